"""How much of a product of cases the tests try: a spread of it, or all of it where the environment has WHOLE=1."""

import itertools
import os
from collections.abc import Iterable, Sequence
from typing import Any

WHOLE = os.environ.get("WHOLE", "") not in ("", "0")


def spread(*columns: Iterable[Any], times: int = 1) -> list[tuple[Any, ...]]:
    """Return cases, one value of each column, in which every value comes up; `times` goes round so often, shifted."""
    values = [list(column) for column in columns]
    if WHOLE:
        return list(itertools.product(*values))
    longest = max(map(len, values))
    places = [
        tuple((at + turn * n) % len(own) for n, own in enumerate(values))
        for turn in range(times)
        for at in range(longest)
    ]
    return [tuple(own[at] for own, at in zip(values, place, strict=True)) for place in dict.fromkeys(places)]


def pairs(*columns: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Return cases, one value of each column, in which every two values of two columns meet."""
    cases = list(itertools.product(*columns))
    if WHOLE:
        return cases
    met = {case: {*itertools.combinations(enumerate(case), 2)} for case in cases}
    left, chosen = set().union(*met.values()), []
    while left:
        chosen.append(max(cases, key=lambda case: len(met[case] & left)))
        left -= met[chosen[-1]]
    return chosen


def some(cases: Iterable[Any], every: int) -> Sequence[Any]:
    """Return every so-manieth case, the first among them."""
    return list(cases)[:: 1 if WHOLE else every]


def tries(many: int) -> int:
    """Return how many examples a property is tried with that needs so many to be tried well."""
    return many if WHOLE else max(8, many // 3)
