"""The rulebook on a screen: one page, nothing fetched, an anchor for every rule, the same text as on paper."""

import re
from functools import cache
from html.parser import HTMLParser

import pytest
from click.testing import CliRunner

from cardgen.cli import program
from cardgen.pages.web import page
from liarsdeck.language import speaking
from referee import games
from referee.books import rulebook
from referee.books.text import card_name, plain, rule_ids
from tests.sampling import some

VOID = {"meta", "br", "img"}


class Reader(HTMLParser):
    """Collects what a page names and points at; refuses tags that don't close."""

    def __init__(self):
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.ids += [value for key, value in attrs if key == "id"]
        self.targets += [value for key, value in attrs if key in ("href", "src", "srcset", "action")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert tag in VOID or self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] != "style":
            self.words.append(data)


def read(text):
    reader = Reader()
    reader.feed(text)
    assert not reader.open
    return reader


@cache
def made(game):
    it = games.game(game)
    return page(game, it.options(), it.seats[0])


@pytest.mark.parametrize("game", rulebook.games())
def test_one_page_with_everything_in_it(game):
    text = made(game)
    reader = read(text)
    assert len(set(reader.ids)) == len(reader.ids)
    inside = {target[1:] for target in reader.targets if target.startswith("#")}
    assert inside <= set(reader.ids)
    assert all(target.startswith(("#", "data:image/png;base64,")) for target in reader.targets)
    assert not re.search(r"https?:|<script|@import|url\(|<link", text)
    told = rulebook.book(game, games.game(game).options(), games.game(game).seats[0])
    assert set(rule_ids(told.text)) <= set(reader.ids)
    assert {"the-rules", "questions", "in-short", "house-rules"} <= set(reader.ids)
    assert "prefers-color-scheme:dark" in text
    assert "width=device-width" in text
    assert len(text.encode()) < 300_000


@pytest.mark.parametrize("game", some(rulebook.games(), 5))
def test_the_page_is_the_same_every_time(game):
    assert made(game) == made.__wrapped__(game)


@pytest.mark.parametrize("game", rulebook.games())
def test_the_page_says_what_the_terminal_says(game):
    options, players = games.game(game).options(), games.game(game).seats[0]
    told = rulebook.book(game, options, players)
    spoken = re.sub(r"```.*?```", "", told.text, flags=re.DOTALL)
    shown = set(re.findall(r"[A-Za-z’]{4,}", " ".join(read(made(game)).words).lower()))
    assert set(re.findall(r"[A-Za-z’]{4,}", plain(spoken).lower())) <= shown


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("Th", "ten of hearts"),
        ("rc1", "red circle 1"),
        ("rc", "red circles"),
        ("c1", "circle 1s"),
        ("lizard-s", "lizard"),
        ("back", "a card’s back"),
    ],
)
def test_cards_have_names_for_those_who_cannot_see_them(card, name):
    assert card_name(card) == name


@pytest.mark.parametrize(
    ("code", "game", "names"),
    [
        ("de", "liar-poker", ["Pik Ass", "Karo Dame"]),
        ("es", "liar-poker", ["as de picas", "reina de diamantes"]),
        ("de", "liars-guess", ["Herz 1 gelb", "Kreis-Einsen", "rote Kreise"]),
        ("es", "liars-guess", ["corazón amarillo 1", "círculos rojos"]),
        ("de", "liars-lair", ["Die Tubasteuer: „In Niederquark"]),
        ("es", "lizard", ["serpiente", "rey de diamantes"]),
    ],
)
def test_they_have_them_in_the_language_of_the_book(code, game, names):
    with speaking(code):
        told = page(game, games.game(game).options(), games.game(game).usual)
    labels = re.findall(r'aria-label="([^"]*)"', told)
    assert labels
    for name in names:
        assert any(name in label for label in labels), (name, labels)
    assert not [label for label in labels if re.search(r" of |\b(red|yellow|green|lizard|snake)\b|“.*”", label)]


@pytest.mark.parametrize(
    "option", ["--paper=a4", "--size=a5", "--booklet=no", "--large-print", "--ink=low", "--book-url=https://x.org"]
)
def test_a_screen_has_no_paper(option, tmp_path):
    out = tmp_path / "book.html"
    result = CliRunner().invoke(program, ["rulebook", "lizard", "--html", option, "-o", str(out)])
    assert "is about paper" in str(result.exception)
    assert not out.exists()


def test_the_command_writes_it_by_the_house_rules_that_are_asked_for(tmp_path):
    out = tmp_path / "book.html"
    words = ["rulebook", "red-and-black", "--option", "hand=4", "--html", "-o", str(out)]
    result = CliRunner().invoke(program, words)
    assert result.exit_code == 0
    assert result.stdout.strip() == str(out)
    text = out.read_text(encoding="utf-8")
    assert read(text).ids
    assert "<b>Everybody is dealt four cards.</b>" in text
