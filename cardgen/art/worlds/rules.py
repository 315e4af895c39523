"""The worlds on a face of words: the line under a title, and what lies before the sun behind an emblem.

The harlequin's line is a hairline and its sun is bare. The cabinet has a key fret and a sea of rings, the seaside
ripples and a swell.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING

from cardgen.art.worlds.lacquer import key
from cardgen.pdf.path import Path, arc, ellipse, smooth
from cardgen.pdf.theme import mix

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

CELL_MM, RIPPLE_MM = 1.75, 3.0
RING_MM, SWELL_MM = 2.5, 4.4
HORIZON = -0.4  # of the sun's radius, where its sea begins


def draw_line(ink: Ink, start: float, end: float, y: float, k: float) -> None:
    """Draw the line of the theme's world from x to x at the height y, outwards from a card's middle; `k` scales it."""
    world, long, way = ink.theme.frame, abs(end - start), 1 if end > start else -1
    if world == "harlequin":
        ink.line(start, y, end, y, cap="butt")
    elif world == "lacquer":
        count = max(1, int(long / (CELL_MM * k)))
        cell = long / count
        # One hook after the other, the same from either end of the card's width.
        hooks = [key(cell).at(way * cell * (i + 0.5), 0, turn=0 if way > 0 else 180) for i in range(count)]
        path = Path([part for hook in hooks for part in hook.segments])
        red = ink.black if ink.low else ink.palette.red.base
        ink.draw(path.at(start, y), None, red, 0.4, cap="square", join="mitre")
    else:
        count = max(2, 2 * int(long / (RIPPLE_MM * k) + 0.5))
        step = way * long / count
        blue = ink.black if ink.low else ink.palette.blue.base
        for down, pt in ((0.0, 0.6), (0.62 * k, 0.3)):
            points = [(start + step * i / 2, y - down + 0.3 * k * sin(radians(90 * i))) for i in range(2 * count + 1)]
            ink.draw(smooth(points), None, blue, pt, cap="butt")


def draw_sun(ink: Ink, x: float, y: float, r: float, k: float) -> None:
    """Draw the sea of the theme's world, faintly, over the lower part of a sun about (x, y); none in little ink."""
    world, lines = ink.theme.frame, Path()
    if world == "harlequin" or ink.low:
        return
    with ink.clip(ellipse(x, y, r)):
        if world == "lacquer":
            colour, ring = ink.palette.red.base, RING_MM * k
            for row in range(int((1 + HORIZON) * r / (0.62 * ring)) + 1):
                up = y + HORIZON * r - row * 0.62 * ring
                for i in range(-int(r / ring) - 1, int(r / ring) + 2):
                    if (i + row) % 2 == 0:
                        lines += arc(x + i * ring, up, ring, 30, 150) + arc(x + i * ring, up, 0.6 * ring, 20, 160)
        else:
            colour, step = ink.palette.blue.base, SWELL_MM * k / 4
            for row in range(int((1 + HORIZON) * r / (1.3 * k)) + 1):
                up, ends = y + HORIZON * r - row * 1.3 * k, int(r / step) + 2
                lines += smooth(
                    [(x + i * step, up + 0.45 * k * cos(radians(90 * (i + row)))) for i in range(-ends, ends + 1)]
                )
        ink.draw(lines, None, mix(colour, ink.palette.plate, 0.5), 0.45)
