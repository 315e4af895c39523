"""The print-me-first page: how to print what follows, a ruler to check it, and a map; its back checks the printer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from cardgen.guide import cover_small, pictograms
from cardgen.guide.parts import (
    arrow_up,
    band,
    caps,
    cross,
    line,
    lines,
    panel,
    paragraph,
    ring,
    rule,
    ruler,
    step_number,
)
from cardgen.guide.steps import Sheaf, ink_note, printed_as, profile_note, steps
from cardgen.layout.impose import Layout
from cardgen.pdf.document import Document, bookmark, finish, label_page, open_canvas
from cardgen.pdf.fonts import SANS, SANS_SEMIBOLD, SERIF, SERIF_ITALIC, SERIF_SEMIBOLD, width_mm
from cardgen.pdf.marks import Look, Mark, PictureMark, Text, draw
from cardgen.pdf.path import POINTS_PER_MM
from liarsdeck.english import counted

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

_WIDE, _HIGH = 210.0, 254.0
_EDGE = 18.0
_SMALLEST = 0.68
"""How far the page may be scaled down before its smallest type is under 5 points."""


class Cover(Sheaf, frozen=True):
    """The print-me-first page of what is told."""

    def draw_front(self, ink: Ink) -> None:
        """Draw the cover's front and end the page."""
        ink.canvas.setPageSize(_page(self.layout))
        bookmark(ink.canvas, "Print me first")
        label_page(ink.canvas, "print me first")
        _on_page(ink, self, _front, cover_small.front)
        ink.canvas.showPage()
        ink.canvas.setPageSize((self.layout.width, self.layout.height))

    def draw_back(self, ink: Ink) -> None:
        """Draw the cover's back, moved by the printer's profile as every back is, and end the page."""
        width, height = _page(self.layout)
        ink.canvas.setPageSize((width, height))
        label_page(ink.canvas, "print me first, back")
        options = self.layout.options
        ink.canvas.transform(*options.profile.seen(options.sides).matrix(width, height))
        if options.feed == "manual":
            _on_page(ink, self, _feed_side, _nothing)
        # Turned over the short edge, the sheet's head comes to lie at the foot of its back.
        turn = (width / POINTS_PER_MM, height / POINTS_PER_MM, 180) if options.sides == "short" else (0, 0, 0)
        with ink.at(*turn):
            _on_page(ink, self, _back, cover_small.back)
        ink.canvas.showPage()
        ink.canvas.setPageSize((self.layout.width, self.layout.height))


def cover_pdf(cover: Cover) -> bytes:
    """Return the cover as a PDF of its own."""
    from cardgen.pdf.ink import Ink

    about = Document(
        title=f"{cover.title}: print me first",
        subject=f"How to print kit {cover.code}" if cover.code else "How to print what follows",
        keywords=("print and play", "playing cards", cover.title),
    )
    canvas = open_canvas(about, *_page(cover.layout))
    ink = Ink(canvas, low=cover.layout.options.low_ink)
    cover.draw_front(ink)
    if cover.two_sided:
        cover.draw_back(ink)
    return finish(canvas)


def _page(layout: Layout) -> tuple[float, float]:
    """The cover stands upright whatever the sheets after it do: the paper's long edge stays the long edge."""
    return min(layout.width, layout.height), max(layout.width, layout.height)


Side = Callable[[Look, "Cover", float, float], list[Mark]]
"""Sets a side: the look, the cover, how high the field is, and how long a true millimetre is in it."""


def _on_page(ink: Ink, cover: Cover, side: Side, small: Side) -> None:
    """Scale a side to the paper; on photo paper, where it would become too small to read, the short one."""
    width, height = (side / POINTS_PER_MM for side in _page(cover.layout))
    wide, scale = _WIDE, min(width / _WIDE, height / _HIGH)
    if scale < _SMALLEST:
        wide, side = cover_small.WIDE, small
        scale = min(width / wide, height / cover_small.HIGH)
    with ink.on_white(), ink.at((width - wide * scale) / 2, 0, scale=scale):
        look = Look(low=ink.low, palette=ink.palette)
        draw(ink, side(look, cover, height / scale, 1 / scale))


# --- the front


def _front(look: Look, cover: Cover, high: float, unit: float) -> list[Mark]:
    spare = high - _HIGH
    options = cover.layout.options
    right = _WIDE - _EDGE
    y = high - 20
    marks = band(look, _EDGE, y, _WIDE - 2 * _EDGE)
    if options.feed == "manual" and cover.two_sided:
        marks += _feed_arrows(look, high)
    y -= 15.5 + spare * 0.12
    marks.append(Text(_WIDE / 2, y, "Print me first", SERIF_SEMIBOLD, 31, None, "centre", 4))
    y -= 8
    sheets = counted(sum(part.sheets for part in cover.parts), "sheet")
    code = "".join(f" · {text}" for text in (f"kit {cover.code}" if cover.code else "", cover.company) if text)
    title = cover.title.replace("'", "’")
    marks.append(caps(_WIDE / 2, y, f"{title}{code} · {sheets} of {options.paper.name} follow", 8.2, "centre"))
    y -= 5.5 + spare * 0.06
    marks += rule(look, _EDGE, right, y)
    y -= 5 + spare * 0.1
    marks.append(panel(look, _EDGE, y - 22, right - _EDGE, 22))
    length = 100 if 100 * unit < right - _EDGE - 10 else 50
    sentence = (
        f"Lay a ruler on this line: from 0 to {length} it must measure {length} mm ({length / 25.4:.2f} in) exactly."
    )
    marks.append(Text(_WIDE / 2, y - 6.4, sentence, SERIF_ITALIC, 10.6, None, "centre"))
    marks += ruler(look, (_WIDE - length * unit) / 2, y - 16, length, unit)
    y -= 31 + spare * 0.14
    for i, (heading, text, picture) in enumerate(steps(cover)):
        x, top = (_EDGE if i % 2 == 0 else 109.0), y - (i // 2) * (42 + spare * 0.12)
        marks += step_number(look, x + 2.9, top + 1.5, str(i + 1))
        marks.append(Text(x + 8.6, top, heading, SERIF_SEMIBOLD, 13.5, None))
        marks += paragraph(x + 8.6, top - 6.8, 44, text, SERIF, 9.8, 13)[0]
        marks.append(PictureMark(x + 68, top - 17, 0, 0, picture))
    y -= 84 + spare * 0.36
    marks += [caps(_EDGE, y, "What follows", 8), line(look, _EDGE + 27, y + 1, right, y + 1, 0.4)]
    return [*marks, *_map(look, cover, y - 3.4, right), *_ink(cover, right), *_foot(look, cover)]


def _ink(cover: Cover, right: float) -> list[Mark]:
    """Say above the foot what a sheet costs in ink."""
    text = ink_note(cover)
    if not text:
        return []
    x, size, leading = _EDGE + 16, 9.2, 12.2
    high = (len(lines(text, right - x, SERIF, size)) - 1) * leading / POINTS_PER_MM
    return [caps(_EDGE, 31.5 + high, "Ink", 7.2), *paragraph(x, 31.5 + high, right - x, text, SERIF, size, leading)[0]]


def _feed_arrows(look: Look, high: float) -> list[Mark]:
    arrows = [arrow_up(look, x, high - 9, 12, 8) for x in (9.0, _WIDE - 9.0)]
    return [*arrows, caps(_WIDE / 2, high - 8.2, "This side up  ·  this edge first", 7.6, "centre")]


def _feed_side(look: Look, cover: Cover, high: float, unit: float) -> list[Mark]:
    """The arrows of the back: they point at the edge that goes in first, however the page's words are turned."""
    del cover, unit
    return _feed_arrows(look, high)


def _nothing(look: Look, cover: Cover, high: float, unit: float) -> list[Mark]:
    """The small back has no room for the arrows, and its front has them."""
    del look, cover, high, unit
    return []


# --- the map


_COLUMNS = (("file", 9.0), ("sheets", 58.0), ("paper", 75.0), ("print", 99.0), ("then", 124.0), ("for", 150.0))
"""The table's heads, and where its columns begin, in millimetres from its left."""


def _map(look: Look, cover: Cover, top: float, right: float) -> Iterator[Mark]:
    """A row for each file, with what it looks like: paper, sides, what is done with it, and whether it is needed."""
    pitch = min(6.4, 39.0 / max(1, len(cover.parts)))
    ends = [x for _, x in _COLUMNS[1:]] + [right - _EDGE + 1.5]
    for name, x in _COLUMNS:
        yield Text(_EDGE + x, top - 1.6, name, SANS_SEMIBOLD, 7.6, None)
    for i, part in enumerate(cover.parts):
        y = top - 1.6 - pitch * (i + 1)
        thumbnail = partial(pictograms.thumbnail, kind=part.kind, layout=part.layout, sheets=part.sheets)
        yield PictureMark(_EDGE + 3.2, y + 1.0, 0, 0, thumbnail, pitch * 0.92 / 30)
        row = printed_as(part, cover.layout.options)
        cells = (part.file or part.title, row.sheets, row.stock, row.sides, row.after, row.need)
        for (_, x), end, text in zip(_COLUMNS, ends, cells, strict=True):
            font = SANS_SEMIBOLD if x == _COLUMNS[0][1] else SANS
            yield Text(_EDGE + x, y, text, font, _shrunk(text, font, 8.4, end - x - 1.5), None)
        yield line(look, _EDGE, y - pitch * 0.34, right, y - pitch * 0.34, 0.25)


def _shrunk(text: str, font: str, size_pt: float, width: float) -> float:
    return min(size_pt, size_pt * width / max(1.0, width_mm(text, font, size_pt)))


# --- the foot


def _foot(look: Look, cover: Cover) -> list[Mark]:
    marks = [line(look, _EDGE, 27, _WIDE - _EDGE, 27, 0.4)]
    x = _EDGE
    if cover.two_sided:
        marks += cross(look, _EDGE + 6, 16, 5.4)
        text = (
            "**Hold this sheet against the light.** The ring on its back must lie round this cross, and the top of the "
            "back at this top. If it does not, run **cardgen calibrate** before you print on good paper."
        )
        x = _EDGE + 16
        marks += paragraph(x, 20, 78, text, SERIF, 9.2, 12.2)[0]
        x = 126.0
    text = profile_note(cover)
    text = text[0].upper() + text[1:]
    size, leading, y = 9.2, 12.2, 15.6
    if len(lines(text, _WIDE - _EDGE - x, SERIF, size)) > 3:
        # Much to say: smaller, and from higher up, so that its last line stays clear of the printer's margin.
        size, leading = 7.8, 9.8
        y = max(y, 5.8 + (len(lines(text, _WIDE - _EDGE - x, SERIF, size)) - 1) * leading / POINTS_PER_MM)
    marks.append(caps(x, y + 4.4, "Printer profile", 7.2))
    return [*marks, *paragraph(x, y, _WIDE - _EDGE - x, text, SERIF, size, leading)[0]]


# --- the back


def _back(look: Look, cover: Cover, high: float, unit: float) -> list[Mark]:
    del unit
    options = cover.layout.options
    spare = (high - _HIGH) / 5
    y = high - 62 - spare
    marks = [
        *band(look, _EDGE, high - 20, _WIDE - 2 * _EDGE),
        arrow_up(look, _WIDE / 2, high - 27, 12, 9),
        caps(_WIDE / 2, high - 45, "Top", 9, "centre"),
        Text(_WIDE / 2, y, "Does it look right?", SERIF_SEMIBOLD, 24, None, "centre", 4),
        *rule(look, _EDGE + 30, _WIDE - _EDGE - 30, y - 8),
    ]
    y -= 22 + spare / 2
    other = "short" if options.sides == "long" else "long"
    for heading, text in (
        (
            "The top of this page lies at the other side’s foot",
            (
                f"The printer turned the paper on the wrong edge. Choose **flip on the {options.sides} edge**; where "
                f"the printer will not, print the kit again with **--sides {other}**."
            ),
        ),
        (
            "The ring does not lie round the cross",
            (
                "The printer puts backs elsewhere than fronts, as most do by a millimetre or two. **cardgen "
                "calibrate** prints one sheet that measures it, and remembers the answer."
            ),
        ),
        (
            "The ruler is too short or too long",
            (
                "The print window scales the page. Choose **Actual size**. If it still differs in one direction only, "
                "**cardgen calibrate** takes that away as well."
            ),
        ),
        (
            "The colours swim, or the paper curls",
            (
                "Tell the print window that the paper is heavy, or print the kit with **--ink low**: outlines "
                "on white, with a tenth of the ink."
            ),
        ),
        (
            "The printer refuses stout paper",
            (
                "Use the rear feed. **--feed manual** prints all fronts, then all backs; **--sides fold** needs one "
                "side of thin paper, folded and glued to a firm card."
            ),
        ),
    ):
        marks += step_number(look, _EDGE + 21, y + 1.5, "", 1.5)
        marks.append(Text(_EDGE + 26, y, heading, SERIF_SEMIBOLD, 12, None))
        words, below = paragraph(_EDGE + 26, y - 6, 128, text, SERIF, 10.4, 14.2)
        marks += words
        y = below - 8 - spare / 2
    # Where the cross of the front shows through.
    return [*marks, *ring(look, _WIDE - _EDGE - 6, 16)]
