"""Drawings of four snakes: one coiled, a cobra in a basket, one that ate a card, and one tied in a knot."""

from collections.abc import Sequence
from functools import cache
from math import cos, hypot, radians, sin
from typing import NamedTuple

from cardgen.art.beasts.panel import Coat, Marks, bands, crown, draw_eyes, draw_nostrils, forked, marks, shades
from cardgen.art.shapes import CLUBS, DIAMONDS, HEARTS, SPADES, suit_path
from cardgen.pdf.ink import Ink
from cardgen.pdf.path import Outline, Point, Ribbon, curve, ellipse, lozenge, poly, rect, segment, shape, sliver, sym
from cardgen.pdf.theme import Colour

EDGE_PT = 0.95


class Stretch(NamedTuple):
    """One piece of a snake's body.

    A snake that crosses itself is drawn piece by piece, later pieces over earlier ones. `sides` are the lines along the
    edges of the piece, and `skin` is its area. `shades` (strips along the edges) and `marks` (suit signs and dots) lie
    on it. `tip` is the rounded end of the snake, empty if the piece has none.
    """

    sides: Outline
    skin: Outline
    shades: tuple[Outline, Outline]
    marks: Marks
    tip: Outline = Outline()


class Snake(NamedTuple):
    """The outlines of a snake, in mm on a poker card.

    `body` is its spine with its width, `outline` the edge of the whole body, and `tongue` the parts of its tongue.
    `stretches` are the pieces of the body to draw, in this order: a later one may cross over an earlier one.
    """

    body: Ribbon
    outline: Outline
    tongue: tuple[Outline, ...]
    stretches: tuple[Stretch, ...]


# --- the coiled snake

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


@cache
def snake() -> Snake:
    """Return the outlines of the coiled snake: the coil, and the neck that lies over it."""

    def polar(r: float, angle: float) -> Point:
        return CENTRE[0] + r * cos(radians(angle)), CENTRE[1] + r * sin(radians(angle))

    count = int(TURNS * STATIONS)
    coil = [polar(INNER_MM + PITCH_MM * TURNS * i / count, FROM - 360 * TURNS * i / count) for i in range(count + 1)]
    tail = [polar(INNER_MM + PITCH_MM * TURNS + out, FROM - 360 * TURNS + on) for out, on in TAIL]
    body = Ribbon([*HEAD, *coil, *tail], WIDTHS, samples=12)
    neck = [(*body.at(u), body.half_width(u)) for u in (NECK * i / 60 for i in range(61))]

    def part(start: float, end: float) -> Stretch:
        head = start == 0
        first, last = max(start, 0.06), min(end, 0.985)

        def free(u: float, point: Point) -> bool:
            """Return whether a sign would lie on this piece of the body, not hidden by the neck.

            `u` is the place of the sign as a fraction of the body's length, `point` the same place in mm.
            """
            if not first - 0.03 <= u <= last + (0.03 if head else -0.012):
                return False
            beside = 0.9 * body.half_width(u)
            return u < NECK or all(hypot(point[0] - x, point[1] - y) > w + beside for x, y, w in neck)

        return Stretch(
            body.side(start, end, 1) + body.side(start, end, -1),
            body.band(0.06, end, -1, 1) if head else body.band(start, 0.985, -1, 1),
            shades(body, first, last, 0.68, taper=0.05 if head else 1e-6),
            marks(body, CLUBS, 0.09, 0.95, free=free),
            body.outline(0, 0.1) if head else body.outline(0.95, 1),
        )

    return Snake(body, body.outline(), forked(body), (part(COIL, 1), part(0, NECK)))


def draw_snake_silhouette(ink: Ink, colour: Colour) -> None:
    """Draw the coiled snake in one flat colour, with gaps between the coils, where `draw_snake` draws it."""
    for path in (snake().outline, *snake().tongue):
        ink.draw(path, colour, colour, 0.6)


def draw_snake(ink: Ink, coat: Coat, *, halo: bool = True) -> None:
    """Draw the coiled snake at its place on a poker card, coloured by `coat`; `halo` puts a pale edge round it."""
    it = snake()
    if halo:
        ink.halo([it.outline, *it.tongue])
    for path in it.tongue:
        ink.draw(path, coat.edge if ink.low else coat.flesh, coat.edge, 0.5)
    for part in it.stretches:
        ink.draw(part.sides, None, coat.edge, 2 * EDGE_PT, cap="butt")
        ink.draw(part.tip, coat.edge, coat.edge, 2 * EDGE_PT)
        ink.draw(part.skin, coat.skin)
        ink.draw(part.tip, coat.skin)
        for shade in () if ink.low else part.shades:
            ink.draw(shade, coat.shade)
        ink.tint(part.marks.signs, coat.mark, 0.45)
        ink.draw(part.marks.dots, coat.dot)
    draw_eyes(ink, it.body, coat, 0.033, 2.0, 1.12)
    draw_nostrils(ink, it.body, coat, 0.006, 0.7)
    ink.tint(crown(it.body, 0.02, 0.045, 0.066, 1.15), coat.mark, 0.45)


# --- the cobra

COBRA_HEAD = (34.6, 68.2)
BODY = [(34.6, 66), (34.8, 58), (36.4, 50), (36.8, 43.4), (33.2, 37.6), (27.6, 33.2), (26.0, 28), (27.0, 20)]
BODY_WIDTHS = [(0, 4.4), (0.25, 4.0), (0.45, 3.7), (0.7, 3.7), (1, 3.7)]
HOOD = "0,5.4 5.0,4.2 9.8,-0.6 12.6,-7.4 12.4,-14.2 9.0,-20.6 4.4,-25.4 0,-26.6"
THROAT = "-5.0,0! -5.4,-10 -4.0,-20 -2.4,-29! 2.4,-29! 4.0,-20 5.4,-10 5.0,0!"
SKULL = "0,7.0 3.4,6.0 5.6,3.2 5.9,-0.4 4.4,-4.2 1.9,-6.3 0,-6.7"
FORK = "-0.5,-5.4 -0.5,-7.8 -1.9,-10.4! -0.3,-9.0 0.2,-8.6! 1.0,-9.2 2.6,-10.0! 0.9,-8.0 0.5,-5.4"
BASKET = poly([(13.2, 27.2), (41.0, 27.2), (38.4, 8.4), (15.8, 8.4)])
RIM = rect(11.9, 26.0, 30.4, 3.4, 1.6)
LID = "0,0! 1.6,3.4 6.4,6.0 12.8,6.0 17.6,3.4 19.2,0!"
TIP = [(20.4, 24), (16.6, 31.4), (11.2, 35.2), (7.8, 40.2), (10.0, 45.0), (13.6, 44.0)]
TIP_WIDTHS = [(0, 3.0), (0.4, 2.2), (0.8, 1.0), (1, 0.25)]


class Cobra(NamedTuple):
    """The outlines of the cobra and of the lid of its basket, in mm on a poker card.

    `body` is its spine with its width. `hood` is the spread neck, `skull` the head, `tip` the end of the tail (also a
    spine with its width), and `lid` the lid.
    """

    body: Ribbon
    hood: Outline
    skull: Outline
    tip: Ribbon
    lid: Outline

    @property
    def outline(self) -> tuple[Outline, ...]:
        """The outlines that together make the silhouette of cobra, basket and lid; the lid is last."""
        return (self.tip.outline(), self.body.outline(), self.hood, self.skull, BASKET, RIM, self.lid)


@cache
def cobra() -> Cobra:
    """Return the outlines of the cobra."""
    hood, skull = (sym(spec).at(*COBRA_HEAD) for spec in (HOOD, SKULL))
    lid = shape(LID).at(38.6, 21.4, 0.92, turn=62)
    return Cobra(Ribbon(BODY, BODY_WIDTHS), hood, skull, Ribbon(TIP, TIP_WIDTHS), lid)


def draw_cobra_silhouette(ink: Ink, colour: Colour) -> None:
    """Draw cobra and basket, without the lid, in one flat colour, where `draw_cobra` draws them."""
    for path in cobra().outline[:-1]:
        ink.draw(path, colour, colour, 1.6)
    ink.draw(segment(15.4, 25.0, 38.8, 25.0), None, ink.paper, 3.0, cap="butt")
    for s in (1, -1):
        ink.draw(ellipse(COBRA_HEAD[0] + s * 3.0, COBRA_HEAD[1] + 1.3, 1.9), ink.paper)


def draw_cobra(ink: Ink, coat: Coat, *, halo: bool = True) -> None:
    """Draw the cobra in its basket at its place on a poker card, coloured by `coat`; `halo` adds a pale edge."""
    it, line = cobra(), ink.black if ink.low else coat.mark
    if halo:
        ink.halo(it.outline)
    ink.draw(it.lid, coat.eye, coat.edge, 0.9)
    left, bottom, right, top = it.lid.box()
    with ink.clip(it.lid):  # its straw
        for way in (97, 207):
            with ink.at((left + right) / 2, (bottom + top) / 2, way):
                net = sum((segment(-20, 2.1 * i, 20, 2.1 * i) for i in range(-8, 9)), Outline())
                ink.draw(net, None, coat.edge, 0.35 if ink.low else 0.5)
    for ribbon in (it.tip, it.body):
        ink.sticker([ribbon.outline()], coat.skin, coat.edge, 0.95)
        if not ink.low:
            ink.draw(ribbon.shade(0.02, 0.98, 1, 0.55, taper=0.02), coat.shade)
    plates = Outline()
    for i in range(18):
        u = 0.5 + 0.34 * i / 18
        plates += segment(*it.body.at(u, -0.3), *it.body.at(u, 0.74))
    ink.tint(bands(it.tip, 0.3, 0.66, 9, 0.024), coat.mark, 0.35)
    ink.draw(plates, None, line, 0.35 if ink.low else 0.9, cap="butt")
    _hood(ink, it, coat)
    _head(ink, it, coat)
    _basket(ink, coat)


def _hood(ink: Ink, it: Cobra, coat: Coat) -> None:
    """Draw the cobra's hood: the lining, the plates of the throat, and a large diamond."""
    x, y = COBRA_HEAD
    ink.draw(it.hood, coat.skin, coat.edge, 1.9)
    with ink.clip(it.hood), ink.at(x, y):
        if not ink.low:
            ink.draw(it.hood.at(-x, -y), None, coat.shade, 9.5)
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
    ink.draw(it.hood, None, coat.edge, 0.95)
    ink.draw(suit_path(DIAMONDS, x, y - 13.2, 9.6), coat.eye, coat.edge, 0.8)
    ink.draw(suit_path(DIAMONDS, x, y - 13.2, 4.2), coat.skin, coat.edge, 0.5)


def _head(ink: Ink, it: Cobra, coat: Coat) -> None:
    """Draw the cobra's head with its spectacles and its tongue."""
    ink.draw(it.skull, coat.skin, coat.edge, 0.95)
    with ink.at(*COBRA_HEAD):
        if not ink.low:
            ink.draw(sym("0,7.0 1.4,6.4 1.9,3.0 0,0.4"), coat.shade)
        ink.draw(lozenge(0, 4.9, 0.9, 1.4), coat.mark, ink.black if ink.low else None, 0.4)
        ink.draw(shape(FORK), coat.flesh, coat.edge, 0.6)
        ink.draw(curve("-3.9,-3.6 -1.6,-5.0 0,-4.5 1.6,-5.0 3.9,-3.6"), None, coat.edge, 0.8)
        for s in (1, -1):
            ink.draw(ellipse(s * 3.0, 1.3, 2.45), ink.paper, coat.edge, 1.3)
            ink.draw(ellipse(s * 3.0 - 0.5, 0.9, 1.25), coat.eye, coat.edge, 0.6)
            ink.draw(ellipse(s * 3.0 - 0.6, 0.8, 0.36, 0.95), coat.edge)
            ink.draw(curve(f"{s * 5.3},1.9 {s * 6.6},2.8 {s * 7.4},2.6"), None, coat.edge, 1.1)
            ink.draw(curve(f"{s * 1.4},4.6 {s * 3.4},5.2 {s * 4.8},4.0"), None, coat.edge, 0.9)
            ink.draw(ellipse(s * 0.9, -2.4, 0.27), coat.edge)
        ink.draw(curve("-0.8,1.9 0,2.5 0.8,1.9"), None, coat.edge, 1.3)


def _basket(ink: Ink, coat: Coat) -> None:
    """Draw the woven basket: stakes, strands that go over and under the stakes, and a rim."""
    ink.draw(BASKET, coat.eye, coat.edge, 0.95)
    with ink.clip(BASKET):
        for row in range(8):
            y = 9.0 + 2.3 * row
            xs = [27.1 + i * 2.6 * (1 + 0.012 * row) for i in range(-6, 7) if (i + row) % 2]
            for x in xs:
                ink.draw(rect(x - 2.5, y, 5.0, 2.2, 1.1), coat.eye, coat.edge, 0.5)
            for x in () if ink.low else xs:
                ink.draw(segment(x - 1.3, y + 0.7, x + 1.3, y + 0.7), None, ink.palette.yellow.shade, 0.5)
        ink.draw(rect(12, 8, 31, 1.6), coat.edge if not ink.low else coat.skin, coat.edge, 0.4)
    ink.draw(BASKET, None, coat.edge, 0.95)
    ink.draw(RIM, coat.eye, coat.edge, 0.95)
    strands = (curve(f"{12.6 + 2.3 * i},26.4 {14.0 + 2.3 * i},27.5 {14.2 + 2.3 * i},29.1") for i in range(12))
    ink.draw(sum(strands, Outline()), None, coat.edge, 0.5)


# --- the glutton

SPINE = [
    (24.4, 70.6), (27.4, 74.4), (32.4, 76.8), (38.6, 76.6), (44.4, 73.2), (46.8, 67.4), (44.0, 61.6), (38.4, 56.0),
    (33.6, 49.6), (29.4, 42.6), (24.2, 35.8), (17.6, 31.2), (12.0, 26.0), (11.6, 18.4), (17.4, 13.0), (26.0, 12.2),
    (33.0, 15.6), (38.2, 21.6), (44.6, 24.6), (50.2, 22.6),
]  # fmt: skip
GLUTTON_WIDTHS = [
    (0, 1.3), (0.014, 2.3), (0.034, 3.5), (0.05, 3.6), (0.08, 2.5), (0.14, 2.7), (0.25, 3.5), (0.31, 5.0),
    (0.385, 10.4), (0.44, 11.4), (0.495, 9.6), (0.565, 4.4), (0.62, 3.5), (0.75, 3.0), (0.88, 1.8), (1, 0.25),
]  # fmt: skip
CARD = (31.5, 46.2, -34.0)  # where the swallowed ace lies, and its turn
LETTER = poly([(-0.95, -1.2), (0, 1.2), (0.95, -1.2)], closed=False) + segment(-0.6, -0.4, 0.6, -0.4)


@cache
def glutton() -> Snake:
    """Return the outlines of the snake that swallowed a card."""
    body = Ribbon(SPINE, GLUTTON_WIDTHS)
    outline, front, rear = body.outline(step_mm=1.6), marks(body, SPADES, 0.1, 0.25), marks(body, SPADES, 0.605, 0.95)
    both = Marks(front.signs + rear.signs, front.dots + rear.dots)
    return Snake(body, outline, forked(body, 5.2), (Stretch(Outline(), outline, shades(body, 0.06, 0.98, 0.72), both),))


def draw_glutton_silhouette(ink: Ink, colour: Colour) -> None:
    """Draw the snake that swallowed a card as a flat figure in one colour.

    The card is in the colour of the paper. The figure is at the same place as in `draw_glutton`.
    """
    for path in (glutton().outline, *glutton().tongue):
        ink.draw(path, colour, colour, 1.4)
    x, y, turn = CARD
    ink.draw(rect(-4.6, -6.6, 9.2, 13.2, 0.9).at(x, y, turn=turn), ink.paper)
    ink.draw(suit_path(SPADES, x, y, 7.0, turn), colour)


def draw_glutton(ink: Ink, coat: Coat, *, halo: bool = True) -> None:
    """Draw the snake that ate a card, at its place on a poker card, coloured by `coat`; `halo` adds a pale edge."""
    it, light = glutton(), coat.edge if ink.low else coat.mark
    body, (skin,) = it.body, it.stretches
    if halo:
        ink.halo([it.outline, *it.tongue])
    for path in it.tongue:
        ink.draw(path, coat.flesh, coat.edge, 0.5)
    ink.sticker([it.outline], coat.skin, coat.edge, 0.95)
    for shade in () if ink.low else skin.shades:
        ink.draw(shade, coat.shade)
    ink.tint(skin.marks.signs, coat.mark, 0.4)
    ink.draw(skin.marks.dots, coat.dot)
    with ink.at(*CARD):
        rays = Outline()
        for k in range(-3, 4):
            for s in (1, -1):
                rays += sliver((s * 6.3, 2.3 * k), (s * (9.2 - 0.34 * k * k), 2.7 * k), 0.6)
        for side in (-1.5, 0.0, 1.5):
            for s in (1, -1):
                rays += sliver((2.2 * side, s * 8.6), (2.4 * side, s * (11.4 - 0.3 * side * side)), 0.6)
        ink.draw(rays, light)
        ink.draw(rect(-5.4, -7.6, 10.8, 15.2, 1.1), ink.paper, coat.edge, 0.8)
        ink.draw(suit_path(SPADES, 0, 0, 7.2), None if ink.low else coat.edge, coat.edge, 0.6)
        for way in (0, 180):
            with ink.at(0, 0, way):
                ink.draw(LETTER.at(-3.7, 5.5), None, coat.edge, 0.9, join="mitre")
    wrinkles = curve("41.6,62.8 43.4,60.2 46.0,60.4") + curve("22.8,30.6 22.2,33.0 20.2,34.4")
    ink.draw(wrinkles, None, light, 0.6)
    ink.tint(crown(body, 0.026, 0.052, 0.076, 1.1), coat.mark, 0.4)
    draw_nostrils(ink, body, coat, 0.006, 0.7)
    for side in (1, -1):  # eyes that look innocently up, half shut
        x, y = body.off(0.037, side * 2.1)
        eye = ellipse(x, y, 1.5)
        ink.draw(eye, coat.eye, coat.edge, 0.7)
        ink.draw(ellipse(x + 0.25, y + 0.45, 0.55), coat.edge)
        with ink.clip(eye):
            ink.draw(rect(-2, 0.35, 4, 3).at(x, y, turn=-10), coat.skin, coat.edge, 0.7)
        ink.draw(eye, None, coat.edge, 0.7)


# --- the pretzel

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


@cache
def knot() -> Snake:
    """Return the outlines of the snake that is tied like a pretzel."""
    body = Ribbon(KNOT_SPINE, KNOT_WIDTHS, samples=14)

    def station(*point: float) -> float:
        return min(
            (i / 300 for i in range(301)), key=lambda u: hypot(*(a - b for a, b in zip(body.at(u), point, strict=True)))
        )

    low, side, back = station(22.8, 26.1), station(43.1, 60.2), station(38.8, 26.1)
    crossed = station(25.4, 52.4)
    # The bow first, then the loop that comes back under the head's stretch, the tail over the bow, the head's stretch.
    cuts = ((low, side), (side - 0.004, back), (back - 0.004, crossed), (crossed - 0.004, 1.0), (0.0, low + 0.004))
    tips = {3: body.outline(0.97, 1), 4: body.outline(0, 0.06)}
    parts = (_stretch(body, a, b, cuts[i + 1 :], tips.get(i, Outline())) for i, (a, b) in enumerate(cuts))
    return Snake(body, body.outline(), forked(body, 5.2), tuple(parts))


def _stretch(body: Ribbon, start: float, end: float, over: Sequence[tuple[float, float]], tip: Outline) -> Stretch:
    """Return the piece of a body between `start` and `end`, two fractions of the body's length.

    `over` has the start and end of each piece that is drawn later. Signs that these pieces would hide, even in part,
    are left out. `tip` is the rounded end of this piece, empty if it has none.
    """
    stations = [a + (b - a) * i / 40 for a, b in over for i in range(41)]
    above = [(v, *body.at(v), body.half_width(v)) for v in stations]

    def free(u: float, point: Point) -> bool:
        clear = 0.9 * body.half_width(u)
        return start <= u <= end and all(
            abs(u - v) < 0.06 or hypot(point[0] - x, point[1] - y) > w + clear for v, x, y, w in above
        )

    return Stretch(
        body.side(start, end, 1) + body.side(start, end, -1),
        body.band(start, end, -1, 1),
        shades(body, max(start, 0.05), min(end, 0.985), 0.68, taper=1e-6),
        marks(body, HEARTS, 0.085, 0.94, free=free),
        tip,
    )


def draw_knot_silhouette(ink: Ink, colour: Colour) -> None:
    """Draw the knotted snake as a flat figure in one colour, at the same place as `draw_knot`.

    The snake is thinner than there, so that the holes of the knot stay open.
    """
    it = knot()
    for stretch in it.stretches:
        ink.draw(stretch.sides, None, ink.paper, 5.0, cap="butt")
        ink.draw(stretch.skin, colour)
    for path in (it.body.outline(0, 0.05), *it.tongue):
        ink.draw(path, colour)


def draw_knot(ink: Ink, coat: Coat, *, halo: bool = True) -> None:
    """Draw the knotted snake at its place on a poker card, coloured by `coat`; `halo` puts a pale edge round it."""
    it = knot()
    if halo:
        ink.halo([it.outline, *it.tongue])
    for path in it.tongue:
        ink.draw(path, coat.flesh, coat.edge, 0.5)
    for stretch in it.stretches:
        ink.draw(stretch.sides, None, coat.edge, 2 * EDGE_PT, cap="butt")
        if stretch.tip.segments:
            ink.draw(stretch.tip, coat.edge, coat.edge, 2 * EDGE_PT)
        ink.draw(stretch.skin, coat.skin)
        for shade in () if ink.low else stretch.shades:
            ink.draw(shade, coat.shade)
        if stretch.tip.segments:
            ink.draw(stretch.tip, coat.skin)
        ink.tint(stretch.marks.signs, coat.mark, 0.4)
        ink.draw(stretch.marks.dots, coat.dot)
    ink.tint(crown(it.body, 0.02, 0.042, 0.062, 1.1), coat.mark, 0.4)
    draw_eyes(ink, it.body, coat, 0.03, 2.15, 1.6, (-0.1, -0.42))
    draw_nostrils(ink, it.body, coat, 0.005, 0.7)
