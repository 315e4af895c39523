"""What is allowed in Red & Black, who may act, and what is worth judging (docs/rules.md §4)."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from liarsdeck.english import counted
from referee.core.game import ALLOWED, ON_TRUST, Field, Judgment, Refused, Turn
from referee.core.leaving import judge_leaves
from referee.core.refusals import is_due, untimely
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
    Move,
    Peeks,
    Reveals,
    River,
    Swaps,
    spelled,
)
from referee.games.red_and_black.options import Options
from referee.games.red_and_black.state import State, deals, dealt, own_reds, rivers, unsettled
from referee.games.red_and_black.worlds import BLACK, RED

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


def awaits(state: State) -> tuple[int | None, ...]:
    """Return who must act: not those who may guess while another has the turn, defends, or the river is turned."""
    match state.phase:
        case "turn":
            return (state.turn,)
        case "defend":
            return (1 - state.turn,)
        case "river":
            return (None,)
    return tuple(turn.seat for turn in to_act(state))


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


def judge(state: State, action: Move) -> Judgment:
    """Say whether an action is allowed now: the only place that knows."""
    if type(action) is Leaves:  # a slot, or the table
        return judge_leaves("redblack", state.setup, to_act(state), action)
    turns = optional(state) if type(action) is Holds else to_act(state)
    if not is_due(turns, action):
        return _untimely(state, action)
    judged = _JUDGE.get(type(action))
    return judged(state, action) if judged else ALLOWED


def _untimely(state: State, action: Move) -> Refused:
    """Refuse an action out of turn, by the rule that explains it best."""
    match action:
        case Guesses() if state.phase in {"peeked", "discard"} and unsettled(state, 1 - action.seat):
            other = _name(state, 1 - action.seat)
            waits = "has peeked and not finished" if state.phase == "peeked" else "owes a discard"
            return Refused("redblack.unsettled", f"{_name(state, action.seat)} cannot guess now: {other} {waits}")
        case Attacks() | Swaps() | Peeks() if action.seat == state.turn and state.phase in {"turn", "peeked"}:
            return _not_this_turn(state, action)
        case Holds() if state.phase not in {"dealer", "over"}:
            why = f"{_name(state, action.seat)} enters a hand when it is settled, not now"
            return Refused("redblack.holds", why)
    return untimely("redblack", state.setup, to_act(state), action)


def _not_this_turn(state: State, action: Attacks | Swaps | Peeks) -> Refused:
    """Refuse what belongs to a turn, and not to this one."""
    name = _name(state, action.seat)
    if isinstance(action, Swaps):
        if not state.sizes[action.seat]:
            return Refused("redblack.empty", f"{name} has no card to swap")
        return Refused("redblack.face-up", f"{name} must peek first: every slot is face down")
    if state.phase == "turn":
        if isinstance(action, Attacks):
            why = f"{name} cannot attack on the first turn of the game: swap instead"
            return Refused("redblack.first-attack", why)
        return Refused("redblack.face-up", f"{name} cannot peek: the whole river is face up")
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
    return ALLOWED if action.colour in {None, MASKED} else _judge_colour(state, action, action.colour)


def _judge_colour(state: State, action: Swaps | Peeks, colour: int | None) -> Judgment:
    """Judge the colour that a seat says it laid down, or saw: where it can be computed it must be true."""
    assert colour is not None
    seat, slot, name = action.seat, action.slot - 1, _name(state, action.seat)
    if type(action) is Peeks:
        return _judge_sets(
            state,
            lambda worlds: state.shape.showing_slot(worlds, slot, colour),
            lambda: f"slot {action.slot} cannot be {COLOURS[colour]}: nothing that was seen allows it",
        )
    return _judge_sets(
        state,
        lambda worlds: state.shape.swapped(worlds, seat, state.sizes[seat], slot, (colour,)),
        lambda: f"{name} cannot lay {COLOURS[colour]}: {_most(state, seat, colour)}",
    )


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
        return ALLOWED if dealt(state, slots).all else _no_deal(state, slots)
    for at, (lies, colour) in enumerate(zip(state.slots, slots, strict=True), 1):
        if lies is not None and lies != colour:
            return Refused("redblack.river", f"slot {at} lies face up: it is {COLOURS[lies]}")
    return _judge_sets(
        state,
        lambda worlds: state.shape.lying(worlds, slots),
        lambda: f"the river cannot be {_listed(slots)}: nothing that was seen allows it",
    )


def _no_deal(state: State, slots: tuple[int, ...]) -> Refused:
    if not dealt(state, slots).table:
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


def _judge_guesses(state: State, action: Guesses) -> Judgment:
    seat, size = action.seat, state.sizes[1 - action.seat]
    if action.reds + action.blacks == size:
        return ALLOWED
    why = f"{_name(state, seat)} must name {_cards(size)}: {_name(state, 1 - seat)} holds so many"
    return Refused("redblack.guess-size", why)


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
    return f"by all that the table has seen, that hand has {reds} red of {state.sizes[seat]}"


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
    return _judge_early_holds(state, action)


def _judge_early_holds(state: State, action: Holds) -> Judgment:
    """Judge a hand that is entered before the river lies."""
    before, other = state.entered_reds[action.seat], state.entered_reds[1 - action.seat]
    options: Options = state.setup.options
    if before not in {None, MASKED, action.reds}:
        return Refused("redblack.held", f"{_name(state, action.seat)} has entered another hand before")
    others = range(options.hand + 1) if other is None or other == MASKED else (other,)
    if not any(deals(options, action.reds, theirs) for theirs in others):
        why = f"{_name(state, action.seat)}’s hand does not fit the deck and the hands entered"
        return Refused("redblack.held", why)
    return ALLOWED


def _judge_sets(state: State, change: Callable[[int], int], why: Callable[[], str]) -> Judgment:
    """Allow what leaves a world; say first what the table itself can tell."""
    sets = state.sets
    if change(sets.all):
        return ALLOWED if sets.first != sets.table or sets.second != sets.table else ON_TRUST
    if not change(sets.table):
        return Refused("redblack.possible", why)
    return Refused("redblack.held", "that does not fit the hands that were entered")


_JUDGE: dict[type, Callable[[State, Any], Judgment]] = {
    Attacks: _judge_shown,
    Defends: _judge_shown,
    Swaps: _judge_slot,
    Peeks: _judge_slot,
    River: _judge_river,
    Discards: _judge_discards,
    Guesses: _judge_guesses,
    Reveals: _judge_reveals,
    Holds: _judge_holds,
}


def candidates(state: State, seat: int | None, verb: str) -> Sequence[Move]:
    """Return the actions worth judging."""
    if seat is None:
        return [Dealer(who=who) for who in (0, 1)] if verb == "dealer" else [River(slots=it) for it in rivers(state)]
    return _OF_A_SEAT[verb](state, seat)


def _slots(state: State, *, down: bool) -> list[int]:
    """Return the numbers, from 1, of the river slots that lie face down, or face up."""
    return [at for at, lies in enumerate(state.slots, 1) if (lies is None) == down]


def _swaps(state: State, seat: int) -> Sequence[Move]:
    return [Swaps(seat=seat, slot=slot) for slot in _to_swap(state)]


def _to_swap(state: State) -> list[int]:
    return [state.peeked + 1] if state.phase == "peeked" else _slots(state, down=False)


def fields(state: State, seat: int | None, verb: str) -> tuple[Field, ...]:
    """Return slot and colour of a swap, and of a look, for a seat whose hand is known: the colour only it may know.

    What a look shows need not be said where both hands are known: then the referee knows it too.
    """
    reds = None if seat is None else own_reds(state, seat)
    if seat is None or reds is None or len(reds) > 1:
        return ()
    if verb == "swaps":
        holds = {BLACK: state.sizes[seat] - reds[0], RED: reds[0]}
        colours = tuple(COLOURS[colour] for colour, count in holds.items() if count)
        return (Field("slot", _numbers(_to_swap(state))), Field("colour", colours))
    if verb == "peeks" and None in state.entered_reds:
        return (Field("slot", _numbers(_slots(state, down=True))), Field("colour", COLOURS, 0))
    return ()


def _numbers(slots: Sequence[int]) -> tuple[str, ...]:
    return tuple(map(str, slots))


def _shown(kind: type[Attacks | Defends]) -> Callable[[State, int], Sequence[Move]]:
    return lambda state, seat: [
        kind(seat=seat, count=count, colour=colour) for count in range(state.sizes[seat] + 1) for colour in (BLACK, RED)
    ]


def _discards(state: State, seat: int) -> Sequence[Move]:
    owed = state.owed
    return [Discards(seat=seat, cards=(BLACK,) * (owed - reds) + (RED,) * reds) for reds in range(owed + 1)]


def _guesses(state: State, seat: int) -> Sequence[Move]:
    size = state.sizes[1 - seat]
    return [Guesses(seat=seat, reds=reds, blacks=size - reds) for reds in range(size + 1)]


def _reveals(state: State, seat: int) -> Sequence[Move]:
    size = state.sizes[seat]
    return [Reveals(seat=seat, reds=reds, blacks=size - reds) for reds in range(size + 1)]


def _holds(state: State, seat: int) -> Sequence[Move]:
    size = state.sizes[seat]
    return [Holds(seat=seat, reds=reds, size=size) for reds in range(size + 1)]


_CALLS = tuple(tuple(Calls(seat=seat, colour=colour) for colour in (BLACK, RED)) for seat in (0, 1))
_OF_A_SEAT: dict[str, Callable[[State, int], Sequence[Move]]] = {
    "attacks": _shown(Attacks),
    "calls": lambda _, seat: _CALLS[seat],
    "defends": _shown(Defends),
    "discards": _discards,
    "guesses": _guesses,
    "holds": _holds,
    "leaves": lambda _, seat: [Leaves(seat=seat)],
    "peeks": lambda state, seat: [Peeks(seat=seat, slot=slot) for slot in _slots(state, down=True)],
    "reveals": _reveals,
    "swaps": _swaps,
}


def _name(state: State, seat: int) -> str:
    return state.setup.seats[seat]


def _cards(count: int) -> str:
    return counted(count, "card")


def _listed(slots: tuple[int, ...]) -> str:
    return " ".join(COLOURS[colour] for colour in slots)
