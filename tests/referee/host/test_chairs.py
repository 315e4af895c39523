"""Bots among phones: a chair in the lobby, a seat of somebody who goes home, and a person who comes back."""

from tests.referee.host.wire import lizard, lobby


def moments(evening, most=200):
    """Let the bots have their moments, until people are awaited."""
    done, evening.desk.later = 0, lambda: None
    while not evening.table.over and evening.table.by_bot() and done < most:
        evening.desk.bot_turn()
        done += 1
    return done


def page_of(browser, part):
    """Return what stands on a page."""
    return browser.get(f"/part/{part}").body.decode()


def test_bots_sit_in_the_lobby_and_play(household):
    evening = lobby(household, "lizard")
    host = evening.host()
    (ann,) = evening.seated("Ann")
    assert ann.post("bot", seat="Zoe").status == 403
    assert host.post("bot", seat="Zoe").status == 200
    assert host.post("bot", seat="Yan", level="random").status == 200
    assert "hrd" in host.post("bot", seat="Yan", level="hrd").json["why"]
    assert [one["bot"] for one in ann.get("table").json["seats"]] == ["", "easy", "random"]
    assert host.post("game", options={"rounds": "2"}).status == 200
    assert host.post("begin").status == 200
    assert evening.table.bots == {1: "easy", 2: "random"}
    for _ in range(20):
        moments(evening)
        if evening.table.over:
            break
        assert {turn.seat for turn in evening.table.game.to_act(evening.table.state)} == {0}
        line = ann.get("seat").json["legal"][0]
        assert ann.say(line).status == 200
    assert evening.table.over
    assert evening.again().table.bots == {1: "easy", 2: "random"}
    assert host.post("rematch").status == 200
    assert evening.table.bots == {1: "easy", 2: "random"}


def test_a_bot_without_a_name_is_given_one_and_everybody_sees_what_it_is(household):
    evening = lobby(household, "lizard")
    host = evening.host()
    (ann,) = evening.seated("Zoe")
    for _ in range(4):
        assert host.post("bot", seat=" ").status == 200
    assert host.post("bot", seat="").json["why"] == "All seats are taken."
    seats = ann.get("table").json["seats"]
    assert [one["seat"] for one in seats] == ["Zoe", "Yan", "Xenia", "Wim", "Vera"]
    assert page_of(host, "screen").count("<small>a bot</small>") == 4
    assert "<small>sits</small>" not in page_of(host, "screen")  # Zoe’s phone hears nothing: she is away
    guest = evening.browser()
    assert guest.post("join", word=evening.hosting.word).status == 200
    assert page_of(guest, "phone").count("a bot: or you") == 4
    assert guest.post("claim", seat="Yan", pin="4711").status == 200  # a person takes the chair
    assert host.post("bot", seat="Vera", level="person").status == 200
    assert [one["bot"] for one in ann.get("table").json["seats"]] == ["", "", "easy", "easy", ""]
    assert host.post("begin").status == 200
    assert "Xenia and Wim are bots" in page_of(host, "screen")
    late = evening.browser()
    assert late.post("join", word=evening.hosting.word).status == 200
    assert page_of(late, "phone").count('data-why="A bot plays for') == 2


def test_a_bot_takes_the_seat_of_somebody_who_goes_home(household):
    evening = lizard(household)
    host = evening.host()
    people = dict(zip(("Ann", "Bob", "Cat"), evening.seated("Ann", "Bob", "Cat"), strict=True))
    seat = evening.table.game.to_act(evening.table.state)[0].seat
    name = evening.table.name(seat)
    assert host.post("bot", seat="Dan").status == 422
    assert host.post("bot", seat=name, level="person").status == 409
    assert host.post("bot", seat=name).status == 200
    assert people[name].get("seat").status == 403
    assert evening.table.bots == {seat: "easy"}
    assert moments(evening) > 0
    assert "bot" in people[name].post("claim", seat=name, pin="4711").json["why"]
    lines = evening.table.standing.lines
    assert host.post("bot", seat=name, level="person").status == 200
    assert evening.table.bots == {}
    assert people[name].post("claim", seat=name, pin="4711").status == 200
    assert evening.table.standing.lines == lines
