"""What a game gives to show: a screen, a score sheet, the steps of a deal, highlights. No game decides by them."""

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
    """A score sheet: a row for everything that was scored. ``parts`` names what a Score's parts are, in order.

    ``unit`` is what is counted.
    """

    what: str  # a row of it: "round"
    legend: str  # what the words of a Score say, in words
    rows: tuple[ScoreRow, ...] = ()
    parts: tuple[str, ...] = ()
    unit: str = "points"


class Handout(Struct, frozen=True):
    """One step of a deal that is read aloud: which card, and where it goes (a seat, or None: the box)."""

    card: str
    seat: int | None


class Course(Struct, frozen=True):
    """How a game went: a run a seat, a value for each of ``labels``; a run that ends early is a seat's that is out.

    ``what`` is counted, by ``each``: points by round. ``lanes`` stand for the runs in a game that counts nothing: what
    each seat played, round by round: PLAYED_TRUTH, PLAYED_LIE, PLAYED where nobody knows which, IDLE.
    """

    what: str
    each: str
    labels: tuple[str, ...]
    runs: tuple[tuple[int, ...], ...] = ()
    lanes: tuple[tuple[str, ...], ...] = ()


PLAYED_TRUTH, PLAYED_LIE, PLAYED, IDLE = "true", "LIE", "?", ""


class Shown(Struct, frozen=True):
    """A card of a highlight: its name in the record, a few words on it, and its mark: “true”, “LIE” or none."""

    card: str
    note: str = ""
    mark: str = ""


class Highlight(Struct, frozen=True, kw_only=True):
    """Something of a game that is worth remembering, and that its lines prove.

    ``kind``: LIE, BID or BLUFF, of which the best is shown; any other kind is for an evening's honours alone.
    ``title`` is what it is called in this game, ``words`` are its sentence, ``honour`` a few words for a tally.
    ``grade`` says how much it is of what could have been, per cent, so that highlights of different games compare;
    ``at`` is the place of its line in the record, from 0.
    """

    kind: str
    title: str
    words: str
    honour: str
    grade: int
    at: int
    cards: tuple[Shown, ...] = ()


LIE, BID, BLUFF = KINDS = ("lie", "bid", "bluff")
"""The longest-lived lie, the narrowest bid and the boldest bluff; each game says what these are in it."""
OUT, HONEST = "out", "honest"
"""Kinds for honours: who was out first, who never lied."""


class Saying(Struct, frozen=True, gc=False):
    """Something that a seat says or shows and that is true or a lie, or what becomes of that.

    ``kind``: SAID_TRUTH or SAID_LIE when it is said; CAUGHT when a lie of this seat comes out and costs it; DOUBTED
    when a truth of this seat was taken for a lie. A lie that is never caught was believed.
    """

    seat: int
    kind: str


SAID_TRUTH, SAID_LIE, CAUGHT, DOUBTED = "truth", "lie", "caught", "doubted"
