"""Choose the pairs of one deck: rule 2 (nothing else contradicts), difficulty, shapes, themes, nouns, and the ledger.

Unique keys, titles and subjects are hard. The rest are goals; where packs leave no other way they give in one after the
other, in the order of ``GOALS``, and what gave in is counted. Topics whose sentences would add one lock word too many
("only", "just"; see `factbank.deal.locks`) are tried last at every step.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from random import Random
from typing import NamedTuple

from factbank.deal.ledger import Seen
from factbank.deal.locks import Locks
from factbank.deal.nouns import Nouns
from factbank.errors import FactError
from factbank.fill.fill import Filler, Filling
from factbank.packs.topic import Topic

GOALS = ("shape", "theme", "kind", "noun", "subject")  # in the order in which they give in
# Shares of a deck in hundredths: landmarks fill up what the others leave.
MIRRORS = 20
OTHERS = 10  # swap or number
TWINS = {"easy": 0, "normal": 15, "hard": 40}
LEAST_LANDMARKS = 30
LONG = 25  # pairs; beyond, length is hard enough and the twins are halved
ATTEMPTS = 6
TRIES = 80
LAST_TRIES = 400
LIKENESSES = 24  # candidates among which a hard deck looks for a near-namesake


class Plan(NamedTuple):
    """What a deck is made of: how many pairs of each kind, and the sizes of its groups of twins."""

    landmark: int
    mirror: int
    other: int
    twins: tuple[int, ...]


class Chosen(NamedTuple):
    """The pairs of a deck, how often each goal gave in, and which recent subjects came again."""

    fillings: tuple[Filling, ...]
    relaxed: Counter[str]
    repeated: tuple[str, ...]


def plan(pairs: int, difficulty: str) -> Plan:
    """Return the make-up of a deck, by the shares of its difficulty rounded to the nearest pair."""

    def share(percent: int) -> int:
        return (pairs * percent + 50) // 100

    twins = pairs * TWINS[difficulty] / 100
    if pairs > LONG:
        twins /= 2
    # Normal: twos alone, so the nearest even number; hard: twos and threes make every number but one.
    many = 2 * int(twins / 2 + 0.5) if difficulty == "normal" else int(twins + 0.5)
    many = 0 if many < 2 else many
    mirror, other = share(MIRRORS), share(OTHERS)
    least = -(-pairs * LEAST_LANDMARKS // 100)
    while pairs - many - mirror - other < least and other:
        other -= 1
    while pairs - many - mirror - other < least and mirror:
        mirror -= 1
    while pairs - many - mirror - other < least and many:
        many -= 1
    return Plan(pairs - many - mirror - other, mirror, other, _groups(many, threes=difficulty == "hard"))


def _groups(many: int, *, threes: bool) -> tuple[int, ...]:
    """Split twins into twos and threes, with both sizes where the number allows."""
    if many < 2:
        return ()
    if not threes:
        return (2,) * (many // 2)
    possible = [count for count in range(many // 3 + 1) if (many - 3 * count) % 2 == 0]
    mixed = [count for count in possible if count and many - 3 * count]
    count = min(mixed or possible[-1:], key=lambda count: abs(count - many / 6))
    return (3,) * count + (2,) * ((many - 3 * count) // 2)


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
) -> Chosen:
    """Choose the pairs of a deck. Raises ``FactError`` when the topics can't fill it at all."""
    fillers: dict[str, Filler] = {}
    best: tuple[tuple[int, ...], Chosen] | None = None
    failed: FactError | None = None
    for _ in range(ATTEMPTS):
        draw = _Draw(topics, pairs, difficulty, Random(rng.getrandbits(64)), seen or Seen(), nouns, fillers)
        draw.locale, draw.length = locale, length
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
        fillers: dict[str, Filler],
    ) -> None:
        self.topics = topics
        self.pairs = pairs
        self.difficulty = difficulty
        self.rng = rng
        self.seen = seen
        self.fillers = fillers
        self.locale, self.length = "en_US", "any"
        self.shape_limit = max(1, pairs // 10)
        self.number_limit = max(1, pairs // 10)
        self.theme_limit = max(1, pairs // 5)
        self.out: list[Filling] = []
        self.keys: set[str] = set()
        self.titles: set[str] = set()
        self.starts: set[str] = set()
        self.subjects: set[str] = set()
        self.nouns = Nouns(nouns)
        self.locks = Locks(pairs)
        self.shapes: Counter[str] = Counter()
        self.themes: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.used: Counter[str] = Counter()
        self.relaxed: Counter[str] = Counter()
        self.repeated: list[str] = []
        self.dry: Counter[str] = Counter()  # the level up to which a topic has nothing left

    def run(self) -> Chosen:
        """Draw the groups of twins, then the rarer kinds, then the landmarks."""
        make_up = plan(self.pairs, self.difficulty)
        for size in make_up.twins:
            self.twins(size)
        for kinds, many in ((("swap", "number"), make_up.other), (("mirror",), make_up.mirror)):
            for _ in range(many):
                self.single(kinds)
        while len(self.out) < self.pairs:
            self.single(("landmark",))
        self.rng.shuffle(self.out)
        return Chosen(tuple(self.out), self.relaxed, tuple(sorted(set(self.repeated))))

    def single(self, kinds: Iterable[str]) -> None:
        wanted = frozenset(kinds)
        shuffled = self.shuffled()
        for level in range(len(GOALS) + 1):
            for topic in shuffled:
                if self.fits(topic, wanted, level):
                    filling = self.fill(topic, level)
                    if filling:
                        self.take(filling)
                        self.note(topic, filling, wanted)
                        return
        made = f"{len(self.out)} of {self.pairs} pairs could be made"
        raise FactError(f"the packs hold too little: {made}. Ask for fewer, or let more packs and themes in")

    def shuffled(self, size: int = 1) -> list[Topic]:
        """Return all topics by chance, those last of which so many pairs more would be one lock word too many."""
        topics = list(self.topics)
        self.rng.shuffle(topics)
        topics.sort(key=lambda topic: self.locks.full(topic, size))
        return topics

    def fits(self, topic: Topic, kinds: frozenset[str], level: int) -> bool:
        """Tell whether a topic serves the goals that still hold at this level."""
        if level < 1 and self.shapes[topic.shape] >= self.shape_limit:
            return False
        if level < 2 and self.themes[topic.theme] >= self.theme_limit:
            return False
        return level >= 3 or (
            topic.kind in kinds
            and not self.used[topic.name]  # a second pair of one topic would be a twin
            and (topic.kind != "number" or self.kinds["number"] < self.number_limit)
        )

    def note(self, topic: Topic, filling: Filling, kinds: frozenset[str]) -> None:
        """Count the goals that the pair just taken does not serve."""
        if self.shapes[topic.shape] > self.shape_limit:
            self.relaxed["shape"] += 1
        if self.themes[topic.theme] > self.theme_limit:
            self.relaxed["theme"] += 1
        if topic.kind not in kinds or self.used[topic.name] > 1 or self.kinds["number"] > self.number_limit:
            self.relaxed["kind"] += 1
        again = [subject for subject in filling.subjects if subject in self.seen.subjects]
        if again:
            self.relaxed["subject"] += 1
            self.repeated += again

    def filler(self, topic: Topic) -> Filler:
        if topic.name not in self.fillers:
            self.fillers[topic.name] = Filler(topic, self.locale, self.length)
        return self.fillers[topic.name]

    def fill(self, topic: Topic, level: int, siblings: Sequence[Filling] = ()) -> Filling | None:
        """Draw until a filling breaks no hard rule, and no goal that still holds."""
        # A filling is judged alike until the nouns give in, and a deck only grows: what has run dry stays dry.
        strictness = max(3, level)
        if strictness <= self.dry[topic.name]:
            return None
        filler = self.filler(topic)
        for _ in range(LAST_TRIES if level >= 4 else TRIES):
            filling = filler.draw(self.rng)
            if filling and self.accepts(filling, level, siblings):
                return filling
        if not siblings:
            self.dry[topic.name] = strictness
        return None

    def accepts(self, filling: Filling, level: int, siblings: Sequence[Filling] = ()) -> bool:
        """Tell whether a pair may join the deck."""
        if not self.subjects.isdisjoint(filling.subjects) or len(set(filling.subjects)) < len(filling.subjects):
            return False
        if filling.title.casefold() in self.titles or filling.key in self.keys:
            return False
        if level < 5 and not self.seen.subjects.isdisjoint(filling.subjects):
            return False
        if level < 4 and self.difficulty != "hard" and self.nouns.clash(filling):
            return False
        if level < 4 and self.difficulty == "easy" and beginning(filling.title) in self.starts:
            return False
        # Twins differ in every picture, or nobody could tell them apart.
        if any(not set(filling.entries).isdisjoint(sibling.entries) for sibling in siblings):
            return False
        return not self.seen.key(filling.key)

    def take(self, filling: Filling, *, twin: bool = False) -> None:
        clash = self.difficulty != "hard" and self.nouns.clash(filling)
        if clash or (self.difficulty == "easy" and beginning(filling.title) in self.starts):
            self.relaxed["noun"] += 1
        topic = filling.topic
        self.out.append(filling)
        self.keys.add(filling.key)
        self.titles.add(filling.title.casefold())
        self.starts.add(beginning(filling.title))
        self.subjects.update(filling.subjects)
        self.nouns.use(filling)
        self.locks.use(topic)
        self.themes[topic.theme] += 1
        self.kinds[topic.kind] += 1
        self.used[topic.name] += 1
        if not twin:
            self.shapes[topic.shape] += 1

    def twins(self, size: int) -> None:
        """Draw a group of pairs of one topic; without one, single pairs take its place."""
        shuffled = self.shuffled(size)
        for level in (0, 2, 4, 5):
            for topic in shuffled:
                room = self.theme_limit - self.themes[topic.theme]
                if self.used[topic.name] or topic.kind == "number" or (level < 2 and room < size):
                    continue
                before = len(self.out)
                group = self.group(topic, size, level)
                if len(group) == size:
                    if room < size:
                        self.relaxed["theme"] += 1
                    for filling in group:
                        again = [subject for subject in filling.subjects if subject in self.seen.subjects]
                        self.relaxed["subject"] += bool(again)
                        self.repeated += again
                    return
                assert before == len(self.out)
        for _ in range(size):
            self.relaxed["kind"] += 1
            self.single(("landmark",))

    def group(self, topic: Topic, size: int, level: int) -> list[Filling]:
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
                return []
            best = max(found, key=lambda filling: likeness(filling.title, group[0].title)) if group else found[0]
            group.append(best)
            subjects.update(best.subjects)
            titles.add(best.title.casefold())
        for filling in group:
            self.take(filling, twin=True)
        return group


def beginning(title: str) -> str:
    """Return the first word of a title, articles aside."""
    said = re.findall(r"[\w’'-]+", title.casefold())
    while len(said) > 1 and said[0] in {"a", "an", "the"}:
        said = said[1:]
    return said[0] if said else ""


def likeness(one: str, other: str) -> float:
    """Return how alike two titles look, from 0 to 1: their letters, and whether their words begin alike."""
    initials: list[list[str]] = [
        [word[0] for word in re.findall(r"[^\W\d_]+", title.casefold())] for title in (one, other)
    ]
    same = sum(first == second for first, second in zip(*initials, strict=False))
    begin: float = same / max(len(initials[0]), len(initials[1]), 1)
    letters: float = SequenceMatcher(None, one.casefold(), other.casefold(), autojunk=False).ratio()
    return (letters + begin) / 2


def look_alikes(fillings: Sequence[Filling], least: float = 0.6) -> int:
    """Return how many pairs of a deck have a near-namesake in it: of the same topic, or much alike in title."""
    alike: set[int] = set()
    for index, one in enumerate(fillings):
        for place in range(index + 1, len(fillings)):
            other = fillings[place]
            if one.topic.name == other.topic.name or likeness(one.title, other.title) >= least:
                alike.update((index, place))
    return len(alike)
