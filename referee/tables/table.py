"""One live table: a journal, a game, and who may see what. A line is on the disk before it is confirmed."""

import hashlib
from collections.abc import Mapping, Sequence
from itertools import islice, takewhile
from random import Random
from typing import TYPE_CHECKING

from referee import games
from referee.bots import seated
from referee.core.cards import MASK
from referee.core.errors import RecordError
from referee.core.game import Action, Game, Refused, Setup, Unopened
from referee.core.play import narrated, ruling, steps
from referee.core.screens import Handout
from referee.core.text_layout import ending
from referee.lines.line import format_action, parse
from referee.records.record import parse_record
from referee.records.seal import dealt_verbs
from referee.store.entries import LINE, MARK, REDO, UNDO, Standing, fold
from referee.store.journal import Journal
from referee.store.listed import Listed
from referee.store.notices import DOUBT, TRIED, UNDONE, Notice
from referee.tables.entered import TOGETHER, MisfitError, as_entered, awaited, doubts, misfits
from referee.tables.kept import bytes_of, followed, header_of, renamed, setup_of
from referee.tables.seals import SealedDeal, commitments, sealed_deals
from referee.tables.takeback import CHANGED, Redone, Takeback, by_chance, last_lines, mark_of

if TYPE_CHECKING:
    from factbank.facts import Facts

CORRECTED = "corrected"
"""The mark before a correction in the journal: which line, and how many lines follow that stand from there on."""
_GIVEN = "given "  # before a seed that somebody chose


class Table:
    """A table that is being played. Its state is always what a fold of the journal's standing lines gives."""

    def __init__(self, journal: Journal, number: int, *, salvage: bool = False, facts: "Facts | None" = None) -> None:
        """Open a table. ``salvage`` stops at the first damaged entry, and says so in ``lost``, instead of raising.

        ``facts`` are played with instead of those that the journal keeps; they must be of the same kit.
        """
        self.journal = journal
        self.lost = ""
        self._salvage = salvage
        self.kept: Listed = journal.table(number)
        self.setup, header = setup_of(self.kept, journal, facts)
        self.kit = str(header.get("kit", ""))
        self.follows = int(header.get("follows", 0))  # the table that this one is a rematch of, 0 for none
        self.game: Game[object] = games.game(self.setup.game)
        self.bots = seated.bots_of(self.game, self.setup, header.get("bots", []))  # the level of each, by seat
        self._by_bot: tuple[object, Action | None] = None, None
        self._drew: Action | None = None  # what chance gave last
        self._dealt = dealt_verbs(self.game, self.setup)
        self._load()

    @classmethod
    def new(
        cls,
        journal: Journal,
        setup: Setup,
        *,
        kit: str = "",
        seed: str | None = None,
        follows: int = 0,
        bots: Mapping[int, str] | None = None,
    ) -> "Table":
        """Set up a table and keep it with its facts, whose code is ``kit``; ``follows`` is the game before a rematch.

        ``bots`` are the levels of the seats that bots play. The table is proved readable before it is kept. Raises
        ``RecordError``.
        """
        seated.check_bots(games.game(setup.game), setup, bots or ())
        given = None if seed is None else f"{_GIVEN}{seed}"
        header = header_of(setup, kit, follows, bots or {})
        parse_record(header, facts=setup.facts)
        number = journal.create(setup.game, header, setup.seats, given, bytes_of(setup))
        return cls(journal, number)

    def _load(self) -> None:
        entries = (self.journal.sound_entries if self._salvage else self.journal.entries)(self.kept.number)
        self.entries = len(entries)  # of the journal, that this is made of
        self.standing: Standing = fold(entries)
        self._deals: tuple[SealedDeal, ...] | None = None
        actions, self.drawn, self.state = followed(self.game, self.setup, self.standing)
        self.actions: tuple[Action, ...] = tuple(actions)
        if len(self.actions) < len(self.standing.lines):
            place = len(self.actions) + 1
            if not self._salvage:
                raise RecordError(
                    f"Line {place} of table {self.number} doesn't fit its rules any more; the journal was left as it"
                    f" is. `referee export {self.number}` saves the record."
                )
            self.lost = f"From line {place} on the table is damaged; this is what stands before it."

    # What it is

    @property
    def number(self) -> int:
        """The table's number in the journal."""
        return self.kept.number

    @property
    def view(self) -> object:
        """The state as everybody at the table may see it."""
        return self.game.view(self.state, None)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.outcome(self.state).over

    def name(self, seat: int | None) -> str:
        """Return a seat's name, or “the table”."""
        return self.setup.name(seat)

    def private(self, verb: str) -> bool:
        """Say whether a verb is entered on a private screen at this table."""
        return self.game.private(self.setup, verb)

    def stands(self) -> str:
        """Return one public sentence: where the game stands."""
        outcome = self.game.outcome(self.state)
        if outcome.over:
            return ending(self.setup, outcome)
        title = self.game.show(self.view, None).title
        names = ", ".join(self.name(turn.seat) for turn in self.game.to_act(self.state))
        return f"{title}; next: {names}." if title else f"{len(self.actions)} lines; next: {names}."

    @property
    def seeded(self) -> bool:
        """Whether somebody chose the seed, so that without a terminal the referee deals too."""
        return self.kept.seed.startswith(_GIVEN)

    def keep_facts(self) -> None:
        """Keep the facts in the journal, where a table of an earlier version, or other facts, are not there yet."""
        data = bytes_of(self.setup)
        if data is not None and hashlib.sha256(data).hexdigest() != self.kept.facts:
            self.journal.keep_facts(self.number, data)
            self.kept = self.journal.table(self.number)

    # Notices

    def notice(self, kind: str, seat: int | None = None, text: str = "") -> None:
        """Let the whole table know of something, now and later."""
        self.journal.notice(self.number, kind, seat, text)

    def notices(self, after: int = 0) -> list[Notice]:
        """Return what the whole table should know of, after notice number ``after``."""
        return self.journal.notices(self.number, after)

    # What happens

    def judge(self, action: Action, eyes: int | None = None) -> None:
        """Raise ``RecordError`` with what these eyes may read when the action isn't legal here.

        A refusal on the shared screen that rests on hidden cards says something of them: it stays in the history.
        """
        if MASK in self.game.write(self.setup, action).words:
            # A redacted record may leave things open; a table that did would not know how to go on.
            why = f"“{MASK}” stands for what is hidden in a record: say it"
            raise RecordError(why, rule=f"{self.game.prefix}.line")
        judgment = ruling(self.game, self.state, action, eyes)
        if eyes is not None and awaited(self.game, self.state, action):
            judgment = as_entered(self.game, self.state, action)
        if isinstance(judgment, Refused):
            seen = self.game.judge(self.view, action)
            if eyes is None and (seen.legal or isinstance(seen, Unopened)):
                self.notice(TRIED, None, self.words(self.state, action))
            raise RecordError(judgment.why, rule=judgment.rule)

    def doubt(self, action: Action, seat: int) -> None:
        """Count a refused hand that fits its own seat's eyes: entering hands is no way to ask, so the table hears."""
        if times := doubts(self.game, self.state, self.standing.marks, action, seat):
            self.mark(f"doubt {seat} {times}")
            if times > 1:  # one may be a slip
                self.notice(DOUBT, seat, f"a hand that does not fit was entered {times} times")

    def act(self, action: Action, eyes: int | None = None, *, mark: str = "") -> str:
        """Do an action: judged, kept on the disk, then confirmed with the sentence that the open table hears.

        A ``mark`` is kept with the line, both or neither, and so is the seal of what ``draw`` gave. Raises
        ``RecordError``: refused (in words for ``eyes``), or not kept; the table then stands as it stood. A hand that
        everybody enters on a private screen is judged with all the others, when the last is in.
        """
        self.judge(action, eyes)
        if eyes is not None and (hands := misfits(self.game, self.setup, self.actions, action)):
            self.notice(DOUBT, None, "the hands that were entered do not fit together, and were all taken back")
            self._turn_back(UNDO, hands)
            raise MisfitError(TOGETHER)
        text, place = format_action(self.game, self.setup, action), len(self.actions) + 1
        before, actions = self.state, (*self.actions, action)
        chance = mark == by_chance(place, text)
        marks = [mark] if mark else []
        if chance or action is self._drew:
            marks += commitments(self.game, self.setup, self.kept.seed, actions, self.standing.marks)
        self.journal.append(self.number, self.entries + 1, LINE, text, marks=marks)
        self.entries += 1 + len(marks)
        self._deals = None if action.verb in self._dealt else self._deals
        self.drawn.append(chance or action.verb in self.game.drawn(before))
        self.state = self.game.apply(before, action)
        self.actions = actions
        self.standing = Standing((*self.standing.lines, text), (), self.standing.marks.union(marks))
        return self.heard(before, action, self.state)

    def act_together(self, actions: Sequence[Action]) -> str:
        """Do several actions that were typed as one line, to be taken back as one; return what the last one opens.

        Raises ``RecordError`` when one of them is refused; then none was done.
        """
        for action in actions:
            self.judge(action)
        sentence, done = "", 0
        try:
            for action in actions:
                sentence, done = self.act(action), done + 1
        except RecordError:
            if done:
                self._turn_back(UNDO, done)
            raise
        texts = self.standing.lines[len(self.standing.lines) - len(actions) :]
        self.mark(mark_of(len(self.actions) - len(actions), texts))
        return sentence

    def heard(self, before: object, action: Action, after: object) -> str:
        """Return the sentence of what happened as the open table may hear it."""
        return narrated(self.game, before, action, after) or self.words(before, action)

    def words(self, before: object, action: Action) -> str:
        """Return a line in words, as the open table may read it: “Bob plays 23”."""
        line = self.game.write(self.setup, self.game.redact(before, action, None))
        parts = ("" if line.seat is None else self.name(line.seat), line.verb, line.args)
        return " ".join(part for part in parts if part)

    def in_words(self, first: int = 0) -> tuple[str, ...]:
        """Return the lines after the first so many, as the open table reads them."""
        passed = islice(steps(self.game, self.setup, self.actions), first, None)
        return tuple(self.words(before, action) for before, action, _ in passed)

    def read(self, text: str) -> Action | None:
        """Read one complete line of the record. Raises ``RecordError``."""
        return parse(self.game, self.setup, text)

    # Chance

    def chance(self) -> Random:
        """Return the chance of this moment: the same for the same seed and line, so a crash changes nothing."""
        return Random(f"{self.kept.seed}/{len(self.actions)}")

    def draw(self, *, everything: bool = False, among: Sequence[int] = ()) -> Action | None:
        """Return what chance does next: with ``everything`` all that it can, else what the referee draws unasked.

        Whoever does it seals it: a private line is kept with its commitment, in whatever way it is done.
        """
        self._drew = self._draw(everything, among)
        return self._drew

    def _draw(self, everything: bool, among: Sequence[int]) -> Action | None:
        if self.over:
            return None
        if everything or among or (self.bots and not self.game.among(self.state)):  # bots play what the referee deals
            return self.game.draw(self.state, self.chance(), among=among)
        if not (verbs := self.game.drawn(self.state)):
            return None
        action = self.game.draw(self.state, self.chance())
        return action if action is not None and action.verb in verbs else None

    def act_by_chance(self, action: Action) -> str:
        """Do what ``draw`` gave: an undo takes it back with the decision before it."""
        text = format_action(self.game, self.setup, action)
        return self.act(action, mark=by_chance(len(self.actions) + 1, text))

    @property
    def deals(self) -> tuple[SealedDeal, ...]:
        """The deals that the referee made and that stand, sealed."""
        if self._deals is None:
            marks, seed = self.standing.marks, self.kept.seed
            self._deals = sealed_deals(self.game, self.setup, seed, self.actions, marks, chosen=self.seeded)
        return self._deals

    @property
    def seal(self) -> str:
        """The seal to be shown: it covers all that the referee has dealt so far; "" where that is nothing."""
        return self.deals[-1].seal if self.deals else ""

    @property
    def seal_said(self) -> str:
        """The seal in a sentence, which says it where somebody chose the seed; "" where nothing was dealt."""
        chosen = " (from a chosen seed)" if self.seeded else ""
        return f"The deal is sealed: {self.seal}{chosen}" if self.seal else ""

    # Bots

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that no bot plays."""
        return tuple(seat for seat in range(len(self.setup.seats)) if seat not in self.bots)

    @property
    def bot_awaited(self) -> bool:
        """Whether it is a bot's turn; it may let pass what it need not do."""
        return any(turn.seat in self.bots for turn in self.game.to_act(self.state))

    def by_bot(self, bots: Mapping[int, str] | None = None) -> Action | None:
        """Return what a bot does now, to be done by ``act_by_chance``; None where people are awaited.

        ``bots`` are other levels than the table's, by seat.
        """
        if bots is not None:
            return seated.next_line(self.game, self.setup, self.state, self.actions, bots, self.kept.seed)
        if self._by_bot[0] is not self.state or not self.bots:
            self._by_bot = self.state, self.by_bot(self.bots)
        return self._by_bot[1]

    def of_bot(self, action: Action) -> bool:
        """Say whether a line is what a bot has done, and not the hand that it was dealt."""
        return action.seat in self.bots and not any(verb.kept and verb.name == action.verb for verb in self.game.verbs)

    def seat_bot(self, seat: int, level: str | None) -> None:
        """Let a bot of a level play a seat from now on, or a person again (None). Raises ``RecordError``."""
        bots = {other: was for other, was in self.bots.items() if other != seat}
        if level is not None:
            bots[seat] = seated.level_of(self.game, level)
            seated.check_bots(self.game, self.setup, bots)
        header = header_of(self.setup, self.kit, self.follows, bots)
        self.journal.rewrite(self.number, header, self.setup.seats, {})
        self.bots, self._by_bot, self.kept = bots, (None, None), self.journal.table(self.number)
        self.mark(CHANGED)

    def reasons(self, seat: int, most: int) -> list[str]:
        """Return why the bot of a seat did what is settled now, a sentence each."""
        found = seated.reasons(self.game, self.setup, self.actions, self.drawn, self.bots, seat, self.kept.seed, most)
        return [f"{format_action(self.game, self.setup, one.action)}. {one.why}" for one in found]

    def handouts(self) -> tuple[Handout, ...]:
        """Return the dealing script that has still to be read out, () when there is none or it was."""
        if f"dealt {len(self.actions)}" in self.standing.marks:
            return ()
        drawn = self.drawn
        run = len(drawn) - next((n for n, chance in enumerate(reversed(drawn)) if not chance), len(drawn))
        return self.game.handouts(self.setup, self.actions[run:])

    def opening(self) -> tuple[str, ...]:
        """Return what people are told before they deal: the same at every look, () when they have dealt."""
        return self.game.opening(self.view, Random(f"{self.kept.seed}/opening"))

    def dealt(self) -> None:
        """Note that the dealing script was read out to its end."""
        self.mark(f"dealt {len(self.actions)}")

    def looks(self) -> tuple[int, ...]:
        """Return the seats that should see their cards now: the referee has just told them something in private.

        What it has since drawn in the open, a card turned for trump, changes nothing.
        """
        now = f"looked {len(self.actions)}"
        drawn = zip(reversed(self.drawn), reversed(self.actions), strict=True)
        last = takewhile(lambda line: line[0] and not self.of_bot(line[1]), drawn)
        if not any(self.private(action.verb) for _, action in last):
            return ()
        due = (seat for seat in self.people if f"{now} {seat}" not in self.standing.marks)
        return tuple(seat for seat in due if self.game.hand(self.game.view(self.state, seat), seat))

    def looked(self, seats: Sequence[int]) -> None:
        """Note that these seats have seen their cards, or have them on paper."""
        for seat in seats:
            self.mark(f"looked {len(self.actions)} {seat}")

    def mark(self, text: str) -> None:
        """Keep something that the console or the host notes for itself."""
        self.journal.append(self.number, self.entries + 1, MARK, text)
        self.entries += 1
        self.standing = Standing(self.standing.lines, self.standing.undone, self.standing.marks | {text})

    # Taking back

    def takeback(self, decisions: int = 1) -> Takeback:
        """Say what ``undo`` would take back: the last decisions, with what chance did after each.

        Raises ``RecordError`` when nothing was decided yet.
        """
        lines = last_lines(self.standing, self.drawn, decisions, len(self.setup.seats))
        if not lines:
            raise RecordError("There is nothing to take back.")
        first = len(self.actions) - lines
        seen = any(
            self.private(action.verb) or self.game.redact(before, action, None) != action
            for before, action, _ in islice(steps(self.game, self.setup, self.actions), first, None)
        )
        said = zip(self.in_words(first), self.drawn[first:], strict=True)
        return Takeback(lines, tuple(words for words, drawn in said if not (drawn and self.bots))[::-1], seen)

    def undo(self, back: Takeback) -> None:
        """Take back what ``takeback`` counted; what it was stays in the history, and the table is told."""
        self.notice(UNDONE, None, "; ".join(back.words))
        self._turn_back(UNDO, back.lines)

    def redo(self, decisions: int = 1) -> list[str]:
        """Do again what was taken back last; return the sentences. Raises ``RecordError`` when there is nothing."""
        if not self.standing.undone:
            raise RecordError("There is nothing to do again.")
        state, sentences = self.state, []
        again = Redone(self.standing, decisions, len(self.setup.seats))
        for place, text in enumerate(self.standing.undone, start=len(self.actions) + 1):
            action, chance = self.read(text), by_chance(place, text) in self.standing.marks
            assert action is not None
            if not again.takes(chance or action.verb in self.game.drawn(state)):
                break
            before, state = state, self.game.apply(state, action)
            sentences.append(self.heard(before, action, state))
        self._turn_back(REDO, again.lines)
        return sentences

    def _turn_back(self, kind: str, lines: int) -> None:
        self.journal.append(self.number, self.entries + 1, kind, str(lines))
        self._load()

    def correct(self, place: int, lines: Sequence[str]) -> None:
        """Let lines that were judged stand from number ``place`` on, instead of all that stood there."""
        many = len(self.actions) - place + 1
        rows = [(MARK, f"{CORRECTED} {place} {len(lines)}"), (UNDO, str(many)), *((LINE, text) for text in lines)]
        self.journal.append_all(self.number, self.entries + 1, rows)
        self._load()

    # Names, history, leaving

    def rename(self, seat: int, name: str) -> None:
        """Give a seat another name, in everything that was written too. Raises ``RecordError``."""
        setup = renamed(self.setup, seat, name)
        texts = {}
        for entry in self.journal.entries(self.number):
            if entry.kind == LINE and (action := self.read(entry.text)) is not None:
                texts[entry.number] = format_action(self.game, setup, action)
        self.journal.rewrite(self.number, header_of(setup, self.kit, self.follows, self.bots), setup.seats, texts)
        self.setup = setup
        self.kept = self.journal.table(self.number)
        self._load()

    def leave(self) -> None:
        """Note for the list of tables where the game stands."""
        self.journal.left(self.number, self.stands(), over=self.over)
