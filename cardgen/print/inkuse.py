"""What a sheet of cards costs in ink: in full, with low backs and in low ink.

It is measured on what is printed. For the house's own decks in its own looks that was done once, over all their cards:
`house.json` beside this file, which a test measures again. Write it anew with `python -m cardgen.print.inkuse`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from cardgen.decks.faces import REGISTRY, DeckOptions, make_deck
from cardgen.decks.model import Deck
from cardgen.guide.steps import InkUse, SideUse
from cardgen.layout.impose import Layout, SheetOptions
from cardgen.layout.refusals import lay_out
from cardgen.pdf.document import Document, finish, open_canvas
from cardgen.pdf.drawing import Drawing, Size
from cardgen.pdf.path import POINTS_PER_MM
from cardgen.pdf.theme import Theme, read_theme
from factbank.facts import read
from referee.books import rulebook

if TYPE_CHECKING:
    from PIL.Image import Image


FACES = 3  # so many of a deck of people's own, evenly taken, stand for all
HOUSE = Path(__file__).with_name("house.json")


class CardInk(Struct, frozen=True):
    """How much of a card is inked: its face and its back, in full and in low ink, and its back engraved on white.

    `drawn` is the module that draws the back.
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
    own = card and getattr(deck.back, "__module__", "") == card.drawn and theme == read_theme(theme.name)
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
        drawn=getattr(deck.back, "__module__", ""),
        face=inked(some),
        back=inked([deck.back]),
        low_face=inked(some, low=True),
        low_back=inked([deck.back], low=True),
        engraved=inked([deck.back], theme.thrifty(engraved=True, white=False)),
        patterned=_pictures(some, layout, theme, low=False, aid=True)
        == _pictures(some, layout, theme, low=False, aid=False),
    )


def house_decks() -> Iterator[tuple[str, Deck, Theme]]:
    """Yield every deck in every look of the house, and what it is kept under; Liar's Lair with its book's cards."""
    facts = read(rulebook.templates() / "examples" / "liars-lair.json")
    for look in ("harlequin", "lacquer", "seaside"):
        for name in REGISTRY:
            deck = make_deck(name, DeckOptions(facts=facts if REGISTRY[name].needs_facts else None))
            yield f"{deck.name} {look}", deck, read_theme(look)


if __name__ == "__main__":
    kept = {called: measured_card(deck, theme) for called, deck, theme in house_decks()}
    HOUSE.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")
