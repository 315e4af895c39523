"""What printed instructions are made of: paragraphs, panels, steps, rules, rings and rulers, as marks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from cardgen.pdf import fit
from cardgen.pdf import fonts as lettering
from cardgen.pdf.fonts import POINTS_PER_MM, SANS, SANS_BOLD, SANS_SEMIBOLD, SERIF, SERIF_ITALIC, SERIF_SEMIBOLD, Align
from cardgen.pdf.marks import Look, Mark, Shape, Text
from cardgen.pdf.path import Cap, Path, ellipse, lozenge, poly, rect, segment
from cardgen.pdf.theme import WHITE, Colour

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


def _solid(look: Look, shape: Path, fill: Colour, width_pt: float = 0.5) -> Mark:
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


def _all(paths: Sequence[Path]) -> Path:
    return Path(part for path in paths for part in path.segments)
