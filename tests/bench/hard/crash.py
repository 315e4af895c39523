"""Kill scripted tables of all five games at random moments, tear their writes, and see what stands.

Every confirmed line must be there after ``resume``, nothing that was not written down, and no table may be unreadable.
Where this may mount small file systems of its own, a referee reads on a disk that is read-only. Full disks are those of
``faults``.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from factbank.factfile import write
from referee import games
from referee.store.journal import Journal
from referee.tables.table import Table
from tests.bench.hard.report import Report, household, started
from tests.referee.conformance import some_facts

FULL = 300
SAMPLE = 2
SEATS = ["Ann", "Bob", "Cat", "Dan", "Eve"]
WAYS = ("kill", "torn write", "kill", "read-only")


def run(count: int, seed: int) -> Report:
    """Break ``count`` evenings."""
    report = Report("broken evenings")
    rng = Random(seed)
    for number in range(count):
        name = games.REGISTRY[number % len(games.REGISTRY)]
        way = WAYS[number // len(games.REGISTRY) % len(WAYS)]
        report.counts[f"{way}: {name}"] += 1
        with household(), report.trial(f"{name}, {way}"):
            if fault := one(name, way, rng, report):
                report.fault(f"{name}, {way}: {fault}")
    report.figures |= {"evenings": count, "own file systems": "yes" if can_mount() else "no"}
    return report


def one(name: str, way: str, rng: Random, report: Report) -> str:
    """Break one table at a random moment and resume it; return what was wrong, "" when nothing was."""
    game, home = games.game(name), Path(os.environ["LIARSDECK_HOME"])
    seats = SEATS[: game.seats[1]]
    facts = some_facts(3 * len(seats), rng) if game.needs_facts else None
    if facts:
        write(facts, home / "facts.json")
    setup = games.setup(game, seats, {}, facts=facts)
    _state, actions = games.playout(game, setup, rng, limit=120)
    lines = [games.format_action(game, setup, action) + "\n" for action in actions]
    command = ["new", name, *[part for seat in seats for part in ("--seat", seat)]]
    confirmed = killed([*command, *(("--facts", str(home / "facts.json")) if facts else ())], lines, rng)
    report.counts["lines confirmed"] += confirmed
    if way == "torn write":
        tear(home, rng)
    if way == "read-only" and confirmed and can_mount() and (fault := read_only(home)):
        return fault
    return stands(home, lines, confirmed)


def killed(command: list[str], lines: list[str], rng: Random) -> int:
    """Return how many lines were confirmed before the end."""
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "referee", *command],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdin
        assert process.stdout
        assert process.stderr
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write("".join(lines))
            process.stdin.close()
        heard = "".join(process.stdout.readline() for _ in range(1 + rng.randrange(len(lines))))
        time.sleep(rng.random() * rng.choice((0, 0.002, 0.02)))
        process.kill()
        heard += process.stdout.read()
        said = process.stderr.read()
    assert "Traceback" not in said, said[-300:]
    assert "a fault of the program" not in said, said[-300:]
    return sum(answer.endswith("\n") for answer in heard.splitlines(keepends=True))


def tear(home: Path, rng: Random) -> None:
    """Leave what a write leaves that was cut off half way: bytes behind the last frame that SQLite had finished."""
    wal = home / "tables.sqlite-wal"
    if wal.exists():
        data = wal.read_bytes()
        frame = 24 + 4096
        torn = bytearray(data[-frame:] if len(data) > frame else rng.randbytes(frame))
        for _ in range(rng.randint(1, 40)):
            torn[rng.randrange(len(torn))] = rng.randrange(256)
        with wal.open("ab") as file:
            file.write(torn[: rng.randint(1, len(torn))])


def read_only(home: Path) -> str:
    """Return what is wrong with a referee whose folder is read-only: it reads, says that it can't write, and ends."""
    with tempfile.TemporaryDirectory() as other, disk(Path(other) / "ro", 4000) as place:
        for file in home.iterdir():
            if file.is_file():
                (place / file.name).write_bytes(file.read_bytes())
        before = {file.name: file.read_bytes() for file in place.iterdir()}
        read_only_now(place)
        for command, may in (("resume", {2}), ("tables", {0, 2}), ("export", {0, 2})):
            done = started("referee", command, lines="table\n", env={"LIARSDECK_HOME": str(place)})
            if "Traceback" in done.stderr or done.stderr.count("\n") > 1 or done.returncode not in may:
                return f"{command} in a read-only folder ends with {done.returncode}: {done.stderr[-200:]}"
            if done.returncode == 0 and not done.stdout:
                return f"{command} in a read-only folder says nothing"
        if {file.name: file.read_bytes() for file in place.iterdir()} != before:
            return "files changed in a read-only folder"
    return ""


def stands(home: Path, lines: list[str], confirmed: int) -> str:
    """Return what is wrong with the table that was left behind, "" when nothing is."""
    if not (home / "tables.sqlite").exists():
        return "" if not confirmed else "the journal is gone"
    with Journal() as journal:
        if not journal.tables():
            return "" if not confirmed else "the table is gone"
        kept = [line + "\n" for line in Table(journal, 1).log.lines]
    if kept != lines[: len(kept)]:
        return "other lines stand"
    if not confirmed <= len(kept) <= confirmed + 1:
        return f"{confirmed} were confirmed, {len(kept)} stand"
    rest = started("referee", "resume", lines="".join(lines[len(kept) :]))
    return "" if rest.returncode == 0 else f"resume: {rest.stderr.strip()[:80]}"


# ------------------------------------------------------------------------------------- small disks of one's own


@cache
def can_mount() -> bool:
    """Tell whether this process may mount a file system (root on Linux, mostly)."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return False
    with tempfile.TemporaryDirectory() as folder:
        mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]
        if subprocess.run(mount, capture_output=True, check=False).returncode:
            return False
        subprocess.run(["umount", folder], check=True)
    return True


@contextlib.contextmanager
def disk(place: Path, kilobytes: int) -> Iterator[Path]:
    """Give a folder on a disk of its own of so many kilobytes."""
    place.mkdir()
    options = f"size={kilobytes}k,mode=700"
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)], check=True)
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def read_only_now(place: Path) -> None:
    """Let nothing more be written on a disk of one's own."""
    subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
