"""Half-transparent parts of art of one's own mix with what lies below them; print shops get the mixture, flattened."""

import io

import pikepdf
import pytest
from PIL import Image

from cardgen.custom.art import art_drawing, open_art, replace_art, weakness
from cardgen.custom.deckfile import read_deck
from cardgen.export import ExportOptions, export_deck
from cardgen.layout import CARDS, SheetOptions, lay_out
from cardgen.pdf.ink import Size
from cardgen.pdf.theme import inks
from cardgen.print.preview import card_picture
from cardgen.print.sheets import deck_pdf
from tests.cardgen import fake

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 635 889">'
BLUE, RED, PAPER = (0x1F, 0x6F, 0xB5), (0xD0, 0x33, 0x1F), (0xFB, 0xF7, 0xEF)
GROUND = '<rect width="635" height="889" fill="#1F6FB5"/>'
SQUARE = 'width="300" height="300" fill="#D0331F"'


def mixed(over, below, share, most=1.6):
    return pytest.approx([b + (a - b) * share for a, b in zip(over, below, strict=True)], abs=most)


def svg(path, inside):
    path.write_text(f"{HEAD}{inside}</svg>", encoding="utf-8")
    return path


def seen(path, at, dpi=50):
    """Return the colour at a place, in tenths of a millimetre from the upper left."""
    image = card_picture(art_drawing(open_art(path)), Size(bleed_mm=0), SheetOptions(), dpi)
    return image.getpixel(tuple(round(v * dpi / 254) for v in at))


HALVES = {
    "fill": f'<rect {SQUARE} fill-opacity=".5"/>',
    "per cent": f'<rect {SQUARE} fill-opacity="50%"/>',
    "whole": f'<rect {SQUARE} opacity="50%"/>',
    "style": f'<rect {SQUARE} style="opacity:0.5;fill-opacity:1"/>',
    "class": f'<style>.pale {{ opacity: .5 }}</style><rect class="pale" {SQUARE}/>',
    "colour": '<rect width="300" height="300" fill="rgba(208, 51, 31, 0.5)"/>',
    "twice": f'<g opacity=".8"><rect {SQUARE} opacity=".625"/></g>',
    "group": f'<g opacity=".5"><rect {SQUARE}/><rect {SQUARE}/><rect {SQUARE} stroke="#D0331F" stroke-width="9"/></g>',
    "edge": f'<rect {SQUARE} stroke="#D0331F" stroke-width="250" opacity=".5"/>',
    "use": f'<defs><rect id="a" {SQUARE}/></defs><use href="#a" opacity=".5"/>',
    "clip": '<clipPath id="c"><rect width="400" height="400"/></clipPath>'
    f'<rect clip-path="url(#c)" {SQUARE} opacity=".5"/>',
    "stroke": '<path d="M0 150H300" stroke="#D0331F" stroke-width="300" stroke-opacity=".5"/>',
    "text": '<text x="-500" y="1200" font-size="4000" font-family="sans" fill="#D0331F" fill-opacity=".5">I</text>',
    "gradient": '<linearGradient id="g"><stop stop-color="#D0331F" stop-opacity=".5"/></linearGradient>'
    '<rect width="300" height="300" fill="url(#g)"/>',
}


@pytest.mark.parametrize("name", [name for name in HALVES if name != "text"])
def test_what_is_half_transparent_mixes_with_what_lies_below(tmp_path, name):
    path = svg(tmp_path / "a.svg", GROUND + HALVES[name])
    assert seen(path, (100, 100)) == mixed(RED, BLUE, 0.5)
    assert seen(path, (500, 700)) == BLUE
    on_paper = svg(tmp_path / "b.svg", HALVES[name] + '<rect x="600" width="9" height="9"/>')
    assert seen(on_paper, (100, 100)) == mixed(RED, PAPER, 0.5)


def test_text_is_half_transparent_too(tmp_path):
    path = svg(tmp_path / "a.svg", GROUND + HALVES["text"])
    image = card_picture(art_drawing(open_art(path)), Size(bleed_mm=0), SheetOptions(), 50)
    colours = {colour for _, colour in image.getcolors(100_000)}
    assert any(list(colour) == mixed(RED, BLUE, 0.5) for colour in colours)
    assert not any(list(colour) == mixed(RED, BLUE, 0.8) for colour in colours)


def test_what_covers_nothing_is_not_drawn(tmp_path):
    path = svg(tmp_path / "a.svg", GROUND + f'<rect {SQUARE} opacity="0"/><g opacity="0"><rect {SQUARE}/></g>')
    assert not open_art(path).see_through
    assert seen(path, (100, 100)) == BLUE


DECK = """
title = "Glass"
[box.panel]
at = [0, 0, 63.5, 88.9]
fill = "#1F6FB5"
[box.pane]
at = [10, 10, 20, 30]
image = "{{{{ picture }}}}"
{more}
[[cards]]
picture = "{picture}"
[[cards]]
picture = "{picture}"
"""


@pytest.fixture(params=["a.svg", "a.png", "a.gif"])
def glass(request, tmp_path):
    """A deck with a picture in a box: red above, half of it left out or half transparent, nothing below."""

    def write(more=""):
        share = 0.0 if request.param == "a.gif" else 0.5
        if request.param == "a.svg":
            (tmp_path / "a.svg").write_text(
                '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 30">'
                '<rect width="20" height="15" fill="#D0331F" opacity=".5"/></svg>'
            )
        else:
            image = Image.new("RGBA", (200, 300), (0, 0, 0, 0))
            image.paste((*RED, round(255 * share)), (0, 0, 200, 150))
            image.save(tmp_path / request.param)
        (tmp_path / "deck.toml").write_text(DECK.format(more=more, picture=request.param))
        return read_deck(tmp_path / "deck.toml"), share

    return write


def face(deck):
    return card_picture(deck.cards[0].draw, Size(bleed_mm=0), SheetOptions(), 127)


def test_a_picture_in_a_box_lies_on_the_boxes_below(glass):
    deck, share = glass()
    image = face(deck)
    assert image.getpixel((75, 75)) == mixed(RED, BLUE, share)
    assert image.getpixel((75, 175)) == BLUE, "what is left out shows the panel, not paper"
    deck, share = glass("twice = true\nturn = 180")
    image = face(deck)
    assert image.getpixel((75, 75)) == BLUE
    assert image.getpixel((75, 175)) == mixed(RED, BLUE, share)
    assert image.getpixel((image.width - 75, image.height - 175)) == mixed(RED, BLUE, share)


def press_page(deck, folder):
    done = export_deck(deck, "press", ExportOptions(), folder)
    with pikepdf.open(done.folder / done.files[-1]) as pdf:
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Stream | pikepdf.Dictionary):
                assert not {"/SMask", "/Mask", "/CA", "/ca", "/Group", "/ExtGState"} & set(thing.keys())
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Image":
                assert thing["/ColorSpace"] == "/DeviceCMYK"
        return [
            pikepdf.PdfImage(thing).as_pil_image()
            for thing in pdf.objects
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Image"
        ]


def ink_of(colour):
    return pytest.approx([255 * part for part in inks(*(part / 255 for part in colour))], abs=3)


@pytest.mark.parametrize("more", ["", "turn = 90", "twice = true"])
def test_a_print_shop_gets_both_together_and_no_transparency(glass, tmp_path, more):
    deck, share = glass(more)
    images = press_page(deck, tmp_path / "press")
    assert images
    for image in images:
        assert (image.width, image.height) == (315, 472), "20 × 30 mm at 400 dpi"
        for below in ((150, 300), (314, 300), (150, 471), (0, 471)):
            assert image.getpixel(below) == ink_of(BLUE)
        assert image.getpixel((150, 100)) == ink_of([b + (a - b) * share for a, b in zip(RED, BLUE, strict=True)])


def test_a_print_shop_gets_faces_and_backs_flattened_on_paper(tmp_path):
    path = svg(tmp_path / "a.svg", f'<rect {SQUARE} opacity=".5"/>')
    deck = replace_art(fake.deck(2), path, None, CARDS["poker"]).deck
    (image,) = press_page(deck, tmp_path / "press")
    assert image.getpixel((20, 20)) == ink_of([b + (a - b) * 0.5 for a, b in zip(RED, PAPER, strict=True)])
    assert image.getpixel((900, 900)) == ink_of(PAPER)


def test_what_is_opaque_brings_no_transparency_and_the_same_bytes_come_twice(tmp_path):
    for inside, through in ((GROUND, False), (GROUND + HALVES["group"] + HALVES["gradient"], True)):
        path = svg(tmp_path / "a.svg", inside)
        made = []
        for _ in range(2):
            deck = replace_art(fake.deck(2), path, None, CARDS["poker"]).deck
            made.append(deck_pdf(deck, lay_out(SheetOptions())))
        assert made[0] == made[1]
        with pikepdf.open(io.BytesIO(made[0])) as pdf:
            found = any(isinstance(thing, pikepdf.Dictionary) and "/ca" in thing for thing in pdf.objects)
            groups = any(isinstance(thing, pikepdf.Stream) and "/Group" in thing for thing in pdf.objects)
        assert groups == through
        assert found <= through


@pytest.mark.parametrize(
    ("inside", "told"),
    [
        ('<mask id="m"><rect width="9" height="9"/></mask><rect mask="url(#m)" width="9" height="9"/>', "masks"),
        ('<filter id="f"/><mask id="m"/><rect width="9" height="9" filter="url(#f)"/>', "masks and filters"),
        ('<rect width="9" height="9" style="mix-blend-mode:multiply"/>', "blend modes"),
        ("<style>.a { mix-blend-mode: screen }</style>", "blend modes"),
    ],
)
def test_what_is_not_drawn_is_told(tmp_path, inside, told):
    said = weakness(open_art(svg(tmp_path / "a.svg", GROUND + inside)), 63.5, 88.9)
    assert said == f"a.svg is drawn without its {told}: look at it, or give it as PNG"
    assert weakness(open_art(svg(tmp_path / "b.svg", GROUND)), 63.5, 88.9) == ""
