"""Type: kerned as HarfBuzz kerns, and honest about what it can't draw."""

import pytest
import uharfbuzz
from hypothesis import given
from hypothesis import strategies as st

from cardgen.pdf import type as lettering
from cardgen.pdf.path import POINTS_PER_MM

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,;:'’“”-–!?&éèüöäñçåßŁő"
texts = st.text(LETTERS, min_size=1, max_size=40)


@given(text=texts, font=st.sampled_from(lettering.FONTS))
def test_a_text_is_as_wide_as_harfbuzz_says(text, font):
    shaper = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(lettering.font_path(font))))
    buffer = uharfbuzz.Buffer()
    buffer.add_str(lettering.tidy(text))
    buffer.guess_segment_properties()
    uharfbuzz.shape(shaper, buffer, {"kern": True, "liga": False, "clig": False, "calt": False})
    expected = sum(p.x_advance for p in buffer.glyph_positions)
    assert lettering.width_mm(text, font, POINTS_PER_MM) * 1000 == pytest.approx(expected, abs=1)


def test_kerning_and_tracking_count():
    assert lettering.width_mm("AVAVA", lettering.SERIF, POINTS_PER_MM) < 5 * lettering.width_mm(
        "A", lettering.SERIF, POINTS_PER_MM
    )
    plain = lettering.width_mm("LIZARD", lettering.SANS_BOLD, 7.2) * POINTS_PER_MM
    assert (lettering.width_mm("LIZARD", lettering.SANS_BOLD, 7.2, 60) * POINTS_PER_MM) == pytest.approx(
        plain + 5 * 0.06 * 7.2
    )


def test_what_a_font_lacks_is_named_once():
    assert lettering.missing("Zoë’s ☃ and ☃ 日", lettering.SERIF) == ["☃", "日"]
    assert lettering.missing("Cafe\u0301", lettering.SERIF) == []
    assert lettering.spell("☃") == "“☃” (U+2603 snowman)"
