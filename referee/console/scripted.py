"""Play a table without a terminal, line by line; and watch a table that another referee plays."""

import sys
import time
from collections.abc import Callable, Iterable
from typing import TextIO

import click

from liarsdeck.english import printable
from referee.console.terminal import Terminal
from referee.core.game import RecordError
from referee.core.text_layout import layout, wrap
from referee.store.journal import UNDONE, Journal
from referee.tables.table import Table, history

LONGEST = 4000  # characters of a line: a hand of cards takes a tenth of it


def run(
    table: Table,
    lines: Iterable[str],
    *,
    draws: bool,
    keep_going: bool = False,
    out: TextIO | None = None,
    err: TextIO | None = None,
) -> int:
    """Play the lines of a script on a table, one by one, and return the exit status.

    Besides lines of a record, ``lines`` may have the commands ``undo``, ``redo`` and ``fix``. The answer to each line
    is printed to ``out`` (None: standard output) as soon as the line is stored, each refusal to ``err`` (None: standard
    error). At the first refusal it stops and returns 2. With ``keep_going`` it goes on after refusals. If it reaches
    the end, it returns 0. With ``draws``, the referee draws what chance decides; otherwise the lines have to contain
    that, too.
    """
    out, err = out or sys.stdout, err or sys.stderr
    if said := _draw(table, draws):
        _answer(out, said)
    for number, line in enumerate(lines, start=1):
        try:
            sentence = _do(table, line)
            if sentence is None:
                continue
            _answer(out, " ".join(filter(None, (sentence, _draw(table, draws)))))
        except RecordError as error:
            where = "" if error.line is not None else f"line {number}: "
            err.write(f"{where}{_flat(str(error))}\n")
            err.flush()
            if not keep_going:
                return 2
    return 0


def _do(table: Table, line: str) -> str | None:
    """Play one line of a script, and return the answer; None for a blank line or a comment.

    The line is a line of a record or a command. ``undo`` and ``redo`` take a number of decisions (``undo 2``; 1 if
    there is no number), and ``fix`` takes a line's number and the corrected line (``fix 12 Bob: plays 24``). Raises
    ``RecordError`` if the line is refused, can't be read, or has more than ``LONGEST`` characters.
    """
    if len(line) > LONGEST:
        raise RecordError(f"this line has {len(line)} characters; the longest that is read has {LONGEST}")
    word, _, rest = line.split("#", 1)[0].strip().partition(" ")
    count = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 7 else 1
    if word in {"undo", "redo"} and (not rest or count):
        if word == "redo":
            return " ".join(table.redo(count))
        back = table.takeback(count)
        table.undo(back)
        return f"Taken back: {'; '.join(back.words)}."
    place, _, mended = rest.strip().partition(" ")
    if word == "fix" and place.isascii() and place.isdigit() and len(place) < 7:
        return _fix(table, int(place), mended)
    action = table.read(line)
    return None if action is None else table.act(action)


def _fix(table: Table, place: int, line: str) -> str:
    """Replace line ``place`` of the record (from 1) with ``line``, and return a sentence that says so.

    It does not ask before it takes back later lines that no longer fit; the sentence names them. Raises ``RecordError``
    if ``line`` is empty or would not have been legal.
    """
    action = table.read(line)
    if action is None:
        raise RecordError("fix is written with a line's number and the line as it should be: fix 12 Bob: plays 24")
    made = table.ask_fix(place, action)
    table.fix(made)
    gone = f" Taken back: {'; '.join(made.gone)}." if made.gone else ""
    return f"Line {place} is “{made.new}” now.{gone}"


def _draw(table: Table, draws: bool) -> str:
    """Play the lines that chance and bots decide next, and return the sentences on them, joined by blanks.

    The sentence on a line that is not public, such as a dealt hand, is left out. After a series of such lines follows
    the sentence with the seal (a hash of the deal). "" if nothing is played. Chance draws only with ``draws``, or if a
    bot plays at this table.
    """
    heard: list[str] = []
    dealt = False
    draws = draws or bool(table.bots)
    while (action := (table.draw(everything=True) if draws else None) or table.by_bot()) is not None:
        hidden = not table.of_bot(action) and table.game.redact(table.state, action, None) != action
        heard += [table.seal_said] if dealt and not hidden else []
        sentence, dealt = table.act_by_chance(action) if table.bots else table.act(action), hidden
        heard += [] if hidden else [sentence]
    return " ".join(filter(None, heard + ([table.seal_said] if dealt else [])))


def _answer(out: TextIO, sentence: str) -> None:
    out.write(f"{_flat(sentence)}\n")
    out.flush()


def _flat(text: str) -> str:
    return printable(" ".join(text.split()))


EVERY_S = 0.5


def watch(journal: Journal, number: int, live: Terminal | None, *, sleep: Callable[[float], None] = time.sleep) -> int:
    """Print a table that another program plays, until its game is over, and return exit status 0.

    The table is table ``number`` of ``journal``. It is printed as everybody may see it, and after that the news
    whenever the journal has changed. Nothing is stored. ``live`` is the terminal whose width is used; with None, lines
    have up to 80 characters. ``sleep`` is called with the seconds to wait before each look into the journal.
    """
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
