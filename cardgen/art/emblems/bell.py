"""Customs: a bell that is rung when it is always rung.

A mirrored outline that flares to the lip, a clapper under it, a ring above it, and a band as the accent.
"""

from cardgen.art.emblems.part import Part, mirrored
from cardgen.pdf.path import Path, ellipse, rect

SIDE = (
    Path()
    .move(0, 3.7)
    .curve(1.9, 3.7, 2.3, 1.9, 2.4, 0.2)
    .curve(2.5, -1.4, 3.2, -2.2, 4.1, -2.7)
    .curve(4.4, -2.9, 4.3, -3.4, 3.9, -3.4)
    .line(0, -3.4)
)
BAND = Path().move(-2.75, -1.55).curve(-1.2, -1.85, 1.2, -1.85, 2.75, -1.55)
UPPER = Path().move(-2.2, 1.6).curve(-1.0, 1.35, 1.0, 1.35, 2.2, 1.6)

FIGURE = (
    Part(ellipse(0, 4.15, 1.0) + ellipse(0, 4.15, 0.45), evenodd=True),
    Part(ellipse(0, -3.75, 1.2)),
    Part(mirrored(SIDE)),
    Part(rect(-0.55, 3.2, 1.1, 0.6)),
    Part(BAND + UPPER, accent=True, line_pt=0.7),
)
