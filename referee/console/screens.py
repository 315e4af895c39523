"""The screens of a table at a keyboard: the shared one, the private ones, and the secret steps between them."""

import contextlib
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from liarsdeck.english import counted, printable, quoted
from referee.bots import laid, level_of, split, turned
from referee.console.interpret import Reader, Understood, everybody, nearest
from referee.console.terminal import Terminal, Words
from referee.core.game import Action, Handout, RecordError, Turn, Verb
from referee.core.play import format_action, narrated
from referee.core.refusals import infinitive, whose_turn
from referee.core.text_layout import asking, layout, table, wrap
from referee.records import CHOSEN_SEED
from referee.store import pins
from referee.store.journal import NEW_PIN, PIN, SHOWN, TRIED, UNDONE
from referee.store.pins import SHORTEST_PIN
from referee.tables.table import CHANGED, Fix, MisfitError, Table, rematch

if TYPE_CHECKING:
    from referee.console.interpret import Reading


LEFT = "Saved. `referee resume` goes on here."
_LOG = 8  # sentences that are said again after the screen was wiped


class SharedScreen:
    """One table at one terminal, as everybody may see it."""

    def __init__(self, table: Table, terminal: Terminal) -> None:
        self.table = table
        self.terminal = terminal
        self.rule = ""  # of the last refusal, for ``why``
        self.why = ""
        self.refused_at = 0  # how many lines stood then
        self._shown: list[str] = []
        self._log: list[tuple[str, str]] = []
        newest = [notice.number for notice in table.notices()]
        self._noticed = newest[-1] if newest else 0  # the last notice that was said
        self.watched = False  # whether bots play on where no person is left
        self.again: Table | None = None  # the rematch that people want
        self.instead = ""  # typed in answer to a question about a slip

    # Speaking

    def say(self, text: str, style: str = "") -> None:
        """Say something to the whole table; it is said again after the screen was wiped."""
        self.terminal.say(text, style)
        self._log = [*self._log[1 - _LOG :], (text, style)]

    def refuse(self, error: Exception) -> None:
        """Say a no, and keep it for ``why``."""
        self.rule = getattr(error, "rule", "")
        self.why = str(error)
        self.refused_at = len(self.table.actions)
        text = self.why[:1].upper() + self.why[1:]
        self.terminal.say(text, "no")

    def returned(self) -> None:
        """Bring the shared screen back after a private one."""
        if self.terminal.wipes:
            self.terminal.wipe()
            for text, style in self._log:
                self.terminal.say(text, style)
        self._shown = []

    def bar(self) -> list[str]:
        """Return the table as everybody may see it, as lines.

        That its seed was chosen, or everything was shown, stands in it for good.
        """
        shown = [notice.said(self.table.setup.seats) for notice in self.table.notices() if notice.kind == SHOWN]
        good = ([CHOSEN_SEED] if self.table.seeded else []) + shown[-1:]
        said = [f" {line}" for text in good for line in wrap(f"! {text}", self.terminal.width - 1)]
        return layout(self.table.game.show(self.table.view, None), self.terminal.width) + said

    def show(self) -> None:
        """Draw the table now."""
        self._shown = self.bar()
        for line in self._shown:
            self.terminal.line(line)

    def news(self) -> None:
        """Say what the whole table should know of: other programs, and private screens, leave notices too."""
        for notice in self.table.notices(self._noticed):
            self._noticed = notice.number
            if notice.kind not in {UNDONE, TRIED}:  # said when it was done
                self.say(f"! {notice.said(self.table.setup.seats)}", "no")

    # What the table stands at

    def reader(self) -> Reader:
        """Return what reads the open table's lines."""
        return Reader(self.table.game, self.table.setup, self.table.view)

    def turns(self) -> tuple[tuple[Turn, ...], tuple[int, ...]]:
        """Return which people may act in the open, and the seats of those who have something secret to do."""
        turns = [turn for turn in self.table.game.to_act(self.table.view) if turn.seat not in self.table.bots]
        secret = [t.seat for t in turns if t.seat is not None and all(self.table.private(v) for v in t.verbs)]
        return tuple(t for t in turns if t.seat not in secret), tuple(secret)

    # Asking

    def confirm(self, question: str) -> bool:
        """Ask a yes or no; anything but a yes is a no."""
        answer = self.terminal.ask(f"{question} (y/n) ").strip().casefold()
        return answer in {"y", "yes"}

    def meant(self, question: str) -> bool:
        """Ask whether a slip meant this; whoever types a line instead of a y or n has said what was meant."""
        answer = self.terminal.ask(f"{question} (y/n) ").strip()
        if answer.casefold() not in {"y", "yes", "n", "no", ""}:
            self.instead = answer
        return answer.casefold() in {"y", "yes"}

    def seat(self, text: str, what: str) -> int:
        """Return the seat somebody named, asking when nobody or nobody clear was. Raises ``RecordError``."""
        reader = self.reader()
        name = text or self.terminal.ask(f"{what} Who? ").strip()
        seats = reader.named(name)
        if len(seats) == 1:
            return seats[0]
        if not seats and (near := nearest(name, self.table.setup.seats)) and self.confirm(f"{name}? {near[0]}"):
            return reader.named(near[0])[0]
        raise RecordError(f"Say which seat: {', '.join(self.table.setup.seats)}.")

    def play_again(self) -> int | None:
        """Set up a rematch, when everyone wants one: ``again`` then is its table, and this one is left."""
        if not self.table.over:
            raise RecordError("The game is not over: a rematch comes after it.")
        if not self.meant("Another game, the same seats and house rules?"):
            return None
        self.again = rematch(self.table.journal, self.table)
        return 0


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
        if not act(console):
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
    from referee.tables import export

    folder = default_folder() / f"slips-{console.table.number}"
    found = export.slips(console.table)
    console.table.notice(SHOWN, None, "slips")
    export.write(found, folder)
    many = counted(len(found), "slip")
    console.say(f"{many}, in {folder}: `cardgen slips` prints them to be folded shut. Hand them out.")


_COMMANDS = {"note", "n", "notes", "look", "table", "book", "notebook", "pin", "help", "h", "?"}
_BELOW = 5  # lines of a private screen for what is asked below the cards
_BOOK = "book: what you can conclude"


class Ritual:
    """One seat alone with the referee: PIN, look, act, Enter; then all of it is wiped.

    Raises ``RecordError`` for the seat of a bot, whose cards are nobody's to see.
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
        self._instead = ""  # typed in answer to a question about a slip
        self._last = ""  # the hand that was the last to come in, and did not fit

    def run(self, *, act: bool) -> None:
        """Do the ritual; ``act`` asks for the secret step that is due."""
        if not self.terminal.wipes and not self._consent():
            return
        with self.terminal.alone(), contextlib.suppress(KeyboardInterrupt, EOFError):
            self.terminal.say(f"{self.name}, alone", "strong")
            if self._pin():
                self.seen = True
                self._look()
                if act:
                    self._act()
                self._stay()

    def _consent(self) -> bool:
        answer = self.terminal.ask(
            "This terminal can't be wiped: what is shown stays in sight. Show it all the same? (y/n) "
        )
        return answer.strip().casefold() in {"y", "yes"}

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
        """Let the seat choose its PIN, typed twice."""
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
        """Let the seat choose another PIN; whoever asks for this has asked the table."""
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
        """Show the seat's cards and notes, and the table where there is room for it too."""
        notes = dict(self.table.journal.notes(self.table.number, self.seat))
        rows = [(card, title, mark, notes.pop(card, "")) for card, title, mark in self._hand()]
        lines = ["", *(f" {line}" for line in table(rows, self.terminal.width - 2))]
        if not rows and (entering := self._optional()):
            verb = entering[0]
            lines += self._wrapped(
                f"The referee knows no card of yours. `{verb.name} {verb.usage}` tells it, if you like."
            )
        for card, text in sorted(notes.items()):
            lines += self._wrapped(f"Note on {card}: {text}")
        seen = self._table()
        room = max(5, self.terminal.height - _BELOW)
        lines += seen if len(lines) + len(seen) < room else ["", "`table` shows the table."]
        for place, line in enumerate([*lines, ""]):
            if place and place % room == 0:
                self.terminal.ask("Enter: more ")
            self.terminal.line(line)

    def _table(self) -> list[str]:
        return layout(self.table.game.show(self._view(), self.seat), self.terminal.width)

    def _wrapped(self, text: str) -> list[str]:
        return wrap(printable(text), self.terminal.width - 1, "  ")

    def _stay(self) -> None:
        """Take notes until the seat hides the screen."""
        self.terminal.say(self._can(), "soft")
        while text := self._typed("Enter: hide > "):
            self._try(text)

    def _typed(self, prompt: str, words: Words = tuple) -> str:
        typed, self._instead = self._instead or self.terminal.ask(prompt, words).strip(), ""
        return typed

    def _meant(self, question: str) -> bool:
        """Ask whether a slip meant this; whoever types a line instead of a y or n has said what was meant."""
        answer = self.terminal.ask(f"{question} (y/n) ").strip()
        if answer.casefold() not in {"y", "yes", "n", "no"}:
            self._instead = answer
        return answer.casefold() in {"y", "yes"}

    def _try(self, text: str) -> None:
        try:
            self._command(text)
        except RecordError as error:
            self.terminal.say(str(error), "no")

    def _can(self) -> str:
        """Return what can be typed while the seat stays."""
        book = [_BOOK] if self._book() else []
        return " · ".join(("note CARD words: keep a note", *book, "pin: a new PIN", "Enter: hide"))

    def _book(self) -> list[str]:
        return layout(self.table.game.notebook(self._view(), self.seat), self.terminal.width)

    def _command(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        if word.casefold() in {"note", "n"}:
            card, _, words = rest.strip().partition(" ")
            if not card:
                mine = next((name for name, _, _ in self._hand()), "CARD")
                raise RecordError(f"A note is on a card: note {mine} for the end. Without words it is taken away.")
            self._check_card(card)
            self.table.journal.note(self.table.number, self.seat, card, words.strip()[:200])
            self._look()
        elif word.casefold() in {"notes", "look"}:
            self._look()
        elif word.casefold() == "table":
            for line in self._table():
                self.terminal.line(line)
        elif word.casefold() in {"book", "notebook"}:
            for line in self._book() or ["There is nothing to conclude in this game."]:
                self.terminal.line(line)
        elif word.casefold() == "pin":
            self._choose()
        elif word.casefold() in {"help", "h", "?"}:
            self._help([*self._due(), *self._optional()])
        else:
            self._do(text)

    def correct(self, place: int) -> Fix | None:
        """Let the seat say what a line of its own should have been; return what would come of it."""
        made = None
        if not self.terminal.wipes and not self._consent():
            return None
        with self.terminal.alone(), contextlib.suppress(KeyboardInterrupt, EOFError):
            self.terminal.say(f"{self.name}, alone", "strong")
            if self._pin():
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

    def _check_card(self, card: str) -> None:
        facts = self.table.setup.facts
        known = [str(one.number) for one in facts.cards] if facts is not None else [card]
        if card not in known:
            raise RecordError(f"There is no card {quoted(card)} in this kit: they are {known[0]} to {known[-1]}.")

    def _not_here(self, text: str) -> bool:
        """Answer a text that is nothing to be typed here; a slip in one of the screen's own words is asked about."""
        word, _, rest = text.partition(" ")
        if near := nearest(word, sorted(word for word in _COMMANDS if len(word) > 1)):
            if self._meant(f"{word}? {near[0]}"):
                self._try(f"{near[0]} {rest}".strip())
            return True
        if not (self._due() or self._optional()):
            self.terminal.say(f"{quoted(text)} is nothing that can be typed here. {self._can()}", "no")
            return True
        return False

    # Acting

    def _act(self) -> None:
        """Ask for the secret step that is due until one is taken or the seat types Enter alone."""
        while due := self._due():
            verbs = [verb.name for verb in due]
            if earlier := self._earlier(due):
                self.terminal.say(f"You entered {earlier} before; `same` enters it again.")
            text = self._typed(self._question(due), self._reader(verbs).words)
            text = earlier if earlier and text.casefold() == "same" else text
            if not text:
                return
            if text.partition(" ")[0].casefold() in _COMMANDS:
                self._try(text)
            elif self._do(text, verbs) and not self._still(due):
                return

    def _earlier(self, due: Sequence[Verb]) -> str:
        """Return the hand that the seat entered before all were taken back, "" where there is none."""
        if not due[0].kept or due[0].optional:
            return ""
        return self._last or self.table.last_entered(self.seat, due[0].name)

    def _question(self, due: Sequence[Verb]) -> str:
        """Return the game's own question for what is due, else how it is written."""
        view = self._view()
        for turn in self.table.game.to_act(view):
            if turn.seat == self.seat and due[0].name in turn.verbs and (asked := self.table.game.ask(view, turn)):
                return asking(asked)
        return " or ".join(f"{verb.name} {verb.usage}".strip() for verb in due) + ": "

    def _help(self, verbs: Sequence[Verb]) -> None:
        for verb in verbs:
            self.terminal.say(f"· {verb.name} {verb.usage}: {verb.help}".replace(" :", ":"))
        self.terminal.say(self._can(), "soft")

    def _due(self) -> list[Verb]:
        """Return the private verbs that are asked for now: what the seat came for, else what its turn wants."""
        came = [verb for verb in self._optional() if verb.name == self.verb]
        turns = [turn for turn in self.table.game.to_act(self._view()) if turn.seat == self.seat]
        return came or self._private(turns)

    def _optional(self) -> list[Verb]:
        return self._private([turn for turn in self.table.game.optional(self._view()) if turn.seat == self.seat])

    def _private(self, turns: Sequence[Turn]) -> list[Verb]:
        verbs = {verb for turn in turns for verb in turn.verbs if self.table.private(verb)}
        return [verb for verb in self.table.game.verbs if verb.name in verbs]

    def _still(self, due: Sequence[Verb]) -> bool:
        """Say whether what was asked for is due still: a hand was entered before it, say."""
        return [verb.name for verb in due] == [verb.name for verb in self._due()]

    def _reader(self, verbs: Sequence[str] = ()) -> Reader:
        return Reader(self.table.game, self.table.setup, self._view(), self.seat, verbs)

    def _do(self, text: str, verbs: Sequence[str] = ()) -> bool:
        understood = self._reader(verbs).read(text)
        if len(understood.readings) != 1:
            if (not understood.rule or understood.rule.endswith(".line")) and self._not_here(text):
                return False
            why = understood.why or "That can be read in more than one way: say it in full."
            rule = f" [{understood.rule}]" if understood.rule else ""
            self.terminal.say(f"{why[:1].upper()}{why[1:]}{rule}", "no")
            return False
        reading = understood.readings[0]
        if not reading.sure and not self._meant(understood.asks or reading.line):
            return False
        return self._accept(reading.action)

    def _accept(self, action: Action) -> bool:
        before, hand = self.table.state, self._hand()
        try:
            sentence = self.table.act(action, eyes=self.seat)
        except RecordError as error:
            self.terminal.say(str(error), "no")
            if isinstance(error, MisfitError):
                self._last = self.table.game.write(self.table.setup, action).args
            return False
        self.heard.append(sentence)
        if action.verb == self.verb:
            self.verb = ""  # what the seat came for is done
        mine = narrated(self.table.game, before, action, self.table.state, self.seat)
        line = format_action(self.table.game, self.table.setup, action).partition(": ")[2]
        self.terminal.say(f"Kept. {mine}" if mine and mine != sentence else f"Kept: {line}.")
        if self._hand() != hand:
            self._look()
        return True


_FEW = 12  # words that can be chosen, of which one or two make an example


def all_chosen(reader: Reader, seats: Sequence[int], text: str) -> list[Action]:
    """Return a secret step laid open, everybody's choice on one line (``Ann large, Bob folds``, ``l f``), else []."""
    found = chosen_of(reader, seats, text)
    if len(_parts(text)) == len(found) == len(seats):
        return list(found.values())
    for parts in (_shared_out(_words(text), len(seats)), _after_names(reader, seats, _words(text))):
        chosen = (reader.choice(seat, part) for seat, part in zip(seats, parts, strict=False))
        actions = [action for action in chosen if action is not None and reader.may(action)]
        if len(actions) == len(seats):
            return actions
    return []


def chosen_of(reader: Reader, seats: Sequence[int], text: str) -> dict[int, Action]:
    """Return the secret choices that a text names, by seat: a name and a choice in each of its parts."""
    found: dict[int, Action] = {}
    for part in _parts(text):
        words = part.replace(":", " ").split()
        for many in range(len(words) - 1, 0, -1):
            named = reader.named(" ".join(words[:many]))
            if len(named) == 1 and named[0] in seats:
                action = reader.choice(named[0], " ".join(words[many:]))
                if action is not None:
                    found[named[0]] = action
                break
    return found


def example(reader: Reader, seats: Sequence[int]) -> str:
    """Return how these seats' choices may be laid open in seat order, as “s m”; "" where too many words could be."""
    said = []
    due = {turn.seat: turn.verbs for turn in reader.game.to_act(reader.view)}
    for place, seat in enumerate(seats):
        verbs = due.get(seat, ())
        if any(verb.kept for verb in reader.game.verbs if verb.name in verbs):
            return ""
        words = [word for verb in verbs for word in reader.choices(seat, verb) or [verb]]
        if not 1 < len(words) <= _FEW:
            return ""
        said.append(words[place % len(words)][0])
    return " ".join(said)


def _parts(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"[,;]|\band\b", text) if part.strip()]


def _words(text: str) -> list[str]:
    return " ".join(_parts(text)).replace(":", " ").split()


def _shared_out(words: Sequence[str], many: int) -> list[str]:
    """Return as many parts of as many words each, [] where they do not come out even."""
    each = len(words) // many
    return [" ".join(words[at * each : (at + 1) * each]) for at in range(many)] if each * many == len(words) else []


def _after_names(reader: Reader, seats: Sequence[int], words: Sequence[str]) -> list[str]:
    """Return what follows each seat's name where every name stands once, in seat order: “ann large bob small”."""
    places = [at for at, word in enumerate(words) if len(word) > 1 and len(reader.named(word)) == 1]
    if [reader.named(words[at])[0] for at in places] != [*seats] or places[0]:
        return []
    return [" ".join(words[at + 1 : end]) for at, end in zip(places, [*places[1:], len(words)], strict=True)]


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
            write_slips(console)
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
    pin = len(words) == 1 and any(len(word) >= SHORTEST_PIN for word in rest)
    return not spoken.intersection(words) and (pin or (not read and len(rest) > 1))


def _unquoted(why: str, text: str) -> str:
    """Return a sentence without what it says of a text."""
    typed = text.casefold()

    def blank(found: re.Match[str]) -> str:
        return "“…”" if found[1].casefold().rstrip("…") in typed else found[0]

    return re.sub(rf"(?<!\w){re.escape(text)}(?!\w)", "…", re.sub("“([^”]*)”", blank, why), flags=re.IGNORECASE)
