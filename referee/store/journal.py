"""What is a seat's own in the journal: its PIN as a slow hash with its wrong tries, and its notes, with checksums.

Rows that an older version wrote have none. Everything raises ``sqlite3.Error``.
"""

import contextlib
import hashlib
import json
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from liarsdeck.english import cardinal, counted
from liarsdeck.paths import data_dir
from liarsdeck.sqlite import back_up, check
from liarsdeck.system import signals_deferred
from referee.core.game import RecordError
from referee.store import rows as entries
from referee.store import rows as notices
from referee.store.lock import TableLock
from referee.store.pins import COST, Tries, hash_pin, heard_of, pin_fits, wait_s
from referee.store.rows import (
    KIND,
    MARK,
    SHIFT,
    Entry,
    JournalError,
    PinRow,
    crc_of,
    open_journal,
    pin_row,
    sentences,
    table_row,
)

NO_PIN = PinRow("", 0, 0.0)


def read_pin(sql: sqlite3.Connection, number: int, seat: int) -> PinRow | None:
    """Return a seat's PIN, ``NO_PIN`` where none is chosen, None where the row is damaged."""
    row = sql.execute("SELECT hash, wrong, last, crc FROM pins WHERE no = ? AND seat = ?", (number, seat)).fetchone()
    if row is None:
        return NO_PIN
    *columns, crc = row
    return pin_row(tuple(columns)) if crc in (None, crc_of(number, seat, *columns)) else None


def write_pin(sql: sqlite3.Connection, number: int, seat: int, pin: PinRow) -> None:
    """Keep a seat's PIN instead of the one before; ``NO_PIN`` takes it away."""
    if not pin.hash:
        sql.execute("DELETE FROM pins WHERE no = ? AND seat = ?", (number, seat))
        return
    row = (number, seat, pin.hash, pin.wrong, pin.last)
    sql.execute(
        "INSERT OR REPLACE INTO pins (no, seat, hash, wrong, last, crc) VALUES (?, ?, ?, ?, ?, ?)", (*row, crc_of(*row))
    )


def copy_pins(sql: sqlite3.Connection, number: int, to: int) -> None:
    """Give the seats of table ``to`` the PINs of another; those that have one, and damaged ones, stay as they are."""
    for (seat,) in sql.execute("SELECT seat FROM pins WHERE no = ?", (number,)).fetchall():
        pin = read_pin(sql, number, seat)
        if pin is not None and read_pin(sql, to, seat) == NO_PIN:
            write_pin(sql, to, seat, pin)


def read_notes(sql: sqlite3.Connection, number: int, seat: int) -> dict[str, str] | None:
    """Return a seat's notes by what they are on, None where one is damaged."""
    found = sql.execute("SELECT card, text, crc FROM notes WHERE no = ? AND seat = ?", (number, seat)).fetchall()
    for card, text, crc in found:
        known = isinstance(card, str) and isinstance(text, str)
        if not known or crc not in (None, crc_of(number, seat, card, text)):
            return None
    return {card: text for card, text, _crc in found}


def write_note(sql: sqlite3.Connection, number: int, seat: int, card: str, text: str) -> None:
    """Keep a note on ``card``; an empty one takes it away."""
    row = (number, seat, card, text)
    if text:
        sql.execute(
            "INSERT OR REPLACE INTO notes (no, seat, card, text, crc) VALUES (?, ?, ?, ?, ?)", (*row, crc_of(*row))
        )
    else:
        sql.execute("DELETE FROM notes WHERE no = ? AND seat = ? AND card = ?", row[:3])


DAMAGED = b""
"""What stands for a fact file whose bytes are no more what was kept."""


def keep(sql: sqlite3.Connection, facts: bytes | None) -> str:
    """Keep a fact file, inside a transaction, and return its key; "" for none. Raises ``sqlite3.Error``."""
    if facts is None:
        return ""
    key = hashlib.sha256(facts).hexdigest()
    sql.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (key, facts))
    return key


def read(sql: sqlite3.Connection, key: str) -> bytes | None:
    """Return a key's fact file, None where none was kept, DAMAGED where it was changed. Raises ``sqlite3.Error``."""
    row = sql.execute("SELECT text FROM facts WHERE hash = ?", (key,)).fetchone()
    if row is None:
        return None
    return bytes(row[0]) if hashlib.sha256(row[0]).hexdigest() == key else DAMAGED


_TABLES = f"""
SELECT no, game, header, seats, seed, crc, made, over, stands, facts,
  (SELECT at FROM entries WHERE id > no << {SHIFT} AND id < (no + 1) << {SHIFT} ORDER BY id DESC LIMIT 1)
FROM tables
"""  # noqa: S608, our own number

DAMAGED_ROW = "damaged"
"""``Listed.stands`` of a table whose own row can't be trusted; the others can be played all the same."""


@dataclass(frozen=True)
class Listed:
    """A table as the journal lists it. ``stands`` is a public sentence; ``last`` when it was last touched."""

    number: int
    game: str
    header: str
    seats: tuple[str, ...]
    seed: str
    made: float
    last: float
    over: bool
    stands: str
    facts: str = ""


def read_listed(sql: sqlite3.Connection, which: str, values: tuple[object, ...]) -> list[Listed]:
    """Return the tables that the clauses ``which`` find. Raises ``sqlite3.Error``."""
    return [_listed(row) for row in sql.execute(f"{_TABLES} {which}", values)]


def _listed(columns: tuple[object, ...]) -> Listed:
    number, game, header, seats, seed, crc, *others = columns
    row = table_row((number, game, header, seats, seed, *others))
    if row is None or crc != crc_of(number, game, header, seats, seed):
        return Listed(int(str(number)), "?", "", (), "", 0.0, 0.0, False, DAMAGED_ROW)
    last = row.made if row.last is None else row.last
    return Listed(
        row.number, row.game, row.header, row.names(), row.seed, row.made, last, row.over, row.stands, row.facts
    )


Clock = Callable[[], float]


def tables_path() -> Path:
    """Return the journal of this household."""
    return data_dir() / "tables.sqlite"


class Journal:
    """All tables of one file. Use it as a context, or ``close()`` it.

    Every method that writes returns after the disk has it, and raises ``JournalError`` with everything before intact.
    """

    def __init__(
        self,
        path: Path | None = None,
        *,
        write: bool = True,
        make: bool = True,
        clock: Clock = time.time,
        pin_cost: int = COST,
    ) -> None:
        self.path = path or tables_path()
        self._clock = clock
        self._pin_cost = pin_cost
        self._write = write
        self._sql = open_journal(self.path, write=write, make=make and write)

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        with contextlib.suppress(sqlite3.Error):
            self._sql.close()

    # Tables

    def create(
        self, game: str, header: str, seats: Sequence[str], seed: str | None = None, facts: bytes | None = None
    ) -> int:
        """Keep a new table with its facts and return its number.

        Without ``seed`` chance is drawn from the machine's own source.
        """
        with self.writing():
            kept = keep(self._sql, facts)
            number = int(self._one("SELECT coalesce(max(no), 0) + 1 FROM tables"))
            seed = seed or secrets.token_hex(16)
            text = json.dumps(list(seats))
            self._sql.execute(
                "INSERT INTO tables (no, game, header, seats, seed, crc, made, facts, opened)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(opened), 0) + 1 FROM tables))",
                (number, game, header, text, seed, crc_of(number, game, header, text, seed), self._clock(), kept),
            )
        return number

    def table(self, number: int) -> Listed:
        """Return a table. Raises ``RecordError`` when there is none of that number."""
        self.table_number(number)
        (found,) = self._tables("WHERE no = ?", (number,))
        if found.stands == DAMAGED_ROW:
            raise JournalError(
                f"What the journal says of table {number} is damaged; it was left as it is ({self.path})."
            )
        return found

    def tables(self, most: int | None = None) -> list[Listed]:
        """Return the tables, the last played first, ``most`` of them."""
        return self._tables("ORDER BY opened DESC LIMIT ?", (-1 if most is None else most,))

    def last(self) -> Listed:
        """Return the table that was played last. Raises ``RecordError`` when there is none."""
        found = self.tables(1)
        if not found:
            raise RecordError("There is no table yet: `referee new GAME` sets one up.")
        return found[0]

    def hold(self, number: int) -> TableLock:
        """Return the context that keeps other referees from this table (``TableHeld`` on entering)."""
        return self._lock(str(number), f"table {number}")

    def hold_lobby(self, lobby: str) -> TableLock:
        """Return the context that keeps other hosts from the lobby with this id (``TableHeld`` on entering)."""
        return self._lock(f"lobby-{lobby}", "this lobby")

    def _lock(self, name: str, what: str) -> TableLock:
        return TableLock(self.path.with_name("locks") / f"{self.path.stem}-{name}.lock", what)

    def opened(self, number: int) -> None:
        """Note that this table is being played: it is what ``last`` finds."""
        with self.writing():
            self._sql.execute(
                "UPDATE tables SET opened = (SELECT max(opened) + 1 FROM tables) WHERE no = ?"
                " AND opened < (SELECT max(opened) FROM tables)",
                (number,),
            )

    def left(self, number: int, stands: str, *, over: bool) -> None:
        """Keep the public sentence that ``tables`` shows, and whether the game is over."""
        with sentences(self.path):
            self._sql.execute("UPDATE tables SET stands = ?, over = ? WHERE no = ?", (stands, over, number))

    def delete(self, number: int) -> None:
        """Take a table and all that is its own out of the journal. Raises ``RecordError`` when there is none."""
        first, last = number << SHIFT, (number + 1) << SHIFT
        self.table_number(number)
        with self.writing():
            for rows in ("entries", "notices"):
                self._sql.execute(f"DELETE FROM {rows} WHERE id > ? AND id < ?", (first, last))  # noqa: S608, our names
            for rows in ("pins", "notes", "hostings", "tables"):
                self._sql.execute(f"DELETE FROM {rows} WHERE no = ?", (number,))  # noqa: S608, our names
            self._sql.execute("DELETE FROM facts WHERE hash NOT IN (SELECT facts FROM tables)")

    def table_number(self, number: int) -> None:
        """Raise ``RecordError`` when there is no table of this number, damaged or not."""
        if not 0 < number < 1 << 38 or not self._one("SELECT count(*) FROM tables WHERE no = ?", number):
            raise RecordError(f"There is no table {number}: `referee tables` lists them.")

    # Entries

    def entries(self, number: int, after: int = 0) -> list[Entry]:
        """Return a table's entries after number ``after``. Raises ``JournalError`` at one that is damaged."""
        with sentences(self.path):
            found = list(entries.read(self._sql, number, after))
        if None in found:
            raise JournalError(
                f"Entry {after + len(found)} of table {number} is damaged, so it can't be trusted; the journal was left"
                f" as it is ({self.path}). `referee export {number}` saves the lines before it."
            )
        return [entry for entry in found if entry is not None]

    def sound_entries(self, number: int) -> list[Entry]:
        """Return a table's entries as far as they are undamaged: what can be saved of it."""
        with sentences(self.path):
            rows = entries.read(self._sql, number)
            found: list[Entry] = []
            with contextlib.suppress(sqlite3.Error):
                for entry in rows:
                    if entry is not None:
                        found.append(entry)  # noqa: PERF401, what came before a fault stays
        return found

    def append(self, number: int, place: int, kind: str, text: str, *, marks: Sequence[str] = ()) -> None:
        """Put entry ``place`` (one more than the last) on the disk, and after it its ``marks``, all or none.

        Raises ``JournalError``: then it was not kept, and everything before it was.
        """
        at = self._clock()
        key = number << SHIFT | place
        rows = [(key, at, kind, text), *((key + n, at, MARK, mark) for n, mark in enumerate(marks, start=1))]
        try:
            with self.writing() if marks else contextlib.nullcontext():
                for row in rows:
                    self._sql.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", (*row, crc_of(*row)))
        except sqlite3.IntegrityError:
            raise JournalError(f"Somebody else wrote to table {number} meanwhile: `referee resume {number}`.") from None
        except sqlite3.Error:
            with sentences(self.path):
                raise

    def append_all(self, number: int, place: int, rows: Sequence[tuple[str, str]]) -> None:
        """Put entries of these kinds and texts on the disk from ``place`` on, all of them or none."""
        with self.writing():
            for at, (kind, text) in enumerate(rows, start=place):
                self.append(number, at, kind, text)

    def rewrite(self, number: int, header: str, seats: Sequence[str], texts: dict[int, str]) -> None:
        """Spell a table's header and the entries ``texts`` anew (a seat was renamed), all of them or none."""
        kept = self.table(number)
        with self.writing():
            names = json.dumps(list(seats))
            crc = crc_of(number, kept.game, header, names, kept.seed)
            update = "UPDATE tables SET header = ?, seats = ?, crc = ? WHERE no = ?"
            self._sql.execute(update, (header, names, crc, number))
            for place, text in texts.items():
                key = number << SHIFT | place
                at, kind = self._sql.execute("SELECT at, kind FROM entries WHERE id = ?", (key,)).fetchone()
                self._sql.execute(
                    "UPDATE entries SET text = ?, crc = ? WHERE id = ?", (text, crc_of(key, at, kind, text), key)
                )

    # Facts

    def facts(self, kept: Listed) -> bytes | None:
        """Return the fact file that a table was set up with; None where the journal has none of it."""
        with sentences(self.path):
            found = read(self._sql, kept.facts)
        if found is DAMAGED:
            raise JournalError(
                f"The facts of table {kept.number} are damaged in the journal: give their file with --facts."
            )
        return found

    def keep_facts(self, number: int, facts: bytes) -> None:
        """Keep the fact file of a table, beside or instead of what was kept before."""
        with self.writing():
            self._sql.execute("UPDATE tables SET facts = ? WHERE no = ?", (keep(self._sql, facts), number))

    # Notices

    def notice(self, number: int, kind: str, seat: int | None = None, text: str = "") -> None:
        """Keep something that the whole table should know: another program may write it while the table is held."""
        with self.writing():
            notices.write(self._sql, number, self._clock(), kind, seat, text)

    def notices(self, number: int, after: int = 0) -> list[notices.Notice]:
        """Return a table's notices after number ``after``. Raises ``JournalError`` at one that is damaged."""
        with sentences(self.path):
            found = notices.read_notice(self._sql, number, after)
        if None in found:
            raise JournalError(f"Notice {found.index(None) + after + 1} of table {number} is damaged ({self.path}).")
        return [notice for notice in found if notice is not None]

    # What is a seat's own

    def has_pin(self, number: int, seat: int) -> bool:
        """Say whether the seat has chosen its PIN."""
        return bool(self._one("SELECT count(*) FROM pins WHERE no = ? AND seat = ?", number, seat))

    def set_pin(self, number: int, seat: int, pin: str) -> None:
        """Keep the seat's PIN (its slow hash)."""
        self.keep_pin(number, seat, hash_pin(pin, self._pin_cost))

    def keep_pin(self, number: int, seat: int, kept: str) -> None:
        """Keep the slow hash of a seat's PIN; an empty one takes the PIN away."""
        with self.writing():
            write_pin(self._sql, number, seat, PinRow(kept, 0, 0.0))

    def pin(self, number: int, seat: int) -> str:
        """Return the slow hash of a seat's PIN, "" where none is chosen."""
        return self._pin(number, seat)[0]

    def copy_pins(self, number: int, to: int) -> None:
        """Let the seats of table ``to`` have the PINs of another table with the same seats."""
        with self.writing():
            copy_pins(self._sql, number, to)

    def pin_wait(self, number: int, seat: int) -> int:
        """Return the seconds until the seat's PIN may be tried again, 0 mostly."""
        _kept, tries = self._pin(number, seat)
        return wait_s(tries, self._clock())

    def try_pin(self, number: int, seat: int, pin: str) -> bool:
        """Say whether this is the seat's PIN; a wrong one is counted on the disk, so a restart forgives nothing.

        Raises ``RecordError`` while the seat has to wait.
        """
        kept, tries = self._pin(number, seat)
        if wait := wait_s(tries, self._clock()):
            raise RecordError(f"Too many wrong PINs: try again in {wait} s.")
        fits = pin_fits(pin, kept)
        if not fits or tries.wrong:
            now = PinRow(kept, 0, 0.0) if fits else PinRow(kept, tries.wrong + 1, self._clock())
            with self.writing():
                write_pin(self._sql, number, seat, now)
            if heard_of(now.wrong):
                self.notice(number, notices.WRONG_PINS, seat, cardinal(now.wrong))
        return fits

    def notes(self, number: int, seat: int) -> dict[str, str]:
        """Return the seat's own notes, by what they are on."""
        with sentences(self.path):
            found = read_notes(self._sql, number, seat)
        if found is None:
            raise JournalError(f"A note of seat {seat + 1} at table {number} is damaged in the journal ({self.path}).")
        return found

    def note(self, number: int, seat: int, card: str, text: str) -> None:
        """Keep a note on ``card``; an empty one takes it away."""
        with sentences(self.path):
            write_note(self._sql, number, seat, card, text)

    # Hostings

    def keep_hosting(self, name: str, number: int, data: bytes) -> None:
        """Keep the hosting of this name, of table ``number`` (0 in the lobby), instead of what was kept of it."""
        with self.writing():
            row = (name, number, self._clock(), data)
            self._sql.execute("INSERT OR REPLACE INTO hostings VALUES (?, ?, ?, ?)", row)

    def forget_hosting(self, name: str) -> None:
        """Forget the hosting of this name, where one is kept."""
        with self.writing():
            self._sql.execute("DELETE FROM hostings WHERE id = ?", (name,))

    def hostings(self, number: int) -> list[tuple[str, float, bytes]]:
        """Return name, last change and content of a table's hostings (those of lobbies for 0), the newest first."""
        with sentences(self.path):
            question = "SELECT id, at, data FROM hostings WHERE no = ? ORDER BY at DESC"
            return [(str(name), float(at), bytes(data)) for name, at, data in self._sql.execute(question, (number,))]

    # The whole file

    def check(self) -> tuple[str, list[str]]:
        """Read all of it; return how much there is, in words, and a sentence for each table that is damaged.

        Raises ``JournalError`` where the file itself is.
        """
        with sentences(self.path):
            check(self._sql, self.path, KIND)
            wrong = [
                number for (number,) in self._sql.execute("SELECT no FROM pins WHERE no NOT IN (SELECT no FROM tables)")
            ]
        faults = [f"A PIN is of table {number}, which is not there." for number in wrong]
        lines = 0
        found = self.tables()
        for kept in found:
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
        return f"{counted(len(found), 'table')}, {counted(lines, 'entry', 'entries')}", faults

    def back_up(self, to: Path) -> None:
        """Copy the journal to ``to`` (``liarsdeck.sqlite.back_up``), while others may write it."""
        with sentences(self.path):
            back_up(self._sql, self.path, KIND, to)

    # Inside

    def _tables(self, which: str, values: tuple[object, ...]) -> list[Listed]:
        with sentences(self.path):
            return read_listed(self._sql, which, values)

    def _pin(self, number: int, seat: int) -> tuple[str, Tries]:
        with sentences(self.path):
            kept = read_pin(self._sql, number, seat)
            if kept is None:
                whose = f"seat {seat + 1} at table {number}"
                raise JournalError(f"The PIN of {whose} is damaged in the journal ({self.path}).")
            now = self._clock()
            if kept.wrong and kept.last > now and self._write:
                # The clock was set back: the wait begins now, and does not last until the clock has caught up.
                write_pin(self._sql, number, seat, PinRow(kept.hash, kept.wrong, now))
        return kept.hash, Tries(kept.wrong, min(kept.last, now))

    def _one(self, question: str, *values: object) -> int:
        with sentences(self.path):
            return int(self._sql.execute(question, values).fetchone()[0])

    @property
    def written(self) -> int:
        """A number that is another one when anything was written since, also if that was rolled back."""
        return self._sql.total_changes

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Do several statements as one transaction, all or none of them; one inside another is part of it.

        Nothing breaks it off: a broken one would bar the next. Raises ``JournalError``: then nothing was kept.
        """
        if self._sql.in_transaction:
            yield
            return
        with signals_deferred(), sentences(self.path):
            self._sql.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._sql.execute("COMMIT")
            except BaseException:
                if self._sql.in_transaction:
                    self._sql.execute("ROLLBACK")
                raise
