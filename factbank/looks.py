"""What a fact card looks like in print and on phones: its voice, how its sentence is divided, what its words stand on.

A pair has a `Voice`, by its register. Its disputed words may stand on a thing: a ticket, a clipping, a plate, a sign …
A pair may name its thing; otherwise its voice decides. Each thing is drawn in two builds, `ticket-1` and `ticket-2`, so
that two tickets of a deck are not the same. All but the disputed words is the same on both rivals.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from msgspec import Struct

from factbank.emblems import emblem_of, is_underlined
from liarsdeck.english import ONES
from liarsdeck.files import templates

if TYPE_CHECKING:
    from factbank.factfile import Facts, Pair, Parts


class Voice(NamedTuple):
    """Who speaks on a card: a small picture (a file of `templates/art/signs`) and a colour of the palette."""

    mark: str = "tongue"
    tone: str = "green"


CLAIM, GUEST = Voice(), Voice("bust", "yellow")
VOICES = {
    "headline": Voice("horn", "black"),
    "speech": Voice("quotes", "black"),
    "gossip": Voice("ear", "blue"),
    "notice": Voice("hand", "blue"),
    "minutes": Voice("gavel", "blue"),
    "review": Voice("star", "red"),
    "proverb": Voice("quill", "red"),
    "report": Voice("sheet", "red"),
    "study": Voice("flask", "green"),
    "small-print": Voice("lens", "green"),
}

THINGS = ("ticket", "clipping", "plate", "sign", "crest", "letter", "label", "stage")
BUILDS = 2
OF_VOICE = {"headline": "clipping", "review": "plate", "notice": "sign", "proverb": "crest", "small-print": "label"}
"""What the quoted words of a voice stand on, where the pair does not say."""


class Thing(NamedTuple):
    """What the words of both cards of a pair stand on: its drawing, such as `ticket-2`, and what else it says.

    `head` is a name that rivals share, or "", and `number` has four digits.
    """

    build: str
    head: str = ""
    number: int = 0


class Face(Struct, frozen=True):
    """What one fact card shows.

    `opening`, `ending` and `closing` are its text divided; the ending is as it stands on its `thing`, if it has one.
    No line of the ending breaks behind an article. `under` is a line under the number, `who` the player that the card
    belongs to, if known.
    """

    number: int
    title: str
    text: str
    emblem: str
    who: str = ""
    under: bool = False
    true: bool | None = None
    opening: str = ""
    ending: str = ""
    closing: str = ""
    voice: Voice = CLAIM
    stars: int = 0
    thing: Thing | None = None


def face(facts: Facts, number: int, who: str = "", true: bool | None = None) -> Face:
    """Return what the card with this number shows. Raises ``KeyError`` when there is no such card."""
    card, pair = facts.card(number), facts.pair_of(number)
    opening, endings, closing = divided(pair)
    thing, ending = things(facts.pairs).get(number), endings[pair.cards.index(card)]
    ending = _ARTICLE.sub("\\1\N{NO-BREAK SPACE}", bare(ending, thing.build) if thing else ending)
    return Face(
        number, facts.title_of(number), card.text, emblem_of(pair), who, is_underlined(str(number)), true,
        opening, ending, closing, voice_of(pair), stars_on(pair), thing,
    )  # fmt: skip


_ARTICLE = re.compile(r"\b(an?|the) ", re.IGNORECASE)
_QUOTED = re.compile(r"“(.*)”\.?", re.DOTALL)
_NAME = re.compile(r"(?<![\w’])(?:[A-Z][\w’-]*|&)(?:(?<!’s) (?:[A-Z][\w’-]*|&))*")
_STARTS = {"a", "after", "all", "an", "at", "before", "every", "for", "in", "inside", "on", "over", "the", "to"}


def voice_of(pair: Pair) -> Voice:
    """Return the voice of a pair: a guest's, or that of its register."""
    return GUEST if pair.guest else VOICES.get(pair.register, CLAIM)


def divided(pair: Pair) -> tuple[str, tuple[str, str], str]:
    """Return how a pair's sentences begin, how each ends, and what follows in both.

    The signs behind an ending belong to it: a stop stands inside the quotation marks that it follows, and goes where
    they end in one already.
    """
    opening, (one, other), closing = pair.parts if pair.pieces else _widened(pair.parts)
    signs = len(closing) - len(closing.lstrip(".,;:!?…”’"))
    stop = closing[:signs]
    return opening, (_ended(one, stop), _ended(other, stop)), closing[signs:].strip()


def _ended(ending: str, stop: str) -> str:
    quoted = ending.endswith("”") and stop[:1] in (".", ",")
    body, mark = (ending[:-1], "”") if quoted else (ending, "")
    return f"{body}{'' if mark and body[-1:] in '.!?…' else stop}{mark}"


LARGE, LONGEST_WORD = 100, 20
"""Letters of an ending, and of a word in it, that a poker card surely has room for in large type, as measured."""


def is_long(pair: Pair) -> bool:
    """Return whether an ending may be too long for large type; a card then has its sentence whole."""
    return any(len(ending) > LARGE or max(map(len, ending.split())) > LONGEST_WORD for ending in divided(pair)[1])


FEWEST = 6
"""An ending of fewer letters is not set apart, unless the pair itself says so."""


def _widened(parts: Parts) -> Parts:
    """Return parts that were found by comparing sentences, widened to whole clauses where an ending is very short."""
    if min(map(len, parts.endings)) >= FEWEST or not parts.opening:
        return parts
    before, clause = re.fullmatch(r"(.*[,;:.!?] )?(.*)", parts.opening).groups("")  # type: ignore[union-attr]
    if clause.count("“") != clause.count("”"):
        before, clause = "", parts.opening
    closing = parts.closing if parts.closing[:1].isalnum() else ""
    one, other = (" ".join(filter(None, (clause, ending, closing))) for ending in parts.endings)
    return parts._replace(opening=before.rstrip(), endings=(one, other), closing="" if closing else parts.closing)


def stars_of(text: str) -> int:
    """Return how many stars (1 to 5) the text of a review gives, read from words like “One star for …”; 0 if none."""
    found = re.search(r"\b(one|two|three|four|five) stars?\b", text, re.IGNORECASE)
    return ONES.index(found[1].lower()) if found else 0


def stars_on(pair: Pair) -> int:
    """Return how many of five stars are filled on both cards of a review; 0 for others, and where rivals' words say."""
    if pair.register != "review":
        return 0
    told = any(stars_of(card.text) for card in pair.cards)
    return stars_of(pair.parts.opening) or (0 if told else 1 + sum(map(ord, pair.title)) % 5)


# --- things


def thing_folder() -> Path:
    """Return the folder of the things' SVG files, which cards and phones show alike."""
    return templates() / "art" / "things"


def thing_of(pair: Pair) -> str:
    """Return what a pair's disputed words stand on, such as `ticket`; "" where both are no quotations, or nothing."""
    thing = pair.thing or OF_VOICE.get(pair.register, "")
    if thing not in THINGS:
        return ""
    _, endings, closing = divided(pair)
    return "" if closing or not all(map(_QUOTED.fullmatch, endings)) else thing


def bare(ending: str, thing: str) -> str:
    """Return the words of a quotation as they stand on a thing, without the marks and with a capital.

    They end in a stop, unless they are a headline.
    """
    quoted = _QUOTED.fullmatch(ending)
    words = (quoted[1] if quoted else ending).removesuffix(".")
    words = words[:1].upper() + words[1:]
    return words if words[-1:] in "!?…" or thing.startswith("clipping") else f"{words}."


def things(pairs: Iterable[Pair]) -> dict[int, Thing]:
    """Return what the words of each card stand on that has a thing, by the card's number.

    Rivals have the same one. The pairs of a deck with the same thing take its builds in turn, in an order that their
    keys decide.
    """
    found: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        if thing := thing_of(pair):
            found[thing].append(pair)
    return {
        card.number: Thing(f"{thing}-{(at + crc32(thing.encode())) % BUILDS + 1}", head_of(pair), _serial(pair))
        for thing, alike in found.items()
        for at, pair in enumerate(sorted(alike, key=_serial))
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


def _serial(pair: Pair) -> int:
    return crc32((pair.key or pair.parts.opening).encode()) % 9000 + 1000
