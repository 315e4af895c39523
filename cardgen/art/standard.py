"""Number cards and aces: corner indices, pips, and an ace's large sign with a net. Suits are `c d h s`."""

from bisect import bisect_left
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from itertools import accumulate, pairwise
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Literal, NamedTuple

from cardgen.art.pictures import draw_picture
from cardgen.art.shapes import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    INNER_JOIN,
    SPADES,
    draw_suit,
    hatch_suit,
    holds,
    suit_colour,
    suit_path,
)
from cardgen.art.signs import draw_cloud, draw_eye, draw_frame, draw_hut, draw_sea, draw_shell, draw_tongue, draw_waves
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Ink, Size
from cardgen.pdf.path import POINTS_PER_MM, Outline, ellipse, lozenge, poly, rect, segment, sliver, svg
from cardgen.pdf.theme import Colour, mix
from cardgen.pdf.type import SANS_BOLD, SANS_SEMIBOLD, SMALLEST_PT, cap_mm, width_mm
from liarsdeck.language import later, say

Indices = Literal["normal", "jumbo"]


class IndexMeasure(NamedTuple):
    """The measures of a corner index (the rank above the suit) on a poker card.

    `centre` is the distance of the index's middle from the side of the card, and `down` that of its upper end from the
    top of the card. `type_pt` is the type size of the rank in points, `suit` the height of the suit, and `gap` the
    space between rank and suit. All but the type size are in mm.
    """

    centre: float = 6.7
    down: float = 5.6
    type_pt: float = 25.0
    suit: float = 4.9
    gap: float = 1.5

    @property
    def capital(self) -> float:
        """The height in mm of the capital letters in which the rank is printed on a poker card."""
        return lettering.cap_mm(SANS_SEMIBOLD, self.type_pt)


MEASURES: dict[str, IndexMeasure] = {"normal": IndexMeasure(), "jumbo": IndexMeasure(6.7, 5.4, 34.0, 6.6, 1.7)}
SMALLEST_MM, SMALLEST_NARROW_MM, NARROW_MM = 5.5, 4.0, 57.0
TAIL_CLEAR_MM = 0.45
FAN_MM, FAN_CENTRE = 10.8, 0.62  # what a fan leaves of a card, and where in it an index stands at most


def index_scale(size: Size, kind: Indices = "normal") -> float:
    """Return the factor for the measures of corner indices on a card of this size, 1 on a poker card.

    On smaller cards the factor is never so small that ranks cannot be read. `kind` is the style of the indices.
    """
    least = SMALLEST_MM if size.width_mm >= NARROW_MM else SMALLEST_NARROW_MM
    return max(size.scale, least / MEASURES[kind].capital)


def draw_rank(
    ink: Ink, rank: str, x: float, baseline: float, type_pt: float, colour: Colour, *, most_mm: float = 99
) -> None:
    """Draw a rank in a type size of `type_pt` points, centred on `x`, with its baseline at `baseline`.

    A rank wider than `most_mm` is narrowed to this width. The rank “10” is always narrowed somewhat.
    """
    track, stretch = (-40, 0.78) if rank == "10" else (0, 1.0)
    font = ink.theme.fonts.indices
    # Whatever the theme's font, a capital is as high as the measures say.
    type_pt *= lettering.cap_mm(SANS_SEMIBOLD, 10) / lettering.cap_mm(font, 10)
    width = lettering.width_mm(rank, font, type_pt, track) * stretch
    if width > most_mm:
        stretch *= most_mm / width
    ink.text(x, baseline, rank, font, type_pt, colour, "centre", track=track, stretch=stretch)


def draw_corners(ink: Ink, size: Size, draw: Callable[[Ink], None]) -> None:
    """Call `draw` twice: for the upper left corner and, with the card turned by 180 degrees, for the lower right."""
    draw(ink)
    with ink.half_turn(size.width_mm, size.height_mm):
        draw(ink)


def draw_index(
    ink: Ink, size: Size, rank: str, suit: str, kind: Indices = "normal", colour: Colour | None = None
) -> None:
    """Draw rank and suit in the upper left and, turned, in the lower right corner of a card.

    `rank` is the text to print, such as `K` or `10`, and `suit` is c, d, h or s. `kind` is the size, `normal` or
    `jumbo`. `colour` is by default the suit's.
    """
    k, m = index_scale(size, kind), MEASURES[kind]
    shade = colour or suit_colour(ink, suit)
    # A letter with a tail, which only the queen's has, keeps its tail off the suit.
    gap = max(m.gap * k, lettering.depth_mm(rank, ink.theme.fonts.indices, m.type_pt * k) + TAIL_CLEAR_MM)

    def corner(ink: Ink) -> None:
        fan = max(FAN_MM, 9 * k)
        x, base = min(m.centre * k, FAN_CENTRE * fan), size.height_mm - (m.down + m.capital) * k
        draw_rank(ink, rank, x, base, m.type_pt * k, shade, most_mm=2 * min(fan - x, x - 1.9 * k))
        draw_suit(ink, suit, x, base - gap - m.suit / 2 * k, m.suit * k, shade)

    draw_corners(ink, size, corner)


LEFT, MIDDLE, RIGHT = 0, 1, 2
_CORNERS = [(LEFT, 0.0), (RIGHT, 0.0), (LEFT, 6.0), (RIGHT, 6.0)]
_SIX = [*_CORNERS, (LEFT, 3.0), (RIGHT, 3.0)]
_EIGHT = [*_CORNERS, (LEFT, 2.0), (RIGHT, 2.0), (LEFT, 4.0), (RIGHT, 4.0)]
LAYOUTS: dict[int, list[tuple[int, float]]] = {
    2: [(MIDDLE, 0.0), (MIDDLE, 6.0)],
    3: [(MIDDLE, 0.0), (MIDDLE, 3.0), (MIDDLE, 6.0)],
    4: _CORNERS,
    5: [*_CORNERS, (MIDDLE, 3.0)],
    6: _SIX,
    7: [*_SIX, (MIDDLE, 1.5)],
    8: [*_SIX, (MIDDLE, 1.5), (MIDDLE, 4.5)],
    9: [*_EIGHT, (MIDDLE, 3.0)],
    10: [*_EIGHT, (MIDDLE, 1.0), (MIDDLE, 5.0)],
}
# Millimetres on a poker card: how far the outer rows lie from the edges, and a pip's height up to 8, and from 9 on.
EDGE, PIP, SMALL_PIP = 16.2, 13.2, 12.0
COLUMNS = {"normal": (0.292, 0.5, 0.708), "jumbo": (0.34, 0.5, 0.66)}
JUMBO_SHARE = 0.84  # pips make room for large indices
OUTLINE_PT = 0.9


Sign = Callable[[Ink, int], None]
"""Draws what is inside a pip, whose number it is told, about the origin at the size of a pip 12 mm high."""


def draw_pips(
    ink: Ink, size: Size, count: int, suit: str, indices: Indices = "normal", inside: Sign | None = None
) -> None:
    """Draw the `count` suit signs (pips) of a number card; `suit` is c, d, h or s.

    If `inside` is given, `inside(ink, number)` is called for each pip to draw a sign in it. The pips have numbers from
    0 on. The origin is then in the middle of the pip, and the scale is such that the pip is 12 mm high. With the
    `indices` `jumbo`, the pips are smaller and leave room. Raises KeyError unless `count` is 2 to 10.
    """
    k = size.scale * (JUMBO_SHARE if indices == "jumbo" else 1)
    height = (PIP if count < 9 else SMALL_PIP) * k
    top = size.height_mm - EDGE * size.scale
    step = (top - EDGE * size.scale) / 6
    for number, (column, row) in enumerate(LAYOUTS[count]):
        x = size.width_mm * COLUMNS[indices][column]
        y, turn = top - row * step, 180 if row > 3 else 0
        draw_suit(ink, suit, x, y, height, turn=turn, pattern=True, outline_pt=OUTLINE_PT if ink.low else 0)
        if inside:
            with ink.at(x, y, turn, height / SMALL_PIP):
                inside(ink, number)


STEP = 0.5  # degrees


@lru_cache(maxsize=64)
def _along(rx: float, ry: float) -> tuple[float, ...]:
    """Return the lengths along an oval from its point at 0 degrees to each later point, every half degree.

    The first length is 0, the last one the whole way round. `rx` and `ry` are the oval's half axes, in the same unit as
    the lengths.
    """
    points = [(rx * cos(radians(i * STEP)), ry * sin(radians(i * STEP))) for i in range(int(360 / STEP) + 1)]
    return (0.0, *accumulate(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)))


def draw_on_oval(
    ink: Ink, text: str, rx: float, ry: float, colour: Colour, *, size_pt: float, track: float, inside: bool = False
) -> None:
    """Draw a text along the top of an oval about the origin, or with `inside` along its foot.

    Both can be read upright. `rx` and `ry` are half the oval's width and half its height in mm. `size_pt` is the type
    size in points, `track` the letter space in thousandths of the type size. Each `♦` in the text is drawn as a
    lozenge.
    """
    middle, way = (270.0, 1) if inside else (90.0, -1)
    high, along = cap_mm(SANS_BOLD, size_pt), _along(rx, ry)
    en = width_mm("n", SANS_BOLD, size_pt)
    known = {" ": 0.62 * en, "♦": en}
    widths = [known.get(sign) or width_mm(sign, SANS_BOLD, size_pt) for sign in text]
    step = track * size_pt / 1000 / POINTS_PER_MM
    here = -(sum(widths) + step * (len(text) - 1)) / 2
    for sign, width in zip(text, widths, strict=True):
        # The angle that lies as far along the oval from its middle as the letter's own middle.
        goal = (along[int(middle / STEP)] + way * (here + width / 2)) % along[-1]
        i = max(1, bisect_left(along, goal))
        angle = radians((i - 1 + (goal - along[i - 1]) / (along[i] - along[i - 1])) * STEP)
        turn = degrees(atan2(sin(angle) / ry, cos(angle) / rx)) + (90 if inside else -90)
        with ink.at(rx * cos(angle), ry * sin(angle), turn):
            if sign == "♦":
                ink.draw(lozenge(0, high / 2, 0.6, 0.85), colour)
            elif sign != " ":
                ink.text(0, 0, sign, SANS_BOLD, size_pt, colour, "centre")
        here += width + step


HALF_W, HALF_H = 18.2, 33.0


def draw_scene(ink: Ink) -> None:
    """Draw the framed picture on the ace of spades of the worlds `lacquer` and `seaside`, about the origin.

    A world is a theme's set of ornaments. The picture of `lacquer` is the sun over the sea, that of `seaside` a beach.
    """
    panel, low, palette = rect(-HALF_W, -HALF_H, 2 * HALF_W, 2 * HALF_H), ink.low, ink.palette
    with ink.clip(panel):
        if ink.theme.ace == "lacquer":
            ink.draw(ellipse(0, 8.4, 15.2), ink.paper if low else palette.red.base, ink.black, 0.7)
            for x, y, k in ((-12.6, 25.2, 1.05), (12.4, 27.2, 0.85), (13.8, 16.2, 0.9), (-14.6, 13.4, 0.8)):
                draw_cloud(ink, x, y, k, ink.black, ink.paper if low else palette.plate)
            draw_sea(ink, -HALF_W, -HALF_H, HALF_W, 7, 3.3, ink.paper, ink.black)
            for i in () if low else range(-3, 4):
                ink.draw(ellipse(i * 6.6 + 3.3, -HALF_H + 5.0, 0.85), palette.red.base)
        else:
            _sky(ink)
            ink.draw(ellipse(0, -6, 17.4), ink.paper if low else palette.sun, ink.black, 0.7)
            for x, tone in zip(
                (-14.4, -8.8, 8.8, 14.4), (palette.red, palette.green, palette.blue, palette.red), strict=True
            ):
                draw_hut(ink, x, -18.0, 5.0, ink.paper if low else tone.base, ink.paper, ink.black)
            deep = mix(palette.blue.base, palette.ink, 0.35)
            for y, water, base in (
                (-20.4, palette.green, palette.green.base), (-24.6, palette.blue, palette.blue.base),
                (-29.6, palette.blue, deep),
            ):  # fmt: skip
                draw_waves(ink, y, HALF_W, ink.paper if low else base, ink.black, ink.black if low else water.tint)
    ink.draw(panel, None, ink.black, 0.9)
    draw_frame(ink, panel, ink.theme.ace)
    if ink.theme.ace == "seaside":
        for x, y, turn in ((-1, 1, 45), (1, 1, -45), (-1, -1, 135), (1, -1, -135)):
            with ink.at(x * HALF_W, y * HALF_H, turn):
                draw_shell(ink, 0, 0, 1.9, ink.paper if low else palette.red.tint, ink.black)


def draw_oval(ink: Ink, rx: float, ry: float) -> None:
    """Draw the ornament of themed aces of hearts, diamonds and clubs: sky and sea in an oval.

    The oval is about the origin; `rx` and `ry` are half its width and half its height in mm. The ornament is for the
    worlds (a theme's sets of ornaments) `lacquer` and `seaside`.
    """
    low, palette, oval = ink.low, ink.palette, ellipse(0, 0, rx, ry)
    fill, line = ink.paper if low else palette.plate, ink.black
    with ink.clip(oval):
        if ink.theme.ace == "lacquer":
            draw_sea(ink, -rx, -ry, rx, 5, 3.3, ink.paper, line)
        else:
            _sky(ink)
            for y, water in ((-0.62 * ry, palette.green), (-0.76 * ry, palette.blue)):
                draw_waves(ink, y, rx, ink.paper if low else water.base, line, line if low else water.tint)
    draw_frame(ink, oval, ink.theme.ace)
    if ink.theme.ace == "lacquer":
        for x, y, k in ((-0.72, 0.62, 0.95), (0.76, 0.5, 0.8)):
            draw_cloud(ink, x * rx, y * ry, k, line, fill)
        return
    for x, y, turn in ((0, 1, 0), (0, -1, 180), (1, 0, -90), (-1, 0, 90)):
        with ink.at(x * rx, y * ry, turn):
            draw_shell(ink, 0, 0, 1.9, ink.paper if low else palette.red.tint, line)


def _sky(ink: Ink) -> None:
    low, palette, rays = ink.low, ink.palette, Outline()
    for i in range(24):
        a, b = radians(15 * i), radians(15 * i + 7.5)
        if low:
            rays += segment(21 * cos(a), -6 + 21 * sin(a), 70 * cos(a), -6 + 70 * sin(a))
        else:
            rays += poly([(0, -6), (80 * cos(a), 80 * sin(a) - 6), (80 * cos(b), 80 * sin(b) - 6)])
    pale = mix(palette.blue.base, ink.paper, 0.82)
    ink.draw(rays, None if low else pale, ink.black if low else None, 0.3)


ACE_MM, INSET_MM, INLINE_MM, LOW_INLINE_MM = 28.0, 1.4, 0.3, 0.16
SPADE_MM = 37.0
OVAL = (21.4, 31.0)
RAYS = 96
RAYS_FROM = (22.0, 31.6)
ACE_JUMBO_SHARE = 0.86
SCROLL_MM, SCROLL_MOST_MM = 29.0, 32.5  # a scene's text with air between its letters, and without
SCROLL_MOST_PT = 7.5  # the oval has room for letters up to this
WREATH, WREATH_RAYS, LINKS, PORT = (19.8, 28.2), 84, 44, (19.6, 27.0)
LONG, SHORT = 1.085, 1.055
MOTTO = later("PARLOUR CARDS FOR LIARS")
NET = (2.15, 2.9)  # half width and half height of a lozenge
PLATE_Y = -1.0
# Where the plate of a suit's sign stands, and how large it is.
SIGNS_Y = {HEARTS: (0.6, 0.94), DIAMONDS: (0.0, 0.86), CLUBS: (1.5, 0.66)}
# The spade without its foot: what the inline follows.
BODY = svg(
    "M0,-49 C7,-34 44,-12 44,15 C44,29 34,37 23,37 C15,37 8,33 0,24 C-8,33 -15,37 -23,37 "
    "C-34,37 -44,29 -44,15 C-44,-12 -7,-34 0,-49 Z",
    0.01,
)


def draw_ace(ink: Ink, size: Size, suit: str, legend: str = "", indices: Indices = "normal") -> None:
    """Draw an ace's picture in the middle of the card, without indices.

    `suit` is c, d, h or s, `legend` the text at the foot of the ace of spades. `indices` is the size of the card's
    indices: with `jumbo`, the picture is smaller, unless the theme's ace is `harlequin`.
    """
    # A scene's corners come near large indices.
    k = size.scale * (ACE_JUMBO_SHARE if indices == "jumbo" and ink.theme.ace != "harlequin" else 1)
    reach, high = 24.5 * k, 35 * k
    draw = partial(_spades, legend=legend, least=SMALLEST_PT / k) if suit == SPADES else partial(_plain, suit=suit)

    def scaled(ink: Ink) -> None:
        with ink.at(0, 0, 0, k):
            draw(ink)

    ink.form(("ace", suit, k, legend), scaled, (-reach, -high, reach, high), size.width_mm / 2, size.height_mm / 2)


def _plain(ink: Ink, suit: str) -> None:
    """Draw the picture of an ace of hearts, diamonds or clubs about the origin."""
    _wreath(ink, suit)
    path, colour = suit_path(suit, 0, 0, ACE_MM), suit_colour(ink, suit)
    ground, lines, line = (ink.paper, colour, LOW_INLINE_MM) if ink.low else (colour, ink.paper, INLINE_MM)
    y, share = SIGNS_Y[suit]
    ink.halo([path])
    ink.draw(path, ground)
    if ink.aid:
        hatch_suit(ink, suit, ACE_MM, INSET_MM + line / 2, lines, 0.5 if ink.low else 0.85, inline=True)
    else:
        _net(ink, path, INSET_MM + line, y, colour)
    ink.inline(path, ground, lines, INSET_MM, line, join=INNER_JOIN[suit])
    if ink.low:
        ink.draw(path, None, colour, 0.9)
    spark = ink.black if ink.low else ink.palette.yellow.base
    with ink.at(0, y, 0, share):  # a keyhole on hearts, an eye on diamonds, a mask on clubs
        _plate(ink, 0, ink.palette.red.base if suit == CLUBS else ink.black, colour)
        if suit == HEARTS:
            draw_picture(ink, "aces/keyhole")
        elif suit == DIAMONDS:
            draw_eye(ink, 0, 0, 0.74, ink.paper, ink.paper if ink.low else spark)
            for side in (1, -1):
                ink.draw(lozenge(0, side * 4.6, 0.55, 0.85), spark)
        else:
            draw_picture(ink, "aces/mask")


def _halo(
    ink: Ink, start: tuple[float, float], count: int, rings: Iterable[tuple[float, float]], oval: tuple[float, float],
    colour: Colour,
) -> None:  # fmt: skip
    """Draw `count` rays that point outwards from an oval, and rings inside a second oval.

    Both ovals are about the origin. The pairs `start` and `oval` are half the width and half the height, in mm, of the
    oval at which the rays begin and of the one with the rings. Each pair in `rings` is the distance of a ring from the
    edge of `oval` in mm, and the width of its line in points.
    """
    for i in range(count):
        a, reach = radians(360 * i / count), SHORT if i % 2 else LONG
        near, far = (start[0] * cos(a), start[1] * sin(a)), (start[0] * reach * cos(a), start[1] * reach * sin(a))
        ink.draw(sliver(near, far, 0.45), colour)
    for inset, pt in rings:
        ink.draw(ellipse(0, 0, oval[0] - inset, oval[1] - inset), None, colour, pt)


def _wreath(ink: Ink, suit: str) -> None:
    """Draw the ornament round the ace of hearts, diamonds or clubs.

    It is rays and a chain of lozenges, or in a themed world (a set of ornaments) what `draw_oval` draws.
    """
    colour = suit_colour(ink, suit)
    if ink.theme.ace != "harlequin":
        draw_oval(ink, *PORT)
        return
    start = WREATH[0] + 0.6, WREATH[1] + 0.6
    _halo(ink, start, WREATH_RAYS, ((0.0, 0.9), (2.9, 0.4), (3.5, 0.8)), WREATH, colour)
    links, dots = Outline(), Outline()
    rx, ry = WREATH[0] - 1.45, WREATH[1] - 1.45
    fine = [(rx * sin(radians(i / 2)), ry * cos(radians(i / 2))) for i in range(721)]
    along = [0.0, *accumulate(hypot(q[0] - p[0], q[1] - p[1]) for p, q in pairwise(fine))]
    for i in range(LINKS):  # at even steps from the top, but for the four quarters
        k = min(bisect_left(along, along[-1] * i / LINKS), 719)
        (x, y), (u, v) = fine[k], fine[k + 1]
        if i % (LINKS // 4):
            links += lozenge(0, 0, 1.15, 0.62).at(x, y, turn=degrees(atan2(v - y, u - x)))
            dots += ellipse(x, y, 0.2)
    ink.draw(links, None if ink.low else colour, colour if ink.low else None, 0.35)
    if not ink.low:
        ink.draw(dots, ink.paper)
    for x, y, turn in ((0, 1, 0), (0, -1, 180), (1, 0, 0), (-1, 0, 180)):
        at = x * (WREATH[0] - 1.75), y * (WREATH[1] - 1.75)
        if suit != DIAMONDS:
            ink.draw(ellipse(*at, 2.7), ink.paper, colour, 0.5)
        sign = suit_path(suit, *at, 5.4 if suit == DIAMONDS else 3.4, turn)
        ink.draw(sign, ink.paper if ink.low else colour, colour, 0.4)


def _spades(ink: Ink, legend: str, least: float) -> None:
    """Draw the ace of spades about the origin, with the text `legend` at its foot.

    No text on the ace is set smaller than `least` points, measured before the ace is scaled to the card.
    """
    if ink.theme.ace != "harlequin":
        draw_scene(ink)
        with ink.at(0, 2.4, 0, 0.8):
            ink.halo([suit_path(SPADES, 0, 0.4, SPADE_MM)])
            _great_spade(ink)
        _scroll(ink, legend, -27.6, least)
        return
    _halo(ink, RAYS_FROM, RAYS, ((0.0, 0.9), (4.1, 0.4), (4.8, 0.8)), OVAL, ink.black)
    draw_on_oval(ink, say(MOTTO), OVAL[0] - 3.15, OVAL[1] - 3.15, ink.black, size_pt=max(7.8, least), track=190)
    draw_on_oval(ink, legend, OVAL[0] - 1.1, OVAL[1] - 1.1, ink.black, size_pt=max(7.8, least), track=150, inside=True)
    red = ink.black if ink.low else ink.palette.red.base
    for side in (1, -1):
        for y, r in ((3.0, 1.0), (0.0, 1.5), (-3.0, 1.0)):
            x = side * (OVAL[0] - 2.05) * (1 - (y / (OVAL[1] - 2)) ** 2) ** 0.5
            ink.draw(lozenge(x, y, 0.72 * r, 1.05 * r), ink.black if y else red)
    with ink.at(0, 0.2, 0, 0.92):
        _great_spade(ink)
    if least <= SCROLL_MOST_PT:
        _scroll(ink, say("LIAR’S DECK"), -19.05, least)


def _great_spade(ink: Ink) -> None:
    """Draw the large spade with the net inside it, its highlights, and the lozenge in its middle."""
    spade = suit_path(SPADES, 0, 0.4, SPADE_MM)
    if ink.low:
        ink.draw(spade, ink.paper, ink.black, 1.0)
    else:
        ink.draw(spade, ink.black)
    body = BODY.at(0, 0.6, SPADE_MM * 0.84)
    _net(ink, body, 0, PLATE_Y, ink.black, plate=True)
    ink.draw(body, None, ink.black if ink.low else ink.paper, 0.9)
    if not ink.low:
        with ink.clip(body):
            for side in (1, -1):
                for k in range(12):
                    c, s = cos(radians(9.5 * k - 38)), sin(radians(9.5 * k - 38))
                    x, y = side * 7.4, -4.0
                    far = (x + side * (5.6 - 0.6 * (k % 2)) * c, y + (4.8 - 0.5 * (k % 2)) * s)
                    ink.draw(sliver((x + side * 8.6 * c, y + 7.4 * s), far, 0.5), ink.paper)
    _plate(ink, PLATE_Y, ink.palette.red.base, ink.black)
    draw_tongue(ink, 0, PLATE_Y, 0.245, ink.black if ink.low else ink.paper)


def _scroll(ink: Ink, text: str, y: float, least: float) -> None:
    """Draw a scroll about (0, y) with a text in type of at least `least` points.

    Each `♦` in the text is drawn as a lozenge. If the text is too long for the scroll, only the part before the first
    `♦` is drawn.
    """
    ground, size, whole = ink.paper if ink.low else ink.palette.plate, max(7.0, least), text.split("♦")
    gap, tall = 0.23 * size, 0.47 * size
    name = [whole[0].strip()]  # which stands alone where there is no room for more
    for parts, track in ((whole, 45), (whole, 0), (name, 45), (name, 0)):
        wide = sum(width_mm(part, SANS_BOLD, size, track) for part in parts) + gap * (len(parts) - 1)
        if wide < (SCROLL_MM if track else SCROLL_MOST_MM):
            break
    half, top = max(8.4, wide / 2 + 1.2), y + tall / 2
    for s in (1, -1):
        end = [(-2.0, -0.8), (2.0, -0.8), (0.9, -2.45), (2.0, -4.1), (-2.0, -4.1)]
        ink.draw(poly([(s * (half + u), top + v * tall / 3.3) for u, v in end]), ground, ink.black, 0.6)
        fold = [(-2.0, -4.1), (0.0, -4.1), (0.0, -3.3)]
        ink.draw(poly([(s * (half + u), top + v * tall / 3.3) for u, v in fold]), ink.black)
    ink.draw(rect(-half, top - tall, 2 * half, tall), ink.paper, ink.black, 0.7)
    red, x = ink.black if ink.low else ink.palette.red.base, -wide / 2
    for i, part in enumerate(parts):
        if i:
            ink.draw(lozenge(x + gap / 2, y, 0.6, 0.85), red)
            x += gap
        x += ink.text(x, y - cap_mm(SANS_BOLD, size) / 2, part, SANS_BOLD, size, red, track=track)


def _net(ink: Ink, body: Outline, inset: float, y: float, colour: Colour, *, plate: bool = False) -> None:
    """Draw a net of lozenges about (0, y) inside `body`, in a shade of `colour`.

    With `plate`, the lozenges that a plate in the middle would cover are left out. If ink is saved, a trellis of lines
    is drawn instead, with small lozenges in every other row that keep `inset` mm from the edge of `body`.
    """
    w, h = NET
    places = [
        (i, j) for i in range(-8, 9) for j in range(-8, 9) if (i + j) % 2 == 0 and not (plate and abs(i) + abs(j) < 3)
    ]
    with ink.clip(body):
        if ink.low:
            trellis = Outline()
            for i in range(-15, 16, 2):
                for way in (1, -1):
                    trellis += segment((i - 16) * w, y - 16 * way * h, (i + 16) * w, y + 16 * way * h)
            ink.draw(trellis, None, colour, 0.35)
            for i, j in places:
                mark = lozenge(i * w, y + j * h, 0.5, 0.5 * h / w)
                if j % 2 == 0 and holds(body, mark.points(), inset + 0.4):
                    ink.draw(mark, colour)
            return
        shade = ink.palette.black.shade if colour == ink.black else mix(colour, ink.palette.red.shade, 0.55)
        for i, j in places:
            if j % 2 == 0:
                ink.draw(lozenge(i * w, y + j * h, w - 0.35, h - 0.35 * h / w), shade)
        for i, j in places:
            ink.draw(ellipse((i + 1) * w, y + j * h, 0.3), ink.palette.yellow.base)


def _plate(ink: Ink, y: float, colour: Colour, edge: Colour) -> None:
    """Draw the lozenge about (0, y) on which a sign is put later.

    `edge` is the colour of its outlines. It is filled with `colour`, or with the paper's colour if ink is saved.
    """
    w, h = NET
    ink.draw(lozenge(0, y, 3 * w, 3 * h), ink.paper, edge, 0.8, join="mitre")
    ink.draw(lozenge(0, y, 3 * w - 1, 3 * h - h / w), None, edge, 0.35, join="mitre")
    if not ink.low:
        ink.draw(lozenge(0, y, 3 * w - 1.6, 3 * h - 1.6 * h / w), colour)
