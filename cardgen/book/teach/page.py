"""“Teach it in two minutes” on paper: a page of any size, or two in large print, set as large as it fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.book.blocks import blocks
from cardgen.book.marks import Element
from cardgen.book.measure import Measure
from cardgen.book.teach.frame import begin, head, things
from cardgen.book.teach.scene import Picture, picture
from cardgen.book.text import TextFace
from cardgen.errors import PrintError
from cardgen.pdf import fonts as lettering
from cardgen.pdf.fit import TooWide
from cardgen.pdf.marks import Look, Mark, Text, moved
from referee.books.notation import parse
from referee.books.teach import Lesson, Step

if TYPE_CHECKING:
    from markdown_it.token import Token

TYPE_PT = 10.0
LEAST_PT = 8.0
_ROOMY_MM, _SMALL = 170.0, 0.66
"""On pages that are narrower than that the parts are drawn smaller."""
_FACE = TextFace(size=TYPE_PT, leading=TYPE_PT * 1.3)
_SHARES = (0.44, 0.38, 0.32)
"""How much of the width pictures may take beside the words."""
_SIZES = tuple(size / 4 for size in range(84, 4 * int(LEAST_PT) - 1, -1))
"""Sizes of the script's type to be tried, in points."""
_GUTTER, _GAP, _MOST_GAP = 5.0, 3.2, 6.5


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


class Body(Struct, frozen=True):
    """The script set in a width: its pieces, and their pictures beside them."""

    pieces: tuple[_Piece, ...]

    @property
    def height(self) -> float:
        """How high it is, with the least of room between the pieces."""
        words = sum(piece.height for piece in self.pieces) + _GAP * (len(self.pieces) - 1)
        seen = [piece.picture.height + _GAP for piece in self.pieces if piece.picture]
        return max(words, sum(seen) - _GAP)


@lru_cache(maxsize=32)
def teach_pages(
    it: Lesson, width: float, height: float, look: Look, *, foot: str = "", large: bool = False
) -> tuple[Page, ...]:
    """Set a game's page in so much room, in millimetres, its type as large as it fits; in large print on two pages.

    Raises PrintError where there is no room in type of eight points.
    """
    found = _largest(partial(_two, it, width, height, look, foot)) if large else None
    if found is None:
        found = _largest(partial(_one, it, width, height, look, foot, size=1.0 if width >= _ROOMY_MM else _SMALL))
    if found is None:
        room = f"{width:.0f} × {height:.0f} mm"
        raise PrintError(f"the page to teach {it.title} by has no room on {room}: take a larger paper")
    return found


def _largest(fitted: partial[list[tuple[Mark, ...]] | None]) -> tuple[Page, ...] | None:
    """Return the pages in the largest type that fits; None where none does."""
    found: tuple[Page, ...] | None = None
    low, high = 0, len(_SIZES)  # from `high` on sizes fit
    while low < high:
        middle = (low + high) // 2
        scale = _SIZES[middle] / TYPE_PT
        try:
            marks = fitted(scale=scale)
        except TooWide:
            marks = None
        if marks is None:
            low = middle + 1
        else:
            found, high = tuple(Page(page, scale) for page in marks), middle
    return found


def _one(
    it: Lesson, width: float, height: float, look: Look, foot: str, *, size: float, scale: float
) -> list[tuple[Mark, ...]] | None:
    """Set all of it on one page; None where it doesn't fit."""
    width, height = width / scale, height / scale
    above = [head(it, width, look), things(it, width, look, size)]
    below = begin(it, width, look, foot)
    page = _page(it.steps, above, below, (width, height), look)
    return [page] if page else None


def _two(
    it: Lesson, width: float, height: float, look: Look, foot: str, *, scale: float
) -> list[tuple[Mark, ...]] | None:
    """Set it on two pages: the parts and how it begins, and as much of the script on the first as its room takes."""
    width, height = width / scale, height / scale
    above = [head(it, width, look), things(it, width, look, _SMALL)]
    below = begin(it, width, look, foot)
    for at in range(len(it.steps) - 1, 0, -1):
        first = _page(it.steps[:at], above, Picture((), 0, width), (width, height), look)
        if first:
            second = _page(it.steps[at:], [], below, (width, height), look)
            return [first, second] if second else None
    return None


def _page(
    steps: Sequence[Step], above: Sequence[Picture], below: Picture, size: tuple[float, float], look: Look
) -> tuple[Mark, ...] | None:
    """Set pieces of the script between what stands above and below; None where they don't fit."""
    width, height = size
    caption = 5.0 if above else 0.0
    room = height - sum(part.height + _GAP for part in above) - below.height - _GAP - caption
    bodies = (Body(tuple(_pieces(steps, width, width * share, look))) for share in _SHARES)
    body = next((body for body in bodies if body.height <= room), None)
    if body is None:
        return None
    gap = _GAP + min((room - body.height) / (len(body.pieces) + len(above)), _MOST_GAP)
    marks: list[Mark] = []
    y: float = height
    for part in above:
        marks += [moved(mark, 0, y) for mark in part.marks]
        y -= part.height + gap
    if above:
        marks.append(Text(0, y - 2.4, "READ THIS ALOUD", lettering.SANS_SEMIBOLD, 8.9, look.accent, track=120))
        y -= caption
    marks += _placed(body, width, y, below.height + _GAP, gap)
    return (*marks, *(moved(mark, 0, below.height) for mark in below.marks))


def _pieces(steps: Sequence[Step], width: float, seen: float, look: Look) -> Iterator[_Piece]:
    measure = Measure(width - seen - _GUTTER, body=_FACE, table=_FACE, example=_FACE, paragraph=1.8, step=1.2)
    for step in steps:
        words = tuple(blocks(_tokens(step.text), measure, look))
        yield _Piece(words, picture(step.scene, seen, look) if step.scene else None)


@lru_cache(maxsize=128)
def _tokens(text: str) -> tuple[Token, ...]:
    return tuple(parse(text))


def _placed(body: Body, width: float, top: float, foot: float, gap: float) -> list[Mark]:
    """Put a script in its place: from `top` down, nothing below `foot`."""
    marks: list[Mark] = []
    wishes: list[tuple[float, Picture]] = []
    y = top
    for piece in body.pieces:
        start = y
        for at, element in enumerate(piece.words):
            y -= element.before if at else 0.0
            marks += [moved(mark, 0, y) for mark in element.marks]
            y -= element.height
        if piece.picture:
            wishes.append(((start + y + piece.picture.height) / 2, piece.picture))
        y -= gap
    for hung, (_, shown) in zip(_apart(wishes, top, foot), wishes, strict=True):
        marks += [moved(mark, width - shown.width, hung) for mark in shown.marks]
    return marks


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
