"""Secret steps seen from the shared screen: what is dealt unseen, who is handed the laptop, what goes out of sight."""

import re
from collections.abc import Sequence

from referee.bots.seated import laid
from referee.console import answers
from referee.console.interpret import Reader
from referee.console.open_form import all_chosen, chosen_of
from referee.console.private_screen import Ritual
from referee.console.readings import Understood
from referee.console.shared_screen import SharedScreen
from referee.core.errors import RecordError
from referee.core.refusals import infinitive, whose_turn
from referee.core.screens import Handout
from referee.store.pins import SHORTEST

_SCRIPT = 5  # cards that are read out at a time


def read_out(console: SharedScreen, script: Sequence[Handout]) -> None:
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
    console.say("Dealt.")
    for sentence in laid(table.game, table.state, table.actions, table.bots):
        console.say(sentence)


def _script_place(script: Sequence[Handout], place: int, answer: str) -> int:
    """Return where to read on: the next five, five back, or again from a card (``again from 12``, ``12``)."""
    if answer in {"b", "back"}:
        return max(0, place - _SCRIPT)
    word = answer.rsplit(maxsplit=1)[-1] if answer else ""
    cards = [handout.card for handout in script]
    if word in cards:
        return cards.index(word)
    return place + _SCRIPT if not answer else place


def take_laptop(console: SharedScreen, seat: int, verb: str = "", *, look: bool = False) -> bool:
    """Give the seat its private screen, then bring the shared one back with what may be heard of it.

    Returns whether the seat got as far as seeing anything.
    """
    ritual = Ritual(console.table, console.terminal, seat, verb)
    ritual.run(act=not look)
    console.returned()
    for sentence in ritual.heard:
        console.say(sentence)
    return ritual.seen


def first_look(console: SharedScreen, due: Sequence[int], text: str) -> bool:
    """See to it that everybody has seen their cards before the game begins; False: the text is something else."""
    if text.casefold() in {"s", "slips"}:
        if console.confirm("Write everybody's cards on slips, for this computer's printer, and let the table know?"):
            answers.write_slips(console)
            console.table.looked(due)
        return True
    if text.casefold() == "skip":
        console.table.looked(due)
        return True
    named = console.reader().named(text) if text else list(due[:1])
    if len(named) != 1:
        return False
    if take_laptop(console, named[0], look=True):
        console.table.looked(named)
    return True


def laid_open(console: SharedScreen, text: str) -> bool:
    """Accept a secret step that was laid open at the table: everybody's choice on one line, named or in seat order."""
    secret = console.turns()[1]
    actions = all_chosen(console.reader(), secret, text) if len(secret) > 1 else []
    if actions:
        console.say(console.table.act_together(actions))  # the last one opens them all
    return bool(actions)


def handed_over(console: SharedScreen, text: str) -> bool:
    """Hand the laptop to whom a text names, or whose secret it is; what is secret is never taken from this screen.

    Raises ``RecordError`` for a secret out of its time, or a part of what may be laid open, and takes it out of sight.
    """
    reader, (public, secret) = console.reader(), console.turns()
    named = reader.named(text)
    if len(named) == 1 and named[0] in secret:
        take_laptop(console, named[0])
        return True
    if found := reader.secret(text):
        seat, verb = found
        if text.rpartition(":")[2].split()[1:] and text.partition(" ")[2]:
            console.returned()
            console.terminal.say(
                f"What {console.table.name(seat)} {verb} is secret: it is typed on the private screen.", "no"
            )
        take_laptop(console, seat, verb)
        return True
    if secret and not public and len(named) == 1:
        take_laptop(console, named[0], look=True)
        return True
    if chosen_of(reader, secret, text):
        console.returned()
        names = ", ".join(f"{console.table.name(seat)} …" for seat in secret)
        raise RecordError(
            f"What was laid open goes on one line, for everybody who has still to choose: {names}. What is secret"
            " is typed on the private screen."
        )
    if verb := reader.untimely_secret(text):
        console.returned()
        now = whose_turn(console.table.setup, console.table.game.to_act(console.table.view))
        raise RecordError(
            f"Nobody can {infinitive(verb)} now: {now}. Secrets are typed on the private screen; this one was wiped.",
            rule=f"{console.table.game.prefix}.step",
        )
    return False


def out_of_sight(console: SharedScreen, text: str, understood: Understood) -> None:
    """Wipe a text that is refused, and raise ``RecordError`` in words that quote none of it, where it may be secret.

    It may be where only secrets are due, and where it is no attempt at an open line: a PIN, somebody's cards.
    """
    public, secret = console.turns()
    if secret and not public and not understood.open:
        console.returned()
        raise RecordError(
            f"That is not for the shared screen. Enter hands it to {console.table.name(secret[0])}, a name to"
            " somebody else; what is secret is typed there."
        )
    if not console.table.over and _may_be_secret(console.reader(), text, read=understood.open):
        console.returned()
        raise RecordError(
            f"{_unquoted(understood.why, text)}. It was wiped, as it might have been a PIN or somebody's cards.",
            rule=understood.rule,
        )


def _may_be_secret(reader: Reader, typed: str, *, read: bool) -> bool:
    """Say whether a text that is refused may be a PIN or cards: it is short of any word of an open line.

    With ``read`` it was read as a line: then it may be a PIN all the same, which a number can be.
    """
    words = [word.casefold() for word in typed.replace(":", " ").replace(",", " ").split()]
    public = [verb.name for verb in reader.game.verbs if not reader.game.private(reader.setup, verb.name)]
    spoken = {way for verb in public for way in (verb, infinitive(verb))}
    rest = [word for word in words if not reader.named(word)]
    pin = len(words) == 1 and any(len(word) >= SHORTEST for word in rest)
    return not spoken.intersection(words) and (pin or (not read and len(rest) > 1))


def _unquoted(why: str, text: str) -> str:
    """Return a sentence without what it says of a text."""
    typed = text.casefold()

    def blank(found: re.Match[str]) -> str:
        return "“…”" if found[1].casefold().rstrip("…") in typed else found[0]

    return re.sub(rf"(?<!\w){re.escape(text)}(?!\w)", "…", re.sub("“([^”]*)”", blank, why), flags=re.IGNORECASE)
