"""TOML from strangers: read at once or refused in words, whatever a file holds."""

import re
import tomllib
from typing import Any

LINE_LIMIT = 4_000  # characters
DOTS = 60  # outside of quotes in a line: tomllib takes quadratic time over a long dotted key
_QUOTED = re.compile(r'"(?:\\.|[^"\\])*"|' + r"'[^']*'")
_LARGEST = 2**63  # TOML's own bound; Python would read any number, and refuse to write it


def loads(text: str) -> dict[str, Any]:
    """Return what a TOML text says. Raises ``ValueError`` with the reason in words, for whatever it can't be read."""
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LINE_LIMIT:
            raise ValueError(f"line {number} has {len(line)} characters, more than {LINE_LIMIT}")
        if line.count(".") > DOTS and _QUOTED.sub("", line).count(".") > DOTS:
            raise ValueError(f"line {number} is full of dots")
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(str(error)) from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except ValueError:
        raise ValueError("it holds a number that is out of reason") from None
    _check_numbers(document)
    return document


def _check_numbers(document: dict[str, Any]) -> None:
    waiting: list[Any] = [document]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, int) and not -_LARGEST <= value < _LARGEST:
            raise ValueError("it holds a number that is out of reason")
