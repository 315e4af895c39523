"""Facts out of a table's own jokes: a CSV file with two sentences a row, and a title if somebody thought of one."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from factbank import facts as factfile
from factbank.check.text import sentence_faults
from factbank.english.spelling import STOP, WORD_IN, headline, stem
from factbank.errors import FactError
from factbank.facts import Card, Facts, Pair
from factbank.fill.fill import BALANCE, LENGTHS, TITLE_LIMIT
from liarsdeck.csv import CsvError, read_rows

COLUMNS = ("first", "second", "title")
_HEADS = {
    "first": "first", "a": "first", "one": "first", "claim 1": "first", "sentence 1": "first", "true": "first",
    "second": "second", "b": "second", "two": "second", "claim 2": "second", "sentence 2": "second", "false": "second",
    "title": "title", "name": "title",
}  # fmt: skip
ROWS_LIMIT = 500
LABEL_WORDS = 3
COLUMNS_LIMIT = 20
FILE_LIMIT = 1_000_000


class CsvRow(NamedTuple):
    """One row, and the line it begins on."""

    line: int
    first: str
    second: str
    title: str


class Imported(NamedTuple):
    """The facts, and remarks about rows that are fine to play with but could be better."""

    facts: Facts
    remarks: tuple[str, ...]


def read(path: Path, seed: int) -> Imported:
    """Read a CSV file as facts, with card numbers shuffled by the seed.

    Raises ``FactError`` that names every fault with its line and column.
    """
    rows = _rows(path)
    faults: list[str] = []
    remarks: list[str] = []
    titles: dict[str, int] = {}
    texts: dict[str, int] = {}
    named: list[CsvRow] = []
    for row in rows:
        title = row.title or title_for(row.first, row.second)
        if not row.title:
            base, number = title, 2
            while title.casefold() in titles:
                title, number = f"{base[: TITLE_LIMIT - 3]} {number}", number + 1
        named.append(row._replace(title=title))
        for column, what in _faults(named[-1], titles, texts):
            faults.append(f"{path.name}:{row.line}: column “{column}”: {what}")
        remarks += [f"{path.name}:{row.line}: column “{column}”: {what}" for column, what in _remarks(row)]
    if faults:
        raise FactError("; ".join(faults[:20]) + (f"; and {len(faults) - 20} more" if len(faults) > 20 else ""))
    numbers = list(range(1, 2 * len(named) + 1))
    rng = Random(f"liarsdeck {seed}")
    rng.shuffle(numbers)
    pairs = []
    for index, row in enumerate(named):
        halves = [row.first, row.second]
        rng.shuffle(halves)  # whoever wrote them put the funnier one first
        cards = (Card(numbers[2 * index], halves[0]), Card(numbers[2 * index + 1], halves[1]))
        pairs.append(Pair(row.title, cards, f"hand-made/{path.stem}/{index + 1}"))
    return Imported(factfile.make(pairs, seed), tuple(remarks))


def title_for(first: str, second: str) -> str:
    """Return a title made of what both sentences speak of: "Goats & Prunes"."""
    shared = {stem(word) for word in WORD_IN.findall(second)}
    said = [
        word
        for word in WORD_IN.findall(first)
        if len(word) > 2 and word.casefold() not in STOP and stem(word) in shared
    ]
    said = list(dict.fromkeys(said)) or [word for word in WORD_IN.findall(first) if len(word) > 3][:1] or ["Pair"]
    title = headline(said[0])
    if len(said) > 1 and len(f"{title} & {said[-1]}") <= TITLE_LIMIT:
        title = headline(f"{said[0]} & {said[-1]}")
    return title[:TITLE_LIMIT].strip()


def _faults(row: CsvRow, titles: dict[str, int], texts: dict[str, int]) -> list[tuple[str, str]]:
    found = []
    most = LENGTHS["any"]
    for column, text in zip(COLUMNS, row[1:], strict=True):
        limit = TITLE_LIMIT if column == "title" else most
        if not text:
            found.append((column, "is empty"))
        elif len(text) > limit:
            found.append((column, f"has {len(text)} characters; {limit} fit on a card"))
        elif not text.isprintable():
            found.append((column, "holds a sign that can't be printed"))
        seen = titles if column == "title" else texts
        if text and text.casefold() in seen:
            found.append((column, f"says the same as line {seen[text.casefold()]}"))
        seen.setdefault(text.casefold(), row.line)
    return found


def _remarks(row: CsvRow) -> list[tuple[str, str]]:
    found = [(column, what) for column in ("first", "second") for what, _ in sentence_faults(getattr(row, column))]
    if abs(len(row.first) - len(row.second)) > BALANCE:
        found.append(("second", f"is over {BALANCE} characters longer or shorter than the first: the length may tell"))
    return found


def _rows(path: Path) -> list[CsvRow]:
    try:
        read = list(
            read_rows(path, most_bytes=FILE_LIMIT, most_rows=ROWS_LIMIT + 1, most_columns=COLUMNS_LIMIT, windows=True)
        )
        records = [(line, [" ".join(cell.split()) for cell in record]) for line, record in read]
        order, head = _order([cells for _, cells in records])
        rows = [_row(order, line, cells) for line, cells in records[head:]]
    except OSError as error:
        raise FactError(f"{path} can't be read: {error.strerror or error}") from None
    except CsvError as error:
        where = f":{error.line}" if error.line else ""
        column = f": column {error.column}" if error.column else ""
        raise FactError(f"{path.name}{where}{column}: {error}") from None
    if not rows:
        raise FactError(f"{path} holds no pairs: write two sentences in a row, and a title if you like")
    if len(rows) > ROWS_LIMIT:
        raise FactError(f"{path.name}: it has more than {ROWS_LIMIT} rows")
    return rows


def _order(rows: Sequence[list[str]]) -> tuple[Sequence[str], int]:
    """Return what each column holds, and how many rows name the columns: none or one.

    A head in words that we know may give any order. One in another language is known by its looks: a few short words
    without a stop, over longer sentences; a third column that is a title by its looks may then stand anywhere.
    """
    if not rows:
        return COLUMNS, 0
    heads = [_HEADS.get(cell.casefold(), "") for cell in rows[0]]
    if {"first", "second"} <= set(heads):
        return heads, 1
    rest = [cells for cells in rows[1:] if len(cells) >= 2]
    if not rest or not all(_is_label(cell) for cell in rows[0]):
        return COLUMNS, 0
    width = max(map(len, rest))
    sentences = [sum(len(row) > place and not _is_label(row[place]) for row in rest) for place in range(width)]
    likely = sorted(range(width), key=lambda place: (-sentences[place], place))[:2]
    if any(2 * sentences[place] <= len(rest) for place in likely):
        return COLUMNS, 0
    others = [place for place in range(width) if place not in likely]
    names = dict(zip([*sorted(likely), *others[:1]], COLUMNS, strict=False))
    return [names.get(place, "") for place in range(width)], 1


def _is_label(cell: str) -> bool:
    """Tell whether a cell looks like a name and not like a sentence."""
    return (
        len(cell) <= TITLE_LIMIT and len(cell.split()) <= LABEL_WORDS and not cell.endswith((".", "!", "?", "…", "。"))
    )


def _row(order: Sequence[str], line: int, cells: list[str]) -> CsvRow:
    if any(cells[len(order) :]):
        what = f"the row has {len(cells)} columns; put a sentence with a comma in quotation marks"
        raise CsvError(what, line, len(order) + 1)
    named = dict(zip(order, cells, strict=False))
    return CsvRow(line, named.get("first", ""), named.get("second", ""), named.get("title", ""))
