"""Search a game's house rules for the best tables by several aims, with bots tuned for each table.

A table is a number of players with house rules. The search returns the tables that no other table beats, that is, none
is as good in all aims and better in one. First, tables that people could not play are left out. Then the best of the
others go from round to round, and each round has about twice the games of the one before: successive halving (Jamieson
and Talwalkar, 2016), in the order of NSGA-II (Deb et al., 2002). Bots are tuned anew in each round. The tables that are
left at the end are played once more with fresh seeds. Each round is a lab in a folder of its own.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from itertools import product
from math import ceil, inf, prod
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from liarsdeck import system
from referee import games
from referee.core.game import Game, RecordError, chapter
from referee.core.setup import Option, first_table, option_list
from referee.lab import run
from referee.lab.measures import lies_caught, minutes, wins
from referee.lab.plan import Cell, Plan, cells
from referee.lab.questions import LONG, SHORT, excitement, unplayable
from referee.lab.run import Row, spread_out, whole_lines
from referee.lab.statistics import Lab, Mean, Table, finished, hundredths, percent, quantile
from referee.lab.tune import Tuned, best_response, dials

PLAN, TUNED = "search.json", "tuned.jsonl"
AGAIN = "again"
"""The name of the last round, which plays the best tables again with fresh seeds. Only its figures are reported."""
FEWEST = 4  # tables that are never halved
_WIDE = 40  # values of a number, above which only some are tried
_FACTORS = (0.25, 0.5, 1, 2, 4)
_FROM_NONE = (0, 5, 10, 20)  # values of a number that is off by default
Options = tuple[tuple[str, str], ...]
Progress = Callable[[str, int], AbstractContextManager[Callable[[], None]]]


class Search(Struct, frozen=True):
    """Everything that determines a search: equal searches give equal results.

    ``game`` is the game's name, and ``players`` are the numbers of players. ``fixed`` has (name, value) of the house
    rules of every table, ``vary`` (name, values) of those that are searched; all values are as typed. ``bot`` is the
    strategy that is tuned. The search begins with ``tables`` tables for each number of players. In the last round, each
    table plays ``each`` games, of which ``drama`` are examined by rollouts (games played on from one of their moments).
    All random choices come from ``seed``. A game with more than ``cap`` rounds counts as unfinished. ``minutes`` are
    the shortest and the longest time that a game may take; a table whose games often take less or more is left out.
    ``pairs``, ``own``, ``temper`` and ``said`` are those of ``Plan``: number of pairs of facts, text of a file of own
    strategies, how much players dare, and command line.
    """

    game: str
    players: tuple[int, ...]
    fixed: Options
    vary: tuple[tuple[str, tuple[str, ...]], ...]
    bot: str
    tables: int
    each: int
    drama: int
    seed: str
    cap: int
    minutes: tuple[int, int] = (SHORT, LONG)
    pairs: int = 0
    own: str = ""
    temper: str = ""
    said: str = ""

    def plan(self, name: str, found: Mapping[Table, str], part: float) -> Plan:
        """Return the plan of a round.

        ``name`` is the name of the round, which makes its seeds differ from those of other rounds. ``found`` has the
        tables of the round, each with the strategy that plays at all its seats. ``part`` is the size of the round as a
        fraction of the last round: each table plays ``part`` times ``each`` games, at least 20.
        """
        rows = tuple(Cell(players, options, (word,) * players) for (players, options), word in found.items())
        each, drama = max(20, round(self.each * part)), ceil(self.drama * part) if part > _FIRST else 0
        return Plan(
            self.game, rows, each, f"{self.seed}/{name}", self.cap, pairs=self.pairs, own=self.own, said=self.said,
            temper=self.temper, drama=drama,
        )  # fmt: skip


_FIRST, _EARLY, _LATE = 1 / 8, 1 / 4, 1 / 2
"""The shares of the games of a whole search's last round that earlier rounds play."""


def values(game: Game[Any]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return (name, values as typed) for each house rule of a game that a search can vary.

    House rules are left out if they have a row of numbers as value, or only one possible value. If a number has a wide
    range, only some of its values are returned.
    """
    found = [(option.name, _values(option)) for option in option_list(game.options) if option.many == 1]
    return tuple((name, some) for name, some in found if len(some) > 1)


def _values(option: Option) -> tuple[str, ...]:
    if isinstance(option.default, bool):
        return ("false", "true")
    named = [str(choice) for choice in option.choices]
    if not isinstance(option.default, int) and option.low is None:
        return tuple(named)
    low, high = option.low or 0, inf if option.high is None else option.high
    if high - low < _WIDE:
        return (*named, *map(str, range(low, int(high) + 1)))
    usual = option.default if isinstance(option.default, int) else low
    tried = _FROM_NONE if not usual else [round(usual * factor) for factor in _FACTORS]
    return (*named, *map(str, sorted({value for value in tried if low <= value <= high})))


# ------------------------------------------------------------------------------------------------ what is aimed at


class Aim(NamedTuple):
    """A criterion by which tables are compared, such as the length of a game.

    ``sign`` is 1 if more is better, −1 if less is better. ``measure(rows, players)`` returns the value for the games of
    a table, None if there is nothing to measure. ``text`` returns such a value as text. ``column`` is the heading in
    front.csv. A chart shows the values multiplied by ``scale``, in ``unit``.
    """

    name: str
    sign: int
    measure: Callable[[Sequence[Row], int], Mean | None]
    text: Callable[[Mean], str]
    column: str
    unit: str
    scale: float = 1


def _favoured(rows: Sequence[Row], players: int) -> Mean:
    """Return how often the most successful place wins, as a multiple of its fair share.

    A place is a seat counted from the one that begins. 1 means that all places win equally often, and ``players`` that
    one place wins all games.
    """
    best = max(wins(finished(rows), players, from_starter=True), key=lambda place: place.share)
    return Mean(best.share * players, best.of, best.low * players, best.high * players)


def _caught(rows: Sequence[Row], _: int) -> Mean | None:
    part = lies_caught(rows)
    return Mean(part.share, part.of, part.low, part.high) if any(sum(row.lies) for row in rows) else None


def _percents(value: Mean) -> str:
    return f"{percent(value.mean)} % ({percent(value.low)} to {percent(value.high)}; n = {value.of:,})"


AIMS = (
    Aim("minutes", -1, lambda rows, _: quantile([*map(minutes, rows)], 0.5), str, "minutes", "minutes"),
    Aim("most favoured place, times its share", -1, _favoured, hundredths, "favoured", "times a fair share"),
    Aim("lies caught", 1, _caught, _percents, "caught", "per cent", 100),
    Aim("drama", 1, lambda rows, _: seen.drama if (seen := excitement(rows)) else None, hundredths, "drama", "0 to 1"),
    Aim(
        "spread of choices",
        1,
        lambda rows, _: seen.spread if (seen := excitement(rows)) else None,
        hundredths,
        "choices",
        "0 to 1",
    ),
)


class Point(Struct, frozen=True):
    """A table in a round of the search, with what was measured there.

    ``table`` is (number of players, house rules). ``word`` is the strategy that was tuned for it, such as
    ``easy:risk=0.35``. ``values`` has a value for each of AIMS, in this order; None if there was nothing to measure.
    """

    table: Table
    word: str
    values: tuple[Mean | None, ...]

    @property
    def worth(self) -> tuple[float, ...]:
        """The value of each of AIMS, negated if less is better (so higher is better); 0 if not measured."""
        return tuple(aim.sign * (value.mean if value else 0) for aim, value in zip(AIMS, self.values, strict=True))


def points(lab: Lab, tables: Iterable[Table]) -> list[Point]:
    """Return a Point for each of these tables, with its values measured in the games of ``lab``.

    ``lab`` is that of a round in which all the tables were played.
    """
    words = {(cell.players, cell.options): cell.lineup[0] for cell in lab.plan.cells}
    found = []
    for table in tables:
        rows = lab.plain(table)
        found.append(Point(table, words[table], tuple(aim.measure(rows, table[0]) for aim in AIMS)))
    return found


def beats(one: Point, other: Point) -> bool:
    """Return whether ``one`` is as good as ``other`` or better in every aim, and better in at least one (Pareto)."""
    pairs = [*zip(one.worth, other.worth, strict=True)]
    return all(mine >= theirs for mine, theirs in pairs) and one.worth != other.worth


def front(among: Sequence[Point]) -> list[Point]:
    """Return the points of ``among`` that no other of these points beats (the Pareto front)."""
    return [point for point in among if not any(beats(other, point) for other in among)]


def ordered(among: Sequence[Point]) -> list[Point]:
    """Return the points ``among`` in NSGA-II's order, best first.

    First come the points of the Pareto front (those that no other point beats), then the front of the remaining points,
    and so on. Within a front, points whose values are farther from those of other points come first.
    """
    left, done = list(among), list[Point]()
    while left:
        first = front(left)
        far = _crowding(first)
        done += sorted(first, key=lambda point: -far[point.table])
        left = [point for point in left if point not in first]
    return done


def _crowding(among: Sequence[Point]) -> dict[Table, float]:
    """Return how far each point is from its neighbours, by its table.

    In each aim, this is the distance between the next lower and the next higher value, as a fraction of the whole
    range; the distances in all aims are added up. A point with the lowest or the highest value of an aim has an
    infinite distance.
    """
    far = dict.fromkeys([point.table for point in among], 0.0)
    for at in range(len(AIMS)):
        row = sorted(among, key=lambda point: point.worth[at])
        wide = row[-1].worth[at] - row[0].worth[at]
        if wide:
            far[row[0].table] = far[row[-1].table] = inf
            for before, point, after in zip(row, row[1:], row[2:], strict=False):
                far[point.table] += (after.worth[at] - before.worth[at]) / wide
    return far


# ---------------------------------------------------------------------------------------------------- the rounds


class Found(Struct, frozen=True):
    """The result of a search.

    ``tried`` is the number of tables that stayed in the early rounds. ``left_out`` maps each table that was left out to
    the reason, a sentence. ``twins`` maps a table to an earlier one at which the same games were played, line by line.
    ``before`` are the points that were chosen for the last round, with their values in the round before it. ``again``
    are points of the same tables with their values in the last round, and ``lab`` has the games of the last round.
    """

    tried: int
    left_out: Mapping[Table, str]
    twins: Mapping[Table, Table]
    before: Sequence[Point]
    again: Sequence[Point]
    lab: Lab


def begin(folder: Path, search: Search) -> None:
    """Store a new search in a folder. Raises ``RecordError`` if a search or a lab is there already."""
    run.store(folder, PLAN, search)


def forget(folder: Path, *, whole: bool) -> None:
    """Delete a search from a folder, unless a round of it has begun there.

    With ``whole``, the folder is deleted too. Raises ``OSError`` if the folder holds other files.
    """
    if not any(folder.glob(f"*/{run.PLAN}")):
        (folder / PLAN).unlink(missing_ok=True)
        if whole:
            folder.rmdir()


def searched(folder: Path) -> Search | None:
    """Return the search that is stored in a folder; None if there is none. Raises ``RecordError`` if it is damaged."""
    return run.stored(folder / PLAN, Search)


class _Noted(Struct, frozen=True, array_like=True):
    """A line of the file ``TUNED``: the name of a round, a table, and the strategy tuned for this table."""

    name: str
    table: Table
    tuned: Tuned


class Rounds:
    """Plays the rounds of a search and stores them in its folder.

    Rounds that are stored there already are not played again.

    ``workers`` is the number of processes (0: one for each core). ``dask`` is the address of a dask cluster that plays
    instead, or "". ``progress(title, steps)`` has to return a context manager for a task of ``steps`` steps; its
    ``__enter__`` returns a function, which is called after each step.
    """

    def __init__(self, folder: Path, search: Search, *, workers: int = 0, dask: str = "", progress: Progress) -> None:
        self.folder, self.search, self.game = folder, search, games.game(search.game)
        self.workers, self.dask, self.progress = workers, dask, progress
        self.words = {(one.name, one.table): one.tuned.word for one in whole_lines(folder / TUNED, _Noted)}
        self.left_out, self.twins = dict[Table, str](), dict[Table, Table]()
        self._games = dict[tuple[int, tuple[str, ...]], Table]()  # the first table where these games were played

    def run(self) -> Found:
        """Play all rounds and return what was found. Raises ``RecordError`` if no table can be played."""
        many = self.search.tables
        first = self.round("1", [table for players in self.search.players for table in self.dealt(players)])
        if not first:
            raise RecordError(f"no table of these can be played: {'; '.join(dict.fromkeys(self.left_out.values()))}")
        later = self.round("2", self.neighbours(first))
        best = self.best([*first, *later], max(FEWEST, many // 3))
        words = self.tune("3", {point.table: point.word for point in best}, _LATE)
        last = self.best(self.points(self.play("3", words, _LATE)), max(FEWEST, many // 6))
        again = self.play(AGAIN, {point.table: point.word for point in last}, 1)
        return Found(len(first) + len(later), self.left_out, self.twins, last, self.points(again), again)

    # ---- which tables

    def known(self, players: int) -> list[Table]:
        """Return the tables for this number of players with default and with recommended house rules.

        A table is left out if ``vary`` of the search lacks one of its values. ``best`` never drops these tables for
        being worse than others.
        """
        usual = {option.name: option.usual for option in option_list(self.game.options)}
        first = first_table(self.game, players)
        both = (usual, usual | dict(first.typed(self.game) if first else ()))
        return [
            self._table(players, held) for held in both if all(held[name] in some for name, some in self.search.vary)
        ]

    def _table(self, players: int, held: Mapping[str, str]) -> Table:
        return players, (*self.search.fixed, *((name, held[name]) for name, _ in self.search.vary))

    def dealt(self, players: int) -> list[Table]:
        """Return the tables with which the search begins for this number of players.

        The ``known`` tables come first, then random ones. Tables that can't be dealt or played by bots are skipped.
        There are at most as many as ``tables`` of the search says.
        """
        search, rng, found = self.search, Random(f"{self.search.seed}/tables/{players}"), list[Table]()
        if prod(len(some) for _, some in search.vary) <= 4 * search.tables:
            names = [name for name, _ in search.vary]
            others = [dict(zip(names, row, strict=True)) for row in product(*(some for _, some in search.vary))]
            rng.shuffle(others)
        else:
            others = [{name: rng.choice(some) for name, some in search.vary} for _ in range(20 * search.tables)]
        for table in (*self.known(players), *(self._table(players, held) for held in others)):
            if table not in found and len(found) < search.tables and self.can_be(table):
                found.append(table)
        return found

    def can_be(self, table: Table) -> bool:
        """Return whether a table can be dealt and played by bots. If not, the reason is stored in ``left_out``."""
        if table not in self.left_out:
            try:
                cells(self.game, table[:1], table[1], (), (self.search.bot,), pairs=self.search.pairs)
            except RecordError as error:
                self.left_out[table] = error.why
        return table not in self.left_out

    def neighbours(self, among: Sequence[Point]) -> list[Table]:
        """Return new tables that differ in one house rule from one of the best tables of ``among``.

        The best are the tables of the Pareto front (those that no other table with the same number of players beats).
        For each number of players, at most half as many are returned as the search began with.
        """
        rng, found = Random(f"{self.search.seed}/neighbours"), list[Table]()
        seen = {point.table for point in among} | {*self.left_out} | {*self.twins}
        for group in by_players(among).values():
            near = dict.fromkeys(
                (players, tuple((key, value if key == name else held) for key, held in options))
                for players, options in (point.table for point in front(group))
                for name, some in self.search.vary
                for value in some
            )
            new = [table for table in near if table not in seen]
            rng.shuffle(new)
            found += [table for table in new if self.can_be(table)][: self.search.tables // 2]
        return found

    def best(self, among: Sequence[Point], many: int) -> list[Point]:
        """Return the best ``many`` points for each number of players, and all points of ``known`` tables.

        ``among`` are the points to choose from. Points of tables that were left out as unplayable are skipped.
        """
        playable = [point for point in among if point.table not in self.left_out]
        return [
            point
            for group in by_players(playable).values()
            for at, point in enumerate(ordered(group))
            if at < many or point.table in self.known(point.table[0])
        ]

    # ---- what is played there

    def round(self, name: str, tables: Sequence[Table]) -> list[Point]:
        """Play the round ``name`` with these tables; return a point for each table that stays.

        Tables that people could not play are left out, and so is a table if its games are the same, line by line, as
        those of an earlier one. For each of the other tables the bot is tuned, and then the games are played.
        """
        tried = self.play(f"{name}-tried", dict.fromkeys(tables, self.search.bot), _FIRST)
        self.points(tried)
        left = dict[Table, str]()
        for table in tables:
            if table not in self.left_out:
                first = self._games.setdefault((table[0], tuple(row.digest for row in tried.plain(table))), table)
                if first == table:
                    left[table] = self.search.bot
                else:
                    self.twins[table] = first
        return self.points(self.play(f"{name}-tuned", self.tune(name, left, _EARLY), _EARLY))

    def points(self, lab: Lab) -> list[Point]:
        """Return a point for each table of ``lab`` that people could play.

        The other tables are left out, with the reason in ``left_out``. ``lab`` has the games of a round.
        """
        for table in lab.tables:
            if why := unplayable(lab.plain(table), *self.search.minutes):
                self.left_out[table] = "; ".join(why)
        return points(lab, [table for table in lab.tables if table not in self.left_out])

    def tune(self, name: str, found: Mapping[Table, str], part: float) -> dict[Table, str]:
        """Return the tuned strategy for each table of the round ``name``.

        ``found`` has the strategy to begin with for each table; its parameters are tuned by best response. Each value
        of a parameter is tried in as many games as a table plays in this round: ``part`` times ``each`` of the search.
        If a strategy is stored for a table and this round, it is returned as it is.
        """
        todo = [(table, word) for table, word in found.items() if (name, table) not in self.words]
        if not todo:
            return {table: self.words[name, table] for table in found}
        work = partial(_tuned, self.search, name, part)
        with (self.folder / TUNED).open("ab") as file, self.progress(f"tuning {name}", len(todo)) as step:
            for (table, _), tuned in spread_out(work, todo, workers=self.workers, dask=self.dask):
                file.write(msgspec.json.encode(_Noted(name, table, tuned)) + b"\n")
                file.flush()
                system.CURRENT_OS.flush(file.fileno())
                self.words[name, table] = tuned.word
                step()
        return {table: self.words[name, table] for table in found}

    def play(self, name: str, found: Mapping[Table, str], part: float) -> Lab:
        """Play the round ``name`` and return its lab, which is stored in a folder of this name.

        ``found`` has the tables, each with the strategy that plays at all its seats. ``part`` is the size of the round
        as a fraction of the last round. Raises ``RecordError`` if the folder holds another lab.
        """
        folder, plan = self.folder / name, self.search.plan(name, found, part)
        if not found:
            return Lab(plan, [])
        if not (folder / run.PLAN).exists():
            run.begin(folder, plan)
        elif run.planned(folder) != plan:
            raise RecordError(f"{folder} holds another lab than this search’s: search anew in another folder")
        with self.progress(f"round {name}", len(run.chunks(plan)) - len(run.kept(folder))) as step:
            run.go(folder, plan, workers=self.workers, dask=self.dask, step=step)
        return Lab(plan, run.rows_of(folder))


def _tuned(search: Search, name: str, part: float, item: tuple[Table, str]) -> Tuned:
    (players, options), word = item
    plan = search.plan(f"{name}/tune", {}, part)
    leave = getattr(chapter(games.game(search.game), "bots"), "DARING", ()) if search.temper else ()
    return best_response(plan, Cell(players, options, ()), word, dials(word, plan, leave))


def by_players(among: Iterable[Point]) -> dict[int, list[Point]]:
    """Return the points ``among``, grouped by number of players."""
    found = dict[int, list[Point]]()
    for point in among:
        found.setdefault(point.table[0], []).append(point)
    return found
