"""Rules of thumb that play: what a person might do without much thought, and what spoilers do. Each is a few lines.

A strategy is a bot (``referee.bots``): a frozen struct of its game and its parameters, which is given a view.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Generic, TypeVar

from msgspec import Struct

from referee.core.game import Action, Game
from referee.core.play import replies

S = TypeVar("S")


class Named(Struct, frozen=True):
    """A strategy under a name: its kind, and the parameters that the name stands for."""

    kind: type[Struct]
    parameters: Mapping[str, float] = {}


class Rule(Struct, Generic[S], frozen=True):
    """A strategy with a function a verb: ``plays(view, seat, rng)`` gives the line; what has none is left to chance."""

    game: Game[S]

    def choose(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Action | None:  # noqa: ARG002
        """Return the line that this strategy writes now, None for letting pass what need not be done."""
        verbs = [verb for turn in self.game.to_act(view) if turn.seat == seat for verb in turn.verbs]
        decided: Action | None = self.decide(view, seat, verbs, rng)
        if decided is not None or seat not in self.game.awaits(view):
            return decided
        return rng.choice(replies(self.game, view, seat))

    @abstractmethod
    def decide(self, view: S, seat: int, verbs: Sequence[str], rng: Random) -> Any:
        """Return the line, None for none; ``verbs`` are those that the seat has now."""

    def why(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> str:
        """Return that it is a rule of thumb."""
        return "A rule of thumb." if self.choose(view, seat, turns, rng) is not None else ""
