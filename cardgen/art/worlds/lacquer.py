"""The cabinet: key fret, clouds, and the sea as rows of rings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.art.emblems.burin import curve, shape
from cardgen.pdf.path import Path, ellipse, lozenge, rect, segment

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour


def draw_fret(ink: Ink, x: float, y: float, cell: float, colour: Colour) -> None:
    """Draw a key fret along a rectangle about the origin, one hook a cell, each side the same from either end."""
    c, hook = cell, key(cell)
    n, m = round(2 * x / cell), round(2 * y / cell)
    hooks = [hook.at(-x + 2 * x * i / n, y) for i in range(1, n)]
    hooks += [hook.at(x, -y + 2 * y * j / m, turn=-90) for j in range(1, m)]
    path = Path([part for one in hooks for part in one.segments])
    for turn in (0, 180):
        with ink.at(0, 0, turn):
            ink.draw(path, None, colour, 0.65, cap="square", join="mitre")
    for u, v in ((x, y), (x, -y), (-x, y), (-x, -y)):
        ink.draw(rect(u - c * 0.36, v - c * 0.36, c * 0.72, c * 0.72), None, colour, 0.65, join="mitre")
        ink.draw(lozenge(u, v, c * 0.2, c * 0.2), colour)


def key(c: float) -> Path:
    """Draw one hook of a key fret about the origin, in a cell of this size."""
    hook = Path().move(-c * 0.5, -c * 0.36).line(-c * 0.32, -c * 0.36, -c * 0.32, c * 0.36, c * 0.36, c * 0.36)
    hook = hook.line(c * 0.36, -c * 0.1, 0.02 * c, -c * 0.1, 0.02 * c, c * 0.1)
    return hook + segment(c * 0.36, -c * 0.36, -c * 0.14, -c * 0.36) + segment(c * 0.5, -c * 0.36, c * 0.36, -c * 0.36)


def draw_cloud(ink: Ink, x: float, y: float, k: float, line: Colour, fill: Colour) -> None:
    """Draw a cloud with three curls about (x, y), 12 mm long where k is 1."""
    puff = (
        "-6,0! -5.2,1.5 -3.4,1.3 -2.6,2.9 -0.6,2.9 0.3,1.9 1.8,2.6 3.2,1.5 3.2,0.6 4.8,0.9 6,0! 3,-0.5 0,-0.7 -3,-0.5"
    )
    ink.draw(shape(puff).at(x, y, k), fill, line, 0.8)
    for u, v, r in ((-3.6, 0.5, 0.7), (-0.9, 1.5, 0.9), (1.7, 1.2, 0.75)):
        curl = f"{u - r},{v} {u},{v + r * 0.9} {u + r},{v} {u + r * 0.2},{v - r * 0.7} {u - r * 0.3},{v - 0.1}"
        ink.draw(curve(curl).at(x, y, k), None, line, 0.5)


def draw_sea(ink: Ink, left: float, foot: float, right: float, rows: int, r: float, fill: Colour, line: Colour) -> None:
    """Draw a sea of rings, its upper rows behind the lower ones."""
    for row in range(rows - 1, -1, -1):
        y = foot - 0.4 * r + row * 0.62 * r
        x = left - r + (r if row % 2 else 0)
        while x <= right + r:
            for k in (1.0, 0.72, 0.44):
                ink.draw(ellipse(x, y, k * r, k * r * 0.9), fill, line, 0.45)
            x += 2 * r
