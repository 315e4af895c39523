"""``referee tables``, ``scores``, ``slips`` and ``export``: what was kept, listed and written down."""

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from liarsdeck.cli import command, note
from liarsdeck.english import moment
from liarsdeck.files import check_no_stdout, write_atomic
from referee.commands.shared import OUT

if TYPE_CHECKING:
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
    from referee.core.errors import RecordError
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
    from referee.core.errors import RecordError
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
    from referee.tables import scores as sheets
    from referee.tables.table import Table

    with Journal(write=False) as journal:
        live = Table(journal, journal.last().number if table is None else table)
        found = sheets.scores_of(live.game, live.setup, live.state)
    match form:
        case "csv":
            text = sheets.as_csv(found)
        case "md":
            text = sheets.as_markdown(found)
        case "svg":
            from referee.tables.score_svg import as_svg

            text = as_svg(found)
        case _:
            text = sheets.as_text(found, max(40, shutil.get_terminal_size((80, 24)).columns))
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
    from referee.tables import slips as written
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
    from referee.core.errors import RecordError
    from referee.store.journal import Journal
    from referee.tables.export import open_for_export, record_of
    from referee.tables.kept import bytes_of

    if facts and reveal:
        raise RecordError("--facts and --reveal write two files: ask for one after the other")
    with Journal(write=reveal or facts) as journal:
        live, lost = open_for_export(journal, journal.last().number if table is None else table)
        data = bytes_of(live.setup)
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
    from referee.core.errors import RecordError
    from referee.store.notices import SHOWN

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
