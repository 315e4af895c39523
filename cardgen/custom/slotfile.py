"""Slot files: TOML descriptions of prepared sheets, such as perforated ones.

    paper = "A4"
    card = "63.5x88.9mm"
    [slots]
    a1 = [8, 12]
    a2 = [75, 12]

Positions are millimetres from the upper left corner. In place of the table `slots` there may be a list of positions
without names, or a `grid` with `at`, `columns`, `rows` and `gap`. `turned = true` turns cards by 90°.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NoReturn, TypeVar

from cardgen.custom.draw import Source, is_number, read_source
from cardgen.errors import PrintError
from cardgen.layout import (
    BUILT_IN,
    CardSize,
    Marks,
    Paper,
    Place,
    Slots,
    built_in,
    check_slots,
    grid,
    parse_card,
    parse_paper,
)
from liarsdeck import formats
from liarsdeck.english import hint, listed
from liarsdeck.errors import OPTION

T = TypeVar("T")

MOST_SLOTS = 400
_MOST_BYTES = 500_000
_MOST_TITLE = 40
_MARKS: tuple[Marks, ...] = ("corners", "none")
FORMAT = 1
"""The newest format version of a slot file that is read."""
_KEYS = ("format", "title", "paper", "landscape", "card", "turned", "marks", "slots", "grid")
_GRID = ("at", "columns", "rows", "gap")


def find_slots(name: str, paper: Paper | None, usual: Paper) -> Slots:
    """Return the prepared sheet `name`, either a built-in one or the one in a slot file.

    `name` is the name of a built-in sheet (`cardgen list` shows them) or the path of a slot file. `paper` is the paper
    that the user asked for, or None. A built-in sheet may exist for several papers: if `paper` is None, the version for
    `usual` is returned, or the first version if there is none for `usual`. Raises PrintError if there is no such sheet,
    if the sheet does not exist on `paper`, or for a fault in the file, and OSError if the file cannot be read.
    """
    if name.strip().lower() in BUILT_IN:
        return built_in(name.strip().lower(), paper, usual)
    path = Path(name)
    if not path.is_file():
        if path.is_dir():
            raise PrintError(f"{name} is a folder, not a file of slots")
        if path.suffix.lower() == ".toml":
            raise PrintError(f"there is no file {name}")
        known = f"known: {listed(BUILT_IN, 'and')}, and files of your own"
        raise PrintError(f'there is no sheet "{name[:80]}"; {hint(name, BUILT_IN, known)}')
    slots = read_slots(path)
    if paper is not None and paper != slots.paper:
        raise PrintError(
            f"“{slots.title}” is a sheet of {slots.paper.name}, not of {paper.name}: leave out {OPTION.paper}"
        )
    return slots


def read_slots(path: Path) -> Slots:
    """Return the prepared sheet in a slot file. Raises PrintError, with file and line, for any fault, and OSError."""
    source, document = read_source(path, _MOST_BYTES, FORMAT, "this sheet")
    source.check_keys(document, _KEYS, "a sheet")
    for needed in ("paper", "card"):
        if needed not in document:
            source.fault(f"it does not say which {needed}")
    paper = _parsed(source, document, "paper", parse_paper)
    card = _parsed(source, document, "card", parse_card)
    landscape, turned = source.flag(document, "landscape"), source.flag(document, "turned")
    title = document.get("title", path.stem)
    if not (isinstance(title, str) and 0 < len(title.strip()) <= _MOST_TITLE and title.isprintable()):
        source.fault(f"title is a text of up to {_MOST_TITLE} characters", key="title")
    asked = document.get("marks", "none")
    marks = next((mark for mark in _MARKS if mark == asked), None)
    if marks is None:
        source.fault(f"marks is one of {listed(_MARKS, 'and')}", key="marks")
    if ("slots" in document) == ("grid" in document):
        source.fault("it has either a grid or slots", key="grid" if "grid" in document else "slots")
    if "grid" in document:
        places = _grid(source, document["grid"], card, turned=turned)
    else:
        places = _places(source, document["slots"], turned=turned)
    slots = Slots(path.stem, title.strip(), paper, card, places, landscape, marks)
    try:
        return check_slots(slots)
    except PrintError as error:
        raise PrintError(f"{source.name}: {str(error).removeprefix(f'“{slots.title}”: ')}") from None


def _parsed(source: Source, document: formats.Table, key: str, parse: Callable[[str], T]) -> T:
    value = source.word(document, key)
    try:
        return parse(value)
    except PrintError as error:
        source.fault(str(error), key=key)


def _grid(source: Source, given: formats.Value, card: CardSize, *, turned: bool) -> tuple[Place, ...]:
    if not isinstance(given, dict):
        source.fault("grid is a table with at, columns, rows and gap", key="grid")
    table = "grid" if source.line("grid") else ""

    def fault(what: str, key: str) -> NoReturn:
        source.fault(what, table, key if table else "grid")

    source.check_keys(given, _GRID, "a grid", table)
    at = _pair(given.get("at"))
    if at is None:
        fault("a grid begins at = [left, top] in millimetres", "at")
    gap = given.get("gap", 0)
    gaps = _pair([gap, gap] if is_number(gap) else gap)
    if gaps is None or min(gaps) < 0:
        fault("gap is millimetres, or [across, down]", "gap")
    counts = []
    for key in ("columns", "rows"):
        count = given.get(key)
        if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MOST_SLOTS:
            fault(f"{key} is a whole number from 1", key)
        counts.append(count)
    if counts[0] * counts[1] > MOST_SLOTS:
        fault(f"a sheet has at most {MOST_SLOTS} slots", "rows")
    wide, high = (card.height_mm, card.width_mm) if turned else (card.width_mm, card.height_mm)
    return grid(*at, counts[0], counts[1], wide, high, gaps, turned=turned)


def _places(source: Source, given: formats.Value, *, turned: bool) -> tuple[Place, ...]:
    if isinstance(given, list):
        named = [(str(number), place) for number, place in enumerate(given, 1)]
    elif isinstance(given, dict):
        named = [(name[:40], place) for name, place in given.items()]
    else:
        source.fault("slots is a list of places, or a table of them by name", key="slots")
    if not 1 <= len(named) <= MOST_SLOTS:
        source.fault(f"a sheet has from 1 to {MOST_SLOTS} slots, not {len(named)}", key="slots")
    places = []
    for name, place in named:
        lies: formats.Value = turned
        if isinstance(place, dict) and set(place) <= {"at", "turned"}:
            at, lies = _pair(place.get("at")), place.get("turned", turned)
        else:
            at = _pair(place)
        if at is None or not isinstance(lies, bool):
            table, key = ("slots", name) if isinstance(given, dict) and source.line("slots") else ("", "slots")
            source.fault(
                f"slot {name} is [left, top] in millimetres, or {{at = [left, top], turned = true}}", table, key
            )
        places.append(Place(name, *at, lies))
    return tuple(places)


def _pair(value: object) -> tuple[float, float] | None:
    """Return `value` as two floats (mm) if it is a list of two numbers, else None."""
    if isinstance(value, list) and len(value) == 2 and all(is_number(number) for number in value):
        return float(value[0]), float(value[1])
    return None
