"""Verbs, each declared once: a class whose annotations say how every argument is spelled; reading and writing follow.

    @verb()
    class Plays(SeatAct, frozen=True, gc=False):
        '''Play a card to the trick: 9h, lizard or snake.'''

        card: Annotated[int, CARD]

The verb is called like its class in small letters, the first line of its docstring is its help, and ``CARD`` is a
``Kind``: how that argument is spelled. Below are the kinds that games share.
"""

from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import Annotated, Any, NamedTuple, TypeVar, get_origin, get_type_hints

from liarsdeck.english import quoted
from referee.core.cards import MASK, UNKNOWN
from referee.core.game import Act, Action, Game, Line, RecordError, SeatAct, Setup, TableAct, Verb
from referee.core.play import leading_seat, seat_of

REQUIRED: Any = object()


class Kind(NamedTuple):
    """How one argument of a line is spelled.

    ``parse`` returns the value of a word; it raises ValueError with a sentence that says what is wrong, or without one
    where the usage of the verb says it all. ``show`` returns the word of a value, "" for none. ``usage`` stands in the
    help. ``rest``: it takes all words that are left, joined by blanks. ``keyword`` is a word that stands before it.
    ``default`` is the value where the words are missing; else they are their seat's own secret, unless ``public``.
    ``quote``: it is what stands in quotes at the end of a line.
    ``fits`` says in brackets whether what follows a name can be it, ``order`` sorts what several brackets say.
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
        """Return the kind of one or more such words: a tuple, in this order."""
        one = self
        return self._replace(
            usage=f"{one.usage}…",
            rest=True,
            parse=lambda setup, words: tuple(order([one.parse(setup, word) for word in words.split()])),
            show=lambda setup, values: " ".join([one.show(setup, value) for value in values]),
        )

    def masked(self, value: Any, when: Callable[[Setup], bool] = lambda _: True) -> "Kind":
        """Return the kind that reads and writes ``value`` as ?, by the setups for which ``when`` holds."""
        one = self
        return self._replace(
            parse=lambda setup, word: value if word == MASK and when(setup) else one.parse(setup, word),
            show=lambda setup, shown: MASK if shown == value else one.show(setup, shown),
        )

    def face_up(self) -> "Kind":
        """Return the kind of a card that everybody sees: ? is refused."""
        one = self

        def parse(setup: Setup, word: str) -> Any:
            if (card := one.parse(setup, word)) == UNKNOWN:
                raise ValueError("a card on the table is seen by everybody: write which it is")
            return card

        return self._replace(parse=parse)

    def after(self, keyword: str) -> "Kind":
        """Return the kind of an argument that this word stands before: ``asks COMBINATION``."""
        return self._replace(keyword=keyword, usage=f"{keyword} {self.usage}")

    def maybe(self, default: Any = None, *, public: bool = False) -> "Kind":
        """Return the kind of an argument that may be left out; the value is ``default`` then.

        What is said of it is its seat's own secret, unless it is ``public``.
        """
        one = self
        return self._replace(
            default=default,
            public=public,
            usage=f"[{one.usage}]",
            show=lambda setup, value: "" if value == default else one.show(setup, value),
        )


def card_kind(parse: Callable[[str], int], names: Sequence[str]) -> Kind:
    """Return the kind of a card: ``parse`` reads its word, ``names`` has the word of each, that of UNKNOWN last."""
    return Kind("CARD", lambda _, word: parse(word), lambda _, card: names[card])


def by_name(kind: Kind) -> Kind:
    """Return the kind of a bracket that says what a seat chose, ``Ann 2``: the value is (seat, choice).

    Several are sorted by seat. Of names that begin alike the longest is meant whose rest ``kind.fits``.
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
    if not _is_number(word):
        raise ValueError(f"{quoted(word)} is no number: write 0, 1, 2 …")
    return int(word)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 3


NUMBER = Kind("NUMBER", _number, lambda _, value: str(value), fits=lambda word: word.isascii() and word.isdigit())
"""A whole number of up to three digits."""
SEAT = Kind("NAME", seat_of, lambda setup, seat: setup.seats[seat], rest=True)
"""The name of a seat, which may have blanks."""
QUOTE = Kind('["HOW"]', lambda _, said: said, lambda _, said: str(said), default="", quote=True)
"""Somebody's words, in quotes at the end of the line."""

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
    weighty: bool = False,
    enters: str = "",
    whole: Kind | None = None,
) -> Callable[[type[A]], type[A]]:
    """Return the decorator that makes a SeatAct or a TableAct the verb of its own name.

    ``usage`` replaces what the kinds of the arguments say. ``opens`` is the kind of each part of the brackets, None
    where the verb opens nothing. ``enters`` names the secret field of the state that the argument is entered in
    (``referee.core.game``). ``whole`` reads all words at once as the tuple of the fields' values, and writes the
    action as one text, where fields and words do not go together. The other flags are those of ``Verb``.
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
            weighty=weighty,
            enters=enters,
        )
        act.verb = act.spec.name
        act.form = _Form(act, kinds, opens, whole)
        return act

    return declare


class _Form:
    """How lines of one verb are read and written."""

    def __init__(
        self, act: type[Act], kinds: Sequence[tuple[str, Kind]], opens: Kind | None, whole: Kind | None
    ) -> None:
        self.act, self.kinds, self.opens, self.whole = act, kinds, opens, whole
        self.argument = kinds[0][0] if kinds else ""
        words = [kind for _, kind in kinds if not kind.quote]
        self.least = sum(1 + bool(kind.keyword) for kind in words if kind.default is REQUIRED)
        self.most = inf if whole or any(kind.rest for kind in words) else sum(1 + bool(kind.keyword) for kind in words)

    def read(self, game: Game[Any], setup: Setup, line: Line) -> Action:
        """Return the action of a line. Raises RecordError with the game's rule ``line`` or ``bracket-false``."""
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
        """Return the line of an action."""
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
