"""The table of a deck file: rows of cards from a CSV or .xlsx file, or from the deck file itself."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from cardgen.custom.draw import Report, Source
from cardgen.decks import OTHER_SHEETS, TABLES
from cardgen.errors import PrintError
from liarsdeck import formats
from liarsdeck.english import counted
from liarsdeck.files import named_file
from liarsdeck.formats import CsvError, read_rows, read_sheet

MOST_ROWS = 10_000
MOST_BYTES = 20_000_000
MOST_CELL = 4000
MOST_NAME, MOST_COLUMNS = 60, 100
COPIES = ("copies", "number of copies", "qty", "quantity", "count")
"""Names of a column that says how often a row is printed; an earlier name goes before a later one."""
COUNT = re.compile(r"([0-9]{1,4})(?:[.,]0+)?")
"""A cell that says how often a card is printed; spreadsheets may write a whole number as 2.0."""
MOST_CARDS = 10_000
_TAKEN = ("not", "self", "true", "false", "none")
"""Words that Jinja2 does not take as the name of a variable."""


class CardRow(NamedTuple):
    """A row of a table: the number of its first line in the file, from 1, and its cells by column."""

    line: int
    cells: dict[str, str]


class CardTable(NamedTuple):
    """A table of cards: the file's name, the names of the columns in order, and the rows."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[CardRow, ...]


def plain(name: str) -> str:
    """Return a column's name in the form in which names are compared: its letters and digits, in lower case.

    Two columns whose names have the same form cannot be told apart.
    """
    bare = unicodedata.normalize("NFKC", name).casefold().replace("_", "")
    return "".join(character for character in bare if f"a{character}".isidentifier())


def read_cards(path: Path, report: Report) -> CardTable:
    """Return the table of cards in the CSV or .xlsx file `path`, whose first line names the columns.

    In an .xlsx file, the first sheet that has rows is read. The delimiter of a CSV file is the comma, semicolon or tab,
    whichever is most frequent in the first line. A row with a missing or surplus cell is skipped, and `report` gets a
    sentence about it. Raises PrintError, with line and column if they are known, for other faults such as a wrong
    quote, and OSError if the file cannot be read.
    """
    kind = path.suffix.lower()
    if kind in OTHER_SHEETS:
        raise PrintError(f"{path.name} cannot be read: save its sheet as CSV, or as .xlsx")
    columns: tuple[str, ...] = ()
    rows: list[CardRow] = []
    limits = {"most_bytes": MOST_BYTES, "most_rows": MOST_ROWS + 1, "most_columns": MOST_COLUMNS}

    @contextmanager
    def located() -> Iterator[None]:
        """In this context, raise a CsvError as a PrintError that names the file, line and column."""
        try:
            yield
        except CsvError as error:
            where = f", line {error.line}" if error.line else ""
            if error.column:
                named = columns[error.column - 1 : error.column]
                where += f', column "{named[0]}"' if named else f", column {error.column}"
            raise PrintError(f"{path.name}{where}: {error}") from None

    with located():
        for line, cells in (
            read_sheet(path, **limits) if kind == ".xlsx" else read_rows(path, **limits, old=report.remark)
        ):
            if columns:
                with report.gathered(), located():
                    rows.append(_row(columns, line, cells))
            else:
                columns = _columns(line, cells)
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
    if same := _same(columns):
        raise CsvError(same, line)
    return tuple(columns)


def _same(columns: Sequence[str]) -> str:
    """Return a sentence that names two columns whose names cannot be told apart, or "" if there are none."""
    first: dict[str, str] = {}
    for name in columns:
        other = first.setdefault(plain(variable(name)), name)
        if other == name and columns.count(name) > 1:
            return f'there are two columns "{name}"'
        if other != name:
            return (
                f'the columns "{other}" and "{name}" have the same name, since capitals, spaces and signs do not '
                "count: rename one"
            )
    return ""


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


def card_table(source: Source, document: formats.Table, path: Path, report: Report) -> CardTable:
    """Return the cards of the deck file `path` as a table.

    `source` is the text of the deck file, for line numbers in errors, and `document` the same text parsed. The cards
    are either in the deck file itself, or in a CSV or .xlsx file that its entry `cards` names. Without that entry, the
    file beside the deck file with the same name is read, such as `goats.csv` for `goats.toml`. A row with a fault is
    skipped, and `report` gets a sentence about it. Raises PrintError if there is no table or `read_cards` finds a fault
    in it, and OSError if a file cannot be read.
    """
    beside = [f"{path.stem}{kind}" for kind in TABLES if path.with_suffix(kind).is_file()]
    cards = document.get("cards", (beside or [f"{path.stem}.csv"])[0])
    if "cards" not in document and beside[1:]:
        report.remark(f'{path.name}: {cards} is read and not {beside[1]}; to choose, write cards = "{beside[1]}" in it')
    if isinstance(cards, str):
        try:
            file = named_file(path.parent, cards)
        except ValueError as error:
            source.fault(f"its cards are in {cards}: {error}", key="cards")
        if not file.is_file():
            source.fault(f"its cards are in {cards}, and there is no such file beside it", key="cards")
        return read_cards(file, report)
    tables = [card for card in cards if isinstance(card, dict)] if isinstance(cards, list) else []
    if not isinstance(cards, list) or len(tables) < len(cards):
        source.fault("cards is the name of a table (a CSV or .xlsx file), or a list of tables [[cards]]", key="cards")
    if not cards:
        source.fault("it has no cards", key="cards")
    columns = list(dict.fromkeys(key for card in tables for key in card))
    if not columns:
        source.fault('its cards say nothing: write what is on them, like name = "Goat"', key="cards")
    if wrong := next((key for key in columns if len(key) > MOST_NAME), ""):
        source.fault(f'the name of column "{wrong[:MOST_NAME]}…" is too long', "cards", wrong)
    if same := _same(columns):
        source.fault(same, "cards")
    starts = [n for n, line in enumerate(source.text.splitlines(), 1) if line.replace(" ", "").startswith("[[cards]]")]
    lines = starts if len(starts) == len(tables) else [source.line("", "cards")] * len(tables)
    rows = []
    for number, (line, card) in enumerate(zip(lines, tables, strict=True), 1):
        where = f"{source.name}, line {line}"
        lacking = [
            *(f'"{key}" of card {number} is a text or a number' for key in card if isinstance(card[key], dict | list)),
            *(
                f'column "{key}" is missing in card {number}'
                for key in columns
                if key not in card and plain(key) not in map(plain, COPIES)
            ),
        ]
        report.faults |= dict.fromkeys(f"{where}: {what}" for what in lacking)
        if not lacking:
            rows.append(CardRow(line, {key: str(card.get(key, "")) for key in columns}))
    return CardTable(source.name, tuple(columns), tuple(rows))


def variable(column: str) -> str:
    """Return the name of a column in templates: `card_name` for `Card Name`, `column_2nd` for `2nd`."""
    spelt = column if column.isidentifier() else re.sub(r"\W+", "_", column.strip().lower()).strip("_")
    return spelt if spelt.isidentifier() and spelt.casefold() not in _TAKEN else f"column_{spelt}"


def copies_column(table: CardTable, asked: Mapping[str, str]) -> str:
    """Return the name of the column that says how often each row is printed, or "" if there is none.

    The names that such a column may have are in `COPIES`; if the table has several, the one whose name comes first
    there is returned. The keys of `asked` are the variables that the templates use. A column whose variable is among
    them is printed on the cards and therefore skipped, unless its name is `copies`.
    """
    named = [column for name in COPIES for column in table.columns if plain(column) == plain(name)]
    return next((one for one in named if plain(one) == COPIES[0] or variable(one) not in asked), "")


def others_of(table: CardTable) -> list[str]:
    """Return the names of the columns except the one that counts copies; if that is the only one, it is returned."""
    copies = copies_column(table, {})
    return [column for column in table.columns if column != copies] or list(table.columns)


def counts(table: CardTable, column: str, report: Report) -> list[int]:
    """Return for each row how often it is printed, as the cell in the column named `column` says.

    An empty or missing cell means once. A cell that is no whole number from 0 to 1000 is a fault, about which `report`
    gets a sentence. Raises PrintError if there are more than `MOST_CARDS` cards in all.
    """
    copies: list[int] = []
    for row in table.rows:
        text = row.cells.get(column, "") or "1"
        count = COUNT.fullmatch(text)
        if not count or int(count[1]) > 1000:
            where = f'{table.name}, line {row.line}, column "{column}"'
            report.faults[f'{where}: "{text[:40]}" is no number from 0 to 1000'] = None
        copies.append(int(count[1]) if count else 1)
    if sum(copies) > MOST_CARDS:
        raise PrintError(f"{table.name} makes {sum(copies)} cards; the most is {MOST_CARDS}")
    return copies
