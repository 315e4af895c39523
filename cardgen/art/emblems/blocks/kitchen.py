"""The kitchen and the table: each a block, seen straight on or from slightly above, or in profile."""

from cardgen.art.emblems.burin import Block, curve, shape, sliver, sym, tube
from cardgen.pdf.path import Outline, ellipse, lozenge, rect, segment


def steam(b: Block, x: float, y: float, tall: float = 3.2) -> None:
    """Leave a curl of steam."""
    b.ink(
        tube(
            f"{x},{y} {x - 0.7},{y + tall * 0.33} {x + 0.5},{y + tall * 0.66} {x - 0.2},{y + tall}",
            (0, 0.1),
            (0.4, 0.34),
            (1, 0.05),
            step=0.5,
        )
    )


def teapot(b: Block) -> None:
    """A teapot."""
    b.ink(tube("2.4,-3.4 4.8,-2.4 5.4,0.8 7.7,2.6", (0, 1.5), (0.5, 0.85), (1, 0.5)))
    b.ink(tube("-3.4,1.2 -6.2,2.4 -7.4,0.0 -6.0,-3.0 -3.6,-3.8", (0, 0.5), (0.5, 0.62), (1, 0.5)))
    b.ink(ellipse(-0.3, -1.7, 4.7, 4.1), rect(-3.2, -6.6, 5.8, 1.2, 0.5))
    b.lift(shape("-2.9,2.2! -2.2,3.9 -0.3,4.7 1.6,3.9 2.3,2.2! -0.3,1.6"), 1.0)
    b.ink(ellipse(-0.3, 5.5, 1.0))
    b.cut(ellipse(-0.6, 5.8, 0.3))
    b.line(curve("-4.6,-0.6 -2.4,0.1 -0.3,0.3 1.8,0.1 4.0,-0.6"), 0.7)
    b.line(curve("-4.9,-2.6 -2.4,-2.0 -0.3,-1.85 1.8,-2.0 4.3,-2.6"), 0.7)
    for k in range(5):
        x = -3.5 + k * 1.6
        b.cut(lozenge(x, -0.95 + 0.12 * (2 - abs(k - 2)), 0.55, 0.75))
    b.rake(
        "4.0,-3.0 2.2,-5.2 -0.3,-5.7 -2.9,-5.2 -4.6,-3.0", "3.0,-2.9 1.6,-3.9 -0.3,-4.2 -2.2,-3.9 -3.6,-2.9", 15, 0.32
    )
    b.rake("1.7,3.0 0.9,3.9 -0.3,4.3", "0.7,2.7 0.3,3.2 -0.3,3.3", 5, 0.26)
    b.rake("3.5,-3.6 5.2,-2.0 5.8,0.6", "3.0,-2.9 4.3,-1.6 5.0,0.6", 6, 0.28)
    steam(b, 7.2, 4.0, 3.4)


def bottle(b: Block) -> None:
    """A message in a bottle at sea."""

    def at(p: Outline) -> Outline:
        return p.at(0.2, 0.2, turn=-52)

    b.ink(
        at(
            shape(
                "-1.2,3.4! -1.2,6.0! 1.2,6.0! 1.2,3.4! 1.5,2.2 3.0,0.9 3.1,-1 3.1,-5.8 2.4,-6.6 -2.4,-6.6 "
                "-3.1,-5.8 -3.1,-1 -3.0,0.9 -1.5,2.2"
            )
        )
    )
    b.cut(at(shape("-1.9,-5.4! 1.7,-5.4! 1.7,0.0! -1.9,0.0!")))
    b.ink(at(rect(-0.9, 6.0, 1.8, 1.6, 0.2)))
    b.line(at(segment(-1.2, 5.0, 1.2, 5.0)), 0.7)
    for k, w in enumerate((1.0, 0.8, 1.0, 0.7, 0.9, 0.5)):
        b.pen(at(segment(-1.3, -0.8 - k * 0.75, -1.3 + 2.4 * w, -0.8 - k * 0.75)), 0.5)
    b.pen(at(shape("-1.9,-5.4! 1.7,-5.4! 1.7,0.0! -1.9,0.0!")), 0.4)
    b.cut(at(sliver((2.5, 0.2), (2.4, -5.6), 0.5, 0.05)))
    b.line(at(curve("-2.5,0.4 -1.0,2.4 -0.8,4.4")), 0.55)
    for y, x0, x1 in ((-3.6, -7.8, 7.8), (-5.3, -6.4, 7.0), (-6.9, -4.6, 5.0)):
        n = round((x1 - x0) / 2.6)
        wave = Outline().move(x0, y)
        d = (x1 - x0) / n
        for k in range(n):
            x = x0 + k * d
            wave = wave.curve(x + d * 0.3, y - 1.1, x + d * 0.7, y - 1.1, x + d, y)
        b.line(wave, 3.4)
        b.pen(wave, 1.2)


def cutlery(b: Block) -> None:
    """A fork and a spoon, crossed."""

    def fork(path: Outline) -> Outline:
        return path.at(0, 0, turn=34)

    def spoon(path: Outline) -> Outline:
        return path.at(0, 0, turn=-34)

    b.ink(fork(tube("0,-8 0,-4 0,1.2 0,3", (0, 0.95), (0.3, 0.75), (0.8, 0.4), (1, 0.9))))
    b.ink(
        fork(
            shape(
                "-2.1,7.8! -1.5,7.8! -1.4,4.6! -0.8,4.6! -0.7,7.8! -0.1,7.8! 0,4.6! 0.6,4.6! 0.7,7.8! 1.3,7.8! "
                "1.4,4.6 1.0,2.8 -0.2,2.0 -1.6,2.8 -2.2,4.6"
            ).at(0.3, 0.2)
        )
    )
    b.cut(fork(sliver((0.35, -7.4), (0.2, -1.0), 0.5)))
    b.lift(spoon(tube("0,-8 0,-4 0,1.2 0,3", (0, 0.95), (0.3, 0.75), (0.8, 0.4), (1, 0.6))), 1.1)
    b.lift(spoon(ellipse(0, 5.4, 2.1, 3.0)), 0.9)
    b.cut(spoon(sliver((0.35, -7.4), (0.2, 0.6), 0.5)))
    for k in range(6):
        b.cut(spoon(sliver((1.75 - 0.1 * abs(k - 2.5), 7.2 - k * 0.75), (0.4, 6.9 - k * 0.65), 0.36)))


def dish(b: Block) -> None:
    """A dish under its cover: dinners, chefs and what is served."""
    b.ink(shape("-8.0,-4.4! 8.0,-4.4! 6.8,-5.8 4.8,-6.4! -4.8,-6.4! -6.8,-5.8"))
    b.line(segment(-6.8, -5.2, 6.8, -5.2), 0.5)
    b.ink(sym("0,5.2 2.6,4.8 5.4,2.4 6.8,-1.0 6.9,-3.8! 0,-3.8"))
    b.line(segment(-6.8, -2.7, 6.8, -2.7), 0.7)
    b.ink(ellipse(0, 6.4, 1.2), rect(-0.5, 4.8, 1.0, 1.2))
    b.cut(ellipse(-0.35, 6.75, 0.34))
    b.cut(sliver((-2.2, 3.9), (-5.2, -1.4), 1.1, -0.5))
    b.rake("1.4,4.6 4.6,2.4 6.4,-1.8", "1.0,3.0 3.0,1.2 4.2,-1.9", 11, 0.42, bow=0.12)


def teacup(b: Block) -> None:
    """A cup of tea."""
    b.ink(ellipse(-0.4, -5.6, 7.4, 1.6))
    b.line(curve("-6.6,-5.7 -3.5,-6.5 -0.4,-6.7 2.8,-6.5 6.0,-5.7"), 0.6)
    b.pen(curve("4.4,1.6 6.6,2.0 7.4,0.2 6.2,-1.8 3.4,-2.2"), 2.4)
    b.lift(shape("-5.8,2.6! 5.0,2.6! 4.8,-0.6 3.4,-3.6 1.8,-5.0! -2.6,-5.0! -4.2,-3.6 -5.6,-0.6"), 1.0)
    b.ink(ellipse(-0.4, 2.7, 5.4, 1.25))
    b.cut(ellipse(-0.4, 2.8, 4.7, 0.85))
    b.ink(ellipse(-0.4, 2.55, 4.2, 0.6))
    b.line(curve("-5.4,0.8 -2.8,-0.1 -0.4,-0.3 2.0,-0.1 4.7,0.8"), 0.6)
    for k in range(5):
        x = -3.6 + k * 1.6
        b.cut(lozenge(x, -1.7 + 0.1 * abs(k - 2), 0.46, 0.72))
    b.rake("4.6,-0.2 3.4,-3.2 1.8,-4.7", "3.4,-1.4 2.4,-3.0 1.2,-3.8", 6, 0.32)
    steam(b, -1.8, 4.4)
    steam(b, 1.4, 4.2, 3.6)


def bucket(b: Block) -> None:
    """A bucket, full to the brim."""
    b.pen(curve("-5.6,2.4 -4.4,6.6 0,7.9 4.4,6.6 5.6,2.4"), 1.0)
    b.ink(rect(-1.7, 7.0, 3.4, 1.2, 0.5))
    b.ink(shape("-6.0,2.4! 6.0,2.4! 4.2,-6.4 2.2,-7.1 0,-7.3 -2.2,-7.1 -4.2,-6.4"), ellipse(0, 2.5, 6.0, 1.7))
    b.cut(ellipse(0, 2.6, 5.2, 1.2))
    b.pen(curve("-3.8,2.4 -1.8,2.9 0.2,2.4 2.2,2.9 3.8,2.5"), 0.6)
    for y, w in ((-0.4, 5.4), (-4.6, 4.5)):
        b.line(curve(f"{-w},{y + 0.4} {-w / 2},{y - 0.8} 0,{y - 1.1} {w / 2},{y - 0.8} {w},{y + 0.4}"), 0.8)
    for k in range(7):
        x = -4.2 + k * 1.4
        b.line(segment(x * 1.05, -1.4 + 0.02 * x * x, x * 0.9, -4.9 + 0.03 * x * x), 0.45)
    b.rake("5.2,0.8 4.9,-0.6", "3.2,0.2 3.2,-1.0", 2, 0.34)
    b.rake("4.6,-1.9 4.2,-4.2", "2.8,-2.2 2.6,-4.6", 5, 0.34)


def basket(b: Block) -> None:
    """A wicker basket under its cloth."""
    b.pen(curve("-6.0,0.2 -5.0,5.2 0,7.6 5.0,5.2 6.0,0.2"), 2.6)
    b.line(curve("-6.0,0.2 -5.0,5.2 0,7.6 5.0,5.2 6.0,0.2"), 0.5)
    b.lift(shape("-7.6,0.8! 7.6,0.8! 6.0,-7.0! -6.0,-7.0!"), 1.0)
    for j in range(6):
        y = -0.8 - j * 1.15
        w = 7.0 - j * 0.25
        b.cut(
            *[
                rect(-w + 0.3 + k * 1.5 + (0.75 if j % 2 else 0), y - 0.32, 0.95, 0.62, 0.25)
                for k in range(int((2 * w - 1.4 - (0.75 if j % 2 else 0)) / 1.5) + 1)
            ]
        )
    b.lift(
        shape(
            "-6.6,0.9! -5.4,2.6 -2.6,3.4 0,2.8 2.8,3.6 5.6,2.6 6.6,0.9! 4.8,-0.4! 3.0,0.9! 1.2,-1.0! -0.8,0.9! "
            "-2.8,-0.7! -4.6,0.9!"
        ),
        0.9,
    )
    for x, y in ((-4.0, 1.9), (-1.6, 1.6), (1.0, 1.7), (3.6, 2.1), (5.2, 1.4), (-0.4, 2.3), (2.4, 2.6)):
        b.cut(lozenge(x, y, 0.34, 0.5))


def broom(b: Block) -> None:
    """A broom."""

    def at(path: Outline) -> Outline:
        return path.at(0, 0, turn=-24)

    b.ink(at(rect(-0.5, -1.0, 1.0, 9.4, 0.4)))
    b.lift(
        at(
            shape(
                "-1.4,0.4! 1.4,0.4! 2.2,-1.6 3.8,-6.8! 2.8,-6.4! 2.2,-7.4! 1.2,-6.7! 0.2,-7.8! -0.8,-6.8! "
                "-1.8,-7.6! -2.6,-6.5! -3.8,-7.0! -2.2,-1.6"
            )
        ),
        1.0,
    )
    b.line(at(segment(-1.6, -0.4, 1.6, -0.4)), 0.6)
    b.line(at(segment(-2.0, -1.5, 2.0, -1.5)), 0.6)
    for k in range(7):
        x = -1.5 + k * 0.5
        b.cut(at(sliver((x * 1.7, -6.4), (x * 1.1, -2.0), 0.36)))
    b.cut(at(sliver((0.22, 7.8), (0.22, 0.8), 0.3)))
