"""Nets of boxes: panels as polygons in millimetres, the folds between them, and the lines to cut.

The printed side is up, and the lower left corner is at the origin. Each panel except the first is attached to another
by a fold, and folds away from the printed side. Nothing is drawn here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import cos, dist, hypot, radians, sin
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.errors import PrintError
from cardgen.layout import PAPERS, CardSize, Paper
from cardgen.spec import Stock
from liarsdeck.english import counted, listed

Point = tuple[float, float]
Line = tuple[Point, Point]
Kind = Literal["face", "flap", "glue", "turn"]

BLEED_MM = 1.6
"""How far a face's ground goes on past its edge, onto a flap or the waste."""
TICK_MM = 2.6
_HATCH_MM = 2.2  # from one line of a hatching to the next, along the edge
_EPS = 1e-6


class Panel(Struct, frozen=True):
    """One panel of a box laid flat: its name in the net, and its outline, an anticlockwise polygon in mm.

    `kind` is `face` for a visible side of the closed box, `flap` for a panel that is tucked inside, `glue` for one that
    is glued on its printed side, `turn` for one that is turned in round a board. The panel is attached to the panel
    named `parent` along the line `fold`, and lies to the left of that line. A panel that a net begins with has no
    parent ("") and no fold.
    """

    name: str
    kind: Kind
    outline: tuple[Point, ...]
    parent: str = ""
    fold: Line | None = None

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The smallest rectangle round the panel: left, bottom, right and top in mm."""
        xs, ys = zip(*self.outline, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


class Net(Struct, frozen=True):
    """A box laid flat: its panels, and the width, height and depth in mm inside the closed box."""

    panels: tuple[Panel, ...]
    inner: tuple[float, float, float]

    def __getitem__(self, name: str) -> Panel:
        return next(panel for panel in self.panels if panel.name == name)

    @property
    def faces(self) -> tuple[Panel, ...]:
        """The panels that are seen on the closed box."""
        return tuple(panel for panel in self.panels if panel.kind == "face")

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in mm of the flat box."""
        boxes = [panel.box for panel in self.panels]
        return max(box[2] for box in boxes), max(box[3] for box in boxes)


def settled(panels: Sequence[Panel], inner: tuple[float, float, float]) -> Net:
    """Return the net of these panels, moved so that its lower left corner is the origin.

    `inner` is the width, height and depth inside the closed box, in mm.
    """
    left, bottom = min(panel.box[0] for panel in panels), min(panel.box[1] for panel in panels)

    def moved(point: Point) -> Point:
        return point[0] - left, point[1] - bottom

    return Net(
        tuple(
            replace(
                panel,
                outline=tuple(moved(point) for point in panel.outline),
                fold=panel.fold and (moved(panel.fold[0]), moved(panel.fold[1])),
            )
            for panel in panels
        ),
        inner,
    )


def rectangle(x0: float, y0: float, x1: float, y1: float) -> tuple[Point, ...]:
    """Return the corners of a rectangle, anticlockwise from the lower left, (x0, y0); (x1, y1) is opposite."""
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def flap(a: Point, b: Point, length: float, slope: float = 0.0, rounding: float = 0.0) -> tuple[Point, ...]:
    """Return the corners of a flap to the left of the fold from a to b, `length` mm long.

    It narrows by `slope` mm at either side; its free corners have the radius `rounding`.
    """
    wide = hypot(b[0] - a[0], b[1] - a[1])
    along = ((b[0] - a[0]) / wide, (b[1] - a[1]) / wide)
    out = (-along[1], along[0])
    slope = min(slope, wide * 0.45)
    rounding = min(rounding, length * 0.9, wide / 2 - slope)

    def at(u: float, v: float) -> Point:
        return a[0] + along[0] * u + out[0] * v, a[1] + along[1] * u + out[1] * v

    corners = [at(wide - slope, length), at(slope, length)]
    if rounding > 0:
        right, left = (wide - slope - rounding, length - rounding), (slope + rounding, length - rounding)
        corners = [
            *(at(right[0] + rounding * cos(t), right[1] + rounding * sin(t)) for t in _angles(0, 90)),
            *(at(left[0] + rounding * cos(t), left[1] + rounding * sin(t)) for t in _angles(90, 180)),
        ]
    return (a, b, *corners)


def _angles(start: float, end: float, steps: int = 9) -> list[float]:
    return [radians(start + (end - start) * i / steps) for i in range(steps + 1)]


def notch(x: float, y: float, r: float) -> list[Point]:
    """Return points on the lower half of the circle about (x, y) of radius `r`, right to left, for a notch."""
    return [(x + r * cos(t), y - r * sin(t)) for t in _angles(0, 180, 24)]


def edges(panel: Panel) -> Iterator[Line]:
    """Yield the sides of a panel's outline; those of length 0 are left out."""
    for a, b in zip(panel.outline, (*panel.outline[1:], panel.outline[0]), strict=True):
        if hypot(b[0] - a[0], b[1] - a[1]) > _EPS:
            yield a, b


def cuts(net: Net, panels: Sequence[Panel] | None = None, outside: float = 0.0) -> list[Line]:
    """Return the lines to cut: the sides of the panels without the parts that are folds.

    `panels` are some of the net's panels (None: all). Each line is moved outwards by `outside` mm.
    """
    folds = [panel.fold for panel in net.panels if panel.fold]
    lines = []
    for panel in net.panels if panels is None else panels:
        for (ax, ay), (bx, by) in (line for edge in edges(panel) for line in _without(edge, folds)):
            length = hypot(bx - ax, by - ay)
            x, y = (by - ay) / length * outside, (ax - bx) / length * outside  # to the right, which is outwards
            lines.append(((ax + x, ay + y), (bx + x, by + y)))
    return lines


def hatching(panel: Panel) -> list[Line]:
    """Return slanting lines that mark a panel to glue; they keep clear of its edges."""
    sides = []
    for (ax, ay), (bx, by) in edges(panel):
        length = hypot(bx - ax, by - ay)
        clear = BLEED_MM + 0.8 if panel.fold and _without(((ax, ay), (bx, by)), [panel.fold]) == [] else 1.1
        # Inside is where nx·x + ny·y is more than least.
        nx, ny = (ay - by) / length, (bx - ax) / length
        sides.append((nx, ny, nx * ax + ny * ay + clear))
    x0, y0, x1, y1 = panel.box
    lines, start = [], y0 - x1
    while start < y1 - x0:
        low, high = x0, x1  # along y = x + start
        for nx, ny, least in sides:
            slope, rest = nx + ny, least - ny * start
            if abs(slope) < _EPS:
                high = low - 1 if rest > 0 else high
            elif slope > 0:
                low = max(low, rest / slope)
            else:
                high = min(high, rest / slope)
        if high - low > 0.4:
            lines.append(((low, low + start), (high, high + start)))
        start += _HATCH_MM
    return lines


def _without(edge: Line, folds: Sequence[Line]) -> list[Line]:
    """Return the parts of an edge that lie on none of the folds."""
    (ax, ay), (bx, by) = edge
    length = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    pieces = [(0.0, length)]
    for fold in folds:
        across = [abs((x - ax) * uy - (y - ay) * ux) for x, y in fold]
        if max(across) > 1e-4:
            continue
        low, high = sorted((x - ax) * ux + (y - ay) * uy for x, y in fold)
        pieces = [
            (start, end)
            for a, b in pieces
            for start, end in ((a, min(b, low)), (max(a, high), b))
            if end - start > 1e-4
        ]
    return [((ax + ux * a, ay + uy * a), (ax + ux * b, ay + uy * b)) for a, b in pieces]


def bleeds(net: Net, panel: Panel) -> tuple[float, float, float, float]:
    """Return how many mm the colour of a face is printed beyond its left, bottom, right and top edge.

    The value for an edge is 0 if another face adjoins that edge.
    """
    x0, y0, x1, y1 = panel.box
    left = bottom = right = top = BLEED_MM
    for other in net.faces:
        a0, b0, a1, b1 = other.box
        if min(y1, b1) - max(y0, b0) > _EPS:
            left = 0.0 if abs(a1 - x0) < _EPS else left
            right = 0.0 if abs(a0 - x1) < _EPS else right
        if min(x1, a1) - max(x0, a0) > _EPS:
            bottom = 0.0 if abs(b1 - y0) < _EPS else bottom
            top = 0.0 if abs(b0 - y1) < _EPS else top
    return left, bottom, right, top


def bay(panel: Panel) -> tuple[list[Point], float]:
    """Return the points along the half circle of a face's thumb notch, and its radius; ([], 0) without a notch.

    `panel` is the face. The points are in the order of the face's outline, in the coordinates of the net; all lengths
    are in mm.
    """
    x0, _, x1, _ = panel.box
    points = [point for point in panel.outline if min(point[0] - x0, x1 - point[0]) > _EPS]
    return points, (max(x for x, _ in points) - min(x for x, _ in points)) / 2 if points else 0.0


def ground(net: Net, panel: Panel, least: float = 0.0) -> list[Point]:
    """Return the outline of the printed area of a face: the face with its bleed, less its thumb notch if any.

    At an edge where another face adjoins, there is no bleed, and the area goes on for `least` mm. All points are in mm.
    """
    x0, y0, x1, y1 = panel.box
    left, bottom, right, top = (max(least, bleed) for bleed in bleeds(net, panel))
    notched, radius = bay(panel)
    middle = (x0 + x1) / 2
    k = max(0.0, 1 - top / radius) if notched else 0.0
    return [
        (x0 - left, y0 - bottom),
        (x1 + right, y0 - bottom),
        (x1 + right, y1 + top),
        *([(middle + radius * k, y1 + top)] if notched else []),
        *((middle + (x - middle) * k, y1 + (y - y1) * k) for x, y in notched),
        *([(middle - radius * k, y1 + top)] if notched else []),
        (x0 - left, y1 + top),
    ]


def ticks(net: Net) -> list[Line]:
    """Return marks beside the net to lay a ruler along: one in line with each fold at each of its ends.

    A mark lies as near to the fold as it can without touching a panel. Where marks would overlap, there is one.
    """
    marks: list[Line] = []
    for panel in net.panels:
        if panel.fold is None:
            continue
        (ax, ay), (bx, by) = panel.fold
        length = hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / length, (by - ay) / length
        for (x, y), way in (((ax, ay), -1), ((bx, by), 1)):
            tick = _tick(net, x, y, ux * way, uy * way)
            if tick and not any(_without(tick, [other]) != [tick] and dist(tick[0], other[0]) < 9 for other in marks):
                marks.append(tick)
    return marks


def _tick(net: Net, x: float, y: float, ux: float, uy: float) -> Line | None:
    """Return the nearest mark beyond a fold's end that touches no panel, or None if there is no room.

    (x, y) is the end of the fold, and (ux, uy) the unit vector along the fold outwards; in mm.
    """
    width, height = net.size
    at = BLEED_MM + 0.4
    hit: Panel | None = None  # the panel in the way, which most often is in the way of the next place, too
    while at < width + height:
        line = (x + ux * at, y + uy * at), (x + ux * (at + TICK_MM), y + uy * (at + TICK_MM))
        if hit is None or not _touches(hit, line):
            hit = next((panel for panel in net.panels if _touches(panel, line)), None)
            if hit is None:
                return line
        at += 0.5
    return None


def _touches(panel: Panel, line: Line) -> bool:
    """Return whether a short line enters a panel; a face counts with its bleed (colour beyond its edges)."""
    (ax, ay), (bx, by) = line
    more = BLEED_MM + 0.3 if panel.kind == "face" else 0.0
    x0, y0, x1, y1 = panel.box
    reach = more + TICK_MM  # the line's points lie no further than that from its two ends
    if max(ax, bx) < x0 - reach or min(ax, bx) > x1 + reach or max(ay, by) < y0 - reach or min(ay, by) > y1 + reach:
        return False
    points = [(ax + (bx - ax) * i / 6, ay + (by - ay) * i / 6) for i in range(-1, 8)]
    if panel.kind == "face":
        return any(x0 - more < x < x1 + more and y0 - more < y < y1 + more for x, y in points[1:-1])
    # Taken a little longer than it is, so that it ends clear of the flap's side.
    return any(_in(panel.outline, point) for point in points)


def _in(outline: Sequence[Point], point: Point) -> bool:
    """Whether a point lies in a convex outline or on its edge."""
    px, py = point
    return all(
        (bx - ax) * (py - ay) - (by - ay) * (px - ax) >= -1e-4 * hypot(bx - ax, by - ay)
        for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True)
    )


CLEARANCE_MM = 1.0
"""Free room beside, above and before the cards."""
LIFT_MM = 5.2
"""Room that the net needs round it on the page for its marks."""
SLACK_MM = 0.25
"""How much narrower than the room inside, at either side, what is tucked into it is."""

_GLUE_MM, _LEAST_GLUE_MM = 12.0, 6.0
_TUCK_MM = 15.0


def tuck_box(card: CardSize, cards: int, stock: Stock, *, glue_mm: float = _GLUE_MM) -> Net:
    """Return the net of a tuck box for `cards` cards of the size `card`; its glue flap is `glue_mm` wide.

    The lid hangs from the front and the notch for the thumb is in the back, so that nothing cuts into the front.
    `stock` is what the cards are made of: their thickness, and whether they are in sleeves. Each panel is larger than
    the room inside by the thickness of walls and flaps, which are as thick as a card without its sleeve. Lengths are in
    mm.
    """
    wall = stock.card_mm
    wide, high = stock.card(card)
    inner = wide + CLEARANCE_MM, high + CLEARANCE_MM, stock.thickness(cards) + CLEARANCE_MM
    # Across two walls; down the lid on its dust flap and the base under two flaps; deep two walls, tuck and glue flap.
    w, h, d = inner[0] + 2 * wall, inner[1] + 5 * wall, inner[2] + 4 * wall
    x1, x2, x3, x4 = d, d + w, 2 * d + w, 2 * (d + w)
    thumb = min(9.0, w / 5)
    dust = min(w / 2 - 1, max(d * 1.1, 9.0), 22.0)
    tuck = min(_TUCK_MM, h / 3)
    glue = min(glue_mm, w / 2)
    back = ((x1, 0.0), (x2, 0.0), (x2, h), *notch((x1 + x2) / 2, h, thumb), (x1, h))

    def hung(name: str, parent: str, a: Point, b: Point, outline: tuple[Point, ...]) -> Panel:
        return Panel(name, "face", outline, parent, (a, b))

    def flapped(name: str, kind: Kind, parent: str, a: Point, b: Point, length: float, slope: float, r: float) -> Panel:
        return Panel(name, kind, flap(a, b, length, slope, r), parent, (a, b))

    slope, r = min(1.6, d / 8), min(5.0, dust / 2)
    s = wall + SLACK_MM
    panels = (
        Panel("back", "face", back),
        hung("right", "back", (x1, 0), (x1, h), rectangle(0, 0, x1, h)),
        hung("left", "back", (x2, h), (x2, 0), rectangle(x2, 0, x3, h)),
        hung("front", "left", (x3, h), (x3, 0), rectangle(x3, 0, x4, h)),
        flapped("glue", "glue", "right", (0, 0), (0, h), glue, glue * 0.35 + 1, 0),
        hung("lid", "front", (x3, h), (x4, h), rectangle(x3, h, x4, h + d)),
        flapped("tuck", "flap", "lid", (x3 + s, h + d), (x4 - s, h + d), tuck, 0, tuck * 0.6),
        flapped("dust right", "flap", "right", (0, h), (x1, h), dust, slope, r),
        flapped("dust left", "flap", "left", (x2, h), (x3, h), dust, slope, r),
        hung("base", "back", (x2, 0), (x1, 0), rectangle(x1, -d, x2, 0)),
        flapped("base right", "glue", "right", (x1, 0), (0, 0), dust, slope, r),
        flapped("base left", "glue", "left", (x3, 0), (x2, 0), dust, slope, r),
        flapped("base front", "glue", "front", (x4 - s, 0), (x3 + s, 0), d - s, min(4.0, d / 3), 0),
    )
    return settled(panels, inner)


class NetSpot(Struct, frozen=True):
    """Where a net is printed, in mm: the page's width and height, and x and y of the net's lower left corner on it."""

    width: float
    height: float
    x: float
    y: float


Above = Callable[[Net, int], float]
"""How far up, from the net's foot, the note beside a box for so many cards reaches; in millimetres."""
MOST_BOXES = 6


def lay_net(net: Net, paper: Paper, margin_mm: float, top_mm: float = 0.0) -> NetSpot | None:
    """Return where a net is printed, in the middle of the page, or None if it does not fit.

    The page is the paper, upright or in landscape; the net and its marks stay inside a margin of `margin_mm`. `top_mm`
    is how high above the net's foot its caption ends (0: no caption).
    """
    wide, high = net.size[0], max(net.size[1], top_mm)
    for page in ((paper.width_mm, paper.height_mm), (paper.height_mm, paper.width_mm)):
        if wide + 2 * LIFT_MM <= page[0] - 2 * margin_mm and high + 2 * LIFT_MM <= page[1] - 2 * margin_mm:
            return NetSpot(*page, (page[0] - wide) / 2, (page[1] - high) / 2)
    return None


def fitting_boxes(
    card: CardSize, cards: int, stock: Stock, paper: Paper, margin_mm: float, above: Above | None = None
) -> list[tuple[int, Net, NetSpot]]:
    """Return (number of cards, net, place on the page) of each box, for as few boxes as hold all the cards.

    The cards are divided evenly. Each box is on a sheet of its own, inside a margin of `margin_mm`, and its glue flap
    is as wide as the paper allows. `stock` is what the cards are made of. `above(net, cards)` returns how far up from
    the net's foot its caption reaches, in mm (None: no caption). Raises PrintError if no more than six boxes do; the
    error says what would fit: other paper, or fewer cards.
    """
    for boxes in range(1, min(cards, MOST_BOXES) + 1):
        shares = [cards // boxes + (number < cards % boxes) for number in range(boxes)]
        fits = [(share, _fitting(card, share, stock, paper, margin_mm, above)) for share in shares]
        if all(fit for _, fit in fits):
            return [(share, *fit) for share, fit in fits if fit]
    wide, high = tuck_box(card, cards, stock, glue_mm=_LEAST_GLUE_MM).size
    advice = what_fits(lambda many, other: _fitting(card, many, stock, other, margin_mm, above), cards, paper)
    name = counted(cards, f"{card.name} card")
    raise PrintError(
        f"a box for {name}{' in sleeves' if stock.sleeved else ''} is {wide + 2 * LIFT_MM:.0f} ×"
        f" {high + 2 * LIFT_MM:.0f} mm flat, and {paper.name} has {paper.width_mm - 2 * margin_mm:.0f} ×"
        f" {paper.height_mm - 2 * margin_mm:.0f} mm to print on: {advice}"
    )


def what_fits(fits: Callable[[int, Paper], object], cards: int, paper: Paper) -> str:
    """Return a phrase on the papers that a box for so many cards fits, and on how many cards a box on `paper` holds.

    `fits(cards, paper)` returns something true if a box for so many cards fits that paper.
    """
    ways = [other.name for other in PAPERS.values() if fits(cards, other)]
    advice = [f"it fits on {listed(ways)}"] if ways else []
    if most := next((many for many in range(cards - 1, 0, -1) if fits(many, paper)), 0):
        advice.append(f"a box on {paper.name} holds {most} of them")
    return "; ".join(advice) or "no paper that we know is large enough"


def _fitting(
    card: CardSize, cards: int, stock: Stock, paper: Paper, margin_mm: float, above: Above | None
) -> tuple[Net, NetSpot] | None:
    for glue in (_GLUE_MM, 10.0, 8.0, _LEAST_GLUE_MM):
        net = tuck_box(card, cards, stock, glue_mm=glue)
        place = lay_net(net, paper, margin_mm, above(net, cards) if above else 0.0)
        if place:
            return net, place
    return None


# --- the two-piece box

BOARD_MM = 1.5
"""How thick the card is that a two-piece box is made of."""
FIT_MM = 0.8
"""How much wider than its base, with the paper on both, a lid is inside."""
_WRAP_MM = 0.12  # the paper of a wrap
_ROOM_MM = 2.0  # beside the cards, for a finger
_TURN_MM, _EAR_MM, OVERLAP_MM = 12.0, 9.0, 8.0


class Tray(Struct, frozen=True):
    """The lid or the base of a two-piece box, made of board; `inner` is its width, height and depth inside, in mm."""

    name: Literal["lid", "base"]
    inner: tuple[float, float, float]

    @property
    def outer(self) -> tuple[float, float, float]:
        """Its width, height and depth outside, in mm: with the board's thickness."""
        wide, high, deep = self.inner
        return wide + 2 * BOARD_MM, high + 2 * BOARD_MM, deep + BOARD_MM

    @property
    def boards(self) -> tuple[tuple[int, float, float], ...]:
        """The pieces of board for it, as (how many, width, height) in mm: the floor, the long and the short walls."""
        (wide, high, _), deep = self.outer, self.inner[2]
        return (1, wide, high), (2, high, deep), (2, wide - 2 * BOARD_MM, deep)


def two_piece(card: CardSize, cards: int, stock: Stock) -> tuple[Tray, Tray]:
    """Return the lid and the base of a box for `cards` cards of the size `card`.

    `stock` is what the cards are made of: their thickness, and whether they are in sleeves. The lid is lower than the
    base, so that a strip of the base stays uncovered to hold the box by.
    """
    wide, high = stock.card(card)
    base = Tray("base", (wide + _ROOM_MM, high + _ROOM_MM, stock.thickness(cards) + CLEARANCE_MM))
    w, h, d = base.outer
    more = 4 * _WRAP_MM + FIT_MM
    return Tray("lid", (w + more, h + more, d - min(5.0, d / 4))), base


def wrap_nets(tray: Tray, *, split: bool = False) -> tuple[Net, ...]:
    """Return the net of the paper round a tray, or with `split` two nets that cover the tray together.

    The paper covers the floor and the four walls, and has edges to turn in and flaps for the corners. With `split`, the
    first net has the floor and the long walls. The second net has the two short walls, each with a flap that goes under
    the floor's paper.
    """
    w, h, d = tray.outer
    face = "front" if tray.name == "lid" else "back"
    turn = BOARD_MM + min(_TURN_MM, tray.inner[2] - 0.5)
    ear, slope = min(_EAR_MM, w / 3), min(1.0, d / 5)

    def wall(name: str, a: Point, b: Point, *, parent: str = face) -> tuple[Panel, Panel]:
        (ax, ay), (bx, by) = a, b
        long = hypot(bx - ax, by - ay)
        ox, oy = (ay - by) / long * d, (bx - ax) / long * d  # outwards
        far, farther = (ax + ox, ay + oy), (bx + ox, by + oy)
        panel = Panel(name, "face", (a, b, farther, far), parent, (a, b) if parent else None)
        inside = Panel(f"{name} turn", "turn", flap(far, farther, turn, turn * 0.8), name, (far, farther))
        return panel, inside

    def corner(name: str, parent: str, a: Point, b: Point) -> Panel:
        return Panel(name, "turn", flap(a, b, ear, slope), parent, (a, b))

    floor = Panel(face, "face", rectangle(0, 0, w, h))
    long_walls = (*wall("left", (0, 0), (0, h)), *wall("right", (w, h), (w, 0)))
    ears = (
        corner("left ear head", "left", (-d, h), (0, h)),
        corner("left ear foot", "left", (0, 0), (-d, 0)),
        corner("right ear head", "right", (w, h), (w + d, h)),
        corner("right ear foot", "right", (w + d, 0), (w, 0)),
    )
    if not split:
        ends = (*wall("head", (0, h), (w, h)), *wall("foot", (w, 0), (0, 0)))
        return (settled((floor, *long_walls, *ends, *ears), tray.inner),)
    apart = 2 * (d + turn) + 2 * OVERLAP_MM + 2 * LIFT_MM
    low, high = (0.0, 0.0), (0.0, apart - 2 * (d + turn))
    strips = []
    for name, y, way in (("head", high[1], 1), ("foot", low[1], -1)):
        a, b = ((0.0, y), (w, y)) if way > 0 else ((w, y), (0.0, y))
        under = flap(b, a, OVERLAP_MM, 2.0)
        strips += [*wall(name, a, b, parent=""), Panel(f"{name} under", "glue", under, name, (b, a))]
    return settled((floor, *long_walls, *ears), tray.inner), settled(strips, tray.inner)
