"""A small game laid out as a tree, which OpenSpiel takes as an extensive game of its own (EFG) and plays in C++.

What takes its algorithms minutes through Python takes seconds then: equilibria by CFR, and how much a best answer gains
against a bot.
"""

from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import Any

from referee.bots.bot import Bot
from referee.bridge.moments import CHANCE, OVER, SpielMoment
from referee.bridge.openspiel import pyspiel
from referee.core.errors import RecordError
from referee.core.game import Action

Weights = Callable[[SpielMoment], Sequence[float]]
"""What is done at a moment: a probability for each of its choices."""
Informed = Callable[[SpielMoment], tuple[Hashable, Sequence[int]]]
"""What tells a moment from others for whose turn it is, and the places of its choices in an order that goes with it."""
Policy = Callable[[Any, int, Sequence[Action]], Sequence[tuple[Action | None, float]]]
"""What a bot might do and how likely, given its view, its seat and the lines as it reads them: it adds up to 1."""


def by_policy(policy: Policy) -> Weights:
    """Return the weights of a bot's policy. They raise ``RecordError`` at what is none of the choices."""

    def weights(moment: SpielMoment) -> list[float]:
        seat, found = moment.turn, [0.0] * len(moment.choices)
        view = moment.table.game.view(moment.state, seat)
        for action, share in policy(view, seat, moment.read(seat)):
            if action not in moment.choices:
                said = "to let it pass" if action is None else moment.said(action)
                raise RecordError(f"bot: {said} is none of the choices of {moment.table.setup.seats[seat]}")
            found[moment.choices.index(action)] += share
        return found

    return weights


def by_choices(bot: Bot[Any], tries: int) -> Weights:
    """Return how often a bot makes each choice, when it is asked so many times; of a bot that has no policy."""

    def weights(moment: SpielMoment) -> list[float]:
        seat, found = moment.turn, [0.0] * len(moment.choices)
        view, read = moment.table.game.view(moment.state, seat), moment.read(seat)
        for number in range(tries if len(found) > 1 else 1):
            action = bot.choose(view, seat, read, Random(f"{number}/{moment.heard(seat)}"))
            found[moment.choices.index(action)] += 1
        whole = sum(found)
        return [share / whole for share in found]

    return weights


def uniform(moment: SpielMoment) -> list[float]:
    """Give each choice the same weight."""
    return [1 / len(moment.choices)] * len(moment.choices)


def heard(moment: SpielMoment) -> tuple[str, Sequence[int]]:
    """Tell moments apart by everything that was read: nothing is forgotten."""
    return moment.heard(moment.turn), range(len(moment.choices))


class Tree:
    """A game laid out from a moment on, or from several, each with its probability; ``game`` is what OpenSpiel plays.

    ``nodes`` counts the moments, ``states`` holds one of each information state of each seat. By ``informed`` some may
    be one that are not one to who remembers all: so plays who goes by rules of thumb, and a table of it is small.
    """

    def __init__(self, begin: SpielMoment | Sequence[tuple[float, SpielMoment]], informed: Informed = heard) -> None:
        begins = [(1.0, begin)] if isinstance(begin, SpielMoment) else begin
        seats = begins[0][1].table.setup.seats
        self._informed = informed
        self._numbers: list[dict[Hashable, int]] = [{} for _ in seats]
        self.states: list[dict[Hashable, SpielMoment]] = [{} for _ in seats]
        lines, stack = [f'EFG 2 R "" {{ {" ".join(map(_quoted, seats))} }}'], list[SpielMoment]()
        if len(begins) > 1:
            lines.append(_chance(0, [share for share, _ in begins]))
        stack += [moment for _, moment in reversed(begins)]
        while stack:
            moment = stack.pop()
            turn = moment.turn
            if turn == OVER:
                lines.append(f't "" {len(lines)} "" {{ {" ".join(map(str, moment.returns()))} }}')
            elif turn == CHANCE:
                lines.append(_chance(len(lines), [share for _, share in moment.odds()]))
                stack += reversed(moment.onward())
            else:
                key, places = informed(moment)
                self.states[turn].setdefault(key, moment)
                number = self._numbers[turn].setdefault(key, len(self._numbers[turn]) + 1)
                lines.append(f'p "" {turn + 1} {number} "" {{ {" ".join(map(_quoted, range(len(places))))} }} 0')
                stack += [moment.after(at) for at in reversed(places)]
        self.nodes = len(lines) - 1
        self.game = pyspiel.load_efg_game("\n".join(lines))

    def name(self, moment: SpielMoment) -> str:
        """Return what OpenSpiel calls the information state of whose turn it is."""
        seat, (key, _) = moment.turn, self._informed(moment)
        return f"{seat}-{seat}-{self._numbers[seat][key]}-"

    def table(self, weights: Weights) -> Any:
        """Return weights as a ``TabularPolicy`` of this game."""
        found: dict[str, list[tuple[int, float]]] = {}
        for moment in [moment for states in self.states for moment in states.values()]:
            shares, (_, places) = weights(moment), self._informed(moment)
            found[self.name(moment)] = [(number, shares[at]) for number, at in enumerate(places)]
        return pyspiel.TabularPolicy(found)

    def exploitability(self, weights: Weights) -> float:
        """Return how much best answers gain against these weights, the mean of the seats."""
        return float(pyspiel.exploitability(self.game, self.table(weights)))

    def solved(self, rounds: int) -> Weights:
        """Return the weights that so many rounds of CFR+ come to; in a game for two they near an equilibrium."""
        solver = pyspiel.CFRPlusSolver(self.game)
        for _ in range(rounds):
            solver.evaluate_and_update_policy()
        average = solver.tabular_average_policy()

        def weights(moment: SpielMoment) -> list[float]:
            shares, (_, places) = dict(average.get_state_policy(self.name(moment))), self._informed(moment)
            found = [0.0] * len(moment.choices)
            for number, at in enumerate(places):
                found[at] = shares[number]
            return found

        return weights


def _chance(number: int, shares: Sequence[float]) -> str:
    odds = " ".join(f"{_quoted(at)} {share:.16f}" for at, share in enumerate(shares))
    return f'c "" {number} "" {{ {odds} }} 0'


def _quoted(name: object) -> str:
    return f'"{name}"'
