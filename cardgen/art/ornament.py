"""An ornament for each colour of West, so that prints in grey tell the colours apart.

Red is scales, yellow beads, green harlequin, blue waves, black a weave. They differ in direction, in grain and in
lightness; eight or nine repeats go across a shape of 39 mm, and below 20 mm the grain is two thirds of that. In little
ink the same lines stand on white. A pattern is drawn once for a size, about the origin, and cut by each shape.
"""

from __future__ import annotations

from collections.abc import Callable
from math import pi, sin
from typing import TYPE_CHECKING

from cardgen.art.emblems.burin import sliver
from cardgen.pdf.path import Path, compound, ellipse, lozenge, rect, smooth
from cardgen.pdf.theme import Tone, mix

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink


_SIZES = (20.0, 28.0, 39.0, 60.0, 90.0)  # a pattern is drawn for one of these, so that few are kept in a file


def grain(size: float) -> float:
    """Give how coarse an ornament is on a shape of a size in millimetres: 1 from 39 on, .66 at 20 and below."""
    return 0.66 + 0.34 * min(1.0, max(0.0, (size - 20) / 19))


def draw_ornament(ink: Ink, colour: str, tone: Tone, size: float) -> None:
    """Draw a colour's pattern over a square about the origin; `colour` is one of r y g b k."""
    size = next((one for one in _SIZES if size <= one), size)
    reach = 0.52 * size  # the widest shape is .55 to either side, less its rim
    ink.form(
        ("ornament", colour, round(size, 3)),
        lambda i: _PATTERNS[colour](i, grain(size), tone, reach),
        (-reach - 5, -reach - 5, reach + 5, reach + 5),
    )


def _scales(ink: Ink, f: float, tone: Tone, reach: float) -> None:
    r = 4.0 * f
    across, rows = int(reach / (2 * r)) + 2, int(reach / (0.92 * r)) + 1
    for row in range(-rows, rows + 1):
        y = row * r * 0.92
        xs = [2 * r * i + (r if row % 2 else 0) for i in range(-across, across + 1)]
        xs = [x for x in xs if abs(x) < reach + r]
        rings = compound([ellipse(x, y, r) for x in xs])

        def cuts(*places: float, wide: float, near: float, far: float, xs: list[float] = xs, y: float = y) -> Path:
            return compound(
                [
                    sliver((x + d * 1.35 * r, y - (near - abs(d) * 0.55) * r), (x + d * 0.6 * r, y - far * r), wide * r)
                    for x in xs
                    for d in places
                ]
            )

        if ink.low:
            ink.draw(rings, ink.paper, tone.shade, 0.6)
            ink.draw(cuts(-0.36, 0, 0.36, wide=0.13, near=0.86, far=0.25), tone.shade)
        else:
            ink.draw(rings, tone.base, ink.paper, 1.1)
            ink.draw(cuts(-0.42, -0.21, 0.21, 0.42, wide=0.16, near=0.84, far=0.05), tone.shade)
            ink.draw(cuts(0, wide=0.16, near=0.84, far=0.05), ink.paper)


def _harlequin(ink: Ink, f: float, tone: Tone, reach: float) -> None:
    w, h = 3.1 * f, 4.5 * f
    places = [
        (i * w, j * h, j % 2)
        for i in range(-int(reach / w) - 2, int(reach / w) + 3)
        for j in range(-int(reach / h) - 2, int(reach / h) + 3)
        if (i + j) % 2 == 0 and abs(i * w) < reach + w and abs(j * h) < reach + h
    ]

    def net(odd: int, k: float) -> Path:
        return compound([lozenge(x, y, k * w, k * h) for x, y, is_odd in places if is_odd == odd])

    if ink.low:
        ink.draw(net(0, 1) + net(1, 1), None, tone.shade, 0.45, join="mitre")
        ink.draw(net(1, 0.42), tone.base)
        return
    ink.draw(net(1, 1), tone.base)
    ink.draw(net(1, 0.3), ink.paper)
    ink.draw(net(0, 1), tone.tint)
    ink.draw(net(0, 0.5), tone.base)


def _waves(ink: Ink, f: float, tone: Tone, reach: float) -> None:
    step, high, long = 4.1 * f, 0.95 * f, 8.4 * f
    ends = int(8 * reach / long) + 5

    def crest(y: float, shift: float) -> Path:
        points = [(x * long / 8 + shift, y + high * sin(x * pi / 4)) for x in range(-ends, ends + 1)]
        return smooth(points)

    for k in range(-int(reach / step) - 1, int(reach / step) + 2):
        y, shift = k * step, (long / 2 if k % 2 else 0)
        if ink.low:
            ink.draw(crest(y, shift), None, tone.shade, 0.8)
            ink.draw(crest(y - 0.3 * step, shift), None, tone.shade, 0.3)
            continue
        top, foot = crest(y, shift), crest(y - 0.5 * step, shift)
        ink.draw(top.joined(foot.reverse()).close(), tone.shade)
        ink.draw(top, None, ink.paper, 1.5)
        ink.draw(foot, None, ink.paper, 0.5)


def _beads(ink: Ink, f: float, tone: Tone, reach: float) -> None:
    p = 4.6 * f
    places = [
        (i * p + (p / 2 if j % 2 else 0), j * p * 0.866)
        for j in range(-int(reach / p) - 2, int(reach / p) + 3)
        for i in range(-int(reach / p) - 2, int(reach / p) + 3)
        if abs(i * p + (p / 2 if j % 2 else 0)) < reach + p / 3 and abs(j * p * 0.866) < reach + p / 3
    ]

    def dots(k: float) -> Path:
        return compound([ellipse(x, y, k * p) for x, y in places])

    if ink.low:
        ink.draw(dots(0.27), ink.paper, tone.shade, 0.5)
        ink.draw(dots(0.1), tone.shade)
        return
    ink.draw(dots(0.33), tone.shade)
    ink.draw(dots(0.2), ink.paper)
    ink.draw(dots(0.085), tone.shade)


def _weave(ink: Ink, f: float, tone: Tone, reach: float) -> None:
    p = 4.3 * f
    middle: list[Path] = []
    sides: list[Path] = []
    n = int(reach / p + 0.5)
    for j in range(-n, n + 1):
        for i in range(-n, n + 1):
            for d in (-0.3, 0, 0.3):
                x, y, long, thin = i * p, j * p, 0.98 * p, 0.2 * p
                if (i + j) % 2 == 0:
                    bar = rect(x - long / 2, y + d * p - thin / 2, long, thin)
                else:
                    bar = rect(x + d * p - thin / 2, y - long / 2, thin, long)
                (sides if d else middle).append(bar)
    if ink.low:
        ink.draw(compound(sides + middle), None, tone.shade, 0.3)
        return
    ink.draw(compound(sides), mix(tone.base, ink.paper, 0.3))
    ink.draw(compound(middle), ink.paper)


_PATTERNS: dict[str, Callable[[Ink, float, Tone, float], None]] = {
    "r": _scales,
    "y": _beads,
    "g": _harlequin,
    "b": _waves,
    "k": _weave,
}
