"""Deprecated: import these names from ``referee.bots``."""

from liarsdeck import lazy_exports

_NAMES = ("Bot", "Rule", "chance", "kinds", "made", "named")
__getattr__, __dir__ = lazy_exports(__name__, {}, dict.fromkeys(_NAMES, "referee.bots"))
