"""The snake: coiled on the sun, its head raised over the coil.

The coil is an Archimedean spiral (r = 5.4 + 8.3 a turn, 1.88 turns) which the tail leaves on a tangent; seven points
lead from its middle up over the coil to the snout. One ribbon runs from snout to tail. The coil is drawn first, then
the neck over it: sides are stroked and the band between them filled, so that no cap shows where the two join.
Signs stand at fixed stations along the whole body, so they go on from one part to the other.
"""

from __future__ import annotations

from functools import cache
from math import cos, hypot, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from cardgen.art.beasts.colours import Coat
from cardgen.art.beasts.marks import Marks, draw_eyes, draw_nostrils, forked, marks
from cardgen.art.ribbon import Ribbon
from cardgen.art.suits import CLUBS
from cardgen.pdf.path import Path, Point, poly

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour

CENTRE = (31.0, 39.6)
INNER_MM, PITCH_MM, TURNS, FROM = 5.4, 8.3, 1.88, -20.0
STATIONS = 16  # a turn
HEAD = [(44.6, 76.2), (42.2, 72.6), (38.9, 67.4), (38, 61.4), (38.8, 55.2), (38.6, 49.6), (37.6, 44.6)]
# Where the tail leaves the spiral: how much further out, and by how many degrees on.
TAIL = ((0.5, -13), (0.6, -26), (1.0, -39), (3.0, -51), (5.6, -58))
WIDTHS = [
    (0, 1.2), (0.012, 2.3), (0.03, 3.35), (0.045, 3.4), (0.065, 2.45), (0.09, 2.6), (0.16, 3.3), (0.3, 3.75),
    (0.6, 3.75), (0.78, 3.0), (0.9, 1.8), (1, 0.25),
]  # fmt: skip
NECK = 0.175  # where the neck, drawn over the coil, ends in it
COIL = 0.145  # where the coil, under the neck, begins
EDGE_PT = 0.95
EYE_AT, EYE_OUT, EYE_MM = 0.033, 2.0, 1.12


class Layer(NamedTuple):
    """One part of the snake: the coil, or the neck that lies over it."""

    sides: Path
    tip: Path
    skin: Path
    shades: tuple[Path, Path]
    marks: Marks


class Snake(NamedTuple):
    """The finished geometry."""

    body: Ribbon
    outline: Path
    tongue: tuple[Path, ...]
    coil: Layer
    neck: Layer


@cache
def snake() -> Snake:
    """Build the snake once."""
    count = int(TURNS * STATIONS)
    coil = [_polar(INNER_MM + PITCH_MM * TURNS * i / count, FROM - 360 * TURNS * i / count) for i in range(count + 1)]
    end_r, end_a = INNER_MM + PITCH_MM * TURNS, FROM - 360 * TURNS
    tail = [_polar(end_r + out, end_a + on) for out, on in TAIL]
    body = Ribbon([*HEAD, *coil, *tail], WIDTHS, samples=12)
    return Snake(body, body.outline(), forked(body), _part(body, COIL, 1), _part(body, 0, NECK))


def _polar(r: float, angle: float) -> Point:
    return CENTRE[0] + r * cos(radians(angle)), CENTRE[1] + r * sin(radians(angle))


def draw_silhouette(ink: Ink, colour: Colour) -> None:
    """Draw the outline alone, for the corners; the turns of the coil stay apart."""
    it = snake()
    for path in (it.outline, *it.tongue):
        ink.draw(path, colour, colour, 0.6)


def draw_snake(ink: Ink, coat: Coat, *, halo: bool = True) -> None:
    """Draw the snake where it lies on a poker card."""
    it = snake()
    if halo:
        ink.halo([it.outline, *it.tongue])
    for path in it.tongue:
        ink.draw(path, coat.edge if ink.low else coat.flesh, coat.edge, 0.5)
    for part in (it.coil, it.neck):
        _draw_part(ink, part, coat)
    _face(ink, it.body, coat)


def _part(body: Ribbon, start: float, end: float) -> Layer:
    """Build one part: its sides, its round end, its skin, and what is on it."""
    head = start == 0
    tip = body.outline(0, 0.1) if head else body.outline(0.95, 1)
    sides = body.side(start, end, 1) + body.side(start, end, -1)
    skin = body.band(0.06, end, -1, 1) if head else body.band(start, 0.985, -1, 1)
    first, last = max(start, 0.06), min(end, 0.985)
    taper = 0.05 if head else 1e-6
    shades = body.shade(first, last, 1, 0.68, taper=taper), body.shade(first, last, -1, 0.68, taper=taper)
    beyond = 0.03 if head else -0.012
    return Layer(sides, tip, skin, shades, _marks(body, first - 0.03, last + beyond))


def _marks(body: Ribbon, first: float, last: float) -> Marks:
    """Give the signs and the dots of a part; what lies half under the neck would look torn, and is left out."""
    stations = [NECK * i / 60 for i in range(61)]
    neck = [(*body.at(u), body.half_width(u)) for u in stations]

    def free(u: float, point: Point) -> bool:
        if not first <= u <= last:
            return False
        beside = 0.9 * body.half_width(u)
        return u < NECK or all(hypot(point[0] - x, point[1] - y) > w + beside for x, y, w in neck)

    return marks(body, CLUBS, 0.09, 0.95, free=free)


def _draw_part(ink: Ink, part: Layer, coat: Coat) -> None:
    ink.draw(part.sides, None, coat.edge, 2 * EDGE_PT, cap="butt")
    ink.draw(part.tip, coat.edge, coat.edge, 2 * EDGE_PT)
    ink.draw(part.skin, coat.skin)
    ink.draw(part.tip, coat.skin)
    if not ink.low:
        for shade in part.shades:
            ink.draw(shade, coat.shade)
    ink.draw(part.marks.signs, None if ink.low else coat.mark, ink.black if ink.low else None, 0.45)
    ink.draw(part.marks.dots, coat.dot)


def _face(ink: Ink, body: Ribbon, coat: Coat) -> None:
    """Set eyes, nostrils and the long lozenge on the crown."""
    draw_eyes(ink, body, coat, EYE_AT, EYE_OUT, EYE_MM)
    draw_nostrils(ink, body, coat, 0.006, 0.7)
    crown = poly([body.at(0.02), body.off(0.045, 1.15), body.at(0.066), body.off(0.045, -1.15)])
    if ink.low:
        ink.draw(crown, None, ink.black, 0.45)
    else:
        ink.draw(crown, coat.mark)
