"""What a screen shows, as plain values."""

from collections.abc import Mapping

from msgspec import Struct

from referee.core.game import Coming, Field, Json
from referee.core.screens import Screen, Sheet
from referee.games.first_tables import FirstTable
from referee.host.asked import Choice
from referee.host.marks import SeatMark


class Sayable(Struct, frozen=True):
    """What can be said with one verb: its lines, those that the rules forbid too, or its fields."""

    verb: str
    help: str
    choices: tuple[Choice, ...] = ()
    fields: tuple[Field, ...] = ()
    private: bool = False
    weighty: bool = False
    optional: bool = False


class HandCard(Struct, frozen=True):
    """A card of a hand: its name in the record, what is printed on it, what is marked on it, and the seat's note."""

    name: str
    title: str = ""
    text: str = ""
    mark: str = ""
    note: str = ""


class ScreenPage(Struct, frozen=True):
    """One screen at one moment. ``kind``: join (no session), seats (no seat yet), lobby, table, over, ended.

    ``you`` is whose eyes these are, "" for the open table's: then nothing in it is anybody's secret. ``said`` is what
    happened last, as the open table heard it; ``question`` what is asked of ``you``; ``chore`` what is asked of the
    table; ``wanted`` who has still to act; ``again`` who would play another game. ``answers`` are what ``you`` may say;
    with ``coming`` ahead of the turn, and ``ahead`` is what was given. At the host's own page ``others`` are the seats
    without a phone, with what they may say openly; ``undealt``: a dealing script waits to be read out; ``deals``: the
    phones hold the cards; ``lost``: what became of the seat that was this browser's; ``earlier``: who speaks before you
    in a step whose answers may be given ahead; ``first``: house rules that are recommended for so many, at the host's
    page, and ``firstly`` whether they are chosen; ``asking``: seats that a phone wants, at the host's page; ``seal``:
    that of all that the referee has dealt; ``seeded``: what is said where somebody chose the seed; ``number``: the
    table's in the journal. ``public`` is the JSON of ``referee replay``. A hand is never in it: see ``HeldHand``.
    """

    kind: str
    seq: int = 0
    game: str = ""
    title: str = ""
    kit: str = ""
    you: str = ""
    host: bool = False
    seats: tuple[SeatMark, ...] = ()
    said: tuple[str, ...] = ()
    wanted: tuple[str, ...] = ()
    question: str = ""
    chore: str = ""
    answers: tuple[Sayable, ...] = ()
    coming: Coming | None = None
    ahead: str = ""
    cards: int = 0
    table: Screen = Screen()
    sheet: Sheet | None = None
    public: Mapping[str, Json] = {}
    notices: tuple[str, ...] = ()
    over: str = ""
    winners: tuple[str, ...] = ()
    tally: str = ""
    address: str = ""
    word: str = ""
    most: int = 0
    games: tuple[tuple[str, str], ...] = ()
    advice: str = ""
    again: tuple[str, ...] = ()
    others: tuple[tuple[str, tuple[Sayable, ...]], ...] = ()
    undealt: bool = False
    deals: bool = False
    lost: str = ""
    earlier: tuple[str, ...] = ()
    first: FirstTable | None = None
    firstly: bool = False
    asking: tuple[str, ...] = ()
    seal: str = ""
    seeded: str = ""
    number: int = 0


class HeldHand(Struct, frozen=True):
    """What is fetched while a thumb holds it, and dropped when it lifts: the cards, notes on others, what follows."""

    you: str
    cards: tuple[HandCard, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    notebook: Screen = Screen()
    hidden: Mapping[str, Json] = {}
