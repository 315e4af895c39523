"""A deck as the printer sees it: what is drawn on each card, and on its back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.pdf.path import rect

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.path import Path

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
    def ground(self) -> Path:
        """The whole card with its bleed."""
        b = self.bleed_mm
        return rect(-b, -b, self.width_mm + 2 * b, self.height_mm + 2 * b)


Drawing = Callable[["Ink", Size], None]


class CardFace(Struct, frozen=True):
    """One card: `name` as the rules spell it (file-safe), `title` for people, and how its face is drawn.

    `back` is the card's own back, for cards whose two sides belong together; None stands for the deck's back. `text` is
    what there is to read on it, for programs that search it.
    """

    name: str
    title: str
    draw: Drawing
    back: Drawing | None = None
    text: str = ""


class Deck(Struct, frozen=True):
    """Cards that share a back.

    `back_turns` is true when the back looks the same turned by 180°; any other back is turned on the sheet, where the
    way the paper is flipped asks for it, so that the top of a card's back lies on the top of its front. `least` is the
    smallest scale (1 on a poker card) at which the motifs can still be read. `colour` (red, yellow, green, blue or
    black) and `emblem` (an icon's name) are what a deck of people's own wears on its box; "" stands for the usual.
    `foot` is what its sheets say is done with it, in pieces as wide as a card.
    """

    name: str
    title: str
    cards: tuple[CardFace, ...]
    back: Drawing
    back_turns: bool = True
    game: str = ""
    least: float = 0.0
    colour: str = ""
    emblem: str = ""
    foot: tuple[str, ...] = ()
