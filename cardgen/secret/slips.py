"""Secret slips on paper: what one player's cards are, folded shut with the name outside.

The referee writes a text a seat (`referee slips`); each is printed as a strip of three panels: the name, the cards,
room for notes. The notes fold up over the cards, print on print, and the name folds back behind them: two layers of
paper lie over every word, and the name is all that can be read.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.errors import PrintError
from liarsdeck.files import read_within, write_atomic
from referee.core.game import RecordError
from referee.tables.export import Slip, parse_slip

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cardgen.layout.paper import Paper
    from cardgen.pdf.marks import Look, Mark, Text

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
    """Read the texts of `referee slips`, files or folders of them. Raises PrintError naming what is no slip."""
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            files += sorted(path.glob("*.txt"))
        else:
            files.append(path)
    if not files:
        raise PrintError(f"there is no slip in {paths[0]}: `referee slips TABLE -o DIR` writes one for every seat")
    return tuple(_read(path) for path in files)


def _read(path: Path) -> Slip:
    try:
        raw = read_within(path, _LIMIT)
        text = raw.decode("utf-8")
    except FileNotFoundError:
        raise PrintError(f"there is no slip {path}") from None
    except UnicodeDecodeError:
        raise PrintError(f"{path} is no slip: it is not UTF-8 text") from None
    if len(raw) > _LIMIT:
        raise PrintError(f"{path} is no slip: it is larger than {_LIMIT // 1000} kB")
    try:
        return parse_slip(text)
    except RecordError as error:
        raise PrintError(f"{path} is no slip: {error}. `referee slips TABLE -o DIR` writes one a seat") from None


def write_slips(slips: Sequence[Slip], path: Path, paper: Paper, *, low_ink: bool = False) -> int:
    """Print slips as one PDF that only its owner on this computer can read; return how many sheets it takes.

    Raises PrintError when a slip's cards or notes don't fit a sheet or it has characters that the fonts lack.
    """
    from cardgen.pdf.ink import Document, Ink, finish, label_page, open_canvas
    from cardgen.pdf.marks import Look, draw
    from cardgen.pdf.path import POINTS_PER_MM

    _check_letters(slips)
    w, h = paper.width_mm, paper.height_mm
    across = max(1, int((w - 2 * _EDGE) // 88))
    wide = (w - 2 * _EDGE) / across
    panel = max(_PANEL, *(_panel(slip, wide) for slip in slips))
    down = int((h - 2 * _EDGE) // (3 * panel))
    if not down:
        rows = max(len(slip.rows) for slip in slips)
        raise PrintError(
            f"a slip of {rows} cards needs {3 * panel + 2 * _EDGE:.0f} mm of height; {paper.name} has {h:.0f}"
        )
    tall = (h - 2 * _EDGE) / down
    title = f"Secret slips, {slips[0].about}"
    canvas = open_canvas(Document(title), w * POINTS_PER_MM, h * POINTS_PER_MM)
    sheets = 0
    for at, slip in enumerate(slips):
        place = at % (across * down)
        if place == 0:
            if at:
                canvas.showPage()
            sheets += 1
            label_page(canvas, str(sheets))
            ink = Ink(canvas, low=low_ink)
        column, row = place % across, place // across
        with ink.at(_EDGE + column * wide, h - _EDGE - (row + 1) * tall):
            draw(ink, _marks(slip, wide, tall, Look(low=low_ink)))
    canvas.showPage()
    write_atomic(path, finish(canvas), private=True)
    return sheets


def _panel(slip: Slip, wide: float) -> float:
    """Return how high a panel must be to hold a slip's cards, or its notes."""
    cards = sum(_row_height(lines) for lines, _ in _titles(slip, wide))
    notes = sum(len(lines) for lines, _ in _notes(slip, wide))
    return max(cards + 13, notes * _LINE + 14 if notes else 0)


def _titles(slip: Slip, wide: float) -> Iterator[tuple[tuple[str, ...], float]]:
    """Yield how each title is set: its lines and their size in points."""
    from cardgen.pdf.fonts import SANS_SEMIBOLD, SERIF, width_mm

    for card, title, mark in slip.rows:
        start = max(11.0, width_mm(card.translate(_IN_LETTERS), SANS_SEMIBOLD, 10) + 3) if title else 0
        end = width_mm(mark, SANS_SEMIBOLD, 9) + 3 if mark else 0
        yield _set(title, wide - 2 * _INSET - start - end, SERIF, slip)


def _notes(slip: Slip, wide: float) -> Iterator[tuple[tuple[str, ...], float]]:
    from cardgen.pdf.fonts import SERIF_ITALIC

    for note in slip.notes:
        yield _set(note, wide - 2 * _INSET, SERIF_ITALIC, slip)


def _set(text: str, width: float, font: str, slip: Slip) -> tuple[tuple[str, ...], float]:
    """Set a text in one line, as it stands, or broken into several where it is long."""
    from cardgen.pdf import fonts as lettering
    from cardgen.pdf.fit import fit

    spelt = text.translate(_IN_LETTERS)
    size = next((size for size in _SIZES[:3] if lettering.width_mm(spelt, font, size) <= width), None)
    if size is not None:
        return (text,), size
    setting = fit(spelt, width, 40, font, _SIZES[2:])
    if setting is None:
        raise PrintError(f"the slip of {slip.name}: “{text[:60]}” has a word too long for {width:.0f} mm")
    suits = iter([sign for sign in text if sign == "M" or sign in _SUITS])
    lines = ("".join(next(suits) if sign == "M" else sign for sign in line) for line in setting.lines)
    return tuple(lines), setting.size_pt


def _row_height(lines: Sequence[str]) -> float:
    return _ROW + 4.0 * (len(lines) - 1)


def _check_letters(slips: Sequence[Slip]) -> None:
    from cardgen.pdf.fonts import SERIF, missing, spell

    for slip in slips:
        for text in (slip.name, slip.about, *(words for row in slip.rows for words in row), *slip.notes):
            if lost := missing(text.translate(_IN_LETTERS), SERIF):
                raise PrintError(f"the slip of {slip.name}: the fonts have no {spell(lost[0])} (in “{text[:60]}”)")


def _marks(slip: Slip, width: float, height: float, look: Look) -> Iterator[Mark]:
    """Set one slip, its lower left corner at the origin, with its suits drawn."""
    from cardgen.pdf.marks import Text

    for mark in _set_out(slip, width, height, look):
        if isinstance(mark, Text) and any(sign in _SUITS for sign in mark.text):
            yield from _with_suits(mark)
        else:
            yield mark


def _with_suits(text: Text) -> Iterator[Mark]:
    """Take a text apart at its suits, and draw them."""
    from msgspec.structs import replace

    from cardgen.art.shapes import SUITS, suit_path
    from cardgen.book.text import SIGN_HIGH
    from cardgen.pdf.fonts import SERIF, cap_mm, width_mm
    from cardgen.pdf.marks import PALETTE, Shape

    share = {"left": 0.0, "centre": 0.5, "right": 1.0}[text.align]
    x = text.x - share * width_mm(text.text.translate(_IN_LETTERS), text.font, text.size)
    middle = text.y + cap_mm(SERIF, text.size) / 2
    for part in re.split(f"([{_SUITS}])", text.text):
        wide = width_mm(part.translate(_IN_LETTERS), text.font, text.size)
        if part and part in _SUITS:
            suit = SUITS[_SUITS.index(part)]
            fill = PALETTE.red.base if suit in "dh" else PALETTE.ink
            yield Shape(suit_path(suit, x + wide / 2, middle, text.size * SIGN_HIGH), fill)
        elif part:
            yield replace(text, x=x, text=part, align="left")
        x += wide


def _set_out(slip: Slip, width: float, height: float, look: Look) -> Iterator[Mark]:
    """Set one slip, its lower left corner at the origin: notes below, cards in the middle, the name above."""
    from cardgen.guide.parts import caps, rule
    from cardgen.pdf import fonts as lettering
    from cardgen.pdf.fonts import SANS, SANS_SEMIBOLD, SERIF, SERIF_ITALIC, SERIF_SEMIBOLD
    from cardgen.pdf.marks import Shape, Text
    from cardgen.pdf.path import rect, segment

    third, inset, middle = height / 3, _INSET, width / 2
    yield Shape(rect(0, 0, width, height), None, "#A8A4AB", 0.25, join="round", dash=(2, 2))
    for fold in (third, 2 * third):
        yield Shape(segment(2, fold, width - 2, fold), None, "#8C8F92", 0.4, join="round", dash=(1, 2.2))
    size = 22.0
    while lettering.width_mm(slip.name.translate(_IN_LETTERS), SERIF_SEMIBOLD, size) > width - 2 * inset:
        size -= 1
    y = 2 * third + third * 0.62
    yield Text(middle, y, slip.name, SERIF_SEMIBOLD, size, None, "centre")
    yield from rule(look, inset + 8, width - inset - 8, y - 6)
    yield Text(middle, y - 12, slip.about, SERIF_ITALIC, 9, None, "centre")
    hint = "Fold the notes up over the cards, then this part back. Only its owner opens it."
    yield Text(middle, 2 * third + 4, hint, SANS, 7, None, "centre")
    yield caps(inset, 2 * third - 6, "Your cards", 7.2)
    y = 2 * third - 12
    for (card, _, mark), (lines, points) in zip(slip.rows, _titles(slip, width), strict=True):
        true = mark.casefold() == "true"
        yield Text(inset, y, card, SANS_SEMIBOLD, 10, None)
        start = inset + max(11.0, lettering.width_mm(card.translate(_IN_LETTERS), SANS_SEMIBOLD, 10) + 3)
        yield Text(width - inset, y, mark, SANS if true else SANS_SEMIBOLD, 9, None, "right")
        for line in lines:
            yield Text(start, y, line, SERIF, points, None)
            y -= 4.0
        y += 4.0
        yield Shape(segment(inset, y - 1.5, width - inset, y - 1.5), None, _RULE, 0.25, join="round")
        y -= _ROW
    yield caps(inset, third - 6, "Notes", 7.2)
    y = third - 14
    written = [(line, points) for lines, points in _notes(slip, width) for line in lines]
    for at, (line, points) in enumerate(written):
        yield Text(inset, y - at * _LINE + 1.2, line, SERIF_ITALIC, points, None)
    while y > 6:
        yield Shape(segment(inset, y, width - inset, y), None, _RULE, 0.3, join="round")
        y -= _LINE
