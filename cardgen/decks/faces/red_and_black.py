"""Red & Black: as many red and black cards as the options say, from the standard 52.

`referee.games.red_and_black.state` decides which cards a smaller or larger deck has.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cardgen.art.backs import draw_split
from cardgen.decks import Deck
from cardgen.decks.faces.standard import LEAST, cards
from cardgen.errors import PrintError
from referee.games.red_and_black.state import kit_cards

if TYPE_CHECKING:
    from cardgen.decks import DeckOptions

GAME = "red-and-black"
RECOMMENDED = 13


def make(options: DeckOptions) -> Deck:
    """Make a deck of as many red and as many black cards as the options say.

    Raises PrintError when they are fewer than the game needs or more than it allows.
    """
    from referee import games
    from referee.core.setup import option_list

    red, black = options.red, options.black
    bounds = next(option for option in option_list(games.game(GAME).options) if option.name == "red")
    assert bounds.low is not None
    assert bounds.high is not None
    for count, colour in ((red, "red"), (black, "black")):
        if count < bounds.low:
            raise PrintError(
                f"Red & Black needs at least {bounds.low} {colour} cards, and {RECOMMENDED} are recommended: {count} "
                "will not do"
            )
        if count > bounds.high:
            raise PrintError(f"Red & Black is played with {bounds.high} {colour} cards at most: {count} will not do")
    times = Counter(kit_cards(red, black))
    once = cards(options.indices, slate=True, legend=f"RED & BLACK ♦ {red} + {black}")
    faces = tuple(card for copy in range(max(times.values())) for card in once if times[card.name] > copy)
    few = f"Red & Black is better with {RECOMMENDED} or more cards of each colour."
    remarks = (few,) if min(red, black) < RECOMMENDED else ()
    return Deck(GAME, "Red & Black", faces, draw_split, True, GAME, LEAST, remarks=remarks)
