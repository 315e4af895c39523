"""Letters as outlines, for lettering whose edges and shadows are drawn."""

from __future__ import annotations

from functools import lru_cache

from cardgen.pdf import type as lettering
from cardgen.pdf.path import POINTS_PER_MM, Outline, Segment


def letters(text: str, font: str, size_pt: float, track: float = 0) -> Outline:
    """Return the outlines of one line of kerned text in mm, with the start of its baseline at the origin.

    `font` is a name in `type.FONTS` or the path of a `.ttf` file. `size_pt` is the type size in points, and `track` is
    the space between letters in thousandths of that size. The letters have the same places as letters drawn by
    `Ink.text`.
    """
    text = lettering.tidy(text)
    advances, kerns = lettering.kerned(text, font)
    em, x = size_pt / POINTS_PER_MM, 0.0
    unit = em / lettering.face(font).shaper.face.upem
    out: list[Segment] = []
    for character, advance, kern in zip(text, advances, kerns, strict=True):
        out += _cubic(glyph(font, character)).at(x * em, 0, unit).segments
        x += (advance + kern + track) / 1000
    return Outline(out)


@lru_cache(maxsize=1024)
def glyph(font: str, character: str) -> Outline:
    """Return the outline of one character in the font's own units.

    The outline is empty for a space, and if the font lacks the character. `font` is a name in `type.FONTS` or the path
    of a `.ttf` file. Quadratic curves are segments `("Q", x1, y1, x, y)`.
    """
    it = lettering.face(font)
    found = it.shaper.get_nominal_glyph(ord(" " if character == "\xa0" else character))
    pen = _Pen()
    if found is not None:
        it.shaper.draw_glyph_with_pen(found, pen)
    return Outline(pen.segments)


def _cubic(path: Outline) -> Outline:
    """Return a path in which each quadratic curve (`Q`) is replaced by the same curve as a cubic (`C`)."""
    out: list[Segment] = []
    x = y = 0.0
    for verb, *v in path.segments:
        if verb == "Q":
            a, b, to_x, to_y = v
            one, two = (
                (x + (a - x) * 2 / 3, y + (b - y) * 2 / 3),
                (to_x + (a - to_x) * 2 / 3, to_y + (b - to_y) * 2 / 3),
            )
            out.append(("C", *one, *two, to_x, to_y))
        else:
            out.append((verb, *v))
        if v:
            x, y = v[-2:]
    return Outline(out)


class _Pen:
    """Receives a letter's outline from HarfBuzz point by point and keeps it as path segments (Q: quadratic curves)."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []

    def moveTo(self, to: tuple[float, float]) -> None:  # noqa: N802
        self.segments.append(("M", *to))

    def lineTo(self, to: tuple[float, float]) -> None:  # noqa: N802
        self.segments.append(("L", *to))

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self.segments.append(("C", *(v for point in points for v in point)))

    def qCurveTo(self, by: tuple[float, float], to: tuple[float, float]) -> None:  # noqa: N802
        self.segments.append(("Q", *by, *to))

    def closePath(self) -> None:  # noqa: N802
        self.segments.append(("Z",))
