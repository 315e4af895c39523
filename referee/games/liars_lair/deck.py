"""The cards of a kit as people speak of them: numbers and titles."""

from collections.abc import Sequence

from referee.core.game import Setup


def title_of(setup: Setup, card: int) -> str:
    """Return the title of a card, "" where the kit has no such card."""
    assert setup.facts is not None
    for pair in setup.facts.pairs:
        if card in {pair.cards[0].number, pair.cards[1].number}:
            return pair.title
    return ""


def named(setup: Setup, card: int) -> str:
    """Return a card as people speak of it: ``17, The Screw-Top Pear``."""
    title = title_of(setup, card)
    return f"{card}, {title}" if title else str(card)


def listed(setup: Setup, cards: Sequence[int]) -> str:
    """Return several cards with their titles: ``3 Mules & Abacuses; 17 The Screw-Top Pear``."""
    return "; ".join(f"{card} {title_of(setup, card)}".strip() for card in cards) or "no card"
