"""The command ``referee host``.

See ``referee.commands`` for the parameters and return values of a command's function.
"""

import asyncio
import contextlib
import gc
import json
import sys
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from liarsdeck import system
from liarsdeck.cli import command, note
from liarsdeck.english import listed, moment
from liarsdeck.errors import UserError
from liarsdeck.installed import typed
from liarsdeck.language import ENGLISH, check_offered, offered, speaking, whole_for
from referee import games
from referee.commands import TableWish, named_facts, played, values_of, with_bots
from referee.core.game import RecordError
from referee.core.play import folded
from referee.core.setup import check_options, new_names_fault, read_options

if TYPE_CHECKING:
    from factbank.factfile import Facts
    from referee.core.game import Game
    from referee.host.hosting import Hosting
    from referee.host.session import HostedTable, People
    from referee.store.journal import Journal
    from referee.store.lock import TableLock

PORT = 7777
_ALONE_S = 30
_TABLES = 20  # that are looked through for one that is open nowhere
_LOOKS, _LOOK_S = 3, 0.02  # at a lock, and seconds between them
_KEPT_S = 7 * 86_400  # that a lobby in which somebody sits is kept, and that a finished game has a next one
_CUT_OFF_S = 43_200  # for which an evening that was cut off is offered again


class HostWish(TableWish, frozen=True, kw_only=True):
    """The options of ``referee host`` that say what is hosted, as typed.

    ``table`` is the number of a stored table to go on with. With ``deal`` the phones hold the cards. ``guests`` are
    people whom fresh facts may be about (``NAME[:she|he|they[:…]]``). ``language`` is a code such as ``de``; None takes
    that of the stored state or of the facts, else English. The other fields are for a new lobby.
    """

    table: int | None = None
    deal: bool = False
    guests: tuple[str, ...] = ()
    language: str | None = None


@command(
    examples=[
        "referee host liars-lair --deal",
        "referee host liars-lair --kit K7Q4-9M",
        "referee host lizard --deal --seat Ann --seat Bob --seat Cat",
        "referee host",
    ]
)
@click.argument("game", required=False)
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="NAME",
    help="Who is expected, clockwise; more may come. [default: the guests of the kit]",
)
@played
@click.option("--table", type=click.IntRange(1), metavar="NUMBER", help="Go on with this table.")
@click.option(
    "--deal", is_flag=True, help="The referee deals, and the phones hold the hands: no printed card is needed."
)
@click.option(
    "--guest",
    "guests",
    multiple=True,
    metavar="NAME[:she|he|they[:…]]",
    help="With --deal: some facts are about them, if they sit down; as cardgen kit has it (Ann:she:sails).",
)
@click.option(
    "--language", metavar="CODE", help="What guests read, such as de. [default: that of the kit's facts, else en]"
)
@click.option("--bind", metavar="ADDRESS", help="Listen at this address alone, or at localhost; usually at all (*).")
@click.option("--port", type=click.IntRange(0, 65535), help=f"Listen at this port ({PORT}; 0: any).")
@click.option("--open/--no-open", "opens", default=True, help="Open the big screen in this machine's browser.")
@click.option("--json", "as_json", is_flag=True, help="Print one line with address, word and host key.")
def host(bind: str | None, port: int | None, opens: bool, as_json: bool, **words: Any) -> int:
    """Let everybody's phone be their private screen.

    Phones on this network point a camera at the code, tap a name and choose a PIN; the big screen shows the table.
    Without a game it goes on with the table or lobby that was hosted last and is open nowhere else, or asks in the
    page. An evening that a crash has cut off is offered again. Everything is saved at every line.

    \f
    `words` are the fields of `HostWish`. `bind` and `port` say where to listen (None: at all addresses, and the usual
    port). `opens` opens the big screen in this machine's browser; `as_json` prints address, word and host key as JSON.
    """
    from referee.host.session import HostedTable
    from referee.store.journal import Journal

    with Journal() as journal:
        asks = not as_json and sys.stdin.isatty() and sys.stderr.isatty()
        hosting, lock, key = hosted(journal, HostWish(**words), asks=asks)
        evening = HostedTable(journal, hosting)
        try:
            with speaking(hosting.language):
                return asyncio.run(_serve(evening, lock, key, bind, port, opens=opens and not as_json, as_json=as_json))
        finally:
            evening.close()
            lock.release()


def hosted(journal: "Journal", wish: HostWish, *, asks: bool = False) -> "tuple[Hosting, TableLock, str]":
    """Return what ``referee host`` shall host: its stored state, its lock, and a new secret key for the host.

    With a game this is a new lobby. Without one, it is the table whose number is wished for. If there is none, too, it
    is the table or lobby that was hosted last and is open nowhere else, or a new lobby if there is none. ``journal`` is
    the store of all games. The lock may not be taken yet. Raises ``UserError`` for a wrong option.

    If a new lobby is asked for, but the last evening was cut off by a crash, ``asks`` lets people at the terminal say
    whether that evening shall go on. If they agree, it is returned. Without ``asks``, a note on stderr tells how to go
    on with it.
    """
    from liarsdeck.web import new_token, token_hash
    from referee.bots import level_of, split
    from referee.host.hosting import Chair, Hosting, guest_chairs, new_word

    key = new_token()
    table, deal = wish.table, wish.deal
    if wish.game is None:
        if wish.seats or wish.bots or wish.kit or wish.facts or wish.options or wish.guests:
            raise RecordError(f"Which game? Name it first: {typed('referee host')} liars-lair --kit K7Q4-9M.")
        if table is None:
            hosting, lock = _last(journal)
        else:
            hosting, lock = _of_table(journal, table)
        hosting.host, hosting.language = token_hash(key), _language(wish.language or hosting.language, hosting.game)
        hosting.deals = hosting.deals or deal
        return hosting, lock, key
    if table is not None:
        raise RecordError(f"Table {table} has its game: {typed('referee host')} --table {table} goes on with it.")
    if (cut := _cut_off(journal)) is not None and _goes_on(cut, asks=asks):
        cut.hosting.host = token_hash(key)
        return cut.hosting, cut.lock, key
    rules = games.game(wish.game)
    values = values_of(wish.options)
    named = _kit(rules, wish)
    spoken = offered(named.language if named else "", "host", rules.name)
    if wish.language:
        spoken = _language(wish.language, rules.name)
    about = _about(rules, wish, named, spoken)
    levels = {folded(name): level_of(rules, level) for name, level in map(split, wish.bots)}
    seats = with_bots(wish.seats, wish.bots)
    if fault := new_names_fault(seats, (verb.name for verb in rules.verbs)):
        raise RecordError(f"--seat: {fault}")
    code = named.kit if named else ""
    hosting = Hosting(new_word(), token_hash(key), deals=deal, game=rules.name, options=json.dumps(values), facts=code)
    hosting.about, hosting.first, hosting.language = list(about.values()), not (values or code), spoken
    check_options(rules, read_options(rules.options, values, rules.name, words=True))
    hosting.chairs = [Chair(name, bot=levels.get(folded(name), "")) for name in seats]
    if len(seats) == len(wish.bots):  # nobody was named who is expected: those whom the facts are about
        hosting.chairs[:0] = guest_chairs(named.guests if named else about, seats, rules.seats[1])
    with contextlib.suppress(RecordError):  # a lobby of a newer program: all are left as they are
        _put_away(journal, _lobbies(journal))
    return hosting, journal.hold_lobby(hosting.id), key


def _of_table(journal: "Journal", number: int) -> "tuple[Hosting, TableLock]":
    """Return the hosting (stored state) of the table ``number``, and its lock, not taken.

    If the game of this table is over and the evening went on, return those of the evening's newest table or of its
    lobby instead. Raises ``RecordError`` if there is no such table or it can't be opened.
    """
    from referee.host.hosting import Hosting, hosting_of, lobbies, new_word
    from referee.tables.table import Table, chain

    newest = number
    if Table(journal, number).over:
        later = sorted((kept.number for kept in journal.tables(_TABLES) if kept.number > number), reverse=True)
        for other in later:
            with contextlib.suppress(RecordError):
                if number in {table.number for table in chain(journal, Table(journal, other))}:
                    newest = other
                    break
        if lobby := next((hosting for _, hosting in lobbies(journal) if hosting.last == newest), None):
            note(f"Table {number} is over. Its evening went on: this is its lobby.")
            return lobby, journal.hold_lobby(lobby.id)
        if newest != number:
            note(f"Table {number} is over. Its evening went on: this is table {newest}.")
    hosting = hosting_of(journal, newest) or Hosting(new_word(), "")
    hosting.table = newest
    return hosting, journal.hold(newest)


class _CutOff(NamedTuple):
    """A hosting that a crash or a power cut has ended.

    ``at`` is the time of its last change, in seconds since 1970. ``hosting`` is its stored state, ``lock`` its lock,
    not taken, and ``names`` are the people who sat there.
    """

    at: float
    hosting: "Hosting"
    lock: "TableLock"
    names: Sequence[str]


def _cut_off(journal: "Journal") -> _CutOff | None:
    """Return the hosting that a crash ended last; None if there is none.

    A hosting is skipped if its last change was more than 12 hours ago, or if its game or its evening is over.
    """
    from referee.host.hosting import hosting_of, lobbies
    from referee.tables.table import Table

    found = []
    with contextlib.suppress(RecordError):  # of a newer program
        for at, hosting in lobbies(journal):
            sitting = [chair.name for chair in hosting.chairs if chair.pin]
            if sitting and not hosting.asked.prints:
                found.append(_CutOff(at, hosting, journal.hold_lobby(hosting.id), sitting))
        for kept in journal.tables(_TABLES):
            if not kept.over and (of_table := hosting_of(journal, kept.number)) is not None:
                of_table.table = kept.number
                at = max([kept.last, *(at for _, at, _ in journal.hostings(kept.number))])
                found.append(_CutOff(at, of_table, journal.hold(kept.number), kept.seats))
    for cut in sorted(found, key=lambda one: one.at, reverse=True):
        if time.time() - cut.at < _CUT_OFF_S and not cut.hosting.ended and cut.lock.cut_off:
            with contextlib.suppress(RecordError):
                if not (cut.hosting.table and Table(journal, cut.hosting.table).over):
                    return cut
    return None


def _goes_on(cut: _CutOff, *, asks: bool) -> bool:
    """Return whether an evening that was cut off shall go on.

    With ``asks``, people at the terminal are asked. Without it, the result is False, and a note on stderr tells how to
    go on with the evening.
    """
    table, game = cut.hosting.table, cut.hosting.game
    title = games.game(game).title if table and game else "The lobby"
    what = f"{title} of {listed(cut.names, 'and')} was cut off at {moment(cut.at, '%H:%M')}."
    if asks:
        return click.confirm(f"{what} Go on with it?", default=True, err=True)
    note(f"{what} To go on with it: {typed('referee host')}{f' --table {table}' if table else ''}")
    return False


def _last(journal: "Journal") -> "tuple[Hosting, TableLock]":
    """Return the lobby or table that was hosted last and is open nowhere, and its lock, taken.

    If there is none, return a new lobby and its lock, not taken. A note on stderr names what else could be hosted.
    Raises ``RecordError`` if a newer program stored one of the lobbies or the table.
    """
    from referee.host.hosting import Hosting, hosting_of, new_word
    from referee.store.lock import TableHeld

    free = _lobbies(journal)
    for kept in journal.tables(_TABLES):
        if kept.over and (not journal.hostings(kept.number) or time.time() - kept.last > _KEPT_S):
            break
        lock = journal.hold(kept.number)
        try:
            _take(lock)
        except TableHeld as error:
            note(f"{error} This is another one.")
            continue
        hosting = hosting_of(journal, kept.number) or Hosting(new_word(), "")
        hosting.table = kept.number
        free.append((max([kept.last, *(at for _, at, _ in journal.hostings(kept.number))]), hosting, lock))
        break
    if not free:
        hosting = Hosting(new_word(), "")
        return hosting, journal.hold_lobby(hosting.id)
    (_, hosting, lock), *others = sorted(free, key=lambda one: one[0], reverse=True)
    if left := _put_away(journal, others):
        again = f"`{typed('referee host')}` in another window goes on with what was left last."
        note(f"Left as well: {listed(left, 'and')}. {again}")
    return hosting, lock


def _lobbies(journal: "Journal") -> "list[tuple[float, Hosting, TableLock]]":
    """Return (time of its last change, hosting, lock) for each lobby that is open nowhere; the locks are taken.

    The time is in seconds since 1970. A lobby whose evening was ended is deleted.
    """
    from referee.host.hosting import lobbies
    from referee.store.lock import TableHeld

    free = []
    for _, seen in lobbies(journal):
        if seen.asked.prints:  # written for a deck that cardgen prints
            continue
        lock = journal.hold_lobby(seen.id)
        with contextlib.suppress(TableHeld):
            _take(lock)
            now = next(((at, one) for at, one in lobbies(journal) if one.id == seen.id), None)  # as its host left it
            if now is not None and not now[1].ended:
                free.append((*now, lock))
                continue
            if now is not None:
                journal.forget_hosting(seen.id)
            lock.release()
    return free


def _take(lock: "TableLock") -> None:
    """Take a lock; if another program holds it, try again for a moment.

    Another host may hold the lock for a short time, only to see what was left. Raises ``TableHeld`` if the lock is
    still held after that.
    """
    from referee.store.lock import TableHeld

    for _ in range(_LOOKS):
        with contextlib.suppress(TableHeld):
            return lock.take()
        time.sleep(_LOOK_S)
    return lock.take()


def _put_away(journal: "Journal", left: "list[tuple[float, Hosting, TableLock]]") -> list[str]:
    """Release the locks of tables and lobbies that will not be hosted now, and return a few words on each.

    ``left`` has (time of the last change, hosting, lock). A lobby in which nobody sits, or that is older than a week,
    is deleted and not returned.
    """
    left_behind = []
    for at, hosting, lock in left:
        if hosting.table:
            left_behind.append(f"table {hosting.table}")
        elif not hosting.chairs or time.time() - at > _KEPT_S:
            journal.forget_hosting(hosting.id)
        else:
            title = f" of {games.game(hosting.game).title}" if hosting.game else ""
            left_behind.append(f"a lobby{title} ({listed([chair.name for chair in hosting.chairs], 'and')})")
        lock.put_back()
    return left_behind


def _language(code: str, game: str) -> str:
    """Return the code of a language in small letters, after a check.

    ``game`` is the name of the game, "" if it is not chosen yet. Raises ``UserError`` if the pages of that game (of
    every game, for "") are not wholly translated into the language.
    """
    code = code.casefold()
    if game or code == ENGLISH:
        check_offered(code, "host", game)
    elif not whole_for(code, "host"):
        check_offered(code, "host", "")
    return code


def _kit(game: "Game[object]", wish: HostWish) -> "Facts | None":
    """Return the facts of the wished kit or of the wished file, and store them.

    None if neither is given. Raises ``RecordError`` if the game needs facts and neither is given; with ``deal`` that is
    allowed, because fresh facts are made later.
    """
    named = named_facts(game, wish)
    if named is not None:
        from factbank.kits import keep

        keep(named)
        return named
    if game.needs_facts and not wish.deal:  # for --deal they are made when it begins, for as many as sit
        raise RecordError(
            f"{game.title} needs a kit: give its code with --kit. Without printed cards: --deal writes tonight's facts."
        )
    return None


def _about(game: "Game[object]", wish: HostWish, named: "Facts | None", language: str) -> dict[str, str]:
    """Return the guests whom fresh facts may be about: by name, the text that was typed for each; {} for none.

    The wished guests are texts such as ``Ann:she:sails``, or several with commas between; ``language`` is the code of
    the facts' language. Raises ``RecordError`` if no fresh facts will be made: the game has none, facts are given
    (``named``), or nobody wished for ``deal``. Raises ``FactError`` for a wrong text.
    """
    if not wish.guests:
        return {}
    from factbank.fill import parse_guests

    if not game.needs_facts:
        raise RecordError(f"--guest means nothing to {game.title}, which is played without facts.")
    if named is not None or not wish.deal:
        raise RecordError("--guest is about fresh facts: give it with --deal, and without --kit and --facts.")
    typed = [guest.strip() for guest in ",".join(wish.guests).split(",") if guest.strip()]
    return dict(zip((guest.name for guest in parse_guests(typed, language)), typed, strict=True))


async def _serve(
    evening: "HostedTable",
    lock: "TableLock",
    key: str,
    bind: str | None,
    port: int | None,
    *,
    opens: bool,
    as_json: bool,
) -> int:
    from liarsdeck.serving import listen, serve
    from liarsdeck.web import new_token, token_hash
    from referee.host.app import make_api, make_app
    from referee.host.hosting import address_of, code_text, is_any, own_addresses
    from referee.host.pages import warm

    at = address_of(bind or "*")
    wanted = port if port is not None else evening.hosting.port or PORT
    try:
        listening = listen(at, wanted)
    except UserError:
        if port is not None:
            raise
        listening = listen(at, 0)  # another table is hosted here: the code says where this one is
    with contextlib.closing(listening):
        evening.hosting.port = listening.getsockname()[1]
        others = own_addresses() if is_any(at) else [at]
        number_at = f"[{others[0]}]" if others and ":" in others[0] else others[0] if others else "127.0.0.1"
        evening.address = f"{number_at}:{evening.hosting.port}"
        if evening.hosting.table:
            evening.open_table(evening.hosting.table, lock)
        else:
            evening.open_lobby(lock)
        evening.fault = lru_cache(1)(note)  # each fault once, until there is another
        api = make_api(evening)
        api.people.reopen()
        app = make_app(api)
        screen = f"http://localhost:{evening.hosting.port}/screen" if is_any(at) else f"http://{evening.address}/screen"

        async def started() -> None:
            if as_json:
                answer = {
                    "address": f"http://{evening.address}",
                    "word": evening.hosting.word,
                    "host": key,
                    "screen": screen,
                }
                click.echo(json.dumps(answer | {"port": evening.hosting.port, "table": evening.hosting.table}))
            else:
                click.echo("Everybody on this Wi-Fi: point a camera at this.\n")
                click.echo(code_text(evening.joining))
                click.echo(f"  or type  {evening.address}  and the word  {evening.hosting.word}")
                click.echo(f"The big screen: {screen}#{key}")
                click.echo("Ctrl-C: everything is saved")
            sys.stdout.flush()
            if opens:
                once = new_token()  # a browser's command line can be read by whoever uses this machine
                api.people.once = token_hash(once)
                system.open_browser(f"{screen}#{once}")
            for _ in warm():
                await asyncio.sleep(0)
            gc.freeze()  # what stands now stands all evening: no guest waits while it is looked through for litter
            await _advice(api.people, others, evening)

        try:
            await serve(app, api.close, started, listening)
        finally:
            await api.bots.close()
            if evening.hosting.table and not as_json:
                note(f"Everything is saved. To go on: {typed('referee host')} --table {evening.hosting.table}")
    return 0


async def _advice(people: "People", addresses: list[str], evening: "HostedTable") -> None:
    """Wait 30 s; if no phone has connected by then, show advice on the terminal and on the big screen.

    ``people`` knows whether a phone has connected. ``addresses`` are this computer's addresses; the first of them is
    the one that guests were shown.
    """
    await asyncio.sleep(_ALONE_S)
    if people.visited:
        return
    port = evening.hosting.port
    evening.advice = advice(addresses[1:], port)
    evening.changed()
    note(evening.advice)


def advice(others: list[str], port: int) -> str:
    """Return a text on what to try if no phone has connected.

    ``others`` are this computer's addresses besides the one that was shown; ``port`` is the server's port.
    """
    more = f" Other addresses of this machine: {', '.join(f'{one}:{port}' for one in others)}." if others else ""
    return (
        f"No phone has come yet.{more} A guest network may keep devices apart, a firewall may be asking on this screen,"
        " or a VPN may hide this machine: turn it off, or let a phone open a hotspot that this machine and the others"
        " join. Or play without phones: the laptop's page does."
    )
