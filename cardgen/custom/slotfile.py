"""Prepared sheets of people's own: a TOML file that says where their cards lie.

    paper = "A4"
    card = "63.5x88.9mm"
    [slots]
    a1 = [8, 12]
    a2 = [75, 12]

Places are millimetres from the upper left corner. In place of the table `slots` there may be a list of places without
names, or a `grid` with `at`, `columns`, `rows` and `gap`. `turned = true` lays cards on their side.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from cardgen.custom.layout import Source
from cardgen.errors import PrintError
from cardgen.layout.marks import Marks
from cardgen.layout.paper import Paper, parse_card, parse_paper
from cardgen.layout.prepared import BUILT_IN, Place, Slots, built_in, check_slots, grid
from liarsdeck import toml

MOST_SLOTS = 400
_MOST_BYTES = 500_000
_MOST_TITLE = 40
_MARKS: tuple[Marks, ...] = ("corners", "none")
_KEYS = ("title", "paper", "landscape", "card", "turned", "marks", "slots", "grid")
_GRID = ("at", "columns", "rows", "gap")


def find_slots(name: str, paper: Paper | None, usual: Paper) -> Slots:
    """Return the prepared sheet of this name or file. Raises PrintError for whatever is wrong with it; OSError.

    `paper` is what a person asked for, `usual` what lies in the printer otherwise.
    """
    if name.strip().lower() in BUILT_IN:
        return built_in(name.strip().lower(), paper, usual)
    path = Path(name)
    if not path.is_file():
        if path.is_dir():
            raise PrintError(f"{name} is a folder, not a file of slots")
        if path.suffix.lower() == ".toml":
            raise PrintError(f"there is no file {name}")
        close = get_close_matches(name.lower(), BUILT_IN, 1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(BUILT_IN)}, and files of your own"
        raise PrintError(f'there is no sheet "{name[:80]}"; {hint}')
    slots = read_slots(path)
    if paper is not None and paper != slots.paper:
        raise PrintError(f"“{slots.title}” is a sheet of {slots.paper.name}, not of {paper.name}: leave out --paper")
    return slots


def read_slots(path: Path) -> Slots:
    """Read a file of slots. Raises PrintError, with file and line, for whatever is wrong in it; OSError."""
    source, told = _read(path)
    for needed in ("paper", "card"):
        if needed not in told:
            source.fault(f"it does not say which {needed}")
    values = {}
    for key, parse in (("paper", parse_paper), ("card", parse_card)):
        if not isinstance(told[key], str):
            source.fault(f"{key} is a text in quotes", key=key)
        try:
            values[key] = parse(told[key])
        except PrintError as error:
            source.fault(str(error), key=key)
    for key in ("landscape", "turned"):
        if not isinstance(told.get(key, False), bool):
            source.fault(f"{key} is true or false", key=key)
    title = told.get("title", path.stem)
    if not (isinstance(title, str) and 0 < len(title.strip()) <= _MOST_TITLE and title.isprintable()):
        source.fault(f"title is a text of up to {_MOST_TITLE} characters", key="title")
    marks = told.get("marks", "none")
    if marks not in _MARKS:
        source.fault(f"marks is one of {', '.join(_MARKS)}", key="marks")
    if ("slots" in told) == ("grid" in told):
        source.fault("it has either a grid or slots", key="grid" if "grid" in told else "slots")
    turned = told.get("turned", False)
    card: Any = values["card"]
    if "grid" in told:
        wide, high = (card.height_mm, card.width_mm) if turned else (card.width_mm, card.height_mm)
        places = _grid(source, told["grid"], wide, high, turned=turned)
    else:
        places = _places(source, told["slots"], turned=turned)
    paper: Any = values["paper"]
    slots = Slots(path.stem, title.strip(), paper, card, places, told.get("landscape", False), marks)
    try:
        return check_slots(slots)
    except PrintError as error:
        raise PrintError(f"{source.name}: {str(error).removeprefix(f'“{slots.title}”: ')}") from None


def _read(path: Path) -> tuple[Source, dict[str, Any]]:
    if path.stat().st_size > _MOST_BYTES:
        raise PrintError(f"{path.name} is no file of slots: it is far too large")
    try:
        text = path.read_bytes().decode("utf-8-sig")
        told = toml.loads(text)
    except UnicodeDecodeError:
        raise PrintError(f"{path.name} is no text in UTF-8") from None
    except ValueError as error:
        raise PrintError(f"{path.name}: {error}") from None
    source = Source(path.name, text)
    _check_keys(source, told, _KEYS, "a sheet")
    return source, told


def _check_keys(source: Source, told: Mapping[str, Any], keys: tuple[str, ...], what: str, table: str = "") -> None:
    for key in told:
        if key not in keys:
            close = get_close_matches(key, keys, 1)
            hint = f"did you mean {close[0]}?" if close else f"it has {', '.join(keys)}"
            source.fault(f'{what} has no "{key[:40]}"; {hint}', table, key)


def _grid(source: Source, told: Any, wide: float, high: float, *, turned: bool) -> tuple[Place, ...]:
    if not isinstance(told, dict):
        source.fault("grid is a table with at, columns, rows and gap", key="grid")
    table = "grid" if source.line("grid") else ""
    _check_keys(source, told, _GRID, "a grid", table)
    at: Any = told.get("at")
    gap: Any = told.get("gap", 0)
    if not _is_pair(at):
        source.fault("a grid begins at = [left, top] in millimetres", table, "at" if table else "grid")
    if _is_number(gap):
        gap = [gap, gap]
    if not _is_pair(gap) or min(gap) < 0:
        source.fault("gap is millimetres, or [across, down]", table, "gap" if table else "grid")
    counts = []
    for key in ("columns", "rows"):
        count = told.get(key)
        if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MOST_SLOTS:
            source.fault(f"{key} is a whole number from 1", table, key if table else "grid")
        counts.append(count)
    if counts[0] * counts[1] > MOST_SLOTS:
        source.fault(f"a sheet has at most {MOST_SLOTS} slots", table, "rows" if table else "grid")
    return grid(at[0], at[1], counts[0], counts[1], wide, high, (gap[0], gap[1]), turned=turned)


def _places(source: Source, told: Any, *, turned: bool) -> tuple[Place, ...]:
    if isinstance(told, list):
        named = [(str(number), place) for number, place in enumerate(told, 1)]
    elif isinstance(told, dict):
        named = [(name[:40], place) for name, place in told.items()]
    else:
        source.fault("slots is a list of places, or a table of them by name", key="slots")
    if not 1 <= len(named) <= MOST_SLOTS:
        source.fault(f"a sheet has from 1 to {MOST_SLOTS} slots, not {len(named)}", key="slots")
    places = []
    for name, place in named:
        at: Any = place
        lies = turned
        if isinstance(place, dict) and set(place) <= {"at", "turned"}:
            at, lies = place.get("at"), place.get("turned", turned)
        if not _is_pair(at) or not isinstance(lies, bool):
            table, key = ("slots", name) if isinstance(told, dict) and source.line("slots") else ("", "slots")
            source.fault(
                f"slot {name} is [left, top] in millimetres, or {{at = [left, top], turned = true}}", table, key
            )
        places.append(Place(name, float(at[0]), float(at[1]), lies))
    return tuple(places)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 10_000


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(_is_number(part) for part in value)
