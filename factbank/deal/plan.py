"""What a deck is made of: how many pairs of each kind, for each difficulty, and the goals in the order they give in."""

from collections import Counter
from typing import NamedTuple

from factbank.packs.topic import PLAIN_VOICE, Topic

# Shares of a deck in hundredths: landmarks fill up what the others leave.
MIRRORS = {"easy": 40, "normal": 42, "hard": 32}
OTHERS = 8  # swap or number
TWINS = {"easy": 0, "normal": 8, "hard": 30}
LEAST_LANDMARKS = 30
LONG = 25  # pairs; beyond, length is hard enough and the twins are halved
SPOKEN = 10  # hundredths of a deck that quote somebody
CAST_FROM = 10  # pairs from which a deck has a running character
CAST_THRICE = 25  # and from which it comes three times, not twice

# The goals in the order in which they give in, and what is said of each that did.
GOALS = {
    "register": "{} of its pairs speak in a voice that is heard too often tonight",
    "shape": "{} of its sentences are built like others in it",
    "theme": "{} of its pairs are one too many of their theme",
    "kind": "{} of its pairs are of another kind than the difficulty asks for",
    "seen": "{} of its pairs show a picture of the last three decks",
    "rested": "{} of its sentences were in the last eight decks, with other words",
    "noun": "{} of its pairs share a word with another",
    "picture": "{} of its pairs share a picture with another",
    "frame": "{} of its sentences are in it twice, with other words",
    "subject": "{} of its pairs are about something of the last ten decks",
}
LEVELS = {goal: level for level, goal in enumerate(GOALS)}


class Plan(NamedTuple):
    """What a deck is made of: how many pairs of each kind, and the sizes of its groups of twins."""

    landmark: int
    mirror: int
    other: int
    twins: tuple[int, ...]


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
    mirror, other = share(MIRRORS[difficulty]), share(OTHERS)
    least = -(-pairs * LEAST_LANDMARKS // 100)
    while pairs - many - mirror - other < least and other:
        other -= 1
    while pairs - many - mirror - other < least and many:
        many -= 1
    while pairs - many - mirror - other < least and mirror:
        mirror -= 1
    many = 0 if many < 2 else many
    return Plan(pairs - many - mirror - other, mirror, other, _groups(many, threes=difficulty == "hard"))


def _groups(many: int, *, threes: bool) -> tuple[int, ...]:
    """Split twins into twos and threes, with both sizes where the number allows."""
    if many < 2:
        return ()
    if not threes:
        return (2,) * (many // 2)
    possible = [count for count in range(many // 3 + 1) if (many - 3 * count) % 2 == 0]
    count = min([count for count in possible if count] or possible, key=lambda count: abs(count - many / 6))
    return (3,) * count + (2,) * ((many - 3 * count) // 2)


def spoken_pairs(pairs: int) -> int:
    """Return how many pairs of a deck should quote somebody."""
    return -(-pairs * SPOKEN // 100)


def voice_limit(register: str, pairs: int) -> int:
    """Return the most pairs of a deck in one voice: a third in the encyclopaedia's, a fifth in any other."""
    return max(1, pairs // 3) if register == PLAIN_VOICE else max(1, -(-pairs // 5))


def is_spoken(topic: Topic) -> bool:
    """Tell whether the sentences of a topic quote somebody or something."""
    return all("“" in claim for claim in topic.claims)


class DeckTally:
    """How many pairs a deck has of every shape, theme, kind, voice and topic, as it grows to a number of pairs."""

    def __init__(self, pairs: int) -> None:
        self.pairs = pairs
        self.shape_limit = max(1, pairs // 10)
        self.number_limit = max(1, pairs // 10)
        self.theme_limit = max(1, pairs // 5)
        self.shapes: Counter[str] = Counter()
        self.themes: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.voices: Counter[str] = Counter()
        self.topics: Counter[str] = Counter()
        self.spoken = 0

    def use(self, topic: Topic, *, twin: bool = False) -> None:
        """Count a pair just taken."""
        self.themes[topic.theme] += 1
        self.kinds[topic.kind] += 1
        self.topics[topic.name] += 1
        self.voices[topic.register] += 1
        self.spoken += is_spoken(topic)
        if not twin:
            self.shapes[topic.shape] += 1

    def fits(self, topic: Topic, kinds: frozenset[str], level: int, rested: frozenset[str]) -> bool:
        """Tell whether one more pair of a topic serves the goals that still hold at this level."""
        return not any(level <= LEVELS[goal] for goal in self._against(topic, kinds, more=1, rested=rested))

    def broken(self, topic: Topic, kinds: frozenset[str], rested: frozenset[str]) -> list[str]:
        """Return the goals that the pair just taken does not serve."""
        return self._against(topic, kinds, more=0, rested=rested)

    def _against(self, topic: Topic, kinds: frozenset[str], *, more: int, rested: frozenset[str]) -> list[str]:
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
