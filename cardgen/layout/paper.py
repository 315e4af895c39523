"""Papers, card sizes and lengths: everything that a person may write as a measure."""

from __future__ import annotations

import os
import re
import sys

from msgspec import Struct

from cardgen.errors import PrintError

MM = 72 / 25.4
"""Points in a millimetre."""

_UNITS_MM = {"mm": 1.0, "cm": 10.0, "in": 25.4, '"': 25.4, "pt": 1 / MM}
_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)"
_LENGTH = re.compile(rf"\s*({_NUMBER})\s*(mm|cm|in|\"|pt)?\s*", re.IGNORECASE)
_PAIR = re.compile(rf"\s*({_NUMBER})\s*(?:mm|cm|in|\"|pt)?\s*[x×*]\s*({_NUMBER})\s*(mm|cm|in|\"|pt)?\s*", re.IGNORECASE)


class Paper(Struct, frozen=True):
    """A sheet of paper, upright, in millimetres."""

    name: str
    width_mm: float
    height_mm: float


class CardSize(Struct, frozen=True):
    """The size of a cut card, in millimetres."""

    name: str
    width_mm: float
    height_mm: float

    @property
    def radius_mm(self) -> float:
        """The corner: 3.2 mm on a poker card, in proportion on others."""
        return round(3.2 * min(self.width_mm / 63.5, self.height_mm / 88.9), 3)


PAPERS = {
    paper.name.lower(): paper
    for paper in (
        Paper("A4", 210, 297),
        Paper("A3", 297, 420),
        Paper("Letter", 215.9, 279.4),
        Paper("Legal", 215.9, 355.6),
        Paper("Tabloid", 279.4, 431.8),
    )
}

CARDS = {
    card.name: card
    for card in (
        CardSize("poker", 63.5, 88.9),
        CardSize("tcg", 63, 88),
        CardSize("bridge", 57.15, 88.9),
        CardSize("tarot", 70, 120),
        CardSize("mini", 44.45, 63.5),
        CardSize("square", 63.5, 63.5),
    )
}

_LETTER_COUNTRIES = ("US", "CA", "MX")
_LETTER_NAMES = ("United States", "Canada", "Mexico")  # how Windows says it


def parse_length(text: str, what: str = "the length") -> float:
    """Read a length such as `3mm`, `0.125in`, `1cm`, `9pt` or a bare number of millimetres; return millimetres.

    Raises PrintError for anything else; the sign is read, and left to the caller to judge.
    """
    found = _LENGTH.fullmatch(text)
    if not found:
        raise PrintError(f'{what} cannot be "{text}": write a length such as 3mm, 0.125in or 9pt')
    return float(found[1]) * _UNITS_MM[(found[2] or "mm").lower()]


def format_length(mm: float) -> str:
    """Print millimetres the way `parse_length` reads them, with at most two decimals."""
    return f"{mm:.2f}".rstrip("0").rstrip(".") + "mm"


def parse_paper(text: str) -> Paper:
    """Read a paper by name or as `WxHmm`; a custom paper is laid upright. Raises PrintError."""
    known = PAPERS.get(text.strip().lower())
    if known:
        return known
    width, height = _measures(text, "paper", ", ".join(paper.name for paper in PAPERS.values()))
    if not (min(width, height) >= 50 and max(width, height) <= 2000):
        raise PrintError(f'no printer feeds a paper of "{text}": each side must be from 50 to 2000 mm')
    width, height = min(width, height), max(width, height)
    return Paper(f"{_bare(width)}x{_bare(height)}mm", width, height)


def parse_card(text: str) -> CardSize:
    """Read a card size by name or as `WxHmm`. Raises PrintError."""
    known = CARDS.get(text.strip().lower())
    if known:
        return known
    width, height = _measures(text, "card size", ", ".join(CARDS))
    if not (min(width, height) >= 25 and max(width, height) <= 400):
        raise PrintError(f'a card of "{text}" cannot be played with: each side must be from 25 to 400 mm')
    return CardSize(f"{_bare(width)}x{_bare(height)}mm", width, height)


def default_paper() -> Paper:
    """Letter where the machine's locale is of the United States, Canada or Mexico; A4 everywhere else."""
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_PAPER", "LANG") if os.environ.get(name)), "")
    if not locale and sys.platform == "win32":  # pragma: no cover
        import locale as system

        locale = system.getlocale()[0] or ""
    country = re.match(r"[a-zA-Z]+[_-]([A-Z]{2})\b", locale)
    if (country and country[1] in _LETTER_COUNTRIES) or any(name in locale for name in _LETTER_NAMES):
        return PAPERS["letter"]
    return PAPERS["a4"]


def _measures(text: str, what: str, known: str) -> tuple[float, float]:
    found = _PAIR.fullmatch(text)
    if not found:
        raise PrintError(f'there is no {what} "{text}": choose {known}, or write one like 70x100mm')
    unit = _UNITS_MM[(found[3] or "mm").lower()]
    return float(found[1]) * unit, float(found[2]) * unit


def _bare(mm: float) -> str:
    return format_length(mm).removesuffix("mm")
