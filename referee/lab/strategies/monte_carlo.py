"""A player of any game: it imagines what its view could hide, plays on at random, and takes what went best."""

from collections.abc import Sequence
from random import Random
from typing import Annotated, Generic, TypeVar

from msgspec import Meta, Struct

from referee.core.game import Action, Game
from referee.core.play import replies
from referee.lines.playout import choose

S = TypeVar("S")

_FAR = 400  # lines at most from here to the end of the deal
_WIN = 1_000.0  # points that a won game is worth


class FlatMonteCarlo(Struct, Generic[S], frozen=True):
    """Flat Monte Carlo: ``samples`` guesses a decision, each played out once for every reply, to the deal's end.

    Random play is a poor picture of people: in a game of lies it is often weaker than a rule of thumb.
    """

    game: Game[S]
    samples: Annotated[float, Meta(ge=1, le=10_000)] = 12

    def choose(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Action | None:  # noqa: ARG002
        """Return the reply whose playouts came out best, or None where letting pass did."""
        found: list[Action | None] = list(replies(self.game, view, seat))
        if seat not in self.game.awaits(view) or not found:
            found.append(None)
        if len(found) == 1:
            return found[0]
        worth = [0.0] * len(found)
        for _ in range(int(self.samples)):
            world = self.game.guess(view, seat, rng)
            for at, action in enumerate(found):
                worth[at] += self._worth(world, action, seat, rng)
        return found[max(range(len(found)), key=worth.__getitem__)]

    def why(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> str:
        """Return how it came to its line."""
        chosen = self.choose(view, seat, turns, rng) is not None
        return f"It came out best in {int(self.samples)} imagined games." if chosen else ""

    def _worth(self, world: S, action: Action | None, seat: int, rng: Random) -> float:
        """Return how far a reply brings a seat ahead of the best other one, in one random play to the deal's end."""
        game, before = self.game, self.game.settled(world)
        if action is not None:
            if not game.judge(world, action).legal:
                return -_WIN
            world = game.apply(world, action)
        for _ in range(_FAR):
            turns = game.to_act(world)
            if not turns or game.settled(world) > before:
                break
            world = game.apply(world, choose(game, world, turns, rng))
        outcome = game.outcome(world)
        ahead = outcome.scores[seat] - max(score for at, score in enumerate(outcome.scores) if at != seat)
        return ahead + (_WIN / len(outcome.winners) if seat in outcome.winners else 0.0)
