"""A lab's games, sorted by the table they were played at."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct

from liarsdeck.english import counted
from referee import games
from referee.core.game import Game
from referee.lab.plan import Cell, Plan
from referee.lab.row import Row

Table = tuple[int, tuple[tuple[str, str], ...]]
"""How many players, and the house rules as typed."""


class Lab(Struct, frozen=True, dict=True):
    """A plan and its games."""

    plan: Plan
    rows: Sequence[Row]

    @cached_property
    def game(self) -> Game[Any]:
        """The game that was played."""
        return games.game(self.plan.game)

    @cached_property
    def cells(self) -> dict[Cell, list[Row]]:
        """The games of each cell, in the plan's order."""
        found: dict[Cell, list[Row]] = {cell: [] for cell in self.plan.cells}
        for row in self.rows:
            found[self.plan.cells[row.cell]].append(row)
        return found

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The tables, in the plan's order."""
        return tuple(dict.fromkeys((cell.players, cell.options) for cell in self.plan.cells))

    @cached_property
    def strategies(self) -> tuple[str, ...]:
        """Every strategy that sits somewhere, in the plan's order."""
        return tuple(dict.fromkeys(word for cell in self.plan.cells for word in cell.lineup))

    @cached_property
    def best(self) -> str:
        """The strategy whose games among itself say what the game is like: the last that was named; "" in a league."""
        alike = {cell.lineup[0] for cell in self.plan.cells if len(set(cell.lineup)) == 1}
        return next((word for word in reversed(self.strategies) if word in alike), "")

    def plain(self, table: Table) -> list[Row]:
        """Return the games of a table among players alike, the best there are; in a league all games."""
        return [
            row
            for cell, rows in self.cells.items()
            if (cell.players, cell.options) == table and (not self.best or set(cell.lineup) == {self.best})
            for row in rows
        ]

    @cached_property
    def all_plain(self) -> list[Row]:
        """Such games of all tables together."""
        return [row for table in self.tables for row in self.plain(table)]

    def named(self, table: Table) -> str:
        """Return what a table is called: “4 players, each = 2”; without what all tables have in common."""
        players, options = table
        shared = set.intersection(*(set(options) for _, options in self.tables))
        words = [f"{name} = {value}" for name, value in options if (name, value) not in shared]
        several = len({players for players, _ in self.tables}) > 1
        return ", ".join([*([counted(players, "player")] if several or not words else []), *words])

    def where(self, table: Table) -> str:
        """Return how a sentence about a table begins where there are several: “4 players, each = 2: ”, else “”."""
        return f"{self.named(table)}: " if len(self.tables) > 1 else ""

    @cached_property
    def common(self) -> str:
        """What all tables have in common, in words."""
        players = {players for players, _ in self.tables}
        shared = [pair for pair in self.tables[0][1] if all(pair in options for _, options in self.tables)]
        words = [f"{name} = {value}" for name, value in shared]
        return ", ".join([*([counted(min(players), "player")] if len(players) == 1 else []), *words])


def finished(rows: Sequence[Row]) -> list[Row]:
    """Return the games that somebody won."""
    return [row for row in rows if row.winners]


def total(rows: Sequence[Row], what: Callable[[Row], int]) -> int:
    """Add something up over games."""
    return sum(map(what, rows))
