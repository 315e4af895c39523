"""The books and reference cards of the four card games on paper: nothing runs over, every rule has its margin."""

import itertools
import re
from functools import cache

import pypdfium2
import pytest
from msgspec.structs import replace

from cardgen.art.tailpieces import TAILS
from cardgen.extras.reference import reference_cards
from cardgen.layout import SheetOptions
from cardgen.pages.blocks import blocks
from cardgen.pages.book import lay_out, write_rulebook
from cardgen.pages.booklet import SIZES, setting
from cardgen.pages.engine import FULL, MOST_CHARACTERS, Measure, break_pages
from cardgen.pages.figures import art_of, figures
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Document, Ink, Style, Text, draw, finish, open_canvas
from cardgen.pdf.path import POINTS_PER_MM
from cardgen.print.sheets import print_deck
from cardgen.spec import KitSpec
from referee import games
from referee.books import rulebook
from referee.books.text import parse, rule_ids
from tests.referee.books.choices import GAMES, PLAYERS, every_choice
from tests.sampling import some, spread

HALF_LETTER = setting("half-letter")
EACH = {game: (games.game(game).usual, games.game(game).seats[-1]) for game in rulebook.games()}
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
    return lay_out(game, options_of(game, rules), players, setting(size, large=large), mirror=size in HALF)


def texts(volume):
    for number, page in enumerate(volume.pages, 1):
        for x, y, marks in page:
            for mark in marks:
                if isinstance(mark, Text):
                    yield number, x + mark.x, y + mark.y, mark


def index(volume):
    """The rules in the appendix's index, each with the number that stands in its line."""
    lines = {}
    for number, x, y, mark in texts(volume):
        if mark.size == 7.6 and mark.font.startswith("SourceSans"):
            lines.setdefault((number, round(y, 2)), []).append((x, mark.text))
    for found in lines.values():
        row = [text for _, text in sorted(found)]
        if "." in row[0]:
            yield from zip(row[::2], map(int, row[1::2]), strict=True)


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
    body = rulebook.book(game, options_of(game, rules), players).body
    pages = dict.fromkeys(range(1, len(volume.pages) + 1), "")
    for number, _, _, mark in texts(volume):
        pages[number] += bare(mark.text)
    named = dict(index(volume))
    assert set(named) == set(rule_ids(body))
    for rule, number in named.items():
        said = re.sub(r"\[[a-z.-]+\]", "", body.partition(f"[{rule}]")[0][-200:])
        # A sentence may end overleaf, under the heads of that page.
        overleaf = pages.get(number + 1, "")
        starts = [head for head in range(61) if bare(said)[-12:] in pages[number] + overleaf[head:]]
        assert starts, (rule, number, said)


@pytest.mark.parametrize(("game", "size", "large"), dict.fromkeys(PAGES), ids=str)
def test_no_page_is_less_than_two_thirds_full(game, size, large):
    """As it is usually printed: for as many players as usual, by the usual rules."""
    volume = volume_of(game, games.game(game).usual, size, large)
    leaf = volume.leaf
    first = dict(volume.chapters)["The idea"]
    for number, page in enumerate(volume.pages[first - 1 : -1], first):
        marks = [(y, mark) for _, y, marks in page for mark in marks]
        words = " ".join(mark.text for _, mark in marks if isinstance(mark, Text))
        if "WHO PLAYED" in words or "Notes" in words:
            continue
        texts = [y + mark.y for y, mark in marks if isinstance(mark, Text) and y > 0]
        deep = 2.5  # below the last baseline: a descender, the foot of a panel
        assert leaf.height - leaf.head - min(texts) + deep >= FULL * leaf.room, number


@pytest.mark.parametrize(("game", "large"), spread(TAILS, [False, True]))
def test_digits_in_figures_can_be_read(game, large):
    """1.6 mm high at least, 2.4 in large print: in labels and on every card, however small it is drawn.

    A caption is text like any other, and left out.
    """
    players = EACH[game][-large]
    volume = volume_of(game, players, "a5", large)
    k = volume.setting.scale
    body = rulebook.book(game, games.game(game).options(), players).body
    measure = Measure(volume.leaf.measure, volume.leaf.hang)
    found = blocks(
        [token for token in parse(body) if token.type == "fence" and token.info != "rules"],
        measure, Style(), lambda figure, *how: figures(art_of(game))(replace(figure, caption=""), *how),
    )  # fmt: skip
    assert len(found) >= 3 or body.count("```") == 2, "the index alone"
    for element in found:
        canvas = open_canvas(Document("figure"), measure.wide * POINTS_PER_MM * k, element.height * POINTS_PER_MM * k)
        ink = Ink(canvas)
        with ink.at(0, 0, 0, k):
            draw(ink, element.marks, 0, element.height)
        canvas.showPage()
        words = pypdfium2.PdfDocument(finish(canvas))[0].get_textpage()
        text = words.get_text_range()
        assert text.strip()
        for at, letter in enumerate(text):
            if letter.isdigit():
                _, low, _, high = words.get_charbox(at)
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


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_fits_its_pages(game):
    choices = list(every_choice(game))
    for options in {*some(choices[1:], 24), choices[-1]}:  # everything unusual, and some that are in one thing
        assert len(lay_out(game, options, PLAYERS[game][-1], HALF_LETTER).pages) % 4 == 0


@pytest.mark.parametrize("game", some(GAMES, 2))
def test_a_book_is_small_and_the_same_every_time(game, tmp_path):
    one, two = (
        write_rulebook(game, games.game(game).options(), PLAYERS[game][-1], tmp_path / f"{n}.pdf").path for n in "12"
    )
    assert one.read_bytes() == two.read_bytes()
    assert one.stat().st_size < 300_000


@pytest.mark.parametrize("game", GAMES)
def test_one_reference_card_a_player(game, tmp_path):
    for options in every_choice(game):
        deck = reference_cards(KitSpec(game, options, PLAYERS[game][-1]))
        assert len(deck.cards) == PLAYERS[game][-1]
    assert print_deck(deck, SheetOptions(), tmp_path / "cards.pdf").cards == len(deck.cards)


@pytest.mark.parametrize("game", GAMES)
def test_reference_cards_wear_the_colour_of_their_book(game):
    options, players = games.game(game).options(), PLAYERS[game][0]
    told = rulebook.book(game, options, players)
    assert reference_cards(KitSpec(game, options, players)).title == f"{told.title}: reference cards"
    assert told.colour == rulebook.looks(game)[1]


@pytest.mark.parametrize(("game", "players", "size", "large", "rules"), sorted(BOOKS), ids=str)
def test_whole_sheets_with_one_page_for_notes_at_most(game, players, size, large, rules):
    volume = volume_of(game, players, size, large, rules)
    assert len(volume.pages) % (4 if size in HALF else 2) == 0
    told: dict[int, list[str]] = {number: [] for number in range(1, len(volume.pages) + 1)}
    for number, _, _, mark in texts(volume):
        told[number].append(mark.text)
    assert all(told.values()), "a blank page"
    notes = [number for number, words in told.items() if "Notes" in words[-30:] or "WHO PLAYED" in words]
    assert len(notes) <= 1
    for number in range(3, len(volume.pages)):
        assert number in notes or len(" ".join(told[number])) > 100, "a page with hardly anything on it"


@pytest.mark.parametrize(("game", "players", "size", "large", "rules"), BOTH, ids=str)
def test_no_line_is_longer_than_the_eye_follows(game, players, size, large, rules):
    volume = volume_of(game, players, size, large, rules)
    leaf = volume.leaf
    first = 2 + len(volume.teach)  # cover, teaching pages, contents
    for number, page in enumerate(volume.pages[first:-1], first + 1):
        lines: dict[float, list[tuple[float, Text]]] = {}
        for x, y, marks in page:
            for mark in marks:
                if isinstance(mark, Text) and mark.font.startswith("SourceSerif") and mark.size == 9.8:
                    lines.setdefault(round(y + mark.y, 2), []).append((x + mark.x, mark))
        for found in lines.values():
            x, last = max(found, key=lambda pair: pair[0])
            assert x + last.width <= leaf.columns(verso=number % 2 == 0)[0] + leaf.measure + 0.06, last.text
            assert len(" ".join(mark.text.strip() for _, mark in found)) <= MOST_CHARACTERS


@pytest.mark.parametrize(("game", "players", "size", "large", "rules"), BOTH, ids=str)
def test_chapters_are_where_the_contents_say(game, players, size, large, rules):
    volume = volume_of(game, players, size, large, rules)
    taught = bool(volume.teach)
    assert (volume.chapters[0] == ("Teach it in two minutes", 2)) == taught
    for chapter, number in volume.chapters[taught:-1]:
        assert chapter in [mark.text for n, _, _, mark in texts(volume) if n == number and mark.size > 18]


@pytest.mark.parametrize("game", rulebook.games())
def test_a_table_of_twelve_rows_stands_on_one_page(game):
    """In a booklet: nowhere do its titles stand again."""
    it = games.game(game)
    body = rulebook.book(game, it.options(), it.usual).body
    tables = [table.splitlines() for table in re.findall(r"(?:^\|.*\n)+", body, re.MULTILINE)]
    assert tables
    titles = [[cell.strip().strip("*").upper() for cell in rows[0].split("|")[1:-1]] for rows in tables]
    volume = volume_of(game, it.usual, "a5")
    blocks = [
        [mark.text.replace("\u00a0", " ") for mark in marks if isinstance(mark, Text)]
        for page in volume.pages for _, _, marks in page
    ]  # fmt: skip
    for rows, head in zip(tables, titles, strict=True):
        found = sum(block[: len(head)] == [title for title in head if title] for block in blocks)
        assert found == titles.count(head) if len(rows) <= 14 else found >= 1, head


def test_a_short_table_is_cut_rather_than_a_page_left_short():
    """Under its titles, and never before its second row or its last."""
    rows = "".join(f"| {n} | row |\n" for n in range(8))
    elements = blocks(parse(f"Text.\n\n| A | B |\n|---|---|\n{rows}"), Measure(100), Style())
    assert [element.kept for element in elements[1:]] == [False, *[True] * 5]
    assert elements[1].height > 2 * elements[2].height < 2 * elements[-1].height
    head, *lines = elements

    def firsts(above, room):
        filled = [head, *[replace(head, before=1.0, height=9.0)] * above, *lines]
        return break_pages(filled, room)[2][1][1] - above - 1

    high = sum(line.height for line in lines)
    assert firsts(9, 96 + high * 0.6) == 0, "a page that is full enough ends before the table"
    assert firsts(3, 36 + high * 0.8) > 0, "a page that were not is filled with rows"
    assert all(line.head for line in lines[1:])
