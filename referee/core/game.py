"""What a game is: the class ``Game``, and the values that its methods take and return.

A *line* is one action as text in a record: ``Ann: bids 2``. It is the action of a *seat* (a player's number, clockwise
from 0) or of the table (None), which deals and turns cards. *Brackets* at a line's end make known what was hidden until
then. A *view* is the state as one seat may see it; for None, as everybody (*the open table*) may see it.
"""

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

from liarsdeck import language
from liarsdeck.errors import UserError
from liarsdeck.language import both, either, later
from referee.core.accounts import Claim, Course, Highlight, Moment, Screen, Sheet, Shown
from referee.core.cards import UNKNOWN, Message, Seat, infinitive, pick, say, some, text, verb_name

if TYPE_CHECKING:
    from factbank.factfile import Facts


class RecordError(UserError):
    """A record, a line or a table that the referee cannot accept. ``str()`` is the sentence that a person reads.

    ``why`` is that sentence without the two other fields. ``line`` is the line's number in the record, from 1 as an
    editor counts; None where there is no record. ``rule`` is the id of the rule that was broken, such as
    ``lizard.bid-range``; "" where no rule of a game was.
    """

    def __init__(self, why: str, *, line: int | None = None, rule: str = "") -> None:
        self.why = why
        self.line = line
        self.rule = rule
        super().__init__(why)

    def __str__(self) -> str:
        where = "" if self.line is None else f"line {self.line}: "
        return f"{where}{self.why}{f' [{self.rule}]' if self.rule else ''}"


class Handout(Struct, frozen=True):
    """One step of a dealing script that is read aloud: a card as records name it, and its seat (None: the box)."""

    card: str
    seat: int | None


class Saying(Struct, frozen=True, gc=False):
    """A truth or a lie that a seat has told, or what came of it.

    ``kind`` is SAID_TRUTH or SAID_LIE for the line that tells it, CAUGHT when a lie of this seat comes out and costs
    the seat something, and DOUBTED when others took a truth of this seat for a lie. A lie that is never caught counts
    as believed. ``fresh`` is False if the same was said before in this game, as by a card that comes back into play.
    """

    seat: int
    kind: str
    fresh: bool = True


SAID_TRUTH, SAID_LIE, CAUGHT, DOUBTED = "truth", "lie", "caught", "doubted"


class Event(Struct, frozen=True):
    """One thing that a line made happen, for a screen, a log or a speaker.

    ``kind`` is the line's verb, or names what followed from the line. Every screen knows NOTED, LAID, OUT and OVER.
    ``message`` is the event as a sentence. ``seat`` is the seat that the event is about (None: the table). ``cards``
    are its cards, as records name them. ``brief`` is the sentence for a screen that draws them; None: ``message``.
    """

    kind: str
    message: Message
    seat: int | None = None
    cards: tuple[str, ...] = ()
    brief: Message | None = None


NOTED, LAID, OUT, OVER = "noted", "laid", "out", "over"
"""Kinds of events: a dealt hand was entered; cards lie open; a seat has left the game; the game has ended."""

USUAL = 5  # players of a game that does not say: so many, or the nearest number that can play

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"  # what JSON can hold


class Setup(Struct, frozen=True):
    """What a game starts from. ``referee.core.setup.setup`` makes one, and checks it.

    ``game`` is the game's name, ``seats`` are the players' names clockwise, and ``options`` are the house rules, a
    struct of ``Game.options``. ``rules`` is the version of the game's rules, from 1 to ``Game.rules_version``.
    ``facts`` are the cards with facts, None in games without them.
    """

    game: str
    seats: tuple[str, ...]
    options: Any
    rules: int
    facts: "Facts | None" = None

    def name(self, seat: int | None) -> str:
        """Return a seat's name as the header of the record spells it, and “the table” for None."""
        return language.say("the table") if seat is None else self.seats[seat]

    def seat(self, seat: int) -> Seat:
        """Return a seat's number and name, as the value of a field in a message."""
        return Seat(seat, self.seats[seat])


# ---------------------------------------------------------------------------------------------------- actions


class Act(Struct, frozen=True, gc=False, kw_only=True):
    """One line of a record, as a value. Each verb of a game is a subclass, with the line's arguments as fields.

    ``opens`` are the parts of the brackets at its end, as values such as (seat, choice): what the line makes known that
    others could not compute. () means no brackets. The decorator ``referee.core.play.verb`` sets the class variables.
    """

    verb: ClassVar[str]
    spec: ClassVar["Verb"]
    form: ClassVar[Any]  # how its lines are read and written (``referee.core.play``)
    seat: ClassVar[int | None]
    opens: tuple[Any, ...] = ()


class SeatAct(Act, frozen=True, gc=False):
    """A line of a player. Subclasses add the arguments of the verb, as in ``Bids(seat, count)``."""

    seat: int  # type: ignore[misc]


class TableAct(Act, frozen=True, gc=False):
    """A line of the table, which deals, turns cards and names the starter. It has no seat."""

    seat: ClassVar[None] = None


Action = SeatAct | TableAct


class Line(Struct, frozen=True):
    """A line of a record, split into its seat (None for the table), its verb, and other texts.

    ``args`` are the arguments with single blanks between them, ``opens`` the parts of the brackets at its end, and
    ``quote`` is the text in quotation marks.
    """

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
    """One verb as a person types it, and all that a console must know about it. A comment explains each field."""

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
    said: str = ""  # the word that people say and type for it, where records have another: takes for reclaims

    @property
    def word(self) -> str:
        """The word that people say and type for the verb: ``said``, or ``name`` if that is ""."""
        return self.said or self.name

    def ways(self) -> tuple[str, ...]:
        """Return all words that mean the verb: “reclaims”, “reclaim”, “takes”, “take”."""
        return tuple(way for word in dict.fromkeys((self.name, self.word)) for way in (word, infinitive(word)))


# -------------------------------------------------------------------------------------------------- judgments


class Allowed(Struct, frozen=True):
    """The judgment that an action is legal."""

    legal: ClassVar[bool] = True


class OnTrust(Struct, frozen=True):
    """The judgment on an action that only a hand unknown to the referee could decide: it counts as legal."""

    legal: ClassVar[bool] = True


class Refused(Struct, frozen=True):
    """The action is not legal.

    ``rule`` is the id of the broken rule, from the game's ``rules``. ``said`` is one sentence on what is wrong and what
    would be right, or a function without arguments that returns this sentence when somebody reads it. The sentence may
    use everything in the state that was judged, even what is hidden; ``referee.core.play.ruling`` makes sure that
    nobody reads more than their own view shows. A Refused is returned by ``Game.judge``, and never raised.
    """

    rule: str
    said: str | Message | Callable[[], str | Message]
    legal: ClassVar[bool] = False

    @property
    def message(self) -> Message:
        """The sentence as a message, which ``Message.to`` can turn into “You …” for the player it is about."""
        said = self.said if isinstance(self.said, str | Message) else self.said()
        return text(language.say(said)) if isinstance(said, str) else said

    @property
    def why(self) -> str:
        """The sentence as a text."""
        return str(self.message)


class Unopened(Refused, frozen=True):
    """The refusal of an action that would be legal with brackets. ``judge`` returns it only for views."""


Judgment = Allowed | OnTrust | Refused
ALLOWED = Allowed()
ON_TRUST = OnTrust()


class Turn(Struct, frozen=True):
    """A seat (None for the table) that may act now, and the verbs that it may use, in alphabetical order."""

    seat: int | None
    verbs: tuple[str, ...]


class Coming(Struct, frozen=True):
    """A seat that is asked in this step of a game, now or later. It may answer before its turn by ``verbs``.

    ``on`` are values of the state that the answer may depend on (the round). If one changes, the seat is asked again.
    """

    seat: int
    verbs: tuple[str, ...]
    on: tuple[int, ...] = ()


class Field(Struct, frozen=True):
    """One argument of a verb that has too many possible lines to list them all.

    It takes ``fewest`` to ``most`` of the words ``among``, or free text if that is (). ``before`` is a word that is
    written before it (“asks”), and left out if the argument is empty.
    """

    name: str
    among: tuple[str, ...] = ()
    fewest: int = 1
    most: int = 1
    before: str = ""


class Outcome(Struct, frozen=True):
    """How the game stands: whether it is over, the seats that have won (() until then), and a score for each seat.

    ``reason`` says in words how it ended, "" until then.
    """

    over: bool
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str = ""

    @property
    def unfinished(self) -> bool:
        """Whether the game is over without a winner: it reached a limit of rounds, or a player left for good."""
        return self.over and not self.winners


# --------------------------------------------------------------------------------------- what all games refuse alike


def common_rules(prefix: str, *, opens: bool = True) -> dict[str, str]:
    """Return the rules that every game shares: id to sentence. The ids begin with ``prefix`` and a dot.

    ``opens=False`` leaves out the rule on missing brackets, for a game whose lines never need any.
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


def left(setup: Setup, seat: int, scores: tuple[int, ...]) -> Outcome:
    """Return the outcome of a game that ends without a winner because ``seat`` leaves. ``scores`` are by seat."""
    reason = language.say("{seat} has gone home, unfinished", seat=setup.seats[seat])
    return Outcome(over=True, winners=(), scores=scores, reason=reason)


def capped(what: str, scores: tuple[int, ...]) -> Outcome:
    """Return the outcome of a game stopped at a limit, after ``what`` (“3 rounds”): no winner, and scores by seat."""
    reason = language.say("the game ends unfinished after {what}", what=what)
    return Outcome(over=True, winners=(), scores=scores, reason=reason)


# --- what is hidden


class Secret(NamedTuple):
    """Declares a field of a state with one entry for each seat (None until made), known to that seat alone.

    A state declares it in the annotation: ``hands: Annotated[tuple[Hand, ...], hands_from(unseen)] = ()``. From this,
    ``Game.view``, ``redact`` and ``sample_state`` know what to hide, and ``judge_choice`` judges brackets.

    With ``together``, the entries are choices made at the same time. A view has ``masked`` in their place, until the
    last choice opens them in brackets: ``Cat: bids 0 (Ann 1; Bob 0)``. Otherwise the entries are hands. ``among(view)``
    returns the values that a hidden choice may have, or the cards that hidden hands are dealt from. ``when(setup)``
    says whether the field is hidden, and ``laid(view, seat)`` returns the cards of a hand that lie open. The others are
    templates of refusals: ``early`` for brackets before the last choice, ``wrong`` for untrue ones (fields ``name``,
    ``choice``), ``missing`` for none at the end (``names``).
    """

    among: Callable[[Any], Sequence[int]]
    together: bool = False
    masked: int = UNKNOWN
    when: Callable[[Any], bool] = lambda _: True
    laid: Callable[[Any, int], Sequence[int]] = lambda _view, _seat: ()
    early: str = later("choices are opened by the last of them: leave out the brackets")
    wrong: str = later("{name} did not choose {choice}")
    missing: str = later("the last choice must say what was chosen in secret: {names}’s is missing")

    def hides(self, setup: Any, row: Sequence[Any]) -> bool:
        """Return whether a view masks this field, given its entries by seat (``row``).

        Choices are masked until the last one is made.
        """
        return (not self.together or None in row) and self.when(setup)

    def mask(self, entry: Any) -> Any:
        """Return what a view has in place of an entry: ``masked`` for a choice, UNKNOWN for each card of a hand."""
        return self.masked if self.together else (UNKNOWN,) * len(entry)

    def seen(self, row: tuple[Any, ...], seat: int | None) -> tuple[Any, ...]:
        """Return ``row``, the entries by seat, with all masked except that of ``seat``; None masks them all."""
        return tuple([entry if entry is None or at == seat else self.mask(entry) for at, entry in enumerate(row)])

    def sampled(self, view: Any, row: tuple[Any, ...], rng: Random) -> tuple[Any, ...]:
        """Return ``row``, a view's entries by seat, with masked ones drawn at random from ``among(view)``."""
        hidden = [at for at, entry in enumerate(row) if entry is not None and entry == self.mask(entry)]
        if not hidden:
            return row
        entries, pool = list(row), self.among(view)
        if self.together:
            for at in hidden:
                entries[at] = pick(pool, rng)
            return tuple(entries)
        laid = {at: self.laid(view, at) for at in hidden}
        cards = some([*pool], sum(len(row[at]) - len(laid[at]) for at in hidden), rng)
        for at in hidden:
            size = len(row[at]) - len(laid[at])
            entries[at], cards = tuple(sorted([*laid[at], *cards[:size]])), cards[size:]
        return tuple(entries)


def hands_from(unseen: Callable[[Any], Sequence[int]], **more: Any) -> Secret:
    """Return a Secret of hands, whose hidden cards are among ``unseen(view)``; ``more`` sets other fields."""
    return Secret(unseen, **more)


def choices(among: Callable[[Any], Sequence[int]], **more: Any) -> Secret:
    """Return a Secret of choices made at the same time, from ``among(view)``; ``more`` sets other fields."""
    return Secret(among, together=True, **more)


def entered(row: tuple[Any, ...], seat: int, entry: Any, opens: Sequence[tuple[int, Any]] = ()) -> tuple[Any, ...]:
    """Return a copy of ``row`` (entries by seat) with ``entry`` for ``seat``, and the (seat, entry) pairs ``opens``."""
    entries = list(row)
    entries[seat] = entry
    for at, known in opens:
        entries[at] = known
    return tuple(entries)


# ------------------------------------------------------------------------------------------------------- game

S = TypeVar("S")


class Game(ABC, Generic[S]):
    """A game. Its attributes describe it, and its methods are its rules and the sentences that people read.

    A docstring below each attribute in the source explains it. A subclass sets the attributes that have no default, and
    writes the abstract methods. There is one instance of it, which holds no data. ``S`` is the class of the game's
    states, a frozen struct with a field ``setup``. A large game is split into modules whose classes inherit from each
    other. No method reads a clock or a file, and random numbers come from a generator that is passed in.

    A view is a state in which everything that a seat may not see is UNKNOWN. The view of the seat None is what
    everybody may see, also called the open table. A full state is one in which nothing is masked.
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
    """Rule id → one plain sentence, for every rule that a refusal names; ``common_rules(prefix)`` among them."""
    moves: ClassVar[tuple[type[Act], ...]] = ()
    """The class of each verb (``referee.core.play``), the table's too, in the order in which help lists them."""
    verbs: ClassVar[tuple[Verb, ...]] = ()
    """The verbs of ``moves``."""
    usual: ClassVar[int] = 0
    """The number of players for which it is printed and explained where none is named; 0: USUAL, or the nearest."""
    rules_version: ClassVar[int] = 1
    """The newest version of its rules. A ruling that changes gets the next number, and the method that rules asks
    ``state.setup.rules``: old records replay by the number that they carry."""
    numbers: ClassVar[Mapping[str, int]] = {}
    """Numbers that no option changes, by name, for books and printers: {"cards": 60}."""
    needs_facts: ClassVar[bool] = False
    """Whether ``Setup.facts`` must be there."""
    unsent: ClassVar[tuple[str, ...]] = ()
    """Names of fields of ``public`` that would solve the game for whoever reads them: no phone is sent them."""

    # ---- for other rooms: what books, printers, screens and the lab know of a game

    deck: ClassVar[str] = ""
    """The printed deck that it is played with, as ``cardgen deck`` names it; the game's own name if ""."""
    ranked: ClassVar[bool] = True
    """Whether the ranks of its cards matter; if not, a small picture of a card shows only its suit."""
    seconds: ClassVar[Mapping[str, int]] = {}
    """Seconds that a line takes at a real table, by verb, where the lab's usual estimate is wrong."""
    first_evening: ClassVar[tuple[tuple[int, int], Mapping[str, Any], str]] = ((1, 0), {}, "")
    """What is better for a first evening: ((fewest, most players), house rules, the reason); (1, 0): nothing."""
    patience: ClassVar[int] = 200
    """The number of rounds after which the lab stops a game as unfinished."""
    texts: ClassVar[Mapping[str, str]] = {}
    """Its own Jinja templates by kind: ``rules`` (its book), ``cards`` (its reference card), ``teach``."""
    extras: ClassVar[tuple[str, ...]] = ()
    """Printed extras (``cardgen.extras``) for this game, beside those of every game: ("scores", "trump")."""

    def minutes(self, options: Any, players: int) -> float:
        """Return the usual length of a game in minutes, as docs/playtest.md measured it; 0 if it is unknown."""
        return 0

    def pairs_needed(self, options: Any, players: int) -> int:
        """Return how many fact pairs (a truth and a lie) all players get together; 0 in games without facts."""
        return 0

    def deck_note(self, setup: Setup, cards: int) -> str:
        """Return the text after “For 4 players: 60 cards” (``cards``) in a README: how to deal, or only “.”."""
        return "."

    def last_round(self, setup: Setup) -> int:
        """Return the number of the last round, or 0 if the options do not fix it."""
        return 0

    def printed_face(self, setup: Setup, card: str) -> Struct | None:
        """Return the template values of ``cards.html`` for a card (as in a record); None if it has no sentence."""
        return None

    def stand_in(self, options: Struct, wish: str, taken: Collection[str]) -> str:
        """Return the card for a figure in a book that asks for the card ``wish``; all are named as in a record.

        This is ``wish``; if that is in ``taken`` or not in a deck with these options, it is a card not in ``taken``.
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
        """Return what is wrong with a setup as (key, sentence), or None. The key is an option's, or “facts”.

        ``setup.facts`` is None while only the house rules are judged.
        """

    def warnings(self, setup: Setup) -> tuple[str, ...]:
        """Return warnings for stderr before the start, a sentence each."""
        return ()

    @abstractmethod
    def start(self, setup: Setup) -> S:
        """Return the state at the start of a game with this setup."""

    @abstractmethod
    def to_act(self, state: S) -> tuple[Turn, ...]:
        """Return a Turn for each seat that may act now, in seat order, then for the table; () when the game is over.

        A turn names a verb only if at least one legal line has it, and never an optional verb. The turns are the same
        for a state and for every view of it.
        """

    def optional(self, state: S) -> tuple[Turn, ...]:
        """Return a Turn for each seat that may use an optional verb (such as ``holds``) now."""
        return ()

    def awaits(self, state: S) -> tuple[int | None, ...]:
        """Return the seats (None: the table) of ``to_act`` that the game waits for.

        Seats that may act but need not, for example to guess or accuse, are left out.
        """
        return tuple(turn.seat for turn in self.to_act(state))

    def coming(self, view: S) -> tuple[Coming, ...]:
        """If this step asks seat by seat, return a Coming for each seat still to be asked, in order; else ().

        All seats but the first may answer ahead of their turn.
        """
        return ()

    def judge(self, state: S, action: Any) -> Judgment:
        """Return whether an action is allowed in a state or a view. No other function decides this.

        It takes any action that ``read`` can return. In a view, OnTrust means that the view can't tell, and Unopened
        that the line lacks its brackets. A refusal of a private line quotes one of its cards only if the view alone
        could refuse it.

        Unless a game overrides this method, an action out of turn is refused (``untimely``). Any other action goes to
        ``judge_VERB(state, action)``, and is allowed if there is no such method.
        """
        spec, seat, verb = action.spec, action.seat, action.verb
        turns = self.optional(state) if spec.optional else self.to_act(state)
        for turn in turns:
            if turn.seat == seat and verb in turn.verbs:
                break
        else:
            if not (spec.anytime and turns):
                return self.untimely(state, action)
        judgment: Judgment = self._judges[type(action)](self, state, action)
        return judgment

    def untimely(self, state: S, action: Any) -> Refused:
        """Return the refusal of an action out of turn. It says whose turn it is and which verbs may be used."""
        setup, turns, verb = _setup(state), self.to_act(state), action.verb
        if not turns:
            return Refused(f"{self.prefix}.over", say("the game is over: no line follows any more"))
        rule = f"{self.prefix}.{'turn' if any(verb in turn.verbs for turn in turns) else 'step'}"
        due = self.whose_turn(setup, turns)
        if action.seat is None:
            return Refused(rule, say("“{verb}” is not written now: {due}", verb=verb, due=due))
        seat = setup.seat(action.seat)
        return Refused(rule, say("{seat} cannot {verb} now: {due}", seat=seat, verb=self.spoken(verb), due=due))

    def whose_turn(self, setup: Setup, turns: Sequence[Turn]) -> str:
        """Return a clause on who may act now and how: “it is Bob’s turn to trust or suspect”."""
        if len(turns) == 1 and turns[0].seat is not None:
            verbs = either(map(self.spoken, turns[0].verbs))
            return language.say("it is {seat}’s turn to {verbs}", seat=setup.seats[turns[0].seat], verbs=verbs)
        by_verbs: dict[tuple[str, ...], list[str]] = {}
        for turn in turns:
            if turn.seat is not None:
                by_verbs.setdefault(turn.verbs, []).append(setup.seats[turn.seat])
        rows = [
            language.say_n("{who} may {verbs}", "{who} may {verbs}", len(names), who=both(names),
                           verbs=either(map(self.spoken, verbs)))
            for verbs, names in by_verbs.items()
        ]  # fmt: skip
        table = [
            language.say("“{verb}” comes next", verb=verb) for turn in turns if turn.seat is None for verb in turn.verbs
        ]
        return ", ".join((*rows, *table))

    def spoken(self, verb: str) -> str:
        """Return the infinitive that people use for a verb of the record: “take” for ``reclaims``."""
        return verb_name(next((known.word for known in self.verbs if known.name == verb), verb))

    def refuse(self, rule: str, state: S, seat: int, template: str, **fields: Any) -> Refused:
        """Return a refusal by ``rule`` (its id without the prefix), whose sentence is ``template``.

        The template's field ``seat`` is the player of ``seat``; ``fields`` are the values of its other fields.
        """
        return Refused(f"{self.prefix}.{rule}", say(template, seat=_setup(state).seat(seat), **fields))

    @abstractmethod
    def candidate_actions(self, state: S, seat: int | None, verb: str) -> Sequence[Action]:
        """Return the actions of a seat (None: the table) with this verb that may be legal.

        ``judge`` decides which are. Every legal action is among them, unless there are too many to list (see
        ``fields``). For a view, they have no brackets.
        """

    def fields(self, view: S, seat: int | None, verb: str) -> tuple[Field, ...]:
        """Return a Field for each argument to ask for if ``verb`` has too many lines to list them, else ()."""
        return ()

    def apply(self, state: S, action: Any) -> S:
        """Return the state after an action that ``judge`` has allowed. By default this calls ``apply_VERB``."""
        after: S = self._applies[type(action)](self, state, action)
        return after

    def draw(self, state: S, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> Action | None:
        """Return the next action of chance, drawn with ``rng``; None if a player is to act or the game is over.

        With ``hands``, the deal (a private ``holds`` line for each seat) is drawn, too; without, it is skipped: the
        next other action is drawn, if any. An action that draws a seat draws one of ``among``; () means all seats.
        """
        return None

    def odds(self, state: S) -> tuple[tuple[Action, int], ...]:
        """Return every action that ``draw`` could return now with ``hands=True``, each with its relative weight.

        () if nothing is drawn, or if there are too many to list.
        """
        return ()

    @abstractmethod
    def outcome(self, state: S) -> Outcome:
        """Return how the game stands in this state."""

    def deals_scored(self, state: S) -> int:
        """Return how many deals have their final score. A game of one deal has 1 when it is over, and 0 before."""
        return int(self.outcome(state).over)

    def rounds(self, state: S) -> int:
        """Return how many rounds, turns or deals (whichever this game counts) there have been so far."""
        return self.deals_scored(state)

    def flags(self, state: S) -> tuple[str, ...]:
        """Return a sentence for each irregularity so far, such as a card that did not follow suit."""
        return ()

    # ---- who may know what

    def view(self, state: S, seat: int | None) -> S:
        """Return the state with everything masked that this seat (None: the public) may not see.

        By default these are the other seats' entries in fields that are declared with a ``Secret``.
        """
        changes = {}
        for name, secret in self._secrets.items():
            row = getattr(state, name)
            if secret.hides(state.setup, row):  # type: ignore[attr-defined]
                changes[name] = secret.seen(row, seat)
        return cast("S", replace(cast("Any", state), **changes)) if changes else state

    def redact(self, state: S, action: Any, seat: int | None) -> Action:
        """Return the action as this seat (None: the public) reads it. ``state`` is the one before the action.

        The result's ``opens`` has what the line makes known and the seat can't compute. By default, another seat's
        entry in a secret field is masked, but not the last of simultaneous choices, whose ``opens`` has the others.
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
        """Judge the brackets of one of several choices made at the same time; the choice was judged before.

        The brackets have to agree with what this state shows of the other choices. A masked choice is accepted on trust
        unless it is the last one.
        """
        setup, secret, row = _setup(state), self._secrets[action.spec.enters], getattr(state, action.spec.enters)
        choice, opened = getattr(action, action.form.argument), dict(action.opens)
        masked = secret.mask(choice)
        if row.count(None) > 1:
            if opened:
                return Refused(f"{self.prefix}.bracket-false", say(secret.early))
            return ON_TRUST if choice == masked else ALLOWED
        fits = secret.among(state) if opened else ()
        for at, said in action.opens:
            if len(opened) < len(action.opens) or row[at] not in (masked, said) or said not in fits:
                why = say(secret.wrong, name=setup.name(at), choice=said)
                return Refused(f"{self.prefix}.bracket-false", why)
        names = [setup.name(at) for at, entry in enumerate(row) if entry == masked and at not in opened]
        if names or choice == masked:
            why = say(secret.missing, names=", ".join(names) or setup.name(action.seat))
            return Unopened(f"{self.prefix}.bracket-missing", why)
        return ALLOWED

    def chosen(self, state: S, action: Any) -> tuple[Any, ...]:
        """Return a secret field's entries by seat after this action enters one and its brackets make others known."""
        row = getattr(state, action.spec.enters)
        return entered(row, action.seat, getattr(action, action.form.argument), action.opens)

    def sample_state(self, view: S, seat: int | None, rng: Random) -> S:
        """Return a random full state whose view for ``seat`` is this view; each such state is equally likely.

        It fills in at random everything that is masked. What nobody has entered stays None. So ``view(sample_state(v,
        seat, rng), seat) == v``. By default each secret field is filled in by itself.
        """
        for name, secret in self._secrets.items():
            row = getattr(view, name)
            if secret.hides(_setup(view), row) and (full := secret.sampled(view, row, rng)) is not row:
                view = replace(cast("Any", view), **{name: full})
        return view

    def cards_shown(self, before: S, action: Any, after: S) -> Sequence[tuple[int, str]]:
        """Return the cards of dealt hands that a line shows to everybody, as (seat, card as ``holds`` spells it).

        Takes full states. Returns () if the cards do not show what was dealt.
        """
        return ()

    @abstractmethod
    def public(self, view: S) -> Mapping[str, Json]:
        """Return the ``public`` fields of ``referee replay --json`` by name, from the public view."""

    def hidden(self, state: S) -> Mapping[str, Json]:
        """Return the ``hidden`` fields of ``--json --reveal`` by name, such as hands; what a view masks is "?"."""
        return {}

    # ---- lines

    def read(self, setup: Setup, line: Line) -> Action:
        """Return the action of a Line. If it can't be read, raises RecordError with the rule ``<prefix>.line``."""
        return cast("Action", self._by_verb[line.verb].form.read(self, setup, line))

    def unreadable(self, setup: Setup, line: Line) -> RecordError:
        """Return the error for a line whose arguments can't be read; it says how the line has to be written."""
        who = "" if line.seat is None else f"{setup.seats[line.seat]}: "
        usage = self._by_verb[line.verb].spec.usage
        return self.misread(f"that line can't be read: it is written {f'{who}{line.verb} {usage}'.rstrip()}")

    def misread(self, why: str) -> RecordError:
        """Return the error ``why`` for a line that this game can't read; its rule is ``<prefix>.line``."""
        return RecordError(why, rule=f"{self.prefix}.line")

    def write(self, setup: Setup, action: Any) -> Line:
        """Return the Line of an action. ``read`` turns it into the same action again."""
        return cast("Line", action.form.write(setup, action))

    def private(self, setup: Setup, verb: str) -> bool:
        """Return whether a verb is entered on a player's private screen in this setup."""
        return any(one.private for one in self.verbs if one.name == verb)

    # ---- what people read: given views, these decide nothing

    def drawn(self, state: S) -> tuple[str, ...]:
        """Return the verbs whose lines the referee draws now without asking anybody."""
        return ()

    def among(self, state: S) -> str:
        """Return the question for the names that chance draws from (“Who volunteers to lead?”); "" if none."""
        return ""

    def handouts(self, setup: Setup, actions: Sequence[Any]) -> tuple[Handout, ...]:
        """Return a Handout for each card of the sorted deck, by a deal's ``holds`` actions; () if people deal."""
        return ()

    def opening(self, view: S, rng: Random) -> tuple[str, ...]:
        """Return sentences on how people are to deal; () when they have dealt. ``rng`` draws the cards to leave out."""
        return ()

    def ask(self, view: S, turn: Turn) -> str:
        """Return the question that the turn's player is asked, on one line; "" leaves the wording to the console."""
        return ""

    def face(self, setup: Setup, card: str) -> str:
        """Return the sentence printed on a card (named as in a record) below its title; "" if there is none."""
        return ""

    def events(self, before: S, action: Any, after: S) -> tuple[Event, ...]:
        """Return an Event for each thing that a line made happen, in order; for (), readers print the line."""
        return ()

    def narrate(self, before: S, action: Any, after: S) -> str:
        """Return the sentences of the ``events``, joined by spaces."""
        return " ".join([str(event.message) for event in self.events(before, action, after)])

    def moments(self, before: S, action: Any, after: S) -> tuple[Moment, ...]:
        """Return the results of a line, in the order in which all screens show them for some seconds; () for none.

        Takes views, as ``events`` does, and returns the same number for every viewer. By default these are a hand that
        is laid open, somebody who is out, and a deal that was scored, in the sentences of the events.
        """
        found = [
            Moment(kind=event.kind, head=event.message, seat=event.seat, out=event.kind == OUT,
                   cards=tuple(map(Shown, event.cards)))
            for event in self.events(before, action, after) if event.kind in {LAID, OUT}
        ]  # fmt: skip
        if self.deals_scored(after) > self.deals_scored(before):
            *why, head = [event.message for event in self.events(before, action, after)] or [
                text(self.narrate(before, action, after) or self.outcome(after).reason.capitalize())
            ]
            found.append(Moment(kind="round", head=head, words=tuple(why), scores=True))
        return tuple(found)

    def claims(self, before: S, action: Any, after: S) -> tuple[Claim, ...]:
        """Return the claims in a line that others may doubt, such as that a card is true; () for none.

        ``before`` and ``after`` are views of one viewer, and ``action`` is the line as this viewer may read it; for
        every viewer the number of claims is the same. Full states give the truth of each claim.
        """
        return ()

    def show(self, view: S, seat: int | None) -> Screen:
        """Return the screen of the table, as this seat (None: everybody) may see it."""
        return Screen()

    def hand(self, view: S, seat: int) -> tuple[tuple[str, str, str], ...]:
        """Return (card, title to read or "", mark or "") for each card of a seat; a mark is a word such as “LIE”."""
        return ()

    def notebook(self, view: S, seat: int) -> Screen:
        """Return the screen of what the player can conclude from this view, such as which cards remain possible."""
        return Screen()

    def sheet(self, view: S) -> Sheet | None:
        """Return the score sheet; None if the game does not score in rounds or deals."""

    def finale(self, setup: Setup, actions: Sequence[Any]) -> tuple[Screen, ...]:
        """Return the screens to show one after the other when the game is over; () if this game has none."""
        return ()

    def explain(self, before: S, action: Any, after: S) -> tuple[str, ...]:
        """Return why a line led to a judgment, a score or an exit, a sentence for each reason; () if it led to none."""
        return ()

    def course(self, steps: Sequence[tuple[S, Any, S]]) -> Course | None:
        """Return a chart of the game in ``steps`` (see ``highlights``); None if scores or hand sizes show it."""

    def highlights(self, steps: Sequence[tuple[S, Any, S]]) -> tuple[Highlight, ...]:
        """Return the moments worth remembering; those that the states do not prove yet are left out.

        ``steps`` has (state before, action, state after) for each line. The states are public views while the game goes
        on, and full states after its end.
        """
        return ()

    def sayings(self, before: S, action: Any, after: S) -> tuple[Saying, ...]:
        """Return the truths and lies that a line tells, and earlier ones that it exposes. Takes full states."""
        return ()


def _allow(*_: object) -> Judgment:
    return ALLOWED


def _setup(state: object) -> Setup:
    return cast("Setup", state.setup)  # type: ignore[attr-defined]


def chapter(game: Game[Any], name: str) -> ModuleType:
    """Import and return the module ``name`` (such as ``bots`` or ``screens``) from the folder of a game.

    If the game has no folder of its own, or no module ``name`` in it, return the module of the game's class.
    """
    room = f"referee.games.{game.name.replace('-', '_')}"
    own = find_spec(room)
    there = own is not None and own.submodule_search_locations and find_spec(f"{room}.{name}")
    return import_module(f"{room}.{name}" if there else type(game).__module__)
