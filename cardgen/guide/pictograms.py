"""Small pictures for instructions and for the map of a kit, each in a field of about 26 × 30 mm about its origin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.pdf.fonts import SANS, SANS_SEMIBOLD, SERIF_SEMIBOLD
from cardgen.pdf.path import POINTS_PER_MM, Path, arc, lozenge, poly, rect, segment

if TYPE_CHECKING:
    from cardgen.layout.impose import Layout
    from cardgen.pdf.ink import Ink


WIDEST = 34.0
"""How wide the widest of them is (an open booklet), in millimetres."""


def _leaf(ink: Ink, x: float, y: float, width: float, height: float) -> None:
    ink.draw(rect(x - width / 2, y - height / 2, width, height), "#FFFFFF", ink.black, 0.9, join="mitre")


def dialog(ink: Ink) -> None:
    """Draw a print window in which 100 % is chosen."""
    ink.draw(rect(-12, -10, 24, 24, 1.6), "#FFFFFF", ink.black, 0.9)
    ink.draw(segment(-12, 9, 12, 9), None, ink.black, 0.5)
    for x in (-9.6, -7.6, -5.6):
        ink.draw(lozenge(x, 11.5, 0.6, 0.8), ink.black)
    for y, text, on in ((4.4, "100 %", True), (-1.2, "Fit", False), (-6.4, "Shrink", False)):
        ink.draw(lozenge(-8, y, 1.5, 2), None, ink.black, 0.6, join="mitre")
        if on:
            ink.flat(lozenge(-8, y, 0.9, 1.2), ink.palette.red.base, 0.4)
        width = ink.text(-4.6, y - 1.25, text, SANS_SEMIBOLD if on else SANS, 9)
        if not on:
            ink.line(-5.2, y, -4 + width, y, 0.5)


def flip(ink: Ink, *, long: bool) -> None:
    """Draw how the paper turns on its long or short edge."""
    turned = 0 if long else 90
    with ink.at(0, 0 if long else 1, turned):
        wide, high = (11.0, 15.6) if long else (9.4, 13.2)
        # Two leaves that share the edge on which the paper turns, and the way it goes.
        ink.draw(rect(-wide - 0.5, -high / 2 - 2, wide, high), None, ink.black, 0.5, dash=(1.6, 1.6), join="mitre")
        _leaf(ink, wide / 2 + 0.5, -2, wide, high)
        ink.line(0, -high / 2 - 4, 0, high / 2, 1.2, ink.black if ink.low else ink.palette.red.base)
        reach, top = wide * 0.62, high / 2 - 1.2
        ink.draw(arc(0, top, reach, 8, 150, ry=6.4), None, ink.black, 0.9)
        tip = (-reach, top - 0.2)
        ink.draw(poly([tip, (tip[0] - 1.5, tip[1] + 3.2), (tip[0] + 2.1, tip[1] + 3.1)]), ink.black)
    for place, text in (((wide / 2 + 0.5, -2.0), "1"), ((-wide / 2 - 0.5, -2.0), "2")):
        x, y = place if long else (-place[1], place[0] + 1)
        ink.text(x, y - 1.7, text, SERIF_SEMIBOLD, 13, None, "centre")


def passes(ink: Ink, *, long: bool) -> None:
    """Draw the two passes by hand: fronts, the stack turned over an edge with its last sheet on top, backs."""
    red = ink.black if ink.low else ink.palette.red.base
    for y, word, numbers in ((7.6, "fronts", "123"), (-8.6, "backs", "321")):
        for at, number in enumerate(numbers):
            x = -8.2 + at * 8.2
            _leaf(ink, x, y, 6.6, 8.6)
            ink.text(x, y - 1.4, number, SERIF_SEMIBOLD, 10.5, None, "centre")
        ink.text(0, y + 5.4 if y > 0 else y - 7.4, word, SANS, 7.4, None, "centre")
    turn = arc(0, -0.9, 3.4, 200, -20, 1.9) if long else arc(0, -0.9, 1.6, 200, -20, 2.4)
    ink.draw(turn, None, red, 1.1)
    tip = turn.points()[-1]
    ink.draw(poly([(tip[0] + 0.4, tip[1] - 1.4), (tip[0] - 1.4, tip[1] + 0.6), (tip[0] + 1.5, tip[1] + 0.8)]), red)


def fold(ink: Ink) -> None:
    """Draw a sheet that is folded down its middle."""
    _leaf(ink, 0, -1, 24, 17)
    ink.draw(segment(0, -11.5, 0, 9.5), None, ink.black, 0.6, dash=(1.6, 1.4))
    for x in (-8.8, -3.4):
        for y in (-4.8, 2.6):
            ink.draw(rect(x - 2.2, y - 2.8, 4.4, 5.8, 0.4), None, ink.black, 0.4)
            ink.flat(rect(-x - 2.2, y - 2.8, 4.4, 5.8, 0.4), ink.palette.red.base, 0.4)
    ink.draw(arc(0, 8.6, 7, 8, 150, ry=4.6), None, ink.black, 0.9)
    ink.draw(poly([(-7, 8.2), (-8.5, 11.2), (-5, 11.1)]), ink.black)


def page(ink: Ink) -> None:
    """Draw one printed side."""
    _leaf(ink, 0, 0, 16, 22)
    for x in (-4.7, 0, 4.7):
        for y in (-6.5, 0, 6.5):
            ink.draw(rect(x - 2.1, y - 2.9, 4.2, 5.8, 0.4), None, ink.black, 0.4)


def stack(ink: Ink) -> None:
    """Draw stout paper and a card of it."""
    for i in range(4):
        y = -9 + i * 2.2
        shape = poly([(-12, y), (3, y - 4), (12, y + 2), (-3, y + 6)])
        ink.draw(shape, "#FFFFFF", ink.black, 0.7)
    with ink.at(0.5, 5.5, 14):
        ink.draw(rect(-4.6, -6.4, 9.2, 12.9, 0.9), "#FFFFFF" if ink.low else ink.black, ink.black, 0.9)
        ink.flat(lozenge(0, 0, 3, 4.4), ink.palette.red.base, 0.6, join="mitre")
        ink.draw(lozenge(0, 0, 2, 3), None, ink.black if ink.low else ink.palette.yellow.base, 0.5, join="mitre")


def cut(ink: Ink) -> None:
    """Draw a knife on its way between two ticks."""
    ticks = []
    for x in (-7.2, 0, 7.2):
        ticks += [segment(x, 10.4, x, 13), segment(x, -11.6, x, -14.2)]
    for y in (-10.4, -0.6, 9.2):
        ticks += [segment(-8.4, y, -11, y), segment(8.4, y, 11, y)]
    ink.draw(Path(part for tick in ticks for part in tick.segments), None, ink.black, 0.5, cap="butt")
    for x in (-3.6, 3.6):
        for y in (-5.5, 4.3):
            ink.draw(rect(x - 3.6, y - 4.9, 7.2, 9.8), ink.paper, ink.black, 0.4, join="mitre")
            ink.draw(lozenge(x, y, 1, 1.5), ink.black)
    ink.draw(
        segment(0, -14, 0, 13), None, ink.black if ink.low else ink.palette.red.base, 0.8, dash=(2, 1.6), cap="butt"
    )
    # the knife, on its way up
    with ink.at(0, 1.5, -24):
        blade = poly([(0, 0), (2.6, -5), (2.6, -8), (-0.6, -8), (-0.6, -2)])
        ink.draw(blade, "#FFFFFF", ink.black, 0.7, join="bevel")
        ink.contour(rect(-1.2, -17, 4.4, 9.4, 1.2), ink.palette.yellow.base, 0.8)
        ink.line(1, -15.6, 1, -10, 0.5)


def thumbnail(ink: Ink, kind: str, layout: Layout | None, sheets: int) -> None:
    """Draw what a part of a kit looks like: `cards` on a sheet, a `booklet`, a `sealed` sheet, a `box`, a page."""
    if kind == "cards" and layout:
        k = min(25 / layout.height, 30 / layout.width) * POINTS_PER_MM
        for shift in (1.4, 0.7, 0) if sheets > 1 else (0,):
            _leaf(ink, shift, shift, layout.width / POINTS_PER_MM * k, layout.height / POINTS_PER_MM * k)
        middle_x, middle_y = layout.width / 2, layout.height / 2
        k /= POINTS_PER_MM
        for spot in layout.fronts:
            x, y = (spot.trim.x0 - middle_x) * k, (spot.trim.y0 - middle_y) * k
            ink.draw(rect(x, y, spot.trim.width * k, spot.trim.height * k), ink.paper, ink.black, 0.3, join="mitre")
            ink.flat(
                lozenge(x + spot.trim.width * k / 2, y + spot.trim.height * k / 2, 0.7, 1), ink.palette.red.base, 0.3
            )
        if layout.fold is not None:
            for spot in layout.backs:
                x, y = (spot.trim.x0 - middle_x) * k, (spot.trim.y0 - middle_y) * k
                ink.flat(rect(x, y, spot.trim.width * k, spot.trim.height * k), ink.palette.red.base, 0.3)
    elif kind == "booklet":
        _leaf(ink, 8.6, 0, 16, 22)
        _leaf(ink, -8.6, 0, 16, 22)
        ink.draw(segment(0, -11, 0, 11), None, ink.black, 0.9)
        for y in (5, -5):
            ink.draw(segment(0, y - 1, 0, y + 1), None, ink.black, 1.8)
        band_y = 3.5
        ink.flat(lozenge(8.6, band_y, 2.6, 3.8), ink.palette.red.base, 0.5, join="mitre")
        for i in range(6):
            ink.line(-14, 7 - i * 2.4, -3.5 if i % 3 != 2 else -7, 7 - i * 2.4, 0.4)
        for i in range(2):
            ink.line(4.4, -4 - i * 2.2, 12.8, -4 - i * 2.2, 0.4)
    elif kind == "sealed":
        _leaf(ink, 0, 0, 24, 17)
        ink.draw(segment(-12, 8.5, 0, -1.5).line(12, 8.5), None, ink.black, 0.7)
        ink.contour(lozenge(0, -1.5, 2.4, 3.2), ink.palette.red.base, 0.7, join="mitre")
    elif kind == "box":
        _box(ink)
    else:
        _leaf(ink, 0, 0, 17, 24)
        for i in range(7):
            ink.line(-5.5, 8 - i * 2.6, 5.5 if i % 3 != 2 else 2, 8 - i * 2.6, 0.4)


def _box(ink: Ink) -> None:
    """Draw a tuck box with its lid open: the front with its thumb notch, the side, the lid and its tongue."""
    back = poly([(-6, 8), (-2.6, 10.4), (10.4, 10.4), (10.4, -8.6), (7, -11)])
    ink.draw(back, "#FFFFFF", ink.black, 0.9)
    ink.draw(poly([(-2.6, 10.4), (10.4, 10.4), (11.6, 13.2), (-3.4, 13.2)]), "#FFFFFF", ink.black, 0.9)
    ink.draw(poly([(-3.4, 13.2), (11.6, 13.2), (10.2, 15), (-2, 15)]), "#FFFFFF", ink.black, 0.6)
    ink.draw(poly([(7, 8), (10.4, 10.4), (10.4, -8.6), (7, -11)]), ink.paper, ink.black, 0.9)
    notch = Path(arc(0.5, 8, 2.6, 180, 360).segments)
    ink.draw(poly([(-6, 8), (7, 8), (7, -11), (-6, -11)]), ink.paper, ink.black, 0.9)
    ink.draw(notch, "#FFFFFF", ink.black, 0.7)
    ink.flat(lozenge(0.5, -2.4, 2.8, 4), ink.palette.red.base, 0.6, join="mitre")
