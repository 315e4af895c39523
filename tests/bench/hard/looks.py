"""Sheets of every deck in every way that it can look: paper, size, ink, indices, aid and theme.

A share of them is printed and measured: nothing fails or is inked beside the cards, every letter is on a card, a face's
ink stays within its bounds, a back is the same turned by half.
"""

from itertools import product
from random import Random
from typing import NamedTuple

import pypdfium2
from msgspec.structs import replace
from PIL import Image

from cardgen.decks import REGISTRY, CardFace, Deck, DeckOptions, make_deck
from cardgen.layout import CARDS, MM, PAPERS, Layout, SheetOptions, impose, lay_out
from cardgen.pdf.ink import Size
from cardgen.pdf.theme import WORLDS, read_theme
from cardgen.print.sheets import deck_pdf
from factbank.deal.deal import Wish, draw
from factbank.deal.ledger import Seen
from tests.bench.hard.report import Report
from tests.cardgen.pictures import coverage, drawn, picture, turned_difference
from tests.cardgen.print.test_every_sheet import check_ink

KINDS = (REGISTRY, PAPERS, CARDS, ("full", "low"), ("normal", "jumbo"), ("", "aid"), WORLDS)
LOOKS = list(product(*KINDS))
FULL = len(LOOKS)
SAMPLE = 2
DPI, FINE = 144, 6
MOST_CARDS = 12  # of a sheet
LEAST, MOST_LOW = 0.3, 13.0  # percent of a face, and in little ink
NEAR_MM = 1.0  # a letter's distance from the edge of its card


class Look(NamedTuple):
    """One way to print one deck."""

    deck: str
    paper: str
    size: str
    ink: str
    indices: str
    aid: str
    theme: str

    @property
    def options(self) -> SheetOptions:
        """Its sheet."""
        theme, low = read_theme(self.theme), self.ink == "low"
        aid = bool(self.aid)
        return SheetOptions(PAPERS[self.paper], CARDS[self.size], theme=theme, low_ink=low, colour_aid=aid, cover=False)

    def dealt(self, rng: Random) -> Deck:
        """Return some cards of the deck."""
        facts = None
        if self.deck == "liars-lair":
            facts = draw(Wish(pairs=6, seed=rng.randint(1, 9)), Seen())[0].facts
        jokers = 2 if self.deck == "standard52" else 0
        deck = make_deck(self.deck, DeckOptions(facts=facts, indices=self.indices, jokers=jokers))  # type: ignore[arg-type]
        faces: list[CardFace] = list({face.draw: face for face in deck.cards}.values())
        some = rng.sample(faces, min(len(faces), MOST_CARDS))
        return replace(deck, cards=tuple(some))


def sheets(deck: Deck, layout: Layout) -> list[tuple[pypdfium2.PdfPage, Image.Image]]:
    """Print the deck and return each page with its picture, as the layout has it."""
    pages = list(pypdfium2.PdfDocument(deck_pdf(deck, layout)))
    images = [page.render(scale=DPI / 72).to_pil().convert("RGB") for page in pages]
    turned = [image.transpose(Image.Transpose.ROTATE_270) if layout.stood else image for image in images]
    return list(zip(pages, turned, strict=True))


def check(look: Look, rng: Random) -> float:
    """Print some cards, assert every promise of their sheets, and return the most ink of a face in percent."""
    deck, layout, low = look.dealt(rng), lay_out(look.options), look.ink == "low"
    options, most = look.options, 0.0
    size = Size(options.card.width_mm, options.card.height_mm, 3, options.card.radius_mm)
    how = {"low": low, "aid": options.colour_aid, "theme": options.theme}
    for (page, image), told in zip(sheets(deck, layout), impose(layout, len(deck.cards)), strict=True):
        front = told.side == "front"
        spots = (layout.fronts if front else layout.backs)[: len(told.cards)]
        check_ink(image.copy(), layout, told, grounds=not low)
        k = image.width / layout.width
        for number, box in zip(told.cards, (spot.trim for spot in spots if front), strict=False):
            ends = (box.x0, layout.height - box.y1, box.x1, layout.height - box.y0)
            inked = coverage(image.crop([round(end * k) for end in ends]))
            if low and inked > MOST_LOW:  # a coarse picture has thicker hairlines
                inked = coverage(picture(drawn(deck.cards[number].draw, size, **how), FINE))
            assert inked > LEAST, "an empty face"
            assert not low or inked <= MOST_LOW, f"{inked:.1f} % of a face in little ink is inked"
            most = max(most, inked)
        text = page.get_textpage()
        for at in range(text.count_chars()):
            left, foot, right, top = text.get_charbox(at)
            if layout.stood:
                left, foot, right, top = foot, layout.height - right, top, layout.height - left
            boxes = (spot.trim for spot in spots)
            near = NEAR_MM * MM
            assert right - left < 0.1 or any(
                box.x0 + near <= left and right <= box.x1 - near and box.y0 + near <= foot and top <= box.y1 - near
                for box in boxes
            ), f"“{text.get_text_range(at, 1)}” is not on a card"
    if deck.back_turns:
        back = picture(drawn(deck.back, size, bleed=True, **how))
        assert not turned_difference(back), "its back tells which way up it is"
    return most


def run(count: int, seed: int) -> Report:
    """Print so many looks and measure them."""
    report, rng = Report("looks"), Random(seed)
    most = dict.fromkeys(KINDS[3], 0.0)
    for look in (Look(*each) for each in rng.sample(LOOKS, min(count, FULL))):
        with report.trial(look):
            most[look.ink] = max(most[look.ink], check(look, rng))
        report.counts["sheets"] += 1
    report.figures |= {"of": FULL, **{f"most of a face in {ink} ink, percent": share for ink, share in most.items()}}
    return report
