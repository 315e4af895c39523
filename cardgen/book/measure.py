"""The measures of a book: how wide a column is, and in which type its running text, examples and tables are set."""

from __future__ import annotations

from msgspec import Struct

from cardgen.book.text import TextFace
from cardgen.pdf import fonts as lettering

BODY = TextFace()
EXAMPLE = TextFace(size=9.2, leading=12.6)
TABLE = TextFace(size=9.2, leading=12.4)
CAPTION = TextFace(
    size=8.8,
    leading=11.6,
    regular=lettering.SERIF_ITALIC,
    strong=lettering.SERIF_SEMIBOLD,
    italic=lettering.SERIF,
)


class Measure(Struct, frozen=True):
    """How a column is set, in millimetres: its width, how far wide elements hang over, and the sizes of its type."""

    width: float
    hang: float = 0
    body: TextFace = BODY
    example: TextFace = EXAMPLE
    table: TextFace = TABLE
    heading: float = 20
    subheading: float = 8.2
    paragraph: float = 2.6
    step: float = 1.35
    indent: float = 7.4
    ascent: float = 0.74

    @property
    def wide(self) -> float:
        """The width of a wide element."""
        return self.width + self.hang
