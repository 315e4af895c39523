"""Every ruling that the games share (docs/rules.md: A record, Cards): lines, names, refusals, JSON, views."""

import json
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from factbank.kits import keep
from referee import games
from referee.console.interpret import Reader
from referee.core.cards import NAMES, WEST, parse_card, parse_west
from referee.core.game import Game
from referee.core.play import format_action, game_status, parse, playout, redacted, state_after
from referee.core.setup import given_options
from referee.records import make_header, print_record, replay_file
from referee.store.journal import Journal
from referee.tables.table import Table
from tests.referee import conformance as law
from tests.referee.rulings.case import TOP
from tests.referee.rulings.general import ALL, BODY, EVENINGS, HEADER, play, referee, refusal
from tests.referee.rulings.rooms import GENERAL
from tests.sampling import WHOLE, some, spread


@GENERAL.proves(
    "A record is UTF-8 text with either line end", "`#` starts a comment", "Blank lines and extra blanks are ignored"
)
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


NAMED = (
    "Names are 1 to 24 characters long, and unique without regard to case. "
    "They have none of `: # ? ; ( )`, no line break and no outer blank"
)


@GENERAL.proves(NAMED)
@pytest.mark.parametrize(
    "name",
    ["", " ", " Ann", "Ann ", "\tAnn", "a" * 25, "\u202eAnn", *(f"An{x}n" for x in ":#?;()\n\r\t\0\x1b\u2028\x85")],
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


@GENERAL.proves(
    "Names are printed as the header spells them, and cards as under Cards",
    "**Round trip.** `parse(format(action)) == action` for every action",
    "Every record that replays prints back to a record that replays to the same state",
)
@pytest.mark.parametrize(("path", "names"), spread(EVENINGS, ODD_NAMES))
def test_people_are_called_what_they_are_called(path: Path, names: tuple[str, ...]) -> None:
    """Every evening of tests/records, played by people whose names are verbs, cards and beginnings of each other."""
    done = replay_file(path)
    game, old = done.record.game, done.record.setup
    made = games.setup(game, names[: len(old.seats)], given_options(old.options), facts=old.facts)
    expected = game_status(game, state_after(game, made, done.actions))
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
            rest = line.partition(": ")[2] or line
            for short in filter(None, (rest.partition(" ")[2], rest)):
                found = reader.read(short).readings
                if len(found) == 1 and found[0].sure:
                    assert found[0].action == action, (short, found[0].line)
        state = game.apply(state, action)


def _loud(text: str) -> str:
    head, toml, body = text.split("+++\n", 2)
    return f"{head}+++\n{toml}+++\n{body.upper()}"


@GENERAL.proves(
    "**Refusals.** A line that is not legal stops the replay with exit status 2 and nothing on stdout",
    "One sentence on stderr says which line it was, what was wrong, and what would have been legal",
    "An example is `line 11: Cat cannot bid 4: this round has 1 trick (0 to 1) [lizard.bid-range]`",
)
def test_a_refusal_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(
        HEADER.replace("+++\ng", '+++\nrules = 1\ntitle = "x"\ng') + BODY.replace("Cat: bids 0", "\nCat: bids 4")
    )
    for more in ((), ("--json",), ("--reveal",)):
        said = "line 11: Cat cannot bid 4: this round has 1 trick (0 to 1) [lizard.bid-range]\n"
        assert referee("replay", path, *more) == (2, "", said)


@GENERAL.proves(
    "Lines are counted as an editor shows the file",
    "The first `+++` is line 1, and header, comments and blank lines count",
)
@pytest.mark.parametrize(
    ("before", "number"), [("", 7), ("# one\n\n# three\n", 10), ("\r\n\r\n", 9), ("\x0b\x0c\n", 8)]
)
def test_lines_are_counted(before: str, number: int) -> None:
    assert refusal(HEADER + before + "dealer Ann\ntrump 9h\nBob: bids 9\n").startswith(
        f"line {number}: Bob cannot bid 9"
    )


@GENERAL.proves(
    "**`referee replay FILE --json`** prints one JSON object",
    "`game` is the game's name",
    "`over` is true or false",
    "`winners` holds names in seat order, and is `[]` until the game is over",
    "`scores` maps every seat's name to a number",
    '`next` is a list of `{"seat": name or null, "verbs": [...]}`',
    "Each seat that has a legal act now has an entry, in seat order",
    "The entry of the table (`null`) comes last",
    "Verbs are in alphabetical order, and only those that some legal line completes",
    "`undo`, notes and an optional `holds` are never listed",
    "When the game is over, `next` is `[]`",
    "`public` is what everyone at the table can see",
    'Every field named under the game is always there. "Name to" and "number to" mean objects with',
    "A field without a value yet is `null`, `[]` or `{}`",
    "Cards, suits and names are in their canonical print (`Th`, `lizard`, `rc1`, `hearts`)",
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
        cut = game_status(game, state)
        assert list(cut) == TOP == list(answer)
        assert list(cut["public"]) == list(answer["public"])
        assert cut["over"] is False
        assert cut["winners"] == []
        assert cut["next"]
        assert list(cut["scores"]) == list(setup.seats)
        state = game.apply(state, action)


@GENERAL.proves("Nothing hidden is ever in this object unless `--reveal` is given")
@pytest.mark.parametrize("path", some(EVENINGS, 3), ids=lambda path: path.stem)
def test_nothing_hidden_without_reveal(path: Path) -> None:
    assert "hidden" not in json.loads(referee("replay", path, "--json")[1])
    assert "hidden" in json.loads(referee("replay", path, "--json", "--reveal")[1])


@GENERAL.proves(
    "Apart from these refusals (and a revoke in Lizard) the outcome and the JSON do not depend on `holds`",
    "So every game except Liar's Lair can run with *unknown* hands, which people shuffled and dealt",
    "For each seat by itself, the hand can also be *known*, because the referee dealt it or the",
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
                assert game_status(game, full) == game_status(game, less)


@GENERAL.proves(
    "`next` names the players who have still to choose",
    "Nothing of the step is in `public` until all lines are in",
    "**Views.** Others see a private line masked",
    "A redacted record replays to the same public JSON as the full one",
)
@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_at_every_line_a_redacted_record_says_the_same(game: Game[Any]) -> None:
    for seed in range(6):
        setup, actions, _, _ = law.random_game(game, seed)
        masked = redacted(game, setup, actions)
        full, less = game.start(setup), game.start(setup)
        for action, seen in zip(actions[:300], masked, strict=False):
            read = parse(game, setup, format_action(game, setup, seen))
            full, less = game.apply(full, action), game.apply(less, read)
            assert game_status(game, full) == game_status(game, less)


@GENERAL.proves(
    "A card of the Triple Topper family has a colour, a shape and a number",
    "The colours are `r` red, `y` yellow, `g` green, `b` blue and `k` black",
    "The shapes are `c` circle, `h` heart, `t` triangle, `s` square and `o` blob",
    "The number is one of `1 2 3 4 ?`",
    'In these a West card carries the mark "3×3×3"',
)
def test_every_card_has_one_canonical_print() -> None:
    assert len(set(NAMES)) == 54
    assert len(set(WEST)) == 27
    assert all(NAMES[parse_card(name.swapcase(), specials=True)] == name for name in NAMES)
    assert all(WEST[parse_west(name.upper())] == name for name in WEST)
    assert [WEST[0], WEST[9], WEST[18], WEST[26]] == ["rc1", "yc1", "gc1", "gt3"]


@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
def test_undo_crosses_every_boundary(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a table, what ends or begins anything (deals, reveals, the end among them) is taken back and done again."""
    done = replay_file(path)
    game, setup = done.record.game, done.record.setup
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    if setup.facts is not None:
        keep(setup.facts)
    states = [game.start(setup)]
    for action in done.actions:
        states.append(game.apply(states[-1], action))
    rounds = [_where(game, state) for state in states]
    turning = {at: _kind(one, other) for at, (one, other) in enumerate(pairwise(rounds), 1) if one != other}
    if not WHOLE:  # the first of each kind
        turning = {kind: at for at, kind in reversed(turning.items())}.values()
    with Journal(tmp_path / "journal.sqlite") as journal:
        table = Table.new(journal, setup, kit="" if setup.facts is None else setup.facts.kit)
        for at, action in enumerate(done.actions, 1):
            table.act(action)
            if at in turning or at == len(done.actions):
                back = table.takeback(1)
                table.undo(back)
                assert table.state == states[at - back.lines]
                assert game_status(game, table.state) == game_status(game, states[at - back.lines])
                table.redo(1)
                assert table.state == states[at]


def _kind(one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return which boundary was crossed: what changed, and from which phase to which."""
    return (*(a != b for a, b in zip(one, other, strict=True)), one[3], other[3])


def _where(game: Game[Any], state: Any) -> tuple[Any, ...]:
    seen = game.public(game.view(state, None))
    return (*(seen.get(key) for key in ("deal", "round", "turn", "phase", "river")), game.outcome(state).over)
