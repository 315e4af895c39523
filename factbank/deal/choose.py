"""Choose the pairs of one deck: rule 2 (nothing else contradicts), no echo, difficulty, voices, guests, and the ledger.

Unique keys, titles, sentences and subjects are hard. The rest are goals; where packs leave no other way they give in
one after the other, in the order of ``GOALS``, and what gave in is counted. A table's own jokes all come out: several
may be about one person, and one whose title is taken gets a number. Topics whose sentences would add one lock word
("only", "just") or one beginning too many (see `factbank.deal.worn`) are tried last at every step.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from random import Random
from typing import NamedTuple

from factbank.deal.alike import beginning, likeness
from factbank.deal.ledger import Seen
from factbank.deal.nouns import Nouns
from factbank.deal.plan import CAST_FROM, CAST_THRICE, GOALS, LEVELS, DeckTally, is_spoken, plan, spoken_pairs
from factbank.deal.worn import Worn
from factbank.english.spelling import capitalise, content_stems
from factbank.errors import FactError
from factbank.fill.fill import ANYBODY, Filler, Filling, named
from factbank.fill.guests import Guest, share_out
from factbank.fill.titles import numbered
from factbank.packs.topic import KINDS, Topic
from liarsdeck.english import listed

ATTEMPTS = 6
TRIES = 80
LAST_TRIES = 400
LIKENESSES = 24  # candidates among which a hard deck looks for a near-namesake
ALL_KINDS = frozenset(KINDS)
ASKED = len(GOALS) + 1  # the level at which a joke comes out all the same: subject and title may be in the deck already


class Chosen(NamedTuple):
    """The pairs of a deck, how often each goal gave in, and which recent subjects came again."""

    fillings: tuple[Filling, ...]
    relaxed: Counter[str]
    repeated: tuple[str, ...]


class Company(NamedTuple):
    """Whom a deck is about: the guests; and the topics every one of which is to come out (one's own jokes)."""

    guests: tuple[Guest, ...] = ()
    jokes: tuple[Topic, ...] = ()


def choose(
    topics: Sequence[Topic],
    pairs: int,
    difficulty: str,
    rng: Random,
    *,
    seen: Seen | None = None,
    nouns: frozenset[str] = frozenset(),
    locale: str = "en_US",
    length: str = "any",
    company: Company | None = None,
) -> Chosen:
    """Choose the pairs of a deck. Raises ``FactError`` when the topics can't fill it at all."""
    fillers: dict[tuple[str, str], Filler] = {}
    best: tuple[tuple[int, ...], Chosen] | None = None
    failed: FactError | None = None
    for _ in range(ATTEMPTS):
        draw = _Draw(topics, pairs, difficulty, Random(rng.getrandbits(64)), seen or Seen(), nouns, fillers)
        draw.locale, draw.length, draw.company = locale, length, company or Company()
        try:
            found = draw.run()
        except FactError as error:
            failed = error
            continue
        cost = tuple(found.relaxed[goal] for goal in reversed(GOALS))
        if best is None or cost < best[0]:
            best = (cost, found)
        if not any(cost):
            break
    if best is None:
        assert failed is not None
        raise failed
    return best[1]


class _Draw:
    """One attempt at a deck."""

    def __init__(
        self,
        topics: Sequence[Topic],
        pairs: int,
        difficulty: str,
        rng: Random,
        seen: Seen,
        nouns: frozenset[str],
        fillers: dict[tuple[str, str], Filler],
    ) -> None:
        own = [topic for topic in topics if not topic.guest]
        self.for_guests = [topic for topic in topics if topic.guest]
        self.for_cast = [topic for topic in own if topic.cast]
        # Running characters are drawn on purpose; only packs that hold nothing else are drawn from at random.
        self.topics = [topic for topic in own if not topic.cast] or own
        self.pairs = pairs
        self.difficulty = difficulty
        self.rng = rng
        self.seen = seen
        self.fillers = fillers
        self.locale, self.length = "en_US", "any"
        self.company = Company()
        self.out: list[Filling] = []
        self.keys: set[str] = set()
        self.titles: set[str] = set()
        self.starts: set[str] = set()
        self.texts: set[str] = set()
        self.subjects: set[str] = set()
        self.pictures: set[str] = set()
        self.nouns = Nouns(nouns)
        self.worn = Worn(pairs)
        self.tally = DeckTally(pairs)
        self.relaxed: Counter[str] = Counter()
        self.repeated: list[str] = []
        self.dealt_before = False  # whether the ledger kept a pair out
        self.dry: dict[tuple[str, str], int] = {}  # the level up to which a topic has nothing left

    def run(self) -> Chosen:
        """Draw what is wanted by name, the groups of twins, then the rarer kinds, then the landmarks."""
        make_up = plan(self.pairs, self.difficulty)
        self.jokes()
        self.guests()
        self.cast()
        wanted = Counter(self.tally.kinds)  # by name; twins come beside the kinds' shares
        for size in make_up.twins:
            if len(self.out) + size <= self.pairs:
                self.twins(size)
        spoken = spoken_pairs(self.pairs)
        for kinds, many in ((("swap", "number"), make_up.other), (("mirror",), make_up.mirror)):
            drawn = sum(wanted[kind] for kind in kinds)
            for _ in range(min(many - drawn, self.pairs - len(self.out))):
                self.single(self.topics, kinds)
        while len(self.out) < self.pairs:
            if self.tally.spoken < spoken:
                speaking = [topic for topic in self.topics if is_spoken(topic) and topic.kind == "landmark"]
                if self.single(speaking, ("landmark",), levels=LEVELS["kind"]):
                    continue
                spoken = 0
            self.single(self.topics, ("landmark",))
        self.rng.shuffle(self.out)
        return Chosen(tuple(self.out), self.relaxed, tuple(sorted(set(self.repeated))))

    def jokes(self) -> None:
        """Draw a pair of each joke, whatever goals that breaks: these were asked for."""
        for topic in self.company.jokes[: self.pairs]:
            for level in (ASKED,) if topic.single else range(ASKED + 1):
                fits = self.tally.fits(topic, ALL_KINDS, level, self.seen.frames)
                filling = self.fill(topic, level) if fits else None
                if filling:
                    self.take(filling._replace(title=numbered(filling.title, set(self.titles))))
                    break
            else:
                raise FactError(f"{self.said_twice(topic)} is said by two of your jokes: take one of them out")
        self.relaxed.clear()

    def said_twice(self, topic: Topic) -> str:
        """Return the sentence of a joke that the deck holds already, or what else is known of the joke."""
        found = self.filler(topic, ANYBODY, "").draw(self.rng)
        said = [text for text in ((found.first, found.second) if found else ()) if text.casefold() in self.texts]
        return f"“{said[0]}”" if said else f"what the joke {topic.name} makes"

    def guests(self) -> None:
        """Draw the pairs about guests, spread evenly: nobody twice before everybody once."""
        guests = list(self.company.guests)
        if not guests:
            return
        if not self.for_guests:
            raise FactError("no pack here holds facts about guests: let the built-in ones in, or leave the guests out")
        for guest in guests:
            self.pictures.update(content_stems(guest.name))
        many = min(share_out(len(guests), self.pairs), self.pairs - len(self.out))
        self.rng.shuffle(guests)
        for turn in range(many):
            guest = guests[turn % len(guests)]
            fitting = [topic for topic in self.for_guests if guest.pronoun or not says_pronoun(topic)]
            try:
                self.single(fitting, ALL_KINDS, guest=guest)
            except FactError:
                help_by = "give a shorter one" if self.length == "any" else f"leave --length {self.length} out"
                raise FactError(f"no fact is left that the name “{guest.name}” fits into: {help_by}") from None

    def cast(self) -> None:
        """Draw two or three pairs about one running character, of separate topics."""
        if self.pairs < CAST_FROM or not self.for_cast or not any(not topic.cast for topic in self.topics):
            return
        known: dict[str, None] = {}
        for topic in self.for_cast:
            known.update(dict.fromkeys(named(row) for row in topic.slots[topic.cast or ""].entries))
        who = self.rng.choice([name for name in known if self.pictures.isdisjoint(content_stems(name))] or list(known))
        self.pictures.update(content_stems(who))
        able = [
            topic for topic in self.for_cast if who in {named(row) for row in topic.slots[topic.cast or ""].entries}
        ]
        for _ in range(3 if self.pairs >= CAST_THRICE else 2):
            if len(self.out) < self.pairs:
                self.single(able, ALL_KINDS, cast=who, levels=0)  # never at the price of a goal

    def single(
        self,
        topics: Iterable[Topic],
        kinds: Iterable[str],
        *,
        guest: Guest = ANYBODY,
        cast: str = "",
        levels: int = len(GOALS),
    ) -> bool:
        """Draw one pair and take it. With fewer ``levels`` than all, return whether there was one; else raise."""
        wanted = frozenset(kinds)
        shuffled = self.shuffled(topics)
        rested = self.seen.frames
        for level in range(levels + 1):
            for topic in shuffled:
                if self.tally.fits(topic, wanted, level, rested):
                    filling = self.fill(topic, level, guest=guest, cast=cast)
                    if filling:
                        self.take(filling)
                        self.note(topic, filling, wanted)
                        return True
        if levels < len(GOALS):
            return False
        made = f"{len(self.out)} of {self.pairs} pairs could be made"
        helps = [*(["ask for fewer"] if self.out else []), "let more packs and themes in"]
        helps += ["let what was dealt before come again (--no-ledger)"] if self.dealt_before else []
        raise FactError(f"the packs hold too little: {made}. {capitalise(listed(helps))}")

    def shuffled(self, topics: Iterable[Topic], size: int = 1) -> list[Topic]:
        """Return all topics by chance, those last of which so many pairs more would be heard too often."""
        mixed = list(topics)
        self.rng.shuffle(mixed)
        mixed.sort(key=lambda topic: self.worn.out(topic, size))
        return mixed

    def note(self, topic: Topic, filling: Filling, kinds: frozenset[str]) -> None:
        """Count the goals that the pair just taken does not serve."""
        self.relaxed.update(self.tally.broken(topic, kinds, self.seen.frames))
        again = [subject for subject in filling.subjects if subject in self.seen.subjects]
        if again:
            self.relaxed["subject"] += 1
            self.repeated += again

    def filler(self, topic: Topic, guest: Guest, cast: str) -> Filler:
        who = guest.name if topic.guest else cast
        if (topic.name, who) not in self.fillers:
            self.fillers[topic.name, who] = Filler(topic, self.locale, self.length, guest=guest, cast=cast)
        return self.fillers[topic.name, who]

    def fill(
        self, topic: Topic, level: int, siblings: Sequence[Filling] = (), *, guest: Guest = ANYBODY, cast: str = ""
    ) -> Filling | None:
        """Draw until a filling breaks no hard rule, and no goal that still holds."""
        # A filling is judged alike until its words may give in, and a deck only grows: what has run dry stays dry.
        strictness = max(LEVELS["seen"], level)
        place = (topic.name, guest.name if topic.guest else cast)
        if strictness <= self.dry.get(place, -1):
            return None
        filler = self.filler(topic, guest, cast)
        avoid: list[AbstractSet[str]] = [self.pictures] if level <= LEVELS["picture"] else []
        avoid += [self.seen.pictures] if level <= LEVELS["seen"] else []
        for _ in range(LAST_TRIES if level > LEVELS["noun"] else TRIES):
            filling = filler.draw(self.rng, avoid)
            if filling and self.accepts(filling, level, siblings):
                return filling
        if not siblings:
            self.dry[place] = strictness
        return None

    def accepts(self, filling: Filling, level: int, siblings: Sequence[Filling] = ()) -> bool:
        """Tell whether a pair may join the deck."""
        if len(set(filling.subjects)) < len(filling.subjects) or filling.key in self.keys:
            return False
        again = not self.subjects.isdisjoint(filling.subjects) or filling.title.casefold() in self.titles
        if again and level < ASKED:
            return False
        if not self.texts.isdisjoint((filling.first.casefold(), filling.second.casefold())):
            return False
        if any(level <= LEVELS[goal] for goal in self.echoes(filling)):
            return False
        # Twins differ in every picture, or nobody could tell them apart.
        if any(not set(filling.entries).isdisjoint(sibling.entries) for sibling in siblings):
            return False
        before = self.seen.key(filling.key)
        self.dealt_before |= before
        return not before

    def echoes(self, filling: Filling) -> Iterable[str]:
        """Yield the goals that the words of a pair would break."""
        if not self.seen.subjects.isdisjoint(filling.subjects):
            yield "subject"
        if not self.pictures.isdisjoint(filling.pictures):
            yield "picture"
        if not self.seen.pictures.isdisjoint(filling.pictures):
            yield "seen"
        again = self.difficulty == "easy" and beginning(filling.title) in self.starts
        if again or (self.difficulty != "hard" and self.nouns.clash(filling)):
            yield "noun"

    def take(self, filling: Filling, *, twin: bool = False) -> None:
        self.relaxed.update(set(self.echoes(filling)) - {"subject"})
        topic = filling.topic
        self.out.append(filling)
        self.keys.add(filling.key)
        self.titles.add(filling.title.casefold())
        self.texts.update((filling.first.casefold(), filling.second.casefold()))
        self.starts.add(beginning(filling.title))
        self.subjects.update(filling.subjects)
        self.pictures.update(filling.pictures)
        self.nouns.use(filling)
        self.worn.use(topic)
        self.tally.use(topic, twin=twin)

    def twins(self, size: int) -> None:
        """Draw a group of pairs of one topic; without one, single pairs take its place."""
        shuffled = self.shuffled(self.topics, size)
        for level in (0, *(LEVELS[goal] + 1 for goal in ("theme", "seen", "rested", "picture"))):
            for topic in shuffled:
                room = self.tally.theme_limit - self.tally.themes[topic.theme]
                if self.tally.topics[topic.name] or topic.kind == "number" or (level == 0 and room < size):
                    continue
                if topic.name in self.seen.frames and level <= LEVELS["rested"]:
                    continue
                if self.group(topic, size, level):
                    self.relaxed["theme"] += room < size
                    return
        for _ in range(size):
            self.relaxed["kind"] += 1
            self.single(self.topics, ("landmark",))

    def group(self, topic: Topic, size: int, level: int) -> bool:
        """Draw a whole group of twins and take it, or take nothing."""
        group: list[Filling] = []
        subjects: set[str] = set()
        titles: set[str] = set()
        for _ in range(size):
            many = LIKENESSES if group and self.difficulty == "hard" else 1
            found: list[Filling] = []
            for _ in range(many):
                filling = self.fill(topic, level, group)
                if filling and subjects.isdisjoint(filling.subjects) and filling.title.casefold() not in titles:
                    found.append(filling)
                elif not filling:
                    break
            if not found:
                return False
            first = group[0].title if group else ""
            best = max(found, key=lambda filling: likeness(filling.title, first))
            group.append(best)
            subjects.update(best.subjects)
            titles.add(best.title.casefold())
        for filling in group:
            again = [subject for subject in filling.subjects if subject in self.seen.subjects]
            self.relaxed["subject"] += bool(again)
            self.repeated += again
            self.relaxed["rested"] += topic.name in self.seen.frames
            self.take(filling, twin=True)
        return True


def says_pronoun(topic: Topic) -> bool:
    """Tell whether a topic for guests needs to know their pronouns."""
    said = " ".join((topic.title, *topic.claims))
    return any(f"{topic.guest}.{form}" in said for form in ("he", "him", "his"))
