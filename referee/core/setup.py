"""What a game starts from, checked: seats and names, house rules (options), rules version, facts.

Also the house rules that are recommended for a first evening.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache, reduce
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast, get_args, get_origin
from unicodedata import category, combining, normalize
from unicodedata import name as unicode_name

import msgspec
from msgspec import Struct
from msgspec.structs import FieldInfo, fields

from liarsdeck import language
from liarsdeck.english import UNSEEN, capfirst, listed, nearest, quoted
from liarsdeck.language import later, later_n, number_word, say, speech
from referee.core.game import Game, RecordError, Setup
from referee.core.play import folded

if TYPE_CHECKING:
    from factbank.factfile import Facts


_META = ("description", "ge", "le")


class Option(Struct, frozen=True):
    """One house rule, as a user may set it.

    ``name`` is its name. A table of house rules is not one Option, but has an Option for each of its parts, such as
    ``bets.large``. ``description`` says what the rule decides. ``choices`` are the words that it may be, () if there
    are none. If it may be a number, the number must be at least ``low`` and at most ``high``; None means no limit.
    ``many`` is how many numbers the value consists of; if there are several, the limits hold for each.
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
        """The values that the rule may have, in words: “2 to 99”, “assigned or entered”, “all or 1 to 20”."""
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
        """The default as text, as a user types it: “30,40,50”."""
        ((_, typed),) = as_typed(self.name, self.default)
        return typed


_fields = lru_cache(maxsize=256)(fields)


def option_list(options: type[Struct]) -> tuple[Option, ...]:
    """Return every house rule of a game's options struct, in the order of its fields.

    A field that is itself a struct (a table of house rules) is replaced by its parts, such as ``bets.large``.
    """
    return tuple(option for field in _fields(options) for option in _options(field))


def _options(field: FieldInfo, room: str = "") -> tuple[Option, ...]:
    table = _table(field)
    if table is not None:
        return tuple(option for part in _fields(table) for option in _options(part, f"{room}{field.name}."))
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
    """Return the struct type of an options field that holds a table of house rules; None for a single rule."""
    kind = get_args(field.type)[0] if get_origin(field.type) is Annotated else field.type
    return kind if isinstance(kind, type) and issubclass(kind, Struct) else None


def read_options(options: type[Struct], given: Mapping[str, object], game: str, *, words: bool = False) -> Any:
    """Return an ``options`` struct with the values ``given`` by name, and the defaults for other fields.

    The values are checked. They are of the types of TOML; with ``words`` they may also be texts as a user types them,
    such as ``{"bets.large": "30,40,50"}``. ``game`` is the game's name, for the error. Raises ``RecordError`` if a name
    or a value is wrong; it says what was given and which names or values there are.
    """
    return _read(options, given, game, "", words=words)


def _read(options: type[Struct], given: Mapping[str, object], game: str, room: str, *, words: bool) -> Any:
    """Return an ``options`` struct as ``read_options`` does, for all house rules or for one table of them.

    ``room`` is what errors write before the names: "" for the whole, ``bets.`` for the table ``bets``.
    """
    known = {field.name: field for field in _fields(options)}
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
    """Return the house rule ``name`` with this value as (NAME, VALUE) pairs, as typed after ``--option``.

    This is one pair. For a table of house rules, it is one pair for each of the table's parts (``bets.large``).
    """
    if isinstance(value, Struct):
        value = msgspec.to_builtins(value)
    if isinstance(value, Mapping):
        return tuple(row for key, inner in value.items() for row in as_typed(f"{name}.{key}", inner))
    if isinstance(value, list | tuple):
        return ((name, ",".join(str(part) for part in value)),)
    return ((name, str(value).lower() if isinstance(value, bool) else str(value)),)


def given_options(options: Struct) -> dict[str, Any]:
    """Return as {name: value} the house rules that are not at their defaults, with values of TOML types."""
    plain = type(options)()
    return {
        field.name: msgspec.to_builtins(getattr(options, field.name))
        for field in _fields(type(options))
        if getattr(options, field.name) != getattr(plain, field.name)
    }


EXAMPLE_NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jim")
"""Names of players where nobody named any: in books, simulated games and payoff matrices."""
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
    """Return the checked setup of a game with players of these names, clockwise.

    ``options`` are house rules by name; the others have their defaults. The values are of the types of TOML; with
    ``words`` they may also be texts as a user types them. ``rules`` is the version of the game's rules, None for the
    newest. ``facts`` are the fact cards in play, None for none. Raises ``RecordError`` if a name, an option, the
    version or the number of players is wrong, or if the game needs facts and there are none.
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
    """Raise ``RecordError`` if no number of players can play with these house rules."""
    made = [seated(game, many, options) for many in range(game.seats[0], game.seats[1] + 1)]
    faults = [game.check(one) for one in made]
    if faults and faults[0] is not None and all(faults):
        raise _refused(made[0], *faults[0])


def _refused(made: Setup, key: str, why: str) -> RecordError:
    return RecordError(f"{'options.' if hasattr(made.options, key) else ''}{key}: {why}")


def seated(game: Game[Any], players: int, options: Struct, facts: "Facts | None" = None) -> Setup:
    """Return an unchecked setup with ``players`` players “Seat 1”, “Seat 2” …, to test ``options`` with it.

    ``facts`` may be None, even for a game that needs some.
    """
    seats = tuple(f"Seat {number}" for number in range(1, players + 1))
    return Setup(game.name, seats, options, game.rules_version, facts)


def serves(game: Game[Any], options: Struct, facts: "Facts | None" = None) -> tuple[int, int]:
    """Return the fewest and the most players that can play with these house rules and these facts.

    If no number fits, or if the game needs facts and none are given, return ``game.seats``.
    """
    low, high = game.seats
    if game.needs_facts and facts is None:
        return low, high
    fits = [many for many in range(low, high + 1) if game.check(seated(game, many, options, facts)) is None]
    return (fits[0], fits[-1]) if fits else (low, high)


def check_seats(game: Game[Any], seats: Sequence[str]) -> None:
    """Raise ``RecordError`` if players with these names can't play this game.

    This is so if there are too few or too many names, if one can't be a name, or if two are the same.
    """
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
    """Return a sentence on why a value can't be a player's name; "" if it can."""
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


_RESERVED = later(
    "all, anybody, anyone, bot, dealer, everybody, everyone, host, house, laptop, me, nobody, no one, none, nothing, "
    "person, player, referee, seat, somebody, someone, table, you"
)


def new_name_fault(name: str, others: Iterable[str], verbs: Iterable[str]) -> str:
    """Return a sentence on why a player with this name can't sit down beside the players ``others``; "" if they can.

    ``verbs`` are the verbs of the game: a name must not look like one.
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
    """Return a sentence on why players with these names can't sit at one table; "" if they can.

    ``verbs`` are the verbs of the game: a name must not look like one.
    """
    verbs = [*verbs]
    return next((fault for at, name in enumerate(names) if (fault := new_name_fault(name, names[:at], verbs))), "")


def alike(name: str, other: str) -> bool:
    """Return whether two names look alike: as written, both in small letters, or both in capitals.

    Their skeletons by Unicode's UTS #39 are compared: in a skeleton, each sign is replaced by one that stands for all
    that look like it. Similar letters of other scripts, l and I, and rn and m count as alike. Ä and A do not.
    """
    return any(one == two for one, two in zip(_skeletons(name), _skeletons(other), strict=True))


def _reserved(name: str) -> bool:
    words = re.findall(r"\w+", name)
    if len(words) > 1 and words[0].casefold() in language.language(language.ENGLISH).articles | speech().articles:
        del words[0]
    return any(alike(" ".join(words), word) for word in {"box", *_RESERVED.split(", "), *say(_RESERVED).split(", ")})


def _seen(name: str) -> str:
    """Return a name as the eye sees it, for a comparison of names.

    Invisible signs and signs that strike through or enclose a letter are left out. Full-width and similar forms of a
    letter, and small capitals, become the plain letter. A series of blanks becomes one.
    """
    text = normalize("NFKC", UNSEEN.sub("", _SMALL.sub(_capital, normalize("NFKC", name))))
    return " ".join("".join(sign for sign in text if combining(sign) != 1 and category(sign) != "Me").split())


_SMALL = re.compile("[\u1d00-\u1d22\ua730\ua731\u0262\u026a\u0274\u0276\u0280\u028f\u0299\u029c\u029f]")


def _capital(small: re.Match[str]) -> str:
    """Return the capital letter for a match of one small capital; any other sign as it is."""
    letter = unicode_name(small[0]).removeprefix("LATIN LETTER SMALL CAPITAL ")
    return letter if len(letter) == 1 else small[0]


def _without_marks(name: str) -> str:
    """Return a name without the punctuation at its ends, or the whole name if nothing else is left."""
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
    """Return Unicode's confusables.txt in both directions: for each sign, the signs that look like it.

    Of the package confusable_homoglyphs only the table is used. Its code computes no skeletons, and imports all that
    HTTP needs.
    """
    table = files("confusable_homoglyphs").joinpath("confusables.json").read_bytes()
    return msgspec.json.decode(table, type=dict[str, list[_Homoglyph]])


_AROUND = "\u200e"  # stands round signs of Hebrew and Arabic in the table


@lru_cache(maxsize=1000)
def _prototype(sign: str) -> str:
    """Return the sign that stands for all signs that look like this one; the sign itself if none does.

    If several signs look alike, the table lists all of them for the one that stands for them, and only that one for
    each of the others. If there are just two, the longer one stands for both; if both are as long, the one with the
    higher code.
    """
    table = _confusables()
    near = table.get(sign) or table.get(f"{_AROUND}{sign}{_AROUND}") or []
    if len(near) != 1:
        return sign
    other = near[0].c.strip(_AROUND)
    return other if len(table[near[0].c]) > 1 else max(sign, other, key=lambda one: (len(one), one))


class FirstTable(Struct, frozen=True):
    """House rules by name that are recommended for a first evening, and why, in a few words."""

    options: Mapping[str, Any]
    because: str

    def typed(self, game: Game[Any]) -> tuple[tuple[str, str], ...]:
        """Return the house rules as (NAME, VALUE) pairs, as typed after ``--option``."""
        options = read_options(game.options, self.options, game.name)
        return tuple(row for name in self.options for row in as_typed(name, getattr(options, name)))


def first_table(game: Game[Any], players: int) -> FirstTable | None:
    """Return the house rules that are recommended for a first evening with so many players.

    None if the game recommends nothing but its defaults for this number.
    """
    (low, high), options, because = game.first_evening
    return FirstTable(options, because) if low <= players <= high else None


def announced(game: Game[Any], players: int, options: Struct) -> tuple[int, int | None]:
    """Return the usual minutes of a game as (by ``options``, by the recommended house rules).

    Both are multiples of five, and at least 10. The second is None if ``options`` are not the defaults, or if no house
    rules are recommended for so many players.
    """

    def fives(table: Struct) -> int:
        return max(10, 5 * round(game.minutes(table, players) / 5))

    first = None if given_options(options) else first_table(game, players)
    return fives(options), fives(read_options(game.options, first.options, game.name)) if first else None


def advice(game: Game[Any], players: int, options: Struct, before: str = "", words: str = later("type {}")) -> str:
    """Return a sentence that recommends house rules to so many players; "" if there are none to recommend.

    It is also "" if ``options`` are these rules already. An example is “Five players: two truths and two lies each
    halve the evening; type each=2.” ``before`` is written before each NAME=VALUE, such as “--option ”. ``words`` is the
    English phrase that tells people what to do; its ``{}`` is replaced by all NAME=VALUE.
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
