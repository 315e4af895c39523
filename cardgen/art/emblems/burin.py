"""Tools of the emblems: a black block, and the cream cuts that a burin leaves in it, from thick to thin.

A `Block` is about 16 mm across, its centre the origin; what is drawn lies within 8.6 mm of it. It is drawn in four
stages: the silhouette (`ink`), the large whites (`cut`), the edges within (`line`, `lift`) and the light that dies away
from one side (`rake`, `ticks`, `rows`), with one red accent at most. Points are written `"x,y x,y! …"`, a `!` marking a
corner. No cut is thinner than 0.25 mm where an emblem is 12 mm high.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import accumulate, pairwise
from math import cos, hypot, radians, sin
from typing import Literal, NamedTuple

from cardgen.art.ribbon import Ribbon
from cardgen.pdf.path import Outline, Point, Segment, compound, ellipse

Paint = Literal["ink", "ground", "accent"]
Knot = tuple[float, float, bool]


class Cut(NamedTuple):
    """A path that is filled, or drawn as a line where `line_pt` is given; only inside `clip` where that is given."""

    path: Outline
    paint: Paint = "ink"
    line_pt: float = 0
    evenodd: bool = False
    clip: Outline | None = None


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


def scalloped(x: float, y: float, rx: float, ry: float, waves: int, by: float) -> Outline:
    """Make an ellipse with a scalloped edge, its waves `by` high."""
    points = []
    for k in range(2 * waves):
        a, out = radians(180 / waves * k), by * (k % 2)
        points.append((x + (rx + out) * cos(a), y + (ry + out) * sin(a), False))
    return _through(points, closed=True)


class _Way:
    """A path walked along: points at shares of its length."""

    def __init__(self, path: Outline, steps: int = 8) -> None:
        points = path.corners(steps)
        self._points = points
        self._along = [0.0, *accumulate(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))]

    def at(self, share: float) -> Point:
        goal = share * self._along[-1]
        i = min(max(1, bisect_left(self._along, goal)), len(self._points) - 1)
        (x, y), (x1, y1) = self._points[i - 1], self._points[i]
        rest = (goal - self._along[i - 1]) / ((self._along[i] - self._along[i - 1]) or 1)
        return x + (x1 - x) * rest, y + (y1 - y) * rest


@cache
def _way(spec: str) -> _Way:
    return _Way(curve(spec))


class Block:
    """A wood block to cut; `marks` is what has been done to it, in its order."""

    def __init__(self) -> None:
        self.marks: list[Cut] = []
        self._clip: Outline | None = None

    def _fill(self, path: Outline, paint: Paint, *, evenodd: bool = False) -> None:
        self.marks.append(Cut(path, paint, 0, evenodd, self._clip))

    def _stroke(self, path: Outline, paint: Paint, width_pt: float) -> None:
        self.marks.append(Cut(path, paint, width_pt, False, self._clip))

    def ink(self, *shapes: Outline, evenodd: bool = False) -> None:
        """Leave black."""
        for one in shapes:
            self._fill(one, "ink", evenodd=evenodd)

    def cut(self, *shapes: Outline, evenodd: bool = False) -> None:
        """Cut away."""
        for one in shapes:
            self._fill(one, "ground", evenodd=evenodd)

    def red(self, *shapes: Outline) -> None:
        """Leave for the one accent."""
        for one in shapes:
            self._fill(one, "accent")

    def red_line(self, path: Outline, width_pt: float = 0.9) -> None:
        """Draw a line of the accent."""
        self._stroke(path, "accent", width_pt)

    def pen(self, path: Outline, width_pt: float = 0.8) -> None:
        """Draw a black line."""
        self._stroke(path, "ink", width_pt)

    def line(self, path: Outline, width_pt: float = 0.7) -> None:
        """Cut a line."""
        self._stroke(path, "ground", width_pt)

    def lift(self, outline: Outline, width_pt: float = 1.5) -> None:
        """Put a black shape over another, with a cut edge of half that width between them."""
        self._stroke(outline, "ground", width_pt)
        self._fill(outline, "ink")

    @contextmanager
    def within(self, outline: Outline) -> Iterator[None]:
        """End all cuts at a shape's edge."""
        before, self._clip = self._clip, outline
        try:
            yield
        finally:
            self._clip = before

    def rake(
        self, lit: str, far: str, n: int, width: float = 0.34, last: float | None = None, *,
        bow: float = 0.0, start: float = 0.0, end: float = 1.0, reach: float = 1.0, ink: bool = False,
    ) -> None:  # fmt: skip
        """Cut `n` wedges from a lit line towards another, `width` to `last` wide: light that dies away."""
        a, b, last = _way(lit), _way(far), width if last is None else last
        wedges = []
        for k in range(n):
            share = start + (end - start) * (k + 0.5) / n
            p, q = a.at(share), b.at(share)
            long = reach * (1 - 0.16 * (k % 2))
            q = (p[0] + (q[0] - p[0]) * long, p[1] + (q[1] - p[1]) * long)
            wedges.append(sliver(p, q, width + (last - width) * k / max(1, n - 1), bow))
        self._fill(compound(wedges), "ink" if ink else "ground")

    def ticks(
        self, line: str, n: int, long: float, width: float = 0.3, *,
        turn: float = 0.0, ink: bool = False, start: float = 0.02, end: float = 0.98,
    ) -> None:  # fmt: skip
        """Cut `n` short wedges on a line, to its left and turned by degrees: fur, hems, grass."""
        way, wedges = _way(line), []
        c, s = cos(radians(90 + turn)), sin(radians(90 + turn))
        for k in range(n):
            share = start + (end - start) * k / max(1, n - 1)
            p, ahead, back = way.at(share), way.at(min(1, share + 0.01)), way.at(max(0, share - 0.01))
            dx, dy = ahead[0] - back[0], ahead[1] - back[1]
            reach = long * (1 - 0.25 * (k % 2)) / (hypot(dx, dy) or 1)
            wedges.append(sliver(p, (p[0] + (dx * c - dy * s) * reach, p[1] + (dx * s + dy * c) * reach), width))
        self._fill(compound(wedges), "ink" if ink else "ground")

    def rows(self, x0: float, y0: float, x1: float, y1: float, dx: float, dy: float, r: float = 0.5) -> None:
        """Cut staggered crescents from the top (y0) down to y1: feathers, scales, tiles."""
        crescents, y, k = [], y0, 0
        one = Outline().move(-r, r * 0.35).curve(-r * 0.8, -r * 0.85, r * 0.8, -r * 0.85, r, r * 0.35)
        one = one.curve(r * 0.5, -r * 0.15, -r * 0.5, -r * 0.15, -r, r * 0.35).close()
        while y >= y1:
            x = x0 + (dx / 2 if k % 2 else 0)
            while x <= x1:
                crescents.append(one.at(x, y))
                x += dx
            y, k = y - dy, k + 1
        self._fill(compound(crescents), "ground")

    def eye(
        self, x: float, y: float, r: float = 0.55, pupil: float = 0.5, look: tuple[float, float] = (0.15, 0.1)
    ) -> None:
        """Cut a disc with a pupil that looks some way."""
        self.cut(ellipse(x, y, r))
        self.ink(ellipse(x + look[0] * r, y + look[1] * r, r * pupil))

    def shelf(self, y: float = -7.2, half: float = 6.6) -> None:
        """Leave the ground line under what stands: two wedges from the middle."""
        self.ink(sliver((0, y), (half, y), 0.5), sliver((0, y), (-half, y), 0.5))
