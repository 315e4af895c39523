"""Papers, card sizes, and printer profiles, as plain numbers; lengths as a person writes them."""

from __future__ import annotations

import math
import os
import re
import sys
from collections.abc import Sequence

from msgspec import Struct

from cardgen.errors import PrintError


class Box(Struct, frozen=True):
    """A rectangle in points: left, bottom, right, top."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        """From bottom to top."""
        return self.y1 - self.y0

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the rectangle."""
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2


class Segment(Struct, frozen=True):
    """A straight hairline in points."""

    x0: float
    y0: float
    x1: float
    y1: float


def around(boxes: Sequence[Box]) -> Box:
    """Return the smallest rectangle that holds all of them."""
    return Box(
        min(box.x0 for box in boxes),
        min(box.y0 for box in boxes),
        max(box.x1 for box in boxes),
        max(box.y1 for box in boxes),
    )


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


Matrix = tuple[float, float, float, float, float, float]
"""a b c d e f as in a PDF: x' = a·x + c·y + e, y' = b·x + d·y + f."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Profile(Struct, frozen=True):
    """How a back page is moved so that the printed backs lie on their fronts.

    The offset is in millimetres, +x right and +y up as seen on the printed back; `turn_deg` is anticlockwise;
    the scales are factors across and up the page. Turn and scale are taken about the middle of the page.
    `flip` names the edge the test sheet was flipped on; "" stands for whichever edge is in use.
    """

    printer: str = ""
    tray: str = ""
    x_mm: float = 0.0
    y_mm: float = 0.0
    turn_deg: float = 0.0
    x_scale: float = 1.0
    y_scale: float = 1.0
    flip: str = ""

    @property
    def is_zero(self) -> bool:
        """Whether pages are printed as they are."""
        return (self.x_mm, self.y_mm, self.turn_deg, self.x_scale, self.y_scale) == (0, 0, 0, 1, 1)

    def seen(self, flip: str) -> Profile:
        """Return the profile as it looks on a back that was flipped on the `flip` edge (a half turn from the other)."""
        if not self.flip or flip == self.flip:
            return self
        return Profile(self.printer, self.tray, -self.x_mm, -self.y_mm, self.turn_deg, self.x_scale, self.y_scale, flip)

    def matrix(self, width: float, height: float) -> Matrix:
        """Return the matrix for a back page of this size in points.

        Printers are measured on upright paper. A page that is wider than high is turned a quarter to the left to be
        printed, so that its right is the paper's top.
        """
        if self.is_zero:
            return IDENTITY
        x_mm, y_mm, x_scale, y_scale = self.x_mm, self.y_mm, self.x_scale, self.y_scale
        if width > height:
            x_mm, y_mm, x_scale, y_scale = y_mm, -x_mm, y_scale, x_scale
        turn = math.radians(self.turn_deg)
        a, b = x_scale * math.cos(turn), y_scale * math.sin(turn)
        c, d = -x_scale * math.sin(turn), y_scale * math.cos(turn)
        middle_x, middle_y = width / 2, height / 2
        return (
            a,
            b,
            c,
            d,
            middle_x + x_mm * MM - a * middle_x - c * middle_y,
            middle_y + y_mm * MM - b * middle_x - d * middle_y,
        )

    @property
    def moves(self) -> tuple[str, ...]:
        """What is done to backs, in words that follow *they are moved*: `0.8 mm right`, `turned 0.25° left`."""
        parts = []
        if self.x_mm:
            parts.append(f"{_short(abs(self.x_mm))} mm {'right' if self.x_mm > 0 else 'left'}")
        if self.y_mm:
            parts.append(f"{_short(abs(self.y_mm))} mm {'up' if self.y_mm > 0 else 'down'}")
        if self.turn_deg:
            parts.append(f"turned {_short(abs(self.turn_deg))}° {'left' if self.turn_deg > 0 else 'right'}")
        scales = _short(self.x_scale * 100), _short(self.y_scale * 100)
        if scales != ("100", "100"):
            parts.append(f"scaled {scales[0]} % across and {scales[1]} % up")
        return tuple(parts)

    def describe(self) -> str:
        """Say the profile in words, as the cover page prints it: `office, bypass tray: 0.8 mm right, 0.3 mm down`."""
        moved = ", ".join(self.moves) or "nothing to correct"
        name = f"{self.printer}, {self.tray} tray" if self.tray else self.printer
        return f"{name}: {moved}" if name else moved


def transform(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Return where the matrix puts a point."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def check(profile: Profile) -> Profile:
    """Return the profile, or refuse one that no printer can need (PrintError)."""
    if not all(abs(mm) <= 20 for mm in (profile.x_mm, profile.y_mm)):  # “not a number” is refused too
        raise PrintError(
            "a back cannot be 20 mm off and more: check that the sheet was flipped on the edge that you chose"
        )
    if not abs(profile.turn_deg) <= 5:
        raise PrintError(f"a turn of {_short(profile.turn_deg)}° is more than any printer's: from -5 to 5 degrees")
    if not all(0.9 <= scale <= 1.1 for scale in (profile.x_scale, profile.y_scale)):
        raise PrintError("a scale must be from 0.9 to 1.1: 1.01 makes backs one per cent larger")
    return profile


def from_readings(
    points_mm: Sequence[tuple[float, float]],
    readings_mm: Sequence[tuple[float, float]],
) -> Profile:
    """Work out a nameless profile from a test sheet.

    `points_mm` are the targets as seen on the printed back, from the middle of the page; each reading says where on
    the printed back the target's needle hole lies, from that target. One reading gives the offset; from three that are
    not in a line on, turn and scale come by least squares. A hole at `p + r` says that the page has to put `p` there.
    """
    n = len(points_mm)
    xs = [x for x, _ in points_mm]
    ys = [y for _, y in points_mm]
    mean_x, mean_y = sum(xs) / n, sum(ys) / n
    read_x = sum(r[0] for r in readings_mm) / n
    read_y = sum(r[1] for r in readings_mm) / n
    xx = sum((x - mean_x) ** 2 for x in xs)
    yy = sum((y - mean_y) ** 2 for y in ys)
    xy = sum((x - mean_x) * (y - mean_y) for x, y in points_mm)
    spread = xx * yy - xy * xy
    if n < 3 or spread < 1:
        return Profile(x_mm=read_x, y_mm=read_y)

    def slopes(which: int, mean: float) -> tuple[float, float]:
        by_x = sum((p[0] - mean_x) * (r[which] - mean) for p, r in zip(points_mm, readings_mm, strict=True))
        by_y = sum((p[1] - mean_y) * (r[which] - mean) for p, r in zip(points_mm, readings_mm, strict=True))
        return (by_x * yy - by_y * xy) / spread, (by_y * xx - by_x * xy) / spread

    x_by_x, x_by_y = slopes(0, read_x)
    y_by_x, y_by_y = slopes(1, read_y)
    turn = (math.atan2(y_by_x, 1 + y_by_y) + math.atan2(-x_by_y, 1 + x_by_x)) / 2
    return Profile(
        x_mm=read_x - x_by_x * mean_x - x_by_y * mean_y,
        y_mm=read_y - y_by_x * mean_x - y_by_y * mean_y,
        turn_deg=math.degrees(turn),
        x_scale=math.hypot(1 + x_by_x, x_by_y),
        y_scale=math.hypot(y_by_x, 1 + y_by_y),
    )


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
