"""What a person sees and types at the table: one sentence for what happened, one line for what is next."""

import signal
from collections.abc import Sequence

from liarsdeck.english import listed
from referee.console import answers, commands
from referee.console.dealing import read_out
from referee.console.interpret import LONGEST, Reader, Reading
from referee.console.near import nearest
from referee.console.open_form import chosen_of, laid_open
from referee.console.private_screen import Ritual
from referee.console.terminal import Terminal
from referee.core.errors import RecordError
from referee.core.game import Turn
from referee.core.refusals import infinitive
from referee.core.text_layout import asking, layout
from referee.store.notices import SHOWN, UNDONE
from referee.tables.evening import rematch, tally
from referee.tables.seals import seal
from referee.tables.table import Table

LEFT = "Saved. `referee resume` goes on here."
_LOG = 8  # sentences that are said again after the screen was wiped


class Console:
    """One table at one terminal, until it is left."""

    def __init__(self, table: Table, terminal: Terminal) -> None:
        self.table = table
        self.terminal = terminal
        self.rule = ""  # of the last refusal, for ``why``
        self.why = ""
        self._shown: list[str] = []
        self._log: list[tuple[str, str]] = []
        self._words: list[str] | None = None
        self._said_over = False
        self._opened = False
        self._own_words = {infinitive(verb.name) for verb in table.game.verbs}  # “reveal 3 black 2 red” is a line
        newest = [notice.number for notice in table.notices()]
        self._noticed = newest[-1] if newest else 0  # the last notice that was said
        self.again: Table | None = None  # the rematch that people want
        self._instead = ""  # typed in answer to a question about a slip

    # Speaking

    def say(self, text: str, style: str = "") -> None:
        """Say something to the whole table; it is said again after the screen was wiped."""
        self.terminal.say(text, style)
        self._log = [*self._log[1 - _LOG :], (text, style)]

    def refuse(self, error: Exception) -> None:
        """Say a no, and keep it for ``why``."""
        self.rule = getattr(error, "rule", "")
        self.why = str(error)
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
        """Return the table as everybody may see it, as lines; that everything was shown stands in it for good."""
        shown = [notice for notice in self.table.notices() if notice.kind == SHOWN]
        said = [f" ! {notice.said(self.table.setup.seats)}" for notice in shown[-1:]]
        return layout(self.table.game.show(self.table.view, None), self.terminal.width) + said

    def show(self) -> None:
        """Draw the table now."""
        self._shown = self.bar()
        for line in self._shown:
            self.terminal.line(line)

    # Listening

    def run(self) -> int:
        """Keep the table until it is left; return the exit status."""
        before = signal.signal(signal.SIGTERM, _terminated) if hasattr(signal, "SIGTERM") else None
        try:
            while True:
                if (status := self._turn()) is not None:
                    return status
        finally:
            if before is not None:
                signal.signal(signal.SIGTERM, before)
            self._leave()

    def _turn(self) -> int | None:
        try:
            try:
                self._prepare()
                typed, self._instead = self._instead or self._ask(), ""
            except RecordError as error:  # chance could not be written down: nothing goes on until it can
                self.refuse(error)
                typed = self.terminal.ask("Enter: try again · quit: leave > ")
        except KeyboardInterrupt:
            self.terminal.say(LEFT)
            return 130
        except EOFError:
            self.terminal.say(LEFT)
            return 0
        try:
            return self.typed(typed)
        except (RecordError, OSError) as error:
            self.refuse(error)
        except (KeyboardInterrupt, EOFError):
            self.terminal.say("Nothing was done.")
        return None

    def _leave(self) -> None:
        try:
            self.table.leave()
        except RecordError as error:
            self.terminal.say(str(error), "no")

    def _prepare(self) -> None:
        """Do what comes before anything is asked for: what the referee draws, and the dealing script."""
        while (action := self.table.draw()) is not None:
            hidden = self.table.game.redact(self.table.state, action, None) != action
            sentence = self.table.act(action)
            if not hidden:
                self.say(sentence)
        if made := seal(self.table):
            self.say(f"The deal is sealed: {made}", "strong")
        if script := self.table.handouts():
            read_out(self, script)
        for sentence in () if self._opened else self.table.opening():
            self.say(sentence)
        self._opened = True
        self.news()
        if self.table.over and not self._said_over:
            self._said_over = True
            self.say(f"{self.table.stands()} (`reveal` lays all open, `scores`, `history`, `quit`)", "strong")
            if said := tally(self.table.journal, self.table):
                self.say(said, "strong")

    def news(self) -> None:
        """Say what the whole table should know of: other programs, and private screens, leave notices too."""
        for notice in self.table.notices(self._noticed):
            self._noticed = notice.number
            if notice.kind != UNDONE:  # said when it was done
                self.say(f"! {notice.said(self.table.setup.seats)}", "no")

    def _ask(self) -> str:
        bar = self.bar()
        if not self.terminal.live:
            if bar[:1] != self._shown[:1] or len(bar) != len(self._shown):
                for line in bar:
                    self.terminal.line(line)
            self._shown = bar
            bar = []
        self._words = None
        return self.terminal.ask(self.prompt(), self.words, bar)

    def reader(self) -> Reader:
        """Return what reads the open table's lines."""
        return Reader(self.table.game, self.table.setup, self.table.view)

    def words(self) -> list[str]:
        """Return what Tab completes: legal lines as the open table sees them, and the table's commands."""
        if self._words is None:
            self._words = self.reader().words() + sorted(commands.ASIDES)
        return self._words

    def turns(self) -> tuple[tuple[Turn, ...], tuple[int, ...]]:
        """Return who may act in the open, and the seats that have something secret to do."""
        turns = self.table.game.to_act(self.table.view)
        secret = [t.seat for t in turns if t.seat is not None and all(self.table.private(v) for v in t.verbs)]
        return tuple(t for t in turns if t.seat not in secret), tuple(secret)

    def prompt(self) -> str:
        """Return what stands before the cursor: who is asked, and for what."""
        if self.table.over:
            return "Enter: again · reveal · scores · quit > "
        if due := self.table.looks():
            name = self.table.name(due[0])
            return f"{_sign(self.terminal)} {name}: take the laptop, see your cards (Enter · s: slips): "
        if question := self.table.game.among(self.table.view):
            return f"{question} (names, or Enter for anyone) "
        public, secret = self.turns()
        return self._handing_over(secret) if secret and not public else self._asking(public)

    def _handing_over(self, secret: Sequence[int]) -> str:
        """Return the prompt where everybody who may act has something secret to do."""
        names = ", ".join(self.table.name(seat) for seat in secret)
        verbs = {verb: None for turn in self.table.game.to_act(self.table.view) for verb in turn.verbs}
        kept = {verb.name for verb in self.table.game.verbs if verb.kept}
        what = listed("enter your hand" if verb in kept else infinitive(verb) for verb in verbs)
        return f"{_sign(self.terminal)} {names} ({what}): take the laptop, then Enter: "

    def _asking(self, public: Sequence[Turn]) -> str:
        """Return the prompt of what is done in the open: the game's own question, else who and what."""
        for turn in public:
            if asked := self.table.game.ask(self.table.view, turn):
                return asking(asked) if not (forced := answers.forced(self)) else f"{asking(asked)}(Enter: {forced}) "
        if len(public) != 1:
            return "> "
        turn = public[0]
        verb = f" {turn.verbs[0]}" if len(turn.verbs) == 1 else ""
        name = "" if turn.seat is None else self.table.name(turn.seat)
        return f"{name}{verb}: ".lstrip()

    # Understanding

    def typed(self, text: str) -> int | None:
        """Do what was typed; return an exit status when that ends it."""
        text = " ".join(text.split())
        if len(text) > LONGEST:
            raise RecordError("That is more than a line can say.")
        command, rest = commands.parse(text)
        if command is not None and not (rest and text.split()[0].casefold() in self._own_words):
            return command(self, rest)
        if (due := self.table.looks()) and self._first_look(due, text):
            return None
        among = bool(self.table.game.among(self.table.view))
        if not text:
            if self.table.over:
                return self.play_again()
            if forced := answers.forced(self):
                return self._line(forced)
            if among:
                answers.draw_among(self, ())
            elif secret := self.turns()[1]:
                self.take_laptop(secret[0])
            return None
        if among and (seats := answers.volunteers(self, text)):
            answers.draw_among(self, seats)
            return None
        if answers.all_pass(self, text) or self._open_form(text) or self._for_one(text) or self._secret(text):
            return None
        self._half_open(text)
        return self._line(text)

    def play_again(self) -> int | None:
        """Set up a rematch, when everyone wants one: ``again`` then is its table, and this one is left."""
        if not self.table.over:
            raise RecordError("The game is not over: a rematch comes after it.")
        if not self.confirm("Another game, the same seats and house rules?"):
            return None
        self.again = rematch(self.table.journal, self.table)
        return 0

    def _line(self, text: str) -> int | None:
        understood = self.reader().read(text)
        if not understood.readings:
            unread = not understood.rule or understood.rule.endswith(".line")
            if unread and (slip := self._slip_of_command(text)):
                return self.typed(slip) if self._meant(f"{text}? {slip}") else None
            public, secret = self.turns()
            if secret and not public and unread:
                self.returned()  # it may have been the secret itself
                raise RecordError(
                    f"That is not for the shared screen. Enter hands it to {self.table.name(secret[0])}, a name to"
                    " somebody else; what is secret is typed there."
                )
            raise RecordError(understood.why, rule=understood.rule)
        reading: Reading | None = understood.readings[0]
        if len(understood.readings) > 1:
            reading = self._which(understood.readings)
        elif reading is not None and not reading.sure and not self._meant(understood.asks or reading.line):
            reading = None
        if reading is not None:
            self.say(self.table.act(reading.action))
            self.rule = self.why = ""  # what was refused before is of no interest any more
        return None

    def confirm(self, question: str) -> bool:
        """Ask a yes or no; anything but a yes is a no."""
        answer = self.terminal.ask(f"{question} (y/n) ").strip().casefold()
        return answer in {"y", "yes"}

    def _meant(self, question: str) -> bool:
        """Ask whether a slip meant this; whoever types a line instead of a y or n has said what was meant."""
        answer = self.terminal.ask(f"{question} (y/n) ").strip()
        if answer.casefold() not in {"y", "yes", "n", "no", ""}:
            self._instead = answer
        return answer.casefold() in {"y", "yes"}

    def _which(self, readings: Sequence[Reading]) -> Reading | None:
        shown = readings[:9]
        text = " · ".join(f"{n} {reading.line}" for n, reading in enumerate(shown, start=1))
        self.terminal.say(f"Which? {text}")
        answer = self.terminal.ask("Which number (Enter: none) ").strip()
        if answer.isascii() and answer.isdigit():
            return shown[int(answer) - 1] if 0 < int(answer[:3]) <= len(shown) else None
        self._instead = answer
        return None

    def _slip_of_command(self, text: str) -> str:
        near = nearest(text.partition(" ")[0], list(commands.ASIDES))
        return " ".join([near[0], *text.split()[1:]]) if near else ""

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

    # What is secret

    def _for_one(self, text: str) -> bool:
        """Hand the laptop to the seat that a name alone stands for, when it has something secret to do."""
        named = self.reader().named(text)
        if len(named) != 1 or named[0] not in self.turns()[1]:
            return False
        self.take_laptop(named[0])
        return True

    def _secret(self, text: str) -> bool:
        """Take a private step to the private screen; what it says is never taken from the shared one."""
        found = self.reader().secret(text)
        public, secret = self.turns()
        if found is None and secret and not public and len(named := self.reader().named(text)) == 1:
            self.take_laptop(named[0], look=named[0] not in secret)
            return True
        if found is None:
            return False
        seat, verb = found
        if text.rpartition(":")[2].split()[1:] and text.partition(" ")[2]:
            self.returned()
            self.terminal.say(
                f"What {self.table.name(seat)} {verb} is secret: it is typed on the private screen.", "no"
            )
        self.take_laptop(seat, verb)
        return True

    def _open_form(self, text: str) -> bool:
        """Accept a secret step that was laid open at the table: everybody's name and choice on one line."""
        secret = self.turns()[1]
        if len(secret) < 2:
            return False
        actions = laid_open(self.reader(), secret, text)
        if actions:
            self.say(self.table.act_together(actions))  # the last one opens them all
        return bool(actions)

    def _half_open(self, text: str) -> None:
        """Refuse a secret step of which only a part was laid open, and take it out of sight."""
        secret = self.turns()[1]
        if chosen_of(self.reader(), secret, text):
            self.returned()
            names = ", ".join(f"{self.table.name(seat)} …" for seat in secret)
            raise RecordError(
                f"What was laid open goes on one line, for everybody who has still to choose: {names}. What is secret"
                " is typed on the private screen."
            )

    def take_laptop(self, seat: int, verb: str = "", *, look: bool = False) -> bool:
        """Give the seat its private screen, then bring the shared one back with what may be told of it.

        Returns whether the seat got as far as seeing anything.
        """
        ritual = Ritual(self.table, self.terminal, seat, verb)
        ritual.run(act=not look)
        self.returned()
        for sentence in ritual.heard:
            self.say(sentence)
        return ritual.seen

    def _first_look(self, due: Sequence[int], text: str) -> bool:
        """See to it that everybody has seen their cards before the game begins; False: the text is something else."""
        if text.casefold() in {"s", "slips"}:
            if self.confirm("Write everybody's cards on slips, for this computer's printer, and let the table know?"):
                answers.write_slips(self)
                self.table.looked(due)
            return True
        if text.casefold() == "skip":
            self.table.looked(due)
            return True
        named = self.reader().named(text) if text else list(due[:1])
        if len(named) != 1:
            return False
        if self.take_laptop(named[0], look=True):
            self.table.looked(named)
        return True


def _sign(terminal: Terminal) -> str:
    return "▸" if (getattr(terminal.out, "encoding", "") or "utf-8").lower().startswith("utf") else ">"


def _terminated(*_: object) -> None:
    raise SystemExit(143)
