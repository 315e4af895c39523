"""Drawings in memory: marks, and gradients among them, that any ink can draw.

In our own drawings colours stand for roles, which `SCREEN` lists. Whoever draws such a drawing chooses a colour for
each role.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from cardgen.layout import IDENTITY, Matrix
from cardgen.pdf import type as fonts
from cardgen.pdf.ink import Ink
from cardgen.pdf.path import Cap, Join, Outline, ellipse, rect
from cardgen.pdf.theme import Colour as Shade

SCREEN: Mapping[str, Shade] = {
    "ink": "#221F2B",
    "ground": "#F7E3B0",
    "red": "#D0331F",
    "main": "#1F6FB5",
    "shade": "#12477A",
    "second": "#3A3546",
    "metal": "#F2B705",
    "pale": "#FBF7EF",
    "halo": "#FCEBB6",
    "leaf": "#0B8A5B",
    "sign": "#8F1D12",
    "hair": "#B07F00",
    "strands": "#06573A",
    "trim": "#C9DDEE",
    "white": "#FFFFFF",
}
"""The roles of drawings, and the colour that each has on screens; any other colour is printed as it is."""

ROLES = {colour: role for role, colour in SCREEN.items()}
"""The role that each colour of `SCREEN` stands for."""

Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""


class Mark(NamedTuple):
    """A step of a drawing: a painted path, a line of text, or a group of marks.

    `fill` and `stroke` are colours (`#RRGGBB`) or None. `width_pt` is the width of the line in points; `cap`, `join`,
    `dash` (lengths of dashes and gaps in points) and `evenodd` (the fill rule, else nonzero) are as in `Ink.draw`.
    `font` and `size_pt` (points) are those of `text`, and `matrix` maps the text's coordinates to the drawing's.
    `inside` has the marks of a group, which are clipped to `path` if the group has one. `covers` is the opacity of fill
    and of stroke (0 to 1), or in a group without a path that of the group. `ramp` is a gradient with transparency that
    fills the path.

    In our drawings, `way` and `solid` say what changes if ink is saved. With the `way` "flat", the path is then white
    with an outline; with "tint", it is only an outline. A mark with "low" is drawn only if ink is saved, one with
    "full" only if it is not; "" changes nothing. If `solid` is true, the outline is then black, or, if there is no
    outline, the area.
    """

    path: Outline | None = None
    fill: str | None = None
    stroke: str | None = None
    width_pt: float = 0.5
    cap: Cap = "butt"
    join: Join = "mitre"
    dash: tuple[float, ...] = ()
    evenodd: bool = False
    text: str = ""
    font: str = fonts.SANS
    size_pt: float = 0
    matrix: Matrix = IDENTITY
    inside: tuple[Mark, ...] = ()
    covers: tuple[float, float] = (1.0, 1.0)
    ramp: Ramp | None = None
    way: str = ""
    solid: bool = False

    @property
    def role(self) -> str:
        """The role (see `SCREEN`) of the fill's colour, or without a fill of the stroke's; "" for none."""
        return ROLES.get(self.fill or self.stroke or "", "")

    @property
    def see_through(self) -> bool:
        """Whether any part of the mark is partly transparent."""
        return self.covers != (1, 1) or self.ramp is not None or any(mark.see_through for mark in self.inside)


class Slot(NamedTuple):
    """A named place in a drawing, for words or for another drawing.

    (`x`, `y`) is the middle of the place, with y up. Lengths are in mm. The place is turned by `turn` degrees
    anticlockwise. `ground` is the role (see `SCREEN`) of the colour behind it.
    """

    x: float
    y: float
    width: float
    height: float
    turn: float
    ground: str


class Vector:
    """A drawing read from the SVG file `path`; two drawings are equal only if they are the same object.

    `width_mm` and `height_mm` are its size, `marks` its content. `left_out` names the features of the file that are not
    drawn, `title` says what the drawing shows ("" if the file does not), and `slots` are its named places by name.
    `see_through` is true if a part is partly transparent.
    """

    def __init__(
        self, path: Path, width_mm: float, height_mm: float, marks: tuple[Mark, ...], left_out: tuple[str, ...] = (),
        title: str = "", slots: Mapping[str, Slot] | None = None,
    ) -> None:  # fmt: skip
        self.path = path
        self.width_mm = width_mm
        self.height_mm = height_mm
        self.marks = marks
        self.left_out = left_out
        self.title = title
        self.slots = slots or {}
        self.see_through = any(mark.see_through for mark in marks)

    def draw(self, ink: Ink, paints: Mapping[str, Shade] | None = None) -> None:
        """Draw the drawing, with its origin at the origin of `ink`.

        In a user's own picture, the origin is the lower left corner. `paints` maps roles to colours; a role that is
        missing has its colour of `SCREEN`. A drawing with transparency must not get onto a print shop's page.
        """
        colours = {SCREEN[role]: colour for role, colour in (paints or {}).items()}
        if self.see_through:
            self._as_one(ink, self.marks, (), colours)
        else:
            self._marks(ink, self.marks, (), colours)

    def _as_one(self, ink: Ink, marks: tuple[Mark, ...], where: tuple[int, ...], colours: Mapping[str, Shade]) -> None:
        key = ("see-through", self, where) if where else ("see-through", self)
        box = 0.0, 0.0, self.width_mm, self.height_mm
        ink.form(key, lambda pen: self._marks(pen, marks, where, colours), box, see_through=True)

    def _marks(self, ink: Ink, marks: tuple[Mark, ...], where: tuple[int, ...], colours: Mapping[str, Shade]) -> None:
        for number, mark in enumerate(marks):
            if mark.covers == (1, 1):
                self._mark(ink, mark, (*where, number), colours)
            else:
                with ink.covering(*mark.covers):
                    self._mark(ink, mark, (*where, number), colours)

    def _mark(self, ink: Ink, mark: Mark, where: tuple[int, ...], colours: Mapping[str, Shade]) -> None:
        if mark.path is not None and (mark.inside or mark.ramp):
            with ink.clip(mark.path, evenodd=mark.evenodd):
                if mark.inside:
                    self._marks(ink, mark.inside, where, colours)
                elif mark.ramp:
                    mark.ramp.draw(ink)
            return
        fill, stroke = colours.get(mark.fill or "", mark.fill), colours.get(mark.stroke or "", mark.stroke)
        if ink.low and mark.solid:
            fill, stroke = (fill, ink.black) if stroke else (ink.black, stroke)
        if mark.inside:
            self._as_one(ink, mark.inside, where, colours)
        elif mark.text:
            with ink.moved(mark.matrix):
                ink.text(0, 0, mark.text, mark.font, mark.size_pt, fill)
        elif mark.path is None or mark.way == ("full" if ink.low else "low"):
            return
        elif mark.way in ("flat", "tint"):
            (ink.flat if mark.way == "flat" else ink.tint)(mark.path, fill or ink.paper, mark.width_pt, join=mark.join)
        else:
            ink.draw(
                mark.path, fill, stroke, mark.width_pt,
                cap=mark.cap, join=mark.join, dash=mark.dash, evenodd=mark.evenodd,
            )  # fmt: skip


# --- gradients: bands of colour, or a picture where they are half transparent

MOST_BANDS = 64
_STEP = 4 / 255
"""Bands whose colours differ by less than this cannot be told apart in print."""
FINE = 256
"""How many pixels a gradient has along its way; a printer shows no more shades."""

Colour = tuple[float, float, float, float]
"""Red, green and blue, and how much is covered: 0 to 1."""


class Gradient(NamedTuple):
    """A gradient between colours, linear or radial, in units of its own.

    Each of `stops` (positions from 0 to 1, ascending) has the colour with the same index in `colours`. If `focus` is
    None, the gradient is linear, from x = 0 to x = 1. Otherwise it is radial, from the point `focus` to the unit
    circle. `matrix` maps its units to mm.
    """

    stops: tuple[float, ...]
    colours: tuple[Colour, ...]
    focus: tuple[float, float] | None
    matrix: Matrix

    @property
    def fades(self) -> bool:
        """Whether any colour of the gradient is partly transparent."""
        return any(colour[3] < 1 for colour in self.colours)

    def at(self, way: float) -> Colour:
        """Return the colour at the position `way` along the gradient, from 0 (its start) to 1 (its end)."""
        after = bisect_right(self.stops, way)
        if after in (0, len(self.stops)):
            return self.colours[-1 if after else 0]
        before, beyond = self.stops[after - 1], self.stops[after]
        t = (way - before) / (beyond - before)
        a, b, c, d = (p + (q - p) * t for p, q in zip(self.colours[after - 1], self.colours[after], strict=True))
        return a, b, c, d


class Ramp(NamedTuple):
    """A gradient as a picture: RGBA pixels, top row first, and the matrix from the unit square to its place in mm."""

    columns: int
    rows: int
    pixels: bytes
    matrix: Matrix

    def draw(self, ink: Ink) -> None:
        """Draw the picture at its place; the caller clips it to the shape that it fills."""
        from PIL import Image
        from reportlab.lib.utils import ImageReader

        image = Image.frombytes("RGBA", (self.columns, self.rows), self.pixels)
        with ink.moved(self.matrix):
            ink.picture(ImageReader(image), 1, 1)


def ramp(shape: Gradient, box: Box) -> Ramp:
    """Return the gradient `shape` as a picture of the area `box`, which is in the gradient's units."""
    left, bottom, right, top = box
    shades = [bytes(round(255 * part) for part in shape.at(number / (FINE - 1))) for number in range(FINE)]
    columns, rows = (FINE, FINE) if shape.focus else (4 * FINE, 1)
    xs = [left + (i + 0.5) * (right - left) / columns for i in range(columns)]
    ys = [top - (j + 0.5) * (top - bottom) / rows for j in range(rows)]
    ways: Iterator[float] = iter(xs)
    if shape.focus:  # how far the circle that goes through a point has grown from the focus to the unit circle
        f, g = shape.focus
        whole = 1 - f * f - g * g
        starts = [(x - f, y - g) for y in ys for x in xs]
        along = ((x, y, f * x + g * y) for x, y in starts)
        ways = ((a + sqrt(a * a + whole * (x * x + y * y))) / whole for x, y, a in along)
    pixels = b"".join(shades[min(FINE - 1, int(max(0.0, way) * FINE))] for way in ways)
    return Ramp(columns, rows, pixels, times(shape.matrix, (right - left, 0.0, 0.0, top - bottom, left, bottom)))


def bands(shape: Gradient, box: Box) -> Iterator[tuple[Outline, str]]:
    """Yield outlines and their colours (`#RRGGBB`) that together show a gradient without transparency.

    They cover `box` (left, bottom, right, top) if they are painted in this order, later ones over earlier ones. Box and
    outlines are in the gradient's units.
    """
    left, bottom, right, top = box
    apart = max(abs(a - b) for pair in pairwise(shape.colours) for a, b in zip(*pair, strict=True))
    count = max(1, min(MOST_BANDS, round(len(shape.colours) * apart / _STEP)))
    wide, high = right - left, top - bottom
    yield rect(left - wide, bottom - high, 3 * wide, 3 * high), spelt(shape.at(1.0 if shape.focus else 0.0))
    for band in range(count, 0, -1) if shape.focus else range(count + 1):
        t = band / count
        if shape.focus:
            x, y = shape.focus
            yield ellipse(x * (1 - t), y * (1 - t), t), spelt(shape.at(t - 0.5 / count))
        elif t < right:
            yield rect(t, bottom - high, right + wide - t, 3 * high), spelt(shape.at(t + 0.5 / count))


def times(one: Matrix, other: Matrix) -> Matrix:
    """Return the product of two matrices: `other` is applied first."""
    a, b, c, d, e, f = one
    p, q, r, s, t, u = other
    return a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f


def spelt(colour: Sequence[float]) -> str:
    """Return a colour as `#RRGGBB`; its parts are from 0 to 1, and the fourth, its opacity, is left out."""
    return "#" + "".join(f"{round(255 * part):02X}" for part in colour[:3])
