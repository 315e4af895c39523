"""Chance that several games share: cards of a pool, as quickly as Python draws them; a generator seeded late."""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, log
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")

SMALL = 21  # cards of a pool of which those drawn are put aside; from a larger one, what comes again is passed over


@lru_cache(maxsize=64)
def _small(many: int) -> int:
    """Return up to how many cards of a pool ``random`` puts those drawn aside, where so many are drawn."""
    return SMALL + (4 ** ceil(log(3 * many, 4)) if many > 5 else 0)


def sample(pool: Sequence[T], many: int, rng: Random) -> list[T]:
    """Return ``rng.sample(pool, many)``, the same cards of the same seed, in half the time."""
    getrandbits, left = rng.getrandbits, len(pool)
    if many > left:
        raise ValueError(f"{many} of {left} cards cannot be drawn")
    if left > _small(many):
        width = left.bit_length()
        places: list[int] = []
        for _ in range(many):
            at = getrandbits(width)
            while at >= left or at in places:
                at = getrandbits(width)
            places.append(at)
        return [pool[at] for at in places]
    cards, drawn = list(pool), []
    for _ in range(many):
        width = left.bit_length()
        at = getrandbits(width)
        while at >= left:
            at = getrandbits(width)
        left -= 1
        drawn.append(cards[at])
        cards[at] = cards[left]
    return drawn


def pick(pool: Sequence[T], rng: Random) -> T:
    """Return ``rng.choice(pool)``, the same of the same seed, in half the time."""
    many = len(pool)
    width = many.bit_length()
    at = rng.getrandbits(width)
    while at >= many:
        at = rng.getrandbits(width)
    return pool[at]


def some(pool: list[T], many: int, rng: Random) -> list[T]:
    """Return so many of a pool at random, in random order; the pool's own order is lost. Quicker than ``sample``."""
    random, left = rng.random, len(pool)
    for at in range(many):
        other = at + int(random() * left)
        left -= 1
        pool[at], pool[other] = pool[other], pool[at]
    return pool[:many]


class Late(Random):
    """A generator that is seeded when it is first asked: ``seed`` but takes note, and gives what ``Random`` gives.

    To be seeded takes longer than most rules of thumb think, and few of them ask.
    """

    def seed(self, a: int | float | str | bytes | bytearray | None = None, version: int = 2) -> None:  # type: ignore[override]
        """Take note of a seed."""
        vars(self).clear()
        self.gauss_next = None
        self._noted = (a, version)

    def _sow(self) -> None:
        """Seed it, unless that is done; from now on its numbers come from Python's own at once."""
        if "random" not in vars(self):
            super().seed(*self._noted)
            vars(self).update(random=super().random, getrandbits=super().getrandbits)

    def random(self) -> float:
        """Return a number from 0 up to, not with, 1."""
        self._sow()
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        """Return a number of so many bits."""
        self._sow()
        return super().getrandbits(k)

    def getstate(self) -> tuple[Any, ...]:
        """Return what the next numbers rest on."""
        self._sow()
        return super().getstate()

    def setstate(self, state: tuple[Any, ...]) -> None:
        """Go on from such a state."""
        self._sow()
        super().setstate(state)
