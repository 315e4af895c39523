"""``referee tables``, ``scores``, ``slips`` and ``export``: what was kept, listed and written down."""

import shutil
from datetime import datetime
from pathlib import Path

import click

from liarsdeck.cli import command, note
from liarsdeck.files import write_atomic

_OUT = click.option("-o", "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write there, not on stdout.")


@command(examples=["referee tables"])
@click.option("--all", "everything", is_flag=True, help="All of them, not only the last twenty.")
@click.option("--json", "as_json", is_flag=True, help="A list of JSON objects.")
def tables(everything: bool, as_json: bool) -> None:
    """List the tables that were kept, the last played first."""
    from referee.core.text_layout import table as columns
    from referee.store.journal import Journal

    with Journal(write=False) as journal:
        found = journal.tables(None if everything or as_json else 21)
    if as_json:
        import json

        told = [
            {"table": t.number, "game": t.game, "seats": t.seats, "over": t.over, "stands": t.stands, "last": t.last}
            for t in found
        ]
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    shown = found if everything else found[:20]
    rows = []
    for kept in shown:
        when = datetime.fromtimestamp(kept.last).astimezone().strftime("%Y-%m-%d %H:%M") if kept.last else ""
        rows.append((str(kept.number), kept.game, when, ", ".join(kept.seats), kept.stands))
    for line in columns(rows, max(40, min(120, shutil.get_terminal_size((100, 24)).columns))):
        click.echo(line)
    if len(found) > len(shown):
        note("There are more: `referee tables --all`.")


@command(examples=["referee scores 3", "referee scores 3 --svg -o scores.svg"])
@click.argument("table", required=False, type=int)
@click.option("--svg", "form", flag_value="svg", help="A picture for the wall.")
@click.option("--csv", "form", flag_value="csv", help="For a spreadsheet.")
@click.option("--md", "form", flag_value="md", help="A Markdown table.")
@_OUT
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
def slips(table: int | None, out: Path) -> None:
    """Write a secret slip for every seat: its cards and what is true.

    One text file a seat, which only you can read; nothing of it is shown here.
    """
    from referee.store.journal import Journal
    from referee.tables import slips as written
    from referee.tables.table import Table

    with Journal(write=False) as journal:
        live = Table(journal, journal.last().number if table is None else table)
        paths = written.write(written.slips(live), out)
    note(f"{len(paths)} slips in {out}: print them without looking, fold them, and hand them out.")


@command(examples=["referee export 3", "referee export 3 --reveal -o game.txt"])
@click.argument("table", required=False, type=int)
@click.option("--reveal", is_flag=True, help="With everything that is hidden: hands, truths, secret choices.")
@_OUT
def export(table: int | None, reveal: bool, out: Path | None) -> None:
    """Write a table's record; what is hidden stays hidden unless you say --reveal."""
    from referee.store.journal import Journal
    from referee.tables.export import record_of

    with Journal(write=False) as journal:
        text, lost = record_of(journal, journal.last().number if table is None else table, reveal=reveal)
    _write(text, out)
    if lost:
        note(lost)


def _write(text: str, out: Path | None) -> None:
    if out is None:
        click.echo(text, nl=False)
    else:
        write_atomic(out, text.encode())
