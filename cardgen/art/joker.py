"""The joker: a dancing fool at full length on harlequin boards, one knee up, with his tongue out.

He holds a staff with a small head, and a solemn mask by its ribbons. Unlike the courts he is one figure, not two
turned ones: the drawings in `templates/art/joker`, and the face of the courts.
"""

from math import ceil, cos, radians, sin

from cardgen.art.courts import HALF_H, HALF_W, LOW_WEIGHT, OUT, RADIUS, Roles, roles
from cardgen.art.pictures import draw_picture
from cardgen.art.shapes import HEARTS, SPADES
from cardgen.art.signs import draw_frame
from cardgen.art.standard import Indices, draw_corners, index_scale
from cardgen.pdf.ink import Ink, Size
from cardgen.pdf.path import Outline, ellipse, lozenge, poly, rect, segment
from cardgen.pdf.type import cap_mm

SUN_Y = 12.0
FACE_Y, FACE_SCALE = 18.3, 0.86
COURT_FACE_Y = 20.2  # where its middle is in the drawings of the courts
BOARDS = -30.4
DEEPER = 0.8  # of the height that a tall card's panel has more at an end, the stage takes so much
WORD = "JOKER"
WORD_PT = 11.0
JUMBO = 1.3


def draw_joker(ink: Ink, size: Size, colour: str, indices: Indices = "normal") -> None:
    """Draw a joker's face; `colour` is red, or black for one in black and blue. Its name runs down two corners."""
    suit = HEARTS if colour == "red" else SPADES
    more = max(0.0, HALF_H * (size.stretch - 1))
    half, deep, c = HALF_H + more, DEEPER * more, roles(ink, suit)
    paints = {**c._asdict(), "red": c.sign if ink.low else ink.palette.red.base}
    panel = rect(-HALF_W, -half, 2 * HALF_W, 2 * half, RADIUS)

    def fool(ink: Ink) -> None:
        with ink.clip(panel), ink.weighing(LOW_WEIGHT if ink.low else 1), ink.at(0, deep - more):
            _stage(ink, c, more, deep)
            draw_picture(ink, "joker/body", paints)
            with ink.at(0, FACE_Y - COURT_FACE_Y * FACE_SCALE, 0, FACE_SCALE):
                c.draw(ink, "courts/face")
                c.draw(ink, "courts/eyes-joker")
            with ink.at(0, FACE_Y, 0, FACE_SCALE):
                draw_picture(ink, "joker/grin", paints)
            c.draw(ink, "joker/band")

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
