"""One card a page: where its cut and its bleed lie, in pixels or in points, and the pages drawn."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.decks.model import CardFace, Deck
from cardgen.layout.paper import CardSize
from cardgen.pdf.document import Document, finish, open_canvas
from cardgen.pdf.drawing import Drawing, Size
from cardgen.pdf.path import POINTS_PER_MM
from cardgen.pdf.theme import Colour
from liarsdeck.system import Windows

if TYPE_CHECKING:
    from cardgen.export import ExportOptions
    from cardgen.pdf.ink import Ink

MM_PER_INCH = 25.4
BLEED_MM = 3.0  # past the cut, where nobody asks for another


class Frame(Struct, frozen=True):
    """A page that holds one card with its bleed.

    `width` and `height` are the page's, in its own units: points for print shops, pixels for pictures. The cut's
    lower-left corner lies at (`x`, `y`), and `scale` is how many units a point has.
    """

    width: float
    height: float
    x: float
    y: float
    scale: float
    size: Size

    @property
    def trim(self) -> tuple[float, float, float, float]:
        """Give the cut as a PDF's box: left, bottom, right, top."""
        size = self.size
        right = self.x + size.width_mm * POINTS_PER_MM * self.scale
        return self.x, self.y, right, self.y + size.height_mm * POINTS_PER_MM * self.scale


def pixel_frame(card: CardSize, dpi: float, width: int = 0, height: int = 0) -> Frame:
    """Frame a card for a picture of `width` × `height` pixels; as large as the cut card where they are left out.

    The ground reaches a pixel further than the picture, so that no edge is left half covered.
    """
    cut_w, cut_h = card.width_mm / MM_PER_INCH * dpi, card.height_mm / MM_PER_INCH * dpi
    width, height = width or round(cut_w), height or round(cut_h)
    x, y = (width - cut_w) / 2, (height - cut_h) / 2
    bleed = round((max(x, y, 0) + 1) / dpi * MM_PER_INCH, 4)
    return Frame(width, height, x, y, dpi / 72, Size(card.width_mm, card.height_mm, bleed, card.radius_mm))


def point_frame(card: CardSize, bleed_mm: float) -> Frame:
    """Frame a card for a print shop, in points."""
    bleed = bleed_mm * POINTS_PER_MM
    width, height = (side * POINTS_PER_MM + 2 * bleed for side in (card.width_mm, card.height_mm))
    return Frame(width, height, bleed, bleed, 1.0, Size(card.width_mm, card.height_mm, bleed_mm, card.radius_mm))


class CardPages:
    """A document whose pages are single cards."""

    def __init__(
        self, about: Document, frame: Frame, options: ExportOptions, cmyk: Callable[[Colour], str] | None = None
    ) -> None:
        from cardgen.pdf.ink import Ink

        self.frame = frame
        self.canvas = open_canvas(about, frame.width, frame.height)
        self.ink: Ink = Ink(self.canvas, options.theme, low=options.low_ink, aid=options.colour_aid, cmyk=cmyk)

    def add(self, draw: Drawing, *, often: bool = False, boxes: bool = False) -> None:
        """Draw one card on a page of its own; what comes `often` is stored once, `boxes` tell where it is cut."""
        frame, ink, size = self.frame, self.ink, self.frame.size
        if boxes:
            self.canvas.setTrimBox(frame.trim)
            self.canvas.setBleedBox((0, 0, frame.width, frame.height))
        x, y = (v / POINTS_PER_MM for v in (frame.x, frame.y))
        if often:
            b = size.bleed_mm
            box = (-b, -b, size.width_mm + b, size.height_mm + b)
            ink.form(("card", draw, size), lambda pen: draw(pen, size), box, x, y, 0, frame.scale)
        else:
            with ink.at(x, y, 0, frame.scale):
                draw(ink, size)
        self.canvas.showPage()

    def bytes(self) -> bytes:
        """Return the PDF."""
        return finish(self.canvas)


def back_of(deck: Deck, card: CardFace) -> Drawing:
    """Return what is on a card's back."""
    return card.back or deck.back


def has_own_backs(deck: Deck) -> bool:
    """Whether cards of the deck have backs of their own."""
    return any(card.back for card in deck.cards)


def file_names(cards: Sequence[CardFace]) -> list[str]:
    """Name the cards' files so that they sort in the deck's order: `01`, `02-Ac`."""
    digits = max(2, len(str(len(cards))))
    names = []
    for number, card in enumerate(cards, 1):
        first, name = f"{number:0{digits}d}", safe(card.name)
        names.append(first if not name or (name.isdigit() and int(name) == number) else f"{first}-{name}")
    return names


def safe(name: str) -> str:
    """Spell a name so that every file system takes it, and the same way whichever it came from."""
    letters = unicodedata.normalize("NFC", name)
    kept = "".join(c if c.isalnum() or c in "-_" else "q" if c == "?" else "-" for c in letters)
    spelt = "-".join(part for part in kept.split("-") if part)[:60]
    return f"{spelt}_" if spelt.upper() in Windows.DEVICES else spelt
