"""Liar's Lair: a harlequin net in red and ink, with a mouth in its middle lozenge that speaks with two tongues.

The net is centred on the card, six lozenges across and as many down as keeps their slant (five on a poker card). Rows
alternate in colour; each lozenge has an inline, and yellow studs sit where four meet. The medallion is a lozenge three
times as large, so its edges run along the net and its rim is studded like the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.art.backs.figures import ACROSS, net
from cardgen.art.backs.instead import drawn_instead
from cardgen.art.mouth import HEIGHT, draw_mouth, draw_rays
from cardgen.pdf.path import ellipse, lozenge
from cardgen.pdf.theme import mix

if TYPE_CHECKING:
    from cardgen.pdf.drawing import Size
    from cardgen.pdf.ink import Ink


def draw_back(ink: Ink, size: Size) -> None:
    """Draw the back, bleed and all."""
    if drawn_instead(ink, size, "harlequin"):
        return
    bleed, w, h = size.bleed_mm, size.width_mm, size.height_mm
    key = ("back", "harlequin", w, h, bleed)
    ink.form(key, lambda i: _Net(i, size).draw(), (-bleed, -bleed, w + bleed, h + bleed))


class _Net:
    """The net for one size of card."""

    def __init__(self, ink: Ink, size: Size) -> None:
        self.ink, self.size = ink, size
        self.half_w, self.half_h, self.middle = net(size.width_mm, size.height_mm)
        self.k = self.half_w / (63.5 / ACROSS / 2)
        # Columns and rows of half lozenges, out to the bleed.
        self.columns = int((size.width_mm / 2 + size.bleed_mm) / self.half_w) + 1
        self.rows = int((size.height_mm / 2 + size.bleed_mm) / self.half_h) + 1

    def draw(self) -> None:
        """Draw the whole back."""
        with self.ink.clip(self.size.ground):
            self.ink.draw(self.size.ground, self.ink.paper if self.ink.low else self.ink.black)
            with self.ink.at(self.size.width_mm / 2, self.size.height_mm / 2):
                (self._low if self.ink.low else self._full)()

    def _places(self, parity: int) -> list[tuple[float, float, int]]:
        """List where lozenges (parity 0) or the points between them (1) lie, with their row."""
        return [
            (i * self.half_w, j * self.half_h, j)
            for j in range(-self.rows, self.rows + 1)
            for i in range(-self.columns, self.columns + 1)
            if (i + j) % 2 == parity
        ]

    def _inside(self, x: float, y: float, lozenges: float) -> bool:
        return abs(x) / self.half_w + abs(y) / self.half_h < lozenges

    def _full(self) -> None:
        ink, w, h, k = self.ink, self.half_w, self.half_h, self.k
        rx, ry = self.middle * w, self.middle * h
        seen = [place for place in self._places(0) if not self._inside(place[0], place[1], self.middle - 0.5)]
        for x, y, row in seen:
            if row % 2 == 0:
                ink.draw(lozenge(x, y, w, h), ink.palette.red.base)
        inner = (w - 1.35 * k, h - 1.35 * k * h / w)
        for parity, colour in (
            (0, mix(ink.palette.red.base, ink.palette.paper, 0.56)),
            (1, mix(ink.black, ink.palette.paper, 0.4)),
        ):
            for x, y, row in seen:
                if row % 2 == parity:
                    ink.draw(lozenge(x, y, *inner), None, colour, 0.5, join="mitre")
        ink.draw(lozenge(0, 0, rx, ry), ink.palette.paper)
        for inset, fill in ((1.15, ink.black),):
            ink.draw(lozenge(0, 0, rx - inset * k, ry - inset * k * h / w), fill)
        rim = 2.15 * k
        ink.draw(
            lozenge(0, 0, rx - rim, ry - rim * h / w),
            None,
            ink.palette.yellow.base,
            0.6,
            join="mitre",
        )
        for x, y, _ in self._places(1):
            if self._inside(x, y, self.middle - 0.1):
                continue
            ink.draw(ellipse(x, y, 0.62 * k), ink.palette.yellow.base)
        red = ink.palette.red
        draw_rays(ink, rx - 3.1 * k, ry - 3.1 * k * h / w, ink.palette.yellow.base)
        draw_mouth(ink, self._mouth(), ink.black, red.base, mix(red.base, red.tint, 0.42), red.tint)

    def _low(self) -> None:
        ink, w, h, k = self.ink, self.half_w, self.half_h, self.k
        rx, ry = self.middle * w, self.middle * h
        for x, y, row in self._places(0):
            if self._inside(x, y, self.middle - 0.5):
                continue
            if row % 2 == 0:
                ink.draw(lozenge(x, y, w - 0.9 * k, h - 0.9 * k * h / w), None, ink.black, 0.4, join="mitre")
            else:
                ink.draw(lozenge(x, y, 0.75 * k, 0.75 * k * h / w), ink.black)
        ink.draw(lozenge(0, 0, rx, ry), ink.paper, ink.black, 0.9, join="mitre")
        ink.draw(
            lozenge(0, 0, rx - 1.3 * k, ry - 1.3 * k * h / w),
            None,
            ink.black,
            0.4,
            join="mitre",
        )
        draw_rays(ink, rx - 2.0 * k, ry - 2.0 * k * h / w, ink.black)
        draw_mouth(ink, self._mouth(), ink.paper, ink.paper, ink.paper, ink.black)

    def _mouth(self) -> float:
        """Scale the mouth to the medallion."""
        return min(self.middle * self.half_h * 2 * 0.62 / HEIGHT, 0.86 * self.k)
