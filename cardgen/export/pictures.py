"""Pages with one card each: where the card lies on them, in pixels or points, and their rendering to PNG files."""

from __future__ import annotations

import os
import unicodedata
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from itertools import islice
from math import ceil, sqrt
from pathlib import Path
from threading import Lock, local
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.decks import CardFace, Deck
from cardgen.export import ExportOptions, Step, crafter_deck
from cardgen.layout import CardSize
from cardgen.pdf.ink import Document, Drawing, Size, finish, open_canvas
from cardgen.pdf.path import POINTS_PER_MM
from cardgen.pdf.raster import PDFIUM, Raster, from_picture, png_bytes, render_page
from cardgen.pdf.theme import Colour
from liarsdeck.system import Windows
from liarsdeck.worker import executor

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

    from cardgen.pdf.ink import Ink


MM_PER_INCH = 25.4
BLEED_MM = 3.0  # past the cut, where nobody asks for another


class Frame(Struct, frozen=True):
    """A page that holds one card with its bleed.

    `width` and `height` are in the page's units: points for print shops, pixels for pictures. The lower left corner of
    the cut card is at (`x`, `y`), `scale` is units per point, and `size` is the card's.
    """

    width: float
    height: float
    x: float
    y: float
    scale: float
    size: Size

    @property
    def trim(self) -> tuple[float, float, float, float]:
        """The card's edges as a PDF box in the page's units: left, bottom, right, top."""
        size = self.size
        right = self.x + size.width_mm * POINTS_PER_MM * self.scale
        return self.x, self.y, right, self.y + size.height_mm * POINTS_PER_MM * self.scale


def pixel_frame(card: CardSize, dpi: float, width: int = 0, height: int = 0) -> Frame:
    """Return the page for a picture of `width` × `height` pixels (0: the card's) at `dpi`, with the card in its middle.

    The card's background is drawn to a pixel beyond the picture, so that no edge is half covered.
    """
    cut_w, cut_h = card.width_mm / MM_PER_INCH * dpi, card.height_mm / MM_PER_INCH * dpi
    width, height = width or round(cut_w), height or round(cut_h)
    x, y = (width - cut_w) / 2, (height - cut_h) / 2
    bleed = round((max(x, y, 0) + 1) / dpi * MM_PER_INCH, 4)
    return Frame(width, height, x, y, dpi / 72, Size(card.width_mm, card.height_mm, bleed, card.radius_mm))


def point_frame(card: CardSize, bleed_mm: float) -> Frame:
    """Return the page for a print shop, in points: the card with `bleed_mm` on each side."""
    bleed = bleed_mm * POINTS_PER_MM
    width, height = (side * POINTS_PER_MM + 2 * bleed for side in (card.width_mm, card.height_mm))
    return Frame(width, height, bleed, bleed, 1.0, Size(card.width_mm, card.height_mm, bleed_mm, card.radius_mm))


class CardPages:
    """A PDF with a card on each page, placed as `frame` says, in the theme and ink of `options`.

    `about` has the title, subject and keywords of the PDF. `cmyk(colour)` returns the PDF operands of a colour in CMYK;
    if `cmyk` is None, colours are RGB.
    """

    def __init__(
        self, about: Document, frame: Frame, options: ExportOptions, cmyk: Callable[[Colour], str] | None = None
    ) -> None:
        from cardgen.pdf.ink import Ink

        self.frame = frame
        self.canvas = open_canvas(about, frame.width, frame.height)
        self.ink: Ink = Ink(self.canvas, options.theme, low=options.low_ink, aid=options.colour_aid, cmyk=cmyk)

    def add(self, draw: Drawing, *, often: bool = False, boxes: bool = False) -> None:
        """Add a page with the card side that `draw` draws.

        With `often`, a drawing that is on several pages is stored once. With `boxes`, the page has a trim and a bleed
        box.
        """
        frame, ink, size = self.frame, self.ink, self.frame.size
        if boxes:
            self.canvas.setTrimBox(frame.trim)
            self.canvas.setBleedBox((0, 0, frame.width, frame.height))
        x, y = (v / POINTS_PER_MM for v in (frame.x, frame.y))
        if often:
            ink.card(draw, size, x, y, 0, frame.scale)
        else:
            with ink.at(x, y, 0, frame.scale):
                draw(ink, size)
        self.canvas.showPage()

    def bytes(self) -> bytes:
        """Return the finished PDF; nothing can be added any more."""
        return finish(self.canvas)


def file_names(cards: Sequence[CardFace]) -> list[str]:
    """Return a file name without suffix for each card. It begins with a number, so that files sort in this order.

    Examples: `01`, `02-Ac`.
    """
    digits = max(2, len(str(len(cards))))
    names = []
    for number, card in enumerate(cards, 1):
        first, name = f"{number:0{digits}d}", safe(card.name)
        names.append(first if not name or (name.isdigit() and int(name) == number) else f"{first}-{name}")
    return names


def safe(name: str) -> str:
    """Return a name in a form that every file system allows; it is the same for all Unicode forms of the name."""
    letters = unicodedata.normalize("NFC", name)
    kept = "".join(c if c.isalnum() or c in "-_" else "q" if c == "?" else "-" for c in letters)
    spelt = "-".join(part for part in kept.split("-") if part)[:60]
    return f"{spelt}_" if spelt.upper() in Windows.DEVICES else spelt


_CHUNK = 24


def render_all(
    draws: Sequence[Drawing],
    frame: Frame,
    options: ExportOptions,
    each: Callable[[int, Raster], None],
    step: Callable[[], None],
) -> None:
    """Render each drawing in its frame, and call `each` with the drawing's index and its pixels.

    `each` is called from several threads, and must not keep the raster, whose memory is used again. `step` is called
    from this thread, once a drawing.
    """
    import pypdfium2

    workers = max(2, min(4, os.cpu_count() or 2))
    waiting: deque[Future[None]] = deque()
    numbered: Iterable[tuple[int, Drawing]] = iter(enumerate(draws))

    def settle(most: int) -> None:
        while len(waiting) > most:
            waiting.popleft().result()
            step()

    own = local()

    def one(document: PdfDocument, page: int, number: int) -> None:
        if not hasattr(own, "canvas"):
            own.canvas = pypdfium2.PdfBitmap.new_native(
                round(frame.width), round(frame.height), pypdfium2.raw.FPDFBitmap_BGR, rev_byteorder=True
            )
        each(number, render_page(document, page, own.canvas))

    with executor(workers) as pool:
        held: list[PdfDocument] = []
        try:
            while chunk := list(islice(numbered, _CHUNK)):
                pages = CardPages(Document("cards"), frame, options)
                for _, draw in chunk:
                    pages.add(draw)
                data = pages.bytes()
                settle(_CHUNK)  # so at most two chunks are under way
                with PDFIUM:
                    for old in held[:-1]:
                        old.close()
                    held = held[-1:]
                    document = pypdfium2.PdfDocument(data)
                held.append(document)
                waiting.extend(pool.submit(one, document, page, number) for page, (number, _) in enumerate(chunk))
            settle(0)
        finally:
            for future in waiting:
                future.cancel()
            pool.shutdown()
            for document in held:
                document.close()


SHOP_DPI = 300
MPC_PIXELS = 822, 1122
CONTACT_SHEET = "contact-sheet.png"
TABLE_COLOUR = "#D9D3C6"


class PictureForm(Struct, frozen=True):
    """The form in which an export target takes pictures of cards.

    `dpi` is the resolution in dots per inch, and `frame` the page of each picture. `faces` and `backs` are the folders
    for the faces and for the cards' own backs, as paths inside the export; "" means the export's own folder. `back` is
    the path, inside the export, of the picture of the common back. `about` is the text for the README.
    """

    dpi: int
    frame: Frame
    faces: str
    backs: str
    back: str
    about: str


def plan(target: str, deck: Deck, options: ExportOptions) -> PictureForm:
    """Return the form in which a target (`png`, `tgc` or `mpc`) takes the pictures of this deck.

    Raises PrintError if the target `tgc` (The Game Crafter) has no cards of this size.
    """
    if target == "tgc":
        own = safe(deck.name)
        card = crafter_deck(options.card)
        width, height = (round((side / MM_PER_INCH + 0.25) * SHOP_DPI) for side in (card.width_mm, card.height_mm))
        about = _TGC.format(folder=own, deck=card.name, width=width, height=height)
        return PictureForm(
            SHOP_DPI, pixel_frame(card, SHOP_DPI, width, height), own, f"{own}/backs", f"{own}/back.png", about
        )
    if target == "mpc":
        return PictureForm(
            SHOP_DPI, pixel_frame(options.card, SHOP_DPI, *MPC_PIXELS), "fronts", "backs", "back.png", _MPC
        )
    dpi = options.dpi or SHOP_DPI
    edge = round(BLEED_MM / MM_PER_INCH * dpi) if options.bleed is not False else 0
    cut = [round(side / MM_PER_INCH * dpi) for side in (options.card.width_mm, options.card.height_mm)]
    frame = pixel_frame(options.card, dpi, cut[0] + 2 * edge, cut[1] + 2 * edge)
    summary = f"{cut[0]} × {cut[1]} pixels are the cut card" + (f", {edge} more on each side bleed" if edge else "")
    return PictureForm(dpi, frame, "", "backs", "back.png", _PNG.format(dpi=dpi, summary=summary))


def write(
    deck: Deck, target: str, options: ExportOptions, inside: Path, final: Path, step: Step
) -> tuple[str, str]:  # fmt: skip
    """Write a deck's pictures into the folder `inside`; return a one-line summary and the README's text.

    `target` is `png`, `tgc` or `mpc`. `final`, where the folder will be moved, is not used. `step` is called after each
    picture. Each module that writes an export has such a function.
    """
    del final
    how = plan(target, deck, options)
    names = file_names(deck.cards)
    own_backs = deck.has_own_backs
    sheet = ContactSheet(len(deck.cards), how.frame) if target == "png" else None
    paths = [inside / how.faces / f"{name}.png" for name in names]
    draws: list[Drawing] = [card.draw for card in deck.cards]
    if own_backs:
        paths += [inside / how.backs / f"{name}.png" for name in names]
        draws += [deck.back_of(card) for card in deck.cards]
    else:
        paths.append(inside / how.back)
        draws.append(deck.back)
    for folder in {path.parent for path in paths}:
        folder.mkdir(parents=True, exist_ok=True)

    def each(number: int, raster: Raster) -> None:
        paths[number].write_bytes(png_bytes(raster, how.dpi))
        if sheet and number < len(names):
            sheet.add(number, raster)

    render_all(draws, how.frame, options, each, step)
    if sheet:
        (inside / CONTACT_SHEET).write_bytes(png_bytes(from_picture(sheet.sheet), 96))
    summary = f"{len(draws)} pictures of {how.frame.width} × {how.frame.height} pixels at {how.dpi} dpi"
    return summary, how.about


def columns_for(cards: int) -> int:
    """Return the number of columns of a contact sheet for `cards` cards, about 1.6 times its number of rows.

    A number of columns near that is preferred if it fills the last row.
    """
    about = max(1, ceil(sqrt(cards * 1.6)))
    near = sorted(range(max(1, about - 2), about + 5), key=lambda columns: abs(columns - about))
    return next((columns for columns in near if cards % columns == 0), about)


class ContactSheet:
    """A picture, `sheet`, with `cards` small faces in rows on it; several threads may add faces at once.

    `frame` is the form of the pages from which the faces are cut.
    """

    GAP = 10
    WIDEST = 150
    SHEET_WIDTH = 3600

    def __init__(self, cards: int, frame: Frame) -> None:
        from PIL import Image

        self.columns = columns_for(cards)
        size, k = frame.size, frame.scale * 72 / MM_PER_INCH
        self._cut = (
            round(frame.x), round(frame.y), round(frame.x + size.width_mm * k), round(frame.y + size.height_mm * k),
        )  # fmt: skip
        self.width = min(self.WIDEST, self.SHEET_WIDTH // self.columns - self.GAP, self._cut[2] - self._cut[0])
        self.height = round(self.width * size.height_mm / size.width_mm)
        rows = ceil(cards / self.columns)
        across, down = (self.columns * (self.width + self.GAP), rows * (self.height + self.GAP))
        self.sheet = Image.new("RGB", (across + self.GAP, down + self.GAP), TABLE_COLOUR)
        self._one = Lock()

    def add(self, number: int, raster: Raster) -> None:
        """Put face `number` (from 0) in its place; `raster` has the pixels of the page with this face."""
        from PIL import Image

        small = raster.picture().crop(self._cut)
        small = small.resize((self.width, self.height), Image.Resampling.BOX, reducing_gap=2.0)
        row, column = divmod(number, self.columns)
        place = self.GAP + column * (self.width + self.GAP), self.GAP + row * (self.height + self.GAP)
        with self._one:
            self.sheet.paste(small, place)


_PNG = """
One picture a card, in the deck's order, and the back, at {dpi} dots an inch: {summary}.
contact-sheet.png shows all of them at a glance.
"""
_TGC = """
For The Game Crafter, {deck}: {width} × {height} pixels, 1/8 inch of it bleed on every side.

1. Make a {deck} in your game there.
2. Upload the folder "{folder}": its back.png is the back, every other picture a face.
3. Proof the cards: their dotted line is the cut.
"""
_MPC = """
For MakePlayingCards, poker size (63.5 × 88.9 mm): 822 × 1122 pixels, 36 of them bleed on every side.

1. Choose a deck with at least as many cards as there are pictures in "fronts".
2. Upload the pictures of "fronts" as different images for the fronts; they are in order by name.
3. Upload back.png as the same image for all backs (or those in "backs", in the same order, where there are any).
"""
