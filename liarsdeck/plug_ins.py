"""Plug-ins: games and decks that other installed packages bring, by entry points in a group.

Nothing of a plug-in runs before it is loaded. From then on it is a part of the program, and what it breaks may break
anywhere. So the command line names those ``loaded`` after an unexpected error.
"""

import contextlib
import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from liarsdeck.english import printable, quoted
from liarsdeck.errors import UserError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""What a plug-in may be called, as that becomes a part of records and files' names. Others are not found."""

loaded: dict[str, None] = {}
"""The plug-ins whose code has begun to run in this process, as sentences name them: “tiny” of some-games."""


@cache
def found(group: str) -> "dict[str, EntryPoint]":
    """Return the plug-ins of an entry-point group (``liarsdeck.games``): their entry points by name, in lower case.

    A name that has more than 40 characters, or others than ``NAME`` allows, is left out.
    """
    from importlib.metadata import entry_points

    named = {point.name.casefold(): point for point in entry_points(group=group)}
    return {name: point for name, point in named.items() if len(name) <= 40 and NAME.fullmatch(name)}


@contextlib.contextmanager
def loading(group: str, name: str, kind: type[UserError], fails: str) -> "Iterator[EntryPoint]":
    """Yield the entry point of the plug-in ``name`` in ``group``; convert an exception in the block to class ``kind``.

    ``fails`` begins the sentence of that error, with ``{}`` for the plug-in: “{} can't be played”. Raises ``KeyError``
    for an unknown name.
    """
    point = found(group)[name]
    whose = f"{quoted(name)} of {printable(point.dist.name if point.dist else point.value)}"
    loaded[whose] = None
    try:
        yield point
    except UserError as error:
        raise kind(f"{fails.format(whose)}: {error}") from error
    except (Exception, SystemExit) as error:
        words = ""
        with contextlib.suppress(Exception):  # even its words are the plug-in's
            words = f": {error}"[:200]
        raise kind(f"{fails.format(whose)}: {type(error).__name__}{words}") from error
