"""A page opened in this machine's browser, from the one file that holds all programs too (docs/studio.md)."""

import os
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from liarsdeck.errors import UserError

_LIBRARIES = "LD_LIBRARY_PATH"


def show(address: str) -> None:
    """Open an address; where there is no browser, nothing happens."""
    with suppress(webbrowser.Error, UserError), others():
        webbrowser.open(address)


@contextmanager
def others() -> Iterator[None]:
    """Start programs that are not of the house (a browser) in the block: they look for their libraries where the
    system has them, not in the one file.
    """
    ours = os.environ.get(_LIBRARIES)
    if not getattr(sys, "frozen", False) or ours is None:
        yield
        return
    theirs = os.environ.get(f"{_LIBRARIES}_ORIG")
    os.environ.pop(_LIBRARIES)
    if theirs is not None:
        os.environ[_LIBRARIES] = theirs
    try:
        yield
    finally:
        os.environ[_LIBRARIES] = ours
