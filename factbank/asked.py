"""Facts that guests write: openings about people at the table, each with endings by two others, and a fair deal.

An ``Item`` is one opening about one person. Its life, in order: it is shown to the person that it names, who may veto
it; then it goes to a writer, and with that ending unseen to others, until two endings differ; then it is a pair. What
a writer is told never depends on what others wrote or vetoed. Phones, ``factbank ask`` and ``cardgen kit --ask`` use
this module alike. Its openings are English, and so is the filter for endings.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from msgspec import Struct, field

from factbank.check import banned_in
from factbank.english.grammar import headline
from factbank.errors import FactError
from factbank.factfile import EMOJI_JOINER, Card, Pair, Parts
from factbank.fill import LENGTHS, PRONOUNS, TITLE_LIMIT, Guest, numbered, shortened
from factbank.looks import LONGEST_WORD
from liarsdeck.language import say

OPENING, ENDING = 50, 40
"""The most characters of an opening with the name in it, and of an ending."""
ABOUT_ONE = 3
"""The most pairs of one deck that guests wrote about one person."""
AHEAD = 3
"""Openings about each person that wait for a first ending, so that there is a choice."""
MOST, MOST_OF_ALL = 100, 1_000
"""Endings that are kept from one writer, and in an evening."""
SHARES = ("none", "some", "all")
"""How many pairs of a deck guests write: none, up to half, or as many as they wrote."""


# -------------------------------------------------------------------------------------------------------- openings


class Opening(NamedTuple):
    """A line of ``openings.txt``: ``say`` has … where an ending goes, ``ends`` are sample endings of ours.

    ``joke`` is the kind of joke, ``voice`` and ``lock`` are as in a topic, ``title`` is a thing.
    """

    joke: str
    id: str
    voice: str
    lock: str
    title: str
    say: str
    ends: tuple[str, ...]

    @property
    def quotes(self) -> bool:
        """Whether endings stand in quotation marks."""
        return "“…”" in self.say

    def about(self, guest: Guest) -> str:
        """Return the opening about a guest without its ending; "" where it is too long, or needs a pronoun."""
        if not guest.pronoun and ("{his}" in self.say or "{him}" in self.say):
            return ""
        _, him, his = PRONOUNS.get(guest.pronoun, ("", "", ""))
        name = guest.name.replace("'", "’")
        said = self.say.format(name=name, own=f"{name}’s", him=him, his=his).removesuffix("”").removesuffix("…")
        said = said.removesuffix("“").rstrip()
        said = said[0].upper() + said[1:]
        return said if len(said) <= OPENING else ""

    def parts(self, said: str, endings: tuple[str, str]) -> Parts:
        """Return the parts of both sentences of a pair about somebody; ``said`` is the opening."""
        if self.quotes:
            return Parts(said, (f"“{endings[0]}”", f"“{endings[1]}”"), ".")
        stops = [ending[-1] in "!?…" for ending in endings]
        if not any(stops):
            return Parts(said, endings, ".")
        one, other = (end if stop else f"{end}." for end, stop in zip(endings, stops, strict=True))
        return Parts(said, (one, other))

    def titled(self, name: str) -> str:
        """Return the title of a pair about a guest: “Ann & the Goose”, or without a long name “The Goose”."""
        title = headline(f"{shortened(name)} & {self.title}")
        return title if len(title) <= TITLE_LIMIT else headline(self.title)


@cache
def openings() -> dict[str, Opening]:
    """Return the bank's openings by id."""
    found: dict[str, Opening] = {}
    joke = ""
    for line in (Path(__file__).parent / "openings.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            joke = line.strip("[]")
        elif line and not line.startswith("#"):
            name, voice, lock, title, say, *ends = (cell.strip() for cell in line.split("|"))
            found[name] = Opening(joke, name, voice, lock, title, say, tuple(ends))
    return found


# ----------------------------------------------------------------------------------------------- what people write


_LOWERED = frozenset(
    {"A", "An", "The", "His", "Her", "Their", "My", "Our", "To", "In", "On", "At", "By", "With", "One"}
)
_EMOJI = re.compile(r"[\U0001F000-\U0001FAFF\u2600-\u27BF\uFE0F\u20E3]")

Lacking = Callable[[str], Sequence[str]]
"""Returns the signs of a text that can't be printed, each once."""


def emoji(text: str) -> list[str]:
    """Return the emoji of a text, which paper does not have."""
    return list(dict.fromkeys(_EMOJI.findall(text)))


class TwiceError(FactError):
    """An ending with a word that the filter knows: it is taken if it is sent again."""


def tidied(text: str, opening: Opening, said: str, *, lacking: Lacking | None = None, sure: bool = False) -> str:
    """Return an ending as it goes on a card. Raises ``FactError``; ``TwiceError`` unless its writer is ``sure``.

    Controls, bidi marks and zero-width signs go, joiners inside an emoji stay, and long words are broken. What is
    ``lacking`` in it for print is refused.
    """
    text = _typeset(_visible(text[: 10 * ENDING]), opening)
    most = longest(said, opening)
    if not any(sign.isalnum() or _EMOJI.match(sign) for sign in text):
        raise FactError(say("How does it end? Write a word or more."))
    if len(text) > most:
        raise FactError(say("That has {n} characters; {most} fit on the card.", n=len(text), most=most))
    if set("{}\\|") & set(text):
        raise FactError(say("A card holds no braces, no stroke and no backslash: say it in words."))
    if lacking is not None and (lost := lacking(text)):
        raise FactError(say("Our type has no “{sign}”: say it in words.", sign=lost[0]))
    if any(near(text, sample) for sample in opening.ends):
        raise FactError(say("We thought of that one, too. Another one, please."))
    if not sure and banned_in(text):
        raise TwiceError(say("It goes on a card that all will read. Send it again if you mean it."))
    return text


def _visible(text: str) -> str:
    """Return a text without what nobody sees, and with two combining marks on a letter at most."""
    text = unicodedata.normalize("NFC", " ".join(text.split()))
    kinds = [unicodedata.category(sign) for sign in text]
    marks = [kind[0] == "M" and kinds[max(0, at - 2) : at] == ["Mn", "Mn"] for at, kind in enumerate(kinds)]
    seen = (
        sign for at, sign in enumerate(text) if EMOJI_JOINER.match(text, at) or (kinds[at][0] != "C" and not marks[at])
    )
    return " ".join("".join(seen).split())


def _typeset(text: str, opening: Opening) -> str:
    """Return a text with printers' quotation marks, the first letter that its opening needs, and no stop at its end."""
    text = re.sub(r'"([^"]*)"', r"“\1”", text).replace("'", "’").replace('"', "”")
    if opening.quotes:
        text = text.strip("“”").strip()
        text = text[:1].upper() + text[1:]
    elif text.split(" ")[0] in _LOWERED:
        text = text[0].lower() + text[1:]
    text = re.sub(r"[\s.,;:–—-]+$", "", text) if not text.endswith("...") else f"{text[:-3].rstrip()}…"
    return re.sub(rf"\w{{{LONGEST_WORD + 1},}}", _broken, text)


def longest(said: str, opening: Opening) -> int:
    """Return the most characters of an ending behind an opening: both must fit on a card."""
    return min(ENDING, LENGTHS["any"] - len(said) - 2 - 2 * opening.quotes)


def _broken(word: re.Match[str]) -> str:
    step = LONGEST_WORD - 2
    return "- ".join(word[0][at : at + step] for at in range(0, len(word[0]), step))


def near(one: str, other: str) -> bool:
    """Return whether two endings are the same but for case, articles, signs and one letter."""
    first, second = sorted((_plain(one), _plain(other)), key=len)
    if len(second) - len(first) > 1:
        return False
    at = next((at for at, sign in enumerate(first) if sign != second[at]), len(first))
    return first[at + (len(first) == len(second)) :] == second[at + 1 :]


def both_may_hold(one: str, other: str) -> bool:
    """Return whether two endings are near, or one has all words of the other: “a hat”, “a red hat”."""
    words, others = set(_plain(one).split()), set(_plain(other).split())
    return near(one, other) or bool(words and others and (words <= others or others <= words))


def _plain(text: str) -> str:
    words = re.findall(r"[^\W_]+|[^\w\s]", text.casefold())
    plain = " ".join(word for word in words if word not in {"a", "an", "the"})
    return re.sub(r"[’“”.,;:!?…-]", "", plain).strip() or plain


# ----------------------------------------------------------------------------------------------- the evening's items


class Ending(Struct):
    """An ending, and the name of its writer."""

    by: str
    text: str


class Item(Struct):
    """An opening about a person. ``no`` is its number, from 1, and ``said`` its words, as they were when it was drawn.

    ``seen`` are the writers whom it was given, in order. ``shown``: the person that it names has seen it. ``flagged``:
    a writer doubts that it locks. ``gone``: it was vetoed or struck, or its person has left. ``used``: it was dealt.
    """

    no: int
    opening: str
    about: str
    said: str
    endings: list[Ending] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)
    shown: bool = False
    flagged: bool = False
    gone: bool = False
    used: bool = False

    @property
    def pair(self) -> tuple[Ending, Ending] | None:
        """The first ending, and the next by another writer that excludes it; None until there is one."""
        alike = near if openings()[self.opening].quotes else both_may_hold
        first = self.endings[:1]
        other = (end for end in self.endings[1:] if end.by != first[0].by and not alike(end.text, first[0].text))
        return next(((first[0], end) for end in other), None)

    @property
    def writers(self) -> set[str]:
        """The names of all who wrote an ending."""
        return {ending.by for ending in self.endings}


class Asked(Struct):
    """What guests wrote in an evening. ``holds`` is the number of the item before each writer.

    While it is not ``on``, nobody is asked, and nothing is dealt of what was written. ``prints``: it is for paper.
    """

    on: bool = False
    prints: bool = False
    items: list[Item] = field(default_factory=list)
    holds: dict[str, int] = field(default_factory=dict)
    silent: list[str] = field(default_factory=list)  # who wants no opening about themselves
    share: str = ""  # one of SHARES, "" while the host has not chosen

    def item(self, no: int) -> Item | None:
        """Return the item with this number, None where there is none."""
        return next((item for item in self.items if item.no == no), None)

    def written(self, writer: str = "") -> int:
        """Return how many endings a writer wrote, or ("") all did; a veto does not change it."""
        return sum(ending.by == (writer or ending.by) for item in self.items for ending in item.endings)

    def stock(self, guests: Sequence[Guest], rng: Random, ahead: int = AHEAD) -> None:
        """Draw openings until so many about each guest wait for a first ending."""
        used = Counter(item.opening for item in self.items)
        for guest in guests:
            mine = [item for item in self.items if item.about == guest.name]
            waiting = sum(not (item.endings or item.gone) for item in mine) if guest.name not in self.silent else ahead
            told = {item.opening for item in mine}
            says = {name: one.about(guest) for name, one in openings().items() if name not in told}
            fresh = [name for name, said in says.items() if said]
            for _ in range(min(ahead - waiting, len(fresh))):
                least = min(used[name] for name in fresh)
                drawn = rng.choice([name for name in fresh if used[name] == least])
                fresh.remove(drawn)
                used[drawn] += 1
                last = max((item.no for item in self.items), default=0)
                self.items.append(Item(last + 1, drawn, guest.name, says[drawn]))

    def about(self, name: str) -> list[Item]:
        """Return the openings about a person that they may still veto: those that were not dealt, written on or not."""
        return [item for item in self.items if item.about == name and not (self.rests(item) or item.used)]

    def rests(self, item: Item) -> bool:
        """Return whether nobody is asked for an item and it is not dealt: it is gone, or its person is silent."""
        return item.gone or item.about in self.silent

    def show(self, name: str) -> bool:
        """Record that a person has seen the openings about them; return whether one was new."""
        new = [item for item in self.about(name) if not item.shown]
        for item in new:
            item.shown = True
        return bool(new)

    def veto(self, name: str, no: int) -> None:
        """Drop an opening about a person, at their wish. Nobody learns of it, not even who writes on it now."""
        item = self.item(no)
        if item is not None and item.about == name:
            item.gone = True

    def hush(self, name: str, *, silent: bool) -> None:
        """Let all openings about a person rest, at their wish, or go on with them. What was written is kept."""
        self.silent = [other for other in self.silent if other != name] + [name] * silent

    def leave(self, name: str) -> None:
        """Drop the openings and pairs about somebody who left, and what they were writing on."""
        self.holds.pop(name, None)
        for item in self.items:
            item.gone = item.gone or item.about == name
        held = set(self.holds.values())
        self.items = [item for item in self.items if item.endings or not item.gone or item.no in held]

    # A writer

    def next_for(self, writer: str, rng: Random, *, new: bool = False) -> Item | None:
        """Return the item before a writer: the one that they have, or (``new``) another; None where none waits.

        Openings with one ending come first, then those about whom least was written.
        """
        held = self.item(self.holds.get(writer, 0))
        if held is not None and not new:
            return held
        if self.written(writer) >= MOST or self.written() >= MOST_OF_ALL:
            return None
        others = {no for name, no in self.holds.items() if name != writer}
        load = Counter(item.about for item in self.items for _ in item.endings)

        def rank(item: Item) -> tuple[bool, bool, bool, int]:
            return item.no in others, writer in item.seen, not item.endings, load[item.about]

        waiting = [
            item
            for item in self.items
            if item.shown and not self.rests(item) and item.pair is None and item is not held
            and item.about != writer and writer not in item.writers
        ]  # fmt: skip
        if not waiting:
            return held
        best = min(map(rank, waiting))
        chosen = rng.choice([item for item in waiting if rank(item) == best])
        if writer not in chosen.seen:
            chosen.seen.append(writer)
        self.holds[writer] = chosen.no
        return chosen

    def sample(self, item: Item, writer: str) -> str:
        """Return the sample ending that a writer is shown for an item, "" where others have seen all of them.

        The last one is kept for pairs to which nobody wrote a second ending.
        """
        seen = dict.fromkeys(name for other in self.items if other.opening == item.opening for name in other.seen)
        ends, at = openings()[item.opening].ends[:-1], list(seen).index(writer)
        return ends[at] if at < len(ends) else ""

    def write(self, writer: str, no: int, text: str) -> None:
        """Store an ending, tidied before, and take the item from its writer. Raises ``FactError``."""
        if self.holds.get(writer) != no or (item := self.item(no)) is None:
            raise FactError(say("That opening is not before you any more."))
        item.endings.append(Ending(writer, text))
        del self.holds[writer]

    def flag(self, writer: str, no: int) -> None:
        """Record that a writer doubts an opening: two answers could both be true."""
        if self.holds.get(writer) == no and (item := self.item(no)) is not None:
            item.flagged = True

    # The host, and the deal

    @property
    def flagged(self) -> list[int]:
        """The numbers of flagged openings that were written on and neither struck nor dealt."""
        return [item.no for item in self.items if item.flagged and item.endings and not (self.rests(item) or item.used)]

    def strike(self, no: int) -> None:
        """Drop a flagged item, unseen."""
        if no in self.flagged and (item := self.item(no)) is not None:
            item.gone = True

    @property
    def paired(self) -> int:
        """How many items have become pairs; as in ``written``, no veto changes it."""
        return sum(item.pair is not None for item in self.items)

    @property
    def whole(self) -> list[Item]:
        """The items that have become pairs, dealt or not."""
        return [item for item in self.items if item.pair is not None and not self.rests(item)]

    def ready(self, names: Iterable[str]) -> list[Item]:
        """Return the items that can be dealt: about one of these people, with an ending, and not dealt before."""
        people = set(names)
        fresh = (item for item in self.items if item.endings and not (self.rests(item) or item.used))
        return [item for item in fresh if item.about in people]

    def choose(self, names: Iterable[str], seats: Sequence[str], each: int, rng: Random) -> list[Item]:
        """Return the items for a deck of ``each`` pairs a seat, as many as ``share`` and the fair deal allow.

        They are about these people. Whole pairs come first. At most ``ABOUT_ONE`` are about one person, and nobody has
        to hold a card of a pair that they wrote on.
        """
        if not self.on:
            return []
        pairs = each * len(seats)
        most = {"none": 0, "some": pairs // 2, "all": pairs}[self.share or usual_share(len(seats))]
        chosen: list[Item] = []
        about = Counter[str]()
        items = self.ready(names)
        rng.shuffle(items)
        for item in sorted(items, key=lambda item: item.pair is None):
            if len(chosen) < most and about[item.about] < ABOUT_ONE:
                barred = [other.writers for other in (*chosen, item) for _ in range(2)]
                if fair_seats(barred, seats, 2 * each, rng) is not None:
                    chosen.append(item)
                    about[item.about] += 1
        return chosen

    def pairs(self, items: Sequence[Item]) -> list[Pair]:
        """Return the pairs of chosen items, to be numbered. A second ending that nobody wrote is the bank's."""
        taken, made = set[str](), list[Pair]()
        for item in items:
            opening = openings()[item.opening]
            one, other = item.pair or (item.endings[0], Ending("", self._bank_ending(item)))
            parts = opening.parts(item.said, (one.text, other.text))
            first, second = parts.texts
            cards = Card(1, first, by=one.by), Card(2, second, by=other.by)
            title = numbered(opening.titled(item.about), taken)
            ties = (item.about,) if any(sign in item.about for sign in " -") else ()
            key = f"asked/{item.opening}/{item.no}"
            made.append(Pair(title, cards, key, register=opening.voice, guest=item.about, ties=ties, pieces=parts))
        return made

    def _bank_ending(self, item: Item) -> str:
        opening, mine = openings()[item.opening], item.endings[0].text
        end = min(reversed(opening.ends), key=lambda end: both_may_hold(end, mine))  # the last one is shown to nobody
        return end[:1].upper() + end[1:] if opening.quotes else end


def usual_share(players: int) -> str:
    """Return the share that the host is offered, by what the lab measured (docs/playtest.md)."""
    return "none" if players <= 3 else "some" if players == 4 else "all"


def fair_seats(barred: Sequence[AbstractSet[str]], seats: Sequence[str], room: int, rng: Random) -> list[int] | None:
    """Return a seat for each card, none of those ``barred`` from it and at most ``room`` cards each; None if none fits.

    Cards are matched to places by augmenting paths. Then cards change places at random wherever both may.
    """
    places: list[int | None] = [None] * (room * len(seats))
    order = rng.sample(range(len(places)), len(places))

    def put(card: int, tried: set[int]) -> bool:
        for place in order:
            if place not in tried and seats[place // room] not in barred[card]:
                tried.add(place)
                before = places[place]
                if before is None or put(before, tried):
                    places[place] = card
                    return True
        return False

    if not all(put(card, set()) for card in rng.sample(range(len(barred)), len(barred))):
        return None
    found = [0] * len(barred)
    for place, card in enumerate(places):
        if card is not None:
            found[card] = place // room
    for _ in range(_MIXES * len(barred)):
        one, other = rng.randrange(len(barred)), rng.randrange(len(barred))
        if seats[found[one]] not in barred[other] and seats[found[other]] not in barred[one]:
            found[one], found[other] = found[other], found[one]
    return found


_MIXES = 20  # changes of place for each card
