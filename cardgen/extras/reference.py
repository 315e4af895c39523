"""Pictograms of the phases on reference cards, each about its middle, in a field of 5.6 mm."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from cardgen.art.icons import draw_icon
from cardgen.art.shapes import shape_path, suit_path
from cardgen.book.blocks import blocks
from cardgen.book.text import Element, Measure, TextFace, TextLine, break_lines, line_marks, read
from cardgen.decks.model import CardFace, Deck
from cardgen.errors import PrintError
from cardgen.extras.occasion import Occasion
from cardgen.layout import CARDS, CardSize, SheetOptions
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Drawing, Look, Mark, PictureMark, Shape, Size, Text, draw, moved
from cardgen.pdf.path import Outline, ellipse, lozenge, poly, rect, segment, star
from cardgen.pdf.theme import WHITE
from cardgen.pdf.type import TooWide
from referee.books import rulebook
from referee.books.text import parse

if TYPE_CHECKING:
    from markdown_it.token import Token

    from cardgen.pdf.ink import Ink
    from factbank.factfile import Facts


HALF = 2.8
"""Half the height of a pictogram, in millimetres."""


def pictogram(name: str, look: Look) -> list[Mark]:
    """Return a pictogram's marks: one of those below, or a motif of the decks. Raises KeyError for neither."""
    return PICTOGRAMS[name](look) if name in PICTOGRAMS else [_motif(name, look)]


def _motif(name: str, look: Look) -> Mark:
    colour = (
        look.palette.ink
        if look.low
        else {"lizard": look.palette.green.base, "snake": look.palette.red.base}.get(name, look.accent)
    )
    return PictureMark(0, 0, 0, 0, partial(draw_icon, name=name, x=0, y=0, size=5.2, colour=colour, ground=look.blank))


def _card(look: Look, x: float = 0, y: float = 0) -> Shape:
    return Shape(rect(-1.6, -2.2, 3.2, 4.4, 0.4).at(x, y), look.blank, look.palette.ink, 0.6, join="round")


def _head(look: Look, x: float, y: float, way: int, size: float = 1.1) -> Shape:
    """An arrow's head at (x, y): up for 1, down for -1."""
    return Shape(poly([(x, y), (x - size, y - way * size * 1.1), (x + size, y - way * size * 1.1)]), look.palette.ink)


def _play(look: Look) -> list[Mark]:
    """A card on its way to the table."""
    return [
        _card(look, 0, 0.7),
        Shape(lozenge(0, 0.9, 0.7, 1.0), look.palette.ink if look.low else look.accent),
        Shape(segment(-2.6, -2.5, 2.6, -2.5), None, look.palette.ink, 0.9, "round"),
    ]


def _take(look: Look) -> list[Mark]:
    """A card on its way into the hand."""
    return [
        _card(look, -1.0, -0.3),
        Shape(segment(1.7, -2.4, 1.7, 1.6), None, look.palette.ink, 0.9, "round"),
        _head(look, 1.7, 2.6, 1),
    ]


def _speak(look: Look, sign: str = "!") -> list[Mark]:
    """A bubble."""
    size = 10.0
    return [
        Shape(rect(-2.7, -1.5, 5.4, 4.2, 1.2), look.blank, look.palette.ink, 0.6, join="round"),
        Shape(poly([(-1.5, -1.42), (-2.0, -2.9), (0.2, -1.42)]), look.blank, look.palette.ink, 0.6, join="round"),
        Shape(rect(-1.45, -1.52, 1.5, 0.5), look.blank),
        Text(0, 0.6 - lettering.cap_mm(lettering.SANS_BOLD, size) / 2, sign, lettering.SANS_BOLD, size,
             look.palette.ink if look.low else look.accent_type, "centre"),
    ]  # fmt: skip


def _hidden(look: Look) -> list[Mark]:
    """A card face down, and nobody knows which."""
    size, cover = 9.0, WHITE if look.low else look.accent_type
    return [
        Shape(rect(-1.9, -2.7, 3.8, 5.4, 0.5), cover, look.palette.ink, 0.6, join="round"),
        Text(0, -lettering.cap_mm(lettering.SANS_BOLD, size) / 2, "?", lettering.SANS_BOLD, size,
             look.reversed, "centre"),
    ]  # fmt: skip


def _swap(look: Look) -> list[Mark]:
    """Two arrows that pass each other."""
    marks: list[Mark] = []
    for y, way in ((1.1, 1), (-1.1, -1)):
        tip = 2.6 * way
        marks += [
            Shape(segment(-tip, y, tip - way, y), None, look.palette.ink, 1.0, "round"),
            Shape(poly([(tip, y), (tip - 1.5 * way, y + 0.95), (tip - 1.5 * way, y - 0.95)]), look.palette.ink),
        ]
    return marks


def _suits(look: Look) -> list[Mark]:
    """A red and a black card."""
    marks: list[Mark] = []
    for x, suit, tone in (
        (-1.2, "s", look.palette.ink),
        (1.2, "h", look.palette.ink if look.low else look.palette.red.base),
    ):
        marks += [_card(look, x, 0), Shape(suit_path(suit, x, 0, 2.2), tone)]
    return marks


def _trump(look: Look) -> list[Mark]:
    """A card whose suit counts."""
    return [_card(look), Shape(suit_path("h", 0, 0, 2.6), look.palette.ink if look.low else look.palette.red.base)]


def _west(look: Look) -> list[Mark]:
    """A card of West, shown."""
    tone = look.palette.ink if look.low else look.palette.red.base
    return [_card(look), Shape(shape_path("c", 0, 0, 2.3), tone, look.palette.ink, 0.4)]


def _number(look: Look) -> list[Mark]:
    """A number that is said or written down."""
    size = 10.0
    return [
        Shape(rect(-2.3, -2.4, 4.6, 4.8, 0.4), look.blank, look.palette.ink, 0.6, join="round"),
        Text(0, -lettering.cap_mm(lettering.SANS_BOLD, size) / 2, "2", lettering.SANS_BOLD, size,
             look.palette.ink if look.low else look.accent_type, "centre"),
    ]  # fmt: skip


def _sum(look: Look) -> list[Mark]:
    """Points: plus and minus."""
    lines = (segment(-2.4, 1.2, 0.0, 1.2), segment(-1.2, 0.0, -1.2, 2.4), segment(0.2, -1.4, 2.6, -1.4))
    return [Shape(Outline(part for line in lines for part in line.segments), None, look.palette.ink, 1.2, "round")]


PICTOGRAMS: dict[str, Callable[[Look], list[Mark]]] = {
    "play": _play,
    "take": _take,
    "say": _speak,
    "ask": partial(_speak, sign="?"),
    "hidden": _hidden,
    "swap": _swap,
    "suits": _suits,
    "trump": _trump,
    "west": _west,
    "number": _number,
    "sum": _sum,
}


FENCE = re.compile(r"^```flow\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_ENDS = re.compile(r"(out|win|\+\S+) +")
_TRUNK, _STEP, _TEXT = 3.1, 5.2, 7.0
"""Where the first line down runs, how far in each further one, and where a phase's words begin, in millimetres."""
_PAD, _ARROW = 0.9, 1.5


class Way(Struct, frozen=True):
    """A phase, with its picture, or a way that branches off (its `case`, and how it ends); then what follows there."""

    words: str
    picture: str = ""
    case: str = ""
    end: str = ""
    ways: tuple[Way, ...] = ()


def read_flow(content: str) -> tuple[Way, ...]:
    """Read a chart's lines. Raises ValueError for a line without its sign."""
    rows = [(len(line) - len(line.lstrip()), line.strip()) for line in content.splitlines() if line.strip()]
    return tuple(_ways(rows))


def _ways(rows: Sequence[tuple[int, str]]) -> Iterator[Way]:
    starts = [at for at, (deep, _) in enumerate(rows) if deep == rows[0][0]]
    for at, end in zip(starts, [*starts[1:], len(rows)], strict=True):
        deep, line = rows[at]
        sign = ">" if deep else "|"
        first, found, words = (part.strip() for part in line.partition(sign))
        if not found:
            raise ValueError(f"a chart's line has no {sign}: {line}")
        ends = _ENDS.match(words) if deep else None
        below = tuple(_ways(rows[at + 1 : end])) if end > at + 1 else ()
        yield Way(
            words[ends.end() :] if ends else words, "" if deep else first, first if deep else "",
            ends[1] if ends else "", below,
        )  # fmt: skip


def flow(ways: Sequence[Way], measure: Measure, look: Look) -> Element:
    """Set a chart as one element. Raises TooWide for a word wider than its line."""
    marks: list[Mark] = []
    y, joint = 0.0, None
    for at, way in enumerate(ways):
        if at:
            y -= measure.step * 0.7 + 1.6
        lines = _lines(f"{way.words}", measure, measure.width - _TEXT - _PAD)
        high = max(len(lines) * measure.body.pitch + 2 * _PAD - 0.6, 2 * HALF + 0.4)
        if joint is not None:
            marks += _arrow(look, _TRUNK, joint, _TRUNK, y)
        marks.append(look.panel(0, y - high, measure.width, high))
        marks += [moved(mark, _TRUNK, y - high / 2) for mark in pictogram(way.picture, look)]
        top = y - (high - len(lines) * measure.body.pitch) / 2
        marks += _set(lines, measure, look, _TEXT, top)
        y -= high
        joint = y
        y, foot = _branches(way.ways, measure, look, marks, _TRUNK, y)
        if way.ways and at == len(ways) - 1:
            marks.append(look.rule(_TRUNK, joint, _TRUNK, foot, 0.7))
    return Element(-y, tuple(marks), before=measure.paragraph)


def _branches(
    ways: Sequence[Way], measure: Measure, look: Look, marks: list[Mark], trunk: float, y: float
) -> tuple[float, float]:
    """Set what branches off a line that runs down at `trunk`; return where that ends, and where the last way leaves."""
    face, joint = measure.body, y
    left = trunk + _ARROW + 2.2
    for way in ways:
        y -= measure.step * 0.6 + 0.25
        room = measure.width - left
        sign = _end(way.end, look)
        lines = _lines(f"**{way.case}:** {way.words}".strip(), measure, room - sign[1])
        joint = y - face.pitch * (measure.ascent - 0.24)
        marks += _arrow(look, trunk, joint, left - 0.7, joint)
        marks += [moved(mark, left, joint) for mark in sign[0]]
        marks += _set(lines, measure, look, left + sign[1], y)
        y -= len(lines) * face.pitch
        if way.ways:
            start = y + 0.4
            y, foot = _branches(way.ways, measure, look, marks, trunk + _STEP, y)
            marks.append(look.rule(trunk + _STEP, start, trunk + _STEP, foot, 0.7))
    return y, joint


def _set(lines: Sequence[TextLine], measure: Measure, look: Look, x: float, top: float) -> Iterator[Mark]:
    for at, line in enumerate(lines):
        yield from line_marks(line, measure.body, x, top - measure.body.pitch * (at + measure.ascent), look)


def _lines(text: str, measure: Measure, width: float) -> tuple[TextLine, ...]:
    return break_lines(read(_inline(text), measure.body), width, measure.body)


@cache
def _inline(text: str) -> Token:
    return next(token for token in parse(text) if token.type == "inline")


def _arrow(look: Look, x1: float, y1: float, x2: float, y2: float) -> list[Mark]:
    """A line with a head at its end, across or down."""
    down = x1 == x2
    head = [(x2, y2), (x2 - 0.75, y2 + 1.2), (x2 + 0.75, y2 + 1.2)] if down else [
        (x2, y2), (x2 - 1.2, y2 + 0.75), (x2 - 1.2, y2 - 0.75)
    ]  # fmt: skip
    return [look.rule(x1, y1, x2, y2 + (0.8 if down else 0), 0.7), Shape(poly(head), look.palette.ink)]


def _end(end: str, look: Look) -> tuple[list[Mark], float]:
    """How a way ends: a cross, a star, or what it is worth; and the room that the sign takes."""
    ink = look.palette.ink
    if end == "out":
        red = WHITE if look.low else look.palette.red.base
        arms = [Shape(segment(0.85, -way, 2.15, way), None, look.reversed, 1.0) for way in (0.65, -0.65)]
        return [Shape(ellipse(1.5, 0, 1.4), red, ink if look.low else None, 0.5), *arms], 3.7
    if end == "win":
        return [Shape(star(1.6, 0, 5, 1.7, 0.75), WHITE if look.low else look.palette.yellow.base, ink, 0.5)], 3.9
    if end:
        width = lettering.width_mm(end, lettering.SANS_SEMIBOLD, 7.4) + 1.8
        return [
            Shape(rect(0, -1.55, width, 3.1, 0.8), look.blank, ink, 0.5),
            Text(
                width / 2,
                -lettering.cap_mm(lettering.SANS_SEMIBOLD, 7.4) / 2,
                end,
                lettering.SANS_SEMIBOLD,
                7.4,
                align="centre",
            ),
        ], width + 0.8
    return [], 0.0


_SIZES = (9.4, 9.2, 9.0, 8.8, 8.6, 8.4, 8.2, 8.0, 7.8, 7.6, 7.4, 7.2, 7.0)
_GAPS = ((1.9, 1.7, 8.0), (1.6, 1.3, 7.0), (1.3, 0.7, 7.0), (1.0, 0.3, 7.0))
"""Between paragraphs and between steps, in millimetres, down to which size of type."""
_INSET = 6.0


def reference_deck(game: str, options: msgspec.Struct, players: int, facts: Facts | None = None) -> Deck:
    """Return one reference card a player, front and back, as a deck for `deckpdf`; `facts` say what titles tell.

    They are meant for poker cards or larger; drawing raises PrintError where the text doesn't fit.
    """
    from referee import games

    title = games.game(game).title.replace("'", "’")
    tone = rulebook.looks(game)[1]
    text = rulebook.fragment(f"cards/{game}.md.j2", game, options, players, kit=rulebook.kit_of(facts))
    # What is said to the referee is not broken in two.
    text = re.sub(r"(?<!`)`[^`\n]+`(?!`)", lambda said: said[0].replace(" ", "\u00a0"), text)
    _, front, back = (f"# {side}" for side in f"\n{text}".split("\n# "))
    faces = tuple(
        CardFace(f"reference-{number}", f"Reference card {number}", partial(_draw_side, text=front, tone=tone))
        for number in range(1, players + 1)
    )
    # All faces share one drawing, so that it is stored once.
    faces = tuple(msgspec.structs.replace(face, draw=faces[0].draw) for face in faces)
    return Deck(
        f"{game}-reference",
        f"{title}: reference cards",
        faces,
        partial(_draw_side, text=back, tone=tone),
        back_turns=False,
        game=game,
    )


def has_reference(game: str) -> bool:
    """Tell whether somebody has written what stands on a game's reference cards."""
    return (rulebook.templates() / "cards" / f"{game}.md.j2").is_file()


def reference_card(table: Occasion, sheet: SheetOptions) -> CardSize:
    """Return what a game's reference cards are printed on: the sheet's own cards, or poker cards where those are small.

    A card that is at least as large as a poker card stays as it is.
    """
    poker = CARDS["poker"]
    if sheet.card.width_mm >= poker.width_mm and sheet.card.height_mm >= poker.height_mm:
        return sheet.card
    deck = reference_deck(table.game, table.options, table.players, table.facts)
    size = Size(sheet.card.width_mm, sheet.card.height_mm)
    fits = all(_fits(draw, size) for draw in (deck.cards[0].draw, deck.back))
    return sheet.card if fits else poker


def _fits(draw: Drawing, size: Size) -> bool:
    assert isinstance(draw, partial)
    return _set_on(size, draw.keywords["text"], Look()) is not None


def _set_on(size: Size, text: str, look: Look) -> tuple[str, tuple[Element, ...], float] | None:
    k = size.scale
    width, height = size.width_mm - 2 * _INSET * k, size.height_mm - 26.0 * k
    return _setting(text, round(width, 3), round(height, 3), look)


@cache
def _setting(text: str, width: float, height: float, look: Look) -> tuple[str, tuple[Element, ...], float] | None:
    """Set a side as large as it fits: its title, its blocks, and how far the gaps between them grow."""
    heading, _, body = text.strip().partition("\n")
    pieces = tuple(_pieces(body))
    for paragraph, step, least in _GAPS:
        sizes = [size for size in _SIZES if size >= least]
        low_at, found = 0, None
        high_at = len(sizes)  # from there on sizes fit
        while low_at < high_at:
            middle = (low_at + high_at) // 2
            elements = _elements(pieces, _measure(width, sizes[middle], paragraph, step), look)
            gaps = sum(element.before for element in elements[1:])
            used = sum(element.height for element in elements) + gaps
            if elements and used <= height:
                high_at = middle
                found = elements, 1 + (min(1.2, (height - used) / gaps * 0.85) if gaps else 0)
            else:
                low_at = middle + 1
        if found:
            return heading.lstrip("# "), *found
    return None


def _measure(width: float, size: float, paragraph: float, step: float) -> Measure:
    face = TextFace(size=size, leading=size * 1.26)
    return Measure(
        width, body=face, table=face, example=face, subheading=7.2, paragraph=paragraph, step=step, indent=6.2
    )


def _pieces(body: str) -> Iterator[tuple[Way, ...] | list[Token]]:
    """Read a side's text: charts, and what stands between them as tokens."""
    for at, piece in enumerate(FENCE.split(body)):
        if at % 2:
            yield tuple(read_flow(piece))
        elif piece.strip():
            yield parse(piece)


def _elements(pieces: Sequence[tuple[Way, ...] | list[Token]], measure: Measure, look: Look) -> tuple[Element, ...]:
    """Set a side's text, charts among it; nothing where a word is wider than its line."""
    out: list[Element] = []
    try:
        for piece in pieces:
            out += [flow(piece, measure, look)] if isinstance(piece, tuple) else blocks(piece, measure, look)
    except TooWide:
        return ()
    return tuple(out)


def _draw_side(ink: Ink, size: Size, *, text: str, tone: str) -> None:
    w, h, k = size.width_mm, size.height_mm, size.scale
    inset = _INSET * k
    top = h - 17.6 * k
    look = Look(low=ink.low, accent=getattr(ink.palette, tone).base, palette=ink.palette)
    found = _set_on(size, text, look)
    if found is None:
        raise PrintError(
            f"a reference card of {w:g} × {h:g} mm has no room for its text in 7 points: print them on poker cards"
        )
    title, elements, grow = found
    ink.draw(size.ground, ink.paper)
    middle, rule = w / 2, h - 13.9 * k
    heading = Text(middle, h - 10.2 * k, title, lettering.SERIF_SEMIBOLD, max(9.0, 13.5 * k), align="centre")
    draw(ink, (heading,), 0, 0)
    for side in (-1, 1):
        ink.line(middle + side * 2.6 * k, rule, middle + side * (w / 2 - 6.5 * k), rule, cap="butt")
    draw(ink, (Shape(lozenge(middle, rule, 1.15 * k, 1.6 * k), look.accent),), 0, 0)
    y = top
    for at, element in enumerate(elements):
        y -= element.before * grow if at else 0
        draw(ink, element.marks, inset, y)
        y -= element.height
    for side in (-1, 1):
        ink.line(middle + side * 2.2 * k, 5.6 * k, middle + side * 8.0 * k, 5.6 * k, cap="butt")
        ink.draw(lozenge(middle + side * 9.0 * k, 5.6 * k, 0.6 * k, 0.85 * k), ink.black)
    draw(ink, (Shape(lozenge(middle, 5.6 * k, 0.9 * k, 1.3 * k), look.accent),), 0, 0)
