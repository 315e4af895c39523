"""Secret slips: what one seat may know at the start, written as text and read again.

    liarsdeck slip 2
    Ann
    Liar's Lair · table 1
    For nobody else.

     8 | The Corridor Golf Cup | LIE
    21 | Earl Gilbert of Spode | true

    Notes:
      The 8 is mine.
      ............

The first line is the format and its version, the second the seat's name, the third what it is of. What stands before
the first blank line is for people. Then a line a card (its number or sign, its title, its mark: `true`, `LIE` or
nothing), divided by bars; a title and a mark that are blank may be left out. Below `Notes:` stands what somebody wants
to keep in mind; lines of dots are room for more. In a name or a cell, `\\|` is a bar, `\\\\` a backslash, `\\n`, `\\r`
and `\\t` are line ends and a tab, and `\\ ` is a blank at its beginning or end.
The format before it, without a first line of its own, divided its columns by two blanks or more; it is still read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from liarsdeck.english import quoted
from liarsdeck.files import write_atomic
from referee.core.errors import RecordError
from referee.core.setup import NAME_LIMIT
from referee.core.text_layout import cells

if TYPE_CHECKING:
    from referee.tables.table import Table

FORMAT = 2
_FIRST = "liarsdeck slip"
_WIDEST = 40  # cells of a title that the others' marks are still set behind
_ROOM = 12  # lines of dots
_CELL = re.compile(r"[ \t]*((?:\\.|[^|\\])*?)[ \t]*(\||$)")
_SIGNS = {"n": "\n", "r": "\r", "t": "\t"}


class Slip(Struct, frozen=True):
    """One seat's slip: whose, of what game and table, a row (card, title, mark) for each card, and notes, a line each.

    The mark is `true`, `LIE`, another word, or "" where the seat does not know.
    """

    name: str
    about: str
    rows: tuple[tuple[str, str, str], ...]
    notes: tuple[str, ...] = ()


def format_slip(slip: Slip) -> str:
    """Return a slip as text that `parse_slip` reads, its cells in columns."""
    rows = [[_escaped(cell) for cell in row] for row in slip.rows]
    wide = [min(_WIDEST, max(cells(row[at]) for row in rows)) for at in (0, 1)]
    lines = [
        f"{_padded(card, wide[0], left=False)} | {_padded(title, wide[1])} |{f' {mark}' if mark else ''}"
        for card, title, mark in rows
    ]
    head = [f"{_FIRST} {FORMAT}", _escaped(slip.name), _escaped(slip.about), "For nobody else.", ""]
    notes = [f"  {note}" for note in slip.notes]
    return "\n".join([*head, *lines, "", "Notes:", *notes, *["  " + "." * 60] * _ROOM]) + "\n"


def parse_slip(text: str) -> Slip:
    """Read a slip, of this format or the one before. Raises `RecordError` saying which line is wrong, and how."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    first = re.fullmatch(rf"{_FIRST} (\d{{1,4}})\s*", lines[0], re.ASCII)
    if first is None:
        return _parse_old("\n".join(lines))
    if int(first[1]) != FORMAT:
        raise RecordError(
            f"this slip has format {int(first[1])}, and this program reads up to {FORMAT}: a newer one wrote it", line=1
        )
    if len(lines) < 3:
        raise RecordError("a slip says whose it is, and what of", line=len(lines))
    name, about = (_cells(line)[0] for line in lines[1:3])
    _check_name(name, 2)
    rows: list[tuple[str, str, str]] = []
    at = next((number for number in range(3, len(lines)) if not lines[number].strip()), len(lines))
    while at < len(lines) and lines[at].strip() != "Notes:":
        if lines[at].strip():
            rows.append(_row(lines[at], at + 1))
        at += 1
    if not rows:
        raise RecordError("there is no card on it: after a blank line stands a line for each card", line=at)
    return Slip(name, about, tuple(rows), _notes(lines[at + 1 :]))


def _row(line: str, number: int) -> tuple[str, str, str]:
    found = _cells(line)
    if len(found) > 3:
        raise RecordError(
            f"{quoted(line.strip())} has {len(found)} cells; a card has three, and a bar in a title is \\|", line=number
        )
    card, title, mark = (*found, "", "")[:3]
    return card, title, mark


def _check_name(name: str, number: int) -> None:
    if not 0 < len(name) <= NAME_LIMIT:
        raise RecordError(f"a slip is for a seat, whose name has 1 to {NAME_LIMIT} characters", line=number)


def _notes(lines: list[str]) -> tuple[str, ...]:
    return tuple(note for line in lines if (note := line.strip()).strip("._ "))


def _escaped(text: str) -> str:
    text = text.replace("\\", "\\\\").replace("|", "\\|")
    for letter, sign in _SIGNS.items():
        text = text.replace(sign, f"\\{letter}")
    if text.startswith(" "):
        text = f"\\{text}"
    return f"{text[:-1]}\\ " if text.endswith(" ") and text != "\\ " else text


def _cells(line: str) -> list[str]:
    """Take the cells of a line apart. A backslash that ends a line, as no program writes it, is dropped."""
    found, at = [], 0
    while match := _CELL.match(line, at):
        found.append(re.sub(r"\\(.)", lambda sign: _SIGNS.get(sign[1], sign[1]), match[1]))
        at = match.end()
        if not match[2]:
            break
    return found or [""]


def _padded(text: str, width: int, *, left: bool = True) -> str:
    room = " " * (width - cells(text))
    return text + room if left else room + text


def _parse_old(text: str) -> Slip:
    """Read the format that had no version: name and game in the first line, columns divided by two blanks or more."""
    head, _, body = text.partition("\n")
    name, dot, about = head.strip().partition(" · ")
    cards, notes, below = body.partition("Notes:")
    found = [re.split(r"\s{2,}", line.strip()) for line in cards.splitlines()[2:] if line.strip()]
    if not dot or not notes or not found:
        raise RecordError(f"it does not begin with “{_FIRST} {FORMAT}”, or lacks cards or notes")
    _check_name(name, 1)
    rows = []
    for row in found:
        # A card that was picked up since the deal has a title and no mark.
        marked = len(row) > 2 or row[-1].casefold() in {"true", "lie"}
        mark = row.pop() if marked and len(row) > 1 else ""
        rows.append((row[0], "  ".join(row[1:]), mark))
    return Slip(name, about, tuple(rows), _notes(below.split("\n")))


def slips(table: Table) -> dict[int, Slip]:
    """Return the slip of every person whose cards the referee knows. Raises ``RecordError`` when there is none."""
    about = f"{table.game.title} · table {table.number}"
    found = {}
    for seat, name in enumerate(table.setup.seats):
        rows = table.game.hand(table.game.view(table.state, seat), seat)
        if rows and seat not in table.bots:
            found[seat] = Slip(name, about, rows)
    if not found:
        raise RecordError(f"The referee knows no hand at table {table.number}, so there is nothing to write on slips.")
    return found


def write(found: Mapping[int, Slip], folder: Path) -> list[Path]:
    """Write one file a slip that only its owner on this computer can read; return where. Raises ``OSError``."""
    if not folder.is_dir():
        folder.mkdir(mode=0o700, parents=True)
    paths = []
    for seat, slip in found.items():
        name = re.sub(r"[^\w-]+", "-", slip.name).strip("-") or "seat"
        path = folder / f"{seat + 1}-{name}.txt"
        write_atomic(path, format_slip(slip).encode(), private=True)
        paths.append(path)
    return paths
