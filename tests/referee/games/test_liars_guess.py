"""Liars' Guess beside its rulings (tests/referee/rulings): explanations, notebooks, and what bots say."""

from random import Random
from typing import Any

import pytest

from referee.bots import named
from referee.bots import play as match
from referee.core.play import last_ruling, parse
from referee.core.setup import setup
from referee.games.liars_guess import GAME, State
from referee.games.liars_guess import state as deck
from referee.games.liars_guess.state import Answers, Shows, build_case
from referee.lab.plan import player
from tests.referee.games.by_hand import after

FACEUP = "dealer Ann\nfaceup rc1 rc2 rc3 rh1 rh2 rh3 rt1 rt2\n"
# Unseen then: rt3, all nine yellow and all nine green cards. Bob plays first.
ANN = "Ann: holds yc1 yc2 yc3 yh1 yh2 yh3 yt1 yt2 yt3\n"


def play(lines: str, **options: Any) -> State:
    return after(GAME, ("Ann", "Bob"), lines, options)


def why(lines: str) -> tuple[str, ...]:
    made = setup(GAME, ("Ann", "Bob"), {})
    actions = [action for line in lines.strip().splitlines() if (action := parse(GAME, made, line)) is not None]
    return last_ruling(GAME, made, actions)[1]


def test_why_an_accusation_was_judged_so() -> None:
    begin = FACEUP + "Bob: shows gt3 asks gt\nAnn: answers 2\nBob: accuses\n"
    assert why(begin + "Ann: denies\nBob: insists exposing gt1") == (
        "Question 1: Ann answered 2 green triangles. So 2 of Ann’s 9 hidden cards would be among these: gt2.",
        "That alone is impossible.",
    )
    assert "can all be true" in why(FACEUP + "Bob: accuses\nAnn: denies\nBob: insists")[0]
    assert why(begin + "Ann: admits") == ()


def whole_deal(rng: Random) -> list[State]:
    """Play a deal to its eighteenth answer, each answer true; return the states after answers."""
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
        state = GAME.apply(state, Answers(seat=1 - seat, count=count))
        states.append(state)
    return states


def test_while_answers_are_true_no_lie_is_proven_and_no_notebook_loses_the_hole_card() -> None:
    for seed in range(6):
        for state in whole_deal(Random(seed)):
            assert not any(build_case(state, accused).proven for accused in (0, 1))
            hole = next(
                deck.NAMES[card] for card in range(27)
                if not state.seen >> card & 1 and all(card not in (hand or ()) for hand in state.hands)
            )  # fmt: skip
            for seat in (0, 1):
                nobody, believed = GAME.notebook(GAME.view(state, seat), seat).lines
                assert hole in nobody.split()
                assert hole in believed.split()


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
    said = named(level, GAME).choose(GAME.view(state, 0), 0, (), rng)
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
