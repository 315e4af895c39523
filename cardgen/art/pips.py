"""Pips: the true layouts of 2 to 10, the lower half upside down.

Three columns and seven rows; a layout is a list of (column, row), rows counted from the top in sixths of the way down.
Whatever lies below the middle is turned by 180 degrees, so the card has no wrong way up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.art.suits import draw_suit

if TYPE_CHECKING:
    from cardgen.art.index import Indices
    from cardgen.pdf.drawing import Size
    from cardgen.pdf.ink import Ink

LEFT, MIDDLE, RIGHT = 0, 1, 2
_CORNERS = [(LEFT, 0.0), (RIGHT, 0.0), (LEFT, 6.0), (RIGHT, 6.0)]
_SIX = [*_CORNERS, (LEFT, 3.0), (RIGHT, 3.0)]
_EIGHT = [*_CORNERS, (LEFT, 2.0), (RIGHT, 2.0), (LEFT, 4.0), (RIGHT, 4.0)]
LAYOUTS: dict[int, list[tuple[int, float]]] = {
    2: [(MIDDLE, 0.0), (MIDDLE, 6.0)],
    3: [(MIDDLE, 0.0), (MIDDLE, 3.0), (MIDDLE, 6.0)],
    4: _CORNERS,
    5: [*_CORNERS, (MIDDLE, 3.0)],
    6: _SIX,
    7: [*_SIX, (MIDDLE, 1.5)],
    8: [*_SIX, (MIDDLE, 1.5), (MIDDLE, 4.5)],
    9: [*_EIGHT, (MIDDLE, 3.0)],
    10: [*_EIGHT, (MIDDLE, 1.0), (MIDDLE, 5.0)],
}
# Millimetres on a poker card: how far the outer rows lie from the edges, and a pip's height up to 8, and from 9 on.
EDGE, PIP, SMALL_PIP = 16.2, 13.2, 12.0
COLUMNS = {"normal": (0.292, 0.5, 0.708), "jumbo": (0.34, 0.5, 0.66)}
JUMBO_SHARE = 0.84  # pips make room for large indices
OUTLINE_PT = 0.9


def draw_pips(ink: Ink, size: Size, count: int, suit: str, indices: Indices = "normal") -> None:
    """Draw the pips of a number card, 2 to 10.

    Raises KeyError for any other count.
    """
    k = size.scale * (JUMBO_SHARE if indices == "jumbo" else 1)
    height = (PIP if count < 9 else SMALL_PIP) * k
    top = size.height_mm - EDGE * size.scale
    step = (top - EDGE * size.scale) / 6
    for column, row in LAYOUTS[count]:
        x = size.width_mm * COLUMNS[indices][column]
        y, turn = top - row * step, 180 if row > 3 else 0
        draw_suit(ink, suit, x, y, height, turn=turn, pattern=True, outline_pt=OUTLINE_PT if ink.low else 0)
