"""The print-me-first page for photo paper: the same in few words, in type that can still be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.guide.parts import arrow_up, caps, cross, paragraph, ring, rule, ruler, step_number
from cardgen.guide.steps import Told, profile_told, steps
from cardgen.pdf.fonts import SERIF, SERIF_ITALIC, SERIF_SEMIBOLD
from liarsdeck.english import counted

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

WIDE, HIGH = 105.0, 150.0
_EDGE = 9.0


def front(ink: Ink, cover: Told, high: float, unit: float) -> None:
    """Draw the front in a field that is WIDE across and `high` up; `unit` is a true millimetre in it."""
    options = cover.layout.options
    middle, right = WIDE / 2, WIDE - _EDGE
    if options.feed == "manual" and cover.two_sided:
        for x in (_EDGE, right):
            arrow_up(ink, x, high - 7, 10, 7)
        caps(ink, middle, high - 8, "This side up · this edge first", 7, "centre")
    y = high - 18
    ink.text(middle, y, "Print me first", SERIF_SEMIBOLD, 20, None, "centre", track=4)
    sheets = counted(sum(part.sheets for part in cover.parts), "sheet")
    code = f" · kit {cover.code}" if cover.code else ""
    caps(ink, middle, y - 5.5, f"{sheets} follow{code}", 7, "centre")
    rule(ink, _EDGE, right, y - 9.5)
    y -= 15.5
    length = 50 if 50 * unit < right - _EDGE - 4 else 30
    ink.text(middle, y, f"This line must measure {length} mm.", SERIF_ITALIC, 9, None, "centre")
    ruler(ink, middle - length * unit / 2, y - 8, length, unit)
    y -= 20.5
    for number, (heading, told, _) in enumerate(steps(cover), 1):
        step_number(ink, _EDGE + 2.4, y + 1.2, str(number), 2.4)
        ink.text(_EDGE + 7.5, y, heading, SERIF_SEMIBOLD, 10.5)
        y = paragraph(ink, _EDGE + 7.5, y - 4.4, right - _EDGE - 7.5, told, SERIF, 8.2, 10.4) - 2.8
    x = _EDGE
    if cover.two_sided:
        cross(ink, _EDGE + 4, 12, 4)
        x = _EDGE + 12
        paragraph(ink, x, 14.4, 40, "Against the light, the ring on the back lies round this cross.", SERIF, 8.2, 10.2)
        x = 62
    caps(ink, x, 14.4, "Printer profile", 7)
    paragraph(ink, x, 10.6, right - x, profile_told(cover), SERIF, 8.2, 10.2)


def back(ink: Ink, cover: Told, high: float, unit: float) -> None:
    """Draw the back: which way is up, the ring, and the two things that go wrong."""
    options = cover.layout.options
    arrow_up(ink, WIDE / 2, high - 14, 10, 8)
    caps(ink, WIDE / 2, high - 29, "Top", 8, "centre")
    y = high - 48
    for heading, told in (
        ("Upside down?", f"Choose **flip on the {options.sides} edge** in the print window."),
        ("The ring beside the cross?", "**cardgen calibrate** measures it, and remembers the answer."),
        ("The ruler too short?", "Choose **Actual size** in the print window."),
    ):
        step_number(ink, _EDGE + 2.4, y + 1.2, "", 1.4)
        ink.text(_EDGE + 7.5, y, heading, SERIF_SEMIBOLD, 10.5)
        y = paragraph(ink, _EDGE + 7.5, y - 4.6, WIDE - 2 * _EDGE - 7.5, told, SERIF, 8.6, 11) - 4.5
    with ink.at(WIDE - _EDGE - 4, 12):
        ring(ink, 0, 0)
    del unit
