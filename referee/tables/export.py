"""A table's record as text: redacted for everybody, or with all that is hidden for those who may know it."""

from referee.core.errors import RecordError
from referee.core.game import redacted
from referee.records.record import make_header, print_record
from referee.store.journal import Journal
from referee.tables.table import Table


def record_of(journal: Journal, number: int, *, reveal: bool) -> tuple[str, str]:
    """Return a table's record, and a sentence when only its undamaged beginning could be saved.

    The redacted record replays to the same public state as the full one.
    """
    try:
        table = Table(journal, number)
        lost = ""
    except RecordError:
        table = Table(journal, number, salvage=True)
        lost = table.lost or f"Only the first {len(table.actions)} lines of table {number} are undamaged."
    actions = list(table.actions) if reveal else redacted(table.game, table.setup, table.actions)
    header = make_header(table.setup, {"kit": table.kit} if table.kit else None)
    return print_record(table.game, header, table.setup, actions), lost
