"""What a person can get wrong at the table: every such fault is a RecordError carrying one sentence."""

from liarsdeck.errors import UserError


class RecordError(UserError):
    """A record, a line or a table that the referee cannot accept; ``str()`` is the sentence a person reads.

    ``line`` is the line of the record as an editor counts (None where there is no record), ``rule`` the id of the rule
    that was broken ("" where it is not a rule of a game).
    """

    def __init__(self, why: str, *, line: int | None = None, rule: str = "") -> None:
        self.why = why
        self.line = line
        self.rule = rule
        super().__init__(why)

    def __str__(self) -> str:
        where = "" if self.line is None else f"line {self.line}: "
        return f"{where}{self.why}{f' [{self.rule}]' if self.rule else ''}"
