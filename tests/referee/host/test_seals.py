"""Seals at a hosted table: every deal of the referee's has one, everybody is shown the same, and the end proves it."""

import re
from html import unescape
from random import Random

import pytest

from factbank.kits import keep
from referee import games
from referee.host.hosting import Chair
from referee.tables.export import record_of
from tests.referee import conformance
from tests.referee.host.wire import Evening, lizard, lobby, some_evening
from tests.referee.program import referee, refused

NAMES = [name for name in games.REGISTRY if any(verb.kept for verb in games.game(name).verbs)]
SEAL = re.compile(rb"\b(?:[0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}\b")


def verified(evening, *seen, reveal=True):
    path = evening.folder / "game.txt"
    path.write_text(record_of(evening.table, reveal=reveal), "utf-8")
    return referee("verify", path, *(word for seal in seen for word in ("--seen", seal)))


@pytest.mark.parametrize("name", NAMES)
def test_every_game_with_phones_shows_one_seal_to_all_and_proves_it(household, name):
    evening = some_evening(household, name, 4)
    host, phones = evening.host(), evening.seated(*evening.table.setup.seats)
    seal = evening.table.seal
    assert len(seal) == 24
    for one in (host, *phones):
        assert one.get("table").json["seal"] == seal
        assert set(SEAL.findall(one.get("/screen").body)) == {seal.encode()}
    for one in phones:
        assert seal in unescape(one.page("menu"))
    private = {place for place, one in enumerate(evening.table.actions, start=1) if one.verb in {"holds", "truths"}}
    assert {line.place for deal in evening.table.deals for line in deal.lines} == private
    done = verified(evening, seal)
    assert done.returncode == 0, done.stderr
    assert f"{len(private)} of {len(private)} private lines are proven." in done.stdout


def test_a_table_of_printed_cards_has_no_seal(household):
    evening = Evening(household, games.setup(games.game("lizard"), ("Ann", "Bob", "Cat")), deals=False)
    (ann,) = evening.seated("Ann")
    assert evening.host().say("dealer Ann").status == 200
    evening.table.act(evening.table.read("Ann: holds 2c"), 0)
    assert ann.get("table").json["seal"] is None
    for page in ("/screen", "/part/menu"):
        assert not SEAL.search(ann.get(page).body)
    refused(verified(evening), "nothing was promised")


def test_a_lobby_deals_sealed_hands_to_bots_too(household):
    evening = lobby(household, "lizard", deals=True)
    evening.hosting.chairs = [Chair("Zoe", bot="easy"), Chair("Yan", bot="easy")]
    evening.seated("Ann")
    assert evening.host().post("begin").status == 200
    assert evening.table.bots
    assert len(evening.table.deals) >= 1
    assert {line.name for line in evening.table.deals[0].lines} == {"Ann", "Zoe", "Yan"}
    assert not evening.table.seeded
    assert "seed" not in evening.host().get("table").json
    assert verified(evening, evening.table.seal).returncode == 0


def test_a_seal_stays_through_undo_a_kill_and_a_rematch_has_its_own(household):
    evening = lizard(household, rounds=1, trump_snake="none", trump_lizard="none")
    host = evening.host()
    first = evening.table.seal
    assert host.say(evening.legal[0]).status == 200
    assert host.post("undo").status == 200
    assert host.get("table").json["seal"] == first
    again = evening.again()
    twin = again.twin(host)
    assert twin.get("table").json["seal"] == first
    again.play_on()
    assert again.table.seal == first
    assert twin.post("rematch").status == 200
    assert twin.get("table").json["seal"] not in {first, None}


def test_the_end_says_how_to_prove_it_and_the_shared_export_keeps_what_nobody_saw(household):
    game = games.game("liars-lair")
    facts = conformance.some_facts(9, Random(1))
    keep(facts)
    evening = Evening(household, games.setup(game, ("Ann", "Bob", "Cat"), {"each": 2}, facts=facts))
    host, (ann, *_) = evening.host(), evening.seated("Ann", "Bob", "Cat")
    seal = evening.table.seal
    evening.play_on()
    how = f"referee export {evening.table.number} --reveal -o game.txt"

    def said(page):
        return " ".join(re.sub(r"<[^>]+>", "", unescape(page.body.decode())).split())

    for page in (host.get("/screen"), ann.get("/part/menu")):
        assert seal in said(page)
        assert how in said(page)
        assert "referee verify game.txt" in said(page)
    assert host.post("end").status == 200
    for page in (host.get("/screen"), ann.get("/")):
        assert seal in said(page)
        assert how in said(page)
    assert not any(line.nonce in record_of(evening.table, reveal=False) for line in evening.table.deals[0].lines)
    refused(verified(evening, reveal=False), "none of 4 sealed lines is open here")
    assert verified(evening, seal).returncode == 0


@pytest.mark.parametrize("seed", ["cheat", None])
def test_a_chosen_seed_is_said_on_every_screen(household, seed):
    evening = lizard(household) if seed else Evening(household, games.setup(games.game("lizard"), "ABC"), seed=None)
    host, (phone, *_) = evening.host(), evening.seated(*evening.table.setup.seats)
    assert (host.get("table").json.get("seed") == "chosen") is bool(seed)
    assert (b"The seed was chosen" in host.get("/screen").body) is bool(seed)
    assert (b"The seed of this table was chosen" in phone.get("/part/menu").body) is bool(seed)
    assert "cheat" not in host.get("/screen").body.decode()
