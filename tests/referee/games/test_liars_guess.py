"""Liars' Guess beside its rulings (tests/referee/rulings): its judge against an independent method on whole deals."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.bots import named
from referee.bots import play as match
from referee.core.game import Refused
from referee.core.play import format_action, game_status, last_ruling, parse, ruling
from referee.core.setup import setup
from referee.games.liars_guess import GAME, State
from referee.games.liars_guess import state as deck
from referee.games.liars_guess.state import Answers, Count, Shows, build_case, hand_exists
from referee.lab.plan import player
from tests.referee.games.by_hand import after, refusal

FACEUP = "dealer Ann\nfaceup rc1 rc2 rc3 rh1 rh2 rh3 rt1 rt2\n"
# Unseen then: rt3, all nine yellow and all nine green cards. Bob plays first.
ANN = "Ann: holds yc1 yc2 yc3 yh1 yh2 yh3 yt1 yt2 yt3\n"


def play(lines: str, **options: Any) -> State:
    return after(GAME, ("Ann", "Bob"), lines, options)


def why(lines: str) -> tuple[str, ...]:
    made = setup(GAME, ("Ann", "Bob"), {})
    actions = [action for line in lines.strip().splitlines() if (action := parse(GAME, made, line)) is not None]
    return last_ruling(GAME, made, actions)[1]


def test_before_the_first_deal_nothing_is_there_yet() -> None:
    public = game_status(GAME, play("dealer Ann"))["public"]
    assert public == {
        "deal": 0, "dealer": "Ann", "faceup": [], "shown": {}, "hands": {}, "asks": [], "unseen": [],
    }  # fmt: skip


def test_a_refusal_tells_nobody_what_lies_in_another_hand() -> None:
    state = play(FACEUP + ANN)
    assert refusal(state, "Bob: shows yc1 asks yc").rule == "guess.one-place"
    shared = ruling(GAME, state, parse(GAME, state.setup, "Bob: shows yc1 asks yc"))
    assert isinstance(shared, Refused)
    assert shared.why == "Bob: shows … does not fit the hidden cards"


def test_why_an_accusation_was_judged_so() -> None:
    begin = FACEUP + "Bob: shows gt3 asks gt\nAnn: answers 2\nBob: accuses\n"
    assert why(begin + "Ann: denies\nBob: insists exposing gt1") == (
        "Question 1: Ann answered 2 green triangles. So 2 of Ann’s 9 hidden cards would be among these: gt2.",
        "That alone is impossible.",
    )
    assert "can all be true" in why(FACEUP + "Bob: accuses\nAnn: denies\nBob: insists")[0]
    assert why(begin + "Ann: admits") == ()


def whole_deal(rng: Random, truth: float) -> list[State]:
    """Play a deal to its eighteenth answer, each answer true with chance ``truth``; return the states after answers."""
    made = setup(GAME, ("Ann", "Bob"), {"deals": 1})
    state = GAME.start(made)
    while GAME.draw(state, rng) is not None:
        state = GAME.apply(state, GAME.draw(state, rng))
    states = []
    while state.phase != "over":
        seat = state.turn
        card = rng.choice(state.hands[seat] or ())
        state = GAME.apply(state, Shows(seat=seat, card=card, line=rng.choice(deck.OF_CARD[card])))
        cards = deck.LINES[state.asks[-1].line][1]
        count = (deck.bits(state.hands[1 - seat] or ()) & cards).bit_count()
        count = count if rng.random() < truth else rng.randrange(4)
        state = GAME.apply(state, Answers(seat=1 - seat, count=count))
        states.append(state)
    return states


def by_counting_card_by_card(unseen: int, size: int, counts: list[Count]) -> bool:
    """Go through the cards one by one and keep every reachable tally: another method than the judge's."""
    tallies = {(0, (0,) * len(counts))}
    for card in range(27):
        if unseen >> card & 1:
            hit = tuple(cards >> card & 1 for cards, _ in counts)
            tallies |= {(n + 1, tuple(a + b for a, b in zip(t, hit, strict=True))) for n, t in tallies if n < size}
    return (size, tuple(n for _, n in counts)) in tallies


@settings(max_examples=12)
@given(st.integers(0, 10**6), st.sampled_from([1.0, 0.85, 0.5]))
def test_the_judge_on_whole_deals(seed: int, truth: float) -> None:
    states = whole_deal(Random(seed), truth)
    assert len(states) == 18
    assert states[-1].scores == (0, 0)
    for state in states[4:]:
        for accused in (0, 1):
            case = build_case(state, accused)
            counts = [(cards, need) for _, cards, need in case.counts]
            assert case.proven == (not by_counting_card_by_card(case.unseen, case.hidden, counts))
            if truth == 1.0:
                assert not case.proven
            assert hand_exists(case.unseen, case.hidden, counts) != case.proven


def test_the_notebook_never_loses_the_hole_card_while_answers_are_true() -> None:
    for seed in range(8):
        for state in whole_deal(Random(seed), 1.0):
            hole = next(
                deck.NAMES[card] for card in range(27)
                if not state.seen >> card & 1 and all(card not in (hand or ()) for hand in state.hands)
            )  # fmt: skip
            for seat in (0, 1):
                nobody, believed = GAME.notebook(GAME.view(state, seat), seat).lines
                assert hole in nobody.split()
                assert hole in believed.split()


@pytest.mark.parametrize(
    "line", ["Bob: shows gt3 asks tg", "Bob: Insists exposing GT1 gt2", "Ann: holds ? ? ? ? ? ? ? ? ?"]
)
def test_lines_are_read_in_any_case_and_printed_canonically(line: str) -> None:
    made = setup(GAME, ("Ann", "Bob"), {})
    action = parse(GAME, made, line)
    assert action is not None
    assert parse(GAME, made, format_action(GAME, made, action)) == action


@pytest.mark.parametrize(("answer", "reply"), [(0, "denies"), (1, "denies"), (3, "admits")])
@pytest.mark.parametrize("level", ["easy", "hard"])
@pytest.mark.parametrize("accuse", ["free", "named"])
def test_a_bot_denies_what_can_hardly_be_proven(answer: int, reply: str, level: str, accuse: str) -> None:
    """Ann holds the one green circle that nobody has seen. Bob can't disprove none; three are too many."""
    rng = Random(3)
    state = play(
        FACEUP.replace("rt2", "gc3")
        + "Ann: holds yc1 yc3 yh1 yh2 yh3 yt1 yt2 yt3 gc1\nBob: holds yc2 gc2 rt2 gh1 gh2 gh3 gt1 gt2 gt3\n"
        + f"Bob: shows gc2 asks gc\nAnn: answers {answer}\nBob: accuses{' 1' if accuse == 'named' else ''}\n",
        accuse=accuse,
    )
    view = GAME.view(state, 0)
    bot = named(level, GAME)
    said = bot.choose(view, 0, (), rng)
    assert said is not None
    assert said.verb == reply


def test_who_fishes_for_admissions_loses_to_who_denies() -> None:
    won = 0.0
    made = setup(GAME, ("Ann", "Bob"), {})
    for at in range(60):
        bots = {at % 2: player("bully", GAME), 1 - at % 2: player("hard", GAME)}
        winners = GAME.outcome(match(GAME, made, bots, f"fished {at}")[0]).winners
        won += (at % 2 in winners) / len(winners)
    assert won < 0.45 * 60
