"""The games that a book tells, replayed: what stood at each marked line, and at the end, is what the referee says."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from referee.core.game import Json

_MARK = re.compile(r"#[^@]*@([\w-]+)")


class BookStory(Struct, frozen=True):
    """A game that was told: its record, what stood after each line with a comment `# @mark`, and what stands now."""

    record: str
    marks: dict[str, dict[str, Json]]
    end: dict[str, Json]

    def at(self, mark: str) -> dict[str, Json]:
        """Return the JSON object of `referee replay` after the line that bears this mark."""
        return self.marks[mark]


@lru_cache(maxsize=64)
def replayed(text: str, folder: Path | None = None) -> BookStory:
    """Replay a record, whose facts lie in `folder` and stay there.

    Raises RecordError at the first line that is not legal.
    """
    from msgspec.structs import replace

    from referee.records.record import parse_record
    from referee.records.replay import replay_record

    record = parse_record(text, folder=folder)
    marks = {}
    for at, (_, line) in enumerate(record.lines, 1):
        for name in _MARK.findall(line):
            marks[name] = replay_record(replace(record, lines=record.lines[:at])).answer()
    return BookStory(text, marks, replay_record(record).answer())
