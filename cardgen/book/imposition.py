"""Booklet imposition: which page lies where on which side of which sheet, as plain numbers.

A saddle-stitched booklet is a stack of landscape sheets, two pages a side, folded once down the middle. The sheets come
out of the printer front and back in turn, the outermost first.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Flip = Literal["long", "short"]


class Side(msgspec.Struct, frozen=True):
    """One side of a sheet: the page numbers (from 1) of its halves; None is a blank half.

    ``turned`` means that the whole side is printed turned by 180 degrees, so that it comes right when the printer
    flips the sheet over the other edge.
    """

    left: int | None
    right: int | None
    turned: bool = False


class Fit(msgspec.Struct, frozen=True):
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
