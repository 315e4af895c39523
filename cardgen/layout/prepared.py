"""Prepared sheets: perforated card stock, labels and cutting mats, as places of cards in millimetres.

Places are told from the upper left corner of the sheet as it lies before you. Three sheets are built in by what they
are, each for A4 and for Letter; any other is described in a file (`own.slotfile`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from msgspec import Struct

from cardgen.errors import PrintError
from cardgen.layout.marks import Marks
from cardgen.layout.paper import PAPERS, CardSize, Paper

CLOSE_MM = 0.01
"""What inches lose in millimetres is no overlap."""


class Place(Struct, frozen=True):
    """One card's place: its name, where its upper left corner is, and whether the card lies on its side.

    A card on its side has its top to the left.
    """

    name: str
    left_mm: float
    top_mm: float
    turned: bool = False


class Slots(Struct, frozen=True):
    """A prepared sheet: which paper and how it lies, the size of its cards upright, and their places in order."""

    name: str
    title: str
    paper: Paper
    card: CardSize
    places: tuple[Place, ...]
    landscape: bool = False
    marks: Marks = "none"

    @property
    def size_mm(self) -> tuple[float, float]:
        """How wide and how high the sheet is, as it lies."""
        width, height = self.paper.width_mm, self.paper.height_mm
        return (height, width) if self.landscape else (width, height)

    def extent_mm(self, place: Place) -> tuple[float, float]:
        """Return how wide and how high the card at a place is, as it lies."""
        card = self.card
        return (card.height_mm, card.width_mm) if place.turned else (card.width_mm, card.height_mm)

    def fits(self, card: CardSize) -> bool:
        """Tell whether cards of this size lie on it; any other lies on a plain grid."""
        return (card.width_mm, card.height_mm) == (self.card.width_mm, self.card.height_mm)


def check_slots(slots: Slots) -> Slots:
    """Return a prepared sheet, or refuse one whose cards overlap or leave the paper, by their names (PrintError)."""
    width, height = slots.size_mm
    boxes: list[tuple[str, float, float, float, float]] = []
    for place in slots.places:
        wide, high = slots.extent_mm(place)
        right, bottom = place.left_mm + wide, place.top_mm + high
        past = max(-place.left_mm, -place.top_mm, right - width, bottom - height)
        if past > CLOSE_MM:
            _refuse(
                slots,
                f"slot {place.name} lies {past:.4g} mm past the edge of the paper "
                f"({width:g} × {height:g} mm)",
            )  # fmt: skip
        for name, x0, y0, x1, y1 in boxes:
            across, down = min(x1, right) - max(x0, place.left_mm), min(y1, bottom) - max(y0, place.top_mm)
            if min(across, down) > CLOSE_MM:
                _refuse(slots, f"the slots {name} and {place.name} overlap by {across:.4g} × {down:.4g} mm")
        boxes.append((place.name, place.left_mm, place.top_mm, right, bottom))
    return slots


def _refuse(slots: Slots, what: str) -> NoReturn:
    raise PrintError(f"“{slots.title}”: {what}")


def grid(
    left: float, top: float, columns: int, rows: int, wide: float, high: float, gap: tuple[float, float],
    *, turned: bool = False,
) -> tuple[Place, ...]:  # fmt: skip
    """Place cards that lie `wide` × `high` in rows, numbered from the upper left one; lengths in millimetres."""
    return tuple(
        Place(
            str(row * columns + column + 1),
            round(left + column * (wide + gap[0]), 4),
            round(top + row * (high + gap[1]), 4),
            turned,
        )
        for row in range(rows)
        for column in range(columns)
    )


def _business(name: str, title: str, paper: str, rows: int, left: float, top: float, gap: tuple[float, float]) -> Slots:
    """Describe business cards, two a row; cards of a game lie on their side on them."""
    wide, high = (85.0, 54.0) if paper == "a4" else (88.9, 50.8)
    card = CardSize(f"{high:g}x{wide:g}mm", high, wide)
    places = grid(left, top, 2, rows, wide, high, gap, turned=True)
    return Slots(name, title, PAPERS[paper], card, places)


_POKER = (63.5, 88.9)
_TEN, _EIGHT, _NINE = "10 business cards", "8 business cards", "3 × 3 cards with gaps"

BUILT_IN: dict[str, tuple[Slots, ...]] = {
    sheets[0].name: sheets
    for sheets in (
        (
            _business("business-10", _TEN, "a4", 5, 15, 13.5, (10, 0)),
            _business("business-10", _TEN, "letter", 5, 19.05, 12.7, (0, 0)),
        ),
        (
            _business("business-8", _EIGHT, "a4", 4, 15, 25.5, (10, 10)),
            _business("business-8", _EIGHT, "letter", 4, 12.7, 19.05, (12.7, 12.7)),
        ),
        (
            Slots("gaps-9", _NINE, PAPERS["a4"], CardSize("poker", *_POKER), grid(6.75, 12.15, 3, 3, *_POKER, (3, 3))),
            Slots(
                "gaps-9", _NINE, PAPERS["letter"], CardSize("poker", *_POKER), grid(9.7, 5.35, 3, 3, *_POKER, (3, 1))
            ),
        ),
    )
}
"""The sheets built in, by name: each for several papers."""


def built_in(name: str, paper: Paper | None, usual: Paper) -> Slots:
    """Return a built-in sheet for a paper: `usual` where none is named and there is one for it, else the first.

    Raises PrintError for a paper that it does not come on.
    """
    sheets = BUILT_IN[name]
    found = next((sheet for sheet in sheets if sheet.paper == (paper or usual)), None)
    if found is None and paper is not None:
        papers = " or ".join(sheet.paper.name for sheet in sheets)
        raise PrintError(f"the sheet {name} comes on {papers}, not on {paper.name}: describe yours in a file")
    return found or sheets[0]


def described(sheets: Sequence[Slots]) -> str:
    """Say in words what a built-in sheet is: `10 business cards: 85 × 54 mm on A4, 88.9 × 50.8 mm on Letter`."""
    sizes = []
    for sheet in sheets:
        wide, high = sheet.extent_mm(sheet.places[0])
        sizes.append(f"{wide:g} × {high:g} mm on {sheet.paper.name}")
    return f"{sheets[0].title}: {', '.join(sizes)}"
