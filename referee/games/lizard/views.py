"""Who may see what in Lizard: hands are their owner's, secret bids stay so until all are in; and the JSON of both."""

from msgspec.structs import replace

from referee.core.game import Json
from referee.games.lizard.actions import HIDDEN, Bids, Holds, Move, Plays
from referee.games.lizard.deck import NAMES, SUITS, UNKNOWN
from referee.games.lizard.state import State


def view(state: State, seat: int | None) -> State:
    """Return the state as ``seat`` (or the open table) may know it."""
    hands = [hand and (UNKNOWN,) * len(hand) for hand in state.hands]
    if seat is not None:
        hands[seat] = state.hands[seat]
    state = replace(state, hands=tuple(hands))
    if None in state.bids and _secret(state):
        bids = tuple(bid if bid is None or who == seat else HIDDEN for who, bid in enumerate(state.bids))
        state = replace(state, bids=bids)
    return state


def redact(state: State, action: Move, seat: int | None) -> Move:
    """Return the action as ``seat`` reads it: others' hands masked, secret bids too until the last one opens all."""
    match action:
        case Holds():
            return action if action.seat == seat else replace(action, cards=(UNKNOWN,) * len(action.cards))
        case Bids() if _secret(state):
            return _redact_bid(state, action, seat)
    return action


def _redact_bid(state: State, action: Bids, seat: int | None) -> Bids:
    if any(bid is None and who != action.seat for who, bid in enumerate(state.bids)):
        return replace(action, count=action.count if action.seat == seat else HIDDEN, opens=())
    said = dict(action.opens)
    opened = [(who, said.get(who, bid)) for who, bid in enumerate(state.bids) if who not in {seat, action.seat}]
    return replace(action, opens=tuple((who, bid) for who, bid in opened if bid is not None))


def laid(_before: State, action: Move, _after: State) -> tuple[tuple[int, str], ...]:
    """Return the card of a hand that a line lays open: whatever is played."""
    return ((action.seat, NAMES[action.card]),) if isinstance(action, Plays) else ()


def _secret(state: State) -> bool:
    return bool(state.setup.options.estimates == "secret")


def public(state: State) -> dict[str, Json]:
    """Return the ``public`` object of ``--json`` (docs/rules.md §3), from the open table's view."""
    names, seats = state.setup.seats, len(state.hands)
    hide = None in state.bids and _secret(state)
    return {
        "round": state.round,
        "rounds": state.last,
        "dealer": None if state.dealer < 0 else names[state.dealer],
        "trump": None if state.trump < 0 else SUITS[state.trump],
        "bids": {} if hide else {name: bid for name, bid in zip(names, state.bids, strict=True) if bid is not None},
        "won": dict(zip(names, state.won, strict=True)),
        "trick": [[names[(state.leader + at) % seats], NAMES[card]] for at, card in enumerate(state.trick)],
        "history": [
            {
                "bids": dict(zip(names, done.bids, strict=True)),
                "won": dict(zip(names, done.won, strict=True)),
                "points": dict(zip(names, done.points, strict=True)),
            }
            for done in state.history
        ],
    }


def hidden(state: State) -> dict[str, Json]:
    """Return what ``--reveal`` adds: the hands that the referee knows, and secret bids."""
    names = state.setup.seats
    return {
        "hands": {
            name: None if hand is None else [NAMES[card] for card in hand]
            for name, hand in zip(names, state.hands, strict=True)
        },
        "bids": {
            name: NAMES[UNKNOWN] if bid == HIDDEN else bid
            for name, bid in zip(names, state.bids, strict=True)
            if bid is not None
        },
    }
