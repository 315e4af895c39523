"""The sealed answer sheet: one truth and one deal of Liar's Lair, for a person who referees without a computer."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from random import Random, SystemRandom

from msgspec import Struct

from cardgen.book.blocks import blocks
from cardgen.book.measure import Measure
from cardgen.book.text import TextFace
from cardgen.errors import PrintError
from cardgen.layout.impose import Feed, Only, Sides, files_of
from cardgen.layout.paper import PAPERS, Paper
from cardgen.pdf import fonts as lettering
from cardgen.pdf.document import Document, finish, label_page, open_canvas
from cardgen.pdf.marks import PALETTE, Look, Mark, Shape, Text, draw, moved
from cardgen.pdf.path import POINTS_PER_MM, segment
from cardgen.secret.deal import GAME, SheetDeal, deal
from cardgen.secret.fold import EDGE, GREY, blind, folding
from cardgen.secret.inside import card_list, seat_slips
from factbank.facts import Facts
from liarsdeck.files import write_atomic
from referee.books import rulebook

_LABEL = "BCDFGHJKMNPQRSTVWXYZ23456789"
"""What a label is made of: no vowels, so that it is no word, and no two signs that look alike."""


class _Sheet(Struct, frozen=True):
    """What a sheet is made of: `label` stands outside, and says nothing of what is inside."""

    facts: Facts
    options: Struct
    players: int
    drawn: SheetDeal
    label: str
    paper: Paper
    look: Look


def write_answer_sheet(
    facts: Facts,
    options: Struct,
    players: int,
    out: Path,
    *,
    deal_seed: int | None = None,
    paper: Paper = PAPERS["a4"],
    sides: Sides = "long",
    feed: Feed = "duplex",
    low_ink: bool = False,
) -> Path:
    """Write the sealed sheet of a person who referees Liar's Lair: one truth and one deal, drawn by the game.

    The deal comes from the computer's own randomness, so that no two sheets are alike and nothing outside leads to
    what is inside; with a `deal_seed` it can be repeated, and the sheet says so. The file is its owner's alone.
    One sheet in three parts. The upper one stays outside, the lower two are folded face to face; printed on both
    sides, they have a pattern behind them that can't be read through; fed by hand, that pattern is a file of its own.
    Return the file of the secrets. Raises PrintError when the kit is too small or the table does not fit on the sheet,
    and OSError.
    """
    chance = SystemRandom() if deal_seed is None else Random(f"answer sheet {deal_seed}")
    label = _label() if deal_seed is None else f"deal {deal_seed}, chosen: no secret"
    drawn = deal(facts, options, players, chance)
    sheet = _Sheet(facts, options, players, drawn, label, paper, Look(low=low_ink))
    files = files_of(out, sides, feed)
    made = [(path, _sheet_pdf(sheet, sides, only)) for only, path in files]
    for path, data in made:
        write_atomic(path, data, private=True)
    return files[0][1]


def _sheet_pdf(sheet: _Sheet, sides: Sides, only: Only) -> bytes:
    """Return the PDF of the sheet, or of one side of it."""
    from cardgen.pdf.ink import Ink

    width, height = sheet.paper.width_mm, sheet.paper.height_mm
    marks = list(_front(sheet))
    canvas = open_canvas(
        Document(
            title="Liar’s Lair: sealed answer sheet",
            subject=f"Kit {sheet.facts.kit}, {sheet.players} players, for the referee only",
            keywords=("print and play", GAME),
        ),
        width * POINTS_PER_MM,
        height * POINTS_PER_MM,
    )
    ink = Ink(canvas, low=sheet.look.low)
    if only != "back":
        canvas.bookmarkPage("answers")
        canvas.addOutlineEntry("Sealed answer sheet: for the referee only", "answers", 0)
        label_page(canvas, "answers")
        draw(ink, marks, 0, 0)
        canvas.showPage()
    if sides in ("long", "short") and only != "front":
        label_page(canvas, "blind")
        # Turned over the short edge, the sheet's head comes to lie at the foot of its back.
        turn = (width, height, 180) if sides == "short" else (0, 0, 0)
        with ink.at(*turn):
            blind(ink, width, 0, height * 2 / 3)
            draw(ink, _behind(sheet), 0, 0)
        canvas.showPage()
    return finish(canvas)


def _label() -> str:
    """Make up a label by which two sheets of a kit are told apart; it has nothing to do with their deals."""
    return "sheet " + "".join(secrets.choice(_LABEL) for _ in range(4))


def _front(sheet: _Sheet) -> Iterator[Mark]:
    width, third, look = sheet.paper.width_mm, sheet.paper.height_mm / 3, sheet.look
    yield from _outside(sheet)
    for y in (third, 2 * third):
        yield Shape(segment(EDGE - 4, y, EDGE + 3, y), None, GREY, 0.5)
        yield Shape(segment(width - EDGE - 3, y, width - EDGE + 4, y), None, GREY, 0.5)
        for at in range(int((width - 2 * EDGE - 12) // 4)):
            x = EDGE + 6 + at * 4
            yield Shape(segment(x, y, x + 2, y), None, PALETTE.black.ray, 0.4)
    yield from card_list(sheet.facts, sheet.drawn, width, third, 2 * third, look)
    yield from seat_slips(sheet.drawn, width, third, look)


def _outside(sheet: _Sheet) -> Iterator[Mark]:
    """The part that stays outside: what this is, how it is folded, and what the referee does."""
    look = sheet.look
    left, right = EDGE, sheet.paper.width_mm - EDGE
    y = sheet.paper.height_mm - 16
    yield look.lozenge(left + 2.2, y + 2.3, 1.9, 2.8, look.accent)
    yield Text(left + 6.6, y, "Sealed answer sheet", lettering.SERIF_SEMIBOLD, 20)
    code = f"Kit {sheet.facts.kit} · {sheet.label}"
    yield Text(right, y + 2.2, code, lettering.SANS_SEMIBOLD, 8.6, align="right")
    size = f"{rulebook.word(sheet.players)} players · for the referee only"
    yield Text(right, y - 1.8, size, lettering.SERIF_ITALIC, 9.2, align="right")
    yield look.rule(left, y - 4.6, right, y - 4.6, 0.5)
    top, foot = y - 7.0, sheet.paper.height_mm * 2 / 3 + 3
    column = (right - left - 10) / 5
    fold, referee = _instructions(sheet)
    yield from _column(fold, left, 2 * column, top, foot, look, drawn=True)
    yield from _column(referee, left + 2 * column + 10, 3 * column, top, foot, look)


def _instructions(sheet: _Sheet) -> list[str]:
    """How the sheet is folded, and what its referee does, as Markdown."""
    text = rulebook.fragment(f"cards/{GAME}-answers.md.j2", GAME, sheet.options, sheet.players)
    return [f"## {part}" for part in text.split("## ")[1:]]


def _column(
    text: str, x: float, width: float, top: float, foot: float, look: Look, *, drawn: bool = False
) -> Iterator[Mark]:
    """Set a text between two heights, as large as it goes; `drawn` adds the drawing of the fold below it."""
    for size in (9.0, 8.8, 8.6, 8.4, 8.2, 8.0, 7.8, 7.6, 7.4, 7.2, 7.0):
        face = TextFace(size=size, leading=size * 1.27)
        measure = Measure(width, body=face, subheading=7.8, paragraph=1.8, step=1.6)
        elements = blocks(rulebook.parse(text), measure, look)
        if sum(e.before + e.height for e in elements) - elements[0].before <= top - foot:
            break
    else:
        raise PrintError("the answer sheet’s text does not fit on a third of this paper: take A4 or Letter")
    y = top
    for number, element in enumerate(elements):
        y -= element.before if number else 0
        yield from (moved(mark, x, y) for mark in element.marks)
        y -= element.height
    if drawn:
        yield from folding(x + width / 2, foot, y - foot, look)


def _behind(sheet: _Sheet) -> list[Mark]:
    """What stands behind the outer part, where whoever folds the sheet sees it: how it is folded."""
    width, height = sheet.paper.width_mm, sheet.paper.height_mm
    fold = _instructions(sheet)[0]
    return list(_column(fold, (width - 100) / 2, 100, height - 12, height * 2 / 3 + 3, sheet.look, drawn=True))
