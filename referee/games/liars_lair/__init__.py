"""Liar's Lair: everybody holds truths and lies; a truth knocks out the player of the lie that it contradicts."""

from referee.games.liars_lair.state import RULES, Options, State
from referee.games.liars_lair.words import LiarsLair

__all__ = ["GAME", "RULES", "Options", "State"]

GAME = LiarsLair()
