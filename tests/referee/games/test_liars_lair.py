"""Liar's Lair, ruling by ruling (docs/rules.md §1). Odd cards are true unless the test says so: 1 and 2 are a pair."""

import pytest
from msgspec.structs import replace

from factbank.emblems import is_underlined
from referee.core.game import Refused
from referee.core.play import format_action, legal, narrated, parse, ruling, standing
from referee.games.liars_lair import GAME
from referee.games.liars_lair.state import State
from tests.referee.games.by_hand import refusal
from tests.referee.games.lair import DECLARE, KNOCK, RECORDS, ROUND, START, nexts, play, public, replay_on

# ----------------------------------------------------------------------------------------------------- the round


def test_a_contradiction_knocks_out_and_waits_for_the_taker() -> None:
    state = play(KNOCK)
    assert public(state) == {
        "round": 1,
        "start": "Ann",
        "phase": "take",
        "table": {},
        "hands": {"Ann": 3, "Bob": 3, "Cat": 4, "Dan": 4},
        "out": ["Bob"],
        "exposed": {"1": True, "2": False},
    }
    assert nexts(state) == [("Ann", ["takes"])]
    assert {format_action(GAME, state.setup, action) for action in legal(GAME, state)} == {
        "Ann: takes 5", "Ann: takes 9", "Ann: takes 12", "Ann: takes nothing",
    }  # fmt: skip
    taken, nothing = play(KNOCK + "Ann: takes 5"), play(KNOCK + "Ann: takes nothing")
    assert public(taken)["hands"] == {"Ann": 4, "Bob": 0, "Cat": 4, "Dan": 4}
    assert public(nothing)["hands"] == {"Ann": 3, "Bob": 0, "Cat": 4, "Dan": 4}
    assert nexts(taken) == nexts(nothing) == [("Cat", ["plays"])]


def test_the_earlier_card_may_be_the_lie_and_the_knocker_skips_the_reclaim() -> None:
    state = play(START.replace("start Ann", "start Bob") + "Bob: plays 2\nCat: plays 7\nDan: plays 11\nAnn: plays 1")
    assert public(state)["out"] == ["Bob"]
    state = replay_on(state, "Ann: takes 12")
    assert nexts(state) == [("Cat", ["reclaims"])]
    assert refusal(state, "Cat: reclaims 7").rule == "lair.reclaim-own"
    assert refusal(state, "Cat: reclaims 1").rule == "lair.reclaim-table"
    state = replay_on(replay_on(state, "Cat: reclaims 11"), "Dan: reclaims 7")
    assert nexts(state) == [("Cat", ["declares", "passes"])]


def test_the_other_half_in_a_hand_or_gone_contradicts_nothing() -> None:
    state = play(KNOCK + "Ann: takes 9\nCat: plays 10\nDan: plays 11\nCat: reclaims 11\nDan: reclaims 10")
    assert public(state)["exposed"] == {"1": True, "2": False}


def test_a_refused_take_says_no_title_of_a_card_that_the_taker_has_not_seen() -> None:
    """Halves share a title: with it 13 would be known as the rival of a card in hand, and nobody would hear of it."""
    mine = GAME.view(play(KNOCK), 0)
    assert refusal(mine, "Ann: takes 13").why == "Ann cannot take 13 from Bob's hand: it is not there"
    title = mine.setup.facts.title_of(3)
    assert refusal(mine, "Ann: takes 3").why == f"Ann cannot take 3 from Bob's hand ({title}): it lies in Ann's hand"


def test_nobody_plays_what_lies_elsewhere() -> None:
    state = play(START + "Ann: plays 3")
    for line, said in (
        ("Bob: plays 3", "it lies in play"),
        ("Bob: plays 1", "it lies in Ann's hand"),
        ("Bob: plays 99", "there is no card 99 in this kit, whose cards are numbered 1 to 16"),
    ):
        assert said in refusal(state, line).why
    assert "it has left the game" in refusal(play(KNOCK + "Ann: takes 9"), "Cat: plays 1").why
    shared = ruling(GAME, state, parse(GAME, state.setup, "Bob: plays 1"))
    assert isinstance(shared, Refused)
    assert shared.why == "Bob: plays … does not fit the hidden cards"


def test_pick_gift_and_pool_have_their_own_verbs() -> None:
    assert refusal(play(KNOCK), "Bob: gives 5").rule == "lair.out"
    assert refusal(play(KNOCK), "Ann: gives 3").rule == "lair.step"
    gift = play(KNOCK, departing="gift")
    assert nexts(gift) == [("Bob", ["gives"])]
    assert refusal(gift, "Bob: gives nothing").rule == "lair.give-own"
    assert refusal(gift, "Bob: gives 3").rule == "lair.give-own"
    assert refusal(gift, "Ann: takes 5").rule == "lair.step"
    given = replay_on(gift, "Bob: gives 12")
    assert public(given)["hands"] == {"Ann": 4, "Bob": 0, "Cat": 4, "Dan": 4}
    gives = parse(GAME, gift.setup, "Bob: gives 12")
    assert GAME.narrate(gift, gives, given).startswith("Bob gives Ann 12")
    assert GAME.private(gift.setup, "gives")
    pool = play(KNOCK, departing="pool")
    assert refusal(pool, "Bob: gives ?").rule == "lair.give-own"
    assert not GAME.private(pool.setup, "gives")
    assert public(left := replay_on(pool, "Bob: gives 12"))["table"] == {"Bob": 12}
    assert GAME.narrate(pool, gives, left).startswith("Bob leaves 12")


def test_an_empty_departing_hand_is_not_asked_for() -> None:
    """Ann knocks out Bob, whose hand is empty since every card he played left the game."""
    lines = (RECORDS / "lair-empty-hand.txt").read_text(encoding="utf-8").split("+++\n")[2]
    names = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
    till = lines[: lines.index("Fay: plays 18")]
    state = play(till, pairs=12, seats=names, mix="random")
    assert public(state)["hands"] == {"Ann": 0, "Bob": 0, "Cat": 0, "Dan": 0, "Eve": 0, "Fay": 4}
    assert nexts(state) == [("Fay", ["plays"])]
    state = replay_on(state, "Fay: plays 18")  # Ann is passed over
    assert nexts(state) == [("Fay", ["reclaims"])]
    state = replay_on(state, "Fay: reclaims 18")  # Ann finds none in play
    assert nexts(state) == [("Fay", ["declares", "passes"])]
    state = replay_on(replay_on(state, "Fay: declares"), "Ann: passes")  # Ann has nothing to show
    assert standing(GAME, state)["winners"] == ["Fay"]


def test_who_knocks_out_an_empty_hand_is_asked_for_nothing() -> None:
    """Bob, taking nothing, has played his hand away but for a lie; who knocks him out then finds no card to take."""
    hands = "Ann: holds 1 3 6 8\nBob: holds 5 7 10 12\nCat: holds 2 9 13 15\nDan: holds 4 11 14 16\n"
    deal = hands + "truths 1 3 5 7 9 11 13 15\n"
    lines = deal + "start Bob\n" + "Bob: plays 5\nCat: plays 2\nDan: plays 16\nAnn: plays 6\n"  # 6 is the lie of 5
    state = play(lines, mix="random")
    assert public(state)["out"] == ["Ann"]
    for departing, asked in (("pick", "takes"), ("gift", "gives"), ("pool", "gives")):
        assert nexts(play(lines, mix="random", departing=departing))[0][1] == [asked]
    for departing in ("pick", "gift", "pool"):
        bare = emptied(play(lines[: lines.index("Ann: plays")], mix="random", departing=departing), 0)
        action = parse(GAME, bare.setup, "Ann: plays 6")
        state = GAME.apply(bare, action)
        assert "Ann is out! Ann leaves no card behind." in narrated(GAME, bare, action, state)
        assert public(state)["phase"] == "reclaim"
        assert public(state)["hands"]["Ann"] == 0
        expected = (
            ["Bob"] if departing == "pool" else ["Cat"]
        )  # in the pool who got nothing reclaims like everybody else
        assert nexts(state) == [(expected[0], ["reclaims"])]


def emptied(state: State, seat: int) -> State:
    """Return the same state with only the card 6 left in a hand."""
    hands, sizes = list(state.hands), list(state.sizes)
    hands[seat], sizes[seat] = 1 << 6, 1
    return replace(state, hands=tuple(hands), sizes=tuple(sizes))


# -------------------------------------------------------------------------------------------------- declarations


def test_the_declarations_come_before_the_first_hand_is_exposed() -> None:
    state = play(DECLARE + "Ann: declares\nBob: passes\nCat: declares")
    assert public(state)["phase"] == "declare"
    assert refusal(state, "Bob: declares").rule == "lair.declare-late"
    assert refusal(state, "Ann: shows 1").rule == "lair.step"
    state = replay_on(state, "Dan: passes")
    assert public(state)["phase"] == "question"
    assert nexts(state) == [("Bob", ["passes", "shows"])]
    assert refusal(state, "Dan: declares").rule == "lair.declare-late"
    view = GAME.view(state, None)
    assert [hand.bit_count() for hand in view.hands] == [
        4,
        1,
        1,
        1,
    ]  # Ann's lies open; three hold what they reclaimed


def test_the_first_declarer_whom_nobody_proves_wins_at_once() -> None:
    state = play(
        DECLARE + "Ann: passes\nBob: declares\nCat: declares\nDan: passes\nCat: shows 10\nDan: passes\nAnn: passes"
    )
    answer = standing(GAME, state)
    assert answer["winners"] == ["Bob"]
    assert answer["public"]["hands"] == {"Ann": 4, "Bob": 4, "Cat": 0, "Dan": 4}
    assert answer["public"]["exposed"] == {"10": False}
    assert answer["scores"] == {"Ann": 0, "Bob": 1, "Cat": 0, "Dan": 0}


def test_a_false_shower_is_out_even_if_the_declarer_is_proven_a_liar_later() -> None:
    state = play(DECLARE + "Ann: declares\nBob: passes\nCat: passes\nDan: passes\nBob: shows 12\nCat: shows 5")
    assert public(state)["out"] == ["Bob", "Ann"]
    assert public(state)["exposed"] == {"5": True, "6": False, "12": False}
    assert public(state)["round"] == 2
    assert public(state)["start"] == "Cat"
    assert nexts(state) == [("Cat", ["plays"])]


def test_both_halves_in_a_declared_hand() -> None:
    out = play(DECLARE + "Ann: passes\nBob: passes\nCat: passes\nDan: declares")
    assert public(out)["out"] == ["Dan"]
    assert public(out)["exposed"] == {}
    allowed = play(DECLARE + "Ann: passes\nBob: passes\nCat: passes\nDan: declares", own_conflict="allowed")
    assert nexts(allowed) == [("Ann", ["passes", "shows"])]
    both = play(DECLARE + "Ann: declares\nBob: passes\nCat: passes\nDan: declares\nBob: passes\nCat: shows 5")
    assert public(both)["out"] == ["Ann", "Dan"]  # Dan's hand was exposed next
    assert public(both)["round"] == 2


def test_absolution_needs_every_lie_provable_by_others_still_in() -> None:
    lines = (RECORDS / "lair-absolution.txt").read_text(encoding="utf-8").split("+++\n")[2]
    three = ("Ann", "Bob", "Cat")
    assert standing(GAME, play(lines, 6, three, absolution=True))["winners"] == ["Ann"]
    plain = play(lines, 6, three)
    assert nexts(plain) == [("Bob", ["passes", "shows"])]
    truthful = play(DECLARE + "Ann: declares\nBob: passes\nCat: passes\nDan: passes", absolution=True)
    assert public(truthful)["phase"] == "question"


def test_right_and_revised() -> None:
    state = play(DECLARE + "Ann: passes\nBob: passes\nCat: passes\nDan: passes", next_start="right")
    assert public(state)["start"] == "Dan"
    state = play(START + ROUND, reclaim="revised")
    assert nexts(state) == [("Dan", ["reclaims"])]
    state = replay_on(state, "Dan: reclaims 11")  # the own card
    assert nexts(state) == [("Cat", ["reclaims"])]


@pytest.mark.parametrize("number", [6, 9, 66, 68, 89, 99, 16, 91, 10, 606 + 2])
def test_numbers_that_read_upside_down_are_underlined(number: int) -> None:
    assert is_underlined(str(number))


@pytest.mark.parametrize("number", [1, 8, 11, 69, 88, 96, 7, 23, 67, 101, 2, 34])
def test_other_numbers_are_not(number: int) -> None:
    assert not is_underlined(str(number))
