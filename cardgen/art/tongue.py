"""The forked tongue, the house's sign for a lie: an S with a fork at either end, the same when turned by 180 degrees.

It is one outline. The S is a curve that swings out once to either side and comes to rest in the necks; its edges run at
a distance that narrows towards them, and go on, without a bend, into the prongs. Large ones have a groove.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import exp, hypot
from typing import TYPE_CHECKING

from cardgen.pdf.path import Path, Point, Segment, smooth
from cardgen.pdf.theme import mix

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour

HEIGHT = 36.0
NECK = 9.8  # above the centre, where the edges become prongs
SWING, REACH = 1.05, 6.9  # how far the S swings out, and how far up it does so
RIGHT_TIP, LEFT_TIP, CROTCH = (4.6, 18.0), (-3.9, 17.2), (0.65, 12.9)
GROOVE = 8  # how far from the centre the groove along a tongue reaches
_STEPS = 12
_TINY = 1e-4


def _spine(y: float) -> float:
    return SWING * y * exp(-((y / REACH) ** 2))


def _edge(side: int) -> Callable[[float], Point]:
    """Give the edge at the right (side 1) or at the left (-1) of the S, by its height."""

    def at(y: float) -> Point:
        lean = (_spine(y + _TINY) - _spine(y - _TINY)) / (2 * _TINY)
        half = 2.55 - 1.2 * (y / NECK) ** 2
        n = hypot(1, lean)
        return _spine(y) + side * half / n, y - side * half * lean / n

    return at


def _rate(at: Callable[[float], Point], y: float) -> Point:
    (x0, y0), (x1, y1) = at(y - _TINY), at(y + _TINY)
    return (x1 - x0) / (2 * _TINY), (y1 - y0) / (2 * _TINY)


def _along(at: Callable[[float], Point], start: float, end: float) -> list[Segment]:
    """Follow an edge as cubics that have its true direction at both ends."""
    out: list[Segment] = []
    step = (end - start) / _STEPS
    for number in range(_STEPS):
        y = start + number * step
        here, there, heading, after = at(y), at(y + step), _rate(at, y), _rate(at, y + step)
        one = here[0] + heading[0] * step / 3, here[1] + heading[1] * step / 3
        two = there[0] - after[0] * step / 3, there[1] - after[1] * step / 3
        out.append(("C", *one, *two, *there))
    return out


@cache
def tongue() -> tuple[Path, ...]:
    """Give the tongue about the origin, upright, 36 high."""
    right, left = _edge(1), _edge(-1)
    (rx, ry), (lx, ly) = right(NECK), left(NECK)
    (rdx, rdy), (ldx, ldy) = _rate(right, NECK), _rate(left, NECK)
    (tx, ty), (sx, sy), (cx, cy) = RIGHT_TIP, LEFT_TIP, CROTCH
    half: list[Segment] = [
        *_along(right, 0, NECK),
        ("C", rx + rdx * 2.2, ry + rdy * 2.2, tx - 2.6, ty - 2.4, tx, ty),
        ("C", tx - 2.4, ty - 1.2, cx + 0.5, cy + 2.6, cx, cy),
        ("C", cx - 0.3, cy + 2.4, sx + 2.2, sy - 0.8, sx, sy),
        ("C", sx + 2.2, sy - 1.9, lx + ldx * 1.9, ly + ldy * 1.9, lx, ly),
        *_along(left, NECK, 0),
    ]
    turned: list[Segment] = [(verb, *(-float(number) for number in numbers)) for verb, *numbers in half]
    return (Path([("M", *right(0)), *half, *turned, ("Z",)]),)


def draw_tongue(
    ink: Ink, x: float, y: float, scale: float, fill: Colour, edge: Colour | None = None, edge_pt: float = 0.7
) -> None:
    """Draw the tongue about (x, y), with an outline where `edge` is given."""
    parts = [part.at(x, y, scale) for part in tongue()]
    if edge is None:
        for part in parts:
            ink.draw(part, fill)
    else:
        ink.sticker(parts, fill, edge, edge_pt)
        groove = smooth([(_spine(v) * scale + x, v * scale + y) for v in range(-GROOVE, GROOVE + 1)])
        ink.draw(groove, None, edge if ink.low else mix(fill, ink.black, 0.45), edge_pt)
