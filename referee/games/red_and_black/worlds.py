"""All the hands and rivers of Red & Black that can still be, as the bits of one integer.

A **world** says how many red cards each of the two hands holds and which colour lies in each river slot. Whoever
sees only the table must allow a set of worlds (docs/rules.md §4), and every act at the table maps that set to the
next one: something shown *keeps* the worlds that agree, a hidden swap *spreads* each world over the colours that
may have been laid down.

World (a, b, r) is bit ``a + b·side + r·side²``, where ``side`` is the hand size at the deal plus one and ``r`` has
a bit for each river slot, set when it is red. To add one to a red count or to turn a slot red is then a shift of
the whole set, and "the worlds in which …" is a mask, made once for each question. Nothing is ever listed one by
one, so the set costs a few machine operations an act however large it is.
"""

from functools import lru_cache

from msgspec import Struct

BLACK, RED = 0, 1
"""A colour, as the number of red cards that one card of it is."""
EVERY = -1
"""All the worlds there are: what is kept of them is a mask, for any set of worlds."""


class Worlds(Struct, frozen=True):
    """The shape of the sets: hand size at the deal, number of river slots. The sets themselves are plain integers."""

    hand: int
    river: int

    def dealt(self, slots: tuple[int, ...], red: int, black: int) -> int:
        """Return the worlds after a deal that shows ``slots`` (colours), from a deck of ``red`` and ``black`` cards."""
        return _dealt(self.hand, self.river, slots, red, black)

    def showing(self, worlds: int, seat: int, size: int, colour: int, count: int) -> int:
        """Keep the worlds in which ``seat`` (0 or 1), holding ``size`` cards, has at least ``count`` of ``colour``."""
        low, high = (count, size) if colour == RED else (0, size - count)
        return worlds & _hand_mask(self.hand, self.river, seat, low, high)

    def holding(self, worlds: int, seat: int, reds: int) -> int:
        """Keep the worlds in which ``seat`` has exactly ``reds`` red cards."""
        return worlds & _hand_mask(self.hand, self.river, seat, reds, reds)

    def lying(self, worlds: int, slots: tuple[int, ...]) -> int:
        """Keep the worlds in which the river is ``slots``."""
        for place, colour in enumerate(slots):
            worlds &= _slot_mask(self.hand, self.river, place, colour)
        return worlds

    def without(self, worlds: int, seat: int, size: int, reds: int, blacks: int) -> int:
        """Return the worlds after ``seat``, holding ``size``, has laid off ``reds`` and ``blacks`` for good."""
        worlds = self.showing(worlds, seat, size, RED, reds)
        worlds = self.showing(worlds, seat, size, BLACK, blacks)
        return worlds >> reds * (self.hand + 1 if seat else 1)

    def swapped(self, worlds: int, seat: int, size: int, slot: int, colours: tuple[int, ...] = (BLACK, RED)) -> int:
        """Return the worlds after ``seat``, holding ``size``, took ``slot``'s card and laid one of its own there.

        What is laid down was in the hand before, and has one of these ``colours``; it may be that of what was taken.
        """
        after = 0
        for before, step in _swaps(self.hand, self.river, seat, size, slot, colours):
            moved = worlds & before
            after |= moved << step if step >= 0 else moved >> -step
        return after

    def showing_slot(self, worlds: int, slot: int, colour: int) -> int:
        """Keep the worlds in which ``slot`` is of ``colour``."""
        return worlds & _slot_mask(self.hand, self.river, slot, colour)

    def reds(self, worlds: int, seat: int) -> tuple[int, ...]:
        """Return the red counts, lowest first, that ``seat``'s hand has in some of the worlds."""
        return tuple(n for n in range(self.hand + 1) if self.holding(worlds, seat, n))

    def colours(self, worlds: int, slot: int) -> tuple[int, ...]:
        """Return the colours that ``slot`` has in some of the worlds."""
        return tuple(c for c in (BLACK, RED) if worlds & _slot_mask(self.hand, self.river, slot, c))


@lru_cache(maxsize=1024)
def _swaps(
    hand: int, river: int, seat: int, size: int, slot: int, colours: tuple[int, ...]
) -> tuple[tuple[int, int], ...]:
    """For each colour taken and each laid down: the worlds in which that can be, and how far they shift then."""
    step, slot_step = hand + 1 if seat else 1, (hand + 1) ** 2 << slot
    return tuple(
        (
            _slot_mask(hand, river, slot, taken) & _hand_mask(hand, river, seat, laid, size - 1 + laid),
            (taken - laid) * step + (laid - taken) * slot_step,
        )
        for taken in (BLACK, RED)
        for laid in colours
    )


@lru_cache(maxsize=1024)
def _dealt(hand: int, river: int, slots: tuple[int, ...], red: int, black: int) -> int:
    """All worlds with these face-up slots that a deck of so many cards can deal."""
    side = hand + 1
    faceup = sum(colour << place for place, colour in enumerate(slots))
    found = 0
    for a in range(side):
        for b in range(side):
            reds = a + b + sum(slots)
            if reds <= red and 2 * hand + river - reds <= black:
                found |= 1 << a + side * b + side * side * faceup
    return found


@lru_cache(maxsize=4096)
def _hand_mask(hand: int, river: int, seat: int, low: int, high: int) -> int:
    """All worlds in which the hand of ``seat`` has ``low`` to ``high`` red cards."""
    side = hand + 1
    span = range(max(low, 0), min(high, hand) + 1)
    if seat:
        square = sum(((1 << side) - 1) << side * n for n in span)
    else:
        row = sum(1 << n for n in span)
        square = sum(row << side * n for n in range(side))
    return _repeat(square, side * side, 1 << river)


@lru_cache(maxsize=4096)
def _slot_mask(hand: int, river: int, slot: int, colour: int) -> int:
    """All worlds in which river slot ``slot`` (from 0) is of ``colour``."""
    square = (hand + 1) ** 2
    half = ((1 << (square << slot)) - 1) << (square << slot if colour == RED else 0)
    return _repeat(half, square << (slot + 1), 1 << (river - slot - 1))


def _repeat(pattern: int, width: int, times: int) -> int:
    """Lay ``pattern`` side by side ``times`` (a power of two) times, ``width`` bits apart."""
    while times > 1:
        pattern |= pattern << width
        width, times = width * 2, times // 2
    return pattern
