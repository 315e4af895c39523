"""A lab's games by table; shares, means and spreads with their confidence intervals; sections of the report."""

from collections.abc import Callable, Sequence
from functools import cached_property
from math import inf
from typing import Any

from msgspec import Struct

from liarsdeck.english import counted
from referee import games
from referee.core.game import Game
from referee.lab.plan import Cell, Plan
from referee.lab.run import Row


class Bar(Struct, frozen=True):
    """A value of a chart, with its label and its interval.

    ``low`` to ``high`` is the 95 % confidence interval of ``value``; for a median it may be the range of the middle 80
    % of all values.
    """

    label: str
    value: float
    low: float
    high: float


class Bars(Struct, frozen=True):
    """A bar chart. ``unit`` is the unit of the values, and ``fair`` a value that a line marks (None: none)."""

    title: str
    unit: str
    bars: tuple[Bar, ...]
    fair: float | None = None


class Section(Struct, frozen=True):
    """A section of the report: sentences (``words``), a table (headings ``head`` above ``rows``), and charts."""

    title: str
    words: Sequence[str]
    head: tuple[str, ...] = ()
    rows: Sequence[tuple[object, ...]] = ()
    plots: Sequence[Bars] = ()


Table = tuple[int, tuple[tuple[str, str], ...]]
"""The number of players, and the house rules as (name, value) as typed."""


class Lab(Struct, frozen=True, dict=True):
    """The results of a lab (many simulated games): its plan, and a row of counts for each game."""

    plan: Plan
    rows: Sequence[Row]

    @cached_property
    def game(self) -> Game[Any]:
        """The game that was played."""
        return games.game(self.plan.game)

    @cached_property
    def cells(self) -> dict[Cell, list[Row]]:
        """The rows of the games of each cell (players, house rules, strategies), in the plan's order."""
        cells: dict[Cell, list[Row]] = {cell: [] for cell in self.plan.cells}
        for row in self.rows:
            cells[self.plan.cells[row.cell]].append(row)
        return cells

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The tables (numbers of players with house rules), in the plan's order."""
        return tuple(dict.fromkeys((cell.players, cell.options) for cell in self.plan.cells))

    @cached_property
    def strategies(self) -> tuple[str, ...]:
        """All strategies, in the plan's order."""
        return tuple(dict.fromkeys(word for cell in self.plan.cells for word in cell.lineup))

    @cached_property
    def best(self) -> str:
        """The last named strategy that plays against itself; the report is about these games. "" for none."""
        alike = {cell.lineup[0] for cell in self.plan.cells if len(set(cell.lineup)) == 1}
        return next((word for word in reversed(self.strategies) if word in alike), "")

    def plain(self, table: Table) -> list[Row]:
        """Return the rows of a table's games in which all seats play ``best``.

        If ``best`` does not play against itself at this table, they are the rows of another strategy that does. If
        ``best`` is "" (in a league), they are the rows of all games at this table.
        """
        here = {cell: rows for cell, rows in self.cells.items() if (cell.players, cell.options) == table}
        alike = [cell for cell in here if len(set(cell.lineup)) == 1]
        shown = [cell for cell in alike if cell.lineup[0] == self.best] or alike[-1:]
        return [row for cell, rows in here.items() if not self.best or cell in shown for row in rows]

    @cached_property
    def all_plain(self) -> list[Row]:
        """The rows that ``plain`` returns for all tables together."""
        return [row for table in self.tables for row in self.plain(table)]

    @cached_property
    def _shared(self) -> tuple[list[int], set[tuple[str, str]]]:
        """What tables have in common: (different numbers of players, house rules that all tables share)."""
        return list(dict.fromkeys(many for many, _ in self.tables)), set.intersection(*(set(o) for _, o in self.tables))

    def named(self, table: Table) -> str:
        """Return a table's name, “4 players, each = 2”, without what all tables have in common."""
        (players, options), (several, shared) = table, self._shared
        words = [f"{name} = {value}" for name, value in options if (name, value) not in shared]
        return ", ".join([*([counted(players, "player")] if len(several) > 1 or not words else []), *words])

    def where(self, table: Table) -> str:
        """Return the beginning of a sentence about a table, “4 players, each = 2: ”; "" if the lab has only one."""
        return f"{self.named(table)}: " if len(self.tables) > 1 else ""

    @cached_property
    def common(self) -> str:
        """What all tables have in common, as a phrase like “4 players, each = 2”; "" if nothing."""
        players, shared = self._shared
        words = [f"{name} = {value}" for name, value in self.tables[0][1] if (name, value) in shared]
        return ", ".join([*([counted(players[0], "player")] if len(players) == 1 else []), *words])


def finished(rows: Sequence[Row]) -> list[Row]:
    """Return the games that have a winner."""
    return [row for row in rows if row.winners]


LEVEL = 0.95


class Share(Struct, frozen=True):
    """A share, ``many`` out of ``of``, with Wilson's 95 % interval from ``low`` to ``high`` (0 to 1).

    As text: “8.5 % (6.0 to 12; n = 400)”.
    """

    many: float
    of: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """The share from 0 to 1; 0 if there are no observations."""
        return self.many / self.of if self.of else 0.0

    def __str__(self) -> str:
        return f"{percent(self.share)} % ({percent(self.low)} to {percent(self.high)}; n = {self.of:,})"

    def apart(self, fair: float) -> int:
        """Return 1 if the whole 95 % interval is above ``fair`` (0 to 1), −1 if it is all below, else 0."""
        return (self.low > fair) - (self.high < fair)

    def bar(self, label: str) -> Bar:
        """Return the share in per cent as a bar of a chart, with this label."""
        return Bar(label, 100 * self.share, 100 * self.low, 100 * self.high)


class Spread(Struct, frozen=True):
    """A median ``middle`` with its 95 % confidence interval, ``low`` to ``high``; ``of`` is the number of values.

    ``tenth`` and ``ninth`` are the first and the ninth decile. As text: “6 (6 to 7; one in ten up to 3, one in ten from
    11; n = 400)”.
    """

    middle: float
    of: int
    low: float
    high: float
    tenth: float
    ninth: float

    def brief(self) -> str:
        """Return the median, its 95 % confidence interval and the number of values: “6 (6 to 7; n = 400)”."""
        return f"{number(self.middle)} ({number(self.low)} to {number(self.high)}; n = {self.of:,})"

    def __str__(self) -> str:
        ends = f"one in ten up to {number(self.tenth)}, one in ten from {number(self.ninth)}"
        return f"{number(self.middle)} ({number(self.low)} to {number(self.high)}; {ends}; n = {self.of:,})"


class Mean(Struct, frozen=True):
    """A mean or a quantile of some values, with its 95 % confidence interval.

    ``mean`` is the mean or quantile, ``of`` the number of values, and ``low`` to ``high`` the interval. As text: “6.1
    (5.9 to 6.3; n = 400)”.
    """

    mean: float
    of: int
    low: float
    high: float

    def __str__(self) -> str:
        return f"{number(self.mean)} ({number(self.low)} to {number(self.high)}; n = {self.of:,})"


def share(many: float, of: int) -> Share:
    """Return the share ``many`` of ``of`` with its 95 % interval.

    ``many`` may have a fraction if wins are shared. If ``of`` is 0, the interval is from 0 to 1.
    """
    from statsmodels.stats.proportion import proportion_confint

    if not of:
        return Share(0, 0, 0.0, 1.0)
    low, high = proportion_confint(many, of, alpha=1 - LEVEL, method="wilson")
    return Share(many, of, max(0.0, float(low)), min(1.0, float(high)))


def ratio(rows: Sequence[Row], part: Callable[[Row], int], whole: Callable[[Row], int]) -> Share:
    """Return the share that the sum of ``part`` over all games has of the sum of ``whole``.

    ``part`` and ``whole`` return a number for a game's row. If the sum of ``part`` is the greater one, the share is 1.
    """
    of = sum(map(whole, rows))
    return share(min(sum(map(part, rows)), of), of)


def spread(values: Sequence[float]) -> Spread:
    """Return the median of these values with its 95 % interval, and deciles. No distribution is assumed."""
    tenth, middle, ninth = (quantile(values, part) for part in (0.1, 0.5, 0.9))
    return Spread(middle.mean, len(values), middle.low, middle.high, tenth.mean, ninth.mean)


def quantile(values: Sequence[float], part: float) -> Mean:
    """Return a quantile of these values in the field ``mean``, with its 95 % confidence interval.

    ``part`` is the share of values below the quantile, 0.5 for the median. No distribution is assumed. If there are too
    few values to find an end of the interval, this end is the least or the greatest value. Without values, everything
    is 0.
    """
    from scipy.stats import quantile_test

    if not values:
        return Mean(0, 0, 0, 0)
    ordered = sorted(values)
    middle = ordered[round(part * (len(ordered) - 1))]
    low, high = quantile_test(values, q=middle, p=part).confidence_interval(LEVEL)
    ends = [float(end) if end == end else bound for end, bound in ((low, ordered[0]), (high, ordered[-1]))]  # noqa: PLR0124, NaN
    return Mean(middle, len(values), min(ends[0], middle), max(ends[1], middle))


def mean(values: Sequence[float], least: float = -inf) -> Mean:
    """Return the mean of these values with Student's 95 % confidence interval.

    ``least`` is the least possible value; the interval does not begin below it. If all values are equal, the interval
    has no width. Without values, everything is 0.
    """
    from statsmodels.stats.weightstats import DescrStatsW

    if len(set(values)) < 2:
        value = values[0] if values else 0
        return Mean(value, len(values), value, value)
    low, high = DescrStatsW(values).tconfint_mean(alpha=1 - LEVEL)
    return Mean(sum(values) / len(values), len(values), max(least, float(low)), float(high))


def even(counts: Sequence[float]) -> float:
    """Return the p-value of a chi-squared test that all these counts have the same expectation."""
    from scipy.stats import chisquare

    return float(chisquare(counts).pvalue) if sum(counts) else 1.0


def unlike_nought(values: Sequence[float]) -> float:
    """Return the p-value of Student's t-test that the true mean of these values is 0."""
    from scipy.stats import ttest_1samp

    return float(ttest_1samp(values, 0).pvalue) if len(set(values)) > 1 else 1.0


def likely(p: float) -> str:
    """Return a p-value as text: “p = 0.03”, “p < 0.0001”."""
    return f"p = {p:.2g}" if p >= 0.0001 else "p < 0.0001"


def percent(part: float) -> str:
    """Return a share (0 to 1) in per cent without the sign: “42”; below 10 and above 90 like “8.5”."""
    value = 100 * part
    return f"{value:.0f}" if 10 <= value <= 90 or value in {0, 100} else f"{value:.1f}"


def number(value: float) -> str:
    """Return a number as text: “1,200”, “6”, “6.1”, “−3”.

    It has one decimal if it is not whole and lies between −100 and 100, else none.
    """
    text = f"{value:,.0f}" if abs(value) >= 100 or value == round(value) else f"{value:.1f}"
    return text.replace("-", "−")


def hundredths(value: Mean) -> str:
    """Return a mean of small numbers and its interval as text, with two decimals: “0.62 (0.57 to 0.67; n = 40)”."""
    return f"{value.mean:.2f} ({value.low:.2f} to {value.high:.2f}; n = {value.of:,})".replace("-", "−")
