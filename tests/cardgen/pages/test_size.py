"""The book's sizes: what is printed by default, what fits, and what means nothing."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import event, given
from hypothesis import strategies as st

from cardgen.cli import program
from cardgen.errors import PrintError
from cardgen.layout import PAPERS, Paper
from cardgen.pages.booklet import SIZES, choose, setting


@pytest.mark.parametrize(
    ("paper", "asked", "made"),
    [
        ("a4", {}, ("a5", True)),
        ("letter", {}, ("half-letter", True)),
        ("a4", {"booklet": False}, ("a5", False)),
        ("a4", {"sides": "fold"}, ("a5", False)),
        ("a4", {"large": True}, ("a4", False)),
        ("letter", {"large": True}, ("letter", False)),
        ("a3", {"large": True}, ("a4", True)),
        ("tabloid", {"large": True}, ("letter", True)),
        ("a4", {"large": True, "booklet": True}, ("a5", True)),
        ("a4", {"size": "a4"}, ("a4", False)),
        ("a3", {"size": "a4"}, ("a4", True)),
        ("letter", {"size": "a5"}, ("a5", False)),  # two would not lie side by side at their size
    ],
)
def test_what_is_not_said_is_chosen(paper, asked, made):
    wish = {"sides": "long", "size": None, "large": False, "booklet": None} | asked
    assert choose(PAPERS[paper], **wish) == made


@given(
    st.sampled_from([*PAPERS.values(), Paper("own", 180, 260)]),
    st.sampled_from(["long", "short", "fold", "fronts", "backs"]),
    st.sampled_from([None, *SIZES]),
    st.booleans(),
    st.sampled_from([None, True, False]),
)
def test_what_is_chosen_fits(paper, sides, size, large, booklet):
    try:
        chosen, folded = choose(paper, sides, size, large=large, booklet=booklet)
    except PrintError:
        event("refused")
        return
    assert chosen == size or size is None
    assert folded == booklet or booklet is None
    width, height = SIZES[chosen]
    wide, high = max(paper.width_mm, paper.height_mm), min(paper.width_mm, paper.height_mm)
    if size and folded:
        assert 2 * width * 0.97 <= wide + 1e-6
        assert height * 0.97 <= high + 1e-6
    if folded:
        assert sides in ("long", "short")


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_a_page_is_as_large_as_it_says(size, large):
    it = setting(size, large=large)
    assert (it.width, it.height) == pytest.approx(SIZES[size])
    assert (it.cover.width * it.cover_scale, it.cover.height * it.cover_scale) == pytest.approx(SIZES[size])
    points = 9.8 * it.scale
    assert points >= (13 if large else 9.8)
    assert 42 <= it.leaf.measure / 9.8 / 0.153 <= 75, "characters in a line, about"


def call(*args):
    return CliRunner().invoke(program, ["rulebook", *args])


@pytest.mark.parametrize(
    ("args", "says", "box"),
    [
        (["--paper", "a4"], r"8 pages of A5 on 2 sheets of A4: fold and staple them", (842, 595)),
        (["--paper", "a4", "--large-print"], r"10 pages of A4 on 10 sheets of A4: one side each", (595, 842)),
        (["--paper", "letter", "--booklet", "no"], r"pages of half-Letter on 8 sheets of Letter: one", (396, 612)),
    ],
)
def test_the_command_prints_the_size_that_is_asked_for(args, says, box, tmp_path, monkeypatch):
    pikepdf = pytest.importorskip("pikepdf")
    monkeypatch.chdir(tmp_path)
    result = call("liars-guess", *args, "-o", "book.pdf")
    assert result.exit_code == 0, result.output
    assert re.search(says, result.stderr)
    with pikepdf.open("book.pdf") as pdf:
        assert [float(side) for side in pdf.pages[0].MediaBox][2:] == pytest.approx(box, abs=1)
        assert len({tuple(map(float, page.MediaBox)) for page in pdf.pages}) == 1


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["lizard", "--kit", "K7Q4-9M"], "--kit means nothing to Lizard"),
        (["liar-poker", "--facts", "x.json"], "--facts means nothing to Liar Poker"),
        (["lizard", "--each", "3"], "each"),
        (["lizard", "--size", "a4", "--booklet", "yes", "--paper", "a4"], "needs --paper a3"),
        (["lizard", "--size", "letter", "--booklet", "yes", "--paper", "letter"], "needs --paper tabloid"),
        (["lizard", "--size", "a5", "--booklet", "yes", "--paper", "letter"], "--size half-letter"),
        (["lizard", "--sides", "fold", "--booklet", "yes"], "--sides is long or short, not fold"),
        (["lizard", "--size", "a4", "--paper", "letter"], "is larger than Letter"),
        (["liar-poker", "--players", "3"], "is for 2 players"),
    ],
)
def test_the_command_refuses_what_means_nothing(args, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = call(*args)
    assert result.exit_code != 0
    assert says in str(result.exception)
    assert not list(Path().iterdir())
