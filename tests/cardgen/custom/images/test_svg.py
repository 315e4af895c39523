"""SVG of one's own: drawn as the house draws, refused where it could do anything else, and never fetched."""

import io
import socket

import pikepdf
import pytest

from cardgen.custom.art import art_drawing, open_art, replace_art
from cardgen.errors import PrintError
from cardgen.export import ExportOptions, export_deck
from cardgen.layout import CARDS, SheetOptions
from cardgen.pdf.ink import Size
from cardgen.print.preview import card_picture
from tests.cardgen import fake

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 635 889">'
GROUND = '<rect width="635" height="889" fill="#1F6FB5"/>'


@pytest.fixture
def svg(tmp_path):
    def write(inside, head=HEAD):
        (tmp_path / "a.svg").write_text(f"{head}{inside}</svg>", encoding="utf-8")
        return tmp_path / "a.svg"

    return write


@pytest.fixture(autouse=True)
def no_network(monkeypatch):
    def refuse(*_, **__):
        raise AssertionError("something was fetched")

    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)


def seen(path):
    return card_picture(art_drawing(open_art(path)), Size(bleed_mm=0), SheetOptions(), 50)


def test_a_print_shop_gets_paths_in_four_inks(svg, tmp_path):
    path = svg(GROUND + '<rect width="300" height="300" fill="#D0331F"/>'
               '<text x="20" y="500" font-family="Comic Sans MS" font-size="80">Hello</text>')  # fmt: skip
    deck = replace_art(fake.deck(2), path, None, CARDS["poker"]).deck
    done = export_deck(deck, "press", ExportOptions(), tmp_path / "press")
    with pikepdf.open(io.BytesIO((done.folder / "fake.pdf").read_bytes())) as pdf:
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form":
                used = {str(operator) for _, operator in pikepdf.parse_content_stream(thing)}
                assert not used & {"rg", "RG", "g", "G", "cs", "CS", "gs", "sh"}
            if isinstance(thing, pikepdf.Dictionary):
                assert "/CA" not in thing
                assert thing.get("/Type") != "/Font" or "/FontDescriptor" in thing, "all fonts are embedded"


BAD = {
    "script": ("<script>alert(1)</script>", "holds a script"),
    "handler": ('<rect onclick="alert(1)" width="9" height="9"/>', "holds a script \\(onclick\\)"),
    "foreign": ("<foreignObject/>", "foreign content"),
    "picture": ('<image href="a.png" width="9" height="9"/>', "holds a picture"),
    "data": ('<image xlink:href="data:image/png;base64,AAAA" width="9" height="9"/>', "holds a picture"),
    "use": ('<use xlink:href="http://x.org/a.svg#b"/>', "links to something outside: http://x.org"),
    "file": ('<use href="file:///etc/passwd#b"/>', "links to something outside: file:///etc"),
    "fill": ('<rect width="9" height="9" fill="url(http://x.org/a)"/>', "links to something outside"),
    "style": ("<style>@import url(http://x.org/a.css);</style>", "link to something outside"),
    "font": ("<style>@font-face { font-family: x; src: url(x.ttf) }</style>", "link to something outside"),
    "link": ('<a href="javascript:alert(1)"><rect width="9" height="9"/></a>', "links to something outside"),
    "animation": ('<rect width="9" height="9"><animate attributeName="x"/></rect>', "holds an animation"),
    "nothing": ("", "holds nothing that could be drawn"),
    "itself": ('<g id="a"><use href="#a"/></g>', "refers to itself"),
    "laughs": (
        "<defs><g id='l0'><rect width='1' height='1'/></g>"
        + "".join(f"<g id='l{n + 1}'>" + f"<use href='#l{n}'/>" * 10 + "</g>" for n in range(9))
        + "</defs><use href='#l9'/>",
        "has more than 20000 parts",
    ),
    "glyph": ('<text x="9" y="99" font-size="80">\u2603</text>', "our fonts have no"),
    "unclosed": ("<g>", "is no SVG that can be read"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_what_has_no_place_in_a_picture_is_refused(svg, name):
    inside, said = BAD[name]
    with pytest.raises(PrintError, match=said) as fault:
        open_art(svg((GROUND if name not in ("nothing", "itself") else "") + inside))
    assert "\n" not in str(fault.value)
    assert str(fault.value).startswith("a.svg ") or name == "glyph"


def test_entities_are_not_opened(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("s3cret")
    for entity in (f'SYSTEM "{secret.as_uri()}"', '"x"'):
        (tmp_path / "a.svg").write_text(
            f"<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY e {entity}>]>{HEAD}{GROUND}"
            '<text x="9" y="99" font-size="80">&e;</text></svg>'
        )
        with pytest.raises(PrintError, match="entities of its own"):
            open_art(tmp_path / "a.svg")
    laughs = "".join(f'<!ENTITY l{n + 1} "' + f"&l{n};" * 10 + '">' for n in range(9))
    (tmp_path / "a.svg").write_text(f'<!DOCTYPE svg [<!ENTITY l0 "ha">{laughs}]>{HEAD}<text>&l9;</text></svg>')
    with pytest.raises(PrintError):
        open_art(tmp_path / "a.svg")


@pytest.mark.parametrize(
    "data", [b"", b"hello", b"\x89PNG\r\n\x1a\n", b"<html/>", b"<svg", b"\xff\xfe<", b"<svg xmlns='http://www.w3.org/2000/svg'/>"]
)  # fmt: skip
def test_what_is_no_svg(tmp_path, data):
    (tmp_path / "a.svg").write_bytes(data)
    with pytest.raises(PrintError, match=r"a\.svg"):
        open_art(tmp_path / "a.svg")


def test_too_deep_and_too_far(svg):
    with pytest.raises(PrintError):
        open_art(svg("<g>" * 5000 + GROUND + "</g>" * 5000))
    with pytest.raises(PrintError, match=r"a\.svg"):
        open_art(svg('<path d="M0 0L1e300 1e300L9 9z"/>'))


def test_a_drawing_does_not_wait_for_its_parts_to_be_read_again_and_again(svg):
    """Each is small, and together they would take hours."""
    path = "<path id='p' d='M0 0" + "l1 1" * 5000 + "'/>"
    with pytest.raises(PrintError, match="has more than 1 MB of outlines"):
        open_art(svg(path + "<use href='#p'/>" * 100))
    clip = "<clipPath id='c'>" + "<rect width='9' height='9'/>" * 200 + "</clipPath>"
    with pytest.raises(PrintError, match="has more than 20000 parts"):
        open_art(svg(clip + "<rect width='9' height='9' clip-path='url(#c)'/>" * 200))
    stops = "<linearGradient id='g'>" + "<stop/>" * 300 + "</linearGradient>"
    with pytest.raises(PrintError, match="has a gradient of more than 256 colours"):
        open_art(svg(stops + "<rect width='9' height='9' fill='url(#g)'/>"))
    stops = "<linearGradient id='g'>" + "<stop stop-color='currentColor'/>" * 250 + "</linearGradient>"
    one = "<rect width='9' height='9' fill='url(#g)' color='#0000{:02x}'/>"
    open_art(svg(stops + one.format(1) * 100))  # its stops are read once
    with pytest.raises(PrintError, match="has more than 20000 parts"):
        open_art(svg(stops + "".join(map(one.format, range(100)))))


def test_documents_of_other_programs_are_read(tmp_path):
    """A DOCTYPE is passed over, an entity stands for a namespace, names have prefixes, text is in Latin-1."""
    shape = '<s:rect width="300" height="889" fill="#D0331F"/><s:use x:href="#none"/>'
    (tmp_path / "a.svg").write_text(
        '<?xml version="1.0" encoding="iso-8859-1"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" '
        '"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>'
        f'<!-- Caf\u00e9 --><?x y?><s:svg xmlns:s="&ns_svg;" viewBox="0 0 635 889">{shape}</s:svg>',
        encoding="iso-8859-1",
    )  # fmt: skip
    assert seen(tmp_path / "a.svg").getpixel((10, 10)) == (0xD0, 0x33, 0x1F)


def test_letters_stand_where_the_file_says(svg):
    image = seen(svg('<text y="200" x="317" font-size="200" text-anchor="middle">I<tspan fill="red">I</tspan>'
                     '<tspan x="100 500" dy="400">II</tspan></text>')).convert("RGB")  # fmt: skip

    def middle(box, wanted):
        places = [x for x in range(box[0], box[2]) for y in range(box[1], box[3]) if wanted(image.getpixel((x, y)))]
        return (min(places) + max(places)) / 2 / image.width * 635

    black, red = (lambda p: max(p) < 90), (lambda p: p[0] > 200 and p[1] < 90)
    top, low = (0, 0, image.width, 45), (0, 80, image.width // 2, image.height)
    assert middle(top, black) + middle(top, red) == pytest.approx(2 * 317, abs=12)
    assert 40 < middle(top, red) - middle(top, black) < 90
    assert middle(low, black) == pytest.approx(100, abs=9)
    assert middle((image.width // 2, 80, image.width, image.height), black) == pytest.approx(500, abs=9)


@pytest.mark.parametrize(
    ("sheet", "red"),
    [
        ("rect { fill: red }", True),
        (".a { fill: red } rect { fill: blue }", True),
        ("#i { fill: red } rect.a.b { fill: blue }", True),
        ("svg g .a { fill: red }", True),
        ("g > g > rect, x { fill: red }", True),
        ("svg > rect { fill: red }", False),
        ("svg > g rect { fill: red }", True),
        ("rect.c { fill: red }", False),
        ("* { fill: red }", True),
        ("rect:hover { fill: red }", False),
        ("@media print { rect { fill: red } }", False),
        ("/* rect { fill: blue } */ g/**/>rect { fill: red; /* fill: blue */ }", True),
    ],
)
def test_a_style_sheet_says_what_is_red(svg, sheet, red):
    shape = '<g><g><rect id="i" class="a b" width="635" height="889"/></g></g>'
    assert (seen(svg(f"<style>{sheet}</style>{shape}")).getpixel((50, 50)) == (255, 0, 0)) == red
