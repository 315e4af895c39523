"""Chance that several games share: some cards of a pool, as quick as Python draws them."""

from random import Random
from typing import TypeVar

T = TypeVar("T")


def some(pool: list[T], many: int, rng: Random) -> list[T]:
    """Return so many of a pool at random, in random order; the pool's own order is lost."""
    random, left = rng.random, len(pool)
    for at in range(many):
        other = at + int(random() * (left - at))
        pool[at], pool[other] = pool[other], pool[at]
    return pool[:many]
