"""Whole games, and all that every seat and the table could read after each line of them."""

import pytest

from referee import games
from tests.referee.transcripts import DEALS, FOLDER, deals, transcript


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.txt")))
def test_a_transcript(name):
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    assert transcript(text).splitlines() == text.splitlines()


@pytest.mark.parametrize("game", games.REGISTRY)
def test_the_same_chance_deals_the_same(game):
    """A table that is resumed draws on from its seed, and an answer sheet from the one it is given."""
    recorded = [line for line in DEALS.read_text("utf-8").splitlines() if line.startswith(game)]
    if not recorded:
        pytest.skip("a new game: python -m tests.referee.transcripts records it")
    assert list(deals(game)) == recorded
