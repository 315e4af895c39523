"""`cardgen kit`: everything for one game night."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardgen.commands.house_rules import check_game, check_players, read_house
from cardgen.commands.options import read_sheet, sheet_options
from cardgen.commands.sources import art_options, given_facts, own_art, warn_of_few
from cardgen.errors import PrintError
from factbank.facts import Facts, keep_or_say
from liarsdeck.cli import command, note, progress

if TYPE_CHECKING:
    from cardgen.kit.night import Night
    from cardgen.kit.write import Kit
    from cardgen.layout.impose import SheetOptions


MOST_USUAL = 5
_ABOUT_FACTS = {
    "facts_file": "--facts",
    "code": "--kit",
    "each": "--each",
    "packs": "--pack",
    "themes": "--theme",
    "difficulty": "--difficulty",
    "length": "--length",
    "locale": "--locale",
    "ledger": "--ledger",
}


@command(
    "kit",
    examples=[
        "cardgen kit liars-lair",
        "cardgen kit liars-lair --players 6 --paper letter --ink low -o friday",
        "cardgen kit liars-lair --kit K7Q4-9M --sides fold",
        "cardgen kit lizard --players 4 --option rounds=10 --deck-theme lacquer",
        "cardgen kit red-and-black --option red=13 --option black=13",
        "cardgen kit lizard --back our-cat.jpg --slots gaps-9",
    ],
)
@click.argument("game")
@click.option("--players", type=int, help="How many play. [default: 5, or 2 where only two can]")
@click.option("--each", type=int, help="Truths, and lies, for each player. [default: 3]")
@click.option("--facts", "facts_file", metavar="FILE", help="Print the facts of this file instead of new ones.")
@click.option("--kit", "code", metavar="CODE", help="Or those of a kit made on this computer.")
@click.option("--seed", type=int, help="The same seed makes the same kit.")
@click.option("--pack", "packs", multiple=True, metavar="NAME|FILE", help="Draw from this pack; may be given again.")
@click.option(
    "--theme",
    "themes",
    multiple=True,
    metavar="NAME",
    help="Facts about this, such as sea; may be given again. (The cards’ look is --deck-theme.)",
)
@click.option("--difficulty", metavar="LEVEL", help="easy, normal or hard. [default: normal]")
@click.option("--length", metavar="LENGTH", help="short or any. [default: any]")
@click.option("--locale", metavar="LOCALE", help="For people’s names. [default: en_US]")
@click.option("--ledger", metavar="FILE", help="What has been dealt before. [default: this household’s]")
@click.option("--no-ledger", is_flag=True, help="Draw without regard to what has been dealt, and note nothing.")
@click.option(
    "--booklet",
    type=click.Choice(["yes", "no"], case_sensitive=False),
    default="yes",
    show_default=True,
    help="The rulebook as a booklet, or as plain pages.",
)
@click.option(
    "--stock", metavar="MM|G", default="0.3mm", show_default=True, help="The cards’ thickness, or weight (200g)."
)
@click.option("--sleeved", is_flag=True, help="A box for cards in sleeves.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A house rule; may be given again.")
@click.option("-o", "--out", metavar="DIR", help="The folder to write. [default: by game and kit]")
@click.option("--force", is_flag=True, help="Replace another kit in that folder.")
@art_options
@sheet_options
def kit(game: str, players: int | None, **given: Any) -> None:
    """Print everything for one game night into one folder.

    Cards, rulebook, reference cards, tuck box and what else the game needs (cardgen extras prints them alone), and a
    page that says how to print it all; for Liar's Lair the facts too, and a sealed answer sheet. Facts are new ones,
    which this household has not met, unless a fact file or a kit is named.
    The folder stands whole or not at all.
    """
    from cardgen.extras.boxes.stock import Stock, parse_stock
    from cardgen.extras.occasion import deal_seed
    from cardgen.kit.night import Night
    from cardgen.layout.impose import lay_out
    from referee import games

    name = check_game(game)
    it = games.game(name)
    if not it.needs_facts:
        _check_no_facts(name, given)
    sheet = read_sheet(given)
    lay_out(sheet)
    stock = Stock(parse_stock(given["stock"]), given["sleeved"])
    house = read_house(name, given["options"], each=given["each"])
    seats = check_players(name, min(MOST_USUAL, it.seats[1]) if players is None else players)
    if not it.needs_facts:
        warn_of_few(getattr(house, "red", None), getattr(house, "black", None))
        made = _print(Night(name, house, seats, indices=given["indices"], stock=stock), sheet, given)
    else:
        facts = given_facts(given["facts_file"], given["code"])
        if facts:
            _check_drawn_already(given)
        with nullcontext(facts) if facts else _drawn(seats * house.each, given) as dealt:
            seed = deal_seed(dealt, given["seed"])
            made = _print(Night(name, house, seats, dealt, seed, given["indices"], stock), sheet, given)
        if facts and (said := keep_or_say(facts)):
            note(said)
    click.echo(made.folder)
    from liarsdeck.english import counted

    whose = f"Kit {made.code}" if made.code else it.title
    note(f"{whose}: {made.cards} cards, {counted(made.sheets, 'sheet')} of {sheet.paper.name} in all.")
    for sentence in made.left_out:
        note(f"Left out for want of room. {sentence}.")
    note(f"Begin with {made.folder / 'print-me-first.pdf'}." if sheet.cover else "Print at 100 %, no scaling.")


def _print(night: Night, sheet: SheetOptions, given: dict[str, Any]) -> Kit:
    from cardgen.commands.retell import said
    from cardgen.kit.write import FACTS, README, check_night, make_kit
    from liarsdeck.files import check_folder
    from liarsdeck.paths import default_folder

    check_night(night)
    name = f"{night.game}-{night.code}" if night.code else night.game
    folder = Path(given["out"]) if given["out"] else default_folder() / name
    # A kit of facts is told by its facts; any other by its README, which says how it was made.
    mark, known = (FACTS, f'"{night.code}"') if night.code else (README, f"    cardgen kit {night.game} ")
    check_folder(folder, mark, known, force=given["force"])
    with progress("Printing", night.steps(sheet)) as step:
        return make_kit(
            night,
            sheet,
            folder,
            booklet=given["booklet"] == "yes",
            dress=lambda deck: own_art(deck, given),
            said=said(night, sheet),
            step=step,
        )


def _check_no_facts(game: str, given: dict[str, Any]) -> None:
    """Refuse what is about facts for a game that has none (PrintError)."""
    for key, option in _ABOUT_FACTS.items():
        if given[key] not in (None, (), False):
            hint = "; for the colours of the cards there is --deck-theme" if option == "--theme" else ""
            raise PrintError(f"{option} means nothing to {game}, which is played without facts{hint}")


def _check_drawn_already(given: dict[str, Any]) -> None:
    """Refuse what only new facts listen to, where facts are named (PrintError)."""
    source = "--facts" if given["facts_file"] else "--kit"
    for key in ("packs", "themes", "difficulty", "length", "locale", "ledger", "no_ledger"):
        if given[key] not in (None, (), False):
            option = _ABOUT_FACTS.get(key, "--no-ledger")
            raise PrintError(f"{option} is about drawing new facts, and {source} names facts: leave one of them out")


@contextmanager
def _drawn(pairs: int, given: dict[str, Any]) -> Iterator[Facts]:
    """Draw new facts; they are entered in the ledger, and kept, when the block ends well."""
    from factbank.deal.deal import Wish, deal
    from liarsdeck.paths import ledger_path

    wish = Wish(
        pairs=pairs,
        seed=given["seed"],
        packs=given["packs"],
        themes=given["themes"],
        difficulty=given["difficulty"] or "normal",
        length=given["length"] or "any",
        locale=given["locale"] or "en_US",
    )
    if given["no_ledger"] and given["ledger"]:
        raise PrintError("--ledger and --no-ledger exclude each other: give one of them")
    ledger = None if given["no_ledger"] else Path(given["ledger"]) if given["ledger"] else ledger_path()
    with deal(wish, ledger) as dealt:
        for line in dealt.notes:
            note(line)
        yield dealt.facts
