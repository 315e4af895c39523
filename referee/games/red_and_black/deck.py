"""Which cards a deck of Red & Black has: the 52, fewer or more of a colour, as the table agreed."""

from itertools import cycle, islice

RANKS = "A23456789TJQK"
RED, BLACK = "hd", "sc"


def kit_cards(red: int, black: int) -> list[str]:
    """Return the names of so many red and black cards.

    The lowest ranks of both suits of a colour come first, so that what is left in the box is easy to find: 9 red cards
    are the aces to fours of both suits and the five of hearts. More than 26 begin again with the aces of a second deck.
    """
    return [*_lowest(RED, red), *_lowest(BLACK, black)]


def stand_in(wish: str, kit: list[str], taken: set[str]) -> str:
    """Return the wished card, or where it cannot be had the highest of its suit, else of its colour, not yet taken."""
    if wish in kit and wish not in taken:
        return wish
    colour = RED if wish[1] in RED else BLACK
    free = [card for card in kit if card[1] in colour and card not in taken]
    return max(free, key=lambda card: (card[1] == wish[1], RANKS.index(card[0])))


def _lowest(suits: str, count: int) -> list[str]:
    return list(islice(cycle([rank + suit for rank in RANKS for suit in suits]), count))
