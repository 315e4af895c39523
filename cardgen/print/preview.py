"""Previews: pictures of a deck's sheets and cards, also for the terminal.

Pages are drawn by the code that prints them. Repeated backs are rendered once and pasted.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from math import ceil, floor, sqrt
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from cardgen.decks import Deck, check_size
from cardgen.errors import PrintError
from cardgen.layout import IDENTITY, Box, Layout, SheetOptions, impose
from cardgen.pdf import HAS_PILLOW
from cardgen.pdf.ink import Document, Drawing, Ink, Size, finish, open_canvas
from cardgen.pdf.path import POINTS_PER_MM, rect
from cardgen.pdf.raster import png_bytes, render_page
from cardgen.pdf.theme import HARLEQUIN
from cardgen.pdf.type import SANS, SANS_SEMIBOLD, SERIF_SEMIBOLD, width_mm
from cardgen.print.sheets import Laid, card_size, cards_on, deck_pdf
from liarsdeck.english import counted

if TYPE_CHECKING:
    from PIL.Image import Image

    from cardgen.layout import Only
    from cardgen.pdf.theme import Theme


CARD_DPI, SHEET_DPI = 300, 100
MOST_PIXELS = 40_000_000
"""The most pixels of a contact sheet; one with more cards has a lower resolution."""
MOST_SHEETS = 24
"""The most sheets that a contact sheet shows."""
_FINER = 4
GROUND, EDGE, INK = "#E7E2D8", "#A9A294", HARLEQUIN.palette.ink
# Millimetres on the contact sheet.
BORDER, GAP, CAPTION, HEAD, PAGE_WIDTH = 10.0, 5.0, 5.5, 17.0, 46.0


def contact_sheet(deck: Deck, layout: Layout) -> bytes:
    """Return a PNG of a deck's different faces, back and pages. Raises PrintError if one can't be drawn."""
    from PIL.Image import Resampling

    check_size(deck, layout.options.card)
    faces = list({face.draw: face for face in deck.cards}.values())
    cells = [(face.draw, face.name) for face in faces] + [(deck.back, "back")]
    size = card_size(layout, layout.fronts)
    across = max(3, ceil(sqrt(len(cells) * size.height_mm / size.width_mm * 1.35)))
    step_x, step_y = size.width_mm + GAP, size.height_mm + GAP + CAPTION
    wide = 2 * BORDER + across * step_x - GAP
    shown = replace(deck, cards=deck.cards[: MOST_SHEETS * layout.capacity])
    pages = list(impose(layout, len(shown.cards)))
    page_high = PAGE_WIDTH * layout.height / layout.width
    page_step = page_high + GAP + CAPTION
    pages_across = max(1, int((wide - 2 * BORDER + GAP) / (PAGE_WIDTH + GAP)))
    rows = ceil(len(cells) / across)
    high = 2 * BORDER + 2 * HEAD + rows * step_y + ceil(len(pages) / pages_across) * page_step
    canvas = open_canvas(Document(deck.title), wide * POINTS_PER_MM, high * POINTS_PER_MM)
    ink = Ink(canvas, layout.options.theme, low=layout.options.low_ink, aid=layout.options.colour_aid)
    ink.draw(rect(0, 0, wide, high), GROUND)
    count = counted(len(deck.cards), "card")
    _head(ink, high - BORDER, deck.title, f"{count}, {layout.describe()}")
    for i, (draw, name) in enumerate(cells):
        x, y = BORDER + i % across * step_x, high - BORDER - HEAD - i // across * step_y - size.height_mm
        cut = size if name != "back" else card_size(layout, layout.backs)
        outline = rect(x, y, cut.width_mm, cut.height_mm, cut.radius_mm)
        with ink.clip(outline):
            ink.card(draw, cut, x, y)
        ink.draw(outline, None, EDGE, 0.4)
        ink.text(x + size.width_mm / 2, y - 4.2, name, SANS, 9, INK, "centre")
    top = high - BORDER - HEAD - rows * step_y
    sheets = layout.sheets(len(deck.cards))
    first = f", the first {MOST_SHEETS} of them here" if sheets > MOST_SHEETS else ""
    _head(ink, top, "Pages", f"{counted(sheets, 'sheet')} of {layout.options.paper.name}{first}")
    places = [
        (BORDER + i % pages_across * (PAGE_WIDTH + GAP), top - HEAD - i // pages_across * page_step - page_high)
        for i in range(len(pages))
    ]
    for page, (x, y) in zip(pages, places, strict=True):
        ink.draw(rect(x - 0.2, y - 0.2, PAGE_WIDTH + 0.4, page_high + 0.4), EDGE)
        label = f"{page.sheet + 1}" + ("" if page.side == "both" else f" {page.side}")
        ink.text(x + PAGE_WIDTH / 2, y - 4.4, label, SANS_SEMIBOLD, 9, INK, "centre")
    canvas.showPage()
    dpi = min(SHEET_DPI, 25.4 * sqrt(MOST_PIXELS / (wide * high)))
    sheet = next(_rendered(finish(canvas), dpi))
    # The deck's own pages are drawn large and made small, or their hairlines would be too thick.
    per_mm = dpi / 25.4
    pixels = (round(PAGE_WIDTH * per_mm), round(page_high * per_mm))
    bare = replace(layout, options=replace(layout.options, cover=False))
    small = _rendered(deck_pdf(shown, bare), _FINER * pixels[0] / layout.width * 72)
    for picture, (x, y) in zip(small, places, strict=True):
        place = round(x * per_mm), round((high - y) * per_mm) - pixels[1]
        sheet.paste(picture.resize(pixels, Resampling.BOX), place)
    return png(sheet)


def card_picture(draw: Drawing, size: Size, options: SheetOptions, dpi: float = CARD_DPI) -> Image:
    """Return a picture of a card as it is when cut, without its bleed.

    `draw` draws the card. `options` give theme and ink; only `size` and `dpi` (pixels an inch) decide how large it is.
    """
    canvas = open_canvas(Document("Card"), size.width_mm * POINTS_PER_MM, size.height_mm * POINTS_PER_MM)
    draw(Ink(canvas, options.theme, low=options.low_ink, aid=options.colour_aid), size)
    canvas.showPage()
    return next(_rendered(finish(canvas), dpi))


def png(picture: Image) -> bytes:
    """Return a picture as a PNG file."""
    file = io.BytesIO()
    picture.save(file, "PNG", compress_level=6)
    return file.getvalue()


COARSE_DPI = 72
"""Up to this resolution a page's picture is a JPEG, which is made fast; finer ones are PNG, to be read."""


def page_picture(pdf: bytes, number: int, dpi: float) -> bytes:
    """Return page `number` (from 0) of a PDF as a picture file at `dpi` pixels an inch.

    It is a JPEG up to `COARSE_DPI`, else a PNG; without Pillow always a PNG.
    """
    if not HAS_PILLOW:
        return _plain_picture(pdf, number, dpi)
    return quick_file(page_image(pdf, number, dpi), dpi)


def _plain_picture(pdf: bytes, number: int, dpi: float) -> bytes:
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        return png_bytes(render_page(document, number, dpi=dpi), dpi)


def page_image(pdf: bytes, number: int, dpi: float) -> Image:
    """Return page `number` (from 0) of a PDF as a Pillow image in RGB, at `dpi` pixels an inch."""
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        page = document[number]
        picture: Image = page.render(scale=dpi / 72, prefer_bgrx=True).to_pil().convert("RGB")
        page.close()
        return picture


def quick_file(picture: Image, dpi: float) -> bytes:
    """Return a picture as a file that is made fast: JPEG up to `COARSE_DPI`, else a PNG with little compression."""
    file = io.BytesIO()
    if dpi <= COARSE_DPI:
        picture.save(file, "JPEG", quality=90, subsampling=0)
    else:
        picture.save(file, "PNG", compress_level=1)
    return file.getvalue()


def _rendered(pdf: bytes, dpi: float) -> Iterator[Image]:
    """Yield each page of a PDF as a Pillow image in RGB, at `dpi` pixels an inch."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            yield page.render(scale=dpi / 72).to_pil().convert("RGB")
            page.close()
    finally:
        document.close()


def _head(ink: Ink, top: float, title: str, text: str) -> None:
    ink.text(BORDER, top - 8, title, SERIF_SEMIBOLD, 22, INK)
    x = BORDER + width_mm(title, SERIF_SEMIBOLD, 22) + 4
    ink.text(x, top - 8, text, SANS, 11, INK)


_KEPT = 8  # cards that are kept drawn


def sheet_picture(deck: Deck, layout: Layout, number: int, dpi: float) -> bytes:
    """Return a picture file of page `number` of a deck's sheets, at `dpi` pixels an inch.

    `number` counts from 0, without a cover; if sheets have two sides, fronts have even numbers. The file is a JPEG or a
    PNG, as in `page_picture`. Raises PrintError if there is no such page, or if something can't be drawn.
    """
    two: tuple[Only, ...] = ("front", "back") if layout.options.sides in ("long", "short") else ("",)
    sheet, side = divmod(number, len(two))
    some = replace(deck, cards=deck.cards[sheet * layout.capacity : (sheet + 1) * layout.capacity])
    if number < 0 or not some.cards:
        raise PrintError("there is no such page")
    bare = replace(layout, options=replace(layout.options, cover=False))
    page = list(impose(bare, len(some.cards)))[side]
    if not HAS_PILLOW:
        return _plain_picture(deck_pdf(some, bare, only=two[side], packed=False), 0, dpi)
    laid = cards_on(some, bare, page)
    often = Counter(one.draw for one in laid)
    moved_only = page.side == "front" or bare.back_matrix[:4] == IDENTITY[:4]
    again = [one for one in laid if often[one.draw] > 1 and moved_only]
    gone = {one.draw for one in again}

    def left(draw: Drawing) -> Drawing:
        return _nothing if draw in gone else draw

    faces = (replace(face, draw=left(face.draw), back=face.back and left(face.back)) for face in some.cards)
    without = replace(some, cards=tuple(faces), back=left(some.back))
    rest = deck_pdf(without, bare, only=two[side], packed=False)
    return quick_file(_with(page_image(rest, 0, dpi), bare, again, dpi), dpi)


def _nothing(_ink: Ink, _size: Size) -> None:
    """Draw nothing, in place of a card that is rendered once and pasted later."""


def _with(rest: Image, layout: Layout, cards: list[Laid], dpi: float) -> Image:
    """Return the picture `rest` of a page with `cards` added to it.

    `rest` was drawn without these cards. They are placed as on the printed page; what `rest` shows at their places,
    such as cut marks, stays visible on top of them.
    """
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
    """Return where a rectangle of the layout lies on the page's picture, in pixels from the top left.

    `box` is in points from the page's lower left corner. With `back`, it lies on a back page, which the printer's
    profile may shift.
    """
    x, y = layout.back_matrix[4:] if back else (0.0, 0.0)
    x0, y0, x1, y1 = box.x0 + x, box.y0 + y, box.x1 + x, box.y1 + y
    width, height = layout.width, layout.height
    if layout.stood:
        x0, y0, x1, y1, width, height = height - y1, x0, height - y0, x1, height, width
    across, up = page.width / width, page.height / height
    return Box(x0 * across, (height - y1) * up, x1 * across, (height - y0) * up)


@lru_cache(maxsize=_KEPT)
def _card(draw: Drawing, size: Size, theme: Theme, low: bool, aid: bool, dpi: float) -> Image:
    """Return a picture of a card with its bleed and one more pixel on each side.

    With `low` the card is drawn to save ink, with `aid` its colours also get patterns; `dpi` is in pixels an inch.
    """
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


# --- a picture in the terminal

TerminalMode = Literal["kitty", "iterm", "blocks", "blocks256"]

HALF = "▀"
# Fewer lines than these show no card that anybody would know.
FEWEST_ROWS, FEWEST_COLUMNS, MOST_ROWS = 20, 32, 60
_CHUNK = 4096
_STEPS = (0, 95, 135, 175, 215, 255)


def terminal_mode(environment: Mapping[str, str] | None = None, *, terminal: bool | None = None) -> TerminalMode | str:
    """Return the best mode to show a picture in this terminal, or a phrase that says why there is none.

    A mode is one of the words in `TerminalMode`; any other result is such a phrase. `environment` has the environment
    variables (None: those of this process). `terminal` says whether stdout is a terminal (None: find out).
    """
    env = os.environ if environment is None else environment
    if not (sys.stdout.isatty() if terminal is None else terminal):
        return "this is no terminal"
    if env.get("NO_COLOR"):
        return "NO_COLOR is set"
    if not (env.get("TMUX") or env.get("STY")):  # tmux and screen would pass a picture on to another terminal
        if env.get("TERM") == "xterm-kitty" or env.get("TERM_PROGRAM") == "ghostty":
            return "kitty"
        if env.get("TERM_PROGRAM") in ("iTerm.app", "WezTerm"):
            return "iterm"
    true_colour = env.get("COLORTERM") in ("truecolor", "24bit") or env.get("TERM", "").endswith("-direct")
    if not true_colour and "256color" not in env.get("TERM", ""):
        return "this terminal has too few colours"
    columns, rows = shutil.get_terminal_size()
    if rows < FEWEST_ROWS or columns < FEWEST_COLUMNS:
        return f"this window is too small: it takes {FEWEST_COLUMNS} columns and {FEWEST_ROWS} lines"
    if (getattr(sys.stdout, "encoding", "") or "").lower().replace("-", "") != "utf8":
        return "this terminal's text is not UTF-8"
    return "blocks" if true_colour else "blocks256"


def show_picture(picture: Image, data: bytes, mode: TerminalMode) -> str:
    """Return the text that shows a picture in a terminal; `mode` is from `terminal_mode`, `data` the picture as PNG."""
    columns, rows = shutil.get_terminal_size()
    height = min(rows - 3, MOST_ROWS)
    coded = b64encode(data).decode()
    if mode == "kitty":
        pieces = [coded[i : i + _CHUNK] for i in range(0, len(coded), _CHUNK)]
        heads = [f"a=T,f=100,r={height},", *[""] * (len(pieces) - 1)]
        more = [*[1] * (len(pieces) - 1), 0]
        return "".join(map("\x1b_G{}m={};{}\x1b\\".format, heads, more, pieces)) + "\n"
    if mode == "iterm":
        return f"\x1b]1337;File=inline=1;height={height};preserveAspectRatio=1:{coded}\x07\n"
    width = min(columns - 1, round(2 * height * picture.width / picture.height))
    return blocks(picture, width, true_colour=mode == "blocks")


def blocks(picture: Image, columns: int, *, true_colour: bool = True) -> str:
    """Return a picture as lines of half-block characters with colour codes; each character shows two pixels.

    `columns` is the width in characters. Without `true_colour` only the 240 fixed colours of 256-colour terminals are
    used.
    """
    from PIL.Image import Resampling

    lines = max(1, round(columns * picture.height / picture.width / 2))
    data = picture.convert("RGB").resize((columns, 2 * lines), Resampling.LANCZOS).tobytes()
    pixels = [tuple(data[i : i + 3]) for i in range(0, len(data), 3)]
    spell = "2;{};{};{}".format if true_colour else _near_colour
    out = []
    for row in range(lines):
        before = None
        first = 2 * row * columns
        for both in zip(pixels[first : first + columns], pixels[first + columns : first + 2 * columns], strict=True):
            if both != before:
                out.append("\x1b[38;{};48;{}m".format(*(spell(*pixel) for pixel in both)))
                before = both
            out.append(HALF)
        out.append("\x1b[0m\n")
    return "".join(out)


@cache
def _near_colour(red: int, green: int, blue: int) -> str:
    """Return the terminal's code for the colour of the 256-colour palette that is nearest to this one.

    The palette has a cube of 216 colours and a row of 24 greys. `red`, `green` and `blue` are between 0 and 255.
    """
    wanted = (red, green, blue)
    r, g, b = (min(range(6), key=lambda step: abs(_STEPS[step] - part)) for part in wanted)
    grey = max(0, min(23, round((sum(wanted) / 3 - 8) / 10)))
    cube, level = (_STEPS[r], _STEPS[g], _STEPS[b]), 8 + 10 * grey
    apart = [sum((one - other) ** 2 for one, other in zip(wanted, c, strict=True)) for c in (cube, (level,) * 3)]
    return f"5;{16 + 36 * r + 6 * g + b if apart[0] <= apart[1] else 232 + grey}"
