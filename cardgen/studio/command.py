"""The command `cardgen studio`."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.errors import PrintError
from liarsdeck.cli import command, note
from liarsdeck.installed import typed

if TYPE_CHECKING:
    from cardgen.studio.serve import Entrance
    from referee.store.lock import TableLock


@command(
    "studio",
    examples=["cardgen studio", "cardgen studio my-deck.toml", "cardgen studio --language de"],
)
@click.argument("deck", required=False)
@click.option("--language", metavar="CODE", help="What the pages and the kit are in, such as de. [default: as before]")
@click.option("--port", type=click.IntRange(0, 65535), help="Listen at this port. [default: any that is free]")
@click.option("--open/--no-open", "opens", default=True, help="Open it in this machine's browser.")
def studio(deck: str | None, language: str | None, port: int | None, opens: bool) -> None:
    """Make a kit by looking, in the browser.

    The page is on this computer alone, and shows the pages as they will be printed. Its address works once, in one
    browser; call the command again for another. DECK is a file of your own (TOML or CSV): it is watched while you write
    it. Ctrl-C ends it, or its own button, or an hour without a visitor; the kit in the making is kept.

    \f
    `language` is a code such as `de` (None: as before), `port` where to listen (None: any that is free); `opens` opens
    the page in this machine's browser.
    """
    from cardgen.studio.serve import Studio, entrance, studio_lock, watch
    from liarsdeck.language import check_offered
    from referee.store.lock import TableHeld

    if language:
        from cardgen.studio.room import LAIR

        language = language.casefold()
        check_offered(language, "studio", LAIR)
    page = "own" if deck else ""

    async def run(lock: TableLock) -> None:
        try:
            made = Studio(lock, port, language)
        except ValueError as error:
            raise PrintError(str(error)) from None
        if deck is not None:
            made.pages.choose(deck)
        await made.run(lambda: _show(made.entrance, page, opens=opens, hint="Ctrl-C ends it."))

    try:
        with studio_lock() as lock, contextlib.suppress(KeyboardInterrupt):
            asyncio.run(run(lock))
    except TableHeld:
        other = entrance()
        if port not in (None, other.port):
            raise PrintError(f"the studio is open already, at port {other.port}: close it first") from None
        if language:
            raise PrintError("the studio is open already: close it first, to open it in another language") from None
        if deck is not None:
            watch(other, Path(deck))
        _show(other, page, opens=opens, hint="It is open already.")
    else:
        note("The studio is closed; your kit is kept.")


def _show(entrance: Entrance, page: str, *, opens: bool, hint: str) -> None:
    """Print an address of the studio, and with `opens`, open another one in the browser.

    Each address works once, so the printed one stays valid for a second browser. `page` is the page's path; `hint` is a
    sentence to print after the address.
    """
    from liarsdeck import system

    click.echo(entrance.address(page))
    note(f"This address works once: {typed('cardgen studio', 'make studio')} makes another one. {hint}")
    if opens:
        system.open_browser(entrance.address(page))
