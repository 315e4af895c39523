"""The command `cardgen kit` (all files for one evening), and the options with which a kit is made again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated

import click
from click.core import ParameterSource
from msgspec import Struct
from msgspec.structs import replace

from cardgen.commands.deck import (
    BOOK_URL,
    CardWords,
    DeckSource,
    check_game,
    check_players,
    chosen_language,
    deck,
    gathered,
    given_facts,
    one_of,
    own_art,
    read_house,
    read_sheet,
    written_options,
)  # fmt: skip
from cardgen.decks import FaceStyle
from cardgen.errors import PrintError
from cardgen.layout import BUILT_IN, lay_out
from cardgen.spec import KitSpec, Stock, check_url, parse_stock
from factbank.factfile import EACH, Facts, with_titles
from factbank.kits import keep_or_say
from liarsdeck.cli import command, note, progress, spelt
from liarsdeck.english import counted, listed, quoted
from liarsdeck.errors import OPTION, by_make

if TYPE_CHECKING:
    from cardgen.kit import CommandLine
    from factbank.factfile import Pair
    from referee.host.gathering import Gathered


class FactWords(Struct, frozen=True, kw_only=True):
    """The options that say where a kit's facts come from, as a person typed them.

    The facts are those of a fact file, those of an earlier kit, or new ones; most fields are for drawing new ones.
    Beside each field is its option with the help, which says what the values mean.
    """

    facts_file: Annotated[str | None, "--facts FILE", "Print the facts of this file instead of new ones."] = None
    code: Annotated[str | None, "--kit CODE", "Or those of a kit made on this computer."] = None
    seed: Annotated[int | None, "--seed", "The same seed draws the same facts."] = None
    deal_seed: Annotated[
        int | None,
        "--deal-seed N",
        "Repeat a deal of the answer sheet, which then says so. [default: drawn by chance]",
    ] = None
    packs: Annotated[tuple[str, ...], "--pack NAME|FILE", "Draw from this pack; may be given again."] = ()
    themes: Annotated[
        tuple[str, ...],
        "--theme NAME",
        "Facts about this, such as sea; may be given again. (The cards’ look is --deck-theme.)",
    ] = ()
    difficulty: Annotated[str | None, "--difficulty LEVEL", "easy, normal or hard. [default: normal]"] = None
    length: Annotated[str | None, "--length LENGTH", "short or any. [default: any]"] = None
    locale: Annotated[str | None, "--locale LOCALE", "For people’s names. [default: en_US]"] = None
    guests: Annotated[
        tuple[str, ...],
        "--guest NAME[:she|he|they[:…]]",
        "Facts about somebody at the table, too; may be given again, or once with commas between. After the pronoun "
        "may stand what they do, a pet or a trade: Ann:she:sails, Bob:he:a dog called Rex:a baker.",
    ] = ()
    jokes: Annotated[tuple[str, ...], "--jokes FILE", "Let all of this pack in (factbank ask writes one)."] = ()
    ask: Annotated[
        bool, "--ask", "Let the phones of the household write facts about each other first; Enter prints what came in."
    ] = False
    titles: Annotated[
        str | None,
        "--titles WHICH",
        "Over the facts: shared by the two of a pair, own for each card, or none. [default: as the facts say]",
    ] = None
    ledger: Annotated[str | None, "--ledger FILE", "What has been dealt before. [default: this household’s]"] = None
    no_ledger: Annotated[bool, "--no-ledger", "Draw without regard to what has been dealt, and note nothing."] = False


# --- the command line that makes the same kit once more

WHERE = frozenset(("out", "force", "quiet", "help"))
"""Options that change nothing in a kit."""
SOURCES = frozenset(FactWords.__struct_fields__) - {"deal_seed"} | {"players"}
"""Options that the kit's code and its number of players replace."""


def command_line(spec: KitSpec) -> CommandLine:
    """Return the options with which the running command would make the kit `spec` again.

    Paper and printer are always among them, even if nobody typed them.
    """
    from cardgen.kit import CommandLine

    context = click.get_current_context()

    def is_file(name: str) -> bool:
        """Return whether the value of the option `name` is a file or folder that exists.

        A relative path is looked up in the current folder. Names of built-in things, such as a theme, are no files.
        """
        value = str(context.params.get(name) or "")
        return bool(value) and value.strip().lower() not in BUILT_IN and Path(value).exists()

    profile = spec.sheet.profile
    usual = {} if is_file("slots") else {"paper": spec.sheet.paper.name}
    if context.params["printer"] is None and profile.printer:
        usual |= {"printer": profile.printer, **({"tray": profile.tray} if profile.tray else {})}
    shared = {param.name for param in deck.params}
    kit = [*(["--kit", spec.code] if spec.code else []), "--players", str(spec.players)]
    cards: list[str] = []
    for param in context.command.params:
        if not isinstance(param, click.Option) or param.name is None or param.name in WHERE | SOURCES:
            continue
        value, name = context.params[param.name], param.opts[0]
        if param.name == "paper" and value:
            value = spec.sheet.paper.name
        words = cards if param.name in shared else kit
        if context.get_parameter_source(param.name) is ParameterSource.DEFAULT:
            words += [name, usual[param.name]] if param.name in usual else []
        elif param.is_flag:
            words.append(name if value else param.secondary_opts[0])
        else:
            words += (word for one in (value if param.multiple else [value]) for word in (name, str(one)))
    files = any(map(is_file, ("own_back", "own_art", "slots", "deck_theme")))
    return CommandLine(spelt(kit), spelt(cards), files=files)


def read_spec(
    game: str, players: int | None, each: int | None, options: Sequence[str], stock: str, words: CardWords, *,
    sleeved: bool = False, large: bool = False, face: FaceStyle | None = None,
) -> KitSpec:  # fmt: skip
    """Return the kit that these options describe, without facts.

    `game` is the name of the game. `players` is the number of players, and `each` the number of truths (and of lies)
    for each player; None means the usual number. `options` are house rules as `name=value`. `stock` is the thickness or
    weight of the cards as typed, such as `0.3mm` or `200g`, and `words` are the options for cards and paper. `sleeved`
    is true for cards in sleeves, `large` for large print. `face` is the look of a fact (None: the usual one). Raises
    PrintError for a wrong option, and RecordError for a house rule or value that the game does not have.
    """
    sheet = read_sheet(words)
    lay_out(sheet)
    thick = Stock(parse_stock(stock), sleeved)
    house = read_house(game, options, each=each)
    return KitSpec(
        game, house, check_players(game, players), indices=words.indices, stock=thick, large=large, sheet=sheet,
        face=face,
    )  # fmt: skip


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
@gathered(FactWords, "facts")
@one_of("--booklet", ["yes", "no"], "The rulebook as a booklet, or as plain pages.", "yes")
@BOOK_URL
@click.option("--large-print", is_flag=True, help="Book and teaching page in type for low vision.")
@click.option(
    "--stock", metavar="MM|G", default="0.3mm", show_default=True, help="The cards’ thickness, or weight (200g)."
)
@click.option("--sleeved", is_flag=True, help="A box for cards in sleeves.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A house rule; may be given again.")
@click.option("-o", "--out", metavar="DIR", help="The folder to write. [default: by game and kit]")
@click.option("--force", is_flag=True, help="Replace another kit in that folder.")
@gathered(DeckSource, "art", "face", "own_back", "own_art")
@gathered(CardWords, "words", deck_theme=("--deck-theme",))
def kit(
    game: str,
    players: int | None,
    each: int | None,
    facts: FactWords,
    booklet: str,
    book_url: str,
    large_print: bool,
    stock: str,
    sleeved: bool,
    options: tuple[str, ...],
    out: str | None,
    force: bool,
    art: DeckSource,
    words: CardWords,
) -> None:
    """Print everything for one game night into one folder.

    A page to teach the game by, cards, rulebook, reference cards, tuck box and what else the game needs (cardgen extras
    prints them alone), and a page that says how to print it all; for Liar's Lair the facts too, and a sealed answer
    sheet. Facts are new ones, which this household has not met, unless a fact file or a kit is named. The answer sheet
    is dealt by chance: printed again, the same kit has another one.
    The folder stands whole or not at all.

    \f
    `players` and `each` (truths, and as many lies, for each player) are None for the usual numbers; `options` are house
    rules as `name=value`. `facts` names the facts, or how to draw new ones. `booklet` is `yes` or `no`, `book_url` says
    where the book's page on the web is; `large_print` is for book and teaching page. `stock` is the cards' thickness or
    weight, `sleeved` is true for cards in sleeves. `art` names the user's pictures and the look of a fact, `words` are
    further options for cards and paper. `out` is the folder (None: named after game and kit); `force` replaces another
    kit in it.
    """
    from cardgen.kit import FACTS, README, WrittenKit, check_table, steps, write_kit
    from liarsdeck.files import check_folder, default_folder
    from referee import games
    from referee.core.setup import advice

    it = games.game(check_game(game))
    if not it.needs_facts:
        _check_no_facts(it.name)
    language = chosen_language(words.language, "kit", it.name)
    written = _asked(facts, language)
    asked = f"{OPTION.players:{players}}" if players else ""
    people = written.names if written else facts.guests
    invited = _check_guests(it.title, players or it.seats[1], people, asked, language, sit=written is not None)
    by_guests = players is None and invited >= it.seats[0]
    spec = read_spec(
        it.name, invited if by_guests else players, each, options, stock, words, sleeved=sleeved, large=large_print,
        face=art.face,
    )  # fmt: skip
    spec = replace(spec, book_url=check_url(book_url), language=language)

    def print_kit(spec: KitSpec, stands_at: Callable[[Path], None] | None = None) -> WrittenKit:
        check_table(spec)
        for remark in spec.game_deck().remarks:
            note(remark)
        folder = Path(out) if out else default_folder() / (f"{spec.game}-{spec.code}" if spec.code else spec.game)
        # A kit of facts is told by its facts; any other by its README, which says how it was made.
        mark, known = (FACTS, f'"{spec.code}"') if spec.code else (README, f"    cardgen kit {spec.game} ")
        check_folder(folder, mark, known, force=force)
        if stands_at:
            stands_at(folder)
        with progress("Printing", steps(spec)) as step:
            return write_kit(
                spec,
                folder,
                booklet=booklet == "yes",
                with_art=lambda made: own_art(made, art, words.card_size),
                command=command_line(spec),
                step=step,
            )

    if not it.needs_facts:
        made = print_kit(spec)
    else:
        named = given_facts(facts.facts_file, facts.code)
        if named:
            _check_no_new_facts(facts)
            if facts.titles:
                named = with_titles(named, facts.titles)
            spec = replace(spec, language=chosen_language(words.language, "kit", it.name, named))
        with nullcontext((named, None)) if named else _drawn(spec, facts, written) as (dealt, stands_at):
            made = print_kit(replace(spec, facts=dealt, deal_seed=facts.deal_seed), stands_at)
        if named and (sentence := keep_or_say(named)):
            note(sentence)
    click.echo(made.folder)
    whose = f"{f'Kit {made.code}' if made.code else it.title} for {spec.players} players"
    note(f"{whose}: {made.cards} cards, {counted(made.sheets, 'sheet')} of {spec.sheet.paper.name} in all.")
    if by_guests:
        note(f"As many players as guests; for another number add {OPTION.players:NUMBER}.")
    if made.shares:
        note(f"{made.shares}.")
    for sentence in made.left_out:
        note(f"Left out for want of room. {sentence}.")
    if not options and each is None:
        how = ("", 'add OPTIONS="{}" to what you typed') if by_make() else ("--option ", "add {} to what you typed")
        if advised := advice(it, spec.players, spec.options, *how):
            note(advised)
    note(f"Begin with {made.folder / 'print-me-first.pdf'}." if spec.sheet.cover else "Print at 100 %, no scaling.")


def _check_guests(game: str, most: int, guests: Sequence[str], asked: str, language: str, *, sit: bool) -> int:
    """Return how many of the named guests can play the game `game`, which has seats for `most`.

    With `sit`, the guests already sit at their phones: the result is then at most `most`, and any names will do.
    Without `sit`, `guests` are texts as in the option `--guest`, in the language with the code `language`, and
    PrintError is raised if they are more than `most`. Its message quotes `asked`, the option for the number of players
    as typed ("": not given).
    """
    from factbank.fill import parse_guests

    if sit:
        return min(len(guests), most)
    invited = len(parse_guests(guests, language))
    if invited > most:
        limit = f"but {asked}: leave that out, or" if asked else f"but {game} has seats for {most}:"
        raise PrintError(f"{invited} guests are named, {limit} name {most} at most")
    return invited


def _options(names: Sequence[str]) -> Iterator[str]:
    """Yield the options, such as `--kit`, that a person wrote on the command line for these parameters.

    `names` are names of parameters, such as `code`; options come in the order of `names`.
    """
    params = {param.name: param.opts[0] for param in kit.params}
    written = written_options()
    yield from (params[name] for name in names if name in written)


def _check_no_facts(game: str) -> None:
    """Raise PrintError if an option about facts was given, for a game that has no facts."""
    about = [
        "facts_file",
        "code",
        "each",
        "packs",
        "themes",
        "difficulty",
        "length",
        "locale",
        "guests",
        "jokes",
        "ask",
    ]
    for option in _options([*about, "titles", "ledger", "deal_seed", "face"]):
        theme = "; for the colours of the cards there is --deck-theme" if option == "--theme" else ""
        raise PrintError(f"{option} means nothing to {game}, which is played without facts{theme}")


def _check_no_new_facts(facts: FactWords) -> None:
    """Raise PrintError if an option about drawing new facts was given beside existing facts.

    If only a seed was given, a note is printed on stderr instead.
    """
    source = "--facts" if facts.facts_file else "--kit"
    about = ["packs", "themes", "difficulty", "length", "locale", "guests", "jokes", "ledger", "no_ledger"]
    for option in _options(about):
        raise PrintError(f"{option} is about drawing new facts, and {source} names facts: leave one of them out")
    if facts.seed is not None:  # the README of an older kit says it, and dealt the answer sheet by it
        note(
            f"{OPTION.seed} draws new facts, and {source} names facts: it does nothing. The answer sheet is dealt anew."
        )


def _asked(facts: FactWords, language: str) -> Gathered | None:
    """Let people write facts on their phones until Enter is pressed; return what they wrote.

    The result is None, and nothing is started, if the option `--ask` was not given. `language` is the code of the
    language of the facts. Raises PrintError if existing facts are named too, or if there is nothing to ask in this
    language.
    """
    if not facts.ask:
        return None
    if facts.facts_file or facts.code:
        raise PrintError("--ask is for new facts: leave it out, or --facts and --kit")
    import sys

    from cardgen.decks.faces.liars_lair import lacking
    from factbank.asked import openings
    from referee.host.gathering import gather
    from referee.host.hosting import code_text
    from referee.host.session import HostedTable

    if not openings(language):
        raise PrintError(f"--ask has no openings in the language {language}: leave it out, or --language")

    def announce(evening: HostedTable) -> None:
        note("Everybody on this Wi-Fi: point a camera at this and sit down. When three sit, each phone asks.\n")
        note(code_text(evening.joining))
        note(f"  or type  {evening.address}  and the word  {evening.hosting.word}")
        note("Enter: print what has come in. Ctrl-C: it is kept, and --ask goes on with it.")

    return gather(announce, sys.stdin.readline, lacking, language=language)


@contextmanager
def _drawn(
    spec: KitSpec, words: FactWords, written: Gathered | None = None
) -> Iterator[tuple[Facts, Callable[[Path], None]]]:
    """In this context, have new facts for the kit `spec`, which are kept when the block ends.

    The value is the facts, and a function to call with the folder in which the kit will stand. Kept facts are entered
    in the ledger (the list of what this household has met), unless `words` says otherwise. If the block raises an
    exception, the facts are given back, unless that folder exists. `written` is what people wrote on their phones,
    which is used first. Raises PrintError for options that exclude each other.
    """
    from factbank.deal.deal import Wish, deal
    from liarsdeck.files import ledger_path

    given = {name: getattr(words, name) for name in Wish.__struct_fields__ if name not in ("pairs", "language")}
    given = {name: value for name, value in given.items() if value not in (None, "")}
    wish = Wish(spec.pairs, language=spec.language, **given)
    if words.no_ledger and words.ledger:
        raise PrintError("--ledger and --no-ledger exclude each other: give one of them")
    ledger = None if words.no_ledger else Path(words.ledger) if words.ledger else ledger_path()
    own: list[Pair] = []
    if written is not None:
        own = written.pairs(spec.players, spec.pairs // spec.players, Random())
        note(f"{counted(written.asked.written(), 'ending')} came in; {len(own)} of {spec.pairs} pairs are theirs.")
        if written.unsaid:
            unsaid = listed(map(quoted, written.unsaid), "and")
            note(f"A fact can't say {unsaid}: no card is about them.")
    with deal(wish, ledger, own) as dealt:
        for line in dealt.notes:
            note(line)
        yield dealt.facts, dealt.stands_at
    if written is not None:
        written.forget()
