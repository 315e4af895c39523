"""The journal of a household: one SQLite file with all tables, their lines, notices, PINs and notes.

Each row has a checksum, except rows of PINs and notes that an older version wrote.
"""

import contextlib
import hashlib
import json
import re
import secrets
import sqlite3
import sys
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from liarsdeck.english import cardinal, counted, moment, printable, quoted
from liarsdeck.files import data_dir
from liarsdeck.installed import typed
from liarsdeck.language import later, say
from liarsdeck.sqlite import Kind, StoreError, back_up, check, fault, open_store
from liarsdeck.system import signals_deferred
from referee.core.game import RecordError
from referee.store.lock import TableLock
from referee.store.pins import COST, Tries, hash_pin, heard_of, pin_fits, wait_s

_LATEST = 253_402_300_799.0  # the last second of the year 9999
Count = Annotated[int, Meta(ge=0)]
Moment = Annotated[float, Meta(ge=-_LATEST, le=_LATEST)]
LINE, UNDO, REDO, MARK = "line", "undo", "redo", "mark"
_TAP = re.compile(r"tap (.*) (\d{1,9}) (\d+)")
SHOWN, PIN, NEW_PIN, WRONG_PINS, UNDONE, DOUBT, FIX_ASKED, FIXED, TRIED, SAT, FREED, WANTED = (
    "shown", "pin", "new pin", "wrong pins", "undone", "doubt", "fix asked", "fixed", "tried", "sat", "freed", "wanted"
)  # fmt: skip
DAMAGED_ROW = "damaged"
"""``KeptTable.stands`` of a table whose own row is damaged. Other tables can still be played."""


class JournalError(RecordError):
    """The journal's file can't be read or written. Nothing in it was changed."""


# ----------------------------------------------------------------------------------------------------------- rows


class KeptTable(Struct, frozen=True, array_like=True):
    """A table as the journal has it in one row.

    ``number`` is the table's number, and ``game`` the name of its game. ``header`` is the header of its record as text,
    ``seats`` are the players' names, and all deals come from ``seed``. ``made`` is the time when the table was made, in
    seconds since 1970. ``over`` says whether the game was over when people left it, and ``stands`` is a public sentence
    on how it stood then. ``facts`` is the SHA-256 of the table's fact file, "" if it has none. ``last`` is the time of
    the last entry, in seconds since 1970.
    """

    number: Annotated[int, Meta(ge=1)]
    game: str
    header: str
    seats: tuple[str, ...]
    seed: str
    made: Moment
    over: bool
    stands: str
    facts: str
    last: Moment


class Entry(Struct, frozen=True, array_like=True):
    """An entry of a table's journal.

    ``number`` counts the table's entries, from 1. ``at`` is the entry's time in seconds since 1970. ``text`` depends on
    ``kind``: for a line it is the line of the record, for an undo or a redo the number of lines, and for a mark a note
    of the referee.
    """

    number: int
    at: Annotated[float, Meta(ge=-sys.float_info.max, le=sys.float_info.max)]
    kind: Literal["line", "undo", "redo", "mark"]
    text: str


class JournalState(Struct, frozen=True):
    """What a table's entries result in, with undo and redo applied.

    ``lines`` are the lines that were not undone. ``undone`` are the lines that can be redone, the one that comes first
    in the game first. ``marks`` are the referee's notes.
    """

    lines: tuple[str, ...] = ()
    undone: tuple[str, ...] = ()
    marks: frozenset[str] = frozenset()


def tap_of(mark: str) -> tuple[str, int, int] | None:
    """Return what the mark of a line from a phone says; None for any other mark.

    The mark is ``tap WHO/KEY PLACE SEQ``, and the result (WHO/KEY, PLACE, SEQ): the player with the key that tells
    repeated requests apart, the line's number from 0, and the number of the table's state after the line.
    """
    found = _TAP.fullmatch(mark)
    return None if found is None else (found[1], int(found[2]), int(found[3]))


def reduce_entries(entries: Iterable[Entry]) -> JournalState:
    """Return the lines, the undone lines and the marks that a table's entries result in.

    Each ``undo`` and ``redo`` is applied. If an ``undo`` takes back a line from a phone, the line's mark (``tap_of``)
    is dropped, too.
    """
    lines: list[str] = []
    undone: list[str] = []
    marks: set[str] = set()
    for entry in entries:
        if entry.kind == LINE:
            lines.append(entry.text)
            undone.clear()
        elif entry.kind == UNDO:
            undone.extend(lines.pop() for _ in range(min(int(entry.text), len(lines))))
            marks = {mark for mark in marks if not ((tap := tap_of(mark)) and tap[1] >= len(lines))}
        elif entry.kind == REDO:
            lines.extend(undone.pop() for _ in range(min(int(entry.text), len(undone))))
        else:
            marks.add(entry.text)
    return JournalState(tuple(lines), tuple(reversed(undone)), frozenset(marks))


class Notice(Struct, frozen=True, array_like=True):
    """A public message to everybody at a table.

    ``number`` counts the table's notices, from 1. ``at`` is the notice's time in seconds since 1970, and ``entry`` how
    many entries the table had then. ``kind`` is one of the constants SHOWN … WANTED of this module. ``seat`` is the
    seat that the notice is about, None for no seat. ``text`` is a detail that everybody may read, or "".
    """

    number: int
    at: float
    entry: int
    kind: str
    seat: Count | None
    text: str

    def words(self, names: Sequence[str]) -> str:
        """Return the notice as a sentence. ``names`` are the seats' names."""
        who = "" if self.seat is None or self.seat >= len(names) else names[self.seat]
        said = _WANTED_AGAIN if self.kind == WANTED and self.text else _NOTICES.get(self.kind)
        if said is None or (self.kind == FREED and self.text):
            return f"{who}: {self.text}" if self.kind == DOUBT and who else self.text
        return say(said, seat=who, what=self.text or say("five"))

    def said(self, names: Sequence[str]) -> str:
        """Return the notice with its local time, safe for a terminal: “21:14 everything was shown by export”.

        ``names`` are the seats' names.
        """
        return printable(f"{clock(self.at)} {self.words(names)}")


_NOTICES = {
    SHOWN: later("everything was shown by {what}"),
    PIN: later("{seat} chose a PIN"),
    NEW_PIN: later("{seat}'s PIN was set anew"),
    WRONG_PINS: later("{what} wrong PINs for {seat}"),
    UNDONE: later("taken back: {what}"),
    SAT: later("{seat} sits at a phone"),
    FREED: later("the host freed {seat}'s seat: whoever takes it chooses a new PIN"),
    WANTED: later("somebody at a phone wanted {seat}'s seat"),
    FIX_ASKED: later("asked what would follow: {what}"),
    FIXED: later("corrected: {what}"),
    TRIED: later("tried, and refused as it does not fit the hidden cards: {what}"),
}
"""The sentence of each kind of notice."""
_WANTED_AGAIN = later("somebody at a phone wanted {seat}'s seat, {what} times by now")


def clock(at: float) -> str:
    """Return the local time of day of ``at`` (seconds since 1970) as “21:14”; “--:--” if it is out of range."""
    return moment(at, "%H:%M") or "--:--"


class PinRow(Struct, frozen=True, array_like=True):
    """A stored PIN.

    ``number`` is the number of the table, and ``hash`` the slow hash of the PIN. ``wrong`` is the number of wrong tries
    since the last right one, and ``last`` the time of the last wrong try in seconds since 1970.
    """

    number: int
    seat: int
    hash: str
    wrong: Count
    last: Moment


class _Note(Struct, frozen=True, array_like=True):
    number: int
    seat: int
    card: str
    text: str


def crc_of(*columns: object) -> int:
    """Return the checksum of a row's columns, as it is stored in the row."""
    return zlib.crc32(repr(columns).encode("utf-8", "surrogatepass"))


R = TypeVar("R", bound=Struct)


def write_row(sql: sqlite3.Connection, insert: str, *columns: object) -> None:
    """Insert a row with these columns and their checksum as the last column.

    ``insert`` is the beginning of the SQL statement, such as “INSERT INTO entries”. Raises ``sqlite3.Error``.
    """
    sql.execute(f"{insert} VALUES ({'?, ' * len(columns)}?)", (*columns, crc_of(*columns)))


def read_rows(rows: Iterable[tuple[object, ...]], form: type[R], *, older: bool = False) -> Iterator[R | None]:
    """Yield each row as a struct of the class ``form``; None for a damaged row.

    The last column of a row is its checksum, and the other columns are the fields of the struct, in order. A row is
    damaged if its checksum is wrong, or if a column is not of the field's type. With ``older``, a row with None as
    checksum is sound.
    """
    for *columns, crc in rows:
        row = None
        if crc == crc_of(*columns) or (older and crc is None):
            with contextlib.suppress(msgspec.ValidationError):
                row = msgspec.convert(columns, form)
        yield row


# ----------------------------------------------------------------------------------------------------------- file

NAME = "journal"
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
"""The SQL that converts the file from each version to the next, each as one transaction.

Never change a step: add one.
"""

KIND = Kind(NAME, application=0x4C69_6172, steps=STEPS, busy_s=5.0, wal=True)  # “Liar”: how the file says whose it is
SHIFT = 24
"""The id of an entry or notice is the table's number shifted left by so many bits, plus its own number."""
_TABLES = f"""
SELECT no, game, header, seats, seed, crc, made, over, stands, facts,
  (SELECT at FROM entries WHERE id > no << {SHIFT} AND id < (no + 1) << {SHIFT} ORDER BY id DESC LIMIT 1)
FROM tables
"""  # noqa: S608, our own number


_NUMBERS = 1 << 38
_NUMBER = f"""
SELECT 1 + max(
  (SELECT coalesce(max(no), 0) FROM tables), (SELECT coalesce(max(no), 0) FROM pins),
  (SELECT coalesce(max(no), 0) FROM notes), (SELECT coalesce(max(no), 0) FROM hostings),
  (SELECT coalesce(max(id), 0) >> {SHIFT} FROM entries), (SELECT coalesce(max(id), 0) >> {SHIFT} FROM notices))
"""  # noqa: S608, our own number
"""SQL for a new table's number.

It is above that of any row, as a damaged file may hold rows of tables that it lacks.
"""


def tables_path() -> Path:
    """Return the path of this household's journal (the SQLite file with all its tables)."""
    return data_dir() / "tables.sqlite"


@contextlib.contextmanager
def sentences(path: Path) -> Iterator[None]:
    """As a context manager, turn SQLite's exceptions into a ``JournalError`` whose sentence names ``path``."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise JournalError(str(fault(path, NAME, error))) from error
    except StoreError as error:
        raise JournalError(str(error)) from error


def _no_table() -> str:
    return f"There is no table yet: `{typed('referee new')} GAME` sets one up."


class Journal:
    """The journal of a household: stores and returns tables with their lines, notices, PINs and notes.

    It is one open file: use it as a context manager, or call ``close()``. ``number`` is always a table's number. Every
    writing method returns when the data is on the disk. If it raises ``JournalError``, nothing was changed.
    """

    def __init__(
        self,
        path: Path | None = None,
        *,
        write: bool = True,
        make: bool = True,
        clock: Callable[[], float] = time.time,
        pin_cost: int = COST,
    ) -> None:
        """Open the journal at ``path`` (None: this household's).

        With ``write``, the journal can be written to, and a file of an older version is migrated; with ``make`` as
        well, a missing file is created. ``clock`` returns the time in seconds since 1970. ``pin_cost`` says how slow
        the hashes of new PINs are (see ``hash_pin``). Raises ``JournalError`` if the file is missing, foreign, cut off,
        damaged or of a newer program; then nothing in it was changed.
        """
        self.path = path or tables_path()
        self._clock = clock
        self._pin_cost = pin_cost
        self._write = write
        try:
            self._sql = open_store(self.path, KIND, write=write, make=make and write)
        except FileNotFoundError:
            raise JournalError(_no_table()) from None
        except StoreError as error:
            raise JournalError(str(error)) from error

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        with contextlib.suppress(sqlite3.Error):
            self._sql.close()

    # Tables

    def create(
        self, game: str, header: str, seats: Sequence[str], seed: str | None = None, facts: bytes | None = None
    ) -> int:
        """Store a new table; return its number.

        ``game`` is the name of the game, ``header`` the header of the table's record as text, and ``seats`` are the
        players' names. All deals come from ``seed``; with None, one is drawn at random. ``facts`` is the fact file
        (JSON), None if the game needs none.
        """
        with self.writing():
            kept = self._keep_facts(facts)
            number = self._one(_NUMBER)
            if number >= _NUMBERS:
                raise JournalError(f"The journal {self.path} is damaged: it holds rows of table {number - 1}.")
            seed = seed or secrets.token_hex(16)
            text = json.dumps(list(seats))
            self._sql.execute(
                "INSERT INTO tables (no, game, header, seats, seed, crc, made, facts, opened)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(opened), 0) + 1 FROM tables))",
                (number, game, header, text, seed, crc_of(number, game, header, text, seed), self._clock(), kept),
            )
        return number

    def table(self, number: int) -> KeptTable:
        """Return a table. Raises ``RecordError`` if there is none with this number, or if its row is damaged."""
        self.table_number(number)
        (table,) = self._tables("WHERE no = ?", number)
        if table.stands == DAMAGED_ROW:
            raise JournalError(
                f"What the journal says of table {number} is damaged; it was left as it is ({self.path})."
            )
        return table

    def tables(self, most: int | None = None) -> list[KeptTable]:
        """Return all tables, or at most ``most`` of them, the one that was played last first."""
        return self._tables("ORDER BY opened DESC LIMIT ?", -1 if most is None else most)

    def last(self) -> KeptTable:
        """Return the table that was played last. Raises ``RecordError`` if there is none."""
        for table in self.tables(1):
            return table
        raise RecordError(_no_table())

    def _tables(self, which: str, value: int) -> list[KeptTable]:
        tables = []
        with sentences(self.path):
            rows = self._sql.execute(f"{_TABLES} {which}", (value,)).fetchall()
        for number, game, header, seats, seed, crc, made, over, stands, facts, last in rows:
            no = number if isinstance(number, int) else 0  # 0: of a damaged schema
            table = KeptTable(no, "?", "", (), "", 0.0, over=False, stands=DAMAGED_ROW, facts="", last=0.0)
            if isinstance(seats, str) and crc == crc_of(number, game, header, seats, seed):
                with contextlib.suppress(ValueError):
                    names = msgspec.json.decode(seats.encode(), type=tuple[str, ...])
                    times = (made, over == 1, stands, facts, made if last is None else last)
                    table = msgspec.convert((number, game, header, names, seed, *times), KeptTable) if names else table
            tables.append(table)
        return tables

    def hold(self, number: int) -> TableLock:
        """Return a table's lock, not yet taken. Taking it raises ``TableHeld`` if another program has it."""
        return self._lock(str(number), f"table {number}")

    def hold_lobby(self, lobby: str) -> TableLock:
        """Return the lock of the lobby with this id, not yet taken.

        Taking it raises ``TableHeld`` if another host has it.
        """
        return self._lock(f"lobby-{lobby}", "this lobby")

    def _lock(self, name: str, what: str) -> TableLock:
        if not name.replace("-", "").isalnum():  # of a stranger's journal
            raise JournalError(f"The journal ({self.path}) names a lock that can’t be one of ours: {quoted(name)}.")
        return TableLock(self.path.with_name("locks") / f"{self.path.stem}-{name}.lock", what)

    def opened(self, number: int) -> None:
        """Store that this table is played now, so that ``last`` returns it."""
        with self.writing():
            self._sql.execute(
                "UPDATE tables SET opened = (SELECT max(opened) + 1 FROM tables) WHERE no = ?"
                " AND opened < (SELECT max(opened) FROM tables)",
                (number,),
            )

    def left(self, number: int, stands: str, *, over: bool) -> None:
        """Store how the game of the table ``number`` stood when people left it, and whether it was over.

        ``stands`` is a public sentence, for the list of tables.
        """
        with sentences(self.path):
            self._sql.execute("UPDATE tables SET stands = ?, over = ? WHERE no = ?", (stands, over, number))

    def delete(self, number: int) -> None:
        """Delete a table with all its data. Raises ``RecordError`` if there is none with this number."""
        self.table_number(number)
        with self.writing():
            for rows in ("entries", "notices"):
                self._sql.execute(f"DELETE FROM {rows} WHERE id > ? AND id < ?", _ids(number))  # noqa: S608, our names
            for rows in ("pins", "notes", "hostings", "tables"):
                self._sql.execute(f"DELETE FROM {rows} WHERE no = ?", (number,))  # noqa: S608, our names
            self._sql.execute("DELETE FROM facts WHERE hash NOT IN (SELECT facts FROM tables)")

    def table_number(self, number: int) -> None:
        """Raise ``RecordError`` if no table, not even a damaged one, has this number."""
        if not 0 < number < _NUMBERS or not self._one("SELECT count(*) FROM tables WHERE no = ?", number):
            raise RecordError(f"There is no table {number}: `referee tables` lists them.")

    # Entries

    def entries(self, number: int, after: int = 0, *, salvage: bool = False) -> list[Entry]:
        """Return the entries of table ``number`` that follow its entry ``after``, in order.

        The entries of a table are numbered from 1. Raises ``JournalError`` if one is damaged; with ``salvage``, the
        entries before the damaged one are returned instead.
        """
        entries: list[Entry] = []
        with sentences(self.path):
            rows = self._sql.execute(
                "SELECT id, at, kind, text, crc FROM entries WHERE id > ? AND id < ? ORDER BY id", _ids(number, after)
            )
            with contextlib.suppress(*[sqlite3.Error] * salvage):
                for place, entry in enumerate(read_rows(rows, Entry), start=after + 1):
                    if entry is None or entry.number != number << SHIFT | place or not _is_count(entry):
                        if salvage:
                            break
                        raise JournalError(
                            f"Entry {place} of table {number} is damaged, so it can't be trusted; the journal was left"
                            f" as it is ({self.path}). `{typed('referee export')} {number}` saves the lines before it."
                        )
                    entries.append(Entry(place, entry.at, entry.kind, entry.text))
        return entries

    def append(self, number: int, place: int, kind: str, text: str, *, marks: Sequence[str] = ()) -> None:
        """Store an entry of table ``number``, and after it an entry for each of ``marks``, all or none.

        ``place`` is the number of the new entry in the table: the last entry's number + 1. ``kind`` and ``text`` are
        those of ``Entry``. Raises ``JournalError`` if the entry can't be stored, also because another program has
        written one meanwhile.
        """
        at = self._clock()
        if not self._one("SELECT count(*) FROM tables WHERE no = ?", number):  # another household was read back
            raise JournalError(f"Table {number} is not in the journal {self.path} any more.")
        try:
            with self.writing() if marks else contextlib.nullcontext():
                for key, row in enumerate([(kind, text), *((MARK, mark) for mark in marks)], number << SHIFT | place):
                    write_row(self._sql, "INSERT INTO entries", key, at, *row)
        except sqlite3.IntegrityError:
            raise JournalError(f"Somebody else wrote to table {number} meanwhile: `referee resume {number}`.") from None
        except sqlite3.Error:
            with sentences(self.path):
                raise

    def append_all(self, number: int, place: int, rows: Sequence[tuple[str, str]]) -> None:
        """Store an entry of table ``number`` for each (kind, text) of ``rows``, all or none.

        ``place`` is the number of the first new entry: the last entry's number + 1. Raises ``JournalError`` if they
        can't be stored, also because another program has written an entry meanwhile.
        """
        with self.writing():
            for at, (kind, text) in enumerate(rows, start=place):
                self.append(number, at, kind, text)

    def rewrite(self, number: int, header: str, seats: Sequence[str], texts: dict[int, str]) -> None:
        """Replace a table's header, its seats' names, and the texts of some entries.

        ``texts`` has the new text by the entry's number. This is for a seat that is renamed.
        """
        kept = self.table(number)
        with self.writing():
            names = json.dumps(list(seats))
            crc = crc_of(number, kept.game, header, names, kept.seed)
            update = "UPDATE tables SET header = ?, seats = ?, crc = ? WHERE no = ?"
            self._sql.execute(update, (header, names, crc, number))
            for place, text in texts.items():
                key = number << SHIFT | place
                at, kind = self._sql.execute("SELECT at, kind FROM entries WHERE id = ?", (key,)).fetchone()
                write_row(self._sql, "INSERT OR REPLACE INTO entries", key, at, kind, text)

    # Facts

    def facts(self, kept: KeptTable) -> bytes | None:
        """Return the fact file (JSON) of the table ``kept``, or None. Raises ``JournalError`` if it is damaged."""
        with sentences(self.path):
            row = self._sql.execute("SELECT text FROM facts WHERE hash = ?", (kept.facts,)).fetchone()
        if row is not None and hashlib.sha256(row[0]).hexdigest() != kept.facts:
            raise JournalError(
                f"The facts of table {kept.number} are damaged in the journal: give their file with --facts."
            )
        return None if row is None else bytes(row[0])

    def keep_facts(self, number: int, facts: bytes) -> None:
        """Store the fact file (JSON) of a table in place of an earlier one."""
        with self.writing():
            self._sql.execute("UPDATE tables SET facts = ? WHERE no = ?", (self._keep_facts(facts), number))

    def _keep_facts(self, facts: bytes | None) -> str:
        """Store a fact file; return its SHA-256, which is its key, or "" if ``facts`` is None.

        Call this inside a transaction (``writing``).
        """
        if facts is None:
            return ""
        key = hashlib.sha256(facts).hexdigest()
        self._sql.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (key, facts))
        return key

    # Notices

    def notice(self, number: int, kind: str, seat: int | None = None, text: str = "") -> None:
        """Store a public message to everybody at a table.

        Another program may do this while the table is played. ``kind`` is one of the constants SHOWN … WANTED of this
        module, ``seat`` the seat that the message is about (None: no seat), and ``text`` a detail that everybody may
        read.
        """
        first, last = _ids(number)
        with self.writing():
            newest = "SELECT coalesce(max(id), ?) FROM {} WHERE id > ? AND id < ?"
            key, entry = (self._one(newest.format(rows), first, first, last) for rows in ("notices", "entries"))
            write_row(self._sql, "INSERT INTO notices", key + 1, self._clock(), entry - first, kind, seat, text)

    def notices(self, number: int, after: int = 0) -> list[Notice]:
        """Return a table's notices with numbers above ``after``. Raises ``JournalError`` if one is damaged."""
        notices = []
        with sentences(self.path):
            rows = self._sql.execute(
                "SELECT id, at, entry, kind, seat, text, crc FROM notices WHERE id > ? AND id < ? ORDER BY id",
                _ids(number, after),
            )
            for place, notice in enumerate(read_rows(rows.fetchall(), Notice), start=after + 1):
                if notice is None or notice.number != number << SHIFT | place:
                    raise JournalError(f"Notice {place} of table {number} is damaged ({self.path}).")
                notices.append(msgspec.structs.replace(notice, number=place))
        return notices

    # PINs and notes of a seat

    def has_pin(self, number: int, seat: int) -> bool:
        """Return whether a seat of a table has a PIN."""
        return bool(self._one("SELECT count(*) FROM pins WHERE no = ? AND seat = ?", number, seat))

    def set_pin(self, number: int, seat: int, pin: str) -> None:
        """Store a new PIN of a seat, as a slow hash."""
        self.keep_pin(number, seat, hash_pin(pin, self._pin_cost))

    def keep_pin(self, number: int, seat: int, kept: str) -> None:
        """Store ``kept``, a slow hash, as the hash of a seat's PIN; "" deletes the seat's PIN."""
        with self.writing():
            if kept:
                self._write_pin(number, seat, kept)
            else:
                self._sql.execute("DELETE FROM pins WHERE no = ? AND seat = ?", (number, seat))

    def pin(self, number: int, seat: int) -> str:
        """Return the slow hash of a seat's PIN, "" if it has none."""
        return self._pin(number, seat)[0]

    def copy_pins(self, number: int, to: int) -> None:
        """Copy the PINs of the table ``number`` to the same seats of the table ``to``.

        A PIN is not copied if it is damaged, or if the seat has a PIN at the table ``to``.
        """
        with self.writing():
            rows = self._sql.execute("SELECT no, seat, hash, wrong, last, crc FROM pins WHERE no = ?", (number,))
            for pin in [*read_rows(rows.fetchall(), PinRow, older=True)]:
                if pin is not None and not self.has_pin(to, pin.seat):
                    self._write_pin(to, pin.seat, pin.hash, pin.wrong, pin.last)

    def pin_wait(self, number: int, seat: int) -> int:
        """Return how many seconds somebody has to wait before they may try the seat's PIN again, usually 0."""
        return wait_s(self._pin(number, seat)[1], self._clock())

    def try_pin(self, number: int, seat: int, pin: str) -> bool:
        """Return whether ``pin`` is the seat's PIN. A wrong try is counted, a right one resets the count.

        The count is stored, so a restart does not reset it. Raises ``RecordError`` during a wait after wrong tries.
        """
        kept, tries = self._pin(number, seat)
        if wait := wait_s(tries, self._clock()):
            raise RecordError(f"Too many wrong PINs: try again in {wait} s.")
        fits = pin_fits(pin, kept)
        if not fits or tries.wrong:
            wrong = 0 if fits else tries.wrong + 1
            with self.writing():
                if kept:
                    self._write_pin(number, seat, kept, wrong, 0.0 if fits else self._clock())
            if heard_of(wrong):
                self.notice(number, WRONG_PINS, seat, cardinal(wrong))
        return fits

    def _pin(self, number: int, seat: int) -> tuple[str, Tries]:
        """Return (slow hash of a seat's PIN or "", wrong tries). Raises ``JournalError`` if it is damaged."""
        with sentences(self.path):
            rows = self._sql.execute(
                "SELECT no, seat, hash, wrong, last, crc FROM pins WHERE no = ? AND seat = ?", (number, seat)
            ).fetchall()
            pin = next(read_rows(rows, PinRow, older=True)) if rows else PinRow(number, seat, "", 0, 0.0)
            if pin is None:
                whose = f"seat {seat + 1} at table {number}"
                raise JournalError(f"The PIN of {whose} is damaged in the journal ({self.path}).")
            now = self._clock()
            if pin.wrong and pin.last > now and self._write:
                # The clock was set back: the wait begins now, and does not last until the clock has caught up.
                self._write_pin(number, seat, pin.hash, pin.wrong, now)
        return pin.hash, Tries(pin.wrong, min(pin.last, now))

    def _write_pin(self, number: int, seat: int, kept: str, wrong: int = 0, last: float = 0.0) -> None:
        write_row(self._sql, "INSERT OR REPLACE INTO pins", number, seat, kept, wrong, last)

    def notes(self, number: int, seat: int) -> dict[str, str]:
        """Return a seat's private notes by the card's name. Raises ``JournalError`` at a damaged one."""
        notes = {}
        with sentences(self.path):
            rows = self._sql.execute(
                "SELECT no, seat, card, text, crc FROM notes WHERE no = ? AND seat = ?", (number, seat)
            )
            for note in read_rows(rows.fetchall(), _Note, older=True):
                if note is None:
                    raise JournalError(
                        f"A note of seat {seat + 1} at table {number} is damaged in the journal ({self.path})."
                    )
                notes[note.card] = note.text
        return notes

    def note(self, number: int, seat: int, card: str, text: str) -> None:
        """Store ``text`` as a seat's note on ``card``; "" deletes the note."""
        with sentences(self.path):
            if text:
                write_row(self._sql, "INSERT OR REPLACE INTO notes", number, seat, card, text)
            else:
                self._sql.execute("DELETE FROM notes WHERE no = ? AND seat = ? AND card = ?", (number, seat, card))

    # Hostings

    def keep_hosting(self, name: str, number: int, data: bytes) -> None:
        """Store the state (JSON) of a hosting, which is a game or a lobby on phones.

        ``name`` is its id, and ``number`` its table, 0 for a lobby.
        """
        with self.writing():
            row = (name, number, self._clock(), data)
            self._sql.execute("INSERT OR REPLACE INTO hostings VALUES (?, ?, ?, ?)", row)

    def forget_hosting(self, name: str) -> None:
        """Delete the hosting with this id, if there is one."""
        with self.writing():
            self._sql.execute("DELETE FROM hostings WHERE id = ?", (name,))

    def hostings(self, number: int) -> list[tuple[str, float, bytes]]:
        """Return the stored hostings of a table (0: lobbies), the newest first.

        Each is (id, time of the last change in seconds since 1970, its state in JSON). Damaged ones are left out.
        """
        sound = "typeof(id) = 'text' AND typeof(at) IN ('real', 'integer') AND typeof(data) = 'blob'"
        with sentences(self.path):
            question = f"SELECT id, at, data FROM hostings WHERE no = ? AND {sound} ORDER BY at DESC"  # noqa: S608
            return [(name, float(at), data) for name, at, data in self._sql.execute(question, (number,))]

    # The whole file

    def check(self) -> tuple[str, list[str]]:
        """Check the whole file; return (how much it holds, faults).

        How much it holds is a phrase such as “3 tables, 120 entries”. The faults are a sentence for each damaged table;
        [] if none is damaged. Raises ``JournalError`` if the file itself is damaged.
        """
        with sentences(self.path):
            check(self._sql, self.path, KIND)
            lost = self._sql.execute("SELECT no FROM pins WHERE no NOT IN (SELECT no FROM tables)").fetchall()
        faults = [f"A PIN is of table {number}, which is not there." for (number,) in lost]
        lines = 0
        tables = self.tables()
        for kept in tables:
            try:
                if kept.stands == DAMAGED_ROW:
                    self.table(kept.number)
                lines += len(self.entries(kept.number))
                self.notices(kept.number)
                self.facts(kept)
                for seat in range(len(kept.seats)):
                    self._pin(kept.number, seat)
                    self.notes(kept.number, seat)
            except JournalError as error:
                faults.append(str(error))
        return f"{counted(len(tables), 'table')}, {counted(lines, 'entry', 'entries')}", faults

    def back_up(self, to: Path) -> None:
        """Copy the journal to ``to`` (see ``liarsdeck.sqlite.back_up``), even while others write to it."""
        with sentences(self.path):
            back_up(self._sql, self.path, KIND, to)

    @property
    def written(self) -> int:
        """A number that changes with each write through this object, even if the write was rolled back."""
        return self._sql.total_changes

    @contextlib.contextmanager
    def writing(self, *, in_loop: bool = False) -> Iterator[None]:
        """As a context manager, execute the block as one transaction.

        A block inside another one is part of the outer transaction. Signals are deferred until the transaction ends;
        with ``in_loop`` they are not, because an event loop handles them. If an exception leaves the outer block,
        nothing is stored. Raises ``JournalError`` if the journal can't be written.
        """
        if self._sql.in_transaction:
            yield
            return
        with contextlib.nullcontext() if in_loop else signals_deferred(), sentences(self.path):
            self._sql.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._sql.execute("COMMIT")
            except BaseException:
                if self._sql.in_transaction:
                    self._sql.execute("ROLLBACK")
                raise

    def _one(self, question: str, *values: object) -> int:
        with sentences(self.path):
            return int(self._sql.execute(question, values).fetchone()[0])


def _ids(number: int, after: int = 0) -> tuple[int, int]:
    """Return the ids between which the entries of table ``number`` after its entry ``after`` lie.

    Both ids themselves are excluded. The same ids serve for notices.
    """
    return number << SHIFT | after, (number + 1) << SHIFT


def _is_count(entry: Entry) -> bool:
    """Return whether an entry's text is sound for its kind.

    An ``undo`` or ``redo`` needs a number of lines of at most nine digits. For any other entry the result is True.
    """
    text = entry.text
    return entry.kind not in {UNDO, REDO} or (text.isascii() and text.isdecimal() and len(text) <= 9)
