"""Backs of themes that are worlds of their own: a cabinet of old lacquer, a beach in August.

They stand in for every game's back, and are the same turned by half as those are. With little ink they are lines on
white: in ink where all of a card has little, in their colours beside full faces.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, hypot, radians, sin
from typing import TYPE_CHECKING

from cardgen.art.backs.field import Extent, paint, twice
from cardgen.art.emblems.burin import shape, sliver
from cardgen.art.tongue import draw_tongue
from cardgen.art.worlds.lacquer import draw_cloud, draw_fret
from cardgen.art.worlds.seaside import draw_rope, draw_shell, draw_waves
from cardgen.pdf.path import Path, compound, ellipse, lozenge, rect, segment
from cardgen.pdf.theme import WHITE, mix

if TYPE_CHECKING:
    from cardgen.pdf.drawing import Size
    from cardgen.pdf.ink import Ink


CABINET_MEDALLION = (15.4, 21.4)


def draw_world(ink: Ink, size: Size, name: str) -> None:
    """Draw the back of a world: lacquer or seaside. Raises KeyError for any other."""
    draw, thin = WORLDS[name], ink.low or ink.theme.engraved

    def scaled(ink: Ink, field: Extent) -> None:
        k = field.k
        with ink.at(0, 0, 0, k):
            draw(ink, Extent(field.half_w / k, field.half_h / k, field.width / k, field.height / k, 1.0), thin)

    paint(ink, size, f"world {name}{' thin' if thin else ''}", WHITE if thin else ink.paper, scaled)


# --- lacquer: waves tone in tone, a key fret in gold, clouds, and the tongue as a dragon would have it


def _lacquer(ink: Ink, field: Extent, thin: bool) -> None:
    palette = ink.palette
    gold = mix(palette.yellow.base, palette.paper, 0.15)
    ground, dark = mix(palette.red.base, palette.ink, 0.12), mix(palette.red.base, palette.ink, 0.32)
    plate, red, edge = palette.ink, palette.red.base, gold
    if thin:
        line = ink.black if ink.low else red
        gold, ground, dark, plate, edge = line, WHITE, line, WHITE, ink.black
        red = WHITE if ink.low else red
    ink.draw(rect(-field.half_w, -field.half_h, 2 * field.half_w, 2 * field.half_h), ground)
    waves: list[Path] = []
    for row in range(int(field.half_h / 3) + 2):
        for i in range(-int(field.half_w / 7.2) - 1, int(field.half_w / 7.2) + 2):
            x, y = i * 7.2 + (3.6 if row % 2 else 0), row * 3.0 + 0.2
            rings = (ellipse(x, y, r, 0.8 * r) for r in ((3.6,) if thin else (3.6, 2.5, 1.4)))
            waves += [Path(ring.segments[:3]) for ring in rings]  # their upper halves
    if not ink.low:
        lines = compound(waves)
        twice(ink, lambda i: i.draw(lines, None, dark, 0.3 if thin else 0.5))
    x, y = field.width / 2, field.height / 2
    if thin:
        frame = [rect(inset - x, inset - y, 2 * (x - inset), 2 * (y - inset)) for inset in (5.4, 10.6)]
        ink.draw(frame[0] + frame[1], WHITE, evenodd=True)
    for inset in (5.4, 10.6):
        ink.draw(rect(inset - x, inset - y, 2 * (x - inset), 2 * (y - inset)), None, gold, 0.5, join="mitre")
    draw_fret(ink, x - 8.0, y - 8.0, 4.05, gold)
    clouds = ((-0.38, 0.68, 1.15), (0.43, 0.78, 0.95), (0.5, 0.48, 1.0), (-0.56, 0.38, 0.9))

    def half(ink: Ink) -> None:
        for u, v, k in clouds:
            draw_cloud(ink, u * (x - 9), v * (y - 9), k, gold, ground)

    twice(ink, half)
    rx, ry = CABINET_MEDALLION
    ink.draw(lozenge(0, 0, rx, ry), plate, gold, 1.1, join="mitre")
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
    draw_tongue(ink, 0, 0, 0.74, red, edge, 0.7)


# --- seaside: deckchair canvas on the slant, the sea at either end, a shell in a ring of rope


def _seaside(ink: Ink, field: Extent, thin: bool) -> None:
    palette = ink.palette
    paper = WHITE if thin else palette.paper
    ink.draw(rect(-field.half_w, -field.half_h, 2 * field.half_w, 2 * field.half_h), paper)
    stripes = (palette.red.base, palette.paper, palette.yellow.base, palette.paper, palette.green.base, palette.paper)
    w, far = 3.6, hypot(field.half_w, field.half_h) + 4
    with ink.at(0, 0, -35):
        for i in range(-int(far / w) - 1, int(far / w) + 2):
            colour = stripes[abs(i) % 6]
            if colour == palette.paper:
                if not ink.low:
                    ink.draw(segment(i * w, -far, i * w, far), None, palette.ink, 0.35)
            elif thin:
                for d in (-0.42, 0.42) if ink.low else (-0.42, -0.2, 0.0, 0.2, 0.42):
                    x = (i + d) * w
                    ink.draw(segment(x, -far, x, far), None, *((ink.black, 0.3) if ink.low else (colour, 0.9)))
            else:
                ink.draw(rect(i * w - w / 2, -far, w, 2 * far), colour)
    top = field.height / 2

    def sea(ink: Ink) -> None:
        deep = mix(palette.blue.base, palette.ink, 0.35)
        rows = ((17.0, palette.green), (11.3, palette.blue), (5.6, None))
        for up, tone in rows:
            water, crest = (deep, palette.blue.tint) if tone is None else (tone.base, tone.tint)
            if thin:
                water, crest = WHITE, ink.black if ink.low else water
            draw_waves(ink, up - top, field.half_w, water, palette.ink, crest)

    twice(ink, sea)
    ink.draw(ellipse(0, 0, 17.2), WHITE if thin else palette.blue.base, palette.ink, 0.9)
    light, shade = palette.sun, paper
    if thin:
        light = shade = ink.black if ink.low else palette.blue.base
    for k in range(36):
        c, s = cos(radians(10 * k)), sin(radians(10 * k))
        ink.draw(sliver((14.9 * c, 14.9 * s), (9.5 * c, 9.5 * s), 0.4 if thin else 0.8), light if k % 2 else shade)
    ink.draw(ellipse(0, 0, 9.0), paper, palette.ink, 0.8)
    draw_rope(ink, 16.2, WHITE if thin else palette.halo, palette.ink)
    twice(ink, lambda i: draw_shell(i, 0, 4.0, 3.5, WHITE if thin else palette.red.tint, palette.ink))
    for side in (1, -1):
        ink.draw(lozenge(side * 6.0, 0, 0.8, 1.1), ink.black if ink.low else palette.red.base)


WORLDS: dict[str, Callable[[Ink, Extent, bool], None]] = {"lacquer": _lacquer, "seaside": _seaside}
