"""The sealed answer sheet: one truth and one deal of Liar's Lair, for a person who referees without a computer."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from cardgen.book.blocks import blocks
from cardgen.book.measure import Measure
from cardgen.book.text import Face, break_lines, plain
from cardgen.errors import PrintError
from cardgen.layout.impose import Sides
from cardgen.layout.paper import PAPERS, Paper
from cardgen.pdf import fonts as lettering
from cardgen.pdf.document import Document, finish, label_page, open_canvas
from cardgen.pdf.marks import PALETTE, Look, Mark, Shape, Text, draw, moved
from cardgen.pdf.path import POINTS_PER_MM, rect, segment
from cardgen.secret.fold import EDGE, GREY, blind, folding
from factbank.facts import Facts
from liarsdeck.files import write_atomic
from referee.books import rulebook

GAME = "liars-lair"

_FACE = Face(size=8.4, leading=10.6)


class Deal(msgspec.Struct, frozen=True):
    """A truth and a deal: which numbers are true, the hand of each seat, and what stays in the box."""

    truths: frozenset[int]
    hands: tuple[tuple[int, ...], ...]
    box: tuple[int, ...]

    def seat(self, number: int) -> int | None:
        """The seat (from 1) that is dealt a card; None for the box."""
        return next((at for at, hand in enumerate(self.hands, 1) if number in hand), None)


def deal(facts: Facts, options: msgspec.Struct, players: int, seed: int) -> Deal:
    """Draw which half of every pair is true, and who gets which cards, by the options `each`, `mix` and `aside`.

    The same facts, options and seed give the same deal. Raises PrintError for a kit that is too small, naming what it
    could serve (docs/rules.md, 1).
    """
    each = int(getattr(options, "each", 3))
    pairs = len(facts.pairs)
    if players * each > pairs:
        largest, table = pairs // players, pairs // each
        raise PrintError(
            f"{players} players with {each} truths and {each} lies each need {players * each} pairs, and this kit has"
            f" {pairs}: it serves {_serves(players, largest)}{_table(table, each)}"
        )
    chance = Random(f"answer sheet {facts.kit} {seed}")
    numbers = sorted(tuple(sorted(card.number for card in pair.cards)) for pair in facts.pairs)
    truths = [chance.choice(pair) for pair in numbers]
    whole = list(zip(numbers, truths, strict=True))
    if getattr(options, "aside", "pairs") == "pairs":
        whole = chance.sample(whole, players * each)
    true = [truth for _, truth in whole]
    false = [number for pair, truth in whole for number in pair if number != truth]
    if getattr(options, "mix", "even") == "even":
        chance.shuffle(true)
        chance.shuffle(false)
        hands = [true[at * each : (at + 1) * each] + false[at * each : (at + 1) * each] for at in range(players)]
    else:
        cards = sorted(true + false)
        chance.shuffle(cards)
        hands = [cards[at * 2 * each : (at + 1) * 2 * each] for at in range(players)]
    dealt = {number for hand in hands for number in hand}
    box = tuple(number for pair in numbers for number in pair if number not in dealt)
    return Deal(frozenset(truths) & dealt, tuple(tuple(sorted(hand)) for hand in hands), tuple(sorted(box)))


def _serves(players: int, each: int) -> str:
    return f"{players} players with {each} and {each}" if each >= 2 else "no table of that size"


def _table(players: int, each: int) -> str:
    return f", or {players} players with {each} and {each}" if players >= 3 else ""


def write_answer_sheet(
    facts: Facts,
    options: msgspec.Struct,
    players: int,
    seed: int,
    out: Path,
    *,
    paper: Paper = PAPERS["a4"],
    sides: Sides = "long",
    low_ink: bool = False,
) -> Path:
    """Write the sealed sheet of a person who referees Liar's Lair: one truth and one deal, drawn by `seed`.

    One sheet in three parts. The upper one stays outside, the lower two are folded face to face; printed on both
    sides, they have a pattern behind them that can't be read through. Raises PrintError when the kit is too small or
    the table does not fit on the sheet, and OSError.
    """
    from cardgen.pdf.ink import Ink

    drawn = deal(facts, options, players, seed)
    width, height = paper.width_mm, paper.height_mm
    look = Look(low=low_ink)
    marks = list(_sheet(facts, options, players, seed, drawn, width, height, look))
    canvas = open_canvas(
        Document(
            title="Liar’s Lair: sealed answer sheet",
            subject=f"Kit {facts.kit}, {players} players, for the referee only",
            keywords=("print and play", GAME),
        ),
        width * POINTS_PER_MM,
        height * POINTS_PER_MM,
    )
    ink = Ink(canvas, low=low_ink)
    canvas.bookmarkPage("answers")
    canvas.addOutlineEntry("Sealed answer sheet: for the referee only", "answers", 0)
    label_page(canvas, "answers")
    draw(ink, marks, 0, 0)
    canvas.showPage()
    if sides in ("long", "short"):
        label_page(canvas, "blind")
        # Turned over the short edge, the sheet's head comes to lie at the foot of its back.
        turn = (width, height, 180) if sides == "short" else (0, 0, 0)
        with ink.at(*turn):
            blind(ink, width, 0, height * 2 / 3)
            draw(ink, _behind(options, players, width, height, look), 0, 0)
        canvas.showPage()
    write_atomic(out, finish(canvas))
    return out


def _sheet(
    facts: Facts, options: msgspec.Struct, players: int, seed: int, drawn: Deal, width: float, height: float, look: Look
) -> Iterator[Mark]:
    third = height / 3
    yield from _outside(facts, options, players, seed, width, height, third, look)
    for y in (third, 2 * third):
        yield Shape(segment(EDGE - 4, y, EDGE + 3, y), None, GREY, 0.5)
        yield Shape(segment(width - EDGE - 3, y, width - EDGE + 4, y), None, GREY, 0.5)
        for at in range(int((width - 2 * EDGE - 12) // 4)):
            x = EDGE + 6 + at * 4
            yield Shape(segment(x, y, x + 2, y), None, PALETTE.black.ray, 0.4)
    yield from _list(facts, drawn, width, third, 2 * third, look)
    yield from _slips(drawn, width, third, look)


def _outside(
    facts: Facts,
    options: msgspec.Struct,
    players: int,
    seed: int,
    width: float,
    height: float,
    third: float,
    look: Look,
) -> Iterator[Mark]:
    """The part that stays outside: what this is, how it is folded, and what the referee does."""
    left, right = EDGE, width - EDGE
    y = height - 16
    yield look.lozenge(left + 2.2, y + 2.3, 1.9, 2.8, look.accent)
    yield Text(left + 6.6, y, "Sealed answer sheet", lettering.SERIF_SEMIBOLD, 20)
    yield Text(right, y + 2.2, f"Kit {facts.kit} · deal {seed}", lettering.SANS_SEMIBOLD, 8.6, align="right")
    size = rulebook.word(players)
    yield Text(right, y - 1.8, f"{size} players · for the referee only", lettering.SERIF_ITALIC, 9.2, align="right")
    yield look.rule(left, y - 4.6, right, y - 4.6, 0.5)
    top, foot = y - 7.0, height - third + 3
    column = (width - 2 * EDGE - 10) / 5
    fold, referee = _instructions(options, players)
    yield from _column(fold, left, 2 * column, top, foot, look, drawn=True)
    yield from _column(referee, left + 2 * column + 10, 3 * column, top, foot, look)


def _instructions(options: msgspec.Struct, players: int) -> list[str]:
    """How the sheet is folded, and what its referee does, as Markdown."""
    text = rulebook.fragment(f"cards/{GAME}-answers.md.j2", GAME, options, players)
    return [f"## {part}" for part in text.split("## ")[1:]]


def _column(
    text: str, x: float, width: float, top: float, foot: float, look: Look, *, drawn: bool = False
) -> Iterator[Mark]:
    """Set a text between two heights, as large as it goes; `drawn` adds the drawing of the fold below it."""
    for size in (9.0, 8.8, 8.6, 8.4, 8.2, 8.0, 7.8, 7.6, 7.4, 7.2, 7.0):
        face = Face(size=size, leading=size * 1.27)
        measure = Measure(width, body=face, subheading=7.8, paragraph=1.8, step=1.6)
        elements = blocks(rulebook.parse(text), measure, look, {})
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


def _behind(options: msgspec.Struct, players: int, width: float, height: float, look: Look) -> list[Mark]:
    """What stands behind the outer part, where whoever folds the sheet sees it: how it is folded."""
    inset = (width - 100) / 2
    fold = _instructions(options, players)[0]
    return list(_column(fold, inset, 100, height - 12, height * 2 / 3 + 3, look, drawn=True))


def _list(facts: Facts, drawn: Deal, width: float, low: float, high: float, look: Look) -> Iterator[Mark]:
    """Every card by its number: who gets it, whether it is true, and its rival."""
    numbers = [card.number for card in facts.cards]
    rival = {a.number: b.number for pair in facts.pairs for a, b in (pair.cards, pair.cards[::-1])}
    titles = {card.number: pair.title for pair in facts.pairs for card in pair.cards}
    top = high - 9
    yield Text(EDGE, top, "EVERY CARD", lettering.SANS_SEMIBOLD, 8.2, look.accent, track=110)
    told = "From the top of the sorted deck: its number, its seat, whether it is true, its rival."
    yield Text(width - EDGE, top, told, lettering.SERIF_ITALIC, 9, align="right")
    top -= 3
    room = top - low - 6
    for columns in range(2, 9):
        rows = ceil(len(numbers) / columns)
        pitch = min(5.0, (room - 4.6) / rows)
        between = 5 if columns < 5 else 3
        column = (width - 2 * EDGE - between * (columns - 1)) / columns
        if pitch >= 3.5 and column >= 29:
            break
    else:
        raise PrintError(
            f"{len(numbers)} cards are too many for one answer sheet: make a smaller kit, or let the program referee"
        )
    size = min(9.0, max(7.0, pitch * POINTS_PER_MM / 1.42))
    spare = column - 33
    k = min(1.0, column / 33)
    heads = ((2.6, "NO.", "centre"), (11.0, "SEAT", "centre"), (16.6, "IS", "left"), (28.8, "RIVAL", "centre"))
    number_x, seat_x, truth_x, rival_x = (dx * k for dx, _, _ in heads)
    for at in range(columns):
        x = EDGE + at * (column + between)
        for dx, head, align in heads:
            yield Text(x + dx * k, top - 3.0, head, lettering.SANS_SEMIBOLD, 7, PALETTE.black.shade, align, 60)  # type: ignore[arg-type]
        if spare > 18:
            yield Text(x + 34.5, top - 3.0, "TITLE", lettering.SANS_SEMIBOLD, 7, PALETTE.black.shade, track=60)
        yield look.rule(x, top - 4.4, x + column, top - 4.4, 0.5)
        y = top - 4.6
        for number in numbers[at * rows : (at + 1) * rows]:
            y -= pitch
            base = y + (pitch - lettering.cap_mm(lettering.SANS, size)) / 2
            seat = drawn.seat(number)
            true = number in drawn.truths
            yield Text(x + number_x, base, str(number), lettering.SANS_SEMIBOLD, size, align="centre")
            if seat is None:
                yield Text(x + seat_x, base, "box", lettering.SERIF_ITALIC, size, align="centre")
            else:
                yield Text(x + seat_x, base, str(seat), lettering.SANS_SEMIBOLD, size, align="centre")
                word, font = ("TRUE", lettering.SANS_SEMIBOLD) if true else ("a lie", lettering.SERIF_ITALIC)
                yield Text(x + truth_x, base, word, font, size * (0.86 if true else 1), track=60 if true else 0)
                yield Text(x + rival_x, base, str(rival[number]), lettering.SANS, size, align="centre")
            if spare > 18:
                small = max(7.0, size * 0.94)
                # The italic lacks a few signs that the titles' own font has.
                italic = not lettering.missing(titles[number], lettering.SERIF_ITALIC)
                font = lettering.SERIF_ITALIC if italic else lettering.SERIF_SEMIBOLD
                title = _shortened(titles[number], spare - 2.5, font, small)
                yield Text(x + 34.5, base, title, font, small)
            yield look.rule(x, y, x + column, y, 0.25, PALETTE.black.ray)


def _shortened(title: str, width: float, font: str, size: float) -> str:
    """Cut a title that is wider than its column; the number says which card is meant all the same."""
    if lettering.width_mm(title, font, size) <= width:
        return title
    words = title.split()
    while len(words) > 1:
        words.pop()
        short = " ".join(words) + " …"
        if lettering.width_mm(short, font, size) <= width:
            return short
    return ""


WARNING = Face(size=8.4, leading=10.2, regular=lettering.SERIF_ITALIC)


def _slips(drawn: Deal, width: float, high: float, look: Look) -> Iterator[Mark]:
    """A slip for every seat, to cut apart: which of its cards are true."""
    count = len(drawn.hands)
    rows = 1 if count <= 2 else 2
    columns = ceil((count + 1) / rows)
    top, foot = high - 6, 7.0
    w, h = (width - 2 * EDGE) / columns, (top - foot) / rows
    tries = [
        [_slip(drawn, at, hand, w, size, look) for at, hand in enumerate(drawn.hands)]
        for size in (11.0, 10.0, 9.0, 8.0, 7.0)
    ]
    fitting = [slips for slips in tries if all(slip.foot >= 1.5 - h for slip in slips)]
    if not fitting:
        raise PrintError("the hands are too large for the slips of the answer sheet: make a smaller kit")
    # Numbers that stand in one line are read at a glance: for that they may be a little smaller.
    whole = [slips for slips in fitting if slips in tries[:3] and not any(slip.broken for slip in slips)]
    chosen = (whole or fitting)[0]
    warning = ["Look alone, and keep it hidden."]
    if lettering.width_mm(warning[0], WARNING.regular, WARNING.size) > w - 8:
        warning = ["Look alone,", "and keep it hidden."]
    deep = 3.4 + WARNING.pitch * (len(warning) - 1)
    warned = all(slip.foot > deep + 4.6 - h for slip in chosen)
    for at, slip in enumerate(chosen):
        marks = [Shape(rect(0, -h, w, h), None, GREY, 0.3), *slip.marks]
        if warned:
            marks += [
                Text(4, deep - h - WARNING.pitch * down, line, WARNING.regular, WARNING.size)
                for down, line in enumerate(warning)
            ]
        row, column = divmod(at, columns)
        yield from (moved(mark, EDGE + column * w, top - row * h) for mark in marks)
    free = columns * rows - count  # the places left over are one
    yield from _own_slip(drawn, EDGE + (columns - free) * w, foot, free * w - 5, h)


class _Slip(NamedTuple):
    """One seat's slip, without its edge: its marks from its upper left corner, how far down they reach."""

    marks: list[Mark]
    foot: float
    broken: bool
    """A list of numbers takes more than one line."""


def _slip(drawn: Deal, at: int, hand: tuple[int, ...], w: float, size: float, look: Look) -> _Slip:
    """Set one seat's slip, `w` wide, its numbers in type of `size` points."""
    face = Face(size=size, leading=size * 1.3, regular=lettering.SANS_SEMIBOLD)
    cap = lettering.cap_mm(lettering.SANS_SEMIBOLD, 9)
    marks: list[Mark] = [
        look.lozenge(6.4, -6.9, 2.8, 3.6),
        Text(6.4, -6.9 - cap / 2, str(at + 1), lettering.SANS_SEMIBOLD, 9, look.reversed, "centre"),
        Text(11.4, -8.1, f"Seat {at + 1}", lettering.SERIF_SEMIBOLD, 12.5),
    ]
    line, broken = -12.6, False
    for name, numbers in (
        ("TRUE", [number for number in hand if number in drawn.truths]),
        ("LIES", [number for number in hand if number not in drawn.truths]),
    ):
        line -= 4.6 * size / 11
        marks.append(Text(4, line, name, lettering.SANS_SEMIBOLD, 7.4, look.accent, track=100))
        told = plain(" ".join(map(str, numbers)) if numbers else "none", face)
        # A figure space more between numbers than between words.
        lines = break_lines(told, (w - 18) / 1.24, face)
        broken |= len(lines) > 1
        for found in lines:
            shown = "  ".join(word.text for word in found.words)
            marks.append(Text(15, line - 0.3, shown, face.regular, size))
            line -= face.pitch
        line -= 0.8
    return _Slip(marks, line, broken)


def _own_slip(drawn: Deal, x: float, y: float, w: float, h: float) -> Iterator[Mark]:
    """The last place is the referee's: what stays in the box, and room for who is who."""
    line = y + h - 8.1
    yield Text(x + 5, line, "Who sits where", lettering.SERIF_SEMIBOLD, 12.5)
    face = Face(size=8.4, leading=10.4, regular=lettering.SERIF_ITALIC)
    if drawn.box:
        told = plain("In the box, unread: " + ", ".join(map(str, drawn.box)) + ".", face)
        lines = break_lines(told, w - 5, face)
        if len(lines) <= 4:
            for at, found in enumerate(reversed(lines)):
                yield Text(x + 5, y + 3.4 + at * face.pitch, found.text, lettering.SERIF_ITALIC, face.size)
    count = len(drawn.hands)
    columns = 1 if count <= 5 or w < 50 else 2
    rows = ceil(count / columns)
    pitch = min(6.4, (h - 20) / rows)
    width = (w - 5) / columns
    line -= 1.6
    for at in range(count if pitch >= 3.2 else 0):
        left, y1 = x + 5 + at // rows * width, line - (at % rows + 1) * pitch
        yield Text(left + 1.4, y1, str(at + 1), lettering.SANS_SEMIBOLD, 8, align="centre")
        yield Shape(segment(left + 4, y1 - 0.6, left + width - 3, y1 - 0.6), None, PALETTE.black.ray, 0.35)
