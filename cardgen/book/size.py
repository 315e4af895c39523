"""The book's sizes: which page, how large its type, and whether two pages lie side by side on the paper."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from cardgen.book.imposition import fit
from cardgen.book.pages import Leaf
from cardgen.errors import PrintError
from cardgen.layout.impose import Sides
from cardgen.layout.paper import PAPERS, Paper

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
