"""What happens in Liar Poker: the next state of every action; how a round is paid out stands in settle.py."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from referee.core.leaving import Leaves
from referee.core.rows import put_pair
from referee.games.liar_poker.actions import (
    FOLD,
    LARGE,
    MIDDLE,
    Accepts,
    Bets,
    Board,
    Choice,
    Claims,
    Folds,
    Holds,
    Move,
    Reveals,
    Suspects,
    Turns,
)
from referee.games.liar_poker.hands import strength
from referee.games.liar_poker.settle import Settlement, fold, settle
from referee.games.liar_poker.state import State, seven, waits


def apply(state: State, action: Move) -> State:
    """Return the next state, for an action that ``judge`` let through."""
    return _RUN[type(action)](state, action)


def _apply_board(state: State, action: Board) -> State:
    return State(
        setup=state.setup,
        phase="bet",
        round=state.round + 1,
        turn=1,
        chips=state.chips,
        bonus=state.bonus,
        history=state.history,
        board=action.cards,
        face=1 << action.cards[0] | 1 << action.cards[1],
    )


def _apply_holds(state: State, action: Holds) -> State:
    return replace(state, hands=put_pair(state.hands, action.seat, action.cards))


def _apply_turns(state: State, action: Turns) -> State:
    turned = put_pair(state.turned, action.seat, action.card)
    state = replace(state, turned=turned, face=state.face | 1 << action.card)
    return state if waits(state, 0) or waits(state, 1) else _settle(state)


def _apply_leaves(state: State, action: Leaves) -> State:
    """End the match unfinished: what was paid into the pot of an open round goes back."""
    first, second = state.history[-1][:2] if state.history else (state.setup.options.chips,) * 2
    return replace(state, phase="over", chips=(first, second), pot=0, pending=(None, None), winner=-1, left=action.seat)


def _choose(state: State, action: Choice) -> State:
    pending = put_pair(state.pending, action.seat, action.chosen)
    if None in pending:
        return replace(state, pending=pending)
    for seat, chosen in action.opens:
        pending = put_pair(pending, seat, chosen)
    first, second = pending
    if isinstance(first, tuple) and isinstance(second, tuple):
        return _open_cards(state, first, second)
    assert isinstance(first, int)
    assert isinstance(second, int)
    match state.phase:
        case "bet":
            return _open_bets(state, (first, second))
        case "claim":
            return replace(state, phase="suspect", turn=4, bets=(), claimed=(first, second), pending=(None, None))
    suspects = (first == 1, second == 1)
    state = replace(state, phase="turn-up", suspects=suspects, pending=(None, None))
    return state if any(suspects) else _settle(state)


def _open_bets(state: State, both: tuple[int, int]) -> State:
    options, at = state.setup.options, state.turn - 1
    if FOLD in both:
        folded = (both[0] == FOLD, both[1] == FOLD)
        fine = options.bets.small[at] if options.first_fold == "small" and at == 0 else 0
        return _end_round(state, fold(state.chips, state.pot, state.bonus, folded, fine), both)
    bet = both[0] if both[0] == both[1] else MIDDLE
    amounts = options.bets.large if bet == LARGE else options.bets.middle if bet == MIDDLE else options.bets.small
    first, second = state.chips
    amount = min(amounts[at], first, second)
    return replace(
        state,
        phase="claim" if state.turn == 3 else "reveal",
        chips=(first - amount, second - amount),
        pot=state.pot + 2 * amount,
        bets=both,
        pending=(None, None),
    )


def _open_cards(state: State, first: tuple[int, ...], second: tuple[int, ...]) -> State:
    shown = ((*state.shown[0], *first), (*state.shown[1], *second))
    face = state.face
    for card in (*first, *second):
        face |= 1 << card
    return replace(state, phase="bet", turn=state.turn + 1, bets=(), shown=shown, face=face, pending=(None, None))


def _settle(state: State) -> State:
    done = settle(state.chips, state.pot, state.bonus, card_winner(state), state.suspects, caught(state))
    return _end_round(state, done, state.bets)


def caught(state: State) -> tuple[bool, bool]:
    """Return who was suspected, and had lied."""
    claimed = state.claimed or (0, 0)
    return (
        state.suspects[1] and state.turned[0] != claimed[0],
        state.suspects[0] and state.turned[1] != claimed[1],
    )


def card_winner(state: State) -> int:
    """Return the seat with the better hand, its claimed card in it; −1 for equal hands."""
    first, second = strength(seven(state, 0)), strength(seven(state, 1))
    return -1 if first == second else 0 if first < second else 1


def _end_round(state: State, done: Settlement, bets: tuple[int, ...]) -> State:
    cap = state.setup.options.max_rounds
    phase = "over" if 0 in done.chips or state.round == cap else "board"
    history = (*state.history, (*done.chips, done.bonus, done.winner))
    return replace(
        state,
        phase=phase,
        chips=done.chips,
        pot=0,
        bonus=done.bonus,
        bets=bets,
        pending=(None, None),
        winner=done.winner,
        history=history,
    )


_RUN: dict[type, Callable[[State, Any], State]] = {
    Board: _apply_board,
    Holds: _apply_holds,
    Bets: _choose,
    Folds: _choose,
    Reveals: _choose,
    Claims: _choose,
    Suspects: _choose,
    Accepts: _choose,
    Turns: _apply_turns,
    Leaves: _apply_leaves,
}
