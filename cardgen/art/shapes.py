"""The five shapes of the Triple Topper family, as paths in a box of height 1 about the origin.

Circle, heart (the suit's), an upright triangle that stands where it looks centred, a square, and a blob: a circle
bent by two waves of three and five swellings, lopsided on purpose, so that nobody takes it for a circle.
`draw_shape` cuts them like coins: an outline, a milled rim, an inline, and inside it the colour's ornament, so that
grey prints show the colours; where a colour should be read rather than seen, heraldic hatching fills the inside.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING

from cardgen.art.hatch import PITCH_MM, hatch
from cardgen.art.ornament import draw_ornament, grain
from cardgen.art.suits import HEARTS
from cardgen.art.suits import PATHS as SUIT_PATHS
from cardgen.pdf.path import POINTS_PER_MM, Path, ellipse, poly, rect, smooth
from cardgen.pdf.theme import Tone

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

CIRCLE, HEART, TRIANGLE, SQUARE, BLOB = "c", "h", "t", "s", "o"
SHAPES = CIRCLE, HEART, TRIANGLE, SQUARE, BLOB
SHAPE_NAMES = {CIRCLE: "circle", HEART: "heart", TRIANGLE: "triangle", SQUARE: "square", BLOB: "blob"}
COLOURS = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "k": "black"}


def _blob() -> list[tuple[float, float]]:
    """List points of the blob: a circle swollen by a wave of three and a smaller one of five."""
    angles = [radians(15 * i) for i in range(24)]
    return [
        (r * cos(a), r * sin(a)) for a in angles for r in [0.42 + 0.055 * cos(3 * a - 0.9) + 0.04 * cos(5 * a + 0.7)]
    ]


PATHS: dict[str, Path] = {
    CIRCLE: ellipse(0, 0, 0.48),
    HEART: SUIT_PATHS[HEARTS],
    TRIANGLE: poly([(0, 0.51), (0.549, -0.441), (-0.549, -0.441)]),
    SQUARE: rect(-0.43, -0.43, 0.86, 0.86),
    BLOB: smooth(_blob(), closed=True),
}

CONTOUR_PT = 1.8
INSET_MM, INLINE_MM = 1.5, 0.28
OUTLINE_PT, RIM_MM, GAP_MM = 1.6, 1.75, 0.42


def shape_path(shape: str, x: float, y: float, size: float) -> Path:
    """Place a shape about (x, y), `size` millimetres high."""
    return PATHS[shape].at(x, y, size)


def tone(ink: Ink, colour: str) -> Tone:
    """Give the tone of a colour letter: r y g b k."""
    found: Tone = getattr(ink.palette, COLOURS[colour])
    return found


def draw_shape(ink: Ink, shape: str, colour: str, x: float, y: float, size: float) -> None:
    """Place a large shape, stored once in the document."""
    edge = size * 0.62 + 1
    ink.form(
        ("shape", shape, colour, size),
        lambda i: _large(i, PATHS[shape].at(0, 0, size), colour, size),
        (-edge, -edge, edge, edge),
        x,
        y,
    )


def _large(ink: Ink, path: Path, colour: str, size: float) -> None:
    """Draw a shape like a coin: an outline, a milled rim, an inline, the colour's ornament or its hatching inside."""
    shades = tone(ink, colour)
    if ink.aid:
        _hatched(ink, path, colour, size)
        return
    f = grain(size)
    rim, gap = RIM_MM * f, GAP_MM * f
    with ink.clip(path):
        ink.draw(path, ink.paper if ink.low else shades.base)
        draw_ornament(ink, colour, shades, size)
        ink.draw(path, None, ink.paper, 2 * (rim + gap) * POINTS_PER_MM, join="mitre")
        if ink.low:
            ink.draw(path, None, ink.black, 2 * (rim + 0.1) * POINTS_PER_MM, join="mitre")
        ink.draw(path, None, ink.paper if ink.low else shades.base, 2 * rim * POINTS_PER_MM, join="mitre")
        milling = shades.base if ink.low else shades.shade if colour == "y" else ink.paper
        ink.draw(path, None, milling, 1.32 * rim * POINTS_PER_MM, cap="butt", join="bevel", dash=(0.75 * f, 2.1 * f))
    ink.draw(path, None, ink.black, OUTLINE_PT)


def _hatched(ink: Ink, path: Path, colour: str, size: float) -> None:
    """Fill a shape flatly, with its colour's heraldic hatching: for those who would rather read than see a colour."""
    shades = tone(ink, colour)
    inset, pitch = INSET_MM * min(1, size / 20), PITCH_MM * max(0.75, min(1, size / 22))
    line = inset + INLINE_MM
    if ink.low:
        ink.draw(path, ink.paper)
        hatch(ink, COLOURS[colour], path, line, shades.shade, 0.6, pitch)
        ink.draw(path, None, ink.black, 3.0)
        ink.draw(path, None, shades.base, 1.7)
        return
    ink.draw(path, shades.base)
    hatch(ink, COLOURS[colour], path, inset + INLINE_MM / 2, ink.paper, pitch=pitch, inline=True)
    with ink.clip(path):
        ink.draw(path, None, ink.paper, 2 * line * POINTS_PER_MM, join="mitre")
        ink.draw(path, None, shades.base, 2 * inset * POINTS_PER_MM, join="mitre")
    ink.draw(path, None, ink.black, CONTOUR_PT)


def draw_small_shape(ink: Ink, shape: str, colour: str, x: float, y: float, size: float) -> None:
    """Draw a shape for a corner: flat, with a thin outline; like all indices it is solid in little ink too."""
    ink.draw(shape_path(shape, x, y, size), tone(ink, colour).base, ink.black, 0.9)
