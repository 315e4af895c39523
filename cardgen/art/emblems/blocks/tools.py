"""Tools and machines: each a block, seen straight on or from slightly above, or in profile."""

from math import cos, radians, sin

from cardgen.art.emblems.burin import Block, curve, shape, sliver, sym
from cardgen.pdf.path import Outline, ellipse, lozenge, rect, segment


def cog(b: Block) -> None:
    """Two wheels that drive each other."""
    for x, y, r, n, turn in ((-1.8, 1.6, 4.6, 12, 0), (5.0, -4.6, 2.4, 8, 10)):
        teeth = [rect(-0.75, r - 0.3, 1.5, 1.7, 0.25).at(x, y, turn=turn + 360 / n * k) for k in range(n)]
        for path in (*teeth, ellipse(x, y, r)):
            b.line(path, 1.3)
        b.ink(*teeth, ellipse(x, y, r))
        b.cut(ellipse(x, y, r * 0.42))
        b.ink(ellipse(x, y, r * 0.24))
        b.line(ellipse(x, y, r * 0.82), 0.5)
    for k in range(6):
        a = radians(60 * k)
        b.cut(ellipse(-1.8 + 2.9 * cos(a), 1.6 + 2.9 * sin(a), 0.62))


def tools(b: Block) -> None:
    """A hammer and a spanner, crossed."""

    def at(path: Outline) -> Outline:
        return path.at(0, 0, turn=-40)

    def over(path: Outline) -> Outline:
        return path.at(0, 0, turn=40)

    b.ink(at(rect(-0.85, -7.6, 1.7, 11.4, 0.5)))
    b.ink(
        at(
            shape(
                "-1.1,3.0! 1.1,3.0! 2.9,4.6 2.9,7.0 1.9,8.2! 1.3,6.0! -0.4,5.6! -1.1,6.6! -1.0,8.4! -2.7,7.0 -2.9,4.8"
            )
        )
    )
    b.cut(at(ellipse(0, -6.4, 0.45)))
    b.line(at(segment(0, -4.8, 0, 2.8)), 0.5)
    b.lift(over(rect(-0.8, -7.8, 1.6, 12.0, 0.6)), 1.0)
    b.lift(over(shape("-3.8,7.8! 1.6,7.8! 3.0,7.0 4.8,6.6! 4.8,5.4! 1.2,4.2! -3.8,4.2!")), 0.9)
    b.line(over(segment(-2.6, 7.7, -2.6, 4.3)), 0.6)
    for k in range(6):
        b.cut(over(sliver((0.7, -6.8 + k * 0.9), (-0.3, -6.8 + k * 0.9), 0.32)))
    for k in range(5):
        b.cut(over(sliver((-1.9 + k * 0.7, 4.4), (-1.9 + k * 0.7, 6.4), 0.3)))


def hourglass(b: Block) -> None:
    """An hourglass."""
    for y in (6.4, -7.8):
        b.ink(rect(-5.4, y, 10.8, 1.4, 0.4))
        b.line(segment(-4.8, y + 0.7, 4.8, y + 0.7), 0.4)
    for x in (-4.6, 4.6):
        b.ink(
            shape(
                f"{x - 0.5},-6.6! {x + 0.5},-6.6! {x + 0.3},-3.0 {x + 0.6},0 {x + 0.3},3.0 {x + 0.5},6.6! "
                f"{x - 0.5},6.6! {x - 0.3},3.0 {x - 0.6},0 {x - 0.3},-3.0"
            )
        )
    b.ink(sym("0,6.4 3.4,6.4! 3.4,3.6 0.8,0.5 0.8,-0.5 3.4,-3.6 3.4,-6.4! 0,-6.4"))
    b.cut(sym("0,5.8 2.7,5.8! 2.7,3.4 0.25,0.4 0.25,-0.4 2.7,-3.6 2.7,-5.8! 0,-5.8"))
    b.ink(shape("-2.1,2.9! -0.7,2.4 0.6,2.7 2.1,2.9! 1.2,1.6 0.2,0.3! -0.2,0.3! -1.2,1.6"), rect(-0.15, -3.4, 0.3, 3.4))
    b.ink(shape("-2.5,-5.7! -1.4,-4.4 0,-3.0 1.4,-4.4 2.5,-5.7!"))
    b.rake("2.0,-5.5 0.4,-3.6", "0.6,-5.5 0,-4.4", 4, 0.3)


def scales(b: Block) -> None:
    """A pair of scales that disagree."""
    b.ink(
        rect(-0.6, -6.4, 1.2, 12.6, 0.3), ellipse(0, 6.9, 1.0), shape("-3.6,-7.4! 3.6,-7.4! 2.6,-6.2 0,-5.4 -2.6,-6.2")
    )
    b.ink(shape("-6.8,3.4! -6.2,4.6! 0,6.2! 6.2,7.2! 6.8,6.0! 0,4.4!"))
    for x, y in ((-6.2, 3.8), (6.2, 6.4)):
        for s in (1, -1):
            b.pen(segment(x, y, x + 2.0 * s, y - 6.2), 0.5)
        b.ink(shape(f"{x - 2.5},{y - 6.1}! {x + 2.5},{y - 6.1}! {x + 1.5},{y - 8.0} {x - 1.5},{y - 8.0}"))
        b.line(segment(x - 1.8, y - 6.8, x + 1.8, y - 6.8), 0.45)
    b.red(ellipse(-6.2, -1.3, 0.9), ellipse(-5.0, -1.5, 0.7))
    b.cut(lozenge(0, 5.3, 0.35, 0.55))
    b.rake("0.5,3.6 0.5,-4.8", "-0.3,3.6 -0.3,-4.8", 10, 0.26)


def sewing_machine(b: Block) -> None:
    """A sewing machine."""
    b.ink(rect(-7.8, -6.6, 15.6, 2.6, 0.4))
    b.line(segment(-7.0, -5.6, 7.0, -5.6), 0.5)
    for k in range(9):
        b.cut(lozenge(-6.0 + k * 1.5, -4.8, 0.28, 0.36))
    b.ink(
        shape(
            "-6.8,5.2! -5.2,6.2 -3.0,5.6 1.6,5.4 5.0,6.2 6.2,4.4 6.0,-4.2! 2.6,-4.2! 2.8,-0.6 2.0,1.0 -1.4,1.4 "
            "-3.6,1.4! -4.2,-0.6! -6.0,-0.6! -6.4,1.4 -7.2,2.6"
        )
    )
    b.pen(segment(-5.1, -0.6, -5.1, -3.6), 0.9)
    b.ink(rect(-6.1, -2.6, 2.0, 0.6, 0.2))
    b.lift(ellipse(6.4, 2.4, 2.0, 2.6), 0.9)
    b.line(ellipse(6.4, 2.4, 1.2, 1.7), 0.6)
    b.pen(segment(-2.6, 5.6, -2.6, 7.8), 0.7)
    b.red(rect(-3.5, 6.0, 1.8, 1.5, 0.3))
    b.red_line(curve("-3.4,6.6 -5.6,6.0 -6.2,3.0 -5.1,-3.0"), 0.5)
    for x, y in ((-4.4, 3.4), (-2.6, 3.5), (-0.8, 3.5), (1.0, 3.4), (2.8, 3.2)):
        b.cut(lozenge(x, y, 0.5, 0.75))
    b.rake("5.6,-0.6 5.7,-3.8", "3.6,-0.6 3.6,-3.8", 6, 0.36)
    b.line(curve("-6.4,4.6 -3.0,4.8 1.6,4.6 4.4,5.2"), 0.5)


def gramophone(b: Block) -> None:
    """A gramophone."""
    b.ink(shape("-6.2,-3.6! 5.6,-3.6! 6.2,-7.0! -6.8,-7.0!"), rect(-7.2, -7.6, 13.8, 0.9, 0.3))
    b.ink(ellipse(-0.8, -3.2, 5.2, 1.1))
    b.line(ellipse(-0.8, -3.2, 3.6, 0.65), 0.4)
    b.pen(curve("-3.4,-2.6 -5.6,-1.4 -5.2,0.6 -3.0,1.0"), 1.3)
    b.lift(shape("-3.4,1.7! -0.6,2.6 1.2,4.8 2.0,8.0! 7.9,2.1! 4.8,1.3 2.2,0.3 -2.6,0.1!"), 0.9)
    b.rake("0.9,5.6 -0.6,3.0 -2.6,1.6", "2.4,4.4 1.0,2.4 -1.6,1.0", 6, 0.36)
    b.lift(ellipse(0, 0, 2.0, 4.3).at(5.0, 5.1, turn=45), 0.9)
    for k in range(10):
        one = sliver(
            (1.8 * cos(radians(36 * k)), 3.9 * sin(radians(36 * k))),
            (0.35 * cos(radians(36 * k)), 0.8 * sin(radians(36 * k))),
            0.7,
        )
        b.cut(one.at(5.0, 5.1, turn=45))
    for k in range(4):
        b.cut(lozenge(-4.2 + k * 2.8, -5.3, 0.7, 0.85))
    b.pen(curve("6.0,-5.0 7.6,-5.0! 7.6,-6.6"), 0.9)


def scissors(b: Block) -> None:
    """A pair of scissors."""
    for s in (1, -1):

        def at(path: Outline, s: int = s) -> Outline:
            return (path if s > 0 else path.flip()).at(0, 0, turn=-22 * s)

        b.lift(at(shape("-0.6,-0.6! 1.2,-0.4! 0.9,4.0 -0.4,8.2!")), 0.8)
        b.cut(at(sliver((0.7, 0.6), (-0.1, 7.0), 0.5)))
        b.ink(at(rect(-0.5, -3.4, 1.3, 3.4, 0.3)))
        b.ink(at(ellipse(0.5, -5.6, 2.2, 2.5) + ellipse(0.5, -5.6, 1.3, 1.6)), evenodd=True)
    b.cut(ellipse(0, -0.2, 0.6))
    b.ink(ellipse(0, -0.2, 0.34))


def magnet(b: Block) -> None:
    """A horseshoe magnet."""
    b.ink(
        shape(
            "-6.4,-5.8! -2.4,-5.8! -2.4,1.2 -1.6,3.2 0,3.8 1.6,3.2 2.4,1.2 2.4,-5.8! 6.4,-5.8! 6.4,1.6 4.8,5.6 "
            "0,7.6 -4.8,5.6 -6.4,1.6"
        )
    )
    for x in (-6.4, 2.4):
        b.cut(rect(x + 0.5, -5.3, 3.0, 2.2))
        b.rake(f"{x + 3.4},-3.3 {x + 3.4},-5.2", f"{x + 1.8},-3.3 {x + 1.8},-5.2", 4, 0.3, ink=True)
        b.line(segment(x, -2.4, x + 4.0, -2.4), 0.6)
    b.rake("6.0,0.6 5.2,4.0 2.4,6.2", "4.2,0.4 3.6,2.8 1.8,4.6", 8, 0.4)
    for x in (-4.4, 4.4):
        for d in (-1.6, 0, 1.6):
            b.ink(sliver((x + d * 0.7, -6.4), (x + d * 1.1, -8.0), 0.45))
