"""Tune a strategy's parameters at a table, one after another, by best response to the other players."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee import games
from referee.bots import moves, parameters_of
from referee.lab.plan import Cell, Plan, strategies
from referee.lab.run import seated

RUNGS = (0.02, 0.05, 0.1, 0.2, 0.35, 0.6, 0.85)
"""The values of a parameter that are tried, as fractions of its range."""
FACTORS = (0.25, 0.5, 2, 4)
"""The values of a parameter that is a whole number with a wide range, as multiples of its default."""
PASSES = 2
"""The most passes through all parameters."""
SURE = 0.05
"""The p-value below which the best value of a parameter is taken."""
Dials = Mapping[str, Sequence[float]]
"""The values to try for each parameter, by name."""


class Move(Struct, frozen=True):
    """A change of one parameter of a strategy, and the result.

    ``name`` is the parameter, and ``value`` its new value. One player with this value played ``games`` games against
    others (see ``best_response``) and won ``won`` of them; a shared win counts as a fraction.
    """

    name: str
    value: float
    won: float
    games: int


class Tuned(Struct, frozen=True):
    """A tuned strategy as a word, ``easy:risk=0.35``, and the changes that led to it, in order."""

    word: str
    moves: tuple[Move, ...]


def dials(word: str, plan: Plan, leave: Iterable[str] = ()) -> dict[str, tuple[float, ...]]:
    """Return the values to try for each parameter of a strategy, by the parameter's name.

    ``word`` is the strategy as typed (``easy:risk=0.35``). ``plan`` has the game and the user's own strategies.
    Parameters named in ``leave`` are left out. The parameter ``samples`` is left out too, because more samples are
    always better and only cost time.
    """
    kind = strategies(games.game(plan.game), plan.own)[word.partition(":")[0]]
    skipped = {*leave, "samples"}
    found = {}
    for name, field in parameters_of(kind).items():
        if name not in skipped and (values := _values(field)):
            found[name] = values
    return found


def _values(field: msgspec.structs.FieldInfo) -> tuple[float, ...]:
    info = msgspec.inspect.type_info(field.type)
    while isinstance(info, msgspec.inspect.Metadata):
        info = info.type
    if not isinstance(info, msgspec.inspect.IntType | msgspec.inspect.FloatType) or field.default is msgspec.NODEFAULT:
        return ()
    low, high = info.ge, info.le
    if isinstance(info, msgspec.inspect.IntType):
        if low is not None and high is not None and high - low < 10:
            return tuple(range(int(low), int(high) + 1))
        tried = {round(float(field.default) * factor) for factor in FACTORS}
        return tuple(sorted(value for value in tried if (low or 0) <= value <= (high or value)))
    if low is None or high is None:
        return ()
    return tuple(round(low + (high - low) * part, 3) for part in RUNGS)


def best_response(plan: Plan, table: Cell, word: str, tried: Dials, *, rival: str = "") -> Tuned:
    """Tune the parameters of a strategy at a table, one after another; return the tuned strategy.

    ``word`` is the strategy to begin with, as typed. ``table`` has the number of players and the house rules; its
    ``lineup`` is ignored. ``tried`` has the values to try for each parameter. For each value, one player with this
    value plays ``plan.each`` games, and moves on by one seat after each game. The other players play ``rival``; if
    ``rival`` is "", they play the strategy as tuned so far. The best value is taken if its wins are too many to be
    chance. Tuning ends when a pass through all parameters changes nothing, or after ``PASSES`` passes.
    """
    done, fair = list[Move](), plan.each / table.players
    for turn in range(PASSES):
        changed = len(done)
        for at, (name, values) in enumerate(tried.items()):
            seed = f"{plan.seed}/{turn}/{at}"
            words = [put(word, name, value) for value in values]
            words = [other for other in dict.fromkeys(words) if other != word]
            others, standing = rival or word, fair
            if rival:
                words.append(word)
            won = {other: wins(plan, table, others, seed, other) for other in words}
            if rival:
                standing = won.pop(word)
            if not won:
                continue
            top = max(words[: len(won)], key=lambda other: won[other])
            if _better(won[top], standing, plan.each, len(won), paired=bool(rival)):
                word = top
                done.append(Move(name, _said(top, name), won[top], plan.each))
        if len(done) == changed:
            break
    return Tuned(word, tuple(done))


def wins(plan: Plan, table: Cell, others: str, seed: str, word: str) -> float:
    """Return how many of ``plan.each`` games one player wins with the strategy ``word``.

    All others play the strategy ``others``. Strategies are as typed, such as ``easy:risk=0.35``. ``table`` has the
    number of players and the house rules, and ``seed`` replaces the seed of the plan. A win that two players share
    counts 1/2, and so on.
    """
    lineup = (word, *(others,) * (table.players - 1))
    one = replace(plan, cells=(Cell(table.players, table.options, lineup),), seed=seed)
    return sum(_won(one, index) for index in range(plan.each))


def _won(plan: Plan, index: int) -> float:
    game, setup, bots, seed = seated(plan, 0, index)
    state: Any = game.start(setup)
    for _, _, state in moves(game, setup, bots, seed, plan.lines):
        if game.rounds(state) > plan.cap:
            return 0.0
    winners = game.outcome(state).winners
    return (index % len(bots) in winners) / len(winners) if winners else 0.0


def put(word: str, name: str, value: float) -> str:
    """Return the strategy ``word`` with the parameter ``name`` set: ``easy:risk=0.2`` for ``easy``, ``risk``, 0.2."""
    kind, *parts = word.split(":")
    kept = [part for part in parts if not part.startswith(f"{name}=")]
    return ":".join([kind, *sorted([*kept, f"{name}={value:g}"])])


def _said(word: str, name: str) -> float:
    return next(float(part.partition("=")[2]) for part in word.split(":") if part.startswith(f"{name}="))


def _better(won: float, standing: float, of: int, tried: int, *, paired: bool) -> bool:
    """Return whether ``won`` wins are more than ``standing`` wins, beyond chance.

    Both are numbers of wins in ``of`` games. ``won`` is the best result of ``tried`` values, so the test is the
    stricter, the greater ``tried`` is. With ``paired``, ``standing`` was counted in games; without, it is the number of
    wins that is expected by chance.
    """
    from scipy.stats import binomtest, fisher_exact

    if won <= standing:
        return False
    if paired:
        p = fisher_exact(
            [[round(won), of - round(won)], [round(standing), of - round(standing)]], alternative="greater"
        ).pvalue
    else:
        p = binomtest(round(won), of, standing / of, alternative="greater").pvalue
    return bool(p < SURE / tried)
