"""Signs of the pictures: small cards with one large thing on them, chips, words that are said, parts of a kit.

A sign is drawn with its lower left corner at the origin, `HIGH` millimetres high at most.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cardgen.art.icons import draw_icon
from cardgen.art.shapes import COLOURS, shape_path, suit_path
from cardgen.art.signs import draw_chip
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import PALETTE, Ink, Look, Mark, PictureMark, Shape, Text, moved
from cardgen.pdf.path import arc, ellipse, lozenge, poly, rect, segment
from cardgen.pdf.theme import WHITE, Colour
from cardgen.pdf.type import LABEL, broken
from referee.books.teach import Sign, claim_words, is_card

HIGH, WIDE = 16.8, 12.0
"""A small card, in millimetres."""
LOW = 9.6
"""How high a row of nothing but words, numbers and arrows is."""
_FLAT = frozenset(("note", "arrow", "swap", "gap"))
_WORDS_PT, _WORDS_PITCH = 8.8, 3.5
_CLAIM_WIDE, _CLAIM_STEP = 17.6, 4.6
"""A card of Liar's Lair, and how much is seen of one that lies under another."""
_BEASTS = {"lizard": PALETTE.green.base, "snake": PALETTE.red.base}


def is_flat(sign: Sign) -> bool:
    """Say whether a sign stands in the middle of its row, no higher than `LOW`."""
    return sign.what in _FLAT or len(sign.what) == 1


def least_scale(sign: Sign) -> float:
    """How far a sign may be drawn smaller: what has words on it must stay readable."""
    return {"claim": 0.95, "say": 1.0, "bet": 1.0}.get(sign.what, 0.62)


def sign_marks(sign: Sign, look: Look) -> tuple[list[Mark], float]:
    """Return a sign's marks and its width."""
    marks, width = _drawn(sign, look)
    if sign.out:
        x, y, r = width - 1.6, HIGH - 1.2, 2.3
        marks += [
            Shape(ellipse(x, y, r), WHITE if look.low else PALETTE.red.base, PALETTE.ink if look.low else WHITE, 0.8),
            *(
                Shape(
                    segment(x - 1.1, y - way, x + 1.1, y + way), None, PALETTE.ink if look.low else WHITE, 1.5, "round"
                )
                for way in (1.1, -1.1)
            ),
        ]
    return marks, width


def _drawn(sign: Sign, look: Look) -> tuple[list[Mark], float]:
    match sign.what:
        case "claim":
            return _claims(sign, look)
        case "say":
            return _speech(sign.text, look)
        case "note" | "bet":
            return _written(sign, look)
        case "back" if sign.text:
            return _backs(int(sign.text), look)
        case "gap":
            return [], 2.0
        case "arrow" | "swap":
            return _arrow(both=sign.what == "swap"), 7.0
        case "red" | "black" | "back" | "card":
            return _card(sign, look), WIDE
        case what if is_card(what):
            return _card(sign, look), WIDE
        case what if what in PARTS:
            width, draw = PARTS[what]
            return [PictureMark(0, 0, width, HIGH, partial(draw, look=look, text=sign.text))], width
        case what:
            width = lettering.width_mm(what, lettering.SERIF_SEMIBOLD, 15)
            return [Text(0, HIGH / 2 - 1.9, what, lettering.SERIF_SEMIBOLD, 15)], width


# --- cards


def _edge(look: Look, width: float, *, strong: bool, fill: Colour | None = None) -> list[Mark]:
    """A card's outline; a stressed one stands in a frame of the game's colour."""
    outline = rect(0, 0, width, HIGH, 1.1)
    marks: list[Mark] = []
    if strong:
        halo = rect(-0.9, -0.9, width + 1.8, HIGH + 1.8, 1.9)
        marks.append(Shape(halo, None, PALETTE.ink if look.low else look.accent, 1.9, join="round"))
    return [*marks, Shape(outline, fill or WHITE, PALETTE.ink, 0.7, join="round")]


def _cover(look: Look) -> Colour:
    return WHITE if look.low else look.cover or look.accent


def _card(sign: Sign, look: Look) -> list[Mark]:
    middle, what = WIDE / 2, sign.what
    if what == "back":
        return [*_edge(look, WIDE, strong=sign.strong, fill=_cover(look)), *_back(look)]
    marks = _edge(look, WIDE, strong=sign.strong)
    if what in _BEASTS:
        colour = PALETTE.ink if look.low else _BEASTS[what]
        beast = partial(_beast, name=what, colour=colour)
        return [*marks, PictureMark(0, 0, WIDE, HIGH, beast)]
    if what in ("red", "black"):
        suit, tone = ("h", PALETTE.red.base) if what == "red" else ("s", PALETTE.ink)
        return [*marks, Shape(suit_path(suit, middle, HIGH / 2, 9.0), tone)]
    if what[-1] in "cdhs":
        return [*marks, *_index(what[0].replace("T", "10"), what[-1])]
    tone = getattr(PALETTE, COLOURS[what[0]]).base
    return [
        *marks,
        Text(middle, HIGH - 6.4, what[0].upper() + what[2], lettering.SANS_SEMIBOLD, 14.5, align="centre"),
        Shape(shape_path(what[1], middle, 5.0, 7.0), tone, PALETTE.ink, 0.7),
    ]


def _beast(ink: Ink, *, name: str, colour: Colour) -> None:
    """Draw a beast's outline, which is stored once."""
    box = (0.0, 0.0, WIDE, HIGH)
    ink.form(
        ("sign", name, colour), lambda pen: draw_icon(pen, name, WIDE / 2, HIGH / 2, 12.0, colour, WHITE), box, as_if=1
    )


def _index(rank: str, suit: str) -> list[Mark]:
    tone = PALETTE.red.base if suit in "dh" else PALETTE.ink
    return [
        Text(WIDE / 2, HIGH - 7.4, rank, lettering.SANS_SEMIBOLD, 20, tone, "centre"),
        Shape(suit_path(suit, WIDE / 2, 4.6, 6.4), tone),
    ]


def _back(look: Look) -> list[Mark]:
    inner = PALETTE.ink if look.low else PALETTE.paper
    return [
        Shape(rect(1.2, 1.2, WIDE - 2.4, HIGH - 2.4, 0.7), None, inner, 0.5),
        Shape(lozenge(WIDE / 2, HIGH / 2, 2.7, 4.0), None if look.low else inner, inner, 0.5),
        Shape(lozenge(WIDE / 2, HIGH / 2, 1.3, 2.0), PALETTE.ink if look.low else _cover(look)),
    ]


def _backs(count: int, look: Look) -> tuple[list[Mark], float]:
    """A hand, face down: cards that overlap."""
    step = min(4.4, 24.0 / max(1, count - 1))
    marks: list[Mark] = []
    for at in range(count):
        marks += [moved(mark, at * step, 0) for mark in _card(Sign("back"), look)]
    return marks, WIDE + step * (count - 1)


def _claims(sign: Sign, look: Look) -> tuple[list[Mark], float]:
    """A card of Liar's Lair, its number and title over a rule, as on the real ones; and those of its hand beneath."""
    *under, number, title, words = claim_words(sign.text)
    marks: list[Mark] = []
    for at, covered in enumerate(under):
        marks += [moved(mark, at * _CLAIM_STEP, 0) for mark in _claim(covered, "", "", look, strong=False)]
    x = len(under) * _CLAIM_STEP
    marks += [moved(mark, x, 0) for mark in _claim(number, title, words, look, strong=sign.strong)]
    return marks, x + _CLAIM_WIDE


def _claim(number: str, title: str, words: str, look: Look, *, strong: bool) -> list[Mark]:
    tone = PALETTE.ink if look.low else look.accent
    marks = _edge(look, _CLAIM_WIDE, strong=strong)
    marks.append(Text(1.2, HIGH - 3.7, number, lettering.SANS_SEMIBOLD, _WORDS_PT, tone))
    if not words:
        return marks
    left = 2.0 + lettering.width_mm(number, lettering.SANS_SEMIBOLD, _WORDS_PT)
    marks.append(
        Text((left + _CLAIM_WIDE - 1.2) / 2, HIGH - 3.7, title, lettering.SERIF_SEMIBOLD, _WORDS_PT, align="centre")
    )
    marks.append(look.rule(1.2, HIGH - 5.2, _CLAIM_WIDE - 1.2, HIGH - 5.2, 0.4))
    lines = broken(words, lettering.SERIF, _WORDS_PT, _CLAIM_WIDE - 1.6, LABEL)
    top = (HIGH - 5.2) / 2 + (len(lines) - 1) * _WORDS_PITCH / 2 - 0.9
    for at, line in enumerate(lines):
        marks.append(Text(_CLAIM_WIDE / 2, top - at * _WORDS_PITCH, line, lettering.SERIF, _WORDS_PT, align="centre"))
    return marks


# --- words and numbers


def _speech(text: str, look: Look) -> tuple[list[Mark], float]:
    """Words in a bubble, and who says them: a head and shoulders under it."""
    lines = broken(text, lettering.SERIF_ITALIC, 8.8, 21.0)
    width = max(14.0, *(lettering.width_mm(line, lettering.SERIF_ITALIC, 8.8) + 4.4 for line in lines))
    high = len(lines) * 3.5 + 2.6
    foot, middle = HIGH - high, width / 2
    tail = poly([(middle + 2.4, foot + 0.1), (middle + 0.6, foot - 1.7), (middle + 5.4, foot + 0.1)])
    marks: list[Mark] = [
        Shape(arc(middle - 1, 0, 2.5, 0, 180, 2.7).close(), WHITE if look.low else look.accent, PALETTE.ink, 0.5),
        Shape(ellipse(middle - 1, 3.9, 1.4), PALETTE.ink),
        Shape(rect(0, foot, width, high, 1.8), WHITE, PALETTE.ink, 0.7, join="round"),
        Shape(tail, WHITE, PALETTE.ink, 0.7, join="round"),
        Shape(rect(middle + 2.1, foot + 0.14, 3.6, 0.8), WHITE),
    ]
    for at, line in enumerate(lines):
        y = foot + high - 4.1 - at * 3.5
        marks.append(Text(middle, y, line, lettering.SERIF_ITALIC, 8.8, align="centre"))
    return marks, width


def _written(sign: Sign, look: Look) -> tuple[list[Mark], float]:
    """A number on a slip of paper, or a word on a bet card."""
    bet = sign.what == "bet"
    size = 8.2 if bet else 15.0
    width = max(WIDE if bet else 9.0, lettering.width_mm(sign.text, lettering.SANS_SEMIBOLD, size) + 3.0)
    if bet:
        marks = _edge(look, width, strong=sign.strong)
        marks.append(Shape(lozenge(width / 2, HIGH - 4.2, 1.4, 2.0), PALETTE.ink if look.low else look.accent))
        return [
            *marks,
            Text(width / 2, HIGH / 2 - 2.2, sign.text, lettering.SANS_SEMIBOLD, size, align="centre"),
        ], width
    foot, high = 4.2, 8.4
    edge = PALETTE.ink if look.low or not sign.strong else look.accent
    return [
        Shape(rect(0, foot, width, high, 0.8), WHITE, edge, 1.6 if sign.strong else 0.6, join="round"),
        Text(width / 2, foot + 2.4, sign.text, lettering.SANS_SEMIBOLD, size, align="centre"),
    ], width


def _arrow(*, both: bool) -> list[Mark]:
    marks: list[Mark] = []
    for y, way in ((HIGH / 2 + 1.4, 1), (HIGH / 2 - 1.4, -1)) if both else ((HIGH / 2, 1),):
        tip, tail = (6.6, 0.4) if way > 0 else (0.4, 6.6)
        marks += [
            Shape(segment(tail, y, tip - way * 1.6, y), None, PALETTE.ink, 1.1, "round", "round"),
            Shape(poly([(tip, y), (tip - way * 2.4, y + 1.3), (tip - way * 2.4, y - 1.3)]), PALETTE.ink),
        ]
    return marks


# --- the parts of a kit


def _deck(ink: Ink, *, look: Look, text: str) -> None:
    del text
    for at in range(4):
        with ink.at(1.0 * at, 0.7 * at):
            ink.draw(rect(0, 0, WIDE, HIGH - 2.4, 1.1), _cover(look), PALETTE.ink, 0.6)
    with ink.at(3.0, 2.1, 0, 1):
        inner = PALETTE.ink if look.low else PALETTE.paper
        ink.draw(rect(1.2, 1.2, WIDE - 2.4, HIGH - 4.8, 0.7), None, inner, 0.5)
        ink.draw(lozenge(WIDE / 2, HIGH / 2 - 1.2, 2.6, 3.8), None if look.low else inner, inner, 0.5)


def _reference(ink: Ink, *, look: Look, text: str) -> None:
    del text
    ink.draw(rect(0, 0, WIDE, HIGH, 1.1), WHITE, PALETTE.ink, 0.7)
    ink.draw(lozenge(WIDE / 2, HIGH - 2.6, 0.8, 1.1), PALETTE.ink if look.low else look.accent)
    for at, y in enumerate((11.4, 8.6, 5.8, 3.0)):
        ink.draw(lozenge(2.3, y, 0.8, 1.0), PALETTE.ink)
        ink.line(4.2, y + 0.5, WIDE - (1.8 if at % 2 else 2.8), y + 0.5, 0.5)
        ink.line(4.2, y - 0.6, WIDE - (3.6 if at % 2 else 2.2), y - 0.6, 0.5)


def _pad(ink: Ink, *, look: Look, text: str) -> None:
    del text
    ink.draw(rect(0, 0, 13, HIGH), WHITE, PALETTE.ink, 0.7, join="mitre")
    for x in (4, 7, 10):
        ink.line(x, 1.6, x, HIGH - 3, 0.35)
    for y in (4.2, 7.2, 10.2, 13.2):
        ink.line(1.4, y, 11.6, y, 0.35)
    _stick(ink, look, 9.4, 2.2, -38)


def _pencil(ink: Ink, *, look: Look, text: str) -> None:
    del text
    ink.draw(rect(0, 0.6, 11.4, HIGH - 1.2), WHITE, PALETTE.ink, 0.7, join="mitre")
    for y in (13, 10.6, 8.2, 5.8):
        ink.line(1.6, y, 8.4 if y != 5.8 else 5.6, y, 0.45)
    _stick(ink, look, 6.2, 5.2, -42)


def _stick(ink: Ink, look: Look, x: float, y: float, turn: float) -> None:
    """A pencil with its point at (x, y)."""
    with ink.at(x, y, turn):
        ink.draw(poly([(0, 0), (-1.1, 2.4), (1.1, 2.4)]), WHITE, PALETTE.ink, 0.6)
        ink.draw(rect(-1.1, 2.4, 2.2, 8.2), WHITE if look.low else PALETTE.yellow.base, PALETTE.ink, 0.6)
        ink.draw(rect(-1.1, 10.6, 2.2, 1.5, 0.5), WHITE if look.low else PALETTE.red.base, PALETTE.ink, 0.6)


def _laptop(ink: Ink, *, look: Look, text: str) -> None:
    del text
    ink.draw(rect(2.4, 5.0, 16.2, 10.6, 0.9), WHITE if look.low else PALETTE.ink, PALETTE.ink, 0.7)
    ink.draw(rect(3.6, 6.2, 13.8, 8.2), WHITE if look.low else PALETTE.plate, PALETTE.ink, 0.4)
    ink.draw(
        poly([(0, 2.2), (21, 2.2), (18.6, 5.0), (2.4, 5.0)]), PALETTE.ink if not look.low else WHITE, PALETTE.ink, 0.7
    )
    ink.draw(lozenge(10.5, 10.3, 1.9, 2.8), look.accent if not look.low else PALETTE.ink)


def _sealed(ink: Ink, *, look: Look, text: str) -> None:
    """A sheet folded twice, with its seal."""
    del text
    ink.draw(rect(0, 2.4, 17, 12.0), WHITE, PALETTE.ink, 0.7, join="mitre")
    ink.draw(rect(0, 7.6, 17, 6.8), WHITE if look.low else PALETTE.panel, PALETTE.ink, 0.7, join="mitre")
    ink.draw(ellipse(8.5, 7.6, 2.9), WHITE if look.low else PALETTE.red.base, PALETTE.ink, 0.6)
    ink.draw(lozenge(8.5, 7.6, 1.0, 1.5), PALETTE.ink if look.low else WHITE)


def _cube(ink: Ink, *, look: Look, text: str) -> None:
    del text
    ink.draw(poly([(0, 2.4), (8, 0.4), (8, 9.6), (0, 11.6)]), WHITE, PALETTE.ink, 0.7)
    ink.draw(
        poly([(8, 0.4), (14.6, 3.2), (14.6, 12.4), (8, 9.6)]), WHITE if look.low else PALETTE.panel, PALETTE.ink, 0.7
    )
    ink.draw(poly([(0, 11.6), (8, 9.6), (14.6, 12.4), (6.6, 14.4)]), WHITE, PALETTE.ink, 0.7)
    ink.draw(suit_path("s", 4.0, 6.0, 5.4), PALETTE.ink)
    ink.draw(suit_path("h", 11.3, 6.4, 4.6), PALETTE.ink if look.low else PALETTE.red.base)


def _tents(ink: Ink, *, look: Look, text: str) -> None:
    del text
    for at in range(3):
        with ink.at(at * 6.4, 1.2 - at * 0.0):
            ink.draw(poly([(0, 0), (5.6, 0), (7.6, 7.4), (2.0, 7.4)]), WHITE, PALETTE.ink, 0.7)
            ink.draw(poly([(5.6, 0), (7.6, 7.4), (9.0, 1.0)]), WHITE if look.low else PALETTE.panel, PALETTE.ink, 0.7)
            ink.text(3.8, 2.2, str(at + 1), lettering.SANS_SEMIBOLD, 11, None, "centre")


def _chip(ink: Ink, *, look: Look, text: str) -> None:
    if text:
        draw_chip(ink, 7.0, HIGH / 2, 6.8, WHITE if look.low else look.accent, ink.paper, inner=False)
        ink.draw(ellipse(7.0, HIGH / 2, 4.7), WHITE, ink.black, 0.4)
        ink.text(7.0, HIGH / 2 - 1.7, text, lettering.SANS_SEMIBOLD, 12, None, "centre")
        return
    for x, y, tone in ((5.4, 5.6, PALETTE.red), (12.6, 5.6, PALETTE.blue), (9.0, 11.2, PALETTE.green)):
        draw_chip(ink, x, y, 5.2, WHITE if look.low else tone.base, ink.paper, inner=True)


def _bets(ink: Ink, *, look: Look, text: str) -> None:
    del text
    for at in range(3):
        with ink.at(at * 3.0, 0):
            ink.draw(rect(0, 0, WIDE, HIGH, 1.1), WHITE, PALETTE.ink, 0.7)
    ink.draw(lozenge(6 + WIDE / 2, HIGH - 5.0, 1.4, 2.0), PALETTE.ink if look.low else look.accent)
    ink.text(6 + WIDE / 2, 4.4, "FOLD", lettering.SANS_SEMIBOLD, 8.2, None, "centre")


PARTS: dict[str, tuple[float, Callable[..., None]]] = {
    "deck": (WIDE + 3, _deck),
    "reference": (WIDE, _reference),
    "pad": (17.0, _pad),
    "pencil": (14.6, _pencil),
    "laptop": (21.0, _laptop),
    "sealed": (17.0, _sealed),
    "cube": (14.6, _cube),
    "tents": (21.8, _tents),
    "chip": (18.0, _chip),
    "bets": (WIDE + 6.0, _bets),
}
"""Things beside cards: how wide each is, and what draws it."""
