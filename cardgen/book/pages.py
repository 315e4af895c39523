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
    """One side of a sheet: the page numbers (from 1) of its halves; None is a blank half.

    ``turned`` means that the whole side is printed turned by 180 degrees, so that it comes right when the printer
    flips the sheet over the other edge.
    """

    left: int | None
    right: int | None
    turned: bool = False


class Fit(Struct, frozen=True):
    """Where a spread lies on its sheet: lower left corner, scale, and the x of the fold."""

    x: float
    y: float
    scale: float
    fold: float


def padded(pages: int) -> int:
    """The number of pages of the booklet that holds ``pages``: the next multiple of four."""
    return -(-pages // 4) * 4


def impose(pages: int, flip: Flip = "short") -> tuple[Side, ...]:
    """The sides of a saddle-stitched booklet of ``pages`` pages, in the order in which they are printed.

    ``flip`` is the edge *of the landscape sheet* over which the printer turns it. Over the short edge a sheet turns
    like a page, and its second side is upright; over the long edge the second side must stand on its head.
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
    """Lay a spread of two pages on landscape paper, centred; smaller paper scales the spread down, never up.

    All lengths in one unit; the paper may be given in either orientation.
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
    """A trimmed page of the book, in millimetres; `left` says which side the margins lie on."""

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
        """The width of the text."""
        return self.width - self.inner - self.outer

    @property
    def hang(self) -> float:
        """How far wide elements reach into the outer margin."""
        return self.outer - self.safe

    @property
    def room(self) -> float:
        """The height of the text."""
        return self.height - self.head - self.foot

    def columns(self, *, verso: bool) -> tuple[float, float, float]:
        """Give where the text and where wide elements begin, and how wide those are, on a left-hand page or another."""
        left = self.outer if verso else self.inner
        return left, left - self.hang if verso else left, self.measure + self.hang


class PageMark(Struct, frozen=True):
    """An element's place: from the text's left and the page's foot, in millimetres."""

    x: float
    y: float
    element: Element


class BookPage(Struct, frozen=True):
    """A page of text: its elements in their places, and the chapter that its head names."""

    places: tuple[PageMark, ...]
    chapter: str
    verso: bool
    number: int


def break_pages(elements: Sequence[Element], room: float) -> dict[int, tuple[float, list[int]]]:
    """Divide elements into pages: for each number of pages that is possible, the least badness and the first elements.

    A page's badness is the room it leaves: little where the gaps can take it up, more at a chapter's end the emptier it
    is, much elsewhere. Nothing that must stay with what stands above begins a page. No more than a few pages more than
    what all of it fills are tried.
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
    """Return which pages are less full than a page of text should be, counted from 0."""
    column = _Run(elements, room)
    ends = [*firsts[1:], len(elements)]
    return [at for at, span in enumerate(zip(firsts, ends, strict=True)) if column.slack(*span) > room * (1 - FULL)]


class _Run:
    """Elements one under the other, on their way onto pages with so much `room`."""

    def __init__(self, elements: Sequence[Element], room: float) -> None:
        self.elements, self.room = elements, room
        self.heights = list(accumulate((e.before + e.height for e in elements), initial=0.0))
        self.gaps = list(accumulate((e.before for e in elements), initial=0.0))
        self.chapters = list(accumulate((1 if e.chapter else 0 for e in elements), initial=0))

    def slack(self, start: int, end: int) -> float:
        """Return the room that a page leaves, with the elements from `start` to before `end`."""
        first = self.elements[start]
        return self.room - (self.heights[end] - self.heights[start] - first.before) - first.head_height

    def pages_from(self, start: int, ends: Iterable[int]) -> Iterator[tuple[int, float]]:
        """Yield where a page that begins with an element may end, each with its badness; `ends` lie behind it."""
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
        """Fine a page that begins with the last few lines of a chapter."""
        elements, last = self.elements, len(self.elements)
        if start == 0 or elements[start].chapter:
            return 0.0
        after = next((at for at in range(start, end) if elements[at].chapter), last if end == last else 0)
        height = self.heights[after] - self.heights[start] if after else _CHAPTER_ROOM_MM
        return max(0.0, 1.2 * (1 - height / _CHAPTER_ROOM_MM))


def _cut(following: Element, slack: float) -> float:
    """Fine a page that cuts a short table, a table from what announces it, a paragraph that it has room for more of."""
    if following.kept:
        return KEPT
    inside = following.part and not following.before and slack > 2.5 * following.height
    return 1.0 if following.tied or inside else 0.0


def place(
    elements: Sequence[Element], firsts: Sequence[int], leaf: Leaf, number: int, *, mirror: bool = True
) -> list[BookPage]:
    """Put elements in their places, page by page, from page `number` on; gaps take up the room that is left."""
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
    """Give all marks of a page with the place of their origin: running head, folio and text.

    `rules` say on which page each rule stands.
    """
    left, wide_left, _ = leaf.columns(verso=page.verso)
    out = [(0.0, 0.0, tuple(running_head(leaf, look, title, page.chapter, page.number, verso=page.verso)))]
    for spot in page.places:
        x = wide_left if spot.element.wide else left
        numbers = [Text(it.x, it.y, str(rules[it.rule]), it.font, it.size, align="right") for it in spot.element.pages]
        out.append((x, spot.y, (*spot.element.marks, *numbers)))
    return out


def running_head(leaf: Leaf, look: Style, title: str, chapter: str, number: int, *, verso: bool) -> list[Mark]:
    """Set the running head (the game's name towards the fold, the chapter outside, over a rule) and the folio.

    The folio is the page's number in a lozenge below the text.
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
    """How a book is set: text pages and covers are laid out at their own size, and drawn so many times larger.

    `inset` is how far the summary stands from the edge of the back cover.
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
        """The trimmed page's width in millimetres."""
        return self.leaf.width * self.scale

    @property
    def height(self) -> float:
        """The trimmed page's height in millimetres."""
        return self.leaf.height * self.scale

    def attempts(self) -> Iterator[tuple[BookSize, float]]:
        """Yield settings, and the leading of their text, that look nearly the same; this one comes first.

        Half pages keep the size of their type, and large print never gets smaller.
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
    """Return how a book of this page is set: type of 9.8 points, 11.8 on whole sheets; large print 13, and 16.

    `more` makes the type larger or smaller.
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
    """Name the half page that lies on this paper best."""
    high = min(paper.width_mm, paper.height_mm)
    return "half-letter" if abs(high - 215.9) < 1 or abs(high - 279.4) < 1 else "a5"


def choose(paper: Paper, sides: Sides, size: str | None, *, large: bool, booklet: bool | None) -> tuple[str, bool]:
    """Return the size and whether the book is folded, filling in what was not said.

    Large print without a size takes whole pages. Raises PrintError for what cannot be printed so.
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
