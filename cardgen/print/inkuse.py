"""What a sheet of cards costs in ink: measured on what is printed, in full, with low backs and in low ink."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.decks.model import Deck, Drawing, Size
from cardgen.guide.steps import InkUse, SideUse
from cardgen.layout.impose import Layout
from cardgen.pdf.document import Document, finish, open_canvas
from cardgen.pdf.path import POINTS_PER_MM

if TYPE_CHECKING:
    from PIL.Image import Image

    from cardgen.pdf.theme import Theme

FACES = 3  # so many of a deck, evenly taken, stand for all


def ink_use(deck: Deck, layout: Layout) -> InkUse:
    """Measure what a full sheet of a deck takes: the mean darkness of its paper, over red, green and blue."""
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
    card = layout.options.card
    covered = len(layout.fronts) * card.width_mm * card.height_mm * POINTS_PER_MM**2 / (layout.width * layout.height)
    return covered * sum(shares) / len(shares)


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
