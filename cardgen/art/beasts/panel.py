"""The panel behind a beast: rays of a low sun, and two notched corners that carry its silhouette and its name.

The panel keeps a paper border of 4.2 all round, whatever the card's shape, its corners have a radius of 2.4, and a
hairline runs inside its edge. From the sun's centre go 36 rays of five degrees, a stud at the foot of each; the sun has
a thin ring outside and one inside. Two corners are cut out square, each with a small quarter disc left at its inner
corner; the notches are larger where the word in them has to be.
"""

from __future__ import annotations

from collections.abc import Callable
from math import asin, cos, degrees, radians, sin, sqrt
from typing import TYPE_CHECKING, NamedTuple

from cardgen.art.beasts.colours import tone_of
from cardgen.pdf import fonts as lettering
from cardgen.pdf.path import Path, arc, ellipse, lozenge, poly, segment
from cardgen.pdf.theme import WHITE, Corner, mix

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour

BORDER, RADIUS, HAIRLINE_IN = 4.2, 2.4, 1.0
NOTCH_R = 2.6
RAYS = 36
FAR = 90.0
STUDS_OUT, STUD_CLEAR = 3.3, 2.2  # from the sun's edge, and from the panel's
WORD_TRACK = 60
# From a notch's floor to the word, between word and silhouette, and above it; and how high a silhouette is at scale 1.
WORD_UP, WORD_GAP, HEAD_ROOM, SILHOUETTE = 1.6, 1.25, 0.35, 68.2
WORD_CLEAR = 2.4  # from the word's end to the panel
SILHOUETTE_IN = 0.4  # round as it is, it looks flush with the word when it begins a little further in


class Sun(NamedTuple):
    """Where the sun stands."""

    x: float
    y: float
    r: float


class Notch(NamedTuple):
    """How large the cut-out corners are, and how large the word in them is."""

    width: float
    height: float
    word_pt: float


class BeastPanel(NamedTuple):
    """The card that a panel is for, in millimetres of its art, and its notches."""

    width: float
    height: float
    notch: Notch


def draw_panel(ink: Ink, panel: BeastPanel, sun: Sun, suit: str) -> None:
    """Draw the panel with its rays and sun, and its border with the notches cut out."""
    tone = tone_of(ink.palette, suit)
    edge = outline(panel, ink.theme.corner)
    with ink.clip(edge):
        if ink.low:
            _low(ink, sun)
        else:
            ink.draw(edge, tone.tint)
            ink.draw(_rays(sun), tone.ray)
            ink.draw(ellipse(sun.x, sun.y, sun.r + 2.2), tone.tint)
            ink.draw(ellipse(sun.x, sun.y, sun.r + 1.1), None, tone.shade)
            ink.draw(_studs(panel, sun), tone.shade)
            ink.draw(ellipse(sun.x, sun.y, sun.r), ink.palette.sun)
            ink.draw(ellipse(sun.x, sun.y, sun.r - 1.0), None, ink.paper, 0.6)
    ink.draw(outline(panel, ink.theme.corner, HAIRLINE_IN), None, ink.black if ink.low else tone.shade, 0.35)
    ink.draw(edge, None, ink.black, 0.9)


def _rays(sun: Sun) -> Path:
    rays = Path()
    near = sun.r * 0.9
    for i in range(RAYS):
        a, b = radians(i * 360 / RAYS), radians((i + 0.5) * 360 / RAYS)
        corners = [(near, a), (FAR, a), (FAR, b), (near, b)]
        rays += poly([(sun.x + r * cos(t), sun.y + r * sin(t)) for r, t in corners])
    return rays


def _studs(panel: BeastPanel, sun: Sun) -> Path:
    """Set a small lozenge before every gap between two rays, where the panel has room for it."""
    studs, r = Path(), sun.r + STUDS_OUT
    for i in range(RAYS):
        a = (i + 0.75) * 360 / RAYS
        x, y = sun.x + r * cos(radians(a)), sun.y + r * sin(radians(a))
        if _roomy(panel, x, y) and _roomy(panel, panel.width - x, panel.height - y):
            studs += lozenge(0, 0, 0.42, 0.72).at(x, y, turn=a - 90)
    return studs


def _roomy(panel: BeastPanel, x: float, y: float) -> bool:
    """Tell whether a point keeps clear of the panel's left edge and its upper notch."""
    right, bottom = BORDER + panel.notch.width + STUD_CLEAR, panel.height - BORDER - panel.notch.height - STUD_CLEAR
    return x > BORDER + STUD_CLEAR and not (x < right and y > bottom)


def _low(ink: Ink, sun: Sun) -> None:
    lines = Path()
    for i in range(2 * RAYS):
        a = radians(i * 180 / RAYS)
        near = sun.r + 2
        lines += segment(sun.x + near * cos(a), sun.y + near * sin(a), sun.x + FAR * cos(a), sun.y + FAR * sin(a))
    ink.draw(lines, None, mix(ink.black, WHITE, 0.4), 0.35)
    ink.draw(ellipse(sun.x, sun.y, sun.r), None, ink.black)


def outline(panel: BeastPanel, corner: Corner = "quarter", inset: float = 0) -> Path:
    """Draw the panel's edge, or a line everywhere `inset` inside it; the same turned by 180 degrees.

    It is round at two corners and notched at the other two.
    """
    i, n = inset, NOTCH_R
    left, right, top = BORDER + i, panel.width - BORDER - i, panel.height - BORDER - i
    r = max(0.2, RADIUS - i)
    x, y = BORDER + panel.notch.width, panel.height - BORDER - panel.notch.height
    half = Path().move(left, y - i)
    if corner == "quarter":
        m = sqrt((n - i) ** 2 - i**2)
        lean = degrees(asin(i / (n - i)))
        half = half.line(x - m, y - i).joined(arc(x, y, n - i, 180 + lean, 90 - lean))
    elif corner == "bevel":
        out = n - (sqrt(2) - 1) * i
        half = half.line(x - out, y - i, x + i, y + out)
    else:
        half = half.line(x + i, y - i)
    half = half.line(x + i, top).line(right - r, top).joined(arc(right - r, top - r, r, 90, 0))
    return half.joined(half.at(panel.width, panel.height, turn=180)).close()


class Silhouette(NamedTuple):
    """What stands over the word: how it is drawn, its left end and its middle's height, and the share it fills."""

    draw: Callable[[Ink, Colour], None]
    left: float
    middle: float
    share: float


def draw_labels(ink: Ink, panel: BeastPanel, figure: Silhouette, word: str, suit: str) -> None:
    """Set the silhouette and the word in both notches.

    Both begin where the panel does, so that a fan of cards, eleven millimetres of each, shows the figure whole.
    """
    colour, notch, font = tone_of(ink.palette, suit).base, panel.notch, ink.theme.fonts.label
    floor = panel.height - BORDER - notch.height
    stretch = min(1.0, (notch.width - WORD_CLEAR) / lettering.width_mm(word, font, notch.word_pt, WORD_TRACK))
    head = WORD_UP + lettering.cap_mm(font, notch.word_pt) + WORD_GAP
    room = notch.height - head - HEAD_ROOM
    scale = figure.share * room / SILHOUETTE
    left, bottom = -figure.left * scale, -figure.middle * scale

    def small(ink: Ink) -> None:
        with ink.at(left, bottom, 0, scale):
            figure.draw(ink, colour)

    def corner(ink: Ink) -> None:
        box = (left, bottom, left + 63.5 * scale, bottom + 88.9 * scale)
        ink.form(("silhouette", word, suit, notch), small, box, BORDER + SILHOUETTE_IN, floor + head + room / 2)
        ink.text(BORDER, floor + WORD_UP, word, font, notch.word_pt, ink.black, track=WORD_TRACK, stretch=stretch)

    corner(ink)
    with ink.half_turn(panel.width, panel.height):
        corner(ink)
