"""What a deck that belongs to no game of ours wears on its box: its title, its back, and its cards in a fan."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cardgen.decks.model import CardFace, Deck
from cardgen.errors import PrintError
from cardgen.extras.boxes.dress import Dress
from cardgen.pdf import fonts as lettering
from cardgen.pdf.drawing import Drawing, Size
from cardgen.pdf.path import rect
from cardgen.pdf.theme import READABLE, contrast

if TYPE_CHECKING:
    from cardgen.layout.paper import CardSize
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Theme

USUAL = "blue"
EMBLEM_MM, HALF_MM = 30.0, 23.2
FAN_MM = 33.0
"""How high a card in the fan is; a wide one is as wide."""
_TURNS = (13.0, 0.0, -13.0)
_PIVOT_MM = 40.0


def own_dress(deck: Deck, card: CardSize, theme: Theme) -> Dress:
    """Return how a deck's box is dressed. Raises PrintError for a title that our fonts cannot set."""
    for font in (theme.fonts.title, lettering.SERIF_SEMIBOLD):
        if lost := lettering.missing(deck.title, font):
            raise PrintError(f"our fonts have no {lettering.spell(lost[0])}, and “{deck.title[:60]}” is on the box")
    palette = theme.palette
    tone = getattr(palette, deck.colour or USUAL)
    ground = palette.deep(tone)
    if contrast(palette.ink if palette.dark else palette.paper, ground) < READABLE:
        ground = palette.deep(palette.black)
    if deck.emblem:
        from cardgen.art.icons import draw_icon

        def emblem(ink: Ink) -> None:
            colours = (ink.black, ink.paper) if ink.low else (tone.base, ink.palette.sun)
            draw_icon(ink, deck.emblem, 0, 0, EMBLEM_MM, *colours)

        return Dress(deck.title, tone, ground, emblem, deck.back)
    faces = list({face.name: face for face in deck.cards}.values())
    shown = [faces[round(i * (len(faces) - 1) / 2)] for i in range(3)] if len(faces) > 2 else faces
    size = Size(card.width_mm, card.height_mm, 0.0, card.radius_mm)
    return Dress(deck.title, tone, ground, partial(_fan, faces=shown, size=size), deck.back, half=HALF_MM)


def _fan(ink: Ink, *, faces: list[CardFace], size: Size) -> None:
    """Some cards of the deck as they are held in the hand, about the origin."""
    scale = FAN_MM / max(size.width_mm, size.height_mm)
    turns = {1: _TURNS[1:2], 2: (6.0, -6.0)}.get(len(faces), _TURNS)
    outline = rect(0, 0, size.width_mm, size.height_mm, size.radius_mm)
    box = (0.0, 0.0, size.width_mm, size.height_mm)
    middle = size.width_mm * scale / 2, size.height_mm * scale / 2
    for face, turn in zip(faces, turns, strict=True):
        with ink.at(0, -_PIVOT_MM - 1.0, turn), ink.at(-middle[0], _PIVOT_MM - middle[1], 0, scale):
            with ink.clip(outline):
                ink.form(("on a box", face.draw, size), partial(_draw_face, draw=face.draw, size=size), box)
            ink.draw(outline, None, ink.black, 0.6 / scale)


def _draw_face(ink: Ink, *, draw: Drawing, size: Size) -> None:
    draw(ink, size)
