"""How thick cards are: from a thickness in millimetres, or from a paper's weight."""

from __future__ import annotations

import re

from msgspec import Struct

from cardgen.errors import PrintError
from cardgen.layout.paper import CardSize

BULK_CM3_PER_G = 1.25
"""What a gram of card stock takes up: between a coated board's 1.0 and a plain one's 1.4."""
LEAST_MM, MOST_MM = 0.05, 2.0

SLEEVE_MM = 3.0
"""How much wider and taller than its card a sleeve is."""
SLEEVE_THICK_MM = 0.2
"""What a sleeve adds to a card's thickness: two films and some air."""

_STOCK = re.compile(r"\s*(\d+(?:[.,]\d*)?|[.,]\d+)\s*(mm|g|gsm|g/m²|g/m2|g/qm)?\s*", re.IGNORECASE)


class Stock(Struct, frozen=True):
    """What the cards are made of: one card's thickness in millimetres, and whether it is sleeved."""

    card_mm: float = 0.3
    sleeved: bool = False
    layers: int = 1
    """2 where a card's two sides are printed on one side of the paper, folded and glued."""

    def thickness(self, cards: int) -> float:
        """Return how high a stack of so many cards is, in millimetres."""
        return cards * (self.card_mm * self.layers + (SLEEVE_THICK_MM if self.sleeved else 0.0))

    def card(self, size: CardSize) -> tuple[float, float]:
        """Return a card's width and height as it goes into the box."""
        more = SLEEVE_MM if self.sleeved else 0.0
        return size.width_mm + more, size.height_mm + more


def parse_stock(text: str) -> float:
    """Read `0.3mm`, `0.3`, `200g` or `200 g/m²`; return one card's thickness in millimetres. Raises PrintError."""
    found = _STOCK.fullmatch(text)
    if not found:
        raise PrintError(f'--stock cannot be "{text}": write a thickness such as 0.3mm or a weight such as 250g')
    number = float(found[1].replace(",", "."))
    # A bare number is a thickness where it can be one, else a weight.
    weight = (bool(found[2]) and found[2].lower() != "mm") or (not found[2] and number > MOST_MM)
    thickness = number * BULK_CM3_PER_G / 1000 if weight else number
    if not LEAST_MM <= thickness <= MOST_MM:
        raise PrintError(f'--stock cannot be "{text}": cards are {LEAST_MM:g} to {MOST_MM:g} mm thick (40g to 1600g)')
    return round(thickness, 4)
