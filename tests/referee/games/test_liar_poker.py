"""Liar Poker, ruling by ruling (docs/rules.md §5); every branch of the settlement with numbers worked out by hand."""

from collections.abc import Sequence
from itertools import chain, combinations, combinations_with_replacement, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from treys import Card, Evaluator

from referee.core.cards import NAMES, STANDARD, parse_card
from referee.core.game import RecordError, Refused
from referee.core.play import format_action, game_status, narrated, parse, playout, redacted, ruling
from referee.core.setup import setup
from referee.games.liar_poker import GAME, State
from referee.games.liar_poker.rules import Settlement, fold, settle
from referee.games.liar_poker.state import WEAKEST, hand_name, strength
from tests.referee.games.by_hand import after, refusal
from tests.sampling import WHOLE

EVALUATOR = Evaluator()
TREYS = [Card.new(name) for name in NAMES[:STANDARD]]
BOARD = "board 4s 7c\n"
T1 = BOARD + "Ann: bets small\nBob: bets small\nAnn: reveals Ac 3c 7d\nBob: reveals 2d 9h Ts\n"
T2 = T1 + "Ann: bets large\nBob: bets small\nAnn: reveals 7h\nBob: reveals 9c\n"  # middle: 20
T3 = T2 + "Ann: bets large\nBob: bets large\n"  # 50; the pot is 160, half of it 80
CLAIMED = T3 + "Ann: claims Kh\nBob: claims 9d\n"  # both three of a kind: sevens and nines; Bob's hand is better


def play(lines: str, **options: Any) -> State:
    return after(GAME, ("Ann", "Bob"), lines, options)


def test_nothing_of_a_secret_step_is_public_until_both_are_in() -> None:
    state = play(BOARD + "Bob: bets large")
    answer = game_status(GAME, state)
    assert answer["public"]["bets"] == {}
    assert answer["next"] == [{"seat": "Ann", "verbs": ["bets", "folds"]}]
    assert refusal(state, "Bob: bets small").rule == "poker.chosen"
    opened = play(BOARD + "Bob: bets large\nAnn: bets small")
    assert game_status(GAME, opened)["public"]["bets"] == {"Ann": "small", "Bob": "large"}
    assert (opened.pot, opened.chips) == (40, (480, 480))  # different bets make the middle amount


def test_a_round_to_its_claims() -> None:
    state = play(CLAIMED)
    assert game_status(GAME, state)["public"] == {
        "round": 1,
        "turn": 4,
        "pot": 160,
        "bonus": 0,
        "board": ["4s", "7c"],
        "shown": {"Ann": ["3c", "7d", "Ac", "7h"], "Bob": ["2d", "9h", "Ts", "9c"]}
        | {"Ann": game_status(GAME, state)["public"]["shown"]["Ann"]},
        "claimed": {"Ann": "Kh", "Bob": "9d"},
        "turned": {"Ann": None, "Bob": None},
        "bets": {},
        "hands": {"Ann": "Three of a Kind", "Bob": "Three of a Kind"},
    }
    assert sorted(game_status(GAME, state)["public"]["shown"]["Ann"]) == ["3c", "7d", "7h", "Ac"]


@pytest.mark.parametrize(
    ("lines", "chips", "bonus", "winner"),
    [
        # Nobody suspects: the better hand takes the pot.
        ("Ann: accepts\nBob: accepts", (420, 580), 0, 1),
        # A suspicion that does not stand costs half the pot, into the bonus.
        ("Ann: suspects\nBob: accepts\nBob: turns 9d", (340, 580), 80, 1),
        # The card winner is caught: the pot goes to the bonus, he pays half of it to the other, who wins the round.
        ("Ann: suspects\nBob: accepts\nBob: turns 2h", (500, 340), 160, 0),
        # The loser is caught: he pays half the pot on top.
        ("Ann: accepts\nBob: suspects\nAnn: turns 2c", (340, 660), 0, 1),
        # Both are caught: lie costs cancel out, the pot goes to the bonus, nobody wins the round.
        ("Ann: suspects\nBob: suspects\nAnn: turns 2c\nBob: turns 2h", (420, 420), 160, -1),
        # Both suspect, only Ann lied.
        ("Ann: suspects\nBob: suspects\nBob: turns 9d\nAnn: turns 2c", (260, 660), 80, 1),
        # Both suspect, only Bob lied.
        ("Ann: suspects\nBob: suspects\nBob: turns 2h\nAnn: turns Kh", (500, 260), 240, 0),
        # Both suspect in vain.
        ("Ann: suspects\nBob: suspects\nBob: turns 9d\nAnn: turns Kh", (340, 500), 160, 1),
    ],
)
def test_settlement_at_the_table(lines: str, chips: tuple[int, int], bonus: int, winner: int) -> None:
    state = play(CLAIMED + lines)
    assert (state.chips, state.bonus, state.winner, state.pot) == (chips, bonus, winner, 0)
    assert sum(state.chips) + state.bonus == 1000
    assert game_status(GAME, state)["public"]["turn"] == 4
    assert game_status(GAME, state)["next"] == [{"seat": None, "verbs": ["board"]}]


N = -1
TABLE = [
    # chips, pot, bonus before, card winner, suspects, caught → chips, bonus after, round winner
    ((100, 100), 60, 0, 0, (False, False), (False, False), (160, 100), 0, 0),
    ((100, 100), 60, 0, N, (False, False), (False, False), (100, 100), 60, N),  # equal hands: the bonus grows
    ((100, 100), 60, 40, N, (False, False), (False, False), (100, 100), 100, N),
    ((100, 100), 60, 40, 1, (False, False), (False, False), (100, 200), 0, 1),  # the winner takes the earlier bonus
    ((100, 100), 60, 40, 1, (True, False), (False, False), (70, 200), 30, 1),  # the new part stays
    ((100, 100), 60, 40, 1, (False, True), (False, False), (100, 170), 30, 1),  # a vain suspicion by the winner
    ((100, 100), 60, 40, 0, (False, True), (True, False), (70, 170), 60, 1),  # the card winner caught
    ((100, 100), 60, 40, 0, (True, False), (False, True), (230, 70), 0, 0),  # the loser caught
    ((100, 100), 60, 0, N, (True, False), (False, True), (130, 70), 60, 0),  # a tie, one caught: lie costs decide
    ((100, 100), 60, 40, N, (True, True), (True, True), (100, 100), 100, N),
    ((100, 100), 60, 40, N, (True, True), (True, False), (40, 170), 90, 1),  # a tie; Ann lied and suspected in vain
    ((20, 100), 60, 0, 1, (False, True), (True, False), (0, 180), 0, 1),  # a short stack pays what it has
    ((10, 100), 60, 0, 1, (True, False), (False, False), (0, 160), 10, 1),
    ((0, 100), 60, 50, 1, (True, True), (True, False), (0, 210), 0, 1),  # nothing left to pay with
    ((20, 100), 60, 0, 0, (True, True), (True, False), (0, 120), 60, 1),  # caught: 20 of 30; then nothing for suspicion
    ((0, 0), 0, 1000, N, (True, True), (True, True), (0, 0), 1000, N),
    ((500, 0), 0, 0, 0, (False, True), (True, False), (500, 0), 0, N),  # amounts of 0: nobody receives more
]


@pytest.mark.parametrize(("chips", "pot", "bonus", "best", "suspects", "caught", "after", "kept", "winner"), TABLE)
def test_settlement_by_hand(
    chips: tuple[int, int], pot: int, bonus: int, best: int, suspects: tuple[bool, bool], caught: tuple[bool, bool],
    after: tuple[int, int], kept: int, winner: int,
) -> None:  # fmt: skip
    done = settle(chips, pot, bonus, best, suspects, caught)
    assert (done.chips, done.bonus, done.winner) == (after, kept, winner)


FOLDS = [
    ((100, 100), 60, 40, (True, False), 0, (100, 200), 0, 1),  # the other takes the pot and the earlier bonus
    ((100, 100), 60, 40, (True, True), 0, (100, 100), 100, N),
    ((100, 100), 0, 40, (True, False), 0, (100, 100), 40, N),  # an empty pot makes no round winner
    ((100, 100), 0, 40, (False, True), 10, (110, 90), 40, N),  # first_fold = small
    ((100, 4), 0, 0, (False, True), 10, (104, 0), 0, N),  # a short stack
]


@pytest.mark.parametrize(("chips", "pot", "bonus", "folded", "fine", "after", "kept", "winner"), FOLDS)
def test_folds_by_hand(
    chips: tuple[int, int], pot: int, bonus: int, folded: tuple[bool, bool], fine: int,
    after: tuple[int, int], kept: int, winner: int,
) -> None:  # fmt: skip
    assert fold(chips, pot, bonus, folded, fine) == Settlement(after, kept, winner)


amounts = st.integers(0, 300)


@given(amounts, amounts, st.integers(0, 150).map(lambda h: 2 * h), amounts)
def test_chips_are_conserved_in_every_branch(first: int, second: int, pot: int, bonus: int) -> None:
    total = first + second + pot + bonus
    for best, a, b in product((-1, 0, 1), (0, 1), (0, 1)):
        for x, y in product((False, True), repeat=2):
            caught = (bool(b) and x, bool(a) and y)
            done = settle((first, second), pot, bonus, best, (bool(a), bool(b)), caught)
            assert sum(done.chips) + done.bonus == total
            assert min(done.chips) >= 0
            assert done.bonus >= 0
    for folded in ((True, False), (False, True), (True, True)):
        done = fold((first, second), pot, bonus, folded, 10)
        assert sum(done.chips) + done.bonus == total


def test_folding_alone_and_together() -> None:
    alone = play(T1 + "Ann: folds\nBob: bets large")
    assert (alone.chips, alone.bonus, alone.winner) == ((490, 510), 0, 1)
    assert game_status(GAME, alone)["public"]["bets"] == {"Ann": "fold", "Bob": "large"}
    assert game_status(GAME, alone)["public"]["turn"] == 2
    both = play(T1 + "Ann: folds\nBob: folds")
    assert (both.chips, both.bonus, both.winner) == ((490, 490), 20, -1)
    assert play(BOARD + "Ann: folds\nBob: bets large", first_fold="small").chips == (490, 510)
    assert play(BOARD + "Ann: folds\nBob: folds", first_fold="small").chips == (500, 500)


@pytest.mark.parametrize(
    ("first_fold", "said"),
    [("free", "Ann folds before anything was paid."), ("small", "Ann folds at once, and pays Bob 10.")],
)
def test_a_fold_at_once_is_said_with_what_it_cost(first_fold: str, said: str) -> None:
    before = play(BOARD + "Bob: bets large", first_fold=first_fold)
    action = parse(GAME, before.setup, "Ann: folds")
    assert action is not None
    assert said in narrated(GAME, before, action, GAME.apply(before, action))


def test_the_round_winner_takes_the_earlier_bonus() -> None:
    begin = T1 + "Ann: folds\nBob: folds\n" + T1.replace("4s 7c", "4c 7s")
    assert play(begin + "Ann: folds\nBob: bets small").chips == (480, 520)


def test_a_smaller_stack_caps_the_amount_for_both() -> None:
    state = play(BOARD + "Ann: bets large\nBob: bets large", chips=12)
    assert (state.chips, state.pot) == ((0, 0), 24)
    more = play(T1 + "Ann: bets large\nBob: bets large", chips=12)
    assert (more.chips, more.pot) == ((0, 0), 24)


def test_the_match_ends_when_a_player_has_no_chips() -> None:
    state = play(CLAIMED + "Ann: accepts\nBob: accepts", chips=60)
    answer = game_status(GAME, state)
    assert (answer["over"], answer["winners"], answer["scores"]) == (True, ["Bob"], {"Ann": 0, "Bob": 120})
    shared = play(CLAIMED + "Ann: suspects\nBob: suspects\nAnn: turns 2c\nBob: turns 2h", chips=60)
    assert game_status(GAME, shared)["winners"] == ["Ann", "Bob"]
    assert refusal(state, "board 2c 3c").rule == "poker.over"


def test_cards_are_in_one_place() -> None:
    state = play(BOARD + "Ann: bets small\nBob: bets small\nAnn: reveals Ac 3c 7d")
    assert refusal(state, "Bob: reveals 4s 2d 9h").rule == "poker.face-up"
    assert refusal(state, "Bob: reveals Ac 2d 9h").rule == "poker.one-place"
    assert refusal(state, "Bob: reveals 2d 9h").rule == "poker.show-count"
    assert refusal(state, "Bob: reveals 2d 2d 9h").rule == "poker.show-count"
    assert refusal(play("board 4s 7c"), "Ann: holds 4s 2c 3c 4c 5c").rule == "poker.one-place"
    assert refusal(play("board 4s 7c"), "Ann: holds 2c 3c 4c 5c").rule == "poker.holds-count"
    claimed = play(T3)
    assert refusal(claimed, "Ann: claims 9h").rule == "poker.face-up"
    assert play(T3 + "Ann: claims Kh\nBob: claims Kh").phase == "suspect"  # equal claims are legal
    assert refusal(play(""), "board 4s 4s").rule == "poker.board"
    suspected = play(CLAIMED + "Ann: suspects\nBob: accepts")
    assert refusal(suspected, "Bob: turns 9h").rule == "poker.face-up"
    assert play(CLAIMED + "Ann: suspects\nBob: accepts\nBob: turns Kh").chips[0] == 500  # the other's claimed card


def test_known_hands_bind_what_is_shown_but_not_what_is_said() -> None:
    begin = BOARD + "Ann: holds Ac 3c 7d 7h 2s\nAnn: bets small\nBob: bets small\n"
    state = play(begin)
    assert refusal(state, "Ann: reveals Ac 3c 8d").rule == "poker.held"
    assert refusal(state, "Bob: reveals Ac 2d 9h").rule == "poker.one-place"
    shared = ruling(GAME, state, parse(GAME, state.setup, "Bob: reveals Ac 2d 9h"))
    assert isinstance(shared, Refused)
    assert "Ac" not in shared.why
    known = CLAIMED.replace(BOARD, BOARD + "Ann: holds Ac 3c 7d 7h 2s\n")
    lied = play(known + "Ann: accepts\nBob: suspects")
    assert refusal(lied, "Ann: turns Kh").rule == "poker.held"
    assert play(known + "Ann: accepts\nBob: suspects\nAnn: turns 2s").winner == 1
    assert (
        refusal(play(begin.splitlines()[0] + "\nAnn: bets small"), "Ann: holds Ac 3c 7d 7h 2s").rule
        == "poker.holds-once"
    )


def test_redacted_lines_open_both_choices_and_replay_to_the_same() -> None:
    full = CLAIMED.replace(BOARD, BOARD + "Ann: holds Ac 3c 7d 7h 2s\n") + "Ann: accepts\nBob: suspects\nAnn: turns 2s"
    made = setup(GAME, ("Ann", "Bob"), {})
    actions = [action for line in full.splitlines() if (action := parse(GAME, made, line))]
    lines = [format_action(GAME, made, action) for action in redacted(GAME, made, actions)]
    assert lines[:6] == [
        "board 4s 7c",
        "Ann: holds ? ? ? ? ?",
        "Ann: bets ?",
        "Bob: bets ? (Ann small; Bob small)",
        "Ann: reveals ?",
        "Bob: reveals ? (Ann Ac 3c 7d; Bob 2d 9h Ts)",
    ]
    assert "Bob: claims ? (Ann Kh; Bob 9d)" in lines
    assert "Bob: suspects ? (Ann accepts; Bob suspects)" in lines
    assert game_status(GAME, play("\n".join(lines))) == game_status(GAME, play(full))
    assert refusal(play("\n".join(lines[:3])), "Bob: bets ?").rule == "poker.bracket-missing"
    assert refusal(play("\n".join(lines[:3])), "Bob: bets large (Ann small; Bob small)").rule == "poker.bracket-false"
    assert refusal(play(BOARD + "Ann: folds"), "Bob: bets large (Ann small; Bob large)").rule == "poker.bracket-false"
    assert play(BOARD + "Ann: folds\nBob: bets large (Ann folds; Bob large)").chips == (500, 500)


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Ah Kh Qh Jh Th 2c 3d", "Royal Flush"),
        ("9h Kh Qh Jh Th 2c 3d", "Straight Flush"),
        ("9h 9d 9c 9s Th 2c 3d", "Four of a Kind"),
        ("9h 9d 9c Ts Th 2c 3d", "Full House"),
        ("9h 2h 4h 7h Th 2c 3d", "Flush"),
        ("Ah 2d 3c 4s 5h 9c Kd", "Straight"),
        ("9h 9d 9c Ks Th 2c 3d", "Three of a Kind"),
        ("9h 9d Tc Ts Kh 2c 3d", "Two Pair"),
        ("9h 9d Tc 4s Kh 2c 3d", "Pair"),
        ("9h Ad Tc 4s Kh 2c 3d", "High Card"),
    ],
)
def test_hands_have_their_usual_names(cards: str, name: str) -> None:
    seven = tuple(map(parse_card, cards.split()))
    assert hand_name(seven) == name
    assert strength(seven) <= strength(tuple(map(parse_card, ["9h", "Ad", "Tc", "4s", "Kh", "2c", "3d"])))


def by_treys(five: Sequence[int]) -> int:
    return EVALUATOR.evaluate([], [TREYS[card] for card in five])


def test_every_hand_of_five_is_as_strong_as_treys_says() -> None:
    """Each of the 7,462 strengths; with WHOLE=1 each of the 2,598,960 hands."""
    mixed = (
        [rank * 4 + at % 4 for at, rank in enumerate(ranks)]  # one suit apiece, but for the last: no flush
        for ranks in combinations_with_replacement(range(13), 5)
        if ranks[0] != ranks[4]
    )
    suited = ([rank * 4 + 2 for rank in ranks] for ranks in combinations(range(13), 5))
    found = set()
    for five in combinations(range(52), 5) if WHOLE else chain(mixed, suited):
        found.add(strength(tuple(five)))
        assert strength(tuple(five)) == by_treys(five), five
    assert found == set(range(1, WEAKEST[-1] + 1))
    assert tuple(EVALUATOR.table.MAX_TO_RANK_CLASS) == WEAKEST


@given(st.permutations(range(52)), st.sampled_from((0, 3, 4, 5, 6, 7)))
def test_seven_cards_are_as_strong_as_the_best_five_of_them(cards: list[int], hearts: int) -> None:
    """Ranks without a flush are looked up once for all suits."""
    first = sorted(cards, key=lambda card: card & 3 != 0)[:hearts]
    seven = tuple([*first, *(card for card in cards if card not in first)][:7])
    assert strength(seven) == min(map(by_treys, combinations(seven, 5)))


def test_bets_keep_their_order() -> None:
    with pytest.raises(RecordError, match="bets"):
        setup(GAME, ("Ann", "Bob"), {"bets": {"large": [5, 40, 50]}})
    assert play(BOARD + "Ann: bets large\nBob: bets large", bets={"large": [100, 100, 100]}).pot == 200


@settings(max_examples=10)
@given(st.integers(0, 10**6), st.sampled_from([60, 150]), st.booleans())
def test_chips_are_conserved_through_whole_matches(seed: int, chips: int, hands: bool) -> None:
    made = setup(GAME, ("Ann", "Bob"), {"chips": chips})
    _, actions = playout(GAME, made, Random(seed), hands=hands, limit=2000)
    state = GAME.start(made)
    for action in actions:
        state = GAME.apply(state, action)
        assert sum(state.chips) + state.pot + state.bonus == 2 * chips
        assert min(state.chips) >= 0


def test_cards_lie_as_they_were_laid_down() -> None:
    state = play(BOARD + "Ann: bets small\nBob: bets small\nAnn: reveals Ac 3c 7d\nBob: reveals Ts 9h 2d")
    assert game_status(GAME, state)["public"]["shown"] == {"Ann": ["Ac", "3c", "7d"], "Bob": ["Ts", "9h", "2d"]}


def test_what_is_hidden_in_a_masked_record_stays_masked() -> None:
    """Also when everything is asked for: nobody knows it."""
    steps = (
        "Ann: holds ? ? ? ? ?\nAnn: bets ?",
        "Ann: bets small\nBob: bets small\nAnn: reveals ?",
        T2.removeprefix(BOARD) + "Ann: bets small\nBob: bets small\nAnn: claims ?",
    )
    for lines in steps:
        hidden = game_status(GAME, play(BOARD + lines), reveal=True)["hidden"]
        assert hidden["chosen"] == {"Ann": "?", "Bob": None}
        assert hidden["hands"]["Ann"] in (None, ["?"] * 5)


def test_brackets_open_cards_of_the_hand_that_was_entered() -> None:
    begin = BOARD + "Ann: holds Ac 3c 7d 8d 9d\nAnn: bets small\nBob: bets small\nAnn: reveals ?\n"
    assert refusal(play(begin), "Bob: reveals 2d 9h Ts (Ann Kc 3c 7d)").rule == "poker.held"
    assert refusal(play(begin), "Bob: reveals ? (Ann Ac 3c 7d; Bob 8d 9h Ts)").rule == "poker.one-place"
    play(begin + "Bob: reveals 2d 9h Ts (Ann Ac 3c 7d)")
