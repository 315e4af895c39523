"""SQLite files that are created atomically, checked before use, migrated and backed up.

Each error is one sentence, fit to be shown to the user.
"""

import contextlib
import functools
import os
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import NamedTuple
from urllib.parse import quote

from liarsdeck import system
from liarsdeck.errors import UserError
from liarsdeck.files import STDOUT, make_folder, staged_file, sync_folder

MAGIC = b"SQLite format 3\0"
_HEAD = 100  # bytes of a database's header


class Kind(NamedTuple):
    """A kind of SQLite file, such as the ledger: its schema in all versions, and how it is opened.

    ``name`` is its name in error messages. ``application`` is SQLite's application_id, which tells our files from
    others. ``steps[n]`` is the SQL that migrates a file from version n to n+1; add steps, but never change one.
    ``busy_s`` is how long to wait for a lock, in seconds. ``wal`` chooses a write-ahead log, if the system can have
    one.
    """

    name: str
    application: int
    steps: tuple[str, ...]
    busy_s: float
    wal: bool


class StoreError(UserError):
    """The exception for a SQLite file that cannot be used; nothing in the file was changed."""


class Broken(StoreError):
    """The exception for a SQLite file that is damaged, such as cut off or overwritten, or is no SQLite file."""


@contextlib.contextmanager
def faults(path: Path, name: str) -> Iterator[None]:
    """In the block, convert SQLite's exceptions to ``StoreError``, or ``Broken`` if the file is damaged.

    ``path`` and ``name`` (what the file is, such as “ledger”) stand in the message.
    """
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise fault(path, name, error) from error


def fault(path: Path, name: str, error: sqlite3.Error | UnicodeDecodeError) -> StoreError:
    """Return the ``StoreError`` for an exception of SQLite; it is a ``Broken`` if the file is damaged.

    ``path`` and ``name`` (what the file is, such as “ledger”) stand in the message.
    """
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    # A damaged schema or text; Python's own error for a text that is not UTF-8 is an OperationalError without a code.
    if isinstance(error, UnicodeDecodeError) or (not code and isinstance(error, sqlite3.OperationalError)):
        code = sqlite3.SQLITE_CORRUPT
    kind = Broken if code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB} else StoreError
    return kind(_sentence(path, name, code, error))


def _sentence(path: Path, name: str, code: int, error: Exception) -> str:
    held = f"Another program holds the {name} ({path}): try again when it has let go."
    known = {
        sqlite3.SQLITE_FULL: f"The disk is full: the last entry was not kept, everything before it was ({path}).",
        sqlite3.SQLITE_READONLY: f"The {name} can't be written: {path} or its folder is read-only.",
        sqlite3.SQLITE_CANTOPEN: f"The {name} can't be opened: {path} or its folder can't be read or written.",
        sqlite3.SQLITE_PERM: f"The {name} can't be opened: {path} belongs to somebody else.",
        sqlite3.SQLITE_IOERR: f"The disk refused: the last entry was not kept, everything before it was ({path}).",
        sqlite3.SQLITE_TOOBIG: "That is too long to keep.",
        sqlite3.SQLITE_BUSY: held,
        sqlite3.SQLITE_LOCKED: held,
        sqlite3.SQLITE_CORRUPT: f"The {name} is damaged and was left as it is: move {path} away to begin a new one.",
        sqlite3.SQLITE_NOTADB: f"{path} is not a {name}; it was left as it is.",
    }
    return known.get(code, f"The {name} can't be used: {error} ({path}).")


def open_store(path: Path, kind: Kind, *, write: bool, make: bool) -> sqlite3.Connection:
    """Open a SQLite file of a kind, and return the connection.

    With ``write``, the connection can write. A file of an older version is migrated even without ``write``. If the file
    does not exist, ``make`` creates it; without ``make`` that raises ``FileNotFoundError``. Raises ``StoreError`` if
    the file is of another kind, is damaged, was written by a newer program, or can't be migrated; the file is then
    unchanged.
    """
    with faults(path, kind.name):
        try:
            size = path.stat().st_size
        except FileNotFoundError:
            size = 0
        except NotADirectoryError:
            raise StoreError(f"The {kind.name} can't be kept: {path.parent} is not a folder.") from None
        except PermissionError:
            raise StoreError(f"The {kind.name} can't be read: {path} belongs to somebody else.") from None
        if path.is_dir():
            raise StoreError(f"The {kind.name} can't be kept: {path} is a folder.")
        if path.exists() and not path.is_file():
            raise StoreError(f"The {kind.name} can't be kept: {path} is a pipe or a device.")
        if size == 0:
            if not make:
                raise FileNotFoundError(path)
            _make(path, kind)
        _check_file(path, kind)
        connection = _connect(path, kind, write=write)
        try:
            _check_schema(connection, path, kind)
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
            if version > len(kind.steps):
                ours = len(kind.steps)
                raise StoreError(
                    f"{path} was written by a newer liarsdeck (its version {version}, ours {ours}): update first."
                )
            _check_statements(connection, path, kind)
            if version < len(kind.steps):
                _migrate(connection, path, kind, version, write=write)
            # EXTRA: without it a power cut can bring a removed rollback journal back, which undoes the last commit.
            if write and kind.wal:
                with contextlib.suppress(sqlite3.OperationalError):  # another program has it open: as it is, then
                    connection.execute(f"PRAGMA journal_mode = {system.CURRENT_OS.journal_mode}")
            for pragma in ("synchronous = EXTRA", "fullfsync = ON", "foreign_keys = ON"):
                connection.execute(f"PRAGMA {pragma}")
        except BaseException:
            connection.close()
            raise
        return connection


def _connect(path: Path, kind: Kind, *, write: bool) -> sqlite3.Connection:
    where = f"{uri_of(path.absolute())}?mode="
    if write:
        if not os.access(path.parent, os.W_OK) or not os.access(path, os.W_OK):
            raise StoreError(f"The {kind.name} can't be written: {path} or its folder is read-only.")
        return sqlite3.connect(f"{where}rw", uri=True, isolation_level=None, timeout=kind.busy_s)
    try:
        connection = sqlite3.connect(f"{where}ro", uri=True, isolation_level=None, timeout=kind.busy_s)
        connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.OperationalError:
        # In a read-only folder a write-ahead file can't be shared: without one, the file alone is the whole truth.
        if path.with_name(f"{path.name}-wal").exists():
            raise
        connection = sqlite3.connect(f"{where}ro&immutable=1", uri=True, isolation_level=None)
    return connection


def uri_of(path: PurePath) -> str:
    """Return SQLite's URI for an absolute path, which may be on a share of Windows (``//server/share``)."""
    text = path.as_posix()
    return "file://" + quote(text if text.startswith("/") else f"/{text}", safe="/:")


def _check_schema(connection: sqlite3.Connection, path: Path, kind: Kind) -> None:
    """Raise ``StoreError`` if a file has views, triggers or virtual tables.

    Our files have none; in a file from a stranger, such code may run without end.
    """
    foreign = (
        "SELECT name FROM sqlite_master WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%' LIMIT 1"
    )
    if (found := connection.execute(foreign).fetchone()) is not None:
        raise StoreError(f"{path} is no {kind.name} of ours (it has {str(found[0])[:40]!r}); it was left as it is.")


def _check_statements(connection: sqlite3.Connection, path: Path, kind: Kind) -> None:
    """Raise ``StoreError`` if a file has an index, or a table with code, that no version of ours makes.

    Code (CHECK, DEFAULT, a generated column) needs a second parenthesis in the statement that makes the table. A
    foreign table without a second parenthesis is accepted, because it may be a damaged one of ours.
    """
    ours = _statements(kind)
    for what, name, sql in connection.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL"):
        if _plain(sql) not in ours and (what == "index" or str(sql).count("(") > 1):
            raise StoreError(f"{path} is no {kind.name} of ours (it has {str(name)[:40]!r}); it was left as it is.")


@functools.cache
def _statements(kind: Kind) -> frozenset[str]:
    """Return the SQL statements, reduced by ``_plain``, that make the tables and indexes of a kind.

    They are those of all versions of the kind.
    """
    found = set()
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for number, step in enumerate(kind.steps):
            _run_steps(connection, kind._replace(steps=(*kind.steps[:number], step)), number)
            rows = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
            found |= {_plain(sql) for (sql,) in rows}
    return frozenset(found)


def _plain(sql: object) -> str:
    """Return a SQL statement without spaces and double quotes, so that statements can be compared.

    Versions of SQLite write these differently.
    """
    return re.sub(r'[\s"]', "", str(sql))


def _make(path: Path, kind: Kind) -> None:
    """Make a file of the newest version without rows.

    If another program makes the file at the same time, that file is kept. Raises ``StoreError`` if the file can't be
    made.
    """
    try:
        make_folder(path.parent, private=True)
        with staged_file(path, private=True) as new:
            with contextlib.closing(sqlite3.connect(new, isolation_level=None)) as connection:
                if kind.wal:
                    connection.execute(f"PRAGMA journal_mode = {system.CURRENT_OS.journal_mode}")
                connection.execute(f"PRAGMA application_id = {kind.application}")
                _run_steps(connection, kind, 0)
            system.CURRENT_OS.sync(new)
            if path.exists() and path.stat().st_size == 0:
                path.unlink()
            try:
                system.CURRENT_OS.link(new, path)  # never replaces a file
            except OSError:  # there is one, or the file system has no hard links: then ``new`` is moved
                if not path.exists():
                    return
            new.unlink()
            sync_folder(path.parent)
    except OSError as error:
        raise StoreError(f"The {kind.name} can't be made in {path.parent}: {error.strerror or error}.") from None


def _run_steps(connection: sqlite3.Connection, kind: Kind, version: int) -> None:
    """Migrate the open file from ``version`` to the newest version, by the SQL in ``kind.steps``.

    Each step is one transaction. If a step fails, it is rolled back, and SQLite's error is raised.
    """
    for number, step in enumerate(kind.steps[version:], start=version + 1):
        try:
            connection.executescript(f"BEGIN IMMEDIATE; {step}; PRAGMA user_version = {number}; COMMIT")
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def _migrate(connection: sqlite3.Connection, path: Path, kind: Kind, version: int, *, write: bool) -> None:
    if not write:
        try:
            with contextlib.closing(_connect(path, kind, write=True)) as writer:
                _migrate(writer, path, kind, version, write=True)
        except StoreError:
            raise StoreError(f"{path} is of an older liarsdeck and can't be written to bring it along.") from None
        return
    kept = path.with_name(f"{path.name}.v{version}")
    if not kept.exists():
        with staged_file(kept, private=True) as new, contextlib.closing(sqlite3.connect(new)) as copy:
            connection.backup(copy)
    _run_steps(connection, kind, version)


def check(connection: sqlite3.Connection, path: Path, kind: Kind) -> None:
    """Run SQLite's integrity check on an open file. Raises ``Broken`` if the check finds faults.

    ``path`` and ``kind`` are those of the file; the error names them.
    """
    with faults(path, kind.name):
        problems = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(3)")]
    if problems != ["ok"]:
        raise Broken(f"The {kind.name} {path} is damaged: {'; '.join(problems)}.")


def back_up(connection: sqlite3.Connection, path: Path, kind: Kind, to: Path) -> None:
    """Copy an open SQLite file to the file ``to`` atomically, even while other programs write to the original.

    ``connection`` is an open connection to the file ``path``. Only the user can read the copy. An earlier backup in
    ``to`` is replaced. Raises ``StoreError`` if ``to`` is the original or holds something that is no file of this kind,
    and ``Broken`` if ``path`` is damaged.
    """
    if str(to) == STDOUT:
        raise StoreError(f"The {kind.name} is copied to a file, not to standard output: name one.")
    check(connection, path, kind)
    if to.exists():
        if to.samefile(path):
            raise StoreError(f"{to} is the {kind.name} itself: name another file for its backup.")
        if to.is_dir() or not to.is_file():
            raise StoreError(f"{to} is no file: name one for the backup.")
        if to.stat().st_size:
            try:
                _check_file(to, kind)
            except StoreError:
                raise StoreError(f"{to} holds something else: name another file for the backup.") from None
    make_folder(to.absolute().parent, private=True)
    with (
        staged_file(to, private=True) as new,
        faults(to, "backup"),
        contextlib.closing(sqlite3.connect(new)) as copy,
    ):
        connection.backup(copy)
        check(copy, to, kind)


def _check_file(path: Path, kind: Kind) -> None:
    """Raise ``StoreError`` if a file belongs to another program or is truncated, before SQLite may write to it."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
        size = path.stat().st_size
    except OSError as error:
        raise StoreError(f"The {kind.name} can't be read: {error.strerror or error} ({path}).") from None
    cut_off = Broken(f"The {kind.name} was cut off in the middle and was left as it is ({path}).")
    if not head.startswith(MAGIC[: len(head)]):
        raise Broken(f"{path} is not a {kind.name}; it was left as it is.")
    if len(head) < _HEAD:
        raise cut_off
    page = int.from_bytes(head[16:18], "big")
    page = 65536 if page == 1 else page
    if page < 512 or page & (page - 1):
        raise Broken(_sentence(path, kind.name, sqlite3.SQLITE_CORRUPT, ValueError()))
    if int.from_bytes(head[68:72], "big") != kind.application:
        raise StoreError(f"{path} is a database of another program; it was left as it is.")
    # With a file of SQLite's own beside it the main file may rightly be behind: it is completed from there.
    beside = [path.with_name(f"{path.name}-{what}") for what in ("wal", "journal")]
    if size < page * int.from_bytes(head[28:32], "big") and not any(
        other.exists() and other.stat().st_size for other in beside
    ):
        raise cut_off
