"""Reference cards: small flowcharts of what a player may do, with pictograms and a few words, and ladders of ranks."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cardgen.art.icons import draw_icon
from cardgen.art.pictures import ART
from cardgen.art.signs import draw_sign
from cardgen.decks import CardFace, Deck
from cardgen.errors import PrintError
from cardgen.layout import CARDS, SheetOptions
from cardgen.pages.blocks import blocks, read
from cardgen.pages.engine import Element, Measure, TextFace, TextLine, break_lines, column_marks, height_of, line_marks
from cardgen.pdf.ink import Mark, PictureMark, Shape, Size, Style, Text, draw, moved
from cardgen.pdf.path import lozenge, poly, rect
from cardgen.pdf.type import SANS_SEMIBOLD, SERIF_SEMIBOLD, TooWide, cap_mm, width_mm
from cardgen.spec import KitSpec
from referee.books import rulebook
from referee.books.text import parse

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

HALF = 2.8
"""Half the height of a pictogram, in millimetres."""


def pictogram(name: str, look: Style) -> Sequence[Mark]:
    """Return the marks of the pictogram `name`, centred on the origin.

    `name` is a file in `templates/art/signs` (without its suffix), or one of `icons.ICONS`. `look` has the colours. For
    an unknown name, drawing the marks raises KeyError.
    """
    if (ART / "signs" / f"{name}.svg").is_file():
        return [PictureMark(0, 0, 0, 0, partial(draw_sign, name=name, accent=look.accent))]
    colours = {"lizard": look.palette.green.base, "snake": look.palette.red.base}
    colour = look.palette.ink if look.low else colours.get(name, look.accent)
    picture = partial(draw_icon, name=name, x=0, y=0, size=5.2, colour=colour, ground=look.blank)
    return [PictureMark(0, 0, 0, 0, picture)]


# --- flowcharts

FENCE = re.compile(r"^```(flow|ladder)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_ENDS = re.compile(r"(out|win|\+\S+) +")
_TRUNK, _STEP, _TEXT = 3.1, 5.2, 7.0
"""Where the first line down runs, how far in each further one, and where a phase's words begin, in millimetres."""
_PAD, _ARROW = 0.9, 1.5


class Way(Struct, frozen=True):
    """A step of a flowchart: what a player does (`words`), and the steps that may follow (`ways`).

    A step of the trunk (the main line down) has a `picture`, the name of a pictogram. A branch has a `case`, the words
    that say when it is taken, and an `end`, the sign drawn at its end: `out`, `win`, a score such as `+10`, or "" for
    none.
    """

    words: str
    picture: str = ""
    case: str = ""
    end: str = ""
    ways: tuple[Way, ...] = ()


def read_flow(content: str) -> tuple[Way, ...]:
    """Return the steps of a flowchart's trunk (its main line), read from `content`, a step on each line.

    A line without an indent is a step of the trunk: `PICTURE | WORDS`. An indented line is a branch of the step above:
    `CASE > WORDS`, or `CASE > END WORDS` with an end as in `Way`. Raises ValueError for a line without its `|` or `>`.
    """
    return tuple(
        _ways([(len(line) - len(line.lstrip()), line.strip()) for line in content.splitlines() if line.strip()])
    )


def _ways(rows: Sequence[tuple[int, str]]) -> Iterator[Way]:
    """Yield the steps of a flowchart that have the same indent as the first row.

    `rows` has the indent (the number of spaces) and the text of each line. Rows with a larger indent become the `ways`
    of the step above them. Raises ValueError for a line without its `|` or `>`.
    """
    starts = [at for at, (indent, _) in enumerate(rows) if indent == rows[0][0]]
    for at, end in zip(starts, [*starts[1:], len(rows)], strict=True):
        indent, line = rows[at]
        sign = ">" if indent else "|"
        first, there, words = (part.strip() for part in line.partition(sign))
        if not there:
            raise ValueError(f"a chart's line has no {sign}: {line}")
        below = tuple(_ways(rows[at + 1 : end])) if end > at + 1 else ()
        if not indent:
            yield Way(words, first, ways=below)
        elif ends := _ENDS.match(words):
            yield Way(words[ends.end() :], case=first, end=ends[1], ways=below)
        else:
            yield Way(words, case=first, ways=below)


def flow(ways: Sequence[Way], measure: Measure, look: Style) -> Element:
    """Return a flowchart as one element of a page; `ways` are the steps of its trunk (the main line down).

    `measure` has the width of the chart and its type, `look` the colours. Raises TooWide for a word wider than its
    line.
    """
    chart = _Chart(measure, look)
    y, joint = 0.0, None
    for at, way in enumerate(ways):
        if at:
            y -= measure.step * 0.7 + 1.6
        lines = chart.lines(way.words, measure.width - _TEXT - _PAD)
        height = max(len(lines) * measure.body.pitch + 2 * _PAD - 0.6, 2 * HALF + 0.4)
        if joint is not None:
            chart.arrow(_TRUNK, joint, _TRUNK, y)
        chart.marks.append(look.panel(0, y - height, measure.width, height))
        chart.marks += [moved(mark, _TRUNK, y - height / 2) for mark in pictogram(way.picture, look)]
        chart.set(lines, _TEXT, y - (height - len(lines) * measure.body.pitch) / 2)
        y -= height
        joint = y
        y, foot = chart.branches(way.ways, _TRUNK, y)
        if way.ways and at == len(ways) - 1:
            chart.marks.append(look.rule(_TRUNK, joint, _TRUNK, foot, 0.7))
    return Element(-y, tuple(chart.marks), before=measure.paragraph)


class _Chart:
    """A flowchart or list of ranks that is being laid out; `marks` are its marks so far, in mm."""

    def __init__(self, measure: Measure, look: Style) -> None:
        self.measure = measure
        self.look = look
        self.marks: list[Mark] = []

    def lines(self, text: str, width: float) -> tuple[TextLine, ...]:
        face = self.measure.body
        inline = next(token for token in parse(text) if token.type == "inline")
        return break_lines(read(inline, face), width, face)

    def set(self, lines: Sequence[TextLine], x: float, top: float) -> None:
        face = self.measure.body
        for at, line in enumerate(lines):
            self.marks += line_marks(line, face, x, top - face.pitch * (at + self.measure.ascent), self.look)

    def arrow(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """Add an arrow from (x1, y1) to (x2, y2), which points either to the right or down."""
        if x1 == x2:
            line, head = self.look.rule(x1, y1, x2, y2 + 0.8, 0.7), [(x2 - 0.75, y2 + 1.2), (x2 + 0.75, y2 + 1.2)]
        else:
            line, head = self.look.rule(x1, y1, x2, y2, 0.7), [(x2 - 1.2, y2 + 0.75), (x2 - 1.2, y2 - 0.75)]
        self.marks += [line, Shape(poly([(x2, y2), *head]), self.look.palette.ink)]

    def branches(self, ways: Sequence[Way], trunk: float, y: float) -> tuple[float, float]:
        """Add the branches of a step to the chart; return the y of their foot and the y of the last arrow.

        Arrows lead to the branches from the vertical line at the x `trunk`, the first of them below `y`; lengths are in
        mm.
        """
        measure, pitch, joint = self.measure, self.measure.body.pitch, y
        left = trunk + _ARROW + 2.2
        for way in ways:
            y -= measure.step * 0.6 + 0.25
            sign, room = _end_sign(way.end, self.look)
            lines = self.lines(f"{way.case} {way.words}", measure.width - left - room)
            joint = y - pitch * (measure.ascent - 0.24)
            self.arrow(trunk, joint, left - 0.7, joint)
            self.marks += [moved(mark, left, joint) for mark in sign]
            self.set(lines, left + room, y)
            y -= len(lines) * pitch
            if way.ways:
                start = y + 0.4
                y, foot = self.branches(way.ways, trunk + _STEP, y)
                self.marks.append(self.look.rule(trunk + _STEP, start, trunk + _STEP, foot, 0.7))
        return y, joint


def ladder(rows: str, measure: Measure, look: Style) -> Element:
    """Return a list of ranks as one element of a page; each line of the text `rows` is `name | example`.

    `measure` has the width of the list and its type, `look` the colours. Raises TooWide for a row wider than that.
    """
    chart, face = _Chart(measure, look), measure.body
    deep, y = face.pitch + 0.55, 0.0
    for at, row in enumerate(rows.strip().splitlines()):
        name, _, example = (part.strip() for part in row.partition("|"))
        if at:
            chart.marks.append(look.rule(0, y, measure.width, y, 0.35, look.palette.black.ray))
        (line,), (shown,) = (chart.lines(words, measure.width) for words in (f"**{name}**", example))
        if line.width + shown.width + 2 > measure.width:
            raise TooWide(row)
        chart.set((line,), 0, y - 0.25)
        chart.set((shown,), measure.width - shown.width, y - 0.25)
        y -= deep
    return Element(-y, tuple(chart.marks), before=measure.paragraph)


@cache
def _end_sign(end: str, look: Style) -> tuple[list[Mark], float]:
    """Return the marks of the sign for how a way ends, and the width in mm of the room that the sign takes.

    `end` is as in `Way`: `out` gives a cross, `win` a star, and what the way is worth stands in a box. "" gives no
    marks and no room.
    """
    ink = look.palette.ink
    if end in ("out", "win"):
        size = 0.61 if end == "out" else 1
        mark = PictureMark(1.5 if end == "out" else 1.6, 0, 0, 0, partial(draw_sign, name=end), size)
        return [mark], 3.7 if end == "out" else 3.9
    if not end:
        return [], 0.0
    width = width_mm(end, SANS_SEMIBOLD, 7.4) + 1.8
    text = Text(width / 2, -cap_mm(SANS_SEMIBOLD, 7.4) / 2, end, SANS_SEMIBOLD, 7.4, align="centre")
    return [Shape(rect(0, -1.55, width, 3.1, 0.8), look.blank, ink, 0.5), text], width + 0.8


# --- the cards

_SIZES = (9.4, 9.2, 9.0, 8.8, 8.6, 8.4, 8.2, 8.0, 7.8, 7.6, 7.4, 7.2, 7.0)
_GAPS = ((1.9, 1.7, 8.0), (1.6, 1.3, 7.0), (1.3, 0.7, 7.0), (1.0, 0.3, 7.0))
"""Between paragraphs and between steps, in millimetres, down to which size of type."""
_INSET, _HEAD, _FOOT = 5.5, 14.4, 6.8
"""From the card's edges to its text: at the sides, above and below, in millimetres."""


def reference_cards(spec: KitSpec) -> Deck:
    """Return a deck with a reference card, front and back, for each player.

    Drawing a card raises PrintError if its text does not fit, which can happen on cards under poker size. If the kit
    has no facts, a text about the titles of facts says that the two facts of a pair have one title.
    """
    game, tone = spec.game, rulebook.looks(spec.game)[1]
    kit = rulebook.kit_of(spec.facts)
    text = rulebook.fragment(f"cards/{game}.md.j2", game, spec.options, spec.players, kit=kit)
    # What is said to the referee is not broken in two.
    text = re.sub(r"(?<!`)`[^`\n]+`(?!`)", lambda line: line[0].replace(" ", "\u00a0"), text)
    _, front, back = (f"# {side}" for side in f"\n{text}".split("\n# "))
    draw = partial(_draw_side, text=front, tone=tone)  # one drawing for all faces, so that it is stored once
    faces = tuple(CardFace(f"reference-{n}", f"Reference card {n}", draw) for n in range(1, spec.players + 1))
    draw_back = partial(_draw_side, text=back, tone=tone)
    title = f"{spec.title}: reference cards"
    return Deck(f"{game}-reference", title, faces, draw_back, back_turns=False, game=game)


def has_reference(game: str) -> bool:
    """Return whether there is a text for the reference cards of the game with this name."""
    return rulebook.has_text(game, "cards")


def reference_sheet(spec: KitSpec) -> SheetOptions:
    """Return the sheet options for reference cards: the kit's, with poker size if its cards are too small."""
    poker, card = CARDS["poker"], spec.sheet.card
    if card.width_mm < poker.width_mm or card.height_mm < poker.height_mm:
        deck, size = reference_cards(spec), Size(card.width_mm, card.height_mm)
        for side in (deck.cards[0].draw, deck.back):
            assert isinstance(side, partial)
            if set_side(size, side.keywords["text"], Style()) is None:
                return replace(spec.sheet, card=poker)
    return spec.sheet


def set_side(size: Size, text: str, look: Style) -> tuple[str, tuple[Element, ...], float] | None:
    """Lay out one side of a reference card of this size in the largest type that fits.

    `text` is its title as a Markdown heading, and what follows. Return the title, the elements below it, and the factor
    by which the gaps between them are stretched; None if the text is too long.
    """
    k = size.scale
    return _set_side(
        text, round(size.width_mm - 2 * _INSET * k, 3), round(size.height_mm - (_HEAD + _FOOT) * k, 3), look
    )


@cache
def _set_side(text: str, width: float, height: float, look: Style) -> tuple[str, tuple[Element, ...], float] | None:
    heading, _, body = text.strip().partition("\n")
    pieces = list(_pieces(body))
    for paragraph, step, least in _GAPS:
        found: tuple[tuple[Element, ...], float] | None = None

        def fits(size: float, paragraph: float = paragraph, step: float = step) -> bool:
            nonlocal found
            face = TextFace(size=size, leading=size * 1.26)
            measure = Measure(
                width, body=face, table=face, example=face, subheading=7.2, paragraph=paragraph, step=step, indent=6.2
            )
            elements: list[Element] = []
            try:
                for setting in pieces:
                    elements += setting(measure, look)
            except TooWide:
                return False
            gaps = sum(element.before for element in elements[1:])
            used = height_of(elements)
            if elements and used <= height:
                found = tuple(elements), 1 + (min(1.2, (height - used) / gaps * 0.85) if gaps else 0)
                return True
            return False

        bisect_left([size for size in _SIZES if size >= least], True, key=fits)  # smaller sizes fit
        if found:
            return heading.lstrip("# "), *found
    return None


def _pieces(body: str) -> Iterator[Callable[[Measure, Style], Sequence[Element]]]:
    """Yield a function for each part of a card's text: each chart, each ladder, and the words between them.

    `body` is the text as Markdown. The parts come in the order of the text. A function takes the measure of the column
    and the colours, and returns the elements of its part.
    """
    words, *fenced = FENCE.split(body)
    yield partial(blocks, parse(words))
    for kind, inside, after in zip(fenced[::3], fenced[1::3], fenced[2::3], strict=True):
        chart = partial(flow, read_flow(inside)) if kind == "flow" else partial(ladder, inside)
        yield lambda measure, look, chart=chart: [chart(measure, look)]  # type: ignore[misc]
        yield partial(blocks, parse(after))


def _draw_side(ink: Ink, size: Size, *, text: str, tone: str) -> None:
    w, h, k = size.width_mm, size.height_mm, size.scale
    look = Style(low=ink.low, accent=getattr(ink.palette, tone).base, palette=ink.palette)
    side = set_side(size, text, look)
    if side is None:
        raise PrintError(
            f"a reference card of {w:g} × {h:g} mm has no room for its text in 7 points: print them on poker cards"
        )
    title, elements, grow = side
    ink.draw(size.ground, ink.paper)
    middle, rule = w / 2, h - 11.4 * k
    draw(ink, (Text(middle, h - 8.4 * k, title, SERIF_SEMIBOLD, max(9.0, 13.5 * k), align="centre"),), 0, 0)
    for way in (-1, 1):
        ink.line(middle + way * 2.6 * k, rule, middle + way * (w / 2 - 6.5 * k), rule, cap="butt")
    draw(ink, (Shape(lozenge(middle, rule, 1.15 * k, 1.6 * k), look.accent),), 0, 0)
    draw(ink, column_marks(elements, _INSET * k, h - _HEAD * k, grow))
    foot = 4.4 * k
    for way in (-1, 1):
        ink.line(middle + way * 2.2 * k, foot, middle + way * 8.0 * k, foot, cap="butt")
        ink.draw(lozenge(middle + way * 9.0 * k, foot, 0.6 * k, 0.85 * k), ink.black)
    draw(ink, (Shape(lozenge(middle, foot, 0.9 * k, 1.3 * k), look.accent),), 0, 0)
