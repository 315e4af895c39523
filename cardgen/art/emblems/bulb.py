"""Inventions: a light bulb, its filament glowing in the ground's colour.

Glass is one mirrored outline; the cap is two rings and a contact below it.
"""

from cardgen.art.emblems.part import Part, mirrored
from cardgen.pdf.path import Path, rect

GLASS = Path().move(0, 5.1).curve(1.9, 5.1, 3.4, 3.7, 3.4, 1.9).curve(3.4, 0.1, 1.6, -0.7, 1.4, -2.0).line(0, -2.0)
FILAMENT = Path().move(-0.6, -1.9).line(-1.15, 1.5).line(-0.4, 0.75).line(0, 1.65).line(0.4, 0.75).line(1.15, 1.5)

FIGURE = (
    Part(mirrored(GLASS)),
    Part(rect(-1.4, -3.0, 2.8, 0.7, 0.35)),
    Part(rect(-1.4, -3.95, 2.8, 0.7, 0.35)),
    Part(rect(-0.8, -4.85, 1.6, 0.65, 0.32)),
    Part(FILAMENT.line(0.6, -1.9), accent=True, line_pt=0.7),
)
