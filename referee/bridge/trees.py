"""Deprecated: what stood here is in ``referee.bridge.openspiel``."""

from liarsdeck import moved

__getattr__ = moved(__name__, "referee.bridge.openspiel")
