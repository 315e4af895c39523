"""A household of the test's own, and facts to play with."""

import pytest

from factbank.factfile import Card, Pair, make, write
from referee.store.journal import Journal


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def journal(home):
    """The journal of that household."""
    with Journal(pin_cost=4) as opened:
        yield opened


@pytest.fixture
def facts(tmp_path):
    """Fifteen pairs: 1 and 2, 3 and 4, and so on."""
    pairs = [Pair(f"Pair {n}", (Card(2 * n - 1, f"Goats {n}."), Card(2 * n, f"No goats {n}."))) for n in range(1, 16)]
    path = tmp_path / "facts.json"
    write(make(pairs), path)
    return path
