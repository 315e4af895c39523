"""The book's pages: elements divided among pages so that nothing stands alone and no page looks left over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, islice
from math import ceil

from msgspec import Struct

from cardgen.book.marks import Element
from cardgen.pdf import fonts as lettering
from cardgen.pdf.marks import Look, Mark, Shape, Text
from cardgen.pdf.path import lozenge

STRETCH = 0.7
"""How far the room between blocks may grow, in parts of itself, to bring a page's foot down."""

FULL = 2 / 3
"""How full a page of text should be at least, in parts of its height: one that is not costs `SHORT`."""
SHORT = 20.0
KEPT = 4.0
"""What it costs to cut what should stand on one page: less than a page that is not full enough."""

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

    def text_left(self, *, verso: bool) -> float:
        """Where the text begins on a left-hand (verso) or a right-hand page."""
        return self.outer if verso else self.inner


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
        elements, heights, room = self.elements, self.heights, self.room
        first = elements[start]
        for end in ends:
            slack = self.slack(start, end)
            if slack < -1e-6:
                return
            if _cramped(elements, heights, start, end, room):
                continue
            gap = self.gaps[end] - self.gaps[start] - first.before
            cost = _badness(slack / room, slack / (gap * STRETCH) if gap else 99.0, _follows(elements, end))
            cost += _leftover(elements, heights, start, end) + _cut(elements, end, slack)
            cost += 0.2 * (self.chapters[end] - self.chapters[start] - (1 if first.chapter else 0))
            yield end, cost


def _follows(elements: Sequence[Element], end: int) -> str:
    if end == len(elements):
        return "end"
    if elements[end].chapter:
        return "chapter"
    return "list" if elements[end].part else "text"


def _badness(slack: float, stretch: float, follows: str) -> float:
    """Weigh a page's empty foot: `slack` in parts of the page, `stretch` in parts of what its gaps can take up."""
    if follows in ("end", "chapter"):
        return 0.1 + 3.0 * slack**2 + (SHORT if slack > 1 - FULL else 0)
    # A break inside a list or an example costs a little more: `follows` says so.
    inside = 0.35 if follows == "list" else 0.0
    return (
        inside
        + min(stretch, 1.0) ** 2 * 0.4
        + (0.0 if stretch <= 1 else 0.5 + 30 * (slack - slack / stretch) ** 1.5)
        + (SHORT if slack > 1 - FULL else 0)
    )


def _cut(elements: Sequence[Element], end: int, slack: float) -> float:
    """Fine a page that cuts a short table, a paragraph that it has room for more of, a table from what announces it."""
    if end == len(elements):
        return 0.0
    following = elements[end]
    if following.kept:
        return KEPT
    if following.tied:
        return 1.0
    inside = following.part and not following.before
    return 1.0 if inside and slack > 2.5 * following.height else 0.0


def _leftover(elements: Sequence[Element], heights: Sequence[float], start: int, end: int) -> float:
    """Fine a page that begins with the last few lines of a chapter."""
    if start == 0 or elements[start].chapter:
        return 0.0
    after = next((at for at in range(start, end) if elements[at].chapter), len(elements) if end == len(elements) else 0)
    height = heights[after] - heights[start] if after else _CHAPTER_ROOM_MM
    return max(0.0, 1.2 * (1 - height / _CHAPTER_ROOM_MM))


def _cramped(elements: Sequence[Element], heights: Sequence[float], start: int, end: int, room: float) -> bool:
    """Whether a chapter begins so low on this page that it looks dropped there (unless it ends there as well)."""
    for at in range(end - 1, start, -1):
        if elements[at].chapter:
            done = end == len(elements) or bool(elements[end].chapter)
            return not done and room - (heights[at] - heights[start] - elements[start].before) < _CHAPTER_ROOM_MM
    return False


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
        grow = (
            1 + slack / gap if gap and slack <= gap * STRETCH and _follows(elements, end) in ("text", "list") else 1.0
        )
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
    page: BookPage, leaf: Leaf, look: Look, title: str, rules: Mapping[str, int]
) -> list[tuple[float, float, tuple[Mark, ...]]]:
    """Give all marks of a page with the place of their origin: running head, folio and text.

    `rules` say on which page each rule stands.
    """
    left = leaf.text_left(verso=page.verso)
    wide_left = left - leaf.hang if page.verso else left
    wide = leaf.measure + leaf.hang
    out: list[tuple[float, float, tuple[Mark, ...]]] = [
        (0, 0, tuple(running_head(wide_left, wide, leaf, look, title, page.chapter, verso=page.verso))),
        (0, 0, folio(look, page.number, left + leaf.measure / 2)),
    ]
    for spot in page.places:
        x = wide_left if spot.element.wide else left
        numbers = [Text(it.x, it.y, str(rules[it.rule]), it.font, it.size, align="right") for it in spot.element.pages]
        out.append((x, spot.y, (*spot.element.marks, *numbers)))
    return out


def running_head(
    x: float, width: float, leaf: Leaf, look: Look, title: str, chapter: str, *, verso: bool
) -> list[Mark]:
    """The line above the text: the game's name towards the fold, the chapter outside, over a rule."""
    y = leaf.height - 11.5
    name = title.upper()
    inside, outside = (x + width, x) if verso else (x, x + width)
    return [
        Text(inside, y, name, lettering.SANS_SEMIBOLD, 7.2, align="right" if verso else "left", track=140),
        Text(outside, y, chapter, lettering.SERIF_ITALIC, 8.6, align="left" if verso else "right"),
        look.rule(x, y - 2.2, x + width, y - 2.2),
    ]


def folio(look: Look, number: int, x: float) -> tuple[Mark, ...]:
    """The page's number in its lozenge."""
    y = 9.5
    return (
        Shape(lozenge(x, y, 4.1, 4.4), None, look.rule(0, 0, 1, 0).stroke, 0.45),
        Text(
            x, y - lettering.cap_mm(lettering.SANS_SEMIBOLD, 7.6) / 2, str(number), lettering.SANS_SEMIBOLD, 7.6,
            align="centre",
        ),
    )  # fmt: skip
