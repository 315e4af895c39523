"""What printed instructions are made of: paragraphs, panels, steps, rules, and small pictures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.pdf import fit
from cardgen.pdf import fonts as lettering
from cardgen.pdf.fonts import SANS, SANS_BOLD, SANS_SEMIBOLD, SERIF, SERIF_ITALIC, SERIF_SEMIBOLD, Align
from cardgen.pdf.marks import Look, Mark, Shape, Text
from cardgen.pdf.path import POINTS_PER_MM, Cap, Outline, arc, ellipse, lozenge, poly, rect, segment
from cardgen.pdf.theme import WHITE, Colour

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
    ink.draw(Outline(part for tick in ticks for part in tick.segments), None, ink.black, 0.5, cap="butt")
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
    notch = Outline(arc(0.5, 8, 2.6, 180, 360).segments)
    ink.draw(poly([(-6, 8), (7, 8), (7, -11), (-6, -11)]), ink.paper, ink.black, 0.9)
    ink.draw(notch, "#FFFFFF", ink.black, 0.7)
    ink.flat(lozenge(0.5, -2.4, 2.8, 4), ink.palette.red.base, 0.6, join="mitre")


_CLINGS = ".,;:!?)"  # what stands at the word before it, whatever font that is in
BOLD = {SERIF: SERIF_SEMIBOLD, SANS: SANS_SEMIBOLD, SERIF_ITALIC: SERIF_SEMIBOLD}
_COSTS = replace(fit.FEWEST, overfull=1e6)
"""As few lines as go; what is too wide for them, as a file's name may be, hangs over."""


def paragraph(
    x: float,
    y: float,
    width: float,
    text: str,
    font: str = SERIF,
    size_pt: float = 10,
    lead_pt: float = 13.4,
    align: Align = "left",
) -> tuple[list[Mark], float]:
    """Set a paragraph, `**bold**` words in it, its first baseline at y; return it and the y of the line after the last.

    It takes as few lines as it can, and no word stands alone in the last one without need.
    """
    marks: list[Mark] = []
    for line in lines(text, width, font, size_pt):
        full = sum(lettering.width_mm(run, name, size_pt) for name, run in line)
        at = x + {"left": 0.0, "centre": (width - full) / 2, "right": width - full}[align]
        for name, run in line:
            marks.append(Text(at, y, run, name, size_pt, None))
            at += lettering.width_mm(run, name, size_pt)
        y -= lead_pt / POINTS_PER_MM
    return marks, y


Runs = list[tuple[str, str]]
"""What stands side by side without a blank between: fonts and texts."""


def lines(text: str, width: float, font: str, size_pt: float) -> list[Runs]:
    """Break a paragraph into lines, each in runs of one font that follow one another."""
    words = _words(text, font)
    wide = [sum(lettering.width_mm(run, name, size_pt) for name, run in word) for word in words]
    gap = lettering.width_mm(" ", font, size_pt)
    spans = fit.paragraph(["".join(run for _, run in word) for word in words], wide, gap, width, _COSTS)
    return [_joined(words[start:end]) for start, end in spans]


def _words(text: str, font: str) -> list[Runs]:
    """Read the words of a paragraph; what clings to a word is part of it, whatever font it is in."""
    words: list[Runs] = []
    for i, part in enumerate(re.split(r"\*\*", text)):
        for word in re.findall(r"[^ \n]+", part):  # what a no-break space joins is one word
            run = (BOLD[font] if i % 2 else font), word
            if words and word[0] in _CLINGS:
                words[-1].append(run)
            else:
                words.append([run])
    return words


def _joined(words: Sequence[Runs]) -> Runs:
    """Join neighbouring runs of one font; the blank after a word belongs to its last run."""
    runs: Runs = []
    for i, word in enumerate(words):
        for k, (font, text) in enumerate(word):
            shown = text + (" " if k + 1 == len(word) and i + 1 < len(words) else "")
            if runs and runs[-1][0] == font:
                shown = runs.pop()[1] + shown
            runs.append((font, shown))
    return runs


def panel(look: Look, x: float, y: float, width: float, height: float) -> Mark:
    """A tinted panel with round corners; an outlined one when ink is low."""
    shape = rect(x, y, width, height, 2)
    if look.low:
        return Shape(shape, None, look.palette.ink, 0.4, join="round")
    return Shape(shape, look.palette.panel)


def step_number(look: Look, x: float, y: float, text: str, radius: float = 2.9) -> list[Mark]:
    """A number in the house's lozenge, centred at (x, y)."""
    size = 3.3 * radius
    base = y - lettering.cap_mm(SANS_SEMIBOLD, size) / 2
    return [
        _solid(look, lozenge(x, y, radius, radius * 1.24), look.palette.ink, 0.6),
        Text(x, base, text, SANS_SEMIBOLD, size, look.reversed, "centre"),
    ]


def _solid(look: Look, shape: Outline, fill: Colour, width_pt: float = 0.5) -> Mark:
    """A small solid shape; only its outline when ink is low."""
    return Shape(shape, None, look.palette.ink, width_pt) if look.low else Shape(shape, fill)


def line(look: Look, x1: float, y1: float, x2: float, y2: float, width_pt: float = 0.5, cap: Cap = "round") -> Mark:
    """A straight line in ink."""
    return Shape(segment(x1, y1, x2, y2), None, look.palette.ink, width_pt, cap, "round")


def rule(look: Look, x0: float, x1: float, y: float) -> list[Mark]:
    """A hairline with the house's red lozenge in its middle."""
    middle = (x0 + x1) / 2
    halves = [line(look, a, y, b, y, 0.5) for a, b in ((x0, middle - 2.8), (middle + 2.8, x1))]
    return [*halves, _solid(look, lozenge(middle, y, 1.3, 1.8), look.palette.red.base)]


def caps(x: float, y: float, text: str, size_pt: float = 7.8, align: Align = "left") -> Mark:
    """A small label in spaced capitals."""
    return Text(x, y, text.upper(), SANS_BOLD, size_pt, None, align, 120)


def band(look: Look, x: float, y: float, width: float, height: float = 9) -> list[Mark]:
    """A row of harlequin lozenges, red and ink in turn, between two hairlines; (x, y) is its lower left corner."""
    count = max(3, int(width / 6.2) // 2 * 2 + 1)
    wide = width / count
    middles = [(x + (i + 0.5) * wide, y + height / 2) for i in range(count)]
    large = [lozenge(*middle, wide / 2, height / 2) for middle in middles]
    inner = [lozenge(*middle, wide / 2 - 0.85, height / 2 - 1.25) for middle in middles]
    studs = [ellipse(x + i * wide, y + height / 2, 0.5) for i in range(count + 1)]
    ink = look.palette.ink
    if look.low:
        marks: list[Mark] = [
            Shape(_all(large[::2] + large[1::2]), None, ink, 0.5),
            Shape(_all(inner[::2]), None, ink, 0.3),
        ]
    else:
        marks = [
            Shape(_all(large[::2]), look.palette.red.base),
            Shape(_all(large[1::2]), ink),
            Shape(_all(inner[::2]), None, "#F3A48F", 0.4),
            Shape(_all(inner[1::2]), None, "#7A7484", 0.4),
            Shape(_all(studs), look.palette.yellow.base),
        ]
    return [*marks, *(line(look, x, at, x + width, at, 0.5) for at in (y - 0.7, y + height + 0.7))]


def ruler(look: Look, x: float, y: float, millimetres: int, unit: float = 1.0) -> list[Mark]:
    """A ruler from x to the right on the line y; `unit` is how long a true millimetre is in this drawing."""
    marks = [line(look, x, y, x + millimetres * unit, y, 0.5, "butt")]
    for tall, width, every in ((2.0, 0.3, 1), (3.2, 0.4, 5), (4.4, 0.6, 10)):
        ticks = [
            segment(x + n * unit, y, x + n * unit, y + tall * unit)
            for n in range(millimetres + 1)
            if n % every == 0 and not any(n % e == 0 for e in (5, 10) if e > every)
        ]
        marks.append(Shape(_all(ticks), None, look.palette.ink, width, "butt", "round"))
    figures = [Text(x + n * unit, y - 3.3, str(n), SANS, 7.6, None, "centre") for n in range(0, millimetres + 1, 10)]
    return [*marks, *figures]


def ring(look: Look, x: float, y: float, unit: float = 1.0) -> list[Mark]:
    """The ring that has to lie round the cross on the other side of the sheet."""
    return [
        Shape(ellipse(x, y, radius * unit), None, look.palette.ink, width, join="round")
        for radius, width in ((5.0, 0.9), (2.0, 0.4))
    ]


def cross(look: Look, x: float, y: float, arm: float = 5.0, unit: float = 1.0) -> list[Mark]:
    """A cross with a fine centre."""
    reach = arm * unit
    return [
        line(look, x - reach, y, x + reach, y, 0.4, "butt"),
        line(look, x, y - reach, x, y + reach, 0.4, "butt"),
    ]


def arrow_up(look: Look, x: float, y: float, height: float = 9, width: float = 7) -> Mark:
    """A broad arrow that points up, its tip at (x, y)."""
    neck = width * 0.2
    shape = poly(
        [
            (x, y),
            (x + width / 2, y - height * 0.5),
            (x + neck, y - height * 0.5),
            (x + neck, y - height),
            (x - neck, y - height),
            (x - neck, y - height * 0.5),
            (x - width / 2, y - height * 0.5),
        ]
    )
    if look.low:
        return Shape(shape, WHITE, look.palette.ink, 0.7, join="round")
    return Shape(shape, look.palette.red.base)


def _all(paths: Sequence[Outline]) -> Outline:
    return Outline(part for path in paths for part in path.segments)
