"""Who sits where: joining by the word, seats and their PINs, the host's key, a seat that is freed."""

import pytest

from referee.host import app
from tests.referee.host.wire import KEY, lobby


def test_nobody_sees_anything_before_they_joined(evening):
    stranger = evening.browser()
    assert stranger.get("health").json == {"ok": True}
    for name in ("table", "seat", "events"):
        assert stranger.get(name).status == 401
    assert stranger.say("Ann: bids 1").status == 401
    assert stranger.post("join", word="TOMATO-0000").status == 403
    joined = stranger.post("join", word=evening.hosting.word.lower().replace("-", " "))
    assert joined.status == 200
    cookie = joined.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    assert evening.hosting.word not in cookie
    assert stranger.get("table").status == 200
    assert stranger.get("seat").status == 403


def test_a_seat_is_taken_with_a_pin_that_opens_it_again(evening):
    ann, bob = evening.seated("Ann", "Bob")
    other = evening.guest(client="10.0.0.9")
    assert other.post("claim", seat="Ann", pin="0000").status == 403
    assert other.post("claim", seat="Zo", pin="").json["rule"] == "host.pin"
    assert other.post("claim", seat="Cat", pin="47").status == 422
    assert bob.post("claim", seat="Cat", pin="4711").status == 409
    assert other.post("claim", seat="ann", pin="4711").json["seat"] == "Ann"
    assert other.get("seat").json["seat"] == "Ann"
    assert ann.get("seat").status == 403
    assert any("Ann sits at a phone" in one for one in bob.get("table").json["notices"])


def test_a_phone_whose_seat_went_is_told_what_became_of_it(evening):
    """Another phone has it, or a bot, or nobody; until it sits somewhere again."""
    (old,) = evening.seated("Ann")
    host, new = evening.host(), evening.browser(client="10.0.0.9")
    new.post("join", word=evening.hosting.word)
    assert b'class="notice"' not in new.get("/part/phone").body  # it had no seat yet
    assert new.post("claim", seat="Ann", pin="4711").status == 200
    for ends, said in (
        (lambda: None, "Ann sits at another phone now. If that is somebody else, the host can free the seat."),
        (lambda: host.post("free", seat="Ann"), "The host has freed Ann’s seat."),
        (lambda: host.post("bot", seat="Ann"), "A bot plays for Ann now."),
    ):
        ends()
        twin = evening.again().browser(client="10.0.0.2", cookie=old.cookie) if said.startswith("A bot") else old
        assert (twin.get("seat").status, twin.get("seat").json["why"]) == (403, said)
        assert said in twin.page()
    assert host.post("bot", seat="Ann", level="person").status == 200
    assert host.post("phone", seats=["Ann"]).status == 200
    assert old.post("claim", seat="Ann", pin="4711").status == 200
    assert old.get("seat").json["seat"] == "Ann"
    assert b"The host has freed" in new.get("/part/phone").body or b"another phone" in new.get("/part/phone").body


def test_the_laptop_is_left_when_a_seat_changes_hands_or_a_game_begins(household):
    """Bob has no phone, and never gives the laptop back: what he played there is not to be read without his PIN."""
    evening = lobby(household, "lizard", ["Bob"], deals=True)
    host = evening.host()
    ann, _ = evening.seated("Ann", "Cat")
    for what, how in (
        ("seats", {"seats": ["Ann", "Bob", "Cat"], "laptop": ["Bob"]}),
        ("game", {"game": "lizard", "options": {"rounds": "1"}}),
        ("begin", {}),
    ):
        assert host.post(what, **how).status == 200

    def takes():
        assert host.post("claim", seat="Bob", pin="8899").status == 200
        assert host.get("seat").json["seat"] == "Bob"

    takes()
    for what, how in (("free", {"seat": "Bob"}), ("bot", {"seat": "Bob"})):
        assert host.post(what, **how).status == 200
        assert host.get("seat").status == 403, what
        host.post("bot", seat="Bob", level="person")
        takes()
    host.post("phone", seats=["Bob"])
    phone = evening.seated("Bob", pin="8899")[0]
    assert host.get("seat").status == host.get("/part/hand").status == 403
    assert host.post("free", seat="Bob").status == 200
    assert phone.get("seat").status == 403
    takes()
    again = evening.again()
    assert again.twin(host).get("seat").status == 403, "after a restart"
    host.evening = ann.evening = again
    takes()
    assert host.post("lobby", unfinished=True).status == 200
    assert host.post("begin").status == 200
    assert host.get("seat").status == 403, "in another game"


def test_wrong_pins_slow_down_one_seat_and_one_client(evening):
    evening.seated("Ann")
    thief, owner = evening.browser(client="10.0.0.66"), evening.browser(client="10.0.0.7")
    for one in (thief, owner):
        one.post("join", word=evening.hosting.word)
    assert thief.post("claim", seat="Ann", pin="000-").json["why"] == "That is not Ann’s PIN."  # though she sits
    assert "Forgotten?" in thief.post("claim", seat="Ann", pin="000+").json["why"]
    answers = [403, 403, *(thief.post("claim", seat="Ann", pin=f"000{digit}").status for digit in range(5))]
    assert answers == [403] * 5 + [429] * 2
    assert thief.post("claim", seat="Bob", pin="4711").status == 200
    assert owner.post("claim", seat="Ann", pin="4711").status == 200
    assert any("five wrong PINs for Ann" in one for one in owner.get("table").json["notices"])
    evening.now += 20
    thief.post("stand")
    late = evening.guest(client="10.0.0.66")
    assert late.post("claim", seat="Ann", pin="4711").status == 200


def test_wrong_words_slow_down_one_client(evening):
    thief = evening.browser(client="10.0.0.66")
    answers = [thief.post("join", word=f"WRONGLY-{digit:04}").status for digit in range(7)]
    assert answers == [403] * 5 + [429] * 2
    assert thief.post("join", word=evening.hosting.word).status == 429
    assert evening.browser(client="10.0.0.7").post("join", word=evening.hosting.word).status == 200


def test_the_hosts_key_opens_on_this_machine_alone(evening):
    away = evening.browser(client="192.168.1.20")
    assert away.post("join", host=KEY).status == 403
    here = evening.browser(client="127.0.0.1")
    assert here.post("join", host="a-guess").status == 403
    assert here.post("join", host=KEY).status == 200
    stolen = evening.browser(client="192.168.1.20", cookie=here.cookie)
    assert stolen.post("undo").status == 403
    assert evening.seated("Ann")[0].post("undo").status == 403


def test_alone_at_the_laptop(evening):
    host = evening.host()
    evening.seated("Ann")
    assert host.post("claim", seat="Ann", pin="4711").status == 409
    assert host.post("claim", seat="Bob", pin="1234").status == 200
    assert host.get("seat").json["seat"] == "Bob"
    assert host.get("seat").json["hidden"]["hands"]["Bob"] != ["?"]
    assert host.post("stand").status == 200
    assert host.get("seat").status == 403
    assert host.post("claim", seat="Bob", pin="9999").status == 403
    assert host.post("claim", seat="Bob", pin="1234").status == 200
    assert "sits at a phone" not in " ".join(host.get("table").json["notices"][1:])


def test_a_freed_seat_takes_another_pin_and_everybody_hears_it(evening):
    ann, bob = evening.seated("Ann", "Bob")
    host = evening.host()
    assert host.post("free", seat="Ann").status == 200
    assert ann.get("seat").status == 403
    assert "freed" in bob.get("table").json["notices"][-1]
    assert bob.post("claim", seat="Ann", pin="0000").status == 409
    thief = evening.guest(client="10.0.0.3")
    for one in (thief, ann):
        answer = one.post("claim", seat="Ann", pin="8888")
        assert (answer.status, answer.json["rule"]) == (403, "host.laptop")
        assert "Ann has no phone here" in answer.json["why"]
    assert "somebody at a phone wanted Ann's seat" in bob.get("table").json["notices"][-1]
    assert host.post("phone", seats=["Ann"]).status == 200
    assert ann.post("claim", seat="Ann", pin="8888").status == 200
    assert thief.post("claim", seat="Ann", pin="1234").status == 403
    assert host.post("free", seat="Nobody").status == 422


def test_a_seat_at_the_laptop_is_its_own_until_the_host_says_otherwise(household):
    """A second browser of Ann's wants Dan's hand before he has chosen a PIN, and after."""
    evening = lobby(household, "liar-poker", deals=True)
    (ann,), host = evening.seated("Ann"), evening.host()
    assert host.post("seats", seats=["Ann", "Dan"], laptop=["Dan"]).status == 200
    other = evening.guest(client="10.0.0.2")

    def refused(pin="6666"):
        answer = other.post("claim", seat="Dan", pin=pin)
        return (answer.status, answer.json["rule"]) == (403, "host.laptop") and other.get("seat").status != 200

    assert refused()
    assert "Dan has a phone now" in host.page("screen")
    assert host.post("begin").status == 200
    assert refused()
    assert refused(pin="")
    assert host.post("claim", seat="Dan", pin="9999").status == 200, "Dan looks at his hand"
    assert host.post("stand").status == 200
    assert refused(pin="9999")
    assert any("somebody at a phone wanted Dan's seat" in one for one in ann.get("table").json["notices"])
    assert other.post("phone", seats=["Dan"]).status == 403
    assert host.post("phone", seats=["Ann"]).status == 409
    assert host.post("phone", seats=["Dan"], phone=1).status == 400
    assert host.post("phone", seats=["Dan"]).status == 200
    assert host.post("phone", seats=["Dan"], phone=False).status == 200
    assert refused()
    assert host.post("phone", seats=["Dan"]).status == 200
    assert other.post("claim", seat="Dan", pin="0000").status == 403, "his PIN still guards it"
    assert other.post("claim", seat="Dan", pin="9999").status == 200
    assert "Dan sits at a phone" in ann.get("table").json["notices"][-1]
    twin = evening.again()
    assert twin.hosting.open == []


def test_who_asks_again_and_again_is_heard_of_now_and_then(evening):
    ann, _ = evening.seated("Ann", "Bob")
    evening.hosting.open.clear()
    thief = evening.guest(client="10.0.0.9")
    for _ in range(12):
        assert thief.post("claim", seat="Cat", pin="1111").status == 403
    heard = [one.partition(" ")[2] for one in ann.get("table").json["notices"] if "wanted" in one]
    start = "somebody at a phone wanted Cat's seat"
    assert heard == [start, f"{start}, five times by now", f"{start}, ten times by now"]


def test_wrong_pins_are_counted_for_the_table_wherever_they_come_from(evening):
    """Four from each address, with a session each or one for all: five, ten, twenty are heard of."""
    _, bob = evening.seated("Ann", "Bob")
    thief = evening.guest(client="10.0.5.1")
    tried = 0
    for place in range(1, 8):
        one = evening.browser(client=f"10.0.5.{place}")
        one.post("join", word=evening.hosting.word)
        for _ in range(3):
            assert one.post("claim", seat="Ann", pin=f"9{tried:03}").status == 403
            tried += 1
    heard = [one.partition(" ")[2] for one in bob.get("table").json["notices"] if "PIN" in one]
    assert heard == [f"{many} wrong PINs for Ann" for many in ("five", "ten", "20")]
    roaming = [
        evening.browser(client=f"10.0.6.{place}", cookie=thief.cookie).post("claim", seat="Ann", pin="0000").status
        for place in range(8)
    ]
    assert roaming == [403] * 5 + [429] * 3, "one session has five tries, at however many addresses"
    late = evening.guest(client="10.0.5.1")
    assert late.post("claim", seat="Ann", pin="4711").status == 200, "nobody else waits for it"


def test_wrong_pins_of_the_lobby_count_in_the_game(household):
    evening = lobby(household, "liar-poker", deals=True)
    ann, dan = evening.seated("Ann", "Dan")
    host, thief = evening.host(), evening.browser(client="10.0.0.9")
    thief.post("join", word=evening.hosting.word)
    assert [thief.post("claim", seat="Dan", pin=f"000{n}").status for n in range(5)] == [403] * 5
    assert host.post("begin").status == 200
    (heard,) = ann.get("table").json["notices"]
    assert heard.endswith(" five wrong PINs for Dan")
    for place in range(5):
        other = evening.browser(client=f"10.0.1.{place}")
        other.post("join", word=evening.hosting.word)
        assert other.post("claim", seat="Dan", pin="0101").status == 403
    assert dan.get("table").json["notices"][-1].endswith(" ten wrong PINs for Dan")


def test_a_pin_that_is_still_checked_when_the_host_frees_the_seat_opens_nothing(evening, monkeypatch):
    (bob,), host = evening.seated("Bob"), evening.host()
    again = evening.guest(client="10.0.0.50")

    async def meanwhile(function, *values):
        evening.people.free("Bob", phone=True)
        return function(*values)

    monkeypatch.setattr(app.asyncio, "to_thread", meanwhile)
    assert again.post("claim", seat="Bob", pin="4711").status == 403
    assert again.get("seat").status == 403
    assert host.get("table").status == bob.get("table").status == 200
    monkeypatch.undo()
    assert again.post("claim", seat="Bob", pin="1985").status == 200, "the seat waits for a new PIN"


def test_a_name_that_the_host_corrects_while_its_pin_is_checked_is_the_one_that_is_taken(household, monkeypatch):
    evening = lobby(household, names=("bob",))
    guest = evening.guest(client="10.0.0.50")

    async def meanwhile(function, *values):
        evening.people.rename("bob", "Bob")
        return function(*values)

    monkeypatch.setattr(app.asyncio, "to_thread", meanwhile)
    assert guest.post("claim", seat="bob", pin="4711").json["seat"] == "Bob"
    assert [chair.name for chair in evening.hosting.chairs] == ["Bob"]
    assert evening.people.holder("Bob") is not None


@pytest.mark.parametrize(("what", "how"), [("free", {"phone": True}), ("bot", {"level": "easy"})])
def test_an_answer_given_ahead_goes_with_whoever_gave_it(evening, what, how):
    table = evening.table
    (to_act,) = (turn.seat for turn in table.game.to_act(table.state))
    names = [table.name(seat) for seat in (to_act, (to_act + 1) % 3)]
    _first, second = evening.seated(*names)
    assert second.say(f"{names[1]}: bids 1").json["ahead"]
    assert evening.host().post(what, seat=names[1], **how).status == 200
    assert evening.hosting.ahead == {}
    if what == "free":
        new = evening.guest(client="10.0.0.51")
        assert new.post("claim", seat=names[1], pin="1985").status == 200
        assert new.get("seat").json["ahead"] is None


def test_a_seat_opened_to_phones_is_closed_again_in_the_next_game(evening):
    host = evening.host()
    ann, bob = evening.seated("Ann", "Bob")
    assert host.post("phone", seats=["Cat"]).status == 200
    evening.play_on()
    assert host.post("rematch").status == 200
    late = evening.guest(client="10.0.0.9")
    assert late.post("claim", seat="Cat", pin="1111").json["rule"] == "host.laptop"
    assert ann.get("seat").status == bob.get("seat").status == 200
