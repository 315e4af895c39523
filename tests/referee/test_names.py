"""Names that are new at a table: what looks like another's, or is the referee's own word, comes in by no door."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import games
from referee.core.setup import alike, new_names_fault
from referee.store.journal import Journal
from referee.tables.table import Table
from tests.referee.host.wire import lobby
from tests.referee.program import ROUND, referee, refused

LIKE_ANN = [
    "Аnn",  # Cyrillic
    "Αnn",  # Greek
    "Anո",  # Armenian
    "ΑΝΝ",  # all Greek
    "ann̵",  # struck through
    "A̶nn",
    "Ann⃠",  # with a sign of prohibition round it
    "ᴬnn",
    "𝐀𝐧𝐧",
    "ａｎｎ",
    "An\u034fn",
    "“Ann”",
    "Ann.",
    "Annʻ",
]
ALIKE = [
    ("AnnI", "Annl"),
    ("Ian", "lan"),
    ("Olaf", "0laf"),
    ("Carmen", "Cаrmеn"),
    ("Marnie", "Mamie"),
    ("Рома", "Poma"),
]
RESERVED = [
    "host", "The Host", "HOST!", "Нost", "ΗΟSΤ", "Referee", "a bot", "table", "Nobody", "no one", "everybody", "You",
    "dealer", "Ann leaves", "bids", "Plays",
]  # fmt: skip
TOGETHER = [
    ("Anna", "Änna", "Ånna", "Anne", "Ann", "Hanna", "Anya", "Анна"),
    ("Zoe", "Zoë", "Zoé", "José", "Jose", "Joše"),
    ("Олег", "Ольга", "Оля", "Ян", "Яна", "Юля", "Лев", "Лена"),
    ("李", "王", "张", "田", "由", "美咲", "美桜", "サリ", "サリー"),
    ("Søren", "Soren", "Łukasz", "Lukasz", "Đan", "Dan", "Işıl", "Ali"),
    ("Al", "Ai", "Ian", "Lan", "Lin", "Jin", "Won", "River", "Bo", "Bob", "Rob"),
    ("יעל", "אור", "אורי", "علي", "سارة", "ليلى", "Ζωή", "Νίκος"),
    ("Ann", "Ann Lee", "Ann 😀", "Bob 2", "Bob 3", "Ann’s", "Mark", "Grant", "Bill", "Host-Peter"),
]


def with_cat(name):
    """Return words of a command: Ann and Cat sit, and somebody of this name."""
    return [word for one in ("Ann", name, "Cat") for word in ("--seat", one)]


@pytest.fixture
def guests(home):
    """A lobby where Ann sits: try to sit down there by a phone, as the host, as a bot."""
    evening = lobby(home)
    evening.seated("Ann")
    host, phone = evening.host(), evening.browser(client="10.0.0.9")
    assert phone.post("join", word=evening.hosting.word).status == 200

    def tried(name):
        evening.now += 60
        found = [
            phone.post("claim", seat=name, pin="1234"),
            host.post("seats", seats=["Ann", name], laptop=[]),
            host.post("seats", seats=[name, "Ann"], laptop=[name]),
            host.post("bot", seat=name),
        ]
        return {answer.json["why"] if answer.json.get("rule") == "host.name" else str(answer) for answer in found}

    yield tried
    assert [chair.name for chair in evening.hosting.chairs] == ["Ann"]
    evening.close()


@pytest.mark.parametrize("name", LIKE_ANN, ids=ascii)
def test_nobody_passes_for_ann(guests, name):
    (said,) = guests(name)
    assert said == f"“{name}” passes for Ann at a glance: save the bluff for the cards, and take another name."


@pytest.mark.parametrize("name", RESERVED, ids=ascii)
def test_the_referees_own_words_are_no_names(guests, name):
    (said,) = guests(name)
    assert said == f"“{name}” is spoken for by the referee, who doesn’t share: take another name."


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("de", "niemand"),
        ("de", "Der Tisch"),
        ("de", "GASTGEBER"),
        ("es", "nadie"),
        ("es", "la mesa"),
        ("es", "Tú"),
        ("es", "host"),
    ],
)
def test_nor_are_they_in_another_language(home, code, name):
    evening = lobby(home, language=code)
    phone = evening.browser(client="10.0.0.9")
    assert phone.post("join", word=evening.hosting.word).status == 200
    assert phone.post("claim", seat=name, pin="1234").json["rule"] == "host.name"
    assert phone.post("claim", seat="Ann", pin="1234").status == 200
    evening.close()


@pytest.mark.parametrize("name", ["Anո", "Referee", "Ann leaves"])
def test_they_are_refused_on_the_command_line_too(home, name):
    kind = "passes for Ann" if name == "Anո" else "is spoken for"
    for said in (
        refused(referee("new", "lizard", *with_cat(name), lines=ROUND)),
        refused(referee("new", "lizard", *with_cat("Bob"), "--bot", name, lines=ROUND)),
        refused(referee("host", "lizard", "--deal", *with_cat(name), "--bind", "nowhere")),
        refused(referee("host", "lizard", "--deal", *with_cat("Bob"), "--bot", f"{name}:easy", "--bind", "nowhere")),
    ):
        assert f"“{name}” {kind}" in said.stderr
    assert not (home / "hosting").exists()


def test_no_seat_is_given_such_a_name_later(home):
    assert referee("new", "lizard", *with_cat("Bob"), lines=ROUND).returncode == 0
    with Journal(home / "tables.sqlite") as journal:
        table = Table(journal, 1)
        for name in ("Αnn", "nobody", "Bob bids", "ANN"):
            with pytest.raises(games.RecordError, match=r"seats: .*take another name"):
                table.rename(1, name)
        table.rename(1, "bob")
        table.rename(1, "Änn")
        assert Table(journal, 1).setup.seats == ("Ann", "Änn", "Cat")


def test_a_table_that_has_such_names_goes_on(home):
    """It was begun before they were refused: it is opened, hosted, played on, and played again."""
    game = games.game("lizard")
    with Journal(home / "tables.sqlite") as journal:
        Table.new(journal, games.setup(game, ["Ann", "Аnn", "host"], {"rounds": 1}))
    record = ROUND.replace("Bob", "Аnn").replace("Cat", "host")
    done = referee("resume", lines=record)
    assert done.returncode == 0, done.stderr
    assert "Аnn" in referee("export", "1").stdout


def test_a_lobby_that_has_such_names_goes_on(home):
    evening = lobby(home, names=("Ann", "Аnn", "host"))
    host = evening.host()
    evening.seated("Ann", "Аnn", "host")
    assert host.post("seats", seats=["host", "Аnn", "Ann"], laptop=[]).status == 200
    assert host.post("begin").status == 200
    assert evening.table.setup.seats == ("host", "Аnn", "Ann")
    evening.close()


@pytest.mark.parametrize("names", ALIKE, ids=ascii)
def test_these_look_alike(names):
    assert alike(*names)
    assert alike(*reversed(names))
    assert "passes for" in new_names_fault(names, games.verbs())


@pytest.mark.parametrize("names", TOGETHER, ids=ascii)
def test_these_sit_at_one_table(names):
    assert new_names_fault(names, games.verbs()) == ""


@given(st.text(min_size=1, max_size=24), st.text(min_size=1, max_size=24))
def test_a_name_looks_like_itself_and_to_look_alike_goes_both_ways(one, other):
    assert alike(one, one)
    assert alike(one, other) == alike(other, one)
    assert new_names_fault([one, one], ()) != ""
