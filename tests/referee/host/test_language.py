"""A table's language: German and English ones in one process, what is stored, and what its kit says."""

import pytest
from click.testing import CliRunner

from factbank import facts
from factbank.kits import keep
from liarsdeck.language import spoken
from referee.commands import host as command
from referee.host.hosting import hosting_of
from tests.referee.host.test_lobby import done, kit_about
from tests.referee.host.wire import lizard, lobby


def test_tables_of_two_languages_are_in_one_process(household, tmp_path):
    german, english = lizard(household), lizard(tmp_path / "other")
    german.hosting.language = "de"
    hosts = [german.host(), english.host()]
    pages = [host.page("screen") for host in hosts * 2]
    assert pages[:2] == pages[2:]
    assert "Runde 1 von 2" in pages[0]
    assert "round 1 of 2" in pages[1]
    assert spoken() == "en"


def test_what_is_refused_and_said_is_in_the_language_and_what_is_kept_is_not(household):
    evening = lizard(household)
    evening.hosting.language = "de"
    names = ["Ann", "Bob", "Cat"]
    phones = evening.phones(*names)
    (turn,) = evening.table.game.to_act(evening.table.state)
    name = evening.table.setup.seats[turn.seat]
    wrong = phones[name].say(f"{name}: bids 9")
    assert wrong.status == 422
    assert f"{name} kann nicht 9 ansagen" in wrong.json["why"]
    assert phones[name].say(f"{name}: bids 0").status == 200
    assert f"{name} sagt 0 an." in evening.host().page("screen")
    assert evening.table.log.lines[-1] == f"{name}: bids 0"


def test_a_table_keeps_its_language(household):
    evening = lobby(household, language="de")
    host = evening.host()
    evening.seated("Ann", "Bob", "Cat")
    assert host.post("begin").status == 200
    kept = hosting_of(evening.journal, evening.table.number)
    assert kept is not None
    assert kept.language == "de"


@pytest.mark.parametrize(("code", "told"), [("de", "de"), ("en", "en"), ("es", "es")])
def test_a_kit_that_is_named_in_the_lobby_sets_the_language_where_that_is_whole(household, code, told):
    drawn = facts(9, seed=1, language=code) if code != "en" else kit_about("Ann")
    keep(drawn)
    evening = lobby(household, "liars-lair", deals=False)
    assert evening.host().post("game", kit=drawn.kit).status == 200
    assert evening.hosting.language == told


@pytest.mark.parametrize(("typed", "told"), [
    (["lizard", "--language", "de"], "de"),
    (["lizard"], "en"),
    (["lizard", "--language", "qq"], "there is no language"),
    (["--language", "DE"], "de"),
])  # fmt: skip
def test_the_command_names_a_language(household, monkeypatch, typed, told):
    seen = []
    monkeypatch.setattr(command, "_serve", lambda evening, *_, **__: seen.append(evening.hosting.language) or done())
    answer = CliRunner().invoke(command.host, typed)
    assert (seen or [str(answer.exception)])[0].startswith(told)


@pytest.mark.parametrize(("code", "fact", "english"), [("de", "Liebesbriefen", "love letters"), ("es", "amor", "love")])
def test_a_phone_is_taught_with_the_examples_of_its_language(household, code, fact, english):
    evening = lobby(household, "liars-lair", ("Ann",), language=code)
    phone = evening.guest()
    told = phone.get("/teach").body.decode()
    assert fact in told
    assert english not in told
