"""The command line as people meet it: what it writes, what it refuses, and that nothing is left half-written."""

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner

from cardgen.cli import program
from factbank import cli as factbank
from factbank import factfile
from tests.cardgen.program import ROOT, call, cardgen, refusal, sample

pytestmark = pytest.mark.usefixtures("home")


@pytest.mark.parametrize(
    ("options", "pages", "wide"),
    [
        (["--paper", "letter", "--gap", "3mm"], 8, 279.4),
        (["--sides", "fold"], 8, 297),
        (["--sides", "fronts"], 4, 210),
        (["--sides", "backs"], 4, 210),
        (["--card", "mini"], 4, 297),
        (["--paper", "100x150mm", "--margin", "4mm"], 30, 150),
        (["--ink", "low", "--marks", "lines", "--gap", "2mm", "--back-bleed", "4mm", "--bleed", "0.125in"], 8, 210),
    ],
)
def test_sheet_options(facts_file, options, pages, wide):
    result = call("deck", "liars-lair", "--facts", facts_file, "--no-cover", "-o", "deck.pdf", *options)
    assert result.exit_code == 0, result.output
    document = pikepdf.open("deck.pdf")
    assert len(document.pages) == pages
    assert float(document.pages[0].mediabox[2]) * 25.4 / 72 == pytest.approx(wide, abs=0.01)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"text": "A word and another word, and so on for ever, " * 6}, "card 7"),
        ({"text": "Nobody ☃ knows."}, "snowman"),
        ({"number": 1}, "number 1 is used twice"),
    ],
)
def test_facts_that_cannot_be_printed(tmp_path, change, said):
    document = json.loads(factfile.format_facts(sample(9)))
    document["pairs"][3]["cards"][0] |= change
    file = tmp_path / "facts.json"
    file.write_text(json.dumps(document))
    for words in (("deck", "liars-lair"), ("kit", "liars-lair", "--each", "3", "--players", "3")):
        assert said in refusal(*words, "--facts", str(file))


@pytest.mark.skipif(os.name == "nt", reason="permissions are other there")
def test_an_unwritable_folder(facts_file, monkeypatch):
    shut = Path("shut")
    shut.mkdir(mode=0o500)
    if os.access(shut, os.W_OK):  # nothing is unwritable for root: say what another person would be told
        monkeypatch.setattr("os.access", lambda path, _mode: Path(path).name != "shut")
    for verb in ("deck", "kit"):
        assert "may not be written" in refusal(verb, "liars-lair", "--facts", facts_file, "-o", "shut/x")


def test_the_real_program():
    done = cardgen("deck", "liars-lair", "--kit", "0000-00", "-o", "x.pdf")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("cardgen: ")
    assert done.stderr.count("\n") == 1
    full = cardgen("kit", "liars-lair", "--players", "9")
    assert full.returncode == 2
    assert "3 to 8" in full.stderr


def test_list():
    listed = json.loads(call("list", "--json").output)
    assert {deck["name"] for deck in listed["decks"]} >= {"liars-lair"}
    assert next(p for p in listed["papers"] if p["default"])["name"] == "A4"
    plain = call("list").output
    assert "poker" in plain
    assert "215.9 × 279.4 mm" in plain


def test_calibrate_and_print_with_the_profile(facts_file):
    told = call("calibrate", "--printer", "office", "--tray", "bypass", "--offset", "0.8,-0.3", "--scale", "1.0,1.01")
    assert told.exit_code == 0, told.output
    assert "0.8 mm right, 0.3 mm down" in told.output
    done = call("deck", "liars-lair", "--facts", facts_file, "--printer", "office", "--tray", "bypass", "-o", "d.pdf")
    assert done.exit_code == 0, done.output
    document = pikepdf.open("d.pdf")
    back = document.pages[3]
    matrix = next(i for i in pikepdf.parse_content_stream(back) if str(i.operator) == "cm" and float(i.operands[3]) > 1)
    assert float(matrix.operands[3]) == pytest.approx(1.01)
    cover = pypdfium2.PdfDocument("d.pdf")[0].get_textpage().get_text_bounded()
    assert "Office, bypass tray" in cover


def test_every_command_has_help_with_an_example():
    from liarsdeck.cli import Command

    for name in program.lazy:
        verb = program.get_command(None, name)
        assert isinstance(verb, Command)
        assert verb.examples
        assert all(example.startswith(f"cardgen {name}") for example in verb.examples)
        assert verb.get_short_help_str(100).rstrip(".") == program.lazy[name][1].rstrip(".")
        shown = call(name, "--help").output
        assert verb.examples[0] in shown
        for option in verb.params:
            assert isinstance(option, click.Argument) or option.help, option


def test_the_help_of_each_theme_says_what_the_other_one_is():
    for command, said in (
        ("deck", "In cardgen kit, --theme is what the facts are about"),
        ("kit", "The cards’ look is --deck-theme"),
    ):
        assert said in " ".join(call(command, "--help").output.split())
    shown = CliRunner().invoke(factbank.program, ["new", "--help"]).output
    assert "In cardgen deck, --theme is the cards’ look" in " ".join(shown.split())


def test_help_imports_nothing_heavy():
    probe = (
        "import sys; from cardgen.cli import program; program.main(['--help'], standalone_mode=False); "
        "print([m for m in ('reportlab', 'msgspec', 'PIL', 'jinja2', 'faker') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.stdout.strip().endswith("[]")
