"""What printed instructions are made of: paragraphs, panels, steps, rules, rings and rulers, in millimetres."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardgen.pdf import fonts as lettering
from cardgen.pdf.fonts import POINTS_PER_MM, SANS, SANS_BOLD, SANS_SEMIBOLD, SERIF, SERIF_ITALIC, SERIF_SEMIBOLD
from cardgen.pdf.path import Path, ellipse, lozenge, poly, rect, segment

if TYPE_CHECKING:
    from cardgen.pdf.ink import Align, Ink

_CLINGS = ".,;:!?)"  # what stands at the word before it, whatever font that is in
BOLD = {SERIF: SERIF_SEMIBOLD, SANS: SANS_SEMIBOLD, SERIF_ITALIC: SERIF_SEMIBOLD}


def paragraph(
    ink: Ink,
    x: float,
    y: float,
    width: float,
    text: str,
    font: str = SERIF,
    size_pt: float = 10,
    lead_pt: float = 13.4,
    align: Align = "left",
) -> float:
    """Set a paragraph, `**bold**` words in it, its first baseline at y; return the y of the line after the last.

    A line never ends in a blank, and a last word that would stand alone takes another one along.
    """
    for line in broken(text, width, font, size_pt):
        full = sum(lettering.width_mm(run, name, size_pt) for name, run in line)
        at = x + {"left": 0.0, "centre": (width - full) / 2, "right": width - full}[align]
        for name, run in line:
            at += ink.text(at, y, run, name, size_pt)
        y -= lead_pt / POINTS_PER_MM
    return y


def broken(text: str, width: float, font: str, size_pt: float) -> list[list[tuple[str, str]]]:
    """Break a paragraph into lines, each a list of (font, run) that follow one another."""
    words = list(_words(text, font))
    lines: list[list[tuple[str, str]]] = [[]]
    for name, word in words:
        longer = _joined([*lines[-1], (name, word)])
        if (
            lines[-1]
            and word[0] not in _CLINGS
            and sum(lettering.width_mm(run, f, size_pt) for f, run in longer) > width
        ):
            lines.append([])
        lines[-1].append((name, word))
    if len(lines) > 1 and len(lines[-1]) == 1 and len(lines[-2]) > 3:
        lines[-1].insert(0, lines[-2].pop())
    return [_joined(line) for line in lines]


def _words(text: str, font: str) -> Iterator[tuple[str, str]]:
    for i, part in enumerate(re.split(r"\*\*", text)):
        for word in part.split():
            yield (BOLD[font] if i % 2 else font), word


def _joined(words: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Join neighbouring words of one font; the blank before a word belongs to the word before it."""
    runs: list[tuple[str, str]] = []
    for i, (font, word) in enumerate(words):
        blank = " " if i + 1 < len(words) and words[i + 1][1][0] not in _CLINGS else ""
        if runs and runs[-1][0] == font:
            runs[-1] = (font, runs[-1][1] + word + blank)
        else:
            runs.append((font, word + blank))
    if runs:
        runs[-1] = (runs[-1][0], runs[-1][1].rstrip())
    return runs


def panel(ink: Ink, x: float, y: float, width: float, height: float) -> None:
    """Draw a tinted panel with round corners; an outlined one when ink is low."""
    shape = rect(x, y, width, height, 2)
    if ink.low:
        ink.draw(shape, None, ink.black, 0.4)
    else:
        ink.draw(shape, ink.palette.panel)


def step_number(ink: Ink, x: float, y: float, text: str, radius: float = 2.9) -> None:
    """Draw a number in the house's lozenge, centred at (x, y)."""
    shape = lozenge(x, y, radius, radius * 1.24)
    if ink.low:
        ink.draw(shape, None, ink.black, 0.6, join="mitre")
    else:
        ink.draw(shape, ink.black)
    size = 3.3 * radius
    base = y - lettering.cap_mm(SANS_SEMIBOLD, size) / 2
    ink.text(x, base, text, SANS_SEMIBOLD, size, ink.black if ink.low else "#FFFFFF", "centre")


def rule(ink: Ink, x0: float, x1: float, y: float) -> None:
    """Draw a hairline with the house's red lozenge in its middle."""
    middle = (x0 + x1) / 2
    for a, b in ((x0, middle - 2.8), (middle + 2.8, x1)):
        ink.line(a, y, b, y, 0.5)
    shape = lozenge(middle, y, 1.3, 1.8)
    if ink.low:
        ink.draw(shape, None, ink.black, 0.5, join="mitre")
    else:
        ink.draw(shape, ink.palette.red.base)


def caps(ink: Ink, x: float, y: float, text: str, size_pt: float = 7.8, align: Align = "left") -> float:
    """Set a small label in spaced capitals."""
    return ink.text(x, y, text.upper(), SANS_BOLD, size_pt, None, align, track=120)


def band(ink: Ink, x: float, y: float, width: float, height: float = 9) -> None:
    """Draw a row of harlequin lozenges, red and ink in turn, between two hairlines; (x, y) is its lower left corner."""
    count = max(3, int(width / 6.2) // 2 * 2 + 1)
    wide = width / count
    red = [lozenge(x + (i + 0.5) * wide, y + height / 2, wide / 2, height / 2) for i in range(0, count, 2)]
    dark = [lozenge(x + (i + 0.5) * wide, y + height / 2, wide / 2, height / 2) for i in range(1, count, 2)]
    inner = [
        lozenge(x + (i + 0.5) * wide, y + height / 2, wide / 2 - 0.85, height / 2 - 1.25)
        for i in range(count)
    ]  # fmt: skip
    studs = [ellipse(x + i * wide, y + height / 2, 0.5) for i in range(count + 1)]
    if ink.low:
        ink.draw(_all(red + dark), None, ink.black, 0.5, join="mitre")
        ink.draw(_all(inner[::2]), None, ink.black, 0.3, join="mitre")
    else:
        ink.draw(_all(red), ink.palette.red.base)
        ink.draw(_all(dark), ink.black)
        ink.draw(_all(inner[::2]), None, "#F3A48F", 0.4, join="mitre")
        ink.draw(_all(inner[1::2]), None, "#7A7484", 0.4, join="mitre")
        ink.draw(_all(studs), ink.palette.yellow.base)
    for at in (y - 0.7, y + height + 0.7):
        ink.line(x, at, x + width, at, 0.5)


def ruler(ink: Ink, x: float, y: float, millimetres: int, unit: float = 1.0) -> None:
    """Draw a ruler from x to the right on the line y; `unit` is how long a true millimetre is in this drawing."""
    ink.line(x, y, x + millimetres * unit, y, 0.5, cap="butt")
    for tall, width, every in ((2.0, 0.3, 1), (3.2, 0.4, 5), (4.4, 0.6, 10)):
        ticks = [
            segment(x + n * unit, y, x + n * unit, y + tall * unit)
            for n in range(millimetres + 1)
            if n % every == 0 and not any(n % e == 0 for e in (5, 10) if e > every)
        ]
        ink.draw(_all(ticks), None, ink.black, width, cap="butt")
    for n in range(0, millimetres + 1, 10):
        ink.text(x + n * unit, y - 3.3, str(n), SANS, 7.6, None, "centre")


def ring(ink: Ink, x: float, y: float, unit: float = 1.0) -> None:
    """Draw the ring that has to lie round the cross on the other side of the sheet."""
    for radius, width in ((5.0, 0.9), (2.0, 0.4)):
        ink.draw(ellipse(x, y, radius * unit), None, ink.black, width)


def cross(ink: Ink, x: float, y: float, arm: float = 5.0, unit: float = 1.0) -> None:
    """Draw a cross with a fine centre."""
    ink.line(x - arm * unit, y, x + arm * unit, y, 0.4, cap="butt")
    ink.line(x, y - arm * unit, x, y + arm * unit, 0.4, cap="butt")


def arrow_up(ink: Ink, x: float, y: float, height: float = 9, width: float = 7) -> None:
    """Draw a broad arrow that points up, its tip at (x, y)."""
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
    ink.flat(shape, ink.palette.red.base, 0.7)


def _all(paths: list[Path]) -> Path:
    return Path(part for path in paths for part in path.segments)
