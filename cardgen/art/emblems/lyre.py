"""Music: a lyre.

Two arms swing out, in and out again from the sound box, each a ribbon with a ball at its end; a bar joins them and
three strings hang from it. A lozenge in the box is the accent.
"""

from cardgen.art.emblems.part import Part, both
from cardgen.art.ribbon import Ribbon
from cardgen.pdf.path import ellipse, lozenge, rect, segment

ARM = Ribbon(
    [(0.9, -3.6), (2.9, -2.6), (3.5, -0.6), (2.5, 1.6), (2.3, 3.2), (3.3, 4.4)],
    [(0, 0.8), (0.3, 0.72), (0.6, 0.5), (1, 0.34)],
).outline(step_mm=0.9)
STRINGS = segment(-0.85, 2.6, -0.85, -3) + segment(0, 2.6, 0, -3) + segment(0.85, 2.6, 0.85, -3)

FIGURE = (
    Part(both(ARM)),
    Part(both(ellipse(3.45, 4.35, 0.62))),
    Part(rect(-3.2, 2.35, 6.4, 0.6, 0.3)),
    Part(STRINGS, line_pt=0.8),
    Part(ellipse(0, -3.45, 2.1, 1.45)),
    Part(lozenge(0, -3.4, 0.55, 0.78), accent=True),
)
