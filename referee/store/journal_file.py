"""The journal's file: its tables, its versions, and its faults as the referee's errors."""

import contextlib
import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path

from liarsdeck.sqlite import Kind, StoreError, faults, open_store
from referee.core.errors import RecordError

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
