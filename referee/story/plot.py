"""The course of a game as a plot: laid out in plain numbers, y running down, and drawn as SVG.

Seats are told apart by dash and sign as well as by colour, and each line bears its name at its end.
"""

from collections.abc import Iterator, Sequence
from html import escape
from math import floor, log10

from msgspec import Struct

from liarsdeck.english import listed
from referee.core.screens import Course
from referee.core.text_layout import cells, cut
from referee.tables.wall import signed, spread

DASHES: tuple[tuple[float, ...], ...] = (
    (),
    (6, 3),
    (2, 2.5),
    (9, 3, 2, 3),
    (12, 4),
    (4, 2, 1, 2),
    (1, 3),
    (7, 2, 7, 5),
)
"""Of each seat's line, in parts of a letter's eighth."""
SIGNS = ("circle", "square", "diamond", "up", "down", "cross", "plus", "star")
_EM = 0.56  # of a letter's size: what a letter of a name takes, with room to spare
_LONGEST = 14  # cells of a name
_TICKS = 5  # lines across, about
_MARKED = 24  # values up to which each bears its sign


class Run(Struct, frozen=True):
    """A seat's line: its points, which of them bear its sign, and its name with the last value, at (x, y)."""

    seat: int
    points: tuple[tuple[float, float], ...]
    signs: tuple[tuple[float, float], ...]
    name: str
    value: str
    label: tuple[float, float]
    out: bool = False


class Plot(Struct, frozen=True):
    """Everything in its place. ``grid`` are (y, value) of the lines across, ``ticks`` (x, label) below them."""

    wide: float
    high: float
    letter: float
    left: float
    right: float
    top: float
    foot: float
    zero: float
    runs: tuple[Run, ...]
    grid: tuple[tuple[float, str], ...]
    ticks: tuple[tuple[float, str], ...]
    what: str
    each: str


def plot(course: Course, names: Sequence[str], wide: float, high: float, letter: float) -> Plot:
    """Lay out a course that is drawable, in a box of so much; ``letter`` is the size of its type."""
    values = [value for run in course.runs for value in run]
    lines = _lines(min(0, *values), max(1, *values))
    low, most = lines[0], lines[-1]
    labels = [cut(name, _LONGEST) for name in names]
    ends = [signed(run[-1]) for run in course.runs]
    room = max(cells(f"{label} {end}") for label, end in zip(labels, ends, strict=True)) * _EM * letter
    left = max(len(signed(line)) for line in lines) * _EM * letter + letter * 0.5
    right, top, foot = wide - room - letter, letter * 1.9, high - letter * 2.6
    step, scale = (right - left) / (len(course.labels) - 1), (foot - top) / (most - low)

    def y(value: float) -> float:
        return top + (most - value) * scale

    places = spread([y(run[-1]) for run in course.runs], letter * 1.15, top, foot)
    every = -(-len(course.labels) // _MARKED)
    runs = []
    for seat, run in enumerate(course.runs):
        points = tuple((left + at * step, y(value)) for at, value in enumerate(run))
        signs = tuple(point for at, point in enumerate(points) if at % every == 0 or at == len(points) - 1)
        out = len(run) < len(course.labels)
        runs.append(Run(seat, points, signs, labels[seat], ends[seat], (right + letter, places[seat]), out))
    thin = max(1, round(letter * 2.2 / step + 0.5)) if step < letter * 2.2 else 1
    ticks = [
        (left + at * step, label)
        for at, label in enumerate(course.labels)
        if label and ((at - 1) % thin == 0 or not label.isdigit())
    ]
    grid = tuple((y(line), signed(line)) for line in lines)
    return Plot(
        wide, high, letter, left, right, top, foot, y(0), tuple(runs), grid, tuple(ticks), course.what, course.each
    )


def _lines(low: int, most: int) -> list[int]:
    """Return the values of the lines across: round numbers that hold all values between them, 0 among them."""
    rough = max((most - low) / _TICKS, 1)
    size = 10 ** floor(log10(rough))
    step = next(int(size * many) for many in (1, 2, 5, 10) if size * many >= rough)
    return list(range(-(-abs(low) // step) * -step, most + step, step))


def described(course: Course, names: Sequence[str]) -> str:
    """Return a course in words: what each had at the end."""
    ends = [
        f"{name} {signed(run[-1])}" if len(run) == len(course.labels) else f"{name} out"
        for name, run in zip(names, course.runs, strict=True)
    ]
    over = f", {course.each} by {course.each}" if course.each else ""
    return f"{course.what.capitalize()}{over}. At the end: {listed(ends, 'and')}."


# ----------------------------------------------------------------------------------------------------- SVG


def as_svg(laid: Plot, title: str, desc: str, name: str, cls: str = "") -> str:
    """Draw a plot; ``name`` begins its ids, ``cls`` is its class. Colours are the page's: classes s0 to s7."""
    about = f'role="img" aria-labelledby="{name}-t {name}-d"'
    head = f'<svg class="plot {cls}" viewBox="0 0 {laid.wide:g} {laid.high:g}" {about} font-size="{laid.letter:g}">'
    words = f'<title id="{name}-t">{escape(title)}</title><desc id="{name}-d">{escape(desc)}</desc>'
    return "".join([head, words, *_grid(laid), *(part for run in laid.runs for part in _run(laid, run)), "</svg>"])


def _grid(laid: Plot) -> Iterator[str]:
    letter = laid.letter
    for y, value in laid.grid:
        cls = "axis" if abs(y - laid.zero) < 1e-6 else "line"
        yield f'<path class="{cls}" d="M{laid.left:.1f} {y:.1f}H{laid.right:.1f}"/>'
        yield _text("tick", laid.left - letter * 0.4, y + letter * 0.33, value, "end")
    for x, label in laid.ticks:
        yield _text("tick", x, laid.foot + letter * 1.3, label, "middle")
    yield _text("what", 0, letter, laid.what, "start")
    if laid.each:
        yield _text("what", (laid.left + laid.right) / 2, laid.high - letter * 0.25, laid.each, "middle")


def _text(cls: str, x: float, y: float, text: str, anchor: str) -> str:
    return f'<text class="{cls}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _run(laid: Plot, run: Run) -> Iterator[str]:
    letter, (x, y), end = laid.letter, run.label, run.points[-1]
    pen = " ".join(f"{part * letter / 8:g}" for part in DASHES[run.seat % len(DASHES)])
    dash = f' stroke-dasharray="{pen}"' if pen else ""
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in run.points)
    name = f'<tspan class="nm">{escape(run.name)}</tspan> {"out" if run.out else run.value}'
    yield f'<g class="run s{run.seat % len(SIGNS)}">'
    yield f'<path class="lead" d="M{end[0]:.1f} {end[1]:.1f}L{x - letter * 0.35:.1f} {y:.1f}"/>'
    yield f'<polyline points="{points}"{dash}/>'
    yield from (f'<path d="{sign(run.seat, a, b, letter * 0.3)}"/>' for a, b in run.signs)
    yield f'<text x="{x:.1f}" y="{y + letter * 0.34:.1f}">{name}</text></g>'


def corners(seat: int, r: float) -> list[list[tuple[float, float]]]:
    """Return the outlines of a seat's sign about (0, 0), y running down; a circle is none."""
    half, bar = r * 0.9, r * 0.36
    plus = [(-bar, -r), (bar, -r), (bar, -bar), (r, -bar), (r, bar), (bar, bar), (bar, r), (-bar, r), (-bar, bar)]
    plus += [(-r, bar), (-r, -bar), (-bar, -bar)]
    turned = [((a - b) * 0.75, (a + b) * 0.75) for a, b in plus]
    star = [(0, -r * 1.2), (r * 0.35, -r * 0.35), (r * 1.2, 0), (r * 0.35, r * 0.35)]
    star += [(-a, -b) for a, b in star]
    return {
        "circle": [],
        "square": [[(-half, -half), (half, -half), (half, half), (-half, half)]],
        "diamond": [[(0, -r * 1.3), (r, 0), (0, r * 1.3), (-r, 0)]],
        "up": [[(0, -r * 1.15), (r * 1.1, r * 0.8), (-r * 1.1, r * 0.8)]],
        "down": [[(0, r * 1.15), (r * 1.1, -r * 0.8), (-r * 1.1, -r * 0.8)]],
        "cross": [turned],
        "plus": [plus],
        "star": [star],
    }[SIGNS[seat % len(SIGNS)]]


def sign(seat: int, x: float, y: float, r: float) -> str:
    """Return a seat's sign about (x, y) as the data of an SVG path."""
    found = corners(seat, r)
    if not found:
        return f"M{x - r:.1f} {y:.1f}a{r:.1f} {r:.1f} 0 1 0 {2 * r:.1f} 0a{r:.1f} {r:.1f} 0 1 0 {-2 * r:.1f} 0z"
    return "".join(f"M{'L'.join(f'{x + a:.1f} {y + b:.1f}' for a, b in outline)}z" for outline in found)
