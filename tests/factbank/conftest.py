"""Every test has a user data folder of its own."""

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path_factory, monkeypatch):
    """Point the user data folder at an empty one, so that no test reads or writes a person's own."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("LIARSDECK_HOME", str(folder))
    return folder
