"""Notices: what the whole table should know of, typed rows of the journal that nothing takes back."""

import sqlite3
from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from liarsdeck.english import moment
from referee.store.journal_file import SHIFT, crc_of

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


def read(sql: sqlite3.Connection, number: int, after: int) -> list[Notice | None]:
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
