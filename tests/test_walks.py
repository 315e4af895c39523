"""How many files a tap, a card and a bot's decision cross: no more than when this was last measured."""

import pytest

from tests.walks import ROOT, WALKS

MOST = {"a tap": 16, "a card of Liar's Lair": 23, "a bot's decision": 8}
LONGEST = 900  # lines of a file on a walk


@pytest.mark.parametrize("name", WALKS)
def test_a_walk_is_no_longer_than_it_was(name):
    files = WALKS[name]()
    assert 3 < len(files) <= MOST[name], files
    lines = {file: len((ROOT / file).read_text("utf-8").splitlines()) for file in files}
    assert max(lines.values()) <= LONGEST, lines
