"""Red & Black, a bluffing game for two about the colours of hands, with a row of cards (the river) between them."""

from collections.abc import Collection

from msgspec import Struct

from liarsdeck.language import say
from referee.core.game import Setup
from referee.games.red_and_black import state
from referee.games.red_and_black.state import RULES, Options, State
from referee.games.red_and_black.words import Words

__all__ = ["GAME", "RULES", "Options", "State"]


class RedAndBlack(Words):
    """The game Red & Black: the attributes that describe it. Most methods are in the modules rules and words."""

    name = "red-and-black"
    title = "Red & Black"
    prefix = "redblack"
    seats = state.SEATS
    options = Options
    rules = RULES
    moves = (
        state.Dealer, state.Calls, state.River, state.Holds, state.Swaps, state.Peeks, state.Leaves, state.Attacks,
        state.Defends, state.Discards, state.Guesses, state.Reveals,
    )  # fmt: skip
    unsent = ("possible",)
    seconds = {"holds": 10, "dealer": 5, "river": 10, "attacks": 20, "defends": 15, "guesses": 20}
    extras = ("markers",)
    ranked = False

    def minutes(self, options: Struct, players: int) -> float:
        return 7

    def deck_note(self, setup: Setup, cards: int) -> str:
        rules = setup.options
        return say(
            ", {red} red and {black} black ones. Nothing but their colour counts. Everybody is dealt {hand}, and "
            "{river} lie in the river.",
            red=rules.red, black=rules.black, hand=rules.hand, river=rules.river,
        )  # fmt: skip

    def stand_in(self, options: Struct, wish: str, taken: Collection[str]) -> str:
        assert isinstance(options, Options)
        return state.stand_in(wish, state.kit_cards(options.red, options.black), set(taken))


GAME = RedAndBlack()
