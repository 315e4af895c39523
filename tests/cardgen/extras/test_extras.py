"""Extras from the command line: what each game gets, on which paper, what is refused; nothing is half-written."""

import re
import stat
from functools import partial
from itertools import pairwise
from math import cos, radians, sin
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from cardgen.extras.boxes.words import sample_pair
from cardgen.extras.pads import Pad, pad_size
from cardgen.extras.pieces import _chip_front, chip_counts, chip_deck
from cardgen.extras.registry import EXTRAS, ON_REQUEST, extras_of, usual_extras
from cardgen.layout import MM, PAPERS, SheetOptions
from cardgen.pdf.ink import Size
from cardgen.spec import KitSpec
from factbank import factfile
from factbank.deal import deal
from liarsdeck import formats
from liarsdeck.language import codes
from referee import games
from referee.books import rulebook
from referee.books.teach import has_lesson, lesson
from referee.core.setup import seated
from tests.cardgen.pictures import drawn, picture
from tests.cardgen.program import call, refusal
from tests.sampling import spread

pytestmark = pytest.mark.usefixtures("home")

BARE = {"reference", "box"}
"""What a game has that has no extras of its own."""
GAMES = dict.fromkeys(games.REGISTRY, BARE) | {
    "liars-lair": {"teach", "reference", "answers", "notes", "box"},
    "liars-guess": {"teach", "reference", "pads", "box"},
    "lizard": {"teach", "reference", "scores", "trump", "box"},
    "red-and-black": {"teach", "reference", "markers", "box"},
    "liar-poker": {"teach", "reference", "chips", "bets", "box"},
}


def words(path, page=0):
    return pypdfium2.PdfDocument(path)[page].get_textpage().get_text_range()


def extras(game, *more, facts=None):
    given = ["--facts", facts] if facts and game == "liars-lair" else []
    result = call("extras", game, *given, "-o", "out", *more)
    assert result.exit_code == 0, result.output
    return {path.name for path in Path("out").iterdir()}


@pytest.mark.parametrize("game", GAMES)
def test_every_extra_of_a_game_is_printed(game, facts_file):
    named = extras(game, facts=facts_file)
    assert named == {EXTRAS[name].file for name in GAMES[game]} | {"print-me-first.pdf", "EXTRAS.txt"}
    told = Path("out/EXTRAS.txt").read_text()
    for name in sorted(named - {"EXTRAS.txt"}):
        assert name in told
        for page in pikepdf.open(f"out/{name}").pages:
            fonts = page.get("/Resources", {}).get("/Font", {})
            for font in dict(fonts).values():
                assert "/FontFile2" in font.FontDescriptor, "embedded"


@pytest.mark.parametrize(
    ("code", "departing", "reclaim"),
    spread(codes()[1:], ["pick", "gift", "pool"], ["revised", "earlier", "seed"], times=2),
)
def test_reference_cards_have_room_for_the_longest_house_rules_in_every_language(code, departing, reclaim):
    rules = (f"departing={departing}", f"reclaim={reclaim}", "caught=spared", "absolution=true", "dawn=6")
    typed = [word for rule in rules for word in ("--option", rule)]
    done = call("extras", "liars-lair", "--language", code, "--only", "reference", *typed)
    assert done.exit_code == 0, done.output


def test_in_another_language_files_have_their_titles_beside_their_english_names():
    extras("lizard", "--language", "de", "--only", "scores,trump")
    assert "  score-pads.pdf   Wertungsblöcke: " in Path("out/EXTRAS.txt").read_text(encoding="utf-8")
    first = words("out/print-me-first.pdf")
    assert "Wertungsblöcke" in first
    assert "Trumpfwürfel" in first
    extras("lizard", "--only", "trump")
    assert "Trump block" not in Path("out/EXTRAS.txt").read_text(encoding="utf-8")


def test_every_extra_belongs_to_somebody():
    asked = {name for names in GAMES.values() for name in names}
    assert asked | {*ON_REQUEST} == set(EXTRAS)
    for game, names in GAMES.items():
        here = KitSpec(game, games.game(game).options(), games.game(game).seats[1])
        assert set(usual_extras(here)) == names - {"answers"}
        assert set(extras_of(here)) == names - {"answers"} | {*ON_REQUEST}


SHEETS = [
    ["--paper", "letter", "--sides", "short", "--ink", "low"],
    ["--paper", "a4", "--sides", "fold", "--card", "bridge"],
    ["--paper", "a3", "--sides", "fronts", "--gap", "3mm", "--marks", "lines"],
    ["--paper", "legal", "--feed", "manual", "--card", "mini", "--theme", "seaside"],
    ["--paper", "tabloid", "--card", "tarot", "--marks", "none", "--no-cover"],
]


@pytest.mark.parametrize(("game", "sheet"), spread(GAMES, SHEETS), ids=str)
def test_extras_on_other_sheets(game, sheet, facts_file):
    paper = PAPERS[sheet[1]]
    for name in extras(game, *sheet, facts=facts_file):
        if name.endswith(".pdf"):
            with pikepdf.open(f"out/{name}") as pdf:
                for page in pdf.pages:
                    size = sorted(float(v) / MM for v in [*page.MediaBox][2:])
                    assert size == pytest.approx([paper.width_mm, paper.height_mm], abs=0.1)


def test_what_is_not_named_stays_in_the_folder():
    extras("liar-poker", "--only", "chips,BOX")
    box = Path("out/tuck-box.pdf").read_bytes()
    Path("out/mine.txt").write_text("mine")
    named = {path.name for path in Path("out").iterdir()}
    for path in (Path("out/chips.pdf"), Path("out/tuck-box.pdf")):
        path.unlink()
    assert extras("liar-poker", "--only", "chips", "--only", "BOX") == named  # named one by one they are the same
    assert extras("liar-poker", "--only", "bets") == named | {"bet-cards.pdf"}
    assert Path("out/tuck-box.pdf").read_bytes() == box


def test_the_first_page_of_a_box_says_one_side_and_counts_one_sheet():
    extras("liar-poker", "--only", "box", "--paper", "letter")
    with pypdfium2.PdfDocument("out/print-me-first.pdf") as document:
        assert len(document) == 1, "there is no back to hold against the light"
    said = " ".join(words("out/print-me-first.pdf").split())
    assert "1SHEETOFLETTERFOLLOWS" in said.replace(" ", "")
    assert "One side only Print on one side." in said
    assert "None is needed for one side." in said
    assert "both sides" not in said + Path("out/EXTRAS.txt").read_text()
    assert "for the cards" not in said
    extras("liar-poker", "--only", "box,chips")
    assert "Some of what follows has one side only." in " ".join(words("out/print-me-first.pdf").split())


def test_the_answer_sheet_is_dealt_anew_every_time_and_by_a_seed_alone_the_same_again(facts_file):
    sheets = []
    for more in ((), (), ("--deal-seed", "99"), ("--seed", "99")):
        extras("liars-lair", "--only", "answers", *more, facts=facts_file)
        sheets.append(Path("out/answer-sheet.pdf").read_bytes())
        assert stat.S_IMODE(Path("out/answer-sheet.pdf").stat().st_mode) == 0o600
        assert "deal" not in Path("out/EXTRAS.txt").read_text()
    assert len({*sheets[:3]}) == 3
    assert sheets[2] == sheets[3], "--seed is the older spelling"


# --- their numbers are the game's


@pytest.mark.parametrize(("players", "rounds"), [(3, 20), (4, 15), (5, 12)])
def test_a_score_pad_has_a_row_for_every_round(players, rounds):
    extras("lizard", "--players", str(players), "--only", "scores")
    told = words("out/score-pads.pdf").split()
    assert str(rounds) in told
    assert str(rounds + 1) not in told
    assert told.count("Bid") == 2 * players


@pytest.mark.parametrize(("paper", "players"), spread(["a4", "letter", "a3"], [5, 3]))
def test_the_heads_of_a_score_pad_keep_apart(players, paper):
    extras("lizard", "--players", str(players), "--paper", paper, "--only", "scores")
    text = pypdfium2.PdfDocument("out/score-pads.pdf")[0].get_textpage()
    letters = [(text.get_text_range(at, 1), *text.get_charbox(at)) for at in range(text.count_chars())]
    line = next(bottom for letter, _, bottom, _, _ in letters if letter == "W")  # no other word has one
    head = sorted(
        (left, right)
        for letter, left, bottom, right, top in letters
        if letter.isalpha() and abs(bottom - line) < 2.4 and top > line
    )
    pads, rest = divmod(len(head), len("RoundTrump") + players * len("BidWonPoints"))
    assert (pads > 0, rest) == (True, 0)
    gaps = sorted(after[0] - before[1] for before, after in pairwise(head))
    words = pads * (2 + 3 * players)
    inside, between = gaps[: 1 - words], gaps[1 - words :]
    assert min(between) > max(1.4 * MM, 1.5 * max(inside))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_score_pad_fills_its_page(paper):
    extras("lizard", "--players", "5", "--paper", paper, "--only", "scores")
    with pypdfium2.PdfDocument("out/score-pads.pdf") as document:
        page = document[0].render(scale=1).to_pil().convert("L")
    marked = [y for y in range(page.height) if min(page.crop((40, y, page.width // 2 - 20, y + 1)).tobytes()) < 200]
    assert max(after - before for before, after in pairwise(marked)) < 16 * MM, "nowhere is an empty stripe"


def test_the_spots_of_a_chip_tell_its_value_without_colour():
    counts = {}
    for value in (10, 20, 50, 100):
        chip = picture(drawn(partial(_chip_front, value=value), Size(39.4, 39.4, 0, 0)), 4).convert("L")
        middle, r = chip.width / 2, 18.2 / 39.4 * chip.width
        turns = [radians(a / 4 + 180 / 11) for a in range(1440)]
        pale = [chip.getpixel((middle + r * cos(a), middle + r * sin(a))) > 225 for a in turns]
        counts[value] = sum(after and not before for before, after in pairwise([pale[-1], *pale]))
    assert counts == {10: 4, 20: 5, 50: 6, 100: 8}


def test_two_players_share_chips_of_every_value():
    table = KitSpec("liar-poker", games.game("liar-poker").options(), 2)
    deck = chip_deck(table)
    assert sum(int(card.name.removeprefix("chip-")) for card in deck.cards) == 1000
    assert {card.name for card in deck.cards} == {"chip-10", "chip-20", "chip-50", "chip-100"}
    for chips in (7, 60, 500, 12_345):
        assert sum(value * count for value, count in chip_counts(chips).items()) == chips


def test_bet_cards_say_what_a_bet_is_worth():
    extras("liar-poker", "--option", "bets.large=35,45,55", "--only", "bets")
    told = words("out/bet-cards.pdf")
    for word in ("LARGE", "MIDDLE", "SMALL", "FOLD", "TRUST", "SUSPECT", "35", "45", "55"):
        assert word in told


def test_note_slips_have_every_number_and_fill_their_sheets():
    extras("liars-lair", "--players", "5", "--only", "notes")
    told = re.findall(r"\b\d+\b", words("out/note-slips.pdf"))
    for number in range(1, 31):
        assert told.count(str(number)) == 4, "four slips on a sheet"
    assert "31" not in told
    assert words("out/note-slips.pdf", 2).count("Name") == 4, "spares where the sheet has room"


@pytest.mark.parametrize(("players", "each", "cards"), [(3, 2, 12), (5, 3, 30), (8, 6, 96), (8, 8, 128), (4, 15, 120)])
def test_note_slips_have_a_place_for_every_card_of_the_hand(monkeypatch, players, each, cards):
    ticked = []
    monkeypatch.setattr(Pad, "tick_box", lambda pad, x, y, side: ticked.append((round(x, 3), round(y, 3))))
    extras("liars-lair", "--players", str(players), "--option", f"each={each}", "--only", "notes", "--no-cover")
    assert len(re.findall(rf"\b{cards}\b", words("out/note-slips.pdf"))) == 4
    assert len(ticked) == len(set(ticked)), "drawn once, placed four times"
    assert 2 * 2 * each <= len(ticked) < 2 * 2 * each + 6, "true and a lie for each card of the hand"


def test_deduction_pads_have_all_combinations():
    extras("liars-guess", "--only", "pads")
    told = words("out/deduction-pads.pdf")
    assert told.count("Who holds what?") == 4
    assert told.count("0") == 4 * 2 * 9, "nine answers asked, nine given"


def test_a_box_tells_what_it_holds():
    extras("lizard", "--only", "box", "--stock", "200g", "--sleeved")
    told = " ".join(words("out/tuck-box.pdf").split())
    assert "60 cards and 5 reference cards in sleeves: 29.2 mm" in told
    assert "60 CARDS" in told
    extras("lizard", "--only", "box", "--card", "mini")
    assert "Holds 60 cards: 18.0 mm" in " ".join(words("out/tuck-box.pdf").split()), "reference cards are larger"
    extras("lizard", "--only", "box", "--cards", "125", "--sleeved")
    assert "tuck-box.pdf  2 sheets" in Path("out/EXTRAS.txt").read_text()
    assert "Box 1 of 2".upper() in words("out/tuck-box.pdf")
    assert "Tuck box 2 of 2" in words("out/tuck-box.pdf", 1)


@pytest.mark.parametrize("game", [*filter(has_lesson, GAMES)])
def test_a_box_says_what_its_game_promises_and_announces_what_its_page_does(game, facts_file):
    extras(game, "--only", "box", facts=facts_file)
    told = " ".join(words("out/tuck-box.pdf").split())
    it = games.game(game)
    facts = factfile.read(Path(facts_file)) if it.needs_facts else None
    page = lesson(seated(it, it.usual, it.options(), facts))
    assert f"{page.minutes} minutes" in told
    assert page.age in told
    assert f"{it.usual} reference cards" in told
    text = rulebook.fragment(f"boxes/{game}.toml.j2", game, it.options(), it.usual, kit=rulebook.kit_of(facts))
    promised = formats.loads(text)
    for line in (*promised["pitch"], *(part for step in promised["steps"] for part in step), promised["side"][0]):
        assert "".join(line.split()) in "".join(told.split()), line


def test_the_box_of_a_kit_shows_a_pair_that_is_not_in_the_deck_and_the_same_one_again():
    dealt = deal.facts(15, seed=5)
    pair = sample_pair("liars-lair", dealt)
    assert pair.title not in {one.title for one in dealt.pairs}
    assert pair.key.rpartition("/")[0] not in {one.key.rpartition("/")[0] for one in dealt.pairs}
    assert not {card.number for card in pair.cards} & {card.number for card in dealt.cards}
    factfile.write(dealt, Path("dealt.json"))
    extras("liars-lair", "--only", "box", facts="dealt.json")
    told = words("out/tuck-box.pdf")
    assert dealt.kit in told
    read = {*re.findall(r"\w{4,}", told)}

    def shows(card):
        return {*re.findall(r"\w{4,}", card.text)} <= read

    assert all(map(shows, pair.cards))
    assert not any(map(shows, dealt.cards))


def test_the_box_of_a_kit_may_show_a_pair_of_its_own(facts_file):
    extras("liars-lair", "--only", "box", "--box-pair", "3", facts=facts_file)
    told = words("out/tuck-box.pdf")
    pair = factfile.read(Path(facts_file)).pair_of(3)
    assert all(re.search(rf"\b{card.number}\b", told) for card in pair.cards)
    refused = refusal("extras", "liars-lair", "--facts", facts_file, "--only", "box", "--box-pair", "99")
    assert "--box-pair 99 is no card of the kit: they are 1 to 30" in refused
    assert "name them with --facts FILE" in refusal("extras", "lizard", "--only", "box", "--box-pair", "3")


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
def test_pads_share_out_the_paper(paper):
    for wish in ((99, 142), (142, 198)):
        size = pad_size(SheetOptions(paper), "pad", *wish)
        assert 0.75 < size.width_mm / wish[0] < 1.45
        assert 0.75 < size.height_mm / wish[1] < 1.45


# --- what is refused


@pytest.mark.parametrize(
    ("wrong", "where"),
    spread(
        [KeyboardInterrupt, OSError(28, "No space left on device")],
        ["cardgen.extras.boxes.pdf.nets_pdf", "cardgen.extras.registry.cover_pdf", "os.fsync"],
    ),
)
def test_nothing_stays_of_extras_that_were_broken_off(monkeypatch, wrong, where):
    extras("lizard", "--only", "scores")
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}

    def stop(*_args, **_more):
        raise wrong

    monkeypatch.setattr(where, stop)
    for folder in ("out", "new/deeper"):
        assert call("extras", "lizard", "-o", folder).exit_code != 0
    assert {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()} == before
    assert not Path("new").exists()
