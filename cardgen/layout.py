"""The geometry of printed sheets: papers, card sizes, printer profiles, imposition, bleed and cut marks.

Lengths are millimetres where a person gives them, points in a `Layout`. `impose` assigns cards to its places.
"""

from __future__ import annotations

import math
import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from cardgen.errors import PrintError
from cardgen.pdf.theme import HARLEQUIN, Theme
from liarsdeck.english import listed
from liarsdeck.errors import OPTION
from liarsdeck.language import decimal, later, say


class Box(Struct, frozen=True):
    """A rectangle in points: left, bottom, right, top."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        """The width in points."""
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        """The height in points."""
        return self.y1 - self.y0

    @property
    def centre(self) -> tuple[float, float]:
        """The x and y of its centre, in points."""
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2


class Segment(Struct, frozen=True):
    """A straight cut mark or fold line, from (x0, y0) to (x1, y1), in points."""

    x0: float
    y0: float
    x1: float
    y1: float


def around(boxes: Sequence[Box]) -> Box:
    """Return the smallest rectangle that contains all of these boxes."""
    left, bottom = min(box.x0 for box in boxes), min(box.y0 for box in boxes)
    return Box(left, bottom, max(box.x1 for box in boxes), max(box.y1 for box in boxes))


MM = 72 / 25.4  # points in a millimetre

_UNITS_MM = {"mm": 1.0, "cm": 10.0, "in": 25.4, '"': 25.4, "pt": 1 / MM}
_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)"
_LENGTH = re.compile(rf"\s*({_NUMBER})\s*(mm|cm|in|\"|pt)?\s*", re.IGNORECASE)
_PAIR = re.compile(rf"\s*({_NUMBER})\s*(?:mm|cm|in|\"|pt)?\s*[x×*]\s*({_NUMBER})\s*(mm|cm|in|\"|pt)?\s*", re.IGNORECASE)


class Paper(Struct, frozen=True):
    """A size of paper by its name, measured upright, in millimetres."""

    name: str
    width_mm: float
    height_mm: float

    @property
    def american(self) -> bool:
        """Whether it is a US size, for which paper weights are given in pounds."""
        return self.name in ("Letter", "Legal", "Tabloid")


class CardSize(Struct, frozen=True):
    """The size of a cut card, in millimetres."""

    name: str
    width_mm: float
    height_mm: float

    @property
    def radius_mm(self) -> float:
        """The radius of its corners in mm: 3.2 for a poker card, in proportion for others."""
        return round(3.2 * min(self.width_mm / 63.5, self.height_mm / 88.9), 3)


PAPERS = {paper.name.lower(): paper for paper in (
    Paper("A4", 210, 297), Paper("A3", 297, 420), Paper("Letter", 215.9, 279.4), Paper("Legal", 215.9, 355.6),
    Paper("Tabloid", 279.4, 431.8),
)}  # fmt: skip
CARDS = {card.name: card for card in (
    CardSize("poker", 63.5, 88.9), CardSize("tcg", 63, 88), CardSize("bridge", 57.15, 88.9),
    CardSize("tarot", 70, 120), CardSize("mini", 44.45, 63.5), CardSize("square", 63.5, 63.5),
)}  # fmt: skip

_LETTER_COUNTRIES = ("US", "CA", "MX")
_LETTER_NAMES = ("United States", "Canada", "Mexico")  # as Windows names the locale


def parse_length(text: str, option: str = "") -> float:
    """Return millimetres for a length such as `3mm`, `0.125in`, `1cm`, `9pt` or a mere number (of mm).

    It may be negative. Raises PrintError for other text; its message names the command-line option `option` ("": none).
    """
    if not (found := _LENGTH.fullmatch(text)):
        what = OPTION[option] if option else "the length"
        raise PrintError(f'{what} cannot be "{text}": write a length such as 3mm, 0.125in or 9pt')
    return float(found[1]) * _UNITS_MM[(found[2] or "mm").lower()]


def format_length(mm: float) -> str:
    """Return millimetres as a text that `parse_length` reads, with at most two decimals."""
    return _short(mm) + "mm"


def parse_paper(text: str) -> Paper:
    """Return a paper by name, such as `a4`, or by size, such as `70x100mm`, turned upright.

    Raises PrintError for any other text, and for sides under 50 or over 2000 mm.
    """
    if known := PAPERS.get(text.strip().lower()):
        return known
    why = later('there is no paper "{text}": choose {known}, or write one like 70x100mm')
    width, height = sorted(_two_sides(text, why, ", ".join(paper.name for paper in PAPERS.values())))
    if not (width >= 50 and height <= 2000):
        raise PrintError(say('no printer feeds a paper of "{text}": each side must be from 50 to 2000 mm', text=text))
    return Paper(f"{_short(width)}x{_short(height)}mm", width, height)


def parse_card(text: str) -> CardSize:
    """Return a card size by name, such as `poker`, or by width and height, such as `70x100mm`.

    Raises PrintError for any other text, and for sides under 25 or over 400 mm.
    """
    if known := CARDS.get(text.strip().lower()):
        return known
    why = later('there is no card size "{text}": choose {known}, or write one like 70x100mm')
    width, height = _two_sides(text, why, ", ".join(CARDS))
    if not (min(width, height) >= 25 and max(width, height) <= 400):
        why = later('a card of "{text}" cannot be played with: each side must be from 25 to 400 mm')
        raise PrintError(say(why, text=text))
    return CardSize(f"{_short(width)}x{_short(height)}mm", width, height)


def _two_sides(text: str, why: str, known: str) -> tuple[float, float]:
    """Return W and H of `WxHmm` in mm. Raises PrintError with `why`, filled in with `text` and `known`."""
    if not (found := _PAIR.fullmatch(text)):
        raise PrintError(say(why, text=text, known=known))
    unit = _UNITS_MM[(found[3] or "mm").lower()]
    return float(found[1]) * unit, float(found[2]) * unit


def default_paper() -> Paper:
    """Return Letter if the computer's locale is of the United States, Canada or Mexico, else A4."""
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_PAPER", "LANG") if os.environ.get(name)), "")
    if not locale and sys.platform == "win32":  # pragma: no cover
        import locale as system

        locale = system.getlocale()[0] or ""
    country = re.match(r"[a-zA-Z]+[_-]([A-Z]{2})\b", locale)
    if (country and country[1] in _LETTER_COUNTRIES) or any(name in locale for name in _LETTER_NAMES):
        return PAPERS["letter"]
    return PAPERS["a4"]


Matrix = tuple[float, float, float, float, float, float]
"""a b c d e f as in a PDF: x' = a·x + c·y + e, y' = b·x + d·y + f."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Profile(Struct, frozen=True):
    """The correction for a printer and tray: how a back page is moved so that backs lie on their fronts.

    `x_mm` and `y_mm` move the page right and up, as seen on the printed back; `turn_deg` turns it anticlockwise, and
    `x_scale` and `y_scale` are factors across and up the page, both about its middle. `flip` is the edge (`long`,
    `short`) on which the test sheet was flipped; "" means whichever edge is in use.
    """

    printer: str = ""
    tray: str = ""
    x_mm: float = 0.0
    y_mm: float = 0.0
    turn_deg: float = 0.0
    x_scale: float = 1.0
    y_scale: float = 1.0
    flip: str = ""

    @property
    def is_zero(self) -> bool:
        """Whether the profile changes nothing."""
        return (self.x_mm, self.y_mm, self.turn_deg, self.x_scale, self.y_scale) == (0, 0, 0, 1, 1)

    def seen(self, flip: str) -> Profile:
        """Return the profile for the edge `flip`, `long` or `short`: if measured on the other, offsets are negated."""
        if not self.flip or flip == self.flip:
            return self
        return Profile(self.printer, self.tray, -self.x_mm, -self.y_mm, self.turn_deg, self.x_scale, self.y_scale, flip)

    def matrix(self, width: float, height: float) -> Matrix:
        """Return the matrix that moves a back page of this width and height in points as the profile asks.

        The profile is for upright paper; a page wider than high is printed turned 90° left; the matrix allows for that.
        """
        if self.is_zero:
            return IDENTITY
        x_mm, y_mm, x_scale, y_scale = self.x_mm, self.y_mm, self.x_scale, self.y_scale
        if width > height:
            x_mm, y_mm, x_scale, y_scale = y_mm, -x_mm, y_scale, x_scale
        turn = math.radians(self.turn_deg)
        a, b = x_scale * math.cos(turn), y_scale * math.sin(turn)
        c, d = -x_scale * math.sin(turn), y_scale * math.cos(turn)
        x, y = width / 2, height / 2
        return a, b, c, d, x + x_mm * MM - a * x - c * y, y + y_mm * MM - b * x - d * y

    @property
    def moves(self) -> tuple[str, ...]:
        """The corrections of backs as phrases: `0.8 mm right`, `turned 0.25° left`."""
        ways = (
            (self.x_mm, later("{n} mm right"), later("{n} mm left")),
            (self.y_mm, later("{n} mm up"), later("{n} mm down")),
            (self.turn_deg, later("turned {n}° left"), later("turned {n}° right")),
        )
        parts = [say(one if by > 0 else other, n=decimal(_short(abs(by)))) for by, one, other in ways if by]
        scales = _short(self.x_scale * 100), _short(self.y_scale * 100)
        if scales != ("100", "100"):
            parts.append(say("scaled {} % across and {} % up").format(*map(decimal, scales)))
        return tuple(parts)

    def describe(self) -> str:
        """Return the profile as a phrase: `office, bypass tray: 0.8 mm right, 0.3 mm down`."""
        moved = ", ".join(self.moves) or say("nothing to correct")
        name = say("{printer}, {tray} tray", printer=self.printer, tray=self.tray) if self.tray else self.printer
        return f"{name}: {moved}" if name else moved


def transform(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Return the point to which the matrix maps (x, y)."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def check(profile: Profile) -> Profile:
    """Return `profile`. Raises PrintError for an offset over 20 mm, a turn over 5° or a scale outside 0.9 to 1.1."""
    if not all(abs(mm) <= 20 for mm in (profile.x_mm, profile.y_mm)):  # “not a number” is refused too
        why = later("a back cannot be 20 mm off and more: check that the sheet was flipped on the edge that you chose")
        raise PrintError(say(why))
    if not abs(profile.turn_deg) <= 5:
        raise PrintError(f"a turn of {_short(profile.turn_deg)}° is more than any printer's: from -5 to 5 degrees")
    if not all(0.9 <= scale <= 1.1 for scale in (profile.x_scale, profile.y_scale)):
        raise PrintError("a scale must be from 0.9 to 1.1: 1.01 makes backs one per cent larger")
    return profile


def from_readings(points_mm: Sequence[tuple[float, float]], readings_mm: Sequence[tuple[float, float]]) -> Profile:
    """Return the profile of a printer, without a name, from what was read on its test sheet; lengths are in mm.

    `points_mm` are the targets on the back, relative to the centre of the page; `readings_mm` are the positions of
    their needle holes, each relative to its target. One or two points, or points in a line, give the offset only; three
    or more others also give rotation and scale, by least squares.
    """
    n = len(points_mm)
    mean_x, mean_y = sum(x for x, _ in points_mm) / n, sum(y for _, y in points_mm) / n
    read_x, read_y = sum(r[0] for r in readings_mm) / n, sum(r[1] for r in readings_mm) / n
    xx, yy = sum((x - mean_x) ** 2 for x, _ in points_mm), sum((y - mean_y) ** 2 for _, y in points_mm)
    xy = sum((x - mean_x) * (y - mean_y) for x, y in points_mm)
    spread = xx * yy - xy * xy
    if n < 3 or spread < 1:
        return Profile(x_mm=read_x, y_mm=read_y)

    def slopes(which: int, mean: float) -> tuple[float, float]:
        by_x = sum((p[0] - mean_x) * (r[which] - mean) for p, r in zip(points_mm, readings_mm, strict=True))
        by_y = sum((p[1] - mean_y) * (r[which] - mean) for p, r in zip(points_mm, readings_mm, strict=True))
        return (by_x * yy - by_y * xy) / spread, (by_y * xx - by_x * xy) / spread

    x_by_x, x_by_y = slopes(0, read_x)
    y_by_x, y_by_y = slopes(1, read_y)
    turn = (math.atan2(y_by_x, 1 + y_by_y) + math.atan2(-x_by_y, 1 + x_by_x)) / 2
    return Profile(
        x_mm=read_x - x_by_x * mean_x - x_by_y * mean_y,
        y_mm=read_y - y_by_x * mean_x - y_by_y * mean_y,
        turn_deg=math.degrees(turn),
        x_scale=math.hypot(1 + x_by_x, x_by_y),
        y_scale=math.hypot(y_by_x, 1 + y_by_y),
    )


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


Marks = Literal["corners", "lines", "none"]

HAIRLINE = 0.25  # the width of a mark, in points
RIM_MM = 1.0  # what has to be free round the grid so that marks have room
LINES_GAP_MM = 0.5  # the narrowest gap that a line can run in
CLOSE_MM = 0.01  # what inches lose in millimetres is no overlap

_EPS = 1e-6
_EVEN = 0.01
_LONGEST_MARK = 6 * MM
_SHORT_MARK = 2 * MM
_CLEAR = 0.25 * MM


def cut_marks(kind: Marks, slots: Sequence[Box], region: Box, bleeds: Sequence[Box]) -> list[Segment]:
    """Return the lines to cut along: `lines` has one for each cut, `corners` two ticks at its ends, `none` nothing.

    `slots` are the cards' trim boxes on one side of a sheet, `bleeds` their bleed boxes, `region` its printable area.
    """
    if kind == "none":
        return []
    grid, outer = around(slots), around(bleeds)
    across = _cuts([(slot.x0, slot.x1) for slot in slots])
    along = _cuts([(slot.y0, slot.y1) for slot in slots])
    if kind == "lines":
        half = HAIRLINE / 2  # on the waste side of the cut, so that no ink is left on the card
        return [
            *(Segment(x + waste * half, region.y0, x + waste * half, region.y1) for x, waste in across),
            *(Segment(region.x0, y + waste * half, region.x1, y + waste * half) for y, waste in along),
        ]
    below, above = (_tick(grid.y0 - region.y0, grid.y0 - outer.y0), _tick(region.y1 - grid.y1, outer.y1 - grid.y1))
    left, right = (_tick(grid.x0 - region.x0, grid.x0 - outer.x0), _tick(region.x1 - grid.x1, outer.x1 - grid.x1))
    return [
        *(Segment(x, grid.y0 - below[0], x, grid.y0 - below[1]) for x, _ in across),
        *(Segment(x, grid.y1 + above[0], x, grid.y1 + above[1]) for x, _ in across),
        *(Segment(grid.x0 - left[0], y, grid.x0 - left[1], y) for y, _ in along),
        *(Segment(grid.x1 + right[0], y, grid.x1 + right[1], y) for y, _ in along),
    ]


def _cuts(edges: Sequence[tuple[float, float]]) -> list[tuple[float, int]]:
    """Return each cut as (coordinate, -1 or 1: waste before or after), unless it would go through a card."""
    cuts: dict[float, tuple[float, int]] = {}
    for near, far in edges:
        cuts.setdefault(round(near, 3), (near, -1))
        cuts.setdefault(round(far, 3), (far, 1))
    spans = set(edges)
    return [cuts[key] for key in sorted(cuts) if not any(near + _EVEN < key < far - _EVEN for near, far in spans)]


def _tick(rim: float, bleed: float) -> tuple[float, float]:
    """Return a tick's start and end in points from the cards: past the `bleed` if the room `rim` allows it."""
    if rim - bleed >= RIM_MM * MM - _EPS:
        return bleed, min(rim, bleed + _LONGEST_MARK)
    length = min(_SHORT_MARK, max(RIM_MM * MM, rim - _CLEAR))
    return max(0.0, rim - length), rim


class Place(Struct, frozen=True):
    """A place on a prepared sheet: its name, its upper left corner, and whether the card is turned by 90°.

    The corner is given in mm from the sheet's left and top edges. A turned card has its top to the left.
    """

    name: str
    left_mm: float
    top_mm: float
    turned: bool = False


class Slots(Struct, frozen=True):
    """A prepared (perforated) sheet with cards at `places`; `name` is for commands, `title` for readers.

    `card` is the size of an upright card, `marks` the cut marks printed; with `landscape` the paper lies on its side.
    """

    name: str
    title: str
    paper: Paper
    card: CardSize
    places: tuple[Place, ...]
    landscape: bool = False
    marks: Marks = "none"

    @property
    def size_mm(self) -> tuple[float, float]:
        """The width and height of the sheet in its orientation, in millimetres."""
        width, height = self.paper.width_mm, self.paper.height_mm
        return (height, width) if self.landscape else (width, height)

    def extent_mm(self, place: Place) -> tuple[float, float]:
        """Return the width and height of the card at a place, as it is oriented there, in millimetres."""
        card = self.card
        return (card.height_mm, card.width_mm) if place.turned else (card.width_mm, card.height_mm)

    def fits(self, card: CardSize) -> bool:
        """Return whether cards of this size are printed at its places; others are laid in a plain grid."""
        return (card.width_mm, card.height_mm) == (self.card.width_mm, self.card.height_mm)


def check_slots(slots: Slots) -> Slots:
    """Return `slots`. Raises PrintError, which names the places, if cards overlap or leave the paper."""
    width, height = slots.size_mm
    boxes: list[tuple[str, float, float, float, float]] = []
    for place in slots.places:
        wide, high = slots.extent_mm(place)
        right, bottom = place.left_mm + wide, place.top_mm + high
        past = max(-place.left_mm, -place.top_mm, right - width, bottom - height)
        if past > CLOSE_MM:
            raise PrintError(
                f"“{slots.title}”: slot {place.name} lies {past:.4g} mm past the edge of the paper "
                f"({width:g} × {height:g} mm)"
            )
        for name, x0, y0, x1, y1 in boxes:
            across, down = min(x1, right) - max(x0, place.left_mm), min(y1, bottom) - max(y0, place.top_mm)
            if min(across, down) > CLOSE_MM:
                raise PrintError(
                    f"“{slots.title}”: the slots {name} and {place.name} overlap by {across:.4g} × {down:.4g} mm"
                )
        boxes.append((place.name, place.left_mm, place.top_mm, right, bottom))
    return slots


def grid(
    left: float, top: float, columns: int, rows: int, wide: float, high: float, gap: tuple[float, float],
    *, turned: bool = False,
) -> tuple[Place, ...]:  # fmt: skip
    """Return places in rows and columns, numbered row by row, the first with its upper left corner at (`left`, `top`).

    A card takes `wide` × `high`, and is turned by 90° if `turned`; `gap` is between columns, and between rows. In mm.
    """
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
    """Return a sheet of business cards, two in each row; cards of a game are turned by 90° on them."""
    wide, high = (85.0, 54.0) if paper == "a4" else (88.9, 50.8)
    card = CardSize(f"{high:g}x{wide:g}mm", high, wide)
    return Slots(name, title, PAPERS[paper], card, grid(left, top, 2, rows, wide, high, gap, turned=True))


def _gaps(paper: str, left: float, top: float, gap: tuple[float, float]) -> Slots:
    places = grid(left, top, 3, 3, 63.5, 88.9, gap)
    return Slots("gaps-9", "3 × 3 cards with gaps", PAPERS[paper], CARDS["poker"], places)


BUILT_IN: dict[str, tuple[Slots, ...]] = {
    "business-10": (
        _business("business-10", "10 business cards", "a4", 5, 15, 13.5, (10, 0)),
        _business("business-10", "10 business cards", "letter", 5, 19.05, 12.7, (0, 0)),
    ),
    "business-8": (
        _business("business-8", "8 business cards", "a4", 4, 15, 25.5, (10, 10)),
        _business("business-8", "8 business cards", "letter", 4, 12.7, 19.05, (12.7, 12.7)),
    ),
    "gaps-9": (_gaps("a4", 6.75, 12.15, (3, 3)), _gaps("letter", 9.7, 5.35, (3, 1))),
}
"""The sheets built in, by name: each for several papers."""


def built_in(name: str, paper: Paper | None, usual: Paper) -> Slots:
    """Return the built-in sheet `name` on `paper`; if that is None, on `usual` or else the first paper it comes on.

    Raises PrintError if it does not come on `paper`, and KeyError for a `name` that is not in `BUILT_IN`.
    """
    sheets = BUILT_IN[name]
    found = next((sheet for sheet in sheets if sheet.paper == (paper or usual)), None)
    if found is None and paper is not None:
        papers = " or ".join(sheet.paper.name for sheet in sheets)
        raise PrintError(f"the sheet {name} comes on {papers}, not on {paper.name}: describe yours in a file")
    return found or sheets[0]


def described(sheets: Sequence[Slots]) -> str:
    """Return the title of a built-in sheet and the size of its cards on each paper; `sheets` is one for each paper.

    An example: `10 business cards: 85 × 54 mm on A4, 88.9 × 50.8 mm on Letter`.
    """
    cards = [(sheet.paper.name, *sheet.extent_mm(sheet.places[0])) for sheet in sheets]
    sizes = [f"{wide:g} × {high:g} mm on {paper}" for paper, wide, high in cards]
    return f"{sheets[0].title}: {', '.join(sizes)}"


Sides = Literal["long", "short", "fold", "fronts", "backs"]
Feed = Literal["duplex", "manual"]
Only = Literal["", "front", "back"]
"""Which sides of its sheets a file holds: both in turn, all fronts, or all backs, the last sheet's first."""

SIDES: tuple[Sides, ...] = get_args(Sides)
MARKS: tuple[Marks, ...] = get_args(Marks)


class SheetOptions(Struct, frozen=True):
    """The options for cards on sheets; lengths in millimetres.

    `sides` is the edge on which the printer flips the sheet (`long`, `short`), `fold` for cards to fold and glue,
    `fronts` or `backs` for one side alone. `gap_mm` is between cards; `bleed_mm` and `back_bleed_mm` go past the cut;
    `margin_mm` is not printable. `profile` moves backs. With `feed` `manual` each side is a file. `colour_aid` adds
    patterns, `cover` the page on how to print. With `slots`, a prepared sheet, only cards of its size use its places.
    """

    paper: Paper = PAPERS["a4"]
    card: CardSize = CARDS["poker"]
    sides: Sides = "long"
    gap_mm: float = 0.0
    bleed_mm: float = 3.0
    back_bleed_mm: float = 3.0
    margin_mm: float = 5.0
    marks: Marks = "corners"
    profile: Profile = Profile()
    feed: Feed = "duplex"
    low_ink: bool = False
    colour_aid: bool = False
    cover: bool = True
    theme: Theme = HARLEQUIN
    slots: Slots | None = None


class Spot(Struct, frozen=True):
    """A card's place on a page: its trim and bleed boxes, and its `turn` in degrees anticlockwise (0: upright)."""

    trim: Box
    bleed: Box
    turn: int = 0


class Layout(Struct, frozen=True):
    """One sheet of paper with the places of its cards, in points; the same for every sheet of a deck.

    `backs[i]` lies behind `fronts[i]`. `marks` are cut marks and belong to front pages only. `fold` is the x of the
    fold line, or None. `back_matrix` moves a whole back page as the printer's profile asks. `printable` is the sheet
    without its margin. `flip` says how the sheet turns: "x" mirrors columns, "y" mirrors rows.
    """

    options: SheetOptions
    width: float
    height: float
    columns: int
    rows: int
    printable: Box
    fronts: tuple[Spot, ...]
    backs: tuple[Spot, ...]
    marks: tuple[Segment, ...]
    fold: float | None
    flip: Literal["x", "y"]
    back_matrix: Matrix

    @property
    def landscape(self) -> bool:
        """Whether the sheet is wider than high."""
        return self.width > self.height

    @property
    def stood(self) -> bool:
        """Whether a landscape sheet is printed on an upright page, turned 90° left, because there is a profile."""
        return self.landscape and self.options.sides != "fold" and not self.options.profile.is_zero

    @property
    def capacity(self) -> int:
        """The number of cards on a sheet."""
        return len(self.fronts)

    def sheets(self, cards: int) -> int:
        """Return the number of sheets of paper for this many cards."""
        return -(-cards // self.capacity)

    def describe(self) -> str:
        """Return a description of the layout: `3 × 3 poker on A4`."""
        if slots := on_slots(self.options):
            return f"{self.capacity} a sheet on “{slots.title}” ({slots.paper.name})"
        return f"{self.columns} × {self.rows} {self.options.card.name} on {self.options.paper.name}"


class Page(Struct, frozen=True):
    """One printed side of a sheet; the side `both` has the fronts and the backs of cards to fold.

    `sheet` is the index of the sheet (from 0). `cards[i]` is the index in the deck of the card at the layout's place i.
    """

    sheet: int
    side: Literal["front", "back", "both"]
    cards: tuple[int, ...]


def impose(layout: Layout, cards: int) -> Iterator[Page]:
    """Yield the printed sides for `cards` cards in the order of the file: each sheet's front, then its back.

    A sheet has a single printed side if the options of the layout ask for one side alone, or for cards to fold.
    """
    sides = layout.options.sides
    for sheet in range(layout.sheets(cards)):
        first = sheet * layout.capacity
        held = tuple(range(first, min(cards, first + layout.capacity)))
        if sides == "fold":
            yield Page(sheet, "both", held)
            continue
        if sides != "backs":
            yield Page(sheet, "front", held)
        if sides != "fronts":
            yield Page(sheet, "back", held)


class NoRoom(Exception):
    """Raised when cards do not fit; `why` is the reason: the card's size, the gap or the printer's profile.

    `layout` is the one that a profile pushes off the printable area, else None. `sentence` explains it to the user.
    """

    def __init__(self, why: Literal["card", "gap", "profile"], layout: Layout | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.layout = layout


def fit(options: SheetOptions) -> Layout:
    """Return the layout for these options, whose lengths are not checked.

    Raises NoRoom if the cards do not fit the paper, PrintError if a prepared sheet is to be folded or has a place that
    the printer does not reach.
    """
    if sheet := on_slots(options):
        return _prepared(options, sheet)
    width, height, columns, rows = _best(options)
    if not columns * rows:
        raise NoRoom("card")
    if columns * rows == 1 and options.gap_mm:
        _, _, *grid = _best(replace(options, gap_mm=0.0))
        if grid[0] * grid[1] > 1:
            raise NoRoom("gap")
    region = _region(options, width, height)
    card_w, card_h, gap = options.card.width_mm * MM, options.card.height_mm * MM, options.gap_mm * MM
    left = (region.x0 + region.x1 - columns * card_w - (columns - 1) * gap) / 2
    top = (region.y0 + region.y1 + rows * card_h + (rows - 1) * gap) / 2
    slots = [
        Box(x, y - card_h, x + card_w, y)
        for y in (top - row * (card_h + gap) for row in range(rows))
        for x in (left + column * (card_w + gap) for column in range(columns))
    ]
    return replace(place(options, width, height, slots), columns=columns, rows=rows)


def files_of(out: Path, sides: Sides, feed: Feed) -> tuple[tuple[Only, Path], ...]:
    """Return (side, path) of each file that a print to `out` makes: fronts and backs with manual feed, else one file.

    The side is `front`, `back` or "" (all). Raises PrintError if `out` has a picture's suffix.
    """
    if out.suffix.lower() in (".png", ".jpg", ".jpeg", ".svg", ".gif", ".webp", ".tif", ".tiff"):
        raise PrintError(f"{out.name} is a picture's name, and what is printed is a PDF: call it {out.stem}.pdf")
    if feed == "manual" and sides in ("long", "short"):
        front, back = (out.with_name(f"{out.stem}-{side}{out.suffix}") for side in ("fronts", "backs"))
        return ("front", front), ("back", back)
    return (("", out),)


def named_files(out: Path, sides: Sides, feed: Feed) -> str:
    """Return the names of the files that a print to `out` makes, as text: `deck.pdf`, or `deck-fronts, -backs`."""
    return out.name if len(files_of(out, sides, feed)) == 1 else f"{out.stem}-fronts, -backs"


def on_slots(options: SheetOptions) -> Slots | None:
    """Return the prepared sheet of these options if its places have the size of the cards, else None."""
    return options.slots if options.slots and options.slots.fits(options.card) else None


def _prepared(options: SheetOptions, slots: Slots) -> Layout:
    """Return the layout on a prepared sheet. Raises PrintError for a fold, or a place within the margin."""
    if options.sides == "fold":
        raise PrintError(f"“{slots.title}” is a prepared sheet, which can't be folded: leave out {OPTION.sides:fold}")
    width, height = slots.size_mm
    boxes = []
    for slot in slots.places:
        wide, high = slots.extent_mm(slot)
        edge = min(slot.left_mm, slot.top_mm, width - slot.left_mm - wide, height - slot.top_mm - high)
        if edge < options.margin_mm - CLOSE_MM:
            raise PrintError(
                f"slot {slot.name} of “{slots.title}” begins {format_length(max(0.0, edge))} from the edge, inside the "
                f"printer's margin of {format_length(options.margin_mm)}; if yours prints so far: "
                f"{OPTION.margin:{format_length(max(0.0, edge))}}"
            )
        left, top = slot.left_mm * MM, (height - slot.top_mm) * MM
        boxes.append(Box(left, top - high * MM, left + wide * MM, top))
    own = replace(options, paper=slots.paper, gap_mm=0.0, marks=slots.marks)
    return place(own, width * MM, height * MM, boxes, [90 if slot.turned else 0 for slot in slots.places])


def place(
    options: SheetOptions, width: float, height: float, slots: Sequence[Box], turns: Sequence[int] = ()
) -> Layout:
    """Return the layout of cards at `slots` (trim boxes in points) on a sheet of this width and height in points.

    `turns` are the fronts' rotations in degrees (default 0); backs are turned so that their tops match. Raises NoRoom
    when the printer's profile moves cards out of the printable area.
    """
    region = _region(options, width, height)
    margin = options.margin_mm * MM
    edge = "short" if options.sides == "short" else "long"
    flip: Literal["x", "y"] = "x" if options.sides == "fold" or (edge == "long") == (height >= width) else "y"
    backs = [_mirror(slot, width, height, flip) for slot in slots]
    back_region = _mirror(region, width, height, flip)
    matrix = IDENTITY
    if options.sides in ("long", "short", "backs"):
        matrix = options.profile.seen(edge).matrix(width, height)
    turns = turns or [0] * len(slots)
    back_turns = [(-turn if flip == "x" else 180 - turn) % 360 for turn in turns]
    fronts = _spots(slots, region, options.bleed_mm * MM, turns)
    back_bleed = max(options.bleed_mm, options.back_bleed_mm) * MM
    layout = Layout(
        options=options,
        width=width,
        height=height,
        columns=len({round(slot.x0, 3) for slot in slots}),
        rows=len({round(slot.y0, 3) for slot in slots}),
        printable=Box(margin, margin, width - margin, height - margin),
        fronts=tuple(fronts),
        backs=tuple(_spots(backs, _room_before(matrix, back_region, backs), back_bleed, back_turns)),
        marks=tuple(cut_marks(options.marks, slots, region, [spot.bleed for spot in fronts])),
        fold=width / 2 if options.sides == "fold" else None,
        flip=flip,
        back_matrix=matrix,
    )
    moved = _moved(matrix, around(backs))
    if matrix != IDENTITY and around([layout.printable, moved]) != layout.printable:
        raise NoRoom("profile", layout)
    return layout


def check_lengths(options: SheetOptions) -> None:
    """Raise PrintError for a gap, bleed or margin below 0 or too large, and for cut lines with no gap to run in."""
    for name, value, most in (
        ("gap", options.gap_mm, 200),
        ("bleed", options.bleed_mm, 20),
        ("back bleed", options.back_bleed_mm, 20),
        ("margin", options.margin_mm, 100),
    ):
        if not 0 <= value <= most:
            raise PrintError(f"a {name} of {format_length(value)} makes no sense: from 0 to {most} mm")
    if options.marks == "lines" and options.gap_mm < LINES_GAP_MM:
        raise PrintError(f"{OPTION.marks:lines} runs in the gaps between cards: add {OPTION.gap:3mm}")


def _best(options: SheetOptions) -> tuple[float, float, int, int]:
    """Return width and height (in points), columns and rows of the sheet, upright or not, with most cards."""
    paper, card, rim = options.paper, options.card, 0 if options.marks == "none" else 2 * RIM_MM
    found = []
    for width_mm, height_mm in ((paper.width_mm, paper.height_mm), (paper.height_mm, paper.width_mm)):
        region = _region(options, width_mm * MM, height_mm * MM)
        columns, rows = (
            max(0, int((room / MM - rim + options.gap_mm + _EPS) // (card_mm + options.gap_mm)))
            for room, card_mm in ((region.width, card.width_mm), (region.height, card.height_mm))
        )
        found.append((width_mm * MM, height_mm * MM, columns, rows))
    return max(found, key=lambda sheet: sheet[2] * sheet[3])  # the first, upright one, where equal


def _region(options: SheetOptions, width: float, height: float) -> Box:
    """Return the area for fronts: the printable area, or with a fold the part of it to the left of the fold."""
    margin = options.margin_mm * MM
    return Box(margin, margin, width / 2 if options.sides == "fold" else width - margin, height - margin)


def _mirror(box: Box, width: float, height: float, flip: str) -> Box:
    if flip == "x":
        return Box(width - box.x1, box.y0, width - box.x0, box.y1)
    return Box(box.x0, height - box.y1, box.x1, height - box.y0)


def _spots(slots: Sequence[Box], region: Box, most: float, turns: Sequence[int]) -> list[Spot]:
    """Return the cards' spots with bleed: half way to a neighbour, up to the region's edge, at most `most`."""
    spots = []
    for slot, turn in zip(slots, turns, strict=True):
        left, bottom = min(most, slot.x0 - region.x0), min(most, slot.y0 - region.y0)
        right, top = min(most, region.x1 - slot.x1), min(most, region.y1 - slot.y1)
        for other in slots:
            if other is slot:
                continue
            if other.y0 < slot.y1 + most and other.y1 > slot.y0 - most:
                if other.x1 <= slot.x0 + _EPS:
                    left = min(left, (slot.x0 - other.x1) / 2)
                elif other.x0 >= slot.x1 - _EPS:
                    right = min(right, (other.x0 - slot.x1) / 2)
            if other.x0 < slot.x1 + most and other.x1 > slot.x0 - most:
                if other.y1 <= slot.y0 + _EPS:
                    bottom = min(bottom, (slot.y0 - other.y1) / 2)
                elif other.y0 >= slot.y1 - _EPS:
                    top = min(top, (other.y0 - slot.y1) / 2)
        left, bottom, right, top = (max(0.0, bleed) for bleed in (left, bottom, right, top))
        spots.append(Spot(slot, Box(slot.x0 - left, slot.y0 - bottom, slot.x1 + right, slot.y1 + top), turn))
    return spots


def _room_before(matrix: Matrix, region: Box, slots: Sequence[Box]) -> Box:
    """Return `region` shrunk until the matrix moves it inside `region`, but still large enough for all slots."""
    if matrix == IDENTITY:
        return region
    box = region
    for _ in range(4):  # the region turns with the page, so shrinking one edge moves its corners along the others
        moved = _moved(matrix, box)
        box = Box(
            box.x0 + max(0.0, region.x0 - moved.x0),
            box.y0 + max(0.0, region.y0 - moved.y0),
            box.x1 - max(0.0, moved.x1 - region.x1),
            box.y1 - max(0.0, moved.y1 - region.y1),
        )
    return around([box, around(slots)])


def _moved(matrix: Matrix, box: Box) -> Box:
    corners = [transform(matrix, x, y) for x in (box.x0, box.x1) for y in (box.y0, box.y1)]
    return around([Box(x, y, x, y) for x, y in corners])


def lay_out(options: SheetOptions) -> Layout:
    """Return the layout with most cards on the paper, upright or in landscape (upright where both hold as many).

    Raises PrintError, with what would fit, when no card fits, when a gap leaves room for a single card only, when a
    length is out of range, or when the printer's profile moves cards out of the printable area.
    """
    check_lengths(options)
    try:
        return fit(options)
    except NoRoom as no:
        raise PrintError(sentence(options, no)) from None


def sentence(options: SheetOptions, no: NoRoom) -> str:
    """Return a sentence for the user, from the NoRoom of `fit`: why the cards do not fit, and what would."""
    paper, card = options.paper.name, options.card
    own_size, measures = card.name[0].isdigit(), f"{card.width_mm:g} × {card.height_mm:g} mm"
    if no.why == "gap":
        gaps = (gap for gap in range(int(options.gap_mm), -1, -1) if _fits(replace(options, gap_mm=float(gap))))
        if (most := next(gaps, None)) is None:  # the printer's profile pushes them out, whatever the gap
            options = replace(options, gap_mm=0.0)
            try:
                fit(options)
            except NoRoom as other:
                return sentence(options, other)
            raise AssertionError(options)
        held = fit(replace(options, gap_mm=float(most)))
        return (
            f"a gap of {format_length(options.gap_mm)} leaves room for a single card on {paper}; "
            f"{OPTION.gap:{most}mm} still holds {held.columns} × {held.rows}"
        )
    ways = "; ".join(_others(options))
    if no.why == "profile" and no.layout:
        moved = _moved(no.layout.back_matrix, around([spot.trim for spot in no.layout.backs]))
        inside = no.layout.printable
        past = max(inside.x0 - moved.x0, moved.x1 - inside.x1, inside.y0 - moved.y0, moved.y1 - inside.y1)
        would = f"; what has the room: {ways}" if ways else ""
        cards = "cards of this size" if own_size else f"{card.name} cards"
        return (
            f"the printer's profile ({options.profile.describe()}) pushes {cards} {past / MM:.1f} mm past "
            f"the printable area of {paper}{would}"
        )
    one = f"a card of {measures}" if own_size else f"a {card.name} card ({measures})"
    where = paper if options.sides != "fold" else f"half of {paper} (the other half is folded)"
    marks = "" if options.marks == "none" else " and 1 mm for the marks"
    would = f"; what fits: {ways}" if ways else "; no paper that is known holds it"
    return f"{one} does not fit on {where} inside a margin of {format_length(options.margin_mm)}{marks}{would}"


def _fits(options: SheetOptions) -> bool:
    try:
        fit(options)
    except NoRoom:
        return False
    return True


def _others(options: SheetOptions) -> list[str]:
    """Return command-line options with which the cards would fit on the paper, the nearest change first."""
    on_prepared = on_slots(options) is not None
    least = 0 if on_prepared else 2
    margins = (margin for margin in reversed(range(least, math.ceil(options.margin_mm)))
               if _fits(replace(options, margin_mm=float(margin))))  # fmt: skip
    ways = [f"{OPTION.margin:{margin}mm}" for margin in [next(margins, None)] if margin is not None]
    if on_prepared:
        return ways
    if options.marks != "none" and _fits(replace(options, marks="none")):
        ways.insert(0, f"{OPTION.marks:none}")
    if options.sides == "fold" and _fits(replace(options, sides="long")):
        ways.append(f"{OPTION.sides:long}")
    if papers := [paper.name for paper in PAPERS.values() if _fits(replace(options, paper=paper))]:
        ways.append(f"{OPTION.paper:{listed(papers[:3])}}")
    if cards := [card.name for card in CARDS.values() if _fits(replace(options, card=card))]:
        ways.append(f"{OPTION.card:{listed(cards[:3])}}")
    return ways
