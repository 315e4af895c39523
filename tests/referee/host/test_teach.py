"""The page to teach a game by, on every phone: in the lobby and at the table, as it is played there."""

import json
import re

import pytest

from referee import games
from referee.books.teach import has_lesson
from tests.referee.host.test_lair import words
from tests.referee.host.wire import lizard, lobby


def test_a_phone_shows_it_at_the_table_and_beside_the_rulebook(household):
    evening = lizard(household)
    (ann,) = evening.seated("Ann")
    page = ann.get("/teach")
    assert page.status == 200
    told = page.body.decode()
    assert "round two has two." in " ".join(told.split())
    assert "To begin The host begins on the big screen. Your phone holds your cards." in words(page)
    assert "<code>" not in told
    assert 'href="rules"' in told
    assert 'href="teach"' not in told
    assert 'href="teach"' in ann.get("/rules").body.decode()
    assert 'href="teach"' in ann.page("menu")
    assert evening.browser().get("/teach").status == 401


def test_in_the_lobby_it_is_there_before_anybody_deals(household):
    evening = lobby(household, "lizard", ("Ann", "Bob"), options=json.dumps({"rounds": 4}))
    phone = evening.guest()
    for path in ("/teach", "/rules"):
        assert phone.get(path).status == 200
    assert "up to four" in phone.get("/teach").body.decode()


def test_where_no_game_is_chosen_or_nobody_wrote_one_it_says_so(household, monkeypatch):
    evening = lobby(household, "", ("Ann",))
    phone = evening.guest()
    assert (phone.get("/teach").status, phone.get("/rules").status) == (404, 404)
    evening.hosting.game = "liars-lair"
    assert "rivals" in phone.get("/teach").body.decode(), "its kit need not be known yet"
    monkeypatch.setattr("referee.host.app.has_lesson", lambda game: game not in games.REGISTRY)
    assert phone.get("/teach").status == 404


@pytest.mark.parametrize("name", [name for name in games.REGISTRY if has_lesson(name)])
def test_its_cards_are_those_that_phones_draw(household, name):
    """Fact cards, too; and the table that is announced is named without a word of what is typed."""
    evening = lobby(household, name, ("Ann",))
    phone = evening.guest()
    page = phone.get("/teach").body.decode()
    facts = games.game(name).needs_facts
    assert page.count('class="card face' if facts else 'class="b-card"') >= 6
    assert "sign claim" not in page
    assert "--option" not in page
    if facts:
        assert "love letters." in page


PAPER = (
    r"\b(paper|pencil|pads?|print\w*|reference cards?|bet cards?|markers|box|Shuffle|terminal|laptop|sheet|typed?)\b"
)


@pytest.mark.parametrize("name", [name for name in games.REGISTRY if has_lesson(name)])
def test_where_phones_hold_the_cards_neither_page_names_paper_or_a_terminal(household, name):
    evening = lobby(household, name, ("Ann",))
    phone = evening.guest()
    for path in ("/teach", "/rules"):
        for deals in (False, True):
            evening.hosting.deals = deals  # the host chose otherwise
            told = words(phone.get(path))
            assert bool(re.search(PAPER, told)) != deals, re.search(f".*{PAPER}.*", told)
