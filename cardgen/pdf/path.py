"""Outlines: immutable paths of straight lines and cubic curves, in millimetres, y upwards.

An `Outline` has segments: `("M", x, y)` starts a contour, `("L", x, y)` draws a line, `("C", x1, y1, x2, y2, x, y)`
draws a cubic curve, and `("Z",)` closes the contour. Every operation returns a new path. The functions make common
shapes, curves through points, and bodies. A body is a `Ribbon`: a curved spine, and a half width that changes along the
spine. The spine is a centripetal Catmull-Rom curve, which neither loops nor overshoots, and between two given places
the half width only grows or only shrinks. A place on a body is given by `u` along and `v` across (-1 to 1, in half
widths), so that markings bend and shrink with the body.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, degrees, hypot, radians, sin, sqrt, tau
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
    """An immutable path of straight lines and cubic curves, in mm; `a + b` has the contours of both.

    `segments` is a tuple of segments: `("M", x, y)` starts a contour, `("L", x, y)` draws a line, `("C", x1, y1, x2,
    y2, x, y)` draws a cubic curve, and `("Z",)` closes the contour.
    """

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
        """Return the path with a new contour added that starts at (x, y)."""
        return Outline((*self.segments, ("M", x, y)))

    def line(self, *numbers: float) -> Outline:
        """Return the path with straight lines added, to the points x1, y1, x2, y2, … in turn."""
        added = [("L", *numbers[i : i + 2]) for i in range(0, len(numbers), 2)]
        return Outline((*self.segments, *added))

    def curve(self, *numbers: float) -> Outline:
        """Return the path with cubic Bézier curves added; six numbers each: two control points and the end."""
        added = [("C", *numbers[i : i + 6]) for i in range(0, len(numbers), 6)]
        return Outline((*self.segments, *added))

    def close(self) -> Outline:
        """Return the path with its last contour closed."""
        return Outline((*self.segments, ("Z",)))

    def through(self, change: Callable[[float, float], Point]) -> Outline:
        """Return the path with every point (x, y), control points too, replaced by `change(x, y)`.

        The result is exact if `change` is affine.
        """
        return Outline((s[0], *(v for i in range(1, len(s), 2) for v in change(s[i], s[i + 1]))) for s in self.segments)

    def at(
        self, x: float = 0, y: float = 0, scale: float = 1, *, tall: float | None = None, turn: float = 0
    ) -> Outline:
        """Return the path scaled by `scale`, turned by `turn` degrees anticlockwise, then moved by (x, y).

        With `tall` the height is scaled by `tall` and only the width by `scale`.
        """
        up = scale if tall is None else tall
        c, s = cos(radians(turn)), sin(radians(turn))
        return self.through(lambda a, b: (x + c * a * scale - s * b * up, y + s * a * scale + c * b * up))

    def flip(self, axis_x: float = 0) -> Outline:
        """Return the path mirrored left to right about the line x = `axis_x`."""
        return self.through(lambda a, b: (2 * axis_x - a, b))

    def reverse(self) -> Outline:
        """Return this path, which must have a single contour, drawn in the other direction."""
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
        """Return one open contour: this path, a straight line to the start of `other`, and `other`."""
        first, *rest = other.segments
        return Outline((*self.segments, ("L", *first[1:]), *rest))

    def points(self) -> list[Point]:
        """Return the starts of contours and the end points of segments, in order, without control points."""
        return [(s[-2], s[-1]) for s in self.segments if s[0] != "Z"]

    def corners(self, steps: int) -> list[Point]:
        """Return the corners of a polygon close to this single contour, with `steps` lines for each curve."""
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
        """Return left, bottom, right and top of a box round all points and control points; the path lies inside it."""
        xs = [v for s in self.segments for v in s[1::2]]
        ys = [v for s in self.segments for v in s[2::2]]
        return min(xs), min(ys), max(xs), max(ys)

    def operators(self) -> str:
        """Return the path as PDF operators, in points with two decimals; cached."""
        if self._code is None:
            numbers = [v * POINTS_PER_MM for s in self.segments for v in s[1:]]
            code = "\n".join([_OPERATORS[s[0]] for s in self.segments]) % tuple(numbers)
            # A space follows each number: its needless zeros, and then its point, go.
            self._code = code.replace("0 ", " ").replace("0 ", " ").replace(". ", " ")
        return self._code


def compound(paths: Iterable[Outline]) -> Outline:
    """Return one path with the contours of all these paths."""
    return Outline([segment for path in paths for segment in path.segments])


def poly(points: Sequence[Point], *, closed: bool = True) -> Outline:
    """Return the polygon through these points, or an open line if not `closed`."""
    segments: list[Segment] = [("M", *points[0]), *(("L", *p) for p in points[1:])]
    return Outline([*segments, ("Z",)] if closed else segments)


def segment(x1: float, y1: float, x2: float, y2: float) -> Outline:
    """Return the straight line from (x1, y1) to (x2, y2) as a path."""
    return Outline((("M", x1, y1), ("L", x2, y2)))


def smooth(points: Sequence[Point], *, closed: bool = False, tension: float = 1 / 6) -> Outline:
    """Return a smooth (Catmull-Rom) curve through the points.

    With `closed` the curve returns to its first point. A larger `tension` bends it more; 1/6 is usual.
    """
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
    """Make an ellipse about (x, y) with the half axes `rx` and `ry`; a circle of radius `rx` when `ry` is left out."""
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
    """Return a rectangle whose lower left corner is (x, y), with corners of this radius (0: sharp corners)."""
    if radius <= 0:
        return poly([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    r = min(radius, width / 2, height / 2)
    k, right, top = r * (1 - QUARTER), x + width, y + height
    path = Outline().move(x + r, y).line(right - r, y).curve(right - k, y, right, y + k, right, y + r)
    path = path.line(right, top - r).curve(right, top - k, right - k, top, right - r, top)
    path = path.line(x + r, top).curve(x + k, top, x, top - k, x, top - r)
    return path.line(x, y + r).curve(x, y + k, x + k, y, x + r, y).close()


def lozenge(x: float, y: float, rx: float, ry: float) -> Outline:
    """Return the lozenge about (x, y) with the half width `rx` and the half height `ry`."""
    return poly([(x, y + ry), (x + rx, y), (x, y - ry), (x - rx, y)])


def arc(x: float, y: float, r: float, start: float, end: float, ry: float | None = None) -> Outline:
    """Return an open arc about (x, y) with radius `r` from `start` to `end`, in degrees anticlockwise from the right.

    `ry` makes it part of an ellipse, whose half axes are `r` across and `ry` up.
    """
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
    """Return a star with `points` points about (x, y), whose first point is at the angle `turn`, in degrees.

    `outer` is the radius of its points, `inner` that of the corners between them.
    """
    radii = (outer, inner)
    angles = [radians(turn + 180 * i / points) for i in range(2 * points)]
    return poly([(x + radii[i % 2] * cos(a), y + radii[i % 2] * sin(a)) for i, a in enumerate(angles)])


_COMMAND = re.compile(r"([MLHVCSQTAZ])([^MLHVCSQTAZ]*)", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?", re.IGNORECASE)
_FLAG = re.compile(r"[01]")
_SIZES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}


@lru_cache(maxsize=64)
def svg(data: str, scale: float = 1, *, up: bool = True) -> Outline:
    """Return an SVG path as an outline, scaled by `scale`.

    `data` is the path's attribute `d`. With `up` all y are negated, since y goes down in SVG and up here. Numbers at
    the end that make no whole segment are ignored. Raises ValueError if `data` contains other characters or does not
    begin with M.
    """
    if strange := re.search(r"[^MLHVCSQTAZ\d\s,.+e\-]|^\s*[^M\s]", data, re.IGNORECASE):
        raise ValueError(f"an SVG path begins with M, and holds no {strange.group().strip()!r} here")
    down = -scale if up else scale
    segments: list[Segment] = []
    x = y = left = top = 0.0
    cubic = quadratic = [x, y]  # the handles that S and T mirror
    closed = False
    for command, text in _COMMAND.findall(data):
        kind = command.upper()
        if closed and kind != "M":
            segments.append(("M", x * scale, y * down))
        closed = kind == "Z"
        if closed:
            segments.append(("Z",))
            x, y = cubic = quadratic = [left, top]
            continue
        numbers = _with_flags(text) if kind == "A" else [float(number) for number in _NUMBER.findall(text)]
        size = _SIZES[kind]
        for at in range(0, len(numbers) - size + 1, size):
            given = numbers[at : at + size]
            if command.islower():
                here = {"H": (x,), "V": (y,), "A": (0, 0, 0, 0, 0, x, y)}.get(kind, (x, y) * (size // 2))
                given = [a + b for a, b in zip(given, here, strict=True)]
            if kind in "HV":
                given = [given[0], y] if kind == "H" else [x, given[0]]
            elif kind in "ST":
                handle = cubic if kind == "S" else quadratic
                given = [2 * x - handle[0], 2 * y - handle[1], *given]
            to = given[-2:]
            cubic = given[-4:-2] if kind in "CS" else to
            quadratic = given[:2] if kind in "QT" else to
            if kind in "QT":
                a, b = quadratic
                given = [(x + 2 * a) / 3, (y + 2 * b) / 3, (to[0] + 2 * a) / 3, (to[1] + 2 * b) / 3, *to]
            for piece in _elliptic(x, y, *given) if kind == "A" else [given]:
                name = "C" if len(piece) == 6 else "M" if kind == "M" else "L"
                segments.append((name, *(v * (down if i % 2 else scale) for i, v in enumerate(piece))))
            x, y = to
            if kind == "M":
                left, top, kind = x, y, "L"
    return Outline(segments)


def _with_flags(text: str) -> list[float]:
    """Return the numbers of SVG's arc command, seven for each arc.

    The fourth and fifth number of an arc are 0 or 1, and need no separator after them.
    """
    numbers: list[float] = []
    at = 0
    while found := (_FLAG if len(numbers) % 7 in (3, 4) else _NUMBER).search(text, at):
        numbers.append(float(found[0]))
        at = found.end()
    return numbers


def _elliptic(
    x: float, y: float, rx: float, ry: float, turn: float, large: float, sweep: float, to_x: float, to_y: float
) -> list[list[float]]:
    """Return the cubic curves (six numbers each) for an arc of an SVG path from (x, y) to (to_x, to_y).

    `rx`, `ry`, `turn`, `large` and `sweep` are the arc's half axes, its turn in degrees and its two flags, as in SVG's
    specification (F.6.5). If a half axis is 0 or both ends are the same, the result is one straight line (two numbers).
    """
    rx, ry, c, s = abs(rx), abs(ry), cos(radians(turn)), sin(radians(turn))
    half_x, half_y = (x - to_x) / 2, (y - to_y) / 2
    if not (rx and ry and (half_x or half_y)):
        return [[to_x, to_y]]
    # On the unit circle that the ellipse is made of, half the chord is (u, v).
    u, v = (c * half_x + s * half_y) / rx, (c * half_y - s * half_x) / ry
    grown = max(1.0, hypot(u, v))
    rx, ry, u, v = rx * grown, ry * grown, u / grown, v / grown
    away = sqrt(max(0.0, 1 / (u * u + v * v) - 1)) * (-1 if (large > 0) == (sweep > 0) else 1)
    mid_x, mid_y = v * away, -u * away
    start, end = atan2(v - mid_y, u - mid_x), atan2(-v - mid_y, -u - mid_x)
    way = (end - start) % tau if sweep > 0 else -((start - end) % tau)
    circle = arc(mid_x, mid_y, 1, degrees(start), degrees(start + way)).segments[1:]
    x, y = (x + to_x) / 2, (y + to_y) / 2
    turned = Outline(circle).through(lambda a, b: (x + c * rx * a - s * ry * b, y + s * rx * a + c * ry * b))
    curves = [list(segment[1:]) for segment in turned.segments]
    curves[-1][-2:] = to_x, to_y
    return curves


def turn_of(degrees: float) -> tuple[float, float]:
    """Return cosine and sine of an angle given in degrees, exact for multiples of 90."""
    exact: dict[float, tuple[float, float]] = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}
    return exact[degrees % 360] if degrees % 360 in exact else (cos(radians(degrees)), sin(radians(degrees)))


Widths = Sequence[tuple[float, float]]

STEP_MM = 2.2
_SAMPLES = 24
_NEVER_THINNER_MM = 0.02


def _between(p: Point, q: Point, start: float, end: float, t: float) -> Point:
    left, right = (end - t) / (end - start), (t - start) / (end - start)
    return left * p[0] + right * q[0], left * p[1] + right * q[1]


def centripetal(control: Sequence[Point], samples: int = _SAMPLES) -> list[Point]:
    """Return points on the centripetal Catmull-Rom curve through the points `control`, at least two.

    There are `samples` points for each section between two control points, and then the last control point.
    """
    first, second, last, last_but_one = control[0], control[1], control[-1], control[-2]
    points = [
        (2 * first[0] - second[0], 2 * first[1] - second[1]),
        *control,
        (2 * last[0] - last_but_one[0], 2 * last[1] - last_but_one[1]),
    ]
    out: list[Point] = []
    for a, b, c, d in zip(points, points[1:], points[2:], points[3:], strict=False):
        knots = [0.0]
        for p, q in ((a, b), (b, c), (c, d)):
            knots.append(knots[-1] + max(1e-6, hypot(q[0] - p[0], q[1] - p[1])) ** 0.5)
        t0, t1, t2, t3 = knots
        for i in range(samples):
            t = t1 + (t2 - t1) * i / samples
            one, two, three = _between(a, b, t0, t1, t), _between(b, c, t1, t2, t), _between(c, d, t2, t3, t)
            out.append(_between(_between(one, two, t0, t2, t), _between(two, three, t1, t3, t), t1, t2, t))
    return [*out, control[-1]]


class WidthCurve:
    """A function from a fraction of a body's length (0 to 1) to the body's half width there, in mm.

    The function goes through `pairs` of (fraction, half width), sorted by fraction. Between two pairs it only grows or
    only shrinks; before the first and after the last it is constant.
    """

    def __init__(self, pairs: Widths) -> None:
        self._u = [u for u, _ in pairs]
        self._w = [w for _, w in pairs]
        slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(pairs)]
        inner = [0.0 if m * n <= 0 else 2 * m * n / (m + n) for m, n in pairwise(slopes)]
        self._slope = [slopes[0], *inner, slopes[-1]]
        # Both sides of one body ask for the same stations.
        self._known: dict[float, float] = {}

    def __call__(self, u: float) -> float:
        """Return half the body's width in mm at the fraction `u` of the body's length (0: start, 1: end)."""
        known = self._known.get(u)
        if known is None:
            known = self._known[u] = self._at(u)
        return known

    def _at(self, u: float) -> float:
        us, ws = self._u, self._w
        if u <= us[0]:
            return ws[0]
        if u >= us[-1]:
            return ws[-1]
        i = bisect_right(us, u) - 1
        h = us[i + 1] - us[i]
        t = (u - us[i]) / h
        rest = 1 - t
        return (
            (1 + 2 * t) * rest * rest * ws[i]
            + t * rest * rest * h * self._slope[i]
            + t * t * (3 - 2 * t) * ws[i + 1]
            - t * t * rest * h * self._slope[i + 1]
        )


class Ribbon:
    """A body of varying width along a curved spine, such as a snake; lengths in mm.

    The spine is a curve through the points `control`. `widths` are pairs of a fraction of the spine's length and the
    half width there. `samples` is the number of points computed between two control points. A place on the body is
    given by `u` and `v`: `u` is the fraction of the spine's length (0 at the first control point, 1 at the last), and
    `v` is the distance from the spine in half widths (1 at the left edge, -1 at the right edge).
    """

    def __init__(self, control: Sequence[Point], widths: Widths, *, samples: int = _SAMPLES) -> None:
        self._points = centripetal(control, samples)
        self._along = [0.0]
        for a, b in pairwise(self._points):
            self._along.append(self._along[-1] + hypot(b[0] - a[0], b[1] - a[1]))
        self.length = self._along[-1]
        self.half_width = WidthCurve(widths)
        # Sides, bands and shades of one body ask for the same stations.
        self._frames: dict[float, tuple[float, float, float, float]] = {}

    def frame(self, u: float) -> tuple[float, float, float, float]:
        """Return x and y of the spine at the fraction `u` of its length, and x and y of the unit vector to its left."""
        found = self._frames.get(u)
        if found is None:
            found = self._frames[u] = self._framed(u)
        return found

    def _framed(self, u: float) -> tuple[float, float, float, float]:
        points, along = self._points, self._along
        t = max(0.0, min(1.0, u)) * self.length
        hi = min(max(bisect_right(along, t), 1), len(along) - 1)
        lo = hi - 1
        a, b = points[lo], points[hi]
        f = (t - along[lo]) / ((along[hi] - along[lo]) or 1e-9)
        before, after = points[max(0, lo - 2)], points[min(len(points) - 1, hi + 2)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        n = hypot(dx, dy) or 1.0
        return a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f, -dy / n, dx / n

    def off(self, u: float, distance_mm: float) -> Point:
        """Return the point `distance_mm` to the left of the spine, at the fraction `u` of its length."""
        x, y, nx, ny = self.frame(u)
        return x + nx * distance_mm, y + ny * distance_mm

    def at(self, u: float, v: float = 0) -> Point:
        """Return the point at the fraction `u` of the body's length, `v` half widths to the left of the spine."""
        return self.off(u, v * self.half_width(u))

    def steps(self, start: float, end: float, step_mm: float = STEP_MM) -> list[float]:
        """Return evenly spaced fractions of the length from `start` to `end`, about `step_mm` apart on the body."""
        n = max(2, round(self.length * abs(end - start) / step_mm))
        return [start + (end - start) * i / n for i in range(n + 1)]

    def _flow(self, us: Sequence[float], distance: Callable[[float], float]) -> list[Segment]:
        """Return the segments of a line along the spine that is `distance(u)` mm to the left of the spine.

        The line goes through the places at the fractions `us` of the length, in this order. Its first segment is an
        `M`, the others are curves.
        """
        tiny = 0.4 / self.length
        frame = self.frame

        def rate(u: float) -> Point:
            before, after = max(0.0, u - tiny), min(1.0, u + tiny)
            (ax, ay, am, an), (bx, by, bm, bn) = frame(before), frame(after)
            near, far, step = distance(before), distance(after), after - before
            return (bx + bm * far - ax - am * near) / step, (by + bn * far - ay - an * near) / step

        here, heading = self.off(us[0], distance(us[0])), rate(us[0])
        path: list[Segment] = [("M", *here)]
        for u, v in pairwise(us):
            there, after = self.off(v, distance(v)), rate(v)
            third = (v - u) / 3
            one = (here[0] + heading[0] * third, here[1] + heading[1] * third)
            two = (there[0] - after[0] * third, there[1] - after[1] * third)
            path.append(("C", *one, *two, *there))
            here, heading = there, after
        return path

    def outline(self, start: float = 0, end: float = 1, *, grow_mm: float = 0, step_mm: float = STEP_MM) -> Outline:
        """Return the body's outline, with round ends, from the fraction `start` to `end` of its length.

        The outline lies `grow_mm` outside the body on all sides, and its points are about `step_mm` apart.
        """
        us = self.steps(start, end, step_mm)

        def half(u: float) -> float:
            return max(_NEVER_THINNER_MM, self.half_width(u) + grow_mm)

        left = self._flow(us, half)
        right = self._flow(us[::-1], lambda u: -half(u))
        return Outline([*left, *self._end(end, half(end), 1), *right[1:], *self._end(start, half(start), -1), ("Z",)])

    def _end(self, u: float, w: float, way: int) -> list[Segment]:
        """Return the two curves of a half circle that rounds the body at the fraction `u` of its length.

        `w` is the radius in mm. With `way` 1 the half circle goes from the left edge to the right one, at the end of
        the body; with -1 it goes from right to left, at the start.
        """
        x, y, nx, ny = self.frame(u)
        side, ahead, k = (nx * way * w, ny * way * w), (way * ny * w, -way * nx * w), QUARTER

        def at(out: float, on: float) -> Point:
            return x + side[0] * out + ahead[0] * on, y + side[1] * out + ahead[1] * on

        return [("C", *at(1, k), *at(k, 1), *at(0, 1)), ("C", *at(-k, 1), *at(-1, k), *at(-1, 0))]

    def band(self, start: float, end: float, v0: float, v1: float, *, step_mm: float = STEP_MM) -> Outline:
        """Return the strip of the body from `start` to `end` along it and from `v0` to `v1` across, with square ends.

        `start` and `end` are fractions of the length; `v0` and `v1` are half widths from the spine, positive to the
        left. Points are about `step_mm` apart.
        """
        us = self.steps(start, end, step_mm)
        return self._strip(us, lambda _: v1, lambda _: v0)

    def side(self, start: float, end: float, v: float, *, step_mm: float = STEP_MM) -> Outline:
        """Return the open line from `start` to `end` (fractions of the length), `v` half widths left of the spine."""
        return Outline(self._flow(self.steps(start, end, step_mm), lambda u: v * self.half_width(u)))

    def shade(self, start: float, end: float, side: int, inner: float, *, taper: float = 0.05) -> Outline:
        """Return a strip along the left edge (`side` 1) or the right edge (`side` -1) of the body.

        The strip is between the fractions `start` and `end` of the length. Its inner line is `inner` half widths away
        from the spine. At `start` the strip has no width, and after the fraction `taper` of the length it has its full
        width.
        """
        edge = 1.0

        def v(u: float) -> float:
            t = max(0.0, min(1.0, (u - start) / taper))
            return side * (edge - (edge - inner) * t * t * (3 - 2 * t))

        return self._strip(self.steps(start, end), lambda _: side * edge, v)

    def _strip(self, us: Sequence[float], near: Callable[[float], float], far: Callable[[float], float]) -> Outline:
        one = self._flow(us, lambda u: near(u) * self.half_width(u))
        two = self._flow(us[::-1], lambda u: far(u) * self.half_width(u))
        return Outline(one).joined(Outline(two)).close()

    def mark(self, u: float, half_length_mm: float, half_width_mm: float) -> Outline:
        """Return a lozenge centred on the spine and bent with the body; its length lies along the body.

        `u` is the place of the centre as a fraction of the spine's length (0: the start, 1: the end).
        """
        step = half_length_mm / self.length
        return poly([self.at(u - step), self.off(u, half_width_mm), self.at(u + step), self.off(u, -half_width_mm)])


Knot = tuple[float, float, bool]
"""A point of a curve: x and y in mm, and whether it is a sharp corner."""


def knots(spec: str) -> list[Knot]:
    """Read the points of a curve from a text such as `0,0 3,2! 5,1`: x and y in mm; `!` marks a sharp corner.

    Raises ValueError for other text.
    """
    out = []
    for word in spec.split():
        x, y = word.rstrip("!").split(",")
        out.append((float(x), float(y), word.endswith("!")))
    return out


def _handles(a: Knot, b: Knot, c: Knot, d: Knot) -> tuple[Point, Point]:
    """Return the two control points of the curve from `b` to `c`.

    `a` is the point before `b`, and `d` the point after `c`. The curve is a centripetal Catmull-Rom curve, which does
    not loop if points are unevenly spaced. If `a` is `b`, the curve begins in a sharp corner or an end; if `d` is `c`,
    it ends in one.
    """
    d1, d2, d3 = (max(1e-6, hypot(q[0] - p[0], q[1] - p[1])) ** 0.5 for p, q in ((a, b), (b, c), (c, d)))

    def handle(before: Knot, here: Knot, there: Knot, back: float) -> Point:
        if before is here:
            return here[0] + (there[0] - here[0]) / 3, here[1] + (there[1] - here[1]) / 3
        near, far, all_of_it = back * back, d2 * d2, 3 * back * (back + d2)
        own = 2 * near + 3 * back * d2 + far
        return (
            (near * there[0] - far * before[0] + own * here[0]) / all_of_it,
            (near * there[1] - far * before[1] + own * here[1]) / all_of_it,
        )

    return handle(a, b, c, d1), handle(d, c, b, d3)


def _through(points: list[Knot], *, closed: bool) -> Outline:
    n = len(points)
    segments: list[Segment] = [("M", points[0][0], points[0][1])]
    for i in range(n if closed else n - 1):
        b, c = points[i], points[(i + 1) % n]
        a = b if b[2] or (not closed and i == 0) else points[i - 1]
        d = c if c[2] or (not closed and i + 2 >= n) else points[(i + 2) % n]
        if a is b and d is c:
            segments.append(("L", c[0], c[1]))
        else:
            one, two = _handles(a, b, c, d)
            segments.append(("C", *one, *two, c[0], c[1]))
    return Outline([*segments, ("Z",)] if closed else segments)


def shape(spec: str) -> Outline:
    """Return the smooth closed outline through the points of `spec`, text that `knots` reads (`0,0 3,2! 5,1`)."""
    return _through(knots(spec), closed=True)


def curve(spec: str) -> Outline:
    """Return the smooth open line through the points of `spec`, text that `knots` reads (`0,0 3,2! 5,1`)."""
    return _through(knots(spec), closed=False)


def sym(spec: str) -> Outline:
    """Return a smooth closed outline that is symmetric about the line x = 0.

    `spec` has the points of the right half, from the top to the foot, as in `0,3 2,1! 0,0` (x and y in mm; `!` marks a
    sharp corner). Its first and last point have x = 0.
    """
    right = knots(spec)
    return _through(right + [(-x, y, corner) for x, y, corner in right[::-1] if x], closed=True)


def tube(spec: str, *widths: tuple[float, float], step: float = 0.8) -> Outline:
    """Return the outline of a body along a curved line, such as `tube("0,0 3,2", (0, .8), (1, .3))`.

    `spec` has the points of the line, as x and y in mm. Each of `widths` is a fraction of the line's length and the
    body's half width there in mm. `step` is the distance between points of the outline in mm.
    """
    return Ribbon([(x, y) for x, y, _ in knots(spec)], widths, samples=10).outline(step_mm=step)


def sliver(p: Point, q: Point, width: float, bow: float = 0.0) -> Outline:
    """Return a thin wedge from the point `p` to the point `q`, which is its tip.

    `width` is the greatest width of the wedge in mm. `bow` is by how many mm the wedge is bent to the left at most (0:
    straight).
    """
    dx, dy = q[0] - p[0], q[1] - p[1]
    n = hypot(dx, dy) or 1e-6
    nx, ny, h = -dy / n, dx / n, width / 2

    def at(t: float, off: float) -> Point:
        return p[0] + dx * t + nx * off, p[1] + dy * t + ny * off

    start = at(0.0, h * 0.55)
    return Outline(
        (
            ("M", *start),
            ("C", *at(0.25, h + bow), *at(0.65, h * 0.7 + bow), *q),
            ("C", *at(0.65, -h * 0.7 + bow), *at(0.25, -h + bow), *at(0.0, -h * 0.55)),
            ("C", *at(-0.03, -h * 0.3), *at(-0.03, h * 0.3), *start),
            ("Z",),
        )
    )
