"""How exciting a game is: chances to win over its course, and what choices are worth, both estimated by rollouts.

A rollout plays a game on from one of its moments. The measures are Cameron Browne's (Automatic Generation and
Evaluation of Recombination Games, 2008), with rollouts in place of a value function.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import log, sqrt
from random import Random
from typing import Any

from msgspec import Struct

from referee.bots import Player, Step, go_on
from referee.core.game import Game, Refused
from referee.core.play import seat_actions

POINTS = 8  # moments of a game at which the chances to win are estimated
ROLLOUTS = 24  # times that a game is played on, from each moment and after each choice
CHOICES = 2  # decisions of a game whose alternatives are compared
_WIDEST = 6  # alternatives of one decision
_LINES = 2_000  # lines of a rollout
LEAD = 0.1  # by how much a chance to win must be the greatest for the lead to change
BEHIND = 0.5  # who was once under so much of a fair share and wins, came back
CHANCE = 0.05  # how unlikely by chance the alternatives' differences are where a decision matters

Chances = tuple[float, ...]
"""Each seat's probability of winning, by seat: 0 to 1."""


class Drama(Struct, frozen=True, array_like=True):
    """What rollouts found in one game.

    ``chances`` has each seat's probability of winning at some moments of the game, in order, at equal distances.
    ``choices`` has (variance, p) for each decision that was examined. The variance is that of the deciding player's
    probability of winning between the alternatives. The variance that rollouts cause by chance is subtracted, so the
    result may be below 0. ``p`` is the p-value of the differences between the alternatives. A decision with only one
    alternative has (0, 1).
    """

    chances: tuple[Chances, ...]
    choices: tuple[tuple[float, float], ...]

    @property
    def uncertainty(self) -> tuple[float, ...]:
        """How open the game is at each moment, from 0 (decided) to 1: the entropy of the probabilities of winning."""
        return tuple(map(entropy, self.chances))

    @property
    def lead_changes(self) -> int:
        """How often the lead passed to another seat.

        The leader is at first the seat with the highest probability of winning. Another seat takes the lead if its
        probability is the highest, and at least ``LEAD`` above that of the leader so far.
        """
        leads = list[int]()
        for row in self.chances:
            best = max(range(len(row)), key=row.__getitem__)
            leads.append(leads[-1] if leads and row[best] - row[leads[-1]] < LEAD else best)
        return sum(one != other for one, other in pairwise(leads))

    def drama(self, winner: int) -> float:
        """Return how far the seat ``winner`` was behind during the game, from 0 to 1.

        It is the mean over all moments of √(highest probability of winning − the winner's).
        """
        return sum(sqrt(max(row) - row[winner]) for row in self.chances) / len(self.chances)

    def came_back(self, winner: int) -> bool:
        """Return whether the seat ``winner`` ever had a chance of winning below half of an equal share."""
        return min(row[winner] for row in self.chances) < BEHIND / len(self.chances[0])


def entropy(row: Chances) -> float:
    """Return the entropy of all seats' probabilities of winning: 0 if one is 1, and 1 if all are equal.

    It has Miller and Madow's correction for the small number of rollouts.
    """
    parts = [part for part in row if part > 0]
    found = -sum(part * log(part) for part in parts) + (len(parts) - 1) / (2 * ROLLOUTS)
    return max(0.0, min(1.0, found / log(len(row))))


def examined(
    game: Game[Any], steps: Sequence[Step[Any]], bots: Mapping[int, Player[Any]], cap: int, seed: str
) -> Drama | None:
    """Return what rollouts by ``bots`` find in a game that was played; None if nobody chose anything in it.

    A rollout plays the game on from one of its moments. Probabilities of winning are those of the true state.
    Alternatives of a decision are compared in random states that fit what the player knew. ``steps`` has (state before,
    action, state after) for each line, and ``bots`` a player for each seat. ``cap`` is the number of rounds after which
    a rollout stops as unfinished; then all seats have equal shares of the win. ``seed`` determines all random choices.
    """
    kept = {verb.name for verb in game.verbs if verb.kept}
    acts = [at for at, (_, action, _) in enumerate(steps) if action.seat is not None and action.verb not in kept]
    if not acts:
        return None
    look = _Look(game, steps, bots, cap)
    chances = []
    for point in sorted({acts[(2 * part + 1) * len(acts) // (2 * POINTS)] for part in range(POINTS)}):
        ends = [look.ending(steps[point][0], point, f"{seed}/{point}/{turn}") for turn in range(ROLLOUTS)]
        chances.append(tuple(round(sum(shares) / ROLLOUTS, 4) for shares in zip(*ends, strict=True)))
    rng = Random(f"{seed}/choices")
    choices = [look.choice(point, f"{seed}/{point}", rng) for point in rng.choices(acts, k=CHOICES)]
    return Drama(tuple(chances), tuple(choices))


class _Look(Struct, frozen=True):
    game: Game[Any]
    steps: Sequence[Step[Any]]
    bots: Mapping[int, Player[Any]]
    cap: int

    def ending(self, state: Any, at: int, seed: str, action: Any = None) -> Chances:
        """Play a game on from ``state`` to its end. Return each seat's share of the win.

        A single winner has 1; several winners have equal shares, and so have all seats if nobody wins. ``state`` is one
        that follows the first ``at`` lines. If there is an ``action``, it is played first.
        """
        game, seats, steps = self.game, len(self.bots), list(self.steps[:at])
        if action is not None:
            after = game.apply(state, action)
            steps.append((state, action, after))
            state = after
        end = state
        for _, _, end in go_on(game, state, steps, self.bots, seed, _LINES):
            if game.rounds(end) > self.cap:
                break
        winners = game.outcome(end).winners
        return tuple((seat in winners) / len(winners) if winners else 1 / seats for seat in range(seats))

    def choice(self, at: int, seed: str, rng: Random) -> tuple[float, float]:
        """Return (variance, p), as in ``Drama.choices``, for the decision on line ``at`` (from 0).

        All alternatives (six drawn at random, if there are more) are tried in the same random states, which fit what
        the player knew. The result is (0, 1) if there is one alternative only, or if too few of these states allow all
        alternatives.
        """
        game, (before, taken, _) = self.game, self.steps[at]
        seat = taken.seat
        assert seat is not None
        view = game.view(before, seat)
        lines: list[Any] = [*seat_actions(game, view, seat)]
        if len(lines) > _WIDEST:
            lines = rng.sample(lines, _WIDEST)
        rows = list[list[float]]()
        for turn in range(ROLLOUTS if len(lines) > 1 else 0):
            world = game.sample_state(view, seat, Random(f"{seed}/world/{turn}"))
            if any(isinstance(game.judge(world, line), Refused) for line in lines):
                continue
            rows.append([self.ending(world, at, f"{seed}/{turn}", line)[seat] for line in lines])
        return differ(rows) if len(rows) > ROLLOUTS / 2 else (0.0, 1.0)


def differ(rows: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Return (variance, p) for alternatives (columns) that were tried in the same states (rows).

    The variance is that between the alternatives, less the part that chance in the trials causes. ``p`` is the p-value
    of the differences between the alternatives, by a two-way analysis of variance. There must be two or more rows and
    columns.
    """
    from scipy.stats import f

    many, wide = len(rows), len(rows[0])
    means = [sum(column) / many for column in zip(*rows, strict=True)]
    middle = sum(means) / wide
    between = many * sum((mean - middle) ** 2 for mean in means) / (wide - 1)
    left = 0.0
    for row in rows:
        level = sum(row) / wide
        left += sum((value - level - mean + middle) ** 2 for value, mean in zip(row, means, strict=True))
    within = left / ((wide - 1) * (many - 1))
    if within < 1e-12:
        return round(between / many, 6), 0.0 if between > 1e-12 else 1.0
    p = float(f.sf(between / within, wide - 1, (wide - 1) * (many - 1)))
    return round((between - within) / many, 6), round(p, 6)
