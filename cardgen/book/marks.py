"""What stands on a page of the book: marks in millimetres, made by the layout, drawn in one place, easy to test."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from cardgen.pdf import fonts as lettering
from cardgen.pdf.fit import LABEL, paragraph
from cardgen.pdf.path import Path, lozenge, rect, segment
from cardgen.pdf.theme import HARLEQUIN, WHITE

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

PALETTE = HARLEQUIN.palette

NUMBERED_MM = 2.7
"""Half the height of the lozenge round the number of a step."""
NOTE_PT = 7.0
NOTE_GAP_MM = 1.8
"""How far from the text a note in the margin stands."""
_NOTE_PITCH, _NOTE_PART_PITCH = 3.2, 2.7


class Text(Struct, frozen=True):
    """A string on its baseline."""

    x: float
    y: float
    text: str
    font: str
    size: float
    fill: str = PALETTE.ink
    align: Literal["left", "centre", "right"] = "left"
    track: float = 0

    @property
    def width(self) -> float:
        """Its width in millimetres."""
        return lettering.width_mm(self.text, self.font, self.size, self.track)


class Shape(Struct, frozen=True):
    """A path, filled or stroked."""

    path: Path
    fill: str | None = None
    stroke: str | None = None
    width_pt: float = 0.5


class Note(Struct, frozen=True):
    """Words for the outer margin, on the baseline of the line that they speak of; `part` says that they go on above."""

    y: float
    text: str
    part: bool = False

    @property
    def width(self) -> float:
        """Their width in millimetres."""
        return lettering.width_mm(self.text, lettering.SANS, NOTE_PT)


class Picture(Struct, frozen=True):
    """A drawing that draws itself with its lower left corner at (x, y)."""

    x: float
    y: float
    width: float
    height: float
    draw: Callable[[Ink], None]


Mark = Text | Shape | Note | Picture


class Look(Struct, frozen=True):
    """Colours and signs of a book, with full or low ink."""

    low: bool = False
    accent: str = PALETTE.red.base

    def lozenge(self, x: float, y: float, rx: float, ry: float, fill: str = PALETTE.ink) -> Shape:
        """A solid lozenge, or its outline with low ink."""
        if self.low and rx > 1.5:
            return Shape(lozenge(x, y, rx, ry), WHITE, PALETTE.ink, 0.6)
        return Shape(lozenge(x, y, rx, ry), fill)

    @property
    def reversed(self) -> str:
        """The colour of a figure inside a lozenge."""
        return PALETTE.ink if self.low else WHITE

    def panel(self, x: float, y: float, width: float, height: float) -> Shape:
        """The tinted ground of a figure."""
        outline = rect(x, y, width, height, 2)
        return Shape(outline, WHITE, PALETTE.black.ray, 0.5) if self.low else Shape(outline, PALETTE.panel)

    def bar(self, x: float, y: float, height: float) -> Shape:
        """The bar beside an example."""
        if self.low:
            return self.rule(x + 0.55, y, x + 0.55, y + height, 1.2)
        return Shape(rect(x, y, 1.1, height), PALETTE.yellow.base)

    def rule(self, x1: float, y1: float, x2: float, y2: float, width_pt: float = 0.4, stroke: str = "") -> Shape:
        """A straight line."""
        return Shape(segment(x1, y1, x2, y2), None, stroke or PALETTE.ink, width_pt)


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


def draw(ink: Ink, marks: Sequence[Mark], x: float, y: float) -> None:
    """Draw marks whose own origin lies at (x, y); notes are the page's to place."""
    for mark in marks:
        match mark:
            case Text():
                ink.text(
                    x + mark.x, y + mark.y, mark.text, mark.font, mark.size, mark.fill, mark.align, track=mark.track
                )
            case Shape():
                ink.draw(mark.path.at(x, y), mark.fill, mark.stroke, mark.width_pt, join="mitre")
            case Picture():
                with ink.at(x + mark.x, y + mark.y):
                    mark.draw(ink)
            case Note():
                pass
