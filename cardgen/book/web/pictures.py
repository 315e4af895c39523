"""Pictures for the rulebook's page on a screen: the cards of its figures as embedded PNG."""

from __future__ import annotations

import io
from base64 import b64encode
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardgen.book.cards import CardArt
from cardgen.pdf.document import Document, finish, open_canvas
from cardgen.pdf.path import POINTS_PER_MM, rect

if TYPE_CHECKING:
    from PIL.Image import Image

CARD_PX = (250, 350)
"""A card's picture: twice or thrice as large as a phone shows it."""
_WIDE_MM = 26.4  # as in a figure of the book, so that what is written on a card can be read
_COLOURS = 40


def pictures_of(art: CardArt, names: Sequence[str]) -> dict[str, str]:
    """Return a PNG for each card, as data addresses."""
    import pypdfium2

    from cardgen.pdf.ink import Ink

    width, height = CARD_PX
    canvas = open_canvas(Document("cards"), width, height)
    ink = Ink(canvas)
    for name in names:
        with ink.at(0, 0, 0, width / (_WIDE_MM * POINTS_PER_MM)):
            ink.draw(rect(-1, -1, _WIDE_MM + 2, _WIDE_MM * 1.4 + 2), ink.paper)
            art.figure(name, _WIDE_MM)(ink)
        canvas.showPage()
    pages = pypdfium2.PdfDocument(finish(canvas))
    return dict(zip(names, (_packed(page.render(scale=1).to_pil()) for page in pages), strict=True))


def _packed(picture: Image) -> str:
    from PIL import Image

    flat = picture.convert("RGB").quantize(_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    out = io.BytesIO()
    flat.save(out, "PNG", optimize=True)
    return "data:image/png;base64," + b64encode(out.getvalue()).decode()
