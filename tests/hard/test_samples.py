"""A small sample of every attack; `make hard` does them in full."""

import importlib

import pytest

from tests.bench.hard.__main__ import ROOMS
from tests.sampling import WHOLE

TIMES = 4 if WHOLE else 1


@pytest.mark.parametrize("name", ROOMS)
def test_a_sample_of(name, tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path / "home"))
    room = importlib.import_module(f"tests.bench.hard.{name}")
    assert room.FULL > room.SAMPLE
    report = room.run(min(TIMES * room.SAMPLE, room.FULL), 1)
    assert report.faults == []
