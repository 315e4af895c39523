"""Deprecated: ``play`` and what belongs to it are ``referee.tables.bots``."""

from importlib import import_module
from warnings import warn


def __getattr__(name: str) -> object:
    warn(f"referee.bots.match.{name} is referee.tables.bots.{name} now", DeprecationWarning, stacklevel=2)
    found: object = getattr(import_module("referee.tables.bots"), name)
    return found
