"""What happened at a table, as the open table heard it: lines, what was taken back, and notices, in their order."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.core.game import Action
from referee.store.entries import LINE, MARK, REDO, UNDO
from referee.store.notices import UNDONE
from referee.tables.table import CORRECTED, Table


@dataclass(frozen=True)
class Happened:
    """What the open table heard: a sentence, and the seat that acted (None: the table, or nobody).

    ``number`` is the line's place in the record, 0 for what is no line of it: a line that was taken back or corrected
    (``struck``), or a notice.
    """

    number: int
    seat: int | None
    words: str
    struck: bool = False


def history(table: Table) -> list[Happened]:
    """Return what the open table heard, line by line, with what was taken back struck through, and the notices."""
    account = _Account(table)
    notices = [notice for notice in table.notices() if notice.kind != UNDONE]
    entries = iter(table.journal.entries(table.number))
    for entry in entries:
        while notices and notices[0].entry < entry.number:
            account.found.append(Happened(0, notices[0].seat, notices.pop(0).said(table.setup.seats)))
        if entry.kind == LINE and (action := table.read(entry.text)) is not None:
            account.line(action)
        elif entry.kind == UNDO:
            account.undo(int(entry.text))
        elif entry.kind == REDO:
            account.redo(int(entry.text))
        elif entry.kind == MARK and entry.text.startswith(f"{CORRECTED} "):
            first, many = (int(word) for word in entry.text.split()[1:])
            next(entries)  # takes back what the lines after it say again
            again = (table.read(next(entries).text) for _ in range(many))
            account.correct(first, [action for action in again if action is not None])
    return account.found + [Happened(0, notice.seat, notice.said(table.setup.seats)) for notice in notices]


class _Account:
    """What is written down of a table while its journal is read."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.found: list[Happened] = []
        self._states = [table.game.start(table.setup)]
        self._standing: list[tuple[int, Action]] = []  # the lines that stand, and where they are in ``found``
        self._undone: list[tuple[int, Action]] = []

    def line(self, action: Action) -> None:
        self._undone.clear()
        self._say(action, len(self.found))

    def _say(self, action: Action, place: int) -> None:
        """Let a line stand, and write down at ``place`` what was heard of it."""
        before = self._states[-1]
        self._states.append(self.table.game.apply(before, action))
        self._standing.append((place, action))
        words = self.table.heard(before, action, self._states[-1])
        self.found[place : place + 1] = [Happened(len(self._standing), action.seat, words)]

    def undo(self, many: int) -> None:
        for _ in range(min(many, len(self._standing))):
            self._undone.append(self._standing.pop())
            self._states.pop()
            self._strike(self._undone[-1][0])

    def redo(self, many: int) -> None:
        for _ in range(min(many, len(self._undone))):
            place, action = self._undone.pop()
            self._say(action, place)

    def correct(self, first: int, actions: Sequence[Action]) -> None:
        """Let ``actions`` stand from line ``first`` on: what was corrected stays in sight, above what it is now."""
        places = [place for place, _ in self._standing[first - 1 :]]
        del self._standing[first - 1 :], self._states[first:]
        self._undone.clear()
        self._strike(places[0])
        places = [place + 1 for place in places]
        self.found.insert(places[0], Happened(0, None, ""))
        for action, place in zip(actions, places, strict=False):
            self._say(action, place)
        for place in places[len(actions) :]:
            self._strike(place)

    def _strike(self, place: int) -> None:
        self.found[place] = replace(self.found[place], number=0, struck=True)
