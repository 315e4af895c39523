"""What court figures hold, in the hand on the right: a king his sword, a queen her flower, a jack his staff."""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING

from cardgen.art.courts.roles import Roles
from cardgen.art.path import Path, ellipse, lozenge, poly, rect, smooth
from cardgen.art.suits import draw_suit

if TYPE_CHECKING:
    from cardgen.ink import Ink

X = 16.0


def draw_held(ink: Ink, rank: str, suit: str, colours: Roles) -> None:
    """Draw the attribute and the hand that holds it."""
    draw = {"K": _sword, "Q": _flower, "J": _staff}[rank]
    draw(ink, suit, colours)


def _hand(ink: Ink, x: float, y: float, colours: Roles) -> None:
    """Draw a fist with three lines between its fingers, and its cuff."""
    ink.draw(rect(x - 1.7, y - 1.6, 3.4, 3.2, 1.3), colours.pale, ink.black, 0.7)
    for i in range(3):
        ink.line(x - 1.7, y - 0.6 + i * 0.75, x + 0.4, y - 0.6 + i * 0.75, 0.4)
    ink.draw(rect(x - 2.4, y - 3.4, 4.8, 2.0, 0.5), colours.metal, ink.black, 0.6)


def _sword(ink: Ink, _: str, colours: Roles) -> None:
    blade = poly([(X - 1, 10), (X - 1, 29.6), (X, 32.6), (X + 1, 29.6), (X + 1, 10)])
    ink.draw(blade, colours.pale, ink.black, 0.7)
    ink.line(X, 11, X, 30, 0.35)
    ink.draw(rect(X - 3.4, 9.2, 6.8, 1.5, 0.7), colours.metal, ink.black, 0.7)
    ink.draw(rect(X - 0.75, 3, 1.5, 6.4), colours.second, ink.black, 0.6)
    _hand(ink, X, 6.4, colours)
    ink.draw(ellipse(X, 2.2, 1.2), colours.metal, ink.black, 0.6)


def _flower(ink: Ink, suit: str, colours: Roles) -> None:
    x, y = 15.2, 19.6
    stalk = smooth([(x - 0.6, 2), (x + 0.3, 9), (x, 17)])
    ink.draw(stalk, None, ink.black, 1.5)
    ink.draw(stalk, None, colours.leaf, 0.7)
    for side, up in ((1, 11.5), (-1, 13.6)):
        leaf = Path().move(x + 0.1, up)
        leaf = leaf.curve(x + side, up + 2.2, x + side * 2.4, up + 2.6, x + side * 3.4, up + 2.4)
        leaf = leaf.curve(x + side * 3.0, up + 0.6, x + side * 1.4, up - 0.3, x + 0.1, up).close()
        ink.draw(leaf, colours.leaf, ink.black, 0.55)
    for i in range(8):
        a = radians(45 * i)
        ink.draw(ellipse(x + 2 * cos(a), y + 2 * sin(a), 1.25), colours.pale, ink.black, 0.55)
    ink.draw(ellipse(x, y, 1.75), colours.metal, ink.black, 0.6)
    draw_suit(ink, suit, x, y, 2.1, colours.sign)
    _hand(ink, x - 0.3, 6.6, colours)


def _staff(ink: Ink, suit: str, colours: Roles) -> None:
    ink.draw(rect(X - 0.7, 1.5, 1.4, 19), colours.metal, ink.black, 0.6)
    ink.draw(lozenge(X, 23.4, 2.4, 4.2), colours.pale, ink.black, 0.8)
    draw_suit(ink, suit, X, 23.4, 2.8, ink.black if ink.low else colours.sign)
    ink.draw(rect(X - 1.5, 18.6, 3, 1.1, 0.4), colours.main, ink.black, 0.6)
    _hand(ink, X, 6.4, colours)
