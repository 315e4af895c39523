"""TOML from strangers: read at once or refused in words, whatever a file holds; and written."""

import re
import tomllib
from collections.abc import Mapping
from datetime import date, datetime, time
from pathlib import Path
from typing import TypeAlias, TypeGuard

from liarsdeck.files import read_text

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
