"""Random games a second beside those of an earlier commit, side by side: each in its own process, in turns.

The earlier one is taken out of this checkout's history (``BASE``, from before the games were made quicker).
"""

import json
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from referee import games
from tests.bench.row import Row

ROOT = Path(__file__).parents[2]
BASE = "154df2e"
TURNS = 5
PLAYED = """
import json, sys, time
from random import Random
from referee import games
from tests.bench.bench_referee import setup_of
best = {}
for name in sys.argv[1:]:
    game, setup, rng = games.game(name), setup_of(name), Random(7)
    for _ in range(20):
        made, began = 0, time.process_time()
        while (spent := time.process_time() - began) < 0.03:
            made += len(games.playout(game, setup, rng)[1])
        best[name] = max(best.get(name, 0), made / spent)
print(json.dumps(best))
"""


def rows() -> Iterator[Row]:
    """Yield a row a game: actions a second now and then, and the median of their ratios."""
    with TemporaryDirectory() as folder:
        if not _taken_out(Path(folder)):
            yield Row("random games beside an earlier commit", 0, "actions/s", note=f"no {BASE} in this history")
            return
        runs = [(_played(ROOT), _played(Path(folder))) for _ in range(TURNS)]
    for name in games.REGISTRY:
        ours, theirs = (max(run[of][name] for run in runs) for of in (0, 1))
        ratio = median(run[0][name] / run[1][name] for run in runs)
        note = f"peer: {BASE}; {TURNS} runs each, in turns, CPU time; ratio: their median"
        yield Row(f"random games of {name}, now and before", ours, "actions/s", theirs, ratio, "≥ 1.5", note)


def _taken_out(folder: Path) -> bool:
    """Lay the earlier commit in a folder; say whether this checkout knows it."""
    done = subprocess.run(["git", "archive", BASE], cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        return False
    with tarfile.open(fileobj=BytesIO(done.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return True


def _played(home: Path) -> dict[str, float]:
    command = [sys.executable, "-c", PLAYED, *games.REGISTRY]
    done = subprocess.run(command, cwd=home, env={"PYTHONPATH": str(home)}, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found
