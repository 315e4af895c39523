"""The door: other sites, other names, bodies without end, rates; no traceback, nothing that a cache keeps."""

import asyncio
import json
from contextlib import suppress
from random import Random
from threading import Event

import pytest
from msgspec.structs import replace

from liarsdeck.web import Rate, token_hash
from referee import games
from referee.host import app, hosting
from referee.host.hosting import new_word, same_word
from tests.referee import conformance
from tests.referee.host.fuzz import fuzz
from tests.referee.host.play import some_line
from tests.referee.host.wire import KEY, Browser, Evening, lobby


def test_every_answer_bears_what_keeps_it_private(evening):
    (ann,) = evening.seated("Ann")
    for page in ("table", "seat", "/", "/part/hand", "/screen", "/nothing", "health", "/api/v1/line"):
        headers = ann.get(page).headers
        assert headers["cache-control"] == "no-store", page
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


@pytest.mark.parametrize("host", ["evil.example:7777", "localhost.evil.example", "", "127.0.0.1.nip.io:7777"])
def test_no_other_name_leads_here(evening, host):
    (ann,) = evening.seated("Ann")
    other = Browser(evening, host=host, cookie=ann.cookie)
    assert other.get("seat").status == 421
    assert other.say("Ann: bids 0").status == 421


@pytest.mark.parametrize("host", ["192.168.1.20:7777", "127.0.0.1", "[::1]:7777", "localhost:7777", "[fe80::1]"])
def test_an_address_in_numbers_leads_here(evening, host):
    assert Browser(evening, host=host).get("health").status == 200


def test_no_other_site_speaks_for_a_guest(evening):
    (ann,) = evening.seated("Ann")
    for origin in ("http://evil.example", "null", "https://127.0.0.1:7777", "http://127.0.0.1:8000"):
        assert ann.ask("POST", "/api/v1/stand", b"{}", {"origin": origin}).status == 403
    assert ann.ask("GET", "/api/v1/seat", headers={"sec-fetch-site": "cross-site"}).status == 403
    assert ann.ask("GET", "/api/v1/seat", headers={"origin": "http://127.0.0.1:7777"}).status == 200
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        assert ann.ask("POST", "/api/v1/line", b"{}", {"content-type": kind}).status == 415


def test_bodies_are_bounded(evening):
    (ann,) = evening.seated("Ann")
    assert ann.ask("POST", "/api/v1/line", b'{"line": "' + b"x" * 9000 + b'"}').status == 413
    endless = [b'{"line": "', *[b"x" * 4000] * 1000]
    assert ann.ask("POST", "/api/v1/line", b"x", parts=endless).status == 413
    assert len(endless) > 900, "read to its end"
    broken = (b"", b"{", b"[]", b"7", b"null", b'"x"', b"\xff\xfe", b"[" * 7000)
    for body in (*broken, b'{"line": 7}', b'{"line":"a","key":"b"}'):
        assert ann.ask("POST", "/api/v1/line", body, {"content-type": "application/json"}).status == 400, body
    assert ann.ask("POST", "/api/v1/line", b"x", parts=[b"{", None]).status == 400
    for seen in (-1, 1.5, True, "7", None, 1 << 60):
        body = json.dumps({"line": "Ann: bids 0", "key": "k", "seen": seen}).encode()
        assert ann.ask("POST", "/api/v1/line", body).status == 400
    for key in ("", "a b", "x" * 65, "é", "../x"):
        assert ann.say("Ann: bids 0", key or " ").status == 400


def test_a_phone_that_misbehaves_is_slowed_down_alone(evening):
    ann, bob = evening.seated("Ann", "Bob")
    evening.now += 60
    answers = []
    for _ in range(200):
        answers.append(ann.get("table").status)
        evening.now -= 0.06
    assert answers.count(429) > 50
    assert bob.get("table").status == 200
    evening.now += 60
    assert ann.get("table").status == 200


def test_rates_forget_who_was_quiet():
    rate = Rate(2, 1, lambda: 0.0)
    assert [rate.allows("a") for _ in range(3)] == [True, True, False]
    for at in range(3000):
        assert rate.allows(f"client {at}")
    assert rate.allows("a")


def test_only_what_there_is_is_there(evening):
    (ann,) = evening.seated("Ann")
    for path in ("/api/v1/nothing", "/static/../hosted.py", "/static/%2e%2e/hosted.py", "/api/v2/table", "/x" * 200):
        assert ann.ask("GET", path).status in {404, 405, 414}, path
    assert ann.ask("PUT", "/api/v1/line", b"{}").status == 405
    assert ann.ask("GET", "/api/v1/line").status == 405


def test_words_are_called_across_a_room():
    words = {new_word(Random(seed).randrange) for seed in range(300)}
    assert len(words) == 300
    for word in words:
        assert len(word) == 12
        assert same_word(word.lower(), word)
        assert same_word(word.replace("-", " ").replace("0", "O").replace("1", "l"), word)
    assert not same_word("", "TOMALIK-7X4K")
    assert not same_word("TOMALIK-7X4", "TOMALIK-7X4K")


def test_the_addresses_of_home_come_first(monkeypatch):
    import ifaddr

    def adapter(name, *ips):
        return type("Adapter", (), {"name": name, "nice_name": name, "ips": [type("IP", (), {"ip": ip}) for ip in ips]})

    home = adapter("wlan0", "192.168.1.20", ("fe80::1", 0, 0))
    found = [adapter("docker0", "172.17.0.1"), adapter("tun0", "10.8.0.2"), adapter("lo", "127.0.0.1")]
    found += [adapter("eth1", "169.254.3.3"), home, adapter("eth0", "10.0.0.5")]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: found)
    assert hosting.own_addresses() == ["192.168.1.20", "10.0.0.5", "10.8.0.2", "172.17.0.1", "169.254.3.3"]
    assert "█" in hosting.code_text("http://192.168.1.20:7777/#TOMALIK-7X4K")
    assert hosting.code_svg("http://192.168.1.20:7777/#TOMALIK-7X4K").startswith(b"<svg")


def test_a_share_of_the_fuzz(household):
    counts, faults = fuzz(household, 600, seed=11)
    assert not faults
    assert len(counts) > 6


def test_who_waits_for_phones_is_told_what_to_do():
    from referee.commands.host import advice

    said = advice(["10.0.0.5"], 7777)
    for word in ("10.0.0.5:7777", "guest network", "firewall", "VPN", "hotspot", "laptop"):
        assert word in said
    assert "Other addresses" not in advice([], 7777)


@pytest.mark.parametrize("came", [False, True])
def test_the_advice_comes_when_nobody_has_and_stands_on_both_screens(household, monkeypatch, capsys, came):
    from referee.commands import host

    assert host._ALONE_S == 30
    monkeypatch.setattr(host, "_ALONE_S", 0)
    evening = lobby(household)
    if came:
        evening.seated("Ann")
    evening.loop.run_until_complete(host._advice(evening.people, ["10.0.0.5", "172.17.0.1"], evening.hosted))
    shown = evening.host().page("screen")
    for said in (capsys.readouterr().err, shown):
        assert ("No phone has come yet. Other addresses of this machine: 172.17.0.1:" in said) is not came


def asked_at_once(browser, many, page="table", cookies=()):
    """Return how so many questions in no time at all are answered."""
    evening, answers = browser.evening, []
    for at in range(many):
        signs = {"cookie": cookies(at)} if cookies else {}
        answers.append(browser.ask("GET", f"/api/v1/{page}", headers=signs).status)
        evening.now -= 0.06
    return answers


def test_a_cookie_that_opens_nothing_is_no_client_of_its_own(evening):
    stranger = evening.browser(client="10.9.9.9")
    evening.now += 60
    answers = asked_at_once(stranger, 200, "health", lambda at: f"liarsdeck=made-up-{at}")
    assert answers.count(429) > 50


def test_a_cookie_of_another_service_does_not_make_two_guests_one(evening):
    ann, bob = evening.seated("Ann", "Bob")
    evening.now += 60
    foreign = "theme=" + "x" * 300
    name = evening.people.cookie
    answers = asked_at_once(ann, 200, "health", lambda _: f"{foreign}; {name}={ann.cookie}")
    assert answers.count(429) > 50
    assert bob.ask("GET", "/api/v1/table", headers={"cookie": f"{foreign}; {name}={bob.cookie}"}).status == 200


def test_many_sessions_of_one_phone_ask_no_more_than_the_phone_may(evening):
    evening.now += 600
    thieves = []
    for _ in range(20):
        thieves.append(evening.browser(client="10.0.0.66"))
        assert thieves[-1].post("join", word=evening.hosting.word).status == 200
    answers = [status for one in thieves for status in asked_at_once(one, 60)]
    assert answers.count(429) > 400
    (ann,) = evening.seated("Ann")
    assert ann.get("table").status == 200


def test_who_joins_again_and_again_throws_out_nobody_else(evening):
    slow = evening.guest(client="10.0.0.7")
    answers = []
    for at in range(100):
        thief = evening.browser(client=f"10.0.0.{66 + at % 2}")
        answers.append(thief.post("join", word=evening.hosting.word).status)
    assert answers.count(429) > 5
    assert len(evening.hosting.sessions) <= 60
    assert slow.get("table").status == 200


def test_claiming_for_ever_keeps_no_other_guest_waiting(household):
    evening = lobby(household)
    thief, owner = evening.browser(client="10.0.0.66"), evening.browser(client="10.0.0.7")
    for one in (thief, owner):
        assert one.post("join", word=evening.hosting.word).status == 200
    answers = []
    for _ in range(50):
        answers.append(thief.post("claim", seat="Mallory", pin="0000").status)
        thief.post("stand")
    assert answers.count(429) > 20
    seen = evening.hosted.seq
    for _ in range(20):
        assert thief.post("stand").status == 200
    assert evening.hosted.seq - seen <= 1, "everybody's screen is fetched again for nothing"
    assert owner.post("claim", seat="Ann", pin="4711").status == 200


def test_pins_are_hashed_one_at_a_time_and_the_table_plays_on(evening, monkeypatch):
    """Thirty phones guess at once, and nobody waits for them."""
    (ann,) = evening.seated("Ann")
    thieves = [evening.browser(client=f"10.0.1.{at}") for at in range(30)]
    for thief in thieves:
        assert thief.post("join", word=evening.hosting.word).status == 200
    hashing, most, begun, may_end = [], [], asyncio.Event(), Event()

    def slow(pin, kept):
        hashing.append(pin)
        most.append(len(hashing))
        evening.loop.call_soon_threadsafe(begun.set)
        assert may_end.wait(20)
        return bool(hashing.remove(pin))

    monkeypatch.setattr(app, "pin_fits", slow)
    seat = json.loads(ann.get("seat").body)
    due = evening.due
    host = evening.host()
    line = json.dumps({"line": evening.hosted.views.legal(evening.table.setup.seats.index(due)).lines[0], "key": "k",
                       "seen": seat["seq"]}).encode()  # fmt: skip

    async def flood():
        guesses = [
            asyncio.create_task(thief.asking("POST", "/api/v1/claim", b'{"seat": "Ann", "pin": "%04d"}' % at))
            for at, thief in enumerate(thieves)
        ]
        await begun.wait()
        played = await (ann if due == "Ann" else host).asking("POST", "/api/v1/line", line)
        seen = await ann.asking("GET", "/part/phone")
        may_end.set()
        return played, seen, [(await one).status for one in guesses]

    played, seen, guessed = evening.loop.run_until_complete(flood())
    assert (played.status, seen.status) == (200, 200)
    assert set(guessed) <= {403, 409}
    assert (len(most), max(most)) == (30, 1)


def test_who_sits_and_claims_again_is_no_news(evening):
    ann, bob = evening.seated("Ann", "Bob")
    seen = evening.hosted.seq
    for _ in range(30):
        assert ann.post("claim", seat="Ann", pin="4711").json == {"seat": "Ann", "seq": seen}
    assert bob.get("table").json["seq"] == seen


def test_a_seat_of_any_name_is_guarded(household):
    """“join” was what wrong words were counted under, and the right word forgot the wrong PINs of such a seat."""
    evening = lobby(household)
    evening.seated("join")
    thief = evening.browser(client="10.0.0.66")
    answers = []
    for at in range(12):
        evening.browser(client="10.0.0.66").post("join", word=evening.hosting.word)
        thief.post("join", word=evening.hosting.word)
        answers.append(thief.post("claim", seat="join", pin=f"{at:04}").status)
    assert answers[5:] == [429] * 7


def test_notes_are_bounded(evening, monkeypatch):
    monkeypatch.setattr(app, "_NOTES", 9)
    ann, bob = evening.seated("Ann", "Bob")
    answers = [ann.post("note", card=f"card {at}", text="x" * 200).status for at in range(12)]
    assert answers == [200] * 9 + [422] * 3
    assert ann.post("note", card="card 3", text="y").status == 200
    assert ann.post("note", card="card 3", text="").status == 200
    assert ann.post("note", card="another", text="y").status == 200
    assert bob.post("note", card="17", text="y").status == 200


def test_the_machine_that_hosts_is_known_by_the_address_that_it_listens_at(evening):
    """`--bind 192.168.1.20` opens the host's page at that address, so from there it comes."""
    screen, phone = evening.browser(client="192.168.1.20"), evening.browser(client="192.168.1.21")
    scope = evening.app

    async def bound(found, receive, send):
        await scope(found | {"server": ("192.168.1.20", 7777)}, receive, send)

    evening.app = bound
    assert screen.post("join", host=KEY).status == 200
    assert screen.post("free", seat="Ann").status == 200
    assert phone.post("join", host=KEY).status == 403
    phone.cookie = screen.cookie
    assert phone.post("free", seat="Ann").status == 403


def test_a_phone_whose_seat_went_while_it_sent_says_nothing_for_it(evening, monkeypatch):
    """The host frees the seat while a line, a note or a nose is on its way, after something else was refused."""
    ann, *_ = evening.seated("Ann", "Bob", "Cat")
    line = evening.hosted.views.legal(evening.table.setup.seats.index("Ann")).lines
    body, hosted = evening.api.body, evening.hosted

    async def slowly(request):
        found = await body(request)
        with suppress(ZeroDivisionError), hosted.transaction():
            raise ZeroDivisionError
        hosted.hosting.sessions[token_hash(ann.cookie)].seat = ""
        return found

    monkeypatch.setattr(evening.api, "body", slowly)
    lines = evening.table.log.lines
    assert ann.say(line[0] if line else "Ann: bids 0").status == 403
    assert ann.post("note", card="2c", text="mine").status == 403
    assert ann.post("moment", since=0).status == 403
    assert ann.post("stamp", stamp="bravo").status == 403
    assert evening.table.log.lines == lines


def test_the_key_on_a_browsers_command_line_works_once(evening):
    evening.people.once = token_hash("seen-by-ps")
    assert evening.browser(client="192.168.1.21").post("join", host="seen-by-ps").status == 403
    assert evening.browser(client="127.0.0.1").post("join", host="seen-by-ps").status == 200
    assert evening.browser(client="127.0.0.1").post("join", host="seen-by-ps").status == 403
    assert evening.browser(client="127.0.0.1").post("join", host="").status == 403
    host = evening.host()
    assert host.post("free", seat="Ann").status == 200
    evening.people.once = token_hash("seen-again")  # the browser of a host who is in already uses it up, too
    assert host.post("join", host="seen-again").status == 200
    assert evening.browser(client="127.0.0.1").post("join", host="seen-again").status == 403


UNSEEN = [
    "\u3164", "\u2800 \u115f", "Ann\u034f", "A\u3164nn", "ａｎｎ", "Ann\ufe0f", "An\u17b4n", "\u200bAnn", "\U0001d159",
    "An\U00016fe4n", "Ann\ufffc", "\u1d00nn", "the box",
]  # fmt: skip


@pytest.mark.parametrize("name", UNSEEN, ids=ascii)
def test_nobody_sits_under_a_name_that_looks_like_anothers_or_like_none(household, name):
    evening = lobby(household)
    evening.seated("Ann", "Zoe")
    thief = evening.guest(client="10.0.0.66")
    assert thief.post("claim", seat=name, pin="0000").json["rule"] == "host.name"
    assert thief.post("claim", seat="Zoé", pin="0000").status == 200


def test_who_is_in_is_not_shut_out_by_wrong_words(evening):
    """A hostile page can lead a guest's own browser to `/#WRONG` again and again."""
    (ann,) = evening.seated("Ann")
    assert [ann.post("join", word=f"WRONGLY-{at:04}").status for at in range(9)] == [200] * 9
    late = evening.browser(client=ann.client)
    assert late.post("join", word=evening.hosting.word).status == 200


MARKED = ["<b id=x>Ann</b>", "\"><i x='", "{{7*7}}&ltb&gt", "</script><svg/onload=a"]
AS_MARKUP = ("<b id=x", '"><i x', "49&", "&ltb", "</script><svg", "<u>x3", "<u>note", "</form><u")
SHOWN = ("/", "/screen", "/laptop", "/part/phone", "/part/screen", "/part/laptop", "/part/hand", "/story", "/rules",
         "/teach")  # fmt: skip


@pytest.mark.parametrize("name", games.REGISTRY)
def test_names_and_notes_are_text_on_every_page(household, name):
    game = games.game(name)
    setup = conformance.some_setup(game, Random(2))
    names = (MARKED * 3)[: len(setup.seats)] if len(setup.seats) <= len(MARKED) else None
    setup = replace(setup, seats=tuple(names or [*MARKED, *setup.seats[len(MARKED) :]]))
    evening = Evening(household, setup)
    phones, host = evening.seated(*setup.seats), evening.host()
    for phone in phones:
        assert phone.post("note", card="<u>x3</u>", text="</form><u>note</u>").status == 200
    for _ in range(3):
        for browser in (*phones, host):
            for page in SHOWN:
                body = browser.get(page).body.decode()
                assert not [one for one in AS_MARKUP if one in body], page
        seat = next(seat for seat in (*range(len(phones)), None) if evening.hosted.views.legal(seat).due)
        line = some_line(Random(1), evening.hosted.views.legal(seat), None if seat is None else setup.seats[seat])
        assert (host if seat is None else phones[seat]).say(line).status == 200


def test_names_are_text_in_the_lobby_too(household):
    evening = lobby(household)
    phones, host = evening.seated(*MARKED), evening.host()
    for browser in (*phones, host):
        for page in ("/", "/screen", "/part/phone", "/part/screen"):
            body = browser.get(page).body.decode()
            assert not [one for one in AS_MARKUP if one in body], page
