"""The judge of Liars' Guess against brute force, and against the hardest full decks."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.cards import cards_of
from referee.games.liars_guess.state import Count, hand_exists, smallest_conflict

LINES = [
    sum(1 << (9 * c + 3 * s + n) for c in cs for s in ss for n in ns)
    for free in range(3)
    for a in range(3)
    for b in range(3)
    for cs, ss, ns in [
        [range(3) if free == axis else [(a, b)[axis - (axis > free)]] for axis in range(3)],
    ]
]
"""The 27 combinations of two attributes, three cards each."""


def by_brute_force(unseen: int, size: int, counts: list[Count]) -> bool:
    hands = (sum(1 << card for card in hand) for hand in combinations(cards_of(unseen), size))
    return any(all((hand & cards).bit_count() == n for cards, n in counts) for hand in hands)


def test_every_card_is_in_three_combinations() -> None:
    assert len(set(LINES)) == 27
    assert all(line.bit_count() == 3 for line in LINES)
    assert all(sum(line >> card & 1 for line in LINES) == 3 for card in range(27))


small = st.lists(st.integers(0, 26), min_size=1, max_size=11, unique=True).map(lambda cs: sum(1 << c for c in cs))


@settings(max_examples=300)
@given(small, st.integers(0, 11), st.lists(st.tuples(st.sampled_from(LINES), st.integers(-1, 4)), max_size=9))
def test_judge_is_exact(unseen: int, size: int, counts: list[Count]) -> None:
    assert hand_exists(unseen, size, counts) == by_brute_force(unseen, size, counts)


@settings(max_examples=150)
@given(small, st.integers(0, 9), st.lists(st.tuples(st.sampled_from(LINES), st.integers(0, 3)), max_size=7))
def test_conflict_is_irreducible_and_smallest(unseen: int, size: int, counts: list[Count]) -> None:
    places = smallest_conflict(unseen, size, counts)
    if by_brute_force(unseen, size, counts):
        assert places == ()
        return
    assert not by_brute_force(unseen, size, [counts[p] for p in places])
    for fewer in combinations(range(len(counts)), len(places) - 1) if places else ():
        assert by_brute_force(unseen, size, [counts[p] for p in fewer])


def test_an_empty_set_of_answers_conflicts_only_when_the_hand_is_too_large() -> None:
    assert smallest_conflict(0b111, 3, []) == ()
    assert not hand_exists(0b111, 4, [])
