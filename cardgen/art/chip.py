"""A poker chip: a disc with blocks of the second colour set into its rim, and a ring inside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.pdf.path import Path, arc, ellipse

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour


def draw_chip(
    ink: Ink, x: float, y: float, r: float, body: Colour, blocks: Colour, count: int = 8, *, inner: bool = True
) -> None:
    """Draw a chip of radius r about (x, y), with `count` blocks; the ring inside unless `inner` is false."""
    ink.draw(ellipse(x, y, r), body, ink.black, 0.8)
    ink.draw(blocks_path(x, y, r, 0.76, count), blocks)
    ink.draw(ellipse(x, y, r), None, ink.black, 0.8)
    if inner:
        ink.draw(ellipse(x, y, r * 0.7), body, blocks, 0.6)


def blocks_path(x: float, y: float, r: float, inner: float, count: int) -> Path:
    """Draw the blocks of a rim, from `inner` (a share of r) to the edge, each somewhat narrower than its gap."""
    path = Path()
    for i in range(count):
        start, end = 360 / count * (i - 0.22), 360 / count * (i + 0.22)
        path += arc(x, y, r, start, end).joined(arc(x, y, r * inner, end, start)).close()
    return path
