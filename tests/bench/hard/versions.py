"""Two versions at once in one household: this one and the commit before it, where git has it.

Both deal facts, set up tables and go on with each other's, two programs at a time, in any order. No pair is dealt
twice, every line that was confirmed is there, and both versions read all of it.
"""

import re
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from factbank import factfile
from referee.store.journal import Journal
from referee.tables.table import Table
from tests.bench.hard.report import Report, household, started
from tests.bench.measure import taken_out

FULL = 50  # tables, each with four commands
SAMPLE = 1
OLD, PACKAGES = "HEAD~1", ("liarsdeck", "factbank", "referee", "templates")
HERE = Path(__file__).parents[3]
LINES = ("dealer Ann\n", "trump 9h\n", "Bob: bids 0\n", "Cat: bids 0\n")
LIZARD = ("new", "lizard", "--seat", "Ann", "--seat", "Bob", "--seat", "Cat", "--option", "rounds=1")


def run(count: int, seed: int) -> Report:
    """Play at ``count`` tables, each of either version."""
    report, rng = Report("two versions at once"), Random(seed)
    with household() as home, tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        if not taken_out(OLD, Path(folder), *PACKAGES):
            report.figures["commands"] = "none: git has no commit before this one"
            return report
        versions = (HERE, Path(folder))

        def ran(version: Path, *words: str, lines: str = "") -> str:
            while True:
                told = started(*words, lines=lines, cwd=version, env={"PYTHONPATH": str(version)})
                if "try again when it has let go" not in told.stderr:
                    break
                report.counts["times that one waited for the other in vain"] += 1
            if told.returncode:
                report.fault(f"{' '.join(words)} ({'this' if version == HERE else 'the one before'}): {told.stderr}")
            return told.stdout

        for number in range(count):  # a table by one version, and its next line by the other
            first, second = rng.sample(versions, 2)
            table = f"{number + 1}"
            ran(first, "referee", *LIZARD, lines=LINES[0])
            facts = ("factbank", "new", "--pairs", "6", "--pack", "cabinet", "-o")
            both = [
                pool.submit(ran, second, "referee", "resume", table, lines="".join(LINES[1:])),
                pool.submit(ran, first, *facts, str(home / f"{number}.json")),
                pool.submit(ran, second, *facts, str(home / f"{number}b.json")),
            ]
            for one in both:
                one.result()
            report.counts["commands"] += 4
        for version in versions:
            ran(version, "referee", "tables", "--check")
            ran(version, "factbank", "history", "--check")
            if (many := len(re.findall(r"^\d+ ", ran(version, "referee", "tables", "--all"), re.MULTILINE))) != count:
                report.fault(f"{many} of {count} tables are listed")
        keys = [pair.key for path in home.glob("*.json") for pair in factfile.read(path).pairs]
        report.counts["pairs dealt"] = len(keys)
        if len({*keys}) != len(keys):
            report.fault("a pair was dealt twice")
        with Journal(home / "tables.sqlite") as journal:
            for number in range(1, count + 1):
                kept = [line for line in Table(journal, number).log.lines if ": holds" not in line]
                if kept != [line.strip() for line in LINES]:
                    report.fault(f"of table {number} stands {kept}")
    return report
