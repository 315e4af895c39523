"""Lizard: scales in two greens that point away from the middle, and two lizards chasing each other round the sun.

A scale is a pointed scallop with an inline and a yellow lozenge. Rows are laid from the outside in, each half a scale
further over, so that inner scales lie on outer ones. The upper half is drawn and turned for the lower one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.art.backs.field import Extent, paint, twice
from cardgen.art.backs.figures import draw_small_lizard, scale
from cardgen.art.backs.instead import drawn_instead
from cardgen.pdf.path import ellipse, lozenge, rect
from cardgen.pdf.theme import mix

if TYPE_CHECKING:
    from cardgen.pdf.drawing import Size
    from cardgen.pdf.ink import Ink

ACROSS = 6
MEDALLION_MM = 17.4


def draw_back(ink: Ink, size: Size) -> None:
    """Draw the back, bleed and all."""
    if drawn_instead(ink, size, "scales"):
        return
    paint(ink, size, "scales", ink.palette.green.shade, _draw)


def _draw(ink: Ink, field: Extent) -> None:
    def half(ink: Ink) -> None:
        with ink.clip(rect(-field.half_w - 1, 0, 2 * field.half_w + 2, field.half_h + 1)):
            _rows(ink, field)

    twice(ink, half)
    _medallion(ink, field.k)


def _rows(ink: Ink, field: Extent) -> None:
    r = field.width / ACROSS / 2
    step = r * 0.95
    outer, inner = scale(r), scale(r).at(0, 0.55 * r / 5.3, 0.62)
    green = ink.palette.green
    darker, seam = mix(green.base, green.shade, 0.3), mix(green.shade, ink.black, 0.35)
    inline = mix(green.base, green.tint, 0.6)
    for row in range(int(field.half_h / step) + 1, -1, -1):
        shift = r if row % 2 else 0.0
        colour = green.base if row % 2 else darker
        for i in range(-ACROSS, ACROSS + 1):
            x, y = i * 2 * r + shift, row * step
            if abs(x) > field.half_w + r:
                continue
            if ink.low:
                ink.draw(outer.at(x, y), ink.paper, ink.black, 0.4)
                continue
            ink.draw(outer.at(x, y), colour, seam, 0.6)
            ink.draw(inner.at(x, y), None, inline, 0.45)
            ink.draw(lozenge(x, y + r * 0.55, 0.104 * r, 0.18 * r), ink.palette.yellow.base)


def _medallion(ink: Ink, k: float) -> None:
    ink.draw(ellipse(0, 0, MEDALLION_MM * k), ink.paper, ink.black, 0.9)
    ink.draw(ellipse(0, 0, (MEDALLION_MM - 1.2) * k), ink.paper if ink.low else ink.palette.sun, ink.black, 0.6)

    def one(ink: Ink) -> None:
        with ink.at(-7.55 * k, 0.1 * k, -9):
            draw_small_lizard(ink, k)

    twice(ink, one)
