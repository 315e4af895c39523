"""Household: a teapot.

A round body on a foot, spout and handle as ribbons, a lid with a knob; the line under the lid and a glint are the
accent.
"""

from cardgen.art.emblems.part import Part
from cardgen.art.ribbon import Ribbon
from cardgen.pdf.path import Path, ellipse, rect

SPOUT = Ribbon([(1.6, -1.9), (3.1, -1.2), (3.8, 0.6), (5.0, 1.7)], [(0, 1.1), (0.5, 0.72), (1, 0.42)])
HANDLE = Ribbon([(-2.3, 0.9), (-4.1, 1.3), (-4.9, -0.4), (-4.2, -2.1), (-2.4, -2.7)], [(0, 0.42), (1, 0.42)])
LID = Path().move(-2.0, 1.25).curve(-1.7, 2.6, 1.3, 2.6, 1.6, 1.25).close() + ellipse(-0.2, 3.0, 0.75)
SEAM = Path().move(-2.4, 1.1).curve(-1.2, 1.45, 0.8, 1.45, 2.0, 1.1)
GLINT = Path().move(-2.2, -0.5).curve(-2.4, -1.3, -2.2, -2.0, -1.8, -2.5)

FIGURE = (
    Part(HANDLE.outline(step_mm=0.9)),
    Part(SPOUT.outline(step_mm=0.9)),
    Part(ellipse(-0.2, -1.2, 3.05, 2.65)),
    Part(LID),
    Part(rect(-2.0, -4.25, 3.6, 0.8, 0.4)),
    Part(SEAM + GLINT, accent=True, line_pt=0.7),
)
