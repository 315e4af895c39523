"""What the cover says of ink: measured on what is printed, and nothing of what is chosen already."""

import pytest
from msgspec import structs

from cardgen.decks import REGISTRY, CardFace, Deck, make_deck
from cardgen.layout import SheetOptions, lay_out
from cardgen.pages.engine import TextFace, placed
from cardgen.pages.guide import Cover, FileRow, ink_note
from cardgen.pdf.path import rect
from cardgen.pdf.theme import HARLEQUIN
from cardgen.print.sheets import house_decks, house_inks, ink_use, measured_card


def covered(share):
    """A deck whose sides are black on so much of their height."""

    def draw(ink, size):
        ink.draw(rect(0, 0, size.width_mm, size.height_mm * (0.1 if ink.low else share)), "#000000")

    return Deck("half", "Half", (CardFace("1", "1", draw),), draw)


def note(deck, **options):
    layout = lay_out(SheetOptions(**options))
    sheaf = Cover(deck.title, layout, (FileRow(deck.title, 1, layout=layout),), ink=ink_use(deck, layout))
    return ink_note(sheaf).replace("*", "").replace("\u00a0", " ")


def test_it_is_the_share_of_the_sheet_that_is_black():
    """Nine poker cards cover 81.4 % of A4; half of that is black, in low ink a tenth."""
    full = "A full sheet of cards inks 41 % of its front and 41 % of its back."
    assert note(covered(0.5)) == f"{full} In low ink it is 8 % and 8 %."
    assert note(covered(0.5), sides="backs").startswith("A full sheet of cards inks 41 % of its back.")
    assert note(covered(0.1)) == "A full sheet of cards inks 8 % of its front and 8 % of its back."


def test_a_deck_that_leans_on_colour_says_so_until_it_has_patterns():
    west = make_deck("west")
    assert "with patterns" in note(west)
    assert "Sparing on backs" in note(west)
    assert "with patterns" not in note(west, colour_aid=True)
    assert "with patterns" not in note(covered(0.5))
    assert "Sparing on backs" not in note(west, theme=HARLEQUIN.thrifty(engraved=True, white=False))
    assert "low ink" not in note(west, low_ink=True)


@pytest.mark.parametrize("deck", [name for name, entry in REGISTRY.items() if not entry.needs_facts])
def test_there_is_room_for_what_is_said_of_a_deck_under_the_table(deck):
    """Between the last row of a Letter kit and the line under it two lines have room."""
    assert len(placed(note(make_deck(deck)), TextFace(9.2), 158)) <= 2


def test_a_sealed_sheet_stays_grey_in_low_ink_and_the_cover_says_why():
    layout = lay_out(SheetOptions(low_ink=True))
    rows = (FileRow("Cards", 1, layout=layout), FileRow("Answers", 1, "answer-sheet.pdf", "sealed"))
    sheaf = Cover("Half", layout, rows, ink=ink_use(covered(0.5), layout))
    assert ink_note(sheaf).endswith("The answer sheet’s hatching stays grey all over: it hides what is inside.")
    assert "hatching" not in note(covered(0.5), low_ink=True)


@pytest.mark.parametrize("deck", ["lizard", "liar-poker"])
def test_low_backs_cost_less_than_full_ones_and_low_ink_less_still(deck):
    use = ink_use(make_deck(deck), lay_out(SheetOptions()))
    assert use.backs.low < use.engraved < 0.5 * use.backs.now
    assert use.fronts.low < use.fronts.now


EVERY = list(house_decks())
HOUSE = [EVERY[at % 3 * len(REGISTRY) + at] for at in range(len(REGISTRY))]
"""Every deck, each in another look than the one before it."""


@pytest.mark.parametrize(("called", "deck", "theme"), HOUSE, ids=[called for called, _, _ in HOUSE])
def test_what_is_kept_of_the_houses_decks_is_what_they_take(called, deck, theme):
    """The same few cards measured now and when all were measured: `python -m cardgen.print.sheets` after drawing."""
    kept = house_inks()[called]
    now = measured_card(deck, theme, taken=3)
    assert now.drawn == kept.drawn
    assert now.patterned is kept.patterned or now.patterned  # three cards may wear no colour that has a pattern
    for side in ("back", "low_back", "engraved"):
        assert getattr(now, side) == pytest.approx(getattr(kept, side), abs=0.002), side
    for side in ("face", "low_face"):
        assert getattr(now, side) == pytest.approx(getattr(kept, side), abs=0.1), side


def test_a_deck_with_another_back_is_measured():
    west = make_deck("west")
    other = structs.replace(west, back=covered(0.5).back)
    assert ink_use(other, lay_out(SheetOptions())).backs.now == pytest.approx(0.407, abs=0.01)
