"""The pages are plain English, as far as a program can count (tests/prose.py)."""

from pathlib import Path

import pytest

from tests.prose import MARKS, MEAN, length, pages, prose


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
def test_a_page_is_plain(page: Path) -> None:
    its = prose(page.read_text(encoding="utf-8"))
    longest = max(its.sentences, key=length, default="")
    assert its.mean <= MEAN, f"{its.mean:.1f} words a sentence; the longest: {longest}"
    assert its.marks <= MARKS, f"{its.marks:.0f} semicolons, dashes and colons per 100 sentences"
