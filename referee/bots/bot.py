"""What a bot is; how one is found by its level; and the chance that it is given."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol, TypeVar

from liarsdeck.english import hint, quoted
from referee.bots.at_random import AtRandom
from referee.core.errors import RecordError
from referee.core.game import Action, Game

S_contra = TypeVar("S_contra", contravariant=True)


class Bot(Protocol[S_contra]):
    """A player of one game. It remembers nothing: the same view, lines and chance give the same answer.

    So a table that is taken up again, or a line that is taken back, changes nothing.
    """

    def choose(self, view: S_contra, seat: int, turns: Sequence[Action], rng: Random) -> Action | None:
        """Return what this seat does now, one of ``replies``; None where it lets pass what it might do, and need not.

        ``view`` is the state as the seat may know it, ``turns`` are the lines so far as it reads them, ``rng`` is
        ``chance`` of this moment. None is also the answer where it is not the seat's turn.
        """


LEVELS: dict[str, Callable[[Game[Any]], Bot[Any]]] = {"random": AtRandom}
"""How well a bot plays, from the least: who makes it for a game."""


def bot(game: Game[Any], level: str) -> Bot[Any]:
    """Return a bot of a level for a game. Raises ``RecordError`` listing the levels."""
    made = LEVELS.get(level.casefold())
    if made is None:
        raise RecordError(f"bot: there is no level {quoted(level)}; {hint(level, tuple(LEVELS))}")
    return made(game)


def chance(seed: str, lines: int, seat: int) -> Random:
    """Return the chance of a seat's bot after so many lines at a table with this seed."""
    return Random(f"{seed}/{lines}/bot {seat}")
