"""Deprecated: import these names from ``referee.bots``."""

from liarsdeck import lazy_exports

__getattr__, __dir__ = lazy_exports(__name__, {}, dict.fromkeys(("Lines", "moves", "play"), "referee.bots"))
