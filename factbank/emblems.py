"""What a fact card shows beside its words: a pair's emblem, and the line under a number that can be turned.

The words that both halves of a pair share decide its emblem, never the disputed one.
`emblems.toml` has the words that each emblem is drawn for. A pair that shares none of them gets its theme's emblem,
and one without a theme gets the mask.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from msgspec import Struct

from factbank.english.grammar import plural_by_rule, stem

if TYPE_CHECKING:
    from factbank.factfile import Facts, Pair

THEMES = {
    "animals": "paw",
    "buildings": "temple",
    "clothes": "hat",
    "customs": "bell",
    "food": "cutlery",
    "history": "hourglass",
    "household": "teapot",
    "inventions": "bulb",
    "letters": "envelope",
    "machines": "cog",
    "money": "purse",
    "music": "lyre",
    "professions": "tools",
    "sea": "anchor",
    "sleep": "moon",
    "sport": "cup",
    "things": "key",
    "towns": "gables",
    "weather": "umbrella",
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
    """Return whether a number wants a line under it: turned by 180° it would read as another."""
    return set(number) <= set("01689") and number != number[::-1].translate(_TURNED)


class Face(Struct, frozen=True):
    """What a fact card shows, and whose it is on the table. ``under``: its number wants a line under it."""

    number: int
    title: str
    text: str
    emblem: str
    who: str = ""
    under: bool = False
    true: bool | None = None


def face(facts: Facts, number: int, who: str = "", true: bool | None = None) -> Face:
    """Return what a card of the kit shows; ``KeyError`` when there is no such card."""
    text, emblem = facts.card(number).text, emblem_of(facts.pair_of(number))
    return Face(number, facts.title_of(number), text, emblem, who, is_underlined(str(number)), true)


@cache
def table() -> dict[str, dict[str, str]]:
    """Read the table: for each module of blocks its emblems, and for each of them its words."""
    import msgspec

    from liarsdeck import formats

    return msgspec.convert(
        formats.loads(files(__package__).joinpath("emblems.toml").read_text("utf-8")), dict[str, dict[str, str]]
    )


def emblems() -> list[str]:
    """List the names of all emblems, in the order of the shop."""
    return [name for names in table().values() for name in names]


@cache
def known() -> dict[str, tuple[int, str]]:
    """Map each word, and its stem, to its rank (0 for a subject, 1 for a scene) and its emblem."""
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
    """Return the emblem on both cards of a pair: the one it names itself, its subject's, or its theme's."""
    named = str(pair.extra.get("emblem", ""))
    if named and named in emblems():
        return named
    return subject(pair.title, *(card.text for card in pair.cards)) or THEMES.get(pair.theme.strip().lower(), MASK)


@lru_cache(maxsize=256)
def subject(title: str, one: str, other: str) -> str | None:
    """Return the emblem of the words that two rivals share: nearer words first, then the title's, then the earlier.

    A word of only one of them, or one that is only part of a name, does not count.
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
