"""Cards as books show them: as printed on the cover, simplified in figures inside the book.

Cards in figures have large indices (the signs in the corners). If a card is too small even for those, only its rank and
suit are drawn. A fact card is set anew in the small size.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from pathlib import Path

from msgspec import Struct

from cardgen.art.tailpieces import CARD_SCALE
from cardgen.pages.blocks import DrawFigure, caption
from cardgen.pages.engine import CAPTION, Element, Measure, TextFace, set_text
from cardgen.pdf import ink as pdf
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import PALETTE, POKER_WIDTH_MM, Drawing, Ink, Mark, PictureMark, Shape, Style
from cardgen.pdf.path import POINTS_PER_MM, ellipse, lozenge, rect
from cardgen.pdf.theme import Colour, legible
from cardgen.pdf.type import FEWEST, LABEL, broken
from factbank.factfile import Card, Pair
from liarsdeck.language import localized, speaking, spoken
from referee import games
from referee.books.text import BACK, SPOT, Figure, Group

DIGIT_MM = 1.9
"""How high a digit in a figure is at least; large print makes that 2.4 and more."""
TALL = pdf.POKER_HEIGHT_MM / POKER_WIDTH_MM

_SIZE = pdf.Size(bleed_mm=0)
_SIGN_MM = 14.7  # a narrower card of ranks is its sign: its large index would be less than a digit's height
_FACT_PT, _NUMBER_PT = 7.0, 8.4
_BEASTS = ("lizard", "snake")


class CardArt(Struct, frozen=True):
    """How the cards of one game are drawn in the game's book.

    `face(name)` returns the function that draws the named card as it is printed. `figure(name, width)` returns the
    function that draws the card simplified for a figure, `width` mm wide. `back` draws the back of the cards.
    """

    face: Callable[[str], Drawing]
    figure: Callable[[str, float], Callable[[Ink], None]]
    back: Drawing


def printed_card(x: float, y: float, scale: float, draw: Drawing, turn: float = 0) -> PictureMark:
    """Return a card as it is printed, with a thin line round it; its lower left corner is at (x, y) in mm.

    `draw` is the card's face or back. `scale` is 1 for the size of a poker card; `turn` is in degrees anticlockwise.
    """
    show = partial(_printed, draw=draw, scale=scale, turn=turn)
    return PictureMark(x, y, POKER_WIDTH_MM * scale, pdf.POKER_HEIGHT_MM * scale, show)


def figure_card(x: float, y: float, width: float, card: str, art: CardArt) -> PictureMark:
    """Return the card named `card`, simplified for a figure and `width` mm wide; its lower left corner is at (x, y).

    `art` draws the cards of the game.
    """
    return PictureMark(x, y, width, width * TALL, art.figure(card, width))


def _printed(ink: Ink, *, draw: Drawing, scale: float, turn: float = 0) -> None:
    with ink.at(0, 0, turn, scale):
        with ink.clip(_SIZE.outline):
            ink.form(("card", draw), lambda inner: draw(inner, _SIZE), _SIZE.box, as_if=CARD_SCALE)
        ink.draw(_SIZE.outline, None, ink.black, 0.45 / scale)


def _blank(ink: Ink, width: float) -> None:
    ink.draw(rect(0, 0, width, width * TALL, _SIZE.radius_mm * width / POKER_WIDTH_MM), ink.paper, ink.black, 0.45)


def art_of(game: str) -> CardArt:
    """Return how the cards of the game with this name are drawn in its book. Raises RecordError for no such game."""
    if games.game(game).needs_facts:
        return _facts_art(localized(f"examples/{game}.json"))
    return _deck_art(game, spoken())


@lru_cache(maxsize=8)
def _deck_art(game: str, code: str) -> CardArt:
    """Return how the cards of a game with a fixed deck are drawn, with words in the language `code`."""
    from cardgen.decks import DeckOptions, make_deck

    with speaking(code):
        plain, large = (make_deck(game, DeckOptions(indices=kind)) for kind in ("normal", "jumbo"))
    faces, figures = ({BACK: plain.back} for _ in range(2))
    for card, larger in zip(plain.cards, large.cards, strict=True):
        # Copies are told apart by their colour, in the suits' order: lizard, lizard-d, lizard-h, lizard-s.
        copies = sum(card.name == name.partition("-")[0] for name in faces)
        name = f"{card.name}-{'cdhs'[copies]}" if copies else card.name
        # A beast is a tenth of the whole book: the cover shows those of the figures.
        faces[name], figures[name] = larger.draw if card.name in _BEASTS else card.draw, larger.draw
    ranked = games.game(game).ranked

    def figure(card: str, width: float) -> Callable[[Ink], None]:
        if width < _SIGN_MM and card.partition("-")[0] not in (BACK, *_BEASTS):
            return partial(_sign, card=card, width=width, ranked=ranked)
        return partial(_printed, draw=figures[card], scale=width / POKER_WIDTH_MM)

    return CardArt(faces.__getitem__, figure, plain.back)


def _sign(ink: Ink, *, card: str, width: float, ranked: bool) -> None:
    """Draw a card `width` mm wide that is too small for its printed face.

    A playing card shows its rank over its suit, or its suit alone if the game has no ranks (`ranked` is false). A card
    of Liars' Guess shows the letter of its colour and its number over its shape.
    """
    from cardgen.art.shapes import draw_small_shape, draw_suit, suit_colour
    from cardgen.art.standard import draw_rank

    _blank(ink, width)
    x, high, west = width / 2, width * TALL, len(card) == 3
    size = 10 * max(DIGIT_MM, width * (0.26 if west else 0.3)) / lettering.cap_mm(lettering.SANS_SEMIBOLD, 10)
    drop = lettering.cap_mm(lettering.SANS_SEMIBOLD, size) / 2
    if west:
        text = card[0].upper() + card[2] * ranked
        ink.text(x, high * 0.74 - drop, text, lettering.SANS_SEMIBOLD, size, None, "centre", track=40)
        draw_small_shape(ink, card[1], card[0], x, high * 0.32, width * 0.5)
    elif ranked:
        draw_rank(ink, card[0].replace("T", "10"), x, high * 0.72 - drop, size, suit_colour(ink, card[1]))
        draw_suit(ink, card[1], x, high * 0.3, width * 0.44)
    else:
        draw_suit(ink, card[1], x, high / 2, width * 0.6)


# ---- cards of facts


@lru_cache(maxsize=8)
def _facts_art(examples: Path) -> CardArt:
    from cardgen.art.backs import draw_harlequin
    from cardgen.decks.faces import liars_lair
    from factbank.factfile import read

    facts = read(examples)
    known = {str(card.number): (card, pair) for pair in facts.pairs for card in pair.cards}

    def face(number: str) -> Drawing:
        card, pair = known[number]
        return partial(liars_lair.draw_face, card=card, pair=pair)

    def figure(number: str, width: float) -> Callable[[Ink], None]:
        if number == BACK:
            return partial(_printed, draw=draw_harlequin, scale=width / POKER_WIDTH_MM)
        card, pair = known[number]
        return partial(_fact, card=card, pair=pair, width=width)

    return CardArt(face, figure, draw_harlequin)


def _fact(ink: Ink, *, card: Card, pair: Pair, width: float) -> None:
    """Draw a fact card `width` mm wide, with the parts of its printed face.

    The parts are the card's number, the opening of the sentence, the pair's emblem, the card's own ending on a band,
    and the closing. `card` is one of the two cards of `pair`.
    """
    from cardgen.art.pictures import ACROSS, draw_emblem
    from cardgen.decks.faces.liars_lair import claim_of

    claim, which = claim_of(pair), pair.cards.index(card)
    tone, high, edge = getattr(ink.palette, claim.voice.tone), width * TALL, 1.3
    inner = width - 2 * edge

    def lines(text: str, font: str, points: float, room: float, y: float, fill: Colour | None = None) -> float:
        """Draw a text in centred lines from `y` down, and return the y below the last line; in mm.

        The lines are centred in a column `room` mm wide at the right edge of the card. `points` is the type size,
        reduced to 80 % if needed. `fill` is the colour (None: black).
        """
        points = next(
            (size for size in (points, 0.9 * points, 0.8 * points) if _fits(text, font, size, room, 9)), points
        )
        face = TextFace(points, points * 0.4 * POINTS_PER_MM, font, fill=fill)
        marks, below = set_text(text, face, width - edge - room / 2, y - 0.72 * face.pitch, room)
        pdf.draw(ink, marks)
        return below + 0.72 * face.pitch

    _blank(ink, width)
    nx, ny = edge + 2.8, high - edge - 3.8
    ink.draw(lozenge(nx, ny, 3.0, 3.8), None if ink.low else ink.black, ink.black, 0.5, join="mitre")
    ink.text(
        nx, ny - lettering.cap_mm(lettering.SANS_SEMIBOLD, _NUMBER_PT) / 2, str(card.number), lettering.SANS_SEMIBOLD,
        _NUMBER_PT, ink.black if ink.low else ink.paper, "centre", track=-20, stretch=0.84 if card.number > 9 else 1.0,
    )  # fmt: skip
    top = min(lines(claim.opening, lettering.SERIF, _FACT_PT, inner - 6.2, high - edge - 0.4), ny - 4.3) - 0.5
    closing = broken(claim.closing, lettering.SERIF, _FACT_PT, inner, FEWEST) if claim.closing else []
    foot = edge + _FACT_PT * 0.4 * len(closing) + (0.4 if closing else 0)
    lines(claim.closing, lettering.SERIF, _FACT_PT, inner, foot)
    said, font = claim.endings[which], lettering.SERIF_SEMIBOLD
    points = next((size for size in (9.6, 8.8, 8.0) if _fits(said, font, size, inner - 1)), _FACT_PT)
    band = foot + points * 0.4 * len(broken(said, font, points, inner - 1, FEWEST)) + 1.6
    if not ink.low:
        dark = ink.palette.ink if claim.voice.tone == "yellow" else legible(tone.base, tone.shade, (ink.palette.paper,))
        ink.draw(rect(edge, band, inner, top - band), tone.tint)
        ink.draw(rect(edge, foot, inner, band - foot), dark)
        ink.draw(ellipse(width / 2, (top + band) / 2, 0.42 * (top - band)), ink.palette.sun)
    lines(said, font, points, inner, band - 0.8, None if ink.low else ink.palette.paper)
    ink.line(edge, band, width - edge, band, 0.6, ink.black, cap="butt")
    ink.draw(rect(edge, foot, inner, top - foot), None, ink.black, 0.4, join="mitre")
    ink.form(
        ("emblem", claim.emblem), lambda i: draw_emblem(i, claim.emblem, i.paper), (-9, -9, 9, 9), width / 2,
        (top + band) / 2, scale=0.86 * (top - band) / ACROSS,
    )  # fmt: skip


def _fits(words: str, font: str, points: float, width: float, most: int = 2) -> bool:
    """Return whether the words fit in at most `most` lines of `width` mm, with no word wider than a line."""
    try:
        return not words or len(broken(words, font, points, width, FEWEST)) <= most
    except lettering.TooWide:
        return False


_PAD = 3.2
_WIDTHS = (24.3, 21.0, 17.0)  # of a card, where a figure has one row, two, or more
_FACT_MM = 26.4
_INNER, _BETWEEN, _MOST_BETWEEN = 1.5, 2.2, 9.0  # from card to card in a group, and from group to group
_LEAST_SHARE = 0.75  # cards that would be smaller than that part of what was wished go into two rows


def figures(art: CardArt) -> DrawFigure:
    """Return the function that makes the figures of a book for `blocks`; `art` draws the cards in them."""
    return partial(_figure, art=art)


def _figure(figure: Figure, measure: Measure, look: Style, *, art: CardArt) -> Element:
    marks, foot = _cards(figure, measure, look, art)
    for line in caption(figure.caption, measure.width - 2 * _PAD - 6, look) if figure.caption else ():
        foot -= CAPTION.pitch
        marks += [pdf.moved(mark, measure.width / 2, foot + CAPTION.pitch * 0.26) for mark in line]
    height = 3.0 - foot
    return Element(height, (look.panel(0, -height, measure.width, height), *marks), before=3.6)


# ---- cards


Row = Sequence[Group]


def _count(row: Row) -> int:
    return sum(len(group.cards) for group in row)


def _cards(figure: Figure, measure: Measure, look: Style, art: CardArt) -> tuple[list[Mark], float]:
    """Return the marks of a figure's cards and labels, and the y in mm of their lower edge.

    A figure has rows, and a row has groups of cards, each with a label below it. On a narrow page a row becomes two.
    """
    room = measure.width - 2 * _PAD
    rows: list[Row] = list(figure.rows)
    facts = any(card.isdigit() for group in figure.groups for card in group.cards)
    wished = _FACT_MM if facts else _WIDTHS[-1 if figure.small else min(len(rows), len(_WIDTHS)) - 1]

    def fitting(row: Row) -> float:
        """Return the width in mm that each card of the row may have, so that the row fits the page."""
        return (room - _BETWEEN * (len(row) - 1) - _INNER * (_count(row) - len(row))) / _count(row)

    def halves(row: Row) -> list[Row]:
        """Return the two rows into which a row is divided between groups, for a narrow page.

        A row of under four cards or of one group stays whole and is returned alone.
        """
        middle = (len(row) + 1) // 2
        return [row] if _count(row) < 4 or len(row) < 2 else [row[:middle], row[middle:]]

    if min(map(fitting, rows)) < _LEAST_SHARE * wished:
        rows = [half for row in rows for half in halves(row)]  # a narrow page: two rows rather than stamps
    width = min(wished, *map(fitting, rows))
    marks: list[Mark] = []
    foot = -_PAD
    for at, row in enumerate(rows):
        taken = width * _count(row) + _INNER * (_count(row) - len(row))
        gap = min(_MOST_BETWEEN, (room - taken) / max(1, len(row) - 1))
        x = (measure.width - taken - gap * (len(row) - 1)) / 2
        top = foot - (2.4 if at else 0) - width * TALL
        deep, bar = 0.0, 1.3 if any(len(group.cards) > 1 for group in row) else 0.0
        for group in row:
            across = len(group.cards) * (width + _INNER) - _INNER
            for step, card in enumerate(group.cards):
                left = x + step * (width + _INNER)
                if card == SPOT:
                    spot = ellipse(left + width / 2, top + width * TALL / 2, width * 0.45)
                    marks.append(Shape(spot, None, PALETTE.ink, 0.6, dash=(2.2, 2.2)))
                else:
                    marks.append(figure_card(left, top, width, card, art))
            if group.label:  # with a bar under all of its cards where they are several
                font = lettering.SANS_SEMIBOLD if group.strong else lettering.SANS
                face, low = TextFace(8.2, 3.3 * POINTS_PER_MM, font), top - 3.9 - bar * 0.7
                label, below = set_text(group.label, face, x + across / 2, low, across + gap - 0.6, costs=LABEL)
                if len(group.cards) > 1:
                    marks.append(look.rule(x, top - bar, x + across, top - bar, 0.5))
                marks += label
                deep = max(deep, top - 1.1 - below)
            x += across + gap
        foot = top - (deep or 1.8)
    return marks, foot
