"""The commands ``referee new`` and ``referee resume``: play at a table, with or without a terminal.

See ``referee.commands`` for the parameters and return values of the commands' functions.
"""

import sys
from collections.abc import Callable, Sequence
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from factbank.errors import FactError
from liarsdeck.cli import command, note
from liarsdeck.english import listed, quoted
from liarsdeck.installed import typed
from referee import games
from referee.commands import TableWish, named_facts, played, values_of, with_bots
from referee.core.game import RecordError
from referee.core.setup import check_seats, new_names_fault, read_options

if TYPE_CHECKING:
    from factbank.factfile import Facts
    from referee.console.terminal import Terminal
    from referee.core.game import Game, Setup
    from referee.store.journal import Journal

T = TypeVar("T")
_PLAIN = click.option("--plain", is_flag=True, help="Lines of text only: no redraw, no colour.")
_KEEP_GOING = click.option("--keep-going", is_flag=True, help="Without a terminal: go on after a refused line.")


@command(
    examples=[
        "referee new liars-lair --seat Ann --seat Bob --seat Cat --kit K7Q4-9M",
        "referee new lizard --seat Ann --seat Bob --seat Cat --option rounds=5",
        "referee new lizard --seat Ann --bot Zoe --bot Yan:hard",
    ]
)
@click.argument("game", required=False)
@click.option("--seat", "seats", multiple=True, metavar="NAME", help="A player, clockwise; once for each.")
@played
@click.option(
    "--seed",
    metavar="TEXT",
    help="Make chance repeatable, which everybody is told; without a terminal the referee then deals, too.",
)
@_PLAIN
@_KEEP_GOING
def new(seed: str | None, plain: bool, keep_going: bool, **words: Any) -> int:
    """Set up a table and keep its game.

    Asks for what is missing. Without a terminal it reads full lines of the record from standard input, answers each
    with one line, and stops with exit status 2 at the first refusal.

    \f
    `words` are the fields of `TableWish`. `seed` makes chance repeatable (None: it is unpredictable). `plain` prints
    lines only, without redrawing; `keep_going` goes on after a refused line.
    """
    from factbank.kits import keep
    from referee.bots import bots_of
    from referee.store.journal import Journal
    from referee.tables.table import Table

    live, wish = _terminal(plain), TableWish(**words)
    setup = _setup(live, wish)
    for sentence in games.game(setup.game).warnings(setup):
        note(sentence)
    with Journal() as journal:
        levels = bots_of(games.game(setup.game), setup, wish.bots)
        if setup.facts is not None:
            keep(setup.facts)  # under their code, so that the table finds them again
        kit = "" if setup.facts is None else setup.facts.kit
        table = Table.new(journal, setup, kit=kit, seed=seed, bots=levels)
        return _play(journal, table.number, live, draws=seed is not None, keep_going=keep_going)


@command(examples=["referee resume", "referee resume 3", "referee resume 3 --watch"])
@click.argument("table", required=False, type=int)
@click.option("--watch", is_flag=True, help="Only look on, while another referee keeps the table.")
@click.option("--facts", metavar="FILE", help="Its fact file, where it was lost.", type=click.Path(path_type=Path))
@_PLAIN
@_KEEP_GOING
def resume(table: int | None, watch: bool, facts: Path | None, plain: bool, keep_going: bool) -> int:
    """Go on with a table: the one that was played last, or TABLE.

    \f
    `table` is its number (None: the one played last). `watch` only looks on while another referee keeps it. `facts`
    is its fact file, if that was lost. `plain` and `keep_going` as in `new`.
    """
    from referee.store.journal import Journal
    from referee.tables.table import Table

    live = _terminal(plain)
    with Journal(write=not watch, make=False) as journal:
        if table is None:
            number = _last_that_opens(journal) if facts is None else journal.last().number
        else:
            number = journal.table(table).number
        if facts is not None:
            from factbank.factfile import read

            Table(journal, number, facts=read(facts)).keep_facts()
        if watch:
            from referee.console.scripted import watch as look_on

            return look_on(journal, number, live)
        return _play(journal, number, live, draws=False, keep_going=keep_going, summary=True)


def _terminal(plain: bool) -> "Terminal | None":
    """Return the terminal at which people sit; None if input or output is no terminal.

    ``plain`` is the option ``--plain``: only lines of text, without redraw and colour.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(encoding="utf-8", errors="replace")
        return None
    from referee.console.terminal import terminal

    return terminal(plain=plain)


def _last_that_opens(journal: "Journal") -> int:
    """Return the number of the table that was played last, or, if it can't be opened, of the last that can.

    A note on stderr names the tables that were skipped. If none of the last 20 opens, return the number of the very
    last.
    """
    from referee.tables.table import Table

    last = journal.last().number
    passed = []
    for kept in journal.tables(_PASSED):
        try:
            number = Table(journal, kept.number).number
        except RecordError as error:
            passed.append(f"{error} Passed over; `referee tables --delete {kept.number}` takes it away.")
            continue
        for sentence in passed:
            note(sentence)
        return number
    return last


_PASSED = 20  # tables that are looked through for one that opens
_NOTICES = 4  # that a summary says; `history` has them all


def _play(
    journal: "Journal", number: int, live: "Terminal | None", *, draws: bool, keep_going: bool, summary: bool = False
) -> int:
    """Let people play at a stored table, and at its rematches as long as they want one; return the exit status.

    ``number`` is the table's number. ``live`` is the terminal at which people sit; None reads lines from standard
    input. Only then ``draws`` and ``keep_going`` count: with ``draws`` the referee draws what chance decides, and with
    ``keep_going`` a refusal does not end the program. With ``summary``, print what happened last and how the game
    stands.
    """
    from referee.tables.table import Table, history

    with journal.hold(number) as lock:
        table = Table(journal, number)
        table.keep_facts()
        journal.opened(number)
        if live is None:
            from referee.console.scripted import run

            try:
                return run(table, sys.stdin, draws=draws or table.seeded, keep_going=keep_going)
            finally:
                table.leave()
        from referee.console.console import Console

        if lock.left_behind:
            live.restore()
        console = Console(table, live)
        live.say(f"Table {table.number}: {table.game.title}, {', '.join(table.setup.seats)}.", "strong")
        if summary:
            lines = [event for event in history(table) if event.number]
            live.say(f"Last: {lines[-1].words}" if lines else "Nothing has happened yet.")
            for notice in table.notices()[-_NOTICES:]:
                live.say(f"! {notice.said(table.setup.seats)}", "no")
            if not table.over:  # the console says how it ended
                live.say(table.stands())
        status = console.run()
        again = console.again
    if again is None:
        return status
    if again.game.needs_facts:
        live.say("The same kit: sort the deck by its numbers first, number 1 on top.")
    return _play(journal, again.number, live, draws=draws, keep_going=keep_going)


# What is missing


def _setup(live: "Terminal | None", wish: TableWish) -> "Setup":
    """Return the setup of a new table; people at the terminal ``live`` are asked for whatever is missing.

    Raises ``RecordError`` for a wrong value, or if something is missing and ``live`` is None.
    """
    asks = wish.game is None or not wish.seats
    if wish.game is None:
        rules = _until(live, f"Which game? ({', '.join(games.names())})", "GAME", games.game)
    else:
        rules = games.game(wish.game)
    # What was given is looked at before anybody is asked who is at the table.
    values = values_of(wish.options)
    read_options(rules.options, values, rules.name, words=True)

    def checked(names: Sequence[str]) -> Sequence[str]:
        """Return these names. Raises ``RecordError`` unless they can sit down at a new table of this game."""
        check_seats(rules, names)
        if fault := new_names_fault(names, (verb.name for verb in rules.verbs)):
            raise RecordError(f"seats: {fault}")
        return names

    seats = checked(with_bots(wish.seats, wish.bots)) if wish.seats else ()
    named = named_facts(rules, wish)
    if not seats:
        # Enter means the guests whom the facts are about, if they can sit.
        guests = named.guests if named is not None else ()
        usual, hint = ", ".join(guests), f" (Enter: {', '.join(guests)})"
        try:
            checked(guests)
        except RecordError:
            verb = "is" if len(guests) == 1 else "are"
            usual, hint = "", f" ({listed(guests, 'and')} {verb} in the facts)" if guests else ""
        who = f"Who is at the table, clockwise?{hint}"
        seats = _until(live, who, "--seat", lambda typed: checked(_sat(rules, typed, wish.bots)), usual=usual)
    if rules.needs_facts and named is None:
        named = _until(live, "Which kit is in play? (the code on its box, or its fact file)", "--kit or --facts", _kit)
    made = games.setup(rules, seats, values, facts=named, words=True)
    if live is not None and asks:
        made = _house_rules(live, rules, made, values)
    return made


def _sat(rules: "Game[object]", typed: str, bots: Sequence[str]) -> Sequence[str]:
    """Return the names in a typed text, which are divided by commas or else by spaces, then those of the bots.

    ``bots`` are ``NAME[:LEVEL]``. Raises ``RecordError`` if there are too few names and one of them has a space, so
    that a comma seems to be missing.
    """
    names = [name.strip() for name in typed.split(",")] if "," in typed else typed.split()
    seats, (low, high) = with_bots(names, bots), rules.seats
    if len(seats) < low and (two := next((name for name in names if " " in name), "")):
        people = f"{low} players" if low == high else f"{low} to {high} players"
        raise RecordError(f"seats: {rules.title} is for {people}; is {quoted(two)} one name? Commas part names")
    return seats


def _house_rules(live: "Terminal", game: "Game[object]", made: "Setup", values: dict[str, str]) -> "Setup":
    """Let people at the terminal read and change the house rules, and return the resulting setup.

    Enter alone ends it. ``made`` is the setup so far; ``values`` are the house rules that it was given, by name.
    """
    from referee.core.setup import advice, as_typed, option_list
    from referee.core.text_layout import wrap

    live.say(f"{listed(made.seats, 'and')} at {game.title}.")
    if not values and (words := advice(game, len(made.seats), made.options)):
        live.say(words)
    while answer := live.ask("Enter: begin · options: the house rules · NAME=VALUE: change one > ").strip():
        if "=" not in answer:
            for option in option_list(game.options):
                ((name, value),) = as_typed(option.name, attrgetter(option.name)(made.options))
                live.say(f"{name}={value} ({option.takes})", "strong")
                for line in wrap(option.description, live.width - 5):
                    live.line(f"    {line}")
            continue
        try:
            changed = {**values, **values_of([answer])}
            made = games.setup(game, made.seats, changed, facts=made.facts, words=True)
            values = changed
            live.say(f"{answer}: so be it.")
        except RecordError as error:
            live.say(str(error), "no")
    return made


def _until(live: "Terminal | None", question: str, what: str, read: Callable[[str], T], *, usual: str = "") -> T:
    """Ask a question at the terminal until ``read`` accepts the answer, and return what ``read`` returns.

    ``read`` takes the answer; it refuses the answer by a ``RecordError`` or ``FactError``, which is shown. Enter alone
    stands for ``usual``, or, if that is "", repeats the question. Without a terminal (None), raises ``RecordError``,
    which says that ``what`` is missing.
    """
    if live is None:
        raise RecordError(
            f"{what} is missing, and there is no terminal to ask at: see `{typed('referee new')} --help`."
        )
    while True:
        if answer := live.ask(f"{question} ").strip() or usual:
            try:
                return read(answer)
            except (RecordError, FactError) as error:
                live.say(str(error), "no")


def _kit(typed: str) -> "Facts":
    from factbank.factfile import read
    from factbank.kits import find

    return read(Path(typed)) if Path(typed).is_file() else find(typed)
