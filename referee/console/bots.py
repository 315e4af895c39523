"""Bots at the console: their lines between those of people, who sits where, and why they played so."""

from typing import TYPE_CHECKING

from referee.bots.seated import laid, level_of, split, turned
from referee.console.shared_screen import SharedScreen
from referee.core.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.console.readings import Reading
    from referee.tables.table import Table

PERSON = "person"
_REASONS = 6  # that are said


def act(console: SharedScreen) -> bool:
    """Let the first bot that has something to do do it, after a moment; say whether one had."""
    table = console.table
    action = None if wait(console) else table.by_bot()
    if action is None:
        return False
    console.terminal.wait()
    card = turned(table.game, table.state, table.actions, action)
    sentence = table.act_by_chance(action)
    console.say(f"{card} {sentence}".strip())
    return True


def wait(console: SharedScreen) -> bool:
    """Say whether bots wait for a word to go on: where no person plays, who left may want the seat back."""
    return not console.table.people and not console.watched


def sit(console: SharedScreen, rest: str) -> None:
    """Let a bot play a seat, or a person again, when everyone agrees."""
    name, level = split(rest or console.terminal.ask("A bot plays for somebody. Who? (Zoe, or Zoe:hard) "))
    table = console.table
    seat = console.seat(name, "A bot plays for somebody.")
    name = table.name(seat)
    if level == PERSON:
        if seat not in table.bots:
            raise RecordError(f"No bot plays for {name}.")
        if console.confirm(f"From now on a person plays for {name}, and sees {name}’s cards. Everyone agreed?"):
            table.seat_bot(seat, None)
            console.say(f"{name} is a person again.")
        return
    level = level_of(table.game, level)
    if console.confirm(f"From now on a bot plays for {name}, with {name}’s cards. Everyone agreed?"):
        table.seat_bot(seat, level)
        console.watched = False
        row = laid(table.game, table.state, table.actions, [seat])
        console.say(" ".join([f"A bot plays for {name} now ({table.bots[seat]}).", *row]))


def of_people(table: "Table", readings: "Sequence[Reading]") -> "list[Reading]":
    """Return the readings of a typed line that are people's. Raises ``RecordError`` where all are those of bots."""
    found = [reading for reading in readings if reading.action.seat not in table.bots]
    if not found and (seat := readings[0].action.seat) is not None:
        raise RecordError(f"A bot plays for {table.name(seat)}, and says itself what it does.")
    return found


def alone(console: SharedScreen) -> str:
    """Return the name of the only person among bots, else ""."""
    people = console.table.people
    return console.table.name(people[0]) if len(people) == 1 else ""


def why(console: SharedScreen, rest: str) -> bool:
    """Say why a bot did what is settled now; False where nobody is called so. Raises ``RecordError`` of a person."""
    table = console.table
    seats = console.reader().named(rest)
    if len(seats) != 1:
        return False
    if seats[0] not in table.bots:
        raise RecordError(f"No bot plays for {table.name(seats[0])}: ask {table.name(seats[0])}.")
    found = table.reasons(seats[0], _REASONS)
    for sentence in found or [f"{table.name(seats[0])} says why when it is settled: its cards are secret till then."]:
        console.terminal.say(sentence)
    return True
