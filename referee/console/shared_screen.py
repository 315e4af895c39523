"""The screen that everybody at the table sees: what is said and asked there, and what it keeps for the next line."""

from referee.console.interpret import Reader
from referee.console.respell import nearest
from referee.console.terminal import Terminal
from referee.core.errors import RecordError
from referee.core.game import Turn
from referee.core.text_layout import layout, wrap
from referee.records.seal import CHOSEN_SEED
from referee.store.notices import SHOWN, TRIED, UNDONE
from referee.tables.evening import rematch
from referee.tables.table import Table

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
