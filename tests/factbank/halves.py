"""Whether the order in which the halves of a pair are written tells one from the other, in any voice.

Run: python -m tests.factbank.halves prints how often form and words guess the first claim of a pair, over the bank, in
each voice and of guests. With --write the rows of the packs are turned instead (what was a is b) until no group leans
to one side; nothing else of a row changes.
"""

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from factbank import measure
from factbank.check import load
from factbank.fill import Filler, named
from factbank.packs.reader import BUILT_IN, Topic, built_in_names
from tests.bench import guess
from tests.bench.guess import Sparse

TIMES = 12  # that is learnt and guessed anew: a voice has few rows, and each is right or wrong as a whole
PAIRS = 800  # to learn from each time, and as many to guess
SWEEPS = 250
HEAT = 1e-3
WIDER = 1e-2
WORDS = 0.7  # what words weigh beside form
QUIET = 0.95  # how much the words of a group may echo in it, as in ``echoes``
Halves = tuple[str, str]
Sums = dict[tuple[str, int | str], float]  # by group and place or word
Pulls = dict[Halves, Sums]
FIXED = ("", "")  # stands for the row of a topic that has none to turn


class Lean(NamedTuple):
    """How the halves of one row differ in one topic, by form and by word, times its share of the topic's pairs."""

    topic: Topic
    row: Halves
    share: float
    form: Sparse
    words: Sparse


def bank() -> list[Topic]:
    """Return the topics of the built-in packs, ready to be filled."""
    packs = [load(name) for name in built_in_names()]
    return [topic for pack in packs for topic in pack.topics]


def groups_of(topic: Topic) -> list[str]:
    """Return the groups in which the halves of a topic must not lean: the bank, its voice, guests."""
    return ["all", topic.register, *(["guests"] if topic.guest else [])]


def groups(topics: Iterable[Topic]) -> dict[str, list[Topic]]:
    """Return the topics of each group."""
    found: dict[str, list[Topic]] = defaultdict(list)
    for topic in topics:
        for name in groups_of(topic):
            found[name].append(topic)
    return dict(found)


def leans(topics: Iterable[Topic], each: int = 12) -> list[Lean]:
    """Return how the halves of each row differ, of about ``each`` fillings."""
    rng = Random(4)
    found = []
    for topic in topics:
        if topic.vary:  # its halves are drawn in any order
            continue
        slot = next((slot for slot, listed in topic.slots.items() if {"a", "b"} <= set(listed.forms or ())), None)
        rows = {named(row): (row[-2], row[-1]) for row in topic.slots[slot].entries} if slot else {"": FIXED}
        place = [one for one in topic.slots if one != topic.guest].index(slot) if slot else None
        filler = Filler(topic)
        drawn: dict[str, list[Halves]] = defaultdict(list)
        for _ in range(each * max(len(rows), 4)):
            if filling := filler.draw(rng):
                drawn["" if place is None else filling.entries[place]].append(guess.as_written(filling))
        for name, halves in drawn.items():
            share = 1 / len(drawn)
            form, words = (
                _sum((features(*both) for both in halves), share / len(halves))
                for features in (guess.form_of, guess.words_of)
            )
            found.append(Lean(topic, rows[name], share, form, words))
    return found


def _sum(many: Iterable[Sparse], share: float) -> Sparse:
    found: Sparse = defaultdict(float)
    for one in many:
        for name, value in one.items():
            found[name] += share * value
    return dict(found)


def pulls(found: Sequence[Lean]) -> Pulls:
    """Return how far each row pulls each group to one side, in directions of form that have nothing in common.

    The sums of these over the rows tell how well a straight line through the features can part the halves: all 0,
    not at all. A feature that is rare weighs as much as a common one, and one that follows from others nothing.
    """
    sizes = Counter(
        group for topic in {lean.topic.name: lean.topic for lean in found}.values() for group in groups_of(topic)
    )
    made: Pulls = defaultdict(lambda: defaultdict(float))
    for group, many in sizes.items():
        own = [lean for lean in found if group in groups_of(lean.topic)]
        names = sorted({name for lean in own for name in lean.form})
        vectors = [[lean.form.get(name, 0.0) / many for name in names] for lean in own]
        weights = [many / lean.share for lean in own]
        lower = _cholesky(vectors, weights)
        for lean, vector in zip(own, vectors, strict=True):
            for place, value in enumerate(_solved(lower, vector)):
                made[lean.row][group, place] += value
    return made


def echoes(found: Sequence[Lean]) -> Pulls:
    """Return how far each row pulls each group to one side by each word that stands in a half of more than one topic.

    The squares of their sums over the rows are 1 in a group together where its rows lie as chance has them; where they
    are more, what words told in some topics is a help in the others.
    """
    made: Pulls = defaultdict(lambda: defaultdict(float))
    for group in dict.fromkeys(group for lean in found for group in groups_of(lean.topic)):
        own = [lean for lean in found if group in groups_of(lean.topic)]
        topics: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        for lean in own:
            for word, value in lean.words.items():
                topics[word][lean.topic.name] += abs(value)
        shared = {
            word: sum(value * value for value in among.values()) for word, among in topics.items() if len(among) > 1
        }
        for lean in own:
            for word, value in lean.words.items():
                if word in shared:
                    made[lean.row][group, word] += value / (shared[word] * len(shared)) ** 0.5
    return made


def _cholesky(vectors: Sequence[Sequence[float]], weights: Sequence[float]) -> list[list[float]]:
    """Return the lower triangle whose product with itself is the spread of vectors about 0, a little widened."""
    size = len(vectors[0])
    lower = [[0.0] * size for _ in range(size)]
    for row in range(size):
        for column in range(row + 1):
            spread = sum(weight * one[row] * one[column] for one, weight in zip(vectors, weights, strict=True))
            spread -= sum(lower[row][at] * lower[column][at] for at in range(column))
            if row == column:
                lower[row][row] = max(spread, 0.0) ** 0.5 + WIDER
            else:
                lower[row][column] = spread / lower[column][column]
    return lower


def _solved(lower: Sequence[Sequence[float]], vector: Sequence[float]) -> list[float]:
    found: list[float] = []
    for row, value in enumerate(vector):
        found.append((value - sum(lower[row][at] * found[at] for at in range(row))) / lower[row][row])
    return found


def leaning(found: Sequence[Lean]) -> dict[str, float]:
    """Return for each group how well form parts the first halves from the second: 0 not at all, 1 without a fault."""
    return {group: value**0.5 for group, value in _squares(_totals(pulls(found))).items()}


def echoing(found: Sequence[Lean]) -> dict[str, float]:
    """Return for each group of how much help words that some topics share are in the others: 1 by chance alone."""
    return _squares(_totals(echoes(found)))


def _totals(rows: Pulls) -> Sums:
    found: Sums = defaultdict(float)
    for pull in rows.values():
        for name, value in pull.items():
            found[name] += value
    return found


def _squares(totals: Sums) -> dict[str, float]:
    found: dict[str, float] = defaultdict(float)
    for (group, _), value in totals.items():
        found[group] += value * value
    return found


def turns(found: Sequence[Lean], rng: Random) -> list[Halves]:
    """Return the rows to turn so that no group leans, searched for by chance that gets colder."""
    forms_, words = pulls(found), echoes(found)
    leant, echoed = _totals(forms_), _totals(words)
    heard = _squares(echoed)
    side = dict.fromkeys(forms_, 1)
    order = [row for row in side if row != FIXED]
    for sweep in range(SWEEPS):
        heat = HEAT * max(0, 1 - sweep / (SWEEPS - 10))
        rng.shuffle(order)
        for row in order:
            step = -2 * side[row]
            change = sum((2 * leant[name] + step * value) * step * value for name, value in forms_[row].items())
            more: dict[str, float] = defaultdict(float)
            for name, value in words[row].items():
                more[name[0]] += (2 * echoed[name] + step * value) * step * value
            change += WORDS * sum(by * (2 * (heard[group] - QUIET) + by) for group, by in more.items())
            if change < heat * rng.random():
                side[row] = -side[row]
                for totals, rows in ((leant, forms_), (echoed, words)):
                    for name, value in rows[row].items():
                        totals[name] += step * value
                for group, by in more.items():
                    heard[group] += by
    return [row for row, way in side.items() if way < 0]


def turn(rows: Iterable[Halves]) -> None:
    """Turn rows in the files of the packs."""
    wanted = set(rows)
    for path in sorted(BUILT_IN.glob("*.toml")):
        text = path.read_text("utf-8")

        def turned(match: re.Match[str]) -> str:
            one, other = match[1], match[2]
            return f'a = "{other}", b = "{one}"' if (one, other) in wanted else match[0]

        path.write_text(re.sub(r'\ba = "([^"]*)", b = "([^"]*)"', turned, text), "utf-8")


def figures(topics: Sequence[Topic]) -> Iterator[tuple[str, float, float]]:
    """Yield of each group how often form and words guess the first claim, in hundredths; half is by chance."""
    for group, own in groups(topics).items():
        rng = Random(20)
        form = said = 0.0
        half = len(own) // 2
        for _ in range(TIMES):
            form += guess.by_form(measure.sample(own, PAIRS, rng), measure.sample(own, PAIRS, rng), rng) / TIMES
            mixed = rng.sample(own, len(own))  # the words of half the topics are learnt, those of the others guessed
            learnt, unseen = (measure.sample(some, PAIRS, rng) for some in (mixed[:half], mixed[half:]))
            said += guess.by_words(learnt, unseen, rng) / TIMES
        yield group, form, said


def main() -> None:
    """Print the figures, or turn rows."""
    parser = argparse.ArgumentParser(prog="tests.factbank.halves")
    parser.add_argument("--write", action="store_true", help="turn rows of the packs until nothing leans")
    if parser.parse_args().write:
        rows = turns(leans(bank()), Random(1))
        turn(rows)
        print(f"{len(rows)} rows turned; next: make tables")
        return
    for group, form, said in figures(bank()):
        print(f"{group:<14} form {form:4.1f} %   words {said:4.1f} %", flush=True)


if __name__ == "__main__":
    main()
