"""A small sample of every attack; `make hard` does them in full."""

import importlib

import pytest

from tests.bench.hard.__main__ import ROOMS


@pytest.mark.parametrize("name", ROOMS)
def test_a_sample_of(name, tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path / "home"))
    room = importlib.import_module(f"tests.bench.hard.{name}")
    report = room.run(room.SAMPLE, 1)
    assert report.faults == []
    assert room.FULL > room.SAMPLE
