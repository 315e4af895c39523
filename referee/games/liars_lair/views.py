"""Who may see what in Liar's Lair: states and lines as others know them, and the JSON of what stands.

A line as others read it has `?` for what is private, and brackets for what it opens.
"""

from msgspec.structs import replace

from referee.core.cards import UNKNOWN, bits, cards_of
from referee.core.game import Json
from referee.core.leaving import Leaves
from referee.games.liars_lair.actions import (
    NOTHING,
    Declares,
    Gives,
    Hand,
    Holds,
    Known,
    Move,
    Opening,
    Passes,
    Plays,
    Shows,
    Takes,
    Took,
    Truths,
)
from referee.games.liars_lair.apply import run
from referee.games.liars_lair.state import DECLARE, TAKE, State


def view(state: State, seat: int | None) -> State:
    """Return the same state with everything hidden that this seat, or the open table, may not know."""
    eyes = len(state.hands) if seat is None else seat
    seen, knows = state.seen[eyes], state.knows[eyes]
    return replace(
        state,
        hands=tuple([hand & seen for hand in state.hands]),
        gone=state.gone & seen,
        true=state.true & knows,
        false=state.false & knows,
        seen=tuple([cards & seen for cards in state.seen]),
        knows=tuple([cards & knows for cards in state.knows]),
    )


def redact(state: State, action: Move, seat: int | None) -> Move:
    """Return a legal line as a seat, or the open table, reads it; ``state`` is the one before it."""
    match action:
        case Holds():
            return action if seat == action.seat else Holds(action.seat, (UNKNOWN,) * len(action.cards))
        case Truths():
            return _truths(state, action, seat)
        case Takes():
            nothing = action.card == NOTHING or Took() in action.opens
            return action if seat == action.seat else Takes(action.seat, UNKNOWN, opens=(Took(),) if nothing else ())
        case Gives():
            hides = state.setup.options.departing == "gift" and seat not in {action.seat, state.taker}
            return Gives(action.seat, UNKNOWN) if hides else action
        case Plays() | Shows():
            return replace(action, opens=_opens(state, action, seat))
        case Declares() | Passes() if state.phase == DECLARE and len(state.queue) == 1:
            return replace(action, opens=_opens(state, action, seat))
        case Leaves():
            return replace(action, opens=_opens(state, action, seat))
    return replace(action, opens=()) if action.opens else action


def _truths(state: State, action: Truths, seat: int | None) -> Truths:
    if seat is None:
        return Truths((UNKNOWN,))
    after, _ = run(state, action)
    known = [(card, after.truth(card)) for card in cards_of(state.hands[seat])]
    return Truths((UNKNOWN,), opens=tuple([Known(card, true) for card, true in known if true is not None]))


def _opens(state: State, action: Move, seat: int | None) -> tuple[Opening, ...]:
    """Return what a line opens that the open table could not compute before, and to a seat what it alone may see."""
    after, opened = run(state, action)
    table = len(state.hands)
    seen, knows = state.seen[table], state.knows[table]
    parts: list[Opening] = []
    for part in opened:
        if isinstance(part, Known):
            if not knows & (1 << part.card | 1 << state.partner[part.card]):
                parts.append(part)
        elif not (isinstance(part, Hand) and bits(part.cards) & ~seen == 0):
            parts.append(part)
    liar = after.departing
    if after.phase == TAKE and state.phase != TAKE and liar is not None and seat == after.taker:
        hand = tuple(cards_of(after.hands[liar]))
        if after.setup.options.departing == "pick" and len(hand) == after.sizes[liar]:
            parts.append(Hand(liar, hand))
    return tuple(parts)


def public(state: State) -> dict[str, Json]:
    """Return the ``public`` fields of the JSON object, from the open table's view."""
    names = state.setup.seats
    return {
        "round": state.round,
        "start": None if state.start is None else names[state.start],
        "phase": state.phase,
        "table": {names[seat]: card for card, seat in state.table},
        "hands": dict(zip(names, state.sizes, strict=True)),
        "out": [names[seat] for seat in state.out],
        "exposed": {str(card): bool(state.true >> card & 1) for card in cards_of(state.exposed)},
    }


def hidden(state: State) -> dict[str, Json]:
    """Return what only ``--reveal`` lays open: the hands, and the true ones of the dealt cards.

    Of a state that does not know all hands also what it knows of each (reclaimed cards lie there openly), and what each
    seat has ever played.
    """
    names = state.setup.seats
    whole = [hand.bit_count() == size for hand, size in zip(state.hands, state.sizes, strict=True)]
    hands = dict(zip(names, map(cards_of, state.hands), strict=True))
    found: dict[str, Json] = {
        "hands": {name: hands[name] if all_known else None for name, all_known in zip(names, whole, strict=True)},
        "truths": cards_of(state.true) if state.true else None,
    }
    if not all(whole):
        found |= {"known": hands, "played": dict(zip(names, map(cards_of, state.played), strict=True))}
    return found
