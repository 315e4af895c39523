"""Food: a ripe plum with stalk and leaf.

A broad oval with its cleft as the accent, a stalk that thickens upwards, and one leaf with its vein.
"""

from cardgen.art.emblems.part import Part
from cardgen.art.ribbon import Ribbon
from cardgen.pdf.path import Path, ellipse

STALK = Ribbon([(-0.2, 1.7), (0.1, 3.1), (0.8, 4.5)], [(0, 0.24), (1, 0.34)]).outline(step_mm=0.9)
LEAF = Path().move(0.4, 2.9).curve(1.2, 4.9, 3.1, 5.0, 4.6, 4.0).curve(4.0, 2.3, 1.9, 1.7, 0.4, 2.9).close()
CLEFT = Path().move(0.1, 1.9).curve(-1.2, 0.6, -1.4, -1.6, -0.6, -3.2)
VEIN = Path().move(1.2, 3.2).curve(2.2, 3.4, 3.0, 3.6, 3.8, 3.8)

FIGURE = (
    Part(ellipse(-0.4, -1.1, 3.65, 3.45)),
    Part(STALK),
    Part(LEAF),
    Part(CLEFT, accent=True, line_pt=0.8),
    Part(VEIN, accent=True, line_pt=0.5),
)
