"""What an undo takes back, and a redo does again: decisions, each with all that goes with it.

Lines are taken back as one that were typed together, or drawn with what was typed; marks of the journal say which.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

from referee.store.entries import Standing

CHANGED = "a seat changed hands"  # the mark of a table where a bot took somebody's seat, or gave it back


@dataclass(frozen=True)
class Takeback:
    """What an ``undo`` would take back: so many lines, the last first, in words for the shared screen.

    At a table with bots the words leave out what they did, and what the referee dealt: that goes with the rest.
    ``seen`` says that something hidden was seen meanwhile, which no undo can make unseen.
    """

    lines: int
    words: tuple[str, ...]
    seen: bool


def last_lines(standing: Standing, drawn: Sequence[bool], decisions: int, seats: int) -> int:
    """Return how many lines the last decisions are, with what chance (``drawn``) did after each.

    Of fewer decisions than asked for, what chance did before the first stays.
    """
    lines = left = 0
    while lines < len(drawn) and left < decisions:
        lines += 1
        left += not drawn[len(drawn) - lines]
        if not drawn[len(drawn) - lines]:
            lines += _before(standing, len(drawn) - lines, seats)
    while lines and drawn[len(drawn) - lines]:
        lines -= 1
    return lines


class Redone:
    """Counts undone lines that are done again, as far as so many decisions with what chance did after each."""

    def __init__(self, standing: Standing, decisions: int, seats: int) -> None:
        self.lines = 0
        self._standing, self._left, self._seats = standing, decisions, seats
        self._more = 0  # lines that were typed together with the last one

    def takes(self, chance: bool) -> bool:
        """Say whether the next line belongs to it; ``chance`` says that the referee drew it unasked."""
        decided = not chance and not self._more
        if decided and not self._left:
            return False
        self._left -= decided
        self._more = max(self._more - 1, 0) or _after(self._standing, self.lines, self._seats)
        self.lines += 1
        return True


def mark_of(first: int, texts: Sequence[str]) -> str:
    """Return the mark of lines that were typed as one, the first of them at place ``first``."""
    return f"together {first} {len(texts)} {crc32(' / '.join(texts).encode())}"


def _before(standing: Standing, last: int, most: int) -> int:
    """Return how many lines (of ``most``) before place ``last`` were typed together with the line there."""
    for first in range(max(0, last - most), last):
        if mark_of(first, standing.lines[first : last + 1]) in standing.marks:
            return last - first
    return 0


def _after(standing: Standing, place: int, most: int) -> int:
    """Return how many undone lines (of ``most``) after ``place`` were typed together with the line there."""
    for many in range(2, most + 1):
        if mark_of(len(standing.lines) + place, standing.undone[place : place + many]) in standing.marks:
            return many - 1
    return 0


def by_chance(place: int, text: str) -> str:
    """Return the mark of a line, at ``place`` from 1, that the referee drew where it deals all by itself."""
    return f"chance {place} {crc32(text.encode())}"
