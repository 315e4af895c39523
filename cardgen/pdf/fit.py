"""The one line breaker: words into lines, for a sentence in its box on a card and for paragraphs of every page.

`ways` finds the ways to break words into lines, the cheapest first, whatever a line costs. `fit` asks it for lines of
one length in a box whose type may be larger or smaller; `paragraph` for lines that fill a given width.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from heapq import heappop, heappush
from itertools import accumulate, islice, pairwise
from math import inf
from typing import NamedTuple

from msgspec import Struct

from cardgen.pdf.fonts import SERIF, face, kerned, tidy, width_mm
from cardgen.pdf.path import POINTS_PER_MM

NEAR = 1e-9

# --- the core

Lines = Sequence[Sequence[tuple[int, float]]]
"""For each word the lines that may begin with it: the word after the line's last one, and what the line costs."""
Breaks = tuple[int, ...]
"""0, the word that each further line begins with, and the number of words."""


def ways(lines: Lines, count: int | None = None) -> Iterator[tuple[float, Breaks]]:
    """Yield the ways to break words into lines (into `count` lines), each with the sum of its lines' costs.

    The cheapest come first; of two that cost the same, the one whose first lines are shorter.
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

_WEAK = "a an the of to in at by is are for its and or no every on with their his her from as than that who"
WEAK_ENDS = frozenset(_WEAK.split())
ARTICLES = frozenset(("a", "an", "the"))
# Words inside a name, which nothing of it should follow on the next line; and those that come before one.
PARTICLES = frozenset(("of", "de", "la", "von", "van", "the"))
STYLES = frozenset(("Mr", "Mrs", "Ms", "Dr", "St", "Sir", "Lady", "Lord", "Miss", "Mme", "No", "№"))


# --- paragraphs


class TooWide(ValueError):
    """A word or a table is wider than the line that it stands in."""


class Costs(Struct, frozen=True):
    """What the lines of a paragraph cost; the least sum is taken.

    `room`: times the square of the room that a line leaves, in parts of its width (the last line may). `line`: each.
    `weak`: one that ends in a weak word. `lost`: one that ends in the first short word of a sentence. `short`: a last
    line under an eighth of the width; `lone`: one of a single word under `share` of it. `overfull`: a word too wide for
    any line, which then stands in one of its own.
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
    """Break words, a `gap` apart, into lines no wider than `width`; return each line's first word and the one after it.

    All lengths are in one unit; `texts` are the words as characters. No line has more than `most` characters, where
    that is given. Raises TooWide, naming it, for a word that no line can hold, unless `costs` let it hang over.
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
    found = _cheapest(lines)
    if found is None:
        wide = max(range(last), key=lambda at: widths[at])
        raise TooWide(texts[wide])
    return list(pairwise(found))


def _cheapest(lines: Lines) -> Breaks | None:
    """Return the breaks that `ways` yields first, by the least sum that is left at each word."""
    words = len(lines)
    rest, following = [0.0] * (words + 1), [0] * words
    for start in range(words - 1, -1, -1):
        least, then = inf, start
        for end, cost in lines[start]:
            if cost + rest[end] < least:
                least, then = cost + rest[end], end
        rest[start], following[start] = least, then
    if rest[0] == inf:
        return None
    breaks = [0]
    while breaks[-1] < words:
        breaks.append(following[breaks[-1]])
    return tuple(breaks)


def broken(text: str, font: str, size_pt: float, width: float, costs: Costs = FEWEST, *, track: float = 0) -> list[str]:
    """Break a text of one font into lines no wider than `width` millimetres. Raises TooWide as `paragraph` does."""
    words = tidy(text).split()
    widths = [width_mm(word, font, size_pt, track) for word in words]
    gap = width_mm(" ", font, size_pt) + 2 * track / 1000 * size_pt / POINTS_PER_MM
    return [" ".join(words[start:end]) for start, end in paragraph(words, widths, gap, width, costs)]


def _end_fine(texts: Sequence[str], end: int, costs: Costs) -> float:
    """What it costs to end a line before word `end`: weak words and a sentence's first are lost there."""
    if not end:
        return 0.0
    text = texts[end - 1]
    lost = end > 1 and texts[end - 2][-1:] in ".?!:" and len(text) <= 3
    return (costs.weak if text.lower().strip("“(") in WEAK_ENDS else 0.0) + (costs.lost if lost else 0.0)


# --- a sentence in its box

# A line narrower than this share of the widest one leaves a hole in the block.
NOTCH = 0.62
# A last word narrower than this share of the widest line looks lost, a wider one carries its line.
SHORT = 0.75

SMALL_PT, SMALL_COST = 15.0, 0.5
"""Type smaller than that looks lost beside the other cards of its deck, however even its lines are."""
MOST_WAYS = 600
"""So many ways into a number of lines, the most even ones, are enough to choose from."""
_LINE_COST, _SPREAD_COST = 0.15, 10.0
_KERNED_EM = 0.1
"""By how much kerning at the blanks where lines break may change their mean width."""


class Setting(NamedTuple):
    """A text set in lines: its size, the lines from the top, and the distance between their baselines."""

    size_pt: float
    lines: tuple[str, ...]
    leading_pt: float

    @property
    def leading_mm(self) -> float:
        """Give the distance between baselines in millimetres."""
        return self.leading_pt / POINTS_PER_MM


def sizes(largest_pt: float, smallest_pt: float, step_pt: float = 0.5) -> list[float]:
    """List type sizes from the largest down to the smallest."""
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
) -> Setting | None:
    """Set a text as large and as evenly as its box (in millimetres) allows; None when the smallest size is too large.

    Of all ways to break it into lines the one with the best score is taken: its size in points, less 10 times the
    spread of the line widths (their standard deviation over their mean), less

    - 1.5 for a line of one word, 1 more for the last line (4 when it is less than .75 as wide as the widest), and 4 for
      an article or the like;
    - 2 for a line above the last that is less than .62 as wide as the widest, 1 where it ends in a comma;
    - .8 for a line that ends in a weak word, 1.5 in an article, 2.2 within a name (two capitals, or Duke of / Ems), 3
      in Mr or the like;
    - .15 for each line, and half a point for each point under 15.

    `points` are the sizes allowed, the largest first (20 down to 11).
    """
    points = points or sizes(20, 11)
    words = [w for w in tidy(text).replace("\n", " ").replace("\t", " ").split(" ") if w]
    if not words:
        return Setting(points[0], (), points[0] * leading)
    block = _Block(_Ruler(words, font, track), points, width * POINTS_PER_MM)
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
    """A sentence on its way into a box `width` points across, in one of the sizes of `points`."""

    ruler: _Ruler
    points: Sequence[float]
    width: float

    def size(self, tallest: float, widest: float) -> float | None:
        """Return the largest size no larger than `tallest` in which a line of `widest` ems has room."""
        most = min(tallest, self.width / widest) + NEAR
        return next((size for size in self.points if size <= most), None)

    def bound(self, count: int, tallest: float) -> float:
        """Return a score that no way to break into `count` lines passes; -inf where none fits."""
        size = self.size(tallest, max(self.ruler.widest_word, self.ruler.mean(count)))
        return -inf if size is None else size - _LINE_COST * count

    def best_of(self, count: int, tallest: float, best: _Way | None, *, tight: bool) -> _Way | None:
        """Return the best way into `count` lines, or `best` where that is better; None where there is none at all.

        `tight` takes only lines near their mean; the others serve where long words leave no choice.
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
        """Score a way; None where its size is too large, or where it is not better than the best."""
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
    """Measures any run of words in ems, from one shaping of the whole text."""

    def __init__(self, words: list[str], font: str, track: float) -> None:
        self.words = words
        text = " ".join(words)
        advances, kerns = kerned(text, font)
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
        """For each word, what it costs to end a line with it."""
        return [
            0.8 * (word.lower() in WEAK_ENDS)
            + 0.7 * (word.lower() in ARTICLES)
            + 2.2 * self._breaks_name(i)
            + 3 * (word.rstrip(".") in STYLES)
            for i, word in enumerate(self.words)
        ]

    def _breaks_name(self, i: int) -> bool:
        """Say whether a line that ends in word i breaks a name: Little / Wexing, or Duke of / Ems."""
        before, word, after = ([" ", *self.words, " "][j].lstrip("“‘(")[:1].isupper() for j in (i, i + 1, i + 2))
        if not after:
            return False
        return (i > 0 and word and self.words[i][-1] not in ",;:.!?") or (before and self.words[i].lower() in PARTICLES)

    def mean(self, count: int) -> float:
        """Give the mean width of `count` lines, whichever way they break (but for kerning at the breaks)."""
        return (self._ends[-1] - (count - 1) * self._space) / count / 1000

    def spread(self, breaks: Breaks) -> tuple[float, float]:
        """Give the standard deviation of the line widths over their mean, and the widest."""
        wide = [self.widths[i][j - i - 1] for i, j in pairwise(breaks)]
        mean = sum(wide) / len(wide)
        return (sum((w - mean) ** 2 for w in wide) / len(wide)) ** 0.5 / mean, max(wide)

    def faults(self, breaks: Breaks, widest: float) -> float:
        """Weigh lines of one word, lines that leave a hole, and weak line ends, as `fit` says."""
        lines = list(pairwise(breaks))
        if len(lines) == 1:
            return 0
        wide = [self.widths[i][j - i - 1] for i, j in lines]
        lone = sum(1 for i, j in lines if j - i == 1)
        # A hole at a comma is a pause for breath, elsewhere it is a hole.
        notched = sum(
            0.5 if self.words[j - 1][-1] in ",;:" else 1
            for (_, j), w in zip(lines[:-1], wide, strict=False)
            if w < NOTCH * widest
        )
        weak = sum(self._end_faults[j - 1] for j in breaks[1:-1])
        last = breaks[-1] - breaks[-2] == 1
        orphan = 4 * last if wide[-1] < SHORT * widest else last
        alone = sum(
            1 for i, j in lines if j - i == 1 and (self.words[i].lower() in WEAK_ENDS or self.words[i] in STYLES)
        )
        return 1.5 * lone + 2 * notched + weak + orphan + 4 * alone
