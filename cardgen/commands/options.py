"""The options that every command shares which prints cards: paper, card, sides, marks, ink, printer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from cardgen.paper import default_paper, parse_card, parse_length, parse_paper
from cardgen.printers import choose
from cardgen.sheet import MARKS, SIDES, SheetOptions, check_lengths

F = TypeVar("F", bound=Callable[..., Any])

_SHEET = (
    click.option(
        "--paper", metavar="NAME|WxHmm", help="A4, A3, Letter, Legal, Tabloid, or a size. [default: by locale]"
    ),
    click.option(
        "--card",
        metavar="NAME|WxHmm",
        default="poker",
        show_default=True,
        help="poker, tcg, bridge, tarot, mini, square, or a size.",
    ),
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
        "--ink",
        type=click.Choice(["full", "low"], case_sensitive=False),
        default="full",
        show_default=True,
        help="Low: outlines on white.",
    ),
    click.option("--colour-aid", is_flag=True, help="Patterns beside colours."),
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


def sheet_options(function: F) -> F:
    """Give a command the sheet's options; it takes them as `**sheet` and hands them to `read_sheet`."""
    for option in reversed(_SHEET):
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
    )
    check_lengths(options)
    return options
