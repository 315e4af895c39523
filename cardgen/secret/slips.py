"""Secret slips on paper: what one player's cards are, folded shut with the name outside.

The referee writes a text a seat (`referee slips`); each is printed as a strip of three panels: the name, the cards,
room for notes. The notes fold up over the cards, print on print, and the name folds back behind them: two layers of
paper lie over every word, and the name is all that can be read.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.errors import PrintError
from liarsdeck.files import read_within, write_atomic
from referee.core.setup import NAME_LIMIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardgen.layout.paper import Paper
    from cardgen.pdf.ink import Ink

_LIMIT = 20_000  # bytes of one slip's text; the referee writes under two thousand
_EDGE = 8.0  # mm that stay empty at the paper's edges
_ROW = 5.2  # mm from card to card
_PANEL = 42.0  # mm, the least height of a panel


class Slip(Struct, frozen=True):
    """One seat's slip: whose, of what game and table, and a row of columns a card."""

    name: str
    about: str
    rows: tuple[tuple[str, ...], ...]


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
        text = raw.decode("utf-8-sig")
    except FileNotFoundError:
        raise PrintError(f"there is no slip {path}") from None
    except UnicodeDecodeError:
        raise PrintError(f"{path} is no slip: it is not UTF-8 text") from None
    head, _, body = text.partition("\n")
    name, dot, about = head.strip().partition(" · ")
    cards, notes, _ = body.partition("Notes:")
    rows = [tuple(re.split(r"\s{2,}", line.strip())) for line in cards.splitlines()[2:] if line.strip()]
    if len(raw) > _LIMIT or len(name) > NAME_LIMIT or not dot or not notes or not rows:
        raise PrintError(f"{path} is no slip of the referee’s: `referee slips TABLE -o DIR` writes one for every seat")
    return Slip(name, about, tuple(rows))


def write_slips(slips: Sequence[Slip], path: Path, paper: Paper, *, low_ink: bool = False) -> int:
    """Print slips as one PDF that only its owner on this computer can read; return how many sheets it takes.

    Raises PrintError when a slip's cards don't fit a sheet or a name has characters that the fonts lack.
    """
    from cardgen.pdf.document import Document, finish, label_page, open_canvas
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.path import POINTS_PER_MM

    _check_letters(slips)
    w, h = paper.width_mm, paper.height_mm
    panel = max(_PANEL, max(len(slip.rows) for slip in slips) * _ROW + 13)
    down = int((h - 2 * _EDGE) // (3 * panel))
    across = max(1, int((w - 2 * _EDGE) // 88))
    if not down:
        rows = max(len(slip.rows) for slip in slips)
        raise PrintError(
            f"a slip of {rows} cards needs {3 * panel + 2 * _EDGE:.0f} mm of height; {paper.name} has {h:.0f}"
        )
    wide, tall = (w - 2 * _EDGE) / across, (h - 2 * _EDGE) / down
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
            _draw(ink, slip, wide, tall)
    canvas.showPage()
    write_atomic(path, finish(canvas), private=True)
    return sheets


def _check_letters(slips: Sequence[Slip]) -> None:
    from cardgen.pdf.fonts import SERIF, missing, spell

    for slip in slips:
        for text in (slip.name, slip.about, *(words for row in slip.rows for words in row)):
            if lost := missing(text, SERIF):
                raise PrintError(f"the slip of {slip.name}: the fonts have no {spell(lost[0])} (in “{text[:60]}”)")


def _draw(ink: Ink, slip: Slip, width: float, height: float) -> None:
    """Draw one slip, its lower left corner at the origin: notes below, cards in the middle, the name above."""
    from cardgen.guide.parts import caps, rule
    from cardgen.pdf import fonts as lettering
    from cardgen.pdf.fonts import SANS, SANS_SEMIBOLD, SERIF, SERIF_ITALIC, SERIF_SEMIBOLD
    from cardgen.pdf.marks import Look, draw
    from cardgen.pdf.path import rect, segment

    third, inset, middle = height / 3, 6.0, width / 2
    ink.draw(rect(0, 0, width, height), None, "#A8A4AB", 0.25, dash=(2, 2))
    for fold in (third, 2 * third):
        ink.draw(segment(2, fold, width - 2, fold), None, "#8C8F92", 0.4, dash=(1, 2.2))
    size = 22.0
    while lettering.width_mm(slip.name, SERIF_SEMIBOLD, size) > width - 2 * inset:
        size -= 1
    y = 2 * third + third * 0.62
    ink.text(middle, y, slip.name, SERIF_SEMIBOLD, size, None, "centre")
    draw(ink, rule(Look(low=ink.low), inset + 8, width - inset - 8, y - 6))
    ink.text(middle, y - 12, slip.about, SERIF_ITALIC, 9, None, "centre")
    hint = "Fold the notes up over the cards, then this part back. Only its owner opens it."
    ink.text(middle, 2 * third + 4, hint, SANS, 7, None, "centre")
    draw(ink, [caps(inset, 2 * third - 6, "Your cards", 7.2)])
    y = 2 * third - 12
    for row in slip.rows:
        # A card that was picked up since the deal has a title and no mark: the referee doesn't say whether it is true.
        marked = len(row) > 2 or row[-1].casefold() in {"true", "lie"}
        first, rest, last = (row[0], row[1:-1], row[-1]) if marked else (row[0], row[1:], "")
        true = last.casefold() == "true"
        ink.text(inset, y, first, SANS_SEMIBOLD, 10)
        for words in rest:
            ink.text(inset + 11, y, words, SERIF, 10)
        ink.text(width - inset, y, last, SANS if true else SANS_SEMIBOLD, 9, None, "right")
        ink.line(inset, y - 1.5, width - inset, y - 1.5, 0.25, "#B9B5BC")
        y -= _ROW
    draw(ink, [caps(inset, third - 6, "Notes", 7.2)])
    y = third - 14
    while y > 6:
        ink.line(inset, y, width - inset, y, 0.3, "#B9B5BC")
        y -= 7.5
