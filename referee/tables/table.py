"""A live table as the journal stores it: the header of its record, its fact file, and its lines."""

import contextlib
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from random import Random
from typing import TYPE_CHECKING, Any
from zlib import crc32

import msgspec

from liarsdeck.installed import typed
from liarsdeck.language import both, later, say, say_n
from referee import bots as seated
from referee import games
from referee.core.cards import MASK
from referee.core.game import Action, Game, Handout, RecordError, Refused, Setup, Unopened
from referee.core.play import format_action, narrated, parse, replay, ruling
from referee.core.setup import given_options, new_name_fault
from referee.core.setup import setup as make_setup
from referee.core.text_layout import ending
from referee.records import (
    SealedDeal,
    commitments,
    dealt_verbs,
    make_header,
    parse_record,
    print_header,
    sealed_deals,
)
from referee.store.journal import (
    DOUBT,
    FIX_ASKED,
    FIXED,
    LINE,
    MARK,
    REDO,
    TRIED,
    UNDO,
    UNDONE,
    Entry,
    Journal,
    JournalState,
    KeptTable,
    Notice,
    reduce_entries,
)
from referee.tables.league import Result, league

if TYPE_CHECKING:
    from factbank.factfile import Facts

Step = tuple[Any, Action, Any]
"""One line of a game: (state before, action, state after)."""

CHANGED = "a seat changed hands"  # the mark of a table where a bot took somebody's seat, or gave it back
CORRECTED = "corrected"
"""The first word of the mark before a correction in the journal.

Two numbers follow: that of the line, and how many lines replace those from there on.
"""
_GIVEN = "given "  # before a seed that somebody chose
_TOGETHER = re.compile(r"together ([0-9]{1,9}) ([1-9][0-9]{0,8}) [0-9]+")
TOGETHER = later("The hands that were entered do not fit together. All were taken back: everybody enters theirs again.")


class RefusedError(RecordError):
    """A line is not legal. Nothing was changed, except that a public notice may have been stored."""


class MisfitError(RefusedError):
    """The hands that people entered contradict each other. All were taken back; no seat or card is named."""


@dataclass(frozen=True)
class Takeback:
    """What an ``undo`` would take back.

    ``lines`` is the number of lines. ``words`` has each line in words that everybody may read, the last line first; if
    bots play, lines that bots or the referee drew are left out. ``seen`` says whether somebody saw a hidden card in
    these lines, which no undo can change. ``said`` has the sentence on each decision, the last first.
    """

    lines: int
    words: tuple[str, ...]
    seen: bool
    said: tuple[str, ...] = ()


@dataclass(frozen=True)
class Fix:
    """What a correction of a line would change.

    ``place`` is the line's number in the record, from 1. ``old`` and ``new`` are the line before and after the
    correction, in words that everybody may read. ``gone`` are the later lines, in such words, that would be taken back:
    the first of them would no longer be legal, and ``why`` is the reason; the others come after it. ``lines`` are the
    record's lines from ``place`` on as they would be after the correction, hidden things included. ``entries`` is the
    number of the table's entries in the journal when ``ask_fix`` was called. ``same`` says that the correction would
    change nothing.
    """

    place: int
    old: str
    new: str
    gone: tuple[str, ...]
    why: str
    lines: tuple[str, ...]
    entries: int
    same: bool = False


def awaited(game: Game[object], state: object, action: Action) -> bool:
    """Return whether ``action`` enters a hand, and the game waits for this hand in ``state``."""
    kept = any(verb.kept and verb.name == action.verb for verb in game.verbs)
    return kept and any(turn.seat == action.seat and action.verb in turn.verbs for turn in game.to_act(state))


class Table:
    """A table that is being played, or was. Its state is always the replay of the journal's lines.

    ``kept`` is the table's row in the journal. ``actions`` are its lines, and ``steps`` has (state before, action,
    state after) for each line. ``bots`` has the level of the bot at each seat that a bot plays, such as ``easy``.
    """

    def __init__(self, journal: Journal, number: int, *, salvage: bool = False, facts: "Facts | None" = None) -> None:
        """Open the table ``number`` of the journal.

        Raises ``RecordError`` if the table can't be opened or is damaged. With ``salvage``, the table ends before the
        first damaged entry instead; if a line does not fit the rules, it ends before this line, and ``lost`` says so in
        a sentence. ``facts`` replace the facts in the journal, and must be of the same kit; None means those in the
        journal.
        """
        self.journal = journal
        self.lost = ""
        self._salvage = salvage
        self.kept: KeptTable = journal.table(number)
        try:
            # Facts are those given, else those that the journal keeps, else (an earlier version's) the kept kit's.
            if facts is None and (data := journal.facts(self.kept)) is not None:
                from factbank.factfile import parse as parse_facts

                facts = parse_facts(json.loads(data), f"the facts of table {number}")
            record = parse_record(self.kept.header, facts=facts)
            kit = record.header.get("kit", "")
            if facts is not None and kit and facts.kit != kit:
                raise RecordError(f"it is played with kit {kit}, and these facts are of kit {facts.kit}")
        except RecordError as error:
            hint = "" if "kit" not in error.why else "; give its fact file with --facts"
            raise RecordError(f"Table {number} can't be opened: {error.why}{hint}") from None
        header: dict[str, Any] = record.header
        self.setup = record.setup
        self.kit = str(kit)
        follows = header.get("follows")
        self.follows = follows if isinstance(follows, int) else 0  # the table that this one is a rematch of
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
        """Store a new table with its facts in a journal, and return it.

        ``kit`` is the code of the kit of facts, "" for none. ``seed`` is a seed for all deals that somebody chose; with
        None, it is drawn at random. ``follows`` is the number of the table whose rematch this is, or 0. ``bots`` has
        the level of the bot by seat. Raises ``RecordError`` if bots can't play this game, or if the table can't be
        stored or read again.
        """
        seated.check_bots(games.game(setup.game), setup, bots or ())
        header = _header(setup, kit, follows, bots or {})
        parse_record(header, facts=setup.facts)
        given = None if seed is None else f"{_GIVEN}{seed}"
        return cls(journal, journal.create(setup.game, header, setup.seats, given, _fact_file(setup)))

    def _load(self) -> None:
        entries = self.journal.entries(self.kept.number, salvage=self._salvage)
        self.entries = len(entries)  # of the journal, that this is made of
        self.log: JournalState = reduce_entries(entries)
        self._deals: tuple[SealedDeal, ...] | None = None
        self._seen: dict[int | None, Sequence[Action]] = {}
        self.steps: list[Step] = []  # each line that stands, with the state before and after it
        self.drawn: list[bool] = []  # whether the referee drew it unasked
        self.state = self.game.start(self.setup)
        kept = {verb.name for verb in self.game.verbs if verb.kept}
        for place, text in enumerate(self.log.lines, start=1):
            action: Action | None = None
            with contextlib.suppress(RecordError):
                action = self.read(text)
            # A line is judged as it was when it was accepted: a hand by what its own seat could see.
            seen = self.state
            if action is not None and action.verb in kept and awaited(self.game, seen, action):
                seen = self.game.view(seen, action.seat)
            if action is None or isinstance(self.game.judge(seen, action), Refused):
                if not self._salvage:
                    raise RecordError(
                        f"Line {place} of table {self.number} doesn't fit its rules any more; the journal was left as"
                        f" it is. `{typed('referee export')} {self.number}` saves the record."
                    )
                self.lost = f"From line {place} on the table is damaged; this is what stands before it."
                break
            self._apply(action, chance=bool(self.log.marks) and self._by_chance(place, text) in self.log.marks)
        self.actions: tuple[Action, ...] = tuple(action for _, action, _ in self.steps)

    def _apply(self, action: Action, *, chance: bool) -> None:
        before = self.state
        self.drawn.append(chance or action.verb in self.game.drawn(before))
        self.state = self.game.apply(before, action)
        self.steps.append((before, action, self.state))

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

    @property
    def fact_file(self) -> bytes | None:
        """The fact file of this table in JSON; None if the game is played without facts."""
        return _fact_file(self.setup)

    @property
    def seeded(self) -> bool:
        """Whether somebody chose the seed. In that case the referee deals even if lines come from standard input."""
        return self.kept.seed.startswith(_GIVEN)

    def seen_by(self, seat: int | None) -> Sequence[Action]:
        """Return all lines with everything masked that the seat (None: the public) may not know."""
        return self._seen.setdefault(seat, seated.Lines(self.game, seat, self.steps))

    def name(self, seat: int | None) -> str:
        """Return a seat's name, or “the table” for None."""
        return self.setup.name(seat)

    def private(self, verb: str) -> bool:
        """Return whether lines with this verb are entered on a private screen at this table."""
        return self.game.private(self.setup, verb)

    def stands(self) -> str:
        """Return a public sentence on how the game stands."""
        outcome = self.game.outcome(self.state)
        if outcome.over:
            return ending(self.setup, outcome)
        title = self.game.show(self.view, None).title
        names = ", ".join(self.name(turn.seat) for turn in self.game.to_act(self.state))
        return f"{title}; next: {names}." if title else f"{len(self.actions)} lines; next: {names}."

    def keep_facts(self) -> None:
        """Store the facts in the journal, unless they are there already."""
        data = self.fact_file
        if data is not None and hashlib.sha256(data).hexdigest() != self.kept.facts:
            self.journal.keep_facts(self.number, data)
            self.kept = self.journal.table(self.number)

    def notice(self, kind: str, seat: int | None = None, text: str = "") -> None:
        """Store a public message to everybody at the table.

        ``kind`` is one of the constants SHOWN … WANTED of ``referee.store.journal``, ``seat`` the seat that the message
        is about (None: no seat), and ``text`` a detail that everybody may read.
        """
        self.journal.notice(self.number, kind, seat, text)

    def notices(self, after: int = 0) -> list[Notice]:
        """Return the public messages with a number greater than ``after``."""
        return self.journal.notices(self.number, after)

    # Lines

    def act(self, action: Action, eyes: int | None = None, *, mark: str = "") -> str:
        """Judge an action, write it to the journal and apply it. Return the sentence on it for everybody.

        ``eyes`` is the seat on whose private screen the action was entered (None: the shared screen). ``mark`` is a
        note of the referee that is stored together with the line; "" means none.

        If the action is illegal, it raises ``RefusedError`` with a sentence that ``eyes`` may read. If the action can't
        be stored, it raises ``JournalError``. In both cases the game does not change; but if the refusal tells
        something about hidden cards, a public notice is stored. If everybody enters a hand on a private screen, the
        hands are judged together when the last one is entered. If they contradict each other, all of them are taken
        back, and it raises ``MisfitError``.
        """
        self._judge(self.state, action, eyes)
        return self._write(action, mark)

    def act_together(self, actions: Sequence[Action]) -> str:
        """Play several actions that one undo takes back together; return the sentence on the last action.

        Raises ``RecordError`` if one of them is refused or can't be stored; then none is played.
        """
        first, state, sentence = len(self.actions), self.state, ""
        for action in actions:
            self._judge(state, action, None)
            state = self.game.apply(state, action)
        try:
            with self.journal.writing():
                for action in actions:
                    sentence = self._write(action)
                self.mark(self._together(first, self.log.lines[first:]))
        except RecordError:
            self._load()
            raise
        return sentence

    def _judge(self, state: object, action: Action, eyes: int | None) -> None:
        """Raise ``RefusedError`` if an action is not legal in this state.

        ``eyes`` is the seat on whose private screen it was entered (None: the shared screen); the error's sentence is
        for this seat. If the attempt tells something about hidden cards, a notice or a mark is stored. If the action is
        the last of the hands that people enter, and the hands contradict each other, all are taken back and
        ``MisfitError`` is raised.
        """
        game = self.game
        if MASK in game.write(self.setup, action).words:
            # A redacted record may leave things open; a table that did would not know how to go on.
            why = f"“{MASK}” stands for what is hidden in a record: say it"
            raise RefusedError(why, rule=f"{game.prefix}.line")
        hand = eyes is not None and awaited(game, state, action)
        # A hand is judged as far as its own seat can see: what the others hold does not count yet.
        judgment = game.judge(game.view(state, action.seat), action) if hand else ruling(game, state, action, eyes)
        if isinstance(judgment, Refused):
            seen = game.judge(game.view(state, eyes), action)
            fits_what_is_seen = seen.legal or isinstance(seen, Unopened)
            if eyes is None and fits_what_is_seen:
                self.notice(TRIED, None, self.words(state, action))
            kept = any(verb.kept and verb.name == action.verb for verb in game.verbs)
            if eyes is not None and kept and not isinstance(seen, Refused):
                times = 1 + sum(mark.startswith(f"doubt {eyes} ") for mark in self.log.marks)
                self.mark(f"doubt {eyes} {times}")
                if times > 1:  # one may be a slip; entering hands is no way to ask for others' cards
                    self.notice(DOUBT, eyes, say("a hand that does not fit was entered {n} times", n=times))
            raise RefusedError(judgment.why, rule=judgment.rule)
        if hand and not any(action.verb in turn.verbs for turn in game.to_act(game.apply(state, action))):
            try:  # it is the last hand: do all of them fit together?
                replay(game, self.setup, (*self.actions, action))
            except RecordError:
                if others := len([*takewhile(lambda other: other.verb == action.verb, reversed(self.actions))]):
                    self.notice(
                        DOUBT, None, say("the hands that were entered do not fit together, and were all taken back")
                    )
                    self._turn_back(UNDO, others)
                    raise MisfitError(say(TOGETHER)) from None

    def _write(self, action: Action, mark: str = "") -> str:
        """Write an action that was judged to the journal, and apply it; return the sentence for everybody.

        ``mark`` is a note of the referee that is stored together with the line; "" means none.
        """
        text, place = format_action(self.game, self.setup, action), len(self.actions) + 1
        actions = (*self.actions, action)
        chance = mark == self._by_chance(place, text)
        marks = [mark] if mark else []
        if chance or action is self._drew:
            marks += commitments(self.game, self.setup, self.kept.seed, actions, self.log.marks)
        self.journal.append(self.number, self.entries + 1, LINE, text, marks=marks)
        self.entries += 1 + len(marks)
        self._deals = None if action.verb in self._dealt else self._deals
        self._apply(action, chance=chance)
        self.actions = actions
        self.log = JournalState((*self.log.lines, text), (), self.log.marks.union(marks))
        return self.heard(*self.steps[-1])

    def heard(self, before: object, action: Action, after: object) -> str:
        """Return the public sentence on ``action``, given the full states ``before`` and ``after`` it."""
        return narrated(self.game, before, action, after) or self.words(before, action)

    def words(self, before: object, action: Action) -> str:
        """Return a line in words that everybody may read: “Bob plays 23”. ``before`` is the state before it."""
        line = self.game.write(self.setup, self.game.redact(before, action, None))
        parts = ("" if line.seat is None else self.name(line.seat), line.verb, line.args)
        return " ".join(part for part in parts if part)

    def in_words(self, first: int = 0) -> tuple[str, ...]:
        """Return the lines from index ``first`` (from 0) on, each in words that everybody may read."""
        return tuple(self.words(before, action) for before, action, _ in self.steps[first:])

    def read(self, text: str) -> Action | None:
        """Return the action of ``text``, a line as records have it; None for an empty line or a comment.

        Raises ``RecordError`` if the text is no line of this game.
        """
        return parse(self.game, self.setup, text)

    def last_entered(self, seat: int, verb: str) -> str:
        """Return the cards that a seat last entered with a verb, as typed, even if that was undone; "" for none."""
        start = f"{self.name(seat)}: {verb} "
        texts = [entry.text for entry in self.journal.entries(self.number) if entry.kind == LINE]
        return next((text.removeprefix(start) for text in reversed(texts) if text.startswith(start)), "")

    # Chance

    def draw(self, *, everything: bool = False, among: Sequence[int] = ()) -> Action | None:
        """Return the next action that chance decides, without playing it; None if there is none.

        With ``everything``, it may be any action of chance. Without, it is one that the referee draws without being
        asked: those of ``Game.drawn``, and at a table with bots all but the draw of a seat among volunteers. ``among``
        are the seats of which one is drawn, for example as dealer, and implies ``everything``; () means all seats.
        """
        game, self._drew = self.game, None
        drawn = game.drawn(self.state)
        # Bots play what the referee deals.
        everything = everything or bool(among) or (bool(self.bots) and not game.among(self.state))
        if not self.over and (everything or drawn):
            # The same for the same seed and line, so a crash changes nothing.
            action = game.draw(self.state, Random(f"{self.kept.seed}/{len(self.actions)}"), among=among)
            if action is not None and (everything or action.verb in drawn):
                self._drew = action
        return self._drew

    def act_by_chance(self, action: Action) -> str:
        """Play an action that ``draw`` or ``by_bot`` returned; return the sentence on it for everybody.

        An undo takes it back together with the decision before it. Raises ``RecordError`` as ``act`` does.
        """
        text = format_action(self.game, self.setup, action)
        return self.act(action, mark=self._by_chance(len(self.actions) + 1, text))

    @staticmethod
    def _by_chance(place: int, text: str) -> str:
        """Return the mark that says that chance or a bot, and no person, played a line.

        ``place`` is the line's number in the record, from 1, and ``text`` is the line.
        """
        return f"chance {place} {crc32(text.encode())}"

    @property
    def deals(self) -> tuple[SealedDeal, ...]:
        """The deals of the referee with their seals, the earliest first, without those that were undone."""
        if self._deals is None:
            marks, seed = self.log.marks, self.kept.seed
            self._deals = sealed_deals(self.game, self.setup, seed, self.actions, marks, chosen=self.seeded)
        return self._deals

    @property
    def seal(self) -> str:
        """The latest seal, which covers all that the referee has dealt so far; "" if it has dealt nothing."""
        return self.deals[-1].seal if self.deals else ""

    @property
    def seal_said(self) -> str:
        """A sentence with the seal (a hash of all deals) and whether the seed was chosen; "" if no seal."""
        chosen = " (from a chosen seed)" if self.seeded else ""
        return f"The deal is sealed: {self.seal}{chosen}" if self.seal else ""

    # Bots

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that no bot plays."""
        return tuple(seat for seat in range(len(self.setup.seats)) if seat not in self.bots)

    @property
    def bot_awaited(self) -> bool:
        """Whether a bot may act now, also if the game does not wait for this bot."""
        return any(turn.seat in self.bots for turn in self.game.to_act(self.state))

    def by_bot(self, bots: Mapping[int, str] | None = None) -> Action | None:
        """Return the next action of a bot, without playing it; None if no bot acts now.

        Play it with ``act_by_chance``. ``bots`` has the bot's level by seat, in place of the table's bots; None means
        the table's.
        """
        if bots is not None:
            seen = {seat: self.seen_by(seat) for seat in bots}
            return seated.next_line(self.game, self.state, bots, seen, self.kept.seed)
        if self._by_bot[0] is not self.state or not self.bots:
            self._by_bot = self.state, self.by_bot(self.bots)
        return self._by_bot[1]

    def of_bot(self, action: Action) -> bool:
        """Return whether a bot decided on an action.

        False if a person did, or if the action only enters the hand that a bot was dealt.
        """
        return action.seat in self.bots and not any(verb.kept and verb.name == action.verb for verb in self.game.verbs)

    def seat_bot(self, seat: int, level: str | None) -> None:
        """Let a bot of this level play a seat from now on; with None, a person.

        ``level`` is a name of docs/bots.md, such as ``easy``. Raises ``RecordError`` if there is no such level, or if
        bots can't play with these house rules.
        """
        bots = {other: was for other, was in self.bots.items() if other != seat}
        if level is not None:
            bots[seat] = seated.level_of(self.game, level)
            seated.check_bots(self.game, self.setup, bots)
        header = _header(self.setup, self.kit, self.follows, bots)
        self.journal.rewrite(self.number, header, self.setup.seats, {})
        self.bots, self._by_bot, self.kept = bots, (None, None), self.journal.table(self.number)
        self.mark(CHANGED)

    def reasons(self, seat: int, most: int) -> list[str]:
        """Return why the bot at a seat acted as it did, a sentence for each action, in order.

        Only finished deals are told, and at most the last ``most`` reasons.
        """
        bot, seed = self.bots[seat], self.kept.seed
        reasons = seated.reasons(self.game, self.steps, self.drawn, seat, bot, seed, most)
        return [f"{format_action(self.game, self.setup, reason.action)}. {reason.why}" for reason in reasons]

    # What was shown

    def handouts(self) -> tuple[Handout, ...]:
        """Return the dealing script (which card goes to whom) that is still to be read out; () if there is none."""
        if f"dealt {len(self.actions)}" in self.log.marks:
            return ()
        run = len([*takewhile(bool, reversed(self.drawn))])
        return self.game.handouts(self.setup, self.actions[len(self.actions) - run :])

    def opening(self) -> tuple[str, ...]:
        """Return the instructions for people who deal the cards, a sentence each; () when they have dealt."""
        return self.game.opening(self.view, Random(f"{self.kept.seed}/opening"))

    def dealt(self) -> None:
        """Store that the dealing script (``handouts``) was read out, so that it is not returned again."""
        self.mark(f"dealt {len(self.actions)}")

    def looks(self) -> tuple[int, ...]:
        """Return the seats whose players should look at their cards now; () if there are none.

        They should if the referee has just dealt cards in private, also if cards were drawn openly after that. Seats
        that are stored as ``looked`` are left out, and so are bots.
        """
        now = f"looked {len(self.actions)}"
        drawn = zip(reversed(self.drawn), reversed(self.actions), strict=True)
        last = takewhile(lambda line: line[0] and not self.of_bot(line[1]), drawn)
        if not any(self.private(action.verb) for _, action in last):
            return ()
        due = (seat for seat in self.people if f"{now} {seat}" not in self.log.marks)
        return tuple(seat for seat in due if self.game.hand(self.game.view(self.state, seat), seat))

    def looked(self, seats: Sequence[int]) -> None:
        """Store that these seats have seen their cards (or have them on paper); ``looks`` then skips them."""
        for seat in seats:
            self.mark(f"looked {len(self.actions)} {seat}")

    def mark(self, text: str) -> None:
        """Store a note of the referee (a mark), such as “dealt 12”; exported records do not have it."""
        self.journal.append(self.number, self.entries + 1, MARK, text)
        self.entries += 1
        self.log = msgspec.structs.replace(self.log, marks=self.log.marks | {text})

    # Taking back

    def takeback(self, decisions: int = 1) -> Takeback:
        """Return what ``undo`` would take back for people's last ``decisions``.

        It is everything from the first of these decisions on, so what chance and bots played after them, too. If there
        are fewer decisions, it begins with the first decision of the game. Raises ``RecordError`` if there is none.
        """
        starts = [at for at, decided in enumerate(self._decided(self.log.lines, self.drawn)) if decided]
        if not starts or decisions < 1:
            raise RecordError("There is nothing to take back.")
        starts = starts[-decisions:]
        first = starts[0]
        seen = any(
            self.private(action.verb) or self.game.redact(before, action, None) != action
            for before, action, _ in self.steps[first:]
        )
        lines = zip(self.in_words(first), self.drawn[first:], strict=True)
        words = tuple(words for words, drawn in lines if not (drawn and self.bots))
        said = tuple(self.heard(*self.steps[at]) for at in reversed(starts))
        return Takeback(len(self.actions) - first, words[::-1], seen, said)

    def undo(self, back: Takeback, told: str = "") -> None:
        """Take back the lines that ``takeback`` has found.

        The history keeps the lines, and a public notice says ``told``, or the lines in words if ``told`` is "".
        """
        self.notice(UNDONE, None, told or "; ".join(back.words))
        self._turn_back(UNDO, back.lines)

    def redo(self, decisions: int = 1) -> list[str]:
        """Play again people's next ``decisions`` that were undone; return a sentence for each line played.

        What chance and bots played after them is played again, too. If fewer decisions were undone, all are played
        again. Raises ``RecordError`` if nothing was undone.
        """
        if not self.log.undone:
            raise RecordError("There is nothing to do again.")
        state, sentences, drawn = self.state, [], [*self.drawn]
        for place, text in enumerate(self.log.undone, start=len(drawn) + 1):
            action = self.read(text)
            assert action is not None
            drawn.append(self._by_chance(place, text) in self.log.marks or action.verb in self.game.drawn(state))
            before, state = state, self.game.apply(state, action)
            sentences.append(self.heard(before, action, state))
        decided = self._decided((*self.log.lines, *self.log.undone), drawn)[len(self.drawn) :]
        starts = [at for at, begins in enumerate(decided) if begins]
        lines = starts[decisions] if len(starts) > decisions else len(decided)
        self._turn_back(REDO, lines)
        return sentences[:lines]

    def _decided(self, lines: Sequence[str], drawn: Sequence[bool]) -> list[bool]:
        """Return for each line whether a person's decision begins with it.

        ``lines`` are the lines of the record, and ``drawn`` says for each whether chance or a bot played it. It is
        False for these, and for all but the first of several lines that were typed together.
        """
        decided = [not chance for chance in drawn]
        for mark in self.log.marks:
            if found := _TOGETHER.fullmatch(mark):
                first, many = int(found[1]), int(found[2])
                if self._together(first, lines[first : first + many]) == mark:
                    decided[first + 1 : first + many] = [False] * (many - 1)
        return decided

    @staticmethod
    def _together(first: int, texts: Sequence[str]) -> str:
        """Return the mark that says that these lines were typed together.

        ``first`` is the index of the first of them in the record, from 0, and ``texts`` are the lines.
        """
        return f"together {first} {len(texts)} {crc32(' / '.join(texts).encode())}"

    def _turn_back(self, kind: str, lines: int) -> None:
        self.journal.append(self.number, self.entries + 1, kind, str(lines))
        self._load()

    # Correcting a line from a while ago

    def line_before_fix(self, place: int) -> tuple[object, Action]:
        """Return (state before, action) of the line that is to be corrected.

        ``place`` is its number in the record, from 1. Raises ``RecordError`` if there is no such line, if chance or a
        bot played it, or if a seal covers it.
        """
        if not 0 < place <= len(self.actions):
            many = len(self.actions)
            raise RecordError(f"There is no line {place}: the record has {many} (`history all` numbers them).")
        if self.drawn[place - 1]:
            whose = "a bot did" if self.of_bot(self.actions[place - 1]) else "chance drew"
            raise RecordError(f"Line {place} is what {whose}: it can't be corrected.")
        if any(place in deal.places for deal in self.deals):
            raise RecordError(
                f"Line {place} lies under the seal of the deal, which proves that nothing was changed: `undo` takes"
                " the whole deal back."
            )
        return self.steps[place - 1][:2]

    def ask_fix(self, place: int, action: Action, eyes: int | None = None) -> Fix:
        """Return what a correction of a line to ``action`` would change, without making it.

        ``place`` is the line's number in the record, from 1. A public notice says what was asked, because the answer
        can tell secrets. Raises ``RecordError`` if the line can't be corrected, or if ``action`` would not have been
        legal. The error's sentence is for ``eyes``, a seat at its private screen (None: everybody).
        """
        game = self.game
        state, old = self.line_before_fix(place)
        words = self.words(state, old)
        if action == old:
            return Fix(place, words, words, (), "", self.log.lines[place - 1 :], self.entries, same=True)
        hidden, bare = self.private(action.verb), msgspec.structs.replace(action, opens=())
        asked = f"{self.name(action.seat)} {action.verb} …" if hidden else self.words(state, bare)
        self.notice(FIX_ASKED, None, f"line {place}, “{words}”, as “{asked}”")
        if MASK in game.write(self.setup, action).words:
            raise RecordError(f"“{MASK}” stands for what is hidden in a record: say it", rule=f"{game.prefix}.line")
        judgment = ruling(game, state, action, eyes)
        if isinstance(judgment, Refused):
            raise RecordError(judgment.why, rule=judgment.rule)
        new, lines, why = self.words(state, action), [format_action(game, self.setup, action)], ""
        state = game.apply(state, action)
        for after in self.actions[place:]:
            bare = msgspec.structs.replace(after, opens=())  # what it opens may be another thing now
            if isinstance(game.judge(state, bare), Refused):
                refused = ruling(game, state, bare)
                why = refused.why if isinstance(refused, Refused) else ""
                break
            lines.append(format_action(game, self.setup, bare))
            state = game.apply(state, bare)
        return Fix(place, words, new, self.in_words(place + len(lines) - 1), why, tuple(lines), self.entries)

    def fix(self, fix: Fix) -> None:
        """Make a correction (from ``ask_fix``) to which the table has agreed.

        Raises ``RecordError`` if the table has changed since ``ask_fix``.
        """
        if self.entries != fix.entries:
            raise RecordError("Something else happened meanwhile: ask again.")
        if fix.same:
            return
        rows = [(MARK, f"{CORRECTED} {fix.place} {len(fix.lines)}"), (UNDO, str(len(self.actions) - fix.place + 1))]
        self.journal.append_all(self.number, self.entries + 1, [*rows, *((LINE, text) for text in fix.lines)])
        self._load()
        gone = f", {len(fix.gone)} taken back after it" if fix.gone else ""
        self.notice(FIXED, None, f"line {fix.place}, “{fix.old}”, is “{fix.new}” now{gone}")

    # Names, leaving

    def rename(self, seat: int, name: str) -> None:
        """Give a seat another name, also in all stored lines. Raises ``RecordError`` if it can't have that name."""
        was = self.setup
        others = (other for at, other in enumerate(was.seats) if at != seat)
        if fault := new_name_fault(name, others, (verb.name for verb in self.game.verbs)):
            raise RecordError(f"seats: {fault}")
        seats = [name if at == seat else other for at, other in enumerate(was.seats)]
        setup = make_setup(self.game, seats, given_options(was.options), rules=was.rules, facts=was.facts)
        texts = {}
        for entry in self.journal.entries(self.number):
            if entry.kind == LINE:
                texts[entry.number] = format_action(self.game, setup, _read(self, entry))
        self.journal.rewrite(self.number, _header(setup, self.kit, self.follows, self.bots), setup.seats, texts)
        self.setup = setup
        self.kept = self.journal.table(self.number)
        self._load()

    def leave(self) -> None:
        """Store how the game stands, for the list of tables."""
        self.journal.left(self.number, self.stands(), over=self.over)


def _header(setup: Setup, kit: str, follows: int, bots: Mapping[int, str]) -> str:
    """Return a setup as the journal stores it: as the text of a record's header.

    ``kit`` is the code of the kit of facts ("" for none), ``follows`` the number of the table whose rematch this is (0
    for none), and ``bots`` has the bots' levels by seat.
    """
    more: dict[str, Any] = ({"kit": kit} if kit else {}) | ({"follows": follows} if follows else {})
    more |= {"bots": seated.texts_of(setup, bots)} if bots else {}
    return print_header(setup, make_header(setup, more))


def _fact_file(setup: Setup) -> bytes | None:
    if setup.facts is None:
        return None
    from factbank.factfile import format_facts

    return format_facts(setup.facts)


def _read(table: Table, entry: Entry) -> Action:
    action = table.read(entry.text)
    assert action is not None  # no comment is written to the journal
    return action


@dataclass(frozen=True)
class Happened:
    """An entry of the public history of a table.

    ``number`` is the line's number in the record, from 1; it is 0 for a notice, and for a line that was undone or
    corrected (``struck``). ``seat`` is the seat that acted or that a notice is about; None means the table, or nobody.
    ``words`` is the entry as a sentence.
    """

    number: int
    seat: int | None
    words: str
    struck: bool = False


def history(table: Table) -> list[Happened]:
    """Return the public history of a table: all lines, also undone ones, and the notices, in order of time."""
    game, seats = table.game, table.setup.seats
    happened: list[Happened] = []
    states = [game.start(table.setup)]
    standing: list[tuple[int, Action]] = []  # the lines that stand, and where they are in ``happened``
    undone: list[tuple[int, Action]] = []

    def say(action: Action, place: int) -> None:
        """Add an action to the lines that stand, and put its sentence at index ``place`` of ``happened``."""
        states.append(game.apply(states[-1], action))
        standing.append((place, action))
        words = table.heard(states[-2], action, states[-1])
        happened[place : place + 1] = [Happened(len(standing), action.seat, words)]

    def strike(place: int) -> None:
        happened[place] = replace(happened[place], number=0, struck=True)

    notices = [notice for notice in table.notices() if notice.kind != UNDONE]
    entries = iter(table.journal.entries(table.number))
    for entry in entries:
        while notices and notices[0].entry < entry.number:
            happened.append(Happened(0, notices[0].seat, notices.pop(0).said(seats)))
        if entry.kind == LINE:
            undone.clear()
            say(_read(table, entry), len(happened))
        elif entry.kind == UNDO:
            for _ in range(min(int(entry.text), len(standing))):
                undone.append(standing.pop())
                states.pop()
                strike(undone[-1][0])
        elif entry.kind == REDO:
            for _ in range(min(int(entry.text), len(undone))):
                place, action = undone.pop()
                say(action, place)
        elif entry.text.startswith(f"{CORRECTED} "):
            # What was corrected stays in sight, above what it is now.
            first, many = map(int, entry.text.split()[1:])
            next(entries)  # takes back what the lines after it say again
            places = [place for place, _ in standing[first - 1 :]]
            del standing[first - 1 :], states[first:]
            undone.clear()
            strike(places[0])
            places = [place + 1 for place in places]
            happened.insert(places[0], Happened(0, None, ""))
            for line, place in zip(islice(entries, many), places, strict=False):
                say(_read(table, line), place)
            for place in places[many:]:
                strike(place)
    return happened + [Happened(0, notice.seat, notice.said(seats)) for notice in notices]


def result_of(table: Table, evening: int) -> Result | None:
    """Return the result of a table's game for the league; None if the game is not over.

    ``evening`` is the number of the evening's first table.
    """
    outcome = table.game.outcome(table.state)
    if not outcome.over:
        return None
    sheet = table.game.sheet(table.view)
    points = tuple(outcome.scores) if sheet is not None and sheet.legend else ()
    return Result(evening, table.setup.game, table.setup.seats, outcome.winners, points)


def chain(journal: Journal, table: Table) -> list[Table]:
    """Return the tables of an evening up to ``table``, the first one first.

    Each is a rematch of the one before. If a table can't be opened, it and all before it are left out.
    """
    tables = [table]
    while tables[0].follows and tables[0].follows < tables[0].number:
        try:
            tables.insert(0, Table(journal, tables[0].follows))
        except RecordError:
            break
    return tables


def tally(journal: Journal, table: Table) -> str:
    """Return a sentence on the finished games of an evening; "" for its first game.

    For example, “Tonight, 3 games: Ann won 2 and Bob won 1.” ``table`` is the last table of the evening; the sentence
    is also "" if none of its games is finished. A game that all players have won is a draw, and counts for nobody.
    """
    tables = chain(journal, table)
    results = [result for other in tables if (result := result_of(other, tables[0].number)) is not None]
    if len(tables) < 2 or not results:
        return ""
    won = [result for result in results if len(result.winners) < len(result.seats)]
    wins = [(player.name, player.total.wins) for player in league(won).players if player.total.wins]
    told = [say("{seat} won {n}", seat=name, n=count) for name, count in wins]
    if draws := len(results) - len(won):
        told.append(say_n("{n} was a draw", "{n} were draws", draws))
    said = both(told) if told else say("nobody has won yet")
    return say_n("Tonight, {n} game: {won}.", "Tonight, {n} games: {won}.", len(results), won=said)


def rematch(journal: Journal, table: Table, facts: "Facts | None" = None) -> Table:
    """Store another table with the same seats, PINs, house rules and bots, but a new deal; return it.

    It is played with ``facts`` and their kit; with None, with the facts of ``table``. Raises ``RecordError`` if the
    journal can't be written.
    """
    facts, kit = facts or table.setup.facts, facts.kit if facts else table.kit
    setup = make_setup(table.game, table.setup.seats, given_options(table.setup.options), facts=facts)
    made = Table.new(journal, setup, kit=kit, follows=table.number, bots=table.bots)
    journal.copy_pins(table.number, made.number)
    return made
