"""Machines: a cog wheel with nine teeth.

The teeth are trapezia at even angles round one closed outline; the accent is the wheel's eye, an axle in it.
"""

from math import cos, radians, sin

from cardgen.art.emblems.part import Part
from cardgen.pdf.path import ellipse, poly

TEETH = 9
# Degrees from the middle of a tooth, and millimetres from the axle.
TOOTH = ((-13, 3.35), (-8, 4.75), (8, 4.75), (13, 3.35))


def rim() -> list[tuple[float, float]]:
    """List the corners of the toothed edge, one tooth at the top."""
    angles = [(radians(90 + 360 * i / TEETH + turn), r) for i in range(TEETH) for turn, r in TOOTH]
    return [(r * cos(a), r * sin(a)) for a, r in angles]


FIGURE = (
    Part(poly(rim())),
    Part(ellipse(0, 0, 2.15), accent=True),
    Part(ellipse(0, 0, 1.1)),
)
