"""Pictures: `png` for any use, `tgc` and `mpc` in the exact pixels of two print-on-demand shops."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from pathlib import Path
from threading import Lock

from msgspec import Struct

from cardgen.decks.model import Deck
from cardgen.export import ExportOptions, Step
from cardgen.export.onecard import (
    BLEED_MM,
    MM_PER_INCH,
    Frame,
    back_of,
    file_names,
    has_own_backs,
    pixel_frame,
    safe,
)
from cardgen.export.raster import Raster, from_picture, png_bytes, render_all
from cardgen.pdf.drawing import Drawing

SHOP_DPI = 300
TGC_PIXELS = 825, 1125
MPC_PIXELS = 822, 1122
CONTACT_SHEET = "contact-sheet.png"
TABLE_COLOUR = "#D9D3C6"


class PictureForm(Struct, frozen=True):
    """Where a target's pictures go: the folder of the faces, that of backs, and what the one back is called."""

    dpi: int
    frame: Frame
    faces: str
    backs: str
    back: str
    about: str


def plan(target: str, deck: Deck, options: ExportOptions) -> PictureForm:
    """Plan a target's pictures."""
    if target == "tgc":
        own = safe(deck.name)
        frame = pixel_frame(options.card, SHOP_DPI, *TGC_PIXELS)
        return PictureForm(SHOP_DPI, frame, own, f"{own}/backs", f"{own}/back.png", _TGC.format(folder=own))
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
    """Write a deck's pictures; return one line about them, and the text for the README."""
    del final
    how = plan(target, deck, options)
    names = file_names(deck.cards)
    own_backs = has_own_backs(deck)
    sheet = ContactSheet(len(deck.cards), how.frame) if target == "png" else None
    paths = [inside / how.faces / f"{name}.png" for name in names]
    draws: list[Drawing] = [card.draw for card in deck.cards]
    if own_backs:
        paths += [inside / how.backs / f"{name}.png" for name in names]
        draws += [back_of(deck, card) for card in deck.cards]
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
    summary = f"{_count(draws)} of {how.frame.width} × {how.frame.height} pixels at {how.dpi} dpi"
    return summary, how.about


def _count(draws: Sequence[Drawing]) -> str:
    return f"{len(draws)} pictures"


def columns_for(cards: int) -> int:
    """Choose the columns of a contact sheet: five to three rows or so, and a full last row where one is near."""
    about = max(1, ceil(sqrt(cards * 1.6)))
    near = sorted(range(max(1, about - 2), about + 5), key=lambda columns: abs(columns - about))
    return next((columns for columns in near if cards % columns == 0), about)


class ContactSheet:
    """All faces of a deck, small, on one picture; each is added as soon as it is rendered, from any thread."""

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
        """Lay a face on its place."""
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
For The Game Crafter, poker deck: 825 × 1125 pixels, 1/8 inch of it bleed on every side.

1. Make a Poker Deck in your game there.
2. Upload the folder "{folder}": its back.png is the back, every other picture a face.
3. Proof the cards: their dotted line is the cut.
"""
_MPC = """
For MakePlayingCards, poker size (63.5 × 88.9 mm): 822 × 1122 pixels, 36 of them bleed on every side.

1. Choose a deck with at least as many cards as there are pictures in "fronts".
2. Upload the pictures of "fronts" as different images for the fronts; they are in order by name.
3. Upload back.png as the same image for all backs (or those in "backs", in the same order, where there are any).
"""
