"""What others read of a line of Liar's Lair: `?` for what is private, brackets for what the line opens."""

from typing import Any

from msgspec.structs import replace

from referee.core.cards import UNKNOWN, bits, cards_of
from referee.core.game import Setup
from referee.games.liars_lair.acts import (
    NOTHING,
    Declares,
    Gives,
    Hand,
    Holds,
    Passes,
    Plays,
    Shows,
    Takes,
    Told,
    Took,
    Truths,
)
from referee.games.liars_lair.apply import run
from referee.games.liars_lair.state import DECLARE, TAKE, State


def private(setup: Setup, verb: str) -> bool:
    """Say whether a verb is entered on the private screen; in the pool, what is given lies open at once."""
    return verb in {"holds", "truths", "takes"} or (verb == "gives" and setup.options.departing == "gift")


def redact(state: State, action: Any, seat: int | None) -> Any:
    """Return a legal line as a seat, or the open table, reads it; ``state`` is the one before it."""
    if isinstance(action, Holds):
        return action if seat == action.seat else Holds(action.seat, (UNKNOWN,) * len(action.cards))
    if isinstance(action, Truths):
        return _truths(state, action, seat)
    if isinstance(action, Takes):
        if seat == action.seat:
            return action
        return Takes(action.seat, UNKNOWN, opens=(Took(),) if action.card == NOTHING or Took() in action.opens else ())
    if isinstance(action, Gives):
        hides = state.setup.options.departing == "gift" and seat not in {action.seat, state.taker}
        return Gives(action.seat, UNKNOWN) if hides else action
    if isinstance(action, Plays | Shows) or (
        isinstance(action, Declares | Passes) and state.phase == DECLARE and len(state.queue) == 1
    ):
        return replace(action, opens=_opens(state, action, seat))
    return replace(action, opens=()) if action.opens else action


def _truths(state: State, action: Truths, seat: int | None) -> Truths:
    if seat is None:
        return Truths((UNKNOWN,))
    after, _ = run(state, action)
    told = [(card, after.truth(card)) for card in cards_of(state.hands[seat])]
    return Truths((UNKNOWN,), opens=tuple([Told(card, true) for card, true in told if true is not None]))


def _opens(state: State, action: Any, seat: int | None) -> tuple[Any, ...]:
    """Return what a line opens that the open table could not compute before, and to a seat what it alone may see."""
    after, opened = run(state, action)
    table = len(state.hands)
    seen, knows = state.seen[table], state.knows[table]
    parts: list[Any] = []
    for part in opened:
        if isinstance(part, Told):
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
