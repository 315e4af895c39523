"""Sentences and titles broken where one would breathe; texts that belong together set at one size.

It asks `fit.ways`, the one line breaker, for the cheapest ways to break a text, and weighs them: what each break costs,
how uneven the lines are, and how much of their box they leave empty. Costs are in points of type: a break inside a name
is worth some points of size. Widths are in ems until a size is chosen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, combinations, islice, pairwise, product
from math import inf
from typing import NamedTuple

from cardgen.pdf.fit import ARTICLES, STYLES, Breaks, Setting, _Ruler, ways
from cardgen.pdf.fonts import SERIF_SEMIBOLD, cap_mm, tidy
from cardgen.pdf.path import POINTS_PER_MM

TIE = "\u00a0"
PARTED = 20.0
"""What it costs to end a line at a tie: more than any break between phrases, less than a column of single words."""


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_OWNERS = _set("its his her their your my our")
_DETERMINERS = ARTICLES | _set("every each one no this that some")
_BEFORE = _set(
    "of in on at by from with for under over near after before until unless because when whenever whose who which than "
    "as into onto through since while but and or nor that to except only without between"
)
_HELPERS = _set("is are was were be been it has have had will would may can must they he she we you i not so just")
_STARTS = _BEFORE | _DETERMINERS | _OWNERS | _HELPERS | _set("if what how where there all any")
_LOST = _BEFORE | _DETERMINERS | {"&"}
_SIGNS = "“”‘’.,;:!?"
_NAME = re.compile(r"(?<![\w’-])(?:[A-Z][\w’-]*|&)(?: (?:[A-Z][\w’-]*|&))+")

MOST_TIED = 16  # signs of a name: of a longer one only the last two words are kept together
MOST_LINES, MOST_COMELY = 8, 6
SHORT_WORD = 5  # letters: alone on a line it looks lost
_KEEP = 6  # of the ways into each number of lines
EMPTY = 40.0
# The least mean of 1, 2, 3 … lines over their box: less is a thin column.
_FILLED = (0.0, 0.0, 0.66, 0.70, 0.74, 0.76, 0.80)
LEAST_FILL, SMALL_PT = 0.66, 16.0
"""Type of that size or less (on a poker card) fills at least that share of its box's width, as its lines' mean."""


class Taste(NamedTuple):
    """What a size is worth: `greed` a point up to the `usual` size, half of that above; far more under the `floor`.

    `height` is what each millimetre of a block costs, for it is taken from the picture.
    """

    usual: float = 17.0
    floor: float = 15.0
    greed: float = 1.1
    height: float = 0.11

    def worth(self, size: float) -> float:
        """Weigh a size."""
        over = max(0.0, size - self.usual)
        under = max(0.0, self.usual - size)
        small = max(0.0, self.floor - size)
        return self.greed * (min(size, self.usual) + 0.5 * over) - 1.2 * under - 5 * small - 2 * small * small


USUAL = Taste()


class Breaking(NamedTuple):
    """One way to break a text: what it costs, its widest line and the mean of its lines (in ems), its breaks.

    `parts` says that it parts words that are tied, `lame` that of three lines or more one is a short word, or that
    there are more than six.
    """

    cost: float
    widest: float
    mean: float
    breaks: Breaks
    parts: bool
    lame: bool


def names(*texts: str) -> tuple[str, ...]:
    """List the names in some sentences: words with capitals in a row, which no line should part."""
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
    """Put blanks that no line ends at into the runs of words that belong together."""
    text = tidy(text)
    for run in ties:
        text = text.replace(run, run.replace(" ", TIE))
    return text


class Phrases:
    """A text and the ways to break it, measured once for all sizes and boxes."""

    def __init__(self, text: str, font: str, track: float = 0) -> None:
        runs = [run.split(TIE) for run in text.replace("\n", " ").replace("\t", " ").split(" ") if run]
        self.words = [word for run in runs for word in run]
        self.ruler = _Ruler(self.words, font, track)
        firsts = set(accumulate(map(len, runs), initial=0))
        self.tied = frozenset(range(len(self.words))) - firsts
        self._joints = [cost + PARTED * (at in self.tied) for at, cost in enumerate(_joints(self.words))]
        self._ways: dict[int, list[Breaking]] = {}

    def ways(self, count: int) -> list[Breaking]:
        """List the best ways into `count` lines, none much wider than the others where words leave a choice."""
        if count not in self._ways:
            self._ways[count] = self._find(count) if count <= len(self.words) else []
        return self._ways[count]

    def _find(self, count: int) -> list[Breaking]:
        mean, widths, joints = self.ruler.mean(count), self.ruler.widths, self._joints
        uneven = 22 / count
        for low, high in ((0.5 * mean, 1.5 * mean), (0.0, inf)):
            lines = []
            for start, row in enumerate(widths):
                into = []
                for end, wide in enumerate(row, start + 1):
                    if wide > high:
                        break
                    if wide >= low:
                        into.append((end, joints[end] + uneven * (wide / mean - 1) ** 2))
                lines.append(into)
            if found := [self._way(breaks) for _, breaks in islice(ways(lines, count), 2 * _KEEP)]:
                return sorted(found)[:_KEEP]
        return []

    def every(self, count: int) -> list[Breaking]:
        """List all ways of a short text into `count` lines, however uneven, but none that parts what is tied."""
        inner = combinations([at for at in range(1, len(self.words)) if at not in self.tied], count - 1)
        return [self._way((0, *breaks, len(self.words))) for breaks in inner]

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
            lame = lame or (not last and self.words[end - 1].lower().lstrip(_SIGNS) in ARTICLES)
        parts = not self.tied.isdisjoint(breaks)
        return Breaking(cost + 9 * (squares / count) ** 0.5 / mean, widest, mean, breaks, parts, lame)

    def ends_weakly(self, breaks: Breaks) -> bool:
        """Say whether a line above the last ends in an article, a preposition or the like."""
        return any(self.words[end - 1].strip(_SIGNS).lower() in _LOST for end in breaks[1:-1])

    def lines(self, breaks: Breaks) -> tuple[str, ...]:
        """Spell the lines of a way."""
        return tuple(" ".join(self.words[i:j]) for i, j in pairwise(breaks))


phrases = lru_cache(maxsize=256)(Phrases)
"""Phrases that were measured before are not measured again: rivals are set for both indices and in several boxes."""


class TextBox(NamedTuple):
    """Where texts are set: its width and height (mm), the font, the leading (of the size).

    `whole` is the width that lines are to fill; of a frame's narrow box, that of the box without the frame. Where names
    are `kept`, nothing tied is ever parted here; a `comely` box takes no lame way.
    """

    width: float
    height: float
    font: str
    leading: float = 1.24
    whole: float = 0.0
    kept: bool = False
    comely: bool = False

    def most(self, way: Breaking) -> float:
        """Give the largest size in which a way has room, in quarter points."""
        high = (len(way.breaks) - 2) * self.leading + cap_mm(self.font, 1) * POINTS_PER_MM
        return int(4 * POINTS_PER_MM * min(self.width / way.widest, self.height / high) + 1e-6) / 4

    def ways(self, text: Phrases, largest: float, least: float) -> Iterator[tuple[float, Breaking]]:
        """Yield the ways to set a text here in `largest` points or less, each with its size."""
        first, wide = 0, POINTS_PER_MM * self.width
        for count in range(1, min(MOST_LINES, len(text.words)) + 1):
            mean, high = text.ruler.mean(count), (count - 1) * self.leading + cap_mm(self.font, 1) * POINTS_PER_MM
            size = min(largest, POINTS_PER_MM * self.height / high)
            if size + 1e-6 < least or (first and count > first + 1 and mean * size < 0.5 * wide):
                return  # too high, or a thin column however it is broken
            if mean * least > wide:
                continue
            for way in text.ways(count):
                most = min(largest, self.most(way))
                if most >= least and not (self.kept and way.parts) and not (self.comely and way.lame):
                    first = first or count
                    yield most, way


def reach(texts: Sequence[str], box: TextBox, least: float) -> float:
    """Give the largest size in which all texts have room, 0 where they have none in `least`."""
    found = [max((size for size, _ in box.ways(phrases(text, box.font), 99.0, least)), default=0.0) for text in texts]
    return min(found)


def _joints(words: Sequence[str]) -> list[float]:
    """Give for each word but the first what it costs to begin a line with it; below zero where a reader breathes."""
    costs, quoted = [0.0], False
    for i, (before, after) in enumerate(pairwise(words), 1):
        quoted = (quoted or "“" in before) and "”" not in before
        cost = _joint(before, after) + 1.3 * quoted
        if i > 1 and words[i - 2][-1] in ",;:" and len(before) < 4:
            cost += 3.0  # a stub after a pause: “At harvest time, it / is always”
        if before[0] == "“" and before[-1].isalpha():
            cost += 2.5  # a quotation's first word alone: reads “Wear / what you like”
        costs.append(cost)
    return [*costs, 0.0]


def _joint(last: str, first: str) -> float:
    b, a = last.strip(_SIGNS).lower(), first.strip(_SIGNS).lower()
    cost = -1.6 if last[-1] in ",;:.!?”" else 0.0
    cost -= 0.9 * (first[0] == "“")
    if a in _BEFORE:
        cost -= 0.5 if a in {"of", "to"} else 0.9
    if b in _DETERMINERS or b == "&":
        cost += 5.0
    elif b in _BEFORE and last[-1] not in ",;:":
        cost += 3.0
    elif b in _OWNERS:
        cost += 3.5
    elif b in _HELPERS:
        cost += 1.2
    if b.endswith("ly") and len(b) > 4:
        cost += 1.2
    if last.rstrip(".") in STYLES:
        cost += 5.0
    if last[0].isupper() and first[0].isupper() and last[-1].isalpha():
        cost += 2.0
    return cost


class _Placed(NamedTuple):
    """A way to set one text: what it scores at its largest size if nothing hinders it, that size, the way."""

    score: float
    size: float
    way: Breaking


def set_together(
    texts: Sequence[str],
    box: TextBox,
    largest: float,
    least: float,
    taste: Taste = USUAL,
    *,
    small_pt: float = SMALL_PT,
) -> list[Setting] | None:
    """Set texts that belong together at one size, with the same breaks as far as they share words.

    Of the sizes between, in quarter points, the best is taken, as `taste` has it: of one way to break them always the
    largest, as nothing speaks for a smaller one. None where `least` has no room.
    """
    measured = [phrases(text, box.font) for text in texts]
    same = _same([one.words for one in measured])
    whole = (box.whole or box.width) * POINTS_PER_MM
    high = taste.height * box.leading / POINTS_PER_MM

    def score(size: float, found: Sequence[Breaking]) -> float:
        most = max(len(way.breaks) for way in found) - 1
        cost = sum(way.cost + _empty(way, whole / size, thin=size <= small_pt) for way in found)
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
        unlike = 1.2 * (max(lines) - min(lines)) + 2.5 * _unlike([way.breaks for way in chosen], same)
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


def _empty(way: Breaking, ems: float, *, thin: bool) -> float:
    """Weigh the room that lines leave in a box `ems` wide."""
    count, fill = len(way.breaks) - 1, way.mean / ems
    return EMPTY * max(0.0, _FILLED[min(count, 6)] - fill) + (8.0 if thin and fill < LEAST_FILL + 0.005 else 0.0)


def _same(texts: Sequence[Sequence[str]]) -> int:
    """Count the words that all texts begin with."""
    same = 0
    for words in zip(*texts, strict=False):
        if len(set(words)) > 1:
            break
        same += 1
    return same


def _unlike(found: Sequence[Breaks], same: int) -> int:
    """Count the breaks among the shared words that only one of the texts has."""
    held = [frozenset(end for end in breaks if end < same) for breaks in found]
    return len(frozenset().union(*held) - held[0].intersection(*held[1:]))


def set_title(
    title: str, width_mm: float, largest: float, least: float, *,
    font: str = SERIF_SEMIBOLD, leading: float = 1.12, track: float = 6, high_mm: float = 1e9, floor: float = 0,
) -> Setting | None:  # fmt: skip
    """Set a title on one line where it goes in `least` points or more, else on two or three, broken by phrase.

    The last resort is `floor` (four fifths of `least`). None where there is no room in that.
    """
    text = phrases(title, font, track)
    box, tallest = width_mm * POINTS_PER_MM, high_mm * POINTS_PER_MM
    one, floor = text.ways(1)[0], floor or least * 0.8
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


__all__ = ["LEAST_FILL", "SMALL_PT", "Taste", "TextBox", "names", "reach", "set_title", "set_together", "tied"]
