"""An evening goes on: after “Good night”, in the middle of a game, and for whoever comes late or comes back."""

import json
import time
from html import unescape

from referee.commands import host as command
from referee.core.play import format_action, legal_actions
from referee.store.journal import Journal
from tests.pretty import flat
from tests.referee.host.test_lair import shown as words
from tests.referee.host.windows import Table
from tests.referee.host.wire import lizard, lobby
from tests.referee.program import referee

THREE = ("Ann", "Bob", "Cat")


def screen(browser, part="screen"):
    """Return a page's content on one line."""
    return unescape(flat(browser.get(f"/part/{part}").body))


def begun(folder, names=THREE, game="lizard", **how):
    """Return an evening whose game was begun from the lobby, its phones, and its host."""
    evening = lobby(folder, game, deals=True, **how)
    phones, host = evening.seated(*names), evening.host()
    assert host.post("begin").status == 200
    return evening, phones, host


def test_a_game_that_good_night_broke_off_goes_on(household, host):
    evening, phones, owner = begun(household)
    assert phones[THREE.index(evening.due)].say(evening.legal[0]).status == 200
    lines = evening.table.log.lines
    assert "referee host --table 1" in screen(owner), "the dialog says what to type"
    assert owner.post("end").status == 200
    assert "referee host --table 1" in screen(owner)
    assert "No: play on" in screen(owner)
    evening.close()
    for args in ((), ("--table", "1")):
        again = host(*args, kind=Table)
        hosting, table = again.hosted.hosting, again.hosted.table
        assert (hosting.word, hosting.id, hosting.ended) == (evening.hosting.word, evening.hosting.id, False)
        assert table.log.lines[: len(lines)] == lines
        assert {one.seat for one in hosting.sessions.values() if one.seat} == set(THREE), "nobody joins again"
        again.stop()


def test_a_tap_on_good_night_in_a_game_can_be_taken_back(household):
    evening, phones, owner = begun(household)
    assert owner.post("end").status == owner.post("reopen").status == 200
    assert phones[THREE.index(evening.due)].say(evening.legal[0]).status == 200


def test_after_a_finished_evening_its_people_are_in_the_lobby(household, host):
    evening, _, owner = begun(household, options=json.dumps({"rounds": 1}))
    evening.now = time.time()
    evening.play_on()
    assert owner.post("end").status == 200
    evening.close()
    again = host(kind=Table)
    assert (again.hosted.table, again.hosted.hosting.last) == (None, 1)
    assert [chair.name for chair in again.hosted.hosting.chairs] == list(THREE)
    assert again.hosted.hosting.word == evening.hosting.word


def test_a_finished_game_of_last_week_is_over_and_done(household):
    evening, *_ = begun(household, options=json.dumps({"rounds": 1}))
    evening.play_on()
    evening.close()
    with Journal() as journal:
        assert journal.tables()[0].over
        hosting, lock = command._last(journal)  # its clock stands in 1970
        lock.release()
        assert (hosting.table, hosting.chairs) == (0, [])


def test_a_game_is_left_for_another_and_kept(household, host):
    evening, phones, owner = begun(household)
    lines = evening.table.log.lines
    assert "It is kept as table 1." in screen(owner)
    assert owner.post("lobby", game="liar-poker").status == 409, "only on purpose"
    assert owner.post("lobby", game="chess", unfinished=True).status == 422
    assert evening.hosting.table == 1, "and then nothing has changed"
    assert phones[0].post("lobby", unfinished=True).status == 403
    assert owner.post("lobby", game="liars-lair", unfinished=True).status == 200
    assert (evening.hosted.table, evening.hosting.game, evening.hosting.deals) == (None, "liars-lair", True)
    assert "You sit, Bob." in screen(phones[1], "phone")
    assert "Liar’s Lair" in screen(phones[1], "phone")
    assert owner.post("begin").status == 200
    assert evening.table.follows == 1
    assert evening.hosted.tally == ""
    evening.close()
    assert "Lizard" in referee("tables").stdout
    kept = host("--table", "1", kind=Table)
    assert kept.hosted.table.log.lines[: len(lines)] == lines
    assert kept.hosted.hosting.open == list(THREE), "their PINs let them in"
    assert kept.hosted.hosting.word != evening.hosting.word


def test_after_a_game_the_next_one_is_chosen_at_once(household):
    evening = lizard(household, rounds=1)
    owner, _ = evening.host(), evening.seated(*THREE)
    evening.play_on()
    assert owner.post("lobby", game="liar-poker").status == 200
    assert evening.hosting.game == "liar-poker"
    assert evening.hosting.first, "by the house rules that are recommended for it"


def test_two_played_and_all_sit_as_before(household):
    names = ("Ann", "Dee", "Zoe", "Cem", "Bob")
    evening = lobby(household, "liar-poker", deals=True, options=json.dumps({"chips": 60, "max_rounds": 1}))
    owner, _ = evening.host(), evening.seated(*names)
    assert owner.post("watch", seat="Ann", watches=True).status == 200
    assert owner.post("begin").status == 200
    assert evening.table.setup.seats == ("Dee", "Zoe")
    evening.play_on()
    assert owner.post("lobby", game="lizard").status == 200
    assert tuple(chair.name for chair in evening.hosting.chairs) == names
    assert not any(chair.watches for chair in evening.hosting.chairs)


def test_who_comes_late_has_a_name_and_plays_the_next_game(household):
    evening, _, owner = begun(household, options=json.dumps({"rounds": 1}), moment_s=0)
    late = evening.guest(client="10.0.0.9")
    assert "This game has begun. You watch it here, and play the next one." in screen(late, "phone")
    assert late.post("claim", seat="Аnn", pin="4711").status == 422, "its first letter is Cyrillic"
    assert late.post("claim", seat="Lea", pin="4711").json["seat"] == "Lea"
    assert "You watch, Lea, and play the next game." in screen(late, "phone")
    assert late.get("seat").status == 403
    assert late.get("/part/hand").status == 403
    again = evening.guest(client="10.0.0.8")
    assert "Lea" in screen(again, "phone")
    assert again.post("claim", seat="lea", pin="0000").status == 403
    assert again.post("claim", seat="lea", pin="4711").json["seat"] == "Lea", "on another phone"
    assert "Lea sits at another phone now" in screen(late, "phone")
    evening.play_on()
    assert "Still without a seat: Lea. “Another game” has room." in screen(owner)
    assert owner.post("lobby").status == owner.post("begin").status == 200
    assert evening.table.setup.seats == (*THREE, "Lea")
    assert again.get("seat").json["seat"] == "Lea"


def test_a_freed_seat_is_taken_after_one_tap_of_the_host(household):
    _, phones, owner = begun(household)
    assert owner.post("free", seat="Ann", phone=True).status == 200
    assert 'data-sit="Ann"' in screen(phones[0], "phone")
    assert phones[0].post("claim", seat="Ann", pin="8888").status == 200
    assert owner.post("bot", seat="Ann").status == owner.post("bot", seat="Ann", level="person", phone=True).status
    assert phones[0].post("claim", seat="Ann", pin="9999").status == 200
    assert 'data-bot="Ann" data-sits' in screen(owner), "a bot for a person is asked once more"


def test_who_plays_a_game_for_two_is_chosen_and_said(household):
    evening = lobby(household, "liar-poker", deals=True)
    phones, owner = evening.seated("Ann", "Bob", "Cat", "Dan"), evening.host()
    assert "Ann and Bob play, the others watch." in screen(owner)
    assert "You play Liar Poker against Ann." in screen(phones[1], "phone")
    assert "You watch Liar Poker" in screen(phones[3], "phone")
    no = owner.post("watch", seat="Dan", watches=False)
    assert (no.status, "Ann and Bob play" in no.json["why"]) == (409, True)
    assert "Plays instead of Bob" in screen(owner)
    assert owner.post("watch", seat="Dan", watches=False, instead="Ann").status == 200
    assert [chair.name for chair in evening.people.sitting] == ["Bob", "Dan"]
    assert owner.post("game", game="lizard").status == 200
    assert len(evening.people.sitting) == 4, "that was for the game for two"


def test_what_was_written_can_be_vetoed_until_it_is_dealt(household):
    evening = lobby(household, "liars-lair", deals=True)
    phones, owner = evening.seated(*THREE), evening.host()
    assert owner.post("asking", on=True).status == 200
    for at, phone in enumerate((*phones, *phones)):
        write = phone.get("ask").json["write"]
        if write is not None:
            phone.post("ask", no=write["no"], text=f"the-number-{at}-of-all")
    item = next(item for item in evening.hosting.asked.items if item.endings)
    about = phones[THREE.index(item.about)]
    assert item.no in [one["no"] for one in about.get("ask").json["about"]["openings"]]
    assert about.post("ask", veto=item.no).status == 200
    assert item.no not in [one["no"] for one in about.get("ask").json["about"]["openings"]]
    assert item.no not in [one.no for one in evening.hosting.asked.ready(THREE)]


def test_a_draw_counts_for_nobody_and_every_phone_has_the_tally(household):
    evening, phones, owner = begun(household, ("Ann", "Bob"), "liars-guess", options=json.dumps({"deals": 1}))
    told = "Tonight, 1 game: 1 was a draw."
    for _ in range(2):
        while not evening.table.over:  # nobody scores
            table = evening.table
            quiet = [
                one for one in legal_actions(table.game, table.state)
                if one.seat is not None and one.verb not in {"guesses", "accuses", "leaves"}
            ]  # fmt: skip
            assert phones[quiet[0].seat].say(format_action(table.game, table.setup, quiet[0])).status == 200
        assert len(evening.table.game.outcome(evening.table.state).winners) == 2
        evening.now += 99
        assert "tonight no win" in words(phones[0])
        assert owner.post("rematch").status == 200
        assert all(told in screen(phone, "menu") for phone in phones), "while the next game goes on"
        told = "Tonight, 2 games: 2 were draws."
    assert owner.post("end").status == 200
    for browser, part in (*((phone, "phone") for phone in phones), (owner, "screen")):
        assert told in screen(browser, part)
        assert screen(browser, part).count(">a draw<") == 2
