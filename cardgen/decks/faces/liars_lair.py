"""Liar's Lair: one claim on each card, with its title, its number in two corners and its theme's emblem.

Lengths are those of a poker card. On another size everything is scaled, but the sentence is fitted anew into the space
that is left, and type never gets smaller than can be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from cardgen.art.backs.harlequin import draw_back
from cardgen.art.emblems import draw_emblem
from cardgen.art.index import Indices
from cardgen.decks.model import CardFace, Deck, Size
from cardgen.errors import PrintError
from cardgen.pdf import fonts as lettering
from cardgen.pdf.fit import Setting, fit, sizes
from cardgen.pdf.fonts import SERIF, SERIF_SEMIBOLD
from cardgen.pdf.path import ellipse, lozenge, rect

if TYPE_CHECKING:
    from cardgen.decks.faces import DeckOptions
    from cardgen.pdf.ink import Ink
    from factbank.facts import Card, Facts, Pair

GAME = "liars-lair"

# Millimetres on a poker card, from the left or the bottom edge, or down from the top.
LOZENGE = (8.6, 9.2, 4.3, 5.4)  # x, down, half width, half height
TITLE_INSET, RULE_INSET, SENTENCE_INSET = 15.2, 7.0, 7.2
RULE_DOWN, SENTENCE_DOWN, SENTENCE_UP = 18.2, 22.7, 24.5
EMBLEM_UP, EMBLEM_R = 15.2, 7.4
NUMBER_PT, SMALLEST_NUMBER_PT = 9.0, 7.4
JUMBO_X, JUMBO_DOWN, JUMBO_SCALE = 9.5, 10.4, 1.25
NUMBER_CLEAR, RULE_CLEAR = 3.4, 1.3  # from a lozenge to the cut, and to the hairline, at least
LARGEST_PT, LEAST_PT = 20, 11  # a sentence
LEAST = 0.5  # of a poker card: smaller, no emblem can be told; whether a text fits is another question
TITLE_LEADING = 1.12
ROTATED = str.maketrans("01689", "01986")


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


def reads_upside_down(number: int) -> bool:
    """Tell whether a number turned by 180 degrees reads as another (6 and 9, 68 and 89), so wants a line under it."""
    digits = str(number)
    return set(digits) <= set("01689") and digits != digits[::-1].translate(ROTATED)


def draw_face(
    ink: Ink, size: Size, *, card: Card, pair: Pair, indices: Indices = "normal", title: str | None = None
) -> None:
    """Draw one card's face, under its pair's title or another; under none where ``title`` is "".

    Raises PrintError, naming the card, when its title or sentence does not fit.
    """
    w, h, k = size.width_mm, size.height_mm, size.scale
    box = (-size.bleed_mm, -size.bleed_mm, w + size.bleed_mm, h + size.bleed_mm)
    at = _Corner.of(size, indices)
    ink.form(("lair ground", size, indices), partial(_ground, size=size, at=at), box)
    ink.form(
        ("lair emblem", pair.theme, k), lambda i: _emblem(i, pair.theme, k), _around(EMBLEM_R * k), w / 2, EMBLEM_UP * k
    )
    _number(ink, card.number, at, h)
    if title != "":
        _title(ink, title or pair.title, size, card, indices)
    _sentence(ink, card.text, size, card, pair, indices)
    with ink.half_turn(w, h):
        _number(ink, card.number, at, h)


def _around(r: float) -> tuple[float, float, float, float]:
    return (-r - 0.5, -r - 0.5, r + 0.5, r + 0.5)


class _Corner(NamedTuple):
    """Where a card's number stands, in millimetres from the left and down from the top, and its lozenge's scale.

    The lozenge is scaled no further down than its digits can go, so on a small card the hairline (`rule`, millimetres
    down) and all below it moves out of the way of a large one.
    """

    x: float
    down: float
    scale: float
    rule: float

    @classmethod
    def of(cls, size: Size, indices: Indices) -> _Corner:
        k, jumbo = size.scale, indices == "jumbo"
        x, down = (JUMBO_X, JUMBO_DOWN) if jumbo else LOZENGE[:2]
        s = max(k, SMALLEST_NUMBER_PT / NUMBER_PT) * (JUMBO_SCALE if jumbo else 1)
        across, high = LOZENGE[2] * s, LOZENGE[3] * s
        x, down = max(x * k, across + NUMBER_CLEAR * k), max(down * k, high + NUMBER_CLEAR * k)
        return cls(x, down, s, max(RULE_DOWN * k, down + high + RULE_CLEAR * k))


def _ground(ink: Ink, size: Size, at: _Corner) -> None:
    """Draw what all cards of a deck share: the paper, the hairline, the lozenges, the emblem's plate."""
    w, h, k, b = size.width_mm, size.height_mm, size.scale, size.bleed_mm
    ink.draw(rect(-b, -b, w + 2 * b, h + 2 * b), ink.paper)
    middle, rule, up = w / 2, h - at.rule, EMBLEM_UP * k
    for side in (-1, 1):
        ink.line(middle + side * 2.6 * k, rule, middle + side * (w / 2 - RULE_INSET * k), rule, cap="butt")
        ink.line(middle + side * 9 * k, up, middle + side * 13.6 * k, up, cap="butt")
        ink.draw(lozenge(middle + side * 14.6 * k, up, 0.6 * k, 0.85 * k), ink.black)
    ink.flat(lozenge(middle, rule, 1.15 * k, 1.6 * k), ink.palette.red.base, join="mitre")
    s = at.scale
    for x, y in ((at.x, h - at.down), (w - at.x, at.down)):
        if ink.low:
            ink.draw(lozenge(x, y, LOZENGE[2] * s, LOZENGE[3] * s), None, ink.black, 0.8, join="mitre")
        else:
            ink.draw(lozenge(x, y, LOZENGE[2] * s, LOZENGE[3] * s), ink.black)
            ink.draw(lozenge(x, y, 3.35 * s, 4.2 * s), None, ink.palette.yellow.base, join="mitre")


def _emblem(ink: Ink, theme: str, k: float) -> None:
    """Draw the plate and a theme's figure on it, about the origin."""
    plate = ink.paper if ink.low else ink.palette.plate
    if ink.low:
        ink.draw(ellipse(0, 0, 7.2 * k), None, ink.black, 0.5)
    else:
        ink.draw(ellipse(0, 0, EMBLEM_R * k), plate, ink.black, 0.7)
        ink.draw(ellipse(0, 0, 6.75 * k), None, ink.black, 0.3)
    with ink.at(0, 0, 0, k):
        draw_emblem(ink, theme, plate)


def _number(ink: Ink, number: int, at: _Corner, height: float) -> None:
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
    if reads_upside_down(number):
        half = min(width * stretch, 3.2 * s) / 2
        ink.line(x - half, base - 0.62 * s, x + half, base - 0.62 * s, 0.65, colour, cap="butt")


@cache
def _title_setting(title: str, width: float, k: float, font: str = SERIF_SEMIBOLD) -> Setting | None:
    """Set a title on one line if it goes at 11.5 points (scaled), else on two, smaller still when it must."""
    largest, smallest = max(12.5 * k, 8.0), max(11.5 * k, 7.5)
    for size_pt in sizes(largest, smallest, 0.25):
        if lettering.width_mm(title, font, size_pt, 6) <= width:
            return Setting(size_pt, (title,), size_pt * TITLE_LEADING)
    floor = max(9 * k, lettering.SMALLEST_PT)
    two = (smallest * (1 + TITLE_LEADING) + 0.1) / lettering.POINTS_PER_MM
    # Two lines of the usual size before one line of a smaller: titles of one deck look alike.
    for points in ((smallest,), sizes(smallest, floor, 0.25)):
        setting = fit(title, width, two, font, points, leading=TITLE_LEADING, track=6)
        if setting:
            return setting
    return None


def _fit_title(title: str, size: Size, at: _Corner, font: str) -> tuple[Setting, float] | None:
    """Set a title on the card's middle, as far from its right edge as from the lozenge, and say where that middle is.

    One that finds no room there stands in the middle of what the lozenge leaves of the hairline.
    """
    k, left = size.scale, max(TITLE_INSET * size.scale, at.x + (LOZENGE[2] + 1.6) * at.scale)
    for right in (left, RULE_INSET * k):
        if setting := _title_setting(title, size.width_mm - left - right, k, font):
            return setting, (left + size.width_mm - right) / 2
    return None


def _title(ink: Ink, title: str, size: Size, card: Card, indices: Indices) -> None:
    """Set the title, centred on the height of the lozenges."""
    font, at = ink.theme.fonts.title, _Corner.of(size, indices)
    _check_letters(title, font, card)
    fitted = _fit_title(title, size, at, font)
    if fitted is None:
        room = _from(size, lambda larger: _fit_title(title, larger, _Corner.of(larger, indices), font))
        raise PrintError(
            f"card {card.number}: the title “{_start(title)}” does not fit on two lines of a card "
            f"{_measure(size)}{room}: shorten it or take a larger card"
        )
    setting, x = fitted
    cap = lettering.cap_mm(font, setting.size_pt)
    y = size.height_mm - at.down + (len(setting.lines) - 1) * setting.leading_mm / 2 - cap / 2
    for line in setting.lines:
        ink.text(x, y, line, font, setting.size_pt, None, "centre", track=6)
        y -= setting.leading_mm


def _room(size: Size, at: _Corner) -> tuple[float, float]:
    """Give the top and the bottom of what a sentence may take: from under the hairline to over the emblem."""
    return size.height_mm - at.rule - (SENTENCE_DOWN - RULE_DOWN) * size.scale, SENTENCE_UP * size.scale


def _fit_sentence(text: str, size: Size, at: _Corner, font: str) -> Setting | None:
    """Set a sentence as large as fits, but on a small card none so large that it would shout beside the others."""
    top, bottom = _room(size, at)
    largest = max(LEAST_PT, int(2 * LARGEST_PT * min(1, size.scale**0.5)) / 2)
    points = sizes(largest, LEAST_PT)
    return fit(text, size.width_mm - 2 * SENTENCE_INSET * size.scale, top - bottom, font, points)


def _sentence(ink: Ink, text: str, size: Size, card: Card, pair: Pair, indices: Indices) -> None:
    """Set the sentence, centred in its room from its capitals to its last baseline."""
    font, at = ink.theme.fonts.text, _Corner.of(size, indices)
    _check_letters(text, font, card)
    setting = _fit_sentence(text, size, at, font)
    if setting is None:
        room = _from(size, lambda larger: _fit_sentence(text, larger, _Corner.of(larger, indices), font))
        raise PrintError(
            f"card {card.number} (“{pair.title}”): its sentence of {len(text)} characters does not fit a card "
            f"{_measure(size)} in 11 points, the smallest type for it{room}: shorten “{_start(text)}” or take a "
            "larger card"
        )
    top, bottom = _room(size, at)
    cap = lettering.cap_mm(font, setting.size_pt)
    block = (len(setting.lines) - 1) * setting.leading_mm + cap
    y = (top + bottom) / 2 + 0.8 * size.scale + block / 2 - cap
    for line in setting.lines:
        ink.text(size.width_mm / 2, y, line, font, setting.size_pt, None, "centre")
        y -= setting.leading_mm


def _from(size: Size, fits: Callable[[Size], object]) -> str:
    """Say from which size of the same shape something fits, in brackets; nothing when no sensible card is enough."""
    for percent in range(102, 401, 2):
        larger = Size(*(ceil(side * percent / 10) / 10 for side in (size.width_mm, size.height_mm)))
        if fits(larger):
            return f" (it fits one {_measure(larger)})"
    return ""


def _start(text: str, most: int = 60) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def _check_letters(text: str, font: str, card: Card) -> None:
    """Refuse characters that a theme's own font lacks; the house's fonts were asked when the deck was made."""
    if font not in lettering.FONTS and (lacking := lettering.missing(text, font)):
        raise PrintError(f"the theme's font has no {lettering.spell(lacking[0])} for card {card.number}")


def _measure(size: Size) -> str:
    return f"of {round(size.width_mm, 1):g} × {round(size.height_mm, 1):g} mm"
