"""Standard 52: a trellis in blue with the four suits in its lozenges, and all four in the medallion.

The upper half is drawn and turned, so that every suit stands upright for whoever looks at it from its own end. Lines
run diagonally, and no suit is cut by an edge or by the medallion.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.art.backs.field import Extent, paint, twice
from cardgen.art.backs.instead import drawn_instead
from cardgen.art.suits import CLUBS, DIAMONDS, HEARTS, SPADES, draw_suit, suit_path
from cardgen.pdf.path import Path, ellipse, lozenge, segment
from cardgen.pdf.theme import WHITE, mix

if TYPE_CHECKING:
    from cardgen.pdf.drawing import Size
    from cardgen.pdf.ink import Ink

ACROSS, SLANT = 5, 1.4
MEDALLION_MM = 17.4
ORDER = (HEARTS, SPADES, DIAMONDS, CLUBS)


def draw_back(ink: Ink, size: Size) -> None:
    """Draw the back, bleed and all."""
    engraved = ink.theme.engraved and not ink.low
    if not engraved and drawn_instead(ink, size, "suits"):
        return
    paint(ink, size, "suits", WHITE if engraved else ink.palette.blue.shade, _draw)


def _draw(ink: Ink, field: Extent) -> None:
    plain, blue, k = ink.low or ink.theme.engraved, ink.palette.blue, field.k
    w = field.width / ACROSS / 2
    h = w * SLANT
    columns, rows = int(field.half_w / w) + 2, int(field.half_h / h) + 2
    line = ink.black if ink.low else blue.base if plain else mix(blue.base, blue.tint, 0.25)
    lines = Path()
    for i in range(-columns - rows, columns + rows + 1):
        if i % 2:
            for way in (1, -1):
                lines += segment(-columns * w, (i - way * columns) * h, columns * w, (i + way * columns) * h)
    ink.draw(lines, None, line, 0.45 if plain else 0.8)

    def half(ink: Ink) -> None:
        for j in range(rows + 1):
            for i in range(-columns, columns + 1):
                x, y = i * w, j * h
                if (i + j) % 2 or (j == 0 and i <= 0):
                    continue
                _lozenge(ink, field, x, y, w, ORDER[(j + (i + j) // 2) % 4])

    twice(ink, half)
    ground = WHITE if plain else ink.palette.paper
    ink.draw(ellipse(0, 0, (MEDALLION_MM + 1.6) * k), ground if plain else blue.shade, line, 0.5)
    ink.draw(ellipse(0, 0, MEDALLION_MM * k), ground, ink.black, 0.9)
    ink.draw(ellipse(0, 0, (MEDALLION_MM - 1.3) * k), None, ink.black, 0.4)
    twice(ink, lambda i: _medallion(i, k))
    ink.draw(lozenge(0, 0, 1.2 * k, 1.7 * k), ink.palette.yellow.base, ink.black, 0.5)


def _lozenge(ink: Ink, field: Extent, x: float, y: float, w: float, suit: str) -> None:
    """Draw a suit in its lozenge of the trellis, or a small lozenge where it would be cut."""
    plain, blue, k = ink.low or ink.theme.engraved, ink.palette.blue, field.k
    high = w * 0.78
    if x * x + y * y < ((MEDALLION_MM + 1.6) * k + 0.62 * high) ** 2:
        return
    if abs(x) + high / 2 + 1.8 > field.width / 2 or abs(y) + high / 2 + 1.8 > field.height / 2:
        ink.draw(lozenge(x, y, 0.9 * k, 1.26 * k), ink.black if ink.low else blue.base if plain else blue.tint)
        return
    path = suit_path(suit, x, y, high)
    if ink.low:
        ink.draw(path, ink.paper, ink.black, 0.45)
    elif plain:
        ink.draw(path, blue.tint, blue.base, 0.45)
    else:
        ink.draw(path, blue.tint if suit in {HEARTS, DIAMONDS} else mix(blue.base, blue.tint, 0.35))


def _medallion(ink: Ink, k: float) -> None:
    """Draw the upper half of the medallion: a heart and a spade between two small lozenges."""
    outline = 0.6 if ink.low else 0
    for suit, x, y in ((HEARTS, -4.9, 5.2), (SPADES, 4.9, 5.2)):
        draw_suit(ink, suit, x * k, y * k, 8.0 * k, outline_pt=outline)
    for x, y in ((0, 12.2), (-11.9, 0)):
        ink.draw(lozenge(x * k, y * k, 0.9 * k, 1.3 * k), ink.black if ink.low else ink.palette.red.base)
