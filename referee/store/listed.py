"""The tables as the journal lists them: a row each, its checksum looked at."""

import sqlite3
from dataclasses import dataclass

from referee.store.journal_file import SHIFT, crc_of
from referee.store.rows import table_row

_TABLES = f"""
SELECT no, game, header, seats, seed, crc, made, over, stands, facts,
  (SELECT at FROM entries WHERE id > no << {SHIFT} AND id < (no + 1) << {SHIFT} ORDER BY id DESC LIMIT 1)
FROM tables
"""  # noqa: S608, our own number

DAMAGED = "damaged"
"""``Listed.stands`` of a table whose own row can't be trusted; the others can be played all the same."""


@dataclass(frozen=True)
class Listed:
    """A table as the journal lists it. ``stands`` is a public sentence; ``last`` when it was last touched."""

    number: int
    game: str
    header: str
    seats: tuple[str, ...]
    seed: str
    made: float
    last: float
    over: bool
    stands: str
    facts: str = ""


def read(sql: sqlite3.Connection, which: str, values: tuple[object, ...]) -> list[Listed]:
    """Return the tables that the clauses ``which`` find. Raises ``sqlite3.Error``."""
    return [_listed(row) for row in sql.execute(f"{_TABLES} {which}", values)]


def _listed(columns: tuple[object, ...]) -> Listed:
    number, game, header, seats, seed, crc, *others = columns
    row = table_row((number, game, header, seats, seed, *others))
    if row is None or crc != crc_of(number, game, header, seats, seed):
        return Listed(int(str(number)), "?", "", (), "", 0.0, 0.0, False, DAMAGED)
    last = row.made if row.last is None else row.last
    return Listed(
        row.number, row.game, row.header, row.names(), row.seed, row.made, last, row.over, row.stands, row.facts
    )
