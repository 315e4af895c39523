"""Letters that follow an oval, by arc length, so that they keep their distance wherever it bends."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from itertools import accumulate, pairwise
from math import atan2, cos, degrees, hypot, radians, sin
from typing import TYPE_CHECKING

from cardgen.pdf.fonts import POINTS_PER_MM, SANS_BOLD, cap_mm, width_mm
from cardgen.pdf.path import lozenge

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour

STEP = 0.5  # degrees


@lru_cache(maxsize=64)
def _along(rx: float, ry: float) -> tuple[float, ...]:
    """Measure an oval from 0 degrees on, step by step, all the way round."""
    points = [(rx * cos(radians(i * STEP)), ry * sin(radians(i * STEP))) for i in range(int(360 / STEP) + 1)]
    return (0.0, *accumulate(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)))


def _angle(rx: float, ry: float, start: float, distance: float) -> float:
    """Give the angle that lies a distance along the oval from a starting angle, both in degrees."""
    along = _along(rx, ry)
    goal = (along[int(start % 360 / STEP)] + distance) % along[-1]
    i = max(1, bisect_left(along, goal))
    return (i - 1 + (goal - along[i - 1]) / (along[i] - along[i - 1])) * STEP


def draw_on_oval(
    ink: Ink, text: str, rx: float, ry: float, colour: Colour, *, size_pt: float, track: float, inside: bool = False
) -> None:
    """Set a text over the top of an oval about the origin, or, `inside`, along its foot, to be read upright.

    `♦` is drawn as a lozenge. `track` is in thousandths of the size.
    """
    middle, way = (270.0, 1) if inside else (90.0, -1)
    high = cap_mm(SANS_BOLD, size_pt)
    en = width_mm("n", SANS_BOLD, size_pt)
    known = {" ": 0.62 * en, "♦": en}
    widths = [known.get(sign) or width_mm(sign, SANS_BOLD, size_pt) for sign in text]
    step = track * size_pt / 1000 / POINTS_PER_MM
    here = -(sum(widths) + step * (len(text) - 1)) / 2
    for sign, width in zip(text, widths, strict=True):
        angle = radians(_angle(rx, ry, middle, way * (here + width / 2)))
        turn = degrees(atan2(sin(angle) / ry, cos(angle) / rx)) + (90 if inside else -90)
        with ink.at(rx * cos(angle), ry * sin(angle), turn):
            if sign == "♦":
                ink.draw(lozenge(0, high / 2, 0.6, 0.85), colour)
            elif sign != " ":
                ink.text(0, 0, sign, SANS_BOLD, size_pt, colour, "centre")
        here += width + step
