"""Robes: one outline of the shoulders for each rank, one pattern for each suit.

Spades wear chevrons, hearts scallops, diamonds the harlequin, clubs clovers in rings. Down the middle goes a pale panel
with two signs of the suit.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from cardgen.art.courts.roles import Roles
from cardgen.art.suits import CLUBS, DIAMONDS, HEARTS, SPADES, draw_suit
from cardgen.pdf.path import Path, ellipse, lozenge, poly, rect, smooth

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

# The left shoulder from the belt up to the neck.
SHOULDERS = {
    "K": [(-20.2, -0.5), (-20.2, 7.6), (-15.5, 9.9), (-8.2, 11.4), (-4.6, 13.6)],
    "Q": [(-17.9, -0.5), (-17.5, 3.4), (-15.6, 7.4), (-12.0, 9.9), (-6.4, 11.3), (-3.4, 13.6)],
    "J": [(-18.8, -0.5), (-17.9, 5.6), (-14.4, 9.2), (-7.4, 10.9), (-3.9, 13.6)],
}
LEFT, RIGHT, FLOOR, TOP = -21.0, 21.0, -2.0, 20.0
SEAM, SIGNS = -0.5, (4.0, 7.2)


def robe_path(rank: str, drop: float = 0) -> Path:
    """Draw the outline of a rank's shoulders, down to `drop` below the origin."""
    left = smooth(SHOULDERS[rank])
    if drop:
        left = Path().move(SHOULDERS[rank][0][0], SEAM - drop).joined(left)
    return left.joined(left.flip().reverse()).close()


def draw_robe(ink: Ink, rank: str, suit: str, colours: Roles, drop: float = 0) -> None:
    """Draw the robe with its suit's pattern and the panel down its middle, to `drop` below the origin."""
    outline = robe_path(rank, drop)
    pattern = {SPADES: _chevrons, HEARTS: _scallops, DIAMONDS: _harlequin, CLUBS: _rings}[suit]
    ink.draw(outline, colours.main)
    with ink.clip(outline):
        pattern(ink, colours, drop)
    ink.draw(outline, None, ink.black, 1.0)
    foot, step = SEAM - drop, SIGNS[1] - SIGNS[0]
    panel = poly([(-3.1, foot), (-3.1, 8.2), (0, 12.2), (3.1, 8.2), (3.1, foot)])
    ink.draw(panel, colours.pale, ink.black, 0.8)
    for y in (*SIGNS, *(SIGNS[0] - step * i for i in range(1, 1 + int(drop / step)))):
        draw_suit(ink, suit, 0, y, 2.1)


def _chevrons(ink: Ink, colours: Roles, drop: float) -> None:
    bands = ((2.6, colours.main), (1.0, colours.second), (2.6, colours.main), (0.6, colours.metal))
    y, i = FLOOR - 22 - ceil(drop / 6.8) * 6.8, 0  # all four bands together are 6.8 high
    while y < TOP + 10:
        high, colour = bands[i % 4]
        band = poly(
            [(LEFT, y + 16), (0, y), (RIGHT, y + 16), (RIGHT, y + 16 + high), (0, y + high), (LEFT, y + 16 + high)]
        )
        if ink.low:
            ink.draw(band, None, ink.black, 0.3)
        elif i % 2:
            ink.draw(band, colour)
        y, i = y + high, i + 1


def _scallops(ink: Ink, colours: Roles, drop: float) -> None:
    r = 2.55
    for row in range(10 + ceil(drop / r)):
        y = TOP - row * r
        for i in range(-5, 5):
            x = (2 * i + (1 if row % 2 else 0)) * r
            ink.draw(ellipse(x, y, r), colours.main, ink.black, 0.5)
            middle = colours.metal if row % 2 else colours.pale
            ink.draw(ellipse(x, y, r * 0.62), middle, ink.black if ink.low else None, 0.3)
            if not ink.low:
                ink.draw(ellipse(x, y, r * 0.3), colours.second)


def _harlequin(ink: Ink, colours: Roles, drop: float) -> None:
    w, h = 5.2, 7.2
    edge = ink.black if ink.low else colours.metal
    for i in range(-9, 10):
        for j in range(-3 - ceil(2 * drop / h), 4):
            if (i + j) % 2 == 0:
                x, y = i * w / 2, 8 + j * h / 2
                ink.draw(lozenge(x, y, w / 2, h / 2), colours.main if j % 2 else colours.second, edge, 0.45)
                if j % 2:
                    ink.draw(lozenge(x, y, 0.7, 1.0), edge)


def _rings(ink: Ink, colours: Roles, drop: float) -> None:
    step = 4.2
    ink.draw(rect(LEFT, FLOOR - drop, RIGHT - LEFT, TOP - FLOOR + 6 + drop), colours.main)
    for j in range(-ceil(drop / (0.86 * step)), 5):
        for i in range(-5, 6):
            x, y = i * step + (step / 2 if j % 2 else 0), FLOOR + 0.4 + j * step * 0.86
            edge = ink.black if ink.low else colours.metal
            ink.draw(ellipse(x, y, 1.75), colours.second, edge, 0.55)
            draw_suit(ink, CLUBS, x, y, 1.3 if ink.low else 1.9, ink.black if ink.low else colours.pale)
