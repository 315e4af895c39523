"""Liar Poker, for two: four cards are shown, and the fifth is claimed, truly or not."""

from liarsdeck.language import later, say
from referee.core.cards import STANDARD
from referee.core.game import Setup
from referee.core.play import Leaves
from referee.games.liar_poker import state
from referee.games.liar_poker.state import RULES, Options, State
from referee.games.liar_poker.words import Words

__all__ = ["GAME", "RULES", "Options", "State"]


class LiarPoker(Words):
    """Liar Poker, as a ``Game``. Its methods are in the modules rules and words of this package."""

    name = "liar-poker"
    title = "Liar Poker"
    prefix = "poker"
    seats = state.SEATS
    options = Options
    rules = RULES
    moves = (
        state.Board, state.Holds, state.Bets, state.Folds, state.Reveals, state.Claims, state.Suspects, state.Accepts,
        state.Turns, Leaves,
    )  # fmt: skip
    first_evening = (
        (2, 2),
        {"chips": 100, "first_fold": "small"},
        later("100 chips make it short, and a fold on the first bet costs a little: nobody waits for the best hands"),
    )
    numbers = {"cards": STANDARD, "hand": state.HAND, "board": state.BOARD}
    seconds = {
        "holds": 10, "board": 20, "bets": 6, "folds": 6, "reveals": 10, "claims": 12, "suspects": 10, "accepts": 10,
        "turns": 5,
    }  # fmt: skip
    patience = 1000
    extras = ("chips", "bets")

    def minutes(self, options: Options, players: int) -> float:
        return max(20, 10 * (options.chips / max(1, sum(options.bets.large))) ** 2)

    def deck_note(self, setup: Setup, cards: int) -> str:
        return say(", the standard 52. Each player begins with {chips} chips.", chips=setup.options.chips)


GAME = LiarPoker()
