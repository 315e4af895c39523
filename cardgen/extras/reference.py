"""Reference cards: what a player may do, front and back, one card a player."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

import msgspec

from cardgen.book.blocks import blocks
from cardgen.book.marks import Element
from cardgen.book.measure import Measure
from cardgen.book.text import TextFace
from cardgen.decks.model import CardFace, Deck
from cardgen.errors import PrintError
from cardgen.extras.flow import FENCE, Way, flow, read_flow
from cardgen.extras.occasion import Occasion
from cardgen.layout.impose import SheetOptions
from cardgen.layout.paper import CARDS, CardSize
from cardgen.pdf import fonts as lettering
from cardgen.pdf.drawing import Drawing, Size
from cardgen.pdf.fit import TooWide
from cardgen.pdf.marks import Look, Shape, Text, draw
from cardgen.pdf.path import lozenge
from referee.books import rulebook

if TYPE_CHECKING:
    from markdown_it.token import Token

    from cardgen.pdf.ink import Ink
    from factbank.facts import Facts

_SIZES = (9.4, 9.2, 9.0, 8.8, 8.6, 8.4, 8.2, 8.0, 7.8, 7.6, 7.4, 7.2, 7.0)
_GAPS = ((1.9, 1.7, 8.0), (1.6, 1.3, 7.0), (1.3, 0.7, 7.0), (1.0, 0.3, 7.0))
"""Between paragraphs and between steps, in millimetres, down to which size of type."""
_INSET = 6.0


def reference_deck(game: str, options: msgspec.Struct, players: int, facts: Facts | None = None) -> Deck:
    """Return one reference card a player, front and back, as a deck for `deckpdf`; `facts` say what titles tell.

    They are meant for poker cards or larger; drawing raises PrintError where the text doesn't fit.
    """
    from referee import games

    title = games.game(game).title.replace("'", "’")
    tone = rulebook.looks(game)[1]
    text = rulebook.fragment(f"cards/{game}.md.j2", game, options, players, kit=rulebook.kit_of(facts))
    # What is said to the referee is not broken in two.
    text = re.sub(r"(?<!`)`[^`\n]+`(?!`)", lambda said: said[0].replace(" ", "\u00a0"), text)
    _, front, back = (f"# {side}" for side in f"\n{text}".split("\n# "))
    faces = tuple(
        CardFace(f"reference-{number}", f"Reference card {number}", partial(_draw_side, text=front, tone=tone))
        for number in range(1, players + 1)
    )
    # All faces share one drawing, so that it is stored once.
    faces = tuple(msgspec.structs.replace(face, draw=faces[0].draw) for face in faces)
    return Deck(
        f"{game}-reference",
        f"{title}: reference cards",
        faces,
        partial(_draw_side, text=back, tone=tone),
        back_turns=False,
        game=game,
    )


def has_reference(game: str) -> bool:
    """Tell whether somebody has written what stands on a game's reference cards."""
    return (rulebook.templates() / "cards" / f"{game}.md.j2").is_file()


def reference_card(table: Occasion, sheet: SheetOptions) -> CardSize:
    """Return what a game's reference cards are printed on: the sheet's own cards, or poker cards where those are small.

    A card that is at least as large as a poker card stays as it is.
    """
    poker = CARDS["poker"]
    if sheet.card.width_mm >= poker.width_mm and sheet.card.height_mm >= poker.height_mm:
        return sheet.card
    deck = reference_deck(table.game, table.options, table.players, table.facts)
    size = Size(sheet.card.width_mm, sheet.card.height_mm)
    fits = all(_fits(draw, size) for draw in (deck.cards[0].draw, deck.back))
    return sheet.card if fits else poker


def _fits(draw: Drawing, size: Size) -> bool:
    assert isinstance(draw, partial)
    return _set_on(size, draw.keywords["text"], Look()) is not None


def _set_on(size: Size, text: str, look: Look) -> tuple[str, tuple[Element, ...], float] | None:
    k = size.scale
    width, height = size.width_mm - 2 * _INSET * k, size.height_mm - 26.0 * k
    return _setting(text, round(width, 3), round(height, 3), look)


@cache
def _setting(text: str, width: float, height: float, look: Look) -> tuple[str, tuple[Element, ...], float] | None:
    """Set a side as large as it fits: its title, its blocks, and how far the gaps between them grow."""
    heading, _, body = text.strip().partition("\n")
    pieces = tuple(_pieces(body))
    for paragraph, step, least in _GAPS:
        sizes = [size for size in _SIZES if size >= least]
        low_at, found = 0, None
        high_at = len(sizes)  # from there on sizes fit
        while low_at < high_at:
            middle = (low_at + high_at) // 2
            elements = _elements(pieces, _measure(width, sizes[middle], paragraph, step), look)
            gaps = sum(element.before for element in elements[1:])
            used = sum(element.height for element in elements) + gaps
            if elements and used <= height:
                high_at = middle
                found = elements, 1 + (min(1.2, (height - used) / gaps * 0.85) if gaps else 0)
            else:
                low_at = middle + 1
        if found:
            return heading.lstrip("# "), *found
    return None


def _measure(width: float, size: float, paragraph: float, step: float) -> Measure:
    face = TextFace(size=size, leading=size * 1.26)
    return Measure(
        width, body=face, table=face, example=face, subheading=7.2, paragraph=paragraph, step=step, indent=6.2
    )


def _pieces(body: str) -> Iterator[tuple[Way, ...] | list[Token]]:
    """Read a side's text: charts, and what stands between them as tokens."""
    for at, piece in enumerate(FENCE.split(body)):
        if at % 2:
            yield tuple(read_flow(piece))
        elif piece.strip():
            yield rulebook.parse(piece)


def _elements(pieces: Sequence[tuple[Way, ...] | list[Token]], measure: Measure, look: Look) -> tuple[Element, ...]:
    """Set a side's text, charts among it; nothing where a word is wider than its line."""
    out: list[Element] = []
    try:
        for piece in pieces:
            out += [flow(piece, measure, look)] if isinstance(piece, tuple) else blocks(piece, measure, look)
    except TooWide:
        return ()
    return tuple(out)


def _draw_side(ink: Ink, size: Size, *, text: str, tone: str) -> None:
    w, h, k = size.width_mm, size.height_mm, size.scale
    inset = _INSET * k
    top = h - 17.6 * k
    look = Look(low=ink.low, accent=getattr(ink.palette, tone).base, palette=ink.palette)
    found = _set_on(size, text, look)
    if found is None:
        raise PrintError(
            f"a reference card of {w:g} × {h:g} mm has no room for its text in 7 points: print them on poker cards"
        )
    title, elements, grow = found
    ink.draw(size.ground, ink.paper)
    middle, rule = w / 2, h - 13.9 * k
    heading = Text(middle, h - 10.2 * k, title, lettering.SERIF_SEMIBOLD, max(9.0, 13.5 * k), align="centre")
    draw(ink, (heading,), 0, 0)
    for side in (-1, 1):
        ink.line(middle + side * 2.6 * k, rule, middle + side * (w / 2 - 6.5 * k), rule, cap="butt")
    draw(ink, (Shape(lozenge(middle, rule, 1.15 * k, 1.6 * k), look.accent),), 0, 0)
    y = top
    for at, element in enumerate(elements):
        y -= element.before * grow if at else 0
        draw(ink, element.marks, inset, y)
        y -= element.height
    for side in (-1, 1):
        ink.line(middle + side * 2.2 * k, 5.6 * k, middle + side * 8.0 * k, 5.6 * k, cap="butt")
        ink.draw(lozenge(middle + side * 9.0 * k, 5.6 * k, 0.6 * k, 0.85 * k), ink.black)
    draw(ink, (Shape(lozenge(middle, 5.6 * k, 0.9 * k, 1.3 * k), look.accent),), 0, 0)
