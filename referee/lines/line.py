"""One line of a record, taken apart and put together: ``NAME: VERB ARGUMENTS (OPENS; OPENS)``."""

from collections.abc import Callable, Iterable

from liarsdeck.english import hint, listed, nearest, quoted
from referee.core.errors import RecordError
from referee.core.game import Action, Game, Line, Setup, Verb
from referee.core.setup import folded


def parse(game: Game[object], setup: Setup, text: str) -> Action | None:
    """Read one complete line; None for a blank or a comment. Raises ``RecordError`` with the rule ``<prefix>.line``."""
    line = take_apart(game, setup, text)
    return None if line is None else game.read(setup, line)


def format_action(game: Game[object], setup: Setup, action: Action) -> str:
    """Print one line as the header spells its names, so that ``parse`` gives the same action back."""
    return put_together(setup, game.write(setup, action))


def put_together(setup: Setup, line: Line) -> str:
    """Print a Line."""
    name = "" if line.seat is None else f"{setup.seats[line.seat]}: "
    opens = f" ({'; '.join(line.opens)})" if line.opens else ""
    quote = f' "{line.quote}"' if line.quote else ""
    return f"{name}{line.verb}{' ' if line.args else ''}{line.args}{quote}{opens}"


def take_apart(game: Game[object], setup: Setup, text: str) -> Line | None:
    """Split a line into name, verb, arguments and brackets; None for a blank or a comment. Raises ``RecordError``."""
    text, quote = _quoted(game, text)
    text = " ".join(text.split("#", 1)[0].split())
    if not text:
        return None
    body, opens = _brackets(game, text)
    seat: int | None = None
    if ":" in body:
        name, body = body.split(":", 1)
        seat = seat_named(game.prefix, setup, name)
    word, _, args = body.strip().partition(" ")
    verb = next((verb for verb in game.verbs if verb.name == word.casefold() and verb.table == (seat is None)), None)
    if verb is None:
        raise RecordError(_no_verb(game, setup, word, seat), rule=f"{game.prefix}.line")
    if quote and not verb.quotes:
        raise RecordError(f"{quoted(verb.name)} takes no words in quotes", rule=f"{game.prefix}.line")
    return Line(seat, verb.name, args.strip(), opens, quote)


QUOTE_LIMIT = 120
"""Characters that somebody may be quoted with."""


def _quoted(game: Game[object], text: str) -> tuple[str, str]:
    """Part what stands in straight quotes, after a name and its colon, from the line; in it ``#`` is no comment.

    In brackets a quote is part of somebody's name.
    """
    name, _, rest = text.partition(":")
    before, sign, said = rest.partition('"')
    if not sign or any(mark in before for mark in "#(") or "#" in name:
        return text, ""
    said, closed, after = said.partition('"')
    said = " ".join(said.split())
    if not closed or after.split("#", 1)[0].strip() or not 0 < len(said) <= QUOTE_LIMIT or not said.isprintable():
        raise RecordError(
            f'words stand at the end of the line, 1 to {QUOTE_LIMIT} characters in straight quotes: "…"',
            rule=f"{game.prefix}.line",
        )
    return f"{name}:{before}", said


def _brackets(game: Game[object], text: str) -> tuple[str, tuple[str, ...]]:
    if "(" not in text and ")" not in text:
        return text, ()
    body, _, rest = text.partition("(")
    if not rest.endswith(")") or "(" in rest or ")" in rest[:-1]:
        raise RecordError("brackets stand once, at the end of the line: (…; …)", rule=f"{game.prefix}.line")
    parts = tuple(part.strip() for part in rest[:-1].split(";"))
    if not all(parts):
        raise RecordError("there is nothing in the brackets, or nothing between two “;”", rule=f"{game.prefix}.line")
    return body.strip(), parts


def _no_verb(game: Game[object], setup: Setup, word: str, seat: int | None) -> str:
    low = word.casefold()
    if any(verb.name == low for verb in game.verbs):
        who = "who does it: write NAME:" if seat is None else "no name before it: it is the table's"
        return f"{quoted(low)} wants {who} {low} …"
    fitting = [verb.name for verb in game.verbs if verb.table == (seat is None)]
    whose = f"lines of {setup.seats[seat]}" if seat is not None else "lines without a name"
    near = f"did you mean {close[0]}? " if (close := nearest(low, (verb.name for verb in game.verbs))) else ""
    return f"{quoted(word)} is no verb of {game.title}: {near}{whose} begin with {', '.join(fitting)}"


def seat_named(prefix: str, setup: Setup, text: str) -> int:
    """Return the seat of a whole name. Raises ``RecordError`` suggesting the nearest."""
    name = folded(text)
    for seat, known in enumerate(setup.seats):
        if folded(known) == name:
            return seat
    near = hint(name, setup.seats, f"the seats are {listed(setup.seats, 'and')}")
    raise RecordError(f"nobody here is called {quoted(text.strip())}: {near}", rule=f"{prefix}.line")


def split_name(prefix: str, setup: Setup, text: str, fits: Callable[[str], bool] = lambda _: True) -> tuple[int, str]:
    """Split a text that begins with a seat's name into that seat and the rest. Raises ``RecordError``.

    Of two names the longer one is meant whose rest ``fits``: with Ann and Ann Lee seated, “Ann Lee 2” is about Ann Lee;
    with Ann and Ann 0 seated, “Ann 0” is about Ann.
    """
    words = text.split()
    found: tuple[int, str] | None = None
    for many in range(len(words), 0, -1):
        name, rest = folded(" ".join(words[:many])), " ".join(words[many:])
        for seat, known in enumerate(setup.seats):
            if folded(known) == name:
                if fits(rest):
                    return seat, rest
                found = found or (seat, rest)
    return found or (seat_named(prefix, setup, words[0] if words else text), "")


def fault(prefix: str, usage: str) -> RecordError:
    """Return the error of arguments that can't be read: ``usage`` is how the line is written."""
    return RecordError(f"that line can't be read: it is written {usage}", rule=f"{prefix}.line")


def unreadable(prefix: str, verbs: Iterable[Verb], setup: Setup, line: Line) -> RecordError:
    """Return the error of a line whose arguments can't be read: how its verb is written, by this seat."""
    usage = next(verb.usage for verb in verbs if verb.name == line.verb)
    who = "" if line.seat is None else f"{setup.seats[line.seat]}: "
    return fault(prefix, f"{who}{line.verb} {usage}".rstrip())
