"""Whole games, and all that every seat and the table could read after each line of them."""

import pytest

from tests.referee.transcripts import FOLDER, transcript


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.txt")))
def test_a_transcript(name):
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    assert transcript(text).splitlines() == text.splitlines()
