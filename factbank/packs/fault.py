"""A fault in a pack: where it is, what is wrong, and what to do about it."""

from typing import NamedTuple


class Fault(NamedTuple):
    """One thing to mend. ``advice`` marks what makes a pack better but not wrong."""

    file: str
    line: int
    where: str  # "topic “room”", "words “animals”" or ""
    what: str
    fix: str
    advice: bool = False

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: " + (f"{self.where}: " if self.where else "")
        return f"{place}{'advice: ' if self.advice else ''}{self.what}. {self.fix}"
