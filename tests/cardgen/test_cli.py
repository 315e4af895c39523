"""The command line as people meet it: what it writes, what it refuses, and that nothing is left half-written."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import click
import pikepdf
import pytest
from click.testing import CliRunner

from cardgen.cli import program
from factbank import facts as factfile
from factbank.facts import Card, Pair

ROOT = Path(__file__).parents[2]
SEALED = "answer-sheet.pdf"
KIT_FILES = {
    "print-me-first.pdf",
    "deck.pdf",
    "rulebook.pdf",
    "reference-cards.pdf",
    "answer-sheet.pdf",
    "note-slips.pdf",
    "tuck-box.pdf",
    "facts.json",
    "README.txt",
}


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path / "home"))
    for name in ("LC_ALL", "LC_PAPER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return tmp_path / "home"


def sample(pairs=15, text="Number {} hums at night."):
    made = [
        Pair(f"Title {n}", (Card(2 * n - 1, text.format(2 * n - 1)), Card(2 * n, text.format(2 * n))), theme="music")
        for n in range(1, pairs + 1)
    ]
    return factfile.make(made, seed=3)


@pytest.fixture
def facts_file(tmp_path):
    path = tmp_path / "facts.json"
    factfile.write(sample(), path)
    return str(path)


def cardgen(*args, env=None):
    """Run the real program in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "cardgen", *args],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), **(env or {})},
    )


def call(*args, **more):
    """Run a command in this process; what a person can cause comes back as the exception it is."""
    return CliRunner().invoke(program, list(args), **more)


def refusal(*args):
    """Run what must be refused: one sentence, and nothing written."""
    before = sorted(Path().rglob("*"))
    result = call(*args)
    assert result.exit_code != 0
    sentence = str(result.exception) if not isinstance(result.exception, SystemExit) else result.output
    assert type(result.exception).__name__ in ("UserError", "PrintError", "FactError", "RecordError", "SystemExit"), (
        repr(result.exception)
    )
    assert "\n" not in sentence or isinstance(result.exception, SystemExit)
    assert sorted(Path().rglob("*")) == before, "nothing half-written"
    return sentence


def test_the_deck(facts_file):
    result = call("deck", "liars-lair", "--facts", facts_file, "-o", "deck.pdf")
    assert result.exit_code == 0, result.output
    assert len(pikepdf.open("deck.pdf").pages) == 2 + 8
    call("deck", "liars-lair", "--facts", facts_file, "--no-cover", "-o", "bare.pdf")
    assert len(pikepdf.open("bare.pdf").pages) == 8


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


def test_a_kit_stands_whole_and_remembers_itself(home):
    result = call("kit", "liars-lair", "--seed", "7", "-o", "kit")
    assert result.exit_code == 0, result.output
    assert {path.name for path in Path("kit").iterdir()} == KIT_FILES
    facts = json.loads(Path("kit/facts.json").read_text())
    code = facts["kit"]
    assert len(facts["pairs"]) == 15
    assert (home / "kits" / f"{code}.json").is_file()
    told = Path("kit/README.txt").read_text()
    assert f"referee new liars-lair --kit {code}" in told
    assert max(len(line) for line in told.splitlines() if not line.startswith("    ")) <= 78
    assert [path.name for path in Path().iterdir()] == ["kit"]
    again = call("kit", "liars-lair", "--kit", code, "-o", "again")
    assert again.exit_code == 0, again.output
    for name in KIT_FILES - {SEALED}:
        assert Path("again", name).read_bytes() == Path("kit", name).read_bytes(), name
    assert (again.stdout, again.stderr) == (
        result.stdout.replace("kit", "again"), result.stderr.replace("kit/", "again/")
    )  # fmt: skip


def test_the_sealed_sheet_is_another_one_every_time_and_the_rest_of_the_kit_says_nothing_of_it(facts_file):
    """Only a deal that was chosen is the same twice, and then sheet and README say so."""
    chosen = ("--deal-seed", "4")
    for folder, more in (("one", ()), ("two", ()), ("chosen", chosen), ("same", chosen)):
        assert call("kit", "liars-lair", "--facts", facts_file, *more, "-o", folder).exit_code == 0
    sheets = {folder: Path(folder, SEALED).read_bytes() for folder in ("one", "two", "chosen", "same")}
    assert len(set(sheets.values())) == 3
    assert sheets["chosen"] == sheets["same"]
    differing = {name for name in KIT_FILES if Path("one", name).read_bytes() != Path("two", name).read_bytes()}
    assert differing == {SEALED}
    assert stat.S_IMODE(Path("one", SEALED).stat().st_mode) == 0o600
    assert "--deal-seed" not in Path("one/README.txt").read_text()
    assert Path("chosen/README.txt").read_text().count("--deal-seed 4") == 2


def test_every_command_of_a_kits_readme_is_one_that_works(facts_file):
    done = call("kit", "liars-lair", "--facts", facts_file, "--each", "4", "--players", "3", "--booklet", "no",
                "-o", "kit")  # fmt: skip
    assert done.exit_code == 0, done.output
    lines = [line.split() for line in Path("kit/README.txt").read_text().splitlines() if line.startswith("    cardgen")]
    assert [words[1] for words in lines] == ["kit", "extras", "deck"]
    for number, words in enumerate(lines):
        again = call(*words[1:], "-o", f"again-{number}")
        assert again.exit_code == 0, (words, again.output)
    assert Path("again-1", SEALED).is_file()


def test_the_seed_of_an_older_readme_is_read_and_deals_nothing(facts_file):
    code = factfile.read(Path(facts_file)).kit
    assert call("kit", "liars-lair", "--facts", facts_file, "-o", "kit").exit_code == 0
    sheets = []
    for folder in ("one", "two"):
        done = call("kit", "liars-lair", "--kit", code, "--players", "4", "--seed", "5", "-o", folder)
        assert "--seed draws new facts, and --kit names facts" in done.stderr
        sheets.append(Path(folder, SEALED).read_bytes())
    assert sheets[0] != sheets[1]


def test_the_default_folder_is_named_by_game_and_kit(facts_file):
    code = factfile.read(Path(facts_file)).kit
    assert call("kit", "liars-lair", "--facts", facts_file).exit_code == 0
    assert [path.name for path in Path().iterdir()] == [f"liars-lair-{code}"]
    Path("pyproject.toml").write_text('name = "liarsdeck"')
    Path("output").mkdir()
    assert call("kit", "liars-lair", "--facts", facts_file).exit_code == 0
    assert [path.name for path in Path("output").iterdir()] == [f"liars-lair-{code}"]


def test_a_kit_takes_its_own_folder_again_but_no_other(facts_file):
    for _ in range(2):
        assert call("kit", "liars-lair", "--facts", facts_file, "-o", "kit").exit_code == 0
    assert "another kit" in refusal("kit", "liars-lair", "--seed", "1", "--no-ledger", "-o", "kit")
    forced = call("kit", "liars-lair", "--seed", "1", "--no-ledger", "-o", "kit", "--force")
    assert forced.exit_code == 0, forced.output
    assert json.loads(Path("kit/facts.json").read_text())["seed"] == 1
    Path("mine").mkdir()
    Path("mine/letter.txt").write_text("dear")
    assert "other things" in refusal("kit", "liars-lair", "--facts", facts_file, "-o", "mine", "--force")
    Path("file").write_text("x")
    assert "no folder" in refusal("kit", "liars-lair", "--facts", facts_file, "-o", "file")
    assert "is a file" in refusal("kit", "liars-lair", "--facts", facts_file, "-o", "file/kit")


@pytest.mark.parametrize("sides", ["fold", "fronts", "short"])
def test_a_kit_on_every_side(facts_file, sides):
    result = call("kit", "liars-lair", "--facts", facts_file, "--sides", sides, "-o", "kit", "--ink", "low")
    assert result.exit_code == 0, result.output
    assert {path.name for path in Path("kit").iterdir()} == KIT_FILES


def test_a_kit_fed_by_hand(facts_file):
    result = call("kit", "liars-lair", "--facts", facts_file, "--feed", "manual", "-o", "kit", "--paper", "letter")
    assert result.exit_code == 0, result.output
    names = {path.name for path in Path("kit").iterdir()}
    assert {"deck-fronts.pdf", "deck-backs.pdf", "reference-cards-fronts.pdf"} <= names


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--card", "200x300mm"], "--paper A3"),
        (["--gap", "190mm"], "--gap 158mm"),
        (["--gap", "wide"], "--gap cannot be"),
        (["--paper", "A9"], "no paper"),
        (["--paper", "-1x5"], "50 to 2000 mm"),
        (["--card", "huge"], "no card size"),
        (["--marks", "lines"], "--gap"),
        (["--printer", "office"], "no profile"),
        (["--back-offset", "3"], "--back-offset"),
        (["--back-offset", "0,15"], "past the printable area"),
        (["--sides", "up"], "up"),
        (["--margin", "-3mm"], "margin"),
        (["-o", "."], "is a folder"),
    ],
)
def test_what_the_sheet_refuses(facts_file, args, says):
    assert says in refusal("deck", "liars-lair", "--facts", facts_file, *args)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--players", "9"], "3 to 8 players"),
        (["--players", "2"], "3 to 8 players"),
        (["--each", "1"], "each"),
        (["--players", "8"], "The most it can serve"),
        (["--option", "each"], "name=value"),
        (["--option", "luck=high"], "no such option"),
        (["--option", "reclaim=never"], "reclaim"),
        (["--kit", "K7Q4-9M"], "both name facts"),
        (["--theme", "sea"], "--theme is about drawing new facts, and --facts names facts"),
        (["--no-ledger"], "--no-ledger is about drawing new facts"),
        (["--card", "200x300mm"], "--paper A3"),
    ],
)
def test_what_a_kit_refuses(facts_file, args, says):
    assert says in refusal("kit", "liars-lair", "--facts", facts_file, *args)


def test_games_that_are_not_there(facts_file):
    assert "did you mean liars-lair" in refusal("deck", "liars-liar", "--facts", facts_file)
    assert "did you mean liars-lair" in refusal("kit", "liarslair")
    assert "no kit" in refusal("kit", "chess")
    assert "no rulebook" in refusal("rulebook", "chess")
    assert "--facts FILE" in refusal("deck", "liars-lair")


def test_facts_that_cannot_be_printed(tmp_path):
    def facts(name, change):
        document = json.loads(factfile.format_facts(sample(9)))
        change(document)
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(document))
        return str(path)

    def text(value):
        return lambda d: d["pairs"][3]["cards"][0].update(text=value)

    for verb in ("deck", "kit"):
        more = ["--each", "3", "--players", "3"] if verb == "kit" else []
        long = facts("long", text("A word and another word, and so on for ever, " * 6))
        assert "card 7" in refusal(verb, "liars-lair", "--facts", long, *more)
        snow = facts("snow", text("Nobody ☃ knows."))
        assert "snowman" in refusal(verb, "liars-lair", "--facts", snow, *more)
        double = facts("double", lambda d: d["pairs"][3]["cards"][0].update(number=1))
        assert "number 1 is used twice" in refusal(verb, "liars-lair", "--facts", double, *more)
        future = facts("future", lambda d: d.update(format=9))
        assert "format" in refusal(verb, "liars-lair", "--facts", future, *more)
        assert "no fact file" in refusal(verb, "liars-lair", "--facts", "nowhere.json", *more)


@pytest.mark.skipif(os.name == "nt", reason="permissions are other there")
def test_an_unwritable_folder(facts_file, monkeypatch):
    shut = Path("shut")
    shut.mkdir(mode=0o500)
    if os.access(shut, os.W_OK):  # nothing is unwritable for root: say what another person would be told
        monkeypatch.setattr("os.access", lambda path, _mode: Path(path).name != "shut")
    for verb in ("deck", "kit"):
        assert "may not be written" in refusal(verb, "liars-lair", "--facts", facts_file, "-o", "shut/x")


@pytest.mark.parametrize("wrong", [KeyboardInterrupt, OSError(28, "No space left on device")])
@pytest.mark.parametrize(
    "where",
    [
        "cardgen.book.pdf.write_rulebook",
        "cardgen.secret.answer_sheet.write_answer_sheet",
        "cardgen.extras.boxes.pdf.write_tuck_box",
    ],
)
def test_nothing_stays_of_a_kit_that_was_broken_off(monkeypatch, facts_file, home, wrong, where):
    def stop(*args, **more):
        raise wrong

    call("kit", "liars-lair", "--facts", facts_file, "-o", "deep/kit")
    before = {path: path.read_bytes() for path in Path("deep").rglob("*") if path.is_file()}
    monkeypatch.setattr(where, stop)
    for folder in ("deep/kit", "new/deeper/kit"):
        result = call("kit", "liars-lair", "--facts", facts_file, "-o", folder)
        assert result.exit_code != 0
    result = call("kit", "liars-lair", "--seed", "4", "-o", "fresh")
    assert result.exit_code != 0
    assert {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()} == before
    assert not Path("new").exists()
    kept = [path.stem for path in (home / "kits").iterdir()]
    assert kept == [factfile.read(Path(facts_file)).kit]


@pytest.mark.parametrize("what", [["--facts"], ["--seed", "4", "--no-ledger"]])
def test_a_kit_that_cannot_be_kept_by_its_code_is_printed_all_the_same(facts_file, home, what):
    home.mkdir(exist_ok=True)
    (home / "kits").write_text("in the way")
    done = call("kit", "liars-lair", *what, *([facts_file] if what == ["--facts"] else []), "-o", "kit")
    assert done.exit_code == 0, done.output
    assert "keep its fact file" in done.stderr
    assert Path("kit/deck.pdf").is_file()


def test_a_full_disk_names_the_folder_that_was_asked_for(monkeypatch, facts_file):
    from liarsdeck.files import whole_folder

    def full(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    done = call("kit", "liars-lair", "--facts", facts_file, "-o", "deep/kit")
    assert isinstance(done.exception, OSError)
    assert done.exception.filename == str(Path("deep/kit"))
    assert not Path("deep").exists()
    with pytest.raises(OSError, match="No space") as refused, whole_folder(Path("new")):
        raise OSError(28, "No space left on device")
    assert refused.value.filename == "new"


def test_the_real_program():
    done = cardgen("deck", "liars-lair", "--kit", "0000-00", "-o", "x.pdf")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("cardgen: ")
    assert done.stderr.count("\n") == 1
    full = cardgen("kit", "liars-lair", "--players", "9")
    assert full.returncode == 2
    assert "3 to 8" in full.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk here")
def test_a_full_disk_is_a_sentence(facts_file):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "cardgen", "list"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_list():
    listed = json.loads(call("list", "--json").output)
    assert {deck["name"] for deck in listed["decks"]} >= {"liars-lair"}
    assert next(p for p in listed["papers"] if p["default"])["name"] == "A4"
    plain = call("list").output
    assert "poker" in plain
    assert "215.9 × 279.4 mm" in plain


def test_calibrate_and_print_with_the_profile(facts_file):
    assert call("calibrate", "-o", "test.pdf").exit_code == 0
    assert len(pikepdf.open("test.pdf").pages) == 2
    told = call("calibrate", "--printer", "office", "--tray", "bypass", "--offset", "0.8,-0.3", "--scale", "1.0,1.01")
    assert told.exit_code == 0, told.output
    assert "0.8 mm right, 0.3 mm down" in told.output
    done = call("deck", "liars-lair", "--facts", facts_file, "--printer", "office", "--tray", "bypass", "-o", "d.pdf")
    assert done.exit_code == 0, done.output
    document = pikepdf.open("d.pdf")
    back = document.pages[3]
    matrix = next(i for i in pikepdf.parse_content_stream(back) if str(i.operator) == "cm" and float(i.operands[3]) > 1)
    assert float(matrix.operands[3]) == pytest.approx(1.01)
    import pypdfium2

    cover = pypdfium2.PdfDocument("d.pdf")[0].get_textpage().get_text_bounded()
    assert "Office, bypass tray" in cover
    answers = "den\n\nneedle\n1,2\n\n\n\n\ny\n"
    asked = call("calibrate", "--ask", input=answers)
    assert asked.exit_code == 0, asked.output
    assert "den: 1 mm right, 2 mm up" in asked.output
    assert "whose readings" in refusal("calibrate", "--offset", "1,1")
    assert "--hole cannot be" in refusal("calibrate", "--printer", "x", "--hole", "one")
    assert "20 mm off" in refusal("calibrate", "--printer", "x", "--offset", "40,0")


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
