"""What can be typed at any moment beside the game's own lines: undo, look, table, history, rules and the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from liarsdeck.english import quoted
from referee.console import bots, secret_steps
from referee.console.shared_screen import LEFT, SharedScreen
from referee.core.errors import RecordError
from referee.core.rulings import last_ruling
from referee.core.text_layout import layout, table

if TYPE_CHECKING:
    from referee.core.screens import Screen

Do = Callable[[SharedScreen, str], "int | None"]


class Aside(NamedTuple):
    """One of the table's own words: what it does, how it is written, and a few words for ``help``."""

    do: Do
    usage: str
    help: str


def parse(text: str) -> tuple[Do | None, str]:
    """Return the command that a text is, with the rest of it, or None."""
    word, _, rest = text.partition(" ")
    known = ASIDES.get(ALIASES.get(word.casefold(), word.casefold()))
    return (known.do, rest.strip()) if known else (None, text)


def private(text: str) -> bool:
    """Say whether what follows a command may be secret: a note, or a PIN typed where a name is asked for."""
    word = text.partition(" ")[0].casefold()
    return ALIASES.get(word, word) in {"notes", "look", "pin", "fix"}


# What is said


def _help(console: SharedScreen, _rest: str) -> None:
    game, live, terminal = console.table.game, console.table, console.terminal
    usage = {verb.name: verb for verb in game.verbs}
    view = live.view
    turns = [turn for turn in game.to_act(view) if turn.seat not in live.bots]
    may: dict[str, list[str]] = {}
    for turn in (*turns, *(turn for turn in game.optional(view) if turn.seat not in live.bots)):
        for verb in turn.verbs:
            may.setdefault(verb, []).extend([] if turn.seat is None else [live.name(turn.seat)])
    if may or live.over:
        terminal.say("Now:" if may else "The game is over.", "strong")
    for verb, names in may.items():
        who = f"{', '.join(names)}: " if names else ""
        alone = " (on the private screen)" if live.private(verb) else ""
        terminal.say(f"· {who}{verb} {usage[verb].usage}".rstrip() + f": {usage[verb].help}{alone}")
    if len({turn.seat for turn in turns if all(live.private(v) and not usage[v].kept for v in turn.verbs)}) > 1:
        terminal.say("What was laid open at the table goes on one line: every name, then the choice.", "soft")
    terminal.say("Leave out what is certain: the name, the verb; first letters of a name will do.", "soft")
    if may and any(verb.anytime for verb in game.verbs):
        terminal.say("· Somebody has to go home, and everyone agrees: NAME leaves, or a bot plays on: bot NAME", "soft")
    terminal.say("At any time:", "strong")
    terminal.say(" · ".join(f"{name} {c.usage}".strip() for name, c in ASIDES.items()))
    terminal.say("`help WORD` says more about one of these.", "soft")


def _help_on(console: SharedScreen, rest: str) -> None:
    if not rest:
        _help(console, rest)
        return
    known = ASIDES.get(ALIASES.get(rest.casefold(), rest.casefold()))
    verb = next((verb for verb in console.table.game.verbs if verb.name == rest.casefold()), None)
    if known:
        console.terminal.say(f"{rest.casefold()} {known.usage}: {known.help}".replace(" :", ":"))
    elif verb:
        console.terminal.say(f"{verb.name} {verb.usage}: {verb.help}".replace(" :", ":"))
    else:
        raise RecordError(f"There is no help on {quoted(rest)}: `help` lists what there is.")


def _why(console: SharedScreen, rest: str) -> None:
    """Say why the referee ruled or refused as it did last, whichever came last, or what a rule says."""
    if rest and bots.why(console, rest):
        return
    if rest:
        _rule(console, rest)
        return
    table = console.table
    at, ruling = last_ruling(table.game, table.setup, table.actions)
    refused = console.why and (console.refused_at >= at or not ruling)
    why = console.why[:1].upper() + console.why[1:]
    for sentence in [why] if refused else ruling or ["Nothing was refused or judged yet."]:
        console.terminal.say(sentence)
    if refused and console.rule:
        _rule(console, console.rule)


def _rule(console: SharedScreen, rule: str) -> None:
    from referee.books.lookup import rule_text

    for paragraph in rule_text(console.table.setup, rule, console.terminal.width).splitlines():
        console.terminal.line(paragraph)


def _rules(console: SharedScreen, rest: str) -> None:
    from referee.books.lookup import book_text

    if rest:
        _rule(console, rest)
        return
    text = book_text(console.table.setup, console.terminal.width)
    console.terminal.page(text.splitlines())


def _options(console: SharedScreen, _rest: str) -> None:
    from referee.core.options import as_typed, option_list

    options = console.table.setup.options
    rows = []
    for option in option_list(type(options)):
        ((name, shown),) = as_typed(option.name, attrgetter(option.name)(options))
        rows.append((name, shown, "" if shown == option.usual else "(house rule)"))
    for line in table(rows, console.terminal.width):
        console.terminal.line(line)
    console.terminal.say("They are chosen before the deal: `referee new GAME --option NAME=VALUE`.", "soft")


def _table(console: SharedScreen, _rest: str) -> None:
    console.show()


def _history(console: SharedScreen, rest: str) -> None:
    from referee.tables.history import history

    happened = history(console.table)
    most = len(happened) if rest.casefold() == "all" else int(rest[:6]) if rest.isascii() and rest.isdigit() else 15
    shown = happened[len(happened) - min(most, len(happened)) :]
    if not shown:
        raise RecordError("Nothing has happened yet.")
    for event in shown:
        mark = str(event.number) if event.number else "✗" if event.struck else "!"
        gone = "taken back: " if event.struck else ""
        console.terminal.say(f"{mark:>4}  {gone}{event.words}", "gone" if event.struck else "")
    if len(happened) > len(shown):
        console.terminal.say(f"{len(happened) - len(shown)} before that: `history all`.", "soft")
    if console.table.seal:
        console.terminal.say(f"The seal of what was dealt: {console.table.seal}", "soft")


def _scores(console: SharedScreen, _rest: str) -> None:
    from referee.tables.scores import as_screen, scores_of

    width = console.terminal.width
    for line in layout(
        as_screen(scores_of(console.table.game, console.table.setup, console.table.state), width - 1), width
    ):
        console.terminal.line(line)


def _reveal(console: SharedScreen, _rest: str) -> None:
    live = console.table
    if not live.over:
        raise RecordError("Truths and hands are laid open when the game is over, not before.")
    if screens := live.game.finale(live.setup, live.actions):
        _screens(console, screens)
        return
    for seat, name in enumerate(live.setup.seats):
        if rows := live.game.hand(live.game.view(live.state, seat), seat):
            console.terminal.say(name, "strong")
        for line in table(rows, console.terminal.width - 2):
            console.terminal.line(f"  {line}")
    hidden = revealed(live.game.hidden(live.state), console.terminal.width)
    for line in hidden or ["The referee was told no hand: there is nothing more to lay open."]:
        console.terminal.line(line)


def _screens(console: SharedScreen, screens: Sequence[Screen]) -> None:
    """Show one screen after the other, each alone."""
    terminal = console.terminal
    for place, screen in enumerate(screens, start=1):
        if terminal.wipes:
            terminal.wipe()
        for line in layout(screen, terminal.width):
            terminal.line(line)
        rest = f"Enter: next ({place} of {len(screens)}) · q: enough " if place < len(screens) else "Enter: back "
        if terminal.ask(rest).strip():
            break
    console.returned()


def revealed(hidden: Mapping[str, object], width: int) -> list[str]:
    """Return what a finished game hid, as lines: a name, then what was there; nothing of what nobody told."""
    rows: list[tuple[str, str]] = []
    for key, value in hidden.items():
        pairs = value.items() if isinstance(value, dict) else [("", value)]
        rows += [(f"{key} {name}".strip(), _flat(text)) for name, text in pairs if text not in (None, [], {})]
    return [f" {line}" for line in table(rows, width - 1)]


def _flat(value: object) -> str:
    if isinstance(value, list | tuple):
        return " ".join(_flat(part) for part in value)
    if isinstance(value, dict):
        return ", ".join(f"{key} {_flat(part)}" for key, part in value.items())
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


# What is done


def _undo(console: SharedScreen, rest: str) -> None:
    back = console.table.takeback(_count(rest))
    text = ", then ".join(f"“{words}”" for words in back.words[:4])
    more = f" and {len(back.words) - 4} more" if len(back.words) > 4 else ""
    more += ", and what came of it" if back.lines > len(back.words) else ""
    unseen = " What was seen can't be unseen." if back.seen else ""
    if console.confirm(f"Take back {text}{more}?{unseen} Everyone agreed?"):
        console.table.undo(back)
        console.say(f"Taken back: {text}{more}.")
    else:
        console.terminal.say("Nothing was taken back.")


def _redo(console: SharedScreen, rest: str) -> None:
    for sentence in console.table.redo(_count(rest)):
        console.say(sentence)


def _fix(console: SharedScreen, rest: str) -> None:
    from referee.console.fixing import fix

    fix(console, rest)


def _count(rest: str) -> int:
    if not rest:
        return 1
    if not (rest.isascii() and rest.isdigit()) or int(rest[:6]) == 0:
        raise RecordError("How many? Write a number: undo 2.")
    return int(rest[:6])


def _rename(console: SharedScreen, rest: str) -> None:
    reader = console.reader()
    words = rest.split()
    seats: list[int] = []
    new = ""
    for many in range(len(words), 0, -1):
        seats = reader.named(" ".join(words[:many]))
        if len(seats) == 1:
            new = " ".join(words[many:])
            break
    seat = seats[0] if len(seats) == 1 else console.seat("", "Rename.")
    new = new or console.terminal.ask(f"{console.table.name(seat)}'s new name: ").strip()
    old = console.table.name(seat)
    console.table.rename(seat, new)
    console.returned()
    console.say(f"{old} is called {console.table.name(seat)} now.")


def _look(console: SharedScreen, rest: str) -> None:
    secret_steps.take_laptop(console, console.seat(rest or bots.alone(console), "Look."), look=True)


def _note(console: SharedScreen, rest: str) -> None:
    if rest:
        console.returned()
        console.terminal.say("Notes are secret: they are typed on the private screen.", "no")
    secret_steps.take_laptop(console, console.seat(bots.alone(console), "Notes."), look=True)


def _pin(console: SharedScreen, rest: str) -> None:
    """Let a seat that forgot its PIN choose a new one, with everybody looking on."""
    seat = console.seat(rest, "A new PIN.")
    name = console.table.name(seat)
    if console.confirm(f"{name} forgot the PIN and chooses a new one. Everyone agreed?"):
        from referee.console.private_screen import Ritual

        console.returned()
        Ritual(console.table, console.terminal, seat).new_pin()
        console.returned()
        console.say(f"{name} was given the laptop to choose a new PIN.")


def _again(console: SharedScreen, _rest: str) -> int | None:
    return console.play_again()


def _quit(console: SharedScreen, _rest: str) -> int:
    console.terminal.say(LEFT)
    return 0


ASIDES: dict[str, Aside] = {
    "help": Aside(_help_on, "[WORD]", "What can be typed now."),
    "why": Aside(_why, "[RULE-ID|BOT]", "Why the referee judged or refused as it did last; or a bot played so."),
    "bot": Aside(
        bots.sit, "NAME[:LEVEL]", "Let a bot play for NAME from now on; NAME:person: somebody sits there again."
    ),
    "undo": Aside(_undo, "[N]", "Take back the last line, or the last N, when everyone agrees."),
    "redo": Aside(_redo, "[N]", "Do again what was taken back."),
    "fix": Aside(_fix, "N [LINE]", "Correct line N of the history, when everyone agrees to what comes of it."),
    "table": Aside(_table, "", "The table, as everybody can see it."),
    "history": Aside(_history, "[N|all]", "What has happened."),
    "scores": Aside(_scores, "", "The scores so far."),
    "look": Aside(_look, "[NAME]", "Your own cards, truths and notes, on the private screen behind your PIN."),
    "notes": Aside(_note, "", "Your secret notes, on the private screen."),
    "rename": Aside(_rename, "NAME NEW", "Give a seat another name."),
    "pin": Aside(_pin, "[NAME]", "A new PIN for who forgot theirs, when everyone agrees."),
    "rules": Aside(_rules, "[RULE-ID]", "The rules of this game, as played here."),
    "options": Aside(_options, "", "The house rules of this table."),
    "reveal": Aside(_reveal, "", "When the game is over: all truths and hands."),
    "again": Aside(_again, "", "After the end: another game for the same people."),
    "quit": Aside(_quit, "", "Leave (also: save, pause); everything is kept at every moment."),
}
ALIASES = {
    "?": "help",
    "new": "again",
    "rematch": "again",
    "h": "help",
    "hint": "help",
    "legal": "help",
    "note": "notes",
    "save": "quit",
    "pause": "quit",
    "exit": "quit",
    "q": "quit",
    "score": "scores",
    "rule": "rules",
    "option": "options",
}
