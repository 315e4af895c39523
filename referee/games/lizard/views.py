"""Who may see what of Lizard, and which full states a view could be of."""

from math import comb
from random import Random

from msgspec.structs import replace

from referee.core.cards import some
from referee.core.game import Json
from referee.games.lizard import state as deck
from referee.games.lizard.rules import Rules
from referee.games.lizard.state import (
    HIDDEN,
    NAMES,
    SUIT_OF,
    SUITS,
    UNKNOWN,
    Move,
    Plays,
    State,
    is_secret,
)

TRIES = 60  # deals, before one is mended
STIRS = 12  # swaps of two cards, of each card of a mended deal

Suits = frozenset[int]
"""The suits that a hand has none of."""


class Views(Rules):
    """Who may know what of Lizard."""

    def laid(self, before: State, action: Move, after: State) -> tuple[tuple[int, str], ...]:
        """Return the card of a hand that a line lays open: whatever is played."""
        return ((action.seat, NAMES[action.card]),) if isinstance(action, Plays) else ()

    def public(self, state: State) -> dict[str, Json]:
        """Return the ``public`` object of ``--json`` (docs/rules.md §3), from the open table's view."""
        names, seats = state.setup.seats, len(state.hands)
        hide = None in state.bids and is_secret(state.setup)
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

    def hidden(self, state: State) -> dict[str, Json]:
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

    def guess(self, view: State, seat: int | None, rng: Random) -> State:
        """Return any deal in which a seat that failed to follow a suit has none of it."""
        if not view.failed:
            return super().guess(view, seat, rng)
        hidden = [at for at, hand in enumerate(view.hands) if hand and hand[0] == UNKNOWN]
        if not hidden:
            return view
        sizes = [len(view.hands[at] or ()) for at in hidden]
        voids = [frozenset([suit for who, _, suit in view.failed if who == at]) for at in hidden]
        if not any(voids):
            return super().guess(view, seat, rng)
        hands = list(view.hands)
        dealt = _around(deck.unseen(view), sizes, voids, rng)
        for at, hand in zip(hidden, dealt, strict=True):
            hand.sort()
            hands[at] = tuple(hand)
        return replace(view, hands=tuple(hands))


def _slices(cards: list[int], sizes: list[int]) -> list[list[int]]:
    """Return the cards as hands of these sizes; those that are left over lie in no hand."""
    hands, begun = [], 0
    for size in sizes:
        hands.append(cards[begun : begun + size])
        begun += size
    return hands


def _fits(card: int, void: Suits) -> bool:
    return SUIT_OF[card] not in void


def _around(pool: list[int], sizes: list[int], voids: list[Suits], rng: Random) -> list[list[int]]:
    """Deal hands of these sizes out of a pool, none with a card of its ``voids``: every such deal is equally likely.

    Hands with voids are dealt first, each of what it may hold. The more cards an earlier hand has left to a later one,
    the more such deals there are, so it is kept the more often. Where none is kept, any deal is mended and stirred.
    """
    order = sorted(range(len(sizes)), key=lambda at: sum(1 for card in pool if _fits(card, voids[at])))
    may = {at: [card for card in pool if _fits(card, voids[at])] for at in order if voids[at]}
    most = {}
    for place, at in enumerate(order):
        if at in may:
            spared = 0
            for other in order[:place]:
                if other in may:
                    spared += max(0, sizes[other] - sum(1 for card in may[other] if not _fits(card, voids[at])))
            most[at] = comb(len(may[at]) - spared, sizes[at])
    for _ in range(TRIES):
        hands = _tried(pool, sizes, voids, [*may], most, rng)
        if hands:
            return hands
    return _mended(_slices(some(pool, len(pool), rng), [*sizes, len(pool) - sum(sizes)]), [*voids, frozenset()], rng)[
        :-1
    ]


def _tried(
    pool: list[int], sizes: list[int], voids: list[Suits], first: list[int], most: dict[int, int], rng: Random
) -> list[list[int]]:
    """Deal once, hands with voids ``first``; [] where the deal is not kept."""
    hands: list[list[int]] = [[] for _ in sizes]
    for at in first:
        fits = [card for card in pool if _fits(card, voids[at])]
        if len(fits) < sizes[at] or rng.random() * most[at] >= comb(len(fits), sizes[at]):
            return []
        hands[at] = some(fits, sizes[at], rng)
        pool = fits[sizes[at] :] + [card for card in pool if not _fits(card, voids[at])]
    free = [at for at in range(len(sizes)) if at not in most]
    for at, hand in zip(
        free, _slices(some([*pool], sum(sizes[at] for at in free), rng), [sizes[at] for at in free]), strict=True
    ):
        hands[at] = hand
    return hands


def _mended(hands: list[list[int]], voids: list[Suits], rng: Random) -> list[list[int]]:
    """Move cards round until each fits its hand, then swap two at a time at random where they fit."""
    for at, hand in enumerate(hands):
        for place, card in enumerate([*hand]):
            if not _fits(card, voids[at]):
                _move(hands, voids, at, place)
    places = [(at, place) for at, hand in enumerate(hands) for place in range(len(hand))]
    for _ in range(STIRS * len(places)):
        (one, at), (other, place) = rng.choice(places), rng.choice(places)
        if _fits(hands[one][at], voids[other]) and _fits(hands[other][place], voids[one]):
            hands[one][at], hands[other][place] = hands[other][place], hands[one][at]
    return hands


def _move(hands: list[list[int]], voids: list[Suits], at: int, place: int) -> None:
    """Let the card at a place go to a hand that it fits, one from there to the next, and the last to this place."""
    came: dict[int, tuple[int, int]] = {}
    queue = [at]
    while queue:
        giver = queue.pop(0)
        for where, card in enumerate(hands[giver]):
            if giver == at and where != place:
                continue
            if giver != at and _fits(card, voids[at]):
                to = (giver, where)
                while to[0] != at:
                    source = came[to[0]]
                    hands[to[0]][to[1]] = hands[source[0]][source[1]]
                    to = source
                hands[at][place] = card
                return
            for taker, void in enumerate(voids):
                if taker != at and taker not in came and _fits(card, void):
                    came[taker] = (giver, where)
                    queue.append(taker)
    raise AssertionError("no deal lets everybody follow suit as they did")
