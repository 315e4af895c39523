"""Twelve people: who looks where, how old, and what each hides.

Kings look past one, weary or stern, each with a beard of his own; queens look away, each with her own hair; two jacks
stand in profile, one-eyed, behind the masks that we take for their faces, and one has grown a moustache to look older;
and the queen of hearts hides her mouth behind a fan.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from cardgen.art.courts.roles import Roles
from cardgen.art.emblems.burin import curve, shape
from cardgen.art.suits import CLUBS, DIAMONDS, HEARTS, SPADES
from cardgen.pdf.path import Path, ellipse, lozenge, poly, segment

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink


class Person(NamedTuple):
    """How a face is worn: the pupils' shift to the right, how far lids are shut, brows lifted, age in lines.

    `profile` is a face seen from the side, `fan` one behind a fan; `mole` a beauty spot at the side of the mouth.
    `cut` is how hair and beard are worn (see head.py).
    """

    gaze: float = 0.0
    lids: float = 0.0
    brows: tuple[float, float] = (0.0, 0.0)
    age: int = 0
    mole: int = 0
    profile: bool = False
    fan: bool = False
    cut: str = ""


PEOPLE: dict[tuple[str, str], Person] = {
    ("K", SPADES): Person(gaze=0.55, lids=0.35, brows=(-0.4, -0.4), age=2, cut="forked"),
    ("K", HEARTS): Person(gaze=-0.5, brows=(0.5, 0.1), age=1, cut="shaven lip"),
    ("K", DIAMONDS): Person(lids=0.55, brows=(0.0, 0.6), age=3, cut="scalloped"),
    ("K", CLUBS): Person(gaze=0.3, brows=(-0.5, 0.4), cut="imperial"),
    ("Q", SPADES): Person(gaze=0.6, lids=0.5, brows=(0.2, 0.6), mole=1, cut="veiled"),
    ("Q", HEARTS): Person(gaze=-0.65, lids=0.5, brows=(0.3, 0.7), fan=True, cut="curled"),
    ("Q", DIAMONDS): Person(gaze=-0.3, brows=(0.7, 0.7), mole=-1, cut="plaited"),
    ("Q", CLUBS): Person(gaze=0.4, lids=0.3, brows=(-0.2, 0.2), age=2, cut="waved"),
    ("J", SPADES): Person(profile=True),
    ("J", HEARTS): Person(profile=True),
    ("J", DIAMONDS): Person(gaze=0.65, lids=0.15, brows=(0.8, 0.0), cut="moustache"),
    ("J", CLUBS): Person(gaze=-0.6, brows=(0.0, 0.8), mole=1),
}

PROFILE = shape(
    "1.5,8.0 -2.2,7.3 -3.9,5.2 -4.4,3.3 -4.1,2.3 -5.0,0.5 -6.5,-1.0! -6.0,-1.75 -4.8,-2.0! -4.7,-2.5! -5.6,-3.2 "
    "-4.7,-3.75! -5.4,-4.3 -4.4,-5.1! -4.7,-6.1 -4.1,-7.5 -2.6,-8.2 0.2,-7.3 3.0,-5.3 4.3,-2.0 4.7,2.5 4.0,6.5"
)
EDGE = curve("1.2,9.0 0.3,4.6 0.9,1.0 0.2,-3.0 -0.9,-6.0 -2.6,-9.0")


def draw_profile(ink: Ink, x: float, y: float, c: Roles) -> None:
    """Draw a face that looks left, its mask tied on behind: what we take for its seam is the mask's edge."""
    with ink.at(x, y, 0, 0.96):
        back = "-1.0,8.2 4.6,8.0 8.0,4.2 8.5,-2.0 8.3,-6.6 6.4,-7.9 3.8,-7.0! 2.4,-2 2.0,3.6"
        ink.draw(shape(back), c.hair, ink.black, 0.8)
        ink.draw(PROFILE, c.pale)
        with ink.clip(PROFILE):
            under = EDGE.line(9, -9, 9, 9).close()
            if ink.low:
                with ink.clip(under):
                    lines = sum((segment(-3, -9 + i * 0.8, 9, -9 + i * 0.8) for i in range(24)), Path())
                    ink.draw(lines, None, ink.black, 0.25)
            else:
                ink.draw(under, c.main)
            ink.draw(EDGE, None, ink.black, 0.8)
        ink.draw(PROFILE, None, ink.black, 0.9)
        # The one eye, half shut, and a brow that knows.
        ink.draw(shape("-4.0,1.3! -3.2,2.2 -1.5,1.4! -2.8,0.75"), "#FFFFFF", ink.black, 0.6)
        ink.draw(ellipse(-3.25, 1.4, 0.55, 0.62), ink.black)
        for line, pt in (
            ("-4.1,1.5 -3.2,2.35 -1.3,1.5", 0.9), ("-4.4,3.2 -3.2,4.2 -1.0,3.3", 1.1),
            ("-5.2,-1.4 -4.8,-0.9 -5.1,-0.5", 0.5), ("-4.75,-3.75 -3.8,-3.75 -2.9,-3.1", 0.8),
            ("-2.5,-2.6 -2.3,-3.3 -2.7,-3.8", 0.4),
        ):  # fmt: skip
            ink.draw(curve(line), None, ink.black, pt)
        ink.draw(ellipse(-2.2, -1.4, 0.75), None if ink.low else c.metal, ink.black if ink.low else None, 0.3)
        ink.draw(shape("0.7,1.5! 3.2,1.9 3.2,0.9 0.7,0.4!"), c.metal, ink.black, 0.5)  # the mask's tape
        bob = "-2.2,6.2! 0.4,6.6 2.2,4.4 2.9,1.0 3.2,-2.6 4.0,-6.8! 6.4,-7.9 8.3,-6.6 8.6,-2.0 8.2,4.4 5.4,8.0 0.4,8.3"
        ink.draw(shape(bob), c.hair, ink.black, 0.8)
        for q in range(4):
            strand = f"{2.0 + q * 1.3},{5.8 + q * 0.1} {3.9 + q * 1.15},1.0 {4.8 + q * 0.95},-6.6"
            ink.draw(curve(strand), None, c.strands, 0.35)


def draw_fan(ink: Ink, c: Roles, x: float = 9.8, y: float = 4.6) -> None:
    """Draw a fan spread from the point (x, y), its leaf in two colours."""
    n, start, end, near, far = 9, 70.0, 172.0, 5.2, 14.0
    step = (end - start) / n

    def at(angle: float, r: float) -> tuple[float, float]:
        return x + r * cos(radians(angle)), y + r * sin(radians(angle))

    leaf = Path().move(*at(start, near)).line(*at(start, far))
    for i in range(n):
        a, b = start + i * step, start + (i + 1) * step
        leaf = leaf.curve(*at(a + step * 0.2, far + 1.3), *at(b - step * 0.2, far + 1.3), *at(b, far))
    leaf = leaf.line(*at(end, near))
    for i in range(n, 0, -1):
        leaf = leaf.line(*at(start + (i - 1) * step, near))
    leaf = leaf.close()
    for i in range(n + 1):
        a = start + i * step
        stick = [at(a - 2.2, 0.6), at(a - 1.6, near + 0.4), at(a + 1.6, near + 0.4), at(a + 2.2, 0.6)]
        ink.draw(poly(stick), c.metal, ink.black, 0.45)
    if not ink.low:
        ink.halo([leaf], c.pale, 2.4)
    ink.draw(leaf, c.pale, ink.black, 0.9)
    for i in range(n):
        a, b = start + i * step, start + (i + 1) * step
        m = (a + b) / 2
        fold = poly([at(a, near), at(a, far), at(m, far + 0.95), at(b, far), at(b, near)])
        ink.draw(fold, c.pale if i % 2 else c.second, ink.black, 0.5)
        ink.draw(lozenge(0, 0, 0.95, 1.9).at(*at(m, 11.2), turn=m - 90), c.main if i % 2 else c.metal, ink.black, 0.4)
    ink.draw(leaf, None, ink.black, 0.9)
