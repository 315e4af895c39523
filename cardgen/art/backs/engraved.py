"""Backs with little ink beside faces in full: each game's back as an engraving in its own colours on a white ground.

Solid ground becomes line: hatching that thins out where a colour lay, contours where it met another, solids only in
medallions and studs. A fifth of the card is inked, where a full back inks two thirds. All are the same turned by half.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, hypot, radians, sin
from typing import TYPE_CHECKING

from cardgen.art.backs.field import Extent, paint, twice
from cardgen.art.backs.figures import net
from cardgen.art.chip import blocks_path
from cardgen.art.emblems.burin import sliver
from cardgen.art.eye import draw_eye
from cardgen.art.mouth import HEIGHT, draw_mouth, draw_rays
from cardgen.art.shapes import CIRCLE, HEART, PATHS, TRIANGLE
from cardgen.pdf.path import POINTS_PER_MM, Path, arc, ellipse, lozenge, poly, rect, segment
from cardgen.pdf.theme import WHITE, mix

if TYPE_CHECKING:
    from cardgen.pdf.drawing import Size
    from cardgen.pdf.ink import Ink


def draw_engraved(ink: Ink, size: Size, name: str) -> None:
    """Draw the back of this name (harlequin, scales, weave, split or chips) as an engraving."""

    def scaled(ink: Ink, field: Extent) -> None:
        k = field.k
        with ink.at(0, 0, 0, k):
            _BACKS[name](ink, Extent(field.half_w / k, field.half_h / k, field.width / k, field.height / k, 1.0))

    paint(ink, size, f"engraved {name}", WHITE, scaled)


def _milled(ink: Ink, rim: Path, half: Path) -> None:
    """Mill a rim like a coin's; half of it is drawn and turned, so that the dashes are the same from either end."""
    with ink.clip(rim):
        twice(
            ink,
            lambda i: i.draw(half, None, i.black, 2 * POINTS_PER_MM, dash=(0.7, 1.9), join="bevel", cap="butt"),
        )


def _harlequin(ink: Ink, field: Extent) -> None:
    w, h, middle = net(field.width, field.height)
    red, black = ink.palette.red.base, ink.black
    columns, rows = int(field.half_w / w) + 1, int(field.half_h / h) + 1
    studs: list[Path] = []
    for j in range(-rows, rows + 1):
        for i in range(-columns, columns + 1):
            x, y, off = i * w, j * h, abs(i) + abs(j)
            if (i + j) % 2:
                if off > middle - 0.1:
                    studs.append(ellipse(x, y, 0.6))
                continue
            if off < middle - 0.5:
                continue
            colour = black if j % 2 else red
            # Lozenges within lozenges thin out towards a white heart: a facet, not a tint.
            lines = ((0.55, 0.45), (1.35, 0.3)) if j % 2 else ((0.55, 0.7), (1.35, 0.5), (1.95, 0.4), (2.5, 0.3))
            for inset, pt in lines:
                ink.draw(lozenge(x, y, w - inset, h - inset * h / w), None, colour, pt, join="mitre")
            heart = 1.55 if j % 2 else 0.85
            ink.draw(lozenge(x, y, heart, heart * h / w), colour)
            if j % 2:
                ink.draw(lozenge(x, y, 0.9, 0.9 * h / w), None, WHITE, 0.4, join="mitre")
    for stud in studs:  # over all tips, whichever row came first
        ink.draw(stud, ink.palette.yellow.base, black, 0.35)
    rx, ry = middle * w, middle * h
    ink.draw(lozenge(0, 0, rx, ry), WHITE, black, 1.0, join="mitre")
    _milled(ink, lozenge(0, 0, rx, ry), poly([(0, ry), (rx, 0), (0, -ry)], closed=False))
    for inset, pt, colour in ((1.35, 0.4, black), (2.0, 0.6, ink.palette.yellow.base)):
        ink.draw(lozenge(0, 0, rx - inset, ry - inset * h / w), None, colour, pt, join="mitre")
    draw_rays(ink, rx - 3.0, ry - 3.0 * h / w, ink.palette.yellow.base)
    draw_mouth(ink, min(2 * ry * 0.62 / HEIGHT, 0.86), WHITE, red, ink.palette.red.tint, black)


def _scales(ink: Ink, field: Extent) -> None:
    from cardgen.art.backs.figures import draw_small_lizard, scale

    green, r = ink.palette.green, field.width / 12
    outer, columns = scale(r), int(field.half_w / (2 * r)) + 2

    def half(ink: Ink) -> None:
        with ink.clip(rect(-field.half_w - 1, 0, 2 * field.half_w + 2, field.half_h + 1)):
            for row in range(int(field.half_h / (r * 0.95)) + 1, -1, -1):
                for i in range(-columns, columns + 1):
                    x, y = i * 2 * r + (r if row % 2 else 0.0), row * r * 0.95
                    ink.draw(outer.at(x, y), WHITE, green.base, 0.7)
                    for d in (-0.62, -0.36, 0.36, 0.62):
                        p = (x + d * r, y + (1.04 - 0.62 * abs(d)) * r)
                        ink.draw(sliver(p, (x + d * 0.62 * r, y + 0.42 * r), 0.34), green.base)
                    ink.draw(lozenge(x, y + r * 1.02, 0.5, 0.95), ink.palette.yellow.base, green.shade, 0.35)

    def lizard(ink: Ink) -> None:
        with ink.at(-7.55, 0.1, -9):
            draw_small_lizard(ink, 1.0)

    twice(ink, half)
    ink.draw(ellipse(0, 0, 17.4), WHITE, ink.black, 0.9)
    _milled(ink, ellipse(0, 0, 17.4), arc(0, 0, 17.4, 0, 180))
    ink.draw(ellipse(0, 0, 16.1), None, ink.black, 0.4)
    _rays(ink, 15.4, (10.6, 12.2), 0.5, ink.palette.yellow.base)
    twice(ink, lizard)


def _rays(ink: Ink, far: float, near: tuple[float, float], width: float, colour: str) -> None:
    for n in range(72):
        c, s, r = cos(radians(5 * n)), sin(radians(5 * n)), near[n % 2]
        ink.draw(sliver((far * c, far * s), (r * c, r * s), width), colour)


def _weave(ink: Ink, field: Extent) -> None:
    p = field.width / 2**0.5 / 4
    tones = [ink.palette.red.base, ink.palette.yellow.base, ink.palette.green.base]
    strand, gap = p * 0.21, p * 0.065
    over, reach = strand * 1.5 + gap, int(hypot(field.half_w, field.half_h) / p) + 2

    def band(k: int, start: float, end: float, *, level: bool) -> None:
        for shift in (-strand - gap, 0, strand + gap):
            m = k * p + shift
            low, high = m - strand / 2, m + strand / 2
            area = rect(start, low, end - start, strand) if level else rect(low, start, strand, end - start)
            ink.draw(area, WHITE)
            for v, pt, colour in ((m, 1.7, tones[abs(k) % 3]), (low, 0.35, ink.black), (high, 0.35, ink.black)):
                line = segment(start, v, end, v) if level else segment(v, start, v, end)
                ink.draw(line, None, colour, pt, cap="butt")

    with ink.at(0, 0, 45):
        for k in range(-reach, reach + 1):
            band(k, -reach * p, reach * p, level=True)
        for k in range(-reach, reach + 1):
            for j in range(-reach, reach + 1):
                if (k + j) % 2 == 0:
                    x, y = k * p, j * p
                    wide, high = over + 0.9 * gap, over + 0.2 * gap
                    ink.draw(rect(x - wide, y - high, 2 * wide, 2 * high), WHITE)
                    band(k, y - p + over, y + p - over, level=False)
    rx, ry = 14.4, 19.4
    ink.draw(lozenge(0, 0, rx, ry), WHITE, WHITE, 4, join="mitre")
    ink.draw(lozenge(0, 0, rx, ry), WHITE, ink.black, 1.0, join="mitre")
    _milled(ink, lozenge(0, 0, rx, ry), poly([(0, ry), (rx, 0), (0, -ry)], closed=False))
    ink.draw(lozenge(0, 0, rx - 1.7, ry - 2.3), None, ink.black, 0.4, join="mitre")
    for s, turn in ((1, 0), (-1, 180)):
        ink.draw(PATHS[HEART].at(0, s * 8.3, 5.6, turn=turn), ink.palette.red.base, ink.black, 0.6)
        ink.draw(PATHS[TRIANGLE].at(s * 6.3, 0, 4.7, turn=-90 * s), ink.palette.green.base, ink.black, 0.6)
    ink.draw(PATHS[CIRCLE].at(0, 0, 6.0), ink.palette.yellow.base, ink.black, 0.6)


def _split(ink: Ink, field: Extent) -> None:
    from cardgen.art.backs.figures import RING_MM, draw_medallion
    from cardgen.art.backs.figures import SLANT as STEEP

    rings = int((field.half_w + field.half_h / STEEP) / RING_MM) + 1
    for i in range(rings, 3, -1):
        for across, up in ((1, 1), (-1, -1), (-1, 1), (1, -1)):
            colour = ink.palette.red.base if (across * up > 0) == (i % 2 == 0) else ink.black
            # A ring of colour becomes four lines, thick to thin, so that red and ink still change places.
            for t, pt in ((0.10, 1.15), (0.32, 0.7), (0.52, 0.42), (0.70, 0.28)):
                s = RING_MM * (i - t)
                ink.draw(segment(across * s, 0, 0, up * s * STEEP), None, colour, pt, cap="butt")
    draw_medallion(ink, 1.0)


def _chips(ink: Ink, field: Extent) -> None:
    from cardgen.art.backs.figures import STEP

    blue, (dx, dy) = ink.palette.blue, STEP
    reach = int(field.half_h / dy + field.half_w / dx) + 2
    lines = [
        segment(-reach * dx, (i + d - reach * way) * dy, reach * dx, (i + d + reach * way) * dy)
        for d in (0, -0.09, 0.09)
        for i in range(-2 * reach, 2 * reach + 1, 2)
        for way in (1, -1)
    ]
    third = len(lines) // 3
    ink.draw(Path([s for path in lines[:third] for s in path.segments]), None, blue.base, 0.4)
    ink.draw(Path([s for path in lines[third:] for s in path.segments]), None, mix(blue.base, WHITE, 0.35), 0.25)
    columns, rows = int(field.half_w / dx) + 1, int(field.half_h / dy) + 1
    for i in range(-columns, columns + 1):
        for j in range(-rows, rows + 1):
            _token(ink, field, i * dx, j * dy, chip=j % 2 == 0, small=(i + j) % 2 == 1)
    r = 17.4
    ink.draw(ellipse(0, 0, r + 2.2), WHITE, blue.base, 0.5)
    ink.draw(ellipse(0, 0, r), WHITE, ink.black, 1.0)
    blocks = blocks_path(0, 0, r, 0.76, 12)
    with ink.clip(blocks):
        spokes = [(cos(radians(n)), sin(radians(n))) for n in range(360)]
        rays = [s for c, si in spokes for s in segment(r * c, r * si, 0.74 * r * c, 0.74 * r * si).segments]
        ink.draw(Path(rays), None, ink.palette.red.base, 0.45)
    ink.draw(blocks, None, ink.palette.red.base, 0.6)
    ink.draw(ellipse(0, 0, r), None, ink.black, 1.0)
    ink.draw(ellipse(0, 0, r * 0.74), WHITE, ink.black, 0.9)
    _rays(ink, r * 0.70, (r * 0.56, r * 0.60), 0.4, ink.black)
    draw_eye(ink, 0, 0, 1.75, WHITE, blue.base)


def _token(ink: Ink, field: Extent, x: float, y: float, *, chip: bool, small: bool) -> None:
    """Draw a chip or an eye of Liar Poker, or a lozenge where that would be cut."""
    wide, high = (4.7, 4.7) if chip else (5.0, 2.9)
    if small or abs(x) + wide + 1.8 > field.width / 2 or abs(y) + high + 1.8 > field.height / 2:
        if hypot(x, y) > 21:
            ink.draw(lozenge(x, y, 0.9, 1.3), ink.palette.blue.base)
    elif hypot(x, y) < 24:
        return
    elif chip:
        ink.draw(ellipse(x, y, 4.7), WHITE, ink.black, 0.8)
        ink.draw(blocks_path(x, y, 4.7, 0.76, 8), ink.palette.blue.base, ink.black, 0.3)
        ink.draw(ellipse(x, y, 3.3), WHITE, ink.black, 0.4)
        ink.draw(lozenge(x, y, 1.3, 1.8), ink.palette.yellow.base, ink.black, 0.4)
    else:
        draw_eye(ink, x, y, 1.0, WHITE, ink.palette.yellow.base)


_BACKS: dict[str, Callable[[Ink, Extent], None]] = {
    "harlequin": _harlequin,
    "scales": _scales,
    "weave": _weave,
    "split": _split,
    "chips": _chips,
}
