"""The backs of the games' cards, and the drawings that replace them in some themes.

A theme with a world (a set of ornaments, such as the seaside) has one back of its own in place of all. An engraved
theme has an engraved form of each back, on white. Every back looks the same when it is turned by 180 degrees. `BACKS`
maps the names of the backs to the functions that draw them.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from functools import wraps
from math import cos, hypot, radians, sin
from typing import NamedTuple

from cardgen.art.beasts.lizards import draw_lizard
from cardgen.art.beasts.panel import coat
from cardgen.art.shapes import (
    CIRCLE,
    CLUBS,
    DIAMONDS,
    HEART,
    HEARTS,
    SHAPE_PATHS,
    SPADES,
    TRIANGLE,
    draw_suit,
    suit_path,
)
from cardgen.art.signs import (
    HALF_WIDTH,
    HEIGHT,
    blocks_path,
    draw_chip,
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
from cardgen.pdf.ink import Drawing, Ink, Size
from cardgen.pdf.path import POINTS_PER_MM, Outline, arc, compound, ellipse, lozenge, poly, rect, segment, shape, sliver
from cardgen.pdf.theme import LARGE, WHITE, Colour, legible, mix


class Extent(NamedTuple):
    """The area that a back is drawn on, with the origin in the centre of the card.

    `half_w` and `half_h` are half the width and half the height of the card with its bleed, `width` and `height` those
    of the cut card, all in mm. `k` is the scale of the drawing, 1 on a poker card.
    """

    half_w: float
    half_h: float
    width: float
    height: float
    k: float


def paint(ink: Ink, size: Size, name: str, ground: Colour, draw: Callable[[Ink, Extent], None]) -> None:
    """Draw a back: fill the card with `ground`, then call `draw` with the origin in the card's centre.

    `draw(ink, field)` draws the motifs, where `field` is the area to fill. If ink is saved (`ink.low`), the card is
    filled with the paper's colour instead of `ground`. The document stores the back once, under `name`, so two backs
    that differ need different names.
    """
    bleed, w, h = size.bleed_mm, size.width_mm, size.height_mm
    field = Extent(w / 2 + bleed, h / 2 + bleed, w, h, size.scale)

    def whole(ink: Ink) -> None:
        with ink.clip(size.ground):
            ink.draw(size.ground, ink.paper if ink.low else ground)
            with ink.at(w / 2, h / 2):
                draw(ink, field)

    with ink.on_white() if ground == WHITE else nullcontext():
        ink.form(("back", name, w, h, bleed), whole, size.box)


def twice(ink: Ink, draw: Callable[[Ink], None]) -> None:
    """Call `draw`, then call it again with the ink turned by 180 degrees about the origin."""
    draw(ink)
    with ink.at(0, 0, 180):
        draw(ink)


STEP = (11.906, 9.186)  # from knot to knot, across and up
RING_MM, LOZENGE_SLANT = 5.3, 1.4
SPLIT_MEDALLION = (15.9, 22.26)  # the third ring
LOZENGE_ACROSS, NET_SLANT = 6, 1.68  # lozenges of the harlequin across a card, and how much taller than wide one is


def net(width: float, height: float) -> tuple[float, float, float]:
    """Return the measures of the lozenges on the back `harlequin`, for a card of this size in mm.

    The first two results are half the width and half the height of a lozenge in mm. The third result is how many
    lozenges the centre piece is wide and high: 3, or less (also a fraction) so that its tips stay 4 mm away from the
    card's edge.
    """
    down = max(3, round(height / (width / LOZENGE_ACROSS * NET_SLANT)))
    across, up = width / LOZENGE_ACROSS / 2, height / down / 2
    return across, up, min(3.0, (width / 2 - 4) / across, (height / 2 - 4) / up)


def scale(r: float) -> Outline:
    """Return the outline of one reptile scale with its tip up, `r` mm wide to each side of the origin."""
    side = Outline().move(-r, 0).curve(-r, r * 0.95, -r * 0.35, r * 1.25, 0, r * 1.75)
    return side.curve(r * 0.35, r * 1.25, r, r * 0.95, r, 0).line(r, -r, -r, -r).close()


def draw_small_lizard(ink: Ink, k: float, as_if: float | None = None) -> None:
    """Draw the small lizard of the back `scales` about the origin, `k` times as large as on a poker card.

    The document stores the lizard once. The widths of thin lines are chosen for a drawing at the scale `as_if`, or, if
    that is None, at the present scale of `ink`.
    """

    def small(ink: Ink) -> None:
        # So small, lines as thin as the figure's would be lost.
        with ink.weighing(1.8), ink.at(0, 0, 0, 0.315 * k), ink.at(-33.2, -45.2):
            draw_lizard(ink, coat(ink, CLUBS), halo=False)

    across, high = 8.0 * k, 13.0 * k
    ink.form(("small lizard", k), small, (-across, -high, across, high), as_if=as_if)


def draw_medallion(ink: Ink, k: float) -> None:
    """Draw the middle lozenge of the back `split` about the origin, at the scale `k` (1 on a poker card)."""
    rx, ry = SPLIT_MEDALLION[0] * k, SPLIT_MEDALLION[1] * k
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


def _milled(ink: Ink, rim: Outline, half: Outline) -> None:
    """Draw dashes along the inside of a closed outline about the origin, as on the rim of a coin.

    `rim` is the whole outline and `half` one half of it. The dashes follow `half`, and a copy of `half` turned by 180
    degrees; what lies outside `rim` is cut off.
    """
    with ink.clip(rim):
        twice(ink, lambda i: i.draw(half, None, i.black, 2 * POINTS_PER_MM, dash=(0.7, 1.9), join="bevel", cap="butt"))


def _engraved_harlequin(ink: Ink, field: Extent) -> None:
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


def _engraved_scales(ink: Ink, field: Extent) -> None:
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


def _engraved_weave(ink: Ink, field: Extent) -> None:
    tones = [ink.palette.red.base, ink.palette.yellow.base, ink.palette.green.base]
    p = field.width / 2**0.5 / 4

    def strand(k: int, start: float, end: float, middle: float, half: float, *, level: bool) -> None:
        low, high = middle - half, middle + half
        ink.draw(_bar(start, end, low, high, level=level), WHITE)
        for v, pt, colour in ((middle, 1.7, tones[abs(k) % 3]), (low, 0.35, ink.black), (high, 0.35, ink.black)):
            ink.draw(_across(start, end, v, level=level), None, colour, pt, cap="butt")

    _plait(ink, p, int(hypot(field.half_w, field.half_h) / p) + 2, WHITE, strand, far=0)
    rx, ry = WEAVE_MEDALLION
    ink.draw(lozenge(0, 0, rx, ry), WHITE, WHITE, 4, join="mitre")
    ink.draw(lozenge(0, 0, rx, ry), WHITE, ink.black, 1.0, join="mitre")
    _milled(ink, lozenge(0, 0, rx, ry), poly([(0, ry), (rx, 0), (0, -ry)], closed=False))
    ink.draw(lozenge(0, 0, rx - 1.7, ry - 2.3), None, ink.black, 0.4, join="mitre")
    for s, turn in ((1, 0), (-1, 180)):
        ink.draw(SHAPE_PATHS[HEART].at(0, s * 8.3, 5.6, turn=turn), ink.palette.red.base, ink.black, 0.6)
        ink.draw(SHAPE_PATHS[TRIANGLE].at(s * 6.3, 0, 4.7, turn=-90 * s), ink.palette.green.base, ink.black, 0.6)
    ink.draw(SHAPE_PATHS[CIRCLE].at(0, 0, 6.0), ink.palette.yellow.base, ink.black, 0.6)


def _engraved_split(ink: Ink, field: Extent) -> None:
    rings = int((field.half_w + field.half_h / LOZENGE_SLANT) / RING_MM) + 1
    for i in range(rings, 3, -1):
        for across, up in ((1, 1), (-1, -1), (-1, 1), (1, -1)):
            colour = ink.palette.red.base if (across * up > 0) == (i % 2 == 0) else ink.black
            # A ring of colour becomes four lines, thick to thin, so that red and ink still change places.
            for t, pt in ((0.10, 1.15), (0.32, 0.7), (0.52, 0.42), (0.70, 0.28)):
                s = RING_MM * (i - t)
                ink.draw(segment(across * s, 0, 0, up * s * LOZENGE_SLANT), None, colour, pt, cap="butt")
    draw_medallion(ink, 1.0)


def _engraved_chips(ink: Ink, field: Extent) -> None:
    blue, (dx, dy) = ink.palette.blue, STEP
    reach = int(field.half_h / dy + field.half_w / dx) + 2
    lines = [
        segment(-reach * dx, (i + d - reach * way) * dy, reach * dx, (i + d + reach * way) * dy)
        for d in (0, -0.09, 0.09)
        for i in range(-2 * reach, 2 * reach + 1, 2)
        for way in (1, -1)
    ]
    third = len(lines) // 3
    ink.draw(compound(lines[:third]), None, blue.base, 0.4)
    ink.draw(compound(lines[third:]), None, mix(blue.base, WHITE, 0.35), 0.25)
    for kind, x, y in _chip_places(field, studs=21, halved=21):
        if kind == "stud":
            ink.draw(lozenge(x, y, 0.9, 1.3), blue.base)
        elif kind == "eye":
            draw_eye(ink, x, y, 1.0, WHITE, ink.palette.yellow.base)
        else:
            ink.draw(ellipse(x, y, 4.7), WHITE, ink.black, 0.8)
            ink.draw(blocks_path(x, y, 4.7, 0.76, 8), blue.base, ink.black, 0.3)
            ink.draw(ellipse(x, y, 3.3), WHITE, ink.black, 0.4)
            ink.draw(lozenge(x, y, 1.3, 1.8), ink.palette.yellow.base, ink.black, 0.4)
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


_ENGRAVED: dict[str, Callable[[Ink, Extent], None]] = {
    "harlequin": _engraved_harlequin,
    "scales": _engraved_scales,
    "weave": _engraved_weave,
    "split": _engraved_split,
    "chips": _engraved_chips,
}


# --- worlds

CABINET_MEDALLION = (15.4, 21.4)
_WAVES = 1.2
"""The contrast of waves to their ground, which they are tone in tone with."""


# Lacquer: waves tone in tone, a key fret in gold, clouds, and the tongue as a dragon would have it


def _lacquer(ink: Ink, field: Extent) -> None:
    palette, thin = ink.palette, ink.low or ink.theme.engraved
    light, deep = (palette.ink, palette.paper) if palette.dark else (palette.paper, palette.ink)
    gold = mix(palette.yellow.base, light, 0.15)
    ground = legible(mix(palette.red.base, deep, 0.12), deep, (gold,), LARGE)
    dark = legible(mix(palette.red.base, deep, 0.32), deep, (ground,), _WAVES)
    plate, red, edge = deep, palette.red.base, gold
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


# Seaside: deckchair canvas on the slant, the sea at either end, a shell in a ring of rope


def _seaside(ink: Ink, field: Extent) -> None:
    palette, thin = ink.palette, ink.low or ink.theme.engraved
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


_WORLDS: dict[str, Callable[[Ink, Extent], None]] = {"lacquer": _lacquer, "seaside": _seaside}


def drawn_instead(ink: Ink, size: Size, name: str) -> bool:
    """Draw the theme's replacement for the back `name` of `BACKS`; return True if there is one.

    If the theme has no replacement, nothing is drawn and the result is False.
    """
    world, thin = ink.theme.back, ink.low or ink.theme.engraved
    if name == "suits" and ink.theme.engraved and not ink.low:
        return False  # the trellis has an engraved form of its own
    draw: Callable[[Ink, Extent], None]
    if world != "harlequin":
        name, ground, draw = f"world {world}{' thin' if thin else ''}", ink.paper, _WORLDS[world]
    elif thin and not ink.low:
        name, ground, draw = f"engraved {name}", WHITE, _ENGRAVED[name]
    else:
        return False

    def scaled(ink: Ink, field: Extent) -> None:
        k = field.k
        with ink.at(0, 0, 0, k):
            draw(ink, Extent(field.half_w / k, field.half_h / k, field.width / k, field.height / k, 1.0))

    paint(ink, size, name, WHITE if thin else ground, scaled)
    return True


# --- the games' own backs


def _back(
    name: str, ground: Callable[[Ink], Colour]
) -> Callable[[Callable[[Ink, Extent], None]], Callable[[Ink, Size], None]]:
    """Return a decorator for functions that draw the motifs of a back; the result draws the whole back.

    The decorated function `draw(ink, field)` draws the motifs about the card's centre. The resulting function takes the
    ink and the card's `Size`, and fills the card with the colour `ground(ink)` before it calls `draw`. `name` is the
    name of the back in `BACKS`. If the theme replaces this back (see `drawn_instead`), only the replacement is drawn.
    """

    def made(draw: Callable[[Ink, Extent], None]) -> Callable[[Ink, Size], None]:
        @wraps(draw)
        def back(ink: Ink, size: Size) -> None:
            if not drawn_instead(ink, size, name):
                paint(ink, size, name, ground(ink), draw)

        return back

    return made


@_back("harlequin", lambda ink: ink.black)
def draw_harlequin(ink: Ink, field: Extent) -> None:
    """Draw the harlequin back: a net of lozenges, and a mouth with two tongues in the middle.

    Because of the decorator, callers pass the card's `Size` in place of `field` (the area to fill about the card's
    centre).
    """
    w, h, middle = net(field.width, field.height)
    k, palette = w / (63.5 / LOZENGE_ACROSS / 2), ink.palette
    columns, rows = int(field.half_w / w) + 1, int(field.half_h / h) + 1
    rx, ry = middle * w, middle * h
    mouth = min(ry * 2 * 0.62 / HEIGHT, 0.86 * k)
    seen: tuple[list[tuple[float, float, int]], ...] = ([], [])  # lozenges, and the points between them
    for j in range(-rows, rows + 1):
        for i in range(-columns, columns + 1):
            x, y, parity = i * w, j * h, (i + j) % 2
            if abs(x) / w + abs(y) / h >= middle - (0.1 if parity else 0.5):
                seen[parity].append((x, y, j))
    if ink.low:
        for x, y, row in seen[0]:
            if row % 2 == 0:
                ink.draw(lozenge(x, y, w - 0.9 * k, h - 0.9 * k * h / w), None, ink.black, 0.4, join="mitre")
            else:
                ink.draw(lozenge(x, y, 0.75 * k, 0.75 * k * h / w), ink.black)
        ink.draw(lozenge(0, 0, rx, ry), ink.paper, ink.black, 0.9, join="mitre")
        ink.draw(lozenge(0, 0, rx - 1.3 * k, ry - 1.3 * k * h / w), None, ink.black, 0.4, join="mitre")
        draw_rays(ink, rx - 2.0 * k, ry - 2.0 * k * h / w, ink.black)
        draw_mouth(ink, mouth, ink.paper, ink.paper, ink.paper, ink.black)
        return
    for x, y, row in seen[0]:
        if row % 2 == 0:
            ink.draw(lozenge(x, y, w, h), palette.red.base)
    for odd, colour in ((0, mix(palette.red.base, palette.paper, 0.56)), (1, mix(ink.black, palette.paper, 0.4))):
        for x, y, row in seen[0]:
            if row % 2 == odd:
                ink.draw(lozenge(x, y, w - 1.35 * k, h - 1.35 * k * h / w), None, colour, 0.5, join="mitre")
    gold, red = palette.yellow.base, palette.red
    ink.draw(lozenge(0, 0, rx, ry), palette.paper)
    ink.draw(lozenge(0, 0, rx - 1.15 * k, ry - 1.15 * k * h / w), ink.black)
    ink.draw(lozenge(0, 0, rx - 2.15 * k, ry - 2.15 * k * h / w), None, gold, 0.6, join="mitre")
    for x, y, _ in seen[1]:
        ink.draw(ellipse(x, y, 0.62 * k), gold)
    draw_rays(ink, rx - 3.1 * k, ry - 3.1 * k * h / w, gold)
    draw_mouth(ink, mouth, ink.black, red.base, mix(red.base, red.tint, 0.42), red.tint)


ACROSS = 6
SCALES_MEDALLION_MM = 17.4


@_back("scales", lambda ink: ink.palette.green.shade)
def draw_scales(ink: Ink, field: Extent) -> None:
    """Draw the back of reptile scales, with two lizards in the middle.

    Because of the decorator, callers pass the card's `Size` in place of `field` (the area to fill about the card's
    centre).
    """

    def half(ink: Ink) -> None:
        with ink.clip(rect(-field.half_w - 1, 0, 2 * field.half_w + 2, field.half_h + 1)):
            _rows(ink, field)

    def lizard(ink: Ink) -> None:
        with ink.at(-7.55 * k, 0.1 * k, -9):
            draw_small_lizard(ink, k)

    k = field.k
    twice(ink, half)
    ink.draw(ellipse(0, 0, SCALES_MEDALLION_MM * k), ink.paper, ink.black, 0.9)
    ink.draw(ellipse(0, 0, (SCALES_MEDALLION_MM - 1.2) * k), ink.paper if ink.low else ink.palette.sun, ink.black, 0.6)
    twice(ink, lizard)


def _rows(ink: Ink, field: Extent) -> None:
    r = field.width / ACROSS / 2
    step = r * 0.95
    outer, inner = scale(r), scale(r).at(0, 0.55 * r / 5.3, 0.62)
    green = ink.palette.green
    darker, seam = mix(green.base, green.shade, 0.3), mix(green.shade, ink.black, 0.35)
    inline = mix(green.base, green.tint, 0.6)
    for row in range(int(field.half_h / step) + 1, -1, -1):
        shift = r if row % 2 else 0.0
        colour = green.base if row % 2 else darker
        for i in range(-ACROSS, ACROSS + 1):
            x, y = i * 2 * r + shift, row * step
            if abs(x) > field.half_w + r:
                continue
            if ink.low:
                ink.draw(outer.at(x, y), ink.paper, ink.black, 0.4)
                continue
            ink.draw(outer.at(x, y), colour, seam, 0.6)
            ink.draw(inner.at(x, y), None, inline, 0.45)
            ink.draw(lozenge(x, y + r * 0.55, 0.104 * r, 0.18 * r), ink.palette.yellow.base)


@_back("split", lambda ink: ink.paper)
def draw_split(ink: Ink, field: Extent) -> None:
    """Draw the back of concentric rings of lozenges, alternately red and black.

    Because of the decorator, callers pass the card's `Size` in place of `field` (the area to fill about the card's
    centre).
    """
    k = field.k
    step = RING_MM * k
    rings = int((field.half_w + field.half_h / LOZENGE_SLANT) / step) + 1
    for i in range(rings, 0, -1):
        a, b = step * i, step * LOZENGE_SLANT * i
        if ink.low:
            ink.draw(lozenge(0, 0, a, b), None, ink.black, 0.45, join="mitre")
            continue
        for across, up in ((1, 1), (-1, 1), (-1, -1), (1, -1)):
            red = (across * up > 0) == (i % 2 == 0)
            colour = ink.palette.red.base if red else ink.black
            ink.draw(poly([(0, 0), (across * a, 0), (0, up * b)]), colour)
        ink.draw(lozenge(0, 0, a, b), None, ink.paper, 0.55, join="mitre")
    line = ink.black if ink.low else ink.paper
    ink.line(-field.half_w, 0, field.half_w, 0, 0.55, line)
    ink.line(0, -field.half_h, 0, field.half_h, 0.55, line)
    draw_medallion(ink, k)


SUITS_ACROSS, SLANT = 5, 1.4
MEDALLION_MM = 17.4
ORDER = (HEARTS, SPADES, DIAMONDS, CLUBS)


@_back("suits", lambda ink: WHITE if ink.theme.engraved and not ink.low else ink.palette.blue.shade)
def draw_suit_trellis(ink: Ink, field: Extent) -> None:
    """Draw the back with small suits in the meshes of a trellis.

    Because of the decorator, callers pass the card's `Size` in place of `field` (the area to fill about the card's
    centre).
    """
    plain, blue, k = ink.low or ink.theme.engraved, ink.palette.blue, field.k
    w = field.width / SUITS_ACROSS / 2
    h, high = w * SLANT, w * 0.78
    columns, rows = int(field.half_w / w) + 2, int(field.half_h / h) + 2
    line = ink.black if ink.low else blue.base if plain else mix(blue.base, blue.tint, 0.25)
    small = ink.black if ink.low else blue.base if plain else blue.tint
    lines = Outline()
    for i in range(-columns - rows, columns + rows + 1):
        if i % 2:
            for way in (1, -1):
                lines += segment(-columns * w, (i - way * columns) * h, columns * w, (i + way * columns) * h)
    ink.draw(lines, None, line, 0.45 if plain else 0.8)

    def half(ink: Ink) -> None:
        for j in range(rows + 1):
            for i in range(-columns, columns + 1):
                x, y = i * w, j * h
                near = x * x + y * y < ((MEDALLION_MM + 1.6) * k + 0.62 * high) ** 2
                if (i + j) % 2 or (j == 0 and i <= 0) or near:
                    continue
                if abs(x) + high / 2 + 1.8 > field.width / 2 or abs(y) + high / 2 + 1.8 > field.height / 2:
                    ink.draw(lozenge(x, y, 0.9 * k, 1.26 * k), small)  # a suit would be cut
                    continue
                suit = ORDER[(j + (i + j) // 2) % 4]
                path = suit_path(suit, x, y, high)
                if ink.low:
                    ink.draw(path, ink.paper, ink.black, 0.45)
                elif plain:
                    ink.draw(path, blue.tint, blue.base, 0.45)
                else:
                    ink.draw(path, blue.tint if suit in {HEARTS, DIAMONDS} else mix(blue.base, blue.tint, 0.35))

    def upper(ink: Ink) -> None:
        """Draw half of the centre piece: a heart, a spade and two lozenges; a half turn adds the rest."""
        for suit, x in ((HEARTS, -4.9), (SPADES, 4.9)):
            draw_suit(ink, suit, x * k, 5.2 * k, 8.0 * k, outline_pt=0.6 if ink.low else 0)
        for x, y in ((0, 12.2), (-11.9, 0)):
            ink.draw(lozenge(x * k, y * k, 0.9 * k, 1.3 * k), ink.black if ink.low else ink.palette.red.base)

    twice(ink, half)
    ground = WHITE if plain else ink.palette.paper
    ink.draw(ellipse(0, 0, (MEDALLION_MM + 1.6) * k), ground if plain else blue.shade, line, 0.5)
    ink.draw(ellipse(0, 0, MEDALLION_MM * k), ground, ink.black, 0.9)
    ink.draw(ellipse(0, 0, (MEDALLION_MM - 1.3) * k), None, ink.black, 0.4)
    twice(ink, upper)
    ink.draw(lozenge(0, 0, 1.2 * k, 1.7 * k), ink.palette.yellow.base, ink.black, 0.5)


STRAND, GAP = 0.21, 0.065  # of the pitch of the bands
WEAVE_MEDALLION = (14.4, 19.4)


def _bar(start: float, end: float, low: float, high: float, *, level: bool) -> Outline:
    return rect(start, low, end - start, high - low) if level else rect(low, start, high - low, end - start)


def _across(start: float, end: float, v: float, *, level: bool) -> Outline:
    return segment(start, v, end, v) if level else segment(v, start, v, end)


def _plait(ink: Ink, p: float, reach: int, ground: Colour, strand: Callable[..., None], *, far: int) -> None:
    """Draw two sets of diagonal bands that cross over and under each other.

    Each set has a middle band, number 0, and `reach` bands to each side, `p` mm apart. A band has three strands.
    `strand(k, start, end, middle, half, level=…)` draws one strand of band `k` in axes that are turned by 45 degrees.
    The strand runs from `start` to `end` along the x axis if `level` is true, else along the y axis. `middle` is the
    other coordinate of its middle line and `half` half its width; all are in mm. The bands of the first set end `far`
    times `p` beyond the outermost bands of the second set. `ground` fills the gaps beside the upper band of a crossing.
    """
    wide, gap = p * STRAND, p * GAP
    over = wide * 1.5 + gap  # half the width of a band

    def band(k: int, start: float, end: float, *, level: bool) -> None:
        for shift in (-wide - gap, 0, wide + gap):
            strand(k, start, end, k * p + shift, wide / 2, level=level)

    with ink.at(0, 0, 45):
        for k in range(-reach, reach + 1):
            band(k, -(reach + far) * p, (reach + far) * p, level=True)
        for k in range(-reach, reach + 1):
            for j in range(-reach, reach + 1):
                if (k + j) % 2 == 0:
                    x, y = k * p, j * p
                    half, tall = over + 0.9 * gap, over + 0.2 * gap
                    ink.draw(rect(x - half, y - tall, 2 * half, 2 * tall), ground)
                    band(k, y - p + over, y + p - over, level=False)


@_back("weave", lambda ink: ink.paper)
def draw_weave(ink: Ink, field: Extent) -> None:
    """Draw the back of woven bands, with shapes of the deck West in the middle.

    The shapes are hearts, triangles and a circle. Because of the decorator, callers pass the card's `Size` in place of
    `field` (the area to fill about the card's centre).
    """
    p, k, (rx, ry), palette = field.width / 2**0.5 / 4, field.k, WEAVE_MEDALLION, ink.palette
    tones = (palette.red, palette.yellow, palette.green)
    edges: list[Outline] = []

    def strand(k: int, start: float, end: float, middle: float, half: float, *, level: bool) -> None:
        low, high = middle - half, middle + half
        ink.draw(_bar(start, end, low, high, level=level), ink.paper if ink.low else tones[abs(k) % 3].base)
        edges.extend(_across(start, end, v, level=level) for v in (low, high))
        if len(edges) == 6:  # those of a whole band
            ink.draw(compound(edges), None, ink.black, 0.4 if ink.low else 0.5, cap="butt")
            edges.clear()

    _plait(ink, p, int((field.half_w + field.half_h) / 2**0.5 / p) + 1, ink.paper, strand, far=1)
    outline, line = (ink.black, ink.black) if ink.low else (None, palette.yellow.base)
    red, green, yellow = (ink.paper if ink.low else tone.base for tone in (palette.red, palette.green, palette.yellow))
    if ink.low:
        ink.draw(lozenge(0, 0, rx * k, ry * k), ink.paper, ink.black, 0.9, join="mitre")
    else:
        ink.draw(lozenge(0, 0, rx * k, ry * k), ink.black, ink.paper, 2.2, join="mitre")
    ink.draw(lozenge(0, 0, (rx - 1.5) * k, (ry - 2.02) * k), None, line, 0.55, join="mitre")
    for side, turn in ((1, 0), (-1, 180)):
        ink.draw(SHAPE_PATHS[HEART].at(0, side * 8.3 * k, 5.6 * k, turn=turn), red, outline, 0.6)
        ink.draw(SHAPE_PATHS[TRIANGLE].at(side * 6.5 * k, 0, 4.9 * k, turn=-90 * side), green, outline, 0.6)
    ink.draw(SHAPE_PATHS[CIRCLE].at(0, 0, 6.25 * k), yellow, outline, 0.6)


CHIP_MM, CHIPS_MEDALLION_MM, CLEAR_MM = 4.7, 17.4, 24.0
EYE_MM = 2.9  # from an eye's middle to its lid
CUT_CLEAR = 1.8  # what chips and eyes keep from a cut, or a crooked one would graze them


def _chip_places(field: Extent, *, studs: float, halved: float) -> Iterator[tuple[str, float, float]]:
    """Yield the kind (`chip`, `eye` or `stud`), x and y in mm of each ornament on the trellis.

    Chips and eyes are on every other crossing of the trellis, outside the centre piece. Studs are on the crossings
    between them, if these are more than `studs` mm from the card's centre. If the card's edge would cut a chip or an
    eye, a stud replaces it, but only more than `halved` mm from the centre; nearer, the crossing stays empty. `studs`
    and `halved` are measured on a poker card and scaled with the card.
    """
    k = field.k
    dx, dy = STEP[0] * k, STEP[1] * k
    columns, rows = int(field.half_w / dx) + 1, int(field.half_h / dy) + 1
    for i in range(-columns, columns + 1):
        for j in range(-rows, rows + 1):
            x, y, chip = i * dx, j * dy, j % 2 == 0
            wide, high = (CHIP_MM, CHIP_MM) if chip else (HALF_WIDTH, EYE_MM)
            past_x, past_y = abs(x) + (wide + CUT_CLEAR) * k, abs(y) + (high + CUT_CLEAR) * k
            if (i + j) % 2 or past_x > field.width / 2 or past_y > field.height / 2:
                if hypot(x, y) > (studs if (i + j) % 2 else halved) * k:
                    yield "stud", x, y
            elif hypot(x, y) >= CLEAR_MM * k:
                yield "chip" if chip else "eye", x, y


def pale(ink: Ink) -> str:
    """Return the grey of the trellis on the back `chips`, used if ink is saved (`ink.low`)."""
    return mix(ink.black, WHITE, 0.5)


@_back("chips", lambda ink: ink.palette.blue.shade)
def draw_chips(ink: Ink, field: Extent) -> None:
    """Draw the back with poker chips and eyes at the crossings of a trellis.

    Because of the decorator, callers pass the card's `Size` in place of `field` (the area to fill about the card's
    centre).
    """
    k = field.k
    dx, dy = STEP[0] * k, STEP[1] * k
    blue, stud = ink.palette.blue.base, pale(ink) if ink.low else ink.palette.blue.base
    reach = int(field.half_w / dx) + int(field.half_h / dy) + 4
    far, lines = reach + reach % 2, Outline()
    for i in range(-2 * far, 2 * far + 1, 2):
        for way in (1, -1):
            lines += segment(-far * dx, (i - far * way) * dy, far * dx, (i + far * way) * dy)
    ink.draw(lines, None, stud, 0.3 if ink.low else 0.6)
    for kind, x, y in _chip_places(field, studs=0, halved=CLEAR_MM):
        if kind == "stud":
            ink.draw(lozenge(x, y, 0.9 * k, 1.3 * k), stud)
        elif kind == "eye":
            draw_eye(ink, x, y, k, ink.paper, ink.paper if ink.low else ink.palette.yellow.base)
        elif ink.low:
            ink.draw(ellipse(x, y, CHIP_MM * k), ink.paper, ink.black, 0.8)
            ink.draw(blocks_path(x, y, CHIP_MM * k, 0.76, 8), None, ink.black, 0.4)
            ink.draw(ellipse(x, y, 3.3 * k), None, ink.black, 0.4)
            ink.draw(lozenge(x, y, 1.3 * k, 1.8 * k), ink.black)
        else:
            draw_chip(ink, x, y, CHIP_MM * k, blue, ink.paper)
            ink.draw(lozenge(x, y, 1.5 * k, 2.1 * k), ink.palette.yellow.base)
    draw_chip_medallion(ink, k)


def draw_chip_medallion(ink: Ink, k: float) -> None:
    """Draw the chip in the middle of the back `chips` about the origin, at the scale `k` (1: poker card)."""
    r, palette = CHIPS_MEDALLION_MM * k, ink.palette
    ground = ink.paper if ink.low else palette.blue.shade
    ink.draw(ellipse(0, 0, r + 2.2 * k), ground, ink.black if ink.low else palette.yellow.base, 0.5)
    if ink.low:
        ink.draw(ellipse(0, 0, r), ink.paper, ink.black, 1.0)
        ink.draw(blocks_path(0, 0, r, 0.8, 12), None, ink.black, 0.5)
        ink.draw(ellipse(0, 0, r * 0.72), None, ink.black, 0.6)
    else:
        draw_chip(ink, 0, 0, r, palette.red.base, ink.paper, 12, inner=False)
        for i in range(12):
            a = 30 * i + 15
            place = (r * 0.88 * cos(radians(a)), r * 0.88 * sin(radians(a)))
            ink.draw(lozenge(0, 0, 0.75 * k, 1.3 * k).at(*place, turn=a - 90), palette.yellow.base)
        ink.draw(ellipse(0, 0, r * 0.74), ink.black, ink.paper, 1.0)
        ink.draw(ellipse(0, 0, r * 0.685), None, palette.yellow.base, 0.5)
    draw_eye(ink, 0, 0, 1.95 * k, ink.paper, ink.paper if ink.low else palette.blue.base)


BACKS: Mapping[str, Drawing] = {
    "harlequin": draw_harlequin,
    "scales": draw_scales,
    "split": draw_split,
    "suits": draw_suit_trellis,
    "weave": draw_weave,
    "chips": draw_chips,
}
"""Every back by its name in decks of people's own and in themes."""


RADIUS_MM = 19.0
FIGURE_MM, UP_MM = 12.4, 7.4
FULL = 0.86  # how far a figure's corner reaches from a lozenge's middle to its edge
LOZENGES = {"split": SPLIT_MEDALLION, "weave": WEAVE_MEDALLION}


def wearing(name: str, icon: str) -> Drawing:
    """Return a function that draws the back `name` (of `BACKS`) with an icon in its middle.

    The icon, one of `icons.ICONS`, appears twice, upright above the centre and upside down below it.
    """
    from cardgen.art.icons import draw_icon

    def medallion(ink: Ink, k: float, across: float, up: float) -> None:
        ground = ink.paper if ink.low else WHITE if ink.theme.engraved else ink.palette.plate
        for inset, fill, pt in ((0, ground, 0.9), (1.2 * k, None, 0.4)):
            disc, plate = ellipse(0, 0, across - inset), lozenge(0, 0, across - inset, up - inset * up / across)
            ink.draw(disc if across == up else plate, fill, ink.black, pt, join="mitre")
        with ink.at(0, 0, 0, k):
            twice(ink, lambda i: draw_icon(i, icon, 0, UP_MM, FIGURE_MM, i.black, ground))
            red = ink.black if ink.low else ink.palette.red.base
            for side in (-1, 1):
                ink.draw(lozenge(side * (across / k - 4.8), 0, 0.9, 1.3), red)

    def back(ink: Ink, size: Size) -> None:
        BACKS[name](ink, size)
        k = min(size.scale, size.width_mm / 50, size.height_mm / 50)
        across, up = shape = _medallion_size(ink, size, name, k)
        box = (-across - k, -up - k, across + k, up + k)
        with ink.on_white() if ink.theme.engraved else nullcontext():
            key = ("medallion", icon, k, shape)
            ink.form(key, lambda i: medallion(i, k, across, up), box, size.width_mm / 2, size.height_mm / 2)

    return back


def _medallion_size(ink: Ink, size: Size, name: str, k: float) -> tuple[float, float]:
    """Return half the width and half the height, in mm, of the centre piece that holds an icon on a back.

    `name` is the back's name in `BACKS`, `size` the size of the card, and `k` the scale of the icon, 1 on a poker card.
    """
    if ink.theme.back == "seaside" or (ink.theme.back == "harlequin" and name not in (*LOZENGES, "harlequin")):
        return RADIUS_MM * k, RADIUS_MM * k
    if ink.theme.back == "lacquer":
        across, up = (each * size.scale for each in CABINET_MEDALLION)
    elif name == "harlequin":
        w, h, high = net(size.width_mm, size.height_mm)
        across, up = high * w, high * h
    else:
        across, up = (each * size.scale for each in LOZENGES[name])
    larger = max(1.04, (FIGURE_MM / 2 * k / across + (UP_MM + FIGURE_MM / 2) * k / up) / FULL)
    return across * larger, up * larger
