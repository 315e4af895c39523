"""Gradients of people's own SVG files as bands of flat colour: no shading and no transparency comes to a print shop."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from math import hypot
from typing import Any

from cardgen.art.path import Path, ellipse, poly

MOST_BANDS = 64
_STEP = 4 / 255
"""Bands whose colours differ by less than this cannot be told apart in print."""

Band = tuple[Path, str]
Parts = tuple[float, float, float]


def bands(shape: Any, colours: Sequence[Parts]) -> Iterator[Band]:
    """Yield what to paint over a gradient's shape, one after the other, in its own coordinates: each covers the rest.

    `shape` is svglib's, `colours` are its stops' red, green and blue (0 to 1).
    """
    stops = [max(0.0, min(1.0, float(stop))) for stop in shape._positions]  # noqa: SLF001
    left, bottom, right, top = shape.getBounds()
    apart = max(
        (abs(a - b) for pair in itertools.pairwise(colours) for a, b in zip(*pair, strict=True)),
        default=0.0,
    )
    count = max(1, min(MOST_BANDS, round(len(colours) * apart / _STEP)))
    far = hypot(right - left, top - bottom) + 1.0
    whole = poly([(left - 1, bottom - 1), (right + 1, bottom - 1), (right + 1, top + 1), (left - 1, top + 1)])
    if hasattr(shape, "_r"):
        yield whole, _spelt(_at(1.0, stops, colours))
        for band in range(count, 0, -1):
            middle = (shape._cx, shape._cy)  # noqa: SLF001
            yield (
                ellipse(*middle, shape._r * band / count),  # noqa: SLF001
                _spelt(_at((band - 0.5) / count, stops, colours)),
            )
        return
    x0, y0, x1, y1 = (float(v) for v in (shape._x0, shape._y0, shape._x1, shape._y1))  # noqa: SLF001
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
    red, green, blue = (a + (b - a) * t for a, b in zip(colours[after - 1], colours[after], strict=True))
    return red, green, blue


def _spelt(colour: Parts) -> str:
    return "#" + "".join(f"{round(255 * max(0.0, min(1.0, part))):02X}" for part in colour)
