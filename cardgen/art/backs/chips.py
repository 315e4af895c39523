"""Liar Poker: chips and eyes on a blue trellis, and one great chip that watches.

The trellis is a diagonal net; on its knots lie chips and eyes in turn by rows, between them small lozenges. Nothing
is laid where the medallion or a cut, even a crooked one, would halve it.
"""

from __future__ import annotations

from math import cos, hypot, radians, sin
from typing import TYPE_CHECKING

from cardgen.art.backs.field import Extent, paint
from cardgen.art.backs.figures import STEP
from cardgen.art.backs.instead import drawn_instead
from cardgen.art.chip import blocks_path, draw_chip
from cardgen.art.eye import HALF_WIDTH, draw_eye
from cardgen.pdf.path import Path, ellipse, lozenge, segment
from cardgen.pdf.theme import WHITE, mix

if TYPE_CHECKING:
    from cardgen.pdf.drawing import Size
    from cardgen.pdf.ink import Ink

CHIP_MM, MEDALLION_MM, CLEAR_MM = 4.7, 17.4, 24.0
EYE_MM = 2.9  # from an eye's middle to its lid
CUT_CLEAR = 1.8  # what chips and eyes keep from a cut, or a crooked one would graze them


def draw_back(ink: Ink, size: Size) -> None:
    """Draw the back, bleed and all."""
    if drawn_instead(ink, size, "chips"):
        return
    paint(ink, size, "chips", ink.palette.blue.shade, _draw)


def pale(ink: Ink) -> str:
    """Give the grey of the trellis in little ink."""
    return mix(ink.black, WHITE, 0.5)


def _draw(ink: Ink, field: Extent) -> None:
    k = field.k
    dx, dy = STEP[0] * k, STEP[1] * k
    columns, rows = int(field.half_w / dx) + 1, int(field.half_h / dy) + 1
    _trellis(ink, dx, dy, columns + rows + 2)
    for i in range(-columns, columns + 1):
        for j in range(-rows, rows + 1):
            _knot(ink, field, i, j)
    draw_medallion(ink, k)


def _trellis(ink: Ink, dx: float, dy: float, reach: int) -> None:
    lines = Path()
    far = reach + reach % 2
    for i in range(-2 * far, 2 * far + 1, 2):
        for way in (1, -1):
            lines += segment(-far * dx, (i - far * way) * dy, far * dx, (i + far * way) * dy)
    ink.draw(lines, None, pale(ink) if ink.low else ink.palette.blue.base, 0.3 if ink.low else 0.6)


def _knot(ink: Ink, field: Extent, i: int, j: int) -> None:
    k = field.k
    x, y = i * STEP[0] * k, j * STEP[1] * k
    chip = j % 2 == 0
    wide, high = (CHIP_MM, CHIP_MM) if chip else (HALF_WIDTH, EYE_MM)
    halved = abs(x) + (wide + CUT_CLEAR) * k > field.width / 2 or abs(y) + (high + CUT_CLEAR) * k > field.height / 2
    covered = hypot(x, y) < CLEAR_MM * k
    if (i + j) % 2 or halved:
        if not covered or (i + j) % 2:
            ink.draw(lozenge(x, y, 0.9 * k, 1.3 * k), pale(ink) if ink.low else ink.palette.blue.base)
    elif covered:
        return
    elif chip:
        _small_chip(ink, x, y, k)
    else:
        draw_eye(ink, x, y, k, ink.paper, ink.paper if ink.low else ink.palette.yellow.base)


def _small_chip(ink: Ink, x: float, y: float, k: float) -> None:
    if ink.low:
        ink.draw(ellipse(x, y, CHIP_MM * k), ink.paper, ink.black, 0.8)
        ink.draw(blocks_path(x, y, CHIP_MM * k, 0.76, 8), None, ink.black, 0.4)
        ink.draw(ellipse(x, y, 3.3 * k), None, ink.black, 0.4)
        ink.draw(lozenge(x, y, 1.3 * k, 1.8 * k), ink.black)
    else:
        draw_chip(ink, x, y, CHIP_MM * k, ink.palette.blue.base, ink.paper)
        ink.draw(lozenge(x, y, 1.5 * k, 2.1 * k), ink.palette.yellow.base)


def draw_medallion(ink: Ink, k: float) -> None:
    """Draw the great chip that watches about the origin, `k` times as large as on a poker card."""
    r, palette = MEDALLION_MM * k, ink.palette
    ground = ink.paper if ink.low else palette.blue.shade
    ink.draw(ellipse(0, 0, r + 2.2 * k), ground, ink.black if ink.low else palette.yellow.base, 0.5)
    if ink.low:
        ink.draw(ellipse(0, 0, r), ink.paper, ink.black, 1.0)
        ink.draw(blocks_path(0, 0, r, 0.8, 12), None, ink.black, 0.5)
        ink.draw(ellipse(0, 0, r * 0.72), None, ink.black, 0.6)
    else:
        draw_chip(ink, 0, 0, r, palette.red.base, ink.paper, 12, inner=False)
        for i in range(12):
            a = 30 * i + 15
            place = (r * 0.88 * cos(radians(a)), r * 0.88 * sin(radians(a)))
            ink.draw(lozenge(0, 0, 0.75 * k, 1.3 * k).at(*place, turn=a - 90), palette.yellow.base)
        ink.draw(ellipse(0, 0, r * 0.74), ink.black, ink.paper, 1.0)
        ink.draw(ellipse(0, 0, r * 0.685), None, palette.yellow.base, 0.5)
    draw_eye(ink, 0, 0, 1.95 * k, ink.paper, ink.paper if ink.low else palette.blue.base)
