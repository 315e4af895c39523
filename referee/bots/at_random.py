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
        verbs = self._verbs(view, seat)
        rng.shuffle(verbs)
        for verb in verbs:
            if not verb:
                break
            if found := replies(self.game, view, seat, verb):
                return rng.choice(found)
        return None

    def why(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> str:
        """Return that there was no reason."""
        return "Chance." if self.choose(view, seat, turns, rng) is not None else ""

    def policy(self, view: S, seat: int, turns: Sequence[Action]) -> list[tuple[Action | None, float]]:  # noqa: ARG002
        """Return every line with its chance."""
        found = [replies(self.game, view, seat, verb) if verb else [None] for verb in self._verbs(view, seat)]
        found = [lines for lines in found if lines]
        return [(line, 1 / len(found) / len(lines)) for lines in found for line in lines]

    def _verbs(self, view: S, seat: int) -> list[str]:
        verbs = [verb for turn in self.game.to_act(view) if turn.seat == seat for verb in turn.verbs]
        return verbs if not verbs or seat in self.game.awaits(view) else [*verbs, ""]
