"""A household of its own for every test, and evenings that are closed."""

import pytest

from tests.referee.host import windows, wire


@pytest.fixture(autouse=True)
def household(tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    made = []
    begin = wire.Evening.__init__

    def noted(self, *args, **how):
        begin(self, *args, **how)
        made.append(self)

    monkeypatch.setattr(wire.Evening, "__init__", noted)
    yield tmp_path
    for evening in made:
        evening.close()


@pytest.fixture
def evening(household):
    """A table of Lizard for three, hosted in this process."""
    return wire.lizard(household)


@pytest.fixture
def host():
    """Begin hostings, each ended after the test; ``kind`` is windows.Table, or windows.Killable."""
    tables = []

    def start(*args, kind=windows.Table):
        tables.append(kind(*args))
        return tables[-1]

    yield start
    for table in tables:
        table.stop()
