"""``referee tables``, ``scores``, ``slips``, ``export``, ``story`` and ``league``: what was kept."""

import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from liarsdeck.cli import command, note
from liarsdeck.english import moment
from liarsdeck.files import check_no_stdout, write_atomic
from referee.commands import OUT, RECORD_FACTS
from referee.core.game import RecordError

if TYPE_CHECKING:
    from referee.story import Story
    from referee.tables.league import League, Result
    from referee.tables.table import Table


_YES = click.option("--yes", is_flag=True, help="Don't ask first.")


@command(examples=["referee tables", "referee tables --backup tables.backup", "referee tables --delete 3"])
@click.option("--all", "everything", is_flag=True, help="All of them, not only the last twenty.")
@click.option("--json", "as_json", is_flag=True, help="A list of JSON objects.")
@click.option("--delete", type=int, metavar="TABLE", help="Take a table and its record away for good.")
@click.option("--check", "sound", is_flag=True, help="Read all that is kept, and say whether it is sound.")
@click.option(
    "--backup", type=click.Path(path_type=Path), metavar="FILE", help="Copy all tables, while they are played."
)
@_YES
def tables(everything: bool, as_json: bool, delete: int | None, sound: bool, backup: Path | None, yes: bool) -> None:
    """List the tables that were kept, check or copy them, take one away."""
    from referee.core.text_layout import table as columns
    from referee.store.journal import Journal

    if sound or backup:
        _look_after(backup)
        return
    if delete is not None:
        _delete(delete, yes=yes)
        return
    with Journal(write=False) as journal:
        found = journal.tables(None if everything or as_json else 21)
    if as_json:
        import json

        lines = [
            {"table": t.number, "game": t.game, "seats": t.seats, "over": t.over, "stands": t.stands, "last": t.last}
            for t in found
        ]
        click.echo(json.dumps(lines, ensure_ascii=False))
        return
    shown = found if everything else found[:20]
    rows = []
    for kept in shown:
        when = moment(kept.last) if kept.last else ""
        rows.append((str(kept.number), kept.game, when, ", ".join(kept.seats), kept.stands))
    for line in columns(rows, max(40, min(120, shutil.get_terminal_size((100, 24)).columns))):
        click.echo(line)
    if len(found) > len(shown):
        note("There are more: `referee tables --all`.")


def _look_after(backup: Path | None) -> None:
    """Say that the journal is sound, or copy it. Raises ``RecordError``: a damaged one is left as it is."""
    from referee.core.game import RecordError
    from referee.store.journal import Journal

    with Journal(write=False) as journal:
        if backup is None:
            much, faults = journal.check()
            if faults:
                raise RecordError(" ".join(faults))
            click.echo(f"The journal is sound: {much}.")
            return
        journal.back_up(backup)
        note(f"The tables are copied to {backup}; to go back to them, put it in the place of {journal.path}.")


def _delete(number: int, *, yes: bool) -> None:
    from referee.core.game import RecordError
    from referee.store.journal import Journal

    with Journal(make=False) as journal:
        journal.table_number(number)
        if not yes and not (sys.stdin.isatty() and click.confirm(f"Take table {number} away for good?", err=True)):
            raise RecordError(f"Table {number} is kept: say yes, or --yes, to take it away for good.")
        with journal.hold(number):
            journal.delete(number)
    note(f"Table {number} is gone.")


@command(examples=["referee scores 3", "referee scores 3 --svg -o scores.svg"])
@click.argument("table", required=False, type=int)
@click.option("--svg", "form", flag_value="svg", help="A picture for the wall.")
@click.option("--csv", "form", flag_value="csv", help="For a spreadsheet.")
@click.option("--md", "form", flag_value="md", help="A Markdown table.")
@OUT
def scores(table: int | None, form: str | None, out: Path | None) -> None:
    """Show a table's scores, or write them for the wall."""
    from referee.store.journal import Journal
    from referee.tables import league
    from referee.tables.table import Table

    with Journal(write=False) as journal:
        live = Table(journal, journal.last().number if table is None else table)
        found = league.scores_of(live.game, live.setup, live.state)
    match form:
        case "csv":
            text = league.as_csv(found)
        case "md":
            text = league.as_markdown(found)
        case "svg":
            from referee.tables.league import scores_svg

            text = scores_svg(found)
        case _:
            text = league.as_text(found, max(40, shutil.get_terminal_size((80, 24)).columns))
    _write(text, out)


@command(examples=["referee slips 3 -o slips"])
@click.argument("table", required=False, type=int)
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path), metavar="DIR", help="The folder for them.")
@_YES
def slips(table: int | None, out: Path, yes: bool) -> None:
    """Write a secret slip for every seat: its cards and what is true.

    One text file a seat, which only you can read; nothing of it is shown here. While the game is open the table is
    told of it.
    """
    from referee.store.journal import Journal
    from referee.tables import export as written
    from referee.tables.table import Table

    with Journal() as journal:
        live = Table(journal, journal.last().number if table is None else table)
        check_no_stdout(out)
        found = written.slips(live)
        _let_know(live, "slips", yes=yes)
        paths = written.write(found, out)
    note(f"{len(paths)} slips in {out}: print them without looking, fold them, and hand them out.")


@command(
    examples=["referee export 3", "referee export 3 --reveal -o game.txt", "referee export 3 --facts -o facts.json"]
)
@click.argument("table", required=False, type=int)
@click.option("--reveal", is_flag=True, help="With everything that is hidden: hands, truths, secret choices.")
@click.option("--facts", is_flag=True, help="Its fact file instead: which sentences are pairs, and their numbers.")
@OUT
@_YES
def export(table: int | None, reveal: bool, facts: bool, out: Path | None, yes: bool) -> None:
    """Write a table's record; what is hidden stays hidden unless you say --reveal.

    While the game is open, --reveal and --facts ask first, and the table is told of it for good.
    """
    from referee.core.game import RecordError
    from referee.store.journal import Journal
    from referee.tables.export import open_for_export, record_of

    if facts and reveal:
        raise RecordError("--facts and --reveal write two files: ask for one after the other")
    with Journal(write=reveal or facts) as journal:
        live, lost = open_for_export(journal, journal.last().number if table is None else table)
        data = live.fact_file
        if facts and data is None:
            raise RecordError(f"{live.game.title} is played without facts: there is nothing to write")
        if reveal or facts:
            _let_know(live, "export --facts" if facts else "export", yes=yes)
        text = data.decode() if facts and data is not None else record_of(live, reveal=reveal)
    _write(text, out, private=reveal or facts)
    if lost:
        note(lost)


def _let_know(table: "Table", what: str, *, yes: bool) -> None:
    """Leave a notice that everything was shown, after asking, while a game is open. Raises ``RecordError`` at a no."""
    from referee.core.game import RecordError
    from referee.store.journal import SHOWN

    if table.over:
        return
    if not yes:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise RecordError(
                f"Table {table.number} is still being played, and `{what}` shows what nobody may know yet: say --yes,"
                " and the table is told of it."
            )
        question = f"Table {table.number} is still being played. Show everything, and let the whole table know?"
        if not click.confirm(question, err=True):
            raise RecordError("Nothing was shown.")
    table.notice(SHOWN, None, what)


def _write(text: str, out: Path | None, *, private: bool = False) -> None:
    if out is None:
        click.echo(text, nl=False)
    else:
        write_atomic(out, text.encode(), private=private)


@command(examples=["referee story 3 -o evening.html", "referee story game.txt --facts facts.json -o evening.html"])
@click.argument("table", required=False, metavar="[TABLE|FILE]")
@RECORD_FACTS
@OUT
def story(table: str | None, facts: Path | None, out: Path | None) -> None:
    """Write what an evening looked like: how it went, and its best moments.

    One page of HTML with everything in it, for a screen or on paper: of a table, the last one where none is named, or
    of a record. Before the end of a game it holds nothing that the open table may not know.
    """
    from referee.story import as_html

    kept = table is None or (table.isascii() and table.isdecimal())
    if kept and facts is not None:
        raise RecordError("--facts is for a record: a table has its own")
    try:
        found = _of_table(table) if kept else _of_record(Path(str(table)), facts)
    except RecordError as error:
        raise error if kept else RecordError(f"{table}: {error}") from None
    text = as_html(found)
    if out is None:
        click.echo(text, nl=False)
    else:
        write_atomic(out, text.encode())
        note("One page, with everything in it: open it in a browser, send it round, or print it")


def _of_table(number: str | None) -> "Story":
    from referee.store.journal import Journal
    from referee.story import day, story_of_table
    from referee.tables.table import Table

    if number is not None and len(number) > 19:
        raise RecordError(f"There is no table {number[:19]}…: `referee tables` lists them.")
    with Journal(write=False) as journal:
        live = Table(journal, journal.last().number if number is None else int(number))
        return story_of_table(live, day(live.kept.last))


def _of_record(path: Path, facts: Path | None) -> "Story":
    from referee.records import replay_file
    from referee.story import story_of_record

    return story_of_record(replay_file(path, facts=facts))


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
    from referee.tables import league as tallies
    from referee.tables.league import Names, read_names, write_names

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
            from referee.tables.league import league_svg

            text = league_svg(found, titles)
        case _:
            width = max(40, min(120, shutil.get_terminal_size((100, 24)).columns))
            text = "\n".join(layout(tallies.league_screen(found, titles), width, "")) + "\n"
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
    from referee.tables.table import Table, result_of

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
