"""`cardgen extras`: what belongs to a game beside its cards and its book."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cardgen.commands.house import check_game, check_players, read_house
from cardgen.commands.options import extra_options, read_sheet
from cardgen.commands.sources import given_facts
from cardgen.errors import PrintError
from factbank.shell import command, note, progress

MOST_BOXED = 1000


@command(
    "extras",
    examples=[
        "cardgen extras lizard --players 4 -o lizard-extras",
        "cardgen extras liar-poker --option chips=300 --only chips,bets",
        "cardgen extras liars-lair --only box --stock 250g --sleeved",
        "cardgen extras liars-guess --only box --cards 64",
    ],
)
@click.argument("game")
@click.option("--players", type=int, help="How many play. [default: as many as play best]")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A house rule; may be given again.")
@click.option("--facts", "facts_file", metavar="FILE", help="The facts of a kit of Liar’s Lair.")
@click.option("--kit", "code", metavar="CODE", help="Or the code of that kit.")
@click.option("--seed", type=int, help="Deal the answer sheet anew. [default: as in the kit]")
@click.option(
    "--stock", metavar="MM|G", default="0.3mm", show_default=True, help="The cards’ thickness, or weight (200g)."
)
@click.option("--sleeved", is_flag=True, help="A box for cards in sleeves.")
@click.option(
    "--cards", "boxed", type=int, metavar="N", help="A box for N cards. [default: the deck, and what is beside]"
)
@click.option("--only", metavar="WHAT,…", help="Some of them: box, reference, notes, pads, scores, chips, bets …")
@click.option("-o", "--out", metavar="DIR", help="The folder to write. [default: by game]")
@extra_options
def extras(game: str, players: int | None, **given: Any) -> None:
    """Print a game's tuck box, reference cards, pads and chips.

    Every number on them comes from the house rules. What the folder holds of other extras stays there; a file of the
    same name is replaced.
    """
    from cardgen.extras.folder import MARK, write_folder
    from cardgen.extras.stock import Stock, parse_stock
    from cardgen.extras.table import Table, deal_seed
    from cardgen.extras.write import choose_extras, extras_of
    from cardgen.places import check_folder, default_folder

    name = check_game(game, what="extra")
    sheet = read_sheet(given)
    house = read_house(name, given["options"])
    count = check_players(name, players if players is not None else _usual(name))
    _check(name, house, count)
    facts = given_facts(given["facts_file"], given["code"])
    if facts and name != "liars-lair":
        raise PrintError("only Liar’s Lair is played with facts: leave out --facts and --kit")
    stock = Stock(parse_stock(given["stock"]), given["sleeved"], 2 if sheet.sides == "fold" else 1)
    boxed = given["boxed"]
    if boxed is not None and not 1 <= boxed <= MOST_BOXED:
        raise PrintError(f"--cards {boxed} will not do: boxes are for 1 to {MOST_BOXED} cards")
    table = Table(name, house, count, facts, stock, deal_seed(facts, given["seed"]) if facts else 0, boxed or 0)
    only = [word for word in (given["only"] or "").split(",") if word.strip()]
    if given["only"] is not None and not only:
        raise PrintError("--only names no extra: write some of " + ", ".join(extras_of(table)))
    names = choose_extras(table, only)
    folder = Path(given["out"]) if given["out"] else default_folder() / f"{name}-extras"
    check_folder(folder, MARK, "", force=True)

    with progress("Printing", len(names)) as step:
        parts = write_folder(table, sheet, folder, only=names, step=step)
    click.echo(folder)
    from cardgen.told import sheet_count

    for part in parts:
        note(f"{part.file}: {sheet_count(part.sheets)} of {sheet.paper.name}, {part.note}")


def _usual(game: str) -> int:
    """How many play when nobody says: five at the Lair, four at Lizard, else as many as can."""
    from referee import games

    low, high = games.game(game).seats
    return {"liars-lair": 5, "lizard": 4}.get(game, max(low, high))


def _check(game: str, house: Any, players: int) -> None:
    """Refuse house rules that don't go together at this table, with the referee's own sentence (PrintError)."""
    from referee import games
    from referee.game import RULES_VERSION, Setup

    if game == "liars-lair":
        return
    seats = tuple(f"Seat {number}" for number in range(1, players + 1))
    fault = games.game(game).check(Setup(game, seats, house, RULES_VERSION, None))
    if fault is not None:
        raise PrintError(fault[1])
