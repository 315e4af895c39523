"""A journal in a folder of the test's own."""

import pytest

from referee.store.journal import Journal
from tests.referee.store.tables import Clock


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "home" / "tables.sqlite"


@pytest.fixture
def journal(path, clock):
    with Journal(path, clock=clock, pin_cost=4) as opened:
        yield opened
