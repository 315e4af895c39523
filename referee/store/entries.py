"""Entries: what was entered at a table, typed rows of the journal, and what stands when all of them are folded.

An entry is a line of the record, an ``undo`` or ``redo`` with its count, or a mark that the console keeps for itself.
"""

import math
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from referee.store.journal_file import SHIFT, crc_of

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


def fold(entries: Iterable[Entry]) -> Standing:
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
