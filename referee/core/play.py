"""What can be done with any game: verbs, lines read and written, legal actions, a step, a replay, random games.

``referee.core.game`` says what lines, seats, brackets and views are. A verb is declared once, as a class whose
annotations say how every argument is spelled; reading and writing follow:

    @verb()
    class Plays(SeatAct, frozen=True, gc=False):
        '''Play a card to the trick: 9h, lizard or snake.'''

        card: Annotated[int, CARD]

The verb has the name of its class in small letters, the first line of the docstring is its help, and ``CARD`` is a
``Kind``: the spelling of that argument.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import inf
from random import Random
from typing import Annotated, Any, NamedTuple, TypeVar, get_origin, get_type_hints
from unicodedata import normalize

from liarsdeck import lazy_exports
from liarsdeck.english import hint, listed, nearest, quoted
from referee.core.cards import MASK, UNKNOWN, say
from referee.core.game import (
    Act,
    Action,
    Game,
    Json,
    Judgment,
    Line,
    RecordError,
    Refused,
    SeatAct,
    Setup,
    TableAct,
    Turn,
    Unopened,
    Verb,
)


def parse(game: Game[object], setup: Setup, text: str) -> Action | None:
    """Return the action that one line of a record describes, or None for a blank line or a comment.

    Raises ``RecordError`` if the text is not a line of this game. Whether the action is legal is not checked.
    """
    line = parse_line(game, setup, text)
    return None if line is None else game.read(setup, line)


def format_action(game: Game[object], setup: Setup, action: Action) -> str:
    """Return the text of the line for an action, with names as in ``setup.seats``; inverse of ``parse``."""
    return format_line(setup, game.write(setup, action))


def format_line(setup: Setup, line: Line) -> str:
    """Return a Line as the text of a line in a record."""
    name = "" if line.seat is None else f"{setup.seats[line.seat]}: "
    opens = f" ({'; '.join(line.opens)})" if line.opens else ""
    quote = f' "{line.quote}"' if line.quote else ""
    return f"{name}{line.verb}{' ' if line.args else ''}{line.args}{quote}{opens}"


QUOTE_LIMIT = 120
"""The most characters that a quote in a line may have."""


def parse_line(game: Game[object], setup: Setup, text: str) -> Line | None:
    """Return the parts of a line of a record as a Line; None for a blank line or a comment.

    Raises ``RecordError`` for an unknown name or verb, and for brackets or quotation marks in the wrong place.
    """
    text, quote = _quoted(game, text)
    text = " ".join(text.split("#", 1)[0].split())
    if not text:
        return None
    opens: tuple[str, ...] = ()
    if "(" in text or ")" in text:
        text, _, rest = text.partition("(")
        if not rest.endswith(")") or "(" in rest or ")" in rest[:-1]:
            raise game.misread("brackets stand once, at the end of the line: (…; …)")
        opens = tuple(part.strip() for part in rest[:-1].split(";"))
        if not all(opens):
            raise game.misread("there is nothing in the brackets, or nothing between two “;”")
    seat: int | None = None
    if ":" in text:
        name, text = text.split(":", 1)
        seat = seat_named(game, setup, name)
    word, _, args = text.strip().partition(" ")
    verb = next((verb for verb in game.verbs if verb.name == word.casefold() and verb.table == (seat is None)), None)
    if verb is None:
        raise game.misread(_no_verb(game, setup, word, seat))
    if quote and not verb.quotes:
        raise game.misread(f"{quoted(verb.name)} takes no words in quotes")
    return Line(seat, verb.name, args.strip(), opens, quote)


def _quoted(game: Game[object], text: str) -> tuple[str, str]:
    """Return a line without its quotation, and the words of the quotation; "" if there is none.

    A quotation is text in straight quotes at the end of a player's line. A ``#`` in it does not begin a comment. Quotes
    in brackets or in a comment do not count. Raises ``RecordError`` for a quotation that is not closed, is not at the
    end, is empty, or has more than ``QUOTE_LIMIT`` characters.
    """
    name, _, rest = text.partition(":")
    before, sign, words = rest.partition('"')
    if not sign or any(mark in before for mark in "#(") or "#" in name:
        return text, ""
    words, closed, after = words.partition('"')
    words = " ".join(words.split())
    if not closed or after.split("#", 1)[0].strip() or not 0 < len(words) <= QUOTE_LIMIT or not words.isprintable():
        raise game.misread(f'words stand at the end of the line, 1 to {QUOTE_LIMIT} characters in straight quotes: "…"')
    return f"{name}:{before}", words


def _no_verb(game: Game[object], setup: Setup, word: str, seat: int | None) -> str:
    low, names = word.casefold(), [verb.name for verb in game.verbs]
    if low in names:
        who = "who does it: write NAME:" if seat is None else "no name before it: it is the table's"
        return f"{quoted(low)} wants {who} {low} …"
    fitting = [verb.name for verb in game.verbs if verb.table == (seat is None)]
    whose = f"lines of {setup.seats[seat]}" if seat is not None else "lines without a name"
    near = f"did you mean {close[0]}? " if (close := nearest(low, names)) else ""
    return f"{quoted(word)} is no verb of {game.title}: {near}{whose} begin with {', '.join(fitting)}"


def folded(name: str) -> str:
    """Return a name in a form for comparison: two names are the same if their forms are equal.

    Case, the number of blanks inside, and the encoding of accents (é as one character or two) then make no difference.
    """
    if name.isascii():
        return " ".join(name.casefold().split())
    return " ".join(normalize("NFC", normalize("NFD", name).casefold()).split())


def seat_of(setup: Setup, text: str) -> int:
    """Return the seat with this name; case does not matter. Raises ValueError that suggests the nearest name."""
    name = folded(text)
    for seat, known in enumerate(setup.seats):
        if folded(known) == name:
            return seat
    near = hint(name, setup.seats, f"the seats are {listed(setup.seats, 'and')}")
    raise ValueError(f"nobody here is called {quoted(text.strip())}: {near}")


def seat_named(game: Game[Any], setup: Setup, text: str) -> int:
    """Return ``seat_of(setup, text)``; if nobody is called so, raise ``RecordError`` instead of ValueError."""
    try:
        return seat_of(setup, text)
    except ValueError as wrong:
        raise game.misread(str(wrong)) from None


def leading_seat(setup: Setup, text: str, fits: Callable[[str], bool] = lambda _: True) -> tuple[int, str]:
    """Return (seat, rest) for a text that begins with a seat's name.

    If several names fit, the longest for which ``fits(rest)`` is true is taken. With Ann and Ann Lee at the table, “Ann
    Lee 2” is about Ann Lee. With Ann and Ann 0, and if ``fits`` asks for a number, “Ann 0” is about Ann. If ``fits`` is
    true for none, the longest name is taken. Raises ``ValueError`` if the text begins with no seat's name.
    """
    words, names = text.split(), {folded(name): seat for seat, name in enumerate(setup.seats)}
    splits = [(" ".join(words[:size]), " ".join(words[size:])) for size in range(len(words), 0, -1)]
    named = [(names[folded(name)], rest) for name, rest in splits if folded(name) in names]
    fallback = named[0] if named else None
    return next((split for split in named if fits(split[1])), fallback) or (
        seat_of(setup, words[0] if words else text),
        "",
    )


# ------------------------------------------------------------------------------------------------------- the verbs


REQUIRED: Any = object()


class Kind(NamedTuple):
    """How one argument of a line is spelled.

    ``usage`` is what the help prints for it. ``parse(setup, word)`` returns the value of a word. It raises
    ``ValueError`` with a sentence on what is wrong, or without one if the usage of the verb explains enough.
    ``show(setup, value)`` returns the word for a value, or "" to write nothing. With ``rest``, the argument takes all
    remaining words, joined by blanks. ``keyword`` is a word that is written before the argument, or "". If ``default``
    is REQUIRED, the argument must be written, and everybody who may read the line may read it. Otherwise the argument
    may be left out, and its value is then ``default``; if it is written, only the seat of the line may read it, unless
    ``public`` or ``quote`` is set. With ``quote``, the argument is the text in quotation marks at the end of the line.

    The last two fields matter only for the parts of brackets, such as ``(Ann 2; Bob 0)``. ``fits`` returns whether the
    text after the name (“2”) can be a word of this kind. ``order`` returns the values of all parts in their fixed
    order.
    """

    usage: str
    parse: Callable[[Setup, str], Any]
    show: Callable[[Setup, Any], str]
    rest: bool = False
    keyword: str = ""
    default: Any = REQUIRED
    public: bool = False
    quote: bool = False
    fits: Callable[[str], bool] = lambda _: True
    order: Callable[[Iterable[Any]], Iterable[Any]] = tuple

    def many(self, order: Callable[[Iterable[Any]], Iterable[Any]] = tuple) -> "Kind":
        """Return the kind of an argument that consists of one or more words of this kind.

        Its value is the tuple of their values, in the order that ``order`` gives them; by default as written.
        """
        one = self
        return self._replace(
            usage=f"{one.usage}…",
            rest=True,
            parse=lambda setup, words: tuple(order([one.parse(setup, word) for word in words.split()])),
            show=lambda setup, values: " ".join([one.show(setup, value) for value in values]),
        )

    def masked(self, value: Any, when: Callable[[Setup], bool] = lambda _: True) -> "Kind":
        """Return this kind with the word ``?`` for a hidden value, which is stored as ``value``.

        ``?`` is read as ``value``, and ``value`` is written as ``?``. In setups for which ``when(setup)`` is false,
        ``?`` is not read this way.
        """
        one = self
        return self._replace(
            parse=lambda setup, word: value if word == MASK and when(setup) else one.parse(setup, word),
            show=lambda setup, shown: MASK if shown == value else one.show(setup, shown),
        )

    def face_up(self) -> "Kind":
        """Return a copy of this kind for cards that everybody sees.

        The copy's ``parse`` raises ``ValueError`` for a hidden card (``?``).
        """
        one = self

        def parse(setup: Setup, word: str) -> Any:
            if (card := one.parse(setup, word)) == UNKNOWN:
                raise ValueError("a card on the table is seen by everybody: write which it is")
            return card

        return self._replace(parse=parse)

    def after(self, keyword: str) -> "Kind":
        """Return a copy of this kind whose argument is written after a keyword: ``asks COMBINATION``."""
        return self._replace(keyword=keyword, usage=f"{keyword} {self.usage}")

    def maybe(self, default: Any = None, *, public: bool = False) -> "Kind":
        """Return this kind for an argument that may be left out; its value is then ``default``.

        If the argument is written, only the seat of the line may read it; with ``public``, everybody may.
        """
        one = self
        return self._replace(
            default=default,
            public=public,
            usage=f"[{one.usage}]",
            show=lambda setup, value: "" if value == default else one.show(setup, value),
        )


def card_kind(parse: Callable[[str], int], names: Sequence[str]) -> Kind:
    """Return the kind of a card; ``parse`` returns the number of a card from its word.

    ``names`` are the words of all cards, in the order of their numbers from 0. The last of them is the word of UNKNOWN,
    whose number is −1.
    """
    return Kind("CARD", lambda _, word: parse(word), lambda _, card: names[card])


def by_name(kind: Kind) -> Kind:
    """Return the kind of a part of brackets that says what a seat chose, such as ``Ann 2``.

    Its value is (seat, choice), and ``kind`` is the kind of the choice. Several parts are sorted by seat. If several
    names fit the beginning of a part, the longest is taken after which ``kind.fits`` accepts the rest.
    """

    def parse(setup: Setup, part: str) -> tuple[int, Any]:
        seat, rest = leading_seat(setup, part, kind.fits)
        return seat, kind.parse(setup, rest)

    return Kind(
        f"NAME {kind.usage}",
        parse,
        lambda setup, one: f"{setup.seats[one[0]]} {kind.show(setup, one[1])}",
        order=sorted,
    )


def _number(_: Setup, word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 3):
        raise ValueError(f"{quoted(word)} is no number: write 0, 1, 2 …")
    return int(word)


NUMBER = Kind("NUMBER", _number, lambda _, value: str(value), fits=lambda word: word.isascii() and word.isdigit())
"""The kind of a whole number with at most three digits."""
SEAT = Kind("NAME", seat_of, lambda setup, seat: setup.seats[seat], rest=True)
"""The kind of a seat's name, which may contain blanks. Its value is the seat's number."""
QUOTE = Kind('["HOW"]', lambda _, said: said, lambda _, said: str(said), default="", quote=True)
"""The kind of somebody's words, in quotation marks at the end of a line."""

A = TypeVar("A", bound=Act)


def verb(
    *,
    usage: str | None = None,
    opens: Kind | None = None,
    private: bool = False,
    optional: bool = False,
    kept: bool = False,
    also: tuple[str, ...] = (),
    anytime: bool = False,
    declines: bool = False,
    weighty: bool = False,
    enters: str = "",
    said: str = "",
    whole: Kind | None = None,
) -> Callable[[type[A]], type[A]]:
    """Return the decorator that makes a subclass of SeatAct or TableAct a verb.

    The verb is the name of the class in small letters. ``usage`` replaces the usage that is otherwise made from the
    kinds of the arguments. ``opens`` is the kind of each part of the brackets, or None if the line never has brackets.
    ``enters`` is the name of the secret field of the state in which the argument is stored, "" for none. ``whole`` is
    for a verb whose words do not correspond to its fields one by one: it reads all words as the tuple of the fields'
    values, and writes an action as one text. The other parameters are the fields of the same names in
    ``referee.core.game.Verb``.
    """

    def declare(act: type[A]) -> type[A]:
        hints = get_type_hints(act, include_extras=True)
        kinds = tuple(
            (name, hints[name].__metadata__[0])
            for name in act.__struct_fields__
            if get_origin(hints[name]) is Annotated
        )
        words = [kind for _, kind in kinds if not kind.quote]
        act.spec = Verb(
            act.__name__.lower(),
            (whole.usage if whole else " ".join([kind.usage for _, kind in kinds])) if usage is None else usage,
            (act.__doc__ or "").partition("\n")[0],
            table=issubclass(act, TableAct),
            private=private,
            optional=optional,
            kept=kept,
            also=also,
            anytime=anytime,
            quotes=len(words) < len(kinds),
            open_words=next(
                (at for at, kind in enumerate(words) if kind.default is not REQUIRED and not kind.public), 99
            ),
            declines=declines,
            weighty=weighty,
            enters=enters,
            said=said,
        )
        act.verb = act.spec.name
        act.form = _Form(act, kinds, opens, whole)
        return act

    return declare


class _Form:
    """How lines of one verb are read and written, from the kinds of its arguments."""

    def __init__(
        self, act: type[Act], kinds: Sequence[tuple[str, Kind]], opens: Kind | None, whole: Kind | None
    ) -> None:
        self.act, self.kinds, self.opens, self.whole = act, kinds, opens, whole
        self.argument = kinds[0][0] if kinds else ""
        words = [kind for _, kind in kinds if not kind.quote]
        self.least = sum(1 + bool(kind.keyword) for kind in words if kind.default is REQUIRED)
        self.most = inf if whole or any(kind.rest for kind in words) else sum(1 + bool(kind.keyword) for kind in words)

    def read(self, game: Game[Any], setup: Setup, line: Line) -> Action:
        """Return the action of a line.

        Raises ``RecordError`` if its arguments can't be read (with the game's rule ``line``), or if it has brackets and
        the verb takes none (with the rule ``bracket-false``).
        """
        if line.opens and self.opens is None:
            why = f"{line.verb} opens nothing: leave out the brackets"
            raise RecordError(why, rule=f"{game.prefix}.bracket-false")
        words = line.args.split()
        if not self.least <= len(words) <= self.most:
            raise game.unreadable(setup, line)
        try:
            values = [] if line.seat is None else [line.seat]
            if self.whole:
                values += self.whole.parse(setup, line.args)
            at = 0
            for _, kind in self.kinds:
                if kind.quote:
                    values.append(kind.parse(setup, line.quote))
                    continue
                if at == len(words) and kind.default is not REQUIRED:
                    values.append(kind.default)
                    continue
                if kind.keyword:
                    if words[at].casefold() != kind.keyword or at + 1 == len(words):
                        raise ValueError
                    at += 1
                values.append(kind.parse(setup, " ".join(words[at:]) if kind.rest else words[at]))
                at = len(words) if kind.rest else at + 1
            if not line.opens or self.opens is None:
                return self.act(*values)  # type: ignore[return-value]
            parts = [self.opens.parse(setup, part) for part in line.opens]
            return self.act(*values, opens=tuple(self.opens.order(parts)))  # type: ignore[return-value]
        except ValueError as wrong:
            raise (game.misread(str(wrong)) if wrong.args else game.unreadable(setup, line)) from None

    def write(self, setup: Setup, action: Any) -> Line:
        """Return an action of this verb as a Line, which has the parts of a line in a record."""
        words, quote = [self.whole.show(setup, action)] if self.whole else [], ""
        for name, kind in self.kinds:
            word = kind.show(setup, getattr(action, name))
            if kind.quote:
                quote = word
            elif word:
                words.append(f"{kind.keyword} {word}" if kind.keyword else word)
        opens = tuple([self.opens.show(setup, part) for part in action.opens]) if self.opens and action.opens else ()
        return Line(action.seat, action.verb, " ".join(words), opens, quote)


@verb(anytime=True)
class Leaves(SeatAct, frozen=True, gc=False):
    """Somebody has to go home: the game ends unfinished."""


LEAVES = Leaves.spec


# ---------------------------------------------------------------------------------------------- legal actions, play


S = TypeVar("S")


def legal_actions(game: Game[S], state: S, seat: int | None = None, *, everyone: bool = True) -> list[Action]:
    """Return the legal actions of everybody who may act now, including those of optional verbs.

    They are taken from ``Game.candidate_actions``. With ``everyone=False``, only those of ``seat`` (None: the table).
    """
    return [action for action, judgment in _judged(game, state, seat, everyone) if judgment.legal]


def actions_in_view(game: Game[S], view: S, seat: int | None = None, *, everyone: bool = True) -> list[Action]:
    """Return the actions of everybody that this view does not show to be illegal.

    With ``everyone=False``, only those of ``seat`` (None: the table). Actions that lack only their brackets are
    included, as the view may not know what the brackets have to say.
    """
    return [
        action
        for action, judgment in _judged(game, view, seat, everyone)
        if judgment.legal or isinstance(judgment, Unopened)
    ]


def may(game: Game[S], view: S, action: Action) -> bool:
    """Return whether an action is legal as far as a view shows.

    An action also counts as legal if it only lacks its brackets, which say what the action makes public.
    """
    judgment = game.judge(view, action)
    return judgment.legal or isinstance(judgment, Unopened)


def seat_actions(game: Game[S], view: S, seat: int, verb: str = "") -> list[Action]:
    """Return the actions that a seat may do now as far as its view shows.

    With ``verb``, only those of this verb. Actions that lack only their brackets are included, and optional verbs are
    left out. If ``Game.fields`` gives arguments for a verb and each is a single word, every combination of words is
    tried, so that the result also has arguments that only this seat may know, such as the colour of a card that it lays
    face down.
    """
    found: list[Action] = []
    for turn in game.to_act(view):
        if turn.seat == seat:
            for one in turn.verbs if not verb else (verb,):
                found += [action for action in _said(game, view, seat, one) if may(game, view, action)]
    return found


def _said(game: Game[S], view: S, seat: int, verb: str) -> Iterable[Action]:
    """Return the candidates of a verb: ``candidate_actions``, or every combination of its arguments.

    The combinations are used if ``Game.fields`` gives arguments for the verb and each is a single word from a list.
    """
    fields = game.fields(view, seat, verb)
    if not fields or not all(field.among and field.fewest == field.most == 1 for field in fields):
        return game.candidate_actions(view, seat, verb)
    words = ([f"{field.before} {word}".strip() for word in field.among] for field in fields)
    setup: Setup = view.setup  # type: ignore[attr-defined]
    return [game.read(setup, Line(seat, verb, " ".join(said))) for said in product(*words)]


def _judged(game: Game[S], state: S, seat: int | None, everyone: bool) -> Iterable[tuple[Action, Judgment]]:
    for turn in (*game.to_act(state), *game.optional(state)):
        if everyone or turn.seat == seat:
            for verb in turn.verbs:
                for action in game.candidate_actions(state, turn.seat, verb):
                    yield action, game.judge(state, action)


def ruling(game: Game[S], state: S, action: Action, eyes: int | None = None, *, reveal: bool = False) -> Judgment:
    """Return a judgment on an action; if it is a refusal, its sentence tells the reader nothing hidden.

    ``eyes`` is the reader: a seat, or None for the shared screen. If the view of ``eyes`` would refuse the action too,
    the result is the refusal by that view. Otherwise the reason is in hidden cards, and the sentence says only that the
    line does not fit them. If such a line enters a hand on a private screen, the rule's id is left out, too. With
    ``reveal``, the result is always the judgment of the full state.
    """
    judgment = game.judge(state, action)
    if not isinstance(judgment, Refused) or isinstance(judgment, Unopened) or reveal:
        return judgment
    seen = game.judge(game.view(state, eyes), action)
    if isinstance(seen, Refused) and not isinstance(seen, Unopened):
        return seen
    who = state.setup.name(action.seat)  # type: ignore[attr-defined]
    hand = eyes is not None and any(verb.kept and verb.name == action.verb for verb in game.verbs)
    why = say("{seat}: {verb} … does not fit the hidden cards", seat=who, verb=action.spec.word)
    return Refused("" if hand else judgment.rule, why)


def step(game: Game[S], state: S, action: Action, *, reveal: bool = False) -> S:
    """Return the state after an action. Raises ``RecordError`` if it is illegal.

    The sentence of the error tells nothing that the public may not know. With ``reveal``, it tells the full reason.
    """
    judgment = game.judge(state, action)
    if isinstance(judgment, Refused):
        judgment = ruling(game, state, action, reveal=reveal)
        assert isinstance(judgment, Refused)
        raise RecordError(judgment.why, rule=judgment.rule)
    return game.apply(state, action)


def replay(game: Game[S], setup: Setup, actions: Iterable[Action]) -> S:
    """Return the state after all these actions, each of them judged.

    Raises ``RecordError`` at the first illegal one.
    """
    state = game.start(setup)
    for action in actions:
        state = step(game, state, action)
    return state


def state_after(game: Game[S], setup: Setup, actions: Iterable[Action]) -> S:
    """Return the state after these actions, which must be legal and are not checked again.

    To undo the last action, leave it out: ``actions[:-1]``.
    """
    state = game.start(setup)
    for action in actions:
        state = game.apply(state, action)
    return state


def redacted(game: Game[S], setup: Setup, actions: Iterable[Action], seat: int | None = None) -> list[Action]:
    """Return the actions of a record as ``seat`` (None: the public) may read them, with all else masked.

    ``actions`` are the complete actions, with nothing masked.
    """
    return [game.redact(before, action, seat) for before, action, _ in steps(game, setup, actions)]


def steps(game: Game[S], setup: Setup, actions: Iterable[Action]) -> Iterator[tuple[S, Action, S]]:
    """Yield (state before, action, state after) for each of these legal actions, without checking them."""
    state = game.start(setup)
    for action in actions:
        before, state = state, game.apply(state, action)
        yield before, action, state


def walked(game: Game[S], setup: Setup, actions: Iterable[Action]) -> list[tuple[S, Action, S]]:
    """Return (state before, action, state after) for each action of a game.

    If the game is over, these are full states and full actions. Otherwise they are what everybody may see of them.
    """
    actions = list(actions)
    if not game.outcome(state_after(game, setup, actions)).over:
        actions = redacted(game, setup, actions)
    return list(steps(game, setup, actions))


def narrated(game: Game[S], before: S, action: Action, after: S, seat: int | None = None) -> str:
    """Return sentences on what an action made happen; "" if there is nothing to tell.

    They tell only what ``seat`` (None: the shared screen) may know. Takes full states and the full action.
    """
    return game.narrate(game.view(before, seat), game.redact(before, action, seat), game.view(after, seat))


def explained(game: Game[S], before: S, action: Action, after: S, seat: int | None = None) -> tuple[str, ...]:
    """Return sentences on what an action led to, such as why somebody is out; () if there is nothing to explain.

    They tell only what ``seat`` (None: the shared screen) may know. Takes full states and the full action.
    """
    return game.explain(game.view(before, seat), game.redact(before, action, seat), game.view(after, seat))


def last_ruling(game: Game[S], setup: Setup, actions: Sequence[Action]) -> tuple[int, tuple[str, ...]]:
    """Return the last line for which ``Game.explain`` gives reasons, as (line, reasons).

    ``line`` is the number of the action among ``actions``, from 1. The reasons are sentences that everybody may read.
    The result is (0, ()) if there is no such line.
    """
    states = [game.start(setup)]
    for action in actions:
        states.append(game.apply(states[-1], action))
    for at in range(len(actions), 0, -1):
        if why := explained(game, states[at - 1], actions[at - 1], states[at]):
            return at, why
    return 0, ()


def game_status(game: Game[S], state: S, *, reveal: bool = False) -> dict[str, Json]:
    """Return the JSON object that ``referee replay --json`` prints (docs/rules.md, A record).

    With ``reveal``, it also has what is hidden from the public, as far as ``state`` (a full state or a view) shows it.
    """
    setup: Setup = state.setup  # type: ignore[attr-defined]
    outcome = game.outcome(state)
    answer: dict[str, Json] = {
        "game": setup.game,
        "over": outcome.over,
        "winners": [setup.seats[seat] for seat in outcome.winners],
        "scores": dict(zip(setup.seats, outcome.scores, strict=True)),
        "next": [
            {"seat": None if turn.seat is None else setup.seats[turn.seat], "verbs": list(turn.verbs)}
            for turn in game.to_act(state)
        ],
        "public": game.public(game.view(state, None)),
        "flags": list(game.flags(state)),
    }
    if reveal:
        answer["hidden"] = game.hidden(state)
    return answer


def playout(
    game: Game[S], setup: Setup, rng: Random, *, hands: bool = True, limit: int = 100_000
) -> tuple[S, list[Action]]:
    """Play at random until the game is over, or for ``limit`` actions, and return (last state, actions).

    What chance draws comes first. Otherwise each step picks a seat, then one of its verbs, then a legal action of that
    verb. With ``hands``, the referee deals every hand as a ``holds`` action. Without it, hands stay unknown if the game
    allows that.
    """
    state = game.start(setup)
    actions: list[Action] = []
    to_act, apply, draw, choice = game.to_act, game.apply, game.draw, _chooser(game, rng)
    for _ in range(limit):
        action = draw(state, rng, hands=hands)
        if action is None:
            turns = to_act(state)
            if not turns:
                break
            action = choice(state, turns)
        state = apply(state, action)
        actions.append(action)
    return state, actions


def choose(game: Game[S], state: S, turns: Sequence[Turn], rng: Random, *, hands: bool = True) -> Action:
    """Return a random legal action: what chance draws, or else an action of a random seat and verb.

    ``turns`` is ``game.to_act(state)``. With ``hands``, chance also deals hands (as in ``Game.draw``).
    """
    return game.draw(state, rng, hands=hands) or _chooser(game, rng)(state, turns)


def _chooser(game: Game[S], rng: Random) -> Callable[[S, Sequence[Turn]], Action]:
    """Return a function from a state and its turns to a random legal action of a player.

    It is for states in which chance draws nothing. The game's methods are looked up only once, to make it fast.
    """
    candidates, judge, random = game.candidate_actions, game.judge, rng.random

    def choice(state: S, turns: Sequence[Turn]) -> Action:
        turn = turns[0] if len(turns) == 1 else turns[int(random() * len(turns))]
        verbs = turn.verbs
        verb = verbs[0] if len(verbs) == 1 else verbs[int(random() * len(verbs))]
        found = candidates(state, turn.seat, verb)
        if found:
            action: Action = found[int(random() * len(found))]
            if judge(state, action).legal:
                return action
        return patient(state, turn, verb)

    def patient(state: S, turn: Turn, verb: str) -> Action:
        """Return the first legal action among the candidates of a verb, tried in random order.

        If there is none, the other verbs of ``turn`` are tried. Raises ``AssertionError`` if no verb has a legal
        action.
        """
        verbs = [other for other in turn.verbs if other != verb]
        rng.shuffle(verbs)
        for tried in (verb, *verbs):
            found = list(candidates(state, turn.seat, tried))
            while found:
                at = int(random() * len(found))
                action: Action = found[at]
                if judge(state, action).legal:
                    return action
                found[at] = found[-1]
                found.pop()
        raise AssertionError(f"{game.name}: {turn} is to act and nothing is legal")

    return choice


_RENAMED = {
    "choices": "actions_in_view", "fold": "state_after", "legal": "legal_actions", "replies": "seat_actions",
    "standing": "game_status",
}  # fmt: skip
__getattr__, _ = lazy_exports(__name__, {}, {old: f"{__name__}:{new}" for old, new in _RENAMED.items()})
"""Old names, for one version more."""
