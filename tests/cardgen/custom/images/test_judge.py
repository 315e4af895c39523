"""SVG of people's own looks as resvg draws it: the same places, the same colours."""

import io

import pytest
import resvg_py
from PIL import Image, ImageChops, ImageFilter, ImageStat

from cardgen.art.svg import read_svg
from cardgen.layout import SheetOptions
from cardgen.pdf.ink import Size
from cardgen.pdf.path import rect
from cardgen.print.preview import card_picture

STOPS = (
    '<stop offset="0" stop-color="#D0331F"/><stop offset=".4" stop-color="gold"/><stop offset="1" stop-color="teal"/>'
)
FADE = '<stop stop-color="#D0331F"/><stop offset="100%" stop-color="teal" stop-opacity="0"/>'
ALL = 'width="100" height="100"'
DRAWINGS = {
    "a gradient in a box": f'<linearGradient id="g" x2="1" y2="1">{STOPS}</linearGradient>'
    '<rect x="10" y="20" width="80" height="40" fill="url(#g)" stroke="black"/>',
    "a gradient that is turned": '<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="50" '
    f'gradientTransform="translate(25 10) rotate(40)">{STOPS}</linearGradient><rect {ALL} fill="url(#g)"/>',
    "a gradient of another's colours": f'<linearGradient id="a">{STOPS}</linearGradient>'
    '<linearGradient id="g" xlink:href="#a" x2="0" y2="1"/><ellipse cx="50" cy="50" rx="45" ry="25" fill="url(#g)"/>',
    "a wide ring": f'<radialGradient id="g">{STOPS}</radialGradient>'
    '<rect x="10" y="30" width="80" height="30" fill="url(#g)"/>',
    "a ring off its middle": f'<radialGradient id="g" fx=".3" fy=".3">{STOPS}</radialGradient>'
    '<circle cx="50" cy="50" r="40" fill="url(#g)"/>',
    "a ring that fades": f'<radialGradient id="g" fx=".3" fy=".4">{FADE}</radialGradient>'
    '<circle cx="50" cy="50" r="40" fill="url(#g)"/>',
    "a gradient that fades": f'<rect width="100" height="50" fill="#dd8"/><linearGradient id="g" x2=".5" y2="1">{FADE}'
    '</linearGradient><path d="M10 10H90V90H10Z" fill="url(#g)" fill-opacity=".8"/>',
    "a clip of two": '<clipPath id="c"><circle cx="40" cy="40" r="30"/><rect x="50" y="50" width="40" height="40" '
    f'transform="rotate(10 70 70)"/></clipPath><g clip-path="url(#c)"><rect {ALL} fill="#1F6FB5"/></g>',
    "a clip in a box": '<clipPath id="c" clipPathUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".5"/></clipPath>'
    '<rect x="10" y="20" width="80" height="50" fill="teal" clip-path="url(#c)"/>',
    "a clip with a hole": '<clipPath id="c"><path clip-rule="evenodd" d="M10 10h80v80h-80z M30 30h40v40h-40z"/>'
    "</clipPath>"
    f'<rect {ALL} fill="purple" clip-path="url(#c)"/>',
    "a clip used again": '<defs><path id="p" d="M50 5L95 95H5z"/></defs><clipPath id="c"><use href="#p"/></clipPath>'
    f'<g clip-path="url(#c)" transform="translate(0 10)"><rect {ALL} fill="olive"/></g>',
    "a group half seen": '<rect width="100" height="50" fill="#1F6FB5"/><g opacity=".5"><circle cx="40" cy="50" r="30" '
    'fill="red"/><circle cx="65" cy="50" r="30" fill="gold"/></g><rect x="5" y="5" width="25" height="90" fill="green" '
    'fill-opacity=".3" stroke="black" stroke-opacity=".6" stroke-width="4"/>',
    "what is used again": '<defs><g id="a"><rect width="15" height="15"/><circle cx="15" cy="15" r="6"'
    ' fill="gold"/></g>'
    '<symbol id="s" viewBox="0 0 10 10"><path d="M5 0L10 10H0z"/></symbol></defs><use href="#a" x="5" y="5"'
    ' fill="red"/>'
    '<use xlink:href="#a" transform="translate(50 10) scale(2)" fill="blue"/>'
    '<use href="#s" x="5" y="50" width="30" height="45" fill="green"/>',
    "style sheets": "<style>/* a */ .a, #b { fill: #0B8A5B; stroke: black } rect.c { fill: rgb(100%,0%,0%) } "
    'g > rect { fill: hsl(200, 80%, 40%) }</style><rect class="a" width="25" height="25"/><rect id="b" x="30"'
    ' width="25" '
    'height="25"/><rect class="c" x="60" width="25" height="25"/><g><rect style="stroke-width:4;stroke:currentColor" '
    'color="teal" x="10" y="50" width="40" height="30"/></g><rect x="60" y="50" width="35" height="35" fill="#8f08"/>',
    "curves": '<path d="M5 40C20 5 32 5 47 40S75 75 90 40" fill="none" stroke="red" stroke-width="3"/>'
    '<path d="m5 60q10-20 20 0t20 0 20 0v10h-60z" fill="#88c"/><path d="M55 85a20 10 30 1 0 20-5L60 95z"'
    ' fill="orange"/>'
    '<path d="M10 80a5,5 0 1110,0 5 5 0 01-10 0" fill="green"/>',
    "lines": '<polyline points="5,5 25,40 45,5 65,40" fill="none" stroke="#333" stroke-width="5"'
    ' stroke-linejoin="round" '
    'stroke-linecap="round"/><polygon points="5 50 30 50 17 90" fill="tomato" stroke="#333" stroke-dasharray="6 3"/>'
    '<rect x="45" y="75" width="30" height="20" rx="10" ry="4" fill="khaki" stroke="#000" stroke-linejoin="bevel"/>'
    '<line x1="40" y1="55" x2="90" y2="70" stroke="blue" stroke-width="4" stroke-linecap="square"/>',
    "a view in a view": '<svg x="10" y="10" width="50" height="25" viewBox="0 0 10 10"><rect width="10" height="10" '
    'fill="teal"/></svg><svg x="10" y="50" width="75" height="40" viewBox="0 0 10 10" '
    'preserveAspectRatio="xMinYMin slice"><circle cx="5" cy="5" r="5" fill="crimson"/></svg>',
    "shears": '<g transform="matrix(1 .2-.3 1 30 5) skewX(10)"><rect width="40" height="40" fill="#cda"/></g>'
    '<path transform="translate(60,60)scale(1,-1)skewY(20)" d="M0 0h30v30h-30z" fill="navy"/>',
    "what is hidden": f'<rect {ALL} display="none"/><g visibility="hidden"><rect width="25" height="25"/><rect x="60" '
    f'width="25" height="25" visibility="visible" fill="green"/></g><g style="display:none"><rect {ALL}/></g>',
    "lengths": '<rect x=".5cm" y="5mm" width="25%" height="0.25in" fill="navy"/><circle cx="50%" cy="75%" r="12pt" '
    'fill="#a33"/><g font-size="10"><rect x="6em" y="1em" width="200%" height="2ex" font-size="50%"/></g>',
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_looks_as_others_draw_it(tmp_path, name):
    path = tmp_path / "a.svg"
    head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100"'
    path.write_text(f'{head} width="100" height="100">{DRAWINGS[name]}</svg>')
    art = read_svg(path)
    assert art.left_out == ()

    def draw(ink, size):
        ink.draw(rect(0, 0, size.width_mm, size.height_mm), "#FFFFFF")
        with ink.at(scale=size.width_mm / art.width_mm):
            art.draw(ink)

    ours = card_picture(draw, Size(50.8, 50.8, 0, 0), SheetOptions(), 125)
    data = bytes(resvg_py.svg_to_bytes(svg_path=str(path), width=250, dpi=96, background="white"))
    theirs = Image.open(io.BytesIO(data)).convert("RGB")
    assert ours.size == theirs.size
    apart = ImageChops.difference(*(image.filter(ImageFilter.BoxBlur(1)) for image in (ours, theirs)))
    assert max(ImageStat.Stat(apart).mean) < 1
    assert sum(apart.convert("L").histogram()[48:]) < 10
