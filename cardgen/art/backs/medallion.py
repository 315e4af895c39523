"""A back with another medallion: a figure once for either end, for decks of one's own.

It has the shape of the one that it takes the place of, a disc or a lozenge, and is as large or larger.
"""

from __future__ import annotations

from contextlib import nullcontext
from importlib import import_module
from typing import TYPE_CHECKING

from cardgen.art.backs import figures, weave, worlds
from cardgen.art.backs.field import twice
from cardgen.pdf.path import Path, ellipse, lozenge
from cardgen.pdf.theme import WHITE

if TYPE_CHECKING:
    from cardgen.pdf.drawing import Drawing, Size
    from cardgen.pdf.ink import Ink

RADIUS_MM = 19.0
FIGURE_MM, UP_MM = 12.4, 7.4
FULL = 0.86  # how far a figure's corner reaches from a lozenge's middle to its edge
LOZENGES = {"split": figures.MEDALLION, "weave": weave.MEDALLION}


def wearing(name: str, icon: str) -> Drawing:
    """Return the back of this name with an icon for its medallion: upright in its upper half, turned in its lower."""
    draw_back: Drawing = import_module(f"cardgen.art.backs.{name}").draw_back

    def back(ink: Ink, size: Size) -> None:
        draw_back(ink, size)
        k = min(size.scale, size.width_mm / 50, size.height_mm / 50)
        across, up = shape = _shape(ink, size, name, k)
        box = (-across - k, -up - k, across + k, up + k)
        key = ("medallion", icon, k, shape)
        with ink.on_white() if ink.theme.engraved else nullcontext():
            ink.form(key, lambda i: _draw(i, icon, k, shape), box, size.width_mm / 2, size.height_mm / 2)

    return back


def _shape(ink: Ink, size: Size, name: str, k: float) -> tuple[float, float]:
    """Give the half width and the half height of a medallion; of a disc both are the same."""
    if ink.theme.back == "seaside" or (ink.theme.back == "harlequin" and name not in (*LOZENGES, "harlequin")):
        return RADIUS_MM * k, RADIUS_MM * k
    if ink.theme.back == "lacquer":
        across, up = (each * size.scale for each in worlds.CABINET_MEDALLION)
    elif name == "harlequin":
        w, h, high = figures.net(size.width_mm, size.height_mm)
        across, up = high * w, high * h
    else:
        across, up = (each * size.scale for each in LOZENGES[name])
    corner = (FIGURE_MM / 2 * k / across + (UP_MM + FIGURE_MM / 2) * k / up) / FULL
    larger = max(1.04, corner)
    return across * larger, up * larger


def _draw(ink: Ink, icon: str, k: float, shape: tuple[float, float]) -> None:
    from cardgen.art.icons import draw_icon

    across, up = shape
    ground = ink.paper if ink.low else WHITE if ink.theme.engraved else ink.palette.plate

    def rim(inset: float) -> Path:
        if across == up:
            return ellipse(0, 0, across - inset)
        return lozenge(0, 0, across - inset, up - inset * up / across)

    ink.draw(rim(0), ground, ink.black, 0.9, join="mitre")
    ink.draw(rim(1.2 * k), None, ink.black, 0.4, join="mitre")
    with ink.at(0, 0, 0, k):
        twice(ink, lambda i: draw_icon(i, icon, 0, UP_MM, FIGURE_MM, i.black, ground))
        red = ink.black if ink.low else ink.palette.red.base
        for side in (-1, 1):
            ink.draw(lozenge(side * (across / k - 4.8), 0, 0.9, 1.3), red)
