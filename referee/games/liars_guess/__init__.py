"""Liars' Guess, for two: ask, lie, and find the one card that nobody holds."""

from referee.core.cards import WEST
from referee.games.liars_guess import state
from referee.games.liars_guess.state import MOVES, RULES, Options, State
from referee.games.liars_guess.words import Words

__all__ = ["GAME", "RULES", "Options", "State"]


class LiarsGuess(Words):
    """The game; its methods stand in the chapters rules and words."""

    name = "liars-guess"
    deck = "west"
    title = "Liars’ Guess"
    prefix = "guess"
    seats = state.SEATS
    options = Options
    rules = RULES
    moves = MOVES
    numbers = {"cards": len(WEST), "hand": state.HAND, "faceup": state.FACEUP, "answers": state.ANSWERS}


GAME = LiarsGuess()
