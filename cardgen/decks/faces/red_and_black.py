"""Red & Black: as many red and black cards as the table agreed on, from the standard 52.

A full deck holds 26 of each; which cards a smaller or a larger one has, `referee.games.red_and_black.state` knows.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cardgen.art.backs import draw_split
from cardgen.art.standard import Indices
from cardgen.decks.faces.standard import LEAST, cards
from cardgen.decks.model import Deck
from cardgen.errors import PrintError
from referee.games.red_and_black.state import kit_cards

if TYPE_CHECKING:
    from cardgen.decks.faces import DeckOptions

GAME = "red-and-black"
FULL, RECOMMENDED = 26, 13


def make(options: DeckOptions) -> Deck:
    """Make the deck as the options ask for it."""
    return deck(options.red, options.black, options.indices)


def deck(red: int = FULL, black: int = FULL, indices: Indices = "normal") -> Deck:
    """Make a deck of so many red and black cards, within the bounds of the game's options.

    Raises PrintError when there are fewer than the game needs, or more than it knows.
    """
    fewest, most = bounds()
    for count, colour in ((red, "red"), (black, "black")):
        if count < fewest:
            raise PrintError(
                f"Red & Black needs at least {fewest} {colour} cards, and {RECOMMENDED} are recommended: {count} will "
                "not do"
            )
        if count > most:
            raise PrintError(f"Red & Black is played with {most} {colour} cards at most: {count} will not do")
    times = Counter(kit_cards(red, black))
    once = cards(indices, slate=True, legend=f"RED & BLACK ♦ {red} + {black}")
    faces = tuple(card for copy in range(max(times.values())) for card in once if times[card.name] > copy)
    return Deck(GAME, "Red & Black", faces, draw_split, True, GAME, LEAST)


def bounds() -> tuple[int, int]:
    """Return the fewest and the most cards of a colour, as the referee's options have them."""
    from referee import games
    from referee.core.setup import option_list

    red = next(option for option in option_list(games.game(GAME).options) if option.name == "red")
    assert red.low is not None
    assert red.high is not None
    return red.low, red.high
