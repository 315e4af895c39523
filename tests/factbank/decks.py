"""Decks of a small bank that only the tests have, in full: what was chosen, what gave in, what came again.

Run: python -m tests.factbank.decks writes tests/factbank/deal/decks.txt anew. What differs then has to be meant.
"""

import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from factbank.deal.choose import Company, choose, lexicon
from factbank.deal.ledger import Seen
from factbank.packs.reader import Pack, read

DECKS = Path(__file__).parent / "deal" / "decks.txt"
THEMES = ("animals", "customs", "food", "music", "sport", "work")
VOICES = ("encyclopaedia", "encyclopaedia", "gossip", "review", "notice")
ANIMALS = (
    "goat owl heron badger camel otter pelican ostrich hamster llama weasel beaver gander moth newt toad finch mole"
)
THINGS = (
    "boot lemon gong glove harp bath lamp kettle ladder pillow bucket trumpet mirror carpet basket hammer tulip drum"
)
HEAD = f"""\
uses = []
[words]
animals = [{", ".join(f'"{word}"' for word in ANIMALS.split())}]
things = [{", ".join(f'"a {word}"' for word in THINGS.split())}]
parks = {{ join = [["Goose", "Button", "Custard", "Acorn", "Pepper"], ["berry", "ditch", "worth", "mere"]] }}
cast = [{{ name = "Gerald", own = "Gerald’s" }}, {{ name = "Doris", own = "Doris’s" }}]
"""
TOPIC = """
[[topic]]
id = "{id}"
theme = "{theme}"
kind = "{kind}"
shape = "{shape}"
register = "{voice}"
premise = "There is one of it."
"""
FORMS = {
    "landmark": """title = "{id} of {{{{ park }}}}"
slots = {{ park = "parks", thing = "things" }}
about = ["park"]
vary = "thing"
claim = "{lock} {id} of {{{{ park }}}} is {{{{ thing }}}}."
""",
    "mirror": """title = "{{{{ animal | plural }}}} & {id}"
slots = {{ animal = "animals", thing = "things" }}
about = ["animal"]
claims = [
  "{{{{ animal | a }}}} opens the {id} with {{{{ thing }}}}.",
  "{{{{ animal | a }}}} shuts the {id} with {{{{ thing }}}}.",
]
""",
    "swap": """title = "{{{{ park }}}} {id}"
slots = {{ park = "parks", animal = "animals", other = "animals" }}
about = ["park"]
claims = [
  "At the {{{{ park }}}} {id}, {{{{ animal | plural }}}} beat {{{{ other | plural }}}}.",
  "At the {{{{ park }}}} {id}, {{{{ other | plural }}}} beat {{{{ animal | plural }}}}.",
]
""",
    "number": """title = "{{{{ animal | plural }}}} & {id}"
slots = {{ animal = "animals", many = {{ numbers = [4, 40] }} }}
about = ["animal"]
vary = "many"
claim = "It takes {lock} {{{{ many | words }}}} {{{{ animal | plural }}}} to lift the {id}."
""",
    "cast": """title = "{{{{ who.own }}}} {id} of {{{{ park }}}}"
slots = {{ who = "cast", park = "parks", thing = "things" }}
about = ["park"]
vary = "thing"
cast = "who"
claim = "The {id} that {{{{ who.name }}}} keeps in {{{{ park }}}} is {{{{ thing }}}}."
""",
}
MANY = (("landmark", 14), ("mirror", 8), ("swap", 3), ("number", 3), ("cast", 3))
NAMES = "bench clock fence gate hedge inn jetty kiln lane mill nook oven pond quay road shed tower urn vault well yard"


@cache
def bank() -> Pack:
    """Return the small bank: topics of every kind, theme and voice, some with a lock word, some that quote."""
    text = HEAD
    names = iter([*NAMES.split(), *(f"{name}let" for name in NAMES.split())])
    for form, many in MANY:
        for at in range(many):
            kind = "landmark" if form == "cast" else form
            words = {"id": next(names), "theme": THEMES[at % len(THEMES)], "kind": kind, "voice": VOICES[at % 5]}
            words |= {"shape": f"{form}-{at % 4}", "lock": ("the only", "the", "just the", "the")[at % 4]}
            if form == "number":
                words["lock"] = ("only", "exactly", "about")[at]
            text += (TOPIC + FORMS[form]).format(**words)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "small.toml"
        path.write_text(text, "utf-8")
        pack, faults = read(path)
    assert not faults, faults
    return pack


class Remembered(Seen):
    """What a household has seen, as a test says it."""

    def __init__(self, subjects: int, frames: int) -> None:
        super().__init__()
        self.subjects = frozenset(
            f"{head}{tail}" for head in ("Goose", "Acorn") for tail in ("ditch", "mere", "worth")[:subjects]
        )
        self.frames = frozenset(topic.name for topic in bank().topics[::3][:frames])
        self.pictures = frozenset(("boot", "gong", "harp")[:frames])


def decks() -> Iterator[str]:
    """Return each deck of the golden file: a line for the wish, and one for each pair."""
    known = lexicon([bank()])
    for number, (pairs, difficulty) in enumerate(
        (pairs, difficulty) for pairs in (1, 10, 12, 14, 16) for difficulty in ("easy", "normal", "hard")
    ):
        jokes = bank().topics[5 : 5 + (number % 5 == 1) * 3]
        seen = Remembered(number % 3, 4 * (number % 2))
        yield f"{pairs} {difficulty}, jokes {len(jokes)}"
        made = choose(
            bank().topics, pairs, difficulty, Random(number), seen=seen,
            nouns=known if difficulty != "hard" else frozenset(), company=Company(jokes=jokes),
        )  # fmt: skip
        yield from (f"  {one.topic.id}: {one.title} | {one.first} | {one.second}" for one in made.fillings)
        gave = ", ".join(f"{goal} {many}" for goal, many in sorted(made.relaxed.items()) if many)
        yield f"  gave in: {gave}; again: {', '.join(made.repeated)}"


if __name__ == "__main__":
    DECKS.write_text("\n".join(decks()) + "\n", "utf-8")
