"""Aces in their world: a red sun over a sea of rings, or bathing huts on a beach; an oval for the plain ones."""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING

from cardgen.art.worlds.frames import draw_frame
from cardgen.art.worlds.lacquer import draw_cloud, draw_sea
from cardgen.art.worlds.seaside import draw_hut, draw_shell, draw_waves
from cardgen.pdf.path import Path, ellipse, poly, rect, segment
from cardgen.pdf.theme import mix

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

HALF_W, HALF_H = 18.2, 33.0


def draw_scene(ink: Ink) -> None:
    """Draw the frame of an ace of spades about the origin, and what is seen in it."""
    panel = rect(-HALF_W, -HALF_H, 2 * HALF_W, 2 * HALF_H)
    with ink.clip(panel):
        (_cabinet if ink.theme.ace == "lacquer" else _beach)(ink)
    ink.draw(panel, None, ink.black, 0.9)
    draw_frame(ink, panel, ink.theme.ace)
    if ink.theme.ace == "seaside":
        fill = ink.paper if ink.low else ink.palette.red.tint
        for x, y, turn in ((-1, 1, 45), (1, 1, -45), (-1, -1, 135), (1, -1, -135)):
            with ink.at(x * HALF_W, y * HALF_H, turn):
                draw_shell(ink, 0, 0, 1.9, fill, ink.black)


def draw_oval(ink: Ink, rx: float, ry: float) -> None:
    """Draw the frame of the theme's ace as an oval about the origin, its sky and its sea in it."""
    low, palette, oval = ink.low, ink.palette, ellipse(0, 0, rx, ry)
    fill, line = ink.paper if low else palette.plate, ink.black
    with ink.clip(oval):
        if ink.theme.ace == "lacquer":
            draw_sea(ink, -rx, -ry, rx, 5, 3.3, ink.paper, line)
        else:
            _sky(ink)
            for y, water in ((-0.62 * ry, palette.green), (-0.76 * ry, palette.blue)):
                draw_waves(ink, y, rx, ink.paper if low else water.base, line, line if low else water.tint)
    draw_frame(ink, oval, ink.theme.ace)
    if ink.theme.ace == "lacquer":
        for x, y, k in ((-0.72, 0.62, 0.95), (0.76, 0.5, 0.8)):
            draw_cloud(ink, x * rx, y * ry, k, line, fill)
        return
    for x, y, turn in ((0, 1, 0), (0, -1, 180), (1, 0, -90), (-1, 0, 90)):
        with ink.at(x * rx, y * ry, turn):
            draw_shell(ink, 0, 0, 1.9, ink.paper if low else palette.red.tint, line)


def _cabinet(ink: Ink) -> None:
    low, palette = ink.low, ink.palette
    ink.draw(ellipse(0, 8.4, 15.2), ink.paper if low else palette.red.base, ink.black, 0.7)
    line, fill = ink.black, ink.paper if low else palette.plate
    for x, y, k in ((-12.6, 25.2, 1.05), (12.4, 27.2, 0.85), (13.8, 16.2, 0.9), (-14.6, 13.4, 0.8)):
        draw_cloud(ink, x, y, k, line, fill)
    draw_sea(ink, -HALF_W, -HALF_H, HALF_W, 7, 3.3, ink.paper, line)
    if not low:
        for i in range(-3, 4):
            ink.draw(ellipse(i * 6.6 + 3.3, -HALF_H + 5.0, 0.85), palette.red.base)


def _sky(ink: Ink) -> None:
    low, palette, rays = ink.low, ink.palette, Path()
    for i in range(24):
        a, b = radians(15 * i), radians(15 * i + 7.5)
        if low:
            rays += segment(21 * cos(a), -6 + 21 * sin(a), 70 * cos(a), -6 + 70 * sin(a))
        else:
            rays += poly([(0, -6), (80 * cos(a), 80 * sin(a) - 6), (80 * cos(b), 80 * sin(b) - 6)])
    pale = mix(palette.blue.base, ink.paper, 0.82)
    ink.draw(rays, None if low else pale, ink.black if low else None, 0.3)


def _beach(ink: Ink) -> None:
    low, palette = ink.low, ink.palette
    _sky(ink)
    ink.draw(ellipse(0, -6, 17.4), ink.paper if low else palette.sun, ink.black, 0.7)
    tones = (palette.red.base, palette.green.base, palette.blue.base, palette.red.base)
    for x, tone in zip((-14.4, -8.8, 8.8, 14.4), tones, strict=True):
        draw_hut(ink, x, -18.0, 5.0, ink.paper if low else tone, ink.paper, ink.black)
    sea = ((-20.4, palette.green), (-24.6, palette.blue), (-29.6, palette.blue))
    for k, (y, water) in enumerate(sea):
        base = ink.paper if low else mix(water.base, palette.ink, 0.35) if k == 2 else water.base
        draw_waves(ink, y, HALF_W, base, ink.black, ink.black if low else water.tint)
