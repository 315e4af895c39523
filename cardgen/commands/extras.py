"""`cardgen extras`: what belongs to a game beside its cards and its book."""

from __future__ import annotations

from pathlib import Path

import click
from msgspec import Struct

from cardgen.commands.house_rules import check_game, check_players, read_house
from cardgen.commands.options import SheetWords, extra_options, read_sheet
from cardgen.commands.sources import Art, DeckSource, given_deck, given_facts, known_deck, own_art
from cardgen.errors import PrintError
from liarsdeck.cli import command, note, progress

MOST_BOXED = 1000


@command(
    "extras",
    examples=[
        "cardgen extras lizard --players 4 -o lizard-extras",
        "cardgen extras liar-poker --option chips=300 --only chips,bets",
        "cardgen extras liars-lair --only box --stock 250g --sleeved",
        "cardgen extras liars-guess --only box --cards 64",
        "cardgen extras my-deck.toml --stock 300g -o my-box",
    ],
)
@click.argument("name", metavar="GAME|DECK")
@click.option("--players", type=int, help="How many play. [default: as many as is usual]")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A house rule; may be given again.")
@click.option("--facts", "facts_file", metavar="FILE", help="The facts of a kit of Liar’s Lair.")
@click.option("--kit", "code", metavar="CODE", help="Or the code of that kit.")
@click.option(
    "--deal-seed", "--seed", type=int, metavar="N",
    help="Repeat a deal of the answer sheet, which then says so. [default: drawn by chance]",
)  # fmt: skip
@click.option(
    "--stock", metavar="MM|G", default="0.3mm", show_default=True, help="The cards’ thickness, or weight (200g)."
)
@click.option("--sleeved", is_flag=True, help="A box for cards in sleeves.")
@click.option(
    "--cards", "boxed", type=int, metavar="N", help="A box for N cards. [default: the deck, and what is beside]"
)
@click.option(
    "--only",
    multiple=True,
    metavar="WHAT,…",
    help="Some of them: teach, box, reference, notes, pads, scores, chips, bets … May be given again.",
)
@click.option("--large-print", is_flag=True, help="The teaching page in type for weak eyes.")
@click.option("--back", "own_back", metavar="IMAGE", help="A picture of your own for the back of the box.")
@click.option("-o", "--out", metavar="DIR", help="The folder to write. [default: by game]")
@extra_options
def extras(
    name: str,
    players: int | None,
    options: tuple[str, ...],
    facts_file: str | None,
    code: str | None,
    deal_seed: int | None,
    stock: str,
    sleeved: bool,
    boxed: int | None,
    only: tuple[str, ...],
    large_print: bool,
    own_back: str | None,
    out: str | None,
    words: SheetWords,
) -> None:
    """Print a game's page to teach by, box, reference cards, pads and chips.

    Every number on them comes from the house rules. A deck that belongs to no game (see cardgen list), or one of
    your own (a TOML or CSV file), has a tuck box. Every answer sheet is dealt by chance, anew. What the folder
    holds of other extras stays there; a file of the same name is replaced.
    """
    from cardgen.decks.model import Deck
    from cardgen.decks.select import draw_blank
    from cardgen.extras.folder import MARK, write_folder
    from cardgen.extras.occasion import Occasion
    from cardgen.extras.registry import choose_extras, extras_of
    from cardgen.extras.stock import Stock, parse_stock
    from liarsdeck.files import check_folder
    from liarsdeck.paths import default_folder

    deck = None
    if is_deck(name):
        _check_no_game(name, players=players, options=options, facts_file=facts_file, code=code, deal_seed=deal_seed)
        words = known_deck(name, words)
        sheet = read_sheet(words)
        deck, _ = given_deck(name, DeckSource(own_back=own_back), words)
        label, game, house, count, facts = deck.name, "", None, 0, None
    else:
        label = game = check_game(name, what="extra")
        sheet = read_sheet(words)
        house = read_house(game, options)
        count = check_players(game, players)
        _check(game, house, count)
        facts = given_facts(facts_file, code)
        if facts and game != "liars-lair":
            raise PrintError("only Liar’s Lair is played with facts: leave out --facts and --kit")
        if own_back:
            deck = own_art(Deck(game, game, (), draw_blank), Art(own_back=own_back), words.card_size)
    thick = Stock(parse_stock(stock), sleeved, 2 if sheet.sides == "fold" else 1)
    if boxed is not None and not 1 <= boxed <= MOST_BOXED:
        raise PrintError(f"--cards {boxed} will not do: boxes are for 1 to {MOST_BOXED} cards")
    table = Occasion(game, house, count, facts, thick, deal_seed, boxed or 0, deck, large_print)
    named = [word for given in only for word in given.split(",") if word.strip()]
    if only and not named:
        raise PrintError("--only names no extra: write some of " + ", ".join(extras_of(table)))
    names = choose_extras(table, named)
    folder = Path(out) if out else default_folder() / f"{label}-extras"
    check_folder(folder, MARK, "", force=True)

    with progress("Printing", len(names)) as step:
        parts = write_folder(table, sheet, folder, only=names, step=step)
    click.echo(folder)
    from cardgen.guide.steps import printed_as

    for part in parts:
        note(f"{part.file}: {printed_as(part, sheet)}")


def is_deck(name: str) -> bool:
    """Tell whether a name is that of a deck that belongs to no game, or of a file of one's own."""
    from cardgen.custom.deckfile import is_deck_file
    from cardgen.decks.faces import REGISTRY
    from referee import games

    known = name.casefold()
    return is_deck_file(name) or (known in REGISTRY and known not in games.REGISTRY)


def _check_no_game(name: str, **given: object) -> None:
    """Refuse what is about a game for a deck that has none (PrintError)."""
    about = {"options": "--option", "facts_file": "--facts", "code": "--kit", "deal_seed": "--deal-seed"}
    asked = [about.get(key, f"--{key}") for key, value in given.items() if value not in (None, ())]
    if asked:
        raise PrintError(f"{asked[0]} means nothing to {name}, which has a box and no rules of ours")


def _check(game: str, house: Struct, players: int) -> None:
    """Refuse house rules that don't go together at this table, with the referee's own sentence (PrintError)."""
    from referee import games
    from referee.core.setup import seated

    it = games.game(game)
    if it.needs_facts:
        return
    fault = it.check(seated(it, players, house))
    if fault is not None:
        raise PrintError(fault[1])
