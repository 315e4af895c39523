"""Where the cut marks of a sheet stand: in its margin, one pair for each cut, never on a card."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, NoReturn, get_args

from msgspec import Struct
from msgspec.structs import replace

from cardgen.errors import PrintError
from cardgen.layout.paper import (
    CARDS,
    IDENTITY,
    MM,
    PAPERS,
    Box,
    CardSize,
    Matrix,
    Paper,
    Profile,
    Segment,
    around,
    format_length,
    transform,
)
from cardgen.pdf.theme import HARLEQUIN, Theme
from liarsdeck.english import listed

Marks = Literal["corners", "lines", "none"]

HAIRLINE = 0.25
"""The width of a mark, in points."""
RIM_MM = 1.0
"""What has to be free round the grid so that marks have room."""
LINES_GAP_MM = 0.5
"""The narrowest gap that a line can run in."""

_EPS = 1e-6
_EVEN = 0.01
_LONGEST_MARK = 6 * MM
_SHORT_MARK = 2 * MM
_CLEAR = 0.25 * MM


def cut_marks(kind: Marks, slots: Sequence[Box], region: Box, bleeds: Sequence[Box]) -> list[Segment]:
    """Return one pair of marks for each cut across the whole sheet, or one line along it.

    `slots` are the cut cards, `bleeds` their grounds, and `region` is where ink may lie; all of one side of the sheet.
    """
    if kind == "none":
        return []
    grid, outer = around(slots), around(bleeds)
    across = _cuts([(slot.x0, slot.x1) for slot in slots])
    along = _cuts([(slot.y0, slot.y1) for slot in slots])
    if kind == "lines":
        # On the waste side of the cut, so that no ink is left on the card.
        half = HAIRLINE / 2
        return [
            *(Segment(x + waste * half, region.y0, x + waste * half, region.y1) for x, waste in across),
            *(Segment(region.x0, y + waste * half, region.x1, y + waste * half) for y, waste in along),
        ]
    below, above = (
        _tick(grid.y0 - region.y0, grid.y0 - outer.y0),
        _tick(region.y1 - grid.y1, outer.y1 - grid.y1),
    )
    left, right = (
        _tick(grid.x0 - region.x0, grid.x0 - outer.x0),
        _tick(region.x1 - grid.x1, outer.x1 - grid.x1),
    )
    return [
        *(Segment(x, grid.y0 - below[0], x, grid.y0 - below[1]) for x, _ in across),
        *(Segment(x, grid.y1 + above[0], x, grid.y1 + above[1]) for x, _ in across),
        *(Segment(grid.x0 - left[0], y, grid.x0 - left[1], y) for y, _ in along),
        *(Segment(grid.x1 + right[0], y, grid.x1 + right[1], y) for y, _ in along),
    ]


def _cuts(edges: Sequence[tuple[float, float]]) -> list[tuple[float, int]]:
    """Return each place where the sheet is cut, once, with the side that is waste: -1 before it, 1 after it.

    Where cards stand out of line, what would cut through another card is no cut.
    """
    cuts: dict[float, tuple[float, int]] = {}
    for near, far in edges:
        cuts.setdefault(round(near, 3), (near, -1))
        cuts.setdefault(round(far, 3), (far, 1))
    spans = set(edges)
    return [cuts[key] for key in sorted(cuts) if not any(near + _EVEN < key < far - _EVEN for near, far in spans)]


def _tick(rim: float, bleed: float) -> tuple[float, float]:
    """Return where a tick begins and ends, from the grid outwards: past the bleed, or over it for want of room."""
    if rim - bleed >= RIM_MM * MM - _EPS:
        return bleed, min(rim, bleed + _LONGEST_MARK)
    length = min(_SHORT_MARK, max(RIM_MM * MM, rim - _CLEAR))
    return max(0.0, rim - length), rim


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


Sides = Literal["long", "short", "fold", "fronts", "backs"]
Feed = Literal["duplex", "manual"]
Only = Literal["", "front", "back"]
"""Which sides of its sheets a file holds: both in turn, all fronts, or all backs, the last sheet's first."""

SIDES: tuple[Sides, ...] = get_args(Sides)
MARKS: tuple[Marks, ...] = get_args(Marks)


class SheetOptions(Struct, frozen=True):
    """How cards are to lie on paper; lengths in millimetres, as a person gives them.

    `low_ink`, `colour_aid`, `theme`, `feed` and `cover` change no geometry: they go along to whatever is drawn. On a
    prepared sheet (`slots`) lie the cards of its size; all others lie on a plain grid, as without one.
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
    """One card's place on a page: where it is cut, how far its ground may go past the cut, and how it lies.

    `turn` is in degrees anticlockwise: 0 upright, 90 with its top to the left.
    """

    trim: Box
    bleed: Box
    turn: int = 0


class Layout(Struct, frozen=True):
    """One sheet of paper with the places of its cards, in points; the same for every sheet of a deck.

    `backs[i]` lies behind `fronts[i]`. `marks` are cut marks and belong to front pages only. `fold` is the x of the
    fold line. `back_matrix` moves a whole back page as the printer's profile asks. `printable` is the sheet without its
    margin. `flip` says about which axis the sheet turns: "x" mirrors columns, "y" mirrors rows.
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
        """Whether the sheet lies on its long side."""
        return self.width > self.height

    @property
    def stood(self) -> bool:
        """Whether a lying sheet is sent to the printer upright, turned a quarter to the left.

        So is every sheet for a measured printer: which way a printer turns a lying page itself, nobody can know.
        """
        return self.landscape and self.options.sides != "fold" and not self.options.profile.is_zero

    @property
    def capacity(self) -> int:
        """How many cards a sheet holds."""
        return len(self.fronts)

    def sheets(self, cards: int) -> int:
        """Return how many sheets of paper this many cards take."""
        return -(-cards // self.capacity)

    def describe(self) -> str:
        """Say the layout in words: `3 × 3 poker on A4`."""
        if slots := on_slots(self.options):
            return f"{self.capacity} a sheet on “{slots.title}” ({slots.paper.name})"
        return f"{self.columns} × {self.rows} {self.options.card.name} on {self.options.paper.name}"


class Page(Struct, frozen=True):
    """One printed side: which sheet (from 0), which side(s), and which card lies on which place of the layout."""

    sheet: int
    side: Literal["front", "back", "both"]
    cards: tuple[int, ...]


def impose(layout: Layout, cards: int) -> Iterator[Page]:
    """Yield the printed sides in the order of the file: front and back in turn. The grid never moves."""
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
    """The cards cannot lie on the paper; `cardgen.layout.impose` makes the sentence of it."""

    def __init__(self, why: Literal["card", "gap", "profile"], layout: Layout | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.layout = layout


def fit(options: SheetOptions) -> Layout:
    """Return where cards lie on a sheet with these options; the lengths are taken as they are.

    Raises NoRoom; `cardgen.layout.impose.lay_out` says in a sentence what would fit.
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
    """Return which files a print is: `out`, or, fed by hand, one of all fronts and one of all backs."""
    if feed == "manual" and sides in ("long", "short"):
        return ("front", out.with_name(f"{out.stem}-fronts{out.suffix}")), (
            "back", out.with_name(f"{out.stem}-backs{out.suffix}"),
        )  # fmt: skip
    return (("", out),)


def named_files(out: Path, sides: Sides, feed: Feed) -> str:
    """Name them on a line: `deck.pdf`, or `deck-fronts, -backs`."""
    return out.name if len(files_of(out, sides, feed)) == 1 else f"{out.stem}-fronts, -backs"


def on_slots(options: SheetOptions) -> Slots | None:
    """Return the prepared sheet that these cards lie on, if they do."""
    return options.slots if options.slots and options.slots.fits(options.card) else None


def _prepared(options: SheetOptions, slots: Slots) -> Layout:
    """Lay cards on a prepared sheet. Raises PrintError for a slot that the printer does not reach."""
    if options.sides == "fold":
        raise PrintError(f"“{slots.title}” is not folded: --sides is long, short, fronts or backs with --slots")
    width, height = slots.size_mm
    boxes = []
    for slot in slots.places:
        wide, high = slots.extent_mm(slot)
        edge = min(slot.left_mm, slot.top_mm, width - slot.left_mm - wide, height - slot.top_mm - high)
        if edge < options.margin_mm - CLOSE_MM:
            raise PrintError(
                f"slot {slot.name} of “{slots.title}” begins {format_length(max(0.0, edge))} from the edge, inside the "
                f"printer's margin of {format_length(options.margin_mm)}; if yours prints so far: "
                f"--margin {format_length(max(0.0, edge))}"
            )
        left, top = slot.left_mm * MM, (height - slot.top_mm) * MM
        boxes.append(Box(left, top - high * MM, left + wide * MM, top))
    own = replace(options, paper=slots.paper, gap_mm=0.0, marks=slots.marks)
    return place(own, width * MM, height * MM, boxes, [90 if slot.turned else 0 for slot in slots.places])


def place(
    options: SheetOptions, width: float, height: float, slots: Sequence[Box], turns: Sequence[int] = ()
) -> Layout:
    """Make a layout of cards that lie at `slots` (cut size, in points) on a sheet of this width and height.

    `turns` says how the fronts lie (degrees, upright where left out); backs follow, so that tops meet tops. Raises
    NoRoom when the printer's profile pushes cards past the printable area.
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
    if matrix != IDENTITY and not _holds(layout.printable, matrix, around(backs)):
        raise NoRoom("profile", layout)
    return layout


# --- the grid


def check_lengths(options: SheetOptions) -> None:
    """Refuse lengths that are out of reason (PrintError)."""
    for name, value, most in (
        ("gap", options.gap_mm, 200),
        ("bleed", options.bleed_mm, 20),
        ("back bleed", options.back_bleed_mm, 20),
        ("margin", options.margin_mm, 100),
    ):
        if not 0 <= value <= most:
            raise PrintError(f"a {name} of {format_length(value)} makes no sense: from 0 to {most} mm")
    if options.marks == "lines" and options.gap_mm < LINES_GAP_MM:
        raise PrintError(
            f"lines run in the gaps between cards, so --marks lines needs --gap {LINES_GAP_MM}mm or more (3mm is usual)"
        )


def _best(options: SheetOptions) -> tuple[float, float, int, int]:
    """Return the sheet's width and height in points and its columns and rows."""
    found = []
    for width_mm, height_mm in (
        (options.paper.width_mm, options.paper.height_mm),
        (options.paper.height_mm, options.paper.width_mm),
    ):
        region = _region(options, width_mm * MM, height_mm * MM)
        rim = 0 if options.marks == "none" else 2 * RIM_MM
        columns = _count(region.width / MM - rim, options.card.width_mm, options.gap_mm)
        rows = _count(region.height / MM - rim, options.card.height_mm, options.gap_mm)
        found.append((width_mm * MM, height_mm * MM, columns, rows))
    return max(found, key=lambda sheet: sheet[2] * sheet[3])  # the first, upright one, where equal


def _count(room_mm: float, card_mm: float, gap_mm: float) -> int:
    return max(0, int((room_mm + gap_mm + _EPS) // (card_mm + gap_mm)))


def _region(options: SheetOptions, width: float, height: float) -> Box:
    """Return where fronts may lie: the printable area, or what of it is left of the fold."""
    margin = options.margin_mm * MM
    return Box(margin, margin, width / 2 if options.sides == "fold" else width - margin, height - margin)


def _mirror(box: Box, width: float, height: float, flip: str) -> Box:
    if flip == "x":
        return Box(width - box.x1, box.y0, width - box.x0, box.y1)
    return Box(box.x0, height - box.y1, box.x1, height - box.y0)


# --- bleed


def _spots(slots: Sequence[Box], region: Box, most: float, turns: Sequence[int]) -> list[Spot]:
    """Give each card its bleed: half the way to a neighbour, all the way to the region's edge, at most `most`."""
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


# --- the printer's profile


def _room_before(matrix: Matrix, region: Box, slots: Sequence[Box]) -> Box:
    """Return what `region` has to be before the matrix moves it, so that bleed stays inside it afterwards."""
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


def _holds(region: Box, matrix: Matrix, grid: Box) -> bool:
    return around([region, _moved(matrix, grid)]) == region


def _moved(matrix: Matrix, box: Box) -> Box:
    corners = [transform(matrix, x, y) for x in (box.x0, box.x1) for y in (box.y0, box.y1)]
    return around([Box(x, y, x, y) for x, y in corners])


def lay_out(options: SheetOptions) -> Layout:
    """Lay the largest grid on the paper, upright or lying, whichever holds more (upright when equal).

    Raises PrintError, naming what would fit, when not one card fits, when a gap leaves room for a single card only,
    when a length is out of reason, or when the printer's profile pushes cards past the printable area.
    """
    check_lengths(options)
    try:
        return fit(options)
    except NoRoom as no:
        raise PrintError(sentence(options, no)) from None


def sentence(options: SheetOptions, no: NoRoom) -> str:
    """Say in one sentence why not, and what would fit."""
    if no.why == "gap":
        return _gap_too_wide(options)
    if no.why == "profile" and no.layout:
        return _pushed_out(options, no.layout)
    return _nothing_fits(options)


def _fits(options: SheetOptions) -> bool:
    try:
        fit(options)
    except NoRoom:
        return False
    return True


def _others(options: SheetOptions) -> list[str]:
    """Return what a person could write instead so that the cards lie on the paper, the nearest change first."""
    ways = []
    if on_slots(options):
        lower = (f"--margin {mm}mm" for mm in reversed(range(math.ceil(options.margin_mm)))
                 if _fits(replace(options, margin_mm=float(mm))))  # fmt: skip
        return [way for way in [next(lower, "")] if way]
    if options.marks != "none" and _fits(replace(options, marks="none")):
        ways.append("--marks none")
    for margin in reversed(range(2, math.ceil(options.margin_mm))):
        if _fits(replace(options, margin_mm=float(margin))):
            ways.append(f"--margin {margin}mm")
            break
    if options.sides == "fold" and _fits(replace(options, sides="long")):
        ways.append("--sides long")
    papers = [paper.name for paper in PAPERS.values() if _fits(replace(options, paper=paper))]
    if papers:
        ways.append("--paper " + listed(papers[:3]))
    cards = [card.name for card in CARDS.values() if _fits(replace(options, card=card))]
    if cards:
        ways.append("--card " + listed(cards[:3]))
    return ways


def _what(card: CardSize) -> str:
    size = f"{card.width_mm:g} × {card.height_mm:g} mm"
    return f"a card of {size}" if card.name[0].isdigit() else f"a {card.name} card ({size})"


def _nothing_fits(options: SheetOptions) -> str:
    where = (
        options.paper.name if options.sides != "fold" else f"half of {options.paper.name} (the other half is folded)"
    )
    around_it = "" if options.marks == "none" else " and 1 mm for the marks"
    ways = _others(options)
    would = f"; what fits: {'; '.join(ways)}" if ways else "; no paper that is known holds it"
    margin = format_length(options.margin_mm)
    return f"{_what(options.card)} does not fit on {where} inside a margin of {margin}{around_it}{would}"


def _gap_too_wide(options: SheetOptions) -> str:
    gaps = (gap for gap in range(int(options.gap_mm), -1, -1) if _fits(replace(options, gap_mm=float(gap))))
    most = next(gaps, None)
    if most is None:  # the printer's profile pushes them out, whatever the gap
        options = replace(options, gap_mm=0.0)
        try:
            fit(options)
        except NoRoom as no:
            return sentence(options, no)
        raise AssertionError(options)
    held = fit(replace(options, gap_mm=float(most)))
    return (
        f"a gap of {format_length(options.gap_mm)} leaves room for a single card on {options.paper.name}; "
        f"--gap {most}mm still holds {held.columns} × {held.rows}"
    )


def _pushed_out(options: SheetOptions, layout: Layout) -> str:
    grid = around([spot.trim for spot in layout.backs])
    corners = [transform(layout.back_matrix, x, y) for x in (grid.x0, grid.x1) for y in (grid.y0, grid.y1)]
    inside = layout.printable
    past = max(max(inside.x0 - x, x - inside.x1, inside.y0 - y, y - inside.y1) for x, y in corners)
    ways = _others(options)
    would = f"; what has the room: {'; '.join(ways)}" if ways else ""
    return (
        f"the printer's profile ({options.profile.describe()}) pushes {_cards(options.card)} {past / MM:.1f} mm past "
        f"the printable area of {options.paper.name}{would}"
    )


def _cards(card: CardSize) -> str:
    return "cards of this size" if card.name[0].isdigit() else f"{card.name} cards"
