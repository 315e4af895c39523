"""The plain face of Liar's Lair (`--face plain`): each card shows a whole sentence under a title.

Each kind of claim (a headline, a review, a notice …) has its own small picture in a lozenge, its own form of the rule
under the title, and its own typeface. On a pair about a guest, the guest's name stands in the rule. The two cards of a
pair look the same except for their sentences, and for their titles if each card has a title of its own.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import ceil, inf
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from cardgen.art.pictures import ACROSS, draw_emblem
from cardgen.art.signs import draw_line, draw_sign, draw_sun
from cardgen.art.standard import Indices
from cardgen.decks.faces.liars_lair import check_letters, deck, too_long
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Ink, Size
from cardgen.pdf.path import POINTS_PER_MM, Outline, ellipse, lozenge, rect, sliver, star
from cardgen.pdf.theme import Fonts
from cardgen.pdf.type import (
    FILL_PT,
    SANS_BOLD,
    SERIF,
    SERIF_ITALIC,
    SERIF_SEMIBOLD,
    TIE,
    Breaking,
    Setting,
    Taste,
    TextBox,
    names,
    phrases,
    reach,
    set_together,
    tied,
)
from factbank.factfile import Card, Pair
from factbank.looks import emblem_of, is_underlined, stars_of

if TYPE_CHECKING:
    from cardgen.decks import Deck, DeckOptions


LABEL_PT, LABEL_TRACK = 8.0, 140
TITLE_TRACK, TITLE_LEADING = 6, 1.12


class Register(NamedTuple):
    """The look of one kind of claim (a headline, a review, a notice …): its small picture, its rule, its type.

    `mark` is the name of the picture in the lozenge. `label` is the word in the middle of the rule between title and
    sentence ("": no word). `style` is the style of the sentence: plain, semibold or italic. `leading` is the line
    distance as a multiple of the type size. `rule` is the kind of the rule: plain, double, stars, swelling, label,
    guest, or bill (no rule, since the frame has it). If `framed` is true, a rule or frame stands below the sentence
    too. `inset` is how many mm, on a poker card, the sentence is narrower at either side than usual.
    """

    mark: str = "tongue"
    label: str = ""
    style: str = "plain"  # of the text: plain, semibold or italic
    leading: float = 1.24
    rule: str = "plain"
    framed: bool = False
    inset: float = 0.0

    def font(self, text_font: str, *, jumbo: bool) -> str:
        """Return the name of the font of the sentence, for a theme with the text font `text_font`.

        If `text_font` is the usual serif, the result has the style of this register, or is semibold with `jumbo`. Any
        other `text_font` is returned as it is, since such a font has a single style.
        """
        if text_font != SERIF:
            return text_font
        if jumbo:
            return SERIF_SEMIBOLD
        return {"semibold": SERIF_SEMIBOLD, "italic": SERIF_ITALIC}.get(self.style, SERIF)


CLAIM = Register()
REGISTERS = {
    "headline": Register("horn", style="semibold", leading=1.13, rule="double", framed=True),
    "review": Register("star", style="italic", leading=1.22, rule="stars"),
    "notice": Register("hand", "NOTICE", rule="bill", framed=True, inset=2.2),
    "proverb": Register("quill", style="italic", leading=1.22, rule="swelling"),
    "report": Register("sheet", "REPORT", rule="label"),
    "minutes": Register("sheet", "MINUTES", rule="label"),
    "study": Register("sheet", "A STUDY", rule="label"),
    "small-print": Register("sheet", "SMALL PRINT", rule="label"),
    "speech": Register("horn", "A SPEECH", style="italic", leading=1.22, rule="label"),
    "gossip": Register("ear", "GOSSIP", style="italic", leading=1.22, rule="label"),
}


def register_of(pair: Pair) -> Register:
    """Return the look of a pair's cards: that of its kind of claim, or the one for facts about a guest."""
    if pair.guest:
        return CLAIM._replace(mark="bust", label=pair.guest.upper(), rule="guest")
    return REGISTERS.get(pair.register, CLAIM)


# --- the rule between title and sentence


def draw_rule(ink: Ink, register: Register, width: float, y: float, k: float, inset: float, stars: int = 0) -> None:
    """Draw the rule between title and sentence at the height `y`, on a card `width` wide (both in mm).

    `k` is the card's scale (1 on a poker card), `inset` the mm between rule and the card's sides, `stars` how many of a
    review's five stars are filled.
    """
    red, middle = ink.black if ink.low else ink.palette.red.base, width / 2
    if register.rule == "double":
        ink.line(inset, y + 0.55 * k, width - inset, y + 0.55 * k, 1.6, cap="butt")
        ink.line(inset, y - 0.35 * k, width - inset, y - 0.35 * k, 0.4, cap="butt")
        return
    half = 2.6 * k
    if register.rule == "stars":
        half = 11.2 * k
        for i in range(5):
            one = star(middle + (i - 2) * 4.1 * k, y - 0.1 * k, 5, 1.75 * k, 0.7 * k)
            ink.draw(one, red if i < stars else ink.paper, red if i < stars else ink.black, 0.5, join="mitre")
    elif register.label:
        size = max(LABEL_PT * min(1.0, k), lettering.SMALLEST_PT)
        most = width - 2 * inset - 8 * k
        track = LABEL_TRACK
        while track > 0 and lettering.width_mm(register.label, SANS_BOLD, size, track) > most:
            track -= 20
        stretch = min(1.0, most / lettering.width_mm(register.label, SANS_BOLD, size, track))
        wide = ink.text(
            middle, y - lettering.cap_mm(SANS_BOLD, size) / 2, register.label, SANS_BOLD, size, red, "centre",
            track=track, stretch=stretch,
        )  # fmt: skip
        half = wide / 2 + (4.0 if register.rule == "guest" else 1.8) * k
        if register.rule == "guest":
            for side in (-1, 1):
                ink.draw(lozenge(middle + side * (half - 1.8 * k), y, 0.6 * k, 0.85 * k), ink.black)
    else:
        ink.flat(lozenge(middle, y, 1.15 * k, 1.6 * k), ink.palette.red.base, join="mitre")
    if register.rule == "swelling":
        thick = 1.5 / POINTS_PER_MM / 2
        for side in (-1, 1):
            x0, x1 = middle + side * 3.6 * k, middle + side * (width / 2 - inset)
            d = x1 - x0
            path = Outline().move(x0, y + 0.05).curve(x0 + d * 0.3, y + thick, x0 + d * 0.5, y + thick * 0.9, x1, y)
            path = path.curve(x0 + d * 0.5, y - thick * 0.9, x0 + d * 0.3, y - thick, x0, y - 0.05).close()
            ink.draw(path, ink.black)
            ink.draw(lozenge(middle + side * 2.3 * k, y, 0.5 * k, 0.7 * k), ink.black)
    elif register.rule != "bill":
        for side in (-1, 1):
            if half < width / 2 - inset:
                draw_line(ink, middle + side * half, middle + side * (width / 2 - inset), y, k)


def draw_frame(
    ink: Ink, register: Register, width: float, top: float, low: float, k: float, inset: float, foot_inset: float
) -> None:
    """Draw the frame of a sentence: the double rule below a headline, or the border round a notice.

    The border reaches from the height `top` down to `low`, and keeps `inset` from the sides of the card, which is
    `width` wide (all in mm). The double rule lies at the height `low`, and keeps `foot_inset` mm from the sides. `k` is
    the card's scale (1 on a poker card).
    """
    if register.rule == "double":
        ink.line(foot_inset, low, width - foot_inset, low, 0.4, cap="butt")
        ink.line(foot_inset, low - 0.9 * k, width - foot_inset, low - 0.9 * k, 1.6, cap="butt")
        return
    a, b, n, m = inset - 0.4 * k, width - inset + 0.4 * k, 1.6 * k, 0.9 * k
    size = max(LABEL_PT * min(1.0, k), lettering.SMALLEST_PT)
    half = lettering.width_mm(register.label, SANS_BOLD, size, LABEL_TRACK) / 2 + n
    frame = Outline().move(width / 2 - half, top).line(a + n, top).curve(a + n, top - m, a + m, top - n, a, top - n)
    frame = frame.line(a, low + n).curve(a + m, low + n, a + n, low + m, a + n, low)
    frame = frame.line(b - n, low).curve(b - n, low + m, b - m, low + n, b, low + n)
    frame = frame.line(b, top - n).curve(b - m, top - n, b - n, top - m, b - n, top).line(width / 2 + half, top)
    ink.draw(frame, None, ink.black, 0.9)


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
    """The place of a card's number in its lozenge: mm from the left (`x`) and from the top (`down`), and its scale.

    `rule` is how many mm below the top the hairline under the title lies. It lies lower on a small card, whose lozenge
    cannot shrink further because the number in it must stay readable.
    """

    x: float
    down: float
    scale: float
    rule: float

    @classmethod
    def of(cls, size: Size, indices: Indices) -> Corner:
        """Compute the place of the number on a card of this size with indices of this kind (`normal` or `jumbo`)."""
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
        """The height, in mm above the card's lower edge, of the upper tip of the lower, upside-down lozenge."""
        return self.down + LOZENGE[3] * self.scale

    def title_middle(self, block: float, k: float) -> float:
        """Return how many mm below the card's top the middle of its title lies; the title is `block` mm high.

        It is level with the number, or lower where the title is too high for that. `k` is the card's scale.
        """
        return max(max(TITLE_HEAD * k, LEAST_HEAD) + block / 2, min(self.down, self.rule - TITLE_REST * k - block / 2))


class FaceLayout(NamedTuple):
    """The layout of the two cards of a pair; lengths in mm, heights from the card's lower edge.

    `title` is the title in lines, and `title_x` the x of its middle. `sentences` has one setting for each card, and
    `font` is the font of both. `emblem` is the name of the picture at the foot, and `emblem_mm` its height. `bottom` is
    the height of the upper edge of the emblem, where the room for the sentence ends. `inset` is how far rules and
    frames keep from the card's sides.
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
    """Return the layout of both cards of a pair, with the title `title` ("": the pair's own title).

    Raises PrintError, with the card's number, if the title or a sentence does not fit at the smallest size.
    """
    register = register_of(pair)
    texts = tuple(card.text for card in pair.cards)
    ties = (*pair.ties, *names(*texts))
    title = title or pair.title
    fitted = _fit_title(tied(title, ties), size, indices, fonts.title)
    sentences = _fit_sentences(tuple(tied(text, ties) for text in texts), size, indices, register, fonts.text)
    if fitted is None or sentences is None:

        def fits(title: str, text: str, on: Size) -> object:
            titled = not title or _fit_title(title, on, indices, fonts.title)
            return titled and _fit_sentences((text,), on, indices, register, fonts.text)

        raise too_long(pair, title, size, fits)
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
    """Return the height in mm from the card's lower edge to a sentence's last baseline.

    `which` is the index of the sentence (0 or 1), and `at` is the place of the number's lozenge in each corner. The
    sentence is centred in its room, but is raised if its last line would come too near to the lower lozenges.
    """
    setting, k = layout.sentences[which], size.scale
    block = (len(setting.lines) - 1) * setting.leading_mm + lettering.cap_mm(layout.font, setting.size_pt)
    top, low = size.height_mm - at.rule - SENTENCE_HEAD * k, layout.bottom + SENTENCE_FOOT * k
    if register.framed:
        low = layout.bottom + (FRAME_FOOT + 0.8) * k
    foot = (top + low - block) / 2
    return max(foot, min(_feet(setting, layout.font, size, at)))


def _feet(setting: Setting, font: str, size: Size, at: Corner) -> tuple[float, float]:
    """Return the least and the greatest height in mm at which a sentence's last baseline may stand.

    At the least height, the last line clears the lozenges in the lower corners (0 if that line is too short to meet
    them). At the greatest, the first line still clears the hairline under the title.
    """
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
    """Return the shift in mm to the right that lets a quotation mark hang out of a centred line.

    The shift is negative if the line begins with a quotation mark, positive if the line ends with one, and 0 if it has
    none or both. It never moves the line out of `room`, a width in mm.
    """
    mark = lettering.width_mm("“", font, size_pt) / 2
    spare = max(0.0, (room - lettering.width_mm(line, font, size_pt)) / 2)
    return max(-spare, min(spare, mark * (line.rstrip(".").endswith("”") - line.startswith("“"))))


def _height(size: Size, indices: Indices) -> float:
    """Return the height in mm of the room for sentence and emblem, from the hairline to the emblem's foot."""
    down = Corner.of(size, indices).rule + (SENTENCE_DOWN - RULE_DOWN) * size.scale
    return size.height_mm - down - _foot(size)


def _foot(size: Size) -> float:
    """Return the height, in mm above the card's lower edge, on which the emblem stands."""
    return FOOT * size.scale * max(1.0, size.stretch)


@lru_cache(maxsize=1024)
def _fit_sentences(
    texts: tuple[str, ...], size: Size, indices: Indices, register: Register, text_font: str
) -> tuple[Setting, ...] | None:
    """Return the rival sentences of a pair set in one type size, or None if they do not fit in 11 points.

    The size is the largest that fits, but is limited on a small card, so that long and short sentences look alike. With
    normal indices it is also limited so that the version with jumbo indices can be a fifth larger. `text_font` is the
    theme's font for text.
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
        normal = normal or set_together(texts, box, largest, LEAST_PT, taste, small_pt=FILL_PT * small)
    if indices == "normal" or normal is None:
        return tuple(normal) if normal else None
    least = ceil(4 * JUMBO * normal[0].size_pt - 1e-6) / 4
    largest = max(least, int(2 * LARGEST_JUMBO_PT * min(1.0, k**0.5)) / 2)
    bold = register.font(text_font, jumbo=True)
    taste = Taste(21.0 * small, least, 1.5, 0.0)
    at, near = Corner.of(size, indices), list[Setting]()
    # Over the lozenges: what is no higher stands clear of them, however long its last line is.
    over = size.height_mm - at.rule - LEAST_SENTENCE_HEAD * k - at.top - INDEX_CLEAR - HANGS * least / POINTS_PER_MM
    dresses = ((max(JUMBO_EMBLEM, least_emblem), bold, 1.16), (least_emblem, bold, 1.16), (least_emblem, font, 1.12))
    for comely, whole, dress in product((True, False), (True, False), dresses):
        box = _box(size, "jumbo", register, *dress)._replace(kept=whole, comely=comely)
        if found := set_together(texts, box, largest, least, taste, small_pt=FILL_PT * small):
            if all(need <= most for need, most in (_feet(one, dress[1], size, at) for one in found)):
                return tuple(found)
            near = near or found
    if near:
        box = _box(size, "jumbo", register, least_emblem, font, 1.08)
        box = box._replace(height=min(box.height, over))
        return tuple(set_together(texts, box, least, least, taste, small_pt=FILL_PT * small) or near)
    return tuple(set_together(texts, tight, largest, LEAST_PT, Taste(25.0, 11.0, 3.6, 0.0)) or normal)


def _least_emblem(size: Size, indices: Indices, register: Register) -> float:
    """Return the least emblem height (mm on a poker card) that keeps the sentence off the lower lozenge."""
    over = (Corner.of(size, indices).top - _foot(size)) / size.scale
    framed = register.framed and size.width_mm > size.height_mm
    return max(SMALL_EMBLEM, over + (0.6 - FRAME_FOOT if framed else FOOT_CLEAR))


def _box(size: Size, indices: Indices, register: Register, emblem: float, font: str, leading: float) -> TextBox:
    """Return the box that is left for a sentence above an emblem `emblem` mm high (on a poker card).

    `font` is the name of the sentence's font, and `leading` the line distance as a multiple of the type size.
    """
    k, clear = size.scale, FRAMED_CLEAR - 1 if register.framed else CLEAR - 1.5
    whole = size.width_mm - 2 * (SIDE - (JUMBO_WIDER if indices == "jumbo" else 0)) * k
    height = _height(size, indices) - (clear + emblem) * k
    return TextBox(whole - 2 * register.inset * k, height, font, leading, whole)


@lru_cache(maxsize=1024)
def _fit_title(title: str, size: Size, indices: Indices, font: str) -> tuple[Setting, float] | None:
    """Return a title, set to the right of the number, and the x of its middle in mm; None if it does not fit.

    The title is centred on the card unless it needs all the room beside the number.
    """
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
    half = max(lettering.width_mm(line, font, setting.size_pt, TITLE_TRACK) for line in setting.lines) / 2
    return setting, min(max(size.width_mm / 2, left + half), max(left + half, right - half))


def _set_title(
    title: str, beside: tuple[float, float], high: float, font: str, largest: float, least: float, floor: float
) -> Setting | None:
    """Return a title set in a room beside the number, or None if it does not fit there.

    `beside` has the x of the left and the right end of the room, and `high` is its height (mm). The type size is
    between `largest` and `least` points, or down to `floor` points if nothing else fits. A name in the title is divided
    between two lines only if the title does not fit otherwise.
    """
    for each in (title, title.replace(TIE, " ")):
        if found := _title_in(each, beside[1] - beside[0], high, font, largest, least, floor):
            return found
    return None


def _title_in(
    title: str, width_mm: float, high_mm: float, font: str, largest: float, least: float, floor: float
) -> Setting | None:
    """Return a title set in a room of `width_mm` × `high_mm`, or None if it does not fit.

    The title stands on one line if it fits in `least` points or more (at most `largest`), else on two or three lines,
    broken between phrases. If neither is possible, sizes down to `floor` points are tried.
    """
    text, leading = phrases(title, font, TITLE_TRACK), TITLE_LEADING
    box, tallest = width_mm * POINTS_PER_MM, high_mm * POINTS_PER_MM
    one = text.ways(1)[0]
    broken = [way for count in (2, 3) if count <= len(text.words) for way in text.every(count)]

    def room(way: Breaking) -> float:
        count = len(way.breaks) - 1
        most = min(largest, box / way.widest, tallest / ((count - 1) * leading + 0.7) if count > 1 else inf)
        return max(floor, int(4 * most + 1e-6) / 4) if most >= floor - 1e-6 else 0.0

    def single(down_to: float) -> Setting | None:
        size = room(one)
        return Setting(size, text.lines(one.breaks), size * leading) if size >= down_to else None

    def several(*, weak: bool) -> Setting | None:
        best, found = -inf, None
        for way in broken:
            size = room(way)
            score = 1.5 * size - way.cost - 3.5 * (len(way.breaks) - 3)
            if size >= floor and score > best and (weak or not text.ends_weakly(way.breaks)):
                best, found = score, Setting(size, text.lines(way.breaks), size * leading)
        return found

    return single(least) or several(weak=False) or single(floor) or several(weak=True)


def _beside(size: Size, indices: Indices) -> tuple[float, float]:
    """Return where the title's room beside the number begins and ends, in mm from the card's left edge."""
    at = Corner.of(size, indices)
    return at.x + (LOZENGE[2] + 1.5) * at.scale, size.width_mm - SIDE * size.scale


PLAIN_BY_TITLES = "each card has a title of its own, which only the plain face shows"


def make(options: DeckOptions) -> Deck:
    """Make the deck of the fact file in `options.facts`, with the plain face."""
    assert options.facts is not None
    made = deck(options.facts, options.indices, draw_face)
    return made if options.face else replace(made, remarks=(PLAIN_BY_TITLES,))


def draw_face(
    ink: Ink, size: Size, *, card: Card, pair: Pair, indices: Indices = "normal", title: str | None = None
) -> None:
    """Draw the face of `card`, one of the two cards of `pair`.

    `title` replaces the pair's title ("" for none, None for the pair's own). Raises PrintError, with the card's number,
    when title or sentence does not fit.
    """
    w, h = size.width_mm, size.height_mm
    fonts, register, at = ink.theme.fonts, register_of(pair), Corner.of(size, indices)
    check_letters(ink, card, title or pair.title)
    layout = lay_out(pair, size, indices, fonts, title or "")
    s, across, high = at.scale, LOZENGE[2] * at.scale, LOZENGE[3] * at.scale

    def ground(pen: Ink) -> None:
        """Draw what all cards of a deck share: the paper and the lozenges behind the numbers."""
        pen.draw(size.ground, pen.paper)
        for x, y in ((at.x, h - at.down), (w - at.x, at.down)):
            if pen.low:
                pen.draw(lozenge(x, y, across, high), None, pen.black, 0.8, join="mitre")
            else:
                pen.draw(lozenge(x, y, across, high), pen.black)
                pen.draw(lozenge(x, y, 3.35 * s, 4.2 * s), None, pen.palette.yellow.base, join="mitre")

    def mark(pen: Ink) -> None:
        """Draw a lozenge as large as the number's, about the origin, with the sign of the kind of claim."""
        plate = pen.paper if pen.low else pen.palette.plate
        pen.draw(lozenge(0, 0, across, high), plate, pen.black, 0.7, join="mitre")
        pen.draw(lozenge(0, 0, 3.55 * s, 4.45 * s), None, pen.black, 0.3, join="mitre")
        with pen.at(0, 0, 0, s):
            draw_sign(pen, register.mark)

    ink.form(("lair ground", size, indices), ground, size.box)
    _number(ink, card.number, at, h)
    with ink.half_turn(w, h):
        _number(ink, card.number, at, h)
    ink.form(("lair mark", register.mark, s), mark, (-6, -7, 6, 7), at.x, at.down)
    stars = stars_of(card.text) or 1 + sum(map(ord, pair.title)) % 5
    draw_rule(ink, register, w, h - at.rule, size.scale, layout.inset, stars)
    if title != "":
        setting = layout.title
        cap = lettering.cap_mm(fonts.title, setting.size_pt)
        block = (len(setting.lines) - 1) * setting.leading_mm + cap
        y = h - at.title_middle(block, size.scale) + block / 2 - cap
        for line in setting.lines:
            ink.text(layout.title_x, y, line, fonts.title, setting.size_pt, None, "centre", track=TITLE_TRACK)
            y -= setting.leading_mm
    _sentence(ink, layout, pair.cards.index(card), size, at, register)
    _emblem(ink, layout, size)


def _number(ink: Ink, number: int, at: Corner, height: float) -> None:
    """Draw a card's number in its lozenge, which stands at `at`; `height` is the card's height in mm.

    The number is underlined if it reads as another number upside down, as 6 and 9 do.
    """
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


def _sentence(ink: Ink, layout: FaceLayout, which: int, size: Size, at: Corner, register: Register) -> None:
    """Draw sentence number `which` (0 or 1) of the pair and, for a framed kind of claim, its frame."""
    setting, font, k, w = layout.sentences[which], layout.font, size.scale, size.width_mm
    if register.framed:
        _frame(ink, layout, size, at, register, layout.bottom + FRAME_FOOT * k)
    y = sentence_foot(layout, which, size, at, register) + (len(setting.lines) - 1) * setting.leading_mm
    for line in setting.lines:
        room = w - 2 * (layout.inset + FRAME_CLEAR * k) if register.framed else w
        middle = w / 2 + hang(line, font, setting.size_pt, room)
        ink.text(middle, y, line, font, setting.size_pt, None, "centre")
        start = line.upper().find(register.label) if register.rule == "guest" else -1
        if start >= 0:  # a guest's name is underlined by hand
            size_pt, name = setting.size_pt, line[start : start + len(register.label)]
            left = (
                middle - lettering.width_mm(line, font, size_pt) / 2 + lettering.width_mm(line[:start], font, size_pt)
            )
            right = left + lettering.width_mm(name, font, size_pt)
            red = ink.black if ink.low else ink.palette.red.base
            drop = 0.1 * size_pt
            ink.draw(sliver((left - 0.3, y - drop), (right + 0.8, y - 0.83 * drop), 0.7, 0.2), red)
        y -= setting.leading_mm


def _frame(ink: Ink, layout: FaceLayout, size: Size, at: Corner, register: Register, low: float) -> None:
    """Draw the frame of a sentence from the rule under the title down to the height `low` (mm).

    If the frame reaches down to the lozenges in the lower corners, a headline's rule is shortened to stand between
    them, and a notice's border runs behind them.
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


def _emblem(ink: Ink, layout: FaceLayout, size: Size) -> None:
    """Draw the pair's emblem on its sun at the height that the layout gives it."""
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
