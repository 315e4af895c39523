"""What is written on: score pads, deduction pads, note slips."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.art.shapes import COLOURS, shape_path
from cardgen.decks.model import CardFace, Deck
from cardgen.errors import PrintError
from cardgen.extras.boxes.pdf import dress
from cardgen.extras.occasion import Occasion
from cardgen.layout import RIM_MM, CardSize, SheetOptions, lay_out
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Drawing, Look, Mark, PictureMark, Shape, Size, Text, draw
from cardgen.pdf.path import Cap, Join, Outline, ellipse, lozenge, rect, segment
from cardgen.pdf.theme import WHITE, Tone, legible
from cardgen.pdf.type import SANS, SANS_BOLD, SANS_SEMIBOLD, SERIF_ITALIC, SERIF_SEMIBOLD, Align
from referee.core import cards

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour


LINE = "#8E8A94"
INSET_MM = 5.5
LABEL_PT, LABEL_TRACK = 7.0, 70


def pad_size(sheet: SheetOptions, name: str, width_mm: float, height_mm: float) -> CardSize:
    """Return how large pads of about this size are on the sheet's paper: they share it out, upright or lying.

    The one whose pads come nearest to the wish is taken.
    """
    rim = 0.0 if sheet.marks == "none" else RIM_MM
    best: tuple[float, CardSize] | None = None
    for paper in (
        (sheet.paper.width_mm, sheet.paper.height_mm),
        (sheet.paper.height_mm, sheet.paper.width_mm),
    ):
        wide, high = (side - 2 * (sheet.margin_mm + rim) for side in paper)
        columns, rows = max(1, round(wide / width_mm)), max(1, round(high / height_mm))
        # Less a hair, so that rounding never asks for more than there is.
        size = CardSize(name, int(wide / columns * 10) / 10, int(high / rows * 10) / 10)
        off = abs(size.width_mm / width_mm - 1) + abs(size.height_mm / height_mm - 1)
        if best is None or off < best[0] - 1e-9:
            best = off, size
    assert best
    return best[1]


def pad_sheet(sheet: SheetOptions, size: CardSize) -> SheetOptions:
    """Return the sheet for pads: butted, and one side of the paper where cards would be folded and glued."""
    sides = "fronts" if sheet.sides == "fold" else sheet.sides
    marks = "corners" if sheet.marks == "lines" else sheet.marks
    return replace(sheet, card=size, sides=sides, gap_mm=0.0, marks=marks)


def with_spares(deck: Deck, sheet: SheetOptions) -> Deck:
    """Return the deck with so many more of its last pad that no place of the last sheet stays empty."""
    there = lay_out(sheet).capacity
    more = -len(deck.cards) % there
    return replace(deck, cards=(*deck.cards, *[replace(deck.cards[-1], name="spare", title="Spare")] * more))


class Pad:
    """A pad in the making: what is set on it goes to `marks`, in millimetres from its lower left corner."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.marks: list[Mark] = []

    def text(
        self, x: float, y: float, text: str, font: str, size_pt: float, fill: Colour | None = None,
        align: Align = "left", *, track: float = 0,
    ) -> float:  # fmt: skip
        """Set one line with its baseline at y; return its width in millimetres."""
        mark = Text(x, y, text, font, size_pt, fill or self.look.palette.ink, align, track)
        self.marks.append(mark)
        return mark.width

    def shape(
        self, path: Outline, fill: Colour | None = None, stroke: Colour | None = None, width_pt: float = 0.5, *,
        cap: Cap = "round", join: Join = "round",
    ) -> None:  # fmt: skip
        """Fill a path, stroke it, or both."""
        self.marks.append(Shape(path, fill, stroke, width_pt, cap, join))

    def line(self, x1: float, y1: float, x2: float, y2: float, width_pt: float, stroke: Colour | None = None) -> None:
        """Draw a straight line, in ink where no colour is given."""
        self.shape(segment(x1, y1, x2, y2), None, stroke or self.look.palette.ink, width_pt, cap="butt")

    def heading(self, x0: float, x1: float, top: float, title: str, game: str, colour: Colour, name: str = "") -> float:
        """Set the head: the game in small capitals, the title, room for a name, the emblem, a rule; return the y below.

        `game` is the game's name as the referee spells it.
        """
        wear = dress(game, self.look.palette)
        y = top - lettering.cap_mm(SANS_BOLD, 7)
        self.text(x0, y, wear.title.upper(), SANS_BOLD, 7, track=120)
        y -= 2.2 + lettering.cap_mm(SERIF_SEMIBOLD, 15)
        end = x0 + self.text(x0, y, title, SERIF_SEMIBOLD, 15)
        self.marks.append(PictureMark(x1 - 5.4, y + 2.9, 0, 0, wear.emblem, 0.235))
        if name:
            start = max(end + 5, x0 + (x1 - x0) * 0.42)
            wide = self.text(start, y, name, SERIF_ITALIC, 9)
            self.line(start + wide + 1.2, y - 0.5, x1 - 12.5, y - 0.5, 0.4, LINE)
        y -= 3.6
        self._rule(x0, x1, y, colour)
        return y - 3.4

    def _rule(self, x0: float, x1: float, y: float, colour: Colour) -> None:
        """Draw a hairline with a lozenge in the game's colour in its middle."""
        middle = (x0 + x1) / 2
        for a, b in ((x0, middle - 2.4), (middle + 2.4, x1)):
            self.line(a, y, b, y, 0.5)
        outline = lozenge(middle, y, 1.1, 1.55)
        if self.look.low:
            self.shape(outline, None, self.look.palette.ink, 0.5, join="mitre")
        else:
            self.shape(outline, colour)

    def label(self, x: float, y: float, text: str, align: Align = "left", *, size_pt: float = LABEL_PT) -> float:
        """Set a column's head in small capitals; return its width."""
        return self.text(x, y, text.upper(), SANS_BOLD, size_pt, None, align, track=LABEL_TRACK)

    def section(self, x0: float, x1: float, y: float, text: str, colour: Colour, sentence: str = "") -> float:
        """Begin a part: a lozenge, its name, and in italics what to write there; return the y below it."""
        base = y - lettering.cap_mm(SANS_BOLD, 7)
        self.shape(lozenge(x0 + 0.8, base + 0.85, 0.8, 1.15), self.look.palette.ink if self.look.low else colour)
        end = x0 + 3 + self.label(x0 + 3, base, text)
        size = 8.0
        if sentence and end + 3 + lettering.width_mm(sentence, SERIF_ITALIC, size) <= x1:
            self.text(x1, base, sentence, SERIF_ITALIC, size, align="right")
        return base - 1.8

    def table(
        self, xs: Sequence[float], top: float, rows: int, pitch: float, *, strong: Sequence[float] = ()
    ) -> list[float]:
        """Rule `rows` rows with columns at `xs`; return the rows' lower edges. `strong` columns stand out."""
        ys = [top - row * pitch for row in range(rows + 1)]
        self.shape(lines(xs, ys), None, LINE, 0.35, cap="butt")
        for x in strong:
            self.line(x, ys[0], x, ys[-1], 0.7)
        for y in (ys[0], ys[-1]):
            self.line(xs[0], y, xs[-1], y, 0.7)
        return ys[1:]

    def tick_box(self, x: float, y: float, side: float = 3.4) -> None:
        """Draw a box to tick about (x, y)."""
        self.shape(rect(x - side / 2, y - side / 2, side, side, 0.5), WHITE, self.look.palette.ink, 0.5)

    def ring(self, x: float, y: float, r: float) -> None:
        """Draw a ring about (x, y) to write in."""
        self.shape(ellipse(x, y, r), WHITE, self.look.palette.ink, 0.5)

    def ruled(self, x0: float, x1: float, top: float, foot: float, pitch: float = 6.6) -> None:
        """Rule writing lines as far as there is room."""
        y = top - pitch
        while y >= foot - 0.01:
            self.line(x0, y, x1, y, 0.35, LINE)
            y -= pitch


Setting = Callable[[Pad, Size], None]
"""What sets one side of a pad of this size."""


def drawing(setting: Setting) -> Drawing:
    """Return how a side of a pad is drawn: set first, then put on paper."""

    def put(ink: Ink, size: Size) -> None:
        with ink.on_white():
            pad = Pad(Look(low=ink.low, palette=ink.palette))
            setting(pad, size)
            draw(ink, pad.marks)

    return put


def label_size(heads: Sequence[str], rooms_mm: Sequence[float]) -> float:
    """Return the size in points at which heads that stand side by side each keep to their room."""
    widths = (lettering.width_mm(head.upper(), SANS_BOLD, LABEL_PT, LABEL_TRACK) for head in heads)
    return LABEL_PT * min(1.0, *(room / width for room, width in zip(rooms_mm, widths, strict=True)))


def lines(xs: Sequence[float], ys: Sequence[float]) -> Outline:
    """Return a grid's lines: upright at `xs`, level at `ys`."""
    parts = [segment(x, min(ys), x, max(ys)) for x in xs] + [segment(min(xs), y, max(xs), y) for y in ys]
    return Outline(piece for part in parts for piece in part.segments)


PAD_MM = (99.0, 142.0)
LEAST_MM = (88.0, 126.0)


def deduction_pads(wish: Occasion) -> Deck:
    """Return a pad for each player and deal, as a deck for `deckpdf`; its back is another one.

    Drawing raises PrintError where a pad would be too small to write in.
    """
    from referee.games.liars_guess.state import ANSWERS

    draw = drawing(partial(_pad, answers=ANSWERS // 2))
    count = wish.players * int(wish.options.deals)
    faces = tuple(CardFace(f"pad-{n}", f"Deduction pad {n}", draw) for n in range(1, count + 1))
    return Deck("liars-guess-pads", "Liars’ Guess: deduction pads", faces, draw, back_turns=False, game="liars-guess")


def _pad(pad: Pad, size: Size, *, answers: int) -> None:
    if size.width_mm < LEAST_MM[0] or size.height_mm < LEAST_MM[1]:
        raise PrintError(
            f"a deduction pad of {size.width_mm:.0f} × {size.height_mm:.0f} mm is too small to write in:"
            f" {LEAST_MM[0]:g} × {LEAST_MM[1]:g} mm is the least"
        )
    x0, x1, foot = INSET_MM, size.width_mm - INSET_MM, INSET_MM
    colour = pad.look.palette.green.base
    y = pad.heading(x0, x1, size.height_mm - INSET_MM, "Who holds what?", "liars-guess", colour, "Name")
    text = "cross out what is seen; an answer goes in its ring"
    y = pad.section(x0, x1, y, "Every card", colour, text) - 0.6
    side = min(6.9, (x1 - x0 - 5) / 12)
    gap = (x1 - x0 - 12 * side) / 2
    for at, letter in enumerate(cards.COLOURS):
        _block(pad, x0 + at * (4 * side + gap), y, side, letter)
    y -= 4 * side + 3.4
    y = pad.section(x0, x1, y, "In any colour", colour, "shape and number together") - 0.6
    y = _any_colour(pad, x0, x1, y, side) - 3.6
    _answers(pad, x0, x1, y, foot, answers)


def _block(pad: Pad, x: float, top: float, side: float, colour: str) -> None:
    """Nine boxes of one colour, shapes down and numbers across, and a ring for each line of three."""
    for row, shape in enumerate(cards.SHAPES):
        for column, number in enumerate(cards.NUMBERS):
            _box(pad, x + column * side, top - (row + 1) * side, side, colour, shape, number)
        pad.ring(x + 3.5 * side, top - (row + 0.5) * side, side * 0.41)
    for column in range(len(cards.NUMBERS)):
        pad.ring(x + (column + 0.5) * side, top - 3.5 * side, side * 0.41)
    pad.shape(rect(x, top - 3 * side, 3 * side, 3 * side), None, pad.look.palette.ink, 0.8, join="mitre")
    letter = COLOURS[colour][0].upper()
    cap = lettering.cap_mm(SANS_SEMIBOLD, 9)
    pad.text(x + 3.5 * side, top - 3.5 * side - cap / 2, letter, SANS_SEMIBOLD, 9, None, "centre")


def _box(pad: Pad, x: float, y: float, side: float, colour: str, shape: str, number: str) -> None:
    """One card: its shape, pale enough to write on, and its number in the corner."""
    shades: Tone = getattr(pad.look.palette, COLOURS[colour])
    fill = WHITE if pad.look.low else shades.tint
    outline = pad.look.palette.ink if pad.look.low else shades.base
    pad.shape(rect(x, y, side, side), WHITE, pad.look.palette.black.ray, 0.4, join="mitre")
    pad.shape(shape_path(shape, x + side * 0.6, y + side * 0.4, side * 0.55), fill, outline, 0.5)
    cap = lettering.cap_mm(SANS_SEMIBOLD, 7)
    pad.text(x + 0.8, y + side - 0.8 - cap, number, SANS_SEMIBOLD, 7)


def _any_colour(pad: Pad, x0: float, x1: float, top: float, side: float) -> float:
    """A ring for every shape with every number, told below it."""
    wide = (x1 - x0) / 9
    y = top - side * 0.43
    for at in range(9):
        shape, number = cards.SHAPES[at // 3], cards.NUMBERS[at % 3]
        x = x0 + (at + 0.5) * wide
        pad.ring(x, y, side * 0.43)
        cap = lettering.cap_mm(SANS_SEMIBOLD, 7.4)
        base = y - side * 0.43 - 1.4 - cap
        pad.shape(shape_path(shape, x - 1.3, base + cap / 2, 2.3), None, pad.look.palette.ink, 0.5)
        pad.text(x + 0.7, base, number, SANS_SEMIBOLD, 7.4)
    return y - side * 0.43 - 3.4


def _answers(pad: Pad, x0: float, x1: float, top: float, foot: float, count: int) -> None:
    """Two tables: what I ask and hear, what I am asked and say."""
    middle = (x0 + x1) / 2
    pitch = min(6.4, (top - foot - 9.2) / count)
    for left, right, text, last in (
        (x0, middle - 1.6, "I ask", "Lie?"),
        (middle + 1.6, x1, "I answer", "I lied"),
    ):
        y = pad.section(left, right, top, text, pad.look.palette.green.base)
        wide = right - left
        xs = [left, left + wide * 0.2, left + wide * 0.4, left + wide * 0.8, right]
        base = y - lettering.cap_mm(SANS, 7)
        for at, head in enumerate(("Card", "Of", "How many", last)):
            pad.label((xs[at] + xs[at + 1]) / 2, base, head, "centre")
        for low in pad.table(xs, base - 1.4, count, pitch):
            for number in range(4):
                x = xs[2] + (xs[3] - xs[2]) * (number + 0.5) / 4
                pad.text(x, low + pitch / 2 - lettering.cap_mm(SANS, 8) / 2, str(number), SANS, 8, None, "centre")


SLIP_MM = (99.0, 142.0)
_OWN_HEAD, _BETWEEN = 9.5, 1.6
_ROW, _LEAST_ROW = 6.8, 5.0
_CELL, _LEAST_CELL = (8.6, 8.2), (5.6, 5.6)


def note_slips(table: Occasion) -> Deck:
    """Return one slip a player, as a deck for `deckpdf`; drawing raises PrintError where a slip is too small."""
    front = drawing(partial(_front, cards=table.cards, hand=2 * int(table.options.each)))
    back = drawing(_back)
    faces = tuple(CardFace(f"notes-{n}", f"Note slip {n}", front, back) for n in range(1, table.players + 1))
    return Deck("liars-lair-notes", "Liar’s Lair: note slips", faces, back, back_turns=False, game="liars-lair")


def _front(pad: Pad, size: Size, *, cards: int, hand: int) -> None:
    x0, x1, foot = INSET_MM, size.width_mm - INSET_MM, INSET_MM
    red = pad.look.palette.red.base
    y = pad.heading(x0, x1, size.height_mm - INSET_MM, "Notes", "liars-lair", red, "Name")
    # Room is shared out: every number of the kit, the own hand, then lines to write on.
    room = y - foot
    across, own_rows, (columns, rows, cell_w, cell_h) = _shares(cards, hand, x1 - x0, room)
    pitch = min(_ROW, (room - rows * cell_h - 6.0 - _OWN_HEAD) / max(1, own_rows))
    if own_rows >= 1:
        y = pad.section(x0, x1, y, "My cards", red) - 1.2
        y = _own(pad, x0, x1, y, own_rows, pitch, across) - 4.0
    y = pad.section(x0, x1, y, "Every card", red, "true or a lie, and who has it")
    xs = [x0 + column * cell_w for column in range(columns + 1)]
    small = 7.0
    for number in range(1, cards + 1):
        row, column = divmod(number - 1, columns)
        pad.text(
            xs[column] + 0.8, y - row * cell_h - 0.8 - lettering.cap_mm(SANS, small), str(number), SANS, small,
            pad.look.palette.black.shade,
        )  # fmt: skip
    _cells(pad, xs, y, rows, cell_h, cards - (rows - 1) * columns)
    y -= rows * cell_h + 3.4
    if y - foot > 16:
        y = pad.section(x0, x1, y, "What I believe", red)
        pad.ruled(x0, x1, y + 2, foot)


def _shares(cards: int, hand: int, width: float, room: float) -> tuple[int, int, tuple[int, int, float, float]]:
    """Share out a slip: how many own cards stand in a row, in how many rows, and the grid of all numbers.

    A large hand gives up the room for what its cards say, and stands three in a row.
    """
    for across in (1, 3):
        own_rows = ceil(hand / across)
        left = room - 6.0 - _OWN_HEAD - own_rows * _LEAST_ROW
        if left >= _LEAST_CELL[1]:
            with suppress(PrintError):
                return across, own_rows, _grid(cards, width, left)
    grid = _grid(cards, width, room - 18)
    return 3, max(0, int((room - grid[1] * grid[3] - 6.0 - _OWN_HEAD) / _LEAST_ROW)), grid


def _grid(cards: int, width: float, height: float) -> tuple[int, int, float, float]:
    """Share out a field among all numbers: columns, rows, and a cell's width and height."""
    if cards <= 0:
        raise PrintError("a note slip needs cards to note")
    fair = int(width / _CELL[0])
    columns = fair - fair % 2
    for count in range(max(2, columns), int(width / _LEAST_CELL[0]) + 1):
        rows = ceil(cards / count)
        if rows * _CELL[1] <= height * 0.62 or count >= int(width / _LEAST_CELL[0]):
            columns = count
            break
    rows = ceil(cards / columns)
    cell_h = min(_CELL[1], height / rows)
    if cell_h < _LEAST_CELL[1] - 1e-9:
        raise PrintError(f"a note slip has no room for {cards} numbers: print the slips on larger paper")
    return columns, rows, width / columns, cell_h


def _cells(pad: Pad, xs: list[float], top: float, rows: int, pitch: float, last: int) -> None:
    """Rule the cells; the last row ends with the last number."""
    if rows > 1:
        pad.shape(lines(xs, [top - row * pitch for row in range(rows)]), None, LINE, 0.35, cap="butt")
    low = top - (rows - 1) * pitch
    pad.shape(lines(xs[: last + 1], [low, low - pitch]), None, LINE, 0.35, cap="butt")


def _own(pad: Pad, x0: float, x1: float, top: float, rows: int, pitch: float, across: int) -> float:
    """Rule a place for every card of the hand: its number, true or a lie, and what is worth remembering."""
    wide = (x1 - x0 + _BETWEEN) / across
    foot = top
    for at in range(across):
        left, right = x0 + at * wide, x0 + (at + 1) * wide - _BETWEEN
        ticks = (left + 15.5, left + 24.5)
        for x, text in zip((left + 5.5, *ticks), ("No.", "True", "Lie"), strict=True):
            pad.label(x, top - lettering.cap_mm(SANS, 7), text, "centre")
        xs = [left, left + 11, left + 20, right] if across > 1 else [left, left + 11, left + 20, left + 29, right]
        if across == 1:
            pad.label(left + 31, top - lettering.cap_mm(SANS, 7), "What it says, and who holds its rival")
        below = pad.table(xs, top - 3.4, rows, pitch)
        for y in below:
            for x in ticks:
                pad.tick_box(x, y + pitch / 2, min(3.4, pitch - 2))
        foot = below[-1]
    return foot


def _back(pad: Pad, size: Size) -> None:
    """The other side: who played and took what, round by round."""
    x0, x1, foot = INSET_MM, size.width_mm - INSET_MM, INSET_MM
    red = pad.look.palette.red.base
    y = pad.heading(x0, x1, size.height_mm - INSET_MM, "Who played what", "liars-lair", red)
    wide = x1 - x0
    xs = [x0, x0 + 9, x0 + 9 + wide * 0.2, x0 + 9 + wide * 0.36, x0 + 9 + wide * 0.52, x1]
    base = y - lettering.cap_mm(SANS, 7)
    heads = ("Rd", "Who", "Played", "Took back")
    for at, text in enumerate(heads):
        pad.label((xs[at] + xs[at + 1]) / 2, base, text, "centre")
    pad.label(xs[4] + 2, base, "What I think")
    rows = int((base - 1.6 - foot - 5) / 6.2)
    below = pad.table(xs, base - 1.6, rows, 6.2)
    pad.text(
        (x0 + x1) / 2,
        foot,
        "Nobody may ask to see it, and nobody has to believe it.",
        SERIF_ITALIC,
        8.4,
        None,
        "centre",
    )
    del below


SCORES_PAD_MM = (142.0, 198.0)
PADS = 2
LEAST_ROW_MM, LEAST_COLUMN_MM = 5.4, 17.0
HEADS = ("Bid", "Won", "Points")
SHARES = (0.0, 0.26, 0.56, 1.0)  # where each begins and the last one ends, of a player's column
BETWEEN_HEADS_MM = 0.9


def score_pads(wish: Occasion) -> Deck:
    """Return two score pads for this table, as a deck for `deckpdf`; their backs are pads too.

    Drawing raises PrintError where a pad would be too small to write in.
    """
    from referee.core.setup import seated
    from referee.games.lizard import GAME
    from referee.games.lizard.state import RIGHT, TRICK, last_round

    rounds = last_round(seated(GAME, wish.players, wish.options))
    text = f"Right: {RIGHT}, and {TRICK} for each trick won.  Wrong: −{TRICK} for each trick of difference."
    draw = drawing(partial(_scores_pad, players=wish.players, rounds=rounds, text=text))
    faces = tuple(CardFace(f"score-pad-{n}", f"Score pad {n}", draw) for n in range(1, PADS + 1))
    return Deck("lizard-scores", "Lizard: score pad", faces, draw, back_turns=False, game="lizard")


def _scores_pad(pad: Pad, size: Size, *, players: int, rounds: int, text: str) -> None:
    x0, x1, foot = INSET_MM, size.width_mm - INSET_MM, INSET_MM
    green = pad.look.palette.green.base
    y = pad.heading(x0, x1, size.height_mm - INSET_MM, "Score", "lizard", green, "Date")
    round_w, trump_w = 10.6, 10.6
    left = x0 + round_w + trump_w
    column = (x1 - left) / players
    top = y - 13.0
    low = foot + 6.0
    pitch = min(9.4, (top - low) / (rounds + 1))
    if pitch < LEAST_ROW_MM or column < LEAST_COLUMN_MM:
        raise PrintError(
            f"a score pad of {size.width_mm:.0f} × {size.height_mm:.0f} mm has no room for {players} players and"
            f" {rounds} rounds: take larger paper"
        )
    base = top + 1.2
    pad.label(x0 + round_w / 2, base, "Round", "centre")
    pad.label(x0 + round_w + trump_w / 2, base, "Trump", "centre")
    bottom = top - rounds * pitch
    rooms = [column * (end - begin) - BETWEEN_HEADS_MM for begin, end in pairwise(SHARES)]
    size_pt = label_size(HEADS, rooms)
    for player in range(players):
        x = left + player * column
        shares = [x + column * share for share in SHARES]
        # the name stands over all three
        pad.line(x + 1.5, top + 6.2, x + column - 1.5, top + 6.2, 0.4, LINE)
        for at, head in enumerate(HEADS):
            pad.label((shares[at] + shares[at + 1]) / 2, base, head, "centre", size_pt=size_pt)
        if player % 2 == 0 and not pad.look.low:
            pad.shape(rect(x, bottom, column, top - bottom), pad.look.palette.panel)
        for x1_ in shares[1:3]:
            pad.line(x1_, top, x1_, bottom, 0.3, LINE)
    _rows(pad, x0, x0 + round_w, x1, top, rounds, pitch, green)
    for x in (x0 + round_w, *(left + player * column for player in range(players + 1))):
        end = bottom if x < left - 0.1 else bottom - pitch
        pad.line(x, top, x, end, 0.35 if x < left - 0.1 else 0.7)
    for y in (top, bottom, bottom - pitch):
        pad.line(x0 if y > bottom - 1 else left, y, x1, y, 0.9 if y == bottom else 0.7)
    cap = lettering.cap_mm(SANS_BOLD, 7.4)
    pad.text(left - 2, bottom - pitch / 2 - cap / 2, "TOTAL", SANS_BOLD, 7.4, None, "right", track=100)
    pad.text((x0 + x1) / 2, foot, text, SERIF_ITALIC, 8.6, None, "centre")


def _rows(pad: Pad, x0: float, x_round: float, x1: float, top: float, rounds: int, pitch: float, colour: str) -> None:
    """Number the rounds and rule them."""
    for number in range(1, rounds + 1):
        y = top - number * pitch
        if number < rounds:
            pad.line(x0, y, x1, y, 0.35, LINE)
        size = 9.4
        middle = (x0 + x_round) / 2
        base = y + pitch / 2 - lettering.cap_mm(SANS_SEMIBOLD, size) / 2
        if number == rounds:
            shape = lozenge(middle, y + pitch / 2, 3.4, pitch / 2 - 0.5)
            pad.shape(
                shape,
                None if pad.look.low else legible(colour, pad.look.palette.ink, (WHITE,)),
                pad.look.palette.ink if pad.look.low else None,
                0.5,
                join="mitre",
            )
        fill = WHITE if number == rounds and not pad.look.low else None
        pad.text(middle, base, str(number), SANS_SEMIBOLD, size, fill, "centre")
