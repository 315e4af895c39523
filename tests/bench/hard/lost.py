"""Cut the power after every call that changes files: `new`, `kit`, a hosted table's lines, `tables --backup`.

A preloaded library (`lost.c`) notes each call with its data. From the notes, what stands on the disk after a power cut
is made for each moment: without any data or name that was not flushed (``fsync``), with the names but without the data,
with some of the writes (in any order, as a disk's cache may keep them), and with all. What was confirmed must be there,
and everything else of ours must be whole or absent. At the end, the notes must make what truly stands.
"""

import ctypes
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from random import Random

from referee.store.journal import Journal
from referee.tables.table import Table
from tests.bench.hard import faults
from tests.bench.hard.faults import TABLE, TYPED, WORKS, Said, Work
from tests.bench.hard.report import Report, forked, last_frames, left_behind

FULL = 20_000  # more than there are: each state once
SAMPLE = 20
DONE = "done"
BACKUP = Path("out", "tables.backup")
WAYS = ("nothing unflushed", "names alone", "some writes", "everything")


def run(count: int, seed: int) -> Report:
    """Look at ``count`` states of the disk, spread over all; nothing where no C compiler is at hand."""
    report = Report("power cuts")
    library = faults.library(Path(__file__).with_suffix(".c"))
    if library is None:
        report.figures["states of the disk"] = "none: no C compiler here"
        return report
    with library as preloaded:
        names = [name for name in EVERY if name != "kit" or count >= FULL // 10]  # a kit takes a second
        words = [str(seed), str(-(-count // len(names))), *names]
        for name, calls, states, wrong in faults.preloaded_run("lost", preloaded, words, report):
            report.figures[f"calls of {name}"] = calls
            report.counts[f"states of {name}"] += states
            report.note(wrong, f"{name}: ")
    return report


# ------------------------------------------------------------------------------------------------ what is tried


def _backup_before(home: Path) -> None:
    faults.table_before(home)
    (home / BACKUP).parent.mkdir()
    with Journal(home / "tables.sqlite") as journal:
        journal.back_up(home / BACKUP)
        table = Table(journal, 1)
        while (drawn := table.draw(everything=True)) is not None:
            table.act(drawn)
        table.act(table.read(TYPED[0]))


def _backup(home: Path) -> Said:
    return faults.said(home, "referee", "tables", "--backup", home / BACKUP)


def _backup_unsound(home: Path, said: Said) -> str:
    new, old = [*TABLE, TYPED[0]], list(TABLE[:2])
    for path, may in ((home / "tables.sqlite", [new]), (home / BACKUP, [new] if said.status == 0 else [new, old])):
        with Journal(path) as journal:
            if wrong := journal.check()[1]:
                return wrong[0]
            if (kept := list(Table(journal, 1).log.lines)) not in may:
                return f"{path.name} has {kept}"
    return ""


EVERY = {name: WORKS[name] for name in ("new", "kit", "host")} | {
    "backup": Work(_backup_before, _backup, _backup_unsound)
}


# ------------------------------------------------------------------------------------------------ what is on the disk


@dataclass
class File:
    """What is written of a file, what of it was flushed, and the writes since: (offset, data), or (size, None)."""

    live: bytes = b""
    safe: bytes = b""
    since: list[tuple[int, bytes | None]] = field(default_factory=list)

    def write(self, at: int, data: bytes | None) -> None:
        self.live = _written(self.live, at, data)
        self.since.append((at, data))

    def flush(self) -> None:
        self.safe, self.since = self.live, []

    def after(self, way: str, rng: Random) -> bytes:
        """Return what is there after a power cut."""
        if way == "everything":
            return self.live
        found = self.safe
        for at, data in self.since if way == "some writes" else ():
            if rng.random() < 0.5:
                found = _written(found, at, data)
        return found


def _written(before: bytes, at: int, data: bytes | None) -> bytes:
    before = before[: at if data is None else None].ljust(at, b"\0")
    return before if data is None else before[:at] + data + before[at + len(data) :]


@dataclass
class Folder:
    """The names in a folder, and those that were flushed."""

    live: "dict[str, File | Folder]" = field(default_factory=dict)
    safe: "dict[str, File | Folder]" = field(default_factory=dict)

    def flush(self) -> None:
        self.safe = dict(self.live)

    def stand(self, place: Path, way: str, rng: Random) -> None:
        """Make in a place what is there after a power cut. SQLite's shared memory is no file that lasts."""
        place.mkdir()
        for name, node in (self.safe if way == WAYS[0] else self.live).items():
            if isinstance(node, Folder):
                node.stand(place / name, way, rng)
            elif not name.endswith("-shm"):
                (place / name).write_bytes(node.after(way, rng))


class Disk:
    """A folder's files as the notes tell of them."""

    def __init__(self, home: Path) -> None:
        self._home, self._nodes, self.confirmed = home, dict[int, File | Folder](), list[str]()
        self.root = self._read(home)

    def _read(self, place: Path) -> "Folder":
        found = Folder()
        self._nodes[place.stat().st_ino] = found
        for path in place.iterdir():
            if path.is_dir():
                found.live[path.name] = self._read(path)
            else:
                found.live[path.name] = self._nodes[path.stat().st_ino] = File(data := path.read_bytes(), data)
        found.flush()
        return found

    def _at(self, path: str) -> tuple[dict[str, File | Folder], str]:
        *folders, name = Path(os.path.normpath(path)).relative_to(self._home).parts
        found = self.root
        for one in folders:
            found = found.live[one]  # type: ignore[assignment]
        return found.live, name

    def play(self, kind: str, inode: int, at: int, data: bytes) -> None:
        """Do what a note tells."""
        if kind == "M":
            self.confirmed.append(data.decode())
        elif kind in "SWT":
            node = self._nodes[inode]
            node.flush() if kind == "S" else node.write(at, data if kind == "W" else None)  # type: ignore[union-attr]
        else:
            one, *others = (self._at(path) for path in data.decode().split("\n"))
            (names, name), (places, place) = one, (others or [one])[0]
            if kind in "OD" and name not in names:
                names[name] = self._nodes[inode] = File() if kind == "O" else Folder()
            elif kind == "U":
                del names[name]
            elif kind == "L":
                places[place] = names[name]
            elif kind == "R":
                places[place] = names.pop(name)
            elif kind == "X":
                names[name], places[place] = places[place], names[name]


def _notes(path: Path) -> Iterator[tuple[str, int, int, bytes]]:
    with path.open("rb") as file:
        while head := file.readline().split():
            kind, inode, at, size = head
            yield kind.decode(), int(inode), int(at), file.read(int(size))


# ------------------------------------------------------------------------------- inside the preloaded process


def main(name: str, count: int, seed: int, *, flushes: bool = True) -> None:
    """Do one piece of work in a fork of this process, and look at ``count`` states of the disk on the way.

    ``flushes``: without, the disk drops all that it is told to flush, which the attack must notice.
    """
    work, rng, wrong = EVERY[name], Random(seed), list[str]()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        base = faults.prepared(work, place)
        home = shutil.copytree(base, place / "home")
        disk, notes = Disk(home), [*_noted(work, home, place / "notes")]
        notes = [note for note in notes if flushes or note[0] != "S"]
        every = [(moment, way) for moment in range(len(notes) + 1) for way in WAYS]
        chosen = set(every if count >= len(every) else rng.sample(every, count)) | {(len(notes), WAYS[0])}
        for moment in range(len(notes) + 1):
            for way in WAYS:
                if (moment, way) in chosen:
                    disk.root.stand(place / "after", way, rng)
                    if fault := _wrong(work, place / "after", disk.confirmed):
                        wrong.append(f"after call {moment} of {len(notes)}, {way} on the disk: {fault}")
                    shutil.rmtree(place / "after")
            if moment < len(notes):
                disk.play(*notes[moment])
        disk.root.stand(place / "end", WAYS[-1], rng)
        if (noted := _files(place / "end")) != (true := _files(home)):
            wrong.append(f"the notes differ from the disk: {sorted(dict(noted.items() ^ true.items()))}")
    print(json.dumps([name, len(notes), len(chosen), wrong]), flush=True)


def _files(home: Path) -> dict[str, bytes]:
    files = [path for path in home.rglob("*") if path.is_file() and not path.name.endswith("-shm")]
    return {str(path.relative_to(home)): path.read_bytes() for path in files}


def _noted(work: Work, home: Path, to: Path) -> Iterator[tuple[str, int, int, bytes]]:
    shim = ctypes.CDLL(None)

    def do() -> int:
        faults.confirm = lambda line: shim.lost_mark(line.encode())
        shim.lost_begin(os.open(to, os.O_WRONLY | os.O_CREAT), str(home).encode())
        status = work.do(home).status
        shim.lost_mark(DONE.encode() if not status else b"")
        shim.lost_end()
        return status

    if forked(do):
        raise SystemExit("the work fails without a power cut")
    return _notes(to)


def _wrong(work: Work, home: Path, confirmed: list[str]) -> str:
    if left := left_behind(home):
        return left
    try:
        return work.unsound(home, Said(0 if DONE in confirmed else 2, [one for one in confirmed if one != DONE], ""))
    except Exception as error:
        return last_frames(error)


if __name__ == "__main__":
    for program in ("cardgen.cli", "factbank.cli", "referee.cli"):
        import_module(program)
    flushed = "--never-flushed" not in sys.argv
    for asked in sys.argv[3 : None if flushed else -1]:
        main(asked, int(sys.argv[2]), int(sys.argv[1]), flushes=flushed)
