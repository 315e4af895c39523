"""The layout of a deck of one's own: named boxes in millimetres, from the upper left corner of the card.

What may depend on a card is text for Jinja2 (`words`); numbers are numbers. Every fault is told with the file, the line
and the box.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NoReturn, TypeGuard, get_type_hints

from msgspec import Struct, convert

from cardgen.errors import PrintError
from cardgen.pdf import fonts as lettering
from liarsdeck import formats
from liarsdeck.english import hint
from liarsdeck.formats import check_format

FONTS = {
    "title": "title",
    "text": "text",
    "indices": "indices",
    "label": "label",
    **lettering.NAMES,
}
"""What a box may be set in: the theme's fonts by use, or one of the house's."""

ALIGN, VALIGN, FIT = ("left", "centre", "right"), ("top", "middle", "bottom"), ("cover", "contain")
MOST_COUNT = 60
MOST_BOXES = 100
MOST_NAME = 40


class BoxField(Struct, frozen=True):
    """One named box. Lengths are millimetres, type sizes points; the words are templates, filled for each card."""

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
        """List its templates, in the order of `WORDS`."""
        return tuple(getattr(self, name) for name in WORDS)

    @property
    def fixed(self) -> bool:
        """Whether it is the same on every card."""
        return not any("{" in word for word in self.words)


WORDS = ("text", "icon", "image", "fill", "line", "colour", "count", "when")
"""The fields of a box that may hold a template."""

_HINTS = {name: kind for name, kind in get_type_hints(BoxField).items() if name != "name"}


class Source(Struct, frozen=True):
    """The text of a deck file, to say where a fault stands."""

    name: str
    text: str

    def fault(self, what: str, table: str = "", key: str = "") -> NoReturn:
        """Raise PrintError for something in a table of the file, with its line where it can be found."""
        line = self.line(table, key)
        raise PrintError(f"{self.name}{f', line {line}' if line else ''}: {what}")

    def line(self, table: str, key: str = "") -> int:
        """Find the line of a table's header, or of a key in it; 0 where there is none."""
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

    def check_keys(self, table: Iterable[str], known: Sequence[str], what: str, name: str = "") -> None:
        """Refuse a key that is none of these (PrintError); ``what`` has it, in the file's table ``name``."""
        for key in table:
            if key not in known:
                self.fault(f'{what} has no "{key[:MOST_NAME]}"; {hint(key, known)}', name, key)


def read_source(path: Path, limit: int, newest: int, what: str) -> tuple[Source, formats.Table]:
    """Read a TOML file of up to ``limit`` bytes, of a format up to ``newest``: its text and what it says.

    Raises PrintError for whatever is wrong with it; OSError.
    """
    try:
        text, document = formats.read(path, limit)
        check_format(document, newest, what)
    except ValueError as error:
        raise PrintError(f"{path.name}: {error}") from None
    return Source(path.name, text), document


def read_boxes(source: Source, tables: formats.Value, card: tuple[float, float]) -> tuple[BoxField, ...]:
    """Read the boxes of a deck file (its table `box`), in their order. Raises PrintError."""
    if not isinstance(tables, dict):
        source.fault("boxes are tables with names, such as [box.title]", key="box")
    if len(tables) > MOST_BOXES:
        source.fault(f"there are more than {MOST_BOXES} boxes")
    return tuple(_box(source, name, table, card) for name, table in tables.items())


def _box(source: Source, name: str, table: formats.Value, card: tuple[float, float]) -> BoxField:
    where = f"box.{name}"
    if not isinstance(table, dict):
        source.fault("boxes are tables with names, such as [box.title]", key="box")
    if len(name) > MOST_NAME:
        source.fault(f'the name of box "{name[:MOST_NAME]}…" is too long', where)
    source.check_keys(table, tuple(_HINTS), f'box "{name}"', where)
    values = {key: _value(source, name, key, value) for key, value in table.items()}
    if "at" not in values:
        source.fault(f'box "{name}" does not say where it is: at = [left, top, width, height]', where)
    box = convert({"name": name, **values}, BoxField)
    left, top, width, height = box.at
    if width <= 0 or height <= 0:
        source.fault(f'box "{name}" has no size: {width:g} × {height:g} mm', where, "at")
    past = max(-left, -top, left + width - card[0], top + height - card[1])
    if past > 1e-6:
        source.fault(
            f'box "{name}" lies {past:g} mm outside the card, which is {card[0]:g} × {card[1]:g} mm', where, "at"
        )
    if box.font not in FONTS:
        source.fault(f'box "{name}": there is no font "{box.font[:40]}"; {hint(box.font, FONTS)}', where, "font")
    for key, choice in (("align", ALIGN), ("valign", VALIGN), ("fit", FIT)):
        if getattr(box, key) not in choice:
            source.fault(f'box "{name}": {key} is one of {", ".join(choice)}', where, key)
    if box.smallest < lettering.SMALLEST_PT:
        source.fault(
            f'box "{name}": nobody reads type under {lettering.SMALLEST_PT:g} points, so smallest = {box.smallest:g} '
            "will not do",
            where,
            "smallest",
        )
    if not box.smallest <= box.size <= 200:
        source.fault(f'box "{name}": size is from smallest ({box.smallest:g}) to 200 points', where, "size")
    for key, least, most in (("leading", 0.8, 3), ("width", 0, 10), ("radius", 0, 50), ("track", -100, 500)):
        if not least <= getattr(box, key) <= most:
            source.fault(f'box "{name}": {key} is from {least:g} to {most:g}', where, key)
    return box


def _value(source: Source, name: str, key: str, value: formats.Value) -> object:
    where = f"box.{name}"
    if key == "at":
        lengths = [float(part) for part in value if is_number(part)] if isinstance(value, list) else []
        if isinstance(value, list) and len(lengths) == len(value) == 4:
            return lengths
        source.fault(f'box "{name}": at is [left, top, width, height] in millimetres', where, key)
    kind = _HINTS[key]
    if kind is float:
        if is_number(value):
            return float(value)
        source.fault(f'box "{name}": {key} is a number', where, key)
    if kind is bool:
        if isinstance(value, bool):
            return value
        source.fault(f'box "{name}": {key} is true or false', where, key)
    if key == "count" and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str):
        source.fault(f'box "{name}": {key} is a text in quotes', where, key)
    return value


def is_number(value: object) -> TypeGuard[float]:
    """Tell whether a value is a number that may be a length; true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 10_000
