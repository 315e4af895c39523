"""What bots share that have a reason for what they do."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import Annotated, Any, Generic, NamedTuple, TypeVar

from msgspec import Meta, Struct

from referee.core.game import Action, Game
from referee.core.play import may

S = TypeVar("S")
T = TypeVar("T")

Share = Annotated[float, Meta(ge=0, le=1)]
"""How often, or how sure: what most parameters of bots and strategies are."""


class Thought(NamedTuple):
    """What a bot does, and why: a sentence for when its secrets are out."""

    action: Action | None
    why: str = ""


NOTHING = Thought(None)

Mix = Sequence[tuple[Thought, float]]
"""What a bot might do here and why, each with its probability; they add up to 1."""


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
        return may(self.game, view, action)

    def _thought(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Thought:
        for turn in self.game.to_act(view):
            if turn.seat == seat:
                return self.think(view, seat, turns, rng)
        return NOTHING


class Mixing(Thinking[S], frozen=True):
    """A bot that draws what it does from chances that it can name."""

    @abstractmethod
    def mix(self, view: S, seat: int, turns: Sequence[Action]) -> Mix:
        """Return what it might do where it is this seat's turn."""

    def think(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Thought:
        """Draw one."""
        mix = self.mix(view, seat, turns)
        return mix[0][0] if len(mix) == 1 else rng.choices(*zip(*mix, strict=True))[0]

    def policy(self, view: S, seat: int, turns: Sequence[Action]) -> list[tuple[Action | None, float]]:
        """Return what it does here, with which probability; [] where it is not the seat's turn."""
        if not any(turn.seat == seat for turn in self.game.to_act(view)):
            return []
        shares: dict[Action | None, float] = {}
        for thought, share in self.mix(view, seat, turns):
            shares[thought.action] = shares.get(thought.action, 0.0) + share
        return [(action, share) for action, share in shares.items() if share]


def surely(action: Action | None, why: str = "") -> Mix:
    """Return a mix of one thing."""
    return [(Thought(action, why), 1.0)]


def evenly(thoughts: Sequence[Thought]) -> Mix:
    """Return a mix of things that are as good as each other."""
    return [(thought, 1 / len(thoughts)) for thought in thoughts]


def best(things: Sequence[T], worth: Callable[[T], Any]) -> list[T]:
    """Return the things of the highest worth: several, where they are worth the same."""
    worths = [worth(thing) for thing in things]
    most = max(worths, default=None)
    return [thing for thing, one in zip(things, worths, strict=True) if one == most]
