"""A bot's printed cards lie in a row, face down, as they were dealt: which of them people turn for it."""

from collections.abc import Sequence

from referee.core.game import Action
from referee.games.liars_lair.actions import NOTHING, Gives, Holds, Plays, Reclaims, Shows, Takes

_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def row(actions: Sequence[Action], seat: int) -> list[int]:
    """Return a seat's cards from left to right: dealt by number, gaps closed, what came later at the right end."""
    cards: list[int] = []
    for action in actions:
        if action.seat != seat:
            continue
        match action:
            case Holds():
                cards = sorted(action.cards)
            case Plays() | Gives() if action.card in cards:
                cards.remove(action.card)
            case Reclaims() | Takes() if action.card != NOTHING:
                cards.append(action.card)
    return cards


def departing(actions: Sequence[Action], seat: int, card: int) -> int | None:
    """Return the place of a card in the hand that somebody takes it from, by number, from 0."""
    others = {action.seat for action in actions if action.seat not in {None, seat}}
    for other in others:
        cards = sorted(row(actions, other)) if other is not None else []
        if card in cards:
            return cards.index(card)
    return None


def turned(actions: Sequence[Action], action: Action) -> str:
    """Return the sentence that says which card to turn or to move, "" where none is."""
    seat = action.seat
    if seat is None:
        return ""
    match action:
        case Plays() | Shows() | Gives():
            cards = row(actions, seat)
            return f"It is the {_place(cards.index(action.card))} from the left." if action.card in cards else ""
        case Reclaims():
            return "Lay it at the right end of the row, face down."
        case Takes() if action.card != NOTHING:
            at = departing(actions, seat, action.card)
            if at is not None:
                return (
                    "Lay the departing hand face down, the lowest number on the left: "
                    f"the {_place(at)} from the left goes to the right end of the row."
                )
    return ""


def _place(at: int) -> str:
    return _PLACES[at] if at < len(_PLACES) else f"{at + 1}th"
