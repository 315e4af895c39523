"""Decks of people's own: a thousand cards from a spreadsheet, in time and memory, and twice as many for twice that."""

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench.row import Row

ROOT = Path(__file__).parents[2]
LAYOUT = """\
title = "Many"
[box.panel]
at = [4.5, 4.5, 54.5, 79.9]
fill = "{{ colour }}.tint"
line = "ink"
[box.sign]
at = [17.75, 17, 28, 28]
icon = "{{ sign }}"
[box.name]
at = [8, 47, 47.5, 9]
text = "{{ name }}"
font = "title"
[box.says]
at = [8, 57, 47.5, 20]
text = "{{ says }}"
font = "italic"
"""
PHRASE = "goats will not enter a room that contains a trombone every evening under the old bridge by the harbour"
# The most memory that this program itself had: ru_maxrss would begin with what its parent has.
MEASURE = """\
import re, runpy, sys
sys.argv = sys.argv[1:]
try:
    runpy.run_module("cardgen", run_name="__main__", alter_sys=True)
except SystemExit as left:
    assert not left.code
print(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1], file=sys.stderr)
"""


def rows() -> Iterator[Row]:
    """Measure the whole command, in a process of its own, by the clock."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        seconds, peak = {}, {}
        for cards in (1000, 4000):
            _deck(folder, cards)
            found = [_run(folder, "deck", f"many{cards}.toml", "--paper", "a4", "-o", "out.pdf") for _ in range(3)]
            seconds[cards], peak[cards] = min(found)
        yield Row("1,000 cards of one's own, a PDF", seconds[1000], "s", note="the whole command, with Python's start")
        ratio = seconds[4000] / seconds[1000] / 4
        yield Row("one of 4,000 against one of 1,000", ratio, "×", bound="≤ 1.1: linear")
        yield Row("its memory", peak[1000], "MB", bound="≤ 150 MB")
        yield Row("the memory of 4,000", peak[4000], "MB", bound="≤ 300 MB")
        took, held = _run(folder, "export", "tgc", "many1000.toml", "-o", "pictures")
        yield Row("1,000 cards of one's own as 300-dpi PNGs, each", took, "ms", bound="≤ 10 ms on two cores")
        yield Row("their memory", held, "MB", bound="≤ 200 MB")


def _run(folder: Path, *words: str) -> tuple[float, float]:
    begun = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, "cardgen", *words, "--quiet"], cwd=folder, check=True, capture_output=True,
        text=True, env=os.environ | {"PYTHONPATH": str(ROOT), "LIARSDECK_HOME": str(folder / "home")},
    )  # fmt: skip
    return time.perf_counter() - begun, int(done.stderr) / 1000


def _deck(folder: Path, cards: int) -> None:
    rng = random.Random(cards)
    lines = ["name,sign,colour,says"]
    for number in range(cards):
        says = " ".join(rng.choice(PHRASE.split()) for _ in range(9))
        lines.append(f"Card {number},{rng.choice(('fish', 'moon', 'goat'))},{rng.choice(('red', 'blue'))},{says}")
    (folder / f"many{cards}.csv").write_text("\n".join(lines), encoding="utf-8")
    (folder / f"many{cards}.toml").write_text(LAYOUT, encoding="utf-8")
