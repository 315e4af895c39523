"""Letters: a sealed envelope.

A plain sheet; the edges of its flap and the ring round its seal are the accent.
"""

from cardgen.art.emblems.part import Part
from cardgen.pdf.path import ellipse, lozenge, poly, rect

FLAP = poly([(-4.7, 3.1), (0, -0.35), (4.7, 3.1)], closed=False)
FOLDS = poly([(-4.7, -3.1), (-1.5, 0.4)], closed=False) + poly([(4.7, -3.1), (1.5, 0.4)], closed=False)

FIGURE = (
    Part(rect(-4.9, -3.3, 9.8, 6.6, 0.45)),
    Part(FLAP + FOLDS, accent=True, line_pt=0.8),
    Part(ellipse(0, -0.3, 1.75), accent=True),
    Part(ellipse(0, -0.3, 1.45)),
    Part(lozenge(0, -0.3, 0.5, 0.75), accent=True),
)
