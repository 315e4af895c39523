"""What backs are painted on, and what takes the place of a game's back: a world's back, or an engraving."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from math import cos, hypot, radians, sin
from typing import NamedTuple

from cardgen.art.beasts.lizards import draw_lizard
from cardgen.art.beasts.panel import coat
from cardgen.art.emblems.burin import shape, sliver
from cardgen.art.shapes import CIRCLE, CLUBS, HEART, HEARTS, SHAPE_PATHS, SPADES, TRIANGLE, draw_suit
from cardgen.art.signs import (
    HEIGHT,
    blocks_path,
    draw_cloud,
    draw_eye,
    draw_fret,
    draw_mouth,
    draw_rays,
    draw_rope,
    draw_shell,
    draw_tongue,
    draw_waves,
)
from cardgen.pdf.ink import Ink, Size
from cardgen.pdf.path import POINTS_PER_MM, Outline, arc, compound, ellipse, lozenge, poly, rect, segment
from cardgen.pdf.theme import WHITE, Colour, mix


class Extent(NamedTuple):
    """A back's extent from the card's centre in millimetres, bleed included, and the scale of its motifs."""

    half_w: float
    half_h: float
    width: float
    height: float
    k: float


def paint(ink: Ink, size: Size, name: str, ground: Colour, draw: Callable[[Ink, Extent], None]) -> None:
    """Paint a back under a name of its own; `draw` gets the ink with the origin in the card's centre."""
    bleed, w, h = size.bleed_mm, size.width_mm, size.height_mm
    field = Extent(w / 2 + bleed, h / 2 + bleed, w, h, size.scale)

    def whole(ink: Ink) -> None:
        with ink.clip(size.ground):
            ink.draw(size.ground, ink.paper if ink.low else ground)
            with ink.at(w / 2, h / 2):
                draw(ink, field)

    with ink.on_white() if ground == WHITE else nullcontext():
        ink.form(("back", name, w, h, bleed), whole, (-bleed, -bleed, w + bleed, h + bleed))


def twice(ink: Ink, draw: Callable[[Ink], None]) -> None:
    """Draw something and its half turn about the origin."""
    draw(ink)
    with ink.at(0, 0, 180):
        draw(ink)


STEP = (11.906, 9.186)  # from knot to knot, across and up
RING_MM, LOZENGE_SLANT = 5.3, 1.4
MEDALLION = (15.9, 22.26)  # the third ring
LOZENGE_ACROSS, NET_SLANT = 6, 1.68  # lozenges of the harlequin across a card, and how much taller than wide one is


def net(width: float, height: float) -> tuple[float, float, float]:
    """Give the half width and the half height of a harlequin lozenge on a card, and how many high its medallion is.

    That is three, or as much less as keeps its tips 4 mm off the cuts.
    """
    down = max(3, round(height / (width / LOZENGE_ACROSS * NET_SLANT)))
    across, up = width / LOZENGE_ACROSS / 2, height / down / 2
    return across, up, min(3.0, (width / 2 - 4) / across, (height / 2 - 4) / up)


def scale(r: float) -> Outline:
    """Draw a scale as wide as 2 r that points up from the origin."""
    side = Outline().move(-r, 0).curve(-r, r * 0.95, -r * 0.35, r * 1.25, 0, r * 1.75)
    return side.curve(r * 0.35, r * 1.25, r, r * 0.95, r, 0).line(r, -r, -r, -r).close()


def draw_small_lizard(ink: Ink, k: float, as_if: float | None = None) -> None:
    """Draw the lizard of the medallion about the origin, `k` times as large as on a poker card; it is stored once."""

    def small(ink: Ink) -> None:
        # So small, lines as thin as the figure's would be lost.
        with ink.weighing(1.8), ink.at(0, 0, 0, 0.315 * k), ink.at(-33.2, -45.2):
            draw_lizard(ink, coat(ink, CLUBS), halo=False)

    across, high = 8.0 * k, 13.0 * k
    ink.form(("small lizard", k), small, (-across, -high, across, high), as_if=as_if)


def draw_medallion(ink: Ink, k: float) -> None:
    """Draw the lozenge with two hearts and two spades about the origin, `k` times as large as on a poker card."""
    rx, ry = MEDALLION[0] * k, MEDALLION[1] * k
    if ink.low:
        ink.draw(lozenge(0, 0, rx + 0.8 * k, ry + 1.12 * k), ink.paper)
    ink.draw(lozenge(0, 0, rx, ry), ink.paper, ink.black, 1.0, join="mitre")
    ink.draw(lozenge(0, 0, rx - 1.3 * k, ry - 1.82 * k), None, ink.black, 0.45, join="mitre")
    outline = 0.6 if ink.low else 0
    red = ink.palette.red.base
    for suit, x, y, turn in ((HEARTS, 0, 6.1, 0), (HEARTS, 0, -6.1, 180), (SPADES, -6.3, 0, 90), (SPADES, 6.3, 0, -90)):
        draw_suit(ink, suit, x * k, y * k, 7.2 * k, turn=turn, outline_pt=outline)
    ink.draw(lozenge(0, 0, 1.1 * k, 1.54 * k), ink.black)
    for side in (1, -1):
        ink.draw(lozenge(0, side * 13.4 * k, 0.9 * k, 1.35 * k), ink.black)
        ink.draw(lozenge(side * 11.5 * k, 0, 0.8 * k, 1.2 * k), ink.black if ink.low else red)


def draw_engraved(ink: Ink, size: Size, name: str) -> None:
    """Draw the back of this name (harlequin, scales, weave, split or chips) as an engraving."""

    def scaled(ink: Ink, field: Extent) -> None:
        k = field.k
        with ink.at(0, 0, 0, k):
            _BACKS[name](ink, Extent(field.half_w / k, field.half_h / k, field.width / k, field.height / k, 1.0))

    paint(ink, size, f"engraved {name}", WHITE, scaled)


def _milled(ink: Ink, rim: Outline, half: Outline) -> None:
    """Mill a rim like a coin's; half of it is drawn and turned, so that the dashes are the same from either end."""
    with ink.clip(rim):
        twice(ink, lambda i: i.draw(half, None, i.black, 2 * POINTS_PER_MM, dash=(0.7, 1.9), join="bevel", cap="butt"))


def _harlequin(ink: Ink, field: Extent) -> None:
    w, h, middle = net(field.width, field.height)
    red, black = ink.palette.red.base, ink.black
    columns, rows = int(field.half_w / w) + 1, int(field.half_h / h) + 1
    studs: list[Outline] = []
    for j in range(-rows, rows + 1):
        for i in range(-columns, columns + 1):
            x, y, off = i * w, j * h, abs(i) + abs(j)
            if (i + j) % 2:
                if off > middle - 0.1:
                    studs.append(ellipse(x, y, 0.6))
                continue
            if off < middle - 0.5:
                continue
            colour = black if j % 2 else red
            # Lozenges within lozenges thin out towards a white heart: a facet, not a tint.
            lines = ((0.55, 0.45), (1.35, 0.3)) if j % 2 else ((0.55, 0.7), (1.35, 0.5), (1.95, 0.4), (2.5, 0.3))
            for inset, pt in lines:
                ink.draw(lozenge(x, y, w - inset, h - inset * h / w), None, colour, pt, join="mitre")
            heart = 1.55 if j % 2 else 0.85
            ink.draw(lozenge(x, y, heart, heart * h / w), colour)
            if j % 2:
                ink.draw(lozenge(x, y, 0.9, 0.9 * h / w), None, WHITE, 0.4, join="mitre")
    for stud in studs:  # over all tips, whichever row came first
        ink.draw(stud, ink.palette.yellow.base, black, 0.35)
    rx, ry = middle * w, middle * h
    ink.draw(lozenge(0, 0, rx, ry), WHITE, black, 1.0, join="mitre")
    _milled(ink, lozenge(0, 0, rx, ry), poly([(0, ry), (rx, 0), (0, -ry)], closed=False))
    for inset, pt, colour in ((1.35, 0.4, black), (2.0, 0.6, ink.palette.yellow.base)):
        ink.draw(lozenge(0, 0, rx - inset, ry - inset * h / w), None, colour, pt, join="mitre")
    draw_rays(ink, rx - 3.0, ry - 3.0 * h / w, ink.palette.yellow.base)
    draw_mouth(ink, min(2 * ry * 0.62 / HEIGHT, 0.86), WHITE, red, ink.palette.red.tint, black)


def _scales(ink: Ink, field: Extent) -> None:

    green, r = ink.palette.green, field.width / 12
    outer, columns = scale(r), int(field.half_w / (2 * r)) + 2

    def half(ink: Ink) -> None:
        with ink.clip(rect(-field.half_w - 1, 0, 2 * field.half_w + 2, field.half_h + 1)):
            for row in range(int(field.half_h / (r * 0.95)) + 1, -1, -1):
                for i in range(-columns, columns + 1):
                    x, y = i * 2 * r + (r if row % 2 else 0.0), row * r * 0.95
                    ink.draw(outer.at(x, y), WHITE, green.base, 0.7)
                    for d in (-0.62, -0.36, 0.36, 0.62):
                        p = (x + d * r, y + (1.04 - 0.62 * abs(d)) * r)
                        ink.draw(sliver(p, (x + d * 0.62 * r, y + 0.42 * r), 0.34), green.base)
                    ink.draw(lozenge(x, y + r * 1.02, 0.5, 0.95), ink.palette.yellow.base, green.shade, 0.35)

    def lizard(ink: Ink) -> None:
        with ink.at(-7.55, 0.1, -9):
            draw_small_lizard(ink, 1.0)

    twice(ink, half)
    ink.draw(ellipse(0, 0, 17.4), WHITE, ink.black, 0.9)
    _milled(ink, ellipse(0, 0, 17.4), arc(0, 0, 17.4, 0, 180))
    ink.draw(ellipse(0, 0, 16.1), None, ink.black, 0.4)
    _rays(ink, 15.4, (10.6, 12.2), 0.5, ink.palette.yellow.base)
    twice(ink, lizard)


def _rays(ink: Ink, far: float, near: tuple[float, float], width: float, colour: str) -> None:
    for n in range(72):
        c, s, r = cos(radians(5 * n)), sin(radians(5 * n)), near[n % 2]
        ink.draw(sliver((far * c, far * s), (r * c, r * s), width), colour)


def _weave(ink: Ink, field: Extent) -> None:
    p = field.width / 2**0.5 / 4
    tones = [ink.palette.red.base, ink.palette.yellow.base, ink.palette.green.base]
    strand, gap = p * 0.21, p * 0.065
    over, reach = strand * 1.5 + gap, int(hypot(field.half_w, field.half_h) / p) + 2

    def band(k: int, start: float, end: float, *, level: bool) -> None:
        for shift in (-strand - gap, 0, strand + gap):
            m = k * p + shift
            low, high = m - strand / 2, m + strand / 2
            area = rect(start, low, end - start, strand) if level else rect(low, start, strand, end - start)
            ink.draw(area, WHITE)
            for v, pt, colour in ((m, 1.7, tones[abs(k) % 3]), (low, 0.35, ink.black), (high, 0.35, ink.black)):
                line = segment(start, v, end, v) if level else segment(v, start, v, end)
                ink.draw(line, None, colour, pt, cap="butt")

    with ink.at(0, 0, 45):
        for k in range(-reach, reach + 1):
            band(k, -reach * p, reach * p, level=True)
        for k in range(-reach, reach + 1):
            for j in range(-reach, reach + 1):
                if (k + j) % 2 == 0:
                    x, y = k * p, j * p
                    wide, high = over + 0.9 * gap, over + 0.2 * gap
                    ink.draw(rect(x - wide, y - high, 2 * wide, 2 * high), WHITE)
                    band(k, y - p + over, y + p - over, level=False)
    rx, ry = 14.4, 19.4
    ink.draw(lozenge(0, 0, rx, ry), WHITE, WHITE, 4, join="mitre")
    ink.draw(lozenge(0, 0, rx, ry), WHITE, ink.black, 1.0, join="mitre")
    _milled(ink, lozenge(0, 0, rx, ry), poly([(0, ry), (rx, 0), (0, -ry)], closed=False))
    ink.draw(lozenge(0, 0, rx - 1.7, ry - 2.3), None, ink.black, 0.4, join="mitre")
    for s, turn in ((1, 0), (-1, 180)):
        ink.draw(SHAPE_PATHS[HEART].at(0, s * 8.3, 5.6, turn=turn), ink.palette.red.base, ink.black, 0.6)
        ink.draw(SHAPE_PATHS[TRIANGLE].at(s * 6.3, 0, 4.7, turn=-90 * s), ink.palette.green.base, ink.black, 0.6)
    ink.draw(SHAPE_PATHS[CIRCLE].at(0, 0, 6.0), ink.palette.yellow.base, ink.black, 0.6)


def _split(ink: Ink, field: Extent) -> None:

    rings = int((field.half_w + field.half_h / LOZENGE_SLANT) / RING_MM) + 1
    for i in range(rings, 3, -1):
        for across, up in ((1, 1), (-1, -1), (-1, 1), (1, -1)):
            colour = ink.palette.red.base if (across * up > 0) == (i % 2 == 0) else ink.black
            # A ring of colour becomes four lines, thick to thin, so that red and ink still change places.
            for t, pt in ((0.10, 1.15), (0.32, 0.7), (0.52, 0.42), (0.70, 0.28)):
                s = RING_MM * (i - t)
                ink.draw(segment(across * s, 0, 0, up * s * LOZENGE_SLANT), None, colour, pt, cap="butt")
    draw_medallion(ink, 1.0)


def _chips(ink: Ink, field: Extent) -> None:

    blue, (dx, dy) = ink.palette.blue, STEP
    reach = int(field.half_h / dy + field.half_w / dx) + 2
    lines = [
        segment(-reach * dx, (i + d - reach * way) * dy, reach * dx, (i + d + reach * way) * dy)
        for d in (0, -0.09, 0.09)
        for i in range(-2 * reach, 2 * reach + 1, 2)
        for way in (1, -1)
    ]
    third = len(lines) // 3
    ink.draw(Outline([s for path in lines[:third] for s in path.segments]), None, blue.base, 0.4)
    ink.draw(Outline([s for path in lines[third:] for s in path.segments]), None, mix(blue.base, WHITE, 0.35), 0.25)
    columns, rows = int(field.half_w / dx) + 1, int(field.half_h / dy) + 1
    for i in range(-columns, columns + 1):
        for j in range(-rows, rows + 1):
            _token(ink, field, i * dx, j * dy, chip=j % 2 == 0, small=(i + j) % 2 == 1)
    r = 17.4
    ink.draw(ellipse(0, 0, r + 2.2), WHITE, blue.base, 0.5)
    ink.draw(ellipse(0, 0, r), WHITE, ink.black, 1.0)
    blocks = blocks_path(0, 0, r, 0.76, 12)
    with ink.clip(blocks):
        spokes = [(cos(radians(n)), sin(radians(n))) for n in range(360)]
        rays = [s for c, si in spokes for s in segment(r * c, r * si, 0.74 * r * c, 0.74 * r * si).segments]
        ink.draw(Outline(rays), None, ink.palette.red.base, 0.45)
    ink.draw(blocks, None, ink.palette.red.base, 0.6)
    ink.draw(ellipse(0, 0, r), None, ink.black, 1.0)
    ink.draw(ellipse(0, 0, r * 0.74), WHITE, ink.black, 0.9)
    _rays(ink, r * 0.70, (r * 0.56, r * 0.60), 0.4, ink.black)
    draw_eye(ink, 0, 0, 1.75, WHITE, blue.base)


def _token(ink: Ink, field: Extent, x: float, y: float, *, chip: bool, small: bool) -> None:
    """Draw a chip or an eye of Liar Poker, or a lozenge where that would be cut."""
    wide, high = (4.7, 4.7) if chip else (5.0, 2.9)
    if small or abs(x) + wide + 1.8 > field.width / 2 or abs(y) + high + 1.8 > field.height / 2:
        if hypot(x, y) > 21:
            ink.draw(lozenge(x, y, 0.9, 1.3), ink.palette.blue.base)
    elif hypot(x, y) < 24:
        return
    elif chip:
        ink.draw(ellipse(x, y, 4.7), WHITE, ink.black, 0.8)
        ink.draw(blocks_path(x, y, 4.7, 0.76, 8), ink.palette.blue.base, ink.black, 0.3)
        ink.draw(ellipse(x, y, 3.3), WHITE, ink.black, 0.4)
        ink.draw(lozenge(x, y, 1.3, 1.8), ink.palette.yellow.base, ink.black, 0.4)
    else:
        draw_eye(ink, x, y, 1.0, WHITE, ink.palette.yellow.base)


_BACKS: dict[str, Callable[[Ink, Extent], None]] = {
    "harlequin": _harlequin,
    "scales": _scales,
    "weave": _weave,
    "split": _split,
    "chips": _chips,
}


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
    waves: list[Outline] = []
    for row in range(int(field.half_h / 3) + 2):
        for i in range(-int(field.half_w / 7.2) - 1, int(field.half_w / 7.2) + 2):
            x, y = i * 7.2 + (3.6 if row % 2 else 0), row * 3.0 + 0.2
            rings = (ellipse(x, y, r, 0.8 * r) for r in ((3.6,) if thin else (3.6, 2.5, 1.4)))
            waves += [Outline(ring.segments[:3]) for ring in rings]  # their upper halves
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


def drawn_instead(ink: Ink, size: Size, name: str) -> bool:
    """Draw what stands in for the back of this name, if anything does, and say so."""
    if ink.theme.back != "harlequin":
        draw_world(ink, size, ink.theme.back)
        return True
    if ink.theme.engraved and not ink.low:
        draw_engraved(ink, size, name)
        return True
    return False
