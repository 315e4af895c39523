"""How a game went: the points of every seat, row by row; where none are counted the cards in each hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.game import Game, Setup
from referee.core.screens import Course

Steps = Sequence[tuple[Any, Any, Any]]


def course_of(game: Game[Any], setup: Setup, steps: Steps) -> Course:
    """Return how a game went, from what everybody could see."""
    state = steps[-1][2] if steps else game.start(setup)
    sheet = game.sheet(game.view(state, None))
    if sheet is not None and sheet.rows:
        first = game.outcome(game.start(setup)).scores
        rows = [[score.total for score in row.scores] for row in sheet.rows]
        labels = ("", *(row.label for row in sheet.rows))
        return Course(sheet.unit, sheet.what, labels, tuple(zip(first, *rows, strict=True)))
    return game.course(steps) or _hands(game, setup, steps) or _points(game, setup, steps)


def _hands(game: Game[Any], setup: Setup, steps: Steps) -> Course | None:
    """Return the sizes of the hands: at the end of each round where there are rounds, else whenever they change."""
    samples: list[tuple[str, dict[str, int]]] = []
    rounds = 0
    for place, (_, _, after) in enumerate(steps):
        public = game.public(game.view(after, None))
        sizes = _sizes(public, setup)
        if sizes is None or (not samples and not all(sizes.values())):
            continue
        now = public.get("round")
        if not samples:
            samples.append(("" if "round" in public else "deal", sizes))
        elif isinstance(now, int) and now != rounds:
            samples.append((str(rounds), sizes))
        elif place == len(steps) - 1:
            samples.append((str(rounds) if isinstance(now, int) else "end", sizes))
        elif now is None and sizes != samples[-1][1]:
            samples.append(("", sizes))
        rounds = now if isinstance(now, int) else 0
    if not samples:
        return None
    runs = tuple(_lived([sizes[name] for _, sizes in samples]) for name in setup.seats)
    return Course("cards in hand", "round" if rounds else "", tuple(label for label, _ in samples), runs)


def _sizes(public: Mapping[str, object], setup: Setup) -> dict[str, int] | None:
    """Return the public sizes of all hands, None in a game that has none."""
    hands = public.get("hands")
    if not isinstance(hands, Mapping):
        return None
    found = {name: hands[name] for name in setup.seats if isinstance(hands.get(name), int)}
    return found if len(found) == len(setup.seats) else None


def _lived(sizes: Sequence[int]) -> tuple[int, ...]:
    """Return a run up to where it comes to nothing for good."""
    end = len(sizes)
    while end > 1 and not sizes[end - 1] and not sizes[end - 2]:
        end -= 1
    return tuple(sizes[:end])


def _points(game: Game[Any], setup: Setup, steps: Steps) -> Course:
    """Return the scores, whenever they change."""
    found = [game.outcome(game.start(setup)).scores]
    for _, _, after in steps:
        if (scores := game.outcome(after).scores) != found[-1]:
            found.append(scores)
    labels = ("start", *("" for _ in found[1:-1]), "end") if len(found) > 1 else ("start",)
    return Course("points", "", labels, tuple(zip(*found, strict=True)))
