"""Backs of themes that are worlds of their own: a cabinet of old lacquer, a beach in August.

They stand in for every game's back, and are the same turned by half as those are.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import cos, hypot, radians, sin
from typing import TYPE_CHECKING

from cardgen.art.backs.field import Field, paint, twice
from cardgen.art.emblems.burin import curve, shape, sliver
from cardgen.art.tongue import draw_tongue
from cardgen.pdf.path import POINTS_PER_MM, Path, ellipse, lozenge, poly, rect, segment
from cardgen.pdf.theme import Colour, mix

if TYPE_CHECKING:
    from cardgen.decks.model import Size
    from cardgen.pdf.ink import Ink


def draw_world(ink: Ink, size: Size, name: str) -> None:
    """Draw the back of a world: lacquer or seaside. Raises KeyError for any other."""
    draw = WORLDS[name]

    def scaled(ink: Ink, field: Field) -> None:
        k = field.k
        with ink.at(0, 0, 0, k):
            draw(ink, Field(field.half_w / k, field.half_h / k, field.width / k, field.height / k, 1.0))

    paint(ink, size, f"world {name}", ink.paper, scaled)


# --- lacquer: waves tone in tone, a key fret in gold, clouds, and the tongue as a dragon would have it


def _lacquer(ink: Ink, field: Field) -> None:
    palette = ink.palette
    gold = mix(palette.yellow.base, palette.paper, 0.15)
    ground, dark = mix(palette.red.base, palette.ink, 0.12), mix(palette.red.base, palette.ink, 0.32)
    ink.draw(rect(-field.half_w, -field.half_h, 2 * field.half_w, 2 * field.half_h), ground)
    waves: list[Path] = []
    for row in range(int(field.half_h / 3) + 2):
        for i in range(-int(field.half_w / 7.2) - 1, int(field.half_w / 7.2) + 2):
            x, y = i * 7.2 + (3.6 if row % 2 else 0), row * 3.0 + 0.2
            for r in (3.6, 2.5, 1.4):
                arc = [(x + r * cos(radians(a)), y + r * 0.8 * sin(radians(a))) for a in range(0, 181, 30)]
                waves.append(curve(" ".join(f"{u:.2f},{v:.2f}" for u, v in arc)))
    lines = Path([part for wave in waves for part in wave.segments])
    twice(ink, lambda i: i.draw(lines, None, dark, 0.5))
    x, y = field.width / 2, field.height / 2
    for inset in (5.4, 10.6):
        ink.draw(rect(inset - x, inset - y, 2 * (x - inset), 2 * (y - inset)), None, gold, 0.5, join="mitre")
    _fret(ink, x - 8.0, y - 8.0, 4.05, gold)
    clouds = ((-0.38, 0.68, 1.15), (0.43, 0.78, 0.95), (0.5, 0.48, 1.0), (-0.56, 0.38, 0.9))

    def half(ink: Ink) -> None:
        for u, v, k in clouds:
            _cloud(ink, u * (x - 9), v * (y - 9), k, gold, ground)

    twice(ink, half)
    rx, ry = 15.4, 21.4
    ink.draw(lozenge(0, 0, rx, ry), palette.ink, gold, 1.1, join="mitre")
    ink.draw(lozenge(0, 0, 13.6, 18.9), None, gold, 0.45, join="mitre")
    tips = ((rx, 0.0), (0.0, ry), (-rx, 0.0), (0.0, -ry))
    for k in range(4):
        (ax, ay), (bx, by) = tips[k], tips[(k + 1) % 4]
        for t in range(1, 8):
            ink.draw(ellipse((ax + (bx - ax) * t / 8) * 0.942, (ay + (by - ay) * t / 8) * 0.942, 0.34), gold)

    def flames(ink: Ink) -> None:
        ink.draw(shape("4.2,-1.5! 6.6,0.4 6.8,3.2! 5.6,2.2 5.0,3.9! 4.4,1.8 3.0,1.6! 4.0,0.4"), gold)
        ink.draw(shape("4.0,-3.2! 6.4,-3.4 8.6,-1.4! 6.8,-1.6 5.4,-1.8"), gold)

    twice(ink, flames)
    draw_tongue(ink, 0, 0, 0.74, palette.red.base, gold, 0.7)


def _fret(ink: Ink, x: float, y: float, cell: float, colour: Colour) -> None:
    """Draw a key fret along a rectangle about the origin, one hook a cell, each side the same from either end."""
    c = cell
    hook = Path().move(-c * 0.5, -c * 0.36).line(-c * 0.32, -c * 0.36, -c * 0.32, c * 0.36, c * 0.36, c * 0.36)
    hook = hook.line(c * 0.36, -c * 0.1, 0.02 * c, -c * 0.1, 0.02 * c, c * 0.1)
    hook += segment(c * 0.36, -c * 0.36, -c * 0.14, -c * 0.36) + segment(c * 0.5, -c * 0.36, c * 0.36, -c * 0.36)
    n, m = round(2 * x / cell), round(2 * y / cell)
    hooks = [hook.at(-x + 2 * x * i / n, y) for i in range(1, n)]
    hooks += [hook.at(x, -y + 2 * y * j / m, turn=-90) for j in range(1, m)]
    path = Path([part for one in hooks for part in one.segments])
    twice(ink, lambda i: i.draw(path, None, colour, 0.65, cap="square", join="mitre"))
    for u, v in ((x, y), (x, -y), (-x, y), (-x, -y)):
        ink.draw(rect(u - c * 0.36, v - c * 0.36, c * 0.72, c * 0.72), None, colour, 0.65, join="mitre")
        ink.draw(lozenge(u, v, c * 0.2, c * 0.2), colour)


def _cloud(ink: Ink, x: float, y: float, k: float, line: Colour, fill: Colour) -> None:
    puff = (
        "-6,0! -5.2,1.5 -3.4,1.3 -2.6,2.9 -0.6,2.9 0.3,1.9 1.8,2.6 3.2,1.5 3.2,0.6 4.8,0.9 6,0! 3,-0.5 0,-0.7 -3,-0.5"
    )
    ink.draw(shape(puff).at(x, y, k), fill, line, 0.8)
    for u, v, r in ((-3.6, 0.5, 0.7), (-0.9, 1.5, 0.9), (1.7, 1.2, 0.75)):
        curl = f"{u - r},{v} {u},{v + r * 0.9} {u + r},{v} {u + r * 0.2},{v - r * 0.7} {u - r * 0.3},{v - 0.1}"
        ink.draw(curve(curl).at(x, y, k), None, line, 0.5)


# --- seaside: deckchair canvas on the slant, the sea at either end, a shell in a ring of rope


def _seaside(ink: Ink, field: Field) -> None:
    palette = ink.palette
    ink.draw(rect(-field.half_w, -field.half_h, 2 * field.half_w, 2 * field.half_h), palette.paper)
    stripes = (palette.red.base, palette.paper, palette.yellow.base, palette.paper, palette.green.base, palette.paper)
    w, far = 3.6, hypot(field.half_w, field.half_h) + 4
    with ink.at(0, 0, -35):
        for i in range(-int(far / w) - 1, int(far / w) + 2):
            colour = stripes[abs(i) % 6]
            if colour == palette.paper:
                ink.draw(segment(i * w, -far, i * w, far), None, palette.ink, 0.35)
            else:
                ink.draw(rect(i * w - w / 2, -far, w, 2 * far), colour)
    top = field.height / 2

    def sea(ink: Ink) -> None:
        deep = mix(palette.blue.base, palette.ink, 0.35)
        rows = ((17.0, palette.green), (11.3, palette.blue), (5.6, None))
        for up, tone in rows:
            crest = palette.blue.tint if tone is None else tone.tint
            _waves(ink, up - top, field.half_w, deep if tone is None else tone.base, palette.ink, crest)

    twice(ink, sea)
    ink.draw(ellipse(0, 0, 17.2), palette.blue.base, palette.ink, 0.9)
    for k in range(36):
        c, s = cos(radians(10 * k)), sin(radians(10 * k))
        ink.draw(sliver((14.9 * c, 14.9 * s), (9.5 * c, 9.5 * s), 0.8), palette.sun if k % 2 else palette.paper)
    ink.draw(ellipse(0, 0, 9.0), palette.paper, palette.ink, 0.8)
    _rope(ink, 16.2, palette.halo, palette.ink)
    twice(ink, lambda i: _shell(i, 0, 4.0, 3.5, palette.red.tint, palette.ink))
    for side in (1, -1):
        ink.draw(lozenge(side * 6.0, 0, 0.8, 1.1), palette.red.base)


def _waves(ink: Ink, y: float, half_w: float, colour: Colour, line: Colour, crest: Colour) -> None:
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


def _rope(ink: Ink, r: float, ground: Colour, line: Colour, wide: float = 1.5) -> None:
    """Draw a ring of rope, its strands on the slant."""
    ink.draw(ellipse(0, 0, r), None, line, (wide + 0.5) * POINTS_PER_MM)
    ink.draw(ellipse(0, 0, r), None, ground, wide * POINTS_PER_MM)
    strands = Path()
    for k in range(120):
        a, b = radians(3 * k), radians(3 * k + 2.6)
        near, away = r - wide / 2, r + wide / 2
        strands += segment(near * cos(a), near * sin(a), away * cos(b), away * sin(b))
    ink.draw(strands, None, line, 0.5, cap="butt")


def _shell(ink: Ink, x: float, y: float, r: float, fill: Colour, line: Colour) -> None:
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


WORLDS: dict[str, Callable[[Ink, Field], None]] = {"lacquer": _lacquer, "seaside": _seaside}
