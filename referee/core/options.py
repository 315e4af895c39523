"""A game's house rules as a list that a prompt, a page and an error can use; and reading them from TOML or words."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, cast, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import FieldInfo, fields

from liarsdeck.english import cardinal, listed, nearest, quoted
from referee.core.errors import RecordError

_META = ("description", "ge", "le")


class Option(Struct, frozen=True):
    """One house rule. ``choices`` are the words it may be; ``low`` and ``high`` its bounds where it may be a number.

    A part of a table is an option of its own, ``bets.large``. ``many`` is how many numbers it is, more than one where
    it is a row of them: its bounds are those of each.
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
        """What it may be, in words: “2 to 99”, “assigned or entered”, “all or 1 to 20”, “true or false”."""
        if isinstance(self.default, bool):
            return "true or false"
        words = [str(choice) for choice in self.choices]
        if self.low is not None and self.high is not None:
            words.append(f"{self.low} to {self.high}")
        elif self.low is not None:
            words.append(f"{self.low} or more")
        elif not words:
            words.append("a whole number")
        one = " or ".join(words)
        return f"{cardinal(self.many)} numbers of {one}, like {self.usual}" if self.many > 1 else one

    @property
    def usual(self) -> str:
        """The default, as it is typed."""
        ((_, typed),) = as_typed(self.name, self.default)
        return typed


def option_list(options: type[Struct]) -> tuple[Option, ...]:
    """Return every house rule of an ``Options`` struct, in its order; of a table each of its parts."""
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
    """Return a value as a command line takes it, NAME and VALUE; a table gives a row for each of its keys."""
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
