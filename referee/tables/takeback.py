"""What an undo takes back, and the marks that say which lines go together: typed as one, or drawn by chance."""

from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32


@dataclass(frozen=True)
class Takeback:
    """What an ``undo`` would take back: so many lines, the last first, in words for the shared screen.

    ``seen`` says that something hidden was seen meanwhile, which no undo can make unseen.
    """

    lines: int
    words: tuple[str, ...]
    seen: bool


def together(first: int, texts: Sequence[str]) -> str:
    """Return the mark of lines that were typed as one, the first of them at place ``first``."""
    return f"together {first} {len(texts)} {crc32(' / '.join(texts).encode())}"


def by_chance(place: int, text: str) -> str:
    """Return the mark of a line, at ``place`` from 1, that the referee drew where it deals all by itself."""
    return f"chance {place} {crc32(text.encode())}"
