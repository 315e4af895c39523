"""Cards as the books draw them: on the cover as they are printed, in figures small and still to be read.

Figures wear the large indices; where even those would be too small, a card is its sign. A card of facts is set anew at
its size, with the claim in the type of a caption.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.pdf import fonts as lettering
from cardgen.pdf.drawing import POKER_HEIGHT_MM, POKER_WIDTH_MM, Drawing, Size
from cardgen.pdf.fit import FEWEST, LABEL, broken
from cardgen.pdf.marks import PictureMark
from cardgen.pdf.path import ellipse, lozenge, rect
from referee.books.text import BACK

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from factbank.facts import Card, Pair

DIGIT_MM = 1.9
"""How high a digit in a figure is at least; large print makes that 2.4 and more."""
CARD_SCALE = 0.385
"""How large cards in the text are at most; the art that is stored for them serves the cover, too."""
TALL = POKER_HEIGHT_MM / POKER_WIDTH_MM

_SIZE = Size(bleed_mm=0)
_SIGN_MM = 14.7  # a narrower card of ranks is its sign: its large index would be less than a digit's height
_FACT_PT, _NUMBER_PT = 7.0, 8.4
_DECKS = {"liars-guess": "west"}
_BEASTS = ("lizard", "snake")


class CardArt(Struct, frozen=True):
    """The cards of a game: how each is printed, how a figure draws it at a width in millimetres, and the back."""

    face: Callable[[str], Drawing]
    figure: Callable[[str, float], Callable[[Ink], None]]
    back: Drawing


def printed_card(x: float, y: float, scale: float, draw: Drawing, turn: float = 0) -> PictureMark:
    """A card as it is printed, its lower left corner at (x, y), with a hairline for an edge."""
    show = partial(_printed, draw=draw, scale=scale, turn=turn)
    return PictureMark(x, y, POKER_WIDTH_MM * scale, POKER_HEIGHT_MM * scale, show)


def figure_card(x: float, y: float, width: float, card: str, art: CardArt) -> PictureMark:
    """A card in a figure, its lower left corner at (x, y)."""
    return PictureMark(x, y, width, width * TALL, art.figure(card, width))


def _printed(ink: Ink, *, draw: Drawing, scale: float, turn: float = 0) -> None:
    outline = rect(0, 0, POKER_WIDTH_MM, POKER_HEIGHT_MM, _SIZE.radius_mm)
    with ink.at(0, 0, turn, scale):
        with ink.clip(outline):
            box = (0, 0, POKER_WIDTH_MM, POKER_HEIGHT_MM)
            ink.form(("card", draw), lambda inner: draw(inner, _SIZE), box, as_if=CARD_SCALE)
        ink.draw(outline, None, ink.black, 0.45 / scale)


def _blank(ink: Ink, width: float) -> None:
    ink.draw(rect(0, 0, width, width * TALL, _SIZE.radius_mm * width / POKER_WIDTH_MM), ink.paper, ink.black, 0.45)


@lru_cache(maxsize=8)
def art_of(game: str) -> CardArt:
    """Return the cards of a game's book."""
    return _facts_art(game) if game == "liars-lair" else _deck_art(game)


def _deck_art(game: str) -> CardArt:
    from cardgen.decks.faces import DeckOptions, make_deck

    plain, large = (make_deck(_DECKS.get(game, game), DeckOptions(indices=kind)) for kind in ("normal", "jumbo"))
    faces, figures = ({BACK: plain.back} for _ in range(2))
    for card, larger in zip(plain.cards, large.cards, strict=True):
        # Copies are told apart by their colour, in the suits' order: lizard, lizard-d, lizard-h, lizard-s.
        copies = sum(card.name == name.partition("-")[0] for name in faces)
        name = f"{card.name}-{'cdhs'[copies]}" if copies else card.name
        # A beast is a tenth of the whole book: the cover shows those of the figures.
        faces[name], figures[name] = larger.draw if card.name in _BEASTS else card.draw, larger.draw
        if game == "liars-guess":
            assert isinstance(larger.draw, partial)
            figures[name] = partial(larger.draw.func, **larger.draw.keywords, marked=False)
    ranked = game != "red-and-black"

    def figure(card: str, width: float) -> Callable[[Ink], None]:
        if width < _SIGN_MM and card.partition("-")[0] not in (BACK, *_BEASTS):
            return partial(_west_sign if len(card) == 3 else _sign, card=card, width=width, ranked=ranked)
        return partial(_printed, draw=figures[card], scale=width / POKER_WIDTH_MM)

    return CardArt(faces.__getitem__, figure, plain.back)


def _sign(ink: Ink, *, card: str, width: float, ranked: bool) -> None:
    """A standard card from afar: its rank over its suit, or where ranks don't count the suit alone."""
    from cardgen.art.index import draw_rank
    from cardgen.art.suits import draw_suit, suit_colour

    _blank(ink, width)
    x, high, suit = width / 2, width * TALL, card[1]
    if not ranked:
        draw_suit(ink, suit, x, high / 2, width * 0.6)
        return
    size = _digits_pt(max(DIGIT_MM, width * 0.3))
    cap = lettering.cap_mm(lettering.SANS_SEMIBOLD, size)
    draw_rank(ink, card[0].replace("T", "10"), x, high * 0.72 - cap / 2, size, suit_colour(ink, suit))
    draw_suit(ink, suit, x, high * 0.3, width * 0.44)


def _west_sign(ink: Ink, *, card: str, width: float, ranked: bool) -> None:
    """A card of West from afar: its letter and number over its shape."""
    from cardgen.art.shapes import draw_small_shape

    _blank(ink, width)
    size = _digits_pt(max(DIGIT_MM, width * 0.26))
    cap = lettering.cap_mm(lettering.SANS_SEMIBOLD, size)
    text = card[0].upper() + card[2] * ranked
    ink.text(width / 2, width * TALL * 0.74 - cap / 2, text, lettering.SANS_SEMIBOLD, size, None, "centre", track=40)
    draw_small_shape(ink, card[1], card[0], width / 2, width * TALL * 0.32, width * 0.5)


def _digits_pt(high_mm: float) -> float:
    return 10 * high_mm / lettering.cap_mm(lettering.SANS_SEMIBOLD, 10)


# ---- cards of facts


def _facts_art(game: str) -> CardArt:
    from cardgen.art.backs.harlequin import draw_back
    from cardgen.decks.faces import liars_lair
    from factbank.facts import read
    from referee.books.rulebook import templates

    facts = read(templates() / "examples" / f"{game}.json")
    known = {str(card.number): (card, pair) for pair in facts.pairs for card in pair.cards}

    def face(number: str) -> Drawing:
        card, pair = known[number]
        return partial(liars_lair.draw_face, card=card, pair=pair)

    def figure(number: str, width: float) -> Callable[[Ink], None]:
        if number == BACK:
            return partial(_printed, draw=draw_back, scale=width / POKER_WIDTH_MM)
        card, pair = known[number]
        return partial(_fact, card=card, pair=pair, width=width)

    return CardArt(face, figure, draw_back)


def _fact(ink: Ink, *, card: Card, pair: Pair, width: float) -> None:
    """A card of facts: number and title, a rule, the claim, the emblem."""
    from cardgen.art.emblems import ACROSS, draw_emblem
    from factbank.emblems import emblem_of

    _blank(ink, width)
    high, edge = width * TALL, 1.4
    nx, ny = 4.1, high - 5.2
    ink.draw(lozenge(nx, ny, 3.0, 3.8), None if ink.low else ink.black, ink.black, 0.5, join="mitre")
    number_y = ny - lettering.cap_mm(lettering.SANS_SEMIBOLD, _NUMBER_PT) / 2
    number = str(card.number)
    ink.text(
        nx, number_y, number, lettering.SANS_SEMIBOLD, _NUMBER_PT, ink.black if ink.low else ink.paper, "centre",
        track=-20, stretch=0.84 if len(number) > 1 else 1.0,
    )  # fmt: skip
    left = nx + 3.4
    lines = broken(pair.title, lettering.SERIF_SEMIBOLD, _FACT_PT, width - left - 0.5, LABEL)
    y = ny + (len(lines) - 1) * 1.4 - 0.85
    for line in lines:
        ink.text((left + width - 0.5) / 2, y, line, lettering.SERIF_SEMIBOLD, _FACT_PT, None, "centre")
        y -= 2.8
    rule = ny - 5.0
    ink.line(edge + 1, rule, width - edge - 1, rule, 0.4, ink.palette.red.base)
    y = rule - 3.4
    for line in broken(card.text, lettering.SERIF, _FACT_PT + 0.2, width - 2 * edge, FEWEST):
        ink.text(width / 2, y, line, lettering.SERIF, _FACT_PT + 0.2, None, "centre")
        y -= 2.95
    tall = min(11.0, y + 1.4 - edge)
    middle = edge + tall / 2
    if not ink.low:
        ink.draw(ellipse(width / 2, middle, 0.405 * tall), ink.palette.plate)
    name = emblem_of(pair)
    ink.form(
        ("emblem", name), lambda i: draw_emblem(i, name, i.paper), (-9, -9, 9, 9), width / 2, middle,
        scale=tall / ACROSS,
    )  # fmt: skip
