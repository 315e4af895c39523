"""Aces: one great suit whose inside is a harlequin net behind an inline; the ace of spades is the grandest card.

A net has lozenges in two shades and studs where they meet. The ace of spades is 34 high, and its net is laid about a
plate of three lozenges with the forked tongue on it, so that the plate's edges run along the net. Round it stands a
lettered oval with the house's motto and what deck this is, and rays in two lengths; under it hangs a scroll. In another
world it stands before a red sun over the sea, or on a beach, and the scroll says what deck it is
(`cardgen/art/worlds/aces.py`). The others bear a keyhole, an eye and a mask, and stand in
an oval of the same rays with a chain in it. Where patterns are asked for, hearts,
diamonds and clubs have theirs for a net.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import partial
from itertools import accumulate, pairwise
from math import atan2, cos, degrees, hypot, radians, sin
from typing import TYPE_CHECKING

from cardgen.art.emblems.burin import shape, sliver
from cardgen.art.eye import draw_eye
from cardgen.art.hatch import holds
from cardgen.art.lettering import draw_on_oval
from cardgen.art.suits import CLUBS, DIAMONDS, HEARTS, INNER_JOIN, SPADES, hatch_suit, suit_colour, suit_path
from cardgen.art.tongue import draw_tongue
from cardgen.art.worlds.aces import draw_oval, draw_scene
from cardgen.pdf.fonts import SANS_BOLD, SMALLEST_PT, cap_mm, width_mm
from cardgen.pdf.path import Path, ellipse, lozenge, poly, rect, segment, svg
from cardgen.pdf.theme import mix

if TYPE_CHECKING:
    from cardgen.art.index import Indices
    from cardgen.pdf.drawing import Size
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour

ACE_MM, INSET_MM, INLINE_MM, LOW_INLINE_MM = 28.0, 1.4, 0.3, 0.16
SPADE_MM = 37.0
OVAL = (21.4, 31.0)
RAYS = 96
RAYS_FROM = (22.0, 31.6)
JUMBO_SHARE = 0.86
SCROLL_MM, SCROLL_MOST_MM = 29.0, 32.5  # a scene's text with air between its letters, and without
SCROLL_MOST_PT = 7.5  # the oval has room for letters up to this
WREATH, WREATH_RAYS, LINKS, PORT = (19.8, 28.2), 84, 44, (19.6, 27.0)
LONG, SHORT = 1.085, 1.055
MOTTO = "PARLOUR CARDS FOR LIARS"
NET = (2.15, 2.9)  # half width and half height of a lozenge
PLATE_Y = -1.0
# Where the plate of a suit's sign stands, and how large it is.
SIGNS_Y = {HEARTS: (0.6, 0.94), DIAMONDS: (0.0, 0.86), CLUBS: (1.5, 0.66)}
KEYHOLE = shape("0,4.6 1.5,4.1 2.1,2.8 1.7,1.5 0.8,0.7! 2.0,-4.4! -2.0,-4.4! -0.8,0.7! -1.7,1.5 -2.1,2.8 -1.5,4.1")
MASK = (
    shape("0,1.3 2.2,2.1 4.8,1.9! 4.7,-0.4 3.2,-2.1 1.3,-1.7 0,-0.6 -1.3,-1.7 -3.2,-2.1 -4.7,-0.4 -4.8,1.9! -2.2,2.1")
    + shape("0.9,0.1! 2.2,0.9 3.6,0.2! 2.2,-0.7")
    + shape("-0.9,0.1! -2.2,0.9 -3.6,0.2! -2.2,-0.7")
)
# The spade without its foot: what the inline follows.
BODY = svg(
    "M0,-49 C7,-34 44,-12 44,15 C44,29 34,37 23,37 C15,37 8,33 0,24 C-8,33 -15,37 -23,37 "
    "C-34,37 -44,29 -44,15 C-44,-12 -7,-34 0,-49 Z",
    0.01,
)


def draw_ace(ink: Ink, size: Size, suit: str, legend: str = "", indices: Indices = "normal") -> None:
    """Draw an ace's art, centred on the card; `legend` stands at the foot of the ace of spades."""
    # A scene's corners come near large indices.
    k = size.scale * (JUMBO_SHARE if indices == "jumbo" and ink.theme.ace != "harlequin" else 1)
    reach, high = 24.5 * k, 35 * k
    draw = partial(_spades, legend=legend, least=SMALLEST_PT / k) if suit == SPADES else partial(_plain, suit=suit)

    def scaled(ink: Ink) -> None:
        with ink.at(0, 0, 0, k):
            draw(ink)

    ink.form(("ace", suit, k, legend), scaled, (-reach, -high, reach, high), size.width_mm / 2, size.height_mm / 2)


def _plain(ink: Ink, suit: str) -> None:
    """Draw the ace of another suit than spades about the origin."""
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
    with ink.at(0, y, 0, share):
        _plate(ink, 0, ink.palette.red.base if suit == CLUBS else ink.black, colour)
        _sign(ink, suit)


def _sign(ink: Ink, suit: str) -> None:
    """Draw what stands on an ace's plate: a keyhole on hearts, an eye on diamonds, a mask on clubs."""
    line, spark = (ink.black, ink.black) if ink.low else (None, ink.palette.yellow.base)
    if suit == HEARTS:
        ink.draw(KEYHOLE, ink.paper, line, 0.6)
    elif suit == DIAMONDS:
        draw_eye(ink, 0, 0, 0.74, ink.paper, ink.paper if ink.low else spark)
        for side in (1, -1):
            ink.draw(lozenge(0, side * 4.6, 0.55, 0.85), spark)
    else:
        ink.draw(MASK, ink.paper, line, 0.6, evenodd=True)


def _wreath(ink: Ink, suit: str) -> None:
    """Draw what stands round an ace that is not of spades: rays, and a chain of lozenges between two lines."""
    colour = suit_colour(ink, suit)
    if ink.theme.ace != "harlequin":
        draw_oval(ink, *PORT)
        return
    for i in range(WREATH_RAYS):
        a = radians(360 * i / WREATH_RAYS)
        near, far = ((WREATH[0] + 0.6) * cos(a), (WREATH[1] + 0.6) * sin(a)), SHORT if i % 2 else LONG
        ink.draw(sliver(near, (near[0] * far, near[1] * far), 0.45), colour)
    for inset, pt in ((0.0, 0.9), (2.9, 0.4), (3.5, 0.8)):
        ink.draw(ellipse(0, 0, WREATH[0] - inset, WREATH[1] - inset), None, colour, pt)
    links, dots = Path(), Path()
    for i, (x, y, turn) in enumerate(_round(WREATH[0] - 1.45, WREATH[1] - 1.45, LINKS)):
        if i % (LINKS // 4) == 0:
            continue
        links += lozenge(0, 0, 1.15, 0.62).at(x, y, turn=turn)
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


def _round(rx: float, ry: float, count: int) -> Iterator[tuple[float, float, float]]:
    """Yield `count` places at even steps along an ellipse, from its top, each with the direction of its line."""
    fine = [(rx * sin(radians(i / 2)), ry * cos(radians(i / 2))) for i in range(721)]
    along = [0.0, *accumulate(hypot(q[0] - p[0], q[1] - p[1]) for p, q in pairwise(fine))]
    for i in range(count):
        k = min(bisect_left(along, along[-1] * i / count), 719)
        (ax, ay), (bx, by) = fine[k], fine[k + 1]
        yield ax, ay, degrees(atan2(by - ay, bx - ax))


def _spades(ink: Ink, legend: str, least: float) -> None:
    """Draw the ace of spades about the origin; nothing on it is set smaller than `least`, in points of its drawing."""
    if ink.theme.ace != "harlequin":
        draw_scene(ink)
        with ink.at(0, 2.4, 0, 0.8):
            ink.halo([suit_path(SPADES, 0, 0.4, SPADE_MM)])
            _great_spade(ink)
        _scroll(ink, legend, -27.6, least)
        return
    for i in range(RAYS):
        a = radians(360 * i / RAYS)
        reach = SHORT if i % 2 else LONG
        near, far = (RAYS_FROM[0] * cos(a), RAYS_FROM[1] * sin(a)), (RAYS_FROM[0] * reach, RAYS_FROM[1] * reach)
        ink.draw(sliver(near, (far[0] * cos(a), far[1] * sin(a)), 0.45), ink.black)
    for inset, pt in ((0.0, 0.9), (4.1, 0.4), (4.8, 0.8)):
        ink.draw(ellipse(0, 0, OVAL[0] - inset, OVAL[1] - inset), None, ink.black, pt)
    draw_on_oval(ink, MOTTO, OVAL[0] - 3.15, OVAL[1] - 3.15, ink.black, size_pt=max(7.8, least), track=190)
    draw_on_oval(ink, legend, OVAL[0] - 1.1, OVAL[1] - 1.1, ink.black, size_pt=max(7.8, least), track=150, inside=True)
    red = ink.black if ink.low else ink.palette.red.base
    for side in (1, -1):
        for y, r in ((3.0, 1.0), (0.0, 1.5), (-3.0, 1.0)):
            x = side * (OVAL[0] - 2.05) * (1 - (y / (OVAL[1] - 2)) ** 2) ** 0.5
            ink.draw(lozenge(x, y, 0.72 * r, 1.05 * r), ink.black if y else red)
    with ink.at(0, 0.2, 0, 0.92):
        _great_spade(ink)
    if least <= SCROLL_MOST_PT:
        _scroll(ink, "LIAR’S DECK", -19.05, least)


def _great_spade(ink: Ink) -> None:
    """Draw the spade with its net, the light on its shoulders, and its plate."""
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
    """Draw a scroll with a text about (0, y)."""
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


def _net(ink: Ink, body: Path, inset: float, y: float, colour: Colour, *, plate: bool = False) -> None:
    """Lay a net of lozenges about (0, y) into a body, without what the plate hides.

    With little ink the net is a trellis, with a small lozenge in every other row that has room for one.
    """
    w, h = NET
    places = [
        (i, j) for i in range(-8, 9) for j in range(-8, 9) if (i + j) % 2 == 0 and not (plate and abs(i) + abs(j) < 3)
    ]
    with ink.clip(body):
        if ink.low:
            trellis = Path()
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
    """Draw the lozenge for a sign about (0, y), of a colour inside."""
    w, h = NET
    ink.draw(lozenge(0, y, 3 * w, 3 * h), ink.paper, edge, 0.8, join="mitre")
    ink.draw(lozenge(0, y, 3 * w - 1, 3 * h - h / w), None, edge, 0.35, join="mitre")
    if not ink.low:
        ink.draw(lozenge(0, y, 3 * w - 1.6, 3 * h - 1.6 * h / w), colour)
