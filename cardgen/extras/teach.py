"""“Teach it in two minutes”: the page that is read aloud, on paper of any size."""

from __future__ import annotations

from pathlib import Path

from cardgen.book.teach.page import TeachPage, teach_pages
from cardgen.extras.occasion import Occasion
from cardgen.guide.steps import FileRow
from cardgen.layout.impose import SheetOptions
from cardgen.pdf.document import Document, finish, open_canvas
from cardgen.pdf.marks import PALETTE, Look, draw
from cardgen.pdf.path import POINTS_PER_MM
from liarsdeck.files import write_atomic
from referee import games
from referee.books.teach import lesson
from referee.core.setup import seated

_EDGE = 0.06
"""The margin, in parts of the paper's width; what the printer cannot print on is kept clear in any case."""


def write_teach(table: Occasion, sheet: SheetOptions, out: Path) -> FileRow:
    """Write the page; in large print it may be both sides of its sheet.

    Raises PrintError where the paper has no room for it, and OSError.
    """
    from cardgen.pdf.ink import Ink

    width, height = sheet.paper.width_mm, sheet.paper.height_mm
    edge = max(sheet.margin_mm + 2, _EDGE * width)
    it = lesson(seated(games.game(table.game), table.players, table.options, table.facts))
    look = Look(low=sheet.low_ink, accent=getattr(PALETTE, it.colour).base)
    foot = f"These cards are the kit {table.code}." if table.code else ""
    pages: tuple[TeachPage, ...] = teach_pages(
        it, width - 2 * edge, height - 2 * edge, look, foot=foot, large=table.large
    )
    about = Document(
        title=f"{it.title}: teach it in two minutes",
        subject="A page to read aloud",
        keywords=("rules", "print and play", it.title),
    )
    canvas = open_canvas(about, width * POINTS_PER_MM, height * POINTS_PER_MM)
    ink = Ink(canvas, low=sheet.low_ink)
    for page in pages:
        with ink.at(edge, edge, scale=page.scale):
            draw(ink, page.marks)
        canvas.showPage()
    write_atomic(out, finish(canvas))
    return FileRow("Teach it", len(pages), out.name, "page", after="read it aloud")
