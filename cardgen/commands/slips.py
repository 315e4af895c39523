"""`cardgen slips`: the referee's secret slips, folded shut with the name outside."""

from __future__ import annotations

from pathlib import Path

import click

from cardgen.commands.options import INK, PAPER
from cardgen.commands.sources import output_file, written
from cardgen.layout.paper import default_paper, parse_paper
from liarsdeck.cli import command, note


@command(
    "slips", examples=["cardgen slips friday -o slips.pdf", "cardgen slips friday/1-Ann.txt --paper letter -o ann.pdf"]
)
@click.argument("texts", nargs=-1, required=True, metavar="DIR|FILE…")
@PAPER
@INK
@click.option("-o", "--out", metavar="FILE", default="slips.pdf", show_default=True, help="The PDF to write.")
def slips(texts: tuple[str, ...], paper: str | None, ink: str, out: str) -> None:
    """Print the referee's secret slips, to be folded shut.

    They are the ones that `referee slips TABLE -o DIR` wrote, one for each player: which cards are true, which are
    lies, and room for notes. They are printed on one side; the notes fold up over the cards, and the name folds back,
    so that nothing but the name can be read.
    """
    from cardgen.secret.slips import read_slips, write_slips
    from liarsdeck.english import counted

    sheet = parse_paper(paper) if paper is not None else default_paper()
    path = output_file(out, "slips.pdf")
    found = read_slips([Path(text) for text in texts])
    sheets = write_slips(found, path, sheet, low_ink=ink == "low")
    written(path)
    names = ", ".join(slip.name for slip in found)
    note(f"{counted(sheets, 'sheet')} of {sheet.name}, on one side, for {names}. Print it unseen, then cut and fold.")
