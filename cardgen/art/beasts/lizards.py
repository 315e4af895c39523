"""Drawings of four lizards: one that climbs, one that lost its tail, a chameleon, and a frilled lizard."""

from collections.abc import Sequence
from functools import cache
from math import atan2, cos, degrees, radians, sin
from typing import NamedTuple

from cardgen.art.beasts.panel import Coat, Marks, bands, crown, draw_eyes, draw_nostrils, marks, shades
from cardgen.art.shapes import CLUBS, HEARTS, SPADES, suit_path
from cardgen.pdf.ink import Ink
from cardgen.pdf.path import Outline, Point, Ribbon, curve, ellipse, lozenge, poly, rect, shape, sliver, sym, tube
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
    """One leg of a lizard seen from above.

    `u` is the place on the spine where the leg begins, as a fraction of the body's length from the snout. `side` is 1
    for a leg on the lizard's right and -1 for one on its left. `elbow` and `wrist` are points in mm, and `points_to` is
    the direction of the middle toe in degrees anticlockwise from the x axis. `front` is false for a hind leg.
    """

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
    """The outlines of a lizard seen from above, in mm on a poker card.

    `body` is the spine with its widths, and `outline` has the areas of limbs and body (and of a dropped tail). On them
    lie `bars` across the legs, `shades` (dark strips) along the edges, `marks` (suit signs and dots) along the back and
    `pads` on the ends of the toes. `eyes` has the place of the eyes as a fraction of the body's length, their distance
    from the spine in mm and their radius in mm. `crown` is a lozenge on the head. `look` is how far the pupils are
    moved towards the tail and outwards, in multiples of the eyes' radius. `wound` (the torn ends) and `wriggle` (lines
    beside the tail) are empty unless the lizard has dropped its tail.
    """

    body: Ribbon
    outline: tuple[Outline, ...]
    bars: Outline
    shades: tuple[Outline, ...]
    marks: Marks
    pads: Outline
    eyes: tuple[float, float, float]
    crown: Outline
    look: Point = (0.0, 0.0)
    wound: Outline = Outline()
    wriggle: Outline = Outline()


@cache
def climber() -> Crawler:
    """Return the outlines of the climbing lizard."""
    body = Ribbon(SPINE, WIDTHS)
    limbs, bars, pads = _limbs(body, LIMBS)
    signs, eyes = marks(body, CLUBS, 0.15, 0.93), (0.062, 2.35, 1.28)
    head = crown(body, 0.045, 0.07, 0.1, 0.95)
    return Crawler(body, (*limbs, body.outline()), bars, shades(body, 0.09, 0.97, 0.64), signs, pads, eyes, head)


@cache
def dropper() -> Crawler:
    """Return the outlines of the lizard that has lost its tail and looks back at it, and of that tail."""
    body, tail = Ribbon(SHORT_SPINE, SHORT_WIDTHS), Ribbon(TAIL_SPINE, TAIL_WIDTHS)
    limbs, bars, pads = _limbs(body, SHORT_LIMBS)
    on_body, on_tail = marks(body, SPADES, 0.31, 0.97), marks(tail, SPADES, 0.1, 0.93)
    wound = Outline()
    for part, u, way in ((body, 1.0, -1), (tail, 0.0, 1)):
        # A disc, ragged inwards, at the raw end; `way` is 1 where the body goes on from there.
        w = 0.8 * part.half_width(u)
        x, y, nx, ny = part.frame(u)
        teeth = [(w - 2 * w * i / 6, 1.5 if i % 2 else 0.5) for i in range(7)]
        bow = [(w * cos(radians(a)), -0.95 * w * sin(radians(a))) for a in range(150, 29, -20)]
        wound += poly([*teeth, *bow]).at(x, y, turn=degrees(atan2(ny, nx)) + (180 if way > 0 else 0))
    beside = [tail.side(a, b, v) for a, b, v in ((0.2, 0.3, 2.0), (0.44, 0.56, -2.3), (0.66, 0.76, 2.9))]
    beside += [tail.side(a, b, v) for a, b, v in ((0.22, 0.28, 2.6), (0.47, 0.53, -3.1), (0.68, 0.74, 3.9))]
    return Crawler(
        body,
        (*limbs, body.outline(), tail.outline()),
        bars,
        (*shades(body, 0.2, 0.99, 0.64), *shades(tail, 0.01, 0.97, 0.6, taper=0.001)),
        Marks(on_body.signs + on_tail.signs, on_body.dots + on_tail.dots),
        pads,
        (0.14, 2.6, 1.75),
        crown(body, 0.1, 0.15, 0.2, 0.95),
        (-0.35, 0.0),
        wound,
        sum(beside, Outline()),
    )


def _limbs(body: Ribbon, limbs: Sequence[Limb]) -> tuple[list[Outline], Outline, Outline]:
    """Return the outlines of these legs and feet, of the bars across the legs, and of dots on the toes."""
    legs: list[Ribbon] = []
    feet: list[Outline] = []
    pads: list[Point] = []
    for limb in limbs:
        x, y, nx, ny = body.frame(limb.u)
        hip = (x + nx * limb.side * 1.6, y + ny * limb.side * 1.6)
        legs.append(leg_to(hip, limb.elbow, limb.wrist, FRONT_LEG if limb.front else HIND_LEG))
        toes, ends = foot(limb.wrist, limb.points_to, FRONT_TOES if limb.front else HIND_TOES)
        feet += toes
        pads += ends
    bars = Outline()
    for leg in legs:  # broad at the thigh and narrow at the wrist
        for u in BARS:
            x, y, nx, ny = leg.frame(u)
            w = leg.half_width(u)
            bar = rect(-0.6 * w, -0.27 * w - 0.05, 1.2 * w, 0.54 * w + 0.1, 0.27 * w + 0.05)
            bars += bar.at(x, y, turn=degrees(atan2(ny, nx)))
    return [leg.outline() for leg in legs] + feet, bars, sum((ellipse(*pad, 0.42) for pad in pads), Outline())


def leg_to(hip: Point, elbow: Point, wrist: Point, widths: Sequence[tuple[float, float]]) -> Ribbon:
    """Return a leg from `hip` to `wrist` (points in mm) that curves round `elbow`.

    Each pair of `widths` is a place, as a fraction of the leg's length from the hip, and half the leg's width there in
    mm.
    """
    (ax, ay), (bx, by) = hip, wrist
    bend = elbow[0] + BEND * (elbow[0] - (ax + bx) / 2), elbow[1] + BEND * (elbow[1] - (ay + by) / 2)
    return Ribbon([_parabola(hip, bend, wrist, i / 8) for i in range(9)], widths, samples=6)


def _parabola(start: Point, bend: Point, end: Point, t: float) -> Point:
    """Return the point at the fraction `t` (0 to 1) of a quadratic Bézier curve with control point `bend`."""
    a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
    return a * start[0] + b * bend[0] + c * end[0], a * start[1] + b * bend[1] + c * end[1]


def foot(
    wrist: Point, points_to: float, lengths: tuple[float, ...] = FRONT_TOES, fan: float = FAN
) -> tuple[list[Outline], list[Point]]:
    """Return the outlines of a foot at `wrist`, and the points at which its toes end.

    `lengths` are the lengths of the toes in mm. The toes spread over `fan` degrees about the direction `points_to`, in
    degrees anticlockwise from the x axis; the first toe lies furthest anticlockwise.
    """
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


def draw_lizard_silhouette(ink: Ink, colour: Colour) -> None:
    """Draw the climbing lizard where `draw_lizard` draws it, but in one flat colour and slightly thicker."""
    for path in climber().outline:
        ink.draw(path, colour, colour, 2.4)


def draw_dropped(ink: Ink, colour: Colour) -> None:
    """Draw what `draw_dropper` draws (a lizard and its lost tail) at the same place, in one flat colour."""
    for path in dropper().outline:
        ink.draw(path, colour, colour, 1.6)


def draw_lizard(ink: Ink, coat: Coat, *, halo: bool = True) -> None:
    """Draw the climbing lizard at its place on a poker card, coloured by `coat`; `halo` puts a pale edge round it."""
    draw_crawler(ink, climber(), coat, halo=halo)


def draw_dropper(ink: Ink, coat: Coat, *, halo: bool = True) -> None:
    """Draw the lizard that lost its tail at its place on a poker card, coloured by `coat`; `halo` adds a pale edge."""
    draw_crawler(ink, dropper(), coat, halo=halo)


def draw_crawler(ink: Ink, it: Crawler, coat: Coat, *, halo: bool = True) -> None:
    """Draw the lizard whose outlines are `it`, in the colours of `coat`; `halo` puts a pale edge round it."""
    if halo:
        ink.halo(it.outline)
    ink.draw(it.wriggle, None, coat.edge if ink.low else coat.line, 0.9)
    ink.sticker(it.outline, coat.skin, coat.edge, 0.95)
    if not ink.low:
        ink.draw(it.bars, coat.mark)
        for shade in it.shades:
            ink.draw(shade, coat.shade)
    ink.tint(it.marks.signs, coat.mark, 0.4)
    ink.draw(it.marks.dots, coat.dot)
    if it.wound.segments:
        ink.draw(it.wound, coat.flesh, coat.edge, 0.6)
    draw_eyes(ink, it.body, coat, *it.eyes, it.look)
    draw_nostrils(ink, it.body, coat, 0.19 * it.eyes[0], 0.75)
    ink.tint(it.crown, coat.mark, 0.4)
    ink.draw(it.pads, coat.mark)


# --- the chameleon

BOUGH = [(8.4, 31.0), (15, 33.0), (26, 34.6), (38, 36.4), (47, 40.2), (55.8, 44.9)]
BOUGH_WIDTHS = [(0, 2.3), (0.25, 1.7), (0.6, 1.9), (1, 1.2)]
BODY = (
    "13.6,44.6 15.4,51.6 20.4,57.8 27.0,60.8 32.2,60.6 33.2,64.4 35.6,70.8! 41.0,69.4 46.6,66.0 51.4,61.6! 51.2,59.4 "
    "47.6,57.0 43.2,54.6 41.6,50.0 39.4,45.0 34.0,41.6 27.0,40.6 20.6,41.2"
)
CHEEK = "33.4,63.6 34.6,59.0 38.4,55.6 43.2,54.6"
TAIL = [
    (21.4, 46.4), (15.6, 43.6), (11.4, 38.0), (9.9, 30.4), (11.6, 22.6), (17.2, 17.6), (24.4, 18.0), (28.6, 23.0),
    (27.2, 28.6), (22.2, 30.0), (18.6, 26.8), (19.8, 23.2), (22.8, 23.6),
]  # fmt: skip
CHAMELEON_TAIL_WIDTHS = [(0, 5.2), (0.1, 4.0), (0.3, 2.6), (0.6, 1.75), (0.85, 1.1), (1, 0.6)]
LEGS = (([(33.6, 46.6), (38.6, 44.6), (37.2, 40.4)], 14.0), ([(22.6, 46.6), (27.0, 43.8), (25.2, 38.6)], 8.0))
FAR_LEGS = (([(40.4, 48.6), (45.4, 47.6), (45.6, 43.6)], 26.0), ([(17.6, 44.6), (18.8, 41.0), (16.6, 37.8)], 14.0))
TONGUE = "50.6,60.6 54.6,62.8 55.6,67.6 53.0,71.4 49.4,72.4"
FLY = (47.6, 73.6)
EYE = (43.2, 62.8)


class Chameleon(NamedTuple):
    """The outlines of the chameleon, in mm on a poker card.

    `bough` is the branch that the chameleon sits on. `far` and `near` are the limbs behind and in front of `body`;
    `tail` is a ribbon (a spine with widths), `tongue` the tongue put out.
    """

    bough: Outline
    far: tuple[Outline, ...]
    near: tuple[Outline, ...]
    tail: Ribbon
    body: Outline
    tongue: Outline


@cache
def chameleon() -> Chameleon:
    """Return the outlines of the chameleon, whose feet hold a bough from above."""
    mitten = shape("-1.6,0.6 -3.2,-1.2 -3.1,-3.6 -1.9,-3.4 -0.6,-1.8! 0.6,-1.8! 1.9,-3.2 3.1,-3.2 3.2,-1.0 1.6,0.8")
    far, near = (
        tuple(
            Ribbon(way, [(0, 2.7), (0.5, 2.0), (1, 1.5)], samples=10).outline(step_mm=1.2)
            + mitten.at(*way[-1], turn=turn)
            for way, turn in legs
        )
        for legs in (FAR_LEGS, LEGS)
    )
    tongue = tube(TONGUE, (0, 0.5), (0.75, 0.45), (0.9, 1.05), (1, 0.9), step=0.9)
    bough, tail = Ribbon(BOUGH, BOUGH_WIDTHS).outline(), Ribbon(TAIL, CHAMELEON_TAIL_WIDTHS)
    return Chameleon(bough, far, near, tail, shape(BODY), tongue)


def draw_chameleon_silhouette(ink: Ink, colour: Colour) -> None:
    """Draw the chameleon without its bough as a flat figure in one colour, where `draw_chameleon` draws it."""
    it = chameleon()
    for path in (it.tail.outline(), it.body, *it.near, it.far[0], it.tongue):
        ink.draw(path, colour, colour, 1.6)
    _fly(ink, colour, colour, 1.7)
    ink.draw(ellipse(*EYE, 2.0), ink.paper)


def draw_chameleon(ink: Ink, coat: Coat, *, halo: bool = True) -> None:
    """Draw the chameleon on its bough at its place on a poker card, coloured by `coat`; `halo` adds a pale edge."""
    it = chameleon()
    if halo:
        ink.halo((it.bough, *it.far, it.tail.outline(), it.body, *it.near, it.tongue))
    _fly(ink, coat.edge, coat.mark, 1.45)
    ink.draw(it.tongue, coat.flesh, coat.edge, 0.8)
    _bough(ink, it.bough, coat)
    for leg in it.far:
        ink.sticker([leg], coat.shade, coat.edge, 0.95)
    ink.sticker([it.tail.outline()], coat.skin, coat.edge, 0.95)
    if not ink.low:
        ink.draw(it.tail.shade(0.14, 0.98, 1, 0.55), coat.shade)
    ink.tint(bands(it.tail, 0.17, 0.79, 17, 0.017), coat.mark, 0.35)
    ink.sticker([it.body], coat.skin, coat.edge, 0.95)
    with ink.clip(it.body):
        _side(ink, coat)
    for leg in it.near:
        ink.sticker([leg], coat.skin, coat.edge, 0.95)
    for (hip, knee, ankle), _ in LEGS:
        for t in (0.35, 0.62, 0.86):
            ink.flat(lozenge(*_parabola(hip, knee, ankle, t), 0.62, 0.85), coat.mark, 0.4)
    _head(ink, coat)


def _fly(ink: Ink, body: Colour, wing: Colour, k: float) -> None:
    """Draw the fly at the tip of the chameleon's tongue in the colours `body` and `wing`, at the scale `k`."""
    with ink.at(*FLY, 24, k):
        for turn in (62, 118):
            ink.draw(ellipse(1.6, 0, 1.75, 0.75).at(0, 0.5, turn=turn), wing, body, 0.5)
        ink.draw(ellipse(0, 0, 1.5, 0.95), body)
        ink.draw(ellipse(-1.7, 0.2, 0.75), body)


def _bough(ink: Ink, bough: Outline, coat: Coat) -> None:
    """Draw the chameleon's bough, whose outline is `bough`, with its bark, a knot and two leaves."""
    way = Ribbon(BOUGH, BOUGH_WIDTHS)
    ground = ink.paper if ink.low else ink.palette.yellow.shade
    leaf = "0,0! 1.8,2.2 5.2,2.4 7.4,0! 5.2,-1.4 1.8,-1.6"
    for x, y, turn in ((50.6, 42.4, -52), (52.4, 43.2, 96)):
        ink.draw(shape(leaf).at(x, y, turn=turn), coat.mark, coat.edge, 0.8)
        ink.draw(curve("0.6,0 3.4,0.5 6.4,0.1").at(x, y, turn=turn), None, coat.edge, 0.4)
    ink.draw(bough, ground, coat.edge, 0.9)
    bark = ((0.03, 0.3, 0.4), (0.12, 0.42, -0.3), (0.5, 0.72, 0.1), (0.66, 0.95, -0.4))
    ink.draw(sum((way.side(a, b, v) for a, b, v in bark), Outline()), None, coat.edge, 0.4)


def _side(ink: Ink, coat: Coat) -> None:
    """Draw the chameleon's side (lozenges with hearts, belly, crest); the caller clips it to the body."""
    w, h = 3.1, 3.9
    for j in range(-3, 4):
        for i in range(-6, 7):
            if (i + j) % 2 == 0:
                x, y = 27.4 + i * w, 50.2 + j * h
                ink.tint(
                    lozenge(x, y, w, h) if ink.low else lozenge(x, y, w - 0.25, h - 0.3),
                    coat.skin if j % 2 else coat.shade,
                    0.3,
                )
                if j % 2 and abs(i) < 5:
                    ink.tint(suit_path(HEARTS, x, y, 3.3), coat.mark, 0.4)
    ink.draw(shape("33.4,63.6! 34.6,59.0 38.4,55.6 43.2,53.6! 56,56! 56,74! 32,74!"), coat.skin)
    if not ink.low:
        ink.draw(shape("12,44.6! 20.4,43.4 27,42.6 33.2,43.4 38.4,46.6 41.2,53! 44,53! 42,38! 12,38!"), coat.shade)
    spines = Outline()
    for k in range(15):
        x, y = 14.6 + 18.2 * k / 14, 49.2 + 12.4 * sin(radians(90 * (k / 14) ** 0.8))
        spines += sliver((x, y), (x + 1.5, y - 2.2), 0.8)
    ink.draw(spines, coat.edge if ink.low else coat.mark)


def _head(ink: Ink, coat: Coat) -> None:
    """Draw the chameleon's cheek, helmet, mouth and cone-shaped eye."""
    ink.draw(curve(CHEEK), None, coat.edge, 0.7)
    ink.draw(curve("35.6,69.4 38.4,66.2 39.6,62.8"), None, coat.edge, 0.5)
    if not ink.low:
        for x, y in ((37.2, 62.6), (38.0, 59.8), (40.4, 57.4), (43.4, 56.6)):
            ink.draw(ellipse(x, y, 0.42), coat.dot)
    ink.draw(curve("51.2,60.4 48.6,59.4 45.4,58.2 42.2,59.0 41.4,60.2"), None, coat.edge, 0.9)
    x, y = EYE
    ink.draw(ellipse(x, y, 3.5), coat.skin, coat.edge, 0.8)
    rays = Outline()
    for k in range(16):
        c, s = cos(radians(22.5 * k)), sin(radians(22.5 * k))
        rays += sliver((x + 3.1 * c, y + 3.1 * s), (x + 1.9 * c, y + 1.9 * s), 0.5)
    ink.draw(rays, coat.edge if ink.low else coat.mark)
    ink.draw(ellipse(x, y, 1.55), coat.eye, coat.edge, 0.8)
    ink.draw(ellipse(x + 0.45, y + 0.5, 0.75), coat.edge)
    ink.draw(ellipse(50.2, 61.6, 0.3), coat.edge)


# --- the frilled lizard

HEAD = (31.4, 57.4)
WEDGES, FRILL_MM, SCALLOP_MM = 20, 16.4, 1.5
FRILLED_BODY = [(31.4, 52), (31.4, 44), (31.0, 36), (31.2, 29), (31.4, 25)]
BODY_WIDTHS = [(0, 4.2), (0.2, 5.6), (0.6, 7.0), (0.85, 6.2), (1, 4.6)]
FRILLED_TAIL = [
    (32.0, 29), (25.0, 21.6), (16.4, 18.0), (10.2, 21.0), (9.2, 27.4), (13.6, 31.2), (17.6, 28.6), (16.4, 24.8),
]  # fmt: skip
FRILLED_TAIL_WIDTHS = [(0, 4.4), (0.3, 2.7), (0.7, 1.5), (1, 0.35)]
ARM = [(0, 2.3), (0.4, 2.0), (0.75, 1.4), (1, 1.2)]
LEG = [(0, 4.0), (0.3, 3.6), (0.65, 2.2), (1, 1.5)]
# Shoulder or hip, joint, wrist or ankle, and the way that the foot points.
ARMS = (((27.4, 43.6), (19.8, 37.4), (14.2, 42.0), 122.0), ((35.4, 43.6), (43.4, 37.4), (49.0, 42.0), 58.0))
FRILLED_LEGS = (((28.0, 27.6), (21.8, 21.0), (26.0, 13.6), -118.0), ((34.8, 27.6), (41.0, 21.6), (37.4, 14.0), -62.0))
SKULL = "0,8.8 3.0,7.9 5.6,4.6 7.2,1.4 6.7,-3.2 4.3,-7.0 0,-8.3"
FORK = "-0.6,-3.0 -0.7,-6.4 -1.2,-8.4 -2.9,-10.6! -0.9,-9.4 0.1,-8.2! 0.9,-9.3 2.7,-10.2! 1.1,-8.2 0.7,-6.4 0.6,-3.0"
MOUTH = "0,0.5 2.6,-0.6 5.0,-0.2! 4.6,-3.4 2.7,-5.9 0,-6.7"


class Frilled(NamedTuple):
    """The outlines of the frilled lizard, in mm on a poker card.

    `frill` is the collar. It has a pattern of `wedges`, which alternate between the two outlines of that field, and of
    thin `ribs`. `body` and `tail` are ribbons (spines with widths), `limbs` the legs and feet, and `pads` the dots at
    the ends of the toes.
    """

    frill: Outline
    wedges: tuple[Outline, Outline]
    ribs: Outline
    body: Ribbon
    tail: Ribbon
    limbs: tuple[Outline, ...]
    pads: Outline

    @property
    def outline(self) -> tuple[Outline, ...]:
        """The outlines that together make the lizard's silhouette."""
        return (self.tail.outline(), *self.limbs, self.body.outline(), self.frill)


def _out(angle: float, r: float) -> Point:
    return HEAD[0] + r * cos(radians(angle)), HEAD[1] + r * sin(radians(angle))


@cache
def frilled() -> Frilled:
    """Return the outlines of the frilled lizard."""
    step = 360 / WEDGES
    frill, pairs, ribs = Outline().move(*_out(-90, FRILL_MM)), [Outline(), Outline()], Outline()
    for i in range(WEDGES):
        a, b = -90 + i * step, -90 + (i + 1) * step
        far = FRILL_MM + SCALLOP_MM * 1.33
        bow = (*_out(a + step * 0.2, far), *_out(b - step * 0.2, far), *_out(b, FRILL_MM))
        frill = frill.curve(*bow)
        wedge = Outline().move(*_out((a + b) / 2, 5)).line(*_out(a, FRILL_MM)).curve(*bow).close()
        pairs[i % 2] += wedge
        for d in (-0.22, 0.22):
            m = (a + b) / 2 + d * step
            ribs += sliver(_out(m, FRILL_MM + 0.4), _out(m, 10.6), 0.55)
    limbs: list[Outline] = []
    ends: list[Point] = []
    for group, widths, toes in ((ARMS, ARM, (3.6, 4.5, 4.9, 4.5, 3.6)), (FRILLED_LEGS, LEG, (3.8, 4.6, 4.8, 4.6, 3.8))):
        for start, joint, end, way in group:
            found, tips = foot(end, way, toes)
            limbs += [leg_to(start, joint, end, widths).outline(), *found]
            ends += tips
    pads = sum((ellipse(*tip, 0.42) for tip in ends), Outline())
    body, tail = Ribbon(FRILLED_BODY, BODY_WIDTHS), Ribbon(FRILLED_TAIL, FRILLED_TAIL_WIDTHS)
    return Frilled(frill.close(), (pairs[0], pairs[1]), ribs, body, tail, tuple(limbs), pads)


def draw_frilled_silhouette(ink: Ink, colour: Colour) -> None:
    """Draw the frilled lizard, mouth open, as a flat figure in one colour, where `draw_frilled` draws it."""
    for path in frilled().outline:
        ink.draw(path, colour, colour, 1.8)
    ink.draw(sym(MOUTH).at(*HEAD, 1.15), ink.paper)


def draw_frilled(ink: Ink, coat: Coat, *, halo: bool = True) -> None:
    """Draw the frilled lizard at its place on a poker card, coloured by `coat`; `halo` puts a pale edge round it."""
    it = frilled()
    if halo:
        ink.halo(it.outline)
    ink.sticker([it.tail.outline()], coat.skin, coat.edge, 0.95)
    ink.tint(bands(it.tail, 0.26, 0.7, 11, 0.022), coat.mark, 0.35)
    ink.sticker(it.limbs, coat.skin, coat.edge, 0.95)
    for (ax, ay), (bx, by), (cx, cy), _ in (*ARMS, *FRILLED_LEGS):
        for t in (0.45, 0.62, 0.79):
            bend = bx * 1.12 - (ax + cx) * 0.06, by * 1.12 - (ay + cy) * 0.06
            ink.flat(lozenge(*_parabola((ax, ay), bend, (cx, cy), t), 0.62, 0.9), coat.mark, 0.4)
    ink.draw(it.pads, coat.mark)
    ink.sticker([it.body.outline()], coat.skin, coat.edge, 0.95)
    if not ink.low:
        ink.draw(it.body.shade(0.02, 0.99, 1, 0.74, taper=0.01), coat.shade)
    for u, wide in ((0.455, 2.7), (0.675, 2.9), (0.875, 2.3)):  # the belly's plates
        x, y = it.body.at(u)
        ink.tint(lozenge(x, y, wide, wide * 1.02), coat.mark, 0.5, join="mitre")
        if not ink.low:
            ink.draw(lozenge(x, y, wide * 0.4, wide * 0.42), coat.skin)
    ink.draw(it.frill, coat.edge, coat.edge, 1.9)
    for wedges, fill in zip(it.wedges, (coat.skin, coat.mark), strict=True):
        ink.draw(wedges, fill, coat.edge, 0.5)
    if not ink.low:
        ink.draw(it.ribs, coat.shade)
    for i in range(0, WEDGES, 2):
        a = -90 + (i + 0.5) * 360 / WEDGES
        ink.draw(lozenge(0, 0, 0.95, 1.7).at(*_out(a, 13.4), turn=a - 90), coat.eye, coat.edge, 0.5)
    _frilled_head(ink, coat)


def _frilled_head(ink: Ink, coat: Coat) -> None:
    """Draw the frilled lizard's head: two eyes, and a wide open mouth."""
    with ink.at(*HEAD):
        ink.draw(sym(SKULL), coat.skin, coat.edge, 0.95)
        if not ink.low:
            ink.draw(shape("-1.0,8.6 0,8.8 1.0,8.6 1.5,5.0 0,1.6! -1.5,5.0"), coat.shade)
        ink.draw(lozenge(0, 6.0, 1.2, 1.9), coat.mark, ink.black if ink.low else None, 0.4)
        mouth = sym(MOUTH)
        ink.draw(mouth, coat.flesh, coat.edge, 0.9)
        with ink.clip(mouth):
            ink.draw(ellipse(0, -6.6, 3.6, 2.4), coat.edge if not ink.low else coat.skin, coat.edge, 0.4)
            for s in (1, -1):
                fang = poly([(s * 2.0, 0.2), (s * 3.5, 0.2), (s * 2.9, -2.3)])
                ink.draw(fang, "#FFFFFF", coat.edge, 0.4)
        ink.draw(shape(FORK), coat.mark if not ink.low else coat.skin, coat.edge, 0.6)
        ink.draw(mouth, None, coat.edge, 0.9)
        for s in (1, -1):
            ink.draw(ellipse(s * 4.5, 4.1, 2.1), coat.eye, coat.edge, 0.8)
            ink.draw(ellipse(s * 4.5 + 0.55, 4.1, 0.5, 1.25), coat.edge)
            ink.draw(curve(f"{s * 2.3},5.3 {s * 4.3},7.0 {s * 6.7},6.2"), None, coat.edge, 1.2)
            ink.draw(ellipse(s * 1.2, 2.1, 0.32), coat.edge)
