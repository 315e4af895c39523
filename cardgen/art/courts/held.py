"""What court figures hold, in the hand on the right: a king his weapon, a queen her flower, a jack his staff.

Each suit has its own: sword, spear, axe and mace; a daisy, a tulip, a star and a clover; and staffs that end in the
suit's sign. So twelve figures differ in their outline as well.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING

from cardgen.art.courts.roles import Roles
from cardgen.art.suits import CLUBS, DIAMONDS, HEARTS, SPADES, draw_suit, suit_path
from cardgen.pdf.path import Path, ellipse, lozenge, poly, rect, smooth

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

X = 15.6


def draw_held(ink: Ink, rank: str, suit: str, colours: Roles) -> None:
    """Draw the attribute and the hand that holds it."""
    draw = {"K": _weapon, "Q": _flower, "J": _staff}[rank]
    draw(ink, suit, colours)


def draw_hand(ink: Ink, x: float, y: float, colours: Roles) -> None:
    """Draw a fist with three lines between its fingers, and its cuff."""
    ink.draw(rect(x - 1.7, y - 1.6, 3.4, 3.2, 1.3), colours.pale, ink.black, 0.7)
    for i in range(3):
        ink.line(x - 1.7, y - 0.6 + i * 0.75, x + 0.4, y - 0.6 + i * 0.75, 0.4)
    ink.draw(rect(x - 2.4, y - 3.4, 4.8, 2.0, 0.5), colours.metal, ink.black, 0.6)


def _weapon(ink: Ink, suit: str, colours: Roles) -> None:
    {HEARTS: _sword, SPADES: _spear, DIAMONDS: _axe, CLUBS: _mace}[suit](ink, colours)
    draw_hand(ink, X, 6.4, colours)
    ink.draw(ellipse(X, 2.2, 1.2), colours.metal, ink.black, 0.6)


def _sword(ink: Ink, colours: Roles) -> None:
    blade = poly([(X - 1, 10), (X - 1, 29.6), (X, 32.6), (X + 1, 29.6), (X + 1, 10)])
    ink.draw(blade, colours.pale, ink.black, 0.7)
    ink.line(X, 11, X, 30, 0.35)
    ink.draw(rect(X - 3.4, 9.2, 6.8, 1.5, 0.7), colours.metal, ink.black, 0.7)
    ink.draw(rect(X - 0.75, 3, 1.5, 6.4), colours.second, ink.black, 0.6)


def _spear(ink: Ink, colours: Roles) -> None:
    ink.draw(rect(X - 0.6, 3, 1.2, 22), colours.metal, ink.black, 0.6)
    leaf = (
        Path()
        .move(X, 34.4)
        .curve(X + 0.9, 31.6, X + 2.3, 29.4, X + 1.9, 27.2)
        .curve(X + 1.6, 25.8, X + 0.8, 25, X, 24.6)
    )
    leaf = leaf.curve(X - 0.8, 25, X - 1.6, 25.8, X - 1.9, 27.2).curve(X - 2.3, 29.4, X - 0.9, 31.6, X, 34.4).close()
    ink.draw(leaf, colours.pale, ink.black, 0.7)
    ink.line(X, 25.6, X, 32.6, 0.35)
    ink.draw(rect(X - 1.8, 23.4, 3.6, 1.2, 0.5), colours.main, ink.black, 0.6)


def _axe(ink: Ink, colours: Roles) -> None:
    ink.draw(rect(X - 0.65, 3, 1.3, 28.2, 0.6), colours.metal, ink.black, 0.6)
    for side in (1, -1):
        edge = X + side * 2.6
        blade = Path().move(X + side * 0.65, 25.6).curve(X + side * 1.8, 25.4, edge - side * 0.6, 24.4, edge, 22.9)
        blade = blade.curve(edge + side * 0.7, 25.6, edge + side * 0.7, 28.4, edge, 31.1)
        blade = blade.curve(edge - side * 0.6, 29.6, X + side * 1.8, 28.6, X + side * 0.65, 28.4).close()
        ink.draw(blade, colours.pale, ink.black, 0.7)
    ink.draw(lozenge(X, 27, 0.8, 1.2), colours.main, ink.black, 0.5)


def _mace(ink: Ink, colours: Roles) -> None:
    ink.draw(rect(X - 0.65, 3, 1.3, 22), colours.metal, ink.black, 0.6)
    ink.draw(rect(X - 1.6, 22.6, 3.2, 1.2, 0.5), colours.main, ink.black, 0.6)
    for turn in range(0, 360, 45):
        a = radians(turn)
        ink.draw(
            lozenge(0, 0, 0.75, 1.3).at(X + 2.5 * cos(a), 27.2 + 2.5 * sin(a), turn=turn - 90), colours.metal, ink.black
        )
    ink.draw(ellipse(X, 27.2, 2.4), colours.pale, ink.black, 0.7)
    ink.draw(ellipse(X, 27.2, 1.1), colours.main, ink.black, 0.5)


FLOWER = (15.2, 19.6)


def _flower(ink: Ink, suit: str, colours: Roles) -> None:
    x, y = FLOWER
    stalk = smooth([(x - 0.6, 2), (x + 0.3, 9), (x, 17)])
    ink.draw(stalk, None, ink.black, 1.0 if ink.low else 1.5)
    if not ink.low:
        ink.draw(stalk, None, colours.leaf, 0.7)
    for side, up in ((1, 11.5), (-1, 13.6)):
        leaf = Path().move(x + 0.1, up)
        leaf = leaf.curve(x + side, up + 2.2, x + side * 2.4, up + 2.6, x + side * 3.4, up + 2.4)
        leaf = leaf.curve(x + side * 3.0, up + 0.6, x + side * 1.4, up - 0.3, x + 0.1, up).close()
        ink.draw(leaf, colours.leaf, ink.black, 0.55)
    for petal in _petals(suit):
        ink.draw(petal.at(x, y), colours.pale, ink.black, 0.55)
    ink.draw(ellipse(x, y, 1.75), colours.metal, ink.black, 0.6)
    draw_suit(ink, suit, x, y, 2.1, colours.sign)
    draw_hand(ink, x - 0.3, 6.6, colours)


def _petals(suit: str) -> list[Path]:
    """List a flower's petals about the origin, those behind first."""
    if suit == HEARTS:
        return [ellipse(2 * cos(radians(a)), 2 * sin(radians(a)), 1.25) for a in range(0, 360, 45)]
    if suit == CLUBS:
        return [ellipse(2.15 * cos(radians(a)), 2.15 * sin(radians(a)), 2.0) for a in (90, 210, 330)]
    if suit == DIAMONDS:
        return [lozenge(0, 2.1, 1.1, 1.75).at(turn=a) for a in (*range(30, 390, 60), *range(0, 360, 60))]
    leaf = Path().move(0, -1.4).curve(-2.2, -0.6, -2.5, 1.8, 0, 3.7).curve(2.5, 1.8, 2.2, -0.6, 0, -1.4).close()
    return [leaf.at(turn=a) for a in (120, -120, 60, -60, 0)]


def _staff(ink: Ink, suit: str, colours: Roles) -> None:
    ink.draw(rect(X - 0.7, 1.5, 1.4, 19), colours.metal, ink.black, 0.6)
    y = 23.4
    if suit == DIAMONDS:
        ink.draw(lozenge(X, y, 2.4, 4.2), colours.pale, ink.black, 0.8)
    else:
        ink.sticker([suit_path(suit, X, y - 0.2, 6.6)], colours.pale, ink.black, 0.7)
    inner = {DIAMONDS: 2.8, HEARTS: 2.6, SPADES: 2.4, CLUBS: 2.2}[suit]
    draw_suit(ink, suit, X, y + (0.4 if suit == HEARTS else 0), inner, colours.sign)
    ink.draw(rect(X - 1.5, 18.6, 3, 1.1, 0.4), colours.main, ink.black, 0.6)
    draw_hand(ink, X, 6.4, colours)
