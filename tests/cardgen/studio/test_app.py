"""The one file for machines without Python: which program it is, and what it leaves to a browser."""

import sys

import pytest

from cardgen.studio import app
from liarsdeck import worker
from liarsdeck.worker import program


@pytest.mark.parametrize(
    ("words", "begun"),
    [
        ([], ("cardgen.cli", ["studio"])),
        (["my-deck.toml"], ("cardgen.cli", ["studio", "my-deck.toml"])),
        (["--no-open"], ("cardgen.cli", ["studio", "--no-open"])),
        (["cardgen", "kit", "lizard"], ("cardgen.cli", ["kit", "lizard"])),
        (["referee", "host", "--quiet"], ("referee.cli", ["host", "--quiet"])),
        (["factbank"], ("factbank.cli", [])),
    ],
)
def test_the_first_word_names_the_program(words, begun, monkeypatch):
    found = []

    class Begun:
        def __init__(self, name):
            self.name = name

        def main(self):
            found.append((self.name, sys.argv[1:]))

    monkeypatch.setattr(app, "import_module", Begun)
    monkeypatch.setattr(sys, "argv", ["liarsdeck", *words])
    app.main()
    assert found == [begun]


def test_what_the_studio_starts_is_in_the_one_file(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    found = []
    monkeypatch.setattr(worker, "main", lambda *nice: found.append(nice))
    monkeypatch.setattr(sys, "argv", [*program("liarsdeck.worker"), "4"])
    app.main()
    assert found == [(4,)]
    assert program("referee")[1] in app._PROGRAMS
