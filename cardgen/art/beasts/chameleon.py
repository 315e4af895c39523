"""The chameleon: seen from the side on a bough, it has tried to become a playing card, and its tongue has got a fly.

One outline for body and head, casque and all; the tail is a ribbon wound into a spiral, legs are ribbons that end in
mittens round the bough. Its side is a harlequin net with hearts in it, and a turret turns its eye towards us.
"""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from cardgen.art.beasts.colours import Coat
from cardgen.art.emblems.burin import curve, shape, sliver, tube
from cardgen.art.ribbon import Ribbon
from cardgen.art.suits import HEARTS, suit_path
from cardgen.pdf.path import Path, Point, ellipse, lozenge

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour

BOUGH = [(8.4, 31.0), (15, 33.0), (26, 34.6), (38, 36.4), (47, 40.2), (55.8, 44.9)]
BOUGH_WIDTHS = [(0, 2.3), (0.25, 1.7), (0.6, 1.9), (1, 1.2)]
BODY = (
    "13.6,44.6 15.4,51.6 20.4,57.8 27.0,60.8 32.2,60.6 33.2,64.4 35.6,70.8! 41.0,69.4 46.6,66.0 51.4,61.6! 51.2,59.4 "
    "47.6,57.0 43.2,54.6 41.6,50.0 39.4,45.0 34.0,41.6 27.0,40.6 20.6,41.2"
)
CHEEK = "33.4,63.6 34.6,59.0 38.4,55.6 43.2,54.6"
TAIL = [
    (21.4, 46.4), (15.6, 43.6), (11.4, 38.0), (9.9, 30.4), (11.6, 22.6), (17.2, 17.6), (24.4, 18.0), (28.6, 23.0),
    (27.2, 28.6), (22.2, 30.0), (18.6, 26.8), (19.8, 23.2), (22.8, 23.6),
]  # fmt: skip
TAIL_WIDTHS = [(0, 5.2), (0.1, 4.0), (0.3, 2.6), (0.6, 1.75), (0.85, 1.1), (1, 0.6)]
LEGS = (
    ([(33.6, 46.6), (38.6, 44.6), (37.2, 40.4)], 14.0), ([(22.6, 46.6), (27.0, 43.8), (25.2, 38.6)], 8.0)
)  # fmt: skip
FAR_LEGS = (([(40.4, 48.6), (45.4, 47.6), (45.6, 43.6)], 26.0), ([(17.6, 44.6), (18.8, 41.0), (16.6, 37.8)], 14.0))
TONGUE = "50.6,60.6 54.6,62.8 55.6,67.6 53.0,71.4 49.4,72.4"
FLY = (47.6, 73.6)
EYE = (43.2, 62.8)


class Chameleon(NamedTuple):
    """The finished geometry."""

    bough: Path
    far: tuple[Path, ...]
    near: tuple[Path, ...]
    tail: Ribbon
    body: Path
    tongue: Path

    @property
    def outline(self) -> tuple[Path, ...]:
        """Give everything that makes the silhouette."""
        return (self.bough, *self.far, self.tail.outline(), self.body, *self.near, self.tongue)


@cache
def chameleon() -> Chameleon:
    """Build the chameleon once."""
    far, near = (tuple(_leg(way, turn) for way, turn in legs) for legs in (FAR_LEGS, LEGS))
    tongue = tube(TONGUE, (0, 0.5), (0.75, 0.45), (0.9, 1.05), (1, 0.9), step=0.9)
    return Chameleon(Ribbon(BOUGH, BOUGH_WIDTHS).outline(), far, near, Ribbon(TAIL, TAIL_WIDTHS), shape(BODY), tongue)


def _leg(way: list[Point], turn: float) -> Path:
    """Draw a leg and its mitten, which holds the bough from above."""
    leg = Ribbon(way, [(0, 2.7), (0.5, 2.0), (1, 1.5)], samples=10).outline(step_mm=1.2)
    x, y = way[-1]
    mitten = shape("-1.6,0.6 -3.2,-1.2 -3.1,-3.6 -1.9,-3.4 -0.6,-1.8! 0.6,-1.8! 1.9,-3.2 3.1,-3.2 3.2,-1.0 1.6,0.8")
    return leg + mitten.at(x, y, turn=turn)


def draw_silhouette(ink: Ink, colour: Colour) -> None:
    """Draw the outline alone for the corners, without the bough."""
    it = chameleon()
    for path in (it.tail.outline(), it.body, *it.near, it.far[0], it.tongue):
        ink.draw(path, colour, colour, 1.6)
    _fly(ink, colour, colour, 1.7)
    x, y = EYE
    ink.draw(ellipse(x, y, 2.0), ink.paper)


def draw_chameleon(ink: Ink, coat: Coat, *, halo: bool = True) -> None:
    """Draw the chameleon where it sits on a poker card."""
    it = chameleon()
    if halo:
        ink.halo(it.outline)
    _fly(ink, coat.edge, coat.mark, 1.45)
    ink.draw(it.tongue, coat.flesh, coat.edge, 0.8)
    _bough(ink, it.bough, coat)
    for leg in it.far:
        ink.sticker([leg], coat.shade, coat.edge, 0.95)
    ink.sticker([it.tail.outline()], coat.skin, coat.edge, 0.95)
    _tail(ink, it.tail, coat)
    ink.sticker([it.body], coat.skin, coat.edge, 0.95)
    with ink.clip(it.body):
        _side(ink, coat)
    for leg in it.near:
        ink.sticker([leg], coat.skin, coat.edge, 0.95)
    for way, _ in LEGS:
        (ax, ay), (bx, by), (cx, cy) = way
        for t in (0.35, 0.62, 0.86):
            x = (1 - t) ** 2 * ax + 2 * t * (1 - t) * bx + t * t * cx
            y = (1 - t) ** 2 * ay + 2 * t * (1 - t) * by + t * t * cy
            ink.draw(lozenge(x, y, 0.62, 0.85), coat.mark, ink.black if ink.low else None, 0.4)
    _head(ink, coat)


def _fly(ink: Ink, body: Colour, wing: Colour, k: float) -> None:
    """Draw the fly, caught in flight."""
    with ink.at(*FLY, 24, k):
        for turn in (62, 118):
            ink.draw(ellipse(1.6, 0, 1.75, 0.75).at(0, 0.5, turn=turn), wing, body, 0.5)
        ink.draw(ellipse(0, 0, 1.5, 0.95), body)
        ink.draw(ellipse(-1.7, 0.2, 0.75), body)


def _bough(ink: Ink, bough: Path, coat: Coat) -> None:
    """Draw the bough: its bark, a knot and two leaves."""
    way = Ribbon(BOUGH, BOUGH_WIDTHS)
    ground = ink.paper if ink.low else ink.palette.yellow.shade
    leaf = "0,0! 1.8,2.2 5.2,2.4 7.4,0! 5.2,-1.4 1.8,-1.6"
    for x, y, turn in ((50.6, 42.4, -52), (52.4, 43.2, 96)):
        ink.draw(shape(leaf).at(x, y, turn=turn), coat.mark, coat.edge, 0.8)
        ink.draw(curve("0.6,0 3.4,0.5 6.4,0.1").at(x, y, turn=turn), None, coat.edge, 0.4)
    ink.draw(bough, ground, coat.edge, 0.9)
    bark = [
        way.side(a, b, v) for a, b, v in ((0.03, 0.3, 0.4), (0.12, 0.42, -0.3), (0.5, 0.72, 0.1), (0.66, 0.95, -0.4))
    ]
    ink.draw(Path([part for line in bark for part in line.segments]), None, coat.edge, 0.4)


def _tail(ink: Ink, tail: Ribbon, coat: Coat) -> None:
    """Ring the tail from the rump to its end."""
    bars = Path()
    for i in range(17):
        u = 0.17 + 0.79 * i / 17
        bars += tail.band(u, u + 0.017, -0.8, 0.8, step_mm=0.7)
    if ink.low:
        ink.draw(bars, None, ink.black, 0.35)
    else:
        ink.draw(tail.shade(0.14, 0.98, 1, 0.55), coat.shade)
        ink.draw(bars, coat.mark)


def _side(ink: Ink, coat: Coat) -> None:
    """Draw the harlequin on its side, hearts in every other lozenge, the shade of the belly and the crest's spines."""
    w, h = 3.1, 3.9
    for j in range(-3, 4):
        for i in range(-6, 7):
            if (i + j) % 2 == 0:
                x, y = 27.4 + i * w, 50.2 + j * h
                dark = j % 2 == 0
                if ink.low:
                    ink.draw(lozenge(x, y, w, h), None, ink.black, 0.3)
                else:
                    ink.draw(lozenge(x, y, w - 0.25, h - 0.3), coat.shade if dark else coat.skin)
                if not dark and abs(i) < 5:
                    sign = suit_path(HEARTS, x, y, 3.3)
                    ink.draw(sign, None if ink.low else coat.mark, ink.black if ink.low else None, 0.4)
    ink.draw(shape("33.4,63.6! 34.6,59.0 38.4,55.6 43.2,53.6! 56,56! 56,74! 32,74!"), coat.skin)
    if not ink.low:
        ink.draw(shape("12,44.6! 20.4,43.4 27,42.6 33.2,43.4 38.4,46.6 41.2,53! 44,53! 42,38! 12,38!"), coat.shade)
    spines = Path()
    for k in range(15):
        a = k / 14
        x = 14.6 + 18.2 * a
        y = 49.2 + 12.4 * sin(radians(90 * a**0.8))
        spines += sliver((x, y), (x + 1.5, y - 2.2), 0.8)
    ink.draw(spines, coat.edge if ink.low else coat.mark)


def _head(ink: Ink, coat: Coat) -> None:
    """Draw cheek, casque, mouth and the turret."""
    ink.draw(curve(CHEEK), None, coat.edge, 0.7)
    ink.draw(curve("35.6,69.4 38.4,66.2 39.6,62.8"), None, coat.edge, 0.5)
    if not ink.low:
        for x, y in ((37.2, 62.6), (38.0, 59.8), (40.4, 57.4), (43.4, 56.6)):
            ink.draw(ellipse(x, y, 0.42), coat.dot)
    ink.draw(curve("51.2,60.4 48.6,59.4 45.4,58.2 42.2,59.0 41.4,60.2"), None, coat.edge, 0.9)
    x, y = EYE
    ink.draw(ellipse(x, y, 3.5), coat.skin, coat.edge, 0.8)
    rays = Path()
    for k in range(16):
        c, s = cos(radians(22.5 * k)), sin(radians(22.5 * k))
        rays += sliver((x + 3.1 * c, y + 3.1 * s), (x + 1.9 * c, y + 1.9 * s), 0.5)
    ink.draw(rays, coat.edge if ink.low else coat.mark)
    ink.draw(ellipse(x, y, 1.55), coat.eye, coat.edge, 0.8)
    ink.draw(ellipse(x + 0.45, y + 0.5, 0.75), coat.edge)
    ink.draw(ellipse(50.2, 61.6, 0.3), coat.edge)
