"""“Teach it in two minutes” on paper: the page that a game is taught by."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cardgen.book.blocks import Memo, blocks
from cardgen.book.signs import HIGH, LOW, is_flat, least_scale, sign_marks
from cardgen.book.text import Element, Measure, TextFace
from cardgen.errors import PrintError
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import PALETTE, Look, Mark, PictureMark, Shape, Text, moved
from cardgen.pdf.path import arc, ellipse, lozenge, rect, segment
from cardgen.pdf.theme import WHITE
from cardgen.pdf.type import FEWEST, LABEL, TooWide, broken, paragraph
from referee.books.teach import TYPE_ONE, Beginning, Lesson, Scene, SignGroup, Step
from referee.books.text import parse

if TYPE_CHECKING:
    from markdown_it.token import Token


LABEL_PT, CAPTION_PT = 8.9, 9.2
_PITCH, _CAPTION_PITCH = 3.3, 3.9
_TOGETHER, _APART = 0.9, 2.6
_LEAST = 0.62
_FRAME = 0.9
"""How far frames and crosses reach beyond their cards."""


_TAG = replace(LABEL, lone=0.9, share=0.6)
"""Labels, of which no last word stands alone where there is another way."""


class ScenePicture(Struct, frozen=True):
    """Marks that hang from y = 0, how far down they reach, and in which width they are set."""

    marks: tuple[Mark, ...]
    height: float
    width: float


class _Laid(Struct, frozen=True):
    """A group: its marks from x = 0, their width, and how wide its words are in lines of which all are needed."""

    marks: tuple[Mark, ...]
    width: float
    label: str
    font: str
    wants: float
    flat: bool
    least: float
    gap: bool

    def slot(self, scale: float) -> float:
        """How much room it takes, drawn so much smaller: its words stay as large as they are."""
        return max(self.width * scale, self.wants)


def picture(scene: Scene, width: float, look: Look) -> ScenePicture:
    """Set a picture of the script in so much width, its caption under it."""
    if scene.table:
        drawn = _table(scene.table, width, look)
    else:
        room = _FRAME if any(sign.strong or sign.out for group in scene.row for sign in group.signs) else 0.0
        drawn = groups([_laid(group, look) for group in scene.row], width - 2 * room)
        drawn = ScenePicture(tuple(moved(mark, room, -room) for mark in drawn.marks), drawn.height + room, width)
    marks, y = list(drawn.marks), -drawn.height - 0.7
    for line in _even(scene.caption, width):
        y -= _CAPTION_PITCH
        marks.append(Text(width / 2, y + 0.9, line, lettering.SERIF_ITALIC, CAPTION_PT, align="centre"))
    return ScenePicture(tuple(marks), -y, width)


def _table(table: Sequence[Sequence[str]], width: float, look: Look) -> ScenePicture:
    """Set a small table: the first column on the left, the others in the middle of equal shares of what is left."""
    bold, columns = lettering.SANS_SEMIBOLD, len(table[0]) - 1
    fonts = [[bold if not (at and down) else lettering.SANS for at in range(columns + 1)] for down in range(len(table))]
    least = 1.4 + max(lettering.width_mm(word, bold, LABEL_PT) for line in table for word in " ".join(line[1:]).split())
    wide = 3.6 + max(lettering.width_mm(line[0], bold, LABEL_PT) for line in table)
    whole = 3.4 + max(lettering.width_mm(cell, bold, LABEL_PT) for line in table for cell in line[1:])
    first = min(wide, max(width * 0.44, width - columns * whole), width - columns * least)
    if first < 3.0 + max(lettering.width_mm(word, bold, LABEL_PT) for line in table for word in line[0].split()):
        raise TooWide(table[0][0])
    share = (width - first) / columns
    marks: list[Mark] = []
    y = 0.0
    for line, faces in zip(table, fonts, strict=True):
        cells = [
            broken(cell, font, LABEL_PT, first - 2.4 if not at else share - 1.2, LABEL) if cell else []
            for at, (cell, font) in enumerate(zip(line, faces, strict=True))
        ]
        deep = max(map(len, cells))
        high = deep * _PITCH + 1.5
        for at, (texts, font) in enumerate(zip(cells, faces, strict=True)):
            top = y - 0.75 - _PITCH * (0.76 + (deep - len(texts)) / 2)
            x = 1.6 if not at else first + share * (at - 0.5)
            for down, text in enumerate(texts):
                place = top - _PITCH * down
                marks.append(Text(x, place, text, font, LABEL_PT, align="centre" if at else "left"))
        y -= high
        if line is not table[-1]:
            marks.append(look.rule(0, y, width, y, 0.7 if line is table[0] else 0.35))
    return ScenePicture((look.panel(0, y, width, -y), *marks), -y, width)


def parts(row: Sequence[SignGroup], width: float, look: Look, most: float = 1) -> ScenePicture:
    """Set all parts of a kit in so much width, no larger than `most`."""
    return groups([_laid(group, look) for group in row], width, spread=True, most=most)


def _even(text: str, width: float) -> list[str]:
    """Break a caption into as few lines as go, about as long as each other."""
    lines = broken(text, lettering.SERIF_ITALIC, CAPTION_PT, width)
    for share in range(96, 40, -4):
        try:
            narrow = broken(text, lettering.SERIF_ITALIC, CAPTION_PT, width * share / 100)
        except TooWide:
            break
        if len(narrow) > len(lines):
            break
        lines = narrow
    return lines


def groups(laid: Sequence[_Laid], width: float, *, spread: bool = False, most: float = 1) -> ScenePicture:
    """Put groups side by side, in one row or two; `spread` shares out the room between them."""
    rows = [list(laid)]
    if _scale(laid, width) is None and len(laid) > 1:
        best = next((at for at, one in enumerate(laid) if one.gap), None)
        if best is None:
            best = min(range(1, len(laid)), key=lambda at: max(_across(laid[:at], 1), _across(laid[at:], 1)))
        rows = [list(laid[:best]), list(laid[best + laid[best].gap :])]
    scales = [_scale(row, width, 0.3) for row in rows]
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
        deep, high = 1.2, LOW if all(one.flat for one in row) else HIGH
        for one, slot in zip(row, slots, strict=True):
            middle = x + slot / 2
            marks += _placed(one, middle - one.width * scale / 2, y - (HIGH + high) / 2 * scale, scale)
            if one.label:
                lines = broken(one.label, one.font, LABEL_PT, slot + more + 0.01, _TAG)
                for down, line in enumerate(lines):
                    below = y - high * scale - 3.9 - _PITCH * down
                    marks.append(Text(middle, below, line, one.font, LABEL_PT, align="centre"))
                deep = max(deep, 1.7 + _PITCH * len(lines))
            x += slot + gap
        y -= high * scale + deep
    return ScenePicture(tuple(marks), -y, width)


def _scale(row: Sequence[_Laid], width: float, plain: float = _LEAST) -> float | None:
    """Return how large a row can be drawn in so much width; None where that is too small for it, or under `plain`."""
    least = max([plain, *(one.least for one in row if one.least > _LEAST)])
    scales = (scale / 50 for scale in range(50, 0, -1))
    return next((scale for scale in scales if scale >= least and _across(row, scale) <= width), None)


def _placed(one: _Laid, x: float, y: float, scale: float) -> list[Mark]:
    return [moved(mark if scale == 1 else _scaled(mark, scale), x, y) for mark in one.marks]


def _scaled(mark: Mark, scale: float) -> Mark:
    """Return a mark drawn smaller about the origin."""
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
def _laid(group: SignGroup, look: Look) -> _Laid:
    marks: list[Mark] = []
    x = 0.0
    for at, sign in enumerate(group.signs):
        x += 0.0 if not at else 2.6 if sign.strong and group.signs[at - 1].strong else _TOGETHER
        drawn, width = sign_marks(sign, look)
        marks += [moved(mark, x, 0) for mark in drawn]
        x += width
    font = lettering.SANS_SEMIBOLD if group.strong else lettering.SANS
    flat = all(map(is_flat, group.signs))
    least = max(map(least_scale, group.signs))
    gap = group.signs[0].what == "gap"
    return _Laid(tuple(marks), x, group.label, font, _wants(group.label, font), flat, least, gap)


@cache
def _wants(label: str, font: str) -> float:
    """How wide words are in three lines at most, or as their longest word is."""
    words = label.split()
    runs = [" ".join(words[a:b]) for a in range(len(words)) for b in range(a + 1, len(words) + 1)]
    longest = max((lettering.width_mm(word, font, LABEL_PT) for word in words), default=0.0)
    trials = sorted({lettering.width_mm(run, font, LABEL_PT) for run in runs})
    return next((t for t in trials if t >= longest and len(broken(label, font, LABEL_PT, t + 0.01, LABEL)) <= 3), 0.0)


_PT = 9.2
"""The type of the panel that says how the game begins."""


def head(it: Lesson, width: float, look: Look) -> ScenePicture:
    """The title, and who can play, how long, from which age."""
    facts = ((it.players, "players", _people), (it.minutes, it.unit, _clock), (it.age, "age", _cake))
    badge = 17.0
    room = width - badge * len(facts) - 4
    size = min(30.0, 30.0 * room / lettering.width_mm(it.title, lettering.SERIF_SEMIBOLD, 30))
    marks: list[Mark] = [
        Text(0, -4.0, "TEACH IT IN TWO MINUTES", lettering.SANS_SEMIBOLD, 9.0, look.accent_type, track=140),
        Text(0, -14.6, it.title, lettering.SERIF_SEMIBOLD, size),
    ]
    for at, (number, name, sign) in enumerate(facts):
        x = width - badge * (len(facts) - at - 0.5)
        marks += [moved(mark, x, -4.6) for mark in sign(look)]
        marks.append(Text(x, -12.6, number, lettering.SANS_SEMIBOLD, 10.6, align="centre"))
        marks.append(Text(x, -16.2, name, lettering.SANS, 8.9, align="centre"))
    y = -19.4
    middle = width / 2
    marks += [look.rule(a, y, b, y, 0.6) for a, b in ((0, middle - 3), (middle + 3, width))]
    marks.append(Shape(lozenge(middle, y, 1.4, 1.9), look.accent))
    return ScenePicture(tuple(marks), 20.6, width)


def _people(look: Look) -> list[Mark]:
    """Two heads and shoulders."""
    marks: list[Mark] = []
    for x in (-2.6, 2.6):
        body = arc(x, -3.6, 2.5, 0, 180, 3.4).close()
        marks += [
            Shape(body, look.accent if not look.low else None, PALETTE.ink, 0.5),
            Shape(ellipse(x, 1.4, 1.6), PALETTE.ink),
        ]
    return marks


def _clock(look: Look) -> list[Mark]:
    return [
        Shape(ellipse(0, -0.3, 3.6), None, PALETTE.ink, 0.9),
        Shape(segment(0, -0.3, 0, 2.2), None, look.accent, 1.1, "round"),
        Shape(segment(0, -0.3, 1.8, -1.2), None, PALETTE.ink, 1.1, "round"),
    ]


def _cake(look: Look) -> list[Mark]:
    """A cake with three candles."""
    marks: list[Mark] = [
        Shape(segment(-4.0, -3.6, 4.0, -3.6), None, PALETTE.ink, 0.9, "round"),
        Shape(arc(0, -3.6, 3.2, 0, 180, 3.6).close(), None if look.low else look.accent, PALETTE.ink, 0.6),
    ]
    for x, foot in ((-1.6, -0.6), (0.0, 0.0), (1.6, -0.6)):
        marks += [
            Shape(segment(x, foot, x, foot + 1.9), None, PALETTE.ink, 0.7, "butt"),
            Shape(lozenge(x, foot + 2.9, 0.45, 0.8), PALETTE.yellow.base, PALETTE.ink, 0.3),
        ]
    return marks


def things(it: Lesson, width: float, look: Look, size: float = 1) -> ScenePicture:
    """All parts of the game, on a panel, no larger than `size`."""
    shown = parts(it.parts, width - 8, look, size)
    high = shown.height + 5.2
    return ScenePicture(
        (look.panel(0, -high, width, high), *(moved(mark, 4, -3.0) for mark in shown.marks)), high, width
    )


def begin(it: Lesson, width: float, look: Look, foot: str) -> ScenePicture:
    """How the game begins: what is dealt, and what to type."""
    marks: list[Mark] = []
    y = -6.4
    for caps, words in (("TO BEGIN", it.first), ("", TYPE_ONE)):
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
    return ScenePicture(tuple(marks), height, width)


def _run_in(caps: str, text: str, width: float, look: Look) -> list[list[Mark]]:
    """Set a paragraph whose first line begins with a few words in capitals."""
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


def _way(start: Beginning, width: float, look: Look) -> tuple[list[Mark], float, float]:
    """Set a way to begin, its name before it: the marks, how wide they are, and how far below the next one lies."""
    indent = lettering.width_mm(start.how, lettering.SANS_SEMIBOLD, 9.0) + (4.2 if start.typed else 2.6)
    font = lettering.SANS_SEMIBOLD if start.typed else lettering.SERIF
    lines = broken(start.text, font, _PT, width - indent - 1.5)
    wide = max(lettering.width_mm(line, font, _PT) for line in lines)
    marks: list[Mark] = [Text(0, 0, start.how, lettering.SANS_SEMIBOLD, 9.0)]
    if start.typed:
        high = 4.1 * len(lines) + 0.7
        field = rect(indent - 1.5, 3.4 - high, wide + 3.0, high, 1.0)
        marks.append(Shape(field, WHITE, look.palette.black.ray, 0.5))
    marks += [Text(indent, -4.1 * at, line, font, _PT) for at, line in enumerate(lines)]
    return marks, indent + wide + 1.5, 4.1 * len(lines) + (1.6 if start.typed else 0.0)


TYPE_PT = 10.0
LEAST_PT = 7.0
_ROOMY_MM, _SMALL = 170.0, 0.66
"""On pages that are narrower than that the parts are drawn smaller."""
_FACE = TextFace(size=TYPE_PT, leading=TYPE_PT * 1.3)
_SHARES = (0.44, 0.38, 0.32)
"""How much of the width pictures may take beside the words."""
_SIZES = tuple(size / 4 for size in range(84, round(4 * LEAST_PT) - 1, -1))
"""Sizes of the script's type to be tried, in points."""
_GUTTER, _GAP = 5.0, 3.2
_LEAST_GAP, _MOST_GAP = 1.8, 3.4


class TeachPage(Struct, frozen=True):
    """A page set: its marks from the lower left corner, and how many times larger they are drawn."""

    marks: tuple[Mark, ...]
    scale: float


class Body(Struct, frozen=True):
    """The script set in a width: its paragraphs, and the pictures that stand in a column beside them."""

    words: tuple[Element, ...]
    pictures: tuple[ScenePicture, ...]
    beside: tuple[int, ...]
    """Which element of `words` the top of each picture is to stand beside: the last paragraph of its piece."""

    @property
    def gaps(self) -> int:
        """How many gaps there are between paragraphs."""
        return sum(not element.part for element in self.words) - 1

    @property
    def written(self) -> float:
        """How high the words are, without the gaps."""
        return sum(element.height for element in self.words)

    @property
    def drawn(self) -> float:
        """How high the pictures are, without the gaps."""
        return sum(shown.height for shown in self.pictures)

    @property
    def height(self) -> float:
        """How high it is, with the least of room between paragraphs and between pictures."""
        return max(self.written + _LEAST_GAP * self.gaps, self.drawn + _GAP * (len(self.pictures) - 1))


@lru_cache(maxsize=32)
def teach_pages(
    it: Lesson, width: float, height: float, look: Look, *, foot: str = "", large: bool = False
) -> tuple[TeachPage, ...]:
    """Set a game's page in so much room, in millimetres, its type as large as it fits; in large print on two pages.

    Raises PrintError where there is no room in type of seven points.
    """
    if any(sign.what == "red" for step in it.steps if step.scene for group in step.scene.row for sign in group.signs):
        look = replace(look, cover=PALETTE.blue.base)
    found = _largest(partial(_two, it, width, height, look, foot)) if large else None
    if found is None:
        found = _largest(partial(_one, it, width, height, look, foot, size=1.0 if width >= _ROOMY_MM else _SMALL))
    if found is None:
        room = f"{width:.0f} × {height:.0f} mm"
        raise PrintError(f"the page to teach {it.title} by has no room on {room}: take a larger paper")
    return found


def _largest(fitted: partial[list[tuple[Mark, ...]] | None]) -> tuple[TeachPage, ...] | None:
    """Return the pages in the largest type that fits; None where none does."""
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
    it: Lesson, width: float, height: float, look: Look, foot: str, *, size: float, scale: float
) -> list[tuple[Mark, ...]] | None:
    """Set all of it on one page; None where it doesn't fit."""
    width, height = width / scale, height / scale
    above = [head(it, width, look), things(it, width, look, size)]
    below = begin(it, width, look, foot)
    page = _page(it.steps, above, below, (width, height), look)
    return [page] if page else None


def _two(
    it: Lesson, width: float, height: float, look: Look, foot: str, *, scale: float
) -> list[tuple[Mark, ...]] | None:
    """Set it on two pages: the parts and how it begins, and as much of the script on the first as its room takes."""
    width, height = width / scale, height / scale
    above = [head(it, width, look), things(it, width, look, _SMALL)]
    below = begin(it, width, look, foot)
    steps = [part for step in it.steps for part in _paragraphs(step)]
    for at in range(len(steps) - 1, 0, -1):
        first = _page(steps[:at], above, ScenePicture((), 0, width), (width, height), look)
        if first:
            second = _page(steps[at:], [], below, (width, height), look)
            return [first, second] if second else None
    return None


def _paragraphs(step: Step) -> list[Step]:
    """Return a piece of the script cut into its paragraphs; the picture belongs to the last."""
    *texts, last = re.split(r"\n{2,}", step.text)
    return [*map(Step, texts), Step(last, step.scene)]


def _page(
    steps: Sequence[Step], above: Sequence[ScenePicture], below: ScenePicture, size: tuple[float, float], look: Look
) -> tuple[Mark, ...] | None:
    """Set pieces of the script between what stands above and below; None where they don't fit."""
    width, height = size
    caption = 5.0 if above else 0.0
    room = height - sum(part.height + _GAP for part in above) - below.height - _GAP - caption
    bodies = (_body(steps, width, width * share, look) for share in _SHARES)
    body = next((body for body in bodies if body and body.height <= room), None)
    if body is None:
        return None
    gap = min((room - body.written) / max(body.gaps, 1), _MOST_GAP)
    high = max(body.height, body.written + gap * body.gaps)
    spare = (room - high) / (len(above) + 1)
    marks: list[Mark] = []
    y: float = height
    for part in above:
        marks += [moved(mark, 0, y) for mark in part.marks]
        y -= part.height + _GAP + spare
    if above:
        marks.append(Text(0, y - 2.4, "READ THIS ALOUD", lettering.SANS_SEMIBOLD, 8.9, look.accent_type, track=120))
        y -= caption
    marks += _page_placed(body, width, y, high)
    return (*marks, *(moved(mark, 0, below.height) for mark in below.marks))


def _body(steps: Sequence[Step], width: float, seen: float, look: Look) -> Body | None:
    """Set the script with so much width for its pictures; None where a word is wider than its place."""
    beside = seen + _GUTTER if any(step.scene for step in steps) else 0.0
    words: list[Element] = []
    pictures: list[ScenePicture] = []
    places: list[int] = []
    for step in steps:
        found = _piece(step, width - beside, seen, look)
        if found is None:
            return None
        elements, shown = found
        words += elements
        if shown:
            pictures.append(shown)
            places.append(max(at for at, element in enumerate(words) if not element.part))
    return Body(tuple(words), tuple(pictures), tuple(places))


@lru_cache(maxsize=512)
def _piece(step: Step, width: float, seen: float, look: Look) -> tuple[tuple[Element, ...], ScenePicture | None] | None:
    """Set a piece of the script, which many divisions into pages have in common; None where a word is too wide."""
    measure = Measure(width, body=_FACE, table=_FACE, example=_FACE, paragraph=1.8, step=1.2)
    try:
        shown = picture(step.scene, seen, look) if step.scene else None
        tokens, memo = _read(step.text)
        return tuple(blocks(tokens, measure, look, memo=memo)), shown
    except TooWide:
        return None


@lru_cache(maxsize=128)
def _read(text: str) -> tuple[tuple[Token, ...], Memo]:
    """Read a text, and keep what no width changes."""
    return tuple(parse(text)), {}


def _page_placed(body: Body, width: float, top: float, high: float) -> list[Mark]:
    """Put a script in its place: paragraphs with even gaps, and each picture as near to its words as there is room."""
    marks: list[Mark] = []
    y, gap = top, min((high - body.written) / max(body.gaps, 1), _MOST_GAP)
    heads: list[float] = []
    for at, element in enumerate(body.words):
        y -= gap if at and not element.part else 0.0
        heads.append(y)
        marks += [moved(mark, 0, y) for mark in element.marks]
        y -= element.height
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
        marks += [moved(mark, width - shown.width, y) for mark in shown.marks]
    return marks
