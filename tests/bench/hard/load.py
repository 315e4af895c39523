"""Years of evenings: a ledger of a million keys, a journal of ten thousand tables, a table of ten thousand lines.

Every command is measured beside itself in a household that has just begun; within four times that is the promise. A
deck of five hundred own cards is printed, within ten seconds.
"""

import resource
import tempfile
from pathlib import Path
from random import Random

from factbank.deal.ledger import Dealt, Ledger
from referee import games
from referee.records import make_header, print_header
from referee.store.journal import LINE, Journal
from tests.bench.hard.report import Report, started

FULL = 1_000_000  # keys; a hundredth as many tables, and as many lines of the longest
SAMPLE = 1_000
TIMES = 4.0
CARDS, CARDS_S = 500, 10.0
RUNS = 5
SLACK_S = 0.02  # of CPU time: under this nothing is told apart
MEASURED = 100_000  # fewer keys only show that it works: tests time nothing
NAMES = ["Ann", "Bob", "Cat", "Dan"]
PRINTED = "cardgen deck {home}/birds.toml -o {home}/birds.pdf", ""
COMMANDS = (
    ("40 pairs drawn", "factbank new --pairs 40 --seed 1 -o {home}/out.json", ""),
    ("tables", "referee tables", ""),
    ("the last table resumed, a line said", "referee resume", "undo\n"),
    ("a new table", "referee new lizard --seat Ann --seat Bob --seat Cat", "dealer Ann\n"),
    ("the longest table resumed", "referee resume {long}", "# nothing\n"),
    ("the longest table, undo", "referee resume {long}", "undo\nredo\n"),
    ("the longest table exported", "referee export {long}", ""),
    ("its scores", "referee scores {long}", ""),
)


def run(count: int, seed: int) -> Report:
    """Make a household of ``count`` keys and look how long it waits."""
    report = Report("load")
    with tempfile.TemporaryDirectory() as folder:
        young, old = Path(folder) / "young", Path(folder) / "old"
        for home, keys, tables, lines in ((young, 100, 1, 40), (old, count, count // 100, count // 100)):
            home.mkdir(mode=0o700)
            _ledger(home, keys)
            _journal(home, tables, lines, Random(seed))
        report.figures |= {"keys": count, "tables": count // 100, "lines of the longest": count // 100}
        long = {young: "1", old: str(max(1, count // 100))}
        for what, command, typed in COMMANDS if count >= MEASURED else COMMANDS[1:3]:
            runs = RUNS if count >= MEASURED else 1
            spent = {home: _spent(command, typed, home, long[home], runs) for home in (young, old)}
            ratio = spent[old] / spent[young]
            report.figures[f"{what}, s"] = round(spent[old], 3)
            report.figures[f"{what}, times the usual"] = round(ratio, 2)
            if count >= MEASURED and ratio > TIMES and spent[old] - spent[young] > SLACK_S:
                report.fault(f"{what}: {spent[old]:.2f} s, {ratio:.1f} times the usual {spent[young]:.2f}")
        if count >= MEASURED:
            _cards(Path(folder), CARDS)
            report.figures[f"{CARDS} own cards, s"] = spent_s = round(_spent(*PRINTED, Path(folder), "", 1), 2)
            if spent_s > CARDS_S:
                report.fault(f"{CARDS} own cards took {spent_s} s")
    return report


def _cards(folder: Path, many: int) -> None:
    rows = "".join(f"Bird {number},It sings {number} times over the sea.\n" for number in range(many))
    (folder / "birds.csv").write_text(f"bird,cry\n{rows}", "utf-8")
    boxes = (("bird", 8, "title"), ("cry", 40, "italic"))
    layout = "".join(
        f'[box.{name}]\nat = [8, {y}, 47, 20]\ntext = "{{{{ {name} }}}}"\nfont = "{font}"\n' for name, y, font in boxes
    )
    (folder / "birds.toml").write_text(f'title = "Birds"\n{layout}', "utf-8")


def _spent(command: str, typed: str, home: Path, long: str, runs: int) -> float:
    """Return the CPU seconds of a command, the best of a few."""
    args = [part.format(home=home, long=long) for part in command.split()]
    best = 1e9
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = started(*args, lines=typed, env={"LIARSDECK_HOME": str(home)})
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            raise AssertionError(f"{command} ended with {done.returncode}: {done.stderr[-200:]}")
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def _ledger(home: Path, keys: int) -> None:
    ledger = Ledger(home / "ledger.sqlite")
    each = max(1, keys // 20)
    for deck in range(20):
        pairs = tuple(
            (f"pack/topic-{n % 300}/{n}/{n * 7919 % 10007}", (f"thing {n}",))
            for n in range(deck * each, (deck + 1) * each)
        )
        dealt = Dealt(f"KIT{deck}", pairs)
        ledger.confirm(ledger.reserve(lambda _seen, dealt=dealt: dealt), dealt)  # type: ignore[misc]


def _journal(home: Path, tables: int, lines: int, rng: Random) -> None:
    game = games.game("liar-poker")
    setup = games.setup(game, NAMES[:2], {"chips": 100_000})
    _state, actions = games.playout(game, setup, rng, limit=lines)
    said = [games.format_action(game, setup, action) for action in actions]
    with Journal(home / "tables.sqlite") as journal:
        journal._sql.execute("PRAGMA synchronous = OFF")
        header = print_header(setup, make_header(setup))
        for number in range(1, tables + 1):
            assert journal.create("liar-poker", header, setup.seats) == number
            for place, line in enumerate(said if number == tables else said[:12], start=1):
                journal.append(number, place, LINE, line)
        journal.opened(1)
