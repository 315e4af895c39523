"""The spectacled cobra: it sways up out of a charmer's basket, hood spread, and reads your hand through its glasses.

Seen from the front. Body and hood are one outline, the hood's sides being wings on the neck; the basket is woven, its
lid leans beside it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from cardgen.art.beasts.colours import Coat
from cardgen.art.emblems.burin import curve, shape, sym
from cardgen.art.ribbon import Ribbon
from cardgen.art.suits import DIAMONDS, suit_path
from cardgen.pdf.path import Path, ellipse, lozenge, poly, rect, segment

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour

HEAD = (34.6, 68.2)
BODY = [(34.6, 66), (34.8, 58), (36.4, 50), (36.8, 43.4), (33.2, 37.6), (27.6, 33.2), (26.0, 28), (27.0, 20)]
BODY_WIDTHS = [(0, 4.4), (0.25, 4.0), (0.45, 3.7), (0.7, 3.7), (1, 3.7)]
HOOD = "0,5.4 5.0,4.2 9.8,-0.6 12.6,-7.4 12.4,-14.2 9.0,-20.6 4.4,-25.4 0,-26.6"
THROAT = "-5.0,0! -5.4,-10 -4.0,-20 -2.4,-29! 2.4,-29! 4.0,-20 5.4,-10 5.0,0!"
SKULL = "0,7.0 3.4,6.0 5.6,3.2 5.9,-0.4 4.4,-4.2 1.9,-6.3 0,-6.7"
BASKET = poly([(13.2, 27.2), (41.0, 27.2), (38.4, 8.4), (15.8, 8.4)])
RIM = rect(11.9, 26.0, 30.4, 3.4, 1.6)
LID = "0,0! 1.6,3.4 6.4,6.0 12.8,6.0 17.6,3.4 19.2,0!"
TIP = [(20.4, 24), (16.6, 31.4), (11.2, 35.2), (7.8, 40.2), (10.0, 45.0), (13.6, 44.0)]
TIP_WIDTHS = [(0, 3.0), (0.4, 2.2), (0.8, 1.0), (1, 0.25)]


class Cobra(NamedTuple):
    """The finished geometry."""

    body: Ribbon
    hood: Path
    skull: Path
    tip: Ribbon
    lid: Path

    @property
    def outline(self) -> tuple[Path, ...]:
        """Give everything that makes the silhouette."""
        return (self.tip.outline(), self.body.outline(), self.hood, self.skull, BASKET, RIM, self.lid)


@cache
def cobra() -> Cobra:
    """Build the cobra once."""
    lid = shape(LID).at(38.6, 21.4, 0.92, turn=62)
    return Cobra(
        Ribbon(BODY, BODY_WIDTHS), sym(HOOD).at(*HEAD), sym(SKULL).at(*HEAD), Ribbon(TIP, TIP_WIDTHS), lid
    )  # fmt: skip


def draw_silhouette(ink: Ink, colour: Colour) -> None:
    """Draw the outline alone for the corners, without the lid."""
    it = cobra()
    for path in it.outline[:-1]:
        ink.draw(path, colour, colour, 1.6)
    ink.draw(segment(15.4, 25.0, 38.8, 25.0), None, ink.paper, 3.0, cap="butt")
    for s in (1, -1):
        ink.draw(ellipse(HEAD[0] + s * 3.0, HEAD[1] + 1.3, 1.9), ink.paper)


def draw_cobra(ink: Ink, coat: Coat, *, halo: bool = True) -> None:
    """Draw the cobra where it rises on a poker card."""
    it = cobra()
    if halo:
        ink.halo(it.outline)
    ink.draw(it.lid, coat.eye, coat.edge, 0.9)
    _straw(ink, it.lid, coat, 62)
    for ribbon in (it.tip, it.body):
        ink.sticker([ribbon.outline()], coat.skin, coat.edge, 0.95)
        if not ink.low:
            ink.draw(ribbon.shade(0.02, 0.98, 1, 0.55, taper=0.02), coat.shade)
    rings = Path()
    for i in range(9):
        u = 0.3 + 0.66 * i / 9
        rings += it.tip.band(u, u + 0.024, -0.8, 0.8, step_mm=0.7)
    plates = Path()
    for i in range(18):
        u = 0.5 + 0.34 * i / 18
        (ax, ay), (bx, by) = it.body.at(u, -0.3), it.body.at(u, 0.74)
        plates += segment(ax, ay, bx, by)
    ink.draw(rings, None if ink.low else coat.mark, ink.black if ink.low else None, 0.35)
    ink.draw(plates, None, ink.black if ink.low else coat.mark, 0.35 if ink.low else 0.9, cap="butt")
    _hood(ink, it, coat)
    _head(ink, it, coat)
    _basket(ink, coat)


def _hood(ink: Ink, it: Cobra, coat: Coat) -> None:
    """Draw the hood: its lining, the throat's plates, and a great diamond."""
    ink.draw(it.hood, coat.skin, coat.edge, 1.9)
    with ink.clip(it.hood), ink.at(*HEAD):
        if not ink.low:
            ink.draw(it.hood.at(-HEAD[0], -HEAD[1]), None, coat.shade, 9.5)
        ribs = Path()
        for k in range(9):
            for s in (1, -1):
                ribs += curve(f"{s * 3.5},{-3.0 - 2.5 * k} {s * 8},{-1.8 - 2.6 * k} {s * 14},{-0.2 - 2.7 * k}")
        ink.draw(ribs, None, ink.black if ink.low else coat.dot, 0.35 if ink.low else 0.5)
        throat = shape(THROAT)
        ink.draw(throat, coat.mark, coat.edge, 0.7)
        with ink.clip(throat):
            plates = (curve(f"-6,{-4.2 - 1.9 * k} 0,{-5.2 - 1.9 * k} 6,{-4.2 - 1.9 * k}") for k in range(13))
            ink.draw(sum(plates, Path()), None, coat.edge if ink.low else coat.skin, 0.35 if ink.low else 0.6)
    x, y = HEAD
    ink.draw(it.hood, None, coat.edge, 0.95)
    sign = suit_path(DIAMONDS, x, y - 13.2, 9.6)
    ink.draw(sign, coat.eye, coat.edge, 0.8)
    ink.draw(suit_path(DIAMONDS, x, y - 13.2, 4.2), coat.skin, coat.edge, 0.5)


def _head(ink: Ink, it: Cobra, coat: Coat) -> None:
    """Draw the head, its glasses and its tongue."""
    x, y = HEAD
    fork = "-0.5,-5.4 -0.5,-7.8 -1.9,-10.4! -0.3,-9.0 0.2,-8.6! 1.0,-9.2 2.6,-10.0! 0.9,-8.0 0.5,-5.4"
    ink.draw(it.skull, coat.skin, coat.edge, 0.95)
    with ink.at(x, y):
        if not ink.low:
            ink.draw(sym("0,7.0 1.4,6.4 1.9,3.0 0,0.4"), coat.shade)
        ink.draw(lozenge(0, 4.9, 0.9, 1.4), coat.mark, ink.black if ink.low else None, 0.4)
        ink.draw(shape(fork), coat.flesh, coat.edge, 0.6)
        ink.draw(curve("-3.9,-3.6 -1.6,-5.0 0,-4.5 1.6,-5.0 3.9,-3.6"), None, coat.edge, 0.8)
        for s in (1, -1):
            ink.draw(ellipse(s * 3.0, 1.3, 2.45), ink.paper, coat.edge, 1.3)
            ink.draw(ellipse(s * 3.0 - 0.5, 0.9, 1.25), coat.eye, coat.edge, 0.6)
            ink.draw(ellipse(s * 3.0 - 0.6, 0.8, 0.36, 0.95), coat.edge)
            ink.draw(curve(f"{s * 5.3},1.9 {s * 6.6},2.8 {s * 7.4},2.6"), None, coat.edge, 1.1)
            ink.draw(curve(f"{s * 1.4},4.6 {s * 3.4},5.2 {s * 4.8},4.0"), None, coat.edge, 0.9)
            ink.draw(ellipse(s * 0.9, -2.4, 0.27), coat.edge)
        ink.draw(curve("-0.8,1.9 0,2.5 0.8,1.9"), None, coat.edge, 1.3)


def _straw(ink: Ink, outline: Path, coat: Coat, turn: float) -> None:
    left, bottom, right, top = outline.box()
    with ink.clip(outline):
        for way in (35 + turn, 145 + turn):
            with ink.at((left + right) / 2, (bottom + top) / 2, way):
                net = sum((segment(-20, 2.1 * i, 20, 2.1 * i) for i in range(-8, 9)), Path())
                ink.draw(net, None, coat.edge, 0.35 if ink.low else 0.5)


def _basket(ink: Ink, coat: Coat) -> None:
    """Weave the basket: stakes, strands that go over and under them, and a rim."""
    ink.draw(BASKET, coat.eye, coat.edge, 0.95)
    with ink.clip(BASKET):
        for row in range(8):
            y = 9.0 + 2.3 * row
            for i in range(-6, 7):
                if (i + row) % 2 == 0:
                    continue
                x = 27.1 + i * 2.6 * (1 + 0.012 * row)
                strand = rect(x - 2.5, y, 5.0, 2.2, 1.1)
                ink.draw(strand, coat.eye, coat.edge, 0.5)
            if not ink.low:
                for i in range(-6, 7):
                    if (i + row) % 2:
                        x = 27.1 + i * 2.6 * (1 + 0.012 * row)
                        ink.draw(segment(x - 1.3, y + 0.7, x + 1.3, y + 0.7), None, ink.palette.yellow.shade, 0.5)
        ink.draw(rect(12, 8, 31, 1.6), coat.edge if not ink.low else coat.skin, coat.edge, 0.4)
    ink.draw(BASKET, None, coat.edge, 0.95)
    ink.draw(RIM, coat.eye, coat.edge, 0.95)
    plait = sum(
        (curve(f"{12.6 + 2.3 * i},26.4 {14.0 + 2.3 * i},27.5 {14.2 + 2.3 * i},29.1") for i in range(12)), Path()
    )
    ink.draw(plait, None, coat.edge, 0.5)
