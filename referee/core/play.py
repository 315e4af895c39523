"""What can be done with any game: legal lines, a step, a replay, what others read, the JSON object."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import TypeVar

from referee.core.errors import RecordError
from referee.core.game import Action, Game, Json, Judgment, Line, Refused, Setup, Unopened

S = TypeVar("S")


def legal(game: Game[S], state: S, seat: int | None = None, *, everyone: bool = True) -> list[Action]:
    """Return the legal candidates of everybody who may act now, or only of ``seat`` with ``everyone=False``."""
    return [action for action, judgment in _judged(game, state, seat, everyone) if judgment.legal]


def choices(game: Game[S], view: S, seat: int | None = None, *, everyone: bool = True) -> list[Action]:
    """Return what may be typed as far as a view can tell: the legal candidates and those that lack only brackets."""
    return [
        action
        for action, judgment in _judged(game, view, seat, everyone)
        if judgment.legal or isinstance(judgment, Unopened)
    ]


def may(game: Game[S], view: S, action: Action) -> bool:
    """Say whether an action is allowed as far as a view can tell: it is legal, or lacks only its brackets."""
    judgment = game.judge(view, action)
    return judgment.legal or isinstance(judgment, Unopened)


def replies(game: Game[S], view: S, seat: int, verb: str = "") -> list[Action]:
    """Return what a seat may do now as far as its view can tell, by all its verbs or by one.

    They are its ``choices``, with every part said where a verb has ``fields`` of one word each: what only the seat may
    know too, such as the colour that it lays down. What is ``optional`` is not among them.
    """
    found: list[Action] = []
    for turn in game.to_act(view):
        if turn.seat == seat:
            for one in turn.verbs if not verb else (verb,):
                found += [action for action in _said(game, view, seat, one) if may(game, view, action)]
    return found


def _said(game: Game[S], view: S, seat: int, verb: str) -> Iterable[Action]:
    """Yield the candidates of a verb; where single words make its lines, these in all ways."""
    fields = game.fields(view, seat, verb)
    if not fields or not all(field.among and field.fewest == field.most == 1 for field in fields):
        return game.candidates(view, seat, verb)
    words = ([f"{field.before} {word}".strip() for word in field.among] for field in fields)
    setup: Setup = view.setup  # type: ignore[attr-defined]
    return [game.read(setup, Line(seat, verb, " ".join(said))) for said in product(*words)]


def _judged(game: Game[S], state: S, seat: int | None, everyone: bool) -> Iterable[tuple[Action, Judgment]]:
    for turn in (*game.to_act(state), *game.optional(state)):
        if everyone or turn.seat == seat:
            for verb in turn.verbs:
                for action in game.candidates(state, turn.seat, verb):
                    yield action, game.judge(state, action)


def ruling(game: Game[S], state: S, action: Action, eyes: int | None = None, *, reveal: bool = False) -> Judgment:
    """Judge an action, in words that ``eyes`` (a seat, or None: the shared screen) may read.

    A refusal that the view of those eyes would give too is given in its words. One that rests on what they may not see
    says only that the line does not fit the hidden cards; to whoever enters a hand not even by which rule.
    ``reveal`` lifts that.
    """
    judgment = game.judge(state, action)
    if not isinstance(judgment, Refused) or isinstance(judgment, Unopened) or reveal:
        return judgment
    seen = game.judge(game.view(state, eyes), action)
    if isinstance(seen, Refused) and not isinstance(seen, Unopened):
        return seen
    who = state.setup.name(action.seat)  # type: ignore[attr-defined]
    hand = eyes is not None and any(verb.kept and verb.name == action.verb for verb in game.verbs)
    return Refused("" if hand else judgment.rule, f"{who}: {action.verb} … does not fit the hidden cards")


def step(game: Game[S], state: S, action: Action, *, reveal: bool = False) -> S:
    """Return the state after an action. Raises ``RecordError`` with the public refusal when it is not legal."""
    judgment = game.judge(state, action)
    if isinstance(judgment, Refused):
        judgment = ruling(game, state, action, reveal=reveal)
        assert isinstance(judgment, Refused)
        raise RecordError(judgment.why, rule=judgment.rule)
    return game.apply(state, action)


def replay(game: Game[S], setup: Setup, actions: Iterable[Action]) -> S:
    """Return the state after a whole record, every action judged. Raises ``RecordError`` at the first refusal."""
    state = game.start(setup)
    for action in actions:
        state = step(game, state, action)
    return state


def fold(game: Game[S], setup: Setup, actions: Iterable[Action]) -> S:
    """Return the state after actions that have been judged before: undo is ``fold(game, setup, actions[:-1])``."""
    state = game.start(setup)
    for action in actions:
        state = game.apply(state, action)
    return state


def redacted(game: Game[S], setup: Setup, actions: Iterable[Action], seat: int | None = None) -> list[Action]:
    """Return a record's actions as ``seat`` (or the open table) reads them."""
    return [game.redact(before, action, seat) for before, action, _ in steps(game, setup, actions)]


def steps(game: Game[S], setup: Setup, actions: Iterable[Action]) -> Iterator[tuple[S, Action, S]]:
    """Yield the state before each action that was judged before, the action, and the state after it."""
    state = game.start(setup)
    for action in actions:
        before, state = state, game.apply(state, action)
        yield before, action, state


def walked(game: Game[S], setup: Setup, actions: Iterable[Action]) -> list[tuple[S, Action, S]]:
    """Return the ``steps`` of a game: all of them when it is over, else what the open table may see of them."""
    actions = list(actions)
    if not game.outcome(fold(game, setup, actions)).over:
        actions = redacted(game, setup, actions)
    return list(steps(game, setup, actions))


def narrated(game: Game[S], before: S, action: Action, after: S, seat: int | None = None) -> str:
    """Return the sentence of what happened as ``seat`` (or the shared screen) may hear it."""
    return game.narrate(game.view(before, seat), game.redact(before, action, seat), game.view(after, seat))


def standing(game: Game[S], state: S, *, reveal: bool = False) -> dict[str, Json]:
    """Give the JSON object of ``referee replay --json`` (docs/rules.md, A record). What is hidden needs ``reveal``."""
    setup: Setup = state.setup  # type: ignore[attr-defined]
    outcome = game.outcome(state)
    answer: dict[str, Json] = {
        "game": setup.game,
        "over": outcome.over,
        "winners": [setup.seats[seat] for seat in outcome.winners],
        "scores": dict(zip(setup.seats, outcome.scores, strict=True)),
        "next": [
            {"seat": None if turn.seat is None else setup.seats[turn.seat], "verbs": list(turn.verbs)}
            for turn in game.to_act(state)
        ],
        "public": game.public(game.view(state, None)),
        "flags": list(game.flags(state)),
    }
    if reveal:
        answer["hidden"] = game.hidden(state)
    return answer
