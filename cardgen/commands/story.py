"""`cardgen story`: what an evening looked like, as A5 pages."""

from __future__ import annotations

from pathlib import Path

import click

from cardgen.commands.options import INK
from cardgen.commands.sources import output_file, written
from cardgen.errors import PrintError
from liarsdeck.cli import command, note


@command(
    "story", examples=["cardgen story game.txt -o evening.pdf", "cardgen story game.txt --facts facts.json --ink low"]
)
@click.argument("record", type=click.Path(path_type=Path))
@click.option(
    "--facts", type=click.Path(path_type=Path), metavar="FILE", help="The fact file, whatever the record's header says."
)
@INK
@click.option("-o", "--out", metavar="FILE", help="The PDF to write. [default: by game]")
def story(record: Path, facts: Path | None, ink: str, out: str | None) -> None:
    """Print what an evening looked like, as pages of A5.

    How it went, and its best moments, with their cards.

    RECORD is what `referee export --reveal` wrote of a table. It becomes a page or two of A5, to keep in the box.
    Before the end of a game they hold nothing that the open table may not know.
    """
    from liarsdeck.english import counted
    from referee.core.game import RecordError
    from referee.records import replay_file
    from referee.story import story_of_record

    try:
        done = replay_file(record, facts=facts)
    except RecordError as error:
        raise PrintError(f"{record}: {error}") from None
    path = output_file(out, f"{done.record.setup.game}-story.pdf")
    from cardgen.story.pdf import write_story

    pages = write_story(story_of_record(done), path, low_ink=ink == "low")
    written(path)
    note(f"{counted(pages, 'page')} of A5: print them one on a sheet, or two beside each other on A4")
