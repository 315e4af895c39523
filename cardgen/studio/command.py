"""`cardgen studio`: make a kit by looking, in the browser."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import click

from cardgen.errors import PrintError
from liarsdeck.cli import command, note


@command(
    "studio",
    examples=["cardgen studio", "cardgen studio my-deck.toml"],
)
@click.argument("deck", required=False)
@click.option("--port", type=click.IntRange(0, 65535), help="Listen at this port. [default: the last one, or any]")
@click.option("--open/--no-open", "opens", default=True, help="Open it in this machine's browser.")
def studio(deck: str | None, port: int | None, opens: bool) -> None:
    """Make a kit by looking, in the browser.

    The page is on this computer alone, and shows the pages as they will be printed. DECK is a file of your own (TOML or
    CSV): it is watched while you write it. Ctrl-C ends it, or its own button, or an hour without a visitor; the kit in
    the making is kept.
    """
    from cardgen.studio.serve import Studio, already_open, watch

    if port is None and (address := already_open()):
        note("It is open already.")
        if deck is not None:
            watch(address, Path(deck))
        _show(address + ("own" if deck else ""), opens=opens)
        return

    async def run() -> None:
        try:
            made = Studio(port)
        except ValueError as error:
            raise PrintError(str(error)) from None
        if deck is not None:
            made.pages.choose(deck)
        await made.run(lambda: _show(made.address + ("own" if deck else ""), opens=opens))

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run())
    note("The studio is closed; your kit is kept.")


def _show(address: str, *, opens: bool) -> None:
    from liarsdeck import browser

    click.echo(address)
    if opens:
        note("Ctrl-C ends it.")
        browser.show(address)
