"""Booklets: saddle-stitch imposition, and the sizes that a book is set in.

A saddle-stitched booklet is a stack of landscape sheets, two pages a side, folded once down the middle. The sheets come
out of the printer front and back in turn, the outermost first.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from cardgen.errors import PrintError
from cardgen.layout import PAPERS, Paper, Sides
from cardgen.pages.engine import Leaf
from liarsdeck.errors import OPTION

Flip = Literal["long", "short"]


class Side(Struct, frozen=True):
    """One printed side of a booklet's sheet: the page numbers (from 1) in its left and right half, None if it is empty.

    With `turned` the whole side is printed turned by 180 degrees, as it must be when the printer flips the sheet over
    its long edge.
    """

    left: int | None
    right: int | None
    turned: bool = False


class Fit(Struct, frozen=True):
    """The place of two facing pages on a sheet.

    `x` and `y` are the lower left corner of the left page, `scale` is the factor by which the pages are scaled, `fold`
    is the x of the fold. Lengths are in the unit of the arguments of the function `fit`.
    """

    x: float
    y: float
    scale: float
    fold: float


def padded(pages: int) -> int:
    """Return the number of pages of a booklet: `pages` rounded up to a multiple of four."""
    return -(-pages // 4) * 4


def impose(pages: int, flip: Flip = "short") -> tuple[Side, ...]:
    """Return the sides to print for a booklet with this many pages, in the order of printing.

    The sheets come outermost first, front and back in turn, and are folded and stapled in the middle. `flip` is the
    edge of the landscape sheet over which the printer turns the sheet; with `long` the second sides are printed upside
    down. Raises ValueError if `pages` is less than 1.
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
    """Return where two facing pages lie, in the middle of a landscape sheet; they are scaled down to fit, never up.

    All lengths are in one unit; the paper may be given upright or in landscape.
    """
    wide, high = max(paper_width, paper_height), min(paper_width, paper_height)
    scale = min(1.0, wide / (2 * page_width), high / page_height)
    if scale > 0.998:  # A5 rounds to 148 mm, half an A4 is 148.5: not worth a scale
        scale = 1.0
    x = (wide - 2 * page_width * scale) / 2
    y = (high - page_height * scale) / 2
    return Fit(x=x, y=y, scale=scale, fold=wide / 2)


SIZES = {"a5": (148.0, 210.0), "half-letter": (139.7, 215.9), "a4": (210.0, 297.0), "letter": (215.9, 279.4)}
NAMES = {"a5": "A5", "half-letter": "half-Letter", "a4": "A4", "letter": "Letter"}
_LEAST_FIT = 0.97  # a booklet is printed a little smaller to lie on its paper, but not so that it looks it
_SLACK = 1.01
LEADINGS = (13.6, 13.2, 12.8)
"""Line distances of the text in points, the first of which is taken that saves a sheet of paper."""


class BookSize(Struct, frozen=True):
    """The page size and the type of a book; lengths in mm.

    `size` is the name of the cut page (a key of `SIZES`). `leaf` is the page on which text is laid out, which is then
    enlarged by `scale` to the cut page; `cover` and `cover_scale` are the same for the covers. `inset` is the distance
    between the edge of the back cover and the summary. `large` is true for large print.
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


def setting(size: str, *, large: bool = False) -> BookSize:
    """Return the page and the type of a book whose page has the name `size` (a key of `SIZES`).

    The type has about 10 points, or 11.8 if the page is A4 or Letter. With `large` it has 13 points, or 16.
    """
    width, height = SIZES[size]
    half = size in ("a5", "half-letter")
    cover_scale = 1.0 if half else min(width / 148, height / 205)
    cover = Leaf(width / cover_scale, height / cover_scale)
    scale = (1.33 if half else 1.633) if large else (1.02 if half else 1.2)
    wide, high = width / scale, height / scale
    if half and not large:
        leaf = Leaf(wide, high) if size == "a5" else Leaf(wide, high, inner=15.5, outer=13.5)
    else:
        side = (wide - min(wide - 18, 112)) / 2
        leaf = Leaf(wide, high, inner=side, outer=side, head=18 if large else 23, foot=15 if large else 21)
    return BookSize(size, leaf, scale, cover, cover_scale, 14.0 if large else 20.0, large)


def half_of(paper: Paper) -> str:
    """Return the name of the book size (`a5` or `half-letter`) that is half a sheet of this paper, or nearest to it."""
    high = min(paper.width_mm, paper.height_mm)
    return "half-letter" if abs(high - 215.9) < 1 or abs(high - 279.4) < 1 else "a5"


def choose(paper: Paper, sides: Sides, size: str | None, *, large: bool, booklet: bool | None) -> tuple[str, bool]:
    """Return the name of the book's page size, and whether the book is folded as a booklet.

    `size` (a key of `SIZES`) and `booklet` are the user's wishes; None leaves the choice to this function. Without
    `size` the page is half the paper, or the whole paper for `large` print that is not wished as a booklet. A booklet
    needs `sides` to be `long` or `short`. Raises PrintError if the wishes exclude each other or the paper is too small.
    """
    if booklet and sides not in ("long", "short"):
        raise PrintError(
            f"a booklet has print on both sides of its paper: with {OPTION.booklet:yes}, {OPTION.sides} is long or "
            f"short, not {sides}"
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
            f"{OPTION.paper:{other}} ({room.width_mm:g} × {room.height_mm:g} mm); or take "
            f"{OPTION.booklet:no}, or {OPTION.size:{half}}"
        )
    if not booklet and size and not holds(size):
        raise PrintError(
            f"a page of {NAMES[chosen]} is larger than {paper.name}: take another {OPTION.size} or {OPTION.paper}"
        )
    return chosen, booklet
