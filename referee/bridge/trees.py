"""Deprecated: what stood here is in ``referee.bridge.openspiel``."""

from importlib import import_module
from warnings import warn


def __getattr__(name: str) -> object:
    warn(f"referee.bridge.trees.{name} is referee.bridge.openspiel.{name} now", DeprecationWarning, stacklevel=2)
    found: object = getattr(import_module("referee.bridge.openspiel"), name)
    return found
