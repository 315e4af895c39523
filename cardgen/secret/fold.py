"""How a sealed sheet is folded, drawn; and the pattern behind its secrets, through which nothing can be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardgen.pdf import fonts as lettering
from cardgen.pdf.marks import PALETTE, Look, Mark, Shape, Text
from cardgen.pdf.path import lozenge, poly, rect, segment
from cardgen.pdf.theme import WHITE

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

EDGE = 9.0
"""Millimetres that stay empty at the paper's edges."""

GREY = "#737373"


def folding(x: float, foot: float, room: float, look: Look) -> Iterator[Mark]:
    """Three small drawings of the sheet: face down, its lower part folded under, its upper part over it.

    They stand about x in the `room` above `foot`; where it is less than they can be read in, there are none.
    """
    k = min(1.0, (room - 7.5) / 18.4)
    if k < 0.6:
        return
    w, h = 13.0 * k, 18.4 * k  # an upright sheet
    third = h / 3
    base = foot + 5.5 + (room - 7.5 - h) / 2
    tint = WHITE if look.low else PALETTE.plate
    ink = PALETTE.ink
    first, second, last = x - 24, x, x + 24
    # The sheet lies face down, so that nobody reads it; behind the two parts with the secrets is the pattern.
    yield Shape(rect(first - w / 2, base, w, h), WHITE, ink, 0.6)
    yield from _net(first, base, w, 2, third)
    yield from _dashes(first, base + third, w)
    yield from _dashes(first, base + 2 * third, w)
    # Its lower part goes under: only the dashes tell where it was.
    yield Shape(rect(second - w / 2, base + third, w, 2 * third), WHITE, ink, 0.6)
    yield from _net(second, base + third, w, 1, third)
    yield from _dashes(second, base, w)
    yield from _dashes(second, base + 2 * third, w)
    yield from _arrow(second + w / 2 + 2.2, base + 0.6, base + third * 1.4)
    # The upper part comes over, print outside, and the edges are closed.
    yield Shape(rect(last - w / 2, base + third, w, third), tint, ink, 0.6)
    yield look.lozenge(last - w / 2 + 2.0, base + third * 1.62, 0.9, 1.3, look.accent)
    yield Shape(segment(last - w / 2 + 3.8, base + third * 1.6, last + w / 2 - 2, base + third * 1.6), None, ink, 0.8)
    for sx in (last - w / 2, last + w / 2):
        yield Shape(rect(sx - 1.5, base + third * 1.25, 3, 1.7), WHITE, ink, 0.4)
    for middle, text in ((first, "face down"), (second, "bottom under"), (last, "top over, sealed")):
        yield Text(middle, base - 3.8, text, lettering.SANS, 7.4, align="centre")


def _net(x: float, y: float, w: float, parts: int, third: float) -> Iterator[Mark]:
    step = w / 6
    for row in range(parts * 2):
        for column in range(5):
            at = x - w / 2 + step * (column + 1)
            outline = lozenge(at, y + third * (0.25 + 0.5 * row), step * 0.36, third * 0.2)
            yield Shape(outline, None, PALETTE.black.ray, 0.4)


def _dashes(x: float, y: float, w: float) -> Iterator[Mark]:
    for dash in range(6):
        start = x - w / 2 + (0.3 + dash) * w / 6
        yield Shape(segment(start, y, start + w / 12, y), None, PALETTE.ink, 0.4)


def _arrow(x: float, low: float, high: float) -> Iterator[Mark]:
    yield Shape(segment(x, low, x, high), None, PALETTE.red.base, 0.9)
    yield Shape(poly([(x - 1, high), (x + 1, high), (x, high + 1.8)]), PALETTE.red.base)


def blind(ink: Ink, width: float, low: float, high: float) -> None:
    """Draw a net of lozenges on a part of the page: `high` millimetres from `low` on."""

    def cell(pen: Ink) -> None:
        for k in (1.0, 0.62, 0.26):
            pen.draw(lozenge(0, 0, 3.0 * k, 4.2 * k), None, GREY, 0.6, join="mitre")

    # The folds: where the part without secrets ends, and in the middle of the rest.
    for fold in (low + high, low + high / 2):
        ink.line(EDGE - 4, fold, EDGE + 3, fold, 0.6, PALETTE.ink, cap="butt")
        ink.line(width - EDGE - 3, fold, width - EDGE + 4, fold, 0.6, PALETTE.ink, cap="butt")
    rows = int((high - 14) // 4.2)
    columns = int((width - 2 * EDGE) // 6)
    x0 = (width - columns * 6) / 2 + 3
    for row in range(rows):
        for column in range(columns - row % 2):
            ink.form("blind", cell, (-3.2, -4.4, 3.2, 4.4), x0 + column * 6 + 3 * (row % 2), low + 9.5 + row * 4.2)
