"""Kill scripted tables of all five games at random moments, tear their writes, fill their disk, and see what stands.

Every confirmed line must be there after ``resume``, nothing that was not written down, and no table may be unreadable.
Where this may mount small file systems of its own, disks that are full or read-only are real ones; elsewhere a limit on
the size of files stands for the first. On a full disk all three programs must end in a sentence and leave no part of a
file behind.
"""

import contextlib
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from factbank.factfile import Card, Pair, make, write
from liarsdeck.cli import FAULT
from referee import games
from referee.store.journal import Journal
from referee.tables.table import Table
from tests.bench.hard.report import Report, household

FULL = 300
SAMPLE = 2
SEATS = ["Ann", "Bob", "Cat", "Dan", "Eve"]
WAYS = ("kill", "torn write", "kill", "full disk", "kill", "read-only")


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
    if count >= 30:
        for fault in full_disks():
            report.fault(fault)
            report.counts["commands on a full disk that failed"] += 1
    report.figures |= {"evenings": count, "own file systems": "yes" if can_mount() else "no: a limit on files instead"}
    return report


def one(name: str, way: str, rng: Random, report: Report) -> str:
    """Break one table at a random moment and resume it; return what was wrong, "" when nothing was."""
    game = games.game(name)
    small = way == "full disk" and can_mount()
    kilobytes = rng.randint(90, 220) if small else 0
    with tempfile.TemporaryDirectory() as outer, disk(Path(outer) / "home", kilobytes) as home:
        os.environ["LIARSDECK_HOME"] = str(home)
        seats = SEATS[: game.seats[1]]
        facts, more = None, []
        if game.needs_facts:
            facts = make(
                [Pair(f"Pair {n}", (Card(2 * n - 1, f"So {n}."), Card(2 * n, f"Not so {n}."))) for n in range(1, 16)]
            )
            write(facts, Path(outer) / "facts.json")
            more = ["--facts", str(Path(outer) / "facts.json")]
        setup = games.setup(game, seats, {}, facts=facts)
        _state, actions = games.playout(game, setup, rng, limit=120)
        lines = [games.format_action(game, setup, action) + "\n" for action in actions]
        command = ["new", name, *[part for seat in seats for part in ("--seat", seat)], *more]
        room = rng.randint(24_000, 90_000) if way == "full disk" and not small else None
        confirmed = killed(command, lines, rng, room, to_the_end=small)
        report.counts["lines confirmed"] += confirmed
        if small:
            remount(home, "size=8m")
        if way == "torn write":
            tear(home, rng)
        if way == "read-only" and confirmed and can_mount() and (fault := read_only(home)):
            return fault
        return stands(lines, confirmed, most=1)


def killed(command: list[str], lines: list[str], rng: Random, room: int | None, *, to_the_end: bool) -> int:
    """Return how many lines were confirmed before the end."""

    def little_room() -> None:
        if room is not None:  # no file may grow past this: the disk is full
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "referee", *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=little_room,  # noqa: PLW1509, there are no threads here
    )
    assert process.stdin
    assert process.stdout
    assert process.stderr
    with contextlib.suppress(BrokenPipeError):
        process.stdin.write("".join(lines))
        process.stdin.close()
    heard = process.stdout.readline()
    if room is None and not to_the_end:
        for _ in range(rng.randrange(len(lines))):
            heard += process.stdout.readline()
        time.sleep(rng.random() * rng.choice((0, 0.002, 0.02)))
        process.kill()
    heard += process.stdout.read()
    said = process.stderr.read()
    process.wait()
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
        remount(place, "ro")
        env = os.environ | {"LIARSDECK_HOME": str(place)}
        for command, status in ((["resume"], 2), (["tables"], None), (["export"], None)):
            done = subprocess.run(
                [sys.executable, "-m", "referee", *command],
                input="table\n", capture_output=True, text=True, check=False, env=env,
            )  # fmt: skip
            if "Traceback" in done.stderr or done.returncode == FAULT or done.stderr.count("\n") > 1:
                return f"{command[0]} in a read-only folder: {done.stderr[-200:]}"
            if (status is not None and done.returncode != status) or done.returncode not in (0, 2):
                return f"{command[0]} in a read-only folder ends with {done.returncode}"
            if done.returncode == 0 and not done.stdout:
                return f"{command[0]} in a read-only folder says nothing"
        if {file.name: file.read_bytes() for file in place.iterdir()} != before:
            return "files changed in a read-only folder"
    return ""


def stands(lines: list[str], confirmed: int, *, most: int) -> str:
    """Return what is wrong with the table that was left behind, "" when nothing is."""
    path = Path(os.environ["LIARSDECK_HOME"]) / "tables.sqlite"
    if not path.exists():
        return "" if not confirmed else "the journal is gone"
    with Journal() as journal:
        if not journal.tables():
            return "" if not confirmed else "the table is gone"
        kept = [line + "\n" for line in Table(journal, 1).log.lines]
    if kept != lines[: len(kept)]:
        return "other lines stand"
    if not confirmed <= len(kept) <= confirmed + most:
        return f"{confirmed} were confirmed, {len(kept)} stand"
    rest = subprocess.run(
        [sys.executable, "-m", "referee", "resume"],
        input="".join(lines[len(kept) :]),
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if rest.returncode == 0 else f"resume: {rest.stderr.strip()[:80]}"


# ------------------------------------------------------------------------------------- small disks of one's own

_MOUNTS: list[bool] = []


def can_mount() -> bool:
    """Tell whether this process may mount a file system (root on Linux, mostly)."""
    if not _MOUNTS:
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], capture_output=True, check=False
            ) if sys.platform == "linux" and os.geteuid() == 0 else None  # fmt: skip
            _MOUNTS.append(done is not None and done.returncode == 0)
            if _MOUNTS[0]:
                subprocess.run(["umount", folder], check=True)
    return _MOUNTS[0]


@contextlib.contextmanager
def disk(place: Path, kilobytes: int) -> Iterator[Path]:
    """Give a folder, on a disk of its own of so many kilobytes where that is asked for and can be had."""
    place.mkdir()
    mounted = bool(kilobytes) and can_mount()
    if mounted:
        options = f"size={kilobytes}k,mode=700"
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)], check=True)
    try:
        yield place
    finally:
        if mounted:
            subprocess.run(["umount", str(place)], check=True)


def remount(place: Path, options: str) -> None:
    """Change a disk of one's own: its size, or that it can be written."""
    if can_mount():
        subprocess.run(["mount", "-o", f"remount,{options}", str(place)], check=True)


COMMANDS = (
    ("factbank", "new", "--pairs", "15", "--seed", "7", "-o", "{disk}/facts.json", "--no-ledger"),
    ("factbank", "new", "--pairs", "15", "-o", "{disk}/facts.json"),
    ("cardgen", "deck", "lizard", "-o", "{disk}/lizard.pdf"),
    ("cardgen", "kit", "liars-lair", "--players", "4", "-o", "{disk}/kit"),
    ("cardgen", "rulebook", "lizard", "-o", "{disk}/book.pdf"),
    ("cardgen", "show", "9h", "-o", "{disk}/nine.png"),
    ("cardgen", "extras", "lizard", "-o", "{disk}/extras"),
    ("cardgen", "export", "png", "west", "-o", "{disk}/png"),
    ("cardgen", "calibrate", "-o", "{disk}/test.pdf"),
    ("cardgen", "calibrate", "--printer", "office", "--offset", "1,1"),
)


def full_disks() -> Iterator[str]:
    """Yield what is wrong with commands that write to a disk without room."""
    if not can_mount():
        return
    for command in COMMANDS:
        with tempfile.TemporaryDirectory() as outer, disk(Path(outer) / "disk", 16) as place:
            (place / "filler").write_bytes(b"x" * 4096)
            home = place if "{disk}" not in " ".join(command) else Path(outer) / "home"
            with contextlib.suppress(OSError), (place / "filler").open("ab") as file:
                while True:
                    file.write(b"x" * 1024)
                    file.flush()
            before = sorted(file.name for file in place.rglob("*"))
            done = subprocess.run(
                [sys.executable, "-m", *(part.format(disk=place) for part in command)],
                capture_output=True, text=True, check=False, env=os.environ | {"LIARSDECK_HOME": str(home)},
            )  # fmt: skip
            named = " ".join(command)
            said = str(place) in done.stderr and done.stderr.count("\n") == 1
            if done.returncode != 2 or not said:
                yield f"{named}: on a full disk it ended with {done.returncode} and {done.stderr[-300:]!r}"
            left = [file.name for file in place.rglob("*") if file.is_file() and file.name not in before]
            if left:
                yield f"{named}: on a full disk it left {left}"
