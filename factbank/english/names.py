"""Names of people, towns and firms, drawn from Faker with a fixed seed, and filtered.

For each locale they are drawn once into a list, from which decks draw. ``python -m factbank.fill`` writes the lists of
some locales into ``ready/``: these locales do not need Faker, and a seed gives the same deck whatever Faker's version.

The filters drop names of well-known people and of capitals (``lists/people.txt`` and ``lists/capitals.txt`` name their
sources), surnames that would remind people of somebody, names of makers of real goods, words that the word filter bans,
surnames that sound like a common word, names that say the same word twice, and names that are not whole words of Latin
letters.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from factbank.english.grammar import is_banned
from factbank.english.lists import lines, words
from factbank.errors import FactError
from liarsdeck.english import listed
from liarsdeck.language import ENGLISH, codes
from liarsdeck.language import language as of

DRAWS = 1_500  # calls of Faker for one list; at 40 µs each they take no time that anybody notices
LEAST = 30  # names, below which a locale can't serve a deck
LONGEST = 26  # characters
FILTERS = ("person", "capital", "word", "firm", "double", "script", "long")
DEFAULT = "en_US"
READY = Path(__file__).parent / "ready"
SHIPPED = (DEFAULT, *sorted({path.stem.removesuffix("-person") for path in READY.glob("*-person.json")} - {DEFAULT}))
"""The locales whose names are stored in files: those of all languages, and British English."""
_VOWELS = frozenset("aeiouy")
_SEED = 20_040  # of the instance that fills the lists; a deck's own seed then draws from them
_LATIN = re.compile(r"[A-Za-zÀ-ƎƐ-ɏḀ-ỿ’'. &,-]+")
_SIGNS = re.compile(r"[^a-z ]")
_O = re.compile(r"\bO(brien|connell|connor|donnell|donoghue|hara|keefe|leary|neal|neill|reilly|rourke|sullivan)\b")
# Towns are made of a family name and an ending in the locale's language: Faker's own are flat in English, and elsewhere
# they are real places, which somebody could look up.
_ENDINGS = {
    "en": ("bury", "wick", "ham", "mouth", "stow", "combe"),
    "de": ("hausen", "heim", "dorf", "bach", "ingen", "winkel"),
    "fr": ("ville", "court", "-les-Bains", "-sur-Mer", "mont"),
    "es": (" de Abajo", " del Prado", " la Vieja"),
    "it": ("ello", " di Sotto", " Marittima"),
    "nl": ("dijk", "broek", "drecht", "zand"),
    "da": ("lund", "torp", "rup"),
    "sv": ("torp", "hult", "by"),
    "no": ("vik", "nes", "stad"),
    "fi": ("la", "niemi", "koski"),
    "pl": ("owo", "ówka", " Dolny"),
    "pt": (" de Baixo", " da Serra", " Velha"),
}


class Pool(NamedTuple):
    """The names of one kind and locale; ``dropped`` counts the candidates that each of ``FILTERS`` rejected.

    An entry of the kind ``person`` is a tuple in the order of ``packs.reader.PERSON_FORMS``; any other is a text.
    """

    entries: Sequence[str] | Sequence[tuple[str, ...]]
    dropped: dict[str, int]


def plain(name: str) -> str:
    """Return a name in lower case without accents and full stops, only for comparing names."""
    bare = name.casefold()
    if not bare.isascii():
        spelt = unicodedata.normalize("NFKD", bare.replace("ß", "ss").replace("ø", "o").replace("ł", "l"))
        bare = "".join(sign for sign in spelt if not unicodedata.combining(sign))
    # Most are letters and one space: thousands of them are compared before a deck is dealt.
    return bare if bare.isalpha() else " ".join(_SIGNS.sub(" ", bare).split())


@cache
def _known(file: str) -> frozenset[str]:
    return frozenset(plain(line) for line in lines(file))


def why_not(name: str, kind: str, language: str = ENGLISH) -> str | None:
    """Return which of ``FILTERS`` rejects a name, or None if it is accepted.

    ``kind`` is the kind of name, an entry of ``packs.reader.FAKER_KINDS``. ``language`` is the code of the language
    whose banned words and surnames are refused besides the English ones.
    """
    if not _LATIN.fullmatch(name):
        return "script"
    if len(name) > LONGEST:
        return "long"
    bare = plain(name)
    parts = bare.split()
    if bare in _known("capitals.txt"):
        return "capital"
    if bare in _known("people.txt") or (len(parts) > 2 and f"{parts[0]} {parts[-1]}" in _known("people.txt")):
        return "person"
    loaded = words("loaded-names")
    if any(part in loaded for part in parts):
        return "person"
    banned = words("banned")
    if any(part in banned or part.removesuffix("s") in banned for part in parts):
        return "word"
    if language != ENGLISH and any(is_banned(part, language) for part in name.casefold().split()):
        return "word"
    last = name.casefold().split()[-1]
    heard = (parts[-1:] and parts[-1] in words("plain-surnames")) or last in words("plain-surnames", language)
    if kind in ("last_name", "person") and heard:
        return "word"
    # Firms of our own are made of surnames: "Hoover & Niece" would be heard as the maker of vacuum cleaners.
    if kind in ("company", "last_name") and any(part in words("firms") for part in parts):
        return "firm"
    if len(parts) > 1 and parts[0] == parts[-1]:
        return "double"
    # "Hans D. Seidel" reads as the end of a sentence; a firm's "Co." and "S.A." belong to it.
    if kind != "company" and ("." in name or name.endswith((" II", " van", " von", " de"))):
        return "script"
    return None


def check_locale(locale: str) -> None:
    """Raise ``FactError`` if there is no such locale, or if its names need Faker, which is not installed."""
    if locale in SHIPPED:
        return
    try:
        from faker.config import AVAILABLE_LOCALES
    except ImportError:
        raise FactError(
            f"the names of the locale “{locale[:20]}” come from Faker, which is not installed: choose "
            f"{listed(SHIPPED)}, or install it with: pip install faker"
        ) from None

    if locale not in AVAILABLE_LOCALES:
        near = ", ".join(sorted(other for other in AVAILABLE_LOCALES if other[:2] == locale[:2]))
        raise FactError(f"there is no locale “{locale[:20]}” (try {near or 'en_US, de_DE, fr_FR'})")


@cache
def pool(kind: str, locale: str) -> Pool:
    """Return the names of a kind, an entry of ``packs.reader.FAKER_KINDS``, in a locale.

    Names of the locales in ``SHIPPED`` are read from files, as importing Faker is slow. For any other locale, raises
    ``FactError`` if it is unknown, if Faker is not installed, or if too few names are accepted.
    """
    if locale in SHIPPED:
        ready = msgspec.json.decode((READY / f"{locale}-{kind}.json").read_bytes())
        entries = ready["entries"]
        return Pool(tuple(entries) if kind != "person" else tuple(map(tuple, entries)), ready["dropped"])
    return draw(kind, locale)


def format_pool(made: Pool, version: str) -> bytes:
    """Return the bytes of the JSON file of the names ``made``; ``version`` is that of the Faker that made them."""
    table = {"faker": version, "dropped": made.dropped, "entries": made.entries}
    return (json.dumps(table, ensure_ascii=False, indent=0) + "\n").encode()


def draw(kind: str, locale: str) -> Pool:
    """Return the names of a kind, an entry of ``packs.reader.FAKER_KINDS``, in a locale, newly drawn from Faker.

    Raises ``FactError`` as ``check_locale`` does, and if too few names are accepted.
    """
    check_locale(locale)
    from faker import Faker

    fake = Faker(locale, use_weighting=False)
    fake.seed_instance(_SEED)
    dropped = dict.fromkeys(FILTERS, 0)
    language = next((code for code in codes() if of(code).locale == locale), ENGLISH)
    kept: dict[str | tuple[str, ...], None] = {}
    drawn = _draws(kind, locale, fake)
    texts = [name if isinstance(name, str) else name[0] for name in drawn]
    accented = {plain(word) for text in texts for word in text.split() if not word.isascii()}
    for name, text in zip(drawn, texts, strict=True):
        if language != ENGLISH and any(word.isascii() and plain(word) in accented for word in text.split()):
            continue  # Gomez, where the list has Gómez as well
        reason = why_not(text, kind, language)
        if reason:
            dropped[reason] += 1
        else:
            kept.setdefault(name)
    if len(kept) < LEAST:
        raise FactError(
            f"the locale {locale} has too few names of the kind “{kind}” in Latin letters ({len(kept)}; {LEAST} are "
            "needed), and no others are set on cards: try de_DE, fr_FR, it_IT or pl_PL"
        )
    return Pool(tuple(kept), dropped)  # type: ignore[arg-type]


def _draws(kind: str, locale: str, fake: object) -> list[str | tuple[str, ...]]:
    def call(name: str) -> Callable[[], str]:
        made = getattr(fake, name, None) or getattr(fake, name.rsplit("_", 1)[0])

        def mended() -> str:  # Faker's lists have Mccall for McCall, Obrien and O'Brien for O’Brien
            text = _O.sub(lambda match: f"O’{match[1].capitalize()}", str(made()).strip().replace("'", "’"))
            text = re.sub(r"(?<=\w )(?:De|Del|La|Los)(?= )", lambda match: match[0].lower(), text)  # María del Mar
            return re.sub(r"\bMc([a-z])", lambda match: f"Mc{match[1].upper()}", text)

        return mended

    first, last, company = call("first_name"), call("last_name"), call("company")
    if kind == "name":
        return [f"{first()} {last()}" for _ in range(DRAWS)]
    if kind == "town":
        endings = _ENDINGS.get(locale[:2], _ENDINGS["en"])
        # A surname that is dropped would still be heard in front of its ending: "Killerhausen".
        heads = [name for name in (last() for _ in range(DRAWS)) if why_not(name, "name") is None]
        return [town for index, head in enumerate(heads) if (town := _town(head, endings, index))]
    if kind == "company":
        return [made for made in (company() for _ in range(DRAWS)) if " " in made or "-" in made]
    if kind != "person":
        made = first if kind == "first_name" else last
        return [made() for _ in range(DRAWS)]
    out: list[str | tuple[str, ...]] = []
    for gender, he in (("female", ("she", "her", "her")), ("male", ("he", "him", "his"))):
        given_name, family_name = call(f"first_name_{gender}"), call(f"last_name_{gender}")
        for _ in range(DRAWS // 2):
            given, family = given_name(), family_name()
            out.append((f"{given} {family}", given, family, *he))
    return out


def _town(head: str, endings: Sequence[str], turn: int) -> str | None:
    """Return the name of a town made of the surname ``head`` and an ending that suits its sound, or None.

    The endings are tried in turn, beginning with the one at index ``turn`` (modulo their number). Unsuitable are
    results such as “Gonzalesstow”, “O’Connorham” or “Yumouth”. None means that no ending suits.
    """
    bare = plain(head)
    for place in range(len(endings)):
        ending = endings[(turn + place) % len(endings)]
        if ending[0] in " -":
            return head + ending
        last, first = bare[-1:], plain(ending)[0]
        clumsy = last == first or (last in _VOWELS and first in _VOWELS) or f"{last}{first}" in ("sh", "th", "ch", "ph")
        if head.isalpha() and 4 <= len(head) <= 8 and not clumsy and not bare.endswith(plain(ending)[:3]):
            return head + ending
    return None
