"""Who may see what in Liar Poker: hands are their owner's, a choice is secret until both are in."""

from msgspec.structs import replace

from referee.core.cards import MASK, NAMES, UNKNOWN
from referee.core.game import Json
from referee.core.leaving import Leaves
from referee.core.rows import put_pair
from referee.games.liar_poker.actions import (
    BETS,
    MASKED,
    Accepts,
    Bets,
    Board,
    Choice,
    Chosen,
    Claims,
    Folds,
    Holds,
    Move,
    Reveals,
    Suspects,
    Turns,
    chosen_word,
)
from referee.games.liar_poker.hands import hand_name
from referee.games.liar_poker.state import State, seven


def view(state: State, seat: int | None) -> State:
    """Return the state as ``seat`` (or the open table) may know it."""
    hands, pending = state.hands, state.pending
    for other in (0, 1):
        if other != seat:
            hand = hands[other]
            hands = put_pair(hands, other, hand and (UNKNOWN,) * len(hand))
            pending = put_pair(pending, other, None if pending[other] is None else MASKED)
    if hands == state.hands and pending == state.pending:
        return state
    return replace(state, hands=hands, pending=pending)


def redact(state: State, action: Move, seat: int | None) -> Move:
    """Return the action as ``seat`` reads it: hands and choices masked, the second choice opening both."""
    if isinstance(action, Board | Turns | Leaves):
        return action
    if isinstance(action, Holds):
        return action if action.seat == seat else replace(action, cards=(UNKNOWN,) * len(action.cards))
    other = state.pending[1 - action.seat]
    opens: list[tuple[int, Chosen]] = []
    if other is not None:
        both: dict[int, Chosen] = {action.seat: action.chosen, 1 - action.seat: other, **dict(action.opens)}
        opens = sorted((who, chosen) for who, chosen in both.items() if who != seat and chosen != MASKED)
    if action.seat == seat:
        return replace(action, opens=tuple(opens))
    return _masked(action, tuple(opens))


def _masked(action: Choice, opens: tuple[tuple[int, Chosen], ...]) -> Choice:
    match action:
        case Bets() | Folds():
            return Bets(seat=action.seat, bet=MASKED, opens=opens)
        case Suspects() | Accepts():
            return Suspects(seat=action.seat, masked=True, opens=opens)
        case Reveals():
            return Reveals(seat=action.seat, cards=(), opens=opens)
        case Claims():
            return Claims(seat=action.seat, card=UNKNOWN, opens=opens)


def laid(before: State, action: Move, after: State) -> tuple[tuple[int, str], ...]:
    """Return the cards of hands that a line lays open: those that both reveal, the one that is turned up."""
    if isinstance(action, Turns):
        return ((action.seat, NAMES[action.card]),)
    return tuple(
        (seat, NAMES[card])
        for seat, (was, shown) in enumerate(zip(before.shown, after.shown, strict=True))
        for card in shown[len(was) :]
    )


def public(state: State) -> dict[str, Json]:
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


def hidden(state: State) -> dict[str, Json]:
    """Return what ``--reveal`` adds: the hands that the referee knows, and choices that wait for the other."""
    names = state.setup.seats
    return {
        "hands": {
            name: None if hand is None else [_card(card) or MASK for card in hand]
            for name, hand in zip(names, state.hands, strict=True)
        },
        "chosen": {name: _chosen(state, chosen) for name, chosen in zip(names, state.pending, strict=True)},
    }


def _chosen(state: State, chosen: Chosen | None) -> Json:
    if chosen is None:
        return None
    if chosen == MASKED:
        return MASK
    if isinstance(chosen, tuple):
        return [NAMES[card] for card in chosen]
    if state.phase == "bet":
        return BETS[chosen]
    return chosen_word("claims" if state.phase == "claim" else "suspects", chosen)


def _card(card: int) -> str | None:
    return None if card < 0 else NAMES[card]
