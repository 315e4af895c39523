"""The panel behind a beast: rays of a low sun, and two notched corners that carry its silhouette and its name.

The panel keeps a paper border of 4.2 and its corners' radius of 2.4. From the sun's centre go 36 rays of five
degrees; the sun has one thin ring. Two corners are cut out square, each with a small concave quarter at its inner
corner.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from cardgen import type as lettering
from cardgen.art.beasts.colours import tone_of
from cardgen.art.path import QUARTER, Path, ellipse, poly, segment
from cardgen.theme import WHITE, Corner, mix
from cardgen.type import SANS_BOLD

if TYPE_CHECKING:
    from cardgen.ink import Ink
    from cardgen.theme import Colour

W, H = 63.5, 88.9
BORDER, RADIUS = 4.2, 2.4
NOTCH_W, NOTCH_H, NOTCH_R = 14.6, 13.6, 2.6
RAYS = 36
FAR = 80.0
WORD_PT, WORD_TRACK = 7.2, 60


class Sun(NamedTuple):
    """Where the sun stands."""

    x: float
    y: float
    r: float


def draw_panel(ink: Ink, sun: Sun, suit: str) -> None:
    """Draw the panel with its rays and sun, and its border with the notches cut out."""
    tone = tone_of(ink.palette, suit)
    edge = outline(ink.theme.corner)
    with ink.clip(edge):
        if ink.low:
            _low(ink, sun)
        else:
            ink.draw(edge, tone.tint)
            ink.draw(_rays(sun), tone.ray)
            ink.draw(ellipse(sun.x, sun.y, sun.r + 2.2), tone.tint)
            ink.draw(ellipse(sun.x, sun.y, sun.r + 1.1), None, tone.shade)
            ink.draw(ellipse(sun.x, sun.y, sun.r), ink.palette.sun)
    ink.draw(edge, None, ink.black, 0.8)


def _rays(sun: Sun) -> Path:
    rays = Path()
    near = sun.r * 0.9
    for i in range(RAYS):
        a, b = radians(i * 360 / RAYS), radians((i + 0.5) * 360 / RAYS)
        corners = [(near, a), (FAR, a), (FAR, b), (near, b)]
        rays += poly([(sun.x + r * cos(t), sun.y + r * sin(t)) for r, t in corners])
    return rays


def _low(ink: Ink, sun: Sun) -> None:
    lines = Path()
    for i in range(2 * RAYS):
        a = radians(i * 180 / RAYS)
        near = sun.r + 2
        lines += segment(sun.x + near * cos(a), sun.y + near * sin(a), sun.x + FAR * cos(a), sun.y + FAR * sin(a))
    ink.draw(lines, None, mix(ink.black, WHITE, 0.5), 0.3)
    ink.draw(ellipse(sun.x, sun.y, sun.r), None, ink.black)


def outline(corner: Corner = "quarter") -> Path:
    """Draw the panel's edge: round at two corners, notched at the other two; the same turned by 180 degrees."""
    left, right, top, r, n = BORDER, W - BORDER, H - BORDER, RADIUS, NOTCH_R
    k, c = r * (1 - QUARTER), n * QUARTER
    x, y = left + NOTCH_W, top - NOTCH_H
    half = Path().move(left, y)
    if corner == "quarter":
        half = half.line(x - n, y).curve(x - n, y + c, x - c, y + n, x, y + n)
    elif corner == "bevel":
        half = half.line(x - n, y, x, y + n)
    else:
        half = half.line(x, y)
    half = half.line(x, top)
    half = half.line(right - r, top).curve(right - k, top, right, top - k, right, top - r)
    return half.joined(half.at(W, H, turn=180)).close()


def draw_labels(ink: Ink, silhouette: Callable[[Ink, Colour], None], scale: float, middle: tuple[float, float],
                word: str, suit: str, word_pt: float = WORD_PT) -> None:  # fmt: skip
    """Set the silhouette (its `middle` in the middle of the notch) and the word in both notches."""
    colour = tone_of(ink.palette, suit).base
    centre = BORDER + NOTCH_W / 2 - 0.5
    floor = H - BORDER - NOTCH_H
    # A word that stays readable on a small card takes room from the silhouette.
    font = ink.theme.fonts.label
    taller = lettering.cap_mm(font, word_pt) - lettering.cap_mm(SANS_BOLD, WORD_PT)
    stretch = min(1.0, (NOTCH_W - 3.2) / lettering.width_mm(word, font, word_pt, WORD_TRACK))
    scale *= 1 - taller / 7

    def small(ink: Ink) -> None:
        with ink.at(-middle[0] * scale, -middle[1] * scale, 0, scale):
            silhouette(ink, colour)

    def corner(ink: Ink) -> None:
        left, bottom = -middle[0] * scale, -middle[1] * scale
        box = (left, bottom, left + W * scale, bottom + H * scale)
        ink.form(("silhouette", word, suit, word_pt), small, box, centre, floor + 8.7 + taller * 0.6)
        ink.text(centre, floor + 1.6, word, font, word_pt, ink.black, "centre", track=WORD_TRACK, stretch=stretch)

    corner(ink)
    with ink.half_turn(W, H):
        corner(ink)
