"""Professions: a hammer and a brush, crossed.

Both are drawn upright and turned; where they cross, the accent is the gap that the upper one leaves in the lower.
"""

from cardgen.art.emblems.part import Part, mirrored
from cardgen.pdf.path import Path, rect

HEAD = Path().move(-2.1, 2.6).line(1.3, 2.6).curve(2.0, 2.7, 2.5, 3.3, 2.6, 4.1).curve(1.9, 4.0, 1.4, 4.4, 0.6, 4.4)
HEAD = HEAD.line(-2.1, 4.4).close()
HAMMER = -42
BRISTLES = Path().move(0, 5.7).curve(0.3, 4.9, 1.3, 4.3, 1.05, 3.05).line(0, 3.05)
HANDLE = Path().move(0, 1.9).line(0.5, 1.9).curve(0.75, -0.8, 0.4, -3.4, 0.3, -4.7).curve(0.3, -5.1, 0.1, -5.2, 0, -5.2)
BRUSH = 42

FIGURE = (
    Part(mirrored(BRISTLES).at(turn=BRUSH)),
    Part(rect(-1.0, 2.05, 2.0, 0.75, 0.1).at(turn=BRUSH)),
    Part(mirrored(HANDLE).at(turn=BRUSH)),
    Part(rect(-0.95, -2.2, 1.9, 4.4).at(turn=HAMMER), accent=True),
    Part(rect(-0.5, -5.1, 1.0, 8.4, 0.4).at(turn=HAMMER)),
    Part(HEAD.at(turn=HAMMER)),
)
