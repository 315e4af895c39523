"""`cardgen deck`: the cards of one game, on sheets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.commands.options import SheetWords, deck_options, read_sheet
from cardgen.commands.sources import DeckSource, given_deck, known_deck, output_file, source_options, written
from cardgen.errors import PrintError
from liarsdeck.cli import command, note, progress
from liarsdeck.english import counted
from liarsdeck.files import STDOUT

if TYPE_CHECKING:
    from cardgen.decks.model import Deck
    from cardgen.layout.impose import Layout


@command(
    "deck",
    examples=[
        "cardgen deck lizard --paper letter -o lizard.pdf",
        "cardgen deck liars-lair --kit K7Q4-9M --gap 3mm --sides short -o deck.pdf",
        "cardgen deck standard52 --jokers 2 --indices jumbo --theme seaside --preview",
        "cardgen deck lizard --only Th,lizard --blank 2 -o lost.pdf",
        "cardgen deck my-deck.toml -o my-deck.pdf",
    ],
)
@click.argument("name")
@source_options
@click.option("--only", multiple=True, metavar="CARDS", help="Only these cards, such as Th,lizard; or none.")
@click.option("--copies", type=int, default=1, show_default=True, help="How often the cards are printed.")
@click.option("--blank", type=int, default=0, show_default=True, help="Spare blank cards with the same back.")
@click.option("--preview", is_flag=True, help="A PNG of all faces and pages too; alone where --out names a .png.")
@click.option("-o", "--out", metavar="FILE", help="The PDF to write. [default: by deck and kit]")
@deck_options
def deck(
    name: str,
    source: DeckSource,
    only: tuple[str, ...],
    copies: int,
    blank: int,
    preview: bool,
    out: str | None,
    words: SheetWords,
) -> None:
    """Print the cards of one game.

    NAME is one of ours (see cardgen list), or a deck of your own: a TOML file, or a CSV file from a spreadsheet.

    The PDF has front and back pages in turn, so a duplex printer needs no thought; a print-me-first page stands before
    them unless --no-cover is given.
    """
    from cardgen.decks.select import choose
    from cardgen.layout.refusals import lay_out

    words = known_deck(name, words)
    layout = lay_out(read_sheet(words))
    whole, facts = given_deck(name, source, words)
    made = choose(whole, only, copies, blank)
    code = facts.kit if facts else ""
    path = output_file(out, f"{made.name}{'-' + code if code else ''}.pdf")
    alone = preview and path.suffix.lower() == ".png"
    if str(path) == STDOUT and (preview or layout.options.feed == "manual"):
        raise PrintError("standard output takes one file, and --preview or --feed manual writes two: name one with -o")
    picture = output_file(str(path if alone else path.with_suffix(".png")), "") if preview else None
    if not alone:
        _print(made, layout, path, code)
    if picture:
        _preview(made, layout, picture)


def _print(made: Deck, layout: Layout, path: Path, code: str) -> None:
    from cardgen.print.sheets import print_deck

    options = layout.options
    pages = 2 * layout.sheets(len(made.cards)) if options.sides in ("long", "short") else layout.sheets(len(made.cards))
    with progress("Printing", pages) as step:
        printed = print_deck(made, options, path, code=code, step=step)
    for file in printed.paths:
        written(file)
    count = counted(printed.cards, "card")
    note(f"{count} on {counted(printed.sheets, 'sheet')} of {options.paper.name}: {layout.describe()}")


def _preview(made: Deck, layout: Layout, path: Path) -> None:
    from cardgen.print.preview import contact_sheet
    from liarsdeck.files import write_atomic

    write_atomic(path, contact_sheet(made, layout))
    written(path)
