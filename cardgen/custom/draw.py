"""Draw the cards of a deck file: named boxes, in millimetres from the card's upper left corner.

Texts (`words`) are Jinja templates that are filled for each card; numbers are fixed. Every error names the file, the
line and the box.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeGuard, get_type_hints

from msgspec import Struct, convert
from msgspec.structs import replace

from cardgen.art.icons import ICONS, draw_icon
from cardgen.custom import markup
from cardgen.errors import PrintError
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Size
from cardgen.pdf.path import POINTS_PER_MM, rect
from cardgen.pdf.theme import GROUNDS, LARGE, READABLE, TONES, WHITE, contrast, legible, type_on
from cardgen.pdf.type import Setting, TooWide, broken, fit, sizes
from liarsdeck import formats
from liarsdeck.english import hint
from liarsdeck.files import check_format

if TYPE_CHECKING:
    from cardgen.custom.art import Art, Below
    from cardgen.custom.markup import Look, Paragraph
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour, Palette, Theme


FONTS = {**{name: name for name in ("title", "text", "indices", "label")}, **lettering.NAMES}
"""The fonts that a box may name: the theme's by use, or a built-in one."""

ALIGN, VALIGN, FIT = ("left", "centre", "right"), ("top", "middle", "bottom"), ("cover", "contain")
MOST_COUNT = 60
MOST_BOXES = 100
MOST_NAME = 40
MOST_TOLD = 20


class BoxField(Struct, frozen=True):
    """A named box of a deck file; docs/decks.md explains its keys.

    The fields in `WORDS` may be templates. `at` is (left, top, width, height) from the card's upper left corner; all
    lengths but the line's width are in mm. The box shows `text`, the icon `icon` (`count` times) and the picture file
    `image`; "" means none. `fill` and `line` are the colours of its area and its outline ("": none), and `colour` is
    that of text and icons. If the template `when` gives nothing, `no`, `false`, `none` or 0, the card does not have the
    box; a `when` of "" leaves no box out.

    `font` is one of `FONTS`, and `align` and `valign` are the places of the text across and up. With `fit`, the picture
    is cropped to the box (`cover`) or shown whole (`contain`). `size` and `smallest` are the largest and the smallest
    type size in points, `leading` is the line distance as a multiple of the type size, and `track` the letter space in
    thousandths of it. `width` is the width of the outline in points and `radius` the radius of its corners. The box is
    turned by `turn` degrees anticlockwise. With `twice`, it is also in the opposite corner, upside down.
    """

    name: str
    at: tuple[float, float, float, float]
    text: str = ""
    icon: str = ""
    image: str = ""
    fill: str = ""
    line: str = ""
    colour: str = "ink"
    count: str = "1"
    when: str = ""
    font: str = "text"
    align: str = "centre"
    valign: str = "middle"
    fit: str = "cover"
    size: float = 14.0
    smallest: float = lettering.SMALLEST_PT
    leading: float = 1.2
    track: float = 0.0
    width: float = 0.5
    radius: float = 0.0
    turn: float = 0.0
    twice: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The texts of the box that may be templates, in the order of `WORDS`."""
        return tuple(getattr(self, name) for name in WORDS)

    @property
    def fixed(self) -> bool:
        """Whether the box looks the same on every card."""
        return not any("{" in word for word in self.words)


WORDS = ("text", "icon", "image", "fill", "line", "colour", "count", "when")
"""The fields of a box that may hold a template."""

_HINTS = {name: kind for name, kind in get_type_hints(BoxField).items() if name != "name"}


class Report:
    """The faults (to be reported together) and the remarks that are found while a deck file is read.

    `faults` and `remarks` are dicts used as ordered sets: the keys are the sentences, and the values are None.
    """

    def __init__(self) -> None:
        self.faults: dict[str, None] = {}
        self.remarks: dict[str, None] = {}

    @contextmanager
    def gathered(self) -> Iterator[None]:
        """In this context, catch a PrintError, which ends the block, and add its sentences to `faults`."""
        try:
            yield
        except PrintError as error:
            self.faults |= dict.fromkeys(error.sentences)

    def end(self) -> None:
        """Raise PrintError if there are faults, with the first `MOST_TOLD` of them and how many more there are."""
        told, more = [*self.faults][:MOST_TOLD], len(self.faults) - MOST_TOLD
        if more > 0:
            told.append(f"there {'is one more fault' if more == 1 else f'are {more} more faults'}")
        if told:
            raise PrintError(*told)

    def remark(self, sentence: str) -> None:
        """Add a remark, a whole sentence, for the person who prints the deck."""
        self.remarks[sentence] = None


class Source(Struct, frozen=True):
    """The name and text of a deck file, for errors with line numbers."""

    name: str
    text: str

    def fault(self, what: str, table: str = "", key: str = "") -> NoReturn:
        """Raise PrintError with the sentence `what`, preceded by the file's name and the line of `key` in `table`.

        `table` is the header of a TOML table, such as `box.title`, or "" for the top of the file.
        """
        raise PrintError(f"{self.place(table, key)}: {what}")

    def place(self, table: str, key: str) -> str:
        """Return the place of `key` in `table` for a message: the file's name, and the line if it is found."""
        line = self.line(table, key)
        return f"{self.name}{f', line {line}' if line else ''}"

    def line(self, table: str, key: str = "") -> int:
        """Return the number (from 1) of the line with `key` in `table`.

        `table` is the header of a TOML table, or "" for the top of the file. If the key is not found, the result is the
        line of the header; if that is not found either, or `table` is "", the result is 0.
        """
        inside, header = not table, 0
        for number, text in enumerate(self.text.splitlines(), 1):
            if found := re.match(r"\s*\[+\s*([^\]]+?)\s*\]", text):
                if inside and table and header:
                    break
                inside = found[1].replace('"', "").replace("'", "") == table
                header = number if inside else header
            elif inside and key and re.match(rf"""\s*["']?{re.escape(key)}["']?\s*=""", text):
                return number
        return header

    def word(self, document: formats.Table, key: str, default: str = "") -> str:
        """Return the text under `key` at the top of the file. Raises PrintError if the value is no text."""
        value = document.get(key, default)
        if not isinstance(value, str):
            self.fault(f"{key} is a text in quotes", key=key)
        return value

    def flag(self, document: formats.Table, key: str) -> bool:
        """Return whether `key` at the top of the file is true. Raises PrintError if it is neither true nor false."""
        value = document.get(key, False)
        if not isinstance(value, bool):
            self.fault(f"{key} is true or false", key=key)
        return value

    def check_keys(self, table: Iterable[str], known: Sequence[str], what: str, name: str = "") -> None:
        """Raise PrintError for all keys in `table` that are not in `known`.

        `what` is what the message calls the table (“a sheet”), and `name` the table's header in the file.
        """
        report = Report()
        for key in table:
            with report.gathered():
                if key not in known:
                    self.fault(f'{what} has no "{key[:MOST_NAME]}"; {hint(key, known)}', name, key)
        report.end()


def read_source(path: Path, limit: int, newest: int, what: str) -> tuple[Source, formats.Table]:
    """Return a TOML file as a ``Source`` and as a parsed document.

    ``what`` is what errors call the file (“this sheet”). Raises PrintError if the file has more than ``limit`` bytes, a
    format version above ``newest`` or another fault, and OSError if it cannot be read.
    """
    try:
        text, document = formats.read(path, limit)
        check_format(document, newest, what)
    except ValueError as error:
        raise PrintError(f"{path.name}: {error}") from None
    return Source(path.name, text), document


_WANTED: dict[object, str] = {
    "at": "[left, top, width, height] in millimetres",
    float: "a number",
    bool: "true or false",
}


def read_boxes(
    source: Source, tables: formats.Value, card: tuple[float, float], report: Report
) -> tuple[BoxField, ...]:
    """Return the boxes in `tables`, the parsed tables `box` of a deck file, in their order.

    Boxes with faults are left out, and their faults added to `report`. `card` is the card's width and height in mm.
    """
    boxes = []
    with report.gathered():
        if not isinstance(tables, dict):
            source.fault("boxes are tables with names, such as [box.title]", key="box")
        if len(tables) > MOST_BOXES:
            source.fault(f"there are more than {MOST_BOXES} boxes")
        for name, table in tables.items():
            with report.gathered():
                boxes.append(_box(source, name, table, card))
    return tuple(boxes)


def _box(source: Source, name: str, table: formats.Value, card: tuple[float, float]) -> BoxField:
    """Return the box `name` that the parsed table `table` describes.

    `card` is the card's width and height in mm. Raises PrintError with all faults of the box.
    """
    where = f"box.{name}"
    if not isinstance(table, dict):
        source.fault("boxes are tables with names, such as [box.title]", key="box")
    if len(name) > MOST_NAME:
        source.fault(f'the name of box "{name[:MOST_NAME]}…" is too long', where)
    report = Report()
    with report.gathered():
        source.check_keys(table, tuple(_HINTS), f'box "{name}"', where)
    values: dict[str, object] = {"name": name, "at": (0.0, 0.0, *card)}
    wrong = []
    for key in (key for key in table if key in _HINTS):
        value = _value(key, table[key])
        if value is None:
            wrong.append((f": {key} is {_WANTED.get('at' if key == 'at' else _HINTS[key], 'a text in quotes')}", key))
        else:
            values[key] = value
    if "at" not in table:
        wrong.append((" does not say where it is: at = [left, top, width, height]", "at"))
    box = convert(values, BoxField)
    for what, key in (*wrong, *_faults(box, card)):
        with report.gathered():
            source.fault(f'box "{name}"{what}', where, key)
    report.end()
    return box


def _faults(box: BoxField, card: tuple[float, float]) -> Iterator[tuple[str, str]]:
    """Yield each fault of a box on a card of this size (mm): the end of a sentence, and the field at fault."""
    left, top, width, height = box.at
    if width <= 0 or height <= 0:
        yield f" has no size: {width:g} × {height:g} mm", "at"
    past = max(-left, -top, left + width - card[0], top + height - card[1])
    if past > 1e-6:
        yield f" lies {past:g} mm outside the card, which is {card[0]:g} × {card[1]:g} mm", "at"
    if box.font not in FONTS:
        yield f': there is no font "{box.font[:40]}"; {hint(box.font, FONTS)}', "font"
    for key, choice in (("align", ALIGN), ("valign", VALIGN), ("fit", FIT)):
        if getattr(box, key) not in choice:
            yield f": {key} is one of {', '.join(choice)}", key
    if box.smallest < lettering.SMALLEST_PT:
        points = f"{lettering.SMALLEST_PT:g} points"
        yield f": nobody reads type under {points}, so smallest = {box.smallest:g} will not do", "smallest"
    if not box.smallest <= box.size <= 200:
        yield f": size is from smallest ({box.smallest:g}) to 200 points", "size"
    for key, least, most in (("leading", 0.8, 3), ("width", 0, 10), ("radius", 0, 50), ("track", -100, 500)):
        if not least <= getattr(box, key) <= most:
            yield f": {key} is from {least:g} to {most:g}", key


def _value(key: str, value: formats.Value) -> object:
    """Return the value of a box's field `key`, converted to the type of the field.

    The result is None if the value is of a wrong type.
    """
    if key == "at":
        lengths = [float(part) for part in value if is_number(part)] if isinstance(value, list) else []
        return lengths if isinstance(value, list) and len(lengths) == len(value) == 4 else None
    if _HINTS[key] is float:
        return float(value) if is_number(value) else None
    if _HINTS[key] is bool:
        return value if isinstance(value, bool) else None
    if key == "count" and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value if isinstance(value, str) else None


def is_number(value: object) -> TypeGuard[float]:
    """Return whether a value is an int or float below 10,000 in size; true and false are not."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 10_000


# Longer texts are set line by line, as a book is; shorter ones are balanced.
_BALANCED = 110
_PARAGRAPH = 0.45
_AT_EDGE = 0.05
_SMALL_MM = 3.0
_LARGE_PT = 18.0  # from which type may be paler
_STRENGTHS = ("base", "tint", "shade", "ray")


class Filled(Struct, frozen=True):
    """A box for one card, with the results of the box's templates.

    `text` to `colour` are these results, and `count` is how often the icon is drawn. `art` is the opened file of
    `image` (None: no picture), and `own_icon` that of a user's icon (None: an icon of the program, or none). `marked`
    are the paragraphs of `text` with their mark-up; () means that the deck has no marked-up texts.
    """

    box: BoxField
    text: str
    icon: str
    image: str
    fill: str
    line: str
    colour: str
    count: int
    art: Art | None = None
    own_icon: Art | None = None
    marked: tuple[Paragraph, ...] = ()
    """The paragraphs of `text` with their looks, where the deck has marked text."""


class FilledCard(Struct, frozen=True):
    """A card with all its templates filled.

    `where` is its file and line, for errors. `width_mm` and `height_mm` are its size, and `ground` is the colour of its
    background. The boxes in `fixed` look the same on every card and are drawn first; those in `boxes` follow.
    """

    where: str
    width_mm: float
    height_mm: float
    ground: str
    fixed: tuple[Filled, ...]
    boxes: tuple[Filled, ...]


def colour_named(name: str) -> bool:
    """Return whether a name is a colour of deck files: `red`, `red.tint`, `ink`, `sun` … or `#A0B1C2`."""
    if re.fullmatch(r"#[0-9A-Fa-f]{6}", name):
        return True
    tone, _, strength = name.partition(".")
    if tone in TONES:
        return not strength or strength in _STRENGTHS
    return name in ("ink", "paper", "white", *GROUNDS)


def _colour(palette: Palette, name: str) -> Colour:
    if name.startswith("#"):
        return name.upper()
    name = name or "ink"  # a cell of a table may be empty
    if name == "white":
        return WHITE
    tone, _, strength = name.partition(".")
    found: Colour = getattr(getattr(palette, tone), strength or "base") if tone in TONES else getattr(palette, name)
    return found


def pale_type(card: FilledCard, palette: Palette) -> Iterator[tuple[BoxField, str]]:
    """Yield the box and a reason for each text with too little contrast to its background.

    A text whose background has several colours, such as a picture, is skipped.
    """
    boxes = (*card.fixed, *card.boxes)
    for number, filled in enumerate(boxes):
        if not filled.text:
            continue
        left, top, width, height = filled.box.at
        ground: str | None = card.ground
        for one in (filled, *reversed(boxes[:number])):
            x, y, wide, high = one.box.at
            apart = x >= left + width or y >= top + height or x + wide <= left or y + high <= top
            if not apart and (one.fill or one.art):
                inside = x <= left and y <= top and x + wide >= left + width and y + high >= top + height
                ground = one.fill if inside and not one.art and not one.box.turn else None
                break
        if ground is not None:
            least = LARGE if filled.box.size >= _LARGE_PT else READABLE
            ratio = contrast(_colour(palette, filled.colour), _colour(palette, ground))
            if ratio < least:
                why = f"{filled.colour} on {ground} has a contrast of {ratio:.1f}, and {least:g} is the least"
                yield filled.box, why


def is_picture(icon: str) -> bool:
    """Return whether an icon's name names a picture file, by its suffix, and not an icon of the program."""
    from cardgen.custom.art import SUFFIXES

    return Path(icon).suffix.lower() in SUFFIXES


def check(filled: Filled, theme: Theme) -> Iterator[tuple[str, str]]:
    """Yield the field and the fault of each text in a box that can't be drawn.

    These are unknown colours and icons, and characters that the font lacks. The faults are parts of a sentence, without
    the place of the box.
    """
    for what in ("fill", "line", "colour"):
        name = getattr(filled, what)
        if name and not colour_named(name):
            colours = (
                "ink, paper, white, red, yellow, green, blue, black, red.tint or red.shade and the like, or #RRGGBB"
            )
            yield what, f'there is no colour "{name[:40]}" (its {what}): write {colours}'
    if filled.icon and filled.own_icon is None and filled.icon not in ICONS:
        yield "icon", no_icon(filled.icon)
    font = font_of(filled.box, theme)
    if filled.marked:
        lost = [sign for paragraph in filled.marked for sign in markup.lost(paragraph, font)]
    else:
        lost = lettering.missing(filled.text.replace("\n", " "), font)
    if lost:
        yield "text", f"its font has no {lettering.spell(lost[0])}"


def no_icon(name: str) -> str:
    """Return the sentence that tells of an unknown icon and suggests similar names."""
    return f'there is no icon "{name[:40]}"; {hint(name, ICONS, "docs/decks.md shows all of them")}'


def font_of(box: BoxField, theme: Theme) -> str:
    """Return the registered name of a box's font; for fonts such as `title` or `text` the theme decides it."""
    name = FONTS[box.font]
    found: str = getattr(theme.fonts, name, name)
    return found


def draw_card(ink: Ink, size: Size, *, card: FilledCard) -> None:
    """Draw a card of a deck file, of the size `size`.

    If the card was made for another size, its boxes are scaled and its texts fitted again. Raises PrintError if a text
    does not fit.
    """

    def ground(pen: Ink) -> None:
        _paint_ground(pen, size, card)
        for filled in card.fixed:
            _draw(pen, size, card, filled)

    # What stands on every card is stored once; the key holds all that it depends on.
    ink.form(("own ground", card.ground, card.fixed, size), ground, size.box)
    for filled in card.boxes:
        _draw(ink, size, card, filled)


def _paint_ground(ink: Ink, size: Size, card: FilledCard) -> None:
    colour = ink.paper if ink.low or card.ground == "paper" else _colour(ink.palette, card.ground)
    ink.draw(size.ground, colour)


def _draw(ink: Ink, size: Size, card: FilledCard, filled: Filled) -> None:
    _once(ink, size, card, filled)
    if filled.box.twice:
        with ink.half_turn(size.width_mm, size.height_mm):
            _once(ink, size, card, filled, upside_down=True)


def _once(ink: Ink, size: Size, card: FilledCard, filled: Filled, *, upside_down: bool = False) -> None:
    box = filled.box
    k = min(size.width_mm / card.width_mm, size.height_mm / card.height_mm)
    left, top, width, height = (v * k for v in box.at)
    x = left + (size.width_mm - card.width_mm * k) / 2
    y = size.height_mm - (size.height_mm - card.height_mm * k) / 2 - top - height
    middle = (x + width / 2, y + height / 2)

    def below(pen: Ink) -> None:
        """Draw the ground, the earlier boxes and this box's fill, in the coordinates of the box's picture."""
        with ExitStack() as moved:
            if box.turn:
                moved.enter_context(pen.at(0, 0, -box.turn))
                moved.enter_context(pen.at(-middle[0], -middle[1]))
            if upside_down:
                moved.enter_context(pen.half_turn(size.width_mm, size.height_mm))
            boxes = card.fixed if any(one is filled for one in card.fixed) else (*card.fixed, *card.boxes)
            before = boxes[: next(number for number, one in enumerate(boxes) if one is filled)]
            _paint_ground(pen, size, card)
            for one in (*before, replace(filled, art=None, text="", icon="", own_icon=None, marked=())):
                _draw(pen, size, card, one)

    if box.turn:
        place = _Place(-width / 2, -height / 2, width, height)
        with ink.at(*middle, box.turn):
            _fill(ink, card, filled, place, k)
            _picture(ink, filled, place, below)
            _words(ink, card, filled, place, k, below)
    else:
        place = _Place(x, y, width, height)
        wide = _to_edges(size, card, box, place)
        _fill(ink, card, filled, wide, k)
        # A picture that is shown whole is not extended into the bleed.
        _picture(ink, filled, wide if box.fit == "cover" else place, below)
        _words(ink, card, filled, place, k, below)


class _Place(NamedTuple):
    """A rectangle on the card, in millimetres from its lower left corner."""

    x: float
    y: float
    width: float
    height: float

    def within(self, ratio: float, box: BoxField) -> _Place:
        """Return the largest place in this one with width / height = `ratio`, aligned like the box's text."""
        wide, high = min(self.width, self.height * ratio), min(self.height, self.width / ratio)
        across = {"left": 0.0, "centre": 0.5, "right": 1.0}[box.align] * (self.width - wide)
        up = {"top": 1.0, "middle": 0.5, "bottom": 0.0}[box.valign] * (self.height - high)
        return _Place(self.x + across, self.y + up, wide, high)


def _to_edges(size: Size, card: FilledCard, box: BoxField, place: _Place) -> _Place:
    """Return `place`, extended into the bleed on each side where the box ends at the card's edge."""
    left, top, wide, high = box.at
    bleed = size.bleed_mm
    right, upper = place.x + place.width, place.y + place.height
    x = -bleed if left < _AT_EDGE else place.x
    y = -bleed if top + high > card.height_mm - _AT_EDGE else place.y
    right = size.width_mm + bleed if left + wide > card.width_mm - _AT_EDGE else right
    upper = size.height_mm + bleed if top < _AT_EDGE else upper
    return _Place(x, y, right - x, upper - y)


def _ground_of(ink: Ink, card: FilledCard, filled: Filled, *, small: bool) -> tuple[Colour | None, Colour]:
    """Return the colour that fills a box (None: it is not filled), and the colour under its icons.

    If ink is saved, boxes are white, but `small` ones keep their colour; the colour under icons is then white.
    """
    fill = _colour(ink.palette, filled.fill) if filled.fill else None
    if ink.low:
        return (fill if small else WHITE) if fill else None, WHITE
    return fill, fill or (ink.paper if card.ground == "paper" else _colour(ink.palette, card.ground))


def _fill(ink: Ink, card: FilledCard, filled: Filled, place: _Place, k: float) -> None:
    """Draw a box's area and its outline at `place`.

    If ink is saved, only a small area keeps its colour, and a larger one is an outline on white. `k` is the scale of
    the card, 1 for the size that it was made for.
    """
    box, small = filled.box, min(place.width, place.height) < _SMALL_MM
    fill, _ = _ground_of(ink, card, filled, small=small)
    if fill or filled.line:
        line = _colour(ink.palette, filled.line) if filled.line else None
        outlined = line or (ink.black if ink.low and not small else None)
        ink.draw(rect(*place, box.radius * k), fill, outlined, box.width if line else 0.5, join="mitre")


def _picture(ink: Ink, filled: Filled, place: _Place, below: Below) -> None:
    if filled.art is not None:
        from cardgen.custom.art import draw_art, ratio

        if filled.box.fit == "contain":
            place = place.within(ratio(filled.art), filled.box)
        draw_art(ink, filled.art, *place, below)


def _words(ink: Ink, card: FilledCard, filled: Filled, place: _Place, k: float, below: Below) -> None:
    """Draw a box's icons and text at `place`.

    `k` is the scale of the card, 1 for the size that it was made for. `below` draws what lies under the box, for icons
    with transparent parts.
    """
    _, ground = _ground_of(ink, card, filled, small=False)
    colour = _colour(ink.palette, filled.colour)
    if ink.low and filled.colour in ("white", "paper", *GROUNDS):
        colour = ink.black
    if filled.icon and filled.count > 0:
        _icons(ink, filled, place, colour, ground, below)
    if filled.text:
        if ink.low:  # what is small stays solid, all else is white now
            fill, _ = _ground_of(ink, card, filled, small=min(place.width, place.height) < _SMALL_MM)
            colour = type_on(fill, colour, WHITE) if fill else legible(colour, ink.black, (WHITE,))
            ground = fill or WHITE
        _text(ink, card, filled, place, k, colour, ground, below)


def _icons(ink: Ink, filled: Filled, place: _Place, colour: Colour, ground: Colour, below: Below) -> None:
    """Draw a box's icon as large as the box, or, if `count` is more than 1, a row of icons.

    In a box higher than wide, the row is a column. Icons of the program have the colour `colour`, and `ground` in their
    gaps. A user's own icon is a picture, which is shown whole; `below` draws what lies under its transparent parts.
    """
    x, y, width, height = place
    across = width >= height
    long, short = (width, height) if across else (height, width)
    size = min(short, long / (1 + (filled.count - 1) * 1.12))
    slack = long - size * (1 + (filled.count - 1) * 1.12)
    if across:
        start = {"left": 0.0, "centre": slack / 2, "right": slack}[filled.box.align]
    else:
        start = {"top": slack, "middle": slack / 2, "bottom": 0.0}[filled.box.valign]
    for number in range(filled.count):
        middle = start + size / 2 + number * size * 1.12
        at = (x + middle, y + height / 2) if across else (x + width / 2, y + middle)
        if filled.own_icon is None:
            draw_icon(ink, filled.icon, *at, size, colour, ground)
        else:
            from cardgen.custom.art import draw_art, ratio

            cell = _Place(at[0] - size / 2, at[1] - size / 2, size, size)
            draw_art(ink, filled.own_icon, *cell.within(ratio(filled.own_icon), filled.box), below)


def _text(
    ink: Ink, card: FilledCard, filled: Filled, place: _Place, k: float, colour: Colour, ground: Colour, below: Below
) -> None:
    box, font = filled.box, font_of(filled.box, ink.theme)
    x, y, width, height = place
    largest, smallest = (max(points * k, lettering.SMALLEST_PT) for points in (box.size, box.smallest))
    found = setting(
        filled.text,
        round(width, 3),
        round(height, 3),
        font,
        largest,
        smallest,
        box.leading,
        box.track,
        filled.marked,
    )
    if found is None:
        text = filled.text if len(filled.text) <= 60 else filled.text[:57] + "…"
        raise PrintError(
            f'{card.where}: the text of box "{box.name}" does not fit {width:g} × {height:g} mm in '
            f"{smallest:g} points: “{text}”; shorten it, or make the box larger"
        )
    cap = lettering.cap_mm(font, found.size_pt)
    # A gap between paragraphs is an empty line, not as high as the others.
    gaps = [_PARAGRAPH if not line else 1.0 for line in found.lines]
    block = cap + sum(gaps[1:]) * found.leading_mm
    at = {"top": y + height, "middle": y + (height + block) / 2, "bottom": y + block}[box.valign] - cap
    where = {"left": x, "centre": x + width / 2, "right": x + width}[box.align]
    align: Any = box.align

    def icon(look: Look, left: float, base: float, wide: float, high: float) -> None:
        if look.art is None:
            draw_icon(ink, look.icon, left + wide / 2, base + high / 2, high, colour, ground)
        else:
            from cardgen.custom.art import draw_art

            draw_art(ink, look.art, left, base, wide, high, below)

    marked = iter(markup.lines_of(filled.marked, found.lines))
    for number, line in enumerate(found.lines):
        at -= gaps[number] * found.leading_mm if number else 0
        if line and filled.marked:
            markup.draw_line(ink, next(marked), where, at, font, found.size_pt, colour, align, box.track, icon)
        elif line:
            ink.text(where, at, line, font, found.size_pt, colour, align, track=box.track)


@lru_cache(maxsize=2048)
def setting(
    text: str, width: float, height: float, font: str, largest: float, smallest: float, leading: float, track: float,
    marked: tuple[Paragraph, ...] = (),
) -> Setting | None:  # fmt: skip
    """Return the text broken into lines, in the largest type that fits a box; None if none fits.

    `width` and `height` of the box are in mm. Type sizes from `largest` down to `smallest` points are tried. `leading`
    is the line distance as a multiple of the type size, `track` the letter space in thousandths of it. Each line of
    `text` is a paragraph, with a gap before the next. `marked` are the same paragraphs with their mark-up, () if there
    is none.
    """
    points = [*sizes(largest, smallest), smallest]
    paragraphs = [one.text for one in marked] or [part.strip() for part in text.split("\n") if part.strip()]
    measures: list[lettering.Measure | None] = [markup.measure(one) for one in marked] or [None] * len(paragraphs)
    if len(paragraphs) == 1 and len(paragraphs[0]) <= _BALANCED:
        ruler = measures[0] or lettering.kerned
        return fit(paragraphs[0], width, height, font, points, leading=leading, track=track, measure=ruler)
    for size_pt in points:
        if size_pt < smallest - 1e-9:
            continue
        lines: list[str] = []
        try:
            for paragraph, measure in zip(paragraphs, measures, strict=True):
                found = broken(paragraph, font, size_pt, width, track=track, measure=measure)
                lines += [*([""] if lines else []), *found]
        except TooWide:
            continue
        gaps = sum(1.0 if line else _PARAGRAPH for line in lines[1:])
        if lettering.cap_mm(font, size_pt) + gaps * size_pt * leading / POINTS_PER_MM <= height:
            return Setting(size_pt, tuple(lines), size_pt * leading)
    return None
