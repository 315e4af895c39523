"""What a back and its engraving share: a scale, the lizards, the lozenge of hearts and spades, the chips' grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.art.beasts.colours import coat
from cardgen.art.beasts.lizard import draw_lizard
from cardgen.art.suits import CLUBS, HEARTS, SPADES, draw_suit
from cardgen.pdf.path import Path, lozenge

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

STEP = (11.906, 9.186)  # from knot to knot, across and up
RING_MM, SLANT = 5.3, 1.4
MEDALLION = (15.9, 22.26)  # the third ring
ACROSS, NET_SLANT = 6, 1.68  # lozenges of the harlequin across a card, and how much taller than wide one is


def net(width: float, height: float) -> tuple[float, float, float]:
    """Give the half width and the half height of a harlequin lozenge on a card, and how many high its medallion is.

    That is three, or as much less as keeps its tips 4 mm off the cuts.
    """
    down = max(3, round(height / (width / ACROSS * NET_SLANT)))
    across, up = width / ACROSS / 2, height / down / 2
    return across, up, min(3.0, (width / 2 - 4) / across, (height / 2 - 4) / up)


def scale(r: float) -> Path:
    """Draw a scale as wide as 2 r that points up from the origin."""
    side = Path().move(-r, 0).curve(-r, r * 0.95, -r * 0.35, r * 1.25, 0, r * 1.75)
    return side.curve(r * 0.35, r * 1.25, r, r * 0.95, r, 0).line(r, -r, -r, -r).close()


def draw_small_lizard(ink: Ink, k: float, as_if: float | None = None) -> None:
    """Draw the lizard of the medallion about the origin, `k` times as large as on a poker card; it is stored once."""

    def small(ink: Ink) -> None:
        # So small, lines as thin as the figure's would be lost.
        with ink.weighing(1.8), ink.at(0, 0, 0, 0.315 * k), ink.at(-33.2, -45.2):
            draw_lizard(ink, coat(ink, CLUBS), halo=False)

    across, high = 8.0 * k, 13.0 * k
    ink.form(("small lizard", k), small, (-across, -high, across, high), as_if=as_if)


def draw_medallion(ink: Ink, k: float) -> None:
    """Draw the lozenge with two hearts and two spades about the origin, `k` times as large as on a poker card."""
    rx, ry = MEDALLION[0] * k, MEDALLION[1] * k
    if ink.low:
        ink.draw(lozenge(0, 0, rx + 0.8 * k, ry + 1.12 * k), ink.paper)
    ink.draw(lozenge(0, 0, rx, ry), ink.paper, ink.black, 1.0, join="mitre")
    ink.draw(lozenge(0, 0, rx - 1.3 * k, ry - 1.82 * k), None, ink.black, 0.45, join="mitre")
    outline = 0.6 if ink.low else 0
    red = ink.palette.red.base
    for suit, x, y, turn in ((HEARTS, 0, 6.1, 0), (HEARTS, 0, -6.1, 180), (SPADES, -6.3, 0, 90), (SPADES, 6.3, 0, -90)):
        draw_suit(ink, suit, x * k, y * k, 7.2 * k, turn=turn, outline_pt=outline)
    ink.draw(lozenge(0, 0, 1.1 * k, 1.54 * k), ink.black)
    for side in (1, -1):
        ink.draw(lozenge(0, side * 13.4 * k, 0.9 * k, 1.35 * k), ink.black)
        ink.draw(lozenge(side * 11.5 * k, 0, 0.8 * k, 1.2 * k), ink.black if ink.low else red)
