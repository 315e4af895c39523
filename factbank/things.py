"""Things that quoted words stand on, on cards and on phones: a ticket, a clipping, a plate, a sign …

A pair may name its thing; otherwise its voice decides. Each is drawn in two builds,
`ticket-1` and `ticket-2`, so that two tickets of a deck are not the same. Rivals have the same one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from liarsdeck.files import templates

if TYPE_CHECKING:
    from factbank.factfile import Pair

THINGS = ("ticket", "clipping", "plate", "sign", "crest", "letter", "label", "stage")
BUILDS = 2
OF_VOICE = {"headline": "clipping", "review": "plate", "notice": "sign", "proverb": "crest", "small-print": "label"}
"""What the quoted words of a voice stand on, where the pair does not say."""

_QUOTED = re.compile(r"“(.*)”[.]?", re.DOTALL)
_NAME = re.compile(r"(?<![\w’])(?:[A-Z][\w’-]*|&)(?:(?<!’s) (?:[A-Z][\w’-]*|&))*")
_STARTS = {"a", "after", "all", "an", "at", "before", "every", "for", "in", "inside", "on", "over", "the", "to"}


def thing_folder() -> Path:
    """Return the folder of the things' SVG files, which cards and phones show alike."""
    return templates() / "host" / "static" / "cards" / "things"


def thing_of(pair: Pair) -> str:
    """Return what a pair's disputed words stand on, such as `ticket`; "" where both are no quotations, or nothing."""
    parts = pair.parts
    if parts.closing not in ("", ".") or not all(map(_QUOTED.fullmatch, parts.endings)):
        return ""
    thing = pair.thing or OF_VOICE.get(pair.register, "")
    return thing if thing in THINGS else ""


def words_on(pair: Pair, which: int) -> str:
    """Return the words on the thing of one of the two cards (0 or 1).

    They have no quotation marks but a capital, and a stop unless they are a headline.
    """
    quoted = _QUOTED.fullmatch(pair.parts.endings[which])
    words = quoted[1] if quoted else pair.parts.endings[which]
    words = words[:1].upper() + words[1:]
    return words if words[-1:] in ".!?…" or thing_of(pair) == "clipping" else f"{words}."


def builds(pairs: Iterable[Pair]) -> dict[int, str]:
    """Return the drawing of each card that has a thing, such as `ticket-2`, by the card's number.

    The pairs of a deck with the same thing take its builds in turn, in an order that their keys decide.
    """
    found: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        if thing := thing_of(pair):
            found[thing].append(pair)
    return {
        card.number: f"{thing}-{(at + crc32(thing.encode())) % BUILDS + 1}"
        for thing, alike in found.items()
        for at, pair in enumerate(sorted(alike, key=serial))
        for card in pair.cards
    }


def head_of(pair: Pair) -> str:
    """Return the name for the small print of a thing, such as `Howard & Sons`: the first in the words rivals share.

    It is "" where there is none; the word that begins a sentence is none by itself.
    """
    opening = pair.parts.opening
    for found in _NAME.finditer(opening):
        words, before = found[0].split(" "), opening[: found.start()].rstrip()
        begins = not before or before[-1] in ".:!?“"
        if begins and (len(words) == 1 or words[0].casefold() in _STARTS):
            words = words[1:]
        if name := " ".join(words).removesuffix("’s"):
            return name
    return ""


def serial(pair: Pair) -> int:
    """Return the number of four digits on a thing, which a pair has in any deck."""
    return crc32((pair.key or pair.parts.opening).encode()) % 9000 + 1000
