"""What the referee ruled, and why: of one line, or the last of a whole record."""

from collections.abc import Sequence
from typing import TypeVar

from referee.core.game import Action, Game, Setup

S = TypeVar("S")


def explained(game: Game[S], before: S, action: Action, after: S, seat: int | None = None) -> tuple[str, ...]:
    """Return why the referee ruled as it did by a line, as ``seat`` (or the shared screen) may hear it."""
    return game.explain(game.view(before, seat), game.redact(before, action, seat), game.view(after, seat))


def last_ruling(game: Game[S], setup: Setup, actions: Sequence[Action]) -> tuple[int, tuple[str, ...]]:
    """Return the last ruling of a record: after how many lines it came, and why; (0, ()) where there was none."""
    states = [game.start(setup)]
    for action in actions:
        states.append(game.apply(states[-1], action))
    for at in range(len(actions), 0, -1):
        if why := explained(game, states[at - 1], actions[at - 1], states[at]):
            return at, why
    return 0, ()
