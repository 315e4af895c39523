"""The sea: a round fish, swimming to the right.

Body and forked tail are one outline; eye, gill and two rows of scales are the accent.
"""

from cardgen.art.emblems.part import Part
from cardgen.pdf.path import Path, ellipse

BODY = (
    Path()
    .move(4.9, 0.1)
    .curve(2.8, 3.4, -1.0, 3.1, -2.7, 0.6)
    .line(-5.0, 2.8)
    .curve(-4.3, 0.9, -4.3, -0.7, -5.0, -2.6)
    .line(-2.7, -0.4)
    .curve(-1.0, -2.9, 2.8, -3.1, 4.9, 0.1)
    .close()
)
GILL = Path().move(1.5, 1.95).curve(0.7, 0.9, 0.7, -0.7, 1.5, -1.75)
SCALE = Path().move(-0.2, 1.0).curve(-0.65, 0.45, -0.65, -0.25, -0.2, -0.8)

FIGURE = (
    Part(BODY),
    Part(ellipse(2.75, 0.65, 0.5), accent=True),
    Part(GILL, accent=True, line_pt=0.8),
    Part(SCALE + SCALE.at(-1.35), accent=True, line_pt=0.7),
)
