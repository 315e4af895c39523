"""The lizard: it climbs across the sun with spread toes and a curled tail.

Body and tail are one ribbon along a spine of 19 points, widest at the head and the belly; legs are ribbons that bend
from the spine past the elbow to the wrist, along a parabola, so that no joint creases; five toes fan out over 150
degrees from each palm and end in round pads. All parts are drawn as one sticker, so there is one outline. Lozenges run
down the back, with dots between them, bars cross the legs, and shade lies along both edges, all in body coordinates,
so they shrink with the tail. Positions are those on a poker card, from its lower left.
"""

from __future__ import annotations

from functools import cache
from math import atan2, cos, degrees, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from cardgen.art.beasts.colours import Coat
from cardgen.art.ribbon import Ribbon
from cardgen.pdf.path import Path, Point, ellipse, poly, rect

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour

SPINE = [
    (41.1, 76.4), (39.1, 71.1), (36, 64.8), (33.2, 57.9), (31.8, 50), (33.2, 42.1), (36.6, 35.4), (39.9, 28.7),
    (40.8, 21.8), (37.6, 15.5), (31.3, 12.1), (24.6, 12.9), (20.2, 17.4), (20.5, 23.1), (24.8, 26), (28.3, 24.2),
    (29.1, 20.8), (26.9, 18.3), (24.3, 18.4),
]  # fmt: skip
WIDTHS = [
    (0, 1.15), (0.022, 2.3), (0.05, 3.45), (0.075, 3.7), (0.125, 2.6), (0.2, 4.25), (0.26, 4.7), (0.36, 3.3),
    (0.46, 2.45), (0.6, 1.75), (0.8, 1.0), (1, 0.25),
]  # fmt: skip
FRONT_LEG = [(0, 2.5), (0.35, 1.85), (0.7, 1.3), (1, 1.15)]
HIND_LEG = [(0, 2.6), (0.3, 2.4), (0.65, 1.6), (1, 1.2)]
BEND = 0.62  # how far past the elbow a leg's parabola is drawn, in its distance from the line between hip and wrist
BARS = (0.36, 0.49, 0.62, 0.75, 0.87)
TOE = [(0, 0.66), (1, 0.42)]
PAD_MM, PALM_MM, FAN = 0.94, 1.4, 150
EYE_AT, EYE_OUT, EYE_MM = 0.062, 2.35, 1.28


class Limb(NamedTuple):
    """Where a leg leaves the spine and on which side (1: its right, seen from above), its joints, where it points."""

    u: float
    side: int
    elbow: Point
    wrist: Point
    hand: float
    front: bool


LIMBS = (
    Limb(0.155, -1, (25.5, 63.4), (26.1, 70.7), 14, True),
    Limb(0.165, 1, (41, 54.4), (47.3, 57.5), 44, True),
    Limb(0.375, -1, (26.4, 37.7), (22.1, 32.7), 78, False),
    Limb(0.375, 1, (42.4, 44.6), (49.2, 40.3), 112, False),
)
FRONT_TOES = (4.0, 4.9, 5.3, 4.9, 4.0)
HIND_TOES = (4.1, 5.1, 5.6, 5.1, 4.1)


class Lizard(NamedTuple):
    """The finished geometry: everything that makes the outline, and what lies on it."""

    body: Ribbon
    outline: tuple[Path, ...]
    bars: Path
    shades: tuple[Path, Path]
    lozenges: Path
    hearts: Path
    dots: Path
    pads: Path


@cache
def lizard() -> Lizard:
    """Build the lizard once."""
    body = Ribbon(SPINE, WIDTHS)
    legs: list[Ribbon] = []
    feet: list[Path] = []
    pads: list[Point] = []
    for limb in LIMBS:
        x, y, nx, ny = body.frame(limb.u)
        ahead = (-ny, nx)
        out = (ahead[1] * limb.side, -ahead[0] * limb.side)
        hip = (x + out[0] * 1.6, y + out[1] * 1.6)
        legs.append(_leg(hip, limb))
        points_to = degrees(atan2(ahead[1], ahead[0])) - limb.side * limb.hand
        palm = (limb.wrist[0] + 0.35 * cos(radians(points_to)), limb.wrist[1] + 0.35 * sin(radians(points_to)))
        toes, ends = _toes(palm, points_to, FRONT_TOES if limb.front else HIND_TOES)
        feet += [ellipse(*palm, PALM_MM), *toes, *(ellipse(*end, PAD_MM) for end in ends)]
        pads += ends
    outline = (*(leg.outline() for leg in legs), *feet, body.outline())
    shades = body.shade(0.09, 0.97, 1, 0.64), body.shade(0.09, 0.97, -1, 0.64)
    dotted = sum((ellipse(*pad, 0.42) for pad in pads), Path())
    return Lizard(body, outline, _bars(legs), shades, *_back(body), dotted)


def _leg(hip: Point, limb: Limb) -> Ribbon:
    """Bend a leg along a parabola past its elbow."""
    (ax, ay), (bx, by) = hip, limb.wrist
    mx, my = (ax + bx) / 2, (ay + by) / 2
    px, py = limb.elbow[0] + BEND * (limb.elbow[0] - mx), limb.elbow[1] + BEND * (limb.elbow[1] - my)
    way = [
        (a * ax + b * px + c * bx, a * ay + b * py + c * by)
        for a, b, c in (((1 - t) ** 2, 2 * t * (1 - t), t * t) for t in (i / 8 for i in range(9)))
    ]
    return Ribbon(way, FRONT_LEG if limb.front else HIND_LEG, samples=6)


def _toes(wrist: Point, direction: float, lengths: tuple[float, ...]) -> tuple[list[Path], list[Point]]:
    """Fan toes out from a wrist, the outer ones bent outwards; give their outlines and their ends."""
    toes, ends = [], []
    for i, length in enumerate(lengths):
        away = 0.5 - i / (len(lengths) - 1)
        a = radians(direction + FAN * away)
        b = a + radians(20 * away)
        knuckle = (wrist[0] + length / 2 * cos(a), wrist[1] + length / 2 * sin(a))
        end = (knuckle[0] + length / 2 * cos(b), knuckle[1] + length / 2 * sin(b))
        toes.append(Ribbon([wrist, knuckle, end], TOE, samples=8).outline(step_mm=0.9))
        ends.append(end)
    return toes, ends


def draw_silhouette(ink: Ink, colour: Colour) -> None:
    """Draw the outline alone, a little fattened, for the corners."""
    for path in lizard().outline:
        ink.draw(path, colour, colour, 2.4)


def draw_lizard(ink: Ink, coat: Coat, *, halo: bool = True) -> None:
    """Draw the lizard where it climbs on a poker card."""
    it = lizard()
    if halo:
        ink.halo(it.outline)
    ink.sticker(it.outline, coat.skin, coat.edge, 0.95)
    if ink.low:
        ink.draw(it.lozenges, None, ink.black, 0.4)
    else:
        ink.draw(it.bars, coat.mark)
        for shade in it.shades:
            ink.draw(shade, coat.shade)
        ink.draw(it.lozenges, coat.mark)
    ink.draw(it.hearts, ink.black if ink.low else coat.shade)
    ink.draw(it.dots, coat.dot)
    _head(ink, it.body, coat)
    ink.draw(it.pads, coat.mark)


def _bars(legs: list[Ribbon]) -> Path:
    """Lay bars with round ends across each leg, broad at the thigh and narrow at the wrist."""
    bars = Path()
    for leg in legs:
        for u in BARS:
            x, y, nx, ny = leg.frame(u)
            w = leg.half_width(u)
            bar = rect(-0.6 * w, -0.27 * w - 0.05, 1.2 * w, 0.54 * w + 0.1, 0.27 * w + 0.05)
            bars += bar.at(x, y, turn=degrees(atan2(ny, nx)))
    return bars


def _back(body: Ribbon) -> tuple[Path, Path, Path]:
    """Run lozenges down the back, smaller ones in the large, and a dot on either side between them."""
    large, small, dots = Path(), Path(), Path()
    u = 0.135

    def half_length(u: float) -> float:
        return max(0.008 * body.length, body.half_width(u) * 1.02 + 0.45)

    while u < 0.93:
        w, step = body.half_width(u), half_length(u)
        large += body.mark(u, step * 0.78, w * 0.56)
        if w > 1.6:
            small += body.mark(u, step * 0.36, w * 0.24)
        following = u
        while (following - u) * body.length < 0.95 * (step + half_length(following)):
            following += 0.001
        if w > 1.2:
            between = u + (following - u) * step / (step + half_length(following))
            for side in (1, -1):
                dots += ellipse(*body.at(between, side * 0.42), w * 0.105)
        u = following
    return large, small, dots


def _head(ink: Ink, body: Ribbon, coat: Coat) -> None:
    """Set eyes with slit pupils along the body, nostrils, and a lozenge on the crown."""
    crown = poly([body.at(0.045), body.off(0.07, 0.95), body.at(0.1), body.off(0.07, -0.95)])
    _, _, nx, ny = body.frame(EYE_AT)
    along = degrees(atan2(ny, nx)) + 90
    for side in (1, -1):
        x, y = body.off(EYE_AT, side * EYE_OUT)
        ink.draw(ellipse(x, y, EYE_MM), coat.eye, coat.edge, 0.7)
        ink.draw(ellipse(0, 0, 0.85, 0.36).at(x, y, turn=along), coat.edge)
        ink.draw(ellipse(*body.off(0.012, side * 0.75), 0.22), coat.edge)
    if ink.low:
        ink.draw(crown, None, ink.black, 0.4)
    else:
        ink.draw(crown, coat.mark)
