"""Gradients of people's own SVG files: bands of flat colour, or a small picture where they are half transparent."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from cardgen.custom.images.svgrender import Gradient
from cardgen.layout.profile import Matrix
from cardgen.pdf.path import Path, ellipse, poly

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

MOST_BANDS = 64
_STEP = 4 / 255
"""Bands whose colours differ by less than this cannot be told apart in print."""

Band = tuple[Path, str]
Parts = tuple[float, ...]
"""Red, green and blue, and how much is covered where that is told: 0 to 1."""
FINE = 256
"""How many pixels a gradient has along its way; a printer shows no more shades."""


class Ramp(NamedTuple):
    """A gradient as a picture: its pixels, RGBA, and the matrix that lays the unit square (in millimetres) on it."""

    columns: int
    rows: int
    pixels: bytes
    matrix: Matrix

    def draw(self, ink: Ink) -> None:
        """Draw it; it reaches over all that it is clipped to."""
        from PIL import Image
        from reportlab.lib.utils import ImageReader

        image = Image.frombytes("RGBA", (self.columns, self.rows), self.pixels)
        with ink.moved(self.matrix):
            ink.picture(ImageReader(image), 1, 1)


def ramp(shape: Gradient, colours: Sequence[Parts], to_mm: Matrix) -> Ramp:
    """Make a picture of a gradient whose colours (RGBA) are half transparent somewhere.

    It covers the box of the shape; `to_mm` takes the shape's coordinates to millimetres.
    """
    shades = [
        bytes(round(255 * max(0.0, min(1.0, part))) for part in _at(number / (FINE - 1), shape.stops, colours))
        for number in range(FINE)
    ]
    return (_linear if shape.radius is None else _radial)(shape, shades, to_mm)


def _radial(shape: Gradient, shades: Sequence[bytes], to_mm: Matrix) -> Ramp:
    left, bottom, right, top = shape.box
    (x0, y0), r = shape.start, shape.radius or 1e-9
    wide, high = (right - left) / FINE, (top - bottom) / FINE
    pixels = b"".join(
        shades[min(FINE - 1, int(hypot(left + (i + 0.5) * wide - x0, top - (j + 0.5) * high - y0) / r * FINE))]
        for j in range(FINE)
        for i in range(FINE)
    )
    return Ramp(FINE, FINE, pixels, _laid(to_mm, (left, bottom), (right - left, 0), (0, top - bottom)))


def _linear(shape: Gradient, shades: Sequence[bytes], to_mm: Matrix) -> Ramp:
    left, bottom, right, top = shape.box
    (x0, y0), (x1, y1) = shape.start, shape.end
    length = hypot(x1 - x0, y1 - y0)
    along = ((x1 - x0) / length, (y1 - y0) / length) if length else (1.0, 0.0)
    corners = [(x, y) for x in (left, right) for y in (bottom, top)]
    ways = [(x - x0) * along[0] + (y - y0) * along[1] for x, y in corners]
    sides = [-(x - x0) * along[1] + (y - y0) * along[0] for x, y in corners]
    start, end, low, high = min(ways), max(ways), min(sides), max(sides)
    columns = 4 * FINE
    step = (end - start) / columns

    def share(column: int) -> float:
        return (start + (column + 0.5) * step) / length if length else 1.0

    pixels = b"".join(shades[round(max(0.0, min(1.0, share(i))) * (FINE - 1))] for i in range(columns))
    corner = (x0 + along[0] * start - along[1] * low, y0 + along[1] * start + along[0] * low)
    wide, high = end - start, high - low
    across, up = (along[0] * wide, along[1] * wide), (-along[1] * high, along[0] * high)
    return Ramp(columns, 1, pixels, _laid(to_mm, corner, across, up))


def _laid(to_mm: Matrix, corner: tuple[float, float], across: tuple[float, float], up: tuple[float, float]) -> Matrix:
    """Return the matrix that lays the unit square on a corner and two sides of a shape."""
    a, b, c, d, e, f = to_mm
    x, y = corner
    return (
        a * across[0] + c * across[1], b * across[0] + d * across[1],
        a * up[0] + c * up[1], b * up[0] + d * up[1],
        a * x + c * y + e, b * x + d * y + f,
    )  # fmt: skip


def bands(shape: Gradient, colours: Sequence[Parts]) -> Iterator[Band]:
    """Yield what to paint over a gradient's shape, one after the other, in its own coordinates: each covers the rest.

    `colours` are its stops' red, green and blue (0 to 1).
    """
    left, bottom, right, top = shape.box
    stops = shape.stops
    apart = max(
        (abs(a - b) for pair in itertools.pairwise(colours) for a, b in zip(*pair, strict=True)),
        default=0.0,
    )
    count = max(1, min(MOST_BANDS, round(len(colours) * apart / _STEP)))
    far = hypot(right - left, top - bottom) + 1.0
    whole = poly([(left - 1, bottom - 1), (right + 1, bottom - 1), (right + 1, top + 1), (left - 1, top + 1)])
    if shape.radius is not None:
        yield whole, _spelt(_at(1.0, stops, colours))
        for band in range(count, 0, -1):
            yield ellipse(*shape.start, shape.radius * band / count), _spelt(_at((band - 0.5) / count, stops, colours))
        return
    (x0, y0), (x1, y1) = shape.start, shape.end
    length = hypot(x1 - x0, y1 - y0)
    yield whole, _spelt(_at(0.0 if length else 1.0, stops, colours))
    if not length:
        return
    along = ((x1 - x0) / length, (y1 - y0) / length)
    reach = far + hypot(x0 - (left + right) / 2, y0 - (bottom + top) / 2) + length
    for band in range(count):
        start = length * band / count
        near = (x0 + along[0] * start, y0 + along[1] * start)
        end = (near[0] + along[0] * reach, near[1] + along[1] * reach)
        side = (-along[1] * reach, along[0] * reach)
        corners = [
            (near[0] + side[0], near[1] + side[1]), (end[0] + side[0], end[1] + side[1]),
            (end[0] - side[0], end[1] - side[1]), (near[0] - side[0], near[1] - side[1]),
        ]  # fmt: skip
        yield poly(corners), _spelt(_at((band + 0.5) / count, stops, colours))
    last = (x1 + along[0] * reach, y1 + along[1] * reach)
    side = (-along[1] * reach, along[0] * reach)
    yield (
        poly([(x1 + side[0], y1 + side[1]), (last[0] + side[0], last[1] + side[1]),
              (last[0] - side[0], last[1] - side[1]), (x1 - side[0], y1 - side[1])]),
        _spelt(_at(1.0, stops, colours)),
    )  # fmt: skip


def _at(share: float, stops: Sequence[float], colours: Sequence[Parts]) -> Parts:
    """Return the colour at a share of the way."""
    after = bisect_right(stops, share)
    if after == 0:
        return colours[0]
    if after == len(stops):
        return colours[-1]
    before, beyond = stops[after - 1], stops[after]
    t = (share - before) / (beyond - before) if beyond > before else 1.0
    return tuple(a + (b - a) * t for a, b in zip(colours[after - 1], colours[after], strict=True))


def _spelt(colour: Parts) -> str:
    return "#" + "".join(f"{round(255 * max(0.0, min(1.0, part))):02X}" for part in colour)
