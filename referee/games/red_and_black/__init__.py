"""Red & Black, a bluffing game for two about the colours of hands, with a row of cards (the river) between them."""

from referee.games.red_and_black.state import RULES, Options, State
from referee.games.red_and_black.words import RedAndBlack

__all__ = ["GAME", "RULES", "Options", "State"]

GAME = RedAndBlack()
