"""SECURITY.md, line by line: each names what shows it, and that exists."""

import re
from pathlib import Path

import pytest

from tests.bench.hard.__main__ import ROOMS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "SECURITY.md").read_text("utf-8")
FREE = (  # headings, and sentences that promise nothing
    *("# ", "## ", "|---", "| who |", "| attack ", "| file |"),
    *("The players of", "Somebody who did not build it", "Another user of", "Open an issue that"),
)


def lines():
    """Each paragraph, point and row of a table, with the head of its table: that may name the tests of all rows."""
    head = ""
    for line in TEXT.splitlines():
        head = "" if not line.startswith("|") else head or line
        if line and not line.startswith(FREE) and not head.startswith("| file |"):
            yield line, head
    assert "shown by" in TEXT


@pytest.mark.parametrize(("line", "head"), [*lines()], ids=lambda text: text[:40])
def test_each_line_names_what_shows_it(line, head):
    named = re.findall(r"`([^`]+)`", line + head)
    tests = [one for one in named if one.startswith("tests/") and one.endswith(".py")]
    assert [one for one in tests if not (ROOT / one).is_file()] == []
    assert tests or {*named} & {*ROOMS}, line


def test_every_night_all_attacks_run_by_another_seed():
    night = (ROOT / ".github/workflows/nightly.yml").read_text("utf-8")
    assert "make hard SHARE=20 SEED=${{ github.run_number }}" in night
    assert "make audit" in night
