"""Paper and books: each a block, seen straight on or from slightly above, or in profile."""

from math import cos, radians, sin

from cardgen.art.emblems.burin import Block, curve, shape, sliver
from cardgen.pdf.path import Outline, ellipse, lozenge, poly, rect, segment


def bookcase(b: Block) -> None:
    """A bookcase."""
    b.ink(
        rect(-5.4, -7.2, 10.8, 14.2, 0.3), shape("-6.0,6.4! 6.0,6.4! 5.4,7.6! -5.4,7.6!"), rect(-6, -7.5, 12, 1.0, 0.2)
    )
    rows = (
        (
            1.9,
            [(0.9, 3.4, 0), (0.8, 3.8, 0), (1.1, 3.0, 0), (0.7, 3.6, 0), (0.9, 3.7, 0), (1.0, 3.2, 0), (0.9, 3.7, 14)],
        ),
        (
            -2.4,
            [(0.8, 3.0, 0), (0.9, 3.4, 0), (0.8, 3.2, -12), (2.2, 0, 0), (1.0, 3.4, 0), (0.7, 2.9, 0), (0.9, 3.5, 0)],
        ),
        (
            -6.3,
            [(1.2, 3.1, 0), (0.8, 2.7, 0), (1.0, 3.2, 0), (0.9, 2.8, 0), (0.8, 3.2, 0), (1.0, 2.6, 0), (1.2, 3.1, 0)],
        ),
    )
    for y, books in rows:
        b.cut(rect(-4.7, y, 9.4, 3.95 if y < 1 else 4.1))
        x = -4.5
        for k, (w, tall, lean) in enumerate(books):
            if not tall:
                b.ink(ellipse(x + 1.1, y + 1.0, 0.95, 1.0), rect(x + 0.7, y + 1.6, 0.8, 0.9))
                b.cut(ellipse(x + 0.85, y + 1.2, 0.26))
                x += 2.3
                continue
            spine = rect(0, 0, w, tall, 0.1).at(x + (0.35 if lean else 0), y, turn=lean and -lean / 2)
            b.ink(spine)
            for v in (0.28, 0.8):
                b.line(segment(0, tall * v, w, tall * v).at(x + (0.35 if lean else 0), y, turn=lean and -lean / 2), 0.4)
            if k % 3 == 1:
                b.cut(lozenge(w / 2, tall * 0.55, 0.2, 0.4).at(x + (0.35 if lean else 0), y, turn=lean and -lean / 2))
            x += w + 0.36 + (0.3 if lean else 0)


def newspaper(b: Block) -> None:
    """A newspaper."""
    b.ink(shape("-6.6,6.4! 5.0,7.6! 6.8,-5.8! -4.8,-7.2!"))
    b.cut(shape("-6.0,5.8! 4.4,6.9! 6.1,-5.2! -4.3,-6.5!"))

    def at(p: Outline) -> Outline:
        return p.at(0.1, 0.1, turn=6)

    b.ink(at(rect(-5.2, 3.4, 10.2, 1.9)))
    for k in range(9):
        b.cut(at(rect(-4.8 + k * 1.08, 3.8, 0.55, 1.1, 0.1)))
    b.pen(at(segment(-5.2, 2.9, 5.0, 2.9)), 0.9)
    b.ink(at(rect(-5.2, -2.2, 4.8, 4.2)))
    b.cut(at(shape("-4.6,-1.8! -3.4,0.8! -2.6,-0.6! -1.8,0.4! -0.9,-1.8!")), at(ellipse(-1.6, 1.2, 0.5)))
    for k in range(6):
        b.pen(at(segment(0.4, 1.7 - k * 0.75, 5.0, 1.7 - k * 0.75)), 0.6)
    for k in range(4):
        b.pen(at(segment(-5.2, -3.1 - k * 0.75, -0.4, -3.1 - k * 0.75)), 0.6)
        b.pen(at(segment(0.4, -3.1 - k * 0.75, 5.0 - (1.8 if k == 3 else 0), -3.1 - k * 0.75)), 0.6)


def envelope(b: Block) -> None:
    """A sealed letter."""
    b.ink(rect(-8.0, -5.4, 16.0, 10.8, 0.5))
    b.line(poly([(-7.6, -5.0), (-1.9, 0.6)], closed=False), 0.7)
    b.line(poly([(7.6, -5.0), (1.9, 0.6)], closed=False), 0.7)
    b.rake("-6.4,-4.9 6.4,-4.9", "-3.6,-2.2 3.6,-2.2", 18, 0.34)
    b.lift(poly([(-8.0, 5.4), (8.0, 5.4), (0, -1.6)]), 1.0)
    b.rake("7.0,4.9 0.9,4.9", "5.0,3.2 0.6,1.4", 9, 0.34)
    b.cut(ellipse(0, -0.9, 2.1))
    b.red(shape("0,1.0 1.4,0.5 1.8,-1.0 1.2,-2.3 0,-2.7 -1.3,-2.2 -1.8,-0.9 -1.3,0.6"))
    b.line(lozenge(0, -0.85, 0.6, 0.9), 0.5)


def quill(b: Block) -> None:
    """A quill in its ink pot."""
    b.ink(shape("-6.8,-2.4! -1.2,-2.4! -1.4,-3.6! -0.4,-5.0 -0.2,-7.2! -7.8,-7.2! -7.6,-5.0 -6.6,-3.6!"))
    b.ink(ellipse(-4.0, -2.3, 2.8, 0.8))
    b.cut(ellipse(-4.0, -2.25, 2.0, 0.45))
    b.cut(rect(-5.9, -6.4, 3.8, 1.9, 0.2))
    b.rake("-0.8,-4.6 -0.7,-6.8", "-1.8,-4.6 -1.8,-6.8", 4, 0.3)
    b.lift(
        shape(
            "-4.0,-2.6! -1.8,-0.4 -0.6,1.0! -0.6,3.4 1.4,6.0 4.6,7.6 7.6,8.0! 7.0,5.8! 5.8,5.4! 6.4,4.0! "
            "4.6,3.6! 5.0,2.2! 3.0,1.8! 3.0,0.6! 0.4,0.0 -1.4,-1.2"
        ),
        0.9,
    )
    b.line(curve("-3.0,-1.7 -0.2,1.2 3.4,4.8 6.8,7.4"), 0.7)
    for k in range(6):
        x, y = 0.2 + k * 0.95, 1.6 + k * 0.95
        b.cut(
            sliver((x + 0.5, y - 0.1), (x + 1.9, y - 0.7), 0.34), sliver((x - 0.1, y + 0.4), (x - 0.2, y + 1.7), 0.34)
        )
    b.pen(curve("1.6,-6.6 3.0,-5.6 3.6,-6.8 5.0,-5.8 5.6,-6.8 7.6,-6.0"), 0.7)


def scroll(b: Block) -> None:
    """A law with its seal."""
    b.ink(shape("-5.4,6.4! 5.2,6.4! 5.0,2.0 5.4,-2.0 5.0,-5.6! -5.0,-5.6! -5.2,-2.0 -4.8,2.0"))
    b.cut(shape("-4.8,5.8! 4.6,5.8! 4.4,2.0 4.8,-2.0 4.5,-5.2! -4.4,-5.2! -4.6,-2.0 -4.2,2.0"))
    for y in (6.3, -5.9):
        b.lift(rect(-6.6, y - 1.0, 13.2, 2.0, 1.0), 0.8)
        b.ink(ellipse(-6.8, y, 1.0, 1.3), ellipse(6.8, y, 1.0, 1.3))
        b.rake(f"5.6,{y + 0.6} -5.6,{y + 0.6}", f"5.6,{y - 0.6} -5.6,{y - 0.6}", 20, 0.26)
    b.ink(rect(-3.2, 3.5, 6.4, 0.9, 0.2))
    for k in range(5):
        b.pen(segment(-3.4, 2.4 - k * 1.1, 3.2 - (1.6 if k == 4 else 0), 2.4 - k * 1.1), 0.6)
    b.red(shape("1.9,-3.4! 1.4,-7.9! 2.6,-7.0! 3.6,-8.2! 3.6,-3.6!"))
    b.red(ellipse(2.6, -3.2, 1.8))
    b.line(ellipse(2.6, -3.2, 1.1), 0.5)


def purse(b: Block) -> None:
    """A purse of coins."""
    b.ink(shape("-2.4,3.4! -3.8,7.2! -1.2,6.2! 0,7.8! 1.2,6.2! 3.8,7.2! 2.4,3.4!"))
    b.ink(shape("-2.2,2.6! -5.4,-0.4 -6.8,-4.2 -5.2,-6.8 0,-7.2 5.2,-6.8 6.8,-4.2 5.4,-0.4 2.2,2.6!"))
    b.lift(rect(-3.0, 2.2, 6.0, 1.6, 0.7), 0.8)
    b.red(poly([(2.4, 2.6), (5.4, 0.6), (4.6, 3.2)]), poly([(2.4, 3.0), (5.8, 3.6), (4.0, 5.0)]))
    b.cut(ellipse(0, -2.6, 2.7))
    b.pen(ellipse(0, -2.6, 2.2), 0.45)
    b.ink(shape("0,-0.9! 1.2,-2.6! 0,-4.3! -1.2,-2.6!"))
    b.rake("6.2,-3.2 5.2,-6.2 2.6,-6.8", "4.4,-3.0 3.8,-4.8 2.4,-5.4", 8, 0.38)
    for x in (-1.6, 0, 1.6):
        b.cut(sliver((x, 2.0), (x * 1.9, -0.2), 0.4), sliver((x * 0.9, 4.2), (x * 1.5, 6.0), 0.36))


def coin(b: Block) -> None:
    """A pile of coins."""
    for x, n, y0 in ((-3.6, 5, -6.6), (3.8, 3, -6.6)):
        for k in range(n):
            y = y0 + k * 1.55
            b.lift(rect(x - 3.4, y - 0.1, 6.8, 1.5, 0.6), 0.6)
            b.rake(f"{x + 3.0},{y + 1.1} {x - 3.0},{y + 1.1}", f"{x + 3.0},{y + 0.2} {x - 3.0},{y + 0.2}", 11, 0.26)
    b.lift(ellipse(2.0, 3.4, 4.4), 0.9)
    b.line(ellipse(2.0, 3.4, 3.4), 0.6)
    b.cut(lozenge(2.0, 3.4, 1.3, 2.0))
    b.ink(lozenge(2.0, 3.4, 0.7, 1.1))
    for k in range(20):
        a = radians(18 * k)
        b.cut(sliver((2.0 + 4.3 * cos(a), 3.4 + 4.3 * sin(a)), (2.0 + 3.7 * cos(a), 3.4 + 3.7 * sin(a)), 0.32))


def gift(b: Block) -> None:
    """A present with its ribbon."""
    b.ink(rect(-6.0, -7.4, 12.0, 8.6, 0.2))
    b.lift(rect(-6.8, 0.6, 13.6, 3.0, 0.3), 0.9)
    b.red(rect(-1.2, -7.4, 2.4, 11.0))
    b.line(segment(-1.2, -7.4, -1.2, 3.6), 0.5)
    b.line(segment(1.2, -7.4, 1.2, 3.6), 0.5)
    for s in (1, -1):
        b.red(shape(f"0,3.6! {1.2 * s},6.4 {3.6 * s},7.6 {5.2 * s},6.4 {4.2 * s},4.4"))
        b.cut(shape(f"{0.9 * s},4.4! {1.9 * s},6.0 {3.4 * s},6.6 {4.2 * s},6.0 {3.2 * s},4.8"))
        b.ink(shape(f"{1.6 * s},4.6! {2.3 * s},5.6 {3.4 * s},6.1 {3.7 * s},5.7 {3.0 * s},4.9"))
    b.red(ellipse(0, 4.0, 1.2, 1.0))
    for x, y in (
        (-4.4, -1.0),
        (-2.8, -2.8),
        (-4.4, -4.6),
        (-2.8, -6.2),
        (2.8, -1.0),
        (4.4, -2.8),
        (2.8, -4.6),
        (4.4, -6.2),
    ):
        b.cut(lozenge(x, y, 0.4, 0.6))
    b.rake("6.4,3.2 6.4,1.0", "4.4,3.2 4.4,1.0", 4, 0.34)
    b.rake("-6.6,3.2 -6.6,1.0", "-5.0,3.2 -5.0,1.0", 4, 0.34)


def book(b: Block) -> None:
    """An open book."""
    b.ink(shape("-8.0,3.8! -8.0,-5.4! -4.0,-6.0 0,-5.0! 4.0,-6.0 8.0,-5.4! 8.0,3.8! 4.2,4.4 0,3.4! -4.2,4.4"))
    for s in (1, -1):
        page = shape(
            f"{0.3 * s},3.6! {2.0 * s},5.6 {4.6 * s},6.1 {7.1 * s},5.2! {7.1 * s},-4.0! {4.4 * s},-4.2 "
            f"{1.8 * s},-3.6 {0.3 * s},-4.6!"
        )
        b.cut(page)
        b.pen(page, 0.6)
        for k in range(6):
            y = 3.9 - k * 1.25
            b.pen(curve(f"{1.4 * s},{y - 0.3} {3.6 * s},{y + 0.5} {6.2 * s},{y + 0.1}"), 0.55)
    b.line(curve("-7.4,-4.9 -4.0,-5.3 0,-4.6 4.0,-5.3 7.4,-4.9"), 0.5)
    b.red(shape("0.2,3.0! 1.4,2.0! 1.4,-7.8! 0.7,-7.0! 0,-7.8!"))


def cards(b: Block) -> None:
    """Three playing cards in a fan."""
    for turn, x, y in ((26, -3.4, -0.8), (0, 0, 0.2), (-26, 3.4, -0.8)):
        card = rect(-3.2, -5.4, 6.4, 10.8, 0.8).at(x, y, turn=turn)
        b.line(card, 2.0)
        b.cut(card)
        b.pen(card, 1.1)
    b.ink(
        shape(
            "0,3.0! 1.6,1.0 2.6,-0.6 2.4,-2.0 1.2,-2.4 0.4,-1.8! 0.9,-3.2! -0.9,-3.2! -0.4,-1.8! -1.2,-2.4 "
            "-2.4,-2.0 -2.6,-0.6 -1.6,1.0"
        ).at(3.4, -0.8, turn=-26)
    )
    for x, y, turn in ((-6.0, 2.8, 26), (-1.9, 4.0, 0)):
        b.red(lozenge(0, 0, 0.7, 1.0).at(x, y, turn=turn))
