"""Find and load plug-ins: games and decks that other installed packages bring as entry points.

No code of a plug-in runs before the plug-in is loaded. From then on it is a part of the program and can break anything
in it, so after an unexpected error the command line names the plug-ins in ``loaded``.
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
    """Return the plug-ins of an entry-point group (``liarsdeck.games``): their entry points by lower-case name.

    A plug-in is left out if its name has more than 40 characters, or characters that ``NAME`` does not allow.
    """
    from importlib.metadata import entry_points

    named = {point.name.casefold(): point for point in entry_points(group=group)}
    return {name: point for name, point in named.items() if len(name) <= 40 and NAME.fullmatch(name)}


@contextlib.contextmanager
def loading(group: str, name: str, kind: type[UserError], fails: str) -> "Iterator[EntryPoint]":
    """Yield the entry point of the plug-in ``name`` in ``group``, to be loaded in the block.

    An exception in the block is converted to the class ``kind``. ``fails`` begins the sentence of that error, with
    ``{}`` in place of the plug-in's name: “{} can't be played”. Raises ``KeyError`` for an unknown name.
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
