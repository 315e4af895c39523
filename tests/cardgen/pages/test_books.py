"""The books and reference cards on paper: two folded sheets a book, on which nothing is cut or runs over."""

import itertools
import re
from functools import cache
from random import Random

import pypdfium2
import pytest
import segno
from click.testing import CliRunner
from msgspec.structs import replace

from cardgen.art.tailpieces import TAILS
from cardgen.cli import program
from cardgen.pages.blocks import blocks
from cardgen.pages.book import QR_MM, _divided, lay_out, write_book
from cardgen.pages.booklet import SIZES, setting
from cardgen.pages.engine import MOST_CHARACTERS, Measure
from cardgen.pages.figures import art_of, figures
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Document, Ink, Style, Text, draw, finish, open_canvas
from cardgen.pdf.path import POINTS_PER_MM
from cardgen.spec import KitSpec
from referee import games
from referee.books import rulebook
from referee.books.text import parse
from tests.cardgen.pages.test_book import texts, words
from tests.referee.books.choices import GAMES, PLAYERS, every_choice
from tests.referee.conformance import some_facts
from tests.sampling import some, spread

EACH = {game: (games.game(game).usual, games.game(game).seats[-1]) for game in rulebook.games()}
OURS = [game for game in GAMES if not games.game(game).texts]
HALF = ("a5", "half-letter")
PAGES = [(game, size, large) for game, (size, large) in spread(TAILS, itertools.product(SIZES, (False, True)))]
PAGES += [(game, size, False) for game in TAILS for size in HALF]
HOUSE_RULES = {
    "": {},
    "revised": {
        "each": 4, "reclaim": "revised", "departing": "gift", "own_conflict": "allowed", "absolution": True,
    },
    "random": {
        "each": 2, "deal": "entered", "aside": "cards", "mix": "random", "departing": "pool", "next_start": "right",
    },
}  # fmt: skip
UNUSUAL = [("liars-lair", 8, "a5", False, "revised"), ("liars-lair", 4, "half-letter", False, "random")]
BOOKS = {(game, games.game(game).usual, size, large, "") for game, size, large in PAGES}
BOOKS |= {(game, EACH[game][-1], "a5", True, "") for game in EACH} | {*UNUSUAL}
BOTH = [(game, EACH[game][-large], "a5", large, "") for game in EACH for large in (False, True)] + UNUSUAL
"""Each game's book in small type and in large, and by other house rules."""


def options_of(game, rules):
    return games.game(game).options(**HOUSE_RULES[rules])


@cache
def volume_of(game, players, size, large=False, rules=""):
    """A book, laid out once: a booklet where two of its pages fill a sheet, else plain pages."""
    return lay_out(KitSpec(game, options_of(game, rules), players), setting(size, large=large), mirror=size in HALF)


def bare(text):
    return re.sub(r"[^a-z]+", "", text.lower())


@pytest.mark.parametrize(("game", "players", "size", "large", "rules"), sorted(BOOKS), ids=str)
def test_pages(game, players, size, large, rules):
    wanted = setting(size, large=large)
    volume = volume_of(game, players, size, large, rules)
    for number, x, y, mark in texts(volume):
        left = x - {"left": 0, "centre": mark.width / 2, "right": mark.width}[mark.align]
        k = volume.scale(number)
        assert left * k >= 6.9, (number, mark.text)
        assert (left + mark.width) * k <= wanted.width - 6.9, (number, mark.text)
        assert 6 <= y * k <= wanted.height - 6, (number, mark.text)
        assert mark.size * k >= (8.4 if large else 7)
        assert not lettering.missing(mark.text, mark.font), mark.text
    said = words(volume)
    assert not re.search(r"\[[a-z]+\.[a-z-]+\]|\b(lair|guess|lizard|redblack|poker)\.[a-z]", said), "the name of a rule"
    assert "--option" not in said


@pytest.mark.parametrize("game", OURS)
def test_a_book_has_eight_pages_by_whatever_house_rules(game):
    """For any table, on either paper: a cover, the idea, the first round and the rules on two each, questions.

    Lists and examples are whole, and a page that a chapter goes on from is more than half full.
    """
    choices = [(options, players) for options in every_choice(game) for players in PLAYERS[game]]
    for options, players in {*some(choices[1:], 16), choices[0], choices[-1]}:
        for size in HALF:
            volume = lay_out(KitSpec(game, options, players), setting(size))
            assert len(volume.pages) == 8, (options, players, size)
            assert [number for _, number in volume.chapters] == [2, 3, 5, 7, 8]
            body = rulebook.book(game, options, players).body
            pages, _ = _divided(body, volume.leaf, Style(), game, 4)
            begun = [bool(page.places[0][1].chapter) for page in pages]
            assert begun == [True, True, False, True, False, True], "each chapter begins its page"
            for page, following in itertools.pairwise(pages):
                y, last = page.places[-1]
                assert not following.places[0][1].kept, "a list goes on overleaf"
                assert page.ends or y - last.height - volume.leaf.foot < 0.4 * volume.leaf.room


@pytest.mark.parametrize("game", OURS)
def test_a_language_that_needs_more_room_gets_twelve_pages_of_the_same_type(game):
    """Each paragraph and each step of a list is 40 % longer; nothing is cut even so."""

    def longer(line):
        words = line[1].split(" ")
        return " ".join([*words, *words[len(words) // 10 : len(words) // 2]])

    body = rulebook.book(game, games.game(game).options(), PLAYERS[game][-1]).body
    more = re.sub(r"^((?:\d+\. |- )?[A-Z*“][^\n|`]{40,})$", longer, body.replace("**", ""), flags=re.MULTILINE)
    assert 1.25 < len(more) / len(body) < 1.4
    pages, fillers = _divided(more, setting("a5").leaf, Style(), game, 4)
    assert 2 + len(pages) + fillers == 12
    assert not any(page.places[0][1].kept for page in pages)


@pytest.mark.parametrize("game", GAMES)
def test_on_paper_is_what_the_screen_tells_first(game):
    """Word for word: all that is printed is in the text of the screens, and none of what only those have."""
    options, players = games.game(game).options(), PLAYERS[game][-1]
    told = rulebook.book(game, options, players)
    volume = volume_of(game, players, "a5")
    printed = bare("".join(mark.text for number, _, _, mark in texts(volume) if number > 1))
    for chapter in re.findall(r"^##? (.+)$", told.body, re.MULTILINE):
        assert bare(chapter) in printed
    for sentence in re.findall(r"^\*\*([A-Z][^*]+?\?)\*\*", told.body, re.MULTILINE):
        assert bare(sentence) in printed, sentence
    assert "houserules" not in printed


def test_the_code_of_a_kit_is_one_word_in_one_type():
    kit = replace(some_facts(15, Random(1)), kit="PCDX-JX")
    volume = lay_out(KitSpec("liars-lair", options_of("liars-lair", ""), 5, kit), setting("a5"))
    codes = [mark for _, _, _, mark in texts(volume) if "JX" in mark.text]
    assert len(codes) >= 4
    assert "referee new liars-lair --kit PCDX-JX" in " ".join(mark.text.strip() for _, _, _, mark in texts(volume))
    assert all("PCDX-JX" in mark.text for mark in codes)
    assert len(volume.pages) == 8


def test_on_a_cover_the_code_of_a_kit_does_not_run_into_the_note_for_screens(tmp_path):
    facts = some_facts(12, Random(1))
    made = write_book(KitSpec("liars-lair", options_of("liars-lair", ""), 4, facts), tmp_path / "book.pdf")
    with pypdfium2.PdfDocument(made.path) as document:
        text = document[0].get_textpage()
        boxes = [text.get_rect(at) for at in range(text.count_rects())]
        said = {text.get_text_bounded(*box).split()[0]: box for box in boxes}
    assert said["Kit"][1] > said["On"][3]


@pytest.mark.parametrize("game", some(OURS, 5))
def test_an_address_is_a_code_on_the_back_and_without_one_there_is_no_place_for_it(game, tmp_path):
    url = f"https://example.org/games/{game}.html?kit=PCDX-JX"
    code, k = [list(row) for row in segno.make(url, error="m", micro=False).matrix], 4 * POINTS_PER_MM
    for given in (url, ""):
        spec = KitSpec(game, options_of(game, ""), PLAYERS[game][-1], book_url=given)
        made = write_book(spec, tmp_path / "book.pdf", booklet=False)
        assert made.pages == 8
        *_, back = pypdfium2.PdfDocument(made.path)
        assert ("on a page for your phone" in back.get_textpage().get_text_range()) == bool(given)
        shown = back.render(scale=4).to_pil().convert("L")
        unit = QR_MM / len(code)
        there = [
            [
                shown.getpixel(
                    (int((20 + (x + 0.5) * unit) * k), int(shown.height - (29 + QR_MM - (y + 0.5) * unit) * k))
                )
                < 128
                for x in range(len(code))
            ]
            for y in range(len(code))
        ]
        assert (there == [[bool(dot) for dot in row] for row in code]) == bool(given)


@pytest.mark.parametrize("url", ["example.org", "ftp://example.org/x", "https://example.org/a b", "https://"])
def test_an_address_that_leads_nowhere_is_refused(url, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for command in (["rulebook"], ["kit"]):
        done = CliRunner().invoke(program, [*command, "lizard", "--book-url", url, "-o", "out"])
        assert f'--book-url cannot be "{url}": write the whole address' in str(done.exception)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("game", "large"), spread(TAILS, [False, True]))
def test_digits_in_figures_can_be_read(game, large):
    """1.6 mm high at least, 2.4 in large print: in labels and on every card, however small it is drawn.

    A caption is text like any other, and left out.
    """
    players = EACH[game][-large]
    volume = volume_of(game, players, "a5", large)
    k = volume.setting.scale
    body = rulebook.book(game, games.game(game).options(), players).body
    measure = Measure(volume.leaf.measure)
    found = blocks(
        [token for token in parse(body) if token.type == "fence" and token.info != "rules"],
        measure, Style(), lambda figure, *how: figures(art_of(game))(replace(figure, caption=""), *how),
    )  # fmt: skip
    assert len(found) >= 3 or "```" not in body
    for element in found:
        canvas = open_canvas(Document("figure"), measure.width * POINTS_PER_MM * k, element.height * POINTS_PER_MM * k)
        ink = Ink(canvas)
        with ink.at(0, 0, 0, k):
            draw(ink, element.marks, 0, element.height)
        canvas.showPage()
        read = pypdfium2.PdfDocument(finish(canvas))[0].get_textpage()
        text = read.get_text_range()
        assert text.strip()
        for at, letter in enumerate(text):
            if letter.isdigit():
                _, low, _, high = read.get_charbox(at)
                assert (high - low) / POINTS_PER_MM >= (2.4 if large else 1.6), (text, letter)


@pytest.mark.parametrize(("game", "players", "size", "large", "rules"), BOTH, ids=str)
def test_texts_do_not_run_into_each_other(game, players, size, large, rules):
    volume = volume_of(game, players, size, large, rules)
    for number in range(1, len(volume.pages) + 1):
        boxes = sorted(
            (left, left + mark.width, y, y + mark.size * 0.23, mark.text)
            for n, x, y, mark in texts(volume)
            if n == number and mark.text.strip()
            for left in [x - {"left": 0, "centre": mark.width / 2, "right": mark.width}[mark.align]]
        )
        for at, (_, right, low, high, text) in enumerate(boxes):
            for other in boxes[at + 1 :]:
                if other[0] >= right - 0.12:
                    break
                assert other[2] >= high or other[3] <= low, (number, text, other[4])


@pytest.mark.parametrize("game", some(GAMES, 2))
def test_a_book_is_small_and_the_same_every_time(game, tmp_path):
    spec = KitSpec(game, games.game(game).options(), PLAYERS[game][-1])
    one, two = (write_book(spec, tmp_path / f"{n}.pdf").path for n in "12")
    assert one.read_bytes() == two.read_bytes()
    assert one.stat().st_size < 300_000


@pytest.mark.parametrize(("game", "players", "size", "large", "rules"), sorted(BOOKS), ids=str)
def test_a_book_fills_whole_sheets(game, players, size, large, rules):
    volume = volume_of(game, players, size, large, rules)
    assert len(volume.pages) % (4 if size in HALF else 2) == 0
    assert len(volume.pages) <= 16 if large else len(volume.pages) == 8 or game not in OURS
    told: dict[int, list[str]] = {number: [] for number in range(1, len(volume.pages) + 1)}
    for number, _, _, mark in texts(volume):
        told[number].append(mark.text)
    notes = [number for number, said in told.items() if "WHO PLAYED" in said]
    for number in range(2, len(volume.pages)):
        assert number in notes or len(" ".join(told[number])) > 80, "a page with hardly anything on it"


@pytest.mark.parametrize(("game", "players", "size", "large", "rules"), BOTH, ids=str)
def test_no_line_is_longer_than_the_eye_follows(game, players, size, large, rules):
    volume = volume_of(game, players, size, large, rules)
    leaf = volume.leaf
    for number, page in enumerate(volume.pages[1:-1], 2):
        lines: dict[float, list[tuple[float, Text]]] = {}
        for x, y, marks in page:
            for mark in marks:
                if isinstance(mark, Text) and mark.font.startswith("SourceSerif") and mark.size == 9.8:
                    lines.setdefault(round(y + mark.y, 2), []).append((x + mark.x, mark))
        for found in lines.values():
            x, last = max(found, key=lambda pair: pair[0])
            assert x + last.width <= leaf.left(verso=size in HALF and number % 2 == 0) + leaf.measure + 0.06, last.text
            assert len(" ".join(mark.text.strip() for _, mark in found)) <= MOST_CHARACTERS


@pytest.mark.parametrize(("game", "players", "size", "large", "rules"), BOTH, ids=str)
def test_chapters_are_where_the_outline_says(game, players, size, large, rules):
    volume = volume_of(game, players, size, large, rules)
    for chapter, number in volume.chapters[:-1]:
        assert chapter in [mark.text for n, _, _, mark in texts(volume) if n == number and mark.size > 18]
