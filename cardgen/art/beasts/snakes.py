"""Snakes: coiled, the cobra in its basket, the glutton, and the pretzel."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import cos, hypot, radians, sin
from typing import NamedTuple

from cardgen.art.beasts.panel import Coat, Marks, draw_eyes, draw_nostrils, forked, marks
from cardgen.art.emblems.burin import Ribbon, curve, shape, sliver, sym
from cardgen.art.shapes import CLUBS, DIAMONDS, HEARTS, SPADES, suit_path
from cardgen.pdf.ink import Ink
from cardgen.pdf.path import Outline, Point, ellipse, lozenge, poly, rect, segment
from cardgen.pdf.theme import Colour

CENTRE = (31.0, 39.6)
INNER_MM, PITCH_MM, TURNS, FROM = 5.4, 8.3, 1.88, -20.0
STATIONS = 16  # a turn
HEAD = [(44.6, 76.2), (42.2, 72.6), (38.9, 67.4), (38, 61.4), (38.8, 55.2), (38.6, 49.6), (37.6, 44.6)]
# Where the tail leaves the spiral: how much further out, and by how many degrees on.
TAIL = ((0.5, -13), (0.6, -26), (1.0, -39), (3.0, -51), (5.6, -58))
WIDTHS = [
    (0, 1.2), (0.012, 2.3), (0.03, 3.35), (0.045, 3.4), (0.065, 2.45), (0.09, 2.6), (0.16, 3.3), (0.3, 3.75),
    (0.6, 3.75), (0.78, 3.0), (0.9, 1.8), (1, 0.25),
]  # fmt: skip
NECK = 0.175  # where the neck, drawn over the coil, ends in it
COIL = 0.145  # where the coil, under the neck, begins
EDGE_PT = 0.95
EYE_AT, EYE_OUT, EYE_MM = 0.033, 2.0, 1.12


class Layer(NamedTuple):
    """One part of the snake: the coil, or the neck that lies over it."""

    sides: Outline
    tip: Outline
    skin: Outline
    shades: tuple[Outline, Outline]
    marks: Marks


class Snake(NamedTuple):
    """The finished geometry."""

    body: Ribbon
    outline: Outline
    tongue: tuple[Outline, ...]
    coil: Layer
    neck: Layer


@cache
def snake() -> Snake:
    """Build the snake once."""
    count = int(TURNS * STATIONS)
    coil = [_polar(INNER_MM + PITCH_MM * TURNS * i / count, FROM - 360 * TURNS * i / count) for i in range(count + 1)]
    end_r, end_a = INNER_MM + PITCH_MM * TURNS, FROM - 360 * TURNS
    tail = [_polar(end_r + out, end_a + on) for out, on in TAIL]
    body = Ribbon([*HEAD, *coil, *tail], WIDTHS, samples=12)
    return Snake(body, body.outline(), forked(body), _part(body, COIL, 1), _part(body, 0, NECK))


def _polar(r: float, angle: float) -> Point:
    return CENTRE[0] + r * cos(radians(angle)), CENTRE[1] + r * sin(radians(angle))


def draw_snake_silhouette(ink: Ink, colour: Colour) -> None:
    """Draw the outline alone, for the corners; the turns of the coil stay apart."""
    it = snake()
    for path in (it.outline, *it.tongue):
        ink.draw(path, colour, colour, 0.6)


def draw_snake(ink: Ink, coat: Coat, *, halo: bool = True) -> None:
    """Draw the snake where it lies on a poker card."""
    it = snake()
    if halo:
        ink.halo([it.outline, *it.tongue])
    for path in it.tongue:
        ink.draw(path, coat.edge if ink.low else coat.flesh, coat.edge, 0.5)
    for part in (it.coil, it.neck):
        _draw_part(ink, part, coat)
    _face(ink, it.body, coat)


def _part(body: Ribbon, start: float, end: float) -> Layer:
    """Build one part: its sides, its round end, its skin, and what is on it."""
    head = start == 0
    tip = body.outline(0, 0.1) if head else body.outline(0.95, 1)
    sides = body.side(start, end, 1) + body.side(start, end, -1)
    skin = body.band(0.06, end, -1, 1) if head else body.band(start, 0.985, -1, 1)
    first, last = max(start, 0.06), min(end, 0.985)
    taper = 0.05 if head else 1e-6
    shades = body.shade(first, last, 1, 0.68, taper=taper), body.shade(first, last, -1, 0.68, taper=taper)
    beyond = 0.03 if head else -0.012
    return Layer(sides, tip, skin, shades, _marks(body, first - 0.03, last + beyond))


def _marks(body: Ribbon, first: float, last: float) -> Marks:
    """Give the signs and the dots of a part; what lies half under the neck would look torn, and is left out."""
    stations = [NECK * i / 60 for i in range(61)]
    neck = [(*body.at(u), body.half_width(u)) for u in stations]

    def free(u: float, point: Point) -> bool:
        if not first <= u <= last:
            return False
        beside = 0.9 * body.half_width(u)
        return u < NECK or all(hypot(point[0] - x, point[1] - y) > w + beside for x, y, w in neck)

    return marks(body, CLUBS, 0.09, 0.95, free=free)


def _draw_part(ink: Ink, part: Layer, coat: Coat) -> None:
    ink.draw(part.sides, None, coat.edge, 2 * EDGE_PT, cap="butt")
    ink.draw(part.tip, coat.edge, coat.edge, 2 * EDGE_PT)
    ink.draw(part.skin, coat.skin)
    ink.draw(part.tip, coat.skin)
    if not ink.low:
        for shade in part.shades:
            ink.draw(shade, coat.shade)
    ink.draw(part.marks.signs, None if ink.low else coat.mark, ink.black if ink.low else None, 0.45)
    ink.draw(part.marks.dots, coat.dot)


def _face(ink: Ink, body: Ribbon, coat: Coat) -> None:
    """Set eyes, nostrils and the long lozenge on the crown."""
    draw_eyes(ink, body, coat, EYE_AT, EYE_OUT, EYE_MM)
    draw_nostrils(ink, body, coat, 0.006, 0.7)
    crown = poly([body.at(0.02), body.off(0.045, 1.15), body.at(0.066), body.off(0.045, -1.15)])
    if ink.low:
        ink.draw(crown, None, ink.black, 0.45)
    else:
        ink.draw(crown, coat.mark)


COBRA_HEAD = (34.6, 68.2)
BODY = [(34.6, 66), (34.8, 58), (36.4, 50), (36.8, 43.4), (33.2, 37.6), (27.6, 33.2), (26.0, 28), (27.0, 20)]
BODY_WIDTHS = [(0, 4.4), (0.25, 4.0), (0.45, 3.7), (0.7, 3.7), (1, 3.7)]
HOOD = "0,5.4 5.0,4.2 9.8,-0.6 12.6,-7.4 12.4,-14.2 9.0,-20.6 4.4,-25.4 0,-26.6"
THROAT = "-5.0,0! -5.4,-10 -4.0,-20 -2.4,-29! 2.4,-29! 4.0,-20 5.4,-10 5.0,0!"
SKULL = "0,7.0 3.4,6.0 5.6,3.2 5.9,-0.4 4.4,-4.2 1.9,-6.3 0,-6.7"
BASKET = poly([(13.2, 27.2), (41.0, 27.2), (38.4, 8.4), (15.8, 8.4)])
RIM = rect(11.9, 26.0, 30.4, 3.4, 1.6)
LID = "0,0! 1.6,3.4 6.4,6.0 12.8,6.0 17.6,3.4 19.2,0!"
TIP = [(20.4, 24), (16.6, 31.4), (11.2, 35.2), (7.8, 40.2), (10.0, 45.0), (13.6, 44.0)]
TIP_WIDTHS = [(0, 3.0), (0.4, 2.2), (0.8, 1.0), (1, 0.25)]


class Cobra(NamedTuple):
    """The finished geometry."""

    body: Ribbon
    hood: Outline
    skull: Outline
    tip: Ribbon
    lid: Outline

    @property
    def outline(self) -> tuple[Outline, ...]:
        """Give everything that makes the silhouette."""
        return (self.tip.outline(), self.body.outline(), self.hood, self.skull, BASKET, RIM, self.lid)


@cache
def cobra() -> Cobra:
    """Build the cobra once."""
    lid = shape(LID).at(38.6, 21.4, 0.92, turn=62)
    return Cobra(
        Ribbon(BODY, BODY_WIDTHS), sym(HOOD).at(*COBRA_HEAD), sym(SKULL).at(*COBRA_HEAD), Ribbon(TIP, TIP_WIDTHS), lid
    )  # fmt: skip


def draw_cobra_silhouette(ink: Ink, colour: Colour) -> None:
    """Draw the outline alone for the corners, without the lid."""
    it = cobra()
    for path in it.outline[:-1]:
        ink.draw(path, colour, colour, 1.6)
    ink.draw(segment(15.4, 25.0, 38.8, 25.0), None, ink.paper, 3.0, cap="butt")
    for s in (1, -1):
        ink.draw(ellipse(COBRA_HEAD[0] + s * 3.0, COBRA_HEAD[1] + 1.3, 1.9), ink.paper)


def draw_cobra(ink: Ink, coat: Coat, *, halo: bool = True) -> None:
    """Draw the cobra where it rises on a poker card."""
    it = cobra()
    if halo:
        ink.halo(it.outline)
    ink.draw(it.lid, coat.eye, coat.edge, 0.9)
    _straw(ink, it.lid, coat, 62)
    for ribbon in (it.tip, it.body):
        ink.sticker([ribbon.outline()], coat.skin, coat.edge, 0.95)
        if not ink.low:
            ink.draw(ribbon.shade(0.02, 0.98, 1, 0.55, taper=0.02), coat.shade)
    rings = Outline()
    for i in range(9):
        u = 0.3 + 0.66 * i / 9
        rings += it.tip.band(u, u + 0.024, -0.8, 0.8, step_mm=0.7)
    plates = Outline()
    for i in range(18):
        u = 0.5 + 0.34 * i / 18
        (ax, ay), (bx, by) = it.body.at(u, -0.3), it.body.at(u, 0.74)
        plates += segment(ax, ay, bx, by)
    ink.draw(rings, None if ink.low else coat.mark, ink.black if ink.low else None, 0.35)
    ink.draw(plates, None, ink.black if ink.low else coat.mark, 0.35 if ink.low else 0.9, cap="butt")
    _hood(ink, it, coat)
    _head(ink, it, coat)
    _basket(ink, coat)


def _hood(ink: Ink, it: Cobra, coat: Coat) -> None:
    """Draw the hood: its lining, the throat's plates, and a great diamond."""
    ink.draw(it.hood, coat.skin, coat.edge, 1.9)
    with ink.clip(it.hood), ink.at(*COBRA_HEAD):
        if not ink.low:
            ink.draw(it.hood.at(-COBRA_HEAD[0], -COBRA_HEAD[1]), None, coat.shade, 9.5)
        ribs = Outline()
        for k in range(9):
            for s in (1, -1):
                ribs += curve(f"{s * 3.5},{-3.0 - 2.5 * k} {s * 8},{-1.8 - 2.6 * k} {s * 14},{-0.2 - 2.7 * k}")
        ink.draw(ribs, None, ink.black if ink.low else coat.dot, 0.35 if ink.low else 0.5)
        throat = shape(THROAT)
        ink.draw(throat, coat.mark, coat.edge, 0.7)
        with ink.clip(throat):
            plates = (curve(f"-6,{-4.2 - 1.9 * k} 0,{-5.2 - 1.9 * k} 6,{-4.2 - 1.9 * k}") for k in range(13))
            ink.draw(sum(plates, Outline()), None, coat.edge if ink.low else coat.skin, 0.35 if ink.low else 0.6)
    x, y = COBRA_HEAD
    ink.draw(it.hood, None, coat.edge, 0.95)
    sign = suit_path(DIAMONDS, x, y - 13.2, 9.6)
    ink.draw(sign, coat.eye, coat.edge, 0.8)
    ink.draw(suit_path(DIAMONDS, x, y - 13.2, 4.2), coat.skin, coat.edge, 0.5)


def _head(ink: Ink, it: Cobra, coat: Coat) -> None:
    """Draw the head, its glasses and its tongue."""
    x, y = COBRA_HEAD
    fork = "-0.5,-5.4 -0.5,-7.8 -1.9,-10.4! -0.3,-9.0 0.2,-8.6! 1.0,-9.2 2.6,-10.0! 0.9,-8.0 0.5,-5.4"
    ink.draw(it.skull, coat.skin, coat.edge, 0.95)
    with ink.at(x, y):
        if not ink.low:
            ink.draw(sym("0,7.0 1.4,6.4 1.9,3.0 0,0.4"), coat.shade)
        ink.draw(lozenge(0, 4.9, 0.9, 1.4), coat.mark, ink.black if ink.low else None, 0.4)
        ink.draw(shape(fork), coat.flesh, coat.edge, 0.6)
        ink.draw(curve("-3.9,-3.6 -1.6,-5.0 0,-4.5 1.6,-5.0 3.9,-3.6"), None, coat.edge, 0.8)
        for s in (1, -1):
            ink.draw(ellipse(s * 3.0, 1.3, 2.45), ink.paper, coat.edge, 1.3)
            ink.draw(ellipse(s * 3.0 - 0.5, 0.9, 1.25), coat.eye, coat.edge, 0.6)
            ink.draw(ellipse(s * 3.0 - 0.6, 0.8, 0.36, 0.95), coat.edge)
            ink.draw(curve(f"{s * 5.3},1.9 {s * 6.6},2.8 {s * 7.4},2.6"), None, coat.edge, 1.1)
            ink.draw(curve(f"{s * 1.4},4.6 {s * 3.4},5.2 {s * 4.8},4.0"), None, coat.edge, 0.9)
            ink.draw(ellipse(s * 0.9, -2.4, 0.27), coat.edge)
        ink.draw(curve("-0.8,1.9 0,2.5 0.8,1.9"), None, coat.edge, 1.3)


def _straw(ink: Ink, outline: Outline, coat: Coat, turn: float) -> None:
    left, bottom, right, top = outline.box()
    with ink.clip(outline):
        for way in (35 + turn, 145 + turn):
            with ink.at((left + right) / 2, (bottom + top) / 2, way):
                net = sum((segment(-20, 2.1 * i, 20, 2.1 * i) for i in range(-8, 9)), Outline())
                ink.draw(net, None, coat.edge, 0.35 if ink.low else 0.5)


def _basket(ink: Ink, coat: Coat) -> None:
    """Weave the basket: stakes, strands that go over and under them, and a rim."""
    ink.draw(BASKET, coat.eye, coat.edge, 0.95)
    with ink.clip(BASKET):
        for row in range(8):
            y = 9.0 + 2.3 * row
            for i in range(-6, 7):
                if (i + row) % 2 == 0:
                    continue
                x = 27.1 + i * 2.6 * (1 + 0.012 * row)
                strand = rect(x - 2.5, y, 5.0, 2.2, 1.1)
                ink.draw(strand, coat.eye, coat.edge, 0.5)
            if not ink.low:
                for i in range(-6, 7):
                    if (i + row) % 2:
                        x = 27.1 + i * 2.6 * (1 + 0.012 * row)
                        ink.draw(segment(x - 1.3, y + 0.7, x + 1.3, y + 0.7), None, ink.palette.yellow.shade, 0.5)
        ink.draw(rect(12, 8, 31, 1.6), coat.edge if not ink.low else coat.skin, coat.edge, 0.4)
    ink.draw(BASKET, None, coat.edge, 0.95)
    ink.draw(RIM, coat.eye, coat.edge, 0.95)
    plait = sum(
        (curve(f"{12.6 + 2.3 * i},26.4 {14.0 + 2.3 * i},27.5 {14.2 + 2.3 * i},29.1") for i in range(12)), Outline()
    )
    ink.draw(plait, None, coat.edge, 0.5)


SPINE = [
    (24.4, 70.6), (27.4, 74.4), (32.4, 76.8), (38.6, 76.6), (44.4, 73.2), (46.8, 67.4), (44.0, 61.6), (38.4, 56.0),
    (33.6, 49.6), (29.4, 42.6), (24.2, 35.8), (17.6, 31.2), (12.0, 26.0), (11.6, 18.4), (17.4, 13.0), (26.0, 12.2),
    (33.0, 15.6), (38.2, 21.6), (44.6, 24.6), (50.2, 22.6),
]  # fmt: skip
GLUTTON_WIDTHS = [
    (0, 1.3), (0.014, 2.3), (0.034, 3.5), (0.05, 3.6), (0.08, 2.5), (0.14, 2.7), (0.25, 3.5), (0.31, 5.0),
    (0.385, 10.4), (0.44, 11.4), (0.495, 9.6), (0.565, 4.4), (0.62, 3.5), (0.75, 3.0), (0.88, 1.8), (1, 0.25),
]  # fmt: skip
CARD = (31.5, 46.2, -34.0)
LETTER = poly([(-0.95, -1.2), (0, 1.2), (0.95, -1.2)], closed=False) + segment(-0.6, -0.4, 0.6, -0.4)
GLUTTON_EYE_AT, GLUTTON_EYE_OUT, GLUTTON_EYE_MM = 0.037, 2.1, 1.5


class Glutton(NamedTuple):
    """The finished geometry."""

    body: Ribbon
    outline: Outline
    tongue: tuple[Outline, ...]
    shades: tuple[Outline, Outline]
    marks: Marks


@cache
def glutton() -> Glutton:
    """Build the snake once."""
    body = Ribbon(SPINE, GLUTTON_WIDTHS)
    shades = body.shade(0.06, 0.98, 1, 0.72), body.shade(0.06, 0.98, -1, 0.72)
    front, rear = marks(body, SPADES, 0.1, 0.25), marks(body, SPADES, 0.605, 0.95)
    both = Marks(front.signs + rear.signs, front.dots + rear.dots)
    return Glutton(body, body.outline(step_mm=1.6), forked(body, 5.2), shades, both)


def draw_glutton_silhouette(ink: Ink, colour: Colour) -> None:
    """Draw the outline alone for the corners, the card showing white."""
    it = glutton()
    for path in (it.outline, *it.tongue):
        ink.draw(path, colour, colour, 1.4)
    x, y, turn = CARD
    ink.draw(rect(-4.6, -6.6, 9.2, 13.2, 0.9).at(x, y, turn=turn), ink.paper)
    ink.draw(suit_path(SPADES, x, y, 7.0, turn), colour)


def draw_glutton(ink: Ink, coat: Coat, *, halo: bool = True) -> None:
    """Draw the snake where it digests on a poker card."""
    it = glutton()
    body = it.body
    if halo:
        ink.halo([it.outline, *it.tongue])
    for path in it.tongue:
        ink.draw(path, coat.flesh, coat.edge, 0.5)
    ink.sticker([it.outline], coat.skin, coat.edge, 0.95)
    if not ink.low:
        for shade in it.shades:
            ink.draw(shade, coat.shade)
    ink.draw(it.marks.signs, None if ink.low else coat.mark, ink.black if ink.low else None, 0.4)
    ink.draw(it.marks.dots, coat.dot)
    _card(ink, coat)
    crown = poly([body.at(0.026), body.off(0.052, 1.1), body.at(0.076), body.off(0.052, -1.1)])
    ink.draw(crown, None if ink.low else coat.mark, ink.black if ink.low else None, 0.4)
    draw_nostrils(ink, body, coat, 0.006, 0.7)
    _lids(ink, body, coat)


def _card(ink: Ink, coat: Coat) -> None:
    """Draw the swallowed ace and the light about it, and the skin's wrinkles before and behind."""
    x, y, turn = CARD
    with ink.at(x, y, turn):
        rays = Outline()
        for k in range(-3, 4):
            for s in (1, -1):
                rays += sliver((s * 6.3, 2.3 * k), (s * (9.2 - 0.34 * k * k), 2.7 * k), 0.6)
        for side in (-1.5, 0.0, 1.5):
            for s in (1, -1):
                rays += sliver((2.2 * side, s * 8.6), (2.4 * side, s * (11.4 - 0.3 * side * side)), 0.6)
        ink.draw(rays, coat.edge if ink.low else coat.mark)
        ink.draw(rect(-5.4, -7.6, 10.8, 15.2, 1.1), ink.paper, coat.edge, 0.8)
        ink.draw(suit_path(SPADES, 0, 0, 7.2), None if ink.low else coat.edge, coat.edge, 0.6)
        for way in (0, 180):
            with ink.at(0, 0, way):
                ink.draw(LETTER.at(-3.7, 5.5), None, coat.edge, 0.9, join="mitre")
    wrinkles = curve("41.6,62.8 43.4,60.2 46.0,60.4") + curve("22.8,30.6 22.2,33.0 20.2,34.4")
    ink.draw(wrinkles, None, coat.edge if ink.low else coat.mark, 0.6)


def _lids(ink: Ink, body: Ribbon, coat: Coat) -> None:
    """Draw two eyes that look innocently up, half shut."""
    for side in (1, -1):
        x, y = body.off(GLUTTON_EYE_AT, side * GLUTTON_EYE_OUT)
        eye = ellipse(x, y, GLUTTON_EYE_MM)
        ink.draw(eye, coat.eye, coat.edge, 0.7)
        ink.draw(ellipse(x + 0.25, y + 0.45, 0.55), coat.edge)
        with ink.clip(eye):
            lid = rect(-2, 0.35, 4, 3).at(x, y, turn=-10)
            ink.draw(lid, coat.skin, coat.edge, 0.7)
        ink.draw(eye, None, coat.edge, 0.7)


KNOT_SPINE = [
    (44.6, 75.6), (43.5, 70.8), (41.4, 64.4), (39, 57), (35.1, 47.8), (29.9, 39.2), (25.1, 30.5), (20.4, 21.4),
    (14.8, 20), (11.4, 26.8), (10.9, 38.7), (11.8, 50.5), (16.5, 58.8), (23.8, 60.8), (31.2, 59), (38.6, 60.8),
    (45.7, 58.8), (50.4, 50.5), (51.3, 38.7), (50.5, 26.8), (46.8, 20), (41.2, 21.7), (36.6, 30.5), (31.9, 39.2),
    (27.1, 48), (23.9, 57), (22.1, 64), (21.3, 69), (22.1, 73.2), (24.9, 75.6),
]  # fmt: skip
KNOT_WIDTHS = [
    (0, 1.3), (0.012, 2.4), (0.027, 3.5), (0.042, 3.6), (0.064, 2.7), (0.1, 3.0), (0.2, 3.9), (0.5, 4.2),
    (0.72, 3.6), (0.86, 2.5), (0.95, 1.3), (1, 0.25),
]  # fmt: skip
KNOT_EYE_AT, KNOT_EYE_OUT, KNOT_EYE_MM = 0.03, 2.15, 1.6


class Stretch(NamedTuple):
    """One stretch of the snake, from station to station, and what lies on it."""

    sides: Outline
    skin: Outline
    shades: tuple[Outline, Outline]
    marks: Marks


class Knot(NamedTuple):
    """The finished geometry: stretches in the order in which they are drawn."""

    body: Ribbon
    outline: Outline
    tongue: tuple[Outline, ...]
    stretches: tuple[Stretch, ...]


def _near(body: Ribbon, point: Point) -> float:
    """Find the station of a spine's point."""
    return min(
        (i / 300 for i in range(301)), key=lambda u: hypot(*(a - b for a, b in zip(body.at(u), point, strict=True)))
    )


@cache
def knot() -> Knot:
    """Build the snake once."""
    body = Ribbon(KNOT_SPINE, KNOT_WIDTHS, samples=14)
    low, side, back = _near(body, (22.8, 26.1)), _near(body, (43.1, 60.2)), _near(body, (38.8, 26.1))
    crossed = _near(body, (25.4, 52.4))
    # The bow first, then the loop that comes back under the head's stretch, the tail over the bow, the head's stretch.
    cuts = ((low, side), (side - 0.004, back), (back - 0.004, crossed), (crossed - 0.004, 1.0), (0.0, low + 0.004))
    parts = tuple(_stretch(body, a, b, cuts[i + 1 :]) for i, (a, b) in enumerate(cuts))
    return Knot(body, body.outline(), forked(body, 5.2), parts)


def _stretch(body: Ribbon, start: float, end: float, over: Sequence[tuple[float, float]]) -> Stretch:
    """Build one stretch; what lies partly under those `over` it would look torn, and is left out."""
    sides = body.side(start, end, 1) + body.side(start, end, -1)
    first, last = max(start, 0.05), min(end, 0.985)
    shades = body.shade(first, last, 1, 0.68, taper=1e-6), body.shade(first, last, -1, 0.68, taper=1e-6)
    stations = [a + (b - a) * i / 40 for a, b in over for i in range(41)]
    above = [(v, *body.at(v), body.half_width(v)) for v in stations]

    def free(u: float, point: Point) -> bool:
        if not start <= u <= end:
            return False
        clear = 0.9 * body.half_width(u)
        return all(abs(u - v) < 0.06 or hypot(point[0] - x, point[1] - y) > w + clear for v, x, y, w in above)

    return Stretch(sides, body.band(start, end, -1, 1), shades, marks(body, HEARTS, 0.085, 0.94, free=free))


def draw_knot_silhouette(ink: Ink, colour: Colour) -> None:
    """Draw the outline alone for the corners, thinned so that the knot's eyes stay open."""
    it = knot()
    for stretch in it.stretches:
        ink.draw(stretch.sides, None, ink.paper, 5.0, cap="butt")
        ink.draw(stretch.skin, colour)
    for path in (it.body.outline(0, 0.05), *it.tongue):
        ink.draw(path, colour)


def draw_knot(ink: Ink, coat: Coat, *, halo: bool = True) -> None:
    """Draw the knotted snake where it lies on a poker card."""
    it = knot()
    if halo:
        ink.halo([it.outline, *it.tongue])
    for path in it.tongue:
        ink.draw(path, coat.flesh, coat.edge, 0.5)
    body = it.body
    tip, end = body.outline(0, 0.06), body.outline(0.97, 1)
    for number, stretch in enumerate(it.stretches):
        ink.draw(stretch.sides, None, coat.edge, 2 * EDGE_PT, cap="butt")
        if number == 3:
            ink.draw(end, coat.edge, coat.edge, 2 * EDGE_PT)
        if number == 4:
            ink.draw(tip, coat.edge, coat.edge, 2 * EDGE_PT)
        ink.draw(stretch.skin, coat.skin)
        if not ink.low:
            for shade in stretch.shades:
                ink.draw(shade, coat.shade)
        if number == 3:
            ink.draw(end, coat.skin)
        if number == 4:
            ink.draw(tip, coat.skin)
        ink.draw(stretch.marks.signs, None if ink.low else coat.mark, ink.black if ink.low else None, 0.4)
        ink.draw(stretch.marks.dots, coat.dot)
    crown = poly([body.at(0.02), body.off(0.042, 1.1), body.at(0.062), body.off(0.042, -1.1)])
    ink.draw(crown, None if ink.low else coat.mark, ink.black if ink.low else None, 0.4)
    draw_eyes(ink, body, coat, KNOT_EYE_AT, KNOT_EYE_OUT, KNOT_EYE_MM, (-0.1, -0.42))
    draw_nostrils(ink, body, coat, 0.005, 0.7)
