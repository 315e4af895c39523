"""The printed page “Teach it in two minutes”, and the pictograms in its pictures.

A pictogram is a small drawing of a card as it is printed, a chip, spoken words, or a part of a kit. Its lower left
corner is at the origin, and `sign_height` returns its height. A parameter `it` is the lesson. A parameter `look` has
the page's colours, and whether it saves ink.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cardgen.art.signs import draw_chip, draw_sign
from cardgen.errors import PrintError
from cardgen.pages.blocks import Memo, blocks
from cardgen.pages.engine import Element, Measure, TextFace, column_marks, divider, height_of, set_text, shrunk, stacked
from cardgen.pages.figures import TALL, CardArt, art_of, figure_card, printed_card
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import PALETTE, POKER_WIDTH_MM, Ink, Mark, PictureMark, Shape, Style, Text, moved
from cardgen.pdf.path import POINTS_PER_MM, arc, ellipse, lozenge, poly, rect
from cardgen.pdf.theme import WHITE
from cardgen.pdf.type import FEWEST, LABEL, TooWide, broken, paragraph
from liarsdeck.language import say
from referee.books.teach import TYPE_ONE, Beginning, Lesson, Scene, Sign, SignGroup, Step, claim_words, is_card
from referee.books.text import BACK, parse

if TYPE_CHECKING:
    from markdown_it.token import Token


HIGH = 16.8
"""How high a thing or spoken words are, in millimetres."""
LOW = 9.6
"""How high a row of nothing but words, numbers and arrows is."""
_FLAT = frozenset(("note", "arrow", "swap", "gap"))
"""Pictograms at most `LOW` mm high, as numbers are; they are centred in a row of higher ones."""
_SPOKEN = frozenset(("say", "bet"))
"""Those whose words must stay readable: they are not scaled down."""
_SAID = TextFace(8.8, 3.5 * POINTS_PER_MM, lettering.SERIF_ITALIC)
_WIDE, _CLAIM_WIDE, _CLAIM_STEP = 15.0, 25.0, 4.6
"""A card, a card of facts, and how much is seen of one of them that lies under another."""


def sign_height(sign: Sign) -> float:
    """Return how high a pictogram is in mm."""
    return TALL * (_CLAIM_WIDE if sign.what == "claim" else _WIDE) if _is_printed(sign.what) else HIGH


def _is_printed(what: str) -> bool:
    """Return whether the pictogram named `what` is a card: face up, face down, or a card of facts."""
    return what in ("claim", BACK) or is_card(what)


def sign_marks(sign: Sign, look: Style, art: CardArt) -> tuple[list[Mark], float]:
    """Return the marks of a pictogram, and its width in mm.

    `art` has the drawings of the game's cards. If `sign.out` is true, the pictogram is crossed out.
    """
    marks, width = _drawn(sign, look, art)
    if sign.out:
        marks.append(PictureMark(width - 1.6, sign_height(sign) - 1.2, 0, 0, partial(draw_sign, name="out")))
    return marks, width


def _drawn(sign: Sign, look: Style, art: CardArt) -> tuple[list[Mark], float]:
    match sign.what:
        case "claim":
            return _claims(sign, look, art)
        case "say":
            return _speech(sign.text, look)
        case "note" | "bet":
            return _written(sign, look)
        case "back" if sign.text:
            return _backs(int(sign.text), art)
        case "gap":
            return [], 2.0
        case "arrow" | "swap":
            return [PictureMark(3.5, HIGH / 2, 0, 0, partial(draw_sign, name=sign.what), 6.2 / 5.2)], 7.0
        case what if _is_printed(what):
            card = figure_card(0, 0, _WIDE, what, art)
            return [*_edge(look, _WIDE, _WIDE * TALL, strong=sign.strong), card], _WIDE
        case "deck":
            return _deck(art), PARTS["deck"]
        case what if what in PARTS:
            return [PictureMark(0, 0, PARTS[what], HIGH, _part(sign, look))], PARTS[what]
        case what:
            width = lettering.width_mm(what, lettering.SERIF_SEMIBOLD, 15)
            return [Text(0, HIGH / 2 - 1.9, what, lettering.SERIF_SEMIBOLD, 15)], width


# --- cards


def _edge(look: Style, width: float, high: float, *, strong: bool) -> list[Mark]:
    """Return the marks of a frame in the game's colour round a card of this size in mm; [] if not `strong`."""
    halo = rect(-0.9, -0.9, width + 1.8, high + 1.8, 1.9)
    tone = PALETTE.ink if look.low else look.accent
    return [Shape(halo, None, tone, 1.9, join="round")] if strong else []


def _backs(count: int, art: CardArt) -> tuple[list[Mark], float]:
    """Return the marks of `count` overlapping cards face down, and their width in mm."""
    step = min(4.4, 24.0 / max(1, count - 1))
    return [figure_card(at * step, 0, _WIDE, BACK, art) for at in range(count)], _WIDE + step * (count - 1)


def _deck(art: CardArt) -> list[Mark]:
    """Return the marks of a pile of cards face down."""
    return [figure_card(at, 2.4 - at, (HIGH - 2.4) / TALL, BACK, art) for at in (2.4, 1.2, 0.0)]


def _claims(sign: Sign, look: Style, art: CardArt) -> tuple[list[Mark], float]:
    """Return the marks of overlapping fact cards as printed, the last on top, and the width of all in mm."""
    *numbers, _, _ = claim_words(sign.text)
    x = _CLAIM_STEP * (len(numbers) - 1)
    edge = [moved(mark, x, 0) for mark in _edge(look, _CLAIM_WIDE, _CLAIM_WIDE * TALL, strong=sign.strong)]
    scale = _CLAIM_WIDE / POKER_WIDTH_MM
    cards = [printed_card(_CLAIM_STEP * at, 0, scale, art.face(number)) for at, number in enumerate(numbers)]
    return [*cards[:-1], *edge, cards[-1]], x + _CLAIM_WIDE


# --- words and numbers


def _speech(text: str, look: Style) -> tuple[list[Mark], float]:
    """Return the marks of a speech bubble with this text over a person's head, and the width in mm."""
    said, below = set_text(text, _SAID, 0, HIGH - 4.1, 21.0)
    width = max(14.0, *(line.width + 4.4 for line in said))
    foot, middle = below + 1.5, width / 2
    high = HIGH - foot
    tail = poly([(middle + 2.4, foot + 0.1), (middle + 0.6, foot - 1.7), (middle + 5.4, foot + 0.1)])
    marks: list[Mark] = [
        PictureMark(middle - 1, 0, 0, 0, partial(draw_sign, name="head", accent=look.accent)),
        Shape(rect(0, foot, width, high, 1.8), WHITE, PALETTE.ink, 0.7, join="round"),
        Shape(tail, WHITE, PALETTE.ink, 0.7, join="round"),
        Shape(rect(middle + 2.1, foot + 0.14, 3.6, 0.8), WHITE),
    ]
    return [*marks, *(moved(line, middle, 0) for line in said)], width


def _written(sign: Sign, look: Style) -> tuple[list[Mark], float]:
    """Return the marks of a slip of paper with a number, or of a bet card with a word, and the width in mm."""
    bet = sign.what == "bet"
    size = 8.2 if bet else 15.0
    width = max(12.0 if bet else 9.0, lettering.width_mm(sign.text, lettering.SANS_SEMIBOLD, size) + 3.0)
    if bet:
        text = Text(width / 2, HIGH / 2 - 2.2, sign.text, lettering.SANS_SEMIBOLD, size, align="centre")
        sign_mark = Shape(lozenge(width / 2, HIGH - 4.2, 1.4, 2.0), PALETTE.ink if look.low else look.accent)
        card = Shape(rect(0, 0, width, HIGH, 1.1), WHITE, PALETTE.ink, 0.7, join="round")
        return [*_edge(look, width, HIGH, strong=sign.strong), card, sign_mark, text], width
    foot, high = 4.2, 8.4
    edge = PALETTE.ink if look.low or not sign.strong else look.accent
    return [
        Shape(rect(0, foot, width, high, 0.8), WHITE, edge, 1.6 if sign.strong else 0.6, join="round"),
        Text(width / 2, foot + 2.4, sign.text, lettering.SANS_SEMIBOLD, size, align="centre"),
    ], width


# --- the parts of a kit


def _part(sign: Sign, look: Style) -> Callable[[Ink], None]:
    match sign.what:
        case "chip" if sign.text:
            return partial(_chip, look=look, text=sign.text)
        case "chip":
            return partial(draw_sign, name="chips", main=PALETTE.blue.base)
        case "tents":
            return _tents
        case "bets":
            return partial(_bets, look=look)
        case what:
            return partial(draw_sign, name=what, accent=look.accent)


def _tents(ink: Ink) -> None:
    draw_sign(ink, "tents")
    for at in range(3):
        ink.text(at * 6.4 + 3.8, 3.4, str(at + 1), lettering.SANS_SEMIBOLD, 11, None, "centre")


def _chip(ink: Ink, look: Style, text: str) -> None:
    draw_chip(ink, 7.0, HIGH / 2, 6.8, WHITE if look.low else look.accent, ink.paper, inner=False)
    ink.draw(ellipse(7.0, HIGH / 2, 4.7), WHITE, ink.black, 0.4)
    ink.text(7.0, HIGH / 2 - 1.7, text, lettering.SANS_SEMIBOLD, 12, None, "centre")


def _bets(ink: Ink, look: Style) -> None:
    draw_sign(ink, "bets", look.accent)
    # for translators: the word of any bet card that is short enough for a picture of it
    ink.text(12.0, 4.4, say("FOLD"), lettering.SANS_SEMIBOLD, 8.2, None, "centre")


PARTS = {
    "deck": 12.7,
    "reference": 12.0,
    "pad": 17.0,
    "pencil": 14.6,
    "laptop": 21.0,
    "sealed": 17.0,
    "cube": 14.6,
    "tents": 21.8,
    "chip": 18.0,
    "bets": 18.0,
}
"""Things beside cards, and how wide each is in mm."""


LABEL_PT, CAPTION_PT, _TITLE_PT, _NARROW_PT = 8.9, 9.2, 7.4, 8.3
"""Sizes of type in points: labels, captions, a table's titles as the page engine sets them, and in a narrow table."""
_CAPTION = TextFace(CAPTION_PT, 3.9 * POINTS_PER_MM, lettering.SERIF_ITALIC)
_TOGETHER, _APART = 0.9, 2.6
_LEAST = 0.62
_FRAME = 0.9
"""How far frames and crosses reach beyond their cards."""


_TAG = replace(LABEL, lone=0.9, share=0.6)
"""Labels, of which no last word stands alone where there is another way."""


class _Laid(Struct, frozen=True):
    """A group of pictograms with a label below, ready to be put in a row; lengths in mm.

    `marks` are those of the pictograms, from x = 0; `width` and `high` are the width and height of the pictograms.
    `label` is the text of the label and `font` its font. `wants` is the width at which the label takes at most three
    lines. If `flat` is true, the pictograms are low and are centred in the height of their row. `least` is the smallest
    factor by which the group may be scaled. `gap` is true if the group is only a gap, at which a row may be broken.
    """

    marks: tuple[Mark, ...]
    width: float
    high: float
    label: str
    font: str
    wants: float
    flat: bool
    least: float
    gap: bool

    def slot(self, scale: float) -> float:
        """Return the width in mm of the group when its pictograms are scaled by `scale`.

        The label is not scaled, so the group is at least as wide as its label.
        """
        return max(self.width * scale, self.wants)


def picture(scene: Scene, width: float, look: Style, art: CardArt, *, size: float = 1, whole: bool = False) -> Element:
    """Return a scene of the lesson as a picture at most `width` mm wide, with its caption below.

    `art` has the drawings of the game's cards, and `size` is the factor by which cards are scaled. A row that is too
    wide is broken into two; with `whole` it is broken only at a gap of the scene. Raises TooWide if the scene does not
    fit.
    """
    if scene.table:
        drawn = _table(scene.table, width, look)
    else:
        room = _FRAME if any(sign.strong or sign.out for group in scene.row for sign in group.signs) else 0.0
        drawn = groups([_laid(group, look, art, size) for group in scene.row], width - 2 * room, whole=whole)
        drawn = Element(drawn.height + room, tuple(moved(mark, room, -room) for mark in drawn.marks))
    top = 0.2 - drawn.height - _CAPTION.pitch
    told, below = set_text(scene.caption, _CAPTION, width / 2, top, width)
    with suppress(TooWide):
        for share in range(96, 40, -4):  # as few lines as go, about as long as each other
            narrow, _ = set_text(scene.caption, _CAPTION, width / 2, top, width * share / 100)
            if len(narrow) > len(told):
                break
            told = narrow
    return Element(0.9 - below - _CAPTION.pitch, (*drawn.marks, *told), before=_GAP)


def _table(table: Sequence[Sequence[str]], width: float, look: Style) -> Element:
    """Return a small table as a picture `width` mm wide.

    Each of `table` is a row of cells, and the first row has the titles. The titles have the type size of labels, or a
    slightly smaller size if the table is too wide. Raises TooWide if it still does not fit.
    """
    names, *lines = ["| " + " | ".join(line) + " |" for line in table]
    rows = "\n".join([names, "|---" * len(table[0]) + "|", *lines])
    face = TextFace(_TITLE_PT, _TITLE_PT * 1.22, lettering.SANS, lettering.SANS_SEMIBOLD)
    scale = LABEL_PT / _TITLE_PT
    try:
        elements = blocks(parse(rows), Measure((width - 3.0) / scale, table=face), look)
    except TooWide:
        scale = _NARROW_PT / _TITLE_PT
        elements = blocks(parse(rows), Measure((width - 3.0) / scale, table=face), look)
    marks = [_scaled(mark, scale) for mark in column_marks(elements, 1.5 / scale, -0.6)]
    high = (0.6 + height_of(elements)) * scale + 0.4
    return Element(high, (look.panel(0, -high, width, high), *marks))


def groups(
    laid: Sequence[_Laid], width: float, *, spread: bool = False, most: float = 1, whole: bool = False
) -> Element:
    """Return groups of pictograms with their labels, side by side in one row or in two.

    `laid` are the groups in order. The picture is at most `width` mm wide. All pictograms are scaled by one factor, at
    most `most`; labels keep their size. With `spread` the spare width is distributed between the groups. A row that is
    too wide is broken at its gap, or, if it has none, between two groups. Raises TooWide if that is not enough, and
    with `whole` if a row that is too wide has no gap.
    """
    rows = [list(laid)]
    if _scale(laid, width) is None and len(laid) > 1:
        best = next((at for at, one in enumerate(laid) if one.gap), None)
        if best is None and whole:
            raise TooWide("a picture is wider than its place")
        if best is None:
            best = min(range(1, len(laid)), key=lambda at: max(_across(laid[:at], 1), _across(laid[at:], 1)))
        rows = [list(laid[:best]), list(laid[best + laid[best].gap :])]
    scales = [_scale(row, width, 0.56) for row in rows]
    if None in scales:
        raise TooWide("words of a picture are wider than their place")
    scale = min([most, *filter(None, scales)])
    marks: list[Mark] = []
    y = 0.0
    for at, row in enumerate(rows):
        y -= 2.2 if at else 0.0
        slots = [one.slot(scale) for one in row]
        gap = (width - sum(slots)) / len(row) if spread and len(row) > 1 else _APART * scale
        x = (width - sum(slots) - gap * (len(row) - 1)) / 2
        more = max(0.0, min(gap - 2.6, 2 * x))
        deep, high = 1.2, LOW if all(one.flat for one in row) else max(one.high for one in row)
        for one, slot in zip(row, slots, strict=True):
            middle = x + slot / 2
            left, up = middle - one.width * scale / 2, y - (one.high + high) / 2 * scale
            marks += [moved(mark if scale == 1 else _scaled(mark, scale), left, up) for mark in one.marks]
            if one.label:
                face, top = TextFace(LABEL_PT, 3.3 * POINTS_PER_MM, one.font), y - high * scale
                label, below = set_text(one.label, face, middle, top - 3.9, slot + more + 0.01, costs=_TAG)
                marks += label
                deep = max(deep, top - below - 2.2)
            x += slot + gap
        y -= high * scale + deep
    return Element(-y, tuple(marks))


def _scale(row: Sequence[_Laid], width: float, plain: float = _LEAST) -> float | None:
    """Return the largest factor (at most 1) by which a row is at most `width` mm wide.

    None if the factor would be below `plain` or below the `least` of a group with words.
    """
    least = max([plain, *(one.least for one in row if one.least > _LEAST)])
    scales = (scale / 50 for scale in range(50, 0, -1))
    return next((scale for scale in scales if scale >= least and _across(row, scale) <= width), None)


def _scaled(mark: Mark, scale: float) -> Mark:
    """Return a mark scaled by this factor about the origin."""
    match mark:
        case Text():
            return replace(mark, x=mark.x * scale, y=mark.y * scale, size=mark.size * scale)
        case Shape():
            return replace(mark, path=mark.path.at(0, 0, scale), width_pt=mark.width_pt * scale)
        case PictureMark():
            return replace(mark, x=mark.x * scale, y=mark.y * scale, scale=mark.scale * scale)
        case _:
            return mark


def _across(row: Sequence[_Laid], scale: float) -> float:
    return sum(one.slot(scale) for one in row) + _APART * scale * (len(row) - 1)


@lru_cache(maxsize=256)
def _laid(group: SignGroup, look: Style, art: CardArt, size: float = 1) -> _Laid:
    """Return a group of pictograms with its measures; its cards are scaled by `size`, its words are not."""
    marks: list[Mark] = []
    x = 0.0
    for at, sign in enumerate(group.signs):
        x += 0.0 if not at else 2.6 if sign.strong or group.signs[at - 1].strong else _TOGETHER
        drawn, width = sign_marks(sign, look, art)
        scale = size if _is_printed(sign.what) else 1
        marks += [moved(_scaled(mark, scale), x, 0) for mark in drawn]
        x += width * scale
    font = lettering.SANS_SEMIBOLD if group.strong else lettering.SANS
    flat = all(sign.what in _FLAT or len(sign.what) == 1 for sign in group.signs)
    least = 1.0 if any(sign.what in _SPOKEN for sign in group.signs) else _LEAST
    gap = group.signs[0].what == "gap"
    high = max(sign_height(sign) * (size if _is_printed(sign.what) else 1) for sign in group.signs)
    return _Laid(tuple(marks), x, high, group.label, font, _wants(group.label, font), flat, least, gap)


@cache
def _wants(label: str, font: str) -> float:
    """Return the least width in mm at which a label takes at most three lines and every word fits a line."""
    words = label.split()
    runs = [" ".join(words[a:b]) for a in range(len(words)) for b in range(a + 1, len(words) + 1)]
    longest = max((lettering.width_mm(word, font, LABEL_PT) for word in words), default=0.0)
    trials = sorted({lettering.width_mm(run, font, LABEL_PT) for run in runs})
    return next((t for t in trials if t >= longest and len(broken(label, font, LABEL_PT, t + 0.01, LABEL)) <= 3), 0.0)


_PT = 9.2
"""The type of the panel that says how the game begins."""


_BADGE_TEXT = 1.1
"""How far a badge's words may be wider than its place, as they stand beside shorter ones."""


def head(it: Lesson, width: float, look: Style) -> Element:
    """Return the head of the teaching page, `width` mm wide: the game's title, players, minutes and age."""
    facts = ((it.players, say("players"), _people), (it.minutes, it.unit, _clock), (it.age, say("age"), _cake))
    badge = 17.0
    room = width - badge * len(facts) - 4
    size = shrunk(it.title, lettering.SERIF_SEMIBOLD, 30.0, room)
    marks: list[Mark] = [
        Text(0, -4.0, say("TEACH IT IN TWO MINUTES"), lettering.SANS_SEMIBOLD, 9.0, look.accent_type, track=140),
        Text(0, -14.6, it.title, lettering.SERIF_SEMIBOLD, size),
    ]
    for at, (number, name, sign) in enumerate(facts):
        x = width - badge * (len(facts) - at - 0.5)
        marks += [moved(mark, x, -4.6) for mark in sign(look)]
        marks.append(Text(x, -12.6, number, lettering.SANS_SEMIBOLD, 10.6, align="centre"))
        size = shrunk(name, lettering.SANS, 8.9, _BADGE_TEXT * badge)
        marks.append(Text(x, -16.2, name, lettering.SANS, size, align="centre"))
    marks += divider(look, 0, width, -19.4, gap=3, width_pt=0.6, half=(1.4, 1.9))
    return Element(20.6, tuple(marks))


def _people(look: Style) -> list[Mark]:
    """Return a small drawing of two heads and shoulders."""
    marks: list[Mark] = []
    for x in (-2.6, 2.6):
        body = arc(x, -3.6, 2.5, 0, 180, 3.4).close()
        marks.append(Shape(body, look.accent if not look.low else None, PALETTE.ink, 0.5))
        marks.append(Shape(ellipse(x, 1.4, 1.6), PALETTE.ink))
    return marks


def _clock(look: Style) -> list[Mark]:
    return [
        Shape(ellipse(0, -0.3, 3.6), None, PALETTE.ink, 0.9),
        look.rule(0, -0.3, 0, 2.2, 1.1, look.accent),
        look.rule(0, -0.3, 1.8, -1.2, 1.1),
    ]


def _cake(look: Style) -> list[Mark]:
    """Return a small drawing of a cake with three candles."""
    marks: list[Mark] = [
        look.rule(-4.0, -3.6, 4.0, -3.6, 0.9),
        Shape(arc(0, -3.6, 3.2, 0, 180, 3.6).close(), None if look.low else look.accent, PALETTE.ink, 0.6),
    ]
    for x, foot in ((-1.6, -0.6), (0.0, 0.0), (1.6, -0.6)):
        marks.append(look.rule(x, foot, x, foot + 1.9, 0.7, cap="butt"))
        marks.append(Shape(lozenge(x, foot + 2.9, 0.45, 0.8), PALETTE.yellow.base, PALETTE.ink, 0.3))
    return marks


def things(it: Lesson, width: float, look: Style, size: float = 1) -> Element:
    """Return a panel, `width` mm wide, with pictures of the game's components, scaled by at most `size`."""
    art = art_of(it.game)
    shown = groups([_laid(group, look, art) for group in it.parts], width - 8, spread=True, most=size)
    high = shown.height + 5.2
    return Element(high, (look.panel(0, -high, width, high), *(moved(mark, 4, -3.0) for mark in shown.marks)))


def begin(it: Lesson, width: float, look: Style, foot: str) -> Element:
    """Return the panel, `width` mm wide, that says how the game begins, and what to type.

    `foot` is a line of text below the panel ("": none).
    """
    marks: list[Mark] = []
    y = -6.4
    advice = [(say("A GOOD FIRST TABLE"), it.advice)] if it.advice else []
    for caps, words in ((say("TO BEGIN"), it.first), *advice, ("", say(TYPE_ONE))):
        for line in _run_in(caps, words, width - 8, look):
            marks += [moved(mark, 4, y) for mark in line]
            y -= 4.1
        y -= 1.4
    ways = [_way(start, width - 8, look) for start in it.starts]
    x = 4.0
    for at, (way, wide, _) in enumerate(ways):
        if at and (not it.starts[at].typed or x + wide > width - 4):
            x, y = 4.0, y - ways[at - 1][2]
        marks += [moved(mark, x, y) for mark in way]
        x += wide + 6
    height = 0.6 - y + ways[-1][2] - 4.1 + 2.2
    marks.insert(0, look.panel(0, -height, width, height))
    if foot:
        marks.append(Text(width / 2, -height - 3.6, foot, lettering.SANS, 8.9, align="centre"))
        height += 4.6
    return Element(height, tuple(marks))


def _run_in(caps: str, text: str, width: float, look: Style) -> list[list[Mark]]:
    """Return the marks of each line of a paragraph that begins with the words `caps` in small capitals.

    Each line has its baseline at y = 0, so the caller moves it to its place. With `caps` "" the paragraph is `text`
    alone. `width` is in mm.
    """
    words = text.split()
    wide = [lettering.width_mm(word, lettering.SERIF, _PT) for word in words]
    room = lettering.width_mm(caps, lettering.SANS_SEMIBOLD, 8.9, 120) + 2.6 if caps else 0.0
    wide[0] += room
    lines: list[list[Mark]] = []
    for start, end in paragraph(words, wide, lettering.width_mm(" ", lettering.SERIF, _PT), width, FEWEST):
        lines.append([Text(0.0 if start else room, 0, " ".join(words[start:end]), lettering.SERIF, _PT)])
    if caps:
        lines[0].append(Text(0, 0, caps, lettering.SANS_SEMIBOLD, 8.9, look.accent_type, track=120))
    return lines


def _way(start: Beginning, width: float, look: Style) -> tuple[list[Mark], float, float]:
    """Return the marks of one of the ways to begin a game, their width, and the distance to the next way.

    The marks begin with the name of the way, at the origin. A text that is to be typed stands in a field. `width` is
    the most that the marks may take. The distance is from baseline to baseline; all are in mm.
    """
    indent = lettering.width_mm(start.how, lettering.SANS_SEMIBOLD, 9.0) + (4.2 if start.typed else 2.6)
    face = TextFace(_PT, 4.1 * POINTS_PER_MM, lettering.SANS_SEMIBOLD if start.typed else lettering.SERIF)
    lines, below = set_text(start.text, face, indent, 0, width - indent - 1.5, "left")
    wide = max(line.width for line in lines)
    marks: list[Mark] = [Text(0, 0, start.how, lettering.SANS_SEMIBOLD, 9.0)]
    if start.typed:
        field = rect(indent - 1.5, 2.7 + below, wide + 3.0, 0.7 - below, 1.0)
        marks.append(Shape(field, WHITE, look.palette.black.ray, 0.5))
    return [*marks, *lines], indent + wide + 1.5, (1.6 if start.typed else 0.0) - below


TYPE_PT = 10.0
LEAST_PT = 7.0
_ROOMY_MM, _SMALL = 170.0, 0.66
"""On pages that are narrower than that the parts are drawn smaller."""
_FACE = TextFace(size=TYPE_PT, leading=TYPE_PT * 1.3)
_SHARES = tuple((share, size) for share in (0.44, 0.38, 0.32) for size in (1.0, 0.84, 0.7))
"""How much of the width pictures may take beside the words, and the factor by which their cards are scaled."""
_WORTH = 0.88
"""The share of the largest type that is worth large pictures whose rows are unbroken."""
_SIZES = tuple(size / 4 for size in range(84, round(4 * LEAST_PT) - 1, -1))
"""Sizes of the script's type to be tried, in points."""
_GUTTER, _GAP = 5.0, 3.2
_LEAST_GAP, _MOST_GAP = 1.8, 3.4


class TeachPage(Struct, frozen=True):
    """A page to be drawn: its marks, from the lower left corner, and the factor by which they are enlarged."""

    marks: tuple[Mark, ...]
    scale: float


class Body(Struct, frozen=True):
    """The text that explains the game, and the pictures in a column beside the text.

    `words` are the elements of the text. `pictures` are in order from the top, in a column `seen` mm wide. `beside`
    has, for each picture, the index of the element of `words` beside which the picture's top should stand: the last
    paragraph of its piece.
    """

    words: tuple[Element, ...]
    pictures: tuple[Element, ...]
    seen: float
    beside: tuple[int, ...]

    @property
    def gaps(self) -> int:
        """The number of gaps between paragraphs, in which space can be added."""
        return sum(not element.part for element in self.words) - 1

    @property
    def written(self) -> float:
        """The sum of the heights of the paragraphs in mm, without the gaps between them."""
        return sum(element.height for element in self.words)

    @property
    def height(self) -> float:
        """The least height in mm of the text or of the pictures with their gaps, whichever is higher."""
        return max(self.written + _LEAST_GAP * self.gaps, height_of(self.pictures))


@lru_cache(maxsize=32)
def teach_pages(
    it: Lesson, width: float, height: float, look: Style, *, foot: str = "", large: bool = False
) -> tuple[TeachPage, ...]:
    """Return the page that teaches a game, in the largest type that fits; with `large` two pages.

    A page is `width` by `height` mm. If two pages are not enough even in the smallest type, the result is one page.
    `foot` is a line of text below the panel that says how to begin ("": none). Raises PrintError if the lesson does not
    fit in type of seven points.
    """
    found = _largest(partial(_two, it, width, height, look, foot)) if large else None
    if found is None:
        one = partial(_one, it, width, height, look, foot, size=1.0 if width >= _ROOMY_MM else _SMALL)
        found = _largest(partial(one, whole=False))
        unbroken = _largest(partial(one, whole=True))
        if found and unbroken and unbroken[0].scale >= _WORTH * found[0].scale:
            found = unbroken
    if found is None:
        room = f"{width:.0f} × {height:.0f} mm"
        raise PrintError(f"the page to teach {it.title} by has no room on {room}: take a larger paper")
    return found


def _largest(fitted: partial[list[tuple[Mark, ...]] | None]) -> tuple[TeachPage, ...] | None:
    """Return the pages in the largest type size that fits; None if no size fits.

    `fitted(scale=…)` returns the marks of each page, for a factor by which type is enlarged, or None if they do not
    fit.
    """
    found: tuple[TeachPage, ...] | None = None
    low, high = 0, len(_SIZES)  # from `high` on sizes fit
    while low < high:
        middle = (low + high) // 2
        scale = _SIZES[middle] / TYPE_PT
        try:
            marks = fitted(scale=scale)
        except TooWide:
            marks = None
        if marks is None:
            low = middle + 1
        else:
            found, high = tuple(TeachPage(page, scale) for page in marks), middle
    return found


def _one(
    it: Lesson, width: float, height: float, look: Style, foot: str, *, size: float, scale: float, whole: bool
) -> list[tuple[Mark, ...]] | None:
    """Return the marks of the whole lesson on one page; None if it does not fit.

    `width` and `height` are those of the page in mm. `foot` is a line of text below the panel that says how to begin
    ("": none). `size` is the factor for the pictures of the parts, `scale` the factor for the type. With `whole` the
    pictures beside the text are large, and their rows are unbroken.
    """
    width, height = width / scale, height / scale
    above = [head(it, width, look), things(it, width, look, size)]
    page = _page(it.steps, above, begin(it, width, look, foot), (width, height), look, art_of(it.game), whole=whole)
    return [page] if page else None


def _two(
    it: Lesson, width: float, height: float, look: Style, foot: str, *, scale: float
) -> list[tuple[Mark, ...]] | None:
    """Return the marks of the lesson on two pages; None if it does not fit.

    The first page has the parts of the game and as much of the text as fits; the second has the rest and how to begin.
    `width` and `height` are those of a page in mm. `foot` is a line of text at the end ("": none), and `scale` is the
    factor for the type.
    """
    width, height = width / scale, height / scale
    above, below = [head(it, width, look), things(it, width, look, _SMALL)], begin(it, width, look, foot)
    steps: list[Step] = []
    for step in it.steps:  # cut into paragraphs; the picture belongs to the last
        *texts, last = re.split(r"\n{2,}", step.text)
        steps += [*map(Step, texts), Step(last, step.scene)]
    for at in range(len(steps) - 1, 0, -1):
        first = _page(steps[:at], above, Element(0, ()), (width, height), look, art_of(it.game))
        if first:
            second = _page(steps[at:], [], below, (width, height), look, art_of(it.game))
            return [first, second] if second else None
    return None


def _page(
    steps: Sequence[Step], above: Sequence[Element], below: Element, size: tuple[float, float], look: Style,
    art: CardArt, *, whole: bool = False,
) -> tuple[Mark, ...] | None:  # fmt: skip
    """Return the marks of a page with pieces of the text between pictures; None if they do not fit.

    `above` are the pictures at the head of the page, from the top; `below` is the picture at its foot. `size` is the
    width and height of the page in mm. `art` has the drawings of the game's cards. With `whole` the rows of pictograms
    are unbroken and not made smaller.
    """
    width, height = size
    caption = 5.0 if above else 0.0
    room = height - sum(part.height + _GAP for part in above) - below.height - _GAP - caption
    sizes = _SHARES if not whole else [(share, size) for share, size in _SHARES if size == 1]
    bodies = (_body(steps, width, width * share, look, art, size=size, whole=whole) for share, size in sizes)
    body = next((body for body in bodies if body and body.height <= room), None)
    if body is None:
        return None
    gap = min((room - body.written) / max(body.gaps, 1), _MOST_GAP)
    high = max(body.height, body.written + gap * body.gaps)
    spare = (room - high) / (len(above) + 1)
    above = [replace(part, before=_GAP + spare) for part in above]
    marks = list(column_marks(above, 0, height))
    y = height - sum(part.height + part.before for part in above)
    if above:
        marks.append(
            Text(0, y - 2.4, say("READ THIS ALOUD"), lettering.SANS_SEMIBOLD, 8.9, look.accent_type, track=120)
        )
        y -= caption
    marks += _page_placed(body, width, y, high)
    return (*marks, *(moved(mark, 0, below.height) for mark in below.marks))


def _body(
    steps: Sequence[Step], width: float, seen: float, look: Style, art: CardArt, *, size: float, whole: bool
) -> Body | None:
    """Return the text with its pictures beside it; None if a word or a picture is wider than its column.

    `width` is the width of both columns together, and `seen` that of the pictures, in mm. `size` is the factor for
    cards in pictures. With `whole` rows of pictograms are broken only at their gaps.
    """
    beside = seen + _GUTTER if any(step.scene for step in steps) else 0.0
    words: list[Element] = []
    pictures: list[Element] = []
    places: list[int] = []
    for step in steps:
        found = _piece(step, width - beside, seen, look, art, size=size, whole=whole)
        if found is None:
            return None
        elements, shown = found
        words += elements
        if shown:
            pictures.append(shown)
            places.append(max(at for at, element in enumerate(words) if not element.part))
    return Body(tuple(words), tuple(pictures), seen, tuple(places))


@lru_cache(maxsize=512)
def _piece(
    step: Step, width: float, seen: float, look: Style, art: CardArt, *, size: float, whole: bool
) -> tuple[tuple[Element, ...], Element | None] | None:
    """Return the elements of `step`, one piece of the text, and its picture (None: it has none).

    `width` is the width of the text column and `seen` that of the picture column, in mm. `size` is the factor for cards
    in the picture. If `whole` is true, rows of pictograms are broken only at their gaps. The result is None if a word
    or the picture is too wide. Results are cached.
    """
    measure = Measure(width, body=_FACE, table=_FACE, example=_FACE, paragraph=1.8, step=1.2)
    try:
        shown = picture(step.scene, seen, look, art, size=size, whole=whole) if step.scene else None
        tokens, memo = _read(step.text)
        return tuple(blocks(tokens, measure, look, memo=memo)), shown
    except TooWide:
        return None


@lru_cache(maxsize=128)
def _read(text: str) -> tuple[tuple[Token, ...], Memo]:
    """Return the tokens of a Markdown text, and an empty dict that keeps what `blocks` computes from them."""
    return tuple(parse(text)), {}


def _page_placed(body: Body, width: float, top: float, high: float) -> list[Mark]:
    """Return the marks of the text and its pictures, from y = `top` downwards in a height of `high`; in mm.

    The gaps between paragraphs are equal. Each picture is at the right edge of the `width`, as near as possible to its
    paragraph.
    """
    gap = min((high - body.written) / max(body.gaps, 1), _MOST_GAP)
    words = [replace(element, before=0.0 if element.part else gap) for element in body.words]
    marks, heads = list(column_marks(words, 0, top)), [y for y, _ in stacked(words, top)]
    places: list[float] = []
    y = top - 1.0
    for shown, at in zip(body.pictures, body.beside, strict=True):
        places.append(min(y, heads[at] - 1.0))
        y = places[-1] - shown.height - _GAP
    y = top - high
    for at in range(len(places) - 1, -1, -1):
        places[at] = max(places[at], y + body.pictures[at].height)
        y = places[at] + _GAP
    for shown, y in zip(body.pictures, places, strict=True):
        marks += column_marks([shown], width - body.seen, y)
    return marks
