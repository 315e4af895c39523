"""A picture of the page: groups of signs in a row, or two, each group with its label, and the caption under all."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from msgspec import Struct
from msgspec.structs import replace

from cardgen.book.teach.signs import HIGH, LOW, is_flat, least_scale, sign_marks
from cardgen.pdf import fonts as lettering
from cardgen.pdf.fit import LABEL, TooWide, broken
from cardgen.pdf.marks import Look, Mark, PictureMark, Shape, Text, moved
from referee.books.teach import Scene, SignGroup

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
