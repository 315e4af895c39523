"""A game's transcript: every line of a record, and what a console would show then that it did not show before.

Run: python -m tests.referee.transcripts writes the transcripts and deals.txt of tests/referee/games anew.
What differs then has to be meant.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from referee import games
from referee.core.game import Game, Setup
from referee.core.play import explained, format_action, narrated
from referee.core.setup import given_options
from referee.core.text_layout import layout
from referee.records import parse_record, print_record, replay_record
from tests.referee.conformance import eyes_of, some_facts, some_setup

FOLDER = Path(__file__).parent / "games" / "transcripts"
DEALS = FOLDER.with_name("deals.txt")
FACTS = 10
"""Pairs of the facts of a game that needs some."""
Step = tuple[Any, Any, Any]


def transcript(text: str) -> str:
    """Return the transcript of a record, or of a transcript: only its lines without an indent are read."""
    text = "\n".join(line for line in text.splitlines() if not line.startswith(" ")) + "\n"
    record = parse_record(text, facts=some_facts(FACTS, Random(0)))
    game, setup, actions = record.game, record.setup, replay_record(record).actions
    lines = print_record(game, record.header, setup, ()).splitlines()
    state = seen = game.start(setup)
    steps: list[Step] = []
    open_steps: list[Step] = []
    shown = list(_shown(game, setup, state))
    lines += [f"  {line}" for line in (*game.warnings(setup), *shown)]
    lines += [f"  {line}" for line in game.opening(game.view(state, None), Random(1))]
    for action in actions:
        after = game.apply(state, action)
        lines.append(format_action(game, setup, action))
        said = {eyes: narrated(game, state, action, after, eyes) for eyes in eyes_of(setup)}
        lines.append(f"  {said[None]}")
        lines += [f"  {setup.name(eyes)} reads: {words}" for eyes, words in said.items() if words != said[None]]
        lines += [f"  explained: {line}" for line in explained(game, state, action, after)]
        steps.append((state, action, after))
        masked = game.redact(state, action, None)
        open_steps.append((seen, masked, seen := game.apply(seen, masked)))
        remembered = _remembered(game, steps if game.outcome(after).over else open_steps)
        before, shown, state = shown, [*_shown(game, setup, after), *remembered], after
        lines += [f"    {line}" for line in shown if line not in before]
    lines += [f"  {line}" for line in _closing(game, setup, state, list(actions))]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _shown(game: Game[Any], setup: Setup, state: Any) -> Iterator[str]:
    """Return all that a console could show now, each line with whom it is shown to; what all see, once."""
    table = layout(game.show(game.view(state, None), None), 100)
    for eyes in eyes_of(setup):
        view, who = game.view(state, eyes), setup.name(eyes)
        yield from (
            f"{who}: {line}" for line in layout(game.show(view, eyes), 100) if eyes is None or line not in table
        )
        for turn in game.to_act(view):
            if eyes == turn.seat:
                yield f"{who} is asked for {', '.join(turn.verbs)}: {game.ask(view, turn)}"
        yield from (f"{who} may: {', '.join(turn.verbs)}" for turn in game.optional(view) if eyes == turn.seat)
        if eyes is not None:
            yield from (f"{who} holds: {' '.join(row)}" for row in game.hand(view, eyes))
            yield from (f"{who} notes: {line}" for line in layout(game.notebook(view, eyes), 100))
    yield from (f"drawn next: {verb}" for verb in game.drawn(state))
    yield from filter(None, (game.among(state),))
    yield from (f"flag: {line}" for line in game.flags(state))
    outcome = game.outcome(state)
    yield f"{'over' if outcome.over else 'not over'} {outcome.winners} {outcome.scores} {outcome.reason}"


def _remembered(game: Game[Any], steps: list[Step]) -> Iterator[str]:
    """Return what a story would tell of a game so far, a line a moment."""
    for one in game.highlights(steps):
        cards = " ".join(f"[{card.card}{card.mark and f' {card.mark}'}: {card.note}]" for card in one.cards)
        yield f"remembered of line {one.at + 1}: {one.kind} {one.grade} | {one.words} | {one.honour} {cards}".rstrip()
    if course := game.course(steps):
        yield f"course: {course.labels} {course.runs} {course.lanes}"


def _closing(game: Game[Any], setup: Setup, state: Any, actions: list[Any]) -> Iterator[str]:
    yield from (f"public {key}: {value}" for key, value in game.public(game.view(state, None)).items())
    yield from (f"hidden {key}: {value}" for key, value in game.hidden(state).items())
    yield from (f"dealt {step.card}: {step.seat}" for step in game.handouts(setup, actions))
    if game.outcome(state).over:
        for screen in game.finale(setup, actions):
            yield f"laid open: {' / '.join(filter(None, (screen.title, *screen.lines)))}"
    if sheet := game.sheet(game.view(state, None)):
        yield f"sheet: {sheet.what} | {sheet.legend} | {sheet.parts}"
        for row in sheet.rows:
            cells = (f"{score.total} {score.words} {score.parts}" for score in row.scores)
            yield f"sheet {row.label}: {'; '.join(cells)} {row.note}"


def deals(name: str) -> Iterator[str]:
    """Return what the referee draws by itself at a few tables of a game, each line with the game's name."""
    game = games.game(name)
    for seed in range(8):
        rng = Random(seed)
        setup = some_setup(game, rng)
        options = ", ".join(f"{key} {value}" for key, value in given_options(setup.options).items())
        yield f"{name} for {len(setup.seats)}, {len(setup.facts.pairs) if setup.facts else 0} pairs, {options}"
        state, actions = game.start(setup), list[Any]()
        lines = list(game.opening(game.view(state, None), rng))
        while len(actions) < 9 and (action := game.draw(state, rng)):
            actions.append(action)
            state = game.apply(state, action)
            lines += [format_action(game, setup, action), *(f"  then {verb} is drawn" for verb in game.drawn(state))]
            lines += filter(None, (game.among(state),))
        lines += [f"{step.card} to {step.seat}" for step in game.handouts(setup, actions)]
        yield from (f"{name}   {line}" for line in lines)


if __name__ == "__main__":
    DEALS.write_text("\n".join(line for name in games.REGISTRY for line in deals(name)) + "\n", "utf-8")
    for path in sorted(FOLDER.glob("*.txt")):
        path.write_text(transcript(path.read_text("utf-8")), "utf-8")
