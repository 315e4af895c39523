"""The measures of a book: how wide a column is, and in which type its running text, examples and tables are set."""

from __future__ import annotations

from msgspec import Struct

from cardgen.book.text import Face
from cardgen.pdf import fonts as lettering

BODY = Face()
EXAMPLE = Face(size=9.2, leading=12.6)
TABLE = Face(size=9.2, leading=12.4)
CAPTION = Face(
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
    body: Face = BODY
    example: Face = EXAMPLE
    table: Face = TABLE
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
