"""End our programs at every moment: by each of the signals, and by ``kill -9``, which nothing can answer.

A moment is one instruction of Python in the rooms that write: while facts are dealt into a file, while a folder is
replaced, while a table is set up and takes a line. After a signal nothing half-written is left and no reservation;
after ``kill -9`` whatever stands is whole, old or new, what was confirmed is there, and the next run sweeps the rest.
"""

import contextlib
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import FrameType
from unittest import mock

import click

from factbank import factfile
from factbank.deal import deal as dealing
from factbank.deal.ledger import LAPSE_S, Dealt, Ledger
from factbank.factfile import Card, Facts, Pair
from liarsdeck.cli import run as run_program
from liarsdeck.files import sweep, whole_folder
from referee import games
from referee.store.journal import Journal
from referee.tables.table import Table
from tests.bench.hard.report import Report, forked, last_frames, left_behind

FULL = 6000
SAMPLE = 20
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
ROOMS = (
    *("liarsdeck/files", "liarsdeck/sqlite", "liarsdeck/system"),
    *("factbank/deal/", "factbank/facts", "factbank/kits", "referee/store/"),
)
LINES = ("dealer Ann", "trump 9h", "Bob: bids 0")
OLD, NEW = {"a.pdf": b"old", "b.pdf": b"old"}, {"a.pdf": b"new", "c/d.pdf": b"new"}

Work = Callable[[Path], None]


def run(count: int, seed: int) -> Report:
    """End ``count`` pieces of work, at moments spread over each."""
    report, rng = Report("programs ended"), Random(seed)
    every = [(work, ending) for work in WORKS for ending in (*SIGNALS, signal.SIGKILL)]
    moments = {work: _moments(work) for work in WORKS}
    for number in range(count):
        work, ending = every[number % len(every)]
        tried = max(1, count // len(every))
        # Spread evenly, so that the full number meets them all.
        moment = 1 + (number // len(every)) * moments[work] // tried + rng.randrange(max(1, moments[work] // tried))
        report.counts[f"{work.__name__[1:]}: {signal.Signals(ending).name}"] += 1
        try:
            fault = _tried(work, min(moment, moments[work]), ending)
        except Exception as error:
            fault = last_frames(error)
        if fault:
            report.fault(f"{work.__name__[1:]}, {signal.Signals(ending).name} at {moment}: {fault}")
    report.figures |= {f"moments of {work.__name__[1:]}": many for work, many in moments.items()}
    return report


# ------------------------------------------------------------------------------------------------ what is done


def _facts() -> Facts:
    return factfile.make([Pair("A title", (Card(1, "It hums."), Card(2, "It is silent.")), "music/hum/1")])


def _new(home: Path) -> None:
    """Deal facts into a file, as `factbank new -o` does."""
    with dealing.deal(dealing.Wish(1, seed=7), home / "ledger.sqlite") as dealt:
        dealt.stands_at(home / "out" / "facts.json")
        factfile.write(dealt.facts, home / "out" / "facts.json")


def _kit(home: Path) -> None:
    """Deal facts into a folder that takes the place of another, as `cardgen kit --force` does."""
    with dealing.deal(dealing.Wish(1, seed=7), home / "ledger.sqlite") as dealt:
        dealt.stands_at(home / "kit")
        with whole_folder(home / "kit") as inside:
            _fill(inside, NEW)
            factfile.write(dealt.facts, inside / "facts.json", private=True)


def _folder(home: Path) -> None:
    """Replace a folder, on a disk that can't let two change places."""
    with mock.patch("liarsdeck.system.System.exchange", return_value=False), whole_folder(home / "kit") as inside:
        _fill(inside, NEW)


def _table(home: Path) -> None:
    """Set up a table, and keep its lines."""
    with Journal(home / "tables.sqlite") as journal:
        setup = games.setup(games.game("lizard"), ["Ann", "Bob", "Cat"], {"rounds": 1})
        table = Table.new(journal, setup, seed="7")
        with journal.hold(table.number):
            for line in LINES:
                table.act(table.read(line))
                with (home / "confirmed").open("a") as said:
                    said.write(f"{line}\n")


WORKS: tuple[Work, ...] = (_new, _kit, _folder, _table)


def _fill(folder: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)


@contextlib.contextmanager
def _home() -> Iterator[Path]:
    """Give a household in which an older kit stands; drawing facts costs nothing there."""
    facts = _facts()
    drawn = dealing.Deal(facts, ()), Dealt(facts.kit, (("music/hum/1", ("hum",)),))
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch.dict(os.environ, {"LIARSDECK_HOME": folder}),
        mock.patch.object(dealing, "draw", return_value=drawn),
        mock.patch.object(os, "fsync"),  # thousands of them: what is tried is the order
    ):
        (Path(folder) / "kit").mkdir()
        _fill(Path(folder) / "kit", OLD)
        yield Path(folder)


# ------------------------------------------------------------------------------------------------- how it ends


def _moments(work: Work) -> int:
    """Return how many instructions of ours a piece of work takes when all is imported."""
    with _home() as home:
        work(home)
    with _home() as home:
        clock = _Clock(sys.maxsize, lambda: None)
        with clock.running():
            work(home)
        return clock.now


class _Clock:
    """Counts instructions of the rooms that write, and does something at one of them."""

    def __init__(self, moment: int, do: Callable[[], None]) -> None:
        self.now, self._moment, self._do = 0, moment, do

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        before = sys.gettrace()
        sys.settrace(self._enter)
        try:
            yield
        finally:
            sys.settrace(before)

    def _enter(self, frame: FrameType, _event: str, _value: object) -> object:
        code = frame.f_code
        # What hears the signals is not interrupted by them: of liarsdeck.system, only what the systems do is counted.
        writes = "liarsdeck/system" not in code.co_filename or code.co_qualname.startswith(
            ("System.", "Windows.", "MacOS.")
        )
        if writes and any(room in code.co_filename for room in ROOMS):
            frame.f_trace_opcodes = True
            return self._step
        return None

    def _step(self, _frame: FrameType, event: str, _value: object) -> object:
        if event == "opcode":
            self.now += 1
            if self.now == self._moment:
                self._do()
        return self._step


def _tried(work: Work, moment: int, ending: signal.Signals) -> str:
    """End one piece of work at a moment; return what was wrong, "" when nothing was."""
    with _home() as home:
        status = _ended(work, home, moment, ending)
        if ending == signal.SIGKILL:
            for folder in (home, home / "out", home / "kits"):
                sweep(folder)
        elif status != 128 + ending:
            return f"it ended with status {status}"
        if left := left_behind(home, swept=False):
            return left
        if fault := _table_unsound(home) if work is _table else _files_unsound(home):
            return fault
        return "" if work in (_folder, _table) else _ledger_unsound(home, killed=ending == signal.SIGKILL)


def _ended(work: Work, home: Path, moment: int, ending: signal.Signals) -> int:
    """Do the work as a program of ours does, in a process that gets a signal at a moment; return its exit status."""

    def do() -> int:
        sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        signal.signal(signal.SIGINT, signal.default_int_handler)
        clock = _Clock(moment, lambda: os.kill(os.getpid(), ending))
        try:
            with clock.running():
                run_program(click.Command("work", callback=lambda: work(home)), [])
        except SystemExit as leave:
            return int(str(leave.code))
        return 99

    return forked(do)


# --------------------------------------------------------------------------------------------- what must stand


def _files_unsound(home: Path) -> str:
    kit = {
        str(path.relative_to(home / "kit")): path.read_bytes() for path in (home / "kit").rglob("*") if path.is_file()
    }
    facts = kit.pop("facts.json", None)
    if kit not in (OLD, NEW):
        return f"the folder is neither the old nor the new one: {sorted(kit)}"
    out = home / "out" / "facts.json"
    made = [data for data in (facts, out.read_bytes() if out.exists() else None) if data is not None]
    return "" if all(data == factfile.format_facts(_facts()) for data in made) else "half a fact file stands"


def _ledger_unsound(home: Path, *, killed: bool) -> str:
    path = home / "ledger.sqlite"
    if not path.exists():
        return ""
    later = Ledger(path, now=lambda: time.time() + LAPSE_S + 9 if killed else time.time())
    if killed:  # the next draw settles what is left
        with contextlib.suppress(InterruptedError):
            later.reserve(_nothing)
        later.check()
        other = later.reserve(lambda _seen: Dealt("AAAA-AA", ()))
        later.settle(other)
    with later._open() as database:
        rows = database.execute("SELECT kit, dealt FROM deck").fetchall()
    stands = (home / "out" / "facts.json").exists() or (home / "kit" / "facts.json").exists()
    if any(not dealt for _kit, dealt in rows):
        return "a reservation is left"
    if stands and not rows:
        return "facts stand that may be dealt again"
    return ""


def _nothing(_seen: object) -> Dealt:
    raise InterruptedError


def _table_unsound(home: Path) -> str:
    said = (home / "confirmed").read_text().splitlines() if (home / "confirmed").exists() else []
    if not (home / "tables.sqlite").exists():
        return "the journal is gone" if said else ""
    with Journal(home / "tables.sqlite") as journal:
        if not journal.tables():
            return "the table is gone" if said else ""
        kept = list(Table(journal, 1).log.lines)
        with journal.hold(1):
            faults = journal.check()[1]
    if faults:
        return faults[0]
    return (
        "" if kept[: len(said)] == said and kept == list(LINES[: len(kept)]) else f"{said} was confirmed, {kept} stands"
    )
