"""Travel: each a block, seen straight on or from slightly above, or in profile."""

from math import cos, radians, sin

from cardgen.art.emblems.burin import Block, curve, shape, sliver, sym
from cardgen.pdf.path import ellipse, lozenge, poly, rect, segment


def cartwheel(b: Block) -> None:
    """A cartwheel."""
    b.ink(ellipse(0, 0, 7.8) + ellipse(0, 0, 5.7), evenodd=True)
    for k in range(12):
        a = 30 * k + 15
        b.ink(
            shape("-0.5,1! 0.5,1! 0.62,2.6 0.42,3.6 0.62,4.6 0.5,6! -0.5,6! -0.62,4.6 -0.42,3.6 -0.62,2.6").at(turn=a)
        )
        c, s = cos(radians(a + 15)), sin(radians(a + 15))
        b.line(segment(5.6 * c, 5.6 * s, 7.9 * c, 7.9 * s), 0.55)
        for d in (5, 10, 15, 20, 25):
            e = radians(a + 15 + d)
            b.cut(sliver((7.3 * cos(e), 7.3 * sin(e)), (6.2 * cos(e), 6.2 * sin(e)), 0.3))
    b.lift(ellipse(0, 0, 2.2), 0.9)
    b.line(ellipse(0, 0, 1.5), 0.6)
    b.cut(ellipse(0, 0, 0.6))


def ship(b: Block) -> None:
    """A ship under sail."""
    b.ink(shape("-7.4,-2.8! -6.2,-3.4 0,-3.6 5.4,-3.2 8.0,-1.6! 6.6,-4.6 5.6,-6.4! -5.4,-6.4! -6.8,-4.6"))
    b.line(curve("-6.8,-4.2 0,-4.5 6.8,-3.8"), 0.6)
    for x in (-4.4, -2.4, -0.4, 1.6, 3.6):
        b.cut(ellipse(x, -5.4, 0.36))
    for x, y in ((-3.4, 6.2), (1.6, 7.6)):
        b.ink(rect(x - 0.25, -3.6, 0.5, y + 3.4))
        b.red(shape(f"{x},{y}! {x + 1.2},{y + 0.3} {x + 2.4},{y - 0.1}! {x + 1.2},{y - 0.6} {x},{y - 0.9}!"))
    for x, y0, y1, w in ((-3.4, -2.4, 1.2, 2.5), (-3.4, 1.8, 4.8, 1.8), (1.6, -2.4, 1.8, 2.9), (1.6, 2.3, 6.0, 2.1)):
        sail = shape(
            f"{x - w},{y1}! {x},{y1 + 0.3} {x + w},{y1}! {x + w + 0.6},{(y0 + y1) / 2} {x + w},{y0}! "
            f"{x},{y0 + 0.8} {x - w},{y0}! {x - w + 0.55},{(y0 + y1) / 2}"
        )
        b.lift(sail, 0.9)
        b.rake(
            f"{x + w + 0.5},{y1 - 0.4} {x + w + 0.6},{y0 + 0.5}", f"{x + 0.1},{y1 - 0.3} {x + 0.4},{y0 + 0.9}", 7, 0.36
        )
    b.pen(segment(1.6, 6.6, 7.6, -1.6), 0.45)
    for k in range(6):
        b.ink(sliver((-6.6 + k * 2.4, -7.0), (-4.8 + k * 2.4, -7.2), 0.5, -0.2))


def lift(b: Block) -> None:
    """A lift."""
    b.ink(rect(-6, -7.4, 12, 12.2, 0.3), shape("-6,4.6! 6,4.6! 5.0,6.4 2.6,7.7 0,8.0 -2.6,7.7 -5.0,6.4"))
    b.cut(shape("-3.7,4.9! 3.7,4.9! 2.8,6.4 0,7.2 -2.8,6.4"))
    for k in range(5):
        a = radians(165 - 37.5 * k)
        b.ink(ellipse(3.0 * cos(a), 4.95 + 1.75 * sin(a) + 0.15, 0.24))
    b.ink(sliver((0, 4.9), (1.3, 6.4), 0.6))
    b.cut(rect(-4.7, -6.6, 9.4, 10.3))
    for k in range(11):
        x = -4.7 + k * 0.94
        b.pen(segment(x, -6.6, x, 3.7), 0.5)
    for j in range(5):
        for i in range(5):
            b.ink(lozenge(-3.76 + i * 1.88, -5.5 + j * 2.05, 0.94, 1.02))
            b.cut(lozenge(-3.76 + i * 1.88, -5.5 + j * 2.05, 0.62, 0.7))
    b.ink(rect(-0.35, -6.6, 0.7, 10.3))
    b.ink(rect(0.5, -2.4, 0.9, 1.6, 0.3))
    for s in (1, -1):
        b.rake(f"{5.8 * s},3.8 {5.8 * s},-6.8", f"{4.9 * s},3.8 {4.9 * s},-6.8", 17, 0.26)


def train(b: Block) -> None:
    """A locomotive under steam."""
    b.ink(rect(-7.8, -7.6, 15.6, 0.7))
    for k in range(8):
        b.ink(rect(k * 2 - 7.5, -8.2, 1.0, 0.7))
    b.ink(rect(-6.8, -3.6, 9.6, 5.2, 1.6), rect(1.8, -4.6, 5.0, 8.8, 0.2), rect(1.0, 3.8, 6.6, 1.0, 0.4))
    b.ink(
        shape("-5.6,1.2! -3.6,1.2! -3.3,4.0! -5.9,4.0!"),
        rect(-6.2, 3.6, 3.2, 0.9, 0.3),
        shape("-1.6,1.4! 0.4,1.4! -0.2,3.2 -1.0,3.2"),
    )
    b.ink(shape("-6.2,-4.0! -8.2,-6.8! -3.6,-6.8! -3.6,-4.0!"), rect(-6.6, -5.2, 13.4, 1.4))
    b.cut(rect(3.0, 0.6, 2.6, 2.4, 0.2))
    for x in (-4.0, -1.0, 4.6):
        r = 2.2 if x > 0 else 1.7
        b.lift(ellipse(x, -6.9 + r, r), 0.9)
        b.line(ellipse(x, -6.9 + r, r * 0.66), 0.5)
        b.cut(ellipse(x, -6.9 + r, 0.36))
    b.line(segment(-4.0, -5.2, 4.6, -4.7), 0.8)
    for x in (-4.6, -2.4, -0.2):
        b.line(segment(x, 1.4, x, -3.4), 0.5)
    b.rake("-6.4,-2.6 1.4,-2.6", "-6.4,-1.2 1.4,-1.2", 12, 0.3)
    for x, y, r in ((-4.2, 5.8, 1.1), (-2.2, 7.0, 1.3), (0.6, 7.4, 1.0), (2.8, 7.2, 0.7)):
        b.cut(ellipse(x, y, r))
        b.pen(ellipse(x, y, r), 0.7)


def bus(b: Block) -> None:
    """A double-decker."""
    b.ink(rect(-7.6, -5.4, 15.2, 12.0, 1.2), rect(-8.0, -5.8, 4.0, 1.2, 0.3))
    for y, xs in ((2.6, (-6.6, -3.8, -1.0, 1.8, 4.6)), (-2.2, (-5.6, -2.8, 0.0))):
        for x in xs:
            b.cut(rect(x, y, 2.2, 2.6, 0.4))
            b.rake(
                f"{x + 2.0},{y + 2.2} {x + 2.0},{y + 0.4}", f"{x + 0.9},{y + 2.2} {x + 0.9},{y + 0.4}", 3, 0.3, ink=True
            )
    b.red(rect(-7.6, 0.9, 15.2, 1.1))
    b.cut(rect(3.0, -4.8, 3.4, 5.2, 0.3))
    b.pen(segment(4.7, -4.8, 4.7, 0.4), 0.6)
    b.ink(rect(3.0, -4.8, 3.4, 0.9))
    b.line(segment(-7.2, -3.2, 2.6, -3.2), 0.5)
    b.cut(ellipse(-7.0, -4.2, 0.4))
    for x in (-4.4, 1.2):
        b.lift(ellipse(x, -5.4, 2.0), 1.0)
        b.cut(ellipse(x, -5.4, 0.9))
        b.ink(ellipse(x, -5.4, 0.4))


def bicycle(b: Block) -> None:
    """A bicycle."""
    for x in (-4.6, 4.6):
        b.pen(ellipse(x, -3.0, 3.4), 1.6)
        for k in range(6):
            a = radians(30 * k)
            b.pen(segment(x - 3.2 * cos(a), -3.0 - 3.2 * sin(a), x + 3.2 * cos(a), -3.0 + 3.2 * sin(a)), 0.35)
        b.ink(ellipse(x, -3.0, 0.6))
    b.pen(poly([(-4.6, -3.0), (-2.2, 2.4), (3.4, 2.4), (-0.4, -3.2), (-4.6, -3.0)]), 1.3)
    b.pen(poly([(-0.4, -3.2), (-2.6, 3.6)], closed=False), 1.3)
    b.pen(curve("4.6,-3.0 3.2,3.0! 2.8,5.2! 4.6,5.6 5.6,4.8"), 1.4)
    b.ink(shape("-4.6,4.4! -0.8,4.4! -1.4,3.4 -3.0,3.3 -4.4,3.6"), ellipse(-0.4, -3.2, 1.1))
    b.cut(ellipse(-0.4, -3.2, 0.4))
    b.pen(segment(-0.4, -3.2, 0.6, -5.2), 0.8)
    b.ink(rect(-0.2, -5.6, 1.8, 0.6, 0.2))
    b.shelf(-6.8, 7.8)
    b.red(ellipse(2.8, 3.4, 0.7))


def suitcase(b: Block) -> None:
    """A suitcase that has been everywhere."""
    b.pen(curve("-2.4,3.6 -2.2,6.4 0,6.9 2.2,6.4 2.4,3.6"), 1.6)
    b.ink(rect(-7.8, -6.8, 15.6, 10.8, 1.2))
    for x in (-5.4, 3.6):
        b.line(segment(x, 3.9, x, -6.7), 0.6)
        b.line(segment(x + 1.8, 3.9, x + 1.8, -6.7), 0.6)
        b.cut(rect(x + 0.35, 0.2, 1.1, 1.9, 0.2))
        b.ink(rect(x + 0.65, 0.6, 0.5, 1.0))
    b.cut(ellipse(-0.9, -0.6, 1.8, 1.4).at(0, 0, turn=12))
    b.ink(lozenge(-0.8, -0.8, 0.9, 0.7))
    b.cut(rect(-2.6, -5.4, 3.4, 2.2, 0.2).at(0, 0, turn=-8))
    b.pen(segment(-2.6, -4.4, 0.0, -4.8), 0.5)
    b.red(ellipse(1.6, -2.9, 1.2))
    for x, y in ((-7.4, 3.6), (7.4, 3.6), (-7.4, -6.4), (7.4, -6.4)):
        b.cut(ellipse(x * 0.97, y * 0.96, 0.34))
    b.rake("7.5,2.4 7.5,-5.4", "5.9,2.4 5.9,-5.4", 12, 0.32)
    b.rake("-7.5,2.4 -7.5,-5.4", "-6.3,2.4 -6.3,-5.4", 12, 0.28)


def balloon(b: Block) -> None:
    """A balloon with its basket."""
    hull = sym("0,8.0 3.2,7.2 5.4,4.6 5.6,1.6 4.0,-1.4 1.6,-3.8! 0,-4.0")
    b.ink(hull)
    with b.within(hull):
        for s in (1, -1):
            b.cut(
                shape(
                    f"{1.2 * s},8.6! {2.6 * s},4.0 {2.4 * s},0.6 {0.9 * s},-4.4! {1.7 * s},-4.4! {4.1 * s},0.6 "
                    f"{4.2 * s},4.0 {2.4 * s},8.6!"
                )
            )
        b.rake("5.4,5.0 5.6,1.6 4.0,-1.6", "4.4,4.6 4.5,1.8 3.4,-0.8", 8, 0.34)
        b.red(lozenge(0, 2.4, 1.0, 1.8))
    b.pen(hull, 0.8)
    for x in (-1.5, 0, 1.5):
        b.pen(segment(x, -3.8, x * 0.9, -5.8), 0.5)
    b.ink(rect(-1.8, -8.0, 3.6, 2.4, 0.4))
    for k in range(4):
        b.line(segment(-1.5 + k, -5.9, -1.5 + k, -7.8), 0.4)
    b.line(segment(-1.8, -6.7, 1.8, -6.7), 0.4)


def anchor(b: Block) -> None:
    """An anchor with its rope."""
    b.ink(ellipse(0, 6.4, 1.8) + ellipse(0, 6.4, 0.9), evenodd=True)
    b.ink(rect(-0.8, -6.0, 1.6, 11.0), rect(-4.0, 2.8, 8.0, 1.4, 0.6))
    b.ink(
        shape(
            "0,-8.0! 2.6,-7.0 5.2,-4.6 6.2,-2.6! 7.6,-2.8! 6.6,1.0! 3.4,-1.4! 4.6,-2.0! 3.4,-4.2 1.4,-5.6 "
            "0,-5.8 -1.4,-5.6 -3.4,-4.2 -4.6,-2.0! -3.4,-1.4! -6.6,1.0! -7.6,-2.8! -6.2,-2.6! -5.2,-4.6 -2.6,-7.0"
        )
    )
    b.rake("0.7,2.2 0.7,-4.8", "-0.5,2.2 -0.5,-4.8", 9, 0.3)
    b.rake("0.8,-6.9 4.4,-4.6", "0.6,-5.9 3.4,-4.2", 5, 0.3)
    b.line(curve("0.4,5.0 2.8,5.2 3.6,2.0 0.4,0.4 -2.6,-0.8 -2.0,-3.4 1.6,-3.8"), 2.2)
    b.pen(curve("0.8,5.4 2.8,5.2 3.6,2.0 0.4,0.4 -2.6,-0.8 -2.0,-3.4 1.6,-3.8 4.8,-6.8 7.4,-6.6"), 1.1)
