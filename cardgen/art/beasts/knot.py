"""The pretzel: a snake that has tied itself into a knot, and knows it.

One ribbon from snout to tail: up out of the middle, round by both loops, back through the middle and out over its own
back. It is drawn in stretches, those that lie over others last; sides are stroked and the band between them filled, so
that no cap shows where two stretches join.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from cardgen.art.beasts.colours import Coat
from cardgen.art.beasts.marks import Marks, draw_eyes, draw_nostrils, forked, marks
from cardgen.art.beasts.snake import EDGE_PT
from cardgen.art.ribbon import Ribbon
from cardgen.art.suits import HEARTS
from cardgen.pdf.path import Path, Point, poly

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour

SPINE = [
    (44.6, 75.6), (43.5, 70.8), (41.4, 64.4), (39, 57), (35.1, 47.8), (29.9, 39.2), (25.1, 30.5), (20.4, 21.4),
    (14.8, 20), (11.4, 26.8), (10.9, 38.7), (11.8, 50.5), (16.5, 58.8), (23.8, 60.8), (31.2, 59), (38.6, 60.8),
    (45.7, 58.8), (50.4, 50.5), (51.3, 38.7), (50.5, 26.8), (46.8, 20), (41.2, 21.7), (36.6, 30.5), (31.9, 39.2),
    (27.1, 48), (23.9, 57), (22.1, 64), (21.3, 69), (22.1, 73.2), (24.9, 75.6),
]  # fmt: skip
WIDTHS = [
    (0, 1.3), (0.012, 2.4), (0.027, 3.5), (0.042, 3.6), (0.064, 2.7), (0.1, 3.0), (0.2, 3.9), (0.5, 4.2),
    (0.72, 3.6), (0.86, 2.5), (0.95, 1.3), (1, 0.25),
]  # fmt: skip
EYE_AT, EYE_OUT, EYE_MM = 0.03, 2.15, 1.6


class Stretch(NamedTuple):
    """One stretch of the snake, from station to station, and what lies on it."""

    sides: Path
    skin: Path
    shades: tuple[Path, Path]
    marks: Marks


class Knot(NamedTuple):
    """The finished geometry: stretches in the order in which they are drawn."""

    body: Ribbon
    outline: Path
    tongue: tuple[Path, ...]
    stretches: tuple[Stretch, ...]


def _near(body: Ribbon, point: Point) -> float:
    """Find the station of a spine's point."""
    return min(
        (i / 300 for i in range(301)), key=lambda u: hypot(*(a - b for a, b in zip(body.at(u), point, strict=True)))
    )


@cache
def knot() -> Knot:
    """Build the snake once."""
    body = Ribbon(SPINE, WIDTHS, samples=14)
    low, side, back = _near(body, (22.8, 26.1)), _near(body, (43.1, 60.2)), _near(body, (38.8, 26.1))
    crossed = _near(body, (25.4, 52.4))
    # The bow first, then the loop that comes back under the head's stretch, the tail over the bow, the head's stretch.
    cuts = ((low, side), (side - 0.004, back), (back - 0.004, crossed), (crossed - 0.004, 1.0), (0.0, low + 0.004))
    parts = tuple(_stretch(body, a, b, cuts[i + 1 :]) for i, (a, b) in enumerate(cuts))
    return Knot(body, body.outline(), forked(body, 5.2), parts)


def _stretch(body: Ribbon, start: float, end: float, over: Sequence[tuple[float, float]]) -> Stretch:
    """Build one stretch; what lies partly under those `over` it would look torn, and is left out."""
    sides = body.side(start, end, 1) + body.side(start, end, -1)
    first, last = max(start, 0.05), min(end, 0.985)
    shades = body.shade(first, last, 1, 0.68, taper=1e-6), body.shade(first, last, -1, 0.68, taper=1e-6)
    stations = [a + (b - a) * i / 40 for a, b in over for i in range(41)]
    above = [(v, *body.at(v), body.half_width(v)) for v in stations]

    def free(u: float, point: Point) -> bool:
        if not start <= u <= end:
            return False
        clear = 0.9 * body.half_width(u)
        return all(abs(u - v) < 0.06 or hypot(point[0] - x, point[1] - y) > w + clear for v, x, y, w in above)

    return Stretch(sides, body.band(start, end, -1, 1), shades, marks(body, HEARTS, 0.085, 0.94, free=free))


def draw_silhouette(ink: Ink, colour: Colour) -> None:
    """Draw the outline alone for the corners, thinned so that the knot's eyes stay open."""
    it = knot()
    for stretch in it.stretches:
        ink.draw(stretch.sides, None, ink.paper, 5.0, cap="butt")
        ink.draw(stretch.skin, colour)
    for path in (it.body.outline(0, 0.05), *it.tongue):
        ink.draw(path, colour)


def draw_knot(ink: Ink, coat: Coat, *, halo: bool = True) -> None:
    """Draw the knotted snake where it lies on a poker card."""
    it = knot()
    if halo:
        ink.halo([it.outline, *it.tongue])
    for path in it.tongue:
        ink.draw(path, coat.flesh, coat.edge, 0.5)
    body = it.body
    tip, end = body.outline(0, 0.06), body.outline(0.97, 1)
    for number, stretch in enumerate(it.stretches):
        ink.draw(stretch.sides, None, coat.edge, 2 * EDGE_PT, cap="butt")
        if number == 3:
            ink.draw(end, coat.edge, coat.edge, 2 * EDGE_PT)
        if number == 4:
            ink.draw(tip, coat.edge, coat.edge, 2 * EDGE_PT)
        ink.draw(stretch.skin, coat.skin)
        if not ink.low:
            for shade in stretch.shades:
                ink.draw(shade, coat.shade)
        if number == 3:
            ink.draw(end, coat.skin)
        if number == 4:
            ink.draw(tip, coat.skin)
        ink.draw(stretch.marks.signs, None if ink.low else coat.mark, ink.black if ink.low else None, 0.4)
        ink.draw(stretch.marks.dots, coat.dot)
    crown = poly([body.at(0.02), body.off(0.042, 1.1), body.at(0.062), body.off(0.042, -1.1)])
    ink.draw(crown, None if ink.low else coat.mark, ink.black if ink.low else None, 0.4)
    draw_eyes(ink, body, coat, EYE_AT, EYE_OUT, EYE_MM, (-0.1, -0.42))
    draw_nostrils(ink, body, coat, 0.005, 0.7)
