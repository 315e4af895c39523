"""The sealed answer sheet: a deal that nothing outside gives away, on a sheet that holds it."""

import itertools
import random
import re
from random import Random

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.errors import PrintError
from cardgen.extras.reference import reference_cards
from cardgen.layout import PAPERS, SheetOptions, lay_out, parse_card
from cardgen.pages.secret import GREY, card_list, deal, seat_slips, write_answer_sheet
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Shape, Style, Text
from cardgen.print.sheets import deck_pdf
from cardgen.spec import KitSpec
from factbank.factfile import Card, Facts, Pair
from liarsdeck.language import codes, say, speaking
from referee.games.liars_lair import Options
from tests.sampling import spread, tries


def kit(pairs: int) -> Facts:
    made = tuple(
        Pair(f"Geese & Tuba {n}", (Card(n, f"Geese like tuba {n}."), Card(pairs + n, f"Geese loathe tuba {n}.")))
        for n in range(1, pairs + 1)
    )
    return Facts("K7Q4-9M", made)


def printed(facts, options, players, out, deal_seed=None, **sheet):
    """Print an answer sheet, and return its file."""
    write_answer_sheet(KitSpec("liars-lair", options, players, facts, deal_seed, sheet=SheetOptions(**sheet)), out)
    return out


@pytest.mark.parametrize(
    ("table", "paper"), spread([(3, 2), (5, 3), (8, 3), (8, 4), (6, 5), (8, 7), (3, 9)], ["a4", "letter"])
)
def test_it_fits_on_one_sheet(tmp_path, table, paper):
    players, each = table
    out = printed(
        kit(players * each + 1), Options(each=each), players, tmp_path / "a.pdf", deal_seed=3, paper=PAPERS[paper]
    )
    text = pypdfium2.PdfDocument(out)[0].get_textpage().get_text_bounded()
    drawn = deal(kit(players * each + 1), Options(each=each), players, Random("answer sheet 3"))
    for seat, hand in enumerate(drawn.hands, 1):
        assert f"Seat {seat}" in text
        shown = "  ".join(str(number) for number in hand if number in drawn.truths)
        assert shown.split()[0] in text


@pytest.mark.parametrize(("players", "each"), [(3, 2), (5, 3), (8, 4), (7, 3), (8, 7), (3, 9)])
def test_nothing_runs_out_of_its_slip(players, each):
    """Neither numbers nor the warning, which stands on every slip or on none."""
    drawn = deal(kit(players * each), Options(each=each), players, Random(11))
    marks = list(seat_slips(drawn, 210.0, 99.0, Style()))
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


TITLES = ("Tea", "Geese & Tuba", "The Bells of Ostermark", "Colonel Brisket’s Speech", "Conductors & the Law")


def sheet(pairs, each, players, paper, titles="shared"):
    """All marks inside a sheet of a kit with titles of every length: those of the list, and those of the slips."""
    made = tuple(
        Pair(TITLES[n % 5], (Card(n, f"Geese like tuba {n}."), Card(pairs + n, f"Geese loathe tuba {n}.")))
        for n in range(1, pairs + 1)
    )
    facts, third = Facts("K7Q4-9M", made, titles=titles), paper.height_mm / 3
    drawn = deal(facts, Options(each=each), players, Random(5))
    listed = list(card_list(facts, drawn, paper.width_mm, third, 2 * third, Style()))
    return listed, list(seat_slips(drawn, paper.width_mm, third, Style()))


def boxes(marks):
    """What each text covers: its words, left, foot, right, head; and each line to write on, as text of no height."""
    for mark in marks:
        if isinstance(mark, Text) and mark.text:
            left = mark.x - {"left": 0, "centre": mark.width / 2, "right": mark.width}[mark.align]
            foot = mark.y - lettering.depth_mm(mark.text, mark.font, mark.size)
            yield mark.text, left, foot, left + mark.width, mark.y + lettering.cap_mm(mark.font, mark.size)
        elif isinstance(mark, Shape) and mark.stroke and mark.stroke != GREY and mark.fill is None:
            yield "a line", *mark.path.box()


@given(
    players=st.integers(3, 8), each=st.integers(2, 6), spare=st.integers(0, 20),
    paper=st.sampled_from(["a4", "letter", "legal", "a3", "tabloid"]),
)  # fmt: skip
@settings(max_examples=tries(40))
def test_nothing_overprints_for_any_players_pairs_and_paper(players, each, spare, paper):
    paper = PAPERS[paper]
    try:
        listed, slips = sheet(players * each + spare, each, players, paper)
    except PrintError as refused:
        assert "too many" in str(refused) or "too large" in str(refused)  # noqa: PT017
        return
    for part, low, high in ((listed, paper.height_mm / 3, paper.height_mm * 2 / 3), (slips, 0, paper.height_mm / 3)):
        found = list(boxes(part))
        for text, left, foot, right, head in found:
            assert 5 <= left <= right <= paper.width_mm - 5, text
            assert low <= foot <= head <= high, text
        found.sort(key=lambda box: box[1])
        for at, (text, left, foot, right, head) in enumerate(found):
            for other, x0, y0, _, y1 in found[at + 1 :]:
                if x0 >= right - 0.01:
                    break
                assert min(head, y1) - max(foot, y0) < 0.01, (text, other, left)


@pytest.mark.parametrize(("table", "paper"), spread([(5, 15), (5, 30), (8, 30), (3, 31)], ["a4", "letter"]))
def test_titles_are_whole(table, paper):
    players, pairs = table
    listed, _ = sheet(pairs, 3, players, PAPERS[paper])
    texts = [mark.text for mark in listed if isinstance(mark, Text)]
    assert sum(texts.count(title) for title in TITLES) == 2 * pairs


@pytest.mark.parametrize(("titles", "headed"), [("shared", True), ("none", False)])
def test_titles_have_a_head_where_cards_have_titles(titles, headed):
    listed, _ = sheet(15, 3, 5, PAPERS["a4"], titles)
    assert ("TITLE" in [mark.text for mark in listed if isinstance(mark, Text)]) is headed


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize(("players", "each"), [(5, 3), (8, 6)])
def test_words_keep_away_from_numbers_in_every_language(code, players, each):
    """In the list a column is as wide as its words; on a slip, both rows of numbers begin below each other."""
    with speaking(code):
        listed, slips = sheet(players * each, each, players, PAPERS["a4"])
        heads = (say("TRUE"), say("LIES"))
    lines: dict[float, list[tuple[float, float, str]]] = {}
    for mark in (mark for mark in listed if isinstance(mark, Text)):
        left = mark.x - {"left": 0, "centre": mark.width / 2, "right": mark.width}[mark.align]
        lines.setdefault(round(mark.y, 1), []).append((left, left + mark.width, mark.text))
    for line in lines.values():
        for (_, right, text), (left, _, other) in itertools.pairwise(sorted(line)):
            assert left - right >= 0.9, (text, other)
    texts = [mark for mark in slips if isinstance(mark, Text)]
    starts = [following.x - mark.x for mark, following in itertools.pairwise(texts) if mark.text in heads]
    assert len(starts) == 2 * players
    assert len({round(start, 3) for start in starts}) == 1
    assert starts[0] >= max(mark.width for mark in texts if mark.text in heads) + 1.5


def test_the_secrets_lie_in_the_two_parts_that_are_folded_inside(tmp_path):
    """No number of a hand stands on the outer third, and behind the inner two there is nothing but the pattern."""
    out = printed(kit(15), Options(), 5, tmp_path / "answers.pdf")
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
    out = printed(kit(15), Options(), 5, tmp_path / "a.pdf", sides=sides)
    page = pypdfium2.PdfDocument(out)[1]
    width, height = page.get_size()
    bands = [page.get_textpage().get_text_bounded(0, height * at / 3, width, height * (at + 1) / 3) for at in range(3)]
    assert [bool(band.strip()) for band in bands] == ([False, False, True] if low else [True, False, False])
    image = page.render(scale=0.5).to_pil().convert("L")
    pattern = image.crop((0, image.height * 2 // 3, image.width, image.height) if low else (0, 0, image.width, 100))
    assert pattern.getextrema()[0] < 200


def test_one_sided_printers_get_one_page(tmp_path):
    out = printed(kit(15), Options(), 5, tmp_path / "a.pdf", sides="fold")
    assert len(pypdfium2.PdfDocument(out)) == 1


def test_too_many_cards_are_refused_and_nothing_is_written(tmp_path):
    with pytest.raises(PrintError, match="too many"):
        printed(kit(160), Options(each=20), 8, tmp_path / "answers.pdf")
    assert list(tmp_path.iterdir()) == []


def halves(path):
    """Return what stands on the outer third of a sheet, and on the two that are folded inside."""
    page = pypdfium2.PdfDocument(path)[0]
    width, height = page.get_size()
    text = page.get_textpage()
    return text.get_text_bounded(0, height * 2 / 3, width, height), text.get_text_bounded(0, 0, width, height * 2 / 3)


def test_two_sheets_of_a_kit_differ_inside_and_outside_in_nothing_but_their_label(tmp_path):
    """Though the kit, its seed and every generator of Python's own are the same."""
    facts = Facts("K7Q4-9M", kit(15).pairs, seed=7)
    outsides, insides, labels = [], [], []
    for name in ("a.pdf", "b.pdf"):
        random.seed(1)
        outside, inside = halves(printed(facts, Options(), 5, tmp_path / name))
        (label,) = re.findall(r"sheet ([B-Z2-9]{4})\b", outside)
        labels.append(label)
        outsides.append(outside.replace(label, ""))
        insides.append(inside)
    assert outsides[0] == outsides[1]
    assert insides[0] != insides[1]
    assert labels[0] != labels[1]
    assert "chosen" not in outsides[0]


def test_a_stranger_cannot_deal_the_sheet_again_from_its_outside_and_the_facts(tmp_path):
    """The stranger has the program, the fact file and all words outside, and tries each of them as a seed."""
    facts = Facts("K7Q4-9M", kit(15).pairs, seed=111226311)
    outside, inside = halves(printed(facts, Options(), 5, tmp_path / "a.pdf"))
    code = int.from_bytes(facts.kit.encode(), "big")
    words = {facts.kit, facts.seed, code, "", 0, 1, *re.findall(r"[\w-]+", outside)}
    for word in words:
        for seed in (word, f"answer sheet {word}", f"answer sheet {facts.kit} {word}"):
            drawn = deal(facts, Options(), 5, Random(seed))
            slips = [" ".join(map(str, drawn.share(seat, true=True))) for seat in range(1, 6)]
            assert not all(slip in " ".join(inside.split()) for slip in slips), seed


def test_a_deal_that_was_chosen_is_the_same_again_and_says_so(tmp_path):
    sheets = [
        printed(kit(15), Options(), 5, tmp_path / f"{number}.pdf", deal_seed=seed)
        for number, seed in enumerate((7, 7, -7))
    ]
    one, same, other = (sheet.read_bytes() for sheet in sheets)
    assert one == same
    assert halves(sheets[0])[1] != halves(sheets[2])[1]
    assert other != one
    assert "deal 7, chosen: no secret" in halves(sheets[0])[0]
    seen = " ".join(halves(sheets[0])[1].split())
    drawn = deal(kit(15), Options(), 5, Random("answer sheet 7"))
    assert all(" ".join(map(str, drawn.share(seat, true=True))) in seen for seat in range(1, 6))


@pytest.mark.parametrize(("each", "said"), [(3, "Three truths"), (4, "Four truths")])
def test_a_reference_card_says_how_many_truths_are_dealt(each, said):
    (card, *_) = reference_cards(KitSpec("liars-lair", Options(each=each), 6)).cards
    assert said in card.draw.keywords["text"]


def test_a_card_too_small_for_its_text_is_refused():
    deck = reference_cards(KitSpec("liars-lair", Options(), 3))
    with pytest.raises(PrintError, match="poker"):
        deck_pdf(deck, lay_out(SheetOptions(cover=False, card=parse_card("mini"))))
