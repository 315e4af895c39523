"""Print secrets on folded paper: slips with one player's cards, and the sealed answer sheet of Liar's Lair.

A slip is printed as a strip of three panels: the player's name, the player's cards, and room for notes. The command
`referee slips` writes the text of a slip for each seat. The notes are folded over the cards, and the name behind both,
so that two layers of paper cover every secret. The answer sheet is folded in the same way, with a pattern behind its
secrets. Lengths are in mm from the lower left corner of the page. A parameter `look` has the page's colours, and
whether it saves ink.
"""

import re
import secrets
from collections.abc import Iterator, Sequence
from functools import partial
from math import ceil
from pathlib import Path
from random import Random, SystemRandom
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from cardgen.errors import PrintError
from cardgen.layout import Only, Paper, files_of
from cardgen.pages import engine
from cardgen.pages.blocks import blocks
from cardgen.pages.engine import Element, Measure, TextFace, column_marks, height_of, set_lines, set_text, shrunk
from cardgen.pages.guide import caps, rule
from cardgen.pdf import ink as pdf
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import PALETTE, Ink, Mark, Shape, Style, Text, draw, moved
from cardgen.pdf.path import POINTS_PER_MM, lozenge, poly, rect, segment
from cardgen.pdf.theme import WHITE
from cardgen.spec import KitSpec
from factbank.factfile import Facts
from liarsdeck.files import read_within, write_atomic
from liarsdeck.language import later, number_word, say
from referee.books import rulebook
from referee.books.text import parse
from referee.core.game import RecordError
from referee.tables.export import Slip, parse_slip

_LIMIT = 20_000  # bytes of one slip's text; the referee writes under two thousand
_EDGE = 8.0  # mm that stay empty at the paper's edges
_INSET = 6.0  # mm from a slip's sides to what stands on it
_ROW = 5.2  # mm from card to card
_LINE = 7.5  # mm from line to line of the notes
_PANEL = 42.0  # mm, the least height of a panel
_RULE = "#B9B5BC"
_SUITS = "♣♦♥♠"  # drawn, as our fonts have none of them: each in the room of an M
_IN_LETTERS = str.maketrans(dict.fromkeys(_SUITS, "M"))
_SIZES = (10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0)


def read_slips(paths: Sequence[Path]) -> tuple[Slip, ...]:
    """Return the secret slips in these files; for a folder, the slips in all its `.txt` files.

    The files of a folder come in the order of their names. Raises PrintError if a file is no slip, if a file does not
    exist, or if there is no file at all.
    """
    files = [file for path in paths for file in (sorted(path.glob("*.txt")) if path.is_dir() else [path])]
    if not files:
        raise PrintError(f"there is no slip in {paths[0]}: `referee slips TABLE -o DIR` writes one for every seat")
    return tuple(map(_read, files))


def _read(path: Path) -> Slip:
    try:
        raw = read_within(path, _LIMIT)
        text = raw.decode("utf-8")
        if len(raw) > _LIMIT:
            raise PrintError(f"{path} is no slip: it is larger than {_LIMIT // 1000} kB")
        return parse_slip(text)
    except FileNotFoundError:
        raise PrintError(f"there is no slip {path}") from None
    except UnicodeDecodeError:
        raise PrintError(f"{path} is no slip: it is not UTF-8 text") from None
    except RecordError as error:
        raise PrintError(f"{path} is no slip: {error}. `referee slips TABLE -o DIR` writes one a seat") from None


def write_slips(slips: Sequence[Slip], path: Path, paper: Paper, *, low_ink: bool = False) -> int:
    """Write slips to the PDF `path`, several on a sheet, and return the number of sheets.

    Only the file's owner may read the PDF. With `low_ink` less is printed solid. Raises PrintError if a slip's cards or
    notes do not fit a sheet, or if the fonts lack a character.
    """

    for slip in slips:
        for text in (slip.name, slip.about, *(words for row in slip.rows for words in row), *slip.notes):
            if lost := lettering.missing(text.translate(_IN_LETTERS), lettering.SERIF):
                spelt = lettering.spell(lost[0])
                raise PrintError(f"the slip of {slip.name}: the fonts have no {spelt} (in “{text[:60]}”)")
    w, h = paper.width_mm, paper.height_mm
    across = max(1, int((w - 2 * _EDGE) // 88))
    wide = (w - 2 * _EDGE) / across
    panel, look = _PANEL, Style(low=low_ink)
    for slip in slips:
        panel = max(panel, height_of(list(_rows(slip, wide - 2 * _INSET, look))) + 13)
        panel = max(panel, height_of(list(_notes(slip, wide - 2 * _INSET))) + 14 if slip.notes else 0)
    down = int((h - 2 * _EDGE) // (3 * panel))
    if not down:
        rows = max(len(slip.rows) for slip in slips)
        raise PrintError(
            f"a slip of {rows} cards needs {3 * panel + 2 * _EDGE:.0f} mm of height; {paper.name} has {h:.0f}"
        )
    tall = (h - 2 * _EDGE) / down

    def sheet(ink: Ink, first: int) -> None:
        for at, slip in enumerate(slips[first : first + across * down]):
            row, column = divmod(at, across)
            with ink.at(_EDGE + column * wide, h - _EDGE - (row + 1) * tall):
                draw(ink, _marks(slip, wide, tall, look))

    firsts = range(0, len(slips), across * down)
    pages = [pdf.PdfPage(w, h, partial(sheet, first=first), str(number)) for number, first in enumerate(firsts, 1)]
    about = pdf.Document(f"Secret slips, {slips[0].about}")
    write_atomic(path, pdf.pages_pdf(about, pages, low=low_ink), private=True)
    return len(pages)


def _rows(slip: Slip, width: float, look: Style) -> Iterator[Element]:
    """Yield an element for each card of a slip: its name, its title and its mark, with a line below.

    The elements are `width` mm wide, and begin with the baseline of the name. Raises PrintError if a word is too wide.
    """
    bold = lettering.SANS_SEMIBOLD
    for card, title, mark in slip.rows:
        start = max(11.0, lettering.width_mm(card.translate(_IN_LETTERS), bold, 10) + 3)
        end = lettering.width_mm(mark, bold, 9) + 3 if mark else 0
        lines, below = _set(title, start, width - start - end, TextFace(leading=4.0 * POINTS_PER_MM), slip)
        foot = below + 4.0
        font = lettering.SANS if mark.casefold() == "true" else bold
        names = Text(0, 0, card, bold, 10), Text(width, 0, mark, font, 9, None, "right")
        yield Element(_ROW - foot, (*names, *lines, look.rule(0, foot - 1.5, width, foot - 1.5, 0.25, _RULE)))


def _notes(slip: Slip, width: float) -> Iterator[Element]:
    """Yield an element for each note of a slip, `width` mm wide; it begins with the baseline of the first line."""
    face = TextFace(leading=_LINE * POINTS_PER_MM, regular=lettering.SERIF_ITALIC)
    for note in slip.notes:
        lines, below = _set(note, 0, width, face, slip)
        yield Element(-below, tuple(lines))


def _set(text: str, x: float, width: float, face: TextFace, slip: Slip) -> tuple[list[Text], float]:
    """Return the marks of a text from (x, 0) downwards, and the y of the baseline below its last line.

    The text stays one line if it fits `width` mm with a slightly smaller type, else it is broken into lines of smaller
    type. `face` has its font and line distance. Raises PrintError with the name on `slip` if a word is too wide.
    """
    spelt, font = text.translate(_IN_LETTERS), face.regular
    size = next((size for size in _SIZES[:3] if lettering.width_mm(spelt, font, size) <= width), None)
    if size is not None:
        return set_lines((text,), replace(face, size=size), x, 0, "left")
    setting = lettering.fit(spelt, width, 40, font, _SIZES[2:])
    if setting is None:
        raise PrintError(f"the slip of {slip.name}: “{text[:60]}” has a word too long for {width:.0f} mm")
    suits = iter([sign for sign in text if sign == "M" or sign in _SUITS])
    lines = ("".join(next(suits) if sign == "M" else sign for sign in line) for line in setting.lines)
    return set_lines(lines, replace(face, size=setting.size_pt), x, 0, "left")


def _marks(slip: Slip, width: float, height: float, look: Style) -> Iterator[Mark]:
    """Yield the marks of one slip, with its lower left corner at the origin.

    `width` and `height` are those of the slip in mm. Suits in its texts are drawn, as the fonts have no characters for
    them.
    """
    for mark in _set_out(slip, width, height, look):
        if not isinstance(mark, Text) or not any(sign in _SUITS for sign in mark.text):
            yield mark
            continue
        whole = lettering.width_mm(mark.text.translate(_IN_LETTERS), mark.font, mark.size)
        x = mark.x - {"left": 0.0, "centre": 0.5, "right": 1.0}[mark.align] * whole
        for part in re.split(f"([{_SUITS}])", mark.text):
            wide = lettering.width_mm(part.translate(_IN_LETTERS), mark.font, mark.size)
            if part and part in _SUITS:
                suit = engine.Run(part, mark.font, mark.size, kind="suit")
                yield from engine.run_sign(suit, x + (wide - suit.width) / 2, mark.y, look)
            elif part:
                yield replace(mark, x=x, text=part, align="left")
            x += wide


def _set_out(slip: Slip, width: float, height: float, look: Style) -> Iterator[Mark]:
    """Yield the marks of one slip, its lower left corner at the origin; suits are still characters.

    The notes are in the lower panel, the cards in the middle and the name in the upper panel. `width` and `height` are
    those of the slip in mm.
    """
    third, inset, middle = height / 3, _INSET, width / 2
    yield Shape(rect(0, 0, width, height), None, "#A8A4AB", 0.25, join="round", dash=(2, 2))
    for fold in (third, 2 * third):
        yield Shape(segment(2, fold, width - 2, fold), None, "#8C8F92", 0.4, join="round", dash=(1, 2.2))
    size = shrunk(slip.name.translate(_IN_LETTERS), lettering.SERIF_SEMIBOLD, 22.0, width - 2 * inset, step=1)
    y = 2 * third + third * 0.62
    yield Text(middle, y, slip.name, lettering.SERIF_SEMIBOLD, size, None, "centre")
    yield from rule(look, inset + 8, width - inset - 8, y - 6)
    yield Text(middle, y - 12, slip.about, lettering.SERIF_ITALIC, 9, None, "centre")
    hint = say("Fold the notes up over the cards, then this part back. Only its owner opens it.")
    yield Text(middle, 2 * third + 4, hint, lettering.SANS, 7, None, "centre")
    yield caps(inset, 2 * third - 6, say("Your cards"), 7.2)
    yield from column_marks(_rows(slip, width - 2 * inset, look), inset, 2 * third - 12)
    yield caps(inset, third - 6, say("Notes"), 7.2)
    yield from column_marks(_notes(slip, width - 2 * inset), inset, third - 12.8)
    y = third - 14
    while y > 6:
        yield look.rule(inset, y, width - inset, y, 0.3, _RULE)
        y -= _LINE


EDGE = 9.0
"""Millimetres that stay empty at the paper's edges."""

GREY = "#737373"


def folding(x: float, foot: float, room: float, look: Style) -> Iterator[Mark]:
    """Yield the marks of three small drawings that show how to fold the answer sheet.

    The sheet lies face down; its lower part is folded under, then its upper part over. The drawings are centred at `x`,
    in a space `room` mm high above the height `foot`. If `room` is too small, nothing is yielded.
    """
    k = min(1.0, (room - 7.5) / 18.4)
    if k < 0.6:
        return
    w, h = 13.0 * k, 18.4 * k  # an upright sheet
    third = h / 3
    base = foot + 5.5 + (room - 7.5 - h) / 2
    tint = WHITE if look.low else PALETTE.plate
    ink = PALETTE.ink
    first, second, last = x - 24, x, x + 24
    # The sheet lies face down, so that nobody reads it; behind the two parts with the secrets is the pattern.
    yield Shape(rect(first - w / 2, base, w, h), WHITE, ink, 0.6)
    yield from _net(first, base, w, 2, third)
    yield from _dashes(first, base + third, w)
    yield from _dashes(first, base + 2 * third, w)
    # Its lower part goes under: only the dashes tell where it was.
    yield Shape(rect(second - w / 2, base + third, w, 2 * third), WHITE, ink, 0.6)
    yield from _net(second, base + third, w, 1, third)
    yield from _dashes(second, base, w)
    yield from _dashes(second, base + 2 * third, w)
    side, tip = second + w / 2 + 2.2, base + third * 1.4
    yield look.rule(side, base + 0.6, side, tip, 0.9, PALETTE.red.base)
    yield Shape(poly([(side - 1, tip), (side + 1, tip), (side, tip + 1.8)]), PALETTE.red.base)
    # The upper part comes over, print outside, and the edges are closed.
    yield Shape(rect(last - w / 2, base + third, w, third), tint, ink, 0.6)
    yield look.lozenge(last - w / 2 + 2.0, base + third * 1.62, 0.9, 1.3, look.accent)
    yield look.rule(last - w / 2 + 3.8, base + third * 1.6, last + w / 2 - 2, base + third * 1.6, 0.8)
    for sx in (last - w / 2, last + w / 2):
        yield Shape(rect(sx - 1.5, base + third * 1.25, 3, 1.7), WHITE, ink, 0.4)
    for middle, text in ((first, say("face down")), (second, say("bottom under")), (last, say("top over, sealed"))):
        yield Text(middle, base - 3.8, text, lettering.SANS, 7.4, align="centre")


def _net(x: float, y: float, w: float, parts: int, third: float) -> Iterator[Mark]:
    step = w / 6
    for row in range(parts * 2):
        for column in range(5):
            at = x - w / 2 + step * (column + 1)
            outline = lozenge(at, y + third * (0.25 + 0.5 * row), step * 0.36, third * 0.2)
            yield Shape(outline, None, PALETTE.black.ray, 0.4)


def _dashes(x: float, y: float, w: float) -> Iterator[Mark]:
    for dash in range(6):
        start = x - w / 2 + (0.3 + dash) * w / 6
        yield Shape(segment(start, y, start + w / 12, y), None, PALETTE.ink, 0.4)


def blind(ink: Ink, width: float, low: float, high: float) -> None:
    """Draw a dense pattern on the back of the secrets, so that nobody reads them through the paper.

    The page is `width` mm wide. The area is `high` mm high, from the height `low` upwards; short lines at the page's
    sides show where to fold.
    """

    def cell(pen: Ink) -> None:
        for k in (1.0, 0.62, 0.26):
            pen.draw(lozenge(0, 0, 3.0 * k, 4.2 * k), None, GREY, 0.6, join="mitre")

    # The folds: where the part without secrets ends, and in the middle of the rest.
    for fold in (low + high, low + high / 2):
        ink.line(EDGE - 4, fold, EDGE + 3, fold, 0.6, PALETTE.ink, cap="butt")
        ink.line(width - EDGE - 3, fold, width - EDGE + 4, fold, 0.6, PALETTE.ink, cap="butt")
    rows = int((high - 14) // 4.2)
    columns = int((width - 2 * EDGE) // 6)
    x0 = (width - columns * 6) / 2 + 3
    for row in range(rows):
        for column in range(columns - row % 2):
            ink.form("blind", cell, (-3.2, -4.4, 3.2, 4.4), x0 + column * 6 + 3 * (row % 2), low + 9.5 + row * 4.2)


GAME = "liars-lair"


class SheetDeal(msgspec.Struct, frozen=True):
    """A deal of Liar's Lair, as numbers of cards.

    `truths` are the cards that are true, `hands` the cards of each seat in the order of the seats, and `box` the cards
    that stay in the box.
    """

    truths: frozenset[int]
    hands: tuple[tuple[int, ...], ...]
    box: tuple[int, ...]

    def seat(self, number: int) -> int | None:
        """Return which seat (from 1) holds the card with this number; None if it is in the box."""
        return next((at for at, hand in enumerate(self.hands, 1) if number in hand), None)

    def share(self, seat: int, *, true: bool) -> tuple[int, ...]:
        """Return the numbers of the true cards of a seat (from 1), or if not `true`, of its false cards."""
        return tuple(number for number in self.hands[seat - 1] if (number in self.truths) == true)


class _Hidden(msgspec.Struct, frozen=True):
    """What the game keeps hidden in a deal, decoded from its state.

    `hands` has the card numbers in each player's hand, by the player's name. `truths` are the numbers of the true
    cards; None before the game draws them.
    """

    hands: dict[str, tuple[int, ...]]
    truths: tuple[int, ...] | None


def deal(facts: Facts, options: msgspec.Struct, players: int, rng: Random) -> SheetDeal:
    """Return a deal for this many players: the hands, and which cards are true.

    The deal is drawn by the game's own rules. `options` are the game's house rules, `rng` is the source of chance.
    Raises PrintError, with the sentence of the game's rule, if there are too few facts or the setup breaks another
    rule.
    """
    from referee import games
    from referee.core.setup import seated

    game = games.game(GAME)
    setup = seated(game, players, options, facts)
    if fault := game.check(setup):
        raise PrintError(fault[1])
    state = game.start(setup)
    for _ in range(players + 1):  # a line for each hand, and one for the truths
        action = game.draw(state, rng)
        assert action is not None, "the game deals every hand and the truths by itself"
        state = game.apply(state, action)
    hidden = msgspec.convert(game.hidden(state), _Hidden)
    hands = tuple(hidden.hands[name] for name in setup.seats)
    dealt = frozenset(number for hand in hands for number in hand)
    box = tuple(sorted(card.number for card in facts.cards if card.number not in dealt))
    return SheetDeal(frozenset(hidden.truths or ()), hands, box)


_WARNING = TextFace(size=8.4, leading=10.2, regular=lettering.SERIF_ITALIC)
_HEADS: tuple[tuple[str, Literal["centre", "left"]], ...] = (
    (later("NO."), "centre"),
    (later("SEAT"), "centre"),
    (later("IS"), "left"),
    (later("RIVAL"), "centre"),
    (later("TITLE"), "left"),
)
_PLACES = (2.6, 11.0, 16.6, 28.8, 34.5)
"""Where the heads of the list stand in a column of `_FULL` mm or more; in a narrower one, closer."""
_FULL = 33.0
"""The width in mm of a column without titles, in type of `_LARGEST` points."""
_LEAST_LINE = 4.2  # from one name to the next
_LARGEST, _CLOSEST = 9.0, 0.79  # smaller type stands closer, but no closer than the heads can


class _Column(NamedTuple):
    """The layout of the list of all cards on the answer sheet, in columns of equal size.

    `columns` is the number of columns and `rows` the number of rows in each. `width` is the width of a column,
    `between` the space between two columns, and `pitch` the height of a row, all in mm.
    """

    columns: int
    rows: int
    width: float
    between: float
    pitch: float

    @property
    def size(self) -> float:
        """The type size in points that suits the height of a row, between 7 and 9."""
        return min(_LARGEST, max(7.0, self.pitch * POINTS_PER_MM / 1.42))

    @property
    def close(self) -> float:
        """The factor (at most 1) for the spaces left of the title, smaller in a narrow or dense list."""
        return max(_CLOSEST, min(self.size / _LARGEST, self.width / _FULL))

    @property
    def title_width(self) -> float:
        """The width in mm that a column leaves for the title of a card."""
        return self.width - _PLACES[4] * self.close - 1.0

    @property
    def titled(self) -> bool:
        """Whether a column is wide enough to show the titles of the cards."""
        return self.title_width > 20

    def x(self, at: int) -> float:
        """Return the x in mm at which the column with the index `at` (from 0) begins."""
        return EDGE + at * (self.width + self.between)


def _places() -> tuple[float, ...]:
    """Return the x in mm of the list's five heads in a wide column, from the column's left edge.

    The heads are the card's number, its seat, whether it is true, its rival, and its title. The heads stand farther
    apart if the language has long words for “true”, “a lie” or “rival”.
    """
    number, seat, truth, rival, title = _PLACES
    words = (
        lettering.width_mm(say("TRUE"), lettering.SANS_SEMIBOLD, _LARGEST * 0.86, 60),
        lettering.width_mm(say("a lie"), lettering.SERIF_ITALIC, _LARGEST),
    )
    head = lettering.width_mm(say("RIVAL"), lettering.SANS_SEMIBOLD, 7, 60)
    rival = max(rival, truth + max(words) + 4.4)
    return number, seat, truth, rival, max(title + rival - _PLACES[3], rival + head / 2 + 2.2)


class _Entry(NamedTuple):
    """One card of the list: its number, its title, and its rival's number.

    The rival is the card that contradicts it.
    """

    number: int
    title: str
    rival: int


def card_list(facts: Facts, drawn: SheetDeal, width: float, low: float, high: float, look: Style) -> Iterator[Mark]:
    """Yield the marks of a list of all cards by number: its seat, whether it is true, its rival, its title.

    A card's rival is the card that contradicts it. `drawn` is the deal. The list is on a page `width` mm wide, between
    the heights `low` and `high` in mm. Raises PrintError if there are more cards than fit.
    """
    entries = sorted(
        _Entry(card.number, facts.title_of(card.number), rival.number)
        for pair in facts.pairs
        for card, rival in (pair.cards, pair.cards[::-1])
    )
    top, shade, bold = high - 9, PALETTE.black.shade, lettering.SANS_SEMIBOLD
    yield Text(EDGE, top, say("EVERY CARD"), bold, 8.2, look.accent_type, track=110)
    hint = say("From the top of the sorted deck: its number, its seat, whether it is true, its rival.")
    yield Text(width - EDGE, top, hint, lettering.SERIF_ITALIC, 9, align="right")
    top -= 3
    column = _divided(len(entries), width - 2 * EDGE, top - low - 6)
    places = _places()
    for at in range(column.columns):
        x = column.x(at)
        titled = column.titled and any(entry.title for entry in entries)
        for (head, align), dx in zip(_HEADS if titled else _HEADS[:-1], places, strict=False):
            yield Text(x + dx * column.close, top - 3.0, say(head), bold, 7, shade, align, 60)
        yield look.rule(x, top - 4.4, x + column.width, top - 4.4, 0.5)
        for row, entry in enumerate(entries[at * column.rows : (at + 1) * column.rows], 1):
            y = top - 4.6 - row * column.pitch
            yield from _row(entry, drawn, column, tuple(x + dx * column.close for dx in places), y)
            yield look.rule(x, y, x + column.width, y, 0.25, PALETTE.black.ray)


def _divided(cards: int, width: float, room: float) -> _Column:
    """Return the layout of a list of this many cards, in the fewest columns that can be read.

    There are 2 to 8 columns. `width` is the width of the whole list and `room` its height, in mm. Raises PrintError if
    8 columns are too few.
    """
    for count in range(2, 9):
        rows = ceil(cards / count)
        between = 5 if count < 5 else 3
        column = _Column(count, rows, (width - between * (count - 1)) / count, between, min(5.0, (room - 4.6) / rows))
        if column.pitch >= 3.3 and column.width >= 29:
            return column
    raise PrintError(f"{cards} cards are too many for one answer sheet: make a smaller kit, or let the program referee")


def _row(entry: _Entry, drawn: SheetDeal, column: _Column, places: Sequence[float], y: float) -> Iterator[Mark]:
    """Yield the marks of one card's line in the list; y is the lower edge of the line in mm.

    `drawn` is the deal. `places` are the x of the heads above this column, in mm. Of a card in the box, the line says
    only that it is in the box. A title that is too wide is cut.
    """
    size, bold, italic = column.size, lettering.SANS_SEMIBOLD, lettering.SERIF_ITALIC
    base = y + (column.pitch - lettering.cap_mm(lettering.SANS, size)) / 2
    number_x, seat_x, truth_x, rival_x, title_x = places
    seat = drawn.seat(entry.number)
    yield Text(number_x, base, str(entry.number), bold, size, align="centre")
    if seat is None:
        yield Text(seat_x, base, say("box"), italic, size, align="centre")
    else:
        yield Text(seat_x, base, str(seat), bold, size, align="centre")
        if entry.number in drawn.truths:
            yield _narrow(Text(truth_x, base, say("TRUE"), bold, size * 0.86, track=60), rival_x - truth_x - 2.6)
        else:
            yield _narrow(Text(truth_x, base, say("a lie"), italic, size), rival_x - truth_x - 2.6)
        yield Text(rival_x, base, str(entry.rival), lettering.SANS, size, align="centre")
    if column.titled and entry.title:
        # The italic lacks a few signs that the titles' own font has.
        font = lettering.SERIF_SEMIBOLD if lettering.missing(entry.title, italic) else italic
        room = column.width - 1.0 - (title_x - number_x + _PLACES[0] * column.close)
        small = max(7.0, shrunk(entry.title, font, max(7.0, size * 0.94), room))
        words = entry.title.split()
        # A title that is wider than its column is cut; the number says which card is meant all the same.
        cuts = [entry.title, *(" ".join(words[:end]) + " …" for end in range(len(words) - 1, 0, -1)), ""]
        shown = next(text for text in cuts if lettering.width_mm(text, font, small) <= room + 0.01)
        yield Text(title_x, base, shown, font, small)


def _narrow(text: Text, room: float) -> Text:
    """Return this line of text, in a type size that is reduced if the line would be wider than `room` mm."""
    return replace(text, size=shrunk(text.text, text.font, text.size, room, track=text.track))


class _Slip(NamedTuple):
    """One seat's slip of the answer sheet, without its outline.

    `marks` are drawn from the upper left corner of the slip. `foot` is the y in mm of the lower edge of the text (below
    zero). `broken` is true if a list of numbers takes more than one line.
    """

    marks: list[Mark]
    foot: float
    broken: bool
    """A list of numbers takes more than one line."""


def seat_slips(drawn: SheetDeal, width: float, high: float, look: Style) -> Iterator[Mark]:
    """Yield the marks of a slip for each seat, to cut out, which says which of the seat's cards are true.

    `drawn` is the deal. The slips, and a field for the referee's own notes, fill a page `width` mm wide from its foot
    up to `high` mm. `look` has the colours. Raises PrintError if a hand is too large for its slip.
    """
    count = len(drawn.hands)
    rows = 1 if count <= 2 else 2
    columns = ceil((count + 1) / rows)
    top, foot = high - 6, 7.0
    w, h = (width - 2 * EDGE) / columns, (top - foot) / rows
    slips = _set_slips(drawn, w, h, look)
    alone = say("Look alone, and keep it hidden.")
    warning, below = set_text(alone, _WARNING, 4, 3.4 - h, w - 8, "left", lettering.RUNNING)
    up = 3.4 - h - below - _WARNING.pitch  # its last line is at the foot
    roomy = all(slip.foot > up + 8.0 - h for slip in slips)  # else no slip has it
    for at, slip in enumerate(slips):
        row, column = divmod(at, columns)
        marks = [Shape(rect(0, -h, w, h), None, GREY, 0.3), *slip.marks]
        marks += [moved(line, 0, up) for line in warning] if roomy else []
        yield from (moved(mark, EDGE + column * w, top - row * h) for mark in marks)
    free = columns * rows - count  # the places left over are one
    yield from _own_slip(drawn, EDGE + (columns - free) * w, foot, free * w - 5, h)


def _set_slips(drawn: SheetDeal, w: float, h: float, look: Style) -> list[_Slip]:
    """Return the slips of all seats, all in the largest type size that fits slips of `w` by `h` mm.

    If a size of 9 points or more lets each list of numbers take one line, that size is used instead. Raises PrintError
    if a hand does not fit in the smallest type.
    """
    seats = range(1, len(drawn.hands) + 1)
    tries = [[_slip(drawn, seat, w, size, look) for seat in seats] for size in (11.0, 10.0, 9.0, 8.0, 7.0)]
    fitting = [slips for slips in tries if all(slip.foot >= 1.5 - h for slip in slips)]
    if not fitting:
        raise PrintError("the hands are too large for the slips of the answer sheet: make a smaller kit")
    # Numbers that stand in one line are read at a glance.
    whole = [slips for slips in fitting if slips in tries[:3] and not any(slip.broken for slip in slips)]
    return (whole or fitting)[0]


def _slip(drawn: SheetDeal, seat: int, w: float, size: float, look: Style) -> _Slip:
    """Return the slip of a seat (from 1), `w` mm wide, with card numbers in type of `size` points."""
    face = TextFace(size=size, leading=size * 1.3, regular=lettering.SANS_SEMIBOLD)
    marks: list[Mark] = [
        *engine.numbered(look, 6.4, -6.9, 2.8, 3.6, str(seat), 9),
        Text(11.4, -8.1, say("Seat {number}", number=seat), lettering.SERIF_SEMIBOLD, 12.5),
    ]
    line, broken = -12.6, False
    heads = [
        Text(4, 0, name, lettering.SANS_SEMIBOLD, 7.4, look.accent_type, track=100)
        for name in (say("TRUE"), say("LIES"))
    ]
    start = max(15.0, *(4 + head.width + 2.4 for head in heads))
    for head, true in zip(heads, (True, False), strict=True):
        numbers = drawn.share(seat, true=true)
        line -= 4.6 * size / 11
        marks.append(replace(head, y=line))
        text = " ".join(map(str, numbers)) if numbers else say("none")
        # A figure space more between numbers than between words.
        lines = lettering.broken(text, face.regular, size, (w - 3 - start) / 1.24, lettering.RUNNING)
        broken |= len(lines) > 1
        shown, line = set_lines((words.replace(" ", "  ") for words in lines), face, start, line - 0.3, "left")
        marks += shown
        line -= 0.5
    return _Slip(marks, line, broken)


def _own_slip(drawn: SheetDeal, x: float, y: float, w: float, h: float) -> Iterator[Mark]:
    """Yield the marks of the referee's own field, with a line for the name of each player.

    If there is room, the field also lists the cards that stay in the box. (`x`, `y`) is its lower left corner, `w` and
    `h` are its width and height, all in mm.
    """
    top, count = y + h - 8.1, len(drawn.hands)
    yield Text(x + 5, top, say("Who sits where"), lettering.SERIF_SEMIBOLD, 12.5)
    for size in (8.4, 7.7, 7.0, 0.0):
        face = TextFace(size, size * 0.44 * POINTS_PER_MM, lettering.SERIF_ITALIC)
        text = say("In the box, unread: {numbers}.", numbers=", ".join(map(str, drawn.box)))
        boxed, low = set_text(text if drawn.box and size else "", face, x + 5, 0, w - 5, "left", lettering.RUNNING)
        room = top - 2.4 - y - (4.2 - low if boxed else 2.0)
        for columns in (1, 2, 3):
            rows, width = ceil(count / columns), (w - 5) / columns
            if room / rows < _LEAST_LINE or (width < 22 and columns > 1):
                continue
            yield from (moved(line, 0, y + 3.4 - low - face.pitch) for line in boxed)
            for at in range(count):  # a line for each seat, numbered
                left, down = x + 5 + at // rows * width, top - 1.6 - (at % rows + 1) * min(6.4, room / rows)
                yield Text(left + 1.4, down, str(at + 1), lettering.SANS_SEMIBOLD, 8, align="centre")
                yield Shape(segment(left + 4, down - 0.6, left + width - 3, down - 0.6), None, PALETTE.black.ray, 0.35)
            return


_LABEL = "BCDFGHJKMNPQRSTVWXYZ23456789"
"""What a sheet's label is made of: no vowels, so that it is no word, and no two signs that look alike."""


class _Sheet(Struct, frozen=True):
    """The content of an answer sheet.

    `spec` is the kit, `facts` are its facts, and `drawn` is the deal. `label` is printed on the outside of the folded
    sheet and gives nothing secret away. `look` has the colours, and whether ink is saved.
    """

    spec: KitSpec
    facts: Facts
    drawn: SheetDeal
    label: str
    look: Style


def write_answer_sheet(spec: KitSpec, out: Path) -> int:
    """Write the sealed sheet for a person who referees Liar's Lair; return 1, the number of sheets.

    The sheet has one deal for the players of the kit, whose `deal_seed` makes the deal repeatable, and the sheet then
    states the seed; with None the operating system's randomness draws the deal. Only the file's owner may read the PDF.
    The sheet has three parts, and the lower two are folded face to face. If the kit's sheets have two sides, a pattern
    on the back of these two makes them opaque. With manual feed the back is a file of its own. Raises PrintError if the
    kit is too small or the text does not fit on the sheet, and OSError.
    """
    facts, seed, sheet = spec.facts, spec.deal_seed, spec.sheet
    assert facts is not None
    chance = SystemRandom() if seed is None else Random(f"answer sheet {seed}")
    made_up = say("sheet {label}", label="".join(secrets.choice(_LABEL) for _ in range(4)))
    label = made_up if seed is None else say("deal {seed}, chosen: no secret", seed=seed)
    drawn = deal(facts, spec.options, spec.players, chance)
    whole = _Sheet(spec, facts, drawn, label, Style(low=sheet.low_ink))
    made = [(path, _sheet_pdf(whole, only)) for only, path in files_of(out, sheet.sides, sheet.feed)]
    for path, data in made:
        write_atomic(path, data, private=True)
    return 1


def _sheet_pdf(sheet: _Sheet, only: Only) -> bytes:
    """Return the PDF of the answer sheet: both sides, or only the side that `only` names.

    The back exists if the kit's sheets have two sides.
    """
    kit, paper, sides = sheet.spec, sheet.spec.sheet.paper, sheet.spec.sheet.sides
    width, height = paper.width_mm, paper.height_mm
    marks = list(_front(sheet))

    def back(ink: Ink) -> None:
        # Turned over the short edge, the sheet's head comes to lie at the foot of its back.
        turn = (width, height, 180) if sides == "short" else (0, 0, 0)
        with ink.at(*turn):
            blind(ink, width, 0, height * 2 / 3)
            # What whoever folds the sheet sees behind the outer part: how it is folded.
            how, top = _instructions(sheet)[0], height - 12
            draw(ink, _column(how, (width - 100) / 2, 100, top, height * 2 / 3 + 3, sheet.look, drawn=True))

    about = pdf.Document(
        title=say("Liar’s Lair: sealed answer sheet"),
        subject=say("Kit {kit}, {players} players, for the referee only", kit=kit.code, players=kit.players),
        keywords=("print and play", GAME),
    )
    outline = say("Sealed answer sheet: for the referee only")
    pages = [pdf.PdfPage(width, height, partial(draw, marks=marks), "answers", outline)] if only != "back" else []
    if sides in ("long", "short") and only != "front":
        pages.append(pdf.PdfPage(width, height, back, "blind"))
    return pdf.pages_pdf(about, pages, low=sheet.look.low)


def _front(sheet: _Sheet) -> Iterator[Mark]:
    paper, look = sheet.spec.sheet.paper, sheet.look
    width, third = paper.width_mm, paper.height_mm / 3
    yield from _outside(sheet)
    for y in (third, 2 * third):
        for x in (EDGE - 4, width - EDGE - 3):
            yield look.rule(x, y, x + 7, y, 0.5, GREY)
        for at in range(int((width - 2 * EDGE - 12) // 4)):
            x = EDGE + 6 + at * 4
            yield look.rule(x, y, x + 2, y, 0.4, PALETTE.black.ray)
    yield from card_list(sheet.facts, sheet.drawn, width, third, 2 * third, look)
    yield from seat_slips(sheet.drawn, width, third, look)


def _outside(sheet: _Sheet) -> Iterator[Mark]:
    """Yield the marks of the part that stays outside when the sheet is folded.

    The part says what the sheet is, how to fold it, and what the referee does.
    """
    paper, look = sheet.spec.sheet.paper, sheet.look
    left, right = EDGE, paper.width_mm - EDGE
    y = paper.height_mm - 16
    yield look.lozenge(left + 2.2, y + 2.3, 1.9, 2.8, look.accent)
    yield Text(left + 6.6, y, say("Sealed answer sheet"), lettering.SERIF_SEMIBOLD, 20)
    code = say("Kit {kit} · {label}", kit=sheet.facts.kit, label=sheet.label)
    yield Text(right, y + 2.2, code, lettering.SANS_SEMIBOLD, 8.6, align="right")
    size = say("{players} players · for the referee only", players=number_word(sheet.spec.players))
    yield Text(right, y - 1.8, size, lettering.SERIF_ITALIC, 9.2, align="right")
    yield look.rule(left, y - 4.6, right, y - 4.6, 0.5)
    top, foot = y - 7.0, paper.height_mm * 2 / 3 + 3
    column = (right - left - 10) / 5
    fold, referee = _instructions(sheet)
    yield from _column(fold, left, 2 * column, top, foot, look, drawn=True)
    yield from _column(referee, left + 2 * column + 10, 3 * column, top, foot, look)


def _instructions(sheet: _Sheet) -> list[str]:
    """Return two texts as Markdown: how to fold the sheet, and what its referee does."""
    text = rulebook.fragment(f"cards/{GAME}-answers.md.j2", GAME, sheet.spec.options, sheet.spec.players)
    return [f"## {part}" for part in text.split("## ")[1:]]


def _column(
    text: str, x: float, width: float, top: float, foot: float, look: Style, *, drawn: bool = False
) -> Iterator[Mark]:
    """Yield the marks of a text between the heights `top` and `foot`, in the largest type that fits.

    `text` is Markdown. `x` is the left edge and `width` the width of the column, in mm. With `drawn` the drawings of
    how to fold follow below the text. Raises PrintError if the text does not fit in type of 7 points.
    """
    for size in (9.0, 8.8, 8.6, 8.4, 8.2, 8.0, 7.8, 7.6, 7.4, 7.2, 7.0):
        face = TextFace(size=size, leading=size * 1.27)
        measure = Measure(width, body=face, subheading=7.8, paragraph=1.8, step=1.6)
        elements = blocks(parse(text), measure, look)
        if height_of(elements) <= top - foot:
            break
    else:
        raise PrintError("the answer sheet’s text does not fit on a third of this paper: take A4 or Letter")
    yield from column_marks(elements, x, top)
    if drawn:
        yield from folding(x + width / 2, foot, top - height_of(elements) - foot, look)
