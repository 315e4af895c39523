"""What a fact card shows beside its words: the pair's emblem, and the line under a number that can be misread.

A topic or a fact file may name the emblem. Otherwise it is found by the words that both halves share (`emblems.toml`
lists words for each emblem), else by the theme; a pair without a theme gets the mask.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from factbank.english.grammar import plural_by_rule, stem
from liarsdeck.files import brought_dir, templates

if TYPE_CHECKING:
    from factbank.factfile import Pair

# The emblems of each theme: the first is the theme's own, the others stand in where a deck has it already.
THEMES = {
    "animals": ("paw", "feather", "basket"),
    "buildings": ("temple", "door", "gables", "bridge", "castle"),
    "clothes": ("hat", "button", "dress", "boot"),
    "customs": ("bell", "flag", "candelabra", "scroll"),
    "food": ("cutlery", "pie", "bread", "dish", "cake"),
    "history": ("hourglass", "scroll", "crown", "quill"),
    "household": ("teapot", "armchair", "broom", "bucket", "lantern"),
    "inventions": ("bulb", "magnet", "cog", "scales"),
    "letters": ("envelope", "quill", "newspaper", "book"),
    "machines": ("cog", "sewing_machine", "clock", "lift"),
    "money": ("purse", "coin", "scales"),
    "music": ("lyre", "notes", "trumpet", "gramophone"),
    "professions": ("tools", "scissors", "ladder", "handshake"),
    "sea": ("anchor", "ship", "shell", "lighthouse"),
    "sleep": ("moon", "bed", "hourglass"),
    "sport": ("cup", "medal", "ball", "skate"),
    "things": ("key", "gift", "suitcase", "picture"),
    "towns": ("gables", "flag", "bell", "bridge", "lantern"),
    "weather": ("umbrella", "cloud", "sun", "storm"),
}
MASK = "mask"

# Words that name a thing even where they are written with a capital, as in Fort Doily.
_CLASSES = (
    "fort castle hall house court queen king captain duke baron dame port cape bay bridge lady count museum mount "
    "opera symphony admiral lake hotel inn villa chalet manor palace guild prince princess duchess grange lodge choir "
    "society academy club library theatre sir lord hill empress emperor war feud battle siege treaty"
)
_TITLED = frozenset(_CLASSES.split())
_WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")


_TURNED = str.maketrans("01689", "01986")


@cache
def is_underlined(number: str) -> bool:
    """Return whether a number needs a line under it, as it reads as another number when turned by 180°."""
    return set(number) <= set("01689") and number != number[::-1].translate(_TURNED)


@cache
def table() -> dict[str, dict[str, str]]:
    """Return ``emblems.toml``: for each module of wood blocks its emblems, and for each emblem its words."""
    import msgspec

    from liarsdeck import formats

    return msgspec.convert(
        formats.loads(files(__package__).joinpath("emblems.toml").read_text("utf-8")), dict[str, dict[str, str]]
    )


def emblem_folder() -> Path:
    """Return the folder of our emblems' SVG files, which cards and phones show alike."""
    return templates() / "host" / "static" / "cards" / "emblems"


def emblems() -> list[str]:
    """Return the names of our emblems, in the order of ``emblems.toml``, then those whose files alone are there."""
    listed = [name for names in table().values() for name in names]
    drawn = {file.stem for file in emblem_folder().glob("*.svg")}
    return listed + sorted(drawn.difference(listed))


def own_emblems() -> dict[str, Path]:
    """Return the SVG files of people's own emblems, brought to the studio or laid in the same folder, by name."""
    files = (
        file for pattern in ("[!.]*.svg", "[!.]*/*.svg") for file in sorted((brought_dir() / "emblem").glob(pattern))
    )
    return {file.stem.lower(): file for file in files}


def known_emblems() -> frozenset[str]:
    """Return the names of all emblems, including people's own."""
    return _ours() | own_emblems().keys()


@cache
def _ours() -> frozenset[str]:
    return frozenset(emblems())


@cache
def known() -> dict[str, tuple[int, str]]:
    """Return, for each word and for "~" with its stem, its rank (0: a subject, 1: a scene) and its emblem."""
    plain: dict[str, tuple[int, str]] = {}
    stems: dict[str, tuple[int, str]] = {}
    for rank in (0, 1):
        for names in table().values():
            for name, words in names.items():
                for word in words.partition("|")[2 * rank].split():
                    plain.setdefault(word, (rank, name))
                    plain.setdefault(plural_by_rule(word), (rank, name))
                    if len(root := stem(word)) > 3:
                        stems.setdefault(root, (rank, name))
    return {**{f"~{key}": entry for key, entry in stems.items()}, **plain}


def emblem_of(pair: Pair) -> str:
    """Return the name of a pair's emblem: the one that it names, else by its words, else by its theme."""
    return next(_fitting(pair))


def with_emblems(pairs: Sequence[Pair]) -> list[Pair]:
    """Return the pairs with their emblems named, each a different one as far as others fit.

    Pairs that name one themselves come first; a pair moves another only where none of its own emblems is free.
    """
    wishes = [list(dict.fromkeys(_fitting(pair))) for pair in pairs]
    holders: dict[str, int] = {}

    def seat(place: int, tried: set[str]) -> bool:
        """Give a pair the first of its emblems that is free, else the first whose holder can have another."""
        left = [emblem for emblem in wishes[place] if emblem not in tried]
        tried.update(left)
        for emblem in sorted(left, key=lambda emblem: emblem in holders):
            if emblem not in holders or seat(holders[emblem], tried):
                holders[emblem] = place
                return True
        return False

    for place in sorted(range(len(pairs)), key=lambda place: pairs[place].emblem not in known_emblems()):
        seat(place, set())
    held = {place: emblem for emblem, place in holders.items()}
    return [replace(pair, emblem=held.get(place, wishes[place][0])) for place, pair in enumerate(pairs)]


def _fitting(pair: Pair) -> Iterator[str]:
    """Yield the emblems that fit a pair, the best first."""
    if pair.emblem in known_emblems():
        yield pair.emblem
    if found := subject(pair.title, *(card.text for card in pair.cards)):
        yield found
    yield from THEMES.get(pair.theme.strip().lower(), (MASK,))


@lru_cache(maxsize=256)
def subject(title: str, one: str, other: str) -> str | None:
    """Return the emblem for the words that both sentences of a pair share, or None.

    Nouns for a subject go before those for a scene, then words of the title, then earlier words. Words of one sentence
    alone, and words that are only part of a name, do not count.
    """
    texts = [list(_words(text)) for text in (one, other)]
    held = [{stem(word) for word, _ in words} for words in texts]
    disputed, shared = held[0] ^ held[1], held[0] & held[1]
    plain = {stem(word) for words in texts for word, name in words if not name}
    names = {stem(word) for words in texts for word, name in words if name} - plain
    wanted = [word for word, _ in _words(title) if stem(word) not in disputed | names]
    wanted += [word for word, _ in texts[0] if stem(word) in shared - names]
    emblem_words = known()
    entries = [entry for word in wanted if (entry := emblem_words.get(word) or emblem_words.get(f"~{stem(word)}"))]
    return min(entries, key=lambda entry: entry[0])[1] if entries else None


def _words(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the words of a text in lower case, and whether each is part of a name."""
    start = True
    for match in _WORD.finditer(text):
        word = match.group().removesuffix("’s")
        name = word[0].isupper() and not start and word.casefold() not in _TITLED
        yield word.casefold(), name
        for part in word.split("-") if "-" in word else ():
            yield part.casefold(), name
        start = text[match.end() :].lstrip()[:1] in (".", "“", ":")
