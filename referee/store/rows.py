"""The rows of the journal's file: their types, their checksums, the tables of its versions."""

import contextlib
import math
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from liarsdeck.english import moment
from liarsdeck.sqlite import Kind, StoreError, faults, open_store
from referee.core.game import RecordError

_LATEST = 253_402_300_799.0  # the last second of the year 9999
Count = Annotated[int, Meta(ge=0)]
Moment = Annotated[float, Meta(ge=-_LATEST, le=_LATEST)]


class TableRow(msgspec.Struct, frozen=True, array_like=True):
    """A table's own row without its checksum, and when its last entry was written; ``seats`` is JSON."""

    number: Annotated[int, Meta(ge=1)]
    game: str
    header: str
    seats: str
    seed: str
    made: Moment
    over: bool
    stands: str
    facts: str
    last: Moment | None

    def names(self) -> tuple[str, ...]:
        """Return who sits at the table. Raises ``ValueError``."""
        return msgspec.json.decode(self.seats.encode(), type=tuple[str, ...])


class PinRow(msgspec.Struct, frozen=True, array_like=True):
    """A seat's PIN as it is kept: its slow hash, wrong tries since the last right one, and when the last was."""

    hash: str
    wrong: Count
    last: Moment


def table_row(columns: tuple[object, ...]) -> TableRow | None:
    """Return a table's row and None where a column is none of ours."""
    try:
        number, game, header, seats, seed, made, over, *others = columns
        row = msgspec.convert((number, game, header, seats, seed, made, over == 1, *others), TableRow)
        return row if row.names() else None
    except ValueError:
        return None


def pin_row(columns: tuple[object, ...]) -> PinRow | None:
    """Return a PIN's row and None where a column is none of ours."""
    try:
        return msgspec.convert(columns, PinRow)
    except msgspec.ValidationError:
        return None


APPLICATION_ID = 0x4C69_6172  # "Liar": how the file says whose it is
NAME = "journal"
BUSY_S = 5.0

STEPS: tuple[str, ...] = (
    """
    CREATE TABLE tables (
      no     INTEGER PRIMARY KEY,
      game   TEXT NOT NULL,
      header TEXT NOT NULL,               -- the record's header, without its +++ lines
      seats  TEXT NOT NULL,               -- JSON list
      seed   TEXT NOT NULL,               -- chance at this table: never shown
      made   REAL NOT NULL,
      opened INTEGER NOT NULL,            -- counts up over all tables: the highest was played last, whatever the clock
      over   INTEGER NOT NULL DEFAULT 0,
      crc    INTEGER NOT NULL,
      stands TEXT NOT NULL DEFAULT ''     -- one public sentence: where it stood when it was left
    );
    CREATE TABLE entries (
      id   INTEGER PRIMARY KEY,           -- table number << 24 | entry number: one tree, one page written a line
      at   REAL NOT NULL,
      kind TEXT NOT NULL,
      text TEXT NOT NULL,
      crc  INTEGER NOT NULL
    );
    CREATE TABLE pins (
      no INTEGER NOT NULL, seat INTEGER NOT NULL, hash TEXT NOT NULL, wrong INTEGER NOT NULL, last REAL NOT NULL,
      PRIMARY KEY (no, seat)
    ) WITHOUT ROWID;
    CREATE TABLE notes (
      no INTEGER NOT NULL, seat INTEGER NOT NULL, card TEXT NOT NULL, text TEXT NOT NULL,
      PRIMARY KEY (no, seat, card)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE notices (
      id    INTEGER PRIMARY KEY,          -- table number << 24 | notice number
      at    REAL NOT NULL,
      entry INTEGER NOT NULL,             -- how many entries the table had
      kind  TEXT NOT NULL,
      seat  INTEGER,
      text  TEXT NOT NULL,
      crc   INTEGER NOT NULL
    );
    CREATE TABLE facts (hash TEXT PRIMARY KEY, text BLOB NOT NULL) WITHOUT ROWID;
    ALTER TABLE tables ADD COLUMN facts TEXT NOT NULL DEFAULT '';  -- the SHA-256 of its facts, '' for none
    """,
    """
    ALTER TABLE pins ADD COLUMN crc INTEGER;   -- null in a row of before
    ALTER TABLE notes ADD COLUMN crc INTEGER;
    """,
    """
    CREATE TABLE hostings (
      id   TEXT PRIMARY KEY,
      no   INTEGER NOT NULL,              -- its table, 0 in the lobby
      at   REAL NOT NULL,
      data BLOB NOT NULL                  -- JSON: the word, who joined, who sits where
    ) WITHOUT ROWID;
    """,
)
"""What makes version n+1 of the file out of version n, each run as one transaction. Never change a step: add one."""

KIND = Kind(NAME, APPLICATION_ID, STEPS, BUSY_S, wal=True)

SHIFT = 24
"""Bits of an entry's number, and of a notice's: sixteen million of each at a table."""


def crc_of(*parts: object) -> int:
    """Return the checksum of a row's columns, as it stands in the row."""
    return zlib.crc32(repr(parts).encode("utf-8", "surrogatepass"))


class JournalError(RecordError):
    """The journal's file can't be used as it is; the sentence says what was left as it was."""


@contextlib.contextmanager
def sentences(path: Path) -> Iterator[None]:
    """Turn whatever SQLite raises inside into a ``JournalError`` that a person can act on."""
    try:
        with faults(path, NAME):
            yield
    except StoreError as error:
        raise JournalError(str(error)) from error


def open_journal(path: Path, *, write: bool, make: bool) -> sqlite3.Connection:
    """Open the journal at ``path``; with ``write`` it is migrated, with ``make`` made first when there is none.

    Raises ``JournalError`` for a file that is foreign, cut off, damaged or of a newer program, before anything in it
    is touched.
    """
    try:
        return open_store(path, KIND, write=write, make=make)
    except FileNotFoundError:
        raise JournalError("There is no table yet: `referee new GAME` sets one up.") from None
    except StoreError as error:
        raise JournalError(str(error)) from error


LINE, UNDO, REDO, MARK = "line", "undo", "redo", "mark"


@dataclass(frozen=True)
class Entry:
    """One entry of a table's journal; ``at`` is in seconds of the clock that was given."""

    number: int
    at: float
    kind: str
    text: str


@dataclass(frozen=True)
class Standing:
    """What is left after every ``undo`` and ``redo``: the lines, what could be redone (next first), and the marks."""

    lines: tuple[str, ...] = ()
    undone: tuple[str, ...] = ()
    marks: frozenset[str] = frozenset()


def reduce_entries(entries: Iterable[Entry]) -> Standing:
    """Return what stands after ``entries``."""
    lines: list[str] = []
    undone: list[str] = []
    marks: set[str] = set()
    for entry in entries:
        if entry.kind == LINE:
            lines.append(entry.text)
            undone.clear()
        elif entry.kind == UNDO:
            undone.extend(lines.pop() for _ in range(min(int(entry.text), len(lines))))
        elif entry.kind == REDO:
            lines.extend(undone.pop() for _ in range(min(int(entry.text), len(undone))))
        elif entry.kind == MARK:
            marks.add(entry.text)
    return Standing(tuple(lines), tuple(reversed(undone)), frozenset(marks))


def read(sql: sqlite3.Connection, number: int, after: int = 0) -> Iterator[Entry | None]:
    """Return a table's entries after number ``after``, None for the first that is damaged, and none behind it.

    Raises ``sqlite3.Error``, also while the entries are taken.
    """
    rows = sql.execute(
        "SELECT id, at, kind, text, crc FROM entries WHERE id > ? AND id < ? ORDER BY id",
        (number << SHIFT | after, (number + 1) << SHIFT),
    )
    return _sound(rows, number << SHIFT, after)


def _sound(rows: sqlite3.Cursor, first: int, after: int) -> Iterator[Entry | None]:
    for place, (key, at, kind, text, crc) in enumerate(rows, start=after + 1):
        if key != first | place or crc != crc_of(key, at, kind, text) or not _typed(at, kind, text):
            yield None
            return
        yield Entry(place, at, kind, text)


def _typed(at: object, kind: object, text: object) -> bool:
    """Say whether a row's columns are what ``append`` writes: a right checksum proves no more than that they match."""
    if not isinstance(at, float) or not math.isfinite(at) or not isinstance(text, str):
        return False
    if kind in {UNDO, REDO}:
        return text.isascii() and text.isdecimal() and len(text) <= 9
    return kind in {LINE, MARK}


SHOWN, PIN, NEW_PIN, WRONG_PINS, UNDONE, DOUBT, FIX_ASKED, FIXED, TRIED, SAT, FREED, WANTED = (
    "shown", "pin", "new pin", "wrong pins", "undone", "doubt", "fix asked", "fixed", "tried", "sat", "freed", "wanted"
)  # fmt: skip


class Notice(Struct, frozen=True):
    """One notice. ``at`` is in seconds of the journal's clock, ``entry`` how many entries the table had then.

    ``kind`` is one of SHOWN … WANTED; ``seat`` is whom it is about, None for nobody; ``text`` is what else there is to
    say of it, as the open table may read it.
    """

    number: int
    at: float
    entry: int
    kind: str
    seat: Annotated[int, Meta(ge=0)] | None
    text: str

    def words(self, names: Sequence[str]) -> str:
        """Return the notice as a sentence without its time; ``names`` are the seats' names."""
        who = "" if self.seat is None or self.seat >= len(names) else names[self.seat]
        return {
            SHOWN: f"everything was shown by {self.text}",
            PIN: f"{who} chose a PIN",
            NEW_PIN: f"{who}'s PIN was set anew",
            WRONG_PINS: f"{self.text or 'five'} wrong PINs for {who}",
            UNDONE: f"taken back: {self.text}",
            DOUBT: f"{who + ': ' if who else ''}{self.text}",
            SAT: f"{who} sits at a phone",
            FREED: f"the host freed {who}'s seat: whoever takes it chooses a new PIN",
            WANTED: f"somebody at a phone wanted {who}'s seat{f', {self.text} times by now' if self.text else ''}",
            FIX_ASKED: f"asked what would follow: {self.text}",
            FIXED: f"corrected: {self.text}",
            TRIED: f"tried, and refused as it does not fit the hidden cards: {self.text}",
        }.get(self.kind, self.text)

    def said(self, names: Sequence[str]) -> str:
        """Return the notice with its time: “21:14 everything was shown by export”."""
        return f"{clock(self.at)} {self.words(names)}"


def clock(at: float) -> str:
    """Return a moment as people read a clock, in this computer's time zone."""
    return moment(at, "%H:%M") or "--:--"  # a clock that is far off


def write(sql: sqlite3.Connection, number: int, at: float, kind: str, seat: int | None, text: str) -> None:
    """Write a table's next notice, inside a transaction. Raises ``sqlite3.Error``."""
    first, last = number << SHIFT, (number + 1) << SHIFT

    def newest(question: str) -> int:
        return int(sql.execute(question, (first, first, last)).fetchone()[0])

    key = newest("SELECT coalesce(max(id), ?) + 1 FROM notices WHERE id > ? AND id < ?")
    entry = newest("SELECT coalesce(max(id), ?) FROM entries WHERE id > ? AND id < ?") - first
    row = (key, at, entry, kind, seat, text)
    sql.execute("INSERT INTO notices VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, crc_of(*row)))


def read_notice(sql: sqlite3.Connection, number: int, after: int) -> list[Notice | None]:
    """Return a table's notices after number ``after``, None for one that is damaged. Raises ``sqlite3.Error``."""
    first = number << SHIFT
    rows = sql.execute(
        "SELECT id, at, entry, kind, seat, text, crc FROM notices WHERE id > ? AND id < ? ORDER BY id",
        (first | after, (number + 1) << SHIFT),
    ).fetchall()
    return [
        _notice(place, row[1:]) if row[0] == first | place and crc == crc_of(*row) else None
        for place, (*row, crc) in enumerate(rows, start=after + 1)
    ]


def _notice(place: int, columns: Sequence[object]) -> Notice | None:
    """Return a row as a notice, None where a column is of another type: a right checksum does not prove them."""
    try:
        return msgspec.convert(dict(zip(Notice.__struct_fields__, (place, *columns), strict=True)), Notice)
    except msgspec.ValidationError:
        return None
