"""`cardgen kit`: everything for one game night."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardgen.commands.house import check_game, check_players, read_house
from cardgen.commands.options import read_sheet, sheet_options
from cardgen.commands.sources import given_facts
from cardgen.errors import PrintError
from factbank.facts import Facts, keep
from factbank.shell import command, note, progress

if TYPE_CHECKING:
    from cardgen.kit import Kit
    from cardgen.sheet import SheetOptions


@command(
    "kit",
    examples=[
        "cardgen kit liars-lair",
        "cardgen kit liars-lair --players 6 --paper letter --ink low -o friday",
        "cardgen kit liars-lair --kit K7Q4-9M --sides fold",
    ],
)
@click.argument("game")
@click.option("--players", type=int, default=5, show_default=True, help="How many play.")
@click.option("--each", type=int, help="Truths, and lies, for each player. [default: 3]")
@click.option("--facts", "facts_file", metavar="FILE", help="Print the facts of this file instead of new ones.")
@click.option("--kit", "code", metavar="CODE", help="Or those of a kit made on this computer.")
@click.option("--seed", type=int, help="The same seed makes the same kit.")
@click.option("--pack", "packs", multiple=True, metavar="NAME|FILE", help="Draw from this pack; may be given again.")
@click.option("--theme", "themes", multiple=True, metavar="NAME", help="Draw from this theme; may be given again.")
@click.option("--difficulty", metavar="LEVEL", default="normal", show_default=True, help="easy, normal or hard.")
@click.option("--length", metavar="LENGTH", default="any", show_default=True, help="short or any.")
@click.option("--locale", metavar="LOCALE", default="en_US", show_default=True, help="For people’s names.")
@click.option("--ledger", metavar="FILE", help="What has been dealt before. [default: this household’s]")
@click.option("--no-ledger", is_flag=True, help="Draw without regard to what has been dealt, and note nothing.")
@click.option(
    "--booklet",
    type=click.Choice(["yes", "no"], case_sensitive=False),
    default="yes",
    show_default=True,
    help="The rulebook as a booklet, or as plain pages.",
)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A house rule; may be given again.")
@click.option("-o", "--out", metavar="DIR", help="The folder to write. [default: by game and kit]")
@click.option("--force", is_flag=True, help="Replace another kit in that folder.")
@sheet_options
def kit(game: str, players: int, **given: Any) -> None:
    """Print everything for one game night into one folder.

    Cards, rulebook, reference cards, a sealed answer sheet, the facts and a page that says how to print it all. The
    facts are new ones, which this household has not met, unless a fact file or a kit is named. The folder stands whole
    or not at all.
    """
    from cardgen.sheet import lay_out

    name = check_game(game)
    sheet = read_sheet(given)
    lay_out(sheet)
    house = read_house(name, given["options"], each=given["each"])
    check_players(name, players)
    facts = given_facts(given["facts_file"], given["code"])
    with nullcontext(facts) if facts else _drawn(players * house.each, given) as dealt:
        made = _print(name, players, house, dealt, sheet, given)
    if facts:
        keep(facts)
    click.echo(made.folder)
    from cardgen.cover import sheet_count

    note(f"Kit {made.code}: {made.cards} cards, {sheet_count(made.sheets)} of {sheet.paper.name} in all.")
    note(f"Begin with {made.folder / 'print-me-first.pdf'}." if sheet.cover else "Print at 100 %, no scaling.")


def _print(name: str, players: int, house: Any, facts: Facts, sheet: SheetOptions, given: dict[str, Any]) -> Kit:
    from cardgen.kit import FACTS, STEPS, Night, check_pairs, make_kit
    from cardgen.places import check_folder, default_folder

    seed = given["seed"] if given["seed"] is not None else facts.seed
    night = Night(name, house, players, facts, seed if seed is not None else int.from_bytes(facts.kit.encode(), "big"))
    check_pairs(night)
    folder = Path(given["out"]) if given["out"] else default_folder() / f"{name}-{facts.kit}"
    check_folder(folder, FACTS, f'"{facts.kit}"', force=given["force"])
    with progress("Printing", STEPS) as step:
        return make_kit(night, sheet, folder, booklet=given["booklet"] == "yes", step=step)


@contextmanager
def _drawn(pairs: int, given: dict[str, Any]) -> Iterator[Facts]:
    """Draw new facts; they are entered in the ledger, and kept, when the block ends well."""
    from factbank.deck import Wish, deal
    from factbank.home import ledger_path

    wish = Wish(
        pairs=pairs,
        seed=given["seed"],
        packs=given["packs"],
        themes=given["themes"],
        difficulty=given["difficulty"],
        length=given["length"],
        locale=given["locale"],
    )
    if given["no_ledger"] and given["ledger"]:
        raise PrintError("--ledger and --no-ledger exclude each other: give one of them")
    ledger = None if given["no_ledger"] else Path(given["ledger"]) if given["ledger"] else ledger_path()
    with deal(wish, ledger) as dealt:
        for line in dealt.notes:
            note(line)
        yield dealt.facts
