"""Print decks on sheets as PDF, and estimate how much ink a sheet takes.

Ink is measured on rendered cards. For built-in decks and themes the results are stored in `house.json` beside this
file; `python -m cardgen.print.sheets` writes that file, and a test compares it with new measurements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec import Struct

from cardgen.decks import REGISTRY, Deck, DeckOptions, check_size, make_deck
from cardgen.errors import PrintError
from cardgen.layout import HAIRLINE, IDENTITY, Box, Layout, Page, SheetOptions, Spot, files_of, impose, lay_out
from cardgen.pages.guide import InkUse, SideUse
from cardgen.pdf.ink import Document, Drawing, Size, bookmark, finish, label_page, open_canvas
from cardgen.pdf.path import POINTS_PER_MM, compound, rect, segment
from cardgen.pdf.theme import HARLEQUIN, Theme, read_theme
from cardgen.pdf.type import SANS, width_mm
from factbank.factfile import read
from liarsdeck.english import counted
from liarsdeck.files import templates, write_atomic
from liarsdeck.language import say

if TYPE_CHECKING:
    from pypdfium2 import PdfBitmap

    from cardgen.pdf.ink import Ink

REGISTRATION_GREY = "#737373"
_FOOT_PT = 7.0


class Printed(Struct, frozen=True):
    """The result of printing a deck to files.

    `paths` are the files that were written, and `layout` is how cards lie on their sheets. `cards` is the number of
    cards, and `sheets` the number of sheets of paper.
    """

    paths: tuple[Path, ...]
    layout: Layout
    cards: int
    sheets: int

    def __repr__(self) -> str:
        files = ", ".join(path.name for path in self.paths)
        return f"<Printed {files}: {counted(self.cards, 'card')} on {counted(self.sheets, 'sheet')}>"


class Laid(NamedTuple):
    """One side of a card in its place on a page.

    `spot` is the place, and `draw` draws the side of the card that is seen there. `turn` is in degrees anticlockwise.
    `back` is true if that side is the back.
    """

    spot: Spot
    draw: Drawing
    turn: int
    back: bool


def print_deck(
    deck: Deck, options: SheetOptions, out: Path, *, code: str = "", step: Callable[[], None] | None = None
) -> Printed:
    """Write a deck to the PDF file `out`.

    With manual feed, fronts and backs go to two files beside `out` instead, `…-fronts.pdf` and `…-backs.pdf`. `code` is
    the code of the deck's kit, printed on the cover ("": none). `step` is called after each page is drawn. Raises
    PrintError, before anything is written, if the deck can't be printed, and OSError if a file can't be written.
    """
    layout = lay_out(options)
    sides = files_of(Path(out), options.sides, options.feed)
    files = [(path, deck_pdf(deck, layout, only=side, code=code, step=step)) for side, path in sides]
    for path, data in files:
        write_atomic(path, data)
    return Printed(tuple(path for path, _ in files), layout, len(deck.cards), layout.sheets(len(deck.cards)))


def deck_pdf(
    deck: Deck,
    layout: Layout,
    *,
    only: str = "",
    code: str = "",
    step: Callable[[], None] | None = None,
    packed: bool = True,
) -> bytes:
    """Return the PDF of a deck.

    `only` is "front" or "back" for one side, or "" for both. If it is "back", the last sheet comes first, since a stack
    of printed fronts is fed again in that order. `code` is the code of the kit, printed on the cover ("": none). `step`
    is called after each page. If `packed` is false, the PDF is made faster, but is larger. Raises PrintError if
    something can't be drawn.
    """
    from cardgen.pdf.ink import Ink

    if not deck.cards:
        raise PrintError("there is no card to print")
    check_size(deck, layout.options.card)
    options, count = layout.options, len(deck.cards)
    sides = {"front": say(", fronts"), "back": say(", backs, last sheet first")}.get(only, "")
    about = Document(
        title=deck.title,
        subject=say("{cards} cards, {layout}{sides}", cards=count, layout=layout.describe(), sides=sides),
        keywords=tuple(filter(None, ("print and play", deck.game, "playing cards"))),
    )
    canvas = open_canvas(about, layout.width, layout.height, packed=packed)
    ink = Ink(canvas, options.theme, low=options.low_ink, aid=options.colour_aid)
    cover = None
    if options.cover:
        from cardgen.pages.guide import Cover, FileRow

        parts = (FileRow(deck.title, layout.sheets(count), layout=layout),)
        cover = Cover(deck.title, layout, parts, code, ink_use(deck, layout))
    if cover and only != "back":
        cover.draw_front(ink)
    if cover and not only and cover.two_sided:
        cover.draw_back(ink)
    pages = [page for page in impose(layout, count) if page.side == only or not only]
    for at, page in enumerate(pages[::-1] if only == "back" else pages):
        if not at:
            bookmark(canvas, deck.title)
        label_page(canvas, f"{page.sheet + 1}{'' if page.side == 'both' else ' ' + page.side}")
        if layout.stood:
            canvas.setPageSize((layout.height, layout.width))
            canvas.transform(0.0, 1.0, -1.0, 0.0, layout.height, 0.0)  # a lying sheet, a quarter to the left
        draw_page(ink, deck, layout, page)
        canvas.showPage()
        if step:
            step()
    if cover and only == "back":
        cover.draw_back(ink)
    return finish(canvas)


def draw_page(ink: Ink, deck: Deck, layout: Layout, page: Page) -> None:
    """Draw one side of a sheet with its cut marks on the current page of `ink`; the caller ends the page."""
    laid = cards_on(deck, layout, page)
    if layout.capacity == 1:  # a card a page: boxes tell where it is cut
        spot = layout.fronts[0] if page.side == "front" else layout.backs[0]
        trim, bleed = spot.trim, spot.bleed
        if layout.stood:
            trim, bleed = (Box(layout.height - box.y1, box.x0, layout.height - box.y0, box.x1) for box in (trim, bleed))
        ink.canvas.setTrimBox((trim.x0, trim.y0, trim.x1, trim.y1))
        ink.canvas.setBleedBox((bleed.x0, bleed.y0, bleed.x1, bleed.y1))
    if page.side in ("front", "both"):
        often = Counter(face.draw for face in deck.cards)
        size = card_size(layout, layout.fronts)
        for one in laid:
            if not one.back:
                _draw_card(ink, one, size, once=often[one.draw] == 1)
        _draw_marks(ink, layout, deck.foot)
    if page.side in ("back", "both"):
        if layout.back_matrix != IDENTITY:
            ink.canvas.transform(*layout.back_matrix)
        shared = Counter(face.back for face in deck.cards)
        size = card_size(layout, layout.backs)
        for one in laid:
            if one.back:
                _draw_card(ink, one, size, once=one.draw is not deck.back and shared[one.draw] == 1)


def cards_on(deck: Deck, layout: Layout, page: Page) -> list[Laid]:
    """Return the cards on one printed side in their places, fronts before backs.

    A side has fronts and backs if cards are folded and glued, else only one of them.
    """
    faces = [deck.cards[number] for number in page.cards]
    laid = []
    if page.side != "back":
        laid += [Laid(spot, face.draw, spot.turn, False) for spot, face in zip(layout.fronts, faces, strict=False)]
    if page.side != "front":
        for spot, face in zip(layout.backs, faces, strict=False):
            turn = spot.turn % 180 if deck.back_turns and face.back is None else spot.turn
            laid.append(Laid(spot, deck.back_of(face), turn, True))
    return laid


def _draw_card(ink: Ink, one: Laid, size: Size, *, once: bool) -> None:
    """Draw one card in its place on the page, clipped to its bleed.

    With `once`, the drawing occurs only once in the document, and is written directly. Otherwise it is stored once, and
    placed wherever it occurs.
    """
    (trim, bleed), draw, turn = (one.spot.trim, one.spot.bleed), one.draw, one.turn
    ground = rect(*(v / POINTS_PER_MM for v in (bleed.x0, bleed.y0, bleed.width, bleed.height)))
    with ink.clip(ground):
        # Where the card's lower left corner comes to lie.
        x = (trim.x1 if turn in (90, 180) else trim.x0) / POINTS_PER_MM
        y = (trim.y1 if turn in (180, 270) else trim.y0) / POINTS_PER_MM
        if once:
            with ink.at(x, y, turn):
                draw(ink, size)
        else:
            ink.card(draw, size, x, y, turn)


def _draw_marks(ink: Ink, layout: Layout, foot: Sequence[str]) -> None:
    """Draw the cut marks, the fold line if there is one, and the texts `foot` below the cards.

    Each text stands below one column of cards and says what is done with the cards. If there is no room for all texts,
    none is drawn.
    """
    inside, k = layout.printable, POINTS_PER_MM
    if layout.marks:
        lines = compound(segment(m.x0 / k, m.y0 / k, m.x1 / k, m.y1 / k) for m in layout.marks)
        ink.draw(lines, None, REGISTRATION_GREY, HAIRLINE, cap="butt", join="mitre")
    if layout.fold is not None:
        line = segment(layout.fold / k, inside.y0 / k, layout.fold / k, inside.y1 / k)
        ink.draw(line, None, REGISTRATION_GREY, HAIRLINE, cap="butt", dash=(4, 3))
    low = min(spot.trim.y0 for spot in layout.fronts)
    row = sorted((spot.trim for spot in layout.fronts if spot.trim.y0 - low < 1), key=lambda trim: trim.x0)
    widest = max((width_mm(text, SANS, _FOOT_PT) for text in foot), default=0.0) * k
    if low - inside.y0 < _FOOT_PT or len(row) < len(foot) or any(trim.width < widest for trim in row):
        return
    for text, trim in zip(foot, row, strict=False):
        middle, y = (trim.x0 + trim.x1) / 2 / k, (inside.y0 + 1.6) / k
        ink.text(middle, y, text, SANS, _FOOT_PT, REGISTRATION_GREY, "centre")


def card_size(layout: Layout, spots: Sequence[Spot]) -> Size:
    """Return the size of cards drawn on `spots`, with the largest bleed that one of these spots has.

    `spots` are `layout.fronts` or `layout.backs`.
    """
    card = layout.options.card
    bleed = max(
        max(s.trim.x0 - s.bleed.x0, s.trim.y0 - s.bleed.y0, s.bleed.x1 - s.trim.x1, s.bleed.y1 - s.trim.y1)
        for s in spots
    )
    return Size(card.width_mm, card.height_mm, round(bleed / POINTS_PER_MM, 3), card.radius_mm)


# --- what a sheet costs in ink

FACES = 3  # so many of a deck of people's own, evenly taken, stand for all
HOUSE = Path(__file__).with_name("house.json")


class CardInk(Struct, frozen=True):
    """The share of a card's area that is inked, from 0 to 1, as measured for one deck and theme.

    `drawn` names the functions that drew back and faces; if the deck has other functions now, the shares are out of
    date. `face` and `back` are the shares in full ink, `low_face` and `low_back` those in low ink, and `engraved` that
    of the back drawn as lines on white. `patterned` is true if the option `--colour-aid` changes nothing.
    """

    drawn: str
    face: float
    back: float
    low_face: float
    low_back: float
    engraved: float
    patterned: bool


def ink_use(deck: Deck, layout: Layout) -> InkUse:
    """Return how much ink each side of a full sheet of a deck takes: its mean darkness, from 0 to 1."""
    options = layout.options
    theme, low, aid = options.theme, options.low_ink, options.colour_aid
    wide, high = options.card.width_mm, options.card.height_mm
    sheet = len(layout.fronts) * wide * high * POINTS_PER_MM**2 / (layout.width * layout.height)  # what its cards cover
    known = None if aid else house_inks().get(f"{deck.name} {theme.name}")
    if known and _drawn_by(deck) == known.drawn and (theme == HARLEQUIN or theme == read_theme(theme.name)):
        fronts = 0.0 if options.sides == "backs" else sheet
        backs = 0.0 if options.sides == "fronts" else sheet
        face, back = fronts * known.face, backs * known.back
        low_face, low_back, engraved = fronts * known.low_face, backs * known.low_back, backs * known.engraved
        patterned = known.patterned
    else:  # measured now
        faces = list({card.draw: card for card in deck.cards}.values())
        taken = faces[:: max(1, -(-len(faces) // FACES))][:FACES]
        own_faces = [] if options.sides == "backs" else [card.draw for card in taken]
        own_backs = [] if options.sides == "fronts" else [deck.back_of(taken[0]) if taken else deck.back]

        def inked(draws: list[Drawing], look: Theme = theme, *, low: bool) -> float:
            return sheet * _darkness(_pictures(draws, layout, look, low=low, aid=aid))

        pictures = _pictures(own_faces, layout, theme, low=low, aid=aid)
        patterned = aid or _pictures(own_faces, layout, theme, low=low, aid=True) == pictures
        low_face, low_back = inked(own_faces, low=True), inked(own_backs, low=True)
        face, back, engraved = low_face, low_back, 0.0
        if not low:
            face, back = sheet * _darkness(pictures), inked(own_backs, low=False)
            engraved = inked(own_backs, theme.thrifty(engraved=True, white=False), low=False)
    if low:
        return InkUse(SideUse(low_face, low_face), SideUse(low_back, low_back), unpatterned=not patterned)
    return InkUse(SideUse(face, low_face), SideUse(back, low_back), engraved, unpatterned=not patterned)


@cache
def house_inks() -> dict[str, CardInk]:
    """Return the ink of the cards of each built-in deck in each built-in theme, as stored in ``HOUSE``.

    A key is the deck's and the theme's name, such as `lizard harlequin`.
    """
    return msgspec.json.decode(HOUSE.read_bytes(), type=dict[str, CardInk])


def _darkness(pictures: list[bytes]) -> float:
    """Return the mean share of pictures that is inked, from 0 (white) to 1 (black); 0 if there are no pictures.

    A picture is its pixels, each as bytes of red, green and blue.
    """
    shares = [1 - sum(picture) / 255 / len(picture) for picture in pictures]
    return sum(shares) / len(shares) if shares else 0.0


def _pictures(draws: list[Drawing], layout: Layout, theme: Theme, *, low: bool, aid: bool) -> list[bytes]:
    """Return the pixels of each card drawing, one pixel a point, with three bytes (its colours) a pixel.

    With `low` the cards are drawn to save ink; with `aid` colours also get patterns. `layout` gives the size of the
    card.
    """
    import pypdfium2

    from cardgen.pdf.ink import Ink

    if not draws:
        return []
    card = layout.options.card
    size = Size(card.width_mm, card.height_mm, 1.0, card.radius_mm)
    width, height = (round(side * POINTS_PER_MM) for side in (card.width_mm, card.height_mm))
    canvas = open_canvas(Document("ink"), width, height)
    ink = Ink(canvas, theme, low=low, aid=aid)
    for draw in draws:
        with ink.at():
            draw(ink, size)
        canvas.showPage()
    document = pypdfium2.PdfDocument(finish(canvas))
    try:
        return [_pixels(page.render(scale=1)) for page in document]
    finally:
        document.close()


def _pixels(bitmap: PdfBitmap) -> bytes:
    data, wide = bytes(bitmap.buffer), 3 * bitmap.width
    return b"".join(data[row * bitmap.stride : row * bitmap.stride + wide] for row in range(bitmap.height))


def measured_card(deck: Deck, theme: Theme, taken: int = 60) -> CardInk:
    """Return how much ink a deck's poker-size cards take in a theme, measured on at most `taken` faces."""
    layout = lay_out(SheetOptions(theme=theme))
    faces = list({card.draw: card.draw for card in deck.cards})
    some = faces[:: max(1, -(-len(faces) // taken))]

    def inked(draws: list[Drawing], look: Theme = theme, *, low: bool = False) -> float:
        return round(_darkness(_pictures(draws, layout, look, low=low, aid=False)), 3)

    plain, aided = (_pictures(some, layout, theme, low=False, aid=aid) for aid in (False, True))
    engraved = inked([deck.back], theme.thrifty(engraved=True, white=False))
    low_face, low_back = inked(some, low=True), inked([deck.back], low=True)
    return CardInk(_drawn_by(deck), inked(some), inked([deck.back]), low_face, low_back, engraved, aided == plain)


def _drawn_by(deck: Deck) -> str:
    draws = [getattr(draw, "func", draw) for draw in (deck.back, *(card.draw for card in deck.cards[:1]))]
    return " ".join(f"{getattr(draw, '__module__', '')}.{getattr(draw, '__qualname__', '')}" for draw in draws)


def house_decks() -> Iterator[tuple[str, Deck, Theme]]:
    """Yield a key, a deck and a theme for each built-in deck in each built-in theme.

    The key is that of `house_inks`, such as `lizard harlequin`.
    """
    examples = templates() / "examples"
    for look in ("harlequin", "lacquer", "seaside"):
        for name, entry in REGISTRY.items():
            deck = make_deck(name, DeckOptions(read(examples / f"{name}.json") if entry.needs_facts else None))
            yield f"{deck.name} {look}", deck, read_theme(look)


if __name__ == "__main__":
    kept = {called: measured_card(deck, theme) for called, deck, theme in house_decks()}
    HOUSE.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")
