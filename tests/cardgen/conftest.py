"""A household and a folder of the test's own, and facts to print."""

import pytest

from factbank import factfile
from tests.cardgen.program import sample


@pytest.fixture
def home(monkeypatch, tmp_path):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path / "home"))
    for name in ("LC_ALL", "LC_PAPER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return tmp_path / "home"


@pytest.fixture
def facts_file(tmp_path):
    path = tmp_path / "facts.json"
    factfile.write(sample(), path)
    return str(path)
