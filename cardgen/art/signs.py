"""The house's signs: an eye, a mouth with two tongues, a forked tongue, a poker chip."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import cos, exp, hypot, radians, sin
from typing import TYPE_CHECKING

from cardgen.art.emblems.burin import curve, shape, sliver
from cardgen.art.ribbon import Ribbon
from cardgen.pdf.path import Outline, Point, Segment, arc, ellipse, segment, smooth
from cardgen.pdf.theme import mix

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour


HALF_WIDTH = 5.0
_ALMOND = Outline().move(-5, 0).curve(-2.6, 3.9, 2.6, 3.9, 5, 0).curve(2.6, -3.9, -2.6, -3.9, -5, 0).close()


def draw_eye(ink: Ink, x: float, y: float, scale: float, white: Colour, iris: Colour) -> None:
    """Draw an eye about (x, y), 10 wide at scale 1; the same turned by 180 degrees."""
    almond, line = _ALMOND.at(x, y, scale), min(1.0, scale)
    ink.draw(almond, white)
    with ink.clip(almond):
        ink.draw(ellipse(x, y, 2.35 * scale), iris, ink.black, 0.6 * line)
    ink.draw(ellipse(x, y, 1.15 * scale), ink.black)
    # On a pale iris a glint at the pupil's edge would only bite a piece out of it.
    out, r = (0.42, 0.26) if ink.low else (0.95, 0.42)
    for side in (1, -1):
        ink.draw(ellipse(x + side * out * scale, y + side * out * scale, r * scale), white)
    ink.draw(almond, None, ink.black, 0.9 * line)


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
def tongue() -> tuple[Outline, ...]:
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
    return (Outline([("M", *right(0)), *half, *turned, ("Z",)]),)


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


LIPS = shape("-12.6,0! -9.6,2.7 -6.2,5.3 -3.0,6.4 0,5.3 3.0,6.4 6.2,5.3 9.6,2.7 12.6,0! "
             "9.6,-2.7 6.2,-5.3 3.0,-6.4 0,-5.3 -3.0,-6.4 -6.2,-5.3 -9.6,-2.7")  # fmt: skip
OPEN = shape("-9.9,0! -6.0,2.1 -2.8,3.0 0,2.6 2.8,3.0 6.0,2.1 9.9,0! 6.0,-2.1 2.8,-3.0 0,-2.6 -2.8,-3.0 -6.0,-2.1")
TEETH = shape("-10.2,0! -6.0,2.5 -2.8,3.4 0,3.0 2.8,3.4 6.0,2.5 10.2,0! 5.8,0.55 2.8,1.05 0,1.1 -2.8,1.05 -5.8,0.55")
GAPS = (-7.4, -5.6, -3.8, 3.8, 5.6, 7.4)
SHINE = curve("-9.6,1.7 -7.4,3.5 -5.2,4.7") + curve("5.6,4.3 7.2,3.3 8.4,2.3")
SPINE = [
    (0.5, 12.2), (2.1, 9.2), (2.9, 6.0), (2.0, 2.6), (0.0, 0.0), (-2.0, -2.6), (-2.9, -6.0), (-2.1, -9.2),
    (-0.5, -12.2),
]  # fmt: skip
WIDTHS = [(0, 1.1), (0.16, 1.75), (0.34, 2.5), (0.5, 2.35), (0.66, 2.5), (0.84, 1.75), (1, 1.1)]
PRONG = [(0, 1.0), (0.35, 0.86), (1, 0.05)]
PRONGS = (
    [(1.2, 10.9), (0.6, 12.9), (1.1, 15.2), (2.9, 17.8)],
    [(1.2, 10.9), (0.0, 12.8), (-1.9, 14.3), (-4.3, 14.9)],
)
RAYS, NEAR = 60, (14.0, 9.6)


@cache
def mouth_tongue() -> tuple[Outline, ...]:
    """Give the tongue about the centre: its body, and two prongs at either end."""
    prongs = [Ribbon(way, PRONG).outline(step_mm=1) for way in PRONGS]
    return Ribbon(SPINE, WIDTHS).outline(step_mm=1.4), *prongs, *(prong.at(turn=180) for prong in prongs)


def draw_mouth(ink: Ink, scale: float, ground: Colour, lips: Colour, licking: Colour, edge: Colour) -> None:
    """Draw the mouth about the origin, the same turned by 180 degrees; `edge` goes round lips and tongue.

    The `ground` lifts it off its rays.
    """
    with ink.at(0, 0, 0, scale):
        ink.halo([LIPS, *mouth_tongue()], ground, 2.0)
        ink.draw(LIPS, lips, edge, 0.8)
        ink.draw(OPEN, ink.paper if ink.low else ink.black)
        gaps = sum((segment(x, 4, x, 0) for x in GAPS), Outline())
        with ink.clip(OPEN):
            for turn in (0, 180):
                with ink.at(0, 0, turn):
                    ink.draw(TEETH, ink.paper, ink.black, 0.5)
                    ink.draw(gaps, None, ink.black, 0.4)
        ink.draw(OPEN, None, edge, 0.6)
        for turn in (0, 180):
            with ink.at(0, 0, turn):
                ink.draw(SHINE, None, edge, 0.7)
        ink.sticker(mouth_tongue(), licking, edge, 0.8)
        ink.draw(Ribbon(SPINE, WIDTHS).side(0.08, 0.92, 0), None, edge, 0.7)


def draw_rays(ink: Ink, half_w: float, half_h: float, colour: Colour) -> None:
    """Draw rays from round the mouth to the edges of a lozenge about the origin, of this half width and half height."""
    rays, thick = Outline(), 0.2 if ink.low else 0.5
    k = min(half_w / 15.0, half_h / 25.2)
    for i in range(RAYS):
        c, s = cos(radians((i + 0.5) * 360 / RAYS)), sin(radians((i + 0.5) * 360 / RAYS))
        near = k / hypot(c / NEAR[0], s / NEAR[1]) * (1.0 if i % 2 else 1.12)
        far = 1 / (abs(c) / half_w + abs(s) / half_h)
        if far > near + 0.8:
            rays += sliver((far * c, far * s), (near * c, near * s), thick * k)
    ink.draw(rays, colour)


def draw_chip(
    ink: Ink, x: float, y: float, r: float, body: Colour, blocks: Colour, count: int = 8, *, inner: bool = True
) -> None:
    """Draw a chip of radius r about (x, y), with `count` blocks; the ring inside unless `inner` is false."""
    ink.draw(ellipse(x, y, r), body, ink.black, 0.8)
    ink.draw(blocks_path(x, y, r, 0.76, count), blocks)
    ink.draw(ellipse(x, y, r), None, ink.black, 0.8)
    if inner:
        ink.draw(ellipse(x, y, r * 0.7), body, blocks, 0.6)


def blocks_path(x: float, y: float, r: float, inner: float, count: int) -> Outline:
    """Draw the blocks of a rim, from `inner` (a share of r) to the edge, each somewhat narrower than its gap."""
    path = Outline()
    for i in range(count):
        start, end = 360 / count * (i - 0.22), 360 / count * (i + 0.22)
        path += arc(x, y, r, start, end).joined(arc(x, y, r * inner, end, start)).close()
    return path
