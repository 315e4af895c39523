"""Lizard, ruling by ruling (docs/rules.md §3): tricks, estimates, revokes, scores, the three ways of tracking."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.game import RecordError, Refused
from referee.core.play import format_action, game_status, legal_actions, parse, playout, redacted, replay
from referee.core.setup import setup
from referee.games.lizard import GAME, State
from referee.games.lizard import game as deck
from referee.games.lizard.game import points, winner
from tests.referee.games.by_hand import after, refusal

SEATS = ("Ann", "Bob", "Cat")


ROUND_1 = """
dealer Ann
trump 9h
Bob: bids 1
Cat: bids 0
Ann: bids 0
Bob: plays Ah
Cat: plays 2h
Ann: plays 3c
"""
BIDS_2 = "trump 2c\nCat: bids 0\nAnn: bids 0\nBob: bids 0\n"


def play(lines: str, seats: tuple[str, ...] = SEATS, **options: Any) -> State:
    return after(GAME, seats, lines, options)


def cards(text: str) -> tuple[int, ...]:
    return tuple(map(deck.parse, text.split()))


def test_the_first_example_of_the_rules_replays() -> None:
    state = play(
        "dealer Ann\ntrump 9h\nBob: bids 1\nCat: bids 0\nAnn: bids 0\nBob: plays Ah\nCat: plays 2h\nAnn: plays 3c",
        rounds=1,
    )
    answer = game_status(GAME, state)
    assert answer["over"]
    assert answer["winners"] == ["Bob"]
    assert answer["scores"] == {"Ann": 20, "Bob": 30, "Cat": 20}
    assert answer["next"] == []
    assert answer["public"] == {
        "round": 1,
        "rounds": 1,
        "dealer": "Ann",
        "trump": "hearts",
        "bids": {"Ann": 0, "Bob": 1, "Cat": 0},
        "won": {"Ann": 0, "Bob": 1, "Cat": 0},
        "trick": [],
        "history": [
            {
                "bids": {"Ann": 0, "Bob": 1, "Cat": 0},
                "won": {"Ann": 0, "Bob": 1, "Cat": 0},
                "points": {"Ann": 20, "Bob": 30, "Cat": 20},
            }
        ],
    }


@pytest.mark.parametrize(
    ("trick", "trump", "taker"),
    [
        ("5h 9h 2h", -1, 1),  # the highest of the suit led
        ("5h As Kd", -1, 0),  # other suits take nothing
        ("5h 2c Ah", 0, 1),  # a trump beats the suit led
        ("5h 2c 3c", 0, 2),  # the higher trump
        ("Ac lizard lizard", 0, 1),  # the first lizard
        ("lizard Ac snake", 0, 0),
        ("snake 2d 3h", -1, 1),  # the first card with a suit sets it
        ("snake 2d 3d", -1, 2),
        ("snake 2d 3h", 2, 2),
        ("snake lizard Ah", -1, 1),
    ],
)
def test_who_takes_a_trick(trick: str, trump: int, taker: int) -> None:
    assert winner(cards(trick), trump, "second") == taker


@pytest.mark.parametrize(("option", "taker"), [("second", 1), ("first", 0), ("last", 2)])
def test_a_trick_of_nothing_but_snakes(option: str, taker: int) -> None:
    assert winner(cards("snake snake snake"), 1, option) == taker


@given(st.permutations(list(range(52))), st.integers(-1, 3))
def test_the_taker_beats_every_other_card_alone(order: list[int], trump: int) -> None:
    trick = tuple(order[:5])
    best = winner(trick, trump, "second")
    led = deck.SUIT_OF[trick[0]]
    power = [(deck.SUIT_OF[c] == trump, deck.SUIT_OF[c] == led, c >> 2) for c in trick]
    assert power[best] == max(p for p in power if p[0] or p[1])


def test_points_are_the_seeds_examples() -> None:
    assert points(5, 5) == 70
    assert points(5, 3) == -20
    assert points(0, 0) == 20


def test_bids_are_zero_to_the_rounds_tricks() -> None:
    state = play("dealer Ann\ntrump 9h\nBob: bids 0")
    no = refusal(state, "Cat: bids 4")
    assert (no.rule, no.why) == ("lizard.bid-range", "Cat cannot bid 4: this round has 1 trick (0 to 1)")


def test_the_hook_bars_one_number_to_the_last_bidder_only() -> None:
    state = play("dealer Ann\ntrump 9h\nBob: bids 0\nCat: bids 0", hook=True)
    assert refusal(state, "Ann: bids 1").rule == "lizard.hook"
    assert [format_action(GAME, state.setup, a) for a in legal_actions(GAME, state)] == ["Ann: bids 0"]
    with pytest.raises(RecordError, match="hook"):
        setup(GAME, SEATS, {"hook": True, "estimates": "secret"})


def test_secret_bids_open_together() -> None:
    lines = "dealer Ann\ntrump 9h\nCat: bids 1\nAnn: bids 0"
    state = play(lines, estimates="secret")
    answer = game_status(GAME, state)
    assert answer["public"]["bids"] == {}
    assert answer["next"] == [{"seat": "Bob", "verbs": ["bids"]}]
    made = state.setup
    actions = [parse(GAME, made, line) for line in [*lines.splitlines(), "Bob: bids 1"]]
    public = [format_action(GAME, made, a) for a in redacted(GAME, made, actions)]
    assert public[2:] == ["Cat: bids ?", "Ann: bids ?", "Bob: bids 1 (Ann 0; Cat 1)"]
    assert game_status(GAME, play("\n".join(public), estimates="secret")) == game_status(
        GAME, replay(GAME, made, actions)
    )
    bare = play("\n".join(public[:4]), estimates="secret")
    assert refusal(bare, "Bob: bids 1").rule == "lizard.bracket-missing"
    assert refusal(state, "Bob: bids 1 (Ann 1; Cat 1)").rule == "lizard.bracket-false"


def test_a_revoke_of_an_unknown_hand_is_flagged_when_the_suit_is_shown() -> None:
    begin = ROUND_1 + BIDS_2 + "Cat: plays 5h\nAnn: plays 6h\nBob: plays 2s\nAnn: plays 7s\n"
    assert play(begin, rounds=2).flags == ()
    state = play(begin + "Bob: plays Kh", rounds=2)
    assert len(state.flags) == 1
    assert str(state.flags[0].told(state)).startswith("round 2 trick 1: Bob revoked")


def test_lizards_and_snakes_never_revoke() -> None:
    begin = ROUND_1 + BIDS_2 + "Cat: plays 5h\nAnn: plays 6h\nBob: plays snake\nAnn: plays 7s\n"
    assert play(begin + "Bob: plays Kh", rounds=2).flags == ()


def test_a_known_hand_must_follow_and_may_always_play_a_beast() -> None:
    state = play(ROUND_1 + "Ann: holds 4h snake\n" + BIDS_2 + "Cat: plays 5h")
    assert {format_action(GAME, state.setup, a) for a in legal_actions(GAME, state)} == {
        "Ann: plays 4h",
        "Ann: plays snake",
    }
    state = play(ROUND_1 + "Ann: holds 4h 9d\n" + BIDS_2 + "Cat: plays 5h")
    assert refusal(state, "Ann: plays 9d").rule == "lizard.follow"
    assert refusal(state, "Ann: plays 8h").rule == "lizard.held"


def test_a_lizard_first_leaves_no_suit_to_follow() -> None:
    state = play(ROUND_1 + "Ann: holds 4h 9d\n" + BIDS_2 + "Cat: plays lizard")
    assert len(legal_actions(GAME, state)) == 2


def test_a_card_is_in_one_place() -> None:
    state = play(ROUND_1 + "Bob: holds 4h 9d\n" + BIDS_2)
    assert refusal(state, "Cat: plays 2c").rule == "lizard.card-gone"
    assert refusal(state, "Cat: plays 4h").rule == "lizard.card-gone"
    again = play(ROUND_1 + "Bob: holds 4h 9d")
    assert refusal(again, "trump 9d").rule == "lizard.card-gone"
    assert refusal(again, "Cat: holds 9d 2c").rule == "lizard.card-gone"
    assert refusal(again, "Bob: holds 5h 2c").rule == "lizard.holds-once"
    assert refusal(again, "Cat: holds 2c").rule == "lizard.holds-count"


def test_a_snake_turned_is_no_trump_or_another_card() -> None:
    assert play("dealer Ann\ntrump snake").phase == "bid"
    state = play("dealer Ann\ntrump snake", trump_snake="redraw")
    assert game_status(GAME, state)["next"] == [{"seat": None, "verbs": ["trump"]}]
    assert play("dealer Ann\ntrump snake\ntrump 4d", trump_snake="redraw").trump == deck.SUITS.index("diamonds")


def test_a_lizard_turned_lets_the_dealer_call() -> None:
    state = play("dealer Ann\ntrump lizard")
    assert game_status(GAME, state)["next"] == [{"seat": "Ann", "verbs": ["calls"]}]
    assert game_status(GAME, play("dealer Ann\ntrump lizard\nAnn: calls Hearts"))["public"]["trump"] == "hearts"
    assert play("dealer Ann\ntrump lizard", trump_lizard="none").phase == "bid"


def test_tracking_tricks_or_scores_leaves_trump_to_the_table() -> None:
    state = play("dealer Ann", track="scores")
    assert game_status(GAME, state)["next"] == [
        {"seat": "Bob", "verbs": ["bids"]},
        {"seat": None, "verbs": ["trump"]},
    ]
    state = play("dealer Ann\nBob: bids 1\nCat: bids 0\nAnn: bids 0\nCat: won 0\nBob: won 1", track="scores")
    no = refusal(state, "Ann: won 1")
    assert (no.rule, no.why) == ("lizard.won-sum", "Ann cannot have won 1 of 1: it must be 0")
    done = play("dealer Ann\ntrump 9h\nBob: bids 1\nCat: bids 0\nAnn: bids 0\ntrick Bob", track="tricks", rounds=1)
    assert done.totals == (20, 30, 20)


def test_the_last_round_of_the_full_game_has_no_trump() -> None:
    made = setup(GAME, ("A", "B", "C", "D", "E"), {})
    state, actions = playout(GAME, made, Random(5))
    assert state.round == 12
    trumps = [a for a in actions if a.verb == "trump"]
    assert len(trumps) == 11


def test_rounds_are_bounded_by_the_table() -> None:
    with pytest.raises(RecordError, match="5 players can play 1 to 12 rounds, not 13"):
        setup(GAME, ("A", "B", "C", "D", "E"), {"rounds": 13})


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.integers(3, 5), st.sampled_from(["none", "redraw"]))
def test_every_round_deals_the_deck_once_and_sums_to_its_tricks(seed: int, many: int, snake: str) -> None:
    made = setup(GAME, [f"P{n}" for n in range(many)], {"trump_snake": snake})
    state, actions = playout(GAME, made, Random(seed))
    assert [sum(done.won) for done in state.history] == list(range(1, 60 // many + 1))
    assert state.flags == ()
    rounds: list[Counter[int]] = [Counter()]
    for action in actions:
        if action.verb == "plays" and sum(rounds[-1].values()) == many * len(rounds):
            rounds.append(Counter())
        if action.verb == "plays":
            rounds[-1][action.card] += 1
    assert [sum(played.values()) for played in rounds] == [many * r for r in range(1, 60 // many + 1)]
    assert all(count <= deck.total(card) for played in rounds for card, count in played.items())


def test_who_must_follow_hears_that_a_snake_may_be_played_too():
    one = "dealer Ann / trump 9h / Bob: bids 1 / Cat: bids 0 / Ann: bids 0 / Bob: plays Ah / Cat: plays 2h"
    two = "Ann: plays 3c / trump 5d / Cat: bids 0 / Ann: bids 0 / Bob: bids 0 / Cat: plays 7d / Ann: plays 3d"
    three = "Bob: plays 4s / Cat: plays 8d / Ann: plays Kc / Bob: plays Ac / Bob: holds 9h snake 8c / trump Jd"
    four = "Ann: bids 0 / Bob: bids 0 / Cat: bids 0 / Ann: plays 4h"
    made = setup(GAME, SEATS, {"rounds": 3})
    lines = [line for part in (one, two, three, four) for line in part.split(" / ")]
    state = replay(GAME, made, [parse(GAME, made, line) for line in lines])
    refused = GAME.judge(state, parse(GAME, made, "Bob: plays 8c"))
    assert isinstance(refused, Refused)
    assert refused.why == "Bob must follow hearts, with 9♥ or snake"


def test_an_opened_bid_is_of_the_name_whose_rest_is_a_number():
    made = setup(GAME, ["Ann", "Ann 0", "Bob"], {})
    assert parse(GAME, made, "Bob: bids 1 (Ann 0; Ann 0 2)").opens == ((0, 0), (1, 2))
