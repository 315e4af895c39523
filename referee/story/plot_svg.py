"""A plot as SVG, for a page: its colours are the page's own, by class (s0 to s7 for the seats)."""

from collections.abc import Iterator
from html import escape

from referee.story.plot import DASHES, SIGNS, WORDS, Lane, Plot, SeatLine, corners

_SIGN = 0.3  # a sign's radius, in letters
_CLASSES = {"true": "p-true", "LIE": "p-lie", "?": "p-card", "out": "p-out", "won": "p-won"}


def as_svg(laid: Plot, title: str, desc: str, name: str, cls: str = "") -> str:
    """Draw a plot; ``name`` begins its ids, ``cls`` is a class of its own."""
    about = f'role="img" aria-labelledby="{name}-t {name}-d"'
    head = f'<svg class="plot {cls}" viewBox="0 0 {laid.wide:g} {laid.high:g}" {about} font-size="{laid.letter:g}">'
    words = f'<title id="{name}-t">{escape(title)}</title><desc id="{name}-d">{escape(desc)}</desc>'
    runs = (part for run in laid.runs for part in _run(laid, run))
    lanes = (part for lane in laid.lanes for part in _lane(laid, lane))
    return "".join([head, words, *_frame(laid), *runs, *lanes, *_key(laid), "</svg>"])


def _text(cls: str, x: float, y: float, text: str, anchor: str) -> str:
    return f'<text class="{cls}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _frame(laid: Plot) -> Iterator[str]:
    letter = laid.letter
    for y, value in laid.grid:
        cls = "p-axis" if abs(y - laid.zero) < 1e-6 else "p-line"
        yield f'<path class="{cls}" d="M{laid.left:.1f} {y:.1f}H{laid.right:.1f}"/>'
        yield _text("p-tick", laid.left - letter * 0.4, y + letter * 0.33, value, "end")
    for x, label in laid.ticks:
        yield _text("p-tick", x, laid.foot + letter * 1.9, label, "middle")
    if laid.what:
        yield _text("p-what", 0, letter, laid.what, "start")
    if laid.each and laid.runs:
        yield _text("p-what", laid.right, laid.high - letter * 0.25, f"{laid.each}s", "end")
    elif laid.each:
        yield _text("p-what", laid.left - letter, laid.foot + letter * 1.9, laid.each, "end")


def _run(laid: Plot, run: SeatLine) -> Iterator[str]:
    letter, (x, y), end = laid.letter, run.label, run.points[-1]
    pen = " ".join(f"{part * letter / 8:g}" for part in DASHES[run.seat % len(DASHES)])
    dash = f' stroke-dasharray="{pen}"' if pen else ""
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in run.points)
    name = f'<tspan class="p-name">{escape(run.name)}</tspan> {run.value}'
    yield f'<g class="p-run s{run.seat % len(SIGNS)}">'
    yield f'<path class="p-lead" d="M{end[0]:.1f} {end[1]:.1f}L{x - letter * 0.35:.1f} {y:.1f}"/>'
    yield f'<polyline points="{points}"{dash}/>'
    yield from (f'<path d="{_sign(SIGNS[run.seat % len(SIGNS)], a, b, letter * _SIGN)}"/>' for a, b in run.signs)
    yield f'<text x="{x:.1f}" y="{y + letter * 0.34:.1f}">{name}</text></g>'


def _lane(laid: Plot, lane: Lane) -> Iterator[str]:
    letter = laid.letter
    yield f'<path class="p-line" d="M{laid.left:.1f} {lane.y:.1f}H{lane.end:.1f}"/>'
    yield _text("p-name", laid.left - letter, lane.y + letter * 0.34, lane.name, "end")
    yield from (_lane_sign(kind, x, lane.y, letter) for x, kind in lane.signs)


def _lane_sign(kind: str, x: float, y: float, letter: float) -> str:
    return f'<path class="{_CLASSES[kind]}" d="{_sign(kind, x, y, letter * _SIGN * 1.25)}"/>'


def _key(laid: Plot) -> Iterator[str]:
    y = laid.high - laid.letter * 0.6
    for x, kind in laid.key:
        yield _lane_sign(kind, x, y, laid.letter)
        yield _text("p-tick", x + laid.letter * 0.7, y + laid.letter * 0.34, WORDS[kind], "start")


def _sign(name: str, x: float, y: float, r: float) -> str:
    """Return a sign about (x, y) as the data of a path."""
    outline = corners(name, r)
    if not outline:
        return f"M{x - r:.1f} {y:.1f}a{r:.1f} {r:.1f} 0 1 0 {2 * r:.1f} 0a{r:.1f} {r:.1f} 0 1 0 {-2 * r:.1f} 0z"
    return f"M{'L'.join(f'{x + a:.1f} {y + b:.1f}' for a, b in outline)}z"
