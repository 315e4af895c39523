"""A package's front door: public names that are imported from their rooms when they are first asked for (PEP 562)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


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
