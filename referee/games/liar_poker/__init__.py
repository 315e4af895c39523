"""Liar Poker, for two: four cards are shown, and the fifth is claimed, truly or not."""

from referee.games.liar_poker.state import RULES, Options, State
from referee.games.liar_poker.words import LiarPoker

__all__ = ["GAME", "RULES", "Options", "State"]

GAME = LiarPoker()
