"""The lobby: seats before a game begins, fresh facts, starting again after a crash, and a rematch."""

import asyncio
import json
import re
from random import Random
from threading import Event

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from factbank import factfile
from factbank.kits import keep
from liarsdeck.files import ledger_path
from referee import games
from referee.commands import host as command
from referee.core.setup import first_table, read_options
from referee.host import lobby as setting_up
from referee.store.journal import JournalError
from referee.tables.table import Table
from tests.pretty import flat
from tests.programs import in_ledger
from tests.referee.conformance import some_facts
from tests.referee.host.test_lair import shown
from tests.referee.host.wire import lizard, lobby


def test_a_lobby_becomes_a_table(household):
    evening = lobby(household, game="")
    host = evening.host()
    assert host.get("table").json["game"] is None
    assert host.post("game", game="lizrd").status == 422
    assert host.post("game", game="lizard", options={"rounds": "1"}).status == 200
    ann, bob, cat = evening.seated("Ann", "Bob", "Cat")
    assert ann.post("begin").status == 403
    assert host.post("seats", seats=["Cat", "Ann", "Bob", "Dan"], laptop=["Dan"]).status == 200
    assert [one["seat"] for one in bob.get("table").json["seats"]] == ["Cat", "Ann", "Bob", "Dan"]
    assert cat.post("stand").status == 200
    assert host.post("begin").status == 200
    assert evening.table.setup.seats == ("Ann", "Bob", "Dan")
    assert evening.table.setup.options.rounds == 1
    assert ann.get("seat").json["seat"] == "Ann"
    assert cat.get("seat").status == 403
    assert host.post("begin").status == 409
    other = evening.guest(client="10.0.0.9")
    assert other.post("claim", seat="Ann", pin="1111").status == 403
    assert other.post("claim", seat="Ann", pin="4711").status == 200


def test_house_rules_in_parts_are_said_as_they_are_typed(household):
    evening = lobby(household, "liar-poker")
    host = evening.host()
    no = host.post("game", options={"bets.large": "10,10,10"})
    assert (no.status, "options.bets: in turn 1 large 10, middle 20" in no.json["why"]) == (422, True)
    assert "three numbers" in host.post("game", options={"bets": {"small": 5}}).json["why"]
    assert host.post("game", options={"bets.large": "40,50,60", "bets": {"small": [5, 5, 10]}}).status == 200
    evening.seated("Ann", "Bob")
    assert host.post("begin").status == 200
    bets = evening.table.setup.options.bets
    assert (bets.large, bets.middle, bets.small) == ((40, 50, 60), (20, 20, 30), (5, 5, 10))


def test_too_few_do_not_begin(household):
    evening = lobby(household)
    host = evening.host()
    evening.seated("Ann", "Bob")
    no = host.post("begin")
    assert no.status == 422
    assert "Lizard is for 3 to 5 players" in no.json["why"]
    assert evening.hosted.table is None


def test_phones_that_hold_the_cards_need_no_kit(household):
    evening = lobby(household, "liars-lair")
    host = evening.host()
    names = ("Ann", "Bob", "Cat")
    evening.hosted.advice = "No phone has come yet."
    assert "No phone" in host.page("screen")
    evening.seated(*names)
    assert "No phone has" not in host.page("screen")
    assert "kit" in host.post("begin").json["why"]
    assert host.post("game", deal="yes").status == 400
    assert host.post("game", deal=True, options={"each": 2}).status == 200
    assert "Two truths and two lies each halve the evening" in (shown := flat(host.get("/part/screen").body))
    assert re.search(r'data-options="\{\}">Play by the usual rules instead', shown), "as is recommended for three"
    assert host.post("game", options={"own_conflict": "allowed"}).status == 200
    assert "data-options" not in host.page("screen"), "they have rules of their own"
    assert host.post("game", options={}).status == 200
    shown = flat(host.get("/part/screen").body)
    assert 'data-options="null">Use these house rules' in shown
    assert "data-options" not in evening.browser().page("screen")
    assert host.post("game", options=None).status == 200
    assert host.post("begin").status == 200
    facts = evening.table.setup.facts
    assert len(facts.pairs) == 2 * len(names)
    assert evening.again().table.setup.facts == facts
    assert host.get("table").json["next"][0]["verbs"] == ["plays"]


def test_rematch_keeps_people_and_counts_on(household):
    evening = lizard(household, rounds=1)
    browsers = evening.seated("Ann", "Bob", "Cat")
    host = evening.host()
    assert host.post("rematch").status == browsers[1].post("again").status == 409
    evening.play_on()
    assert browsers[1].get("table").json["again"] == []
    assert [browsers[seat].post("again").status for seat in (1, 0, 1)] == [200] * 3
    assert browsers[2].get("table").json["again"] == ["Bob", "Ann"]
    assert "Bob and Ann would play again." in browsers[2].page()
    assert "You and Bob would play again." in browsers[0].page()
    assert "Bob and Ann would play again." in host.page("screen")
    assert evening.again().hosting.again == ["Bob", "Ann"]
    seen = evening.hosted.seq
    assert set(browsers[0].get("reveal").json["hidden"]["hands"]) == {"Ann", "Bob", "Cat"}
    assert b"Who held what" in browsers[0].get("/part/reveal").body
    assert host.post("rematch").json["seq"] > seen
    assert browsers[0].get("reveal").status == browsers[0].get("/part/reveal").status == 409
    assert evening.table.number == 2
    assert evening.table.follows == 1
    assert "again" not in browsers[0].get("table").json
    assert evening.hosting.again == []
    for browser, name in zip(browsers, ("Ann", "Bob", "Cat"), strict=True):
        assert browser.get("seat").json["seat"] == name
    assert browsers[0].say("Ann: bids 0", seen=seen).status == 409
    assert host.post("end").status == 200
    assert browsers[0].say("Ann: bids 0").status == 409
    again = evening.again()
    assert again.table.number == 2
    assert again.hosted.seq == evening.hosted.seq


def test_a_name_that_was_typed_wrong_is_typed_again(household):
    """Whoever stands up leaves no ghost behind, unless the host expects somebody of that name."""
    evening = lobby(household, "lizard")
    host = evening.host()
    assert host.post("seats", seats=["Ann"], laptop=[]).status == 200
    ann, bob = evening.seated("Ann", "Bbo")
    assert ann.post("stand").status == bob.post("stand").status == 200
    assert bob.post("claim", seat="Bob", pin="4711").status == 200
    assert [chair.name for chair in evening.hosting.chairs] == ["Ann", "Bob"]


def test_another_game_is_played_by_the_same_people_and_a_late_friend(household):
    """Nobody scans or types a PIN again; a friend sits down between two games; a kill in the lobby changes nothing."""
    evening = lizard(household, rounds=1)
    phones = evening.seated("Ann", "Bob", "Cat")
    host, late = evening.host(), evening.browser(client="10.0.0.9")
    assert host.post("lobby").status == 409
    evening.play_on()
    assert flat(host.get("/part/screen").body).count('data-host="lobby" data-body=') == 5, "which game is asked at once"
    seen = evening.hosted.seq
    assert phones[0].post("lobby").status == 403
    assert host.post("lobby").json["seq"] > seen
    assert phones[1].get("table").json["game"] == "lizard"
    assert "You sit, Bob." in phones[1].page()
    assert phones[0].say("Ann: bids 0", seen=seen).status == 409
    assert 'data-game="liars-lair"' in host.page("screen")
    evening = evening.again()
    phones = [evening.browser(cookie=one.cookie) for one in phones]
    host, late = evening.host(), evening.browser(client="10.0.0.9")
    assert late.post("join", word=evening.hosting.word).status == 200
    assert late.post("claim", seat="Ann", pin="0000").status == 403, "the old PIN is hers"
    assert late.post("claim", seat="Dan", pin="5555").status == 200
    assert host.post("game", game="liars-lair", options={"each": 2}, deal=True).status == 200
    assert host.post("begin").status == 200
    assert evening.table.setup.seats == ("Ann", "Bob", "Cat", "Dan")
    assert evening.table.follows == 1
    assert [one.get("seat").json["seat"] for one in (*phones, late)] == ["Ann", "Bob", "Cat", "Dan"]
    evening.play_on()
    assert evening.hosted.tally.startswith("Tonight, 2 games: ")
    first = evening.table.kit
    assert host.post("lobby").status == host.post("begin").status == 200
    assert evening.table.kit != first, "fresh facts"


def test_who_chooses_a_game_reads_for_how_many_it_is_and_what_that_means_for_those_who_are_here(household):
    evening = lobby(household, game="")
    host, _ = evening.host(), evening.seated("Ann", "Bob", "Cat")
    words = flat(host.get("/part/screen").body)
    assert "Lizard<small>for 3 to 5 players</small>" in words
    assert "Liar Poker<small>for two players: one of you would watch</small>" in words
    assert host.post("game", game="lizard", options={"rounds": 1}, deal=True).status == 200
    assert "Liar Poker<small>for two players: one of you would watch</small>" in flat(host.get("/part/screen").body)
    assert host.post("begin").status == 200
    assert "Liar’s Lair<small>for 3 to 8 players</small>" in flat(host.get("/part/screen").body)
    (household / "alone").mkdir()
    alone = lobby(household / "alone", game="")
    host, _ = alone.host(), alone.seated("Ann")
    assert "Lizard<small>for 3 to 5 players: two more are needed</small>" in flat(host.get("/part/screen").body)


@pytest.fixture
def lair(household):
    """A lobby of Liar's Lair with three phones that will hold fresh facts, a guest who has not sat down, the host."""
    evening = lobby(household, "liars-lair", deals=True, options=json.dumps({"each": 2}))
    phones, late = evening.seated("Ann", "Bob", "Cat"), evening.browser(client="10.0.0.9")
    late.post("join", word=evening.hosting.word)
    return evening, phones, late, evening.host()


@pytest.mark.parametrize(
    ("who", "what", "body"),
    [
        ("late", "claim", {"seat": "Dan", "pin": "5555"}),
        ("late", "claim", {"seat": "Ann", "pin": "4711"}),
        ("ann", "stand", {}),
        ("host", "begin", {}),
        ("host", "game", {"options": {"each": 4}}),
        ("host", "game", {"game": "lizard"}),
        ("host", "bot", {"seat": ""}),
        ("host", "free", {"seat": "Ann"}),
        ("host", "phone", {"seats": ["Ann"], "phone": False}),
        ("host", "seats", {"seats": ["Ann", "Bob", "Cat", "Eve"], "laptop": ["Eve"]}),
    ],
)
def test_while_a_game_begins_nothing_of_its_lobby_changes(lair, monkeypatch, who, what, body):
    evening, (ann, _, _), late, host = lair
    dealing, go_on, deal, dealt = Event(), Event(), setting_up.fresh_facts, []

    def slowly(pairs, guests, own, language):
        dealing.set()
        assert go_on.wait(60)
        dealt.append(pairs)
        return deal(pairs, guests, own, language)

    async def both():
        begun = asyncio.create_task(host.asking("POST", "/api/v1/begin", b"{}"))
        await asyncio.to_thread(dealing.wait, 60)
        browser = {"late": late, "ann": ann, "host": host}[who]
        meanwhile = await browser.asking("POST", f"/api/v1/{what}", json.dumps(body).encode())
        go_on.set()
        return await begun, meanwhile

    monkeypatch.setattr(setting_up, "fresh_facts", slowly)
    begun, meanwhile = evening.loop.run_until_complete(both())
    assert (meanwhile.status, meanwhile.json["why"]) == (409, "The game is about to begin: wait a moment.")
    assert begun.status == 200, begun
    assert evening.table.setup.seats == ("Ann", "Bob", "Cat")
    assert dealt == [len(evening.table.setup.facts.pairs)] == [6]
    assert late.post("claim", seat="Dan", pin="5555").json["seat"] == "Dan", "for the next game"


def test_a_game_that_can_not_begin_leaves_its_lobby_as_it_was(lair, monkeypatch):
    """And plays the facts that were dealt for it when it can."""
    evening, _, late, host = lair
    made, deal, dealt = Table.new, setting_up.fresh_facts, []

    def full(*_args, **_how):
        raise JournalError("database or disk is full")

    monkeypatch.setattr(setting_up, "fresh_facts", lambda *wanted: dealt.append(deal(*wanted)) or dealt[-1])
    monkeypatch.setattr(Table, "new", full)
    assert host.post("begin").status == 503
    assert evening.hosting.facts == ""
    assert late.post("claim", seat="Dan", pin="5555").status == 200, "nothing is wedged"
    assert late.post("stand").status == 200
    monkeypatch.setattr(Table, "new", made)
    assert host.post("begin").status == 200
    assert dealt == [evening.table.setup.facts]


def test_the_guests_of_a_kit_are_offered_to_the_phones_by_name(household):
    kept = kit_about("Ann Lee", "Ben", "passes")
    evening = lobby(household, "liars-lair", deals=False)
    host = evening.host()
    assert host.post("game", kit=kept.kit).status == 200
    guest = evening.guest()
    page = guest.page()
    assert re.findall('data-sit="([^"]*)"', page) == ["Ann Lee", "Ben"], "a word of the referee is no name"
    assert "data-new" in page
    assert host.post("seats", seats=["Ben"], laptop=[]).status == 200
    assert host.post("game", deal=True).status == 200
    assert [chair.name for chair in evening.hosting.chairs] == ["Ben"], "whom the host took off stays off"


@pytest.mark.parametrize(("more", "names"), [
    ([], ["Ann Lee", "Ben"]),
    (["--bot", "Zoe"], ["Ann Lee", "Ben", "Zoe"]),
    (["--seat", "Cat"], ["Cat"]),
])  # fmt: skip
def test_the_command_offers_them_too_unless_it_names_others(household, monkeypatch, more, names):
    kept = kit_about("Ann Lee", "Ben", "passes")
    seen = []
    monkeypatch.setattr(command, "_serve", lambda evening, *_, **__: seen.append(evening.hosting.chairs) or done())
    assert CliRunner().invoke(command.host, ["liars-lair", "--kit", kept.kit, *more]).exit_code == 0
    assert [chair.name for chair in seen[0]] == names


def test_what_the_host_says_of_guests_is_in_the_facts_if_they_sit(household, monkeypatch):
    seen = []
    monkeypatch.setattr(command, "_serve", lambda evening, *_, **__: seen.append(evening.hosting) or done())
    words = ["liars-lair", "--deal", "--guest", "Ann:she:sails, Ben:he:a welder", "--guest", "Cat:Zorro"]
    refused = CliRunner().invoke(command.host, words)
    assert "after the colon stands she, he, they" in str(refused.exception)
    assert CliRunner().invoke(command.host, [*words[:-1], "Cat::Zorro"]).exit_code == 0
    assert [chair.name for chair in seen[0].chairs] == ["Ann", "Ben", "Cat"]
    evening = lobby(household, "liars-lair")
    evening.hosting.about, evening.hosting.deals = seen[0].about, True
    evening.seated("Cat", "Ben", "Dan")
    assert evening.host().post("begin").status == 200
    about = {pair.guest for pair in evening.table.setup.facts.pairs if pair.guest}
    assert about == {"Ben", "Cat", "Dan"}, "Ann stayed at home"
    texts = " ".join(card.text for card in evening.table.setup.facts.cards)
    for brought in ("zorro", "welder"):
        assert brought in texts.casefold()
        assert brought.encode() not in ledger_path().read_bytes().lower()


def test_fresh_facts_are_about_those_who_sit_and_a_rematch_has_others(lair):
    evening, (ann, bob, cat), late, host = lair
    assert late.post("about", pronoun="she").status == 403, "who has no seat says nothing about one"
    assert ann.post("about", pronoun="she", said="sails").status == 200
    assert cat.post("about", left_out=True).status == 200
    refused = bob.post("about", pronoun="he", said="a killer")
    assert (refused.status, refused.json["rule"]) == (422, "host.about")
    assert "does not go on a card that all will read" in refused.json["why"]
    assert "sails" in ann.page()
    assert "sails" not in bob.page() + host.page("screen")
    assert bob.post("about", pronoun="he", said="retired").status == 200
    assert "No fact can say “retired”" in bob.page()
    assert "No fact can say" not in ann.page()
    assert bob.post("about", pronoun="he", said="in sales").status == 200
    assert "No fact can say" not in bob.page(), "its words choose a fact"
    assert cat.post("about", left_out=True, said="a killer").status == 200, "no fact is about them"
    assert "No fact is about you" in cat.page()
    assert host.post("begin").status == 200
    first = evening.table.setup.facts
    assert {pair.guest for pair in first.pairs if pair.guest} == {"Ann", "Bob"}
    assert any(not pair.guest for pair in first.pairs)
    assert host.post("rematch").status == 409
    assert evening.again().hosting.fresh
    evening.play_on()
    assert host.post("rematch").status == 200
    again = evening.table.setup.facts
    assert {pair.guest for pair in again.pairs if pair.guest} == {"Ann", "Bob"}
    assert not {pair.key for pair in first.pairs} & {pair.key for pair in again.pairs}
    assert evening.table.kit == again.kit != first.kit


def test_the_host_leaves_the_guests_out(lair):
    evening, (ann, *_), _, host = lair
    assert 'data-open="t-about"' in ann.page()
    assert host.post("game", guests=False).status == 200
    assert "t-about" not in ann.page()
    assert host.post("begin").status == 200
    assert not any(pair.guest for pair in evening.table.setup.facts.pairs)


@pytest.mark.parametrize(
    ("words", "said"), [(["lizard", "--deal"], "--guest means nothing to Lizard"), (["liars-lair"], "with --deal")]
)
def test_guests_are_for_fresh_facts_alone(household, words, said):
    if len(words) == 1:
        words = [*words, "--kit", kit_about("Ann").kit]
    refused = CliRunner().invoke(command.host, [*words, "--guest", "Ann"])
    assert said in str(refused.exception)


async def done():
    return 0


def kit_about(*guests):
    """Keep a kit with a pair about each guest, and return its facts."""
    plain = some_facts(9, Random(1)).pairs
    about = [replace(pair, guest=guest) for pair, guest in zip(plain, guests, strict=False)]
    kept = factfile.make([*about, *plain[len(guests) :]])
    keep(kept)
    return kept


def test_the_facts_of_a_table_without_cards_leave_no_name_of_it_in_the_ledger(household):
    evening = lobby(household, "liars-lair", deals=True)
    evening.seated("Zebedee", "Annabella", "Quentin")
    assert evening.host().post("begin").status == 200
    assert in_ledger("zebedee", "annabel", "quentin") == []


def test_a_name_is_corrected_and_whoever_sits_there_stays(household):
    evening = lobby(household, names=("Ann", "Bbo"))
    ann, bob = evening.seated("Ann", "Bbo")
    host = evening.host()

    def rename(browser, name):
        return browser.ask("POST", "/api/v1/rename", json.dumps({"seat": "Bbo", "name": name}).encode())

    assert rename(bob, "Bob").status == 403
    assert rename(host, "Ann").json["rule"] == "host.name"
    assert rename(host, " Bob ").status == 200
    assert "You sit, Bob." in shown(bob)
    assert [chair.name for chair in evening.hosting.chairs] == ["Ann", "Bob"]
    assert bob.post("claim", seat="Bob", pin="4711").json["seat"] == "Bob"
    assert "Bbo" not in shown(ann)


def test_whom_nobody_expects_any_more_is_taken_off_with_one_tap(household):
    evening = lobby(household, names=("Ann", "Bob"))
    evening.seated("Ann")
    page = evening.host().page("screen").partition('<template id="t-s')[0]
    assert 'data-gone="Ann"' not in page
    page = evening.host().page("screen")
    assert page.index('data-gone="Bob"') < page.index('id="t-s2"'), "it stands beside the name, not in its menu"


@pytest.mark.parametrize("game", games.names())
def test_a_first_evening_has_the_recommended_house_rules_and_the_usual_ones_are_one_tap_away(household, game):
    names = ("Ann", "Bob", "Cat", "Dan", "Eve")[: min(5, games.game(game).seats[1])]
    evening = lobby(household, game="", names=names, deals=True)
    evening.seated(*names)
    host, first = evening.host(), first_table(games.game(game), len(names))
    assert host.post("game", game=game).status == 200
    assert evening.people.house_rules == (dict(first.options) if first else {})
    page = host.page("screen")
    assert ('data-options="{}"' in page) == (first is not None)
    assert host.post("game", options={}).status == 200
    assert evening.people.house_rules == {}
    assert ('data-options="null"' in host.page("screen")) == (first is not None)
    assert host.post("game", options=None).status == 200
    if not games.game(game).needs_facts:
        assert host.post("begin").status == 200
        wanted = read_options(games.game(game).options, dict(first.options) if first else {}, game, words=True)
        assert evening.table.setup.options == wanted


def test_five_friends_play_a_game_for_two_and_three_of_them_watch_smell_and_throw(household):
    names = ("Ann", "Bob", "Cat", "Dan", "Eve")
    evening = lobby(household, game="liar-poker", deals=True, moment_s=0, options='{"chips": 100}')
    phones, host = evening.phones(*names), evening.host()
    assert "Begin with two" in shown(host, "/part/screen")
    assert "You watch Liar Poker, and play the next game." in shown(phones["Cat"])
    assert phones["Cat"].post("watch", seat="Ann", watches=True).status == 403
    assert host.post("watch", seat="Ann", watches=True).status == 200
    assert host.post("begin").status == 200
    assert evening.table.setup.seats == ("Bob", "Cat")
    for name in ("Ann", "Dan", "Eve"):
        page = phones[name].page()
        assert "Bob and Cat are next." in shown(phones[name])
        assert "Hold to see" not in page
        assert phones[name].get("seat").status == phones[name].get("/part/hand").status == 403
    for _ in range(40):
        if claims := host.get("table").json["noses"]:
            break
        for seat, name in enumerate(evening.table.setup.seats):
            legal = [one for one in evening.hosted.views.legal(seat).lines if "folds" not in one]
            if evening.hosted.views.legal(seat).due:
                assert phones[name].say(legal[0]).status == 200
                break
    assert [claim["asked"] for claim in claims] == [["Ann", "Dan", "Eve"]] * 2
    for name in ("Ann", "Dan", "Eve"):
        assert phones[name].post("nose", claim=claims[0]["claim"], lie=True).status == 200
    assert "Three of three noses say lie." in shown(host, "/part/screen")
    late = evening.guest(client="10.0.0.77")
    for name in ("Еve", "Eve."):  # the first with a Cyrillic letter
        assert late.post("claim", seat=name, pin="1234", new=True).json["rule"] == "host.name"
    assert phones["Eve"].post("stamp", stamp="bravo").status == 200
    assert "Bravo Eve" in shown(host, "/part/screen")
    again = evening.again()
    assert again.people.watchers == ("Ann", "Dan", "Eve")
    again.close()
    assert host.say("Bob: leaves").status == 200
    assert host.post("lobby").status == 200
    assert {chair.name for chair in evening.people.sitting} <= {*names}
    assert len(evening.hosting.chairs) == 5
    assert host.post("game", game="lizard").status == host.post("begin").status == 200
    assert {*evening.table.setup.seats} == {*names}
