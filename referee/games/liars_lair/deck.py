"""The cards of a kit as people speak of them: numbers and titles."""

from collections.abc import Sequence

from referee.core.game import Setup


def title_of(setup: Setup, card: int) -> str:
    """Return the title that a card bears, "" where it bears none, or the kit has no such card."""
    assert setup.facts is not None
    return setup.facts.title_of(card)


def named(setup: Setup, card: int) -> str:
    """Return a card as people speak of it: ``17, The Screw-Top Pear``."""
    title = title_of(setup, card)
    return f"{card}, {title}" if title else str(card)


def listed(setup: Setup, cards: Sequence[int]) -> str:
    """Return several cards with their titles: ``3 Mules & Abacuses; 17 The Screw-Top Pear``."""
    return "; ".join(f"{card} {title_of(setup, card)}".strip() for card in cards) or "no card"
