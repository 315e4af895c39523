"""Where the cut marks of a sheet stand: in its margin, one pair for each cut, never on a card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cardgen.layout.boxes import Box, Segment, around
from cardgen.layout.paper import MM

Marks = Literal["corners", "lines", "none"]

HAIRLINE = 0.25
"""The width of a mark, in points."""
RIM_MM = 1.0
"""What has to be free round the grid so that marks have room."""
LINES_GAP_MM = 0.5
"""The narrowest gap that a line can run in."""

_EPS = 1e-6
_EVEN = 0.01
_LONGEST_MARK = 6 * MM
_SHORT_MARK = 2 * MM
_CLEAR = 0.25 * MM


def cut_marks(kind: Marks, slots: Sequence[Box], region: Box, bleeds: Sequence[Box]) -> list[Segment]:
    """Return one pair of marks for each cut across the whole sheet, or one line along it.

    `slots` are the cut cards, `bleeds` their grounds, and `region` is where ink may lie; all of one side of the sheet.
    """
    if kind == "none":
        return []
    grid, outer = around(slots), around(bleeds)
    across = _cuts([(slot.x0, slot.x1) for slot in slots])
    along = _cuts([(slot.y0, slot.y1) for slot in slots])
    if kind == "lines":
        # On the waste side of the cut, so that no ink is left on the card.
        half = HAIRLINE / 2
        return [
            *(Segment(x + waste * half, region.y0, x + waste * half, region.y1) for x, waste in across),
            *(Segment(region.x0, y + waste * half, region.x1, y + waste * half) for y, waste in along),
        ]
    below, above = (
        _tick(grid.y0 - region.y0, grid.y0 - outer.y0),
        _tick(region.y1 - grid.y1, outer.y1 - grid.y1),
    )
    left, right = (
        _tick(grid.x0 - region.x0, grid.x0 - outer.x0),
        _tick(region.x1 - grid.x1, outer.x1 - grid.x1),
    )
    return [
        *(Segment(x, grid.y0 - below[0], x, grid.y0 - below[1]) for x, _ in across),
        *(Segment(x, grid.y1 + above[0], x, grid.y1 + above[1]) for x, _ in across),
        *(Segment(grid.x0 - left[0], y, grid.x0 - left[1], y) for y, _ in along),
        *(Segment(grid.x1 + right[0], y, grid.x1 + right[1], y) for y, _ in along),
    ]


def _cuts(edges: Sequence[tuple[float, float]]) -> list[tuple[float, int]]:
    """Return each place where the sheet is cut, once, with the side that is waste: -1 before it, 1 after it.

    Where cards stand out of line, what would cut through another card is no cut.
    """
    cuts: dict[float, tuple[float, int]] = {}
    for near, far in edges:
        cuts.setdefault(round(near, 3), (near, -1))
        cuts.setdefault(round(far, 3), (far, 1))
    spans = set(edges)
    return [cuts[key] for key in sorted(cuts) if not any(near + _EVEN < key < far - _EVEN for near, far in spans)]


def _tick(rim: float, bleed: float) -> tuple[float, float]:
    """Return where a tick begins and ends, from the grid outwards: past the bleed, or over it for want of room."""
    if rim - bleed >= RIM_MM * MM - _EPS:
        return bleed, min(rim, bleed + _LONGEST_MARK)
    length = min(_SHORT_MARK, max(RIM_MM * MM, rim - _CLEAR))
    return max(0.0, rim - length), rim
