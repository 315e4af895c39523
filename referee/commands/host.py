"""``referee host``: everyone's phone as a private screen."""

import asyncio
import contextlib
import gc
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from liarsdeck import browser
from liarsdeck.cli import command, note
from referee import games
from referee.commands.play import values_of, with_bots
from referee.commands.shared import played
from referee.core.errors import RecordError
from referee.core.options import read_options
from referee.core.setup import check_options, folded, name_fault

if TYPE_CHECKING:
    from referee.host.desk import Desk
    from referee.host.hosting import Hosting
    from referee.host.people import People
    from referee.store.journal import Journal

PORT = 7777
_ALONE_S = 30


@command(
    examples=[
        "referee host liars-lair --deal",
        "referee host liars-lair --kit K7Q4-9M",
        "referee host lizard --deal --seat Ann --seat Bob --seat Cat",
        "referee host",
    ]
)
@click.argument("game", required=False)
@click.option("--seat", "seats", multiple=True, metavar="NAME", help="Who is expected, clockwise; more may come.")
@played
@click.option("--table", type=int, metavar="NUMBER", help="Go on with this table; without a game, with the last one.")
@click.option(
    "--deal", is_flag=True, help="The referee deals, and the phones hold the hands: no printed card is needed."
)
@click.option("--bind", metavar="ADDRESS", help="Listen at this address alone; usually at all of this machine's.")
@click.option("--port", type=click.IntRange(0, 65535), help=f"Listen at this port ({PORT}; 0: any).")
@click.option("--open/--no-open", "opens", default=True, help="Open the big screen in this machine's browser.")
@click.option("--json", "as_json", is_flag=True, help="Print one line with address, word and host key.")
def host(
    game: str | None,
    seats: tuple[str, ...],
    bots: tuple[str, ...],
    kit: str | None,
    facts: Path | None,
    options: tuple[str, ...],
    table: int | None,
    deal: bool,
    bind: str | None,
    port: int | None,
    opens: bool,
    as_json: bool,
) -> int:
    """Let everybody's phone be their private screen.

    Phones on this network point a camera at the code, tap a name and choose a PIN; the big screen shows the table.
    Without a game it goes on with the last table, or asks in the page. Everything is saved at every line.
    """
    from referee.host.desk import Desk
    from referee.store.journal import Journal

    with Journal() as journal:
        hosting, number, key = _hosting(journal, game, table, seats, bots, kit, facts, options, deal=deal)
        hosting.deals = hosting.deals or deal
        desk = Desk(journal, hosting)
        try:
            return asyncio.run(_serve(desk, number, key, bind, port, opens=opens and not as_json, as_json=as_json))
        finally:
            desk.close()


def _hosting(
    journal: "Journal",
    game: str | None,
    table: int | None,
    seats: tuple[str, ...],
    bots: tuple[str, ...],
    kit: str | None,
    facts: Path | None,
    options: tuple[str, ...],
    *,
    deal: bool,
) -> "tuple[Hosting, int, str]":
    """Return what is hosted, the number of its table (0: the lobby), and the new key of the host."""
    from referee.bots.seated import level_of, split
    from referee.host.door.keys import hashed, new_key, new_word
    from referee.host.hosting import Chair, Hosting, hosting_path, read_hosting

    key, folder = new_key(), journal.path.parent
    if game is None:
        if seats or bots or kit or facts or options:
            raise RecordError("Which game? Name it first: referee host liars-lair --kit K7Q4-9M.")
        number = table if table is not None else _last(journal)
        kept = read_hosting(hosting_path(folder, number)) or Hosting(new_word(), "")
        kept.host, kept.table = hashed(key), number
        return kept, number, key
    found = games.game(game)
    values = values_of(options)
    code = _kit(found.needs_facts, kit, facts, found.title, deal=deal)
    levels = {folded(name): level_of(found, level) for name, level in map(split, bots)}
    seats = with_bots(seats, bots)
    for name in seats:
        if fault := name_fault(name):
            raise RecordError(f"--seat: {fault}")
    hosting = Hosting(new_word(), hashed(key), game=found.name, options=json.dumps(values), facts=code)
    check_options(found, read_options(found.options, values, found.name, words=True))
    hosting.chairs = [Chair(name, bot=levels.get(folded(name), "")) for name in seats]
    return hosting, 0, key


def _last(journal: "Journal") -> int:
    """Return the table that was played last, 0 where there is none or it is over."""
    kept = journal.tables(1)
    return kept[0].number if kept and not kept[0].over else 0


def _kit(needs: bool, kit: str | None, facts: Path | None, title: str, *, deal: bool) -> str:
    """Keep the facts that were named, and return their code; "" where none were."""
    if not needs:
        if kit or facts:
            raise RecordError(f"{title} needs no kit and no facts.")
        return ""
    from factbank.facts import read
    from factbank.kits import find, keep

    if kit and facts:
        raise RecordError("--kit and --facts name the same thing: give one of them.")
    if not kit and facts is None:
        if deal:
            return ""  # made when it begins, for as many as sit
        raise RecordError(
            f"{title} needs a kit: give its code with --kit. Without printed cards: --deal writes tonight's facts."
        )
    found = read(facts) if facts is not None else find(str(kit))
    keep(found)
    return found.kit


async def _serve(
    desk: "Desk", number: int, key: str, bind: str | None, port: int | None, *, opens: bool, as_json: bool
) -> int:
    from referee.host.addresses import code_text, is_any, own_addresses
    from referee.host.door.keys import hashed, new_key
    from referee.host.serve import listen, make_api, make_app, serve
    from referee.host.templating import warm

    at = bind if bind is not None else "0.0.0.0"  # noqa: S104, phones come over the home network: that is asked for
    wanted = port if port is not None else desk.hosting.port or PORT
    try:
        listening = listen(at, wanted)
    except RecordError:
        if port is not None:
            raise
        listening = listen(at, 0)  # another table is hosted here: the code says where this one is
    with contextlib.closing(listening):
        desk.hosting.port = listening.getsockname()[1]
        others = own_addresses() if is_any(at) else [at]
        number_at = f"[{others[0]}]" if others and ":" in others[0] else others[0] if others else "127.0.0.1"
        desk.address = f"{number_at}:{desk.hosting.port}"
        if number:
            desk.open_table(number)
        else:
            desk.keep()
        api = make_api(desk)
        app = make_app(api)
        screen = f"http://localhost:{desk.hosting.port}/screen" if is_any(at) else f"http://{desk.address}/screen"

        async def started() -> None:
            if as_json:
                answer = {"address": f"http://{desk.address}", "word": desk.hosting.word, "host": key, "screen": screen}
                click.echo(json.dumps(answer | {"port": desk.hosting.port, "table": desk.hosting.table}))
            else:
                click.echo("Everybody on this Wi-Fi: point a camera at this.\n")
                click.echo(code_text(desk.joining))
                click.echo(f"  or type  {desk.address}  and the word  {desk.hosting.word}")
                click.echo(f"The big screen: {screen}#{key}")
                click.echo("Ctrl-C: everything is saved")
            sys.stdout.flush()
            if opens:
                once = new_key()  # a browser's command line can be read by whoever uses this machine
                api.people.once = hashed(once)
                browser.show(f"{screen}#{once}")
            for _ in warm():
                await asyncio.sleep(0)
            gc.freeze()  # what stands now stands all evening: no guest waits while it is looked through for litter
            await _advice(api.people, others, desk)

        try:
            await serve(app, api, listening, started)
        finally:
            await api.bots.close()
    return 0


async def _advice(people: "People", addresses: list[str], desk: "Desk") -> None:
    """Say what to do when no phone gets through."""
    await asyncio.sleep(_ALONE_S)
    if people.visited:
        return
    port = desk.hosting.port
    desk.advice = advice(addresses[1:], port)
    desk.heard()
    note(desk.advice)


def advice(others: list[str], port: int) -> str:
    """Return what to do when no phone has come."""
    more = f" Other addresses of this machine: {', '.join(f'{one}:{port}' for one in others)}." if others else ""
    return (
        f"No phone has come yet.{more} A guest network may keep devices apart, a firewall may be asking on this screen,"
        " or a VPN may hide this machine: turn it off, or let a phone open a hotspot that this machine and the others"
        " join. Or play without phones: the laptop's page does."
    )
