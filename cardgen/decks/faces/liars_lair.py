"""Liar's Lair: one claim on each card, with its title, its number in two corners and its subject's emblem.

`lair.layout` says where everything stands, `lair.registers` how a claim speaks.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from cardgen.art.backs.harlequin import draw_back
from cardgen.art.emblems import ACROSS, draw_emblem
from cardgen.art.emblems.burin import sliver
from cardgen.art.index import Indices
from cardgen.art.worlds.rules import draw_sun
from cardgen.decks.faces.lair.layout import (
    FRAME_CLEAR,
    FRAME_FOOT,
    LOZENGE,
    NUMBER_PT,
    Corner,
    FaceLayout,
    hang,
    lay_out,
    sentence_foot,
)
from cardgen.decks.faces.lair.registers import Register, draw_frame, draw_mark, draw_rule, register_of, stars_of
from cardgen.decks.model import CardFace, Deck
from cardgen.errors import PrintError
from cardgen.pdf import fonts as lettering
from cardgen.pdf.drawing import Size
from cardgen.pdf.fonts import SERIF, SERIF_SEMIBOLD
from cardgen.pdf.path import ellipse, lozenge, rect
from referee.games.liars_lair.state import is_underlined

if TYPE_CHECKING:
    from cardgen.decks.faces import DeckOptions
    from cardgen.pdf.ink import Ink
    from factbank.facts import Card, Facts, Pair

GAME = "liars-lair"
LEAST = 0.5  # of a poker card: smaller, no emblem can be made out; whether a text fits is another question


def make(options: DeckOptions) -> Deck:
    """Make the deck as the options ask for it."""
    assert options.facts is not None
    return deck(options.facts, options.indices)


def deck(facts: Facts, indices: Indices = "normal") -> Deck:
    """Make the deck of a fact file, in the order of the numbers.

    Raises PrintError when a text holds a character that the fonts lack; drawing raises it when a text is too long.
    """
    cards = sorted(((card, pair) for pair in facts.pairs for card in pair.cards), key=lambda both: both[0].number)
    if faults := [fault for card, pair in cards for fault in _missing(card, pair)]:
        more = f" (and {len(faults) - 3} more)" if len(faults) > 3 else ""
        raise PrintError(f"the fonts have no {'; no '.join(faults[:3])}{more}: write it another way")
    faces = tuple(
        CardFace(
            f"{card.number:02d}",
            f"{card.number} {facts.title_of(card.number)}".strip(),
            partial(draw_face, card=card, pair=pair, indices=indices, title=facts.title_of(card.number)),
            text=card.text,
        )
        for card, pair in cards
    )
    return Deck(GAME, "Liar’s Lair", faces, draw_back, True, GAME, LEAST)


def _missing(card: Card, pair: Pair) -> Iterator[str]:
    for text, font, where in (
        (pair.title, SERIF_SEMIBOLD, "title"),
        (card.title, SERIF_SEMIBOLD, "own title"),
        (card.text, SERIF, "sentence"),
    ):
        for character in lettering.missing(text, font):
            yield f"{lettering.spell(character)} for the {where} of card {card.number}"


def draw_face(
    ink: Ink, size: Size, *, card: Card, pair: Pair, indices: Indices = "normal", title: str | None = None
) -> None:
    """Draw one card's face, under its pair's title or another; under none where ``title`` is "".

    Raises PrintError, naming the card, when its title or sentence does not fit.
    """
    w, h, b = size.width_mm, size.height_mm, size.bleed_mm
    fonts, register, at = ink.theme.fonts, register_of(pair), Corner.of(size, indices)
    for text, font in ((title or pair.title, fonts.title), (card.text, fonts.text)):
        _check_letters(text, font, card)
    layout = lay_out(pair, size, indices, fonts, title or "")
    ink.form(("lair ground", size, indices), partial(_ground, size=size, at=at), (-b, -b, w + b, h + b))
    _number(ink, card.number, at, h)
    with ink.half_turn(w, h):
        _number(ink, card.number, at, h)
    ink.form(
        ("lair mark", register.mark, at.scale),
        lambda i: _mark(i, register.mark, at.scale),
        (-6, -7, 6, 7),
        at.x,
        at.down,
    )
    stars = stars_of(card.text) or 1 + sum(map(ord, pair.title)) % 5
    draw_rule(ink, register, w, h - at.rule, size.scale, layout.inset, stars)
    if title != "":
        _title(ink, layout, at, h, size.scale)
    _sentence(ink, layout, pair.cards.index(card), size, at, register)
    _emblem(ink, layout, size)


def _check_letters(text: str, font: str, card: Card) -> None:
    """Refuse characters that a theme's own font lacks; the house's fonts were asked when the deck was made."""
    if font not in lettering.FONTS and (lacking := lettering.missing(text, font)):
        raise PrintError(f"the theme's font has no {lettering.spell(lacking[0])} for card {card.number}")


def _ground(ink: Ink, size: Size, at: Corner) -> None:
    """Draw what all cards of a deck share: the paper and the lozenges of the number."""
    w, h, s = size.width_mm, size.height_mm, at.scale
    ink.draw(size.ground, ink.paper)
    for x, y in ((at.x, h - at.down), (w - at.x, at.down)):
        if ink.low:
            ink.draw(lozenge(x, y, LOZENGE[2] * s, LOZENGE[3] * s), None, ink.black, 0.8, join="mitre")
        else:
            ink.draw(lozenge(x, y, LOZENGE[2] * s, LOZENGE[3] * s), ink.black)
            ink.draw(lozenge(x, y, 3.35 * s, 4.2 * s), None, ink.palette.yellow.base, join="mitre")


def _mark(ink: Ink, name: str, s: float) -> None:
    """Draw the lozenge of a register about the origin, as large as the number's."""
    plate = ink.paper if ink.low else ink.palette.plate
    ink.draw(lozenge(0, 0, LOZENGE[2] * s, LOZENGE[3] * s), plate, ink.black, 0.7, join="mitre")
    ink.draw(lozenge(0, 0, 3.55 * s, 4.45 * s), None, ink.black, 0.3, join="mitre")
    with ink.at(0, 0, 0, s):
        draw_mark(ink, name)


def _number(ink: Ink, number: int, at: Corner, height: float) -> None:
    """Set a card's number in its lozenge, with a line under it where it could be read upside down."""
    x, y, s, font = at.x, height - at.down, at.scale, ink.theme.fonts.indices
    size_pt, text = NUMBER_PT * s, str(number)
    colour = ink.black if ink.low else ink.palette.paper
    cap, track = lettering.cap_mm(font, size_pt), 10
    # Between the corners of the digits and the inline there stays a third of a millimetre.
    inside = 2 * (3.35 * s * (1 - cap / 2 / (4.2 * s)) - 0.35)
    width = lettering.width_mm(text, font, size_pt, track)
    stretch = min(1.0, inside / width)
    base = y - cap / 2
    ink.text(x, base, text, font, size_pt, colour, "centre", track=track, stretch=stretch)
    if is_underlined(str(number)):
        half = min(width * stretch, 3.2 * s) / 2
        ink.line(x - half, base - 0.62 * s, x + half, base - 0.62 * s, 0.65, colour, cap="butt")


def _title(ink: Ink, layout: FaceLayout, at: Corner, height: float, scale: float) -> None:
    """Set the title."""
    setting, font = layout.title, ink.theme.fonts.title
    cap = lettering.cap_mm(font, setting.size_pt)
    block = (len(setting.lines) - 1) * setting.leading_mm + cap
    y = height - at.title_middle(block, scale) + block / 2 - cap
    for line in setting.lines:
        ink.text(layout.title_x, y, line, font, setting.size_pt, None, "centre", track=6)
        y -= setting.leading_mm


def _sentence(ink: Ink, layout: FaceLayout, which: int, size: Size, at: Corner, register: Register) -> None:
    """Set the sentence, and what frames it."""
    setting, font, k, w = layout.sentences[which], layout.font, size.scale, size.width_mm
    if register.framed:
        _frame(ink, layout, size, at, register, layout.bottom + FRAME_FOOT * k)
    y = sentence_foot(layout, which, size, at, register) + (len(setting.lines) - 1) * setting.leading_mm
    for line in setting.lines:
        room = w - 2 * (layout.inset + FRAME_CLEAR * k) if register.framed else w
        middle = w / 2 + hang(line, font, setting.size_pt, room)
        ink.text(middle, y, line, font, setting.size_pt, None, "centre")
        if register.rule == "guest":
            _underline(ink, line, register.label, y, font, setting.size_pt, middle)
        y -= setting.leading_mm


def _frame(ink: Ink, layout: FaceLayout, size: Size, at: Corner, register: Register, low: float) -> None:
    """Frame a sentence down to the height `low`.

    Where that is between the lozenges at the foot, a headline's rule is short, and a bill lies behind them.
    """
    w, h, k, across, high = size.width_mm, size.height_mm, size.scale, LOZENGE[2] * at.scale, LOZENGE[3] * at.scale
    top, inset = h - at.rule, layout.inset
    if low - 1.4 * k > at.down + high:
        draw_frame(ink, register, w, top, low, k, inset, inset)
    elif register.rule == "double":
        draw_frame(ink, register, w, top, low, k, inset, max(inset, at.x + across + 1.0 * k))
    else:
        around = rect(0, 0, w, h)
        for x in (at.x, w - at.x):
            around += lozenge(x, at.down, across + 0.5, high + 0.5 * high / across)
        with ink.clip(around, evenodd=True):
            draw_frame(ink, register, w, top, low, k, inset, inset)


def _underline(ink: Ink, line: str, guest: str, y: float, font: str, size_pt: float, middle: float) -> None:
    """Underline a guest's name by hand, where it stands in a line."""
    start = line.upper().find(guest)
    if start < 0:
        return
    left = middle - lettering.width_mm(line, font, size_pt) / 2 + lettering.width_mm(line[:start], font, size_pt)
    wide = lettering.width_mm(line[start : start + len(guest)], font, size_pt)
    red = ink.black if ink.low else ink.palette.red.base
    drop = 0.1 * size_pt
    ink.draw(sliver((left - 0.3, y - drop), (left + wide + 0.8, y - 0.83 * drop), 0.7, 0.2), red)


def _emblem(ink: Ink, layout: FaceLayout, size: Size) -> None:
    """Draw the subject on its sun, as high as the sentence leaves it."""
    k, tall, w = size.scale, layout.emblem_mm, size.width_mm
    middle, scale = layout.bottom - tall / 2, tall / ACROSS
    if not ink.low:
        ink.draw(ellipse(w / 2, middle, 0.405 * tall), ink.palette.plate)
    draw_sun(ink, w / 2, middle, 0.405 * tall, k)
    ink.draw(ellipse(w / 2, middle, 0.44 * tall), None, ink.black, 0.3)
    ink.form(
        ("emblem", layout.emblem), lambda i: draw_emblem(i, layout.emblem, i.paper), (-9, -9, 9, 9), w / 2, middle,
        scale=scale,
    )  # fmt: skip
    reach = tall / 2 + 2.2 * k
    room = w / 2 - 15.5 * k
    if reach + 5.2 * k < room:
        for side in (-1, 1):
            ink.line(w / 2 + side * reach, middle, w / 2 + side * (reach + 3.2 * k), middle, cap="butt")
            ink.draw(lozenge(w / 2 + side * (reach + 4.2 * k), middle, 0.6 * k, 0.85 * k), ink.black)
