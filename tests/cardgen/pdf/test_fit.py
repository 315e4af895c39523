"""The line breaker: the cheapest way first, sentences broken as a person would, paragraphs that keep to their width."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.pdf import type as lettering
from cardgen.pdf.path import POINTS_PER_MM
from cardgen.pdf.type import FEWEST, LABEL, RUNNING, Costs, TooWide, broken, fit, paragraph, ways

words = st.lists(st.text("abcdeghilnorstuvwyéü", min_size=1, max_size=11), min_size=2, max_size=18)


@given(words=words)
def test_fitted_lines_fit_and_lose_no_word(words):
    text = " ".join(words)
    setting = fit(text, 49.1, 41.7)
    if setting is None:
        longest = max(lettering.width_mm(w, lettering.SERIF, 11) for w in words)
        needed = lettering.width_mm(text, lettering.SERIF, 11) / 49.1
        assert longest > 49.1 or needed > 4
        return
    assert " ".join(setting.lines) == text
    assert 11 <= setting.size_pt <= 20
    for line in setting.lines:
        assert lettering.width_mm(line, lettering.SERIF, setting.size_pt) <= 49.1 + 0.01
    tall = (len(setting.lines) - 1) * setting.leading_pt + setting.size_pt
    assert tall / lettering.POINTS_PER_MM <= 41.7 + 0.01


def test_no_last_word_stands_alone_and_no_line_ends_weakly_without_need():
    for text in (
        "Goats hate prunes.",
        "After midnight, owls only count in sevens.",
        "The seven church bells of Ostermark may only be rung by people whose left shoe is untied.",
        "Every lamp-post in Little Wexing is introduced to the mayor by name each spring.",
    ):
        setting = fit(text, 49.1, 41.7)
        assert len(setting.lines) == 1 or " " in setting.lines[-1]
        assert not any(line.split()[-1] in ("the", "of", "a") for line in setting.lines[:-1])


def test_no_article_stands_alone_on_a_line():
    title = fit("The Meerkat’s Tray", 33.1, 9.2, lettering.SERIF_SEMIBOLD, (11.5,), leading=1.12, track=6)
    assert title.lines == ("The Meerkat’s", "Tray")


def test_lines_have_no_holes():
    law = fit("By law, every spare bed in Quaverdale is kept only for the last to laugh.", 49.1, 41.7)
    wide = [lettering.width_mm(line, lettering.SERIF, POINTS_PER_MM) for line in law.lines]
    assert min(wide[:-1]) > 0.6 * max(wide)


TOGETHER = (
    ("Mr\u00a0Pym counts the buttons of every\u00a0guest who stays.", "Mr\u00a0Pym"),
    ("The Duke of Ems plays the lyre to his fish on Tuesdays, but only when nobody pays him.", "Duke of Ems"),
    ("Twice a year Mr Whittle’s hat votes on the Isle of Man.", "Mr Whittle’s"),
    ("Everybody hums “My Other Boot” while goldfish swim round and round.", "“My Other Boot”"),
    ("Asleep on a raft, a ballet class founded the village of Fidgetworth.", "a ballet"),
)


@pytest.mark.parametrize(
    ("text", "together", "width"),
    [
        *((text, together, width) for text, together in TOGETHER for width in (49.1, 44.2)),
        ("Every evening Henrietta Moss steers by the moon.", "Henrietta Moss", 49.1),
    ],
)
def test_a_line_ends_in_no_article_no_style_and_no_half_name(text, together, width):
    lines = fit(text, width, 41.7).lines
    assert any(together in line for line in lines), lines
    assert not any(line.split()[-1] in ("a", "an") for line in lines[:-1]), lines


def test_a_last_word_may_stand_alone_where_it_carries_its_line():
    """Type is not made half as large to keep a long word company."""
    setting = fit("The warning on every McCarty piano reads “It remembers everything”.", 44.2, 41.7)
    assert setting.lines[-1] == "everything”."
    assert setting.size_pt > 16


@pytest.mark.parametrize(
    ("text", "least"),
    [
        ("The Royal Stragglers always marched behind their hairdresser.", 17),
        ("A genuine Mossglove collar is ninety-nine per cent magnetic tape.", 17),
        ("At the Battle of Crag Pie, the lacemakers surrendered to the Ornamental Gunners.", 13),
        ("Chef Amabel Crumbly’s favourite plate for pickles was a stranger’s pocket.", 14),
    ],
)
def test_even_lines_do_not_make_a_sentence_small(text, least):
    """Three long lines of the same length would be set in 11 to 13 points."""
    assert fit(text, 49.1, 41.7).size_pt >= least


def _brute(count, cost, lines=None):
    """Every way to break so many words, with its cost, the cheapest first."""
    out = []
    for number in range(1, count + 1) if lines is None else [lines]:
        for chosen in combinations(range(1, count), number - 1):
            breaks = (0, *chosen, count)
            price = [cost.get(line) for line in pairwise(breaks)]
            if None not in price:
                out.append((sum(price), breaks))
    return sorted(out)


@given(data=st.data(), count=st.integers(1, 7), lines=st.none() | st.integers(1, 8))
def test_all_ways_come_the_cheapest_first(data, count, lines):
    pairs = [(start, end) for start in range(count) for end in range(start + 1, count + 1)]
    cost = {pair: data.draw(st.integers(0, 5)) for pair in pairs if data.draw(st.integers(0, 5))}
    may = [[(end, cost[start, end]) for end in range(count + 1) if (start, end) in cost] for start in range(count)]
    found = list(ways(may, lines))
    assert [total for total, _ in found] == [total for total, _ in _brute(count, cost, lines)]
    assert sorted(found) == _brute(count, cost, lines)


paragraphs = st.lists(st.text("abcdeThe.,", min_size=1, max_size=9), min_size=1, max_size=12)


@given(texts=paragraphs, width=st.integers(9, 40), most=st.sampled_from([0, 9, 15]))
def test_a_paragraph_keeps_every_word_its_width_and_its_most_characters(texts, width, most):
    spans = paragraph(texts, [len(text) for text in texts], 1, width, most=most)
    assert [word for start, end in spans for word in texts[start:end]] == texts
    for start, end in spans:
        line = " ".join(texts[start:end])
        assert len(line) <= width
        assert not most or len(line) <= most


@given(texts=paragraphs, width=st.integers(9, 40))
def test_text_in_its_place_takes_no_line_more_than_need_be(texts, width):
    greedy, used = 1, -1
    for text in texts:
        used += 1 + len(text)
        if used > width:
            greedy, used = greedy + 1, len(text)
    for costs in (FEWEST, LABEL):
        assert len(paragraph(texts, [len(text) for text in texts], 1, width, costs)) == greedy


def test_a_paragraph_is_even_and_its_last_line_long_enough():
    text = ["aaaa", "bbbb", "cc", "dddd", "eeee", "ff", "gggg", "h"]
    widths = [len(word) for word in text]
    assert paragraph(text, widths, 1, 16, RUNNING)[-1] != (7, 8), "one short word is lost in the last line"
    assert paragraph(text, widths, 1, 16, LABEL)[0] == (0, 3)


def test_what_ends_a_line_counts_only_in_running_text():
    text = ["aaaa", "bbbb", "the", "cccc", "dddd"]
    widths = [len(word) for word in text]
    assert paragraph(text, widths, 1, 14, LABEL)[0] == (0, 3)
    assert paragraph(text, widths, 1, 14, Costs(weak=2.0))[0] == (0, 2)


def test_a_word_too_wide_is_named_or_hangs_over():
    with pytest.raises(TooWide, match=r"^colossal$"):
        paragraph(["a", "colossal", "b"], [1, 8, 1], 1, 5)
    assert paragraph(["a", "colossal", "b"], [1, 8, 1], 1, 5, LABEL) == [(0, 1), (1, 2), (2, 3)]
    assert paragraph([], [], 1, 5) == []
    with pytest.raises(TooWide):
        broken("Incomprehensibilities", lettering.SERIF, 10, 20)


@given(words=words, width=st.floats(20, 60))
def test_broken_lines_are_as_wide_as_they_are_drawn(words, width):
    text = " ".join(words)
    for costs in (RUNNING, FEWEST):
        try:
            lines = broken(text, lettering.SANS, 9, width, costs, track=30)
        except TooWide:
            assert any(lettering.width_mm(word, lettering.SANS, 9, 30) > width for word in words)
            continue
        assert " ".join(lines) == text
        assert all(lettering.width_mm(line, lettering.SANS, 9, 30) <= width + 0.01 for line in lines)
