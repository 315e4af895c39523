"""Two thousand decks and sixty evenings: no echo within a deck, none too soon, and which goals and caps gave in."""

import tempfile
from collections import Counter
from pathlib import Path
from random import Random

from factbank.check import load
from factbank.deal.choose import Company, choose, lexicon, spoken_pairs
from factbank.deal.mixture import SOFT, Mixture, traits
from factbank.fill import parse_guests
from factbank.packs.reader import built_in_names
from tests.bench.hard.report import Report
from tests.factbank.crossings import crossings
from tests.factbank.evenings import GUESTS, echoes, evenings

FULL = 2_000
SAMPLE = 5
EVENINGS = 60
SIZES = (15, 20, 40, 12)


def run(count: int, seed: int) -> Report:
    """Draw ``count`` decks, every third with guests, and a share of sixty evenings with one ledger."""
    report = Report("decks")
    packs = [load(name) for name in built_in_names()]
    topics = [topic for pack in packs for topic in pack.topics]
    nouns = lexicon(packs)
    relaxed: Counter[str] = Counter()
    soft = 0
    for number in range(count):
        pairs = SIZES[number % len(SIZES)]
        company = Company(parse_guests([GUESTS[number // 3 % 2]] if number % 3 == 0 else []))
        rng = Random(f"{seed} {number}")
        made = choose(topics, pairs, "normal", rng, nouns=nouns, company=company)
        relaxed.update(made.relaxed)
        wrong = [*echoes(made, [], set()), *crossings(made.fillings)]
        if sum("“" in one.first for one in made.fillings) < spoken_pairs(pairs):
            wrong.append("too few pairs quote somebody")
        mixture = Mixture(pairs)
        for filling in made.fillings:
            mixture.use(traits(filling))
        over = {trait for trait, found in mixture.counts.items() if found > mixture.cap(trait)}
        soft += bool(over & SOFT.keys())
        wrong += [f"over the cap of {trait}" for trait in sorted(over - SOFT.keys())]
        report.faults += [f"deck {number} of {pairs} pairs: {what}" for what in wrong]
    with tempfile.TemporaryDirectory() as folder:
        many = max(2, EVENINGS * count // FULL)
        for number, evening in enumerate(evenings(packs, Path(folder) / "ledger.sqlite", many, 15)):
            relaxed.update(evening.chosen.relaxed)
            report.faults += [f"evening {number}: {what}" for what in evening.wrong]
    report.figures |= {
        "decks": count,
        "evenings": many,
        "decks over a soft cap": soft,
        "goals that gave in": sum(relaxed.values()),
    }
    return report
