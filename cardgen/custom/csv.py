"""Tables from a spreadsheet: CSV read so that every fault is told with its line and its column."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from cardgen.errors import PrintError

DELIMITERS = ",;\t"
MOST_ROWS = 10_000
MOST_BYTES = 20_000_000
MOST_CELL = 4000
MOST_NAME, MOST_COLUMNS = 60, 100


class Row(NamedTuple):
    """One row: the line of the file that it begins on, and its cells by column."""

    line: int
    cells: dict[str, str]


class Table(NamedTuple):
    """A table: the file's name, the columns in their order, the rows."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def read_table(path: Path) -> Table:
    """Read a CSV file whose first line names the columns; comma, semicolon or tab, whichever that line has most of.

    Raises PrintError, with line and column, for a wrong quote and a missing or surplus cell; OSError.
    """
    if path.is_file() and path.stat().st_size > MOST_BYTES:
        raise PrintError(f"{path.name} has more than {MOST_BYTES // 1_000_000} MB: a deck's table is smaller")
    text = _decoded(path.name, path.read_bytes())
    lines = _Reader(path.name, text).rows()
    if not lines:
        raise PrintError(f"{path.name} is empty: its first line names the columns")
    first, header = lines[0]
    while header and not header[-1].strip():
        header.pop()
    columns = [name.strip() for name in header]
    for number, name in enumerate(columns, 1):
        if not name:
            raise PrintError(f"{path.name}, line {first}: column {number} has no name")
        if len(name) > MOST_NAME:
            raise PrintError(
                f"{path.name}, line {first}: column {number} has a name of {len(name)} characters; does the first line "
                f"name the columns?"
            )
        if name in columns[: number - 1]:
            raise PrintError(f'{path.name}, line {first}: there are two columns "{name}"')
    if len(columns) > MOST_COLUMNS:
        raise PrintError(f"{path.name}, line {first}: {len(columns)} columns are more than {MOST_COLUMNS}")
    if not columns:
        raise PrintError(f"{path.name}, line {first}: the first line names no columns")
    if len(lines) - 1 > MOST_ROWS:
        raise PrintError(f"{path.name} has more than {MOST_ROWS} rows")
    return Table(path.name, tuple(columns), tuple(_row(path.name, columns, line, cells) for line, cells in lines[1:]))


def _row(name: str, columns: list[str], line: int, cells: list[str]) -> Row:
    if len(cells) < len(columns):
        raise PrintError(
            f'{name}, line {line}: column "{columns[len(cells)]}" is missing '
            f"({len(cells)} {'cell' if len(cells) == 1 else 'cells'} for {len(columns)} columns)"
        )
    if any(cell.strip() for cell in cells[len(columns) :]):
        raise PrintError(
            f"{name}, line {line}: cell {len(columns) + 1} stands in no column (the first line names {len(columns)}); "
            "is a text with a comma in it not in quotes?"
        )
    for column, cell in zip(columns, cells, strict=False):
        if len(cell) > MOST_CELL:
            raise PrintError(f'{name}, line {line}, column "{column}": {len(cell)} characters fit on no card')
    return Row(line, dict(zip(columns, (cell.strip() for cell in cells), strict=False)))


def _decoded(name: str, data: bytes) -> str:
    try:
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return data.decode("utf-16")
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PrintError(f"{name}, line {line}: this is not UTF-8; save it as “CSV UTF-8”") from None
    if "\0" in text:
        raise PrintError(f"{name} is no text: save the sheet as CSV")
    return text


class _Reader:
    """Takes a text apart, cell by cell."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        head = self.text.split("\n", 1)[0]
        self.delimiter = max(DELIMITERS, key=head.count)
        self.at = 0
        self.line = 1
        self.header: list[str] = []

    def rows(self) -> list[tuple[int, list[str]]]:
        """List the rows that hold anything, with the lines that they begin on."""
        rows = []
        while self.at < len(self.text):
            line, cells = self.line, self._record()
            if any(cell.strip() for cell in cells):
                rows.append((line, cells))
                self.header = self.header or cells
        return rows

    def _record(self) -> list[str]:
        cells: list[str] = []
        while True:
            cells.append(self._cell(len(cells)))
            end = self.text[self.at : self.at + 1]
            self.at += 1
            if end != self.delimiter:
                self.line += end == "\n"
                return cells

    def _cell(self, number: int) -> str:
        if self.text[self.at : self.at + 1] == '"':
            return self._quoted(number)
        begun = self.at
        while self.at < len(self.text) and self.text[self.at] not in (self.delimiter, "\n"):
            if self.text[self.at] == '"' and self.text[begun : self.at].strip() == "":
                self._fault(number, "a blank stands before the opening quote")
            if self.text[self.at] == '"':
                self._fault(
                    number, 'a quote inside a cell: put the whole cell in quotes, and double the inner ones ("")'
                )
            self.at += 1
        return self.text[begun : self.at]

    def _quoted(self, number: int) -> str:
        line, parts = self.line, []
        self.at += 1
        while True:
            end = self.text.find('"', self.at)
            if end < 0:
                self.line = line
                self._fault(number, "a quote is opened here and never closed")
            parts.append(self.text[self.at : end])
            self.line += self.text.count("\n", self.at, end)
            self.at = end + 1
            if self.text[self.at : self.at + 1] != '"':
                break
            parts.append('"')
            self.at += 1
        after = self.text[self.at : self.at + 1]
        if after and after not in (self.delimiter, "\n"):
            self._fault(
                number, f'after the closing quote comes "{after}": double a quote that belongs to the text ("")'
            )
        return "".join(parts)

    def _fault(self, number: int, what: str) -> None:
        named = self.header[number].strip() if number < len(self.header) else ""
        column = f'column "{named}"' if named else f"column {number + 1}"
        raise PrintError(f"{self.name}, line {self.line}, {column}: {what}")
