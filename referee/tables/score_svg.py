"""A score sheet to print and hang up: one page of SVG in millimetres, plain shapes and text, nothing to fetch."""

from collections.abc import Iterator

from referee.core.screens import Score, ScoreRow
from referee.tables.scores import Scores
from referee.tables.wall import (
    COLOURS,
    HIGH,
    INK,
    MARGIN,
    PAPER,
    RULE,
    SOFT,
    TINT,
    WIDE,
    crown,
    frame,
    page,
    signed,
    spread,
    text_at,
)

_LABELS = 17.0  # the column of row labels
_NOTES = 24.0  # the column of notes, where there are any
_TOP = 60.0  # the first row's upper edge
_FOOT = 46.0  # what totals and the line below them take
_CHART = 62.0  # what the race takes, where there is room for it
_ROW_HIGH, _ROW_LOW = 13.0, 5.6


def as_svg(scores: Scores) -> str:
    """Return the scores as a picture: rounds as rows, a colour for every player, a crown for who won."""
    rows = scores.sheet.rows
    if scores.counted:
        room = HIGH - _TOP - _FOOT - MARGIN - 5 * len(scores.flags)
        chart = len(rows) >= 3 and room - _CHART >= 8.0 * len(rows)
        high = min(_ROW_HIGH, max(_ROW_LOW, (room - _CHART * chart) / max(len(rows), 1)))
        high_mm = max(HIGH, HIGH - room + high * len(rows))
        body = [*_sheet(scores, high, chart), *_flags(scores, high_mm)]
    else:
        high_mm = HIGH
        body = list(_names(scores))
    return page(scores.title, [*frame(scores.title, scores.stands, high_mm), *body], high_mm)


def _colour(seat: int) -> str:
    return COLOURS[seat % len(COLOURS)]


def _on(seat: int) -> str:
    """Return the colour in which a name is read on its band."""
    return INK if _colour(seat) == "#F2B705" else PAPER


def _columns(scores: Scores) -> tuple[list[float], float]:
    """Return the middle of every seat's column, and how wide one is."""
    notes = _NOTES if any(row.note for row in scores.sheet.rows) else 0.0
    wide = (WIDE - 2 * MARGIN - _LABELS - notes) / len(scores.seats)
    return [MARGIN + _LABELS + wide * (seat + 0.5) for seat in range(len(scores.seats))], wide


def _sheet(scores: Scores, high: float, chart: bool) -> Iterator[str]:
    middles, wide = _columns(scores)
    yield text_at(MARGIN + 1, _TOP - 4, 4.6, scores.sheet.what, _LABELS, f'fill="{SOFT}"', "start")
    for seat, (name, x) in enumerate(zip(scores.seats, middles, strict=True)):
        band = f'width="{wide - 3:.2f}" height="12" rx="3" fill="{_colour(seat)}"'
        yield f'<rect x="{x - wide / 2 + 1.5:.2f}" y="{_TOP - 14:.2f}" {band}/>'
        yield text_at(x, _TOP - 5.7, 7, name, wide - 8, f'font-weight="600" fill="{_on(seat)}"')
    y = _TOP
    for number, row in enumerate(scores.sheet.rows):
        yield from _row(scores, row, y, high, tinted=number % 2 == 0)
        y += high
    yield f'<line x1="{MARGIN}" x2="{WIDE - MARGIN}" y1="{y:.2f}" y2="{y:.2f}" stroke="{INK}" stroke-width=".7"/>'
    yield from _totals(scores, y)
    yield text_at(WIDE / 2, y + 34, 4.4, scores.sheet.legend, WIDE - 2 * MARGIN, f'fill="{SOFT}" font-style="italic"')
    if chart:
        yield from _race(scores, y + 44, _CHART - 14)


def _row(scores: Scores, row: ScoreRow, y: float, high: float, *, tinted: bool) -> Iterator[str]:
    middles, wide = _columns(scores)
    if tinted:
        yield f'<rect x="{MARGIN}" y="{y:.2f}" width="{WIDE - 2 * MARGIN}" height="{high:.2f}" fill="{TINT}"/>'
    base = y + high / 2 + high * 0.19
    yield text_at(MARGIN + 1, base, high * 0.5, row.label, _LABELS, f'fill="{SOFT}" font-weight="600"', "start")
    for score, x in zip(row.scores, middles, strict=True):
        yield from _score(score, x, base, wide, high)
    if row.note:
        style = f'fill="{SOFT}" font-style="italic"'
        yield text_at(WIDE - MARGIN - 1, base, high * 0.38, row.note, _NOTES - 3, style, "end")


def _score(score: Score, x: float, base: float, wide: float, high: float) -> Iterator[str]:
    """Draw a cell: the words small at its left, the total large at its right."""
    if score.words:
        yield text_at(x - wide * 0.12, base, high * 0.36, signed(score.words), wide * 0.34, f'fill="{SOFT}"', "end")
    style = f'font-weight="600" fill="{COLOURS[0] if score.total < 0 else INK}"'
    yield text_at(x + wide * 0.42, base, high * 0.6, signed(score.total), wide * 0.48, style, "end")


def _totals(scores: Scores, y: float) -> Iterator[str]:
    middles, wide = _columns(scores)
    for seat, (total, x) in enumerate(zip(scores.totals, middles, strict=True)):
        won = seat in scores.winners
        if won:
            yield crown(x, y + 9.5, 11)
        colour = INK if _colour(seat) == "#F2B705" else _colour(seat)
        weight = 'font-weight="700"' if won or not scores.over else 'font-weight="400"'
        yield text_at(x, y + 23.5, 14, signed(total), wide - 8, f'{weight} fill="{colour}"')


def _race(scores: Scores, top: float, high: float) -> Iterator[str]:
    """Draw how the totals went, a line a player, the name at its end."""
    runs = [[row.scores[seat].total for row in scores.sheet.rows] for seat in range(len(scores.seats))]
    low, most = min(map(min, runs)), max(map(max, runs))
    left, right = MARGIN + 4, WIDE - MARGIN - 34
    step, scale = (right - left) / (len(runs[0]) - 1), high / max(most - low, 1)
    if low < 0 < most:
        zero = top + most * scale
        yield f'<line x1="{left}" x2="{right}" y1="{zero:.2f}" y2="{zero:.2f}" stroke="{RULE}" stroke-width=".4"/>'
    ends = spread([top + (most - run[-1]) * scale for run in runs], 6.0, top, top + high)
    for seat, (name, run) in enumerate(zip(scores.seats, runs, strict=True)):
        points = " ".join(f"{left + at * step:.2f},{top + (most - total) * scale:.2f}" for at, total in enumerate(run))
        pen = f'fill="none" stroke="{_colour(seat)}" stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round"'
        yield f'<polyline points="{points}" {pen}/>'
        yield f'<circle cx="{right}" cy="{top + (most - run[-1]) * scale:.2f}" r="1.6" fill="{_colour(seat)}"/>'
        yield text_at(right + 4, ends[seat] + 1.7, 5, name, 29, 'font-weight="600"', "start")


def _flags(scores: Scores, page: float) -> Iterator[str]:
    for number, flag in enumerate(scores.flags):
        y = page - 12 - 5 * (len(scores.flags) - 1 - number)
        yield text_at(WIDE / 2, y, 4, flag, WIDE - 2 * MARGIN, f'fill="{SOFT}"')


def _names(scores: Scores) -> Iterator[str]:
    """Draw who played a game without points, and who won it."""
    high = min(34.0, (HIGH - _TOP - MARGIN - 10) / len(scores.seats))
    for seat, name in enumerate(scores.seats):
        y, won = _TOP + high * seat, seat in scores.winners
        band = f'width="{WIDE - 2 * MARGIN}" height="{high - 6:.2f}" rx="5" fill="{_colour(seat)}"'
        faint = ' fill-opacity=".35"' if scores.over and not won else ""
        yield f'<rect x="{MARGIN}" y="{y:.2f}" {band}{faint}/>'
        size, base = (high - 6) * 0.5, y + (high - 6) * 0.67
        colour = INK if faint else _on(seat)
        yield text_at(
            MARGIN + 9, base, size, name, WIDE - 2 * MARGIN - 50, f'font-weight="600" fill="{colour}"', "start"
        )
        if won:
            yield crown(WIDE - MARGIN - 18, y + (high - 6) * 0.7, (high - 6) * 0.8)
