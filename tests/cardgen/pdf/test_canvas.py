"""Private names of reportlab's that the house leans on: each is still there and does what it did."""

import io

import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from cardgen.pdf import ink as seam
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Document, finish, open_canvas


def _plain() -> Canvas:
    return Canvas(io.BytesIO(), pagesize=(100, 100), pageCompression=0, invariant=1)


def test_operators_come_where_they_are_put_on_pages_and_in_forms_that_know_the_forms_they_place():
    canvas = _plain()
    seam.put(canvas, "1 2 m 3 4 l S")
    canvas.beginForm("one", 0, 0, 9, 9)
    seam.put(canvas, "5 6 m 7 8 l S")
    assert seam.drawn(canvas).endswith("5 6 m 7 8 l S")
    assert "1 2 m" not in seam.drawn(canvas), "a form has a stream of its own"
    canvas.endForm()
    canvas.beginForm("outer", 0, 0, 9, 9)
    assert not seam.forms_drawn(canvas)
    canvas.doForm("one")
    assert "one" in str(seam.forms_drawn(canvas).dict)
    canvas.endForm()
    canvas.doForm("outer")
    canvas.showPage()
    data = canvas.getpdfdata()
    assert data.index(b"1 2 m 3 4 l S") > 0
    assert data.index(b"5 6 m 7 8 l S") > 0


def test_fonts_keep_their_subsets_by_the_document_and_it_knows_its_version():
    canvas = _plain()
    font = lettering.face(lettering.SERIF).font
    ((subset, codes),) = font.splitString("Goats", seam.document(canvas))
    assert len(codes) == 5
    assert font.getSubsetInternalName(subset, seam.document(canvas)).startswith("/F")
    seam.document(canvas).ensureMinPdfVersion("transparency")
    canvas.showPage()
    assert canvas.getpdfdata().startswith(b"%PDF-1.4")


@pytest.mark.parametrize(("mode", "clear"), [("RGB", False), ("L", False), ("RGBA", True)])
def test_a_picture_says_whether_it_is_clear(mode, clear):
    assert seam.is_clear(ImageReader(Image.new(mode, (2, 2)))) == clear


def test_the_canvas_has_all_that_its_type_names():
    canvas = open_canvas(Document("A page"), 100, 100)
    for name in (name for name in vars(seam.Canvas) if not name.startswith("_")):
        assert callable(getattr(canvas, name)), name
    canvas.showPage()
    assert finish(canvas).startswith(b"%PDF")


def test_a_font_has_all_that_its_type_names():
    font = lettering.face(lettering.SANS).font
    assert font.face.name == b"SourceSansPro-Regular"
    assert font.face.charToGlyph[ord("x")] in range(1, 3000)
    assert font.face.charWidths[ord("x")] == pytest.approx(480, abs=60)
    assert font.face.capHeight == pytest.approx(660, abs=5)
