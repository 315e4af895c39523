"""Each game's back. A back is the same when it is turned by 180 degrees."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from math import cos, hypot, radians, sin

from cardgen.art import grounds
from cardgen.art.grounds import (
    LOZENGE_ACROSS,
    LOZENGE_SLANT,
    RING_MM,
    STEP,
    Extent,
    draw_medallion,
    draw_small_lizard,
    drawn_instead,
    net,
    paint,
    scale,
    twice,
)
from cardgen.art.shapes import (
    CIRCLE,
    CLUBS,
    DIAMONDS,
    HEART,
    HEARTS,
    SHAPE_PATHS,
    SPADES,
    TRIANGLE,
    draw_suit,
    suit_path,
)
from cardgen.art.signs import HALF_WIDTH, HEIGHT, blocks_path, draw_chip, draw_eye, draw_mouth, draw_rays
from cardgen.pdf.ink import Drawing, Ink, Size
from cardgen.pdf.path import Outline, ellipse, lozenge, poly, rect, segment
from cardgen.pdf.theme import WHITE, mix


def draw_harlequin(ink: Ink, size: Size) -> None:
    """Draw the back, bleed and all."""
    if drawn_instead(ink, size, "harlequin"):
        return
    bleed, w, h = size.bleed_mm, size.width_mm, size.height_mm
    key = ("back", "harlequin", w, h, bleed)
    ink.form(key, lambda i: _Net(i, size).draw(), (-bleed, -bleed, w + bleed, h + bleed))


class _Net:
    """The net for one size of card."""

    def __init__(self, ink: Ink, size: Size) -> None:
        self.ink, self.size = ink, size
        self.half_w, self.half_h, self.middle = net(size.width_mm, size.height_mm)
        self.k = self.half_w / (63.5 / LOZENGE_ACROSS / 2)
        # Columns and rows of half lozenges, out to the bleed.
        self.columns = int((size.width_mm / 2 + size.bleed_mm) / self.half_w) + 1
        self.rows = int((size.height_mm / 2 + size.bleed_mm) / self.half_h) + 1

    def draw(self) -> None:
        """Draw the whole back."""
        with self.ink.clip(self.size.ground):
            self.ink.draw(self.size.ground, self.ink.paper if self.ink.low else self.ink.black)
            with self.ink.at(self.size.width_mm / 2, self.size.height_mm / 2):
                (self._low if self.ink.low else self._full)()

    def _places(self, parity: int) -> list[tuple[float, float, int]]:
        """List where lozenges (parity 0) or the points between them (1) lie, with their row."""
        return [
            (i * self.half_w, j * self.half_h, j)
            for j in range(-self.rows, self.rows + 1)
            for i in range(-self.columns, self.columns + 1)
            if (i + j) % 2 == parity
        ]

    def _inside(self, x: float, y: float, lozenges: float) -> bool:
        return abs(x) / self.half_w + abs(y) / self.half_h < lozenges

    def _full(self) -> None:
        ink, w, h, k = self.ink, self.half_w, self.half_h, self.k
        rx, ry = self.middle * w, self.middle * h
        seen = [place for place in self._places(0) if not self._inside(place[0], place[1], self.middle - 0.5)]
        for x, y, row in seen:
            if row % 2 == 0:
                ink.draw(lozenge(x, y, w, h), ink.palette.red.base)
        inner = (w - 1.35 * k, h - 1.35 * k * h / w)
        for parity, colour in (
            (0, mix(ink.palette.red.base, ink.palette.paper, 0.56)),
            (1, mix(ink.black, ink.palette.paper, 0.4)),
        ):
            for x, y, row in seen:
                if row % 2 == parity:
                    ink.draw(lozenge(x, y, *inner), None, colour, 0.5, join="mitre")
        ink.draw(lozenge(0, 0, rx, ry), ink.palette.paper)
        for inset, fill in ((1.15, ink.black),):
            ink.draw(lozenge(0, 0, rx - inset * k, ry - inset * k * h / w), fill)
        rim = 2.15 * k
        ink.draw(lozenge(0, 0, rx - rim, ry - rim * h / w), None, ink.palette.yellow.base, 0.6, join="mitre")
        for x, y, _ in self._places(1):
            if self._inside(x, y, self.middle - 0.1):
                continue
            ink.draw(ellipse(x, y, 0.62 * k), ink.palette.yellow.base)
        red = ink.palette.red
        draw_rays(ink, rx - 3.1 * k, ry - 3.1 * k * h / w, ink.palette.yellow.base)
        draw_mouth(ink, self._mouth(), ink.black, red.base, mix(red.base, red.tint, 0.42), red.tint)

    def _low(self) -> None:
        ink, w, h, k = self.ink, self.half_w, self.half_h, self.k
        rx, ry = self.middle * w, self.middle * h
        for x, y, row in self._places(0):
            if self._inside(x, y, self.middle - 0.5):
                continue
            if row % 2 == 0:
                ink.draw(lozenge(x, y, w - 0.9 * k, h - 0.9 * k * h / w), None, ink.black, 0.4, join="mitre")
            else:
                ink.draw(lozenge(x, y, 0.75 * k, 0.75 * k * h / w), ink.black)
        ink.draw(lozenge(0, 0, rx, ry), ink.paper, ink.black, 0.9, join="mitre")
        ink.draw(lozenge(0, 0, rx - 1.3 * k, ry - 1.3 * k * h / w), None, ink.black, 0.4, join="mitre")
        draw_rays(ink, rx - 2.0 * k, ry - 2.0 * k * h / w, ink.black)
        draw_mouth(ink, self._mouth(), ink.paper, ink.paper, ink.paper, ink.black)

    def _mouth(self) -> float:
        """Scale the mouth to the medallion."""
        return min(self.middle * self.half_h * 2 * 0.62 / HEIGHT, 0.86 * self.k)


ACROSS = 6
SCALES_MEDALLION_MM = 17.4


def draw_scales(ink: Ink, size: Size) -> None:
    """Draw the back, bleed and all."""
    if drawn_instead(ink, size, "scales"):
        return
    paint(ink, size, "scales", ink.palette.green.shade, _scales)


def _scales(ink: Ink, field: Extent) -> None:
    def half(ink: Ink) -> None:
        with ink.clip(rect(-field.half_w - 1, 0, 2 * field.half_w + 2, field.half_h + 1)):
            _rows(ink, field)

    twice(ink, half)
    _scales_medallion(ink, field.k)


def _rows(ink: Ink, field: Extent) -> None:
    r = field.width / ACROSS / 2
    step = r * 0.95
    outer, inner = scale(r), scale(r).at(0, 0.55 * r / 5.3, 0.62)
    green = ink.palette.green
    darker, seam = mix(green.base, green.shade, 0.3), mix(green.shade, ink.black, 0.35)
    inline = mix(green.base, green.tint, 0.6)
    for row in range(int(field.half_h / step) + 1, -1, -1):
        shift = r if row % 2 else 0.0
        colour = green.base if row % 2 else darker
        for i in range(-ACROSS, ACROSS + 1):
            x, y = i * 2 * r + shift, row * step
            if abs(x) > field.half_w + r:
                continue
            if ink.low:
                ink.draw(outer.at(x, y), ink.paper, ink.black, 0.4)
                continue
            ink.draw(outer.at(x, y), colour, seam, 0.6)
            ink.draw(inner.at(x, y), None, inline, 0.45)
            ink.draw(lozenge(x, y + r * 0.55, 0.104 * r, 0.18 * r), ink.palette.yellow.base)


def _scales_medallion(ink: Ink, k: float) -> None:
    ink.draw(ellipse(0, 0, SCALES_MEDALLION_MM * k), ink.paper, ink.black, 0.9)
    ink.draw(ellipse(0, 0, (SCALES_MEDALLION_MM - 1.2) * k), ink.paper if ink.low else ink.palette.sun, ink.black, 0.6)

    def one(ink: Ink) -> None:
        with ink.at(-7.55 * k, 0.1 * k, -9):
            draw_small_lizard(ink, k)

    twice(ink, one)


def draw_split(ink: Ink, size: Size) -> None:
    """Draw the back, bleed and all."""
    if drawn_instead(ink, size, "split"):
        return
    paint(ink, size, "split", ink.paper, _split)


def _split(ink: Ink, field: Extent) -> None:
    k = field.k
    step = RING_MM * k
    rings = int((field.half_w + field.half_h / LOZENGE_SLANT) / step) + 1
    for i in range(rings, 0, -1):
        a, b = step * i, step * LOZENGE_SLANT * i
        if ink.low:
            ink.draw(lozenge(0, 0, a, b), None, ink.black, 0.45, join="mitre")
            continue
        for across, up in ((1, 1), (-1, 1), (-1, -1), (1, -1)):
            red = (across * up > 0) == (i % 2 == 0)
            colour = ink.palette.red.base if red else ink.black
            ink.draw(poly([(0, 0), (across * a, 0), (0, up * b)]), colour)
        ink.draw(lozenge(0, 0, a, b), None, ink.paper, 0.55, join="mitre")
    line = ink.black if ink.low else ink.paper
    ink.line(-field.half_w, 0, field.half_w, 0, 0.55, line)
    ink.line(0, -field.half_h, 0, field.half_h, 0.55, line)
    draw_medallion(ink, k)


SUITS_ACROSS, SLANT = 5, 1.4
MEDALLION_MM = 17.4
ORDER = (HEARTS, SPADES, DIAMONDS, CLUBS)


def draw_suit_trellis(ink: Ink, size: Size) -> None:
    """Draw the back, bleed and all."""
    engraved = ink.theme.engraved and not ink.low
    if not engraved and drawn_instead(ink, size, "suits"):
        return
    paint(ink, size, "suits", WHITE if engraved else ink.palette.blue.shade, _suit_trellis)


def _suit_trellis(ink: Ink, field: Extent) -> None:
    plain, blue, k = ink.low or ink.theme.engraved, ink.palette.blue, field.k
    w = field.width / SUITS_ACROSS / 2
    h = w * SLANT
    columns, rows = int(field.half_w / w) + 2, int(field.half_h / h) + 2
    line = ink.black if ink.low else blue.base if plain else mix(blue.base, blue.tint, 0.25)
    lines = Outline()
    for i in range(-columns - rows, columns + rows + 1):
        if i % 2:
            for way in (1, -1):
                lines += segment(-columns * w, (i - way * columns) * h, columns * w, (i + way * columns) * h)
    ink.draw(lines, None, line, 0.45 if plain else 0.8)

    def half(ink: Ink) -> None:
        for j in range(rows + 1):
            for i in range(-columns, columns + 1):
                x, y = i * w, j * h
                if (i + j) % 2 or (j == 0 and i <= 0):
                    continue
                _lozenge(ink, field, x, y, w, ORDER[(j + (i + j) // 2) % 4])

    twice(ink, half)
    ground = WHITE if plain else ink.palette.paper
    ink.draw(ellipse(0, 0, (MEDALLION_MM + 1.6) * k), ground if plain else blue.shade, line, 0.5)
    ink.draw(ellipse(0, 0, MEDALLION_MM * k), ground, ink.black, 0.9)
    ink.draw(ellipse(0, 0, (MEDALLION_MM - 1.3) * k), None, ink.black, 0.4)
    twice(ink, lambda i: _medallion(i, k))
    ink.draw(lozenge(0, 0, 1.2 * k, 1.7 * k), ink.palette.yellow.base, ink.black, 0.5)


def _lozenge(ink: Ink, field: Extent, x: float, y: float, w: float, suit: str) -> None:
    """Draw a suit in its lozenge of the trellis, or a small lozenge where it would be cut."""
    plain, blue, k = ink.low or ink.theme.engraved, ink.palette.blue, field.k
    high = w * 0.78
    if x * x + y * y < ((MEDALLION_MM + 1.6) * k + 0.62 * high) ** 2:
        return
    if abs(x) + high / 2 + 1.8 > field.width / 2 or abs(y) + high / 2 + 1.8 > field.height / 2:
        ink.draw(lozenge(x, y, 0.9 * k, 1.26 * k), ink.black if ink.low else blue.base if plain else blue.tint)
        return
    path = suit_path(suit, x, y, high)
    if ink.low:
        ink.draw(path, ink.paper, ink.black, 0.45)
    elif plain:
        ink.draw(path, blue.tint, blue.base, 0.45)
    else:
        ink.draw(path, blue.tint if suit in {HEARTS, DIAMONDS} else mix(blue.base, blue.tint, 0.35))


def _medallion(ink: Ink, k: float) -> None:
    """Draw the upper half of the medallion: a heart and a spade between two small lozenges."""
    outline = 0.6 if ink.low else 0
    for suit, x, y in ((HEARTS, -4.9, 5.2), (SPADES, 4.9, 5.2)):
        draw_suit(ink, suit, x * k, y * k, 8.0 * k, outline_pt=outline)
    for x, y in ((0, 12.2), (-11.9, 0)):
        ink.draw(lozenge(x * k, y * k, 0.9 * k, 1.3 * k), ink.black if ink.low else ink.palette.red.base)


STRAND, GAP = 0.21, 0.065  # of the pitch of the bands
MEDALLION = (14.4, 19.4)


def draw_weave(ink: Ink, size: Size) -> None:
    """Draw the back, bleed and all."""
    if drawn_instead(ink, size, "weave"):
        return
    paint(ink, size, "weave", ink.paper, _weave_face)


def _weave_face(ink: Ink, field: Extent) -> None:
    pitch = field.width / 2**0.5 / 4
    reach = int((field.half_w + field.half_h) / 2**0.5 / pitch) + 1
    with ink.at(0, 0, 45):
        _weave(ink, pitch, reach)
    _weave_medallion(ink, field.k)


def _weave(ink: Ink, p: float, reach: int) -> None:
    tones = (ink.palette.red, ink.palette.yellow, ink.palette.green)
    strand, gap = p * STRAND, p * GAP
    over = strand * 1.5 + gap  # half the width of a band
    far = (reach + 1) * p

    def band(k: int, start: float, end: float, *, level: bool) -> None:
        colour = ink.paper if ink.low else tones[abs(k) % 3].base
        edges = Outline()
        for shift in (-strand - gap, 0, strand + gap):
            middle = k * p + shift
            low, high = middle - strand / 2, middle + strand / 2
            area = rect(start, low, end - start, strand) if level else rect(low, start, strand, end - start)
            ink.draw(area, colour)
            for v in (low, high):
                edges += segment(start, v, end, v) if level else segment(v, start, v, end)
        ink.draw(edges, None, ink.black, 0.4 if ink.low else 0.5, cap="butt")

    for k in range(-reach, reach + 1):
        band(k, -far, far, level=True)
    for k in range(-reach, reach + 1):
        for j in range(-reach, reach + 1):
            if (k + j) % 2 == 0:
                x, y = k * p, j * p
                ink.draw(
                    rect(x - over - gap * 0.9, y - over - gap * 0.2, 2 * over + 1.8 * gap, 2 * over + 0.4 * gap),
                    ink.paper,
                )
                band(k, y - p + over, y + p - over, level=False)


def _weave_medallion(ink: Ink, k: float) -> None:
    rx, ry = MEDALLION
    palette, outline = ink.palette, ink.black if ink.low else None

    def colour(full: str) -> str:
        return ink.paper if ink.low else full

    if ink.low:
        ink.draw(lozenge(0, 0, rx * k, ry * k), ink.paper, ink.black, 0.9, join="mitre")
    else:
        ink.draw(lozenge(0, 0, rx * k, ry * k), ink.black, ink.paper, 2.2, join="mitre")
    line = ink.black if ink.low else palette.yellow.base
    ink.draw(lozenge(0, 0, (rx - 1.5) * k, (ry - 2.02) * k), None, line, 0.55, join="mitre")
    for side, turn in ((1, 0), (-1, 180)):
        ink.draw(SHAPE_PATHS[HEART].at(0, side * 8.3 * k, 5.6 * k, turn=turn), colour(palette.red.base), outline, 0.6)
        pointing = SHAPE_PATHS[TRIANGLE].at(side * 6.5 * k, 0, 4.9 * k, turn=-90 * side)
        ink.draw(pointing, colour(palette.green.base), outline, 0.6)
    ink.draw(SHAPE_PATHS[CIRCLE].at(0, 0, 6.25 * k), colour(palette.yellow.base), outline, 0.6)


CHIP_MM, CHIPS_MEDALLION_MM, CLEAR_MM = 4.7, 17.4, 24.0
EYE_MM = 2.9  # from an eye's middle to its lid
CUT_CLEAR = 1.8  # what chips and eyes keep from a cut, or a crooked one would graze them


def draw_chips(ink: Ink, size: Size) -> None:
    """Draw the back, bleed and all."""
    if drawn_instead(ink, size, "chips"):
        return
    paint(ink, size, "chips", ink.palette.blue.shade, _chips)


def pale(ink: Ink) -> str:
    """Give the grey of the trellis in little ink."""
    return mix(ink.black, WHITE, 0.5)


def _chips(ink: Ink, field: Extent) -> None:
    k = field.k
    dx, dy = STEP[0] * k, STEP[1] * k
    columns, rows = int(field.half_w / dx) + 1, int(field.half_h / dy) + 1
    _trellis(ink, dx, dy, columns + rows + 2)
    for i in range(-columns, columns + 1):
        for j in range(-rows, rows + 1):
            _knot(ink, field, i, j)
    draw_chip_medallion(ink, k)


def _trellis(ink: Ink, dx: float, dy: float, reach: int) -> None:
    lines = Outline()
    far = reach + reach % 2
    for i in range(-2 * far, 2 * far + 1, 2):
        for way in (1, -1):
            lines += segment(-far * dx, (i - far * way) * dy, far * dx, (i + far * way) * dy)
    ink.draw(lines, None, pale(ink) if ink.low else ink.palette.blue.base, 0.3 if ink.low else 0.6)


def _knot(ink: Ink, field: Extent, i: int, j: int) -> None:
    k = field.k
    x, y = i * STEP[0] * k, j * STEP[1] * k
    chip = j % 2 == 0
    wide, high = (CHIP_MM, CHIP_MM) if chip else (HALF_WIDTH, EYE_MM)
    halved = abs(x) + (wide + CUT_CLEAR) * k > field.width / 2 or abs(y) + (high + CUT_CLEAR) * k > field.height / 2
    covered = hypot(x, y) < CLEAR_MM * k
    if (i + j) % 2 or halved:
        if not covered or (i + j) % 2:
            ink.draw(lozenge(x, y, 0.9 * k, 1.3 * k), pale(ink) if ink.low else ink.palette.blue.base)
    elif covered:
        return
    elif chip:
        _small_chip(ink, x, y, k)
    else:
        draw_eye(ink, x, y, k, ink.paper, ink.paper if ink.low else ink.palette.yellow.base)


def _small_chip(ink: Ink, x: float, y: float, k: float) -> None:
    if ink.low:
        ink.draw(ellipse(x, y, CHIP_MM * k), ink.paper, ink.black, 0.8)
        ink.draw(blocks_path(x, y, CHIP_MM * k, 0.76, 8), None, ink.black, 0.4)
        ink.draw(ellipse(x, y, 3.3 * k), None, ink.black, 0.4)
        ink.draw(lozenge(x, y, 1.3 * k, 1.8 * k), ink.black)
    else:
        draw_chip(ink, x, y, CHIP_MM * k, ink.palette.blue.base, ink.paper)
        ink.draw(lozenge(x, y, 1.5 * k, 2.1 * k), ink.palette.yellow.base)


def draw_chip_medallion(ink: Ink, k: float) -> None:
    """Draw the great chip that watches about the origin, `k` times as large as on a poker card."""
    r, palette = CHIPS_MEDALLION_MM * k, ink.palette
    ground = ink.paper if ink.low else palette.blue.shade
    ink.draw(ellipse(0, 0, r + 2.2 * k), ground, ink.black if ink.low else palette.yellow.base, 0.5)
    if ink.low:
        ink.draw(ellipse(0, 0, r), ink.paper, ink.black, 1.0)
        ink.draw(blocks_path(0, 0, r, 0.8, 12), None, ink.black, 0.5)
        ink.draw(ellipse(0, 0, r * 0.72), None, ink.black, 0.6)
    else:
        draw_chip(ink, 0, 0, r, palette.red.base, ink.paper, 12, inner=False)
        for i in range(12):
            a = 30 * i + 15
            place = (r * 0.88 * cos(radians(a)), r * 0.88 * sin(radians(a)))
            ink.draw(lozenge(0, 0, 0.75 * k, 1.3 * k).at(*place, turn=a - 90), palette.yellow.base)
        ink.draw(ellipse(0, 0, r * 0.74), ink.black, ink.paper, 1.0)
        ink.draw(ellipse(0, 0, r * 0.685), None, palette.yellow.base, 0.5)
    draw_eye(ink, 0, 0, 1.95 * k, ink.paper, ink.paper if ink.low else palette.blue.base)


RADIUS_MM = 19.0
FIGURE_MM, UP_MM = 12.4, 7.4
FULL = 0.86  # how far a figure's corner reaches from a lozenge's middle to its edge
LOZENGES = {"split": grounds.MEDALLION, "weave": MEDALLION}


BACKS: Mapping[str, Drawing] = {
    "harlequin": draw_harlequin,
    "scales": draw_scales,
    "split": draw_split,
    "suits": draw_suit_trellis,
    "weave": draw_weave,
    "chips": draw_chips,
}
"""Every back by its name in decks of people's own and in themes."""


def wearing(name: str, icon: str) -> Drawing:
    """Return the back of this name with an icon for its medallion: upright in its upper half, turned in its lower."""
    draw_back = BACKS[name]

    def back(ink: Ink, size: Size) -> None:
        draw_back(ink, size)
        k = min(size.scale, size.width_mm / 50, size.height_mm / 50)
        across, up = shape = _shape(ink, size, name, k)
        box = (-across - k, -up - k, across + k, up + k)
        key = ("medallion", icon, k, shape)
        with ink.on_white() if ink.theme.engraved else nullcontext():
            ink.form(key, lambda i: _draw(i, icon, k, shape), box, size.width_mm / 2, size.height_mm / 2)

    return back


def _shape(ink: Ink, size: Size, name: str, k: float) -> tuple[float, float]:
    """Give the half width and the half height of a medallion; of a disc both are the same."""
    if ink.theme.back == "seaside" or (ink.theme.back == "harlequin" and name not in (*LOZENGES, "harlequin")):
        return RADIUS_MM * k, RADIUS_MM * k
    if ink.theme.back == "lacquer":
        across, up = (each * size.scale for each in grounds.CABINET_MEDALLION)
    elif name == "harlequin":
        w, h, high = grounds.net(size.width_mm, size.height_mm)
        across, up = high * w, high * h
    else:
        across, up = (each * size.scale for each in LOZENGES[name])
    corner = (FIGURE_MM / 2 * k / across + (UP_MM + FIGURE_MM / 2) * k / up) / FULL
    larger = max(1.04, corner)
    return across * larger, up * larger


def _draw(ink: Ink, icon: str, k: float, shape: tuple[float, float]) -> None:
    from cardgen.art.icons import draw_icon

    across, up = shape
    ground = ink.paper if ink.low else WHITE if ink.theme.engraved else ink.palette.plate

    def rim(inset: float) -> Outline:
        if across == up:
            return ellipse(0, 0, across - inset)
        return lozenge(0, 0, across - inset, up - inset * up / across)

    ink.draw(rim(0), ground, ink.black, 0.9, join="mitre")
    ink.draw(rim(1.2 * k), None, ink.black, 0.4, join="mitre")
    with ink.at(0, 0, 0, k):
        twice(ink, lambda i: draw_icon(i, icon, 0, UP_MM, FIGURE_MM, i.black, ground))
        red = ink.black if ink.low else ink.palette.red.base
        for side in (-1, 1):
            ink.draw(lozenge(side * (across / k - 4.8), 0, 0.9, 1.3), red)
