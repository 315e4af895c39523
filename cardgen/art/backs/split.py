"""Red & Black: lozenges within lozenges, their quarters counterchanged in red and ink.

A field split once would tell its top from its bottom; split in quarters, with each ring changing places with the
next, it is the same turned by 180 degrees, and no line runs along a cut.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.art.backs.field import Field, paint
from cardgen.art.backs.instead import drawn_instead
from cardgen.art.suits import HEARTS, SPADES, draw_suit
from cardgen.pdf.path import lozenge, poly

if TYPE_CHECKING:
    from cardgen.decks.model import Size
    from cardgen.pdf.ink import Ink

RING_MM, SLANT = 5.3, 1.4
MEDALLION = (15.9, 22.26)  # the third ring


def draw_back(ink: Ink, size: Size) -> None:
    """Draw the back, bleed and all."""
    if drawn_instead(ink, size, "split"):
        return
    paint(ink, size, "split", ink.paper, _draw)


def _draw(ink: Ink, field: Field) -> None:
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


def draw_medallion(ink: Ink, k: float) -> None:
    """Draw the lozenge with two hearts and two spades about the origin, `k` times as large as on a poker card."""
    rx, ry = MEDALLION[0] * k, MEDALLION[1] * k
    if ink.low:
        ink.draw(lozenge(0, 0, rx + 0.8 * k, ry + 1.12 * k), ink.paper)
    ink.draw(lozenge(0, 0, rx, ry), ink.paper, ink.black, 1.0, join="mitre")
    ink.draw(lozenge(0, 0, rx - 1.3 * k, ry - 1.82 * k), None, ink.black, 0.45, join="mitre")
    outline = 0.6 if ink.low else 0
    red = ink.palette.red.base
    for suit, x, y, turn in ((HEARTS, 0, 6.1, 0), (HEARTS, 0, -6.1, 180), (SPADES, -6.3, 0, 90), (SPADES, 6.3, 0, -90)):
        draw_suit(ink, suit, x * k, y * k, 7.2 * k, turn=turn, outline_pt=outline)
    ink.draw(lozenge(0, 0, 1.1 * k, 1.54 * k), ink.black)
    for side in (1, -1):
        ink.draw(lozenge(0, side * 13.4 * k, 0.9 * k, 1.35 * k), ink.black)
        ink.draw(lozenge(side * 11.5 * k, 0, 0.8 * k, 1.2 * k), ink.black if ink.low else red)
