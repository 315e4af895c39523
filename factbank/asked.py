"""The facts that guests write, by completing openings about people at the table, and their fair deal.

An ``Item`` is one opening about one person. First it is shown to this person, who may veto it. Then it goes to one
writer after the other, who do not see earlier endings, until two endings exclude each other; then it is a pair. What a
writer is told never depends on what others wrote or vetoed. Phones, ``factbank ask`` and ``cardgen kit --ask`` all use
this module. Each language has openings of its own; in a language without openings, nobody is asked.
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
from msgspec.structs import replace

from factbank.check import banned_in
from factbank.english.grammar import headline
from factbank.errors import FactError
from factbank.factfile import OF_EMOJI, Card, Pair, Parts
from factbank.fill import LENGTHS, PRONOUNS, TITLE_LIMIT, Guest, numbered, shortened
from factbank.looks import LONGEST_WORD
from liarsdeck.english import UNSEEN
from liarsdeck.language import ENGLISH, codes, folder, language, marked, reading, say

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
    """An opening (the first part of a sentence) that guests complete, from a line of ``openings.txt``.

    ``joke`` is the kind of joke, and ``id`` the opening's id. ``voice`` (who speaks) and ``lock`` (why two endings
    exclude each other) are ``register`` and ``lock`` of a topic in docs/facts.md. ``title`` is the thing in a pair's
    title, such as “the mug”. ``say`` is the text, with the fields ``{name}``, ``{own}`` (the name's possessive),
    ``{him}`` and ``{his}``; on a card, an ending in quotation marks follows. ``ends`` are the program's own sample
    endings. With ``one_word``, an ending has to be a single word. ``language`` is the code of the opening's language.
    """

    joke: str
    id: str
    voice: str
    lock: str
    title: str
    say: str
    ends: tuple[str, ...]
    one_word: bool = False
    language: str = ENGLISH

    def about(self, guest: Guest) -> str:
        """Return the opening with a guest's name in it, without an ending.

        It is "" if that is too long for a card, or if it needs a pronoun and the guest gave none.
        """
        name, own, _, _, _, him, his, *_ = guest.forms(self.language)
        if ("{his}" in self.say and not his) or ("{him}" in self.say and not him):
            return ""
        said = self.say.format(name=name, own=own, him=him, his=his).replace("'", "’")
        said = said[0].upper() + said[1:]
        return said if len(said) <= OPENING else ""

    def renamed(self, said: str, old: str, new: str) -> str:
        """Return ``said``, which is this opening with the name ``old``, with ``new`` in place of the name.

        The result is "" if it would be too long, or if ``said`` is not this opening with ``old``.
        """
        ways = ("", *PRONOUNS)  # one of them is the guest's
        found = (self.about(Guest(new, way)) for way in ways if self.about(Guest(old, way)) == said)
        return next(found, "")

    def parts(self, said: str, endings: tuple[str, str]) -> Parts:
        """Return the parts of a pair's sentences: ``said``, ``endings`` in quotation marks, a full stop."""
        one, other = (marked(f"“{ending}”", self.language) for ending in endings)
        return Parts(said, (one, other), ".")

    def titled(self, name: str) -> str:
        """Return a title for a pair about the guest ``name``: “Ann & the Goose”, or “The Goose” if that is too long."""
        named = "{0} & {1}" if self.language == ENGLISH else language(self.language).both
        title = headline(named.format(shortened(name), self.title), self.language)
        return title if len(title) <= TITLE_LIMIT else headline(self.title, self.language)


@cache
def openings(code: str = ENGLISH) -> dict[str, Opening]:
    """Return the openings of a language by their ids; an empty dict if it has none. No two languages share an id.

    ``code`` is the language's code, such as ``de``.
    """
    if code == ENGLISH:
        written = (Path(__file__).parent / "openings.txt").read_text("utf-8")
    elif (folder(code) / "openings.txt").is_file():
        with reading(code, "openings.txt") as data:
            written = data.decode()
    else:
        written = ""
    found: dict[str, Opening] = {}
    joke = ""
    for line in written.splitlines():
        if line.startswith("["):
            joke = line.strip("[]")
        elif line and not line.startswith("#"):
            name, voice, lock, title, said, *ends = (cell.strip() for cell in line.split("|"))
            opening, one_word = said.removesuffix("_").rstrip(), said.endswith("_")
            found[name] = Opening(joke, name, voice, lock, title, opening, tuple(ends), one_word, code)
    return found


@cache
def opening_of(name: str) -> Opening:
    """Return the opening with the id ``name``, whatever its language. Raises ``KeyError`` if there is none."""
    for code in codes():
        if name in openings(code):
            return openings(code)[name]
    raise KeyError(name)


# ----------------------------------------------------------------------------------------------- what people write


_EMOJI = re.compile(r"[\U0001F000-\U0001FAFF\u2600-\u27BF\uFE0F\u20E3]")

Lacking = Callable[[str], Sequence[str]]
"""Returns the signs of a text that can't be printed, each once."""


def emoji(text: str) -> list[str]:
    """Return the emoji of a text, each once; printed cards can't have them."""
    return list(dict.fromkeys(_EMOJI.findall(text)))


class TwiceError(FactError):
    """An ending has a word that the word filter bans; it is accepted if the writer sends it a second time."""


def tidied(text: str, opening: Opening, said: str, *, lacking: Lacking | None = None, sure: bool = False) -> str:
    """Return an ending that a guest typed, in the form in which a card shows it.

    ``text`` is what was typed, and ``said`` the text of ``opening`` with a name in it. Control, bidi and zero-width
    characters are removed, except joiners inside an emoji, and long words are broken. ``lacking`` returns the
    characters of a text that can't be printed (None: the ending is not for paper). With ``sure``, a banned word is
    accepted. Raises ``TwiceError`` for a banned word, and ``FactError`` for an ending that cannot be used, such as one
    that is too long; both have a sentence for the writer.
    """
    typed = _visible(text[: 10 * ENDING])
    text = _typeset(typed, opening)
    most = longest(said)
    if lacking is not None and (lost := lacking(text)):
        raise FactError(say("Our type has no “{sign}”: say it in words.", sign=lost[0]))
    if not any(sign.isalnum() for sign in text):
        if emoji(text):
            raise FactError(say("Not every screen can show that sign alone: add a word."))
        raise FactError(say("How does it end? Write a word or more."))
    if opening.one_word and " " in typed:
        raise FactError(say("Just one word here, please."))
    if len(text) > most:
        raise FactError(say("That has {n} characters; {most} fit on the card.", n=len(text), most=most))
    if set("{}\\|") & set(text):
        raise FactError(say("A card holds no braces, no stroke and no backslash: say it in words."))
    if any(near(text, sample, opening.language) for sample in opening.ends):
        raise FactError(say("We thought of that one, too. Another one, please."))
    if not sure and banned_in(text, opening.language):
        raise TwiceError(say("It goes on a card that all will read. Send it again if you mean it."))
    return text


def _visible(text: str) -> str:
    """Return a text without invisible characters and without marks that enclose letters.

    White space becomes single spaces, and a letter keeps at most two combining marks. The joiners inside an emoji stay.
    """
    text = unicodedata.normalize("NFC", " ".join(text.split()))
    kinds = [unicodedata.category(sign) for sign in text]

    def stays(at: int, sign: str) -> bool:
        if kinds[at][0] == "C" or UNSEEN.match(sign):
            return OF_EMOJI.match(text, at) is not None
        return kinds[at] != "Me" and not (kinds[at][0] == "M" and kinds[max(0, at - 2) : at] == ["Mn", "Mn"])

    seen = (sign for at, sign in enumerate(text) if stays(at, sign))
    return " ".join("".join(seen).split())


def _typeset(text: str, opening: Opening) -> str:
    """Return an ending with typographic quotation marks, a capital at the start, and no stop at the end.

    Quotation marks around the whole text are removed, since the card adds them. Commas, colons and dashes at the end
    are removed like a full stop. Words that are too long are broken.
    """
    parts = re.split(r'["“”„«»]', text.replace("'", "’"))
    if len(parts) == _WHOLE and not parts[0].strip() and not parts[2].strip(" .,"):
        parts = parts[1:2]  # all of it is quoted, as it will be on the card
    marks = language(opening.language).quotes
    inner = _INNER.get(marks, "‘’") if len(parts) % 2 else ("", "")  # one that stands alone goes
    text = "".join(part + inner[at % 2] for at, part in enumerate(parts[:-1])) + parts[-1]
    text = re.sub(r"^[¿¡‘‚“(]*\w", lambda start: start[0].upper(), text.strip())
    text = re.sub(r"[\s.,;:–—-]+$", "", text) if not text.endswith("...") else f"{text[:-3].rstrip()}…"
    return re.sub(rf"[\w’-]{{{LONGEST_WORD + 1},}}", _broken, text)


_WHOLE = 3  # parts of a text in quotation marks: before, between and behind them
_INNER = {"„“": "‚‘", "«»": "“”"}  # marks inside of others


def longest(said: str) -> int:
    """Return how many characters an ending may have so that it fits on a card behind the opening ``said``."""
    return min(ENDING, LENGTHS["any"] - len(said) - 4)


def _broken(word: re.Match[str]) -> str:
    step = LONGEST_WORD - 2
    return "- ".join(word[0][at : at + step] for at in range(0, len(word[0]), step))


def near(one: str, other: str, code: str = ENGLISH) -> bool:
    """Return whether two endings are the same, or differ in at most one letter.

    Case, articles and punctuation are ignored. ``code`` is the code of their language.
    """
    first, second = sorted((_plain(one, code), _plain(other, code)), key=len)
    if len(second) - len(first) > 1:
        return False
    at = next((at for at, sign in enumerate(first) if sign != second[at]), len(first))
    return first[at + (len(first) == len(second)) :] == second[at + 1 :]


def both_may_hold(one: str, other: str, code: str = ENGLISH) -> bool:
    """Return whether two endings could both be true, so that they do not exclude each other.

    That is the case if they are ``near``, or if one of them has all words of the other (“a hat”, “a red hat”). ``code``
    is the code of their language.
    """
    words, others = set(_plain(one, code).split()), set(_plain(other, code).split())
    return near(one, other, code) or words <= others or others <= words


def _plain(text: str, code: str) -> str:
    words = re.findall(r"[^\W_]+|[^\w\s]", re.sub("[‘’]", "", text.casefold()))
    plain = " ".join(word for word in words if word not in language(code).articles)
    return re.sub(r"[‚“”„«».,;:!?¡¿…-]", "", plain).strip() or plain


# ----------------------------------------------------------------------------------------------- the evening's items


class Ending(Struct):
    """An ending, and the name of its writer (``by``)."""

    by: str
    text: str


class Item(Struct):
    """An opening about one person, with the endings that writers gave it.

    ``no`` is the item's number, from 1. ``opening`` is the opening's id, ``about`` the person's name, and ``said`` the
    opening's text with that name. ``endings`` are in the order in which they came. ``seen`` are the writers who were
    given the item, in order. ``shown`` is true once the person has seen the item. ``doubts`` are the writers who think
    that two endings could both be true. ``gone`` is true if the person vetoed the item, if the host struck it, or if
    the person has left. ``used`` is true if it was dealt.
    """

    no: int
    opening: str
    about: str
    said: str
    endings: list[Ending] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)
    shown: bool = False
    doubts: list[str] = field(default_factory=list)
    gone: bool = False
    used: bool = False

    @property
    def pair(self) -> tuple[Ending, Ending] | None:
        """The first ending, and the first one by another writer that excludes it; None if no ending does."""
        code, first = opening_of(self.opening).language, self.endings[:1]
        rest = (end for end in self.endings[1:] if end.by != first[0].by)
        return next(((first[0], end) for end in rest if not both_may_hold(end.text, first[0].text, code)), None)

    @property
    def writers(self) -> set[str]:
        """The names of all who wrote an ending."""
        return {ending.by for ending in self.endings}


class Asked(Struct):
    """What guests wrote in one evening, and what they are asked.

    While ``on`` is false, nobody is asked, and nothing that was written is dealt. ``prints`` is true if the endings are
    for printed cards. ``items`` are all openings about people. ``holds`` maps a writer to the number of the item that
    they are completing now. ``silent`` are the names of people who want no opening and no drawn fact about themselves;
    a name stays there even while no player has it. ``share``, an entry of ``SHARES``, is how much of a deck guests
    write ("": the host has not chosen). ``language`` is the code of the language of the openings.
    """

    on: bool = False
    prints: bool = False
    items: list[Item] = field(default_factory=list)
    holds: dict[str, int] = field(default_factory=dict)
    silent: list[str] = field(default_factory=list)
    share: str = ""
    language: str = ENGLISH

    def item(self, no: int) -> Item | None:
        """Return the item with this number; None if there is none."""
        return next((item for item in self.items if item.no == no), None)

    def written(self, writer: str = "") -> int:
        """Return how many endings a writer wrote, or all writers together for "". Vetoed ones count, too."""
        return sum(ending.by == (writer or ending.by) for item in self.items for ending in item.endings)

    def undealt(self, writer: str) -> int:
        """Return how many endings of a writer were not dealt yet: those that ``forget`` deletes."""
        return sum(ending.by == writer for item in self.items if not item.used for ending in item.endings)

    def stock(self, guests: Sequence[Guest], rng: Random, ahead: int = AHEAD) -> None:
        """Add new items about each of ``guests``, until ``ahead`` items about each have no ending yet.

        Fewer are added if no more openings suit a guest, and none for a guest who wants no opening. Openings that were
        used least come first, at random among equals.
        """
        used = Counter(item.opening for item in self.items)
        for guest in guests:
            mine = [item for item in self.items if item.about == guest.name]
            waiting = sum(not (item.endings or self.rests(item)) for item in mine)
            told = {item.opening for item in mine}
            bank = openings(self.language) if waiting < ahead and not self.hushed(guest.name) else {}
            says = {name: one.about(guest) for name, one in bank.items() if name not in told}
            fresh = [name for name, said in says.items() if said]
            for _ in range(min(ahead - waiting, len(fresh))):
                least = min(used[name] for name in fresh)
                drawn = rng.choice([name for name in fresh if used[name] == least])
                fresh.remove(drawn)
                used[drawn] += 1
                last = max((item.no for item in self.items), default=0)
                self.items.append(Item(last + 1, drawn, guest.name, says[drawn]))

    def about(self, name: str) -> list[Item]:
        """Return the items that the person ``name`` may still veto: all about them that are not dealt yet."""
        return [item for item in self.items if item.about == name and not (self.rests(item) or item.used)]

    def rests(self, item: Item) -> bool:
        """Return whether an item is out of use: neither given to writers nor dealt.

        That is so if it is gone, if its person wants no opening about themselves, or if its opening is in another
        language than ``language``, which may have changed.
        """
        return item.gone or self.hushed(item.about) or item.opening not in openings(self.language)

    def show(self, name: str) -> bool:
        """Record that the person ``name`` has seen all openings about them; return whether there was a new one."""
        new = [item for item in self.about(name) if not item.shown]
        for item in new:
            item.shown = True
        return bool(new)

    def veto(self, name: str, no: int) -> None:
        """Drop the item ``no`` at the wish of the person ``name``, if it is about them.

        Nobody learns of it, not even the writer who has the item now.
        """
        item = self.item(no)
        if item is not None and item.about == name:
            item.gone = True

    def hush(self, name: str, *, silent: bool) -> None:
        """If ``silent``, stop asking for endings about the person ``name``; else resume. What was written is kept."""
        self.silent = [other for other in self.silent if other.casefold() != name.casefold()] + [name] * silent

    def hushed(self, name: str) -> bool:
        """Return whether the person ``name`` wants nothing said about themselves; case is ignored."""
        return name.casefold() in map(str.casefold, self.silent)

    def rename(self, old: str, new: str) -> None:
        """Replace the name ``old`` by ``new`` in all items, and in what was said of the person.

        If an opening about this person gets too long, its item is marked ``gone``: it is not asked any more.
        """

        def now(names: Iterable[str]) -> list[str]:
            return [new if name == old else name for name in names]

        for item in self.items:
            if item.about == old:
                opening = openings(self.language).get(item.opening)
                said = opening.renamed(item.said, old, new) if opening else ""
                item.about, item.said, item.gone = new, said or item.said, item.gone or not said
            item.endings = [replace(ending, by=now([ending.by])[0]) for ending in item.endings]
            item.seen, item.doubts = now(item.seen), now(item.doubts)
        if self.hushed(old):
            self.hush(old, silent=False)
            self.hush(new, silent=True)
        if old in self.holds:
            self.holds[new] = self.holds.pop(old)

    def forget(self, name: str) -> None:
        """Delete all that the guest ``name`` wrote or doubted, except in items that were dealt.

        Call it when the guest gives up their seat, because another person may take the name.
        """
        self.holds.pop(name, None)
        for item in self.items:
            if not item.used:
                item.endings = [ending for ending in item.endings if ending.by != name]
                item.seen = [writer for writer in item.seen if writer != name]
                item.doubts = [writer for writer in item.doubts if writer != name]

    def leave(self, name: str) -> None:
        """Drop the items about the guest ``name``, who left, and take from them the item that they were writing on."""
        self.holds.pop(name, None)
        for item in self.items:
            item.gone = item.gone or item.about == name
        held = set(self.holds.values())
        self.items = [item for item in self.items if item.endings or not item.gone or item.no in held]

    # A writer

    def next_for(self, writer: str, rng: Random, *, new: bool = False) -> Item | None:
        """Return the item that a writer has to complete next; None if there is none for them.

        If the writer holds an item, the result is that one; with ``new``, another one if any is waiting. The result is
        recorded as held. An item can be chosen if it is in use, its person has seen it, it is not about the writer and
        has no ending by them, and it is no pair yet. The choice is by successive criteria: items that nobody else
        holds, then items that the writer has not seen, then items with an ending, then the person about whom fewest
        endings were written, then at random. A writer who wrote ``MOST`` endings gets no further item.
        """
        held = self.item(self.holds.get(writer, 0))
        if held is not None and held.opening not in openings(self.language):
            del self.holds[writer]
            held = None
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
        """Return the sample ending that a writer is shown with an item; "" if there is none left for them.

        Each writer who was given this opening sees another sample. The opening's last sample is shown to nobody, since
        it completes a pair that has no second ending. Raises ``ValueError`` if the writer was never given the opening.
        """
        seen = dict.fromkeys(name for other in self.items if other.opening == item.opening for name in other.seen)
        ends, at = opening_of(item.opening).ends[:-1], list(seen).index(writer)
        return ends[at] if at < len(ends) else ""

    def write(self, writer: str, no: int, text: str) -> None:
        """Store ``text``, an ending that ``tidied`` returned, for the item ``no``, and take the item from its writer.

        Raises ``FactError`` if the writer does not hold that item.
        """
        if self.holds.get(writer) != no or (item := self.item(no)) is None:
            raise FactError(say("That opening is not before you any more."))
        item.endings.append(Ending(writer, text))
        del self.holds[writer]

    def doubt(self, writer: str, no: int, *, doubts: bool = True) -> None:
        """Record whether a writer thinks that two endings of the item ``no`` could both be true.

        With ``doubts`` false, an earlier doubt is withdrawn. If the writer does not hold that item, nothing happens.
        """
        if self.holds.get(writer) == no and (item := self.item(no)) is not None:
            item.doubts = [name for name in item.doubts if name != writer] + [writer] * doubts

    # The host, and the deal

    @property
    def flagged(self) -> list[int]:
        """The numbers of the items that can be dealt, but whose endings a writer thinks could both be true."""
        return [item.no for item in self.items if item.doubts and item.endings and not (self.rests(item) or item.used)]

    def strike(self, no: int) -> None:
        """Drop the item ``no``, if it is ``flagged``, at the wish of the host, who does not see what was written."""
        if no in self.flagged and (item := self.item(no)) is not None:
            item.gone = True

    @property
    def paired(self) -> int:
        """How many items have two endings that exclude each other; items that were vetoed count, too."""
        known = (item for item in self.items if item.opening in openings(self.language))
        return sum(item.pair is not None for item in known)

    @property
    def whole(self) -> list[Item]:
        """The items in use that have two endings that exclude each other, whether dealt or not."""
        return [item for item in self.items if not self.rests(item) and item.pair is not None]

    def ready(self, names: Iterable[str]) -> list[Item]:
        """Return the items that can be dealt: about a person in ``names``, with an ending, and not dealt before."""
        people = set(names)
        fresh = (item for item in self.items if item.endings and not (self.rests(item) or item.used))
        return [item for item in fresh if item.about in people]

    def choose(self, names: Iterable[str], seats: Sequence[str], each: int, rng: Random) -> list[Item]:
        """Return the items to deal in a deck of ``each`` pairs a player; [] if not ``on``.

        As many items are chosen as ``share`` allows. They are about people in ``names``, at most ``ABOUT_ONE`` about
        one person. Items with two endings are chosen first; otherwise the order is random. ``seats`` are the players'
        names. An item is skipped if its cards cannot be dealt so that no player gets a card of a pair that they wrote
        on.
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
        """Return the pairs that the chosen items make.

        If an item has no second ending, the opening's last sample ending is taken, or an earlier one if the last could
        be true together with the first ending. The cards of each pair have the numbers 1 and 2, until the caller
        numbers them.
        """
        taken, made = set[str](), list[Pair]()
        for item in items:
            opening = opening_of(item.opening)
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
        opening, mine = opening_of(item.opening), item.endings[0].text  # nobody has seen the last sample
        return min(reversed(opening.ends), key=lambda end: both_may_hold(end, mine, opening.language))


def usual_share(players: int) -> str:
    """Return how much of a deck so many players usually write: an entry of ``SHARES`` (docs/playtest.md)."""
    return "none" if players <= 3 else "some" if players == 4 else "all"


def fair_seats(barred: Sequence[AbstractSet[str]], seats: Sequence[str], room: int, rng: Random) -> list[int] | None:
    """Return the index of the seat that gets each card, at random; None if there is no such deal.

    ``barred[i]`` has the names of the players who must not get card `i`. ``seats`` are the players' names, and ``room``
    is the most cards that one seat gets. Cards are matched to seats by augmenting paths. Then pairs of cards are
    exchanged at random if both may go to the other's seat.
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
