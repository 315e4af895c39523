"""What once brought something down, kept for ever: each must end in a reading or a clean sentence, at once."""

import json
import shutil

import pytest

from cardgen import printers
from cardgen.custom.deckfile import read_deck
from cardgen.errors import PrintError
from cardgen.layout import PAPERS, Profile, SheetOptions, lay_out, parse_card
from liarsdeck import formats
from liarsdeck.cli import SENTENCE, shown
from referee import games
from referee.store.journal import Journal
from referee.tables.table import Table
from tests.bench.hard import files, lines, options
from tests.bench.hard.report import Report
from tests.referee.conformance import random_game
from tests.sampling import some

FILES = sorted(files.CORPUS.glob("*/*"))


def kept(name):
    lines = (files.CORPUS / name).read_text("utf-8").splitlines()
    return [line.rpartition("\t") for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize(("name", "line"), [(name, json.loads(line)) for name, _, line in kept("lines.txt")])
def test_a_line_that_once_fell(name, line):
    game, report = games.game(name), Report("corpus")
    for seed in some(range(4), 2):
        setup, actions, _state, rng = random_game(game, seed)
        names = dict(zip(("Ann", "Bob", "Cat"), setup.seats, strict=False))
        state = game.start(setup)
        for action in [*actions[:20], None]:
            lines.attempt(game, setup, state, line.replace("Bob", names["Bob"]), rng, report)
            if action is not None:
                state = game.apply(state, action)
    assert report.faults == []


def test_command_lines_that_once_fell(tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    options.lay_out(tmp_path)
    report = Report("corpus")
    for _, _, line in kept("commands.txt"):
        program, *words = json.loads(line)
        options.attempt(program, words, report)
    assert report.faults == []


@pytest.mark.parametrize(("name", "text"), [(name, json.loads(text)) for name, _, text in kept("prompts.txt")])
def test_a_text_that_once_held_up_a_prompt(name, text, tmp_path):
    game, report = games.game(name), Report("corpus")
    setup, actions, _state, _rng = random_game(game, 3)
    with Journal(tmp_path / "tables.sqlite") as journal:
        table = Table.new(journal, setup, seed="7")
        for action in actions[:6]:
            files._type(table, text, None, report)
            files._type(table, text, 0, report)
            table.act(action)
    assert report.faults == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_file_that_once_fell(path, tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    report, copy = Report("corpus"), tmp_path / path.name
    shutil.copy(path, copy)
    kind = path.parent.name if path.parent.name in files.KINDS else path.parent.name.removesuffix("s")
    files.try_one(kind, copy, report)
    assert report.faults == []
    assert report.counts == {f"{kind}: refused": 1}


def test_what_is_quoted_steers_no_terminal_and_fills_no_screen():
    assert shown("no pack\x1b[2J\x1b]0;x\x07“x”\r\n\u202e") == "no pack�[2J�]0;x�“x” �"
    assert len(shown("a" * 100_000)) <= SENTENCE + 3
    assert shown("a" * SENTENCE) == "a" * SENTENCE


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a = 0x" + "f" * 3000, "out of reason"),
        ("a = [1, {b = 9223372036854775808}]", "out of reason"),
        ("a = " + "9" * 3990, "out of reason"),
        ("a = " + "[" * 3000, "too deeply"),
        ("a = '" + "x" * 4000 + "'", "characters"),
        ("a = ]", "line 1"),
    ],
)
def test_toml_that_is_refused(text, why):
    with pytest.raises(ValueError, match=why):
        formats.loads(text)


def test_toml_that_is_read():
    assert formats.loads(f'a = "{"." * 999}"\nb = [-9223372036854775808, 1.5]\r\n')["b"] == [-(2**63), 1.5]


@pytest.mark.parametrize(
    "name", ['a "quoted" one', "back\\slash", "Büro №5", "tab\there", "two\nlines", "\udcff", "\x7f"]
)
def test_a_printer_is_remembered_under_its_name_or_refused(name, tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    try:
        printers.remember(Profile(printer=name, x_mm=0.5))
    except PrintError:
        assert not name.isprintable()
        assert printers.known() == ([], None)
    else:
        assert printers.find(name, "") == Profile(printer=name, x_mm=0.5)


def test_a_gap_that_leaves_one_card_and_a_profile_that_pushes_out_the_rest():
    options = SheetOptions(
        paper=PAPERS["letter"],
        card=parse_card("130.7x135.4mm"),
        gap_mm=3.9,
        margin_mm=6.35,
        profile=Profile(printer="one", x_mm=-2.5, y_mm=-2.8),
    )
    with pytest.raises(PrintError, match=r"pushes cards of this size .* past the printable area of Letter; what has"):
        lay_out(options)


def test_a_column_with_an_endless_name_is_not_quoted_at_length(tmp_path):
    toml_file = tmp_path / "mine.toml"
    toml_file.write_text('[box.name]\nat = [8, 8, 47, 9]\ntext = "{{ bird }}"\n')
    for header in ("x" * 900, ",".join(f"column{n}{'x' * 45}" for n in range(60))):
        (tmp_path / "mine.csv").write_text(f"{header}\n{',' * header.count(',')}\n")
        with pytest.raises(PrintError) as refused:
            read_deck(toml_file)
        assert len(str(refused.value)) < 900
