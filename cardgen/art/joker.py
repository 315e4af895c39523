"""The joker: a dancing fool at full length on harlequin boards, one knee up, with his tongue out.

He holds a staff with a small head, and a solemn mask by its ribbons. Unlike the courts he is one figure, not two
turned ones. Bells are at the ends of cap, collar, coat and shoes.
"""

from math import ceil, cos, radians, sin

from cardgen.art.courts import HALF_H, HALF_W, LOW_WEIGHT, OUT, RADIUS, Roles, draw_face, roles
from cardgen.art.shapes import HEARTS, SPADES
from cardgen.art.signs import draw_frame
from cardgen.art.standard import Indices, draw_corners, index_scale
from cardgen.pdf.ink import Ink, Size
from cardgen.pdf.path import Outline, Ribbon, curve, ellipse, lozenge, poly, rect, segment, shape, tube
from cardgen.pdf.type import cap_mm

SUN_Y, FACE_Y = 12.0, 18.3
BOARDS = -30.4
DEEPER = 0.8  # of the height that a tall card's panel has more at an end, the stage takes so much
HORN = [(0, 3.1), (0.35, 2.6), (0.75, 1.4), (1, 0.65)]
SIDE_HORN = [(-2.2, 23.4), (-5.6, 27.2), (-9.8, 28.0), (-12.8, 25.2), (-13.0, 21.6)]
TOP_HORN = [(0, 23.8), (-0.4, 27.6), (0.6, 30.6), (3.4, 32.6)]
LIMB = [(0, 2.5), (0.3, 3.1), (0.55, 2.3), (0.8, 2.0), (1, 1.35)]
COAT = (
    "-3.2,12.4! -6.8,11.0 -7.6,8.0 -6.6,3.0 -6.0,-0.4 -8.4,-3.2! 0,-4.0 8.4,-3.2! 6.0,-0.4 6.6,3.0 7.6,8.0 6.8,11.0 "
    "3.2,12.4!"
)
WORD = "JOKER"
WORD_PT = 11.0
JUMBO = 1.3


def draw_joker(ink: Ink, size: Size, colour: str, indices: Indices = "normal") -> None:
    """Draw a joker's face; `colour` is red, or black for one in black and blue. Its name runs down two corners."""
    suit = HEARTS if colour == "red" else SPADES
    more = max(0.0, HALF_H * (size.stretch - 1))
    half, deep, c = HALF_H + more, DEEPER * more, roles(ink, suit)
    panel = rect(-HALF_W, -half, 2 * HALF_W, 2 * half, RADIUS)

    def fool(ink: Ink) -> None:
        with ink.clip(panel), ink.weighing(LOW_WEIGHT if ink.low else 1), ink.at(0, deep - more):
            _stage(ink, c, more, deep)
            for draw in (_legs, _tails, _marotte, _coat, _arms, _mask, _collar, _cap, _head):
                draw(ink, c)

    with ink.at(size.width_mm / 2, size.height_mm / 2, 0, size.scale):
        ink.form(("joker", suit, more), fool, (-HALF_W, -half, HALF_W, half))
        ink.draw(panel, None, ink.black, 0.9)
        draw_frame(ink, rect(-HALF_W - OUT, -half - OUT, 2 * (HALF_W + OUT), 2 * (half + OUT), RADIUS))
    font, tone = ink.theme.fonts.label, ink.palette.red.base if suit == HEARTS else ink.black
    type_pt = max(WORD_PT * index_scale(size) * (JUMBO if indices == "jumbo" else 1), 7.0)

    def corner(ink: Ink) -> None:
        y = size.height_mm - 5.6 * size.scale - cap_mm(font, type_pt)
        for letter in WORD:
            ink.text(6.7 * index_scale(size), y, letter, font, type_pt, tone, "centre")
            y -= type_pt * 0.92 / 72 * 25.4

    draw_corners(ink, size, corner)


def _bell(ink: Ink, c: Roles, x: float, y: float, r: float = 1.15) -> None:
    ink.draw(ellipse(x, y, r), c.metal, ink.black, 0.7)
    ink.draw(segment(x - r * 0.7, y - r * 0.1, x + r * 0.7, y - r * 0.1), None, ink.black, 0.4)
    ink.draw(ellipse(x, y - r * 0.45, r * 0.2), ink.black)


def _stage(ink: Ink, c: Roles, more: float, deep: float) -> None:
    """Draw the sun behind the joker, and the stage under him, `deep` mm deeper than on a poker card.

    `more` is by how many mm the panel is higher than on a poker card.
    """
    rays, far = Outline(), 48 + 2 * more
    for i in range(0, 48, 2):
        a = radians(7.5 * i)
        points = [(17.2, a - 0.035), (far, a - 0.05), (far, a + 0.05), (17.2, a + 0.035)]
        rays += poly([(r * cos(t), SUN_Y + r * sin(t)) for r, t in points])
    ink.tint(rays, c.halo, 0.3)
    ink.draw(ellipse(0, SUN_Y, 15.4), c.halo, ink.black, 0.7)
    ink.draw(ellipse(0, SUN_Y, 14.5), None, ink.black, 0.3)
    floor = rect(-20, -38 - deep, 40, 7.6 + deep)
    ink.draw(floor, c.pale, ink.black, 0.8)
    with ink.clip(floor):
        for i in range(-9, 10):
            for j in range(i % 2, 4 + ceil(deep / 2), 2):
                tile = lozenge(i * 2.2, BOARDS - 1.0 - j * 2.0, 2.2, 2.0)
                ink.flat(tile, c.main if j % 2 else c.second, 0.35)
    ink.draw(segment(-20, BOARDS, 20, BOARDS), None, ink.black, 0.9)


def _limb(ink: Ink, c: Roles, points: list[tuple[float, float]], widths: list[tuple[float, float]], fill: str) -> None:
    leg = Ribbon(points, widths)
    ink.draw(leg.outline(step_mm=1.0), fill, ink.black, 0.9)
    for v in () if ink.low else (-0.45, 0.05, 0.5):
        ink.draw(leg.side(0.03, 0.97, v), None, c.metal, 0.55)


def _legs(ink: Ink, c: Roles) -> None:
    """Draw the leg in the air, then the one that he stands on, and their shoes."""
    bent = [(2.6, -4.5), (8.0, -7.0), (11.4, -10.8), (8.6, -14.6), (4.4, -18.6)]
    _limb(ink, c, bent, [(0, 3.5), (0.35, 3.1), (0.55, 2.4), (0.75, 2.2), (1, 1.35)], c.second)
    shoe = "3.2,-17.6! 2.2,-20.4 4.0,-22.6 7.6,-24.6 10.6,-24.0 11.6,-21.6! 9.8,-22.0 8.0,-21.6 6.4,-19.4 5.8,-17.0!"
    ink.draw(shape(shoe), c.main, ink.black, 0.9)
    _bell(ink, c, 11.9, -20.7, 1.0)
    straight = [(-2.6, -4.5), (-4.0, -10.5), (-3.6, -16.5), (-3.9, -22.0), (-3.0, -28.0)]
    _limb(ink, c, straight, [(0, 3.6), (0.35, 2.9), (0.5, 2.3), (0.68, 2.45), (1, 1.3)], c.main)
    shoe = "-1.4,-27.2! -1.0,-30.4! -7.8,-30.4 -11.4,-29.6 -12.8,-26.6! -10.6,-27.7 -7.6,-27.6 -4.7,-26.8!"
    ink.draw(shape(shoe), c.second, ink.black, 0.9)
    _bell(ink, c, -13.1, -25.7, 1.0)
    for x, y, turn in ((-3.05, -26.6, 8), (4.3, -17.4, -48)):
        ink.draw(rect(-1.9, -0.6, 3.8, 1.2, 0.5).at(x, y, turn=turn), c.metal, ink.black, 0.6)


def _tails(ink: Ink, c: Roles) -> None:
    """Draw the pointed ends of the joker's coat, each with a bell."""
    for i, x in enumerate((-6.6, -3.4, 0.0, 3.4, 6.6)):
        u, v = x * 1.25, -9.4 - (0.9 if i % 2 == 0 else 0) + abs(x) * 0.12
        point = f"{x - 2.2},-2.4! {x + 2.2},-2.4! {u + 0.5},{v + 2.2} {u},{v}! {u - 0.5},{v + 2.2}"
        ink.draw(shape(point), (c.main, c.metal)[i % 2], ink.black, 0.8)
        _bell(ink, c, u, v - 0.7, 0.8)


def _marotte(ink: Ink, c: Roles) -> None:
    """Draw the joker's stick, which bears a small copy of his head."""
    stick = Ribbon([(10.4, -3.6), (12.4, 4.0), (14.1, 11.6)], [(0, 0.5), (1, 0.5)])
    ink.draw(stick.outline(), c.metal, ink.black, 0.7)
    for u in range(1, 8):
        ink.draw(segment(*stick.at(u / 8.5, 1), *stick.at(u / 8.5 + 0.05, -1)), None, ink.black, 0.4)
    with ink.at(14.2, 14.1):
        for s, fill in ((-1, c.second), (1, c.main)):
            horn = [(0.6 * s, 2.0), (2.2 * s, 4.4), (3.9 * s, 3.4), (3.8 * s, 1.4)]
            ink.draw(Ribbon(horn, [(0, 1.7), (0.6, 0.9), (1, 0.35)]).outline(step_mm=0.7), fill, ink.black, 0.7)
            _bell(ink, c, 3.8 * s, 0.9, 0.65)
        head = ellipse(0, 0, 2.3, 2.7)
        ink.draw(head, c.pale, ink.black, 0.7)
        with ink.clip(head):
            half = shape("0.2,2.6! 0.5,0.8 0.9,-0.5 0.3,-2.6! 2.6,-2! 2.6,2!")
            ink.draw(half, None if ink.low else c.main, ink.black, 0.5)
        ink.draw(head, None, ink.black, 0.7)
        for s in (-1, 1):
            ink.draw(ellipse(0.95 * s, 0.55, 0.5, 0.36), "#FFFFFF", ink.black, 0.35)
            ink.draw(ellipse(0.95 * s - 0.15, 0.55, 0.2), ink.black)
        ink.draw(curve("-1.1,-1.0 0,-1.5 1.1,-1.0"), None, ink.black, 0.5)
        tongue = tube("-0.3,-1.3 -1.1,-2.3 -2.2,-2.5", (0, 0.4), (1, 0.06), step=0.4)
        ink.draw(tongue, c.sign if ink.low else ink.palette.red.base, ink.black, 0.3)
        collar = "-2.9,-2.6! -1.5,-2.2 0.9,-2.2 2.3,-2.6! 0.9,-3.9 -1.5,-3.9"
        ink.draw(shape(collar), c.metal, ink.black, 0.6)


def _coat(ink: Ink, c: Roles) -> None:
    """Draw the joker's coat, in two colours left and right, with belt and buttons."""
    coat = shape(COAT)
    ink.draw(coat, c.main, ink.black, 0.9)
    with ink.clip(coat):
        ink.draw(rect(0, -6, 12, 22), c.second)
        for i in range(-4, 5, 2):
            for j in range(-4, 7, 2):
                ink.flat(lozenge(i * 2.6, 1.2 + j * 1.9, 1.0, 1.5), c.metal, 0.35)
        ink.draw(segment(0, -5, 0, 14), None, ink.black, 0.8)
    ink.draw(coat, None, ink.black, 0.9)
    ink.draw(shape("-7.2,-1.2! 0,-2.2 7.2,-1.2! 7.6,-2.9! 0,-4.0 -7.6,-2.9!"), c.metal, ink.black, 0.7)
    for x in (-5, -2.5, 0, 2.5, 5):
        ink.draw(lozenge(x, -2.6 + abs(x) * 0.1, 0.6, 0.75), ink.black if ink.low else c.main)
    for y in (8.2, 5.2, 2.2):
        ink.draw(ellipse(0, y, 0.75), c.metal, ink.black, 0.5)


def _sleeve(ink: Ink, c: Roles, points: list[tuple[float, float]], one: str, two: str, y: float) -> None:
    """Draw an arm along these points in lozenges of the colours `one` and `two`."""
    arm = Ribbon(points, LIMB).outline(step_mm=1.0)
    w, h = 1.5, 2.2
    ink.draw(arm, c.pale if ink.low else one)
    with ink.clip(arm):
        for i in range(-5, 6, 2):
            for j in range(-5, 6, 2):
                patch = lozenge(points[1][0] + i * w, y + j * h, w, h)
                ink.draw(patch, c.pale if ink.low else two, ink.black if ink.low else c.metal, 0.35)
    ink.draw(arm, None, ink.black, 0.9)


def _arms(ink: Ink, c: Roles) -> None:
    """Draw both arms, their cuffs and hands."""
    _sleeve(ink, c, [(-5.6, 9.4), (-10.2, 7.6), (-13.6, 3.4), (-13.2, -1.6), (-12.0, -4.6)], c.second, c.main, 3.0)
    _sleeve(ink, c, [(5.6, 9.4), (9.2, 6.0), (12.2, 1.6), (14.4, 0.6), (13.5, 3.6)], c.main, c.second, 5.0)
    for x, y, turn in ((-12.0, -4.9, 20), (13.4, 3.6, 190)):
        with ink.at(x, y, turn):
            for k in (-1.5, 0, 1.5):
                ink.draw(shape(f"{k - 1.0},0.5! {k + 1.0},0.5! {k},-1.5!"), c.metal, ink.black, 0.55)
    for x, y, turn, near, far in ((-11.7, -7.2, 12, -1.5, 0.2), (12.9, 5.4, 8, -0.2, 1.6)):
        with ink.at(x, y, turn):
            ink.draw(rect(-1.5, -1.4, 3.0, 2.9, 1.2), c.pale, ink.black, 0.7)
            for k in (-0.5, 0.3, 1.0):
                ink.draw(segment(near, k - 0.4, far, k - 0.4), None, ink.black, 0.4)


def _mask(ink: Ink, c: Roles) -> None:
    """Draw the solemn mask that hangs from the joker's hand."""
    with ink.at(-12.6, -12.6):
        for s in (1, -1):
            ink.draw(curve(f"{2.9 * s},2.4 {1.6 * s},4.4 0.8,5.2"), None, ink.black, 0.6)
        face = "-3.3,3.0 0,3.7 3.3,3.0 3.2,-0.6 1.8,-3.6 0,-4.4 -1.8,-3.6 -3.2,-0.6"
        ink.draw(shape(face), c.pale, ink.black, 0.9)
        for s in (1, -1):
            ink.draw(shape(f"{0.7 * s},0.9! {1.5 * s},1.6 {2.5 * s},0.9! {1.5 * s},0.3"), ink.black)
            ink.draw(curve(f"{0.6 * s},2.5 {1.6 * s},2.4 {2.6 * s},1.8"), None, ink.black, 0.6)
            ink.tint(lozenge(2.0 * s, -1.2, 0.5, 0.75), c.metal, 0.3)
        ink.draw(curve("0,1.0 -0.5,-0.7 0.3,-0.9"), None, ink.black, 0.5)
        ink.draw(curve("-1.3,-2.7 0,-2.1 1.3,-2.7"), None, ink.black, 0.7)


def _collar(ink: Ink, c: Roles) -> None:
    """Draw the joker's collar of seven points, each with a bell."""
    ink.draw(rect(-2.0, 10.6, 4.0, 3.4), c.pale, ink.black, 0.7)
    for i in (0, 6, 1, 5, 2, 4, 3):
        a = radians(196 + 148 * i / 6)
        tip = (8.6 * cos(a), 13.6 + 5.2 * sin(a))
        near = [(4.4 * cos(a + d), 13.8 + 2.6 * sin(a + d)) for d in (-0.36, 0.36)]
        ink.draw(poly([near[0], tip, near[1]]), c.pale if i % 2 else c.metal, ink.black, 0.6)
        ink.draw(ellipse(*tip, 0.65), c.metal, ink.black, 0.5)


def _cap(ink: Ink, c: Roles) -> None:
    """Draw the cap's three horns, two of them curling down, and their bells."""
    side = Ribbon(SIDE_HORN, HORN)
    top = Ribbon(TOP_HORN, [(0, 4.4), (0.45, 3.2), (0.8, 1.5), (1, 0.7)])
    for horn, fill, s in ((side, c.main, 1), (side, c.second, -1), (top, c.metal, 1)):
        outline = horn.outline(step_mm=1.0)
        ink.draw(outline if s == 1 else outline.flip(), fill, ink.black, 0.9)
        thread = ink.black if fill != c.second or ink.low else c.metal
        for v in (-0.35, 0.3):
            inner = horn.side(0.2, 0.92, v)
            ink.draw(inner if s == 1 else inner.flip(), None, thread, 0.4)
        x, y = horn.at(1)
        _bell(ink, c, x * s, y - (0.8 if horn is side else -0.6), 1.2)


def _head(ink: Ink, c: Roles) -> None:
    """Draw the joker's head: a face in two halves with a grin and a forked tongue, and the band of the cap."""
    with ink.at(0, FACE_Y, 0, 0.86):
        draw_face(ink, 0, c)
        grin = "-2.6,-2.9! -1.2,-3.9 0.6,-4.0 2.2,-2.9! 1.6,-4.6 0.2,-5.4 -1.6,-4.8"
        ink.draw(shape(grin), "#FFFFFF", ink.black, 0.6)
        tongue = [tube("0.3,-4.6 0.2,-6.2 -0.3,-7.4", (0, 0.75), (1, 0.55), step=0.5)]
        prongs = ("-0.2,-7.0 -0.9,-8.2 -2.0,-8.8", "-0.2,-7.0 0.3,-8.4 1.3,-9.2")
        tongue += [tube(prong, (0, 0.5), (1, 0.05), step=0.5) for prong in prongs]
        ink.sticker(tongue, c.sign if ink.low else ink.palette.red.base, ink.black, 0.5)
    band = "-5.6,21.3! -2.8,23.0 0,23.5 2.8,23.0 5.6,21.3! 5.9,23.4! 2.9,25.2 0,25.7 -2.9,25.2 -5.9,23.4!"
    ink.draw(shape(band), c.main, ink.black, 0.8)
    for x, y in ((-4.1, 22.85), (-2.1, 23.75), (0, 24.1), (2.1, 23.75), (4.1, 22.85)):
        ink.draw(lozenge(x, y, 0.6, 0.8), ink.black if ink.low else c.metal)
