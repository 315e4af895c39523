"""SVG of one's own: drawn as the house draws, refused where it could do anything else, and never fetched."""

import io
import socket
import subprocess
import sys

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


def test_shapes_lie_where_they_should(svg):
    image = seen(svg(GROUND + '<circle cx="100" cy="100" r="60" fill="#D0331F"/>'
                     '<g transform="translate(400 600) scale(2)">'
                     '<path d="M0 0h50v50h-50z" fill="#0B8A5B"/></g>'))  # fmt: skip
    k = 50 / 254
    assert image.getpixel((round(100 * k), round(100 * k))) == (0xD0, 0x33, 0x1F)
    assert image.getpixel((round(450 * k), round(650 * k))) == (0x0B, 0x8A, 0x5B)
    assert image.getpixel((round(300 * k), round(300 * k))) == (0x1F, 0x6F, 0xB5)


def test_gradients_are_bands(svg):
    image = seen(svg('<defs><linearGradient id="g"><stop offset="0" stop-color="#000"/>'
                     '<stop offset="1" stop-color="#fff"/></linearGradient></defs>'
                     '<rect width="635" height="889" fill="url(#g)"/>'))  # fmt: skip
    across = [image.getpixel((x, 90))[0] for x in range(2, image.width - 2)]
    assert across == sorted(across)
    assert across[0] < 12
    assert across[-1] > 243
    assert all(abs(a - 255 * (x + 2.5) / image.width) < 9 for x, a in enumerate(across))


def test_radial_gradients_and_clips(svg):
    image = seen(svg(GROUND + '<defs><radialGradient id="g"><stop offset="0" stop-color="#fff"/>'
                     '<stop offset="1" stop-color="#000"/></radialGradient>'
                     '<clipPath id="c"><rect width="300" height="889"/></clipPath></defs>'
                     '<circle cx="317" cy="444" r="200" fill="url(#g)" clip-path="url(#c)"/>'))  # fmt: skip
    middle = image.width // 2
    assert image.getpixel((middle - 5, 87))[0] > 200
    assert image.getpixel((middle - 34, 87))[0] < 60
    assert image.getpixel((middle + 10, 87)) == (0x1F, 0x6F, 0xB5), "what is clipped away stays away"


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


def test_svglib_says_nothing_even_when_it_is_loaded_by_the_picture(svg):
    """Its remarks quote the file, and what the file holds may steer a terminal."""
    path = svg(GROUND + '<g clip-path="url(#no\u009b31m)"><rect width="9" height="9"/></g>')
    code = "import sys; from pathlib import Path; from cardgen.custom.art import open_art, art_drawing;"
    code += "assert 'svglib' not in sys.modules; art_drawing(open_art(Path(sys.argv[1])))"
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"", b"")
