"""What all games refuse alike and in which words: the common rules, whose turn it is."""

from collections.abc import Sequence
from typing import ClassVar

from liarsdeck.english import listed
from referee.core.game import ALLOWED, Action, Judgment, Outcome, Refused, SeatAct, Setup, Turn, Verb


def common_rules(prefix: str, *, opens: bool = True) -> dict[str, str]:
    """Return the rules that every game shares, under its own ids; ``untimely`` and the frame refuse by them.

    Without ``opens`` no line of the game ever needs brackets.
    """
    rules = {
        f"{prefix}.line": "A line is written as NAME: VERB ARGUMENTS, with this game's verbs and cards.",
        f"{prefix}.over": "After the end of the game no further line is written.",
        f"{prefix}.turn": "A player, or the table, acts only when it is their turn.",
        f"{prefix}.step": "Each step of the game has its own lines, and only these are written in it.",
        f"{prefix}.bracket-missing": "A redacted line must say in brackets what it opens to the table.",
        f"{prefix}.bracket-false": "What a line says in brackets must be what it opens, and true.",
    }
    return rules if opens else {rule: text for rule, text in rules.items() if rule != f"{prefix}.bracket-missing"}


def is_due(turns: Sequence[Turn], action: Action) -> bool:
    """Say whether ``turns`` list an action: its seat, and its verb."""
    seat, verb = action.seat, action.verb
    for turn in turns:  # noqa: SIM110, every action is asked about, and a loop is twice as fast
        if turn.seat == seat and verb in turn.verbs:
            return True
    return False


def untimely(prefix: str, setup: Setup, turns: Sequence[Turn], action: Action) -> Refused:
    """Refuse an action that ``turns`` (what ``to_act`` says) does not list, saying whose turn it is and with what."""
    if not turns:
        return Refused(f"{prefix}.over", "the game is over: no line follows any more")
    no = f"“{action.verb}” is not written now"
    if action.seat is not None:
        no = f"{setup.seats[action.seat]} cannot {infinitive(action.verb)} now"
    rule = "turn" if any(action.verb in turn.verbs for turn in turns) else "step"
    return Refused(f"{prefix}.{rule}", f"{no}: {whose_turn(setup, turns)}")


def whose_turn(setup: Setup, turns: Sequence[Turn]) -> str:
    """Return whose turn it is and to do what, as people say it: “it is Bob’s turn to accept or suspect”."""
    if len(turns) == 1 and turns[0].seat is not None:
        return f"it is {setup.seats[turns[0].seat]}’s turn to {listed(map(infinitive, turns[0].verbs))}"
    by_verbs: dict[tuple[str, ...], list[str]] = {}
    for turn in turns:
        if turn.seat is not None:
            by_verbs.setdefault(turn.verbs, []).append(setup.seats[turn.seat])
    rows = [f"{listed(names, 'and')} may {listed(map(infinitive, verbs))}" for verbs, names in by_verbs.items()]
    table = [f"“{verb}” comes next" for turn in turns if turn.seat is None for verb in turn.verbs]
    return ", ".join((*rows, *table))


def infinitive(verb: str) -> str:
    """Return a verb as what somebody may do: “plays” → “play”, “passes” → “pass”, “denies” → “deny”."""
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    if verb.endswith("sses"):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") else f"write “{verb}”"


LEAVES = Verb("leaves", "", "Somebody has to go home: the game ends unfinished.", anytime=True)


class Leaves(SeatAct, frozen=True, gc=False):
    """Somebody has to go home."""

    verb: ClassVar[str] = "leaves"


def judge_leaves(prefix: str, setup: Setup, turns: Sequence[Turn], action: Action) -> Judgment:
    """Say whether somebody may go home now: at any time until the end, when ``turns`` (what ``to_act`` says) is ()."""
    return ALLOWED if turns else untimely(prefix, setup, turns, action)


def left(setup: Setup, seat: int, scores: tuple[int, ...]) -> Outcome:
    """Return the end that it is when a seat goes home: unfinished, with the scores of what was settled."""
    return Outcome(over=True, winners=(), scores=scores, reason=f"{setup.seats[seat]} has gone home, unfinished")


def capped(what: str, scores: tuple[int, ...]) -> Outcome:
    """Return the end at a cap, ``what`` being how far it went: “3 rounds”."""
    return Outcome(over=True, winners=(), scores=scores, reason=f"the game ends unfinished after {what}")
