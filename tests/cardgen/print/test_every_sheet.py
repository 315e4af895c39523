"""Every deck on every paper, in every card size, on every side, with every kind of marks: as ink."""

from math import ceil

import pypdfium2
import pytest
from PIL import ImageDraw

from cardgen.decks import REGISTRY, DeckOptions, make_deck
from cardgen.layout import CARDS, MARKS, MM, PAPERS, SIDES, SheetOptions, impose, lay_out
from cardgen.print.sheets import deck_pdf
from tests import sampling
from tests.cardgen.program import sample


def spread(deck, paper):
    """One choice of card, sides and marks for a deck on a paper; over all of them every choice comes up."""
    n = list(REGISTRY).index(deck) + list(PAPERS).index(paper) * 9
    return list(CARDS)[n % len(CARDS)], SIDES[(n * 3 + n // 5) % len(SIDES)], MARKS[n // 2 % len(MARKS)]


CASES = sampling.spread(REGISTRY, PAPERS)


def test_every_choice_comes_up():
    chosen = [spread(*case) for case in CASES]
    assert [set(column) for column in zip(*chosen, strict=True)] == [set(CARDS), set(SIDES), set(MARKS)]


@pytest.mark.parametrize(("name", "paper"), CASES)
def test_every_deck_on_every_paper(name, paper):
    """The ink of every page: each card up to its bleed, nothing of one that is not there, and else only the marks."""
    card, sides, marks = spread(name, paper)
    deck = make_deck(name, DeckOptions(sample() if name == "liars-lair" else None))
    gap = 3.0 if marks == "lines" else 0.0
    layout = lay_out(SheetOptions(PAPERS[paper], CARDS[card], sides, gap_mm=gap, marks=marks, cover=False))
    # The first sheet and the last one, which is part-filled.
    first, rest = layout.capacity, len(deck.cards) % layout.capacity or layout.capacity
    cards = deck.cards[: min(len(deck.cards), first + rest)]
    pages = list(impose(layout, len(cards)))
    pdf = pypdfium2.PdfDocument(deck_pdf(type(deck)(deck.name, deck.title, cards, deck.back, deck.back_turns), layout))
    assert len(pdf) == len(pages) == ceil(len(cards) / layout.capacity) * (2 if sides in ("long", "short") else 1)
    for sheet_page, told in zip(pdf, pages, strict=True):
        assert sheet_page.get_size() == pytest.approx((layout.width, layout.height), abs=0.01)
        check_ink(sheet_page.render(scale=2).to_pil().convert("RGB"), layout, told)


def check_ink(image, layout, told, *, grounds=True):
    """Cards lie where they are told to, and nothing but marks beside them; `grounds`: each is inked to its bleed."""
    scale = image.width / layout.width

    def pixel(x, y):
        return image.getpixel(
            (min(image.width - 1, int(x * scale)), min(image.height - 1, int((layout.height - y) * scale)))
        )

    places = [layout.fronts] * (told.side != "back") + [layout.backs] * (told.side != "front")
    for spots in places:
        for i, spot in enumerate(spots):
            box, step = spot.bleed, 0.4 * MM
            corners = [(x, y) for x in (box.x0 + step, box.x1 - step) for y in (box.y0 + step, box.y1 - step)]
            there = [pixel(*corner) != (255, 255, 255) for corner in corners]
            assert not any(there) if i >= len(told.cards) else all(there) or not grounds, (told, i)
    pen = ImageDraw.Draw(image)
    shown = [spot.bleed for spots in places for spot in spots[: len(told.cards)]]
    lines = layout.marks if told.side != "back" else ()
    for x0, y0, x1, y1 in [(b.x0, b.y0, b.x1, b.y1) for b in shown] + [(m.x0, m.y0, m.x1, m.y1) for m in lines]:
        pen.rectangle(
            (
                min(x0, x1) * scale - 2,
                (layout.height - max(y0, y1)) * scale - 2,
                max(x0, x1) * scale + 2,
                (layout.height - min(y0, y1)) * scale + 2,
            ),
            "white",
        )
    if layout.fold is not None:
        pen.rectangle((layout.fold * scale - 2, 0, layout.fold * scale + 2, image.height), "white")
    assert image.getextrema() == ((255, 255),) * 3, "ink where none belongs"
