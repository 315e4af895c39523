"""A drawing: what puts ink on one side of a card, whatever the card's size."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.pdf.path import rect

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.path import Path

POKER_WIDTH_MM, POKER_HEIGHT_MM = 63.5, 88.9


class Size(Struct, frozen=True):
    """The card that a drawing is made for, in millimetres.

    The lower-left corner of the cut card is the origin; `bleed_mm` is how far a drawing may be asked to go past the
    cut (what is drawn further is clipped away, and so is bleed that the sheet has no room for).
    """

    width_mm: float = POKER_WIDTH_MM
    height_mm: float = POKER_HEIGHT_MM
    bleed_mm: float = 3.0
    radius_mm: float = 3.2

    @property
    def scale(self) -> float:
        """How much smaller or larger than on a poker card art is drawn."""
        return min(self.width_mm / POKER_WIDTH_MM, self.height_mm / POKER_HEIGHT_MM)

    @property
    def stretch(self) -> float:
        """How much taller for its width the card is than a poker card; 1 where it is not taller."""
        return self.height_mm / POKER_HEIGHT_MM / self.scale

    @property
    def ground(self) -> Path:
        """The whole card with its bleed."""
        b = self.bleed_mm
        return rect(-b, -b, self.width_mm + 2 * b, self.height_mm + 2 * b)


Drawing = Callable[["Ink", Size], None]
