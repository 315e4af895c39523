"""The judge of Liars' Guess: full decks against an independent solver (SAT), a few cards against brute force."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import games
from referee.core.cards import cards_of
from referee.games.liars_guess import state as deck
from referee.games.liars_guess.state import build_case, hand_exists, smallest_conflict
from tests.sampling import tries

GUESS = games.game("liars-guess")
LINES = [cards for _, cards in deck.LINES]


def by_solver(unseen, size, counts):
    """Say whether some hand makes every count true: one variable a card, one constraint a count."""
    from pysat.card import CardEnc, EncType
    from pysat.solvers import Cadical153

    top = 27
    with Cadical153() as solver:
        for card in range(27):
            if not unseen >> card & 1:
                solver.add_clause([-(card + 1)])
        for cards, bound in [(unseen, size), *((cards & unseen, n) for cards, n in counts)]:
            literals = [card + 1 for card in cards_of(cards)]
            if not 0 <= bound <= len(literals):
                return False
            if literals:
                encoded = CardEnc.equals(literals, bound, top_id=top, encoding=EncType.seqcounter)
                top = max(top, encoded.nv)
                for clause in encoded.clauses:
                    solver.add_clause(clause)
        return bool(solver.solve())


def positions(seed, many):
    """Yield evidence as it comes up in random deals: mostly honest answers, so that both judgments are met."""
    rng = Random(seed)
    for _ in range(many):
        setup = games.setup(GUESS, ["Ann", "Bob"], {"deals": 1})
        state, steps = GUESS.start(setup), rng.randint(2, 36)
        honest = rng.random() < 0.7
        while state.phase != "over" and steps > 0:
            action = GUESS.draw(state, rng)
            if action is None:
                quiet = [a for a in games.legal_actions(GUESS, state) if a.verb in {"shows", "answers"}]
                action = rng.choice(quiet)
                if action.verb == "answers" and honest and rng.random() < 0.93:
                    cards = deck.LINES[state.asks[-1].line][1]
                    held = sum(cards >> card & 1 for card in state.hands[action.seat])
                    action = next(a for a in quiet if a.count == held)
            state = GUESS.apply(state, action)
            steps -= 1
        case = build_case(state, rng.randrange(2))
        yield case.unseen, case.hidden, [(cards, need) for _, cards, need in case.counts]


@pytest.mark.parametrize("seed", range(3))
def test_the_judge_agrees_with_a_solver_in_real_deals(seed):
    found = [(hand_exists(*case), by_solver(*case)) for case in positions(seed, 60)]
    assert all(ours == theirs for ours, theirs in found)
    assert {ours for ours, _ in found} == {True, False}


@pytest.mark.parametrize("seed", range(3))
def test_the_judge_agrees_with_a_solver_on_any_counts(seed):
    rng = Random(seed)
    met = set()
    for _ in range(60):
        unseen = deck.ALL & ~sum(1 << card for card in rng.sample(range(27), rng.randint(8, 20)))
        size = rng.randint(0, min(9, unseen.bit_count()))
        hand = sum(1 << card for card in rng.sample(cards_of(unseen), size))
        lines = rng.sample(LINES, rng.randint(1, 20))
        counts = [(cards, (hand & cards).bit_count()) for cards in lines]
        if rng.random() < 0.6:
            at = rng.randrange(len(counts))
            counts[at] = (counts[at][0], counts[at][1] + rng.choice((-1, 1)))
        met.add(truth := by_solver(unseen, size, counts))
        assert hand_exists(unseen, size, counts) == truth
    assert met == {True, False}


def test_an_explanation_is_irreducible_by_the_solver_too():
    explained = 0
    for unseen, size, counts in positions(99, 80):
        places = smallest_conflict(unseen, size, counts)
        if not places:
            continue
        explained += 1
        assert not by_solver(unseen, size, [counts[place] for place in places])
        for left_out in places:
            assert by_solver(unseen, size, [counts[place] for place in places if place != left_out])
    assert explained > 10


def by_brute_force(unseen, size, counts):
    hands = (sum(1 << card for card in hand) for hand in combinations(cards_of(unseen), size))
    return any(all((hand & cards).bit_count() == n for cards, n in counts) for hand in hands)


few = st.lists(st.integers(0, 26), min_size=1, max_size=11, unique=True).map(lambda cs: sum(1 << c for c in cs))


@settings(max_examples=tries(300))
@given(few, st.integers(0, 11), st.lists(st.tuples(st.sampled_from(LINES), st.integers(-1, 4)), max_size=8))
def test_a_conflict_is_irreducible_and_smallest(unseen, size, counts):
    """Also of answers that no hand could give; without answers only a hand that is too large is impossible."""
    places = smallest_conflict(unseen, size, counts)
    possible = by_brute_force(unseen, size, counts)
    assert hand_exists(unseen, size, counts) == possible
    if possible:
        assert places == ()
        return
    assert not by_brute_force(unseen, size, [counts[place] for place in places])
    for fewer in combinations(range(len(counts)), len(places) - 1) if places else ():
        assert by_brute_force(unseen, size, [counts[place] for place in fewer])
