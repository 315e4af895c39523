"""A page that is looked at is the page that is printed, to a pixel; and what lies there over and over is drawn once."""

import io

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageFilter

from cardgen.errors import PrintError
from cardgen.layout import CARDS, PAPERS, SIDES, Profile, SheetOptions, lay_out, parse_paper
from cardgen.print.preview import page_image, sheet_picture
from cardgen.print.sheets import deck_pdf
from tests.cardgen import fake
from tests.sampling import spread

DPI, CLOSE = 73, 40  # above 72 it is a PNG, which keeps every pixel as it is
PRINTERS = [Profile(), Profile("off", x_mm=3.0, y_mm=-2.0), Profile("slanted", x_mm=1.0, turn_deg=0.4)]


def deck(kind, cards):
    """Faces that differ, the same face twice, backs in place of some faces, or cards with backs of their own."""
    made = fake.deck(cards, back_turns=False)
    faces = list(made.cards)
    if kind == "twice":
        faces[0] = replace(faces[0], draw=faces[-1].draw)
    elif kind == "veiled":
        faces = [replace(face, draw=made.back) if n % 3 else face for n, face in enumerate(faces)]
    elif kind == "own backs":
        faces = [replace(face, back=fake.face(n, "#3F7F5F")) if n % 2 else face for n, face in enumerate(faces)]
    return replace(made, cards=tuple(faces))


@pytest.mark.parametrize(
    ("sides", "paper", "card", "kind", "printer"),
    spread(
        [side for side in SIDES if side != "backs"],
        ["148x210mm", "a4", "letter"], CARDS, ["plain", "twice", "veiled", "own backs"], PRINTERS,
    ),
)  # fmt: skip
def test_it_is_the_printed_page_to_a_pixel(sides, paper, card, kind, printer):
    layout = lay_out(
        SheetOptions(parse_paper(paper), CARDS[card], sides, cover=False, profile=printer, back_bleed_mm=1.0)
    )
    made = deck(kind, layout.capacity + 2)
    printed = deck_pdf(made, layout)
    for number in range(3 if sides in ("long", "short") else 2):
        real = page_image(printed, number, DPI).convert("L")
        seen = Image.open(io.BytesIO(sheet_picture(made, layout, number, DPI))).convert("L")
        assert seen.size == real.size
        low, high = real.filter(ImageFilter.MinFilter(3)), real.filter(ImageFilter.MaxFilter(3))
        for more, less in ((low, seen), (seen, high)):
            _, worst = ImageChops.subtract(more, less).getextrema()
            assert worst <= CLOSE, (number, worst)
    for number in (-1, 4):
        with pytest.raises(PrintError, match="no such page"):
            sheet_picture(made, layout, number, DPI)


def test_a_back_is_drawn_once_for_all_pages():
    drawn = []

    def back(ink, size):
        drawn.append(size)
        fake.back(ink, size)

    made = replace(fake.deck(30), back=back)
    for paper in ("a4", "letter"):
        for number in (1, 3, 5):
            sheet_picture(made, lay_out(SheetOptions(PAPERS[paper])), number, 24)
    assert len(drawn) == len(set(drawn))
