"""What printing costs: a deck against the least reportlab script, a kit, and the help against bare click."""

import marshal
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.bench.row import Row

ROOT = Path(__file__).parents[2]
ROUNDS = 9
DECK = """
import sys
from pathlib import Path
from cardgen.deckpdf import print_deck
from cardgen.faces import DeckOptions, make_deck
from cardgen.sheet import SheetOptions
from factbank.facts import read
deck = make_deck("liars-lair", DeckOptions(read(Path(sys.argv[1]))))
print_deck(deck, SheetOptions(cover=False), Path(sys.argv[2]))
"""
RECORD = """
import sys, marshal
from pathlib import Path
import cardgen.ink
from tests.bench.record import CALLS, Recorder
cardgen.ink.Ink = Recorder
exec(sys.argv[3])
from cardgen.type import font_path
fonts = {call[3]: font_path(call[3]) for call in CALLS if call[0] == "text"}
Path(sys.argv[4]).write_bytes(marshal.dumps((fonts, CALLS)))
"""
BARE_CLICK = """
import click
@click.group()
def main(): "Do what is asked."
for name in ("kit", "deck", "rulebook", "calibrate", "list"):
    @main.command(name)
    def run(): "Do it."
main()
"""


def _cpu(*command: str, env: dict[str, str]) -> float:
    """The CPU seconds, user and system, of one process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _peak_mb(*command: str, env: dict[str, str]) -> float:
    """The largest resident set of one process, asked by a parent that has no other child."""
    probe = (
        "import resource, subprocess, sys; "
        "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run([sys.executable, "-c", probe, *command], check=True, capture_output=True, text=True, env=env)
    return int(done.stdout) / (1024 if sys.platform != "darwin" else 1024 * 1024)


def _side_by_side(ours: Sequence[str], peer: Sequence[str], env: dict[str, str]) -> tuple[float, float, float]:
    """The median CPU of both, and of their ratios, run in turn."""
    for command in (ours, peer):
        _cpu(*command, env=env)
    pairs = [(_cpu(*ours, env=env), _cpu(*peer, env=env)) for _ in range(ROUNDS)]
    mine, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    return mine, theirs, statistics.median(a / b for a, b in pairs)


def rows() -> Iterator[Row]:
    """Measure, in turn, with a data folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        env = {**os.environ, "LIARSDECK_HOME": str(work / "home"), "PYTHONPATH": str(ROOT)}
        # Everybody's modules compiled beforehand, as an installed program has them; the first, unmeasured runs do it.
        env["PYTHONPYCACHEPREFIX"] = str(work / "compiled")
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        python = sys.executable
        facts = work / "facts.json"
        subprocess.run(
            [python, "-m", "factbank", "new", "--pairs", "15", "--seed", "7", "--no-ledger", "-q", "-o", str(facts)],
            check=True,
            env=env,
            stdout=subprocess.DEVNULL,
        )
        yield from _deck(python, facts, work, env)
        yield from _kit(python, work, env)
        help_, bare, ratio = _side_by_side(
            (python, "-m", "cardgen", "--help"), (python, "-c", BARE_CLICK, "--help"), env
        )
        yield Row("cardgen --help", help_, "s CPU", bare, ratio, "≤ 1.5", "peer: bare click, as many commands")


def _deck(python: str, facts: Path, work: Path, env: dict[str, str]) -> Iterator[Row]:
    ours, peer, calls = work / "ours.pdf", work / "peer.pdf", work / "calls"
    make = (python, "-c", DECK, str(facts), str(ours))
    subprocess.run([python, "-c", RECORD, str(facts), str(ours), DECK, str(calls)], check=True, env=env, cwd=ROOT)
    replay = (python, str(Path(__file__).with_name("replay.py")), str(calls), str(peer))
    _fonts, recorded = marshal.loads(calls.read_bytes())
    mine, theirs, ratio = _side_by_side(make, replay, env)
    note = f"peer: the deck's {len(recorded):,} recorded calls on a bare canvas, nothing to lay out or measure"
    yield Row("deck of 30 cards with backs", mine, "s CPU", theirs, ratio, "≤ 1.5", note)
    sizes = ours.stat().st_size / 1000, peer.stat().st_size / 1000
    yield Row("its bytes", sizes[0], "kB", sizes[1], sizes[0] / sizes[1], "≤ 1.25", "both without ASCII85")
    yield Row("its peak memory", _peak_mb(*make, env=env), "MB", _peak_mb(*replay, env=env), bound="< 60 MB")


def _kit(python: str, work: Path, env: dict[str, str]) -> Iterator[Row]:
    kit = (
        python,
        "-m",
        "cardgen",
        "kit",
        "liars-lair",
        "--seed",
        "7",
        "--no-ledger",
        "--force",
        "-o",
        str(work / "kit"),
    )
    _cpu(*kit, env=env)
    seconds = statistics.median(_cpu(*kit, env=env) for _ in range(5))
    yield Row("kit for five, new facts, one process", seconds, "s CPU", bound="≤ 1.5 s")
    yield Row("its peak memory", _peak_mb(*kit, env=env), "MB", bound="≤ 100 MB")
