"""What happened at a table, as the open table heard it: lines, what was taken back, and notices, in their order."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.store.entries import LINE, REDO, UNDO, Entry, fold
from referee.store.notices import UNDONE
from referee.tables.table import Table


@dataclass(frozen=True)
class Happened:
    """What the open table heard: a sentence, and the seat that acted (None: the table, or nobody).

    ``number`` is the line's place in the record, 0 for what is no line of it: a line that was taken back (``struck``),
    or a notice.
    """

    number: int
    seat: int | None
    words: str
    struck: bool = False


def history(table: Table) -> list[Happened]:
    """Return what the open table heard, line by line, with what was taken back struck through, and the notices."""
    entries = table.journal.entries(table.number)
    notices = [notice for notice in table.notices() if notice.kind != UNDONE]
    states = [table.game.start(table.setup)]
    found: list[Happened] = []
    standing: list[int] = []  # where the lines that stand are in ``found``
    undone: list[int] = []
    for entry in entries:
        while notices and notices[0].entry < entry.number:
            found.append(Happened(0, notices[0].seat, notices.pop(0).said(table.setup.seats)))
        if entry.kind == LINE and (action := table.read(entry.text)) is not None:
            after = table.game.apply(states[-1], action)
            standing.append(len(found))
            found.append(Happened(len(standing), action.seat, table.heard(states[-1], action, after)))
            states.append(after)
            undone.clear()
        elif entry.kind == UNDO:
            for _ in range(min(int(entry.text), len(standing))):
                undone.append(place := standing.pop())
                states.pop()
                found[place] = replace(found[place], number=0, struck=True)
        elif entry.kind == REDO:
            for _ in range(min(int(entry.text), len(undone))):
                standing.append(place := undone.pop())
                found[place] = replace(found[place], number=len(standing), struck=False)
            states = _states(table, len(standing), entries[: entry.number])
    return found + [Happened(0, notice.seat, notice.said(table.setup.seats)) for notice in notices]


def _states(table: Table, many: int, entries: Sequence[Entry]) -> list[Any]:
    """Return the states before and after each of the ``many`` lines that stand after these entries."""
    states = [table.game.start(table.setup)]
    for text in fold(entries).lines[:many]:
        action = table.read(text)
        assert action is not None
        states.append(table.game.apply(states[-1], action))
    return states
