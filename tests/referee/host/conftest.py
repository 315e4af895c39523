"""A household of its own for every test, and evenings that are closed."""

import pytest

from tests.referee.host import wire


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
