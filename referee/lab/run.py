"""Play a lab's games, in several processes or on a cluster, and store what was counted in each game as a row."""

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import lru_cache, partial
from hashlib import blake2b
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from liarsdeck import system
from liarsdeck.files import make_folder, write_atomic
from liarsdeck.installed import remedy
from referee import games
from referee.bots import Player, Step, moves
from referee.core.game import CAUGHT, DOUBTED, SAID_LIE, SAID_TRUTH, Action, Game, RecordError, Saying, Setup, Unopened
from referee.lab.drama import Drama, examined
from referee.lab.plan import Plan, player, setup


class Row(Struct, frozen=True, array_like=True):
    """One game of a lab: its place in the plan, how it ended, and what was counted in it.

    ``cell`` is the index of the game's ``Cell`` in the plan, and ``index`` the number of the game in this cell, both
    from 0. ``digest`` is a hash of all lines. ``over`` says whether the game has ended by its rules. ``winners`` are
    seats, () in an unfinished game. ``starter`` is the seat that acts first after the deal, −1 if none has acted.
    ``rounds`` is the number of rounds that have begun (``Game.rounds``), ``lines`` the number of all lines in the
    record, and ``acts`` the number of lines that players chose. ``seconds`` is the estimated duration at a real table.
    ``scores`` are the last scores by seat. ``marks`` has for each round's end (at most 400, evenly spaced) the scores
    by seat, or in a game without scores the numbers of cards in hand; in labs of older versions some are (). ``verbs``
    has the number of lines by verb, and also by ``verb:word`` if the verb's argument is one of a few words.

    Every eighth decision of a player is examined. ``looked`` is the number of examined decisions, ``width`` the sum of
    their numbers of legal actions, and ``forced`` the number of those with one legal action. ``refused`` has, by rule,
    the number of examined decisions in which this rule made an action illegal.

    ``lies``, ``truths``, ``caught`` and ``doubted`` have a number for each seat: lies and truths that the seat told,
    lies of the seat that were caught, and truths of the seat that were taken for lies. They are () if nobody told
    either. ``paid`` compares lying with honesty, where a case is one player in one deal: (points gained in cases with a
    lie, number of these cases, points gained in cases with truths only, number of these cases). ``gains`` are the
    points gained in all scored deals, added up by place: first the seat that acts first in a deal, then the next
    clockwise, and so on; ``deals`` is the number of these deals. ``rose`` has for each of the first forty deals the
    number of players who gained points. ``tells`` counts new truths and lies by their place in a round (or deal):
    (truths told first, lies told first, truths between, lies between, truths told last, lies told last). Rounds with
    only one of them do not count; () means that none was counted. ``idle`` has for each seat the number of rounds from
    its last action to the last action of anybody. ``offered`` has, by verb and by ``verb:word``, the number of examined
    decisions in which it was legal. ``drama`` is what rollouts (games played on from moments of this one) found, None
    without rollouts.
    """

    cell: int
    index: int
    digest: str
    over: bool
    winners: tuple[int, ...]
    starter: int
    rounds: int
    lines: int
    acts: int
    seconds: int
    scores: tuple[int, ...]
    marks: tuple[tuple[int, ...], ...]
    verbs: dict[str, int]
    looked: int
    width: int
    forced: int
    refused: dict[str, int]
    lies: tuple[int, ...] = ()
    truths: tuple[int, ...] = ()
    caught: tuple[int, ...] = ()
    doubted: tuple[int, ...] = ()
    paid: tuple[int, int, int, int] = (0, 0, 0, 0)
    gains: tuple[int, ...] = ()
    deals: int = 0
    rose: tuple[int, ...] = ()
    tells: tuple[int, ...] = ()
    idle: tuple[int, ...] = ()
    offered: dict[str, int] = {}
    drama: Drama | None = None

    @property
    def margin(self) -> int:
        """The best score minus the second best; 0 with a single score."""
        best, *rest = sorted(self.scores, reverse=True)
        return best - rest[0] if rest else 0

    @property
    def half(self) -> tuple[int, ...]:
        """The seats with the best score at half time; () if all are equal, or with fewer than three rounds."""
        scores = self.marks[(len(self.marks) - 1) // 2] if len(self.marks) > 2 else ()
        if not scores:
            return ()
        best = max(scores)
        return tuple(seat for seat, score in enumerate(scores) if score == best) if min(scores) < best else ()

    @property
    def turns_of_lead(self) -> int:
        """How often the lead changed from one seat to another.

        Rounds' ends at which several seats share the best score are skipped. A change is counted if the sole leader is
        not the previous sole leader.
        """
        leads = [scores.index(max(scores)) for scores in self.marks if scores and scores.count(max(scores)) == 1]
        return sum(leader != other for leader, other in pairwise(leads))


THINKING, TABLE = 10, 8
"""Seconds that a player's line takes at a real table, and a line of the table, such as a card turned."""


def seconds(game: Game[Any], verb: str) -> int:
    """Return how many seconds an action with this verb takes at a real table, as an estimate."""
    table = any(known.table for known in game.verbs if known.name == verb)
    return game.seconds.get(verb, TABLE if table else THINKING)


def stated(game: Game[Any]) -> str:
    """Return a game's ``seconds`` by verb as a phrase for the report: “plays 5, any other line 10, …”."""
    known = "".join(f"{verb} {time}, " for verb, time in game.seconds.items())
    return f"{known}any other line {THINKING}, one of the table's {TABLE}"


EVERY = 8  # of so many decisions one is examined closely
_MARKS = 400  # rounds whose scores are kept
_DEALS = 40  # deals of which ``Row.rose`` is kept
_WORDED: dict[tuple[str, str, Any], str] = {}
"""“VERB:WORD” by game, verb and argument."""


@lru_cache(maxsize=64)
def _table(game: str, players: int, options: tuple[tuple[str, str], ...], pairs: int, seed: str, written: str) -> Setup:
    return setup(games.game(game), players, options, pairs, seed, written)


@lru_cache(maxsize=256)
def _bot(game: str, word: str, own: str) -> Player[Any]:
    return player(word, games.game(game), own)


def seated(plan: Plan, cell: int, index: int) -> tuple[Game[Any], Setup, dict[int, Player[Any]], str]:
    """Return what is needed to play a game of a plan: (game, setup, strategy by seat, seed).

    ``cell`` is the index of a ``Cell`` in the plan, and ``index`` the number of the game in this cell, both from 0.
    Games with the same ``index`` have the same seed, so they have the same deals in all cells, unless numbers of
    players or house rules differ.
    """
    at = plan.cells[cell]
    table = _table(plan.game, at.players, at.options, plan.pairs, plan.seed, plan.written)
    bots = {seat: _bot(plan.game, word, plan.own) for seat, word in enumerate(plan.seated(cell, index))}
    return games.game(plan.game), table, bots, f"{plan.seed}/{index}"


def lines_of(plan: Plan, cell: int, index: int) -> tuple[Setup, list[Action]]:
    """Play a game of a plan again; return (setup, actions).

    ``cell`` is the index of a ``Cell`` in the plan, and ``index`` the number of the game in this cell, both from 0.
    """
    game, table, bots, seed = seated(plan, cell, index)
    actions = []
    for _, action, after in moves(game, table, bots, seed, plan.lines):
        actions.append(action)
        if game.rounds(after) > plan.cap:
            break
    return table, actions


def measured(plan: Plan, cell: int, index: int) -> Row:
    """Play a game of a plan and return its row.

    ``cell`` is the index of a ``Cell`` in the plan, and ``index`` the number of the game in this cell, both from 0.
    """
    game, table, bots, seed = seated(plan, cell, index)
    count, look = Counts(game, game.start(table), len(bots), index), plan.sampled(cell, index)
    steps = list[Step[Any]]()
    for step in moves(game, table, bots, seed, plan.lines):
        if look:
            steps.append(step)
        if count.step(*step) > plan.cap:
            break
    return count.row(cell, index, examined(game, steps, rollers(plan, cell, index), plan.cap, seed) if look else None)


def rollers(plan: Plan, cell: int, index: int) -> dict[int, Player[Any]]:
    """Return the strategies by seat that play the rollouts of a game.

    A rollout is a game played on from one of this game's moments. The strategies are those of the game, but a slow one
    is replaced by ``easy`` (or ``random``). ``cell`` is the index of a ``Cell`` in the plan, and ``index`` the number
    of the game in this cell, both from 0.
    """
    return seated(plan.quickened(), cell, index)[2]


class Counts:
    """Counts what happens in one game: call ``step`` for each line, then ``row``.

    ``start`` is the first state, ``seats`` the number of players, and ``index`` the number of the game in its cell.
    Every eighth decision is examined closely, beginning with decision ``index`` modulo 8 (from 0).
    """

    def __init__(self, game: Game[Any], start: Any, seats: int, index: int) -> None:
        self._game, self._seats, self._state = game, seats, start
        self._lines, self._refused = list[Action](), Counter[str]()
        self._said = {kind: [0] * seats for kind in (SAID_LIE, SAID_TRUTH, CAUGHT, DOUBTED)}
        self._lied, self._spoke, self._paid = [False] * seats, [False] * seats, [0, 0, 0, 0]
        self._before = game.outcome(start).scores  # the scores before the current deal
        self._opener, self._acted = -1, 0  # of the current deal
        self._said_now, self._tells = list[Saying](), [0] * 6  # of the current round
        self._last, self._offered = [0] * seats, dict[str, int]()
        self._deals, self._gains, self._rose = 0, [0] * seats, list[int]()
        self._kept = {verb.name for verb in game.verbs if verb.kept}
        # Verbs whose argument is one of a few words, like small, middle or large.
        self._worded = {verb.name for verb in game.verbs if verb.usage and verb.usage == verb.usage.lower()}
        self._says = type(game).sayings is not Game.sayings
        self._one_deal = type(game).deals_scored is Game.deals_scored  # 1 at the end, which ``row`` knows
        self._starter, self._acts = -1, 0
        self._looked, self._width, self._forced, self._next = 0, 0, 0, index % EVERY
        self._marks: list[Any] = []
        self._round, self._settled = game.rounds(start), game.deals_scored(start)

    def step(self, before: Any, action: Action, after: Any) -> int:
        """Count a line, given the full states before and after it; return how many rounds have begun."""
        seat, game = action.seat, self._game
        self._lines.append(action)
        self._state = after
        if seat is None:
            if self._acted == 1:  # a call of who begins, and the river: nobody has begun yet
                self._opener = -1
                self._starter = -1 if self._acts == 1 else self._starter
        elif action.verb not in self._kept:
            self._acted += 1
            self._starter = seat if self._starter < 0 else self._starter
            self._opener = seat if self._opener < 0 else self._opener
            if self._acts % EVERY == self._next:
                self._look(game.view(before, seat), seat)
            self._acts += 1
            self._last[seat] = self._round
        for saying in game.sayings(before, action, after) if self._says else ():
            self._said[saying.kind][saying.seat] += 1
            if saying.kind in {SAID_LIE, SAID_TRUTH}:
                self._spoke[saying.seat] = True
                self._lied[saying.seat] |= saying.kind == SAID_LIE
                self._said_now.append(saying)
        now, settled = game.rounds(after), 0 if self._one_deal else game.deals_scored(after)
        if settled != self._settled:
            self._settle(game.outcome(after).scores)
        if now != self._round or settled != self._settled:
            self._round, self._settled = now, settled
            self._marks.append(after)
            if self._said_now:
                self._tell()
        return now

    def _tell(self) -> None:
        """Count the new truths and lies of the last round by their place: first, between or last.

        If only one truth or lie was told in the round, it is not counted.
        """
        last = len(self._said_now) - 1
        for at, saying in enumerate(self._said_now if last else ()):
            if saying.fresh:
                self._tells[2 * ((at > 0) + (at == last)) + (saying.kind == SAID_LIE)] += 1
        self._said_now = []

    def _settle(self, scores: tuple[int, ...]) -> None:
        """Add the points gained in a deal to the sums by place, and of liars and honest players.

        ``scores`` are the scores by seat after the deal. The first place is the seat that acted first in the deal; the
        others follow clockwise. Honest players told a truth in the deal and no lie.
        """
        gained = [score - was for score, was in zip(scores, self._before, strict=True)]
        if self._opener >= 0:
            for seat, points in enumerate(gained):
                self._gains[(seat - self._opener) % self._seats] += points
            self._rose.append(sum(points > 0 for points in gained))
            self._deals += 1
        for seat, points in enumerate(gained):
            if self._spoke[seat]:
                at = 0 if self._lied[seat] else 2
                self._paid[at] += points
                self._paid[at + 1] += 1
        self._before, self._opener, self._acted = scores, -1, 0
        self._lied, self._spoke = [False] * self._seats, [False] * self._seats

    def _look(self, view: Any, seat: int) -> None:
        """Count the legal actions of a decision, and the rules that make other actions illegal.

        ``seat`` decides, and ``view`` is the state with what this seat may not know unknown.
        """
        game, width, rules, offered = self._game, 0, set(), set[str]()
        for turn in game.to_act(view):
            if turn.seat == seat:
                for verb in turn.verbs:
                    before, worded = width, verb in self._worded
                    for action in game.candidate_actions(view, seat, verb):
                        judgment = game.judge(view, action)
                        if judgment.legal or isinstance(judgment, Unopened):
                            width += 1
                            if worded:
                                offered.add(self._option(action))
                        else:
                            rules.add(judgment.rule)  # type: ignore[union-attr]
                    if width > before:
                        offered.add(verb)
        width += seat not in game.awaits(view)
        self._looked += 1
        self._width += width
        self._forced += width == 1
        if rules:
            self._refused.update(rules)
        counts = self._offered
        for what in offered:
            counts[what] = counts.get(what, 0) + 1

    def _option(self, action: Action) -> str:
        """Return an action as ``verb:word``, with the word that the player chose: ``bets:large``."""
        key = self._game.name, action.verb, getattr(action, action.form.argument)
        if key not in _WORDED:
            _WORDED[key] = f"{action.verb}:{self._game.write(self._state.setup, action).args}"
        return _WORDED[key]

    def row(self, cell: int, index: int, drama: Drama | None = None) -> Row:
        """Return the row of the game, after ``step`` was called for all lines.

        ``cell`` and ``index`` are the game's place in the plan (see ``Row``). ``drama`` is what rollouts found, None
        without rollouts.
        """
        outcome, said = self._game.outcome(self._state), self._said
        if self._one_deal and outcome.over:
            self._settle(outcome.scores)
            self._tell()
            if not self._marks or self._marks[-1] is not self._state:
                self._marks.append(self._state)
        verbs = Counter([action.verb for action in self._lines])
        time = sum(many * seconds(self._game, verb) for verb, many in verbs.items())
        verbs.update([self._option(action) for action in self._lines if action.verb in self._worded])
        spoken = any(said[SAID_LIE]) or any(said[SAID_TRUTH])
        lies, truths, caught, doubted = (tuple(counts) if spoken else () for counts in said.values())
        lied, lied_in, honest, honest_in = self._paid
        return Row(
            cell,
            index,
            digest=blake2b(repr(self._lines).encode(), digest_size=8).hexdigest(),
            over=outcome.over,
            winners=outcome.winners,
            starter=self._starter,
            rounds=self._round,
            lines=len(self._lines),
            acts=self._acts,
            seconds=time,
            scores=outcome.scores,
            marks=self._course(),
            verbs=dict(sorted(verbs.items())),
            looked=self._looked,
            width=self._width,
            forced=self._forced,
            refused=dict(sorted(self._refused.items())),
            lies=lies,
            truths=truths,
            caught=caught,
            doubted=doubted,
            paid=(lied, lied_in, honest, honest_in),
            gains=tuple(self._gains),
            deals=self._deals,
            rose=tuple(self._rose[:_DEALS]),
            tells=tuple(self._tells) if any(self._tells) else (),
            idle=tuple([max(self._last) - last for last in self._last]),
            offered=dict(sorted(self._offered.items())),
            drama=drama,
        )

    def _course(self) -> tuple[tuple[int, ...], ...]:
        """Return the scores by seat at each round's end; in a game without scores, the sizes of hands.

        If there are more than ``_MARKS`` rounds, only every second one (or third, and so on) is returned.
        """
        marks = self._marks[:: -(-len(self._marks) // _MARKS) or 1]
        scores = tuple(self._game.outcome(state).scores for state in marks)
        if any(len(set(row)) > 1 for row in scores[:-1]):
            return scores
        return tuple(sizes for state in marks if (sizes := self._sizes(state))) or scores

    def _sizes(self, state: Any) -> tuple[int, ...]:
        """Return how many cards each seat holds; () if that is not public, or if nothing is dealt."""
        hands = self._game.public(self._game.view(state, None)).get("hands")
        sizes = hands.values() if isinstance(hands, Mapping) else ()
        numbers = tuple(size for size in sizes if isinstance(size, int))
        return numbers if len(numbers) == self._seats else ()


S = TypeVar("S", bound=Struct)

PLAN, ROWS = "plan.json", "rows.jsonl"
CHUNK = 20  # games at most
_TRIES = 3  # times that the chunks of killed workers are given out again
_PATIENCE_S = 20  # seconds to wait for a cluster

Chunk = tuple[int, int, int]
"""Some games of a cell: the cell's number, the first game's index, and the index after the last one."""
Done = tuple[Chunk, list[Row]]


class WorkersKilled(RecordError):
    """The operating system killed the worker processes at each attempt, usually for lack of memory."""


def need(*modules: str, extra: str = "lab") -> None:
    """Raise ``RecordError`` unless all these modules can be imported.

    The error's sentence has the command that installs them. ``extra`` is the name of the group of optional dependencies
    that has the modules.
    """
    if not all(map(find_spec, modules)):
        raise RecordError(f"this needs more than the games do; {remedy(extra)}")


def chunks(plan: Plan) -> list[Chunk]:
    """Return the games of a plan in chunks of at most 20, in the order in which they are played.

    First comes a chunk with the first games of each cell, then a chunk with the next games of each cell, and so on.
    """
    firsts = range(0, plan.each, CHUNK)
    return [(cell, first, min(first + CHUNK, plan.each)) for first in firsts for cell in range(len(plan.cells))]


def played(plan: Plan, chunk: Chunk) -> list[Row]:
    """Play the games of a chunk (some games of one cell of the plan); return their rows."""
    cell, first, end = chunk
    return [measured(plan, cell, index) for index in range(first, end)]


def digest(rows: Sequence[Row]) -> str:
    """Return a hash of the rows in order. Equal games give the same hash on any computer."""
    return hashlib.sha256(msgspec.json.encode(rows)).hexdigest()[:16]


# ---------------------------------------------------------------------------------------------------- the folder


def begin(folder: Path, plan: Plan) -> None:
    """Store the plan of a new lab in a folder. Raises ``RecordError`` if a lab is there already."""
    store(folder, PLAN, plan)


def store(folder: Path, name: str, plan: Struct) -> None:
    """Store what a lab or a search is to play in the file ``name`` of a folder that holds neither of them yet.

    Raises ``RecordError`` if there is one already.
    """
    if any((folder / one).exists() for one in (name, PLAN)):
        raise RecordError(f"{folder} holds a lab: --resume goes on with it, or say another folder with -o")
    make_folder(folder)
    write_atomic(folder / name, msgspec.json.format(msgspec.json.encode(plan)))


def forget(folder: Path, *, whole: bool) -> None:
    """Delete a lab's plan from a folder, unless a game was played there.

    With ``whole``, the folder is deleted too. Raises ``OSError`` if the folder holds other files.
    """
    if not kept(folder):
        (folder / ROWS).unlink(missing_ok=True)
        (folder / PLAN).unlink(missing_ok=True)
        if whole:
            folder.rmdir()


def planned(folder: Path) -> Plan:
    """Return the plan that is stored in a folder. Raises ``RecordError`` if there is none or it is damaged."""
    if (plan := stored(folder / PLAN, Plan)) is None:
        raise RecordError(f"{folder} holds no lab: there is no {PLAN} in it")
    return plan


def stored(path: Path, kind: type[S]) -> S | None:
    """Return the struct of this kind in a JSON file; None without a file. Raises ``RecordError`` if it is damaged."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError:
        return None
    except msgspec.DecodeError as fault:
        raise RecordError(f"{path} is damaged: {fault}") from None


def kept(folder: Path) -> dict[Chunk, list[Row]]:
    """Return the rows that are stored in a folder, by chunk; {} if there are none.

    A chunk is (index of the cell, index of its first game, index after its last game). If the last line of the file is
    incomplete, it is deleted from the file.
    """
    return dict(whole_lines(folder / ROWS, Done))


def whole_lines(path: Path, kind: Any) -> list[Any]:
    """Return the values in a file with one JSON value on each line; [] if there is no file.

    Each value is decoded as the type ``kind``. If a line is incomplete or can't be decoded, this line and all lines
    after it are deleted from the file.
    """
    whole, sound = list[Any](), 0
    if not path.exists():
        return whole
    decoder = msgspec.json.Decoder(kind)
    for line in path.read_bytes().splitlines(keepends=True):
        try:
            found = decoder.decode(line)
        except msgspec.DecodeError:
            break
        if not line.endswith(b"\n"):
            break
        whole.append(found)
        sound += len(line)
    os.truncate(path, sound)
    return whole


def rows_of(folder: Path) -> list[Row]:
    """Return the rows of all games that are stored in a folder, in the order of cells, then of games."""
    return [row for _, rows in sorted(kept(folder).items()) for row in rows]


def go(folder: Path, plan: Plan, *, workers: int = 0, dask: str = "", step: Callable[[], None] | None = None) -> None:
    """Play all games of a plan whose rows are not in a folder yet, and store their rows there.

    ``workers`` is the number of processes (0: one for each core). ``dask`` is the address of a dask cluster that plays
    instead, or "". ``step`` is called after each chunk of games, unless it is None.
    """
    have = kept(folder)
    todo = [chunk for chunk in chunks(plan) if chunk not in have]
    with (folder / ROWS).open("ab") as file:
        for done in spread_out(partial(played, plan), todo, workers=workers, dask=dask):
            file.write(msgspec.json.encode(done) + b"\n")
            file.flush()
            system.CURRENT_OS.flush(file.fileno())
            if step is not None:
                step()


# ---------------------------------------------------------------------------------------------------- who plays


Item = TypeVar("Item")
Result = TypeVar("Result")


def spread_out(
    work: Callable[[Item], Result], todo: Sequence[Item], *, workers: int = 0, dask: str = ""
) -> Iterator[tuple[Item, Result]]:
    """Yield (item, ``work(item)``) for each item of ``todo``, in the order in which they are done.

    ``workers`` is the number of processes (0: one for each core). ``dask`` is the address of a dask cluster that works
    instead, or "". If a process is killed, its work is done again. Items must be hashable. Raises ``WorkersKilled`` if
    processes are killed again and again, and ``RecordError`` if the cluster does not answer.
    """
    yield from _cluster(work, todo, dask) if dask else _local(work, todo, workers)


def _did(work: Callable[[Item], Result], item: Item) -> tuple[Item, Result]:
    return item, work(item)


def _local(work: Callable[[Item], Result], todo: Sequence[Item], workers: int) -> Iterator[tuple[Item, Result]]:
    """Yield (item, ``work(item)``) for each item of ``todo``, computed in processes on this machine.

    ``workers`` is the number of processes (0: one for each core). If a process is killed, its work is done again;
    ``WorkersKilled`` is raised if that happens in three attempts.
    """
    if workers == 1 or len(todo) < 2:
        yield from (_did(work, item) for item in todo)
        return
    need("joblib")
    from joblib import Parallel, delayed
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    left = dict.fromkeys(todo)
    for tries in range(_TRIES):
        parallel = Parallel(n_jobs=workers or -1, return_as="generator_unordered", batch_size=1)
        try:
            with closing(parallel(delayed(_did)(work, item) for item in list(left))) as coming:
                for done in coming:
                    del left[done[0]]
                    yield done
        except TerminatedWorkerError:
            if tries + 1 == _TRIES:
                why = "workers were killed again and again: --resume goes on where this stopped"
                raise WorkersKilled(why) from None
        else:
            return


def _cluster(work: Callable[[Item], Result], todo: Sequence[Item], address: str) -> Iterator[tuple[Item, Result]]:
    """Yield (item, ``work(item)``) for each item of ``todo``, computed on the dask cluster at ``address``.

    If a worker is lost, another one does its work. Raises ``RecordError`` if the cluster does not answer, or if a
    worker lacks this program.
    """
    need("distributed", extra="dask")
    from distributed import Client, as_completed

    try:
        client = Client(address, timeout=_PATIENCE_S)
    except (OSError, ValueError, TimeoutError) as fault:
        raise RecordError(f"--dask {address}: nobody answers there: {fault}") from None
    with client:
        client.wait_for_workers(1, timeout=_PATIENCE_S)
        held = client.scatter(work, broadcast=True)
        coming = [client.submit(_did, held, item, pure=False, retries=_TRIES) for item in todo]
        for future in as_completed(coming):
            try:
                yield future.result()
            except ModuleNotFoundError as fault:
                raise RecordError(f"--dask {address}: a worker lacks liarsdeck: {fault}") from None
            future.release()
