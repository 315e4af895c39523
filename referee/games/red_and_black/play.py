"""The rules of Red & Black: who may act, what is allowed, what happens (docs/rules.md §4)."""

from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec.structs import replace

from referee.core.game import ALLOWED, ON_TRUST, Judgment, Refused, Turn
from referee.core.refusals import untimely
from referee.games.red_and_black.actions import (
    COLOURS,
    MASKED,
    Attacks,
    Calls,
    Dealer,
    Defends,
    Discards,
    Guesses,
    Holds,
    Leaves,
    Peeks,
    Reveals,
    River,
    Swaps,
    spelled,
)
from referee.games.red_and_black.state import Sets, State, unsettled
from referee.games.red_and_black.worlds import RED

_DEALER, _RIVER = Turn(None, ("dealer",)), Turn(None, ("river",))
_GUESS = tuple(Turn(seat, ("guesses",)) for seat in (0, 1))


def to_act(state: State) -> tuple[Turn, ...]:
    """Return who may act. From the river on both may guess, but not while the other hand is unsettled."""
    on, slots = state.turn, state.slots
    if state.phase == "turn":
        down = slots.count(None)
        return _on_turn(on, state.turns > 0, down > 0, state.sizes[on] > 0 and down < len(slots))
    if state.phase == "reveal":
        on = state.guess[0]
    elif state.phase == "call":
        on = state.dealer
    return _waiting(state.phase, on, state.sizes[on] > 0)


@cache
def _on_turn(on: int, attacks: bool, peeks: bool, swaps: bool) -> tuple[Turn, ...]:
    allowed = {"attacks": attacks, "guesses": True, "peeks": peeks, "swaps": swaps}
    return _pair(on, tuple(verb for verb, may in allowed.items() if may), 1 - on)


@cache
def _waiting(phase: str, on: int, cards: bool) -> tuple[Turn, ...]:
    """Return who may act in any other phase; ``on`` has the turn, calls the guess, or deals."""
    match phase:
        case "dealer":
            return (_DEALER,)
        case "call":
            return (Turn(1 - on, ("calls",)),)
        case "deal":
            return (_RIVER,)
        case "peeked":
            return (Turn(on, ("guesses", "leaves", "swaps") if cards else ("guesses", "leaves")),)
        case "defend":
            return _pair(1 - on, ("defends", "guesses"), on)
        case "river":
            return (*_GUESS, _RIVER)
        case "discard":
            return (Turn(1 - on, ("discards", "guesses")),)
        case "reveal":
            return (Turn(1 - on, ("reveals",)),)
    return ()


def _pair(seat: int, verbs: tuple[str, ...], guesser: int) -> tuple[Turn, ...]:
    mine = Turn(seat, verbs)
    return (mine, _GUESS[guesser]) if seat < guesser else (_GUESS[guesser], mine)


def optional(state: State) -> tuple[Turn, ...]:
    """Return the seats that may say what their hand is now: whenever it is settled, until the game is over."""
    if state.phase in {"dealer", "over"}:
        return ()
    return tuple(Turn(seat, ("holds",)) for seat in (0, 1) if not unsettled(state, seat))


def judge(state: State, action: Any) -> Judgment:
    """Say whether an action is allowed now: the only place that knows."""
    kind = type(action)
    seat, verb = action.seat, action.verb
    turns = optional(state) if kind is Holds else to_act(state)
    for turn in turns:
        if turn.seat == seat and verb in turn.verbs:
            break
    else:
        return _untimely(state, action)
    if kind is Attacks or kind is Defends:
        return _judge_shown(state, action)
    match action:
        case Swaps() | Peeks():
            return _judge_slot(state, action)
        case River():
            return _judge_river(state, action)
        case Discards():
            return _judge_discards(state, action)
        case Guesses():
            size = state.sizes[1 - seat]
            if action.reds + action.blacks != size:
                other = _name(state, 1 - seat)
                return Refused(
                    "redblack.guess-size", f"{_name(state, seat)} must name {_cards(size)}: {other} holds so many"
                )
        case Reveals():
            return _judge_reveals(state, action)
        case Holds():
            return _judge_holds(state, action)
    return ALLOWED


def _untimely(state: State, action: Any) -> Refused:
    """Refuse an action out of turn, by the rule that explains it best."""
    seat = action.seat
    match action:
        case Guesses() if state.phase in {"peeked", "discard"} and unsettled(state, 1 - seat):
            other = _name(state, 1 - seat)
            waits = "has peeked and not finished" if state.phase == "peeked" else "owes a discard"
            return Refused("redblack.unsettled", f"{_name(state, seat)} cannot guess now: {other} {waits}")
        case Attacks() if state.phase == "turn" and seat == state.turn:
            why = f"{_name(state, seat)} cannot attack on the first turn of the game: swap instead"
            return Refused("redblack.first-attack", why)
        case Swaps() if state.phase in {"turn", "peeked"} and seat == state.turn:
            if not state.sizes[seat]:
                return Refused("redblack.empty", f"{_name(state, seat)} has no card to swap")
            why = f"{_name(state, seat)} must peek first: every slot is face down"
            return Refused("redblack.face-up", why)
        case Peeks() if state.phase == "turn" and seat == state.turn:
            why = f"{_name(state, seat)} cannot peek: the whole river is face up"
            return Refused("redblack.face-up", why)
        case Holds() if state.phase not in {"dealer", "over"}:
            why = f"{_name(state, seat)} enters a hand when it is settled, not now"
            return Refused("redblack.holds", why)
    return untimely("redblack", state.setup, to_act(state), action)


def _judge_slot(state: State, action: Swaps | Peeks) -> Judgment:
    name, many = _name(state, action.seat), len(state.slots)
    slot = action.slot - 1
    if not 0 <= slot < many:
        return Refused("redblack.slot", f"the river has no slot {action.slot}: name 1 to {many}")
    if state.phase == "peeked":
        if slot != state.peeked:
            why = f"{name} has peeked at slot {state.peeked + 1}: swap that one or leave it"
            return Refused("redblack.peeked", why)
    elif (state.slots[slot] is None) != (type(action) is Peeks):
        lies = "is face down: peek at it first" if type(action) is Swaps else "is face up: there is nothing to peek at"
        return Refused("redblack.face-up", f"slot {action.slot} {lies}")
    return ALLOWED


def _judge_shown(state: State, action: Attacks | Defends) -> Judgment:
    seat, count, colour = action.seat, action.count, action.colour
    size = state.sizes[seat]
    if count > size:
        return Refused(
            "redblack.show-size", f"{_name(state, seat)} cannot show {count}: {_cards(size)} are in the hand"
        )
    return _judge_sets(
        state,
        lambda worlds: state.shape.showing(worlds, seat, size, colour, count),
        lambda: f"{_name(state, seat)} cannot show {count} {COLOURS[colour]}: {_most(state, seat, colour)}",
    )


def _most(state: State, seat: int, colour: int) -> str:
    reds = state.shape.reds(state.sets.table, seat)
    most = max(reds) if colour == RED else state.sizes[seat] - min(reds)
    return f"at most {most} {'is' if most == 1 else 'are'} possible"


def _judge_river(state: State, action: River) -> Judgment:
    slots, many = action.slots, state.setup.options.river
    if len(slots) != many:
        return Refused("redblack.river", f"the river has {_cards(many)}, not {len(slots)}")
    if state.phase == "deal":
        return ALLOWED if _dealt(state, slots).all else _no_deal(state, slots)
    for at, (lies, colour) in enumerate(zip(state.slots, slots, strict=True), 1):
        if lies is not None and lies != colour:
            return Refused("redblack.river", f"slot {at} lies face up: it is {COLOURS[lies]}")
    return _judge_sets(
        state,
        lambda worlds: state.shape.lying(worlds, slots),
        lambda: f"the river cannot be {_listed(slots)}: nothing that was seen allows it",
    )


def _no_deal(state: State, slots: tuple[int, ...]) -> Refused:
    if not _dealt(state, slots).table:
        return Refused("redblack.possible", f"the deck has too few cards for a river of {_listed(slots)}")
    return Refused("redblack.held", f"a river of {_listed(slots)} does not fit the hands that were entered")


def _judge_discards(state: State, action: Discards) -> Judgment:
    seat, size = action.seat, state.sizes[action.seat]
    if len(action.cards) != state.owed:
        why = f"{_name(state, seat)} must discard {_cards(state.owed)}, not {len(action.cards)}"
        return Refused("redblack.owed", why)
    return _judge_sets(
        state,
        lambda worlds: state.shape.without(worlds, seat, size, action.reds, action.blacks),
        lambda: f"{_name(state, seat)} cannot discard {spelled(action.reds, action.blacks)}: {_can(state, seat)}",
    )


def _judge_reveals(state: State, action: Reveals) -> Judgment:
    seat, size = action.seat, state.sizes[action.seat]
    if action.reds + action.blacks != size:
        return Refused("redblack.reveal-size", f"{_name(state, seat)} must reveal {_cards(size)}")
    return _judge_sets(
        state,
        lambda worlds: state.shape.holding(worlds, seat, action.reds),
        lambda: f"{_name(state, seat)} cannot have {spelled(action.reds, action.blacks)}: {_can(state, seat)}",
    )


def _can(state: State, seat: int) -> str:
    reds = " or ".join(str(n) for n in state.shape.reds(state.sets.table, seat))
    return f"{reds} red of {state.sizes[seat]} is what the table has seen allows"


def _judge_holds(state: State, action: Holds) -> Judgment:
    seat = action.seat
    size = state.sizes[seat]
    if action.size != size:
        return Refused("redblack.holds", f"{_name(state, seat)} must enter {_cards(size)}, not {action.size}")
    if action.reds == MASKED:
        return ON_TRUST
    if state.sets.table:
        return _judge_sets(
            state,
            lambda worlds: state.shape.holding(worlds, seat, action.reds),
            lambda: f"{_name(state, seat)} cannot have {spelled(action.reds, size - action.reds)}: {_can(state, seat)}",
        )
    before, other, options = state.told[seat], state.told[1 - seat], state.setup.options
    if before not in {None, MASKED, action.reds}:
        return Refused("redblack.held", f"{_name(state, seat)} has entered another hand before")
    others = (other,) if other not in {None, MASKED} else range(options.hand + 1)
    fits = (
        action.reds + (theirs or 0) + river <= options.red
        and 2 * options.hand + options.river - action.reds - (theirs or 0) - river <= options.black
        for theirs in others
        for river in range(options.river + 1)
    )
    if not any(fits):
        return Refused("redblack.held", f"{_name(state, seat)}’s hand does not fit the deck and the hands entered")
    return ALLOWED


def _judge_sets(state: State, change: Callable[[int], int], why: Callable[[], str]) -> Judgment:
    """Allow what leaves a world; say first what the table itself can tell."""
    sets = state.sets
    if change(sets.all):
        return ALLOWED if sets.first != sets.table or sets.second != sets.table else ON_TRUST
    if not change(sets.table):
        return Refused("redblack.possible", why())
    return Refused("redblack.held", "that does not fit the hands that were entered")


def apply(state: State, action: Any) -> State:
    """Return the next state, for an action that ``judge`` let through."""
    match action:
        case Swaps():
            return _apply_swap(state, action.seat, action.slot - 1)
        case Attacks():
            sets = _showing(state, action)
            return replace(state, phase="defend", attack=(action.count, action.colour), sets=sets)
        case Defends():
            sets = _showing(state, action)
            defence = (action.count, action.colour)
            met = action.colour != state.attack[1] and None in state.slots
            state = replace(state, phase="river", defence=defence, sets=sets)
            return state if met else _resolve(state)
        case Peeks():
            return replace(state, phase="peeked", peeked=action.slot - 1)
        case Leaves():
            return _next_turn(replace(state, peeked=-1))
        case Guesses():
            return replace(state, phase="reveal", guess=(action.seat, action.reds))
        case Discards():
            return _apply_discards(state, action)
        case River():
            return _apply_river(state, action.slots)
        case Reveals():
            guesser, reds = state.guess
            sets = _each(state.sets, lambda worlds: state.shape.holding(worlds, action.seat, action.reds))
            right = reds == action.reds
            return replace(state, phase="over", turn=-1, sets=sets, winner=guesser if right else 1 - guesser)
        case Holds():
            return _apply_holds(state, action)
        case Calls():
            return replace(state, phase="deal", called=action.colour)
        case Dealer():
            hand = state.setup.options.hand
            return replace(state, phase="call", dealer=action.who, sizes=(hand, hand))
    raise TypeError(f"{action} is no action of Red & Black")


def _each(sets: Sets, change: Callable[[int], int]) -> Sets:
    """Change the four sets, those that are alike only once."""
    table = change(sets.table)
    first = table if sets.first == sets.table else change(sets.first)
    second = table if sets.second == sets.table else change(sets.second)
    if sets.all == sets.first:
        return Sets(table, first, second, first)
    return Sets(table, first, second, second if sets.all == sets.second else change(sets.all))


def _showing(state: State, action: Attacks | Defends) -> Sets:
    seat = action.seat
    size = state.sizes[seat]
    return _each(state.sets, lambda worlds: state.shape.showing(worlds, seat, size, action.colour, action.count))


def _apply_swap(state: State, seat: int, slot: int) -> State:
    size = state.sizes[seat]
    sets = _each(state.sets, lambda worlds: state.shape.swapped(worlds, seat, size, slot))
    slots = (*state.slots[:slot], None, *state.slots[slot + 1 :])
    return _next_turn(replace(state, slots=slots, sets=sets, peeked=-1))


def _next_turn(state: State) -> State:
    return replace(
        state, phase="turn", turn=1 - state.turn, turns=state.turns + 1, attack=(0, 0), defence=(0, 0), owed=0
    )


def _dealt(state: State, slots: tuple[int, ...]) -> Sets:
    options, shape = state.setup.options, state.shape
    table = shape.dealt(slots, options.red, options.black)
    known = [
        shape.holding(table, seat, told) if told not in {None, MASKED} else table
        for seat, told in enumerate(state.told)
    ]
    return Sets(table, known[0], known[1], known[0] & known[1])


def _apply_river(state: State, slots: tuple[int, ...]) -> State:
    if state.phase == "deal":
        first = 1 - state.dealer if slots[-1] == state.called else state.dealer
        return replace(state, phase="turn", slots=slots, turn=first, sets=_dealt(state, slots))
    sets = _each(state.sets, lambda worlds: state.shape.lying(worlds, slots))
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
    laid = (*state.discards[seat], *action.cards)
    sizes, discards = list(state.sizes), list(state.discards)
    sizes[seat], discards[seat] = size - state.owed, laid
    state = replace(state, sets=sets, sizes=(sizes[0], sizes[1]), discards=(discards[0], discards[1]))
    return _next_turn(state)


def _apply_holds(state: State, action: Holds) -> State:
    seat, reds = action.seat, action.reds
    if not state.sets.table:
        told = (reds, state.told[1]) if seat == 0 else (state.told[0], reds)
        return replace(state, told=told)
    if reds == MASKED:
        return state
    sets, shape = state.sets, state.shape
    known = shape.holding(sets.all, seat, reds)
    if seat == 0:
        return replace(state, sets=Sets(sets.table, shape.holding(sets.first, 0, reds), sets.second, known))
    return replace(state, sets=Sets(sets.table, sets.first, shape.holding(sets.second, 1, reds), known))


def _name(state: State, seat: int) -> str:
    return state.setup.seats[seat]


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _listed(slots: tuple[int, ...]) -> str:
    return " ".join(COLOURS[colour] for colour in slots)
