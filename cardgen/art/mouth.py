"""A mouth that speaks with two tongues: the house's sign for a pair of lies, large.

Full lips, two rows of teeth, and a tongue that comes out on both sides, an S with a fork at either end. All of it is
the same turned by half. It is 36 high and 25 wide, so it fills the harlequin's lozenge, where rays stand behind it.
"""

from __future__ import annotations

from functools import cache
from math import cos, hypot, radians, sin
from typing import TYPE_CHECKING

from cardgen.art.emblems.burin import curve, shape, sliver
from cardgen.art.ribbon import Ribbon
from cardgen.pdf.path import Path, segment

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour

HEIGHT = 36.0
LIPS = shape("-12.6,0! -9.6,2.7 -6.2,5.3 -3.0,6.4 0,5.3 3.0,6.4 6.2,5.3 9.6,2.7 12.6,0! "
             "9.6,-2.7 6.2,-5.3 3.0,-6.4 0,-5.3 -3.0,-6.4 -6.2,-5.3 -9.6,-2.7")  # fmt: skip
OPEN = shape("-9.9,0! -6.0,2.1 -2.8,3.0 0,2.6 2.8,3.0 6.0,2.1 9.9,0! 6.0,-2.1 2.8,-3.0 0,-2.6 -2.8,-3.0 -6.0,-2.1")
TEETH = shape("-10.2,0! -6.0,2.5 -2.8,3.4 0,3.0 2.8,3.4 6.0,2.5 10.2,0! 5.8,0.55 2.8,1.05 0,1.1 -2.8,1.05 -5.8,0.55")
GAPS = (-7.4, -5.6, -3.8, 3.8, 5.6, 7.4)
SHINE = curve("-9.6,1.7 -7.4,3.5 -5.2,4.7") + curve("5.6,4.3 7.2,3.3 8.4,2.3")
SPINE = [
    (0.5, 12.2), (2.1, 9.2), (2.9, 6.0), (2.0, 2.6), (0.0, 0.0), (-2.0, -2.6), (-2.9, -6.0), (-2.1, -9.2),
    (-0.5, -12.2),
]  # fmt: skip
WIDTHS = [(0, 1.1), (0.16, 1.75), (0.34, 2.5), (0.5, 2.35), (0.66, 2.5), (0.84, 1.75), (1, 1.1)]
PRONG = [(0, 1.0), (0.35, 0.86), (1, 0.05)]
PRONGS = (
    [(1.2, 10.9), (0.6, 12.9), (1.1, 15.2), (2.9, 17.8)],
    [(1.2, 10.9), (0.0, 12.8), (-1.9, 14.3), (-4.3, 14.9)],
)
RAYS, NEAR = 60, (14.0, 9.6)


@cache
def tongue() -> tuple[Path, ...]:
    """Give the tongue about the centre: its body, and two prongs at either end."""
    prongs = [Ribbon(way, PRONG).outline(step_mm=1) for way in PRONGS]
    return Ribbon(SPINE, WIDTHS).outline(step_mm=1.4), *prongs, *(prong.at(turn=180) for prong in prongs)


def draw_mouth(ink: Ink, scale: float, ground: Colour, lips: Colour, licking: Colour, edge: Colour) -> None:
    """Draw the mouth about the origin, the same turned by 180 degrees; `edge` goes round lips and tongue.

    The `ground` lifts it off its rays.
    """
    with ink.at(0, 0, 0, scale):
        ink.halo([LIPS, *tongue()], ground, 2.0)
        ink.draw(LIPS, lips, edge, 0.8)
        ink.draw(OPEN, ink.paper if ink.low else ink.black)
        gaps = sum((segment(x, 4, x, 0) for x in GAPS), Path())
        with ink.clip(OPEN):
            for turn in (0, 180):
                with ink.at(0, 0, turn):
                    ink.draw(TEETH, ink.paper, ink.black, 0.5)
                    ink.draw(gaps, None, ink.black, 0.4)
        ink.draw(OPEN, None, edge, 0.6)
        for turn in (0, 180):
            with ink.at(0, 0, turn):
                ink.draw(SHINE, None, edge, 0.7)
        ink.sticker(tongue(), licking, edge, 0.8)
        ink.draw(Ribbon(SPINE, WIDTHS).side(0.08, 0.92, 0), None, edge, 0.7)


def draw_rays(ink: Ink, half_w: float, half_h: float, colour: Colour) -> None:
    """Draw rays from round the mouth to the edges of a lozenge about the origin, of this half width and half height."""
    rays, thick = Path(), 0.2 if ink.low else 0.5
    k = min(half_w / 15.0, half_h / 25.2)
    for i in range(RAYS):
        c, s = cos(radians((i + 0.5) * 360 / RAYS)), sin(radians((i + 0.5) * 360 / RAYS))
        near = k / hypot(c / NEAR[0], s / NEAR[1]) * (1.0 if i % 2 else 1.12)
        far = 1 / (abs(c) / half_w + abs(s) / half_h)
        if far > near + 0.8:
            rays += sliver((far * c, far * s), (near * c, near * s), thick * k)
    ink.draw(rays, colour)
