"""The options that every command shares which prints cards: paper, card, sides, marks, ink, printer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Literal, TypeVar

import click
from click.core import ParameterSource
from msgspec import Struct
from msgspec.structs import replace

from cardgen.errors import PrintError
from cardgen.layout.impose import MARKS, SIDES, Feed, SheetOptions, Sides, check_lengths
from cardgen.layout.marks import Marks
from cardgen.layout.paper import Paper, default_paper, parse_card, parse_length, parse_paper
from cardgen.pdf.theme import HARLEQUIN, Theme
from cardgen.printers.store import choose
from liarsdeck.cli import note

R = TypeVar("R")
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
