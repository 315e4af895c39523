"""A table as the journal keeps it: the header of its record, the bytes of its facts, and its lines."""

import contextlib
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from random import Random
from typing import TYPE_CHECKING, Any
from zlib import crc32

from msgspec import Struct

from liarsdeck.english import listed
from referee import games
from referee.core.cards import MASK
from referee.core.game import Action, Game, Handout, Judgment, RecordError, Refused, Setup, Unopened
from referee.core.play import fold, format_action, narrated, parse, replay, ruling, steps
from referee.core.setup import given_options, new_name_fault
from referee.core.setup import setup as make_setup
from referee.core.text_layout import ending
from referee.records import (
    Seal,
    Sealing,
    commitment_of,
    dealt_verbs,
    line_of,
    make_header,
    nonce_of,
    old_lines,
    old_seal,
    parse_record,
    print_header,
)
from referee.store.journal import Journal, Listed
from referee.store.rows import DOUBT, LINE, MARK, REDO, TRIED, UNDO, UNDONE, Notice, Standing, reduce_entries
from referee.tables import bots as seated
from referee.tables.bots import texts_of
from referee.tables.league import Result, league

if TYPE_CHECKING:
    from factbank.factfile import Facts


CHANGED = "a seat changed hands"  # the mark of a table where a bot took somebody's seat, or gave it back


@dataclass(frozen=True)
class Takeback:
    """What an ``undo`` would take back: so many lines, the last first, in words for the shared screen.

    At a table with bots the words leave out what they did, and what the referee dealt: that goes with the rest.
    ``seen`` says that something hidden was seen meanwhile, which no undo can make unseen.
    """

    lines: int
    words: tuple[str, ...]
    seen: bool


def last_lines(standing: Standing, drawn: Sequence[bool], decisions: int, seats: int) -> int:
    """Return how many lines the last decisions are, with what chance (``drawn``) did after each.

    Of fewer decisions than asked for, what chance did before the first stays.
    """
    lines = left = 0
    while lines < len(drawn) and left < decisions:
        lines += 1
        left += not drawn[len(drawn) - lines]
        if not drawn[len(drawn) - lines]:
            lines += _before(standing, len(drawn) - lines, seats)
    while lines and drawn[len(drawn) - lines]:
        lines -= 1
    return lines


class Redone:
    """Counts undone lines that are done again, as far as so many decisions with what chance did after each."""

    def __init__(self, standing: Standing, decisions: int, seats: int) -> None:
        self.lines = 0
        self._standing, self._left, self._seats = standing, decisions, seats
        self._more = 0  # lines that were typed together with the last one

    def takes(self, chance: bool) -> bool:
        """Say whether the next line belongs to it; ``chance`` says that the referee drew it unasked."""
        decided = not chance and not self._more
        if decided and not self._left:
            return False
        self._left -= decided
        self._more = max(self._more - 1, 0) or _after(self._standing, self.lines, self._seats)
        self.lines += 1
        return True


def mark_of(first: int, texts: Sequence[str]) -> str:
    """Return the mark of lines that were typed as one, the first of them at place ``first``."""
    return f"together {first} {len(texts)} {crc32(' / '.join(texts).encode())}"


def _before(standing: Standing, last: int, most: int) -> int:
    """Return how many lines (of ``most``) before place ``last`` were typed together with the line there."""
    for first in range(max(0, last - most), last):
        if mark_of(first, standing.lines[first : last + 1]) in standing.marks:
            return last - first
    return 0


def _after(standing: Standing, place: int, most: int) -> int:
    """Return how many undone lines (of ``most``) after ``place`` were typed together with the line there."""
    for many in range(2, most + 1):
        if mark_of(len(standing.lines) + place, standing.undone[place : place + many]) in standing.marks:
            return many - 1
    return 0


def by_chance(place: int, text: str) -> str:
    """Return the mark of a line, at ``place`` from 1, that the referee drew where it deals all by itself."""
    return f"chance {place} {crc32(text.encode())}"


TOGETHER = "The hands that were entered do not fit together. All were taken back: everybody enters theirs again."


class MisfitError(RecordError):
    """The hands of all seats are in, and do not fit together: nobody hears whose, or which card."""


def awaited(game: Game[object], state: object, action: Action) -> bool:
    """Say whether an action enters a hand that the game waits for; one that a seat may leave out is judged at once."""
    kept = any(verb.kept and verb.name == action.verb for verb in game.verbs)
    return kept and any(turn.seat == action.seat and action.verb in turn.verbs for turn in game.to_act(state))


def as_entered(game: Game[object], state: object, action: Action) -> Judgment:
    """Judge an action, a hand that is awaited as far as its own seat can tell: the others' hands say nothing of it."""
    if awaited(game, state, action):
        return game.judge(game.view(state, action.seat), action)
    return game.judge(state, action)


def misfits(game: Game[object], setup: Setup, actions: Sequence[Action], last: Action) -> int:
    """Return how many hands before ``last`` are to be entered again: all, when it is the last and they do not fit."""
    state = fold(game, setup, actions)
    after = game.apply(state, last)
    if not awaited(game, state, last) or any(last.verb in turn.verbs for turn in game.to_act(after)):
        return 0
    try:
        replay(game, setup, (*actions, last))
    except RecordError:
        return next((n for n, one in enumerate(reversed(actions)) if one.verb != last.verb), len(actions))
    return 0


def before(lines: Sequence[str], name: str, verb: str) -> str:
    """Return the arguments with which a seat entered a hand that was taken back, the last time, "" for never."""
    start = f"{name}: {verb} "
    return next((line.removeprefix(start) for line in reversed(lines) if line.startswith(start)), "")


def doubts(game: Game[object], state: object, marks: Iterable[str], action: Action, seat: int) -> int:
    """Return how often a seat has entered a hand that does not fit what others hold, with this one; 0 if it fits."""
    if not any(verb.kept and verb.name == action.verb for verb in game.verbs):
        return 0
    if isinstance(game.judge(game.view(state, seat), action), Refused):
        return 0
    return 1 + sum(mark.startswith(f"doubt {seat} ") for mark in marks)


def header_of(setup: Setup, kit: str, follows: int, bots: Mapping[int, str]) -> str:
    """Return a setup as the journal keeps it: the header of its record. ``bots`` are their levels, by seat."""
    more: dict[str, Any] = ({"kit": kit} if kit else {}) | ({"follows": follows} if follows else {})
    more |= {"bots": texts_of(setup, bots)} if bots else {}
    return print_header(setup, make_header(setup, more))


def setup_of(kept: Listed, journal: Journal, facts: "Facts | None" = None) -> tuple[Setup, dict[str, Any]]:
    """Return the setup of a table, and its header. Raises ``RecordError``, also for facts that are lost.

    Its facts are those given, else those that the journal keeps, else (a table of an earlier version) the kept kit's.
    """
    try:
        if facts is None and (data := journal.facts(kept)) is not None:
            from factbank.factfile import parse as parse_facts

            facts = parse_facts(json.loads(data), f"the facts of table {kept.number}")
        record = parse_record(kept.header, facts=facts)
        kit = record.header.get("kit", "")
        if facts is not None and kit and facts.kit != kit:
            raise RecordError(f"it is played with kit {kit}, and these facts are of kit {facts.kit}")
    except RecordError as error:
        hint = "" if "kit" not in error.why else "; give its fact file with --facts"
        raise RecordError(f"Table {kept.number} can't be opened: {error.why}{hint}") from None
    return record.setup, record.header


def followed(game: Game[object], setup: Setup, standing: Standing) -> tuple[list[Action], list[bool], object]:
    """Follow the lines that stand, each judged as it was when it was accepted, as far as they fit.

    Return the actions, of each whether the referee drew it unasked, and the state after them.
    """
    actions: list[Action] = []
    drawn: list[bool] = []
    state = game.start(setup)
    for place, text in enumerate(standing.lines, start=1):
        action: Action | None = None
        with contextlib.suppress(RecordError):
            action = parse(game, setup, text)
        if action is None or isinstance(as_entered(game, state, action), Refused):
            break
        drawn.append(by_chance(place, text) in standing.marks or action.verb in game.drawn(state))
        state = game.apply(state, action)
        actions.append(action)
    return actions, drawn, state


def renamed(setup: Setup, seat: int, name: str) -> Setup:
    """Return a setup in which a seat has another name. Raises ``RecordError``."""
    game, options = games.game(setup.game), given_options(setup.options)
    others = (other for at, other in enumerate(setup.seats) if at != seat)
    if fault := new_name_fault(name, others, (verb.name for verb in game.verbs)):
        raise RecordError(f"seats: {fault}")
    seats = [*setup.seats]
    seats[seat] = name
    return games.setup(game, seats, rules=setup.rules, facts=setup.facts, options=options)


def bytes_of(setup: Setup) -> bytes | None:
    """Return the fact file of a setup as the journal keeps it, None where the game needs no facts."""
    if setup.facts is None:
        return None
    from factbank.factfile import format_facts

    return format_facts(setup.facts)


_COMMITTED = "committed"  # the mark of a private line: its place, its commitment, and the name that its seat had then
_SEALED = "sealed"  # the mark of a whole deal in format 1: how many lines stood, its nonce, its seal


class SealedLine(Struct, frozen=True):
    """A private line of a deal: its place in the record, what commits to it, and its seat's name at the deal."""

    place: int
    commitment: str
    nonce: str
    name: str


@dataclass(frozen=True)
class SealedDeal:
    """A deal that the referee made: how many lines stood after it, its seal, and its lines.

    Without lines it was sealed by format 1, with one ``nonce``, and covers ``many`` lines.
    """

    after: int
    seal: str
    lines: tuple[SealedLine, ...] = ()
    nonce: str = ""
    many: int = 0

    @property
    def places(self) -> range:
        """The places that its private lines have in the record, from 1."""
        return range(self.after - (len(self.lines) or self.many) + 1, self.after + 1)

    def opened(self, names: Sequence[str], actions: Sequence[Action]) -> Seal:
        """Return the seal as a full record of these actions holds it; ``names`` are the seats' now."""
        seats = [actions[one.place - 1].seat for one in self.lines]
        same = all(seat is None or one.name == names[seat] for one, seat in zip(self.lines, seats, strict=True))
        called = () if same else tuple(one.name for one in self.lines)
        return Seal(self.after, self.seal, tuple(one.nonce for one in self.lines), called, self.nonce)


def commitments(
    game: Game[object], setup: Setup, seed: str, actions: Sequence[Action], marks: Set[str]
) -> tuple[str, ...]:
    """Return the marks that belong to the last of ``actions``, which chance gave: () where it is no secret of a deal.

    They commit to all private lines of the deal, hands that people entered before it too, but for those of ``marks``.
    """
    verbs, found = dealt_verbs(game, setup), []
    for place in range(len(actions), 0, -1):
        action = actions[place - 1]
        if action.verb not in verbs:
            break
        name, line = "" if action.seat is None else setup.seats[action.seat], line_of(game, setup, action)
        found.append(f"{_COMMITTED} {place} {commitment_of(nonce_of(seed, place, line), place, line)} {name}".rstrip())
    return tuple(mark for mark in reversed(found) if mark not in marks)


def sealed_deals(
    game: Game[object], setup: Setup, seed: str, actions: Sequence[Action], marks: Iterable[str], *, chosen: bool
) -> tuple[SealedDeal, ...]:
    """Return the deals that stand and were sealed, in their order; ``chosen``: somebody chose the seed."""
    lines: dict[int, SealedLine] = {}
    old: dict[int, list[tuple[str, str]]] = {}
    for mark in sorted(mark for mark in marks if mark.startswith((_COMMITTED, _SEALED))):
        word, *parts = mark.split(" ", 3)
        if word == _COMMITTED and (place := int(parts[0])) <= len(actions):
            name = parts[2] if len(parts) > 2 else ""
            line = line_of(game, setup, actions[place - 1], name)
            nonce = nonce_of(seed, place, line)
            if commitment_of(nonce, place, line) == parts[1]:  # else it was taken back, and something else stands
                lines[place] = SealedLine(place, parts[1], nonce, name)
        elif word == _SEALED:
            old.setdefault(int(parts[0]), []).append((parts[1], parts[2]))
    deals: dict[int, SealedDeal] = {}
    for after, covered in old_lines(game, setup, actions, old).items():
        for nonce, made in old[after]:
            if old_seal(nonce, covered) == made:
                deals[after] = SealedDeal(after, made, nonce=nonce, many=len(covered))
    sealing, deal = Sealing(chosen=chosen), list[SealedLine]()
    for place in sorted(lines):
        deal.append(lines[place])
        if place + 1 not in lines:
            seal = sealing.seal(one.commitment for one in deal)
            deals[place], deal = SealedDeal(place, seal, tuple(deal)), []
    return tuple(deals[after] for after in sorted(deals))


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
        self.standing: Standing = reduce_entries(entries)
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


@dataclass(frozen=True)
class Happened:
    """What the open table heard: a sentence, and the seat that acted (None: the table, or nobody).

    ``number`` is the line's place in the record, 0 for what is no line of it: a line that was taken back or corrected
    (``struck``), or a notice.
    """

    number: int
    seat: int | None
    words: str
    struck: bool = False


def history(table: Table) -> list[Happened]:
    """Return what the open table heard, line by line, with what was taken back struck through, and the notices."""
    account = _Account(table)
    notices = [notice for notice in table.notices() if notice.kind != UNDONE]
    entries = iter(table.journal.entries(table.number))
    for entry in entries:
        while notices and notices[0].entry < entry.number:
            account.found.append(Happened(0, notices[0].seat, notices.pop(0).said(table.setup.seats)))
        if entry.kind == LINE and (action := table.read(entry.text)) is not None:
            account.line(action)
        elif entry.kind == UNDO:
            account.undo(int(entry.text))
        elif entry.kind == REDO:
            account.redo(int(entry.text))
        elif entry.kind == MARK and entry.text.startswith(f"{CORRECTED} "):
            first, many = (int(word) for word in entry.text.split()[1:])
            next(entries)  # takes back what the lines after it say again
            again = (table.read(next(entries).text) for _ in range(many))
            account.correct(first, [action for action in again if action is not None])
    return account.found + [Happened(0, notice.seat, notice.said(table.setup.seats)) for notice in notices]


class _Account:
    """What is written down of a table while its journal is read."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.found: list[Happened] = []
        self._states = [table.game.start(table.setup)]
        self._standing: list[tuple[int, Action]] = []  # the lines that stand, and where they are in ``found``
        self._undone: list[tuple[int, Action]] = []

    def line(self, action: Action) -> None:
        self._undone.clear()
        self._say(action, len(self.found))

    def _say(self, action: Action, place: int) -> None:
        """Let a line stand, and write down at ``place`` what was heard of it."""
        before = self._states[-1]
        self._states.append(self.table.game.apply(before, action))
        self._standing.append((place, action))
        words = self.table.heard(before, action, self._states[-1])
        self.found[place : place + 1] = [Happened(len(self._standing), action.seat, words)]

    def undo(self, many: int) -> None:
        for _ in range(min(many, len(self._standing))):
            self._undone.append(self._standing.pop())
            self._states.pop()
            self._strike(self._undone[-1][0])

    def redo(self, many: int) -> None:
        for _ in range(min(many, len(self._undone))):
            place, action = self._undone.pop()
            self._say(action, place)

    def correct(self, first: int, actions: Sequence[Action]) -> None:
        """Let ``actions`` stand from line ``first`` on: what was corrected stays in sight, above what it is now."""
        places = [place for place, _ in self._standing[first - 1 :]]
        del self._standing[first - 1 :], self._states[first:]
        self._undone.clear()
        self._strike(places[0])
        places = [place + 1 for place in places]
        self.found.insert(places[0], Happened(0, None, ""))
        for action, place in zip(actions, places, strict=False):
            self._say(action, place)
        for place in places[len(actions) :]:
            self._strike(place)

    def _strike(self, place: int) -> None:
        self.found[place] = replace(self.found[place], number=0, struck=True)


def result_of(table: Table, evening: int) -> Result | None:
    """Return what came of a finished game, None while it is open. ``evening`` is the number of its first table."""
    outcome = table.game.outcome(table.state)
    if not outcome.over:
        return None
    sheet = table.game.sheet(table.view)
    points = tuple(outcome.scores) if sheet is not None and sheet.legend else ()
    return Result(evening, table.setup.game, table.setup.seats, outcome.winners, points)


def chain(journal: Journal, table: Table) -> list[Table]:
    """Return the tables of an evening up to this one, the first first; one that can't be opened ends it."""
    tables = [table]
    while tables[0].follows and tables[0].follows < tables[0].number:
        try:
            tables.insert(0, Table(journal, tables[0].follows))
        except RecordError:
            break
    return tables


def tally(journal: Journal, table: Table) -> str:
    """Return how the evening stands in a sentence, "" after its first game: “Tonight, 3 games: Ann won 2, Bob 1.”"""
    tables = chain(journal, table)
    results = [found for one in tables if (found := result_of(one, tables[0].number)) is not None]
    if len(results) < 2:
        return ""
    wins = [(player.name, player.total.wins) for player in league(results).players if player.total.wins]
    won = listed([f"{name} won {count}" for name, count in wins], "and") if wins else "nobody has won yet"
    return f"Tonight, {len(results)} games: {won}."


def rematch(journal: Journal, table: Table) -> Table:
    """Set up another game for the same people: seats, PINs, house rules and kit as they were, a new deal.

    Raises ``RecordError`` where the journal can't be written.
    """
    setup = make_setup(table.game, table.setup.seats, given_options(table.setup.options), facts=table.setup.facts)
    made = Table.new(journal, setup, kit=table.kit, follows=table.number, bots=table.bots)
    journal.copy_pins(table.number, made.number)
    return made
