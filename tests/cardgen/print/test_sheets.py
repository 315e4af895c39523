"""What the PDF itself must show: fonts, forms, pages, boxes, bytes, and centres that coincide on the paper."""

import io
import re
from itertools import pairwise

import pikepdf
import pypdfium2
import pytest
from msgspec.structs import replace
from PIL import ImageChops

from cardgen.errors import PrintError
from cardgen.layout import MM, SheetOptions, lay_out, parse_card, parse_paper
from cardgen.pages import guide as cover
from cardgen.pages.guide import Cover, FileRow, cover_pdf, printed_as
from cardgen.pdf.ink import Style, Text
from cardgen.print.sheets import deck_pdf, print_deck
from tests.cardgen import fake
from tests.cardgen.vectors import painted
from tests.sampling import spread


def pdf(deck=None, only="", **options):
    options.setdefault("cover", False)
    return deck_pdf(deck or fake.deck(), lay_out(SheetOptions(**options)), only=only)


def opened(data):
    return pikepdf.open(io.BytesIO(data))


def fonts_of(document):
    return [o for o in document.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"]


def forms_of(document):
    return [o for o in document.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]


@pytest.mark.parametrize("cover", [False, True])
def test_all_fonts_are_embedded(cover):
    document = opened(pdf(cover=cover))
    fonts = fonts_of(document)
    assert fonts
    for font in fonts:
        assert "Helvetica" not in str(font.BaseFont)
        assert "/FontFile2" in font.FontDescriptor
        assert str(font.BaseFont)[7] == "+", "a subset"


def test_ticks_are_printed_over_the_bleed():
    """On Letter the bleed takes the rim, so a tick under it would not be seen."""
    paths, _ = painted(pdf(paper=parse_paper("letter")))
    grey = pytest.approx((115 / 255,) * 3, abs=0.01)
    marks = [at for at, path in enumerate(paths) if path.stroke == grey]
    assert marks == [len(paths) - 1], "all marks are one path, and the last"
    assert len(paths[-1].points) == 2 * len(lay_out(SheetOptions(parse_paper("letter"))).marks)


def test_pages_know_what_they_are():
    document = opened(pdf(cover=True))
    info = document.docinfo
    assert info["/Title"] == "Fake Deck"
    assert info["/Author"] == "liarsdeck"
    assert "30 cards, 3 × 3 poker on A4" in str(info["/Subject"])
    assert "playing cards" in str(info["/Keywords"])
    assert [document.pages[i].label for i in (0, 1, 2, 3, 9)] == [
        "print me first",
        "print me first, back",
        "1 front",
        "1 back",
        "4 back",
    ]
    with document.open_outline() as outline:
        assert [item.title for item in outline.root] == ["Print me first", "Fake Deck"]


def test_nothing_transparent_no_script_no_text_filter():
    data = pdf(cover=True)
    for never in (b"ASCII85", b"/JavaScript", b"/SMask", b"/JS"):
        assert never not in data
    for state in opened(data).objects:
        if isinstance(state, pikepdf.Dictionary):
            assert state.get("/ca", 1) == 1


def test_one_card_pages_have_boxes():
    document = opened(pdf(fake.deck(2), paper=parse_paper("80x105mm"), margin_mm=2.0))
    page = document.pages[0]
    trim = [float(v) for v in page.obj["/TrimBox"]]
    bleed = [float(v) for v in page.obj["/BleedBox"]]
    assert (trim[2] - trim[0]) / MM == pytest.approx(63.5, abs=0.01)
    assert (trim[0] - bleed[0]) / MM == pytest.approx(3, abs=0.01)
    whole = opened(pdf())
    assert "/TrimBox" not in whole.pages[0].obj


def test_pages_front_and_back_in_turn_and_by_hand_the_last_sheet_first():
    def cards(data):
        return [
            re.findall(r"Card (\d+)", page.get_textpage().get_text_bounded()) for page in pypdfium2.PdfDocument(data)
        ]

    nine = [[str(n) for n in range(first, first + 9)] for first in (1, 10)]
    assert cards(pdf(fake.deck(18))) == [nine[0], [], nine[1], []]
    assert cards(pdf(fake.deck(18), only="front")) == nine
    backs = opened(pdf(fake.deck(18), only="back"))
    assert [page.label for page in backs.pages] == ["2 back", "1 back"]
    assert cards(pdf(fake.deck(18), sides="fronts")) == nine


def middles(page, colour, dpi=144):
    """The centres of the columns and rows of the smallest box round this colour."""
    picture = page.render(scale=dpi / 72).to_pil().convert("RGB")
    left, top, right, bottom = colour(*picture.split()).getbbox()
    return (left + right) / 2 / picture.width, (top + bottom) / 2 / picture.height


def over(band, least):
    return band.point([0] * (least + 1) + [255] * (255 - least))


def under(band, most):
    return band.point([255] * most + [0] * (256 - most))


def red(r, g, _b):
    return ImageChops.darker(over(r, 180), under(g, 90))


def ground(r, _g, b):
    return ImageChops.darker(over(r, 240), under(b, 245))


def pale(r, g, b):
    """The ground where it is light, but not the paper."""
    paper = ImageChops.darker(ImageChops.darker(over(r, 254), over(g, 254)), over(b, 254))
    return ImageChops.darker(ImageChops.darker(ground(r, g, b), over(b, 200)), ImageChops.invert(paper))


def test_a_back_that_turns_the_wrong_way_is_turned():
    """Over the short edge an upright sheet's back stands on its head: top meets top only if the art is turned."""
    tops = {}
    for turns in (False, True):
        data = pdf(fake.deck(1, back_turns=turns), sides="short", bleed_mm=0, back_bleed_mm=0)
        page = pypdfium2.PdfDocument(data)[1]
        tops[turns] = middles(page, pale)[1] - middles(page, red)[1]
    assert tops[True] < 0 < tops[False]


def test_fed_by_hand_two_files(tmp_path):
    printed = print_deck(fake.deck(), SheetOptions(feed="manual"), tmp_path / "deck.pdf")
    assert [path.name for path in printed.paths] == ["deck-fronts.pdf", "deck-backs.pdf"]
    assert [len(pikepdf.open(path).pages) for path in printed.paths] == [5, 5]
    backs = pikepdf.open(printed.paths[1])
    assert backs.pages[-1].label == "print me first, back"


def test_nothing_is_written_when_a_card_cannot_be_drawn(tmp_path):
    from cardgen.decks import CardFace, Deck

    def broken(ink, size):
        raise PrintError("card 2 is too long")

    deck = fake.deck(1)
    with pytest.raises(PrintError, match="too long"):
        print_deck(
            Deck("x", "X", (*deck.cards, CardFace("2", "2", broken)), deck.back), SheetOptions(), tmp_path / "x.pdf"
        )
    with pytest.raises(PrintError, match="no card"):
        print_deck(Deck("x", "X", (), deck.back), SheetOptions(), tmp_path / "x.pdf")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("sides", "paper"), spread(["long", "short", "fold", "fronts", "backs"], ["a4", "letter", "a3", "100x150mm"])
)
def test_the_cover_has_a_true_ruler_and_its_own_back(sides, paper):
    layout = lay_out(SheetOptions(parse_paper(paper), parse_card("mini"), sides=sides, low_ink=True))
    data = cover_pdf(Cover("Liar's Lair", layout, (FileRow("Cards", 4, "deck.pdf", layout=layout),), "X"))
    pages = list(pypdfium2.PdfDocument(data))
    assert len(pages) == (2 if sides in ("long", "short") else 1)
    text = pages[0].get_textpage()
    assert "Actual size" in text.get_text_bounded()
    length = 50 if paper == "100x150mm" else 100
    whole = text.get_text_range()
    numbers = re.search(rf"\b(0)\s+10\s+20\s.*?\b({length})\b", whole, re.DOTALL)
    zero, last = (middle(text, numbers.start(group), numbers.end(group)) for group in (1, 2))
    assert (last - zero) / MM == pytest.approx(length, abs=0.4)


@pytest.mark.parametrize(
    ("sides", "feed", "paper"), spread(["long", "short"], ["duplex", "manual"], ["a4", "100x150mm"], times=2)
)
def test_the_top_of_the_covers_back_lies_behind_the_top_of_its_front(sides, feed, paper):
    layout = lay_out(SheetOptions(parse_paper(paper), parse_card("mini"), sides=sides, feed=feed))
    front, back = pypdfium2.PdfDocument(cover_pdf(Cover("X", layout, (FileRow("Cards", 4, layout=layout),))))
    height = front.get_height()
    words = back.get_textpage()
    found = words.get_text_range().index("TOP" if "TOP" in words.get_text_range() else "Top")
    _, low, _, high = words.get_charbox(found)
    # The printer turns the page about its long edge, which keeps heights, or about its short edge, which mirrors them.
    seen = (low + high) / 2 if sides == "long" else height - (low + high) / 2
    assert seen > 0.7 * height


@pytest.mark.parametrize("feed", ["duplex", "manual"])
@pytest.mark.parametrize("count", [1, 6, 9])
def test_the_covers_table_says_of_each_file_how_it_is_printed_and_keeps_its_columns_apart(count, feed):
    layout = lay_out(SheetOptions(parse_paper("a4"), parse_card("poker"), feed=feed))
    row = FileRow("Cards", 12, "reference-cards-fronts, -backs", "cards", layout, "stout", need="without a computer")
    rows = (row, FileRow("Book", 4, "rulebook.pdf", "booklet"), FileRow("Box", 1, "tuck-box.pdf", "box")) * 3
    marks = [m for m in cover._map(Style(), Cover("X", layout, rows[:count]), 80, 192) if isinstance(m, Text)]
    lines = {}
    for mark in marks:
        lines.setdefault(round(mark.y, 2), []).append(mark)
    assert len(lines) == count + 1
    assert min(lines) > 36, "above what it costs in ink"
    for line in lines.values():
        assert len(line) == 6
        for left, right in pairwise(sorted(line, key=lambda mark: mark.x)):
            assert left.x + left.width < right.x - 0.5
        assert line[-1].x + line[-1].width <= 192.5
    said = [mark.text for mark in marks]
    assert said[6:12] == [
        "reference-cards-fronts, -backs", "12 sheets", "200–300\u00a0g/m²",
        "both sides" if feed == "duplex" else "fronts, then backs", "cut", "without a computer",
    ]  # fmt: skip
    assert str(printed_as(row, layout.options)).endswith(": cut; without a computer")


def test_what_is_folded_and_glued_wants_thin_paper():
    layout = lay_out(SheetOptions(parse_paper("a4"), parse_card("poker"), sides="fold"))
    told = printed_as(FileRow("Cards", 4, "deck.pdf", layout=layout), layout.options)
    assert (told.stock, told.sides, told.after) == ("120–160\u00a0g/m²", "one side", "fold, glue, cut")


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_a_sheet_says_under_its_cards_what_is_done_with_them(paper):
    foot = ("Cut along the marks,", "then shuffle.")
    layout = lay_out(SheetOptions(parse_paper(paper), parse_card("mini"), cover=False))
    document = pypdfium2.PdfDocument(deck_pdf(replace(fake.deck(), foot=foot), layout))
    page = document[0].get_textpage()
    low = min(spot.trim.y0 for spot in layout.fronts)
    assert all(piece in page.get_text_range() for piece in foot) == (low - layout.printable.y0 >= 7)
    for piece in foot:
        at = page.get_text_range().find(piece)
        if at >= 0:
            _, below, _, above = page.get_charbox(at)
            assert layout.printable.y0 <= below < above <= low
    assert foot[0] not in document[1].get_textpage().get_text_range()


def middle(text, start, end):
    return (text.get_charbox(start)[0] + text.get_charbox(end - 1)[2]) / 2
