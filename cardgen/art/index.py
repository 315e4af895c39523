"""Corner indices: rank over suit in two opposite corners, to be read from a fan in the left hand.

A capital is 5.8 mm high on a poker card, its centre 6.7 from the edge; the suit hangs 1.5 under it. Jumbo is for weak
eyes. On smaller cards indices shrink with the card, but never under 5.5 mm on cards at least 57 wide, 4 on others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, NamedTuple

from cardgen.art.suits import draw_suit, suit_colour
from cardgen.pdf import fonts as lettering
from cardgen.pdf.fonts import SANS_SEMIBOLD

if TYPE_CHECKING:
    from cardgen.pdf.drawing import Size
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour

Indices = Literal["normal", "jumbo"]


class IndexMeasure(NamedTuple):
    """How an index stands in its corner: millimetres on a poker card, the type in points."""

    centre: float = 6.7
    down: float = 5.6
    type_pt: float = 25.0
    suit: float = 4.9
    gap: float = 1.5

    @property
    def capital(self) -> float:
        """Give the height of a capital."""
        return lettering.cap_mm(SANS_SEMIBOLD, self.type_pt)


MEASURES: dict[str, IndexMeasure] = {"normal": IndexMeasure(), "jumbo": IndexMeasure(6.7, 5.4, 34.0, 6.6, 1.7)}
SMALLEST_MM, SMALLEST_NARROW_MM, NARROW_MM = 5.5, 4.0, 57.0
TAIL_CLEAR_MM = 0.45
FAN_MM, FAN_CENTRE = 10.8, 0.62  # what a fan leaves of a card, and where in it an index stands at most


def index_scale(size: Size, kind: Indices = "normal") -> float:
    """Say how much smaller than on a poker card indices are."""
    least = SMALLEST_MM if size.width_mm >= NARROW_MM else SMALLEST_NARROW_MM
    return max(size.scale, least / MEASURES[kind].capital)


def draw_rank(
    ink: Ink, rank: str, x: float, baseline: float, type_pt: float, colour: Colour, *, most_mm: float = 99
) -> None:
    """Set a rank centred on x; “10” is narrowed so that it takes no more room than the others."""
    track, stretch = (-40, 0.78) if rank == "10" else (0, 1.0)
    font = ink.theme.fonts.indices
    # Whatever the theme's font, a capital is as high as the measures say.
    type_pt *= lettering.cap_mm(SANS_SEMIBOLD, 10) / lettering.cap_mm(font, 10)
    width = lettering.width_mm(rank, font, type_pt, track) * stretch
    if width > most_mm:
        stretch *= most_mm / width
    ink.text(x, baseline, rank, font, type_pt, colour, "centre", track=track, stretch=stretch)


def draw_corners(ink: Ink, size: Size, draw: Callable[[Ink], None]) -> None:
    """Draw the same in the upper left corner and, turned, in the lower right one."""
    draw(ink)
    with ink.half_turn(size.width_mm, size.height_mm):
        draw(ink)


def draw_index(
    ink: Ink, size: Size, rank: str, suit: str, kind: Indices = "normal", colour: Colour | None = None
) -> None:
    """Draw both indices of a card."""
    k, m = index_scale(size, kind), MEASURES[kind]
    shade = colour or suit_colour(ink, suit)
    # A letter with a tail, which only the queen's has, keeps its tail off the suit.
    gap = max(m.gap * k, lettering.depth_mm(rank, ink.theme.fonts.indices, m.type_pt * k) + TAIL_CLEAR_MM)

    def corner(ink: Ink) -> None:
        fan = max(FAN_MM, 9 * k)
        x, base = min(m.centre * k, FAN_CENTRE * fan), size.height_mm - (m.down + m.capital) * k
        draw_rank(ink, rank, x, base, m.type_pt * k, shade, most_mm=2 * min(fan - x, x - 1.9 * k))
        draw_suit(ink, suit, x, base - gap - m.suit / 2 * k, m.suit * k, shade)

    draw_corners(ink, size, corner)
