"""Lizard beside its rulings (tests/referee/rulings): what holds of every trick and of every deal."""

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.game import Refused
from referee.core.play import parse, playout, replay
from referee.core.setup import setup
from referee.games.lizard import GAME
from referee.games.lizard import game as deck
from referee.games.lizard.game import winner


@given(st.permutations(list(range(52))), st.integers(-1, 3))
def test_the_taker_beats_every_other_card_alone(order: list[int], trump: int) -> None:
    trick = tuple(order[:5])
    best = winner(trick, trump, "second")
    led = deck.SUIT_OF[trick[0]]
    power = [(deck.SUIT_OF[c] == trump, deck.SUIT_OF[c] == led, c >> 2) for c in trick]
    assert power[best] == max(p for p in power if p[0] or p[1])


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
    made = setup(GAME, ("Ann", "Bob", "Cat"), {"rounds": 3})
    lines = f"{one} / {two} / {three} / {four}".split(" / ")
    state = replay(GAME, made, [parse(GAME, made, line) for line in lines])
    refused = GAME.judge(state, parse(GAME, made, "Bob: plays 8c"))
    assert isinstance(refused, Refused)
    assert refused.why == "Bob must follow hearts, with 9♥ or snake"


def test_an_opened_bid_is_of_the_name_whose_rest_is_a_number():
    made = setup(GAME, ["Ann", "Ann 0", "Bob"], {})
    assert parse(GAME, made, "Bob: bids 1 (Ann 0; Ann 0 2)").opens == ((0, 0), (1, 2))
