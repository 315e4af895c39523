"""Where everything stands on a card of Liar's Lair: a pair of rivals is set together, so that neither looks the truer.

Lengths are those of a poker card. On another size everything is scaled, but sentence and title are set anew into the
space that is left, and type never gets smaller than can be read. What the sentence leaves goes to the emblem.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from itertools import product
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from cardgen.art.index import Indices
from cardgen.decks.faces.lair.registers import Register, register_of
from cardgen.errors import PrintError
from cardgen.pdf import fonts as lettering
from cardgen.pdf.drawing import Size
from cardgen.pdf.fit import Setting
from cardgen.pdf.fonts import POINTS_PER_MM
from cardgen.pdf.phrases import SMALL_PT, TIE, Taste, TextBox, names, reach, set_title, set_together, tied
from factbank.emblems import emblem_of

if TYPE_CHECKING:
    from cardgen.pdf.theme import Fonts
    from factbank.facts import Pair

# Millimetres on a poker card, from the left or the bottom edge, or down from the top.
LOZENGE = (8.6, 9.2, 4.3, 5.4)  # x, down, half width, half height
SIDE, RULE_INSET, RULE_DOWN, SENTENCE_DOWN = 5.9, 7.0, 18.2, 21.6
FOOT, FRAME_FOOT = 5.6, 2.6  # under the emblem, and between it and a frame
FRAME_CLEAR = 1.6  # between a frame and what hangs out of its text
EMBLEM, SMALL_EMBLEM, LARGEST_EMBLEM = 14.5, 9.0, 33.0
JUMBO_EMBLEM, LARGEST_JUMBO_EMBLEM = 13.0, 26.0
CLEAR, FRAMED_CLEAR = 6.5, 9.0  # what the sentence keeps from rule and emblem, together
JUMBO_WIDER = 1.8  # by how much more its sentence takes at each side
JUMBO = 1.2  # how much larger sentence and title are, at least
NUMBER_PT, SMALLEST_NUMBER_PT = 9.0, 7.4
FAN_MM, NUMBER_HALF = 10.8, 1.8  # what a fan leaves of a card, and half of two digits
JUMBO_X, JUMBO_DOWN, JUMBO_SCALE = 9.5, 10.4, 1.25
NUMBER_CLEAR, RULE_CLEAR = 3.4, 1.3  # from a lozenge to the cut, and to the hairline, at least
MOST_CLEAR = 3.0  # millimetres beside a lozenge that is in a fan's way
TITLE_HEAD, TITLE_FOOT, TITLE_REST = 3.8, 3.0, 3.8  # from a title to the cut, to the hairline, and there if it can
LEAST_HEAD, LEAST_FOOT = 2.7, 2.3  # millimetres that these are on any card
SENTENCE_HEAD, SENTENCE_FOOT = 2.2, 1.0  # from the hairline and from the emblem to the room of a sentence
LEAST_SENTENCE_HEAD = 2.8  # from the hairline to a sentence that is moved up
INDEX_CLEAR, HANGS = 0.8, 0.22  # from a sentence to a lozenge, and (in ems) what hangs under a line
FOOT_CLEAR = -3.5  # from a lozenge's tip to the least emblem's: a full sentence then stands over both
LARGEST_PT, LARGEST_JUMBO_PT, LEAST_PT = 20, 26, 11  # a sentence
LARGEST_TITLE_PT, TITLE_PT, LEAST_TITLE_PT = 13.0, 11.0, 8.8


class Corner(NamedTuple):
    """Where a card's number stands, in millimetres from the left and down from the top, and its lozenge's scale.

    The lozenge is scaled no further down than its digits can go, so on a small card the hairline (`rule`, millimetres
    down) and all below it moves out of the way of a large one.
    """

    x: float
    down: float
    scale: float
    rule: float

    @classmethod
    def of(cls, size: Size, indices: Indices) -> Corner:
        """Place the corner on a card."""
        k, jumbo = size.scale, indices == "jumbo"
        x, down = (JUMBO_X, JUMBO_DOWN) if jumbo else LOZENGE[:2]
        clear = min(NUMBER_CLEAR * k, MOST_CLEAR)
        s = max(k, SMALLEST_NUMBER_PT / NUMBER_PT) * (JUMBO_SCALE if jumbo else 1)
        s = min(s, (FAN_MM - clear) / (LOZENGE[2] + NUMBER_HALF))
        across, high = LOZENGE[2] * s, LOZENGE[3] * s
        x = min(x * k, FAN_MM - NUMBER_HALF * s)  # two digits are read whole in a fan
        x, down = max(x, across + clear), max(down * k, high + NUMBER_CLEAR * k)
        return cls(x, down, s, max(RULE_DOWN * k, down + high + RULE_CLEAR * k))

    @property
    def top(self) -> float:
        """The height of the upper tip of the lozenge at the foot."""
        return self.down + LOZENGE[3] * self.scale

    def title_middle(self, block: float, k: float) -> float:
        """Give how far down the middle of a title `block` high is: the number's, where it is not too high for that."""
        return max(max(TITLE_HEAD * k, LEAST_HEAD) + block / 2, min(self.down, self.rule - TITLE_REST * k - block / 2))


class FaceLayout(NamedTuple):
    """A pair on its cards: the title and its middle, each rival's sentence, and the emblem's name and height.

    `bottom` is the millimetres from the card's lower edge to where the sentence's room ends, `inset` how far its rules
    and frames keep from the card's sides.
    """

    title: Setting
    title_x: float
    sentences: tuple[Setting, ...]
    font: str
    emblem: str
    emblem_mm: float
    bottom: float
    inset: float


def lay_out(pair: Pair, size: Size, indices: Indices, fonts: Fonts, title: str = "") -> FaceLayout:
    """Lay out both cards of a pair, under its title or another.

    Raises PrintError, naming the card, when its title or a sentence does not fit.
    """
    register = register_of(pair)
    texts = tuple(card.text for card in pair.cards)
    ties = (*pair.ties, *names(*texts))
    numbers = [card.number for card in pair.cards]
    title = title or pair.title
    fitted = _fit_title(tied(title, ties), size, indices, fonts.title)
    if fitted is None:
        room = _from(size, lambda larger: _fit_title(title, larger, indices, fonts.title))
        raise PrintError(
            f"card {numbers[0]}: the title “{_start(title)}” does not fit on a card {_measure(size)}{room}: "
            "shorten it or take a larger card"
        )
    run = tuple(tied(text, ties) for text in texts)
    sentences = _fit_sentences(run, size, indices, register, fonts.text)
    if sentences is None:
        _refuse(pair, title, size, lambda text, on: _fit_sentences((text,), on, indices, register, fonts.text))
        raise AssertionError("rivals that fit alone fit together")
    bold = indices == "jumbo" and sentences[0].leading_pt > 1.14 * sentences[0].size_pt
    font = register.font(fonts.text, jumbo=bold)
    cap = lettering.cap_mm(font, sentences[0].size_pt)
    block = max((len(one.lines) - 1) * one.leading_mm + cap for one in sentences)
    spare = _height(size, indices) - block - (FRAMED_CLEAR if register.framed else CLEAR) * size.scale
    largest = (LARGEST_JUMBO_EMBLEM if indices == "jumbo" else LARGEST_EMBLEM) * max(1.0, size.stretch) ** 0.5
    tall = min(largest, max(_least_emblem(size, indices, register), spare / size.scale)) * size.scale
    inset = (RULE_INSET - (JUMBO_WIDER if indices == "jumbo" and register.framed else 0)) * size.scale
    setting, middle = fitted
    return FaceLayout(setting, middle, tuple(sentences), font, emblem_of(pair), tall, _foot(size) + tall, inset)


def sentence_foot(layout: FaceLayout, which: int, size: Size, at: Corner, register: Register) -> float:
    """Give the height of a sentence's last baseline.

    It stands in the middle of its room, but higher where its last line would come too near to the lozenges at the foot.
    """
    setting, k = layout.sentences[which], size.scale
    block = (len(setting.lines) - 1) * setting.leading_mm + lettering.cap_mm(layout.font, setting.size_pt)
    top, low = size.height_mm - at.rule - SENTENCE_HEAD * k, layout.bottom + SENTENCE_FOOT * k
    if register.framed:
        low = layout.bottom + (FRAME_FOOT + 0.8) * k
    foot = (top + low - block) / 2
    return max(foot, min(_feet(setting, layout.font, size, at)))


def _feet(setting: Setting, font: str, size: Size, at: Corner) -> tuple[float, float]:
    """Give how high a sentence's last baseline must be for the lozenges at the foot, and how high it can be."""
    k = size.scale
    block = (len(setting.lines) - 1) * setting.leading_mm + lettering.cap_mm(font, setting.size_pt)
    most = size.height_mm - at.rule - LEAST_SENTENCE_HEAD * k - block
    last = setting.lines[-1]
    half = lettering.width_mm(last, font, setting.size_pt) / 2 + hang(last, font, setting.size_pt, 1e3)
    end = size.width_mm / 2 - half - INDEX_CLEAR
    slope = LOZENGE[3] / LOZENGE[2] * max(0.0, end - at.x)  # how far under its tip a lozenge is where the line begins
    if slope > 2 * LOZENGE[3] * at.scale:
        return 0.0, most
    return at.top - slope + INDEX_CLEAR + HANGS * setting.size_pt / POINTS_PER_MM, most


def hang(line: str, font: str, size_pt: float, room: float) -> float:
    """Return how many millimetres right of the middle a line is centred, so that quotation marks at its ends hang out.

    What is read then stands in the middle; but no line leaves its `room` (mm) for that.
    """
    mark = lettering.width_mm("“", font, size_pt) / 2
    spare = max(0.0, (room - lettering.width_mm(line, font, size_pt)) / 2)
    return max(-spare, min(spare, mark * (line.rstrip(".").endswith("”") - line.startswith("“"))))


def _refuse(pair: Pair, title: str, size: Size, fits: Callable[[str, Size], object]) -> None:
    """Raise PrintError for the first of the sentences under a title that has no room."""
    for card in pair.cards:
        if not fits(card.text, size):
            room = _from(size, partial(fits, card.text))
            raise PrintError(
                f"card {card.number} (“{title}”): its sentence of {len(card.text)} characters does not fit a card "
                f"{_measure(size)} in 11 points, the smallest type for it{room}: shorten “{_start(card.text)}” or take "
                "a larger card"
            )


def _height(size: Size, indices: Indices) -> float:
    """Give what sentence and emblem share, from under the hairline to the foot."""
    down = Corner.of(size, indices).rule + (SENTENCE_DOWN - RULE_DOWN) * size.scale
    return size.height_mm - down - _foot(size)


def _foot(size: Size) -> float:
    """Give the height that an emblem stands at; on a card that is taller for its width, between its lozenges' tips."""
    return FOOT * size.scale * max(1.0, size.stretch)


@lru_cache(maxsize=1024)
def _fit_sentences(
    texts: tuple[str, ...], size: Size, indices: Indices, register: Register, text_font: str
) -> tuple[Setting, ...] | None:
    """Set rivals at one size, as large as fits, but on a small card none so large that it shouts beside the others.

    None is so large, either, that jumbo could not be larger by a fifth.
    """
    k, small = size.scale, min(1.0, size.scale)
    # On a card that is taller for its width a sentence may take some of the height.
    roomy = max(1.0, k) * max(1.0, size.stretch) ** 0.5
    usual = (17.5 if max(map(len, texts)) < 62 else 15.5) * roomy
    taste = Taste(usual * small, (14.0 if register.framed else 15.0) * small, 1.1 * roomy, 0.11 / roomy**6)
    largest = max(LEAST_PT, int(2 * LARGEST_PT * (k if k > 1 else k**0.5)) / 2)
    least_emblem = _least_emblem(size, "jumbo", register)
    tight = _box(size, "jumbo", register, least_emblem, register.font(text_font, jumbo=False), 1.12)
    kept = tight._replace(kept=True)
    wishes = ((kept._replace(comely=True), JUMBO * taste.floor), (kept, JUMBO * taste.floor), (tight, LEAST_PT))
    most = next((most for box, least in wishes if (most := reach(texts, box, least))), 0.0)
    largest = max(LEAST_PT, min(largest, int(4 * most / JUMBO + 1e-6) / 4))
    font = register.font(text_font, jumbo=False)
    normal = None
    for emblem in (EMBLEM, SMALL_EMBLEM):
        box = _box(size, "normal", register, emblem, font, register.leading)
        normal = normal or set_together(texts, box, largest, LEAST_PT, taste, small_pt=SMALL_PT * small)
    if indices == "normal" or normal is None:
        return tuple(normal) if normal else None
    least = ceil(4 * JUMBO * normal[0].size_pt - 1e-6) / 4
    largest = max(least, int(2 * LARGEST_JUMBO_PT * min(1.0, k**0.5)) / 2)
    bold = register.font(text_font, jumbo=True)
    taste = Taste(21.0 * small, least, 1.5, 0.0)
    at, near = Corner.of(size, indices), list[Setting]()
    # Over the lozenges: what is no higher stands clear of them, however long its last line is.
    over = size.height_mm - at.rule - LEAST_SENTENCE_HEAD * k - at.top - INDEX_CLEAR - HANGS * least / POINTS_PER_MM
    dresses = (
        (max(JUMBO_EMBLEM, least_emblem), bold, 1.16),
        (least_emblem, bold, 1.16),
        (least_emblem, font, 1.12),
    )
    for comely, whole, dress in product((True, False), (True, False), dresses):
        box = _box(size, "jumbo", register, *dress)._replace(kept=whole, comely=comely)
        if found := set_together(texts, box, largest, least, taste, small_pt=SMALL_PT * small):
            if all(need <= most for need, most in (_feet(one, dress[1], size, at) for one in found)):
                return tuple(found)
            near = near or found
    if near:
        box = _box(size, "jumbo", register, least_emblem, font, 1.08)
        box = box._replace(height=min(box.height, over))
        return tuple(set_together(texts, box, least, least, taste, small_pt=SMALL_PT * small) or near)
    return tuple(set_together(texts, tight, largest, LEAST_PT, Taste(25.0, 11.0, 3.6, 0.0)) or normal)


def _least_emblem(size: Size, indices: Indices, register: Register) -> float:
    """Give the least height of an emblem, so that no line, and on a lying card no frame, meets a lozenge."""
    over = (Corner.of(size, indices).top - _foot(size)) / size.scale
    framed = register.framed and size.width_mm > size.height_mm
    return max(SMALL_EMBLEM, over + (0.6 - FRAME_FOOT if framed else FOOT_CLEAR))


def _box(size: Size, indices: Indices, register: Register, emblem: float, font: str, leading: float) -> TextBox:
    """Give the box of a sentence over an emblem so high (in millimetres on a poker card)."""
    k, clear = size.scale, FRAMED_CLEAR - 1 if register.framed else CLEAR - 1.5
    whole = size.width_mm - 2 * (SIDE - (JUMBO_WIDER if indices == "jumbo" else 0)) * k
    height = _height(size, indices) - (clear + emblem) * k
    return TextBox(whole - 2 * register.inset * k, height, font, leading, whole)


@lru_cache(maxsize=1024)
def _fit_title(title: str, size: Size, indices: Indices, font: str) -> tuple[Setting, float] | None:
    """Set a title right of the number and say where its middle is: the card's, unless it needs the room beside it."""
    k = size.scale
    widths = [_beside(size, each) for each in ("normal", "jumbo")]
    around = max(TITLE_HEAD * k, LEAST_HEAD) + max(TITLE_FOOT * k, LEAST_FOOT)
    heights = [Corner.of(size, each).rule - around for each in ("normal", "jumbo")]
    floor = max(LEAST_TITLE_PT * k, lettering.SMALLEST_PT)
    larger = _set_title(title, widths[1], heights[1], font, 16.0 * k, 13.5 * k, JUMBO * floor)
    # No title is so large that it could not be larger still for weak eyes.
    largest = max(min(LARGEST_TITLE_PT * k, larger.size_pt / JUMBO if larger else LARGEST_TITLE_PT * k), floor)
    least = min(largest, max(TITLE_PT * k, 7.5))
    setting = larger if indices == "jumbo" else None
    setting = setting or _set_title(title, widths[0], heights[0], font, largest, least, floor)
    if setting is None:
        return None
    left, right = widths[indices == "jumbo"]
    half = _widest(setting, font) / 2
    return setting, min(max(size.width_mm / 2, left + half), max(left + half, right - half))


def _set_title(
    title: str, beside: tuple[float, float], high: float, font: str, largest: float, least: float, floor: float
) -> Setting | None:
    """Set a title; a name in it is parted only where there is no room for it otherwise."""
    for each in (title, title.replace(TIE, " ")):
        if found := set_title(each, beside[1] - beside[0], largest, least, font=font, high_mm=high, floor=floor):
            return found
    return None


def _beside(size: Size, indices: Indices) -> tuple[float, float]:
    """Give the two ends of the room beside the number."""
    at = Corner.of(size, indices)
    return at.x + (LOZENGE[2] + 1.5) * at.scale, size.width_mm - SIDE * size.scale


def _widest(setting: Setting, font: str) -> float:
    return max(lettering.width_mm(line, font, setting.size_pt, 6) for line in setting.lines)


def _from(size: Size, fits: Callable[[Size], object]) -> str:
    """Say from which size of the same shape something fits, in brackets; nothing when no sensible card is enough."""
    for percent in range(102, 401, 2):
        larger = Size(*(ceil(side * percent / 10) / 10 for side in (size.width_mm, size.height_mm)))
        if fits(larger):
            return f" (it fits one {_measure(larger)})"
    return ""


def _start(text: str, most: int = 60) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def _measure(size: Size) -> str:
    return f"of {round(size.width_mm, 1):g} × {round(size.height_mm, 1):g} mm"
