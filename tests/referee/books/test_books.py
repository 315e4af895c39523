"""The books of all games: told by the options, without loose ends, their stories played by the referee."""

import itertools
import re
from functools import cache
from operator import attrgetter

import pytest

from liarsdeck.files import templates
from referee import games
from referee.books import rulebook
from referee.books.rulebook import replayed, rule_text
from referee.books.text import parse, plain, read_figure, rule_ids
from referee.commands import values_of
from referee.core.setup import as_typed, option_list, read_options, seated
from tests.programs import ran
from tests.referee.books.choices import CHOICES, GAMES, PLAYERS, about_chapter, every_choice, whole
from tests.sampling import WHOLE


@pytest.mark.parametrize(("game", "options"), CHOICES, ids=str)
def test_every_choice_makes_a_book_without_loose_ends(game, options):
    """For the fewest and the most players; by the usual rules, or with WHOLE=1, for any number."""
    any_number = PLAYERS[game] if WHOLE or options == type(options)() else {PLAYERS[game][0], PLAYERS[game][-1]}
    for players in any_number:
        text = whole(game, options, players)
        prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
        assert "{" not in prose
        assert not re.search(r"[a-z,.]  +[a-zA-Z]", prose), "a hole in a sentence"
        assert " ." not in prose
        assert " ," not in prose
        numbers = [int(n) for n in re.findall(r"^(\d+)\. ", prose, flags=re.MULTILINE)]
        runs = [list(g) for _, g in itertools.groupby(enumerate(numbers), lambda p: p[1] - p[0])]
        assert all(run[0][1] == 1 for run in runs), "a list that doesn't begin at one or skips a step"
        tables = re.findall(r"(?:^\|.*\n)+", prose, flags=re.MULTILINE)
        assert tables
        assert all(len({line.count("|") for line in table.splitlines()}) == 1 for table in tables)
        assert sum(token.type == "table_open" for token in parse(text)) == len(tables)
        chapters = re.findall(r"^# (.+)$", text, flags=re.MULTILINE)
        printed = chapters[: chapters.index("In short")]
        assert printed[-2:] == ["The rules", "Questions"]
        assert {"House rules", "For the referee"} <= set(chapters[len(printed) :])
        assert len(printed) == 4 or games.game(game).texts


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_in_the_book_and_every_id_in_the_book_is_a_rule(game):
    rules = set(games.game(game).rules)
    told = [set(rule_ids(whole(game, options, PLAYERS[game][0]))) for options in every_choice(game)]
    assert set.union(*told) == rules
    assert all(ids == rules for ids in told) or game == "liars-lair", "whose rules come and go with its options"


@pytest.mark.parametrize(("game", "options"), CHOICES, ids=str)
def test_every_option_is_a_house_rule_of_the_book(game, options):
    """Each option's change shows in the house rules, and the changed line is marked."""
    told = about_chapter(whole(game, options), "House rules")
    played = {option.name: attrgetter(option.name)(options) for option in option_list(type(options))}
    changed = [option for option in option_list(type(options)) if played[option.name] != option.default]
    assert told.count("◆ |") == len(changed)
    assert set(typed(told)) >= set(alternatives(type(options)))
    assert set(typed(told, bold=True)) == {pair for name, value in played.items() for pair in as_typed(name, value)}


def alternatives(kind):
    """Every word that an option may be, as it is typed."""
    for option in option_list(kind):
        words = (True, False) if isinstance(option.default, bool) else option.choices
        yield from (pair for word in words if option.low is None for pair in as_typed(option.name, word))


def typed(told, *, bold=False):
    """The names and values of a table of house rules, or those that are played."""
    name = ""
    for row in re.findall(r"^\| (?!Option|---)(.*)$", told, re.MULTILINE):
        first, value, _ = (cell.strip(" `") for cell in row.split(" | "))
        name = first or name
        if "**" in value or not bold:
            yield name, value.strip("*◆ `")


@pytest.mark.parametrize("game", rulebook.games())
def test_what_the_house_rules_say_can_be_typed(game):
    """Each row is a word that the command line takes, and a number says what it may be."""
    kind = games.game(game).options
    told = about_chapter(whole(game, kind(), games.game(game).usual), "House rules")
    for name, value in typed(told):
        read_options(kind, values_of([f"{name}={value}"]), game, words=True)
    for option in option_list(kind):
        assert option.low is None or option.many > 1 or f"May be {option.takes}." in told


@pytest.mark.parametrize("game", rulebook.games())
def test_a_printed_book_is_at_most_1600_words_and_has_no_line_of_a_record(game):
    """All that a guest may read on paper: chapters, tables and figures; the summary is apart from it."""
    it = games.game(game)
    body = rulebook.book(game, it.options(), it.usual).body
    assert 100 < words_of(body) <= 1600
    assert words_of(body) >= len(body) / 12, "not all is counted"
    assert not re.search(r"`(Ann|Bob): ", body), "a line of a record"
    assert "--option" not in body


def words_of(text):
    """Count words: what begins with a letter, captions and labels of figures too; no rule's name, card or number."""

    def said(fence):
        figure = read_figure(fence[1], fence[2])
        return " ".join([figure.caption, *(group.label for group in figure.groups)])

    text = re.sub(r"^```([a-z][^\n]*)\n(.*?)^```$", said, text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"\s*\[[a-z]+\.[a-z-]+\]|‹\w+›|[♣♦♥♠][\dJQKA]+|`", "", text)
    return len(re.findall(r"[^\W\d_][\w’'-]*", text))


@pytest.mark.parametrize("game", rulebook.games())
def test_the_appendix_lists_every_rule_and_nothing_names_one_before(game):
    it = games.game(game)
    text = whole(game, it.options(), it.usual)
    shown = plain(text, 100)
    before, _, after = shown.partition("\nFOR THE REFEREE\n")
    assert after
    for rule in rule_ids(text):
        assert rule not in before
        assert re.search(rf"^  {re.escape(rule)} +\w", after, re.MULTILINE), rule
    assert "margin" not in shown


@pytest.mark.parametrize(("game", "options"), CHOICES, ids=str)
def test_the_referee_replays_every_story(game, options):
    """What the book tells can be played by these house rules (a story that can't is refused when the book is made)."""
    records = [*(templates() / "examples").glob(f"{game}-*.record.j2")]
    assert records or games.game(game).texts, "a book of one file tells no story"
    for record in records:
        name = record.name.removeprefix(f"{game}-").removesuffix(".record.j2")
        told = rulebook.story(game, options, name)
        assert told.end["flags"] == []
        assert told.end["game"] == game
        assert replayed(told.record, templates() / "examples") == told


@pytest.mark.parametrize("game", GAMES)
def test_the_terminal_tells_the_whole_book_and_keeps_its_width(game):
    title = games.game(game).title.replace("'", "’").upper()
    chapters = ("THE RULES", "QUESTIONS", "IN SHORT", "HOUSE RULES") if game in rulebook.games() else ("THE RULES",)
    for width in (40, 80):
        text = rulebook.rules_text(game, games.game(game).options(), PLAYERS[game][-1], width=width)
        assert text.startswith(f"{title}\n═")
        assert all(f"\n{chapter}\n═" in text for chapter in chapters)
        assert max(map(len, text.splitlines())) <= width
        assert "**" not in text
        assert "‹" not in text


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_can_be_looked_up(game, monkeypatch):
    monkeypatch.setattr(rulebook, "book", cache(rulebook.book))
    for rule in games.game(game).rules:
        needs = {"lair.give-own": {"departing": "gift"}, "lair.reclaim-early": {"reclaim": "earlier"}}
        options = games.game(game).options(**needs.get(rule, {}))
        text = rule_text(seated(games.game(game), PLAYERS[game][-1], options), rule, 80)
        assert text.startswith(f"[{rule}] ")
        assert text.count("\n") > 2, "the book says something about it"
        assert len(text) < 1500, "a rule, not the book"


def test_a_rule_is_looked_up_however_it_is_written():
    """As it stands in a refusal's brackets, or in capitals; a step keeps its number."""
    for written in ("poker.face-up", "[poker.face-up]", "POKER.FACE-UP"):
        told = ran("referee", "rules", "liar-poker", written)
        assert told.returncode == 0
        assert told.stdout.startswith("[poker.face-up] ")
        assert "\n 3. In turn 3 you claim" in told.stdout
    assert "did you mean poker.face-up" in ran("referee", "rules", "liar-poker", "poker.faceup").stderr


@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.parametrize("game", rulebook.games())
def test_the_terminal_says_what_to_type_for_every_house_rule(game, width):
    """Whether its table has the room for columns or is said cell by cell."""
    it = games.game(game)
    text = rulebook.rules_text(game, it.options(), it.usual, width=width)
    rows = text.partition("\nHOUSE RULES\n")[2].partition("\n\n\n")[0]
    for name, value in alternatives(it.options):
        assert re.search(rf"^  ({name}|  ) +(Value )?{value}\b", rows, re.MULTILINE), (name, value)
