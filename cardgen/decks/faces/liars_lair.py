"""The fact cards of Liar's Lair: an opening, a picture, and in large type the words in which cards differ.

The two cards of a pair are one `Claim`, and look the same except for their numbers and the words of their endings. At
the top of a card is a header with the number, the subject (a small emblem), the title and the opening. Number and
subject stand so far left that they can be seen in a fan of cards. Below the header is a panel with the picture and the
words.

`art_of` chooses by the claim which `Art` its panel shows; other looks are added there. An `Art` has two functions:
`place` sets the words (most simply with `set_words`, in a box that the art chooses), and `draw` draws the panel without
the words. Header, closing, panel and words are drawn alike for all arts. `RAYS` suits any claim: it has the emblem on a
sun, rays in the voice's colour (the voice is who speaks), and below them a band for the words, under a hem of lozenges
with the voice's sign. `EXHIBIT` is for quoted words, which stand on a drawn thing, such as a ticket.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import product
from math import ceil, cos, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from cardgen.art.backs import draw_harlequin
from cardgen.art.pictures import ACROSS, draw_emblem, middle
from cardgen.art.shapes import hatch
from cardgen.art.signs import draw_line, draw_sign, draw_sky, draw_sun
from cardgen.art.standard import Indices
from cardgen.art.things import ACROSS_MM, HIGH_MM, draw_thing, drawing, letters, paints
from cardgen.decks import CardFace, Deck
from cardgen.errors import PrintError
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Ink, Size
from cardgen.pdf.path import POINTS_PER_MM, Outline, ellipse, lozenge, poly, rect, sliver, star
from cardgen.pdf.theme import Colour, Corner, Fonts, Palette, contrast, legible
from cardgen.pdf.type import (
    SERIF,
    SERIF_BLACK,
    SERIF_SEMIBOLD,
    Setting,
    Taste,
    TextBox,
    cap_mm,
    names,
    set_together,
    tied,
    width_mm,
)
from factbank.factfile import Card, Facts, Pair
from factbank.looks import CLAIM, Thing, Voice, bare, divided, emblem_of, is_underlined, stars_on, things, voice_of
from liarsdeck.language import ENGLISH, decimal, say

if TYPE_CHECKING:
    from cardgen.decks import DeckOptions


class Claim(NamedTuple):
    """What the two cards of a pair say: an opening and a closing that they share, and an ending for each card.

    `title` is "" if none is shown; `opening` and `closing` are "" if there is none. `voice` is who speaks, shown by a
    sign and a colour. `emblem` is the name of the picture. `guest` is a name that is underlined in the opening and the
    closing ("": none). `stars` is how many of a review's five stars are filled (0: no stars). `ties` are phrases that
    no line break divides. `thing` is the drawn object that the words stand on, such as a ticket (None: no object).
    `language` is the language of the text.
    """

    title: str
    opening: str
    endings: tuple[str, ...]
    closing: str = ""
    voice: Voice = CLAIM
    emblem: str = "mask"
    guest: str = ""
    stars: int = 0
    ties: tuple[str, ...] = ()
    thing: Thing | None = None
    language: str = ENGLISH

    @property
    def whole(self) -> Claim:
        """The same claim without opening, closing and thing; each ending is the card's whole sentence."""
        texts = tuple(" ".join(filter(None, (self.opening, ending, self.closing))) for ending in self.endings)
        return self._replace(opening="", endings=texts, closing="", thing=None)


def claim_of(pair: Pair, title: str = "", thing: Thing | None = None) -> Claim:
    """Return the claim that both cards of a pair make, under this title ("" for none).

    `thing` is the drawn object that its words stand on, such as a ticket, or None.
    """
    opening, endings, closing = divided(pair)
    ties = (*pair.ties, *names(*(card.text for card in pair.cards)))
    return Claim(
        title,
        opening,
        endings,
        closing,
        voice_of(pair),
        emblem_of(pair),
        pair.guest,
        stars_on(pair),
        ties,
        thing,
        pair.language,
    )


# --- where everything stands

# Millimetres on a poker card, from the left or the lower edge, or down from the top.
BORDER, RADIUS = 3.4, 1.5  # of paper round the panel, and of its corners
FAN, NUMBER_HALF = 11.0, 2.45  # what a fan leaves of a card, and half of two digits
INDEX_X, NUMBER_DOWN, SUBJECT_DOWN = 7.7, 9.4, 19.1
LOZENGE, INLINE = (4.2, 5.4), (3.75, 4.85)  # half width and half height
SUBJECT = 6.6  # how wide the small emblem is
NOTCH_X, NOTCH_DOWN, HEAD_DOWN = 13.4, 24.5, 23.2
HEAD_SIDE, TITLE_DOWN, TITLE_CLEAR, NO_TITLE = 1.7, 7.9, 1.6, 2.0
HEAD_FOOT, CLOSING_ROOM = 2.3, 6.4  # under the opening, and what a closing takes of the panel
HEM, HEM_PITCH, OVER, UNDER = 4.3, 3.55, 3.6, 4.4  # a hem, its lozenges, and what is over and under the words
BUCKLE, BUCKLE_OVER, SIGN = (3.4, 4.3), 2.2, 0.78  # the plate of a voice's sign, what is over the hem, and its scale
WORDS_SIDE = 2.0  # between a panel's edge and the words
LEAST_ART, SMALLEST_ART = 24.0, 15.0  # the height of the picture, and where there is little room
MOST_EMBLEM = 0.62  # of the card's width
LOW_EMBLEM, LOW_LESS = 0.34, 0.33  # the same where ink is saved, and what of the words' height it is less
SUN, RING = 0.405, 0.44  # their radius, as shares of the emblem's height
EMBLEM_CLEAR = 1.6  # over and under an emblem, together
RAYS_IN, FAR = 22, 110.0
# Points on a poker card.
NUMBER_PT, SMALLEST_NUMBER_PT, SECOND_PT = 13.5, 9.0, 8.5
TITLE_PT, TITLE_TRACK, LEAST_STRETCH = 7.2, 100, 0.85
OPENING_PT, LEAST_CLOSING_PT = 10.5, 9.0
OPENINGS = ((OPENING_PT, False), (10.0, False), (9.5, False), (OPENING_PT, True), (9.0, True))
"""Sizes of an opening in the order of preference, and whether the header may be deeper for it."""
LARGEST_PT, LARGE_PT, LEAST_PT = 29.0, 17.0, 12.0  # the words in dispute
HATCH_PT = 1.6
MOST_LINES = 6  # of words in dispute
WHOLE_PT, LEAST_WHOLE_PT = 17.0, 11.0  # a sentence that is set whole
LINES = (0.9, 1.2), (0.5, 0.7)  # of the header and the panel, and where ink is saved
JUMBO, JUMBO_INDEX = 1.2, 1.18
TIGHT, LOOSE = 1.02, 1.13  # line distance of words and of an opening, as multiples of the size
READ, READ_LARGE = 7.0, 4.5  # the least contrast of words, and from 17 points on


class Place(NamedTuple):
    """The places of index, header and panel on a card of one size, in mm from the card's lower left corner.

    `k` is the card's scale (1 on a poker card), and `s` the scale of the index (the number and the small emblem below
    it). `left`, `foot`, `right` and `top` are the edges of the frame round header and panel. `index_x` is the middle of
    the index. `second_x` is the right end of the second number, at the upper right, and `second_pt` is its type size in
    points. (`notch_x`, `notch_y`) is the inner corner of the notch in the frame, which leaves room for the index at the
    upper left.
    """

    k: float
    s: float
    left: float
    foot: float
    right: float
    top: float
    index_x: float
    second_x: float
    second_pt: float
    notch_x: float
    notch_y: float

    @classmethod
    def of(cls, size: Size, indices: Indices) -> Place:
        """Return the places on a card of this size, with indices of this kind (`normal` or `jumbo`)."""
        k, jumbo = size.scale, JUMBO_INDEX if indices == "jumbo" else 1.0
        border, top = BORDER * k, size.height_mm - BORDER * k
        s = max(k, SMALLEST_NUMBER_PT / NUMBER_PT) * jumbo
        s = min(s, (FAN - border) / (INDEX_X - BORDER + NUMBER_HALF))  # two digits are read whole in a fan
        x = border + (INDEX_X - BORDER) * s
        notch_x, notch_y = border + (NOTCH_X - BORDER) * s, top - (NOTCH_DOWN - BORDER) * s
        right = size.width_mm - border
        second_pt = max(SECOND_PT * k, lettering.SMALLEST_PT)
        return cls(k, s, border, border, right, top, x, right - HEAD_SIDE * k, second_pt, notch_x, notch_y)

    def outline(self, corner: Corner, head: float) -> Outline:
        """Return the outline of the frame round header and panel, with a notch for the index at the upper left.

        `corner` is the form of the notch's inner corner. `head` is the height of the header's foot in mm; the notch
        reaches down to somewhat below that height, or to `notch_y` if that is lower.
        """
        r, x, y = RADIUS * self.k, self.notch_x, min(self.notch_y, head - (NOTCH_DOWN - HEAD_DOWN) * self.k)
        c = 0.45 * r
        out = Outline().move(x, self.top).line(self.right - r, self.top)
        out = out.curve(self.right - c, self.top, self.right, self.top - c, self.right, self.top - r)
        out = out.line(self.right, self.foot + r)
        out = out.curve(self.right, self.foot + c, self.right - c, self.foot, self.right - r, self.foot)
        out = out.line(self.left + r, self.foot)
        out = out.curve(self.left + c, self.foot, self.left, self.foot + c, self.left, self.foot + r).line(self.left, y)
        if corner == "square":
            return out.line(x, y).close()
        out = out.line(x - r, y)
        return (out.line(x, y + r) if corner == "bevel" else out.curve(x - c, y, x, y + c, x, y + r)).close()


class Text(NamedTuple):
    """A line of type: the x of its middle and its baseline (mm), the words, their font and size in points.

    `track` is letter space in thousandths of the size, `stretch` a factor for the letters' width.
    """

    x: float
    y: float
    text: str
    font: str
    size_pt: float
    track: float = 0.0
    stretch: float = 1.0


class Words(NamedTuple):
    """The endings of a claim as they are set in one box, with one setting for each card.

    `settings` are in the order of the cards; all have the same type size, and `font` is the name of their font. `box`
    is left, foot, right and top in mm. Each setting stands in the middle of the box, and even the widest line and the
    highest setting fit it. `turn` is the angle in degrees, anticlockwise, by which the box is turned about its middle.
    """

    settings: tuple[Setting, ...]
    font: str
    box: tuple[float, float, float, float]
    turn: float = 0.0

    @property
    def size_pt(self) -> float:
        """The type size in points, which all the settings share."""
        return self.settings[0].size_pt

    def high(self, setting: Setting) -> float:
        """Return a setting's height in mm, from the top of its first line's capitals to its last baseline."""
        return (len(setting.lines) - 1) * setting.leading_mm + cap_mm(self.font, setting.size_pt)

    def lowered(self) -> Words:
        """Return the same words in a box with the same foot, only as high as the highest setting."""
        left, foot, right, _ = self.box
        return self._replace(box=(left, foot, right, foot + max(map(self.high, self.settings))))


class Layout(NamedTuple):
    """How both cards of a claim are set; the cards differ only in their numbers and their words.

    `place` has the positions on a card of this size. `header` and `closing` are the lines of type above and below the
    art, () if there are none. `head` and `floor` are the heights in mm between which the art and the words stand,
    `head` above `floor`. `words` has the endings of both cards.
    """

    claim: Claim
    place: Place
    header: tuple[Text, ...]
    closing: tuple[Text, ...]
    head: float
    floor: float
    words: Words


class Art(NamedTuple):
    """What a panel shows behind the words.

    `place(claim, place, floor, head, style)` returns the words as they are set between the heights `floor` and `head`
    (mm), or None if they do not fit in any size. `draw(ink, layout)` draws the panel without the words, clipped to its
    outline, and returns the colour for the words.
    """

    place: Callable[[Claim, Place, float, float, Style], Words | None]
    draw: Callable[[Ink, Layout], Colour]


class Style(NamedTuple):
    """What the setting of a claim depends on besides the card's size: the theme's fonts, and the size of indices."""

    fonts: Fonts
    indices: Indices = "normal"

    @property
    def larger(self) -> float:
        """The factor by which text is larger than usual: more than 1 with jumbo indices."""
        return JUMBO if self.indices == "jumbo" else 1.0

    @property
    def display(self) -> str:
        """The font of the words in which a pair's cards differ: Source Serif Black, or the theme's own title font."""
        return SERIF_BLACK if self.fonts.title == SERIF_SEMIBOLD else self.fonts.title


def art_of(claim: Claim) -> Art:
    """Return the art that a claim's panel shows: `EXHIBIT` if its words stand on a thing, else `RAYS`."""
    return EXHIBIT if claim.thing else RAYS


# --- the setting


@lru_cache(maxsize=1024)
def lay_out(claim: Claim, size: Size, style: Style) -> Layout | None:
    """Return the layout of a claim on cards of this size, or None if it does not fit in the smallest type.

    If the words do not fit on the claim's thing, they are set without it. If the endings fit in no size either, each
    card shows its whole sentence without an opening, if necessary in the type of an opening.
    """
    place = Place.of(size, style.indices)
    floor = place.foot + (CLOSING_ROOM * place.k if claim.closing else 0.0)
    closing = _closing(claim, place, style)
    for header, head in _headers(claim, place, style):
        if closing is not None and (words := art_of(claim).place(claim, place, floor, head, style)):
            return Layout(claim, place, header, closing, head, floor, words)
    if claim.thing:
        return lay_out(claim._replace(thing=None), size, style)
    if claim.opening or claim.closing:
        return lay_out(claim.whole, size, style)
    for header, head in _headers(claim, place, style):
        if words := _place_whole(claim, place, floor, head, style):
            return Layout(claim, place, header, (), head, floor, words)
    return None


def set_words(
    texts: Sequence[str], box: tuple[float, float, float, float], style: Style, largest_pt: float, least_pt: float,
    ties: Iterable[str] = (), *, firm: bool = False,
) -> Words | None:  # fmt: skip
    """Return the words in which a pair's cards differ, set in a box, or None if they do not fit.

    `texts` has the words of each card, `box` is left, foot, right and top in mm, and `style` names the font. All texts
    get the same type size, the largest that fits, from `largest_pt` down to `least_pt` (points). If possible, no line
    ends in a small word or within one of the phrases `ties`; with `firm`, the result is None if that is not possible.
    It is also None if the words do not fit at `least_pt`, or take more than six lines.
    """
    left, foot, right, top = box
    room = TextBox(right - left, top - foot, style.display, TIGHT)
    taste = Taste(0.8 * largest_pt, 0.6 * largest_pt, 0.8, 0.05)
    found = _broken(texts, ties, room, largest_pt, least_pt, taste, firm=firm)
    if not found or max(len(setting.lines) for setting in found) > MOST_LINES:
        return None
    return Words(found, style.display, box)


_WISHES = ((True, True, True), (True, False, True), (True, False, False), (False, False, False))
"""Whether a text's ties are kept, its lines are comely, and none ends in a small word."""


def _broken(
    texts: Sequence[str], ties: Iterable[str], box: TextBox, largest: float, least: float, taste: Taste, *,
    firm: bool = False,
) -> tuple[Setting, ...] | None:  # fmt: skip
    """Return the settings of texts in one type size, or None if they do not fit the box.

    The size is between `largest` and `least` (points); `taste` weighs sizes against each other. If possible, no line
    ends in a small word or within one of the phrases `ties`; with `firm`, the result is None if that is not possible.
    """
    run = [tied(text, ties) for text in texts]
    for kept, comely, strict in _WISHES[:2] if firm else _WISHES:
        wished = box._replace(kept=kept, comely=comely, firm=strict, thorough=box.thorough and not strict)
        if found := set_together(run, wished, largest, least, taste, small_pt=0):
            return tuple(found)
    return None


def _headers(claim: Claim, place: Place, style: Style) -> Iterator[tuple[tuple[Text, ...], float]]:
    """Yield (lines, height of the header's foot in mm) for each way to set title and opening, the best first.

    All ways in which no line ends in a small word or within a tied phrase come before those without that condition.
    Within each of these two groups, the sizes are in the order of `OPENINGS`, which also says whether the header may be
    deeper than usual. If the claim has no opening, its title stands in the opening's place. Nothing is yielded if the
    title does not fit.
    """
    k, fonts = place.k, style.fonts
    middle, width = (place.notch_x + place.right) / 2, place.right - place.notch_x - 2 * HEAD_SIDE * k
    title = _title(claim.title, place, style) if claim.opening and claim.title else ()
    if title is None:
        return
    text, font = (claim.opening, fonts.text) if claim.opening else (claim.title, fonts.title)
    top = (title[-1].y if title else place.top - NO_TITLE * k) - TITLE_CLEAR * k
    usual = place.top - (HEAD_DOWN - BORDER) * k
    if not text:
        yield (), usual
    for firm, (points, deeper) in product((True, False), OPENINGS if text else ()):
        size_pt = max(points * style.larger * k, lettering.SMALLEST_PT)
        box = TextBox(width, top - (place.foot if deeper else usual) - HEAD_FOOT * k, font, LOOSE, thorough=True)
        if found := _broken((text,), claim.ties, box, size_pt, size_pt, Taste(size_pt, size_pt, 1.0, 0.0), firm=firm):
            setting, cap = found[0], cap_mm(font, size_pt)
            block = (len(setting.lines) - 1) * setting.leading_mm + cap
            head = min(usual, top - block - HEAD_FOOT * k)
            first = (top + head + HEAD_FOOT / 2 * k + block) / 2 - cap
            lines = enumerate(setting.lines)
            yield (*title, *(Text(middle, first - i * setting.leading_mm, t, font, size_pt) for i, t in lines)), head


def _title(title: str, place: Place, style: Style) -> tuple[Text, ...] | None:
    """Return a title's lines in capitals, one or else two, left of the second number; None if too long."""
    k, font = place.k, style.fonts.label
    size_pt = max(TITLE_PT * k, lettering.SMALLEST_PT)
    left, right = place.notch_x + HEAD_SIDE * k, place.second_x - width_mm("00", style.fonts.indices, place.second_pt)
    room = right - left - HEAD_SIDE * k
    words, step = title.upper().split(), 1.16 * size_pt / POINTS_PER_MM
    halves = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    even = min(halves, key=lambda two: max(width_mm(line, font, size_pt) for line in two), default=())
    for lines in filter(None, ((" ".join(words),), even)):
        for track in range(TITLE_TRACK, -1, -20):
            wide = max(width_mm(line, font, size_pt, track) for line in lines)
            if wide <= room or (track == 0 and wide <= room / LEAST_STRETCH):
                stretch = min(1.0, room / wide)
                x = min((place.notch_x + place.right) / 2, left + room - wide * stretch / 2)
                first = place.top - (TITLE_DOWN - BORDER) * k + (len(lines) - 1) * 0.5 * k
                return tuple(Text(x, first - i * step, t, font, size_pt, track, stretch) for i, t in enumerate(lines))
    return None


def _closing(claim: Claim, place: Place, style: Style) -> tuple[Text, ...] | None:
    """Return the closing as one line at the panel's foot: () without a closing, None if it is too long."""
    if not claim.closing:
        return ()
    k, font = place.k, style.fonts.text
    wide = place.right - place.left - 2 * WORDS_SIDE * k
    fitting = wide / width_mm(claim.closing, font, 1)
    size_pt = max(min(OPENING_PT * k, fitting), LEAST_CLOSING_PT * k, lettering.SMALLEST_PT)
    stretch = min(1.0, fitting / size_pt)
    if stretch < LEAST_STRETCH:
        return None
    base = place.foot + CLOSING_ROOM * k / 2 - 0.4 * cap_mm(font, size_pt)
    return (Text((place.left + place.right) / 2, base, claim.closing, font, size_pt, 0, stretch),)


def _place_words(claim: Claim, place: Place, floor: float, head: float, style: Style) -> Words | None:
    """Return the words set in a band at the foot of the art, below the picture, or None if they do not fit.

    The band is only as high as the words need. `floor` and `head` are the heights in mm between which the art stands.
    """
    k, largest = place.k, LARGEST_PT * style.larger * place.k
    left, foot, right = place.left + WORDS_SIDE * k, floor + UNDER * k, place.right - WORDS_SIDE * k
    for firm, least, art in product((True, False), (LARGE_PT * style.larger, LEAST_PT), (LEAST_ART, SMALLEST_ART)):
        box = (left, foot, right, head - (art + HEM + OVER) * k)
        if box[3] > box[1] and (
            found := set_words(claim.endings, box, style, largest, least * k, claim.ties, firm=firm)
        ):
            return found.lowered()
    return None


def _place_whole(claim: Claim, place: Place, floor: float, head: float, style: Style) -> Words | None:
    """Return whole sentences set in a band at the foot of the art, or None if they do not fit.

    The sentences are in the type of an opening, and the band is only as high as they need. `floor` and `head` are the
    heights in mm between which the art stands.
    """
    k, font = place.k, style.fonts.text
    left, right, foot = place.left + WORDS_SIDE * k, place.right - WORDS_SIDE * k, floor + UNDER * k
    box = TextBox(right - left, head - foot - (SMALLEST_ART + HEM + OVER) * k, font, LOOSE)
    largest = max(LEAST_WHOLE_PT, WHOLE_PT * style.larger * k)
    taste = Taste(largest, LEAST_WHOLE_PT, 1.0, 0.1)
    if box.height > 0 and (found := _broken(claim.endings, claim.ties, box, largest, LEAST_WHOLE_PT, taste)):
        return Words(found, font, (left, foot, right, foot + box.height)).lowered()
    return None


# --- the drawing


def draw_claim(ink: Ink, size: Size, layout: Layout, number: str, which: int = 0) -> None:
    """Draw a card of a laid-out claim, with the index `number` and the ending at the position `which`."""
    place, claim = layout.place, layout.claim
    edge, (thin, thick) = place.outline(ink.theme.corner, layout.head), LINES[ink.low]
    ink.draw(size.ground, ink.paper)
    with ink.clip(edge):
        colour = art_of(claim).draw(ink, layout)
    ink.line(place.notch_x, layout.head, place.right, layout.head, thin, cap="butt")
    if layout.closing:
        ink.line(place.left, layout.floor, place.right, layout.floor, thin, cap="butt")
    ink.draw(edge, None, ink.black, thick)
    _index(ink, layout, number)
    if not layout.header:
        x, y = (place.notch_x + place.right) / 2, (layout.head + place.top) / 2
        diamonds = (lozenge(x + i * 4.4 * place.k, y, 1.25 * place.k, 1.65 * place.k) for i in (-1, 0, 1))
        ink.flat(sum(diamonds, Outline()), ink.palette.red.base, join="mitre")
    for line in (*layout.header, *layout.closing):
        red = ink.palette.red.base if line.font == ink.theme.fonts.label and not ink.low else None
        ink.text(
            line.x, line.y, line.text, line.font, line.size_pt, red, "centre", track=line.track, stretch=line.stretch
        )
        if claim.guest and claim.guest in line.text:
            _underline(ink, line, claim.guest)
    draw_words(ink, layout.words, which, colour)


def draw_words(ink: Ink, words: Words, which: int, colour: Colour) -> None:
    """Draw the words in which one card differs from its rival, in the middle of their box.

    `which` is the index of the card's setting in `words`. Half of a quotation mark hangs out of its line. Where ink is
    saved, the words are Semibold.
    """
    setting, (left, foot, right, top) = words.settings[which], words.box
    font = SERIF_SEMIBOLD if ink.low and words.font == SERIF_BLACK else words.font
    with ink.at((left + right) / 2, (foot + top) / 2, words.turn):
        y = words.high(setting) / 2 - cap_mm(font, setting.size_pt)
        for line in setting.lines:
            ink.text(hang(line, font, setting.size_pt), y, line, font, setting.size_pt, colour, "centre")
            y -= setting.leading_mm


def hang(line: str, font: str, size_pt: float) -> float:
    """Return the shift in mm to the right that lets half of a quotation mark hang out of a centred line.

    The shift is negative if the line begins with a quotation mark, positive if the line ends with one, and 0 if it has
    none or both.
    """
    return width_mm("“", font, size_pt) / 4 * (line.endswith("”") - line.startswith("“"))


def _underline(ink: Ink, line: Text, name: str) -> None:
    """Underline a guest's name in a line, as if by hand."""
    before = line.text[: line.text.index(name)]
    left = line.x - width_mm(line.text, line.font, line.size_pt) / 2 + width_mm(before, line.font, line.size_pt)
    right, drop = left + width_mm(name, line.font, line.size_pt), 0.1 * line.size_pt
    red = ink.black if ink.low else ink.palette.red.base
    ink.draw(sliver((left - 0.2, line.y - drop), (right + 0.5, line.y - 0.85 * drop), 0.5, 0.15), red)


def _index(ink: Ink, layout: Layout, number: str) -> None:
    """Draw the number in a lozenge with a small emblem below it, and the number again at the upper right."""
    place, font, claim = layout.place, ink.theme.fonts.indices, layout.claim
    x, s = place.index_x, place.s

    def ground(pen: Ink) -> None:
        fill, inline = (None, pen.black) if pen.low else (pen.black, pen.palette.yellow.base)
        pen.draw(lozenge(0, 0, LOZENGE[0] * s, LOZENGE[1] * s), fill, pen.black, 0.6, join="mitre")
        if not pen.low:
            pen.draw(lozenge(0, 0, INLINE[0] * s, INLINE[1] * s), None, inline, join="mitre")

    y = place.top - (NUMBER_DOWN - BORDER) * s
    ink.form(("lair number", s), ground, (-6, -8, 6, 8), x, y)
    size_pt = NUMBER_PT * s
    cap, wide = cap_mm(font, size_pt), width_mm(number, font, size_pt)
    stretch = min(1.0, 2 * (INLINE[0] * s * (1 - cap / 2 / (INLINE[1] * s)) - 0.15 * s) / wide)
    colour, base = ink.black if ink.low else ink.palette.paper, y - cap / 2
    ink.text(x, base, number, font, size_pt, colour, "centre", stretch=stretch)
    if is_underlined(number):
        half = min(wide * stretch, 3.6 * s) / 2
        ink.line(x - half, base - 0.75 * s, x + half, base - 0.75 * s, 0.8 * s, colour, cap="butt")
    scale, at = SUBJECT * s / ACROSS, middle(claim.emblem)
    draw = partial(draw_emblem, name=claim.emblem, ground=ink.paper)
    down = place.top - (SUBJECT_DOWN - BORDER) * s
    ink.form(
        ("emblem on paper", claim.emblem), draw, (-9, -9, 9, 9), x - at[0] * scale, down - at[1] * scale, scale=scale,
        as_if=1,
    )  # fmt: skip
    ink.text(place.second_x, place.top - (TITLE_DOWN - BORDER) * place.k, number, font, place.second_pt, None, "right")


# --- the art that any claim can have


def band_colour(palette: Palette, voice: Voice, words: Words, k: float = 1.0) -> Colour:
    """Return the colour of the band behind a claim's words, on which words in the paper's colour can be read.

    The colour is that of the voice, darkened as far as words of this size need, or the palette's ink if the voice is
    yellow. Large type needs less contrast. `k` is the card's scale (1 on a poker card): on a small card, smaller type
    counts as large too.
    """
    if voice.tone == "yellow":
        return palette.ink
    tone, least = getattr(palette, voice.tone), READ_LARGE if words.size_pt >= LARGE_PT * min(1.0, k) else READ
    towards = tone.shade if contrast(tone.shade, palette.paper) > least else palette.ink
    return legible(tone.base, towards, (palette.paper,), least)


def _draw_rays(ink: Ink, layout: Layout) -> Colour:
    """Draw the panel: rays, an emblem on a sun, and the band for the words; return the words' colour."""
    place, claim, words, k = layout.place, layout.claim, layout.words, layout.place.k
    tone, left, wide = getattr(ink.palette, claim.voice.tone), place.left, place.right - place.left
    hem = words.box[3] + (OVER + HEM / 2) * k
    foot, x = hem + HEM / 2 * k, left + wide / 2
    low = foot + BUCKLE_OVER * k
    y = (low + layout.head) / 2
    most = MOST_EMBLEM * (place.right + left)
    if ink.low:
        most = LOW_EMBLEM * (place.right + left) - LOW_LESS * (words.box[3] - words.box[1])
    tall = min(layout.head - low - EMBLEM_CLEAR * k, most)
    if not ink.low:
        sky = rect(left, foot, wide, layout.head - foot)
        ink.draw(sky, tone.tint)
        with ink.clip(sky):
            if ink.aid:
                hatch(ink, claim.voice.tone, sky, 0.0, tone.ray, HATCH_PT, 2.2 * k)
            elif ink.theme.frame == "harlequin":
                key, box = ("lair rays", claim.voice.tone), (-FAR, -FAR, FAR, FAR)
                ink.form(key, lambda pen: pen.draw(_rays(), tone.ray), box, x, y)
            else:
                draw_sky(ink, x, y, left, foot, place.right, layout.head, tone, ink.theme.frame)
        ink.draw(ellipse(x, y, SUN * tall), ink.palette.sun)
        ink.draw(rect(left, layout.floor, wide, hem - layout.floor), band_colour(ink.palette, claim.voice, words, k))
    draw_sun(ink, x, y, SUN * tall, k)
    ink.draw(ellipse(x, y, RING * tall), None, ink.black if ink.low else tone.shade, 0.6)
    draw = partial(draw_emblem, name=claim.emblem, ground=ink.paper)
    ink.form(("emblem on paper", claim.emblem), draw, (-9, -9, 9, 9), x, y, scale=tall / ACROSS, as_if=1)
    _hem(ink, layout, hem)
    return ink.black if ink.low else ink.palette.paper


RAYS = Art(_place_words, _draw_rays)


def _rays() -> Outline:
    turns = [radians((i + 0.25) * 360 / RAYS_IN) for i in range(RAYS_IN)]
    half = radians(180 / RAYS_IN)
    return sum(
        (poly([(0, 0), *((FAR * cos(a), FAR * sin(a)) for a in (turn, turn + half))]) for turn in turns), Outline()
    )


def _hem(ink: Ink, layout: Layout, y: float) -> None:
    """Draw the row of lozenges over the words, at the height `y`, with a voice's sign or a review's stars."""
    place, claim, k = layout.place, layout.claim, layout.place.k
    half, high = (place.right - place.left) / 2 / k, HEM / 2
    middle_x = (place.left + place.right) / 2

    def row(pen: Ink) -> None:
        pen.draw(rect(-half, -high, 2 * half, 2 * high), pen.black)
        for first, colour in enumerate((pen.palette.sun, pen.palette.paper)):
            places = [(i + 1.5) * HEM_PITCH for i in range(first, int(half / HEM_PITCH), 2)]
            diamonds = (lozenge(side * x, 0, 1.25, 1.65) for x in places for side in (-1, 1))
            pen.draw(sum(diamonds, Outline()), colour, join="mitre")

    def sign(pen: Ink) -> None:
        x, up = BUCKLE
        pen.draw(lozenge(0, 0, x, up), pen.paper if pen.low else pen.palette.plate, pen.black, 1.0, join="mitre")
        pen.draw(lozenge(0, 0, x - 0.55, up - 0.7), None, pen.black, 0.3, join="mitre")
        with pen.at(0, 0, 0, SIGN):
            draw_sign(pen, claim.voice.mark)

    def stars(pen: Ink) -> None:
        gold, wide = pen.black if pen.low else pen.palette.yellow.base, 3 * HEM_PITCH
        pen.draw(rect(-wide, -high, 2 * wide, 2 * high), pen.paper if pen.low else pen.black)
        for i in range(5):
            one = star((i - 2) * 4.0, -0.1, 5, 1.8, 0.76)
            pen.draw(one, gold if i < claim.stars else None, gold, 0.5, join="mitre")

    if ink.low:
        for end in (place.left, place.right):
            draw_line(ink, middle_x, end, y, k)
    else:
        ink.form(("lair hem", half), row, (-half, -high, half, high), middle_x, y, scale=k)
    key, draw = (("lair stars", claim.stars), stars) if claim.stars else (("lair voice", claim.voice.mark), sign)
    ink.form(key, draw, (-12, -6, 12, 6), middle_x, y, scale=k, as_if=1)


# --- quoted words on a thing

NET = (9.07, 15.0)  # a lozenge of the net behind it
LARGEST_ON_PT = 26.0
NARROW = 50.0  # on a panel that is narrower, words on a thing may be smaller


def _thing_at(place: Place, floor: float, head: float) -> tuple[float, float, float]:
    """Return the x and y (mm) of the middle of a thing on the panel, and its scale.

    The thing stands between the heights `floor` and `head` (mm).
    """
    scale = min((place.right - place.left) / (ACROSS_MM + 0.7), (head - floor) / (HIGH_MM + 1.0))
    return (place.left + place.right) / 2, (floor + head) / 2, scale


def _place_on_thing(claim: Claim, place: Place, floor: float, head: float, style: Style) -> Words | None:
    """Return the words, without quotation marks, set on their thing, or None if they do not fit.

    The drawing of the thing names the area for the words. `floor` and `head` are the heights in mm between which the
    thing stands.
    """
    assert claim.thing is not None
    x, y, scale = _thing_at(place, floor, head)
    slot, k = drawing(claim.thing.build).slots["words"], place.k
    half, high = slot.width / 2, slot.height / 2
    sides = (slot.x - half, slot.y - high, slot.x + half, slot.y + high)
    left, foot, right, top = (at + scale * side for at, side in zip((x, y, x, y), sides, strict=True))
    texts = [bare(ending, claim.thing.build, claim.language) for ending in claim.endings]
    largest = LARGEST_ON_PT * style.larger * k
    least = (LARGE_PT if style.larger > 1 else LEAST_PT) * max(k, min(1.0, (place.right - place.left) / NARROW))
    for firm in (True, False):
        if found := set_words(texts, (left, foot, right, top), style, largest, least, claim.ties, firm=firm):
            return found._replace(turn=slot.turn)
    return None


def _draw_exhibit(ink: Ink, layout: Layout) -> Colour:
    """Draw the object under the words, before a net in the voice's colour; return the colour of the words."""
    place, claim, thing = layout.place, layout.claim, layout.claim.thing
    assert thing is not None
    tone = getattr(ink.palette, claim.voice.tone)
    x, y, scale = _thing_at(place, layout.floor, layout.head)
    if not ink.low:
        ground = rect(place.left, layout.floor, place.right - place.left, layout.head - layout.floor)
        key, box = ("lair net", claim.voice.tone), (-FAR, -FAR, FAR, FAR)
        ink.draw(ground, tone.base)
        with ink.clip(ground):
            ink.form(key, lambda pen: pen.draw(_net(), None, tone.shade, 0.6), box, x, y)
    room = (-ACROSS_MM / 2, -HIGH_MM / 2 - 0.5, ACROSS_MM / 2, HIGH_MM / 2 + 0.5)
    draw = partial(draw_thing, thing=thing, emblem=claim.emblem, tone=tone, stars=claim.stars, scale=scale)
    ink.form(("lair thing", thing, claim.emblem, tone, claim.stars, scale), draw, room, x, y, scale=scale, as_if=1)
    return letters(ink, paints(ink, tone)[drawing(thing.build).slots["words"].ground])


EXHIBIT = Art(_place_on_thing, _draw_exhibit)


def _net() -> Outline:
    wide, high = NET
    places = [((i + j % 2 / 2) * wide, j * high / 2) for i in range(-5, 6) for j in range(-7, 8)]
    return sum((lozenge(x, y, wide / 2, high / 2) for x, y in places), Outline())


# --- the deck

GAME = "liars-lair"
LEAST = 0.5  # of a poker card: smaller, no emblem can be made out; whether a text fits is another question
Drawer = Callable[..., None]


def make(options: DeckOptions) -> Deck:
    """Make the deck of the fact file in `options.facts`.

    Raises PrintError if each card has a title of its own, which this face does not show.
    """
    assert options.facts is not None
    if options.facts.titles == "own":
        raise PrintError(
            "cards with large words have no titles of their own: choose --titles shared or none, or --face plain"
        )
    return deck(options.facts, options.indices)


def deck(facts: Facts, indices: Indices = "normal", draw: Drawer | None = None) -> Deck:
    """Return the deck of a fact file, with the cards in the order of their numbers.

    If `draw` is given, it draws the faces in place of `draw_face`, with the same arguments except `thing`. Raises
    PrintError if a text has a character that the fonts lack. If a text is too long for its card, PrintError is raised
    only when the card is drawn.
    """
    cards = sorted(((card, pair) for pair in facts.pairs for card in pair.cards), key=lambda both: both[0].number)
    faults = [
        f"{lettering.spell(character)} for the {where} of card {card.number}"
        for card, pair in cards
        for text, font, where in (
            (pair.title, SERIF_SEMIBOLD, "title"),
            (card.title, SERIF_SEMIBOLD, "own title"),
            (card.text, SERIF, "sentence"),
        )
        for character in lettering.missing(text, font)
    ]
    if faults:
        more = f" (and {len(faults) - 3} more)" if len(faults) > 3 else ""
        raise PrintError(f"the fonts have no {'; no '.join(faults[:3])}{more}: write it another way")
    held = things(facts.pairs) if draw is None else {}
    faces = tuple(
        CardFace(
            f"{card.number:02d}",
            f"{card.number} {facts.title_of(card.number)}".strip(),
            partial(
                draw or partial(draw_face, thing=held.get(card.number)),
                card=card,
                pair=pair,
                indices=indices,
                title=facts.title_of(card.number),
            ),
            text=card.text,
        )
        for card, pair in cards
    )
    return Deck(GAME, "Liar’s Lair", faces, draw_harlequin, True, GAME, LEAST)


def draw_face(
    ink: Ink, size: Size, *, card: Card, pair: Pair, indices: Indices = "normal", title: str | None = None,
    thing: Thing | None = None,
) -> None:  # fmt: skip
    """Draw the face of `card`, one of the two cards of `pair`.

    `title` replaces the pair's title ("" for none, None for the pair's own). The words stand on `thing`, if it is
    given. Raises PrintError, with the card's number, when title or sentence does not fit.
    """
    style, name = Style(ink.theme.fonts, indices), pair.title if title is None else title
    check_letters(ink, card, name)
    layout = lay_out(claim_of(pair, name, thing), size, style)
    if layout is None:
        raise too_long(pair, name, size, lambda title, text, on: lay_out(Claim(title, "", (text,)), on, style))
    draw_claim(ink, size, layout, str(card.number), pair.cards.index(card))


def lacking(text: str) -> list[str]:
    """Return the characters of a text that our fonts lack for titles or sentences."""
    return list(dict.fromkeys([*lettering.missing(text, SERIF), *lettering.missing(text, SERIF_SEMIBOLD)]))


def check_letters(ink: Ink, card: Card, title: str) -> None:
    """Raise PrintError where a font that the theme brings lacks a letter of the card's text or of `title`.

    `title` is what the card shows as its title. Fonts of our own are checked earlier, by `deck`.
    """
    fonts = ink.theme.fonts
    for text, font in ((title, fonts.title), (card.text, fonts.text)):
        if font not in lettering.FONTS and (lacking := lettering.missing(text, font)):
            raise PrintError(f"the theme's font has no {lettering.spell(lacking[0])} for card {card.number}")


def too_long(pair: Pair, title: str, size: Size, fits: Callable[[str, str, Size], object]) -> PrintError:
    """Return the error that says which text of a pair is too long for this size, and what size would do.

    `title` is the title that the cards show. `fits(title, sentence, size)` returns something true if a card of this
    size holds both.
    """

    def least(title: str, text: str) -> str:
        for percent in range(102, 401, 2):
            larger = Size(*(ceil(side * percent / 10) / 10 for side in (size.width_mm, size.height_mm)))
            if fits(title, text, larger):
                return " " + say("(it fits one {of_size})", of_size=measure(larger))
        return ""

    def measure(on: Size) -> str:
        wide, high = (decimal(f"{round(side, 1):g}") for side in (on.width_mm, on.height_mm))
        return say("of {wide} × {high} mm", wide=wide, high=high)

    def start(text: str, most: int = 60) -> str:
        return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"

    if title and not fits(title, "So.", size):
        of_size = f"{measure(size)}{least(title, 'So.')}"
        return PrintError(
            say(
                "card {n}: the title “{title}” does not fit on a card {of_size}: shorten it or take a larger card",
                n=pair.cards[0].number, title=start(title), of_size=of_size,
            )
        )  # fmt: skip
    card = next((card for card in pair.cards if not fits("", card.text, size)), pair.cards[0])
    return PrintError(
        say(
            "card {n} (“{title}”): its sentence of {signs} characters does not fit a card {of_size} in 11 points, the "
            "smallest type for it{fits}: shorten “{text}” or take a larger card",
            n=card.number, title=title or pair.title, signs=len(card.text), of_size=measure(size),
            fits=least("", card.text), text=start(card.text),
        )
    )  # fmt: skip
