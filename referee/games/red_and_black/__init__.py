"""Red & Black, for two: a bluff about two colours, with a river between."""

from referee.games.red_and_black import state
from referee.games.red_and_black.state import RULES, Options, State
from referee.games.red_and_black.words import Words

__all__ = ["GAME", "RULES", "Options", "State"]


class RedAndBlack(Words):
    """The game; its methods stand in the chapters rules, views and words."""

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


GAME = RedAndBlack()
