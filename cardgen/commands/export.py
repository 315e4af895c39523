"""`cardgen export`: a deck as files for print shops, for an online table, or as pictures."""

from __future__ import annotations

from pathlib import Path

import click

from cardgen.commands.sources import given_facts
from cardgen.export import TARGETS, ExportOptions, Intent, check_export, check_folder, export_deck, steps
from cardgen.paper import parse_card
from factbank.shell import command, note, progress


@command(
    "export",
    examples=[
        "cardgen export png west -o west-pictures",
        "cardgen export tgc liars-lair --facts facts.json -o upload",
        "cardgen export press lizard --card tarot -o press",
        "cardgen export tts lizard -o table",
    ],
)
@click.argument("target", type=click.Choice(list(TARGETS), case_sensitive=False))
@click.argument("deck")
@click.option("--facts", "facts_file", metavar="FILE", help="The fact file that the deck is printed from.")
@click.option("--kit", "code", metavar="CODE", help="Or the code of a kit made on this computer.")
@click.option("--card", metavar="NAME|WxHmm", default="poker", show_default=True, help="The size of the cut card.")
@click.option("--ink", type=click.Choice(["full", "low"], case_sensitive=False), default="full", show_default=True,
              help="Low: outlines on white.")  # fmt: skip
@click.option("--colour-aid", is_flag=True, help="Patterns beside colours.")
@click.option("--dpi", type=int, help="png: dots an inch. [default: 300]")
@click.option("--bleed/--no-bleed", default=True, show_default=True, help="png: with 3 mm past the cut.")
@click.option("--intent", type=click.Choice(["fogra39", "fogra51", "gracol", "swop"], case_sensitive=False),
              help="press, dtc: the printing condition. [default: fogra39; dtc: swop]")  # fmt: skip
@click.option("--url", metavar="URL", help="tts: where the pictures will be found. [default: on this computer]")
@click.option("-o", "--out", metavar="DIR", help="The folder to write. [default: by deck and target]")
@click.option("--force", is_flag=True, help="Replace another export in that folder.")
def export(
    target: str,
    deck: str,
    facts_file: str | None,
    code: str | None,
    card: str,
    ink: str,
    colour_aid: bool,
    dpi: int | None,
    bleed: bool,
    intent: Intent | None,
    url: str | None,
    out: str | None,
    force: bool,
) -> None:
    """Write a deck for a print shop, an online table, or as pictures.

    \b
    png    a picture a card at 300 dpi, and all of them on one sheet
    tgc    The Game Crafter, 825 × 1125 pixels
    mpc    MakePlayingCards, 822 × 1122 pixels
    dtc    DriveThruCards, one PDF/X-1a
    press  any print shop: PDF/X-1a, one card a page, 3 mm bleed
    tts    Tabletop Simulator: sheets, and a saved object that loads

    The folder gets a README.txt that says what to do with its files. It stands whole or not at all.
    """
    from cardgen.faces import DeckOptions, find, make_deck
    from cardgen.places import default_folder

    options = ExportOptions(
        card=parse_card(card),
        low_ink=ink == "low",
        colour_aid=colour_aid,
        dpi=0 if dpi is None else dpi,
        bleed=bleed,
        intent=intent or "",
        url=url or "",
    )
    check_export(target, options)
    find(deck)
    facts = given_facts(facts_file, code)
    made = make_deck(deck, DeckOptions(facts))
    folder = Path(out) if out else default_folder() / f"{made.name}-{target}"
    check_folder(folder, target, made.name, force=force)
    with progress("Exporting", steps(made)) as step:
        done = export_deck(made, target, options, folder, force=force, step=step)
    click.echo(done.folder)
    note(f"{made.title} for {TARGETS[target].title}: {done.told}; README.txt says how to go on")
