"""CSV as any spreadsheet saves it, read row by row; every fault is named with its line and its column."""

import re
from collections.abc import Iterator
from pathlib import Path

from liarsdeck.files import read_within

DELIMITERS = ",;\t"
_WIDEST = 20_000  # cells in a row, and empty rows in quotes; the widest spreadsheets have 16,384 columns


class CsvError(ValueError):
    """What is wrong with a table; ``line`` and ``column`` count from 1, and are 0 where it stands in none."""

    def __init__(self, what: str, line: int = 0, column: int = 0) -> None:
        super().__init__(what)
        self.line = line
        self.column = column


def read_rows(
    path: Path, *, most_bytes: int, most_rows: int, most_columns: int, windows: bool = False
) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that hold anything: the line that each begins on, and its cells as they are written.

    Comma, semicolon or tab parts the cells, whichever the first line has most of. Text is UTF-8 or UTF-16; with
    ``windows`` also what an old spreadsheet saves. Raises ``OSError``, and ``CsvError`` when a fault is met.
    """
    data = read_within(path, most_bytes)
    if len(data) > most_bytes:
        raise CsvError(f"it is larger than {most_bytes // 1_000_000} MB")
    reader = _Reader(_decoded(data, windows=windows), most_columns)
    for count, row in enumerate(reader.rows(), 1):
        if count > most_rows:
            raise CsvError(f"it has more than {most_rows} rows", row[0])
        yield row


def _decoded(data: bytes, *, windows: bool) -> str:
    if b"\0" in data and data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        raise CsvError("it is no text: save the sheet as CSV")
    try:
        return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError as error:
        if windows:
            return data.decode("cp1252", "replace")
        line = data.count(b"\n", 0, error.start) + 1
        raise CsvError("this is not UTF-8; save it as “CSV UTF-8”", line) from None


class _Reader:
    """Takes a text apart, cell by cell."""

    def __init__(self, text: str, most_columns: int) -> None:
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        head = self.text.lstrip("\n").partition("\n")[0]
        self.delimiter = max(DELIMITERS, key=head.count)
        self.most_columns = most_columns
        self.plain = re.compile(rf"[^{self.delimiter}\n]*+")
        self.opening = re.compile(r' *+"')
        self.closing = re.compile(r'(?:[^"]++|"")*+"')
        self.empty = re.compile(rf"(?:{self.delimiter} *+(?=[{self.delimiter}\n]|\Z))*+")
        self.blank = re.compile(rf"(?:[{self.delimiter} ]*+\n)++")
        self.at = 0
        self.line = 1

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the rows that hold anything, with the lines that they begin on."""
        empty = 0
        while self.at < len(self.text):
            if blank := self.blank.match(self.text, self.at):
                self.line += blank[0].count("\n")
                self.at = blank.end()
                continue
            line, cells = self.line, self._row()
            if any(cell.strip() for cell in cells):
                yield line, cells
            elif (empty := empty + 1) > _WIDEST:
                raise CsvError(f"it has more than {_WIDEST} empty rows", line)

    def _row(self) -> list[str]:
        cells: list[str] = []
        while True:
            line, cell = self.line, self._cell(len(cells) + 1)
            # A spreadsheet may save hundreds of empty cells behind its last column; a word there is too much.
            if len(cells) >= self.most_columns and (cell.strip() or len(cells) > _WIDEST):
                raise CsvError(f"there are more than {self.most_columns} columns", line)
            cells.append(cell)
            if len(cells) > self.most_columns and (empty := self.empty.match(self.text, self.at)):
                self.at = empty.end()
            end = self.text[self.at : self.at + 1]
            self.at += 1
            if end != self.delimiter:
                self.line += end == "\n"
                return cells

    def _cell(self, column: int) -> str:
        if found := self.opening.match(self.text, self.at):
            self.at = found.end()
            return self._quoted(column)
        found = self.plain.match(self.text, self.at)
        assert found
        self.at = found.end()
        return found[0]

    def _quoted(self, column: int) -> str:
        line, found = self.line, self.closing.match(self.text, self.at)
        if not found:
            raise CsvError("a quote is opened here and never closed", line, column)
        self.line += found[0].count("\n")
        self.at = found.end()
        after = self.text[self.at : self.at + 1]
        if after and after not in (self.delimiter, "\n"):
            what = f'after the closing quote comes "{after}": double a quote that belongs to the text ("")'
            raise CsvError(what, self.line, column)
        return found[0][:-1].replace('""', '"')
