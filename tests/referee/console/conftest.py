"""PINs of one sign, so that tests of the table stay short; ``test_honest`` tests the real ones."""

import pytest

from referee.store import pins


@pytest.fixture(autouse=True)
def short_pins(monkeypatch):
    monkeypatch.setattr(pins, "SHORTEST_PIN", 1)
