"""What is a seat's own in the journal: its PIN as a slow hash with its wrong tries, and its notes, with checksums.

Rows that an older version wrote have none. Everything raises ``sqlite3.Error``.
"""

import sqlite3

from referee.store.journal_file import crc_of
from referee.store.rows import PinRow, pin_row

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
