"""What the pages of a book are made of: elements that are never cut, and the notes in the margin."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from cardgen.pdf import fonts as lettering
from cardgen.pdf.fit import LABEL, paragraph
from cardgen.pdf.marks import NOTE_PT, Look, Mark, Note, Text

NUMBERED_MM = 2.7
"""Half the height of the lozenge round the number of a step."""
NOTE_GAP_MM = 1.8
"""How far from the text a note in the margin stands."""
_NOTE_PITCH, _NOTE_PART_PITCH = 3.2, 2.7


class Element(Struct, frozen=True):
    """A piece of a page that is never cut: its height, the room it wants above, and its marks.

    Marks are in millimetres, with x from the left of the text and y from the element's top, upwards (so below zero).
    `stay` forbids a page to begin with it; a `wide` element reaches into the outer margin.
    """

    height: float
    marks: tuple[Mark, ...]
    before: float = 0
    stay: bool = False
    wide: bool = False
    chapter: str = ""
    part: bool = False
    """It goes on with what stands above: the next line of a paragraph, the next step of a list."""
    tied: bool = False
    """It should not begin a page, though it may: a heading and a sentence above it are there for its sake."""


def margin_notes(names: Sequence[str], y: float, hang: float) -> tuple[list[Note], float]:
    """Set names under each other in a margin `hang` wide, from the baseline y; give the height that they take, too.

    A name that is too long goes on in a second line, behind its point or a hyphen.
    """
    notes: list[Note] = []
    at = y
    for name in names:
        for i, part in enumerate(_name_parts(name, hang - NOTE_GAP_MM)):
            if notes:
                at -= _NOTE_PART_PITCH if i else _NOTE_PITCH
            notes.append(Note(at, part, part=i > 0))
    return notes, (y - at + _NOTE_PITCH if notes else 0.0)


def _name_parts(name: str, width: float) -> list[str]:
    pieces = re.findall(r"[^.-]+[.-]?", name)
    widths = [lettering.width_mm(piece, lettering.SANS, NOTE_PT) for piece in pieces]
    return ["".join(pieces[start:end]) for start, end in paragraph(pieces, widths, 0.0, width, LABEL)]


def numbered(look: Look, number: str, x: float, y: float, unit: float, font: str) -> tuple[Mark, Mark]:
    """A step's number in its lozenge, centred at (x, y), `unit` times as large as in the text."""
    size = max(7.0, 7.4 * unit)
    return (
        look.lozenge(x, y, 2.2 * unit, NUMBERED_MM * unit),
        Text(x, y - lettering.cap_mm(font, size) / 2, number, font, size, look.reversed, "centre"),
    )
