"""The booklet as a thing of paper: fold it in the mind and leaf through it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.pages.booklet import Fit, Side, fit, impose, padded


def fold(sides: tuple[Side, ...], flip: str) -> list[int | None]:
    """Print, fold and read: the page numbers in reading order, by moving points of paper, not by formula."""
    leaves: list[tuple[int | None, int | None]] = []  # one half of a sheet: (its front, what is behind it)
    sheets = list(zip(sides[0::2], sides[1::2], strict=True))
    lefts, rights = [], []
    for front, back in sheets:
        # Where the ink of the back lies, seen through the paper from the front: x from 0 (left) to 1 (right).
        ink = []
        for number, x in ((back.left, 0.25), (back.right, 0.75)):
            place, up = (1 - x, -1) if back.turned else (x, 1)
            if flip == "short":
                place = 1 - place  # turned over like a page
            else:
                up = -up  # turned over head first
            ink.append((place, up, number))
        assert all(up == 1 for _, up, _ in ink), "a back stands on its head"
        behind = {round(place, 2): number for place, _, number in ink}
        lefts.append((front.left, behind[0.25]))
        rights.append((front.right, behind[0.75]))
    leaves = [
        *rights,
        *((b, f) for f, b in reversed(lefts)),
    ]  # right halves outermost first, then the left ones inside out
    return [page for leaf in leaves for page in leaf]


@given(st.integers(1, 96), st.sampled_from(["long", "short"]))
def test_every_page_once_and_in_order(pages, flip):
    read = fold(impose(pages, flip), flip)
    assert read == [n if n <= pages else None for n in range(1, padded(pages) + 1)]


def test_eight_pages_by_hand():
    assert impose(8) == (Side(8, 1), Side(2, 7), Side(6, 3), Side(4, 5))


@given(st.floats(200, 600), st.floats(200, 900), st.floats(300, 1300), st.floats(300, 1300))
def test_spread_lies_on_its_sheet(pw, ph, w, h):
    got = fit(pw, ph, w, h)
    wide, high = max(w, h), min(w, h)
    assert 0 < got.scale <= 1
    assert got.fold == wide / 2
    assert got.x + pw * got.scale == pytest.approx(wide / 2), "the fold runs between the pages"
    slack = 1.003  # a third of a millimetre on A4
    assert 2 * pw * got.scale <= wide * slack
    assert ph * got.scale <= high * slack


def test_a5_on_a4_is_not_scaled():
    mm = 72 / 25.4
    assert fit(148 * mm, 210 * mm, 210 * mm, 297 * mm) == Fit(x=pytest.approx(0.5 * mm), y=0, scale=1, fold=148.5 * mm)
