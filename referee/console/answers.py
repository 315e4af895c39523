"""Answers that are no line by themselves: everybody passes, the one line that is left, volunteers by name."""

from collections.abc import Sequence

from liarsdeck.english import counted, quoted
from referee.console import bots
from referee.console.respell import everybody, nearest
from referee.console.shared_screen import SharedScreen
from referee.core.errors import RecordError
from referee.core.game import Turn
from referee.store.notices import SHOWN


def all_pass(console: SharedScreen, text: str) -> bool:
    """Let everybody who is asked do nothing, one after the other: “all”, “all pass”, “pass except Dan”."""
    asked = any("passes" in turn.verbs for turn in console.turns()[0])
    left_out = "" if asked and text.casefold() == "all" else everybody(text, "pass")
    if left_out is None:
        return False
    seats = console.reader().named(left_out) if left_out else []
    if left_out and len(seats) != 1:
        raise RecordError(f"Nobody here is called {quoted(left_out)}.")
    done = 0
    while (turns := _passing(console)) and turns[0].seat is not None and turns[0].seat not in seats:
        reading = next(
            (r for r in console.reader().read(f"{console.table.name(turns[0].seat)}: passes").readings), None
        )
        if reading is None:
            break
        console.say(console.table.act(reading.action))
        done += 1
    if not done:
        raise RecordError("Nobody is asked who could pass now.")
    return True


def _passing(console: SharedScreen) -> Sequence[Turn]:
    """Return whose turn it is in the open, when bots who could pass have said what they do."""
    game, table = console.table.game, console.table
    while (due := game.to_act(table.view)) and due[0].seat in table.bots and "passes" in due[0].verbs:
        if not bots.act(console):
            break
    return console.turns()[0]


def forced(console: SharedScreen) -> str:
    """Return the one line that somebody can say now, where it is the only one; "" where there is a choice."""
    public, secret = console.turns()
    if secret or len(public) != 1 or public[0].seat is None or console.table.game.optional(console.table.view):
        return ""
    lines = console.reader().lines(2)
    return lines[0] if len(lines) == 1 and lines[0].rpartition(" ")[2] not in public[0].verbs else ""


def volunteers(console: SharedScreen, text: str) -> list[int] | None:
    """Return the seats that a text names, [] where one of its names is nobody's.

    A slip in a name is asked about, and None says that it was something else.
    """
    reader, seats = console.reader(), console.table.setup.seats
    names = [part.strip() for part in text.replace(" and ", ",").split(",") if part.strip()]
    if not all(len(reader.named(name)) == 1 for name in names):
        names = [word for name in names for word in ([name] if nearest(name, seats) else name.split())]
    meant = [name if len(reader.named(name)) == 1 else next(iter(nearest(name, seats)), "") for name in names]
    if not all(meant):
        return []
    wrong = [(name, seat) for name, seat in zip(names, meant, strict=True) if name != seat]
    if not all(console.meant(f"{name}? {seat}") for name, seat in wrong):
        if not console.instead:
            console.say(f"Who, then? {', '.join(seats)}.")
        return None
    return [reader.named(seat)[0] for seat in meant]


def draw_among(console: SharedScreen, seats: Sequence[int]) -> None:
    """Draw one of these seats, of all where nobody volunteers, and say so."""
    everyone = tuple(range(len(console.table.setup.seats)))
    action = console.table.draw(among=seats or everyone)
    if action is not None:
        console.say(console.table.act(action))


def write_slips(console: SharedScreen) -> None:
    """Write everybody's slip where prints go, let the table know, and say where they are."""
    from liarsdeck.paths import default_folder
    from referee.tables import slips

    folder = default_folder() / f"slips-{console.table.number}"
    found = slips.slips(console.table)
    console.table.notice(SHOWN, None, "slips")
    slips.write(found, folder)
    many = counted(len(found), "slip")
    console.say(f"{many}, in {folder}: `cardgen slips` prints them to be folded shut. Hand them out.")
