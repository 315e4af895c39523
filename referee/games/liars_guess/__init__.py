"""Liars' Guess, for two: ask for cards, answer truly or not, and find the one card that nobody holds."""

from referee.games.liars_guess.state import RULES, Options, State
from referee.games.liars_guess.words import LiarsGuess

__all__ = ["GAME", "RULES", "Options", "State"]

GAME = LiarsGuess()
