"""The ground that all three programs stand on: command lines, files, data, English. It knows no fact, rule or card.

``UserError`` is the family of every error that a person can cause; the rest may change.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from warnings import warn

from liarsdeck.errors import UserError

__all__ = ["UserError"]


def lazy(package: str, rooms: Mapping[str, str]) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return a package's ``__getattr__`` and ``__dir__``.

    ``rooms`` maps each public name to the module that has it, with ``:name`` after it for another name there.
    """

    def get(name: str) -> object:
        if name not in rooms:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        room, _, other = rooms[name].partition(":")
        found: object = getattr(import_module(room), other or name)
        setattr(sys.modules[package], name, found)
        return found

    return get, lambda: sorted(rooms)


def moved(old: str, new: str) -> Callable[[str], object]:
    """Return the ``__getattr__`` of a module whose contents are in another one now; it warns."""

    def get(name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(f"module {old!r} has no attribute {name!r}")
        warn(f"{old}.{name} is {new}.{name} now", DeprecationWarning, stacklevel=2)
        found: object = getattr(import_module(new), name)
        return found

    return get
