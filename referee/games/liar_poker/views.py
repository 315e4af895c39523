"""Who may see what in Liar Poker: hands are their owner's, a choice is secret until both are in."""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

from msgspec.structs import replace

from referee.core.cards import MASK, NAMES, UNKNOWN, cards_of
from referee.games.liar_poker.actions import (
    BETS,
    MASKED,
    Accepts,
    Bets,
    Board,
    Claims,
    Folds,
    Holds,
    Reveals,
    Suspects,
    Turns,
)
from referee.games.liar_poker.hands import hand_name
from referee.games.liar_poker.play import chosen_by, to_show
from referee.games.liar_poker.state import State, seven

_DECK = (1 << 52) - 1
_FIXED: dict[str, tuple[tuple[Any, ...], ...]] = {
    "bets": tuple(tuple(Bets(seat=seat, bet=bet) for bet in range(3)) for seat in (0, 1)),
    **{kind.verb: tuple((kind(seat=seat),) for seat in (0, 1)) for kind in (Folds, Suspects, Accepts)},
}
_CLAIMS = tuple(tuple(Claims(seat=seat, card=card) for card in range(52)) for seat in (0, 1))


def view(state: State, seat: int | None) -> State:
    """Return the state as ``seat`` (or the open table) may know it."""
    hands = tuple(
        hand if hand is None or who == seat else (UNKNOWN,) * len(hand) for who, hand in enumerate(state.hands)
    )
    pending = tuple(chosen if chosen is None or who == seat else MASKED for who, chosen in enumerate(state.pending))
    if hands == state.hands and pending == state.pending:
        return state
    return replace(state, hands=hands, pending=pending)


def redact(state: State, action: Any, seat: int | None) -> Any:
    """Return the action as ``seat`` reads it: hands and choices masked, the second choice opening both."""
    if action.seat is None or type(action) is Turns:
        return action
    if type(action) is Holds:
        return action if action.seat == seat else replace(action, cards=(UNKNOWN,) * len(action.cards))
    other = state.pending[1 - action.seat]
    opens: list[tuple[int, Any]] = []
    if other is not None:
        told = dict(action.opens)
        mine = chosen_by(action)
        both = {action.seat: told.get(action.seat, mine), 1 - action.seat: told.get(1 - action.seat, other)}
        opens = sorted((who, chosen) for who, chosen in both.items() if who != seat and chosen != MASKED)
    if action.seat == seat:
        return replace(action, opens=tuple(opens))
    return _masked(action, tuple(opens))


def _masked(action: Any, opens: tuple[tuple[int, Any], ...]) -> Any:
    match action:
        case Bets() | Folds():
            return Bets(seat=action.seat, bet=MASKED, opens=opens)
        case Suspects() | Accepts():
            return Suspects(seat=action.seat, masked=True, opens=opens)
        case Reveals():
            return Reveals(seat=action.seat, cards=(), opens=opens)
    return Claims(seat=action.seat, card=UNKNOWN, opens=opens)


def candidates(state: State, seat: int | None, verb: str) -> Sequence[Any]:
    """Return the actions worth judging. Of an unknown hand's three cards only runs of the deck are listed."""
    if seat is None:
        return []
    if verb in _FIXED:
        return _FIXED[verb][seat]
    if verb == "claims":
        return [_CLAIMS[seat][card] for card in cards_of(_DECK & ~state.face)]
    hand = state.hands[seat]
    known = hand is not None and UNKNOWN not in hand
    own = [card for card in hand or () if not state.face >> card & 1] if known else cards_of(_DECK & ~state.face)
    if verb == "turns":
        return [Turns(seat=seat, card=card) for card in own]
    if verb != "reveals":
        return []
    many = to_show(state)
    sets = combinations(own, many) if known else (own[at : at + many] for at in range(len(own) - many + 1))
    return [Reveals(seat=seat, cards=tuple(cards)) for cards in sets]


def draw(state: State, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> Any:  # noqa: ARG001
    """Return the table's next act by chance: the board, a hand; None where players choose."""
    if state.phase == "board":
        return Board(cards=tuple(rng.sample(range(52), 2)))
    if hands and state.phase == "bet" and state.turn == 1 and None in state.hands and state.pending == (None, None):
        held = {card for hand in state.hands for card in hand or ()}
        pool = [card for card in range(52) if not state.face >> card & 1 and card not in held]
        return Holds(seat=state.hands.index(None), cards=tuple(sorted(rng.sample(pool, 5))))
    return None


def public(state: State) -> dict[str, Any]:
    """Return the ``public`` object of ``--json`` (docs/rules.md §5)."""
    names = state.setup.seats
    claimed = state.claimed or (UNKNOWN, UNKNOWN)
    return {
        "round": state.round,
        "turn": state.turn or None,
        "pot": state.pot,
        "bonus": state.bonus,
        "board": [NAMES[card] for card in state.board],
        "shown": {name: [NAMES[card] for card in state.shown[seat]] for seat, name in enumerate(names)},
        "claimed": {name: _card(card) for name, card in zip(names, claimed, strict=True)},
        "turned": {name: _card(card) for name, card in zip(names, state.turned, strict=True)},
        "bets": {name: BETS[bet] for name, bet in zip(names, state.bets, strict=False)},
        "hands": {name: hand_name(seven(state, seat)) for seat, name in enumerate(names)} if state.claimed else {},
    }


def hidden(state: State) -> dict[str, Any]:
    """Return what ``--reveal`` adds: the hands that the referee knows, and choices that wait for the other."""
    names = state.setup.seats
    return {
        "hands": {
            name: None if hand is None else [_card(card) or MASK for card in hand]
            for name, hand in zip(names, state.hands, strict=True)
        },
        "chosen": {name: _told(state, chosen) for name, chosen in zip(names, state.pending, strict=True)},
    }


def _told(state: State, chosen: Any) -> Any:
    if chosen is None:
        return None
    if chosen == MASKED:
        return MASK
    match state.phase:
        case "bet":
            return BETS[chosen]
        case "suspect":
            return "suspects" if chosen else "accepts"
        case "claim":
            return NAMES[chosen]
    return [NAMES[card] for card in chosen]


def _card(card: int) -> str | None:
    return None if card < 0 else NAMES[card]
