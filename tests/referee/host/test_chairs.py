"""Bots among phones: a chair in the lobby, a seat of somebody who goes home, and a person who comes back."""

import asyncio
import time
from random import Random

import pytest

from referee import bots as seated
from referee import games
from referee.core.play import format_action
from referee.host import bot_turns
from referee.store.journal import JournalError
from tests.referee.conformance import some_facts
from tests.referee.host.test_lair import shown
from tests.referee.host.wire import Evening, lizard, lobby


def moments(evening, most=200):
    """Let the bots have their moments, until people are awaited."""
    done = 0
    while not evening.table.over and (action := evening.table.by_bot()) and done < most:
        evening.hosted.bot_plays(action)
        done += 1
    return done


def test_bots_sit_in_the_lobby_and_play(household):
    evening = lobby(household, "lizard")
    host = evening.host()
    (ann,) = evening.seated("Ann")
    assert ann.post("bot", seat="Zoe").status == 403
    assert host.post("bot", seat="Zoe").status == 200
    assert host.post("bot", seat="Yan", level="random").status == 200
    assert "hrd" in host.post("bot", seat="Yan", level="hrd").json["why"]
    assert [one["bot"] for one in ann.get("table").json["seats"]] == ["", "easy", "random"]
    assert host.post("game", options={"rounds": "2"}).status == 200
    assert host.post("begin").status == 200
    assert evening.table.bots == {1: "easy", 2: "random"}
    for _ in range(20):
        moments(evening)
        if evening.table.over:
            break
        assert {turn.seat for turn in evening.table.game.to_act(evening.table.state)} == {0}
        line = ann.get("seat").json["legal"][0]
        assert ann.say(line).status == 200
    assert evening.table.over
    assert evening.again().table.bots == {1: "easy", 2: "random"}
    assert host.post("rematch").status == 200
    assert evening.table.bots == {1: "easy", 2: "random"}


def test_a_bot_without_a_name_is_given_one_and_everybody_sees_what_it_is(household):
    evening = lobby(household, "lizard")
    host = evening.host()
    (ann,) = evening.seated("Zoe")
    for _ in range(4):
        assert host.post("bot", seat=" ").status == 200
    assert host.post("bot", seat="").json["why"] == "All seats are taken."
    seats = ann.get("table").json["seats"]
    assert [one["seat"] for one in seats] == ["Zoe", "Yan", "Xenia", "Wim", "Vera"]
    assert host.page("screen").count("<small>a bot</small>") == 4
    assert "<small>sits</small>" not in host.page("screen")  # Zoe’s phone hears nothing: she is away
    guest = evening.guest()
    assert guest.page().count("a bot: or you") == 4
    assert guest.post("claim", seat="Yan", pin="4711").status == 200  # a person takes the chair
    assert host.post("bot", seat="Vera", level="person").status == 200
    assert [one["bot"] for one in ann.get("table").json["seats"]] == ["", "", "easy", "easy", ""]
    assert host.post("begin").status == 200
    assert "Xenia and Wim are bots" in host.page("screen")
    late = evening.guest()
    assert late.page().count('data-why="A bot plays for') == 2


def test_a_bot_takes_the_seat_of_somebody_who_goes_home(household):
    evening = lizard(household)
    host = evening.host()
    people, name = evening.phones(), evening.due
    seat = [*people].index(name)
    assert host.post("bot", seat="Dan").status == 422
    assert host.post("bot", seat=name, level="person").status == 409
    assert host.post("bot", seat=name).status == 200
    assert people[name].get("seat").status == 403
    assert evening.table.bots == {seat: "easy"}
    assert moments(evening) > 0
    assert "bot" in people[name].post("claim", seat=name, pin="4711").json["why"]
    lines = evening.table.log.lines
    assert host.post("bot", seat=name, level="person").status == 200
    assert evening.table.bots == {}
    assert people[name].post("claim", seat=name, pin="4711").status == 403, "anybody might say so"
    assert f"{name} has a phone now" in host.page("screen")
    assert host.post("phone", seats=[name]).status == 200
    assert people[name].post("claim", seat=name, pin="4711").status == 200
    assert evening.table.log.lines == lines


@pytest.fixture
def printed(household):
    """A table of Liar's Lair with printed cards, which are still to be dealt."""
    facts = some_facts(6, Random(5))
    setup = games.setup(games.game("liars-lair"), ("Ann", "Bob", "Cat"), {"each": 2}, facts=facts)
    return Evening(household, setup, deals=False)


def test_printed_cards_of_a_bot_lie_in_a_row(printed):
    """Dealt from the script: everybody hears how the bot's lie, and which of them to turn."""
    host = printed.host()
    printed.seated("Ann", "Cat")
    assert host.post("bot", seat="Bob").status == 200
    assert host.post("dealt").status == 200
    said = "Bob’s cards lie in a row, face down, the lowest number on the left."
    assert printed.api.public()["said"][-1].startswith(said)


def test_who_leads_is_drawn_among_those_who_volunteer(printed):
    host, (ann,) = printed.host(), printed.seated("Ann")
    assert ann.post("draw", seats=["Ann"]).status == 403
    assert host.post("draw", seats=["Zoe"]).status == 422
    led = set()
    for seats in (["Bob"], ["Ann", "Cat"], []):
        assert host.post("draw", seats=seats).status == 200
        led.add(leader := printed.table.log.lines[-1].removeprefix("start "))
        assert leader in (seats or printed.table.setup.seats)
        assert ann.get("table").json["said"] == [f"{leader} leads."]
        assert host.post("draw", seats=[]).status == 409
        assert host.post("undo").status == 200
    assert "Bob" in led


def with_hard_bots(folder, game="lizard"):
    """Return an evening of Ann and two hard bots, where it is a bot's turn."""
    evening = lobby(folder, game=game, deals=True)
    (ann,), host = evening.seated("Ann"), evening.host()
    for name in ("Yan", "Zoe"):
        assert host.post("bot", seat=name, level="hard").status == 200
    assert host.post("begin").status == 200
    while not evening.table.bot_awaited:
        assert ann.say(ann.get("seat").json["legal"][0]).status == 200
    return evening


def let_one_play(evening):
    """Let the bot whose turn it is have its moment, and return the line that came of it."""
    lines = evening.table.log.lines

    async def wait():
        evening.hosted.later()
        evening.hosted.later = lambda: None
        async with asyncio.timeout(60):
            while evening.table.log.lines == lines:  # noqa: ASYNC110, the desk has no event of its own
                await asyncio.sleep(0.01)

    evening.hosted.later = evening.api.bots.begin
    evening.loop.run_until_complete(wait())
    assert evening.table.log.lines[: len(lines)] == lines
    return evening.table.log.lines[len(lines)]


def written(evening, bots):
    """Return the line that bots of these levels would write."""
    table = evening.table
    return format_action(table.game, table.setup, table.by_bot(bots))


def test_bots_think_in_another_process(household, monkeypatch):
    """The server does not think: it could not answer anybody meanwhile, and how long it took would say something."""
    evening = with_hard_bots(household)
    monkeypatch.setattr(bot_turns, "MOMENT_S", 20.0)  # for a machine that is busy elsewhere; it is not waited for
    monkeypatch.setattr(asyncio, "sleep", lambda _, sleep=asyncio.sleep: sleep(0))
    expected = written(evening, evening.table.bots)
    monkeypatch.setattr(seated, "next_line", lambda *_: pytest.fail("the server thinks"))
    assert let_one_play(evening) == expected


def test_a_bot_that_takes_too_long_plays_as_an_easy_one(household, monkeypatch):
    evening = with_hard_bots(household)
    monkeypatch.setattr(games, "decide", slow)
    monkeypatch.setattr(bot_turns, "MOMENT_S", 0.1)
    expected = written(evening, {1: "easy", 2: "easy"})
    assert let_one_play(evening) == expected


def slow(*_):
    time.sleep(600)


def test_a_bot_waits_until_the_disk_has_room(household, monkeypatch):
    evening = with_hard_bots(household)
    monkeypatch.setattr(bot_turns, "MOMENT_S", 0.1)
    monkeypatch.setattr(games, "decide", slow)
    kept, failed = evening.journal.append, []

    def full(*args, **how):
        if len(failed) < 3:
            failed.append(args)
            raise JournalError("database or disk is full")
        kept(*args, **how)

    monkeypatch.setattr(evening.journal, "append", full)
    expected = written(evening, {1: "easy", 2: "easy"})
    assert let_one_play(evening) == expected
    assert len(failed) == 3


def test_a_character_is_told_apart_by_its_name_and_by_what_everybody_reads(household):
    evening = lobby(household, "liar-poker")
    host = evening.host()
    for who in ("careful", "bold", "talkative"):
        assert f'value="{who}"' in host.page("screen")
    assert host.post("bot", seat="", level="bold").status == 200
    assert host.post("bot", seat="", level="talkative").status == 200
    seats = [(one["seat"], one["bot"]) for one in host.get("table").json["seats"]]
    assert seats == [("Bruno", "bold"), ("Tilly", "talkative")]
    page = host.page("screen")
    assert "<small>a bold bot</small>" in page
    assert "<small>a talkative bot</small>" in page
    assert host.post("game", options={"chips": "60", "max_rounds": "2"}).status == 200
    assert host.post("begin").status == 200
    assert evening.table.bots == {0: "bold", 1: "talkative"}
    moments(evening)
    assert evening.table.over


def test_bots_make_room_for_people_and_say_so(household):
    evening = lobby(household, "liar-poker")
    host = evening.host()
    assert host.post("bot", seat="Zoe").status == 200
    evening.seated("Ann")
    (bob,) = evening.seated("Bob")
    assert [chair.name for chair in evening.people.sitting] == ["Ann", "Bob"]
    page = host.page("screen")
    assert "Begin with two" in page
    assert page.count("watches this time") == 1
    assert "You watch" not in bob.page()
    assert host.post("watch", seat="Zoe", instead="Bob", watches=False).status == 200
    assert [chair.name for chair in evening.people.sitting] == ["Zoe", "Ann"]
    assert "You watch Liar Poker" in bob.page()


def test_the_question_before_an_undo_names_all_that_goes(household):
    evening = lizard(household)
    phones, host = evening.phones("Ann", "Bob", "Cat"), evening.host()
    assert host.post("bot", seat="Cat", level="easy").status == 200
    moments(evening)
    for _ in range(2):  # after the second person, the bot
        name = evening.due
        assert phones[name].say(phones[name].get("seat").json["legal"][0]).status == 200
    assert moments(evening) > 0
    asked = host.page("screen").partition('id="t-undo"')[2].partition("</template>")[0]
    taken = host.post("undo").json["said"].removeprefix("Taken back: ")
    assert taken.startswith(f"{name} ")
    assert taken in asked
    assert "What came of it goes, too." in asked


@pytest.mark.parametrize(
    ("language", "asked", "told"),
    [
        ("en", "Ann deals first.", "Taken back: Ann deals first."),
        ("de", "Ann gibt zuerst.", "Zurückgenommen: Ann gibt zuerst."),
        ("es", "Ann reparte primero.", "Deshecho: Ann reparte primero."),
    ],
)
def test_what_an_undo_takes_back_is_said_as_a_person_would(household, language, asked, told):
    evening = lobby(household, game="lizard", options='{"rounds": 1}', language=language)
    host, _ = evening.host(), evening.seated("Ann", "Bob", "Cat")
    assert host.post("begin").status == host.say("dealer Ann").status == 200
    assert asked in host.page("screen").partition('id="t-undo"')[2].partition("</template>")[0]
    assert host.post("undo").json["said"] == told
    assert told in shown(host, "/part/screen")
    assert host.get("table").json["notices"][-1].endswith(asked), "a notice says it in the language, too"
