"""Themes: the colours of one edition of the cards, as frozen values with names a printer would use."""

from __future__ import annotations

from typing import NamedTuple

Colour = str
"""A colour as in the web: "#D0331F"."""


class Tone(NamedTuple):
    """One colour in four strengths: for shapes, for panels, for shade and for a panel's rays."""

    base: Colour
    tint: Colour
    shade: Colour
    ray: Colour


class Palette(NamedTuple):
    """All colours of an edition. At most three of the tones stand on one face, beside ink and paper."""

    red: Tone = Tone("#D0331F", "#F6D3C6", "#8F1D12", "#F0BBA8")
    yellow: Tone = Tone("#F2B705", "#FCEBB6", "#B07F00", "#F8DC8A")
    green: Tone = Tone("#0B8A5B", "#C6E2D3", "#06573A", "#A9D3BD")
    blue: Tone = Tone("#1F6FB5", "#C9DDEE", "#12477A", "#AECBE4")
    black: Tone = Tone("#221F2B", "#DCD8DA", "#3A3546", "#C4BFC4")
    paper: Colour = "#FBF7EF"
    sun: Colour = "#F8D676"
    plate: Colour = "#F7E3B0"
    halo: Colour = "#F9DDB0"
    panel: Colour = "#F4EEDF"

    @property
    def ink(self) -> Colour:
        """Give the colour of contours and text."""
        return self.black.base


class Theme(NamedTuple):
    """An edition: its name, its colours and how round its corners are (millimetres on a poker card)."""

    name: str = "harlequin"
    palette: Palette = Palette()
    corner_mm: float = 3.2


HARLEQUIN = Theme()
WHITE = "#FFFFFF"
