"""The joker: a fool in a cap of three horns, with the same two faces as the courts and a forked tongue out.

Panel and belt are the courts'. The cap is three ribbons in turn of two colours, each ending in a bell, over a
scalloped collar of points that also end in bells; the fool sticks its tongue out at the profile's lips. It is drawn
once and turned.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING

from cardgen.art.courts import BELT, BELT_LOZENGES, HALF_H, HALF_W, LOW_WEIGHT, RADIUS
from cardgen.art.courts.face import draw_face
from cardgen.art.courts.roles import Roles, roles
from cardgen.art.index import Indices, draw_corners, index_scale
from cardgen.art.ribbon import Ribbon
from cardgen.art.suits import HEARTS, SPADES
from cardgen.pdf.fonts import cap_mm
from cardgen.pdf.path import Path, ellipse, lozenge, poly, rect, segment

if TYPE_CHECKING:
    from cardgen.decks.model import Size
    from cardgen.pdf.ink import Ink

HORN = [(0, 3.5), (0.35, 2.9), (0.75, 1.5), (1, 0.7)]
LEFT_HORN = [(-2.4, 25.2), (-6.4, 29.0), (-11.3, 29.6), (-14.8, 26.2), (-15.4, 21.9)]
MIDDLE_HORN = [(0, 25.5), (-0.2, 29.4), (0.3, 32.6), (2.0, 34.6)]
FACE_Y = 19.2
WORD = "JOKER"
WORD_PT = 11.0
JUMBO = 1.3


def draw_joker(ink: Ink, size: Size, colour: str, indices: Indices = "normal") -> None:
    """Draw a joker, dressed in red or in black (and blue), its name down two corners."""
    k = size.scale
    suit = HEARTS if colour == "red" else SPADES
    with ink.at(size.width_mm / 2, size.height_mm / 2, 0, k):
        _panel(ink, suit)
    _name(ink, size, suit, indices)


def _name(ink: Ink, size: Size, suit: str, indices: Indices) -> None:
    """Set the name letter under letter in two corners."""
    k = index_scale(size) * (JUMBO if indices == "jumbo" else 1)
    colour = ink.palette.red.base if suit == HEARTS else ink.black
    type_pt = max(WORD_PT * k, 7.0)
    step, font = type_pt * 0.92 / 72 * 25.4, ink.theme.fonts.label

    def corner(ink: Ink) -> None:
        y = size.height_mm - 5.6 * size.scale - cap_mm(font, type_pt)
        for letter in WORD:
            ink.text(6.7 * index_scale(size), y, letter, font, type_pt, colour, "centre")
            y -= step

    draw_corners(ink, size, corner)


def _panel(ink: Ink, suit: str) -> None:
    colours = roles(ink, suit)
    panel = rect(-HALF_W, -HALF_H, 2 * HALF_W, 2 * HALF_H, RADIUS)

    def half(ink: Ink) -> None:
        with ink.clip(rect(-HALF_W, 0, 2 * HALF_W, HALF_H)), ink.weighing(LOW_WEIGHT if ink.low else 1):
            _fool(ink, colours)

    with ink.clip(panel):
        for turn in (0, 180):
            ink.form(("joker", suit), half, (-HALF_W, 0, HALF_W, HALF_H), 0, 0, turn)
    ink.draw(rect(-HALF_W, -BELT, 2 * HALF_W, 2 * BELT), colours.second, ink.black, 0.8)
    for i in range(BELT_LOZENGES):
        x = (i - (BELT_LOZENGES - 1) / 2) * 2 * HALF_W / BELT_LOZENGES
        bead = lozenge(x, 0, 1.75, 1.35)
        ink.draw(bead, colours.main if i % 2 else colours.metal, ink.black if ink.low else None, 0.4)
    ink.draw(panel, None, ink.black, 0.9)


def _fool(ink: Ink, colours: Roles) -> None:
    """Draw the upper half figure, from back to front."""
    _halo(ink, colours)
    _coat(ink, colours)
    _collar(ink, colours)
    _cap(ink, colours)
    draw_face(ink, 0, FACE_Y, colours)
    _tongue(ink, colours)
    _brim(ink, colours)


def _halo(ink: Ink, colours: Roles) -> None:
    """Draw a sun behind the head, and lozenges round it wherever the cap leaves room."""
    for i in range(28):
        a = radians(90 + 360 * (i + 0.5) / 28)
        x, y = 15.6 * cos(a), FACE_Y + 15.6 * sin(a)
        if y < 18:
            full = (colours.metal, colours.main)[min(i, 27 - i) % 2]
            ink.draw(lozenge(x, y, 0.75, 1.05), colours.pale if ink.low else full, ink.black, 0.3)
    ink.draw(ellipse(0, FACE_Y, 12.4), colours.halo, ink.black, 0.7)
    ink.draw(ellipse(0, FACE_Y, 11.5), None, ink.black, 0.3)


def _coat(ink: Ink, colours: Roles) -> None:
    """Draw shoulders, halved in two colours, with a row of buttons."""
    left = Path().move(0, -0.5).line(-15.8, -0.5).curve(-16.2, 5.2, -13.6, 8.6, -8, 10.4)
    left = left.line(-4, 12.6, 0, 12.6).close()
    ink.draw(left, colours.main, ink.black, 1.0)
    ink.draw(left.flip(), colours.second, ink.black, 1.0)
    for y in (3.6, 6.4):
        ink.draw(ellipse(0, y, 0.85), colours.metal, ink.black, 0.5)
    for x, y in ((-9.6, 3.0), (-9.6, 7.0), (-5.4, 5.0), (-13.4, 5.0)):
        for side in (1, -1):
            ink.draw(lozenge(side * x, y, 1.0, 1.4), colours.sign if ink.low else colours.metal)


def _collar(ink: Ink, colours: Roles) -> None:
    """Draw seven points that hang from the neck, each with a bell."""
    ink.draw(rect(-2.3, 10.6, 4.6, 4), colours.pale, ink.black, 0.7)
    for i in (0, 6, 1, 5, 2, 4, 3):
        a = radians(200 + 140 * i / 6)
        tip = (10.2 * cos(a), 14.4 + 6.0 * sin(a))
        near = [(5.2 * cos(a + d), 14.6 + 3.0 * sin(a + d)) for d in (-0.36, 0.36)]
        ink.draw(poly([near[0], tip, near[1]]), colours.pale if i % 2 else colours.metal, ink.black, 0.6)
        ink.draw(ellipse(*tip, 0.75), colours.metal, ink.black, 0.5)


def _cap(ink: Ink, colours: Roles) -> None:
    """Draw the cap's three horns, the outer ones curling down, and their bells."""
    left = Ribbon(LEFT_HORN, HORN)
    parts = (
        (left, colours.main, 1),
        (left, colours.second, -1),
        (Ribbon(MIDDLE_HORN, [(0, 4.8), (0.45, 3.4), (0.8, 1.5), (1, 0.7)]), colours.pale, 1),
    )
    for horn, colour, side in parts:
        outline = horn.outline(step_mm=1.2)
        ink.draw(outline if side == 1 else outline.flip(), colour, ink.black, 0.9)
        if colour != colours.second or ink.low:
            inner = horn.side(0.25, 0.9, 0)
            ink.draw(inner if side == 1 else inner.flip(), None, ink.black, 0.4)
        x, y = horn.at(1)
        ink.draw(ellipse(x * side, y, 1.35), colours.metal, ink.black, 0.7)
        ink.draw(segment(x * side - 0.7, y, x * side + 0.7, y), None, ink.black, 0.4)


def _brim(ink: Ink, colours: Roles) -> None:
    """Draw the band that holds the cap, with lozenges on it."""
    band = Path().move(-6.6, 22.4).curve(-3, 24.4, 3, 24.4, 6.6, 22.4).line(6.9, 24.6)
    band = band.curve(3.2, 26.7, -3.2, 26.7, -6.9, 24.6).close()
    ink.draw(band, colours.metal, ink.black, 0.8)
    for x, y in ((-4.7, 24.1), (-2.4, 24.75), (0, 24.95), (2.4, 24.75), (4.7, 24.1)):
        ink.draw(lozenge(x, y, 0.6, 0.75), ink.black if ink.low else colours.main)


def _tongue(ink: Ink, colours: Roles) -> None:
    """Put out a forked tongue from the corner of the mouth."""
    parts = [
        Ribbon([(0.1, 15.2), (-0.5, 14.2), (-0.5, 13.1)], [(0, 0.75), (1, 0.62)]).outline(step_mm=0.6),
        Ribbon([(-0.6, 13.3), (-1.1, 12.2), (-2.2, 11.5)], [(0, 0.5), (1, 0.05)]).outline(step_mm=0.6),
        Ribbon([(-0.4, 13.3), (-0.1, 12.1), (0.8, 11.2)], [(0, 0.5), (1, 0.05)]).outline(step_mm=0.6),
    ]
    ink.sticker(parts, colours.sign if ink.low else ink.palette.red.base, ink.black, 0.5)
