"""What a printer does to backs, and how the printer is corrected: one profile for each printer and tray."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from cardgen.errors import PrintError
from cardgen.layout.paper import MM

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
