"""Type: the fonts, their kerning and widths, and sentences broken into lines that look set by hand.

Fonts come from two packages of the Source family (OFL 1.1) and are read only when first used. reportlab ignores the
kerning in their GPOS table, so `kerned` asks HarfBuzz once for each text and everybody measures and draws with the same
numbers, in thousandths of the type size. Widths come out in millimetres.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

POINTS_PER_MM = 72 / 25.4

SERIF = "SourceSerifPro-Regular"
SERIF_SEMIBOLD = "SourceSerifPro-Semibold"
SERIF_ITALIC = "SourceSerifPro-It"
SANS = "SourceSansPro-Regular"
SANS_SEMIBOLD = "SourceSansPro-Semibold"
SANS_BOLD = "SourceSansPro-Bold"
FONTS = (SERIF, SERIF_SEMIBOLD, SERIF_ITALIC, SANS, SANS_SEMIBOLD, SANS_BOLD)
NAMES = dict(zip(("serif", "serif-semibold", "italic", "sans", "sans-semibold", "sans-bold"), FONTS, strict=True))
"""What people call them in decks and themes of their own."""

# Nothing on a card is set smaller.
SMALLEST_PT = 7.0


class Face(NamedTuple):
    """One font: what reportlab embeds and what HarfBuzz measures with."""

    font: Any
    shaper: Any
    characters: frozenset[int]
    advances: dict[int, float]
    cap_height: float
    x_height: float


@cache
def face(name: str) -> Face:
    """Read a font by its PDF name, once, and register it with reportlab.

    A theme's own font is called by the path of its file. Raises KeyError when there is no such font.
    """
    import uharfbuzz
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    path = font_path(name)
    # Subsets that hold only what is used: reportlab would put all of ASCII into each.
    font = TTFont(name, path, asciiReadable=False)
    pdfmetrics.registerFont(font)
    shaper = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(path)))
    glyph = shaper.get_glyph_extents(shaper.get_nominal_glyph(ord("x")))
    return Face(
        font,
        shaper,
        frozenset(font.face.charToGlyph),
        font.face.charWidths,
        font.face.capHeight / 1000,
        glyph.y_bearing / 1000,
    )


def font_path(name: str) -> str:
    """Find the file of one of the house's fonts; a TrueType file's own path is found too.

    Raises KeyError when none is called that.
    """
    if name.lower().endswith(".ttf"):
        return name
    if name not in FONTS:
        raise KeyError(name)
    if name.startswith("SourceSerif"):
        import font_source_serif_pro as package
    else:
        import font_source_sans_pro as package
    return f"{package.font_directory}/{name}.ttf"


def register(name: str = SERIF) -> str:
    """Make sure that reportlab knows a font, and give its name back (for a canvas's `initialFontName`)."""
    face(name)
    return name


def tidy(text: str) -> str:
    """Compose accents, so that one character is one glyph."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def missing(text: str, font: str) -> list[str]:
    """List the characters of a text that a font can't draw, each once, in the order they come."""
    known = face(font).characters
    return list(dict.fromkeys(c for c in tidy(text) if ord(c) not in known or unicodedata.combining(c)))


def spell(character: str) -> str:
    """Name a character so that it can be found even where it can't be shown: “☃” (U+2603 snowman)."""
    name = unicodedata.name(character, "").lower()
    return f"“{character}” (U+{ord(character):04X}{' ' + name if name else ''})"


@lru_cache(maxsize=4096)
def kerned(text: str, font: str) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Give for each character of a text its advance and the kerning after it, in thousandths of the type size.

    The text must be `tidy`. Kerning stands to the right of a character and is not part of its advance.
    """
    import uharfbuzz

    it = face(font)
    advances = tuple(it.advances.get(0x20 if ord(c) == 0xA0 else ord(c), 0.0) for c in text)
    buffer = uharfbuzz.Buffer()
    buffer.add_codepoints([ord(c) for c in text])
    buffer.guess_segment_properties()
    uharfbuzz.shape(it.shaper, buffer, {"kern": True, "liga": False, "clig": False, "calt": False, "ccmp": False})
    positions = buffer.glyph_positions or ()
    if len(positions) != len(text):
        return advances, (0.0,) * len(text)
    return advances, tuple(p.x_advance - a for p, a in zip(positions, advances, strict=True))


def width_em(text: str, font: str, track: float = 0) -> float:
    """Measure a kerned text in ems; `track` (thousandths) lies between characters only."""
    advances, kerns = kerned(tidy(text), font)
    return (sum(advances) + sum(kerns) + track * max(0, len(advances) - 1)) / 1000


def width_pt(text: str, font: str, size_pt: float, track: float = 0) -> float:
    """Measure a kerned text in points."""
    return width_em(text, font, track) * size_pt


def width_mm(text: str, font: str, size_pt: float, track: float = 0) -> float:
    """Measure a kerned text in millimetres."""
    return width_em(text, font, track) * size_pt / POINTS_PER_MM


def cap_mm(font: str, size_pt: float) -> float:
    """Give the height of a capital."""
    return face(font).cap_height * size_pt / POINTS_PER_MM


def depth_mm(text: str, font: str, size_pt: float) -> float:
    """Give how far the deepest letter of a text reaches below the baseline, as a Q's tail does; 0 when none does."""
    it = face(font)
    glyphs = (it.shaper.get_nominal_glyph(ord(c)) for c in tidy(text))
    boxes = [box for box in (it.shaper.get_glyph_extents(glyph) for glyph in glyphs if glyph is not None) if box]
    lowest: float = min((box.y_bearing + box.height for box in boxes), default=0)
    upem: int = it.shaper.face.upem
    return max(0.0, -lowest / upem) * size_pt / POINTS_PER_MM


def x_height_mm(font: str, size_pt: float) -> float:
    """Give the height of a small x."""
    return face(font).x_height * size_pt / POINTS_PER_MM


# A line narrower than this share of the widest one leaves a hole in the block.
NOTCH = 0.62
# A last word narrower than this share of the widest line looks lost, a wider one carries its line.
SHORT = 0.75


class Setting(NamedTuple):
    """A text set in lines: its size, the lines from the top, and the distance between their baselines."""

    size_pt: float
    lines: tuple[str, ...]
    leading_pt: float

    @property
    def leading_mm(self) -> float:
        """Give the distance between baselines in millimetres."""
        return self.leading_pt / POINTS_PER_MM


# Words that look lost at the end of a line.
WEAK_ENDS = frozenset(
    (
        "a",
        "an",
        "the",
        "of",
        "to",
        "in",
        "at",
        "by",
        "is",
        "are",
        "for",
        "its",
        "and",
        "or",
        "no",
        "every",
        "on",
        "with",
        "their",
        "his",
        "her",
        "from",
        "as",
        "than",
        "that",
        "who",
    )
)
ARTICLES = frozenset(("a", "an", "the"))
# Words inside a name, which nothing of it should follow on the next line; and those that come before one.
PARTICLES = frozenset(("of", "de", "la", "von", "van", "the"))
STYLES = frozenset(("Mr", "Mrs", "Ms", "Dr", "St", "Sir", "Lady", "Lord", "Miss", "Mme", "No", "№"))


def sizes(largest_pt: float, smallest_pt: float, step_pt: float = 0.5) -> list[float]:
    """List type sizes from the largest down to the smallest."""
    count = round((largest_pt - smallest_pt) / step_pt)
    return [largest_pt - i * step_pt for i in range(count + 1)]


SMALL_PT, SMALL_COST = 15.0, 0.5
"""Type smaller than that looks lost beside the other cards of its deck, however even its lines are."""


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
    measure = _Ruler(words, font, track)
    best: tuple[float, float, tuple[int, ...]] | None = None
    box_w, box_h = width * POINTS_PER_MM, height * POINTS_PER_MM
    counts = []
    for count in range(1, len(words) + 1):
        tallest = box_h / (1 + (count - 1) * leading)
        ceiling = min(tallest, box_w / max(measure.widest_word, measure.mean(count)))
        if size := next((p for p in points if p <= ceiling + 1e-9), None):
            counts.append((size - 0.15 * count, count, tallest))
    for bound, count, tallest in sorted(counts, reverse=True):
        if best and bound <= best[0]:
            break
        for tight in (True, False):
            found = False
            for breaks in measure.breaks(count, box_w / points[-1], tight=tight):
                found = True
                spread, widest = measure.spread(breaks)
                size = next((p for p in points if p <= min(tallest, box_w / widest) + 1e-9), None)
                if size is None:
                    continue
                score = size - 10 * spread - 0.15 * count - SMALL_COST * max(0.0, SMALL_PT - size)
                if best and score <= best[0]:
                    continue  # without its faults yet
                score -= measure.faults(breaks, widest)
                if best is None or score > best[0] + 1e-9:
                    best = (score, size, breaks)
            if found:
                break
    if best is None:
        return None
    _, size, breaks = best
    return Setting(size, tuple(" ".join(words[i:j]) for i, j in _lines(breaks)), size * leading)


def _lines(breaks: Sequence[int]) -> list[tuple[int, int]]:
    return list(pairwise(breaks))


class _Ruler:
    """Measures any run of words in ems, from one shaping of the whole text."""

    def __init__(self, words: list[str], font: str, track: float) -> None:
        self.words = words
        text = " ".join(words)
        advances, kerns = kerned(text, font)
        self._starts: list[float] = []
        self._ends: list[float] = []
        here, character = 0.0, 0
        for word in words:
            self._starts.append(here)
            last = character + len(word) - 1
            here += sum(advances[character : last + 1]) + sum(kerns[character:last]) + track * (len(word) - 1)
            self._ends.append(here)
            if last + 1 < len(text):
                here += kerns[last] + advances[last + 1] + kerns[last + 1] + 2 * track
            character = last + 2
        self.widest_word = max(e - s for s, e in zip(self._starts, self._ends, strict=True)) / 1000
        self._space = face(font).advances[0x20] + 2 * track
        self._end_faults = [
            (
                0.8 * (word.lower() in WEAK_ENDS)
                + 0.7 * (word.lower() in ARTICLES)
                + 2.2 * self._breaks_name(i)
                + 3 * (word.rstrip(".") in STYLES)
            )
            for i, word in enumerate(words)
        ]

    def _breaks_name(self, i: int) -> bool:
        """Tell whether a line that ends in word i breaks a name: Little / Wexing, or Duke of / Ems."""
        before, word, after = ([" ", *self.words, " "][j].lstrip("“‘(")[:1].isupper() for j in (i, i + 1, i + 2))
        if not after:
            return False
        return (i > 0 and word and self.words[i][-1] not in ",;:.!?") or (before and self.words[i].lower() in PARTICLES)

    def width(self, i: int, j: int) -> float:
        """Measure words i to j - 1 as one line."""
        return (self._ends[j - 1] - self._starts[i]) / 1000

    def mean(self, count: int) -> float:
        """Give the mean width of `count` lines, whichever way they break (but for kerning at the breaks)."""
        return (self._ends[-1] - (count - 1) * self._space) / count / 1000

    def breaks(self, count: int, widest: float, *, tight: bool) -> list[tuple[int, ...]]:
        """List ways to break into `count` lines no wider than `widest`; `tight` keeps only lines near their mean."""
        mean = self.mean(count)
        low, high = (mean * 0.5, min(widest, mean * 1.38)) if tight and count > 1 else (0.0, widest)
        n = len(self.words)
        out: list[tuple[int, ...]] = []
        # Untight only happens with long words: the first few hundred ways are enough to choose from.
        most = 4000 if tight else 600

        def go(start: int, left: int, so_far: tuple[int, ...]) -> None:
            if len(out) >= most:
                return
            if left == 1:
                if low <= self.width(start, n) <= high + 1e-9:
                    out.append((*so_far, n))
                return
            for end in range(start + 1, n - left + 2):
                wide = self.width(start, end)
                if wide > high + 1e-9:
                    break
                if wide >= low and self.width(end, n) <= (left - 1) * (high + self._space / 1000):
                    go(end, left - 1, (*so_far, end))

        go(0, count, (0,))
        return out

    def spread(self, breaks: Sequence[int]) -> tuple[float, float]:
        """Give the standard deviation of the line widths over their mean, and the widest."""
        wide = [self.width(i, j) for i, j in _lines(breaks)]
        mean = sum(wide) / len(wide)
        return (sum((w - mean) ** 2 for w in wide) / len(wide)) ** 0.5 / mean, max(wide)

    def faults(self, breaks: Sequence[int], widest: float) -> float:
        """Weigh lines of one word, lines that leave a hole, and weak line ends, as `fit` says."""
        lines = _lines(breaks)
        if len(lines) == 1:
            return 0
        wide = [self.width(i, j) for i, j in lines]
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
