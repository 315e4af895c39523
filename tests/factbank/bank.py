"""The built-in bank, read once for all tests, and decks of it, each of which is made once and looked at by many."""

from functools import cache
from random import Random

from factbank.check import load
from factbank.deal.choose import Chosen, choose, lexicon
from factbank.packs.reader import built_in_names
from tests.sampling import WHOLE

BANK = [load(name) for name in built_in_names()]
TOPICS = [topic for pack in BANK for topic in pack.topics]
KNOWN = lexicon(BANK)
SEEDS = range(2, 26 if WHOLE else 8, 3)


@cache
def deck(pairs: int, difficulty: str, seed: int) -> Chosen:
    """Return a deck of the whole bank, as one is dealt without a ledger and without guests."""
    nouns = KNOWN if difficulty != "hard" else frozenset()
    return choose(TOPICS, pairs, difficulty, Random(seed), nouns=nouns)
