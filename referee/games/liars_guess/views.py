"""Who may see what in Liars' Guess (hands are their owner's), and the JSON of what stands."""

from msgspec.structs import replace

from referee.core.cards import UNKNOWN, cards_of
from referee.core.game import Json
from referee.games.liars_guess import deck
from referee.games.liars_guess.actions import Holds, Insists, Move, Shows
from referee.games.liars_guess.deck import NAMES
from referee.games.liars_guess.state import State, unseen


def view(state: State, seat: int | None) -> State:
    """Return the state as ``seat`` (or the open table) may know it."""
    first, second = state.hands
    if first is not None and seat != 0:
        first = (UNKNOWN,) * len(first)
    if second is not None and seat != 1:
        second = (UNKNOWN,) * len(second)
    return state if (first, second) == state.hands else replace(state, hands=(first, second))


def redact(_state: State, action: Move, seat: int | None) -> Move:
    """Return the action as ``seat`` reads it: only a hand is private."""
    if type(action) is Holds and action.seat != seat:
        return replace(action, cards=(UNKNOWN,) * len(action.cards))
    return action


def laid(_before: State, action: Move, _after: State) -> tuple[tuple[int, str], ...]:
    """Return the cards of a hand that a line lays open: the one that is shown, those that are evidence."""
    if isinstance(action, Shows):
        return ((action.seat, NAMES[action.card]),)
    return tuple((action.seat, NAMES[card]) for card in action.cards) if isinstance(action, Insists) else ()


def public(state: State) -> dict[str, Json]:
    """Return the ``public`` object of ``--json`` (docs/rules.md §2)."""
    names = state.setup.seats
    dealt = state.deal > 0
    shown = [[NAMES[card] for card in cards] for cards in state.shown]
    return {
        "deal": state.deal,
        "dealer": None if state.dealer < 0 else names[state.dealer],
        "faceup": [NAMES[card] for card in state.faceup],
        "shown": dict(zip(names, shown, strict=True)) if dealt else {},
        "hands": dict(zip(names, state.sizes, strict=True)) if dealt else {},
        "asks": [
            [names[ask.asker], NAMES[ask.card], deck.LINES[ask.line][0], None if ask.answer < 0 else ask.answer]
            for ask in state.asks
        ],
        "unseen": [NAMES[card] for card in cards_of(unseen(state))],
    }


def hidden(state: State) -> dict[str, Json]:
    """Return what ``--reveal`` adds: the hands that the referee knows."""
    return {
        "hands": {
            name: None if hand is None else [NAMES[card] for card in hand]
            for name, hand in zip(state.setup.seats, state.hands, strict=True)
        }
    }
