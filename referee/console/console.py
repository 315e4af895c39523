"""What a person sees and types at the table: one sentence for what happened, one line for what is next."""

from collections.abc import Sequence

from liarsdeck.english import listed
from referee.console import answers, bots, commands, secret_steps
from referee.console.interpret import LONGEST
from referee.console.open_form import example
from referee.console.readings import Reading
from referee.console.respell import nearest
from referee.console.shared_screen import LEFT, SharedScreen
from referee.console.terminal import Terminal
from referee.core.errors import RecordError
from referee.core.game import Turn
from referee.core.refusals import infinitive
from referee.core.rulings import explained
from referee.core.text_layout import asking
from referee.tables.evening import tally
from referee.tables.table import Table


class Console(SharedScreen):
    """One table at one terminal, until it is left."""

    def __init__(self, table: Table, terminal: Terminal) -> None:
        super().__init__(table, terminal)
        self._hinted = False
        self._words: list[str] | None = None
        self._said_over = False
        self._opened = False
        self._own_words = {infinitive(verb.name) for verb in table.game.verbs}  # “reveal 3 black 2 red” is a line
        self._sealed: set[str] = set()  # the seals that were said
        self._harmless = False  # what was typed holds no secret: ↑ may bring it back

    # Listening

    def run(self) -> int:
        """Keep the table until it is left; return the exit status."""
        with self.terminal.silent():
            try:
                while True:
                    if (status := self._turn()) is not None:
                        return status
            finally:
                self._leave()

    def _turn(self) -> int | None:
        try:
            try:
                self._prepare()
                typed, self.instead = self.instead or self._ask(), ""
            except RecordError as error:  # chance could not be written down: nothing goes on until it can
                self.refuse(error)
                typed = self.terminal.ask("Enter: try again · quit: leave > ")
        except KeyboardInterrupt:
            self.terminal.say(LEFT)
            return 130
        except EOFError:
            self.terminal.say(LEFT)
            return 0
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

    def _leave(self) -> None:
        try:
            self.table.leave()
        except RecordError as error:
            self.terminal.say(str(error), "no")

    def _prepare(self) -> None:
        """Do what comes before anything is asked for: what the referee draws, and the dealing script."""
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
                secret_steps.read_out(self, script)
            if self.table.looks() or not bots.act(self):
                break
        for sentence in () if self._opened else self.table.opening():
            self.say(sentence)
        self._opened = True
        self.news()
        self._end()

    def _seal(self) -> None:
        made = self.table.seal
        if made and made not in self._sealed:  # a deal that was taken back comes again as it was
            self._sealed.add(made)
            self.say(self.table.seal_said, "strong")

    def _end(self) -> None:
        """Say how the game ended, once; another end where that one was taken back."""
        again, self._said_over = self._said_over, self.table.over
        if self.table.over and not again:
            ended = self.table.stands()
            last = self._log[-1][0].casefold() if self._log else ""
            why = self.table.game.outcome(self.table.state).reason.rstrip(".").casefold()
            heard = ended.rstrip(".").casefold() in last or (bool(why) and why in last)  # by the line that ended it
            more = "(`reveal` lays all open, `scores`, `history`, `quit`)"
            self.say(more if heard else f"{ended} {more}", "strong")
            if said := tally(self.table.journal, self.table):
                self.say(said, "strong")
            if self.table.seal:
                export = f"`referee export {self.table.number} --reveal -o game.txt`"
                self.terminal.say(f"Was anything dealt changed? {export}, then `referee verify game.txt`.", "soft")

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

    def words(self) -> list[str]:
        """Return what Tab completes: legal lines as the open table sees them, and the table's commands."""
        if self._words is None:
            self._words = self.reader().words() + sorted(commands.ASIDES)
        return self._words

    def prompt(self) -> str:
        """Return what stands before the cursor: who is asked, and for what."""
        if self.table.over:
            return "Enter: again · reveal · scores · quit > "
        if bots.wait(self):
            return "Only bots play (Enter: they play on · bot NAME:person): "
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
        like = example(self.reader(), secret) if len(secret) > 1 else ""
        opened = f" (or all laid open, in this order: {like})" if like else ""
        return f"{_sign(self.terminal)} {names} ({what}): take the laptop, then Enter{opened}: "

    def _asking(self, public: Sequence[Turn]) -> str:
        """Return the prompt of what is done in the open: the game's own question, else who and what."""
        for turn in public:
            if asked := self.table.game.ask(self.table.view, turn):
                forced = answers.forced(self)
                short = f"(Enter: {forced}) " if forced else "(all: all pass) " if "passes" in turn.verbs else ""
                return asking(asked) + short
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
        line = len(text) == 1 and any(reading.sure for reading in self.reader().read(text).readings)  # h: hearts
        if command is not None and not line and not (rest and text.split()[0].casefold() in self._own_words):
            self._harmless = not (rest and commands.private(text))
            return command(self, rest)
        if (due := self.table.looks()) and secret_steps.first_look(self, due, text):
            return None
        among = bool(self.table.game.among(self.table.view))
        if not text:
            if self.table.over:
                return self.play_again()
            self.watched = bots.wait(self)
            if forced := answers.forced(self):
                return self._line(forced)
            if among:
                answers.draw_among(self, ())
            elif secret := self.turns()[1]:
                secret_steps.take_laptop(self, secret[0])
            return None
        if among and (seats := answers.volunteers(self, text)) != []:
            self._harmless = True
            if seats:
                answers.draw_among(self, seats)
            return None
        if answers.all_pass(self, text) or secret_steps.laid_open(self, text):
            self._harmless = True
            return None
        return None if secret_steps.handed_over(self, text) else self._line(text)

    def _line(self, text: str) -> int | None:
        understood = self.reader().read(text)
        if not understood.readings:
            unread = not understood.rule or understood.rule.endswith(".line")
            if unread and (slip := self._slip_of_command(text)):
                return self.typed(slip) if self.meant(f"{text}? {slip}") else None
            if unread or understood.open:
                secret_steps.out_of_sight(self, text, understood)
            self._harmless = understood.open
            raise RecordError(understood.why, rule=understood.rule)
        readings = bots.of_people(self.table, understood.readings)
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
        """Return the reading for the seat whom the prompt calls by name; what ends a deal is asked about."""
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

    def _slip_of_command(self, text: str) -> str:
        first = text.partition(" ")[0]
        near = () if self.reader().named(first) else nearest(first, list(commands.ASIDES))  # Bob is no slip of bot
        return " ".join([near[0], *text.split()[1:]]) if near else ""


def _sign(terminal: Terminal) -> str:
    return "▸" if (getattr(terminal.out, "encoding", "") or "utf-8").lower().startswith("utf") else ">"
