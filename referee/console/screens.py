"""The screens of a table at a terminal: the shared one, the private ones, and the secret steps between them.

Functions on a ``console`` take its shared screen. “Raises RecordError” means that what was typed is refused.
"""

import contextlib
import re
from collections.abc import Iterable, Iterator, Sequence

from liarsdeck.english import counted, printable, quoted
from referee.bots import laid, level_of, split, turned
from referee.console.interpret import Reader, Reading, Understood, everybody, nearest
from referee.console.terminal import Terminal, Words
from referee.core.cards import infinitive
from referee.core.game import Action, Handout, RecordError, Turn, Verb
from referee.core.play import format_action, narrated
from referee.core.text_layout import asking, layout, table, wrap
from referee.records import CHOSEN_SEED
from referee.store import pins
from referee.store.journal import NEW_PIN, PIN, SHOWN, TRIED, UNDONE
from referee.store.pins import SHORTEST_PIN
from referee.tables.table import CHANGED, Fix, MisfitError, Table, rematch

LEFT = "Saved. `referee resume` goes on here."
_LOG = 8  # sentences that are said again after the screen was wiped
_YES = {"y", "yes"}


class _Asking:
    """A base class for screens that ask a person whether a misspelt word was meant."""

    terminal: Terminal
    instead = ""  # typed in answer to a question about a slip

    def meant(self, question: str) -> bool:
        """Ask whether a similar text was meant, and return whether the answer is yes.

        If the answer is another text, it is stored in ``instead`` and read as the next input.
        """
        answer = self.terminal.ask(f"{question} (y/n) ").strip()
        if answer.casefold() not in {*_YES, "n", "no", ""}:
            self.instead = answer
        return answer.casefold() in _YES


class SharedScreen(_Asking):
    """The shared screen of a table, which everybody may see: prints the public state, and asks what to play.

    It shows no secrets; for these there is ``PrivateScreen``. ``table`` is the table, and ``terminal`` the terminal
    that it prints on and reads from.
    """

    def __init__(self, table: Table, terminal: Terminal) -> None:
        self.table = table
        self.terminal = terminal
        self.rule = self.why = ""  # of the last refusal, for ``why``
        self.refused_at = 0  # how many lines stood then
        self._shown: list[str] = []
        self._log: list[tuple[str, str]] = []
        self._noticed = max([0, *(notice.number for notice in table.notices())])  # the last notice that was said
        self.watched = False  # whether bots play on where no person is left
        self.again: Table | None = None  # the rematch that people want

    # Speaking

    def say(self, text: str, style: str = "") -> None:
        """Print a sentence for the whole table, and store it, to print it again after a private screen.

        ``style`` is one of the styles of ``Terminal.say``, such as “strong”, “no” (a refusal) or “soft”; "" is plain
        text.
        """
        self.terminal.say(text, style)
        self._log = [*self._log[1 - _LOG :], (text, style)]

    def lines(self, lines: Iterable[str]) -> None:
        """Print lines without wrapping them."""
        for line in lines:
            self.terminal.line(line)

    def refuse(self, error: Exception) -> None:
        """Print a refusal, and store its rule and sentence for the command ``why``."""
        self.rule = getattr(error, "rule", "")
        self.why = str(error)
        self.refused_at = len(self.table.actions)
        self.terminal.say(self.why[:1].upper() + self.why[1:], "no")

    def returned(self) -> None:
        """Show the shared screen again after a private screen: wipe the terminal, and print the last sentences."""
        if self.terminal.wipes:
            self.terminal.wipe()
            for text, style in self._log:
                self.terminal.say(text, style)
        self._shown = []

    def bar(self) -> list[str]:
        """Return the lines that show the public state of the table.

        A note is added if the seed was chosen by people, or if all secrets were shown to somebody.
        """
        shown = [notice.said(self.table.setup.seats) for notice in self.table.notices() if notice.kind == SHOWN]
        lasting = ([CHOSEN_SEED] if self.table.seeded else []) + shown[-1:]
        notes = [f" {line}" for text in lasting for line in wrap(f"! {text}", self.terminal.width - 1)]
        return layout(self.table.game.show(self.table.view, None), self.terminal.width) + notes

    def show(self) -> None:
        """Print the public state of the table."""
        self._shown = self.bar()
        self.lines(self._shown)

    def news(self) -> None:
        """Print the notices that other programs and private screens have left since the last call."""
        for notice in self.table.notices(self._noticed):
            self._noticed = notice.number
            if notice.kind not in {UNDONE, TRIED}:  # said when it was done
                self.say(f"! {notice.said(self.table.setup.seats)}", "no")

    # Reading

    def reader(self) -> Reader:
        """Return the parser for what is typed on the shared screen."""
        return Reader(self.table.game, self.table.setup, self.table.view)

    def turns(self) -> tuple[tuple[Turn, ...], tuple[int, ...]]:
        """Return the turns in which a public verb may be used, and the seats with private verbs only.

        Seats of bots are left out of both.
        """
        turns = [turn for turn in self.table.game.to_act(self.table.view) if turn.seat not in self.table.bots]
        secret = [t.seat for t in turns if t.seat is not None and all(self.table.private(v) for v in t.verbs)]
        return tuple(t for t in turns if t.seat not in secret), tuple(secret)

    # Asking

    def confirm(self, question: str) -> bool:
        """Ask a yes/no question; return whether the answer is yes."""
        return self.terminal.ask(f"{question} (y/n) ").strip().casefold() in _YES

    def seat(self, text: str, what: str) -> int:
        """Return the seat with the name ``text``; if that is "", ask for the name after the sentence ``what``.

        For a misspelt name, people are asked whether a similar one is meant. Raises ``RecordError`` if the name fits no
        seat or several.
        """
        reader = self.reader()
        name = text or self.terminal.ask(f"{what} Who? ").strip()
        seats = reader.named(name)
        if len(seats) == 1:
            return seats[0]
        if not seats and (near := nearest(name, self.table.setup.seats)) and self.confirm(f"{name}? {near[0]}"):
            return reader.named(near[0])[0]
        raise RecordError(f"Say which seat: {', '.join(self.table.setup.seats)}.")

    def play_again(self) -> int | None:
        """Ask whether people want a rematch; if they do, store it in ``again`` and return the exit status 0.

        If not, return None. Raises ``RecordError`` before the game is over.
        """
        if not self.table.over:
            raise RecordError("The game is not over: a rematch comes after it.")
        if not self.meant("Another game, the same seats and house rules?"):
            return None
        self.again = rematch(self.table.journal, self.table)
        return 0


# --------------------------------------------------------------------------------------------- bots at the table

PERSON = "person"
_REASONS = 6  # that are said


def act(console: SharedScreen) -> bool:
    """Play the next action of a bot, after a pause. Return whether a bot acted."""
    table = console.table
    action = None if bots_wait(console) else table.by_bot()
    if action is None:
        return False
    card = turned(table.game, table.state, table.actions, action)
    console.terminal.wait(card=bool(card))
    console.say(f"{card} {table.act_by_chance(action)}".strip())
    return True


def bots_wait(console: SharedScreen) -> bool:
    """Return whether bots wait for Enter: no person plays any more, and nobody has said that bots should play on."""
    return not console.table.people and not console.watched


def sit(console: SharedScreen, rest: str) -> None:
    """Let a bot or a person take over a seat if everybody agrees, as the command ``bot`` does.

    ``rest`` is the text that was typed after ``bot``: ``Zoe:hard`` for a bot and its level, or ``Zoe:person``. The
    console asks for a missing name. Raises ``RecordError`` for an unknown name or level, or if no bot is to be
    replaced.
    """
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


def of_people(table: Table, readings: Sequence[Reading]) -> list[Reading]:
    """Return those ``readings`` (interpretations) of a typed line that are no action of a bot.

    Raises ``RecordError`` if all of them are.
    """
    of_people = [reading for reading in readings if reading.action.seat not in table.bots]
    if not of_people and (seat := readings[0].action.seat) is not None:
        raise RecordError(f"A bot plays for {table.name(seat)}, and says itself what it does.")
    return of_people


def only_person(console: SharedScreen) -> str:
    """Return the name of the only seat that no bot plays; "" if there are none or several."""
    people = console.table.people
    return console.table.name(people[0]) if len(people) == 1 else ""


def why(console: SharedScreen, rest: str) -> bool:
    """Print a bot's reasons for its actions in finished deals. ``rest`` is the bot's name, as typed after ``why``.

    Return False if no seat has this name. Raises ``RecordError`` if no bot plays for it.
    """
    table = console.table
    seats = console.reader().named(rest)
    if len(seats) != 1:
        return False
    name = table.name(seats[0])
    if seats[0] not in table.bots:
        raise RecordError(f"No bot plays for {name}: ask {name}.")
    for sentence in table.reasons(seats[0], _REASONS) or [
        f"{name} says why when it is settled: its cards are secret till then."
    ]:
        console.terminal.say(sentence)
    return True


# ------------------------------------------------------------------------------------- short ways on the open screen


def declining(console: SharedScreen, turn: Turn) -> str:
    """Return the verb of this turn with which the seat declines to act (“passes”); "" if there is none."""
    return next((verb.name for verb in console.table.game.verbs if verb.declines and verb.name in turn.verbs), "")


def all_decline(console: SharedScreen, text: str) -> bool:
    """If a text says so, let all seats that are asked decline, one by one; return whether the text says so.

    Such texts are “all”, “all pass” and “pass except Dan”. Raises ``RecordError`` for an unknown name, or if nobody is
    asked who could decline.
    """
    game, table, done = console.table.game, console.table, 0
    verbs = [verb.name for verb in game.verbs if verb.declines]
    asked = any(declining(console, turn) for turn in console.turns()[0])
    found = [left for verb in verbs if (left := everybody(text, infinitive(verb))) is not None]
    left_out = "" if asked and text.casefold() == "all" else next(iter(found), None)
    if left_out is None:
        return False
    seats = console.reader().named(left_out) if left_out else []
    if left_out and len(seats) != 1:
        raise RecordError(f"Nobody here is called {quoted(left_out)}.")
    while True:
        while (due := game.to_act(table.view)) and due[0].seat in table.bots and declining(console, due[0]):
            if not act(console):  # bots who could decline say first what they do
                break
        turns = console.turns()[0]
        if not turns or turns[0].seat is None or turns[0].seat in seats or not (verb := declining(console, turns[0])):
            break
        readings = console.reader().read(f"{table.name(turns[0].seat)}: {verb}").readings
        if not readings:
            break
        console.say(table.act(readings[0].action))
        done += 1
    if not done:
        raise RecordError(f"Nobody is asked who could {infinitive(verbs[0])} now.")
    return True


def forced(console: SharedScreen) -> str:
    """Return the only legal line if there is just one, for just one person, and if it has arguments; else ""."""
    public, secret = console.turns()
    if secret or len(public) != 1 or public[0].seat is None or console.table.game.optional(console.table.view):
        return ""
    lines = console.reader().lines(2)
    return lines[0] if len(lines) == 1 and lines[0].rpartition(" ")[2] not in public[0].verbs else ""


def volunteers(console: SharedScreen, text: str) -> list[int] | None:
    """Return the seats that a text names, such as “Ann, Bob and Cat”; [] if one of the names is unknown.

    For a misspelt name, the user is asked whether a similar one is meant; None if the answer is no.
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
    """Draw one of these seats at random ([]: one of all seats), play the line that this gives, and print it."""
    everyone = tuple(range(len(console.table.setup.seats)))
    action = console.table.draw(among=seats or everyone)
    if action is not None:
        console.say(console.table.act(action))


# ------------------------------------------------------------------------------------------ the private screen

_COMMANDS = {"note", "n", "notes", "look", "table", "book", "notebook", "pin", "help", "h", "?"}
_BELOW = 5  # lines of a private screen for what is asked below the cards
_BOOK = "book: what you can conclude"


class PrivateScreen(_Asking):
    """The screen for one seat alone: asks for the PIN, shows the cards, asks for a secret step, is then wiped.

    ``live`` is the table. ``verb`` is the private verb to ask for; "" asks for whatever is due. After ``run``,
    ``heard`` has the sentences that the shared screen has to print, and ``seen`` says whether the cards were shown.
    Raises ``RecordError`` if ``seat`` is played by a bot.
    """

    def __init__(self, live: Table, terminal: Terminal, seat: int, verb: str = "") -> None:
        if seat in live.bots:
            raise RecordError(f"A bot plays for {live.name(seat)}: nobody sees its cards before they are out.")
        self.verb = verb  # a step that may be done now and that somebody came for
        self.table = live
        self.terminal = terminal
        self.seat = seat
        self.name = live.name(seat)
        self.heard: list[str] = []
        """What the open table is told afterwards."""
        self.seen = False
        """Whether the PIN was right and the cards were shown."""
        self._last = ""  # the hand that was the last to come in, and did not fit

    def run(self, *, act: bool) -> None:
        """Ask for the player's PIN, and show the screen until the player hides it.

        With ``act``, the player is also asked for the secret step (a private line) that is due.
        """
        with self._alone() as shown:
            if shown and self._pin():
                self.seen = True
                self._look()
                if act:
                    self._act()
                self.terminal.say(self._can(), "soft")
                while text := self._typed("Enter: hide > "):
                    self._try(text)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[bool]:
        """In the block, show the screen; yield True if it is shown, and wipe it afterwards.

        If the terminal can't be wiped, the user is asked first; yield False if the answer is no. Ctrl-C or the end of
        input leaves the block without an error.
        """
        question = "This terminal can't be wiped: what is shown stays in sight. Show it all the same? (y/n) "
        if not self.terminal.wipes and self.terminal.ask(question).strip().casefold() not in _YES:
            yield False
            return
        with self.terminal.alone(), contextlib.suppress(KeyboardInterrupt, EOFError):
            self.terminal.say(f"{self.name}, alone", "strong")
            yield True

    # PIN

    def _pin(self) -> bool:
        journal, number = self.table.journal, self.table.number
        if not journal.has_pin(number, self.seat):
            alone = len(self.table.people) == 1 and CHANGED not in self.table.log.marks
            return alone or self._choose()  # from bots nothing need be hidden
        while True:
            if wait := journal.pin_wait(number, self.seat):
                self.terminal.say(f"Too many wrong PINs: try again in {wait} s.", "no")
                self.terminal.ask("Enter: back ")
                return False
            pin = self.terminal.secret("PIN: ").strip()
            if not pin:
                return False
            if journal.try_pin(number, self.seat, pin):
                return True
            self.terminal.say(f"That is not {self.name}'s PIN. (Enter alone: back)", "no")

    def _choose(self) -> bool:
        """Let the player choose a PIN, and type it twice; return True when it is stored."""
        while True:
            pin = self.terminal.secret("Choose a PIN: ").strip()
            if len(pin) < pins.SHORTEST_PIN:
                self.terminal.say(f"A PIN has {pins.SHORTEST_PIN} characters or more. (Ctrl-D: back)", "no")
            elif self.terminal.secret("Again: ").strip() != pin:
                self.terminal.say("These two differ. Once more.", "no")
            else:
                journal, number = self.table.journal, self.table.number
                kind = NEW_PIN if journal.has_pin(number, self.seat) else PIN
                journal.set_pin(number, self.seat, pin)
                self.table.notice(kind, self.seat)
                return True

    def new_pin(self) -> None:
        """Let the player choose another PIN; the caller has made sure before that the whole table agrees."""
        with self.terminal.alone():
            self.terminal.say(f"{self.name}, alone", "strong")
            with contextlib.suppress(KeyboardInterrupt, EOFError):
                self._choose()

    # Looking

    def _view(self) -> object:
        return self.table.game.view(self.table.state, self.seat)

    def _hand(self) -> tuple[tuple[str, str, str], ...]:
        return self.table.game.hand(self._view(), self.seat)

    def _look(self) -> None:
        """Show the seat's cards and notes, and the table below them if the terminal has room for it."""
        width = self.terminal.width
        notes = dict(self.table.journal.notes(self.table.number, self.seat))
        rows = [(card, title, mark, notes.pop(card, "")) for card, title, mark in self._hand()]
        lines = ["", *(f" {line}" for line in table(rows, width - 2))]
        texts = [f"Note on {card}: {text}" for card, text in sorted(notes.items())]
        if not rows and (entering := self._optional()):
            how = f"{entering[0].word} {entering[0].usage}"
            texts = [f"The referee knows no card of yours. `{how}` tells it, if you like.", *texts]
        lines += [line for text in texts for line in wrap(printable(text), width - 1, "  ")]
        seen = self._table()
        room = max(5, self.terminal.height - _BELOW)
        lines += seen if len(lines) + len(seen) < room else ["", "`table` shows the table."]
        for place, line in enumerate([*lines, ""]):
            if place and place % room == 0:
                self.terminal.ask("Enter: more ")
            self.terminal.line(line)

    def _table(self) -> list[str]:
        return layout(self.table.game.show(self._view(), self.seat), self.terminal.width)

    def _book(self) -> list[str]:
        return layout(self.table.game.notebook(self._view(), self.seat), self.terminal.width)

    # Commands of the private screen

    def _typed(self, prompt: str, words: Words = tuple) -> str:
        typed, self.instead = self.instead or self.terminal.ask(prompt, words).strip(), ""
        return typed

    def _try(self, text: str) -> None:
        try:
            self._command(text)
        except RecordError as error:
            self.terminal.say(str(error), "no")

    def _can(self) -> str:
        """Return the line that lists the commands of this screen."""
        book = [_BOOK] if self._book() else []
        return " · ".join(("note CARD words: keep a note", *book, "pin: a new PIN", "Enter: hide"))

    def _command(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        match word.casefold():
            case "note" | "n":
                self._note(*rest.strip().partition(" ")[::2])
            case "notes" | "look":
                self._look()
            case "table":
                for line in self._table():
                    self.terminal.line(line)
            case "book" | "notebook":
                for line in self._book() or ["There is nothing to conclude in this game."]:
                    self.terminal.line(line)
            case "pin":
                self._choose()
            case "help" | "h" | "?":
                for verb in [*self._due(), *self._optional()]:
                    self.terminal.say(f"· {verb.word} {verb.usage}: {verb.help}".replace(" :", ":"))
                self.terminal.say(self._can(), "soft")
            case _:
                self._do(text)

    def _note(self, card: str, words: str) -> None:
        if not card:
            mine = next((name for name, _, _ in self._hand()), "CARD")
            raise RecordError(f"A note is on a card: note {mine} for the end. Without words it is taken away.")
        facts = self.table.setup.facts
        known = [str(kit_card.number) for kit_card in facts.cards] if facts is not None else [card]
        if card not in known:
            raise RecordError(f"There is no card {quoted(card)} in this kit: they are {known[0]} to {known[-1]}.")
        self.table.journal.note(self.table.number, self.seat, card, words.strip()[:200])
        self._look()

    def _not_here(self, text: str) -> bool:
        """Answer a text that can't be typed on this screen; return False if the text may be a line instead.

        If the text is a misspelt command, the user is asked whether that command is meant; if so, it is executed.
        """
        word, _, rest = text.partition(" ")
        if near := nearest(word, sorted(word for word in _COMMANDS if len(word) > 1)):
            if self.meant(f"{word}? {near[0]}"):
                self._try(f"{near[0]} {rest}".strip())
            return True
        if not (self._due() or self._optional()):
            self.terminal.say(f"{quoted(text)} is nothing that can be typed here. {self._can()}", "no")
            return True
        return False

    def correct(self, place: int) -> Fix | None:
        """Ask the player to correct a secret line of their own, and return the correction without applying it.

        ``place`` is the number of the line in the record. None if the player leaves the line as it is. Raises
        ``RecordError`` if the line can't be corrected.
        """
        made = None
        with self._alone() as shown:
            if shown and self._pin():
                state, old = self.table.line_before_fix(place)
                line = format_action(self.table.game, self.table.setup, old).partition(": ")[2]
                self.terminal.say(f"Line {place}: {line}")
                view = self.table.game.view(state, self.seat)
                while made is None and (text := self.terminal.ask("What should it say? (Enter: leave it) ").strip()):
                    try:
                        understood = Reader(self.table.game, self.table.setup, view, self.seat, [old.verb]).read(text)
                        if len(understood.readings) != 1:
                            raise RecordError(understood.why or "That can be read in more than one way.")
                        made = self.table.ask_fix(place, understood.readings[0].action, self.seat)
                    except RecordError as error:
                        self.terminal.say(str(error), "no")
        return made

    # Acting

    def _act(self) -> None:
        """Ask for the secret step that is due, until a step is done or the player types Enter alone."""
        while due := self._due():
            verbs = [verb.name for verb in due]
            earlier = ""  # the hand that the seat entered before all were taken back
            if due[0].kept and not due[0].optional:
                earlier = self._last or self.table.last_entered(self.seat, verbs[0])
            if earlier:
                self.terminal.say(f"You entered {earlier} before; `same` enters it again.")
            view, question = self._view(), " or ".join(f"{verb.word} {verb.usage}".strip() for verb in due) + ": "
            for turn in self.table.game.to_act(view):
                if turn.seat == self.seat and verbs[0] in turn.verbs and (own := self.table.game.ask(view, turn)):
                    question = asking(own)
            text = self._typed(question, self._reader(verbs).words)
            text = earlier if earlier and text.casefold() == "same" else text
            if not text:
                return
            if text.partition(" ")[0].casefold() in _COMMANDS:
                self._try(text)
            elif self._do(text, verbs) and [verb.name for verb in self._due()] != verbs:
                return  # else it is due still: a hand was entered before it, say

    def _due(self) -> list[Verb]:
        """Return the private verbs to ask for now.

        If the player came for a certain verb and may use it, it is that one; otherwise, the private verbs of the seat's
        turn.
        """
        came = [verb for verb in self._optional() if verb.name == self.verb]
        return came or self._private(self.table.game.to_act(self._view()))

    def _optional(self) -> list[Verb]:
        return self._private(self.table.game.optional(self._view()))

    def _private(self, turns: Sequence[Turn]) -> list[Verb]:
        verbs = {verb for turn in turns if turn.seat == self.seat for verb in turn.verbs if self.table.private(verb)}
        return [verb for verb in self.table.game.verbs if verb.name in verbs]

    def _reader(self, verbs: Sequence[str] = ()) -> Reader:
        return Reader(self.table.game, self.table.setup, self._view(), self.seat, verbs)

    def _do(self, text: str, verbs: Sequence[str] = ()) -> bool:
        """Play a text as a secret line of the seat, or print why it is refused; return whether it was played.

        ``verbs`` are the verbs that the player was asked for; () stands for all that are due.
        """
        understood = self._reader(verbs).read(text)
        if len(understood.readings) != 1:
            if (not understood.rule or understood.rule.endswith(".line")) and self._not_here(text):
                return False
            why = understood.why or "That can be read in more than one way: say it in full."
            rule = f" [{understood.rule}]" if understood.rule else ""
            self.terminal.say(f"{why[:1].upper()}{why[1:]}{rule}", "no")
            return False
        reading = understood.readings[0]
        if not reading.sure and not self.meant(understood.asks or reading.line):
            return False
        action, before, hand = reading.action, self.table.state, self._hand()
        try:
            sentence = self.table.act(action, eyes=self.seat)
        except RecordError as error:
            self.terminal.say(str(error), "no")
            if isinstance(error, MisfitError):
                self._last = self.table.game.write(self.table.setup, action).args
            return False
        self.heard.append(sentence)
        if action.verb == self.verb:
            self.verb = ""  # the step that the seat came for is done
        mine = narrated(self.table.game, before, action, self.table.state, self.seat)
        line = reading.line.partition(": ")[2]
        self.terminal.say(f"Kept. {mine}" if mine and mine != sentence else f"Kept: {line}.")
        if self._hand() != hand:
            self._look()
        return True


# ------------------------------------------------------------------------- secret choices that are laid open at once

_FEW = 12  # words that can be chosen, of which one or two make an example


def all_chosen(reader: Reader, seats: Sequence[int], text: str) -> list[Action]:
    """Return the secret choices of all these seats if a text has them all, in the order of the text; else [].

    Such texts are “Ann large, Bob folds”, or “l f” in the order of ``seats``.
    """
    by_seat = chosen_of(reader, seats, text)
    if len(_parts(text)) == len(by_seat) == len(seats):
        return list(by_seat.values())
    words = " ".join(_parts(text)).replace(":", " ").split()
    each, rest = divmod(len(words), len(seats))
    in_order = [] if rest else [" ".join(words[at * each : (at + 1) * each]) for at in range(len(seats))]
    # Every name once, in seat order, each with what follows it: “ann large bob small”.
    places = [at for at, word in enumerate(words) if len(word) > 1 and len(reader.named(word)) == 1]
    after_names: list[str] = []
    if [reader.named(words[at])[0] for at in places] == [*seats] and not places[0]:
        ends = [*places[1:], len(words)]
        after_names = [" ".join(words[at + 1 : end]) for at, end in zip(places, ends, strict=True)]
    for parts in (in_order, after_names):
        chosen = (reader.choice(seat, part) for seat, part in zip(seats, parts, strict=False))
        actions = [action for action in chosen if action is not None and reader.may(action)]
        if len(actions) == len(seats):
            return actions
    return []


def chosen_of(reader: Reader, seats: Sequence[int], text: str) -> dict[int, Action]:
    """Return the secret choices in a text such as “Ann large, Bob folds”, by seat. Only those of ``seats`` are read."""
    choices: dict[int, Action] = {}
    for part in _parts(text):
        words = part.replace(":", " ").split()
        for count in range(len(words) - 1, 0, -1):
            named = reader.named(" ".join(words[:count]))
            if len(named) == 1 and named[0] in seats:
                action = reader.choice(named[0], " ".join(words[count:]))
                if action is not None:
                    choices[named[0]] = action
                break
    return choices


def _parts(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"[,;]|\band\b", text) if part.strip()]


def example(reader: Reader, seats: Sequence[int]) -> str:
    """Return a short example of how to type these seats' secret choices: “s m”, one first letter for each seat.

    "" if a seat has fewer than two or more than twelve words to choose from, or must enter a hand.
    """
    shown = []
    due = {turn.seat: turn.verbs for turn in reader.game.to_act(reader.view)}
    for place, seat in enumerate(seats):
        verbs = due.get(seat, ())
        if any(verb.kept for verb in reader.game.verbs if verb.name in verbs):
            return ""
        words = [word for verb in verbs for word in reader.choices(seat, verb) or [verb]]
        if not 1 < len(words) <= _FEW:
            return ""
        shown.append(words[place % len(words)][0])
    return " ".join(shown)


# -------------------------------------------------------------------------------- the dealing script, the laptop


def read_out(console: SharedScreen, script: Sequence[Handout]) -> None:
    """Show a dealing script, one card at a time on a cleared screen; then store in the journal that it was read out.

    ``script`` has the cards in the order of the deck, each with the seat that gets it (None: the box).
    """
    cards = [handout.card for handout in script]
    terminal = console.terminal
    with terminal.alone():
        place = 0
        while place < len(script):
            card, seat = script[place].card, script[place].seat
            terminal.wipe()  # only this card is in sight
            terminal.say(
                "Put the sorted deck face down, number 1 on top. I'll say who gets each card; deal without looking."
            )
            terminal.say(f"Card {card} of {len(script)}")
            terminal.say(" ".join("box" if seat is None else console.table.name(seat)).upper(), "strong")
            last = place + 1 == len(script)
            answer = terminal.ask("Enter: all are dealt · b: back " if last else "Enter: the next card · b: back ")
            answer = answer.strip().casefold()
            named = answer.rsplit(maxsplit=1)[-1] if answer else ""  # “again from 12”, “12”
            if answer in {"b", "back"}:
                place = max(0, place - 1)
            elif named in cards:
                place = cards.index(named)
            elif not answer:
                place += 1
    table = console.table
    table.dealt()
    console.returned()
    console.say("The cards are dealt.")
    for sentence in laid(table.game, table.state, table.actions, table.bots):
        console.say(sentence)


def take_laptop(console: SharedScreen, seat: int, verb: str = "", *, look: bool = False) -> bool:
    """Show a seat its private screen, then the shared one again. Return whether its player saw anything.

    ``verb`` is the private verb to ask for ("": whatever is due); with ``look`` none is asked for.
    """
    screen = PrivateScreen(console.table, console.terminal, seat, verb)
    screen.run(act=not look)
    console.returned()
    for sentence in screen.heard:
        console.say(sentence)
    return screen.seen


def first_look(console: SharedScreen, due: Sequence[int], text: str) -> bool:
    """Before the game begins, let people look at their cards as a text asks; return False for any other text.

    A name shows that player's cards on the private screen; "" does so for the first of ``due``, the seats that have not
    looked yet. “slips” writes everybody's cards to files for the printer. With “skip” nobody looks.
    """
    if text.casefold() in {"s", "slips"}:
        if console.confirm("Write everybody's cards on slips, for this computer's printer, and let the table know?"):
            from liarsdeck.files import default_folder
            from referee.tables import export

            folder = default_folder() / f"slips-{console.table.number}"
            slips = export.slips(console.table)
            console.table.notice(SHOWN, None, "slips")
            export.write(slips, folder)
            many = counted(len(slips), "slip")
            console.say(f"{many}, in {folder}: `cardgen slips` prints them to be folded shut. Hand them out.")
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
    """Play everybody's secret choices if a text states all of them openly in one line. Return whether it does."""
    secret = console.turns()[1]
    actions = all_chosen(console.reader(), secret, text) if len(secret) > 1 else []
    if actions:
        console.say(console.table.act_together(actions))  # the last one opens them all
    return bool(actions)


def handed_over(console: SharedScreen, text: str) -> bool:
    """Show a private screen if a text names somebody with a secret step, or is itself a secret.

    Return whether a private screen was shown. If the text may be secret, the shared screen is wiped first. Raises
    ``RecordError`` for a secret that nobody may enter now, or if the text states only some of the choices that are due.
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
        now = console.table.game.whose_turn(console.table.setup, console.table.game.to_act(console.table.view))
        raise RecordError(
            f"Nobody can {reader.game.spoken(verb)} now: {now}. Secrets are typed on the private screen; this one was"
            " wiped.",
            rule=f"{console.table.game.prefix}.step",
        )
    return False


def out_of_sight(console: SharedScreen, text: str, understood: Understood) -> None:
    """If a refused text may be secret, wipe the screen and raise ``RecordError`` without quoting the text.

    Otherwise return, and do nothing. ``understood`` is how the text was read. The text may be secret if people have
    only secrets to enter now, or if it looks like a PIN or like somebody's cards.
    """
    public, secret = console.turns()
    if secret and not public and not understood.open:
        console.returned()
        raise RecordError(
            f"That is not for the shared screen. Enter hands it to {console.table.name(secret[0])}, a name to"
            " somebody else; what is secret is typed there."
        )
    reader = console.reader()
    words = [word.casefold() for word in text.replace(":", " ").replace(",", " ").split()]
    open_verbs = [verb for verb in reader.game.verbs if not reader.game.private(reader.setup, verb.name)]
    rest = [word for word in words if not reader.named(word)]
    pin = len(words) == 1 and any(len(word) >= SHORTEST_PIN for word in rest)  # a line that is a number, too
    verbs = {way for verb in open_verbs for way in verb.ways()}
    if not console.table.over and verbs.isdisjoint(words) and (pin or (not understood.open and len(rest) > 1)):
        console.returned()
        why = understood.why
        if any(word[:SHORTEST_PIN] in why.casefold() for word in rest):  # it quotes what was typed, perhaps cut off
            now = reader.game.whose_turn(reader.setup, console.table.game.to_act(console.table.view))
            why = f"That is nothing that can be typed now: {now} (`help` says more)"
        raise RecordError(
            f"{why}. It was wiped, as it might have been a PIN or somebody's cards.",
            rule=understood.rule,
        )
