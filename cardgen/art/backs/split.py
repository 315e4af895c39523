"""Red & Black: lozenges within lozenges, their quarters counterchanged in red and ink.

A field split once would tell its top from its bottom; split in quarters, with each ring changing places with the
next, it is the same turned by 180 degrees, and no line runs along a cut.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.art.backs.field import Extent, paint
from cardgen.art.backs.figures import RING_MM, SLANT, draw_medallion
from cardgen.art.backs.instead import drawn_instead
from cardgen.pdf.path import lozenge, poly

if TYPE_CHECKING:
    from cardgen.pdf.drawing import Size
    from cardgen.pdf.ink import Ink


def draw_back(ink: Ink, size: Size) -> None:
    """Draw the back, bleed and all."""
    if drawn_instead(ink, size, "split"):
        return
    paint(ink, size, "split", ink.paper, _draw)


def _draw(ink: Ink, field: Extent) -> None:
    k = field.k
    step = RING_MM * k
    rings = int((field.half_w + field.half_h / SLANT) / step) + 1
    for i in range(rings, 0, -1):
        a, b = step * i, step * SLANT * i
        if ink.low:
            ink.draw(lozenge(0, 0, a, b), None, ink.black, 0.45, join="mitre")
            continue
        for across, up in ((1, 1), (-1, 1), (-1, -1), (1, -1)):
            red = (across * up > 0) == (i % 2 == 0)
            colour = ink.palette.red.base if red else ink.black
            ink.draw(poly([(0, 0), (across * a, 0), (0, up * b)]), colour)
        ink.draw(lozenge(0, 0, a, b), None, ink.paper, 0.55, join="mitre")
    line = ink.black if ink.low else ink.paper
    ink.line(-field.half_w, 0, field.half_w, 0, 0.55, line)
    ink.line(0, -field.half_h, 0, field.half_h, 0.55, line)
    draw_medallion(ink, k)
