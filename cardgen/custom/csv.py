"""The table of a deck of one's own: a CSV file whose first line names the columns."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from cardgen.errors import PrintError
from liarsdeck.english import counted
from liarsdeck.formats import CsvError, read_rows

MOST_ROWS = 10_000
MOST_BYTES = 20_000_000
MOST_CELL = 4000
MOST_NAME, MOST_COLUMNS = 60, 100


class CardRow(NamedTuple):
    """One row: the line of the file that it begins on, and its cells by column."""

    line: int
    cells: dict[str, str]


class CardTable(NamedTuple):
    """A table: the file's name, the columns in their order, the rows."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[CardRow, ...]


def read_cards(path: Path) -> CardTable:
    """Read a CSV file whose first line names the columns; comma, semicolon or tab, whichever that line has most of.

    Raises PrintError, with line and column, for a wrong quote and a missing or surplus cell; OSError.
    """
    columns: tuple[str, ...] = ()
    rows: list[CardRow] = []
    try:
        for line, cells in read_rows(path, most_bytes=MOST_BYTES, most_rows=MOST_ROWS + 1, most_columns=MOST_COLUMNS):
            if columns:
                rows.append(_row(columns, line, cells))
            else:
                columns = _columns(line, cells)
    except CsvError as error:
        where = f", line {error.line}" if error.line else ""
        if error.column:
            named = columns[error.column - 1 : error.column]
            where += f', column "{named[0]}"' if named else f", column {error.column}"
        raise PrintError(f"{path.name}{where}: {error}") from None
    if not columns:
        raise PrintError(f"{path.name} is empty: its first line names the columns")
    return CardTable(path.name, columns, tuple(rows))


def _columns(line: int, cells: list[str]) -> tuple[str, ...]:
    columns = [name.strip() for name in cells]
    while not columns[-1]:
        columns.pop()
    for number, name in enumerate(columns, 1):
        if not name:
            raise CsvError(f"column {number} has no name", line)
        if len(name) > MOST_NAME:
            what = f"column {number} has a name of {len(name)} characters; does the first line name the columns?"
            raise CsvError(what, line)
        if name in columns[: number - 1]:
            raise CsvError(f'there are two columns "{name}"', line)
    return tuple(columns)


def _row(columns: tuple[str, ...], line: int, cells: list[str]) -> CardRow:
    if len(cells) < len(columns):
        held = f"{counted(len(cells), 'cell')} for {len(columns)} columns"
        raise CsvError(f'column "{columns[len(cells)]}" is missing ({held})', line)
    if any(cell.strip() for cell in cells[len(columns) :]):
        raise CsvError(
            f"cell {len(columns) + 1} stands in no column (the first line names {len(columns)}); "
            "is a text with a comma in it not in quotes?",
            line,
        )
    for number, cell in enumerate(cells, 1):
        if len(cell) > MOST_CELL:
            raise CsvError(f"{len(cell)} characters fit on no card", line, number)
    return CardRow(line, dict(zip(columns, (cell.strip() for cell in cells), strict=False)))
