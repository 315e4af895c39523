"""The language that guests read: its messages, its lists and numbers, and what is translated into it.

English is the source: its sentences are in the code and in `templates/`. Any other language is a folder,
`templates/languages/CODE`, which docs/languages.md explains. A language is read from the disk when it is first used:

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
from liarsdeck.english import unseen
from liarsdeck.errors import OPTION, UserError, of_file
from liarsdeck.files import read_within, templates

if TYPE_CHECKING:
    from gettext import NullTranslations

ENGLISH = "en"
_spoken = ContextVar("_spoken", default=ENGLISH)
_LIMIT = 1_000_000  # bytes of a file of a language
_PLURALS = range(200)  # numbers for which a catalogue must have a plural form
_FIELD_OR_TAG = re.compile(r"\{[^{}]*\}|[{}]|<[^>]*>|[<\"]")


class Language(Struct, frozen=True, forbid_unknown_fields=True):
    """A language that guests can read, as its file `language.toml` describes it.

    `locale` is the locale of Faker whose names people in facts get. `quotes` are two characters, the opening and the
    closing quotation mark. With `stop_outside`, a full stop stands outside the quotation marks, otherwise inside.
    `decimal` is the decimal sign; `both` and `either` are the CLDR patterns of “a and b” and “a or b”. `weak` lists the
    words after which no line should break, and `joined` those of these words that stand before a noun (articles);
    spaces separate the words. `people` are the names in the examples of the books: a woman's, a man's, a woman's and a
    man's. `whole` maps a command to the games for which all that it prints is translated.
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
    people: tuple[str, str, str, str] = ("Ann", "Bob", "Cat", "Dan")
    whole: Mapping[str, tuple[str, ...]] = {}

    def __post_init__(self) -> None:
        """Raise ``ValueError`` if ``quotes`` are not two characters, or if a pattern lacks ``{0}`` or ``{1}``.

        The patterns are ``both`` and ``either``; they may have no other fields, tags or straight quotes.
        """
        if len(self.quotes) != 2:
            raise ValueError(f"quotes are two signs, not {len(self.quotes)}")
        for pattern in (self.both, self.either):
            if {*_FIELD_OR_TAG.findall(pattern)} != {"{0}", "{1}"}:
                raise ValueError(f"both and either have the fields {{0}} and {{1}}, not {pattern[:40]}")

    @property
    def weak_ends(self) -> frozenset[str]:
        """The words after which no line should break, such as “the” and “of”."""
        return _words(self.weak)

    @property
    def articles(self) -> frozenset[str]:
        """The words after which no line should break and which stand before a noun, such as “the”."""
        return _words(self.joined)


@cache
def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_WEAK = "a an the of to in at by is are for its and or no every on with their his her from as than that who"
_ENGLISH = Language("English", "en_US", "“”", weak=_WEAK, joined="a an the")


def places() -> tuple[Path, ...]:
    """Return the folders that are searched for languages; each language has a folder of its own in one of them."""
    return (templates() / "languages",)


def folder(code: str) -> Path:
    """Return the folder of a language by its code, such as ``de``; it may not exist."""
    return next((place / code for place in places() if (place / code).is_dir()), places()[0] / code)


def codes() -> tuple[str, ...]:
    """Return the codes of all languages: English first, the others in alphabetical order."""
    return (ENGLISH, *sorted(path.parent.name for place in places() for path in place.glob("*/language.toml")))


@cache
def language(code: str) -> Language:
    """Return a language by its code, such as ``de``. Raises ``UserError`` for an unknown one."""
    if code == ENGLISH:
        return _ENGLISH
    if code not in codes():
        raise UserError(f"there is no language “{code[:20]}”: {english.listed(codes(), 'and')} are there")
    import msgspec

    with reading(code, "language.toml") as data:
        return msgspec.toml.decode(data, type=Language)


@contextlib.contextmanager
def reading(code: str, name: str) -> Iterator[bytes]:
    """Yield the bytes of the file ``name`` in the folder of the language ``code``.

    Raises ``UserError`` if the file can't be read or is larger than 1 MB. An exception that the block raises is
    converted to a ``UserError``.
    """
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
    """Return the games for which all that ``command`` prints is translated into the language ``code``.

    () if there are none; None, which means all games, for English. Raises ``UserError`` for an unknown language.
    """
    return None if code == ENGLISH else language(code).whole.get(command, ())


def offered(code: str, command: str, game: str) -> str:
    """Return ``code`` if all that ``command`` prints for ``game`` is translated into that language, else "en".

    An unknown language gives "en", too.
    """
    with contextlib.suppress(UserError):  # one that is not here
        if game in (whole_for(code, command) or ()):
            return code
    return ENGLISH


def check_offered(code: str, command: str, game: str) -> None:
    """Raise ``UserError`` if some of what a command prints for a game is not translated into the language ``code``."""
    if code == ENGLISH or game in language(code).whole.get(command, ()):
        return
    whole = language(code).whole
    there, asked = english.listed(whole.get(command) or whole, "and"), f"{command} {game}".rstrip()
    raise UserError(
        f"{OPTION.language:{code}} is not whole for {asked} yet; it has {there} so far. For English leave it out"
    )


def spoken() -> str:
    """Return the code of the current language, that of the innermost ``speaking`` block."""
    return _spoken.get()


def speech() -> Language:
    """Return the current language, that of the innermost ``speaking`` block."""
    return language(_spoken.get())


@contextlib.contextmanager
def speaking(code: str) -> Iterator[None]:
    """Make the language of this code the current one in the block. Raises ``UserError`` for an unknown one."""
    language(code)
    before = _spoken.set(code)
    try:
        yield
    finally:
        _spoken.reset(before)


def say(message: str, /, **fields: object) -> str:
    """Return a message in the current language, with its ``{fields}`` filled in from the keyword arguments.

    `message` is the English source. It has to be a literal, or to be marked by ``later``, so that ``make translate``
    finds it. An untranslated message stays English.
    """
    code = _spoken.get()
    if code != ENGLISH and message:  # a catalogue has its own header for ""
        message = _sound(_catalogue(code).gettext(message), message)
    return message.format(**fields) if fields else message


def say_n(one: str, many: str, n: int, /, **fields: object) -> str:
    """Return the message for a count `n` in the current language, in its plural form for `n`.

    `one` and `many` are the English singular and plural. `n` fills the field ``{n}``, the keyword arguments fill the
    other fields.
    """
    code = _spoken.get()
    message = one if n == 1 else many
    if code != ENGLISH:
        message = _sound(_catalogue(code).ngettext(one, many, n), message, one + many)
    return message.format(**{"n": n} | fields)


def spelt_n(one: str, many: str, n: int, /, **fields: object) -> str:
    """Return the message for a count as ``say_n`` does, but with ``{n}`` as a word up to twelve; 0 is “no”.

    In languages other than English 1 stays a figure, because its word would depend on the gender of the noun.
    """
    word = number_word(n) if n != 1 or _spoken.get() == ENGLISH else "1"
    return say_n(one, many, n, n=word, **fields)


def strange(told: str, english: str) -> set[str]:
    """Return the parts of a translation ``told`` that make it suspicious; an empty set if there are none.

    These are invisible characters, and each field (``{n}``), HTML tag or straight double quote that the ``english``
    message does not have. ``make translate`` reports such a translation, and ``say`` uses the English message in its
    place.
    """
    hidden = {sign for sign in told if unseen(sign)} - {*"\n\xa0\xad\u202f"}
    return hidden | {*_FIELD_OR_TAG.findall(told)} - {*_FIELD_OR_TAG.findall(english)}


@lru_cache(4096)
def _sound(told: str, message: str, english: str = "") -> str:
    """Return the translation ``told``; if ``strange`` finds anything in it, return the English ``message``.

    The translation is compared with ``english``, or with ``message`` if ``english`` is "".
    """
    return message if strange(told, english or message) else told


def later(message: str) -> str:
    """Return a message unchanged; the call marks it for ``make translate``, so that ``say`` can translate it later."""
    return message


def later_n(one: str, many: str) -> tuple[str, str]:
    """Return the English singular and plural unchanged; the call marks them for translation by ``say_n``."""
    return one, many


def both(words: Iterable[str]) -> str:
    """Return words joined by “and” in the current language: “a, b and c”; "" if there are no words."""
    return _listed(words, speech().both)


def either(words: Iterable[str]) -> str:
    """Return words joined by “or” in the current language: “a, b or c”; "" if there are no words."""
    return _listed(words, speech().either)


def _listed(words: Iterable[str], pattern: str) -> str:
    *many, one = list(words) or [""]
    return pattern.format(", ".join(many), one) if many else one


def decimal(number: str) -> str:
    """Return ``number`` (digits and a decimal point) with the current language's decimal sign in place of the point."""
    return number.replace(".", speech().decimal)


def number_word(number: int, most: int = 12) -> str:
    """Return a number as a word of the current language if it is at most ``most``, else in digits; 0 is “no”.

    Languages other than English have no words for numbers above twelve, whatever ``most`` is.
    """
    if 0 <= number <= min(most, 12):
        return say(_NUMBERS[number])
    return english.cardinal(number, most=most) if _spoken.get() == ENGLISH else str(number)


_NUMBERS = (
    later("no"), later("one"), later("two"), later("three"), later("four"), later("five"), later("six"),
    later("seven"), later("eight"), later("nine"), later("ten"), later("eleven"), later("twelve"),
)  # fmt: skip


def quoted(text: object, most: int = 40) -> str:
    """Return the first ``most`` characters of what a person wrote, in the current language's quotation marks."""
    return marked(english.quoted(text, most), _spoken.get())


def localized(file: str) -> Path:
    """Return the path of a template file: the current language's own version if it has one, else the English file."""
    own = folder(_spoken.get()) / file
    return own if _spoken.get() != ENGLISH and own.is_file() else templates() / file


def marked(text: str, code: str) -> str:
    """Return a text with the quotation marks of the language ``code`` in place of “ and ”."""
    return text if code == ENGLISH else text.translate(str.maketrans("“”", language(code).quotes))


def unmarked(text: str, code: str) -> str:
    """Return a text with “ and ” in place of the quotation marks of the language ``code``; undoes ``marked``."""
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
