"""Two mouths that put out their tongues at each other: the house's sign for a pair of lies, large.

One mouth is drawn and turned by half: lips, a row of teeth, and a forked tongue that hangs over the lower lip. It is
36 high, and as wide as fits into the harlequin's lozenge.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from cardgen.art.emblems.burin import curve, shape
from cardgen.art.ribbon import Ribbon
from cardgen.pdf.path import Path, segment

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour

HEIGHT = 36.0
UP = 12.2  # how far a mouth's middle lies above the centre
LIPS = shape("-7.0,0.3! -4.7,2.9 -2.0,4.3 0,3.3 2.0,4.3 4.7,2.9 7.0,0.3! 4.8,-3.0 2.1,-4.7 0,-4.9 -2.1,-4.7 -4.8,-3.0")
OPEN = shape("-5.3,0.4! -2.9,1.6 0,1.2 2.9,1.6 5.3,0.4! 3.4,-1.8 0,-2.8 -3.4,-1.8")
TEETH = shape("-5.5,0.3! -2.9,1.9 0,1.7 2.9,1.9 5.5,0.3! 3.1,-0.2 0,-0.6 -3.1,-0.2")
SPINE = [(0.0, 10.6), (0.3, 8.8), (-0.5, 6.8), (0.2, 4.2)]
WIDTHS = [(0, 2.5), (0.35, 2.4), (0.7, 1.6), (1, 0.95)]
FORK = ([(0.1, 4.8), (-0.6, 2.8), (-2.4, 1.5), (-4.3, 1.9)], [(0.3, 4.8), (1.2, 2.8), (2.9, 1.7), (4.2, 2.6)])


@cache
def tongue() -> tuple[Path, ...]:
    """Give the tongue of the upper mouth about the centre: its body and two prongs."""
    prongs = (Ribbon(way, [(0, 0.9), (0.5, 0.7), (1, 0.08)]).outline(step_mm=1) for way in FORK)
    return Ribbon(SPINE, WIDTHS).outline(step_mm=1.4), *prongs


def draw_mouths(ink: Ink, scale: float, lips: Colour, licking: Colour, edge: Colour) -> None:
    """Draw both mouths about the origin, the same turned by 180 degrees; `edge` goes round lips and tongues."""
    with ink.at(0, 0, 0, scale):
        for turn in (0, 180):
            with ink.at(0, 0, turn):
                _mouth(ink, lips, edge)
                _tongue(ink, licking, edge)


def _mouth(ink: Ink, lips: Colour, edge: Colour) -> None:
    with ink.at(0, UP):
        ink.draw(LIPS, lips, edge, 0.8)
        ink.draw(OPEN, ink.paper if ink.low else ink.black, edge, 0.6)
        with ink.clip(OPEN):
            ink.draw(TEETH, ink.paper, ink.black, 0.5)
            gaps = sum((segment(x, 1.9, x, -0.8) for x in (-3.6, -2.2, -0.75, 0.75, 2.2, 3.6)), Path())
            ink.draw(gaps, None, ink.black, 0.4)
        ink.draw(OPEN, None, edge, 0.6)
        shine = curve("-4.9,1.9 -3.4,2.8 -2.2,3.2") + curve("2.3,-3.9 3.8,-3.1 4.7,-2.2")
        ink.draw(shine, None, edge, 0.7)


def _tongue(ink: Ink, fill: Colour, edge: Colour) -> None:
    ink.sticker(tongue(), fill, edge, 0.8)
    groove = Ribbon(SPINE, WIDTHS).side(0.12, 0.86, 0)
    ink.draw(groove, None, edge, 0.7)
