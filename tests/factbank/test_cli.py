"""The command line, through its real entry points."""

import json
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from factbank import factfile, kits
from factbank.cli import program
from factbank.deal.ledger import Ledger
from liarsdeck.cli import Command, run
from tests.factbank.some_packs import spoilt

ROOT = Path(__file__).parents[2]
COMMANDS = {name: program.get_command(click.Context(program), name) for name in program.lazy}


@pytest.fixture
def cli(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def call(*args):
        with pytest.raises(SystemExit) as left:
            run(program, [str(arg) for arg in args])
        out, err = capsys.readouterr()
        return left.value.code, out, err

    return call


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_has_help_and_an_example(name):
    command = COMMANDS[name]
    assert isinstance(command, Command)
    assert command.help
    assert program.lazy[name][1] == command.get_short_help_str(200)
    assert command.examples
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, option.name
    assert "--quiet" in [name for option in command.params for name in option.opts]


EXAMPLES = [example for command in COMMANDS.values() for example in command.examples]


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_works_as_it_stands(example, cli, tmp_path, home):
    if example.startswith("factbank ask"):
        return  # it asks at the terminal: tests/factbank/test_jokes.py types to it
    (tmp_path / "pairs.csv").write_text("Ann sings.,Ann hums.\n")
    own = (ROOT / "factbank/english/lists/starter.toml").read_text()
    (tmp_path / "mine.toml").write_text(own)
    (tmp_path / "other.toml").write_text(own)
    cli("new", "--pairs", 3, "--seed", 1, "-o", "facts.json", "--pack", "cabinet")
    kit = factfile.read(tmp_path / "facts.json").kit
    words = example.replace("K7Q4-9M", kit).split()
    assert words.pop(0) == "factbank"
    if "audit" in words:
        words += ["--pack", "cabinet", "--pack", "sea", "--pairs", "50", "--decks", "1", "--deck-pairs", "6"]
    if "packs" in words:
        words += ["--samples", "5"]
    if "import" in words:
        words += ["--force"]
    status, _, err = cli(*words)
    assert status == 0, err


def test_new_writes_the_file_enters_the_ledger_and_keeps_the_kit(cli, tmp_path, home):
    status, out, err = cli("new", "--players", 4, "--each", 2, "--seed", 7, "-o", "facts.json")
    assert (status, out) == (0, "")
    facts = factfile.read(tmp_path / "facts.json")
    assert len(facts.pairs) == 8
    assert facts.seed == 7
    assert facts.kit in err
    assert kits.find(facts.kit) == facts
    assert [deck.kit for deck in Ledger(home / "ledger.sqlite").history()] == [facts.kit]
    _, _, err = cli("new", "--pairs", 8, "--seed", 7, "--quiet", "-o", "again.json")
    assert err == ""
    assert not {pair.key for pair in factfile.read(tmp_path / "again.json").pairs} & {pair.key for pair in facts.pairs}


def test_without_a_ledger_the_same_seed_writes_the_same_bytes(cli, home):
    first = cli("new", "--seed", 7, "--no-ledger")
    assert cli("new", "--seed", 7, "--no-ledger") == first
    assert json.loads(first[1])["seed"] == 7
    assert len(json.loads(first[1])["pairs"]) == 15
    assert not (home / "ledger.sqlite").exists()


def test_json_prints_the_facts_beside_writing_them(cli, tmp_path, home):
    (tmp_path / "pairs.csv").write_text("Ann sings.,Ann hums.\n")
    for words in (["new", "--pairs", 3, "--no-ledger"], ["import", "pairs.csv"]):
        if words[0] == "import":
            assert "facts.json is there already" in cli(*words, "-o", "facts.json")[2]
            words.append("--force")
        status, out, err = cli(*words, "--seed", 7, "-o", "facts.json", "--json")
        assert (status, out) == (0, (tmp_path / "facts.json").read_text())
        assert "in facts.json" in err
        assert out == cli(*words, "--seed", 7, "--json")[1]
        assert out == cli(*words, "--seed", 7, "-o", "-")[1]
        assert not (tmp_path / "-").exists()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["new", "--pairs", "3", "--players", "3"], "not both"),
        (["new", "--ledger", "x", "--no-ledger"], "not both"),
        (["new", "--pack", "nowhere"], "there is no pack “nowhere”"),
        (["new", "--theme", "nowhere"], "no pack here has the theme “nowhere”; there are "),
        (["new", "--difficulty", "brutal"], "'easy', 'normal', 'hard'"),
        (["new", "--pairs", "0"], "--pairs"),
        (["new", "--locale", "de_XX"], "no locale “de_XX”"),
        (["new", "--pack", "cabinet", "--theme", "household", "--pairs", "150"], "could be made"),
        (["new", "--pairs", "2", "-o", "/proc/x/facts.json"], "/proc/x"),
        (["show", "2222-22", "--yes"], "no kit 2222-22"),
        (["show", "nonsense", "--yes"], "not a kit code"),
        (["try", "nothing"], "no topic “nothing”"),
        (["check", "nothing"], "no pack “nothing”"),
        (["new-pack", "Not A Name"], "can't be a pack's name"),
        (["new-pack", "cabinet"], "built-in pack"),
        (["import", "none.csv"], "none.csv can't be read"),
        (["history", "--ledger", "none"], "no ledger none"),
        (["nonsense"], "nonsense"),
    ],
)
def test_what_a_person_gets_wrong_is_one_sentence_and_status_two(cli, args, said, home, tmp_path):
    status, out, err = cli(*args)
    assert status == 2
    assert out == ""
    assert said in err
    assert err.count("\n") == 1
    assert not (home / "kits").exists()
    if (home / "ledger.sqlite").exists():
        assert Ledger(home / "ledger.sqlite").history() == []
    assert list(tmp_path.iterdir()) == []


SESSIONS = {
    "show": ["new --pairs 3 --seed 1 -o f.json --pack cabinet", "show KIT", "show f.json --yes --json"],
    "history": [
        "history", "history --json", "new --pairs 3 --seed 1 -o f.json", "history", "history --export seen.json",
        "history --clear", "history --clear --yes", "history --json", "history --check",
    ],
    "check": ["check cabinet --samples 2", "check mine.toml", "check mine.toml --json", "check nothing.toml"],
    "packs and try": [
        "packs --pack cabinet --samples 20", "packs --pack cabinet --json --samples 0", "try wake --seed 3 --count 2",
        "try cabinet/goodbye-in --seed 3 --count 2 --json", "packs --topics --pack cabinet --samples 0",
    ],
    "a starter pack": [
        "new-pack picnic --own", "check picnic --samples 1", "new-pack picnic --own", "try lifting --count 1 --seed 1",
        "new --pack picnic --pairs 3 --no-ledger --seed 2",
    ],
    "audit": [
        "audit --pack cabinet --pairs 300 --decks 1 --deck-pairs 6 --json",
        "audit --pack cabinet --pairs 300 --decks 1 --deck-pairs 6", "audit --pack cabinet --pairs 300 --decks 0",
    ],
}  # fmt: skip


@pytest.mark.parametrize("session", SESSIONS)
def test_a_session_at_the_command_line(cli, session, snapshot, tmp_path, home):
    spoilt(tmp_path, ('"owl"', '"whisky"')).rename(tmp_path / "mine.toml")
    said = []
    for command in SESSIONS[session]:
        words = command.split()
        if "KIT" in words:
            words[words.index("KIT")] = factfile.read(tmp_path / "f.json").kit.lower()
        status, out, err = cli(*words)
        said.append(f"$ factbank {command}\n{out}{err}[{status}]")
    text = "\n".join(said).replace(str(tmp_path), "HERE").replace(str(ROOT), "ROOT").replace(str(home), "HOME")
    text = re.sub(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d\+00:00)?", "THEN", text)
    text = re.sub(r"\b[2-9A-Z]{4}-[2-9A-Z]{2}\b", "SOME-KIT", text)  # other facts with every topic that joins the bank
    assert re.sub(r'"sha256": "[0-9a-f]+"', '"sha256": …', text) == snapshot


def test_endings_that_are_too_long_for_large_type_are_named(cli, tmp_path, home):
    pairs = [
        ("Goats", "Goats eat prunes.", "Goats eat " + "prunes and " * 12 + "figs."),
        ("Owls", "Owls nap.", "Owls sit."),
    ]
    factfile.write(factfile.make(pairs, 3), tmp_path / "facts.json")
    facts = factfile.read(tmp_path / "facts.json")
    long = sorted(card.number for card in facts.pairs[0].cards)
    _, out, _ = cli("check", "--deck", tmp_path / "facts.json")
    assert "more than 100 letters" in out
    assert {int(number) for number in re.findall(r"\d+", out.rpartition("cards ")[2])} == {*long}
    _, out, _ = cli("check", "--deck", tmp_path / "facts.json", "--json")
    assert sorted(json.loads(out)["long"]) == long


def test_as_a_module_and_to_a_closed_pipe():
    command = [sys.executable, "-m", "factbank"]
    told = subprocess.run([*command, "--help"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "new-pack" in told.stdout
    piped = subprocess.Popen(
        [*command, "try", "goodbye-in", "--count", "9000"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    piped.stdout.readline()
    piped.stdout.close()
    assert piped.stderr.read() == b""
    assert piped.wait() == 1
