"""Towns: three gabled houses on one street, the middle one with a door.

Each house is a pentagon standing on the street; windows and door are the accent.
"""

from cardgen.art.emblems.part import Part
from cardgen.pdf.path import Path, poly, rect


def house(left: float, width: float, eaves: float, roof: float) -> Path:
    """Draw one house by its left wall, its width, the height of its eaves, and its roof's height above them."""
    right = left + width
    return poly([(left, -3.6), (left, eaves), (left + width / 2, eaves + roof), (right, eaves), (right, -3.6)])


DOOR = Path().move(-0.6, -3.6).line(-0.6, -2.3).curve(-0.6, -1.3, 0.6, -1.3, 0.6, -2.3).line(0.6, -3.6).close()
WINDOWS = rect(-3.45, -1.2, 0.9, 1.2) + rect(-0.45, 0.9, 0.9, 1.2) + rect(2.5, -1.7, 0.9, 1.2)

FIGURE = (
    Part(house(-4.35, 2.7, 0.2, 1.8)),
    Part(house(1.6, 2.7, -0.4, 1.6)),
    Part(house(-1.5, 3.0, 2.1, 2.9)),
    Part(rect(-4.7, -4.0, 9.4, 0.5, 0.25)),
    Part(WINDOWS + DOOR, accent=True),
)
