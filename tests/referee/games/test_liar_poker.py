"""Liar Poker beside its rulings (tests/referee/rulings): hands against treys, chips that add up, what is masked."""

from collections.abc import Sequence
from itertools import chain, combinations, combinations_with_replacement, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from treys import Card, Evaluator

from referee.core.cards import NAMES, STANDARD
from referee.core.play import game_status, narrated, parse, playout
from referee.core.setup import setup
from referee.games.liar_poker import GAME, State
from referee.games.liar_poker.rules import fold, settle
from referee.games.liar_poker.state import WEAKEST, strength
from tests.referee.games.by_hand import after
from tests.sampling import WHOLE

EVALUATOR = Evaluator()
TREYS = [Card.new(name) for name in NAMES[:STANDARD]]
BOARD = "board 4s 7c\n"
BETS = "Ann: bets small\nBob: bets small\n"
SHOWN = f"{BETS}Ann: reveals Ac 3c 7d\nBob: reveals 2d 9h Ts\n{BETS}Ann: reveals 7h\nBob: reveals 9c\n"


def play(lines: str, **options: Any) -> State:
    return after(GAME, ("Ann", "Bob"), lines, options)


@pytest.mark.parametrize(
    ("chips", "pot", "bonus", "best", "suspects", "caught", "after", "kept", "winner"),
    [
        ((0, 100), 60, 50, 1, (True, True), (True, False), (0, 210), 0, 1),  # nothing left to pay with
        ((20, 100), 60, 0, 0, (True, True), (True, False), (0, 120), 60, 1),  # 20 of 30 for the lie, then nothing
        ((0, 0), 0, 1000, -1, (True, True), (True, True), (0, 0), 1000, -1),
        ((500, 0), 0, 0, 0, (False, True), (True, False), (500, 0), 0, -1),  # amounts of 0: nobody receives more
    ],
)
def test_nobody_pays_what_they_have_not(
    chips: tuple[int, int], pot: int, bonus: int, best: int, suspects: tuple[bool, bool], caught: tuple[bool, bool],
    after: tuple[int, int], kept: int, winner: int,
) -> None:  # fmt: skip
    done = settle(chips, pot, bonus, best, suspects, caught)
    assert (done.chips, done.bonus, done.winner) == (after, kept, winner)


amounts = st.integers(0, 300)


@given(amounts, amounts, st.integers(0, 150).map(lambda h: 2 * h), amounts)
def test_chips_are_conserved_in_every_branch(first: int, second: int, pot: int, bonus: int) -> None:
    total = first + second + pot + bonus
    for best, a, b in product((-1, 0, 1), (0, 1), (0, 1)):
        for x, y in product((False, True), repeat=2):
            caught = (bool(b) and x, bool(a) and y)
            done = settle((first, second), pot, bonus, best, (bool(a), bool(b)), caught)
            assert sum(done.chips) + done.bonus == total
            assert min(done.chips) >= 0
            assert done.bonus >= 0
    for folded in ((True, False), (False, True), (True, True)):
        done = fold((first, second), pot, bonus, folded, 10)
        assert sum(done.chips) + done.bonus == total


@pytest.mark.parametrize(
    ("first_fold", "said"),
    [("free", "Ann folds before anything was paid."), ("small", "Ann folds at once, and pays Bob 10.")],
)
def test_a_fold_at_once_is_said_with_what_it_cost(first_fold: str, said: str) -> None:
    before = play(BOARD + "Bob: bets large", first_fold=first_fold)
    action = parse(GAME, before.setup, "Ann: folds")
    assert action is not None
    assert said in narrated(GAME, before, action, GAME.apply(before, action))


def by_treys(five: Sequence[int]) -> int:
    return EVALUATOR.evaluate([], [TREYS[card] for card in five])


def test_every_hand_of_five_is_as_strong_as_treys_says() -> None:
    """Each of the 7,462 strengths; with WHOLE=1 each of the 2,598,960 hands."""
    mixed = (
        [rank * 4 + at % 4 for at, rank in enumerate(ranks)]  # one suit apiece, but for the last: no flush
        for ranks in combinations_with_replacement(range(13), 5)
        if ranks[0] != ranks[4]
    )
    suited = ([rank * 4 + 2 for rank in ranks] for ranks in combinations(range(13), 5))
    found = set()
    for five in combinations(range(52), 5) if WHOLE else chain(mixed, suited):
        found.add(strength(tuple(five)))
        assert strength(tuple(five)) == by_treys(five), five
    assert found == set(range(1, WEAKEST[-1] + 1))
    assert tuple(EVALUATOR.table.MAX_TO_RANK_CLASS) == WEAKEST


@given(st.permutations(range(52)), st.sampled_from((0, 3, 4, 5, 6, 7)))
def test_seven_cards_are_as_strong_as_the_best_five_of_them(cards: list[int], hearts: int) -> None:
    """Ranks without a flush are looked up once for all suits."""
    first = sorted(cards, key=lambda card: card & 3 != 0)[:hearts]
    seven = tuple([*first, *(card for card in cards if card not in first)][:7])
    assert strength(seven) == min(map(by_treys, combinations(seven, 5)))


@settings(max_examples=10)
@given(st.integers(0, 10**6), st.sampled_from([60, 150]), st.booleans())
def test_chips_are_conserved_through_whole_matches(seed: int, chips: int, hands: bool) -> None:
    made = setup(GAME, ("Ann", "Bob"), {"chips": chips})
    _, actions = playout(GAME, made, Random(seed), hands=hands, limit=2000)
    state = GAME.start(made)
    for action in actions:
        state = GAME.apply(state, action)
        assert sum(state.chips) + state.pot + state.bonus == 2 * chips
        assert min(state.chips) >= 0


def test_what_is_hidden_in_a_masked_record_stays_masked() -> None:
    """Also when everything is asked for: nobody knows it."""
    steps = ("Ann: holds ? ? ? ? ?\nAnn: bets ?", f"{BETS}Ann: reveals ?", f"{SHOWN}{BETS}Ann: claims ?")
    for lines in steps:
        hidden = game_status(GAME, play(BOARD + lines), reveal=True)["hidden"]
        assert hidden["chosen"] == {"Ann": "?", "Bob": None}
        assert hidden["hands"]["Ann"] in (None, ["?"] * 5)
