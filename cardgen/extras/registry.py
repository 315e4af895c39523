"""A folder of extras: their PDFs, how to print them, and what they are."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cardgen.book.teach import TeachPage, teach_pages
from cardgen.decks.model import Deck
from cardgen.errors import PrintError
from cardgen.extras.occasion import Occasion
from cardgen.guide import Cover, FileRow, Stock, cover_pdf, listed_files
from cardgen.layout import SheetOptions, lay_out, named_files
from cardgen.pdf.ink import PALETTE, Document, Look, draw, finish, open_canvas
from cardgen.pdf.path import POINTS_PER_MM
from cardgen.print.sheets import Printed, print_deck
from liarsdeck.english import hint, listed
from liarsdeck.files import whole_folder, write_atomic
from referee import games
from referee.books.teach import lesson
from referee.core.setup import seated

_EDGE = 0.06
"""The margin, in parts of the paper's width; what the printer cannot print on is kept clear in any case."""


def write_teach(table: Occasion, sheet: SheetOptions, out: Path) -> FileRow:
    """Write the page; in large print it may be both sides of its sheet.

    Raises PrintError where the paper has no room for it, and OSError.
    """
    from cardgen.pdf.ink import Ink

    width, height = sheet.paper.width_mm, sheet.paper.height_mm
    edge = max(sheet.margin_mm + 2, _EDGE * width)
    it = lesson(seated(games.game(table.game), table.players, table.options, table.facts))
    look = Look(low=sheet.low_ink, accent=getattr(PALETTE, it.colour).base)
    foot = f"These cards are the kit {table.code}." if table.code else ""
    pages: tuple[TeachPage, ...] = teach_pages(
        it, width - 2 * edge, height - 2 * edge, look, foot=foot, large=table.large
    )
    about = Document(
        title=f"{it.title}: teach it in two minutes",
        subject="A page to read aloud",
        keywords=("rules", "print and play", it.title),
    )
    canvas = open_canvas(about, width * POINTS_PER_MM, height * POINTS_PER_MM)
    ink = Ink(canvas, low=sheet.low_ink)
    for page in pages:
        with ink.at(edge, edge, scale=page.scale):
            draw(ink, page.marks)
        canvas.showPage()
    write_atomic(out, finish(canvas))
    return FileRow("Teach it", len(pages), out.name, "page", after="read it aloud")


_LIKED, _WITHOUT = "if you like", "without a computer"

Step = Callable[[], None]
Writer = Callable[[Occasion, SheetOptions, Path], FileRow]


class Extra(Struct, frozen=True):
    """One extra: its title, its file, what it is in a sentence, and what writes it; `games` is empty for all."""

    title: str
    file: str
    about: str
    write: Writer
    games: tuple[str, ...] = ()


def write_extras(
    table: Occasion, sheet: SheetOptions, folder: Path, *, only: Sequence[str] = (), step: Step | None = None
) -> tuple[FileRow, ...]:
    """Write a game's extras into a folder that is there, each as one PDF (two, fed by hand), and return what they are.

    `only` names some of `extras_of(table)`; all of them are written where it is empty. The sheet's cover is left out.
    Raises PrintError, naming what would fit, and OSError.
    """
    pages = replace(sheet, cover=False)
    parts = []
    for name in only or extras_of(table):
        parts.append(EXTRAS[name].write(table, pages, folder / EXTRAS[name].file))
        if step:
            step()
    return tuple(parts)


def write_what_fits(
    table: Occasion, sheet: SheetOptions, folder: Path, step: Step | None = None
) -> tuple[tuple[FileRow, ...], tuple[str, ...]]:
    """Write all extras of a game, as `write_extras`, but leave out what the paper has no room for.

    Return what was written, and a sentence for each that was left out. Raises PrintError for the cards to read and the
    answer sheet, which nobody can do without.
    """
    parts: list[FileRow] = []
    missing: list[str] = []
    for name in extras_of(table):
        try:
            parts += write_extras(table, sheet, folder, only=[name])
        except PrintError as no:
            if name in ("reference", "answers"):
                raise
            missing.append(f"{EXTRAS[name].title}: {no}")
        if step:
            step()
    return tuple(parts), tuple(missing)


def extras_of(table: Occasion) -> tuple[str, ...]:
    """Name the extras of a game: the answer sheet only where there are facts, a text only where it is written."""
    from cardgen.extras.reference import has_reference
    from referee.books.teach import has_lesson

    return tuple(
        name
        for name, extra in EXTRAS.items()
        if (not extra.games or table.game in extra.games)
        and (name != "answers" or table.facts is not None)
        and (name != "reference" or has_reference(table.game))
        and (name != "teach" or has_lesson(table.game))
    )


def choose_extras(table: Occasion, names: Sequence[str]) -> tuple[str, ...]:
    """Return the extras that these names ask for (any case), in the order of the game's own; all when there are none.

    Raises PrintError that names the nearest, or lists what the game has.
    """
    there = extras_of(table)
    wanted = {name.strip().casefold() for name in names if name.strip()}
    for name in sorted(wanted):
        if name not in there:
            raise PrintError(f'{table.title} has no extra "{name}"{_instead(table, name, there)}')
    return tuple(name for name in there if not wanted or name in wanted)


def _instead(table: Occasion, name: str, there: Sequence[str]) -> str:
    """Say what to ask for instead of a name that the game does not have."""
    if name == "answers" and table.facts is None and table.game in EXTRAS[name].games:
        return " without facts: add --facts FILE or --kit CODE"
    of = [game for game in EXTRAS[name].games if game != table.game] if name in EXTRAS else []
    near = f"; {hint(name, there, least=0.55)}"
    return f" (that is for {listed(of, 'and')}){near}" if of else near


# --- the parts


def _part(
    title: str, printed: Printed, out: Path, stock: Stock = "card", after: str = "", need: str = "tonight"
) -> FileRow:
    options = printed.layout.options
    file = named_files(out, options.sides, options.feed)
    return FileRow(title, printed.sheets, file, "cards", printed.layout, stock, after, need)


def print_reference(table: Occasion, pages: SheetOptions, out: Path) -> Printed:
    """Print the reference cards, on poker cards where the chosen ones have no room for their text."""
    from cardgen.extras.reference import reference_card, reference_deck

    deck = reference_deck(table.game, table.options, table.players, table.facts)
    return print_deck(deck, replace(pages, card=reference_card(table, pages)), out)


def _reference(table: Occasion, pages: SheetOptions, out: Path) -> FileRow:
    return _part("Reference cards", print_reference(table, pages, out), out)


def _teach(table: Occasion, pages: SheetOptions, out: Path) -> FileRow:

    return write_teach(table, pages, out)


def _answers(table: Occasion, pages: SheetOptions, out: Path) -> FileRow:
    from cardgen.secret import write_answer_sheet

    assert table.facts is not None
    write_answer_sheet(
        table.facts,
        table.options,
        table.players,
        out,
        deal_seed=table.deal_seed,
        paper=pages.paper,
        sides=pages.sides,
        feed=pages.feed,
        low_ink=pages.low_ink,
    )
    file = named_files(out, pages.sides, pages.feed)
    return FileRow("Answer sheet", 1, file, "sealed", after="fold shut, unread", need=_WITHOUT)


def _notes(table: Occasion, pages: SheetOptions, out: Path) -> FileRow:
    from cardgen.extras.pads import SLIP_MM, note_slips

    return _pads("Note slips", note_slips(table), "slip", SLIP_MM, pages, out, _LIKED)


def _guess_pads(table: Occasion, pages: SheetOptions, out: Path) -> FileRow:
    from cardgen.extras.pads import PAD_MM, deduction_pads

    return _pads("Deduction pads", deduction_pads(table), "pad", PAD_MM, pages, out, "tonight")


def _scores(table: Occasion, pages: SheetOptions, out: Path) -> FileRow:
    from cardgen.extras.pads import SCORES_PAD_MM as PAD_MM
    from cardgen.extras.pads import score_pads

    return _pads("Score pads", score_pads(table), "score pad", PAD_MM, pages, out, _WITHOUT)


def _pads(
    title: str, deck: Deck, name: str, wish_mm: tuple[float, float], pages: SheetOptions, out: Path, need: str
) -> FileRow:
    from cardgen.extras.pads import pad_sheet, pad_size, with_spares

    sheet = pad_sheet(pages, pad_size(pages, name, *wish_mm))
    return _part(title, print_deck(with_spares(deck, sheet), sheet, out), out, "plain", need=need)


def _bets(table: Occasion, pages: SheetOptions, out: Path) -> FileRow:
    from cardgen.extras.pieces import bet_cards

    return _part("Bet cards", print_deck(bet_cards(table), pages, out), out, need=_WITHOUT)


def _chips(table: Occasion, pages: SheetOptions, out: Path) -> FileRow:
    from cardgen.extras.pieces import chip_deck, chip_sheet

    printed = print_deck(chip_deck(table), chip_sheet(pages), out)
    return _part("Chips", printed, out, "stout", "punch, or cut round", "tonight; or use coins")


def _markers(table: Occasion, pages: SheetOptions, out: Path) -> FileRow:
    from cardgen.extras.pieces import marker_sheet, river_markers

    printed = print_deck(river_markers(table), marker_sheet(pages), out)
    return _part("River markers", printed, out, after="cut, fold", need=_LIKED)


def _box(table: Occasion, pages: SheetOptions, out: Path) -> FileRow:
    from cardgen.extras.boxes.pdf import write_tuck_box

    boxes = write_tuck_box(table, pages, out)
    return FileRow("Tuck box" if boxes == 1 else "Tuck boxes", boxes, out.name, "box", need=_LIKED)


def _trump(table: Occasion, pages: SheetOptions, out: Path) -> FileRow:
    from cardgen.extras.boxes.pdf import write_trump_block

    write_trump_block(table, pages, out)
    return FileRow("Trump block", 1, out.name, "box", need=_LIKED)


EXTRAS: dict[str, Extra] = {
    "teach": Extra("Teach it", "teach.pdf", "the game in two minutes, to read aloud", _teach),
    "reference": Extra("Reference cards", "reference-cards.pdf", "one a player", _reference),
    "answers": Extra(
        "Answer sheet", "answer-sheet.pdf", "a dealt truth for a human referee", _answers, ("liars-lair",)
    ),
    "notes": Extra("Note slips", "note-slips.pdf", "one a player", _notes, ("liars-lair",)),
    "pads": Extra(
        "Deduction pads", "deduction-pads.pdf", "one for each player and deal", _guess_pads, ("liars-guess",)
    ),
    "scores": Extra("Score pads", "score-pads.pdf", "a row for each round", _scores, ("lizard",)),
    "trump": Extra("Trump block", "trump-block.pdf", "a cube that shows trump", _trump, ("lizard",)),
    "markers": Extra("River markers", "river-markers.pdf", "tents for the river", _markers, ("red-and-black",)),
    "chips": Extra("Chips", "chips.pdf", "what both players begin with", _chips, ("liar-poker",)),
    "bets": Extra("Bet cards", "bet-cards.pdf", "a set for each player’s secret choices", _bets, ("liar-poker",)),
    "box": Extra("Tuck box", "tuck-box.pdf", "a box that fits the deck", _box),
}


COVER = "print-me-first.pdf"
MARK = "EXTRAS.txt"
"""What is in the folder, in words; it tells a folder of extras from any other."""


def write_folder(
    table: Occasion,
    sheet: SheetOptions,
    folder: Path,
    *,
    only: Sequence[str] = (),
    step: Callable[[], None] | None = None,
) -> tuple[FileRow, ...]:
    """Write extras into a folder, whole or not at all; extras that it held before and that are not named stay in it.

    Raises PrintError and OSError; the folder is then as it was.
    """
    names = tuple(only) or extras_of(table)
    with whole_folder(folder) as inside:
        _keep(folder, inside, {EXTRAS[name].file for name in names})
        parts = write_extras(table, sheet, inside, only=names, step=step)
        if sheet.cover:
            layout = next((part.layout for part in parts if part.layout), None) or lay_out(sheet)
            text = replace(layout, options=replace(layout.options, sides=sheet.sides, cover=True))
            cover = Cover(f"{table.title}: extras", text, parts, table.code)
            (inside / COVER).write_bytes(cover_pdf(cover))
        (inside / MARK).write_bytes(_readme(table, sheet, parts).encode())
    return parts


def _keep(folder: Path, inside: Path, written: set[str]) -> None:
    """Take along whatever the folder holds and is not written anew (fed by hand, an extra is two files)."""
    if not folder.is_dir():
        return
    stems = {Path(name).stem for name in written}
    stale = written | {f"{stem}-{side}.pdf" for stem in stems for side in ("fronts", "backs")} | {COVER, MARK}
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.copytree(path, inside / path.name, symlinks=True)
        elif path.name not in stale:
            shutil.copy2(path, inside / path.name, follow_symlinks=False)


def _readme(table: Occasion, sheet: SheetOptions, parts: Sequence[FileRow]) -> str:
    """Return the README's text, in plain lines of 76 characters."""
    heading = f"{table.title.upper()}: EXTRAS{f', kit {table.code}' if table.code else ''}"
    lines = [heading, "=" * len(heading), ""]
    how = "Print at 100 %, no scaling"
    if sheet.sides in ("long", "short"):
        how += f", on both sides, flipped on the {sheet.sides} edge"
    if sheet.cover:
        how += f"; {COVER} shows how"
    lines += textwrap.wrap(
        how + ". What is folded (boxes, blocks, tents) has one side only.", 76, break_on_hyphens=False
    )
    lines += ["", *listed_files(parts, sheet, 76), ""]
    return "\n".join(lines)
