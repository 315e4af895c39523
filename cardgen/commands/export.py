"""`cardgen export`: a deck as files for print shops, for an online table, or as pictures."""

from __future__ import annotations

from pathlib import Path

import click

from cardgen.commands.options import LookWords, face_options, one_of
from cardgen.commands.sources import DeckSource, given_deck, known_deck, source_options
from cardgen.export import TARGETS, ExportOptions, Intent, check_export, check_folder, export_deck, steps
from cardgen.layout.paper import parse_card
from liarsdeck.cli import command, note, progress


@command(
    "export",
    examples=[
        "cardgen export png west -o west-pictures",
        "cardgen export tgc liars-lair --kit K7Q4-9M -o upload",
        "cardgen export press lizard --card tarot --intent gracol -o press",
        "cardgen export tts lizard -o table",
        "cardgen export mpc my-deck.toml -o upload",
        "cardgen export svg lizard --sprite -o sprites",
    ],
)
@click.argument("target", type=click.Choice(list(TARGETS), case_sensitive=False))
@click.argument("deck")
@source_options
@click.option("--dpi", type=int, help="png: dots an inch. [default: 300]")
@click.option("--bleed/--no-bleed", default=None, help="png, svg: with 3 mm past the cut. [default: png]")
@click.option("--sprite", is_flag=True, help="svg: all cards in one file, a symbol each.")
@one_of(
    "--intent",
    ["fogra39", "fogra51", "gracol", "swop"],
    "press, dtc: the printing condition. [default: fogra39; dtc: swop]",
)
@click.option("--url", metavar="URL", help="tts: where the pictures will be found. [default: on this computer]")
@click.option("-o", "--out", metavar="DIR", help="The folder to write. [default: by deck and target]")
@click.option("--force", is_flag=True, help="Replace another export in that folder.")
@face_options
def export(
    target: str,
    deck: str,
    source: DeckSource,
    dpi: int | None,
    bleed: bool | None,
    sprite: bool,
    intent: Intent | None,
    url: str | None,
    out: str | None,
    force: bool,
    look: LookWords,
) -> None:
    """Write a deck for a print shop, an online table, or as pictures.

    DECK is one of ours (see cardgen list), or a TOML or CSV file of your own.

    \b
    png    a picture a card at 300 dpi, and all of them on one sheet
    tgc    The Game Crafter, 825 × 1125 pixels
    mpc    MakePlayingCards, 822 × 1122 pixels
    dtc    DriveThruCards, one PDF/X-1a
    press  any print shop: PDF/X-1a, one card a page, 3 mm bleed
    tts    Tabletop Simulator: sheets, and a saved object that loads
    svg    vector drawings for screens, letters as outlines

    The folder gets a README.txt that says what to do with its files. It stands whole or not at all.
    """
    from cardgen.decks.select import check_size
    from liarsdeck.paths import default_folder

    look = known_deck(deck, look)
    options = ExportOptions(
        card=parse_card(look.card_size),
        theme=look.theme,
        low_ink=look.low_ink,
        colour_aid=look.colour_aid,
        dpi=dpi,
        bleed=bleed,
        sprite=sprite,
        intent=intent or "",
        url=url or "",
    )
    check_export(target, options)
    made, facts = given_deck(deck, source, look)
    check_size(made, options.card)
    folder = Path(out) if out else default_folder() / "-".join([made.name, *([facts.kit] if facts else []), target])
    check_folder(folder, target, made.name, force=force)
    with progress("Exporting", steps(made)) as step:
        done = export_deck(made, target, options, folder, force=force, step=step)
    click.echo(done.folder)
    note(f"{made.title} for {TARGETS[target].title}: {done.summary}; README.txt says how to go on")
