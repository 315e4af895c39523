"""A row of a state with one cell changed: what a seat holds, has won, has chosen."""

from typing import TypeVar

T = TypeVar("T")


def put(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return a row with ``value`` at a place."""
    cells = list(row)
    cells[at] = value
    return tuple(cells)


def put_pair(pair: tuple[T, T], at: int, value: T) -> tuple[T, T]:
    """Return a pair with ``value`` at a place, 0 or 1."""
    return (value, pair[1]) if at == 0 else (pair[0], value)
