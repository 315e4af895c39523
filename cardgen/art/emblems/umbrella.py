"""Weather: an open umbrella in the rain.

The canopy is a dome with three scallops; its ribs are the accent. The shaft is a ribbon that ends in a crook, and a
drop falls on either side.
"""

from cardgen.art.emblems.part import Part, both
from cardgen.art.ribbon import Ribbon
from cardgen.pdf.path import Path, rect

CANOPY = (
    Path()
    .move(-5.0, 0.5)
    .curve(-4.8, 2.9, -2.6, 4.4, 0, 4.4)
    .curve(2.6, 4.4, 4.8, 2.9, 5.0, 0.5)
    .curve(4.3, 1.6, 2.5, 1.6, 1.75, 0.5)
    .curve(1.1, 1.6, -1.1, 1.6, -1.75, 0.5)
    .curve(-2.5, 1.6, -4.3, 1.6, -5.0, 0.5)
    .close()
)
SHAFT = Ribbon(
    [(0, 1), (0, -1), (0, -3.4), (0.35, -4.4), (1.15, -4.75), (1.95, -4.35), (2.15, -3.6)], [(0, 0.3), (1, 0.34)]
)
RIB = Path().move(0.25, 4.2).curve(1.2, 3.4, 1.7, 2.0, 1.75, 0.75)
DROP = Path().move(3.3, -0.9).curve(3.6, -1.7, 4.1, -2.1, 4.1, -2.75).curve(4.1, -3.8, 2.5, -3.8, 2.5, -2.75)

FIGURE = (
    Part(rect(-0.3, 4.1, 0.6, 1.1, 0.3)),
    Part(CANOPY),
    Part(SHAFT.outline(step_mm=0.9)),
    Part(both(DROP.curve(2.5, -2.1, 3.0, -1.7, 3.3, -0.9).close())),
    Part(both(RIB), accent=True, line_pt=0.7),
)
