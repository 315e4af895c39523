"""The motifs that people may use by name in decks of their own: suits, shapes, emblems, beasts and small signs.

Each is drawn about a point, `size` millimetres across, in one colour.
"""

from cardgen.art.beasts import lizards, snakes
from cardgen.art.pictures import ACROSS, draw_emblem, middle
from cardgen.art.shapes import SHAPE_NAMES, SHAPE_PATHS, SUIT_NAMES, draw_suit
from cardgen.art.signs import HALF_WIDTH, HEIGHT, draw_chip, draw_eye, draw_tongue
from cardgen.pdf.ink import Ink
from cardgen.pdf.path import lozenge, poly, star
from cardgen.pdf.theme import Colour
from factbank.looks import emblems

_SUITS = {name: letter for letter, name in SUIT_NAMES.items()}
_SHAPES = {name: letter for letter, name in SHAPE_NAMES.items()}
_EMBLEMS = frozenset(emblems())
# The beasts are drawn where they lie on a poker card: their middle there, and how high they are.
_BEASTS = {
    "lizard": (lizards.draw_lizard_silhouette, 31.2, 44.5, 72.0),
    "snake": (snakes.draw_snake_silhouette, 36.0, 51.0, 67.0),
}
_SIGNS = ("lozenge", "star", "chip", "eye", "tongue")
_THIN_MM = 8.0
_SIDE = ((0.36, 0.5), (0.36, 0.4), (0.26, 0.36), (0.06, 0.0), (0.26, -0.36), (0.36, -0.4), (0.36, -0.5))
_GLASS = (*_SIDE, *((-across, -up) for across, up in _SIDE))
"""The outline of a small hourglass, of size 1."""
_SHAPE = 0.9  # of the size: a shape's corners and its outline stay inside

ICONS = tuple(sorted({*_SUITS, *_SHAPES, *_EMBLEMS, *_BEASTS, *_SIGNS}))
"""All the names."""


def draw_icon(ink: Ink, name: str, x: float, y: float, size: float, colour: Colour, ground: Colour) -> None:
    """Draw the icon `name` (one of `ICONS`) about (x, y), in a square of about `size` mm, in `colour`.

    `ground` is the colour behind it, for its gaps. Raises KeyError for an unknown name.
    """
    if name in _SUITS:
        draw_suit(ink, _SUITS[name], x, y, size, colour)
    elif name in _SHAPES:
        path = SHAPE_PATHS[_SHAPES[name]].at(x, y, size * _SHAPE)
        ink.draw(path, ground if ink.low else colour, ink.black, 0.9 if size >= _THIN_MM else 0.5)
    elif name == "hourglass" and size < _THIN_MM:  # its frame would look like the box of a missing letter
        ink.draw(poly([(x + across * size, y + up * size) for across, up in _GLASS]), colour)
    elif name in _EMBLEMS:
        scale, (across, up) = size / ACROSS, middle(name)
        with ink.at(x - across * scale, y - up * scale, 0, scale):
            draw_emblem(ink, name, ground, colour)
    elif name in _BEASTS:
        draw, middle_x, middle_y, high = _BEASTS[name]
        scale = size / high
        with ink.at(x - middle_x * scale, y - middle_y * scale, 0, scale):
            draw(ink, colour)
    elif name == "lozenge":
        ink.draw(lozenge(x, y, size * 0.36, size / 2), colour)
    elif name == "star":
        ink.draw(star(x, y - size * 0.03, 5, size / 2, size * 0.2), colour)
    elif name == "chip":
        draw_chip(ink, x, y, size / 2, ground if ink.low else colour, ink.paper, inner=size >= _THIN_MM)
    elif name == "eye":
        draw_eye(ink, x, y, size / 2 / HALF_WIDTH, ink.paper, ground if ink.low else colour)
    elif name == "tongue":
        draw_tongue(ink, x, y, size / HEIGHT, colour)
    else:
        raise KeyError(name)
