"""A deck as the printer sees it: what is drawn on each card, and on its back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from cardgen.pdf.drawing import Drawing


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
