"""Patterns that say a colour without colour, as heralds engrave them.

Red is upright lines, blue level lines, green lines falling to the right, black both upright and level, yellow dots in a
staggered net. All lie on one lattice about the shape's centre, so the pattern is centred in every shape.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.art.path import Path, ellipse, segment

if TYPE_CHECKING:
    from cardgen.ink import Ink
    from cardgen.theme import Colour

LINE_PT = 0.85
PITCH_MM = 2.0
_DOT_MM = 0.36


def hatch(
    ink: Ink,
    tone: str,
    box: tuple[float, float, float, float],
    colour: Colour,
    width_pt: float = LINE_PT,
    pitch_mm: float = PITCH_MM,
) -> None:
    """Cover a box (left, bottom, right, top) with a colour's pattern; clip to the shape first.

    Raises KeyError for a colour that has no pattern.
    """
    left, bottom, right, top = box
    x, y, w, h = (left + right) / 2, (bottom + top) / 2, (right - left) / 2, (top - bottom) / 2
    if tone == "yellow":
        pitch = pitch_mm * 1.15
        row = pitch * 0.87
        dots = Path()
        for j in range(-int(h / row) - 1, int(h / row) + 2):
            shift = pitch / 2 if j % 2 else 0
            for i in range(-int(w / pitch) - 1, int(w / pitch) + 2):
                dots += ellipse(x + i * pitch + shift, y + j * row, _DOT_MM * pitch_mm / PITCH_MM)
        ink.draw(dots, colour)
        return
    lines = {
        "red": lambda: _upright(x, y, w, h, pitch_mm),
        "blue": lambda: _level(x, y, w, h, pitch_mm),
        "green": lambda: _falling(x, y, w, h, pitch_mm),
        "black": lambda: _upright(x, y, w, h, pitch_mm) + _level(x, y, w, h, pitch_mm),
    }[tone]()
    ink.draw(lines, None, colour, width_pt, cap="butt")


def _steps(half: float, pitch: float) -> list[float]:
    n = int(half / pitch) + 1
    return [i * pitch for i in range(-n, n + 1)]


def _upright(x: float, y: float, w: float, h: float, pitch: float) -> Path:
    return sum((segment(x + i, y - h, x + i, y + h) for i in _steps(w, pitch)), Path())


def _level(x: float, y: float, w: float, h: float, pitch: float) -> Path:
    return sum((segment(x - w, y + i, x + w, y + i) for i in _steps(h, pitch)), Path())


def _falling(x: float, y: float, w: float, h: float, pitch: float) -> Path:
    across = pitch * 2**0.5
    return sum((segment(x + i - h, y + h, x + i + h, y - h) for i in _steps(w + h, across)), Path())
