"""The judge of Liars' Guess: can these answers all be true of one hand?

Everything here is counting with bits. A set of cards is an integer with a bit a card; a **count** is ``(cards,
n)``: exactly ``n`` of these cards lie in the hand that is asked about. An answer speaks of the hand as it was when
it was given, so whoever calls takes off beforehand what has been shown or exposed since (docs/rules.md §2, Proof):
a count speaks of the cards that nobody has seen.

The judgment is exact: a count that is settled (none left to place, or as many as there are cards for) is settled at
once, and of those that stay open the tightest one is tried card by card. Cards that no open count speaks of only
have to fill the hand, so a hand is found, or shown to be impossible, without ever listing hands.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

Count = tuple[int, int]
"""``(cards, n)``: of this set of cards exactly ``n`` are in the hand."""


def hand_exists(unseen: int, size: int, counts: Sequence[Count]) -> bool:
    """Say whether some ``size`` of the ``unseen`` cards make every count true.

    ``n`` may be any number: a count below 0 or above what is there can't be true. Cards of a count that are not
    ``unseen`` are taken to be elsewhere.
    """
    return _search(unseen, 0, size, tuple({(cards & unseen, n) for cards, n in counts}))


def smallest_conflict(unseen: int, size: int, counts: Sequence[Count]) -> tuple[int, ...]:
    """Return the places (from 0) of a smallest set of counts that can't all be true; ``()`` when all can.

    Of several smallest sets the earliest in order is named, so the same answers always get the same explanation.
    """
    if hand_exists(unseen, size, counts):
        return ()
    for many in range(len(counts) + 1):
        for places in combinations(range(len(counts)), many):
            if not hand_exists(unseen, size, [counts[place] for place in places]):
                return places
    raise AssertionError("all counts together were impossible")


def _search(free: int, taken: int, size: int, counts: tuple[Count, ...]) -> bool:
    """Settle what is certain; then try the tightest open count with one of its cards in the hand, and out of it."""
    settled = False
    while not settled:
        settled = True
        open_counts = []
        for cards, n in counts:
            left = cards & free
            need = n - (cards & taken).bit_count()
            room = left.bit_count()
            if need < 0 or need > room:
                return False
            if not left:
                continue
            if need == 0:
                free &= ~left
                settled = False
            elif need == room:
                taken |= left
                free &= ~left
                settled = False
            else:
                open_counts.append((cards, n))
        counts = tuple(open_counts)
    held = taken.bit_count()
    if not held <= size <= held + free.bit_count():
        return False
    if not counts:
        return True
    tightest = min(counts, key=lambda count: ((count[0] & free).bit_count(), count))[0] & free
    card = tightest & -tightest
    return _search(free & ~card, taken | card, size, counts) or _search(free & ~card, taken, size, counts)


def members(cards: int) -> Iterator[int]:
    """Yield the places of the bits that are set, lowest first."""
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low
