"""What a person said on the command line, said once more: so that a kit can tell how it is made again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from cardgen.kit.readme import Said
from liarsdeck.cli import spelt

if TYPE_CHECKING:
    from cardgen.kit.night import Night
    from cardgen.layout.impose import SheetOptions

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
    from cardgen.layout.prepared import BUILT_IN

    value = context.params.get(name)
    return bool(value) and str(value).strip().lower() not in BUILT_IN and Path(str(value)).exists()
