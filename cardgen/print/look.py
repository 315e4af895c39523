"""One page of a deck's sheets, to be looked at: the page that is printed, drawn alone and at once.

Backs are one picture over and over. The page is drawn by the code that prints it, and their places are left empty; one
back is drawn, kept, and laid there to the pixel.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import ceil, floor
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.errors import PrintError
from cardgen.layout.boxes import Box
from cardgen.layout.impose import SheetOptions, impose
from cardgen.layout.profile import IDENTITY
from cardgen.pdf.drawing import Size
from cardgen.pdf.path import POINTS_PER_MM
from cardgen.print.preview import card_picture, page_image, quick_file
from cardgen.print.sheets import Laid, card_size, cards_on, deck_pdf

if TYPE_CHECKING:
    from PIL.Image import Image

    from cardgen.decks.model import Deck
    from cardgen.layout.impose import Layout, Only
    from cardgen.pdf.drawing import Drawing
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Theme

_KEPT = 8  # cards that are kept drawn


def sheet_picture(deck: Deck, layout: Layout, number: int, dpi: float) -> bytes:
    """Return one page of a deck's sheets (from 0; no cover) as the bytes of a picture.

    Raises PrintError when there is no such page, or something cannot be drawn.
    """
    two: tuple[Only, ...] = ("front", "back") if layout.options.sides in ("long", "short") else ("",)
    sheet, side = divmod(number, len(two))
    some = replace(deck, cards=deck.cards[sheet * layout.capacity : (sheet + 1) * layout.capacity])
    if number < 0 or not some.cards:
        raise PrintError("there is no such page")
    bare = replace(layout, options=replace(layout.options, cover=False))
    page = list(impose(bare, len(some.cards)))[side]
    laid = cards_on(some, bare, page)
    often = Counter(one.draw for one in laid)
    moved_only = page.side == "front" or bare.back_matrix[:4] == IDENTITY[:4]
    again = [one for one in laid if often[one.draw] > 1 and moved_only]
    rest = deck_pdf([_without(some, {one.draw for one in again})], bare, only=two[side], packed=False)
    return quick_file(_with(page_image(rest, 0, dpi), bare, again, dpi), dpi)


def _without(deck: Deck, gone: set[Drawing]) -> Deck:
    """Return a deck with nothing in place of some drawings."""

    def left(draw: Drawing) -> Drawing:
        return _nothing if draw in gone else draw

    faces = (replace(face, draw=left(face.draw), back=face.back and left(face.back)) for face in deck.cards)
    return replace(deck, cards=tuple(faces), back=left(deck.back))


def _nothing(_ink: Ink, _size: Size) -> None:
    """Draw nothing."""


def _with(rest: Image, layout: Layout, cards: list[Laid], dpi: float) -> Image:
    """Return the page with cards on the places that were left empty, below whatever else is drawn there."""
    from PIL import Image, ImageChops

    if not cards:
        return rest
    options, whole = layout.options, Image.new("RGB", rest.size, "white")
    for one in cards:
        size = card_size(layout, layout.backs if one.back else layout.fronts)
        card = _card(one.draw, size, options.theme, options.low_ink, options.colour_aid, dpi)
        for _ in range((one.turn // 90 + layout.stood) % 4):
            card = card.transpose(Image.Transpose.ROTATE_90)
        b = size.bleed_mm * POINTS_PER_MM
        trim, seen = one.spot.trim, _pixels(one.spot.bleed, layout, rest, back=one.back)
        ground = _pixels(Box(trim.x0 - b, trim.y0 - b, trim.x1 + b, trim.y1 + b), layout, rest, back=one.back)
        left, top = floor(seen.x0), floor(seen.y0)
        x, y = round(ground.x0) - 1, round(ground.y0) - 1
        whole.paste(card.crop((left - x, top - y, ceil(seen.x1) - x, ceil(seen.y1) - y)), (left, top))
    return ImageChops.multiply(whole, rest)


def _pixels(box: Box, layout: Layout, page: Image, *, back: bool) -> Box:
    """Return where a rectangle of the layout lies on the page's picture, in pixels from the top left."""
    x, y = layout.back_matrix[4:] if back else (0.0, 0.0)
    x0, y0, x1, y1 = box.x0 + x, box.y0 + y, box.x1 + x, box.y1 + y
    width, height = layout.width, layout.height
    if layout.stood:
        x0, y0, x1, y1, width, height = height - y1, x0, height - y0, x1, height, width
    across, up = page.width / width, page.height / height
    return Box(x0 * across, (height - y1) * up, x1 * across, (height - y0) * up)


@lru_cache(maxsize=_KEPT)
def _card(draw: Drawing, size: Size, theme: Theme, low: bool, aid: bool, dpi: float) -> Image:
    """Return a card with its bleed, and a pixel more all round."""
    from PIL import Image

    b = size.bleed_mm

    def whole(ink: Ink, _: Size) -> None:
        with ink.at(b, b):
            draw(ink, size)

    paper = Size(size.width_mm + 2 * b, size.height_mm + 2 * b, 0, 0)
    card = card_picture(whole, paper, SheetOptions(theme=theme, low_ink=low, colour_aid=aid), dpi)
    found = Image.new("RGB", (card.width + 2, card.height + 2))
    for place in ((0, 0), (2, 0), (0, 2), (2, 2), (1, 1)):
        found.paste(card, place)
    return found
