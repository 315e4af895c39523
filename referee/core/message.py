"""Sentences as values: a template with named fields, which a page can render with markup and address to one seat."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from string import Formatter
from typing import Any

from msgspec import Struct

_AS_YOU = {"is": "are", "has": "have", "was": "were", "does": "do", "goes": "go"}
_ADDRESSED = re.compile(r"\{(\w+)\} ([A-Za-z]+)(?![A-Za-z])")  # a seat, and the verb of which it is the subject


class Seat(Struct, frozen=True):
    """A player as a field of a message: the number of the seat, and the name."""

    seat: int
    name: str

    def __str__(self) -> str:
        return self.name


class Card(Struct, frozen=True):
    """A card as a field of a message: its ``name`` in a record (``9h``), and the ``text`` of it in a sentence (9♥)."""

    name: str
    text: str

    def __str__(self) -> str:
        return self.text


class Message(Struct, frozen=True):
    """One sentence: an English template in the notation of ``str.format``, and the values of its named fields.

    A value is a Seat, a Card, a number, a text, another Message, or a tuple of such, which is joined by commas.
    ``str()`` gives the sentence. The template is the unit of translation, so it holds a whole sentence.
    """

    template: str
    fields: Mapping[str, Any] = {}

    def __str__(self) -> str:
        return "".join(map(str, self.parts()))

    def render(self, value: Callable[[Any], str], literal: Callable[[str], str] = str) -> str:
        """Return the sentence with each field's value written by ``value`` and the text between by ``literal``.

        Nested messages and tuples are taken apart; a field with a format (``{points:+}``) is passed as text.
        """
        return "".join(literal(part) if isinstance(part, _Literal) else value(part) for part in self.parts())

    def to(self, seat: int | None) -> "Message":
        """Return the sentence as said to the player of ``seat``: “You play 9♥.” where it begins with that seat."""
        match = _ADDRESSED.match(self.template)
        if match is None or seat is None:
            return self
        subject = self.fields[match[1]]
        if not isinstance(subject, Seat) or subject.seat != seat:
            return self
        verb = _AS_YOU.get(match[2]) or (infinitive(match[2]) if match[2].endswith("s") else match[2])
        return Message(f"You {verb}{self.template[match.end() :]}", self.fields)

    def parts(self) -> Iterator[Any]:
        """Yield the text between the fields (as ``_Literal``) and the fields' values, in order."""
        for text, name, form in _parsed(self.template):
            if text:
                yield text
            if name:
                value = self.fields[name]
                yield from (format(value, form),) if form else _flat(value)


class _Literal(str):
    """A piece of a template between its fields."""

    __slots__ = ()


def text(sentence: str) -> Message:
    """Return a finished sentence as a message without fields of its own."""
    return Message("{text}", {"text": sentence})


def say(template: str, /, **fields: Any) -> Message:
    """Return a message; the fields are given by name."""
    return Message(template, fields)


def infinitive(verb: str) -> str:
    """Return a verb as what somebody may do: “plays” → “play”, “passes” → “pass”, “denies” → “deny”."""
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    if verb.endswith("sses"):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") else f"write “{verb}”"


@lru_cache(maxsize=512)
def _parsed(template: str) -> tuple[tuple[_Literal, str, str], ...]:
    return tuple((_Literal(text), name or "", form or "") for text, name, form, _ in Formatter().parse(template))


def _flat(value: Any) -> Iterator[Any]:
    """Yield a value, or what a nested message or a tuple of values consists of."""
    if isinstance(value, Message):
        yield from value.parts()
    elif isinstance(value, tuple):
        for at, one in enumerate(value):
            if at:
                yield _Literal(", ")
            yield from _flat(one)
    else:
        yield value
