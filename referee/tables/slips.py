"""Secret slips: one text for every seat, with its cards, what is true, and room for notes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from liarsdeck.files import write_atomic
from referee.core.errors import RecordError
from referee.core.text_layout import table as columns
from referee.tables.table import Table

_ROOM = 12  # empty lines for notes


@dataclass(frozen=True)
class Slip:
    """What one seat may know at the start: rows of card, title and mark (``true``, ``LIE``)."""

    seat: int
    name: str
    rows: tuple[tuple[str, str, str], ...]


def slips(table: Table) -> tuple[Slip, ...]:
    """Return the slip of every seat whose cards the referee knows. Raises ``RecordError`` when there is none."""
    found = []
    for seat, name in enumerate(table.setup.seats):
        rows = table.game.hand(table.game.view(table.state, seat), seat)
        if rows:
            found.append(Slip(seat, name, rows))
    if not found:
        raise RecordError(f"The referee knows no hand at table {table.number}, so there is nothing to write on slips.")
    return tuple(found)


def text_of(slip: Slip, table: Table) -> str:
    """Return a slip as text."""
    head = f"{slip.name} · {table.game.title} · table {table.number}"
    lines = [head, "For nobody else.", "", *columns(slip.rows, 78), "", "Notes:"]
    return "\n".join([*lines, *["  " + "." * 60] * _ROOM]) + "\n"


def write(found: Sequence[Slip], table: Table, folder: Path) -> list[Path]:
    """Write one file a slip that only its owner on this computer can read; return where. Raises ``OSError``."""
    if not folder.is_dir():
        folder.mkdir(mode=0o700, parents=True)
    paths = []
    for slip in found:
        name = re.sub(r"[^\w-]+", "-", slip.name).strip("-") or "seat"
        path = folder / f"{slip.seat + 1}-{name}.txt"
        write_atomic(path, text_of(slip, table).encode(), private=True)
        paths.append(path)
    return paths
