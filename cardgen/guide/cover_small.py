"""The print-me-first page for photo paper: the same in few words, in type that can still be read."""

from __future__ import annotations

from cardgen.guide.parts import arrow_up, caps, cross, paragraph, ring, rule, ruler, step_number
from cardgen.guide.steps import Sheaf, profile_note, steps
from cardgen.pdf.fonts import SERIF, SERIF_ITALIC, SERIF_SEMIBOLD
from cardgen.pdf.marks import Look, Mark, Text
from liarsdeck.english import counted

WIDE, HIGH = 105.0, 150.0
_EDGE = 9.0


def front(look: Look, cover: Sheaf, high: float, unit: float) -> list[Mark]:
    """Set the front in a field that is WIDE across and `high` up; `unit` is a true millimetre in it."""
    options = cover.layout.options
    middle, right = WIDE / 2, WIDE - _EDGE
    marks: list[Mark] = []
    if options.feed == "manual" and cover.two_sided:
        marks += [arrow_up(look, x, high - 7, 10, 7) for x in (_EDGE, right)]
        marks.append(caps(middle, high - 8, "This side up · this edge first", 7, "centre"))
    y = high - 18
    marks.append(Text(middle, y, "Print me first", SERIF_SEMIBOLD, 20, None, "centre", 4))
    sheets = counted(sum(part.sheets for part in cover.parts), "sheet")
    code = f" · kit {cover.code}" if cover.code else ""
    marks.append(caps(middle, y - 5.5, f"{sheets} follow{code}", 7, "centre"))
    marks += rule(look, _EDGE, right, y - 9.5)
    y -= 15.5
    length = 50 if 50 * unit < right - _EDGE - 4 else 30
    marks.append(Text(middle, y, f"This line must measure {length} mm.", SERIF_ITALIC, 9, None, "centre"))
    marks += ruler(look, middle - length * unit / 2, y - 8, length, unit)
    y -= 20.5
    for number, (heading, text, _) in enumerate(steps(cover), 1):
        marks += step_number(look, _EDGE + 2.4, y + 1.2, str(number), 2.4)
        marks.append(Text(_EDGE + 7.5, y, heading, SERIF_SEMIBOLD, 10.5, None))
        words, below = paragraph(_EDGE + 7.5, y - 4.4, right - _EDGE - 7.5, text, SERIF, 8.2, 10.4)
        marks += words
        y = below - 2.8
    x = _EDGE
    if cover.two_sided:
        marks += cross(look, _EDGE + 4, 12, 4)
        x = _EDGE + 12
        light = "Against the light, the ring on the back lies round this cross."
        marks += paragraph(x, 14.4, 40, light, SERIF, 8.2, 10.2)[0]
        x = 62
    marks.append(caps(x, 14.4, "Printer profile", 7))
    return [*marks, *paragraph(x, 10.6, right - x, profile_note(cover), SERIF, 8.2, 10.2)[0]]


def back(look: Look, cover: Sheaf, high: float, unit: float) -> list[Mark]:
    """Set the back: which way is up, the ring, and the two things that go wrong."""
    options = cover.layout.options
    del unit
    marks = [arrow_up(look, WIDE / 2, high - 14, 10, 8), caps(WIDE / 2, high - 29, "Top", 8, "centre")]
    y = high - 48
    for heading, text in (
        ("Upside down?", f"Choose **flip on the {options.sides} edge** in the print window."),
        ("The ring beside the cross?", "**cardgen calibrate** measures it, and remembers the answer."),
        ("The ruler too short?", "Choose **Actual size** in the print window."),
    ):
        marks += step_number(look, _EDGE + 2.4, y + 1.2, "", 1.4)
        marks.append(Text(_EDGE + 7.5, y, heading, SERIF_SEMIBOLD, 10.5, None))
        words, below = paragraph(_EDGE + 7.5, y - 4.6, WIDE - 2 * _EDGE - 7.5, text, SERIF, 8.6, 11)
        marks += words
        y = below - 4.5
    return [*marks, *ring(look, WIDE - _EDGE - 4, 12)]
