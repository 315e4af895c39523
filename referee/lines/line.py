"""One line of a record, taken apart and put together: ``NAME: VERB ARGUMENTS (OPENS; OPENS)``."""

from collections.abc import Callable

from referee.core.errors import RecordError, quoted
from referee.core.game import Action, Game, Line, Setup
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
    return f"{name}{line.verb}{' ' if line.args else ''}{line.args}{opens}"


def take_apart(game: Game[object], setup: Setup, text: str) -> Line | None:
    """Split a line into name, verb, arguments and brackets; None for a blank or a comment. Raises ``RecordError``."""
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
    return Line(seat, verb.name, args.strip(), opens)


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
    from difflib import get_close_matches

    low = word.casefold()
    if any(verb.name == low for verb in game.verbs):
        who = "who does it: write NAME:" if seat is None else "no name before it: it is the table's"
        return f"{quoted(low)} wants {who} {low} …"
    fitting = [verb.name for verb in game.verbs if verb.table == (seat is None)]
    whose = f"lines of {setup.seats[seat]}" if seat is not None else "lines without a name"
    close = get_close_matches(low, [verb.name for verb in game.verbs], 1)
    hint = f"did you mean {close[0]}? " if close else ""
    return f"{quoted(word)} is no verb of {game.title}: {hint}{whose} begin with {', '.join(fitting)}"


def seat_named(prefix: str, setup: Setup, text: str) -> int:
    """Return the seat of a whole name. Raises ``RecordError`` suggesting the nearest."""
    name = folded(text)
    for seat, known in enumerate(setup.seats):
        if folded(known) == name:
            return seat
    from difflib import get_close_matches

    by_fold = {folded(known): known for known in setup.seats}
    close = get_close_matches(name, by_fold, 1)
    hint = f"did you mean {by_fold[close[0]]}?" if close else f"the seats are {', '.join(setup.seats)}"
    raise RecordError(f"nobody here is called {quoted(text.strip())}: {hint}", rule=f"{prefix}.line")


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
