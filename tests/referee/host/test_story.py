"""The end of an evening on its screens: the story of the game, the tally of them all, honours; nothing of it before."""

import re

import pytest

from referee import games
from referee.core.cards import say
from referee.core.game import OVER, Event
from referee.core.play import format_action
from referee.core.screens import ScreenPage
from referee.host.evening import roman
from referee.host.pages import but_who_won
from referee.story import story_of_table
from tests.pretty import flat
from tests.referee import conformance, tiny
from tests.referee.host.wire import Evening, lizard

FIGURE = "<dt>(.*?)</dt><dd>(.*?)</dd>"


def finished(folder, name, seed=3):
    """Return an evening whose game is over, with everybody at their phones, and its setup."""
    setup, actions, _, _ = conformance.random_game(games.game(name), seed)
    evening = Evening(folder, setup, seed=str(seed), deals=False)
    for action in actions:
        evening.table.act(evening.table.read(format_action(evening.table.game, setup, action)))
    evening.hosted.refresh()
    assert evening.table.over
    return evening, setup


def text(answer):
    assert answer.status == 200, answer
    return flat(answer.body)


@pytest.mark.parametrize("name", games.REGISTRY)
def test_the_big_screen_ends_with_the_story(household, name):
    evening, setup = finished(household, name)
    host, phone = evening.host(), evening.seated(*setup.seats)[0]
    over = text(host.get("/part/screen"))
    story = text(phone.get("/story"))
    titles = re.findall(r'<article class="moment.*?<h2 class="caps">(.*?)</h2>', over)
    moments = [moment.title for moment in story_of_table(evening.table).moments]
    assert bool(moments) is (games.game(name).highlights is not tiny.GAME.highlights), "tiny remembers nothing"
    assert titles == moments
    assert titles == re.findall(r'<article class="moment.*?<h2 class="caps">(.*?)</h2>', story)
    assert 'class="plot w0"' in over
    assert "How it went" in story
    assert story == text(host.get("/story")), "everybody reads the same when it is over"
    assert 'href="story"' in text(phone.get("/part/phone"))
    assert not re.findall(r"style=|<style|(?:src|href)=\"(?:https?:|data:)", story + over), "the door lets nothing in"
    assert host.post("end").status == 200
    ended = text(host.get("/part/screen"))
    assert "The Evening’s Tally" in ended
    assert ('<dl class="honours">' in ended) is bool(moments)
    assert 'href="story"' in text(phone.get("/part/phone"))


LIES = {"liars-lair": "rounds", "liars-guess": "deals", "liar-poker": "rounds"}


@pytest.mark.parametrize("name", [*LIES, "lizard", "red-and-black"])
def test_a_phone_ends_with_three_figures_of_what_everybody_may_know_now(household, name):
    evening, setup = finished(household, name)
    evening.hosted.hosting.deals = True
    phones = evening.phones(*setup.seats)
    found = {one: dict(re.findall(FIGURE, text(phone.get("/part/phone")))) for one, phone in phones.items()}
    story = story_of_table(evening.table)
    lengths = {figures.pop(LIES.get(name, {"lizard": "rounds"}.get(name, "turns"))) for figures in found.values()}
    assert lengths == {str(evening.table.game.rounds(evening.table.state))}
    wins = {one: figures.pop("tonight") for one, figures in found.items()}
    won = () if {*story.winners} == {*setup.seats} else story.winners  # what all share counts for nobody
    assert wins == {one: "1 win" if one in won else "no win" for one in setup.seats}
    if name in LIES:
        believed = [int(figures.pop("your lies believed")) for figures in found.values()]
        assert min(believed) >= 0
        assert name != "liars-lair" or believed == [1, 1, 2, 1], "3 and 14 of Cat’s, 15, 7 and 12 met no rival"
    elif name == "lizard":
        best = {figures.pop("your best round") for figures in found.values()}
        assert all(re.fullmatch("[+−]?[0-9]+", one) for one in best)
    assert not any(found.values())


def test_no_lie_is_counted_where_the_referee_does_not_know_the_hands(household):
    evening, setup = finished(household, "liar-poker")
    said = text(evening.seated(*setup.seats)[0].get("/part/phone"))
    assert [label for label, _ in re.findall(FIGURE, said)] == ["rounds", "your best round", "tonight"]


def test_a_rematch_is_one_game_more_of_the_tally(household):
    evening, _ = finished(household, "liar-poker")
    host = evening.host()
    assert host.post("rematch").status == 200
    assert 'class="moment' not in text(host.get("/part/screen"))
    assert host.post("end").status == 200
    ended = text(host.get("/part/screen"))
    assert re.findall(r'<span class="it">(\w+)</span>', ended) == ["I", "II"]
    assert "not finished" in ended


def test_before_the_end_a_story_is_for_those_who_joined_and_holds_what_lies_open(household):
    setup, actions, _, _ = conformance.random_game(games.game("lizard"), 4)
    evening = Evening(household, setup, deals=False)
    assert evening.browser().get("/story").status == 401
    phone = evening.seated(*setup.seats)[0]
    for action in actions[: len(actions) // 2]:
        evening.table.act(evening.table.read(format_action(evening.table.game, setup, action)))
    found = text(phone.get("/story"))
    assert "So far." in found
    assert "moment" not in text(evening.host().get("/part/screen"))


def test_roman_figures():
    assert [roman(number) for number in (1, 3, 4, 8, 9, 14)] == ["I", "III", "IV", "VIII", "IX", "XIV"]


def test_what_the_headline_says_is_not_said_again():
    out, over = Event("shows", say("Ann is out!")), Event(OVER, say("Dan wins Liar's Lair!"))
    assert but_who_won([out, over], ScreenPage("over")) == [out]


def test_after_an_undo_the_story_is_of_the_game_that_was_played(household):
    """It has as many lines as the one before."""
    evening = lizard(household, rounds=1)
    host, phones = evening.host(), evening.phones("Ann", "Bob", "Cat")

    def end(which):
        while not evening.table.over:
            name = evening.due
            assert phones[name].say(phones[name].get("seat").json["legal"][which]).status == 200
        return host.get("/story").body, len(evening.table.actions)

    before, lines = end(0)
    while " bids " in " ".join(evening.table.log.lines):
        assert host.post("undo").status == 200
    now, as_many = end(-1)
    assert as_many == lines
    assert now != before
    assert now == evening.again().host().get("/story").body
