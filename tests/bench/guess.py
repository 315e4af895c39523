"""Two small classifiers that try to tell which half of a pair is the first claim, by logistic regression."""

import math
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from factbank.check import form
from factbank.fill import Filling
from factbank.measure import FEATURES

Sparse = dict[str, float]


def as_written(filling: Filling) -> tuple[str, str]:
    """Return the halves in the order of the topic's claims; of a varied slot, as they were drawn."""
    if filling.topic.vary is None and filling.drawn[0] > filling.drawn[1]:
        return filling.second, filling.first
    return filling.first, filling.second


def shown(fillings: Iterable[Filling], rng: random.Random) -> list[tuple[str, str, int]]:
    """Return the halves of pairs in an order drawn at random, and 1 where the first claim is shown first."""
    found = []
    for filling in fillings:
        first, second = as_written(filling)
        label = int(rng.random() < 0.5)
        found.append((first, second, 1) if label else (second, first, 0))
    return found


def form_of(one: str, other: str) -> Sparse:
    """Return the differences in form: length, words, commas, digits, number words, negations."""
    first, second = form(one), form(other)
    found = {feature: float(first[feature] - second[feature]) for feature in FEATURES}
    found["characters"] /= 6
    found["words"] = (len(one.split()) - len(other.split())) / 2
    found["last word"] = (len(one.split()[-1]) - len(other.split()[-1])) / 4
    return found | {f"longer in {feature}": math.copysign(1, value) for feature, value in found.items() if value}


def words_of(one: str, other: str) -> Sparse:
    """Return which words stand in one half alone."""
    first, second = (set(re.findall(r"[\w’-]+", text.casefold())) for text in (one, other))
    return dict.fromkeys(first - second, 1.0) | dict.fromkeys(second - first, -1.0)


def learn(examples: Sequence[tuple[Sparse, int]], rng: random.Random, rounds: int = 6) -> Sparse:
    """Return the weights of a logistic regression, found by AdaGrad with a little decay."""
    weights: Sparse = defaultdict(float)
    squares: Sparse = defaultdict(lambda: 1e-6)
    order = list(examples)
    for _ in range(rounds):
        rng.shuffle(order)
        for features, label in order:
            error = label - chance(weights, features)
            for name, value in features.items():
                slope = error * value - 1e-4 * weights[name]
                squares[name] += slope * slope
                weights[name] += 0.2 * slope / math.sqrt(squares[name])
    return weights


def chance(weights: Sparse, features: Sparse) -> float:
    """Return the chance that the half shown first is the first claim."""
    total = sum(weights.get(name, 0.0) * value for name, value in features.items())
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def right_in(
    features: Callable[[str, str], Sparse], train: Iterable[Filling], test: Iterable[Filling], rng: random.Random
) -> float:
    """Return in hundredths how often a classifier of these features is right on pairs that it has not seen."""
    weights = learn([(features(one, other), label) for one, other, label in shown(train, rng)], rng)
    guesses = [
        (rng.random() if (say := chance(weights, features(one, other))) == 0.5 else say, label)
        for one, other, label in shown(test, rng)
    ]
    return 100 * sum((say > 0.5) == label for say, label in guesses) / len(guesses)


def by_form(train: Iterable[Filling], test: Iterable[Filling], rng: random.Random) -> float:
    """Return how often form alone tells, in hundredths."""
    return right_in(form_of, train, test, rng)


def by_words(train: Iterable[Filling], test: Iterable[Filling], rng: random.Random) -> float:
    """Return how often words tell, in hundredths."""
    return right_in(words_of, train, test, rng)
