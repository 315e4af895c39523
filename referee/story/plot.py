"""How a game went as a plot: laid out in plain numbers, y running down; ``plot_svg`` and the printer draw it.

A game that counts has a line a seat, which dash, sign and the name at its end set apart as much as its colour does.
One that counts nothing has a lane a seat, with a sign for what was played in each round.
"""

from collections.abc import Sequence
from math import floor, log10

from msgspec import Struct

from liarsdeck.english import listed
from referee.core.screens import IDLE, PLAYED, PLAYED_LIE, PLAYED_TRUTH, Course
from referee.core.text_layout import cells, cut
from referee.tables.wall import signed, spread

Point = tuple[float, float]

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
"""Of each seat's line, in eighths of a letter."""
SIGNS = ("circle", "square", "diamond", "up", "down", "cross", "plus", "star")
COLOURS = ("#b82a18", "#12477a", "#06573a", "#8a5a00", "#221f2b", "#6b2c86", "#0e6b75", "#5b5560")
"""Of each seat's line on light paper; story.css has them too, and others for the dark."""
OUT, WON = "out", "won"
"""How a seat's lane ends, where it does not simply go on."""
WORDS = {PLAYED_TRUTH: "a truth", PLAYED_LIE: "a lie", PLAYED: "a card", OUT: "out", WON: "won"}
"""What the signs of lanes stand for."""
_EM = 0.56  # of a letter's size: what a letter of a name takes, with room to spare
_LONGEST = 14  # cells of a name
_SHARE = 0.33  # of a plot's width, that names may take
_TICKS = 5  # lines across, about
_MARKED = 24  # values up to which each bears its sign
_PITCH = 1.75  # letters from one lane to the next


class SeatLine(Struct, frozen=True):
    """A seat's line: its points, which of them bear its sign, and its name with the last value, at (x, y)."""

    seat: int
    points: tuple[Point, ...]
    signs: tuple[Point, ...]
    name: str
    value: str
    label: Point


class Lane(Struct, frozen=True):
    """A seat's lane: its name, its height, how far it goes, and its signs: where they stand, and what for."""

    seat: int
    name: str
    y: float
    end: float
    signs: tuple[tuple[float, str], ...]


class Plot(Struct, frozen=True):
    """Everything in its place. ``grid`` are (y, value) of the lines across, ``ticks`` (x, label) below them.

    ``key`` are (x, sign) below a plot of lanes, each sign followed by its word.
    """

    wide: float
    high: float
    letter: float
    left: float
    right: float
    top: float
    foot: float
    runs: tuple[SeatLine, ...] = ()
    lanes: tuple[Lane, ...] = ()
    grid: tuple[tuple[float, str], ...] = ()
    ticks: tuple[tuple[float, str], ...] = ()
    key: tuple[tuple[float, str], ...] = ()
    zero: float = 0.0
    what: str = ""
    each: str = ""


def drawable(course: Course) -> bool:
    """Say whether there is anything to draw: a lane, or two values of somebody."""
    return bool(course.lanes) or len(course.labels) > 1


def plot(
    course: Course, names: Sequence[str], wide: float, high: float, letter: float, winners: Sequence[int] = ()
) -> Plot:
    """Lay out a course that is drawable, in a box of so much; ``letter`` is the size of its type.

    Lanes take the height that they need.
    """
    if course.lanes:
        return _lanes(course, names, wide, letter, winners)
    values = [value for run in course.runs for value in run]
    lines = _lines(min(0, *values), max(1, *values))
    low, most = lines[0], lines[-1]
    ends = [signed(run[-1]) for run in course.runs]
    longest = int(wide * _SHARE / (_EM * letter)) - max(map(len, ends)) - 1
    labels = [cut(name, max(4, min(_LONGEST, longest))) for name in names]
    room = max(cells(f"{label} {end}") for label, end in zip(labels, ends, strict=True)) * _EM * letter
    left = max(len(signed(line)) for line in lines) * _EM * letter + letter * 0.5
    right, top, foot = wide - room - letter, letter * 2.2, high - letter * 3.6
    step, scale = (right - left) / (len(course.labels) - 1), (foot - top) / (most - low)

    def y(value: float) -> float:
        return top + (most - value) * scale

    places = spread([y(run[-1]) for run in course.runs], letter * 1.15, top, foot)
    every = -(-len(course.labels) // _MARKED)
    runs = []
    for seat, run in enumerate(course.runs):
        points = tuple((left + at * step, y(value)) for at, value in enumerate(run))
        signs = tuple(point for at, point in enumerate(points) if at % every == 0 or at == len(points) - 1)
        runs.append(SeatLine(seat, points, signs, labels[seat], ends[seat], (right + letter, places[seat])))
    ticks = _ticks([(left + at * step, label) for at, label in enumerate(course.labels) if label], step, letter)
    grid = tuple((y(line), signed(line)) for line in lines)
    return Plot(
        wide, high, letter, left, right, top, foot, tuple(runs), (), grid, ticks, (), y(0), course.what, course.each
    )


def _lines(low: int, most: int) -> list[int]:
    """Return the values of the lines across: round numbers that hold all values between them, 0 among them."""
    rough = max((most - low) / _TICKS, 1)
    size = 10 ** floor(log10(rough))
    step = next(int(size * many) for many in (1, 2, 5, 10) if size * many >= rough)
    return list(range(-(-abs(low) // step) * -step if low < 0 else 0, most + step, step))


def _ticks(found: Sequence[tuple[float, str]], step: float, letter: float) -> tuple[tuple[float, str], ...]:
    """Return the labels below a plot, as many as have room beside each other, the first among them."""
    widest = max((cells(label) for _, label in found), default=1)
    every = max(1, round(letter * (_EM * widest + 0.7) / step + 0.49))
    every = next((nice for nice in (1, 2, 5, 10, 20, 50, 100, 200, 500) if nice >= every), every)
    first = 1 if every == 2 else 0  # 1 3 5 …, but 1 5 10 …
    return tuple(
        one for one in found if not one[1].isdigit() or int(one[1]) == 1 or int(one[1]) % every == first % every
    )


def _lanes(course: Course, names: Sequence[str], wide: float, letter: float, winners: Sequence[int]) -> Plot:
    labels = [cut(name, _LONGEST) for name in names]
    left = (max(map(cells, labels)) * _EM + 1.6) * letter
    right, top = wide - letter * 2.4, letter * 1.2
    step = (right - left) / max(len(course.labels) - 1, 1)
    kinds = []
    lanes = []
    for seat, played in enumerate(course.lanes):
        y = top + seat * _PITCH * letter
        signs = [(left + at * step, kind) for at, kind in enumerate(played) if kind != IDLE]
        end = left + max(len(played) - 1, 0) * step
        if len(played) < len(course.labels) or (winners and seat not in winners):
            end += min(step, letter * 1.5)
            signs.append((end, OUT))
        elif seat in winners:
            end += min(step, letter * 1.5)
            signs.append((end, WON))
        kinds += [kind for _, kind in signs]
        lanes.append(Lane(seat, labels[seat], y, end, tuple(signs)))
    foot = top + (len(lanes) - 1) * _PITCH * letter
    ticks = _ticks([(left + at * step, label) for at, label in enumerate(course.labels)], step, letter)
    key, x = [], left
    for kind in (kind for kind in WORDS if kind in kinds):
        key.append((x, kind))
        x += (len(WORDS[kind]) * _EM + 2.2) * letter
    high = foot + letter * 4.3
    return Plot(wide, high, letter, left, right, top, foot, (), tuple(lanes), (), ticks, tuple(key), 0, "", course.each)


def described(course: Course, names: Sequence[str]) -> str:
    """Return a course in words."""
    if course.lanes:
        said = [
            f"{name} {listed([WORDS[kind] for kind in played if kind], 'then')}"
            for name, played in zip(names, course.lanes, strict=True)
        ]
        return f"What each played, round by round: {'; '.join(said)}."
    ends = [f"{name} {signed(run[-1])}" for name, run in zip(names, course.runs, strict=True)]
    over = f", {course.each} by {course.each}" if course.each else ""
    return f"{course.what.capitalize()}{over}. At the end: {listed(ends, 'and')}."


def corners(name: str, r: float) -> list[Point]:
    """Return the outline of a sign about (0, 0), y running down; [] for a circle."""
    half, bar = r * 0.9, r * 0.36
    plus = [(-bar, -r), (bar, -r), (bar, -bar), (r, -bar), (r, bar), (bar, bar), (bar, r), (-bar, r), (-bar, bar)]
    plus += [(-r, bar), (-r, -bar), (-bar, -bar)]
    star = [(0, -r * 1.2), (r * 0.35, -r * 0.35), (r * 1.2, 0), (r * 0.35, r * 0.35)]
    crown = [(-0.9, 0.8), (-1, -0.5), (-0.45, 0), (0, -1), (0.45, 0), (1, -0.5), (0.9, 0.8)]
    cross = [((a - b) * 0.75, (a + b) * 0.75) for a, b in plus]
    return {
        "circle": [],
        PLAYED_TRUTH: [],
        PLAYED: [],
        "square": [(-half, -half), (half, -half), (half, half), (-half, half)],
        "diamond": [(0, -r * 1.3), (r, 0), (0, r * 1.3), (-r, 0)],
        PLAYED_LIE: [(0, -r * 1.45), (r * 1.15, 0), (0, r * 1.45), (-r * 1.15, 0)],
        "up": [(0, -r * 1.15), (r * 1.1, r * 0.8), (-r * 1.1, r * 0.8)],
        "down": [(0, r * 1.15), (r * 1.1, -r * 0.8), (-r * 1.1, -r * 0.8)],
        "cross": cross,
        OUT: cross,
        "plus": plus,
        "star": [*star, *((-a, -b) for a, b in star)],
        WON: [(a * r * 1.3, b * r * 1.3) for a, b in crown],
    }[name]
