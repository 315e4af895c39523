"""Names that are new at a table: one that looks like another's, or that the referee needs itself, is refused.

Only the doors through which a name comes ask this: a game that was begun with any names goes on.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from unicodedata import category, combining, normalize

import msgspec
from msgspec import Struct

from liarsdeck.english import quoted
from referee.core.setup import folded, name_fault

_UNSEEN = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\U000e0000-\U000e0fff]"
)
"""Signs that leave nothing on the screen, though some of them count as letters: Unicode's Default_Ignorable_Code_Point,
and the empty sign of Braille."""
_RESERVED = (
    "all", "anybody", "anyone", "bot", "dealer", "everybody", "everyone", "host", "house", "laptop", "me", "nobody",
    "no one", "none", "nothing", "person", "player", "referee", "seat", "somebody", "someone", "table", "you",
)  # fmt: skip
_ARTICLES = {"the", "a", "an"}


def new_name_fault(name: str, others: Iterable[str], verbs: Iterable[str]) -> str:
    """Return why a name can't sit down beside ``others`` as a sentence, "" when it can.

    ``verbs`` are those that lines of the game begin with.
    """
    if fault := name_fault(name):
        return fault
    if not _seen(name):
        return f"{quoted(name)} leaves nothing on the screen: take a name that is seen."
    if _reserved(name) or {verb for verb in verbs if verb.endswith("s")} & {*folded(name).split()}:  # Won is a name
        return f"{quoted(name)} is spoken for by the referee, who doesn’t share: take another name."
    for other in others:
        if folded(name) == folded(other):
            return f"{other} is here already: take another name."
        if alike(name, other):
            return (
                f"{quoted(name)} passes for {other} at a glance: save the bluff for the cards, and take another name."
            )
    return ""


def new_names_fault(names: Sequence[str], verbs: Iterable[str]) -> str:
    """Return why these names can't sit down together as a sentence, "" when they can."""
    verbs = [*verbs]
    return next((fault for at, name in enumerate(names) if (fault := new_name_fault(name, names[:at], verbs))), "")


def alike(name: str, other: str) -> bool:
    """Say whether two names look alike: as they are written, or both in small letters, or both in capitals.

    By the skeletons of UTS #39: letters of other scripts, l and I, rn and m are told apart by nobody, Ä and A by all.
    """
    return any(one == two for one, two in zip(_skeletons(name), _skeletons(other), strict=True))


def _reserved(name: str) -> bool:
    words = re.findall(r"\w+", name)
    if len(words) > 1 and words[0].casefold() in _ARTICLES:
        del words[0]
    return any(alike(" ".join(words), word) for word in _RESERVED)


def _seen(name: str) -> str:
    """Return what is seen of a name: without unseen signs, what is struck through it or drawn round it, and width."""
    text = normalize("NFKC", _UNSEEN.sub("", normalize("NFKC", name)))
    return " ".join("".join(sign for sign in text if combining(sign) != 1 and category(sign) != "Me").split())


def _without_marks(name: str) -> str:
    """Return a name without the stops, quotes and commas at its ends, if anything is left then."""
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
    """Return Unicode's confusables.txt, both ways: each sign with those that look like it.

    Only the table of confusable_homoglyphs is read: it has no skeletons, and its code imports all that HTTP needs.
    """
    table = files("confusable_homoglyphs").joinpath("confusables.json").read_bytes()
    return msgspec.json.decode(table, type=dict[str, list[_Homoglyph]])


_AROUND = "\u200e"  # stands round signs of Hebrew and Arabic in the table


@lru_cache(maxsize=1000)
def _prototype(sign: str) -> str:
    """Return what stands for all signs that look like this one.

    In the table the one that stands for several knows them all, and they know it alone. Of two it is the longer.
    """
    table = _confusables()
    near = table.get(sign) or table.get(f"{_AROUND}{sign}{_AROUND}") or []
    if len(near) != 1:
        return sign
    other = near[0].c.strip(_AROUND)
    return other if len(table[near[0].c]) > 1 else max(sign, other, key=lambda one: (len(one), one))
