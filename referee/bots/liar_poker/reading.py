"""What the record says of how the other bets at Liar Poker, and how often they fold at once."""

from collections.abc import Sequence

from referee.core.game import Action
from referee.games.liar_poker.actions import FOLD, Bets, Board, Folds

_LINES = 600  # of the record, that are looked back


def bets(turns: Sequence[Action], seat: int) -> list[list[int]]:
    """Return the other's bets in each round so far as a seat has seen them, the last one being played."""
    found: list[list[int]] = []
    for action in turns[-_LINES:]:
        kind = type(action)
        if kind is Board:
            found.append([])
        elif found and (kind is Bets or kind is Folds):
            found[-1] += [chosen for who, chosen in action.opens if who != seat]
    return found


def folds(past: Sequence[Sequence[int]]) -> float:
    """Return how often the other folds in turn 1 of the rounds that are over, begun with what is usual."""
    begun = [made for made in past if made]
    return (2 + sum(made[0] == FOLD for made in begun)) / (5 + len(begun))
