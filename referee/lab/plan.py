"""The plan of a lab (many simulated games): its tables, the strategies at each seat, and how many games."""

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import product
from math import prod
from random import Random
from traceback import extract_tb
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from factbank.factfile import Card, Facts, Pair, make
from liarsdeck.english import hint, listed, nearest, quoted
from referee import games
from referee.bots import Kind, Player, check_bots, kinds, levels, made, parameters_of, quick
from referee.core.cards import some
from referee.core.game import Act, Action, Game, RecordError, Setup, chapter
from referee.core.setup import EXAMPLE_NAMES, option_list, read_options

_OWN = "own strategies"  # the file name in tracebacks


class OwnStrategy(Struct, frozen=True):
    """A strategy from a user's file: ``bot`` is an object with a method ``choose``.

    If that method raises an exception, the exception becomes a ``RecordError`` of one sentence.
    """

    bot: Any

    def choose(self, view: Any, seat: int, turns: Sequence[Action], rng: Random) -> Action | None:
        """Return the action that the strategy chooses, or None to do nothing.

        ``view`` is the state and ``turns`` are all lines so far, both with everything masked that ``seat`` may not
        know. Raises ``RecordError`` if the strategy raises an exception or returns something else.
        """
        where = f"--strategies: {type(self.bot).__name__}"
        try:
            action: Action | None = self.bot.choose(view, seat, turns, rng)
        except Exception as error:
            lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == _OWN]
            line = f", line {lines[-1]}" if lines else ""
            raise RecordError(f"{where}{line}: {type(error).__name__}: {error}") from None
        if action is not None and not isinstance(action, Act):
            raise RecordError(f"{where}: `choose` returns a line of the game, as `seat_actions` gives them, or None")
        return action


def player(word: str, game: Game[Any], own: str = "") -> Player[Any]:
    """Return the strategy that ``word`` names, such as ``easy`` or, with a parameter, ``lair:declare=0.3``.

    ``own`` is the text of a file with the user's own strategies, "" for none. Raises ``RecordError`` for an unknown
    strategy or a wrong parameter.
    """
    name, _, rest = word.strip().partition(":")
    known = strategies(game, own)
    if name not in known:
        raise RecordError(f"--bots {quoted(name)}: {game.title} has no such strategy; {hint(name, tuple(known))}")
    parameters = dict[str, float]()
    for part in rest.split(":") if rest else ():
        key, equals, value = (said.strip() for said in part.partition("="))
        try:
            parameters[key] = int(value) if value.isdecimal() else float(value)
        except ValueError:
            equals = ""
        if not (key and equals):
            raise RecordError(
                f"--bots {word}: a parameter is written NAME=NUMBER after a colon, like {name}:declare=0.3"
            )
    kind, mine = known[name], name in _own(own)
    try:
        bot = made(kind, game, parameters)
    except RecordError as error:
        raise RecordError(f"--bots {word}: {error.why.removeprefix('bot: ')}") from None
    except Exception as error:
        if not mine:
            raise
        said = f"{_own(own)[name].__name__} can't be made: {type(error).__name__}: {error}"
        raise RecordError(f"--bots {word}: {said}") from None
    return OwnStrategy(bot) if mine else bot


def strategies(game: Game[Any], own: str = "") -> dict[str, Kind]:
    """Return all strategies of a game by name. ``own`` is the text of a file with the user's own ones, "" for none."""
    return kinds(game) | _own(own)


@cache
def _own(text: str) -> dict[str, type[Any]]:
    """Run the text of a user's file, and return its strategies by their names in lower case.

    A strategy is a struct with a method ``choose``, which may be inherited, and a field for the game. Structs without
    fields are skipped if they are only base classes of others. Raises ``RecordError`` if the file can't be run, or if a
    strategy has no field for the game.
    """
    names: dict[str, Any] = {"__name__": "own_strategies"}
    try:
        exec(compile(text, _OWN, "exec"), names)  # noqa: S102, the file of whoever runs the lab
    except (Exception, SystemExit) as error:
        raise RecordError(f"--strategies: the file can't be run: {type(error).__name__}: {error}") from None
    found = {
        name.casefold(): kind
        for name, kind in names.items()
        if isinstance(kind, type)
        and issubclass(kind, Struct)
        and kind.__module__ == names["__name__"]
        and callable(getattr(kind, "choose", None))
    }
    bases = {base for kind in found.values() for base in kind.__mro__[1:]}
    for name, kind in [*found.items()]:
        if not kind.__struct_fields__:
            if kind not in bases:
                raise RecordError(
                    f"--strategies: {kind.__name__} has no field for the game: begin it with `game: object`"
                )
            del found[name]
    return found


TEMPERS = {"careful": (0.1,), "bold": (0.6,), "mixed": (0.1, 0.3, 0.6)}
"""How much players dare, from 0 to 1, by temper. Players take several values in turn."""


def ready(game: Game[Any], temper: str = "") -> str:
    """Return the level of a game's strongest bot.

    With a ``temper`` (how much strategies dare), return the strongest level with a parameter for daring. If no level
    has one, return the strongest of all.
    """
    able = levels(game)
    if temper and (dials := getattr(chapter(game, "bots"), "DARING", ())):
        able = tuple(level for level in able if dials[0] in parameters_of(kinds(game)[level])) or able
    return able[-1]


def daring(word: str, temper: str, place: int, game: Game[Any], own: str = "") -> str:
    """Return the strategy ``word`` with its parameter for daring set: ``easy:risk=0.1`` for ``easy``.

    The value is that of ``temper`` in ``TEMPERS``. If the temper has several values, ``place`` (from 0), the player's
    place at the table, decides which one: places take the values in turn. The list DARING in a game's module ``bots``
    names the parameters for daring; the first one that the strategy has is set. ``own`` is the text of a file of own
    strategies, "" for none. Raises ``RecordError`` if the strategy has no such parameter, or if ``word`` sets it
    already.
    """
    dials: Sequence[str] = getattr(chapter(game, "bots"), "DARING", ())
    if not dials:
        instead = "; --bots careful,bold have other habits" if "bold" in kinds(game) else ""
        raise RecordError(f"--temper {temper}: no number says how much a bot of {game.title} dares{instead}")
    bot = player(word, game, own)
    has = getattr(bot.bot if isinstance(bot, OwnStrategy) else bot, "__struct_fields__", ())
    dial = next((dial for dial in dials if dial in has), "")
    if not dial:
        able = [name for name, kind in kinds(game).items() if {*dials} & {*parameters_of(kind)}]
        raise RecordError(f"--temper {temper}: {word} has no {listed(dials, 'or')}; {listed(able, 'and')} have")
    if f":{dial}=" in word:
        raise RecordError(f"--temper {temper}: {word} says already how much it dares; leave out one of them")
    values = TEMPERS[temper]
    return f"{word}:{dial}={values[place % len(values)]}"


MOST_CELLS = 2_000
_MOST_VALUES = 40  # values of one option, where it is varied without naming them


class Cell(Struct, frozen=True):
    """One configuration of a lab: number of players, house rules, and the strategy in each place.

    ``options`` has (name, value as typed) of the house rules. ``lineup`` has a strategy such as ``easy:risk=0.1`` for
    each seat of the first game; after each game, all strategies move on by one seat.
    """

    players: int
    options: tuple[tuple[str, str], ...]
    lineup: tuple[str, ...]


class Plan(Struct, frozen=True):
    """Everything that determines a lab's games: the same plan gives the same games.

    ``game`` is the name of the game, and ``cells`` are the configurations to play. ``each`` is how many games a cell
    plays, and ``seed`` determines all random choices. A game counts as unfinished after ``cap`` rounds or ``lines``
    lines. ``pairs`` is the number of pairs in a game with facts (0: as many as it needs). ``own`` is the text of a file
    of own strategies, "" for none. With ``league``, a strategy never plays against itself alone. ``said`` is the
    command line, for the report. ``temper`` is how much all strategies dare, one of TEMPERS; with "" they play as they
    are made. ``drama`` is how many games are examined by rollouts in each cell in which all seats have the same
    strategy. ``written`` says how many of the pairs players wrote: "" for none, "some" for half, or "all".
    """

    game: str
    cells: tuple[Cell, ...]
    each: int
    seed: str
    cap: int = 100
    lines: int = 20_000
    pairs: int = 0
    own: str = ""
    league: bool = False
    said: str = ""
    temper: str = ""
    drama: int = 0
    written: str = ""

    def sampled(self, cell: int, index: int) -> bool:
        """Return whether a game is examined by rollouts (games played on from one of its moments).

        ``cell`` is the index of the ``Cell`` in the plan, and ``index`` that of the game in this cell, both from 0.
        """
        return index < self.drama and len({*self.cells[cell].lineup}) == 1

    def quickened(self) -> "Plan":
        """Return the plan for rollouts: ``easy`` (or ``random``) takes the place of each slow strategy."""
        return _quickened(self) if self.drama else self

    def seated(self, cell: int, index: int) -> tuple[str, ...]:
        """Return the strategy at each seat in the game with this index (from 0) of a cell.

        From one game to the next, all strategies move on by one seat.
        """
        at = self.cells[cell]
        turn, places = index % at.players, at.lineup
        if self.temper:
            places = _dared(self.game, places, self.temper, self.own)
        return places[-turn:] + places[:-turn] if turn else places


_SLOW = ("hard", "mc")


@lru_cache(maxsize=8)
def _quickened(plan: Plan) -> Plan:
    level = quick(games.game(plan.game), "hard")
    cells = [
        replace(cell, lineup=tuple(level if word.partition(":")[0] in _SLOW else word for word in cell.lineup))
        for cell in plan.cells
    ]
    return replace(plan, cells=tuple(cells))


@lru_cache(maxsize=256)
def _dared(game: str, lineup: tuple[str, ...], temper: str, own: str) -> tuple[str, ...]:
    return tuple(daring(word, temper, place, games.game(game), own) for place, word in enumerate(lineup))


def spread(text: str, low: int, high: int, what: str) -> tuple[int, ...]:
    """Return the numbers in a text such as “3”, “3-6”, “3..6” or “3,5”.

    Raises ``RecordError`` for any other text, or if a number is not between ``low`` and ``high``. ``what`` is the name
    of the command-line option, with which the error's sentence begins.
    """
    numbers: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]+)\s*(?:(?:-|\.\.)\s*([0-9]+)\s*)?", part)
        if match is None:
            raise RecordError(
                f"{what}: {quoted(text)} will not do; write one, like {low}, or several, like {low}-{high}"
            )
        numbers += range(int(match[1]), int(match[2] or match[1]) + 1)
    if not numbers or min(numbers) < low or max(numbers) > high:
        raise RecordError(f"{what}: {quoted(text)} will not do; it is {low} to {high}")
    return tuple(dict.fromkeys(numbers))


def varied(game: Game[Any], text: str) -> tuple[str, tuple[str, ...]]:
    """Return a house rule's name and its values as typed, from the text after ``--vary``.

    The text is ``each=2..4``, ``each=2,4``, or only ``own_conflict`` for all values of this rule. If a value is a row
    of numbers, slashes separate values: ``bets.small=10,10,20/5,5,10``. Raises ``RecordError`` for an unknown rule, or
    if the text has no values and the rule has too many to take all.
    """
    name, equals, values = (part.strip() for part in text.partition("="))
    options = {option.name: option for option in option_list(game.options)}
    if name not in options:
        near = f" (did you mean {close[0]}?)" if (close := nearest(name, options)) else ""
        raise RecordError(f"--vary {name}: {game.title} has no such option{near}; it has {', '.join(options)}")
    option = options[name]
    if not equals:
        if isinstance(option.default, bool):
            return name, ("false", "true")
        every = [str(choice) for choice in option.choices]
        if option.low is not None and option.high is not None and option.high - option.low < _MOST_VALUES:
            every += map(str, range(option.low, option.high + 1))
        if not every or option.many > 1:
            like = f"{option.usual}/…" if option.many > 1 else f"2,4 or {name}=2..4"
            raise RecordError(f"--vary {name}: say what to vary it over, like {name}={like}")
        return name, tuple(every)
    if option.many > 1:
        return name, tuple(dict.fromkeys(value.strip() for value in values.split("/")))
    if ".." in values and option.low is not None:
        return name, tuple(map(str, spread(values, option.low, option.high or 100_000, f"--vary {name}")))
    return name, tuple(dict.fromkeys(value.strip() for value in values.split(",")))


def lineups(bots: Sequence[str], players: int, *, league: bool = False) -> tuple[tuple[str, ...], ...]:
    """Return the line-ups (the strategy in each place) by which the strategies ``bots`` are compared.

    For each strategy there is a line-up with this strategy in all places. For every two strategies A and B there are
    two line-ups: one A among Bs, and one B among As. With two players these are the same, so there is one. With
    ``league`` and several strategies, the line-ups with a single strategy are left out.
    """
    found = [] if league and len(bots) > 1 else [(bot,) * players for bot in bots]
    for at, one in enumerate(bots):
        for other in bots[at + 1 :]:
            found.append((one, *(other,) * (players - 1)))
            if players > 2:
                found.append((other, *(one,) * (players - 1)))
    return tuple(found)


def cells(
    game: Game[Any],
    players: Iterable[int],
    fixed: Sequence[tuple[str, str]],
    vary: Sequence[tuple[str, tuple[str, ...]]],
    bots: Sequence[str],
    *,
    league: bool = False,
    pairs: int = 0,
) -> tuple[Cell, ...]:
    """Return a cell for every combination of number of players, values of house rules, and line-up.

    ``players`` are the numbers of players. ``fixed`` has (name, value) of the house rules that all tables share, and
    ``vary`` (name, values) of those that differ. ``bots`` are the strategies that meet; with ``league``, none plays
    against itself alone. ``pairs`` is the number of pairs in a game with facts (0: as many as it needs). Raises
    ``RecordError`` for a table that can't be dealt or that bots can't play, and for more than ``MOST_CELLS`` cells.
    """
    found = []
    sitting = {many: lineups(bots, many, league=league) for many in players}
    total = sum(map(len, sitting.values())) * prod(len(values) for _, values in vary)
    if total > MOST_CELLS:
        raise RecordError(f"these are {total:,} tables, and a lab has {MOST_CELLS:,} at most: vary less at once")
    for many, seated in sitting.items():
        for values in product(*(values for _, values in vary)):
            options = (*fixed, *zip((name for name, _ in vary), values, strict=True))
            table = setup(game, many, options, pairs, "")
            try:
                check_bots(game, table, range(many))
            except RecordError as error:
                said = " ".join(f"{name}={value}" for name, value in options)
                raise RecordError(f"{said}: {error.why}") from None
            found += [Cell(many, options, lineup) for lineup in seated]
    return tuple(found)


def setup(
    game: Game[Any], players: int, options: Sequence[tuple[str, str]], pairs: int, seed: str, written: str = ""
) -> Setup:
    """Return the setup of a game for ``players`` people with the house rules ``options`` (name, value).

    A game with facts gets ``pairs`` pairs of placeholders (0: as many as it needs), with card numbers shuffled by
    ``seed``. ``written`` says how many of the pairs count as written by the players: "" for none, "some" for half, or
    "all".
    """
    named, facts, names = dict(options), None, EXAMPLE_NAMES[:players]
    if game.needs_facts:
        needed = game.pairs_needed(read_options(game.options, named, game.name, words=True), players)
        facts = kit(pairs or needed, seed)
        if written:
            facts = by_players(facts, names, needed // players, written, seed)
    return games.setup(game, names, named, facts=facts, words=True)


def by_players(facts: Facts, names: Sequence[str], each: int, written: str, seed: str) -> Facts:
    """Return ``facts`` with two writers out of ``names`` for each pair, as if players had written them.

    With ``written`` "some", half of the pairs get writers, with "all" every pair. ``each`` is how many pairs a player
    is dealt. Nobody may be dealt a card of a pair that they wrote, so a pair gets no writers if then no such deal is
    left. ``seed`` determines the random choices.
    """
    from factbank.asked import fair_seats

    rng, barred, pairs = Random(f"{seed}/written"), list[set[str]](), list[Pair]()
    most = len(facts.pairs) // (2 if written == "some" else 1)
    for pair in facts.pairs:
        by = rng.sample(names, 2)
        more = [*barred, set(by), set(by)]
        if len(more) <= 2 * most and fair_seats(more, names, 2 * each, rng) is not None:
            barred, (one, two) = more, pair.cards
            pair = replace(pair, cards=(replace(one, by=by[0]), replace(two, by=by[1])))  # noqa: PLW2901
        pairs.append(pair)
    return make(pairs)


def kit(pairs: int, seed: str) -> Facts:
    """Return ``pairs`` pairs of placeholder facts, with card numbers shuffled by ``seed``."""
    numbers = some(list(range(1, 2 * pairs + 1)), 2 * pairs, Random(f"{seed}/kit"))
    halves = zip(numbers[::2], numbers[1::2], strict=True)
    return make(
        [
            Pair(f"Fact {at}", (Card(one, f"Fact {at} is so."), Card(two, f"Fact {at} is not so.")), key=f"lab/{at}")
            for at, (one, two) in enumerate(halves, start=1)
        ]
    )
