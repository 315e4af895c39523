"""What a person can get wrong at the table: every such fault is a RecordError carrying one sentence."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import force_setattr

from liarsdeck.errors import UserError

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


# ---------------------------------------------------------------------------------------------------- actions


class Act(Struct, frozen=True, gc=False, kw_only=True):
    """One line of a record. ``opens`` is what stands in brackets at its end: structs of the game, or ()."""

    verb: ClassVar[str]
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
    open_words: int = 99  # of its arguments; what follows may be left out, and is its seat's own secret
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
    said: str | Callable[[], str]
    legal: ClassVar[bool] = False

    @property
    def why(self) -> str:
        """The sentence."""
        return self.said if isinstance(self.said, str) else self.said()


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


# ------------------------------------------------------------------------------------------------------- game

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)


class Draw(Protocol[S_contra]):
    """The table's next act by chance: see ``Game.draw``."""

    def __call__(self, state: S_contra, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> Action | None:
        """Return the act, or None when nothing is to be drawn."""


def _as_seen(view: S, _seat: int | None, _rng: Random) -> S:
    return view


def _never(*_: object) -> bool:
    return False


def _none(*_: object) -> tuple[()]:
    return ()


def _nothing(_: object) -> None:
    return None


def _blank(*_: object) -> str:
    return ""


def _no_screen(*_: object) -> Screen:
    return Screen()


class Game(Struct, Generic[S], frozen=True, kw_only=True):
    """One game: a record of plain functions over its frozen ``State`` (which has a ``setup``).

    What it is:
      name, title       ``liars-lair``, ``Liar's Lair``
      prefix            what its rule ids begin with: ``lair``
      seats             fewest and most players
      usual             how many it is usually for: what is printed and said when nobody names a number
      options           its ``Options``: a frozen struct, every field Annotated with bounds and a description
      rules             rule id → one plain sentence; begin with ``common_rules(prefix)``
      rules_version     the newest version of its rules. A ruling that changes gets the next number, and the functions
                        below ask ``state.setup.rules`` for it: old records replay by the number that they carry
      numbers           what no option changes, by name, for books and printers: {"cards": 60}
      verbs             every verb, those of the table too
      needs_facts       whether ``Setup.facts`` must be there
      unsent            fields of ``public`` that solve the game for whoever reads them: no phone is sent them

    The rules:
      check(setup)      → (key, sentence) of what the header has wrong (``("facts", "…")``), or None
      start(setup)      → the first state
      to_act(state)     → the turns: each seat in seat order, then the table (None); () when over. Only verbs that some
                          legal completion exists for; never an optional one. The same for a state and every view of it
      optional(state)   → turns of the optional verbs that may be written now
      judge(state, action)  → the only place that knows what is allowed. Takes any action that ``read`` can give, in any
                          state or view. In a view it answers OnTrust where the view can't tell, and Unopened where the
                          line must say in brackets what it opens. A ``why`` about a private line quotes no card of it
                          that a view couldn't refuse by itself
      candidates(state, seat, verb)  → actions worth judging; the legal ones are those that ``judge`` lets through.
                          In a view too (there they carry no brackets). May be empty where the number has no bound
      apply(state, action)  → the next state, for an action that judge let through
      draw(state, rng, hands=True, among=())  → the table's next act by chance, private ``holds`` of a seat first where
                          hands are dealt (``hands``), or None, as when the game is over. ``among`` narrows a draw of a
                          seat to volunteers
      view(state, seat or None)  → the same State with everything UNKNOWN that this seat (or the open table) may not see
      redact(state, action, seat or None)  → the action as this seat reads it, given the state before it; ``opens`` says
                          what it makes known that they could not compute
      laid(before, action, after)  → the cards that a line lays open for good of the hands that were dealt, given full
                          states: (seat, card as ``holds`` writes it). () where nobody can tell what was dealt from them
      outcome(state)    → over, winners, scores, reason
      public(view)      → the ``public`` fields of ``--json``, from the open table's view
      awaits(state)     → the seats (None: the table) of ``to_act`` that the game waits for; the others may act, and
                          need not: a guess or an accusation at any time. Without it, all of them
      settled(state)    → how many deals are settled so far: what they scored stands. Without it, 1 when over
      rounds(state)     → how many rounds, turns or deals have begun, as a table counts them. Without it, ``settled``
      odds(state)       → what ``draw`` gives now, hands dealt, each act with its weight (a whole number); () where
                          nothing is drawn, or there are too many to list
      guess(view, seat, rng)  → a full state that a view of this seat (or the open table) could be of, each equally
                          likely as far as the view goes: what is UNKNOWN in it is dealt and chosen at random, what
                          nobody entered stays open. ``view(guess(v, seat, rng), seat) == v``. Without it, the view:
                          nothing is hidden
      coming(view)      → seats that are still asked, in order, in a step that is open and goes round: those after the
                          first may answer ahead
      fields(view, seat, verb)  → the fields of a verb whose lines ``candidates`` does not list one by one, else ()
      hidden(state)     → what ``--reveal`` adds: hands and the like, JSON values
      flags(state)      → irregularities that the record has shown, a sentence each
      read(setup, line) → the action of a Line; raises RecordError with the rule ``<prefix>.line``
      write(setup, action)  → the Line of an action

    What a console asks (all have defaults, all are given views, none decides anything):
      private(setup, verb)  → whether the verb is entered on the private screen; without it, as the verbs themselves say
      drawn(state)      → the verbs that the referee draws by itself now and asks nobody for
      among(state)      → the question before a seat is drawn (“Who volunteers to lead?”), "" where there is none
      handouts(setup, actions)  → the dealing script of these ``holds``, card by card; () where people deal
      opening(view, rng)  → what people are told before they deal, sentences; () when they have dealt
      ask(view, turn)   → one line of what is asked for now, "" for the console's own words
      face(setup, card) → what is printed on a card beside its title, "" where its name says it all
      narrate(before, action, after)  → the sentence of what happened
      show(view, seat)  → the table as a Screen
      hand(view, seat)  → the seat's private screen: rows of (card, title, mark)
      notebook(view, seat)  → what the seat can conclude, as a Screen
      sheet(view)       → the score sheet, None where nothing is counted row by row
      finale(setup, actions)  → what is laid open at the end, one Screen after the other; () where ``hidden`` is all
      explain(before, action, after)  → why the referee ruled as it did by this line, sentences; () where it was no
                          ruling (nobody was judged, nothing was scored or settled)
      highlights(steps) → what is worth remembering of a game, from (state before, action, state after) of each line.
                          They are views where the game goes on, and hold everything when it is over: what is still
                          open is passed over. () where a game has none
      course(steps)     → how it went, in a game that has no score sheet; None for its public hands, or its scores
      sayings(before, action, after)  → what this line says that is true or a lie, and what becomes of such: given full
                          states. () in a game where nobody lies
      warnings(setup)   → what is worth saying on stderr before the start, sentences
    """

    name: str
    title: str
    prefix: str
    seats: tuple[int, int]
    options: type[Struct]
    rules: Mapping[str, str]
    verbs: tuple[Verb, ...]
    usual: int = 0
    rules_version: int = 1
    numbers: Mapping[str, int] = {}
    needs_facts: bool = False
    unsent: tuple[str, ...] = ()

    start: Callable[[Setup], S]
    to_act: Callable[[S], tuple[Turn, ...]]
    judge: Callable[[S, Any], Judgment]
    candidates: Callable[[S, int | None, str], Sequence[Action]]
    apply: Callable[[S, Any], S]
    draw: Draw[S]
    view: Callable[[S, int | None], S]
    redact: Callable[[S, Any, int | None], Action]
    outcome: Callable[[S], Outcome]
    public: Callable[[S], Mapping[str, Json]]
    read: Callable[[Setup, Line], Action]
    write: Callable[[Setup, Any], Line]

    awaits: Callable[[S], tuple[int | None, ...]] = _none
    settled: Callable[[S], int] = _never
    rounds: Callable[[S], int] = _never
    odds: Callable[[S], tuple[tuple[Action, int], ...]] = _none
    guess: Callable[[S, int | None, Random], S] = _as_seen

    check: Callable[[Setup], tuple[str, str] | None] = _nothing
    optional: Callable[[S], tuple[Turn, ...]] = _none
    coming: Callable[[S], tuple[Coming, ...]] = _none
    fields: Callable[[S, int | None, str], tuple[Field, ...]] = _none
    laid: Callable[[S, Any, S], Sequence[tuple[int, str]]] = _none
    hidden: Callable[[S], Mapping[str, Json]] = lambda _: {}
    flags: Callable[[S], tuple[str, ...]] = _none

    private: Callable[[Setup, str], bool] = _never
    drawn: Callable[[S], tuple[str, ...]] = _none
    among: Callable[[S], str] = _blank
    face: Callable[[Setup, str], str] = _blank
    handouts: Callable[[Setup, Sequence[Action]], tuple[Handout, ...]] = _none
    opening: Callable[[S, Random], tuple[str, ...]] = _none
    ask: Callable[[S, Turn], str] = _blank
    narrate: Callable[[S, Any, S], str] = _blank
    show: Callable[[S, int | None], Screen] = _no_screen
    hand: Callable[[S, int], tuple[tuple[str, str, str], ...]] = _none
    notebook: Callable[[S, int], Screen] = _no_screen
    sheet: Callable[[S], Sheet | None] = _nothing
    finale: Callable[[Setup, Sequence[Any]], tuple[Screen, ...]] = _none
    explain: Callable[[S, Any, S], tuple[str, ...]] = _none
    course: Callable[[Sequence[tuple[S, Any, S]]], Course | None] = _nothing
    highlights: Callable[[Sequence[tuple[S, Any, S]]], tuple[Highlight, ...]] = _none
    sayings: Callable[[S, Any, S], tuple[Saying, ...]] = _none
    warnings: Callable[[Setup], tuple[str, ...]] = _none

    def __post_init__(self) -> None:
        """Fill in what the game leaves open.

        The usual number of players; what is private, as the verbs say; that who may act must; that there is one deal.
        """
        if not self.usual:
            low, high = self.seats
            force_setattr(self, "usual", min(max(low, USUAL), high))
        if self.private is _never:
            secret = frozenset(verb.name for verb in self.verbs if verb.private)
            force_setattr(self, "private", lambda _setup, verb: verb in secret)
        if self.awaits is _none:
            force_setattr(self, "awaits", lambda state: tuple(turn.seat for turn in self.to_act(state)))
        if self.settled is _never:
            force_setattr(self, "settled", lambda state: int(self.outcome(state).over))
        if self.rounds is _never:
            force_setattr(self, "rounds", self.settled)


def explained(game: Game[S], before: S, action: Action, after: S, seat: int | None = None) -> tuple[str, ...]:
    """Return why the referee ruled as it did by a line, as ``seat`` (or the shared screen) may hear it."""
    return game.explain(game.view(before, seat), game.redact(before, action, seat), game.view(after, seat))


def last_ruling(game: Game[S], setup: Setup, actions: Sequence[Action]) -> tuple[int, tuple[str, ...]]:
    """Return the last ruling of a record: after how many lines it came, and why; (0, ()) where there was none."""
    states = [game.start(setup)]
    for action in actions:
        states.append(game.apply(states[-1], action))
    for at in range(len(actions), 0, -1):
        if why := explained(game, states[at - 1], actions[at - 1], states[at]):
            return at, why
    return 0, ()


def chapter(game: Game[Any], name: str) -> ModuleType | None:
    """Return a chapter of a game's room (``bots``, ``screens``), imported when it is asked for; None if it has none."""
    room = f"referee.games.{game.name.replace('-', '_')}"
    own = find_spec(room)
    there = own is not None and own.submodule_search_locations and find_spec(f"{room}.{name}")
    return import_module(f"{room}.{name}") if there else None
