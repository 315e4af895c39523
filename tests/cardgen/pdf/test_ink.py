"""What Ink writes is what a person sees and can search: looked at in the PDF."""

import io

import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageChops
from reportlab.pdfgen.canvas import Canvas

from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Ink
from cardgen.pdf.path import ellipse, lozenge, rect


def page(draw, width=200, height=200, **options):
    """One page's PDF, drawn by `draw(ink)`."""
    file = io.BytesIO()
    canvas = Canvas(
        file, pagesize=(width, height), initialFontName=lettering.register(), invariant=1, pageCompression=0
    )
    draw(Ink(canvas, **options))
    canvas.showPage()
    canvas.save()
    return file.getvalue()


def picture(pdf, scale=2):
    return pypdfium2.PdfDocument(pdf)[0].render(scale=scale).to_pil().convert("RGB")


def words(pdf):
    return pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range()


@given(text=st.text("AVTo Ly.,’“”éßŁ(\\)Wa", min_size=1, max_size=30).map(lambda s: "x" + s.strip() + "x"))
@settings(max_examples=25)
def test_kerned_text_is_one_string_that_can_be_searched(text):
    pdf = page(lambda ink: ink.text(2, 30, text, size_pt=6))
    assert words(pdf).split() == text.split()


def test_two_hundred_and_sixty_different_characters_are_all_drawn():
    text = "".join(map(chr, [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x17F)]))
    text = "".join(c for c in text if not lettering.missing(c, lettering.SERIF))
    assert len(text) > 260
    pdf = page(lambda ink: ink.text(2, 30, text, size_pt=2), width=900)
    assert words(pdf).strip() == text


def test_every_font_is_embedded_as_a_subset():
    pdf = page(
        lambda ink: [ink.text(5, 10 + 8 * i, "Lair", font) for i, font in enumerate(lettering.FONTS)], height=300
    )
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        fonts = [o for o in opened.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"]
        assert len(fonts) == len(lettering.FONTS)
        for font in fonts:
            assert str(font.BaseFont)[7] == "+"
            assert len(bytes(font.FontDescriptor.FontFile2.read_bytes())) < 20_000


def test_text_stands_where_it_is_put():
    for align, left, right in (("left", 60, 110), ("centre", 35, 85), ("right", 10, 60)):
        box = picture(page(lambda ink, a=align: ink.text(60 / 72 * 25.4, 30, "Hamburg", size_pt=12, align=a))).getbbox()
        shown = ImageChops.invert(
            picture(page(lambda ink, a=align: ink.text(60 / 72 * 25.4, 30, "Hamburg", size_pt=12, align=a)))
        ).getbbox()
        assert box
        assert left - 2 <= shown[0] / 2
        assert shown[2] / 2 <= right + 2


def test_repeated_art_is_stored_once_and_looks_the_same():
    art = lozenge(0, 0, 4, 6)

    def placed(ink):
        for x in (10, 30, 50):
            ink.form("stone", lambda i: i.contour(art, "#D0331F"), (-5, -7, 5, 7), x, 30, 180)

    def plain(ink):
        for x in (10, 30, 50):
            ink.contour(art.at(x, 30), "#D0331F")

    pdf = page(placed)
    assert pdf.count(b"/Subtype /Form") == 1
    furthest = max(high for _, high in ImageChops.difference(picture(pdf), picture(page(plain))).getextrema())
    assert furthest < 16  # positions are rounded differently, by less than a hundredth of a point


def test_state_is_written_once_and_put_back():
    def draw(ink):
        with ink.at(1, 1):
            ink.draw(rect(0, 0, 5, 5), "#D0331F")
            ink.draw(rect(10, 0, 5, 5), "#D0331F")
            with ink.clip(ellipse(5, 5, 3)):
                ink.draw(rect(0, 0, 5, 5), "#0B8A5B")
            ink.draw(rect(20, 0, 5, 5), "#D0331F")

    pdf = page(draw)
    assert pdf.count(b"0.816 0.2 0.122 rg") == 1
    right = picture(pdf).getpixel((int(25 * 72 / 25.4 * 2), 400 - int(3 * 72 / 25.4 * 2)))
    assert right == pytest.approx((208, 51, 31), abs=2)


def test_outside_of_contexts_nothing_is_taken_for_granted():
    def draw(ink):
        ink.draw(rect(0, 0, 5, 5), "#D0331F")
        ink.canvas.setFillColorRGB(0, 0, 1)
        ink.draw(rect(10, 0, 5, 5), "#D0331F")

    assert picture(page(draw)).getpixel((int(12 * 72 / 25.4 * 2), 395)) == pytest.approx((208, 51, 31), abs=2)


def test_low_ink_turns_solids_into_outlines():
    full, low = (picture(page(lambda ink: ink.flat(rect(5, 5, 40, 40), "#221F2B"), low=v)) for v in (False, True))
    dark = [sum(image.convert("L").histogram()[:128]) for image in (full, low)]
    assert dark[1] < dark[0] / 20


def test_a_sticker_has_one_outline():
    image = picture(page(lambda ink: ink.sticker([ellipse(20, 30, 8), ellipse(30, 30, 8)], "#0B8A5B"), height=150), 3)
    middle = image.crop((int(21 * 8.5), 450 - int(31 * 8.5), int(29 * 8.5), 450 - int(29 * 8.5)))
    assert middle.getcolors() == [(middle.width * middle.height, (11, 138, 91))]
