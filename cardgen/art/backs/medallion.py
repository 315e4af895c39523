"""A back with another medallion: a figure on a disc, once for either end, for decks of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.art.backs.field import twice
from cardgen.pdf.path import ellipse, lozenge

if TYPE_CHECKING:
    from cardgen.decks.model import Drawing, Size
    from cardgen.pdf.ink import Ink

RADIUS_MM = 19.0
FIGURE_MM, UP_MM = 12.4, 7.4


def wearing(draw_back: Drawing, icon: str) -> Drawing:
    """Return a back that wears an icon for its medallion: upright in its upper half, turned in its lower."""

    def back(ink: Ink, size: Size) -> None:
        draw_back(ink, size)
        k, r = min(size.scale, size.width_mm / 50, size.height_mm / 50), RADIUS_MM
        edge = (r + 1) * k

        def disc(ink: Ink) -> None:
            from cardgen.art.icons import draw_icon

            with ink.at(0, 0, 0, k):
                ground = ink.paper if ink.low else ink.palette.plate
                ink.draw(ellipse(0, 0, r), ground, ink.black, 0.9)
                ink.draw(ellipse(0, 0, r - 1.2), None, ink.black, 0.4)
                twice(ink, lambda i: draw_icon(i, icon, 0, UP_MM, FIGURE_MM, i.black, ground))
                red = ink.black if ink.low else ink.palette.red.base
                for x in (-14.2, 14.2):
                    ink.draw(lozenge(x, 0, 0.9, 1.3), red)

        ink.form(("medallion", icon, k), disc, (-edge, -edge, edge, edge), size.width_mm / 2, size.height_mm / 2)

    return back
