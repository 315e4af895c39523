"""The sixty cards of Lizard: the 52, four lizards and four snakes, and counts of them as one integer."""

from referee.core import cards
from referee.core.cards import COPIES, LIZARD, MASK, SNAKE, STANDARD, SUIT_NAMES, UNKNOWN
from referee.core.errors import RecordError

__all__ = ["COPIES", "DECK", "FULL", "KINDS", "LIZARD", "NAMES", "ONE", "SNAKE", "SUITS", "SUIT_OF", "UNKNOWN"]

SUITS = SUIT_NAMES
KINDS = STANDARD + 2  # the 52, the lizard and the snake
DECK = cards.LIZARD_DECK

# The three tables below end with the entry of UNKNOWN, which is −1: the last place of a tuple.
NAMES = (*cards.NAMES, MASK)
SUIT_OF = (*(card & 3 for card in range(STANDARD)), -1, -1, -1)
"""The suit of every card, −1 of one without."""
_LIZARDS, _SNAKES = STANDARD, STANDARD + 4  # the first bit of their counts
ONE = (*(1 << card for card in range(STANDARD)), 1 << _LIZARDS, 1 << _SNAKES, 0)
"""What one copy of a card adds to a count of cards: a bit each for the 52, four bits each for lizards and snakes."""
FULL = (1 << STANDARD) - 1 + COPIES * ONE[LIZARD] + COPIES * ONE[SNAKE]


def copies(count: int, card: int) -> int:
    """Return how many of ``card`` a count of cards holds."""
    if card < LIZARD:
        return count >> card & 1
    return count >> (_LIZARDS if card == LIZARD else _SNAKES) & 15


def total(card: int) -> int:
    """Return how many of ``card`` the deck has."""
    return 1 if card < LIZARD else COPIES


def members(count: int) -> list[int]:
    """List the cards of a count, lowest first, lizards and snakes as often as they are there."""
    return [
        *cards.cards_of(count & (1 << STANDARD) - 1),
        *[LIZARD] * copies(count, LIZARD),
        *[SNAKE] * copies(count, SNAKE),
    ]


def parse(text: str) -> int:
    """Read a card in any case: ``9h``, ``Th``, ``10h``, ``lizard``, ``snake``, ``?``. Raises RecordError."""
    try:
        return cards.parse_card(text, specials=True)
    except ValueError as fault:
        raise RecordError(str(fault), rule="lizard.line") from None


def parse_suit(text: str) -> int:
    """Read a suit, by name, letter or sign. Raises RecordError."""
    try:
        return cards.parse_suit(text)
    except ValueError as fault:
        raise RecordError(str(fault), rule="lizard.line") from None
