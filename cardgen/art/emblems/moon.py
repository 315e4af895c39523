"""Sleep: a moon in its last quarter, with two stars in its arms.

The crescent is one closed outline of two true arcs that meet in points; stars have four points.
"""

from cardgen.art.emblems.part import Part
from cardgen.pdf.path import arc, star

# The inner circle (centre 1.9 to the right, radius 3.42) meets the outer one (radius 4.4) at these angles.
OUTER = arc(-0.2, 0, 4.4, 49.8, 310.2)
INNER = arc(1.7, 0, 3.507, 286.6, 73.4)

FIGURE = (
    Part(OUTER.joined(INNER).close()),
    Part(star(2.15, 0.1, 4, 1.5, 0.5)),
    Part(star(3.9, 2.7, 4, 0.85, 0.28)),
)
