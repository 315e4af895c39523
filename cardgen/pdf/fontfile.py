"""Fonts of people's own, looked through before anything reads them: their size, their tables, their characters."""

from __future__ import annotations

from pathlib import Path
from struct import Struct, error

from cardgen.errors import PrintError
from liarsdeck.files import read_within

MOST_BYTES = 24_000_000
MOST_TABLES = 100
MOST_CHARACTERS = 120_000  # of all maps together; the largest fonts have some 70,000
NO_FONT = "can't be read as TrueType"
_SIGNS = (b"\0\1\0\0", b"true", b"OTTO", b"ttcf")  # with which every font of this family begins
_HEAD, _ENTRY, _MAP, _GROUP = Struct(">4xH6x"), Struct(">4s4xLL"), Struct(">4xL"), Struct(">LL4x")


def check_font(path: Path) -> None:
    """Refuse a font that would cost a machine's time or memory to read (PrintError), and what is none; OSError."""
    data = read_within(path, MOST_BYTES)
    if len(data) > MOST_BYTES:
        raise PrintError(f"is larger than {MOST_BYTES // 1_000_000} MB")
    if not data.startswith(_SIGNS):
        raise PrintError(NO_FONT)
    try:
        (tables,) = _HEAD.unpack_from(data)
        if tables > MOST_TABLES:
            raise PrintError(f"has {tables} tables, more than {MOST_TABLES}")
        for number in range(tables):
            tag, offset, length = _ENTRY.unpack_from(data, _HEAD.size + number * _ENTRY.size)
            if offset + length > len(data):
                raise PrintError("is cut off")
            if tag == b"cmap" and _characters(data, offset) > MOST_CHARACTERS:
                raise PrintError(f"says that it has more than {MOST_CHARACTERS} characters")
    except error:
        raise PrintError("is cut off") from None


def _characters(data: bytes, cmap: int) -> int:
    """Return how many characters a font's maps speak of, each map counted once."""
    many = _short(data, cmap + 2)
    if many > MOST_TABLES:
        raise PrintError(f"has {many} maps of characters, more than {MOST_TABLES}")
    maps: set[int] = {_MAP.unpack_from(data, cmap + 4 + number * _MAP.size)[0] for number in range(many)}
    return sum(_mapped(data, cmap + offset) for offset in maps)


def _mapped(data: bytes, at: int) -> int:
    """Return how many characters one map speaks of. Raises ``struct.error``."""
    kind = _short(data, at)
    if kind in (6, 10):  # a range
        return _short(data, at + 8) if kind == 6 else _long(data, at + 16)
    if kind in (12, 13):  # groups of ranges
        groups = min(_long(data, at + 12), MOST_CHARACTERS + 1)
        ranges: list[tuple[int, int]] = [_GROUP.unpack_from(data, at + 16 + number * 12) for number in range(groups)]
        return groups + sum(max(0, end - first + 1) for first, end in ranges)
    if kind == 4:  # segments: all their ends, two bytes, all their beginnings
        many = _short(data, at + 6) // 2
        segments = Struct(f">{many}H")
        ends: tuple[int, ...] = segments.unpack_from(data, at + 14)
        firsts: tuple[int, ...] = segments.unpack_from(data, at + 16 + 2 * many)
        return many + sum(max(0, end - first + 1) for first, end in zip(firsts, ends, strict=True))
    return 1 << 16 if kind == 2 else 1 << 8


def _short(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 2], "big")


def _long(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "big")
