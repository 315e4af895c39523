"""Liars' Guess, ruling by ruling (docs/rules.md §2), and its judge against an independent method on whole deals."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.game import Refused
from referee.core.play import format_action, last_ruling, legal, parse, ruling, standing
from referee.core.setup import setup
from referee.games.liars_guess import GAME, State
from referee.games.liars_guess import state as deck
from referee.games.liars_guess.state import Answers, Count, Shows, build_case, hand_exists
from tests.referee.games.by_hand import after, refusal

UNSEEN = "rt3 yc1 yc2 yc3 yh1 yh2 yh3 yt1 yt2 yt3 gc1 gc2 gc3 gh1 gh2 gh3 gt1 gt2"
FACEUP = "dealer Ann\nfaceup rc1 rc2 rc3 rh1 rh2 rh3 rt1 rt2\n"
# Unseen then: rt3, all nine yellow and all nine green cards. Bob plays first.
ANN = "Ann: holds yc1 yc2 yc3 yh1 yh2 yh3 yt1 yt2 yt3\n"
BOB = "Bob: holds gc1 gc2 gc3 gh1 gh2 gh3 gt1 gt2 gt3\n"


def play(lines: str, **options: Any) -> State:
    return after(GAME, ("Ann", "Bob"), lines, options)


def why(lines: str) -> tuple[str, ...]:
    made = setup(GAME, ("Ann", "Bob"), {})
    actions = [action for line in lines.strip().splitlines() if (action := parse(GAME, made, line)) is not None]
    return last_ruling(GAME, made, actions)[1]


def test_a_turn() -> None:
    state = play(FACEUP + "Bob: shows gt3 asks gt\nAnn: answers 2")
    answer = standing(GAME, state)
    assert answer["public"] == {
        "deal": 1,
        "dealer": "Ann",
        "faceup": ["rc1", "rc2", "rc3", "rh1", "rh2", "rh3", "rt1", "rt2"],
        "shown": {"Ann": [], "Bob": ["gt3"]},
        "hands": {"Ann": 9, "Bob": 8},
        "asks": [["Bob", "gt3", "gt", 2]],
        "unseen": UNSEEN.split(),
    }
    assert answer["next"] == [
        {"seat": "Ann", "verbs": ["accuses", "guesses", "shows"]},
        {"seat": "Bob", "verbs": ["accuses", "guesses"]},
    ]
    assert refusal(state, "Ann: shows gt3 asks gt").rule == "guess.seen"
    assert refusal(state, "Ann: shows yc1 asks yt").rule == "guess.ask-own"
    assert refusal(state, "Bob: shows gc1 asks gc").rule == "guess.turn"


def test_before_the_first_deal_nothing_is_there_yet() -> None:
    public = standing(GAME, play("dealer Ann"))["public"]
    assert public == {
        "deal": 0, "dealer": "Ann", "faceup": [], "shown": {}, "hands": {}, "asks": [], "unseen": [],
    }  # fmt: skip


def test_answers_are_zero_to_three_true_or_not() -> None:
    state = play(FACEUP + ANN + BOB + "Bob: shows gt3 asks gt")
    assert refusal(state, "Ann: answers 4").rule == "guess.answer-range"
    assert len(legal(GAME, state)) == 4


def test_known_hands_are_kept_to_and_kept_secret() -> None:
    state = play(FACEUP + ANN)
    assert refusal(state, "Bob: shows yc1 asks yc").rule == "guess.one-place"
    assert refusal(state, "Bob: holds yc1 gc1 gc2 gc3 gh1 gh2 gh3 gt1 gt2").rule == "guess.one-place"
    assert refusal(state, "Bob: holds rc1 gc1 gc2 gc3 gh1 gh2 gh3 gt1 gt2").rule == "guess.one-place"
    assert refusal(state, "Bob: holds gc1 gc1 gc2 gc3 gh1 gh2 gh3 gt1 gt2").rule == "guess.holds-count"
    assert refusal(state, "Ann: holds gc1 gc1 gc2 gc3 gh1 gh2 gh3 gt1 gt2").rule == "guess.holds-once"
    shared = ruling(GAME, state, parse(GAME, state.setup, "Bob: shows yc1 asks yc"))
    assert isinstance(shared, Refused)
    assert shared.why == "Bob: shows … does not fit the hidden cards"
    after = play(FACEUP + ANN + "Bob: shows gt3 asks gt\nAnn: answers 0")
    assert refusal(after, "Ann: shows gc1 asks gc").rule == "guess.held"
    assert refusal(after, "Bob: holds gc1 gc2 gc3 gh1 gh2 gh3 gt1 gt2 rt3").rule == "guess.holds-once"


def test_a_guess_scores_the_opponents_cards() -> None:
    begin = FACEUP + "Bob: shows gt3 asks gt\nAnn: answers 2\n"
    waiting = play(begin + "Bob: guesses rt3")
    assert standing(GAME, waiting)["next"] == [{"seat": None, "verbs": ["hole"]}]
    assert play(begin + "Bob: guesses rt3\nhole rt3").scores == (0, 9)
    assert play(begin + "Ann: guesses gt1\nhole rt3").scores == (0, 8)
    assert refusal(play(begin), "Bob: guesses rc1").rule == "guess.guess-seen"
    assert refusal(waiting, "hole gt3").rule == "guess.hole"
    assert refusal(play(FACEUP + ANN + "Bob: guesses yc1"), "hole yc1").rule == "guess.hole"
    done = play(begin + "Bob: guesses rt3\nhole rt3")
    assert "rt3" not in standing(GAME, done)["public"]["unseen"]
    assert standing(GAME, done)["next"] == [{"seat": None, "verbs": ["faceup"]}]


def test_accusations_admitted_retracted_insisted() -> None:
    begin = FACEUP + "Bob: shows gt3 asks gt\nAnn: answers 2\nBob: accuses\n"
    assert play(begin + "Ann: admits").scores == (0, 9)
    assert play(begin + "Ann: denies\nBob: retracts").scores == (9, 0)
    assert play(begin + "Ann: denies\nBob: insists").scores == (18, 0)
    proven = "Ann: denies\nBob: insists exposing gt1"
    assert play(begin + proven).scores == (0, 18)
    assert why(begin + proven) == (
        "Question 1: Ann answered 2 green triangles. So 2 of Ann’s 9 hidden cards would be among these: gt2.",
        "That alone is impossible.",
    )
    early = FACEUP + "Bob: accuses\nAnn: denies\nBob: insists"
    assert play(early).scores == (18, 0)
    assert "can all be true" in why(early)[0]
    assert why(begin + "Ann: admits") == ()


def test_evidence_is_unseen_different_and_ones_own() -> None:
    state = play(FACEUP + BOB + "Bob: shows gt3 asks gt\nAnn: answers 2\nBob: accuses\nAnn: denies")
    assert refusal(state, "Bob: insists exposing gt3").rule == "guess.expose"
    assert refusal(state, "Bob: insists exposing gt1 gt1").rule == "guess.expose"
    assert refusal(state, "Bob: insists exposing yc1").rule == "guess.held"
    many = "yc1 yc2 yc3 yh1 yh2 yh3 yt1 yt2 yt3"
    unknown = play(FACEUP + "Bob: shows gt3 asks gt\nAnn: answers 2\nBob: accuses\nAnn: denies")
    assert refusal(unknown, f"Bob: insists exposing {many}").rule == "guess.expose"


def test_answers_before_a_proven_accusation_are_settled_when_the_deal_continues() -> None:
    lines = FACEUP + "Bob: shows gt3 asks gt\nAnn: answers 2\nBob: accuses\nAnn: denies\nBob: insists exposing gt1\n"
    state = play(lines, after_accusation="continues")
    assert state.scores == (0, 18)
    assert standing(GAME, state)["next"][0] == {"seat": "Ann", "verbs": ["accuses", "guesses", "shows"]}
    assert refusal(state, "Ann: guesses gt1").rule == "guess.guess-seen"
    assert refusal(state, "Ann: shows gt1 asks gt").rule == "guess.seen"
    again = play(lines + "Bob: accuses\nAnn: denies\nBob: insists", after_accusation="continues")
    assert again.scores == (18, 18)
    shown = play(lines + "Ann: shows yc1 asks yc\nBob: answers 0\nBob: shows gt1 asks gt", after_accusation="continues")
    assert shown.exposed == (0, 0)


def test_after_a_retracted_accusation_the_answers_stay_evidence() -> None:
    lines = FACEUP + "Bob: shows gt3 asks gt\nAnn: answers 2\nBob: accuses\nAnn: denies\nBob: retracts\n"
    state = play(lines + "Bob: accuses\nAnn: denies\nBob: insists exposing gt1", after_accusation="continues")
    assert state.scores == (9, 18)


def test_a_hand_all_laid_open_can_show_nothing_else() -> None:
    lines = FACEUP + "Bob: accuses\nAnn: denies\nBob: insists exposing gc1 gc2 gc3 gh1 gh2 gh3 gt1 gt2 gt3"
    state = play(lines, after_accusation="continues")
    assert refusal(state, "Bob: shows yc1 asks yc").rule == "guess.held"


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


def test_the_match_is_the_higher_score_and_the_deal_alternates() -> None:
    lines = FACEUP + "Bob: guesses rt3\nhole rt3\nfaceup gc1 gc2 gc3 gh1 gh2 gh3 gt1 gt2\nAnn: accuses\nBob: admits"
    state = play(lines)
    assert state.dealer == 1
    answer = standing(GAME, state)
    assert (answer["over"], answer["winners"], answer["scores"]) == (True, ["Ann", "Bob"], {"Ann": 9, "Bob": 9})


@pytest.mark.parametrize(
    "line", ["Bob: shows gt3 asks tg", "Bob: Insists exposing GT1 gt2", "Ann: holds ? ? ? ? ? ? ? ? ?"]
)
def test_lines_are_read_in_any_case_and_printed_canonically(line: str) -> None:
    made = setup(GAME, ("Ann", "Bob"), {})
    action = parse(GAME, made, line)
    assert action is not None
    assert parse(GAME, made, format_action(GAME, made, action)) == action


def test_eight_different_cards_lie_face_up() -> None:
    assert refusal(play("dealer Ann"), "faceup rc1 rc2 rc3 rh1 rh2 rh3 rt1 rt1").rule == "guess.faceup"
