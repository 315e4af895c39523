"""Sentences and titles broken where one would breathe; texts that belong together set at one size.

It asks `fit.ways`, the one line breaker, for the cheapest ways to break a text, and weighs them: what each break costs,
how uneven the lines are, and how much of their box they leave empty. Costs are in points of type: a break inside a name
is worth some points of size. Widths are in ems until a size is chosen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice, pairwise, product
from typing import NamedTuple

from cardgen.pdf.fit import ARTICLES, STYLES, Breaks, Setting, _Ruler, sizes, ways
from cardgen.pdf.fonts import POINTS_PER_MM, SERIF_SEMIBOLD, cap_mm, tidy

TIE = "\u00a0"


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
MOST_LINES = 8
_KEEP = 6  # of the ways into each number of lines
# The least mean of 1, 2, 3 … lines over their box: less is a thin column.
_FILLED = (0.0, 0.0, 0.66, 0.70, 0.74, 0.76)
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
        return self.greed * (min(size, self.usual) + 0.5 * over) - 1.2 * under - 5 * max(0.0, self.floor - size)


USUAL = Taste()


class Way(NamedTuple):
    """One way to break a text: what it costs, its widest line and the mean of its lines (in ems), its breaks."""

    cost: float
    widest: float
    mean: float
    breaks: Breaks


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
    """A text and the ways to break it, measured once for all sizes."""

    def __init__(self, text: str, font: str, track: float = 0) -> None:
        self.words = [word for word in text.replace("\n", " ").replace("\t", " ").split(" ") if word]
        self._ruler = _Ruler(self.words, font, track)
        self._joints = _joints(self.words)
        self._ways: dict[int, list[Way]] = {}

    def ways(self, count: int) -> list[Way]:
        """List the best ways into `count` lines, none much wider than the others where words leave a choice."""
        if count not in self._ways:
            self._ways[count] = self._find(count) if count <= len(self.words) else []
        return self._ways[count]

    def _find(self, count: int) -> list[Way]:
        mean, widths, joints = self._ruler.mean(count), self._ruler.widths, self._joints
        for low, high in ((0.5 * mean, 1.5 * mean), (0.0, 1e9)):
            lines = [
                [
                    (end, joints[end] + 22 / count * (wide / mean - 1) ** 2)
                    for end, wide in enumerate(row, start + 1)
                    if low <= wide <= high
                ]
                for start, row in enumerate(widths)
            ]
            if found := [self._way(breaks) for _, breaks in islice(ways(lines, count), 2 * _KEEP)]:
                return sorted(found)[:_KEEP]
        return []

    def _way(self, breaks: Breaks) -> Way:
        lines = list(pairwise(breaks))
        wide = [self._ruler.widths[i][j - i - 1] for i, j in lines]
        widest, mean = max(wide), sum(wide) / len(wide)
        cost = sum(self._joints[end] for end in breaks[1:-1])
        if len(lines) > 1:
            cost += 9 * (sum((one - mean) ** 2 for one in wide) / len(wide)) ** 0.5 / mean + 4.0 * sum(
                one < 0.6 * widest for one in wide[:-1]
            )
            cost += 2.0 * (wide[-1] < 0.5 * widest)
            cost += 2.6 * sum(
                j - i == 1 and TIE not in self.words[i] and one < 0.8 * widest
                for (i, j), one in zip(lines, wide, strict=True)
            )
        return Way(cost, widest, mean, breaks)

    def fitting(self, ems: float, most: int, *, thin: bool) -> list[tuple[float, Way]]:
        """List the best ways into a box `ems` wide, of `most` lines: each with what it costs there."""
        ruler = self._ruler
        least = max(1, int(ruler.mean(1) / ems))
        found = []
        for count in range(least, min(most, len(self.words)) + 1):
            if count > least + 1 and ruler.mean(count) < 0.5 * ems:
                break  # a thin column, however it is broken
            found += [(way.cost + _empty(way, ems, thin=thin), way) for way in self.ways(count) if way.widest <= ems]
        return sorted(found)[:_KEEP]

    def ends_weakly(self, breaks: Breaks) -> bool:
        """Say whether a line above the last ends in an article, a preposition or the like."""
        return any(self.words[end - 1].strip(_SIGNS).lower() in _LOST for end in breaks[1:-1])

    def lines(self, breaks: Breaks) -> tuple[str, ...]:
        """Spell the lines of a way."""
        return tuple(" ".join(self.words[i:j]).replace(TIE, " ") for i, j in pairwise(breaks))


def _joints(words: Sequence[str]) -> list[float]:
    """Give for each word but the first what it costs to begin a line with it; below zero where a reader breathes."""
    costs, quoted = [0.0], False
    for i, (before, after) in enumerate(pairwise(words), 1):
        quoted = (quoted or "“" in before) and "”" not in before
        cost = _joint(before, after) + 1.3 * quoted
        if i > 1 and words[i - 2][-1] in ",;:" and len(before) < 4:
            cost += 3.0  # a stub after a pause: “At harvest time, it / is always”
        costs.append(cost)
    return [*costs, 0.0]


def _joint(before: str, after: str) -> float:
    last, first = before.rpartition(TIE)[2], after.partition(TIE)[0]
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


def set_together(
    texts: Sequence[str], width_mm: float, height_mm: float, font: str, points: Sequence[float], *,
    leading: float = 1.24, taste: Taste = USUAL, small_pt: float = SMALL_PT,
) -> list[Setting] | None:  # fmt: skip
    """Set texts that belong together at one size, with the same breaks as far as they share words.

    `points` are the sizes allowed; the best of them is taken, as `taste` has it. None where the smallest has no room.
    """
    phrases = [Phrases(text, font) for text in texts]
    same = _same([one.words for one in phrases])
    cap = cap_mm(font, 1) * POINTS_PER_MM
    box_w, box_h = width_mm * POINTS_PER_MM, height_mm * POINTS_PER_MM
    best: tuple[float, float, tuple[Way, ...]] | None = None
    for size in sorted(points, key=taste.worth, reverse=True):
        ems, most = box_w / size, min(MOST_LINES, int(1e-6 + 1 + (box_h / size - cap) / leading))
        worth, tall = taste.worth(size), taste.height * size * leading / POINTS_PER_MM
        fitting = [one.fitting(ems, most, thin=size <= small_pt) for one in phrases]
        if not all(fitting):
            continue
        if best and worth - sum(ways_of[0][0] for ways_of in fitting) - 0.5 - tall <= best[0]:
            continue
        for chosen in product(*fitting):
            lines = max(len(way.breaks) for _, way in chosen) - 1
            score = worth - sum(cost for cost, _ in chosen) - (0.5 + tall) * lines - max(0, lines - 5)
            if best and score <= best[0]:
                continue
            if len(chosen) > 1:
                score -= 1.2 * (lines + 1 - min(len(way.breaks) for _, way in chosen))
                score -= 2.5 * _unlike([way.breaks for _, way in chosen], same)
            if best is None or score > best[0] + 1e-9:
                best = (score, size, tuple(way for _, way in chosen))
    if best is None:
        return None
    _, size, found = best
    return [Setting(size, one.lines(way.breaks), size * leading) for one, way in zip(phrases, found, strict=True)]


def _empty(way: Way, ems: float, *, thin: bool) -> float:
    """Weigh the room that lines leave in a box `ems` wide."""
    count, fill = len(way.breaks) - 1, way.mean / ems
    return 20 * max(0.0, _FILLED[min(count, 5)] - fill) + (8.0 if thin and fill < LEAST_FILL + 0.005 else 0.0)


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
    phrases = Phrases(title, font, track)
    box, tallest = width_mm * POINTS_PER_MM, high_mm * POINTS_PER_MM
    one, floor = phrases.ways(1)[0], floor or least * 0.8

    def single(down_to: float) -> Setting | None:
        size = next((size for size in sizes(largest, down_to, 0.25) if one.widest * size <= box), None)
        return Setting(size, phrases.lines(one.breaks), size * leading) if size else None

    def several(*, weak: bool) -> Setting | None:
        found = [
            (1.5 * size - way.cost - 3.5 * (count - 2), size, way)
            for size in sizes(largest, floor, 0.25)
            for count in (2, 3)
            if ((count - 1) * leading + 0.7) * size <= tallest
            for way in phrases.ways(count)
            if way.widest * size <= box and (weak or not phrases.ends_weakly(way.breaks))
        ]
        if not found:
            return None
        _, size, way = max(found)
        return Setting(size, phrases.lines(way.breaks), size * leading)

    if found := single(least) or several(weak=False):
        return found
    small, weak = single(floor), several(weak=True)
    return small if small and (weak is None or small.size_pt >= 0.85 * least) else weak


__all__ = ["LEAST_FILL", "SMALL_PT", "Phrases", "Taste", "names", "set_title", "set_together", "tied"]
