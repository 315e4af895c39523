"""Things: an old key, leaning to the left.

Ring with a hole, collar, shaft and two bits, drawn upright and turned.
"""

from cardgen.art.emblems.part import Part
from cardgen.pdf.path import ellipse, rect

TURN = -38

FIGURE = (
    Part((ellipse(0, 2.8, 2.05) + ellipse(0, 2.8, 1.05)).at(turn=TURN), evenodd=True),
    Part(rect(-0.42, -4.6, 0.84, 5.6, 0.2).at(turn=TURN)),
    Part(rect(0.2, -4.4, 1.8, 0.85, 0.12).at(turn=TURN)),
    Part(rect(0.2, -2.95, 1.3, 0.85, 0.12).at(turn=TURN)),
    Part(rect(-0.95, 0.1, 1.9, 0.62, 0.31).at(turn=TURN)),
)
