"""What a game reports of itself to screens and pages: tables, score sheets, results, claims and highlights."""

from msgspec import Struct

from referee.core.cards import Message


class Screen(Struct, frozen=True):
    """What a console draws: a title, below it a small table, and below that some lines of text.

    ``columns`` are the headings of the table, and ``rows`` its cells (for example one row for each seat), which are
    texts of any length. If the terminal has too little room, ``referee.core.text_layout.layout`` shortens the widest
    cells.
    """

    title: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    lines: tuple[str, ...] = ()


class Score(Struct, frozen=True):
    """One seat's cell of a score sheet.

    ``total`` is the seat's score after this row. ``words`` say briefly how this row changed it, such as “2/3” for a bid
    of 2 and 3 tricks won. ``parts`` are the numbers whose names are in ``Sheet.parts``, in the same order.
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
    """A score sheet, with a row for everything that was scored, such as each round.

    ``what`` names what one row stands for: “round”. ``legend`` explains to people the ``words`` of a ``Score``.
    ``parts`` names the numbers in ``Score.parts``, in the same order. ``unit`` is what a total counts, such as
    “points”.
    """

    what: str  # a row of it: "round"
    legend: str  # what the words of a Score say, in words
    rows: tuple[ScoreRow, ...] = ()
    parts: tuple[str, ...] = ()
    unit: str = "points"


class Course(Struct, frozen=True):
    """How a game went, as the data of a chart: ``runs``, or ``lanes`` if the game counts nothing.

    ``what`` says what the chart shows (“points”), and ``each`` what one step of it is (“round”, or ""). ``labels`` has
    a text for each step. ``runs`` has for each seat one number for each step. If a seat left the game, its row ends
    early. ``lanes`` has for each seat what it played in each round: PLAYED_TRUTH, PLAYED_LIE, PLAYED if nobody knows
    which, or IDLE if it played nothing. ``out`` are the seats that were put out of the game, including those of the
    last round.
    """

    what: str
    each: str
    labels: tuple[str, ...]
    runs: tuple[tuple[int, ...], ...] = ()
    lanes: tuple[tuple[str, ...], ...] = ()
    out: tuple[int, ...] = ()


PLAYED_TRUTH, PLAYED_LIE, PLAYED, IDLE = "true", "LIE", "?", ""


class Shown(Struct, frozen=True):
    """A card that is drawn as part of a highlight or a moment.

    ``card`` is its name in the record, and ``note`` a few words on it. ``mark`` is “true” or “LIE” for a card with a
    sentence, or "" for no mark. In a moment it can also be RIGHT or WRONG, or TAKES for the card that takes a trick.
    """

    card: str
    note: str = ""
    mark: str = ""


RIGHT, WRONG, TAKES = "right", "wrong", "takes it"


class Side(Struct, frozen=True):
    """One of the two sides in a contest of strength.

    ``name`` is its player's name, and ``strength`` the number of its points. ``of`` has one colour for each of these
    points, and ``note`` is a text on them, "" for none.
    """

    name: str
    strength: int
    of: tuple[str, ...]
    note: str = ""


class Moment(Struct, frozen=True, kw_only=True):
    """A result that all screens show for some seconds, such as a hand laid open, as one viewer may see it.

    It is not stored in a record. ``kind`` tells programs what it is. ``head`` is its headline, and ``words`` are one or
    two sentences on why it happened and what it costs. ``seat`` is the seat that the result is about, or None.
    ``where`` names its round or deal, "" if none is named. ``cards`` are the cards to draw, in this order. ``sides``
    are the sides of a contest of strength, drawn in place of cards. ``figures`` are rows of (label, number). With
    ``scores``, the score sheet is shown as well. With ``verdict``, the screens dim and show the cards for a second
    before the marks and the headline. ``out`` says whether the result puts ``seat`` out of the game.
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
    """Something that a seat says and that others may believe or not, as one viewer may see it.

    It is not stored in a record. ``seat`` is the seat that makes the claim. ``words`` are the question whether the
    claim is true. ``card`` is the card that the claim is about, as a record names it, or "". ``true`` is None if the
    viewer does not know the truth. ``judge`` is a seat that the host does not ask for its opinion, because the game
    itself asks that seat or because that seat knows the truth; None if there is no such seat.
    """

    seat: int
    words: Message
    card: str = ""
    true: bool | None = None
    judge: int | None = None


class Highlight(Struct, frozen=True, kw_only=True):
    """A moment of a game that is worth remembering, and that the lines of the record prove.

    ``kind`` is LIE, BID or BLUFF; the best highlight of each is shown. Highlights of any other kind only count for the
    honours at the end of an evening. ``title`` is a headline, ``words`` tell the moment, and ``honour`` tells it in a
    few words for the list of honours. ``grade`` makes highlights of different games comparable: how far the moment
    went, in per cent of the most that was possible. ``at`` is the index of the moment's line in the record, from 0.
    ``cards`` are drawn beside it.
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
