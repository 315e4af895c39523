"""The language that guests read: its messages, lists and numbers, and for what it is offered.

English is the source: its sentences stand in the code and in `templates/`. Any other language is a folder,
`templates/languages/CODE`, which docs/languages.md explains. Nothing of it is read before it is spoken:

::

    with speaking("de"):
        say_n("{n} sheet", "{n} sheets", 2)  # "2 Blätter"
"""

import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from liarsdeck import english
from liarsdeck.errors import OPTION, UserError, of_file
from liarsdeck.files import read_within, templates

if TYPE_CHECKING:
    from gettext import NullTranslations

ENGLISH = "en"
_spoken = ContextVar("_spoken", default=ENGLISH)
_LIMIT = 1_000_000  # bytes of a file of a language
_PLURALS = range(200)  # numbers for which a catalogue must have a plural form
_FIELD_OR_TAG = re.compile(r"\{[^{}]*\}|[{}]|<[^>]*>|<")


class Language(Struct, frozen=True, forbid_unknown_fields=True):
    """What `language.toml` says of a language.

    `locale` names people in facts; `quotes` are its two quotation marks. `decimal`, `both` and `either` are CLDR's.
    A full stop stands inside them, or outside (`stop_outside`). `weak` are words that end no line, `joined` those of
    them that stand before a noun (articles). `whole` has for each command the games for which it prints nothing in
    English.
    """

    name: str
    locale: str
    quotes: str
    stop_outside: bool = False
    decimal: str = "."
    both: str = "{0} and {1}"
    either: str = "{0} or {1}"
    weak: str = ""
    joined: str = ""
    whole: Mapping[str, tuple[str, ...]] = {}

    def __post_init__(self) -> None:
        """Raise ``ValueError`` for what can't be used."""
        if len(self.quotes) != 2:
            raise ValueError(f"quotes are two signs, not {len(self.quotes)}")
        for pattern in (self.both, self.either):
            if {*_FIELD_OR_TAG.findall(pattern)} != {"{0}", "{1}"}:
                raise ValueError(f"both and either have the fields {{0}} and {{1}}, not {pattern[:40]}")

    @property
    def weak_ends(self) -> frozenset[str]:
        """The words that end no line."""
        return _words(self.weak)

    @property
    def articles(self) -> frozenset[str]:
        """Those of them that stand before a noun."""
        return _words(self.joined)


@cache
def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_WEAK = "a an the of to in at by is are for its and or no every on with their his her from as than that who"
_ENGLISH = Language("English", "en_US", "“”", weak=_WEAK, joined="a an the")


def places() -> tuple[Path, ...]:
    """Return the folders that languages are in."""
    return (templates() / "languages",)


def folder(code: str) -> Path:
    """Return the folder of a language."""
    return next((place / code for place in places() if (place / code).is_dir()), places()[0] / code)


def codes() -> tuple[str, ...]:
    """Return the codes of all languages, English first."""
    return (ENGLISH, *sorted(path.parent.name for place in places() for path in place.glob("*/language.toml")))


@cache
def language(code: str) -> Language:
    """Return a language by its code. Raises ``UserError`` for an unknown one."""
    if code == ENGLISH:
        return _ENGLISH
    if code not in codes():
        raise UserError(f"there is no language “{code[:20]}”: {english.listed(codes(), 'and')} are there")
    import msgspec

    with reading(code, "language.toml") as data:
        return msgspec.toml.decode(data, type=Language)


@contextlib.contextmanager
def reading(code: str, name: str) -> Iterator[bytes]:
    """Yield a file of a language. Whatever is wrong with it, or fails in the block, is raised as a ``UserError``."""
    file = folder(code) / name
    try:
        data = read_within(file, _LIMIT)
        if len(data) > _LIMIT:
            raise ValueError(f"it is larger than {_LIMIT // 1_000_000} MB")
        yield data
    except OSError as error:
        raise UserError(of_file(error) if error.filename else f"{file}: {error}") from None
    except Exception as error:  # a broken catalogue can make the library raise anything
        raise UserError(f"{file}: {str(error)[:200] or type(error).__name__}") from None


def whole_for(code: str, command: str) -> tuple[str, ...] | None:
    """Return the games for which a command speaks a language; None for English, which all have."""
    return None if code == ENGLISH else language(code).whole.get(command, ())


def offered(code: str, command: str, game: str) -> str:
    """Return a language if a command speaks it for a game, else English."""
    with contextlib.suppress(UserError):  # one that is not here
        if game in (whole_for(code, command) or ()):
            return code
    return ENGLISH


def check_offered(code: str, command: str, game: str) -> None:
    """Raise ``UserError`` for a language in which a command would print something of this game in English."""
    if code == ENGLISH or game in language(code).whole.get(command, ()):
        return
    whole = language(code).whole
    there, asked = english.listed(whole.get(command) or whole, "and"), f"{command} {game}".rstrip()
    raise UserError(
        f"{OPTION.language:{code}} is not whole for {asked} yet; it has {there} so far. For English leave it out"
    )


def spoken() -> str:
    """Return the code of the language that is spoken now."""
    return _spoken.get()


def speech() -> Language:
    """Return the language that is spoken now."""
    return language(_spoken.get())


@contextlib.contextmanager
def speaking(code: str) -> Iterator[None]:
    """Let everything made in this block be said in a language. Raises ``UserError`` for an unknown one."""
    language(code)
    before = _spoken.set(code)
    try:
        yield
    finally:
        _spoken.reset(before)


def say(message: str, /, **fields: object) -> str:
    """Return a message in the language that is spoken, its ``{fields}`` filled in.

    `message` is the English one. It is a literal, so that ``make translate`` finds it, or was marked by ``later``.
    """
    code = _spoken.get()
    if code != ENGLISH and message:  # a catalogue has its own header for ""
        message = _sound(_catalogue(code).gettext(message), message)
    return message.format(**fields) if fields else message


def say_n(one: str, many: str, n: int, /, **fields: object) -> str:
    """Return a message for a number `n`, which is its field ``{n}``, in the language's plural form for it."""
    code = _spoken.get()
    message = one if n == 1 else many
    if code != ENGLISH:
        message = _sound(_catalogue(code).ngettext(one, many, n), message, one + many)
    return message.format(**{"n": n} | fields)


def spelt_n(one: str, many: str, n: int, /, **fields: object) -> str:
    """Return a message for a number `n` as ``say_n`` does, with ``{n}`` in words up to twelve.

    Only English has a word for one that fits all nouns: elsewhere it is a figure.
    """
    word = number_word(n) if n != 1 or _spoken.get() == ENGLISH else "1"
    return say_n(one, many, n, n=word, **fields)


def strange(told: str, english: str) -> set[str]:
    """Return what a translation holds and its message does not: fields (``{n}``), tags (``<b>``) and hidden signs."""
    hidden = {sign for sign in told if not sign.isprintable()} - {*"\n\xa0\xad\u202f"}
    return hidden | {*_FIELD_OR_TAG.findall(told)} - {*_FIELD_OR_TAG.findall(english)}


@lru_cache(4096)
def _sound(told: str, message: str, english: str = "") -> str:
    """Return a translation, or the message itself where it holds anything strange (which ``make translate`` names)."""
    return message if strange(told, english or message) else told


def later(message: str) -> str:
    """Return a message as it is: a constant for ``make translate`` to find, which ``say`` says when it is used."""
    return message


def later_n(one: str, many: str) -> tuple[str, str]:
    """Return both forms of a message for a number as they are, for ``say_n``."""
    return one, many


def both(words: Iterable[str]) -> str:
    """Return words as a list: “a, b and c”; "" for none."""
    return _listed(words, speech().both)


def either(words: Iterable[str]) -> str:
    """Return words as a choice: “a, b or c”; "" for none."""
    return _listed(words, speech().either)


def _listed(words: Iterable[str], pattern: str) -> str:
    *many, one = list(words) or [""]
    return pattern.format(", ".join(many), one) if many else one


def decimal(number: str) -> str:
    """Return a number, written with a point, with the sign that the language has for it."""
    return number.replace(".", speech().decimal)


def number_word(number: int, most: int = 12) -> str:
    """Return a number up to ``most`` (and, but in English, up to twelve) in words, any other in digits; 0 is “no”."""
    if _spoken.get() == ENGLISH:
        return english.cardinal(number, most=most)
    return say(_NUMBERS[number]) if 0 <= number <= min(most, 12) else str(number)


_NUMBERS = (
    later("no"), later("one"), later("two"), later("three"), later("four"), later("five"), later("six"),
    later("seven"), later("eight"), later("nine"), later("ten"), later("eleven"), later("twelve"),
)  # fmt: skip


def quoted(text: object, most: int = 40) -> str:
    """Return the first ``most`` characters of what a person wrote, in the language's quotation marks."""
    return marked(english.quoted(text, most), _spoken.get())


def localized(file: str) -> Path:
    """Return the file of this name in the folder of the language that is spoken, else that among the templates."""
    own = folder(_spoken.get()) / file
    return own if _spoken.get() != ENGLISH and own.is_file() else templates() / file


def marked(text: str, code: str) -> str:
    """Return a text with a language's own quotation marks in place of “ and ”."""
    return text if code == ENGLISH else text.translate(str.maketrans("“”", language(code).quotes))


def unmarked(text: str, code: str) -> str:
    """Return a text with “ and ” in place of a language's own quotation marks; it stays as long as it was."""
    return text if code == ENGLISH else text.translate(str.maketrans(language(code).quotes, "“”"))


@cache
def _catalogue(code: str) -> "NullTranslations":
    from gettext import GNUTranslations
    from io import BytesIO

    with reading(code, "messages.mo") as data:
        made = GNUTranslations(BytesIO(data))
        for number in _PLURALS:
            made.ngettext("", "", number)
    return made
