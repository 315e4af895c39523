"""Who may see what in Red & Black (a hand is its owner's), and the JSON of what stands."""

from msgspec.structs import replace

from referee.core.game import Json
from referee.core.rows import put_pair
from referee.games.red_and_black.actions import COLOURS, MASKED, Holds, Move, Peeks, Swaps, spelled
from referee.games.red_and_black.state import Sets, State, known_reds, known_slot, possible, seen_colour


def view(state: State, seat: int | None) -> State:
    """Return the state as ``seat`` (or the open table) may know it: without what others entered."""
    table, first, second, _ = sets = (state.sets.table, state.sets.first, state.sets.second, state.sets.all)
    own = table if seat is None else (first, second)[seat]
    seen = (table, own if seat == 0 else table, own if seat == 1 else table, own)
    entered_reds = state.entered_reds
    for other in (0, 1):
        if other != seat and entered_reds[other] is not None:
            entered_reds = put_pair(entered_reds, other, MASKED)
    if seen == sets and entered_reds == state.entered_reds:
        return state
    return replace(state, sets=Sets(*seen), entered_reds=entered_reds)


def redact(state: State, action: Move, seat: int | None) -> Move:
    """Return the action as ``seat`` reads it: an entered hand is private, and the colour that was seen or laid.

    Who peeks reads the colour that the referee knows, said or not.
    """
    match action:
        case Holds() if action.seat != seat:
            return replace(action, reds=MASKED)
        case Peeks() if action.seat == seat:
            return replace(action, colour=seen_colour(state, action))
        case Peeks() | Swaps() if action.colour is not None and action.seat != seat:
            return replace(action, colour=MASKED)
    return action


def public(state: State) -> dict[str, Json]:
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


def hidden(state: State) -> dict[str, Json]:
    """Return what ``--reveal`` adds: the hands as far as they were entered, the river as far as it can be known."""
    hands: dict[str, Json] = {}
    for seat, name in enumerate(state.setup.seats):
        reds = known_reds(state, seat)
        size = state.sizes[seat]
        hands[name] = None if reds is None or len(reds) != 1 else spelled(reds[0], size - reds[0]).split()
    colours = [known_slot(state, None, slot) for slot in range(len(state.slots))]
    return {"hands": hands, "river": [None if colour is None else COLOURS[colour] for colour in colours]}
