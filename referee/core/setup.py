"""What a game starts from, checked: seats and names, house rules, rules version, facts; recommended tables."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache, reduce
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast, get_args, get_origin
from unicodedata import category, combining, normalize

import msgspec
from msgspec import Struct
from msgspec.structs import FieldInfo, fields

from liarsdeck import language
from liarsdeck.english import capfirst, listed, nearest, quoted
from liarsdeck.language import later, later_n, number_word, say, speech
from referee.core.game import Game, RecordError, Setup
from referee.core.play import folded

if TYPE_CHECKING:
    from factbank.factfile import Facts


_META = ("description", "ge", "le")


class Option(Struct, frozen=True):
    """One house rule. ``choices`` are the words that it may be. A number has to be from ``low`` to ``high``.

    Each part of a table is an option of its own, such as ``bets.large``. ``many`` is the number of numbers in it. If it
    is a row of several, the bounds hold for each of them.
    """

    name: str
    description: str
    default: object
    choices: tuple[object, ...] = ()
    low: int | None = None
    high: int | None = None
    many: int = 1

    @property
    def takes(self) -> str:
        """The values that it may have: “2 to 99”, “assigned or entered”, “all or 1 to 20”, “true or false”."""
        if isinstance(self.default, bool):
            return speech().either.format("true", "false")
        words = [str(choice) for choice in self.choices]
        if self.low is not None and self.high is not None:
            words.append(say("{low} to {high}", low=self.low, high=self.high))
        elif self.low is not None:
            words.append(say("{low} or more", low=self.low))
        elif not words:
            words.append(say("a whole number"))
        one: str = reduce(speech().either.format, words)
        if self.many == 1:
            return one
        return say("{many} numbers of {one}, like {usual}", many=number_word(self.many), one=one, usual=self.usual)

    @property
    def usual(self) -> str:
        """The default, as it is typed."""
        ((_, typed),) = as_typed(self.name, self.default)
        return typed


def option_list(options: type[Struct]) -> tuple[Option, ...]:
    """Return every house rule of an ``Options`` struct, in its order. A table is replaced by its parts."""
    return tuple(option for field in fields(options) for option in _options(field))


def _options(field: FieldInfo, room: str = "") -> tuple[Option, ...]:
    table = _table(field)
    if table is not None:
        return tuple(option for part in fields(table) for option in _options(part, f"{room}{field.name}."))
    choices: list[object] = []
    found: dict[str, Any] = {}  # what Meta says: an int, a str or nothing
    parts = [field.type]
    while parts:
        part = parts.pop(0)
        if get_origin(part) is Annotated:
            inner, *metas = get_args(part)
            parts.append(inner)
            for meta in metas:
                found |= {key: value for key in _META if (value := getattr(meta, key, None)) is not None}
        elif get_origin(part) is Literal:
            choices += get_args(part)
        else:
            parts += get_args(part)
    default = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
    return (
        Option(
            f"{room}{field.name}", found.get("description", ""), default, tuple(choices), found.get("ge"),
            found.get("le"), len(default) if isinstance(default, tuple) else 1,
        ),
    )  # fmt: skip


def _table(field: FieldInfo) -> type[Struct] | None:
    """Return the struct of a field that is a table of house rules, None for one that is a house rule itself."""
    kind = get_args(field.type)[0] if get_origin(field.type) is Annotated else field.type
    return kind if isinstance(kind, type) and issubclass(kind, Struct) else None


def read_options(options: type[Struct], given: Mapping[str, object], game: str, *, words: bool = False) -> Any:
    """Return the ``Options`` of these values (TOML's, or words as typed where ``words``: ``bets.large`` “30,40,50”).

    Raises ``RecordError`` naming the option, what it is and what it may be.
    """
    return _read(options, given, game, "", words=words)


def _read(options: type[Struct], given: Mapping[str, object], game: str, room: str, *, words: bool) -> Any:
    """``room`` is what stands before the names of a table's parts: ``bets.``"""
    known = {field.name: field for field in fields(options)}
    values, tables = dict[str, Any](), dict[str, dict[str, object]]()
    for key, value in given.items():
        name, dot, part = key.partition(".")
        table = _table(known[name]) if name in known else None
        if name not in known or (dot and table is None):
            names = [option.name for option in option_list(options)]
            near = f" (did you mean {room}{close[0]}?)" if (close := nearest(key, names)) else ""
            has = listed([room + one for one in names], "and")
            raise RecordError(f"options.{quoted(room + key)[1:-1]}: {game} has no such option{near}; it has {has}")
        if table is None or isinstance(value, table):
            values[name] = _value(known[name], value, room, words=words)
        elif dot or isinstance(value, Mapping):
            tables.setdefault(name, {}).update({part: value} if dot else dict(cast("Mapping[str, object]", value)))
        else:
            like = _options(known[name], room)[0]
            why = f"it is said in parts, like {like.name}={like.usual}"
            raise RecordError(f"options.{room}{name}: {_shown(value)} will not do; {why}")
    for name, held in tables.items():
        values[name] = _read(cast("type[Struct]", _table(known[name])), held, game, f"{room}{name}.", words=words)
    return options(**values)


def _value(field: FieldInfo, value: object, room: str, *, words: bool) -> Any:
    held = value
    if words and isinstance(value, str) and isinstance(field.default, tuple):
        held = re.split(r"\s*,\s*|\s+", value.strip("[] "))
    try:
        return msgspec.convert(held, field.type, strict=not words)
    except msgspec.ValidationError:
        (option,) = _options(field, room)
        raise RecordError(f"options.{option.name}: {_shown(value)} will not do; it is {option.takes}") from None


def _shown(value: object) -> str:
    return quoted(str(value).lower() if isinstance(value, bool) else value)


def as_typed(name: str, value: object) -> tuple[tuple[str, str], ...]:
    """Return a value as (NAME, VALUE) for a command line. A table gives one for each of its keys."""
    if isinstance(value, Struct):
        value = msgspec.to_builtins(value)
    if isinstance(value, Mapping):
        return tuple(row for key, inner in value.items() for row in as_typed(f"{name}.{key}", inner))
    if isinstance(value, list | tuple):
        return ((name, ",".join(str(part) for part in value)),)
    return ((name, str(value).lower() if isinstance(value, bool) else str(value)),)


def given_options(options: Struct) -> dict[str, Any]:
    """Return the values that differ from the defaults, as TOML would hold them."""
    plain = type(options)()
    return {
        field.name: msgspec.to_builtins(getattr(options, field.name))
        for field in fields(type(options))
        if getattr(options, field.name) != getattr(plain, field.name)
    }


EXAMPLE_NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jim")
"""Who plays where nobody is named: in books, simulated games and matrices of games."""
NAME_LIMIT = 24
NAME_SIGNS = ":#?;()"


def setup(
    game: Game[Any],
    seats: Sequence[str],
    options: Mapping[str, object] | None = None,
    *,
    rules: int | None = None,
    facts: "Facts | None" = None,
    words: bool = False,
) -> Setup:
    """Return the setup of a game, by its newest rules unless others are named.

    ``words`` reads option values as typed. Raises ``RecordError`` naming the key.
    """
    check_seats(game, seats)
    newest = game.rules_version
    rules = newest if rules is None else rules
    if isinstance(rules, bool) or not isinstance(rules, int) or rules < 1:
        raise RecordError(
            f"rules: {quoted(rules)} will not do; it is the number of the rules, {newest} being the newest"
        )
    if rules > newest:
        raise RecordError(f"rules: this record was played by rules {rules}; this referee knows them up to {newest}")
    if game.needs_facts and facts is None:
        raise RecordError(f"facts: {game.title} needs the facts of its kit; name a fact file or a kit")
    made = Setup(
        game.name, tuple(seats), read_options(game.options, options or {}, game.name, words=words), rules, facts
    )
    fault = game.check(made)
    if fault is not None:
        raise _refused(made, *fault)
    return made


def check_options(game: Game[Any], options: Struct) -> None:
    """Raise ``RecordError`` if house rules contradict each other for every number of players."""
    made = [seated(game, many, options) for many in range(game.seats[0], game.seats[1] + 1)]
    faults = [game.check(one) for one in made]
    if faults and faults[0] is not None and all(faults):
        raise _refused(made[0], *faults[0])


def _refused(made: Setup, key: str, why: str) -> RecordError:
    return RecordError(f"{'options.' if hasattr(made.options, key) else ''}{key}: {why}")


def seated(game: Game[Any], players: int, options: Struct, facts: "Facts | None" = None) -> Setup:
    """Return an unchecked setup of ``players`` nameless players, to ask a game what its options lead to."""
    seats = tuple(f"Seat {number}" for number in range(1, players + 1))
    return Setup(game.name, seats, options, game.rules_version, facts)


def serves(game: Game[Any], options: Struct, facts: "Facts | None" = None) -> tuple[int, int]:
    """Return the fewest and the most players that these house rules, and these facts, allow.

    If the options fit no number of players, or the facts are not known, return the numbers that the game is for.
    """
    low, high = game.seats
    if game.needs_facts and facts is None:
        return low, high
    fits = [many for many in range(low, high + 1) if game.check(seated(game, many, options, facts)) is None]
    return (fits[0], fits[-1]) if fits else (low, high)


def check_seats(game: Game[Any], seats: Sequence[str]) -> None:
    """Raise ``RecordError`` unless players with these names can sit at this game's table."""
    for name in seats:
        fault = name_fault(name)
        if fault:
            raise RecordError(f"seats: {fault}")
    low, high = game.seats
    if not low <= len(seats) <= high:
        one, many = _SOME_PLAYERS if low < high else _SO_MANY_PLAYERS
        raise RecordError(language.say_n(one, many, len(seats), game=game.title, low=low, high=high))
    known: set[str] = set()
    for name in seats:
        if folded(name) in known:
            raise RecordError(f"seats: two seats are called {name}; give one of them another name")
        known.add(folded(name))


_SOME_PLAYERS = later_n(
    "seats: {game} is for {low} to {high} players; here is {n}",
    "seats: {game} is for {low} to {high} players; here are {n}",
)
_SO_MANY_PLAYERS = later_n(
    "seats: {game} is for {low} players; here is {n}", "seats: {game} is for {low} players; here are {n}"
)


def name_fault(name: object) -> str:
    """Return what is wrong with a name as a sentence, "" when nothing is."""
    if not isinstance(name, str):
        return f"{quoted(name)} is no name; names are written in quotes"
    if not name or name != name.strip() or len(name) > NAME_LIMIT:
        return say(
            "{name} is no name: names have 1 to {most} characters and no blank at either end",
            name=language.quoted(name), most=NAME_LIMIT,
        )  # fmt: skip
    if any(sign in NAME_SIGNS or not sign.isprintable() for sign in name):
        return say(
            "{name} is no name: names have none of {signs} and no line break",
            name=language.quoted(name), signs=" ".join(NAME_SIGNS),
        )  # fmt: skip
    return ""


_UNSEEN = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\U000e0000-\U000e0fff]"
)
"""Signs that leave nothing on the screen, though some of them count as letters: Unicode's Default_Ignorable_Code_Point,
and the empty sign of Braille."""
_RESERVED = (
    "all", "anybody", "anyone", "bot", "dealer", "everybody", "everyone", "host", "house", "laptop", "me", "nobody",
    "no one", "none", "nothing", "person", "player", "referee", "seat", "somebody", "someone", "table", "you",
)  # fmt: skip
_ARTICLES = {"the", "a", "an"}


def new_name_fault(name: str, others: Iterable[str], verbs: Iterable[str]) -> str:
    """Return why a name can't sit down beside ``others`` as a sentence, "" when it can.

    ``verbs`` are those that lines of the game begin with.
    """
    if fault := name_fault(name):
        return fault
    if not _seen(name):
        return say("{name} leaves nothing on the screen: take a name that is seen.", name=language.quoted(name))
    if _reserved(name) or {verb for verb in verbs if verb.endswith("s")} & {*folded(name).split()}:  # Won is a name
        return say(
            "{name} is spoken for by the referee, who doesn’t share: take another name.", name=language.quoted(name)
        )
    for other in others:
        if folded(name) == folded(other):
            return say("{name} is here already: take another name.", name=other)
        if alike(name, other):
            return say(
                "{name} passes for {other} at a glance: save the bluff for the cards, and take another name.",
                name=language.quoted(name), other=other,
            )  # fmt: skip
    return ""


def new_names_fault(names: Sequence[str], verbs: Iterable[str]) -> str:
    """Return why these names can't sit down together as a sentence, "" when they can."""
    verbs = [*verbs]
    return next((fault for at, name in enumerate(names) if (fault := new_name_fault(name, names[:at], verbs))), "")


def alike(name: str, other: str) -> bool:
    """Return whether two names look alike, as they are written, or both in small letters, or both in capitals.

    It compares the skeletons of UTS #39. Similar letters of other scripts, l and I, rn and m count as alike. Ä and A
    do not.
    """
    return any(one == two for one, two in zip(_skeletons(name), _skeletons(other), strict=True))


def _reserved(name: str) -> bool:
    words = re.findall(r"\w+", name)
    if len(words) > 1 and words[0].casefold() in _ARTICLES:
        del words[0]
    return any(alike(" ".join(words), word) for word in _RESERVED)


def _seen(name: str) -> str:
    """Return what is seen of a name: without unseen signs, what is struck through it or drawn round it, and width."""
    text = normalize("NFKC", _UNSEEN.sub("", normalize("NFKC", name)))
    return " ".join("".join(sign for sign in text if combining(sign) != 1 and category(sign) != "Me").split())


def _without_marks(name: str) -> str:
    """Return a name without the stops, quotes and commas at its ends, if anything is left then."""
    marks = {sign for sign in name if category(sign).startswith("P") or "\u02b9" <= sign <= "\u02df"}
    return name.strip("".join(marks) + " ") or name


@lru_cache(maxsize=256)
def _skeletons(name: str) -> tuple[str, ...]:
    seen = _without_marks(_seen(name))
    found = []
    for text in (seen, seen.casefold(), seen.upper()):
        signs = normalize("NFD", text)
        for _ in range(2):  # what a sign stands for can be of signs that stand for others
            signs = normalize("NFD", "".join(map(_prototype, signs)))
        found.append(signs)
    return tuple(found)


class _Homoglyph(Struct, frozen=True):
    c: str


@cache
def _confusables() -> dict[str, list[_Homoglyph]]:
    """Return Unicode's confusables.txt, both ways: each sign with those that look like it.

    Only the table of confusable_homoglyphs is read: it has no skeletons, and its code imports all that HTTP needs.
    """
    table = files("confusable_homoglyphs").joinpath("confusables.json").read_bytes()
    return msgspec.json.decode(table, type=dict[str, list[_Homoglyph]])


_AROUND = "\u200e"  # stands round signs of Hebrew and Arabic in the table


@lru_cache(maxsize=1000)
def _prototype(sign: str) -> str:
    """Return what stands for all signs that look like this one.

    In the table the one that stands for several knows them all, and they know it alone. Of two it is the longer.
    """
    table = _confusables()
    near = table.get(sign) or table.get(f"{_AROUND}{sign}{_AROUND}") or []
    if len(near) != 1:
        return sign
    other = near[0].c.strip(_AROUND)
    return other if len(table[near[0].c]) > 1 else max(sign, other, key=lambda one: (len(one), one))


class FirstTable(Struct, frozen=True):
    """House rules that are recommended for a first evening, and the reason in a few words."""

    options: Mapping[str, Any]
    because: str

    def typed(self, game: Game[Any]) -> tuple[tuple[str, str], ...]:
        """Return the options as (NAME, VALUE), as they are typed."""
        options = read_options(game.options, self.options, game.name)
        return tuple(row for name in self.options for row in as_typed(name, getattr(options, name)))


def first_table(game: Game[Any], players: int) -> FirstTable | None:
    """Return what is recommended for so many players; None if that is the defaults."""
    (low, high), options, because = game.first_evening
    return FirstTable(options, because) if low <= players <= high else None


def announced(game: Game[Any], players: int, options: Struct) -> tuple[int, FirstTable | None]:
    """Return the minutes that pages announce for so many players, in fives, and whose they are.

    Where no house rule was chosen they are those of the recommended table, which is returned; else, with None, those of
    the table itself.
    """
    first = None if given_options(options) else first_table(game, players)
    table = options if first is None else read_options(game.options, first.options, game.name)
    return max(10, 5 * round(game.minutes(table, players) / 5)), first


def advice(game: Game[Any], players: int, options: Struct, before: str = "", words: str = later("type {}")) -> str:
    """Return what to say to so many who would play by these house rules: a sentence, "" where they play so already.

    “Five players: two truths and two lies each halve the evening; type each=2.”
    ``before`` is typed before each; ``words`` say how all are typed, in the place of its ``{}``.
    """
    found = first_table(game, players)
    if found is None:
        return ""
    wish = read_options(game.options, found.options, game.name)
    if all(getattr(options, name, None) == getattr(wish, name) for name in found.options):
        return ""
    typed = " ".join(f"{before}{name}={value}" for name, value in found.typed(game))
    because, typing = say(found.because), say(words).format(typed)
    players_said = capfirst(number_word(players))
    return say("{players} players: {because}; {typing}.", players=players_said, because=because, typing=typing)
