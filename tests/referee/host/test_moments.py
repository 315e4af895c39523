"""A result is held on all screens until those who go next have seen it, or for eight seconds."""

import asyncio
import re
import sys
from pathlib import Path
from random import Random

import pytest

from referee import games
from referee.core.play import legal_actions
from referee.core.screens import Passed, ViewsByViewer
from referee.host import bot_turns
from referee.tables.export import record_of
from tests.referee import conformance, tiny
from tests.referee.games import lair
from tests.referee.host.staged import CASES
from tests.referee.host.test_lair import shown
from tests.referee.host.wire import Evening

DOCS = (Path(__file__).parents[3] / "docs" / "host.md").read_text("utf-8")
PASSES = "Bob: passes\nCat: passes\nDan: passes\n"  # nobody declares, and then nobody shows a card
ANN_WINS = f"{lair.DECLARE}Ann: declares\n{PASSES}{PASSES}"
BOB_IS_OUT = CASES["a lie in play"]


def staged(folder, case, *, moment_s=8, language="en"):
    """Return the evening of a case after its last line, the phones by name, and the host's browser."""
    evening = Evening(folder, case.setup, deals=False, moment_s=moment_s)
    evening.hosting.language = language
    host, phones = evening.host(), evening.phones(*case.names)
    for row in case.rows:
        name, _, said = row.partition(": ")
        if row.startswith("truths"):
            continue  # the referee draws them: the seed's are no others
        answer = (phones[name] if said else host).say(row)
        assert answer.status == 200, (row, answer)
    return evening, phones, host


@pytest.mark.parametrize("name", [name for name in CASES if CASES[name].game != "liars-lair"])
def test_every_result_is_held_on_all_screens_for_eight_seconds(household, name):
    evening, phones, host = staged(household, CASES[name])
    for kind, said in CASES[name].held:
        began = evening.now
        held = host.get("table").json["moment"]
        assert (held["kind"], held["said"], held["seconds"]) == (kind, said, 8)
        about, _, rest = said.partition(" ")
        for who, phone in phones.items():
            assert phone.get("seat").json["moment"]["said"] == said
            mine = shown(phone)
            assert (rest.partition(" ")[2] if who == about else said) in mine
            assert "Back to the table" in mine or "Go on" in mine
        assert said in shown(host, "/part/screen")
        rung = evening.api.rung
        assert phones[CASES[name].names[0]].post("moment", since=0, place=0).status == 200
        assert evening.api.rung == rung  # one that is not held rings nobody
        evening.now = began + 7  # and a request takes its time
        assert said in shown(host, "/part/screen")
        evening.now = began + 8.1
    if evening.table.game.outcome(evening.table.state).winners:
        assert host.get("table").json["moment"]["kind"] == "crown"
        evening.now += 99
    assert host.get("table").json["moment"] is None
    assert not any("data-moment" in phone.page() for phone in phones.values())
    assert "data-moment" not in host.page("screen")


def knocked_out(household, **how):
    """Return the evening in which Ann or Bob has just been put out, the phones, the host, and who it was."""
    evening, phones, host = staged(household, BOB_IS_OUT, **how)
    return evening, phones, host, host.get("table").json["moment"]["seat"]


def seen(browser):
    """Go on from what this browser's screens hold."""
    held = browser.get("table" if browser.client == "127.0.0.1" else "seat").json["moment"]
    assert browser.post("moment", since=held["since"], place=held["place"]).status == 200


def test_a_verdict_shows_both_cards_before_it_says_who_is_out(household):
    _, phones, host, out = knocked_out(household)
    big = host.page("screen")
    assert "mo m-verdict verdict" in big
    assert "1 or 2?" in shown(host, "/part/screen") or "2 or 1?" in shown(host, "/part/screen")
    marks = {one["note"]: one["mark"] for one in host.get("table").json["moment"]["cards"]}
    assert marks == {out: "LIE", ({"Ann", "Bob"} - {out}).pop(): "true"}
    assert f"{out} is out." in shown(phones["Cat"])
    assert "may take one of" in shown(phones["Cat"])


def test_you_are_out_stays_one_page_for_the_rest_of_the_game(household):
    evening, phones, host, out = knocked_out(household)
    once = re.compile(r'data-once="([^"]*)"')
    first = phones[out].page()
    assert "You are out." in first
    assert "data-moment" not in first, "the page of who is out is held until it is waved away"
    names = {*once.findall(first)}
    evening.now += 9
    for _ in range(12):
        for name in lair.FOUR:
            if legal := [line for line in phones[name].get("seat").json["legal"] if "declares" not in line]:
                assert phones[name].say(legal[-1]).status == 200
        page = phones[out].page()
        names |= {*once.findall(page)}
        assert "round 1" not in page.partition("data-once")[2], "it says no round, which would go on"
    assert host.get("table").json["public"]["round"] > 1
    assert len(names) == 1


def test_who_goes_next_ends_it_for_all_and_the_others_only_for_themselves(household):
    evening, phones, host, out = knocked_out(household)
    taker = ({"Ann", "Bob"} - {out}).pop()
    assert host.get("table").json["moment"]["next"] == [taker]
    seen(phones["Cat"])
    assert phones["Cat"].get("seat").json["moment"] is None
    assert "is out." not in shown(phones["Cat"]).partition("Hold")[0] or "data-moment" not in shown(phones["Cat"])
    assert phones["Dan"].get("seat").json["moment"]["seat"] == out
    rung = evening.api.rung
    seen(phones[taker])
    assert evening.api.rung > rung, "all screens are told"
    assert host.get("table").json["moment"] is None
    assert "Take one of" in shown(phones[taker])
    assert phones["Dan"].post("moment", since=1, place=0).status == 200  # of something older: no matter
    assert phones["Dan"].post("moment", since="x").status == 400


def test_two_results_of_one_line_are_seen_one_after_the_other(household):
    _, phones, host = staged(household, CASES["a trick, and the round"])
    for name in ("Bob", "Cat"):
        seen(phones[name])
        assert phones[name].get("seat").json["moment"]["kind"] == "round", "no other has to be waited for"
        assert host.get("table").json["moment"]["kind"] == "trick"
    kinds = [host.get("table").json["moment"]["kind"]]
    while (held := host.get("table").json["moment"]) is not None:
        kinds.append(held["kind"])
        seen(host)
    assert kinds == ["trick", "trick", "round"]


def test_a_line_is_not_refused_but_ends_it(household):
    _, phones, host, out = knocked_out(household)
    taker = ({"Ann", "Bob"} - {out}).pop()
    assert phones[taker].say(f"{taker}: takes nothing").status == 200
    assert host.get("table").json["moment"] is None


def test_an_undo_takes_it_back_and_a_restart_shows_it_again(household):
    evening, _, host, _ = knocked_out(household)
    again = evening.again()
    assert again.host().get("table").json["moment"]["kind"] == "verdict"
    again.now += 9
    assert again.host().get("table").json["moment"] is None
    again.close()
    assert host.post("undo").status == 200
    assert host.get("table").json["moment"] is None


def test_the_host_shortens_results_for_good_or_skips_one(household):
    evening, phones, host, _ = knocked_out(household)
    assert phones["Cat"].post("moments", seconds=3).status == 403
    for wrong in (-1, 61, "3", True, None):
        assert host.post("moments", seconds=wrong).status == 400
    assert "Hold results 3 s" in shown(host, "/part/screen")
    assert host.post("moments", seconds=3).status == 200
    assert host.get("table").json["moment"]["seconds"] == 3
    evening.now += 3.1
    assert host.get("table").json["moment"] is None
    again = evening.again()
    assert again.hosting.moment_s == 3
    seen(again.host())
    assert again.host().get("table").json["moment"] is None
    again.close()


def test_bots_wait_for_it(household, monkeypatch):
    evening, _, host, _ = knocked_out(household)
    for name in ("Ann", "Bob"):
        assert host.post("bot", seat=name, level="random").status == 200
    lines = evening.table.log.lines
    monkeypatch.setattr(bot_turns, "MOMENT_S", 0.01)

    async def asked():
        evening.hosted.later = evening.api.bots_turn
        evening.hosted.later()
        await asyncio.sleep(0.2)
        assert evening.table.log.lines == lines
        evening.now += 9
        evening.api.go_on()
        async with asyncio.timeout(60):
            while evening.table.log.lines == lines:  # noqa: ASYNC110, the desk has no event of its own
                await asyncio.sleep(0.01)

    evening.loop.run_until_complete(asked())
    assert "takes" in evening.table.log.lines[len(lines)]


def test_it_stands_in_no_record_and_a_phone_that_comes_back_finds_it_in_its_list(household):
    evening, phones, host, out = knocked_out(household)
    before = record_of(evening.table, reveal=True)
    seen(host)
    assert record_of(evening.table, reveal=True) == before
    assert f"The last result 1 or 2? {out} is out." in shown(phones["Cat"], "/part/menu").replace("2 or 1?", "1 or 2?")


def test_what_is_true_of_a_hand_that_fell_only_its_own_phone_says(household):
    _, phones, host = staged(household, CASES["a hand that falls by itself"])
    for browser in (host, phones["Ann"], phones["Cat"]):
        held = browser.get("table" if browser is host else "seat").json["moment"]
        assert (held["kind"], held["seat"]) == ("fallen", "Bob")
        assert sorted(one["card"] for one in held["cards"]) == ["11", "12", "2", "9"]
        assert [one["mark"] for one in held["cards"][:2]] == ["", ""], "what they hold themselves tells them of others"
    assert {one["mark"] for one in phones["Bob"].get("seat").json["moment"]["cards"]} == {"true", "LIE"}
    assert "The Screw-Top Pear" in shown(host, "/part/screen"), "all of the hand is laid open"


def test_the_winner_is_crowned_with_the_hand_laid_open_and_awards_follow(household):
    _, phones, host = staged(household, BOB_IS_OUT._replace(lines=ANN_WINS))
    crown = host.get("table").json["moment"]
    assert (crown["kind"], crown["said"], crown["seat"]) == ("crown", "Ann wins.", "Ann")
    assert crown["why"] == ["Nobody could prove Ann a liar."], "who wins is said once"
    assert [one["mark"] in {"true", "LIE"} for one in crown["cards"]] == [True] * 4
    assert "You win." in shown(phones["Ann"])
    assert phones["Bob"].get("seat").json["moment"]["kind"] == "crown"
    assert 'href="#i-crown"' in host.page("screen")
    awards = []
    seen(host)
    while (held := host.get("table").json["moment"]) is not None:
        assert held["kind"] == "award"
        for browser, page in (*((phone, "/part/phone") for phone in phones.values()), (host, "/part/screen")):
            assert held["said"] in shown(browser, page)
        awards.append(held["said"])
        seen(host)
    assert awards
    assert len({*awards}) == len(awards)
    assert "Ann wins." in shown(host, "/part/screen")


def test_the_end_comes_to_all_screens_together(household):
    _, phones, host = staged(household, BOB_IS_OUT._replace(lines=ANN_WINS))
    *early, last = phones.values()
    while (held := host.get("table").json["moment"]) is not None:
        for phone in early:
            seen(phone)
            assert "The others are still looking." in shown(phone)
            assert phone.get("seat").json["moment"]["said"] == held["said"], "nobody goes on alone"
        assert host.get("table").json["moment"] == held
        assert held["said"].partition(" ")[2] in shown(last)
        seen(last)
    for browser, page in (*((phone, "/part/phone") for phone in phones.values()), (host, "/part/screen")):
        assert "k-over" in browser.get(page).body.decode()
        assert "data-moment" not in browser.get(page).body.decode()


TWINS = {  # the case, what is in a hand, what might be there as well, and who knows nothing of it
    "a lie in play": ("Cat: holds 4 7 10 13\nDan: holds 11 14", "Cat: holds 4 7 13 14\nDan: holds 10 11", ("Ann",)),
    "a doubted card, and the round": ("2c 2s 8d 9s Jd", "2c 2s 8d 9s 9c", ("Bob",)),
    "a trick in the second round": ("Bob: holds 2s 7c", "Bob: holds 2s Kc", ("Ann", "Cat")),
    "a wrong guess": ("Ann: holds yc1 yc2 yc3", "Ann: holds gc1 yc2 yc3", ("Bob",)),
    "an attack": ("Ann: holds black black black red red", "Ann: holds black black black black red", ("Bob",)),
}
ALL_CASES = CASES | {
    "a trick in the second round": CASES["a trick, and the round"]._replace(
        lines=CASES["a trick, and the round"].lines
        + """
            trump 5d
            Ann: holds 3s 4c
            Bob: holds 2s 7c
            Cat: holds 9s Qc
            Cat: bids 1
            Ann: bids 0
            Bob: bids 0
            Cat: plays 9s
            Ann: plays 3s
            Bob: plays 2s
        """
    )
}


@pytest.mark.parametrize("name", TWINS)
def test_evenings_that_differ_in_secrets_send_the_same_bytes_while_a_result_is_held(household, name):
    one, other, eyes = TWINS[name]
    sent: list[list[bytes]] = []
    for at, lines in enumerate((ALL_CASES[name].lines, ALL_CASES[name].lines.replace(one, other))):
        (folder := household / f"{at}").mkdir()
        evening, phones, host = staged(folder, ALL_CASES[name]._replace(lines=lines))
        seal = evening.table.seal.encode() or b"no seal"  # it commits to the hands, behind a nonce
        asked = [(host, ("table", "/part/screen")), *((phones[who], ("seat", *PAGES)) for who in eyes)]
        sent.append([browser.get(page).body.replace(seal, b"~") for browser, pages in asked for page in pages])
        held = (b"data-moment", b'"moment":{', b"The last result", b"You are out")
        assert all(any(sign in body for sign in held) for body in sent[-1])
        assert ALL_CASES[name].lines.count(one) == 1
    assert sent[0] == sent[1]
    assert {ALL_CASES[name].game for name in TWINS} == set(games.REGISTRY)


PAGES = ("/part/phone", "/part/menu")


def lines_of_chance(game, many, most):
    """Yield the lines of so many games that are played by chance, at most so many of each, with its setup."""
    for seed in range(many):
        rng, setup = Random(seed), conformance.some_setup(game, Random(seed))
        state = game.start(setup)
        for _ in range(most):
            if game.outcome(state).over:
                break
            action = game.draw(state, rng) or rng.choice(legal_actions(game, state))
            after = game.apply(state, action)
            yield setup, Passed(ViewsByViewer(game, setup, state), action, ViewsByViewer(game, setup, after))
            state = after


@pytest.mark.parametrize("name", [*games.REGISTRY, "tiny"])
def test_every_viewer_is_shown_as_many_results_and_the_docs_name_them(name, monkeypatch):
    monkeypatch.setattr(games, "REGISTRY", (*games.REGISTRY, "tiny"))
    monkeypatch.setitem(sys.modules, "referee.games.tiny", tiny)
    game, found = games.game(name), set()
    for setup, passed in lines_of_chance(game, 12, 150):
        kinds = [[one.kind for one in passed.moments(eyes)] for eyes in (None, *range(len(setup.seats)))]
        assert kinds.count(kinds[0]) == len(kinds)
        found |= {*kinds[0]}
    assert found
    if name != "tiny":
        title = re.escape(game.title.replace("'", "’"))
        (row,) = re.findall(rf"^\| {title} \| (.*) \|$", DOCS, re.MULTILINE)
        assert found <= {*re.findall(r"`(\w+)`", row)}
