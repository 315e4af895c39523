"""Cards of the decks that are printed alike for everybody, in the order in which people hold them."""

from referee.core.cards import RANKS, is_card


def by_suit(cards: list[str]) -> list[str]:
    """Return a hand as people sort it: lizards, then suit by suit from the highest, snakes last."""
    order = {"lizard": (-1, 0), "snake": (9, 0)}
    suits = "hsdc"
    return sorted(
        cards,
        key=lambda card: order.get(card) or (suits.index(card[1]), -RANKS.index(card[0])) if is_card(card)
        or card in order else (10, 0),
    )  # fmt: skip
