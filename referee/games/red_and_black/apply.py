"""What happens in Red & Black: the next state of every action, and what can still be (docs/rules.md §4)."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from referee.core.cards import UNKNOWN
from referee.core.rows import put_pair
from referee.games.red_and_black.actions import (
    MASKED,
    Attacks,
    Calls,
    Dealer,
    Defends,
    Discards,
    Guesses,
    Holds,
    Leaves,
    Move,
    Peeks,
    Reveals,
    River,
    Swaps,
)
from referee.games.red_and_black.state import Sets, State, dealt, seen_colour
from referee.games.red_and_black.worlds import EVERY


def apply(state: State, action: Move) -> State:
    """Return the next state, for an action that ``judge`` let through."""
    return _RUN[type(action)](state, action)


def _apply_dealer(state: State, action: Dealer) -> State:
    hand = state.setup.options.hand
    return replace(state, phase="call", dealer=action.who, sizes=(hand, hand))


def _apply_calls(state: State, action: Calls) -> State:
    return replace(state, phase="deal", called=action.colour)


def _apply_attacks(state: State, action: Attacks) -> State:
    return replace(state, phase="defend", attack=(action.count, action.colour), sets=_showing(state, action))


def _apply_peeks(state: State, action: Peeks) -> State:
    return replace(state, phase="peeked", peeked=action.slot - 1, sets=_peeking(state, action))


def _apply_leaves(state: State, action: Leaves) -> State:
    if state.phase == "peeked" and action.seat == state.turn:
        return _next_turn(state)
    return replace(state, phase="over", turn=UNKNOWN, left=action.seat)


def _apply_guesses(state: State, action: Guesses) -> State:
    return replace(state, phase="reveal", guess=(action.seat, action.reds))


def _each(sets: Sets, change: Callable[[int], int]) -> Sets:
    """Change the four sets, those that are alike only once."""
    table = change(sets.table)
    first = table if sets.first == sets.table else change(sets.first)
    second = table if sets.second == sets.table else change(sets.second)
    if sets.all == sets.first:
        return Sets(table, first, second, first)
    return Sets(table, first, second, second if sets.all == sets.second else change(sets.all))


def _kept(sets: Sets, worlds: int) -> Sets:
    """Keep of the four sets what is among these worlds."""
    return Sets(sets.table & worlds, sets.first & worlds, sets.second & worlds, sets.all & worlds)


def _showing(state: State, action: Attacks | Defends) -> Sets:
    seat = action.seat
    return _kept(state.sets, state.shape.showing(EVERY, seat, state.sizes[seat], action.colour, action.count))


def _apply_defends(state: State, action: Defends) -> State:
    met = action.colour != state.attack[1] and None in state.slots
    defence = (action.count, action.colour)
    state = replace(state, phase="river", defence=defence, sets=_showing(state, action))
    return state if met else _resolve(state)


def _apply_reveals(state: State, action: Reveals) -> State:
    guesser, reds = state.guess
    sets = _kept(state.sets, state.shape.holding(EVERY, action.seat, action.reds))
    winner = guesser if reds == action.reds else 1 - guesser
    return replace(state, phase="over", turn=-1, sets=sets, winner=winner)


def _apply_swap(state: State, action: Swaps) -> State:
    seat, slot = action.seat, action.slot - 1
    size, shape = state.sizes[seat], state.shape

    sets = _each(state.sets, lambda worlds: shape.swapped(worlds, seat, size, slot))
    if action.colour is not None and action.colour != MASKED:
        own, every = (
            shape.swapped(worlds, seat, size, slot, (action.colour,))
            for worlds in (_of(state.sets, seat), state.sets.all)
        )
        sets = _own(sets, seat, own, every)
    slots = (*state.slots[:slot], None, *state.slots[slot + 1 :])
    return _next_turn(replace(state, slots=slots, sets=sets))


def _peeking(state: State, action: Peeks) -> Sets:
    """Return what can be after a look at a slot, of whose colour only this seat, and the referee, may know."""
    colour, sets = seen_colour(state, action), state.sets
    if colour is None or colour == MASKED:
        return sets
    own, every = (
        state.shape.showing_slot(worlds, action.slot - 1, colour) for worlds in (_of(sets, action.seat), sets.all)
    )
    return _own(sets, action.seat, own, every)


def _of(sets: Sets, seat: int) -> int:
    return sets.second if seat else sets.first


def _own(sets: Sets, seat: int, own: int, every: int) -> Sets:
    """Return the sets with what one seat, and so the referee, knows better than the others."""
    return Sets(sets.table, sets.first, own, every) if seat else Sets(sets.table, own, sets.second, every)


def _next_turn(state: State) -> State:
    turns = state.turns + 1
    last = turns == state.setup.options.max_turns
    phase, turn = ("over", -1) if last else ("turn", 1 - state.turn)
    return replace(state, phase=phase, turn=turn, turns=turns, peeked=UNKNOWN, attack=(0, 0), defence=(0, 0), owed=0)


def _apply_river(state: State, action: River) -> State:
    slots = action.slots
    if state.phase == "deal":
        first = 1 - state.dealer if slots[-1] == state.called else state.dealer
        return replace(state, phase="turn", slots=slots, turn=first, sets=dealt(state, slots))
    sets = _kept(state.sets, state.shape.lying(EVERY, slots))
    return _resolve(replace(state, slots=slots, sets=sets))


def _resolve(state: State) -> State:
    """Settle an attack: who is stronger, and what the defender owes."""
    attack, colour = state.attack
    defence, other = state.defence
    if colour != other:
        attack += sum(slot == colour for slot in state.slots)
        defence += sum(slot == other for slot in state.slots)
    owed = min(max(attack - defence, 0), state.sizes[1 - state.turn])
    return replace(state, phase="discard", owed=owed) if owed else _next_turn(state)


def _apply_discards(state: State, action: Discards) -> State:
    seat, reds, blacks = action.seat, action.reds, action.blacks
    size = state.sizes[seat]
    sets = _each(state.sets, lambda worlds: state.shape.without(worlds, seat, size, reds, blacks))
    sizes = put_pair(state.sizes, seat, size - state.owed)
    discards = put_pair(state.discards, seat, (*state.discards[seat], *action.cards))
    return _next_turn(replace(state, sets=sets, sizes=sizes, discards=discards))


def _apply_holds(state: State, action: Holds) -> State:
    seat, reds = action.seat, action.reds
    if not state.sets.table:
        return replace(state, entered_reds=put_pair(state.entered_reds, seat, reds))
    if reds == MASKED:
        return state
    sets, shape = state.sets, state.shape
    known = shape.holding(sets.all, seat, reds)
    if seat == 0:
        return replace(state, sets=Sets(sets.table, shape.holding(sets.first, 0, reds), sets.second, known))
    return replace(state, sets=Sets(sets.table, sets.first, shape.holding(sets.second, 1, reds), known))


_RUN: dict[type, Callable[[State, Any], State]] = {
    Dealer: _apply_dealer,
    Holds: _apply_holds,
    Calls: _apply_calls,
    River: _apply_river,
    Swaps: _apply_swap,
    Peeks: _apply_peeks,
    Leaves: _apply_leaves,
    Attacks: _apply_attacks,
    Defends: _apply_defends,
    Discards: _apply_discards,
    Guesses: _apply_guesses,
    Reveals: _apply_reveals,
}
