"""The commands on stored tables: ``referee tables``, ``scores``, ``slips``, ``export``, ``story`` and ``league``.

See ``referee.commands`` for the parameters and return values of the commands' functions.
"""

import json
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from liarsdeck.cli import command, note
from liarsdeck.english import moment
from liarsdeck.files import check_no_stdout, write_atomic
from liarsdeck.installed import typed
from referee.commands import OUT, RECORD_FACTS
from referee.core.game import RecordError

if TYPE_CHECKING:
    from referee.store.journal import Journal, KeptTable
    from referee.tables.league import Result
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
    """List the tables that were kept, check or copy them, take one away.

    \f
    `everything` lists all tables, not only the last twenty, and `as_json` prints them as JSON. `delete` is the number
    of a table to delete (`yes`: without asking), `sound` checks the journal, `backup` is the file to copy it to.
    """
    from referee.core.text_layout import table as columns
    from referee.store.journal import Journal

    if delete is not None:
        for name in ("--check",) * sound + ("--backup",) * (backup is not None):
            raise RecordError(f"--delete and {name} don't go together; leave out one of them")
        _delete(delete, yes=yes)
        return
    with Journal(write=False) as journal:
        if backup is not None:
            journal.back_up(backup)
            note(f"The tables are copied to {backup}; to go back to them, put it in the place of {journal.path}.")
            return
        if sound:
            much, faults = journal.check()
            if faults:
                raise RecordError(" ".join(faults))
            click.echo(f"The journal is sound: {much}.")
            return
        kept = journal.tables(None if everything or as_json else 21)
        stands = {t.number: _stands(journal, t) for t in kept}
    if as_json:
        lines = [
            {"table": t.number, "game": t.game, "seats": t.seats, "over": t.over, "stands": t.stands, "last": t.last}
            | {"cut_off": bool(stands[t.number][1])}
            for t in kept
        ]
        click.echo(json.dumps(lines))  # in ASCII: the journal may be a stranger's
        return
    shown = kept if everything else kept[:20]
    rows = [
        (str(t.number), t.game, moment(t.last) if t.last else "", ", ".join(t.seats), stands[t.number][0])
        for t in shown
    ]
    for line in columns(rows, _width(100, 120)):
        click.echo(line)
    for one in shown:
        if goes_on := stands[one.number][1]:
            note(f"Table {one.number} was cut off. To go on with it: {goes_on}")
    if len(kept) > len(shown):
        note("There are more: `referee tables --all`.")


def _stands(journal: "Journal", kept: "KeptTable") -> tuple[str, str]:
    """Return a sentence on how a stored game stands, and a command line, "" if none is needed.

    If the program died before the end of the game, the sentence is “cut off”, and the command line goes on with the
    table.
    """
    from referee.tables.table import Table

    if kept.over or not journal.hold(kept.number).cut_off:
        return kept.stands, ""
    with suppress(RecordError):
        if (table := Table(journal, kept.number)).over:
            return table.stands(), ""
    goes_on = "referee host --table" if journal.hostings(kept.number) else "referee resume"
    return "cut off", f"{typed(goes_on)} {kept.number}"


def _delete(number: int, *, yes: bool) -> None:
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
    """Show a table's scores, or write them for the wall.

    \f
    `table` is its number (None: the last one played), `form` is `svg`, `csv`, `md` or None (text for a terminal), `out`
    the file (None: standard output).
    """
    from referee.store.journal import Journal
    from referee.tables import league

    with Journal(write=False) as journal:
        live = _table(journal, table)
        table_scores = league.scores_of(live.game, live.setup, live.state)
    written = {"csv": league.as_csv, "md": league.as_markdown, "svg": league.scores_svg}
    _write(written[form](table_scores) if form else league.as_text(table_scores, _width(80)), out)


@command(examples=["referee slips 3 -o slips"])
@click.argument("table", required=False, type=int)
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path), metavar="DIR", help="The folder for them.")
@_YES
def slips(table: int | None, out: Path, yes: bool) -> None:
    """Write a secret slip for every seat: its cards and what is true.

    One text file a seat, which only you can read; nothing of it is shown here. While the game is open the table is
    told of it.

    \f
    `table` is its number (None: the last one played), `out` the folder; with `yes` nobody is asked first.
    """
    from referee.store.journal import Journal
    from referee.tables import export as written

    with Journal() as journal:
        live = _table(journal, table)
        check_no_stdout(out)
        seat_slips = written.slips(live)
        _let_know(live, "slips", yes=yes)
        paths = written.write(seat_slips, out)
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

    \f
    `table` is its number (None: the last one played). `reveal` writes what is hidden, too; `facts` writes the fact file
    in place of the record. `out` is the file (None: standard output); with `yes` nobody is asked first.
    """
    from referee.store.journal import Journal
    from referee.tables.export import open_for_export, record_of

    with Journal(write=reveal or facts) as journal:
        live, lost = open_for_export(journal, journal.last().number if table is None else table)
        data = live.fact_file
        if facts and data is None:
            raise RecordError(f"{live.game.title} is played without facts: there is nothing to write")
        written = bool(live.setup.facts and live.setup.facts.writers)
        if facts and reveal and not written:
            raise RecordError("--facts and --reveal write two files: ask for one after the other")
        if facts and written and not reveal:
            raise RecordError("Guests wrote some of these facts: --facts --reveal writes them, and who wrote which")
        if reveal or facts:
            _let_know(live, "export --facts" if facts else "export", yes=yes)
        text = data.decode() if facts and data is not None else record_of(live, reveal=reveal)
    _write(text, out, private=reveal or facts)
    if lost:
        note(lost)


@command(examples=["referee story 3 -o evening.html", "referee story game.txt --facts facts.json -o evening.html"])
@click.argument("table", required=False, metavar="[TABLE|FILE]")
@RECORD_FACTS
@OUT
def story(table: str | None, facts: Path | None, out: Path | None) -> None:
    """Write what an evening looked like: how it went, and its best moments.

    One page of HTML with everything in it, for a screen or on paper: of a table, the last one where none is named, or
    of a record. Before the end of a game it holds only what everybody may know.

    \f
    `table` is a table's number or a record's path (None: the last table), `facts` the record's fact file, `out` the
    file to write (None: standard output).
    """
    from referee.records import replay_file
    from referee.store.journal import Journal
    from referee.story import as_html, day, story_of_record, story_of_table

    if table is None or (table.isascii() and table.isdecimal()):
        if facts is not None:
            raise RecordError("--facts is for a record: a table has its own")
        if table is not None and len(table) > 19:
            raise RecordError(f"There is no table {table[:19]}…: `referee tables` lists them.")
        with Journal(write=False) as journal:
            live = _table(journal, None if table is None else int(table))
            evening = story_of_table(live, day(live.kept.last))
    else:
        try:
            evening = story_of_record(replay_file(Path(table), facts=facts))
        except RecordError as error:
            raise RecordError(f"{table}: {error}") from None
    _write(as_html(evening), out)
    if out is not None:
        note("One page, with everything in it: open it in a browser, send it round, or print it")


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

    \f
    `same` are `NAME=PLAYER`: what NAME has played counts for PLAYER. `leave_out` are names that are not listed. Both
    are remembered for later calls; `put_back` are names for which this ends. `form` is `json`, `svg` or None (text for
    a terminal), `out` the file (None: standard output).
    """
    from referee import games
    from referee.core.text_layout import layout
    from referee.tables import league as leagues

    names = leagues.read_names()
    for name in put_back:
        names = names.without(name)
    joined = dict(names.same)
    for text in same:
        name, equals, player = (part.strip() for part in text.partition("="))
        if not (name and equals and player):
            raise RecordError(f"--same {text}: it is written NAME=PLAYER, like Anna=Ann")
        joined[name] = player
    names = leagues.Names(joined, tuple(dict.fromkeys((*names.left_out, *leave_out))))
    if same or leave_out or put_back:
        leagues.write_names(names)
    standings = leagues.league(_results(), names.same, names.left_out)
    titles = {game: games.game(game).title for game, _ in standings.games}
    if form == "json":
        text = json.dumps(standings.as_json(), ensure_ascii=False) + "\n"
    elif form == "svg":
        text = leagues.league_svg(standings, titles)
    else:
        text = "\n".join(layout(leagues.league_screen(standings, titles), _width(100, 120), "")) + "\n"
    _write(text, out)


def _results() -> "list[Result]":
    """Return the results of all finished games in the journal, the oldest first.

    A table that can't be opened is left out; a line on stderr says so.
    """
    from referee.store.journal import Journal
    from referee.tables.table import Table, result_of

    results = []
    with Journal(write=False) as journal:
        evenings: dict[int, int] = {}  # the first table of each table's evening
        for kept in sorted(journal.tables(), key=lambda kept: kept.number):
            try:
                table = Table(journal, kept.number)
            except RecordError as error:
                click.echo(f"left out: {error}", err=True)
                continue
            evenings[kept.number] = evenings.get(table.follows, table.follows) or kept.number
            if (result := result_of(table, evenings[kept.number])) is not None:
                results.append(result)
    return results


def _table(journal: "Journal", number: int | None) -> "Table":
    """Return the table with this number; for None, the table that was played last."""
    from referee.tables.table import Table

    return Table(journal, journal.last().number if number is None else number)


def _let_know(table: "Table", what: str, *, yes: bool) -> None:
    """If the game is still being played, leave a notice at the table that everything was shown.

    ``what`` names the command that shows it. Without ``yes``, people at the terminal are asked first. Raises
    ``RecordError`` if they say no, or if there is no terminal to ask at.
    """
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


def _width(usual: int, most: int = 10_000) -> int:
    """Return how many characters wide the terminal is, but at least 40 and at most ``most``.

    ``usual`` is the width to assume if there is no terminal.
    """
    return max(40, min(most, shutil.get_terminal_size((usual, 24)).columns))


def _write(text: str, out: Path | None, *, private: bool = False) -> None:
    """Write a text to the file ``out``, or to standard output if ``out`` is None.

    With ``private`` only the user can read the file.
    """
    if out is None:
        click.echo(text, nl=False)
    else:
        write_atomic(out, text.encode(), private=private)
