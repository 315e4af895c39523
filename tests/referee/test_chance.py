"""Chance that the games share: the same cards of the same seed as Python's own, and every card as likely."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.bots import LazyRandom
from referee.core.cards import bits, cards_of, sample, some


@given(st.integers(0, 90), st.integers(0, 30), st.integers())
def test_a_sample_is_that_of_python(cards: int, many: int, seed: int) -> None:
    ours, theirs = Random(seed), Random(seed)
    if many > cards:
        with pytest.raises(ValueError, match=f"{many} of {cards}"):
            sample(range(cards), many, ours)
        return
    for pool in (range(cards), [f"card {at}" for at in range(cards)]):
        assert sample(pool, many, ours) == theirs.sample(pool, many)
    assert ours.getstate() == theirs.getstate()


@given(st.lists(st.tuples(st.text(), st.integers(0, 3)), min_size=1))
def test_a_generator_that_is_seeded_late_gives_the_same(moments: list[tuple[str, int]]) -> None:
    def asked(rng: Random, how: int) -> object:
        return (rng.random, lambda: rng.sample(range(60), 9), lambda: rng.gauss(0, 1), lambda: rng.choice("abc"))[how]()

    late = LazyRandom()
    for seed, how in moments:
        first = Random(seed)
        late.seed(seed)
        assert asked(late, how) == asked(first, how)
        assert late.getrandbits(60) == first.getrandbits(60)


def test_some_cards_are_any() -> None:
    rng = Random(7)
    found = Counter(tuple(some(list("abcd"), 2, rng)) for _ in range(12_000))
    assert len(found) == 12
    assert all(800 < often < 1200 for often in found.values())


@given(st.sets(st.integers(0, 1600), max_size=40))
def test_cards_of_a_set_are_in_order(cards: set[int]) -> None:
    assert cards_of(bits(cards)) == sorted(cards)


def test_cards_of_the_largest_set_of_worlds() -> None:
    """Red & Black with hands of 49 and a river of 8 has so many."""
    cards = [*range(0, 50 * 50 * 2**8, 997)]
    assert cards_of(bits(cards)) == cards
