"""A game's house rules as a list that a prompt, a page and an error can use; and reading them from TOML or words."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import FieldInfo, fields

from liarsdeck.english import listed, nearest, quoted
from referee.core.errors import RecordError

_META = ("description", "ge", "le")


class Option(Struct, frozen=True):
    """One house rule. ``choices`` are the words it may be; ``low`` and ``high`` its bounds where it may be a number."""

    name: str
    description: str
    default: object
    choices: tuple[object, ...] = ()
    low: int | None = None
    high: int | None = None

    @property
    def takes(self) -> str:
        """What it may be, in words: “2 to 99”, “assigned or entered”, “all or 1 to 20”, “true or false”."""
        if isinstance(self.default, bool):
            return "true or false"
        if isinstance(self.default, Struct):
            return f"a table [options.{self.name}]"
        words = [str(choice) for choice in self.choices]
        if self.low is not None and self.high is not None:
            words.append(f"{self.low} to {self.high}")
        elif self.low is not None:
            words.append(f"{self.low} or more")
        elif not words:
            words.append("a whole number")
        return " or ".join(words)


def option_list(options: type[Struct]) -> tuple[Option, ...]:
    """Return every house rule of an ``Options`` struct, in its order."""
    return tuple(_option(field) for field in fields(options))


def _option(field: FieldInfo) -> Option:
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
    return Option(field.name, found.get("description", ""), default, tuple(choices), found.get("ge"), found.get("le"))


def read_options(options: type[Struct], given: Mapping[str, object], game: str, *, words: bool = False) -> Any:
    """Return the ``Options`` of these values (TOML's, or words as typed where ``words``).

    Raises ``RecordError`` naming the option, what it is and what it may be.
    """
    known = {field.name: field for field in fields(options)}
    values = {}
    for name, value in given.items():
        if name not in known:
            near = f" (did you mean {close[0]}?)" if (close := nearest(name, known)) else ""
            raise RecordError(
                f"options.{quoted(name)[1:-1]}: {game} has no such option{near}; it has {listed(known, 'and')}"
            )
        try:
            values[name] = msgspec.convert(value, known[name].type, strict=not words)
        except msgspec.ValidationError as error:
            option = _option(known[name])
            why = str(error) if isinstance(option.default, Struct) else f"it is {option.takes}"
            raise RecordError(f"options.{name}: {_shown(value)} will not do; {why}") from None
    return options(**values)


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
