"""The words of phones in the games for two: what is asked says what may be done, and what it costs."""

import json

import pytest

from referee import games
from tests.referee.host.test_lair import shown
from tests.referee.host.wire import Evening, lobby

POKER = """board 4s 7c
Ann: bets small
Bob: bets small
Ann: reveals Ac 3c 7d
Bob: reveals 2d 9h Ts
Ann: bets small
Bob: bets small
Ann: reveals Kd
Bob: reveals 2h
Ann: bets small
Bob: bets small
Ann: claims Qs
Bob: claims Qh
"""


@pytest.fixture
def at(household):
    def sit(name, lines, **options):
        evening = Evening(household, games.setup(games.game(name), ("Ann", "Bob"), options), deals=False)
        phones = evening.phones("Ann", "Bob")
        host = evening.host()
        for line in lines.splitlines():
            who = phones.get(line.partition(":")[0], host)
            assert (answer := who.say(line)).status == 200, answer
        return phones

    return sit


def test_a_claim_is_trusted_or_suspected_and_the_phone_says_so(at):
    phones = at("liar-poker", POKER)
    page = shown(phones["Ann"])
    assert "Do you trust Bob?" in page
    assert "A wrong suspicion costs half the pot." in page
    assert "Trust Suspect" in page or "Suspect Trust" in page
    assert phones["Ann"].say("Ann: suspects").status == 200
    assert phones["Bob"].say("Bob: accepts").status == 200
    assert "Ann suspects you. Turn it up." in shown(phones["Bob"])
    assert "You suspect, Bob trusts." in shown(phones["Ann"])


def test_a_guess_and_an_accusation_say_what_they_cost_and_can_be_left(at):
    phones = at(
        "liars-guess", "dealer Ann\nfaceup rc1 rc2 rc3 rh1 rh2 rh3 rt1 rt2\nBob: shows gt3 asks gt\nAnn: answers 2"
    )
    page = shown(phones["Bob"])
    assert "Right: you score 9, as many as Ann has cards. Wrong: Ann does." in page
    assert "If Ann admits it, you score 9. If you withdraw, Ann does. If you insist, it is 18" in page
    assert phones["Bob"].get("/part/phone").body.count(b"data-close") >= 2


def test_nobody_is_asked_to_peek_where_nothing_lies_face_down(at):
    phones = at("red-and-black", "dealer Bob\nAnn: calls red\nriver red black red")
    page = shown(phones["Ann"])
    assert "Swap a card? No attack on the first turn." in page
    assert "peek" not in page.lower()
    assert phones["Ann"].say("Ann: swaps 1").status == 200
    assert "Attack with how many, and of which colour?" in shown(phones["Bob"])


@pytest.mark.parametrize(("language", "promise", "taught", "ruled"), [
    ("en", "Nobody sees it before the end of the game, unless Bob suspects you.",
     "Otherwise nobody knows before the end of the game.", "hidden until the match is over"),
    ("de", "Niemand sieht sie, bevor das Spiel aus ist, es sei denn, Bob zweifelt.",
     "Sonst erfährt es niemand, bevor das Spiel aus ist.", "bis die Partie aus ist"),
    ("es", "No la verá nadie antes del final de la partida, salvo que Bob sospeche de ti.",
     "Si no, nadie lo sabrá hasta el final de la partida.", "hasta que acaba la partida"),
])  # fmt: skip
def test_the_hidden_card_is_promised_until_the_end_which_tells_all(household, language, promise, taught, ruled):
    house_rules = json.dumps({"chips": 300, "max_rounds": 1})
    evening = lobby(household, "liar-poker", deals=True, moment_s=0, language=language, options=house_rules)
    phones, owner = evening.seated("Ann", "Bob"), evening.host()
    assert owner.post("begin").status == 200
    held = [phone.get("seat").json["hidden"]["hands"][name] for phone, name in zip(phones, ("Ann", "Bob"), strict=True)]
    for said in ("bets small", "reveals {} {} {}", "bets small", "reveals {3}", "bets small"):
        for phone, name, hand in zip(phones, ("Ann", "Bob"), held, strict=True):
            assert phone.say(f"{name}: {said.format(*hand)}").status == 200
    assert promise in shown(phones[0])
    assert taught in shown(phones[0], "/teach")
    assert ruled in shown(phones[0], "/rules")
    for phone, name in zip(phones, ("Ann", "Bob"), strict=True):  # both claim Bob's card, and Ann lies
        assert phone.say(f"{name}: claims {held[1][4]}").status == 200
    assert phones[1].get("reveal").status == 409
    for phone, name in zip(phones, ("Ann", "Bob"), strict=True):
        assert phone.say(f"{name}: accepts").status == 200
    assert evening.table.over
    assert phones[1].get("reveal").json["hidden"]["hands"]["Ann"] == held[0]
