"""The word lists of a pack: entries, rows with several forms, joins of heads and tails, numbers, names from Faker."""

from collections.abc import Mapping
from itertools import product
from math import prod
from typing import NamedTuple

from factbank.errors import FactError
from liarsdeck.toml import Table, Value, is_tables, is_texts

LIST_LIMIT = 5_000
JOIN_LIMIT = 20_000
ENTRY_LIMIT = 120  # characters
NUMBER_LIMIT = 10_000
FORMS_LIMIT = 12
FAKER_KINDS = ("last_name", "first_name", "name", "person", "company", "town")
GUEST_FORMS = ("name", "own", "short", "short_own", "he", "him", "his")
PERSON_FORMS = ("name", "first", "last", "he", "him", "his")


class WordList(NamedTuple):
    """A list that a slot draws from. ``forms`` are the names of a row's columns; None for plain entries.

    ``faker`` names the kind of a list that a locale fills when the deck is made; its ``entries`` are then empty here,
    as they are in a list of ``guest``, which holds whoever sits at the table.
    """

    name: str
    line: int
    entries: tuple[str, ...] | tuple[tuple[str, ...], ...]
    forms: tuple[str, ...] | None = None
    numbers: bool = False
    faker: str | None = None
    guest: bool = False


def read(name: str, value: Value, line: int) -> WordList:
    """Read one word list as TOML gives it. Raises ``FactError`` with what is wrong."""
    if isinstance(value, list):
        return _listed(name, value, line)
    if not isinstance(value, Mapping):
        raise FactError("should be a list of words, or a table with join, numbers, faker or guest")
    if set(value) == {"join"}:
        return WordList(name, line, _joined(value["join"]))
    if set(value) == {"numbers"}:
        return WordList(name, line, _numbers(value["numbers"]), numbers=True)
    if set(value) == {"guest"}:
        if value["guest"] is not True:
            raise FactError("should say guest = true")
        return WordList(name, line, (), GUEST_FORMS, guest=True)
    if set(value) == {"faker"}:
        kind = value["faker"]
        if not isinstance(kind, str) or kind not in FAKER_KINDS:
            raise FactError(f"asks Faker for “{str(kind)[:40]}”; there are {', '.join(FAKER_KINDS)}")
        return WordList(name, line, (), PERSON_FORMS if kind == "person" else None, faker=kind)
    raise FactError(
        "should hold one of join = [[…], […]], numbers = [low, high], faker = “…” or guest = true, and nothing else"
    )


def _listed(name: str, value: list[Value], line: int) -> WordList:
    if not value:
        raise FactError("is empty")
    if len(value) > LIST_LIMIT:
        raise FactError(f"has {len(value)} entries, more than {LIST_LIMIT}")
    if is_texts(value):
        for entry in value:
            _fitting(entry)
        return WordList(name, line, tuple(value))
    if not is_tables(value):
        raise FactError("mixes entries of several kinds; all should be words, or all rows")
    forms = tuple(value[0])
    if not forms or len(forms) > FORMS_LIMIT:
        raise FactError(f"has rows with {len(forms)} forms; there may be 1 to {FORMS_LIMIT}")
    rows = []
    for number, row in enumerate(value, 1):
        if set(row) != set(forms):
            odd = ", ".join(sorted(set(row) ^ set(forms)))
            raise FactError(f"has rows of several kinds: row {number} and row 1 differ in {odd[:80]}")
        rows.append(tuple(_form(row, form, number) for form in forms))
    return WordList(name, line, tuple(rows), forms)


def _form(row: Table, form: str, number: int) -> str:
    entry = row[form]
    if not isinstance(entry, str):
        raise FactError(f"has a row (number {number}) whose “{form[:40]}” is not text")
    _fitting(entry)
    return entry


def _fitting(entry: str) -> None:
    if not entry:
        raise FactError("has an empty entry")
    if len(entry) > ENTRY_LIMIT:
        raise FactError(f"has an entry of {len(entry)} characters (“{entry[:20]}…”); {ENTRY_LIMIT} is the most")
    if not entry.isprintable():
        raise FactError(f"has an entry with a sign that can't be printed: {entry[:40]!r}")


def _joined(value: Value) -> tuple[str, ...]:
    parts = [part for part in value if isinstance(part, list) and part] if isinstance(value, list) else []
    if not isinstance(value, list) or len(parts) < len(value) or not 2 <= len(parts) <= 4:
        raise FactError("join should be two to four lists, such as [[“Quill”, “Pepper”], [“bury”, “wick”]]")
    if prod(map(len, parts)) > JOIN_LIMIT:
        raise FactError(f"join makes more than {JOIN_LIMIT} entries")
    if not all(map(is_texts, parts)):
        raise FactError("join holds something that is not text")
    heads = [[str(entry) for entry in part] for part in parts]
    for part in heads:
        for entry in part:
            if len(entry) > ENTRY_LIMIT:
                raise FactError(f"join holds an entry of {len(entry)} characters; {ENTRY_LIMIT} is the most")
    entries = tuple(map("".join, product(*heads)))
    for entry in entries:
        _fitting(entry)
    return entries


def _numbers(value: Value) -> tuple[str, ...]:
    held = value if isinstance(value, list) else []
    numbers = [number for number in held if isinstance(number, int) and not isinstance(number, bool)]
    if not len(numbers) == len(held) == 2:
        raise FactError("numbers should be [lowest, highest], two whole numbers")
    low, high = numbers
    if not 0 <= low < high <= NUMBER_LIMIT:
        raise FactError(f"numbers should run upwards within 0 and {NUMBER_LIMIT}, not from {low} to {high}")
    return tuple(str(number) for number in range(low, high + 1))


def apart(one: int, other: int) -> bool:
    """Tell whether two numbers exclude each other plainly: 3 apart, and 40 % of the larger."""
    low, high = sorted((one, other))
    return high - low >= 3 and 5 * (high - low) >= 2 * high
