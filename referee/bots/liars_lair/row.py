"""A bot's printed cards lie in a row, face down, as they were dealt: which of them people turn for it."""

from collections.abc import Sequence

from liarsdeck.english import listed
from referee.core.game import Action
from referee.games.liars_lair.actions import NOTHING, Gives, Holds, Plays, Reclaims, Shows, Takes
from referee.games.liars_lair.state import State

_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def row(state: State, actions: Sequence[Action], seat: int) -> list[int]:
    """Return a seat's cards from left to right: dealt by number, gaps closed, what came later at the right end."""
    dealt, came = _dealt_and_came(state, actions, seat)
    return [*dealt, *came]


def _dealt_and_came(state: State, actions: Sequence[Action], seat: int) -> tuple[list[int], dict[int, bool]]:
    """Return a seat's cards that it holds since the deal, and those that came later: whether everybody saw which."""
    dealt: list[int] = []
    came: dict[int, bool] = {}
    for action in actions:
        match action:
            case Holds() if action.seat == seat:
                dealt, came = sorted(action.cards), {}
            case Plays() | Reclaims() | Takes() | Gives():
                dealt = [card for card in dealt if card != action.card]
                came.pop(action.card, None)
                if not isinstance(action, Plays):
                    came[action.card] = isinstance(action, Reclaims)
    hand = state.hands[seat]
    return [card for card in dealt if hand >> card & 1], {card: seen for card, seen in came.items() if hand >> card & 1}


def departing(state: State, seat: int, card: int) -> int | None:
    """Return the place of a card in the hand that somebody takes it from, by number, from 0."""
    for other, hand in enumerate(state.hands):
        if other != seat and hand >> card & 1:
            return (hand & ((1 << card) - 1)).bit_count()
    return None


def laid(state: State, actions: Sequence[Action], seat: int) -> str:
    """Return the sentence that says how a seat's cards lie; of its hand it says no more than everybody has seen."""
    _, came = _dealt_and_came(state, actions, seat)
    late = [str(card) if seen else "a card of another hand" for card, seen in came.items()]
    right = f", and at the right end {listed(late, 'and')}" if late else ""
    return (
        f"{state.setup.seats[seat]}’s cards lie in a row, face down, the lowest number on the left{right}."
        " What comes later goes to the right end; nobody looks at it."
    )


def turned(state: State, actions: Sequence[Action], action: Action) -> str:
    """Return which card to turn or to move, with a colon for what is said of it; "" where none is."""
    seat = action.seat
    if seat is None:
        return ""
    whose = f"{state.setup.seats[seat]}’s row"
    match action:
        case Plays() | Shows() | Gives():
            cards = row(state, actions, seat)
            found = action.card in cards
            return f"The {_place(cards.index(action.card))} from the left of {whose}:" if found else ""
        case Reclaims():
            return f"To the right end of {whose}, face down:"
        case Takes() if action.card != NOTHING:
            at = departing(state, seat, action.card)
            if at is not None:
                return (
                    "Lay the departing hand face down, the lowest number on the left; "
                    f"the {_place(at)} from the left goes to the right end of {whose}:"
                )
    return ""


def _place(at: int) -> str:
    return _PLACES[at] if at < len(_PLACES) else f"{at + 1}th"
