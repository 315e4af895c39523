"""Animals: a goat seen from the front.

Horns are ribbons from brow to tip, curled down; ears hang below them; the long head narrows to the muzzle, and the
beard is a leaf under it. Eyes and mouth are the accent.
"""

from cardgen.art.emblems.part import Part, both
from cardgen.art.ribbon import Ribbon
from cardgen.pdf.path import Path, ellipse, smooth

HORN = Ribbon([(0.9, 2.2), (2.3, 3.6), (3.9, 3.4), (4.5, 1.6)], [(0, 0.78), (1, 0.1)]).outline(step_mm=0.9)
EAR = smooth([(1.6, 1.6), (3.2, 1.25), (4.6, 0.1), (3.3, 0.05), (1.7, 0.6)], closed=True)
BEARD = smooth([(-0.8, -2.7), (-0.42, -4.0), (0, -5.0), (0.42, -4.0), (0.8, -2.7)], closed=True)
FACE = [(1.9, 2.4), (2.0, 0.6), (1.25, -2.2), (0.7, -3.1)]
HEAD = smooth([(0, 2.9), *FACE, (0, -3.3), *[(-x, y) for x, y in FACE[::-1]]], closed=True)
MOUTH = Path().move(-0.55, -2.3).curve(-0.2, -2.68, 0.2, -2.68, 0.55, -2.3)

FIGURE = (
    Part(both(HORN)),
    Part(both(EAR)),
    Part(BEARD),
    Part(HEAD),
    Part(both(ellipse(0, 0, 0.44, 0.24).at(1.02, 0.72, turn=-14)), accent=True),
    Part(MOUTH, accent=True, line_pt=0.7),
)
