"""The league to print and hang up: one page of SVG, a band for every player, wins large, games and evenings small."""

from collections.abc import Iterator, Mapping

from referee.tables.league import League, Player
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
    text_at,
)

_TOP = 58.0  # the first player's upper edge
_NAME, _EVENINGS, _WINS = 62.0, 20.0, 24.0  # columns, mm
_ROW_HIGH, _ROW_LOW = 18.0, 8.0


def as_svg(found: League, titles: Mapping[str, str]) -> str:
    """Return the league as a page, longer than A4 where the players need it; ``titles`` are the games' names."""
    many = max(1, len(found.players))
    high = min(_ROW_HIGH, max(_ROW_LOW, (HIGH - _TOP - 2 * MARGIN) / many))
    tall = max(HIGH, _TOP + high * many + 2 * MARGIN)
    games = sum(count for _, count in found.games)
    below = f"{_count(found.evenings, 'evening')}, {_count(games, 'game')}"
    body = [*frame("The League", below, tall), *_heads(found, titles)]
    best = max((player.total.wins for player in found.players), default=0)
    for place, player in enumerate(found.players):
        body += _row(found, player, _TOP + high * place, high, place, leads=0 < player.total.wins == best)
    return page("The League", body, tall)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _columns(found: League) -> tuple[list[float], float]:
    """Return the middle of every game's column, and how wide one is."""
    left = MARGIN + _NAME + _EVENINGS
    wide = (WIDE - MARGIN - _WINS - left) / max(1, len(found.games))
    return [left + wide * (place + 0.5) for place in range(len(found.games))], wide


def _heads(found: League, titles: Mapping[str, str]) -> Iterator[str]:
    middles, wide = _columns(found)
    style = f'fill="{SOFT}" font-weight="600"'
    yield text_at(MARGIN + _NAME + _EVENINGS / 2, _TOP - 4, 4, "evenings", _EVENINGS - 2, style)
    for (game, _), x in zip(found.games, middles, strict=True):
        yield text_at(x, _TOP - 4, 4, titles.get(game, game), wide - 2, style)
    yield text_at(WIDE - MARGIN - _WINS / 2, _TOP - 4, 4, "wins", _WINS - 2, style)


def _row(found: League, player: Player, y: float, high: float, place: int, *, leads: bool) -> Iterator[str]:
    middles, wide = _columns(found)
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
