"""Imposition: where each card lies on the sheet, front and back, and where the marks stand. Plain numbers in points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from cardgen.errors import PrintError
from cardgen.layout.boxes import Box, Segment, around
from cardgen.layout.marks import LINES_GAP_MM, RIM_MM, Marks, cut_marks
from cardgen.layout.paper import CARDS, MM, PAPERS, CardSize, Paper, format_length
from cardgen.layout.prepared import CLOSE_MM, Slots
from cardgen.layout.profile import IDENTITY, Matrix, Profile, transform
from cardgen.pdf.theme import HARLEQUIN, Theme

Sides = Literal["long", "short", "fold", "fronts", "backs"]
Feed = Literal["duplex", "manual"]
Only = Literal["", "front", "back"]
"""Which sides of its sheets a file holds: both in turn, all fronts, or all backs, the last sheet's first."""

SIDES: tuple[Sides, ...] = get_args(Sides)
MARKS: tuple[Marks, ...] = get_args(Marks)

_EPS = 1e-6


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
    """The cards cannot lie on the paper; `cardgen.layout.refusals` makes the sentence of it."""

    def __init__(self, why: Literal["card", "gap", "profile"], layout: Layout | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.layout = layout


def fit(options: SheetOptions) -> Layout:
    """Return where cards lie on a sheet with these options; the lengths are taken as they are.

    Raises NoRoom; `cardgen.layout.refusals.lay_out` says in a sentence what would fit.
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
