"""Clothes: a top hat.

The crown is waisted, the brim curls up at both sides; the band is the accent.
"""

from cardgen.art.emblems.part import Part, mirrored
from cardgen.pdf.path import Path

CROWN = Path().move(0, 4.55).curve(1.3, 4.55, 2.4, 4.4, 3.1, 4.1).curve(2.6, 2.2, 2.5, 0.0, 2.75, -1.9).line(0, -1.9)
BRIM = Path().move(0, -1.6).curve(1.6, -1.6, 3.6, -1.6, 5.2, -0.5).curve(4.6, -3.0, 2.2, -3.6, 0, -3.6)
BAND = (
    Path()
    .move(0, -0.35)
    .curve(0.9, -0.35, 1.8, -0.25, 2.75, -0.05)
    .line(2.8, -1.35)
    .curve(1.8, -1.6, 0.9, -1.65, 0, -1.65)
)

FIGURE = (
    Part(mirrored(CROWN)),
    Part(mirrored(BRIM)),
    Part(mirrored(BAND), accent=True),
)
