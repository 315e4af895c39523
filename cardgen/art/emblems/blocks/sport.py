"""Games and prizes: each a block, seen straight on."""

from math import cos, radians, sin

from cardgen.art.emblems.burin import Block, curve, scalloped, shape, sliver, sym
from cardgen.pdf.path import ellipse, poly, rect, segment, star


def cup(b: Block) -> None:
    """A cup for the winners."""
    for s in (1, -1):
        b.pen(curve(f"{4.0 * s},5.6 {7.0 * s},5.8 {6.6 * s},2.2 {3.4 * s},0.4"), 1.7)
    b.ink(sym("0,7.0 4.6,7.0! 4.4,3.6 3.2,0.6 1.2,-1.2 0.8,-3.4 2.2,-4.4! 0,-4.8"))
    b.ink(rect(-3.0, -5.6, 6.0, 1.2, 0.2), rect(-4.4, -7.8, 8.8, 2.3, 0.2))
    b.line(segment(-4.4, 5.7, 4.4, 5.7), 0.7)
    b.cut(rect(-2.4, -7.2, 4.8, 1.1, 0.1))
    b.rake("4.0,5.0 3.8,3.2 2.8,1.0", "2.0,5.0 1.9,3.2 1.4,1.6", 7, 0.4)
    b.cut(sliver((-3.2, 5.0), (-2.4, 1.4), 0.8, -0.2))
    b.cut(star(0, 3.4, 5, 1.5, 0.62))
    b.line(segment(-0.9, -2.4, 0.9, -2.4), 0.5)


def medal(b: Block) -> None:
    """A medal on its ribbon."""
    b.red(
        poly([(-4.6, 8.0), (-1.6, 8.0), (1.4, 1.6), (-1.0, 0.8)]),
        poly([(4.6, 8.0), (1.6, 8.0), (-1.4, 1.6), (1.0, 0.8)]),
    )
    b.line(segment(-3.1, 8.0, 0.2, 1.2), 0.6)
    b.line(segment(3.1, 8.0, -0.2, 1.2), 0.6)
    b.lift(
        scalloped(0, -3.0, 4.9, 4.9, 12, 0.45),
        1.0,
    )
    b.line(ellipse(0, -3.0, 3.9), 0.6)
    b.cut(star(0, -3.1, 5, 3.0, 1.25))
    b.ink(star(0, -3.1, 5, 1.6, 0.66))
    b.rake("4.7,-2.0 4.8,-4.2 3.4,-6.4", "4.1,-2.2 4.1,-3.9 3.0,-5.6", 6, 0.3)


def ball(b: Block) -> None:
    """A laced ball."""
    b.ink(shape("-7.6,-3.0 -6.4,1.4 -2.6,4.8 2.6,5.6 6.6,4.2 7.8,3.0 7.6,1.0 5.6,-2.6 1.6,-5.2 -3.2,-5.6 -6.8,-4.6"))
    b.line(curve("-7.0,-3.6 -2.6,-1.4 2.4,0.6 7.4,2.6"), 0.7)
    b.line(curve("-4.6,3.2 -2.6,0.4 -2.4,-2.6 -4.2,-5.2"), 0.6)
    b.line(curve("3.2,5.3 4.0,2.6 3.4,-0.6 1.2,-5.0"), 0.6)
    for k in range(5):
        x, y = -1.4 + k * 1.0, -0.9 + k * 0.42
        b.line(segment(x - 0.4, y + 1.0, x + 0.4, y - 1.0), 0.7)
    b.rake("6.9,1.0 5.0,-2.4 1.8,-4.5", "4.8,0.6 3.4,-1.6 1.2,-3.2", 9, 0.38)
    b.rake("-6.0,1.4 -3.2,4.2 0.6,5.0", "-4.6,0.8 -2.6,2.6 0.4,3.4", 8, 0.36)
    b.shelf(-7.0, 6.6)


def dartboard(b: Block) -> None:
    """A dartboard, hit."""
    b.ink(ellipse(0, 0, 7.8))
    for k in range(12):
        a0, a1 = radians(30 * k - 15), radians(30 * k + 15)
        if k % 2:
            b.cut(
                poly(
                    [
                        (5.9 * cos(a0), 5.9 * sin(a0)),
                        (6.1 * cos((a0 + a1) / 2), 6.1 * sin((a0 + a1) / 2)),
                        (5.9 * cos(a1), 5.9 * sin(a1)),
                        (0, 0),
                    ]
                )
            )
        b.line(segment(0, 0, 6.2 * cos(a0), 6.2 * sin(a0)), 0.5)
        b.cut(ellipse(6.95 * cos(a0), 6.95 * sin(a0), 0.3))
    b.line(ellipse(0, 0, 6.2), 0.6)
    b.pen(ellipse(0, 0, 3.6), 1.0)
    b.line(ellipse(0, 0, 3.6), 0.4)
    b.lift(ellipse(0, 0, 1.6), 0.8)
    b.red(ellipse(0, 0, 0.8))
    b.line(segment(0.2, 0.2, 4.6, 3.6), 2.2)
    b.pen(segment(0.2, 0.2, 4.6, 3.6), 1.1)
    b.red(poly([(3.8, 3.2), (5.2, 5.6), (7.6, 6.6), (6.6, 4.4), (4.6, 2.6)]))


def chess(b: Block) -> None:
    """A chess king on his board."""
    for k in range(6):
        b.ink(
            poly([(-7.8 + k * 2.6, -7.8), (-6.9 + k * 2.3, -6.4), (-4.6 + k * 2.3, -6.4), (-5.2 + k * 2.6, -7.8)])
        ) if k % 2 == 0 else None
    b.pen(poly([(-7.8, -7.8), (-6.9, -6.4), (6.9, -6.4), (7.8, -7.8)]), 0.6)
    b.ink(rect(-3.6, -6.4, 7.2, 1.6, 0.4), sym("0,3.4 2.8,3.4! 1.6,0.6 1.4,-2.2 2.4,-4.8! 0,-4.8"))
    b.ink(
        rect(-3.2, 2.6, 6.4, 1.1, 0.4),
        sym("0,5.4 1.2,6.2 2.8,5.8 3.0,4.4 2.2,3.4! 0,3.4"),
        rect(-0.4, 5.2, 0.8, 3.0),
        rect(-1.1, 6.6, 2.2, 0.8),
    )
    b.line(segment(-3.0, 3.1, 3.0, 3.1), 0.4)
    b.line(segment(-2.2, -3.8, 2.2, -3.8), 0.5)
    b.line(segment(-3.4, -5.6, 3.4, -5.6), 0.4)
    b.rake("1.9,2.0 1.3,-0.6 1.8,-3.4", "0.6,2.0 0.4,-0.6 0.6,-3.4", 7, 0.34)


def skate(b: Block) -> None:
    """An ice skate."""
    b.ink(shape("-4.4,7.4! 1.0,7.4! 0.8,3.6 1.4,1.0 3.6,-0.2 6.0,-1.2 6.8,-2.8! -4.6,-2.8! -4.4,0.6 -3.8,3.6"))
    b.line(segment(-4.3, 6.1, 1.0, 6.1), 0.7)
    for k in range(5):
        y = 5.0 - k * 1.15
        b.line(segment(-0.6 + 0.12 * k * k / 2, y, 1.0 + 0.2 * k * k / 2, y - 0.3), 0.7)
    b.rake("-3.8,5.0 -3.6,1.6 -4.2,-1.8", "-2.3,5.0 -2.2,1.6 -2.6,-1.8", 10, 0.36)
    b.rake("5.9,-1.6 3.6,-0.7", "4.9,-2.4 3.2,-1.9", 4, 0.3)
    b.ink(rect(-4.8, -3.9, 11.4, 1.0, 0.3), rect(-3.4, -6.4, 0.9, 2.8), rect(3.0, -6.4, 0.9, 2.8))
    b.ink(shape("-6.0,-6.0! 6.0,-6.0! 7.6,-5.2 8.0,-4.0! 7.2,-3.6 6.6,-4.8! 8.0,-6.4 6.0,-7.2! -6.0,-7.2!"))
    for x, n in ((-6.6, 2), (-3.0, 3), (2.6, 3)):
        for k in range(n):
            b.ink(sliver((x + k * 1.4, -7.9), (x + 1.2 + k * 1.4, -7.9), 0.3))


def dice(b: Block) -> None:
    """Two dice."""
    for x, y, turn, pips in (
        (-3.0, -2.4, 12, ((0, 0), (-1.9, 1.9), (1.9, -1.9), (-1.9, -1.9), (1.9, 1.9))),
        (4.0, 3.4, -18, ((0, 0), (-1.5, 1.5), (1.5, -1.5))),
    ):
        r = 4.6 if x < 0 else 3.6
        cube = rect(-r, -r, 2 * r, 2 * r, 1.0).at(x, y, turn=turn)
        b.lift(cube, 1.1)
        for px, py in pips:
            b.cut(ellipse(px * 1.3, py * 1.3, 0.95).at(x, y, turn=turn))
        for k in range(7):
            h = r * 0.9
            b.cut(sliver((h, -h * 0.8 + k * h * 0.26), (h - 0.9, -h * 0.8 + k * h * 0.26), 0.36).at(x, y, turn=turn))
    b.shelf(-7.8, 7.2)


def flag(b: Block) -> None:
    """A starting flag."""
    b.ink(rect(-6.4, -8.0, 1.0, 15.8, 0.4), ellipse(-5.9, 7.8, 0.8))
    b.ink(shape("-5.4,7.0! -2.4,7.6 0.8,6.4 4.0,6.0 7.6,7.0! 7.6,-0.2! 4.0,-1.2 0.8,-0.8 -2.4,0.4 -5.4,-0.2!"))
    for i in range(5):
        for j in range(3):
            if (i + j) % 2:
                x, y = -5.2 + i * 2.55, 4.5 - j * 2.35
                up = (0.4, 0.0, -0.7, -0.9, -0.2, 0.2)
                b.cut(
                    poly(
                        [(x, y + up[i]), (x + 2.5, y + up[i + 1]), (x + 2.5, y + 2.3 + up[i + 1]), (x, y + 2.3 + up[i])]
                    )
                )
    b.shelf(-7.9, 5.0)
