"""Records: reading, printing, replaying, refusing; and the golden ones of tests/records, each checked by hand."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factbank.factfile import read
from factbank.kits import keep
from referee import games
from referee.core.game import RecordError
from referee.core.play import format_action, game_status, replay
from referee.records import make_header, parse_record, print_record, read_seals, replay_file, replay_record, verify
from tests.programs import ran
from tests.referee import conformance as law
from tests.referee.rulings.general import refusal
from tests.sampling import tries

RECORDS = Path(__file__).parents[2] / "records"
GOLDEN = sorted(path for path in RECORDS.glob("*.txt") if path.with_suffix(".json").exists())
LIZARD = """+++
game = "lizard"
rules = 1                            # the version of this page that the record was played by
seats = ["Ann", "Bob", "Cat"]        # clockwise
[options]
rounds = 1
+++
dealer Ann
trump 9h                             # a comment

Bob: bids 1
Cat: bids 0
Ann: bids 0
Bob: plays Ah
Cat: plays 2h
Ann: plays 3c
"""


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_records(path: Path) -> None:
    done = replay_file(path)
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert done.answer() == expected
    for text in (done.text(), done.text(redact=True)):
        again = replay_record(parse_record(text, folder=path.parent))
        assert again.answer() == expected
        assert again.text(redact=True) == done.text(redact=True)
    assert replay_record(parse_record(done.text(), folder=path.parent)).state == done.state


@pytest.mark.parametrize("name", ["lair-five", "lair-eight"])
def test_an_evening_played_in_a_terminal_is_what_was_sealed(name: str) -> None:
    done = replay_file(RECORDS / f"{name}.txt")
    record = done.record
    hidden = verify(record.game, record.setup, done.actions, read_seals(record.header))
    assert hidden.proven == len(record.setup.seats) + 1, "every hand, and the truths"


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_redacted_record_that_lacks_a_bracket_is_refused(path: Path) -> None:
    lines = replay_file(path).text(redact=True).splitlines()
    for at, line in enumerate(lines):
        if "(" in line and "takes" not in line:
            short = [*lines[:at], line.partition(" (")[0], *lines[at + 1 :]]
            said = refusal("\n".join(short) + "\n", folder=path.parent)
            assert said.startswith(f"line {at + 1}: ")
            assert said.endswith(".bracket-missing]")


def test_every_writing_of_a_line_is_read() -> None:
    plain = replay_record(parse_record(LIZARD))
    head, body = LIZARD.split("[options]")
    loud = body.upper().replace("ROUNDS", "rounds").replace("TRUMP 9H", "  TRUMP \t 9h ")
    assert replay_record(parse_record(f"{head}[options]{loud}")).state == plain.state
    assert replay_record(parse_record("\ufeff" + LIZARD.replace("\n", "\r\n"))).state == plain.state
    assert replay_record(parse_record(LIZARD.replace(": ", " :  ") + "\n\n   # the end")).state == plain.state
    assert replay_record(parse_record(LIZARD.replace("trump 9h", "trump 10h").replace("rules = 1", ""))).answer()[
        "over"
    ]


CHANGES = (
    ("+++\ngame", "game"), ("rounds = 1\n+++", "rounds = 1"), ('game = "lizard"', ""),
    ('"lizard"', '"lizrad"'), ('"lizard"', '"poker"'), ('"lizard"', "7"),
    ("rules = 1", "rules = 2"), ("rules = 1", "rules = 0"), ("rules = 1", "rules = true"),
    ('seats = ["Ann", "Bob", "Cat"]', ""), ('"Cat"]', "3]"), ('"Cat"]', '"bOB"]'), (', "Cat"]', "]"),
    ("rounds = 1", "rounds = 0"), ("rounds = 1", "rounds = 21"), ("rounds = 1", 'rounds = "1"'),
    ("rounds = 1", "round = 1"), ("[options]\nrounds = 1", "options = 3"),
    ("Ann: bids 0", "Ann: bids 4"), ("a comment", "a comment\x0b\u2028 still the same line\nAnn: bids 9"),
    ("Cat: bids 0\nAnn: bids 0", "Cat: bids 5\nAnn: bids ???"),
    ("Ann: plays 3c\n", "Ann: plays 3c\n# but\nBob: bids 1"),
)  # fmt: skip
"""What is changed in a record, and what it becomes: faults of the header, then of its lines, the earlier one counts."""


def test_faults_are_said_with_their_line_and_the_key_or_the_rule(snapshot) -> None:
    assert {f"{old} → {new}": refusal(LIZARD.replace(old, new, 1)) for old, new in CHANGES} == snapshot
    assert refusal(LIZARD.replace('"lizard"', "lizard")).startswith("line 1: the header is not TOML: ")
    assert [refusal(text)[:8] for text in ("", "dealer Ann\n", "+++\n+++\n", "\x00")] == ["line 1: "] * 4


def test_facts_that_are_missing_or_too_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    golden = (RECORDS / "lair-gift.txt").read_text(encoding="utf-8")
    bare = golden.replace('facts = "lair-8-pairs.json"\n', "")
    assert refusal(bare).startswith("line 1: facts: Liar's Lair needs the facts of its kit")
    assert refusal(golden, folder=tmp_path).startswith("line 1: facts: there is no fact file")
    assert refusal(golden, facts=RECORDS / "lair-6-pairs.json") == (
        "line 1: facts: this kit has 6 pairs; 4 players with 2 truths and 2 lies each need 8. "
        "The most it can serve is each = 2 for 3 players"
    )
    for value in ("7", '"a\\u0000b"', '"."'):
        assert refusal(golden.replace('"lair-8-pairs.json"', value), folder=tmp_path).startswith("line 1: facts: ")
    assert refusal(bare.replace("[options]", 'kit = "K7Q4-9M"\n[options]')).startswith("line 1: kit: ")
    facts = read(RECORDS / "lair-8-pairs.json")
    keep(facts)
    known = bare.replace("[options]", f'kit = "{facts.kit.lower()}"\n[options]')
    assert replay_record(parse_record(known)).answer()["winners"] == ["Cat"]
    small = read(RECORDS / "lair-6-pairs.json")
    keep(small)
    assert refusal(known.replace(facts.kit.lower(), small.kit)).startswith("line 1: kit: this kit has 6 pairs")


def test_reveal_lays_open_and_nothing_else_does(tmp_path: Path) -> None:
    golden = (RECORDS / "lair-gift.txt").read_text(encoding="utf-8")
    text = golden[: golden.index("Ann: plays 1")]
    done = replay_record(parse_record(text, folder=RECORDS))
    assert "hidden" not in done.answer()
    assert done.answer(reveal=True)["hidden"] == {
        "hands": {"Ann": [1, 3, 6, 8], "Bob": [2, 5, 9, 12], "Cat": [4, 7, 10, 13], "Dan": [11, 14, 15, 16]},
        "truths": [1, 3, 5, 7, 9, 11, 13, 15],
    }
    wrong = text + "Ann: plays 2\n"
    with pytest.raises(RecordError, match="does not fit the hidden cards"):
        replay_record(parse_record(wrong, folder=RECORDS))
    with pytest.raises(RecordError, match="it lies in Bob's hand"):
        replay_record(parse_record(wrong, folder=RECORDS), reveal=True)


VALUES = st.recursive(
    st.booleans()
    | st.integers(-(2**40), 2**40)
    | st.text(max_size=12)
    | st.dates()
    | st.floats(allow_nan=False, width=32),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=tries(50))
@given(
    st.dictionaries(
        st.text(max_size=8).filter(lambda key: key not in {"format", "game", "rules", "seats", "options"}), VALUES
    )
)
def test_unknown_keys_are_kept(more: dict[str, Any]) -> None:
    lizard = games.game("lizard")
    setup = games.setup(lizard, ["Ann", 'O\'Neil "Bo" \\', "Cat’s"], {"rounds": 2, "hook": True})
    header = make_header(setup, more)
    text = print_record(lizard, header, setup, [])
    record = parse_record(text)
    assert record.header == header
    assert record.setup == setup
    assert print_record(lizard, record.header, record.setup, []) == text


@settings(max_examples=tries(40))
@given(seed=st.integers(0, 10**6), name=st.sampled_from(games.REGISTRY))
def test_records_print_and_replay_to_the_same_state(seed: int, name: str) -> None:
    game = games.game(name)
    setup, actions, state, _ = law.random_game(game, seed)
    text = print_record(game, make_header(setup, {"who": "us"}), setup, actions)
    done = replay_record(parse_record(text, facts=setup.facts))
    assert done.state == state
    assert list(done.actions) == actions
    assert done.text() == text
    masked = replay_record(parse_record(done.text(redact=True), facts=setup.facts))
    assert masked.answer() == done.answer() == game_status(game, replay(game, setup, actions))
    assert masked.text() == masked.text(redact=True) == done.text(redact=True)
    assert [format_action(game, setup, action) for action in actions] == [
        line for _, line in parse_record(text, facts=setup.facts).lines if line
    ]


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(LIZARD, encoding="utf-8")
    good = ran("referee", "replay", path, "--json")
    assert (good.returncode, good.stderr) == (0, "")
    assert json.loads(good.stdout)["winners"] == ["Bob"]
    path.write_text(LIZARD.replace("Bob: bids 1", "Bob: bids 2"), encoding="utf-8")
    bad = ran("referee", "replay", path, "--json")
    assert (bad.returncode, bad.stdout) == (2, "")
    assert bad.stderr == "line 11: Bob cannot bid 2: this round has 1 trick (0 to 1) [lizard.bid-range]\n"


def test_light() -> None:
    """Replaying imports none of what prints, fills or draws."""
    code = (
        "import sys; from referee.records import replay_file; replay_file(sys.argv[1]); "
        "print([name for name in ('click', 'rich', 'prompt_toolkit', 'jinja2', 'faker', 'reportlab', 'sqlite3', 'PIL') "
        "if name in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(RECORDS / "lair-gift.txt")], capture_output=True, text=True, check=True
    )
    assert run.stdout == "[]\n"
