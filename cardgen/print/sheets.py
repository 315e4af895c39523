"""What a sheet of cards costs in ink: in full, with low backs and in low ink.

It is measured on what is printed. For the house's own decks in its own looks that was done once, over all their cards:
`house.json` beside this file, which a test measures again. Write it anew with `python -m cardgen.print.sheets`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from pathlib import Path as File
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec import Struct

from cardgen.decks import REGISTRY, Deck, DeckOptions, check_size, make_deck
from cardgen.errors import PrintError
from cardgen.guide import InkUse, SideUse
from cardgen.layout import HAIRLINE, IDENTITY, Box, Layout, Matrix, Page, SheetOptions, Spot, files_of, impose, lay_out
from cardgen.pdf.ink import Document, Drawing, Size, bookmark, finish, label_page, open_canvas
from cardgen.pdf.path import POINTS_PER_MM, Outline, rect, segment
from cardgen.pdf.theme import Theme, read_theme
from cardgen.pdf.type import SANS, width_mm
from factbank.factfile import read
from liarsdeck.english import counted
from liarsdeck.files import write_atomic
from referee.books import rulebook

if TYPE_CHECKING:
    from PIL.Image import Image

    from cardgen.guide import Cover
    from cardgen.pdf.ink import Canvas, Ink


FACES = 3  # so many of a deck of people's own, evenly taken, stand for all
HOUSE = Path(__file__).with_name("house.json")


class CardInk(Struct, frozen=True):
    """How much of a card is inked: its face and its back, in full and in low ink, and its back engraved on white.

    `drawn` is the function that draws the back.
    """

    drawn: str
    face: float
    back: float
    low_face: float
    low_back: float
    engraved: float
    patterned: bool
    """Whether it looks the same with `--colour-aid`."""


def ink_use(deck: Deck, layout: Layout) -> InkUse:
    """Return what a full sheet of a deck takes: the mean darkness of its paper, over red, green and blue."""
    options = layout.options
    house = None if options.colour_aid else _house_card(deck, options.theme)
    return _measured(deck, layout) if house is None else _of_sheet(house, layout)


def _house_card(deck: Deck, theme: Theme) -> CardInk | None:
    """Return what is known of a deck in a look; None where its back or its look is not the house's own."""
    card = _house().get(f"{deck.name} {theme.name}")
    own = card and _drawn_by(deck) == card.drawn and theme == read_theme(theme.name)
    return card if own else None


@cache
def _house() -> dict[str, CardInk]:
    return msgspec.json.decode(HOUSE.read_bytes(), type=dict[str, CardInk])


def _of_sheet(card: CardInk, layout: Layout) -> InkUse:
    """Return what a sheet full of such cards takes, of the sides that are printed."""
    sheet = _covered(layout)
    fronts = 0.0 if layout.options.sides == "backs" else sheet
    backs = 0.0 if layout.options.sides == "fronts" else sheet
    low_face, low_back = fronts * card.low_face, backs * card.low_back
    if layout.options.low_ink:
        return InkUse(SideUse(low_face, low_face), SideUse(low_back, low_back), unpatterned=not card.patterned)
    return InkUse(
        SideUse(fronts * card.face, low_face),
        SideUse(backs * card.back, low_back),
        backs * card.engraved,
        unpatterned=not card.patterned,
    )


def _measured(deck: Deck, layout: Layout) -> InkUse:
    options, theme = layout.options, layout.options.theme
    faces = list({card.draw: card for card in deck.cards}.values())
    taken = faces[:: max(1, -(-len(faces) // FACES))][:FACES]
    fronts, backs = [card.draw for card in taken], [taken[0].back or deck.back if taken else deck.back]
    if options.sides == "fronts":
        backs = []
    if options.sides == "backs":
        fronts = []
    low, aid = options.low_ink, options.colour_aid
    pictures = _pictures(fronts, layout, theme, low=low, aid=aid)
    now = _side(pictures, layout), _side(_pictures(backs, layout, theme, low=low, aid=aid), layout)
    patterned = aid or _pictures(fronts, layout, theme, low=low, aid=True) == pictures
    if low:
        return InkUse(fronts=SideUse(now[0], now[0]), backs=SideUse(now[1], now[1]), unpatterned=not patterned)
    thrifty = theme.thrifty(engraved=True, white=False)
    return InkUse(
        fronts=SideUse(now[0], _side(_pictures(fronts, layout, theme, low=True, aid=aid), layout)),
        backs=SideUse(now[1], _side(_pictures(backs, layout, theme, low=True, aid=aid), layout)),
        engraved=_side(_pictures(backs, layout, thrifty, low=False, aid=aid), layout),
        unpatterned=not patterned,
    )


def _side(pictures: list[Image], layout: Layout) -> float:
    """Return the share of a sheet that is inked where it is full of such cards."""
    from PIL import ImageStat

    if not pictures:
        return 0.0
    shares = [1 - sum(ImageStat.Stat(picture).mean) / 3 / 255 for picture in pictures]
    return _covered(layout) * sum(shares) / len(shares)


def _covered(layout: Layout) -> float:
    """Return the share of a sheet that its cards cover where it is full."""
    card = layout.options.card
    return len(layout.fronts) * card.width_mm * card.height_mm * POINTS_PER_MM**2 / (layout.width * layout.height)


def _pictures(draws: list[Drawing], layout: Layout, theme: Theme, *, low: bool, aid: bool) -> list[Image]:
    """Render drawings of cards, a pixel a point."""
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
        return [page.render(scale=1).to_pil().convert("RGB") for page in document]
    finally:
        document.close()


def measured_card(deck: Deck, theme: Theme, taken: int = 60) -> CardInk:
    """Measure a deck on poker cards, over so many of its faces, evenly taken."""
    layout = lay_out(SheetOptions(theme=theme))
    faces = list({card.draw: card.draw for card in deck.cards})
    some = faces[:: max(1, -(-len(faces) // taken))]

    def inked(draws: list[Drawing], look: Theme = theme, *, low: bool = False) -> float:
        return round(_side(_pictures(draws, layout, look, low=low, aid=False), layout) / _covered(layout), 3)

    return CardInk(
        drawn=_drawn_by(deck),
        face=inked(some),
        back=inked([deck.back]),
        low_face=inked(some, low=True),
        low_back=inked([deck.back], low=True),
        engraved=inked([deck.back], theme.thrifty(engraved=True, white=False)),
        patterned=_pictures(some, layout, theme, low=False, aid=True)
        == _pictures(some, layout, theme, low=False, aid=False),
    )


def _drawn_by(deck: Deck) -> str:
    return f"{getattr(deck.back, '__module__', '')}.{getattr(deck.back, '__qualname__', '')}"


def house_decks() -> Iterator[tuple[str, Deck, Theme]]:
    """Yield every deck in every look of the house, and what it is kept under; Liar's Lair with its book's cards."""
    examples = rulebook.templates() / "examples"
    for look in ("harlequin", "lacquer", "seaside"):
        for name, entry in REGISTRY.items():
            deck = make_deck(name, DeckOptions(read(examples / f"{name}.json") if entry.needs_facts else None))
            yield f"{deck.name} {look}", deck, read_theme(look)


REGISTRATION_GREY = "#737373"
_FOOT_PT = 7.0

Step = Callable[[], None]


class Printed(Struct, frozen=True):
    """What was written: the files, and how much paper they ask for."""

    paths: tuple[File, ...]
    layout: Layout
    cards: int
    sheets: int

    def __repr__(self) -> str:
        files = ", ".join(path.name for path in self.paths)
        return f"<Printed {files}: {counted(self.cards, 'card')} on {counted(self.sheets, 'sheet')}>"


class Laid(NamedTuple):
    """A card on its place, face or back up; `turn` is in degrees anticlockwise."""

    spot: Spot
    draw: Drawing
    turn: int
    back: bool


def print_deck(deck: Deck, options: SheetOptions, out: File, *, code: str = "", step: Step | None = None) -> Printed:
    """Write the deck's PDF to `out`; fed by hand, two files: `…-fronts.pdf` and `…-backs.pdf`.

    `code` is the kit's, for the cover; `step` is called after each page. Raises OSError, and PrintError before anything
    is written.
    """
    return print_decks([deck], options, out, code=code, step=step)


def print_decks(
    decks: Sequence[Deck], options: SheetOptions, out: File, *, code: str = "", step: Step | None = None
) -> Printed:
    """Write several decks, one after the other and each on sheets of its own, as one PDF (or two, fed by hand)."""
    layout = lay_out(options)
    out = File(out)
    cards = sum(len(deck.cards) for deck in decks)
    sheets = sum(layout.sheets(len(deck.cards)) for deck in decks)
    sides = files_of(out, options.sides, options.feed)
    files = [(path, deck_pdf(decks, layout, only=side, code=code, step=step)) for side, path in sides]
    for path, data in files:
        write_atomic(path, data)
    return Printed(tuple(path for path, _ in files), layout, cards, sheets)


def deck_pdf(
    decks: Sequence[Deck],
    layout: Layout,
    *,
    only: str = "",
    code: str = "",
    step: Step | None = None,
    packed: bool = True,
) -> bytes:
    """Return the PDF of some decks. `only` "front" or "back" leaves out the other side, backs last sheet first.

    A stack of fronts comes out of the printer and goes back in with its last sheet on top, so its backs begin there.
    Not `packed` it is larger, and made sooner.
    Raises PrintError when something cannot be drawn.
    """
    from cardgen.pdf.ink import Ink

    _check(decks, layout)
    options = layout.options
    canvas = open_canvas(_about(decks, layout, only), layout.width, layout.height, packed=packed)
    ink = Ink(canvas, options.theme, low=options.low_ink, aid=options.colour_aid)
    cover = _cover(decks, layout, code) if options.cover else None
    if cover and only != "back":
        cover.draw_front(ink)
    if cover and not only and cover.two_sided:
        cover.draw_back(ink)
    before = None
    for deck, page in _pages(decks, layout, only):
        if deck is not before:
            bookmark(canvas, deck.title)
            before = deck
        label_page(canvas, f"{_label(deck, decks)}{page.sheet + 1}{'' if page.side == 'both' else ' ' + page.side}")
        if layout.stood:
            canvas.setPageSize((layout.height, layout.width))
            canvas.transform(*_stand(layout))
        draw_page(ink, deck, layout, page)
        canvas.showPage()
        if step:
            step()
    if cover and only == "back":
        cover.draw_back(ink)
    return finish(canvas)


def _check(decks: Sequence[Deck], layout: Layout) -> None:
    if not any(deck.cards for deck in decks):
        raise PrintError("there is no card to print")
    for deck in decks:
        check_size(deck, layout.options.card)


def _pages(decks: Sequence[Deck], layout: Layout, only: str) -> list[tuple[Deck, Page]]:
    """List the pages of some decks in the order in which they are printed."""
    pages = [(deck, page) for deck in decks for page in impose(layout, len(deck.cards))]
    if only:
        pages = [(deck, page) for deck, page in pages if page.side == only]
    return pages[::-1] if only == "back" else pages


def draw_page(ink: Ink, deck: Deck, layout: Layout, page: Page) -> None:
    """Draw one side of one sheet on the canvas's current page (the page is not ended)."""
    laid = cards_on(deck, layout, page)
    if layout.capacity == 1:
        _box_page(ink.canvas, layout, layout.fronts[0] if page.side == "front" else layout.backs[0])
    if page.side in ("front", "both"):
        often = Counter(face.draw for face in deck.cards)
        size = card_size(layout, layout.fronts)
        for one in laid:
            if not one.back:
                _draw_card(ink, one, size, once=often[one.draw] == 1)
        _draw_marks(ink, layout)
        _draw_foot(ink, layout, deck.foot)
    if page.side in ("back", "both"):
        if layout.back_matrix != IDENTITY:
            ink.canvas.transform(*layout.back_matrix)
        size = card_size(layout, layout.backs)
        for one in laid:
            if one.back:
                _draw_card(ink, one, size, once=one.draw is not deck.back)


def cards_on(deck: Deck, layout: Layout, page: Page) -> list[Laid]:
    """List what lies on one side of one sheet, fronts before backs."""
    faces = [deck.cards[number] for number in page.cards]
    laid = []
    if page.side != "back":
        laid += [Laid(spot, face.draw, spot.turn, False) for spot, face in zip(layout.fronts, faces, strict=False)]
    if page.side != "front":
        for spot, face in zip(layout.backs, faces, strict=False):
            turn = spot.turn % 180 if deck.back_turns and face.back is None else spot.turn
            laid.append(Laid(spot, face.back or deck.back, turn, True))
    return laid


def _draw_card(ink: Ink, one: Laid, size: Size, *, once: bool) -> None:
    """Draw one card as it lies on its place, clipped to its bleed there; what comes more than once is stored once."""
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
            b = size.bleed_mm
            box = (-b, -b, size.width_mm + b, size.height_mm + b)
            ink.form(("card", draw, size), lambda pen: draw(pen, size), box, x, y, turn)


def _draw_marks(ink: Ink, layout: Layout) -> None:
    if layout.marks:
        lines = [segment(*(v / POINTS_PER_MM for v in (m.x0, m.y0, m.x1, m.y1))) for m in layout.marks]
        ink.draw(
            Outline(part for line in lines for part in line.segments),
            None,
            REGISTRATION_GREY,
            HAIRLINE,
            cap="butt",
            join="mitre",
        )
    if layout.fold is not None:
        fold, inside = layout.fold / POINTS_PER_MM, layout.printable
        line = segment(fold, inside.y0 / POINTS_PER_MM, fold, inside.y1 / POINTS_PER_MM)
        ink.draw(line, None, REGISTRATION_GREY, HAIRLINE, cap="butt", dash=(4, 3))


def _draw_foot(ink: Ink, layout: Layout, foot: Sequence[str]) -> None:
    """Say under the cards what is done with them, a piece a column, clear of the marks; nothing without room."""
    low = min(spot.trim.y0 for spot in layout.fronts)
    row = sorted((spot.trim for spot in layout.fronts if spot.trim.y0 - low < 1), key=lambda trim: trim.x0)
    widest = max((width_mm(text, SANS, _FOOT_PT) for text in foot), default=0.0) * POINTS_PER_MM
    if low - layout.printable.y0 < _FOOT_PT or len(row) < len(foot) or any(trim.width < widest for trim in row):
        return
    for text, trim in zip(foot, row, strict=False):
        middle, y = (trim.x0 + trim.x1) / 2 / POINTS_PER_MM, (layout.printable.y0 + 1.6) / POINTS_PER_MM
        ink.text(middle, y, text, SANS, _FOOT_PT, REGISTRATION_GREY, "centre")


def _cover(decks: Sequence[Deck], layout: Layout, code: str) -> Cover:
    from cardgen.guide import Cover, FileRow

    parts = tuple(FileRow(deck.title, layout.sheets(len(deck.cards)), layout=layout) for deck in decks)
    title = " and ".join(dict.fromkeys(deck.title for deck in decks))
    return Cover(title, layout, parts, code, ink_use(decks[0], layout) if len(decks) == 1 else None)


def card_size(layout: Layout, spots: Sequence[Spot]) -> Size:
    """Return the size that a layout's fronts or backs are drawn for."""
    card = layout.options.card
    bleed = max(
        max(s.trim.x0 - s.bleed.x0, s.trim.y0 - s.bleed.y0, s.bleed.x1 - s.trim.x1, s.bleed.y1 - s.trim.y1)
        for s in spots
    )
    return Size(card.width_mm, card.height_mm, round(bleed / POINTS_PER_MM, 3), card.radius_mm)


def _stand(layout: Layout) -> Matrix:
    """Return what turns a lying sheet a quarter to the left, onto an upright page."""
    return 0.0, 1.0, -1.0, 0.0, layout.height, 0.0


def _box_page(canvas: Canvas, layout: Layout, spot: Spot) -> None:
    trim, bleed = spot.trim, spot.bleed
    if layout.stood:
        trim, bleed = (Box(layout.height - box.y1, box.x0, layout.height - box.y0, box.x1) for box in (trim, bleed))
    canvas.setTrimBox((trim.x0, trim.y0, trim.x1, trim.y1))
    canvas.setBleedBox((bleed.x0, bleed.y0, bleed.x1, bleed.y1))


def _label(deck: Deck, decks: Sequence[Deck]) -> str:
    return "" if len(decks) == 1 else f"{deck.title} "


def _about(decks: Sequence[Deck], layout: Layout, only: str) -> Document:
    title = " and ".join(dict.fromkeys(deck.title for deck in decks))
    cards = sum(len(deck.cards) for deck in decks)
    sides = {"front": ", fronts", "back": ", backs, last sheet first"}.get(only, "")
    return Document(
        title=title,
        subject=f"{cards} cards, {layout.describe()}{sides}",
        keywords=tuple(dict.fromkeys(("print and play", *(deck.game for deck in decks if deck.game), "playing cards"))),
    )


if __name__ == "__main__":
    kept = {called: measured_card(deck, theme) for called, deck, theme in house_decks()}
    HOUSE.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")
