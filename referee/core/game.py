"""What a game is: the class ``Game``, and the values that its methods take and return."""

import typing
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from liarsdeck.english import listed
from liarsdeck.errors import UserError
from referee.core.cards import UNKNOWN, Message, Seat, infinitive, pick, say, some, text

if TYPE_CHECKING:
    from factbank.factfile import Facts


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


class Event(Struct, frozen=True):
    """One thing that a line made happen: what a screen, a log or a speaker tells of it.

    ``kind``: the line's verb, or what followed from it; NOTED, LAID and OVER are known to every screen.
    ``seat`` is whose event it is (None: the table's), ``cards`` are the cards that it is about, as a record names them.
    ``brief`` is the sentence where the cards are drawn beside it, None where that is ``message`` too.
    """

    kind: str
    message: Message
    seat: int | None = None
    cards: tuple[str, ...] = ()
    brief: Message | None = None


NOTED, LAID, OVER = "noted", "laid", "over"
"""Kinds of events: a dealt hand was entered; cards lie open; the game has ended, and the message says who has won."""

USUAL = 5  # players of a game that does not say: so many, or the nearest number that can play

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"  # what JSON can hold


class Setup(Struct, frozen=True):
    """What a game starts from; ``referee.core.setup.setup`` makes one. ``options`` is the game's own ``Options``.

    ``rules`` is the version of the game's rules that this is played by, 1 to ``Game.rules_version``.
    """

    game: str
    seats: tuple[str, ...]
    options: Any
    rules: int
    facts: "Facts | None" = None

    def name(self, seat: int | None) -> str:
        """Return a seat's name as the header spells it; the table's is “the table”."""
        return "the table" if seat is None else self.seats[seat]

    def seat(self, seat: int) -> Seat:
        """Return a seat as a field of a message."""
        return Seat(seat, self.seats[seat])


# ---------------------------------------------------------------------------------------------------- actions


class Act(Struct, frozen=True, gc=False, kw_only=True):
    """One line of a record. ``opens`` is what stands in brackets at its end: structs of the game, or ()."""

    verb: ClassVar[str]
    spec: ClassVar["Verb"]
    form: ClassVar[Any]  # how its lines are read and written (``referee.core.play``)
    seat: ClassVar[int | None]
    opens: tuple[Any, ...] = ()


class SeatAct(Act, frozen=True, gc=False):
    """What a player does; subclasses add the arguments: ``Bids(seat, count)``."""

    seat: int  # type: ignore[misc]


class TableAct(Act, frozen=True, gc=False):
    """What the table does: it deals, turns a card, names the starter."""

    seat: ClassVar[None] = None


Action = SeatAct | TableAct


class Line(Struct, frozen=True):
    """A line taken apart: ``args`` with single blanks, ``opens`` the bracket's parts, ``quote`` what is in quotes."""

    seat: int | None
    verb: str
    args: str = ""
    opens: tuple[str, ...] = ()
    quote: str = ""

    @property
    def words(self) -> list[str]:
        """The arguments, one word each."""
        return self.args.split()


class Verb(Struct, frozen=True):
    """One verb as a person types it, and all that a console must know about it."""

    name: str
    usage: str  # the arguments: "NUMBER", "NUMBER…", ""
    help: str  # one sentence
    table: bool = False  # written without a name
    private: bool = False  # entered on a private screen; ``Game.private`` may overrule it by option
    optional: bool = False  # may be left out, and is never in ``next``: holds
    kept: bool = False  # stays hidden when everybody has done it: a hand. Never laid open on the shared screen
    also: tuple[str, ...] = ()  # other words that mean it at a prompt: “no” where one passes
    anytime: bool = False  # said of somebody at any time, never asked for; the prompt asks whether all agree
    quotes: bool = False  # may be followed by somebody's words in straight quotes
    enters: str = ""  # the secret field of the state that its argument is entered in
    open_words: int = 99  # of its arguments; what follows may be left out, and is its seat's own secret
    declines: bool = False  # one way to do nothing; the shared screen takes it for everybody who is asked
    weighty: bool = False  # ends a deal or a game: at the prompt it is asked about unless it was named


# -------------------------------------------------------------------------------------------------- judgments


class Allowed(Struct, frozen=True):
    """The action is legal."""

    legal: ClassVar[bool] = True


class OnTrust(Struct, frozen=True):
    """The action is believed: what would prove it legal lies in a hand that the referee has not been told."""

    legal: ClassVar[bool] = True


class Refused(Struct, frozen=True):
    """The action is not legal: ``rule`` is an id of the game's RULES, ``why`` one sentence that a person would like.

    The sentence says what is wrong and what would be right. It may rest on everything in the state that was judged:
    ``ruling`` makes sure that nobody reads more than their own view says. Where bots and random games run into a
    refusal it is given as a function (``said``), so that nobody writes a sentence that nobody reads.
    """

    rule: str
    said: str | Message | Callable[[], str | Message]
    legal: ClassVar[bool] = False

    @property
    def message(self) -> Message:
        """The sentence as a message, which can be addressed to the player whom it is about."""
        said = self.said if isinstance(self.said, str | Message) else self.said()
        return text(said) if isinstance(said, str) else said

    @property
    def why(self) -> str:
        """The sentence as a text."""
        return str(self.message)


class Unopened(Refused, frozen=True):
    """The action would be legal if its brackets said what it opens; only a masked state gives this judgment."""


Judgment = Allowed | OnTrust | Refused
ALLOWED = Allowed()
ON_TRUST = OnTrust()


class Turn(Struct, frozen=True):
    """Somebody (a seat, or None: the table) who may act now, with the verbs in alphabetical order."""

    seat: int | None
    verbs: tuple[str, ...]


class Coming(Struct, frozen=True):
    """A seat that is asked in this step, now or after others; ``verbs`` are what it may answer ahead of its turn.

    ``on`` is what the answer rests on: when it changes before the turn has come, the seat is asked again.
    """

    seat: int
    verbs: tuple[str, ...]
    on: tuple[int, ...] = ()


class Field(Struct, frozen=True):
    """A part of a line whose lines are too many to list: ``fewest`` to ``most`` different words out of ``among``.

    Without ``among`` it is free text. ``before`` is a word that stands before it (“asks”), left out with an empty one.
    """

    name: str
    among: tuple[str, ...] = ()
    fewest: int = 1
    most: int = 1
    before: str = ""


class Outcome(Struct, frozen=True):
    """How the game stands. ``winners`` are seats, () until over; ``scores`` one a seat; ``reason`` in words."""

    over: bool
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str = ""

    @property
    def unfinished(self) -> bool:
        """Whether it ended without anybody having won: at a cap, or since somebody went home."""
        return self.over and not self.winners


# --------------------------------------------------------------------------------------- what all games refuse alike


def common_rules(prefix: str, *, opens: bool = True) -> dict[str, str]:
    """Return the rules that every game shares, under its own ids.

    Without ``opens`` no line of the game ever needs brackets.
    """
    rules = {
        f"{prefix}.line": "A line is written as NAME: VERB ARGUMENTS, with this game's verbs and cards.",
        f"{prefix}.over": "After the end of the game no further line is written.",
        f"{prefix}.turn": "A player, or the table, acts only when it is their turn.",
        f"{prefix}.step": "Each step of the game has its own lines, and only these are written in it.",
        f"{prefix}.bracket-missing": "A redacted line must say in brackets what it opens to the table.",
        f"{prefix}.bracket-false": "What a line says in brackets must be what it opens, and true.",
    }
    return rules if opens else {rule: text for rule, text in rules.items() if rule != f"{prefix}.bracket-missing"}


def is_due(turns: Sequence[Turn], action: Action) -> bool:
    """Say whether ``turns`` list an action: its seat, and its verb."""
    seat, verb = action.seat, action.verb
    for turn in turns:  # noqa: SIM110, every action is asked about, and a loop is twice as fast
        if turn.seat == seat and verb in turn.verbs:
            return True
    return False


def whose_turn(setup: Setup, turns: Sequence[Turn]) -> str:
    """Return whose turn it is and to do what, as people say it: “it is Bob’s turn to accept or suspect”."""
    if len(turns) == 1 and turns[0].seat is not None:
        return f"it is {setup.seats[turns[0].seat]}’s turn to {listed(map(infinitive, turns[0].verbs))}"
    by_verbs: dict[tuple[str, ...], list[str]] = {}
    for turn in turns:
        if turn.seat is not None:
            by_verbs.setdefault(turn.verbs, []).append(setup.seats[turn.seat])
    rows = [f"{listed(names, 'and')} may {listed(map(infinitive, verbs))}" for verbs, names in by_verbs.items()]
    table = [f"“{verb}” comes next" for turn in turns if turn.seat is None for verb in turn.verbs]
    return ", ".join((*rows, *table))


def left(setup: Setup, seat: int, scores: tuple[int, ...]) -> Outcome:
    """Return the end that it is when a seat goes home: unfinished, with the scores of what was settled."""
    return Outcome(over=True, winners=(), scores=scores, reason=f"{setup.seats[seat]} has gone home, unfinished")


def capped(what: str, scores: tuple[int, ...]) -> Outcome:
    """Return the end at a cap, ``what`` being how far it went: “3 rounds”."""
    return Outcome(over=True, winners=(), scores=scores, reason=f"the game ends unfinished after {what}")


# --- what is hidden


class Secret(NamedTuple):
    """A field of a state with an entry for each seat that only this seat knows; None as long as there is none.

    It is declared in the annotation: ``hands: Annotated[tuple[Hand, ...], hands_from(unseen)] = ()``. ``Game.view``,
    ``redact`` and ``sample_state`` follow, and ``judge_choice`` judges the brackets of choices made at the same time.

    ``among(view)`` are the cards of which hidden hands are dealt, or the values of a hidden choice. ``together``: the
    entries are choices made at the same time, hidden as ``masked``, and the last one opens all; else they are hands.
    ``when``: by which setups the field is hidden at all. The sentences refuse brackets: ``early`` before the last
    choice, ``wrong`` (of ``name`` and ``choice``), ``missing`` (of ``names``).
    """

    among: Callable[[Any], Sequence[int]]
    together: bool = False
    masked: int = UNKNOWN
    when: Callable[[Any], bool] = lambda _: True
    early: str = "choices are opened by the last of them: leave out the brackets"
    wrong: str = "{name} did not choose {choice}"
    missing: str = "the last choice must say what was chosen in secret: {names}’s is missing"

    def hides(self, setup: Any, row: Sequence[Any]) -> bool:
        """Return whether entries of this row are hidden."""
        return (not self.together or None in row) and self.when(setup)

    def mask(self, entry: Any) -> Any:
        """Return what a view holds in place of an entry."""
        return self.masked if self.together else (UNKNOWN,) * len(entry)

    def seen(self, row: tuple[Any, ...], seat: int | None) -> tuple[Any, ...]:
        """Return a row as ``seat`` may know it."""
        known: list[Any]
        if self.together:
            known = [entry if entry is None else self.masked for entry in row]
        else:
            known = [hand and (UNKNOWN,) * len(hand) for hand in row]
        if seat is not None:
            known[seat] = row[seat]
        return tuple(known)

    def sampled(self, view: Any, row: tuple[Any, ...], rng: Random) -> tuple[Any, ...]:
        """Return a row of a view with every hidden entry chosen at random: hands are dealt in seat order."""
        hidden = [at for at, entry in enumerate(row) if entry is not None and entry == self.mask(entry)]
        if not hidden:
            return row
        entries, pool = list(row), self.among(view)
        if self.together:
            for at in hidden:
                entries[at] = pick(pool, rng)
            return tuple(entries)
        cards = some([*pool], sum(len(row[at]) for at in hidden), rng)
        for at in hidden:
            size = len(row[at])
            entries[at], cards = tuple(sorted(cards[:size])), cards[size:]
        return tuple(entries)


def hands_from(unseen: Callable[[Any], Sequence[int]]) -> Secret:
    """Return the secret of hands, tuples of cards; ``unseen(view)`` are the cards that may be in hidden ones."""
    return Secret(unseen)


def choices(among: Callable[[Any], Sequence[int]], **more: Any) -> Secret:
    """Return the secret of choices made at the same time; ``among(view)`` are the values that one may have."""
    return Secret(among, together=True, **more)


def entered(row: tuple[Any, ...], seat: int, entry: Any, opens: Sequence[tuple[int, Any]] = ()) -> tuple[Any, ...]:
    """Return a row with the entry of a seat, and with those that brackets make known."""
    entries = list(row)
    entries[seat] = entry
    for at, known in opens:
        entries[at] = known
    return tuple(entries)


# ------------------------------------------------------------------------------------------------------- game

S = TypeVar("S")


class Game(ABC, Generic[S]):
    """A game: its attributes say what it is, its methods are its rules and what people read of them.

    A subclass sets the attributes that have no default here and writes the abstract methods; there is one instance of
    it, which holds nothing. ``S`` is its ``State``: a frozen struct with a ``setup``. A large game is spread over
    chapters as classes that inherit from each other. No method reads a clock or a file, and chance is a generator that
    is passed in. "A view" is a state in which everything is UNKNOWN that a seat, or the open table (None), may not see.
    """

    name: ClassVar[str]
    """``liars-lair``; the folder of the game is called the same, with underscores."""
    title: ClassVar[str]
    """``Liar's Lair``"""
    prefix: ClassVar[str]
    """What its rule ids begin with: ``lair``."""
    seats: ClassVar[tuple[int, int]]
    """Fewest and most players."""
    options: ClassVar[type[Struct]]
    """Its house rules: a frozen struct, every field Annotated with bounds and a description."""
    rules: ClassVar[Mapping[str, str]]
    """Rule id → one plain sentence, of every refusal; begin with ``common_rules(prefix)``."""
    moves: ClassVar[tuple[type[Act], ...]] = ()
    """A class for each verb, those of the table too, in the order in which help lists them (``referee.core.play``)."""
    verbs: ClassVar[tuple[Verb, ...]] = ()
    """The verbs of ``moves``."""
    usual: ClassVar[int] = 0
    """For how many players it is printed and explained where nobody names a number; USUAL or the nearest if 0."""
    rules_version: ClassVar[int] = 1
    """The newest version of its rules. A ruling that changes gets the next number, and the method that rules asks
    ``state.setup.rules``: old records replay by the number that they carry."""
    numbers: ClassVar[Mapping[str, int]] = {}
    """Numbers that no option changes, by name, for books and printers: {"cards": 60}."""
    needs_facts: ClassVar[bool] = False
    """Whether ``Setup.facts`` must be there."""
    unsent: ClassVar[tuple[str, ...]] = ()
    """Fields of ``public`` that solve the game for whoever reads them: no phone is sent them."""

    # ---- for other rooms: what books, printers, screens and the lab know of a game

    deck: ClassVar[str] = ""
    """The printed deck that it is played with, as ``cardgen deck`` names it; the game's own name if ""."""
    ranked: ClassVar[bool] = True
    """Whether the ranks of its cards count; where they do not, a small picture of a card shows its suit alone."""
    seconds: ClassVar[Mapping[str, int]] = {}
    """How long a line of a verb takes at the table, where the lab's usual estimate is wrong."""
    first_evening: ClassVar[tuple[tuple[int, int], Mapping[str, Any], str]] = ((1, 0), {}, "")
    """From how many to how many players other house rules are better for a first evening, which, and why in words."""
    patience: ClassVar[int] = 200
    """After how many rounds the lab counts a game as unfinished: people would long have stopped."""
    texts: ClassVar[Mapping[str, str]] = {}
    """Templates that it brings itself: ``rules`` (its book), ``cards`` (its reference card), ``teach``."""
    extras: ClassVar[tuple[str, ...]] = ()
    """The extras that belong to it beside those of every game (``cardgen.extras``): ("scores", "trump")."""

    def pairs_needed(self, options: Any, players: int) -> int:
        """Return how many pairs of facts a game of so many players deals."""
        return 0

    def deck_note(self, setup: Setup, cards: int) -> str:
        """Return how the deck of so many cards is dealt: what follows “For 4 players: 60 cards” in a kit's README."""
        return "."

    def last_round(self, setup: Setup) -> int:
        """Return the number of the last round where the options fix it; 0 where they do not."""
        return 0

    def printed_face(self, setup: Setup, card: str) -> Struct | None:
        """Return what is printed on a card of words, for ``cards.html`` to draw; None for a picture or a word."""
        return None

    def stand_in(self, options: Struct, wish: str, taken: Collection[str]) -> str:
        """Return the card that a book's figure shows for a wished one, none of those ``taken``.

        It is another card where the kit of these options lacks the wished one.
        """
        return wish

    def __init_subclass__(cls) -> None:
        """Look up the methods of each verb once: ``judge_VERB`` and ``apply_VERB``."""
        super().__init_subclass__()
        for base in getattr(cls, "__orig_bases__", ()):
            if typing.get_origin(base) is Game and isinstance(state := typing.get_args(base)[0], type):
                hints = typing.get_type_hints(state, include_extras=True).items()
                found = {name: getattr(hint, "__metadata__", ()) for name, hint in hints}
                cls._secrets = {name: data[0] for name, data in found.items() if data and isinstance(data[0], Secret)}
        cls.verbs = tuple(move.spec for move in cls.moves) or cls.verbs
        cls._by_verb = {move.verb: move for move in cls.moves}
        cls._judges = {move: getattr(cls, f"judge_{move.verb}", _allow) for move in cls.moves}
        cls._applies = {move: getattr(cls, f"apply_{move.verb}", None) for move in cls.moves}
        if not cls.usual and hasattr(cls, "seats"):
            cls.usual = min(max(cls.seats[0], USUAL), cls.seats[1])

    _secrets: ClassVar[Mapping[str, Secret]] = {}
    _by_verb: ClassVar[Mapping[str, type[Act]]]
    _judges: ClassVar[Mapping[type[Act], Any]]
    _applies: ClassVar[Mapping[type[Act], Any]]

    # ---- the rules

    def check(self, setup: Setup) -> tuple[str, str] | None:
        """Return (key, sentence) of what the header has wrong (``("facts", "…")``), or None."""

    def warnings(self, setup: Setup) -> tuple[str, ...]:
        """Return what is worth saying on stderr before the start, sentences."""
        return ()

    @abstractmethod
    def start(self, setup: Setup) -> S:
        """Return the first state."""

    @abstractmethod
    def to_act(self, state: S) -> tuple[Turn, ...]:
        """Return the turns: each seat in seat order, then the table (None); () when the game is over.

        They name only verbs that some legal completion exists for, and never an optional one. They are the same for a
        state and for every view of it.
        """

    def optional(self, state: S) -> tuple[Turn, ...]:
        """Return the turns of the optional verbs that may be written now."""
        return ()

    def awaits(self, state: S) -> tuple[int | None, ...]:
        """Return the seats (None: the table) of ``to_act`` that the game waits for.

        The others may act and need not: a guess or an accusation at any time.
        """
        return tuple(turn.seat for turn in self.to_act(state))

    def coming(self, view: S) -> tuple[Coming, ...]:
        """Return the seats that are still asked, in order, in a step that goes round: all but the first may answer
        ahead of their turn.
        """
        return ()

    def judge(self, state: S, action: Any) -> Judgment:
        """Return whether an action is allowed: the only place that knows, in any state or view.

        It takes any action that ``read`` can give. In a view it answers OnTrust where the view can't tell, and Unopened
        where the line must say in brackets what it opens. The sentence about a private line quotes no card of it that
        a view couldn't refuse by itself. Without an override, an action that is due goes to ``judge_VERB(state,
        action)``; a verb without such a method is allowed whenever it is due.
        """
        spec = action.spec
        turns = self.optional(state) if spec.optional else self.to_act(state)
        if is_due(turns, action) or (spec.anytime and turns):
            return cast("Judgment", self._judges[type(action)](self, state, action))
        return self.untimely(state, action)

    def untimely(self, state: S, action: Any) -> Refused:
        """Return the refusal of an action that is not due, which says whose turn it is and with what."""
        setup, turns, verb = _setup(state), self.to_act(state), action.verb
        if not turns:
            return Refused(f"{self.prefix}.over", "the game is over: no line follows any more")
        rule = f"{self.prefix}.{'turn' if any(verb in turn.verbs for turn in turns) else 'step'}"
        due = whose_turn(setup, turns)
        if action.seat is None:
            return Refused(rule, say("“{verb}” is not written now: {due}", verb=verb, due=due))
        seat = setup.seat(action.seat)
        return Refused(rule, say("{seat} cannot {verb} now: {due}", seat=seat, verb=infinitive(verb), due=due))

    def refuse(self, rule: str, state: S, seat: int, template: str, **fields: Any) -> Refused:
        """Return the refusal by a rule (its id without the prefix) in a message about a seat, ``{seat}``."""
        return Refused(f"{self.prefix}.{rule}", say(template, seat=_setup(state).seat(seat), **fields))

    @abstractmethod
    def candidate_actions(self, state: S, seat: int | None, verb: str) -> Sequence[Action]:
        """Return actions of a verb that are worth judging: the legal ones are those that ``judge`` lets through.

        In a view too (there they carry no brackets). It may be empty where their number has no bound.
        """

    def fields(self, view: S, seat: int | None, verb: str) -> tuple[Field, ...]:
        """Return the fields of a verb whose lines ``candidate_actions`` does not list one by one, else ()."""
        return ()

    def apply(self, state: S, action: Any) -> S:
        """Return the next state, for an action that ``judge`` let through. By default it is ``apply_VERB``'s."""
        return cast("S", self._applies[type(action)](self, state, action))

    def draw(self, state: S, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> Action | None:
        """Return the table's next act by chance, or None when nothing is to be drawn, as when the game is over.

        Where hands are dealt (``hands``) the private ``holds`` of a seat come first. ``among`` narrows a draw of a seat
        to volunteers.
        """
        return None

    def odds(self, state: S) -> tuple[tuple[Action, int], ...]:
        """Return what ``draw`` gives now, hands dealt, each act with its weight (a whole number).

        () where nothing is drawn, or where there are too many to list.
        """
        return ()

    @abstractmethod
    def outcome(self, state: S) -> Outcome:
        """Return how the game stands: over, winners, scores, reason."""

    def deals_scored(self, state: S) -> int:
        """Return how many deals are settled so far: what they scored stands. 1 when over, in a game of one deal."""
        return int(self.outcome(state).over)

    def rounds(self, state: S) -> int:
        """Return how many rounds, turns or deals have begun, as a table counts them."""
        return self.deals_scored(state)

    def flags(self, state: S) -> tuple[str, ...]:
        """Return irregularities that the record has shown, a sentence each."""
        return ()

    # ---- who may know what

    def view(self, state: S, seat: int | None) -> S:
        """Return the state with everything UNKNOWN that this seat (or the open table) may not see.

        By default these are others' entries in the fields that are declared secret (``referee.core.game``).
        """
        changes = {}
        for name, secret in self._secrets.items():
            row = getattr(state, name)
            if secret.hides(state.setup, row):  # type: ignore[attr-defined]
                changes[name] = secret.seen(row, seat)
        return cast("S", replace(cast("Any", state), **changes)) if changes else state

    def redact(self, state: S, action: Any, seat: int | None) -> Action:
        """Return the action as this seat reads it, given the state before it.

        ``opens`` says what it makes known that they could not compute. By default others' entries in a secret field are
        masked, but the last of several choices made at the same time is not, and opens the others.
        """
        name = action.spec.enters
        if not name or not (secret := self._secrets[name]).when(_setup(state)):
            return cast("Action", action)
        argument, row = action.form.argument, getattr(state, name)
        if secret.together and not any(entry is None for at, entry in enumerate(row) if at != action.seat):
            known = entered(row, action.seat, None, action.opens)
            others = [(at, entry) for at, entry in enumerate(known) if at not in (seat, action.seat)]
            return cast("Action", replace(action, opens=tuple(others)))
        if action.seat == seat:
            return cast("Action", replace(action, opens=()) if action.opens else action)
        return cast("Action", replace(action, opens=(), **{argument: secret.mask(getattr(action, argument))}))

    def judge_choice(self, state: S, action: Any) -> Judgment:
        """Return whether the brackets of a choice made at the same time as others fit what is known of these.

        The choice itself has been judged. A masked choice is believed unless it is the last one.
        """
        setup, secret, row = _setup(state), self._secrets[action.spec.enters], getattr(state, action.spec.enters)
        choice, opened = getattr(action, action.form.argument), dict(action.opens)
        masked = secret.mask(choice)
        if row.count(None) > 1:
            if opened:
                return Refused(f"{self.prefix}.bracket-false", secret.early)
            return ON_TRUST if choice == masked else ALLOWED
        fits = secret.among(state) if opened else ()
        for at, said in action.opens:
            if len(opened) < len(action.opens) or row[at] not in (masked, said) or said not in fits:
                why = secret.wrong.format(name=setup.name(at), choice=said)
                return Refused(f"{self.prefix}.bracket-false", why)
        names = [setup.name(at) for at, entry in enumerate(row) if entry == masked and at not in opened]
        if names or choice == masked:
            why = secret.missing.format(names=", ".join(names) or setup.name(action.seat))
            return Unopened(f"{self.prefix}.bracket-missing", why)
        return ALLOWED

    def chosen(self, state: S, action: Any) -> tuple[Any, ...]:
        """Return the row of a secret field with the entry of this action, and with what its brackets open."""
        row = getattr(state, action.spec.enters)
        return entered(row, action.seat, getattr(action, action.form.argument), action.opens)

    def sample_state(self, view: S, seat: int | None, rng: Random) -> S:
        """Return a full state that a view of this seat (or the open table) could be of, each equally likely.

        What is UNKNOWN in it is dealt and chosen at random, what nobody entered stays open:
        ``view(guess(v, seat, rng), seat) == v``. By default the secret fields are, each by itself.
        """
        for name, secret in self._secrets.items():
            row = getattr(view, name)
            if secret.hides(_setup(view), row) and (full := secret.sampled(view, row, rng)) is not row:
                view = replace(cast("Any", view), **{name: full})
        return view

    def cards_shown(self, before: S, action: Any, after: S) -> Sequence[tuple[int, str]]:
        """Return the cards that a line lays open for good of the hands that were dealt, given full states.

        Each is (seat, card as ``holds`` writes it). () where nobody can tell what was dealt from them.
        """
        return ()

    @abstractmethod
    def public(self, view: S) -> Mapping[str, Json]:
        """Return the ``public`` fields of ``--json``, from the open table's view."""

    def hidden(self, state: S) -> Mapping[str, Json]:
        """Return what ``--reveal`` adds: hands and the like, JSON values."""
        return {}

    # ---- lines

    def read(self, setup: Setup, line: Line) -> Action:
        """Return the action of a Line; raises RecordError with the rule ``<prefix>.line``."""
        return cast("Action", self._by_verb[line.verb].form.read(self, setup, line))

    def unreadable(self, setup: Setup, line: Line) -> RecordError:
        """Return the error of a line whose arguments can't be read: how its verb is written, by this seat."""
        who = "" if line.seat is None else f"{setup.seats[line.seat]}: "
        usage = self._by_verb[line.verb].spec.usage
        return self.misread(f"that line can't be read: it is written {f'{who}{line.verb} {usage}'.rstrip()}")

    def misread(self, why: str) -> RecordError:
        """Return the error of a line that is no line of this game."""
        return RecordError(why, rule=f"{self.prefix}.line")

    def write(self, setup: Setup, action: Any) -> Line:
        """Return the Line of an action; ``read`` gives the action back."""
        return cast("Line", action.form.write(setup, action))

    def private(self, setup: Setup, verb: str) -> bool:
        """Return whether a verb is entered on the private screen."""
        return any(one.private for one in self.verbs if one.name == verb)

    # ---- what people read: given views, these decide nothing

    def drawn(self, state: S) -> tuple[str, ...]:
        """Return the verbs that the referee draws by itself now and asks nobody for."""
        return ()

    def among(self, state: S) -> str:
        """Return the question before a seat is drawn (“Who volunteers to lead?”), "" where there is none."""
        return ""

    def handouts(self, setup: Setup, actions: Sequence[Any]) -> tuple[Handout, ...]:
        """Return the dealing script of these ``holds``, card by card; () where people deal."""
        return ()

    def opening(self, view: S, rng: Random) -> tuple[str, ...]:
        """Return what people are told before they deal, sentences; () when they have dealt."""
        return ()

    def ask(self, view: S, turn: Turn) -> str:
        """Return one line of what is asked for now, "" for the console's own words."""
        return ""

    def face(self, setup: Setup, card: str) -> str:
        """Return what is printed on a card beside its title, "" where its name says it all."""
        return ""

    def events(self, before: S, action: Any, after: S) -> tuple[Event, ...]:
        """Return what a line made happen, in order; () leaves it to the reader to print the line."""
        return ()

    def narrate(self, before: S, action: Any, after: S) -> str:
        """Return the sentences of what happened: those of the ``events``."""
        return " ".join([str(event.message) for event in self.events(before, action, after)])

    def show(self, view: S, seat: int | None) -> Screen:
        """Return the table."""
        return Screen()

    def hand(self, view: S, seat: int) -> tuple[tuple[str, str, str], ...]:
        """Return the seat's private screen: rows of (card, title, mark)."""
        return ()

    def notebook(self, view: S, seat: int) -> Screen:
        """Return what the seat can conclude."""
        return Screen()

    def sheet(self, view: S) -> Sheet | None:
        """Return the score sheet, None where nothing is counted row by row."""

    def finale(self, setup: Setup, actions: Sequence[Any]) -> tuple[Screen, ...]:
        """Return what is laid open at the end, one Screen after the other; () where ``hidden`` is all."""
        return ()

    def explain(self, before: S, action: Any, after: S) -> tuple[str, ...]:
        """Return why the referee ruled as it did by this line, sentences.

        () where it was no ruling: nobody was judged, nothing was scored or settled.
        """
        return ()

    def course(self, steps: Sequence[tuple[S, Any, S]]) -> Course | None:
        """Return how a game went that has no score sheet; None for its public hands, or its scores."""

    def highlights(self, steps: Sequence[tuple[S, Any, S]]) -> tuple[Highlight, ...]:
        """Return what is worth remembering, from (state before, action, state after) of each line.

        The states are views where the game goes on, and hold everything when it is over: what is still open is passed
        over.
        """
        return ()

    def sayings(self, before: S, action: Any, after: S) -> tuple[Saying, ...]:
        """Return what this line says that is true or a lie, and what becomes of such, given full states."""
        return ()


def _allow(*_: object) -> Judgment:
    return ALLOWED


def _setup(state: object) -> Setup:
    return cast("Setup", state.setup)  # type: ignore[attr-defined]


def chapter(game: Game[Any], name: str) -> ModuleType:
    """Return a chapter of a game's folder (``bots``, ``screens``), imported when it is asked for.

    A game of one module, or one that lacks the chapter, gives the module of its class.
    """
    room = f"referee.games.{game.name.replace('-', '_')}"
    own = find_spec(room)
    there = own is not None and own.submodule_search_locations and find_spec(f"{room}.{name}")
    return import_module(f"{room}.{name}" if there else type(game).__module__)
