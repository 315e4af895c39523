"""The same tap twice is one line, also after a crash: what every tap was answered, by its key."""

from msgspec import Struct

from referee.core.errors import RecordError
from referee.core.play import narrated
from referee.lines.line import format_action
from referee.tables.table import Table

_RECENT = 400  # replies that are kept, to be given again


class No(RecordError):
    """What the wire answers no to, with its status; ``rule`` may be "" where no rule of the game says so."""

    def __init__(self, status: int, why: str, rule: str = "") -> None:
        super().__init__(why, rule=rule)
        self.status = status


class Reply(Struct, frozen=True):
    """What a line is answered: the number of the state it made, and what its seat hears."""

    seq: int
    said: str
    ahead: bool = False


def tap_mark(who: str, key: str, place: int, seq: int) -> str:
    """Return how the journal marks a tap's line: whose key it was, the line's place, the state that it made."""
    return f"tap {who}/{key} {place} {seq}"


class Taps:
    """The latest taps. ``who`` is a seat's name, "" the host."""

    def __init__(self) -> None:
        self._replies: dict[tuple[str, str], tuple[str, Reply]] = {}

    def clear(self) -> None:
        """Forget them: the journal alone knows what was said."""
        self._replies.clear()

    def keep(self, who: str, key: str, text: str, reply: Reply) -> Reply:
        """Keep what a tap was answered, and return it."""
        self._replies[who, key] = (text, reply)
        while len(self._replies) > _RECENT:
            self._replies.pop(next(iter(self._replies)))
        return reply

    def answered(self, table: Table, who: str, key: str, text: str) -> Reply | None:
        """Return what this tap was answered, None when it is new. Raises ``No`` for a key that was another line's."""
        if (found := self._replies.get((who, key))) is not None:
            if found[0] != text:
                raise No(422, "this key was another line's: every tap has its own", "host.key")
            return found[1]
        return _kept(table, who, key, text)


def _kept(table: Table, who: str, key: str, text: str) -> Reply | None:
    """Return the answer to a tap that was done before this process was started."""
    mark = f"tap {who}/{key} "  # as ``tap_mark`` begins
    found = [one.removeprefix(mark).split() for one in table.standing.marks if one.startswith(mark)]
    place, seq = max(((int(at), int(seq)) for at, seq in found), default=(len(table.actions), 0))
    if place >= len(table.actions):
        return None
    action, lines = table.actions[place], table.standing.lines
    try:
        same = (read := table.read(text)) is not None and format_action(table.game, table.setup, read)
    except RecordError:
        same = False
    if same != lines[place]:
        return None
    before = table.game.start(table.setup)
    for one in table.actions[:place]:
        before = table.game.apply(before, one)
    after = table.game.apply(before, action)
    seat = action.seat if who else None
    said = narrated(table.game, before, action, after, seat) or table.words(before, action)
    return Reply(seq, said)
