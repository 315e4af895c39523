"""Curves through points, wedges, and bodies: a spine with a width that changes along it, for lizards and horns.

The spine of a body (`Ribbon`) is a centripetal Catmull-Rom curve through a few control points (it neither loops nor
overshoots, however unevenly they lie). The half width is given at some fractions `u` of the length and interpolated
monotonely between them, so it bulges nowhere else. The outline is the spine offset to both sides at even steps,
written as cubics that have the true direction at every step, with round ends. Markings are placed in *body
coordinates*, `u` along and `v` across (-1 to 1, in half widths), so they bend and shrink with the body.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import hypot

from cardgen.pdf.path import QUARTER, Outline, Point, Segment, poly

Widths = Sequence[tuple[float, float]]

STEP_MM = 2.2
_SAMPLES = 24
_NEVER_THINNER_MM = 0.02


def _between(p: Point, q: Point, start: float, end: float, t: float) -> Point:
    left, right = (end - t) / (end - start), (t - start) / (end - start)
    return left * p[0] + right * q[0], left * p[1] + right * q[1]


def centripetal(control: Sequence[Point], samples: int = _SAMPLES) -> list[Point]:
    """Sample the centripetal Catmull-Rom curve through the control points, `samples` to a piece."""
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
    """A half width for every fraction of the length, through the given pairs and monotone between them."""

    def __init__(self, pairs: Widths) -> None:
        self._u = [u for u, _ in pairs]
        self._w = [w for _, w in pairs]
        slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(pairs)]
        inner = [0.0 if m * n <= 0 else 2 * m * n / (m + n) for m, n in pairwise(slopes)]
        self._slope = [slopes[0], *inner, slopes[-1]]
        # Both sides of one body ask for the same stations.
        self._known: dict[float, float] = {}

    def __call__(self, u: float) -> float:
        """Give the half width at `u`."""
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
    """A body along a spine; `u` runs from 0 (the first control point) to 1."""

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
        """Give the spine's point at `u` and the unit normal there, to the left of the way from 0 to 1."""
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
        """Give the point `distance_mm` to the left of the spine at `u`."""
        x, y, nx, ny = self.frame(u)
        return x + nx * distance_mm, y + ny * distance_mm

    def at(self, u: float, v: float = 0) -> Point:
        """Give the point at body coordinates (u, v)."""
        return self.off(u, v * self.half_width(u))

    def steps(self, start: float, end: float, step_mm: float = STEP_MM) -> list[float]:
        """List even stations from `start` to `end`, about `step_mm` apart."""
        n = max(2, round(self.length * abs(end - start) / step_mm))
        return [start + (end - start) * i / n for i in range(n + 1)]

    def _flow(self, us: Sequence[float], distance: Callable[[float], float]) -> list[Segment]:
        """Follow the spine at a distance to its left as cubics, each with the true direction at both its ends."""
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
        """Draw the closed outline between two stations, with round ends, `grow_mm` wider all round."""
        us = self.steps(start, end, step_mm)

        def half(u: float) -> float:
            return max(_NEVER_THINNER_MM, self.half_width(u) + grow_mm)

        left = self._flow(us, half)
        right = self._flow(us[::-1], lambda u: -half(u))
        return Outline([*left, *self._end(end, half(end), 1), *right[1:], *self._end(start, half(start), -1), ("Z",)])

    def _end(self, u: float, w: float, way: int) -> list[Segment]:
        """Round off one end with a half circle, turning from the left side to the right one (`way` 1) or back."""
        x, y, nx, ny = self.frame(u)
        side, ahead, k = (nx * way * w, ny * way * w), (way * ny * w, -way * nx * w), QUARTER

        def at(out: float, on: float) -> Point:
            return x + side[0] * out + ahead[0] * on, y + side[1] * out + ahead[1] * on

        return [("C", *at(1, k), *at(k, 1), *at(0, 1)), ("C", *at(-k, 1), *at(-1, k), *at(-1, 0))]

    def band(self, start: float, end: float, v0: float, v1: float, *, step_mm: float = STEP_MM) -> Outline:
        """Draw the strip between two heights `v` of the body, square at its ends."""
        us = self.steps(start, end, step_mm)
        return self._strip(us, lambda _: v1, lambda _: v0)

    def side(self, start: float, end: float, v: float, *, step_mm: float = STEP_MM) -> Outline:
        """Draw the open line along the body at height `v`."""
        return Outline(self._flow(self.steps(start, end, step_mm), lambda u: v * self.half_width(u)))

    def shade(self, start: float, end: float, side: int, inner: float, *, taper: float = 0.05) -> Outline:
        """Draw a strip along one edge (side 1 is the left), which comes out of the edge over the length `taper`."""
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
        """Draw a lozenge on the spine, bent with it."""
        step = half_length_mm / self.length
        return poly([self.at(u - step), self.off(u, half_width_mm), self.at(u + step), self.off(u, -half_width_mm)])


Knot = tuple[float, float, bool]


def knots(spec: str) -> list[Knot]:
    """Read `x,y x,y! …`: the points of a curve, `!` marking corners. Raises ValueError for anything else."""
    out = []
    for word in spec.split():
        x, y = word.rstrip("!").split(",")
        out.append((float(x), float(y), word.endswith("!")))
    return out


def _handles(a: Knot, b: Knot, c: Knot, d: Knot) -> tuple[Point, Point]:
    """Give the handles of the piece from b to c: centripetal, so uneven points neither loop nor bulge."""
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
    """Make a closed outline through points."""
    return _through(knots(spec), closed=True)


def curve(spec: str) -> Outline:
    """Make an open line through points."""
    return _through(knots(spec), closed=False)


def sym(spec: str) -> Outline:
    """Make a closed outline from its right half, from the top of the axis to its foot; the ends lie on x = 0."""
    right = knots(spec)
    return _through(right + [(-x, y, corner) for x, y, corner in right[::-1] if x], closed=True)


def tube(spec: str, *widths: tuple[float, float], step: float = 0.8) -> Outline:
    """Make a body along a line from its half widths: `tube("0,0 3,2", (0, .8), (1, .3))`."""
    return Ribbon([(x, y) for x, y, _ in knots(spec)], widths, samples=10).outline(step_mm=step)


def sliver(p: Point, q: Point, width: float, bow: float = 0.0) -> Outline:
    """Make a wedge from p (blunt, `width` wide) to q (a point), bent to its left by `bow`."""
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
