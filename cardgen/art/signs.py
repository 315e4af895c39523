"""Small signs and ornaments: an eye, a mouth, a forked tongue, a poker chip, and the ornaments of worlds.

A theme may put its cards in a world (a set of ornaments): an old lacquer cabinet (key fret, clouds, a sea of rings) or
the seaside in August (rope, waves, shells, bathing huts).
"""

from bisect import bisect_right
from functools import cache
from itertools import accumulate, pairwise
from math import atan2, cos, degrees, exp, hypot, radians, sin

from cardgen.art.pictures import ART, draw_picture, picture
from cardgen.art.vector import Vector
from cardgen.pdf.ink import Ink, Style
from cardgen.pdf.path import (
    POINTS_PER_MM,
    Outline,
    Point,
    arc,
    curve,
    ellipse,
    lozenge,
    poly,
    rect,
    segment,
    shape,
    sliver,
    smooth,
)
from cardgen.pdf.theme import WHITE, Colour, Tone, World, mix


def draw_sign(ink: Ink, name: str, accent: Colour = "", **paints: Colour) -> None:
    """Draw the pictogram `name` of `templates/art/signs` about the origin of its file, in mm.

    `accent` is the main colour, by default red. If `accent` is too pale for letters, letters in the drawing have a
    darker colour. `paints` maps roles of the drawing (see `vector.SCREEN`) to other colours. If ink is saved
    (`ink.low`), all colours but black are white. Raises OSError for an unknown name.
    """
    palette = ink.palette
    look = Style(low=ink.low, accent=accent or palette.red.base, palette=palette)
    colours = {
        "main": look.accent, "second": look.accent_type, "metal": palette.yellow.base, "leaf": palette.green.base,
        "pale": ink.paper, "white": look.blank, "halo": palette.panel, "ground": palette.plate,
    } | paints  # fmt: skip
    draw_picture(ink, f"signs/{name}", dict.fromkeys((*colours, "red", "shade"), WHITE) if ink.low else colours)


HALF_WIDTH = 5.0
_ALMOND = Outline().move(-5, 0).curve(-2.6, 3.9, 2.6, 3.9, 5, 0).curve(2.6, -3.9, -2.6, -3.9, -5, 0).close()


def draw_eye(ink: Ink, x: float, y: float, scale: float, white: Colour, iris: Colour) -> None:
    """Draw an eye about (x, y), 10 mm wide at scale 1; turned by 180 degrees it is the same.

    `white` and `iris` are the colours of its parts.
    """
    almond, line = _ALMOND.at(x, y, scale), min(1.0, scale)
    ink.draw(almond, white)
    with ink.clip(almond):
        ink.draw(ellipse(x, y, 2.35 * scale), iris, ink.black, 0.6 * line)
    ink.draw(ellipse(x, y, 1.15 * scale), ink.black)
    # On a pale iris a glint at the pupil's edge would only bite a piece out of it.
    out, r = (0.42, 0.26) if ink.low else (0.95, 0.42)
    for side in (1, -1):
        ink.draw(ellipse(x + side * out * scale, y + side * out * scale, r * scale), white)
    ink.draw(almond, None, ink.black, 0.9 * line)


HEIGHT = 36.0
SWING, REACH = 1.05, 6.9  # how far the S swings out, and how far up it does so
GROOVE = 8  # how far from the centre the groove along a tongue reaches


def _spine(y: float) -> float:
    return SWING * y * exp(-((y / REACH) ** 2))


def tongue() -> Outline:
    """Return the outline of the forked tongue, upright about the origin, 36 mm high."""
    return _tongue(picture(ART / "signs" / "tongue.svg"))


@cache
def _tongue(drawing: Vector) -> Outline:
    path = drawing.marks[0].path
    assert path is not None
    _, bottom, _, top = path.box()
    return path.at(0, 0, HEIGHT / (top - bottom))


def draw_tongue(
    ink: Ink, x: float, y: float, scale: float, fill: Colour, edge: Colour | None = None, edge_pt: float = 0.7
) -> None:
    """Draw the forked tongue about (x, y), 36 mm high at scale 1.

    `fill` is its colour, `edge` that of an outline `edge_pt` points wide (None: without one).
    """
    part = tongue().at(x, y, scale)
    if edge is None:
        ink.draw(part, fill)
    else:
        ink.sticker([part], fill, edge, edge_pt)
        groove = smooth([(_spine(v) * scale + x, v * scale + y) for v in range(-GROOVE, GROOVE + 1)])
        ink.draw(groove, None, edge if ink.low else mix(fill, ink.black, 0.45), edge_pt)


RAYS, NEAR = 60, (14.0, 9.6)


def draw_mouth(ink: Ink, scale: float, ground: Colour, lips: Colour, licking: Colour, edge: Colour) -> None:
    """Draw a mouth with two tongues about the origin; turned by 180 degrees it is the same.

    At `scale` 1 it is as large as in its file. `lips` and `licking` are the colours of the lips and the tongues, `edge`
    that of their outlines, and `ground` that of a band between the mouth and the rays behind it.
    """
    with ink.at(0, 0, 0, scale):
        paints = {"main": lips, "red": licking, "second": edge, "ground": ground, "pale": ink.paper}
        draw_picture(ink, "signs/mouth", paints)


def draw_rays(ink: Ink, half_w: float, half_h: float, colour: Colour) -> None:
    """Draw rays that point away from the origin and end at the edges of a lozenge about the origin.

    `half_w` and `half_h` are half the width and half the height of the lozenge in mm. The rays begin at some distance
    from the origin.
    """
    rays, thick = Outline(), 0.2 if ink.low else 0.5
    k = min(half_w / 15.0, half_h / 25.2)
    for i in range(RAYS):
        c, s = cos(radians((i + 0.5) * 360 / RAYS)), sin(radians((i + 0.5) * 360 / RAYS))
        near = k / hypot(c / NEAR[0], s / NEAR[1]) * (1.0 if i % 2 else 1.12)
        far = 1 / (abs(c) / half_w + abs(s) / half_h)
        if far > near + 0.8:
            rays += sliver((far * c, far * s), (near * c, near * s), thick * k)
    ink.draw(rays, colour)


def draw_chip(
    ink: Ink, x: float, y: float, r: float, body: Colour, blocks: Colour, count: int = 8, *, inner: bool = True
) -> None:
    """Draw a poker chip of radius `r` mm about (x, y), with `count` blocks on its rim and a ring inside if `inner`.

    `body` is the chip's colour, `blocks` that of blocks and ring.
    """
    ink.draw(ellipse(x, y, r), body, ink.black, 0.8)
    ink.draw(blocks_path(x, y, r, 0.76, count), blocks)
    ink.draw(ellipse(x, y, r), None, ink.black, 0.8)
    if inner:
        ink.draw(ellipse(x, y, r * 0.7), body, blocks, 0.6)


def blocks_path(x: float, y: float, r: float, inner: float, count: int) -> Outline:
    """Return the outlines of the `count` blocks on the rim of a chip of radius `r` about (x, y).

    They reach from `inner`, a fraction of the radius, to the edge.
    """
    path = Outline()
    for i in range(count):
        start, end = 360 / count * (i - 0.22), 360 / count * (i + 0.22)
        path += arc(x, y, r, start, end).joined(arc(x, y, r * inner, end, start)).close()
    return path


def draw_fret(ink: Ink, x: float, y: float, cell: float, colour: Colour) -> None:
    """Draw a Greek key border along a rectangle about the origin, whose upper right corner is (x, y).

    Each hook of the border fills a cell of `cell` mm; turned by 180 degrees the border is the same.
    """
    c, hook = cell, key(cell)
    n, m = round(2 * x / cell), round(2 * y / cell)
    hooks = [hook.at(-x + 2 * x * i / n, y) for i in range(1, n)]
    hooks += [hook.at(x, -y + 2 * y * j / m, turn=-90) for j in range(1, m)]
    path = Outline([part for one in hooks for part in one.segments])
    for turn in (0, 180):
        with ink.at(0, 0, turn):
            ink.draw(path, None, colour, 0.65, cap="square", join="mitre")
    for u, v in ((x, y), (x, -y), (-x, y), (-x, -y)):
        ink.draw(rect(u - c * 0.36, v - c * 0.36, c * 0.72, c * 0.72), None, colour, 0.65, join="mitre")
        ink.draw(lozenge(u, v, c * 0.2, c * 0.2), colour)


def key(c: float) -> Outline:
    """Return one hook of a Greek key border about the origin, in a cell of `c` mm."""
    hook = Outline().move(-c * 0.5, -c * 0.36).line(-c * 0.32, -c * 0.36, -c * 0.32, c * 0.36, c * 0.36, c * 0.36)
    hook = hook.line(c * 0.36, -c * 0.1, 0.02 * c, -c * 0.1, 0.02 * c, c * 0.1)
    return hook + segment(c * 0.36, -c * 0.36, -c * 0.14, -c * 0.36) + segment(c * 0.5, -c * 0.36, c * 0.36, -c * 0.36)


def draw_cloud(ink: Ink, x: float, y: float, k: float, line: Colour, fill: Colour) -> None:
    """Draw a cloud with three curls about (x, y), 12 mm long at the scale `k` = 1.

    `line` is the colour of its edge, `fill` that of the rest.
    """
    puff = (
        "-6,0! -5.2,1.5 -3.4,1.3 -2.6,2.9 -0.6,2.9 0.3,1.9 1.8,2.6 3.2,1.5 3.2,0.6 4.8,0.9 6,0! 3,-0.5 0,-0.7 -3,-0.5"
    )
    ink.draw(shape(puff).at(x, y, k), fill, line, 0.8)
    for u, v, r in ((-3.6, 0.5, 0.7), (-0.9, 1.5, 0.9), (1.7, 1.2, 0.75)):
        curl = f"{u - r},{v} {u},{v + r * 0.9} {u + r},{v} {u + r * 0.2},{v - r * 0.7} {u - r * 0.3},{v - 0.1}"
        ink.draw(curve(curl).at(x, y, k), None, line, 0.5)


def draw_sea(ink: Ink, left: float, foot: float, right: float, rows: int, r: float, fill: Colour, line: Colour) -> None:
    """Draw a sea of `rows` rows of rings of radius `r` from x `left` to x `right`, the lowest at y `foot` (mm).

    `fill` is the colour of the rings, `line` that of their edges.
    """
    for row in range(rows - 1, -1, -1):
        y = foot - 0.4 * r + row * 0.62 * r
        x = left - r + (r if row % 2 else 0)
        while x <= right + r:
            for k in (1.0, 0.72, 0.44):
                ink.draw(ellipse(x, y, k * r, k * r * 0.9), fill, line, 0.45)
            x += 2 * r


def draw_waves(ink: Ink, y: float, half_w: float, colour: Colour, line: Colour, crest: Colour) -> None:
    """Draw a row of curling waves at the height y, `half_w` mm to either side of x = 0.

    The water reaches 40 mm down. `colour` is the water's, `line` that of its edge, `crest` that of the glints on the
    waves.
    """
    long, tall = 8.4, 2.6
    n, start = int(2 * half_w / long) + 3, -half_w - long
    sea, light = Outline().move(start, y - 40).line(start, y), Outline()
    for i in range(n):
        x = start + i * long
        sea = sea.curve(x + long * 0.35, y, x + long * 0.35, y + tall, x + long * 0.72, y + tall)
        sea = sea.curve(
            x + long * 1.02, y + tall, x + long * 1.05, y + tall * 0.35, x + long * 0.78, y + tall * 0.45,
            x + long * 0.66, y + tall * 0.5, x + long * 0.72, y + tall * 0.86, x + long * 0.86, y + tall * 0.72,
            x + long * 0.9, y + tall * 0.2, x + long * 0.95, y, x + long, y,
        )  # fmt: skip
        glint = f"{x + long * 0.1},{y - 0.5} {x + long * 0.42},{y + tall * 0.45} {x + long * 0.6},{y + tall * 0.66}"
        light += curve(glint)
    ink.draw(sea.line(start + n * long, y - 40).close(), colour, line, 0.8)
    ink.draw(light, None, crest, 0.6)


def draw_rope(ink: Ink, r: float, ground: Colour, line: Colour) -> None:
    """Draw a ring of rope of radius `r` mm about the origin, 1.5 mm thick.

    `ground` is its colour, `line` that of its edges and strands.
    """
    wide = 1.5
    ink.draw(ellipse(0, 0, r), None, line, (wide + 0.5) * POINTS_PER_MM)
    ink.draw(ellipse(0, 0, r), None, ground, wide * POINTS_PER_MM)
    strands = Outline()
    for k in range(120):
        a, b = radians(3 * k), radians(3 * k + 2.6)
        near, away = r - wide / 2, r + wide / 2
        strands += segment(near * cos(a), near * sin(a), away * cos(b), away * sin(b))
    ink.draw(strands, None, line, 0.5, cap="butt")


def draw_shell(ink: Ink, x: float, y: float, r: float, fill: Colour, line: Colour) -> None:
    """Draw a scallop shell of radius `r` mm about (x, y), its hinge down.

    `fill` is its colour, `line` that of its edges.
    """
    points = [(r * 1.05 * cos(radians(a)), r * 0.15 + r * 0.95 * sin(radians(a))) for a in range(200, -21, -20)]
    fan = Outline().move(-0.3 * r, -0.95 * r).line(*points[0])
    for (a, b), (c, d) in pairwise(points):
        u, v = (a + c) / 2 * 1.14, (b + d) / 2 * 1.14
        fan = fan.curve(a + (u - a) * 0.7, b + (v - b) * 0.7, c + (u - c) * 0.7, d + (v - d) * 0.7, c, d)
    with ink.at(x, y):
        ink.draw(fan.line(0.3 * r, -0.95 * r).close(), fill, line, 0.7)
        for a, b in points[1:-1]:
            ink.draw(segment(0.12 * a, -0.85 * r, a * 0.92, b * 0.92), None, line, 0.45)
        foot = [(-0.55 * r, -0.8 * r), (0.55 * r, -0.8 * r), (0.35 * r, -1.1 * r), (-0.35 * r, -1.1 * r)]
        ink.draw(poly(foot), fill, line, 0.6)


def draw_hut(ink: Ink, x: float, foot: float, wide: float, colour: Colour, pale: Colour, line: Colour) -> None:
    """Draw a striped bathing hut, `wide` mm broad; the middle of its foot is (x, foot).

    Its stripes are `colour` and `pale` in turn, its edges and door `line`.
    """
    high, half = wide * 1.15, wide / 2
    ink.draw(rect(x - half, foot, wide, high), pale, line, 0.6)
    for i in range(0, 7, 2):
        ink.draw(rect(x - half + i * wide / 7, foot, wide / 7, high), colour)
    ink.draw(rect(x - half, foot, wide, high), None, line, 0.6)
    ink.draw(
        poly([(x - half * 1.2, foot + high), (x, foot + high * 1.62), (x + half * 1.2, foot + high)]), colour, line, 0.6
    )
    ink.draw(rect(x - wide * 0.17, foot, wide * 0.34, high * 0.62), line)
    ink.draw(ellipse(x, foot + high * 1.2, wide * 0.09), pale, line, 0.3)


WIDE_MM = 1.7
"""How broad a band of fret or a rope is, its edges not counted."""
CELL_MM, LAY_MM, SLANT_MM = 2.0, 0.95, 0.75
STRAIGHT_MM = 5.0  # a piece at least this long is a side, not part of a bow
_STRAIGHTS = 10  # straight pieces that a cubic is taken for


def draw_frame(ink: Ink, middle: Outline, world: World | None = None) -> None:
    """Draw the frame of a world (a theme's set of ornaments): a band along the closed path `middle`.

    `world` is by default the theme's own. The world `harlequin` has no frame: nothing is drawn.
    """
    world = world or ink.theme.frame
    if world == "harlequin":
        return
    fill = ink.paper if ink.low else ink.palette.plate if world == "lacquer" else ink.palette.halo
    ink.draw(middle, None, ink.black, (WIDE_MM + 0.5) * POINTS_PER_MM, join="mitre")
    ink.draw(middle, None, fill, WIDE_MM * POINTS_PER_MM, join="mitre")
    if world == "lacquer":
        _fret(ink, middle)
        return
    strands, h = Outline(), WIDE_MM / 2
    for (ax, ay), (bx, by) in _even(_pieces(middle), LAY_MM):
        long = hypot(bx - ax, by - ay)
        dx, dy = (bx - ax) / long, (by - ay) / long
        x, y, lean = (ax + bx) / 2, (ay + by) / 2, SLANT_MM / 2
        start = x - dx * lean - dy * h, y - dy * lean + dx * h
        strands += segment(*start, x + dx * lean + dy * h, y + dy * lean - dx * h)
    ink.draw(strands, None, ink.black, 0.45, cap="butt")


def _pieces(path: Outline) -> list[tuple[Point, Point]]:
    """Return a closed path as straight pieces, each a pair of points; a curve becomes several."""
    points = path.corners(_STRAIGHTS)
    return [(p, q) for p, q in pairwise([*points, points[0]]) if hypot(q[0] - p[0], q[1] - p[1]) > 1e-6]


def _even(pieces: list[tuple[Point, Point]], length: float) -> list[tuple[Point, Point]]:
    """Return a closed line divided into an even number of new pieces, each about `length` mm long.

    Old pieces (the closed line) and new ones are pairs of points.
    """
    along = [0.0, *accumulate(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pieces)]
    count = 2 * round(along[-1] / length / 2)
    points: list[Point] = []
    for i in range(count):
        at = along[-1] * i / count
        k = min(bisect_right(along, at), len(pieces)) - 1
        (ax, ay), (bx, by) = pieces[k]
        share = (at - along[k]) / (along[k + 1] - along[k])
        points.append((ax + (bx - ax) * share, ay + (by - ay) * share))
    return list(pairwise([*points, points[0]]))


def _fret(ink: Ink, middle: Outline) -> None:
    cell = CELL_MM * (1.7 if ink.low else 1)  # fewer hooks where each line counts
    one, hooks, turns = key(CELL_MM * 0.82), Outline(), Outline()
    pieces = _pieces(middle)
    if all(hypot(b[0] - a[0], b[1] - a[1]) < STRAIGHT_MM for a, b in pieces):  # a ring: a hook on each piece
        pieces = _even(pieces, cell)
        for (ax, ay), (bx, by) in pieces:
            hooks += one.at((ax + bx) / 2, (ay + by) / 2, turn=degrees(atan2(by - ay, bx - ax)))
        pieces = []
    for (ax, ay), (bx, by) in pieces:
        long = hypot(bx - ax, by - ay)
        count = int((long - 1.6) / cell)
        for i in range(count):
            share = 0.5 + (i - (count - 1) / 2) * cell / long
            turn = degrees(atan2(by - ay, bx - ax))
            hooks += one.at(ax + (bx - ax) * share, ay + (by - ay) * share, turn=turn)
        if count and long > 6:
            turns += lozenge(ax, ay, 0.55, 0.55) + lozenge(bx, by, 0.55, 0.55)
    red = ink.black if ink.low else ink.palette.red.base
    ink.draw(hooks, None, red, 0.25 if ink.low else 0.4, cap="square", join="mitre")
    ink.draw(turns, red)


RULES_CELL_MM, RIPPLE_MM = 1.75, 3.0
RING_MM, SWELL_MM = 2.5, 4.4
HORIZON = -0.4  # of the sun's radius, where its sea begins


def draw_line(ink: Ink, start: float, end: float, y: float, k: float) -> None:
    """Draw a rule in the theme's style from (`start`, `y`) to (`end`, `y`) in mm; `k` is the card's scale."""
    world, long, way = ink.theme.frame, abs(end - start), 1 if end > start else -1
    if world == "harlequin":
        ink.line(start, y, end, y, cap="butt")
    elif world == "lacquer":
        count = max(1, int(long / (RULES_CELL_MM * k)))
        cell = long / count
        # One hook after the other, the same from either end of the card's width.
        hooks = [key(cell).at(way * cell * (i + 0.5), 0, turn=0 if way > 0 else 180) for i in range(count)]
        path = Outline([part for hook in hooks for part in hook.segments])
        red = ink.black if ink.low else ink.palette.red.base
        ink.draw(path.at(start, y), None, red, 0.4, cap="square", join="mitre")
    else:
        count = max(2, 2 * int(long / (RIPPLE_MM * k) + 0.5))
        step = way * long / count
        blue = ink.black if ink.low else ink.palette.blue.base
        for down, pt in ((0.0, 0.6), (0.62 * k, 0.3)):
            points = [(start + step * i / 2, y - down + 0.3 * k * sin(radians(90 * i))) for i in range(2 * count + 1)]
            ink.draw(smooth(points), None, blue, pt, cap="butt")


def draw_sun(ink: Ink, x: float, y: float, r: float, k: float) -> None:
    """Draw a faint sea over the lower half of a sun of radius `r` mm about (x, y).

    The sea is that of the theme's world (its set of ornaments). `k` is the card's scale, 1 on a poker card. If the
    world is `harlequin` or ink is saved, nothing is drawn.
    """
    world, lines = ink.theme.frame, Outline()
    if world == "harlequin" or ink.low:
        return
    with ink.clip(ellipse(x, y, r)):
        if world == "lacquer":
            colour, ring = ink.palette.red.base, RING_MM * k
            for row in range(int((1 + HORIZON) * r / (0.62 * ring)) + 1):
                up = y + HORIZON * r - row * 0.62 * ring
                for i in range(-int(r / ring) - 1, int(r / ring) + 2):
                    if (i + row) % 2 == 0:
                        lines += arc(x + i * ring, up, ring, 30, 150) + arc(x + i * ring, up, 0.6 * ring, 20, 160)
        else:
            colour, step = ink.palette.blue.base, SWELL_MM * k / 4
            for row in range(int((1 + HORIZON) * r / (1.3 * k)) + 1):
                up, ends = y + HORIZON * r - row * 1.3 * k, int(r / step) + 2
                lines += smooth(
                    [(x + i * step, up + 0.45 * k * cos(radians(90 * (i + row)))) for i in range(-ends, ends + 1)]
                )
        ink.draw(lines, None, mix(colour, ink.palette.plate, 0.5), 0.45)


SKY_RAYS = 40


def draw_sky(
    ink: Ink, x: float, y: float, left: float, foot: float, right: float, top: float, tone: Tone,
    world: World | None = None,
) -> None:  # fmt: skip
    """Draw the ground behind an emblem about (x, y): rays, clouds over a sea, or stripes.

    The world (a set of ornaments) decides which of them; with `world` None it is the theme's for boxes. `left`, `foot`,
    `right` and `top` are the edges of the area to cover, in mm; parts of the drawing reach beyond the edges. `tone` has
    the colours.
    """
    world = world or ink.theme.box
    if world == "lacquer":
        for u, v, k in ((0.2, 0.9, 1.0), (0.84, 0.82, 0.85), (0.13, 0.52, 0.8), (0.88, 0.5, 0.95)):
            at = left + u * (right - left), foot + v * (top - foot)
            draw_cloud(ink, *at, k, tone.shade, ink.palette.plate)
        draw_sea(ink, left, foot + 2, right, 4, (right - left) / 14, tone.ray, tone.shade)
        return
    if world == "seaside":
        wide = (right - left) / 11
        for i in range(0, 11, 2):
            ink.draw(rect(left + i * wide, foot, wide, top - foot), tone.ray)
        seams = sum((segment(left + i * wide, foot, left + i * wide, top) for i in range(1, 11)), Outline())
        ink.draw(seams, None, ink.palette.paper, 0.5)
        return
    rays = Outline()
    for i in range(SKY_RAYS):
        a, b = radians((i - 0.25) * 360 / SKY_RAYS), radians((i + 0.25) * 360 / SKY_RAYS)
        rays += poly([(x, y), (x + 150 * cos(a), y + 150 * sin(a)), (x + 150 * cos(b), y + 150 * sin(b))])
    ink.draw(rays, tone.ray)
