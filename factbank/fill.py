"""Fill a topic: draw entries for its slots, and make two sentences and a title of them.

A *topic* is a template of a pack. Its *slots* (gaps) are filled with *entries* of word lists. An entry is a text, or a
*row* of texts, which are the *forms* of the entry, such as singular and plural. A *filling* is the pair that one draw
makes. The *key* of a filling names its pack, topic and entries; by the key, the ledger recognises a pair that was dealt
before. The *subjects* of a filling are the entries that the pair is about, and its *pictures* are the stems of the
content words in its slots.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, cached_property, lru_cache, partial
from itertools import combinations, pairwise, product
from math import comb, prod
from pathlib import Path
from random import Random
from typing import NamedTuple

from factbank.english import grammar, names
from factbank.english.brought import understood
from factbank.english.grammar import STOP, WORD_IN, capitalise, content_stems, contracted, headline, stem, subject_form
from factbank.english.lists import pairs, words
from factbank.errors import FactError
from factbank.factfile import CROWD, Parts
from factbank.packs.reader import (
    FAKER_KINDS,
    READY,
    Pack,
    Ref,
    Sentence,
    Topic,
    WordList,
    all_built_in,
    apart,
    format_ready,
    parse,
    read,
)
from liarsdeck.english import unseen
from liarsdeck.files import write_atomic
from liarsdeck.language import ENGLISH, codes, later, say
from liarsdeck.language import language as of

# ------------------------------------------------------------------------------------------------ nouns of packs

NOUNS = Path(__file__).parent / "packs" / "nouns"
_nouns: dict[str, frozenset[str]] = {}


def entry_nouns(entry: str, language: str = ENGLISH) -> list[str]:
    """Return the stems of the nouns in an entry of a word list, which are found by their place or case.

    In English the last word counts as a noun, and each word before a preposition. In a language that writes nouns with
    a capital (``capitals``), each word with a capital counts. In any other language a word behind an article counts as
    well as those that count in English.
    """
    tokens = WORD_IN.findall(entry)
    if language != ENGLISH and capitals(language):
        stop = words("stop", language)
        return [stem(word, language) for word in tokens if word[0].isupper() and word.casefold() not in stop]
    stop, before = (STOP, ()) if language == ENGLISH else (words("stop", language), words("articles", language))
    return [
        stem(word, language)
        for last, word, following in zip(["", *tokens], tokens, [*tokens[1:], None], strict=False)
        if (following is None or last.casefold() in before or following in words("prepositions", language))
        and word.islower() and len(word) > 2 and word not in stop
    ]  # fmt: skip


def capitals(language: str) -> bool:
    """Return whether a language writes all nouns with a capital letter, as German does."""
    return "nouns" in words("capitals", language)


@cache
def list_nouns(entries: tuple[str, ...] | tuple[tuple[str, ...], ...], language: str = ENGLISH) -> frozenset[str]:
    """Return the stems of the nouns in the entries of a word list; of a row (a tuple), only the first form is read."""
    return frozenset(noun for row in entries[:1000] for noun in entry_nouns(named(row), language))


def nouns_of(pack: Pack) -> frozenset[str]:
    """Return the stems of the nouns in a pack's word lists.

    For a built-in pack they are read from a file that ``main`` wrote.
    """
    if not pack.built_in:
        return nouns_in(pack)
    if pack.name not in _nouns:
        path = NOUNS / f"{pack.name}.json"
        _nouns[pack.name] = frozenset(json.loads(path.read_bytes())) if path.is_file() else nouns_in(pack)
    return _nouns[pack.name]


def nouns_in(pack: Pack) -> frozenset[str]:
    """Return the stems of the nouns in a pack's word lists, always computed from the lists."""
    return frozenset().union(
        *(list_nouns(listed.entries, pack.language) for listed in pack.words.values() if not listed.numbers)
    )


def format_nouns(pack: Pack) -> bytes:
    """Return the content of the file from which ``nouns_of`` reads a pack's nouns: a JSON list of stems."""
    return (json.dumps(sorted(nouns_in(pack)), ensure_ascii=False, indent=0) + "\n").encode()


def main() -> None:
    """Write the files made from built-in packs (content, nouns) and Faker (names), for ``make tables``."""
    built_in = all_built_in()
    for name, path in built_in.items():
        write_atomic(READY / f"{name}.json", format_ready(path))
        write_atomic(NOUNS / f"{name}.json", format_nouns(read(path)[0]))
    for path in (*NOUNS.glob("*.json"), *READY.glob("*.json")):
        if path.stem not in built_in:
            path.unlink()
    import faker

    for locale, kind in product({*names.SHIPPED, *(of(code).locale for code in codes())}, FAKER_KINDS):
        write_atomic(names.READY / f"{locale}-{kind}.json", names.format_pool(names.draw(kind, locale), faker.VERSION))


# ----------------------------------------------------------------------------------------------------- guests

NAME_LIMIT = 30  # characters
SHORT = 12  # characters of a name in a title
GUESTS_LIMIT = 20
PRONOUNS = {"she": ("she", "her", "her"), "he": ("he", "him", "his"), "they": ("they", "them", "their")}


class Guest(NamedTuple):
    """A person at the table whom facts are about.

    ``pronoun`` is she, he or they. ``pastime`` is a verb phrase as in “she sails”, ``pet`` a pet's name and ``trade`` a
    profession. ``animal`` is what was said before the pet's name, such as “cat” in “cat Tiger”, and ``unread`` what was
    not understood; no sentence says these two, but their words may choose a topic (``Topic.brought``). Each of these is
    "" if it was not given.
    """

    name: str
    pronoun: str = ""
    pastime: str = ""
    pet: str = ""
    trade: str = ""
    animal: str = ""
    unread: str = ""

    @property
    def row(self) -> tuple[str, ...]:
        """The texts that stand for the guest in English, in the order of ``packs.reader.GUEST_FORMS``."""
        return self.forms()

    def forms(self, language: str = ENGLISH) -> tuple[str, ...]:
        """Return the forms of the guest for templates, in the order of ``packs.reader.GUEST_FORMS``.

        A form is a text that stands for the guest in a sentence, such as the name, a pronoun or the pastime; it is ""
        if it is unknown. In languages other than English, only the given form of the pastime's verb is known, and the
        pronouns come from the language's `words.txt`.
        """
        return _forms(self, language)

    @property
    def known(self) -> str:
        """The pastime, trade and pet as a phrase, such as “Ann sails and has Rex”; "" if none is known."""
        said = [self.pastime] if self.pastime else []
        said += [f"is {grammar.a(self.trade)}"] if self.trade else []
        said += [f"has {self.pet}"] if self.pet else []
        return f"{self.name} {' and '.join(said)}" if said else ""


@lru_cache(maxsize=256)
def _forms(guest: Guest, language: str) -> tuple[str, ...]:
    """Return the forms of a guest as ``Guest.forms`` does; cached, because each opening needs them."""
    name, short = guest.name, shortened(guest.name)
    if language != ENGLISH:
        owned = (name, _owned(name, language), short, _owned(short, language))
        return (*owned, *_pronouns(guest.pronoun, language), guest.pastime, "", "", guest.pet, guest.trade)
    names = name, f"{name}’s", short, f"{short}’s", *PRONOUNS.get(guest.pronoun, ("", "", ""))
    verb, blank, rest = guest.pastime.partition(" ")
    doing = [f"{form}{blank}{rest}" if verb else "" for form in (grammar.plain_verb(verb), grammar.gerund(verb))]
    return (*names, guest.pastime, *doing, guest.pet, guest.trade)


def _owned(name: str, language: str) -> str:
    """Return the possessive of a name in the language with this code.

    The ending comes from the language's word list `owned`, in which an entry such as `s:’` says that a name in s takes
    ’, and the entry `*` is for all other names.
    """
    ends = pairs("owned", language)
    return name + next((end for last, end in ends.items() if name.endswith(last)), ends.get("*", ""))


@cache
def _pronouns(pronoun: str, language: str) -> tuple[str, ...]:
    """Return subject, object and possessive of a pronoun (she, he, they) in the language with this code.

    A form that the language's `words.txt` does not have is "".
    """
    return (*pairs("pronouns", language).get(pronoun, "").split(","), "", "")[:3]


def shortened(name: str) -> str:
    """Return a name in a form that is short enough for a title (at most ``SHORT`` characters).

    That is the whole name, else its first part if that is short enough, else the initial. The initial is followed by a
    full stop.
    """
    if len(name) <= SHORT:
        return name
    first = name.replace("-", " ").split(" ")[0]
    return first if 2 <= len(first) <= SHORT else f"{name[0]}."


_PRONOUN_OF = {"her": "she", "him": "he", "them": "they", "none": "", "f": "she", "m": "he"}
_DETAIL_LIMIT = 20  # characters


def parse_guest(text: str, language: str = ENGLISH) -> Guest:
    """Return the guest in a text such as ``Ann``, ``Bob:he``, ``Kim:they:sails``, ``Dan::a baker:Rex``.

    The name comes first, then the pronoun. After the pronoun come, in any order, a pastime (“sails”, “plays chess”,
    “sailing”), a pet's name with a capital (“Rex”, “dog Rex” or “a dog called Rex”) and a trade (“a baker”), in the
    language of the facts (“segelt”, “Bäcker”). Raises ``FactError`` if the text has another form, or if the name is too
    long for a card.
    """
    name, *more = unicodedata.normalize("NFC", text).split(":")
    name = " ".join(name.replace("'", "’").split())
    if more and not name and len(more) == 1:
        more = []
    first, *rest = name.split() or [""]
    if rest and first in words("no-names"):
        why = later("“{text}” is no name: commas part guests, and colons what is said of one, as in Ann:she:sails:Rex")
        raise FactError(say(why, text=name[:60]))
    if rest and rest[0] in PRONOUNS:
        right = ":".join((first, rest[0], " ".join(rest[1:]))).rstrip(":")
        raise FactError(say("“{text}” is no name: write {right}", text=name[:60], right=right))
    pronoun = more[0].strip().casefold() if more else ""
    pronoun = _PRONOUN_OF.get(pronoun, pronoun)
    if pronoun and pronoun not in PRONOUNS:
        raise FactError(f"“{text[:60]}” is no guest: after the colon stands {', '.join(PRONOUNS)} or nothing")
    if not any(sign.isalpha() for sign in name):
        raise FactError(say("“{text}” is no guest: a name has a letter in it", text=text[:60]))
    if len(name) > NAME_LIMIT:
        told = {"name": name[:40], "n": len(name), "most": NAME_LIMIT}
        raise FactError(say("the name “{name}” has {n} characters; {most} fit into a fact", **told))
    if any(sign in ",;/|" for sign in text):
        raise FactError(say("“{text}” is no guest’s name: commas part guests, as in Ann,Bob", text=text[:60]))
    if unseen(text) or any(sign in '"“”{}%' for sign in text):
        raise FactError(say("“{text}” holds a sign that no fact can say", text=text[:60]))
    details: dict[str, str] = {}
    unread: list[str] = []
    for said in (" ".join(part.replace("'", "’").split()) for part in more[1:]):
        if said:
            kind, detail = _detail(name, said, language)
            if not kind:
                unread.append(said)
                continue
            if kind in details:
                told = {"name": name, "one": details[kind], "other": detail}
                raise FactError(say("{name} has two of a kind: {one} and {other}; leave one out", **told))
            details[kind] = detail
            if kind == "pet" and language == ENGLISH:
                details["animal"] = " ".join(said.replace(detail, " ").split())
    return Guest(name, pronoun, **details, unread=" ".join(unread))


def _detail(name: str, said: str, language: str) -> tuple[str, str]:
    """Return the name of a field of ``Guest`` and its value, from a detail such as “sails” or “a baker”.

    ``name`` is the guest's name, for errors; ``said`` is the detail, in the language with the code ``language``. Raises
    ``FactError`` if the detail is too long, or if a word is banned.
    """
    field, detail = _field(said, language)
    if len(detail) > _DETAIL_LIMIT or len(said) > 2 * _DETAIL_LIMIT:
        told = {"text": said[:40], "n": len(said), "most": _DETAIL_LIMIT, "name": name}
        raise FactError(say("“{text}” has {n} characters; {most} about {name} fit into a fact", **told))
    said_words = WORD_IN.findall(said.casefold())
    if language == ENGLISH:
        said_words += [word.removesuffix(end) for word in said_words for end in ("s", "es", "ed", "er", "ers", "ing")]
    if not words("banned").isdisjoint(said_words) or any(grammar.is_banned(word, language) for word in said_words):
        why = later("“{text}” does not go on a card that all will read: say something else about {name}")
        raise FactError(say(why, text=said, name=name))
    return field, detail


def _field(said: str, language: str) -> tuple[str, str]:
    first, _, rest = said.partition(" ")
    if language != ENGLISH:
        if rest and first.casefold() in words("articles", language):
            return "trade", rest
        noun = said[0].isupper() is ("nouns" in words("capitals", language))
        if noun and said.casefold().endswith(tuple(words("trades", language))):
            return "trade", said
        return ("pet" if said[0].isupper() else "pastime"), said
    return understood(said)


def parse_guests(texts: Iterable[str], language: str = ENGLISH) -> tuple[Guest, ...]:
    """Return the guests in texts; a text may hold several guests, separated by commas.

    Each guest is written as ``parse_guest`` explains, such as ``Bob:he``. Raises ``FactError`` as ``parse_guest`` does,
    and if a name is repeated or if there are more than ``GUESTS_LIMIT`` guests.
    """
    guests: dict[str, Guest] = {}
    for part in ",".join(texts).split(","):
        if part.strip():
            guest = parse_guest(part, language)
            if guest.name.casefold() in guests:
                raise FactError(say("the guest “{name}” is named twice: let one be Ann B, say", name=guest.name))
            guests[guest.name.casefold()] = guest
    if len(guests) > GUESTS_LIMIT:
        raise FactError(f"there are {len(guests)} guests; facts are about {GUESTS_LIMIT} at most")
    return tuple(guests.values())


def share_out(guests: int, pairs: int) -> int:
    """Return how many of a deck's ``pairs`` are to be about guests; ``guests`` is the number of guests.

    There are two pairs for each guest. There is only one for each if there are more than five guests, or if two each
    would leave less than a sixth of the pairs for anything else. Raises ``FactError`` if there are fewer pairs than
    guests.
    """
    if guests > pairs:
        why = later("{guests} guests want a fact each, but the deck has {pairs} pairs: ask for more pairs")
        raise FactError(say(why, guests=guests, pairs=pairs))
    return guests * (1 if guests > CROWD or 12 * guests > 5 * pairs else 2)


# ---------------------------------------------------------------------------------------------------- fillings

TITLE_LIMIT = 24
FEW = 20  # entries of a list whose subjects may all have been dealt
LENGTHS = {"any": 90, "short": 60}
BALANCE = 12  # characters by which the two halves may differ
ANYBODY = Guest("Anna", "she", "sails", "Biscuit", "baker")  # in a topic for guests that is read without any
REASONS = ("same", "long", "title", "balance", "repeat")  # why a filling is rejected


class Filling(NamedTuple):
    """A pair made from a topic, before its cards have numbers.

    ``first`` and ``second`` are the sentences in the order of the draw. By ``key``, the ledger knows the pair again.
    ``subjects`` are the entries that the pair is about. ``drawn`` has the indices of the two claims in the topic; if a
    slot varies, it has the indices of the slot's two values. ``entries`` are the texts in the slots, and ``pictures``
    the stems of their content words. ``guest`` is the person at the table in the pair, or "". ``persons`` are the stems
    of the names of guests and running characters. ``parts`` are the parts of the sentences, None if the topic has whole
    claims. ``by`` has the guest who wrote each ending, or "".
    """

    topic: Topic
    title: str
    first: str
    second: str
    key: str
    subjects: tuple[str, ...]
    drawn: tuple[int, int]
    entries: tuple[str, ...]
    pictures: frozenset[str] = frozenset()
    guest: str = ""
    persons: frozenset[str] = frozenset()
    parts: Parts | None = None
    by: tuple[str, ...] = ("", "")


def quoted(value: str) -> str:
    """Return an entry for use in a pair's key, with “%”, “,” and “/” escaped as in URLs.

    In a key, “,” and “/” separate the fields.
    """
    if "," in value or "/" in value or "%" in value:
        return value.replace("%", "%25").replace(",", "%2C").replace("/", "%2F")
    return value


class _Column:
    """The texts of one slot in one form, after the filters of a reference.

    ``entries`` are the texts of the form, one for each entry of the slot's list, and ``filters`` the functions applied
    to them. Texts, stems and pictures (the stems of content words) are computed when they are first needed.
    """

    def __init__(self, entries: Sequence[str], filters: Sequence[Callable[[object], str]], language: str) -> None:
        self.entries = entries
        self.filters = filters
        self.language = language
        self.texts: list[str | None] = [None] * len(entries)
        self.stems: list[frozenset[str] | None] = [None] * len(entries)
        self.pictures: list[frozenset[str] | None] = [None] * len(entries)

    def text(self, index: int) -> str:
        text = self.texts[index]
        if text is None:
            text = self.entries[index]
            for change in self.filters:
                text = change(text)
            self.texts[index] = text
        return text

    def stem_set(self, index: int) -> frozenset[str]:
        stems = self.stems[index]
        if stems is None:
            stems = self.stems[index] = frozenset(content_stems(self.text(index), self.language))
        return stems

    def picture_set(self, index: int) -> frozenset[str]:
        pictures = self.pictures[index]
        if pictures is None:
            pictures = self.pictures[index] = self.stem_set(index) - idle(self.language)
        return pictures


class _Line:
    """A compiled sentence of a topic.

    ``pattern`` is a format for ``%``. ``places`` has, for each gap in it, the column of texts and the index of the
    slot.
    """

    def __init__(
        self, sentence: Sentence, slots: Sequence[str], column: Callable[[Ref], _Column], language: str
    ) -> None:
        self.pattern = "".join(part.replace("%", "%%") if isinstance(part, str) else "%s" for part in sentence.parts)
        self.places = [(column(ref), slots.index(ref.slot)) for ref in sentence.refs]
        self.fixed = frozenset(content_stems(sentence.fixed.replace("\ufffc", " "), language))
        # Each slot once: an author may name one thing twice on purpose.
        once = {slot: column for column, slot in reversed(self.places)}
        self.spoken = [(column, slot) for slot, column in once.items()]

    def set(self, drawn: Sequence[int]) -> str:
        return self.pattern % tuple(
            [column.texts[drawn[slot]] or column.text(drawn[slot]) for column, slot in self.places]
        )

    def least(self) -> int:
        """Return how many characters the sentence has at least, whatever fills its slots."""
        return len(self.pattern.replace("%s", "").replace("%%", "%")) + sum(
            min(map(len, map(column.text, range(len(column.texts))))) for column, _slot in self.places
        )

    def repeats(self, drawn: Sequence[int]) -> bool:
        said = self.fixed
        for column, slot in self.spoken:
            stems = column.stems[drawn[slot]]
            if stems is None:
                stems = column.stem_set(drawn[slot])
            if stems:
                if not said.isdisjoint(stems):
                    return True
                said = said | stems
        return False


class Filler:
    """A topic compiled for repeated drawing.

    ``locale`` is Faker's, for names of people, and ``length`` a key of ``LENGTHS``, which limits each sentence.
    ``guest`` fills the slot for a guest. ``cast`` is the name of the running character, "" for any. A topic without
    such a slot ignores these two. ``keys`` is how many different pairs the topic can make.
    """

    def __init__(
        self, topic: Topic, locale: str = "en_US", length: str = "any", *, guest: Guest = ANYBODY, cast: str = ""
    ) -> None:
        self.topic = topic
        self.language = language = topic.language
        if locale == names.DEFAULT:
            locale = of(language).locale
        self.own = topic.own
        self.guest = guest
        at_table = topic.guest
        self.names = frozenset(content_stems(guest.name, language) if at_table else ())
        self.limit = LENGTHS[length]
        self.slots = list(topic.slots)
        self.columns: dict[Ref, _Column] = {}
        raw = {slot: _entries(words, locale, guest, language) for slot, words in topic.slots.items()}
        self.lists = (
            {slot: naming(entries, guest, language) for slot, entries in raw.items()} if at_table else dict(raw)
        )
        if cast and topic.cast:
            self.lists[topic.cast] = tuple(row for row in self.lists[topic.cast] if named(row) == cast)  # type: ignore[assignment]
            raw[topic.cast] = self.lists[topic.cast]
        self.sizes = [len(self.lists[slot]) for slot in self.slots]
        self.title = self._line(topic.title)
        shared = (topic.opening, topic.closing) if topic.opening else ()
        self.shared = list(map(self._line, shared))
        self.lines = list(map(self._line, topic.claims))
        self.varied = self.slots.index(topic.vary) if topic.vary else None
        self.numbered = bool(topic.vary and topic.slots[topic.vary].numbers)
        keyed: dict[int, _Column] = {}
        for index, slot in enumerate(self.slots):
            if at_table:  # keys hold no name of the table
                keyed[index] = _Column([named(row) for row in raw[slot]], (), language)
            else:
                forms = topic.slots[slot].forms
                keyed[index] = self._column(Ref(slot, forms[0] if forms else None, ()))
        self.keyed = [(column, index) for index, column in keyed.items() if self.slots[index] != at_table]
        self.persons = {self.slots.index(slot) for slot in (at_table, topic.cast) if slot}
        # The next chapter of a story does not wait because a verb of it was in one of the last decks.
        self.unpictured = set(range(len(self.slots))) if topic.chapter else self.persons
        self.subject_places = [(keyed[self.slots.index(slot)], self.slots.index(slot)) for slot in topic.about]
        self.variable = keyed[self.varied] if self.varied is not None else None
        self.thrown = dict.fromkeys(REASONS, 0)
        self.drawn = 0

    def _line(self, source: str) -> _Line:
        return _Line(parse(source, self.topic.forms), self.slots, self._column, self.language)

    def _column(self, ref: Ref) -> _Column:
        if ref not in self.columns:
            forms = self.topic.slots[ref.slot].forms
            entries = self.lists[ref.slot]
            if forms is not None:
                place = forms.index(ref.form or forms[0])
                entries = [row[place] for row in entries]
            filters = [grammar.FILTERS[name] for name in ref.filters]
            self.columns[ref] = _Column(entries, filters, self.language)  # type: ignore[arg-type]
        return self.columns[ref]

    def count(self) -> int:
        """Return how many different pairs this topic can make, also counting those that ``draw`` would reject."""
        size = prod(size for index, size in enumerate(self.sizes) if index != self.varied)
        if self.numbered and self.topic.vary:
            numbers = [int(str(entry)) for entry in self.lists[self.topic.vary]]
            return size * sum(apart(one, other) for one, other in combinations(numbers, 2))
        return size * comb(len(self.lines) if self.varied is None else self.sizes[self.varied], 2)

    @cached_property
    def keys(self) -> int:
        """How many different pairs the topic can make: the cached result of ``count``."""
        return self.count()

    def survival(self, rng: Random, samples: int = 200) -> float:
        """Return which share (0 to 1) of ``samples`` draws is not rejected."""
        return sum(self.draw(rng) is not None for _ in range(samples)) / samples

    def draw(
        self, rng: Random, avoid: Sequence[AbstractSet[str]] = (), taken: AbstractSet[str] = frozenset()
    ) -> Filling | None:
        """Return one random pair, or None if it is rejected.

        It is rejected for a reason in ``REASONS``, such as a sentence that is too long; ``thrown`` counts each reason.
        It is also rejected, without being counted, if a word in a slot has its stem in one of the sets ``avoid``, or if
        an entry is in ``taken``.
        """
        random = rng.random
        drawn = [int(random() * size) for size in self.sizes]
        self.drawn += 1
        if avoid and self._shows(drawn, avoid):
            return None
        varied = self.varied
        one = int(random() * len(self.lines)) if varied is None else drawn[varied]
        other = int(random() * ((len(self.lines) if varied is None else self.sizes[varied]) - 1))
        other += other >= one
        if taken and not taken.isdisjoint(self._drawn_entries(drawn, other)):
            return None
        if varied is None:
            first = self.lines[one].set(drawn)
            second = self.lines[other].set(drawn)
            lines: tuple[_Line, ...] = (self.lines[one], self.lines[other])
        else:
            column = self.variable
            if self.numbered and column and not apart(int(column.text(one)), int(column.text(other))):
                return self._reject("same")
            line = self.lines[0]
            first = line.set(drawn)
            drawn[varied] = other
            second = line.set(drawn)
            if line.repeats(drawn):
                return self._reject("repeat")
            drawn[varied] = one
            lines = (line,)
        if first == second:
            return self._reject("same")
        if len(first) > self.limit or len(second) > self.limit:
            return self._reject("long")
        if not self.own and not -BALANCE <= len(first) - len(second) <= BALANCE:
            return self._reject("balance")
        title = self.title.set(drawn)
        if len(title) > TITLE_LIMIT:
            return self._reject("title")
        for line in lines if not self.own else ():
            if line.repeats(drawn):
                return self._reject("repeat")
        return self._filling(headline(title, self.language), first, second, one, other, drawn)

    def _reject(self, reason: str) -> Filling | None:
        self.thrown[reason] += 1
        return None

    def stuck(self, avoid: Sequence[AbstractSet[str]], dealt: Sequence[AbstractSet[str]]) -> bool:
        """Return whether the topic can make no pair that avoids the words and subjects given.

        That is so if every sentence is too long, if the only entry of a list has a word with its stem in one of the
        sets ``avoid``, or if each subject of a short list is in one of the sets ``dealt``.
        """
        if self.too_long:
            return True
        sure = self.lines if len(self.lines) == 2 else self.lines[:1]
        alone = {(slot, column) for line in sure for column, slot in line.spoken if self.sizes[slot] == 1}
        shown = [column.picture_set(0) - self.names for slot, column in alone if slot not in self.unpictured]
        over = (all(any(one in known for known in dealt) for one in told) for told in self.short)
        return any(over) or not all(one.isdisjoint(avoided) for one in shown for avoided in avoid)

    @cached_property
    def too_long(self) -> bool:
        """Whether no pair is possible because too few claims can be short enough."""
        fit = [line for line in self.lines if line.least() <= self.limit]
        return len(fit) < min(2, len(self.lines))

    @cached_property
    def short(self) -> list[frozenset[str]]:
        """The set of subjects of each slot in the topic's ``about`` that has at most ``FEW`` entries."""
        lists = [(column, self.sizes[slot]) for column, slot in self.subject_places if self.sizes[slot] <= FEW]
        return [frozenset(_subject(column.text(at), self.language) for at in range(size)) for column, size in lists]

    def _shows(self, drawn: Sequence[int], avoid: Sequence[AbstractSet[str]]) -> bool:
        """Return whether the first claim would have a word with its stem in one of the sets ``avoid``.

        ``drawn`` has the index of the entry for each slot. The slot that varies is not looked at.
        """
        for column, slot in self.lines[0].spoken:
            if slot not in self.unpictured and slot != self.varied:
                pictures = column.picture_set(drawn[slot]) - self.names
                if not all(shown.isdisjoint(pictures) for shown in avoid):
                    return True
        return False

    def _drawn_entries(self, drawn: Sequence[int], other: int) -> list[str]:
        entries = [column.text(drawn[slot]) for column, slot in self.keyed]
        return entries if self.variable is None else [*entries, self.variable.text(other)]

    def _filling(self, title: str, first: str, second: str, one: int, other: int, drawn: list[int]) -> Filling:
        entries = self._drawn_entries(drawn, other)
        values = [quoted(column.text(drawn[slot])) for column, slot in self.keyed if slot != self.varied]
        lines = [self.lines[one], self.lines[other]] if self.varied is None else self.lines[:1]
        if self.variable is not None:
            values += sorted((quoted(self.variable.text(one)), quoted(self.variable.text(other))))
        elif len(self.lines) > 2:  # which two of several claims were drawn is part of the key
            values.append("{}+{}".format(*sorted((one + 1, other + 1))))
        persons: set[str] = set()
        for slot in self.persons:
            persons.update(content_stems(named(self.lists[self.slots[slot]][drawn[slot]]), self.language))
        pictures: set[str] = set()
        for line in lines:
            for column, slot in line.spoken:
                if slot == self.varied:
                    pictures |= column.stem_set(one) | column.stem_set(other)
                elif slot not in self.unpictured:
                    pictures |= column.stem_set(drawn[slot])
        first = first if first[0].isupper() else capitalise(first)
        second = second if second[0].isupper() else capitalise(second)
        parts = self._parts(first, second, drawn)
        if self.language != ENGLISH:
            change = partial(contracted, language=self.language)
            parts, title = parts and parts.changed(change), change(title)
            first, second = parts.texts if parts else (change(first), change(second))
        return Filling(
            self.topic,
            title,
            first,
            second,
            self.topic.name if self.own else f"{self.topic.name}/{','.join(values)}",
            tuple([_subject(column.text(drawn[slot]), self.language) for column, slot in self.subject_places]),
            (one, other),
            tuple(entries),
            frozenset(pictures - idle(self.language) - persons),
            self.guest.name if self.topic.guest else "",
            frozenset(persons),
            parts,
        )

    def _parts(self, first: str, second: str, drawn: Sequence[int]) -> Parts | None:
        """Return the parts of two sentences, or None if the topic has whole claims.

        ``drawn`` has the index of the entry for each slot.
        """
        if not self.shared:
            return None
        opening, closing = (line.set(drawn) for line in self.shared)
        start, stop = len(opening) + 1, len(closing) + closing[:1].isalnum()
        endings = (first[start : len(first) - stop], second[start : len(second) - stop])
        return Parts(first[: len(opening)], endings, closing)


_subject = lru_cache(maxsize=None)(subject_form)


@cache
def idle(language: str = ENGLISH) -> frozenset[str]:
    """Return the stems of words that often end an entry but evoke no picture, such as “thing”."""
    return frozenset(stem(word, language) for word in words("idle", language))


def named(row: str | tuple[str, ...]) -> str:
    """Return an entry of a word list as one text: a row (a tuple) gives its first form."""
    return row if isinstance(row, str) else row[0]


def naming(
    entries: Sequence[str] | Sequence[tuple[str, ...]], guest: Guest, language: str = ENGLISH
) -> Sequence[str] | Sequence[tuple[str, ...]]:
    """Return entries with the guest's name for ``@name``, and the possessive of the name for ``@own``."""

    def fill(text: str) -> str:
        return text.replace("@name", guest.name).replace("@own", own) if "@" in text else text

    own = guest.forms(language)[1]

    return [fill(row) if isinstance(row, str) else tuple(map(fill, row)) for row in entries]  # type: ignore[return-value]


def _entries(listed: WordList, locale: str, guest: Guest, language: str) -> Sequence[str] | Sequence[tuple[str, ...]]:
    if listed.guest:
        return [guest.forms(language)]
    entries = names.pool(listed.faker, locale).entries if listed.faker else listed.entries
    if listed.faker == "person" and language != ENGLISH:
        return [(*row[:3], *_pronouns(row[3], language)) for row in entries]
    return entries


# ---------------------------------------------------------------------------------- titles of each card's own

LONGEST_PHRASE = 4  # words
ARTICLES = frozenset({"the", "a", "an", "every", "any", "each", "all", "one", "its"})
_PART = re.compile(r"[^,;:.!?“”()—]+")
_OWNER = re.compile(r"[’']s$|(?<=s)[’']$")


def phrases(text: str) -> list[str]:
    """Return the noun phrases of a sentence as possible titles, the best first.

    Whole phrases come first, then their parts, then single words. An article is kept before a thing (“a green hat”
    gives “the green hat”), but not before a name.
    """
    whole: dict[str, None] = {}
    apart: dict[str, None] = {}
    single: dict[str, None] = {}
    for part in _PART.findall(text):
        for phrase, article in _noun_phrases(part.split()):
            if not (phrase[0].islower() and not phrase[-1].islower()):  # “one law Copperwell passed”
                _note(whole, phrase, article)
            # A name begins or ends at a change of case: “explorer | Earl Ewing”, “Bad Pesto | sports club”.
            changes = [at for at in range(1, len(phrase)) if phrase[at - 1][0].isupper() != phrase[at][0].isupper()]
            for begin, end in pairwise([0, *changes, len(phrase)]):
                _note(apart, phrase[begin:end], article if begin == 0 else bool(article))
            for word in phrase:
                if word not in words("adjectives"):
                    _note(single, [word], article=False)
    return list({**whole, **apart, **single})


def _noun_phrases(said: list[str]) -> list[tuple[list[str], bool]]:
    """Return the runs of words that may be noun phrases, each with whether an article stands before it.

    ``said`` are the words of a clause. They are split at each word that names nothing (``_names_nothing``), at verbs,
    and after possessives.
    """
    runs: list[tuple[list[str], bool]] = []
    run: list[str] = []
    article = False
    for place, word in enumerate(said):
        # A verb by its neighbours: “to refuse soup”, “Return a faulty bicycle”.
        verb = said[place - 1] == "to" and word.islower() if place else len(said) > 1 and said[1] in ARTICLES
        if verb or _names_nothing(word):
            if run:
                runs.append((run, article))
            run, article = [], word.casefold() in ARTICLES
        elif run and _OWNER.search(said[place - 1]):
            runs.append((run, article))
            run, article = [word], True
        else:
            run.append(word)
    return [*runs, (run, article)] if run else runs


@cache
def _names_nothing(word: str) -> bool:
    """Return whether a word names no thing or person.

    Such words are articles and the like, prepositions, common verbs, adverbs in -ly, numbers in figures, and words that
    are too short.
    """
    plain = word.strip("’'-").casefold()
    return (
        len(plain) < 2
        or (len(plain) < 3 and not word[0].isupper())
        or plain.isdigit()
        or (plain in STOP and plain != "last")
        or plain in words("prepositions")
        or plain in words("frame-verbs")
        or (plain.endswith("ly") and word.islower() and plain not in words("nouns-in-ly"))
    )


def _note(titles: dict[str, None], run: list[str], article: bool) -> None:
    text = _OWNER.sub("", " ".join(run)).strip("’'-")
    # A part of a name is no title where it would read as what something is like: “Upper Brioche”, “Ludo the Loud”.
    last = run[-1].casefold() if len(run) == 1 else run[-1]
    if not text or len(run) > LONGEST_PHRASE or last in words("adjectives") or _names_nothing(text):
        return
    if article and text[0].islower() and len(text) + 4 <= TITLE_LIMIT:
        text = f"the {text}"
    if len(text) <= TITLE_LIMIT:
        titles.setdefault(text)


def own_titles(first: str, second: str, taken: set[str], rng: Random) -> tuple[str, str]:
    """Return two different titles, one for each of two sentences, and add both, casefolded, to ``taken``.

    A title in ``taken`` is not used again. Titles are words of the sentence; ``rng`` decides which sentence chooses
    first.
    """
    shared = _stems(first) & _stems(second)
    ones, others = _offers(first, shared), _offers(second, shared)
    swapped = rng.random() < 0.5
    if swapped:
        ones, others = others, ones
    # Phrases of both halves come before those of one, and whole phrases before single words: the places added up.
    for (_, one), (_, other) in sorted(product(ones, others), key=lambda both: both[0][0] + both[1][0]):
        folded = {one.casefold(), other.casefold()}
        if len(folded) == 2 and folded.isdisjoint(taken) and _stems(one).isdisjoint(_stems(other)):
            taken.update(folded)
            return (other, one) if swapped else (one, other)
    # Hardly a word in it: the beginning and the end, numbered where they were taken.
    begin, end = (phrases(first) or [first])[0], (phrases(second) or [second])[-1]
    return numbered(headline(begin), taken), numbered(headline(end), taken)


DISPUTED = 100  # added to the place of a phrase that only one half has


def _offers(text: str, shared: frozenset[str]) -> list[tuple[int, str]]:
    """Return (rank, title) for each possible title of a sentence; 0 is the best rank.

    ``shared`` has the stems of the words that both sentences of the pair have. A title with other words ranks
    ``DISPUTED`` places lower.
    """
    return [
        (place + (0 if _stems(phrase) <= shared else DISPUTED), headline(phrase))
        for place, phrase in enumerate(phrases(text))
    ]


@lru_cache(maxsize=4096)
def _stems(title: str) -> frozenset[str]:
    return frozenset(content_stems(title))


def numbered(title: str, taken: set[str]) -> str:
    """Return the title, with a number at the end if it is in ``taken``, and add the result to ``taken``.

    ``taken`` has casefolded titles. A title that is too long for a card is cut.
    """
    number = 2
    made = title = title[:TITLE_LIMIT].strip()
    while made.casefold() in taken:
        made, number = f"{title[: TITLE_LIMIT - 4].strip()} {number}", number + 1
    taken.add(made.casefold())
    return made


if __name__ == "__main__":
    main()
