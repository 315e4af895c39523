"""The rulebook of Liar's Lair, whose stories are played with facts of their own; books that are not there."""

import re
from functools import cache
from random import Random

import msgspec
import pytest
from jinja2 import UndefinedError

from factbank.factfile import read
from liarsdeck.english import cardinal
from liarsdeck.files import templates
from referee import games
from referee.books import rulebook
from referee.books.html import book_page
from referee.books.rulebook import book_text, rule_text
from referee.core.game import RecordError
from referee.core.setup import seated
from referee.games.liars_lair import Options
from referee.records import replay_file
from tests.referee.books.choices import about_chapter, every_choice
from tests.referee.conformance import some_facts

GAME = "liars-lair"


CHOICES = [*every_choice(GAME)]
book = cache(rulebook.book)


def test_numbers_of_the_house_rules_are_told_in_words():
    four = about_chapter(rulebook.book(GAME, Options(each=4), 5).text, "House rules")
    assert "| `each` | **`4`** ◆ | **Four truths and four lies for each player.** May be 2 to 99. |" in four


@pytest.mark.parametrize("players", range(3, 9))
def test_every_size_of_table(players):
    told = rulebook.book(GAME, Options(), players, kit=rulebook.Kit("K7Q4-9M", players * 3 + 1))
    assert told.players == f"for {cardinal(players, most=20)} players"
    assert "K7Q4-9M" in told.body
    assert "one stays in the box" in told.body


def test_a_word_that_the_template_does_not_know_is_an_error():
    class Less(msgspec.Struct):
        each: int = 3

    with pytest.raises(UndefinedError):
        rulebook.book(GAME, Less(), 5)


def test_a_game_without_a_book():
    with pytest.raises(RecordError, match="liars-lair"):
        rulebook.book("pelmanism", Options(), 4)


def test_an_unknown_rule_names_those_that_there_are():
    with pytest.raises(RecordError, match=r"lair\.turn"):
        rule_text(seated(games.game(GAME), 5, Options()), "lair.turns", 80)


def test_the_examples_cards_are_a_fact_file_of_their_own():
    facts = read(templates() / "examples" / f"{GAME}.json")
    assert len(facts.pairs) == 8
    assert all(pair.key.startswith("book/") for pair in facts.pairs)
    for pair in facts.pairs:
        one, two = (card.text for card in pair.cards)
        assert abs(len(one) - len(two)) <= 12
        assert max(len(one), len(two)) <= 90
        assert len(pair.title) <= 24


@pytest.mark.parametrize("options", CHOICES, ids=str)
def test_the_referee_replays_the_story(options, tmp_path):
    """The round that the book tells is played by the referee, with this kit's house rules, to the end it tells.

    Every card that the record plays is one that the story names.
    """
    played = rulebook.example(GAME, options)
    record = tmp_path / "story.txt"
    record.write_text(played.record, encoding="utf-8")
    answer = replay_file(record, facts=played.facts).answer()
    public = answer["public"]
    story = about_chapter(book(GAME, options, 5).body, "A first round")
    out, exposed = ["Ann", "Bob", "Dan"], {"7": False, "9": False, "11": False, "12": True, "14": True}
    claims = ["Ann is out!", "Bob is out.", "Dan is out", "**Cat is the last one in the lair: she wins,**"]
    if options.caught == "spared":
        out, claims = ["Dan"], ["Ann is caught, but stays in this once!", "**Dan is out,** cards and all"]
    elif options.reclaim == "earlier":
        pool = options.departing == "pool"
        out = ["Ann"] if pool else ["Ann", "Dan"]
        claims = ["Ann is out!", "**Dan wins,**" if pool else "**Dan is out,**"]
        exposed = {"9": False, "12": True} if pool else exposed
    else:
        assert answer["winners"] == ["Cat"]
    if options.caught == "spared" or options.reclaim == "earlier":
        exposed.pop("7", None)
    assert public["out"] == out
    assert public["exposed"] == exposed
    assert answer["flags"] == []
    for claim in claims:
        assert claim in story
    moved = re.findall(r"(?:plays|takes|gives|reclaims|shows) (\d+)", played.record)
    assert {*moved} <= {*re.findall(r"#(\d+)", story)}


def test_phones_and_terminal_know_the_pairs_that_stay_in_the_box():
    """The book of a table says of its kit what the printed one does."""
    kit = some_facts(13, Random(1))
    setup = seated(games.game(GAME), 4, Options(), kit)
    for text in (re.sub(r"<[^>]+>", "", book_page(setup)), book_text(setup, 4000)):
        assert f"26 cards, which are 13 pairs of rivals with the same title (kit {kit.kit})" in text
        assert "Four players use 12 of the pairs; one stays in the box." in text
