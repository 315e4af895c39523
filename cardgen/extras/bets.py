"""Liar Poker: cards for secret choices, a set for each player: four bets, and to trust or to suspect."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import cos, radians, sin
from typing import TYPE_CHECKING

from cardgen.art.backs.chips import draw_back
from cardgen.art.chip import blocks_path
from cardgen.art.emblems.burin import curve, shape, sliver
from cardgen.art.eye import HALF_WIDTH
from cardgen.art.suits import HEARTS, suit_path
from cardgen.decks.model import CardFace, Deck
from cardgen.extras.occasion import Occasion
from cardgen.pdf import fonts as lettering
from cardgen.pdf.drawing import Size
from cardgen.pdf.fonts import SANS_BOLD, SMALLEST_PT
from cardgen.pdf.path import Path, ellipse, lozenge, poly, rect, segment
from cardgen.pdf.theme import Tone

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

W, H = 63.5, 88.9
TONES = ("red", "blue", "green", "yellow")
_SUN = 17.0


def bet_cards(wish: Occasion) -> Deck:
    """Return a set of six cards for each player, in a colour of their own; all have one back."""
    bets = wish.options.bets
    cards: list[CardFace] = []
    for seat in range(wish.players):
        tone = TONES[seat % len(TONES)]
        for word, picture, amounts in (
            ("Large", _pile(4), bets.large),
            ("Middle", _pile(3), bets.middle),
            ("Small", _pile(1), bets.small),
            ("Fold", _folded, ()),
            ("Trust", _trusting_eye, ()),
            ("Suspect", _wary_eye, ()),
        ):
            draw = partial(_face, word=word, picture=picture, amounts=tuple(amounts), tone=tone)
            cards.append(CardFace(f"{word.lower()}-{seat + 1}", f"{word}, player {seat + 1}", draw))
    return Deck("liar-poker-bets", "Liar Poker: bet cards", tuple(cards), draw_back, True, "liar-poker")


Picture = Callable[["Ink", Tone], None]


def _face(ink: Ink, size: Size, *, word: str, picture: Picture, amounts: tuple[int, ...], tone: str) -> None:
    k = size.scale
    ink.draw(size.ground, ink.paper)
    shades: Tone = getattr(ink.palette, tone)
    with ink.at((size.width_mm - W * k) / 2, (size.height_mm - H * k) / 2, 0, k):
        _panel(ink, shades, picture, low_edge=30.5 if amounts else 17.0)
        _word(ink, word, shades)
        if amounts:
            _amounts(ink, amounts, max(7.0, SMALLEST_PT / k))


def _word(ink: Ink, word: str, tone: Tone) -> None:
    """The word, above the panel for its owner and small and upside down for the other side of the table."""
    y, font, size = H - 14.6, ink.theme.fonts.title, 19.0
    while lettering.width_mm(word.upper(), font, size, 50) > W - 24:
        size -= 0.25
    ink.text(W / 2, y, word.upper(), font, size, None, "centre", track=50)
    half = lettering.width_mm(word.upper(), font, size, 50) / 2
    middle = y + lettering.cap_mm(font, size) / 2
    for side in (-1, 1):
        shape = lozenge(W / 2 + side * (half + 4.2), middle, 1.1, 1.55)
        ink.draw(shape, None if ink.low else tone.base, ink.black if ink.low else None, 0.5, join="mitre")
    with ink.half_turn(W, H):
        ink.text(W / 2, H - 7.4, word.upper(), ink.theme.fonts.label, 8.0, None, "centre", track=140)


def _panel(ink: Ink, tone: Tone, picture: Picture, *, low_edge: float) -> None:
    left, right, top, foot = 6.0, W - 6.0, H - 19.0, low_edge - 4.0
    edge = rect(left, foot, right - left, top - foot, 2.4)
    x, y = W / 2, (top + foot) / 2
    with ink.clip(edge):
        if not ink.low:
            ink.draw(edge, tone.tint)
            rays = Path()
            for i in range(36):
                a, c = radians(i * 10 - 2.5), radians(i * 10 + 2.5)
                rays += poly([(x, y), (x + 80 * cos(a), y + 80 * sin(a)), (x + 80 * cos(c), y + 80 * sin(c))])
            ink.draw(rays, tone.ray)
            ink.draw(ellipse(x, y, _SUN + 1.8), tone.tint)
            ink.draw(ellipse(x, y, _SUN), ink.palette.sun, tone.shade, 0.5)
        else:
            ink.draw(ellipse(x, y, _SUN), None, ink.black, 0.4)
    ink.draw(edge, None, ink.black, 0.8)
    with ink.at(x, y):
        picture(ink, tone)


def _amounts(ink: Ink, amounts: tuple[int, ...], small: float) -> None:
    """What the bet is worth in each turn, in three columns."""
    wide = (W - 16) / len(amounts)
    # On the smallest cards there is no room for the word.
    word = "TURN " if lettering.width_mm("TURN 3", SANS_BOLD, small, 70) < wide - 2 else "T"
    for at, amount in enumerate(amounts):
        x = 8 + (at + 0.5) * wide
        ink.text(x, 17.0, str(amount), ink.theme.fonts.indices, 17, None, "centre")
        ink.text(x, 13.3 - (small - 7.0) * 0.2, f"{word}{at + 1}", SANS_BOLD, small, None, "centre", track=70)
        if at:
            ink.line(8 + at * wide, 13.6, 8 + at * wide, 21.2, 0.4)


# --- pictures, about the origin, inside a circle of 17 mm


def _pile(count: int) -> Picture:
    """A pile of so many chips, seen from slightly above."""

    def draw(ink: Ink, tone: Tone) -> None:
        rx, ry, thick = 12.6, 5.6, 3.9
        y = -(count * thick) / 2 - 0.4
        for _ in range(count):
            side = _edge(rx, ry, thick)
            ink.draw(side.at(0, y), "#FFFFFF" if ink.low else tone.base, ink.black, 0.9)
            with ink.clip(side.at(0, y)):
                for a in (-150, -120, -90, -60, -30):
                    middle = rx * cos(radians(a))
                    wide = max(0.7, 1.5 * abs(sin(radians(a))))
                    drop = ry * sin(radians(a))
                    block = rect(middle - wide, y + drop - 1, 2 * wide, thick + 2)
                    ink.draw(block, "#FFFFFF" if ink.low else ink.palette.paper, ink.black if ink.low else None, 0.4)
            ink.draw(side.at(0, y), None, ink.black, 0.9)
            y += thick
        squash = ry / rx
        top = ellipse(0, y, rx, ry)
        ink.draw(top, "#FFFFFF" if ink.low else tone.base, ink.black, 0.9)
        blocks = blocks_path(0, 0, rx, 0.74, 12).at(0, y, 1, tall=squash)
        ink.draw(blocks, None if ink.low else ink.palette.paper, ink.black if ink.low else None, 0.4)
        ink.draw(top, None, ink.black, 0.9)
        ink.draw(ellipse(0, y, rx * 0.7, ry * 0.7), "#FFFFFF" if ink.low else ink.palette.paper, ink.black, 0.6)
        ink.draw(lozenge(0, y, 2.4, 1.7), ink.black if ink.low else tone.base)

    return draw


def _edge(rx: float, ry: float, thick: float) -> Path:
    """The rim of a lying chip: a half ellipse below, carried up by its thickness."""
    from cardgen.pdf.path import arc

    return arc(0, 0, rx, 180, 360, ry).line(rx, thick).joined(arc(0, thick, rx, 360, 180, ry)).close()


def _folded(ink: Ink, tone: Tone) -> None:
    """Two cards thrown in, face down."""
    for x, y, turn in ((-3.6, 1.4, 24), (4.2, -1.6, -14)):
        with ink.at(x, y, turn):
            shape = rect(-7.6, -10.6, 15.2, 21.2, 1.5)
            ink.draw(shape, ink.paper, ink.black, 0.9)
            ink.draw(rect(-6.2, -9.2, 12.4, 18.4, 0.8), "#FFFFFF" if ink.low else tone.base, ink.black, 0.5)
            net = Path()
            with ink.clip(rect(-6.2, -9.2, 12.4, 18.4, 0.8)):
                for i in range(-8, 9):
                    net += segment(i * 4.1 - 20, -30, i * 4.1 + 20, 30)
                    net += segment(i * 4.1 + 20, -30, i * 4.1 - 20, 30)
                ink.draw(net, None, ink.black if ink.low else tone.tint, 0.45)
            ink.draw(lozenge(0, 0, 3.1, 4.6), ink.paper, ink.black, 0.6, join="mitre")
            ink.draw(lozenge(0, 0, 1.5, 2.2), ink.black if ink.low else tone.base)


def _trusting_eye(ink: Ink, tone: Tone) -> None:
    """An eye that believes all it sees: wide open, a heart for its pupil, its brow raised."""
    with ink.at(0, -0.9, 0, 12.6 / HALF_WIDTH):
        almond = Path().move(-5, 0).curve(-2.8, 4.9, 2.8, 4.9, 5, 0).curve(2.6, -4.4, -2.6, -4.4, -5, 0).close()
        lashes = [(a, 1.5 if a % 36 else 1.15) for a in range(36, 145, 18)]
        for a, long in lashes:
            c, s = cos(radians(a)), sin(radians(a))
            near, far = (4.3 * c, 3.95 * s), ((4.3 + long) * c, (3.95 + long) * s)
            ink.draw(sliver(near, far, 0.5, 0.1 * (1 if c > 0 else -1)), ink.black)
        ink.draw(almond, ink.paper)
        with ink.clip(almond):
            ink.draw(ellipse(0, 0.1, 2.9), ink.paper if ink.low else tone.base, ink.black, 0.35)
            spokes = [(cos(radians(15 * k)), sin(radians(15 * k))) for k in range(24)]
            rays = sum((sliver((2.75 * c, 0.1 + 2.75 * s), (2.0 * c, 0.1 + 2.0 * s), 0.2) for c, s in spokes), Path())
            ink.draw(rays, ink.black if ink.low else tone.shade)
        ink.draw(suit_path(HEARTS, 0, -0.05, 3.1), ink.black)
        ink.draw(ellipse(-0.75, 0.85, 0.36), ink.paper)
        ink.draw(almond, None, ink.black, 0.5)
        ink.draw(shape("-4.2,5.0! -1.8,6.5 1.8,6.5 4.2,5.0! 1.8,5.9 -1.8,5.9"), ink.black)


def _wary_eye(ink: Ink, tone: Tone) -> None:
    """An eye that has its doubts: narrowed, turned aside, the brow drawn down over it."""
    with ink.at(0, -0.6, 0, 12.6 / HALF_WIDTH):
        almond = Path().move(-5, -0.2).curve(-2.6, 3.7, 2.6, 3.7, 5, 0).curve(2.6, -3.4, -2.6, -3.2, -5, -0.2).close()
        lid = "-6,-0.4! -4.6,0.7 -1.5,1.1 2.0,0.75 5.2,-0.1! 6,4! -6,4!"
        ink.draw(almond, ink.paper)
        with ink.clip(almond):
            ink.draw(ellipse(1.3, 0.15, 2.35), ink.paper if ink.low else tone.base, ink.black, 0.35)
            ink.draw(ellipse(1.5, 0.15, 1.15), ink.black)
            ink.draw(ellipse(0.85, -0.45, 0.32), ink.paper)
            ink.draw(shape(lid), ink.paper if ink.low else tone.ray, ink.black, 0.7)
            if not ink.low:
                ink.draw(shape("-5.4,-3.4! -5,-0.6 -2.4,-1.9 2.4,-1.9 5,-0.6 5.4,-3.4!"), tone.tint)
            ink.draw(curve("-5,-0.5 -2.4,-1.6 2.4,-1.6 5,-0.4"), None, ink.black, 0.4)
        ink.draw(almond, None, ink.black, 0.5)
        ink.draw(curve("-3.6,2.0 -1.2,2.45 1.6,2.3"), None, ink.black, 0.3)
        for x, y in ((-3.0, -2.0), (-1.0, -2.6), (1.2, -2.65), (3.2, -2.0)):
            ink.draw(sliver((x, y), (x * 1.18, y - 0.85), 0.34), ink.black)
        bags = curve("-3.2,-3.9 -0.6,-4.6 2.4,-4.2") + curve("5.6,0.5 6.5,0.9") + curve("5.6,-0.2 6.6,-0.3")
        ink.draw(bags, None, ink.black, 0.4)
        ink.draw(shape("-5.2,5.6! -2.0,5.3 2.0,4.3 5.6,2.6! 5.9,3.3! 2.4,5.4 -1.8,6.5 -5.0,6.5!"), ink.black)
