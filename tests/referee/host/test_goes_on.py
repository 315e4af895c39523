"""An evening goes on: after “Good night”, in the middle of a game, and for whoever comes late or comes back."""

import json
import time
from html import unescape

from referee.commands import host as command
from referee.store.journal import Journal
from tests.pretty import flat
from tests.referee.host.test_lobby import play_on
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
    seat = evening.table.game.to_act(evening.table.state)[0].seat
    assert phones[seat].say(evening.hosted.views.legal(seat).lines[0]).status == 200
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
    seat = evening.table.game.to_act(evening.table.state)[0].seat
    assert phones[seat].say(evening.hosted.views.legal(seat).lines[0]).status == 200


def test_after_a_finished_evening_its_people_are_in_the_lobby(household, host):
    evening, phones, owner = begun(household, options=json.dumps({"rounds": 1}))
    evening.now = time.time()
    play_on(evening, phones)
    assert owner.post("end").status == 200
    evening.close()
    again = host(kind=Table)
    assert (again.hosted.table, again.hosted.hosting.last) == (None, 1)
    assert [chair.name for chair in again.hosted.hosting.chairs] == list(THREE)
    assert again.hosted.hosting.word == evening.hosting.word


def test_a_finished_game_of_last_week_is_over_and_done(household):
    evening, phones, _owner = begun(household, options=json.dumps({"rounds": 1}))
    play_on(evening, phones)
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
    phones, owner = evening.seated(*THREE), evening.host()
    play_on(evening, phones)
    assert owner.post("lobby", game="liar-poker").status == 200
    assert evening.hosting.game == "liar-poker"
    assert evening.hosting.first, "by the house rules that are recommended for it"


def test_two_played_and_all_sit_as_before(household):
    names = ("Ann", "Dee", "Zoe", "Cem", "Bob")
    evening = lobby(household, "liar-poker", deals=True, options=json.dumps({"chips": 60, "max_rounds": 1}))
    phones, owner = evening.seated(*names), evening.host()
    assert owner.post("watch", seat="Ann", watches=True).status == 200
    assert owner.post("begin").status == 200
    assert evening.table.setup.seats == ("Dee", "Zoe")
    play_on(evening, phones[1:3])
    assert owner.post("lobby", game="lizard").status == 200
    assert tuple(chair.name for chair in evening.hosting.chairs) == names
    assert not any(chair.watches for chair in evening.hosting.chairs)
