"""“Teach it in two minutes” on paper: a page of any size, or two in large print, set as large as it fits."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cardgen.book.blocks import Memo, blocks
from cardgen.book.marks import Element
from cardgen.book.measure import Measure
from cardgen.book.teach.frame import begin, head, things
from cardgen.book.teach.scene import ScenePicture, picture
from cardgen.book.text import TextFace
from cardgen.errors import PrintError
from cardgen.pdf import fonts as lettering
from cardgen.pdf.fit import TooWide
from cardgen.pdf.marks import PALETTE, Look, Mark, Text, moved
from referee.books.teach import Lesson, Step
from referee.books.text import parse

if TYPE_CHECKING:
    from markdown_it.token import Token

TYPE_PT = 10.0
LEAST_PT = 7.0
_ROOMY_MM, _SMALL = 170.0, 0.66
"""On pages that are narrower than that the parts are drawn smaller."""
_FACE = TextFace(size=TYPE_PT, leading=TYPE_PT * 1.3)
_SHARES = (0.44, 0.38, 0.32)
"""How much of the width pictures may take beside the words."""
_SIZES = tuple(size / 4 for size in range(84, round(4 * LEAST_PT) - 1, -1))
"""Sizes of the script's type to be tried, in points."""
_GUTTER, _GAP = 5.0, 3.2
_LEAST_GAP, _MOST_GAP = 1.8, 3.4


class TeachPage(Struct, frozen=True):
    """A page set: its marks from the lower left corner, and how many times larger they are drawn."""

    marks: tuple[Mark, ...]
    scale: float


class Body(Struct, frozen=True):
    """The script set in a width: its paragraphs, and the pictures that stand in a column beside them."""

    words: tuple[Element, ...]
    pictures: tuple[ScenePicture, ...]
    beside: tuple[int, ...]
    """Which element of `words` the top of each picture is to stand beside: the last paragraph of its piece."""

    @property
    def gaps(self) -> int:
        """How many gaps there are between paragraphs."""
        return sum(not element.part for element in self.words) - 1

    @property
    def written(self) -> float:
        """How high the words are, without the gaps."""
        return sum(element.height for element in self.words)

    @property
    def drawn(self) -> float:
        """How high the pictures are, without the gaps."""
        return sum(shown.height for shown in self.pictures)

    @property
    def height(self) -> float:
        """How high it is, with the least of room between paragraphs and between pictures."""
        return max(self.written + _LEAST_GAP * self.gaps, self.drawn + _GAP * (len(self.pictures) - 1))


@lru_cache(maxsize=32)
def teach_pages(
    it: Lesson, width: float, height: float, look: Look, *, foot: str = "", large: bool = False
) -> tuple[TeachPage, ...]:
    """Set a game's page in so much room, in millimetres, its type as large as it fits; in large print on two pages.

    Raises PrintError where there is no room in type of seven points.
    """
    if any(sign.what == "red" for step in it.steps if step.scene for group in step.scene.row for sign in group.signs):
        look = replace(look, cover=PALETTE.blue.base)
    found = _largest(partial(_two, it, width, height, look, foot)) if large else None
    if found is None:
        found = _largest(partial(_one, it, width, height, look, foot, size=1.0 if width >= _ROOMY_MM else _SMALL))
    if found is None:
        room = f"{width:.0f} × {height:.0f} mm"
        raise PrintError(f"the page to teach {it.title} by has no room on {room}: take a larger paper")
    return found


def _largest(fitted: partial[list[tuple[Mark, ...]] | None]) -> tuple[TeachPage, ...] | None:
    """Return the pages in the largest type that fits; None where none does."""
    found: tuple[TeachPage, ...] | None = None
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
            found, high = tuple(TeachPage(page, scale) for page in marks), middle
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
    steps = [part for step in it.steps for part in _paragraphs(step)]
    for at in range(len(steps) - 1, 0, -1):
        first = _page(steps[:at], above, ScenePicture((), 0, width), (width, height), look)
        if first:
            second = _page(steps[at:], [], below, (width, height), look)
            return [first, second] if second else None
    return None


def _paragraphs(step: Step) -> list[Step]:
    """Return a piece of the script cut into its paragraphs; the picture belongs to the last."""
    *texts, last = re.split(r"\n{2,}", step.text)
    return [*map(Step, texts), Step(last, step.scene)]


def _page(
    steps: Sequence[Step], above: Sequence[ScenePicture], below: ScenePicture, size: tuple[float, float], look: Look
) -> tuple[Mark, ...] | None:
    """Set pieces of the script between what stands above and below; None where they don't fit."""
    width, height = size
    caption = 5.0 if above else 0.0
    room = height - sum(part.height + _GAP for part in above) - below.height - _GAP - caption
    bodies = (_body(steps, width, width * share, look) for share in _SHARES)
    body = next((body for body in bodies if body and body.height <= room), None)
    if body is None:
        return None
    gap = min((room - body.written) / max(body.gaps, 1), _MOST_GAP)
    high = max(body.height, body.written + gap * body.gaps)
    spare = (room - high) / (len(above) + 1)
    marks: list[Mark] = []
    y: float = height
    for part in above:
        marks += [moved(mark, 0, y) for mark in part.marks]
        y -= part.height + _GAP + spare
    if above:
        marks.append(Text(0, y - 2.4, "READ THIS ALOUD", lettering.SANS_SEMIBOLD, 8.9, look.accent_type, track=120))
        y -= caption
    marks += _placed(body, width, y, high)
    return (*marks, *(moved(mark, 0, below.height) for mark in below.marks))


def _body(steps: Sequence[Step], width: float, seen: float, look: Look) -> Body | None:
    """Set the script with so much width for its pictures; None where a word is wider than its place."""
    beside = seen + _GUTTER if any(step.scene for step in steps) else 0.0
    words: list[Element] = []
    pictures: list[ScenePicture] = []
    places: list[int] = []
    for step in steps:
        found = _piece(step, width - beside, seen, look)
        if found is None:
            return None
        elements, shown = found
        words += elements
        if shown:
            pictures.append(shown)
            places.append(max(at for at, element in enumerate(words) if not element.part))
    return Body(tuple(words), tuple(pictures), tuple(places))


@lru_cache(maxsize=512)
def _piece(step: Step, width: float, seen: float, look: Look) -> tuple[tuple[Element, ...], ScenePicture | None] | None:
    """Set a piece of the script, which many divisions into pages have in common; None where a word is too wide."""
    measure = Measure(width, body=_FACE, table=_FACE, example=_FACE, paragraph=1.8, step=1.2)
    try:
        shown = picture(step.scene, seen, look) if step.scene else None
        tokens, memo = _read(step.text)
        return tuple(blocks(tokens, measure, look, memo=memo)), shown
    except TooWide:
        return None


@lru_cache(maxsize=128)
def _read(text: str) -> tuple[tuple[Token, ...], Memo]:
    """Read a text, and keep what no width changes."""
    return tuple(parse(text)), {}


def _placed(body: Body, width: float, top: float, high: float) -> list[Mark]:
    """Put a script in its place: paragraphs with even gaps, and each picture as near to its words as there is room."""
    marks: list[Mark] = []
    y, gap = top, min((high - body.written) / max(body.gaps, 1), _MOST_GAP)
    heads: list[float] = []
    for at, element in enumerate(body.words):
        y -= gap if at and not element.part else 0.0
        heads.append(y)
        marks += [moved(mark, 0, y) for mark in element.marks]
        y -= element.height
    places: list[float] = []
    y = top - 1.0
    for shown, at in zip(body.pictures, body.beside, strict=True):
        places.append(min(y, heads[at] - 1.0))
        y = places[-1] - shown.height - _GAP
    y = top - high
    for at in range(len(places) - 1, -1, -1):
        places[at] = max(places[at], y + body.pictures[at].height)
        y = places[at] + _GAP
    for shown, y in zip(body.pictures, places, strict=True):
        marks += [moved(mark, width - shown.width, y) for mark in shown.marks]
    return marks
