"""Score pads, deduction pads and note slips."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from math import ceil, inf
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.art.shapes import COLOURS, shape_path
from cardgen.decks import CardFace, Deck
from cardgen.errors import PrintError
from cardgen.layout import RIM_MM, CardSize, SheetOptions, lay_out
from cardgen.pages.dress import draw_badge, dress
from cardgen.pages.engine import divider, shrunk
from cardgen.pdf import type as fonts
from cardgen.pdf.ink import Drawing, Mark, PictureMark, Shape, Size, Style, Text, draw
from cardgen.pdf.path import Cap, Join, Outline, ellipse, lozenge, rect, segment
from cardgen.pdf.theme import WHITE, legible
from cardgen.pdf.type import SANS, SANS_BOLD, SANS_SEMIBOLD, SERIF_ITALIC, SERIF_SEMIBOLD, Align
from cardgen.spec import KitSpec
from liarsdeck.language import later, say
from referee import games
from referee.core import cards
from referee.core.setup import seated

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour

LINE = "#8E8A94"
INSET_MM = 5.5
LABEL_PT, LABEL_TRACK = 7.0, 70


class Pad:
    """One side of a pad (a form to write on) that is being laid out; `marks` collects its texts and shapes.

    `look` has the colours. Points are in mm from the lower left corner of the pad. `x0`, `x1`, `top` and `foot` are the
    edges of the area inside the margin. A colour that is None is black for texts and lines, and no paint for shapes.
    """

    def __init__(self, look: Style, size: Size) -> None:
        self.look = look
        self.size = size
        self.x0, self.x1 = INSET_MM, size.width_mm - INSET_MM
        self.top, self.foot = size.height_mm - INSET_MM, INSET_MM
        self.marks: list[Mark] = []

    def text(
        self, x: float, y: float, text: str, font: str, size_pt: float, fill: Colour | None = None,
        align: Align = "left", *, track: float = 0,
    ) -> float:  # fmt: skip
        """Add a line of text with its baseline at y; return the width of the text in mm.

        `x` is the left end, middle or right end of the line, as `align` says. `size_pt` is the type size in points,
        `fill` the colour (None: black), and `track` the letter space in thousandths of the size.
        """
        mark = Text(x, y, text, font, size_pt, fill or self.look.palette.ink, align, track)
        self.marks.append(mark)
        return mark.width

    def middle(
        self, x: float, y: float, text: str, font: str, size_pt: float, fill: Colour | None = None,
        align: Align = "centre", *, track: float = 0,
    ) -> None:  # fmt: skip
        """Add a line of text whose capitals have their middle at y.

        `x` is the left end, middle or right end of the line, as `align` says. `size_pt` is the type size in points,
        `fill` the colour (None: black), and `track` the letter space in thousandths of the size.
        """
        self.text(x, y - fonts.cap_mm(font, size_pt) / 2, text, font, size_pt, fill, align, track=track)

    def shape(
        self, path: Outline, fill: Colour | None = None, stroke: Colour | None = None, width_pt: float = 0.5, *,
        cap: Cap = "round", join: Join = "round",
    ) -> None:  # fmt: skip
        """Add a path, filled with `fill`, stroked with `stroke`, or both; the stroke is `width_pt` points wide."""
        self.marks.append(Shape(path, fill, stroke, width_pt, cap, join))

    def line(self, x1: float, y1: float, x2: float, y2: float, width_pt: float, stroke: Colour | None = None) -> None:
        """Add a straight line `width_pt` points wide, black unless `stroke` is given."""
        self.shape(segment(x1, y1, x2, y2), None, stroke or self.look.palette.ink, width_pt, cap="butt")

    def heading(self, title: str, game: str, colour: Colour, name: str = "") -> float:
        """Add the pad's heading at the top; return the y in mm below which the rest can begin.

        The heading has the title and the emblem of the game named `game`, the pad's `title`, and a rule with a lozenge
        in `colour`. With `name`, a label such as “Name:”, there is a line to write on after the label.
        """
        x0, x1 = self.x0, self.x1
        game_dress = dress(game, self.look.palette)
        y = self.top - fonts.cap_mm(SANS_BOLD, 7)
        self.text(x0, y, game_dress.title.upper(), SANS_BOLD, 7, track=120)
        y -= 2.2 + fonts.cap_mm(SERIF_SEMIBOLD, 15)
        end = x0 + self.text(x0, y, title, SERIF_SEMIBOLD, 15)
        self.marks.append(PictureMark(x1 - 5.4, y + 2.9, 0, 0, partial(draw_badge, worn=game_dress, r=21.0), 0.235))
        if name:
            start = max(end + 5, x0 + (x1 - x0) * 0.42)
            width = self.text(start, y, name, SERIF_ITALIC, 9)
            self.line(start + width + 1.2, y - 0.5, x1 - 12.5, y - 0.5, 0.4, LINE)
        y -= 3.6
        self.marks += divider(self.look, x0, x1, y, colour, gap=2.4, half=(1.1, 1.55), hollow=True)
        return y - 3.4

    def label(self, x: float, y: float, text: str, align: Align = "left", room: float = inf) -> float:
        """Add `text`, a column's title, in small bold capitals; return its width in mm.

        (x, y) is the left end, middle or right end of its baseline, as `align` says. If the text is wider than `room`
        mm, its type is made smaller.
        """
        size = shrunk(text.upper(), SANS_BOLD, LABEL_PT, room, track=LABEL_TRACK)
        return self.text(x, y, text.upper(), SANS_BOLD, size, None, align, track=LABEL_TRACK)

    def heads(self, xs: Sequence[float], y: float, names: Sequence[str]) -> None:
        """Add `names`, the titles of columns, at the baseline y; column i reaches from `xs[i]` to `xs[i + 1]`."""
        for (left, right), name in zip(pairwise(xs), names, strict=False):
            self.label((left + right) / 2, y, name, "centre", right - left + 1.5)

    def section(self, x0: float, x1: float, y: float, text: str, colour: Colour, sentence: str = "") -> float:
        """Add a section's title below y; return the y in mm at which the section's content can begin.

        The title is a lozenge in `colour` and the `text`, from `x0` on. If there is room up to `x1`, a `sentence` in
        italics says what to write in the section.
        """
        base = y - fonts.cap_mm(SANS_BOLD, 7)
        self.shape(lozenge(x0 + 0.8, base + 0.85, 0.8, 1.15), self.look.palette.ink if self.look.low else colour)
        end = x0 + 3 + self.label(x0 + 3, base, text)
        if sentence and end + 3 + fonts.width_mm(sentence, SERIF_ITALIC, 8.0) <= x1:
            self.text(x1, base, sentence, SERIF_ITALIC, 8.0, align="right")
        return base - 1.8

    def grid(self, xs: Sequence[float], ys: Sequence[float]) -> None:
        """Add hairlines of a grid: vertical ones at `xs`, horizontal ones at `ys`."""
        lines = [segment(x, min(ys), x, max(ys)) for x in xs] + [segment(min(xs), y, max(xs), y) for y in ys]
        self.shape(Outline(part for line in lines for part in line.segments), None, LINE, 0.35, cap="butt")

    def table(self, xs: Sequence[float], top: float, rows: int, pitch: float) -> list[float]:
        """Add a grid of `rows` empty rows, `pitch` mm high, from `top` down; return the y of each row's lower edge.

        `xs` are the edges of its columns.
        """
        ys = [top - row * pitch for row in range(rows + 1)]
        self.grid(xs, ys)
        for y in (ys[0], ys[-1]):
            self.line(xs[0], y, xs[-1], y, 0.7)
        return ys[1:]

    def tick_box(self, x: float, y: float, side: float) -> None:
        """Add a box to tick, centred at (x, y); its sides are `side` mm long."""
        self.shape(rect(x - side / 2, y - side / 2, side, side, 0.5), WHITE, self.look.palette.ink, 0.5)

    def ring(self, x: float, y: float, r: float) -> None:
        """Add a ring to write in, centred at (x, y), of radius `r` mm."""
        self.shape(ellipse(x, y, r), WHITE, self.look.palette.ink, 0.5)


def drawing(setting: Callable[[Pad], None]) -> Drawing:
    """Return a function that draws one side of a pad; `setting` adds the marks to the pad that it is given."""

    def put(ink: Ink, size: Size) -> None:
        with ink.on_white():
            pad = Pad(Style(low=ink.low, palette=ink.palette), size)
            setting(pad)
            draw(ink, pad.marks)

    return put


def pad_size(sheet: SheetOptions, name: str, width_mm: float, height_mm: float) -> CardSize:
    """Return the size nearest to `width_mm` × `height_mm` at which pads fill the sheet's paper in rows and columns.

    The paper may be upright or in landscape. `name` becomes the name of the size.
    """
    rim = 0.0 if sheet.marks == "none" else RIM_MM
    best: tuple[float, CardSize] | None = None
    paper = sheet.paper.width_mm, sheet.paper.height_mm
    for sides in (paper, paper[::-1]):
        width, height = (side - 2 * (sheet.margin_mm + rim) for side in sides)
        columns, rows = max(1, round(width / width_mm)), max(1, round(height / height_mm))
        # Less a hair, so that rounding never asks for more than there is.
        size = CardSize(name, int(width / columns * 10) / 10, int(height / rows * 10) / 10)
        off = abs(size.width_mm / width_mm - 1) + abs(size.height_mm / height_mm - 1)
        if best is None or off < best[0] - 1e-9:
            best = off, size
    assert best
    return best[1]


def pad_sheet(spec: KitSpec, *, name: str = "pad", size_mm: tuple[float, float] = (99.0, 142.0)) -> SheetOptions:
    """Return the kit's sheet options, changed for pads of about `size_mm` (width, height), which lie without gaps.

    Pads have one side if the kit's cards are to be folded. `name` becomes the name of their size.
    """
    sheet = spec.sheet
    sides = "fronts" if sheet.sides == "fold" else sheet.sides
    marks = "corners" if sheet.marks == "lines" else sheet.marks
    return replace(sheet, card=pad_size(sheet, name, *size_mm), sides=sides, gap_mm=0.0, marks=marks)


slip_sheet = partial(pad_sheet, name="slip")
score_sheet = partial(pad_sheet, name="score pad", size_mm=(142.0, 198.0))


def _filled(spec: KitSpec, name: str, title: str, pads: Sequence[CardFace], back: Drawing, sheet: SheetOptions) -> Deck:
    """Return a deck of these pads, the last one repeated until the last sheet of paper is full.

    `name` and `title` are what the deck is called beside the game's name and title. `back` is the drawing of the pads'
    backs, and `sheet` has the paper and the size of the pads.
    """
    spare = [replace(pads[-1], name="spare", title="Spare")] * (-len(pads) % lay_out(sheet).capacity)
    cards = (*pads, *spare)
    return Deck(
        f"{spec.game}-{name}",
        say("{game}: {what}", game=spec.title, what=title),
        cards,
        back,
        back_turns=False,
        game=spec.game,
    )


LEAST_PAD_MM = (88.0, 126.0)


def deduction_pads(spec: KitSpec) -> Deck:
    """Return a deck of deduction pads, printed on both sides: for each player, one for each deal.

    `pad_sheet` returns the options to print them with. Spare pads fill the last sheet. Drawing a pad raises PrintError
    if the pad is too small to write in.
    """
    answers = games.game(spec.game).numbers["answers"]
    draw = drawing(partial(_deduction_pad, game=spec.game, answers=answers // 2))
    count = spec.players * int(spec.options.deals)
    faces = tuple(CardFace(f"pad-{n}", f"Deduction pad {n}", draw) for n in range(1, count + 1))
    return _filled(spec, "pads", say("deduction pads"), faces, draw, pad_sheet(spec))


def _deduction_pad(pad: Pad, *, game: str, answers: int) -> None:
    size, ink = pad.size, pad.look.palette.ink
    if size.width_mm < LEAST_PAD_MM[0] or size.height_mm < LEAST_PAD_MM[1]:
        raise PrintError(
            f"a deduction pad of {size.width_mm:.0f} × {size.height_mm:.0f} mm is too small to write in:"
            f" {LEAST_PAD_MM[0]:g} × {LEAST_PAD_MM[1]:g} mm is the least"
        )
    x0, x1, green = pad.x0, pad.x1, pad.look.palette.green.base
    y = pad.heading(say("Who holds what?"), game, green, say("Name"))
    y = (
        pad.section(x0, x1, y, say("Every card"), green, say("cross out what is seen; an answer goes in its ring"))
        - 0.6
    )
    side = min(6.9, (x1 - x0 - 5) / 12)
    gap = (x1 - x0 - 12 * side) / 2
    for at, colour in enumerate(cards.COLOURS):
        _block(pad, x0 + at * (4 * side + gap), y, side, colour)
    y -= 4 * side + 3.4

    # A ring for every shape with every number, named below it.
    y = pad.section(x0, x1, y, say("In any colour"), green, say("shape and number together")) - 0.6
    width = (x1 - x0) / 9
    y -= side * 0.43
    cap = fonts.cap_mm(SANS_SEMIBOLD, 7.4)
    base = y - side * 0.43 - 1.4 - cap
    for at in range(9):
        shape, number = cards.SHAPES[at // 3], cards.NUMBERS[at % 3]
        x = x0 + (at + 0.5) * width
        pad.ring(x, y, side * 0.43)
        pad.shape(shape_path(shape, x - 1.3, base + cap / 2, 2.3), None, ink, 0.5)
        pad.text(x + 0.7, base, number, SANS_SEMIBOLD, 7.4)
    top = y - side * 0.43 - 3.4 - 3.6

    # Two tables: what I ask and hear, what I am asked and say.
    centre = (x0 + x1) / 2
    pitch = min(6.4, (top - pad.foot - 9.2) / answers)
    for left, right, text, last in (
        (x0, centre - 1.6, say("I ask"), say("Lie?")),
        (centre + 1.6, x1, say("I answer"), say("I lied")),
    ):
        y = pad.section(left, right, top, text, green)
        width = right - left
        xs = [left, left + width * 0.2, left + width * 0.4, left + width * 0.8, right]
        base = y - fonts.cap_mm(SANS, 7)
        pad.heads(xs, base, (say("Card"), say("Of"), say("How many"), last))
        for low in pad.table(xs, base - 1.4, answers, pitch):
            for count in range(4):
                x = xs[2] + (xs[3] - xs[2]) * (count + 0.5) / 4
                pad.middle(x, low + pitch / 2, str(count), SANS, 8)


def _block(pad: Pad, x: float, top: float, side: float, colour: str) -> None:
    """Add nine boxes of one colour to a pad, shapes down and numbers across, and a ring for each line of three.

    (x, top) is the upper left corner of the boxes, whose sides are `side` long, in mm. Each box has its card's shape,
    pale enough to write on, and its number in the corner.
    """
    ink, shades = pad.look.palette.ink, getattr(pad.look.palette, COLOURS[colour])
    fill, outline = (WHITE, ink) if pad.look.low else (shades.tint, shades.base)
    for row, shape in enumerate(cards.SHAPES):
        for column, number in enumerate(cards.NUMBERS):
            left, foot = x + column * side, top - (row + 1) * side
            pad.shape(rect(left, foot, side, side), WHITE, pad.look.palette.black.ray, 0.4, join="mitre")
            pad.shape(shape_path(shape, left + side * 0.6, foot + side * 0.4, side * 0.55), fill, outline, 0.5)
            cap = fonts.cap_mm(SANS_SEMIBOLD, 7)
            pad.text(left + 0.8, foot + side - 0.8 - cap, number, SANS_SEMIBOLD, 7)
        pad.ring(x + 3.5 * side, top - (row + 0.5) * side, side * 0.41)
    for column in range(len(cards.NUMBERS)):
        pad.ring(x + (column + 0.5) * side, top - 3.5 * side, side * 0.41)
    pad.shape(rect(x, top - 3 * side, 3 * side, 3 * side), None, ink, 0.8, join="mitre")
    pad.middle(x + 3.5 * side, top - 3.5 * side, COLOURS[colour][0].upper(), SANS_SEMIBOLD, 9)


# Millimetres on a note slip: the heads of the own hand, its rows, and the cells of all numbers, with their least.
_HAND_HEAD, _BETWEEN = 9.5, 1.6
_ROW, _LEAST_ROW = 6.8, 5.0
_CELL, _LEAST_CELL = (8.6, 8.2), (5.6, 5.6)
_RULED = 6.6


def note_slips(spec: KitSpec) -> Deck:
    """Return a deck of note slips, one for each player, to be printed on `slip_sheet`.

    Spare slips fill the last sheet. Drawing a slip raises PrintError if it is too small.
    """
    front = drawing(partial(_note_slip, game=spec.game, cards=spec.cards, hand=2 * spec.pairs // spec.players))
    back = drawing(partial(_note_slip_back, game=spec.game))
    faces = tuple(CardFace(f"notes-{n}", f"Note slip {n}", front, back) for n in range(1, spec.players + 1))
    return _filled(spec, "notes", say("note slips"), faces, back, slip_sheet(spec))


def _note_slip(pad: Pad, *, game: str, cards: int, hand: int) -> None:
    """Add the front of a note slip: a row for each card of the hand, a cell for every number, then lines.

    `cards` is the number of cards in the deck, and `hand` how many of them each player gets.
    """
    x0, x1, foot, palette = pad.x0, pad.x1, pad.foot, pad.look.palette
    red = palette.red.base
    y = pad.heading(say("Notes"), game, red, say("Name"))
    room = y - foot
    across, rows_of_hand, (columns, rows, cell_w, cell_h) = _shares(cards, hand, x1 - x0, room)
    pitch = min(_ROW, (room - rows * cell_h - 6.0 - _HAND_HEAD) / max(1, rows_of_hand))
    if rows_of_hand >= 1:
        top = pad.section(x0, x1, y, say("My cards"), red) - 1.2
        width = (x1 - x0 + _BETWEEN) / across
        base = top - fonts.cap_mm(SANS, 7)
        for at in range(across):
            left, right = x0 + at * width, x0 + (at + 1) * width - _BETWEEN
            ticks = (left + 15.5, left + 24.5)
            for x, text in zip((left + 5.5, *ticks), (say("No."), say("True"), say("Lie")), strict=True):
                pad.label(x, base, text, "centre", 8.6)
            xs = [left, left + 11, left + 20, right]
            if across == 1:
                xs.insert(3, left + 29)
                pad.label(left + 31, base, say("What it says, and who holds its rival"), room=right - left - 31)
            below = pad.table(xs, top - 3.4, rows_of_hand, pitch)
            for y in below:
                for x in ticks:
                    pad.tick_box(x, y + pitch / 2, min(3.4, pitch - 2))
        y = below[-1] - 4.0
    y = pad.section(x0, x1, y, say("Every card"), red, say("true or a lie, and who has it"))
    xs = [x0 + column * cell_w for column in range(columns + 1)]
    for number in range(1, cards + 1):
        row, column = divmod(number - 1, columns)
        base = y - row * cell_h - 0.8 - fonts.cap_mm(SANS, 7.0)
        pad.text(xs[column] + 0.8, base, str(number), SANS, 7.0, palette.black.shade)
    if rows > 1:
        pad.grid(xs, [y - row * cell_h for row in range(rows)])
    low, last = y - (rows - 1) * cell_h, cards - (rows - 1) * columns  # the last row ends with the last number
    pad.grid(xs[: last + 1], [low, low - cell_h])
    y -= rows * cell_h + 3.4
    if y - foot > 16:
        y = pad.section(x0, x1, y, say("What I believe"), red) + 2 - _RULED
        while y >= foot - 0.01:
            pad.line(x0, y, x1, y, 0.35, LINE)
            y -= _RULED


def _shares(cards: int, hand: int, width: float, room: float) -> tuple[int, int, tuple[int, int, float, float]]:
    """Return how a note slip is divided between the player's own cards and a grid of all numbers.

    The slip is `width` wide and `room` high (mm). `cards` is how many numbers the grid has, and `hand` how many cards a
    player has. The result is the number of own cards in a row, the number of such rows, and the grid: columns, rows,
    and width and height of a cell in mm. One own card stands in a row, or three without room for their text if the hand
    is large. Raises PrintError if the grid does not fit.
    """
    for across in (1, 3):
        rows = ceil(hand / across)
        left = room - 6.0 - _HAND_HEAD - rows * _LEAST_ROW
        if left >= _LEAST_CELL[1]:
            with suppress(PrintError):
                return across, rows, _grid(cards, width, left)
    grid = _grid(cards, width, room - 18)
    return 3, max(0, int((room - grid[1] * grid[3] - 6.0 - _HAND_HEAD) / _LEAST_ROW)), grid


def _grid(cards: int, width: float, height: float) -> tuple[int, int, float, float]:
    """Return the columns, the rows, and the width and height of a cell of a grid with `cards` numbers.

    `width` and `height` are those of the area for the grid; all lengths are in mm. Raises PrintError if the cells would
    be too small, or if `cards` is 0.
    """
    if cards <= 0:
        raise PrintError("a note slip needs cards to note")
    fair, most = int(width / _CELL[0]), int(width / _LEAST_CELL[0])
    columns = fair - fair % 2
    for count in range(max(2, columns), most + 1):
        if ceil(cards / count) * _CELL[1] <= height * 0.62 or count >= most:
            columns = count
            break
    rows = ceil(cards / columns)
    cell_h = min(_CELL[1], height / rows)
    if cell_h < _LEAST_CELL[1] - 1e-9:
        raise PrintError(f"a note slip has no room for {cards} numbers: print the slips on larger paper")
    return columns, rows, width / columns, cell_h


def _note_slip_back(pad: Pad, *, game: str) -> None:
    """Add the back of a note slip to the pad: a table of who played and took what, round by round."""
    x0, x1, foot = pad.x0, pad.x1, pad.foot
    y = pad.heading(say("Who played what"), game, pad.look.palette.red.base)
    width = x1 - x0
    xs = [x0, x0 + 9, x0 + 9 + width * 0.2, x0 + 9 + width * 0.36, x0 + 9 + width * 0.52, x1]
    base = y - fonts.cap_mm(SANS, 7)
    pad.heads(xs, base, (say("Rd"), say("Who"), say("Played"), say("Took back")))
    pad.label(xs[4] + 2, base, say("What I think"), room=xs[5] - xs[4] - 2)
    pad.table(xs, base - 1.6, int((base - 1.6 - foot - 5) / 6.2), 6.2)
    sentence = say("Nobody may ask to see it, and nobody has to believe it.")
    pad.text((x0 + x1) / 2, foot, sentence, SERIF_ITALIC, 8.4, None, "centre")


PADS = 2
LEAST_ROW_MM, LEAST_COLUMN_MM = 5.4, 17.0
HEADS = (later("Bid"), later("Won"), later("Points"))
SHARES = (0.0, 0.3, 0.6, 1.0)  # where each begins and the last one ends, of a player's column
BETWEEN_HEADS_MM, LARGEST_HEAD_PT = 1.6, 9.0


def score_pads(spec: KitSpec) -> Deck:
    """Return a deck of two score pads, printed on both sides, with columns for the kit's players.

    `score_sheet` returns the options to print them with. Spare pads fill the last sheet. Drawing a pad raises
    PrintError if the pad is too small to write in.
    """
    game = games.game(spec.game)
    rounds = game.last_round(seated(game, spec.players, spec.options))
    right, trick = game.numbers["right"], game.numbers["trick"]
    text = say(
        "Right: {right}, and {trick} for each trick won.  Wrong: −{trick} for each trick of difference.",
        right=right, trick=trick,
    )  # fmt: skip
    draw = drawing(partial(_score_pad, game=spec.game, players=spec.players, rounds=rounds, text=text))
    faces = tuple(CardFace(f"score-pad-{n}", f"Score pad {n}", draw) for n in range(1, PADS + 1))
    return _filled(spec, "scores", say("score pad"), faces, draw, score_sheet(spec))


def _score_pad(pad: Pad, *, game: str, players: int, rounds: int, text: str) -> None:
    x0, x1, foot, palette = pad.x0, pad.x1, pad.foot, pad.look.palette
    y = pad.heading(say("Score"), game, palette.green.base, say("Date"))
    round_w, trump_w = 9.4, 9.4
    left = x0 + round_w + trump_w
    column = (x1 - left) / players
    top = y - 13.0
    pitch = min(13.0, (top - (foot + 6.0)) / (rounds + 1))
    if pitch < LEAST_ROW_MM or column < LEAST_COLUMN_MM:
        raise PrintError(
            f"a score pad of {pad.size.width_mm:.0f} × {pad.size.height_mm:.0f} mm has no room for {players} players "
            f"and {rounds} rounds: take larger paper"
        )
    base = top + 1.2
    # Heads that stand side by side are so small that each keeps to its column, but are never under 7 pt.
    heads, rounds_head, trump_head = [say(head) for head in HEADS], say("Round"), say("Trump")
    columns = [(column * (end - begin), head) for (begin, end), head in zip(pairwise(SHARES), heads, strict=True)]
    columns += [(round_w, rounds_head), (trump_w, trump_head)]
    most = min((room - BETWEEN_HEADS_MM) / fonts.width_mm(head, SANS_BOLD, 1.0) for room, head in columns)
    size_pt = max(LABEL_PT, min(LARGEST_HEAD_PT, most))
    for left_edge, width, head in ((x0, round_w, rounds_head), (x0 + round_w, trump_w, trump_head)):
        pad.text(left_edge + width / 2, base, head, SANS_BOLD, size_pt, None, "centre")
    bottom = top - rounds * pitch
    for player in range(players):
        x = left + player * column
        xs = [x + column * share for share in SHARES]
        # the name stands over all three
        pad.line(x + 0.6, top + 5.6, x + column - 0.6, top + 5.6, 0.4, LINE)
        for (begin, end), head in zip(pairwise(xs), heads, strict=True):
            pad.text((begin + end) / 2, base, head, SANS_BOLD, size_pt, None, "centre")
        if player % 2 == 0 and not pad.look.low:
            pad.shape(rect(x, bottom, column, top - bottom), palette.panel)
        for between in xs[1:3]:
            pad.line(between, top, between, bottom, 0.3, LINE)
    for number in range(1, rounds + 1):
        y = top - number * pitch
        if number < rounds:
            pad.line(x0, y, x1, y, 0.35, LINE)
        middle, fill = (x0 + (x0 + round_w)) / 2, None
        if number == rounds:  # the last one stands on a lozenge
            shape = lozenge(middle, y + pitch / 2, 3.4, pitch / 2 - 0.5)
            if pad.look.low:
                pad.shape(shape, None, palette.ink, 0.5, join="mitre")
            else:
                pad.shape(shape, legible(palette.green.base, palette.ink, (WHITE,)), None, 0.5, join="mitre")
                fill = WHITE
        pad.middle(middle, y + pitch / 2, str(number), SANS_SEMIBOLD, 9.4, fill)
    for x in (x0 + round_w, *(left + player * column for player in range(players + 1))):
        end, width_pt = (bottom, 0.35) if x < left - 0.1 else (bottom - pitch, 0.7)
        pad.line(x, top, x, end, width_pt)
    for y in (top, bottom, bottom - pitch):
        pad.line(x0 if y > bottom - 1 else left, y, x1, y, 0.9 if y == bottom else 0.7)
    pad.middle(left - 2, bottom - pitch / 2, say("TOTAL"), SANS_BOLD, 7.4, None, "right", track=100)
    pad.text((x0 + x1) / 2, foot, text, SERIF_ITALIC, 8.6, None, "centre")
