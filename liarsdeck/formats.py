"""File formats: TOML and CSV from strangers, read at once or refused in one sentence; versions of our own formats."""

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time
from pathlib import Path
from typing import TypeAlias, TypeGuard

from liarsdeck.files import read_text, read_within

KEY = "format"


def check_format(document: Mapping[str, object], newest: int, what: str) -> int:
    """Return the format of a document, 1 where its key ``format`` is missing; ``what`` is how to call it: "this pack".

    Raises ``ValueError``, in a sentence, for a format above ``newest`` and for what is none.
    """
    version = document.get(KEY, 1)
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise ValueError(f"{KEY} is the number of {what}’s format, such as {newest}, not {str(version)[:40]}")
    if version > newest:
        raise ValueError(f"{what} is of format {version}; this liarsdeck reads up to {newest}: install a newer one")
    return version


Value: TypeAlias = "str | int | float | bool | datetime | date | time | list[Value] | dict[str, Value]"
Table: TypeAlias = dict[str, Value]

LINE_LIMIT = 4_000  # characters
KEY_LIMIT = 16  # dots in a key: tomllib takes quadratic time over a long dotted one
_LARGEST = 2**63  # TOML's own bound; Python would read any number, and refuse to write it
_TEXTS = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+"{3,5}'
    r"|'''(?:[^']++|'(?!''))*+'{3,5}"
    r'|"(?:[^"\\\n]++|\\[^\n])*+"'
    r"|'[^'\n]*+'|#[^\n]*+",
    re.DOTALL,
)
"""Strings and comments, whose dots are no key's. What stands behind a string that never ends is never read."""
_PARTS = re.compile(r"[=,\[\]{}\n]")


def read(path: Path, limit: int) -> tuple[str, Table]:
    """Return a file's text and what it says. Raises ``OSError``, and ``ValueError`` with the reason in words.

    ``limit`` is in bytes; a larger file is not read.
    """
    text = read_text(path, limit)
    return text, loads(text)


def loads(text: str) -> Table:
    """Return what a TOML text says. Raises ``ValueError`` with the reason in words, for whatever it can't be read."""
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LINE_LIMIT:
            raise ValueError(f"line {number} has {len(line)} characters, more than {LINE_LIMIT}")
    _check_keys(text)
    import tomllib  # most commands read no TOML

    try:
        document: Table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(str(error)) from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except ValueError:
        raise ValueError("it holds a number that is out of reason") from None
    _check_numbers(document)
    return document


def _check_keys(text: str) -> None:
    """Refuse a key of too many parts, wherever it stands: in a line, a header, an inline table."""
    # A string keeps its line breaks, so that lines can be counted.
    bare = _TEXTS.sub(lambda found: "\n" * found[0].count("\n"), text)
    if bare.count(".") <= KEY_LIMIT:
        return
    at = 0
    for part in _PARTS.split(bare):
        if part.count(".") > KEY_LIMIT:
            line = bare.count("\n", 0, at) + 1
            raise ValueError(f"line {line} has a key of more than {KEY_LIMIT} parts")
        at += len(part) + 1


def _check_numbers(document: Table) -> None:
    waiting: list[Value] = [document]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, int) and not -_LARGEST <= value < _LARGEST:
            raise ValueError("it holds a number that is out of reason")


def is_texts(value: object) -> TypeGuard[list[str]]:
    """Tell whether a value is a list of texts alone."""
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def is_tables(value: object) -> TypeGuard[list[Table]]:
    """Tell whether a value is a list of tables alone."""
    return isinstance(value, list) and all(isinstance(one, dict) for one in value)


def line(key: str, value: object) -> str:
    """Return ``key = value`` on one line, lists and tables too."""
    import tomli_w

    # Inside two lists the library keeps a table inline; a line break in what it writes is never part of a string.
    written = tomli_w.dumps({key: [[value]]})
    flat = re.sub(r"\n *", "", re.sub(r",\n *(?!\])", ", ", re.sub(r",\n *(?=\])", "", written)))
    name = tomli_w.dumps({key: 0}).removesuffix(" = 0\n")
    return f"{name} = {flat.removeprefix(f'{name} = [[').removesuffix(']]')}"


def entry(key: str, value: object) -> list[str]:
    """Return ``key = value`` as lines: one, but a list of tables, or that no line can hold, has a line for each."""
    whole = line(key, value)
    if not isinstance(value, list) or not (len(whole) > LINE_LIMIT or (value and is_tables(value))):
        return [whole]
    name = line(key, 0).removesuffix("0")
    return [f"{name}[", *(f"  {line(key, one).removeprefix(name)}," for one in value), "]"]


def dumps(document: Mapping[str, object]) -> str:
    """Return a document as TOML, in the order of its keys."""
    import tomli_w

    return tomli_w.dumps(document)


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
