"""No theme: a half mask, as worn by liars at a ball.

One contour, mirrored about the nose; the eyes are the accent, and two ribbons hang from the temples.
"""

from cardgen.art.emblems.part import Part, both, mirrored
from cardgen.art.ribbon import Ribbon
from cardgen.pdf.path import Path

HALF = (
    Path()
    .move(0, 1.9)
    .curve(1.6, 2.9, 3.9, 3.0, 5.0, 2.3)
    .curve(5.1, -0.2, 3.6, -2.2, 1.9, -2.1)
    .curve(0.9, -2.0, 0.5, -1.0, 0, -0.9)
)
EYE = Path().move(0.9, 0.6).curve(1.5, 1.8, 3.0, 1.9, 3.75, 1.3).curve(3.3, -0.2, 1.8, -0.6, 0.9, 0.6).close()
TIE = Ribbon([(4.4, 1.2), (4.5, -0.6), (3.7, -2.0), (4.1, -3.5)], [(0, 0.3), (0.5, 0.34), (1, 0.42)])

FIGURE = (
    Part(both(TIE.outline(step_mm=0.9))),
    Part(mirrored(HALF)),
    Part(both(EYE), accent=True),
)
