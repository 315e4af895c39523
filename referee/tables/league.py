"""Scores and the league of a household: as text, CSV and Markdown, and as pages of SVG to hang up."""

import csv
import io
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

import msgspec
from msgspec import Struct, field

from liarsdeck import formats
from liarsdeck.english import counted
from liarsdeck.files import read_text, write_atomic
from liarsdeck.paths import data_dir
from referee.core.game import Game, RecordError, Score, ScoreRow, Screen, Setup, Sheet
from referee.core.setup import folded
from referee.core.text_layout import GAP, cells, ending, layout

_LIMIT = 100_000  # bytes


class Names(Struct, frozen=True, rename={"left_out": "left-out"}):
    """``same``: a name to the player that it is too; ``left_out``: names that are not listed."""

    same: dict[str, str] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()

    def without(self, name: str) -> "Names":
        """Return these names with nothing remembered of one."""
        key = folded(name)
        same = {one: player for one, player in self.same.items() if folded(one) != key}
        return Names(same, tuple(one for one in self.left_out if folded(one) != key))


def names_path() -> Path:
    """Return this household's file of names."""
    return data_dir() / "names.toml"


def read_names() -> Names:
    """Return what is remembered of names, nothing where there is no file. Raises ``RecordError`` for a broken file."""
    path = names_path()
    try:
        text = read_text(path, _LIMIT)
        return msgspec.convert(formats.loads(text), Names)
    except FileNotFoundError:
        return Names()
    except (OSError, ValueError, msgspec.ValidationError) as error:
        raise RecordError(f"{path} can't be read: {error}") from None


def write_names(names: Names) -> None:
    """Remember names. Raises ``OSError``."""
    write_atomic(names_path(), formats.dumps(msgspec.to_builtins(names)).encode(), private=True)


PAPER, INK, SOFT, RULE, TINT = "#FBF7EF", "#221F2B", "#6F6A76", "#CFC7B8", "#F3ECDD"
COLOURS = ("#D0331F", "#1F6FB5", "#0B8A5B", "#F2B705", "#221F2B")  # a seat's, in this order; then again
SERIF = "Source Serif 4, Source Serif Pro, Georgia, serif"
SANS = "Source Sans 3, Source Sans Pro, Helvetica, Arial, sans-serif"

WIDE, HIGH, MARGIN = 210.0, 297.0, 16.0  # A4 upright
_EM = 0.6  # of the type size: what a letter takes, with room to spare


def page(title: str, body: list[str], high: float = HIGH) -> str:
    """Return a whole SVG page, ``high`` mm high, of what ``frame`` and others drew."""
    inside = "\n".join(body)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE:g}mm" height="{high:g}mm" '
        f'viewBox="0 0 {WIDE:g} {high:g}" font-family="{SANS}" fill="{INK}">\n'
        f"<title>{escape(title)}</title>\n{inside}\n</svg>\n"
    )


def signed(number: int | str) -> str:
    """Print a number with a minus sign that can be seen from afar."""
    return str(number).replace("-", "−")


def frame(title: str, below: str, high: float) -> Iterator[str]:
    """Draw the paper, its frame, a title and the sentence below it."""
    inner = f'width="{WIDE - 14:g}" height="{high - 14:g}" rx="5" fill="none" stroke="{INK}"'
    yield f'<rect width="{WIDE:g}" height="{high:g}" fill="{PAPER}"/>'
    yield f'<rect x="7" y="7" {inner} stroke-width=".7"/>'
    yield text_at(WIDE / 2, 29, 17, title, WIDE - 2 * MARGIN, f'font-family="{SERIF}" font-weight="700"')
    yield text_at(WIDE / 2, 39, 5.6, below, WIDE - 2 * MARGIN, f'fill="{SOFT}"')


def text_at(x: float, y: float, size: float, text: str, room: float, style: str = "", anchor: str = "middle") -> str:
    """Set a text at ``size`` mm, smaller where it would be wider than ``room``."""
    size = min(size, room / max(cells(text) * _EM, 1))
    about = f'text-anchor="{anchor}" {style}'.rstrip()
    return f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:.2f}" {about}>{escape(text)}</text>'


def spread(places: Sequence[float], least: float, low: float, high: float) -> list[float]:
    """Return places between ``low`` and ``high`` moved as little as keeps them ``least`` apart, in their order.

    Where there is no room for that they stand evenly.
    """
    least = min(least, (high - low) / max(len(places) - 1, 1))
    moved, order = list(places), sorted(range(len(places)), key=places.__getitem__)
    last = low - least
    for at in order:
        moved[at] = last = max(places[at], last + least)
    last = high + least
    for at in reversed(order):
        moved[at] = last = min(moved[at], last - least)
    return moved


def crown(x: float, y: float, wide: float) -> str:
    """Draw a crown whose foot stands at (x, y)."""
    half, high = wide / 2, wide * 0.62
    points = [(-1, 0), (-1.12, -0.78), (-0.5, -0.36), (0, -1), (0.5, -0.36), (1.12, -0.78), (1, 0)]
    path = " ".join(f"{x + px * half * 0.9:.2f},{y + py * high:.2f}" for px, py in points)
    return f'<polygon points="{path}" fill="#F2B705" stroke="{INK}" stroke-width=".5" stroke-linejoin="round"/>'


class Scores(Struct, frozen=True):
    """What the wall is told: the game, who played it, row by row what was counted, and how it stands."""

    title: str
    seats: tuple[str, ...]
    sheet: Sheet
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    over: bool
    stands: str
    flags: tuple[str, ...] = ()

    @property
    def counted(self) -> bool:
        """Whether the game counts points; in the others there is only who won."""
        return bool(self.sheet.legend)


def scores_of(game: Game[object], setup: Setup, state: object) -> Scores:
    """Return the scores of a game, from what everybody can see."""
    view, outcome = game.view(state, None), game.outcome(state)
    sheet = game.sheet(view) or Sheet("", "")
    done = f"{counted(len(sheet.rows), sheet.what)} played" if sheet.rows else "just begun"
    stands = ending(setup, outcome) if outcome.over else f"{done}; the game goes on"
    flags = game.flags(view)
    return Scores(game.title, setup.seats, sheet, outcome.scores, outcome.winners, outcome.over, stands, flags)


def scores_screen(scores: Scores, width: int = 10_000) -> Screen:
    """Return the scores as a table for a terminal; where words and totals have no room, totals alone."""
    if not scores.counted:
        won = ("wins" if seat in scores.winners else "" for seat in range(len(scores.seats)))
        return Screen(f"{scores.title}: {scores.stands}", rows=tuple(zip(scores.seats, won, strict=True)))
    words, totals = _widths(scores, width)
    noted = any(row.note for row in scores.sheet.rows)
    rows: list[tuple[str, ...]] = [
        (row.label, *(_text(score, words, totals) for score in row.scores), *([row.note] if noted else []))
        for row in scores.sheet.rows
    ]
    legend = f"{scores.title}: {scores.sheet.legend}"
    columns = (scores.sheet.what, *scores.seats, *([""] if noted else []))
    return Screen(legend, columns, tuple(rows) or (("", *map(str, scores.totals)),), (scores.stands, *scores.flags))


def _widths(scores: Scores, width: int) -> tuple[int, int]:
    """Return how many cells the words and the total of a score take; no words where a row has no room for them."""
    cells = [score for row in scores.sheet.rows for score in row.scores]
    words = max((len(score.words) for score in cells), default=0)
    totals = max((len(str(score.total)) for score in cells), default=1)
    wide = sum(max(words + 1 + totals, len(name)) + GAP for name in scores.seats) + len(scores.sheet.what)
    note = max((len(row.note) for row in scores.sheet.rows), default=0)
    return words if wide + note <= width else 0, totals


def _text(score: Score, words: int, totals: int) -> str:
    return (f"{score.words:<{words}} " if words else "") + f"{score.total:>{totals}}"


def as_text(scores: Scores, width: int) -> str:
    """Return the scores as lines of text."""
    return "\n".join(layout(scores_screen(scores, width), width, "")) + "\n"


def as_csv(scores: Scores) -> str:
    """Return the scores as CSV: a row for everything that was counted, every part of it in a column of its own."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    sheet = scores.sheet
    if scores.counted:
        heads = [f"{name} {part}" for name in scores.seats for part in (*sheet.parts, "total")]
        writer.writerow(map(_harmless, (sheet.what, *heads, "note")))
        for row in sheet.rows:
            writer.writerow([row.label, *(number for score in row.scores for number in _numbers(score)), row.note])
    else:
        writer.writerow(("name", "score", "wins"))
        for seat, name in enumerate(scores.seats):
            writer.writerow((_harmless(name), scores.totals[seat], "yes" if seat in scores.winners else ""))
    return out.getvalue()


def _numbers(score: Score) -> tuple[int, ...]:
    return (*score.parts, score.total)


def _harmless(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell[:1] in {"=", "+", "-", "@", "\t"} else cell


def as_markdown(scores: Scores) -> str:
    """Return the scores as a Markdown table under a title."""
    screen = scores_screen(scores)
    columns = screen.columns or ("", "")
    rows = [columns, *screen.rows]
    parts = ["| " + " | ".join(_cell(cell) for cell in row) + " |" for row in rows]
    lines = [f"## {scores.title}", "", parts[0], "|" + " --- |" * len(columns), *parts[1:], "", _cell(scores.stands)]
    return "\n".join([*lines, *(f"\n{_cell(flag)}" for flag in scores.flags)]) + "\n"


def _cell(text: str) -> str:
    """Return a text that Markdown takes for text."""
    escaped = "".join(f"\\{sign}" if sign in "\\|*_`<>[]#" else sign for sign in text)
    return " ".join(escaped.split())


_LABELS = 17.0  # the column of row labels
_NOTES = 24.0  # the column of notes, where there are any
_TOP = 60.0  # the first row's upper edge
_FOOT = 46.0  # what totals and the line below them take
_CHART = 62.0  # what the race takes, where there is room for it
_ROW_HIGH, _ROW_LOW = 13.0, 5.6


def scores_svg(scores: Scores) -> str:
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


class Result(Struct, frozen=True):
    """One finished game. ``evening`` is the same for a chain of rematches; ``points`` () where nothing is counted."""

    evening: int
    game: str
    seats: tuple[str, ...]
    winners: tuple[int, ...]
    points: tuple[int, ...] = ()


class Tally(Struct, frozen=True):
    """What somebody did in one game, or in all of them together."""

    games: int = 0
    wins: int = 0
    points: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.games + other.games, self.wins + other.wins, self.points + other.points)


class Player(Struct, frozen=True):
    """Somebody in the league: how many evenings they came, and a tally for each game."""

    name: str
    evenings: int
    by_game: dict[str, Tally]

    @property
    def total(self) -> Tally:
        """All games together."""
        return sum(self.by_game.values(), Tally())


class League(Struct, frozen=True):
    """The players, the best first, and the games that were played, the most played first."""

    evenings: int
    games: tuple[tuple[str, int], ...]
    players: tuple[Player, ...]


def league(results: Iterable[Result], same: Mapping[str, str] | None = None, left_out: Collection[str] = ()) -> League:
    """Add up results. ``same`` maps a name to the player that it is too; who is ``left_out`` is not listed.

    Names are compared as seats' names are, and shown as they were spelled last. A shared win is a win for each. Players
    stand by wins, then by how few games these took, then by name.
    """
    other = {folded(name): folded(player) for name, player in (same or {}).items()}
    spelled = {folded(player): player for player in (same or {}).values()}
    hidden = {_player(folded(name), other) for name in left_out}
    tallies: dict[str, dict[str, Tally]] = {}
    came: dict[str, set[int]] = {}
    played: Counter[str] = Counter()
    evenings = set()
    for result in results:
        played[result.game] += 1
        evenings.add(result.evening)
        for seat, name in enumerate(result.seats):
            key = _player(folded(name), other)
            if key == folded(name) and key not in set(other.values()):
                spelled[key] = name
            came.setdefault(key, set()).add(result.evening)
            points = result.points[seat] if result.points else 0
            games = tallies.setdefault(key, {})
            games[result.game] = games.get(result.game, Tally()) + Tally(1, int(seat in result.winners), points)
    players = [Player(spelled.get(key, key), len(came[key]), tallies[key]) for key in tallies if key not in hidden]
    players.sort(key=lambda player: (-player.total.wins, player.total.games, folded(player.name)))
    return League(len(evenings), tuple(played.most_common()), tuple(players))


def _player(key: str, other: Mapping[str, str]) -> str:
    """Follow a name to the player that it is: "Anna" is "Ann", and "Ann" may be "Annabel"."""
    seen = {key}
    while key in other and other[key] not in seen:
        key = other[key]
        seen.add(key)
    return key


def league_screen(found: League, titles: Mapping[str, str]) -> Screen:
    """Return the league as a table: a row a player, wins of games for each game, and all together."""
    columns = ("", "evenings", *(titles.get(game, game) for game, _ in found.games), "games", "wins", "points")
    rows = tuple(
        (player.name, str(player.evenings), *(_league_cell(player.by_game.get(game)) for game, _ in found.games),
         str(player.total.games), str(player.total.wins), str(player.total.points))
        for player in found.players
    )  # fmt: skip
    evenings = f"{found.evenings} evening{'' if found.evenings == 1 else 's'}"
    games = sum(count for _, count in found.games)
    return Screen(f"The league: {evenings}, {games} game{'' if games == 1 else 's'}", columns, rows, ())


def _league_cell(tally: Tally | None) -> str:
    if tally is None:
        return ""
    points = f", {tally.points}" if tally.points else ""
    return f"{tally.wins} of {tally.games}{points}"


_LEAGUE_SVG_TOP = 58.0  # the first player's upper edge
_NAME, _EVENINGS, _WINS = 62.0, 20.0, 24.0  # columns, mm
_LEAGUE_SVG_ROW_HIGH, _LEAGUE_SVG_ROW_LOW = 18.0, 8.0


def league_svg(found: League, titles: Mapping[str, str]) -> str:
    """Return the league as a page, longer than A4 where the players need it; ``titles`` are the games' names."""
    many = max(1, len(found.players))
    high = min(_LEAGUE_SVG_ROW_HIGH, max(_LEAGUE_SVG_ROW_LOW, (HIGH - _LEAGUE_SVG_TOP - 2 * MARGIN) / many))
    tall = max(HIGH, _LEAGUE_SVG_TOP + high * many + 2 * MARGIN)
    games = sum(count for _, count in found.games)
    below = f"{_count(found.evenings, 'evening')}, {_count(games, 'game')}"
    body = [*frame("The League", below, tall), *_heads(found, titles)]
    best = max((player.total.wins for player in found.players), default=0)
    for place, player in enumerate(found.players):
        body += _league_svg_row(
            found, player, _LEAGUE_SVG_TOP + high * place, high, place, leads=0 < player.total.wins == best
        )
    return page("The League", body, tall)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _league_svg_columns(found: League) -> tuple[list[float], float]:
    """Return the middle of every game's column, and how wide one is."""
    left = MARGIN + _NAME + _EVENINGS
    wide = (WIDE - MARGIN - _WINS - left) / max(1, len(found.games))
    return [left + wide * (place + 0.5) for place in range(len(found.games))], wide


def _heads(found: League, titles: Mapping[str, str]) -> Iterator[str]:
    middles, wide = _league_svg_columns(found)
    style = f'fill="{SOFT}" font-weight="600"'
    yield text_at(MARGIN + _NAME + _EVENINGS / 2, _LEAGUE_SVG_TOP - 4, 4, "evenings", _EVENINGS - 2, style)
    for (game, _), x in zip(found.games, middles, strict=True):
        yield text_at(x, _LEAGUE_SVG_TOP - 4, 4, titles.get(game, game), wide - 2, style)
    yield text_at(WIDE - MARGIN - _WINS / 2, _LEAGUE_SVG_TOP - 4, 4, "wins", _WINS - 2, style)


def _league_svg_row(found: League, player: Player, y: float, high: float, place: int, *, leads: bool) -> Iterator[str]:
    middles, wide = _league_svg_columns(found)
    base = y + high * 0.66
    if place % 2 == 0:
        yield f'<rect x="{MARGIN}" y="{y:.2f}" width="{WIDE - 2 * MARGIN}" height="{high:.2f}" fill="{TINT}"/>'
    colour = COLOURS[place % len(COLOURS)]
    band = f'width="{_NAME - 4:.2f}" height="{high - 2:.2f}" rx="2.5" fill="{colour}"'
    yield f'<rect x="{MARGIN}" y="{y + 1:.2f}" {band}/>'
    on = INK if colour == COLOURS[3] else PAPER
    room = _NAME - 10 - (high if leads else 0)
    yield text_at(MARGIN + 4, base, high * 0.44, player.name, room, f'font-weight="600" fill="{on}"', "start")
    if leads:
        yield crown(MARGIN + _NAME - 6 - high * 0.4, y + high * 0.68, high * 0.62)
    yield text_at(MARGIN + _NAME + _EVENINGS / 2, base, high * 0.36, str(player.evenings), _EVENINGS - 4)
    for (game, _), x in zip(found.games, middles, strict=True):
        tally = player.by_game.get(game)
        if tally is None:
            yield text_at(x, base, high * 0.36, "–", wide, f'fill="{RULE}"')
            continue
        lift = high * 0.14 if tally.points else 0
        yield text_at(x, base - lift, high * 0.36, f"{tally.wins} of {tally.games}", wide - 3)
        if tally.points:
            points = f"{signed(tally.points)} points"
            yield text_at(x, base + high * 0.2, high * 0.22, points, wide - 3, f'fill="{SOFT}"')
    wins = str(player.total.wins)
    yield text_at(WIDE - MARGIN - _WINS / 2, base, high * 0.56, wins, _WINS - 4, 'font-weight="700"')
