"""Lines that are taken back as one, found by marks of the journal: typed together, or drawn with what was typed."""

from collections.abc import Sequence
from zlib import crc32

from referee.store.entries import Standing


def mark_of(first: int, texts: Sequence[str]) -> str:
    """Return the mark of lines that were typed as one, the first of them at place ``first``."""
    return f"together {first} {len(texts)} {crc32(' / '.join(texts).encode())}"


def before(standing: Standing, last: int, most: int) -> int:
    """Return how many lines (of ``most``) before place ``last`` were typed together with the line there."""
    for first in range(max(0, last - most), last):
        if mark_of(first, standing.lines[first : last + 1]) in standing.marks:
            return last - first
    return 0


def after(standing: Standing, place: int, most: int) -> int:
    """Return how many undone lines (of ``most``) after ``place`` were typed together with the line there."""
    for many in range(2, most + 1):
        if mark_of(len(standing.lines) + place, standing.undone[place : place + many]) in standing.marks:
            return many - 1
    return 0


def by_chance(place: int, text: str) -> str:
    """Return the mark of a line, at ``place`` from 1, that the referee drew where it deals all by itself."""
    return f"chance {place} {crc32(text.encode())}"
