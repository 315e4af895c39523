"""Who sits where: joining by the word, seats and their PINs, the host's key, a seat that is freed."""

from tests.referee.host.wire import KEY


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
    other = evening.browser(client="10.0.0.9")
    other.post("join", word=evening.hosting.word)
    assert other.post("claim", seat="Ann", pin="0000").status == 403
    assert other.post("claim", seat="Zoe", pin="4711").status == 409
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
        assert said in twin.get("/part/phone").body.decode()
    assert host.post("bot", seat="Ann", level="person").status == 200
    assert old.post("claim", seat="Ann", pin="4711").status == 200
    assert old.get("seat").json["seat"] == "Ann"
    assert b"The host has freed" in new.get("/part/phone").body or b"another phone" in new.get("/part/phone").body


def test_wrong_pins_slow_down_one_seat_and_one_client(evening):
    evening.seated("Ann")
    thief, owner = evening.browser(client="10.0.0.66"), evening.browser(client="10.0.0.7")
    for one in (thief, owner):
        one.post("join", word=evening.hosting.word)
    answers = [thief.post("claim", seat="Ann", pin=f"000{digit}").status for digit in range(7)]
    assert answers == [403] * 5 + [429] * 2
    assert thief.post("claim", seat="Bob", pin="4711").status == 200
    assert owner.post("claim", seat="Ann", pin="4711").status == 200
    assert any("five wrong PINs for Ann" in one for one in owner.get("table").json["notices"])
    evening.now += 20
    thief.post("stand")
    late = evening.browser(client="10.0.0.66")
    late.post("join", word=evening.hosting.word)
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
    assert ann.post("claim", seat="Ann", pin="8888").status == 200
    assert host.post("free", seat="Nobody").status == 422
