"""What a view of Lizard could hide: the hands, out of the cards that nobody has seen, and secret bids."""

from math import comb
from random import Random

from msgspec.structs import replace

from referee.core.chance import some
from referee.games.lizard import deck
from referee.games.lizard.actions import HIDDEN
from referee.games.lizard.deck import SUIT_OF, UNKNOWN
from referee.games.lizard.state import State, known

TRIES = 60  # deals, before one is mended
STIRS = 12  # swaps of two cards, of each card of a mended deal

Suits = frozenset[int]
"""The suits that a hand has none of."""


def guess(view: State, seat: int | None, rng: Random) -> State:  # noqa: ARG001, the view masks what it does not know
    """Return a full state that this view could be of: any deal in which who failed to follow a suit has none of it."""
    if HIDDEN in view.bids:
        bids = tuple([rng.randint(0, view.round) if bid == HIDDEN else bid for bid in view.bids])
        view = replace(view, bids=bids)
    hidden = [at for at, hand in enumerate(view.hands) if hand and hand[0] == UNKNOWN]
    if not hidden:
        return view
    sizes = [len(view.hands[at] or ()) for at in hidden]
    voids = [frozenset([suit for who, _, suit in view.failed if who == at]) for at in hidden] if view.failed else []
    pool = deck.members(deck.FULL - view.seen - known(view))
    hands = list(view.hands)
    dealt = _around(pool, sizes, voids, rng) if any(voids) else _slices(some(pool, sum(sizes), rng), sizes)
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
