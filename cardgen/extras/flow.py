"""Small flowcharts of reference cards: phases one below the other, each with a picture, and the ways that branch off.

A chart stands in a card's Markdown as a fence named `flow`. A line is a phase, `PICTURE | words`; a line that is set in
under it is a way that leads on from there, `case > words`, and may have ways of its own. `out`, `win` or `+n` before
the words of a way say how it ends: somebody is out, somebody wins, it is worth n.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.book.lines import line_marks
from cardgen.book.marks import Element
from cardgen.book.measure import Measure
from cardgen.book.text import TextLine, break_lines, read
from cardgen.extras.pictograms import HALF, pictogram
from cardgen.pdf import fonts as lettering
from cardgen.pdf.marks import Look, Mark, Shape, Text, moved
from cardgen.pdf.path import ellipse, poly, rect, segment, star
from cardgen.pdf.theme import WHITE
from referee.books.text import parse

if TYPE_CHECKING:
    from markdown_it.token import Token

FENCE = re.compile(r"^```flow\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_ENDS = re.compile(r"(out|win|\+\S+) +")
_TRUNK, _STEP, _TEXT = 3.1, 5.2, 7.0
"""Where the first line down runs, how far in each further one, and where a phase's words begin, in millimetres."""
_PAD, _ARROW = 0.9, 1.5


class Way(Struct, frozen=True):
    """A phase, with its picture, or a way that branches off (its `case`, and how it ends); then what follows there."""

    words: str
    picture: str = ""
    case: str = ""
    end: str = ""
    ways: tuple[Way, ...] = ()


def read_flow(content: str) -> tuple[Way, ...]:
    """Read a chart's lines. Raises ValueError for a line without its sign."""
    rows = [(len(line) - len(line.lstrip()), line.strip()) for line in content.splitlines() if line.strip()]
    return tuple(_ways(rows))


def _ways(rows: Sequence[tuple[int, str]]) -> Iterator[Way]:
    starts = [at for at, (deep, _) in enumerate(rows) if deep == rows[0][0]]
    for at, end in zip(starts, [*starts[1:], len(rows)], strict=True):
        deep, line = rows[at]
        sign = ">" if deep else "|"
        first, found, words = (part.strip() for part in line.partition(sign))
        if not found:
            raise ValueError(f"a chart's line has no {sign}: {line}")
        ends = _ENDS.match(words) if deep else None
        below = tuple(_ways(rows[at + 1 : end])) if end > at + 1 else ()
        yield Way(
            words[ends.end() :] if ends else words, "" if deep else first, first if deep else "",
            ends[1] if ends else "", below,
        )  # fmt: skip


def flow(ways: Sequence[Way], measure: Measure, look: Look) -> Element:
    """Set a chart as one element. Raises TooWide for a word wider than its line."""
    marks: list[Mark] = []
    y, joint = 0.0, None
    for at, way in enumerate(ways):
        if at:
            y -= measure.step * 0.7 + 1.6
        lines = _lines(f"{way.words}", measure, measure.width - _TEXT - _PAD)
        high = max(len(lines) * measure.body.pitch + 2 * _PAD - 0.6, 2 * HALF + 0.4)
        if joint is not None:
            marks += _arrow(look, _TRUNK, joint, _TRUNK, y)
        marks.append(look.panel(0, y - high, measure.width, high))
        marks += [moved(mark, _TRUNK, y - high / 2) for mark in pictogram(way.picture, look)]
        top = y - (high - len(lines) * measure.body.pitch) / 2
        marks += _set(lines, measure, look, _TEXT, top)
        y -= high
        joint = y
        y, foot = _branches(way.ways, measure, look, marks, _TRUNK, y)
        if way.ways and at == len(ways) - 1:
            marks.append(look.rule(_TRUNK, joint, _TRUNK, foot, 0.7))
    return Element(-y, tuple(marks), before=measure.paragraph)


def _branches(
    ways: Sequence[Way], measure: Measure, look: Look, marks: list[Mark], trunk: float, y: float
) -> tuple[float, float]:
    """Set what branches off a line that runs down at `trunk`; return where that ends, and where the last way leaves."""
    face, joint = measure.body, y
    left = trunk + _ARROW + 2.2
    for way in ways:
        y -= measure.step * 0.6 + 0.25
        room = measure.width - left
        sign = _end(way.end, look)
        lines = _lines(f"**{way.case}:** {way.words}".strip(), measure, room - sign[1])
        joint = y - face.pitch * (measure.ascent - 0.24)
        marks += _arrow(look, trunk, joint, left - 0.7, joint)
        marks += [moved(mark, left, joint) for mark in sign[0]]
        marks += _set(lines, measure, look, left + sign[1], y)
        y -= len(lines) * face.pitch
        if way.ways:
            start = y + 0.4
            y, foot = _branches(way.ways, measure, look, marks, trunk + _STEP, y)
            marks.append(look.rule(trunk + _STEP, start, trunk + _STEP, foot, 0.7))
    return y, joint


def _set(lines: Sequence[TextLine], measure: Measure, look: Look, x: float, top: float) -> Iterator[Mark]:
    for at, line in enumerate(lines):
        yield from line_marks(line, measure.body, x, top - measure.body.pitch * (at + measure.ascent), look)


def _lines(text: str, measure: Measure, width: float) -> tuple[TextLine, ...]:
    return break_lines(read(_inline(text), measure.body), width, measure.body)


@cache
def _inline(text: str) -> Token:
    return next(token for token in parse(text) if token.type == "inline")


def _arrow(look: Look, x1: float, y1: float, x2: float, y2: float) -> list[Mark]:
    """A line with a head at its end, across or down."""
    down = x1 == x2
    head = [(x2, y2), (x2 - 0.75, y2 + 1.2), (x2 + 0.75, y2 + 1.2)] if down else [
        (x2, y2), (x2 - 1.2, y2 + 0.75), (x2 - 1.2, y2 - 0.75)
    ]  # fmt: skip
    return [look.rule(x1, y1, x2, y2 + (0.8 if down else 0), 0.7), Shape(poly(head), look.palette.ink)]


def _end(end: str, look: Look) -> tuple[list[Mark], float]:
    """How a way ends: a cross, a star, or what it is worth; and the room that the sign takes."""
    ink = look.palette.ink
    if end == "out":
        red = WHITE if look.low else look.palette.red.base
        arms = [Shape(segment(0.85, -way, 2.15, way), None, look.reversed, 1.0) for way in (0.65, -0.65)]
        return [Shape(ellipse(1.5, 0, 1.4), red, ink if look.low else None, 0.5), *arms], 3.7
    if end == "win":
        return [Shape(star(1.6, 0, 5, 1.7, 0.75), WHITE if look.low else look.palette.yellow.base, ink, 0.5)], 3.9
    if end:
        width = lettering.width_mm(end, lettering.SANS_SEMIBOLD, 7.4) + 1.8
        return [
            Shape(rect(0, -1.55, width, 3.1, 0.8), look.blank, ink, 0.5),
            Text(
                width / 2,
                -lettering.cap_mm(lettering.SANS_SEMIBOLD, 7.4) / 2,
                end,
                lettering.SANS_SEMIBOLD,
                7.4,
                align="centre",
            ),
        ], width + 0.8
    return [], 0.0
