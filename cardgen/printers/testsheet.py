"""The printer's test sheet on paper: crosses to prick and edges to fold, and what to do with what they say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardgen.guide.parts import arrow_up, caps, paragraph, rule, step_number
from cardgen.layout.paper import MM, Paper
from cardgen.layout.profile import Profile
from cardgen.pdf.document import Document, bookmark, finish, label_page, open_canvas
from cardgen.pdf.fonts import SANS, SANS_SEMIBOLD, SERIF, SERIF_ITALIC, SERIF_SEMIBOLD, cap_mm
from cardgen.pdf.marks import Look, Mark, PictureMark, Text, draw
from cardgen.pdf.path import Path, ellipse, rect, segment
from cardgen.printers.readings import EDGES, FOLD_MM, REACH_MM, Edge, Flip, Target, back_edge, targets

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

_POINTER = 11.0
_LOOK = Look()


def sheet_pdf(paper: Paper, flip: Flip = "long", profile: Profile | None = None) -> bytes:
    """Return the test sheet as a PDF of two pages; with a profile it reads zero where the profile is right."""
    from cardgen.pdf.ink import Ink

    profile = profile or Profile()
    width, height = paper.width_mm * MM, paper.height_mm * MM
    about = Document(
        title="Printer test",
        subject=f"Where a printer puts backs: one sheet of {paper.name}, flipped on the {flip} edge",
        keywords=("calibration", "duplex", "print and play"),
    )
    canvas = open_canvas(about, width, height)
    ink = Ink(canvas)
    bookmark(canvas, "Printer test")
    label_page(canvas, "1 front")
    _front(ink, paper, flip, profile)
    canvas.showPage()
    label_page(canvas, "2 back")
    canvas.transform(*profile.seen(flip).matrix(width, height))
    _back(ink, paper, flip)
    canvas.showPage()
    return finish(canvas)


def _front(ink: Ink, paper: Paper, flip: Flip, profile: Profile) -> None:
    wide, high = paper.width_mm, paper.height_mm
    _frame(ink, wide, high)
    for edge in EDGES:
        _pointer(ink, wide, high, edge)
    for target in targets(paper, flip):
        _cross(ink, target)
    draw(ink, _head(wide, high, 1, "Front"))
    k = min(1.0, wide / 210, high / 262)
    with ink.at(wide / 2, high, scale=k):
        draw(ink, _front_words(paper, flip, profile, high / k, 66 / k, 48 / k))


def _front_words(
    paper: Paper, flip: Flip, profile: Profile, height: float, above: float, last: float
) -> Iterator[Mark]:
    """What is to be done, from the middle of the upper edge down `height`; the last step stands `above` the foot."""
    middle, bottom = -height / 2, -height
    y = -62.0
    yield Text(0, y, "Where do the backs land?", SERIF_SEMIBOLD, 23, None, "centre", 4)
    yield caps(0, y - 7.5, f"Printer test · {paper.name} · both sides · flip on the {flip} edge", 7.6, "centre")
    yield from rule(_LOOK, -52, 52, y - 13)
    y = min(y - 24, middle + 58)
    yield caps(-52, y + 5.5, "Either with a needle", 8)
    yield from _numbered(
        y - 1.5,
        (
            "Print at **100 %**, no scaling. Lay the sheet on cardboard, this side up.",
            "Prick a needle straight through the middle of each of the five crosses.",
            (
                "Turn the sheet over, its **Top** up. On each grid read where the hole is: **across** first, "
                "**up** second. Left and down are minus."
            ),
        ),
    )
    y = middle - 18
    yield caps(-52, y, "Or by folding", 8)
    yield from _numbered(
        y - 7,
        (
            "Fold each edge over, towards you, along its dotted line, so that the edge lies along itself.",
            (
                "The arrow points at a number on the flap. The **left** and **right** edge say **up**, the **top** "
                "and **bottom** edge say **across**."
            ),
        ),
    )
    y = max(middle - 60, bottom + above)
    yield caps(-52, y, "Then", 8)
    yield from _numbered(
        y - 7,
        ("Run **cardgen calibrate --ask**: it asks for the readings, and remembers the printer and the tray.",),
        "",
    )
    text = "Printed as it is." if profile.is_zero else f"Printed with {profile.describe()}. It should read zero."
    yield Text(0, bottom + last, text, SERIF_ITALIC, 9, None, "centre")


def _back(ink: Ink, paper: Paper, flip: Flip) -> None:
    wide, high = paper.width_mm, paper.height_mm
    for edge in EDGES:
        _scale(ink, wide, high, back_edge(edge, flip), turned=(edge in ("top", "bottom")) == (flip == "long"))
    for target in targets(paper, flip):
        _grid(ink, target.back_x_mm, target.back_y_mm, str(target.number))
    draw(ink, _head(wide, high, 2, "Back"))
    k = min(1.0, wide / 210, high / 262)
    with ink.at(wide / 2, high, scale=k):
        draw(ink, _back_words(-high / k / 2 - 47))


def _back_words(y: float) -> Iterator[Mark]:
    """How the holes are read, and at `y` an example."""
    yield Text(0, -62, "Read the holes here", SERIF_SEMIBOLD, 23, None, "centre", 4)
    yield caps(0, -69.5, "Across first, up second", 7.6, "centre")
    yield from rule(_LOOK, -52, 52, -75)
    yield PictureMark(-30, y, 0, 0, _example, 2)
    yield caps(-6, y + 9, "For example", 7.6)
    text = (
        "This hole lies 2.5 mm right of the middle and 1 mm below it. The grid reads **2.5, −1**. Half millimetres "
        "are near enough."
    )
    yield from paragraph(-6, y + 3, 58, text, SERIF, 10.2, 13.8)[0]


def _example(ink: Ink) -> None:
    _grid_lines(ink)
    ink.draw(ellipse(2.5, -1, 0.5), ink.palette.red.base, ink.black, 0.3)


def _numbered(y: float, steps: tuple[str, ...], first: str = "1") -> Iterator[Mark]:
    for n, text in enumerate(steps, 1):
        yield from step_number(_LOOK, -49, y + 1.1, str(n) if first else "", 2.4 if first else 1.3)
        words, below = paragraph(-43, y, 95, text, SERIF, 10.2, 13.8)
        yield from words
        y = below - 1.6


def _head(wide: float, high: float, number: int, name: str) -> Iterator[Mark]:
    """Mark the top of a side, and which side it is."""
    for x in (wide * 0.2, wide * 0.8):
        yield arrow_up(_LOOK, x, high - FOLD_MM - 3.5, 8, 6.5)
        yield caps(x, high - FOLD_MM - 15.5, "Top", 7.4, "centre")
    x, y = wide * 0.34, high - FOLD_MM - 9
    for side in (x, wide - x):
        yield from step_number(_LOOK, side, y, str(number), 4.6)
        yield caps(side, y - 9.6, name, 7.4, "centre")


def _frame(ink: Ink, wide: float, high: float) -> None:
    """Draw the four lines to fold along."""
    d = FOLD_MM
    lines = [
        segment(d, 6, d, high - 6),
        segment(wide - d, 6, wide - d, high - 6),
        segment(6, d, wide - 6, d),
        segment(6, high - d, wide - 6, high - d),
    ]
    dots = Path(part for line in lines for part in line.segments)
    ink.draw(dots, None, ink.black, 0.7, cap="round", dash=(0, 3))


def _placed(wide: float, high: float, edge: Edge) -> tuple[float, float, float]:
    """Return where an edge's middle is, and the turn that lets "right" point from it into the page."""
    return {
        "left": (0.0, high / 2, 0.0),
        "right": (wide, high / 2, 180.0),
        "top": (wide / 2, high, 270.0),
        "bottom": (wide / 2, 0.0, 90.0),
    }[edge]


def _pointer(ink: Ink, wide: float, high: float, edge: Edge) -> None:
    """Draw the arrow that points at the flap's scale: the flap ends at twice the fold's distance."""
    x, y, turn = _placed(wide, high, edge)
    with ink.at(x, y, turn):
        tip = 2 * FOLD_MM + 0.4
        ink.line(tip, 0, tip + _POINTER, 0, 0.4, cap="butt")
        head = Path((("M", tip, 0.0), ("L", tip + 3.4, 1.1), ("L", tip + 3.4, -1.1), ("Z",)))
        ink.draw(head, ink.palette.red.base)


def _scale(ink: Ink, wide: float, high: float, edge: Edge, *, turned: bool) -> None:
    """Draw a scale along an edge of the back, close to it; its numbers stand upright on the folded flap."""
    x, y, turn = _placed(wide, high, edge)
    flat = edge in ("top", "bottom")
    ticks = []
    for half in range(-2 * REACH_MM, 2 * REACH_MM + 1):
        length = 4.2 if half == 0 else 3.0 if half % 2 == 0 else 1.8
        ticks.append((half / 2, length))
    with ink.at(x, y, turn):
        lines = [segment(5.4, at, 5.4 + length, at) for at, length in ticks]
        ink.draw(Path(part for line in lines for part in line.segments), None, ink.black, 0.35, cap="butt")
        ink.line(5.4, -REACH_MM, 5.4, REACH_MM, 0.5, cap="butt")
    size = 7.0
    for mm in range(-REACH_MM, REACH_MM + 1, 3):
        # The number tells the back page's own direction: up on upright scales, right on flat ones.
        along = (x + mm, y) if flat else (x, y + mm)
        inward = {"left": (1, 0), "right": (-1, 0), "top": (0, -1), "bottom": (0, 1)}[edge]
        at_x, at_y = along[0] + inward[0] * 12.2, along[1] + inward[1] * 11.4
        with ink.at(at_x, at_y, 180 if turned else 0):
            ink.text(0, -cap_mm(SANS, size) / 2, _signed(mm), SANS_SEMIBOLD if mm == 0 else SANS, size, None, "centre")


def _cross(ink: Ink, target: Target) -> None:
    x, y = target.x_mm, target.y_mm
    ink.draw(ellipse(x, y, 6.2), None, ink.black, 0.5)
    for a, b in (((-8.2, 0), (-0.4, 0)), ((0.4, 0), (8.2, 0)), ((0, -8.2), (0, -0.4)), ((0, 0.4), (0, 8.2))):
        ink.line(x + a[0], y + a[1], x + b[0], y + b[1], 0.4, cap="butt")
    ink.draw(ellipse(x, y, 0.22), ink.palette.red.base)
    draw(ink, step_number(_LOOK, x + 6.3, y + 7.4, str(target.number), 2.2))


def _grid(ink: Ink, x: float, y: float, number: str) -> None:
    with ink.at(x, y):
        _grid_lines(ink)
        draw(ink, step_number(_LOOK, REACH_MM + 4.8, REACH_MM + 3.6, number, 2.6))


def _grid_lines(ink: Ink) -> None:
    r = REACH_MM
    for every, colour, width in ((False, "#9A97A0", 0.25), (True, ink.black, 0.5)):
        lines = []
        for mm in range(-r, r + 1):
            if (mm % 3 == 0) == every:
                lines += [segment(mm, -r, mm, r), segment(-r, mm, r, mm)]
        ink.draw(Path(part for line in lines for part in line.segments), None, colour, width, cap="butt")
    ink.draw(rect(-r, -r, 2 * r, 2 * r), None, ink.black, 0.6, join="mitre")
    ink.line(-r - 1.4, 0, r + 1.4, 0, 0.9, cap="butt")
    ink.line(0, -r - 1.4, 0, r + 1.4, 0.9, cap="butt")
    size = 7.0
    for mm in (-6, -3, 0, 3, 6):
        ink.text(mm, -r - 4.4, _signed(mm), SANS, size, None, "centre")
        ink.text(-r - 2, mm - cap_mm(SANS, size) / 2, _signed(mm), SANS, size, None, "right")


def _signed(mm: int) -> str:
    return f"−{-mm}" if mm < 0 else str(mm)
