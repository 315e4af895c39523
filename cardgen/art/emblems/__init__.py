"""Emblems: one small figure a theme, cut like a linocut: at most six pieces of ink, and one accent of paper.

Each file holds one figure as `FIGURE`, a tuple of parts about the origin, inside a circle of 5.3 mm. They are read when
first drawn. A theme that has no figure of its own wears the mask.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from cardgen.art.emblems.part import Part

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour

MASK = "mask"
FIGURES = {
    "animals": "goat",
    "buildings": "temple",
    "clothes": "hat",
    "customs": "bell",
    "food": "plum",
    "history": "hourglass",
    "household": "teapot",
    "inventions": "bulb",
    "letters": "envelope",
    "machines": "cog",
    "money": "purse",
    "music": "lyre",
    "professions": "tools",
    "sea": "fish",
    "sleep": "moon",
    "sport": "cup",
    "things": "key",
    "towns": "gables",
    "weather": "umbrella",
}


@cache
def figure(theme: str) -> tuple[Part, ...]:
    """Give the parts of a theme's emblem, the mask's for a theme without one."""
    return named(FIGURES.get(theme.strip().lower(), MASK))


def named(name: str) -> tuple[Part, ...]:
    """Give the parts of a figure by its own name, such as `goat`."""
    module = import_module(f"cardgen.art.emblems.{name}")
    parts: tuple[Part, ...] = module.FIGURE
    return parts


def draw_emblem(ink: Ink, theme: str, ground: Colour) -> None:
    """Draw a theme's emblem about the origin; `ground` is the colour it stands on, which its accent shows."""
    for part in figure(theme):
        colour = ground if part.accent else ink.black
        if part.line_pt:
            ink.draw(part.path, None, colour, part.line_pt)
        else:
            ink.draw(part.path, colour, evenodd=part.evenodd)
