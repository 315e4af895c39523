"""Options that commands share, and the commands `cardgen deck`, `export` and `show`."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

import click
from click.core import ParameterSource
from msgspec import Struct
from msgspec.structs import fields, replace

from cardgen.decks import (
    REGISTRY,
    Deck,
    DeckEntry,
    DeckOptions,
    FaceStyle,
    check_size,
    choose,
    find,
    find_card,
    find_deck_of,
    is_deck_file,
    make_deck,
)  # fmt: skip
from cardgen.errors import PrintError
from cardgen.export import TARGETS, ExportOptions, Intent, check_export, check_folder, export_deck, steps
from cardgen.layout import (
    CARDS,
    Feed,
    Marks,
    SheetOptions,
    Sides,
    check_lengths,
    default_paper,
    lay_out,
    parse_card,
    parse_length,
    parse_paper,
)
from cardgen.pdf.theme import HARLEQUIN, Theme
from cardgen.printers import choose as choose_printer
from liarsdeck.cli import command, note, progress
from liarsdeck.english import counted
from liarsdeck.errors import OPTION
from liarsdeck.files import STDOUT, check_file, default_folder
from liarsdeck.language import ENGLISH, check_offered, speaking

if TYPE_CHECKING:
    from factbank.factfile import Facts

R = TypeVar("R")
Option = Callable[[Callable[..., R]], Callable[..., R]]

# --- options that are declared as fields of a struct


def one_of(name: str, words: Sequence[str], about: str, usual: str | None = None) -> Option[Any]:
    """Return a click option that takes one of `words`, in upper or lower case.

    `name` is the option's name, such as `--feed`, `about` its help, and `usual` its default (None: no default).
    """
    choice = click.Choice(words, case_sensitive=False)
    return click.option(name, type=choice, default=usual, show_default=usual is not None, help=about)


def option_of(kind: type[Struct], field: str, *names: str) -> Option[Any]:
    """Return a click option for a field of the struct `kind`, with the field's type and default.

    The field must be `Annotated` with two texts: the option's names with its metavar, such as `--gap LENGTH`, and its
    help. If `names` are given, they replace the names in the first text.
    """
    (default,) = (info.default for info in fields(kind) if info.name == field)
    hint = get_type_hints(kind, include_extras=True)[field]
    words, about = hint.__metadata__
    own = [word for word in words.split() if word.startswith("--")]
    more: dict[str, Any] = {"metavar": " ".join(words.split()[len(own) :]) or None, "help": about}
    type_, parts = hint.__origin__, get_args(hint.__origin__)
    if choices := next((get_args(one) for one in (type_, *parts) if get_origin(one) is Literal), ()):
        more["type"] = click.Choice(choices, case_sensitive=False)
    elif type_ is bool:
        more["is_flag"] = True
    elif get_origin(type_) is tuple:
        more["multiple"] = True
    elif number := {int, float} & {type_, *parts}:
        more["type"] = number.pop()
    made: Option[Any] = click.option(*(names or own), field, default=default, show_default=bool(default), **more)
    return made


def gathered(kind: type[Struct], name: str, *only: str, **names: tuple[str, ...]) -> Option[Any]:
    """Return a decorator that adds an option to a command for each field of the struct `kind`.

    The command gets the filled struct as its parameter `name`. If `only` names fields, only these have options, and the
    others keep their defaults. `names` replaces the option names of some fields, as in `deck_theme=("--deck-theme",)`.
    """
    chosen = [field for field in kind.__struct_fields__ if not only or field in only]

    def give(command: Callable[..., R]) -> Callable[..., R]:
        @wraps(command)
        def gather(**given: object) -> R:
            return command(**{name: kind(**{field: given.pop(field) for field in chosen})}, **given)

        for field in reversed(chosen):
            option_of(kind, field, *names.get(field, ()))(gather)
        return gather

    return give


def written_options() -> set[str]:
    """Return which parameters, such as `card_size`, the command line gives; an empty set outside a command."""
    context = click.get_current_context(silent=True)
    if context is None:
        return set()
    return {name for name in context.params if context.get_parameter_source(name) is ParameterSource.COMMANDLINE}


# --- cards and paper


class CardWords(Struct, frozen=True, kw_only=True):
    """The options for cards and paper as a person typed them, in the order of the help.

    Beside each field is its option with the help, which says what the values mean. Lengths are texts with a unit, such
    as `3mm`.
    """

    indices: Annotated[Literal["normal", "jumbo"], "--indices", "Jumbo: larger corners, for low vision."] = "normal"
    deck_theme: Annotated[
        str | None,
        "--theme --deck-theme NAME|FILE",
        "The cards’ look (colours, type, corners): harlequin, lacquer, seaside, or a TOML file. (In cardgen kit, "
        "--theme is what the facts are about.) [default: harlequin]",
    ] = None
    paper: Annotated[
        str | None, "--paper NAME|WxHmm", "A4, A3, Letter, Legal, Tabloid, or a size. [default: by locale]"
    ] = None
    card_size: Annotated[str, "--card NAME|WxHmm", "poker, tcg, bridge, tarot, mini, square, or a size."] = "poker"
    sides: Annotated[Sides, "--sides", "The edge that the printer flips on; or fold and glue; or one side only."] = (
        "long"
    )
    gap: Annotated[str, "--gap LENGTH", "Between cards; 0 cuts two at once."] = "0mm"
    bleed: Annotated[str, "--bleed LENGTH", "Ground past the cut."] = "3mm"
    back_bleed: Annotated[
        str | None, "--back-bleed LENGTH", "The same for backs, which may go further. [default: --bleed]"
    ] = None
    margin: Annotated[str, "--margin LENGTH", "What the printer cannot print on."] = "5mm"
    marks: Annotated[Marks, "--marks", "A pair of ticks for each cut, lines in the gaps, or nothing."] = "corners"
    slots: Annotated[
        str | None,
        "--slots NAME|FILE",
        "A prepared sheet (see cardgen list), such as perforated business cards.",
    ] = None
    ink: Annotated[Literal["full", "low"], "--ink", "Low: outlines on white."] = "full"
    back_ink: Annotated[Literal["full", "low"], "--back-ink", "Low: backs as engravings on white."] = "full"
    ground: Annotated[Literal["paper", "white"], "--ground", "White: no tone on faces."] = "paper"
    colour_aid: Annotated[bool, "--colour-aid", "Patterns beside colours."] = False
    printer: Annotated[str | None, "--printer NAME", 'A measured printer (see "cardgen calibrate"), or "none".'] = None
    tray: Annotated[str | None, "--tray NAME", "Which tray of it."] = None
    back_offset: Annotated[str | None, "--back-offset X,Y", "Move backs by millimetres right and up, once."] = None
    feed: Annotated[Feed, "--feed", "Manual: fronts in one file, backs in another."] = "duplex"
    cover: Annotated[bool, "--cover/--no-cover", "The print-me-first page."] = True
    language: Annotated[
        str | None, "--language CODE", "What guests read, such as de. [default: that of the kit's facts, else en]"
    ] = None

    @property
    def theme(self) -> Theme:
        """The theme of the cards, in the variants that the options `back_ink` and `ground` ask for.

        Warnings about a theme are printed on stderr. Raises PrintError if the theme is unknown.
        """
        theme = HARLEQUIN
        if self.deck_theme is not None:
            from cardgen.pdf.theme import read_theme, warnings

            theme = read_theme(self.deck_theme)
            for weak in warnings(theme):
                note(f"the theme {theme.name}: {weak}")
        return theme.thrifty(engraved=self.back_ink == "low", white=self.ground == "white")


PAPER, INK, LANGUAGE = (option_of(CardWords, field) for field in ("paper", "ink", "language"))
BOOK_URL = click.option(
    "--book-url", default="", metavar="URL", help="Where rulebook --html can be read: a QR code on the book’s back."
)
_FACE = ("indices", "deck_theme", "card_size", "ink", "back_ink", "ground", "colour_aid")
"""The fields of `CardWords` that one card alone depends on."""


def read_sheet(words: CardWords, written: Set[str] | None = None) -> SheetOptions:
    """Return the checked options for sheets that the typed options `words` describe.

    If `words` names a prepared sheet (`slots`), its paper, card size and marks are taken. Fields of `words` that a
    person gave must not contradict that sheet; `written` has the names of these fields (None: those given on the
    command line). Raises PrintError if an option is wrong.
    """
    bleed = parse_length(words.bleed, "bleed")
    options = SheetOptions(
        paper=parse_paper(words.paper) if words.paper is not None else default_paper(),
        card=parse_card(words.card_size),
        sides=words.sides,
        gap_mm=parse_length(words.gap, "gap"),
        bleed_mm=bleed,
        back_bleed_mm=bleed if words.back_bleed is None else parse_length(words.back_bleed, "back-bleed"),
        margin_mm=parse_length(words.margin, "margin"),
        marks=words.marks,
        profile=choose_printer(words.printer, words.tray, words.back_offset),
        feed=words.feed,
        low_ink=words.ink == "low",
        colour_aid=words.colour_aid,
        cover=words.cover,
        theme=words.theme,
    )
    if words.slots is not None:  # a prepared sheet: its paper, the size of its cards, its marks unless others are given
        from cardgen.custom.slotfile import find_slots

        slots = find_slots(words.slots, None if words.paper is None else options.paper, options.paper)
        written = written_options() if written is None else written
        if {"card_size", "card"} & written and not slots.fits(options.card):
            size = f"{slots.card.width_mm:g} × {slots.card.height_mm:g} mm"
            raise PrintError(f"“{slots.title}” holds cards of {size}: leave out {OPTION.card}")
        if "gap" in written:
            raise PrintError(f"“{slots.title}” has its own gaps: leave out {OPTION.gap}")
        if options.marks == "lines":
            raise PrintError(
                f"lines run between the cards of a plain grid: with {OPTION.slots}, {OPTION.marks} is corners or none"
            )
        if "marks" in written:
            slots = replace(slots, marks=options.marks)
        options = replace(options, slots=slots, paper=slots.paper, card=slots.card)
    check_lengths(options)
    return options


# --- games and decks


def check_game(game: str, known: Sequence[str] = (), what: str = "kit") -> str:
    """Return the name of a game as the registry writes it, in lower case.

    `known` are the games that are allowed; if it is empty, all are. Raises PrintError for any other game; its message
    “there is no kit for a game …” suggests games, and has the word `what` in place of “kit”.
    """
    from referee import games

    known, name = known or games.REGISTRY, game.casefold()
    if name in known:
        return name
    raise PrintError(f'there is no {what} for a game "{game}"; {games.suggestion(name, known)}')


def read_house(game: str, given: Sequence[str], **numbers: int | None) -> Struct:
    """Return a game's house rules as the game's `Options`, read from the texts `name=value` in `given`.

    `numbers` sets further options by name; with None an option keeps its default. Raises PrintError if a text has no
    `=`, and RecordError for an unknown option or value.
    """
    from referee import games
    from referee.commands import values_of
    from referee.core.setup import check_options, read_options

    for word in given:
        if "=" not in word:
            raise PrintError(f'{OPTION.option} cannot be "{word}": write name=value, such as reclaim=revised')
    values: dict[str, object] = {name: str(value) for name, value in numbers.items() if value is not None}
    values |= {name.replace("-", "_"): value for name, value in values_of(given).items()}
    house: Struct = read_options(games.game(game).options, values, game, words=True)
    check_options(games.game(game), house)
    return house


def check_players(game: str, players: int | None) -> int:
    """Return `players`, for None the game's usual number. Raises PrintError if the game is not for so many."""
    from referee import games

    it = games.game(game)
    low, high = it.seats
    if players is None:
        return it.usual
    if not low <= players <= high:
        raise PrintError(
            f"{it.title} is for {low if low == high else f'{low} to {high}'} players: "
            f"{OPTION.players:{players}} will not do"
        )
    return players


class DeckSource(Struct, frozen=True, kw_only=True):
    """The options that say which deck is printed, with which facts and pictures, as a person typed them.

    Beside each field is its option with the help, which says what the values mean; None means that it was not given.
    """

    facts_file: Annotated[str | None, "--facts FILE", "The fact file that Liar's Lair is printed from."] = None
    code: Annotated[str | None, "--kit CODE", "Or the code of a kit made on this computer."] = None
    red: Annotated[int | None, "--red", "Red & Black: how many red cards. [default: 26]"] = None
    black: Annotated[int | None, "--black", "Red & Black: how many black cards. [default: 26]"] = None
    jokers: Annotated[int | None, "--jokers", "Standard 52: how many jokers, up to 2. [default: 0]"] = None
    face: Annotated[
        FaceStyle | None,
        "--face",
        "How facts look: claim has the words in dispute large, plain has whole sentences. [default: claim; plain where "
        "each card has a title of its own]",
    ] = None
    own_back: Annotated[str | None, "--back IMAGE", "A picture (PNG, JPEG, SVG …) of your own for the back."] = None
    own_art: Annotated[str | None, "--art DIR", "Pictures of your own, in files named after the cards."] = None


OWN = DeckEntry("of your own", "as many as it has rows", module="")
"""The entry that stands for decks of people's own, which are read from their files."""


def given_deck(name: str, source: DeckSource, words: CardWords) -> tuple[Deck, Facts | None]:
    """Return the deck that the options ask for, and its facts (None for a deck without facts).

    `name` is a built-in deck or the path of a deck file. `source` has the options of the deck, `words` those for cards
    and paper. Remarks on the deck are printed on stderr. Raises PrintError if an option does not apply to this deck, if
    the deck is unknown, or if its files have faults; raises FactError if the facts cannot be read.
    """
    entry = OWN if is_deck_file(name) else find(name)
    counts = {"red": source.red, "black": source.black, "jokers": source.jokers}
    values = {key: count for key, count in counts.items() if count is not None}
    asked = {key: key for key in (*values, *(["face"] if source.face else []))}
    asked |= {option: "facts" for option, value in (("facts", source.facts_file), ("kit", source.code)) if value}
    for option, taken in asked.items():
        if taken not in entry.takes:
            for_whom = next(deck for deck, other in REGISTRY.items() if taken in other.takes)
            raise PrintError(f"{OPTION[option]} means nothing to the deck {entry.title}: it is for {for_whom}")
    facts = given_facts(source.facts_file, source.code)
    if entry is OWN:
        from cardgen.custom.deckfile import read_deck

        made = read_deck(Path(name), words.theme)
    else:
        made = make_deck(name, replace(DeckOptions(facts=facts, indices=words.indices, face=source.face), **values))
    made = own_art(made, source, words.card_size)
    for remark in made.remarks:
        note(remark)
    return made, facts


def known_deck(name: str, words: CardWords, sized: bool | None = None) -> CardWords:
    """Return `words`, with theme and card size taken from a deck file if they were not given.

    `name` is a built-in deck, for which `words` are returned unchanged, or the path of a user's deck file. `sized` says
    whether a card size was given (None: whether it is on the command line). Raises PrintError for an unknown deck, or
    for faults in its file.
    """
    if not is_deck_file(name):
        find(name)
        return words
    from cardgen.custom.deckfile import card_of, theme_of

    if words.deck_theme is None:
        words = replace(words, deck_theme=theme_of(Path(name)))
    size = card_of(Path(name))
    if "card_size" in written_options() if sized is None else sized:
        return words
    return replace(words, card_size=size.name if size.name in CARDS else f"{size.width_mm}x{size.height_mm}mm")


def own_art(made: Deck, source: DeckSource, card_size: str) -> Deck:
    """Return the deck with the user's pictures as back and faces, as far as `source` names any.

    `card_size` is the size as typed, such as `poker`. Warnings about the pictures are printed on stderr. Raises
    PrintError if a picture can't be used.
    """
    back, folder = source.own_back, source.own_art
    if not back and not folder:
        return made
    from cardgen.custom.art import replace_art

    if back and "://" in back:
        raise PrintError(f"nothing is fetched: save {back[:80]} as a file, and name that")
    with speaking(ENGLISH):  # a terminal's faults are English, whatever is printed
        with_art = replace_art(
            made, Path(back) if back else None, Path(folder) if folder else None, parse_card(card_size)
        )
    for line in with_art.remarks:
        note(line)
    return with_art.deck


def given_facts(facts_file: str | None, code: str | None) -> Facts | None:
    """Return the facts in a fact file, or those of a kit made on this computer.

    `facts_file` is the path of the file, `code` the code of the kit; if both are None, the result is None. Raises
    PrintError if both are given, and FactError if the facts cannot be read.
    """
    from factbank import factfile, kits

    if facts_file and code:
        raise PrintError(f"{OPTION.facts} and {OPTION.kit} both name facts: give one of them")
    if facts_file:
        return factfile.read(Path(facts_file))
    return kits.find(code) if code else None


def chosen_language(asked: str | None, command: str, game: str, facts: Facts | None = None) -> str:
    """Return the code of the language to print in.

    It is `asked`, or if that is None the language of the facts, or without facts English. Raises UserError for an
    unknown language, or if something that the command (such as `deck`) prints for the game is not translated into it.
    Raises PrintError if the facts are in another language.
    """
    code = (asked or (facts.language if facts else ENGLISH)).casefold()
    if facts and facts.language != code:
        raise PrintError(f"kit {facts.kit} is in {facts.language}: leave out {OPTION.language:{code}}")
    check_offered(code, command, game)
    return code


# --- files


def written(path: Path) -> None:
    """Print on stdout the path of a file that was written, unless the file itself went to stdout."""
    if str(path) != STDOUT:
        click.echo(path)


def output_file(out: str | None, name: str) -> Path:
    """Return the path to write: `out`, or for None the file `name` in the default folder.

    Raises PrintError or UserError if it can't be written.
    """
    path = Path(out) if out else default_folder() / name
    if not out and path.is_symlink():  # perhaps a stranger's, who knew the name
        raise PrintError(f"{path} is a link: name the file to write with -o")
    return check_file(path)


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
@gathered(DeckSource, "source")
@click.option("--only", multiple=True, metavar="CARDS", help="Only these cards, such as Th,lizard; or none.")
@click.option("--copies", type=int, default=1, show_default=True, help="How often the cards are printed.")
@click.option("--blank", type=int, default=0, show_default=True, help="Spare blank cards with the same back.")
@click.option("--preview", is_flag=True, help="A PNG of all faces and pages too; alone where --out names a .png.")
@click.option("-o", "--out", metavar="FILE", help="The PDF to write. [default: by deck and kit]")
@gathered(CardWords, "words")
def deck(
    name: str,
    source: DeckSource,
    only: tuple[str, ...],
    copies: int,
    blank: int,
    preview: bool,
    out: str | None,
    words: CardWords,
) -> None:
    """Print the cards of one game.

    NAME is one of ours (see cardgen list), or a deck of your own: a TOML file, or a table (CSV, .xlsx).

    The PDF has front and back pages in turn, so a duplex printer needs no thought; a print-me-first page stands before
    them unless --no-cover is given.

    \f
    `source` has the options of the deck, `words` those for cards and paper. `only` names the cards to print (empty:
    all), `copies` is how often each is printed, `blank` the number of spare cards with only a back. With `preview` a
    PNG of all faces and pages is written too. `out` is the PDF to write (None: named after deck and kit).
    """
    words = known_deck(name, words)
    layout = lay_out(read_sheet(words))
    options = layout.options
    whole, facts = given_deck(name, source, words)
    code = chosen_language(words.language, "deck", whole.name, facts)
    with speaking(code):
        whole, facts = given_deck(name, source, words) if code != ENGLISH else (whole, facts)
    made = choose(whole, only, copies, blank)
    kit = facts.kit if facts else ""
    path = output_file(out, f"{made.name}{'-' + kit if kit else ''}.pdf")
    alone = preview and path.suffix.lower() == ".png"
    if str(path) == STDOUT and (preview or options.feed == "manual"):
        raise PrintError("standard output takes one file, and --preview or --feed manual writes two: name one with -o")
    picture = output_file(str(path if alone else path.with_suffix(".png")), "") if preview else None
    if not alone:
        from cardgen.print.sheets import print_deck

        pages = layout.sheets(len(made.cards)) * (2 if options.sides in ("long", "short") else 1)
        with progress("Printing", pages) as step, speaking(code):
            printed = print_deck(made, options, path, code=kit, step=step)
        for file in printed.paths:
            written(file)
        count = counted(printed.cards, "card")
        note(f"{count} on {counted(printed.sheets, 'sheet')} of {options.paper.name}: {layout.describe()}")
    if picture:
        from cardgen.print.preview import contact_sheet
        from liarsdeck.files import write_atomic

        write_atomic(picture, contact_sheet(made, layout))
        written(picture)


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
@gathered(DeckSource, "source")
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
@gathered(CardWords, "words", *_FACE)
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
    words: CardWords,
) -> None:
    """Write a deck for a print shop, an online table, or as pictures.

    DECK is one of ours (see cardgen list), or a TOML file or table of your own.

    \b
    png    a picture a card at 300 dpi, and all of them on one sheet
    tgc    The Game Crafter, poker and eight more sizes
    mpc    MakePlayingCards, 822 × 1122 pixels
    dtc    DriveThruCards, one PDF/X-1a
    press  any print shop: PDF/X-1a, one card a page, 3 mm bleed
    tts    Tabletop Simulator: sheets, and a saved object that loads
    svg    vector drawings for screens, letters as outlines

    The folder gets a README.txt that says what to do with its files. It stands whole or not at all.

    \f
    `source` has the options of the deck, `words` those for cards. `dpi` is for `png`, `bleed` for `png` and `svg`; with
    `sprite` an `svg` has all cards in one file. `intent` is the printing condition of a PDF/X, `url` where the pictures
    of `tts` will be found. `out` is the folder (None: named after deck and target); `force` replaces another export in
    it.
    """
    words = known_deck(deck, words)
    options = ExportOptions(
        card=parse_card(words.card_size),
        theme=words.theme,
        low_ink=words.ink == "low",
        colour_aid=words.colour_aid,
        dpi=dpi,
        bleed=bleed,
        sprite=sprite,
        intent=intent or "",
        url=url or "",
    )
    check_export(target, options)
    made, facts = given_deck(deck, source, words)
    check_size(made, options.card)
    folder = Path(out) if out else default_folder() / "-".join([made.name, *([facts.kit] if facts else []), target])
    check_folder(folder, target, made.name, force=force)
    with progress("Exporting", steps(made)) as step:
        done = export_deck(made, target, options, folder, given=_given(deck), force=force, step=step)
    click.echo(done.folder)
    note(f"{made.title} for {TARGETS[target].title}: {done.summary}; README.txt says how to go on")


def near(value: object) -> str:
    """Return a value as text; an absolute path becomes the file's name without its folder."""
    path = Path(str(value))
    return path.name if path.is_absolute() else str(value)


def _given(deck: str) -> list[str]:
    """Return the words of a command line that exports this deck again, without the place to write to.

    The first word is the deck, and the options that a person wrote follow. An absolute path is shortened to the file's
    name.
    """
    context, words = click.get_current_context(), [near(deck)]
    for param in context.command.params:
        if isinstance(param, click.Option) and param.name in written_options() - {"out", "force", "quiet"}:
            value, name = context.params[param.name], param.opts[0]
            words += [name if value else param.secondary_opts[0]] if param.is_flag else [name, near(value)]
    return words


@command(
    "show",
    examples=[
        "cardgen show lizard",
        "cardgen show Ks --deck liar-poker --indices jumbo -o king.png",
        "cardgen show 17 --kit K7Q4-9M",
        "cardgen show back --deck west --ink low",
        "cardgen show Puffin --deck birds.toml",
    ],
)
@click.argument("card")
@click.option("--deck", "name", metavar="NAME|FILE", help="Which deck's card. [default: the first deck that has it]")
@gathered(DeckSource, "source")
@click.option("--dpi", type=int, default=300, show_default=True, help="Pixels to the inch, 50 to 1200.")
@click.option("-o", "--out", metavar="FILE", help="The PNG to write. [default: by deck and card]")
@gathered(CardWords, "words", *_FACE)
def show(card: str, name: str | None, source: DeckSource, dpi: int, out: str | None, words: CardWords) -> None:
    """Show one card.

    It is written as a PNG, and drawn in the terminal where that shows colours well. A card is named as the rules name
    it (Th, lizard, rc1, a number of Liar's Lair) or by its title; "back" is the deck's back.

    \f
    `name` is the card's deck or deck file (None: the first deck that has the card). `source` has the options of the
    deck, `words` those for the look of cards. `dpi` is pixels an inch, `out` the PNG to write (None: named after deck
    and card).
    """
    from cardgen.export.pictures import safe
    from cardgen.pdf.ink import Size
    from cardgen.print.preview import TerminalMode, card_picture, png, show_picture, terminal_mode
    from liarsdeck.files import write_atomic

    if name is not None:
        words = known_deck(name, words)
    size = parse_card(words.card_size)
    options = SheetOptions(card=size, low_ink=words.ink == "low", colour_aid=words.colour_aid, theme=words.theme)
    if not 50 <= dpi <= 1200:
        raise PrintError(f"{OPTION.dpi:{dpi}} makes no sense: from 50 to 1200")
    back = card.strip().casefold() == "back"
    if name is None and (source.facts_file or source.code):
        name = next(deck for deck, entry in REGISTRY.items() if entry.needs_facts)
    if name is None and back:
        raise PrintError("whose back? Name the deck with --deck NAME")
    if name is None:
        name = find_deck_of(card)
        source = replace(source, jokers=2) if "jokers" in find(name).takes else source
    made, _ = given_deck(name, source, words)
    check_size(made, size)
    face = None if back else find_card(made, card)
    path = output_file(out, f"{made.name}-{safe(face.name) if face else 'back'}.png")
    picture = card_picture(
        face.draw if face else made.back, Size(size.width_mm, size.height_mm, 0, size.radius_mm), options, dpi
    )
    data = png(picture)
    write_atomic(path, data)
    written(path)
    if str(path) == STDOUT:
        return
    mode = terminal_mode()
    if mode in get_args(TerminalMode):
        click.echo(show_picture(picture, data, cast("TerminalMode", mode)), nl=False)
    else:
        note(f"{face.title if face else made.title + ', back'}: not drawn here, {mode}; open the file.")
