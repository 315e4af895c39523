"""What Ink writes is what a person sees and can search: looked at in the PDF."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageChops
from reportlab.pdfgen.canvas import Canvas

from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Ink
from cardgen.pdf.path import rect
from tests.cardgen.pictures import picture, words


def page(draw, width=200):
    """One page's PDF, drawn by `draw(ink)`."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(width, 200), initialFontName=lettering.register())
    draw(Ink(canvas))
    canvas.showPage()
    canvas.save()
    return file.getvalue()


@given(text=st.text("AVTo Ly.,’“”éßŁ(\\)Wa", min_size=1, max_size=30).map(lambda s: "x" + s.strip() + "x"))
def test_kerned_text_is_one_string_that_can_be_searched(text):
    pdf = page(lambda ink: ink.text(2, 30, text, size_pt=6))
    assert words(pdf).split() == text.split()


def test_two_hundred_and_sixty_different_characters_are_all_drawn():
    text = "".join(map(chr, [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x17F)]))
    text = "".join(c for c in text if not lettering.missing(c, lettering.SERIF))
    assert len(text) > 260
    pdf = page(lambda ink: ink.text(2, 30, text, size_pt=2), width=900)
    assert words(pdf).strip() == text


def test_text_stands_where_it_is_put():
    for align, left, right in (("left", 60, 110), ("centre", 35, 85), ("right", 10, 60)):
        pdf = page(lambda ink, a=align: ink.text(60 / 72 * 25.4, 30, "Hamburg", size_pt=12, align=a))
        shown = ImageChops.invert(picture(pdf)).getbbox()
        assert left - 2 <= shown[0] / 2
        assert shown[2] / 2 <= right + 2


def test_outside_of_contexts_nothing_is_taken_for_granted():
    def draw(ink):
        ink.draw(rect(0, 0, 5, 5), "#D0331F")
        ink.canvas.setFillColorRGB(0, 0, 1)
        ink.draw(rect(10, 0, 5, 5), "#D0331F")

    assert picture(page(draw)).getpixel((int(12 * 72 / 25.4 * 2), 395)) == pytest.approx((208, 51, 31), abs=2)
