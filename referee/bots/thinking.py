"""What bots share that have a reason for what they do."""

from abc import abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Annotated, Generic, NamedTuple, TypeVar

from msgspec import Meta, Struct

from referee.core.game import Action, Game, Unopened

S = TypeVar("S")

Share = Annotated[float, Meta(ge=0, le=1)]
"""How often, or how sure: what most parameters of bots and strategies are."""


class Thought(NamedTuple):
    """What a bot does, and why: a sentence for when its secrets are out."""

    action: Action | None
    why: str = ""


NOTHING = Thought(None)


class Thinking(Struct, Generic[S], frozen=True):
    """A bot whose line and whose reason come out of one thought."""

    game: Game[S]

    @abstractmethod
    def think(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Thought:
        """Return what to do, and why, where it is this seat's turn."""

    def choose(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Action | None:
        """Return what to do, or None."""
        return self._thought(view, seat, turns, rng).action

    def why(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> str:
        """Return why, or ""."""
        return self._thought(view, seat, turns, rng).why

    def may(self, view: S, action: Action) -> bool:
        """Say whether an action is allowed as far as a view can tell."""
        judgment = self.game.judge(view, action)
        return judgment.legal or isinstance(judgment, Unopened)

    def _thought(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Thought:
        due = any(turn.seat == seat for turn in self.game.to_act(view))
        return self.think(view, seat, turns, rng) if due else NOTHING
