"""Word lists that the programs themselves go by, kept as plain text beside this module."""

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
    """Return the words of a list in their order. ``KeyError`` when there is no such list."""
    return list(_sections("english.txt")[section])


@cache
def words(section: str) -> frozenset[str]:
    """Return the words of a list as a set."""
    return frozenset(ordered(section))


def pairs(section: str) -> dict[str, str]:
    """Return a list written ``one:other`` as a mapping."""
    return dict(entry.split(":", 1) for entry in ordered(section))


@cache
def lines(file: str) -> tuple[str, ...]:
    """Return the lines of a list that has one entry a line, comments left out."""
    text = (Path(__file__).parent / file).read_text(encoding="utf-8")
    return tuple(line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#"))
