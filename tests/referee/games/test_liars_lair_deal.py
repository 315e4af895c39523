"""Liar's Lair is dealt: hands, truths, the dealing script, and what nobody may learn from them."""

from collections import Counter
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from factbank.factfile import make
from referee.core.cards import cards_of
from referee.core.game import RecordError, Refused
from referee.core.play import parse, ruling
from referee.core.setup import setup
from referee.games.liars_lair import GAME
from referee.games.liars_lair.rules import draw_truths, orient
from referee.games.liars_lair.state import State
from tests.referee import conformance as law
from tests.referee.games.lair import DEAL, FACTS, FOUR, HANDS, play, replay_on


def test_entering_a_hand_is_no_way_to_ask_what_others_hold() -> None:
    state = play(HANDS[: HANDS.index("Dan")], pairs=10, deal="entered")
    wrong = parse(GAME, state.setup, "Dan: holds 11 9 15 17")
    shared, own = ruling(GAME, state, wrong), ruling(GAME, state, wrong, 3)
    assert isinstance(shared, Refused)
    assert isinstance(own, Refused)
    assert shared.why == "Dan: holds … does not fit the hidden cards"
    torn = ruling(GAME, state, parse(GAME, state.setup, "Dan: holds 11 14 15 17"), 3)
    assert isinstance(torn, Refused)
    assert (own.rule, own.why) == (torn.rule, torn.why) == ("", shared.why), "the same for every reason"


def test_the_smallest_kit_that_serves() -> None:
    for seats, each, pairs, said in (
        (4, 3, 10, "each = 2 for 4 players, or each = 3 for 3 players"),
        (6, 2, 10, "each = 2 for 5 players"),
        (8, 6, 12, "each = 2 for 6 players"),
    ):
        with pytest.raises(RecordError, match=f"facts: this kit has {pairs} pairs.*{said}$"):
            setup(GAME, law.NAMES[:seats], {"each": each}, facts=FACTS[pairs])


def dealt(state: State, rng: Random) -> State:
    """Draw the rest of a deal, each line of it legal."""
    while state.start is None:
        action = GAME.draw(state, rng)
        assert action is not None
        assert GAME.judge(state, action).legal, action
        state = GAME.apply(state, action)
    return state


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from(["pairs", "cards"]), st.sampled_from(["even", "random"]))
def test_every_drawn_deal_is_a_deal(seed: int, aside: str, mix: str) -> None:
    rng = Random(seed)
    seats, each = rng.randint(3, 8), rng.randint(2, 5)
    facts = law.some_facts(seats * each + rng.randint(0, 4), rng)
    made = setup(GAME, law.NAMES[:seats], {"each": each, "aside": aside, "mix": mix}, facts=facts)
    assert dealt(GAME.start(made), rng).phase == "play"


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from(["pairs", "cards"]), st.booleans())
def test_nobody_is_dealt_a_card_of_a_pair_that_they_wrote_half_of(seed: int, aside: str, larger: bool) -> None:
    rng = Random(seed)
    seats, each = rng.randint(4, 8), rng.randint(2, 3)
    names = law.NAMES[:seats]
    spare = rng.randint(1, 4) if larger else 0
    pairs = [
        replace(pair, cards=tuple(replace(card, by=who) for card, who in zip(pair.cards, writers, strict=True)))
        for pair in law.some_facts(seats * each + spare, rng).pairs
        for writers in [rng.choice([rng.sample(names, 2), [rng.choice(names), ""], ["", ""]])]
    ]
    facts = make(pairs)
    made = setup(GAME, names, {"each": each, "aside": aside}, facts=facts)
    state = dealt(GAME.start(made), rng)
    for name, hand in zip(names, state.hands, strict=True):
        assert not [card for card in cards_of(hand) if name in facts.writers.get(card, ())]


def test_drawing_goes_on_from_hands_that_people_entered() -> None:
    for seed in range(40):
        rng = Random(seed)
        made = setup(GAME, FOUR, {"each": 2, "deal": "entered"}, facts=FACTS[10])
        state = GAME.start(made)
        for line in ("Cat: holds 1 2 3 19", "Ann: holds 4 6 8 10"):
            state = replay_on(state, line)
        dealt(state, rng)


def test_no_deal_agrees_with_hands_that_touch_too_many_pairs() -> None:
    state = play("Ann: holds 1 3 5 7\nBob: holds 9 11 13 15\nCat: holds 17 2 4 6", pairs=10)
    assert GAME.draw(state, Random(1)) is None


def test_every_choice_of_truths_is_as_likely() -> None:
    """An Eulerian orientation at random: of a multigraph with a loop and a double edge, each of all there are."""
    edges = [(0, 1), (0, 1), (1, 2), (2, 0), (1, 2), (2, 0), (3, 3), (0, 3), (3, 1), (0, 1)]
    degree = Counter(vertex for edge in edges for vertex in edge)
    possible = set()
    for way in product((0, 1), repeat=len(edges)):
        into = Counter(edge[end] for edge, end in zip(edges, way, strict=True))
        if all(2 * into[vertex] == degree[vertex] for vertex in degree):
            possible.add(way)
    assert len(possible) > 40
    rng, drawn = Random(5), Counter[tuple[int, ...]]()
    many = 300 * len(possible)
    for _ in range(many):
        drawn[tuple(orient(edges, 4, rng))] += 1
    assert set(drawn) == possible
    squares = sum((times - 300) ** 2 / 300 for times in drawn.values())
    assert squares < 2 * len(possible)  # chi-squared: about one for each choice when all are equally likely


def test_every_deal_of_truths_to_hands_that_share_pairs_is_as_likely() -> None:
    """Three hands and the box, one pair held whole: all choices that leave every hand even, by enumeration."""
    state = play(
        "Ann: holds 1 3 5 7\nBob: holds 2 4 9 10\nCat: holds 6 8 11 13\nDan: holds 12 14 15 17", pairs=10, aside="cards"
    )
    hands = [set(cards_of(hand)) for hand in state.hands]
    possible = {
        tuple(sorted(true & set().union(*hands)))
        for true in map(set, product(*((one, two) for one, two, _ in state.pairs)))
        if all(2 * len(true & hand) == len(hand) for hand in hands)
    }
    rng, drawn = Random(8), Counter[tuple[int, ...]]()
    for _ in range(300 * len(possible)):
        drawn[draw_truths(state, rng)] += 1
    assert set(drawn) == possible
    assert len(possible) > 20
    assert sum((times - 300) ** 2 / 300 for times in drawn.values()) < 2 * len(possible)


def test_every_hand_is_dealt_alike_whoever_is_dealt_first() -> None:
    """Six of ten pairs are dealt: of 495 hands of their cards 15 are of two pairs, 240 of three, 240 of four."""
    start, rng, touched = GAME.start(setup(GAME, FOUR[:3], {"each": 2}, facts=FACTS[10])), Random(2), Counter[int]()
    many = 4950
    found = [Counter[int]() for _ in range(3)]
    for _ in range(many):
        state = start
        for counted in found:
            action = GAME.draw(state, rng)
            state = GAME.apply(state, action)
            counted[len({min(card, state.partner[card]) for card in action.cards})] += 1
            touched.update(action.cards)
    for counted in found:
        assert (
            sum((counted[pairs] - 10 * ways) ** 2 / (10 * ways) for pairs, ways in {2: 15, 3: 240, 4: 240}.items()) < 12
        )
    assert all(abs(times - many * 12 / 20) < 200 for times in touched.values())


def test_truths_tell_nothing_of_how_they_were_drawn() -> None:
    """Over all deals a card is true as often as not, whatever its number and whoever holds it."""
    rng, true = Random(3), Counter[int]()
    state = play(HANDS)
    for _ in range(2000):
        true.update(draw_truths(state, rng))
    assert all(800 < true[card] < 1200 for card in range(1, 17)), true


def test_handouts_read_the_deal_aloud_from_the_top_of_the_deck() -> None:
    state = play("", pairs=10)
    deal = [parse(GAME, state.setup, line) for line in HANDS.splitlines()]
    script = GAME.handouts(state.setup, deal)
    assert [step.card for step in script] == [str(card) for card in range(1, 21)]
    assert [step.seat for step in script][:5] == [0, 1, 0, 2, 1]
    assert [step.seat for step in script][16:] == [None] * 4
    entered = play("", pairs=10, deal="entered")
    assert GAME.handouts(entered.setup, deal) == ()
    assert GAME.drawn(state) == ("holds",)
    assert GAME.drawn(entered) == ()
    assert GAME.drawn(play(HANDS, deal="entered")) == ("truths",)
    assert GAME.among(play(DEAL)) == "Who volunteers to lead?"
    assert {GAME.draw(play(DEAL), Random(seed), among=(1, 3)).who for seed in range(20)} == {1, 3}
