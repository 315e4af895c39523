"""The console: one table at one terminal, with the commands of the table (undo, fix, history …)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from liarsdeck.english import listed, quoted
from liarsdeck.installed import typed
from referee.console import screens
from referee.console.interpret import LONGEST, Reader, Reading, nearest
from referee.console.screens import LEFT, PrivateScreen, SharedScreen
from referee.console.terminal import Terminal
from referee.core.cards import infinitive
from referee.core.game import OVER, Action, RecordError
from referee.core.play import explained, last_ruling
from referee.core.text_layout import asking, layout, table
from referee.tables.table import Fix, Table, tally

if TYPE_CHECKING:
    from referee.core.accounts import Screen

# ------------------------------------------------------------------------------------------- correcting a line


def fix(console: SharedScreen, rest: str) -> None:
    """Correct a line of the record, as the command ``fix`` of the console does, if everybody agrees.

    ``rest`` is the text that was typed after ``fix``: ``12 Bob plays 24``, or only its beginning; the console asks for
    what is missing. Raises ``RecordError`` if the line can't be corrected like that.
    """
    number, _, text = (rest or console.terminal.ask("Which line? (`history` numbers them) ")).strip().partition(" ")
    if not (number.isascii() and number.isdigit()):
        raise RecordError("Which line? Write its number, and what it should say: fix 12 Bob plays 24.")
    table, place = console.table, int(number[:9])
    state, old = table.line_before_fix(place)
    if table.private(old.verb) and old.seat is not None:
        if text:
            console.returned()
            console.terminal.say("That line is secret: it is typed on the private screen.", "no")
        made = PrivateScreen(table, console.terminal, old.seat).correct(place)
        console.returned()
    else:
        console.terminal.say(f"Line {place}: {table.words(state, old)}.")
        text = text or console.terminal.ask("What should it say? (Enter: leave it) ").strip()
        made = table.ask_fix(place, _read_then(console, state, text)) if text else None
    console.news()
    if made is not None and made.same:
        console.terminal.say("That is what it says already.")
    elif made is not None and _agreed(console, made):
        table.fix(made)
        console.returned()
        console.say(f"Corrected: line {place} is “{made.new}” now{_instead_of(made)}.")
    else:
        console.terminal.say("Nothing was changed.")


def _read_then(console: SharedScreen, state: object, text: str) -> Action:
    """Return the action that a typed text means in the earlier state ``state``, as everybody sees that state.

    Raises ``RecordError`` if the text has no single meaning, means something secret, or is not confirmed by the user.
    """
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


def _agreed(console: SharedScreen, made: Fix) -> bool:
    """Show what a correction would change, and return whether everyone at the table agrees to it."""
    say = console.terminal.say
    say(f"Line {made.place} would be “{made.new}”{_instead_of(made)}.", "strong")
    if not made.gone:
        say("Every line after it stands as it is.")
        return console.confirm(f"Correct line {made.place}? Everyone agreed?")
    first = made.place + len(made.lines)
    say(f"Line {first}, “{made.gone[0]}”, does not fit then: {made.why}.", "no")
    if len(made.gone) > 1:
        say("It would be taken back, with all that rests on it:", "no")
        console.terminal.page([f"{place:>4}  {words}" for place, words in enumerate(made.gone, start=first)])
    say("What was seen can't be unseen.")
    return console.confirm(f"Correct line {made.place}, and take back what follows? Everyone agreed?")


def _instead_of(made: Fix) -> str:
    return f", no more “{made.old}”" if made.old != made.new else ", with something else in it"


# ---------------------------------------------------------------------------------------- commands that tell


def _help(console: SharedScreen, rest: str) -> None:
    """Print what can be typed now, or, if ``rest`` is not "", help on this one word.

    Raises ``RecordError`` for an unknown word.
    """
    game, live, say = console.table.game, console.table, console.terminal.say
    verbs = {verb.name: verb for verb in game.verbs}
    if word := rest.casefold():
        known = _command(word) or next((verb for verb in game.verbs if word in verb.ways()), None)
        if known is None:
            raise RecordError(f"There is no help on {quoted(rest)}: `help` lists what there is.")
        say(f"{word} {known.usage}: {known.help}".replace(" :", ":"))
        return
    turns = [turn for turn in game.to_act(live.view) if turn.seat not in live.bots]
    may: dict[str, list[str]] = {}
    for turn in (*turns, *(turn for turn in game.optional(live.view) if turn.seat not in live.bots)):
        for name in turn.verbs:
            may.setdefault(name, []).extend([] if turn.seat is None else [live.name(turn.seat)])
    if may or live.over:
        say("Now:" if may else "The game is over.", "strong")
    for name, names in may.items():
        who = f"{', '.join(names)}: " if names else ""
        alone = " (on the private screen)" if live.private(name) else ""
        say(f"· {who}{verbs[name].word} {verbs[name].usage}".rstrip() + f": {verbs[name].help}{alone}")
    if len({turn.seat for turn in turns if all(live.private(v) and not verbs[v].kept for v in turn.verbs)}) > 1:
        say("What was laid open at the table goes on one line: every name, then the choice.", "soft")
    say("Leave out what is certain: the name, the verb; first letters of a name will do.", "soft")
    if may and any(verb.anytime for verb in game.verbs):
        say("· Somebody has to go home, and everyone agrees: NAME leaves, or a bot plays on: bot NAME", "soft")
    say("At any time:", "strong")
    say(" · ".join(f"{name} {command.usage}".strip() for name, command in COMMANDS.items()))
    say("`help WORD` says more about one of these.", "soft")


def _why(console: SharedScreen, rest: str) -> None:
    """Print the reason of the referee's last ruling or refusal, whichever came last.

    If ``rest`` is the name of a bot, print its reasons instead. If it is a rule id, print this rule.
    """
    if rest:
        if not screens.why(console, rest):
            _rule(console, rest)
        return
    table = console.table
    at, ruling = last_ruling(table.game, table.setup, table.actions)
    if console.why and (console.refused_at >= at or not ruling):
        console.terminal.say(console.why[:1].upper() + console.why[1:])
        if console.rule:
            _rule(console, console.rule)
        return
    for sentence in ruling or ["Nothing was refused or judged yet."]:
        console.terminal.say(sentence)


def _rule(console: SharedScreen, rule: str) -> None:
    from referee.books.rulebook import rule_text

    console.lines(rule_text(console.table.setup, rule, console.terminal.width).splitlines())


def _rules(console: SharedScreen, rest: str) -> None:
    from referee.books.rulebook import book_text

    if rest:
        _rule(console, rest)
    else:
        console.terminal.page(book_text(console.table.setup, console.terminal.width).splitlines())


def _options(console: SharedScreen, _rest: str) -> None:
    from referee.core.setup import as_typed, option_list

    options = console.table.setup.options
    rows = []
    for option in option_list(type(options)):
        ((name, shown),) = as_typed(option.name, attrgetter(option.name)(options))
        rows.append((name, shown, "" if shown == option.usual else "(house rule)"))
    console.lines(table(rows, console.terminal.width))
    console.terminal.say(f"They are chosen before the deal: `{typed('referee new')} GAME --option NAME=VALUE`.", "soft")


def _history(console: SharedScreen, rest: str) -> None:
    from referee.tables.table import history

    happened = history(console.table)
    most = len(happened) if rest.casefold() == "all" else int(rest[:6]) if rest.isascii() and rest.isdigit() else 15
    shown = happened[max(0, len(happened) - most) :]
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
    from referee.tables.league import scores_of, scores_screen

    live, width = console.table, console.terminal.width
    console.lines(layout(scores_screen(scores_of(live.game, live.setup, live.state), width - 1), width))


def _reveal(console: SharedScreen, _rest: str) -> None:
    live = console.table
    if not live.over:
        raise RecordError("Truths and hands are laid open when the game is over, not before.")
    if finale := live.game.finale(live.setup, live.actions):
        _show_screens(console, finale)
        return
    for seat, name in enumerate(live.setup.seats):
        if rows := live.game.hand(live.game.view(live.state, seat), seat):
            console.terminal.say(name, "strong")
            console.lines(f"  {line}" for line in table(rows, console.terminal.width - 2))
    hidden = revealed(live.game.hidden(live.state), console.terminal.width)
    console.lines(hidden or ["The referee was told no hand: there is nothing more to lay open."])


def _show_screens(console: SharedScreen, finale: Sequence[Screen]) -> None:
    """Show the screens of a game's end one after the other; Enter goes on, any other text ends it."""
    terminal = console.terminal
    for place, screen in enumerate(finale, start=1):
        if terminal.wipes:
            terminal.wipe()
        console.lines(layout(screen, terminal.width))
        rest = f"Enter: next ({place} of {len(finale)}) · q: enough " if place < len(finale) else "Enter: back "
        if terminal.ask(rest).strip():
            break
    console.returned()


def revealed(hidden: Mapping[str, object], width: int) -> list[str]:
    """Return the hidden values of a finished game as lines, at most ``width`` characters wide.

    ``hidden`` has the values by name, as ``Game.hidden`` returns them. Those that are None or empty are left out.
    """

    def flat(value: object) -> str:
        if isinstance(value, list | tuple):
            return " ".join(map(flat, value))
        if isinstance(value, dict):
            return ", ".join(f"{key} {flat(part)}" for key, part in value.items())
        return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)

    rows: list[tuple[str, str]] = []
    for key, value in hidden.items():
        pairs = value.items() if isinstance(value, dict) else [("", value)]
        rows += [(f"{key} {name}".strip(), flat(part)) for name, part in pairs if part not in (None, [], {})]
    return [f" {line}" for line in table(rows, width - 1)]


# ----------------------------------------------------------------------------------------- commands that act


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


def _count(rest: str) -> int:
    if not rest:
        return 1
    if not (rest.isascii() and rest.isdigit()) or int(rest[:6]) == 0:
        raise RecordError("How many? Write a number: undo 2.")
    return int(rest[:6])


def _rename(console: SharedScreen, rest: str) -> None:
    words = rest.split()
    named = [(console.reader().named(" ".join(words[:count])), words[count:]) for count in range(len(words), 0, -1)]
    seats, after = next(((seats, after) for seats, after in named if len(seats) == 1), ([], []))
    seat = seats[0] if seats else console.seat("", "Rename.")
    old = console.table.name(seat)
    console.table.rename(seat, " ".join(after) or console.terminal.ask(f"{old}'s new name: ").strip())
    console.returned()
    console.say(f"{old} is called {console.table.name(seat)} now.")


def _look(console: SharedScreen, rest: str) -> None:
    screens.take_laptop(console, console.seat(rest or screens.only_person(console), "Look."), look=True)


def _notes(console: SharedScreen, rest: str) -> None:
    if rest:
        console.returned()
        console.terminal.say("Notes are secret: they are typed on the private screen.", "no")
    screens.take_laptop(console, console.seat(screens.only_person(console), "Notes."), look=True)


def _pin(console: SharedScreen, rest: str) -> None:
    """Let the player of a seat choose a new PIN, if everybody agrees that the old one was forgotten.

    ``rest`` is the name that was typed after ``pin``; if it is "", the console asks for it.
    """
    seat = console.seat(rest, "A new PIN.")
    name = console.table.name(seat)
    if console.confirm(f"{name} forgot the PIN and chooses a new one. Everyone agreed?"):
        console.returned()
        PrivateScreen(console.table, console.terminal, seat).new_pin()
        console.returned()
        console.say(f"{name} was given the laptop to choose a new PIN.")


def _quit(console: SharedScreen, _rest: str) -> int:
    console.terminal.say(LEFT)
    return 0


Do = Callable[[SharedScreen, str], "int | None"]


class Command(NamedTuple):
    """A command of the table.

    ``do`` is its function, which takes the console and the arguments as text, and returns an exit status if the command
    ends the program, else None. ``usage`` shows the arguments (“[NAME]”), and ``help`` is its sentence in the list of
    commands. If ``secret``, its arguments may be a secret, and the terminal does not remember them.
    """

    do: Do
    usage: str
    help: str
    secret: bool = False  # a note, or a PIN typed where a name is asked for


COMMANDS: dict[str, Command] = {
    "help": Command(_help, "[WORD]", "What can be typed now."),
    "why": Command(_why, "[RULE-ID|BOT]", "Why the referee judged or refused as it did last; or a bot played so."),
    "bot": Command(
        screens.sit, "NAME[:LEVEL]", "Let a bot play for NAME from now on; NAME:person: somebody sits there again."
    ),
    "undo": Command(_undo, "[N]", "Take back the last line, or the last N, when everyone agrees."),
    "redo": Command(_redo, "[N]", "Do again what was taken back."),
    "fix": Command(fix, "N [LINE]", "Correct line N of the history, when everyone agrees to what comes of it.", True),
    "table": Command(lambda console, _: console.show(), "", "The table, as everybody can see it."),
    "history": Command(_history, "[N|all]", "What has happened."),
    "scores": Command(_scores, "", "The scores so far."),
    "look": Command(_look, "[NAME]", "Your own cards, truths and notes, on the private screen behind your PIN.", True),
    "notes": Command(_notes, "", "Your secret notes, on the private screen.", True),
    "rename": Command(_rename, "NAME NEW", "Give a seat another name."),
    "pin": Command(_pin, "[NAME]", "A new PIN for who forgot theirs, when everyone agrees.", True),
    "rules": Command(_rules, "[RULE-ID]", "The rules of this game, as played here."),
    "options": Command(_options, "", "The house rules of this table."),
    "reveal": Command(_reveal, "", "When the game is over: all truths and hands."),
    "again": Command(lambda console, _: console.play_again(), "", "After the end: another game for the same people."),
    "quit": Command(_quit, "", "Leave (also: save, pause); everything is kept at every moment."),
}
ALIASES = {
    **dict.fromkeys(("?", "h", "hint", "legal"), "help"),
    **dict.fromkeys(("new", "rematch"), "again"),
    **dict.fromkeys(("save", "pause", "exit", "q"), "quit"),
    "note": "notes",
    "score": "scores",
    "rule": "rules",
    "option": "options",
}


def _command(word: str) -> Command | None:
    return COMMANDS.get(ALIASES.get(word.casefold(), word.casefold()))


class Console(SharedScreen):
    """The console of one table at one terminal: it asks, and executes what is typed, until people leave."""

    def __init__(self, table: Table, terminal: Terminal) -> None:
        super().__init__(table, terminal)
        self._hinted = False
        self._words: list[str] | None = None
        self._said_over: bool | None = None  # None: nothing was asked yet
        self._opened = False
        # “reveal 3 black 2 red” is a line
        self._own_words = {way for verb in table.game.verbs for way in verb.ways()}
        self._sealed: set[str] = set()  # the seals that were said
        self._harmless = False  # the typed text holds no secret: ↑ may bring it back

    # The loop

    def run(self) -> int:
        """Play until people leave the table; return the exit status."""
        with self.terminal.silent():
            try:
                while True:
                    if (status := self._turn()) is not None:
                        return status
            finally:
                try:
                    self.table.leave()
                except RecordError as error:
                    self.terminal.say(str(error), "no")

    def _turn(self) -> int | None:
        try:
            try:
                self._prepare()
                typed, self.instead = self.instead or self._ask(), ""
            except RecordError as error:  # a draw could not be kept: nothing goes on until it can
                self.refuse(error)
                typed = self.terminal.ask("Enter: try again · quit: leave > ")
        except (KeyboardInterrupt, EOFError) as left:
            self.terminal.say(LEFT)
            return 130 if isinstance(left, KeyboardInterrupt) else 0
        self._harmless, before = False, self.table.entries
        try:
            return self.typed(typed)
        except (RecordError, OSError) as error:
            self.refuse(error)
        except (KeyboardInterrupt, EOFError) as left:
            if self.table.entries != before:  # it was done, and is being said
                self.terminal.say(LEFT)
                return 130 if isinstance(left, KeyboardInterrupt) else 0
            self.terminal.say("Nothing was done.")
        finally:
            if self._harmless:
                self.terminal.remember(typed)
        return None

    def _prepare(self) -> None:
        """Do all that comes before the next question to people.

        This is, in order: the referee's draws, the dealing script, the lines of bots, the opening sentences, the news,
        and the end of the game.
        """
        while True:
            while (action := self.table.draw()) is not None:
                hidden = self.table.game.redact(self.table.state, action, None) != action
                if not hidden:
                    self._seal()  # what is turned up next is not of the deal
                sentence = self.table.act_by_chance(action) if self.table.bots else self.table.act(action)
                if not hidden:
                    self.say(sentence)
            self._seal()
            if script := self.table.handouts():
                screens.read_out(self, script)
            if self.table.looks() or not screens.act(self):
                break
        for sentence in () if self._opened else self.table.opening():
            self.say(sentence)
        self._opened = True
        self.news()
        self._end()

    def _seal(self) -> None:
        seal = self.table.seal
        if seal and seal not in self._sealed:  # a deal that was taken back comes again as it was
            self._sealed.add(seal)
            self.say(self.table.seal_said, "strong")

    def _end(self) -> None:
        """Print how the game ended, once for each time that it ends.

        After an undo the game may end again; that is printed, too.
        """
        again, self._said_over = self._said_over, self.table.over
        if self.table.over and not again:
            more, ended = "(`reveal` lays all open, `scores`, `history`, `quit`)", self.table.stands()
            # The line that ended it may have said how; a table that is opened again has said nothing yet.
            told = again is False and any(event.kind == OVER for event in self.table.game.events(*self.table.steps[-1]))
            self.say(more if told else f"{ended} {more}", "strong")
            if standings := tally(self.table.journal, self.table):
                self.say(standings, "strong")
            if self.table.seal:
                export = f"`{typed('referee export')} {self.table.number} --reveal -o game.txt`"
                self.terminal.say(
                    f"Was anything dealt changed? {export}, then `{typed('referee verify')} game.txt`.", "soft"
                )

    # Asking

    def _ask(self) -> str:
        bar = self.bar()
        if not self.terminal.live:
            if bar[:1] != self._shown[:1] or len(bar) != len(self._shown):
                self.lines(bar)
            self._shown = bar
            bar = []
        self._words = None
        return self.terminal.ask(self.prompt(), self.words, bar)

    def words(self) -> list[str]:
        """Return the completions for the Tab key: the legal lines, then all commands.

        A line counts as legal if nothing in the public view speaks against it.
        """
        if self._words is None:
            self._words = self.reader().words() + sorted(COMMANDS)
        return self._words

    def prompt(self) -> str:
        """Return the prompt: who is asked, and for what."""
        if self.table.over:
            return "Enter: again · reveal · scores · quit > "
        if screens.bots_wait(self):
            return "Only bots play (Enter: they play on · bot NAME:person): "
        if due := self.table.looks():
            return f"{self._sign()} {self.table.name(due[0])}: take the laptop, see your cards (Enter · s: slips): "
        if question := self.table.game.among(self.table.view):
            return f"{question} (names, or Enter for anyone) "
        public, secret = self.turns()
        if secret and not public:
            return self._secret_prompt(secret)
        for turn in public:
            if asked := self.table.game.ask(self.table.view, turn):
                forced = screens.forced(self)
                declines = screens.declining(self, turn)
                everybody = f"(all: all {infinitive(declines)}) " if declines else ""
                return asking(asked) + (f"(Enter: {forced}) " if forced else everybody)
        if len(public) != 1:
            return "> "
        verb = f" {public[0].verbs[0]}" if len(public[0].verbs) == 1 else ""
        name = "" if public[0].seat is None else self.table.name(public[0].seat)
        return f"{name}{verb}: ".lstrip()

    def _secret_prompt(self, secret: Sequence[int]) -> str:
        """Return the prompt for a moment in which all that people can do is secret.

        ``secret`` are the seats that have something secret to do.
        """
        names = ", ".join(self.table.name(seat) for seat in secret)
        verbs = {verb: None for turn in self.table.game.to_act(self.table.view) for verb in turn.verbs}
        kept = {verb.name for verb in self.table.game.verbs if verb.kept}
        what = listed("enter your hand" if verb in kept else self.table.game.spoken(verb) for verb in verbs)
        like = screens.example(self.reader(), secret) if len(secret) > 1 else ""
        opened = f" (or all laid open, in this order: {like})" if like else ""
        return f"{self._sign()} {names} ({what}): take the laptop, then Enter{opened}: "

    def _sign(self) -> str:
        encoding = getattr(self.terminal.out, "encoding", "") or "utf-8"
        return "▸" if encoding.lower().startswith("utf") else ">"

    # Understanding

    def typed(self, text: str) -> int | None:
        """Execute a typed line or command. Return an exit status if that ends the program, else None.

        Raises ``RecordError`` if it is refused.
        """
        text = " ".join(text.split())
        if len(text) > LONGEST:
            raise RecordError("That is more than a line can say.")
        word, _, rest = text.partition(" ")
        command = _command(word)
        line = len(text) == 1 and any(reading.sure for reading in self.reader().read(text).readings)  # h: hearts
        if command is not None and not line and not (rest and word.casefold() in self._own_words):
            self._harmless = not (rest and command.secret)
            return command.do(self, rest)
        if (due := self.table.looks()) and screens.first_look(self, due, text):
            return None
        among = bool(self.table.game.among(self.table.view))
        if not text:
            return self._entered(among=among)
        if among and (seats := screens.volunteers(self, text)) != []:
            self._harmless = True
            if seats:
                screens.draw_among(self, seats)
            return None
        if screens.all_decline(self, text) or screens.laid_open(self, text):
            self._harmless = True
            return None
        return None if screens.handed_over(self, text) else self._line(text)

    def _entered(self, *, among: bool) -> int | None:
        """Do what Enter alone means now, and return the exit status if that ends the program, else None.

        With ``among``, the game asks for one of several seats, and Enter draws one of all. Otherwise Enter plays the
        only legal line, or opens a private screen; after the game it asks for a rematch.
        """
        if self.table.over:
            return self.play_again()
        self.watched = screens.bots_wait(self)
        if forced := screens.forced(self):
            return self._line(forced)
        if among:
            screens.draw_among(self, ())
        elif secret := self.turns()[1]:
            screens.take_laptop(self, secret[0])
        return None

    def _line(self, text: str) -> int | None:
        understood = self.reader().read(text)
        if not understood.readings:
            unread = not understood.rule or understood.rule.endswith(".line")
            first, *rest = text.split()
            near = () if self.reader().named(first) else nearest(first, list(COMMANDS))  # Bob is no slip of bot
            if unread and near:
                slip = " ".join([near[0], *rest])
                return self.typed(slip) if self.meant(f"{text}? {slip}") else None
            if unread or understood.open:
                screens.out_of_sight(self, text, understood)
            self._harmless = understood.open
            raise RecordError(understood.why, rule=understood.rule)
        readings = screens.of_people(self.table, understood.readings)
        reading: Reading | None = readings[0]
        if len(readings) > 1:
            reading = self._of_the_asked(readings) or self._which(readings)
        elif reading is not None and not reading.sure and not self.meant(understood.asks or reading.line):
            reading = None
        if reading is not None:
            self._harmless = True
            before = self.table.state
            self.say(sentence := self.table.act(reading.action))
            why = () if self._hinted else explained(self.table.game, before, reading.action, self.table.state)
            if why and why != (sentence,):
                self._hinted = True
                self.terminal.say("`why` says how that was judged.", "soft")
        return None

    def _of_the_asked(self, readings: Sequence[Reading]) -> Reading | None:
        """Return the only reading for the seat that the prompt calls by name, so that nobody has to choose.

        None if there are none or several, or if the line would end a deal or a game: then people are asked.
        """
        called = [turn.seat for turn in self.turns()[0] if turn.seat is not None]
        weighty = {verb.name for verb in self.table.game.verbs if verb.weighty}
        mine = [reading for reading in readings if called and reading.action.seat == called[0]]
        sure = len(mine) == 1 and mine[0].action.verb not in weighty
        return mine[0] if sure and self.prompt().startswith(f"{self.table.name(called[0])}, ") else None

    def _which(self, readings: Sequence[Reading]) -> Reading | None:
        shown = readings[:9]
        text = " · ".join(f"{n} {reading.line}" for n, reading in enumerate(shown, start=1))
        self.terminal.say(f"Which? {text}")
        answer = self.terminal.ask("Which number (Enter: none) ").strip()
        if answer.isascii() and answer.isdigit():
            return shown[int(answer) - 1] if 0 < int(answer[:3]) <= len(shown) else None
        self.instead = answer
        return None
