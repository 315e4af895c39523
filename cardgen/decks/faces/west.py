"""West and its larger decks: one to four large shapes in one of five colours, repeated in the corners.

A card is named by colour, shape and number: `rc1` is the red circle 1. West has 27 cards: three colours, shapes and
numbers; the decks of 64 and 125 add a fourth and a fifth of each. On these, a mark on the lower edge names the smallest
deck that has the card.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from cardgen.art.shapes import COLOURS, SHAPE_NAMES, SHAPES, draw_shape, draw_small_shape, tone
from cardgen.art.standard import FAN_MM, Indices, draw_corners, draw_rank, index_scale
from cardgen.decks import CardFace, Deck
from cardgen.decks.faces.standard import LEAST
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Size
from cardgen.pdf.path import POINTS_PER_MM, ellipse, lozenge
from cardgen.pdf.type import SANS_SEMIBOLD, SMALLEST_PT

if TYPE_CHECKING:
    from cardgen.decks import DeckOptions
    from cardgen.pdf.ink import Ink

NUMBERS = "1234?"
QUESTION = "?"
DECKS = {"west": (3, "West"), "triple-4": (4, "Triple Topper 4×4×4"), "triple-5": (5, "Triple Topper 5×5×5")}

# A shape's size, and where each lies from the card's centre (millimetres on a poker card).
LAYOUTS: dict[str, tuple[float, list[tuple[float, float]]]] = {
    "1": (39, [(0, 0)]),
    "2": (31, [(0, 16.9), (0, -16.9)]),
    "3": (22.4, [(0, 25.6), (0, 1.4), (0, -22.8)]),
    "4": (22.0, [(0, 25.6), (-15.4, 1.4), (15.4, 1.4), (0, -22.8)]),
    "?": (39, [(0, 0)]),
}


class WestCorner(NamedTuple):
    """The places and sizes of the number, the small shape and the colour's letter in a corner of a poker card.

    `centre` is the distance of their common middle from the card's side, and `down` that of the number from the top, in
    mm. `type_pt` is the type size of the number in points. `shape` is the height of the shape, and `shape_down` is how
    far its middle lies below the number's baseline, in mm. `letter_pt` is the type size of the letter in points, and
    `letter_down` is how many mm its baseline lies below the number's.
    """

    centre: float = 7.2
    down: float = 5.8
    type_pt: float = 25.0
    shape: float = 4.8
    shape_down: float = 4.0
    letter_pt: float = 9.5
    letter_down: float = 10.1


CORNERS: dict[str, WestCorner] = {"normal": WestCorner(), "jumbo": WestCorner(8.2, 5.4, 34.0, 6.4, 5.2, 12.5, 13.2)}
EDGE = 0.25  # of a small shape, its outline
JUMBO_TRIANGLE = 0.9  # large corners need room beside a triangle's foot
MARK_PT, MARK_UP, MARK_TRACK = 7.0, 4.4, 140


class Question(NamedTuple):
    """The size and place of the question mark in the large shape of a card, for a poker card.

    `size_pt` is the type size in points. `up` is how many mm the question mark stands above the shape's middle
    (negative: below it). The question mark stands on an oval if `round` is true, else on a lozenge.
    """

    size_pt: float = 58.0
    up: float = 0.0
    round: bool = False


QUESTIONS = {
    "c": Question(),
    "h": Question(44.0, -3.9, round=True),
    "t": Question(41.8, -3.4, round=True),
    "s": Question(),
    "o": Question(52.0, -0.5, round=True),
}


def make(options: DeckOptions) -> Deck:
    """Make the deck that `options.name` names: west (27 cards), triple-4 (64) or triple-5 (125)."""
    from cardgen.art.backs import draw_weave

    count, title = DECKS[options.name]
    faces = tuple(
        CardFace(
            f"{colour}{shape}{number}",
            f"{COLOURS[colour]} {SHAPE_NAMES[shape]} {number}".capitalize(),
            partial(draw_card, colour=colour, shape=shape, number=number, indices=options.indices, marked=count > 3),
        )
        for colour in list(COLOURS)[:count]
        for shape in SHAPES[:count]
        for number in NUMBERS[:count]
    )
    game = "liars-guess" if options.name == "west" else ""
    return Deck(options.name, title, faces, draw_weave, True, game, LEAST)


def mark(colour: str, shape: str, number: str) -> str:
    """Return which is the smallest of the three decks that has this card: `3×3×3`, `4×4×4` or `5×5×5`.

    `colour` is r, y, g, b or k, `shape` is c, h, t, s or o, and `number` is 1 to 4 or `?` (the fifth number).
    """
    most = 1 + max(list(COLOURS).index(colour), SHAPES.index(shape), NUMBERS.index(number))
    return "×".join([str(max(3, most))] * 3)


def draw_card(
    ink: Ink, size: Size, *, colour: str, shape: str, number: str, indices: Indices = "normal", marked: bool = True
) -> None:
    """Draw one card's face.

    `colour` is r, y, g, b or k, `shape` is c, h, t, s or o, and `number` is 1 to 4 or `?`, the fifth number. `indices`
    is the size of the corners. With `marked`, the lower edge has the size of the smallest deck with this card, such as
    `4×4×4`.
    """
    ink.draw(size.ground, ink.paper)
    k, middle_x, middle_y = size.scale, size.width_mm / 2, size.height_mm / 2
    across, places = LAYOUTS[number]
    lift = 0.3 if shape == "t" else 0.0
    if shape == "t" and indices == "jumbo":
        across *= JUMBO_TRIANGLE
    for x, y in places:
        draw_shape(ink, shape, colour, middle_x + x * k, middle_y + (y + lift) * k, across * k)
    if number == QUESTION:  # it stands on a flat ground: a lozenge or an oval, clear of the shape's pattern
        at, font = QUESTIONS[shape], ink.theme.fonts.label
        size_pt, y = at.size_pt * k, middle_y + at.up * k
        mm, shades = size_pt / POINTS_PER_MM, tone(ink, colour)
        plate = ellipse(middle_x, y, 0.36 * mm, 0.5 * mm) if at.round else lozenge(middle_x, y, 0.42 * mm, 0.62 * mm)
        ground, line = (ink.paper, shades.shade) if ink.low else (shades.base, ink.paper)
        ink.draw(plate, ground, line, 0.5, join="mitre")
        base = y - lettering.cap_mm(font, size_pt) / 2
        pale = colour == "y" or ink.low
        ink.text(middle_x, base, "?", font, size_pt, ink.black if pale else ink.paper, "centre")

    draw_index(ink, size, colour=colour, shape=shape, number=number, indices=indices)
    if marked:  # the deck's mark between two small lozenges on the lower edge
        text, font = mark(colour, shape, number), ink.theme.fonts.indices
        size_pt, y = max(MARK_PT, MARK_PT * k), max(MARK_UP * k, 3.4)
        ink.text(middle_x, y, text, font, size_pt, ink.black, "centre", track=MARK_TRACK)
        half = lettering.width_mm(text, font, size_pt, MARK_TRACK) / 2
        middle = y + lettering.cap_mm(font, size_pt) / 2
        for side in (-1, 1):
            ink.draw(lozenge(middle_x + side * (half + 2), middle, 0.6, 0.85), ink.black)


def draw_index(ink: Ink, size: Size, *, colour: str, shape: str, number: str, indices: Indices) -> None:
    """Draw number, small shape and the colour's letter in the upper left and, turned, the lower right corner.

    `colour` is r, y, g, b or k, `shape` is c, h, t, s or o, and `number` is 1 to 4 or `?`. `indices` is the size of the
    corners.
    """
    m, c = CORNERS[indices], index_scale(size, indices)
    cap = lettering.cap_mm(SANS_SEMIBOLD, m.type_pt)
    letter = "K" if colour == "k" else COLOURS[colour][0].upper()

    def corner(ink: Ink) -> None:
        x, base = min(m.centre * c, FAN_MM - (m.shape / 2 + EDGE) * c), size.height_mm - (m.down + cap) * c
        draw_rank(ink, number, x, base, m.type_pt * c, ink.black)
        draw_small_shape(ink, shape, colour, x, base - m.shape_down * c, m.shape * c)
        letter_pt = max(m.letter_pt * c, SMALLEST_PT)
        ink.text(x, base - m.letter_down * c, letter, ink.theme.fonts.label, letter_pt, ink.black, "centre")

    draw_corners(ink, size, corner)
