"""Who may see what in Red & Black (a hand is its owner's), and what chance can deal."""

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any

from msgspec.structs import replace

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
from referee.games.red_and_black.state import Sets, State, possible
from referee.games.red_and_black.worlds import BLACK, RED


def view(state: State, seat: int | None) -> State:
    """Return the state as ``seat`` (or the open table) may know it: without what others entered."""
    table, first, second, _ = sets = (state.sets.table, state.sets.first, state.sets.second, state.sets.all)
    own = table if seat is None else (first, second)[seat]
    seen = (table, own if seat == 0 else table, own if seat == 1 else table, own)
    told = tuple(reds if reds is None or who == seat else MASKED for who, reds in enumerate(state.told))
    if seen == sets and told == state.told:
        return state
    return replace(state, sets=Sets(*seen), told=told)


def redact(_state: State, action: Any, seat: int | None) -> Any:
    """Return the action as ``seat`` reads it: only an entered hand is private."""
    if type(action) is Holds and action.seat != seat:
        return replace(action, reds=MASKED)
    return action


def candidates(state: State, seat: int | None, verb: str) -> Sequence[Any]:
    """Return the actions worth judging."""
    if seat is None:
        if verb == "dealer":
            return [Dealer(who=who) for who in (0, 1)]
        slots = state.slots or (None,) * state.setup.options.river
        return [River(slots=river) for river in product(*((BLACK, RED) if lies is None else (lies,) for lies in slots))]
    size = state.sizes[seat]
    match verb:
        case "attacks" | "defends":
            kind: type[Attacks] | type[Defends] = Attacks if verb == "attacks" else Defends
            return [kind(seat=seat, count=count, colour=colour) for count in range(size + 1) for colour in (BLACK, RED)]
        case "swaps":
            if state.phase == "peeked":
                return [Swaps(seat=seat, slot=state.peeked + 1)]
            return [Swaps(seat=seat, slot=at) for at, lies in enumerate(state.slots, 1) if lies is not None]
        case "peeks":
            return [Peeks(seat=seat, slot=at) for at, lies in enumerate(state.slots, 1) if lies is None]
        case "discards":
            return [
                Discards(seat=seat, cards=(BLACK,) * (state.owed - reds) + (RED,) * reds)
                for reds in range(state.owed + 1)
            ]
        case "guesses":
            other = state.sizes[1 - seat]
            return [Guesses(seat=seat, reds=reds, blacks=other - reds) for reds in range(other + 1)]
        case "reveals":
            return [Reveals(seat=seat, reds=reds, blacks=size - reds) for reds in range(size + 1)]
        case "calls":
            return [Calls(seat=seat, colour=colour) for colour in (BLACK, RED)]
        case "holds":
            return [Holds(seat=seat, reds=reds, size=size) for reds in range(size + 1)]
    return [Leaves(seat=seat)]


def draw(state: State, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> Any:
    """Return the table's next act by chance: the dealer, a hand, the river; None where players choose."""
    match state.phase:
        case "dealer":
            return Dealer(who=rng.choice(among or (0, 1)))
        case "call" if hands and None in state.told:
            options = state.setup.options
            return Holds(seat=state.told.index(None), reds=sum(_deal(state, rng, options.hand)), size=options.hand)
        case "deal":
            return River(slots=_deal(state, rng, state.setup.options.river))
        case "river":
            worlds = state.sets.all
            rivers = [river for river in candidates(state, None, "river") if state.shape.lying(worlds, river.slots)]
            return rng.choice(rivers)
    return None


def _deal(state: State, rng: Random, count: int) -> tuple[int, ...]:
    """Deal the colours of ``count`` cards out of those that are in no entered hand."""
    options = state.setup.options
    red, black = options.red, options.black
    for reds in state.told:
        if reds is not None and reds != MASKED:
            red -= reds
            black -= options.hand - reds
    return tuple(RED if card < red else BLACK for card in rng.sample(range(red + black), count))


def public(state: State) -> dict[str, Any]:
    """Return the ``public`` object of ``--json`` (docs/rules.md §4)."""
    names = state.setup.seats
    dealt = state.dealer >= 0
    laid = [[COLOURS[colour] for colour in cards] for cards in state.discards]
    allowed = [list(possible(state, seat)) for seat in (0, 1)] if dealt else []
    return {
        "river": [None if slot is None else COLOURS[slot] for slot in state.slots],
        "hands": dict(zip(names, state.sizes, strict=True)) if dealt else {},
        "discards": dict(zip(names, laid, strict=True)) if dealt else {},
        "turn": None if state.turn < 0 else names[state.turn],
        "possible": dict(zip(names, allowed, strict=True)) if dealt else {},
    }


def known_reds(state: State, seat: int) -> tuple[int, ...] | None:
    """Return the red counts that ``seat``'s hand can have with what was entered; None when nothing was."""
    if not state.sets.table:
        told = state.told[seat]
        return None if told in {None, MASKED} else (told,)
    own = (state.sets.first, state.sets.second)[seat]
    return None if own == state.sets.table else state.shape.reds(own, seat)


def hidden(state: State) -> dict[str, Any]:
    """Return what ``--reveal`` adds: the hands as far as they were entered."""
    hands = {}
    for seat, name in enumerate(state.setup.seats):
        reds = known_reds(state, seat)
        size = state.sizes[seat]
        hands[name] = None if reds is None or len(reds) != 1 else spelled(reds[0], size - reds[0]).split()
    return {"hands": hands}
