"""Fill one topic: draw entries for its slots and set two sentences and a title in the right forms of its words."""

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from itertools import combinations, pairwise, product
from pathlib import Path
from random import Random
from typing import NamedTuple

from factbank.english import grammar, names
from factbank.english.grammar import STOP, WORD_IN, capitalise, content_stems, headline, stem, subject_form
from factbank.english.lists import words
from factbank.errors import FactError
from factbank.packs.reader import BUILT_IN, FAKER_KINDS, Pack, Ref, Sentence, Topic, WordList, apart, parse, read
from liarsdeck.files import write_atomic

_AFTER_NOUN = words("prepositions")


def entry_nouns(entry: str) -> list[str]:
    """Return the stems of what are nouns in an entry: its last word, and every word before a preposition."""
    found = []
    said = WORD_IN.findall(entry)
    for word, following in zip(said, [*said[1:], None], strict=True):
        if (following is None or following in _AFTER_NOUN) and word.islower() and len(word) > 2 and word not in STOP:
            found.append(stem(word))
    return found


@cache
def list_nouns(entries: tuple[str, ...] | tuple[tuple[str, ...], ...]) -> frozenset[str]:
    """Return the stems of the nouns of a word list, rows by their first form."""
    found: set[str] = set()
    for row in entries[:1000]:
        found.update(entry_nouns(row if isinstance(row, str) else row[0]))
    return frozenset(found)


FORMS = Path(__file__).parent / "english" / "forms"
_learnt: set[str] = set()
_nouns: dict[str, frozenset[str]] = {}


def load_forms(packs: Iterable[Pack]) -> None:
    """Teach the grammar the forms of some packs' words. Packs that aren't ours have no table."""
    for pack in packs:
        path = FORMS / f"{pack.name}.json"
        if pack.built_in and pack.name not in _learnt and path.is_file():
            table = json.loads(path.read_bytes())
            grammar.learn(table["plural"], table["a"])
            _nouns[pack.name] = frozenset(table["nouns"])
            _learnt.add(pack.name)


def nouns_of(pack: Pack) -> frozenset[str]:
    """Return the stems of the nouns that a pack's lists hold, from its table if it has been loaded."""
    if pack.built_in and pack.name in _nouns:
        return _nouns[pack.name]
    return frozenset().union(*(list_nouns(listed.entries) for listed in pack.words.values() if not listed.numbers))


def table_of(pack: Pack) -> dict[str, dict[str, str] | list[str]]:
    """Return every plural and every article that a pack's templates can ask for, asked of the library; its nouns."""
    made: dict[str, dict[str, str]] = {"plural": {}, "a": {}}
    ask = {"plural": grammar.ask_plural, "a": grammar.ask_a}
    done = set()
    for topic in pack.topics:
        for source in (topic.title, *topic.claims):
            for ref in parse(source, topic.forms).refs:
                found = topic.slots[ref.slot]
                if not {"plural", "a"} & set(ref.filters) or (found.entries, ref.form, ref.filters) in done:
                    continue
                done.add((found.entries, ref.form, ref.filters))
                place = found.forms.index(ref.form) if found.forms and ref.form else 0
                for row in found.entries:
                    text = row if isinstance(row, str) else row[place]
                    for name in ref.filters:
                        if name in ask:
                            table = made[name]
                            if text not in table:
                                table[text] = ask[name](text)
                            text = table[text]
                        else:
                            text = grammar.FILTERS[name](text)
    lists = (listed.entries for listed in pack.words.values() if not listed.numbers)
    nouns = sorted(frozenset().union(*map(list_nouns, lists)))
    return {**{name: dict(sorted(table.items())) for name, table in made.items()}, "nouns": nouns}


def format_table(table: dict[str, dict[str, str] | list[str]]) -> bytes:
    """Return the bytes of a pack's table."""
    return (json.dumps(table, ensure_ascii=False, indent=0) + "\n").encode()


def main() -> None:
    """Write the tables of all built-in packs anew, and the default locale's names."""
    built_in = set()
    for path in sorted(BUILT_IN.glob("*.toml")):
        pack, _ = read(path)
        built_in.add(pack.name)
        write_atomic(FORMS / f"{pack.name}.json", format_table(table_of(pack)))
    for path in FORMS.glob("*.json"):
        if path.stem not in built_in:
            path.unlink()
    import faker

    for kind in FAKER_KINDS:
        made = names.draw(kind, names.DEFAULT)
        write_atomic(names.READY / f"{names.DEFAULT}-{kind}.json", names.format_pool(made, faker.VERSION))


NAME_LIMIT = 30  # characters
SHORT = 12  # characters of a name in a title
GUESTS_LIMIT = 20
PRONOUNS = {"she": ("she", "her", "her"), "he": ("he", "him", "his"), "they": ("they", "them", "their")}


class Guest(NamedTuple):
    """Somebody at the table; ``pronoun`` is she, he, they or "" for whoever is called by name alone."""

    name: str
    pronoun: str = ""

    @property
    def row(self) -> tuple[str, ...]:
        """The forms that a slot for guests has, in the order of ``wordlist.GUEST_FORMS``."""
        short = shortened(self.name)
        return (self.name, f"{self.name}’s", short, f"{short}’s", *PRONOUNS.get(self.pronoun, ("", "", "")))


def shortened(name: str) -> str:
    """Return a name as a title bears it: whole, or its first part, or its initial."""
    if len(name) <= SHORT:
        return name
    first = name.replace("-", " ").split(" ")[0]
    return first if 2 <= len(first) <= SHORT else f"{name[0]}."


def parse_guest(text: str) -> Guest:
    """Read ``Ann``, ``Bob:he``, ``Kim:they``. Raises ``FactError``."""
    name, colon, pronoun = unicodedata.normalize("NFC", text).rpartition(":")
    if not colon:
        name, pronoun = pronoun, ""
    name = " ".join(name.replace("'", "’").split())
    pronoun = pronoun.strip().casefold()
    pronoun = {"her": "she", "him": "he", "them": "they", "none": "", "f": "she", "m": "he"}.get(pronoun, pronoun)
    if pronoun and pronoun not in PRONOUNS:
        raise FactError(f"“{text[:60]}” is no guest: after the colon stands {', '.join(PRONOUNS)} or nothing")
    if not any(sign.isalpha() for sign in name):
        raise FactError(f"“{text[:60]}” is no guest: a name has a letter in it")
    if len(name) > NAME_LIMIT:
        raise FactError(f"the name “{name[:40]}” has {len(name)} characters; {NAME_LIMIT} fit into a fact")
    if not name.isprintable() or any(sign in '"“”{}%' for sign in name):
        raise FactError(f"the name “{name}” holds a sign that no fact can say")
    return Guest(name, pronoun)


def parse_guests(texts: Iterable[str]) -> tuple[Guest, ...]:
    """Read all guests; a text may hold several with commas between. Raises ``FactError``, for a doubled name too."""
    guests: dict[str, Guest] = {}
    for text in texts:
        for part in text.split(","):
            if not part.strip():
                continue
            guest = parse_guest(part)
            if guest.name.casefold() in guests:
                raise FactError(f"the guest “{guest.name}” is named twice: let one be Ann B, say")
            guests[guest.name.casefold()] = guest
    if len(guests) > GUESTS_LIMIT:
        raise FactError(f"there are {len(guests)} guests; facts are about {GUESTS_LIMIT} at most")
    return tuple(guests.values())


def share_out(guests: int, pairs: int) -> int:
    """Return how many pairs of a deck are about guests: three to five for up to five guests, from six on one each.

    Raises ``FactError`` when the deck has fewer pairs than guests.
    """
    if guests > pairs:
        raise FactError(f"{guests} guests want a fact each, but the deck has {pairs} pairs: ask for more pairs")
    wanted = {0: 0, 1: 3, 2: 4}.get(guests, guests)
    return min(wanted, pairs)


TITLE_LIMIT = 24
LENGTHS = {"any": 90, "short": 60}
BALANCE = 12  # characters by which the two halves may differ
ANYBODY = Guest("Anna", "she")  # in a topic for guests that is read without any
REASONS = ("same", "long", "title", "balance", "repeat")


class Filling(NamedTuple):
    """One pair before it has card numbers. ``first`` and ``second`` stand in the order in which they were drawn.

    ``drawn`` are the places of the two claims (or varied values) in the topic; ``entries`` the texts of the slots;
    ``pictures`` the stems of every word of content that the slots say; ``guest`` whom of the table the pair is about;
    ``persons`` the stems of the names of guests and running characters.
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


def quoted(value: str) -> str:
    """Write an entry so that it can stand in a key: the signs that part a key's fields are escaped."""
    if "," in value or "/" in value or "%" in value:
        return value.replace("%", "%25").replace(",", "%2C").replace("/", "%2F")
    return value


class _Column:
    """The entries of one slot under one form and its filters, set when first needed, with their content stems."""

    def __init__(self, entries: Sequence[str], filters: Sequence[Callable[[object], str]]) -> None:
        self.entries = entries
        self.filters = filters
        self.texts: list[str | None] = [None] * len(entries)
        self.stems: list[frozenset[str] | None] = [None] * len(entries)
        self.pictures: list[frozenset[str] | None] = [None] * len(entries)

    def text(self, index: int) -> str:
        found = self.texts[index]
        if found is None:
            found = self.entries[index]
            for change in self.filters:
                found = change(found)
            self.texts[index] = found
        return found

    def stem_set(self, index: int) -> frozenset[str]:
        found = self.stems[index]
        if found is None:
            found = self.stems[index] = frozenset(content_stems(self.text(index)))
        return found

    def picture_set(self, index: int) -> frozenset[str]:
        found = self.pictures[index]
        if found is None:
            found = self.pictures[index] = self.stem_set(index) - idle()
        return found


class _Line:
    """A sentence made ready: a format, and which column of which slot fills each place."""

    def __init__(self, sentence: Sentence, slots: Sequence[str], column: Callable[[Ref], _Column]) -> None:
        self.pattern = "".join(part.replace("%", "%%") if isinstance(part, str) else "%s" for part in sentence.parts)
        self.places = [(column(ref), slots.index(ref.slot)) for ref in sentence.refs]
        self.fixed = frozenset(content_stems(sentence.fixed.replace("\ufffc", " ")))
        # Each slot once: an author may name one thing twice on purpose.
        once = {slot: column for column, slot in reversed(self.places)}
        self.spoken = [(column, slot) for slot, column in once.items()]

    def set(self, drawn: Sequence[int]) -> str:
        return self.pattern % tuple([column.text(drawn[slot]) for column, slot in self.places])

    def repeats(self, drawn: Sequence[int]) -> bool:
        said = self.fixed
        for column, slot in self.spoken:
            stems = column.stem_set(drawn[slot])
            if stems:
                if not said.isdisjoint(stems):
                    return True
                said = said | stems
        return False


class Filler:
    """A topic made ready to be filled. ``draw`` is fast: nothing is read or compiled any more."""

    def __init__(
        self, topic: Topic, locale: str = "en_US", length: str = "any", *, guest: Guest = ANYBODY, cast: str = ""
    ) -> None:
        self.topic = topic
        self.guest = guest
        at_table = topic.guest
        self.names = frozenset(content_stems(guest.name) if at_table else ())
        self.limit = LENGTHS[length]
        self.slots = list(topic.slots)
        self.columns: dict[Ref, _Column] = {}
        raw = {slot: _entries(words, locale, guest) for slot, words in topic.slots.items()}
        self.lists = {slot: naming(found, guest) for slot, found in raw.items()} if at_table else dict(raw)
        if cast and topic.cast:
            self.lists[topic.cast] = tuple(row for row in self.lists[topic.cast] if named(row) == cast)  # type: ignore[assignment]
            raw[topic.cast] = self.lists[topic.cast]
        self.sizes = [len(self.lists[slot]) for slot in self.slots]
        self.title = _Line(parse(topic.title, topic.forms), self.slots, self._column)
        self.lines = [_Line(parse(claim, topic.forms), self.slots, self._column) for claim in topic.claims]
        self.varied = self.slots.index(topic.vary) if topic.vary else None
        self.numbered = bool(topic.vary and topic.slots[topic.vary].numbers)
        self.keyed = [
            (
                _Column([named(row) for row in raw[slot]], ())  # keys hold no name of the table
                if at_table
                else self._column(Ref(slot, forms[0] if (forms := topic.slots[slot].forms) else None, ())),
                index,
            )
            for index, slot in enumerate(self.slots)
            if slot != at_table
        ]
        keyed = {index: column for column, index in self.keyed}
        self.unpictured = {self.slots.index(slot) for slot in (at_table, topic.cast) if slot}
        self.subject_places = [(keyed[self.slots.index(slot)], self.slots.index(slot)) for slot in topic.about]
        self.variable = keyed[self.varied] if self.varied is not None else None
        self.thrown = dict.fromkeys(REASONS, 0)
        self.drawn = 0

    def _column(self, ref: Ref) -> _Column:
        if ref not in self.columns:
            words = self.topic.slots[ref.slot]
            entries = self.lists[ref.slot]
            if words.forms is not None:
                place = words.forms.index(ref.form or words.forms[0])
                entries = [row[place] for row in entries]
            self.columns[ref] = _Column(entries, [grammar.FILTERS[name] for name in ref.filters])  # type: ignore[arg-type]
        return self.columns[ref]

    def count(self) -> int:
        """Return the exact number of different keys that this topic can make, before any is thrown back."""
        size = 1
        for index, many in enumerate(self.sizes):
            if index != self.varied:
                size *= many
        return size * len(self.choices())

    def choices(self) -> list[tuple[int, int]]:
        """Return every two claims, or every two varied values, that make a pair."""
        many = len(self.lines) if self.varied is None else self.sizes[self.varied]
        every = combinations(range(many), 2)
        if self.numbered and self.topic.vary:
            numbers = [int(str(entry)) for entry in self.lists[self.topic.vary]]
            return [(one, other) for one, other in every if apart(numbers[one], numbers[other])]
        return list(every)

    def draw(self, rng: Random, avoid: Sequence[AbstractSet[str]] = ()) -> Filling | None:
        """Fill the topic once; None when the filling is thrown back (``thrown`` counts why).

        Nor is one made of entries that hold a picture to ``avoid``: those are seen before anything is set.
        """
        random = rng.random
        drawn = [int(random() * size) for size in self.sizes]
        self.drawn += 1
        if avoid and self._shows(drawn, avoid):
            return None
        varied = self.varied
        if varied is None:
            many = len(self.lines)
            one = int(random() * many)
            other = int(random() * (many - 1))
            other += other >= one
            first = self.lines[one].set(drawn)
            second = self.lines[other].set(drawn)
            lines: tuple[_Line, ...] = (self.lines[one], self.lines[other])
        else:
            one = drawn[varied]
            other = int(random() * (self.sizes[varied] - 1))
            other += other >= one
            column = self.variable
            if self.numbered and column and not apart(int(column.text(one)), int(column.text(other))):
                self.thrown["same"] += 1
                return None
            line = self.lines[0]
            first = line.set(drawn)
            drawn[varied] = other
            second = line.set(drawn)
            if line.repeats(drawn):
                self.thrown["repeat"] += 1
                return None
            drawn[varied] = one
            lines = (line,)
        if first == second:
            self.thrown["same"] += 1
            return None
        if len(first) > self.limit or len(second) > self.limit:
            self.thrown["long"] += 1
            return None
        if not -BALANCE <= len(first) - len(second) <= BALANCE:
            self.thrown["balance"] += 1
            return None
        title = self.title.set(drawn)
        if len(title) > TITLE_LIMIT:
            self.thrown["title"] += 1
            return None
        for line in lines:
            if line.repeats(drawn):
                self.thrown["repeat"] += 1
                return None
        return self._filling(headline(title), first, second, one, other, drawn)

    def _shows(self, drawn: Sequence[int], avoid: Sequence[AbstractSet[str]]) -> bool:
        """Tell whether the first claim, its varied value apart, would show one of these pictures."""
        for column, slot in self.lines[0].spoken:
            if slot not in self.unpictured and slot != self.varied:
                pictures = column.picture_set(drawn[slot]) - self.names
                if not all(shown.isdisjoint(pictures) for shown in avoid):
                    return True
        return False

    def _filling(self, title: str, first: str, second: str, one: int, other: int, drawn: list[int]) -> Filling:
        entries = [column.text(drawn[slot]) for column, slot in self.keyed]
        values = [quoted(column.text(drawn[slot])) for column, slot in self.keyed if slot != self.varied]
        column = self.variable
        if column is not None:
            values += sorted((quoted(column.text(one)), quoted(column.text(other))))
            entries.append(column.text(other))
        elif len(self.lines) > 2:
            # Of several claims two were drawn; which two belongs to what was filled in.
            values.append("{}+{}".format(*sorted((one + 1, other + 1))))
        return Filling(
            self.topic,
            title,
            first if first[0].isupper() else capitalise(first),
            second if second[0].isupper() else capitalise(second),
            f"{self.topic.pack}/{self.topic.id}/{','.join(values)}",
            tuple([_subject(column.text(drawn[slot])) for column, slot in self.subject_places]),
            (one, other),
            tuple(entries),
            self._pictures(one, other, drawn),
            self.guest.name if self.topic.guest else "",
            self._persons(drawn),
        )

    def _persons(self, drawn: list[int]) -> frozenset[str]:
        found: set[str] = set()
        for slot in self.unpictured:
            found.update(content_stems(named(self.lists[self.slots[slot]][drawn[slot]])))
        return frozenset(found)

    def _pictures(self, one: int, other: int, drawn: list[int]) -> frozenset[str]:
        """Return the stems of what the slots say in both halves, the names of guests and running characters apart."""
        found: set[str] = set()
        for line in (
            {self.lines[0], self.lines[-1]} if self.varied is not None else {self.lines[one], self.lines[other]}
        ):
            for column, slot in line.spoken:
                if slot == self.varied:
                    found |= column.stem_set(one) | column.stem_set(other)
                elif slot not in self.unpictured:
                    found |= column.stem_set(drawn[slot])
        return frozenset(found - idle() - self._persons(drawn))

    def survival(self, rng: Random, samples: int = 200) -> float:
        """Return the sampled share of fillings that are not thrown back."""
        return sum(self.draw(rng) is not None for _ in range(samples)) / samples


_subjects: dict[str, str] = {}


def _subject(entry: str) -> str:
    found = _subjects.get(entry)
    if found is None:
        found = _subjects[entry] = subject_form(entry)
    return found


@cache
def idle() -> frozenset[str]:
    """Return the stems of words that end entries without being pictures."""
    return frozenset(stem(word) for word in words("idle"))


def named(row: str | tuple[str, ...]) -> str:
    """Return what an entry is called: itself, or the first form of a row."""
    return row if isinstance(row, str) else row[0]


def naming(
    entries: Sequence[str] | Sequence[tuple[str, ...]], guest: Guest
) -> Sequence[str] | Sequence[tuple[str, ...]]:
    """Return entries with the guest's name where they say ``@name`` or ``@own`` (Ann’s)."""

    def said(text: str) -> str:
        return text.replace("@name", guest.name).replace("@own", f"{guest.name}’s") if "@" in text else text

    return [said(row) if isinstance(row, str) else tuple(map(said, row)) for row in entries]  # type: ignore[return-value]


def _entries(listed: WordList, locale: str, guest: Guest) -> Sequence[str] | Sequence[tuple[str, ...]]:
    if listed.guest:
        return [guest.row]
    return names.pool(listed.faker, locale).entries if listed.faker else listed.entries


LONGEST_PHRASE = 4  # words
ARTICLES = frozenset({"the", "a", "an", "every", "any", "each", "all", "one", "its"})
_PART = re.compile(r"[^,;:.!?“”()—]+")
_OWNER = re.compile(r"[’']s$|(?<=s)[’']$")


def phrases(text: str) -> list[str]:
    """Return the noun phrases of a sentence as titles: whole ones first, then names and things apart, then words.

    An article before a thing is said (“a green hat” gives “The Green Hat”); before a name it is not.
    """
    whole: dict[str, None] = {}
    apart: dict[str, None] = {}
    single: dict[str, None] = {}
    for part in _PART.findall(text):
        for thing, article in _chunks(part.split()):
            if not (thing[0].islower() and not thing[-1].islower()):  # “one law Copperwell passed”
                _note(whole, thing, article)
            cuts = [0, *(place for place in range(1, len(thing)) if _parts(thing, place)), len(thing)]
            for begin, end in pairwise(cuts):
                _note(apart, thing[begin:end], article if begin == 0 else bool(article))
            for word in thing:
                if word not in words("adjectives"):
                    _note(single, [word], article=False)
    return list({**whole, **apart, **single})


def _chunks(said: list[str]) -> list[tuple[list[str], bool]]:
    """Part words where one only holds the sentence together; each run with whether an article stands before it."""
    found: list[tuple[list[str], bool]] = []
    run: list[str] = []
    article = False
    for place, word in enumerate(said):
        if _holds(word) or _does(said, place):
            if run:
                found.append((run, article))
            run, article = [], word.casefold() in ARTICLES
        elif run and _OWNER.search(said[place - 1]):
            found.append((run, article))
            run, article = [word], True
        else:
            run.append(word)
    return [*found, (run, article)] if run else found


@cache
def _holds(word: str) -> bool:
    """Tell whether a word names nothing: of grammar, of doing, of manner, or a number in figures."""
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


def _does(said: list[str], place: int) -> bool:
    """Tell by its neighbours whether a word is a verb: “to refuse soup”, “Return a faulty bicycle”."""
    if place == 0:
        return len(said) > 1 and said[1] in ARTICLES
    return said[place - 1] == "to" and said[place].islower()


def _parts(run: list[str], place: int) -> bool:
    """Tell whether a name begins or ends here: “explorer | Earl Ewing”, “Bad Pesto | sports club”."""
    return run[place - 1][0].isupper() != run[place][0].isupper()


def _note(found: dict[str, None], run: list[str], article: bool) -> None:
    text = _OWNER.sub("", " ".join(run)).strip("’'-")
    if not text or len(run) > LONGEST_PHRASE or run[-1] in words("adjectives"):
        return
    if article and text[0].islower() and len(text) + 4 <= TITLE_LIMIT:
        text = f"the {text}"
    if len(text) <= TITLE_LIMIT:
        found.setdefault(text)


def own_titles(first: str, second: str, taken: set[str], rng: Random) -> tuple[str, str]:
    """Return a title for each of two sentences, and note them in ``taken`` (in casefolded form)."""
    shared = _stems(first) & _stems(second)
    ones, others = _offers(first, shared), _offers(second, shared)
    swapped = rng.random() < 0.5
    if swapped:
        ones, others = others, ones
    # What both halves say before what one says, and whole phrases before single words: the two places added up.
    for (_, one), (_, other) in sorted(product(ones, others), key=lambda both: both[0][0] + both[1][0]):
        if {one.casefold(), other.casefold()} & taken or not _apart(one, other):
            continue
        taken.update((one.casefold(), other.casefold()))
        return (other, one) if swapped else (one, other)
    # Hardly a word in it: the beginning and the end, numbered where they were taken.
    return numbered(headline((phrases(first) or [first])[0]), taken), numbered(
        headline((phrases(second) or [second])[-1]), taken
    )


DISPUTED = 100  # stands behind every phrase of both halves


def _offers(text: str, shared: frozenset[str]) -> list[tuple[int, str]]:
    """Return the titles of a sentence with how far each stands from the best."""
    return [
        (place + (0 if _stems(found) <= shared else DISPUTED), headline(found))
        for place, found in enumerate(phrases(text))
    ]


@lru_cache(maxsize=4096)
def _stems(title: str) -> frozenset[str]:
    return frozenset(content_stems(title))


def _apart(one: str, other: str) -> bool:
    return one.casefold() != other.casefold() and _stems(one).isdisjoint(_stems(other))


def numbered(title: str, taken: set[str]) -> str:
    """Return a title, with a number where it is taken, and note it in ``taken`` (in casefolded form)."""
    number = 2
    found = title = title[:TITLE_LIMIT].strip()
    while found.casefold() in taken:
        found, number = f"{title[: TITLE_LIMIT - 4].strip()} {number}", number + 1
    taken.add(found.casefold())
    return found


if __name__ == "__main__":
    main()
