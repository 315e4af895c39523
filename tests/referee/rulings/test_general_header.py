"""Every ruling on the header of a record (docs/rules.md, A record)."""

import json
import re
import shutil
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

from factbank.factfile import read
from factbank.kits import keep
from referee import games
from referee.core.game import Game
from referee.core.setup import Option, option_list
from tests.referee import conformance as law
from tests.referee.rulings.case import RECORDS
from tests.referee.rulings.general import ALL, BODY, HEADER, LINE_1, play, referee, refusal
from tests.referee.rulings.rooms import GENERAL, KITS

TOP = Path(__file__).parents[3]


@GENERAL.proves("**Header.** The header is TOML between `+++` lines")
@pytest.mark.parametrize(
    "text",
    [
        HEADER.replace("+++\ngame", "\n\n+++ \ngame"),  # blank lines before, a blank behind
        HEADER.replace("\n", "\r\n"),
        HEADER.replace('game = "lizard"', "game = 'lizard' # of the beasts"),
        HEADER.replace(LINE_1, 'seats = [\n  "Ann", # deals\n  "Bob",\n  "Cat",\n]\n'),
        "\ufeff" + HEADER,
    ],
)
def test_a_header_is_toml(text: str) -> None:
    assert play(text + BODY).answer()["scores"] == {"Ann": 20, "Bob": 30, "Cat": 20}


@GENERAL.proves("`game` is one of")
def test_there_are_these_games() -> None:
    page = (TOP / "docs" / "rules.md").read_text(encoding="utf-8")
    named = re.findall(r"`([a-z-]+)`", page.partition("`game` is one of ")[2].partition(". ")[0])
    assert len(named) >= 5
    assert named == list(games.REGISTRY[: len(named)]), "docs/rules.md names the games, in the order of the registry"
    for wrong in ('"lizards"', '"liars_lair"', '""', "[]", "1979-05-27"):
        assert refusal(HEADER.replace('"lizard"', wrong)).startswith("line 1: game: ")


@GENERAL.proves(
    "`rules` may be left out when typing by hand, and then means the newest rules",
    "A ruling that changes gets a new number, and each game counts its own",
    "Old records replay for ever by the number they carry",
)
def test_the_rules_version() -> None:
    bare = play(HEADER + BODY)
    assert bare.record.setup.rules == 1
    assert "rules = 1\n" in bare.text()
    assert play(HEADER.replace("seats", "rules = 1\nseats") + BODY).state == bare.state
    for wrong in ("2", "99", "0", "-1", "1.0", '"1"', "true", "[1]"):
        said = refusal(HEADER.replace("seats", f"rules = {wrong}\nseats") + BODY)
        assert said.startswith("line 1: rules: "), said


@GENERAL.proves(
    "Liar's Lair also names its facts",
    'They are `facts = "FILE"` (relative to the record\'s folder) or `kit = "K7Q4-9M"` (a kit made on',
    "`--facts FILE` overrides both",
)
def test_facts_are_named_by_file_by_kit_or_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path / "home"))
    folder = tmp_path / "a folder"
    folder.mkdir()
    golden = (RECORDS / "lair-gift.txt").read_text(encoding="utf-8")
    expected = json.loads((RECORDS / "lair-gift.json").read_text(encoding="utf-8"))
    shutil.copy(RECORDS / "lair-8-pairs.json", folder / "facts.json")
    record = folder / "game.txt"

    def answer(text: str, *more: object) -> Any:
        record.write_text(text, encoding="utf-8")
        status, out, err = referee("replay", record, "--json", *more)
        return json.loads(out) if not status else err

    by_file = golden.replace("lair-8-pairs.json", "facts.json")
    assert answer(by_file) == expected
    assert answer(golden).startswith("line 1: facts: ")  # it is no file of this folder
    assert answer(golden, "--facts", folder / "facts.json") == expected
    kit = golden.replace('facts = "lair-8-pairs.json"', f'kit = "{read(folder / "facts.json").kit}"')
    assert answer(kit).startswith("line 1: kit: ")
    assert answer(kit, "--facts", folder / "facts.json") == expected
    keep(read(folder / "facts.json"))
    assert answer(kit) == expected
    assert answer(kit, "--facts", tmp_path / "none.json").startswith("line 1: facts: ")
    assert answer(golden.replace('facts = "lair-8-pairs.json"\n', "")).startswith("line 1: facts: ")


@GENERAL.proves("Unknown keys outside `[options]` are kept, and unknown options are refused")
def test_unknown_keys() -> None:
    more = 'place = "Grandma’s"\nwhen = 2026-11-21\nbottles = 3\n[options]\nrounds = 1\n'
    text = HEADER.replace(LINE_1, LINE_1 + more) + BODY
    printed = play(text).text()
    assert all(line in printed for line in more.splitlines())
    said = refusal(text.replace("rounds", "Rounds"))
    assert said.startswith("line 1: options.Rounds: ")
    assert "did you mean rounds?" in said


def _outside(option: Option) -> list[Any]:
    """Return values that an option may not have."""
    wrong: list[Any] = ["", "nonsense", [], None, 1.5]
    if not isinstance(option.default, bool):
        wrong.append(True)
    if option.low is not None:
        wrong += [option.low - 1, str(option.low)]
    if option.high is not None:
        wrong.append(option.high + 1)
    return wrong


OPTIONS = [(game, option) for game in ALL for option in option_list(game.options)]


@GENERAL.proves(
    "Any fault of the header is reported as line 1 and names the key",
    "Such faults are in the TOML, the game or the seats, or an option is unknown or has a bad value",
    "Others are a newer `format` or `rules`, or a fact file that is missing or too small",
)
@pytest.mark.parametrize(("game", "option"), OPTIONS, ids=lambda part: part.name)
def test_an_option_out_of_bounds_is_line_1_and_named(game: Game[Any], option: Option) -> None:
    seats = [f"P{n}" for n in range(game.seats[0])]
    for value in _outside(option):
        header = f'+++\ngame = "{game.name}"\nseats = {json.dumps(seats)}\n[options]\n'
        shown = {None: "{}"}.get(value, json.dumps(value)) if not isinstance(value, list) else "[]"
        said = refusal(f"{header}{option.name} = {shown}\n+++\n", facts=KITS[15])
        assert said.startswith(f"line 1: options.{option.name}"), said
        assert "\n" not in said


@GENERAL.proves(
    "Every **option** below is a house rule",
    "The referee enforces it, and the rulebook prints it",
    "Its default is what the seed says",
    "Where the seed is silent, the default is what this page says",
)
@pytest.mark.parametrize(("game", "option"), OPTIONS, ids=lambda part: part.name)
def test_an_option_within_bounds_is_taken(game: Game[Any], option: Option) -> None:
    values = [*option.choices, option.default]
    if isinstance(option.default, bool):
        values = [True, False]
    if option.low is not None and option.many == 1:
        values.append(option.low)
    for value in values:
        facts = KITS[15] if game.needs_facts else None
        made = games.setup(game, law.NAMES[: game.seats[0]], {option.name: value}, facts=facts)
        assert attrgetter(option.name)(made.options) == value


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_too_few_and_too_many_seats(game: Game[Any]) -> None:
    low, high = game.seats
    known = {"liars-lair": (3, 8), "lizard": (3, 5)} | dict.fromkeys(
        ("liars-guess", "red-and-black", "liar-poker"), (2, 2)
    )
    assert (low, high) == known.get(game.name, game.seats)
    for many in (0, 1, low - 1, high + 1):
        seats = json.dumps([f"P{n}" for n in range(many)])
        assert refusal(f'+++\ngame = "{game.name}"\nseats = {seats}\n+++\n').startswith("line 1: seats: ")


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (("rounds = 1", "rounds = 21"), "options.rounds"),
        (("rounds = 1", "hook = true\nestimates = 'secret'"), "options.hook"),
        (('"Cat"]\n[options]\nrounds = 1', '"Cat", "Dan", "Eve"]\n[options]\nrounds = 13'),
         "options.rounds: 5 players can play 1 to 12 rounds, not 13"),
        (("rounds = 1", "rounds = 1\nrounds = 2"), "the header is not TOML"),
        (("rounds = 1", "rounds = 1\n[[options]]"), "the header is not TOML"),
        (("+++\ngame", "game"), "a record begins with a line +++"),
        (("[options]\nrounds = 1\n+++", ""), "the header has no end"),
        (('seats = ["Ann", "Bob", "Cat"]', 'seats = "Ann Bob Cat"'), "seats"),
        (('seats = ["Ann", "Bob", "Cat"]', 'seats = {Ann = 1, Bob = 2, Cat = 3}'), "seats"),
        (("[options]\nrounds = 1", 'options = "rounds=1"'), "options"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_header(change: tuple[str, str], key: str) -> None:
    text = HEADER.replace(LINE_1, LINE_1 + "[options]\nrounds = 1\n")
    assert change[0] in text
    assert refusal(text.replace(*change) + BODY).startswith(f"line 1: {key}")


@GENERAL.proves("`hand = 5` (1 to 49)", "`river = 3` (1 to 8)", "The deck must have at least 2 × hand + river cards")
def test_options_that_do_not_go_together() -> None:
    header = '+++\ngame = "red-and-black"\nseats = ["Ann", "Bob"]\n[options]\nred = 9\nblack = 9\n'
    header += "hand = {}\nriver = {}\n+++\n"
    assert play(header.format(8, 2)).answer()["over"] is False
    assert refusal(header.format(8, 3)).startswith(
        "line 1: options.hand: two hands of 8 and a river of 3 need 19 cards"
    )


@GENERAL.proves(
    "In every turn large is at least middle, and middle at least small", "Those left out stay as in the table above"
)
def test_bets_keep_their_order() -> None:
    header = '+++\ngame = "liar-poker"\nseats = ["Ann", "Bob"]\n[options.bets]\nlarge = [30, 20, 50]\n+++\n'
    assert play(header).answer()["over"] is False
    assert refusal(header.replace("20,", "19,")).startswith("line 1: options.bets: in turn 2 large 19, middle 20")
    for wrong in ("[30, 40]", "[30, 40, 50, 60]", "[30, 40, 1001]", "[30, 40, -1]", '["30", 40, 50]', "30"):
        assert refusal(header.replace("[30, 20, 50]", wrong)).startswith("line 1: options.bets"), wrong
