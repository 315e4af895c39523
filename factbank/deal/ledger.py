"""The household's ledger of dealt facts, in SQLite, so that nothing is dealt twice.

A deck is *reserved* in the same immediate transaction in which it is drawn, so two programs at once can't hand out the
same pair. The deck is *confirmed* when its file or folder has been written. If something went wrong, the deck is
*settled*: it is entered for good if its file or folder exists in spite of that, else forgotten. If the program that
made a reservation died, the reservation is settled after a quarter of an hour.
"""

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, NamedTuple, TypeVar

import msgspec

from factbank.errors import FactError
from factbank.factfile import FILE_LIMIT
from factbank.packs.reader import GUEST_PACKS
from liarsdeck.english import counted
from liarsdeck.files import STDOUT, kits_dir, named_file, read_within, sweep
from liarsdeck.sqlite import MAGIC, Broken, Kind, StoreError, back_up, check, faults, open_store
from liarsdeck.system import signals_deferred

DECKS_APART = 10  # a subject stays away for as many decks
FRAME_REST = 120  # pairs, eight decks of fifteen, in which a topic is not drawn from again
PICTURE_REST = 45  # pairs, three such decks, in which a picture does not come back
LAPSE_S = 15 * 60
WAIT_S = 30.0  # for another program that is drawing
_STEPS = (
    """
    CREATE TABLE deck (id INTEGER PRIMARY KEY AUTOINCREMENT, kit TEXT NOT NULL, at REAL NOT NULL,
                       pairs INTEGER NOT NULL, dealt INTEGER NOT NULL);
    CREATE TABLE fact (key TEXT PRIMARY KEY, deck INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX fact_deck ON fact (deck);
    CREATE TABLE subject (deck INTEGER NOT NULL, name TEXT NOT NULL);
    CREATE INDEX subject_deck ON subject (deck);
    """,
    """
    CREATE TABLE picture (deck INTEGER NOT NULL, stem TEXT NOT NULL);
    CREATE INDEX picture_deck ON picture (deck);
    """,
    """
    ALTER TABLE deck ADD COLUMN place TEXT NOT NULL DEFAULT '';  -- where what is made of it is to stand, - for stdout
    """,
)
_MADE = ("", "/facts.json")  # what a place holds of its facts: a fact file itself, or a kit's folder
# 0x4C494152 is "LIAR": another program's database is never taken for a ledger.
KIND = Kind("ledger", 0x4C494152, _STEPS, WAIT_S, wal=False)
_LAST = (1 << 63) - 1  # number of a deck
_LATEST = 253_402_300_799.0  # the last second of the year 9999

Result = TypeVar("Result")


class Dealt(NamedTuple):
    """The ledger's entry of a deck.

    ``kit`` is the code of the deck. ``pairs`` has (key, subjects) for each pair. ``pictures`` are the stems of the
    words in the slots of all pairs.
    """

    kit: str
    pairs: tuple[tuple[str, tuple[str, ...]], ...]
    pictures: tuple[str, ...] = ()


class DeckLine(NamedTuple):
    """One deck in the history of the ledger.

    ``number`` is the deck's number in the ledger, ``kit`` its code, and ``at`` the time at which it was drawn, in
    seconds since 1970. ``pairs`` is how many pairs were entered for it, and ``keys`` are the keys of these pairs
    (``factbank.fill`` explains a key).
    """

    number: int
    kit: str
    at: Annotated[float, msgspec.Meta(ge=0, le=_LATEST)]  # seconds since 1970
    pairs: int
    keys: tuple[str, ...]


def ledger_key(key: str) -> str:
    """Return a key, or the name of a topic (``pack/topic``), as it is entered in the ledger.

    In ``GUEST_PACKS`` the name of a topic may tell what a guest brought, as in ``pastimes/sails-alone``. The parts
    behind the pack's name are therefore hashes there. Earlier versions entered such keys unchanged.
    """
    pack, *parts = key.split("/", 2)
    if pack not in GUEST_PACKS:
        return key
    hashes = (blake2b(f"{pack}/{part}".encode(), digest_size=8).hexdigest() for part in parts)
    return "/".join((pack, *hashes))


def _forget(database: sqlite3.Connection, number: int | None = None) -> None:
    """Delete the deck ``number`` with its keys, subjects and pictures, or all decks if ``number`` is None."""
    for table, column in (("fact", "deck"), ("subject", "deck"), ("picture", "deck"), ("deck", "id")):
        if number is None:
            database.execute(f"DELETE FROM {table}")  # noqa: S608, our names
        else:
            database.execute(f"DELETE FROM {table} WHERE {column} = ?", (number,))  # noqa: S608, our names


def _settle(database: sqlite3.Connection, number: int, *, failed: bool = False) -> None:
    """Enter the reserved deck ``number`` for good if its facts exist; else delete it.

    The facts exist if they are in the file or folder that the deck was to be written to, or in the user's data folder.
    Facts that were to go to stdout count as existing, unless ``failed`` says that writing them failed. A deck that is
    already entered does not change.
    """
    rows = database.execute("SELECT kit, place FROM deck WHERE id = ? AND NOT dealt", (number,)).fetchall()
    for kit, place in rows:
        on_stdout = place == STDOUT
        files = [(Path(), f"{place}{name}") for name in _MADE if place and not on_stdout]
        files.append((kits_dir(), f"{kit}.json"))
        if (on_stdout and not failed) or any(_holds(*file, kit) for file in files):
            database.execute("UPDATE deck SET dealt = 1 WHERE id = ?", (number,))
            continue
        _forget(database, number)
        if place and not on_stdout:
            with contextlib.suppress(OSError, ValueError):  # on another machine
                sweep(Path(named_file(Path(), f"{place}{_MADE[1]}")).parents[1])


def _holds(folder: Path, name: str, kit: str) -> bool:
    """Return whether the file ``name`` in ``folder`` can be read and holds the facts of the kit ``kit``.

    A pipe or a device is never opened, as the ledger that names the file may come from a stranger.
    """
    with contextlib.suppress(OSError, ValueError):
        return f'"kit": "{kit}"'.encode() in read_within(named_file(folder, name), FILE_LIMIT)
    return False


class Seen:
    """The history of dealt pairs, from the ledger, that a new deck has to avoid; empty without a database.

    ``subjects`` (what pairs were about), ``frames`` (names of topics, as in ``ledger_key``) and ``pictures`` (stems of
    words in slots) are those of the latest decks only, as is what ``rested`` says; the methods ``key``, ``unused`` and
    ``told`` look in all decks.
    """

    def __init__(self, database: sqlite3.Connection | None = None) -> None:
        self._database = database
        self.subjects: frozenset[str] = frozenset()
        self.frames: frozenset[str] = frozenset()
        self.pictures: frozenset[str] = frozenset()
        if database is not None:
            decks = database.execute("SELECT id, pairs FROM deck ORDER BY id DESC LIMIT ?", (FRAME_REST,)).fetchall()
            names = self._of("SELECT name FROM subject WHERE deck = ?", [number for number, _ in decks[:DECKS_APART]])
            self.subjects = frozenset(names)
            keys = self._of("SELECT key FROM fact WHERE deck = ?", _newest(decks, FRAME_REST))
            self.frames = frozenset("/".join(key.split("/", 2)[:2]) for key in keys)
            self.pictures = frozenset(self._of("SELECT stem FROM picture WHERE deck = ?", _newest(decks, PICTURE_REST)))

    def _of(self, select: str, decks: list[int]) -> Iterator[str]:
        assert self._database is not None
        for deck in decks:
            values = (value for (value,) in self._database.execute(select, (deck,)))
            yield from (value for value in values if isinstance(value, str))  # a stranger's file may hold others

    def key(self, key: str) -> bool:
        """Return whether a pair with this key was ever dealt.

        A key in the ledger that goes on with a slash and a subject counts as well, as an older version wrote such keys
        for jokes.
        """
        found = "SELECT 1 FROM fact WHERE key = ? OR key >= ? AND key < ?"
        return any(self._any(found, one, f"{one}/", f"{one}0") for one in {key, ledger_key(key)})

    def rested(self, topic: str) -> bool:
        """Return whether a pair of this topic (``pack/topic``) is in one of the latest decks."""
        return not self.frames.isdisjoint({topic, ledger_key(topic)})

    def unused(self, key: str) -> str:
        """Return ``key`` if no pair with it was dealt before, else the key with a number that makes it new.

        The number follows a comma, such as ``key,2``; it is the first one from 2 on that no dealt pair has.
        """
        number, found = 1, key
        while self.key(found):
            number += 1
            found = f"{key},{number}"
        return found

    def told(self, topic: str) -> bool:
        """Return whether a pair of this topic (``pack/topic``) was ever dealt."""
        between = "SELECT 1 FROM fact WHERE key >= ? AND key < ?"  # 0 is the character after the slash
        return any(self._any(between, f"{one}/", f"{one}0") for one in {topic, ledger_key(topic)})

    def _any(self, select: str, *values: str) -> bool:
        return self._database is not None and self._database.execute(select, values).fetchone() is not None


def _newest(decks: list[tuple[int, int]], pairs: int) -> list[int]:
    """Return the numbers of the newest decks that together have ``pairs`` pairs or more, newest first.

    ``decks`` has (number, how many pairs) for each deck, newest first. If all decks have fewer pairs, return all.
    """
    numbers = []
    for number, count in decks:
        if pairs <= 0:
            break
        numbers.append(number)
        pairs -= count
    return numbers


class Ledger:
    """The record of all pairs that a household was dealt, in the SQLite file ``path``.

    ``now`` returns the time in seconds since 1970. Every method raises ``FactError`` if the file can't be used, and
    ``Broken`` if it is damaged.
    """

    def __init__(self, path: Path, *, now: Callable[[], float] = time.time) -> None:
        self.path = Path(path)
        self.now = now

    @contextlib.contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Open the ledger for one transaction, and yield the database; the end of the block commits.

        If the block raises an exception, its changes are undone. Signals are deferred meanwhile, because an interrupted
        transaction would lock other programs out.
        """
        try:
            with (
                signals_deferred(),
                contextlib.closing(open_store(self.path, KIND, write=True, make=True)) as database,
                faults(self.path, KIND.name),
            ):
                if database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                    raise Broken(f"the ledger {self.path} is damaged")
                database.execute("BEGIN IMMEDIATE")
                try:
                    yield database
                    database.execute("COMMIT")
                finally:
                    if database.in_transaction:
                        with contextlib.suppress(sqlite3.Error):
                            database.execute("ROLLBACK")
        except Broken:
            raise
        except StoreError as error:
            raise FactError(f"{str(error).rstrip('.')} (or play without a ledger)") from None

    def reserve(self, draw: Callable[[Seen], Dealt]) -> int:
        """In one transaction, call ``draw`` with the ledger's history, and reserve the pairs it returns.

        Return the deck's number in the ledger.
        """
        with self._open() as database:
            lapsed = database.execute(
                "SELECT id FROM deck WHERE NOT dealt AND at < ?", (self.now() - LAPSE_S,)
            ).fetchall()
            for (number,) in lapsed:
                _settle(database, number)
            return self._enter(database, draw(Seen(database)), dealt=False)

    def _enter(self, database: sqlite3.Connection, deck: Dealt, *, dealt: bool) -> int:
        last = "SELECT max(coalesce(max(seq), 0), coalesce((SELECT max(id) FROM deck), 0)) FROM sqlite_sequence"
        if database.execute(last).fetchone() == (_LAST,):  # else SQLite says that the disk is full
            raise Broken(f"the ledger {self.path} has no number left")
        row = (deck.kit, self.now(), len(deck.pairs), int(dealt))
        number = database.execute("INSERT INTO deck (kit, at, pairs, dealt) VALUES (?, ?, ?, ?)", row).lastrowid or 0
        keys = [(ledger_key(key), number) for key, _ in deck.pairs]
        database.executemany("INSERT OR IGNORE INTO fact VALUES (?, ?)", keys)
        subjects = [(number, subject) for key, about in deck.pairs if ledger_key(key) == key for subject in about]
        database.executemany("INSERT INTO subject VALUES (?, ?)", subjects)
        database.executemany("INSERT INTO picture VALUES (?, ?)", [(number, stem) for stem in deck.pictures])
        return number

    def confirm(self, number: int, deck: Dealt) -> None:
        """Enter the reserved deck ``number`` as dealt, after its file was written.

        ``deck`` is the entry that was reserved. If the reservation has lapsed meanwhile, the entry is made again.
        """
        with self._open() as database:
            updated = database.execute(
                "UPDATE deck SET dealt = 1 WHERE id = ? AND kit = ?", (number, deck.kit)
            ).rowcount
            if not updated:  # printing took so long that the reservation lapsed
                self._enter(database, deck, dealt=True)

    def place(self, number: int, place: Path) -> None:
        """Store ``place``, the file or folder that the facts of a reserved deck are written to.

        If the facts are there later, the deck is entered for good even if the program has died. ``number`` is what
        ``reserve`` returned for the deck.
        """
        where = str(place) if str(place) == STDOUT else str(place.absolute())
        with self._open() as database:
            database.execute("UPDATE deck SET place = ? WHERE id = ?", (where, number))

    def settle(self, number: int, *, failed: bool = False) -> None:
        """Enter the reserved deck ``number`` as dealt if its facts exist; else cancel its reservation.

        The facts exist if they are at the path given to ``place``, or in the user's data folder. Facts that were
        written to stdout count as existing, unless ``failed`` is true.
        """
        with self._open() as database:
            _settle(database, number, failed=failed)

    def history(self) -> list[DeckLine]:
        """Return all decks dealt, the oldest first."""
        with self._open() as database:
            keys: dict[int, list[str]] = {}
            for deck, key in database.execute("SELECT deck, key FROM fact ORDER BY deck, key"):
                keys.setdefault(deck, []).append(key)
            rows = database.execute("SELECT id, kit, at, pairs FROM deck WHERE dealt ORDER BY id")
            try:
                return [msgspec.convert((*row, tuple(keys.get(row[0], ()))), DeckLine) for row in rows]
            except msgspec.ValidationError:
                raise Broken(f"the ledger {self.path} is damaged") from None

    def check(self) -> str:
        """Check the whole file; return its contents as a phrase: “2 decks, 30 pairs”."""
        decks = self.history()
        with self._open() as database:
            check(database, self.path, KIND)
        return f"{counted(len(decks), 'deck')}, {counted(sum(len(deck.keys) for deck in decks), 'pair')}"

    def back_up(self, to: Path) -> None:
        """Copy the ledger to the file ``to`` (see ``liarsdeck.sqlite.back_up``)."""
        self.history()
        with contextlib.closing(open_store(self.path, KIND, write=False, make=False)) as database:
            back_up(database, self.path, KIND, to)

    def clear(self) -> int:
        """Delete all entries; return how many decks there were."""
        with self._open() as database:
            (decks,) = database.execute("SELECT count(*) FROM deck").fetchone()
            _forget(database)
            return int(decks)

    def set_aside(self) -> str:
        """Rename a damaged ledger, so that a new one can be made; return a sentence that says so.

        Raises ``FactError`` for a file that is no ledger (such as a fact file), and does not touch it.
        """
        was_file = self.path.is_file()
        signed = was_file and (self.path.suffix == ".sqlite" or read_within(self.path, len(MAGIC)).startswith(MAGIC))
        if not signed and (was_file or self.path.exists()):
            raise FactError(f"{self.path} is no ledger: name another file, or play without a ledger")
        for number in range(1, 1000):
            aside = self.path.with_name(f"{self.path.name}.broken-{number}")
            if not aside.exists():
                with contextlib.suppress(FileNotFoundError):  # another program was quicker
                    self.path.replace(aside)
                journal = self.path.with_name(f"{self.path.name}-journal")
                with contextlib.suppress(FileNotFoundError):
                    journal.replace(aside.with_name(f"{aside.name}-journal"))
                return f"the ledger was broken; it was set aside as {aside} and a new one begun"
        raise FactError(f"the ledger {self.path} is broken, and so are 999 others beside it: clear that folder")

    def mended(self, work: Callable[["Ledger"], Result], say: Callable[[str], None]) -> Result:
        """Return ``work(ledger)``; if the file of the ledger is damaged, set it aside and use a new one.

        If ``work`` raises ``Broken``, it is tried once more, in case the disk had a passing read error. After a second
        failure the file is renamed (``set_aside``), ``say`` is called with a sentence that says so, and ``work`` is
        done on a new ledger. Raises ``FactError`` if that fails, too.
        """
        with contextlib.suppress(Broken):
            return work(self)
        try:
            return work(self)
        except Broken:
            say(self.set_aside())
        try:
            return work(self)
        except Broken:
            raise FactError(f"the ledger {self.path} can’t be kept: what is written there is broken at once") from None
