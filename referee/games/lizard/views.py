"""Who may see what in Lizard: hands are their owner's, secret bids stay so until all are in."""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from referee.games.lizard import deck
from referee.games.lizard.actions import HIDDEN, Bids, Calls, Dealer, Holds, Plays, Trick, Trump, Won
from referee.games.lizard.deck import NAMES, SUITS, UNKNOWN
from referee.games.lizard.state import State, known

_PLAYS = tuple(tuple(Plays(seat=seat, card=card) for card in range(deck.KINDS)) for seat in range(5))
_BIDS = tuple(tuple(Bids(seat=seat, count=count) for count in range(21)) for seat in range(5))


def view(state: State, seat: int | None) -> State:
    """Return the state as ``seat`` (or the open table) may know it."""
    hands = tuple(
        hand if hand is None or who == seat else (UNKNOWN,) * len(hand) for who, hand in enumerate(state.hands)
    )
    if hands != state.hands:
        state = replace(state, hands=hands)
    if None in state.bids and _secret(state):
        bids = tuple(bid if bid is None or who == seat else HIDDEN for who, bid in enumerate(state.bids))
        state = replace(state, bids=bids)
    return state


def redact(state: State, action: Any, seat: int | None) -> Any:
    """Return the action as ``seat`` reads it: others' hands masked, secret bids too until the last one opens all."""
    match action:
        case Holds():
            return action if action.seat == seat else replace(action, cards=(UNKNOWN,) * len(action.cards))
        case Bids() if _secret(state):
            others = [who for who, bid in enumerate(state.bids) if bid is None and who != action.seat]
            if others:
                return replace(action, count=action.count if action.seat == seat else HIDDEN, opens=())
            told = dict(action.opens)
            opened = [(who, told.get(who, bid)) for who, bid in enumerate(state.bids) if who not in {seat, action.seat}]
            return replace(action, opens=tuple((who, bid) for who, bid in opened if bid is not None))
    return action


def _secret(state: State) -> bool:
    return bool(state.setup.options.estimates == "secret")


def candidates(state: State, seat: int | None, verb: str) -> list[Any]:
    """Return the actions worth judging; a hand that was not dealt by the referee has none."""
    match verb:
        case "plays" if seat is not None:
            hand = state.hands[seat]
            if hand is None or (hand and hand[0] == UNKNOWN):
                return list(_PLAYS[seat])
            plays = _PLAYS[seat]
            return [plays[card] for card in hand]
        case "bids" if seat is not None:
            return list(_BIDS[seat][: state.round + 1])
        case "calls" if seat is not None:
            return [Calls(seat=seat, suit=suit) for suit in range(4)]
        case "won" if seat is not None:
            return [Won(seat=seat, count=count) for count in range(state.round + 1)]
        case "trump":
            return [Trump(card=card) for card in range(deck.KINDS)]
        case "dealer":
            return [Dealer(who=who) for who in range(len(state.hands))]
        case "trick":
            return [Trick(who=who) for who in range(len(state.hands))]
    return []


def draw(state: State, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> Any:
    """Return the table's next act by chance: the first dealer, a hand, the card turned for trump; None otherwise."""
    match state.phase:
        case "dealer":
            return Dealer(who=rng.choice(among or tuple(range(len(state.hands)))))
        case "trump" | "bid" if hands and None in state.hands and not any(bid is not None for bid in state.bids):
            pool = deck.members(deck.FULL - state.seen - known(state))
            cards = tuple(sorted(rng.sample(pool, state.round)))
            return Holds(seat=state.hands.index(None), cards=cards)
        case "trump" if state.setup.options.track == "cards":
            return Trump(card=rng.choice(deck.members(deck.FULL - state.seen - known(state))))
    return None


def public(state: State) -> dict[str, Any]:
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


def hidden(state: State) -> dict[str, Any]:
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
