"""Red & Black, ruling by ruling (docs/rules.md §4), and what can still be against games with real cards."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.game import RecordError, Refused
from referee.core.play import choose, format_action, game_status, parse, ruling
from referee.core.setup import setup
from referee.games.red_and_black import GAME, State
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
from tests.referee.games.by_hand import after, refusal

DEAL = "dealer Ann\nBob: calls red\nriver red black red\n"  # Bob called right and begins


def play(lines: str, **options: Any) -> State:
    return after(GAME, ("Ann", "Bob"), lines, options)


def verbs(state: State) -> dict[str | None, list[str]]:
    return {turn["seat"]: turn["verbs"] for turn in game_status(GAME, state)["next"]}


def test_the_call_decides_who_goes_first() -> None:
    assert game_status(GAME, play("dealer Ann"))["public"] == {
        "river": [],
        "hands": {"Ann": 5, "Bob": 5},
        "discards": {"Ann": [], "Bob": []},
        "turn": None,
        "possible": {"Ann": [0, 1, 2, 3, 4, 5], "Bob": [0, 1, 2, 3, 4, 5]},
    }
    assert game_status(GAME, play(DEAL))["public"]["turn"] == "Bob"
    assert game_status(GAME, play(DEAL.replace("calls red", "calls B")))["public"]["turn"] == "Ann"


def test_no_attack_on_the_first_players_first_turn() -> None:
    state = play(DEAL)
    assert verbs(state) == {"Ann": ["guesses"], "Bob": ["guesses", "swaps"]}
    assert refusal(state, "Bob: attacks 1 red").rule == "redblack.first-attack"
    assert verbs(play(DEAL + "Bob: swaps 2"))["Ann"] == ["attacks", "guesses", "peeks", "swaps"]


def test_face_down_slots_are_peeked_at_first() -> None:
    state = play(DEAL + "Bob: swaps 2")
    assert game_status(GAME, state)["public"]["river"] == ["red", None, "red"]
    assert refusal(state, "Ann: swaps 2").rule == "redblack.face-up"
    assert refusal(state, "Ann: peeks 1").rule == "redblack.face-up"
    assert refusal(state, "Ann: swaps 4").rule == "redblack.slot"
    peeked = play(DEAL + "Bob: swaps 2\nAnn: peeks 2")
    assert verbs(peeked) == {"Ann": ["guesses", "leaves", "swaps"]}
    assert refusal(peeked, "Ann: swaps 1").rule == "redblack.peeked"
    assert refusal(peeked, "Bob: guesses 3 red 2 black").rule == "redblack.unsettled"
    assert game_status(GAME, play(DEAL + "Bob: swaps 2\nAnn: peeks 2\nAnn: leaves"))["public"]["turn"] == "Bob"


def test_the_seeds_example_attack() -> None:
    lines = "dealer Ann\nBob: calls red\nriver red red red\nBob: swaps 1\nAnn: swaps 2\n"
    state = play(lines + "Bob: attacks 1 red\nAnn: defends 3 black")
    assert verbs(state) == {"Ann": ["guesses"], "Bob": ["guesses"], None: ["river"]}
    assert refusal(state, "river red red black").rule == "redblack.river"
    met = play(lines + "Bob: attacks 1 red\nAnn: defends 3 black\nriver red red red")
    assert met.owed == 1
    assert verbs(met) == {"Ann": ["discards", "guesses"]}
    assert refusal(met, "Ann: discards black black").rule == "redblack.owed"
    done = play(lines + "Bob: attacks 1 red\nAnn: defends 3 black\nriver red red red\nAnn: discards black")
    assert game_status(GAME, done)["public"] == {
        "river": ["red", "red", "red"],
        "hands": {"Ann": 4, "Bob": 5},
        "discards": {"Ann": ["black"], "Bob": []},
        "turn": "Ann",
        "possible": {"Ann": [1, 2], "Bob": [1, 2, 3, 4, 5]},  # both swapped red for red
    }


def test_one_colour_leaves_the_river_out() -> None:
    state = play(DEAL + "Bob: swaps 2\nAnn: attacks 2 red\nBob: defends 2 red")
    assert state.turn == 1
    assert game_status(GAME, state)["public"]["river"] == ["red", None, "red"]
    assert play(DEAL + "Bob: swaps 2\nAnn: attacks 2 red\nBob: defends 0 red").owed == 2


def test_a_river_that_lies_open_is_not_written_again() -> None:
    begin = DEAL + "Bob: swaps 2\nAnn: attacks 1 red\nBob: defends 0 black\nriver red red red\nBob: discards b b b b\n"
    assert play(begin + "Bob: attacks 0 black\nAnn: defends 0 red").phase == "turn"


def test_the_whole_hand_goes_when_more_is_owed() -> None:
    begin = "dealer Ann\nBob: calls red\nriver red red red\nBob: swaps 1\nAnn: attacks 5 red\nBob: defends 0 black\n"
    state = play(begin + "river red red red")
    assert state.owed == 5
    empty = play(begin + "river red red red\nBob: discards b b b r r")
    assert verbs(empty)["Bob"] == ["attacks", "guesses"]
    assert refusal(empty, "Bob: swaps 1").rule == "redblack.empty"
    assert refusal(empty, "Bob: attacks 1 red").rule == "redblack.show-size"
    assert refusal(empty, "Ann: guesses 1 red 0 black").rule == "redblack.guess-size"
    won = play(
        begin + "river red red red\nBob: discards b b b r r\nAnn: guesses 0 black 0 red\nBob: reveals 0 black 0 red"
    )
    assert game_status(GAME, won)["winners"] == ["Ann"]


def test_a_guess_ends_the_game() -> None:
    right = play(DEAL + "Ann: guesses 1 red 4 black\nBob: reveals 4 black 1 red")
    assert (game_status(GAME, right)["winners"], game_status(GAME, right)["scores"]) == (["Ann"], {"Ann": 1, "Bob": 0})
    assert game_status(GAME, right)["public"]["turn"] is None
    wrong = play(DEAL + "Ann: guesses 1 red 4 black\nBob: reveals 5 black 0 red")
    assert game_status(GAME, wrong)["winners"] == ["Bob"]
    assert (
        refusal(play(DEAL + "Ann: guesses 1 red 4 black"), "Bob: reveals 1 black 1 red").rule == "redblack.reveal-size"
    )
    assert refusal(right, "Ann: guesses 1 red 4 black").rule == "redblack.over"


def test_an_impossible_guess_is_legal_and_an_impossible_hand_is_not() -> None:
    begin = DEAL + "Bob: swaps 2\nAnn: attacks 3 red\nBob: defends 3 red\n"
    assert play(begin + "Bob: guesses 5 black 0 red").phase == "reveal"
    state = play(begin + "Bob: guesses 5 black 0 red")
    assert refusal(state, "Ann: reveals 5 black 0 red").rule == "redblack.possible"
    more = refusal(play(begin + "Bob: attacks 0 red"), "Ann: defends 3 black")
    assert (more.rule, more.why) == ("redblack.possible", "Ann cannot show 3 black: at most 2 are possible")


def test_every_hand_of_the_right_size_is_offered_as_a_guess() -> None:
    state = play(DEAL)
    offered = {(guess.reds, guess.blacks) for guess in GAME.candidate_actions(state, 0, "guesses")}
    size = state.sizes[1]
    assert offered == {(reds, size - reds) for reds in range(size + 1)}


def test_entered_hands_are_kept_to_and_kept_secret() -> None:
    begin = "dealer Ann\nAnn: holds red red black black black\nBob: calls red\nriver red black red\nBob: swaps 2\n"
    state = play(begin)
    assert refusal(state, "Ann: attacks 3 red").rule == "redblack.held"
    shared = ruling(GAME, state, parse(GAME, state.setup, "Ann: attacks 3 red"))
    assert isinstance(shared, Refused)
    assert shared.why == "Ann: attacks … does not fit the hidden cards"
    assert GAME.hand(GAME.view(state, 0), 0)[0][0] == "black"
    assert GAME.hand(GAME.view(state, 1), 0) == ()
    swapped = play(begin + "Ann: swaps 1")
    assert GAME.hand(swapped, 0) == (("2 to 3 red of 5", "", "since a swap"),)
    assert refusal(swapped, "Ann: holds red red red red black").rule == "redblack.held"
    again = play(begin + "Ann: swaps 1\nAnn: holds red red red black black")
    assert len(GAME.hand(again, 0)) == 5
    assert game_status(GAME, again)["public"] == game_status(GAME, swapped)["public"]
    assert refusal(play(begin + "Ann: peeks 2"), "Ann: holds red red black black black").rule == "redblack.holds"
    assert refusal(state, "Ann: holds red red").rule == "redblack.holds"


def test_a_small_deck_bounds_what_can_be() -> None:
    state = play("dealer Ann\nBob: calls red\nriver red red red\n", red=9, black=9)
    assert game_status(GAME, state)["public"]["possible"] == {"Ann": [0, 1, 2, 3, 4, 5], "Bob": [0, 1, 2, 3, 4, 5]}
    shown = play("dealer Ann\nBob: calls red\nriver red red red\nBob: swaps 1\nAnn: attacks 5 red", red=9, black=9)
    assert refusal(shown, "Bob: defends 3 red").rule == "redblack.possible"
    with pytest.raises(RecordError, match="the deck has 18"):
        setup(GAME, ("Ann", "Bob"), {"red": 9, "black": 9, "hand": 8})
    thin = setup(GAME, ("Ann", "Bob"), {"red": 9})
    assert GAME.warnings(thin) == ("With 9 red the game is thin: 13 of each colour is better",)


def test_discards_lie_as_they_were_laid_down() -> None:
    begin = DEAL + "Bob: swaps 1\nAnn: attacks 3 red\nBob: defends 1 red\n"
    laid = play(begin + "Bob: discards red black")
    assert game_status(GAME, laid)["public"]["discards"] == {"Ann": [], "Bob": ["red", "black"]}
    assert format_action(GAME, laid.setup, parse(GAME, laid.setup, "bob: discards R b")) == "Bob: discards red black"


def test_a_hand_may_be_entered_whenever_it_is_settled() -> None:
    begin = DEAL + "Bob: holds red red black black black\nBob: swaps 1\nAnn: peeks 1\n"
    assert refusal(play(begin), "Ann: holds red red red red red").rule == "redblack.holds"
    play(begin + "Bob: holds red red black black black")
    guessed = play(begin + "Ann: leaves\nBob: guesses 5 black 0 red\nAnn: holds red red red red black")
    assert refusal(guessed, "Ann: reveals 5 black 0 red").rule == "redblack.held"
    owing = DEAL + "Bob: swaps 1\nAnn: attacks 3 red\nBob: defends 1 red\n"
    assert refusal(play(owing), "Bob: holds red red black black black").rule == "redblack.holds"
    play(owing + "Ann: holds red red red black black")


def test_colours_are_read_short_and_printed_whole() -> None:
    made = setup(GAME, ("Ann", "Bob"), {})
    action = parse(GAME, made, "ann: GUESSES 1 r 4 B")
    assert action is not None
    assert format_action(GAME, made, action) == "Ann: guesses 4 black 1 red"


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
    assert kit == [
        "Ah",
        "Ad",
        "2h",
        "2d",
        "3h",
        "3d",
        "4h",
        "4d",
        "5h",
        "As",
        "Ac",
        "2s",
        "2c",
        "3s",
        "3c",
        "4s",
        "4c",
        "5s",
    ]
    assert stand_in(wish, kit, set(taken)) == card


def test_more_cards_than_a_colour_has_begin_again_with_the_aces():
    assert kit_cards(28, 0)[24:] == ["Kh", "Kd", "Ah", "Ad"]


def test_a_hand_stays_known_when_the_table_has_worked_it_out() -> None:
    state = play("""
        dealer Ann
        Ann: holds black black black red red
        Bob: holds black black red red red
        Bob: calls red
        river red black red
        Bob: swaps 3 red
        Ann: attacks 3 black
        Bob: defends 1 black
        Bob: discards red red
        Bob: attacks 2 black
        Ann: defends 0 red
        river red black red
        Ann: discards red
        Ann: attacks 1 red
    """)
    assert [name for name, _, _ in GAME.hand(GAME.view(state, 0), 0)] == ["black", "black", "black", "red"]
