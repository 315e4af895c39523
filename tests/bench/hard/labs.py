"""Labs at random: games, players, house rules, line-ups and caps of every kind, few games each; each ends in a report.

Some are cut off and resumed, some compared with one of another table. What no table can be is refused in a sentence,
and nothing is played.
"""

import csv
import io
import re
import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from referee import games
from referee.core.game import Game
from referee.core.setup import Option, option_list
from referee.lab import run as kept
from referee.lab.plan import strategies
from tests.bench.hard.report import Report
from tests.programs import ran

FULL = 300
SAMPLE = 3
SLOW = {"hard", "mc"}  # that think: they play few rounds
BOTS = (0, 1, 1, 2, 2, 3)  # how many kinds
ROUNDS = (1, 2, 3, 5, 8, 20)


def run(count: int, seed: int) -> Report:
    """Play ``count`` labs."""
    report, before = Report("random labs"), dict[str, Path]()
    with tempfile.TemporaryDirectory() as room:
        for number in range(count):
            folder = Path(room) / str(number)
            words = lab_words(Random(f"{seed}/{number}"))
            with warnings.catch_warnings():
                warnings.simplefilter("error", RuntimeWarning)
                if not played(words, folder, report):
                    continue
                if number % 5 == 0:
                    _again(folder, report)
                if number % 3 == 0:
                    _compared(before.get(words[0], folder), folder, report)
                before[words[0]] = folder
    report.figures["labs"] = count
    return report


def lab_words(rng: Random) -> list[str]:
    """Return the words of a lab at random."""
    name = rng.choice(games.REGISTRY)
    game: Game[Any] = games.game(name)
    bots = _bots(game, rng)
    words = [name, *(["--bots", ",".join(bots)] if bots else [])]
    low, high = game.seats
    if rng.random() < 0.7:
        first = rng.randint(low, high)
        last = rng.choice((first, first, min(high, first + 1)))
        words += ["--players", f"{first}-{last}" if last > first else str(first)]
    options = rng.choices(option_list(game.options), k=rng.choice((0, 0, 1, 1, 2, 3)))
    for at, option in enumerate(options):
        values = [_value(option, rng) for _ in range(rng.choice((1, 2, 2, 3)))]
        if at == 0 and rng.random() < 0.6:
            words += ["--vary", f"{option.name}={('/' if option.many > 1 else ',').join(values)}"]
        else:
            words += ["--option", f"{option.name}={values[0]}"]
    thinks = not bots or any(bot.partition(":")[0] in SLOW for bot in bots)
    words += ["--league"] if rng.random() < 0.3 else []
    words += ["--games", str(rng.randint(1, 5)), "--seed", str(rng.randrange(1000))]
    if thinks or rng.random() < 0.6:
        words += ["--cap", str(rng.choice(ROUNDS[:4] if thinks else ROUNDS))]
    if game.needs_facts and rng.random() < 0.3:
        words += ["--pairs", str(rng.randint(6, 30))]
    return [*words, "--workers", "1"]


def _bots(game: Game[Any], rng: Random) -> list[str]:
    """Return one to three who play, some with a parameter; none where the lab takes the best level."""
    known = strategies(game)
    bots = []
    for word in rng.sample(sorted(known), rng.choice(BOTS)):
        kind: Any = known[word]
        fields = getattr(kind, "func", kind).__struct_fields__[1:]
        if word == "mc":
            bots.append("mc:samples=1")
        else:
            more = f":{rng.choice(fields)}={rng.choice((0, 1, 0.5))}" if fields and rng.random() < 0.4 else ""
            bots.append(word + more)
    return bots


def _value(option: Option, rng: Random) -> str:
    """Return what an option may be, or nearly."""
    if isinstance(option.default, bool):
        return rng.choice(("true", "false"))
    if option.many > 1:
        more = rng.choice((0, 0, 0, 1, -5, 10))
        return ",".join(str(int(part) + more) for part in option.usual.split(","))
    words = [str(choice) for choice in option.choices]
    if option.low is not None:
        usual = option.default if isinstance(option.default, int) else option.low
        words += map(str, (option.low, option.low + 1, option.low + 2, usual, usual, usual // 5))
    return rng.choice(words)


def played(words: Sequence[str], folder: Path, report: Report) -> bool:
    """Play one lab; say whether it was one that can be."""
    status, said, told = _ended("lab", *words, "-o", folder, report=report)
    where = " ".join(words)
    if status == 2:
        report.counts["refused"] += 1
        if folder.exists():
            report.fault(f"{where}: refused, and left {sorted(path.name for path in folder.iterdir())}")
        return False
    if status != 0:
        return False
    report.counts["played"] += 1
    plan, rows = kept.planned(folder), kept.rows_of(folder)
    results = list(csv.DictReader(io.StringIO((folder / "results.csv").read_text("utf-8"))))
    if len(results) != len(rows) or len(rows) != plan.each * len(plan.cells):
        report.fault(f"{where}: {len(results)} results of {len(rows)} games, {plan.each} at {len(plan.cells)} cells")
    page = (folder / "report.html").read_text("utf-8")
    for sign in ("nan", "inf ", "None", "Undefined"):
        if sign in told or f">{sign}" in page:
            report.fault(f"{where}: says {sign!r}")
    if f"digest {kept.digest(rows)}" not in said or not told.startswith("In short\n"):
        report.fault(f"{where}: ends with {said[-200:]!r}, {told[:80]!r}")
    report.counts["games"] += len(rows)
    return True


def _again(folder: Path, report: Report) -> None:
    """Cut off the last line of what was kept, and go on: the same comes of it."""
    path, files = folder / kept.ROWS, ("report.html", "results.csv")
    before = [(folder / name).read_bytes() for name in files]
    path.write_bytes(path.read_bytes()[:-9])
    status, _, _ = _ended("lab", "--resume", "--workers", 1, "-o", folder, report=report)
    if status == 0 and [(folder / name).read_bytes() for name in files] != before:
        report.fault(f"{kept.planned(folder).said}: resumed, it says something else")


def _compared(old: Path, new: Path, report: Report) -> None:
    """Compare two labs of a game; the same lab with itself shows no change."""
    status, _, told = _ended("lab", "--compare", old, new, report=report)
    report.counts["compared"] += 1
    if status != 0 or "Holm" not in told or (old == new and "Nothing changed" not in told):
        report.fault(f"{old} and {new}: compared with {status}: {told[-200:]!r}")


def _ended(*words: object, report: Report) -> tuple[int, str, str]:
    """Run ``referee``; return its status and what it said, on stderr and on stdout. What falls is a fault."""
    done = ran("referee", *words)
    status, said = done.returncode, done.stderr
    if status not in (0, 2) or (status == 2 and said.count("\n") != 1):
        kept_report = re.search(r"stands in (.*?),", said)
        told = Path(kept_report[1]).read_text("utf-8") if kept_report else said
        report.fault(f"{' '.join(map(str, words))}: ended with {status}: {told[-250:]}")
    return status, said, done.stdout
