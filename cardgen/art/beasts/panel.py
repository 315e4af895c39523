"""What all beasts share: the colours of their suits, the marks on their backs, and the panel behind them."""

from collections.abc import Callable
from math import asin, atan2, cos, degrees, hypot, radians, sin, sqrt
from random import Random
from typing import NamedTuple

from cardgen.art.shapes import CLUBS, DIAMONDS, HEARTS, SPADES, suit_path
from cardgen.art.signs import WIDE_MM, draw_frame
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Ink
from cardgen.pdf.path import Outline, Point, Ribbon, arc, ellipse, lozenge, poly, smooth, star
from cardgen.pdf.theme import WHITE, Colour, Corner, Palette, Tone, mix

TONES = {HEARTS: "red", DIAMONDS: "blue", CLUBS: "green", SPADES: "black"}


class Coat(NamedTuple):
    """The colours in which a lizard or a snake is drawn.

    `skin` is the colour of the body, `shade` of the strips along its edges, `mark` of the large figures on it (such as
    suit signs) and `dot` of the small ones. `eye` is the colour of the eyes, `edge` of the outlines, `flesh` of tongue
    and wounds, and `line` of lines beside the beast.
    """

    skin: Colour
    shade: Colour
    mark: Colour
    dot: Colour
    eye: Colour
    edge: Colour
    flesh: Colour
    line: Colour


def tone_of(palette: Palette, suit: str) -> Tone:
    """Return the palette's tone (a colour in four strengths) for a suit (`c d h s`) of the game Lizard."""
    tone: Tone = getattr(palette, TONES[suit])
    return tone


def coat(ink: Ink, suit: str) -> Coat:
    """Return the colours of a beast of this suit (`c d h s`): if ink is saved, white with black lines."""
    palette = ink.palette
    if ink.low:
        return Coat(WHITE, WHITE, WHITE, ink.black, WHITE, ink.black, WHITE, ink.black)
    tone = tone_of(palette, suit)
    if suit == SPADES:
        yellow = palette.yellow.base
        return Coat(tone.shade, tone.base, yellow, palette.paper, yellow, ink.black, palette.red.base, palette.paper)
    flesh = palette.red.base if suit != HEARTS else palette.red.shade
    return Coat(tone.base, tone.shade, palette.paper, tone.tint, palette.yellow.base, ink.black, flesh, tone.shade)


LEAST_MM = 1.45  # a sign that would be less high is a lozenge
_HIGH = {CLUBS: 1.24, DIAMONDS: 1.62, HEARTS: 1.2, SPADES: 1.3}  # of a sign, in half widths of the body
_LAST_DOTS_MM = 1.2


class Marks(NamedTuple):
    """What is drawn along a beast's back: the outlines of its suit's signs, and of the dots between them."""

    signs: Outline
    dots: Outline


def marks(
    body: Ribbon, suit: str, start: float, end: float, *, free: Callable[[float, Point], bool] = lambda _u, _point: True
) -> Marks:
    """Return the marks along a body: signs of its suit, and dots between them.

    They lie between `start` and `end`, two fractions of the body's length. `free(u, point)` is called for the place of
    each sign and dot, with the fraction `u` of the length and the point in mm. If the result is false, because
    something would hide that place, the sign or dot is left out.
    """
    signs, dots, u = Outline(), Outline(), start
    while u <= end:
        w = body.half_width(u)
        high = max(0.9, _HIGH[suit] * w)
        x, y, nx, ny = body.frame(u)
        if free(u, (x, y)):
            sign, tall = (suit, high) if high >= LEAST_MM or suit == DIAMONDS else (DIAMONDS, max(0.85, 1.1 * w))
            signs += suit_path(sign, x, y, tall, degrees(atan2(ny, nx)))
        step = (high / 2 + 0.5 + 0.16 * w) / body.length
        for side in (1, -1) if w > _LAST_DOTS_MM and u + step <= end + step / 2 else ():
            spot = body.at(u + step, side * 0.5)
            if free(u + step, spot):
                dots += ellipse(*spot, w * 0.1)
        u += 2 * step
    return Marks(signs, dots)


def shades(body: Ribbon, start: float, end: float, inner: float, *, taper: float = 0.05) -> tuple[Outline, Outline]:
    """Return the shaded strips along the left and the right edge of a body.

    They lie between `start` and `end`, two fractions of the body's length. Each strip reaches from the edge to `inner`
    half widths beside the spine. At `start` it has no width; it reaches its full width after `taper`, a fraction of the
    body's length.
    """
    return body.shade(start, end, 1, inner, taper=taper), body.shade(start, end, -1, inner, taper=taper)


def crown(body: Ribbon, back: float, middle: float, front: float, out: float) -> Outline:
    """Return the lozenge on a beast's head.

    Two corners lie on the spine, at the fractions `back` and `front` of the body's length. The other two lie `out` mm
    to the left and to the right of the spine, at the fraction `middle`.
    """
    return poly([body.at(back), body.off(middle, out), body.at(front), body.off(middle, -out)])


def bands(tail: Ribbon, start: float, reach: float, count: int, thick: float) -> Outline:
    """Return `count` rings across a tail, evenly spaced from `start` on over the length `reach`.

    Each ring is `thick` long. All three are fractions of the tail's length.
    """
    stations = (start + reach * i / count for i in range(count))
    return sum((tail.band(u, u + thick, -0.8, 0.8, step_mm=0.7) for u in stations), Outline())


def draw_eyes(ink: Ink, body: Ribbon, coat: Coat, u: float, out: float, r: float, look: Point = (0, 0)) -> None:
    """Draw two eyes of radius `r` (mm) with slit pupils, `out` mm to the left and right of the spine.

    `u` is their place along the body, a fraction of its length. `look` is how far the pupils are moved, as multiples of
    `r`: first towards the tail, then outwards.
    """
    _, _, nx, ny = body.frame(u)
    along = degrees(atan2(ny, nx)) + 90
    for side in (1, -1):
        x, y = body.off(u, side * out)
        ink.draw(ellipse(x, y, r), coat.eye, coat.edge, 0.7)
        px, py = body.off(u + look[0] * r / body.length, side * (out + look[1] * r))
        ink.draw(ellipse(0, 0, 0.66 * r, 0.3 * r).at(px, py, turn=along), coat.edge)


def draw_nostrils(ink: Ink, body: Ribbon, coat: Coat, u: float, out: float) -> None:
    """Draw two nostrils, `out` mm left and right of the spine, at the fraction `u` of the body's length."""
    for side in (1, -1):
        ink.draw(ellipse(*body.off(u, side * out), 0.21), coat.edge)


def forked(body: Ribbon, long: float = 6.0) -> tuple[Outline, ...]:
    """Return the outlines of a forked tongue that reaches `long` mm beyond the snout, where the body begins."""
    x, y, nx, ny = body.frame(0.002)
    k = long / 6

    def at(out: float, on: float) -> Point:
        return x + nx * out - ny * on, y + ny * out + nx * on

    stem = Ribbon([at(0, -0.5), at(0.3, 1.8 * k), at(0, 3.6 * k)], [(0, 0.42), (1, 0.42)], samples=8)
    prongs = [
        Ribbon([at(0, 3.2 * k), at(s * 0.5, 4.6 * k), at(s * 2.0, long)], [(0, 0.42), (1, 0.06)], samples=8)
        for s in (1, -1)
    ]
    return tuple(part.outline(step_mm=0.9) for part in (stem, *prongs))


# --- the panel

BORDER, RADIUS, HAIRLINE_IN = 4.2, 2.4, 1.0
NOTCH_R = 2.6
RAYS = 36
FAR = 90.0
FLICKERS, SWAY = 9, 1.7  # how often a flame sways, and by how many degrees
CRATERS = ((-0.55, 0.5, 0.2), (0.62, -0.42, 0.17), (0.66, 0.34, 0.1), (-0.6, -0.5, 0.13), (0.1, 0.78, 0.1))
STARS = 300  # thrown; those that have room stay
STUDS_OUT, STUD_CLEAR = 3.3, 2.2  # from the sun's edge, and from the panel's
WORD_TRACK = 60
# From a notch's floor to the word, between word and silhouette, and above it.
WORD_UP, WORD_GAP, HEAD_ROOM = 1.6, 1.25, 0.35
WORD_CLEAR = 2.4  # from the word's end to the panel
SILHOUETTE_IN = 0.4  # optical alignment: round as it is, it looks flush with the word when it begins further in


class Sun(NamedTuple):
    """The disc behind a beast: the x and y of its centre and its radius, in mm on a poker card."""

    x: float
    y: float
    r: float


class Notch(NamedTuple):
    """A corner cut out of a panel: width and height in mm, and the type size in points of the word in it."""

    width: float
    height: float
    word_pt: float


class BeastPanel(NamedTuple):
    """The panel behind a beast: the card's size in mm divided by the card's scale, and the cut-out corners."""

    width: float
    height: float
    notch: Notch


def draw_panel(ink: Ink, panel: BeastPanel, sun: Sun, suit: str) -> None:
    """Draw the panel behind a beast: a pattern, the sun, and a border with two cut-out corners.

    The pattern has the suit's colour. It is straight rays for the suit `c`, wavy rays for `h`, lozenges for `d`, and
    rings with stars for `s`.
    """
    tone = tone_of(ink.palette, suit)
    edge = outline(panel, ink.theme.corner)
    with ink.clip(edge):
        night = suit == SPADES
        ground, light, line = (tone.shade, tone.base, tone.tint) if night else (tone.tint, tone.ray, tone.shade)
        grey = mix(ink.black, WHITE, 0.4)
        if ink.low:
            _GROUNDS[suit](ink, panel, sun, None, grey)
            ink.draw(ellipse(sun.x, sun.y, sun.r), None, ink.black)
        else:
            ink.draw(edge, ground)
            _GROUNDS[suit](ink, panel, sun, light, None)
            ink.draw(ellipse(sun.x, sun.y, sun.r + 2.2), ground)
            ink.draw(ellipse(sun.x, sun.y, sun.r + 1.1), None, line)
            studs = Outline()
            for i in range(RAYS):  # one before every gap between two rays, where the panel has room for it
                a = (i + 0.75) * 360 / RAYS
                x, y = _polar(sun, sun.r + STUDS_OUT, a)
                if _roomy(panel, x, y):
                    studs += lozenge(0, 0, 0.42, 0.72).at(x, y, turn=a - 90)
            ink.draw(studs, ink.palette.yellow.base if night else line)
            ink.draw(ellipse(sun.x, sun.y, sun.r), ink.palette.halo if night else ink.palette.sun)
        for x, y, r in CRATERS if night else ():
            crater = ellipse(sun.x + x * sun.r, sun.y + y * sun.r, r * sun.r)
            ink.draw(crater, None if ink.low else ink.palette.sun, grey if ink.low else None, 0.35)
        if not ink.low:
            ink.draw(ellipse(sun.x, sun.y, sun.r - 1.0), None, ink.paper, 0.6)
    if ink.theme.frame == "harlequin":
        ink.draw(outline(panel, ink.theme.corner, HAIRLINE_IN), None, ink.black if ink.low else line, 0.35)
    else:
        with ink.clip(edge):
            draw_frame(ink, outline(panel, ink.theme.corner, WIDE_MM / 2))
    ink.draw(edge, None, ink.black, 0.9)


def _noon(ink: Ink, panel: BeastPanel, sun: Sun, fill: Colour | None, line: Colour | None) -> None:
    """Draw straight rays from the sun, filled with `fill`.

    If `fill` is None, only the edges of the rays are drawn, in the colour `line`.
    """
    del panel
    rays, near = Outline(), sun.r * 0.9 if fill else sun.r + 2
    for i in range(RAYS):
        a, b = i * 360 / RAYS, (i + 0.5) * 360 / RAYS
        corners = [(near, a), (FAR, a), (FAR, b), (near, b)]
        rays += poly([_polar(sun, r, angle) for r, angle in corners], closed=fill is not None)
    ink.draw(rays, fill, line, 0.35)


def _sunset(ink: Ink, panel: BeastPanel, sun: Sun, fill: Colour | None, line: Colour | None) -> None:
    """Draw wavy rays, like flames, from the sun, filled with `fill`.

    If `fill` is None, only the edges of the rays are drawn, in the colour `line`.
    """
    del panel
    rays, near = Outline(), sun.r * 0.9 if fill else sun.r + 2
    steps = [near + i * (FAR - near) / FLICKERS for i in range(FLICKERS + 1)]
    for i in range(RAYS // 2):
        a = i * 720 / RAYS
        sides = [
            smooth([_polar(sun, r, a + turn + SWAY * (-1) ** k) for k, r in enumerate(steps)])
            for turn in (0, 360 / RAYS)
        ]
        rays += sides[0].joined(sides[1].reverse()).close() if fill else sides[0] + sides[1]
    ink.draw(rays, fill, line, 0.35)


def _net(ink: Ink, panel: BeastPanel, sun: Sun, fill: Colour | None, line: Colour | None) -> None:
    """Draw a net of lozenges about the centre of the sun, filled with `fill`.

    If `fill` is None, only the edges of the lozenges are drawn, in the colour `line`, and none near the sun.
    """
    del panel
    w, h = 4.1, 5.7
    across, up = int(FAR / 2 / w) + 1, int(FAR / h) + 1
    places = [(i, j) for i in range(-across, across + 1) for j in range(-up, up + 1) if (i + j) % 2 == 0 and j % 2 == 0]
    if fill is None:
        places = [(i, j) for i, j in places if hypot(i * w, j * h) > sun.r + h + 1]
    ink.draw(sum((lozenge(sun.x + i * w, sun.y + j * h, w, h) for i, j in places), Outline()), fill, line, 0.35)


def _night(ink: Ink, panel: BeastPanel, sun: Sun, fill: Colour | None, line: Colour | None) -> None:
    """Draw the moon's rings in the colour `fill`, and stars in the colour of the paper.

    If `fill` is None, only the edges of the stars are drawn, in the colour `line`. The stars are at random places, but
    the seed is fixed, so the places are the same each time.
    """
    rng, points = Random(7), Outline()
    stars: list[Point] = []
    for _ in range(STARS):
        x, y, r = rng.uniform(0, panel.width), rng.uniform(0, panel.height), rng.choice((0.7, 1.0, 1.6))
        roomy = abs(y - panel.height / 2) < panel.height / 2 - BORDER - STUD_CLEAR
        if (
            roomy
            and _roomy(panel, x, y)
            and hypot(x - sun.x, y - sun.y) > sun.r + 5
            and all(hypot(x - u, y - v) > 6.5 for u, v in stars)
        ):
            stars.append((x, y))
            points += star(x, y, 4, r, 0.32 * r)
    if fill:
        for out in (6.5, 13.0, 21.0, 31.0):
            ink.draw(ellipse(sun.x, sun.y, sun.r + out), None, fill, 1.6)
    ink.draw(points, ink.paper if fill else None, line, 0.35)


_GROUNDS: dict[str, Callable[[Ink, BeastPanel, Sun, Colour | None, Colour | None], None]] = {
    CLUBS: _noon,
    HEARTS: _sunset,
    DIAMONDS: _net,
    SPADES: _night,
}


def _polar(sun: Sun, r: float, angle: float) -> Point:
    return sun.x + r * cos(radians(angle)), sun.y + r * sin(radians(angle))


def _roomy(panel: BeastPanel, x: float, y: float) -> bool:
    """Tell whether a point (mm) keeps away from the panel's left and right edges and from its cut-out corners."""
    right, bottom = BORDER + panel.notch.width + STUD_CLEAR, panel.height - BORDER - panel.notch.height - STUD_CLEAR
    return all(
        u > BORDER + STUD_CLEAR and not (u < right and v > bottom)
        for u, v in ((x, y), (panel.width - x, panel.height - y))
    )


def outline(panel: BeastPanel, corner: Corner = "quarter", inset: float = 0) -> Outline:
    """Return the panel's edge, or a line `inset` mm inside it; turned by 180 degrees it is the same.

    Two of its corners are round, the other two are cut out in the form `corner`: a quarter circle, a bevel or a square.
    """
    i, n = inset, NOTCH_R
    left, right, top = BORDER + i, panel.width - BORDER - i, panel.height - BORDER - i
    r = max(0.2, RADIUS - i)
    x, y = BORDER + panel.notch.width, panel.height - BORDER - panel.notch.height
    half = Outline().move(left, y - i)
    if corner == "quarter":
        m = sqrt((n - i) ** 2 - i**2)
        lean = degrees(asin(i / (n - i)))
        half = half.line(x - m, y - i).joined(arc(x, y, n - i, 180 + lean, 90 - lean))
    elif corner == "bevel":
        out = n - (sqrt(2) - 1) * i
        half = half.line(x - out, y - i, x + i, y + out)
    else:
        half = half.line(x + i, y - i)
    half = half.line(x + i, top).line(right - r, top).joined(arc(right - r, top - r, r, 90, 0))
    return half.joined(half.at(panel.width, panel.height, turn=180)).close()


class Silhouette(NamedTuple):
    """The small flat figure of a beast above the word in a card's corner.

    `draw` draws the figure as large as the beast in the middle of the card; callers scale and move that drawing. `left`
    is the x of its left end, `middle` the y of its middle and `high` its height, all in mm before scaling.
    """

    draw: Callable[[Ink, Colour], None]
    left: float
    middle: float
    high: float


def draw_labels(ink: Ink, panel: BeastPanel, figure: Silhouette, word: str, suit: str) -> None:
    """Draw a beast's small figure and a word, such as LIZARD, in a panel's cut-out corners, coloured for `suit`.

    Both stand within 11 mm of the card's edge, so that they can be read on cards held in a fan.
    """
    colour, notch, font = tone_of(ink.palette, suit).base, panel.notch, ink.theme.fonts.label
    floor = panel.height - BORDER - notch.height
    stretch = min(1.0, (notch.width - WORD_CLEAR) / lettering.width_mm(word, font, notch.word_pt, WORD_TRACK))
    head = WORD_UP + lettering.cap_mm(font, notch.word_pt) + WORD_GAP
    room = notch.height - head - HEAD_ROOM
    scale = room / figure.high
    left, bottom = -figure.left * scale, -figure.middle * scale

    def small(ink: Ink) -> None:
        with ink.at(left, bottom, 0, scale):
            figure.draw(ink, colour)

    def corner(ink: Ink) -> None:
        box = (left, bottom, left + 63.5 * scale, bottom + 88.9 * scale)
        ink.form(("silhouette", word, suit, notch), small, box, BORDER + SILHOUETTE_IN, floor + head + room / 2)
        ink.text(BORDER, floor + WORD_UP, word, font, notch.word_pt, ink.black, track=WORD_TRACK, stretch=stretch)

    corner(ink)
    with ink.half_turn(panel.width, panel.height):
        corner(ink)
