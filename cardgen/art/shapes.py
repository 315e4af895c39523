"""The four suits, the five shapes of West, their ornaments, and the hatchings that stand for colours.

Suits (`c d h s`) and shapes are paths of height 1 about the origin, y up. Hatching is that of heraldry: red is upright
lines, blue level lines, green lines falling to the right, black both upright and level, yellow dots in a staggered net.
Each hatching is fitted to its shape. The outermost lines lie as far from the shape's edge as from the next line, lines
end where the inside of the shape ends, and very short lines and parts of dots are left out.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import pairwise
from math import acos, atan2, cos, degrees, hypot, pi, radians, sin, sqrt

from cardgen.pdf.ink import Ink
from cardgen.pdf.path import (
    POINTS_PER_MM,
    Join,
    Outline,
    Point,
    arc,
    compound,
    ellipse,
    lozenge,
    poly,
    rect,
    segment,
    sliver,
    smooth,
    svg,
)
from cardgen.pdf.theme import Colour, Tone, mix

LINE_PT = 0.85
PITCH_MM = 2.0
_DOT = 0.18  # a dot's radius, as a share of the pitch
_STUMP = 0.7  # a line shorter than this share of the pitch is left out
_TICK, _MANY = 2.0, 8  # where there are so many lines, an outermost one shorter than this share is left out too
_SLANT = sqrt(0.5)
_WAYS: dict[str, tuple[Point, ...]] = {
    "red": ((0.0, 1.0),),
    "blue": ((1.0, 0.0),),
    "green": ((_SLANT, -_SLANT),),
    "black": ((0.0, 1.0), (1.0, 0.0)),
}
_STEPS = 8  # straight pieces that a cubic is taken for


def hatch(
    ink: Ink,
    tone: str,
    shape: Outline,
    clear: float,
    colour: Colour,
    width_pt: float = LINE_PT,
    pitch: float = PITCH_MM,
    *,
    inline: bool = False,
) -> None:
    """Fill a shape with the heraldic hatching that stands for a colour.

    `tone` is the colour to stand for (red, blue, green, black or yellow), `colour` that of the lines. No line is nearer
    than `clear` mm to the shape's edge. Lines are `width_pt` points wide and about `pitch` mm apart, counted from the
    shape's edge; with `inline`, counted from `clear` mm inside the edge, where the caller draws an outline of its own.
    Raises KeyError for another `tone`.
    """
    lines = pattern(tone, shape, clear, pitch, clear if inline else 0)
    if tone == "yellow":
        ink.draw(lines, colour)
    else:
        ink.draw(lines, None, colour, width_pt, cap="butt")


@lru_cache(maxsize=512)
def pattern(tone: str, shape: Outline, clear: float, pitch: float, first: float = 0) -> Outline:
    """Return the lines (for yellow: dots) of the hatching that stands for the colour `tone` inside a shape.

    They keep `clear` mm from the shape's edge and lie about `pitch` mm apart. The spacing of lines starts `first` mm
    inside the edge. Raises KeyError for a colour without hatching.
    """
    edge = shape.corners(_STEPS)
    if tone == "yellow":
        return _dots(edge, clear, pitch)
    lines: list[Outline] = []
    for dx, dy in _WAYS[tone]:
        # Where the shape begins and ends, seen along the lines.
        across = [y * dx - x * dy for x, y in edge]
        low, high = min(across) + first, max(across) - first
        count = max(2, round((high - low) / pitch))
        for i in range(1, count):
            out = low + (high - low) * i / count
            start = (-dy * out, dx * out)
            least = (_TICK if count > _MANY and i in (1, count - 1) else _STUMP) * pitch
            lines += [
                segment(start[0] + dx * a, start[1] + dy * a, start[0] + dx * b, start[1] + dy * b)
                for a, b in _inside(edge, start, (dx, dy), clear)
                if b - a >= least
            ]
    return sum(lines, Outline())


def holds(shape: Outline, points: Iterable[Point], clear: float) -> bool:
    """Return whether all points are inside a closed shape, at least `clear` mm from its edge."""
    edge = shape.corners(_STEPS)
    return all(any(a <= x <= b for a, b in _inside(edge, (0, y), (1, 0), clear)) for x, y in points)


def _dots(edge: list[Point], clear: float, pitch: float) -> Outline:
    """Return dots in staggered rows inside a polygon.

    The dots are about `pitch` mm apart. A dot that would come nearer to the edge than `clear` mm is left out.
    """
    r, step = _DOT * pitch, pitch * 1.15
    wide = max(abs(x) for x, _ in edge)
    low, high = min(y for _, y in edge) + clear, max(y for _, y in edge) - clear
    rows = max(1, round((high - low) / (step * 0.87)))
    dots = Outline()
    for j in range(rows):
        y = low + (high - low) * (j + 0.5) / rows
        spans = _inside(edge, (0, y), (1, 0), clear + r)
        for i in range(-int(wide / step) - 1, int(wide / step) + 2):
            x = i * step + (step / 2 if j % 2 else 0)
            if any(a <= x <= b for a, b in spans):
                dots += ellipse(x, y, r)
    return dots


def _inside(edge: list[Point], start: Point, way: Point, clear: float) -> list[tuple[float, float]]:
    """Return the pieces of a straight line that lie in a polygon, at least `clear` mm from its edge.

    The line runs through `start` in the direction `way` (a unit vector). Each piece is a pair of distances from
    `start`.
    """
    (x, y), (dx, dy) = start, way
    # The polygon as the line sees it: along the line, and away from it.
    seen = [((px - x) * dx + (py - y) * dy, (py - y) * dx - (px - x) * dy) for px, py in edge]
    crossings, near = [], []
    for (a, p), (b, q) in zip(seen, seen[1:] + seen[:1], strict=True):
        if (p > 0) != (q > 0):
            crossings.append(a + (b - a) * p / (p - q))
        if min(p, q) < clear and max(p, q) > -clear and (found := _within(a, p, b, q, clear)):
            near.append(found)
    crossings.sort()
    spans = list(zip(crossings[::2], crossings[1::2], strict=True))
    for low, high in near:
        spans = [
            piece for a, b in spans for piece in ((a, min(b, low)), (max(a, high), b)) if piece[1] > piece[0]
        ]  # fmt: skip
    return sorted(spans)


def _within(a: float, p: float, b: float, q: float, reach: float) -> tuple[float, float] | None:
    """Return the interval of the x axis in which points are nearer than `reach` to a segment, or None.

    The segment runs from (a, p) to (b, q). The interval is its lowest and its highest x. The result is None if no point
    is so near.
    """
    found: list[float] = []
    for end, off in ((a, p), (b, q)):
        if abs(off) < reach:
            half = sqrt(reach * reach - off * off)
            found += [end - half, end + half]
    length = hypot(b - a, q - p)
    if length > 1e-9 and abs(q - p) > 1e-9:
        ux, uy = (b - a) / length, (q - p) / length
        for side in (reach, -reach):
            # A point (t, 0) at this distance beside the line, and how far along the line it then lies.
            t = a - (p * ux + side) / uy if abs(uy) > 1e-9 else a
            if 0 <= (t - a) * ux - p * uy <= length:
                found.append(t)
    return (min(found), max(found)) if found else None


CLUBS, DIAMONDS, HEARTS, SPADES = "c", "d", "h", "s"
SUITS = CLUBS, DIAMONDS, HEARTS, SPADES
SUIT_NAMES = {CLUBS: "clubs", DIAMONDS: "diamonds", HEARTS: "hearts", SPADES: "spades"}

_HEART = svg(
    "M0,47 C-7,33 -46,8 -46,-20 C-46,-37 -35,-46 -23,-46 C-11,-46 -3,-37 0,-27 "
    "C3,-37 11,-46 23,-46 C35,-46 46,-37 46,-20 C46,8 7,33 0,47 Z",
    0.01,
)
_DIAMOND = svg("M0,-49 C7,-33 23,-12 37,0 C23,12 7,33 0,49 C-7,33 -23,12 -37,0 C-23,-12 -7,-33 0,-49 Z", 0.01)
_SPADE = svg(
    "M0,-49 C7,-34 44,-12 44,15 C44,29 34,37 23,37 C15,37 8,33 4,27 C5,36 9,43 18,46 L18,49 "
    "L-18,49 L-18,46 C-9,43 -5,36 -4,27 C-8,33 -15,37 -23,37 C-34,37 -44,29 -44,15 C-44,-12 -7,-34 0,-49 Z",
    0.01,
)
# The club's discs: their radius, the middles of the upper and the right one; and the foot's edge, from the neck down.
_DISC = 0.218
_UPPER, _RIGHT = (0.0, 0.27), (0.243, -0.09)
_FOOT = ((0.05, 0.06), (0.05, -0.18), (0.06, -0.38), (0.19, -0.46))
_FLOOR = -0.49


def _foot_from(t: float) -> tuple[Point, ...]:
    """Return the control points of the lower part of the curve at the club's stem, cut at `t`.

    The whole curve is a Bézier curve from the neck (`t` = 0) down to the foot (`t` = 1). The first point of the result
    is the one at `t`.
    """
    points, left = list(_FOOT), [_FOOT[3]]
    while len(points) > 1:
        points = [((1 - t) * a + t * c, (1 - t) * b + t * d) for (a, b), (c, d) in pairwise(points)]
        left.insert(0, points[-1])
    return tuple(left)


def _club() -> Outline:
    """Return the outline of a club of height 1: its stem, its right disc, its upper disc, and their mirror images."""
    low, high = 0.3, 1.0  # the foot is in the disc at the one, outside at the other
    for _ in range(40):
        middle = (low + high) / 2
        x, y = _foot_from(middle)[0]
        low, high = (middle, high) if hypot(x - _RIGHT[0], y - _RIGHT[1]) < _DISC else (low, middle)
    (mx, my), *handles = _foot_from(high)
    begin = degrees(atan2(my - _RIGHT[1], mx - _RIGHT[0])) % 360 - 360
    # The discs meet where they touch, on the line between their middles (they overlap by next to nothing).
    to_upper = degrees(atan2(_UPPER[1] - _RIGHT[1], _UPPER[0] - _RIGHT[0]))
    lean = degrees(acos(hypot(_UPPER[0] - _RIGHT[0], _UPPER[1] - _RIGHT[1]) / 2 / _DISC))
    half = Outline().move(0, _FLOOR).line(_FOOT[3][0], _FLOOR, *_FOOT[3])
    half = half.curve(*handles[1], *handles[0], mx, my)
    half = _on(half, arc(*_RIGHT, _DISC, begin, to_upper - lean))
    half = _on(half, arc(*_UPPER, _DISC, to_upper - 180 + lean, 90))
    return _on(half, half.flip().reverse()).close()


def _on(path: Outline, more: Outline) -> Outline:
    """Return `path` with `more` appended, as one contour; `more` must begin where `path` ends."""
    return Outline((*path.segments, *more.segments[1:]))


SUIT_PATHS: dict[str, Outline] = {HEARTS: _HEART, DIAMONDS: _DIAMOND, SPADES: _SPADE, CLUBS: _club()}
# How a line inside a suit turns at a notch: clubs have notches so sharp that a mitre would shoot through.
INNER_JOIN: dict[str, Join] = {HEARTS: "mitre", DIAMONDS: "mitre", SPADES: "mitre", CLUBS: "round"}
# Drawn this high and scaled where it is placed, so that rounding stays out of sight.
_DRAWN_MM = 20.0
# A pattern beside the colour, for a mark of height 1: how far apart its lines are, and the solid rim left round it.
AID_PITCH, AID_RIM = 0.13, 0.06
# Marks less high than this have fewer lines, or they would run together.
AID_COARSE_MM, AID_COARSE = 10.0, 0.2


def suit_path(suit: str, x: float, y: float, height: float, turn: float = 0) -> Outline:
    """Return the outline of a suit (`c d h s`) about (x, y), `height` mm high, turned `turn` degrees anticlockwise."""
    return SUIT_PATHS[suit].at(x, y, height, turn=turn)


def suit_colour(ink: Ink, suit: str) -> Colour:
    """Return the colour of a suit (`c d h s`): the theme's red for hearts and diamonds, else black."""
    return ink.palette.red.base if suit in (HEARTS, DIAMONDS) else ink.black


def draw_suit(
    ink: Ink,
    suit: str,
    x: float,
    y: float,
    height: float,
    colour: Colour | None = None,
    *,
    turn: float = 0,
    outline_pt: float = 0,
    pattern: bool = False,
) -> None:
    """Draw a suit (`c d h s`) about (x, y), `height` mm high, turned by `turn` degrees anticlockwise.

    The suit has the colour `colour`; None means red or black, as usual for the suit. If `outline_pt` is 0, the suit is
    filled. Otherwise it is an outline of this width in points, and the inside has the paper's colour. With `pattern`,
    hatching is added if the user asked for patterns beside colours (`ink.aid`). The document stores the drawing once.
    """
    tone = colour or suit_colour(ink, suit)
    pattern = pattern and ink.aid
    left, bottom, right, top = -0.5, -0.52, 0.5, 0.52
    if outline_pt:

        def outlined(ink: Ink) -> None:
            ink.draw(suit_path(suit, 0, 0, height), ink.paper, tone, outline_pt)
            if pattern:
                hatch_suit(ink, suit, height, AID_RIM * height, tone, 0.45)

        more = outline_pt
        box = left * height - more, bottom * height - more, right * height + more, top * height + more
        ink.form(("suit", suit, tone, height, outline_pt, pattern), outlined, box, x, y, turn)
        return
    size, pitch = _DRAWN_MM, _pitch(height) if pattern else 0

    def filled(ink: Ink) -> None:
        ink.draw(suit_path(suit, 0, 0, size), tone)
        if pitch:
            hatch_suit(ink, suit, size, AID_RIM * size, ink.paper, 0.95 * pitch / AID_PITCH, pitch=pitch)

    box = left * size, bottom * size, right * size, top * size
    ink.form(("suit", suit, tone, pitch), filled, box, x, y, turn, height / size)


def hatch_suit(
    ink: Ink, suit: str, height: float, inset: float, lines: Colour, width_pt: float, *, inline: bool = False,
    pitch: float = 0,
) -> None:  # fmt: skip
    """Fill a suit (`c d h s`) about the origin, `height` mm high, with the hatching for red or black.

    The hatching keeps `inset` mm from the edge. Lines have the colour `lines` and are `width_pt` points wide. `pitch`
    is the distance between lines as a fraction of `height`; 0 means a distance that suits `height`. The spacing starts
    at the edge, or with `inline` at `inset` mm inside the edge, where the caller draws a line of its own.
    """
    tone = "red" if suit in (HEARTS, DIAMONDS) else "black"
    shape = suit_path(suit, 0, 0, height)
    hatch(ink, tone, shape, inset, lines, width_pt, (pitch or _pitch(height)) * height, inline=inline)


def _pitch(height: float) -> float:
    return AID_PITCH if height >= AID_COARSE_MM else AID_COARSE


_SIZES = (20.0, 28.0, 39.0, 60.0, 90.0)  # a pattern is drawn for one of these, so that few are kept in a file


def grain(size: float) -> float:
    """Return the scale of the ornament in a shape `size` mm high: 0.66 up to 20 mm, rising to 1 at 39 mm."""
    return 0.66 + 0.34 * min(1.0, max(0.0, (size - 20) / 19))


def draw_ornament(ink: Ink, colour: str, tone: Tone, size: float) -> None:
    """Fill a square of at least `size` mm about the origin with the ornament of a colour.

    `colour` is r, y, g, b or k (black) and says which ornament is drawn. `tone` has the shades in which it is drawn.
    """
    size = next((one for one in _SIZES if size <= one), size)
    reach = 0.52 * size  # the widest shape is .55 to either side, less its rim
    ink.form(
        ("ornament", colour, round(size, 3)),
        lambda i: _PATTERNS[colour](i, grain(size), tone, reach),
        (-reach - 5, -reach - 5, reach + 5, reach + 5),
    )


def _scales(ink: Ink, f: float, tone: Tone, reach: float) -> None:
    r = 4.0 * f
    across, rows = int(reach / (2 * r)) + 2, int(reach / (0.92 * r)) + 1
    for row in range(-rows, rows + 1):
        y = row * r * 0.92
        xs = [2 * r * i + (r if row % 2 else 0) for i in range(-across, across + 1)]
        xs = [x for x in xs if abs(x) < reach + r]
        rings = compound([ellipse(x, y, r) for x in xs])

        def cuts(*places: float, wide: float, near: float, far: float, xs: list[float] = xs, y: float = y) -> Outline:
            return compound(
                [
                    sliver((x + d * 1.35 * r, y - (near - abs(d) * 0.55) * r), (x + d * 0.6 * r, y - far * r), wide * r)
                    for x in xs
                    for d in places
                ]
            )

        if ink.low:
            ink.draw(rings, ink.paper, tone.shade, 0.6)
            ink.draw(cuts(-0.36, 0, 0.36, wide=0.13, near=0.86, far=0.25), tone.shade)
        else:
            ink.draw(rings, tone.base, ink.paper, 1.1)
            ink.draw(cuts(-0.42, -0.21, 0.21, 0.42, wide=0.16, near=0.84, far=0.05), tone.shade)
            ink.draw(cuts(0, wide=0.16, near=0.84, far=0.05), ink.paper)


def _harlequin(ink: Ink, f: float, tone: Tone, reach: float) -> None:
    w, h = 3.1 * f, 4.5 * f
    places = [
        (i * w, j * h, j % 2)
        for i in range(-int(reach / w) - 2, int(reach / w) + 3)
        for j in range(-int(reach / h) - 2, int(reach / h) + 3)
        if (i + j) % 2 == 0 and abs(i * w) < reach + w and abs(j * h) < reach + h
    ]

    def net(odd: int, k: float) -> Outline:
        return compound([lozenge(x, y, k * w, k * h) for x, y, is_odd in places if is_odd == odd])

    if ink.low:
        ink.draw(net(0, 1) + net(1, 1), None, tone.shade, 0.45, join="mitre")
        ink.draw(net(1, 0.42), tone.base)
        return
    ink.draw(net(1, 1), tone.base)
    ink.draw(net(1, 0.3), ink.paper)
    ink.draw(net(0, 1), tone.tint)
    ink.draw(net(0, 0.5), tone.base)


def _waves(ink: Ink, f: float, tone: Tone, reach: float) -> None:
    step, high, long = 4.1 * f, 0.95 * f, 8.4 * f
    ends = int(8 * reach / long) + 5

    def crest(y: float, shift: float) -> Outline:
        points = [(x * long / 8 + shift, y + high * sin(x * pi / 4)) for x in range(-ends, ends + 1)]
        return smooth(points)

    for k in range(-int(reach / step) - 1, int(reach / step) + 2):
        y, shift = k * step, (long / 2 if k % 2 else 0)
        if ink.low:
            ink.draw(crest(y, shift), None, tone.shade, 0.8)
            ink.draw(crest(y - 0.3 * step, shift), None, tone.shade, 0.3)
            continue
        top, foot = crest(y, shift), crest(y - 0.5 * step, shift)
        ink.draw(top.joined(foot.reverse()).close(), tone.shade)
        ink.draw(top, None, ink.paper, 1.5)
        ink.draw(foot, None, ink.paper, 0.5)


def _beads(ink: Ink, f: float, tone: Tone, reach: float) -> None:
    p = 4.6 * f
    places = [
        (i * p + (p / 2 if j % 2 else 0), j * p * 0.866)
        for j in range(-int(reach / p) - 2, int(reach / p) + 3)
        for i in range(-int(reach / p) - 2, int(reach / p) + 3)
        if abs(i * p + (p / 2 if j % 2 else 0)) < reach + p / 3 and abs(j * p * 0.866) < reach + p / 3
    ]

    def dots(k: float) -> Outline:
        return compound([ellipse(x, y, k * p) for x, y in places])

    if ink.low:
        ink.draw(dots(0.27), ink.paper, tone.shade, 0.5)
        ink.draw(dots(0.1), tone.shade)
        return
    ink.draw(dots(0.33), tone.shade)
    ink.draw(dots(0.2), ink.paper)
    ink.draw(dots(0.085), tone.shade)


def _weave(ink: Ink, f: float, tone: Tone, reach: float) -> None:
    p = 4.3 * f
    middle: list[Outline] = []
    sides: list[Outline] = []
    n = int(reach / p + 0.5)
    for j in range(-n, n + 1):
        for i in range(-n, n + 1):
            for d in (-0.3, 0, 0.3):
                x, y, long, thin = i * p, j * p, 0.98 * p, 0.2 * p
                if (i + j) % 2 == 0:
                    bar = rect(x - long / 2, y + d * p - thin / 2, long, thin)
                else:
                    bar = rect(x + d * p - thin / 2, y - long / 2, thin, long)
                (sides if d else middle).append(bar)
    if ink.low:
        ink.draw(compound(sides + middle), None, tone.shade, 0.3)
        return
    ink.draw(compound(sides), mix(tone.base, ink.paper, 0.3))
    ink.draw(compound(middle), ink.paper)


_PATTERNS: dict[str, Callable[[Ink, float, Tone, float], None]] = {
    "r": _scales,
    "y": _beads,
    "g": _harlequin,
    "b": _waves,
    "k": _weave,
}


CIRCLE, HEART, TRIANGLE, SQUARE, BLOB = "c", "h", "t", "s", "o"
SHAPES = CIRCLE, HEART, TRIANGLE, SQUARE, BLOB
SHAPE_NAMES = {CIRCLE: "circle", HEART: "heart", TRIANGLE: "triangle", SQUARE: "square", BLOB: "blob"}
COLOURS = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "k": "black"}


def _blob(turn: int) -> Point:
    """Return the point on the outline of the blob, a wavy round shape of West, in the direction `turn`.

    `turn` is in degrees anticlockwise from the x axis. The blob is about 1 high and has its middle in the origin.
    """
    a = radians(turn)
    r = 0.42 + 0.055 * cos(3 * a - 0.9) + 0.04 * cos(5 * a + 0.7)
    return r * cos(a), r * sin(a)


SHAPE_PATHS: dict[str, Outline] = {
    CIRCLE: ellipse(0, 0, 0.48),
    HEART: SUIT_PATHS[HEARTS],
    TRIANGLE: poly([(0, 0.51), (0.549, -0.441), (-0.549, -0.441)]),
    SQUARE: rect(-0.43, -0.43, 0.86, 0.86),
    BLOB: smooth([_blob(turn) for turn in range(0, 360, 15)], closed=True),
}

CONTOUR_PT = 1.8
INSET_MM, INLINE_MM = 1.5, 0.28
OUTLINE_PT, RIM_MM, GAP_MM = 1.6, 1.75, 0.42


def shape_path(shape: str, x: float, y: float, size: float) -> Outline:
    """Return the outline of a shape of the deck West (see `SHAPE_NAMES`) about (x, y), `size` mm high."""
    return SHAPE_PATHS[shape].at(x, y, size)


def tone(ink: Ink, colour: str) -> Tone:
    """Return the theme's tone (a colour in four strengths) for a colour of West cards: r, y, g, b or k (black).

    Raises KeyError for another letter.
    """
    found: Tone = getattr(ink.palette, COLOURS[colour])
    return found


def draw_shape(ink: Ink, shape: str, colour: str, x: float, y: float, size: float) -> None:
    """Draw a large shape of West about (x, y), `size` mm high, with rim and ornament.

    `shape` is c, h, t, s or o (circle, heart, triangle, square, blob), `colour` is r, y, g, b or k (red, yellow, green,
    blue, black). If the user asked for patterns beside colours (`ink.aid`), the shape has hatching instead of the
    ornament. The document stores the drawing once.
    """
    path, edge, f = SHAPE_PATHS[shape].at(0, 0, size), size * 0.62 + 1, grain(size)
    rim = RIM_MM * f

    def coin(ink: Ink) -> None:
        shades = tone(ink, colour)
        if ink.aid:
            _hatched(ink, path, colour, size)
            return
        with ink.clip(path):
            ink.draw(path, ink.paper if ink.low else shades.base)
            draw_ornament(ink, colour, shades, size)
            ink.draw(path, None, ink.paper, 2 * (rim + GAP_MM * f) * POINTS_PER_MM, join="mitre")
            if ink.low:
                ink.draw(path, None, ink.black, 2 * (rim + 0.1) * POINTS_PER_MM, join="mitre")
            ink.draw(path, None, ink.paper if ink.low else shades.base, 2 * rim * POINTS_PER_MM, join="mitre")
            milling = shades.base if ink.low else shades.shade if colour == "y" else ink.paper
            dash = (0.75 * f, 2.1 * f)
            ink.draw(path, None, milling, 1.32 * rim * POINTS_PER_MM, cap="butt", join="bevel", dash=dash)
        ink.draw(path, None, ink.black, OUTLINE_PT)

    ink.form(("shape", shape, colour, size), coin, (-edge, -edge, edge, edge), x, y)


def _hatched(ink: Ink, path: Outline, colour: str, size: float) -> None:
    """Draw a shape in flat colour with the hatching that stands for this colour.

    It is for people who cannot tell colours apart. `path` is the outline of the shape, `size` its height in mm, and
    `colour` is r, y, g, b or k (black).
    """
    shades = tone(ink, colour)
    inset, pitch = INSET_MM * min(1, size / 20), PITCH_MM * max(0.75, min(1, size / 22))
    line = inset + INLINE_MM
    if ink.low:
        ink.draw(path, ink.paper)
        hatch(ink, COLOURS[colour], path, line, shades.shade, 0.6, pitch)
        ink.draw(path, None, ink.black, 3.0)
        ink.draw(path, None, shades.base, 1.7)
        return
    ink.draw(path, shades.base)
    hatch(ink, COLOURS[colour], path, inset + INLINE_MM / 2, ink.paper, pitch=pitch, inline=True)
    with ink.clip(path):
        ink.draw(path, None, ink.paper, 2 * line * POINTS_PER_MM, join="mitre")
        ink.draw(path, None, shades.base, 2 * inset * POINTS_PER_MM, join="mitre")
    ink.draw(path, None, ink.black, CONTOUR_PT)


def draw_small_shape(ink: Ink, shape: str, colour: str, x: float, y: float, size: float) -> None:
    """Draw a shape of West for a card's corner about (x, y), in flat colour with a thin outline.

    `shape` is c, h, t, s or o (see `SHAPE_NAMES`), `colour` is r, y, g, b or k (black), and `size` is the height in mm.
    The shape is filled even if ink is saved.
    """
    ink.draw(shape_path(shape, x, y, size), tone(ink, colour).base, ink.black, 0.9)
