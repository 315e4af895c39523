"""Pages drawn for tests to look at."""

import io

import pypdfium2
from PIL import ImageChops
from reportlab.pdfgen.canvas import Canvas

from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Ink, Size

MM = 72 / 25.4
SIZES = {
    "poker": Size(),
    "bridge": Size(57.15, 88.9),
    "tcg": Size(63, 88),
    "tarot": Size(70, 120),
    "mini": Size(44.45, 63.5),
    "square": Size(63.5, 63.5),
}


def drawn(draw, size=SIZES["poker"], *, bleed=False, **options):
    """The PDF of one card that fills its page, its bleed too where asked."""
    file = io.BytesIO()
    edge = size.bleed_mm if bleed else 0
    # A whole number of points, the card in the middle: then a half turn puts pixels on pixels.
    page = tuple(2 * int((side + 2 * edge) * MM / 2) for side in (size.width_mm, size.height_mm))
    canvas = Canvas(file, pagesize=page, initialFontName=lettering.register(), invariant=1, pageCompression=0)
    ink = Ink(canvas, **options)
    with ink.at((page[0] / MM - size.width_mm) / 2, (page[1] / MM - size.height_mm) / 2):
        draw(ink, size)
    canvas.showPage()
    canvas.save()
    return file.getvalue()


def picture(pdf, scale=2):
    return pypdfium2.PdfDocument(pdf)[0].render(scale=scale).to_pil().convert("RGB")


def words(pdf):
    return pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range()


# A rasteriser rounds edges to 1/256 of a pixel, always the same way: so turned edges are up to this many of 255 shades
# off, far less than the eye or a printer can tell.
ROUNDING = 6


def turned_difference(image):
    """How far any pixel is from the one that a half turn puts in its place (0 to 255), rounding apart."""
    furthest = max(high for _, high in ImageChops.difference(image, image.rotate(180)).getextrema())
    return 0 if furthest <= ROUNDING else furthest


def coverage(image):
    """How much of a picture is inked, in percent: the darkness of all pixels against white."""
    histogram = image.convert("L").histogram()
    return sum((255 - value) * count for value, count in enumerate(histogram)) / 255 / sum(histogram) * 100
