"""The options that every command shares which prints cards: paper, card, sides, marks, ink, printer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click
from click.core import ParameterSource
from msgspec.structs import replace

from cardgen.errors import PrintError
from cardgen.layout.impose import MARKS, SIDES, SheetOptions, check_lengths
from cardgen.layout.paper import default_paper, parse_card, parse_length, parse_paper
from cardgen.pdf.theme import HARLEQUIN, Theme
from cardgen.printers.store import choose
from liarsdeck.cli import note

F = TypeVar("F", bound=Callable[..., Any])

_CARD = click.option(
    "--card",
    metavar="NAME|WxHmm",
    default="poker",
    show_default=True,
    help="poker, tcg, bridge, tarot, mini, square, or a size.",
)
_CARD_SIZE = click.option(
    "--card",
    "card_size",
    metavar="NAME|WxHmm",
    default="poker",
    show_default=True,
    help="poker, tcg, bridge, tarot, mini, square, or a size.",
)
_INK = click.option(
    "--ink",
    type=click.Choice(["full", "low"], case_sensitive=False),
    default="full",
    show_default=True,
    help="Low: outlines on white.",
)
_AID = click.option("--colour-aid", is_flag=True, help="Patterns beside colours.")
_SHEET = (
    click.option(
        "--paper", metavar="NAME|WxHmm", help="A4, A3, Letter, Legal, Tabloid, or a size. [default: by locale]"
    ),
    _CARD,
    click.option(
        "--sides",
        type=click.Choice(SIDES, case_sensitive=False),
        default="long",
        show_default=True,
        help="The edge that the printer flips on; or fold and glue; or one side only.",
    ),
    click.option(
        "--gap", metavar="LENGTH", default="0mm", show_default=True, help="Between cards; 0 cuts two at once."
    ),
    click.option("--bleed", metavar="LENGTH", default="3mm", show_default=True, help="Ground past the cut."),
    click.option("--back-bleed", metavar="LENGTH", help="The same for backs, which may go further. [default: --bleed]"),
    click.option(
        "--margin", metavar="LENGTH", default="5mm", show_default=True, help="What the printer cannot print on."
    ),
    click.option(
        "--marks",
        type=click.Choice(MARKS, case_sensitive=False),
        default="corners",
        show_default=True,
        help="A pair of ticks for each cut, lines in the gaps, or nothing.",
    ),
    click.option(
        "--slots", metavar="NAME|FILE", help="A prepared sheet (see cardgen list), such as perforated business cards."
    ),
    _INK,
    _AID,
    click.option("--printer", metavar="NAME", help='A measured printer (see "cardgen calibrate"), or "none".'),
    click.option("--tray", metavar="NAME", help="Which tray of it."),
    click.option("--back-offset", metavar="X,Y", help="Move backs by millimetres right and up, once."),
    click.option(
        "--feed",
        type=click.Choice(["duplex", "manual"], case_sensitive=False),
        default="duplex",
        show_default=True,
        help="Manual: fronts in one file, backs in another.",
    ),
    click.option("--cover/--no-cover", default=True, show_default=True, help="The print-me-first page."),
)


_INDICES = click.option(
    "--indices",
    type=click.Choice(["normal", "jumbo"], case_sensitive=False),
    default="normal",
    show_default=True,
    help="Jumbo: larger corners, for weak eyes.",
)


def _theme(*names: str) -> Callable[[F], F]:
    return click.option(
        *names,
        "deck_theme",
        metavar="NAME|FILE",
        help="The cards’ look (colours, type, corners): harlequin, lacquer, seaside, or a TOML file. "
        "[default: harlequin]",
    )


def sheet_options(function: F) -> F:
    """Give a command the sheet's options; it takes them as `**sheet` and hands them to `read_sheet`.

    The cards' theme is `--deck-theme` here, since `--theme` says what a kit's facts are about.
    """
    for option in reversed((_INDICES, _theme("--deck-theme"), *_SHEET)):
        function = option(function)
    return function


def deck_options(function: F) -> F:
    """Give a command the sheet's options; the cards' theme is `--theme` too."""
    for option in reversed((_INDICES, _theme("--theme", "--deck-theme"), *_SHEET)):
        function = option(function)
    return function


def extra_options(function: F) -> F:
    """Give a command the sheet's options and the cards' theme: for what has no indices."""
    for option in reversed((_theme("--theme", "--deck-theme"), *_SHEET)):
        function = option(function)
    return function


def face_options(function: F) -> F:
    """Give a command what one card alone depends on."""
    for option in reversed((_INDICES, _theme("--theme", "--deck-theme"), _CARD_SIZE, _INK, _AID)):
        function = option(function)
    return function


def read_sheet(sheet: dict[str, Any]) -> SheetOptions:
    """Return what the command line says about paper and cards. Raises PrintError."""
    bleed = parse_length(sheet["bleed"], "--bleed")
    back_bleed = bleed if sheet["back_bleed"] is None else parse_length(sheet["back_bleed"], "--back-bleed")
    options = SheetOptions(
        paper=parse_paper(sheet["paper"]) if sheet["paper"] is not None else default_paper(),
        card=parse_card(sheet["card"]),
        sides=sheet["sides"],
        gap_mm=parse_length(sheet["gap"], "--gap"),
        bleed_mm=bleed,
        back_bleed_mm=back_bleed,
        margin_mm=parse_length(sheet["margin"], "--margin"),
        marks=sheet["marks"],
        profile=choose(sheet["printer"], sheet["tray"], sheet["back_offset"]),
        feed=sheet["feed"],
        low_ink=sheet["ink"] == "low",
        colour_aid=sheet["colour_aid"],
        cover=sheet["cover"],
        theme=given_theme(sheet["deck_theme"]),
    )
    if sheet["slots"] is not None:
        options = _on_slots(options, sheet)
    check_lengths(options)
    return options


def _on_slots(options: SheetOptions, sheet: dict[str, Any]) -> SheetOptions:
    """Take over a prepared sheet: its paper and the size of its cards, its marks unless others are asked for."""
    from cardgen.custom.slotfile import find_slots

    slots = find_slots(sheet["slots"], options.paper if sheet["paper"] is not None else None, options.paper)
    if _given("card") and not slots.fits(options.card):
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
