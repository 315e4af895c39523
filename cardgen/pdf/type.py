"""Fonts, the width and height of text, and the line breaker for sentences in boxes and for paragraphs.

The fonts are of the Source family (OFL 1.1). They lie unchanged in the folder `fonts`, and are read when first used.
`kerned` asks HarfBuzz once for the widths and the kerning of each text, in thousandths of the type size. All code
measures and draws with these numbers (reportlab kerns only text that it breaks into lines itself).

`ways` yields the ways to break words into lines, the cheapest first, for any costs of lines. `fit` uses it for lines of
about one length, in the largest type that fits a box; `paragraph` makes lines that fill a given width; `set_together`
breaks several texts by phrase, and sets them in one size.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from heapq import heappop, heappush
from itertools import accumulate, combinations, islice, pairwise, product, takewhile
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from msgspec import Struct

from cardgen.pdf.path import POINTS_PER_MM
from liarsdeck.language import ENGLISH, language, speech
from liarsdeck.system import signals_deferred

if TYPE_CHECKING:
    import uharfbuzz


Align = Literal["left", "centre", "right"]

SERIF = "SourceSerifPro-Regular"
SERIF_SEMIBOLD = "SourceSerifPro-Semibold"
SERIF_ITALIC = "SourceSerifPro-It"
SERIF_BLACK = "SourceSerifPro-Black"
SANS = "SourceSansPro-Regular"
SANS_SEMIBOLD = "SourceSansPro-Semibold"
SANS_BOLD = "SourceSansPro-Bold"
FONTS = (SERIF, SERIF_SEMIBOLD, SERIF_BLACK, SERIF_ITALIC, SANS, SANS_SEMIBOLD, SANS_BOLD)
_SPELT = ("serif", "serif-semibold", "serif-black", "italic", "sans", "sans-semibold", "sans-bold")
NAMES = dict(zip(_SPELT, FONTS, strict=True))
"""What people call our fonts in decks and themes of their own."""

_FONTS = Path(__file__).parent / "fonts"
_KERNED_ONLY = {"kern": True, "liga": False, "clig": False, "calt": False, "ccmp": False}

SMALLEST_PT = 7.0  # nothing on a card is set smaller


class Outlines(Protocol):
    """The fields of reportlab's font file object that are used here."""

    name: bytes
    charToGlyph: Mapping[int, int]  # noqa: N815
    charWidths: dict[int, float]  # noqa: N815
    capHeight: float  # noqa: N815


class TrueType(Protocol):
    """The parts of reportlab's TrueType font that are used here."""

    face: Outlines

    def splitString(self, text: str, doc: object) -> Sequence[tuple[int, bytes]]: ...  # noqa: N802, D102
    def getSubsetInternalName(self, subset: int, doc: object) -> str: ...  # noqa: N802, D102


class Font(NamedTuple):
    """One font, for reportlab (`font`) and for HarfBuzz (`shaper`).

    `characters` are the code points that it can draw, `advances` their widths in thousandths of the type size;
    `cap_height` and `x_height` are fractions of the size.
    """

    font: TrueType
    shaper: uharfbuzz.Font
    characters: frozenset[int]
    advances: dict[int, float]
    cap_height: float
    x_height: float


@cache
def face(name: str) -> Font:
    """Return a font by its name in `FONTS`, or a theme's font by its path; cached, and registered with reportlab.

    Raises KeyError when there is no such font.
    """
    import uharfbuzz
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    path = font_path(name)
    # Subsets that hold only what is used: reportlab would put all of ASCII into each. It makes faults of its own of
    # whatever is raised while it reads, Ctrl-C too.
    with signals_deferred():
        font: TrueType = TTFont(name, path, asciiReadable=False)
    pdfmetrics.registerFont(font)
    shaper = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(path)))
    it, x = font.face, shaper.get_glyph_extents(shaper.get_nominal_glyph(ord("x")))
    x_height = x.y_bearing / shaper.face.upem
    return Font(font, shaper, frozenset(it.charToGlyph), it.charWidths, it.capHeight / 1000, x_height)


def font_path(name: str) -> str:
    """Return the path of a font by its name in `FONTS`, or a `.ttf` path as it is. Raises KeyError for others."""
    if name.lower().endswith(".ttf"):
        return name
    if name not in FONTS:
        raise KeyError(name)
    return str(_FONTS / f"{name}.ttf")


def register(name: str = SERIF) -> str:
    """Register a font with reportlab, and return its name (for a canvas's `initialFontName`)."""
    face(name)
    return name


def tidy(text: str) -> str:
    """Return the text in Unicode NFC: a letter and its accents are one character, as in the font."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def missing(text: str, font: str) -> list[str]:
    """List the characters of a text that a font can't draw, each once, in the order they come."""
    known = face(font).characters
    return list(dict.fromkeys(c for c in tidy(text) if ord(c) not in known or unicodedata.combining(c)))


def spell(character: str) -> str:
    """Return a character with its code point and name, as for an error message: “☃” (U+2603 snowman)."""
    name = unicodedata.name(character, "").lower()
    return f"“{character}” (U+{ord(character):04X}{' ' + name if name else ''})"


@lru_cache(maxsize=4096)
def kerned(text: str, font: str) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the widths of a text's characters, and the kerning after each, in thousandths of the type size.

    The text must be as `tidy` returns it. Kerning is not part of the widths.
    """
    import uharfbuzz

    it, codes = face(font), [ord(c) for c in text]
    known = it.advances.get
    advances = tuple([known(0x20 if code == 0xA0 else code, 0.0) for code in codes])
    buffer = uharfbuzz.Buffer()
    buffer.add_codepoints(codes)
    buffer.guess_segment_properties()
    uharfbuzz.shape(it.shaper, buffer, _KERNED_ONLY)
    positions = buffer.glyph_positions or ()
    if len(positions) != len(text):
        return advances, (0.0,) * len(text)
    unit = 1000 / it.shaper.face.upem
    return advances, tuple([p.x_advance * unit - a for p, a in zip(positions, advances, strict=True)])


Measure = Callable[[str, str], tuple[tuple[float, ...], tuple[float, ...]]]
"""From a text and a font to what `kerned` gives."""


@lru_cache(maxsize=32768)
def _measured(text: str, font: str) -> tuple[float, int]:
    """Return the width of a text in thousandths of the type size, and the number of gaps between its characters."""
    advances, kerns = kerned(tidy(text), font)
    return sum(advances) + sum(kerns), max(0, len(advances) - 1)


def width_mm(text: str, font: str, size_pt: float, track: float = 0) -> float:
    """Return the width in mm of a kerned text of `size_pt` points; `track` is letter space in 1/1000 of the size."""
    width, gaps = _measured(text, font)
    return (width + track * gaps) / 1000 * size_pt / POINTS_PER_MM


def cap_mm(font: str, size_pt: float) -> float:
    """Return the height in mm of a capital letter at this type size."""
    return face(font).cap_height * size_pt / POINTS_PER_MM


def depth_mm(text: str, font: str, size_pt: float) -> float:
    """Return how many mm a text of `size_pt` points reaches below its baseline; 0 if it does not."""
    it = face(font)
    glyphs = (it.shaper.get_nominal_glyph(ord(c)) for c in tidy(text))
    boxes = [box for box in (it.shaper.get_glyph_extents(glyph) for glyph in glyphs if glyph is not None) if box]
    lowest: float = min((box.y_bearing + box.height for box in boxes), default=0)
    upem: int = it.shaper.face.upem
    return max(0.0, -lowest / upem) * size_pt / POINTS_PER_MM


def x_height_mm(font: str, size_pt: float) -> float:
    """Return the height in mm of a lower-case x at this type size."""
    return face(font).x_height * size_pt / POINTS_PER_MM


NEAR = 1e-9

# --- the core

Lines = Sequence[Sequence[tuple[int, float]]]
"""For each word the lines that may begin with it: the word after the line's last one, and what the line costs."""
Breaks = tuple[int, ...]
"""0, the word that each further line begins with, and the number of words."""


def ways(lines: Lines, count: int | None = None) -> Iterator[tuple[float, Breaks]]:
    """Yield (cost, breaks) for each way to break words into lines (or into `count` lines), cheapest first.

    `lines[i]` has the lines that may begin with word `i`, each as (index of the word after the line, cost of the line).
    The breaks are 0, the index of the first word of each further line, and the number of words; the cost is the sum of
    the lines' costs. Of ways with equal costs, the one with shorter first lines comes first.
    """
    words = len(lines)
    # What the words from each one on cost at least: with 0, 1, 2 … lines left, or (one row) with any number of lines.
    rest = [[inf] * words + [0.0]]
    for _ in range(count or 1):
        below = rest[-1]
        row = below if count is None else [inf] * (words + 1)
        for start in range(words - 1, -1, -1):
            row[start] = min([cost + below[end] for end, cost in lines[start]], default=inf)
        rest.append(row)
    left = len(rest) - 1
    heap: list[tuple[float, Breaks, float, int]] = [(rest[left][0], (0,), 0.0, left)] if rest[left][0] < inf else []
    while heap:
        total, breaks, spent, left = heappop(heap)
        start = breaks[-1]
        if start == words:
            yield total, breaks
            continue
        if count is not None:
            left -= 1
        after = rest[left]
        for end, cost in lines[start]:
            if after[end] < inf:
                heappush(heap, (spent + cost + after[end], (*breaks, end), spent + cost, left))


# --- words that look lost at the end of a line


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PARTICLES = _words("of de la von van the")
"""Words inside a name, which nothing of it should follow on the next line."""
STYLES = _words("Mr Mrs Ms Dr St Sir Lady Lord Miss Mme No №")
"""Words before a name."""


# --- paragraphs


class TooWide(ValueError):
    """Raised for a word or a table that is wider than its line."""


class Costs(Struct, frozen=True):
    """The penalties by which line breaks of a paragraph are chosen; the least sum wins.

    `line` counts for each line. `room` is multiplied by the square of the empty fraction of a line (not the last).
    `weak` is for a line that ends in a word like “the”, `lost` for one that ends in a sentence's short first word,
    `short` for a last line under an eighth of the width, `lone` for a last line that is one word, narrower than the
    fraction `share` of the width. `overfull` is for a word too wide for any line (infinite: that is an error).
    """

    room: float = 6.0
    line: float = 0.02
    weak: float = 0.025
    lost: float = 0.03
    short: float = 0.25
    lone: float = 0.9
    share: float = 0.2
    overfull: float = inf


RUNNING = Costs()
"""Running text: even lines, where need be one more."""
FEWEST = Costs(line=1000.0, share=0.4)
"""Text in a place of its own: as few lines as go, those as even as they can be."""
LABEL = Costs(line=1000.0, weak=0.0, lost=0.0, short=0.0, lone=0.0, overfull=1e6)
"""Labels: as few lines as go, whatever they end in, and a long word hangs over."""

_SHORT = 0.12


def paragraph(
    texts: Sequence[str], widths: Sequence[float], gap: float, width: float, costs: Costs = RUNNING, most: int = 0
) -> list[tuple[int, int]]:
    """Return (start, end) for each line of at most `width` into which the words `texts` are broken.

    `texts[start:end]` are the words of a line. `widths` are the words' widths and `gap` the space between two words, in
    the unit of `width`. No line has more than `most` characters (0: any number). If a word fits no line, TooWide is
    raised with the widest word, unless `costs.overfull` is finite.
    """
    if not texts:
        return []
    ends = list(accumulate((wide + gap for wide in widths), initial=0.0))
    signs = list(accumulate((len(text) + 1 for text in texts), initial=0))
    if ends[-1] - gap <= width + 1e-6 and not (most and signs[-1] - 1 > most):
        return [(0, len(texts))]  # one line is always the cheapest
    fines = [_end_fine(texts, end, costs) + costs.line for end in range(len(texts))]
    room, lines, last = costs.room, [], len(texts)
    for start in range(last):
        begun = ends[start] + gap
        fitting = bisect_right(ends, begun + width + 1e-6, start + 1) - 1
        if most:
            fitting = min(fitting, bisect_right(signs, signs[start] + 1 + most, start + 1) - 1)
        row = []
        for end in range(start + 1, min(fitting + 1, last)):
            empty = 1 - (ends[end] - begun) / width
            row.append((end, room * empty * empty + fines[end]))
        if fitting == last:
            fill = (ends[last] - begun) / width
            short = costs.short if start and fill < _SHORT else 0.0
            lone = costs.lone if start and start + 1 == last and fill < costs.share else 0.0
            row.append((last, costs.line + short + lone))
        elif fitting <= start and costs.overfull < inf:
            row.append((start + 1, costs.overfull))
        lines.append(row)
    # The breaks that `ways` yields first, by the least sum that is left at each word: in linear time.
    rest, following = [inf] * last + [0.0], [0] * last
    for start in range(last - 1, -1, -1):
        for end, cost in lines[start]:
            if cost + rest[end] < rest[start]:
                rest[start], following[start] = cost + rest[end], end
    if rest[0] == inf:
        raise TooWide(texts[max(range(last), key=lambda at: widths[at])])
    found = [0]
    while found[-1] < last:
        found.append(following[found[-1]])
    return list(pairwise(found))


def broken(
    text: str, font: str, size_pt: float, width: float, costs: Costs = FEWEST, *, track: float = 0,
    measure: Measure | None = None,
) -> list[str]:  # fmt: skip
    """Return a text of `size_pt` points broken into lines of at most `width` mm.

    `track` is letter space in thousandths of the size. `measure` is called in place of `kerned`, for a text in several
    fonts. If a word fits no line, TooWide is raised, unless `costs.overfull` is finite.
    """
    if measure is None:
        words = tidy(text).split()
        widths = [width_mm(word, font, size_pt, track) for word in words]
    else:
        words, at = text.split(" "), 0
        signs = [sum(pair) + track for pair in zip(*measure(text, font), strict=True)]
        widths = []
        for word in words:
            widths.append((sum(signs[at : at + len(word)]) - track) / 1000 * size_pt / POINTS_PER_MM)
            at += len(word) + 1
    gap = width_mm(" ", font, size_pt) + 2 * track / 1000 * size_pt / POINTS_PER_MM
    return [" ".join(words[start:end]) for start, end in paragraph(words, widths, gap, width, costs)]


def _end_fine(texts: Sequence[str], end: int, costs: Costs) -> float:
    """Return the penalty that `costs` give for ending a line before the word `texts[end]`."""
    if not end:
        return 0.0
    text = texts[end - 1]
    lost = end > 1 and texts[end - 2][-1:] in ".?!:" and len(text) <= 3
    return (costs.weak if text.lower().strip("“„(") in speech().weak_ends else 0.0) + (costs.lost if lost else 0.0)


# --- a sentence in its box

NOTCH = 0.62  # a line narrower than this share of the widest one leaves a hole in the block
SHORT = 0.75  # a last word narrower than this share of the widest line looks lost, a wider one carries its line

SMALL_PT, SMALL_COST = 15.0, 0.5
"""Type smaller than that looks lost beside the other cards of its deck, however even its lines are."""
MOST_WAYS = 600
"""So many ways into a number of lines, the most even ones, are enough to choose from."""
_LINE_COST, _SPREAD_COST = 0.15, 10.0
_KERNED_EM = 0.1
"""By how much kerning at the blanks where lines break may change their mean width."""


class Setting(NamedTuple):
    """A text broken into lines: type size, lines from the top, and line distance, in points."""

    size_pt: float
    lines: tuple[str, ...]
    leading_pt: float

    @property
    def leading_mm(self) -> float:
        """The distance between baselines in mm."""
        return self.leading_pt / POINTS_PER_MM


def sizes(largest_pt: float, smallest_pt: float, step_pt: float = 0.5) -> list[float]:
    """Return the type sizes in points from `largest_pt` down to `smallest_pt`, `step_pt` apart."""
    count = round((largest_pt - smallest_pt) / step_pt)
    return [largest_pt - i * step_pt for i in range(count + 1)]


def fit(
    text: str,
    width: float,
    height: float,
    font: str = SERIF,
    points: Sequence[float] = (),
    *,
    leading: float = 1.24,
    track: float = 0,
    measure: Measure = kerned,
) -> Setting | None:
    """Set a text as large and as evenly as its box (in mm) allows; return None if even the smallest size is too large.

    `points` are the sizes to try, the largest first (default: 20 down to 11). `leading` is the line distance over the
    size, `track` letter space in thousandths of it; `measure` stands in for `kerned`, for a text in several fonts.

    Of all ways to break it into lines the one with the best score is taken: its size in points, less 10 times the
    spread of the line widths (their standard deviation over their mean), less

    - 1.5 for a line of one word, 1 more for the last line (4 when it is less than .75 as wide as the widest), and 4
      more for an article or the like;
    - 2 for a line above the last that is less than .62 as wide as the widest, 1 where it ends in a comma;
    - .8 for a line that ends in a weak word, 1.5 in an article, 2.2 within a name (two capitals, or Duke of / Ems), 3
      in Mr or the like;
    - .15 for each line, and half a point for each point under 15.
    """
    points = points or sizes(20, 11)
    words = [w for w in tidy(text).replace("\n", " ").replace("\t", " ").split(" ") if w]
    if not words:
        return Setting(points[0], (), points[0] * leading)
    block = _Block(_Ruler(words, font, track, measure), points, width * POINTS_PER_MM)
    box_h = height * POINTS_PER_MM
    tallest = {count: box_h / (1 + (count - 1) * leading) for count in range(1, len(words) + 1)}
    best: _Way | None = None
    for bound, count in sorted(((block.bound(c, tall), c) for c, tall in tallest.items()), reverse=True):
        if bound == -inf or (best and bound <= best.score):
            break
        tall = tallest[count]
        found = block.best_of(count, tall, best, tight=True) or block.best_of(count, tall, best, tight=False)
        best = found or best
    if best is None:
        return None
    return Setting(best.size, tuple(" ".join(words[i:j]) for i, j in pairwise(best.breaks)), best.size * leading)


class _Way(NamedTuple):
    score: float
    size: float
    breaks: Breaks


class _Block(NamedTuple):
    """A sentence to be set in a box `width` points wide, in one of the sizes `points`; `ruler` measures it."""

    ruler: _Ruler
    points: Sequence[float]
    width: float

    def size(self, tallest: float, widest: float) -> float | None:
        """Return the largest size, at most `tallest`, at which a line of `widest` ems fits; None if there is none."""
        most = min(tallest, self.width / widest) + NEAR
        return next((size for size in self.points if size <= most), None)

    def bound(self, count: int, tallest: float) -> float:
        """Return an upper bound for the score of `count` lines of type up to `tallest`; -inf if none fits."""
        size = self.size(tallest, max(self.ruler.widest_word, self.ruler.mean(count)))
        return -inf if size is None else size - _LINE_COST * count

    def best_of(self, count: int, tallest: float, best: _Way | None, *, tight: bool) -> _Way | None:
        """Return the best way into `count` lines, or `best` if that is better; None if there is no way.

        The type has at most `tallest` points. With `tight`, only lines near their average width are considered.
        """
        ruler = self.ruler
        mean, high = ruler.mean(count), self.width / self.points[-1]
        low, high = (mean * 0.5, min(high, mean * 1.38)) if tight and count > 1 else (0.0, high)

        lines = [
            [(end, (wide - mean) ** 2) for end, wide in enumerate(row, start + 1) if low <= wide <= high + NEAR]
            for start, row in enumerate(ruler.widths)
        ]
        bound, any_way = self.bound(count, tallest), False
        for total, breaks in islice(ways(lines, count), MOST_WAYS):
            any_way = True
            # No way from here on is more even than this one.
            even = max(0.0, total / count - _KERNED_EM**2) ** 0.5 / (mean + _KERNED_EM)
            if best and bound - _SPREAD_COST * even <= best.score:
                break
            found = self.way(breaks, tallest, best)
            if found and (best is None or found.score > best.score + NEAR):
                best = found
        return best if any_way else None

    def way(self, breaks: Breaks, tallest: float, best: _Way | None) -> _Way | None:
        """Return `breaks` with size and score; None if no size to `tallest` fits or it can't beat `best`."""
        spread, widest = self.ruler.spread(breaks)
        size = self.size(tallest, widest)
        if size is None:
            return None
        lines = len(breaks) - 1
        score = size - _SPREAD_COST * spread - _LINE_COST * lines - SMALL_COST * max(0.0, SMALL_PT - size)
        if best and score <= best.score:
            return None  # without its faults yet
        return _Way(score - self.ruler.faults(breaks, widest), size, breaks)


class _Ruler:
    """Measures any run of words of a text, in ems (multiples of the type size)."""

    def __init__(self, words: list[str], font: str, track: float, measure: Measure = kerned) -> None:
        self.words = words
        text = " ".join(words)
        advances, kerns = measure(text, font)
        starts: list[float] = []
        self._ends: list[float] = []
        here, character = 0.0, 0
        for word in words:
            starts.append(here)
            last = character + len(word) - 1
            here += sum(advances[character : last + 1]) + sum(kerns[character:last]) + track * (len(word) - 1)
            self._ends.append(here)
            if last + 1 < len(text):
                here += kerns[last] + advances[last + 1] + kerns[last + 1] + 2 * track
            character = last + 2
        self.widths = [[(end - start) / 1000 for end in self._ends[i:]] for i, start in enumerate(starts)]
        """From each word on, how wide a line is that ends with each further one."""
        self.widest_word = max(row[0] for row in self.widths)
        self._space = face(font).advances[0x20] + 2 * track

    @cached_property
    def _end_faults(self) -> list[float]:
        """Return for each word the penalty for ending a line with it."""
        weak, articles = speech().weak_ends, speech().articles
        return [
            0.8 * (word.lower() in weak)
            + 0.7 * (word.lower() in articles)
            + 2.2 * self._breaks_name(i)
            + 3 * (word.rstrip(".") in STYLES)
            for i, word in enumerate(self.words)
        ]

    def _breaks_name(self, i: int) -> bool:
        """Tell whether a line that ends in word `i` divides a name, such as Little / Wexing or Duke of / Ems."""
        before, word, after = ([" ", *self.words, " "][j].lstrip("“‘(")[:1].isupper() for j in (i, i + 1, i + 2))
        if not after:
            return False
        return (i > 0 and word and self.words[i][-1] not in ",;:.!?") or (before and self.words[i].lower() in PARTICLES)

    def mean(self, count: int) -> float:
        """Return the average width in ems of the lines if the text is broken into `count` lines."""
        return (self._ends[-1] - (count - 1) * self._space) / count / 1000

    def spread(self, breaks: Breaks) -> tuple[float, float]:
        """Return the standard deviation of the line widths divided by their average, and the widest line in ems."""
        wide = [self.widths[i][j - i - 1] for i, j in pairwise(breaks)]
        mean = sum(wide) / len(wide)
        return (sum((w - mean) ** 2 for w in wide) / len(wide)) ** 0.5 / mean, max(wide)

    def faults(self, breaks: Breaks, widest: float) -> float:
        """Return the penalty for single words, very short lines and weak line ends, as `fit` describes."""
        lines = list(pairwise(breaks))
        if len(lines) == 1:
            return 0
        wide = [self.widths[i][j - i - 1] for i, j in lines]
        singles = [self.words[i] for i, j in lines if j - i == 1]
        # A hole at a comma is a pause for breath, elsewhere it is a hole.
        notched = sum(
            0.5 if self.words[j - 1][-1] in ",;:" else 1
            for (_, j), w in zip(lines[:-1], wide, strict=False)
            if w < NOTCH * widest
        )
        weak = sum(self._end_faults[j - 1] for j in breaks[1:-1])
        last = breaks[-1] - breaks[-2] == 1
        orphan = 4 * last if wide[-1] < SHORT * widest else last
        alone = sum(word.lower() in speech().weak_ends or word in STYLES for word in singles)
        return 1.5 * len(singles) + 2 * notched + weak + orphan + 4 * alone


TIE = "\u00a0"
PARTED = 20.0
"""What it costs to end a line at a tie: more than any break between phrases, less than a column of single words."""

_OWNERS = _words("its his her their your my our")
_DETERMINERS = _words("a an the every each one no this that some")
_BEFORE = _words(
    "of in on at by from with for under over near after before until unless because when whenever whose who which than "
    "as into onto through since while but and or nor that to except only without between"
)
_HELPERS = _words("is are was were be been it has have had will would may can must they he she we you i not so just")
_STARTS = _BEFORE | _DETERMINERS | _OWNERS | _HELPERS | _words("if what how where there all any")
_LOST = _BEFORE | _DETERMINERS | {"&"}
_SIGNS = "“”„«»‘’.,;:!?¿¡"
_NAME = re.compile(r"(?<![\w’-])(?:[A-Z][\w’-]*|&)(?: (?:[A-Z][\w’-]*|&))+")

MOST_TIED = 16  # signs of a name: of a longer one only the last two words are kept together
MOST_LINES, MOST_COMELY = 8, 6
SHORT_WORD = 5  # letters: alone on a line it looks lost
_KEEP = 6  # of the ways into each number of lines
FEW = 7  # words of which every way is tried where few will do
EMPTY = 40.0
# The least mean of 1, 2, 3 … lines over their box: less is a thin column.
_FILLED = (0.0, 0.0, 0.66, 0.70, 0.74, 0.76, 0.80)
LEAST_FILL, FILL_PT = 0.66, 16.0
"""Type of that size or less (on a poker card) fills at least that share of its box's width, as its lines' mean."""


class Taste(NamedTuple):
    """How type sizes are weighed against each other when a sentence is set on a card; sizes in points.

    A point of size is worth `greed` up to the size `usual`, half of that above it; sizes under `floor` cost much. Each
    mm of the text's height costs `height`, since it is taken from the picture below.
    """

    usual: float = 17.0
    floor: float = 15.0
    greed: float = 1.1
    height: float = 0.11

    def worth(self, size: float) -> float:
        """Return the score of a type size in points; a higher one is better."""
        over = max(0.0, size - self.usual)
        under = max(0.0, self.usual - size)
        small = max(0.0, self.floor - size)
        return self.greed * (min(size, self.usual) + 0.5 * over) - 1.2 * under - 5 * small - 2 * small * small


USUAL = Taste()


class Breaking(NamedTuple):
    """One way to break a text into lines.

    The way with the lowest `cost` is best. `widest` is the width of its widest line and `mean` the mean width of its
    lines, in ems (multiples of the type size). `breaks` has 0, the index of the first word of each further line, and
    the number of words. `parts` is true if a line break divides a name. `lame` is true if there are more than six
    lines, if a line but the last ends in an article, or if one of three or more lines is a single short word.
    """

    cost: float
    widest: float
    mean: float
    breaks: Breaks
    parts: bool
    lame: bool


def names(*texts: str) -> tuple[str, ...]:
    """Return the names in some sentences: two or more capitalized words in a row, which should stay on one line."""
    found = []
    for text in texts:
        for match in _NAME.finditer(tidy(text)):
            words = match.group().split(" ")
            first = not text[: match.start()].rstrip() or text[: match.start()].rstrip()[-1:] in ".!?:“"
            if first and words[0].lower() in _STARTS:
                words = words[1:]
            if len(" ".join(words)) > MOST_TIED:
                words = words[-2:]
            if len(words) > 1 and "&" not in (words[0], words[-1]):
                found.append(" ".join(words))
    return tuple(dict.fromkeys(found))


def tied(text: str, ties: Iterable[str]) -> str:
    """Return the text with no-break spaces inside each of the phrases `ties`, wherever they occur."""
    text = tidy(text)
    for run in ties:
        text = text.replace(run, run.replace(" ", TIE))
    return text


class Phrases:
    """A text in a font, and the ways to break it into lines, computed once for all sizes and boxes.

    No-break spaces hold the words of a name together (see `tied`). `track` is letter space in thousandths of the size.
    """

    def __init__(self, text: str, font: str, track: float = 0) -> None:
        runs = [run.split(TIE) for run in text.replace("\n", " ").replace("\t", " ").split(" ") if run]
        self.words = [word for run in runs for word in run]
        self.ruler = _Ruler(self.words, font, track)
        firsts = set(accumulate(map(len, runs), initial=0))
        self.tied = frozenset(range(len(self.words))) - firsts
        self._joints = [cost + PARTED * (at in self.tied) for at, cost in enumerate(_joints(self.words))]
        self._ways: dict[tuple[int, float], list[Breaking]] = {}
        self._every: dict[int, list[Breaking]] = {}

    def ways(self, count: int, most: float = inf) -> list[Breaking]:
        """Return up to six ways, best first, to break the text into `count` lines, each up to `most` ems.

        Without `most`, lines have half to one and a half times their mean width, unless there is no such way.
        """
        if (count, most) in self._ways:
            return self._ways[count, most]
        mean, joints, best = self.ruler.mean(count), self._joints, self._ways.setdefault((count, most), [])
        bounds = [(0.5 * mean, 1.5 * mean)] * (most == inf) + [(0.0, most)] if count <= len(self.words) else []
        for low, high in bounds:
            lines = []
            for start, row in enumerate(self.ruler.widths):
                wide = row[: bisect_right(row, high)]
                lines.append(
                    [
                        (end, joints[end] + 22 / count * (width / mean - 1) ** 2)
                        for end, width in enumerate(wide, start + 1)
                        if width >= low
                    ]
                )
            best += sorted(self._way(breaks) for _, breaks in islice(ways(lines, count), 2 * _KEEP))[:_KEEP]
            if best:
                break
        return best

    def every(self, count: int) -> list[Breaking]:
        """Return all ways to break the text into `count` lines that divide no name; slow for long texts."""
        if count not in self._every:
            inner = combinations([at for at in range(1, len(self.words)) if at not in self.tied], count - 1)
            self._every[count] = [self._way((0, *breaks, len(self.words))) for breaks in inner]
        return self._every[count]

    def _way(self, breaks: Breaks) -> Breaking:
        widths, count = self.ruler.widths, len(breaks) - 1
        wide = [widths[start][end - start - 1] for start, end in pairwise(breaks)]
        if count == 1:
            return Breaking(0.0, wide[0], wide[0], breaks, False, False)
        widest, mean = max(wide), sum(wide) / count
        cost, squares, lame = 0.0, 0.0, count > MOST_COMELY
        for at, one in enumerate(wide):
            start, end = breaks[at], breaks[at + 1]
            squares += (one - mean) ** 2
            last = at == count - 1
            if not last:
                cost += self._joints[end]
            cost += (2.0 if one < 0.5 * widest else 0.0) if last else 4.0 if one < 0.6 * widest else 0.0
            if end - start == 1:
                cost += 2.6 * (one < 0.8 * widest)
                lame = lame or (count > 2 and len(self.words[start].strip(_SIGNS)) <= SHORT_WORD)
            lame = lame or (not last and self.words[end - 1].lower().lstrip(_SIGNS) in speech().articles)
        parts = not self.tied.isdisjoint(breaks)
        return Breaking(cost + 9 * (squares / count) ** 0.5 / mean, widest, mean, breaks, parts, lame)

    def ends_weakly(self, breaks: Breaks) -> bool:
        """Return whether a line but the last ends in an article or the like; `breaks` is as in `Breaking`."""
        lost = _LOST if speech() is language(ENGLISH) else speech().weak_ends
        return any(self.words[end - 1].strip(_SIGNS).lower() in lost for end in breaks[1:-1])

    def is_weak(self, way: Breaking) -> bool:
        """Return whether `way` `ends_weakly`, or its last line is one word under half as wide as the widest line."""
        start, end = way.breaks[-2:]
        lost = start > 0 and end - start == 1 and self.ruler.widths[start][0] < 0.5 * way.widest
        return lost or self.ends_weakly(way.breaks)

    def lines(self, breaks: Breaks) -> tuple[str, ...]:
        """Return the texts of the lines that `breaks` (as in `Breaking`) make."""
        return tuple(" ".join(self.words[i:j]) for i, j in pairwise(breaks))


phrases = lru_cache(maxsize=256)(Phrases)
"""Phrases that were measured before are not measured again: rivals are set for both indices and in several boxes."""


class TextBox(NamedTuple):
    """The box in which sentences are set: width and height in mm, the font, and the line distance over the type size.

    `whole` is the width that lines should fill: that of the box (0), or more where a frame narrows it. With `kept`, no
    name is divided; with `comely`, no way that is `lame` is taken (see `Breaking`); with `firm`, none that is weak (see
    `Phrases.is_weak`). `thorough` looks among all ways that fit the width, not only those with lines of similar width.
    """

    width: float
    height: float
    font: str
    leading: float = 1.24
    whole: float = 0.0
    kept: bool = False
    comely: bool = False
    firm: bool = False
    thorough: bool = False

    def most(self, way: Breaking) -> float:
        """Return the largest size (a multiple of 0.25 points) at which `way` fits the box; 0 if none does."""
        high = (len(way.breaks) - 2) * self.leading + cap_mm(self.font, 1) * POINTS_PER_MM
        return int(4 * POINTS_PER_MM * min(self.width / way.widest, self.height / high) + 1e-6) / 4

    def ways(self, text: Phrases, largest: float, least: float) -> Iterator[tuple[float, Breaking]]:
        """Yield (size, way) for ways that fit the box, each in its largest size (`least` to `largest` pt)."""
        first, wide = 0, POINTS_PER_MM * self.width
        for count in range(1, min(MOST_LINES, len(text.words)) + 1):
            mean, high = text.ruler.mean(count), (count - 1) * self.leading + cap_mm(self.font, 1) * POINTS_PER_MM
            size = min(largest, POINTS_PER_MM * self.height / high)
            if size + 1e-6 < least or (first and count > first + 1 and mean * size < 0.5 * wide):
                return  # too high, or a thin column however it is broken
            if mean * least > wide:
                continue
            few = self.firm and len(text.words) <= FEW
            for way in text.every(count) if few else text.ways(count, wide / least if self.thorough else inf):
                most = min(largest, self.most(way))
                spoilt = (self.kept and way.parts) or (self.comely and way.lame)
                if most >= least and not spoilt and not (self.firm and text.is_weak(way)):
                    first = first or count
                    yield most, way


def reach(texts: Sequence[str], box: TextBox, least: float) -> float:
    """Return the largest size in points at which each of these texts fits the box; 0 if one does not fit at `least`."""
    found = [max((size for size, _ in box.ways(phrases(text, box.font), 99.0, least)), default=0.0) for text in texts]
    return min(found)


def _joints(words: Sequence[str]) -> list[float]:
    """Return the penalty for beginning a line with each word (below 0: a good break), and 0 for the end."""
    costs, quoted, (opens, closes) = [0.0], False, tuple(speech().quotes)
    english = speech() is language(ENGLISH)
    determiners, before = (_DETERMINERS, _BEFORE) if english else (speech().articles, speech().weak_ends)
    for i, (last, first) in enumerate(pairwise(words), 1):
        quoted = (quoted or opens in last) and closes not in last
        b, a = last.strip(_SIGNS).lower(), first.strip(_SIGNS).lower()
        cost = -1.6 * (last[-1] in f",;:.!?{closes}") - 0.9 * (first[0] == opens)
        cost -= (0.5 if a in {"of", "to"} else 0.9) * (a in before)
        if b in determiners or b == "&":
            cost += 5.0
        elif b in before and last[-1] not in ",;:":
            cost += 3.0
        elif b in _OWNERS:
            cost += 3.5
        elif b in _HELPERS:
            cost += 1.2
        cost += 1.2 * (b.endswith("ly") and len(b) > 4) + 5.0 * (last.rstrip(".") in STYLES)
        cost += 2.0 * (last[0].isupper() and first[0].isupper() and last[-1].isalpha()) + 1.3 * quoted
        if i > 1 and words[i - 2][-1] in ",;:" and len(last) < 4:
            cost += 3.0  # a stub after a pause: “At harvest time, it / is always”
        if last[0] == opens and last[-1].isalpha():
            cost += 2.5  # a quotation's first word alone: reads “Wear / what you like”
        costs.append(cost)
    return [*costs, 0.0]


class _Placed(NamedTuple):
    """A way to set one text: the best score that it can have, its largest size, and its line breaks."""

    score: float
    size: float
    way: Breaking


def set_together(
    texts: Sequence[str], box: TextBox, largest: float, least: float, taste: Taste = USUAL, *, small_pt: float = FILL_PT
) -> list[Setting] | None:
    """Return settings of texts that belong together, in one size; None if one does not fit at `least`.

    Words with which all begin are broken alike if possible. Sizes from `largest` to `least` (points, in quarters) are
    scored by `taste`; at sizes up to `small_pt`, lines that fill too little of the box lower the score.
    """
    measured = [phrases(text, box.font) for text in texts]
    # How many words all texts begin with, and (below) the breaks among them that only one of the texts has.
    rows = zip(*(one.words for one in measured), strict=False)
    same = sum(1 for _ in takewhile(lambda words: len(set(words)) == 1, rows))
    whole = (box.whole or box.width) * POINTS_PER_MM
    high = taste.height * box.leading / POINTS_PER_MM

    def score(size: float, found: Sequence[Breaking]) -> float:
        most = max(len(way.breaks) for way in found) - 1
        cost = 0.0
        for way in found:
            count, fill = len(way.breaks) - 1, way.mean / (whole / size)
            thin = 8.0 if size <= small_pt and fill < LEAST_FILL + 0.005 else 0.0
            cost += way.cost + (EMPTY * max(0.0, _FILLED[min(count, 6)] - fill) + thin)
        return taste.worth(size) - cost - (0.5 + high * size) * most - max(0, most - 5)

    placed: list[list[_Placed]] = []
    for one in measured:
        fitting = [_Placed(score(size, [way]), size, way) for size, way in box.ways(one, largest, least)]
        if not fitting:
            return None
        placed.append(sorted(fitting, reverse=True))

    def together(found: Sequence[_Placed]) -> tuple[float, float, list[Breaking]]:
        size, chosen = min(one.size for one in found), [one.way for one in found]
        lines = [len(way.breaks) for way in chosen]
        held = [frozenset(end for end in way.breaks if end < same) for way in chosen]
        unlike = 1.2 * (max(lines) - min(lines)) + 2.5 * len(held[0].union(*held) - held[0].intersection(*held[1:]))
        return score(size, chosen) - unlike, size, chosen

    best = together([ranked[0] for ranked in placed])
    cheapest = [min(one.way.cost for one in ranked) for ranked in placed]
    hopeful = []
    for ranked, own in zip(placed, cheapest, strict=True):
        others = sum(cheapest) - own
        hopeful.append([one for one in ranked if one.score - others > best[0]])
    if all(hopeful):
        best = max([best, *map(together, product(*hopeful))], key=lambda found: found[0])
    _, size, chosen = best
    return [Setting(size, one.lines(way.breaks), size * box.leading) for one, way in zip(measured, chosen, strict=True)]
