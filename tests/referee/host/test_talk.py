"""Table talk: noses that smell whether the newest claim is a lie, and stamps that phones throw at the big screen."""

import re

import pytest

from referee import games
from referee.host import talk
from referee.tables.export import record_of
from tests.referee.games import lair
from tests.referee.host.staged import CASES
from tests.referee.host.test_lair import shown
from tests.referee.host.test_moments import lines_of_chance, staged

ANN_PLAYS = lair.START + "Ann: plays 1\n"
CLAIMING = ["liars-lair", "liars-guess", "liar-poker", "red-and-black"]


def at_the_lair(folder, lines=ANN_PLAYS, **options):
    """Return the evening, the phones by name, and the host's browser, of Liar's Lair for four after these lines."""
    case = CASES["a lie in play"]
    return staged(folder, case._replace(lines=lines, options=case.options | options), moment_s=0)


def waiting(browser):
    """Return the claims that noses smell now, as this browser is told."""
    return browser.get("table" if browser.client == "127.0.0.1" else "seat").json["noses"]


def smell(phone, *, lie):
    """Let a phone smell the newest claim."""
    (claim,) = waiting(phone)
    answer = phone.post("nose", claim=claim["claim"], lie=lie)
    assert answer.status == 200, answer


def test_everybody_else_smells_in_secret_and_the_big_screen_counts_and_then_says_it(household):
    _, phones, host = at_the_lair(household)
    (claim,) = waiting(host)
    assert (claim["seat"], claim["card"], claim["asked"]) == ("Ann", "1", ["Bob", "Cat", "Dan"])
    assert "Is Ann’s 1 true?" in shown(phones["Bob"])
    assert "data-nose" not in phones["Ann"].page()
    for at, (name, lie) in enumerate((("Bob", True), ("Cat", False), ("Dan", True)), 1):
        smell(phones[name], lie=lie)
        assert waiting(host)[0]["tapped"] == at
        assert f'aria-label="{at} of 3 noses' in host.page("screen") or at == 3
        assert ("noses say" in shown(host, "/part/screen")) == (at == 3)
    assert "Is Ann’s 1 true? Two of three noses say lie." in shown(host, "/part/screen")
    assert [waiting(phones[name])[0]["mine"] for name in phones] == [None, True, False, True]


def test_which_way_a_nose_went_is_in_nobodys_bytes_until_all_have_smelled(household):
    sent = []
    for lie in (True, False):
        (folder := household / f"{lie}").mkdir()
        evening, phones, host = at_the_lair(folder)
        smell(phones["Bob"], lie=lie)
        smell(phones["Cat"], lie=True)
        assert "Your nose has spoken: 2 of 3 have." in shown(phones["Bob"])
        asked = [(host, ("table", "/part/screen")), *((phones[who], ("seat", "/part/phone")) for who in ("Ann", "Dan"))]
        seal = evening.table.seal.encode() or b"no seal"
        found = [browser.get(page).body.replace(seal, b"~") for browser, pages in asked for page in pages]
        sent.append([*found, phones["Bob"].get("/part/phone").body])
    assert sent[0] == sent[1], "not even on the phone of whoever smelled: somebody may look over a shoulder"


def test_the_next_card_says_what_the_noses_said_of_the_last_one_from_three_on(household):
    _, phones, host = at_the_lair(household)
    for name in ("Bob", "Cat"):
        smell(phones[name], lie=True)
    assert phones["Bob"].say("Bob: plays 9").status == 200
    assert "say lie" not in shown(host, "/part/screen"), "two noses are nobody's secret any more"
    for name in ("Ann", "Cat", "Dan"):
        smell(phones[name], lie=True)
    assert phones["Cat"].say("Cat: plays 7").status == 200
    assert "Is Bob’s 9 true? Three of three noses say lie." in shown(host, "/part/screen")
    refused = phones["Ann"].post("nose", claim="6.0", lie=True)
    assert (refused.status, "moved on" in refused.json["why"]) == (409, True)


def test_a_sum_that_was_told_is_told_for_good(household):
    """Also when more people sit down to watch, and when the line after it is taken back."""
    evening, phones, host = at_the_lair(household)
    for name in ("Bob", "Cat", "Dan"):
        smell(phones[name], lie=True)
    assert evening.again().hosting.told == evening.hosting.told != [], "after a restart, too"
    assert waiting(host)[0]["lies"] == 3
    for name in ("Wim", "Zoe"):
        phones[name] = evening.seated(name)[0]
    (claim,) = waiting(phones["Ann"])
    assert (claim["asked"], claim["lies"]) == (["Bob", "Cat", "Dan"], 3)
    assert phones["Wim"].post("nose", claim=claim["claim"], lie=True).status == 403
    assert phones["Bob"].say("Bob: plays 9").status == 200
    claim = waiting(phones["Ann"])[0]["claim"]
    for name in ("Ann", "Cat", "Wim"):
        assert phones[name].post("nose", claim=claim, lie=True).status == 200
    assert phones["Cat"].say("Cat: plays 7").status == 200
    assert "Three of three noses say lie." in shown(host, "/part/screen")
    assert host.post("undo", seen=evening.hosted.seq).status == 200
    (claim,) = waiting(phones["Ann"])
    assert (claim["seat"], claim["asked"], claim["lies"]) == ("Bob", ["Ann", "Cat", "Wim"], 3)
    assert phones["Zoe"].post("nose", claim=claim["claim"], lie=False).status == 403


def test_when_the_truth_comes_out_those_who_smelled_it_right_are_named_and_the_evening_has_a_best_nose(household):
    evening, phones, host = at_the_lair(household)
    evening.hosting.moment_s = 8
    for name, lie in (("Bob", False), ("Cat", False), ("Dan", True)):
        smell(phones[name], lie=lie)
    assert phones["Bob"].say("Bob: plays 2").status == 200
    out = host.get("table").json["moment"]["seat"]
    right = "Dan" if out == "Ann" else "Bob and Cat"
    assert f"{right} smelled it right." in shown(host, "/part/screen")
    evening.now += 9
    evening.play_on()
    evening.now += 99  # and the last results are seen
    for browser, page in ((host, "/part/screen"), (phones["Cat"], "/part/phone")):
        assert f"Best nose tonight: {right} , 1 of 1 smelled right." in shown(browser, page)
        assert f"Best nose tonight {right}: 1 of 1 smelled right." in shown(browser, "/story")
    assert host.post("rematch").status == 200
    assert evening.hosting.smelled == {}
    assert evening.hosting.nosed["Dan"] == (int(right == "Dan"), 1)
    again = evening.again()
    assert again.hosting.nosed == evening.hosting.nosed
    again.close()


def test_noses_stand_in_no_record_and_go_with_a_line_that_is_taken_back(household):
    evening, phones, host = at_the_lair(household)
    before = record_of(evening.table, reveal=True)
    smell(phones["Bob"], lie=True)
    assert record_of(evening.table, reveal=True) == before
    assert evening.again().hosting.smelled == {"6.0": {"Bob": True}}
    assert host.post("undo").status == 200
    assert phones["Ann"].say("Ann: plays 3").status == 200
    assert waiting(phones["Bob"])[0]["mine"] is None


def test_the_host_lets_only_those_who_are_out_smell_or_nobody(household):
    lines = lair.KNOCK + "Ann: takes 5\nCat: plays 7\n"
    _, phones, host = at_the_lair(household, lines)
    (claim,) = waiting(host)
    out = next(one for one in ("Ann", "Bob") if "You are out" in shown(phones[one]))
    assert {*claim["asked"]} == {"Ann", "Bob", "Dan"}
    assert phones["Dan"].post("noses", noses="out").status == 403
    assert host.post("noses", noses="out").status == 200
    assert waiting(host)[0]["asked"] == [out]
    assert phones["Dan"].post("nose", claim=claim["claim"], lie=True).status == 403
    smell(phones[out], lie=True)
    assert host.post("noses", noses="off").status == 200
    assert waiting(host) == []
    assert host.post("noses", noses="some").status == 400


@pytest.mark.parametrize("name", CLAIMING)
def test_a_claim_is_the_same_for_every_viewer_and_its_truth_is_nobodys_but_the_tables(name):
    game, seen = games.game(name), 0
    for setup, passed in lines_of_chance(game, 6, 120):
        for claim, true in zip(passed.claims(), passed.truths(), strict=True):
            assert setup.seats[claim.seat] in str(claim.words)
            assert claim.true in (None, true)
            seen += 1
    assert seen


def test_lizard_claims_nothing(household):
    _, phones, host = staged(household, CASES["a trick, and the round"], moment_s=0)
    assert waiting(host) == []
    assert phones["Ann"].post("nose", claim="0.0", lie=True).status == 409


def test_the_asker_smells_an_answer_and_who_must_believe_or_doubt_by_the_rules_is_not_asked_twice(household):
    case = CASES["an accusation"]
    _, phones, host = staged(household, case._replace(lines="\n".join(case.rows[:-2])), moment_s=0)
    (claim,) = waiting(host)
    assert (claim["seat"], claim["asked"]) == ("Ann", ["Bob"])
    assert "Ann says 2" in shown(phones["Bob"])
    (folder := household / "poker").mkdir()
    case = CASES["a doubted card, and the round"]
    _, phones, host = staged(folder, case._replace(lines="\n".join(case.rows[:-3])), moment_s=0)
    assert [claim["asked"] for claim in waiting(host)] == [[], []]


def test_a_nose_speaks_once_and_again_rings_no_screen(household):
    evening, phones, _host = at_the_lair(household)
    smell(phones["Bob"], lie=True)
    (claim,), rung = waiting(phones["Bob"]), evening.api.rung
    smell(phones["Bob"], lie=True)
    assert phones["Bob"].post("nose", claim=claim["claim"], lie=False).json["why"] == "Your nose has spoken."
    assert evening.api.rung == rung


def test_a_phone_throws_two_stamps_a_turn_and_a_hundred_more_do_nothing(household):
    evening, phones, host = at_the_lair(household)
    rung = evening.api.rung
    answers = []
    for _ in range(100):
        evening.now += 0.1
        answers.append(phones["Bob"].post("stamp", stamp="ha").status)
    assert answers == [200, 200, *[409] * 98]
    assert evening.api.rung == rung + 2, "what is refused wakes no screen"
    evening.now += 10
    assert phones["Cat"].post("stamp", stamp="bravo").status == 200
    page = host.page("screen")
    assert re.findall(r'class="stamp" id="stamp\d+" data-stamp="(\w+)"', page) == ["bravo"]
    assert page.index('data-stamp="bravo"') > page.index("Bob <small>"), "it lies beside the seat of who threw it"
    assert phones["Bob"].page().count('data-why="Two stamps a turn') in {0, 4}
    assert phones["Bob"].say("Bob: plays 9").status == 200
    assert phones["Bob"].post("stamp", stamp="liar").status == 200
    evening.now += talk.SHOWN_S + 1
    evening.api.ring()
    assert 'class="stamp"' not in host.page("screen")


def test_a_stamp_is_one_of_four_and_thrown_by_a_player(household):
    evening, phones, host = at_the_lair(household)
    before = record_of(evening.table, reveal=True)
    assert phones["Bob"].post("stamp", stamp="<b>").status == 400
    assert host.post("stamp", stamp="ha").status == 403
    stranger = evening.browser(client="10.0.0.9")
    assert stranger.post("stamp", stamp="ha").status == 401
    for name in phones:
        for what in talk.STAMPS:
            phones[name].post("stamp", stamp=what)
    assert host.page("screen").count('class="stamp"') == 8
    assert record_of(evening.table, reveal=True) == before


def test_a_result_is_stamped_too_with_the_names_of_those_who_threw(household):
    _, phones, host = staged(household, CASES["a lie in play"])
    assert phones["Cat"].post("stamp", stamp="ooh").status == 200
    page = shown(host, "/part/screen")
    assert "Ooh Cat" in page
    assert 'data-stamp="liar"' in phones["Dan"].page()
