"""Liar's Lair: a slip for every player's pencil: the own cards, every number of the kit, and who played what."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from math import ceil

from cardgen.decks.model import CardFace, Deck
from cardgen.errors import PrintError
from cardgen.extras.occasion import Occasion
from cardgen.extras.pads.pad import INSET_MM, LINE, Pad, drawing, lines
from cardgen.pdf import fonts as lettering
from cardgen.pdf.drawing import Size
from cardgen.pdf.fonts import SANS, SERIF_ITALIC

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
