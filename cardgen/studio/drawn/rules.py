"""House rules as the page asks for them: what each may be, and what that changes, in the words of the rulebook."""

from __future__ import annotations

import re
from operator import attrgetter

from msgspec import Struct

from referee.books import rulebook
from referee.core.setup import as_typed, option_list

_ROW = re.compile(r"^\| (?:`([\w.]+)`)? ?\| \**`([^`]*)`\**(?: ◆)? \| (.*) \|$", re.MULTILINE)
_MAY_BE = re.compile(r" May be [^.]*\.\**$|\*\*")


class HouseRule(Struct, frozen=True):
    """A house rule: what is played, what it may be and what each of that means; a number has bounds instead."""

    name: str
    value: str
    usual: str
    values: tuple[tuple[str, str], ...]
    low: int | None = None
    high: int | None = None


def house_rules(game: str, options: Struct, players: int) -> tuple[HouseRule, ...]:
    """Return the house rules in the order of the book's table."""
    known = {option.name: option for option in option_list(type(options))}
    played = dict(row for name in known for row in as_typed(name, attrgetter(name)(options)))
    found: dict[str, list[tuple[str, str]]] = {}
    name = ""
    for named, value, means in _ROW.findall(rulebook.book(game, options, players).body):
        name = named or name
        if name in known:
            found.setdefault(name, []).append((value, _MAY_BE.sub("", means)))
    rules = []
    for name, rows in found.items():
        option = known[name]
        low, high = (option.low, option.high) if option.many == len(rows) == 1 else (None, None)
        rules.append(HouseRule(name, played[name], option.usual, tuple(rows), low, high))
    return tuple(rules)
