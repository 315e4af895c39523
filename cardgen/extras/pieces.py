"""Pieces to cut out: bet cards, chips, and markers for the river (the row of open cards)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from math import cos, radians, sin
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.art.backs import draw_chips
from cardgen.art.signs import blocks_path, draw_eye, draw_sign
from cardgen.decks import CardFace, Deck
from cardgen.layout import CardSize, SheetOptions
from cardgen.pages.engine import shrunk
from cardgen.pdf import type as fonts
from cardgen.pdf.ink import Size
from cardgen.pdf.path import Outline, ellipse, lozenge, poly, rect, segment
from cardgen.pdf.theme import LARGE, WHITE, Tone, legible
from cardgen.pdf.type import SANS_BOLD, SANS_SEMIBOLD, SERIF_SEMIBOLD, SMALLEST_PT
from cardgen.spec import KitSpec
from liarsdeck.language import later, say

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink


W, H = 63.5, 88.9
TONES = ("red", "blue", "green", "yellow")
_SUN = 17.0
_THICK = 3.9  # of a lying chip

Picture = Callable[["Ink", Tone], None]


def bet_cards(spec: KitSpec) -> Deck:
    """Return a deck with six bet cards in the colour of each player: three bets, fold, trust and suspect."""
    bets = spec.options.bets
    faces = (
        (later("large"), _pile(4), bets.large),
        (later("middle"), _pile(3), bets.middle),
        (later("small"), _pile(1), bets.small),
        (later("Fold"), _picture("bet-fold"), ()),
        (later("Trust"), _picture("bet-trust"), ()),
        (later("Suspect"), _picture("bet-suspect"), ()),
    )
    cards = tuple(
        CardFace(
            f"{word.lower()}-{seat + 1}",
            f"{word.capitalize()}, player {seat + 1}",
            partial(_bet, word=word, picture=picture, amounts=tuple(amounts), tone=TONES[seat % len(TONES)]),
        )
        for seat in range(spec.players)
        for word, picture, amounts in faces
    )
    title = say("{game}: {what}", game=spec.title, what=say("bet cards"))
    return Deck(f"{spec.game}-bets", title, cards, draw_chips, game=spec.game)


def _bet(ink: Ink, size: Size, *, word: str, picture: Picture, amounts: tuple[int, ...], tone: str) -> None:
    """Draw a bet card: its word, its picture on a panel, and below what the bet is worth in each turn.

    `word` is in English and is translated. `amounts` has what the bet is worth, turn by turn; () for a card that is no
    bet. `tone` is the name of the player's colour in the palette.
    """
    k = size.scale
    ink.draw(size.ground, ink.paper)
    with ink.at((size.width_mm - W * k) / 2, (size.height_mm - H * k) / 2, 0, k):
        shades: Tone = getattr(ink.palette, tone)
        _panel(ink, shades, picture, foot=20.0 if amounts else 6.0)
        _word(ink, say(word), shades)
        small = max(7.0, SMALLEST_PT / k)
        width = (W - 16) / max(1, len(amounts))
        for at, amount in enumerate(amounts):
            turn = say("TURN {n}", n=at + 1)
            if fonts.width_mm(turn, SANS_BOLD, small, 70) >= width - 2:  # on the smallest cards
                turn = f"{turn[0]}{at + 1}"
            x = 8 + (at + 0.5) * width
            ink.text(x, 11.0, str(amount), ink.theme.fonts.indices, 17, None, "centre")
            ink.text(x, 7.3 - (small - 7.0) * 0.2, turn, SANS_BOLD, small, None, "centre", track=70)
            if at:
                ink.line(8 + at * width, 7.6, 8 + at * width, 15.2, 0.4)


def _word(ink: Ink, word: str, tone: Tone) -> None:
    """Draw the word of a bet card above the panel, between two lozenges in the colour `tone`."""
    y, font, text = H - 14.6, ink.theme.fonts.title, word.upper()
    size = shrunk(text, font, 19.0, W - 24, track=50, step=0.25)
    ink.text(W / 2, y, text, font, size, None, "centre", track=50)
    half = fonts.width_mm(text, font, size, 50) / 2
    middle = y + fonts.cap_mm(font, size) / 2
    for side in (-1, 1):
        shape = lozenge(W / 2 + side * (half + 4.2), middle, 1.1, 1.55)
        ink.draw(shape, None if ink.low else tone.base, ink.black if ink.low else None, 0.5, join="mitre")


def _panel(ink: Ink, tone: Tone, picture: Picture, *, foot: float) -> None:
    left, right, top = 6.0, W - 6.0, H - 19.0
    edge = rect(left, foot, right - left, top - foot, 2.4)
    x, y = W / 2, (top + foot) / 2
    with ink.clip(edge):
        if ink.low:
            ink.draw(ellipse(x, y, _SUN), None, ink.black, 0.4)
        else:
            ink.draw(edge, tone.tint)
            rays = Outline()
            for i in range(36):
                a, c = radians(i * 10 - 2.5), radians(i * 10 + 2.5)
                rays += poly([(x, y), (x + 80 * cos(a), y + 80 * sin(a)), (x + 80 * cos(c), y + 80 * sin(c))])
            ink.draw(rays, tone.ray)
            ink.draw(ellipse(x, y, _SUN + 1.8), tone.tint)
            ink.draw(ellipse(x, y, _SUN), ink.palette.sun, tone.shade, 0.5)
    ink.draw(edge, None, ink.black, 0.8)
    with ink.at(x, y):
        picture(ink, tone)


# --- pictures, about the origin, inside a circle of 17 mm


def _sign(ink: Ink, name: str, tone: Tone) -> None:
    draw_sign(ink, name, tone.base, shade=tone.shade, halo=tone.tint, ground=tone.ray)


def _picture(name: str) -> Picture:
    return lambda ink, tone: _sign(ink, name, tone)


def _pile(count: int) -> Picture:
    """Return the picture of a pile of `count` chips, seen from slightly above."""

    def draw(ink: Ink, tone: Tone) -> None:
        y = -(count * _THICK) / 2 - 0.4
        for at in range(count + 1):
            with ink.at(0, y + at * _THICK):
                _sign(ink, "chip-side" if at < count else "chip-top", tone)

    return draw


RADIUS_MM = 19.05
"""Half of an inch and a half: the size of a common circle punch."""
_CHIP_FOOT = (
    later("Punch the chips out (38 mm),"), later("or cut round each rim."), later("Firmer: glue on card first."),
)  # fmt: skip
_CHIP_BLEED_MM = 0.6
# The smallest first: of each no more than so many, as long as larger ones can make the rest.
LADDER = ((10, 5), (20, 5), (50, 3), (100, 5), (500, 4), (1000, 5), (5000, 4), (10_000, 10))
_CHANGE = (5, 1)
_CHIP_TONES = {1: "black", 5: "yellow", 10: "blue", 20: "green", 50: "red", 100: "black", 500: "blue", 1000: "green"}


_SPOTS = {1: 2, 5: 3, 10: 4, 20: 5, 50: 6, 100: 8, 500: 10, 1000: 12, 5000: 14, 10_000: 16}
"""How many blocks are on a chip's rim, by value: they can be counted without colour."""


def chip_counts(chips: int) -> dict[int, int]:
    """Return the number of chips by their value, largest first, for a player whose chips are worth `chips` in total.

    There are enough of each small value to pay bets without change.
    """
    counts: dict[int, int] = {}
    rest = chips
    for value, most in LADDER:
        counts[value] = min(most, rest // value)
        rest -= value * counts[value]
    for value in (*(value for value, _ in reversed(LADDER)), *_CHANGE):
        more, rest = divmod(rest, value)
        counts[value] = counts.get(value, 0) + more
    return {value: counts[value] for value in sorted(counts, reverse=True) if counts[value]}


def chip_deck(spec: KitSpec) -> Deck:
    """Return a deck of the chips of all players; `chip_sheet` returns the options to print them with."""
    faces: list[CardFace] = []
    for value, count in chip_counts(int(spec.options.chips)).items():
        draw, back = partial(_chip_front, value=value), partial(_chip_back, value=value)
        faces += [CardFace(f"chip-{value}", f"Chip {value}", draw, back)] * (count * spec.players)
    cards, title = tuple(faces), say("{game}: {what}", game=spec.title, what=say("chips"))
    foot = tuple(map(say, _CHIP_FOOT))
    return Deck(f"{spec.game}-chips", title, cards, faces[0].draw, game=spec.game, foot=foot)


def chip_sheet(spec: KitSpec) -> SheetOptions:
    """Return the sheet options for chips: each in its own square, with a ring to cut along instead of cut marks."""
    return replace(spec.sheet, card=CardSize("chip", 39.4, 39.4), gap_mm=0.0, marks="none")


def _disc(ink: Ink, value: int) -> Tone:
    """Draw a chip about the origin, except what is in its middle; return the chip's colour.

    `value` decides on the colour, and on how many blocks are on the rim.
    """
    name, spots = _CHIP_TONES.get(value, "red"), _SPOTS[value]
    tone: Tone = getattr(ink.palette, name)
    r = RADIUS_MM
    if ink.low:
        ink.draw(blocks_path(0, 0, r - 1.2, 0.8, spots), None, ink.black, 0.5)
        ink.draw(ellipse(0, 0, r - 1.2), None, ink.black, 0.9)
        ink.draw(ellipse(0, 0, r * 0.68), None, ink.black, 0.6)
        return tone
    ink.draw(ellipse(0, 0, r + _CHIP_BLEED_MM), tone.base)
    ink.draw(blocks_path(0, 0, r + _CHIP_BLEED_MM, 0.79, spots), ink.palette.paper)
    for i in range(spots):
        a = 360 / spots * (i + 0.5)
        mark = lozenge(0, 0, 0.8, 1.4).at(r * 0.885 * cos(radians(a)), r * 0.885 * sin(radians(a)), turn=a - 90)
        ink.draw(mark, ink.black if name == "yellow" else ink.palette.yellow.base)
    ink.draw(ellipse(0, 0, r * 0.76), ink.palette.paper)
    ink.draw(ellipse(0, 0, r * 0.72), None, tone.base, 1.4)
    ink.draw(ellipse(0, 0, r * 0.665), None, tone.base, 0.4)
    return tone


def _chip_front(ink: Ink, size: Size, *, value: int) -> None:
    with ink.at(size.width_mm / 2, size.height_mm / 2):
        tone = _disc(ink, value)
        text, font = str(value), ink.theme.fonts.label
        points = shrunk(text, font, 34.0, 17.5)
        dark = ink.low or _CHIP_TONES.get(value) == "yellow"
        colour = ink.black if dark else legible(tone.base, ink.black, (ink.palette.paper,), LARGE)
        ink.text(0, -fonts.cap_mm(font, points) / 2, text, font, points, colour, "centre")
        for side in (-1, 1):
            ink.draw(lozenge(0, side * RADIUS_MM * 0.5, 0.75, 1.05), ink.black if ink.low else colour)
        ink.draw(ellipse(0, 0, RADIUS_MM + 0.05), None, "#737373" if ink.low else ink.black, 0.3)


def _chip_back(ink: Ink, size: Size, *, value: int) -> None:
    with ink.at(size.width_mm / 2, size.height_mm / 2):
        tone = _disc(ink, value)
        white, iris = (WHITE, WHITE) if ink.low else (ink.palette.paper, ink.palette.yellow.base)
        if not ink.low:
            dark = tone.shade if _CHIP_TONES.get(value) == "yellow" else tone.base
            ink.draw(ellipse(0, 0, RADIUS_MM * 0.62), dark)
        draw_eye(ink, 0, 0, 1.7, white, iris)


_MARKERS_FOOT = (
    later("Cut along the marks,"), later("fold across the middle, print outside,"),
    later("and stand it before its card."),
)  # fmt: skip


def river_markers(spec: KitSpec) -> Deck:
    """Return a deck of markers for the river (the row of open cards): one for each place, one for who goes first.

    They are folded to tents, and printed on `marker_sheet`.
    """
    faces = [
        CardFace(f"river-{number}", f"River, place {number}", partial(_tent, slope=partial(_place, number=number)))
        for number in range(1, int(spec.options.river) + 1)
    ]
    faces.append(CardFace("first", "Goes first", partial(_tent, slope=_first)))
    cards, title = tuple(faces), say("{game}: {what}", game=spec.title, what=say("river markers"))
    return Deck(f"{spec.game}-markers", title, cards, _nothing, game=spec.game, foot=tuple(map(say, _MARKERS_FOOT)))


def marker_sheet(spec: KitSpec) -> SheetOptions:
    """Return the sheet options for river markers, folded to tents: as wide as a poker card, printed on one side."""
    marks = "corners" if spec.sheet.marks == "lines" else spec.sheet.marks
    return replace(spec.sheet, card=CardSize("tent", 63.5, 52.0), gap_mm=0.0, sides="fronts", marks=marks)


def _nothing(ink: Ink, size: Size) -> None:
    """Draw nothing: the inside of a tent."""


def _tent(ink: Ink, size: Size, *, slope: Callable[[Ink], None]) -> None:
    """Draw a marker to be folded: both slopes, the far one upside down, and a tick at each end of the fold.

    `slope` draws what is on a slope about the middle of that slope. A ruler is laid on the ticks to score the fold.
    """
    w, h = size.width_mm, size.height_mm
    for x, y, turn in ((0.0, 0.0, 0.0), (w, h, 180.0)):
        with ink.at(x, y, turn) if turn else nullcontext():
            _split(ink, w, h / 2)
            with ink.at(w / 2, h / 2 / 2):
                slope(ink)
    for a, b in ((0.0, 3.0), (w - 3.0, w)):
        ink.draw(segment(a, h / 2, b, h / 2), None, ink.black if ink.low else ink.paper, 0.5, cap="butt")


def _place(ink: Ink, *, number: int) -> None:
    ink.draw(lozenge(0, 0, 9.2, 11.0), ink.paper, ink.black, 0.9, join="mitre")
    ink.draw(lozenge(0, 0, 7.9, 9.45), None, ink.black, 0.4, join="mitre")
    ink.text(0, -fonts.cap_mm(SANS_SEMIBOLD, 25) / 2, str(number), SANS_SEMIBOLD, 25, None, "centre")


def _first(ink: Ink) -> None:
    shape = poly([(-27, 0), (-21.5, 8.2), (21.5, 8.2), (27, 0), (21.5, -8.2), (-21.5, -8.2)])
    ink.draw(shape, ink.paper, ink.black, 0.9, join="mitre")
    inner = poly([(-25.3, 0), (-20.8, 6.9), (20.8, 6.9), (25.3, 0), (20.8, -6.9), (-20.8, -6.9)])
    ink.draw(inner, None, ink.black, 0.4, join="mitre")
    first, rule = say("Goes first"), say("NO ATTACK ON THE FIRST TURN")
    ink.text(0, 0.2, first, SERIF_SEMIBOLD, 17, None, "centre")
    ink.text(0, -4.2, rule, SANS_BOLD, 7, None, "centre", track=40)


def _split(ink: Ink, w: float, h: float) -> None:
    """Draw a slope of a tent, `w` × `h` mm: red left of a slanting line, dark right of it, with lozenges."""
    b, slant = 3.0, 4.0
    if not ink.low:
        left = [(-b, -b), (w / 2 - slant, -b), (w / 2 + slant, h), (-b, h)]
        right = [(w / 2 - slant, -b), (w + b, -b), (w + b, h), (w / 2 + slant, h)]
        ink.draw(poly(left), ink.palette.red.base)
        ink.draw(poly(right), ink.black)
    for at in (0.19, 0.81):
        for y, rx in ((0.5, 2.0), (0.24, 0.9), (0.76, 0.9)):
            shape = lozenge(w * at, h * y, rx, rx * 1.4)
            line = ink.black if ink.low else ink.paper
            ink.draw(shape, None if ink.low or rx > 1 else ink.paper, line, 0.6, join="mitre")
