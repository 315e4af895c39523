"""One million mutated lines of records, at every moment of random games: a judgment or a clean error, at once.

What is accepted is sometimes played on from, so that the corners that only strange lines lead to are met too.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from referee import games
from referee.core.game import Action, Game, RecordError, Refused, Setup
from referee.core.play import explained, format_action, narrated, parse, redacted, ruling
from tests.bench.hard.mutate import mutated
from tests.bench.hard.report import SLOW_S, Report
from tests.referee.conformance import keeps_its_verb, random_game

FULL = 1_000_000
SAMPLE = 1_500
EACH = 400  # lines a game


def run(count: int, seed: int) -> Report:
    """Try ``count`` lines."""
    report, done = Report("mutated record lines"), 0
    with report.little_memory():
        for number in range(-(-count // EACH)):
            game = games.game(games.REGISTRY[number % len(games.REGISTRY)])
            one_game(game, seed * 1_000_003 + number, min(EACH, count - done), report)
            done += EACH
    report.figures["lines"] = count
    return report


def one_game(game: Game[Any], seed: int, many: int, report: Report) -> None:
    """Try ``many`` mutated lines at moments spread over one random game."""
    setup, actions, _state, rng = random_game(game, seed)
    said = [format_action(game, setup, action) for action in actions]
    said += [format_action(game, setup, action) for action in redacted(game, setup, actions)]
    moments = sorted(rng.randrange(len(actions) + 1) for _ in range(many))
    state, at = game.start(setup), 0
    strayed = 0
    for moment in moments:
        while at < moment and not strayed:
            state = game.apply(state, actions[at])
            at += 1
        half = len(said) // 2
        near = said[min(half - 1, max(0, at + rng.randint(-3, 3))) + rng.choice((0, half))]
        line = _line(near, said, setup, rng)
        after = attempt(game, setup, state, line, rng, report)
        if after is not None and (strayed or rng.random() < 0.2):
            state, strayed = after, strayed + 1
        if strayed > 12:  # back to the game that was
            state, at, strayed = game.start(setup), 0, 0


def _line(near: str, said: Sequence[str], setup: Setup, rng: Random) -> str:
    """Return a line to try: one of this record as it is, with a word of its own kind changed, or mutilated."""
    kind = rng.random()
    if kind < 0.1:
        return near
    if kind < 0.6:
        return mutated(near, rng, said)
    name, colon, rest = near.rpartition(": ")
    words, others = rest.split(" "), rng.choice(said).rpartition(": ")[2].split(" ")
    at = rng.randrange(len(words))
    words[at] = rng.choice(others)
    who = rng.choice(setup.seats) if colon and rng.random() < 0.5 else name
    return who + colon + " ".join(words)


def attempt(game: Game[Any], setup: Setup, state: Any, line: str, rng: Random, report: Report) -> Any:
    """Say one line at one moment; return the state after it where it was let through, else None."""
    with report.trial(f"{game.name}: {short(line)}", SLOW_S):
        return _attempted(game, setup, state, line, rng, report)
    return None


def _attempted(game: Game[Any], setup: Setup, state: Any, line: str, rng: Random, report: Report) -> Any:
    action, no = None, None
    try:
        action = parse(game, setup, line)
    except RecordError as error:
        no = error
    if no is not None:
        assert no.rule in game.rules, f"the rule {no.rule!r} is none"
        sentence(no.why)
        report.counts["unreadable"] += 1
        return None
    if action is None:
        report.counts["blank"] += 1
        return None
    keeps_its_verb(game, setup, line, action)
    eyes = rng.choice((None, *range(len(setup.seats))))
    for known in (state, game.view(state, eyes)):
        judgment = game.judge(known, action)
        if isinstance(judgment, Refused):
            for refused in (judgment, ruling(game, known, action, eyes)):
                assert isinstance(refused, Refused)
                # A hand that clashes with what others hold hears no rule: it would say whose card it is.
                unsaid = not refused.rule and game.private(setup, action.verb)
                assert unsaid or refused.rule in game.rules, f"the rule {refused.rule!r} is none"
                sentence(refused.why)
        else:
            after = game.apply(known, action)
            _look(game, known, action, after, eyes)
    if isinstance(game.judge(state, action), Refused):
        report.counts["refused"] += 1
        return None
    report.counts["let through"] += 1
    return game.apply(state, action)


def _look(game: Game[Any], before: Any, action: Action, after: Any, eyes: int | None) -> None:
    """Everything that is asked of a state must have an answer."""
    view = game.view(after, eyes)
    assert game.to_act(view) == game.to_act(after)
    assert game.outcome(view) == game.outcome(after)
    game.public(game.view(after, None))
    narrated(game, before, action, after, eyes)
    game.show(view, eyes)
    explained(game, before, action, after, eyes)


def sentence(why: str) -> None:
    """A refusal is one sentence of a person's length, with nothing that steers a terminal."""
    assert why.strip(), "an empty refusal"
    assert len(why) < 500, f"a refusal of {len(why)} characters"
    assert all(sign.isprintable() for sign in why), f"an unprintable sign in {why!r}"


def short(text: str, most: int = 120) -> str:
    """Return a text as a report quotes it."""
    told = ascii(text)
    return told if len(told) <= most else f"{told[: most // 2]} … {told[-most // 2 :]} ({len(text)} signs)"
