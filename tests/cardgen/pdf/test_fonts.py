"""Type: kerned as HarfBuzz kerns, broken as a person would, and honest about what it can't draw."""

import pytest
import uharfbuzz
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.pdf import fonts as lettering

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,;:'’“”-–!?&éèüöäñçåßŁő"
texts = st.text(LETTERS, min_size=1, max_size=40)
words = st.lists(st.text("abcdeghilnorstuvwyéü", min_size=1, max_size=11), min_size=2, max_size=18)


@given(text=texts, font=st.sampled_from(lettering.FONTS))
@settings(max_examples=50)
def test_a_text_is_as_wide_as_harfbuzz_says(text, font):
    shaper = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(lettering.font_path(font))))
    buffer = uharfbuzz.Buffer()
    buffer.add_str(lettering.tidy(text))
    buffer.guess_segment_properties()
    uharfbuzz.shape(shaper, buffer, {"kern": True, "liga": False, "clig": False, "calt": False})
    expected = sum(p.x_advance for p in buffer.glyph_positions)
    assert lettering.width_em(text, font) * 1000 == pytest.approx(expected, abs=1)


def test_kerning_and_tracking_count():
    assert lettering.width_em("AVAVA", lettering.SERIF) < 5 * lettering.width_em("A", lettering.SERIF)
    plain = lettering.width_pt("LIZARD", lettering.SANS_BOLD, 7.2)
    assert lettering.width_pt("LIZARD", lettering.SANS_BOLD, 7.2, 60) == pytest.approx(plain + 5 * 0.06 * 7.2)


@given(words=words)
@settings(max_examples=40)
def test_fitted_lines_fit_and_lose_no_word(words):
    text = " ".join(words)
    setting = lettering.fit(text, 49.1, 41.7)
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
        setting = lettering.fit(text, 49.1, 41.7)
        assert len(setting.lines) == 1 or " " in setting.lines[-1]
        assert not any(line.split()[-1] in ("the", "of", "a") for line in setting.lines[:-1])


def test_no_article_stands_alone_on_a_line():
    title = lettering.fit("The Meerkat’s Tray", 33.1, 9.2, lettering.SERIF_SEMIBOLD, (11.5,), leading=1.12, track=6)
    assert title.lines == ("The Meerkat’s", "Tray")


def test_no_break_spaces_hold_words_together():
    setting = lettering.fit("Mr\u00a0Pym counts the buttons of every\u00a0guest who stays.", 49.1, 41.7)
    assert any("Mr\u00a0Pym" in line for line in setting.lines)


def test_what_a_font_lacks_is_named_once():
    assert lettering.missing("Zoë’s ☃ and ☃ 日", lettering.SERIF) == ["☃", "日"]
    assert lettering.missing("Cafe\u0301", lettering.SERIF) == []
    assert lettering.spell("☃") == "“☃” (U+2603 snowman)"


def test_an_unknown_font_is_a_key_error():
    with pytest.raises(KeyError):
        lettering.register("Helvetica")


def test_lines_have_no_holes_and_names_stay_whole_where_they_can():
    law = lettering.fit("By law, every spare bed in Quaverdale is kept only for the last to laugh.", 49.1, 41.7)
    wide = [lettering.width_em(line, lettering.SERIF) for line in law.lines]
    assert min(wide[:-1]) > 0.6 * max(wide)
    named = lettering.fit("Every evening Henrietta Moss steers by the moon.", 49.1, 41.7)
    assert any("Henrietta Moss" in line for line in named.lines)


def test_a_line_ends_in_no_article_no_style_and_no_half_name():
    for text, together in (
        ("The Duke of Ems plays the lyre to his fish on Tuesdays, but only when nobody pays him.", "Duke of Ems"),
        ("Twice a year Mr Whittle’s hat votes on the Isle of Man.", "Mr Whittle’s"),
        ("Everybody hums “My Other Boot” while goldfish swim round and round.", "“My Other Boot”"),
        ("Asleep on a raft, a ballet class founded the village of Fidgetworth.", "a ballet"),
    ):
        for width in (49.1, 44.2):
            setting = lettering.fit(text, width, 41.7)
            assert any(together in line for line in setting.lines), setting.lines
            assert not any(line.split()[-1] in ("a", "an") for line in setting.lines[:-1]), setting.lines


def test_a_last_word_may_stand_alone_where_it_carries_its_line():
    """Type is not made half as large to keep a long word company."""
    setting = lettering.fit("The warning on every McCarty piano reads “It remembers everything”.", 44.2, 41.7)
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
    assert lettering.fit(text, 49.1, 41.7).size_pt >= least
