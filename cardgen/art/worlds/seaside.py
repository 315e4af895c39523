"""The seaside: curling waves, rope, shells, bathing huts."""

from __future__ import annotations

from itertools import pairwise
from math import cos, radians, sin
from typing import TYPE_CHECKING

from cardgen.art.emblems.burin import curve
from cardgen.pdf.path import POINTS_PER_MM, Path, ellipse, poly, rect, segment

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour


def draw_waves(ink: Ink, y: float, half_w: float, colour: Colour, line: Colour, crest: Colour) -> None:
    """Draw a row of curling crests over a flat sea."""
    long, tall = 8.4, 2.6
    n, start = int(2 * half_w / long) + 3, -half_w - long
    sea, light = Path().move(start, y - 40).line(start, y), Path()
    for i in range(n):
        x = start + i * long
        sea = sea.curve(x + long * 0.35, y, x + long * 0.35, y + tall, x + long * 0.72, y + tall)
        sea = sea.curve(
            x + long * 1.02, y + tall, x + long * 1.05, y + tall * 0.35, x + long * 0.78, y + tall * 0.45,
            x + long * 0.66, y + tall * 0.5, x + long * 0.72, y + tall * 0.86, x + long * 0.86, y + tall * 0.72,
            x + long * 0.9, y + tall * 0.2, x + long * 0.95, y, x + long, y,
        )  # fmt: skip
        glint = f"{x + long * 0.1},{y - 0.5} {x + long * 0.42},{y + tall * 0.45} {x + long * 0.6},{y + tall * 0.66}"
        light += curve(glint)
    ink.draw(sea.line(start + n * long, y - 40).close(), colour, line, 0.8)
    ink.draw(light, None, crest, 0.6)


def draw_rope(ink: Ink, r: float, ground: Colour, line: Colour, wide: float = 1.5) -> None:
    """Draw a ring of rope, its strands on the slant."""
    ink.draw(ellipse(0, 0, r), None, line, (wide + 0.5) * POINTS_PER_MM)
    ink.draw(ellipse(0, 0, r), None, ground, wide * POINTS_PER_MM)
    strands = Path()
    for k in range(120):
        a, b = radians(3 * k), radians(3 * k + 2.6)
        near, away = r - wide / 2, r + wide / 2
        strands += segment(near * cos(a), near * sin(a), away * cos(b), away * sin(b))
    ink.draw(strands, None, line, 0.5, cap="butt")


def draw_shell(ink: Ink, x: float, y: float, r: float, fill: Colour, line: Colour) -> None:
    """Draw a scallop shell about (x, y), its hinge down."""
    points = [(r * 1.05 * cos(radians(a)), r * 0.15 + r * 0.95 * sin(radians(a))) for a in range(200, -21, -20)]
    fan = Path().move(-0.3 * r, -0.95 * r).line(*points[0])
    for (a, b), (c, d) in pairwise(points):
        u, v = (a + c) / 2 * 1.14, (b + d) / 2 * 1.14
        fan = fan.curve(a + (u - a) * 0.7, b + (v - b) * 0.7, c + (u - c) * 0.7, d + (v - d) * 0.7, c, d)
    with ink.at(x, y):
        ink.draw(fan.line(0.3 * r, -0.95 * r).close(), fill, line, 0.7)
        for a, b in points[1:-1]:
            ink.draw(segment(0.12 * a, -0.85 * r, a * 0.92, b * 0.92), None, line, 0.45)
        foot = [(-0.55 * r, -0.8 * r), (0.55 * r, -0.8 * r), (0.35 * r, -1.1 * r), (-0.35 * r, -1.1 * r)]
        ink.draw(poly(foot), fill, line, 0.6)


def draw_hut(ink: Ink, x: float, foot: float, wide: float, colour: Colour, pale: Colour, line: Colour) -> None:
    """Draw a bathing hut in stripes, `wide` millimetres broad, its door on the beach at (x, foot)."""
    high, half = wide * 1.15, wide / 2
    ink.draw(rect(x - half, foot, wide, high), pale, line, 0.6)
    for i in range(0, 7, 2):
        ink.draw(rect(x - half + i * wide / 7, foot, wide / 7, high), colour)
    ink.draw(rect(x - half, foot, wide, high), None, line, 0.6)
    ink.draw(
        poly([(x - half * 1.2, foot + high), (x, foot + high * 1.62), (x + half * 1.2, foot + high)]), colour, line, 0.6
    )
    ink.draw(rect(x - wide * 0.17, foot, wide * 0.34, high * 0.62), line)
    ink.draw(ellipse(x, foot + high * 1.2, wide * 0.09), pale, line, 0.3)
