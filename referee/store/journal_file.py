"""The journal's file: made, checked before it is trusted, migrated, and its faults put into one sentence."""

import contextlib
import os
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from referee.core.errors import RecordError

APPLICATION_ID = 0x4C69_6172  # "Liar": how the file says whose it is
_MAGIC = b"SQLite format 3\0"
BUSY_S = 5.0
_DAMAGED = "The journal is damaged and was left as it is: move {path} away to begin a new one."

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
)
"""What makes version n+1 of the file out of version n, each run as one transaction. Never change a step: add one."""


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
        yield
    except sqlite3.Error as error:
        raise JournalError(_sentence(path, error)) from error
    except UnicodeDecodeError as error:  # a damaged schema or text: SQLite's own message may hold its bytes
        raise JournalError(_DAMAGED.format(path=path)) from error


def _sentence(path: Path, error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    known = {
        sqlite3.SQLITE_FULL: f"The disk is full: the last entry was not kept, everything before it was ({path}).",
        sqlite3.SQLITE_READONLY: f"The journal can't be written: {path} or its folder is read-only.",
        sqlite3.SQLITE_CANTOPEN: f"The journal can't be opened: {path} or its folder can't be read or written.",
        sqlite3.SQLITE_PERM: f"The journal can't be opened: {path} belongs to somebody else.",
        sqlite3.SQLITE_IOERR: f"The disk refused: the last entry was not kept, everything before it was ({path}).",
        sqlite3.SQLITE_TOOBIG: "That is too long to keep.",
        sqlite3.SQLITE_BUSY: f"Another program holds the journal ({path}): try again when it has let go.",
        sqlite3.SQLITE_LOCKED: f"Another program holds the journal ({path}): try again when it has let go.",
        sqlite3.SQLITE_CORRUPT: _DAMAGED.format(path=path),
        sqlite3.SQLITE_NOTADB: f"{path} is not a journal of tables; it was left as it is.",
    }
    return known.get(code, f"The journal can't be used: {error} ({path}).")


def open_journal(path: Path, *, write: bool, make: bool) -> sqlite3.Connection:
    """Open the journal at ``path``; with ``write`` it is migrated, with ``make`` made first when there is none.

    Raises ``JournalError`` for a file that is foreign, cut off, damaged or of a newer program, before anything in it
    is touched.
    """
    with sentences(path):
        try:
            size = path.stat().st_size
        except FileNotFoundError:
            size = 0
        except NotADirectoryError:
            raise JournalError(f"The journal can't be kept: {path.parent} is not a folder.") from None
        except PermissionError:
            raise JournalError(f"The journal can't be read: {path} belongs to somebody else.") from None
        if size == 0:
            if not make:
                raise JournalError("There is no table yet: `referee new GAME` sets one up.")
            _make(path)
        _check_file(path)
        connection = _connect(path, write=write)
        try:
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
            if version > len(STEPS):
                raise JournalError(
                    f"{path} was written by a newer liarsdeck (its version {version}, ours {len(STEPS)}): update first."
                )
            if version < len(STEPS) and not write:
                connection.close()
                connection = _brought_up_to_date(path, version)
            elif version < len(STEPS):
                _migrate(connection, path, version)
            for pragma in ("synchronous = FULL", "foreign_keys = ON"):
                connection.execute(f"PRAGMA {pragma}")
        except BaseException:
            connection.close()
            raise
        return connection


def _connect(path: Path, *, write: bool) -> sqlite3.Connection:
    where = f"{path.absolute().as_uri()}?mode="
    if write:
        if not os.access(path.parent, os.W_OK) or not os.access(path, os.W_OK):
            raise JournalError(f"The journal can't be written: {path} or its folder is read-only.")
        return sqlite3.connect(f"{where}rw", uri=True, isolation_level=None, timeout=BUSY_S)
    try:
        connection = sqlite3.connect(f"{where}ro", uri=True, isolation_level=None, timeout=BUSY_S)
        connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.OperationalError:
        # In a read-only folder a write-ahead file can't be shared: without one, the file alone is the whole truth.
        if path.with_name(f"{path.name}-wal").exists():
            raise
        connection = sqlite3.connect(f"{where}ro&immutable=1", uri=True, isolation_level=None)
    return connection


def _make(path: Path) -> None:
    """Make an empty journal beside ``path`` and put it there whole; somebody else's, made meanwhile, stands."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}.{os.getpid()}.part")
        os.close(os.open(beside, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
    except OSError as error:
        raise JournalError(f"The journal can't be made in {path.parent}: {error.strerror or error}.") from None
    try:
        connection = sqlite3.connect(beside, isolation_level=None)
        with contextlib.closing(connection):
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            run_steps(connection, STEPS, 0)
        if path.exists() and path.stat().st_size == 0:
            path.unlink()
        try:
            os.link(beside, path)
        except FileExistsError:
            return
        except OSError:  # a file system without hard links
            if not path.exists():
                beside.replace(path)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()


def run_steps(connection: sqlite3.Connection, steps: Sequence[str], version: int) -> None:
    """Bring the open file from ``version`` to ``len(steps)``, one transaction a step: all of it or nothing."""
    for number, step in enumerate(steps[version:], start=version + 1):
        try:
            connection.executescript(f"BEGIN IMMEDIATE; {step}; PRAGMA user_version = {number}; COMMIT")
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def _brought_up_to_date(path: Path, version: int) -> sqlite3.Connection:
    """Migrate a file that was only to be read, and open it for that again; where it can't be written, say so."""
    try:
        with contextlib.closing(_connect(path, write=True)) as connection:
            _migrate(connection, path, version)
    except JournalError:
        raise JournalError(f"{path} is of an older liarsdeck and can't be written to bring it along.") from None
    return _connect(path, write=False)


def _migrate(connection: sqlite3.Connection, path: Path, version: int) -> None:
    """Bring an older file up to date; a copy of it as it was is kept beside it."""
    kept = path.with_name(f"{path.name}.v{version}")
    if not kept.exists():
        os.close(os.open(kept, os.O_CREAT | os.O_WRONLY, 0o600))
        with contextlib.closing(sqlite3.connect(kept)) as copy:
            connection.backup(copy)
    run_steps(connection, STEPS, version)


def _check_file(path: Path) -> None:
    """Refuse what is no journal of ours, or only the beginning of one, before SQLite may write a byte of it."""
    try:
        with path.open("rb") as file:
            head = file.read(100)
        size = path.stat().st_size
    except OSError as error:
        raise JournalError(f"The journal can't be read: {error.strerror or error} ({path}).") from None
    if not head.startswith(_MAGIC[: len(head)]):
        raise JournalError(f"{path} is not a journal of tables; it was left as it is.")
    wal = path.with_name(f"{path.name}-wal")
    if len(head) < 100:
        raise JournalError(f"The journal was cut off in the middle and was left as it is ({path}).")
    if int.from_bytes(head[68:72], "big") != APPLICATION_ID:
        raise JournalError(f"{path} is a database of another program; it was left as it is.")
    page = int.from_bytes(head[16:18], "big")
    page = 65536 if page == 1 else page
    pages = int.from_bytes(head[28:32], "big")
    # With a write-ahead file the main file may rightly be behind: SQLite completes it from there.
    if size < page * pages and not (wal.exists() and wal.stat().st_size):
        raise JournalError(f"The journal was cut off in the middle and was left as it is ({path}).")
