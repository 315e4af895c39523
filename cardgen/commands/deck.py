"""`cardgen deck`: the cards of one game, on sheets."""

from __future__ import annotations

from typing import Any

import click

from cardgen.commands.options import read_sheet, sheet_options
from cardgen.commands.sources import given_facts, output_file
from factbank.shell import command, note, progress


@command(
    "deck",
    examples=[
        "cardgen deck liars-lair --facts facts.json -o deck.pdf",
        "cardgen deck liars-lair --kit K7Q4-9M --paper letter --gap 3mm --sides short -o deck.pdf",
    ],
)
@click.argument("game")
@click.option("--facts", "facts_file", metavar="FILE", help="The fact file that the deck is printed from.")
@click.option("--kit", "code", metavar="CODE", help="Or the code of a kit made on this computer.")
@click.option("-o", "--out", metavar="FILE", help="The PDF to write. [default: by game and kit]")
@sheet_options
def deck(game: str, facts_file: str | None, code: str | None, out: str | None, **sheet: Any) -> None:
    """Print the cards of one game.

    The PDF has front and back pages in turn, so a duplex printer needs no thought; a print-me-first page stands before
    them unless --no-cover is given.
    """
    from cardgen.faces import DeckOptions, find, make_deck
    from cardgen.sheet import lay_out

    options = read_sheet(sheet)
    find(game)
    layout = lay_out(options)
    facts = given_facts(facts_file, code)
    made = make_deck(game, DeckOptions(facts))
    path = output_file(out, f"{made.name}{'-' + facts.kit if facts else ''}.pdf")
    from cardgen.deckpdf import print_deck

    pages = 2 * layout.sheets(len(made.cards)) if options.sides in ("long", "short") else layout.sheets(len(made.cards))
    with progress("Printing", pages) as step:
        printed = print_deck(made, options, path, code=facts.kit if facts else "", step=step)
    for file in printed.paths:
        click.echo(file)
    from cardgen.cover import sheet_count

    note(f"{printed.cards} cards on {sheet_count(printed.sheets)} of {options.paper.name}: {layout.describe()}")
