"""How good the bots are: ``python -m tests.bench.duel [WORD…] [--share N]``, one line for each pairing.

A seat of ours plays against others in all other seats; the seat moves on with every game, and with it who deals. Of a
share a draw of equal winners counts as a part. Intervals are 95 %: Wilson's for shares, the normal one for points.
"""

import argparse
import math
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from referee import games
from referee.bots import Bot, play
from referee.core.game import Setup
from referee.lab.plan import player
from tests.bench.row import Row
from tests.referee.conformance import some_facts

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")
TIGHT = "easy:weakest=1609"  # plays the best tenth of hands


class Pairing(NamedTuple):
    """Who meets whom, as the lab names them; ``target`` is the least that the lower end of the interval should be."""

    game: str
    seats: int
    level: str
    other: str
    many: int
    target: float | None
    options: Mapping[str, Any] = {}
    points: bool = False

    @property
    def name(self) -> str:
        rounds = f", {self.options['rounds']} rounds" if "rounds" in self.options else ""
        return f"{self.game} for {self.seats}{rounds}, {self.level} against {self.other}"


SIX = {"rounds": 6}
LONG = {"max_rounds": 100}
PAIRINGS = (
    Pairing("lizard", 3, "easy", "random", 1000, 95),
    Pairing("liar-poker", 2, "easy", "random", 1000, 95),
    Pairing("liars-guess", 2, "easy", "random", 1000, 90),
    Pairing("red-and-black", 2, "easy", "random", 4000, 80),
    Pairing("liars-lair", 3, "easy", "random", 1000, 88, LONG),
    Pairing("liars-lair", 4, "easy", "random", 1000, 65, LONG),
    Pairing("liars-lair", 5, "easy", "random", 1000, 42, LONG),
    Pairing("lizard", 3, "hard", "easy", 400, 20, SIX, points=True),
    Pairing("liar-poker", 2, "hard", "easy", 400, 60),
    Pairing("liar-poker", 2, "hard", TIGHT, 400, 60),
    Pairing("liars-guess", 2, "hard", "easy", 1000, 50),
    Pairing("red-and-black", 2, "hard", "easy", 4000, 60),
    Pairing("liars-lair", 4, "hard", "easy", 1000, 32, LONG),
)
RULES: Mapping[tuple[str, int], Sequence[str]] = {
    ("liars-lair", 4): ("lair", "truth", "lie", "hunt", "at-once", "lair:declare=0.1", "lair:declare=0.95", "no-look"),
    ("liars-guess", 2): (
        *("honest", "too-few", "too-many", "any-answer", "wary", "uninformed", "trusting"),
        *("bully", "bully:after=2", "bully:after=3", "bully:after=4", "fisher", "denier"),
    ),
    ("lizard", 3): ("bidder", "low", "high", "zero"),
    ("red-and-black", 2): ("guesser", "at-once", "attacker", "patient", "bluffer", "reader"),
    ("liar-poker", 2): (*("poker", "tight", "folder", "liar", "honest", "suspicious", "always-suspect", "trusting"),),
}
"""The lab's rules of thumb that ``hard`` is to meet, by game and number of seats."""
CAPS: Mapping[str, Mapping[str, Any]] = {
    "liars-lair": LONG,
    "lizard": SIX,
    "red-and-black": {"max_turns": 200},
    "liar-poker": {"chips": 100, "first_fold": "small", "max_rounds": 300},
}
THUMBS = tuple(
    Pairing(game, seats, "hard", rule, 1000 if game == "liars-guess" else 200, None, CAPS.get(game, {}))
    for (game, seats), rules in RULES.items()
    for rule in rules
)
LUCK = (Pairing("lizard", 3, "easy", "random", 1000, None, SIX), Pairing("lizard", 3, "hard", "random", 100, None, SIX))
"""How much luck six rounds of Lizard are: nobody wins them all."""


class Found(NamedTuple):
    """What came out: the figure with its interval, how many games ended without a winner, seconds of CPU a game."""

    figure: float
    low: float
    high: float
    unfinished: int
    seconds: float


def duel(pairing: Pairing, many: int) -> Found:
    """Play so many games."""
    game = games.game(pairing.game)
    setup = setup_of(pairing)
    ours, theirs = player(pairing.level, game), player(pairing.other, game)
    values, unfinished, began = [], 0, time.process_time()
    for at in range(many):
        seat = at % pairing.seats
        bots: dict[int, Bot[Any]] = {one: ours if one == seat else theirs for one in range(pairing.seats)}
        state, _ = play(game, setup, bots, f"duel {at}")
        outcome = game.outcome(state)
        unfinished += not outcome.winners
        if pairing.points:
            others = [score for one, score in enumerate(outcome.scores) if one != seat]
            values.append(outcome.scores[seat] - fmean(others))
        else:
            values.append(100 * (seat in outcome.winners) / max(1, len(outcome.winners)))
    low, high = normal(values) if pairing.points else wilson(sum(values) / 100, many)
    return Found(fmean(values), low, high, unfinished, (time.process_time() - began) / many)


def setup_of(pairing: Pairing) -> Setup:
    game = games.game(pairing.game)
    facts = some_facts(3 * pairing.seats, Random(5)) if game.needs_facts else None
    return games.setup(game, NAMES[: pairing.seats], dict(pairing.options), facts=facts)


def wilson(wins: float, many: int, z: float = 1.96) -> tuple[float, float]:
    share, spread = wins / many, 1 + z * z / many
    middle = (share + z * z / (2 * many)) / spread
    half = z * math.sqrt(share * (1 - share) / many + z * z / (4 * many * many)) / spread
    return 100 * (middle - half), 100 * (middle + half)


def normal(values: list[float], z: float = 1.96) -> tuple[float, float]:
    half = z * stdev(values) / math.sqrt(len(values))
    return fmean(values) - half, fmean(values) + half


def rows() -> Iterator[Row]:
    """Yield a reduced set for the table of benchmarks: 40 games each, so the intervals are wide."""
    for pairing in PAIRINGS:
        assert pairing.target is not None
        found = duel(pairing, 40)
        unit = "points" if pairing.points else "%"
        note = f"[{found.low:.0f}, {found.high:.0f}], n = 40; all of it: make duel"
        yield Row(pairing.name, found.figure, unit, bound=f"≥ {pairing.target:g}", note=note)


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.bench.duel")
    parser.add_argument("words", nargs="*", help="only pairings whose names hold all of these words")
    parser.add_argument("--share", type=int, default=1, help="an Nth of the games")
    args = parser.parse_args()
    missed = 0
    for pairing in (*PAIRINGS, *THUMBS, *LUCK):
        if not all(word in pairing.name for word in args.words):
            continue
        many = max(2, pairing.many // args.share)
        found = duel(pairing, many)
        kept = pairing.target is None or found.low >= pairing.target
        missed += not kept
        unit = " points" if pairing.points else " %"
        print(
            f"{pairing.name}: {found.figure:.1f}{unit} [{found.low:.1f}, {found.high:.1f}], n = {many}, "
            f"{found.unfinished} unfinished, {1000 * found.seconds:.0f} ms a game"
            + (f"; {'kept' if kept else 'MISSED'}: ≥ {pairing.target:g}" if pairing.target is not None else ""),
            flush=True,
        )
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
