"""Lizards seen from above: one climbs across the sun with spread toes, one looks back for the tail that it dropped.

Body and tail are one ribbon along a spine, widest at the head and the belly; legs are ribbons that bend from the spine
past the elbow to the wrist, along a parabola, so that no joint creases; five toes fan out over 150 degrees from each
palm and end in round pads. All parts are drawn as one sticker, so there is one outline. The suit's signs run down the
back, with dots between them, bars cross the legs, and shade lies along both edges, all in body coordinates, so they
shrink with the tail. Positions are those on a poker card, from its lower left.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import atan2, cos, degrees, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from cardgen.art.beasts.colours import Coat
from cardgen.art.beasts.marks import Marks, draw_eyes, draw_nostrils, marks
from cardgen.art.ribbon import Ribbon
from cardgen.art.suits import CLUBS, SPADES
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
# The one that dropped its tail: its body, bent round to look back, and the tail, which goes on by itself.
SHORT_SPINE = [
    (14.6, 49.0), (14.0, 53.4), (15.8, 59.6), (21.0, 64.4), (28.0, 66.6), (35.0, 65.0), (39.8, 59.6), (40.9, 52.8),
    (39.4, 46.2), (36.2, 40.6),
]  # fmt: skip
SHORT_WIDTHS = [
    (0, 1.2), (0.045, 2.4), (0.105, 3.7), (0.155, 3.95), (0.26, 2.7), (0.45, 4.3), (0.62, 4.7), (0.84, 3.5), (1, 2.7),
]  # fmt: skip
TAIL_SPINE = [
    (31.0, 34.4), (27.2, 30.6), (21.6, 30.4), (16.4, 27.0), (16.8, 20.8), (22.6, 18.2), (27.8, 21.2), (33.0, 22.0),
    (36.2, 17.2), (33.4, 12.0), (27.6, 10.6),
]  # fmt: skip
TAIL_WIDTHS = [(0, 2.6), (0.3, 2.2), (0.6, 1.6), (0.85, 0.95), (1, 0.25)]
FRONT_LEG = [(0, 2.5), (0.35, 1.85), (0.7, 1.3), (1, 1.15)]
HIND_LEG = [(0, 2.6), (0.3, 2.4), (0.65, 1.6), (1, 1.2)]
BEND = 0.62  # how far past the elbow a leg's parabola is drawn, in its distance from the line between hip and wrist
BARS = (0.36, 0.49, 0.62, 0.75, 0.87)
TOE = [(0, 0.66), (1, 0.42)]
PAD_MM, PALM_MM, FAN = 0.94, 1.4, 150


class Limb(NamedTuple):
    """Where a leg leaves the spine, on which side (1: its right, seen from above), its joints, the way it points."""

    u: float
    side: int
    elbow: Point
    wrist: Point
    points_to: float
    front: bool


LIMBS = (
    Limb(0.155, -1, (25.5, 63.4), (26.1, 70.7), 82, True),
    Limb(0.165, 1, (41, 54.4), (47.3, 57.5), 26, True),
    Limb(0.375, -1, (26.4, 37.7), (22.1, 32.7), 198, False),
    Limb(0.375, 1, (42.4, 44.6), (49.2, 40.3), 8, False),
)
SHORT_LIMBS = (
    Limb(0.44, -1, (40.6, 71.6), (46.6, 73.4), 30, True),
    Limb(0.47, 1, (31.2, 58.4), (28.2, 54.4), -118, True),
    Limb(0.83, -1, (45.6, 48.2), (50.0, 51.6), 12, False),
    Limb(0.87, 1, (33.0, 47.6), (27.2, 42.4), 176, False),
)
FRONT_TOES = (4.0, 4.9, 5.3, 4.9, 4.0)
HIND_TOES = (4.1, 5.1, 5.6, 5.1, 4.1)


class Crawler(NamedTuple):
    """A lizard's finished geometry: everything that makes the outline, and what lies on it."""

    body: Ribbon
    outline: tuple[Path, ...]
    bars: Path
    shades: tuple[Path, ...]
    marks: Marks
    pads: Path
    eyes: tuple[float, float, float]
    crown: Path
    look: Point = (0.0, 0.0)
    rest: Path = Path()
    wriggle: Path = Path()


@cache
def climber() -> Crawler:
    """Build the lizard that climbs."""
    body = Ribbon(SPINE, WIDTHS)
    legs, feet, pads = _limbs(body, LIMBS)
    shades = body.shade(0.09, 0.97, 1, 0.64), body.shade(0.09, 0.97, -1, 0.64)
    crown = poly([body.at(0.045), body.off(0.07, 0.95), body.at(0.1), body.off(0.07, -0.95)])
    outline = (*(leg.outline() for leg in legs), *feet, body.outline())
    return Crawler(
        body, outline, _bars(legs), shades, marks(body, CLUBS, 0.15, 0.93), pads, (0.062, 2.35, 1.28), crown
    )  # fmt: skip


@cache
def dropper() -> Crawler:
    """Build the lizard that looks back for its tail; both ends of the break are ragged, and the tail wriggles."""
    body, tail = Ribbon(SHORT_SPINE, SHORT_WIDTHS), Ribbon(TAIL_SPINE, TAIL_WIDTHS)
    legs, feet, pads = _limbs(body, SHORT_LIMBS)
    shades = (
        body.shade(0.2, 0.99, 1, 0.64), body.shade(0.2, 0.99, -1, 0.64),
        tail.shade(0.01, 0.97, 1, 0.6, taper=0.001), tail.shade(0.01, 0.97, -1, 0.6, taper=0.001),
    )  # fmt: skip
    crown = poly([body.at(0.1), body.off(0.15, 0.95), body.at(0.2), body.off(0.15, -0.95)])
    on_body, on_tail = marks(body, SPADES, 0.31, 0.97), marks(tail, SPADES, 0.1, 0.93)
    both = Marks(on_body.signs + on_tail.signs, on_body.dots + on_tail.dots)
    flesh = _break(body, 1.0, -1) + _break(tail, 0.0, 1)
    outline = (*(leg.outline() for leg in legs), *feet, body.outline(), tail.outline())
    beside = [tail.side(a, b, v) for a, b, v in ((0.2, 0.3, 2.0), (0.44, 0.56, -2.3), (0.66, 0.76, 2.9))]
    beside += [tail.side(a, b, v) for a, b, v in ((0.22, 0.28, 2.6), (0.47, 0.53, -3.1), (0.68, 0.74, 3.9))]
    wriggle = Path([part for line in beside for part in line.segments])
    eyes, look = (0.14, 2.6, 1.75), (-0.35, 0.0)
    return Crawler(body, outline, _bars(legs), shades, both, pads, eyes, crown, look, flesh, wriggle)


def _break(body: Ribbon, u: float, way: int) -> Path:
    """Draw the raw end of a broken body at a station: a disc, ragged inwards; `way` 1 where the body goes on."""
    w = 0.8 * body.half_width(u)
    x, y, nx, ny = body.frame(u)
    turn = degrees(atan2(ny, nx)) + (180 if way > 0 else 0)
    teeth = [(w - 2 * w * i / 6, 1.5 if i % 2 else 0.5) for i in range(7)]
    bow = [(w * cos(radians(a)), -0.95 * w * sin(radians(a))) for a in range(150, 29, -20)]
    return poly([*teeth, *bow]).at(x, y, turn=turn)


def _limbs(body: Ribbon, limbs: Sequence[Limb]) -> tuple[list[Ribbon], list[Path], Path]:
    """Build legs, feet, and the dots on their pads."""
    legs: list[Ribbon] = []
    feet: list[Path] = []
    pads: list[Point] = []
    for limb in limbs:
        x, y, nx, ny = body.frame(limb.u)
        ahead = (-ny, nx)
        out = (ahead[1] * limb.side, -ahead[0] * limb.side)
        hip = (x + out[0] * 1.6, y + out[1] * 1.6)
        legs.append(leg_to(hip, limb.elbow, limb.wrist, FRONT_LEG if limb.front else HIND_LEG))
        found, ends = foot(limb.wrist, limb.points_to, FRONT_TOES if limb.front else HIND_TOES)
        feet += found
        pads += ends
    return legs, feet, sum((ellipse(*pad, 0.42) for pad in pads), Path())


def leg_to(hip: Point, elbow: Point, wrist: Point, widths: Sequence[tuple[float, float]]) -> Ribbon:
    """Bend a leg along a parabola past its elbow."""
    (ax, ay), (bx, by) = hip, wrist
    mx, my = (ax + bx) / 2, (ay + by) / 2
    px, py = elbow[0] + BEND * (elbow[0] - mx), elbow[1] + BEND * (elbow[1] - my)
    way = [
        (a * ax + b * px + c * bx, a * ay + b * py + c * by)
        for a, b, c in (((1 - t) ** 2, 2 * t * (1 - t), t * t) for t in (i / 8 for i in range(9)))
    ]
    return Ribbon(way, widths, samples=6)


def foot(
    wrist: Point, points_to: float, lengths: tuple[float, ...] = FRONT_TOES, fan: float = FAN
) -> tuple[list[Path], list[Point]]:
    """Fan toes out from a wrist, the outer ones bent outwards; give the foot's outlines and its toes' ends."""
    palm = (wrist[0] + 0.35 * cos(radians(points_to)), wrist[1] + 0.35 * sin(radians(points_to)))
    outlines, ends = [ellipse(*palm, PALM_MM)], []
    for i, length in enumerate(lengths):
        away = 0.5 - i / (len(lengths) - 1)
        a = radians(points_to + fan * away)
        b = a + radians(20 * away)
        knuckle = (palm[0] + length / 2 * cos(a), palm[1] + length / 2 * sin(a))
        end = (knuckle[0] + length / 2 * cos(b), knuckle[1] + length / 2 * sin(b))
        outlines.append(Ribbon([palm, knuckle, end], TOE, samples=8).outline(step_mm=0.9))
        ends.append(end)
    return outlines + [ellipse(*end, PAD_MM) for end in ends], ends


def draw_silhouette(ink: Ink, colour: Colour) -> None:
    """Draw the climber's outline alone, a little fattened, for the corners."""
    for path in climber().outline:
        ink.draw(path, colour, colour, 2.4)


def draw_dropped(ink: Ink, colour: Colour) -> None:
    """Draw the outline of the one without its tail, and the tail."""
    for path in dropper().outline:
        ink.draw(path, colour, colour, 1.6)


def draw_lizard(ink: Ink, coat: Coat, *, halo: bool = True) -> None:
    """Draw the lizard that climbs where it does so on a poker card."""
    draw_crawler(ink, climber(), coat, halo=halo)


def draw_crawler(ink: Ink, it: Crawler, coat: Coat, *, halo: bool = True) -> None:
    """Draw a lizard seen from above."""
    if halo:
        ink.halo(it.outline)
    ink.draw(it.wriggle, None, coat.edge if ink.low else coat.line, 0.9)
    ink.sticker(it.outline, coat.skin, coat.edge, 0.95)
    if ink.low:
        ink.draw(it.marks.signs, None, ink.black, 0.4)
    else:
        ink.draw(it.bars, coat.mark)
        for shade in it.shades:
            ink.draw(shade, coat.shade)
        ink.draw(it.marks.signs, coat.mark)
    ink.draw(it.marks.dots, coat.dot)
    if it.rest.segments:
        ink.draw(it.rest, coat.flesh, coat.edge, 0.6)
    at, out, r = it.eyes
    draw_eyes(ink, it.body, coat, at, out, r, it.look)
    draw_nostrils(ink, it.body, coat, 0.19 * at, 0.75)
    ink.draw(it.crown, None if ink.low else coat.mark, ink.black if ink.low else None, 0.4)
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


def draw_dropper(ink: Ink, coat: Coat, *, halo: bool = True) -> None:
    """Draw the lizard that looks back for its tail."""
    draw_crawler(ink, dropper(), coat, halo=halo)
