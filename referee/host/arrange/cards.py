"""Cards of the decks that are printed alike for everybody: how a card is called, and its picture in a sprite."""

from referee.core.cards import COLOUR_NAMES, COLOURS, RANKS, SHAPE_NAMES, SHAPES, SUIT_NAMES, SUITS, WEST, is_card

_COURTS = {"J": "Jack", "Q": "Queen", "K": "King", "A": "Ace", "T": "10"}


def called(card: str) -> str:
    """Return how a card is called: “Queen of spades”, “yellow triangle 3”, “lizard”, “hidden”."""
    if is_card(card):
        rank = card[0].upper()
        return f"{_COURTS.get(rank, rank)} of {SUIT_NAMES[SUITS.index(card[1])]}"
    if card in WEST:
        return f"{COLOUR_NAMES[COLOURS.index(card[0])]} {SHAPE_NAMES[SHAPES.index(card[1])]} {card[2]}"
    return {"?": "hidden", "": "no card"}.get(card, card)


def by_suit(cards: list[str]) -> list[str]:
    """Return a hand as people sort it: lizards, then suit by suit from the highest, snakes last."""
    order = {"lizard": (-1, 0), "snake": (9, 0)}
    suits = "hsdc"
    return sorted(
        cards,
        key=lambda card: order.get(card) or (suits.index(card[1]), -RANKS.index(card[0])) if is_card(card)
        or card in order else (10, 0),
    )  # fmt: skip
