"""Outlines: immutable paths of straight lines and cubic curves, in millimetres, y up.

A `Path` is a tuple of segments: `("M", x, y)` starts a contour, `("L", x, y)` draws a line,
`("C", x1, y1, x2, y2, x, y)` a cubic, and `("Z",)` closes. Every operation returns a new path. The builders below make
the shapes that the motifs share.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from math import cos, radians, sin
from typing import Any, Literal

Point = tuple[float, float]
Segment = tuple[Any, ...]
Cap = Literal["butt", "round", "square"]
Join = Literal["mitre", "round", "bevel"]

POINTS_PER_MM = 72 / 25.4
# How far a cubic's handles stand from the ends of a quarter circle of radius 1.
QUARTER = 0.5522847

_OPERATORS = {"M": "%.2f %.2f m", "L": "%.2f %.2f l", "C": "%.2f %.2f %.2f %.2f %.2f %.2f c", "Z": "h"}


class Outline:
    """An outline that never changes; `a + b` holds the contours of both."""

    __slots__ = ("_code", "segments")

    def __init__(self, segments: Iterable[Segment] = ()) -> None:
        self.segments: tuple[Segment, ...] = tuple(segments)
        self._code: str | None = None

    def __add__(self, other: Outline) -> Outline:
        return Outline(self.segments + other.segments)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outline) and self.segments == other.segments

    def __hash__(self) -> int:
        return hash(self.segments)

    def __repr__(self) -> str:
        return f"Path({len(self.segments)} segments)"

    def move(self, x: float, y: float) -> Outline:
        """Start a contour at (x, y)."""
        return Outline((*self.segments, ("M", x, y)))

    def line(self, *numbers: float) -> Outline:
        """Add lines through the points x1, y1, x2, y2, …"""
        added = [("L", *numbers[i : i + 2]) for i in range(0, len(numbers), 2)]
        return Outline((*self.segments, *added))

    def curve(self, *numbers: float) -> Outline:
        """Add cubics; six numbers each: two handles and the end."""
        added = [("C", *numbers[i : i + 6]) for i in range(0, len(numbers), 6)]
        return Outline((*self.segments, *added))

    def close(self) -> Outline:
        """Close the contour."""
        return Outline((*self.segments, ("Z",)))

    def through(self, change: Callable[[float, float], Point]) -> Outline:
        """Put every point (handles too) through `change`; exact for affine maps."""
        return Outline((s[0], *(v for i in range(1, len(s), 2) for v in change(s[i], s[i + 1]))) for s in self.segments)

    def at(
        self, x: float = 0, y: float = 0, scale: float = 1, *, tall: float | None = None, turn: float = 0
    ) -> Outline:
        """Scale (by `tall` upright where given), turn by degrees anticlockwise, then move to (x, y)."""
        up = scale if tall is None else tall
        c, s = cos(radians(turn)), sin(radians(turn))
        return self.through(lambda a, b: (x + c * a * scale - s * b * up, y + s * a * scale + c * b * up))

    def flip(self, axis_x: float = 0) -> Outline:
        """Mirror left and right about the upright line x = axis_x."""
        return self.through(lambda a, b: (2 * axis_x - a, b))

    def reverse(self) -> Outline:
        """Draw the same single contour the other way round."""
        points: list[tuple[Point, Segment]] = []
        here: Point = (0, 0)
        closed = False
        for s in self.segments:
            if s[0] == "Z":
                closed = True
                continue
            points.append((here, s))
            here = (s[-2], s[-1])
        out: list[Segment] = [("M", *here)]
        for before, s in reversed(points):
            if s[0] == "L":
                out.append(("L", *before))
            elif s[0] == "C":
                out.append(("C", s[3], s[4], s[1], s[2], *before))
        return Outline([*out, ("Z",)] if closed else out)

    def joined(self, other: Outline) -> Outline:
        """Carry this open contour on into another, with a straight line between them."""
        first, *rest = other.segments
        return Outline((*self.segments, ("L", *first[1:]), *rest))

    def points(self) -> list[Point]:
        """List the ends of all segments (no handles)."""
        return [(s[-2], s[-1]) for s in self.segments if s[0] != "Z"]

    def corners(self, steps: int) -> list[Point]:
        """List the points of the polygon that one contour is taken for, each cubic in so many straight pieces."""
        points: list[Point] = []
        for verb, *v in self.segments:
            if verb == "C":
                x, y = points[-1]
                for i in range(1, steps + 1):
                    t, s = i / steps, 1 - i / steps
                    a, b, c, d = s**3, 3 * s * s * t, 3 * s * t * t, t**3
                    points.append((a * x + b * v[0] + c * v[2] + d * v[4], a * y + b * v[1] + c * v[3] + d * v[5]))
            elif verb != "Z":
                points.append((v[0], v[1]))
        return points

    def box(self) -> tuple[float, float, float, float]:
        """Give left, bottom, right, top of all points and handles: never less than the ink's box."""
        xs = [v for s in self.segments for v in s[1::2]]
        ys = [v for s in self.segments for v in s[2::2]]
        return min(xs), min(ys), max(xs), max(ys)

    def operators(self) -> str:
        """Spell the path in PDF operators, in points rounded to a hundredth (7,200 to the inch); kept once made."""
        if self._code is None:
            numbers = [v * POINTS_PER_MM for s in self.segments for v in s[1:]]
            code = "\n".join([_OPERATORS[s[0]] for s in self.segments]) % tuple(numbers)
            # A space follows each number: its needless zeros, and then its point, go.
            self._code = code.replace("0 ", " ").replace("0 ", " ").replace(". ", " ")
        return self._code


def compound(paths: Iterable[Outline]) -> Outline:
    """Make one path of several, each with its own beginning."""
    return Outline([segment for path in paths for segment in path.segments])


def poly(points: Sequence[Point], *, closed: bool = True) -> Outline:
    """Join points by straight lines."""
    segments: list[Segment] = [("M", *points[0]), *(("L", *p) for p in points[1:])]
    return Outline([*segments, ("Z",)] if closed else segments)


def segment(x1: float, y1: float, x2: float, y2: float) -> Outline:
    """Make one straight line."""
    return Outline((("M", x1, y1), ("L", x2, y2)))


def smooth(points: Sequence[Point], *, closed: bool = False, tension: float = 1 / 6) -> Outline:
    """Run a Catmull-Rom curve through the points (evenly spaced ones give the roundest curve)."""
    n = len(points)
    segments: list[Segment] = [("M", *points[0])]
    for i in range(n if closed else n - 1):
        if closed:
            a, b, c, d = (points[(i + j) % n] for j in (-1, 0, 1, 2))
        else:
            a, b, c, d = (points[max(0, min(n - 1, i + j))] for j in (-1, 0, 1, 2))
        first = (b[0] + (c[0] - a[0]) * tension, b[1] + (c[1] - a[1]) * tension)
        second = (c[0] - (d[0] - b[0]) * tension, c[1] - (d[1] - b[1]) * tension)
        segments.append(("C", *first, *second, *c))
    return Outline([*segments, ("Z",)] if closed else segments)


def ellipse(x: float, y: float, rx: float, ry: float | None = None) -> Outline:
    """Make an ellipse about (x, y); a circle when `ry` is left out."""
    ry = rx if ry is None else ry
    a, b = rx * QUARTER, ry * QUARTER
    return Outline(
        (
            ("M", x + rx, y),
            ("C", x + rx, y + b, x + a, y + ry, x, y + ry),
            ("C", x - a, y + ry, x - rx, y + b, x - rx, y),
            ("C", x - rx, y - b, x - a, y - ry, x, y - ry),
            ("C", x + a, y - ry, x + rx, y - b, x + rx, y),
            ("Z",),
        )
    )


def rect(x: float, y: float, width: float, height: float, radius: float = 0) -> Outline:
    """Make a rectangle from its lower left corner, with round corners where `radius` is given."""
    if radius <= 0:
        return poly([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    r = min(radius, width / 2, height / 2)
    k, right, top = r * (1 - QUARTER), x + width, y + height
    path = Outline().move(x + r, y).line(right - r, y).curve(right - k, y, right, y + k, right, y + r)
    path = path.line(right, top - r).curve(right, top - k, right - k, top, right - r, top)
    path = path.line(x + r, top).curve(x + k, top, x, top - k, x, top - r)
    return path.line(x, y + r).curve(x, y + k, x + k, y, x + r, y).close()


def lozenge(x: float, y: float, rx: float, ry: float) -> Outline:
    """Make the house's lozenge about (x, y), `rx` and `ry` being its half width and half height."""
    return poly([(x, y + ry), (x + rx, y), (x, y - ry), (x - rx, y)])


def arc(x: float, y: float, r: float, start: float, end: float, ry: float | None = None) -> Outline:
    """Draw an open arc from `start` to `end` degrees, as cubics of at most 45 degrees."""
    up = r if ry is None else ry
    pieces = max(1, int(abs(end - start) / 45 + 0.999))
    step = radians((end - start) / pieces)
    handle = 4 / 3 * (1 - cos(step / 2)) / sin(step / 2)
    a = radians(start)
    path: list[Segment] = [("M", x + r * cos(a), y + up * sin(a))]
    for _ in range(pieces):
        b = a + step
        one = (x + r * (cos(a) - handle * sin(a)), y + up * (sin(a) + handle * cos(a)))
        two = (x + r * (cos(b) + handle * sin(b)), y + up * (sin(b) - handle * cos(b)))
        path.append(("C", *one, *two, x + r * cos(b), y + up * sin(b)))
        a = b
    return Outline(path)


def star(x: float, y: float, points: int, outer: float, inner: float, turn: float = 90) -> Outline:
    """Make a star; its first point lies in the direction `turn` (degrees)."""
    radii = (outer, inner)
    angles = [radians(turn + 180 * i / points) for i in range(2 * points)]
    return poly([(x + radii[i % 2] * cos(a), y + radii[i % 2] * sin(a)) for i, a in enumerate(angles)])


_COMMAND = re.compile(r"([MLCZmlcz])([^MLCZmlcz]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


def svg(data: str, scale: float = 1) -> Outline:
    """Read an SVG path of M, L, C and Z, absolute or relative (y down), as a path (y up), its lengths times `scale`.

    Raises ValueError for any other command.
    """
    if strange := re.search(r"[^MLCZmlcz\d\s,.\-]", data):
        raise ValueError(f"this reader knows M, L, C and Z only, not {strange.group()!r}")
    segments: list[Segment] = []
    here = start = (0.0, 0.0)
    for command, text in _COMMAND.findall(data):
        kind, numbers = command.upper(), [float(number) for number in _NUMBER.findall(text)]
        if kind == "Z":
            segments.append(("Z",))
            here = start
        size = 6 if kind == "C" else 2
        for at in range(0, len(numbers), size):
            piece = numbers[at : at + size]
            if command.islower():
                piece = [value + here[i % 2] for i, value in enumerate(piece)]
            segments.append((kind, *(-value * scale if i % 2 else value * scale for i, value in enumerate(piece))))
            here = (piece[-2], piece[-1])
            if kind == "M":
                start, kind = here, "L"
    return Outline(segments)


def turn_of(degrees: float) -> tuple[float, float]:
    """Give cosine and sine, exact for quarter turns."""
    exact: dict[float, tuple[float, float]] = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}
    return exact[degrees % 360] if degrees % 360 in exact else (cos(radians(degrees)), sin(radians(degrees)))
