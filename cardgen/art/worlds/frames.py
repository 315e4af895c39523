"""Frames: what goes round courts, jokers and beasts, along whatever outline they have.

The harlequin's frame is a line. The cabinet's is a band of key fret, whose hooks stand wherever the way is straight;
the seaside's is a rope, its strands on the slant.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, pairwise
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING

from cardgen.art.worlds.lacquer import key
from cardgen.pdf.path import POINTS_PER_MM, Path, Point, lozenge, segment

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import World

WIDE_MM = 1.7
"""How broad a band of fret or a rope is, its edges not counted."""
CELL_MM, LAY_MM, SLANT_MM = 2.0, 0.95, 0.75
STRAIGHT_MM = 5.0  # a piece at least this long is a side, not part of a bow
_STEPS = 10  # straight pieces that a cubic is taken for


def draw_frame(ink: Ink, middle: Path, world: World | None = None) -> None:
    """Draw the frame of a world, the theme's unless given, along its middle line; nothing for the harlequin's."""
    world = world or ink.theme.frame
    if world == "lacquer":
        _fret(ink, middle)
    elif world == "seaside":
        _rope(ink, middle)


def _pieces(path: Path) -> list[tuple[Point, Point]]:
    """List the straight pieces of a closed path, of which its curves have several."""
    points = path.corners(_STEPS)
    return [(p, q) for p, q in pairwise([*points, points[0]]) if hypot(q[0] - p[0], q[1] - p[1]) > 1e-6]


def _even(pieces: list[tuple[Point, Point]], length: float) -> list[tuple[Point, Point]]:
    """Divide a closed way anew, into an even number of pieces of about a length."""
    along = [0.0, *accumulate(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pieces)]
    count = 2 * round(along[-1] / length / 2)
    points: list[Point] = []
    for i in range(count):
        at = along[-1] * i / count
        k = min(bisect_right(along, at), len(pieces)) - 1
        (ax, ay), (bx, by) = pieces[k]
        share = (at - along[k]) / (along[k + 1] - along[k])
        points.append((ax + (bx - ax) * share, ay + (by - ay) * share))
    return list(pairwise([*points, points[0]]))


def _band(ink: Ink, middle: Path, fill: str) -> None:
    ink.draw(middle, None, ink.black, (WIDE_MM + 0.5) * POINTS_PER_MM, join="mitre")
    ink.draw(middle, None, fill, WIDE_MM * POINTS_PER_MM, join="mitre")


def _fret(ink: Ink, middle: Path) -> None:
    gold = ink.paper if ink.low else ink.palette.plate
    _band(ink, middle, gold)
    cell = CELL_MM * (1.7 if ink.low else 1)  # fewer hooks where each line counts
    one, hooks, turns = key(CELL_MM * 0.82), Path(), Path()
    pieces = _pieces(middle)
    if all(hypot(b[0] - a[0], b[1] - a[1]) < STRAIGHT_MM for a, b in pieces):  # a ring: a hook on each piece
        pieces = _even(pieces, cell)
        for (ax, ay), (bx, by) in pieces:
            hooks += one.at((ax + bx) / 2, (ay + by) / 2, turn=degrees(atan2(by - ay, bx - ax)))
        pieces = []
    for (ax, ay), (bx, by) in pieces:
        long = hypot(bx - ax, by - ay)
        count = int((long - 1.6) / cell)
        for i in range(count):
            share = 0.5 + (i - (count - 1) / 2) * cell / long
            turn = degrees(atan2(by - ay, bx - ax))
            hooks += one.at(ax + (bx - ax) * share, ay + (by - ay) * share, turn=turn)
        if count and long > 6:
            turns += lozenge(ax, ay, 0.55, 0.55) + lozenge(bx, by, 0.55, 0.55)
    red = ink.black if ink.low else ink.palette.red.base
    ink.draw(hooks, None, red, 0.25 if ink.low else 0.4, cap="square", join="mitre")
    ink.draw(turns, red)


def _rope(ink: Ink, middle: Path) -> None:
    _band(ink, middle, ink.paper if ink.low else ink.palette.halo)
    strands, h = Path(), WIDE_MM / 2
    for (ax, ay), (bx, by) in _even(_pieces(middle), LAY_MM):
        long = hypot(bx - ax, by - ay)
        dx, dy = (bx - ax) / long, (by - ay) / long
        x, y, lean = (ax + bx) / 2, (ay + by) / 2, SLANT_MM / 2
        strands += segment(
            x - dx * lean - dy * h, y - dy * lean + dx * h, x + dx * lean + dy * h, y + dy * lean - dx * h
        )
    ink.draw(strands, None, ink.black, 0.45, cap="butt")
