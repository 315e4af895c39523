"""A game without its deck or its book is refused in a sentence; the deck that CONTRIBUTING adds is printed."""

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

import referee.games
from cardgen.decks import REGISTRY, DeckEntry
from cardgen.errors import PrintError
from referee.books import rulebook
from referee.core.game import RecordError
from tests.cardgen.program import call
from tests.referee import tiny

CONTRIBUTING = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")
DECK = re.search(r"## How to add a deck\n.*?```python\n(.*?)```", CONTRIBUTING, re.DOTALL)[1]


class Bare(tiny.Tiny):
    deck = ""
    texts = {}


@pytest.fixture(autouse=True)
def sixth(home, monkeypatch):
    known = referee.games.game
    monkeypatch.setattr(referee.games, "REGISTRY", (*referee.games.REGISTRY, "tiny"))
    monkeypatch.setattr(referee.games, "game", lambda name: Bare() if name == "tiny" else known(name))
    rulebook._environment.cache_clear()  # another test may have read the texts of this game


def test_without_a_deck_and_a_book_it_is_told(monkeypatch):
    for words in (("extras", "tiny"), ("kit", "tiny"), ("deck", "tiny")):
        done = call(*words)
        assert isinstance(done.exception, PrintError)
        assert str(done.exception).startswith('there is no deck "tiny"; ')
    assert "there is no rulebook" in str(call("rulebook", "tiny").exception)
    monkeypatch.setitem(REGISTRY, "tiny", DeckEntry("Highest Alone", 52, "liar_poker"))
    done = call("kit", "tiny", "--players", "3", "-o", "kit")
    assert isinstance(done.exception, RecordError)
    assert str(done.exception).startswith("there is no book for this game")
    assert list(Path().iterdir()) == []


def test_the_deck_in_contributing_prints_like_any_other(monkeypatch):
    module = ModuleType("cardgen.decks.faces.moons")
    exec(compile(DECK, "moons.py", "exec"), module.__dict__)
    monkeypatch.setitem(sys.modules, "cardgen.decks.faces.moons", module)
    line = re.search(r"One line in `cardgen/decks/__init__.py`: `(.*?)`", CONTRIBUTING)[1]
    ((name, entry),) = eval("{" + line + "}").items()
    monkeypatch.setitem(REGISTRY, name, entry)
    for words in (
        ("deck", name, "--preview", "-o", "moons.pdf"),
        ("deck", name, "--ink", "low", "--card", "mini", "-o", "low.pdf"),
        ("show", "red3", "--deck", name, "-o", "red3.png"),
        ("extras", name, "-o", "box"),
        ("list",),
    ):
        done = call(*words)
        assert done.exit_code == 0, done.exception
    assert "Moons: 12" in done.output
    assert "12 cards on" in call("deck", name, "-o", "moons.pdf").stderr
