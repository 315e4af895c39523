"""The fact bank: pairs a second beside other ways, start-up, ledger, and whether anything tells or crosses."""

import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from factbank import measure
from factbank.check import load, sentence_faults
from factbank.deal.choose import TWINS, choose, lexicon
from factbank.deal.ledger import Dealt, Ledger
from factbank.fill import Filler
from factbank.packs.reader import Topic, built_in_names
from tests.bench import guess
from tests.bench.row import Row
from tests.factbank.crossings import crossings

ROOT = Path(__file__).parents[2]
BATCH = 400
ROUNDS = 12
DECKS = int(os.environ.get("BENCH_DECKS", "2000"))


def rows() -> Iterator[Row]:
    """Yield one row a promise."""
    packs = [load(name) for name in built_in_names()]
    topics = [topic for pack in packs for topic in pack.topics]
    yield from speed(topics)
    yield from starts()
    yield from telling(topics)
    nouns = lexicon(packs)
    crossed = 0
    for seed in range(DECKS):
        difficulty = list(TWINS)[seed % 3]
        known = nouns if difficulty != "hard" else frozenset()
        crossed += len(crossings(choose(topics, 40, difficulty, random.Random(seed), nouns=known).fillings))
    yield Row(f"crossings in {DECKS} decks of 40 pairs", crossed, "", bound="0")


def speed(topics: list[Topic]) -> Iterator[Row]:
    """Time finished pairs, interleaved with the peers in one run."""
    rng = random.Random(1)
    fillers = [Filler(topic) for topic in topics]
    for filler in fillers:
        filler.survival(rng, 300)

    def ours() -> None:
        made = 0
        while made < BATCH:
            made += fillers[int(rng.random() * len(fillers))].draw(rng) is not None

    def audited() -> None:
        made = 0
        while made < BATCH:
            filling = fillers[int(rng.random() * len(fillers))].draw(rng)
            if filling:
                made += 1
                assert not list(sentence_faults(filling.first)) + list(sentence_faults(filling.second))
                measure.by_position([filling])

    ways: dict[str, Callable[[], None]] = {"ours": ours, "audited": audited}
    ways |= {"Faker.parse": faker_way(rng), "Tracery": tracery_way(rng), "Jinja2 and inflect": jinja_way(rng)}
    spent: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, way in ways.items():
            begun = time.process_time()
            way()
            spent[name].append(time.process_time() - begun)
    rate = {name: BATCH / statistics.median(times) for name, times in spent.items()}
    for peer in ("Faker.parse", "Tracery", "Jinja2 and inflect"):
        note = "two halves and a title, as the peer makes them"
        yield Row(
            f"pairs a second, beside {peer}",
            rate["ours"],
            "/s",
            rate[peer],
            rate["ours"] / rate[peer],
            "≥ 30,000 /s",
            note,
        )
    audited = rate["audited"]
    yield Row(
        "pairs a second with the full audit",
        audited,
        "/s",
        rate["Tracery"],
        audited / rate["Tracery"],
        "≥ 0.15",
        "beside Tracery, unchecked",
    )


ANIMALS = ["goat", "heron", "walrus", "badger", "camel", "otter", "pelican", "ostrich", "hedgehog", "owl"] * 6
OBJECTS = ["trombone", "wardrobe", "teapot", "hammock", "accordion", "tuba", "globe", "ladder", "urn", "anvil"] * 6


def faker_way(rng: random.Random) -> Callable[[], None]:
    """Return the same pair by bare Faker templates: a provider of words, and ``parse``."""
    from faker import Faker
    from faker.providers import BaseProvider

    class Words(BaseProvider):
        def animals(self) -> str:
            return str(self.random_element(ANIMALS)) + "s"

        def an_object(self) -> str:
            return "a " + str(self.random_element(OBJECTS))

    fake = Faker()
    fake.seed_instance(rng.getrandbits(32))
    fake.add_provider(Words)

    def batch() -> None:
        for _ in range(BATCH):
            fake.parse("{{animals}} & {{an_object}}")
            fake.parse("{{animals}} will not enter a room that contains {{an_object}}.")
            fake.parse("{{animals}} will not leave a room that contains {{an_object}}.")

    return batch


def tracery_way(rng: random.Random) -> Callable[[], None]:
    """Return the same pair by a grammar in the manner of Tracery: symbols between # signs, modifiers after a point."""
    import re

    symbol = re.compile(r"#([a-z]+)((?:\.[a-z]+)*)#")
    change = {"s": lambda word: word + "s", "a": lambda word: ("an " if word[0] in "aeiou" else "a ") + word}
    change["capitalize"] = str.capitalize
    grammar = {
        "animal": ANIMALS,
        "object": OBJECTS,
        "verb": ["enter", "leave"],
        "title": ["#animal.s.capitalize# & #object.s.capitalize#"],
        "claim": ["#animal.s.capitalize# will not #verb# a room that contains #object.a#."],
    }

    def flatten(name: str) -> str:
        def filled(match: "re.Match[str]") -> str:
            text = flatten(match[1])
            for modifier in match[2].split(".")[1:]:
                text = change[modifier](text)
            return text

        return symbol.sub(filled, rng.choice(grammar[name]))

    def batch() -> None:
        for _ in range(BATCH):
            flatten("title"), flatten("claim"), flatten("claim")

    return batch


def jinja_way(rng: random.Random) -> Callable[[], None]:
    """Return the same pair the plain way: compiled templates of sandboxed Jinja2 that ask inflect for every word."""
    import inflect
    from jinja2.sandbox import SandboxedEnvironment

    engine = inflect.engine()
    made = SandboxedEnvironment()
    made.filters |= {"plural": engine.plural_noun, "a": engine.a}
    title = made.from_string("{{ animal | plural }} & {{ object | plural }}")
    claims = [
        made.from_string("{{ animal | plural }} will not " + verb + " a room that contains {{ object | a }}.")
        for verb in ("enter", "leave")
    ]

    def batch() -> None:
        for _ in range(BATCH // 10):
            words = {"animal": rng.choice(ANIMALS), "object": rng.choice(OBJECTS)}
            for template in (title, *claims):
                template.render(words)

    def tenfold() -> None:
        for _ in range(10):
            batch()

    return tenfold


AUDITED = """
from random import Random
from factbank import fill, measure
from factbank.check import sentence_faults
from factbank.packs.reader import built_in_names
from factbank.check import load
packs = [load(name) for name in built_in_names()]
made = measure.sample([topic for pack in packs for topic in pack.topics], 1000, Random(1))
measure.by_position(made)
for one in made:
    assert not list(sentence_faults(one.first)) + list(sentence_faults(one.second)), one
"""


def child(*command: str) -> tuple[float, float]:
    """Run a command; return its CPU seconds, and the most memory of any child so far in MB."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *command], cwd=ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent, after.ru_maxrss / 1024


def peak(*command: str) -> float:
    """Return the peak memory in MB of one command, measured by itself."""
    code = (
        "import resource, subprocess, sys\n"
        "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)"
    )
    told = subprocess.run(
        [sys.executable, "-c", code, sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return float(told.stdout)


def starts() -> Iterator[Row]:
    """Time whole programs, start-up included."""
    audited = statistics.median(child("-c", AUDITED)[0] for _ in range(3))
    yield Row("1,000 fillings with their audit, start-up included", audited, "s", bound="≤ 1 s")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ledger.sqlite"
        keys = tuple((f"cabinet/wake/nobody {number},a,b", (f"nobody {number}",)) for number in range(100_000))
        book = Ledger(path)
        book.confirm(book.reserve(lambda seen: Dealt("FULL", keys)), Dealt("FULL", keys))
        old = os.environ.get("LIARSDECK_HOME")
        os.environ["LIARSDECK_HOME"] = folder
        command = ("-m", "factbank", "new", "--pairs", "40", "--seed", "1", "--ledger", str(path))
        spent = statistics.median(child(*command)[0] for _ in range(3))
        memory = peak(*command)
        if old is None:
            del os.environ["LIARSDECK_HOME"]
        else:
            os.environ["LIARSDECK_HOME"] = old
    yield Row("40 pairs against a ledger of 100,000 keys", spent, "s", bound="≤ 0.5 s", note="CPU, start-up included")
    yield Row("  its memory", memory, "MB", bound="≤ 120 MB")
    bare = "import click\n@click.group()\ndef main(): pass\n"
    for number in range(9):
        bare += f"@main.command(help='Do the thing number {number}.')\ndef c{number}(): pass\n"
    both: dict[str, list[float]] = {"ours": [], "bare": []}
    for _ in range(9):
        both["ours"].append(child("-m", "factbank", "--help")[0])
        both["bare"].append(child("-c", bare + "main(['--help'])")[0])
    ours, peer = (statistics.median(both[name]) for name in ("ours", "bare"))
    yield Row("factbank --help, beside bare click", ours, "s", peer, ours / peer, "≤ 1.5")


def telling(topics: list[Topic]) -> Iterator[Row]:
    """Train two small classifiers to tell the first claim, and see how often they are right on fresh pairs."""
    rng = random.Random(20)
    fresh = measure.sample(topics, 10_000, rng)
    right = guess.by_form(fresh[:5_000], fresh[5_000:], rng)
    yield Row("first claim told by form alone", right, "%", bound="≤ 55 %", note="5,000 pairs to learn, 5,000 to guess")
    shuffled = topics[:]
    rng.shuffle(shuffled)
    half = len(shuffled) // 2
    learn, unseen = measure.sample(shuffled[:half], 5_000, rng), measure.sample(shuffled[half:], 5_000, rng)
    yield Row("first claim told by words, topics unseen", guess.by_words(learn, unseen, rng), "%", bound="≤ 55 %")
