"""The forked tongue, the house's sign for a lie: an S with a fork at either end, the same when turned by 180 degrees.

One ribbon makes the S and runs on into the outer prong at both ends; a second ribbon, and its half turn, leave it at
the neck as inner prongs. Where they overlap they are drawn as one sticker, so there is one outline.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from cardgen.art.path import Path
from cardgen.art.ribbon import Ribbon

if TYPE_CHECKING:
    from cardgen.ink import Ink
    from cardgen.theme import Colour

# From the centre to the tip of the outer prong, and from within the neck to the tip of the inner one.
HALF_SPINE = [
    (0, 0),
    (2.6, 1.9),
    (3.5, 4.4),
    (2.7, 6.9),
    (1.1, 9),
    (-0.25, 11.1),
    (-0.9, 13.4),
    (-2.0, 15.5),
    (-4.1, 17.4),
]
INNER_PRONG = [(1.35, 8.2), (0.5, 10.2), (0.3, 12.4), (0.75, 14.5), (1.9, 16.4), (3.7, 18)]

HEIGHT = 36.0


@cache
def tongue() -> tuple[Path, ...]:
    """Give the parts of the tongue about the origin, upright, 36 high."""
    spine = [(-x, -y) for x, y in HALF_SPINE[:0:-1]] + [(float(x), float(y)) for x, y in HALF_SPINE]
    rising = [(0, 0.05), (0.07, 0.52), (0.15, 0.8), (0.24, 1.12), (0.33, 1.55), (0.42, 1.85)]
    widths = [*rising, (0.5, 1.9), *[(1 - u, w) for u, w in rising[::-1]]]
    prong = Ribbon(INNER_PRONG, [(0, 0.8), (0.3, 0.95), (0.55, 0.75), (0.8, 0.5), (1, 0.05)]).outline(step_mm=1.2)
    return Ribbon(spine, widths).outline(step_mm=1.2), prong, prong.at(turn=180)


def draw_tongue(
    ink: Ink, x: float, y: float, scale: float, fill: Colour, edge: Colour | None = None, edge_pt: float = 0.7
) -> None:
    """Draw the tongue about (x, y), with an outline where `edge` is given."""
    parts = [part.at(x, y, scale) for part in tongue()]
    if edge is None:
        for part in parts:
            ink.draw(part, fill)
    else:
        ink.sticker(parts, fill, edge, edge_pt)
