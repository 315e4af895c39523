"""Let every call that touches the disk fail, one after the other: `kit`, `new`, a table's lines, a hosted table's.

A preloaded library (`faults.c`) counts opens, reads, writes, syncs, renames, links, maps, SQLite's too, and lets one
fail as a broken disk does, or all that need room from one on, as a full disk does. After each, everything that was
confirmed is there, everything else of ours is whole or absent, and the program has said so in a sentence.
"""

import contextlib
import ctypes
import itertools
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from factbank import factfile
from factbank.deal.ledger import LAPSE_S, Dealt, Ledger
from factbank.errors import FactError
from liarsdeck.cli import FAULT
from referee import games
from referee.core.game import RecordError
from referee.host.hosting import hosting_of
from referee.store.journal import Journal
from referee.tables.table import Table
from tests.bench.hard.report import Report, forked, last_frames, left_behind, started
from tests.programs import ran
from tests.referee.host.wire import Evening, lizard

FULL = 20_000  # more than there are: every call fails once
SAMPLE = 8
SHARES = {"new": 6, "table": 8, "host": 5, "kit": 1}  # a kit takes a second, the others a twentieth; a sample has none
ONCE, FROM_THEN_ON = 0, 1
TABLE = ("dealer Ann", "trump 9h", "Ann: holds Td", "Bob: holds 2c", "Cat: holds Jh")  # what two lines and chance make
TYPED = ("Bob: bids 0", "Cat: bids 0", "Ann: bids 1")
HOSTED = ("dealer Bob", "Ann: holds Kh", "Bob: holds Tc", "Cat: holds 2c", "trump Jd")
TAPPED = ("Cat: bids 0", "Ann: bids 0", "Bob: bids 0")
FACTS = ["--each", "2", "--pack", "cabinet", "--length", "any"]


def run(count: int, seed: int) -> Report:
    """Let ``count`` calls fail, spread over all that each program makes; nothing where no C compiler is at hand."""
    report = Report("broken disks")
    preload = library(Path(__file__).with_suffix(".c"))
    if preload is None:
        report.figures["calls that failed"] = "none: no C compiler here"
        return report
    with preload as preloaded:
        shares = {name: count * share // sum(SHARES.values()) for name, share in SHARES.items()}
        words = [str(seed), *(f"{name}={many}" for name, many in shares.items() if many)]
        for name, calls, counts, faults in preloaded_run("faults", preloaded, words, report):
            report.note(faults, f"{name}: ")
            report.figures[f"calls of {name}"] = calls
            report.counts.update({f"{name}: {what}": number for what, number in counts.items()})
    return report


def preloaded_run(attack: str, library: str, words: list[str], report: Report) -> Iterator[list[Any]]:
    """Run the main part of an attack with a library preloaded; yield what it prints."""
    done = started(f"tests.bench.hard.{attack}", *words, env={"LD_PRELOAD": library})
    if done.returncode:
        report.fault(done.stderr[-300:])
    yield from map(json.loads, done.stdout.splitlines())


@contextlib.contextmanager
def _built(compiler: str, source: Path):
    with tempfile.TemporaryDirectory() as folder:
        to = Path(folder) / f"{source.stem}.so"
        subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", to, source, "-ldl"], check=True)
        yield str(to)


def library(source: Path):
    """Return a context in which a C file is compiled, to be preloaded; None where that can't be done."""
    compiler = shutil.which((sysconfig.get_config_var("CC") or "cc").split()[0]) or shutil.which("cc")
    return _built(compiler, source) if compiler and sys.platform == "linux" else None


# ------------------------------------------------------------------------------------------------ what is tried


class Said(NamedTuple):
    """What a program said: its status, what it confirmed, its errors."""

    status: int
    confirmed: list[str]
    error: str


class Work(NamedTuple):
    """A piece of work in a household: what is there before, what is done, and what is wrong with what stands after."""

    before: Callable[[Path], None]
    do: Callable[[Path], Said]
    unsound: Callable[[Path, Said], str]


def _deal_first(home: Path) -> None:
    deck = Dealt("AAAA-AA", (("old/1", ("old",)),))
    book = Ledger(home / "ledger.sqlite")
    book.confirm(book.reserve(lambda _seen: deck), deck)


def _new(home: Path) -> Said:
    return said(home, "factbank", "new", "--players", "3", *FACTS, "-o", home / "out" / "facts.json")


def _old_kit(home: Path) -> None:
    _deal_first(home)
    shutil.copytree(_OLD_KIT, home / "out" / "kit")


def _kit(home: Path) -> Said:
    words = ["kit", "liars-lair", "--players", "3", *FACTS, "--booklet", "no", "--force", "-o", home / "out" / "kit"]
    return said(home, "cardgen", *words)


def said(home: Path, *words: object, lines: str = "") -> Said:
    """Run a program in a household, in this process."""
    done = ran(*map(str, words), lines=lines, cwd=home, env={"LIARSDECK_HOME": str(home)})
    return Said(done.returncode, done.stdout.splitlines(), done.stderr)


def table_before(home: Path) -> None:
    with Journal(home / "tables.sqlite") as journal:
        setup = games.setup(games.game("lizard"), ["Ann", "Bob", "Cat"], {"rounds": 1})
        table = Table.new(journal, setup, seed="7")
        for line in TABLE[:2]:
            table.act(table.read(line))


def _table(home: Path) -> Said:
    """Go on with a table that was kept."""
    return said(home, "referee", "resume", lines="".join(f"{line}\n" for line in TYPED))


def _host_before(home: Path) -> None:
    lizard(home).close()


def _host(home: Path) -> Said:
    """Go on with a table that is hosted: three phones sit down, and each says a line."""
    evening, confirmed = None, []
    try:
        with Journal(home / "tables.sqlite", write=False) as journal:
            kept = hosting_of(journal, 1)
        evening = Evening(home, hosting=kept, number=1)
        phones = [evening.browser(client=f"10.0.0.{number}") for number in (2, 3, 4)]
        for phone, name in zip(phones, ("Ann", "Bob", "Cat"), strict=True):
            phone.post("join", word=evening.hosting.word)
            phone.post("claim", seat=name, pin="4711")
        for number, line in zip((2, 0, 1), TAPPED, strict=True):
            answer = phones[number].say(line)
            if answer.status == 200 and not answer.json.get("ahead"):
                confirmed.append(line)
                confirm(line)
            if answer.status == 500:
                return Said(FAULT, confirmed, str(answer))
    except (RecordError, OSError) as error:  # as the shell round the command would say it
        return Said(2, confirmed, str(error))
    finally:
        if evening is not None:
            evening.close()
    return Said(0, confirmed, "")


def confirm(_line: str) -> None:
    """Hear of a line that a phone was told is kept."""


# --------------------------------------------------------------------------------------------- what must stand


def _files_unsound(home: Path, said: Said) -> str:
    """Say what is wrong with the fact file or the kit, and with the ledger that speaks of it."""
    out = home / "out"
    stands = sorted(path.name for path in out.iterdir()) if out.is_dir() else []
    codes = {_whole_facts(path) for path in (out / "facts.json", out / "kit" / "facts.json") if path.exists()}
    if "" in codes:
        return "half a fact file stands"
    if stands not in ([], ["facts.json"], ["kit"]):
        return f"it left {stands}"
    if "kit" in stands and (fault := _kit_unsound(out / "kit")):
        return fault
    later = Ledger(home / "ledger.sqlite", now=lambda: time.time() + LAPSE_S + 9)
    os.environ["LIARSDECK_HOME"] = str(home)
    later.settle(later.reserve(lambda _seen: Dealt("BBBB-BB", ())))
    later.check()
    dealt = {line.kit for line in later.history()}
    made = codes - {"", _OLD_CODE}
    if "AAAA-AA" not in dealt:
        return "a deck that was confirmed is gone"
    if said.status == 0 and not made:
        return "it said that all went well, and nothing stands"
    return "" if made <= dealt else "facts stand that may be dealt again"


def _whole_facts(path: Path) -> str:
    try:
        return factfile.read(path).kit
    except FactError:
        return ""


def _kit_unsound(kit: Path) -> str:
    names = {str(path.relative_to(kit)) for path in kit.rglob("*") if path.is_file()}
    if _whole_facts(kit / "facts.json") == _OLD_CODE:
        return "" if names == {"facts.json", "old.pdf"} else f"half the old kit stands: {sorted(names)}"
    if missing := _NAMES - names:
        return f"half a kit stands: without {sorted(missing)}"
    half = [name for name in names if name.endswith(".pdf") and b"%%EOF" not in (kit / name).read_bytes()[-9:]]
    return f"half a PDF stands: {half}" if half else ""


def _table_unsound(home: Path, said: Said) -> str:
    heard = said.confirmed[1:]  # the first answer is the deal's seal
    return _lines_unsound(home, TABLE, TYPED, TYPED[: len(heard)], all_well=said.status == 0)


def _host_unsound(home: Path, said: Said) -> str:
    return _lines_unsound(home, HOSTED, TAPPED, tuple(said.confirmed), all_well=len(said.confirmed) == len(TAPPED))


def _lines_unsound(
    home: Path, first: tuple[str, ...], then: tuple[str, ...], confirmed: tuple[str, ...], *, all_well: bool
) -> str:
    with Journal(home / "tables.sqlite") as journal:
        kept = Table(journal, 1).log.lines
        faults = journal.check()[1]
    if faults:
        return faults[0]
    whole = (*first, *then)
    if kept != whole[: len(kept)] or not set(first[:1]) <= set(kept):
        return f"other lines stand: {kept}"
    if not set(confirmed) <= set(kept):
        return f"{confirmed} was confirmed, {kept} stands"
    return f"it said that all went well, and {kept} stands" if all_well and kept != whole else ""


WORKS = {
    "new": Work(_deal_first, _new, _files_unsound),
    "kit": Work(_old_kit, _kit, _files_unsound),
    "table": Work(table_before, _table, _table_unsound),
    "host": Work(_host_before, _host, _host_unsound),
}

_OLD_KIT, _OLD_CODE, _NAMES = Path(), "", set[str]()


# ------------------------------------------------------------------------------- inside the preloaded process


def main(name: str, count: int, seed: int) -> None:
    """Try ``count`` faults of one kind of work, each in a fork of this process, which has everything imported."""
    shim, work, rng = ctypes.CDLL(None), WORKS[name], Random(seed)
    faults, counts = list[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        base = prepared(work, place)
        calls = _forked(work, shutil.copytree(base, place / "counted"), shim, 0, ONCE)[1]
        every = [(moment, how) for moment in range(1, calls + 1) for how in (ONCE, FROM_THEN_ON)]
        if count < len(every):
            cuts = [at * len(every) // count for at in range(count + 1)]
            every = [rng.choice(every[begin:end]) for begin, end in itertools.pairwise(cuts)]
        for number, (moment, how) in enumerate(every):
            home = shutil.copytree(base, place / f"try{number}")
            said, _calls = _forked(work, home, shim, moment, how)
            try:
                fault = _wrong(work, home, said)
            except Exception as error:
                fault = last_frames(error)
            if fault:
                faults.append(
                    f"call {moment} of {calls}{' and all after it' * how}: {fault} [{said.error.strip()[-200:]}]"
                )
            counts[f"{'broken' if how == ONCE else 'full'} disk, status {said.status}"] += 1
            shutil.rmtree(home)
    print(json.dumps([name, calls, counts, faults]), flush=True)


def prepared(work: Work, place: Path) -> Path:
    """Return a household in a place as it is before the work; the work itself was done once beside it."""
    global _OLD_KIT, _OLD_CODE, _NAMES  # noqa: PLW0603
    _OLD_KIT = place / "old"
    _OLD_KIT.mkdir()
    old = factfile.make([factfile.Pair("Old", (factfile.Card(1, "So."), factfile.Card(2, "Not so.")), "old/1")])
    factfile.write(old, _OLD_KIT / "facts.json")
    (_OLD_KIT / "old.pdf").write_bytes(b"%PDF old %%EOF\n")
    _OLD_CODE = old.kit
    base = place / "base"
    base.mkdir()
    work.before(base)
    warm = shutil.copytree(base, place / "warm")
    if (said := work.do(warm)).status:
        raise SystemExit(f"it fails without a fault: {said.error}")
    _NAMES = {str(path.relative_to(warm / "out" / "kit")) for path in (warm / "out" / "kit").rglob("*")}
    return base


def _forked(work: Work, home: Path, shim: ctypes.CDLL, moment: int, how: int) -> tuple[Said, int]:
    result = home.with_name(f"{home.name}.json")

    def do() -> int:
        try:
            shim.faults_arm(ctypes.c_long(moment), how)
            said = work.do(home)
        except BaseException as error:
            shim.faults_arm(ctypes.c_long(-1), how)
            said = Said(98, [], last_frames(error))
        calls = shim.faults_seen()
        shim.faults_arm(ctypes.c_long(-1), how)
        result.write_text(json.dumps([*said, calls]))
        return 0

    forked(do)
    status, confirmed, error, calls = json.loads(result.read_text())
    return Said(status, confirmed, error), calls


def _wrong(work: Work, home: Path, said: Said) -> str:
    if said.status not in (0, 2):
        return f"it ended with status {said.status}, {FAULT} being a fault of ours"
    if "Traceback" in said.error or (said.status == 2 and len(said.error.strip().splitlines()) > 2):
        return "it said more than a sentence"
    return left_behind(home) or work.unsound(home, said)


if __name__ == "__main__":
    for program in ("cardgen.cli", "factbank.cli", "referee.cli"):
        import_module(program)
    for asked in sys.argv[2:]:
        work, _, number = asked.partition("=")
        main(work, int(number), int(sys.argv[1]))
