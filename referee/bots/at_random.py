"""A bot that knows the rules, and nothing of how to play."""

from collections.abc import Sequence
from random import Random
from typing import Generic, TypeVar

from msgspec import Struct

from referee.core.game import Action, Game
from referee.core.play import replies

S = TypeVar("S")


class AtRandom(Struct, Generic[S], frozen=True):
    """Chooses a verb (to let pass what it need not do is one more), then a line of that verb."""

    game: Game[S]

    def choose(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Action | None:  # noqa: ARG002
        """Return a line at random, or None."""
        verbs = [verb for turn in self.game.to_act(view) if turn.seat == seat for verb in turn.verbs]
        if seat not in self.game.awaits(view):
            verbs.append("")
        rng.shuffle(verbs)
        for verb in verbs:
            if not verb:
                break
            if found := replies(self.game, view, seat, verb):
                return rng.choice(found)
        return None
