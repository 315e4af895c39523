"""Who may see what of Liars' Guess, and which full states a view could be of."""

from random import Random

from msgspec.structs import replace

from referee.core.cards import UNKNOWN, Hand, cards_of, put_pair, some
from referee.core.game import Json
from referee.games.liars_guess import state
from referee.games.liars_guess import state as deck
from referee.games.liars_guess.state import NAMES, Holds, Insists, Move, Shows, State, unseen


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


def guess(view: State, seat: int | None, rng: Random) -> State:  # noqa: ARG001, the view masks what it does not know
    """Return a full state that this view could be of: evidence lies in its hand, any unseen cards are the rest."""
    hands: tuple[Hand, Hand] = view.hands
    pool: list[int] = []
    for other, hand in enumerate(view.hands):
        if hand and UNKNOWN in hand:
            pool = pool or cards_of(unseen(view) & ~state.bits((*(hands[0] or ()), *(hands[1] or ()))))
            exposed = cards_of(view.exposed[other])
            many = len(hand) - len(exposed)
            hands = put_pair(hands, other, tuple(sorted(exposed + some(pool, many, rng))))
            del pool[:many]
    return view if hands is view.hands else replace(view, hands=hands)
