"""Rectangles and lines on a sheet, in points."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct


class Box(Struct, frozen=True):
    """A rectangle in points: left, bottom, right, top."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        """From bottom to top."""
        return self.y1 - self.y0

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the rectangle."""
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2


class Segment(Struct, frozen=True):
    """A straight hairline in points."""

    x0: float
    y0: float
    x1: float
    y1: float


def around(boxes: Sequence[Box]) -> Box:
    """Return the smallest rectangle that holds all of them."""
    return Box(
        min(box.x0 for box in boxes),
        min(box.y0 for box in boxes),
        max(box.x1 for box in boxes),
        max(box.y1 for box in boxes),
    )
