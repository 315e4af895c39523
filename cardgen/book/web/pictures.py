"""Pictures for the rulebook's page on a screen: cards and drawings as embedded PNG, signs as SVG."""

from __future__ import annotations

import io
from base64 import b64encode
from collections.abc import Mapping
from typing import TYPE_CHECKING

from cardgen.art.shapes import COLOURS, shape_path
from cardgen.book.marks import Element
from cardgen.decks.model import POKER_HEIGHT_MM, POKER_WIDTH_MM, Drawing, Size
from cardgen.pdf.document import Document, finish, open_canvas
from cardgen.pdf.marks import PALETTE, draw
from cardgen.pdf.path import POINTS_PER_MM, Path, Segment, rect

if TYPE_CHECKING:
    from PIL.Image import Image

CARD_PX = (250, 350)
"""A card's picture: twice or thrice as large as a phone shows it."""
_DRAWING_PX = 860
_COLOURS = 40


def card_pictures(faces: Mapping[str, Drawing]) -> dict[str, str]:
    """Return a PNG for each card, as data addresses."""
    from cardgen.pdf.ink import Ink

    width, height = CARD_PX
    canvas = open_canvas(Document("cards"), width, height)
    ink = Ink(canvas)
    scale = width / (POKER_WIDTH_MM * POINTS_PER_MM)
    for draw_face in faces.values():
        with ink.at(0, 0, 0, scale):
            ink.draw(rect(-1, -1, POKER_WIDTH_MM + 2, POKER_HEIGHT_MM + 2), ink.paper)
            draw_face(ink, Size(bleed_mm=1))
        canvas.showPage()
    return dict(zip(faces, _pictures(finish(canvas)), strict=True))


def element_picture(element: Element, width_mm: float) -> str:
    """Return a drawing of the book as a PNG, as a data address."""
    from cardgen.pdf.ink import Ink

    scale = _DRAWING_PX / (width_mm * POINTS_PER_MM)
    # The caption, and the room below it, is left out: the page has its own.
    height = element.height - 9.4
    canvas = open_canvas(Document("drawing"), _DRAWING_PX, round(height * POINTS_PER_MM * scale))
    ink = Ink(canvas)
    with ink.at(0, 0, 0, scale):
        ink.draw(rect(-1, -1, width_mm + 2, height + 2), PALETTE.panel)
        draw(ink, [mark for mark in element.marks if getattr(mark, "text", "") != "·"], 0, height)
    canvas.showPage()
    (picture,) = _pictures(finish(canvas))
    return picture


def _pictures(document: bytes) -> list[str]:
    """Rasterise the pages of a PDF, a pixel a point, and pack them as PNG."""
    import pypdfium2

    pages = pypdfium2.PdfDocument(document)
    return [_packed(page.render(scale=1).to_pil()) for page in pages]


def _packed(picture: Image) -> str:
    from PIL import Image

    flat = picture.convert("RGB").quantize(_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    out = io.BytesIO()
    flat.save(out, "PNG", optimize=True)
    return "data:image/png;base64," + b64encode(out.getvalue()).decode()


def sign(key: str, shape: str, colour: str) -> str:
    """Return a shape of West as an SVG symbol; without a colour, its outline."""
    path = shape_path(shape, 12, 12, 19)
    fill = getattr(PALETTE, COLOURS[colour]).base if colour else "none"
    return (
        f'<symbol id="{key}" viewBox="0 0 24 24"><path d="{_svg(path, 24)}" fill="{fill}" '
        'stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"/></symbol>'
    )


def _svg(path: Path, height: float) -> str:
    def spelled(segment: Segment) -> str:
        numbers = [height - v if at % 2 else v for at, v in enumerate(segment[1:])]
        return str(segment[0]) + " ".join(f"{round(v, 2):g}" for v in numbers)

    return "".join(spelled(segment) for segment in path.segments)
