"""Red & Black beside its rulings (tests/referee/rulings): what can still be, against games with real cards."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.play import choose
from referee.core.setup import setup
from referee.games.red_and_black import GAME
from referee.games.red_and_black.state import (
    Attacks,
    Defends,
    Discards,
    Holds,
    Reveals,
    River,
    Swaps,
    kit_cards,
    possible,
    stand_in,
)
from tests.referee.games.by_hand import after


def test_every_hand_of_the_right_size_is_offered_as_a_guess() -> None:
    state = after(GAME, ("Ann", "Bob"), "dealer Ann\nBob: calls red\nriver red black red\n", {})
    offered = {(guess.reds, guess.blacks) for guess in GAME.candidate_actions(state, 0, "guesses")}
    size = state.sizes[1]
    assert offered == {(reds, size - reds) for reds in range(size + 1)}


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(9, 14), st.integers(9, 14), st.booleans())
def test_the_real_cards_are_always_possible(seed: int, red: int, black: int, entered: bool) -> None:
    """Deal real cards, play at random by them, and let the referee only watch."""
    rng = Random(seed)
    made = setup(GAME, ("Ann", "Bob"), {"red": red, "black": black})
    deck = [1] * red + [0] * black
    rng.shuffle(deck)
    hands, river = [deck[:5], deck[5:10]], deck[10:13]
    state = GAME.start(made)
    for _ in range(60):
        turns = GAME.to_act(state)
        if not turns:
            break
        action = choose(GAME, state, turns, rng, hands=False)
        if entered and state.phase == "call" and state.entered_reds[0] is None:
            action = Holds(seat=0, reds=sum(hands[0]), size=5)
        match action:
            case River():
                action = River(slots=tuple(river))
            case Swaps():
                slot, at = action.slot - 1, rng.randrange(len(hands[action.seat]))
                hands[action.seat][at], river[slot] = river[slot], hands[action.seat][at]
            case Attacks() | Defends():
                count = rng.randint(0, hands[action.seat].count(action.colour))
                action = type(action)(seat=action.seat, count=count, colour=action.colour)
            case Discards():
                laid = [hands[action.seat].pop(rng.randrange(len(hands[action.seat]))) for _ in range(state.owed)]
                action = Discards(seat=action.seat, cards=tuple(laid))
            case Reveals():
                reds = sum(hands[action.seat])
                action = Reveals(seat=action.seat, reds=reds, blacks=len(hands[action.seat]) - reds)
        assert GAME.judge(state, action).legal
        state = GAME.apply(state, action)
        if state.slots:
            for seat in (0, 1):
                assert sum(hands[seat]) in possible(state, seat)
            assert state.shape.lying(state.sets.all, tuple(river))


@pytest.mark.parametrize(
    ("wish", "taken", "card"),
    [
        ("5h", (), "5h"),
        ("5h", ("5h",), "4h"),
        ("Kd", (), "4d"),
        ("Kd", ("4d", "3d", "2d", "Ad"), "5h"),
        ("Kd", ("4d", "3d", "2d", "Ad", "5h"), "4h"),
        ("9s", (), "5s"),
        ("9c", ("4c", "3c", "2c", "Ac", "5s", "4s"), "3s"),
    ],
)
def test_a_card_that_a_small_kit_lacks_has_the_nearest_for_it(wish, taken, card):
    kit = kit_cards(9, 9)
    assert " ".join(kit) == "Ah Ad 2h 2d 3h 3d 4h 4d 5h As Ac 2s 2c 3s 3c 4s 4c 5s"
    assert stand_in(wish, kit, set(taken)) == card


def test_more_cards_than_a_colour_has_begin_again_with_the_aces():
    assert kit_cards(28, 0)[24:] == ["Kh", "Kd", "Ah", "Ad"]


def test_a_hand_stays_known_when_the_table_has_worked_it_out() -> None:
    lines = (
        "dealer Ann / Ann: holds b b b r r / Bob: holds b b r r r / Bob: calls red / river red black red / "
        "Bob: swaps 3 red / Ann: attacks 3 black / Bob: defends 1 black / Bob: discards red red / "
        "Bob: attacks 2 black / Ann: defends 0 red / river red black red / Ann: discards red / Ann: attacks 1 red"
    )
    state = after(GAME, ("Ann", "Bob"), lines.replace(" / ", "\n"), {})
    assert [name for name, _, _ in GAME.hand(GAME.view(state, 0), 0)] == ["black", "black", "black", "red"]
