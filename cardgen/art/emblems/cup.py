"""Sport: a cup with two handles, a star on it.

Bowl and stem are one mirrored outline; handles are ribbons; the star is the accent.
"""

from cardgen.art.emblems.part import Part, both, mirrored
from cardgen.art.ribbon import Ribbon
from cardgen.pdf.path import Path, rect, star

BOWL = (
    Path()
    .move(0, 3.9)
    .line(2.7, 3.9)
    .curve(2.7, 1.2, 1.9, -0.6, 0.5, -1.2)
    .line(0.5, -2.5)
    .curve(0.6, -3.0, 1.7, -3.0, 1.9, -3.8)
    .line(0, -3.8)
)
HANDLE = Ribbon([(2.3, 3.1), (3.9, 3.3), (4.5, 2.0), (3.5, 0.6), (1.8, 0.0)], [(0, 0.36), (1, 0.36)])

FIGURE = (
    Part(both(HANDLE.outline(step_mm=0.9))),
    Part(mirrored(BOWL)),
    Part(rect(-3.1, 3.7, 6.2, 0.85, 0.4)),
    Part(rect(-2.7, -4.75, 5.4, 1.15, 0.2)),
    Part(star(0, 1.75, 5, 1.45, 0.62), accent=True),
)
