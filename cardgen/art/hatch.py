"""Patterns that say a colour without colour, as heralds engrave them.

Red is upright lines, blue level lines, green lines falling to the right, black both upright and level, yellow dots in a
staggered net. A pattern is made for its shape: lines are spaced so that the last ones lie as far from the shape's edge
as from each other, they end where the shape's inside ends, and no stump and no piece of a dot is left in a corner.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import hypot, sqrt
from typing import TYPE_CHECKING

from cardgen.pdf.path import Outline, Point, ellipse, segment

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour

LINE_PT = 0.85
PITCH_MM = 2.0
_DOT = 0.18  # a dot's radius, as a share of the pitch
_STUMP = 0.7  # a line shorter than this share of the pitch is left out
_TICK, _MANY = 2.0, 8  # where there are so many lines, an outermost one shorter than this share is left out too
_SLANT = sqrt(0.5)
_WAYS: dict[str, tuple[Point, ...]] = {
    "red": ((0.0, 1.0),),
    "blue": ((1.0, 0.0),),
    "green": ((_SLANT, -_SLANT),),
    "black": ((0.0, 1.0), (1.0, 0.0)),
}
_STEPS = 8  # straight pieces that a cubic is taken for


def hatch(
    ink: Ink,
    tone: str,
    shape: Outline,
    clear: float,
    colour: Colour,
    width_pt: float = LINE_PT,
    pitch: float = PITCH_MM,
    *,
    inline: bool = False,
) -> None:
    """Draw a colour's pattern inside a shape of one contour, everywhere `clear` millimetres from its edge.

    Lines are spaced from the shape's edge, or from `clear` where an inline shows there. Raises KeyError for a colour
    that has no pattern.
    """
    lines = pattern(tone, shape, clear, pitch, clear if inline else 0)
    if tone == "yellow":
        ink.draw(lines, colour)
    else:
        ink.draw(lines, None, colour, width_pt, cap="butt")


@lru_cache(maxsize=512)
def pattern(tone: str, shape: Outline, clear: float, pitch: float, first: float = 0) -> Outline:
    """Give a colour's lines inside a shape, spaced from `first` inside its edge, or its dots."""
    edge = shape.corners(_STEPS)
    if tone == "yellow":
        return _dots(edge, clear, pitch)
    lines: list[Outline] = []
    for dx, dy in _WAYS[tone]:
        # Where the shape begins and ends, seen along the lines.
        across = [y * dx - x * dy for x, y in edge]
        low, high = min(across) + first, max(across) - first
        count = max(2, round((high - low) / pitch))
        for i in range(1, count):
            out = low + (high - low) * i / count
            start = (-dy * out, dx * out)
            least = (_TICK if count > _MANY and i in (1, count - 1) else _STUMP) * pitch
            lines += [
                segment(start[0] + dx * a, start[1] + dy * a, start[0] + dx * b, start[1] + dy * b)
                for a, b in _inside(edge, start, (dx, dy), clear)
                if b - a >= least
            ]
    return sum(lines, Outline())


def holds(shape: Outline, points: Iterable[Point], clear: float) -> bool:
    """Tell whether points all lie inside a shape of one contour, `clear` millimetres from its edge or more."""
    edge = shape.corners(_STEPS)
    return all(any(a <= x <= b for a, b in _inside(edge, (0, y), (1, 0), clear)) for x, y in points)


def _dots(edge: list[Point], clear: float, pitch: float) -> Outline:
    """Set dots in a staggered net between the shape's top and its foot, wherever a whole one has room."""
    r, step = _DOT * pitch, pitch * 1.15
    wide = max(abs(x) for x, _ in edge)
    low, high = min(y for _, y in edge) + clear, max(y for _, y in edge) - clear
    rows = max(1, round((high - low) / (step * 0.87)))
    dots = Outline()
    for j in range(rows):
        y = low + (high - low) * (j + 0.5) / rows
        spans = _inside(edge, (0, y), (1, 0), clear + r)
        for i in range(-int(wide / step) - 1, int(wide / step) + 2):
            x = i * step + (step / 2 if j % 2 else 0)
            if any(a <= x <= b for a, b in spans):
                dots += ellipse(x, y, r)
    return dots


def _inside(edge: list[Point], start: Point, way: Point, clear: float) -> list[tuple[float, float]]:
    """List from where to where a line runs inside a polygon and keeps clear of its edge.

    The line goes through `start`; places on it are told by their distance from there, along the unit vector `way`.
    """
    (x, y), (dx, dy) = start, way
    # The polygon as the line sees it: along the line, and away from it.
    seen = [((px - x) * dx + (py - y) * dy, (py - y) * dx - (px - x) * dy) for px, py in edge]
    crossings, near = [], []
    for (a, p), (b, q) in zip(seen, seen[1:] + seen[:1], strict=True):
        if (p > 0) != (q > 0):
            crossings.append(a + (b - a) * p / (p - q))
        if min(p, q) < clear and max(p, q) > -clear and (found := _within(a, p, b, q, clear)):
            near.append(found)
    crossings.sort()
    spans = list(zip(crossings[::2], crossings[1::2], strict=True))
    for low, high in near:
        spans = [
            piece for a, b in spans for piece in ((a, min(b, low)), (max(a, high), b)) if piece[1] > piece[0]
        ]  # fmt: skip
    return sorted(spans)


def _within(a: float, p: float, b: float, q: float, reach: float) -> tuple[float, float] | None:
    """Give from where to where the axis is nearer than `reach` to the line from (a, p) to (b, q); None where nowhere.

    What is near a line is convex, so this is one piece: the hull of what is near its ends and what lies beside it.
    """
    found: list[float] = []
    for end, off in ((a, p), (b, q)):
        if abs(off) < reach:
            half = sqrt(reach * reach - off * off)
            found += [end - half, end + half]
    length = hypot(b - a, q - p)
    if length > 1e-9 and abs(q - p) > 1e-9:
        ux, uy = (b - a) / length, (q - p) / length
        for side in (reach, -reach):
            # A point (t, 0) at this distance beside the line, and how far along the line it then lies.
            t = a - (p * ux + side) / uy if abs(uy) > 1e-9 else a
            if 0 <= (t - a) * ux - p * uy <= length:
                found.append(t)
    return (min(found), max(found)) if found else None
