"""Random games a second beside those of an earlier commit: two processes that play in turns, a moment each.

The earlier one is taken out of this checkout's history (``BASE``, from before the games were made quicker).
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from referee import games
from tests.bench.measure import taken_out
from tests.bench.row import Row

ROOT = Path(__file__).parents[2]
BASE = "154df2e"
TURNS = 100
PLAYED = """
import sys, time
from random import Random
from referee import games
from tests.bench.bench_referee import setup_of
rng = Random(7)
for line in sys.stdin:
    name = line.strip()
    game, setup = games.game(name), setup_of(name)
    made, began = 0, time.process_time()
    while (spent := time.process_time() - began) < 0.03:
        made += len(games.playout(game, setup, rng)[1])
    print(made / spent, flush=True)
"""


def rows() -> Iterator[Row]:
    """Yield a row a game: actions a second now and then, and the median of the ratios of all turns."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        if not taken_out(BASE, Path(folder)):
            yield Row("random games beside an earlier commit", 0, "actions/s", note=f"no {BASE} in this history")
            return
        players = [stack.enter_context(_player(home)) for home in (ROOT, Path(folder))]
        for name in games.REGISTRY:
            ours, theirs = zip(*([_played(player, name) for player in players] for _ in range(TURNS)), strict=True)
            ratio = median(now / then for now, then in zip(ours, theirs, strict=True))
            note = f"peer: {BASE}; {TURNS} turns of 30 ms of CPU each; ratio: their median"
            yield Row(
                f"random games of {name}, now and before", max(ours), "actions/s", max(theirs), ratio, "≥ 1.5", note
            )


def _player(home: Path) -> "subprocess.Popen[str]":
    """Start what plays a moment of each game that it is given a line of, and answers actions a second."""
    return subprocess.Popen(
        [sys.executable, "-c", PLAYED], cwd=home, env={"PYTHONPATH": str(home)}, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip


def _played(player: "subprocess.Popen[str]", name: str) -> float:
    assert player.stdin
    assert player.stdout
    print(name, file=player.stdin, flush=True)
    return float(player.stdout.readline())
