"""Deprecated: use ``referee.bridge.openspiel``."""

from liarsdeck import lazy_exports

_NAMES = ("Tree", "by_choices", "by_policy", "heard", "uniform")
__getattr__, __dir__ = lazy_exports(__name__, {}, dict.fromkeys(_NAMES, "referee.bridge.openspiel"))
