"""Replaying a record: every line read and judged in its order; what stands then, as JSON or in words."""

from pathlib import Path

from msgspec import Struct

from referee.core.errors import RecordError
from referee.core.game import Action, Json, Refused
from referee.core.play import redacted, ruling, standing
from referee.lines.line import parse
from referee.records.record import Record, print_record, read_record


class Replay(Struct, frozen=True):
    """A record that replayed: its actions, and the state after the last one."""

    record: Record
    actions: tuple[Action, ...]
    state: object

    def answer(self, *, reveal: bool = False) -> dict[str, Json]:
        """Return the object of ``referee replay --json``; nothing hidden without ``reveal``."""
        return standing(self.record.game, self.state, reveal=reveal)

    def text(self, *, redact: bool = False) -> str:
        """Print the record canonically; ``redact`` masks what the open table may not see."""
        record, actions, header = self.record, list(self.actions), self.record.header
        if redact:
            from referee.records.seal import shut

            actions = redacted(record.game, record.setup, actions)
            header = shut(record.game, record.setup, header, self.actions, actions)
        return print_record(record.game, header, record.setup, actions)


def replay_file(path: Path, *, facts: Path | None = None, reveal: bool = False) -> Replay:
    """Replay a record file; ``facts`` overrides its header. Raises ``RecordError`` naming the line, and ``OSError``."""
    return replay_record(read_record(path, facts=facts), reveal=reveal)


def replay_record(record: Record, *, reveal: bool = False) -> Replay:
    """Replay a record. Raises ``RecordError`` at the first line that is not legal.

    Its sentence says nothing that the open table may not know, unless ``reveal``.
    """
    game, setup = record.game, record.setup
    state = game.start(setup)
    actions = []
    for number, text in record.lines:
        try:
            action = parse(game, setup, text)
        except RecordError as error:
            raise RecordError(error.why, line=number, rule=error.rule) from None
        if action is None:
            continue
        judgment = game.judge(state, action)
        if isinstance(judgment, Refused):
            refusal = ruling(game, state, action, reveal=reveal)
            assert isinstance(refusal, Refused)
            raise RecordError(refusal.why, line=number, rule=refusal.rule)
        state = game.apply(state, action)
        actions.append(action)
    return Replay(record, tuple(actions), state)
