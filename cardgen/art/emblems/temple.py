"""Buildings: the front of a temple.

Pediment, beam, four columns, two steps; a round window in the pediment is the accent.
"""

from cardgen.art.emblems.part import Part, both
from cardgen.pdf.path import ellipse, poly, rect

COLUMNS = both(rect(0.65, -2.6, 0.95, 3.5)) + both(rect(2.6, -2.6, 0.95, 3.5))

FIGURE = (
    Part(poly([(-4.6, 1.85), (0, 4.8), (4.6, 1.85)])),
    Part(rect(-4.1, 0.85, 8.2, 0.65)),
    Part(COLUMNS),
    Part(rect(-4.1, -3.05, 8.2, 0.7)),
    Part(rect(-4.6, -4.0, 9.2, 0.7)),
    Part(ellipse(0, 2.95, 0.68), accent=True),
)
