"""Money: a full purse, tied.

Bag and ruffle are mirrored outlines, a cord between them; the coin seen on it is the accent, a lozenge struck on it.
"""

from cardgen.art.emblems.part import Part, mirrored
from cardgen.pdf.path import Path, ellipse, lozenge, rect

BAG = Path().move(0, 1.6).line(1.0, 1.6).curve(3.5, 0.3, 5.0, -2.0, 4.4, -3.5).curve(3.9, -4.9, 1.5, -4.9, 0, -4.9)
RUFFLE = Path().move(0, 4.3).curve(0.7, 5.2, 1.5, 4.0, 2.8, 4.7).curve(2.7, 3.8, 1.9, 3.2, 1.2, 2.3).line(0, 2.3)

FIGURE = (
    Part(mirrored(BAG)),
    Part(mirrored(RUFFLE)),
    Part(rect(-1.6, 1.65, 3.2, 0.6, 0.3)),
    Part(ellipse(0, -1.9, 1.75), accent=True),
    Part(lozenge(0, -1.9, 0.75, 1.1)),
)
