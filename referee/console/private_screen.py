"""The private screen: always the same ritual, so that nobody can tell from outside what it was for."""

import contextlib
from collections.abc import Sequence

from liarsdeck.english import printable, quoted
from referee.console.interpret import Reader
from referee.console.respell import nearest
from referee.console.terminal import Terminal, Words
from referee.core.errors import RecordError
from referee.core.game import Action, Turn, Verb
from referee.core.play import narrated
from referee.core.text_layout import asking, layout, table, wrap
from referee.lines.line import format_action
from referee.store import pins
from referee.store.entries import LINE
from referee.store.notices import NEW_PIN, PIN
from referee.tables import fix
from referee.tables.entered import MisfitError, before
from referee.tables.table import Table
from referee.tables.takeback import CHANGED

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
            alone = len(self.table.people) == 1 and CHANGED not in self.table.standing.marks
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
            if len(pin) < pins.SHORTEST:
                self.terminal.say(f"A PIN has {pins.SHORTEST} characters or more. (Ctrl-D: back)", "no")
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

    def correct(self, place: int) -> fix.Fix | None:
        """Let the seat say what a line of its own should have been; return what would come of it."""
        made = None
        if not self.terminal.wipes and not self._consent():
            return None
        with self.terminal.alone(), contextlib.suppress(KeyboardInterrupt, EOFError):
            self.terminal.say(f"{self.name}, alone", "strong")
            if self._pin():
                state, old = fix.before(self.table, place)
                line = format_action(self.table.game, self.table.setup, old).partition(": ")[2]
                self.terminal.say(f"Line {place}: {line}")
                view = self.table.game.view(state, self.seat)
                while made is None and (text := self.terminal.ask("What should it say? (Enter: leave it) ").strip()):
                    try:
                        understood = Reader(self.table.game, self.table.setup, view, self.seat, [old.verb]).read(text)
                        if len(understood.readings) != 1:
                            raise RecordError(understood.why or "That can be read in more than one way.")
                        made = fix.ask(self.table, place, understood.readings[0].action, self.seat)
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
        lines = [entry.text for entry in self.table.journal.entries(self.table.number) if entry.kind == LINE]
        return self._last or before(lines, self.name, due[0].name)

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
            else:
                self.table.doubt(action, self.seat)
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
