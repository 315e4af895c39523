"""The sealed answer sheet: a fair deal, the same for the same seed, on a sheet that holds it."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.errors import PrintError
from cardgen.extras import reference_deck
from cardgen.layout.impose import SheetOptions, lay_out
from cardgen.layout.paper import PAPERS, parse_card
from cardgen.pdf.marks import Look, Shape, Text
from cardgen.print.sheets import deck_pdf
from cardgen.secret.answer_sheet import _slips, deal, write_answer_sheet
from cardgen.secret.fold import GREY
from factbank.facts import Card, Facts, Pair
from referee.games.liars_lair import Options


def kit(pairs: int) -> Facts:
    made = tuple(
        Pair(f"Geese & Tuba {n}", (Card(n, f"Geese like tuba {n}."), Card(pairs + n, f"Geese loathe tuba {n}.")))
        for n in range(1, pairs + 1)
    )
    return Facts("K7Q4-9M", made)


@settings(max_examples=40, deadline=None)
@given(st.integers(3, 8), st.integers(2, 5), st.integers(0, 4), st.integers(0, 99), st.sampled_from(["pairs", "cards"]))
def test_every_seat_gets_as_many_truths_as_lies(players, each, spare, seed, aside):
    facts = kit(players * each + spare)
    drawn = deal(facts, Options(each=each, aside=aside), players, seed)
    assert len(drawn.hands) == players
    for hand in drawn.hands:
        assert len(hand) == 2 * each
        assert sum(number in drawn.truths for number in hand) == each
    cards = [number for hand in drawn.hands for number in hand] + list(drawn.box)
    assert sorted(cards) == [card.number for card in facts.cards]
    for pair in facts.pairs:
        halves = {card.number for card in pair.cards}
        assert len(halves & drawn.truths) <= 1
        if aside == "pairs":
            assert len(halves & set(drawn.box)) != 1, "a pair stays whole"


def test_a_random_mix_is_not_even_for_long():
    options = Options(mix="random")
    shares = set()
    for seed in range(20):
        drawn = deal(kit(15), options, 5, seed)
        assert all(len(hand) == 6 for hand in drawn.hands)
        shares |= {sum(number in drawn.truths for number in hand) for hand in drawn.hands}
    assert len(shares) > 3


def test_the_seed_is_the_deal():
    assert deal(kit(15), Options(), 5, 7) == deal(kit(15), Options(), 5, 7)
    assert deal(kit(15), Options(), 5, 7) != deal(kit(15), Options(), 5, 8)


def test_numbers_tell_nothing():
    """Over many deals low and high numbers are equally often true, whichever half stands first in the file."""
    true = sum(len([n for n in deal(kit(15), Options(), 5, seed).truths if n <= 15]) for seed in range(200))
    assert 1300 < true < 1700


def test_a_kit_that_is_too_small_says_what_it_serves():
    with pytest.raises(PrintError, match=r"need 15 pairs, and this kit has 12: .*5 players with 2 and 2, or 4 players"):
        deal(kit(12), Options(), 5, 1)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("players", "each"), [(3, 2), (5, 3), (8, 3), (8, 4), (6, 5), (8, 7), (3, 9)])
def test_it_fits_on_one_sheet(tmp_path, paper, players, each):
    pypdfium2 = pytest.importorskip("pypdfium2")
    out = write_answer_sheet(
        kit(players * each + 1), Options(each=each), players, 3, tmp_path / "answers.pdf", paper=PAPERS[paper]
    )
    text = pypdfium2.PdfDocument(out)[0].get_textpage().get_text_bounded()
    drawn = deal(kit(players * each + 1), Options(each=each), players, 3)
    for seat, hand in enumerate(drawn.hands, 1):
        assert f"Seat {seat}" in text
        shown = "  ".join(str(number) for number in hand if number in drawn.truths)
        assert shown.split()[0] in text


@pytest.mark.parametrize(("players", "each"), [(3, 2), (5, 3), (8, 4), (7, 3), (8, 7), (3, 9)])
def test_nothing_runs_out_of_its_slip(players, each):
    """Neither numbers nor the warning, which stands on every slip or on none."""
    drawn = deal(kit(players * each), Options(each=each), players, 11)
    marks = list(_slips(drawn, 210.0, 99.0, Look()))
    edges = [mark.path.box() for mark in marks if isinstance(mark, Shape) and mark.stroke == GREY]
    assert len(edges) == players
    warned, told = set(), {}
    for mark in marks:
        if not isinstance(mark, Text):
            continue
        inside = [at for at, (x0, y0, x1, y1) in enumerate(edges) if x0 < mark.x < x1 and y0 < mark.y < y1]
        if not inside:
            continue  # the place that is the referee's
        (at,) = inside
        left = mark.x - (mark.width / 2 if mark.align == "centre" else 0)
        assert left >= edges[at][0] + 2
        assert left + mark.width <= edges[at][2] - 1.5, mark.text
        if "hidden" in mark.text:
            warned.add(at)
        told.setdefault(at, []).append(mark.text)
    assert len(warned) in (0, players)
    if (players, each) == (8, 4):
        assert warned
        lists = [text for texts in told.values() for text in texts if len(text.split()) == 4 and text[0].isdigit()]
        assert len(lists) == 2 * players, "each list in one line"


def test_the_secrets_lie_in_the_two_parts_that_are_folded_inside(tmp_path):
    """No number of a hand stands on the outer third, and behind the inner two there is nothing but the pattern."""
    pypdfium2 = pytest.importorskip("pypdfium2")
    out = write_answer_sheet(kit(15), Options(), 5, 3, tmp_path / "answers.pdf")
    page, blind = pypdfium2.PdfDocument(out)
    width, height = page.get_size()
    outside = page.get_textpage().get_text_bounded(0, height * 2 / 3, width, height)
    inside = page.get_textpage().get_text_bounded(0, 0, width, height * 2 / 3)
    assert "TRUE" in inside
    assert "Seat 5" in inside
    assert "TRUE" not in outside
    assert "EVERY CARD" not in outside
    behind = blind.get_textpage().get_text_bounded()
    assert "Fold the bottom third under" in behind
    assert "TRUE" not in behind
    assert "Seat" not in behind
    assert not blind.get_textpage().get_text_bounded(0, 0, width, height * 2 / 3).strip()


@pytest.mark.parametrize(("sides", "low"), [("long", True), ("short", False)])
def test_the_pattern_lies_behind_the_secrets_whichever_way_the_sheet_turns(tmp_path, sides, low):
    pypdfium2 = pytest.importorskip("pypdfium2")
    out = write_answer_sheet(kit(15), Options(), 5, 3, tmp_path / "a.pdf", sides=sides)
    page = pypdfium2.PdfDocument(out)[1]
    width, height = page.get_size()
    bands = [page.get_textpage().get_text_bounded(0, height * at / 3, width, height * (at + 1) / 3) for at in range(3)]
    assert [bool(band.strip()) for band in bands] == ([False, False, True] if low else [True, False, False])
    image = page.render(scale=0.5).to_pil().convert("L")
    pattern = image.crop((0, image.height * 2 // 3, image.width, image.height) if low else (0, 0, image.width, 100))
    assert pattern.getextrema()[0] < 200


def test_one_sided_printers_get_one_page(tmp_path):
    pypdfium2 = pytest.importorskip("pypdfium2")
    out = write_answer_sheet(kit(15), Options(), 5, 3, tmp_path / "a.pdf", sides="fold")
    assert len(pypdfium2.PdfDocument(out)) == 1


def test_too_many_cards_are_refused_and_nothing_is_written(tmp_path):
    with pytest.raises(PrintError, match="too many"):
        write_answer_sheet(kit(160), Options(each=20), 8, 3, tmp_path / "answers.pdf")
    assert list(tmp_path.iterdir()) == []


def test_the_same_bytes(tmp_path):
    one, two = (write_answer_sheet(kit(15), Options(), 5, 3, tmp_path / name) for name in ("a.pdf", "b.pdf"))
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(each=4, reclaim="revised", departing="gift"),
        Options(departing="pool", mix="random", absolution=True, own_conflict="allowed"),
    ],
)
@pytest.mark.parametrize("low", [False, True])
def test_reference_cards(options, low):
    pypdfium2 = pytest.importorskip("pypdfium2")
    deck = reference_deck("liars-lair", options, 6)
    assert len(deck.cards) == 6
    assert not deck.back_turns
    data = deck_pdf([deck], lay_out(SheetOptions(cover=False, low_ink=low)))
    pages = [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(io.BytesIO(data))]
    assert pages[0].count("Your turn") == 6
    assert pages[1].count("Declaring") == 6
    if options.mix == "even":
        assert {3: "three truths", 4: "four truths"}[options.each] in pages[0].replace("\r\n", " ")


def test_a_card_too_small_for_its_text_is_refused():
    deck = reference_deck("liars-lair", Options(), 3)
    with pytest.raises(PrintError, match="poker"):
        deck_pdf([deck], lay_out(SheetOptions(cover=False, card=parse_card("mini"))))
