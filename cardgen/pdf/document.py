"""A PDF document the way the house wants it: named, embedded fonts only, the same bytes for the same input."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.pdf.fonts import SANS, register

if TYPE_CHECKING:
    from cardgen.pdf.canvas import Canvas

AUTHOR = "liarsdeck"


class Document(Struct, frozen=True):
    """What a PDF says about itself."""

    title: str
    subject: str = ""
    keywords: tuple[str, ...] = ()


def open_canvas(about: Document, width: float, height: float, *, packed: bool = True) -> Canvas:
    """Return a reportlab canvas whose pages are `width` × `height` points."""
    from reportlab.pdfgen import canvas as reportlab

    canvas: Canvas = reportlab.Canvas(
        io.BytesIO(),
        pagesize=(width, height),
        pageCompression=int(packed),
        invariant=1,
        initialFontName=register(SANS),  # otherwise a Helvetica is listed that is not embedded
    )
    canvas.setTitle(about.title)
    canvas.setAuthor(AUTHOR)
    canvas.setSubject(about.subject)
    canvas.setKeywords(", ".join(about.keywords))
    canvas.setCreator("cardgen")
    return canvas


def label_page(canvas: Canvas, label: str) -> None:
    """Give the page that is being drawn its label, as viewers show it in place of the number."""
    canvas.addPageLabel(canvas.getPageNumber() - 1, prefix=label)


def bookmark(canvas: Canvas, title: str, level: int = 0) -> None:
    """Let an outline entry point at the page that is being drawn."""
    key = f"part-{canvas.getPageNumber()}-{level}"
    canvas.bookmarkPage(key)
    canvas.addOutlineEntry(title, key, level)


def finish(canvas: Canvas) -> bytes:
    """Return the document's bytes; every page has to be shown already."""
    with plain_streams():
        return canvas.getpdfdata()


@contextmanager
def plain_streams() -> Iterator[None]:
    """Let reportlab write compressed streams as they are, not as text, and never the clock."""
    from reportlab import rl_config

    before = rl_config.useA85, rl_config.invariant
    rl_config.useA85, rl_config.invariant = 0, 1
    try:
        yield
    finally:
        rl_config.useA85, rl_config.invariant = before
