"""The page that a game is taught by: short enough to be read aloud, true by every house rule, on any screen."""

import re
from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from factbank import factfile
from referee import games
from referee.books.html import lesson_page
from referee.books.rulebook import Kit, book
from referee.books.teach import (
    MOST_WORDS,
    Scene,
    Sign,
    Step,
    claim_words,
    command,
    has_lesson,
    lesson,
    lesson_text,
    scene_text,
    sign_text,
)
from referee.commands import values_of
from referee.core.setup import advice, first_table, read_options, seated, serves
from tests.cardgen.test_cli import sample
from tests.programs import ran
from tests.referee.books.choices import every_choice

GAMES = [name for name in games.REGISTRY if has_lesson(name)]
CHOICES = [(name, options) for name in GAMES for options in every_choice(name)]


def told(name, options=None, players=0, facts=None):
    it = games.game(name)
    setup = seated(it, players or it.usual, options or it.options(), facts)
    return lesson(setup)


@pytest.mark.parametrize(("name", "options"), CHOICES, ids=str)
def test_it_is_read_aloud_in_two_minutes_by_any_house_rules(name, options):
    low, high = games.game(name).seats
    for players in {low, high}:
        it = told(name, options, players)
        assert 200 <= it.words <= MOST_WORDS
        scenes = [step.scene for step in it.steps if step.scene]
        assert len(scenes) >= 3
        assert all(scene.caption.endswith((".", "!", "?")) for scene in scenes)
        for text in [it.first, *(step.text for step in it.steps), *(start.text for start in it.starts)]:
            assert "{" not in text
            assert not re.search(r"[^\n] [.,;]|\S  \S|\.\.", text), text


@pytest.mark.parametrize(
    ("name", "players", "options", "minutes"),
    [
        ("liars-lair", 3, {}, 40),
        ("liars-lair", 4, {}, 49),
        ("liars-lair", 5, {}, 58),
        ("liars-lair", 6, {}, 66),
        ("liars-lair", 4, {"each": 2}, 24),
        ("liars-lair", 6, {"each": 2}, 31),
        ("liars-lair", 3, {"each": 4}, 77),
        ("liars-lair", 6, {"each": 4}, 88),
        ("liars-lair", 3, {"own_conflict": "allowed"}, 21),
        ("liars-lair", 4, {"own_conflict": "allowed"}, 26),
        ("liars-lair", 5, {"own_conflict": "allowed"}, 32),
        ("liars-lair", 6, {"own_conflict": "allowed"}, 41),
        ("liars-lair", 4, {"reclaim": "earlier", "caught": "spared", "dawn": 10}, 21),
        ("liars-lair", 5, {"reclaim": "earlier", "caught": "spared", "dawn": 10}, 24),
        ("liars-guess", 2, {}, 9),
        ("lizard", 3, {}, 69),
        ("lizard", 5, {}, 48),
        ("lizard", 4, {"rounds": 10}, 29),
        ("red-and-black", 2, {}, 7),
        ("liar-poker", 2, {}, 182),
        ("liar-poker", 2, {"chips": 100, "first_fold": "small"}, 22),
        ("liar-poker", 2, {"chips": 200, "first_fold": "small"}, 32),
    ],
)
def test_its_minutes_are_those_of_the_playtests(name, players, options, minutes):
    """As docs/playtest.md has them, within five or a quarter."""
    game = games.game(name)
    said = game.minutes(read_options(game.options, options, name), players)
    assert abs(said - minutes) <= max(5, minutes / 4)


TABLES = [(name, many) for name in GAMES for many in range(games.game(name).seats[0], games.game(name).seats[1] + 1)]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_minutes_announced_are_those_of_the_recommended_table_and_of_the_printed_one(name, players):
    """The page says which table that is; whoever chose house rules is told how long a game by these takes."""

    def fives(table):
        return max(10, 5 * round(game.minutes(table, players) / 5))

    game, it = games.game(name), told(name, players=players)
    first = first_table(game, players)
    assert bool(it.advice) == bool(first)
    options = read_options(game.options, first.options, name) if first else game.options()
    assert fives(options) <= 75, "an evening"
    assert it.minutes == (f"{fives(options)}–{fives(game.options())}" if first else f"{fives(options)}")
    if first:
        assert it.advice.startswith(advice(game, players, game.options(), "--option "))
        assert it.advice.endswith(f"That takes {fives(options)} minutes.")
        chosen = told(name, options, players)
        assert (chosen.minutes, chosen.advice) == (f"{fives(options)}", "")
    for text in (" ".join(lesson_text(it, 80).split()), lesson_page(it)):
        assert f"{it.minutes} {it.unit}" in text
        assert it.advice.partition(";")[0] in text
        assert "--option" not in lesson_page(it)


def test_words_are_counted_as_they_are_heard():
    it = told("lizard")
    step = Step("**Play.** You don’t say: “twenty-one”, or 2!", Scene((), "A caption, too."))
    assert replace(it, first="Deal.", steps=(step,)).words == 11


@pytest.mark.parametrize("name", GAMES)
def test_a_terminal_shows_all_of_it(name):
    for width in (40, 80):
        text = lesson_text(told(name), width)
        assert max(map(len, text.splitlines())) <= max(width, 4 + len(told(name).starts[1].text))
        for start in told(name).starts:
            assert start.text.split()[-1] in text
    assert scene_text(told("lizard").steps[0].scene).startswith("[♠K] Ann leads  [♠4] Bob must follow")


def test_the_kit_s_facts_say_who_can_play_and_whether_rivals_share_a_title():
    facts = sample()
    assert told("liars-lair", facts=facts).players == "3 to 5"
    assert "under the same title" in told("liars-lair", facts=facts).steps[0].text
    for titles in ("none", "own"):
        pairs = [
            replace(pair, cards=tuple(replace(c, title=f"T {c.number}") for c in pair.cards)) for pair in facts.pairs
        ]
        other = factfile.make(pairs, seed=3, titles=titles)
        assert "title" not in " ".join(step.text for step in told("liars-lair", facts=other).steps)
    it = games.game("liars-lair")
    assert serves(it, it.options(), None) == (3, 8)
    assert serves(it, it.options(), sample(9)) == (3, 3)


@pytest.mark.parametrize(("name", "options"), CHOICES, ids=str)
def test_what_it_says_to_type_makes_that_table(name, options):
    words = command("new", seated(games.game(name), games.game(name).usual, options)).split()
    assert words[:3] == ["referee", "new", name]
    given = words[4::2]
    assert words[3::2] == ["--option"] * len(given)
    assert read_options(games.game(name).options, values_of(tuple(given)), name, words=True) == options


def test_the_cards_of_the_lair_are_enough_for_all_who_are_named():
    """Without a kit nobody knows how many cards there are; a kit says who can play with it."""
    assert told("liars-lair").parts[0].label == "6 cards for each of you"
    assert (told("liars-lair", facts=sample()).parts[0].label, sample().cards[-1].number) == ("30 cards", 30)


@pytest.mark.parametrize(("reclaim", "says"), [("seed", "takes and declares first"), ("revised", "declares first")])
def test_a_leader_who_is_out_is_followed_clockwise_whoever_leads_next(reclaim, says):
    options = games.game("liars-lair").options(reclaim=reclaim, next_start="right")
    end = " ".join(told("liars-lair", options).steps[-1].text.split())
    assert "The next anticlockwise leads. (Is the leader out? The next clockwise " + says in end


def test_a_card_of_the_lair_has_its_number_and_a_hand_those_of_all_its_cards():
    assert claim_words("8 Jam: It is shy.") == ("8", "Jam", "It is shy.")
    assert claim_words("3 5 8 Jam is 20 years old.") == ("3", "5", "8", "", "Jam is 20 years old.")
    assert sign_text(Sign("claim", "3 5 8 Jam: It is shy.")) == "[#3 #5 #8 Jam: It is shy.]"


class _Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.labels = [], []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        if "sign" in dict(attrs).get("class", "").split():
            self.labels.append(dict(attrs)["aria-label"])

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", GAMES)
def test_a_phone_shows_all_of_it_and_says_what_it_draws(name):
    it = told(name)
    page = _Page()
    page.feed(lesson_page(it).replace("<br>", ""))
    assert page.open == []
    signs = [sign for step in it.steps if step.scene for group in step.scene.row for sign in group.signs]
    assert len(page.labels) == sum(sign.what != "gap" for sign in signs)
    assert all(page.labels)


def test_the_command():
    done = ran("referee", "teach", "Lizard", "--option", "rounds=3", "--players", "3")
    assert done.returncode == 0
    assert "up to three" in done.stdout
    assert "Dan" not in done.stdout
    assert "referee host lizard --option rounds=3" in done.stdout
    for words, says in (
        (("lizzard",), "did you mean lizard?"),
        (("lizard", "--players", "9"), "Lizard is for 3 to 5; here are 9."),
        (("lizard", "--kit", "K7Q4-9M"), "Lizard needs no kit"),
        (("liars-lair", "--kit", "ZZZZ-ZZ"), "no kit ZZZZ-ZZ"),
    ):
        no = ran("referee", "teach", *words)
        assert (no.returncode, no.stdout) == (2, "")
        assert says in no.stderr


@pytest.mark.parametrize("titles", ["none", "own"])
def test_a_book_of_facts_without_a_shared_title_speaks_of_none(titles):
    it = games.game("liars-lair")
    shared, other = (book("liars-lair", it.options(), 5, kit=Kit(titles=which)) for which in ("shared", titles))
    assert "same title" in shared.body
    assert "one title" in shared.summary
    for text in (other.body, other.summary):
        assert "same title" not in text
        assert "one title" not in text
