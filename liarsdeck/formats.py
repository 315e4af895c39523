"""Read TOML, CSV and Excel files from strangers within size limits, and write TOML.

Each error message is a phrase or one sentence, fit to be shown to the user.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, time
from pathlib import Path
from typing import Any, TypeAlias, TypeGuard

from liarsdeck.files import read_text, read_within

Value: TypeAlias = "str | int | float | bool | datetime | date | time | list[Value] | dict[str, Value]"
Table: TypeAlias = dict[str, Value]

LINE_LIMIT = 4_000  # characters
KEY_LIMIT = 16  # dots in a key: tomllib takes quadratic time over a long dotted one
SIZE_LIMIT = 200_000  # lines, and keys and lists in all: tomllib takes seconds over more
_LARGEST = 2**63  # TOML's own bound; Python would read any number, and refuse to write it
_TEXTS = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+"{3,5}'
    r"|'''(?:[^']++|'(?!''))*+'{3,5}"
    r'|"(?:[^"\\\n]++|\\[^\n])*+"'
    r"|'[^'\n]*+'|#[^\n]*+",
    re.DOTALL,
)
"""Strings and comments, whose dots belong to no key. tomllib reads nothing behind an unclosed string."""


def read(path: Path, limit: int) -> tuple[str, Table]:
    """Return the text of a TOML file, and its parsed document as a dict.

    Raises ``OSError`` if the file can't be read. Raises ``ValueError``, whose message is a phrase, if the file is not
    valid TOML or has more than ``limit`` bytes.
    """
    text = read_text(path, limit)
    return text, loads(text)


def loads(text: str) -> Table:
    """Return the document of a TOML text as a dict. Raises ``ValueError`` with the reason as a phrase."""
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LINE_LIMIT:
            raise ValueError(f"line {number} has {len(line)} characters, more than {LINE_LIMIT}")
    _check_keys(text)
    import tomllib  # most commands read no TOML

    try:
        document: Table = tomllib.loads(text)
        _check_numbers(document)
    except tomllib.TOMLDecodeError as error:
        raise ValueError("; ".join(_faults(text, str(error)))) from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except ValueError:
        raise ValueError("it holds a number that is out of reason") from None
    return document


_FAULTS = 5  # of a file that are told
_MEANT = {
    "Expected '=' after a key": "a key and its value have = between them",
    "Illegal character '\\n'": "a quotation mark is missing",
    "Cannot declare": "this heading stands there twice",
    "Cannot overwrite": "this key stands there twice",
    "Unclosed array": "a list that begins before has no ] at its end",
    "Unclosed": "what is opened here is not closed",
    "Expected ']": "a heading ends with ]",
    "Expected newline": "a line holds one key and its value",
    "Invalid initial character": "a line begins with a key or a heading",
    "Invalid statement": "a line begins with a key or a heading",
    "Unescaped '\\'": "a backslash in a text is written twice",
}
"""What begins tomllib's sentences, and what they mean."""


def _faults(text: str, why: str) -> Iterator[str]:
    """Yield up to five phrases, each of which says what is wrong with a TOML text and in which line.

    ``why`` is tomllib's message for the first fault. Each further phrase comes from parsing the text again with the
    faulty lines left out; the generator ends when nothing else is wrong.
    """
    import tomllib

    rows = text.split("\n")
    for _ in range(_FAULTS):
        at = re.search(r" \(at line (\d+), column (\d+)\)$", why)
        if not at:
            yield why.replace(" (at end of document)", " at the end of the file")
            return
        number = int(at[1])
        yield f"line {number}: {_explained(why[: at.start()], rows[number - 1][int(at[2]) - 1 :])}"
        if why.startswith("Unclosed"):
            return
        rows[number - 1] = f"[fault-{number}]" if rows[number - 1].lstrip().startswith("[") else ""
        try:
            tomllib.loads("\n".join(rows))
        except tomllib.TOMLDecodeError as error:
            why = str(error)
        except (RecursionError, ValueError):
            return
        else:
            return


def _explained(why: str, rest: str) -> str:
    """Return what tomllib's message ``why`` means, as a phrase in plain words; ``why`` itself if it is unknown.

    ``rest`` is the faulty line from the place of the fault on; it tells what is wrong with an “Invalid value”.
    """
    if why != "Invalid value":
        return next((meant for begins, meant in _MEANT.items() if why.startswith(begins)), why)
    if rest[:1] in tuple("“”„‘’"):
        return 'a text stands in straight quotes, like "this"'
    word = re.match(r"[^\W\d][\w-]*", rest)
    if not word:
        return "the value is no text in quotes, no number and no list"
    if word[0].lower() in ("true", "false", "yes", "no", "on", "off"):
        return f"write true or false, in small letters, not {word[0]}"
    return f"a text stands in quotes, and {word[0][:40]} has none"


def _check_keys(text: str) -> None:
    """Raise ``ValueError`` if a key has too many dots, or if the text has too many lines, keys or lists.

    A key may stand in a line, in a header or in an inline table. ``KEY_LIMIT`` is the most dots in a key, and
    ``SIZE_LIMIT`` the most lines, and the most keys and lists in all.
    """
    bare = _TEXTS.sub(lambda string: "\n" * string[0].count("\n"), text)  # line breaks stay: lines are counted
    if max(bare.count("\n"), bare.count("=") + bare.count("[")) > SIZE_LIMIT:
        raise ValueError(f"it has more than {SIZE_LIMIT} lines, keys or lists")
    if bare.count(".") <= KEY_LIMIT:
        return
    at = 0
    for part in re.split(r"[=,\[\]{}\n]", bare):
        if part.count(".") > KEY_LIMIT:
            line = bare.count("\n", 0, at) + 1
            raise ValueError(f"line {line} has a key of more than {KEY_LIMIT} parts")
        at += len(part) + 1


def _check_numbers(value: Value) -> None:
    """Raise ``ValueError`` if a value is or contains a whole number that does not fit into 64 bits with sign.

    Python reads such a number, but TOML does not have it.
    """
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            _check_numbers(part)
    elif isinstance(value, int) and not -_LARGEST <= value < _LARGEST:
        raise ValueError


def is_texts(value: object) -> TypeGuard[list[str]]:
    """Return whether a value is a list of strings."""
    return isinstance(value, list) and all(isinstance(entry, str) for entry in value)


def is_tables(value: object) -> TypeGuard[list[Table]]:
    """Return whether a value is a list of TOML tables (dicts)."""
    return isinstance(value, list) and all(isinstance(entry, dict) for entry in value)


def line(key: str, value: object) -> str:
    """Return TOML for ``key = value`` on one line; unprintable characters are escaped."""
    import tomli_w

    # Inside two lists the library keeps a table inline; a line break in what it writes is never part of a string.
    written = tomli_w.dumps({key: [[value]]})
    flat = re.sub(r"\n *", "", re.sub(r",\n *(?!\])", ", ", re.sub(r",\n *(?=\])", "", written)))
    name = tomli_w.dumps({key: 0}).removesuffix(" = 0\n")
    shown = f"{name} = {flat.removeprefix(f'{name} = [[').removesuffix(']]')}"
    return "".join(sign if sign.isprintable() else f"\\U{ord(sign):08X}" for sign in shown)


def entry(key: str, value: object) -> list[str]:
    """Return the TOML lines of ``key = value``.

    The result is a single line, except for a list of tables or a list that is too long for one line. Such a list has
    one line for each item, between a line with “[” and a line with “]”.
    """
    whole = line(key, value)
    if not isinstance(value, list) or not (len(whole) > LINE_LIMIT or (value and is_tables(value))):
        return [whole]
    name = line(key, 0).removesuffix("0")
    return [f"{name}[", *(f"  {line(key, one).removeprefix(name)}," for one in value), "]"]


def dumps(document: Mapping[str, object]) -> str:
    """Return a document as TOML, with its keys in their own order."""
    import tomli_w

    return tomli_w.dumps(document)


DELIMITERS = "\t;,"
_WIDEST = 20_000  # cells in a row, and empty rows in quotes; the widest spreadsheets have 16,384 columns


class CsvError(ValueError):
    """A fault of a CSV or Excel table. ``line`` and ``column`` count from 1; 0 means that the fault has none."""

    def __init__(self, what: str, line: int = 0, column: int = 0) -> None:
        super().__init__(what)
        self.line = line
        self.column = column


def read_rows(
    path: Path, *, most_bytes: int, most_rows: int, most_columns: int, old: Callable[[str], object]
) -> Iterator[tuple[int, list[str]]]:
    """Yield (line number from 1, cells) for each row of a CSV file that is not empty.

    The first line may name the delimiter ("sep=;", as Excel writes it); else the delimiter is whichever of tab,
    semicolon and comma the first line has most often. The encoding is UTF-8 or UTF-16. Any other file is read as
    Windows-1252, and ``old`` is then called with a sentence that tells the user so. ``most_bytes`` limits the size of
    the file, ``most_rows`` its rows that are not empty, and ``most_columns`` the cells of a row. Raises ``OSError`` if
    the file can't be read, and ``CsvError`` at a limit, at a quote that is not closed, or if the file is no text; the
    rows before a fault have been yielded by then.
    """
    data = read_within(path, most_bytes)
    if len(data) > most_bytes:
        raise CsvError(f"it is larger than {most_bytes // 1_000_000} MB")
    utf16 = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    if b"\0" in data and not utf16:
        raise CsvError("it is no text: save the sheet as CSV")
    try:
        text = data.decode("utf-16" if utf16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        text = data.decode("cp1252", "replace")
        line = data.count(b"\n", 0, error.start) + 1
        old(f"{path.name}, line {line}: read as Windows-1252; if a letter is wrong, save it as “CSV UTF-8”")
    for count, row in enumerate(_rows(text.replace("\r\n", "\n").replace("\r", "\n"), most_columns), 1):
        if count > most_rows:
            raise CsvError(f"it has more than {most_rows} rows", row[0])
        yield row


def _rows(text: str, most_columns: int) -> Iterator[tuple[int, list[str]]]:
    head = text.lstrip("\n").partition("\n")[0]
    named = re.fullmatch(rf"sep=([{DELIMITERS}])", head)
    delimiter = named[1] if named else max(DELIMITERS, key=re.sub('"[^"]*+"', "", head).count)
    cell_form = re.compile(rf' *+"((?:[^"]++|"")*+)"|[^{delimiter}\n]*+')
    empty_cells = re.compile(rf"(?:{delimiter} *+(?=[{delimiter}\n]|\Z))*+")
    blank_lines = re.compile(rf"(?:[{delimiter} ]*+\n)++")
    at, line, empty_rows = 0, 1, 0
    if named:
        at, line = text.index(head) + len(head), text.index(head) + 1
    while at < len(text):
        if blank := blank_lines.match(text, at):
            line += blank[0].count("\n")
            at = blank.end()
            continue
        first_line, cells, end = line, list[str](), delimiter
        while end == delimiter:
            cell_line, cell = line, cell_form.match(text, at)
            assert cell
            quoted = cell[1] is not None
            if not quoted and cell[0].lstrip(" ").startswith('"'):
                raise CsvError("a quote is opened here and never closed", line, len(cells) + 1)
            line += cell[0].count("\n")
            at = cell.end()
            after = text[at : at + 1]
            if quoted and after and after not in (delimiter, "\n"):
                what = f'after the closing quote comes "{after}": double a quote that belongs to the text ("")'
                raise CsvError(what, line, len(cells) + 1)
            value = cell[1].replace('""', '"') if quoted else cell[0]
            # A spreadsheet may save hundreds of empty cells behind its last column; a word there is too much.
            if len(cells) >= most_columns and (value.strip() or len(cells) > _WIDEST):
                raise CsvError(f"there are more than {most_columns} columns", cell_line)
            cells.append(value)
            if len(cells) > most_columns and (skipped := empty_cells.match(text, at)):
                at = skipped.end()
            end = text[at : at + 1]
            at += 1
        line += end == "\n"
        if any(cell.strip() for cell in cells):
            yield first_line, cells
        elif (empty_rows := empty_rows + 1) > _WIDEST:
            raise CsvError(f"it has more than {_WIDEST} empty rows", first_line)


_MOST_UNPACKED = 200_000_000
"""Bytes that a spreadsheet may hold unpacked."""
_MOST_TEXTS, _TEXTS_BYTES = 200_000, 30_000_000
"""Texts that a spreadsheet may have, and the bytes of the part that holds them: openpyxl reads all of them, twice."""


def read_sheet(path: Path, *, most_bytes: int, most_rows: int, most_columns: int) -> Iterator[tuple[int, list[str]]]:
    """Yield (row number from 1, cells as text) for each row that is not empty in an Excel file.

    ``path`` is an .xlsx file; the rows are those of its first sheet that has any. All rows get the same number of
    cells. A formula has the value that was saved with it. ``most_bytes`` limits the size of the file, ``most_rows`` its
    rows that are not empty, and ``most_columns`` the cells of a row. Raises ``OSError`` if the file can't be read.
    Raises ``CsvError``, before any row, at a limit, at a formula that was saved without a value, if the file is broken,
    or if openpyxl is not installed.
    """
    try:
        from openpyxl import load_workbook
    except ImportError:
        from liarsdeck.installed import remedy

        raise CsvError(f"save it as CSV, or read it with openpyxl; {remedy('sheets')}") from None
    from zipfile import ZipFile

    if path.stat().st_size > most_bytes:
        raise CsvError(f"it is larger than {most_bytes // 1_000_000} MB")
    rows: list[tuple[int, list[str]]] = []
    try:
        with ZipFile(path) as packed:
            if sum(part.file_size for part in packed.infolist()) > _MOST_UNPACKED:
                raise CsvError(f"it holds more than {_MOST_UNPACKED // 1_000_000} MB")
            for part in packed.infolist():
                if part.filename.endswith("sharedStrings.xml") and (
                    part.file_size > _TEXTS_BYTES
                    or len(re.findall(rb"<(?:\w+:)?si\b", packed.read(part))) > _MOST_TEXTS
                ):
                    raise CsvError(f"it holds more than {_MOST_TEXTS} texts")
        books = [load_workbook(path, read_only=True, data_only=values) for values in (True, False)]
        for values, formulas in zip(*(book.worksheets for book in books), strict=True):
            if rows := _sheet_rows(values, formulas, most_rows, most_columns):
                break
    except (OSError, MemoryError, CsvError):
        raise
    except Exception:  # a broken file can make the library raise anything
        raise CsvError("it cannot be read: save it once more, or as CSV") from None
    widest = max((len(cells) for _, cells in rows), default=0)
    yield from ((number, cells + [""] * (widest - len(cells))) for number, cells in rows)


def _sheet_rows(values: Any, formulas: Any, most_rows: int, most_columns: int) -> list[tuple[int, list[str]]]:
    """Return (row number from 1, cells as text) for each row of a sheet that is not empty.

    ``values`` and ``formulas`` are the same openpyxl sheet, loaded with the saved values and with the formulas. Raises
    ``CsvError`` for a formula without a saved value, for more than ``most_rows`` rows, and for a row of more than
    ``most_columns`` cells.
    """
    rows: list[tuple[int, list[str]]] = []
    for sheet in (values, formulas):
        sheet.reset_dimensions()  # some programs write wrong ones
    # The library fills gaps between row numbers with empty rows: not beyond what is refused below.
    last, empty_rows = most_rows + _WIDEST + 1, 0
    both = (sheet.iter_rows(max_row=last, max_col=most_columns + 1) for sheet in (values, formulas))
    for number, pairs in enumerate(map(zip, *both), 1):
        cells = []
        for value, formula in pairs:
            # A formula that gives no text is saved as an empty one, of the kind "str".
            if formula.data_type == "f" and value.value is None and value.data_type != "str":
                what = f"the formula in {formula.coordinate} was saved without a value"
                raise CsvError(f"{what}: open the file in a spreadsheet, and save it once more", number)
            cells.append(_cell(value.value))
        if any(cells[most_columns:]):
            raise CsvError(f"there are more than {most_columns} columns", number)
        if any(cells):
            rows.append((number, cells))
        elif (empty_rows := empty_rows + 1) > _WIDEST:
            raise CsvError(f"it has more than {_WIDEST} empty rows", number)
        if len(rows) > most_rows:
            raise CsvError(f"it has more than {most_rows} rows", number)
    return rows


def _cell(value: object) -> str:
    """Return the value of an Excel cell as the text that a CSV file would have for it; "" for ``None``.

    A whole number has no decimal point. A date whose time is midnight has no time.
    """
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    if isinstance(value, float):
        value = f"{value:.15g}"  # as a spreadsheet shows it
    return "" if value is None else str(value).strip()
