"""Liars' Guess, for two: ask for cards, answer truly or not, and find the one card that nobody holds."""

from liarsdeck.language import say
from referee.core.cards import WEST
from referee.core.game import Setup
from referee.games.liars_guess import state
from referee.games.liars_guess.state import MOVES, RULES, Options, State
from referee.games.liars_guess.words import Words

__all__ = ["GAME", "RULES", "Options", "State"]


class LiarsGuess(Words):
    """The game Liars' Guess: the attributes that describe it. Most methods are in the modules rules and words."""

    name = "liars-guess"
    title = "Liars’ Guess"
    prefix = "guess"
    seats = state.SEATS
    options = Options
    rules = RULES
    moves = MOVES
    numbers = {"cards": len(WEST), "hand": state.HAND, "faceup": state.FACEUP, "answers": state.ANSWERS}
    seconds = {
        "holds": 20, "dealer": 5, "faceup": 30, "shows": 30, "answers": 12, "guesses": 20, "hole": 5, "accuses": 30,
    }  # fmt: skip
    deck = "west"
    extras = ("pads",)

    def minutes(self, options: Options, players: int) -> float:
        return 4.5 * options.deals

    def deck_note(self, setup: Setup, cards: int) -> str:
        return say(
            ", the {cards} cards of the West deck. Nine are dealt to each player, eight lie face up, and one lies "
            "face down: the hole card.", cards=cards,
        )  # fmt: skip


GAME = LiarsGuess()
