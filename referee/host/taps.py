"""What comes in: lines read or refused, the same tap twice, which is one line, and answers given ahead of the turn."""

from collections.abc import Mapping, MutableMapping

from msgspec import Struct

from referee.core.errors import RecordError
from referee.core.game import Action, Refused
from referee.core.play import narrated
from referee.host.hosting import Ahead
from referee.lines.line import format_action
from referee.tables.table import Table

LONGEST = 600  # characters of a line that comes in
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


def text(body: Mapping[str, object], name: str, default: str | None = None) -> str:
    """Return a field that is a text. Raises ``No``."""
    found = body.get(name, default)
    if not isinstance(found, str):
        raise No(400, f"“{name}” is missing, or is no text.")
    return found


def texts(body: Mapping[str, object], name: str) -> list[str]:
    """Return a field that is a list of texts, [] where it is missing. Raises ``No``."""
    found = body.get(name, [])
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise No(400, f"“{name}” is a list of texts.")
    return [str(one) for one in found]


def read_line(table: Table, typed: str) -> Action:
    """Return the action of a line that came in. Raises ``No``."""
    line = f"{table.game.prefix}.line"
    if len(typed) > LONGEST:
        raise No(422, f"that line has {len(typed)} characters; the longest that is read has {LONGEST}", line)
    try:
        action = table.read(typed)
    except RecordError as error:
        raise No(422, error.why, error.rule) from None
    if action is None:
        raise No(422, "there is nothing in that line", line)
    if action.opens:
        raise No(422, "brackets are the referee's to write: leave them out", line)
    return action


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


def due_ahead(ahead: MutableMapping[str, Ahead], table: Table) -> Action | None:
    """Return the answer given ahead whose turn has come and that still stands and is legal; those due are dropped.

    ``ahead`` is by the seat's name.
    """
    on = _rests_on(table)
    for turn in table.game.to_act(table.state):
        if turn.seat is None or (kept := ahead.pop(name := table.setup.seats[turn.seat], None)) is None:
            continue
        action = table.read(kept.line)
        if action is None or action.verb not in turn.verbs or on.get(name) != kept.on:
            continue
        if not isinstance(table.game.judge(table.state, action), Refused):
            return action
    return None


def drop_ahead(ahead: MutableMapping[str, Ahead], table: Table) -> None:
    """Drop the answers that rest on what has changed, or whose step is over."""
    on = _rests_on(table)
    for name in [name for name, kept in ahead.items() if on.get(name) != kept.on]:
        del ahead[name]


def _rests_on(table: Table) -> dict[str, tuple[int, ...]]:
    return {table.setup.seats[it.seat]: it.on for it in table.game.coming(table.view)}
