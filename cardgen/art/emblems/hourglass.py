"""History: an hourglass, half run out.

Plates and posts hold one mirrored body of glass; the air in it, above the sand left and above the sand fallen, is the
accent.
"""

from cardgen.art.emblems.part import Part, both, mirrored
from cardgen.pdf.path import Path, rect

GLASS = Path().move(0, 4.2).line(2.6, 4.2).curve(2.6, 1.8, 0.42, 1.1, 0.42, 0)
GLASS = GLASS.curve(0.42, -1.1, 2.6, -1.8, 2.6, -4.2).line(0, -4.2)
AIR_ABOVE = (
    Path().move(0, 3.85).line(2.05, 3.85).curve(1.95, 3.0, 1.7, 2.5, 1.45, 2.15).curve(1.0, 1.95, 0.4, 1.75, 0, 1.5)
)
AIR_BELOW = Path().move(0, -1.0).curve(0.35, -1.25, 1.4, -1.8, 1.85, -2.9).curve(1.2, -2.7, 0.5, -2.2, 0, -1.9)

FIGURE = (
    Part(rect(-3.5, 3.95, 7, 0.95, 0.3)),
    Part(rect(-3.5, -4.9, 7, 0.95, 0.3)),
    Part(both(rect(2.75, -4.2, 0.42, 8.4))),
    Part(mirrored(GLASS)),
    Part(mirrored(AIR_ABOVE) + mirrored(AIR_BELOW), accent=True),
)
