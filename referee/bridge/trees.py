"""A small game laid out as a tree, which OpenSpiel takes as an extensive game of its own (EFG) and plays in C++.

What takes its algorithms minutes through Python takes seconds then: equilibria by CFR, and how much a best answer gains
against a bot.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from referee.bridge.moments import CHANCE, OVER, Moment
from referee.bridge.openspiel import pyspiel
from referee.core.errors import RecordError
from referee.core.game import Action

Weights = Callable[[Moment], Sequence[float]]
"""What is done at a moment: a probability for each of its choices."""
Policy = Callable[[Any, int, Sequence[Action]], Sequence[tuple[Action | None, float]]]
"""What a bot might do, given its view, its seat and the lines as it reads them (``referee.bots.bot.Mixed``)."""


def by_policy(policy: Policy) -> Weights:
    """Return the weights of a bot's policy. They raise ``RecordError`` at what is none of the choices."""

    def weights(moment: Moment) -> list[float]:
        seat, found = moment.turn, [0.0] * len(moment.choices)
        view = moment.table.game.view(moment.state, seat)
        for action, share in policy(view, seat, moment.read(seat)):
            if action not in moment.choices:
                said = "to let it pass" if action is None else moment.said(action)
                raise RecordError(f"bot: {said} is none of the choices of {moment.table.setup.seats[seat]}")
            found[moment.choices.index(action)] += share
        return found

    return weights


def uniform(moment: Moment) -> list[float]:
    """Give each choice the same weight."""
    return [1 / len(moment.choices)] * len(moment.choices)


class Tree:
    """A game laid out from a moment on; ``game`` is what OpenSpiel plays, ``nodes`` how many moments there are.

    ``states`` holds a moment of each information state of each seat, by what tells it from others: what the seat has
    read, or less where ``told`` forgets some of it, as a player does who goes by rules of thumb. What may be done must
    be the same wherever ``told`` is.
    """

    def __init__(
        self, begin: Moment, told: Callable[[Moment], Hashable] = lambda moment: moment.heard(moment.turn)
    ) -> None:
        seats = begin.table.setup.seats
        self._told = told
        self._numbers: list[dict[Hashable, int]] = [{} for _ in seats]
        self.states: list[dict[Hashable, Moment]] = [{} for _ in seats]
        lines, stack = [f'EFG 2 R "" {{ {" ".join(map(_quoted, seats))} }}'], [begin]
        while stack:
            moment = stack.pop()
            turn = moment.turn
            if turn == OVER:
                lines.append(f't "" {len(lines)} "" {{ {" ".join(map(str, moment.returns()))} }}')
                continue
            lines.append(self._chance(moment, len(lines)) if turn == CHANCE else self._choice(moment))
            stack += reversed(moment.onward())
        self.nodes = len(lines) - 1
        self.game = pyspiel.load_efg_game("\n".join(lines))

    def _chance(self, moment: Moment, number: int) -> str:
        odds = " ".join(f'"{at}" {share:.16f}' for at, share in moment.odds())
        return f'c "" {number} "" {{ {odds} }} 0'

    def _choice(self, moment: Moment) -> str:
        seat, told = moment.turn, self._told(moment)
        if told not in self.states[seat]:
            self.states[seat][told] = moment
        choices = " ".join(f'"{at}"' for at in range(len(moment.choices)))
        number = self._numbers[seat].setdefault(told, len(self._numbers[seat]) + 1)
        return f'p "" {seat + 1} {number} "" {{ {choices} }} 0'

    def name(self, moment: Moment) -> str:
        """Return what OpenSpiel calls the information state of whose turn it is."""
        seat = moment.turn
        return f"{seat}-{seat}-{self._numbers[seat][self._told(moment)]}-"

    def table(self, weights: Weights) -> Any:
        """Return weights as a ``TabularPolicy`` of this game."""
        moments = [moment for states in self.states for moment in states.values()]
        return pyspiel.TabularPolicy({self.name(moment): list(enumerate(weights(moment))) for moment in moments})

    def exploitability(self, weights: Weights) -> float:
        """Return how much best answers gain against these weights, the mean of the seats."""
        return float(pyspiel.exploitability(self.game, self.table(weights)))

    def solved(self, rounds: int) -> Weights:
        """Return the weights that so many rounds of CFR+ come to; in a game for two they near an equilibrium."""
        solver = pyspiel.CFRPlusSolver(self.game)
        for _ in range(rounds):
            solver.evaluate_and_update_policy()
        average = solver.tabular_average_policy()

        def weights(moment: Moment) -> list[float]:
            found = dict(average.get_state_policy(self.name(moment)))
            return [found[at] for at in range(len(moment.choices))]

        return weights


def _quoted(name: str) -> str:
    return f'"{name}"'
