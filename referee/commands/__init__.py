"""The commands of referee, one module for those that share their work."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

F = TypeVar("F", bound=Callable[..., object])

OUT = click.option("-o", "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write there, not on stdout.")
RECORD_FACTS = click.option(
    "--facts", type=click.Path(path_type=Path), metavar="FILE", help="The fact file, whatever the header says."
)
_PLAYED = (
    click.option("--bot", "bots", multiple=True, metavar="NAME[:LEVEL]", help="A seat that a bot plays: docs/bots.md."),
    click.option(
        "--kit", metavar="CODE", help="The kit in play: the code on its box, if it was made on this computer."
    ),
    click.option("--facts", metavar="FILE", help="The fact file of the kit in play.", type=click.Path(path_type=Path)),
    click.option(
        "--option", "options", multiple=True, metavar="NAME=VALUE", help="A house rule; `referee rules GAME`."
    ),
)


def played(function: F) -> F:
    """Add what says how a table plays: ``bots``, ``kit`` or ``facts``, and ``options``."""
    for option in reversed(_PLAYED):
        function = option(function)
    return function
