"""The wire: lines by key, answers ahead, what a host may do."""

import contextlib
import json
import re
from html import unescape
from random import Random

import pytest

from referee import games
from referee.host import pages
from referee.records import parse_record, replay_record
from referee.tables.export import record_of
from tests.referee.conformance import some_facts
from tests.referee.host.wire import Evening, lizard, some_evening


def first_line(browser):
    return browser.get("seat").json["legal"][0]


def test_a_line_is_done_once_however_often_it_is_said(evening):
    seats = evening.phones("Ann", "Bob", "Cat")
    due = evening.table.stands().partition("next: ")[2].rstrip(".")
    browser = seats[due]
    line, seen = first_line(browser), evening.hosted.seq
    one = browser.say(line, "k1", seen)
    assert one.status == 200
    assert one.json["seq"] == seen + 1
    count = len(evening.table.actions)
    assert browser.say(line, "k1", seen).body == one.body
    assert len(evening.table.actions) == count
    assert browser.say(line + " ", "k1", seen).json["rule"] == "host.key"
    again = evening.again()
    twin = again.twin(browser)
    answer = twin.say(line, "k1", seen)
    assert answer.json == one.json
    assert len(again.table.actions) == count
    assert again.table.log.lines == evening.table.log.lines


def test_what_is_not_legal_is_refused_with_its_rule(evening):
    ann, bob, cat = evening.seated("Ann", "Bob", "Cat")
    count = len(evening.table.actions)
    for browser, name in ((ann, "Ann"), (bob, "Bob"), (cat, "Cat")):
        no = browser.say(f"{name}: bids 40")
        assert no.status == 422
        assert no.json["rule"].startswith("lizard.")
        assert no.json["why"]
    assert ann.say("Ann: bids ?").json["rule"] == "lizard.line"
    assert ann.say("Ann: bids 0 (Bob 1)").json["rule"] == "lizard.line"
    assert ann.say("").json["rule"] == "lizard.line"
    assert ann.say("Ann: bids 0 " + "x" * 700).json["rule"] == "lizard.line"
    assert {who.say(f"{name}: leaves 1").json["rule"] for who, name in ((ann, "Ann"), (bob, "Bob"), (cat, "Cat"))} == {
        "lizard.line"
    }
    assert ann.say("Bob: bids 0").status == 403
    assert ann.say("trump 9h").status == 403
    assert ann.say("undo").status == 422
    assert len(evening.table.actions) == count


def test_a_stale_tap_is_asked_again(evening):
    browsers = evening.phones("Ann", "Bob", "Cat")
    while evening.table.game.to_act(evening.table.state)[0].verbs == ("calls",):
        due = evening.due
        browsers[due].say(first_line(browsers[due]))
    shown = evening.hosted.seq
    for _ in range(3):
        due = evening.due
        assert browsers[due].say(first_line(browsers[due])).status == 200
    leader = evening.due
    stale = browsers[leader].say(first_line(browsers[leader]), seen=shown)
    assert stale.status == 409
    assert "rule" not in stale.json
    assert browsers[leader].say(first_line(browsers[leader])).status == 200
    assert browsers[leader].say("Ann: bids 0", seen=10_000).status == 409


def test_after_an_undo_the_taps_from_before_are_dead(evening):
    browsers = evening.phones("Ann", "Bob", "Cat")
    host = evening.host()
    due = evening.due
    seen, line = evening.hosted.seq, first_line(browsers[due])
    before = evening.table.state
    assert browsers[due].say(line).status == 200
    taken = host.post("undo")
    assert taken.json["said"].startswith("Taken back: ")
    assert evening.table.state == before
    assert browsers[due].say(line, seen=seen).status == 409
    again = evening.again()
    twin = again.twin(browsers[due])
    assert twin.say(line, seen=seen).status == 409
    assert twin.say(line).status == 200


def test_a_name_may_look_like_a_key(household):
    """Al/k x taps, and then Al with the key k."""
    evening = lizard(household, "Al", "Al/k x", "Cat")
    browsers = evening.phones("Al", "Al/k x", "Cat")
    for _ in range(3):
        due = evening.due
        assert browsers[due].say(first_line(browsers[due]), "k").status == 200
    twin = evening.again().browser(client="10.0.0.3", cookie=browsers["Al"].cookie)
    assert twin.say("Al: bids 0", "k").status in (200, 409, 422)
    evening.close()


def test_a_key_from_before_an_undo_does_not_tell_what_another_seat_said_since(tmp_path):
    """The secret bet of another seat may stand where the line of this key stood."""
    with contextlib.closing(some_evening(tmp_path, "liar-poker", "7")) as evening:
        ann, bob = evening.seated(*evening.table.setup.seats[:2])
        host = evening.host()
        first = first_line(ann)
        assert ann.say(first, "k").status == 200
        assert host.post("undo").status == 200
        said = bob.get("seat").json["legal"]
        assert bob.say(said[1]).status == 200
        assert [ann.say(line, "k").status for line in said] == [403] * len(said)
        for again in (evening, evening.again()):
            twin = again.twin(ann)
            assert {twin.say(line, "k").status for line in said} == {403}


def test_the_host_takes_back_what_was_shown_and_nothing_else(evening):
    """Said again, as after a server that was killed, an undo is not done twice; nor when somebody played meanwhile."""
    host = evening.host()
    for _ in range(3):
        assert host.say(evening.legal[0]).status == 200
    seen, lines = evening.hosted.seq, evening.table.log.lines
    assert host.post("undo", seen=seen - 1).status == 409
    assert evening.table.log.lines == lines
    assert host.post("undo", seen=seen).status == 200
    left = evening.table.log.lines
    assert len(left) < len(lines)
    assert host.post("undo", seen=seen).status == 409
    again = evening.again()
    twin = again.twin(host)
    assert twin.post("undo", seen=seen).status == 409
    assert again.table.log.lines == left
    assert twin.post("undo", seen=again.hosted.seq).status == 200


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_what_is_chosen_in_secret_is_kept_as_it_comes_and_written_down_in_seat_order(household, order):
    names = ("Ann", "Bob")
    evening = Evening(household, games.setup(games.game("liar-poker"), names, {}))
    phones = evening.seated(*names)
    begun = len(evening.table.log.lines)
    for seat in order:
        assert phones[seat].say(f"{names[seat]}: bets small").status == 200
    kept = [action.seat for action in evening.table.actions[begun : begun + 2]]
    assert kept == list(order)
    written = parse_record(record_of(evening.table, reveal=True))
    bets = [line for line in record_of(evening.table, reveal=True).splitlines() if ": bets" in line]
    assert bets[:2] == [f"{name}: bets small" for name in names]
    assert replay_record(written).state == evening.table.state


def test_what_chance_gave_before_an_undo_it_gives_again(evening):
    """The last card of a round, after which the next is dealt."""
    host = evening.host()

    def plays_on():
        before = len(evening.table.log.lines)
        assert host.say(evening.legal[0]).status == 200
        return evening.table.log.lines[before:]

    while len(given := plays_on()) == 1:
        pass
    assert host.post("undo").status == 200
    assert plays_on() == given


def test_the_host_speaks_for_those_without_a_phone(household):
    evening = lizard(household, rounds=1)
    (ann,) = evening.seated("Ann")
    host = evening.host()
    while not evening.table.over:
        if evening.due == "Ann":
            assert host.say(evening.legal[0]).status == 403
            assert ann.say(evening.legal[0]).status == 200
        else:
            assert host.say(evening.legal[0]).status == 200
    assert host.say("Bob: bids 0").status == 422
    replayed = replay_record(parse_record(record_of(evening.table, reveal=True)))
    assert replayed.state == evening.table.state


def test_bids_ahead_wait_for_their_turn(household):
    evening = lizard(household, rounds=1, trump_lizard="none", trump_snake="none")
    browsers = evening.seated("Ann", "Bob", "Cat")
    assert evening.table.state.phase == "bid"
    first = evening.table.game.to_act(evening.table.state)[0].seat
    later = [(first + 1) % 3, (first + 2) % 3]
    names = evening.table.setup.seats
    table = browsers[first].get("table").body
    for seat in later:
        mine = browsers[seat].get("seat").json
        assert mine["coming"] == ["bids"]
        answer = browsers[seat].say(f"{names[seat]}: bids 1")
        assert answer.json["ahead"] is True
        assert browsers[seat].get("seat").json["ahead"] == f"{names[seat]}: bids 1"
    assert browsers[first].get("table").body == table
    assert browsers[later[1]].ask("DELETE", "/api/v1/ahead").status == 200
    assert browsers[later[1]].get("seat").json["ahead"] is None
    assert browsers[later[1]].say(f"{names[later[1]]}: bids 9").status == 422
    again = evening.again()
    twins = [again.twin(one) for one in browsers]
    assert twins[first].say(f"{names[first]}: bids 0").status == 200
    assert twins[first].get("table").json["public"]["bids"] == {names[first]: 0, names[later[0]]: 1}
    assert twins[later[1]].get("table").json["next"] == [{"seat": names[later[1]], "verbs": ["bids"]}]


def test_who_would_pass_is_asked_again_when_somebody_declares(household):
    facts = some_facts(12, Random(5))
    evening = Evening(household, games.setup(games.game("liars-lair"), ("Ann", "Bob", "Cat"), {"each": 2}, facts=facts))
    browsers = evening.seated("Ann", "Bob", "Cat")
    names = evening.table.setup.seats
    while evening.table.state.phase != "declare":
        seat = evening.table.game.to_act(evening.table.state)[0].seat
        if evening.table.state.phase == "reclaim" and set(dict(evening.table.state.table).values()) > {seat}:
            own_cards_are_not_taken_back(evening, browsers[seat], seat)
        assert browsers[seat].say(evening.legal[0]).status == 200
    first, second, third = evening.table.state.queue if len(evening.table.state.queue) == 3 else (None,) * 3
    if third is None:
        pytest.skip("somebody is out already")
    assert browsers[third].say(f"{names[third]}: passes").json["ahead"]
    assert browsers[second].say(f"{names[second]}: passes").json["ahead"]
    assert f"{names[first]} and {names[second]} are still to speak." in browsers[third].page()
    seen = evening.hosted.seq
    assert browsers[first].say(f"{names[first]}: declares").status == 200
    assert browsers[second].get("seat").json["ahead"] is None
    assert evening.table.log.lines[-1] == f"{names[first]}: declares", "nobody passed for them"
    assert [turn.seat for turn in evening.table.game.to_act(evening.table.state)] == [second]
    assert browsers[third].say(f"{names[third]}: passes", seen=seen).status == 409


def own_cards_are_not_taken_back(evening, browser, seat):
    """The phone says which, and what may be taken."""
    cards = dict(evening.table.state.table)
    own = next(card for card, whose in cards.items() if whose == seat)
    title, others = evening.table.setup.facts.title_of(own), [f"{card}" for card in cards if card != own]
    found = re.search(r'data-why="You played ([^"]+)"', browser.page())[1]
    said, _, rest = unescape(found).partition(", yourself this round. You may take any other card: ")
    assert said == f"{own}, {title}"
    assert sorted(rest.rstrip(".").replace(" or ", ", ").split(", ")) == sorted(others)


def test_notes_are_the_seats_own(evening):
    ann, bob = evening.seated("Ann", "Bob")
    seq = evening.hosted.seq
    assert ann.post("note", card="17", text="Eve grinned  at this").json == {"seq": seq}
    assert ann.get("seat").json["notes"] == {"17": "Eve grinned at this"}
    assert bob.get("seat").json["notes"] == {}
    assert ann.post("note", card="", text="x").status == 422
    assert ann.post("note", card="17", text="x" * 300).status == 422
    ann.post("note", card="17", text="")
    assert ann.get("seat").json["notes"] == {}


def test_hands_that_do_not_fit_are_no_way_to_ask(household):
    evening = Evening(household, games.setup(games.game("liars-guess"), ("Ann", "Bob"), {}), deals=False)
    ann, bob = evening.seated("Ann", "Bob")
    host = evening.host()
    host.say("dealer Ann")
    assert host.say("faceup rc1 rc2 rc3 rh1 rh2 rh3 rt1 rt2").status == 200
    assert bob.say("Bob: holds rt3 yc1 yc2 yc3 yh1 yh2 yh3 yt1 yt2").status == 200
    for _ in range(3):
        no = ann.say("Ann: holds rt3 yt3 gc1 gc2 gc3 gh1 gh2 gh3 gt1")
        assert no.status == 422
        assert no.json == {"rule": "", "why": "Ann: holds … does not fit the hidden cards"}
    assert any("a hand that does not fit was entered" in one for one in bob.get("table").json["notices"])


def test_events_say_that_and_never_what(evening, monkeypatch):
    monkeypatch.setattr("referee.host.app._BEAT_S", 0.01)
    ann, _ = evening.seated("Ann", "Bob")
    key = evening.people.session({evening.people.cookie: ann.cookie})[0]

    async def listen():
        stream = evening.api._stream(key, "Ann")
        first = await anext(stream)
        evening.hosted.changed()
        second = await anext(stream)
        assert evening.people.here("Ann")
        third = await anext(stream)
        await stream.aclose()
        return first, second, third

    first, second, third = evening.loop.run_until_complete(listen())
    seq = json.dumps({"seq": evening.hosted.seq}, separators=(",", ":")).encode()
    assert first == b"retry: 1000\ndata: " + seq + b"\n\n"
    assert second == b"data: " + seq + b"\n\n"
    assert third == b"event: beat\ndata: " + seq + b"\n\n"  # a sign of life
    assert evening.people.here("Ann")
    evening.now += 30
    assert not evening.people.here("Ann")


def test_an_answer_ahead_is_seen_by_nobody_else(household, monkeypatch):
    """Not in bytes, not in events, and not in how long an answer takes: no page of theirs is rendered anew for it."""
    evening = lizard(household, "Ann", "Bob", "Cat", "Dan", rounds=1, trump_lizard="none", trump_snake="none")
    phones, host, names = evening.seated("Ann", "Bob", "Cat", "Dan"), evening.host(), evening.table.setup.seats
    giver = (evening.table.game.to_act(evening.table.state)[0].seat + 1) % 4
    asked = [(host, "/part/screen"), (host, "table")]
    asked += [
        (one, part) for one in phones if one is not phones[giver] for part in ("/part/phone", "/part/menu", "seat")
    ]

    def seen():
        return [one.get(part).body for one, part in asked]

    before, rendered, rung = seen(), [], evening.api.rung
    page = pages.page
    monkeypatch.setattr(pages, "page", lambda *args: rendered.append(args) or page(*args))
    for _ in range(2):
        assert phones[giver].say(f"{names[giver]}: bids 1").json["ahead"] is True
        assert seen() == before
        assert phones[giver].ask("DELETE", "/api/v1/ahead").status == 200
        assert seen() == before
    assert not rendered
    assert evening.api.rung == rung
    phones[giver].get("/part/phone")
    phones[giver].say(f"{names[giver]}: bids 1")
    phones[giver].get("/part/phone")
    assert len(rendered) == 2, "who gives it sees it at once"
