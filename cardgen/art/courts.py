"""The twelve people on the court cards: colours by suit, heads, robes, and what each holds.

A king holds a weapon (sword, spear, axe, mace), a queen a flower (daisy, tulip, star, clover), and a jack a staff that
ends in the suit's sign, so that the twelve differ in outline as well.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, cos, radians, sin
from typing import NamedTuple

from cardgen.art.shapes import CLUBS, DIAMONDS, HEARTS, SPADES, draw_suit, suit_path
from cardgen.art.signs import draw_frame, key
from cardgen.art.standard import Indices
from cardgen.pdf.ink import Ink, Size
from cardgen.pdf.path import (
    QUARTER,
    Outline,
    Point,
    Ribbon,
    arc,
    compound,
    curve,
    ellipse,
    lozenge,
    poly,
    rect,
    segment,
    shape,
    smooth,
)
from cardgen.pdf.theme import WHITE, Colour, mix


class Roles(NamedTuple):
    """The colours of a king, queen, jack or joker, by what they paint.

    `main` and `shade` are the robe and its dark parts, `second` its other colour, `metal` gold, `pale` skin and linen,
    `halo` the disc behind the head, `leaf` green, `sign` the suit, `hair` and `strands` hair and the lines in it.
    """

    main: Colour
    shade: Colour
    second: Colour
    metal: Colour
    pale: Colour
    halo: Colour
    leaf: Colour
    sign: Colour
    hair: Colour
    strands: Colour


def roles(ink: Ink, suit: str, *, slate: bool = False) -> Roles:
    """Return the colours for a suit: red robes for hearts and diamonds, blue ones for spades and clubs.

    `slate` makes blue robes grey, for games in which only red and black count. All is white when ink is to be saved.
    """
    palette = ink.palette
    red = suit in (HEARTS, DIAMONDS)
    sign = palette.red.base if red else ink.black
    if ink.low:
        return Roles(WHITE, WHITE, WHITE, WHITE, WHITE, WHITE, WHITE, sign, WHITE, ink.black)
    robe = palette.red if red else palette.blue
    main, shade = robe.base, robe.shade
    if slate and not red:  # a grey with a breath of blue
        main, shade = (
            mix(palette.black.shade, palette.blue.tint, 0.28),
            mix(palette.black.base, palette.blue.shade, 0.35),
        )
    metal = palette.yellow.base
    hair, strands = (ink.black, metal) if suit in (HEARTS, SPADES) else (metal, ink.black)
    return Roles(main, shade, ink.black, metal, palette.paper, palette.halo, palette.green.base, sign, hair, strands)


class Person(NamedTuple):
    """The face of a king, queen or jack.

    `gaze` shifts the pupils to the right (-1 to 1), `lids` is how far the eyes are shut (0 to 1), `brows` lifts the
    left and the right eyebrow, `age` (0 to 3) adds wrinkles. `mole` puts a beauty spot beside the mouth (1 right, -1
    left, 0 none). `profile` shows the face from the side, `fan` half behind a fan; `cut` names the hair or beard.
    """

    gaze: float = 0.0
    lids: float = 0.0
    brows: tuple[float, float] = (0.0, 0.0)
    age: int = 0
    mole: int = 0
    profile: bool = False
    fan: bool = False
    cut: str = ""


PEOPLE: dict[tuple[str, str], Person] = {
    ("K", SPADES): Person(gaze=0.55, lids=0.35, brows=(-0.4, -0.4), age=2, cut="forked"),
    ("K", HEARTS): Person(gaze=-0.5, brows=(0.5, 0.1), age=1, cut="shaven lip"),
    ("K", DIAMONDS): Person(lids=0.55, brows=(0.0, 0.6), age=3, cut="scalloped"),
    ("K", CLUBS): Person(gaze=0.3, brows=(-0.5, 0.4), cut="imperial"),
    ("Q", SPADES): Person(gaze=0.6, lids=0.5, brows=(0.2, 0.6), mole=1, cut="veiled"),
    ("Q", HEARTS): Person(gaze=-0.65, lids=0.5, brows=(0.3, 0.7), fan=True, cut="curled"),
    ("Q", DIAMONDS): Person(gaze=-0.3, brows=(0.7, 0.7), mole=-1, cut="plaited"),
    ("Q", CLUBS): Person(gaze=0.4, lids=0.3, brows=(-0.2, 0.2), age=2, cut="waved"),
    ("J", SPADES): Person(profile=True),
    ("J", HEARTS): Person(profile=True),
    ("J", DIAMONDS): Person(gaze=0.65, lids=0.15, brows=(0.8, 0.0), cut="moustache"),
    ("J", CLUBS): Person(gaze=-0.6, brows=(0.0, 0.8), mole=1),
}

PROFILE = shape(
    "1.5,8.0 -2.2,7.3 -3.9,5.2 -4.4,3.3 -4.1,2.3 -5.0,0.5 -6.5,-1.0! -6.0,-1.75 -4.8,-2.0! -4.7,-2.5! -5.6,-3.2 "
    "-4.7,-3.75! -5.4,-4.3 -4.4,-5.1! -4.7,-6.1 -4.1,-7.5 -2.6,-8.2 0.2,-7.3 3.0,-5.3 4.3,-2.0 4.7,2.5 4.0,6.5"
)
EDGE = curve("1.2,9.0 0.3,4.6 0.9,1.0 0.2,-3.0 -0.9,-6.0 -2.6,-9.0")


def draw_profile(ink: Ink, x: float, y: float, c: Roles) -> None:
    """Draw a face about (x, y), in mm, that looks left and wears a mask tied at the back; `c` has its colours."""
    with ink.at(x, y, 0, 0.96):
        back = "-1.0,8.2 4.6,8.0 8.0,4.2 8.5,-2.0 8.3,-6.6 6.4,-7.9 3.8,-7.0! 2.4,-2 2.0,3.6"
        ink.draw(shape(back), c.hair, ink.black, 0.8)
        ink.draw(PROFILE, c.pale)
        with ink.clip(PROFILE):
            under = EDGE.line(9, -9, 9, 9).close()
            if ink.low:
                _shaded(ink, under, -3, 9, -9)
            else:
                ink.draw(under, c.main)
            ink.draw(EDGE, None, ink.black, 0.8)
        ink.draw(PROFILE, None, ink.black, 0.9)
        # The one eye, half shut, and a brow that knows.
        ink.draw(shape("-4.0,1.3! -3.2,2.2 -1.5,1.4! -2.8,0.75"), "#FFFFFF", ink.black, 0.6)
        ink.draw(ellipse(-3.25, 1.4, 0.55, 0.62), ink.black)
        for line, pt in (
            ("-4.1,1.5 -3.2,2.35 -1.3,1.5", 0.9), ("-4.4,3.2 -3.2,4.2 -1.0,3.3", 1.1),
            ("-5.2,-1.4 -4.8,-0.9 -5.1,-0.5", 0.5), ("-4.75,-3.75 -3.8,-3.75 -2.9,-3.1", 0.8),
            ("-2.5,-2.6 -2.3,-3.3 -2.7,-3.8", 0.4),
        ):  # fmt: skip
            ink.draw(curve(line), None, ink.black, pt)
        ink.tint(ellipse(-2.2, -1.4, 0.75), c.metal, 0.3)
        ink.draw(shape("0.7,1.5! 3.2,1.9 3.2,0.9 0.7,0.4!"), c.metal, ink.black, 0.5)  # the mask's tape
        bob = "-2.2,6.2! 0.4,6.6 2.2,4.4 2.9,1.0 3.2,-2.6 4.0,-6.8! 6.4,-7.9 8.3,-6.6 8.6,-2.0 8.2,4.4 5.4,8.0 0.4,8.3"
        ink.draw(shape(bob), c.hair, ink.black, 0.8)
        for q in range(4):
            strand = f"{2.0 + q * 1.3},{5.8 + q * 0.1} {3.9 + q * 1.15},1.0 {4.8 + q * 0.95},-6.6"
            ink.draw(curve(strand), None, c.strands, 0.35)


def _shaded(ink: Ink, area: Outline, left: float, right: float, foot: float) -> None:
    """Fill an area with thin level lines 0.8 mm apart, in place of a colour, where ink is to be saved.

    The lines run from x `left` to x `right`, the lowest at y `foot`; what lies outside the area is not drawn.
    """
    lines = sum((segment(left, foot + i * 0.8, right, foot + i * 0.8) for i in range(24)), Outline())
    with ink.clip(area):
        ink.draw(lines, None, ink.black, 0.25)


def draw_fan(ink: Ink, c: Roles, x: float = 9.8, y: float = 4.6) -> None:
    """Draw an open fan whose sticks meet in the point (x, y), in mm; its folds have two colours."""
    n, start, end, near, far = 9, 70.0, 172.0, 5.2, 14.0
    step = (end - start) / n
    folds = [(start + i * step, start + (i + 1) * step) for i in range(n)]

    def at(angle: float, r: float) -> tuple[float, float]:
        return x + r * cos(radians(angle)), y + r * sin(radians(angle))

    leaf = Outline().move(*at(start, near)).line(*at(start, far))
    for a, b in folds:
        leaf = leaf.curve(*at(a + step * 0.2, far + 1.3), *at(b - step * 0.2, far + 1.3), *at(b, far))
    leaf = leaf.line(*at(end, near))
    for a, _ in folds[::-1]:
        leaf = leaf.line(*at(a, near))
    leaf = leaf.close()
    for i in range(n + 1):
        a = start + i * step
        stick = [at(a - 2.2, 0.6), at(a - 1.6, near + 0.4), at(a + 1.6, near + 0.4), at(a + 2.2, 0.6)]
        ink.draw(poly(stick), c.metal, ink.black, 0.45)
    if not ink.low:
        ink.halo([leaf], c.pale, 2.4)
    ink.draw(leaf, c.pale, ink.black, 0.9)
    for i, (a, b) in enumerate(folds):
        m = (a + b) / 2
        fold = poly([at(a, near), at(a, far), at(m, far + 0.95), at(b, far), at(b, near)])
        ink.draw(fold, c.pale if i % 2 else c.second, ink.black, 0.5)
        ink.draw(lozenge(0, 0, 0.95, 1.9).at(*at(m, 11.2), turn=m - 90), c.main if i % 2 else c.metal, ink.black, 0.4)
    ink.draw(leaf, None, ink.black, 0.9)


SCALE = 0.92
ANYBODY = Person()
_SIDE = [(3.4, 7.0), (5.4, 3.9), (5.7, 0.6), (5.0, -3.6), (2.9, -6.9)]
OVAL = smooth([(0, 7.9), *_SIDE, (0, -8.2), *[(-x, y) for x, y in _SIDE[::-1]]], closed=True)
# Forehead, brow, nose, lips, chin: the profile, from above.
_PROFILE = [
    (0, 9), (0, 5.2), (0.25, 3.9), (1.05, 3.1), (0.95, 2.2), (1.75, 0.2), (2.55, -1.2), (2.3, -1.9), (1.15, -2.2),
    (1, -2.6), (1.9, -3.3), (1.25, -3.85), (1.7, -4.5), (0.75, -5.2), (0.95, -6), (1.35, -6.9), (0.9, -8), (0.2, -9),
]  # fmt: skip
SEAM = smooth(_PROFILE)
HALF = SEAM.line(9, -9, 9, 9).close()
MOUTH = Outline().move(-1.7, -3.75).curve(-0.8, -3.45, 0.2, -3.6, 1.25, -3.85)
CHIN = Outline().move(-1.1, -4.15).curve(-0.6, -4.9, 0.4, -4.9, 1.2, -4.4)


def draw_face(ink: Ink, y: float, colours: Roles, person: Person = ANYBODY) -> None:
    """Draw this person's face from the front, its middle at (0, y) in mm."""
    oval, seam, half = (path.at(0, y, SCALE) for path in (OVAL, SEAM, HALF))
    ink.draw(oval, colours.pale)
    with ink.clip(oval):
        if ink.low:
            _shaded(ink, half, -2, 9, y - 9)
        else:
            ink.draw(half, colours.main)
        ink.draw(seam, None, ink.black, 0.8 * SCALE)
    ink.draw(oval, None, ink.black, 0.9 * SCALE)
    lines = Outline()  # of age: under the eyes, beside them, on the brow
    for side, c in ((-1, -2.85), (1, 3.1)):
        _eye(ink, y, c, side, colours, person)
        if person.age:
            lines += Outline().move(c - 1.1, 0.0).curve(c - 0.4, -0.45, c + 0.4, -0.45, c + 1.1, 0.0)
        if person.age > 1:
            near, far = c + side * 2.0, side * 2.5
            lines += segment(near, 1.3, c + far, 1.7) + segment(near, 0.9, c + side * 2.6, 0.8)
    if person.age > 2:
        lines += Outline().move(-2.4, 4.9).curve(-1.0, 5.4, 1.2, 5.4, 2.6, 4.9)
    if lines.segments:
        ink.draw(lines.at(0, y, SCALE), None, ink.black, 0.4)
    if person.mole:
        ink.draw(ellipse(2.6 * person.mole, -3.9, 0.3).at(0, y, SCALE), ink.black)
    ink.draw(MOUTH.at(0, y, SCALE), None, ink.black, 0.8 * SCALE)
    ink.draw(CHIN.at(0, y, SCALE), None, ink.black, 0.45 * SCALE)
    ink.tint(ellipse(-3.5, -2.1, 0.75).at(0, y, SCALE), colours.metal, 0.3)


def _eye(ink: Ink, y: float, c: float, side: int, colours: Roles, person: Person) -> None:
    """Draw an eye with pupil, lid and eyebrow; `c` is its x before scaling, `side` 1 for the right one and -1 for the
    left.
    """
    almond = Outline().move(c - 1.55, 1.15).curve(c - 0.7, 2.25, c + 0.7, 2.25, c + 1.55, 1.15)
    almond = almond.curve(c + 0.7, 0.35, c - 0.7, 0.35, c - 1.55, 1.15).close().at(0, y, SCALE)
    up = 0.6 * person.brows[side > 0]
    brow = Outline().move(c - side * 1.9, 2.75 - up / 2)
    brow = brow.curve(c - side * 0.8, 3.75 + up, c + side * 0.9, 3.7 + up, c + side * 2.0, 2.85 + up / 2)
    ink.draw(almond, WHITE, ink.black, 0.6 * SCALE)
    with ink.clip(almond):
        ink.draw(ellipse(c + 0.75 * person.gaze, 1.25, 0.62).at(0, y, SCALE), ink.black)
        if person.lids:
            low = 2.05 - 0.9 * person.lids
            lid = Outline().move(c - 1.8, low - 0.25).curve(c - 0.7, low + 0.3, c + 0.7, low + 0.3, c + 1.8, low - 0.25)
            shade = colours.pale if side < 0 or ink.low else colours.main
            ink.draw(lid.line(c + 1.8, 3.2, c - 1.8, 3.2).close().at(0, y, SCALE), shade, ink.black, 0.5)
    ink.draw(almond, None, ink.black, 0.6 * SCALE)
    ink.draw(brow.at(0, y, SCALE), None, ink.black, SCALE)


# --- heads: what shines behind them, hair, collars, beards, crowns

HALO_Y = 20.5


def _king_halo(ink: Ink, c: Roles) -> None:
    rays = Outline()
    for i in range(48):
        a, reach = radians(7.5 * i), 14.4 if i % 2 else 16.0
        if abs(90 - 7.5 * i) in (37.5, 45, 52.5, 60):
            reach = 13.5  # here the sign of the suit stands in the corner
        rays += segment(12.2 * cos(a), HALO_Y + 12.2 * sin(a), reach * cos(a), HALO_Y + reach * sin(a))
    ink.draw(rays, None, ink.black if ink.low else c.shade, 0.55)
    ink.draw(ellipse(0, HALO_Y, 11.6), c.halo, ink.black, 0.7)
    ink.draw(ellipse(0, HALO_Y, 10.7), None, ink.black, 0.3)


def _queen_halo(ink: Ink, c: Roles) -> None:
    for i in range(-1, 14):
        x, y = 13 * cos(radians(180 - 15 * i)), HALO_Y + 13 * sin(radians(180 - 15 * i))
        ink.draw(ellipse(x, y, 1.75), c.halo, ink.black, 0.6)
        ink.draw(ellipse(x, y, 0.6), ink.black if ink.low else c.main)
    ink.draw(ellipse(0, HALO_Y, 12.2), c.halo, ink.black, 0.7)
    ink.draw(ellipse(0, HALO_Y, 11.2), None, ink.black, 0.3)


def _jack_arch(ink: Ink, c: Roles) -> None:
    for r in (15.0, 13.2, 11.4):
        k, top = r * QUARTER, HALO_Y + r
        arch = Outline().move(-r, -1).line(-r, HALO_Y).curve(-r, HALO_Y + k, -k, top, 0, top)
        arch = arch.curve(k, top, r, HALO_Y + k, r, HALO_Y).line(r, -1).close()
        ink.draw(arch, c.halo if r == 11.4 else c.pale, ink.black, 0.6)


def _on_side(points: Sequence[Point], side: int, *, closed: bool = False) -> Outline:
    """Return a smooth curve through points given for the right side; with `side` -1 through their mirror images."""
    return smooth([(side * x, y) for x, y in points], closed=closed)


def _king_hair(ink: Ink, side: int, c: Roles) -> None:
    edge = [(4.2, 26.4), (6.8, 24.5), (7.3, 20), (7.9, 16), (8.7, 13.2), (7.0, 12.2), (5.2, 13.2), (4.2, 17)]
    ink.draw(_on_side(edge, side, closed=True), c.hair, ink.black, 0.8)
    for q in (0, 0.85, 1.7):
        strand = [(6.2 - q * 0.6, 24.3), (6.6 - q * 0.55, 19.5), (7.6 - q * 0.95, 13.6)]
        ink.draw(_on_side(strand, side), None, c.strands, 0.35)


def _curls(ink: Ink, side: int, c: Roles) -> None:
    for r, y in ((3.6, 15.6), (3.9, 19.2), (3.9, 22.9)):
        ink.draw(ellipse(side * 5.2, y, r), c.hair, ink.black, 0.8)
        for share in (0.72, 0.44):
            ink.draw(ellipse(side * 5.2, y, r * share), None, c.strands, 0.35)


def _plaits(ink: Ink, side: int, c: Roles) -> None:
    """Draw a plait that falls before the shoulder, tied at its end."""
    cap = [(2.0, 27.0), (6.4, 26.0), (8.2, 22.4), (7.2, 18.2), (5.4, 17.6), (4.2, 21.0)]
    ink.draw(_on_side(cap, side, closed=True), c.hair, ink.black, 0.8)
    for share in (0.3, 0.65):
        strand = [(3.4 + 2.2 * share, 26.2 - share), (5.2 + 2.0 * share, 22.4), (5.9, 18.4)]
        ink.draw(_on_side(strand, side), None, c.strands, 0.35)
    for i in range(5):
        x, y = side * (7.0 + 0.42 * i), 17.2 - 2.35 * i
        ink.draw(lozenge(0, 0, 2.1 - 0.12 * i, 1.75).at(x, y, turn=side * 14), c.hair, ink.black, 0.7)
        ink.draw(segment(x - side * 1.1, y + 0.5, x + side * 0.9, y - 0.4), None, c.strands, 0.35)
    ink.draw(rect(side * 9.0 - 1.2, 4.6, 2.4, 1.3, 0.5), c.main, ink.black, 0.6)


def _waves(ink: Ink, side: int, c: Roles) -> None:
    """Draw waves that stand off from the head, cut short."""
    edge = [
        (2.6, 27.2), (6.6, 26.6), (9.6, 24.0), (8.9, 21.8), (10.6, 19.6), (9.3, 17.4), (10.2, 15.0), (7.4, 13.4),
        (4.6, 14.6), (4.4, 20.0),
    ]  # fmt: skip
    ink.draw(_on_side(edge, side, closed=True), c.hair, ink.black, 0.8)
    for q in (0, 1.5, 3.0):
        wave = [(5.4, 26.0), (8.4, 24.0), (7.6, 21.8), (9.1, 19.4), (7.8, 17.3), (8.8, 15.0)]
        ink.draw(_on_side([(x - q * 0.72, y - q * 0.1) for x, y in wave], side), None, c.strands, 0.35)


def _veil(ink: Ink, side: int, c: Roles) -> None:
    """Draw a veil that falls from the crown to the shoulder, hemmed, and dark hair parted under it."""
    veil = [(1.0, 27.6), (7.4, 26.6), (9.6, 22.0), (9.8, 16.0), (11.6, 10.6), (8.2, 10.0), (5.0, 13.6)]
    ink.draw(_on_side(veil, side, closed=True), c.pale, ink.black, 0.8)
    hem = [(7.2, 25.4), (8.7, 21.8), (8.8, 16.2), (10.2, 11.4)]
    ink.draw(_on_side(hem, side), None, ink.black if ink.low else c.shade, 0.9)
    for i in range(7):
        ink.flat(ellipse(side * (7.4 + 0.26 * i), 24.0 - 1.9 * i, 0.36), c.main, 0.3)
    parted = [(0.4, 27.4), (4.6, 26.0), (6.6, 22.4), (6.4, 17.4), (5.0, 15.6), (4.0, 20.0)]
    ink.draw(_on_side(parted, side, closed=True), c.hair, ink.black, 0.8)
    ink.draw(_on_side([(1.6, 26.6), (5.0, 23.8), (5.6, 17.2)], side), None, c.strands, 0.35)


def _bob(ink: Ink, s: int, c: Roles) -> None:
    bob = Outline().move(s * 3.8, 26.8).curve(s * 7.6, 26.5, s * 8.2, 23, s * 8.2, 19).line(s * 8.2, 14.4)
    bob = bob.curve(s * 8.2, 13.0, s * 6.6, 12.4, s * 5.4, 13.4).line(s * 4.2, 17).close()
    ink.draw(bob, c.hair, ink.black, 0.8)
    for q in range(3):
        strand = segment(s * (7.3 - q * 0.95), 23.6 - q * 0.2, s * (7.3 - q * 0.9), 14.2 + q * 0.2)
        ink.draw(strand, None, c.strands, 0.35)


def _collar(ink: Ink, rank: str, c: Roles) -> None:
    """Draw the neck and the fan of wedges below it."""
    ink.draw(rect(-2.3, 11.2, 4.6, 4), c.pale, ink.black, 0.7)
    wedges, reach = {"K": (11, 7.6), "Q": (11, 8.8), "J": (9, 6.4)}[rank]
    inner, y = 3.4, 14.4
    for i in range(wedges):
        a, b = (radians(180 + j * 180 / wedges) for j in (i, i + 1))
        middle = (a + b) / 2
        one, two = a * 0.7 + middle * 0.3, b * 0.7 + middle * 0.3
        wedge = Outline().move(inner * cos(a), y + inner * 0.5 * sin(a)).line(reach * cos(a), y + reach * 0.62 * sin(a))
        wedge = wedge.curve(
            reach * 1.1 * cos(one), y + reach * 0.7 * sin(one), reach * 1.1 * cos(two), y + reach * 0.7 * sin(two),
            reach * cos(b), y + reach * 0.62 * sin(b),
        )  # fmt: skip
        wedge = wedge.line(inner * cos(b), y + inner * 0.5 * sin(b)).close()
        ink.draw(wedge, c.metal if i % 2 else c.pale, ink.black, 0.55)


def _beard(ink: Ink, c: Roles, cut: str) -> None:
    """Draw a beard of this cut."""
    if cut == "forked":
        for side in (1, -1):
            lock = [(0, 15.6), (4.4, 16.4), (4.9, 13.6), (3.6, 10.2), (4.3, 7.6), (2.0, 8.6), (0.3, 11.6)]
            ink.draw(_on_side(lock, side, closed=True), c.hair, ink.black, 0.7)
            for q in (0.0, 1.1, 2.2):
                strand = [(3.8 - q, 15.6), (3.9 - q, 12.6), (3.4 - 0.5 * q, 9.4)]
                ink.draw(_on_side(strand, side), None, c.strands, 0.35)
    elif cut == "imperial":
        tuft = [(-1.5, 14.9), (1.5, 14.9), (1.3, 12.4), (0, 8.9), (-1.3, 12.4)]
        ink.draw(smooth(tuft, closed=True), c.hair, c.strands if c.hair == ink.black else ink.black, 0.6)
    else:
        for y, count in ((11.9, 2), (13.4, 3), (14.7, 4)):
            for i in range(count):
                ink.draw(ellipse((i - (count - 1) / 2) * 2.1, y, 1.35), c.hair, c.strands, 0.4)


MOUSTACHE = [(0, 17.5), (1.7, 17.9), (3.5, 16.8), (4.7, 17.6), (3.6, 15.7), (1.6, 16.2), (0, 16.9)]
TWIRLED = [
    (0, 17.4), (1.7, 17.7), (4.0, 16.9), (5.9, 17.6), (6.5, 19.4), (7.1, 17.2), (5.2, 15.7), (2.0, 16.3), (0, 16.9),
]  # fmt: skip


def _king_crown(ink: Ink, suit: str, c: Roles) -> None:
    """Draw a crown that ends in the suit's sign."""
    base = 25.6
    tips = [(-8.2, 33.4), (-4.1, 32.6), (0, 35.2), (4.1, 32.6), (8.2, 33.4)]
    valleys = [(-5.2, 29.2), (-2.0, 29.2), (2.0, 29.2), (5.2, 29.2)]
    zigzag = [point for pair in zip(tips, [*valleys, (6.6, base)], strict=True) for point in pair]
    ink.draw(poly([(-6.6, base), *zigzag]), c.metal, ink.black, 0.9)
    for x, y in tips:
        ink.draw(suit_path(suit, x, y + 0.5, 2.7), c.main, ink.black, 0.55)
    ink.draw(rect(-6.9, base - 0.6, 13.8, 2.5, 0.4), c.main, ink.black, 0.8)
    for i in range(-2, 3):
        ink.draw(lozenge(i * 2.6, base + 0.65, 0.75, 0.85), ink.black if ink.low else c.pale)


def _queen_crown(ink: Ink, suit: str, c: Roles) -> None:
    del suit
    base = 25.9
    for x, h in ((-5.0, 3.9), (5.0, 3.9), (-2.6, 5.6), (2.6, 5.6), (0, 7.3)):
        petal = Outline().move(x - 1.9, base + 0.6)
        petal = petal.curve(x - 2.2, base + h * 0.6, x - 0.6, base + h * 0.75, x, base + h + 1)
        petal = petal.curve(x + 0.6, base + h * 0.75, x + 2.2, base + h * 0.6, x + 1.9, base + 0.6).close()
        ink.draw(petal, c.metal, ink.black, 0.7)
        ink.draw(ellipse(x, base + h * 0.45, 0.6), c.main, ink.black, 0.3)
        ink.draw(ellipse(x, base + h + 1.3, 0.65), c.pale, ink.black)
    band = Outline().move(-6.6, base - 1.6).curve(-3, base + 0.6, 3, base + 0.6, 6.6, base - 1.6)
    band = band.line(6.9, base + 0.4).curve(3.2, base + 2.6, -3.2, base + 2.6, -6.9, base + 0.4).close()
    ink.draw(band, c.main, ink.black, 0.8)
    for x, y in ((-4.6, 0.1), (-2.4, 0.75), (0, 1.0), (2.4, 0.75), (4.6, 0.1)):
        ink.draw(ellipse(x, base + y - 0.15, 0.55), ink.black if ink.low else c.pale)


def _jack_cap(ink: Ink, suit: str, c: Roles) -> None:
    """Draw a cap with a feather."""
    del suit
    base = 25.4
    cap = Outline().move(-8.4, base + 0.4).curve(-9.4, base + 5.4, -3.5, base + 7.6, 1.0, base + 7.2)
    cap = cap.curve(6.4, base + 6.8, 9.6, base + 3.8, 8.2, base + 0.4).close()
    ink.draw(cap, c.main)
    with ink.clip(cap):
        for i in range(-7, 8, 2):
            ink.tint(poly([(0, base - 2), (i * 2.3 - 0.55, base + 10), (i * 2.3 + 0.55, base + 10)]), c.metal, 0.3)
    ink.draw(cap, None, ink.black, 0.9)
    ink.draw(rect(-8.6, base - 0.9, 17.2, 2.3, 1.1), c.second, ink.black, 0.8)
    spine = [(6.0, base + 0.8), (9.0, base + 4.4), (12.6, base + 7.3), (15.6, base + 7.2), (17.2, base + 5.2)]
    feather = Ribbon(spine, [(0, 0.5), (0.3, 1.7), (0.7, 1.9), (1, 0.2)])
    ink.draw(feather.outline(step_mm=1.2), c.pale, ink.black, 0.7)
    barbs = Outline()
    for i in range(2, 12):
        u = i / 12.5
        for side in (1, -1):
            barbs += segment(*feather.at(u), *feather.at(min(1, u + 0.07), side * 0.86))
    ink.draw(barbs, None, ink.black, 0.3)
    ink.draw(feather.side(0, 0.9, 0), None, ink.black)
    ink.draw(lozenge(6.3, base + 0.3, 1.1, 1.4), c.metal, ink.black, 0.6)


HALOS = {"K": _king_halo, "Q": _queen_halo, "J": _jack_arch}
HAIR = {"K": _king_hair, "Q": _curls, "J": _bob}
QUEENS_CUTS = {"plaited": _plaits, "waved": _waves, "veiled": _veil}
CROWNS = {"K": _king_crown, "Q": _queen_crown, "J": _jack_cap}

# --- what a figure holds, about the upright line at X

X = 15.6
FLOWER = (15.2, 19.6)


def _hand(ink: Ink, x: float, y: float, c: Roles) -> None:
    """Draw a fist with three lines between its fingers, and its cuff."""
    ink.draw(rect(x - 1.7, y - 1.6, 3.4, 3.2, 1.3), c.pale, ink.black, 0.7)
    for i in range(3):
        ink.line(x - 1.7, y - 0.6 + i * 0.75, x + 0.4, y - 0.6 + i * 0.75, 0.4)
    ink.draw(rect(x - 2.4, y - 3.4, 4.8, 2.0, 0.5), c.metal, ink.black, 0.6)


def _weapon(ink: Ink, suit: str, c: Roles) -> None:
    """Draw a sword on hearts, a spear on spades, an axe on diamonds, a mace on clubs."""
    if suit == HEARTS:
        blade = poly([(X - 1, 10), (X - 1, 29.6), (X, 32.6), (X + 1, 29.6), (X + 1, 10)])
        ink.draw(blade, c.pale, ink.black, 0.7)
        ink.line(X, 11, X, 30, 0.35)
        ink.draw(rect(X - 3.4, 9.2, 6.8, 1.5, 0.7), c.metal, ink.black, 0.7)
        ink.draw(rect(X - 0.75, 3, 1.5, 6.4), c.second, ink.black, 0.6)
    elif suit == SPADES:
        ink.draw(rect(X - 0.6, 3, 1.2, 22), c.metal, ink.black, 0.6)
        leaf = Outline().move(X, 34.4).curve(X + 0.9, 31.6, X + 2.3, 29.4, X + 1.9, 27.2)
        leaf = leaf.curve(X + 1.6, 25.8, X + 0.8, 25, X, 24.6).curve(X - 0.8, 25, X - 1.6, 25.8, X - 1.9, 27.2)
        ink.draw(leaf.curve(X - 2.3, 29.4, X - 0.9, 31.6, X, 34.4).close(), c.pale, ink.black, 0.7)
        ink.line(X, 25.6, X, 32.6, 0.35)
        ink.draw(rect(X - 1.8, 23.4, 3.6, 1.2, 0.5), c.main, ink.black, 0.6)
    elif suit == DIAMONDS:
        ink.draw(rect(X - 0.65, 3, 1.3, 28.2, 0.6), c.metal, ink.black, 0.6)
        for s in (1, -1):
            edge = X + s * 2.6
            blade = Outline().move(X + s * 0.65, 25.6).curve(X + s * 1.8, 25.4, edge - s * 0.6, 24.4, edge, 22.9)
            blade = blade.curve(edge + s * 0.7, 25.6, edge + s * 0.7, 28.4, edge, 31.1)
            blade = blade.curve(edge - s * 0.6, 29.6, X + s * 1.8, 28.6, X + s * 0.65, 28.4).close()
            ink.draw(blade, c.pale, ink.black, 0.7)
        ink.draw(lozenge(X, 27, 0.8, 1.2), c.main, ink.black, 0.5)
    else:
        ink.draw(rect(X - 0.65, 3, 1.3, 22), c.metal, ink.black, 0.6)
        ink.draw(rect(X - 1.6, 22.6, 3.2, 1.2, 0.5), c.main, ink.black, 0.6)
        for turn in range(0, 360, 45):
            x, y = X + 2.5 * cos(radians(turn)), 27.2 + 2.5 * sin(radians(turn))
            ink.draw(lozenge(0, 0, 0.75, 1.3).at(x, y, turn=turn - 90), c.metal, ink.black)
        ink.draw(ellipse(X, 27.2, 2.4), c.pale, ink.black, 0.7)
        ink.draw(ellipse(X, 27.2, 1.1), c.main, ink.black, 0.5)
    _hand(ink, X, 6.4, c)
    ink.draw(ellipse(X, 2.2, 1.2), c.metal, ink.black, 0.6)


def _flower(ink: Ink, suit: str, c: Roles) -> None:
    x, y = FLOWER
    stalk = smooth([(x - 0.6, 2), (x + 0.3, 9), (x, 17)])
    ink.draw(stalk, None, ink.black, 1.0 if ink.low else 1.5)
    if not ink.low:
        ink.draw(stalk, None, c.leaf, 0.7)
    for side, up in ((1, 11.5), (-1, 13.6)):
        leaf = Outline().move(x + 0.1, up)
        leaf = leaf.curve(x + side, up + 2.2, x + side * 2.4, up + 2.6, x + side * 3.4, up + 2.4)
        leaf = leaf.curve(x + side * 3.0, up + 0.6, x + side * 1.4, up - 0.3, x + 0.1, up).close()
        ink.draw(leaf, c.leaf, ink.black, 0.55)
    tulip = Outline().move(0, -1.4).curve(-2.2, -0.6, -2.5, 1.8, 0, 3.7).curve(2.5, 1.8, 2.2, -0.6, 0, -1.4).close()
    petals = {  # about the origin, those behind first
        HEARTS: [ellipse(2 * cos(radians(a)), 2 * sin(radians(a)), 1.25) for a in range(0, 360, 45)],
        CLUBS: [ellipse(2.15 * cos(radians(a)), 2.15 * sin(radians(a)), 2.0) for a in (90, 210, 330)],
        DIAMONDS: [lozenge(0, 2.1, 1.1, 1.75).at(turn=a) for a in (*range(30, 390, 60), *range(0, 360, 60))],
        SPADES: [tulip.at(turn=a) for a in (120, -120, 60, -60, 0)],
    }
    for petal in petals[suit]:
        ink.draw(petal.at(x, y), c.pale, ink.black, 0.55)
    ink.draw(ellipse(x, y, 1.75), c.metal, ink.black, 0.6)
    draw_suit(ink, suit, x, y, 2.1, c.sign)
    _hand(ink, x - 0.3, 6.6, c)


def _staff(ink: Ink, suit: str, c: Roles) -> None:
    """Draw a staff that ends in the suit's sign."""
    ink.draw(rect(X - 0.7, 1.5, 1.4, 19), c.metal, ink.black, 0.6)
    y = 23.4
    if suit == DIAMONDS:
        ink.draw(lozenge(X, y, 2.4, 4.2), c.pale, ink.black, 0.8)
    else:
        ink.sticker([suit_path(suit, X, y - 0.2, 6.6)], c.pale, ink.black, 0.7)
    inner = {DIAMONDS: 2.8, HEARTS: 2.6, SPADES: 2.4, CLUBS: 2.2}[suit]
    draw_suit(ink, suit, X, y + (0.4 if suit == HEARTS else 0), inner, c.sign)
    ink.draw(rect(X - 1.5, 18.6, 3, 1.1, 0.4), c.main, ink.black, 0.6)
    _hand(ink, X, 6.4, c)


HELD = {"K": _weapon, "Q": _flower, "J": _staff}

# --- robes

# The left shoulder from the belt up to the neck.
SHOULDERS = {
    "K": [(-20.2, -0.5), (-20.2, 7.6), (-15.5, 9.9), (-8.2, 11.4), (-4.6, 13.6)],
    "Q": [(-17.9, -0.5), (-17.5, 3.4), (-15.6, 7.4), (-12.0, 9.9), (-6.4, 11.3), (-3.4, 13.6)],
    "J": [(-18.8, -0.5), (-17.9, 5.6), (-14.4, 9.2), (-7.4, 10.9), (-3.9, 13.6)],
}
LEFT, RIGHT, FLOOR, TOP = -21.0, 21.0, -2.0, 20.0
ROBE_FOOT, SIGNS = -0.5, (4.0, 7.2)


def _robe(ink: Ink, rank: str, suit: str, c: Roles, drop: float) -> None:
    """Draw the robe with its suit's pattern and the strip down its middle, to `drop` mm below the origin."""
    left, foot = smooth(SHOULDERS[rank]), ROBE_FOOT - drop
    if drop:
        left = Outline().move(SHOULDERS[rank][0][0], foot).joined(left)
    outline = left.joined(left.flip().reverse()).close()
    ink.draw(outline, c.main)
    with ink.clip(outline):
        {SPADES: _chevrons, HEARTS: _scallops, DIAMONDS: _harlequin, CLUBS: _rings}[suit](ink, c, drop)
    ink.draw(outline, None, ink.black, 1.0)
    panel = poly([(-3.1, foot), (-3.1, 8.2), (0, 12.2), (3.1, 8.2), (3.1, foot)])
    ink.draw(panel, c.pale, ink.black, 0.8)
    step = SIGNS[1] - SIGNS[0]
    for y in (*SIGNS, *(SIGNS[0] - step * i for i in range(1, 1 + int(drop / step)))):
        draw_suit(ink, suit, 0, y, 2.1)


def _chevrons(ink: Ink, c: Roles, drop: float) -> None:
    heights, colours = (2.6, 1.0, 2.6, 0.6), (c.main, c.second, c.main, c.metal)
    y, i = FLOOR - 22 - ceil(drop / 6.8) * 6.8, 0  # all four bands together are 6.8 high
    while y < TOP + 10:
        high = heights[i % 4]
        band = poly(
            [(LEFT, y + 16), (0, y), (RIGHT, y + 16), (RIGHT, y + 16 + high), (0, y + high), (LEFT, y + 16 + high)]
        )
        if ink.low or i % 2:
            ink.tint(band, colours[i % 4], 0.3)
        y, i = y + high, i + 1


def _scallops(ink: Ink, c: Roles, drop: float) -> None:
    r = 2.55
    for row in range(10 + ceil(drop / r)):
        y = TOP - row * r
        for i in range(-5, 5):
            x = (2 * i + (1 if row % 2 else 0)) * r
            ink.draw(ellipse(x, y, r), c.main, ink.black, 0.5)
            ink.flat(ellipse(x, y, r * 0.62), c.metal if row % 2 else c.pale, 0.3)
            if not ink.low:
                ink.draw(ellipse(x, y, r * 0.3), c.second)


def _harlequin(ink: Ink, c: Roles, drop: float) -> None:
    w, h = 5.2, 7.2
    edge = ink.black if ink.low else c.metal
    for i in range(-9, 10):
        for j in range(-3 - ceil(2 * drop / h), 4):
            if (i + j) % 2 == 0:
                x, y = i * w / 2, 8 + j * h / 2
                ink.draw(lozenge(x, y, w / 2, h / 2), c.main if j % 2 else c.second, edge, 0.45)
                if j % 2:
                    ink.draw(lozenge(x, y, 0.7, 1.0), edge)


def _rings(ink: Ink, c: Roles, drop: float) -> None:
    step = 4.2
    ink.draw(rect(LEFT, FLOOR - drop, RIGHT - LEFT, TOP - FLOOR + 6 + drop), c.main)
    for j in range(-ceil(drop / (0.86 * step)), 5):
        for i in range(-5, 6):
            x, y = i * step + (step / 2 if j % 2 else 0), FLOOR + 0.4 + j * step * 0.86
            ink.draw(ellipse(x, y, 1.75), c.second, ink.black if ink.low else c.metal, 0.55)
            draw_suit(ink, CLUBS, x, y, 1.3 if ink.low else 1.9, ink.black if ink.low else c.pale)


# --- the panel: its ground, both figures, and the belt between them

HALF_W, HALF_H, RADIUS = 19.7, 37.6, 1.6
BELT = 1.9
BELT_LOZENGES = 9
OUT = 0.7  # how far outside the panel the middle of a theme's frame runs
CORNER_PIP = (-15.1, 32.4, 6.6)
LOW_WEIGHT = 0.75  # of every line, so that a figure keeps its detail and takes a tenth of the ink
JUMBO_SHARE = 0.86  # large indices need room beside the panel


def draw_court(ink: Ink, size: Size, rank: str, suit: str, indices: Indices = "normal", *, slate: bool = False) -> None:
    """Draw the figure of a king, queen or jack (`rank` K, Q or J) in its panel, centred on the card.

    `slate` dresses black suits in grey instead of blue.
    """
    k = size.scale * (JUMBO_SHARE if indices == "jumbo" else 1)
    # On a card that is taller for its width the robe is longer, so that the panel stretches with the card.
    drop = max(0.0, HALF_H * (size.stretch - 1))
    c, half_h = roles(ink, suit, slate=slate), HALF_H + drop

    def half(ink: Ink) -> None:
        with ink.clip(rect(-HALF_W, -drop, 2 * HALF_W, half_h)), ink.weighing(LOW_WEIGHT if ink.low else 1):
            _figure(ink, rank, suit, c, drop)
        x, y, height = CORNER_PIP
        draw_suit(ink, suit, x, y, height, outline_pt=0.6 if ink.low else 0, pattern=True)

    with ink.at(size.width_mm / 2, size.height_mm / 2, 0, k):
        panel = rect(-HALF_W, -half_h, 2 * HALF_W, 2 * half_h, RADIUS)
        with ink.clip(panel):
            _ground(ink, c, HALF_W, half_h)
            for turn, y in ((0, drop), (180, -drop)):
                ink.form(("court", rank, suit, slate, drop), half, (-HALF_W, -drop, HALF_W, HALF_H), 0, y, turn)
        _belt(ink, c, HALF_W, BELT)
        ink.draw(panel, None, ink.black, 0.9)
        draw_frame(ink, rect(-HALF_W - OUT, -half_h - OUT, 2 * (HALF_W + OUT), 2 * (half_h + OUT), RADIUS))


def _figure(ink: Ink, rank: str, suit: str, c: Roles, drop: float) -> None:
    """Draw the upper half of a figure, what lies behind first; its robe ends `drop` mm below the origin."""
    person = PEOPLE[rank, suit]
    HALOS[rank](ink, c)
    _robe(ink, rank, suit, c, drop)
    if person.profile:
        _collar(ink, rank, c)
        draw_profile(ink, 0.9, 20.2, c)
    else:
        for side in (1, -1):
            QUEENS_CUTS.get(person.cut, HAIR[rank])(ink, side, c)
        _collar(ink, rank, c)
        draw_face(ink, 20.2, c, person)
    if rank == "K":
        _beard(ink, c, person.cut)
    if person.cut == "moustache" or (rank == "K" and person.cut != "shaven lip"):
        for side in (1, -1):
            moustache = _on_side(TWIRLED if person.cut == "imperial" else MOUSTACHE, side, closed=True)
            ink.draw(moustache, c.hair, c.pale if c.hair == ink.black else ink.black, 0.35)
    CROWNS[rank](ink, suit, c)
    if person.fan:
        draw_fan(ink, c)
        _hand(ink, 10.0, 5.0, c)
    else:
        HELD[rank](ink, suit, c)


def _ground(ink: Ink, c: Roles, half_w: float, half_h: float) -> None:
    """Draw what lies behind both halves of the figure, in a panel of this half width and half height (mm)."""
    if ink.theme.court == "lacquer" and not ink.low:  # rings and robes in line alone would run together
        ink.draw(_sea(half_w, half_h), None, mix(c.main, ink.paper, 0.72), 0.45)
    elif ink.theme.court == "seaside":
        stripe = 2 * half_w / 9
        for i in range(9):
            x = -half_w + i * stripe
            if i % 2 == 0 and not ink.low:
                ink.draw(rect(x, -half_h, stripe, 2 * half_h), mix(c.main, ink.paper, 0.86))
            if i:
                line = ink.black if ink.low else mix(c.main, ink.paper, 0.6)
                ink.draw(segment(x, -half_h, x, half_h), None, line, 0.3)


@lru_cache(maxsize=4)
def _sea(half_w: float, half_h: float) -> Outline:
    """Return the outlines of the sea's rings in a panel of this half size (mm); the same when turned by 180 degrees."""
    r, rings = 2.6, list[Outline]()
    for row in range(1, int(half_h / (0.8 * r)) + 2):
        for i in range(-int(half_w / r) - 1, int(half_w / r) + 2):
            if (i + row) % 2 == 0:
                x, y = i * r, row * r * 0.8 - 0.6
                rings += [arc(x, y, k * r, *((30, 150) if k == 1 else (10, 170))) for k in (1.0, 0.66, 0.32)]
    half = compound(rings)
    return half + half.at(turn=180)


def _belt(ink: Ink, c: Roles, half_w: float, half: float) -> None:
    """Draw the belt, 2 `half` mm high, where the two half figures meet in a panel 2 `half_w` mm wide."""
    belt, line = rect(-half_w, -half, 2 * half_w, 2 * half), ink.black if ink.low else c.metal
    ink.draw(belt, c.second, ink.black, 0.8)
    with ink.clip(belt):
        if ink.theme.court == "seaside":  # a row of waves
            step, crests = 2 * half_w / 8, Outline()
            for i in range(-1, 9):
                x, y = -half_w + i * step, 0.62 * half
                crest = Outline().move(x, 0).curve(x + 0.3 * step, 0, x + 0.3 * step, y, x + 0.62 * step, y)
                crest = crest.curve(x + 0.95 * step, y, x + 0.95 * step, 0.05 * half, x + 0.72 * step, 0.12 * half)
                crests += crest + crest.at(turn=180)
            ink.draw(crests, None, line, 0.6)
            ink.draw(segment(-half_w, 0, half_w, 0), None, ink.black if ink.low else c.pale, 0.35)
        for i in range(9) if ink.theme.court == "lacquer" else ():  # coins between hooks of a key fret
            x = (i - 4) * 2 * half_w / 9
            if i % 2:
                hook = key(1.5 * half).at(x, turn=180 if i > 4 else 0)
                ink.draw(hook, None, line, 0.45, cap="square", join="mitre")
            else:
                ink.draw(ellipse(x, 0, 0.74 * half), c.main, line, 0.5)
                ink.draw(rect(x - 0.24 * half, -0.24 * half, 0.48 * half, 0.48 * half), c.second, line, 0.4)
        for i in range(BELT_LOZENGES) if ink.theme.court == "harlequin" else ():
            x = (i - (BELT_LOZENGES - 1) / 2) * 2 * half_w / BELT_LOZENGES
            ink.flat(lozenge(x, 0, 1.75, 0.71 * half), c.main if i % 2 else c.metal, 0.4)
    ink.draw(belt, None, ink.black, 0.8)
