"""The lab plays what was asked for, the same on any number of workers, and loses at most a chunk."""

import json
import re
import shutil
from itertools import pairwise
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from msgspec.structs import replace

from liarsdeck.installed import remedy
from referee import games
from referee.bots import play
from referee.core.game import Game
from referee.core.play import replay
from referee.lab import differences, drama, plan, questions, run
from referee.lab import report as page
from referee.lab.plan import player, strategies
from referee.lab.run import Row
from referee.lab.statistics import Lab
from referee.records import replay_file
from tests.programs import ran
from tests.referee import tiny
from tests.referee.lab.labs import lab, table_of
from tests.sampling import some

LAIR = "liars-lair --players 3 --bots no-look,lair --games 22 --option own_conflict=allowed"


def made(name: str, bots: str, each: int = 4, **more: Any) -> plan.Plan:
    game = games.game(name)
    cells = plan.cells(game, (more.pop("players", game.usual),), more.pop("fixed", ()), (), bots.split(","))
    return plan.Plan(name, cells, each, more.pop("seed", "7"), **more)


@pytest.fixture(scope="module")
def lair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, CompletedProcess[str]]:
    """The folder of a lab, and what the command said; who changes the folder copies it."""
    folder: Path = tmp_path_factory.mktemp("lair") / "lab"
    return folder, lab(LAIR, folder, charts=True)


def played(folder: Path, what: plan.Plan, workers: int = 1) -> str:
    run.begin(folder, what)
    run.go(folder, what, workers=workers)
    return run.digest(run.rows_of(folder))


# ------------------------------------------------------------------------------------------------ what is asked for


@pytest.mark.parametrize(
    ("text", "found"), [("3", (3,)), ("3-5", (3, 4, 5)), ("3..4", (3, 4)), ("5,3", (5, 3)), ("3,3-4", (3, 4))]
)
def test_how_many(text: str, found: tuple[int, ...]) -> None:
    assert plan.spread(text, 3, 8, "--players") == found


def test_what_is_varied() -> None:
    lair = games.game("liars-lair")
    assert plan.varied(lair, "own_conflict") == ("own_conflict", ("out", "allowed"))
    assert plan.varied(lair, "each=2..4") == ("each", ("2", "3", "4"))
    assert plan.varied(lair, "absolution") == ("absolution", ("false", "true"))
    poker = games.game("liar-poker")
    assert plan.varied(poker, "bets.small=10,10,20 / 5,5,10") == ("bets.small", ("10,10,20", "5,5,10"))


def test_line_ups_meet_each_other_and_themselves() -> None:
    assert plan.lineups(("a", "b"), 3) == (("a",) * 3, ("b",) * 3, ("a", "b", "b"), ("b", "a", "a"))
    assert plan.lineups(("a", "b", "c"), 2, league=True) == (("a", "b"), ("a", "c"), ("b", "c"))


def test_everybody_sits_everywhere() -> None:
    what = plan.Plan("lizard", (plan.Cell(3, (), ("a", "b", "c")),), 6, "7")
    assert [what.seated(0, index)[index % 3] for index in range(6)] == ["a"] * 6
    assert {what.seated(0, index) for index in range(3)} == {("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a")}


def test_a_temper_is_the_same_for_all_or_goes_round() -> None:
    cells = (plan.Cell(4, (), ("easy",) * 4),)
    bold, mixed = (plan.Plan("liars-lair", cells, 2, "7", temper=temper) for temper in ("bold", "mixed"))
    assert bold.seated(0, 0) == ("easy:risk=0.6",) * 4
    assert [word[-3:] for word in mixed.seated(0, 0)] == ["0.1", "0.3", "0.6", "0.1"]
    assert [word[-3:] for word in mixed.seated(0, 1)] == ["0.1", "0.1", "0.3", "0.6"]
    for name in ("liars-guess", "red-and-black", "liar-poker"):
        game = games.game(name)
        assert player(plan.daring(plan.ready(game, "bold"), "bold", 0, game), game)


REFUSED = """
lizard --players 6                         it is 3 to 5
lizard --players 2                         it is 3 to 5
lizard --players 3-9                       --players
lizard --players 3-4-5                     --players
lizard --players 5-3                       --players
lizard --players -3                        --players
lizard --players ³                         --players
lizard --players x                         --players
lizard --option rounds=99                  rounds
lizard --vary rounds=99                    rounds
lizard --vary rouns=2                      did you mean rounds?
liars-lair --vary max_rounds               say what to vary it over
lizard --vary rounds=2,3 --option rounds=5  --option rounds=5 holds it fast
lizard --option rounds                     NAME=VALUE
lizard --option track=tricks               track=tricks: Lizard can't be played by bots
lizard --vary track                        track=tricks: Lizard can't be played by bots
lizard --option track=scores --bots random  track=scores: Lizard can't be played
liar-poker --vary max_rounds=0..9999       10,000 tables, and a lab has 2,000 at most
liar-poker --vary bets.small               say what to vary it over, like bets.small=10,10,20/…
liar-poker --vary bets.small=5,5,5/5       “5” will not do; it is three numbers of 0 to 1000
lizard --bots esay                         esay
lizard --bots low:bid=7                    bid
lizard --bots low:bid                      NAME=NUMBER
liars-lair --pairs 3                       kit
lizard --temper bold                       a bot of Lizard dares; --bots careful,bold
liar-poker --temper bold --bots random     --temper bold: random has no lies, lie or bluffs; easy,
liars-lair --temper bold --bots easy:risk=1  easy:risk=1 says already how much it dares
liars-lair --temper shy                    careful
--resume -o nowhere                        holds no lab
--league                                   which game
"""


def test_a_table_that_cannot_be_is_refused(tmp_path: Path) -> None:
    for line in REFUSED.split("\n")[1:-1]:
        words, why = re.split(r" {2,}", line)
        done = ran("referee", "lab", *words.split(), cwd=tmp_path)
        assert done.returncode == 2, words
        assert why in done.stderr
        assert done.stderr.count("\n") == 1
        assert [*tmp_path.iterdir()] == []


def test_without_its_libraries_it_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "find_spec", lambda name: None if name == "joblib" else True)
    done = ran("referee", "lab", "lizard")
    assert (done.returncode, done.stdout) == (2, "")
    assert remedy("lab") in done.stderr


# ------------------------------------------------------------------------------------------------------ who plays


def of_its_own(game: Game[Any]) -> list[str]:
    return [word for word in strategies(game) if word not in {"random", "easy", "hard", "mc"}]


@pytest.mark.parametrize("name", [name for name in games.REGISTRY if of_its_own(games.game(name))])
def test_every_strategy_plays_its_game(name: str) -> None:
    game = games.game(name)
    own = of_its_own(game)
    assert len(own) > 3
    setup = plan.setup(game, game.usual, (("rounds", "2"),) if name == "lizard" else (), 0, "7")
    for word in own:
        bots = {seat: player(word if seat == 0 else own[0], game) for seat in range(len(setup.seats))}
        state, lines = play(game, setup, bots, word, 90)
        assert replay(game, setup, lines) == state
        assert play(game, setup, bots, word, 90) == (state, lines)


def test_monte_carlo_plays_any_game() -> None:
    for name in some(games.REGISTRY, 2):
        game = games.game(name)
        setup = plan.setup(game, game.usual, (), 0, "7")
        bots = dict.fromkeys(range(len(setup.seats)), player("mc:samples=1", game))
        state, lines = play(game, setup, bots, "7", 12)
        assert replay(game, setup, lines) == state


OWN = """

from msgspec import Struct
from referee.core.game import Game
from referee.core.play import seat_actions

class First(Struct, frozen=True):
    game: Game
    last: float = 0
    def choose(self, view, seat, turns, rng):
        found = seat_actions(self.game, view, seat)
        return found[-1 if self.last else 0]
    def why(self, view, seat, turns, rng):
        return ""
"""


def test_strategies_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(OWN)
    words, mine = "lizard --option rounds=2 --games 6 --bots", ("--strategies", tmp_path / "mine.py")
    assert "One first among first:last=1" in lab(f"{words} first,first:last=1", tmp_path / "l", *mine).stdout
    (tmp_path / "mine.py").write_text("1 / 0")
    done = ran("referee", "lab", *words.split(), "first", *mine, "-o", tmp_path / "none")
    assert (done.returncode, "ZeroDivisionError" in done.stderr) == (2, True)


def test_a_strategy_may_have_from_others_that_it_can_choose(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("""
from msgspec import Struct
from referee.games.lizard.bots import Easy
from referee.core.play import seat_actions
from referee.games.lizard.bots import Bidder

class Shy(Bidder, frozen=True):
    bid: float = -1.0

class Last(Bidder, frozen=True):
    def decide(self, view, seat, verbs, rng):
        return seat_actions(self.game, view, seat)[-1]

class Same(Easy, frozen=True):
    pass

class Common(Struct, frozen=True):
    def choose(self, view, seat, turns, rng):
        return seat_actions(self.game, view, seat)[0]

class First(Common, frozen=True):
    game: object
""")
    words, mine = "lizard --players 3 --option rounds=2 --games 1 --bots", ("--strategies", tmp_path / "mine.py")
    lab(f"{words} shy,last,same,first,shy:bid=0", tmp_path / "lab", *mine)
    rows = table_of(tmp_path / "lab")
    alone = {row["seats"]: row["digest"] for row in rows if len({*row["seats"].split()}) == 1}
    assert len({*alone.values()}) == 5
    for inherited, known in (("same same same", "easy"), ("shy:bid=0 shy:bid=0 shy:bid=0", "bidder")):
        lab(f"{words} {known}", tmp_path / known, *mine)
        assert run.rows_of(tmp_path / known)[0].digest == alone[inherited]
    done = ran("referee", "lab", *words.split(), "common", *mine, "-o", tmp_path / "none")
    assert done.stderr.endswith("zero, shy, last, same and first\n")


def test_a_strategy_that_was_mended_plays_in_the_same_folder(tmp_path: Path) -> None:
    words = f"lab lizard --option rounds=1 --games 2 --strategies {tmp_path}/mine.py -o {tmp_path}/lab".split()
    (tmp_path / "mine.py").write_text(OWN.replace("return found", "return self.game.found"))
    done = ran("referee", *words, "--bots", "first")
    assert (done.returncode, "First, line 12: AttributeError" in done.stderr) == (2, True)
    assert not (tmp_path / "lab").exists()
    (tmp_path / "mine.py").write_text(OWN.replace("last: float = 0", "last: float"))
    done = ran("referee", *words, "--bots", "first")
    assert (done.returncode, "--bots first: First can't be made: TypeError: Missing" in done.stderr) == (2, True)
    assert ran("referee", *words, "--bots", "first:last=1").returncode == 0


LINES = "First: `choose` returns a line of the game, as `seat_actions` gives them, or None"


@pytest.mark.parametrize(
    ("returns", "fields", "said"),
    [
        ("'Ann: bids 0'", "game: object", LINES),
        ("None", "game: object", "a bot that is awaited can't return None"),
        ("None", "pass", "First has no field for the game: begin it with `game: object`"),
    ],
)
def test_what_is_wrong_in_strategies_of_ones_own_is_told_to_whoever_wrote_them(
    tmp_path: Path, returns: str, fields: str, said: str
) -> None:
    head = f"from msgspec import Struct\nclass First(Struct, frozen=True):\n    {fields}\n"
    choose = f"    def choose(self, view, seat, turns, rng):\n        return {returns}\n"
    (tmp_path / "mine.py").write_text(head + choose)
    words = ("lab", "lizard", "--strategies", tmp_path / "mine.py", "--bots", "first")
    done = ran("referee", *words, "--workers", 1, "-o", tmp_path / "l")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert said in done.stderr


# ------------------------------------------------------------------------------------ chunks, workers, going on again


def test_what_was_cut_off_is_played_again(tmp_path: Path) -> None:
    what = made("liars-guess", "honest,too-few", each=25)
    whole = played(tmp_path / "whole", what)
    played(tmp_path / "cut", what)
    path = tmp_path / "cut" / run.ROWS
    data = path.read_bytes()
    chunks = len(data.splitlines())
    for lost in (1, 2, data.rindex(b"\n", 0, -1) + 1, len(data) // 2):
        path.write_bytes(data[:-lost] if lost < 3 else data[:lost])
        assert len(run.kept(tmp_path / "cut")) < chunks
        run.go(tmp_path / "cut", what, workers=1)
        assert run.digest(run.rows_of(tmp_path / "cut")) == whole


def test_the_command_goes_on_and_says_the_same(lair: tuple[Path, CompletedProcess[str]], tmp_path: Path) -> None:
    folder, done = lair
    shutil.copytree(folder, tmp_path / "lab")
    assert ran("referee", "lab", *LAIR.split(), "-o", tmp_path / "lab").returncode == 2
    rows = tmp_path / "lab" / run.ROWS
    rows.write_bytes(rows.read_bytes()[:-100])
    files = {name: (tmp_path / "lab" / name).read_bytes() for name in ("report.html", "results.csv")}
    again = ran("referee", "lab", "--resume", "-o", tmp_path / "lab")
    said = [one.replace(str(folder), str(tmp_path / "lab")) for one in (done.stdout, done.stderr)]
    assert (again.returncode, again.stdout, again.stderr) == (0, *said)
    assert files == {name: (tmp_path / "lab" / name).read_bytes() for name in files}


def test_the_seed_and_nothing_else_says_what_is_dealt() -> None:
    what = made("liars-lair", "lair,no-look", each=4)
    deals = {cell: [str(line) for line in run.lines_of(what, cell, 2)[1] if line.verb == "holds"] for cell in (0, 1)}
    assert deals[0] == deals[1]
    assert deals[0] != [str(line) for line in run.lines_of(what, 0, 3)[1] if line.verb == "holds"]


# ---------------------------------------------------------------------------------------------------- what is counted


def test_the_counts_are_those_of_the_game() -> None:
    what = made("lizard", "bidder", each=1, fixed=(("rounds", "4"),), players=3)
    row = run.measured(what, 0, 0)
    setup, lines = run.lines_of(what, 0, 0)
    game = games.game("lizard")
    state = replay(game, setup, lines)
    assert (row.lines, row.scores, row.winners) == (len(lines), state.totals, game.outcome(state).winners)
    assert row.rounds == 4
    assert row.verbs["plays"] == 3 * (1 + 2 + 3 + 4)
    assert row.acts == row.verbs["plays"] + row.verbs["bids"] + row.verbs.get("calls", 0)
    assert row.marks[-1] == row.scores
    assert row.looked == -(-row.acts // run.EVERY)
    assert row.width >= row.looked >= row.forced
    assert (row.deals, sum(row.gains)) == (4, sum(row.scores))
    before = ((0, 0, 0), *row.marks)
    assert row.rose == tuple(sum(map(int.__lt__, was, now)) for was, now in zip(before, row.marks, strict=False))
    short = made("lizard", "bidder", each=1, fixed=(("rounds", "1"),), players=3)
    one, (_, written) = run.measured(short, 0, 0), run.lines_of(short, 0, 0)
    first = next(line.seat for line in written if line.verb in {"calls", "bids"})
    assert first is not None
    assert one.gains == (one.scores * 2)[first : first + 3]


def test_lies_are_counted() -> None:
    what = made("liar-poker", "liar,suspicious", each=2, fixed=(("max_rounds", "6"),))
    liars = [run.measured(what, cell, 0) for cell in range(3) if what.cells[cell].lineup == ("liar",) * 2]
    assert sum(sum(row.lies) for row in liars) > 0
    assert not any(sum(row.truths) for row in liars)
    honest = run.measured(made("liar-poker", "honest:always=1", each=1, fixed=(("max_rounds", "6"),)), 0, 0)
    assert not any((*honest.lies, *honest.caught))
    assert sum(honest.doubted) == sum(honest.truths) > 0
    few = [run.measured(made("liars-guess", "too-few", each=3), 0, index) for index in range(3)]
    assert all(sum(row.caught) <= sum(row.lies) for row in few)
    lair = run.measured(made("liars-lair", "lie", each=1), 0, 0)
    assert sum(lair.lies) > 3 * sum(lair.truths)


def test_a_cap_leaves_a_game_unfinished() -> None:
    what = made("liars-lair", "truth", each=1, cap=5)
    row = run.measured(what, 0, 0)
    assert (row.over, row.winners, row.rounds) == (False, (), 6)


# -------------------------------------------------------------------------------------------------------- the folder


def test_the_folder(lair: tuple[Path, CompletedProcess[str]]) -> None:
    folder, _ = lair
    rows = table_of(folder)
    assert len(rows) == 22 * 4
    assert {row["options"] for row in rows} == {"own_conflict=allowed"}
    for record in (folder / "games").glob("*.record"):
        done = replay_file(record)
        assert len(done.actions) in {int(row["lines"]) for row in rows}
    assert len([*(folder / "games").glob("*.record")]) == 4


def test_a_game_of_ones_own_has_the_whole_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No line is written for it: random and Monte Carlo play it, and every question is asked."""
    monkeypatch.setattr(drama, "ROLLOUTS", 6)
    found = games.game
    monkeypatch.setattr(games, "game", lambda name: tiny.GAME if name == "tiny" else found(name))
    done = lab(
        "tiny --players 2-3 --vary top=3,5 --bots random,mc:samples=2 --games 3 --drama 1", tmp_path, charts=True
    )
    assert "One mc:samples=2 among random wins" in done.stdout
    assert "Is it exciting, and do choices matter?" in done.stdout
    refused = ran("referee", "lab", "tiny", "--temper", "bold", "-o", tmp_path / "bold")
    assert "no number says how much a bot of Highest Alone dares\n" in refused.stderr
    assert (tmp_path / "report.html").stat().st_size > 50_000


def test_what_changed(tmp_path: Path) -> None:
    for name, rule in (("old", "out"), ("new", "allowed")):
        lab(f"liars-lair --players 3 --bots lair --option own_conflict={rule} --games 40", tmp_path / name)
    done = ran("referee", "lab", "--compare", tmp_path / "old", tmp_path / "new")
    assert done.returncode == 0
    assert "rounds down" in done.stdout


def test_chance_alone_is_no_change(tmp_path: Path) -> None:
    """The same table by other seeds, four times: Holm's correction keeps the family to one in twenty."""
    labs = []
    for seed in range(5):
        what = made("liars-guess", "too-few", each=12, seed=str(seed))
        played(tmp_path / str(seed), what)
        labs.append(Lab(what, run.rows_of(tmp_path / str(seed))))
    found = [differences.compared(one, two) for one, two in pairwise(labs)]
    assert sum(any(one.real for one in each) for each in found) <= 1


def test_who_calls_does_not_begin_by_that() -> None:
    """In Red & Black one calls a colour, the river is laid, and only then somebody begins."""
    what = made("red-and-black", "guesser", each=8)
    begun = set()
    for index in range(8):
        lines = run.lines_of(what, 0, index)[1]
        verbs = [line.verb for line in lines]
        at = verbs.index("river")
        begun.add((lines[at + 1].seat == lines[verbs.index("calls")].seat, at > verbs.index("calls")))
        assert run.measured(what, 0, index).starter == lines[at + 1].seat
    assert begun == {(True, True), (False, True)}


def test_bold_players_are_caught_more_often(tmp_path: Path) -> None:
    caught = {}
    for temper in ("careful", "bold"):
        lab(f"liars-lair --players 4 --option each=2 --games 30 --temper {temper}", tmp_path / temper)
        caught[temper] = sum(sum(row.caught) for row in run.rows_of(tmp_path / temper))
        assert f"--temper {temper}" in (tmp_path / temper / "report.html").read_text("utf-8")
    assert caught["bold"] > 3 * caught["careful"]


def rows_of_places(won: tuple[int, ...], seed: str = "7") -> Lab:
    """Return a lab in which the places, counted from who begins, win so often."""
    cells = (plan.Cell(len(won), (), ("easy",) * len(won)),)
    rows = [
        Row(0, index, "", True, (place,), 0, 9, 99, 90, 900, (), (), {}, 0, 0, 0, {})
        for index, place in enumerate([place for place, many in enumerate(won) for _ in range(many)])
    ]
    return Lab(plan.Plan("liars-lair", cells, len(rows), seed), rows)


def test_a_verdict_needs_the_whole_interval() -> None:
    """A place of three that wins 42 % of a thousand games may in truth win a quarter more than its share, or not."""
    close, clear = rows_of_places((424, 246, 330)), rows_of_places((500, 240, 260))
    (table,) = close.tables
    assert questions.verdict(close, table).against == ()
    assert any("who begins wins 42 %" in said for said in questions.verdict(close, table).open)
    assert any("who begins wins 50 %" in said for said in questions.verdict(clear, table).against)
    short = questions.short_section(close).words
    assert any(said.startswith("More games would have to settle") for said in short)
    assert not any(said.startswith("Against") for said in short)


def test_places_are_corrected_for_the_number_of_tables() -> None:
    """An unevenness of p = 0.007 is a finding at one table, and none at one of twenty-four."""
    one = rows_of_places((56, 34, 30))
    row = replace(one.plan, cells=tuple(plan.Cell(3, (("each", str(n)),), ("easy",) * 3) for n in range(2, 26)))
    many = Lab(row, [replace(game, cell=cell) for cell in range(24) for game in one.rows])
    alone, among = questions.seats_section(one), questions.seats_section(many)
    assert alone is not None
    assert among is not None
    assert "the place matters" in alone.words[0]
    assert not any("the place matters" in said for said in among.words)


# ------------------------------------------------------------------------------------------- whatever was played


def test_a_match_that_nobody_was_ahead_in_before_its_end(tmp_path: Path) -> None:
    """In Liar Poker what is public of hands is what they are called, not how many cards they have."""
    lab("liar-poker --bots tight:play=0.5 --option max_rounds=2 --games 4 --seed 985", tmp_path)
    assert all(len(scores) == 2 for row in run.rows_of(tmp_path) for scores in row.marks)


def test_what_an_older_lab_kept_is_read(lair: tuple[Path, CompletedProcess[str]], tmp_path: Path) -> None:
    """It wrote down nothing where it should have written scores, and fell over it."""
    shutil.copytree(lair[0], tmp_path, dirs_exist_ok=True)
    rows = tmp_path / run.ROWS
    chunks = [json.loads(line) for line in rows.read_text("utf-8").splitlines()]
    for _, games_ in chunks:
        for game in games_:
            game[Row.__struct_fields__.index("marks")] = [[]] * 3
            del game[Row.__struct_fields__.index("tells") :]
    rows.write_text("".join(json.dumps(chunk) + "\n" for chunk in chunks))
    done = ran("referee", "lab", "--resume", "-o", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Does the leader always win?" not in done.stdout


def test_a_question_that_fails_costs_nobody_the_games(
    lair: tuple[Path, CompletedProcess[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All others are answered, the fault is told like any other, and a program without it goes on."""

    def fails(_lab: Lab) -> None:
        raise ZeroDivisionError

    shutil.copytree(lair[0], tmp_path / "lab")
    (tmp_path / "lab" / "results.csv").unlink()
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(page, "QUESTIONS", (*page.QUESTIONS[:2], fails, *page.QUESTIONS[2:]))
    done = ran("referee", "lab", "--resume", "-o", tmp_path / "lab")
    assert done.returncode == 70
    assert "this is a fault of the program" in done.stderr
    (report,) = (tmp_path / "home" / "reports").iterdir()
    assert "ZeroDivisionError" in report.read_text("utf-8")
    assert len(table_of(tmp_path / "lab")) == 22 * 4
    shown = (tmp_path / "lab" / "report.html").read_text("utf-8")
    for answer in ("Does it end, and how long", "A question without an answer", "Which rules matter?", "results.csv"):
        assert answer in shown
    missing = "A question without an answer\n" + page.FELL.words[0] + "\n\n"
    assert done.stdout.replace(missing, "") == lair[1].stdout


def test_bets_are_set_and_varied(tmp_path: Path) -> None:
    words = "liar-poker --bots poker --option bets.large=40,50,60 --option max_rounds=3 --games 2"
    done = lab(f"{words} --vary bets.small=10,10,20/5,5,10 --vary bets.small=0,0,0", tmp_path)
    assert "bets.small: What a small bet is worth in turns 1, 2 and 3, never more than a middle one." in done.stdout
    tables = {row["options"] for row in table_of(tmp_path)}
    fixed = "bets.large=40,50,60 max_rounds=3"
    assert tables == {f"{fixed} bets.small={row}" for row in ("10,10,20", "5,5,10", "0,0,0")}
    told = {replay_file(record).state.setup.options.bets for record in (tmp_path / "games").glob("*.record")}
    assert {bets.large for bets in told} == {(40, 50, 60)}
    assert "5,5,10" in ran("referee", "lab", "--resume", "-o", tmp_path).stdout


def test_rules_of_thumb_bid_last_where_bids_are_secret(tmp_path: Path) -> None:
    lab("lizard --bots bidder --option estimates=secret --option rounds=2 --games 2", tmp_path)


def test_the_report_says_nothing_of_what_did_not_happen(tmp_path: Path) -> None:
    said = lab("liar-poker --bots honest --games 2 --cap 1", tmp_path, charts=True).stdout
    assert "No game ended: all 2 were left unfinished." in said
    assert "Half the games are over or given up within" in said
    assert "Of places nothing can be said: no game was won." in said
    assert " are lies, and of the lies nothing is known." in said


def test_what_a_rule_sets_is_no_finding_and_every_figure_says_of_which_games_it_is(tmp_path: Path) -> None:
    done = lab("lizard --players 3 --bots low,high --vary rounds=1,2 --games 6", tmp_path)
    short, _, rest = done.stdout.partition("\n\n")
    assert "rounds = 2 instead of 1 (3 players): minutes up" in short
    assert "rounds up" not in done.stdout
    assert "48 games were played" in short
    assert "a figure is of the 12 in which all at the table play high, 6 a table" in short
    assert "48 games of Lizard" in rest
    assert "games were played" not in lab("lizard --players 3 --bots high --games 2", tmp_path / "alone").stdout
