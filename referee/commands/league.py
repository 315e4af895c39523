"""``referee league``: all evenings of this household added up, by player."""

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import click

from liarsdeck.cli import command
from liarsdeck.files import write_atomic
from referee.commands.shared import OUT
from referee.core.errors import RecordError

if TYPE_CHECKING:
    from referee.tables.league import League, Result


@command(
    examples=[
        "referee league",
        "referee league --same Anna=Ann --leave-out Guest",
        "referee league --svg -o league.svg",
    ]
)
@click.option("--same", multiple=True, metavar="NAME=PLAYER", help="A name that is somebody listed: remembered.")
@click.option("--leave-out", multiple=True, metavar="NAME", help="Somebody who is not listed: remembered.")
@click.option("--put-back", multiple=True, metavar="NAME", help="Forget what was remembered of a name.")
@click.option("--json", "form", flag_value="json", help="One JSON object.")
@click.option("--svg", "form", flag_value="svg", help="A page for the wall.")
@OUT
def league(
    same: tuple[str, ...], leave_out: tuple[str, ...], put_back: tuple[str, ...], form: str | None, out: Path | None
) -> None:
    """Add up all evenings by name: games, wins and points, for each game and in all.

    A name is a player, whatever its case. An evening is a game with its rematches.
    """
    from referee import games
    from referee.core.text_layout import layout
    from referee.store.names import Names, read_names, write_names
    from referee.tables import league as tallies

    names = read_names()
    for name in put_back:
        names = names.without(name)
    joined = dict(names.same)
    for text in same:
        name, equals, player = (part.strip() for part in text.partition("="))
        if not (name and equals and player):
            raise RecordError(f"--same {text}: it is written NAME=PLAYER, like Anna=Ann")
        joined[name] = player
    names = Names(joined, tuple(dict.fromkeys((*names.left_out, *leave_out))))
    if same or leave_out or put_back:
        write_names(names)
    found = tallies.league(_results(), names.same, names.left_out)
    titles = {game: games.game(game).title for game, _ in found.games}
    match form:
        case "json":
            text = json.dumps(as_json(found), ensure_ascii=False) + "\n"
        case "svg":
            from referee.tables.league_svg import as_svg

            text = as_svg(found, titles)
        case _:
            width = max(40, min(120, shutil.get_terminal_size((100, 24)).columns))
            text = "\n".join(layout(tallies.as_screen(found, titles), width, "")) + "\n"
    if out is None:
        click.echo(text, nl=False)
    else:
        write_atomic(out, text.encode())


def as_json(found: "League") -> dict[str, object]:
    """Return the league as JSON values."""
    return {
        "evenings": found.evenings,
        "games": dict(found.games),
        "players": [
            {
                "name": player.name,
                "evenings": player.evenings,
                "games": player.total.games,
                "wins": player.total.wins,
                "points": player.total.points,
                "by_game": {
                    game: {"games": tally.games, "wins": tally.wins, "points": tally.points}
                    for game, tally in player.by_game.items()
                },
            }
            for player in found.players
        ],
    }


def _results() -> "list[Result]":
    """Return every finished game of the journal, the oldest first; a table that can't be opened is passed over."""
    from referee.store.journal import Journal
    from referee.tables.evening import result_of
    from referee.tables.table import Table

    found = []
    with Journal(write=False) as journal:
        follows: dict[int, int] = {}
        for kept in sorted(journal.tables(), key=lambda kept: kept.number):
            try:
                table = Table(journal, kept.number)
            except RecordError as error:
                click.echo(f"left out: {error}", err=True)
                continue
            follows[kept.number] = follows.get(table.follows, table.follows) or kept.number
            if (result := result_of(table, follows[kept.number])) is not None:
                found.append(result)
    return found
