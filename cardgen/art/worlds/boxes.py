"""Boxes in their world: the sky behind the emblem, and the band that parts it from the title."""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING

from cardgen.art.worlds.lacquer import draw_cloud, draw_sea, key
from cardgen.art.worlds.seaside import draw_waves
from cardgen.pdf.path import Path, lozenge, poly, rect, segment
from cardgen.pdf.theme import Tone

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

RAYS = 40


def draw_sky(ink: Ink, x: float, y: float, left: float, foot: float, right: float, top: float, tone: Tone) -> None:
    """Draw what is behind the emblem about (x, y): rays, or clouds over the sea, or the canvas of a deckchair."""
    if ink.theme.box == "lacquer":
        for u, v, k in ((0.2, 0.9, 1.0), (0.84, 0.82, 0.85), (0.13, 0.52, 0.8), (0.88, 0.5, 0.95)):
            at = left + u * (right - left), foot + v * (top - foot)
            draw_cloud(ink, *at, k, tone.shade, ink.palette.plate)
        draw_sea(ink, left, foot + 2, right, 4, (right - left) / 14, tone.ray, tone.shade)
        return
    if ink.theme.box == "seaside":
        wide = (right - left) / 11
        for i in range(0, 11, 2):
            ink.draw(rect(left + i * wide, foot, wide, top - foot), tone.ray)
        seams = sum((segment(left + i * wide, foot, left + i * wide, top) for i in range(1, 11)), Path())
        ink.draw(seams, None, ink.palette.paper, 0.5)
        return
    rays = Path()
    for i in range(RAYS):
        a, b = radians((i - 0.25) * 360 / RAYS), radians((i + 0.25) * 360 / RAYS)
        rays += poly([(x, y), (x + 150 * cos(a), y + 150 * sin(a)), (x + 150 * cos(b), y + 150 * sin(b))])
    ink.draw(rays, tone.ray)


def draw_band(ink: Ink, left: float, right: float, y: float, half: float, tone: Tone) -> None:
    """Draw the band across a box of another world than the harlequin's: key fret, or a row of waves."""
    low, band = ink.low, rect(left, y - half, right - left, 2 * half)
    if ink.theme.box == "lacquer":
        ink.draw(band, ink.paper if low else ink.black)
        count = max(3, round((right - left) / (2.2 * half)))
        step, gold = (right - left) / count, ink.black if low else ink.palette.yellow.base
        hooks = sum((key(1.5 * half).at(left + (i + 0.5) * step, y) for i in range(0, count, 2)), Path())
        ink.draw(hooks, None, gold, 0.9, cap="square", join="mitre")
        for i in range(1, count, 2):
            ink.draw(
                lozenge(left + (i + 0.5) * step, y, 0.7 * half, 0.7 * half), ink.paper if low else tone.base, gold, 0.6
            )
    else:
        ink.draw(band, ink.paper if low else ink.palette.halo)
        middle, reach = (left + right) / 2, (right - left) / 2
        with ink.clip(band), ink.at(middle, 0):
            for up, water in ((-0.5 * half, ink.palette.green), (-1.3 * half, ink.palette.blue)):
                fill, crest = (ink.paper, ink.black) if low else (water.base, water.tint)
                draw_waves(ink, y + up, reach, fill, ink.black, crest)
    for at in (y - half, y + half):
        ink.line(left, at, right, at, 0.7, ink.black if low else ink.palette.yellow.base, cap="butt")
