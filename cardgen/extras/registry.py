"""The list of extras (what is printed beside deck and book), and the functions that write them to files."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cardgen.decks import Deck
from cardgen.errors import PrintError
from cardgen.extras import pads, pieces, reference
from cardgen.extras.boxes.pdf import write_trump_block, write_tuck_box, write_two_piece
from cardgen.layout import SheetOptions, lay_out, named_files
from cardgen.pages.guide import Cover, FileRow, Kind, Stock, cover_pdf, is_two_sided, listed_files
from cardgen.pages.secret import write_answer_sheet
from cardgen.pages.teach import TeachPage, teach_pages
from cardgen.pdf.ink import PALETTE, Document, Ink, PdfPage, Style, draw, pages_pdf
from cardgen.print.sheets import print_deck
from cardgen.spec import KitSpec
from liarsdeck.english import hint, listed
from liarsdeck.errors import OPTION
from liarsdeck.files import whole_folder, write_atomic
from liarsdeck.language import later, say
from referee import games
from referee.books.teach import has_lesson, lesson
from referee.core.setup import seated

_TEACH_MARGIN = 0.06
"""The teaching page's margin, in parts of the paper's width; what the printer cannot print on is kept clear as well."""
_OPTIONAL, _WITHOUT = later("if you like"), later("without a computer")

COVER = "print-me-first.pdf"
MARK = "EXTRAS.txt"
"""What is in the folder, in words; it tells a folder of extras from any other."""


class Extra(Struct, frozen=True):
    """An extra: a printed part of a kit that is neither the deck nor the book.

    `title` is its title, `file` the name of its file with the suffix, and `about` a phrase on what it is. If `deck` is
    given, it returns the cards of the extra, which are printed with the options that `sheet` returns. Otherwise
    `write(spec, path)` writes the file at `path` and returns the number of sheets. `plural` is the title for several
    sheets ("": the usual title). The other fields are for the `FileRow`, the entry of the extra in the kit's list of
    files: `kind` is what the file holds, `stock` the paper, `after` what to do when it is printed ("": as usual for its
    kind), and `need` when or what it is needed for. Texts are in English, and translated when they are shown.
    """

    title: str
    file: str
    about: str
    deck: Callable[[KitSpec], Deck] | None = None
    sheet: Callable[[KitSpec], SheetOptions] = attrgetter("sheet")
    write: Callable[[KitSpec, Path], int] | None = None
    plural: str = ""
    kind: Kind = "cards"
    stock: Stock = "card"
    after: str = ""
    need: str = later("tonight")

    def make(self, spec: KitSpec, folder: Path) -> FileRow:
        """Write the extra into a folder, and return its entry in the list of files.

        The extra is one PDF, or two (fronts and backs) if it is printed on both sides and fed by hand. Raises
        PrintError if the extra does not fit the paper, and OSError.
        """
        out = folder / self.file
        if self.deck:
            printed = print_deck(self.deck(spec), self.sheet(spec), out)
            sheet = printed.layout.options
            file = named_files(out, sheet.sides, sheet.feed)
            return FileRow(
                say(self.title), printed.sheets, file, "cards", printed.layout, self.stock, self.after, self.need
            )
        assert self.write
        sheets = self.write(spec, out)
        file = named_files(out, spec.sheet.sides, spec.sheet.feed) if self.kind == "sealed" else out.name
        title = say(self.plural if sheets > 1 and self.plural else self.title)
        stock = self.stock if self.stock != "card" else ""
        return FileRow(title, sheets, file, self.kind, stock=stock, after=self.after, need=self.need)


def write_teach(spec: KitSpec, out: Path) -> int:
    """Write the page “Teach it in two minutes” as the PDF `out`; return its number of pages: 1, or 2 for large print.

    Raises PrintError if it does not fit the paper, and OSError.
    """
    sheet = spec.sheet
    width, height = sheet.paper.width_mm, sheet.paper.height_mm
    margin = max(sheet.margin_mm + 2, _TEACH_MARGIN * width)
    text = lesson(seated(games.game(spec.game), spec.players, spec.options, spec.facts))
    look = Style(low=sheet.low_ink, accent=getattr(PALETTE, text.colour).base)
    foot = (
        say("These cards are the kit {kit}. Those in the pictures are not among them.", kit=spec.code)
        if spec.code
        else ""
    )
    pages = teach_pages(text, width - 2 * margin, height - 2 * margin, look, foot=foot, large=spec.large)
    about = Document(
        title=say("{title}: teach it in two minutes", title=text.title),
        subject=say("A page to read aloud"),
        keywords=("rules", "print and play", text.title),
    )

    def shown(ink: Ink, page: TeachPage) -> None:
        with ink.at(margin, margin, scale=page.scale):
            draw(ink, page.marks)

    sides = [PdfPage(width, height, partial(shown, page=page)) for page in pages]
    write_atomic(out, pages_pdf(about, sides, low=sheet.low_ink))
    return len(pages)


EXTRAS: dict[str, Extra] = {
    "teach": Extra(
        later("Teach it"), "teach.pdf", later("the game in two minutes, to read aloud"),
        write=write_teach, kind="page", after=later("read it aloud"),
    ),
    "reference": Extra(
        later("Reference cards"), "reference-cards.pdf", later("one a player"),
        deck=reference.reference_cards, sheet=reference.reference_sheet,
    ),
    "answers": Extra(
        later("Answer sheet"), "answer-sheet.pdf", later("a dealt truth for a human referee"),
        write=write_answer_sheet, kind="sealed", after=later("fold shut, unread"), need=_WITHOUT,
    ),
    "notes": Extra(
        later("Note slips"), "note-slips.pdf", later("one a player"),
        deck=pads.note_slips, sheet=pads.slip_sheet, stock="plain", need=_OPTIONAL,
    ),
    "pads": Extra(
        later("Deduction pads"), "deduction-pads.pdf", later("one for each player and deal"),
        deck=pads.deduction_pads, sheet=pads.pad_sheet, stock="plain",
    ),
    "scores": Extra(
        later("Score pads"), "score-pads.pdf", later("a row for each round"),
        deck=pads.score_pads, sheet=pads.score_sheet, stock="plain", need=_WITHOUT,
    ),
    "trump": Extra(
        later("Trump block"), "trump-block.pdf", later("a cube that shows trump"),
        write=write_trump_block, kind="box", need=_OPTIONAL,
    ),
    "markers": Extra(
        later("River markers"), "river-markers.pdf", later("tents for the river"),
        deck=pieces.river_markers, sheet=pieces.marker_sheet, after=later("cut, fold"), need=_OPTIONAL,
    ),
    "chips": Extra(
        later("Chips"), "chips.pdf", later("what both players begin with"), deck=pieces.chip_deck,
        sheet=pieces.chip_sheet, stock="stout", after=later("punch, or cut round"), need=later("tonight; or use coins"),
    ),
    "bets": Extra(
        later("Bet cards"), "bet-cards.pdf", later("a set for each player’s secret choices"),
        deck=pieces.bet_cards, need=_WITHOUT,
    ),
    "box": Extra(
        later("Tuck box"), "tuck-box.pdf", later("a box that fits the deck"),
        write=write_tuck_box, plural=later("Tuck boxes"), kind="box", need=_OPTIONAL,
    ),
    "two-piece": Extra(
        later("Two-piece box"), "two-piece-box.pdf", later("a lid and a base of card, and the paper to wrap them in"),
        write=write_two_piece, kind="box", stock="plain", after=later("cut, wrap round card"), need=_OPTIONAL,
    ),
}  # fmt: skip
COMMON = ("teach", "reference", "box", "two-piece")
"""The extras of every game; the others belong to the games that name them in `Game.extras`."""


def extras_of(spec: KitSpec) -> tuple[str, ...]:
    """Return the names of all extras that can be printed for a kit.

    They are the common ones and those of its game. The answer sheet is left out if the kit has no facts, the teaching
    page and the reference cards if the game has no text for them.
    """
    written = {
        "answers": spec.facts is not None,
        "reference": reference.has_reference(spec.game),
        "teach": has_lesson(spec.game),
    }
    special = games.game(spec.game).extras if spec.game else ()
    return tuple(name for name in EXTRAS if (name in COMMON or name in special) and written.get(name, True))


ON_REQUEST = ("two-piece",)
"""The extras that are written only if they are named."""


def usual_extras(spec: KitSpec) -> tuple[str, ...]:
    """Return the names of the extras that are written if the user names none: all but those of `ON_REQUEST`."""
    return tuple(name for name in extras_of(spec) if name not in ON_REQUEST)


def extras_of_kit(spec: KitSpec) -> tuple[str, ...]:
    """Return the names of the usual extras, each of which is a file of its own in a kit.

    Reference cards are left out if they are printed on the sheets of the deck.
    """
    return tuple(name for name in usual_extras(spec) if name != "reference" or not _joined(spec))


def printed_deck(spec: KitSpec, deck: Deck) -> Deck:
    """Return a kit's deck as it is printed: followed by the reference cards, if that saves a sheet."""
    if not _joined(spec):
        return deck
    beside = reference.reference_cards(spec)
    return replace(deck, cards=(*deck.cards, *(replace(face, back=beside.back) for face in beside.cards)))


def _joined(spec: KitSpec) -> bool:
    if not reference.has_reference(spec.game) or reference.reference_sheet(spec) != spec.sheet:
        return False
    layout, cards, more = lay_out(replace(spec.sheet, cover=False)), spec.cards, spec.players
    return layout.sheets(cards + more) < layout.sheets(cards) + layout.sheets(more)


def choose_extras(spec: KitSpec, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the extras that the user named, in the order of `EXTRAS`; by default the usual ones.

    Names may have any case. Raises PrintError for an unknown one, with a similar name or a list of all.
    """
    there = extras_of(spec)
    wanted = {name.strip().casefold() for name in names if name.strip()}
    for name in sorted(wanted.difference(there)):
        others = [game for game in games.REGISTRY if name in games.game(game).extras]
        near = f"; {hint(name, there, least=0.55)}"
        if name == "answers" and spec.game in others:
            near = f" without facts: add {OPTION.facts:FILE} or {OPTION.kit:CODE}"
        elif others:
            near = f" (that is for {listed(others, 'and')}){near}"
        raise PrintError(f'{spec.title} has no extra "{name}"{near}')
    return tuple(name for name in there if name in wanted) if wanted else usual_extras(spec)


def write_extras(
    spec: KitSpec, folder: Path, *, only: Sequence[str] = (), step: Callable[[], None] | None = None
) -> tuple[FileRow, ...]:
    """Write a kit's extras into an existing folder, and return their entries for the list of files.

    `only` names some of `extras_of(spec)`; if empty, the usual ones are written. `step` is called after each, for a
    progress bar. Raises PrintError, with what would fit, and OSError.
    """
    spec = replace(spec, sheet=replace(spec.sheet, cover=False))
    parts = []
    for name in only or usual_extras(spec):
        parts.append(EXTRAS[name].make(spec, folder))
        if step:
            step()
    return tuple(parts)


def write_what_fits(
    spec: KitSpec, folder: Path, step: Callable[[], None]
) -> tuple[tuple[FileRow, ...], tuple[str, ...]]:
    """Write the extras of a kit as `write_extras` does, except those that do not fit the paper.

    Return the entries of those written, and a sentence for each left out. `step` is called after each extra. Raises
    PrintError if reference cards or the answer sheet do not fit, as they are necessary.
    """
    parts: list[FileRow] = []
    missing: list[str] = []
    for name in extras_of_kit(spec):
        try:
            parts += write_extras(spec, folder, only=[name])
        except PrintError as no:
            if name in ("reference", "answers"):
                raise
            missing.append(f"{say(EXTRAS[name].title)}: {no}")
        step()
    return tuple(parts), tuple(missing)


def write_folder(
    spec: KitSpec, folder: Path, *, only: Sequence[str] = (), step: Callable[[], None] | None = None
) -> tuple[FileRow, ...]:
    """Write extras into a folder, completely or not at all; other files in it are kept. Return the entries.

    `only` names the extras (empty: the usual ones), `step` is called after each. A list of the files is added and, with
    the sheet option `cover`, the page on how to print. Raises PrintError and OSError; the folder is then unchanged.
    """
    names = tuple(only) or usual_extras(spec)
    sheet = spec.sheet
    with whole_folder(folder) as inside:
        if folder.is_dir():
            stems = [Path(EXTRAS[name].file).stem for name in names]  # fed by hand, an extra is two files
            stale = {COVER, MARK, *(f"{stem}{side}.pdf" for stem in stems for side in ("", "-fronts", "-backs"))}
            for path in folder.iterdir():
                if path.is_dir() and not path.is_symlink():
                    shutil.copytree(path, inside / path.name, symlinks=True)
                elif path.name not in stale:
                    shutil.copy2(path, inside / path.name, follow_symlinks=False)
        parts = write_extras(spec, inside, only=names, step=step)
        if sheet.cover:
            layout = next((part.layout for part in parts if part.layout), None) or lay_out(sheet)
            text = replace(layout, options=replace(layout.options, sides=sheet.sides, cover=True))
            (inside / COVER).write_bytes(
                cover_pdf(Cover(say("{title}: extras", title=spec.title), text, parts, spec.code))
            )
        title = spec.title.upper()
        heading = say("{title}: EXTRAS", title=title)
        if spec.code:
            heading = say("{title}: EXTRAS, kit {kit}", title=title, kit=spec.code)
        if any(is_two_sided(part, sheet) for part in parts):
            flipped = later("Print at 100 %, no scaling, on both sides, flipped on the long edge{guide}. What is "
            "folded (boxes, blocks, tents) has one side only.") if sheet.sides == "long" else later(
            "Print at 100 %, no scaling, on both sides, flipped on the short edge{guide}. What is folded (boxes, "
            "blocks, tents) has one side only.")  # fmt: skip
        else:
            flipped = later("Print at 100 %, no scaling{guide}.")
        how = say(flipped, guide=say("; {file} shows how", file=COVER) if sheet.cover else "")
        lines = [heading, "=" * len(heading), "", *textwrap.wrap(how, 76, break_on_hyphens=False), ""]
        lines += [*listed_files(parts, sheet, 76), ""]
        (inside / MARK).write_bytes("\n".join(lines).encode())
    return parts
