"""West: a plain weave on the slant, three strands to a band, three colours, and the three shapes on a lozenge.

Bands run at 45 degrees, four to the width's diagonal; band k takes its colour from |k| mod 3, which is the same from
either end. Level bands are drawn whole; wherever an upright one passes over, a piece of it is laid on top.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.art.backs.field import Extent, paint
from cardgen.art.backs.instead import drawn_instead
from cardgen.art.shapes import CIRCLE, HEART, PATHS, TRIANGLE
from cardgen.pdf.path import Path, lozenge, rect, segment

if TYPE_CHECKING:
    from cardgen.pdf.drawing import Size
    from cardgen.pdf.ink import Ink

STRAND, GAP = 0.21, 0.065  # of the pitch of the bands
MEDALLION = (14.4, 19.4)


def draw_back(ink: Ink, size: Size) -> None:
    """Draw the back, bleed and all."""
    if drawn_instead(ink, size, "weave"):
        return
    paint(ink, size, "weave", ink.paper, _draw)


def _draw(ink: Ink, field: Extent) -> None:
    pitch = field.width / 2**0.5 / 4
    reach = int((field.half_w + field.half_h) / 2**0.5 / pitch) + 1
    with ink.at(0, 0, 45):
        _weave(ink, pitch, reach)
    _medallion(ink, field.k)


def _weave(ink: Ink, p: float, reach: int) -> None:
    tones = (ink.palette.red, ink.palette.yellow, ink.palette.green)
    strand, gap = p * STRAND, p * GAP
    over = strand * 1.5 + gap  # half the width of a band
    far = (reach + 1) * p

    def band(k: int, start: float, end: float, *, level: bool) -> None:
        colour = ink.paper if ink.low else tones[abs(k) % 3].base
        edges = Path()
        for shift in (-strand - gap, 0, strand + gap):
            middle = k * p + shift
            low, high = middle - strand / 2, middle + strand / 2
            area = rect(start, low, end - start, strand) if level else rect(low, start, strand, end - start)
            ink.draw(area, colour)
            for v in (low, high):
                edges += segment(start, v, end, v) if level else segment(v, start, v, end)
        ink.draw(edges, None, ink.black, 0.4 if ink.low else 0.5, cap="butt")

    for k in range(-reach, reach + 1):
        band(k, -far, far, level=True)
    for k in range(-reach, reach + 1):
        for j in range(-reach, reach + 1):
            if (k + j) % 2 == 0:
                x, y = k * p, j * p
                ink.draw(
                    rect(x - over - gap * 0.9, y - over - gap * 0.2, 2 * over + 1.8 * gap, 2 * over + 0.4 * gap),
                    ink.paper,
                )
                band(k, y - p + over, y + p - over, level=False)


def _medallion(ink: Ink, k: float) -> None:
    rx, ry = MEDALLION
    palette, outline = ink.palette, ink.black if ink.low else None

    def colour(full: str) -> str:
        return ink.paper if ink.low else full

    if ink.low:
        ink.draw(lozenge(0, 0, rx * k, ry * k), ink.paper, ink.black, 0.9, join="mitre")
    else:
        ink.draw(lozenge(0, 0, rx * k, ry * k), ink.black, ink.paper, 2.2, join="mitre")
    line = ink.black if ink.low else palette.yellow.base
    ink.draw(lozenge(0, 0, (rx - 1.5) * k, (ry - 2.02) * k), None, line, 0.55, join="mitre")
    for side, turn in ((1, 0), (-1, 180)):
        ink.draw(PATHS[HEART].at(0, side * 8.3 * k, 5.6 * k, turn=turn), colour(palette.red.base), outline, 0.6)
        pointing = PATHS[TRIANGLE].at(side * 6.5 * k, 0, 4.9 * k, turn=-90 * side)
        ink.draw(pointing, colour(palette.green.base), outline, 0.6)
    ink.draw(PATHS[CIRCLE].at(0, 0, 6.25 * k), colour(palette.yellow.base), outline, 0.6)
