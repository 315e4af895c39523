"""The word lists that the programs use, as plain text files beside this module."""

from functools import cache
from pathlib import Path


@cache
def _sections(file: str) -> dict[str, list[str]]:
    sections: dict[str, list[str]] = {}
    current: list[str] = []
    for line in (Path(__file__).parent / file).read_text(encoding="utf-8").splitlines():
        text = line.partition("#")[0].strip()
        if text.startswith("["):
            current = sections.setdefault(text.strip("[]"), [])
        else:
            current += text.split()
    return sections


def ordered(section: str) -> list[str]:
    """Return the words of a list (a section of ``english.txt``) in order. Raises ``KeyError`` for an unknown one."""
    return list(_sections("english.txt")[section])


@cache
def words(section: str) -> frozenset[str]:
    """Return the words of a list (a section of ``english.txt``) as a set. Raises ``KeyError`` for an unknown one."""
    return frozenset(ordered(section))


def pairs(section: str) -> dict[str, str]:
    """Return a list of ``one:other`` as a mapping. Raises ``KeyError`` for an unknown one."""
    return dict(entry.split(":", 1) for entry in ordered(section))


@cache
def opposites(section: str = "opposites") -> dict[str, str]:
    """Return the opposite of each word of a list, in both directions; the first one where there are several."""
    both_ways: dict[str, str] = {}
    for one, other in pairs(section).items():
        both_ways.setdefault(one, other)
        both_ways.setdefault(other, one)
    return both_ways


@cache
def lines(file: str) -> tuple[str, ...]:
    """Return the lines of a file of lists that has one entry a line, without comments."""
    text = (Path(__file__).parent / file).read_text(encoding="utf-8")
    return tuple(line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#"))
