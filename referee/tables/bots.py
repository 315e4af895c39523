"""Deprecated: what stood here is in ``referee.bots``."""

from liarsdeck import moved

__getattr__ = moved(__name__, "referee.bots")
