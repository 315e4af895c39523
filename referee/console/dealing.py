"""The dealing script read out at the table."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.bots.seated import laid
from referee.core.screens import Handout

if TYPE_CHECKING:
    from referee.console.console import Console

_SCRIPT = 5  # cards that are read out at a time


def read_out(console: "Console", script: Sequence[Handout]) -> None:
    """Read the dealing script, five cards at a time, each five alone on the screen; it is kept nowhere."""
    with console.terminal.alone():
        place = 0
        while place < len(script):
            console.terminal.wipe()  # only these five are in sight
            console.terminal.say(
                "Put the sorted deck face down, number 1 on top. I'll say who gets each card; deal without looking."
            )
            step = script[place : place + _SCRIPT]
            rows = (f"{h.card} {'box' if h.seat is None else console.table.name(h.seat)}" for h in step)
            console.terminal.say("   ".join(rows), "strong")
            last = place + len(step) == len(script)
            answer = console.terminal.ask("Enter: dealt · b: back " if last else "Enter: the next five · b: back ")
            place = _script_place(script, place, answer.strip().casefold())
    table = console.table
    table.dealt()
    console.returned()
    console.say(f"Dealt. {laid(table.game, [table.name(seat) for seat in sorted(table.bots)])}".strip())


def _script_place(script: Sequence[Handout], place: int, answer: str) -> int:
    """Return where to read on: the next five, five back, or again from a card (``again from 12``, ``12``)."""
    if answer in {"b", "back"}:
        return max(0, place - _SCRIPT)
    word = answer.rsplit(maxsplit=1)[-1] if answer else ""
    cards = [handout.card for handout in script]
    if word in cards:
        return cards.index(word)
    return place + _SCRIPT if not answer else place
