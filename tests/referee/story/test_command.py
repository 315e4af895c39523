"""``referee story``: of a table and of a record, refused in one sentence, nothing half-written."""

import re
from pathlib import Path

import pytest

from referee.story import COLOURS, day
from tests.referee.program import LIZARD, ROUND, referee, refused

RECORDS = Path(__file__).parents[2] / "records"
STYLE = Path(__file__).parents[3] / "templates" / "host" / "static" / "story.css"


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["lair-five", "lizard-evening", "guess-evening", "poker-evening", "redblack-evening"])
def test_a_record_becomes_a_page(home, name):
    done = referee("story", RECORDS / f"{name}.txt", "-o", "evening.html")
    assert (done.returncode, done.stdout) == (0, "")
    page = (home / "evening.html").read_text("utf-8")
    assert "wins.</h1>" in page or "win.</h1>" in page
    assert 'class="moment' in page
    assert referee("story", RECORDS / f"{name}.txt").stdout == page


def test_a_table_becomes_a_page_with_its_day(home):
    assert referee(*LIZARD, lines=ROUND).returncode == 0
    last, first = referee("story").stdout, referee("story", "1").stdout
    assert last == first
    assert "Bob wins." in last
    assert re.search(r"Lizard · (Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d+ \w+ \d{4}", last)
    assert day(0) == ""


def test_what_is_refused(home):
    (home / "bad.txt").write_text((RECORDS / "lizard-evening.txt").read_text().replace("Ann: bids 1", "Ann: bids 9", 1))
    for words, said in (
        (["bad.txt"], ["bad.txt: line", "lizard.bid-range"]),
        (["none.txt"], ["none.txt"]),
        (["7"], ["no table"]),
        (["--facts", "facts.json"], ["--facts"]),
    ):
        done = referee("story", *words, "-o", "evening.html")
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        for part in said:
            assert part in done.stderr
        assert not (home / "evening.html").exists()
    refused(referee("story", "7"))


def test_the_colours_of_a_plot_stand_in_its_style_too():
    light = STYLE.read_text("utf-8").partition("@media")[0]
    assert [colour for _, colour in re.findall(r"--s(\d): (#\w+);", light)] == [*COLOURS]
