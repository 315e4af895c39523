"""Every lab that a page or ``--help`` names is played, with a game or two instead of hundreds, and reported."""

import contextlib
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.lab import run
from referee.lab.plan import Plan
from referee.lab.search import Rounds, Search
from tests.programs import ran
from tests.sampling import WHOLE, some

ROOT = Path(__file__).parents[3]
PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
LAB = "referee lab "


def commands() -> Iterator[str]:
    """Yield each of them, without `referee lab`; after one in a row come changes of it: “`--pairs 18`”."""
    for page in PAGES:
        for line in page.read_text("utf-8").splitlines():
            first = line.strip().removeprefix("$ ") if line.startswith(("    ", "$ ")) else ""
            for said in [first, *re.findall(r"`([^`]+)`", line)]:
                if said.startswith(LAB):
                    whole = said.removeprefix(LAB)
                    yield whole
                elif said.startswith("--") and line.startswith("|") and LAB in line:
                    yield f"{whole} {said}"
    for line in ran("referee", "lab", "--help").stdout.splitlines():
        if line.strip().startswith(LAB):
            yield line.strip().removeprefix(LAB)


ALL = list(dict.fromkeys(commands()))
SEARCHES = [said for said in ALL if "--search" in said and not said.startswith("tiny ")]  # tests/test_plug_ins.py
LABS = [said for said in ALL if re.match(r"[a-z]", said) and "--search" not in said]
OTHERS = [said for said in ALL if said not in LABS and "--search" not in said and said != "--dask"]


CHUNKS = run.chunks


def telling(plan: Plan) -> list[run.Chunk]:
    """Return the first games with each number of players, strategy and value of a house rule."""
    met, found = set[object](), []
    for chunk in CHUNKS(plan):
        cell = plan.cells[chunk[0]]
        shows = {cell.players, *cell.lineup, *cell.options}
        found += [chunk] * bool(shows - met)
        met |= shows
    return found


@pytest.mark.parametrize("said", LABS)
def test_it_is_played_and_ends_in_its_report(said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without WHOLE=1 every thirteenth plays all its tables and writes its report, longer than the games."""
    written = said in some(LABS, 13)
    if not written:
        monkeypatch.setattr("referee.commands.lab._write", lambda *_: None)
        monkeypatch.setattr(run, "chunks", telling)
    words = [*shlex.split(said), "--games", "1", "--cap", "3", "--workers", "1", "-o", str(tmp_path / "lab")]
    if "--players 3-6" in said and not WHOLE:
        words += ["--players", "3"]
    done = ran("referee", "lab", *words)
    assert done.returncode == 0, done.stderr
    assert run.rows_of(tmp_path / "lab")
    if written:
        assert done.stdout.startswith("In short\n")
        assert "What can’t be told from bots\n" in done.stdout
        assert "Is it any good?" in (tmp_path / "lab" / "report.html").read_text("utf-8")
        assert (tmp_path / "lab" / "results.csv").read_text("utf-8").count("\n") > 1


@pytest.mark.parametrize("said", SEARCHES)
def test_a_search_begins_with_tables_and_ends_in_its_page(
    said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without WHOLE=1 its tables are dealt and not played; tests/referee/lab/test_search.py plays a search."""
    dealt = []

    def deal(out: Path, search: Search, *_: object) -> None:
        rounds = Rounds(out, search, progress=lambda *_: contextlib.nullcontext(lambda: None))
        dealt.extend(rounds.dealt(search.players[0]))

    if not WHOLE:
        monkeypatch.setattr("referee.commands.lab._search", deal)
    words = [*shlex.split(said), "--tables", "2", "--games", "3", "--drama", "0", "--workers", "1", "--players", "3"]
    done = ran("referee", "lab", *words, "-o", str(tmp_path / "lab"))
    assert done.returncode == 0, done.stderr
    if not WHOLE:
        assert len(dealt) == len({*dealt}) >= 2
        return
    assert done.stdout.startswith("In short\n")
    assert "Which rules are best?" in (tmp_path / "lab" / "report.html").read_text("utf-8")


def test_the_others_go_on_and_compare(tmp_path: Path) -> None:
    words = ("lab", "red-and-black", "--bots", "guesser", "--games", 21, "--cap", 1, "--workers", 1)
    whole = ran("referee", *words, "-o", tmp_path / "lab")
    assert whole.returncode == 0, whole.stderr
    for name in ("old", "new"):
        shutil.copytree(tmp_path / "lab", tmp_path / name)
    rows = tmp_path / "lab" / "rows.jsonl"
    rows.write_bytes(rows.read_bytes()[:-9])
    assert {*OTHERS} == {"--resume -o lab", "--resume -o front/again", "--compare old new", "--written some|all"}
    others = ("--resume -o lab", "--compare old new")
    said = [ran("referee", "lab", *shlex.split(other), cwd=tmp_path) for other in others]
    assert [one.returncode for one in said] == [0, 0], said
    assert said[0].stdout == whole.stdout
    assert "Nothing changed" in said[1].stdout
