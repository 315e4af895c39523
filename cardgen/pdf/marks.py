"""A drawing: what puts ink on one side of a card, whatever the card's size."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cardgen.pdf import fonts as lettering
from cardgen.pdf.path import Cap, Join, Outline, lozenge, rect, segment
from cardgen.pdf.theme import HARLEQUIN, READABLE, WHITE, Colour, Palette, contrast, legible

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.path import Outline


POKER_WIDTH_MM, POKER_HEIGHT_MM = 63.5, 88.9


class Size(Struct, frozen=True):
    """The card that a drawing is made for, in millimetres.

    The lower-left corner of the cut card is the origin; `bleed_mm` is how far a drawing may be asked to go past the
    cut (what is drawn further is clipped away, and so is bleed that the sheet has no room for).
    """

    width_mm: float = POKER_WIDTH_MM
    height_mm: float = POKER_HEIGHT_MM
    bleed_mm: float = 3.0
    radius_mm: float = 3.2

    @property
    def scale(self) -> float:
        """How much smaller or larger than on a poker card art is drawn."""
        return min(self.width_mm / POKER_WIDTH_MM, self.height_mm / POKER_HEIGHT_MM)

    @property
    def stretch(self) -> float:
        """How much taller for its width the card is than a poker card; 1 where it is not taller."""
        return self.height_mm / POKER_HEIGHT_MM / self.scale

    @property
    def ground(self) -> Outline:
        """The whole card with its bleed."""
        b = self.bleed_mm
        return rect(-b, -b, self.width_mm + 2 * b, self.height_mm + 2 * b)


Drawing = Callable[["Ink", Size], None]


PALETTE = HARLEQUIN.palette


class Text(Struct, frozen=True):
    """A string on its baseline."""

    x: float
    y: float
    text: str
    font: str
    size: float
    fill: Colour | None = None
    """None for the ink of the theme that the page is drawn in."""
    align: lettering.Align = "left"
    track: float = 0

    @property
    def width(self) -> float:
        """Its width in millimetres."""
        return lettering.width_mm(self.text, self.font, self.size, self.track)


class Shape(Struct, frozen=True):
    """A path, filled or stroked."""

    path: Outline
    fill: Colour | None = None
    stroke: Colour | None = None
    width_pt: float = 0.5
    cap: Cap = "round"
    join: Join = "mitre"
    dash: tuple[float, ...] = ()
    """In points."""


class PictureMark(Struct, frozen=True):
    """A drawing that draws itself with its lower left corner at (x, y), scaled."""

    x: float
    y: float
    width: float
    height: float
    draw: Callable[[Ink], None]
    scale: float = 1


Mark = Text | Shape | PictureMark


class Look(Struct, frozen=True):
    """Colours and signs of a page, with full or low ink."""

    low: bool = False
    accent: Colour = PALETTE.red.base
    palette: Palette = PALETTE
    cover: Colour = ""
    """The backs of cards in pictures, where the accent would be taken for a face."""

    def lozenge(self, x: float, y: float, rx: float, ry: float, fill: Colour | None = None) -> Shape:
        """A solid lozenge, or its outline with low ink."""
        if self.low and rx > 1.5:
            return Shape(lozenge(x, y, rx, ry), WHITE, self.palette.ink, 0.6)
        return Shape(lozenge(x, y, rx, ry), fill or self.palette.ink)

    @property
    def blank(self) -> Colour:
        """What is left blank in a picture: white, or paper where the ink is too pale for white."""
        return WHITE if contrast(self.palette.ink, WHITE) >= READABLE else self.palette.paper

    @property
    def reversed(self) -> Colour:
        """The colour of a figure inside a lozenge."""
        return self.palette.ink if self.low else self.blank

    @property
    def accent_type(self) -> Colour:
        """The accent as type: as near to the ink as it has to be to be read on the page and on a panel."""
        return legible(self.accent, self.palette.ink, (self.blank, self.palette.paper, self.palette.panel))

    def panel(self, x: float, y: float, width: float, height: float) -> Shape:
        """The tinted ground of a figure."""
        outline = rect(x, y, width, height, 2)
        return Shape(outline, WHITE, self.palette.black.ray, 0.5) if self.low else Shape(outline, self.palette.panel)

    def bar(self, x: float, y: float, height: float) -> Shape:
        """The bar beside an example."""
        if self.low:
            return self.rule(x + 0.55, y, x + 0.55, y + height, 1.2)
        return Shape(rect(x, y, 1.1, height), self.palette.yellow.base)

    def rule(self, x1: float, y1: float, x2: float, y2: float, width_pt: float = 0.4, stroke: str = "") -> Shape:
        """A straight line."""
        return Shape(segment(x1, y1, x2, y2), None, stroke or self.palette.ink, width_pt)


def moved(mark: Mark, x: float, y: float) -> Mark:
    """Return a mark that lies elsewhere."""
    if isinstance(mark, Shape):
        return replace(mark, path=mark.path.at(x, y))
    return replace(mark, x=mark.x + x, y=mark.y + y)


def draw(ink: Ink, marks: Iterable[Mark], x: float = 0, y: float = 0) -> None:
    """Draw marks whose own origin lies at (x, y)."""
    for mark in marks:
        match mark:
            case Text():
                ink.text(
                    x + mark.x, y + mark.y, mark.text, mark.font, mark.size, mark.fill, mark.align, track=mark.track
                )
            case Shape():
                path = mark.path.at(x, y) if x or y else mark.path
                ink.draw(path, mark.fill, mark.stroke, mark.width_pt, cap=mark.cap, join=mark.join, dash=mark.dash)
            case PictureMark():
                with ink.at(x + mark.x, y + mark.y, scale=mark.scale):
                    mark.draw(ink)
