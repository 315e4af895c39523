"""Every ruling that the games share (docs/rules.md: A record, Cards): header, lines, refusals, JSON, views, names."""

import contextlib
import io
import json
import shutil
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from factbank.facts import keep, read
from referee import games
from referee.cards import NAMES, WEST, parse_card, parse_west
from referee.cli import main
from referee.errors import RecordError
from referee.game import Game, Setup, fold, redacted, standing
from referee.journal import Journal
from referee.line import format_action, parse
from referee.options import Option, given_options, option_list
from referee.playout import playout
from referee.reading import Reader
from referee.record import make_header, parse_record, print_record
from referee.replay import Replay, replay_file, replay_record
from referee.table import Table
from tests.referee import conformance as law
from tests.referee.rulings.case import RECORDS, TOP, Case, Room

EVENINGS = sorted(path for path in RECORDS.glob("*.txt") if path.with_suffix(".json").exists())
ALL = tuple(games.game(name) for name in games.REGISTRY)
rule = Room("lizard", "Ann Bob Cat", "round rounds dealer trump bids won trick history")
ROUND = (
    "dealer Ann / trump 9h / Bob: bids 1 / Cat: bids 0 / Ann: bids 0 / Bob: plays Ah / Cat: plays 2h / Ann: plays 3c"
)
BODY = ROUND.replace(" / ", "\n") + "\n"
HEADER = '+++\ngame = "lizard"\nseats = ["Ann", "Bob", "Cat"]\n+++\n'
LINE_1 = 'seats = ["Ann", "Bob", "Cat"]\n'


def refusal(text: str, **where: Any) -> str:
    with pytest.raises(RecordError) as caught:
        replay_record(parse_record(text, **where))
    return str(caught.value)


def play(text: str, **where: Any) -> Replay:
    return replay_record(parse_record(text, **where))


def referee(*args: object) -> tuple[int, str, str]:
    """Run the program in this process as its console script would; return status, stdout and stderr."""
    out, err, argv = io.StringIO(), io.StringIO(), sys.argv
    sys.argv = ["referee", *map(str, args)]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            main()
    except SystemExit as done:
        return int(done.code or 0), out.getvalue(), err.getvalue()
    finally:
        sys.argv = argv
    return 0, out.getvalue(), err.getvalue()


# --------------------------------------------------------------------------------------------------- the header


@rule.proves("**Header.** TOML between `+++` lines")
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


@rule.proves("`game` is one of `liars-lair`, `liars-guess`, `lizard`, `red-and-black`, `liar-poker`")
def test_there_are_these_games() -> None:
    assert tuple(games.REGISTRY) == ("liars-lair", "liars-guess", "lizard", "red-and-black", "liar-poker")
    for wrong in ('"lizards"', '"liars_lair"', '""', "[]", "1979-05-27"):
        assert refusal(HEADER.replace('"lizard"', wrong)).startswith("line 1: game: ")


@rule.proves(
    "`rules` may be left out when typing by hand (the newest is meant); a ruling that changes gets a new number"
)
def test_the_rules_version() -> None:
    bare = play(HEADER + BODY)
    assert bare.record.setup.rules == 1
    assert "rules = 1\n" in bare.text()
    assert play(HEADER.replace("seats", "rules = 1\nseats") + BODY).state == bare.state
    for wrong in ("2", "99", "0", "-1", "1.0", '"1"', "true", "[1]"):
        said = refusal(HEADER.replace("seats", f"rules = {wrong}\nseats") + BODY)
        assert said.startswith("line 1: rules: "), said


@rule.proves("(a kit made on this computer); `--facts FILE` overrides both")
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


@rule.proves("Unknown keys outside `[options]` are kept; unknown options are refused")
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


@rule.proves("Whatever is wrong with the header (TOML, game, seats, an unknown or ill-valued option")
@pytest.mark.parametrize(("game", "option"), OPTIONS, ids=lambda part: part.name)
def test_an_option_out_of_bounds_is_line_1_and_named(game: Game[Any], option: Option) -> None:
    seats = [f"P{n}" for n in range(game.seats[0])]
    for value in _outside(option):
        if option.name == "bets" and value is None:
            continue  # an empty table changes nothing
        header = f'+++\ngame = "{game.name}"\nseats = {json.dumps(seats)}\n[options]\n'
        shown = {None: "{}"}.get(value, json.dumps(value)) if not isinstance(value, list) else "[]"
        said = refusal(f"{header}{option.name} = {shown}\n+++\n", facts=read(RECORDS / "lair-15-pairs.json"))
        assert said.startswith(f"line 1: options.{option.name}"), said
        assert "\n" not in said


@rule.proves("Every **option** below is a house rule: the referee enforces it, the rulebook prints it")
@pytest.mark.parametrize(("game", "option"), OPTIONS, ids=lambda part: part.name)
def test_an_option_within_bounds_is_taken(game: Game[Any], option: Option) -> None:
    values = [*option.choices, option.default]
    if isinstance(option.default, bool):
        values = [True, False]
    if option.low is not None:
        values.append(option.low)
    for value in values:
        if option.name != "bets":
            made = games.setup(
                game,
                law.NAMES[: game.seats[0]],
                {option.name: value},
                facts=read(RECORDS / "lair-15-pairs.json") if game.needs_facts else None,
            )
            assert getattr(made.options, option.name) == value


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_too_few_and_too_many_seats(game: Game[Any]) -> None:
    low, high = game.seats
    assert (low, high) == {
        "liars-lair": (3, 8), "liars-guess": (2, 2), "lizard": (3, 5), "red-and-black": (2, 2), "liar-poker": (2, 2),
    }[game.name]  # fmt: skip
    for many in (0, 1, low - 1, high + 1):
        seats = json.dumps([f"P{n}" for n in range(many)])
        assert refusal(f'+++\ngame = "{game.name}"\nseats = {seats}\n+++\n').startswith("line 1: seats: ")


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (("rounds = 1", "rounds = 21"), "options.rounds"),
        (("rounds = 1", "hook = true\nestimates = 'secret'"), "options.hook"),
        (('"Cat"]\n[options]\nrounds = 1', '"Cat", "Dan", "Eve"]\n[options]\nrounds = 13'), "options.rounds"),
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


@rule.proves("`hand = 5` (1 to 49), `river = 3` (1 to 8; 2 × hand + river may not exceed the deck)")
def test_options_that_do_not_go_together() -> None:
    header = '+++\ngame = "red-and-black"\nseats = ["Ann", "Bob"]\n[options]\nred = 9\nblack = 9\n'
    header += "hand = {}\nriver = {}\n+++\n"
    assert play(header.format(8, 2)).answer()["over"] is False
    assert refusal(header.format(8, 3)).startswith(
        "line 1: options.hand: two hands of 8 and a river of 3 need 19 cards"
    )


@rule.proves("three numbers each (0 to 1,000; in every turn large is at least middle, and middle at least small)")
def test_bets_keep_their_order() -> None:
    header = '+++\ngame = "liar-poker"\nseats = ["Ann", "Bob"]\n[options.bets]\nlarge = [30, 20, 50]\n+++\n'
    assert play(header).answer()["over"] is False
    assert refusal(header.replace("20,", "19,")).startswith("line 1: options.bets: in turn 2 large 19, middle 20")
    for wrong in ("[30, 40]", "[30, 40, 50, 60]", "[30, 40, 1001]", "[30, 40, -1]", '["30", 40, 50]', "30"):
        assert refusal(header.replace("[30, 20, 50]", wrong)).startswith("line 1: options.bets"), wrong


# ---------------------------------------------------------------------------------------------------- the lines

# fmt: off
rule("`NAME: VERB ARGUMENTS`, or `VERB ARGUMENTS` for what the table does", "dealer Ann / trump 9h / Bob: bids 1",
     bids={"Bob": 1})
rule("`NAME: VERB ARGUMENTS`, or `VERB ARGUMENTS` for what the table does | without its blank, with more",
     "dealer Ann / trump   9h / Bob:bids 1 / Cat  :   bids   0", bids={"Bob": 1, "Cat": 0})
rule("`NAME: VERB ARGUMENTS`, or `VERB ARGUMENTS` for what the table does | the table has no name", "Ann: dealer Ann",
     refused="lizard.line")
rule("`NAME: VERB ARGUMENTS`, or `VERB ARGUMENTS` for what the table does | a player has one",
     "dealer Ann / trump 9h / bids 1", refused="lizard.line", says="“bids” wants who does it")
rule("`NAME: VERB ARGUMENTS`, or `VERB ARGUMENTS` for what the table does | nobody of that name",
     "dealer Ann / trump 9h / Bib: bids 1", refused="lizard.line", says="did you mean Bob?")
for line in ("Bob:", ": bids 1", "Bob", "dealer", "Bob: bids", "Bob: bids 1 (", "Bob: bids 1 )", "Bob: bids 1 ()",
             "Bob: bids 1 (Ann 1;)", "Bob: bids 1 (Ann 1) (Cat 1)", "Bob: bids 1; Cat: bids 0", "{}", "\0"):
    rule(f"`NAME: VERB ARGUMENTS`, or `VERB ARGUMENTS` for what the table does | not {line!r}",
         f"dealer Ann / trump 9h / {line}", refused="lizard.line")
rule("Lines are complete and hold only what stands: `undo` and abbreviations exist at the prompt alone | undo",
     "dealer Ann / trump 9h / undo", refused="lizard.line")
for line in ("B: bids 1", "Bob: b 1", "Bob: bid 1", "1", "Bob 1", "Bob bids 1"):
    rule(f"Lines are complete and hold only what stands: `undo` and abbreviations exist at the prompt alone | {line}",
         f"dealer Ann / trump 9h / {line}", refused="lizard.line")
rule("Names, verbs and cards are read without regard to case", "DEALER ann / Trump tH / bOb: BIDS 1", dealer="Ann",
     trump="hearts", bids={"Bob": 1})
for name, others in (("Ève", "ève"), ("Ève", "E\u0300ve"), ("Ève", "ÈVE"), ("Ann Lee", "ann   LEE"), ("Ängst", "ÄNGST"),
                     ("Großmann", "GROSSMANN"), ("O'Neil \"Bo\"", "o'neil \"bo\""), ("愛", "愛"), ("🦎", "🦎"),
                     ("a" * 24, "A" * 24)):
    rule(f"Names, verbs and cards are read without regard to case | {name} as {others}",
         f"dealer {others} / trump 9h / " "Bob: bids 1", seats=f"{name},Bob,Cat", dealer=name)
SPELLED = (("Th", "Th"), ("10h", "Th"), ("10H", "Th"), ("tH", "Th"), ("aS", "As"), ("2C", "2c"), ("jd", "Jd"))
for card, printed in SPELLED:
    rule(f"rank `2 3 4 5 6 7 8 9 T J Q K A` (also `10`) and suit `c d h s` | {card}",
         "dealer Ann / trump 9h / Bob: bids 1 / " f"Cat: bids 0 / Ann: bids 0 / Bob: plays {card}", trick=[["Bob",
         printed]])
for card in ("1h", "11h", "hT", "T", "h", "T♥", "Thh", "0h", "Joker", "lizards", "rc1"):
    rule(f"rank `2 3 4 5 6 7 8 9 T J Q K A` (also `10`) and suit `c d h s` | not {card}",
         "dealer Ann / trump 9h / Bob: bids 1 " f"/ Cat: bids 0 / Ann: bids 0 / Bob: plays {card}",
         refused="lizard.line")
rule("After the end of a game every further line is refused. | even one that can't be read is refused by its line",
     ROUND + " / undo", options={"rounds": 1}, refused="lizard.line")
# fmt: on


@pytest.mark.parametrize("case", rule.cases, ids=str)
def test_ruling(case: Case) -> None:
    rule.prove(case)


@rule.proves("`#` starts a comment, blank lines and extra blanks are ignored, UTF-8, either line end")
@pytest.mark.parametrize(
    "text",
    [
        HEADER + "# the first\n\n" + BODY.replace("\n", "   # Ève: bids 9; (undo)\n\n\t\n#\n"),
        HEADER + BODY.replace("\n", "\r\n"),
        (HEADER + BODY).replace("\n", "\r\n"),
        HEADER + BODY.rstrip("\n"),
        HEADER + BODY.replace(" ", " \t  ").replace(": ", " :\t"),
        HEADER + BODY.replace("9h", "9h#Ah"),
    ],
)
def test_comments_blanks_and_line_ends(text: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(text.encode())
    assert replay_file(path).state == play(HEADER + BODY).state


def test_what_is_not_utf_8_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes((HEADER + BODY).encode().replace(b"trump 9h", b"trump 9h # caf\xe9"))
    assert referee("replay", path) == (2, "", "line 6: this is not UTF-8 text\n")


NAMED = "Names are 1 to 24 characters, unique without regard to case, with none of `: # ? ; ( )`"


@rule.proves(NAMED)
@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        " Ann",
        "Ann ",
        "\tAnn",
        "a" * 25,
        *(f"An{sign}n" for sign in ":#?;()\n\r\t\0\x1b\u2028\x85"),
        "\u202eAnn",
    ],
)
def test_a_name_that_will_not_do(name: str) -> None:
    said = refusal(HEADER.replace('"Ann"', json.dumps(name)) + BODY)
    assert said.startswith("line 1: seats: "), said
    assert said.isprintable()


@pytest.mark.parametrize(
    ("one", "other"), [("Bob", "BOB"), ("Ève", "E\u0300VE"), ("Straße", "STRASSE"), ("A B", "a  b")]
)
def test_names_that_differ_only_in_case_are_one(one: str, other: str) -> None:
    said = refusal(HEADER.replace('"Ann", "Bob"', json.dumps([one, other], ensure_ascii=False)[1:-1]) + BODY)
    assert said.startswith("line 1: seats: two seats are called ")


def test_printed_as_the_header_spells_them() -> None:
    loud = HEADER.replace('"Ann"', '"ann LEE"') + BODY.upper().replace("ANN", "Ann  Lee").replace("9H", "10H")
    printed = play(loud).text().splitlines()
    assert printed[5:7] == ["dealer ann LEE", "trump Th"]
    assert printed[-1] == "ann LEE: plays 3c"


ODD_NAMES = [
    ("bids", "plays", "holds", "passes", "takes", "start", "dealer", "trick"),
    ("the table", "undo", "null", "nothing", "folds", "small", "red", "hearts"),
    ("Th", "17", "rc1", "lizard", "2", "0", "10h", "snake"),
    ("Ann", "Ann 0", "Ann holds", "Ann holds 3", "Ann 1", "Ann folds", "Ann absolved", "Ann Ac"),
    ("Ann Ac", "Ann", "Ann 0", "Ann 0 1", "Ann 3 true", "Ann true", "true", "false"),
    ("A  B", "A, B and C", "E\u0300ve", "ß", "İ", "+++", "[options]", "\"'\\"),
]


@rule.proves(
    "printed as the header spells them and as under Cards",
    "**Round trip.** `parse(format(action)) == action` for every action",
)
@pytest.mark.parametrize("names", ODD_NAMES, ids=lambda names: names[0])
@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
def test_people_are_called_what_they_are_called(path: Path, names: tuple[str, ...]) -> None:
    """Every evening of tests/records, played by people whose names are verbs, cards and beginnings of each other."""
    done = replay_file(path)
    game, old = done.record.game, done.record.setup
    made = games.setup(game, names[: len(old.seats)], given_options(old.options), facts=old.facts)
    expected = standing(game, fold(game, made, done.actions))
    for eyes in (None, *range(len(made.seats))):
        known = list(done.actions) if eyes == 0 else redacted(game, made, done.actions, eyes)
        text = print_record(game, make_header(made), made, known)
        again = play(text, facts=made.facts)
        assert list(again.actions) == known
        assert again.answer() == expected
        assert list(play(_loud(text), facts=made.facts).actions) == known


@pytest.mark.parametrize("names", ODD_NAMES, ids=lambda names: names[0])
@pytest.mark.parametrize("path", [path for path in EVENINGS if "evening" in path.stem], ids=lambda path: path.stem)
def test_at_the_prompt_a_whole_line_is_taken_for_itself(path: Path, names: tuple[str, ...]) -> None:
    """Also where people are called like verbs and cards; and what is shorter is never silently another line."""
    done = replay_file(path)
    game, old = done.record.game, done.record.setup
    setup = games.setup(game, names[: len(old.seats)], given_options(old.options), facts=old.facts)
    state = game.start(setup)
    for action in done.actions:
        if not game.private(setup, action.verb):
            reader = Reader(game, setup, game.view(state, None))
            line = format_action(game, setup, action)
            (whole,) = reader.read(line).readings
            assert (whole.action, whole.sure) == (action, True), line
            for short in reader.short(line):
                found = reader.read(short).readings
                if len(found) == 1 and found[0].sure:
                    assert found[0].action == action, (short, found[0].line)
        state = game.apply(state, action)


def _loud(text: str) -> str:
    head, toml, body = text.split("+++\n", 2)
    return f"{head}+++\n{toml}+++\n{body.upper()}"


# ------------------------------------------------------------------------------------------------------ refusals


@rule.proves(
    "**Refusals.** A line that is not legal stops the replay with exit status 2, nothing on stdout, and one sentence"
)
def test_a_refusal_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(
        HEADER.replace("+++\ng", '+++\nrules = 1\ntitle = "x"\ng') + BODY.replace("Cat: bids 0", "\nCat: bids 4")
    )
    for more in ((), ("--json",), ("--reveal",)):
        said = "line 11: Cat cannot bid 4: this round has 1 trick (0 to 1) [lizard.bid-range]\n"
        assert referee("replay", path, *more) == (2, "", said)


@rule.proves(
    "Lines are counted as an editor shows the file (the first `+++` is line 1; header, comments and blank lines count)"
)
@pytest.mark.parametrize(
    ("before", "number"), [("", 7), ("# one\n\n# three\n", 10), ("\r\n\r\n", 9), ("\x0b\x0c\n", 8)]
)
def test_lines_are_counted(before: str, number: int) -> None:
    assert refusal(HEADER + before + "dealer Ann\ntrump 9h\nBob: bids 9\n").startswith(
        f"line {number}: Bob cannot bid 9"
    )


# ------------------------------------------------------------------------------------------------------ the JSON


@rule.proves(
    "**`referee replay FILE --json`** prints one JSON object",
    "`game`; `over` (true/false); `winners` (names in seat order, `[]` until over); `scores`",
    '`next`: list of `{"seat": name or null, "verbs": [...]}`',
    "`public`: what everyone at the table can see",
    "Every field named under the game is always there",
)
@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
def test_one_json_object_a_record_and_every_field_from_the_first_line_on(path: Path) -> None:
    """Of every evening each beginning, cut anywhere: the same keys, and ``over`` nowhere but at its end."""
    status, out, err = referee("replay", path, "--json")
    assert (status, out.count("\n"), err) == (0, 1, "")
    answer = json.loads(out)
    assert answer == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    record = replay_file(path)
    game, setup = record.record.game, record.record.setup
    state = game.start(setup)
    for action in record.actions:
        cut = standing(game, state)
        assert list(cut) == TOP == list(answer)
        assert list(cut["public"]) == list(answer["public"])
        assert cut["over"] is False
        assert cut["winners"] == []
        assert cut["next"]
        assert list(cut["scores"]) == list(setup.seats)
        state = game.apply(state, action)


@rule.proves("`flags`: irregularities found, one sentence each")
def test_flags_are_sentences() -> None:
    lines = BODY + (
        "trump 2c\nCat: bids 0\nAnn: bids 0\nBob: bids 0\nCat: plays 5h\nAnn: plays 6h\nBob: plays 2s\nAnn: plays 7s\n"
        "Bob: plays Kh\n"
    )
    (flag,) = play(HEADER + lines).answer()["flags"]
    assert flag.startswith("round 2 trick 1: Bob revoked")
    assert "\n" not in flag


@rule.proves("Nothing hidden is ever in it unless `--reveal` is given")
@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
def test_nothing_hidden_without_reveal(path: Path) -> None:
    assert "hidden" not in json.loads(referee("replay", path, "--json")[1])
    assert "hidden" in json.loads(referee("replay", path, "--json", "--reveal")[1])


# ------------------------------------------------------------------------------------------ what the referee knows


@rule.proves(
    "Apart from these refusals (and a revoke in Lizard) the outcome and the JSON do not depend on `holds`",
    "and, for each seat by itself, *known*",
)
@pytest.mark.parametrize("game", [game for game in ALL if not game.needs_facts], ids=lambda game: game.name)
def test_the_json_does_not_depend_on_holds(game: Game[Any]) -> None:
    """Random games with hands dealt, then with one seat's hand unknown, then with all: at every line the same JSON."""
    for seed in range(8):
        rng = Random(seed)
        setup = law.some_setup(game, rng)
        _, actions = playout(game, setup, rng, limit=400)
        for hide in ({0}, set(range(len(setup.seats)))):
            full, less = game.start(setup), game.start(setup)
            for action in actions:
                full = game.apply(full, action)
                if action.verb != "holds" or action.seat not in hide:
                    assert game.judge(less, action).legal, format_action(game, setup, action)
                    less = game.apply(less, action)
                assert standing(game, full) == standing(game, less)


@rule.proves(
    "nothing of the step is in `public` until all are in",
    "**Views.** What others see of a private line is masked",
    "A redacted record replays to the same public JSON as the full one",
)
@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_at_every_line_a_redacted_record_says_the_same(game: Game[Any]) -> None:
    for seed in range(6):
        setup, actions, _, _ = law.random_game(game, seed)
        masked = redacted(game, setup, actions)
        full, less = game.start(setup), game.start(setup)
        for action, seen in pairwise_of(actions[:300], masked):
            full, less = game.apply(full, action), game.apply(less, parsed(game, setup, seen))
            assert standing(game, full) == standing(game, less)


def pairwise_of(actions: list[Any], masked: list[Any]) -> list[tuple[Any, Any]]:
    return list(zip(actions, masked, strict=False))


def parsed(game: Game[Any], setup: Setup, action: Any) -> Any:
    return parse(game, setup, format_action(game, setup, action))


# ---------------------------------------------------------------------------------------------------- the cards


@rule.proves("number `1 2 3 4 ?`", "each printed with the mark")
def test_every_card_has_one_canonical_print() -> None:
    assert len(set(NAMES)) == 54
    assert len(set(WEST)) == 27
    assert all(NAMES[parse_card(name.swapcase(), specials=True)] == name for name in NAMES)
    assert all(WEST[parse_west(name.upper())] == name for name in WEST)
    assert [WEST[0], WEST[9], WEST[18], WEST[26]] == ["rc1", "yc1", "gc1", "gt3"]


# ------------------------------------------------------------------------------------------------- taking back


@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
def test_undo_crosses_every_boundary(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a table, each line of an evening (deals, reveals, the end among them) is taken back and done again."""
    done = replay_file(path)
    game, setup = done.record.game, done.record.setup
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    if setup.facts is not None:
        keep(setup.facts)
    states = [game.start(setup)]
    for action in done.actions:
        states.append(game.apply(states[-1], action))
    rounds = [_where(game, state) for state in states]
    turning = [at for at, (one, other) in enumerate(pairwise(rounds), 1) if one != other]
    with Journal(tmp_path / "journal.sqlite") as journal:
        table = Table.new(journal, setup, kit="" if setup.facts is None else setup.facts.kit)
        for at, action in enumerate(done.actions, 1):
            table.act(action)
            if at in turning or at == len(done.actions):
                back = table.takeback(1)
                table.undo(back.lines)
                assert table.state == states[at - back.lines]
                assert standing(game, table.state) == standing(game, states[at - back.lines])
                table.redo(1)
                assert table.state == states[at]


def _where(game: Game[Any], state: Any) -> tuple[Any, ...]:
    seen = game.public(game.view(state, None))
    return (*(seen.get(key) for key in ("deal", "round", "turn", "phase", "river")), game.outcome(state).over)
