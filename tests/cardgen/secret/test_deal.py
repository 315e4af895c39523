"""The deal on paper is the deal of the table: the same hands, as even, and as likely."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.errors import PrintError
from cardgen.pages.secret import deal
from referee import games
from referee.games.liars_lair import Options
from tests.cardgen.secret.test_answer_sheet import kit
from tests.sampling import WHOLE

UNLIKELY = {1: 10.83, 4: 18.47, 7: 24.32}
"""Chi-squared that chance exceeds once in a thousand times, by degrees of freedom."""


@settings(max_examples=40, deadline=None)
@given(st.integers(3, 8), st.integers(2, 5), st.integers(0, 4), st.integers(0, 99), st.sampled_from(["pairs", "cards"]))
def test_every_seat_gets_as_many_truths_as_lies(players, each, spare, seed, aside):
    facts = kit(players * each + spare)
    drawn = deal(facts, Options(each=each, aside=aside), players, Random(seed))
    assert len(drawn.hands) == players
    for seat, hand in enumerate(drawn.hands, 1):
        assert len(hand) == 2 * each
        assert len(drawn.share(seat, true=True)) == len(drawn.share(seat, true=False)) == each
        assert all(drawn.seat(number) == seat for number in hand)
    cards = [number for hand in drawn.hands for number in hand] + list(drawn.box)
    assert sorted(cards) == [card.number for card in facts.cards]
    assert all(drawn.seat(number) is None for number in drawn.box)
    for pair in facts.pairs:
        halves = {card.number for card in pair.cards}
        assert len(halves & drawn.truths) <= 1
        if aside == "pairs":
            assert len(halves & set(drawn.box)) != 1, "a pair stays whole"


def test_a_random_mix_is_not_even_for_long():
    shares = set()
    for seed in range(20):
        drawn = deal(kit(15), Options(mix="random"), 5, Random(seed))
        assert all(len(hand) == 6 for hand in drawn.hands)
        shares |= {len(drawn.share(seat, true=True)) for seat in range(1, 6)}
    assert len(shares) > 3


def table_hands(facts, options, players, rng):
    """Return the hands that the referee deals at a table."""
    game = games.game("liars-lair")
    setup = games.setup(game, [f"P{seat}" for seat in range(players)], options, facts=facts)
    state, hands = game.start(setup), []
    for _ in range(players):
        line = game.draw(state, rng)
        hands.append(frozenset(line.cards))
        state = games.step(game, state, line)
    return hands


def whole(facts, hands):
    """Count the pairs that lie in one hand."""
    return sum(any(pair <= hand for hand in hands) for pair in _pairs(facts))


def _pairs(facts):
    return [frozenset(card.number for card in pair.cards) for pair in facts.pairs]


@pytest.mark.parametrize("options", [{}, {"mix": "random"}, {"aside": "cards"}])
def test_both_halves_of_a_pair_fall_into_one_hand_as_often_as_at_the_table(options):
    facts, deals, rng = kit(16 if "aside" in options else 15), 2000 if WHOLE else 800, Random(5)
    paper = sum(
        whole(facts, [frozenset(hand) for hand in deal(facts, Options(**options), 5, rng).hands]) for _ in range(deals)
    )
    table = sum(whole(facts, table_hands(facts, options, 5, rng)) for _ in range(deals))
    pairs = deals * len(facts.pairs)
    mean = (paper + table) / 2
    squared = sum((n - mean) ** 2 * (1 / mean + 1 / (pairs - mean)) for n in (paper, table))
    assert squared < UNLIKELY[1], (paper / pairs, table / pairs)
    if not options:  # of the 29 other cards, 5 lie in the same hand
        assert abs(paper / pairs - 5 / 29) < 0.01


@pytest.mark.parametrize("aside", ["pairs", "cards"])
@pytest.mark.parametrize("mix", ["even", "random"])
def test_every_card_goes_everywhere_equally_often_as_a_truth_and_as_a_lie(aside, mix):
    """A number gives away neither its truth nor its seat: the lies are shuffled as well as the truths."""
    facts, players, deals, rng = kit(8), 3, 1500, Random(3)
    found = Counter()
    for _ in range(deals):
        drawn = deal(facts, Options(each=2, aside=aside, mix=mix), players, rng)
        for card in facts.cards:
            seat = drawn.seat(card.number)
            found[card.number, seat, seat is not None and card.number in drawn.truths] += 1
    dealt = deals * 12 / 16
    for card in facts.cards:
        cells = [found[card.number, seat, true] for seat in (1, 2, 3) for true in (True, False)]
        expected = [dealt / 6] * 6 + [deals - dealt]
        cells.append(found[card.number, None, False])
        squared = sum((n - e) ** 2 / e for n, e in zip(cells, expected, strict=True))
        assert squared < UNLIKELY[7], (card.number, cells)


def test_a_kit_that_is_too_small_says_what_it_serves_in_the_games_words():
    with pytest.raises(PrintError, match=r"this kit has 12 pairs; .* each need 15.*each = 2 for 5 players"):
        deal(kit(12), Options(), 5, Random(1))
