"""What a game reports of itself to screens and pages: tables, score sheets, results, claims and highlights."""

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

    ``what`` names what a row is for, such as “round”. ``legend`` says what the words of a Score mean. ``parts`` names
    the numbers in ``Score.parts``, in order. ``unit`` is what is counted, such as points.
    """

    what: str  # a row of it: "round"
    legend: str  # what the words of a Score say, in words
    rows: tuple[ScoreRow, ...] = ()
    parts: tuple[str, ...] = ()
    unit: str = "points"


class Course(Struct, frozen=True):
    """How a game went, for a picture of it.

    ``runs`` has one row of numbers for each seat, one number for each of ``labels``. A shorter row means that the seat
    was out by then. ``what`` names the numbers and ``each`` the labels: “points” by “round”. A game that counts nothing
    has ``lanes`` in place of runs: what each seat played in each round, which is PLAYED_TRUTH, PLAYED_LIE, PLAYED
    (nobody knows which) or IDLE (nothing). ``out`` are the seats that were put out, also in the last round.
    """

    what: str
    each: str
    labels: tuple[str, ...]
    runs: tuple[tuple[int, ...], ...] = ()
    lanes: tuple[tuple[str, ...], ...] = ()
    out: tuple[int, ...] = ()


PLAYED_TRUTH, PLAYED_LIE, PLAYED, IDLE = "true", "LIE", "?", ""


class Shown(Struct, frozen=True):
    """A card of a highlight or a moment: its name in the record, a note of a few words, and its mark.

    The mark is “true” or “LIE” for a card with a sentence, or "" for none. In a moment it may also be one of the
    constants RIGHT, WRONG, and TAKES for the card that takes a trick.
    """

    card: str
    note: str = ""
    mark: str = ""


RIGHT, WRONG, TAKES = "right", "wrong", "takes it"


class Side(Struct, frozen=True):
    """One side of a contest of strength: its player's name, its points, the colour of each point, a note on them."""

    name: str
    strength: int
    of: tuple[str, ...]
    note: str = ""


class Moment(Struct, frozen=True, kw_only=True):
    """A result that all screens show for some seconds, such as a hand laid open, as one viewer may see it.

    No record has it. ``kind`` says what it is, for programs. ``head`` is the headline and ``words`` one or two
    sentences on why, and what it costs. ``seat`` is the seat that it is about, or None. ``where`` is the round or deal
    that it belongs to, as text. ``cards`` are drawn in this order, or ``sides`` against each other. ``figures`` are
    (label, number) rows; with ``scores`` the score sheet is shown as well. With ``verdict`` the screens dim, and show
    the cards for a second before marks and headline. With ``out`` the seat has left the game by it.
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

    ``words`` ask whether it is true. ``card`` is the record name of the card that it is about, or "". ``true`` is None
    for a viewer who does not know. ``judge`` is a seat that the game itself asks, or that knows the truth, or None; the
    host does not ask that player what they think of it.
    """

    seat: int
    words: Message
    card: str = ""
    true: bool | None = None
    judge: int | None = None


class Highlight(Struct, frozen=True, kw_only=True):
    """A moment of a game that is worth remembering, and that the lines of its record prove.

    ``kind`` is LIE, BID or BLUFF, of which the best is shown. Any other kind is only for an evening's honours.
    ``title`` is its name in this game, ``words`` are its sentence, and ``honour`` are a few words for a list of
    honours. ``grade`` compares highlights of different games: how far it went, in per cent of the most that was
    possible. ``at`` is the place of its line in the record, from 0.
    """

    kind: str
    title: str
    words: str
    honour: str
    grade: int
    at: int
    cards: tuple[Shown, ...] = ()


LIE, BID, BLUFF = KINDS = ("lie", "bid", "bluff")
"""Kinds of highlights: the lie that was believed longest, the bid that was met most narrowly, the boldest bluff.

Each game says what these are in it.
"""
OUT, HONEST = "out", "honest"
"""Kinds of highlights that only count for an evening's honours: who was out first, and who never lied."""
