"""What a game tells of itself: the screen of a table, its score sheet, its results, how it went, its highlights."""

from msgspec import Struct

from referee.core.cards import Message


class Screen(Struct, frozen=True):
    """What a console draws: a title, a small table (for example one row for each seat), and lines below it.

    Cells are texts of any length. Where the terminal has no room, ``layout`` shortens the widest ones.
    """

    title: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    lines: tuple[str, ...] = ()


class Score(Struct, frozen=True):
    """One seat's cell of a score sheet.

    ``total`` is the score after this row. ``words`` say briefly how it came about. ``parts`` are the numbers that
    ``Sheet.parts`` names.
    """

    total: int
    words: str = ""
    parts: tuple[int, ...] = ()


class ScoreRow(Struct, frozen=True):
    """A row of a score sheet, for example a round: its label, a Score for every seat, and a note on the whole row."""

    label: str
    scores: tuple[Score, ...]
    note: str = ""


class Sheet(Struct, frozen=True):
    """A score sheet: a row for everything that was scored.

    ``parts`` names the parts of each Score, in order. ``unit`` names what is counted.
    """

    what: str  # a row of it: "round"
    legend: str  # what the words of a Score say, in words
    rows: tuple[ScoreRow, ...] = ()
    parts: tuple[str, ...] = ()
    unit: str = "points"


class Course(Struct, frozen=True):
    """How a game went, for a picture of it.

    ``runs`` has for each seat one number for each of ``labels``. A shorter run means that the seat was out by then.
    ``what`` names the numbers and ``each`` the labels: “points” by “round”. A game that counts nothing has ``lanes``
    in place of runs: what each seat played in each round, which is PLAYED_TRUTH, PLAYED_LIE, PLAYED (nobody knows
    which) or IDLE (nothing).
    """

    what: str
    each: str
    labels: tuple[str, ...]
    runs: tuple[tuple[int, ...], ...] = ()
    lanes: tuple[tuple[str, ...], ...] = ()


PLAYED_TRUTH, PLAYED_LIE, PLAYED, IDLE = "true", "LIE", "?", ""


class Shown(Struct, frozen=True):
    """A card of a highlight or a moment: its name in the record, a note of a few words, and its mark.

    The mark is “true”, “LIE” or ""; in a moment also RIGHT, WRONG, or TAKES for the card that takes a trick.
    """

    card: str
    note: str = ""
    mark: str = ""


RIGHT, WRONG, TAKES = "right", "wrong", "takes it"


class Side(Struct, frozen=True):
    """One side of a contest of strength: whose it is, how strong, and of what, as colours in order."""

    name: str
    strength: int
    of: tuple[str, ...]
    note: str = ""


class Moment(Struct, frozen=True, kw_only=True):
    """A result that all screens hold for a while, as one viewer may see it. No record has it.

    ``kind`` says what it is, for programs. ``head`` is the headline and ``words`` one or two sentences on why, and what
    it costs. ``seat`` is whom it is about, ``where`` the round or deal that it belongs to. ``cards`` are drawn in this
    order, or ``sides`` against each other. ``figures`` are (label, number) rows; with ``scores`` the score sheet is
    shown as well. With ``verdict`` the screens dim, and show the cards for a breath before marks and headline. With
    ``out`` the seat has left the game by it.
    """

    kind: str
    head: Message
    words: tuple[Message, ...] = ()
    seat: int | None = None
    where: str = ""
    cards: tuple[Shown, ...] = ()
    sides: tuple[Side, ...] = ()
    figures: tuple[tuple[str, int], ...] = ()
    scores: bool = False
    verdict: bool = False
    out: bool = False


class Claim(Struct, frozen=True):
    """Something that a seat says and that others may believe or not, as one viewer may see it. No record has it.

    ``words`` ask whether it is true. ``card`` is the card that it names, as a record does, or "". ``true`` is None for
    a viewer who does not know. ``judge`` is a seat that the game itself asks, or that knows: no nose is needed there.
    """

    seat: int
    words: Message
    card: str = ""
    true: bool | None = None
    judge: int | None = None


class Highlight(Struct, frozen=True, kw_only=True):
    """A moment of a game that is worth remembering, and that the lines of its record prove.

    ``kind`` is LIE, BID or BLUFF, of which the best is shown. Any other kind is only for an evening's honours.
    ``title`` is its name in this game, ``words`` are its sentence, and ``honour`` are a few words for a tally.
    ``grade`` compares highlights of different games: how far it went, in per cent of the most that was possible.
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
