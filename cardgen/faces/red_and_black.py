"""Red & Black: as many red and black cards as the table agreed on, from the standard 52.

A full deck holds 26 of each. A smaller one takes the lowest ranks first out of both suits of a colour, so that what
is left in the box is easy to find: 9 red cards are the aces to fours of both suits and the five of hearts.
"""

from __future__ import annotations

from cardgen.art.backs.split import draw_back
from cardgen.art.index import Indices
from cardgen.art.suits import CLUBS, DIAMONDS, HEARTS, SPADES
from cardgen.deck import Deck
from cardgen.errors import PrintError
from cardgen.faces.standard import RANKS, cards

GAME = "red-and-black"
FEWEST, MOST = 9, 26
RED, BLACK = (HEARTS, DIAMONDS), (SPADES, CLUBS)


def deck(red: int = MOST, black: int = MOST, indices: Indices = "normal") -> Deck:
    """Make a deck of so many red and black cards.

    Raises PrintError when there are fewer than the game needs, or more than the deck has.
    """
    for count, colour in ((red, "red"), (black, "black")):
        if not FEWEST <= count <= MOST:
            raise PrintError(f"Red & Black is played with {FEWEST} to {MOST} {colour} cards, not {count}")
    kept = {*_lowest(RED, red), *_lowest(BLACK, black)}
    faces = tuple(card for card in cards(indices, slate=True) if card.name in kept)
    return Deck(GAME, "Red & Black", faces, draw_back, True, GAME)


def _lowest(suits: tuple[str, str], count: int) -> list[str]:
    return [rank + suit for rank in RANKS for suit in suits][:count]
