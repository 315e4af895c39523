"""Lizard, a trick-taking game for three to five players with exact bids, lizards and snakes."""

from referee.games.lizard.game import RULES, Options, State
from referee.games.lizard.words import Lizard

__all__ = ["GAME", "RULES", "Options", "State"]

GAME = Lizard()
