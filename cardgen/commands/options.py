"""A game's house rules and its table, as the command line gives them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

import click
from click.core import ParameterSource
from msgspec import Struct
from msgspec.structs import replace

from cardgen.decks.faces import DeckEntry
from cardgen.errors import PrintError
from cardgen.layout import (
    CARDS,
    MARKS,
    SIDES,
    Feed,
    Marks,
    Paper,
    SheetOptions,
    Sides,
    check_lengths,
    default_paper,
    parse_card,
    parse_length,
    parse_paper,
)
from cardgen.pdf.theme import HARLEQUIN, Theme
from cardgen.printers import choose
from liarsdeck.cli import note
from liarsdeck.english import hint
from liarsdeck.files import STDOUT, check_file
from liarsdeck.paths import default_folder

if TYPE_CHECKING:
    from cardgen.decks.model import Deck
    from factbank.factfile import Facts

R = TypeVar("R")


def check_game(game: str, known: Sequence[str] = (), what: str = "kit") -> str:
    """Return the game's name as the registry spells it; `known` are the games that have `what`, or all.

    Raises PrintError listing the games.
    """
    from referee import games

    known, name = known or games.REGISTRY, game.casefold()
    if name in known:
        return name
    raise PrintError(f'there is no {what} for a game "{game}"; {hint(name, known)}')


def read_house(game: str, given: Sequence[str], **numbers: int | None) -> Struct:
    """Return the game's `Options` from `name=value` words and from options of their own (None where not given).

    Raises PrintError for a word that is no `name=value`, and RecordError for an option or value the game does not know.
    """
    from referee import games
    from referee.commands.play import values_of
    from referee.core.setup import check_options, read_options

    for word in given:
        if "=" not in word:
            raise PrintError(f'--option cannot be "{word}": write name=value, such as reclaim=revised')
    values: dict[str, object] = {name: str(value) for name, value in numbers.items() if value is not None}
    values |= {name.replace("-", "_"): value for name, value in values_of(given).items()}
    house: Struct = read_options(games.game(game).options, values, game, words=True)
    check_options(games.game(game), house)
    return house


def check_players(game: str, players: int | None) -> int:
    """Return the number of players, the usual one for None; refuse one that the game is not for (PrintError)."""
    from referee import games

    it = games.game(game)
    low, high = it.seats
    if players is None:
        return it.usual
    if not low <= players <= high:
        raise PrintError(
            f"{it.title} is for {low if low == high else f'{low} to {high}'} players: --players {players} will not do"
        )
    return players


F = TypeVar("F", bound=Callable[..., object])
Option = Callable[[Callable[..., R]], Callable[..., R]]


def gathered(kind: type[Struct], name: str, *options: Option[R]) -> Option[R]:
    """Return a decorator that gives a command these options; they arrive as one struct of this kind, called `name`.

    A field that no option sets keeps its default.
    """

    def give(command: Callable[..., R]) -> Callable[..., R]:
        @wraps(command)
        def gather(**given: object) -> R:
            fields = {field: given.pop(field) for field in kind.__struct_fields__ if field in mine}
            return command(**given, **{name: kind(**fields)})

        before = set(_names(command))
        for option in reversed(options):
            option(gather)
        mine = set(_names(gather)) - before
        return gather

    return give


def _names(command: Callable[..., object]) -> list[str | None]:
    params: list[click.Parameter] = getattr(command, "__click_params__", [])
    return [param.name for param in params]


def one_of(name: str, words: Sequence[str], about: str, usual: str | None = None) -> Callable[[F], F]:
    """Return an option that is one of a few words, in small letters or capitals; `usual` where nothing is said."""
    choice = click.Choice(words, case_sensitive=False)
    return click.option(name, type=choice, default=usual, show_default=usual is not None, help=about)


class LookWords(Struct, frozen=True, kw_only=True):
    """What one card depends on, in the command line's words."""

    card_size: str
    ink: str
    colour_aid: bool
    deck_theme: str | None
    back_ink: str = "full"
    ground: str = "paper"
    indices: Literal["normal", "jumbo"] = "normal"

    @property
    def low_ink(self) -> bool:
        """Whether the cards are outlines on white."""
        return self.ink == "low"

    @property
    def theme(self) -> Theme:
        """The cards' edition, with less ink where that was asked for. Raises PrintError for one that is not there."""
        return given_theme(self.deck_theme).thrifty(engraved=self.back_ink == "low", white=self.ground == "white")


class SheetWords(LookWords, frozen=True, kw_only=True):
    """What sheets of cards depend on, in the command line's words; `read_sheet` understands them."""

    paper: str | None
    sides: Sides
    gap: str
    bleed: str
    back_bleed: str | None
    margin: str
    marks: Marks
    slots: str | None
    printer: str | None
    tray: str | None
    back_offset: str | None
    feed: Feed
    cover: bool


PAPER = click.option(
    "--paper", metavar="NAME|WxHmm", help="A4, A3, Letter, Legal, Tabloid, or a size. [default: by locale]"
)
_CARD_SIZE = click.option(
    "--card",
    "card_size",
    metavar="NAME|WxHmm",
    default="poker",
    show_default=True,
    help="poker, tcg, bridge, tarot, mini, square, or a size.",
)
INK = one_of("--ink", ["full", "low"], "Low: outlines on white.", "full")
_BACK_INK = one_of("--back-ink", ["full", "low"], "Low: backs as engravings on white.", "full")
_GROUND = one_of("--ground", ["paper", "white"], "White: no tone on faces.", "paper")
_AID = click.option("--colour-aid", is_flag=True, help="Patterns beside colours.")
_SHEET = (
    PAPER,
    _CARD_SIZE,
    one_of("--sides", SIDES, "The edge that the printer flips on; or fold and glue; or one side only.", "long"),
    click.option(
        "--gap", metavar="LENGTH", default="0mm", show_default=True, help="Between cards; 0 cuts two at once."
    ),
    click.option("--bleed", metavar="LENGTH", default="3mm", show_default=True, help="Ground past the cut."),
    click.option("--back-bleed", metavar="LENGTH", help="The same for backs, which may go further. [default: --bleed]"),
    click.option(
        "--margin", metavar="LENGTH", default="5mm", show_default=True, help="What the printer cannot print on."
    ),
    one_of("--marks", MARKS, "A pair of ticks for each cut, lines in the gaps, or nothing.", "corners"),
    click.option(
        "--slots", metavar="NAME|FILE", help="A prepared sheet (see cardgen list), such as perforated business cards."
    ),
    INK,
    _BACK_INK,
    _GROUND,
    _AID,
    click.option("--printer", metavar="NAME", help='A measured printer (see "cardgen calibrate"), or "none".'),
    click.option("--tray", metavar="NAME", help="Which tray of it."),
    click.option("--back-offset", metavar="X,Y", help="Move backs by millimetres right and up, once."),
    one_of("--feed", ["duplex", "manual"], "Manual: fronts in one file, backs in another.", "duplex"),
    click.option("--cover/--no-cover", default=True, show_default=True, help="The print-me-first page."),
)


_INDICES = one_of("--indices", ["normal", "jumbo"], "Jumbo: larger corners, for weak eyes.", "normal")


def _theme(*names: str) -> Option[R]:
    return click.option(
        *names,
        "deck_theme",
        metavar="NAME|FILE",
        help="The cards’ look (colours, type, corners): harlequin, lacquer, seaside, or a TOML file. "
        "[default: harlequin]",
    )


def sheet_options(command: Callable[..., R]) -> Callable[..., R]:
    """Give a command the sheet's options, which arrive as `words`.

    The cards' theme is `--deck-theme` here, since `--theme` says what a kit's facts are about.
    """
    return gathered(SheetWords, "words", _INDICES, _theme("--deck-theme"), *_SHEET)(command)


def deck_options(command: Callable[..., R]) -> Callable[..., R]:
    """Give a command the sheet's options, as `words`; the cards' theme is `--theme` too."""
    return gathered(SheetWords, "words", _INDICES, _theme("--theme", "--deck-theme"), *_SHEET)(command)


def extra_options(command: Callable[..., R]) -> Callable[..., R]:
    """Give a command the sheet's options and the cards' theme, as `words`: for what has no indices."""
    return gathered(SheetWords, "words", _theme("--theme", "--deck-theme"), *_SHEET)(command)


def face_options(command: Callable[..., R]) -> Callable[..., R]:
    """Give a command what one card alone depends on, as `look`."""
    options: tuple[Option[R], ...] = (
        _INDICES,
        _theme("--theme", "--deck-theme"),
        _CARD_SIZE,
        INK,
        _BACK_INK,
        _GROUND,
        _AID,
    )
    return gathered(LookWords, "look", *options)(command)


def read_sheet(words: SheetWords) -> SheetOptions:
    """Return what the command line says about paper and cards. Raises PrintError."""
    bleed = parse_length(words.bleed, "--bleed")
    options = SheetOptions(
        paper=parse_paper(words.paper) if words.paper is not None else default_paper(),
        card=parse_card(words.card_size),
        sides=words.sides,
        gap_mm=parse_length(words.gap, "--gap"),
        bleed_mm=bleed,
        back_bleed_mm=bleed if words.back_bleed is None else parse_length(words.back_bleed, "--back-bleed"),
        margin_mm=parse_length(words.margin, "--margin"),
        marks=words.marks,
        profile=choose(words.printer, words.tray, words.back_offset),
        feed=words.feed,
        low_ink=words.low_ink,
        colour_aid=words.colour_aid,
        cover=words.cover,
        theme=words.theme,
    )
    if words.slots is not None:
        options = _on_slots(options, words.slots, None if words.paper is None else options.paper)
    check_lengths(options)
    return options


def _on_slots(options: SheetOptions, name: str, paper: Paper | None) -> SheetOptions:
    """Take over a prepared sheet: its paper and the size of its cards, its marks unless others are asked for."""
    from cardgen.custom.slotfile import find_slots

    slots = find_slots(name, paper, options.paper)
    if _given("card_size") and not slots.fits(options.card):
        raise PrintError(
            f"“{slots.title}” holds cards of {slots.card.width_mm:g} × {slots.card.height_mm:g} mm: leave out --card"
        )
    if _given("gap"):
        raise PrintError(f"“{slots.title}” has its own gaps: leave out --gap")
    if options.marks == "lines":
        raise PrintError("lines run between the cards of a plain grid: with --slots, --marks is corners or none")
    if _given("marks"):
        slots = replace(slots, marks=options.marks)
    return replace(options, slots=slots, paper=slots.paper, card=slots.card)


def _given(name: str) -> bool:
    """Tell whether a person wrote an option."""
    context = click.get_current_context(silent=True)
    return context is not None and context.get_parameter_source(name) is ParameterSource.COMMANDLINE


def given_theme(name: str | None) -> Theme:
    """Return the theme of this name or file, and say on stderr what is weak in it. Raises PrintError."""
    if name is None:
        return HARLEQUIN
    from cardgen.pdf.theme import read_theme, warnings

    theme = read_theme(name)
    for weak in warnings(theme):
        note(f"the theme {theme.name}: {weak}")
    return theme


RECOMMENDED = 13

L = TypeVar("L", bound=LookWords)


class Art(Struct, frozen=True, kw_only=True):
    """Pictures of people's own: one for the back, a folder of others."""

    own_back: str | None = None
    own_art: str | None = None


class DeckSource(Art, frozen=True, kw_only=True):
    """What a deck may depend on beside paper and ink, in the command line's words."""

    facts_file: str | None = None
    code: str | None = None
    red: int | None = None
    black: int | None = None
    jokers: int | None = None


OWN = DeckEntry("of your own", "as many as it has rows", module="")
"""What stands for decks of people's own, which are read from their files."""

_ART = (
    click.option("--back", "own_back", metavar="IMAGE", help="A picture (PNG, JPEG, SVG …) of your own for the back."),
    click.option("--art", "own_art", metavar="DIR", help="Pictures of your own, in files named after the cards."),
)
_SOURCE = (
    click.option("--facts", "facts_file", metavar="FILE", help="The fact file that Liar's Lair is printed from."),
    click.option("--kit", "code", metavar="CODE", help="Or the code of a kit made on this computer."),
    click.option("--red", type=int, help="Red & Black: how many red cards. [default: 26]"),
    click.option("--black", type=int, help="Red & Black: how many black cards. [default: 26]"),
    click.option("--jokers", type=int, help="Standard 52: how many jokers, up to 2. [default: 0]"),
    *_ART,
)


def source_options(command: Callable[..., R]) -> Callable[..., R]:
    """Give a command what a deck may depend on beside paper and ink, as `source`."""
    return gathered(DeckSource, "source", *_SOURCE)(command)


def art_options(command: Callable[..., R]) -> Callable[..., R]:
    """Give a command art of people's own alone, as `art`."""
    return gathered(Art, "art", *_ART)(command)


def given_deck(name: str, source: DeckSource, look: LookWords) -> tuple[Deck, Facts | None]:
    """Return the deck that a command's options ask for, and its facts.

    Raises PrintError where an option means nothing to this deck, and what making it raises.
    """
    from cardgen.custom.deckfile import is_deck_file
    from cardgen.decks.faces import REGISTRY, DeckOptions, find, make_deck

    entry = OWN if is_deck_file(name) else find(name)
    counts = {"red": source.red, "black": source.black, "jokers": source.jokers}
    values = {key: count for key, count in counts.items() if count is not None}
    asked = [*values, *(["facts"] if source.facts_file else []), *(["kit"] if source.code else [])]
    for key in asked:
        option = "facts" if key == "kit" else key
        if option not in entry.takes:
            for_whom = next(deck for deck, other in REGISTRY.items() if option in other.takes)
            raise PrintError(f"--{key} means nothing to the deck {entry.title}: it is for {for_whom}")
    facts = given_facts(source.facts_file, source.code)
    if entry is OWN:
        from cardgen.custom.deckfile import read_deck

        made = read_deck(Path(name), look.theme)
    else:
        made = make_deck(name, replace(DeckOptions(facts=facts, indices=look.indices), **values))
    made = own_art(made, source, look.card_size)
    warn_of_few(source.red, source.black)
    return made, facts


def warn_of_few(*counts: int | None) -> None:
    """Say on stderr when a deck of Red & Black has fewer cards of a colour than the game is good with."""
    if min((count for count in counts if count is not None), default=RECOMMENDED) < RECOMMENDED:
        note(f"Red & Black is better with {RECOMMENDED} or more cards of each colour.")


def known_deck(name: str, look: L) -> L:
    """Check that there is such a deck (PrintError); one of your own brings its theme and card size, unless given."""
    from cardgen.custom.deckfile import card_of, is_deck_file, theme_of
    from cardgen.decks.faces import find

    if not is_deck_file(name):
        find(name)
        return look
    if look.deck_theme is None:
        look = replace(look, deck_theme=theme_of(Path(name)))
    size = card_of(Path(name))
    if click.get_current_context().get_parameter_source("card_size") is not ParameterSource.DEFAULT:
        return look
    return replace(look, card_size=size.name if size.name in CARDS else f"{size.width_mm}x{size.height_mm}mm")


def own_art(made: Deck, art: Art, card_size: str) -> Deck:
    """Put a person's own art in a deck, and say on stderr what is weak in it. Raises PrintError."""
    back, folder = art.own_back, art.own_art
    if not back and not folder:
        return made
    from cardgen.custom.art import with_own_art

    if back and "://" in back:
        raise PrintError(f"nothing is fetched: save {back[:80]} as a file, and name that")
    own = with_own_art(made, Path(back) if back else None, Path(folder) if folder else None, parse_card(card_size))
    for line in own.remarks:
        note(line)
    return own.deck


def given_facts(facts_file: str | None, code: str | None) -> Facts | None:
    """Return the facts of a file or of a kit made on this computer; None when neither is named.

    Raises PrintError when both are, and FactError when they cannot be read.
    """
    from factbank import factfile, kits

    if facts_file and code:
        raise PrintError("--facts and --kit both name facts: give one of them")
    if facts_file:
        return factfile.read(Path(facts_file))
    return kits.find(code) if code else None


def written(path: Path) -> None:
    """Say on stdout where a file was written; nothing where it was written to stdout itself."""
    if str(path) != STDOUT:
        click.echo(path)


def output_file(out: str | None, name: str) -> Path:
    """Return the file to write, by default `name` in the default folder. Raises PrintError where it cannot stand."""
    return check_file(Path(out) if out else default_folder() / name)
