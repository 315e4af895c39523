"""Hands that everybody has to enter: each is judged by its own seat's eyes, and all together when the last is in."""

from collections.abc import Iterable, Sequence

from referee.core.errors import RecordError
from referee.core.game import Action, Game, Judgment, Refused, Setup
from referee.core.play import fold, replay

TOGETHER = "The hands that were entered do not fit together. All were taken back: everybody enters theirs again."


class MisfitError(RecordError):
    """The hands of all seats are in, and do not fit together: nobody hears whose, or which card."""


def awaited(game: Game[object], state: object, action: Action) -> bool:
    """Say whether an action enters a hand that the game waits for; one that a seat may leave out is judged at once."""
    kept = any(verb.kept and verb.name == action.verb for verb in game.verbs)
    return kept and any(turn.seat == action.seat and action.verb in turn.verbs for turn in game.to_act(state))


def as_entered(game: Game[object], state: object, action: Action) -> Judgment:
    """Judge an action, a hand that is awaited as far as its own seat can tell: the others' hands say nothing of it."""
    if awaited(game, state, action):
        return game.judge(game.view(state, action.seat), action)
    return game.judge(state, action)


def misfits(game: Game[object], setup: Setup, actions: Sequence[Action], last: Action) -> int:
    """Return how many hands before ``last`` are to be entered again: all, when it is the last and they do not fit."""
    state = fold(game, setup, actions)
    after = game.apply(state, last)
    if not awaited(game, state, last) or any(last.verb in turn.verbs for turn in game.to_act(after)):
        return 0
    try:
        replay(game, setup, (*actions, last))
    except RecordError:
        return next((n for n, one in enumerate(reversed(actions)) if one.verb != last.verb), len(actions))
    return 0


def before(lines: Sequence[str], name: str, verb: str) -> str:
    """Return the arguments with which a seat entered a hand that was taken back, the last time, "" for never."""
    start = f"{name}: {verb} "
    return next((line.removeprefix(start) for line in reversed(lines) if line.startswith(start)), "")


def doubts(game: Game[object], state: object, marks: Iterable[str], action: Action, seat: int) -> int:
    """Return how often a seat has entered a hand that does not fit what others hold, with this one; 0 if it fits."""
    if not any(verb.kept and verb.name == action.verb for verb in game.verbs):
        return 0
    if isinstance(game.judge(game.view(state, seat), action), Refused):
        return 0
    return 1 + sum(mark.startswith(f"doubt {seat} ") for mark in marks)
