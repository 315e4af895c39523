"""``referee story``: what an evening looked like, as one page."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from liarsdeck.cli import command, note
from liarsdeck.files import write_atomic
from referee.commands.shared import OUT, RECORD_FACTS
from referee.core.errors import RecordError

if TYPE_CHECKING:
    from referee.story.story import Story


@command(examples=["referee story 3 -o evening.html", "referee story game.txt --facts facts.json -o evening.html"])
@click.argument("table", required=False, metavar="[TABLE|FILE]")
@RECORD_FACTS
@OUT
def story(table: str | None, facts: Path | None, out: Path | None) -> None:
    """Write what an evening looked like: how it went, and its best moments.

    One page of HTML with everything in it, for a screen or on paper: of a table, the last one where none is named, or
    of a record. Before the end of a game it holds nothing that the open table may not know.
    """
    from referee.story.page import as_html

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
    from referee.story.story import day, story_of_table
    from referee.tables.table import Table

    if number is not None and len(number) > 19:
        raise RecordError(f"There is no table {number[:19]}…: `referee tables` lists them.")
    with Journal(write=False) as journal:
        live = Table(journal, journal.last().number if number is None else int(number))
        return story_of_table(live, day(live.kept.last))


def _of_record(path: Path, facts: Path | None) -> "Story":
    from referee.records.replay import replay_file
    from referee.story.story import story_of_record

    return story_of_record(replay_file(path, facts=facts))
