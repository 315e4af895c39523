"""What a game gives a console to show: a screen, a score sheet, the steps of a deal. No game decides by them."""

from msgspec import Struct


class Screen(Struct, frozen=True):
    """What a console draws: a title, a small table (one row a seat, say), and lines below.

    Cells are as long as they are: the widest give way where a terminal has no room.
    """

    title: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    lines: tuple[str, ...] = ()


class Score(Struct, frozen=True):
    """One seat's cell of a score sheet: the ``total`` after this row, a few ``words`` how it came about, ``parts``."""

    total: int
    words: str = ""
    parts: tuple[int, ...] = ()


class ScoreRow(Struct, frozen=True):
    """A row of a score sheet: a round, say. A Score for every seat, and a note on the whole row."""

    label: str
    scores: tuple[Score, ...]
    note: str = ""


class Sheet(Struct, frozen=True):
    """A score sheet: a row for everything that was scored. ``parts`` names what a Score's parts are, in order."""

    what: str  # a row of it: "round"
    legend: str  # what the words of a Score say, in words
    rows: tuple[ScoreRow, ...] = ()
    parts: tuple[str, ...] = ()


class Handout(Struct, frozen=True):
    """One step of a deal that is read aloud: which card, and where it goes (a seat, or None: the box)."""

    card: str
    seat: int | None
