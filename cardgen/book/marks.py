"""What the pages of a book are made of: elements that are never cut."""

from __future__ import annotations

from msgspec import Struct

from cardgen.pdf import fonts as lettering
from cardgen.pdf.marks import Look, Mark, Text

NUMBERED_MM = 2.7
"""Half the height of the lozenge round the number of a step."""


class PageOf(Struct, frozen=True):
    """The number of the page where a rule stands, ending at (x, y): known when all pages are made."""

    x: float
    y: float
    rule: str
    font: str
    size: float


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
    kept: bool = False
    """It should stand on one page with what is above it, though it need not: a row of a short table."""
    head: tuple[Mark, ...] = ()
    """What stands above it again where it begins a page, `head_height` high: the titles of a table's columns."""
    head_height: float = 0
    rules: tuple[str, ...] = ()
    """The rules that stand in it."""
    pages: tuple[PageOf, ...] = ()


def numbered(look: Look, number: str, x: float, y: float, unit: float, font: str) -> tuple[Mark, Mark]:
    """A step's number in its lozenge, centred at (x, y), `unit` times as large as in the text."""
    size = max(7.0, 7.4 * unit)
    return (
        look.lozenge(x, y, 2.2 * unit, NUMBERED_MM * unit),
        Text(x, y - lettering.cap_mm(font, size) / 2, number, font, size, look.reversed, "centre"),
    )
