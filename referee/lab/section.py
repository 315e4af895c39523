"""A part of a report: words first, then a table, then plots."""

from msgspec import Struct


class Bar(Struct, frozen=True):
    """A value with its interval (or the range from one of ten to nine of ten), under a label."""

    label: str
    value: float
    low: float
    high: float


class Bars(Struct, frozen=True):
    """Bars to be drawn: what they show, in which unit; ``fair`` is a line to hold them against, where there is one."""

    title: str
    unit: str
    bars: tuple[Bar, ...]
    fair: float | None = None


class Section(Struct, frozen=True):
    """A question: its sentences; a table of ``head`` and ``rows``, the first cell of a row its name; plots."""

    title: str
    words: tuple[str, ...]
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    plots: tuple[Bars, ...] = ()
