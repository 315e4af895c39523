"""A kit's README.txt tells the command that makes the same kit once more: every option that changes a kit is in it."""

import re
import shlex
from pathlib import Path

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.commands.kit import WHERE
from cardgen.commands.kit import kit as kit_command
from factbank import factfile
from factbank.jokes import Joke, pack_text
from liarsdeck.cli import spelt
from tests.cardgen.program import call, sample

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 70 95"><rect width="70" height="95" fill="{}"/></svg>'
KITS = {
    "new facts": [
        *("liars-lair", "--players", "3", "--each", "2", "--seed", "9"),
        *("--pack", "food", "--pack", "parties", "--pack", "buildings", "--pack", "gym", "--pack", "machines"),
        *("--pack", "sea", "--pack", "workdays", "--difficulty", "easy"),
        *("--length", "short", "--locale", "de_DE", "--no-ledger", "--booklet", "no", "--stock", "200g", "--sleeved"),
        *("--paper", "legal", "--ink", "low", "--no-cover"),
    ],
    "facts of a theme": [
        *("liars-lair", "--players", "3", "--each", "2"),
        *("--theme", "animals", "--theme", "food", "--ledger", "l.sqlite"),
        *("--seed", "4", "--deck-theme", "lacquer", "--sides", "fold", "--guest", "Ann", "--guest", "Ben:he"),
        *("--titles", "none", "--jokes", "jokes.toml", "--deal-seed", "7"),
    ],
    "own art, the usual printer": [
        *("lizard", "--option", "rounds=10", "--back", "my back.svg", "--art", "my art", "--slots", "gaps-9"),
        *("--colour-aid", "--indices", "jumbo", "--language", "de"),
    ],
    "own sheet, given facts": [
        *("liars-lair", "--facts", "facts.json", "--players", "5", "--option", "reclaim=revised", "--face", "plain"),
        *("--option", "dawn=6", "--sides", "short", "--card", "bridge"),
        *("--gap", "2mm", "--bleed", "1mm", "--back-bleed", "1.5mm", "--margin", "6mm", "--marks", "lines"),
        *("--printer", "office", "--tray", "by hand", "--back-offset", "-0.5,0.25", "--feed", "manual"),
        *("--back-ink", "low", "--ground", "white", "--large-print"),
        *("--book-url", "https://example.org/rules.html"),
    ],
}


@pytest.fixture
def work(home):
    factfile.write(sample(), Path("facts.json"))
    jokes = [Joke("Ann loves the lift.", "Ann hates the lift."), Joke("Ann trusts geese.", "Ann distrusts geese.")]
    Path("jokes.toml").write_text(pack_text(jokes), encoding="utf-8")
    Path("my back.svg").write_text(SVG.format("#1F6FB5"))
    Path("my art").mkdir()
    Path("my art/Ah.svg").write_text(SVG.format("#0B8A5B"))
    calibrate("--printer", "office", "--tray", "by hand", "--offset", "0.8,-0.3", "--turn", "0.2")


def calibrate(*words):
    assert call("calibrate", *words, "-o", "sheet.pdf").exit_code == 0


def written(folder):
    return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


def retold(folder, command):
    """Return the words of a command that a kit's README.txt tells."""
    text = Path(folder, "README.txt").read_text("utf-8")
    found = re.search(rf"^    cardgen ({command} .*)$", text, re.MULTILINE)
    assert found
    return shlex.split(found[1])


@pytest.mark.parametrize("words", KITS.values(), ids=KITS)
@pytest.mark.usefixtures("work")
def test_the_command_that_is_told_makes_the_same_kit(words, monkeypatch):
    usual = "--art" in words
    if usual:
        calibrate("--printer", "home", "--offset", "0.4,0", "--default")
    made = call("kit", *words, "-o", "kit")
    assert made.exit_code == 0, made.output
    first = written("kit")
    if usual:  # another printer has become the usual one
        calibrate("--printer", "new", "--offset", "0,0.4", "--default")
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")  # where letter paper is usual
    again = call(*retold("kit", "kit"), "-o", "again")
    assert again.exit_code == 0, again.output
    second = written("again")
    assert second.keys() == first.keys()
    differ = {name for name in first if first[name] != second[name]}
    # The answer sheet is dealt anew at every printing, unless its deal was chosen.
    sealed = {"answer-sheet.pdf", "answer-sheet-fronts.pdf"} & first.keys()
    assert differ == (sealed if "--deal-seed" not in words else set())
    deck = retold("kit", "deck")
    assert (deck[1], deck[-2]) == (words[0], "--only")
    assert {"--back", "--art", "--slots", "--colour-aid", "--indices", "--paper"} <= {*deck} or "--art" not in words
    lost = call(*deck, "-o", "lost.pdf")
    assert lost.exit_code == 0, lost.output
    if sealed:
        beside = call(*retold("kit", "extras"), "-o", "beside")
        assert beside.exit_code == 0, beside.output
        assert any(name.startswith("answer-sheet") for name in written("beside"))


def test_every_option_of_a_kit_is_in_one_of_these_kits():
    given = {word for words in KITS.values() for word in words}
    options = {
        param.name: param
        for param in kit_command.params
        if isinstance(param, click.Option) and param.name not in WHERE | {"code", "ask"}
    }
    assert [name for name, param in options.items() if not given & {*param.opts, *param.secondary_opts}] == []


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\n"))))
def test_words_are_spelt_so_that_a_shell_gives_them_back(words):
    assert shlex.split(spelt(words)) == words
