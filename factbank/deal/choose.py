"""Choose the pairs of a deck by a plan: how many of each kind, and which goals are given up first.

The goals, such as “no two pairs share a picture”, are listed in ``GOALS`` in the order in which they are given up. At
level 0 all goals are kept; at level n the first n goals are given up. A chosen pair is a ``Filling`` (a topic with
words in its slots), because it has no card numbers yet. ``factbank.fill`` explains these words.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from difflib import SequenceMatcher
from functools import cache
from itertools import combinations, pairwise
from random import Random
from typing import NamedTuple

from factbank import fill
from factbank.deal.ledger import Seen
from factbank.deal.mixture import SOFT, Mixture, of_topic, traits
from factbank.english.grammar import WORD_IN, articles, capitalise, content_stems, stem
from factbank.english.lists import any_of
from factbank.errors import FactError
from factbank.fill import ANYBODY, Filler, Filling, Guest, idle, named, numbered, share_out
from factbank.packs.reader import GUEST_FORMS, KINDS, PLAIN_VOICE, Pack, Topic
from liarsdeck.english import counted, listed
from liarsdeck.language import ENGLISH


def beginning(title: str, language: str = ENGLISH) -> str:
    """Return the first word of a title after any articles, casefolded; "" if the title has no word."""
    tokens = re.findall(r"[\w’'-]+", title.casefold())
    while len(tokens) > 1 and tokens[0] in articles(language):
        tokens = tokens[1:]
    return tokens[0] if tokens else ""


def likeness(one: str, other: str) -> float:
    """Return the similarity of two titles, from 0 (nothing in common) to 1 (equal).

    It is the mean of two shares: how similar the letters are, and how many words have the same initial as the word at
    the same place in the other title.
    """
    initials = [[word[0] for word in re.findall(r"[^\W\d_]+", title.casefold())] for title in (one, other)]
    same = sum(first == second for first, second in zip(*initials, strict=False))
    begin: float = same / max(len(initials[0]), len(initials[1]), 1)
    letters: float = SequenceMatcher(None, one.casefold(), other.casefold(), autojunk=False).ratio()
    return (letters + begin) / 2


def look_alikes(fillings: Sequence[Filling]) -> int:
    """Return how many of the pairs have a look-alike among the others.

    A look-alike of a pair is another pair of the same topic, or one whose title has a ``likeness`` of 0.6 or more to
    the pair's title.
    """
    alike: set[int] = set()
    for (index, one), (place, other) in combinations(enumerate(fillings), 2):
        if one.topic.name == other.topic.name or likeness(one.title, other.title) >= 0.6:
            alike.update((index, place))
    return len(alike)


def lexicon(packs: Iterable[Pack]) -> frozenset[str]:
    """Return the stems of all nouns in the packs' word lists, without idle ones, such as that of “thing”."""
    found = [fill.nouns_of(pack) - idle(pack.language) for pack in packs]
    return frozenset[str]().union(*found)


class Nouns:
    """The nouns that are used in the pairs chosen so far for a deck.

    ``known`` has the stems of all words that count as nouns (see ``lexicon``). ``used`` maps the stem of each used noun
    to the name of the topic whose pair used it last.
    """

    def __init__(self, known: frozenset[str]) -> None:
        self.known = known
        self.used: dict[str, str] = {}

    def of(self, filling: Filling) -> frozenset[str]:
        """Return the stems of the nouns in the title and sentences of a pair, without names of persons."""
        text = f"{filling.title} {filling.first} {filling.second}"
        language = filling.topic.language
        stems = frozenset(stem(word, language) for word in WORD_IN.findall(text) if len(word) > 2)
        return (stems & self.known) - filling.persons

    def clash(self, filling: Filling) -> bool:
        """Return whether the nouns of a pair clash with those in the deck.

        They clash if one of the nouns is used by a pair of another topic. A noun that came from a slot of the pair also
        clashes if it is used by a pair of the same topic.
        """
        for noun in self.of(filling):
            topic = self.used.get(noun)
            if topic is not None and (topic != filling.topic.name or noun in self.drawn(filling)):
                return True
        return False

    def drawn(self, filling: Filling) -> frozenset[str]:
        """Return the stems of all words that came from the slots of a pair, not from its fixed text."""
        language = filling.topic.language
        return frozenset(stem(word, language) for entry in filling.entries for word in WORD_IN.findall(entry))

    def use(self, filling: Filling) -> None:
        """Record in ``used`` the nouns of a pair that was chosen for the deck."""
        self.used.update(dict.fromkeys(self.of(filling), filling.topic.name))


# Hundredths of a deck that may lean on one lock word, on any, and begin alike: wishes, which give in before any goal.
OF_ONE_WORD = 10
OF_ANY = 25
OF_ONE_OPENING = 10
_SLOT = re.compile(r"\{\{.*?\}\}")


_ALONE = re.compile(r"\bleft alone\b", re.IGNORECASE)  # "left alone at night" locks nothing


@cache
def _frame(claims: tuple[str, ...], language: str) -> tuple[frozenset[str], str]:
    """Return the lock words in the fixed text of claims, and the first two words of the first claim.

    A lock word, such as “only”, makes two claims exclude each other. ``claims`` are templates, in which each slot is
    replaced by “…”, which counts as a word. ``language`` is the code of their language.
    """
    frames = [_SLOT.sub("…", claim) for claim in claims]
    locks = frozenset(
        word.casefold() for frame in frames for word in any_of("locks", language).findall(_ALONE.sub("…", frame))
    )
    return locks, " ".join(frames[0].casefold().split()[:2])


def lock_words(topic: Topic) -> frozenset[str]:
    """Return the lock words in the fixed text of a topic's claims.

    A lock word, such as “only” or “always”, makes two claims exclude each other (list ``locks`` in
    ``lists/english.txt``).
    """
    return _frame(topic.claims, topic.language)[0]


def opening(topic: Topic) -> str:
    """Return the first two words of the topic's first claim, casefolded; a slot (gap) is “…”, and counts as a word."""
    return _frame(topic.claims, topic.language)[1]


def shares(topics: Sequence[Topic]) -> dict[str, float]:
    """Return the share of the pairs, from 0 to 1, that have each lock word, most frequent word first.

    Under "any", at the end, is the share of the pairs that have at least one lock word. ``topics`` has the topic of
    each pair, so a topic of two pairs stands in it twice. ``lock_words`` explains a lock word.
    """
    found = Counter(word for topic in topics for word in lock_words(topic))
    counts = dict(found.most_common()) | {"any": sum(bool(lock_words(topic)) for topic in topics)}
    return {word: round(count / max(1, len(topics)), 4) for word, count in counts.items()}


class Worn:
    """Counts of the lock words and first words in the pairs chosen so far for a deck, with limits.

    ``pairs`` is the final number of pairs in the deck. Each limit is a share of it: ``OF_ONE_WORD`` for each lock word,
    ``OF_ANY`` for pairs with any lock word, ``OF_ONE_OPENING`` for each beginning (all in percent). See ``lock_words``
    for lock words and ``opening`` for first words.
    """

    def __init__(self, pairs: int) -> None:
        self.of_one_word = max(1, pairs * OF_ONE_WORD // 100)
        self.of_any = max(1, pairs * OF_ANY // 100)
        self.of_one_opening = max(1, pairs * OF_ONE_OPENING // 100)
        self.words: Counter[str] = Counter()
        self.openings: Counter[str] = Counter()
        self.locked = 0

    def out(self, topic: Topic, more: int = 1) -> bool:
        """Return whether a topic is worn out, so that the deck should get no further pairs of it.

        It is worn out if ``more`` further pairs would exceed a limit on lock words, or if as many pairs as are allowed
        begin with its first words already.
        """
        words, begins = _frame(topic.claims, topic.language)
        if self.openings.get(begins, 0) >= self.of_one_opening:
            return True
        if not words:
            return False
        return self.locked + more > self.of_any or any(self.words[word] + more > self.of_one_word for word in words)

    def use(self, topic: Topic) -> None:
        """Count the lock words and the first words of a topic of which a pair was chosen."""
        words = lock_words(topic)
        self.words.update(words)
        self.openings[opening(topic)] += 1
        self.locked += bool(words)


# Shares of a deck in hundredths: landmarks fill up what the others leave.
MIRRORS = {"easy": 40, "normal": 42, "hard": 32}
OTHERS = 8  # swap or number
TWINS = {"easy": 0, "normal": 8, "hard": 30}
LEAST_LANDMARKS = 30
LONG = 25  # pairs; beyond, length is hard enough and the twins are halved
JOKES_OF_A_DECK = 6  # kinds of joke that a deck has where there are topics of so many
SPOKEN = 10  # hundredths of a deck that quote somebody
CAST_FROM = 10  # pairs from which a deck has a running character
CAST_THRICE = 25  # and from which it comes three times, not twice
LONG_NAME = 12  # letters from which a name may be what no fact has room for

# The goals in the order in which they give in, and what is said of each that did.
GOALS = {
    "register": "{} of its pairs speak in a voice that is heard too often tonight",
    "shape": "{} of its sentences are built like others in it",
    "blend": "{} of its pairs are one too many with quotation marks, a town, or another thing that tires",
    "theme": "{} of its pairs are one too many of their theme",
    "kind": "{} of its pairs are of another kind than the difficulty asks for",
    "seen": "{} of its pairs show a picture of the last three decks",
    "rested": "{} of its sentences were in the last eight decks, with other words",
    "noun": "{} of its pairs share a word with another",
    "picture": "{} of its pairs share a picture with another",
    "frame": "{} of its sentences are in it twice, with other words",
    "subject": "{} of its pairs are about something of the last ten decks",
    "mixture": "{} of its pairs share a tic, a verb of writing, or the beginning or end of a name with others",
}
FAMILIAR = ("seen", "rested", "subject")
"""The goals that keep a deck apart from earlier ones."""
LEVELS = {goal: level for level, goal in enumerate(GOALS)}


class DeckPlan(NamedTuple):
    """How many pairs of each kind a deck is to have (docs/facts.md explains the kinds).

    ``landmark`` and ``mirror`` are the numbers of pairs of these kinds; ``other`` is that of the kinds swap and number
    together. ``twins`` has the size of each group of twins, which are pairs of one topic. Twins are not counted in the
    other three numbers.
    """

    landmark: int
    mirror: int
    other: int
    twins: tuple[int, ...]


def plan(pairs: int, difficulty: str) -> DeckPlan:
    """Return how many of a deck's ``pairs`` should be of each kind; ``difficulty`` is easy, normal or hard."""

    def share(percent: int) -> int:
        return (pairs * percent + 50) // 100

    twins = pairs * TWINS[difficulty] / 100
    if pairs > LONG:
        twins /= 2
    # Normal: twos alone, so the nearest even number; hard: twos and threes make every number but one.
    twin_pairs = 2 * int(twins / 2 + 0.5) if difficulty == "normal" else int(twins + 0.5)
    twin_pairs = 0 if twin_pairs < 2 else twin_pairs
    mirror, other = share(MIRRORS[difficulty]), share(OTHERS)
    # Landmarks are short of their least share: swaps and numbers give way first, then twins, then mirrors.
    short = max(0, -(-pairs * LEAST_LANDMARKS // 100) - (pairs - twin_pairs - mirror - other))
    less_other = min(short, other)
    less_twins = min(short - less_other, twin_pairs)
    twin_pairs -= less_twins
    other -= less_other
    mirror -= min(short - less_other - less_twins, mirror)
    twin_pairs = 0 if twin_pairs < 2 else twin_pairs
    return DeckPlan(
        pairs - twin_pairs - mirror - other, mirror, other, _groups(twin_pairs, threes=difficulty == "hard")
    )


def _groups(many: int, *, threes: bool) -> tuple[int, ...]:
    """Return the sizes of groups of twins that ``many`` twins are split into, largest first.

    Without ``threes`` all groups have 2 pairs, and an odd pair is dropped. With ``threes`` they have 3 or 2 pairs, and
    both sizes occur if that is possible. For fewer than 2 twins, return ().
    """
    if many < 2:
        return ()
    if not threes:
        return (2,) * (many // 2)
    possible = [count for count in range(many // 3 + 1) if (many - 3 * count) % 2 == 0]
    count = min([count for count in possible if count] or possible, key=lambda count: abs(count - many / 6))
    return (3,) * count + (2,) * ((many - 3 * count) // 2)


def spoken_pairs(pairs: int) -> int:
    """Return how many of a deck's pairs should quote somebody: a tenth, rounded up."""
    return -(-pairs * SPOKEN // 100)


def voice_limit(register: str, pairs: int) -> int:
    """Return how many of a deck's ``pairs`` may have the voice ``register``, at least 1.

    The voice is who speaks in a pair, such as a review. ``PLAIN_VOICE`` may have a third of the pairs, rounded down;
    any other voice a fifth, rounded up.
    """
    return max(1, pairs // 3) if register == PLAIN_VOICE else max(1, -(-pairs // 5))


def is_spoken(topic: Topic) -> bool:
    """Return whether all claims of a topic have a quotation."""
    return all("“" in claim for claim in topic.claims)


class DeckTally:
    """Counts of the pairs chosen so far for a deck, by shape, theme, kind, voice and topic.

    ``pairs`` is the final number of pairs in the deck, from which the limits follow.
    """

    def __init__(self, pairs: int) -> None:
        self.pairs = pairs
        self.shape_limit = self.number_limit = max(1, pairs // 10)
        self.theme_limit = max(1, pairs // 5)
        self.shapes, self.themes, self.kinds = Counter[str](), Counter[str](), Counter[str]()
        self.voices, self.topics = Counter[str](), Counter[str]()
        self.spoken = 0

    def use(self, topic: Topic, *, twin: bool = False) -> None:
        """Count a chosen pair of ``topic``; the shape is not counted for a ``twin`` (one of several pairs)."""
        self.themes[topic.theme] += 1
        self.kinds[topic.kind] += 1
        self.topics[topic.name] += 1
        self.voices[topic.register] += 1
        self.spoken += is_spoken(topic)
        self.shapes[topic.shape] += not twin

    def broken(self, topic: Topic, kinds: frozenset[str], rested: frozenset[str], more: int = 0) -> list[str]:
        """Return the goals of ``GOALS`` that the deck would violate with ``more`` further pairs of a topic.

        With 0 for ``more``, these are the goals that the deck violates already because of the topic. ``kinds`` are the
        kinds of pairs that are wanted now; any other kind violates "kind". ``rested`` are the names of the topics of
        recent decks, each of which violates "rested". Goals that depend on the words in the slots are not looked at.
        """
        checks = {
            "register": self.voices[topic.register] + more > voice_limit(topic.register, self.pairs),
            "shape": self.shapes[topic.shape] + more > self.shape_limit,
            "theme": self.themes[topic.theme] + more > self.theme_limit,
            "kind": topic.kind not in kinds
            or (topic.kind == "number" and self.kinds["number"] + more > self.number_limit),
            "rested": topic.name in rested,
            "frame": self.topics[topic.name] + more > 1,  # a second pair of one topic would be a twin
        }
        return [goal for goal, against in checks.items() if against]

    def fits(self, topic: Topic, kinds: frozenset[str], level: int, rested: frozenset[str]) -> bool:
        """Return whether one more pair of a topic violates none of the goals that are kept at ``level``.

        At level n the first n goals of ``GOALS`` are given up. ``kinds`` are the kinds of pairs that are wanted now,
        and ``rested`` the names of the topics of recent decks.
        """
        return not any(level <= LEVELS[goal] for goal in self.broken(topic, kinds, rested, more=1))


ATTEMPTS = 6
TRIES = 80
LAST_TRIES = 400
LIKENESSES = 24  # candidates among which a hard deck looks for a near-namesake
ALL_KINDS = frozenset(KINDS)
ASKED = len(GOALS) + 1  # the level at which a joke comes out all the same: subject and title may be in the deck already


class Chosen(NamedTuple):
    """The pairs chosen for a deck, and the goals that had to be given up.

    ``fillings`` are the pairs. ``relaxed`` says for each goal of ``GOALS`` how many pairs violate it. ``repeated`` are
    the subjects of recent decks that occur again, sorted.
    """

    fillings: tuple[Filling, ...]
    relaxed: Counter[str]
    repeated: tuple[str, ...]


class Company(NamedTuple):
    """What a deck must hold besides freely drawn pairs.

    The deck gets pairs about ``guests``, one pair of each topic in ``jokes``, and the pairs in ``own``, which people
    wrote. Other pairs avoid the words of the pairs in ``own`` as far as possible.
    """

    guests: tuple[Guest, ...] = ()
    jokes: tuple[Topic, ...] = ()
    own: tuple[Filling, ...] = ()


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
    """Return ``pairs`` pairs for a deck, drawn from ``topics``, in random order.

    ``difficulty`` is easy, normal or hard; ``rng`` decides all that is random. ``seen`` is the ledger's history: no
    pair in it is dealt again; None means that there is no history. ``nouns`` are stems, none of which two pairs should
    share (see ``lexicon``). ``locale`` is Faker's, for names of people, and ``length`` is a key of ``fill.LENGTHS``,
    the longest sentence. ``company`` is what the deck must hold in any case. Raises ``FactError`` if the topics can't
    make enough pairs even if all goals are given up.
    """
    fillers: dict[tuple[str, str], Filler] = {}
    best: tuple[tuple[int, ...], Chosen] | None = None
    failed: FactError | None = None
    for _ in range(ATTEMPTS):
        chance = Random(rng.getrandbits(64))
        draw = _Draw(
            topics, pairs, difficulty, chance, seen or Seen(), nouns, fillers, locale, length, company or Company()
        )
        try:
            chosen = draw.run()
        except FactError as error:
            failed = error
            continue
        cost = tuple(chosen.relaxed[goal] for goal in reversed(GOALS))
        if best is None or cost < best[0]:
            best = (cost, chosen)
        if not any(cost):
            break
    if best is None:
        assert failed is not None
        raise failed
    return best[1]


class _Story(NamedTuple):
    """Where the story of a running character stands: a story is told in chapters, over several decks.

    ``to_come`` are the topics of the next chapters, in order. ``running`` is true if some chapters were dealt, but not
    all.
    """

    to_come: tuple[Topic, ...]
    running: bool


class _Draw:
    """One attempt to draw the pairs of a deck; its arguments are those of ``choose``.

    ``fillers`` keeps the compiled topics for the next attempt, by (name of the topic, name of the guest or character).
    """

    def __init__(
        self,
        topics: Sequence[Topic],
        pairs: int,
        difficulty: str,
        rng: Random,
        seen: Seen,
        nouns: frozenset[str],
        fillers: dict[tuple[str, str], Filler],
        locale: str,
        length: str,
        company: Company,
    ) -> None:
        own = [topic for topic in topics if not topic.guest]
        self.for_guests = [topic for topic in topics if topic.guest]
        self.for_cast = [topic for topic in own if topic.cast]
        # Running characters are drawn on purpose; only packs that hold nothing else are drawn from at random.
        self.topics = [topic for topic in own if not topic.cast] or own
        self.pairs, self.difficulty, self.rng, self.seen = pairs, difficulty, rng, seen
        self.fillers, self.locale, self.length, self.company = fillers, locale, length, company
        self.language = topics[0].language if topics else ENGLISH  # a deck has one
        self.out: list[Filling] = []
        self.keys, self.titles, self.starts, self.texts = set[str](), set[str](), set[str](), set[str]()
        self.subjects, self.pictures, self.emblems = set[str](), set[str](), set[str]()
        self.nouns, self.worn, self.tally = Nouns(nouns), Worn(pairs), DeckTally(pairs)
        self.mixture = Mixture(pairs)
        self.frames = {topic.name: of_topic(topic) for topic in (*topics, *self.company.jokes)}
        self.rested = frozenset(name for name in self.frames if seen.rested(name))
        self.relaxed: Counter[str] = Counter()
        self.repeated: list[str] = []
        self.dealt_before = False  # whether the ledger kept a pair out
        self.dry: dict[tuple[str, str], int] = {}  # the level up to which a topic has nothing left

    def run(self) -> Chosen:
        """Draw all pairs of the deck, and return them in random order.

        First come the pairs that people wrote, the jokes, the pairs about guests and a running character; then the
        groups of twins; then the kinds swap and number, then mirror. Landmarks fill the rest. Raises ``FactError`` if
        the topics can't make enough pairs.
        """
        make_up = plan(self.pairs, self.difficulty)
        for filling in self.company.own:
            self.take(filling)
        self.draw_jokes()
        self.draw_guests()
        self.draw_cast()
        wanted = Counter(self.tally.kinds)  # by name; twins come beside the kinds' shares
        for size in make_up.twins:
            if len(self.out) + size <= self.pairs:
                self.draw_twins(size)
        spoken = spoken_pairs(self.pairs)
        for kinds, many in ((("swap", "number"), make_up.other), (("mirror",), make_up.mirror)):
            drawn = sum(wanted[kind] for kind in kinds)
            for _ in range(min(many - drawn, self.pairs - len(self.out))):
                self.draw_single(self.topics, kinds)
        while len(self.out) < self.pairs:
            if self.tally.spoken < spoken:
                speaking = [topic for topic in self.topics if is_spoken(topic) and topic.kind == "landmark"]
                if self.draw_single(speaking, ("landmark",), levels=LEVELS["kind"]):
                    continue
                spoken = 0
            self.draw_single(self.topics, ("landmark",))
        self.rng.shuffle(self.out)
        return Chosen(tuple(self.out), self.relaxed, tuple(sorted(set(self.repeated))))

    def draw_jokes(self) -> None:
        """Draw one pair of each joke, because people asked for it, even if it violates all goals.

        Violated goals are not counted in ``relaxed``. Raises ``FactError`` if two jokes have a sentence in common.
        """
        for topic in self.company.jokes[: self.pairs - len(self.out)]:
            for level in (ASKED,) if topic.single else range(ASKED + 1):
                fits = self.tally.fits(topic, ALL_KINDS, level, self.rested)
                filling = self.fill(topic, level) if fits else None
                if filling:
                    self.take(filling._replace(title=numbered(filling.title, set(self.titles))))
                    break
            else:
                joke = self.filler(topic, ANYBODY, "").draw(self.rng)
                texts = [text for text in ((joke.first, joke.second) if joke else ()) if text.casefold() in self.texts]
                what = f"“{texts[0]}”" if texts else f"what the joke {topic.name} makes"
                raise FactError(f"{what} is said by two of your jokes: take one of them out")
        self.relaxed.clear()

    def draw_guests(self) -> None:
        """Draw the pairs about guests, about half of which tease.

        No guest gets a second pair before every guest has one. Raises ``FactError`` if no topic is about guests, or if
        no fact is left about a guest.
        """
        guests = list(self.company.guests)
        if not guests:
            return
        if not self.for_guests:
            raise FactError("no pack here holds facts about guests: let the built-in ones in, or leave the guests out")
        for guest in guests:
            self.pictures.update(content_stems(guest.name, self.language))
        many = min(share_out(len(guests), self.pairs), self.pairs - len(self.out))
        self.rng.shuffle(guests)
        for turn in range(many):
            guest = guests[turn % len(guests)]
            fitting = [topic for topic in self.for_guests if fits_guest(topic, guest)]
            of_their_world = [topic for topic in fitting if topic.brought]  # about nobody else: these come first
            that_say_it = [topic for topic in fitting if wants(topic) - {"he"}]
            pools = [of_their_world, that_say_it, fitting] if turn < len(guests) else [fitting]
            teases = (turn % len(guests) + turn // len(guests)) % 2 == 0
            pools = [part for pool in pools for part in ([one for one in pool if one.tease is teases], pool)]
            if any(self.draw_single(pool, ALL_KINDS, guest=guest, levels=LEVELS["rested"]) for pool in pools):
                continue
            try:
                self.draw_single(fitting, ALL_KINDS, guest=guest)
            except FactError:
                helps = ["let more packs and themes in"]
                helps += ["ask for length any"] if self.length != "any" else []
                helps += ["give a shorter name"] if len(guest.name) > LONG_NAME else []
                raise FactError(f"no fact is left about “{guest.name}”: {listed(helps)}") from None

    def draw_cast(self) -> None:
        """Draw two pairs about one running character, or three in a large deck, each of another topic.

        If the character has a story in chapters, the story goes on where the ledger says that it stopped. A deck with
        fewer than ``CAST_FROM`` pairs has no running character. A pair that fits only if goals are given up may be left
        out.
        """
        if self.pairs < CAST_FROM or not self.for_cast or not any(not topic.cast for topic in self.topics):
            return
        casts = [(topic, [named(row) for row in topic.slots[topic.cast or ""].entries]) for topic in self.for_cast]
        known = list(dict.fromkeys(name for _, cast in casts for name in cast))
        free = [name for name in known if self.pictures.isdisjoint(content_stems(name, self.language))] or known
        stories = {name: self.story([topic for topic, cast in casts if name in cast]) for name in free}
        who = self.rng.choice([name for name in free if stories[name].running] or free)
        self.pictures.update(content_stems(who, self.language))
        able = [topic for topic, cast in casts if who in cast and not topic.chapter]
        chapters = list(stories[who].to_come)
        for _ in range(3 if self.pairs >= CAST_THRICE else 2):
            if len(self.out) == self.pairs:
                return
            # Hardly ever at the price of a goal: a chapter that finds no room waits, and so do those after it.
            if chapters and self.draw_single(chapters[:1], ALL_KINDS, cast=who, levels=LEVELS["theme"]):
                del chapters[0]
            else:
                self.draw_single(able, ALL_KINDS, cast=who, levels=0)

    def story(self, topics: Iterable[Topic]) -> _Story:
        """Return which of the chapters among ``topics`` the ledger has not dealt yet.

        If all of them were dealt, the story begins again, and all are still to come.
        """
        chapters = sorted((topic for topic in topics if topic.chapter), key=lambda topic: topic.chapter)
        told = [self.seen.told(topic.name) for topic in chapters]
        to_come = tuple(topic for topic, was in zip(chapters, told, strict=True) if not was)
        return _Story(to_come or tuple(chapters), running=any(told) and not all(told))

    def draw_single(
        self,
        topics: Iterable[Topic],
        kinds: Iterable[str],
        *,
        guest: Guest = ANYBODY,
        cast: str = "",
        levels: int = len(GOALS),
    ) -> bool:
        """Draw one pair and add it to the deck; return whether that was possible.

        All goals are kept at first; then they are given up one by one, up to the level ``levels``. With the default of
        ``levels`` all goals may be given up, and ``FactError`` is raised if no pair is found. ``topics`` are those to
        draw from, and ``kinds`` the kinds of pairs that the deck wants now. ``guest`` is the person whom topics about
        guests are about, and ``cast`` the name of the running character, "" for any.
        """
        wanted = frozenset(kinds)
        shuffled = self.shuffled(topics)
        for level in range(levels + 1):
            for topic in shuffled:
                if self.tally.fits(topic, wanted, level, self.rested):
                    filling = self.fill(topic, level, guest=guest, cast=cast)
                    if filling:
                        self.take(filling)
                        self.relaxed.update(self.tally.broken(topic, wanted, self.rested))
                        self.note_repeated(filling)
                        return True
        if levels < len(GOALS):
            return False
        made = f"{len(self.out)} of {counted(self.pairs, 'pair')} could be made"
        helps = [*(["ask for fewer"] if self.out else []), "let more packs and themes in"]
        helps += ["let what was dealt before come again (without a ledger)"] if self.dealt_before else []
        raise FactError(f"the packs hold too little: {made}. {capitalise(listed(helps))}")

    def shuffled(self, topics: Iterable[Topic], size: int = 1) -> list[Topic]:
        """Return topics in random order, sorted by how well the deck can still use them, best first.

        Topics come first if they are not worn out (``Worn.out``). Ties are decided by fewer traits that the deck has
        enough of (``Mixture.over``), then by an emblem that no pair of the deck has, then by a kind of joke that the
        deck lacks (if it has few kinds). ``size`` is how many pairs of one topic are to be drawn.
        """
        mixed = list(topics)
        self.rng.shuffle(mixed)
        full = self.mixture.over(SOFT, size)
        jokes = {one.topic.joke for one in self.out} | {""}
        told = jokes if len(jokes) <= JOKES_OF_A_DECK else frozenset[str]()
        mixed.sort(
            key=lambda topic: (
                self.worn.out(topic, size),
                len(full & self.frames[topic.name]),
                topic.emblem in self.emblems,
                topic.joke in told,
            )
        )
        return mixed

    def note_repeated(self, filling: Filling) -> None:
        """Note the subjects of a pair that were in recent decks.

        If there are any, the pair counts as a violation of the goal "subject".
        """
        again = [subject for subject in filling.subjects if subject in self.seen.subjects]
        self.relaxed["subject"] += bool(again)
        self.repeated += again

    def filler(self, topic: Topic, guest: Guest, cast: str) -> Filler:
        who = guest.name if topic.guest else cast
        if (topic.name, who) not in self.fillers:
            self.fillers[topic.name, who] = Filler(topic, self.locale, self.length, guest=guest, cast=cast)
        return self.fillers[topic.name, who]

    def fill(
        self, topic: Topic, level: int, siblings: Sequence[Filling] = (), *, guest: Guest = ANYBODY, cast: str = ""
    ) -> Filling | None:
        """Return a pair of a topic that breaks no hard rule and no goal that is kept at ``level``, or None.

        Hard rules are never given up, such as that no pair is dealt twice. At level n the first n goals of ``GOALS``
        are given up. ``siblings`` are the pairs already chosen for the same group of twins. ``guest`` is the person
        whom the pair is about, and ``cast`` the name of the running character, "" for any.
        """
        # A filling is judged alike until its words may give in, and a deck only grows: what has run dry stays dry.
        strictness = max(LEVELS["seen"], level) if level > LEVELS["blend"] else LEVELS["blend"]
        place = (topic.name, guest.name if topic.guest else cast)
        if strictness <= self.dry.get(place, -1):
            return None
        filler = self.filler(topic, guest, cast)
        avoid: list[AbstractSet[str]] = [self.pictures] if level <= LEVELS["picture"] else []
        avoid += [self.seen.pictures] if level <= LEVELS["seen"] else []
        dealt: list[AbstractSet[str]] = [self.subjects]
        dealt += [self.seen.subjects] if level <= LEVELS["subject"] else []
        stuck = level < ASKED and filler.stuck(avoid, dealt)
        hopeless = stuck or self.breaks_cap(topic, level, 1 + len(siblings))
        tries = 0 if hopeless else LAST_TRIES if level > LEVELS["noun"] else TRIES
        # Twins differ in every entry, or nobody could tell them apart.
        taken = frozenset(entry for sibling in siblings for entry in sibling.entries)
        refused = set[str]()
        for _ in range(tries):
            filling = filler.draw(self.rng, avoid, taken)
            if filling and topic.guest:  # another guest is told the same joke, when its frame has rested
                filling = filling._replace(key=self.seen.unused(filling.key))
            if filling and self.accepts(filling, level, siblings):
                return filling
            refused |= {filling.key} if filling else set()
            if len(refused) == filler.keys:
                break
        if not siblings:
            self.dry[place] = strictness
        return None

    def breaks_cap(self, topic: Topic, level: int, size: int) -> bool:
        """Return whether ``size`` pairs of a topic would break a cap that is kept at ``level``.

        A cap is the most pairs of a deck that may have a trait, such as a quotation (``deal.mixture``). Only the traits
        that all pairs of the topic have are counted.
        """
        over = self.mixture.over(self.frames[topic.name], size)
        return (level <= LEVELS["blend"] and bool(over)) or (level <= LEVELS["mixture"] and not over <= SOFT.keys())

    def accepts(self, filling: Filling, level: int, siblings: Sequence[Filling] = ()) -> bool:
        """Return whether a pair breaks no hard rule, and no goal that is kept at ``level``.

        Hard rules are never given up, such as that no pair is dealt twice. At level n the first n goals of ``GOALS``
        are given up. ``siblings`` are the pairs already chosen for the same group of twins.
        """
        if len(set(filling.subjects)) < len(filling.subjects) or filling.key in self.keys:
            return False
        again = not self.subjects.isdisjoint(filling.subjects) or filling.title.casefold() in self.titles
        if again and level < ASKED:
            return False
        if not self.texts.isdisjoint((filling.first.casefold(), filling.second.casefold())):
            return False
        if any(level <= LEVELS[goal] for goal in self.echoes(filling, siblings)):
            return False
        before = self.seen.key(filling.key)
        self.dealt_before |= before
        return not before

    def echoes(self, filling: Filling, siblings: Sequence[Filling] = ()) -> Iterable[str]:
        """Yield the goals of ``GOALS`` that a pair would violate by its words.

        The words are compared with those in the deck, in recent decks, and in ``siblings``, the pairs already chosen
        for the same group of twins.
        """
        if not self.seen.subjects.isdisjoint(filling.subjects):
            yield "subject"
        if not self.pictures.isdisjoint(filling.pictures):
            yield "picture"
        if not self.seen.pictures.isdisjoint(filling.pictures):
            yield "seen"
        if over := self.mixture.over(traits(filling), beside=map(traits, siblings)):
            yield "blend" if over <= SOFT.keys() else "mixture"
        again = self.difficulty == "easy" and beginning(filling.title, self.language) in self.starts
        if again or (self.difficulty != "hard" and self.nouns.clash(filling)):
            yield "noun"

    def take(self, filling: Filling, *, twin: bool = False) -> None:
        self.relaxed.update(set(self.echoes(filling)) - {"subject"})
        self.mixture.use(traits(filling))
        self.out.append(filling)
        self.keys.add(filling.key)
        self.titles.add(filling.title.casefold())
        self.texts.update((filling.first.casefold(), filling.second.casefold()))
        self.starts.add(beginning(filling.title, self.language))
        self.subjects.update(filling.subjects)
        self.pictures.update(filling.pictures)
        self.emblems |= {filling.topic.emblem} - {""}
        self.nouns.use(filling)
        self.worn.use(filling.topic)
        self.tally.use(filling.topic, twin=twin)

    def draw_twins(self, size: int) -> None:
        """Add ``size`` pairs of one topic to the deck; if no topic allows that, add ``size`` single pairs."""
        shuffled = self.shuffled(self.topics, size)
        for level in (0, *(LEVELS[goal] + 1 for goal in ("theme", "seen", "rested", "picture"))):
            for topic in shuffled:
                room = self.tally.theme_limit - self.tally.themes[topic.theme]
                if self.tally.topics[topic.name] or topic.kind == "number" or (level == 0 and room < size):
                    continue
                # Twins differ in every entry.
                if any(0 < len(listed.entries) < size for listed in topic.slots.values()):
                    continue
                if topic.name in self.rested and level <= LEVELS["rested"]:
                    continue
                if self.breaks_cap(topic, level, size):
                    continue
                if group := self.group(topic, size, level):
                    for filling in group:
                        self.note_repeated(filling)
                        self.relaxed["rested"] += topic.name in self.rested
                        self.take(filling, twin=True)
                    self.relaxed["theme"] += room < size
                    return
        for _ in range(size):
            self.relaxed["kind"] += 1
            self.draw_single(self.topics, ("landmark",))

    def group(self, topic: Topic, size: int, level: int) -> list[Filling]:
        """Return ``size`` different pairs of a topic, each as ``fill`` finds it at ``level``; [] if there are fewer."""
        group: list[Filling] = []
        subjects: set[str] = set()
        titles: set[str] = set()
        while len(group) < size:
            candidates: list[Filling] = []
            for _ in range(LIKENESSES if group and self.difficulty == "hard" else 1):
                filling = self.fill(topic, level, group)
                if not filling:
                    break
                if subjects.isdisjoint(filling.subjects) and filling.title.casefold() not in titles:
                    candidates.append(filling)
            if not candidates:
                return []
            first = group[0].title if group else ""
            best = max(candidates, key=lambda filling: likeness(filling.title, first))
            group.append(best)
            subjects.update(best.subjects)
            titles.add(best.title.casefold())
        return group


_KNOWLEDGE = {"he": "he", "him": "he", "his": "he", "does": "does", "do": "does", "doing": "does", "pet": "pet"}


def wants(topic: Topic) -> set[str]:
    """Return what must be known about a guest so that a topic can be filled, a subset of ``KNOWABLE``.

    "he" means the guest's pronoun, "does" a pastime, "pet" a pet and "trade" a trade.
    """
    texts = " ".join((topic.title, *topic.claims))
    return {_KNOWLEDGE.get(form, form) for form in re.findall(rf"\b{topic.guest}\.(\w+)", texts)} & KNOWABLE


KNOWABLE = {"he", "does", "pet", "trade"}


def fits_guest(topic: Topic, guest: Guest) -> bool:
    """Return whether a topic about a guest can be filled for ``guest``.

    If the topic has ``brought``, one of its words must be among those that were said of the guest. A word such as
    “estate-agent” there stands for two words in a row.
    """
    if topic.brought and topic.brought.isdisjoint(said_of(guest)):
        return False
    return wants(topic) <= knows(guest, topic.language)


def said_of(guest: Guest) -> set[str]:
    """Return the words that were said of a guest, and each two in a row with a hyphen, as in ``Topic.brought``."""
    said = f"{guest.pastime} {guest.trade} {guest.animal} {guest.unread}".casefold().split()
    return {*said, *map("-".join, pairwise(said))}


def knows(guest: Guest, language: str = ENGLISH) -> set[str]:
    """Return what is known about a guest, a subset of ``KNOWABLE``.

    "he" means the guest's pronoun, whichever it is, "does" a pastime, "pet" a pet and "trade" a trade.
    """
    row = dict(zip(GUEST_FORMS, guest.forms(language), strict=True))
    return {form for form in KNOWABLE if row[form]}
