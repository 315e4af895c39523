"""Views that are reached by random play, by every house rule of every game: what is guessed of each agrees with it."""

from collections.abc import Iterator
from random import Random
from typing import Any

from referee import games
from referee.core.game import Game, RecordError, Setup
from referee.core.play import playout
from referee.core.setup import option_list
from referee.core.setup import setup as make_setup
from tests.bench.hard.report import Report
from tests.referee import conformance

FULL = 10_000  # views, of each set of house rules
SAMPLE = 20
ON = 50  # every so many guesses are played on


def run(count: int, seed: int) -> Report:
    """Guess at ``count`` views of each set of house rules."""
    report = Report("guesses")
    views = sets = 0
    for name in games.REGISTRY:
        game = games.game(name)
        for options in _house_rules(game):
            sets += 1
            with report.trial(f"{name} {options}"):
                views += _guessed(game, options, count, Random(f"{seed} {name} {options}"))
    report.figures |= {"sets of house rules": sets, "views": views}
    return report


def _house_rules(game: Game[Any]) -> Iterator[dict[str, object]]:
    """Yield no option, then every value of every one alone: all choices of words, the lowest numbers and a high one."""
    yield {}
    for option in option_list(game.options):
        values: list[Any] = list(option.choices)
        if isinstance(option.default, bool):
            values = [not option.default]
        elif option.low is not None and option.many == 1:
            high = option.low + 12 if option.high is None else min(option.high, option.low + 12)
            values += sorted({option.low, option.low + 1, high})
        for value in values:
            if value != option.default:
                yield {option.name: value}


def _guessed(game: Game[Any], options: dict[str, object], count: int, rng: Random) -> int:
    """Guess at so many views by these house rules, as one of those who look on; return how many it were."""
    many = 0
    while many < count and (setup := _setup(game, options, rng)) is not None:
        _, actions = playout(game, setup, rng, hands=rng.random() < 0.7, limit=400)
        for guess in conformance.guesses(game, setup, actions, rng):
            many += 1
            if many % ON == 0:
                conformance.plays_on(game, guess, rng, 60)
            if many >= count:
                break
    return many


def _setup(game: Game[Any], options: dict[str, object], rng: Random) -> Setup | None:
    """Return a table for as many as may be; None where these house rules fit nobody."""
    low, high = game.seats
    for seats in rng.sample(range(low, high + 1), high + 1 - low):
        each = options.get("each", 3)
        assert isinstance(each, int)
        pairs = seats * each + rng.choice((0, 0, 1, 4))
        facts = conformance.some_facts(pairs, rng) if game.needs_facts else None
        try:
            return make_setup(game, conformance.NAMES[:seats], options, facts=facts)
        except RecordError:
            continue
    return None
