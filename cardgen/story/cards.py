"""The cards of a moment as marks: the deck's own faces, small; with a mark and a few words below each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from cardgen.decks.faces import GAMES, REGISTRY, DeckOptions, make_deck
from cardgen.decks.model import Deck
from cardgen.decks.select import find_card, has_card
from cardgen.pdf.drawing import POKER_HEIGHT_MM, POKER_WIDTH_MM, Drawing, Size
from cardgen.pdf.fit import broken
from cardgen.pdf.fonts import SANS, SANS_BOLD, SANS_SEMIBOLD, width_mm
from cardgen.pdf.marks import PALETTE, Look, Mark, PictureMark, Shape, Text
from cardgen.pdf.path import lozenge, poly, rect
from cardgen.pdf.theme import WHITE
from referee.core.game import Shown
from referee.story import Story

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

FACE_MM, CARD_MM = 35.0, 23.0  # how wide a card of Liar's Lair, and any other, is drawn
GAP_MM = 4.0
_COLOURS = ("red", "black")
_HIDDEN = "rb?"
_NOTE_PT, _NOTE_MM = 7.4, 3.2
_TAG_MM = 5.6


def deck_of(story: Story) -> Deck | None:
    """Return the deck that a story's cards are drawn from, None where its game has none."""
    name = story.setup.game
    return make_deck(name, DeckOptions(facts=story.setup.facts)) if GAMES.get(name, name) in REGISTRY else None


def card_width(deck: Deck | None, cards: Sequence[Shown], room: float, scale: float) -> float:
    """Return how wide these cards are drawn side by side; `scale` says how much larger than usual they may be."""
    wish = scale * (FACE_MM if deck is not None and any(card.card.isdigit() for card in cards) else CARD_MM)
    return min(wish, (room - GAP_MM * (len(cards) - 1)) / len(cards))


def row_height(cards: Sequence[Shown], width: float) -> float:
    """Return how high a row of cards is with what stands below them."""
    tags = _TAG_MM if any(card.mark for card in cards) else 0.0
    notes = _NOTE_MM * max(len(_lines(card, width)) for card in cards)
    return width * POKER_HEIGHT_MM / POKER_WIDTH_MM + tags + 1.5 + notes


def row(
    deck: Deck | None, cards: Sequence[Shown], width: float, middle: float, top: float, look: Look
) -> Iterator[Mark]:
    """Set cards side by side about `middle`, hanging from `top`."""
    x = middle - (width * len(cards) + GAP_MM * (len(cards) - 1)) / 2
    height = width * POKER_HEIGHT_MM / POKER_WIDTH_MM
    tags = _TAG_MM if any(card.mark for card in cards) else 0.0
    for card in cards:
        yield _card(deck, card.card, x, top - height, width, look)
        if card.mark:
            yield from _tag(card.mark, x + width / 2, top - height - 4.0, look)
        for at, line in enumerate(_lines(card, width)):
            y = top - height - tags - 3.4 - at * _NOTE_MM
            yield Text(x + width / 2, y, line, SANS, _NOTE_PT, "#5B5560", "centre")
        x += width + GAP_MM


def _lines(card: Shown, width: float) -> list[str]:
    from cardgen.pdf.fit import LABEL

    return broken(card.note, SANS, _NOTE_PT, width + GAP_MM - 1.5, LABEL) if card.note else []


def _card(deck: Deck | None, name: str, x: float, y: float, width: float, look: Look) -> PictureMark:
    """Return a card: its face, or where it is but a colour, or of no deck of ours, that or its name."""
    draw: Drawing
    if deck is not None and name == _HIDDEN:
        draw = deck.back
    elif deck is not None and name not in _COLOURS and has_card(deck, name):
        draw = find_card(deck, name).draw
    else:
        draw = partial(_plain, name=name, low=look.low)
    height = width * POKER_HEIGHT_MM / POKER_WIDTH_MM
    return PictureMark(x, y, width, height, partial(_cut, draw=draw), width / POKER_WIDTH_MM)


def _cut(ink: Ink, draw: Drawing) -> None:
    """Draw a card as it is cut, with its contour."""
    size = Size(bleed_mm=0.3)
    outline = rect(0, 0, size.width_mm, size.height_mm, size.radius_mm)
    with ink.clip(outline):
        draw(ink, size)
    ink.draw(outline, None, ink.black, 0.6)


def _plain(ink: Ink, size: Size, name: str, low: bool) -> None:
    """Draw a card of which only the colour is known, or the name."""
    w, h = size.width_mm, size.height_mm
    ink.draw(rect(0, 0, w, h), ink.paper)
    ink.draw(rect(4, 4, w - 8, h - 8, 2), None, ink.black, 0.5)
    if name in _COLOURS:
        fill = PALETTE.red.base if name == "red" else ink.black
        ink.draw(lozenge(w / 2, h * 0.56, 12, 17), None if low else fill, ink.black, 0.8)
    ink.text(w / 2, h * 0.2, name, SANS_SEMIBOLD, 20, align="centre")


def _tag(mark: str, x: float, y: float, look: Look) -> Iterator[Mark]:
    """Set a mark about x: “true” in a round pill, “LIE” in a pointed one."""
    true = mark == "true"
    wide = width_mm(mark, SANS_BOLD, 7.4) / 2 + (1.9 if true else 2.8)
    high, ground = 2.0, "#06573A" if true else PALETTE.red.base
    points = [
        (x - wide, y),
        (x - wide + 2, y + high),
        (x + wide - 2, y + high),
        (x + wide, y),
        (x + wide - 2, y - high),
    ]
    outline = rect(x - wide, y - high, 2 * wide, 2 * high, high) if true else poly([*points, (x - wide + 2, y - high)])
    yield Shape(outline, WHITE if look.low else ground, PALETTE.ink if look.low else None, 0.5)
    yield Text(x, y - 0.9, mark, SANS_BOLD, 7.4, PALETTE.ink if look.low else WHITE, "centre")
