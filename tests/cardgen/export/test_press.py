"""Print shops' PDFs, looked at through pikepdf: boxes, CMYK only, little enough ink, fonts, intent, no transparency."""

import io
import sys
from itertools import product
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from cardgen.decks import DeckOptions, choose, make_deck
from cardgen.export import ExportOptions, export_deck
from cardgen.export.press import INTENTS, press_pdf
from cardgen.layout import MM, parse_card
from cardgen.pdf.theme import MOST_INK, cmyk_operands, convert_picture, inks
from liarsdeck.installed import remedy
from tests.cardgen import fake
from tests.programs import ran

COLOUR = {"k": 4, "K": 4}
OTHER_COLOUR = {"g", "G", "rg", "RG", "cs", "CS", "sc", "SC", "scn", "SCN", "sh", "ri", "gs", "BI"}


def made(tmp_path, target, deck, **options):
    done = export_deck(deck, target, ExportOptions(**options), tmp_path / "out")
    (file,) = (name for name in done.files if name.endswith(".pdf"))
    return (done.folder / file).read_bytes()


def operators(document):
    """Every operator of every page and form, with its operands."""
    streams = [*document.pages]
    streams += [o for o in document.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
    for stream in streams:
        for operands, operator in pikepdf.parse_content_stream(stream):
            yield str(operator), operands


@pytest.fixture(scope="module")
def decks(tmp_path_factory):
    """Lizard's corners, pips, courts and beasts for a print shop, and all of West for DriveThruCards."""
    some = choose(make_deck("lizard", DeckOptions()), ["As,7h,Td,Kc,Qs,Jd,lizard,snake"])
    return {
        target: made(tmp_path_factory.mktemp(target), target, deck)
        for target, deck in (("press", some), ("dtc", make_deck("west", DeckOptions())))
    }


@pytest.mark.parametrize(
    ("target", "pages", "page", "trim"),
    [
        ("press", 28, (63.5 + 6, 88.9 + 6), 3.0),
        ("dtc", 54, (2.75 * 25.4, 3.75 * 25.4), 25.4 / 8),
    ],
)
def test_pages_and_boxes(decks, target, pages, page, trim):
    document = pikepdf.open(io.BytesIO(decks[target]))
    assert len(document.pages) == pages
    width, height = (side * MM for side in page)
    for one in document.pages:
        boxes = {name: [float(v) for v in one.obj[name]] for name in ("/MediaBox", "/TrimBox", "/BleedBox")}
        assert boxes["/MediaBox"] == pytest.approx([0, 0, width, height], abs=0.001)
        assert boxes["/BleedBox"] == boxes["/MediaBox"]
        assert boxes["/TrimBox"] == pytest.approx(
            [trim * MM, trim * MM, width - trim * MM, height - trim * MM], abs=0.001
        )
        assert "/CropBox" not in one.obj
    if target == "dtc":
        assert boxes["/MediaBox"] == [0, 0, 198, 270]


@pytest.mark.parametrize("target", ["press", "dtc"])
def test_cmyk_only_and_never_too_much_ink(decks, target):
    document = pikepdf.open(io.BytesIO(decks[target]))
    seen = 0
    for operator, operands in operators(document):
        assert operator not in OTHER_COLOUR
        if operator in COLOUR:
            seen += 1
            values = [float(v) for v in operands]
            assert len(values) == 4
            assert all(0 <= v <= 1 for v in values)
            assert sum(values) <= MOST_INK + 1e-9
    assert seen > 100
    for stream in document.objects:
        if isinstance(stream, pikepdf.Stream) and stream.get("/Subtype") == "/Image":
            assert stream.ColorSpace == "/DeviceCMYK"


@pytest.mark.parametrize("target", ["press", "dtc"])
def test_every_page_sets_its_colour_before_it_paints(decks, target):
    """Black that nobody asked for is DeviceGray, the state that a page begins in."""
    document = pikepdf.open(io.BytesIO(decks[target]))
    for page in document.pages:
        fill = stroke = False
        for operands, operator in pikepdf.parse_content_stream(page):
            name = str(operator)
            fill, stroke = fill or name == "k", stroke or name == "K"
            if name in ("f", "f*", "B", "B*", "Tj", "TJ"):
                assert fill, operands
            if name in ("S", "s", "B", "B*"):
                assert stroke


@pytest.mark.parametrize(("target", "identifier"), [("press", "FOGRA39"), ("dtc", "CGATS TR 001")])
def test_the_keys_of_pdf_x(decks, target, identifier):
    document = pikepdf.open(io.BytesIO(decks[target]))
    assert document.pdf_version == {"press": "1.3", "dtc": "1.4"}[target]
    (intent,) = document.Root.OutputIntents
    assert intent.S == "/GTS_PDFX"
    assert str(intent.OutputConditionIdentifier) == identifier
    assert str(intent.RegistryName) == "http://www.color.org"
    info = document.docinfo
    if target == "dtc":  # DriveThruCards verifies PDF/X-1a:2003
        assert str(info["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
        assert "/GTS_PDFXConformance" not in info
    else:
        assert str(info["/GTS_PDFXVersion"]) == "PDF/X-1:2001"
        assert str(info["/GTS_PDFXConformance"]) == "PDF/X-1a:2001"
    assert info["/Trapped"] == "/False"
    for key in ("/Title", "/Creator", "/Producer", "/CreationDate", "/ModDate"):
        assert str(info[key])
    assert len(document.trailer.ID) == 2
    assert not document.is_encrypted
    assert b"/ObjStm" not in decks[target]


@pytest.mark.parametrize("target", ["press", "dtc"])
def test_nothing_transparent_no_action_and_fonts_embedded(decks, target):
    document = pikepdf.open(io.BytesIO(decks[target]))
    fonts = 0
    for thing in document.objects:
        if not isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
            continue
        for never in ("/SMask", "/ca", "/CA", "/BM", "/Group", "/JS", "/AA", "/OpenAction", "/Annots", "/TR", "/HT"):
            assert never not in thing
        assert thing.get("/Filter") != "/LZWDecode"
        if thing.get("/Type") == "/Font":
            fonts += 1
            assert "/FontFile2" in thing.FontDescriptor
    assert fonts


def test_backs_first_where_the_shop_wants_it(tmp_path):
    deck = fake.deck(2)
    for target, order in (("press", [True, False, True, False]), ("dtc", [False, True, False, True])):
        document = pypdfium2.PdfDocument(made(tmp_path / target, target, deck))
        assert ["Card" in page.get_textpage().get_text_bounded() for page in document] == order


def test_a_back_is_stored_once_and_bytes_are_the_same():
    def once():
        return press_pdf(fake.deck(20), ExportOptions(), 3.0, INTENTS["gracol"], backs_first=False, step=lambda: None)

    data = once()
    assert data == once()
    document = pikepdf.open(io.BytesIO(data))
    assert sum(isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form" for o in document.objects) == 1


def test_any_card_and_any_condition_for_a_print_shop(tmp_path):
    data = made(tmp_path, "press", fake.deck(1), card=parse_card("70x120mm"), intent="fogra51")
    document = pikepdf.open(io.BytesIO(data))
    assert [float(v) / MM for v in document.pages[0].obj.MediaBox][2:] == pytest.approx([76, 126], abs=0.001)
    assert str(document.Root.OutputIntents[0].OutputConditionIdentifier) == "FOGRA51"


def test_colours_become_inks():
    assert cmyk_operands("#FFFFFF") == "0 0 0 0"
    assert cmyk_operands("#000000") == cmyk_operands("#221F2B") == "0 0 0 1"
    cyan, magenta, yellow, black = inks(0.816, 0.2, 0.122)
    assert min(magenta, yellow) > 0.8
    assert cyan < 0.05
    assert black < 0.2
    found = [inks(*rgb) for rgb in product([n / 12 for n in range(13)], repeat=3)]
    assert all(0 <= part <= 1 for parts in found for part in parts)
    assert max(map(sum, found)) == pytest.approx(MOST_INK), "the limit bites, and holds"


def test_pictures_go_the_same_way_as_vectors():
    from PIL import Image

    for colour in ("#D0331F", "#F2B705", "#0B8A5B", "#1F6FB5", "#FBF7EF"):
        pixel = convert_picture(Image.new("RGB", (1, 1), colour)).getpixel((0, 0))
        exact = [255 * float(part) for part in cmyk_operands(colour).split()]
        assert pixel == pytest.approx(exact, abs=16)
        assert sum(pixel) <= 255 * MOST_INK + 2


@pytest.mark.parametrize("target", ["press", "dtc"])
def test_without_the_extra_one_sentence_says_what_installs_it(home, monkeypatch, target):
    monkeypatch.setitem(sys.modules, "pikepdf", None)
    done = ran("cardgen", "export", target, "lizard", "-o", "out")
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert remedy("press") in done.stderr
    assert [*Path().iterdir()] == []
