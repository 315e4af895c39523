"""How the studio starts other programs of the house: by Python, or from the one file that holds all of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_LIBRARIES = "LD_LIBRARY_PATH"


def program(module: str) -> list[str]:
    """Return the words that start a module as a program."""
    return [sys.executable, module] if getattr(sys, "frozen", False) else [sys.executable, "-m", module]


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
