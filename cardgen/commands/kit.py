"""What a person said on the command line, said once more: so that a kit can tell how it is made again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click
from click.core import ParameterSource
from msgspec import Struct

from cardgen.commands.options import (
    Art,
    SheetWords,
    art_options,
    check_game,
    check_players,
    gathered,
    given_facts,
    one_of,
    own_art,
    read_house,
    read_sheet,
    sheet_options,
    warn_of_few,
)
from cardgen.errors import PrintError
from cardgen.kit import Said
from factbank.factfile import EACH, Facts, with_titles
from factbank.kits import keep_or_say
from liarsdeck.cli import command, note, progress, spelt

if TYPE_CHECKING:
    from cardgen.decks.model import Deck
    from cardgen.extras.occasion import Stock
    from cardgen.kit import Night, WrittenKit
    from cardgen.layout import SheetOptions


WHERE = frozenset(("out", "force", "quiet", "help"))
"""What changes nothing in a kit."""
SOURCES = frozenset(
    (
        "facts_file",
        "code",
        "seed",
        "packs",
        "themes",
        "difficulty",
        "length",
        "locale",
        "guests",
        "jokes",
        "titles",
        "ledger",
        "no_ledger",
        "players",
    )
)
"""What a kit's code, and its number of players, stand for."""
_FILES = ("own_back", "own_art", "slots", "deck_theme")


def said(night: Night, sheet: SheetOptions) -> Said:
    """Return what makes this kit once more: every option that was given, and what stood for those that were not."""
    from cardgen.commands.deck import deck

    context = click.get_current_context()
    shared = {param.name for param in deck.params}
    kit = [*(["--kit", night.code] if night.code else []), "--players", str(night.players)]
    cards: list[str] = []
    usual = _usual(context, sheet)
    for param in context.command.params:
        if isinstance(param, click.Option) and param.name not in WHERE | SOURCES:
            (cards if param.name in shared else kit).extend(_option(context, param, usual))
    files = any(is_file(context, name) for name in _FILES)
    return Said(spelt(kit), spelt(cards), files=files)


def _option(context: click.Context, param: click.Option, usual: Mapping[str, str]) -> Iterator[str]:
    """Yield an option as it was given, or what is usual here; nothing where it is the same everywhere."""
    assert param.name is not None
    value, name = context.params[param.name], param.opts[0]
    if context.get_parameter_source(param.name) is ParameterSource.DEFAULT:
        if param.name in usual:
            yield from (name, usual[param.name])
    elif param.is_flag:
        yield name if value else param.secondary_opts[0]
    else:
        for one in value if param.multiple else [value]:
            yield from (name, str(one))


def _usual(context: click.Context, sheet: SheetOptions) -> dict[str, str]:
    """Return what this computer says in place of the person: its usual paper, and the printer that is its default."""
    usual = {} if is_file(context, "slots") else {"paper": sheet.paper.name}
    if context.params["printer"] is None and sheet.profile.printer:
        usual |= {"printer": sheet.profile.printer, **({"tray": sheet.profile.tray} if sheet.profile.tray else {})}
    return usual


def is_file(context: click.Context, name: str) -> bool:
    """Tell whether an option names a file or folder, whose place is told as seen from where the command is given."""
    from cardgen.layout import BUILT_IN

    value = context.params.get(name)
    return bool(value) and str(value).strip().lower() not in BUILT_IN and Path(str(value)).exists()


if TYPE_CHECKING:
    from cardgen.decks.model import Deck
    from cardgen.extras.occasion import Stock
    from cardgen.kit import Night, WrittenKit
    from cardgen.layout import SheetOptions

    StandsAt = Callable[[Path], None]


class FactWords(Struct, frozen=True, kw_only=True):
    """Which facts a kit is of, in the command line's words: those that are named, or a wish for new ones."""

    facts_file: str | None
    code: str | None
    seed: int | None
    deal_seed: int | None
    packs: tuple[str, ...]
    themes: tuple[str, ...]
    difficulty: str | None
    length: str | None
    locale: str | None
    guests: tuple[str, ...]
    jokes: tuple[str, ...]
    titles: str | None
    ledger: str | None
    no_ledger: bool


_ABOUT_FACTS = {
    "facts_file": "--facts",
    "code": "--kit",
    "each": "--each",
    "packs": "--pack",
    "themes": "--theme",
    "difficulty": "--difficulty",
    "length": "--length",
    "locale": "--locale",
    "guests": "--guest",
    "jokes": "--jokes",
    "titles": "--titles",
    "ledger": "--ledger",
    "deal_seed": "--deal-seed",
}

_FACTS = (
    click.option("--facts", "facts_file", metavar="FILE", help="Print the facts of this file instead of new ones."),
    click.option("--kit", "code", metavar="CODE", help="Or those of a kit made on this computer."),
    click.option("--seed", type=int, help="The same seed draws the same facts."),
    click.option(
        "--deal-seed",
        type=int,
        metavar="N",
        help="Repeat a deal of the answer sheet, which then says so. [default: drawn by chance]",
    ),
    click.option(
        "--pack", "packs", multiple=True, metavar="NAME|FILE", help="Draw from this pack; may be given again."
    ),
    click.option(
        "--theme",
        "themes",
        multiple=True,
        metavar="NAME",
        help="Facts about this, such as sea; may be given again. (The cards’ look is --deck-theme.)",
    ),
    click.option("--difficulty", metavar="LEVEL", help="easy, normal or hard. [default: normal]"),
    click.option("--length", metavar="LENGTH", help="short or any. [default: any]"),
    click.option("--locale", metavar="LOCALE", help="For people’s names. [default: en_US]"),
    click.option(
        "--guest",
        "guests",
        multiple=True,
        metavar="NAME[:she|he|they]",
        help="Facts about somebody at the table, too; may be given again, or once with commas between.",
    ),
    click.option("--jokes", multiple=True, metavar="FILE", help="Let all of this pack in (factbank ask writes one)."),
    click.option(
        "--titles",
        metavar="WHICH",
        help="Over the facts: shared by the two of a pair, own for each card, or none. [default: as the facts say]",
    ),
    click.option("--ledger", metavar="FILE", help="What has been dealt before. [default: this household’s]"),
    click.option("--no-ledger", is_flag=True, help="Draw without regard to what has been dealt, and note nothing."),
)


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
@click.option("--players", type=int, help="How many play. [default: as many as is usual]")
@click.option("--each", type=int, help=f"Truths, and lies, for each player. [default: {EACH}]")
@gathered(FactWords, "facts", *_FACTS)
@one_of("--booklet", ["yes", "no"], "The rulebook as a booklet, or as plain pages.", "yes")
@click.option("--large-print", is_flag=True, help="Book and teaching page in type for weak eyes.")
@click.option(
    "--stock", metavar="MM|G", default="0.3mm", show_default=True, help="The cards’ thickness, or weight (200g)."
)
@click.option("--sleeved", is_flag=True, help="A box for cards in sleeves.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A house rule; may be given again.")
@click.option("-o", "--out", metavar="DIR", help="The folder to write. [default: by game and kit]")
@click.option("--force", is_flag=True, help="Replace another kit in that folder.")
@art_options
@sheet_options
def kit(
    game: str,
    players: int | None,
    each: int | None,
    facts: FactWords,
    booklet: str,
    large_print: bool,
    stock: str,
    sleeved: bool,
    options: tuple[str, ...],
    out: str | None,
    force: bool,
    art: Art,
    words: SheetWords,
) -> None:
    """Print everything for one game night into one folder.

    A page to teach the game by, cards, rulebook, reference cards, tuck box and what else the game needs (cardgen extras
    prints them alone), and a page that says how to print it all; for Liar's Lair the facts too, and a sealed answer
    sheet. Facts are new ones, which this household has not met, unless a fact file or a kit is named. The answer sheet
    is dealt by chance: printed again, the same kit has another one.
    The folder stands whole or not at all.
    """
    from referee import games
    from referee.core.setup import advice

    it = games.game(check_game(game))
    if not it.needs_facts:
        _check_no_facts(it.name, each, facts)
    asked = understood(it.name, players, each, options, stock, words, sleeved=sleeved, large=large_print)
    sheet = asked.sheet
    folder = _Folder(
        Path(out) if out else None, force, booklet == "yes", lambda deck: own_art(deck, art, words.card_size)
    )
    if not it.needs_facts:
        warn_of_few(getattr(asked.options, "red", None), getattr(asked.options, "black", None))
        made = _print(asked.night(), sheet, folder)
    else:
        named = given_facts(facts.facts_file, facts.code)
        if named:
            _check_drawn_already(facts)
            if facts.titles:
                named = with_titles(named, facts.titles)
        here = nullcontext((named, None)) if named else _drawn(asked.pairs, facts)
        with here as (dealt, stands_at):
            made = _print(asked.night(dealt, facts.deal_seed), sheet, folder, stands_at)
        if named and (said := keep_or_say(named)):
            note(said)
    click.echo(made.folder)
    from liarsdeck.english import counted

    whose = f"Kit {made.code}" if made.code else it.title
    note(f"{whose}: {made.cards} cards, {counted(made.sheets, 'sheet')} of {sheet.paper.name} in all.")
    for sentence in made.left_out:
        note(f"Left out for want of room. {sentence}.")
    if not options and each is None and (advised := advice(it, asked.players, asked.options, "--option ")):
        note(advised)
    note(f"Begin with {made.folder / 'print-me-first.pdf'}." if sheet.cover else "Print at 100 %, no scaling.")


class KitOrder(Struct, frozen=True):
    """What a kit's command line asks for, facts apart: game, house rules, players, paper."""

    game: str
    options: Struct
    players: int
    sheet: SheetOptions
    indices: Literal["normal", "jumbo"]
    stock: Stock
    large: bool

    @property
    def pairs(self) -> int:
        """How many pairs of facts the table needs."""
        return self.players * int(getattr(self.options, "each", 1))

    def night(self, facts: Facts | None = None, deal_seed: int | None = None) -> Night:
        """Return the night that these facts make of it."""
        from cardgen.kit import Night

        return Night(self.game, self.options, self.players, facts, deal_seed, self.indices, self.stock, self.large)


def understood(
    game: str,
    players: int | None,
    each: int | None,
    options: Sequence[str],
    stock: str,
    words: SheetWords,
    *,
    sleeved: bool = False,
    large: bool = False,
) -> KitOrder:
    """Return what these words of a kit's command line ask for. Raises PrintError and RecordError."""
    from cardgen.extras.occasion import Stock, parse_stock
    from cardgen.layout import lay_out

    sheet = read_sheet(words)
    lay_out(sheet)
    thick = Stock(parse_stock(stock), sleeved)
    house = read_house(game, options, each=each)
    return KitOrder(game, house, check_players(game, players), sheet, words.indices, thick, large)


class _Folder(Struct, frozen=True):
    """Where a kit goes, and how: whether another may be replaced there, its book, its art."""

    out: Path | None
    force: bool
    booklet: bool
    dress: Callable[[Deck], Deck]


def _print(night: Night, sheet: SheetOptions, to: _Folder, stands_at: StandsAt | None = None) -> WrittenKit:
    from cardgen.kit import FACTS, README, check_night, make_kit
    from liarsdeck.files import check_folder
    from liarsdeck.paths import default_folder

    check_night(night)
    name = f"{night.game}-{night.code}" if night.code else night.game
    folder = to.out or default_folder() / name
    # A kit of facts is told by its facts; any other by its README, which says how it was made.
    mark, known = (FACTS, f'"{night.code}"') if night.code else (README, f"    cardgen kit {night.game} ")
    check_folder(folder, mark, known, force=to.force)
    if stands_at:
        stands_at(folder)
    with progress("Printing", night.steps(sheet)) as step:
        return make_kit(night, sheet, folder, booklet=to.booklet, dress=to.dress, said=said(night, sheet), step=step)


def _check_no_facts(game: str, each: int | None, facts: FactWords) -> None:
    """Refuse what is about facts for a game that has none (PrintError)."""
    for key, option in _ABOUT_FACTS.items():
        if (each if key == "each" else getattr(facts, key)) not in (None, (), False):
            hint = "; for the colours of the cards there is --deck-theme" if option == "--theme" else ""
            raise PrintError(f"{option} means nothing to {game}, which is played without facts{hint}")


def _check_drawn_already(facts: FactWords) -> None:
    """Refuse what only new facts listen to, where facts are named (PrintError)."""
    source = "--facts" if facts.facts_file else "--kit"
    for key in ("packs", "themes", "difficulty", "length", "locale", "guests", "jokes", "ledger", "no_ledger"):
        if getattr(facts, key) not in (None, (), False):
            option = _ABOUT_FACTS.get(key, "--no-ledger")
            raise PrintError(f"{option} is about drawing new facts, and {source} names facts: leave one of them out")
    if facts.seed is not None:  # the README of an older kit says it, and dealt the answer sheet by it
        note(f"--seed draws new facts, and {source} names facts: it changes nothing. The answer sheet is dealt anew.")


@contextmanager
def _drawn(pairs: int, asked: FactWords) -> Iterator[tuple[Facts, StandsAt]]:
    """Draw new facts; they are kept, and entered in the ledger, when the block ends well."""
    from factbank.deal.deal import Wish, deal
    from liarsdeck.paths import ledger_path

    wish = Wish(
        pairs=pairs,
        seed=asked.seed,
        packs=asked.packs,
        themes=asked.themes,
        difficulty=asked.difficulty or "normal",
        length=asked.length or "any",
        locale=asked.locale or "en_US",
        guests=asked.guests,
        jokes=asked.jokes,
        titles=asked.titles or "shared",
    )
    if asked.no_ledger and asked.ledger:
        raise PrintError("--ledger and --no-ledger exclude each other: give one of them")
    ledger = None if asked.no_ledger else Path(asked.ledger) if asked.ledger else ledger_path()
    with deal(wish, ledger) as dealt:
        for line in dealt.notes:
            note(line)
        yield dealt.facts, dealt.stands_at
