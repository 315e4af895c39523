"""Looking on: what everybody at a table can see, while another referee keeps it."""

import time
from collections.abc import Callable

import click

from referee.console.terminal import Terminal
from referee.core.text_layout import layout, wrap
from referee.store.journal import Journal
from referee.store.notices import UNDONE
from referee.tables.history import history
from referee.tables.table import Table

EVERY_S = 0.5


def watch(journal: Journal, number: int, live: Terminal | None, *, sleep: Callable[[float], None] = time.sleep) -> int:
    """Say what happens at the table until its game is over or somebody presses Ctrl-C; write nothing."""
    width = live.width if live else 80
    table = Table(journal, number)
    seen = table.entries
    noticed = len(table.notices())
    _show(table, width)
    while not table.over:
        sleep(EVERY_S)
        for notice in table.notices(noticed):
            noticed = notice.number
            if notice.kind != UNDONE:  # said as what was taken back
                click.echo(f"! {notice.said(table.setup.seats)}")
        if not journal.entries(number, after=seen):
            continue
        before = len(table.actions)
        table = Table(journal, number)
        seen = table.entries
        for event in [line for line in history(table) if line.number][before:]:
            click.echo(event.words)
        if len(table.actions) < before:
            click.echo(f"Taken back: {before - len(table.actions)}.")
        _show(table, width)
    click.echo(table.stands())
    return 0


def _show(table: Table, width: int) -> None:
    for line in layout(table.game.show(table.view, None), width):
        click.echo(line)
    for line in wrap(table.seal_said, width) if table.seal else ():
        click.echo(line)
