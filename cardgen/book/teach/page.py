"""“Teach it in two minutes” on paper: one page of any size, set as large as it fits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from cardgen.book.blocks import blocks
from cardgen.book.marks import Element
from cardgen.book.measure import Measure
from cardgen.book.teach.scene import Picture, parts, picture
from cardgen.book.text import TextFace
from cardgen.errors import PrintError
from cardgen.pdf import fonts as lettering
from cardgen.pdf.fit import TooWide, broken
from cardgen.pdf.marks import PALETTE, Look, Mark, Shape, Text, moved
from cardgen.pdf.path import arc, ellipse, lozenge, segment
from referee.books.teach import Lesson, Start
from referee.books.terminal import parse

TYPE_PT = 10.0
LEAST_PT = 7.0
_FACE = TextFace(size=TYPE_PT, leading=TYPE_PT * 1.3)
_SHARES = (0.46, 0.42, 0.38, 0.34, 0.3)
"""How much of the width pictures may take beside the words."""
_SIZES = tuple(size / 4 for size in range(84, 27, -1))
"""Sizes of the script's type to be tried, in points."""
_GUTTER, _GAP = 5.0, 3.4
_CODE_PT = 8.6


class Page(Struct, frozen=True):
    """A page set: its marks from the lower left corner, and how many times larger they are drawn."""

    marks: tuple[Mark, ...]
    scale: float


class _Piece(Struct, frozen=True):
    """A piece of the script: its words, and its picture."""

    words: tuple[Element, ...]
    picture: Picture | None

    @property
    def height(self) -> float:
        """How high the words are."""
        return sum(e.before + e.height for e in self.words) - (self.words[0].before if self.words else 0)


class _Column(Struct, frozen=True):
    """The script beside its pictures, and how high both are with the least of room between the pieces."""

    pieces: tuple[_Piece, ...]

    @property
    def words(self) -> float:
        """How high the column of words is."""
        return sum(piece.height for piece in self.pieces) + _GAP * (len(self.pieces) - 1)

    @property
    def seen(self) -> float:
        """How high the pictures are, one below the other."""
        heights = [piece.picture.height for piece in self.pieces if piece.picture]
        return sum(heights) + _GAP * (len(heights) - 1)


@lru_cache(maxsize=32)
def teach_page(it: Lesson, width: float, height: float, look: Look, foot: str = "") -> Page:
    """Set a game's page in so much room, in millimetres, its type as large as it fits.

    Raises PrintError where it has no room in type of seven points.
    """
    sizes = [size for size in _SIZES if size >= LEAST_PT]
    low, high = 0, len(sizes)  # sizes[high:] fit, as far as is known
    found: tuple[tuple[Mark, ...], float] | None = None
    while low < high:
        middle = (low + high) // 2
        scale = sizes[middle] / TYPE_PT
        marks = _set(it, width / scale, height / scale, look, foot)
        if marks is None:
            low = middle + 1
        else:
            found, high = (marks, scale), middle
    if found is None:
        raise PrintError(f"the page to teach {it.title} has no room on {width:.0f} × {height:.0f} mm: take a larger paper")
    return Page(*found)


def _set(it: Lesson, width: float, height: float, look: Look, foot: str) -> tuple[Mark, ...] | None:
    """Set the page at its own size; None where it doesn't fit."""
    best: _Column | None = None
    try:
        head, begin = _head(it, width, look), _begin(it, width, look, foot)
        things = parts(it.parts, width - 8, look)
        room = height - head.height - begin.height - things.height - 6.0 - 4 * _GAP - 5.0
        for share in _SHARES:
            column = _column(it, width, share, look)
            if max(column.words, column.seen) <= room:
                best = column
                break
    except TooWide:
        return None
    if best is None:
        return None
    spare = (room - max(best.words, best.seen)) / (len(best.pieces) + 3)
    return tuple(_placed((head, things, begin), best, (width, height), _GAP + min(spare, 7.0), look))


def _placed(
    around: tuple[Picture, Picture, Picture], column: _Column, size: tuple[float, float], gap: float, look: Look
) -> list[Mark]:
    """Put head, parts, script and what begins the game in their places."""
    head, things, begin = around
    width, height = size
    marks: list[Mark] = [moved(mark, 0, height) for mark in head.marks]
    y = height - head.height - gap * 0.8
    marks.append(look.panel(0, y - things.height - 6.0, width, things.height + 6.0))
    marks += [moved(mark, 4, y - 3.2) for mark in things.marks]
    y -= things.height + 6.0 + gap + 2.4
    marks.append(Text(0, y, "READ THIS ALOUD", lettering.SANS_SEMIBOLD, 7.6, look.accent, track=120))
    top = y = y - 2.6
    wishes: list[tuple[float, Picture]] = []
    for piece in column.pieces:
        start = y
        for at, element in enumerate(piece.words):
            y -= element.before if at else 0.0
            marks += [moved(mark, 0, y) for mark in element.marks]
            y -= element.height
        if piece.picture:
            wishes.append(((start + y + piece.picture.height) / 2, piece.picture))
        y -= gap
    for at, shown in zip(_apart(wishes, top, begin.height + gap), (shown for _, shown in wishes), strict=True):
        marks += [moved(mark, width - shown.width, at) for mark in shown.marks]
    return [*marks, *(moved(mark, 0, begin.height) for mark in begin.marks)]


def _apart(wishes: Sequence[tuple[float, Picture]], top: float, foot: float) -> list[float]:
    """Return where pictures hang: where each is wished, but below `top`, above `foot`, and clear of each other."""
    tops: list[float] = []
    ceiling = top
    for wish, shown in wishes:
        tops.append(min(wish, ceiling))
        ceiling = tops[-1] - shown.height - _GAP
    floor = foot
    for at in range(len(wishes) - 1, -1, -1):
        tops[at] = max(tops[at], floor + wishes[at][1].height)
        floor = tops[at] + _GAP
    return tops


def _column(it: Lesson, width: float, share: float, look: Look) -> _Column:
    """Set the script's pieces with their pictures in this share of the width beside them."""
    wide = width * share
    measure = Measure(width - wide - _GUTTER, body=_FACE, table=_FACE, example=_FACE, paragraph=1.9, step=1.2)
    return _Column(
        tuple(
            _Piece(
                tuple(blocks(parse(step.text), measure, look, {})),
                picture(step.scene, wide, look) if step.scene else None,
            )
            for step in it.steps
        )
    )


# --- the head


def _head(it: Lesson, width: float, look: Look) -> Picture:
    """The title, and who can play, how long, from which age."""
    facts = ((it.players, "players", _people), (it.minutes, "minutes", _clock), (it.age, "age", _cake))
    badge = 17.0
    room = width - badge * len(facts) - 4
    size = min(30.0, 30.0 * room / lettering.width_mm(it.title, lettering.SERIF_SEMIBOLD, 30))
    marks: list[Mark] = [
        Text(0, -4.0, "TEACH IT IN TWO MINUTES", lettering.SANS_SEMIBOLD, 8.4, look.accent, track=140),
        Text(0, -14.6, it.title, lettering.SERIF_SEMIBOLD, size),
    ]
    for at, (number, name, sign) in enumerate(facts):
        x = width - badge * (len(facts) - at - 0.5)
        marks += [moved(mark, x, -4.6) for mark in sign(look)]
        marks.append(Text(x, -12.6, number, lettering.SANS_SEMIBOLD, 10.6, align="centre"))
        marks.append(Text(x, -16.2, name, lettering.SANS, 7.8, align="centre"))
    y = -19.4
    middle = width / 2
    marks += [look.rule(a, y, b, y, 0.6) for a, b in ((0, middle - 3), (middle + 3, width))]
    marks.append(Shape(lozenge(middle, y, 1.4, 1.9), look.accent))
    return Picture(tuple(marks), 20.6, width)


def _people(look: Look) -> list[Mark]:
    """Two heads and shoulders."""
    marks: list[Mark] = []
    for x in (-2.6, 2.6):
        body = arc(x, -3.6, 2.5, 0, 180, 3.4).close()
        marks += [Shape(body, look.accent if not look.low else None, PALETTE.ink, 0.5), Shape(ellipse(x, 1.4, 1.6), PALETTE.ink)]
    return marks


def _clock(look: Look) -> list[Mark]:
    return [
        Shape(ellipse(0, -0.3, 3.6), None, PALETTE.ink, 0.9),
        Shape(segment(0, -0.3, 0, 2.2), None, look.accent, 1.1, "round"),
        Shape(segment(0, -0.3, 1.8, -1.2), None, PALETTE.ink, 1.1, "round"),
    ]


def _cake(look: Look) -> list[Mark]:
    """A cake with three candles."""
    marks: list[Mark] = [
        Shape(segment(-4.0, -3.6, 4.0, -3.6), None, PALETTE.ink, 0.9, "round"),
        Shape(arc(0, -3.6, 3.2, 0, 180, 3.6).close(), None if look.low else look.accent, PALETTE.ink, 0.6),
    ]
    for x, foot in ((-1.6, -0.6), (0.0, 0.0), (1.6, -0.6)):
        marks += [
            Shape(segment(x, foot, x, foot + 1.9), None, PALETTE.ink, 0.7, "butt"),
            Shape(lozenge(x, foot + 2.9, 0.45, 0.8), PALETTE.yellow.base, PALETTE.ink, 0.3),
        ]
    return marks


# --- the foot


def _begin(it: Lesson, width: float, look: Look, foot: str) -> Picture:
    """How the game begins: what is dealt, and what to type."""
    marks: list[Mark] = []
    y = -6.6
    marks.append(Text(4, y, "TO BEGIN", lettering.SANS_SEMIBOLD, 7.6, look.accent, track=120))
    indent = 4 + lettering.width_mm("TO BEGIN", lettering.SANS_SEMIBOLD, 7.6, 120) + 4
    for line in broken(it.first, lettering.SERIF, 9.4, width - indent - 4):
        marks.append(Text(indent, y, line, lettering.SERIF, 9.4))
        y -= 4.1
    y -= 0.6
    wide = max(lettering.width_mm(start.how, lettering.SANS_SEMIBOLD, 8.4) for start in it.starts) + 3.4
    for start in it.starts:
        marks.append(Text(4, y, start.how, lettering.SANS_SEMIBOLD, 8.4))
        for line in _typed(start, width - 8 - wide):
            marks.append(Text(4 + wide, y, line, lettering.SANS if start.typed else lettering.SERIF, 9.0))
            y -= 4.1
        y -= 0.6
    height = -y + 0.4
    marks.insert(0, look.panel(0, -height, width, height))
    if foot:
        marks.append(Text(width / 2, -height - 3.6, foot, lettering.SANS, 7.2, align="centre"))
        height += 4.6
    return Picture(tuple(marks), height, width)


def _typed(start: Start, width: float) -> list[str]:
    return broken(start.text, lettering.SANS if start.typed else lettering.SERIF, 9.0, width)
