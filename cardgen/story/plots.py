"""The referee's plot of a game as marks, in millimetres: y runs up here, and (0, 0) is the plot's upper left corner."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.pdf.fonts import POINTS_PER_MM, SANS, SANS_SEMIBOLD, Align, width_mm
from cardgen.pdf.marks import PALETTE, Look, Mark, Shape, Text
from cardgen.pdf.path import Path, ellipse, poly, segment
from cardgen.pdf.theme import WHITE
from referee.core.game import PLAYED, PLAYED_LIE, PLAYED_TRUTH
from referee.story import COLOURS, DASHES, HAS_WON, IS_OUT, SIGNS, WORDS, Lane, Plot, SeatLine, corners

_SIGN = 0.28  # a sign's radius, in letters
_SOFT, _HAIR = "#5B5560", "#D3C9B6"


def plot_marks(laid: Plot, look: Look) -> Iterator[Mark]:
    """Draw a plot that is laid out in millimetres; with low ink its lines are black, and only dash and sign differ."""
    for y, value in laid.grid:
        axis = abs(y - laid.zero) < 1e-6
        line = segment(laid.left, -y, laid.right, -y)
        yield Shape(line, None, PALETTE.ink if axis else _HAIR, 0.6 if axis else 0.4, cap="butt")
        yield _text(laid, laid.left - laid.letter * 0.4, y, value, "right")
    for x, label in laid.ticks:
        yield _text(laid, x, laid.foot + laid.letter * 1.55, label, "centre")
    if laid.what:
        yield _text(laid, 0, laid.letter * 0.66, laid.what)
    if laid.each and laid.runs:
        yield _text(laid, laid.right, laid.high - laid.letter * 0.6, f"{laid.each}s", "right")
    elif laid.each:
        yield _text(laid, laid.left - laid.letter, laid.foot + laid.letter * 1.55, laid.each, "right")
    for run in laid.runs:
        yield from _run(laid, run, look)
    for lane in laid.lanes:
        yield from _lane(laid, lane, look)
    for x, kind in laid.key:
        y = laid.high - laid.letter * 0.6
        yield from _lane_sign(kind, x, y, laid.letter, look)
        yield _text(laid, x + laid.letter * 0.8, y, WORDS[kind])


def _text(
    laid: Plot, x: float, y: float, text: str, align: Align = "left", font: str = SANS, fill: str = _SOFT
) -> Text:
    """Set a text whose letters have their middle at y."""
    return Text(x, -y - laid.letter * 0.33, text, font, laid.letter * 0.92 * POINTS_PER_MM, fill, align)


def _run(laid: Plot, run: SeatLine, look: Look) -> Iterator[Mark]:
    colour = PALETTE.ink if look.low else COLOURS[run.seat % len(COLOURS)].upper()
    dash = tuple(part * laid.letter / 8 * POINTS_PER_MM for part in DASHES[run.seat % len(DASHES)])
    x, y = run.label
    end = run.points[-1]
    yield Shape(segment(end[0], -end[1], x - laid.letter * 0.35, -y), None, colour, 0.4)
    if len(run.points) > 1:
        line = poly([(a, -b) for a, b in run.points], closed=False)
        yield Shape(line, None, colour, 1.1, cap="butt", join="round", dash=dash)
    for a, b in run.signs:
        yield Shape(_sign(SIGNS[run.seat % len(SIGNS)], a, b, laid.letter * _SIGN), colour, WHITE, 0.3)
    yield _text(laid, x, y, run.name, font=SANS_SEMIBOLD, fill=colour)
    wide = width_mm(run.name, SANS_SEMIBOLD, laid.letter * 0.92 * POINTS_PER_MM)
    yield _text(laid, x + wide + laid.letter * 0.3, y, run.value, fill=colour)


def _lane(laid: Plot, lane: Lane, look: Look) -> Iterator[Mark]:
    yield Shape(segment(laid.left, -lane.y, lane.end, -lane.y), None, _HAIR, 0.4, cap="butt")
    yield _text(laid, laid.left - laid.letter, lane.y, lane.name, "right", SANS_SEMIBOLD, PALETTE.ink)
    for x, kind in lane.signs:
        yield from _lane_sign(kind, x, lane.y, laid.letter, look)


def _lane_sign(kind: str, x: float, y: float, letter: float, look: Look) -> Iterator[Mark]:
    fill = {
        PLAYED_TRUTH: "#06573A", PLAYED_LIE: PALETTE.red.base,
        IS_OUT: PALETTE.ink, HAS_WON: PALETTE.yellow.base, PLAYED: None,
    }[kind]  # fmt: skip
    if look.low and kind != IS_OUT:
        fill = None
    yield Shape(_sign(kind, x, y, letter * _SIGN * 1.25), fill, PALETTE.ink, 0.4)


def _sign(name: str, x: float, y: float, r: float) -> Path:
    outline = corners(name, r)
    return poly([(x + a, -y - b) for a, b in outline]) if outline else ellipse(x, -y, r)
