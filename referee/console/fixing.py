"""``fix 12``: a line from a while ago is corrected, when everyone has seen what comes of it and agrees."""

from referee.console.interpret import Reader
from referee.console.private_screen import Ritual
from referee.console.shared_screen import SharedScreen
from referee.core.errors import RecordError
from referee.core.game import Action
from referee.tables import fix as fixes


def fix(console: SharedScreen, rest: str) -> None:
    """Correct a line: ``12``, or ``12 Bob plays 24``; what is missing is asked for."""
    number, _, text = (rest or console.terminal.ask("Which line? (`history` numbers them) ")).strip().partition(" ")
    if not (number.isascii() and number.isdigit()):
        raise RecordError("Which line? Write its number, and what it should say: fix 12 Bob plays 24.")
    table, place = console.table, int(number[:9])
    state, old = fixes.before(table, place)
    if table.private(old.verb) and old.seat is not None:
        if text:
            console.returned()
            console.terminal.say("That line is secret: it is typed on the private screen.", "no")
        ritual = Ritual(table, console.terminal, old.seat)
        made = ritual.correct(place)
        console.returned()
    else:
        console.terminal.say(f"Line {place}: {table.words(state, old)}.")
        text = text or console.terminal.ask("What should it say? (Enter: leave it) ").strip()
        made = fixes.ask(table, place, _read(console, state, text)) if text else None
    console.news()
    if made is not None and made.same:
        console.terminal.say("That is what it says already.")
    elif made is not None and _agreed(console, made):
        fixes.correct(table, made)
        console.returned()
        console.say(f"Corrected: line {place} is “{made.new}” now{_no_more(made)}.")
    else:
        console.terminal.say("Nothing was changed.")


def _read(console: SharedScreen, state: object, text: str) -> Action:
    """Return the line that a text is, read as it would have been read then. Raises ``RecordError``."""
    table = console.table
    understood = Reader(table.game, table.setup, table.game.view(state, None)).read(text)
    if len(understood.readings) != 1:
        why = understood.why or "That can be read in more than one way: say it in full."
        raise RecordError(why, rule=understood.rule)
    reading = understood.readings[0]
    if table.private(reading.action.verb):
        console.returned()
        raise RecordError("That would be secret, and the line that stands is not: `undo` takes lines back.")
    if not reading.sure and not console.confirm(understood.asks or reading.line):
        raise RecordError("Nothing was changed.")
    return reading.action


def _agreed(console: SharedScreen, made: fixes.Fix) -> bool:
    """Show what would come of it, and ask everyone."""
    say = console.terminal.say
    say(f"Line {made.place} would be “{made.new}”{_no_more(made)}.", "strong")
    if made.gone:
        first = made.place + len(made.lines)
        say(f"Line {first}, “{made.gone[0]}”, does not fit then: {made.why}.", "no")
        if len(made.gone) > 1:
            say("It would be taken back, with all that rests on it:", "no")
            console.terminal.page([f"{place:>4}  {words}" for place, words in enumerate(made.gone, start=first)])
        say("What was seen can't be unseen.")
        return console.confirm(f"Correct line {made.place}, and take back what follows? Everyone agreed?")
    say("Every line after it stands as it is.")
    return console.confirm(f"Correct line {made.place}? Everyone agreed?")


def _no_more(made: fixes.Fix) -> str:
    return f", no more “{made.old}”" if made.old != made.new else ", with something else in it"
