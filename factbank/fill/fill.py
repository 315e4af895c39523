"""Fill one topic: draw entries for its slots and set two sentences and a title, or throw the filling back."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import combinations
from random import Random
from typing import NamedTuple

from factbank.english import grammar, names
from factbank.english.lists import words
from factbank.english.spelling import capitalise, content_stems, headline, stem, subject_form
from factbank.fill.guests import Guest
from factbank.packs.sentence import Ref, Sentence, parse
from factbank.packs.topic import Topic
from factbank.packs.wordlist import WordList, apart

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
