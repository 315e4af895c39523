"""Liars' Guess: a deduction pad: a box for every card, a ring for every combination, a row for every answer."""

from __future__ import annotations

from functools import partial

from cardgen.art.shapes import COLOURS, shape_path
from cardgen.decks.model import CardFace, Deck
from cardgen.errors import PrintError
from cardgen.extras.occasion import Occasion
from cardgen.extras.pads.pad import INSET_MM, Pad, drawing
from cardgen.pdf import fonts as lettering
from cardgen.pdf.drawing import Size
from cardgen.pdf.fonts import SANS, SANS_SEMIBOLD
from cardgen.pdf.path import rect
from cardgen.pdf.theme import WHITE, Tone
from referee.core import cards

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
