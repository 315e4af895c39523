"""The ace of spades, the grandest card of the deck.

A spade 37 high, its inside a harlequin net of lozenges in two inks with yellow studs, behind a paper inline; in its
heart a lozenge plate with the forked tongue. Round it an oval frame of two lines, and 72 rays in two lengths with red
lozenges at every fourth of the long ones. Everything but the foot of the spade is the same left and right.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING

from cardgen.art.path import Path, ellipse, lozenge, segment, svg
from cardgen.art.suits import SPADES, suit_paths
from cardgen.art.tongue import draw_tongue

if TYPE_CHECKING:
    from cardgen.deck import Size
    from cardgen.ink import Ink

SPADE_MM = 37.0
OVAL = (18.3, 26.5)
RAYS = 72
RAYS_FROM = (19.3, 27.6)
LONG, SHORT, STUD = 1.16, 1.085, 1.205
NET = (2.2, 3.3)  # half width and half height of a lozenge
# The spade without its foot: what the inline follows.
BODY = svg(
    "M0,-49 C7,-34 44,-12 44,15 C44,29 34,37 23,37 C15,37 8,33 0,24 C-8,33 -15,37 -23,37 "
    "C-34,37 -44,29 -44,15 C-44,-12 -7,-34 0,-49 Z",
    0.01,
)


def draw_ace_of_spades(ink: Ink, size: Size) -> None:
    """Draw the ace's art, centred on the card."""
    k = size.scale
    box = (-24 * k, -34 * k, 24 * k, 34 * k)
    ink.form(("ace of spades", k), lambda i: _draw(i, k), box, size.width_mm / 2, size.height_mm / 2)


def _draw(ink: Ink, k: float) -> None:
    with ink.at(0, 0, 0, k):
        _rays(ink)
        ink.draw(ellipse(0, 0, *OVAL), None, ink.black, 0.8)
        ink.draw(ellipse(0, 0, OVAL[0] - 0.8, OVAL[1] - 0.8), None, ink.black, 0.35)
        spade = suit_paths(SPADES, 0, 0.4, SPADE_MM)[0]
        if ink.low:
            ink.draw(spade, ink.paper, ink.black, 1.0)
        else:
            ink.draw(spade, ink.black)
        _net(ink, BODY.at(0, 0.6, SPADE_MM * 0.84))
        _plate(ink, -1.0)


def _rays(ink: Ink) -> None:
    """Draw the rays of an oval sun, two lengths in turn, with lozenges at every fourth long one."""
    long, short = Path(), Path()
    rx, ry = RAYS_FROM
    for i in range(RAYS):
        a = radians(360 * i / RAYS)
        reach = LONG if i % 2 == 0 else SHORT
        ray = segment(rx * cos(a), ry * sin(a), rx * reach * cos(a), ry * reach * sin(a))
        if i % 2 == 0:
            long += ray
        else:
            short += ray
    ink.draw(long, None, ink.black, 0.7)
    ink.draw(short, None, ink.black, 0.45)
    colour = ink.black if ink.low else ink.palette.red.base
    for i in range(2, RAYS, 4):
        a = radians(360 * i / RAYS)
        ink.draw(lozenge(rx * STUD * cos(a), ry * STUD * sin(a), 0.55, 0.8), colour)


def _net(ink: Ink, body: Path) -> None:
    """Fill the spade's body with lozenges, behind an inline."""
    w, h = NET
    with ink.clip(body):
        places = [(i * w, 0.4 + j * h, j) for i in range(-8, 9) for j in range(-6, 7) if (i + j) % 2 == 0]
        for x, y, row in places:
            if row % 2 == 0 and ink.low:
                ink.draw(lozenge(x, y, w - 0.35, h - 0.52), None, ink.black, 0.35, join="mitre")
            elif row % 2 == 0:
                ink.draw(lozenge(x, y, w - 0.35, h - 0.52), ink.palette.black.shade)
        if not ink.low:
            for x, y, _ in places:
                ink.draw(ellipse(x + w, y, 0.3), ink.palette.yellow.base)
    ink.draw(body, None, ink.black if ink.low else ink.paper, 0.9)


def _plate(ink: Ink, y: float) -> None:
    """Draw the lozenge with the tongue."""
    ink.draw(lozenge(0, y, 6.4, 8.6), ink.paper, ink.black, 0.8, join="mitre")
    ink.draw(lozenge(0, y, 5.4, 7.25), None, ink.black, 0.35, join="mitre")
    if not ink.low:
        ink.draw(lozenge(0, y, 4.8, 6.45), ink.palette.red.base)
    draw_tongue(ink, 0, y, 0.245, ink.black if ink.low else ink.paper)
