"""A deck of one's own, looked at: its pages as pictures, its faults in a sentence. It runs where things are drawn."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.studio.drawn.kit import said
from cardgen.studio.drawn.printing import quietly

if TYPE_CHECKING:
    from cardgen.decks.model import Deck
    from cardgen.layout.impose import Layout


class OwnJob(Struct, frozen=True):
    """A deck file, the words of the command line about its paper, and a mark that changes with its files."""

    file: str
    words: tuple[str, ...]
    mark: str = ""


class OwnGlance(Struct, frozen=True):
    """What can be said of a deck of one's own; each page is a side of a sheet."""

    title: str
    cards: int
    sheets: int
    pages: int
    paper: str


@lru_cache(maxsize=2)
def _made(job: OwnJob) -> tuple[Deck, Layout]:
    from cardgen.commands.deck import deck as command
    from cardgen.commands.options import SheetWords, read_sheet
    from cardgen.commands.sources import DeckSource, given_deck, known_deck
    from cardgen.decks.select import check_size
    from cardgen.layout.refusals import lay_out

    with command.make_context("deck", [job.file, *job.words, "--quiet"]) as context:
        given = context.params
        words = known_deck(job.file, SheetWords(**{name: given[name] for name in SheetWords.__struct_fields__}))
        layout = lay_out(read_sheet(words))
        made, _ = given_deck(job.file, DeckSource(), words)
    check_size(made, layout.options.card)
    return made, layout


@said
def look(job: OwnJob) -> OwnGlance:
    """Read the deck. Raises PrintError with its first faults, by line and column."""
    made, layout = _made(job)
    sheets = layout.sheets(len(made.cards))
    two = layout.options.sides in ("long", "short")
    return OwnGlance(made.title, len(made.cards), sheets, sheets * (2 if two else 1), layout.options.paper.name)


@said
def page(job: OwnJob, number: int, dpi: int) -> bytes:
    """Return the picture of one page. Raises PrintError where it cannot be drawn."""
    return _page(job, number, dpi)


@lru_cache(maxsize=8)
def _page(job: OwnJob, number: int, dpi: int) -> bytes:
    from cardgen.print.look import sheet_picture

    return sheet_picture(*_made(job), number, dpi)


@said
def deck_pdf_of(job: OwnJob) -> bytes:
    """Return the PDF that `cardgen deck` writes of it."""
    from tempfile import TemporaryDirectory

    from cardgen.commands.deck import deck as command

    with TemporaryDirectory() as scratch:
        out = Path(scratch, "deck.pdf")
        quietly(command, [job.file, *job.words, "-o", str(out)], "cardgen deck")
        (file, *_) = sorted(Path(scratch).iterdir(), key=lambda file: "fronts" not in file.name)
        return file.read_bytes()
