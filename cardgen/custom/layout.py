"""The layout of a deck of one's own: named boxes in millimetres, from the upper left corner of the card.

What may depend on a card is text for Jinja2 (`words`); numbers are numbers. Every fault is told with the file, the line
and the box.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, NoReturn, get_type_hints

from msgspec import Struct

from cardgen.errors import PrintError
from cardgen.pdf import fonts as lettering

FONTS = {
    "title": "title",
    "text": "text",
    "indices": "indices",
    "label": "label",
    **lettering.NAMES,
}
"""What a box may be set in: the theme's fonts by use, or one of the house's."""

ALIGN, VALIGN = ("left", "centre", "right"), ("top", "middle", "bottom")
MOST_COUNT = 60
MOST_BOXES = 100
MOST_NAME = 40


class Box(Struct, frozen=True):
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

_HINTS = {name: kind for name, kind in get_type_hints(Box).items() if name != "name"}


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


def read_boxes(source: Source, tables: Mapping[str, Any], card: tuple[float, float]) -> tuple[Box, ...]:
    """Read the boxes of a deck file (its table `box`), in their order. Raises PrintError."""
    if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
        source.fault("boxes are tables with names, such as [box.title]", key="box")
    if len(tables) > MOST_BOXES:
        source.fault(f"there are more than {MOST_BOXES} boxes")
    return tuple(_box(source, name, table, card) for name, table in tables.items())


def _box(source: Source, name: str, table: Mapping[str, Any], card: tuple[float, float]) -> Box:
    where = f"box.{name}"
    if len(name) > MOST_NAME:
        source.fault(f'the name of box "{name[:MOST_NAME]}…" is too long', where)
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in _HINTS:
            close = get_close_matches(key, _HINTS, 1)
            known = f"did you mean {close[0]}?" if close else f"a box has {', '.join(_HINTS)}"
            source.fault(f'box "{name}" has no "{key[:MOST_NAME]}"; {known}', where, key)
        values[key] = _value(source, name, key, value)
    if "at" not in values:
        source.fault(f'box "{name}" does not say where it is: at = [left, top, width, height]', where)
    left, top, width, height = values["at"]
    if width <= 0 or height <= 0:
        source.fault(f'box "{name}" has no size: {width:g} × {height:g} mm', where, "at")
    past = max(-left, -top, left + width - card[0], top + height - card[1])
    if past > 1e-6:
        source.fault(
            f'box "{name}" lies {past:g} mm outside the card, which is {card[0]:g} × {card[1]:g} mm', where, "at"
        )
    box = Box(name, **values)
    if box.font not in FONTS:
        close = get_close_matches(box.font, FONTS, 1)
        known = f"did you mean {close[0]}?" if close else f"there are {', '.join(FONTS)}"
        source.fault(f'box "{name}": there is no font "{box.font[:40]}"; {known}', where, "font")
    for key, choice in (("align", ALIGN), ("valign", VALIGN)):
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


def _value(source: Source, name: str, key: str, value: Any) -> Any:
    where = f"box.{name}"
    if key == "at":
        if isinstance(value, list) and len(value) == 4 and all(_is_number(part) for part in value):
            return tuple(float(part) for part in value)
        source.fault(f'box "{name}": at is [left, top, width, height] in millimetres', where, key)
    kind = _HINTS[key]
    if kind is float:
        if _is_number(value):
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


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 10_000
