"""Scores of games, and the league of a household: as text, CSV, Markdown and SVG."""

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
from liarsdeck.files import data_dir, read_text, write_atomic
from referee.core.accounts import ScoreRow, Screen, Sheet
from referee.core.game import Game, RecordError, Setup
from referee.core.play import folded
from referee.core.text_layout import GAP, cells, ending, layout

_LIMIT = 100_000  # bytes


class Names(Struct, frozen=True, rename={"left_out": "left-out"}):
    """The settings for names in the league.

    ``same`` maps another name of a player to the player's name in the league. Players named in ``left_out`` are not
    listed.
    """

    same: dict[str, str] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()

    def without(self, name: str) -> "Names":
        """Return these settings without the entries for ``name`` in ``same`` and ``left_out``."""
        key = folded(name)
        same = {other: player for other, player in self.same.items() if folded(other) != key}
        return Names(same, tuple(other for other in self.left_out if folded(other) != key))


def names_path() -> Path:
    """Return the path of the file in which this household's ``Names`` are stored."""
    return data_dir() / "names.toml"


def read_names() -> Names:
    """Return the stored names; empty if there is no file. Raises ``RecordError`` for a broken file."""
    path = names_path()
    try:
        text = read_text(path, _LIMIT)
        return msgspec.convert(formats.loads(text), Names)
    except FileNotFoundError:
        return Names()
    except (OSError, ValueError, msgspec.ValidationError) as error:
        raise RecordError(f"{path} can't be read: {error}") from None


def write_names(names: Names) -> None:
    """Store names in the household's file. Raises ``OSError`` if it can't be written."""
    write_atomic(names_path(), formats.dumps(msgspec.to_builtins(names)).encode(), private=True)


class Scores(Struct, frozen=True):
    """The scores of a game at one moment, from what everybody may see.

    ``title`` is the game's title, ``seats`` are the players' names, ``sheet`` is the score sheet, and ``totals`` has
    each seat's score. ``winners`` are seats, and ``over`` says whether the game has ended. ``stands`` is a sentence on
    how the game stands. ``flags`` has a sentence on each irregularity, such as a card that did not follow suit.
    """

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
        """Whether the game counts points; if not, it only has winners."""
        return bool(self.sheet.legend)

    @property
    def noted(self) -> bool:
        """Whether a row of the score sheet has a note."""
        return any(row.note for row in self.sheet.rows)


def scores_of(game: Game[object], setup: Setup, state: object) -> Scores:
    """Return the scores of a game in a state, with only what everybody may see."""
    view, outcome = game.view(state, None), game.outcome(state)
    sheet = game.sheet(view) or Sheet("", "")
    done = f"{counted(len(sheet.rows), sheet.what)} played" if sheet.rows else "just begun"
    stands = ending(setup, outcome) if outcome.over else f"{done}; the game goes on"
    flags = game.flags(view)
    return Scores(game.title, setup.seats, sheet, outcome.scores, outcome.winners, outcome.over, stands, flags)


def scores_screen(scores: Scores, width: int = 10_000) -> Screen:
    """Return the scores as a screen for a terminal.

    Each cell has a seat's total with a few words on how it came about. If the screen would be wider than ``width``
    characters, the words are left out.
    """
    if not scores.counted:
        won = ("wins" if seat in scores.winners else "" for seat in range(len(scores.seats)))
        return Screen(f"{scores.title}: {scores.stands}", rows=tuple(zip(scores.seats, won, strict=True)))
    sheet = scores.sheet
    all_scores = [score for row in sheet.rows for score in row.scores]
    words = max((len(score.words) for score in all_scores), default=0)
    totals = max((len(str(score.total)) for score in all_scores), default=1)
    wide = sum(max(words + 1 + totals, len(name)) + GAP for name in scores.seats) + len(sheet.what)
    if wide + max((len(row.note) for row in sheet.rows), default=0) > width:
        words = 0
    rows = tuple(
        (
            row.label,
            *((f"{score.words:<{words}} " if words else "") + f"{score.total:>{totals}}" for score in row.scores),
            *([row.note] if scores.noted else []),
        )
        for row in sheet.rows
    )
    columns = (sheet.what, *scores.seats, *([""] if scores.noted else []))
    nothing = (("", *map(str, scores.totals)),)
    return Screen(f"{scores.title}: {sheet.legend}", columns, rows or nothing, (scores.stands, *scores.flags))


def as_text(scores: Scores, width: int) -> str:
    """Return the scores as a table of text, at most ``width`` character cells wide."""
    return "\n".join(layout(scores_screen(scores, width), width, "")) + "\n"


def as_csv(scores: Scores) -> str:
    """Return the scores as CSV, with a line for each row of the score sheet.

    There are columns for each part of a seat's score and for its total. In a game without points, there is a line for
    each player.
    """

    def harmless(cell: str) -> str:
        """Return a cell with an apostrophe before it if a spreadsheet could take it for a formula."""
        return f"'{cell}" if cell[:1] in {"=", "+", "-", "@", "\t"} else cell

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    sheet = scores.sheet
    if scores.counted:
        heads = [f"{name} {part}" for name in scores.seats for part in (*sheet.parts, "total")]
        writer.writerow(map(harmless, (sheet.what, *heads, "note")))
        for row in sheet.rows:
            writer.writerow([row.label, *(n for score in row.scores for n in (*score.parts, score.total)), row.note])
    else:
        writer.writerow(("name", "score", "wins"))
        for seat, name in enumerate(scores.seats):
            writer.writerow((harmless(name), scores.totals[seat], "yes" if seat in scores.winners else ""))
    return out.getvalue()


def as_markdown(scores: Scores) -> str:
    """Return the scores as a Markdown table under a title."""

    def cell(text: str) -> str:
        """Return a text with backslashes before all signs that have a meaning in Markdown."""
        return " ".join("".join(f"\\{sign}" if sign in "\\|*_`<>[]#" else sign for sign in text).split())

    screen = scores_screen(scores)
    columns = screen.columns or ("", "")
    head, *rows = ["| " + " | ".join(map(cell, row)) + " |" for row in (columns, *screen.rows)]
    lines = [f"## {scores.title}", "", head, "|" + " --- |" * len(columns), *rows, "", cell(scores.stands)]
    return "\n".join([*lines, *(f"\n{cell(flag)}" for flag in scores.flags)]) + "\n"


class Result(Struct, frozen=True):
    """The result of a finished game, as the league counts it.

    ``evening`` tells the game's evening: it is the number of the first table of that evening. ``game`` is the game's
    name, ``seats`` are the players' names, and ``winners`` are seats. ``points`` has each seat's points; () if the game
    counts none.
    """

    evening: int
    game: str
    seats: tuple[str, ...]
    winners: tuple[int, ...]
    points: tuple[int, ...] = ()


class Tally(Struct, frozen=True):
    """How many games a player has played and won, and the player's points; of one game or of all games."""

    games: int = 0
    wins: int = 0
    points: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.games + other.games, self.wins + other.wins, self.points + other.points)


class Player(Struct, frozen=True):
    """A player of the league.

    ``evenings`` is the number of evenings on which the player has played, and ``by_game`` has a tally for each game by
    its name.
    """

    name: str
    evenings: int
    by_game: dict[str, Tally]

    @property
    def total(self) -> Tally:
        """The sum of the player's tallies (games played, games won, points) over all kinds of game."""
        return sum(self.by_game.values(), Tally())


class League(Struct, frozen=True):
    """The league of a household.

    ``evenings`` is the number of evenings. ``games`` has (game, times played), the most played game first. ``players``
    are the players, best first.
    """

    evenings: int
    games: tuple[tuple[str, int], ...]
    players: tuple[Player, ...]

    def as_json(self) -> dict[str, object]:
        """Return the league as JSON values, as ``referee league --json`` prints them."""
        players = [
            {"name": player.name, "evenings": player.evenings, **msgspec.structs.asdict(player.total)}
            | {"by_game": {game: msgspec.structs.asdict(tally) for game, tally in player.by_game.items()}}
            for player in self.players
        ]
        return {"evenings": self.evenings, "games": dict(self.games), "players": players}


def league(results: Iterable[Result], same: Mapping[str, str] | None = None, left_out: Collection[str] = ()) -> League:
    """Return the league of these results.

    ``same`` maps another name of a player to the player's name in the league (None: no names are mapped). Players named
    in ``left_out`` are not listed. Names are compared without regard to case and extra blanks, and are spelt as in the
    last result. A shared win counts as a win for each winner. The player with most wins comes first; among equals, the
    one with fewer games, then the alphabet decides.
    """
    other = {folded(name): folded(player) for name, player in (same or {}).items()}
    spelled = {folded(player): player for player in (same or {}).values()}

    def player_of(name: str) -> str:
        """Return the folded name of the player meant by ``name``, also in steps: Anna is Ann is Annabel."""
        key = folded(name)
        seen = {key}
        while key in other and other[key] not in seen:
            key = other[key]
            seen.add(key)
        return key

    hidden = {player_of(name) for name in left_out}
    tallies: dict[str, dict[str, Tally]] = {}
    came: dict[str, set[int]] = {}
    played: Counter[str] = Counter()
    evenings = set()
    for result in results:
        played[result.game] += 1
        evenings.add(result.evening)
        for seat, name in enumerate(result.seats):
            key = player_of(name)
            if key == folded(name) and key not in set(other.values()):
                spelled[key] = name
            came.setdefault(key, set()).add(result.evening)
            points = result.points[seat] if result.points else 0
            games = tallies.setdefault(key, {})
            games[result.game] = games.get(result.game, Tally()) + Tally(1, int(seat in result.winners), points)
    players = [Player(spelled.get(key, key), len(came[key]), tallies[key]) for key in tallies if key not in hidden]
    players.sort(key=lambda player: (-player.total.wins, player.total.games, folded(player.name)))
    return League(len(evenings), tuple(played.most_common()), tuple(players))


def _extent(table: League) -> str:
    return f"{counted(table.evenings, 'evening')}, {counted(sum(count for _, count in table.games), 'game')}"


def league_screen(table: League, titles: Mapping[str, str]) -> Screen:
    """Return the league as a screen with a row for each player: wins in each game, and totals.

    ``titles`` has the title of each game by its name.
    """

    def cell(tally: Tally | None) -> str:
        points = f", {tally.points}" if tally and tally.points else ""
        return f"{tally.wins} of {tally.games}{points}" if tally else ""

    columns = ("", "evenings", *(titles.get(game, game) for game, _ in table.games), "games", "wins", "points")
    rows = tuple(
        (player.name, str(player.evenings), *(cell(player.by_game.get(game)) for game, _ in table.games),
         str(player.total.games), str(player.total.wins), str(player.total.points))
        for player in table.players
    )  # fmt: skip
    return Screen(f"The league: {_extent(table)}", columns, rows, ())


# ------------------------------------------------------------------------------------ pages of SVG to hang up, in mm

PAPER, INK, SOFT, RULE, TINT = "#FBF7EF", "#221F2B", "#6F6A76", "#CFC7B8", "#F3ECDD"
COLOURS = ("#D0331F", "#1F6FB5", "#0B8A5B", "#F2B705", "#221F2B")  # a seat's, in this order; then again
YELLOW = COLOURS[3]
SERIF = "Source Serif 4, Source Serif Pro, Georgia, serif"
SANS = "Source Sans 3, Source Sans Pro, Helvetica, Arial, sans-serif"
WIDE, HIGH, MARGIN = 210.0, 297.0, 16.0  # A4 upright
INNER = WIDE - 2 * MARGIN
_EM = 0.6  # of the type size: what a letter takes, with room to spare
_LABELS = 17.0  # the column of row labels
_NOTES = 24.0  # the column of notes, where there are any
_TOP = 60.0  # the first row's upper edge
_FOOT = 46.0  # what totals and the line below them take
_CHART = 62.0  # what the chart takes, where there is room for it
_ROW_HIGH, _ROW_LOW = 13.0, 5.6
_LEAGUE_TOP = 58.0  # the first player's upper edge
_NAME, _EVENINGS, _WINS = 62.0, 20.0, 24.0  # columns of the league
_LEAGUE_ROW_HIGH, _LEAGUE_ROW_LOW = 18.0, 8.0


def scores_svg(scores: Scores) -> str:
    """Return the scores as an SVG page: a row for each round, a column in a colour for each player.

    Winners have a crown. The page is A4, or longer if there are many rounds. A game without points shows only the
    players.
    """
    rows, tall = scores.sheet.rows, HIGH
    if scores.counted:
        room = HIGH - _TOP - _FOOT - MARGIN - 5 * len(scores.flags)
        chart = len(rows) >= 3 and room - _CHART >= 8.0 * len(rows)
        high = min(_ROW_HIGH, max(_ROW_LOW, (room - _CHART * chart) / max(len(rows), 1)))
        tall = max(HIGH, HIGH - room + high * len(rows))
        body = [*_sheet(scores, high, chart)]
        for number, flag in enumerate(scores.flags):
            y = tall - 12 - 5 * (len(scores.flags) - 1 - number)
            body.append(text_at(WIDE / 2, y, 4, flag, INNER, f'fill="{SOFT}"'))
    else:
        body = [*_names(scores)]
    return _page(scores.title, scores.stands, body, tall)


def _sheet(scores: Scores, high: float, chart: bool) -> Iterator[str]:
    middles, wide = _columns(MARGIN + _LABELS, WIDE - MARGIN - _NOTES * scores.noted, len(scores.seats))
    yield text_at(MARGIN + 1, _TOP - 4, 4.6, scores.sheet.what, _LABELS, f'fill="{SOFT}"', "start")
    for seat, (name, x) in enumerate(zip(scores.seats, middles, strict=True)):
        colour, on = _band(seat)
        band = f'width="{wide - 3:.2f}" height="12" rx="3" fill="{colour}"'
        yield f'<rect x="{x - wide / 2 + 1.5:.2f}" y="{_TOP - 14:.2f}" {band}/>'
        yield text_at(x, _TOP - 5.7, 7, name, wide - 8, f'font-weight="600" fill="{on}"')
    y = _TOP
    for number, row in enumerate(scores.sheet.rows):
        yield from _row(row, middles, wide, y, high, tinted=number % 2 == 0)
        y += high
    yield f'<line x1="{MARGIN}" x2="{WIDE - MARGIN}" y1="{y:.2f}" y2="{y:.2f}" stroke="{INK}" stroke-width=".7"/>'
    for seat, (total, x) in enumerate(zip(scores.totals, middles, strict=True)):
        won = seat in scores.winners
        if won:
            yield _crown(x, y + 9.5, 11)
        colour = INK if _band(seat)[0] == YELLOW else _band(seat)[0]
        weight = 'font-weight="700"' if won or not scores.over else 'font-weight="400"'
        yield text_at(x, y + 23.5, 14, signed(total), wide - 8, f'{weight} fill="{colour}"')
    yield text_at(WIDE / 2, y + 34, 4.4, scores.sheet.legend, INNER, f'fill="{SOFT}" font-style="italic"')
    if chart:
        yield from _chart(scores, y + 44, _CHART - 14)


def _row(row: ScoreRow, middles: Sequence[float], wide: float, y: float, high: float, *, tinted: bool) -> Iterator[str]:
    """Yield the SVG elements of a row of the score sheet.

    Each cell has its words, small, at the left and its total, large, at the right. ``middles`` are the x of the cells'
    middles, ``wide`` is their width, ``y`` the upper edge of the row and ``high`` its height, all in mm. With
    ``tinted``, the row has a tinted background.
    """
    if tinted:
        yield _tint(y, high)
    base = y + high / 2 + high * 0.19
    yield text_at(MARGIN + 1, base, high * 0.5, row.label, _LABELS, f'fill="{SOFT}" font-weight="600"', "start")
    for score, x in zip(row.scores, middles, strict=True):
        if score.words:
            style = f'fill="{SOFT}"'
            yield text_at(x - wide * 0.12, base, high * 0.36, signed(score.words), wide * 0.34, style, "end")
        style = f'font-weight="600" fill="{COLOURS[0] if score.total < 0 else INK}"'
        yield text_at(x + wide * 0.42, base, high * 0.6, signed(score.total), wide * 0.48, style, "end")
    if row.note:
        style = f'fill="{SOFT}" font-style="italic"'
        yield text_at(WIDE - MARGIN - 1, base, high * 0.38, row.note, _NOTES - 3, style, "end")


def _chart(scores: Scores, top: float, high: float) -> Iterator[str]:
    """Yield the SVG elements of a chart of the totals, with a line for each player.

    The player's name is at the end of the line. ``top`` is the y of the chart's upper edge and ``high`` its height, in
    mm.
    """
    runs = [[row.scores[seat].total for row in scores.sheet.rows] for seat in range(len(scores.seats))]
    low, most = min(map(min, runs)), max(map(max, runs))
    left, right = MARGIN + 4, WIDE - MARGIN - 34
    step, scale = (right - left) / (len(runs[0]) - 1), high / max(most - low, 1)
    if low < 0 < most:
        zero = top + most * scale
        yield f'<line x1="{left}" x2="{right}" y1="{zero:.2f}" y2="{zero:.2f}" stroke="{RULE}" stroke-width=".4"/>'
    ends = spread([top + (most - run[-1]) * scale for run in runs], 6.0, top, top + high)
    for seat, (name, run) in enumerate(zip(scores.seats, runs, strict=True)):
        colour, _ = _band(seat)
        points = " ".join(f"{left + at * step:.2f},{top + (most - total) * scale:.2f}" for at, total in enumerate(run))
        pen = f'fill="none" stroke="{colour}" stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round"'
        yield f'<polyline points="{points}" {pen}/>'
        yield f'<circle cx="{right}" cy="{top + (most - run[-1]) * scale:.2f}" r="1.6" fill="{colour}"/>'
        yield text_at(right + 4, ends[seat] + 1.7, 5, name, 29, 'font-weight="600"', "start")


def _names(scores: Scores) -> Iterator[str]:
    """Yield the SVG elements of a page for a game without points: a band for each player.

    Winners have a crown.
    """
    high = min(34.0, (HIGH - _TOP - MARGIN - 10) / len(scores.seats))
    for seat, name in enumerate(scores.seats):
        y, won, (colour, on) = _TOP + high * seat, seat in scores.winners, _band(seat)
        band = f'width="{INNER}" height="{high - 6:.2f}" rx="5" fill="{colour}"'
        faint = ' fill-opacity=".35"' if scores.over and not won else ""
        yield f'<rect x="{MARGIN}" y="{y:.2f}" {band}{faint}/>'
        style = f'font-weight="600" fill="{INK if faint else on}"'
        yield text_at(MARGIN + 9, y + (high - 6) * 0.67, (high - 6) * 0.5, name, INNER - 50, style, "start")
        if won:
            yield _crown(WIDE - MARGIN - 18, y + (high - 6) * 0.7, (high - 6) * 0.8)


def league_svg(table: League, titles: Mapping[str, str]) -> str:
    """Return the league as an SVG page, A4 or longer if there are many players.

    ``titles`` has the title of each game by its name.
    """
    many = max(1, len(table.players))
    high = min(_LEAGUE_ROW_HIGH, max(_LEAGUE_ROW_LOW, (HIGH - _LEAGUE_TOP - 2 * MARGIN) / many))
    tall = max(HIGH, _LEAGUE_TOP + high * many + 2 * MARGIN)
    middles, wide = _columns(MARGIN + _NAME + _EVENINGS, WIDE - MARGIN - _WINS, max(1, len(table.games)))
    columns = [(MARGIN + _NAME + _EVENINGS / 2, "evenings", _EVENINGS - 2)]
    columns += [(x, titles.get(game, game), wide - 2) for (game, _), x in zip(table.games, middles, strict=False)]
    columns += [(WIDE - MARGIN - _WINS / 2, "wins", _WINS - 2)]
    style = f'fill="{SOFT}" font-weight="600"'
    body = [text_at(x, _LEAGUE_TOP - 4, 4, text, room, style) for x, text, room in columns]
    best = max((player.total.wins for player in table.players), default=0)
    for place, player in enumerate(table.players):
        y, base = _LEAGUE_TOP + high * place, _LEAGUE_TOP + high * place + high * 0.66
        leads, (colour, on) = 0 < player.total.wins == best, _band(place)
        if place % 2 == 0:
            body.append(_tint(y, high))
        band = f'width="{_NAME - 4:.2f}" height="{high - 2:.2f}" rx="2.5" fill="{colour}"'
        body.append(f'<rect x="{MARGIN}" y="{y + 1:.2f}" {band}/>')
        room = _NAME - 10 - (high if leads else 0)
        body.append(
            text_at(MARGIN + 4, base, high * 0.44, player.name, room, f'font-weight="600" fill="{on}"', "start")
        )
        if leads:
            body.append(_crown(MARGIN + _NAME - 6 - high * 0.4, y + high * 0.68, high * 0.62))
        evenings = str(player.evenings)
        body.append(text_at(MARGIN + _NAME + _EVENINGS / 2, base, high * 0.36, evenings, _EVENINGS - 4))
        for (game, _), x in zip(table.games, middles, strict=False):
            tally = player.by_game.get(game)
            if tally is None:
                body.append(text_at(x, base, high * 0.36, "–", wide, f'fill="{RULE}"'))
                continue
            lift = high * 0.14 if tally.points else 0
            body.append(text_at(x, base - lift, high * 0.36, f"{tally.wins} of {tally.games}", wide - 3))
            if tally.points:
                points = f"{signed(tally.points)} points"
                body.append(text_at(x, base + high * 0.2, high * 0.22, points, wide - 3, f'fill="{SOFT}"'))
        wins = str(player.total.wins)
        body.append(text_at(WIDE - MARGIN - _WINS / 2, base, high * 0.56, wins, _WINS - 4, 'font-weight="700"'))
    return _page("The League", _extent(table), body, tall)


def _page(title: str, below: str, body: Sequence[str], high: float) -> str:
    """Return a whole SVG page with paper, frame, title, the sentence ``below`` the title, and ``body``.

    ``body`` are further SVG elements, and ``high`` is the height of the page in mm.
    """
    inner = f'width="{WIDE - 14:g}" height="{high - 14:g}" rx="5" fill="none" stroke="{INK}"'
    size = f'width="{WIDE:g}mm" height="{high:g}mm" viewBox="0 0 {WIDE:g} {high:g}"'
    lines = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{SANS}" fill="{INK}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDE:g}" height="{high:g}" fill="{PAPER}"/>',
        f'<rect x="7" y="7" {inner} stroke-width=".7"/>',
        text_at(WIDE / 2, 29, 17, title, INNER, f'font-family="{SERIF}" font-weight="700"'),
        text_at(WIDE / 2, 39, 5.6, below, INNER, f'fill="{SOFT}"'),
        *body,
        "</svg>",
    )
    return "\n".join(lines) + "\n"


def text_at(x: float, y: float, size: float, text: str, room: float, style: str = "", anchor: str = "middle") -> str:
    """Return an SVG text element at (x, y).

    ``size`` is the type size, which is reduced if the text would be wider than ``room``. All measures are in mm.
    ``style`` has further SVG attributes, and ``anchor`` is the attribute ``text-anchor``: "start", "middle" or "end" of
    the text is at ``x``.
    """
    size = min(size, room / max(cells(text) * _EM, 1))
    about = f'text-anchor="{anchor}" {style}'.rstrip()
    return f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:.2f}" {about}>{escape(text)}</text>'


def signed(number: int | str) -> str:
    """Return a number with a typographic minus sign."""
    return str(number).replace("-", "−")


def spread(places: Sequence[float], least: float, low: float, high: float) -> list[float]:
    """Return a position near each of ``places``, so that neighbours are at least ``least`` apart.

    The position for a place has the same index. All positions lie between ``low`` and ``high``. If there is too little
    room, they are evenly spaced.
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


def _columns(left: float, right: float, many: int) -> tuple[list[float], float]:
    """Return the middles of ``many`` equal columns between ``left`` and ``right``, and the width of one."""
    wide = (right - left) / many
    return [left + wide * (place + 0.5) for place in range(many)], wide


def _band(place: int) -> tuple[str, str]:
    """Return (colour of the band, colour of the name on it) for the player at this place, from 0."""
    colour = COLOURS[place % len(COLOURS)]
    return colour, INK if colour == YELLOW else PAPER


def _tint(y: float, high: float) -> str:
    return f'<rect x="{MARGIN}" y="{y:.2f}" width="{INNER}" height="{high:.2f}" fill="{TINT}"/>'


def _crown(x: float, y: float, wide: float) -> str:
    """Return a crown as an SVG element. (x, y) is the middle of its foot, and ``wide`` its width in mm."""
    half, high = wide / 2, wide * 0.62
    points = [(-1, 0), (-1.12, -0.78), (-0.5, -0.36), (0, -1), (0.5, -0.36), (1.12, -0.78), (1, 0)]
    path = " ".join(f"{x + px * half * 0.9:.2f},{y + py * high:.2f}" for px, py in points)
    return f'<polygon points="{path}" fill="{YELLOW}" stroke="{INK}" stroke-width=".5" stroke-linejoin="round"/>'
