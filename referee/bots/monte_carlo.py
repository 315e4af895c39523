"""A bot for any game: what it cannot see is guessed again and again, and each line played out by chance."""

from collections.abc import Sequence
from random import Random
from typing import Annotated, TypeVar

from msgspec import Meta

from referee.bots.thinking import NOTHING, Thinking, Thought
from referee.core.game import Action, Refused
from referee.core.play import choices, replies
from referee.lines.line import format_action

S = TypeVar("S")

_LIMIT = 120  # lines that a game is played out, before its scores are taken as they stand


class MonteCarlo(Thinking[S], frozen=True):
    """Does what came out best when everybody, itself too, went on by chance: to the end of the deal."""

    samples: Annotated[int, Meta(ge=1, le=10_000, description="How many times it plays on in its head a decision.")] = (
        120
    )

    def think(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Thought:  # noqa: ARG002
        """Return the line that came out best, or None where letting the moment pass did."""
        lines: list[Action | None] = [*replies(self.game, view, seat)]
        if seat not in self.game.awaits(view):
            lines.append(None)
        if len(lines) < 2:
            return Thought(lines[0], "I had no choice.") if lines else NOTHING
        values, many = [0.0] * len(lines), max(1, self.samples // len(lines))
        for _ in range(many):
            world = self.game.guess(view, seat, rng)
            for at, line in enumerate(lines):
                values[at] += self._played(world, line, seat, rng)
        best = max(range(len(lines)), key=lambda at: values[at])
        action = lines[best]
        if action is None:
            return NOTHING
        text = format_action(self.game, view.setup, action)  # type: ignore[arg-type, attr-defined]
        return Thought(action, f"“{text}” came out best of {len(lines)}, over {many} guesses at what I did not see.")

    def _played(self, state: S, line: Action | None, seat: int, rng: Random) -> float:
        game = self.game
        deal = game.settled(state)
        if line is not None:
            if isinstance(game.judge(state, line), Refused):
                return 0.0  # by what this guess holds it could not be said
            state = game.apply(state, line)
        for _ in range(_LIMIT):
            if game.settled(state) > deal or game.outcome(state).over:
                break
            action = game.draw(state, rng) or self._chosen(state, rng)
            if action is None:
                break
            state = game.apply(state, action)
        outcome = game.outcome(state)
        if outcome.winners:
            return 1.0 / len(outcome.winners) if seat in outcome.winners else 0.0
        others = [score for other, score in enumerate(outcome.scores) if other != seat]
        lead = outcome.scores[seat] - sum(others) / len(others)
        return 0.5 + 0.4 * lead / (abs(lead) + 20)

    def _chosen(self, state: S, rng: Random) -> Action | None:
        seats = [seat for seat in self.game.awaits(state) if seat is not None]
        rng.shuffle(seats)
        for seat in seats:
            if found := choices(self.game, state, seat, everyone=False):
                return rng.choice(found)
        return None
