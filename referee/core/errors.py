"""What a person can get wrong at the table: every such fault is a RecordError carrying one sentence."""

from liarsdeck.errors import UserError


def quoted(text: object, most: int = 40) -> str:
    """Return what somebody wrote as a sentence may hold it: in quotes, short, without signs that steer a terminal."""
    try:
        told = str(text)
    except ValueError:  # a number of more digits than Python writes
        told = "…"
    shown = "".join(sign if sign.isprintable() else "�" for sign in told[: most + 1])
    return f"“{shown if len(shown) <= most else shown[: most - 1] + '…'}”"


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
