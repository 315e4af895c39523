"""Rows of the journal as they must be: a checksum says that columns belong together, not that they are ours."""

from typing import Annotated

import msgspec
from msgspec import Meta

_LATEST = 253_402_300_799.0  # the last second of the year 9999
Count = Annotated[int, Meta(ge=0)]
Moment = Annotated[float, Meta(ge=-_LATEST, le=_LATEST)]


class TableRow(msgspec.Struct, frozen=True, array_like=True):
    """A table's own row without its checksum, and when its last entry was written; ``seats`` is JSON."""

    number: Annotated[int, Meta(ge=1)]
    game: str
    header: str
    seats: str
    seed: str
    made: Moment
    over: bool
    stands: str
    facts: str
    last: Moment | None

    def names(self) -> tuple[str, ...]:
        """Return who sits at the table. Raises ``ValueError``."""
        return msgspec.json.decode(self.seats.encode(), type=tuple[str, ...])


class PinRow(msgspec.Struct, frozen=True, array_like=True):
    """A seat's PIN as it is kept: its slow hash, wrong tries since the last right one, and when the last was."""

    hash: str
    wrong: Count
    last: Moment


def table_row(columns: tuple[object, ...]) -> TableRow | None:
    """Return a table's row and None where a column is none of ours."""
    try:
        number, game, header, seats, seed, made, over, *others = columns
        row = msgspec.convert((number, game, header, seats, seed, made, over == 1, *others), TableRow)
        return row if row.names() else None
    except ValueError:
        return None


def pin_row(columns: tuple[object, ...]) -> PinRow | None:
    """Return a PIN's row and None where a column is none of ours."""
    try:
        return msgspec.convert(columns, PinRow)
    except msgspec.ValidationError:
        return None
