"""Pages of a book: saddle-stitch imposition, page breaking, and the sizes that a book is set in.

A saddle-stitched booklet is a stack of landscape sheets, two pages a side, folded once down the middle. The sheets come
out of the printer front and back in turn, the outermost first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, islice
from math import ceil
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.book.blocks import Element
from cardgen.errors import PrintError
from cardgen.layout import PAPERS, Paper, Sides
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Mark, Shape, Style, Text
from cardgen.pdf.path import lozenge

Flip = Literal["long", "short"]


class Side(Struct, frozen=True):
    """One printed side of a booklet's sheet: the page numbers (from 1) in its left and right half; None is an empty
    half.

    With `turned` the whole side is printed turned by 180 degrees, as it must be when the printer flips the sheet over
    its long edge.
    """

    left: int | None
    right: int | None
    turned: bool = False


class Fit(Struct, frozen=True):
    """Where two facing pages lie on a sheet of paper: lower left corner, scale, and the x of the fold."""

    x: float
    y: float
    scale: float
    fold: float


def padded(pages: int) -> int:
    """Return the number of pages of a booklet with `pages` pages of content: the next multiple of four."""
    return -(-pages // 4) * 4


def impose(pages: int, flip: Flip = "short") -> tuple[Side, ...]:
    """Return the sides to print for a booklet that is folded and stapled in the middle, in the order of printing.

    `flip` is the edge of the sheet in landscape over which the printer turns it. Over the long edge the second sides
    are printed upside down.
    """
    if pages < 1:
        raise ValueError("a booklet has at least one page")
    total = padded(pages)

    def page(number: int) -> int | None:
        return number if number <= pages else None

    sides: list[Side] = []
    for sheet in range(total // 4):
        low, high = 2 * sheet + 1, total - 2 * sheet
        sides.append(Side(left=page(high), right=page(low)))
        sides.append(Side(left=page(low + 1), right=page(high - 1), turned=flip == "long"))
    return tuple(sides)


def fit(page_width: float, page_height: float, paper_width: float, paper_height: float) -> Fit:
    """Lay two facing pages in the middle of a sheet in landscape, scaled down where the paper is smaller, never up.

    All lengths are in one unit; the paper may be given upright or in landscape.
    """
    wide, high = max(paper_width, paper_height), min(paper_width, paper_height)
    scale = min(1.0, wide / (2 * page_width), high / page_height)
    if scale > 0.998:  # A5 rounds to 148 mm, half an A4 is 148.5: not worth a scale
        scale = 1.0
    x = (wide - 2 * page_width * scale) / 2
    y = (high - page_height * scale) / 2
    return Fit(x=x, y=y, scale=scale, fold=wide / 2)


STRETCH = 0.7
"""How far the room between blocks may grow, in parts of itself, to bring a page's foot down."""

FULL = 2 / 3
"""How full a page of text should be at least, in parts of its height: one that is not costs `SHORT`."""
SHORT = 20.0
KEPT = 4.0
"""What it costs to cut what is to be kept together: less than a page that is not full enough."""

_MORE_PAGES = 6
_CHAPTER_ROOM_MM = 38.0  # a chapter doesn't begin in the last lines of a page


class Leaf(Struct, frozen=True):
    """A page of the book as it is cut: its size and margins in mm; `left` is the side of the inner margin."""

    width: float
    height: float
    inner: float = 17
    outer: float = 32
    head: float = 20
    foot: float = 19
    safe: float = 10
    """How near to the cut wide elements may come."""

    @property
    def measure(self) -> float:
        """The width of the text in mm."""
        return self.width - self.inner - self.outer

    @property
    def hang(self) -> float:
        """How many mm wide elements reach into the outer margin."""
        return self.outer - self.safe

    @property
    def room(self) -> float:
        """The height of the text in mm."""
        return self.height - self.head - self.foot

    def columns(self, *, verso: bool) -> tuple[float, float, float]:
        """Return three lengths in mm: the left edge of the text, the left edge of wide elements, and the width of
        these.

        `verso` is true for a left-hand page.
        """
        left = self.outer if verso else self.inner
        return left, left - self.hang if verso else left, self.measure + self.hang


class PageMark(Struct, frozen=True):
    """An element on a page: mm from the text's left edge and from the page's lower edge."""

    x: float
    y: float
    element: Element


class BookPage(Struct, frozen=True):
    """One page of text: its elements and their places, and the chapter named at its head."""

    places: tuple[PageMark, ...]
    chapter: str
    verso: bool
    number: int


def break_pages(elements: Sequence[Element], room: float) -> dict[int, tuple[float, list[int]]]:
    """Find the best ways to divide elements among pages of the height `room` (mm), for each possible number of pages.

    Return a dict from the number of pages to a penalty and the index of each page's first element. A page is penalised
    for the space that it leaves empty, less at the end of a chapter. Only a few more pages than the least number are
    tried.
    """
    column = _Run(elements, room)
    most = ceil(column.heights[-1] / room) + _MORE_PAGES
    starts = [i for i, element in enumerate(elements) if i == 0 or not element.stay]
    ends = [*starts[1:], len(elements)]
    best: dict[int, dict[int, tuple[float, int]]] = {0: {0: (0.0, 0)}}  # first unset element: pages: (badness, from)
    for at, start in enumerate(starts):
        if not (reached := best.get(start)):
            continue
        for end, cost in column.pages_from(start, islice(ends, at, None)):
            found = best.setdefault(end, {})
            for pages, (so_far, _) in reached.items():
                total = so_far + cost
                if pages < most and (pages + 1 not in found or total < found[pages + 1][0] - 1e-9):
                    found[pages + 1] = (total, start)
    out: dict[int, tuple[float, list[int]]] = {}
    for pages, (cost, _) in best.get(len(elements), {}).items():
        firsts: list[int] = []
        end = len(elements)
        for left in range(pages, 0, -1):
            end = best[end][left][1]
            firsts.append(end)
        out[pages] = (cost, firsts[::-1])
    return out


def short_pages(elements: Sequence[Element], firsts: Sequence[int], room: float) -> list[int]:
    """Return the indices (from 0) of the pages that are emptier than a page of text should be; `room` is its height in
    mm.

    `firsts` are the indices of the elements with which the pages begin.
    """
    column = _Run(elements, room)
    ends = [*firsts[1:], len(elements)]
    return [at for at, span in enumerate(zip(firsts, ends, strict=True)) if column.slack(*span) > room * (1 - FULL)]


class _Run:
    """A sequence of elements that is to be divided among pages of the height `room` (mm)."""

    def __init__(self, elements: Sequence[Element], room: float) -> None:
        self.elements, self.room = elements, room
        self.heights = list(accumulate((e.before + e.height for e in elements), initial=0.0))
        self.gaps = list(accumulate((e.before for e in elements), initial=0.0))
        self.chapters = list(accumulate((1 if e.chapter else 0 for e in elements), initial=0))

    def slack(self, start: int, end: int) -> float:
        """Return the mm left empty on a page with the elements from index `start` up to, not including, `end`."""
        first = self.elements[start]
        return self.room - (self.heights[end] - self.heights[start] - first.before) - first.head_height

    def pages_from(self, start: int, ends: Iterable[int]) -> Iterator[tuple[int, float]]:
        """Yield each index before which a page that begins at `start` may end, with the page's penalty.

        `ends` are the indices to try.
        """
        elements, heights, room, last = self.elements, self.heights, self.room, len(self.elements)
        first = elements[start]
        for end in ends:
            slack = self.slack(start, end)
            if slack < -1e-6:
                return
            after = elements[end] if end < last else None
            done = after is None or bool(after.chapter)
            chapter = next((at for at in range(end - 1, start, -1) if elements[at].chapter), 0)
            # A chapter that begins in the last lines of a page looks dropped there, unless it ends there as well.
            if chapter and not done and room - (heights[chapter] - heights[start] - first.before) < _CHAPTER_ROOM_MM:
                continue
            empty, gap = slack / room, self.gaps[end] - self.gaps[start] - first.before
            cost = SHORT if empty > 1 - FULL else 0.0
            if done:
                cost += 0.1 + 3.0 * empty**2
            else:
                stretch = slack / (gap * STRETCH) if gap else 99.0
                cost = (
                    (0.35 if after and after.part else 0.0)  # a break inside a list or an example
                    + min(stretch, 1.0) ** 2 * 0.4
                    + (0.0 if stretch <= 1 else 0.5 + 30 * (empty - empty / stretch) ** 1.5)
                    + cost
                )
            cost += self._leftover(start, end) + (_cut(after, slack) if after else 0.0)
            cost += 0.2 * (self.chapters[end] - self.chapters[start] - (1 if first.chapter else 0))
            yield end, cost

    def _leftover(self, start: int, end: int) -> float:
        """Return the penalty for a page that holds only the last few lines of a chapter."""
        elements, last = self.elements, len(self.elements)
        if start == 0 or elements[start].chapter:
            return 0.0
        after = next((at for at in range(start, end) if elements[at].chapter), last if end == last else 0)
        height = self.heights[after] - self.heights[start] if after else _CHAPTER_ROOM_MM
        return max(0.0, 1.2 * (1 - height / _CHAPTER_ROOM_MM))


def _cut(following: Element, slack: float) -> float:
    """Return the penalty for beginning a page with `following`, where `slack` mm stay empty on the page before.

    It is high inside a short table, between a table and the sentence that announces it, and inside a paragraph.
    """
    if following.kept:
        return KEPT
    inside = following.part and not following.before and slack > 2.5 * following.height
    return 1.0 if following.tied or inside else 0.0


def place(
    elements: Sequence[Element], firsts: Sequence[int], leaf: Leaf, number: int, *, mirror: bool = True
) -> list[BookPage]:
    """Put the elements on pages, the first of which has the page number `number`; gaps grow to fill each page.

    `firsts` are the indices of the elements with which pages begin; `mirror` swaps the margins of left-hand pages.
    """
    pages: list[BookPage] = []
    chapter = ""
    for at, first in enumerate(firsts):
        end = firsts[at + 1] if at + 1 < len(firsts) else len(elements)
        chosen = elements[first:end]
        used = sum(e.before + e.height for e in chosen) - chosen[0].before + chosen[0].head_height
        gap = sum(e.before for e in chosen[1:])
        slack = leaf.room - used
        more = end < len(elements) and not elements[end].chapter
        grow = 1 + slack / gap if gap and slack <= gap * STRETCH and more else 1.0
        y = leaf.height - leaf.head
        places: list[PageMark] = []
        opening = next((e.chapter for e in chosen if e.chapter), "")
        for i, element in enumerate(chosen):
            y -= element.before * grow if i else 0
            if not i and element.head:
                places.append(PageMark(0, y, Element(element.head_height, element.head, wide=element.wide)))
                y -= element.head_height
            places.append(PageMark(0, y, element))
            y -= element.height
        if chosen[0].chapter or not chapter:
            chapter = opening or chapter or "The cards"
        verso = mirror and (number + at) % 2 == 0
        pages.append(BookPage(tuple(places), chapter, verso, number + at))
        chapter = next((e.chapter for e in reversed(chosen) if e.chapter), chapter)
    return pages


def page_marks(
    page: BookPage, leaf: Leaf, look: Style, title: str, rules: Mapping[str, int]
) -> list[tuple[float, float, tuple[Mark, ...]]]:
    """Return all drawings of a page, each with the x and y of its origin in mm: running head, page number and text.

    `rules` maps each rule id to the page on which it stands.
    """
    left, wide_left, _ = leaf.columns(verso=page.verso)
    out = [(0.0, 0.0, tuple(running_head(leaf, look, title, page.chapter, page.number, verso=page.verso)))]
    for spot in page.places:
        x = wide_left if spot.element.wide else left
        numbers = [Text(it.x, it.y, str(rules[it.rule]), it.font, it.size, align="right") for it in spot.element.pages]
        out.append((x, spot.y, (*spot.element.marks, *numbers)))
    return out


def running_head(leaf: Leaf, look: Style, title: str, chapter: str, number: int, *, verso: bool) -> list[Mark]:
    """Return the drawing of a page's head (game near the fold, chapter outside, a rule below) and of the page number.

    The number stands in a lozenge below the text. `verso` is true for a left-hand page.
    """
    left, x, width = leaf.columns(verso=verso)
    inside, outside = (x + width, x) if verso else (x, x + width)
    y, middle, bold = leaf.height - 11.5, left + leaf.measure / 2, lettering.SANS_SEMIBOLD
    return [
        Text(inside, y, title.upper(), bold, 7.2, align="right" if verso else "left", track=140),
        Text(outside, y, chapter, lettering.SERIF_ITALIC, 8.6, align="left" if verso else "right"),
        look.rule(x, y - 2.2, x + width, y - 2.2),
        Shape(lozenge(middle, 9.5, 4.1, 4.4), None, look.palette.ink, 0.45),
        Text(middle, 9.5 - lettering.cap_mm(bold, 7.6) / 2, str(number), bold, 7.6, align="centre"),
    ]


SIZES = {"a5": (148.0, 210.0), "half-letter": (139.7, 215.9), "a4": (210.0, 297.0), "letter": (215.9, 279.4)}
NAMES = {"a5": "A5", "half-letter": "half-Letter", "a4": "A4", "letter": "Letter"}
_LEAST_FIT = 0.97  # a booklet is printed a little smaller to lie on its paper, but not so that it looks it
_SLACK = 1.01
_LEADINGS = (13.6, 13.9, 13.3, 14.2, 13.1, 14.5)
_LIKE = (1.0, 0.97, 1.03, 0.94, 1.06, 0.91, 1.09)
_WIDER = (0.0, 3.0, 6.0)  # millimetres
_LARGER = (1.0, 1.03, 1.06, 1.09, 1.12)


class BookSize(Struct, frozen=True):
    """The page size and the type of a book. Text pages and covers are laid out in one size and drawn at a scale each.

    `inset` is the distance in mm of the summary from the edge of the back cover.
    """

    size: str
    leaf: Leaf
    scale: float
    cover: Leaf
    cover_scale: float
    inset: float = 20.0
    large: bool = False

    @property
    def width(self) -> float:
        """The width in mm of the cut page."""
        return self.leaf.width * self.scale

    @property
    def height(self) -> float:
        """The height in mm of the cut page."""
        return self.leaf.height * self.scale

    def attempts(self) -> Iterator[tuple[BookSize, float]]:
        """Yield this setting and others that look nearly the same, each with the line distance of its text.

        They differ a little in the size of type, so that the text may fill its pages better.
        """
        half = self.size in ("a5", "half-letter")
        sizes = _LARGER if self.large else _LIKE if not half else (1.0,)
        leadings = _LEADINGS if len(sizes) == 1 else _LEADINGS[:2]
        for wider in _WIDER[:1] if self.large else _WIDER:
            for more in sizes:
                like = setting(self.size, large=self.large, more=more)
                leaf = replace(like.leaf, outer=like.leaf.outer - wider, safe=min(like.leaf.safe, 10))
                yield from ((replace(like, leaf=leaf), leading) for leading in leadings)


def setting(size: str, *, large: bool = False, more: float = 1.0) -> BookSize:
    """Return the setting for a book of this page size: type of 9.8 points, 11.8 on whole sheets; `large` 13 and 16.

    `more` is a further factor for the size of the type.
    """
    width, height = SIZES[size]
    half = size in ("a5", "half-letter")
    cover_scale = 1.0 if half else min(width / 148, height / 205)
    cover = Leaf(width / cover_scale, height / cover_scale)
    scale = (1.33 if half else 1.633) if large else (1.0 if half else 1.2)
    scale *= more
    wide, high = width / scale, height / scale
    if large:
        leaf = Leaf(wide, high, inner=10.5, outer=24.7 + 7 / scale, head=18, foot=16.5, safe=7.4)
    elif half:
        leaf = Leaf(wide, high)
    else:
        outer = wide - 27 - 103
        leaf = Leaf(wide, high, inner=27, outer=outer, head=23, foot=21, safe=min(16, max(10, outer - 22)))
    return BookSize(size, leaf, scale, cover, cover_scale, 14.0 if large else 20.0, large)


def half_of(paper: Paper) -> str:
    """Return the name of the book size that is half a sheet of this paper, or nearest to it."""
    high = min(paper.width_mm, paper.height_mm)
    return "half-letter" if abs(high - 215.9) < 1 or abs(high - 279.4) < 1 else "a5"


def choose(paper: Paper, sides: Sides, size: str | None, *, large: bool, booklet: bool | None) -> tuple[str, bool]:
    """Return the book's page size and whether it is folded as a booklet; arguments that are None are chosen here.

    Large print of no given size takes whole sheets. Raises PrintError where the wishes exclude each other.
    """
    if booklet and sides not in ("long", "short"):
        raise PrintError(
            f"a booklet has print on both sides of its paper: with --booklet yes, --sides is long or short, not {sides}"
        )
    half = half_of(paper)
    long, short = max(paper.width_mm, paper.height_mm), min(paper.width_mm, paper.height_mm)

    def holds(page: str) -> bool:
        width, height = SIZES[page]
        return height <= long * _SLACK and width <= short * _SLACK

    whole = {"half-letter": "letter", "a5": "a4"}[half]
    chosen = size or (whole if large and not booklet and holds(whole) else half)
    spread = fit(*SIZES[chosen], paper.width_mm, paper.height_mm).scale
    fits = spread >= _LEAST_FIT
    if booklet is None:
        booklet = sides in ("long", "short") and (fits or (size is None and not large))
    elif booklet and size and not fits:
        other = {"a5": "a4", "half-letter": "letter", "a4": "a3", "letter": "tabloid"}[chosen]
        room = PAPERS[other]
        raise PrintError(
            f"two pages of {NAMES[chosen]} do not fit side by side on {paper.name}: a booklet of that size needs "
            f"--paper {other} ({room.width_mm:g} × {room.height_mm:g} mm); or take --booklet no, or --size {half}"
        )
    if not booklet and size and not holds(size):
        raise PrintError(f"a page of {NAMES[chosen]} is larger than {paper.name}: take another --size or --paper")
    return chosen, booklet
