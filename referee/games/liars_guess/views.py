"""Who may see what in Liars' Guess (hands are their owner's), and what chance can deal."""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from referee.core.cards import UNKNOWN, cards_of
from referee.games.liars_guess import deck
from referee.games.liars_guess.actions import (
    Accuses,
    Admits,
    Answers,
    Dealer,
    Denies,
    Faceup,
    Guesses,
    Holds,
    Hole,
    Insists,
    Retracts,
    Shows,
)
from referee.games.liars_guess.deck import NAMES, OF_CARD
from referee.games.liars_guess.options import FACEUP, HAND
from referee.games.liars_guess.state import State, unseen

_SHOWS = tuple(
    tuple(tuple(Shows(seat=seat, card=card, line=line) for line in OF_CARD[card]) for card in range(27))
    for seat in (0, 1)
)
_GUESSES = tuple(tuple(Guesses(seat=seat, card=card) for card in range(27)) for seat in (0, 1))
_FIXED: dict[str, tuple[tuple[Any, ...], ...]] = {
    "answers": tuple(tuple(Answers(seat=seat, count=count) for count in range(4)) for seat in (0, 1)),
    **{kind.verb: tuple((kind(seat=seat),) for seat in (0, 1)) for kind in (Accuses, Admits, Denies, Retracts)},
}


def view(state: State, seat: int | None) -> State:
    """Return the state as ``seat`` (or the open table) may know it."""
    first, second = state.hands
    if first is not None and seat != 0:
        first = (UNKNOWN,) * len(first)
    if second is not None and seat != 1:
        second = (UNKNOWN,) * len(second)
    return state if (first, second) == state.hands else replace(state, hands=(first, second))


def redact(_state: State, action: Any, seat: int | None) -> Any:
    """Return the action as ``seat`` reads it: only a hand is private."""
    if type(action) is Holds and action.seat != seat:
        return replace(action, cards=(UNKNOWN,) * len(action.cards))
    return action


def candidates(state: State, seat: int | None, verb: str) -> Sequence[Any]:
    """Return the actions worth judging. Of the sets of evidence: none, each card alone, and all of a known hand."""
    if seat is None:
        if verb == "dealer":
            return [Dealer(who=who) for who in (0, 1)]
        return [Hole(card=card) for card in cards_of(unseen(state))] if verb == "hole" else []
    if verb in _FIXED:
        return _FIXED[verb][seat]
    if verb == "guesses":
        return [_GUESSES[seat][card] for card in cards_of(unseen(state))]
    hand = state.hands[seat]
    own = cards_of(unseen(state) | state.exposed[seat]) if hand is None or UNKNOWN in hand else hand
    if verb == "shows":
        return [shows for card in own for shows in _SHOWS[seat][card]]
    if verb == "insists":
        fresh = tuple(card for card in own if not state.seen >> card & 1)
        whole = [fresh] if 1 < len(fresh) <= state.sizes[seat] - state.exposed[seat].bit_count() else []
        return [Insists(seat=seat, cards=cards) for cards in ((), *((card,) for card in fresh), *whole)]
    return []


def draw(state: State, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> Any:
    """Return the table's next act by chance: the first dealer, the face-up cards, a hand, the hole card; or None."""
    match state.phase:
        case "dealer":
            return Dealer(who=rng.choice(among or (0, 1)))
        case "faceup":
            return Faceup(cards=tuple(rng.sample(range(27), FACEUP)))
        case "turn" if hands and not state.acted and None in state.hands:
            cards = rng.sample(cards_of(_loose(state)), HAND)
            return Holds(seat=state.hands.index(None), cards=tuple(sorted(cards)))
        case "hole":
            return Hole(card=rng.choice(cards_of(_loose(state))))
    return None


def _loose(state: State) -> int:
    """Return the cards that nobody has seen and that are in no known hand, as bits."""
    return unseen(state) & ~deck.bits(tuple(card for hand in state.hands for card in hand or ()))


def public(state: State) -> dict[str, Any]:
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


def hidden(state: State) -> dict[str, Any]:
    """Return what ``--reveal`` adds: the hands that the referee knows."""
    return {
        "hands": {
            name: None if hand is None else [NAMES[card] for card in hand]
            for name, hand in zip(state.setup.seats, state.hands, strict=True)
        }
    }
